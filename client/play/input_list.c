/* What may be played, as lists. */
#include "client/play/input.h"
#include "client/play/input_examples.h"
#include "common/game/family.h"
#include "common/words/words.h"

enum { SHOWN_MOVES_MAX = 20, ALL_MOVES_MAX = 1000 };

/* --- all of them --- */

static void print_moves(const struct rules *rules, const struct position *position, uint128 first,
                        uint128 end, struct text *out)
{
    for (uint128 i = first; i < end; i++) {
        struct move move;
        move_at(rules, position, i, &move);
        text_append_char(out, ' ');
        move_print(rules, position, &move, out);
    }
}

void input_list_moves(const struct rules *rules, const struct position *position, bool all,
                      struct text *out)
{
    uint128 count = move_count(rules, position);
    int shown = all ? ALL_MOVES_MAX : SHOWN_MOVES_MAX;
    text_append_uint128(out, count);
    text_printf(out, " legal move%s", count == 1 ? "" : "s");
    if (count <= (uint128)shown) {
        text_append_string(out, count > 0 ? ":" : ".");
        print_moves(rules, position, 0, count, out);
        return;
    }
    text_printf(out, ", the first and the last %d%s:", shown / 2,
                all ? "" : " ('moves all' shows more)");
    print_moves(rules, position, 0, (uint128)shown / 2, out);
    text_append_string(out, " ...");
    print_moves(rules, position, count - (uint128)shown / 2, count, out);
}

/* --- one of each form --- */

static void describe_row(const struct text *typed, const char *meaning, struct text *out)
{
    if (typed->len > 0)
        text_printf(out, "\n  %-20s %s", text_string(typed), meaning);
}

/* ... with what the move does. */
static void describe_move(const struct rules *rules, const struct position *position,
                          const struct text *typed, struct text *out)
{
    struct move move;
    struct error error;
    struct text meaning = {0};
    if (typed->len > 0 && !input_move(rules, position, text_string(typed), &move, &error)) {
        words_move(rules, position, &move, false, &meaning);
        describe_row(typed, text_string(&meaning), out);
    }
    text_finish(&meaning);
}

/* The notation, after what says the same in words. */
static const char *meaning_of_notation(const struct rules *rules)
{
    if (rules->family == &family_chomp)
        return "the same in the notation: the rows before and after";
    return "the same in the notation: the heap before and after";
}

void input_describe_moves(const struct rules *rules, const struct position *position,
                          struct text *out)
{
    struct input_examples examples;
    if (position_is_over(rules, position))
        return;
    input_examples_find(rules, position, &examples);
    describe_move(rules, position, &examples.number, out);
    describe_move(rules, position, &examples.words, out);
    if (examples.words.len > 0)
        describe_row(&examples.move, meaning_of_notation(rules), out);
    else if (examples.split.len == 0)
        describe_move(rules, position, &examples.move, out);
    describe_row(&examples.with_quota, "the same for the heap with this quota, where two are equal",
                 out);
    describe_move(rules, position, &examples.split, out);
    describe_move(rules, position, &examples.both, out);
    describe_row(&examples.both_move, "the same in the notation", out);
    input_examples_finish(&examples);
}
