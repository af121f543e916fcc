/* Values by the sparse method, of Grundy's game and of subtraction games, against the definition.
 */
#include "test_solver_checks.h"

#include "common/base/memory.h"
#include "common/game/octal.h"
#include "common/game/subtraction.h"
#include "common/solver/break_table.h"
#include "common/solver/heap_values.h"
#include "common/solver/repetition.h"
#include "common/solver/split_sets.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

SUITE(solver_break, 240);

/* Marks the values of the splits of `sum` as reached by `heap`. */
static void mark_splits(const uint32_t *values, int64_t sum, bool unequal, int64_t heap,
                        uint32_t *reached_by)
{
    int64_t pairs = unequal ? (sum - 1) / 2 : sum / 2;
    for (int64_t a = 1; a <= pairs; a++)
        reached_by[values[a] ^ values[sum - a]] = (uint32_t)heap;
}

/* Values of finite codes by the definition: all splits of every heap, one after the other. */
static uint32_t *plain_values(const struct break_code *code, int64_t count)
{
    uint32_t *values = memory_zeroed((size_t)count, sizeof *values);
    uint32_t *reached_by = memory_zeroed((size_t)(4 * count), sizeof *reached_by);
    for (int64_t heap = 1; heap < count; heap++) {
        for (int64_t k = 0; k <= code->count && k <= heap; k++) {
            int digit = code->digits[k];
            if (digit & OCTAL_LEAVE_NONE && k == heap)
                reached_by[0] = (uint32_t)heap;
            if (digit & OCTAL_LEAVE_ONE && k < heap)
                reached_by[values[heap - k]] = (uint32_t)heap;
            if (digit & OCTAL_LEAVE_TWO)
                mark_splits(values, heap - k, code->unequal, heap, reached_by);
        }
        while (reached_by[values[heap]] == (uint32_t)heap)
            values[heap]++;
    }
    free(reached_by);
    return values;
}

/* "0.77", or "grundy". */
static struct break_code code_of(const char *text)
{
    struct break_code code = {0};
    if (strcmp(text, "grundy") == 0) {
        code.unequal = true;
        code.digits[0] = OCTAL_LEAVE_TWO;
        return code;
    }
    code.digits[0] = (uint8_t)(text[0] - '0');
    for (const char *digit = text + 2; *digit; digit++)
        code.digits[++code.count] = (uint8_t)(*digit - '0');
    return code;
}

static void check_values(const char *text, int64_t count)
{
    struct break_code code = code_of(text);
    uint32_t *plain = plain_values(&code, count);
    struct break_table *table = break_table_create(&code, count);
    for (int64_t heap = 0; heap < count; heap++)
        EXPECT(break_table_value(table, heap) == plain[heap], "%s, %" PRId64, text, heap);
    break_table_destroy(table);
    free(plain);
}

/* With and without a sparse space, of one digit that splits and of many. */
static const char *const codes[] = {
    "0.6",
    "0.37",
    "0.36",
    "0.64",
    "0.74",
    "0.14",
    "0.04",
    "0.06",
    "0.76",
    "0.16",
    "0.56",
    "0.44",
    "0.45",
    "0.65",
    "4.4",
    "4.64",
    "4.7",
    "0.004",
    "0.005",
    "0.006",
    "0.007",
    "0.014",
    "0.015",
    "0.016",
    "0.024",
    "0.026",
    "0.034",
    "0.054",
    "0.055",
    "0.064",
    "0.104",
    "0.106",
    "0.114",
    "0.142",
    "0.143",
    "0.146",
    "0.162",
    "0.163",
    "0.172",
    "0.174",
    "0.204",
    "0.205",
    "0.206",
    "0.244",
    "0.245",
    "0.324",
    "0.336",
    "0.342",
    "0.356",
    "0.604",
    "0.606",
    "0.644",
    "0.744",
    "0.776",
    "4.0004",
    "0.0007",
    "0.4444",
    "0.7777",
    "0.30266",
    "0.75662233",
    "0.1234567654321",
    "grundy",
};
enum { CODES = sizeof codes / sizeof *codes };

Test(solver_break, values_are_those_of_the_definition)
{
    for (int i = 0; i < CODES; i++)
        check_values(codes[i], 4000);
}

Test(solver_break, codes_of_many_digits_have_the_values_of_the_definition)
{
    struct random random = random_from_seed(11);
    for (int i = 0; i < 12; i++) {
        char text[64] = "0.";
        size_t digits = 5 + (size_t)random_below(&random, 40);
        for (size_t k = 0; k < digits; k++)
            text[2 + k] = (char)('0' + random_below(&random, 8));
        text[1 + digits] = '7';
        check_values(text, 1500);
    }
}

Test(solver_break, grundys_game_to_20000)
{
    check_values("grundy", 20001);
}

Test(solver_break, codes_with_and_without_a_sparse_space_to_30000)
{
    check_values("0.6", 30001);
    check_values("0.007", 30001);
}

/* Heaps asked for one by one or all at once make no difference. */
Test(solver_break, tables_grow_in_any_steps)
{
    struct break_code code = code_of("0.06");
    uint32_t *plain = plain_values(&code, 3000);
    static const int64_t asked[] = {0, 1, 255, 256, 257, 700, 699, 1023, 1024, 2999, 5};
    struct break_table *table = break_table_create(&code, 2999);
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
        EXPECT(break_table_value(table, asked[i]) == plain[asked[i]], "%" PRId64, asked[i]);
    break_table_destroy(table);
    free(plain);
}

/* A row of values that no game has, and a set asked for every value: whatever the space, what
 * split_sets_reach() says is true. */
static void check_sets(const struct value_row *row, const struct sparse_space *space, bool unequal,
                       bool is_threaded)
{
    struct split_sets sets;
    split_sets_init(&sets, row, space, unequal, 3);
    if (is_threaded)
        split_sets_begin(&sets);
    for (int64_t sum = 2; sum <= row->count; sum += 53) {
        sets.first_pairs = LOOK_AHEAD_PAIRS_MIN;
        split_sets_make(&sets, sum, false);
        for (uint32_t value = 0; value < row->bound; value++) {
            bool found = false;
            for (int64_t a = 1; a <= split_sets_pairs(&sets, sum) && !found; a++)
                found = (row->values[a] ^ row->values[sum - a]) == value;
            EXPECT(split_sets_reach(&sets, sum, value) == found, "%" PRId64 ", %u", sum, value);
            EXPECT(split_sets_reach(&sets, sum, value) == found, "again %" PRId64, sum);
        }
    }
    if (is_threaded)
        split_sets_end(&sets);
    split_sets_finish(&sets);
}

Test(solver_break, sets_of_splits_are_exact_whatever_the_space)
{
    struct random random = random_from_seed(12);
    for (int round = 0; round < 6; round++) {
        struct value_row row;
        value_row_init(&row);
        /* From round 3 on there are values above 2^16 that differ in no lower bit. */
        uint32_t spread = round < 3 ? 200 : 4;
        while (row.count < 1500)
            value_row_append(&row, (uint32_t)random_below(&random, spread) << (round < 3 ? 0 : 15));
        for (uint32_t mask = 0; mask < 16 && round < 3; mask += 5) {
            struct sparse_space space = {.mask = mask};
            for (int64_t heap = 1; heap < row.count; heap++)
                sparse_space_add(&space, heap, row.values[heap]);
            check_sets(&row, &space, round % 2, false);
            check_sets(&row, &space, round % 2, true);
            sparse_space_finish(&space);
        }
        if (round >= 3) {
            struct value_row narrow = row;
            narrow.count = 300;
            struct sparse_space none = {0};
            struct split_sets sets;
            split_sets_init(&sets, &narrow, &none, false, 3);
            sets.first_pairs = 64;
            split_sets_make(&sets, 300, false);
            for (uint32_t value = 0; value < row.bound; value += 1 << 14) {
                bool found = false;
                for (int64_t a = 1; a <= 150 && !found; a++)
                    found = (row.values[a] ^ row.values[300 - a]) == value;
                EXPECT(split_sets_reach(&sets, 300, value) == found, "%u", value);
            }
            split_sets_finish(&sets);
        }
        value_row_finish(&row);
    }
}

/* All pairs of 293 have the value 2^16, whose lower bits are those of 0. */
Test(solver_break, sets_of_splits_are_exact_above_16_bits)
{
    struct value_row row;
    struct sparse_space none = {0};
    value_row_init(&row);
    while (row.count < 310)
        value_row_append(&row, row.count < 147 ? 0 : 1 << 16);
    check_sets(&row, &none, false, false);
    value_row_finish(&row);
}

Test(solver_break, repetitions_are_as_long_as_by_comparing)
{
    struct random random = random_from_seed(13);
    for (int round = 0; round < 300; round++) {
        uint32_t values[120];
        int64_t count = 1 + (int64_t)random_below(&random, 120);
        int64_t period = 1 + (int64_t)random_below(&random, 30);
        for (int64_t i = 0; i < count; i++)
            values[i] = i >= period && random_below(&random, 20)
                            ? values[i - period]
                            : (uint32_t)random_below(&random, 2);
        uint32_t *lengths = repetition_lengths(values, count);
        for (int64_t p = 1; p < count; p++) {
            int64_t length = 0;
            while (p + length < count &&
                   values[count - 1 - length] == values[count - 1 - length - p])
                length++;
            EXPECT(lengths[p] == length, "%" PRId64 " of %" PRId64, p, count);
        }
        free(lengths);
    }
}

/* Known [WW]: 0.16 has the period 149459 from 105351 on, 0.56 has 144 from 326640 on. */
Test(solver_break, long_periods_are_proven)
{
    static const struct {
        const char *rules;
        int64_t first, period;
    } known[] = {{"octal:0.16", 105351, 149459}, {"octal:0.56", 326640, 144}};
    for (int i = 0; i < 2; i++) {
        struct rules rules = rules_of(known[i].rules);
        struct heap_values *values = heap_values_create(&rules);
        struct heap_period period;
        cr_assert_eq(heap_values_max(values), 1048576);
        heap_value(values, 1048576);
        cr_assert(heap_values_period(values, &period), "%s", rules.text);
        cr_assert_eq(period.first, known[i].first);
        cr_assert_eq(period.period, known[i].period);
        cr_assert_eq(period.proven_with, 2 * period.first + 2 * period.period + 1);
        cr_assert_eq(heap_values_max(values), INT64_MAX);
        heap_values_destroy(values);
    }
}

Test(solver_break, the_vectors_of_values)
{
    json_error_t error;
    json_t *vectors = json_load_file(VECTORS_DIR "/grundy_values.json", 0, &error);
    EXPECT(vectors, "%s", error.text);
    const char *text;
    json_t *list, *item;
    size_t heap, checked = 0;
    json_object_foreach (vectors, text, list) {
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
    cr_assert_geq(checked, 3001);
    json_decref(vectors);
}

/* Values of a subtraction game by the definition. */
static uint32_t *plain_subtraction(const struct rules *rules, int64_t count)
{
    uint32_t *values = memory_zeroed((size_t)count, sizeof *values);
    bool *may_take = memory_zeroed((size_t)count, sizeof *may_take);
    bool *reached = memory_zeroed((size_t)count, sizeof *reached);
    for (int64_t heap = 1; heap < count; heap++) {
        may_take[heap] = subtraction_contains(rules, heap);
        memset(reached, 0, (size_t)count * sizeof *reached);
        for (int64_t taken = 1; taken <= heap; taken++)
            reached[values[heap - taken]] |= may_take[taken];
        while (reached[values[heap]])
            values[heap]++;
    }
    free(may_take);
    free(reached);
    return values;
}

static const char *const sets[] = {
    "1",
    "2",
    "1,2,3",
    "1,3,4",
    "2,5,7",
    "2,3",
    "1,4,9,11",
    "3,7,19",
    "6,10,15",
    "1,8,11,20",
    "100",
    "1,100,101",
    "squares",
    "fibonacci",
    "5,7,9,40",
    "3-5",
    "4-20",
    "20-90",
    "2-6,9",
    "100-200,300-310",
    "all-but-1",
    "all-but-4",
    "all-but-1-3",
    "all-but-3-5",
    "all-but-3-20",
    "all-but-2,3",
    "all-but-1,4",
    "all-but-2,5-8,40",
    "all-but-1,2,4,8,16,32,64",
    "all-but-7,9,13-20,100",
};
enum { SETS = sizeof sets / sizeof *sets };

static struct rules subtraction_of(const char *set)
{
    char text[300];
    snprintf(text, sizeof text, "subtraction:%s", set);
    return rules_of(text);
}

Test(solver_break, subtraction_has_the_values_of_the_definition)
{
    enum { COUNT = 3000 };
    for (int i = 0; i < SETS; i++) {
        struct rules rules = subtraction_of(sets[i]);
        uint32_t *plain = plain_subtraction(&rules, COUNT);
        struct heap_values *values = heap_values_create(&rules);
        for (int64_t heap = 0; heap < COUNT; heap++)
            EXPECT(heap_value(values, heap) == plain[heap], "%s, %" PRId64, rules.text, heap);
        struct heap_period period;
        bool proven = heap_values_period(values, &period);
        bool is_finite = sets[i][0] >= '1' && sets[i][0] <= '9';
        struct subtraction_range range;
        bool is_even = subtraction_kind(&rules) == SUBTRACTION_ALL_BUT &&
                       !subtraction_is_range(&rules, &range);
        cr_assert_eq(proven, is_finite || is_even, "%s", sets[i]);
        cr_assert(proven <= (is_finite == (period.growth == 0)), "%s", sets[i]);
        for (int64_t heap = proven ? period.first : COUNT; heap + period.period < COUNT; heap++)
            EXPECT(plain[heap] + period.growth == plain[heap + period.period], "%s, %" PRId64,
                   sets[i], heap);
        heap_values_destroy(values);
        free(plain);
    }
}

Test(solver_break, the_period_of_a_subtraction_set_is_proven)
{
    struct rules rules = rules_of("subtraction:1,3,4");
    struct heap_values *values = heap_values_create(&rules);
    struct heap_period period;
    cr_assert_not(heap_values_period(values, &period));
    heap_value(values, 1);
    cr_assert(heap_values_period(values, &period));
    cr_assert_eq(period.first, 0);
    cr_assert_eq(period.period, 7);
    cr_assert_eq(period.proven_with, 10);
    cr_assert_eq(heap_value(values, INT64_MAX), heap_value(values, INT64_MAX % 7));
    heap_values_destroy(values);
}

/* The proof takes no more values than it needs, and holds far beyond them. */
Test(solver_break, the_values_of_an_all_but_set_are_proven_to_grow_evenly)
{
    static const struct {
        const char *set;
        struct heap_period expected;
    } rows[] = {
        {"all-but-1,4", {.first = 0, .period = 2, .growth = 1, .proven_with = 9}},
        {"all-but-2,3,5,8", {.first = 0, .period = 7, .growth = 2, .proven_with = 22}},
        {"all-but-2,5-8,40", {.first = 0, .period = 30, .growth = 10, .proven_with = 109}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct rules rules = subtraction_of(rows[i].set);
        struct heap_values *values = heap_values_create(&rules);
        struct heap_period period, expected = rows[i].expected;
        cr_assert_not(heap_values_period(values, &period));
        heap_value(values, expected.proven_with - 1);
        cr_assert_not(heap_values_period(values, &period), "%s", rules.text);
        heap_value(values, expected.proven_with);
        cr_assert(heap_values_period(values, &period), "%s", rules.text);
        cr_assert(period.first == expected.first && period.period == expected.period &&
                      period.growth == expected.growth &&
                      period.proven_with == expected.proven_with,
                  "%s: %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64, rules.text, period.first,
                  period.period, period.growth, period.proven_with);
        for (int64_t heap = period.first; heap < 100000; heap++)
            EXPECT(heap_value(values, heap + period.period) ==
                       heap_value(values, heap) + (uint64_t)period.growth,
                   "%s: %" PRId64, rules.text, heap);
        heap_values_destroy(values);
    }
}

/* No period within the limit: a window of 1048576 values would be needed twice. */
Test(solver_break, a_set_with_a_large_number_has_values_to_the_limit)
{
    struct rules rules = rules_of("subtraction:1,1048575,1048576");
    struct heap_values *values = heap_values_create(&rules);
    struct heap_period period;
    cr_assert_eq(heap_value(values, 1048574), 0);
    cr_assert_eq(heap_value(values, 1048576), 2);
    cr_assert_not(heap_values_period(values, &period));
    heap_values_destroy(values);
}

Test(solver_break, subtraction_is_played_as_the_oracle_does)
{
    for (int i = 0; i < SETS; i++) {
        char text[300];
        snprintf(text, sizeof text, "subtraction:%s", sets[i]);
        struct checker checker = checker_start(text);
        check_all_heaps(&checker, 3, 24);
        check_all_heaps(&checker, 1, 120);
        checker_finish(&checker);
    }
}

Test(solver_break, grundys_game_is_played_as_the_oracle_does)
{
    struct checker checker = checker_start("grundy");
    check_all_heaps(&checker, 16, 18);
    check_all_heaps(&checker, 3, 24);
    checker_finish(&checker);
}

Test(solver_break, misere_play_by_search_is_that_of_the_oracle)
{
    const char *const rules[] = {"grundy,misere", "octal:0.303,misere", "octal:0.6,misere"};
    for (int i = 0; i < 3; i++) {
        struct checker checker = checker_start(rules[i]);
        check_all_heaps(&checker, 3, 14);
        checker_finish(&checker);
    }
}

/* The listed and counted winning moves of huge heaps are those after which the solver holds the
 * opponent for lost. All moves are tried, or the first and last hundred. */
static void check_huge(const char *rules_text, const char *position_text)
{
    enum { ROOM = 4000, ENDS = 100 };
    static struct move listed[ROOM];
    struct rules rules = rules_of(rules_text);
    struct solver *solver = solver_create(&rules);
    struct position position = position_of(&rules, position_text), after = {0};
    struct winning_moves winning = solver_winning_moves(solver, &position, listed, ROOM);
    uint128 count = move_count(&rules, &position), met = 0;
    bool is_short = count <= ROOM;
    EXPECT(!winning.truncated && winning.counted, "%s", rules_text);
    for (uint128 i = 0; i < count; i++) {
        if (!is_short && i == ENDS)
            i = count - ENDS;
        struct move move;
        move_at(&rules, &position, i, &move);
        position_copy(&after, &position);
        move_apply(&rules, &after, &move);
        bool is_listed = false;
        for (uint32_t j = 0; j < winning.listed && !is_listed; j++)
            is_listed = move_equal(&listed[j], &move);
        EXPECT(is_listed == (solver_outcome(solver, &after) == OUTCOME_P), "%s %s: move %d",
               rules_text, position_text, (int)i);
        EXPECT(!is_listed || !is_short || move_equal(&listed[met], &move), "%s: out of order",
               rules_text);
        met += is_listed;
    }
    EXPECT(!is_short || met == winning.count, "%s %s: %d of %d", rules_text, position_text,
           (int)met, (int)winning.count);
    struct winning_moves counted = solver_winning_moves(solver, &position, NULL, 0);
    EXPECT(counted.count == winning.count, "%s: counted otherwise", rules_text);
    position_finish(&position);
    position_finish(&after);
    solver_destroy(solver);
}

Test(solver_break, the_winning_moves_of_huge_heaps_are_all_found)
{
    static const char *const ranges[] = {"7",         "3-5",       "20-90",        "100-1500",
                                         "1-1000",    "all-but-7", "all-but-3-5",  "all-but-4-90",
                                         "all-but-1", "all-but-9", "all-but-1-500"};
    static const char *const heaps[] = {
        "9223372036854775807",
        "9223372036854775806+9223372036854775807",
        "9223372036854775000+9223372036854775807",
        "5+9223372036854775801",
        "4611686018427387904+9223372036854775001",
        "1+2+3+4611686018427387905",
        "1+12+31+600",
        "1900+1950",
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        for (size_t j = 0; j < sizeof heaps / sizeof *heaps; j++) {
            char text[64];
            snprintf(text, sizeof text, "subtraction:%s", ranges[i]);
            check_huge(text, heaps[j]);
            strcat(text, ",misere");
            check_huge(text, heaps[j]);
        }
    }
}

/* Positions of two equal heaps are lost, whatever they are. */
Test(solver_break, the_largest_heaps_are_played)
{
    const char *const cases[][2] = {
        {"subtraction:squares", "1048576+1048576"},
        {"subtraction:fibonacci", "1048575+1048575"},
        {"bachets-game", "9223372036854775807+9223372036854775807"},
        {"subtraction:squares,misere", "1048576+1048576"},
        {"bachets-game,misere", "9223372036854775807+9223372036854775807"},
        {"subtraction:3-5", "9223372036854775807+9223372036854775807"},
        {"subtraction:1-1048576", "9223372036854775807+9223372036854775807"},
        {"subtraction:all-but-3-5,misere", "9223372036854775807+9223372036854775807"},
        {"subtraction:all-but-1,4", "1048576+1048576"},
        {"grundy", "65536+65536"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct rules rules = rules_of(cases[i][0]);
        struct solver *solver = solver_create(&rules);
        struct position position = position_of(&rules, cases[i][1]);
        cr_assert_eq(solver_outcome(solver, &position), OUTCOME_P);
        struct move move;
        solver_best_move(solver, &position, &move);
        move_apply(&rules, &position, &move);
        cr_assert_eq(solver_outcome(solver, &position), OUTCOME_N, "%s", rules.text);
        solver_best_move(solver, &position, &move);
        move_apply(&rules, &position, &move);
        cr_assert_eq(solver_outcome(solver, &position), OUTCOME_P, "%s", rules.text);
        position_finish(&position);
        solver_destroy(solver);
    }
}

Test(solver_break, explains_misere_subtraction)
{
    expect_explanation(
        "bachets-game,misere", "6",
        "6>5 wins: the values are then 0 and 1 only, with an odd number of 1s.\n"
        "That is lost in misere play. Where a value is 2 or more, an even number of 1s\n"
        "in each binary column is lost, as in normal play.\n"
        "The value of a heap is the least of 0, 1, 2, ... that no move of it leads to.\n"
        "Here the value of a heap is its remainder by k + 1, where 1 to k may be taken.\n"
        "heap  value\n"
        "   6      2  10\n"
        "   5      1   1  after the move\n");
    expect_explanation(
        "bachets-game,misere", "6+7+9",
        "As in normal play, while a heap has a value of 2 or more.\n"
        "No move wins: each binary column of the values has an even number of 1s.\n"
        "The value of a heap is the least of 0, 1, 2, ... that no move of it leads to.\n"
        "Here the value of a heap is its remainder by k + 1, where 1 to k may be taken.\n"
        "heap  value\n"
        "   6      2  10\n"
        "   7      3  11\n"
        "   9      1   1\n"
        "      -----  --\n"
        "          0   0  the nim-sum\n");
    expect_explanation("subtraction:3,5,misere", "2+1",
                       "No move is left, and so whoever is to move wins.\n");
}

Test(solver_break, explains_with_the_figures)
{
    expect_explanation(
        "kayles", "13+1000",
        "No move wins: each binary column of the values has an even number of 1s.\n"
        "The value of a heap is the least of 0, 1, 2, ... that no move of it leads to.\n"
        "From 71 on the values repeat with period 12, as the values up to 167 prove:\n"
        "a larger heap counts as the smaller one that is named beside it.\n"
        "heap  value\n"
        "  13      1  1\n"
        "1000      1  1  counts as 76\n"
        "      -----  -\n"
        "          0  0  the nim-sum\n");
    expect_explanation(
        "subtract-a-square", "13+29",
        "29>13 wins: each binary column of the values then has an even number of 1s.\n"
        "The value 5 of 29 has to become 1, the nim-sum of the other values.\n"
        "The value of a heap is the least of 0, 1, 2, ... that no move of it leads to.\n"
        "heap  value\n"
        "  13      1    1\n"
        "  29      5  101\n"
        "      -----  ---\n"
        "          4  100  the nim-sum\n"
        "  13      1    1  after the move\n");
    expect_explanation(
        "laskers-nim", "2+5+7",
        "7>1+6 wins: each binary column of the values then has an even number of 1s.\n"
        "The value 8 of 7 has to become 7, the nim-sum of the other values.\n"
        "The value of a heap is the least of 0, 1, 2, ... that no move of it leads to.\n"
        "Here the value of a heap is its size, but 4k+3 has the value 4k+4 and 4k+4 has 4k+3.\n"
        "heap  value\n"
        "   2      2    10\n"
        "   5      5   101\n"
        "   7      8  1000\n"
        "      -----  ----\n"
        "         15  1111  the nim-sum\n"
        "   1      1     1  after the move\n"
        "   6      6   110  after the move\n");
    expect_explanation(
        "bachets-game", "3+5",
        "3>1 wins: each binary column of the values then has an even number of 1s.\n"
        "The value 3 of 3 has to become 1, the nim-sum of the other values.\n"
        "The value of a heap is the least of 0, 1, 2, ... that no move of it leads to.\n"
        "Here the value of a heap is its remainder by k + 1, where 1 to k may be taken.\n"
        "heap  value\n"
        "   3      3  11\n"
        "   5      1   1\n"
        "      -----  --\n"
        "          2  10  the nim-sum\n"
        "   1      1   1  after the move\n");
    expect_explanation(
        "grundy", "40",
        "40>3+37 wins: each binary column of the values then has an even number of 1s.\n"
        "The value 1 of 40 has to become 0.\n"
        "The value of a heap is the least of 0, 1, 2, ... that no move of it leads to.\n"
        "heap  value\n"
        "  40      1  1\n"
        "   3      1  1  after the move\n"
        "  37      1  1  after the move\n");
    expect_explanation("grundy", "0", "");
}

Test(solver_break, leaves_the_period_out_where_no_heap_is_so_large)
{
    expect_explanation(
        "kayles", "7+10",
        "No move wins: each binary column of the values has an even number of 1s.\n"
        "The value of a heap is the least of 0, 1, 2, ... that no move of it leads to.\n"
        "heap  value\n"
        "   7      2  10\n"
        "  10      2  10\n"
        "      -----  --\n"
        "          0   0  the nim-sum\n");
}

Test(solver_break, explains_many_heaps_in_part)
{
    struct rules rules = rules_of("bachets-game");
    struct solver *solver = solver_create(&rules);
    struct position position = {0};
    for (int64_t heap = 1; heap <= 20; heap++)
        position_push(&position, heap);
    struct text text = {0};
    solver_explain(solver, &position, &text);
    EXPECT(strstr(text_string(&text), "\n          0   0  8 more heaps\n   9      1   1\n"), "%s",
           text_string(&text));
    text_finish(&text);
    position_finish(&position);
    solver_destroy(solver);
}
