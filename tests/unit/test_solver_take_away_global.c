/* Take-away with one quota for all heaps. */
#include "test_solver_checks.h"

#include "common/game/take_away.h"
#include "common/solver/doubling_pair.h"
#include "common/solver/least_quota_table.h"

#include <inttypes.h>
#include <stdio.h>

SUITE(solver_take_away_global, 240);

static const char *const every_rules[] = {
    "take-away:x,global",    "take-away:2x-1,global",   "take-away:3/2x,global",
    "take-away:5/4x,global", "take-away:19/10x,global", "take-away:15/11x,global",
    "take-away:2x,global",   "take-away:5/2x,global",   "take-away:3x,global",
    "take-away:10x,global",  "take-away:x+2,global",    "take-away:3x-2,global",
    "take-away:100x,global",
};
enum { RULES_COUNT = sizeof every_rules / sizeof *every_rules, HEAPS_MAX_HERE = 8 };

/* Heaps ascending; a quota above the largest is that heap. */
static struct position position_with(const int64_t *heaps, uint32_t count, int64_t quota)
{
    struct position position = {0};
    position_push(&position, quota < heaps[count - 1] ? quota : heaps[count - 1]);
    for (uint32_t i = 0; i < count; i++)
        position_push(&position, heaps[i]);
    return position;
}

/* --- small positions, all of them --- */

static void check_every_quota(struct checker *checker, const int64_t *heaps, uint32_t count)
{
    for (int64_t quota = 1; quota <= heaps[count - 1]; quota++) {
        struct position position = position_with(heaps, count, quota);
        check_position(checker, &position);
        position_finish(&position);
    }
}

static void check_with_more_heaps(struct checker *checker, int64_t heaps[HEAPS_MAX_HERE],
                                  uint32_t count, uint32_t heaps_max, int64_t heap_max)
{
    if (count > 0)
        check_every_quota(checker, heaps, count);
    for (int64_t heap = count ? heaps[count - 1] : 1; count < heaps_max && heap <= heap_max;
         heap++) {
        heaps[count] = heap;
        check_with_more_heaps(checker, heaps, count + 1, heaps_max, heap_max);
    }
}

static void check_all(uint32_t heaps_max, int64_t heap_max)
{
    for (int i = 0; i < RULES_COUNT; i++) {
        struct checker checker = checker_start(every_rules[i]);
        int64_t heaps[HEAPS_MAX_HERE];
        check_with_more_heaps(&checker, heaps, 0, heaps_max, heap_max);
        checker_finish(&checker);
    }
}

Test(solver_take_away_global, plays_two_heaps_as_the_oracle_does)
{
    check_all(2, 30);
}

Test(solver_take_away_global, plays_three_heaps_as_the_oracle_does)
{
    check_all(3, 12);
}

Test(solver_take_away_global, plays_six_heaps_as_the_oracle_does)
{
    check_all(6, 4);
}

Test(solver_take_away_global, knows_the_opening_of_single_counters_and_the_end)
{
    const char *const texts[] = {"0", "1", "1+1", "1+1+1@1"};
    struct checker checker = checker_start("take-away:2x,global");
    for (int i = 0; i < 4; i++) {
        struct position position = position_of(&checker.rules, texts[i]);
        check_position(&checker, &position);
        position_finish(&position);
    }
    checker_finish(&checker);
}

/* --- vectors --- */

static void check_least(struct solver *solver, const int64_t *heaps, uint32_t count, int64_t least)
{
    int64_t most = heaps[count - 1];
    EXPECT(least <= most, "least quota %" PRId64, least);
    for (int64_t quota = 1; quota <= most; quota++) {
        struct position position = position_with(heaps, count, quota);
        bool wins = solver_outcome(solver, &position) == OUTCOME_N;
        EXPECT(wins == (least > 0 && quota >= least), "%s: %" PRId64 "+%" PRId64 "@%" PRId64,
               solver_rules(solver)->text, heaps[0], most, quota);
        position_finish(&position);
    }
}

/* Rows are heaps, ascending and with zeros, and the least quota or -1. */
static void check_vector(const char *rules_text, const char *path, uint32_t columns)
{
    struct rules rules = rules_of(rules_text);
    struct solver *solver = solver_create(&rules);
    FILE *file = fopen(path, "r");
    EXPECT(file, "%s", path);
    EXPECT(fscanf(file, "%*s") == 0, "a line of titles");
    uint32_t rows = 0;
    for (;; rows++) {
        int64_t row[4];
        uint32_t read = 0, zeros = 0;
        while (read <= columns && fscanf(file, read ? ",%" SCNd64 : "%" SCNd64, &row[read]) == 1)
            read++;
        if (read <= columns)
            break;
        while (zeros < columns && row[zeros] == 0)
            zeros++;
        if (zeros < columns)
            check_least(solver, row + zeros, columns - zeros, row[columns]);
    }
    cr_assert_geq(rows, 900);
    fclose(file);
    solver_destroy(solver);
}

Test(solver_take_away_global, agrees_with_the_vectors)
{
    check_vector("take-away:2x,global", VECTORS_DIR "/global_quota_two_heaps_2x.csv", 2);
    check_vector("take-away:x,global", VECTORS_DIR "/global_quota_two_heaps_x.csv", 2);
    check_vector("take-away:2x,global", VECTORS_DIR "/global_quota_three_heaps_2x.csv", 3);
}

/* --- closed forms against the table --- */

static void check_pair_takes(struct p_sequence *fibonacci, struct least_quota_table *table,
                             int64_t heap, int64_t other)
{
    int64_t heaps[] = {heap < other ? heap : other, heap < other ? other : heap};
    int64_t closed[P_SEQUENCE_PARTS_MAX], tabulated[LEAST_QUOTA_TAKES_MAX];
    uint32_t count = doubling_pair_takes(fibonacci, heap, other, heap, closed);
    uint32_t expected = least_quota_takes(table, heaps, 2, heap < other ? 0 : 1, heap, tabulated);
    EXPECT(count == expected, "%" PRId64 " beside %" PRId64 ": %" PRIu32 " takes, not %" PRIu32,
           heap, other, count, expected);
    for (uint32_t i = 0; i < count; i++)
        EXPECT(closed[i] == tabulated[i], "%" PRId64 " beside %" PRId64 ": %" PRId64, heap, other,
               closed[i]);
}

Test(solver_take_away_global, has_a_closed_form_for_two_heaps_of_fibonacci_nim)
{
    enum { SIDE = 1500 };
    struct rules rules = rules_of("take-away:2x,global");
    struct p_sequence fibonacci;
    p_sequence_init(&fibonacci, take_away_function(&rules));
    struct least_quota_table *table = least_quota_table_create(&rules);
    least_quota(table, (int64_t[]){SIDE, SIDE}, 2);
    for (int64_t a = 1; a <= SIDE; a++) {
        for (int64_t b = a; b <= SIDE; b++)
            EXPECT(doubling_pair_least_quota(&fibonacci, a, b) ==
                       least_quota(table, (int64_t[]){a, b}, 2),
                   "%" PRId64 "+%" PRId64, a, b);
    }
    for (int64_t a = 1; a <= 400; a++) {
        for (int64_t b = 1; b <= 400; b++)
            check_pair_takes(&fibonacci, table, a, b);
    }
    least_quota_table_destroy(table);
    p_sequence_finish(&fibonacci);
}

/* All winning moves, under a quota that allows everything. */
static void check_moves_by_table(struct solver *solver, struct least_quota_table *table,
                                 const int64_t *heaps, uint32_t count)
{
    struct position position = position_with(heaps, count, INT64_MAX);
    struct move moves[HEAPS_MAX_HERE * LEAST_QUOTA_TAKES_MAX];
    uint32_t found =
        solver_winning_moves(solver, &position, moves, sizeof moves / sizeof *moves).listed;
    uint32_t expected = 0;
    for (uint32_t i = 0; i < count; i++) {
        int64_t takes[LEAST_QUOTA_TAKES_MAX];
        if (i > 0 && heaps[i - 1] == heaps[i])
            continue;
        uint32_t of_heap = least_quota_takes(table, heaps, count, i, INT64_MAX, takes);
        for (uint32_t k = 0; k < of_heap; k++, expected++) {
            struct move move = take_away_move(heaps[i], heaps[i] - takes[k]);
            EXPECT(expected < found && move_equal(&moves[expected], &move),
                   "%s: %" PRId64 " of %" PRId64, solver_rules(solver)->text, takes[k], heaps[i]);
        }
    }
    EXPECT(found == expected, "%s: %" PRIu32 " moves, not %" PRIu32, solver_rules(solver)->text,
           found, expected);
    position_finish(&position);
}

/* F(b) < 2b for every power b of 2. */
static const char *const binary_rules[] = {
    "take-away:x,global",
    "take-away:2x-1,global",
    "take-away:3/2x,global",
    "take-away:5/4x,global",
    "take-away:19/10x,global",
    "take-away:15/11x,global",
    "take-away:1.999999999x,global",
};
enum { BINARY_RULES_COUNT = sizeof binary_rules / sizeof *binary_rules };

static void check_nim_sum(const char *rules_text)
{
    enum { SIDE = 70 };
    struct rules rules = rules_of(rules_text);
    struct solver *solver = solver_create(&rules);
    struct least_quota_table *table = least_quota_table_create(&rules);
    least_quota(table, (int64_t[]){SIDE, SIDE, SIDE}, 3);
    for (int64_t a = 1; a <= SIDE; a++) {
        for (int64_t b = a; b <= SIDE; b++) {
            for (int64_t c = b; c <= SIDE; c++) {
                uint64_t sum = (uint64_t)(a ^ b ^ c);
                EXPECT(least_quota(table, (int64_t[]){a, b, c}, 3) ==
                           (sum ? sum & -sum : UINT64_MAX),
                       "%s %" PRId64 "+%" PRId64 "+%" PRId64, rules_text, a, b, c);
                check_moves_by_table(solver, table, (int64_t[]){a, b, c}, 3);
            }
        }
    }
    least_quota_table_destroy(table);
    solver_destroy(solver);
}

Test(solver_take_away_global, has_a_closed_form_by_the_nim_sum)
{
    for (int i = 0; i < BINARY_RULES_COUNT; i++)
        check_nim_sum(binary_rules[i]);
}

/* --- large heaps, by definition --- */

static bool is_listed(const struct move *move, const struct move *moves, uint32_t count)
{
    bool found = false;
    for (uint32_t i = 0; i < count; i++)
        found |= move_equal(move, &moves[i]);
    return found;
}

static void expect_sound(struct solver *solver, const struct position *position,
                         const struct move *move, const struct move *moves, uint32_t count)
{
    bool wins = outcome_after(solver, position, move) == OUTCOME_P;
    EXPECT(wins == is_listed(move, moves, count), "%s: %" PRId64 ">%" PRId64 " is %s",
           solver_rules(solver)->text, move->cells[0], take_away_heap_left(move),
           wins ? "left out" : "wrong");
}

/* A take of any number of digits. */
static int64_t draw_take(struct random *random, int64_t most)
{
    int64_t take = 1 + (int64_t)random_below(random, (uint128)1 << random_below(random, 63));
    return take <= most ? take : 1 + (int64_t)random_below(random, (uint128)most);
}

/* Listed moves win by definition; drawn ones win iff they are listed, whoever is to win. */
static void check_by_definition(struct solver *solver, const struct position *position,
                                struct random *random, int draws)
{
    struct move moves[HEAPS_MAX_HERE * LEAST_QUOTA_TAKES_MAX];
    struct winning_moves found =
        solver_winning_moves(solver, position, moves, sizeof moves / sizeof *moves);
    EXPECT(found.counted && !found.truncated, "all are listed");
    EXPECT((found.count > 0) == (solver_outcome(solver, position) == OUTCOME_N), "%s",
           solver_rules(solver)->text);
    for (uint32_t i = 0; i < found.listed; i++)
        expect_sound(solver, position, &moves[i], moves, found.listed);
    for (int i = 0; i < draws; i++) {
        uint32_t index = 1 + (uint32_t)random_below(random, position->count - 1);
        int64_t heap = position->cells[index], quota = position->cells[0];
        int64_t take = draw_take(random, quota < heap ? quota : heap);
        struct move move = take_away_move(heap, heap - take);
        expect_sound(solver, position, &move, moves, found.listed);
    }
}

static int compare_heaps(const void *a, const void *b)
{
    const int64_t *left = a, *right = b;
    return (*left > *right) - (*left < *right);
}

/* Checks some heaps under the least winning quota, one less, all there is, and a drawn one. */
static void check_large(struct solver *solver, int64_t *heaps, uint32_t count, uint64_t least,
                        struct random *random)
{
    qsort(heaps, count, sizeof *heaps, compare_heaps);
    int64_t most = heaps[count - 1];
    int64_t quotas[] = {most, draw_take(random, most), most, most};
    if (least != UINT64_MAX) {
        quotas[2] = (int64_t)least;
        quotas[3] = least > 1 ? (int64_t)least - 1 : 1;
    }
    for (int i = 0; i < 4; i++) {
        struct position position = position_with(heaps, count, quotas[i]);
        bool wins = solver_outcome(solver, &position) == OUTCOME_N;
        EXPECT(wins == ((uint64_t)quotas[i] >= least), "%s", solver_rules(solver)->text);
        check_by_definition(solver, &position, random, 60);
        position_finish(&position);
    }
}

static void check_large_nim_sums(const char *rules_text)
{
    struct rules rules = rules_of(rules_text);
    struct solver *solver = solver_create(&rules);
    struct random random = random_from_seed(4);
    for (int round = 0; round < 300; round++) {
        int64_t heaps[HEAPS_MAX_HERE];
        uint32_t count = 2 + (uint32_t)round % 6;
        uint64_t sum = 0, limit = (uint64_t)1 << (3 + round % 61);
        for (uint32_t i = 0; i < count; i++) {
            heaps[i] = 1 + (int64_t)random_below(&random, limit - 1);
            sum ^= (uint64_t)heaps[i];
        }
        if (round % 3 == 0 && (sum ^ (uint64_t)heaps[0]) != 0) { /* none, or a high digit */
            heaps[0] ^= (int64_t)sum;
            sum = 0;
        }
        check_large(solver, heaps, count, sum ? sum & -sum : UINT64_MAX, &random);
    }
    solver_destroy(solver);
}

Test(solver_take_away_global, is_exact_for_heaps_to_2_63_by_the_nim_sum)
{
    for (int i = 0; i < BINARY_RULES_COUNT; i++)
        check_large_nim_sums(binary_rules[i]);
}

/* Sums of a few Fibonacci numbers, so that small and large parts, and exceptional pairs, are
 * frequent. */
static int64_t draw_sum(const struct p_sequence *fibonacci, struct random *random, uint32_t terms,
                        int64_t most)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i < terms; i++) {
        int64_t term = fibonacci->terms[1 + random_below(random, fibonacci->count - 1)];
        if (term <= most - sum)
            sum += term;
    }
    return sum > 0 ? sum : 1;
}

Test(solver_take_away_global, is_exact_for_two_heaps_to_2_63_of_fibonacci_nim)
{
    struct rules rules = rules_of("take-away:2x,global");
    struct solver *solver = solver_create(&rules);
    struct p_sequence fibonacci;
    p_sequence_init(&fibonacci, take_away_function(&rules));
    p_sequence_reach(&fibonacci, INT64_MAX);
    struct random random = random_from_seed(5);
    uint32_t exceptional = 0;
    for (uint32_t round = 0; round < 1500; round++) {
        int64_t a = draw_sum(&fibonacci, &random, 1 + round % 7, INT64_MAX);
        int64_t b =
            round % 5 == 0
                ? 1 + (int64_t)random_below(&random, INT64_MAX)
                : a + (a < INT64_MAX ? draw_sum(&fibonacci, &random, 1 + round % 4, INT64_MAX - a)
                                     : 0);
        if (b < a)
            b = a;
        int64_t heaps[] = {a, b};
        uint64_t least = doubling_pair_least_quota(&fibonacci, a, b);
        if (a < b)
            exceptional += least != (uint64_t)p_sequence_smallest_part(&fibonacci, b - a);
        check_large(solver, heaps, 2, least, &random);
    }
    fprintf(stderr, "%" PRIu32 " exceptional pairs\n", exceptional);
    cr_assert_gt(exceptional, 20);
    p_sequence_finish(&fibonacci);
    solver_destroy(solver);
}

/* Best moves from the largest positions; from a lost one no move is any better, whatever it is. */
static void play(const char *rules_text, const char *position_text, uint32_t plies)
{
    struct rules rules = rules_of(rules_text);
    struct solver *solver = solver_create(&rules);
    struct position position = position_of(&rules, position_text);
    struct error error;
    EXPECT(!position_check_start(&rules, &position, &error), "%s", error.message);
    for (uint32_t ply = 0; ply < plies && !position_is_over(&rules, &position); ply++) {
        enum outcome before = solver_outcome(solver, &position);
        struct move move;
        solver_best_move(solver, &position, &move);
        move_apply(&rules, &position, &move);
        EXPECT(solver_outcome(solver, &position) != before, "%s %s, ply %" PRIu32, rules_text,
               position_text, ply);
    }
    position_finish(&position);
    solver_destroy(solver);
}

Test(solver_take_away_global, plays_on_from_the_largest_positions)
{
    play("take-away:x,global", "9223372036854775807+9223372036854775806+7", 1000);
    play("take-away:2x,global", "9223372036854775807+9223372036854775000", 300);
    play("take-away:2x,global", "9223372036854775807", 300);
    play("take-away:3x,global", "63+63+63+63", 1000);
    play("take-away:10000x,global", "1+8388607", 100);
    play("take-away:10000x,global", "1+8388607@2000", 100);
}

/* With 1,024 heaps, far more moves than can be compared. */
Test(solver_take_away_global, plays_hard_from_many_heaps)
{
    struct rules rules = rules_of("take-away:x,global");
    struct solver *solver = solver_create(&rules);
    struct position position = {0};
    position_push(&position, INT64_C(1) << 40);
    for (int64_t i = 0; i < 1024; i++)
        position_push(&position, (INT64_C(1) << 40) + i);
    cr_assert_eq(solver_outcome(solver, &position), OUTCOME_P);
    struct move move;
    solver_best_move(solver, &position, &move);
    cr_assert_eq(outcome_after(solver, &position, &move), OUTCOME_N);
    position_finish(&position);
    solver_destroy(solver);
}

/* --- explanations --- */

Test(solver_take_away_global, explains_by_the_least_winning_quota)
{
    expect_explanation("take-away:2x,global", "0", "");
    expect_explanation(
        "take-away:2x,global", "13",
        "No move wins: at most 12 may be taken now, and the smallest part of the heap is 13.\n"
        "After any take the opponent may take the smallest part of the rest, and so on.\n"
        "13 is a single part.\n"
        "Such parts are Fibonacci numbers 1, 2, 3, 5, 8, ..., no two of them neighbours.\n");
    expect_explanation("take-away:x,global", "5+9@3",
                       "No move wins.\n"
                       "To win here one has to be allowed to take 4; now at most 3 may be taken.\n"
                       "The nim-sum of the heaps (added in binary, without carrying) is 12,\n"
                       "and the lowest power of 2 in it is 4.\n");
    expect_explanation("take-away:x,global", "5+9@4",
                       "Take 4 from the heap of 5, and no answer wins.\n"
                       "To win here one has to be allowed to take 4; now at most 4 may be taken.\n"
                       "The nim-sum of the heaps (added in binary, without carrying) is 12,\n"
                       "and the lowest power of 2 in it is 4.\n");
    expect_explanation("take-away:x,global", "1+2+3",
                       "No move wins from these heaps, however much may be taken.\n"
                       "The nim-sum of the heaps (added in binary, without carrying) is 0.\n");
    expect_explanation("take-away:2x,global", "4+4",
                       "No move wins from these heaps, however much may be taken.\n"
                       "The heaps are equal, so every move can be answered in the other heap.\n");
    expect_explanation(
        "take-away:2x,global", "1+4",
        "Take 3 from the heap of 4, and no answer wins.\n"
        "To win here one has to be allowed to take 3; now at most 3 may be taken.\n"
        "The smallest part of the difference of the heaps counts, 3:\n"
        "3 is a single part.\n"
        "Such parts are Fibonacci numbers 1, 2, 3, 5, 8, ..., no two of them neighbours.\n");
    expect_explanation(
        "take-away:2x,global", "1+3",
        "Take 1 from the heap of 1, and no answer wins.\n"
        "To win here one has to be allowed to take 1; now at most 2 may be taken.\n"
        "Here 1 from the smaller heap is enough, the Fibonacci number before the smallest\n"
        "part of the difference of the heaps, which is 2:\n"
        "2 is a single part.\n"
        "Such parts are Fibonacci numbers 1, 2, 3, 5, 8, ..., no two of them neighbours.\n");
    expect_explanation("take-away:2x,global", "1+1+1",
                       "No move wins.\n"
                       "To win here one has to be allowed to take 1; now at most 0 may be taken.\n"
                       "All smaller positions were tabulated.\n");
}
