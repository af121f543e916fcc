#include "common/game/game.h"

#include "common/game/family.h"

#include <assert.h>
#include <string.h>

const struct game games[] = {
    {
        .name = "nim",
        .rules = "nim",
        .title = "Nim",
        .summary = "Take any number of counters from one heap.",
        .example = "3+5+7",
    },
    {
        .name = "fibonacci-nim",
        .rules = "take-away:2x",
        .title = "Fibonacci Nim",
        .summary = "Take counters from the one heap, not all of them at first, then at most twice "
                   "what was just taken.",
        .example = "35",
    },
    {
        .name = "kayles",
        .rules = "octal:0.77",
        .title = "Kayles",
        .summary = "Knock down one pin or two neighbours; the row may fall into two.",
        .example = "1+11",
    },
    {
        .name = "laskers-nim",
        .rules = "octal:4.3...",
        .title = "Lasker's Nim",
        .summary = "Take any number of counters from one heap, or split one into two.",
        .example = "2+5+7",
    },
    {
        .name = "dawsons-kayles",
        .rules = "octal:0.07",
        .title = "Dawson's Kayles",
        .summary = "Knock down two neighbouring pins; the row may fall into two.",
        .example = "13",
    },
    {
        .name = "dawsons-chess",
        .rules = "octal:0.137",
        .title = "Dawson's Chess",
        .summary = "Take a whole heap of one, two from the end of a heap, or three from anywhere "
                   "in it.",
        .example = "11",
    },
    {0},
};

static enum error_code too_long(struct error *error, enum error_code code, int most_bytes)
{
    return error_set(error, code, "the text is over %d bytes", most_bytes);
}

/* The rules that a name in the catalogue stands for; NULL when it is none. */
static const char *rules_of_name(const char *name, size_t len)
{
    for (const struct game *game = games; game->name; game++) {
        if (strlen(game->name) == len && memcmp(game->name, name, len) == 0)
            return game->rules;
    }
    return NULL;
}

/* Fills in `rules` except for the text, which goes to `out`. */
static enum error_code parse_rules(struct rules *rules, struct scanner *scanner, struct text *out,
                                   struct error *error)
{
    enum error_code failed = family_parse(scanner, &rules->family, error);
    if (failed)
        return failed;
    failed = rules->family->rules_parse(rules, scanner, out, error);
    if (failed)
        return failed;
    if (!scanner_at_end(scanner))
        return scanner_expected(scanner, ERROR_BAD_RULES, "the end", error);
    /* "(3)" becomes "3...", so a text that was just short enough may have grown. */
    if (out->len > RULES_TEXT_MAX)
        return too_long(error, ERROR_BAD_RULES, RULES_TEXT_MAX);
    return ERROR_NONE;
}

enum error_code rules_parse(struct rules *ret_rules, const char *text, size_t len,
                            struct error *error)
{
    if (len > RULES_TEXT_MAX)
        return too_long(error, ERROR_BAD_RULES, RULES_TEXT_MAX);
    const char *named = rules_of_name(text, len);
    struct scanner scanner = {.text = named ? named : text, .len = named ? strlen(named) : len};
    struct rules rules = {0};
    struct text canonical = {0};
    enum error_code failed = parse_rules(&rules, &scanner, &canonical, error);
    if (!failed) {
        memcpy(rules.text, canonical.bytes, canonical.len);
        rules.text_len = (uint16_t)canonical.len;
        *ret_rules = rules;
    }
    text_finish(&canonical);
    return failed;
}

enum error_code position_parse(const struct rules *rules, const char *text, size_t len,
                               struct position *ret_position, struct error *error)
{
    if (len > POSITION_TEXT_MAX)
        return too_long(error, ERROR_BAD_POSITION, POSITION_TEXT_MAX);
    struct scanner scanner = {.text = text, .len = len};
    struct position position = {0};
    enum error_code failed = rules->family->position_parse(rules, &scanner, &position, error);
    if (failed) {
        position_finish(&position);
        return failed;
    }
    assert(scanner_at_end(&scanner));
    position_finish(ret_position);
    *ret_position = position;
    return ERROR_NONE;
}

void position_print(const struct rules *rules, const struct position *position, struct text *out)
{
    rules->family->position_print(rules, position, out);
}

enum error_code position_check_start(const struct rules *rules, const struct position *position,
                                     struct error *error)
{
    enum error_code failed = rules->family->position_check_limits(rules, position, error);
    if (failed)
        return failed;
    if (position_is_over(rules, position))
        return error_set(error, ERROR_NO_LEGAL_MOVE,
                         "%s: a match cannot start where there is no legal move", rules->text);
    return ERROR_NONE;
}

void position_draw_start(const struct rules *rules, struct random *random,
                         struct position *ret_position)
{
    ret_position->count = 0;
    rules->family->position_draw_start(rules, random, ret_position);
    assert(!position_is_over(rules, ret_position));
}

bool position_is_over(const struct rules *rules, const struct position *position)
{
    return move_count(rules, position) == 0;
}

uint128 move_count(const struct rules *rules, const struct position *position)
{
    return rules->family->move_count(rules, position);
}

void move_at(const struct rules *rules, const struct position *position, uint128 index,
             struct move *ret_move)
{
    assert(index < move_count(rules, position));
    rules->family->move_at(rules, position, index, ret_move);
}

enum error_code move_parse(const struct rules *rules, const struct position *position,
                           const char *text, size_t len, struct move *ret_move, struct error *error)
{
    if (len > MOVE_TEXT_MAX)
        return too_long(error, ERROR_BAD_MOVE, MOVE_TEXT_MAX);
    struct scanner scanner = {.text = text, .len = len};
    struct move move;
    enum error_code failed = rules->family->move_parse(rules, position, &scanner, &move, error);
    if (failed)
        return failed;
    assert(scanner_at_end(&scanner));
    *ret_move = move;
    return ERROR_NONE;
}

void move_print(const struct rules *rules, const struct position *position, const struct move *move,
                struct text *out)
{
    rules->family->move_print(rules, position, move, out);
}

void move_apply(const struct rules *rules, struct position *position, const struct move *move)
{
    rules->family->move_apply(rules, position, move);
}
