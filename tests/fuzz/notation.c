/* The one notation: rules, a position, moves, a line each; before them a time control and a name.
 * Whatever can be read is printed in canonical form, and that reads as the same again. */
#include "tests/fuzz/fuzz.h"

#include "common/base/address.h"
#include "common/game/game.h"
#include "common/game/time_control.h"

#include <string.h>

enum { MOVES_MAX = 16 };

struct line {
    const char *text;
    size_t len;
};

/* The next line of the input; false at its end. */
static bool next_line(struct line *rest, struct line *ret_line)
{
    if (!rest->text)
        return false;
    const char *end = memchr(rest->text, '\n', rest->len);
    ret_line->text = rest->text;
    ret_line->len = end ? (size_t)(end - rest->text) : rest->len;
    rest->len -= end ? ret_line->len + 1 : ret_line->len;
    rest->text = end ? end + 1 : NULL;
    return true;
}

static void require_same(const char *what, const struct text *first, const struct text *second)
{
    if (strcmp(text_string(first), text_string(second)) != 0)
        fuzz_fault("%s is printed as '%s' and then as '%s'", what, text_string(first),
                   text_string(second));
}

static void check_time_control(struct line line)
{
    struct time_control control, again;
    struct error error;
    struct text printed = {0}, twice = {0};
    if (time_control_parse(line.text, line.len, &control, &error))
        return;
    time_control_print(&control, &printed);
    if (printed.len > TIME_CONTROL_TEXT_MAX ||
        time_control_parse(text_string(&printed), printed.len, &again, &error))
        fuzz_fault("the printed time control '%s' cannot be read", text_string(&printed));
    time_control_print(&again, &twice);
    require_same("the time control", &printed, &twice);
    text_finish(&printed);
    text_finish(&twice);
}

static bool read_rules(struct line line, struct rules *rules)
{
    struct rules again;
    struct error error;
    if (rules_parse(rules, line.text, line.len, &error))
        return false;
    if (strlen(rules->text) != rules->text_len ||
        rules_parse(&again, rules->text, rules->text_len, &error))
        fuzz_fault("the canonical rules '%s' cannot be read: %s", rules->text, error.message);
    if (strcmp(rules->text, again.text) != 0)
        fuzz_fault("the rules '%s' are printed again as '%s'", rules->text, again.text);
    return true;
}

/* A start position reads back; one in play may have become longer than a text may be, and is only
 * printed. */
static void check_position(const struct rules *rules, const struct position *position)
{
    struct text printed = {0}, twice = {0};
    struct position again = {0};
    struct error error;
    position_print(rules, position, &printed);
    if (printed.len <= POSITION_TEXT_MAX) {
        if (position_parse(rules, text_string(&printed), printed.len, &again, &error))
            fuzz_fault("the position '%s' of %s cannot be read: %s", text_string(&printed),
                       rules->text, error.message);
        position_print(rules, &again, &twice);
        require_same("the position", &printed, &twice);
    }
    position_finish(&again);
    text_finish(&printed);
    text_finish(&twice);
}

/* The move's canonical text names the same move. */
static void check_move(const struct rules *rules, const struct position *position,
                       const struct move *move)
{
    struct text printed = {0}, twice = {0};
    struct move again;
    struct error error;
    move_print(rules, position, move, &printed);
    if (printed.len > MOVE_TEXT_MAX ||
        move_parse(rules, position, text_string(&printed), printed.len, &again, &error))
        fuzz_fault("the move '%s' of %s cannot be read", text_string(&printed), rules->text);
    move_print(rules, position, &again, &twice);
    require_same("the move", &printed, &twice);
    text_finish(&printed);
    text_finish(&twice);
}

/* Plays the move that the line says, or else the one that its bytes choose; false: there is none.
 */
static bool play(const struct rules *rules, struct position *position, struct line line)
{
    struct move move;
    struct error error;
    uint128 count = move_count(rules, position);
    if ((count == 0) != position_is_over(rules, position))
        fuzz_fault("%s: over, or not?", rules->text);
    if (move_parse(rules, position, line.text, line.len, &move, &error)) {
        if (count == 0)
            return false;
        uint128 index = 0;
        for (size_t i = 0; i < line.len; i++)
            index = index * 257 + (unsigned char)line.text[i];
        move_at(rules, position, index % count, &move);
    } else if (count == 0) {
        fuzz_fault("%s: a move where there is none", rules->text);
    }
    check_move(rules, position, &move);
    uint128 before = position_counters(rules, position);
    move_apply(rules, position, &move);
    if (position_counters(rules, position) > before)
        fuzz_fault("%s: a move has added counters", rules->text);
    check_position(rules, position);
    return true;
}

static void check_game(struct line rest)
{
    struct line line;
    struct rules rules;
    struct position position = {0};
    struct error error;
    if (!next_line(&rest, &line) || !read_rules(line, &rules) || !next_line(&rest, &line))
        return;
    if (!position_parse(&rules, line.text, line.len, &position, &error)) {
        check_position(&rules, &position);
        for (int i = 0; i < MOVES_MAX && next_line(&rest, &line); i++)
            if (!play(&rules, &position, line))
                break;
    }
    position_finish(&position);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct line rest = {(const char *)data, size}, line;
    struct address address;
    struct error error;
    if (!next_line(&rest, &line))
        return 0;
    check_time_control(line);
    if (line.len < ADDRESS_TEXT_MAX) {
        char text[ADDRESS_TEXT_MAX + 1] = "";
        memcpy(text, line.text, line.len);
        address_parse(text, ADDRESS_PORT_OF_SERVER, &address, &error);
    }
    check_game(rest);
    return 0;
}
