/* Take-away with a quota for each heap. */
#include "test_solver_checks.h"

#include "common/base/memory.h"
#include "common/game/take_away.h"
#include "common/solver/quota_values.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>

SUITE(solver_take_away_local, 240);

static const char *const every_rules[] = {
    "take-away:x,local",    "take-away:2x-1,local", "take-away:3/2x,local", "take-away:2x,local",
    "take-away:5/2x,local", "take-away:3x,local",   "take-away:10x,local",  "take-away:x+10,local",
    "take-away:3x-2,local", "take-away:100x,local",
};
enum { RULES_COUNT = sizeof every_rules / sizeof *every_rules };

/* --- positions --- */

/* Appends a heap that is not smaller than the others. */
static void push_heap(struct position *position, int64_t heap, int64_t quota)
{
    position_push(position, heap);
    position_push(position, quota);
}

static void check_with_more_heaps(struct checker *checker, struct position *position,
                                  uint32_t heaps_left, int64_t heap_max)
{
    check_position(checker, position);
    uint32_t count = position->count;
    int64_t heap = count ? position->cells[count - TAKE_AWAY_PAIR] : 1;
    int64_t quota = count ? position->cells[count - 1] : 0;
    for (; heaps_left && heap <= heap_max; heap++, quota = 1) {
        for (; quota <= heap; quota++) {
            if (quota == 0 && heap > 1)
                continue;
            push_heap(position, heap, quota);
            check_with_more_heaps(checker, position, heaps_left - 1, heap_max);
            position->count = count;
        }
    }
}

static void check_all(uint32_t heaps, int64_t heap_max)
{
    for (int i = 0; i < RULES_COUNT; i++) {
        struct checker checker = checker_start(every_rules[i]);
        struct position position = {0};
        check_with_more_heaps(&checker, &position, heaps, heap_max);
        position_finish(&position);
        checker_finish(&checker);
    }
}

Test(solver_take_away_local, plays_one_heap_as_the_oracle_does)
{
    check_all(1, 50);
}

Test(solver_take_away_local, plays_two_heaps_as_the_oracle_does)
{
    check_all(2, 12);
}

Test(solver_take_away_local, plays_three_heaps_as_the_oracle_does)
{
    check_all(3, 6);
}

static void expect_winning_moves(const char *position_text, const char *expected)
{
    struct rules rules = rules_of("take-away:2x,local");
    struct solver *solver = solver_create(&rules);
    struct position position = position_of(&rules, position_text);
    char *moves = winning_moves_text(solver, &position, 100);
    cr_assert_str_eq(moves, expected, "%s: %s", position_text, moves);
    free(moves);
    position_finish(&position);
    solver_destroy(solver);
}

Test(solver_take_away_local, names_the_winning_moves_of_heaps_with_other_quotas)
{
    expect_winning_moves("5+8", "");
    expect_winning_moves("5+9", "9>8");
    expect_winning_moves("8@1+8@8", "8@8>0");
}

Test(solver_take_away_local, explains_by_the_values_of_the_heaps)
{
    expect_explanation("take-away:2x,local", "0", "");
    expect_explanation(
        "take-away:2x,local", "4@2+7@2",
        "Take 2 from the heap of 4: each binary column then has an even number of 1s.\n"
        "The value 1 of that heap has to become 2, the nim-sum of the other values.\n"
        "The value of a heap is the least of 0, 1, 2, ... that no move of it leads to.\n"
        "heap@quota  value\n"
        "       4@2      1   1\n"
        "       7@2      2  10\n"
        "            -----  --\n"
        "                3  11  the nim-sum\n"
        "       2@2      2  10  after the move\n");
    expect_explanation(
        "take-away:2x,local", "4+4",
        "No move wins: each binary column of the values has an even number of 1s.\n"
        "The value of a heap is the least of 0, 1, 2, ... that no move of it leads to.\n"
        "heap@quota  value\n"
        "       4@3      3  11\n"
        "       4@3      3  11\n"
        "            -----  --\n"
        "                0   0  the nim-sum\n");
}

Test(solver_take_away_local, explains_many_heaps_in_part)
{
    struct rules rules = rules_of("take-away:2x,local");
    struct solver *solver = solver_create(&rules);
    struct position position = {0};
    for (int64_t heap = 1; heap <= 100; heap++)
        push_heap(&position, heap + 1, heap);
    struct text text = {0};
    solver_explain(solver, &position, &text);
    uint32_t lines = 0;
    for (size_t i = 0; i < text.len; i++)
        lines += text.bytes[i] == '\n';
    cr_assert_eq(lines, 20);
    text_finish(&text);
    position_finish(&position);
    solver_destroy(solver);
}

/* --- the table --- */

static void check_vector(const char *name, json_t *heaps)
{
    struct rules rules = rules_of(name);
    struct quota_values *values = quota_values_create(&rules);
    size_t heap, i;
    json_t *steps, *step;
    json_array_foreach(heaps, heap, steps)
    {
        int64_t quota = 0, value = 0;
        json_array_foreach(steps, i, step)
        {
            int64_t from = json_integer_value(json_array_get(step, 0));
            for (; quota < from; quota++)
                EXPECT(quota_value(values, (int64_t)heap, quota) == value, "%s %zu@%" PRId64, name,
                       heap, quota);
            value = json_integer_value(json_array_get(step, 1));
        }
        for (; quota <= (int64_t)heap; quota++)
            EXPECT(quota_value(values, (int64_t)heap, quota) == value, "%s %zu@%" PRId64, name,
                   heap, quota);
    }
    quota_values_destroy(values);
}

Test(solver_take_away_local, agrees_with_the_vectors)
{
    json_error_t error;
    json_t *vectors = json_load_file(VECTORS_DIR "/local_quota_grundy.json", 0, &error);
    EXPECT(vectors, "%s", error.text);
    cr_assert_eq(json_object_size(vectors), 2);
    const char *name;
    json_t *heaps;
    json_object_foreach (vectors, name, heaps) {
        cr_assert_eq(json_array_size(heaps), 151);
        check_vector(name, heaps);
    }
    json_decref(vectors);
}

/* The values of every heap under every quota, by definition. */
enum { PLAIN_HEAP_MAX = 600 };

struct plain {
    const struct rules *rules;
    uint16_t values[PLAIN_HEAP_MAX + 1][PLAIN_HEAP_MAX + 1]; /* [heap][quota], quota <= heap */
};

static uint16_t plain_after(const struct plain *plain, int64_t heap, int64_t take)
{
    int64_t left = heap - take, quota = take_away_quota(plain->rules, take);
    return plain->values[left][quota < left ? quota : left];
}

static void plain_fill(struct plain *plain)
{
    for (int64_t heap = 1; heap <= PLAIN_HEAP_MAX; heap++) {
        bool reached[PLAIN_HEAP_MAX + 2] = {false};
        uint16_t value = 0;
        for (int64_t quota = 1; quota <= heap; quota++) {
            reached[plain_after(plain, heap, quota)] = true;
            while (reached[value])
                value++;
            plain->values[heap][quota] = value;
        }
    }
}

/* Every take that leaves a heap of a value that it can reach, and none but these. */
static void check_takes(struct quota_values *values, const struct plain *plain, int64_t heap,
                        uint32_t value)
{
    int64_t take = 0;
    for (int64_t expected = 1; expected <= heap; expected++) {
        if (plain_after(plain, heap, expected) != value)
            continue;
        take = quota_values_next_take(values, heap, heap, value, take);
        EXPECT(take == expected, "%s %" PRId64 " to %u: %" PRId64 ", not %" PRId64,
               plain->rules->text, heap, value, take, expected);
    }
    EXPECT(quota_values_next_take(values, heap, heap, value, take) == 0, "%s %" PRId64 " to %u",
           plain->rules->text, heap, value);
}

static void check_table(const char *rules_text)
{
    struct rules rules = rules_of(rules_text);
    struct plain *plain = memory_zeroed(1, sizeof *plain);
    plain->rules = &rules;
    plain_fill(plain);
    struct quota_values *values = quota_values_create(&rules);
    for (int64_t heap = 0; heap <= PLAIN_HEAP_MAX; heap++) {
        for (int64_t quota = 0; quota <= heap; quota++)
            EXPECT(quota_value(values, heap, quota) == plain->values[heap][quota],
                   "%s %" PRId64 "@%" PRId64, rules_text, heap, quota);
    }
    for (int64_t heap = 1; heap <= PLAIN_HEAP_MAX; heap += 13) {
        for (uint32_t value = 0; value <= plain->values[heap][heap] + 2u; value++)
            check_takes(values, plain, heap, value);
    }
    quota_values_destroy(values);
    free(plain);
}

Test(solver_take_away_local, tabulates_the_values_by_definition)
{
    const char *const more[] = {"take-away:15/11x,local", "take-away:4.1x+3,local",
                                "take-away:10000x,local", "take-away:2x+10000,local",
                                "take-away:10000x-9999,local"};
    for (int i = 0; i < RULES_COUNT; i++)
        check_table(every_rules[i]);
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        check_table(more[i]);
}

/* A table that grew in steps is the one that was made at once. */
Test(solver_take_away_local, extends_the_table)
{
    struct rules rules = rules_of("take-away:2x,local");
    struct quota_values *once = quota_values_create(&rules), *steps = quota_values_create(&rules);
    quota_value(once, 20000, 1);
    for (int64_t heap = 1; heap <= 20000; heap += heap / 3 + 1) {
        for (int64_t quota = 0; quota <= heap; quota += quota / 8 + 1)
            EXPECT(quota_value(steps, heap, quota) == quota_value(once, heap, quota),
                   "%" PRId64 "@%" PRId64, heap, quota);
    }
    quota_values_destroy(once);
    quota_values_destroy(steps);
}

/* The definition once more, for heaps for which all pairs would be too many. */
static void check_definition(struct quota_values *values, const struct rules *rules, int64_t heap)
{
    bool reached[4096] = {false};
    uint32_t value = 0;
    for (int64_t take = 1; take <= heap; take++) {
        uint32_t after = quota_value(values, heap - take, take_away_quota(rules, take));
        EXPECT(after < 4096, "%" PRIu32, after);
        reached[after] = true;
        while (reached[value])
            value++;
        EXPECT(quota_value(values, heap, take) == value, "%s %" PRId64 "@%" PRId64, rules->text,
               heap, take);
    }
}

Test(solver_take_away_local, satisfies_the_definition_for_large_heaps)
{
    struct random random = random_from_seed(6);
    const char *const texts[] = {"take-away:2x,local", "take-away:x,local", "take-away:100x,local"};
    for (int i = 0; i < 3; i++) {
        struct rules rules = rules_of(texts[i]);
        struct quota_values *values = quota_values_create(&rules);
        for (int round = 0; round < 10; round++)
            check_definition(values, &rules, 120000 - (int64_t)random_below(&random, 50000));
        quota_values_destroy(values);
    }
}

static void play_best_move(struct solver *solver, struct position *position)
{
    enum outcome before = solver_outcome(solver, position);
    struct move move;
    solver_best_move(solver, position, &move);
    move_apply(solver_rules(solver), position, &move);
    EXPECT(solver_outcome(solver, position) != before, "each move changes the outcome");
}

Test(solver_take_away_local, reaches_the_stated_limits)
{
    const char *const texts[] = {"take-away:2x,local", "take-away:10000x+10000,local"};
    for (int i = 0; i < 2; i++) {
        struct rules rules = rules_of(texts[i]);
        struct solver *solver = solver_create(&rules);
        struct position position = {0};
        int64_t heap = take_away_local_heap_max(&rules);
        push_heap(&position, heap - 1, heap - 2);
        push_heap(&position, heap, heap - 1);
        struct error error;
        EXPECT(!position_check_start(&rules, &position, &error), "%s", error.message);
        for (int ply = 0; ply < 20 && !position_is_over(&rules, &position); ply++)
            play_best_move(solver, &position);
        position_finish(&position);
        solver_destroy(solver);
    }
}
