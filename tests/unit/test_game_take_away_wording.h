/* What the tests of take-away share: the quota rules as their wording has them, in small numbers.
 */
#ifndef TESTS_UNIT_TEST_GAME_TAKE_AWAY_WORDING_H
#define TESTS_UNIT_TEST_GAME_TAKE_AWAY_WORDING_H

#include "tests/unit/test_game_table.h"

/* A quota rule as p/q x + c. */
struct function {
    const char *rules;
    int p, q, c;
};

static const struct function functions[] = {
    {"take-away:x", 1, 1, 0},
    {"take-away:2x", 2, 1, 0},
    {"take-away:2x-1", 2, 1, -1},
    {"take-away:5/2x", 5, 2, 0},
    {"take-away:3/2x+1", 3, 2, 1},
    {"take-away:41/10x-3", 41, 10, -3},
    {"take-away:15/11x", 15, 11, 0},
    /* Fractions a little below the number, with the same multiples rounded down to x = 200. */
    {"take-away:phi", 377, 233, 0},
    {"take-away:pix-1", 333, 106, -1},
    {"take-away:e", 1264, 465, 0},
    {"take-away:sqrt(2)", 239, 169, 0},
    {"take-away:1.99999999999999999999999999x", 999, 500, 0},
};

enum { FUNCTIONS = sizeof functions / sizeof *functions };

/* The largest whole number not above p/q t, found by counting, plus c. */
static inline int quota_after(const struct function *function, int take)
{
    int whole = 0;
    while ((whole + 1) * function->q <= function->p * take)
        whole++;
    return whole + function->c;
}

/* The rules with a suffix. */
static inline struct rules rules_with(const struct function *function, const char *suffix)
{
    char text[64];
    snprintf(text, sizeof text, "%s%s", function->rules, suffix);
    return rules_of(text);
}

/* May a match start here? If not, the limit is told. NULL: it may. */
static inline void expect_limit(const char *rules, const char *position, const char *message)
{
    if (message) {
        expect_bad_position(rules, position, message);
        return;
    }
    struct table table = table_of(rules, position);
    struct error error;
    cr_assert_eq(position_check_start(&table.rules, &table.position, &error), ERROR_NONE,
                 "%s, %s: %s", rules, position, error.message);
    table_clear(&table);
}

#endif
