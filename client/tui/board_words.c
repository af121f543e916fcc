#include "client/tui/board_words.h"

#include "client/words/words.h"

#include <ctype.h>
#include <inttypes.h>

static void capitalise(struct text *text, size_t at)
{
    if (text->len > at)
        text->bytes[at] = (char)toupper((unsigned char)text->bytes[at]);
}

void board_say_choice(const struct choice *choice, struct text *out)
{
    const struct move *move = choice_move(choice);
    if (!move)
        return;
    size_t at = out->len;
    words_move(&choice->rules, &choice->position, move, true, out);
    capitalise(out, at);
    text_append_string(out, " (");
    move_print(&choice->rules, &choice->position, move, out);
    text_append_string(out, ").");
}

void board_say_leaves(const struct choice *choice, struct text *out)
{
    const struct move *move = choice_move(choice);
    if (!move)
        return;
    struct position after = {0};
    position_copy(&after, &choice->position);
    move_apply(&choice->rules, &after, move);
    text_append_string(out, "Then: ");
    words_position(&choice->rules, &after, out);
    if (position_is_over(&choice->rules, &after))
        text_printf(out, "; nobody can move, and you %s", choice->rules.misere ? "lose" : "win");
    text_append_char(out, '.');
    position_finish(&after);
}

void board_say_refused(const struct choice *choice, struct text *out)
{
    if (!choice->refused.code)
        return;
    if (choice->typed >= 0)
        text_printf(out, "%" PRId64 " is not possible: ", choice->typed);
    else
        text_append_string(out, "Not possible: ");
    text_printf(out, "%s.", choice->refused.message);
}

void board_say_step(const struct match *match, const struct position *position,
                    const struct record_step *step, struct text *out)
{
    bool you = step->by == match->seat;
    text_printf(out, "%s ", you ? "You" : record_player(match, step->by));
    words_move(&match->rules, position, &step->move, you, out);
}
