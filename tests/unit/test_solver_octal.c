#include "test_solver_checks.h"

#include "common/base/memory.h"
#include "common/game/octal.h"
#include "common/solver/heap_splits.h"
#include "common/solver/lasker.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

SUITE(solver_octal, 240);

static const char *const every_code[] = {
    "octal:0.77",       "octal:0.07",         "octal:0.137",        "octal:4.3...",
    "octal:0.3...",     "octal:0.6",          "octal:0.007",        "octal:0.4",
    "octal:4.7...",     "octal:0.(12)",       "octal:0.356",        "octal:4.0",
    "octal:4.04",       "octal:0.1...",       "octal:0.0016",       "octal:0.7...",
    "octal:0.(16)",     "octal:4.2(04)",      "octal:0.5(3)",       "octal:0.37",
    "hexadecimal:0.3f", "hexadecimal:0.8",    "hexadecimal:c.f...", "hexadecimal:8.01(9e)",
    "hexadecimal:4.8",  "hexadecimal:0.009c", "hexadecimal:c.0",    "hexadecimal:0.(0b)",
};
enum { CODES_COUNT = sizeof every_code / sizeof *every_code };

Test(solver_octal, plays_as_the_oracle_does)
{
    for (int i = 0; i < CODES_COUNT; i++) {
        struct checker checker = checker_start(every_code[i]);
        check_all_heaps(&checker, 16, 16);
        check_all_heaps(&checker, 2, 24);
        checker_finish(&checker);
    }
}

/* Values by the definition: for each heap a list of what every digit lets it reach. */
static uint32_t *plain_values(const struct rules *rules, int64_t count)
{
    uint32_t *values = memory_zeroed((size_t)count, sizeof *values);
    int64_t bound = 4 * count;
    int64_t *reached_by = memory_zeroed((size_t)bound, sizeof *reached_by);
    for (int64_t heap = 1; heap < count; heap++) {
        for (int64_t k = 0; k <= heap; k++) {
            int digit = octal_digit(rules, k);
            int64_t left = heap - k;
            if (left == 0 && digit & OCTAL_LEAVE_NONE)
                reached_by[0] = heap;
            if (left > 0 && digit & OCTAL_LEAVE_ONE)
                reached_by[values[left]] = heap;
            for (int64_t a = 1; digit & OCTAL_LEAVE_TWO && a <= left - a; a++)
                reached_by[values[a] ^ values[left - a]] = heap;
            for (int64_t a = 1; digit & OCTAL_LEAVE_THREE && 3 * a <= left; a++) {
                for (int64_t b = a; b <= left - a - b; b++)
                    reached_by[values[a] ^ values[b] ^ values[left - a - b]] = heap;
            }
        }
        while (reached_by[values[heap]] == heap)
            values[heap]++;
    }
    free(reached_by);
    return values;
}

Test(solver_octal, computes_values_as_defined)
{
    enum { COUNT = 400 };
    for (int i = 0; i < CODES_COUNT; i++) {
        struct rules rules = rules_of(every_code[i]);
        uint32_t *expected = plain_values(&rules, COUNT);
        struct heap_values *values = heap_values_create(&rules);
        for (int64_t heap = 0; heap < COUNT; heap++) {
            EXPECT(heap_value(values, heap) == expected[heap], "%s %" PRId64, rules.text, heap);
        }
        heap_values_destroy(values);
        free(expected);
    }
}

/* What is told by a period, where one was proven, against values computed one by one. */
static bool check_far_values(const char *code, int64_t count)
{
    struct rules rules = rules_of(code);
    uint32_t *expected = plain_values(&rules, count);
    struct heap_values *table = heap_values_create(&rules);
    for (int64_t heap = 0; heap < count; heap++)
        EXPECT(heap_value(table, heap) == expected[heap], "%s %" PRId64, code, heap);
    struct heap_period period;
    bool proven = heap_values_period(table, &period);
    heap_values_destroy(table);
    free(expected);
    return proven;
}

Test(solver_octal, proves_only_true_periods_of_codes_with_two_digits)
{
    int proven = 0;
    for (int digits = 1; digits < 2 * 64; digits++) {
        char code[32];
        snprintf(code, sizeof code, "octal:%d.%d%d", digits / 64 * 4, digits / 8 % 8, digits % 8);
        proven += check_far_values(code, 1500);
    }
    fprintf(stderr, "%d of 127 codes have a period that is proven by 2048 values\n", proven);
}

/* Three heaps mostly make values that grow. */
Test(solver_octal, proves_only_true_periods_of_hexadecimal_codes)
{
    int proven = 0;
    for (int digits = 0; digits < 4 * 16; digits++) {
        char code[32];
        snprintf(code, sizeof code, "hexadecimal:%x.%x", digits / 16 * 4, digits % 16);
        proven += digits > 0 && check_far_values(code, 400);
    }
    fprintf(stderr, "%d of 63 codes have a period that is proven by 512 values\n", proven);
    struct rules rules = rules_of("hexadecimal:4.8");
    struct heap_values *table = heap_values_create(&rules);
    struct heap_period period;
    heap_value(table, 1);
    cr_assert(heap_values_period(table, &period) && period.first == 1 && period.period == 2 &&
              period.proven_with == 9);
    heap_values_destroy(table);
}

/* The winning moves are those that make the nim-sum 0, in the order of all moves. */
static void check_winning_moves(const char *code, const char *text)
{
    struct rules rules = rules_of(code);
    struct solver *solver = solver_create(&rules);
    struct position position = position_of(&rules, text), after = {0};
    enum { MOST = 20000 };
    struct move *winning = memory_zeroed(MOST, sizeof *winning), move;
    struct winning_moves found = solver_winning_moves(solver, &position, winning, MOST);
    cr_assert(found.counted && found.count == found.listed && found.count > 0, "%s %s", code, text);
    uint64_t value, count = 0;
    for (uint128 i = 0; i < move_count(&rules, &position); i++) {
        move_at(&rules, &position, i, &move);
        position_copy(&after, &position);
        move_apply(&rules, &after, &move);
        cr_assert(solver_grundy(solver, &after, &value));
        if (value == 0)
            EXPECT(count < found.count && move_equal(&move, &winning[count++]), "%s %s", code,
                   text);
    }
    cr_assert_eq(count, found.count, "%s %s", code, text);
    found = solver_winning_moves(solver, &position, &move, 1);
    cr_assert(move_equal(&move, &winning[0]) && (!found.counted || found.count == count));
    position_finish(&position);
    position_finish(&after);
    solver_destroy(solver);
    free(winning);
}

Test(solver_octal, lists_the_winning_moves_that_leave_three_heaps)
{
    check_winning_moves("hexadecimal:4.8", "401+2"); /* beyond the values that prove the period */
    check_winning_moves("hexadecimal:4.8", "300+7+7");
    check_winning_moves("hexadecimal:0.3f", "60+45");
    check_winning_moves("hexadecimal:c.0", "90+77");
    check_winning_moves("hexadecimal:0.(8d)", "50");
}

static bool is_code(const char *rules_text)
{
    return strncmp(rules_text, "octal:", 6) == 0 || strncmp(rules_text, "hexadecimal:", 12) == 0;
}

Test(solver_octal, agrees_with_the_vectors_of_values)
{
    json_error_t error;
    json_t *vectors = json_load_file(VECTORS_DIR "/grundy_values.json", 0, &error);
    EXPECT(vectors, "%s", error.text);
    const char *text;
    json_t *list, *item;
    size_t heap, checked = 0;
    json_object_foreach (vectors, text, list) {
        if (!is_code(text))
            continue;
        struct rules rules = rules_of(text);
        struct heap_values *values = heap_values_create(&rules);
        json_array_foreach(list, heap, item)
        {
            EXPECT(heap_value(values, (int64_t)heap) == (uint64_t)json_integer_value(item),
                   "%s %zu", text, heap);
            checked++;
        }
        heap_values_destroy(values);
    }
    cr_assert_geq(checked, 2000);
    json_decref(vectors);
}

static int64_t field(json_t *vector, const char *name)
{
    return json_integer_value(json_object_get(vector, name));
}

static void check_period(json_t *vector)
{
    char text[64];
    snprintf(text, sizeof text, "octal:%s", json_string_value(json_object_get(vector, "code")));
    struct rules rules = rules_of(text);
    struct heap_values *table = heap_values_create(&rules);
    struct heap_period proven;
    EXPECT(!heap_values_period(table, &proven), "%s", rules.text);
    heap_value(table, 1);
    EXPECT(heap_values_period(table, &proven), "%s", text);
    int64_t first = proven.first, period = proven.period;
    cr_assert_eq(first, field(vector, "preperiod_first_good_n"));
    cr_assert_eq(period, field(vector, "period"));
    cr_assert_eq(proven.proven_with, field(vector, "proved_with_values_up_to"));
    uint32_t *plain = plain_values(&rules, 2000);
    cr_assert_neq(plain[first - 1], plain[first - 1 + period]);
    for (int64_t heap = 0; heap < 2000; heap++)
        EXPECT(heap_value(table, heap) == plain[heap], "%s %" PRId64, text, heap);
    json_t *one = json_object_get(vector, "one_period");
    for (int64_t i = 0; i < period; i++) {
        int64_t heap = first + i;
        int64_t far = heap + (INT64_MAX - heap) / period * period;
        EXPECT(heap_value(table, far) ==
                   (uint32_t)json_integer_value(json_array_get(one, (size_t)i)),
               "%s %" PRId64, text, far);
    }
    free(plain);
    heap_values_destroy(table);
}

Test(solver_octal, proves_the_known_periods)
{
    json_error_t error;
    json_t *vectors = json_load_file(VECTORS_DIR "/octal_periods.json", 0, &error);
    EXPECT(vectors, "%s", error.text);
    cr_assert_eq(json_array_size(vectors), 3);
    size_t i;
    json_t *vector;
    json_array_foreach(vectors, i, vector)
    {
        check_period(vector);
    }
    json_decref(vectors);
}

Test(solver_octal, proves_no_period_where_none_is_known)
{
    struct rules rules = rules_of("octal:0.007");
    struct heap_values *table = heap_values_create(&rules);
    heap_value(table, 8000);
    struct heap_period proven;
    EXPECT(!heap_values_period(table, &proven), "%s", rules.text);
    heap_values_destroy(table);
}

/* Splits by trying them all. */
static void check_splits(struct heap_values *values, int64_t sum, uint64_t target)
{
    uint64_t count = 0;
    int64_t after = 0;
    for (int64_t a = 1; a <= sum / 2; a++) {
        if ((heap_value(values, a) ^ heap_value(values, sum - a)) != target)
            continue;
        EXPECT(heap_next_split(values, sum, target, after) == a,
               "after %" PRId64 " comes %" PRId64 " of %" PRId64, after, a, sum);
        count++;
        after = a;
    }
    EXPECT(heap_next_split(values, sum, target, after) == 0, "no split of %" PRId64, sum);
    EXPECT(heap_count_splits(values, sum, target) == count, "splits of %" PRId64, sum);
}

Test(solver_octal, finds_and_counts_splits_by_residues_as_by_trying)
{
    const char *const codes[] = {"octal:0.77",   "octal:0.07",  "octal:0.137",
                                 "octal:4.3...", "octal:0.356", "octal:4.0"};
    for (int i = 0; i < 6; i++) {
        struct rules rules = rules_of(codes[i]);
        struct heap_values *values = heap_values_create(&rules);
        for (int64_t sum = 0; sum <= 700; sum++) {
            for (uint64_t target = 0; target < 16; target++)
                check_splits(values, sum, target);
            check_splits(values, sum, heap_value(values, sum));
        }
        heap_values_destroy(values);
    }
}

Test(solver_octal, finds_splits_of_lasker_heaps_to_2_63)
{
    struct random random = random_from_seed(4);
    for (int i = 0; i < 20000; i++) {
        int64_t sum = INT64_MAX - (int64_t)random_below(&random, 1 << 20);
        int64_t some = 1 + (int64_t)random_below(&random, (uint128)(sum / 2));
        uint64_t target = lasker_value((uint64_t)some) ^ lasker_value((uint64_t)(sum - some));
        EXPECT(lasker_next_split(sum, target, some - 1) == some, "%" PRId64, some);
        int64_t first = lasker_next_split(sum, target, 0);
        EXPECT(first >= 1 && first <= some, "%" PRId64, first);
        EXPECT((lasker_value((uint64_t)first) ^ lasker_value((uint64_t)(sum - first))) == target,
               "%" PRId64, first);
        EXPECT(lasker_count_splits(sum, target) >= 1, "%" PRId64, sum);
    }
}

Test(solver_octal, splits_in_laskers_nim)
{
    struct rules rules = rules_of("laskers-nim");
    struct solver *solver = solver_create(&rules);
    struct position position = position_of(&rules, "2+5+7");
    char *moves = winning_moves_text(solver, &position, 10);
    cr_assert_str_eq(moves, "7>1+6 7>2+5 7>3+4", "%s", moves);
    free(moves);
    position_finish(&position);
    position = position_of(&rules, "1+2+3");
    moves = winning_moves_text(solver, &position, 10);
    cr_assert_str_eq(moves, "3>1+2", "%s", moves);
    free(moves);
    position_finish(&position);
    solver_destroy(solver);
}

Test(solver_octal, values_the_largest_lasker_heap_above_2_63)
{
    struct rules rules = rules_of("laskers-nim");
    struct solver *solver = solver_create(&rules);
    struct position position = position_of(&rules, "9223372036854775807");
    uint64_t value;
    EXPECT(solver_grundy(solver, &position, &value), "no value");
    cr_assert_eq(value, UINT64_C(1) << 63);
    struct move move;
    solver_best_move(solver, &position, &move);
    move_apply(&rules, &position, &move);
    cr_assert_eq(solver_outcome(solver, &position), OUTCOME_P);
    position_finish(&position);
    solver_destroy(solver);
}

static struct position random_heaps(struct random *random, int count, int64_t least, int64_t spread)
{
    struct position position = {0};
    int64_t heaps[16];
    for (int i = 0; i < count; i++) {
        int64_t heap = least + (int64_t)random_below(random, (uint128)spread);
        int place = i;
        for (; place > 0 && heaps[place - 1] > heap; place--)
            heaps[place] = heaps[place - 1];
        heaps[place] = heap;
    }
    for (int i = 0; i < count; i++)
        position_push(&position, heaps[i]);
    return position;
}

/* The winning moves of a position by going through move_at(), up to `stop` of them; returns how
 * many. */
static uint32_t scan_winning_moves(const struct rules *rules, const uint32_t *values,
                                   const struct position *position, struct move *moves,
                                   uint32_t stop)
{
    uint32_t total = 0, found = 0;
    for (uint32_t i = 0; i < position->count; i++)
        total ^= values[position->cells[i]];
    uint128 count = move_count(rules, position);
    for (uint128 i = 0; i < count && found < stop; i++) {
        struct move move;
        move_at(rules, position, i, &move);
        uint32_t after = total ^ values[move.cells[0]];
        for (int j = 1; j <= move.after_count; j++)
            after ^= values[move.cells[j]];
        if (after == 0)
            moves[found++] = move;
    }
    return found;
}

/* Heaps of some thousands, whose values are known without any period. */
Test(solver_octal, lists_the_first_winning_moves_of_large_kayles_positions)
{
    enum { STOP = 200, COUNT = 4000 };
    struct rules rules = rules_of("kayles");
    uint32_t *values = plain_values(&rules, COUNT);
    struct solver *solver = solver_create(&rules);
    struct random random = random_from_seed(5);
    static struct move expected[STOP], listed[STOP];
    for (int round = 0; round < 40; round++) {
        struct position position = random_heaps(&random, 1 + round % 5, 1000, COUNT - 1000);
        uint32_t count = scan_winning_moves(&rules, values, &position, expected, STOP);
        struct winning_moves found = solver_winning_moves(solver, &position, listed, STOP);
        EXPECT(found.counted && found.listed == count, "%u, not %u", count, found.listed);
        for (uint32_t i = 0; i < count; i++)
            EXPECT(move_equal(&expected[i], &listed[i]), "move %u", i);
        position_finish(&position);
    }
    solver_destroy(solver);
    free(values);
}

/* Kayles by the published period [WW]: 12 from 71 on. */
static uint32_t kayles_value(const uint32_t *values, int64_t heap)
{
    return heap < 200 ? values[heap] : values[84 + heap % 12];
}

static uint32_t kayles_total(const uint32_t *values, const struct position *position)
{
    uint32_t total = 0;
    for (uint32_t i = 0; i < position->count; i++)
        total ^= kayles_value(values, position->cells[i]);
    return total;
}

static void check_far_position(struct solver *solver, const uint32_t *values,
                               const struct position *position)
{
    const struct rules *rules = solver_rules(solver);
    uint32_t total = kayles_total(values, position);
    EXPECT(solver_outcome(solver, position) == (total ? OUTCOME_N : OUTCOME_P), "the outcome");
    struct move moves[64];
    struct winning_moves found = solver_winning_moves(solver, position, moves, 64);
    EXPECT(found.counted && (found.count > 0) == (total != 0), "the winning moves");
    struct position after = {0};
    for (uint32_t i = 0; i < found.listed; i++) {
        position_copy(&after, position);
        move_apply(rules, &after, &moves[i]);
        EXPECT(kayles_total(values, &after) == 0, "move %u", i);
    }
    struct move best;
    solver_best_move(solver, position, &best);
    EXPECT(!total || move_equal(&best, &moves[0]), "the first winning move");
    position_copy(&after, position);
    move_apply(rules, &after, &best); /* asserts that the heap is there */
    position_finish(&after);
}

Test(solver_octal, plays_kayles_with_heaps_of_10_12_and_2_63)
{
    struct rules rules = rules_of("kayles");
    uint32_t *values = plain_values(&rules, 200);
    struct solver *solver = solver_create(&rules);
    struct random random = random_from_seed(6);
    for (int round = 0; round < 400; round++) {
        int64_t least = round % 2 ? INT64_C(1000000000000) : INT64_MAX - 1000000;
        struct position position = random_heaps(&random, 1 + round % 10, least, 1000000);
        for (int ply = 0; ply < 20; ply++) {
            check_far_position(solver, values, &position);
            struct move move;
            move_at(&rules, &position, random_below(&random, move_count(&rules, &position)), &move);
            move_apply(&rules, &position, &move);
        }
        position_finish(&position);
    }
    solver_destroy(solver);
    free(values);
}

/* The count by residues against a scan of every move, in heaps of thousands. */
Test(solver_octal, counts_the_winning_moves_of_large_positions)
{
    const char *const codes[] = {"octal:0.77", "octal:0.07", "octal:4.3..."};
    enum { STOP = 100000 };
    struct move *expected = memory_zeroed(STOP, sizeof *expected);
    struct random random = random_from_seed(7);
    for (int i = 0; i < 3; i++) {
        struct rules rules = rules_of(codes[i]);
        uint32_t *values = plain_values(&rules, 3000);
        struct solver *solver = solver_create(&rules);
        for (int round = 0; round < 10; round++) {
            struct position position = random_heaps(&random, 3, 100, 2900);
            uint32_t count = scan_winning_moves(&rules, values, &position, expected, STOP);
            struct winning_moves found = solver_winning_moves(solver, &position, NULL, 0);
            EXPECT(found.count == count, "%s: %u", codes[i], count);
            position_finish(&position);
        }
        solver_destroy(solver);
        free(values);
    }
    free(expected);
}

/* Lost positions with about as many moves as are compared exactly: the worst case in time. */
Test(solver_octal, weighs_thousands_of_moves)
{
    const char *const cases[][2] = {
        {"octal:0.77", "2047+2047"}, {"octal:0.007", "8000+8000"}, {"octal:4.7...", "90+90"}};
    for (int i = 0; i < 3; i++) {
        struct rules rules = rules_of(cases[i][0]);
        struct solver *solver = solver_create(&rules);
        struct position position = position_of(&rules, cases[i][1]);
        EXPECT(move_count(&rules, &position) <= SOLVER_EXACT_MOVES, "%s", cases[i][0]);
        struct move move;
        solver_best_move(solver, &position, &move);
        move_apply(&rules, &position, &move);
        cr_assert_eq(solver_outcome(solver, &position), OUTCOME_N);
        position_finish(&position);
        solver_destroy(solver);
    }
}

#ifdef TESTS_UNDER_ASAN
static const char longest_of_kayles[] = "1000+1000";
#else
static const char longest_of_kayles[] = "3000+3000";
#endif

Test(solver_octal, two_perfect_players_of_kayles)
{
    struct rules rules = rules_of("kayles");
    struct solver *solver = solver_create(&rules);
    const char *const starts[] = {"1+11", "100+100", longest_of_kayles};
    for (int i = 0; i < 3; i++) {
        struct position position = position_of(&rules, starts[i]);
        fprintf(stderr, "kayles %s: %u plies\n", starts[i], play_out(solver, &position));
        position_finish(&position);
    }
    solver_destroy(solver);
}
