#include "common/base/memory.h"
#include "common/game/heaps.h"
#include "common/solver/solver_family.h"
#include "common/solver/wythoff_values.h"
#include "test_solver_board.h"

#include <inttypes.h>
#include <stdio.h>

SUITE(solver_wythoff, 120);

static void set_pair(struct position *position, int64_t a, int64_t b)
{
    position->count = 0;
    if (a > 0)
        heaps_add(position, a);
    if (b > 0)
        heaps_add(position, b);
}

static void check_all_pairs(const char *rules, int64_t most)
{
    struct checker checker = checker_start(rules);
    struct position position = {0};
    for (int64_t b = 0; b <= most; b++)
        for (int64_t a = 0; a <= b; a++) {
            set_pair(&position, a, b);
            check_position(&checker, &position);
        }
    checker_finish(&checker);
    position_finish(&position);
}

Test(solver_wythoff, plays_wythoff_as_the_oracle_does)
{
    check_all_pairs("wythoff", 60);
}

Test(solver_wythoff, plays_misere_wythoff_as_the_oracle_does)
{
    check_all_pairs("wythoff,misere", 60);
}

/* A pair is lost where no lost one is in its row, its column or its diagonal before it; in misere
 * play the pair without counters is won. */
static uint32_t sieve_pairs(const char *rules_text, int64_t most)
{
    struct rules rules = rules_of(rules_text);
    struct solver *solver = solver_create(&rules);
    struct position position = {0};
    bool *line = memory_zeroed((size_t)most + 1, 1), *diagonal = memory_zeroed((size_t)most + 1, 1);
    uint32_t lost = 0;
    for (int64_t b = rules.misere; b <= most; b++)
        for (int64_t a = 0; a <= b; a++) {
            bool is_lost = !line[a] && !line[b] && !diagonal[b - a];
            set_pair(&position, a, b);
            EXPECT(solver_outcome(solver, &position) == (is_lost ? OUTCOME_P : OUTCOME_N),
                   "%s %" PRId64 "+%" PRId64, rules_text, a, b);
            if (is_lost)
                line[a] = line[b] = diagonal[b - a] = true;
            lost += is_lost;
        }
    free(line);
    free(diagonal);
    position_finish(&position);
    solver_destroy(solver);
    return lost;
}

Test(solver_wythoff, lost_pairs_of_wythoff_are_those_of_a_sieve)
{
    cr_assert_eq(sieve_pairs("wythoff", 1500), 574);
    cr_assert_eq(sieve_pairs("wythoff,misere", 1500), 574);
}

Test(solver_wythoff, wythoff_agrees_with_the_vectors)
{
    json_t *vectors = vectors_load(VECTORS_DIR "/wythoff.json"), *pair, *row;
    struct rules rules = rules_of("wythoff");
    struct solver *solver = solver_create(&rules);
    struct position position = {0};
    size_t i, a, b;
    uint64_t value;
    json_array_foreach(json_object_get(vectors, "P"), i, pair)
    {
        set_pair(&position, vector_element(pair, 0), vector_element(pair, 1));
        EXPECT(solver_outcome(solver, &position) == OUTCOME_P, "pair %zu", i);
    }
    cr_assert_eq(i, 77);
    json_array_foreach(json_object_get(vectors, "SG"), a, row)
    {
        for (b = 0; b < json_array_size(row); b++) {
            set_pair(&position, (int64_t)a, (int64_t)b);
            EXPECT(solver_grundy(solver, &position, &value) &&
                       value == (uint64_t)vector_element(row, b),
                   "value of %zu+%zu", a, b);
        }
        cr_assert_eq(b, 41);
    }
    cr_assert_eq(a, 41);
    json_decref(vectors);
    position_finish(&position);
    solver_destroy(solver);
}

/* The values are found without the theory of the lost pairs. */
Test(solver_wythoff, values_of_wythoff_are_0_where_the_golden_section_says)
{
    struct rules rules = rules_of("wythoff");
    struct solver *solver = solver_create(&rules);
    struct wythoff_values *values = wythoff_values_create();
    struct position position = {0};
    for (int64_t b = 0; b <= WYTHOFF_VALUED_MAX; b++)
        for (int64_t a = 0; a <= b; a++) {
            set_pair(&position, a, b);
            bool is_lost = solver_outcome(solver, &position) == OUTCOME_P;
            EXPECT((wythoff_values_get(values, a, b) == 0) == is_lost, "%" PRId64 "+%" PRId64, a,
                   b);
        }
    uint64_t value;
    set_pair(&position, 5, WYTHOFF_VALUED_MAX);
    cr_assert(solver_grundy(solver, &position, &value));
    set_pair(&position, 5, WYTHOFF_VALUED_MAX + 1);
    cr_assert_not(solver_grundy(solver, &position, &value));
    set_pair(&position, 3999999999999999998, 6472135954999579390);
    cr_assert(solver_outcome(solver, &position) == OUTCOME_P);
    cr_assert(solver_grundy(solver, &position, &value) && value == 0);
    wythoff_values_destroy(values);
    position_finish(&position);
    solver_destroy(solver);
}

__extension__ typedef __int128 int128;

/* Is m = floor(k phi)? phi is the root of x^2 = x + 1. */
static bool is_below_golden(int64_t m, int64_t k)
{
    return (int128)m * m - (int128)m * k < (int128)k * k || (m == 0 && k == 0);
}

/* floor(k phi) by bisection. */
static int64_t golden(int64_t k)
{
    int64_t low = k, high = k <= INT64_MAX / 2 ? 2 * k + 1 : INT64_MAX;
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (is_below_golden(middle, k))
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* The largest k for which floor(k phi^2) is no more than 2^63-1. */
static const int64_t largest_index = 3523014627193176565;

static bool is_golden_pair(const struct position *position)
{
    int64_t larger = position->count ? position->cells[position->count - 1] : 0;
    int64_t smaller = position->count > 1 ? position->cells[0] : 0;
    return larger - smaller <= largest_index && golden(larger - smaller) == smaller;
}

struct large_wythoff {
    struct rules rules;
    struct solver *solver;
    struct position position;
    struct position after;
    uint64_t checked;
};

static bool is_lost(struct large_wythoff *large, const struct position *position)
{
    bool lost = solver_outcome(large->solver, position) == OUTCOME_P;
    EXPECT(lost == is_golden_pair(position), "%" PRId64 "+%" PRId64, position->cells[0],
           position->cells[position->count - 1]);
    return lost;
}

/* Every listed move is legal and leaves a lost pair; and the list has the move to this one. */
static void expect_winning(struct large_wythoff *large, const struct position *pair)
{
    struct move moves[4];
    struct text text = {0};
    struct winning_moves found = solver_winning_moves(large->solver, &large->position, moves, 4);
    bool leads_to_pair = false;
    EXPECT(found.counted && !found.truncated && found.listed <= 3, "at most three");
    for (uint32_t i = 0; i < found.listed; i++) {
        struct move read;
        struct error error;
        text_clear(&text);
        move_print(&large->rules, &large->position, &moves[i], &text);
        EXPECT(!move_parse(&large->rules, &large->position, text_string(&text), text.len, &read,
                           &error) &&
                   move_equal(&read, &moves[i]),
               "%s", text_string(&text));
        position_copy(&large->after, &large->position);
        move_apply(&large->rules, &large->after, &read);
        EXPECT(is_golden_pair(&large->after), "%s", text_string(&text));
        leads_to_pair = leads_to_pair || position_equal(&large->after, pair);
        for (uint32_t j = 0; j < i; j++)
            EXPECT(!move_equal(&moves[i], &moves[j]), "%s twice", text_string(&text));
    }
    EXPECT(leads_to_pair, "%" PRId64 "+%" PRId64 ": a move is not listed", pair->cells[0],
           pair->cells[1]);
    text_finish(&text);
    large->checked++;
}

/* A pair, those from which moves lead to it, and those to which moves lead from it. */
static void check_large_pair(struct large_wythoff *large, struct random *random, int64_t k)
{
    struct position pair = {0};
    int64_t a = golden(k), b = a + k;
    set_pair(&pair, a, b);
    EXPECT(is_lost(large, &pair), "k = %" PRId64, k);
    for (int i = 0; i < 8; i++) {
        int64_t room = INT64_MAX - b;
        int64_t add = i < 4 ? i + 1 : 1 + (int64_t)random_below(random, (uint128)room + 1);
        if (add > room)
            continue;
        const struct {
            int64_t a, b;
        } origins[] = {{a + add, b}, {a, b + add}, {a + add, b + add}};
        for (int kind = 0; kind < 3; kind++) {
            set_pair(&large->position, origins[kind].a, origins[kind].b);
            EXPECT(!is_lost(large, &large->position), "a move leads to a lost pair");
            expect_winning(large, &pair);
        }
        struct move move;
        move_at(&large->rules, &pair, random_below(random, move_count(&large->rules, &pair)),
                &move);
        position_copy(&large->after, &pair);
        move_apply(&large->rules, &large->after, &move);
        EXPECT(!is_lost(large, &large->after), "no move leads from one to another");
    }
    position_finish(&pair);
}

Test(solver_wythoff, wythoff_is_exact_up_to_2_63)
{
    struct large_wythoff large = {.rules = rules_of("wythoff")};
    struct random random = random_from_seed(7);
    large.solver = solver_create(&large.rules);
    cr_assert_eq(golden(largest_index) > INT64_MAX - largest_index, false);
    cr_assert(golden(largest_index + 1) > INT64_MAX - largest_index - 1);
    for (int64_t k = 1; k <= 100; k++)
        check_large_pair(&large, &random, k);
    for (int64_t k = largest_index - 200; k <= largest_index; k++)
        check_large_pair(&large, &random, k);
    for (int i = 0; i < 2000; i++)
        check_large_pair(&large, &random,
                         1 + (int64_t)random_below(&random, (uint128)largest_index));
    /* Fibonacci numbers come nearest to the golden section. */
    for (int64_t k = 1, next = 2, sum; k <= largest_index; sum = k + next, k = next, next = sum)
        check_large_pair(&large, &random, k);
    fprintf(stderr, "wythoff: %" PRIu64 " lists of winning moves to 2^63\n", large.checked);
    position_finish(&large.position);
    position_finish(&large.after);
    solver_destroy(large.solver);
}

Test(solver_wythoff, wythoff_has_no_lost_pair_of_a_larger_difference)
{
    struct rules rules = rules_of("wythoff");
    struct solver *solver = solver_create(&rules);
    const char *positions[] = {
        "9223372036854775807", "1+9223372036854775807", "9223372036854775807+9223372036854775807",
        "9223372036854775806+9223372036854775807", "4611686018427387904+9223372036854775807"};
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        struct position position = position_of(&rules, positions[i]);
        EXPECT(solver_outcome(solver, &position) == OUTCOME_N, "%s", positions[i]);
        struct move move;
        solver_best_move(solver, &position, &move);
        move_apply(&rules, &position, &move);
        EXPECT(is_golden_pair(&position), "%s", positions[i]);
        position_finish(&position);
    }
    solver_destroy(solver);
}

Test(solver_wythoff, wythoff_from_large_lost_pairs_ends)
{
    cr_assert_gt(plies_from("wythoff", "1597+2584"), 2);
    cr_assert_gt(plies_from("wythoff,misere", "1597+2584"), 2);
    cr_assert_gt(plies_from("wythoff", "8+13"), 2);
}

Test(solver_wythoff, wythoff_answers_hard_where_there_are_2_63_moves)
{
    struct rules rules = rules_of("wythoff");
    struct solver *solver = solver_create(&rules);
    struct position position = position_of(&rules, "3999999999999999998+6472135954999579390");
    struct move move;
    solver_best_move(solver, &position, &move);
    move_apply(&rules, &position, &move);
    struct winning_moves found = solver_winning_moves(solver, &position, NULL, 0);
    cr_assert(found.count == 1, "one winning move of them all");
    position_finish(&position);
    solver_destroy(solver);
}

/* Where every move can be weighed, the promising ones hold the hardest. */
Test(solver_wythoff, the_smallest_takes_are_as_hard_as_any)
{
    struct rules rules = rules_of("wythoff");
    struct solver *solver = solver_create(&rules);
    struct position position = {0};
    for (int64_t k = 60; k < 690; k += 7) {
        struct move hardest, replies[SOLVER_REPLIES_MAX];
        set_pair(&position, golden(k), golden(k) + k);
        EXPECT(move_count(&rules, &position) <= SOLVER_EXACT_MOVES, "k = %" PRId64, k);
        solver_best_move(solver, &position, &hardest);
        uint32_t count = solver_family_wythoff.promising_replies(solver, &position, replies);
        bool is_found = false;
        for (uint32_t i = 0; i < count; i++)
            is_found = is_found || move_equal(&replies[i], &hardest);
        EXPECT(is_found, "k = %" PRId64, k);
    }
    position_finish(&position);
    solver_destroy(solver);
}

Test(solver_wythoff, wythoff_is_explained_by_the_golden_section)
{
    expect_explanation(
        "wythoff", "3+5",
        "No move wins: this is one of the lost pairs.\n"
        "The lost pairs: (0,0), (1,2), (3,5), (4,7), (6,10), ..., one of each difference.\n"
        "No move leads from one of them to another, and one does from any other pair.\n"
        "That of difference 2 is 3 and 5.\n"
        "It is d phi and d phi^2 rounded down: phi is the golden ratio, 1.618..., d is 2.\n");
    expect_explanation(
        "wythoff", "8+12",
        "Leave a lost pair: 6 and 10.\n"
        "The lost pairs: (0,0), (1,2), (3,5), (4,7), (6,10), ..., one of each difference.\n"
        "No move leads from one of them to another, and one does from any other pair.\n"
        "That of difference 4 is 6 and 10.\n"
        "It is d phi and d phi^2 rounded down: phi is the golden ratio, 1.618..., d is 4.\n"
        "In lost pairs the other heap is 13 beside 8, and 20 beside 12.\n");
    expect_explanation(
        "wythoff,misere", "4+5",
        "Leave a lost pair: 0 and 1.\n"
        "The lost pairs: (0,1), (2,2), (3,5), (4,7), (6,10), ..., one of each difference.\n"
        "No move leads from one of them to another, and one does from any other pair.\n"
        "That of difference 1 is 0 and 1, in misere play.\n"
        "In lost pairs the other heap is 7 beside 4, and 3 beside 5.\n");
    expect_explanation(
        "wythoff,misere", "0",
        "No move is left, and who has none wins in misere play.\n"
        "The lost pairs: (0,1), (2,2), (3,5), (4,7), (6,10), ..., one of each difference.\n"
        "No move leads from one of them to another, and one does from any other pair.\n"
        "That of difference 0 is 2 and 2, in misere play.\n"
        "In lost pairs the other heap is 1 beside 0.\n");
    expect_explanation(
        "wythoff", "9223372036854775807",
        "Leave a lost pair: 0 and 0.\n"
        "The lost pairs: (0,0), (1,2), (3,5), (4,7), (6,10), ..., one of each difference.\n"
        "No move leads from one of them to another, and one does from any other pair.\n"
        "That of difference 9223372036854775807 has a heap over 9223372036854775807.\n"
        "In lost pairs the other heap is 0 beside 0,\n"
        "and 5700357409661599242 beside 9223372036854775807.\n");
}
