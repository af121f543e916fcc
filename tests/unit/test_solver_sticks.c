#include "common/game/sticks.h"
#include "test_solver_board.h"

SUITE(solver_sticks, 240);

/* The next multiset of positive numbers with this sum, the largest first in the order of their
 * lists; from a position without cells the single number. False after the last one, which has 1s
 * alone. */
static bool next_lengths(struct position *position, int64_t total)
{
    if (position->count == 0) {
        position_push(position, total);
        return true;
    }
    /* The cells ascend: the smallest above 1 becomes smaller by 1, and the rest goes into as few
     * sticks as possible. */
    int64_t rest = 0;
    uint32_t ones = 0;
    while (ones < position->count && position->cells[ones] == 1)
        ones++;
    if (ones == position->count)
        return false;
    int64_t most = position->cells[ones] - 1;
    rest = ones + 1 + most;
    for (uint32_t i = 0; i <= ones; i++)
        position_remove(position, 0);
    while (rest > 0) {
        int64_t length = rest < most ? rest : most;
        position_insert(position, 0, length);
        rest -= length;
    }
    return true;
}

static void check_totals(const char *rules, int64_t least, int64_t most)
{
    struct checker checker = checker_start(rules);
    for (int64_t total = least; total <= most; total++) {
        struct position position = {0};
        while (next_lengths(&position, total))
            check_position(&checker, &position);
        position_finish(&position);
    }
    checker_finish(&checker);
}

Test(solver_sticks, plays_sticks_as_the_oracle_does)
{
    check_totals("sticks", 1, 20);
}

Test(solver_sticks, plays_misere_sticks_as_the_oracle_does)
{
    check_totals("sticks,misere", 1, 20);
}

/* The outcome alone, of all positions of these totals, more of which than not have no six sticks of
 * length 6. */
static void check_outcomes(const char *rules_text, int64_t most)
{
    struct rules rules = rules_of(rules_text);
    struct solver *solver = solver_create(&rules);
    struct oracle *oracle = oracle_create(&rules);
    uint32_t count = 0, tabulated = 0;
    for (int64_t total = 1; total <= most; total++) {
        struct position position = {0};
        while (next_lengths(&position, total)) {
            bool is_won = solver_outcome(solver, &position) == OUTCOME_N;
            EXPECT(is_won == oracle_wins(oracle, &position), "%s, a total of %d", rules_text,
                   (int)total);
            count++;
            tabulated += sticks_sixes(&position) >= STICKS_SIX;
        }
        position_finish(&position);
    }
    fprintf(stderr, "%s: %u positions, %u of them by trying\n", rules_text, count, tabulated);
    oracle_destroy(oracle);
    solver_destroy(solver);
}

Test(solver_sticks, six_sticks_of_six_are_judged_as_the_oracle_does)
{
    check_outcomes("sticks", 43);
}

Test(solver_sticks, six_sticks_of_six_are_judged_as_the_oracle_does_in_misere_play)
{
    check_outcomes("sticks,misere", 43);
}

/* All positions with at most this many sticks of each length up to 5: more than any sum that the
 * totals above reach. */
static void check_counts(const char *rules, int most)
{
    struct checker checker = checker_start(rules);
    int limit = most + 1, count = limit * limit * limit * limit * limit;
    checker.thorough_every = 7;
    for (int code = 1; code < count; code++) {
        struct position position = {0};
        for (int length = 1, left = code; length <= 5; length++, left /= limit) {
            for (int i = 0; i < left % limit; i++)
                position_push(&position, length);
        }
        check_position(&checker, &position);
        position_finish(&position);
    }
    checker_finish(&checker);
}

Test(solver_sticks, short_sticks_are_judged_by_their_number)
{
    check_counts("sticks", 5);
    check_counts("sticks:5,misere", 5);
}

static struct position position_of_list(const json_t *list)
{
    struct position position = {0};
    for (size_t i = 0; i < json_array_size(list); i++)
        position_insert(&position, 0, vector_element(list, json_array_size(list) - 1 - i));
    return position;
}

/* By the parities: what the exceptions are exceptions to. */
static bool is_lost_by_parity(const struct position *position, bool is_misere)
{
    int odd = 0, even = 0;
    for (uint32_t i = 0; i < position->count; i++)
        *(position->cells[i] % 2 ? &odd : &even) += 1;
    return is_misere ? odd % 2 + even % 3 == 1 : odd % 2 == even % 3;
}

static void expect_lost(const json_t *vectors, const char *key, const char *rules_text)
{
    struct rules rules = rules_of(rules_text);
    struct solver *solver = solver_create(&rules);
    size_t i;
    json_t *list;
    json_array_foreach(json_object_get(vectors, key), i, list)
    {
        struct position position = position_of_list(list);
        EXPECT(solver_outcome(solver, &position) == OUTCOME_P, "%s, list %zu", key, i);
        position_finish(&position);
    }
    EXPECT(i > 0, "%s", key);
    solver_destroy(solver);
}

/* Of totals up to 44 these and no others are not lost, or are lost, against the parities. */
static void expect_exceptions(const json_t *vectors, const char *key, const char *rules_text)
{
    struct rules rules = rules_of(rules_text);
    struct solver *solver = solver_create(&rules);
    json_t *lists = json_object_get(vectors, key), *list;
    size_t i, found = 0;
    json_array_foreach(lists, i, list)
    {
        struct position position = position_of_list(list);
        bool is_lost = solver_outcome(solver, &position) == OUTCOME_P;
        EXPECT(is_lost != is_lost_by_parity(&position, rules.misere), "%s, list %zu", key, i);
        position_finish(&position);
    }
    for (int64_t total = 1; total <= 44; total++) {
        struct position position = {0};
        while (next_lengths(&position, total)) {
            bool is_lost = solver_outcome(solver, &position) == OUTCOME_P;
            found += is_lost != is_lost_by_parity(&position, rules.misere);
        }
        position_finish(&position);
    }
    cr_assert_eq(found, json_array_size(lists), "%s: %zu", key, found);
    solver_destroy(solver);
}

Test(solver_sticks, sticks_agree_with_the_vectors)
{
    json_t *vectors = vectors_load(VECTORS_DIR "/sticks.json");
    expect_lost(vectors, "P", "sticks");
    expect_lost(vectors, "misere_P", "sticks,misere");
    expect_exceptions(vectors, "exceptions", "sticks");
    expect_exceptions(vectors, "misere_exceptions", "sticks,misere");
    json_decref(vectors);
}

static void expect_outcome(const char *rules_text, const char *start, enum outcome outcome)
{
    struct rules rules = rules_of(rules_text);
    struct solver *solver = solver_create(&rules);
    struct position position = position_of(&rules, start);
    cr_assert_eq(solver_outcome(solver, &position), outcome, "%s %s", rules_text, start);
    position_finish(&position);
    solver_destroy(solver);
}

Test(solver_sticks, the_starts_of_the_sources_are_lost)
{
    expect_outcome("sticks:4", "1+4+4+4+4", OUTCOME_P);
    expect_outcome("sticks", "2+4+4", OUTCOME_P);
    expect_outcome("sticks", "2+2+4", OUTCOME_P);
    expect_outcome("sticks", "1+2+2+4", OUTCOME_N);
    expect_outcome("sticks", "2+2+2", OUTCOME_P);
    for (int n = 1; n < 25; n++) {
        char start[32];
        snprintf(start, sizeof start, "%d+%d", n, n + 1);
        expect_outcome("sticks", start, OUTCOME_P);
        expect_outcome("sticks,misere", start, OUTCOME_N);
    }
}

Test(solver_sticks, sticks_end)
{
    plies_from("sticks:4", "1+4+4+4+4");
    plies_from("sticks", "7+8");
    plies_from("sticks", "6+6+6+6+6+6+7+7");
    plies_from("sticks,misere", "50");
    plies_from("sticks", "24+25");
}

Test(solver_sticks, sticks_are_explained_by_their_parities)
{
    expect_explanation("sticks:4", "1+4+4+4+4",
                       "No move wins.\n"
                       "Odd lengths: 1, remainder by 2: 1. Even lengths: 4, remainder by 3: 1.\n"
                       "The position is lost where the remainders are equal.\n");
    expect_explanation("sticks,misere", "7+8",
                       "8>1+7 wins.\n"
                       "Odd lengths: 1, remainder by 2: 1. Even lengths: 1, remainder by 3: 1.\n"
                       "In misere play the position is lost where one remainder is 0 and the other "
                       "1.\n");
    expect_explanation("sticks", "6+6+6+6+6+6",
                       "6+6+6+6+6+6>0 wins.\n"
                       "Six sticks of length 6 can be broken off, and then how many are odd or "
                       "even\n"
                       "does not decide: every move was tried.\n");
}
