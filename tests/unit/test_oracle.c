/* The oracle against what can be said in a line; it links the games and no solver. */
#include "tests/oracle.h"
#include "tests/suite.h"

#include <string.h>

SUITE(oracle, 60);

enum { HEAP_MAX = 9 };

static struct oracle *oracle_of(const char *text)
{
    struct rules rules;
    struct error error;
    cr_assert_eq(rules_parse(&rules, text, strlen(text), &error), ERROR_NONE, "%s", error.message);
    return oracle_create(&rules);
}

static struct position three_heaps(int64_t a, int64_t b, int64_t c)
{
    const int64_t heaps[] = {a, b, c};
    struct position position = {0};
    for (size_t i = 0; i < 3; i++) {
        if (heaps[i] > 0)
            position_push(&position, heaps[i]);
    }
    return position;
}

/* Calls it for all 0 <= a <= b <= c <= HEAP_MAX. */
static void for_three_heaps(struct oracle *oracle,
                            void (*check)(struct oracle *oracle, const struct position *position,
                                          int64_t a, int64_t b, int64_t c))
{
    for (int64_t a = 0; a <= HEAP_MAX; a++) {
        for (int64_t b = a; b <= HEAP_MAX; b++) {
            for (int64_t c = b; c <= HEAP_MAX; c++) {
                struct position position = three_heaps(a, b, c);
                check(oracle, &position, a, b, c);
                position_finish(&position);
            }
        }
    }
}

static void expect_nim_sum(struct oracle *oracle, const struct position *position, int64_t a,
                           int64_t b, int64_t c)
{
    uint64_t expected = (uint64_t)(a ^ b ^ c);
    cr_assert_eq(oracle_grundy(oracle, position), expected, "%d+%d+%d", (int)a, (int)b, (int)c);
    cr_assert_eq(oracle_wins(oracle, position), expected != 0, "%d+%d+%d", (int)a, (int)b, (int)c);
}

Test(oracle, a_value_in_nim_is_the_sum_without_carries)
{
    struct oracle *oracle = oracle_of("nim");
    for_three_heaps(oracle, expect_nim_sum);
    cr_expect_eq(oracle_size(oracle), (HEAP_MAX + 1) * (HEAP_MAX + 2) * (HEAP_MAX + 3) / 6,
                 "each position is judged once");
    oracle_destroy(oracle);
}

/* Bouton: as in normal play, unless all heaps are of 1. */
static void expect_misere(struct oracle *oracle, const struct position *position, int64_t a,
                          int64_t b, int64_t c)
{
    bool expected = c <= 1 ? (a ^ b ^ c) == 0 : (a ^ b ^ c) != 0;
    cr_assert_eq(oracle_wins(oracle, position), expected, "%d+%d+%d", (int)a, (int)b, (int)c);
}

Test(oracle, who_takes_last_loses_in_misere_play)
{
    struct oracle *oracle = oracle_of("nim,misere");
    for_three_heaps(oracle, expect_misere);
    oracle_destroy(oracle);
}

/* In 5+6+7 each heap can be made the sum of the others: to 1, 2 and 3. */
Test(oracle, a_move_wins_when_what_is_left_is_lost)
{
    struct oracle *oracle = oracle_of("nim");
    struct rules rules;
    struct error error;
    struct position position = three_heaps(5, 6, 7);
    cr_assert_eq(rules_parse(&rules, "nim", 3, &error), ERROR_NONE);
    uint128 count = move_count(&rules, &position);
    cr_assert_eq((int)count, 18);
    for (uint128 i = 0; i < count; i++) {
        struct move move;
        move_at(&rules, &position, i, &move);
        int64_t left = move.after_count > 0 ? move.cells[1] : 0;
        cr_expect_eq(oracle_move_wins(oracle, &position, &move), left == move.cells[0] - 4,
                     "%d to %d", (int)move.cells[0], (int)left);
    }
    position_finish(&position);
    oracle_destroy(oracle);
}
