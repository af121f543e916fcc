/* The theory of alpha against the definitions: of the sequence, of the sums, of the game. */
#include "alpha_definition.h"
#include "common/base/memory.h"
#include "common/solver/alpha_walk.h"
#include "common/solver/p_sequence.h"
#include "test_solver_checks.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* --- recurrence and interval --- */

static void check_recurrence(const struct alpha_walk *walk, const struct naive *naive)
{
    uint32_t k = alpha_walk_gap(walk), start = alpha_walk_start_index(walk);
    for (uint32_t n = 0; n < walk->term_count && n < naive->count; n++)
        EXPECT(naive->terms[n] == (uint128)walk->terms[n], "P_%" PRIu32, n);
    for (uint32_t n = start; n + 1 < naive->count; n++)
        EXPECT(naive->terms[n + 1] == naive->terms[n] + naive->terms[n - k], "P_%" PRIu32, n + 1);
    EXPECT(start == 1 || start < k + 1 ||
               naive->terms[start] != naive->terms[start - 1] + naive->terms[start - 1 - k],
           "N = %" PRIu32 " is the least", start);
}

Test(alpha, obeys_the_recurrence_two_hundred_terms_on)
{
    struct random random = random_from_seed(4);
    struct naive *naive = memory_zeroed(1, sizeof *naive);
    for (int round = 0; round < 200; round++) {
        struct alpha_walk walk;
        EXPECT(alpha_walk_start(&walk, drawn_alpha(&random, 100)), "terms of 63 bits");
        naive_fill(naive, walk.alpha, walk.term_count + 200);
        check_recurrence(&walk, naive);
        alpha_walk_finish(&walk);
    }
    free(naive);
}

static bool same_terms(const struct naive *a, const struct naive *b)
{
    uint32_t count = a->count < b->count ? a->count : b->count;
    return memcmp(a->terms, b->terms, count * sizeof *a->terms) == 0;
}

/* The same sequence at the left end, at the number asked for and just below the right end; another
 * one just below the left end and at the right one. */
static void check_ends(struct alpha alpha, struct naive *here, struct naive *there)
{
    struct alpha_walk walk;
    EXPECT(alpha_walk_start(&walk, alpha), "terms of 63 bits");
    uint32_t count = walk.term_count + 50;
    struct alpha left = alpha_walk_left(&walk), right = alpha_walk_right(&walk);
    struct alpha below_left = {left.p * 1000000 - 1, left.q * 1000000};
    struct alpha below_right = {right.p * 1000000 - 1, right.q * 1000000};
    naive_fill(here, alpha, count);
    naive_fill(there, left, count);
    EXPECT(same_terms(here, there), "%" PRId64 "/%" PRId64 ": left end", alpha.p, alpha.q);
    naive_fill(there, below_right, count);
    EXPECT(same_terms(here, there), "%" PRId64 "/%" PRId64 ": below it", alpha.p, alpha.q);
    naive_fill(there, right, count);
    EXPECT(!same_terms(here, there), "%" PRId64 "/%" PRId64 ": right end", alpha.p, alpha.q);
    if (left.p > left.q) {
        naive_fill(there, below_left, count);
        EXPECT(!same_terms(here, there), "%" PRId64 "/%" PRId64 ": left of it", alpha.p, alpha.q);
    }
    alpha_walk_finish(&walk);
}

Test(alpha, keeps_its_sequence_from_end_to_end_and_no_further)
{
    struct random random = random_from_seed(5);
    struct naive *here = memory_zeroed(1, sizeof *here), *there = memory_zeroed(1, sizeof *there);
    for (int round = 0; round < 200; round++)
        check_ends(drawn_alpha(&random, 60), here, there);
    free(here);
    free(there);
}

/* p P_m = q P_n for some m and n, by looking at all of them. */
static bool has_such_a_pair(const struct naive *naive, struct alpha alpha)
{
    for (uint32_t n = 1; n < naive->count; n++) {
        for (uint32_t m = 1; m < n; m++) {
            if ((uint128)alpha.p * naive->terms[m] == (uint128)alpha.q * naive->terms[n])
                return true;
        }
    }
    return false;
}

Test(alpha, is_a_cutoff_where_two_terms_have_this_ratio)
{
    struct naive *naive = memory_zeroed(1, sizeof *naive);
    int cutoffs = 0;
    for (int64_t q = 1; q <= 8; q++) {
        for (int64_t p = q + 1; p <= 12 * q; p++) {
            bool is_known;
            struct alpha alpha = alpha_reduced(p, q);
            naive_fill(naive, alpha, 130);
            bool is_cutoff = alpha_is_cutoff(alpha, &is_known);
            EXPECT(is_known && is_cutoff == has_such_a_pair(naive, alpha), "%" PRId64 "/%" PRId64,
                   p, q);
            cutoffs += is_cutoff && alpha.q == q;
        }
    }
    cr_assert_gt(cutoffs, 40);
    free(naive);
}

Test(alpha, every_whole_number_from_2_on_is_a_cutoff)
{
    bool is_known;
    for (int64_t i = 2; i <= 100; i++)
        EXPECT(alpha_is_cutoff((struct alpha){i, 1}, &is_known) && is_known, "%" PRId64, i);
    cr_assert_not(alpha_is_cutoff((struct alpha){1, 1}, &is_known));
    cr_assert_not(alpha_is_cutoff((struct alpha){31, 2}, &is_known));
    cr_assert(alpha_is_cutoff((struct alpha){43, 11}, &is_known));
}

/* --- sequences --- */

static struct rules rules_with(struct alpha alpha)
{
    char text[64];
    snprintf(text, sizeof text, "take-away:%" PRId64 "/%" PRId64 "x", alpha.p, alpha.q);
    struct rules rules;
    struct error error;
    EXPECT(rules_parse(&rules, text, strlen(text), &error) == ERROR_NONE, "%s", error.message);
    return rules;
}

/* Every step by definition: m is the least index with alpha P_m >= P_n, and the shield of P_n is
 * the last take after which the quota is below it. */
static void check_terms(const struct p_sequence *sequence, struct alpha alpha)
{
    const int64_t *terms = sequence->terms;
    EXPECT(terms[0] == 0 && terms[1] == 1, "%" PRId64 "/%" PRId64, alpha.p, alpha.q);
    uint32_t m = 1;
    for (uint32_t n = 1; n < sequence->count; n++) {
        uint128 reached = (uint128)alpha.q * (uint128)terms[n];
        while ((uint128)alpha.p * (uint128)terms[m] < reached)
            m++;
        uint128 next = (uint128)terms[n] + (uint128)terms[m];
        bool is_last = n + 1 == sequence->count;
        EXPECT(is_last ? next > INT64_MAX : next == (uint128)terms[n + 1],
               "%" PRId64 "/%" PRId64 ": P_%" PRIu32, alpha.p, alpha.q, n + 1);
        uint128 shield = (uint128)sequence->shields[n];
        EXPECT((uint128)alpha.p * shield < reached && (uint128)alpha.p * (shield + 1) >= reached,
               "%" PRId64 "/%" PRId64 ": shield of P_%" PRIu32, alpha.p, alpha.q, n);
    }
}

static uint32_t check_sequence(struct alpha alpha)
{
    struct p_sequence sequence;
    p_sequence_init(&sequence, alpha_function(alpha));
    p_sequence_reach(&sequence, INT64_MAX);
    check_terms(&sequence, alpha);
    uint32_t count = sequence.count;
    p_sequence_finish(&sequence);
    return count;
}

Test(alpha, has_the_sequence_of_the_definition)
{
    struct random random = random_from_seed(6);
    uint64_t terms = 0;
    for (int round = 0; round < 200; round++) {
        struct alpha alpha = drawn_alpha(&random, round % 2 ? 50 : 100000000);
        terms += check_sequence(alpha_is_allowed(alpha) ? alpha : (struct alpha){7, 2});
    }
    fprintf(stderr, "%" PRIu64 " terms checked\n", terms);
}

Test(alpha, has_the_sequence_of_the_definition_with_any_64_bits)
{
    const int64_t most = INT64_MAX;
    const struct alpha alphas[] = {
        {most, most},
        {most, most - 1},
        {most - 1, most / 2},
        {most, most / 2 + 1},
        {most, most / 2},
        {most, most / 3 - 1},
        {most, most / 7},
        {most - 1, most / 100},
        {most, most / 30 + 1},
        {most, most / 1000},
        {most / 2 + 1, most / 9},
        {most, most / 43 * 11},
        {most, most / ALPHA_MAX + 1},
    };
    for (size_t i = 0; i < sizeof alphas / sizeof *alphas; i++)
        check_sequence(alphas[i]);
}

Test(alpha, is_the_function_of_the_rules)
{
    struct random random = random_from_seed(6);
    for (int round = 0; round < 200; round++) {
        struct alpha alpha = drawn_alpha(&random, 10000);
        struct rules rules = rules_with(alpha);
        struct take_away_function of_rules = take_away_function(&rules);
        struct take_away_function of_alpha = alpha_function(alpha);
        EXPECT(of_rules.numerator == of_alpha.numerator &&
                   of_rules.denominator == of_alpha.denominator && of_rules.constant == 0 &&
                   of_alpha.constant == 0,
               "%s", rules.text);
    }
}

/* floor(15/11 * 11.0) is 14 where 15/11 is a double: a heap of 15 after a move of 11 could then not
 * be taken whole. */
Test(alpha, is_exact_where_doubles_are_not)
{
    volatile double rounded = 15.0 / 11.0;
    struct alpha alpha = {15, 11};
    cr_assert_lt((int)(rounded * 11.0), 15);
    cr_assert(alpha_reaches(alpha, 11, 15));
    cr_assert_not(alpha_reaches(alpha, 11, 16));
    struct rules rules = rules_with(alpha);
    struct position position = {0};
    struct move move;
    struct error error;
    cr_assert_eq(position_parse(&rules, "26", 2, &position, &error), ERROR_NONE);
    cr_assert_eq(move_parse(&rules, &position, "26>15", 5, &move, &error), ERROR_NONE);
    move_apply(&rules, &position, &move);
    cr_assert_eq(move_parse(&rules, &position, "15>0", 4, &move, &error), ERROR_NONE);
    position_finish(&position);
}

Test(alpha, cutoffs_are_lost_to_doubles)
{
    struct alpha_walk walk;
    int wrong = 0;
    EXPECT(alpha_walk_start(&walk, (struct alpha){1, 1}), "terms of 63 bits");
    for (int i = 0; i < 200; i++) {
        EXPECT(alpha_walk_next(&walk), "terms of 63 bits");
        volatile double rounded = (double)walk.alpha.p / (double)walk.alpha.q;
        wrong += (int64_t)(rounded * (double)walk.alpha.q) != walk.alpha.p;
    }
    cr_assert_gt(wrong, 0);
    alpha_walk_finish(&walk);
}

/* --- representations --- */

enum { SUMS_MAX = 400 };

/* Counts for each number how many sums it is of terms from `n` on, each above F of the one before.
 */
static void count_sums(const struct naive *naive, struct alpha alpha, uint32_t n, int64_t before,
                       int64_t sum, int *counts)
{
    for (; n < naive->count; n++) {
        int64_t term = (int64_t)naive->terms[n];
        if (sum + term > SUMS_MAX)
            return;
        if (alpha_reaches(alpha, before, term))
            continue;
        counts[sum + term]++;
        count_sums(naive, alpha, n + 1, term, sum + term, counts);
    }
}

static void check_representation(struct p_sequence *sequence, struct alpha alpha, int64_t number)
{
    uint32_t parts[P_SEQUENCE_PARTS_MAX + 1];
    uint32_t count = p_sequence_represent(sequence, number, parts);
    const int64_t *terms = sequence->terms;
    int64_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        sum += terms[parts[i]];
        EXPECT(i == 0 || !alpha_reaches(alpha, terms[parts[i]], terms[parts[i - 1]]),
               "part %" PRIu32 " of %" PRId64, i, number);
    }
    EXPECT(sum == number, "%" PRId64, number);
}

Test(alpha, represents_every_number_in_one_way)
{
    static const struct alpha alphas[] = {{1, 1}, {3, 2},   {2, 1},   {5, 2},  {3, 1},
                                          {7, 2}, {43, 11}, {41, 10}, {31, 7}, {20, 1}};
    struct naive *naive = memory_zeroed(1, sizeof *naive);
    for (size_t i = 0; i < sizeof alphas / sizeof *alphas; i++) {
        struct p_sequence sequence;
        int counts[SUMS_MAX + 1] = {0};
        naive_fill(naive, alphas[i], 200);
        count_sums(naive, alphas[i], 1, 0, 0, counts);
        p_sequence_init(&sequence, alpha_function(alphas[i]));
        for (int64_t number = 1; number <= SUMS_MAX; number++) {
            EXPECT(counts[number] == 1, "%" PRId64 " in %d ways", number, counts[number]);
            check_representation(&sequence, alphas[i], number);
        }
        check_representation(&sequence, alphas[i], INT64_MAX);
        p_sequence_finish(&sequence);
    }
    free(naive);
}

enum { HEAP_MAX = 60 };

/* The game itself: does whoever may take 1..quota of the heap win? */
static bool wins(bool won[HEAP_MAX + 1][HEAP_MAX + 1], struct alpha alpha, int heap, int quota)
{
    for (int take = 1; take <= quota; take++) {
        int left = heap - take;
        int64_t next = alpha.p * take / alpha.q;
        if (!won[left][next < left ? next : left])
            return true;
    }
    return false;
}

Test(alpha, the_smallest_part_is_the_least_winning_move)
{
    struct random random = random_from_seed(7);
    for (int round = 0; round < 100; round++) {
        static bool won[HEAP_MAX + 1][HEAP_MAX + 1];
        struct p_sequence sequence;
        struct alpha alpha = drawn_alpha(&random, 40);
        memset(won, 0, sizeof won);
        p_sequence_init(&sequence, alpha_function(alpha));
        for (int heap = 1; heap <= HEAP_MAX; heap++) {
            int64_t least = p_sequence_smallest_part(&sequence, heap);
            for (int quota = 1; quota <= heap; quota++) {
                won[heap][quota] = wins(won, alpha, heap, quota);
                EXPECT(won[heap][quota] == (quota >= least), "%d@%d", heap, quota);
            }
        }
        p_sequence_finish(&sequence);
    }
}

/* --- limits --- */

Test(alpha, says_so_when_terms_need_more_than_63_bits)
{
    struct alpha_walk walk;
    int64_t count;
    bool is_known;
    struct alpha large = {ALPHA_MAX, 1};
    cr_assert_not(alpha_walk_start(&walk, large));
    alpha_walk_finish(&walk);
    cr_assert_eq(alpha_count_within(large, (struct alpha){ALPHA_MAX + 1, 1}, NULL, &count),
                 ALPHA_OVERFLOW);
    alpha_is_cutoff(large, &is_known);
    cr_assert_not(is_known);
}

Test(alpha, reaches_the_last_terms_of_63_bits)
{
    struct p_sequence sequence;
    p_sequence_init(&sequence, alpha_function((struct alpha){1, 1}));
    p_sequence_reach(&sequence, INT64_MAX);
    cr_assert_eq(sequence.terms[sequence.count - 1], INT64_C(1) << 62);
    p_sequence_finish(&sequence);
    p_sequence_init(&sequence, alpha_function((struct alpha){2, 1}));
    p_sequence_reach(&sequence, 21);
    cr_assert_eq(sequence.terms[sequence.count - 1], 21);
    p_sequence_reach(&sequence, 33);
    cr_assert_eq(sequence.terms[sequence.count - 1], 21);
    p_sequence_finish(&sequence);
}

Test(alpha, allows_fractions_from_1_to_its_limit)
{
    cr_assert(alpha_is_allowed((struct alpha){1, 1}));
    cr_assert(alpha_is_allowed((struct alpha){ALPHA_MAX, 1}));
    cr_assert(alpha_is_allowed((struct alpha){INT64_MAX, INT64_MAX - 1}));
    cr_assert_not(alpha_is_allowed((struct alpha){INT64_MAX - 1, INT64_MAX}));
    cr_assert_not(alpha_is_allowed((struct alpha){ALPHA_MAX * INT64_C(7) + 1, 7}));
    cr_assert_eq(alpha_compare(alpha_reduced(21, 6), (struct alpha){7, 2}), 0);
    cr_assert_lt(alpha_compare((struct alpha){7, 2}, (struct alpha){11, 3}), 0);
}
