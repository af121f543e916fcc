#include "test_solver_checks.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

SUITE(solver_take_away, 240);

static struct position heap_with_quota(const struct rules *rules, int64_t heap, int64_t quota)
{
    char text[64];
    snprintf(text, sizeof text, "%" PRId64 "@%" PRId64, heap, quota);
    return position_of(rules, text);
}

static const char *const every_rules[] = {
    "take-away:x",      "take-away:2x-1", "take-away:3/2x", "take-away:2x",   "take-away:5/2x",
    "take-away:3x",     "take-away:4.1x", "take-away:2x+3", "take-away:x+10", "take-away:3/2x+1",
    "take-away:15/11x", "take-away:phi",  "take-away:pi",   "take-away:ex-1", "take-away:sqrt(7)",
};
enum { RULES_COUNT = sizeof every_rules / sizeof *every_rules };

static void check_every_quota(struct checker *checker, int64_t heap_max)
{
    for (int64_t heap = 1; heap <= heap_max; heap++) {
        for (int64_t quota = 1; quota <= heap; quota++) {
            struct position position = heap_with_quota(&checker->rules, heap, quota);
            check_position(checker, &position);
            position_finish(&position);
        }
    }
}

Test(solver_take_away, plays_as_the_oracle_does)
{
    for (int i = 0; i < RULES_COUNT; i++) {
        struct checker checker = checker_start(every_rules[i]);
        check_every_quota(&checker, 140);
        checker_finish(&checker);
    }
}

Test(solver_take_away, plays_misere_as_the_oracle_does)
{
    for (int i = 0; i < RULES_COUNT; i++) {
        char text[64];
        snprintf(text, sizeof text, "%s,misere", every_rules[i]);
        struct checker checker = checker_start(text);
        check_every_quota(&checker, 100);
        checker_finish(&checker);
    }
}

Test(solver_take_away, knows_the_ends_of_a_match)
{
    const char *const rules[] = {"take-away:2x", "take-away:2x,misere"};
    const char *const texts[] = {"0", "1", "1@1", "2"};
    for (int i = 0; i < 8; i++) {
        struct checker checker = checker_start(rules[i / 4]);
        struct position position = position_of(&checker.rules, texts[i % 4]);
        check_position(&checker, &position);
        position_finish(&position);
        checker_finish(&checker);
    }
}

/* The largest heap with a value, and what is beyond. */
Test(solver_take_away, has_values_up_to_a_stated_heap)
{
    struct rules rules = rules_of("take-away:1000x");
    struct solver *solver = solver_create(&rules);
    struct position largest = position_of(&rules, "65535"), beyond = position_of(&rules, "65536");
    uint64_t value;
    EXPECT(solver_grundy(solver, &largest, &value), "65535 is within the limit");
    EXPECT((value != 0) == (solver_outcome(solver, &largest) == OUTCOME_N), "%" PRIu64, value);
    EXPECT(!solver_grundy(solver, &beyond, &value), "65536 is not");
    position_finish(&largest);
    position_finish(&beyond);
    solver_destroy(solver);
}

Test(solver_take_away, has_no_values_in_misere_play)
{
    struct rules rules = rules_of("take-away:2x,misere");
    struct solver *solver = solver_create(&rules);
    struct position position = position_of(&rules, "35");
    uint64_t value;
    EXPECT(!solver_grundy(solver, &position, &value), "misere play has no values");
    position_finish(&position);
    solver_destroy(solver);
}

Test(solver_take_away, names_the_terms_as_far_as_the_largest_part)
{
    expect_in_explanation("take-away:3x", "35", " 1, 2, 3, 4, 6, 8, 11, 15, 21, 29, ...:\n");
    expect_in_explanation("take-away:5/2x", "100", " 32, 47, 69, ...:\n");
    expect_in_explanation("take-away:3x", "2000000001",
                          " 8, 11, 15, 21, ..., 76, ..., 276, ...,\n");
}

Test(solver_take_away, takes_all_at_once_where_that_wins)
{
    expect_explanation("take-away:2x", "35@100", "Take 35 at once: that many may be taken now.\n");
    expect_explanation("take-away:2x,misere", "10",
                       "Leave the last counter to the opponent: play for the other 9 as in normal "
                       "play.\nTake 9 at once: that many may be taken now.\n");
}

Test(solver_take_away, explains_by_the_parts)
{
    expect_explanation("take-away:2x", "0", "");
    expect_explanation(
        "take-away:2x", "20",
        "Take 2, the smallest part of 20 = 13 + 5 + 2.\n"
        "The opponent may then take at most 4: the next part, 5, cannot be taken whole.\n"
        "After any answer the smallest part of the rest may be taken again, and so on.\n"
        "Such parts are Fibonacci numbers 1, 2, 3, 5, 8, ..., no two of them neighbours.\n");
    expect_explanation(
        "take-away:2x", "35",
        "Take 1, the smallest part of 35 = 34 + 1.\n"
        "The opponent may then take at most 2: the next part, 34, cannot be taken whole.\n"
        "After any answer the smallest part of the rest may be taken again, and so on.\n"
        "Such parts are Fibonacci numbers 1, 2, 3, 5, 8, ..., no two of them neighbours.\n");
    expect_explanation(
        "take-away:2x", "13",
        "No move wins: at most 12 may be taken now, and the smallest part of the heap is 13.\n"
        "After any take the opponent may take the smallest part of the rest, and so on.\n"
        "13 is a single part.\n"
        "Such parts are Fibonacci numbers 1, 2, 3, 5, 8, ..., no two of them neighbours.\n");
    expect_explanation(
        "take-away:2x", "12@2",
        "Take 1, the smallest part of 12 = 8 + 3 + 1.\n"
        "The opponent may then take at most 2: the next part, 3, cannot be taken whole.\n"
        "After any answer the smallest part of the rest may be taken again, and so on.\n"
        "Such parts are Fibonacci numbers 1, 2, 3, 5, 8, ..., no two of them neighbours.\n");
    expect_explanation(
        "take-away:2x-1", "12@5",
        "Take 4, the smallest part of 12 = 8 + 4.\n"
        "The opponent may then take at most 7: the next part, 8, cannot be taken whole.\n"
        "After any answer the smallest part of the rest may be taken again, and so on.\n"
        "Such parts are different powers of 2: 1, 2, 4, 8, ...\n");
    expect_explanation("take-away:3x", "3@3", "Take 3 at once: that many may be taken now.\n");
    expect_explanation(
        "take-away:3x", "20",
        "Take 1, the smallest part of 20 = 15 + 4 + 1.\n"
        "The opponent may then take at most 3: the next part, 4, cannot be taken whole.\n"
        "After any answer the smallest part of the rest may be taken again, and so on.\n"
        "Such parts are terms of the P-sequence 1, 2, 3, 4, 6, 8, 11, 15, ...:\n"
        "each is more than may be taken after the next smaller part.\n");
    expect_explanation(
        "take-away:2x", "9223372036854775807",
        "Take 2, the smallest part of\n"
        "9223372036854775807 = 7540113804746346429 + 1100087778366101931 + ... + 2.\n"
        "The opponent may then take at most 4:\n"
        "the next part, 5, cannot be taken whole.\n"
        "After any answer the smallest part of the rest may be taken again, and so on.\n"
        "Such parts are Fibonacci numbers 1, 2, 3, 5, 8, ..., no two of them neighbours.\n");
    expect_explanation(
        "take-away:x", "8646911284551352320",
        "Take 576460752303423488, the smallest part of\n"
        "8646911284551352320 = 4611686018427387904 + 2305843009213693952 + ... + "
        "576460752303423488.\n"
        "The opponent may then take at most 576460752303423488:\n"
        "the next part, 1152921504606846976, cannot be taken whole.\n"
        "After any answer the smallest part of the rest may be taken again, and so on.\n"
        "Such parts are different powers of 2: 1, 2, 4, 8, ...\n");
}

Test(solver_take_away, explains_misere_play_by_normal_play)
{
    expect_explanation("take-away:2x,misere", "0",
                       "No move is left, and who has none wins in misere play.\n");
    expect_explanation("take-away:2x,misere", "1@1",
                       "The last counter has to be taken, and in misere play that loses.\n");
    expect_explanation(
        "take-away:2x,misere", "9@3",
        "Leave the last counter to the opponent: play for the other 8 as in normal play.\n"
        "No move wins: at most 3 may be taken now, and the smallest part of the heap is 8.\n"
        "After any take the opponent may take the smallest part of the rest, and so on.\n"
        "8 is a single part.\n"
        "Such parts are Fibonacci numbers 1, 2, 3, 5, 8, ..., no two of them neighbours.\n");
    expect_explanation(
        "take-away:2x,misere", "20@5",
        "Leave the last counter to the opponent: play for the other 19 as in normal play.\n"
        "Take 1, the smallest part of 19 = 13 + 5 + 1.\n"
        "The opponent may then take at most 2: the next part, 5, cannot be taken whole.\n"
        "After any answer the smallest part of the rest may be taken again, and so on.\n"
        "Such parts are Fibonacci numbers 1, 2, 3, 5, 8, ..., no two of them neighbours.\n");
}

static void expect_winning_moves(const char *rules_text, const char *position_text,
                                 const char *expected)
{
    struct rules rules = rules_of(rules_text);
    struct solver *solver = solver_create(&rules);
    struct position position = position_of(&rules, position_text);
    char *moves = winning_moves_text(solver, &position, 100);
    cr_assert_str_eq(moves, expected, "%s %s: %s", rules_text, position_text, moves);
    free(moves);
    position_finish(&position);
    solver_destroy(solver);
}

Test(solver_take_away, tells_x_from_2x_minus_1_though_the_same_positions_are_lost)
{
    expect_winning_moves("take-away:x", "7@3", "7>6 7>4");
    expect_winning_moves("take-away:2x-1", "7@3", "7>6");
}

Test(solver_take_away, finds_several_winning_moves_in_fibonacci_nim)
{
    expect_winning_moves("take-away:2x", "17", "17>16 17>13");
    expect_winning_moves("take-away:2x", "28", "28>26 28>21");
    expect_winning_moves("take-away:2x", "12", "12>11");
}

/* What a vector says of one n@q: which takes win. */
static void check_vector_moves(struct solver *solver, json_t *row)
{
    const struct rules *rules = solver_rules(solver);
    int64_t heap = json_integer_value(json_array_get(row, 0));
    int64_t quota = json_integer_value(json_array_get(row, 1));
    json_t *takes = json_array_get(row, 2);
    struct position position = heap_with_quota(rules, heap, quota);
    struct move moves[64];
    struct winning_moves found = solver_winning_moves(solver, &position, moves, 64);
    EXPECT(found.count == json_array_size(takes), "%s %" PRId64, rules->text, heap);
    for (uint32_t i = 0; i < found.listed; i++) {
        int64_t left = moves[i].after_count ? moves[i].cells[1] : 0;
        EXPECT(heap - left == json_integer_value(json_array_get(takes, i)),
               "%s %" PRId64 "@%" PRId64 ", winning move %u", rules->text, heap, quota, i);
    }
    position_finish(&position);
}

static bool wins_at(struct solver *solver, int64_t heap, int64_t quota)
{
    struct position position = heap_with_quota(solver_rules(solver), heap, quota);
    bool wins = solver_outcome(solver, &position) == OUTCOME_N;
    position_finish(&position);
    return wins;
}

static void check_vector(json_t *vector)
{
    struct rules rules = rules_of(json_string_value(json_object_get(vector, "rules")));
    struct solver *solver = solver_create(&rules);
    size_t i;
    json_t *item;
    json_array_foreach(json_object_get(vector, "P_start"), i, item)
    {
        int64_t heap = json_integer_value(item);
        EXPECT(heap == 1 || !wins_at(solver, heap, heap - 1), "%s %" PRId64, rules.text, heap);
    }
    json_array_foreach(json_object_get(vector, "least_winning_take"), i, item)
    {
        int64_t heap = (int64_t)i + 1, least = json_integer_value(item);
        EXPECT(wins_at(solver, heap, least), "%s %" PRId64, rules.text, heap);
        EXPECT(least == 1 || !wins_at(solver, heap, least - 1), "%s %" PRId64, rules.text, heap);
    }
    json_array_foreach(json_object_get(vector, "winning_moves"), i, item)
    {
        check_vector_moves(solver, item);
    }
    solver_destroy(solver);
}

Test(solver_take_away, agrees_with_the_vectors)
{
    json_error_t error;
    json_t *vectors = json_load_file(VECTORS_DIR "/takeaway.json", 0, &error);
    EXPECT(vectors, "%s", error.text);
    cr_assert_geq(json_array_size(vectors), 9);
    size_t i;
    json_t *vector;
    json_array_foreach(vectors, i, vector)
    {
        check_vector(vector);
    }
    json_decref(vectors);
}

/* The theory once more, written as plainly as it goes: F in 128 bits, the sequence by linear
 * search, parts by trying every term. */
struct plain {
    const char *rules;
    int64_t numerator;
    int64_t denominator;
    int64_t constant;
    int64_t radicand;   /* F(x) = floor(sqrt(radicand) x); 0: not so */
    const char *digits; /* F(x) = floor(digits x), up to the largest x; NULL: not so */
    int count;
    int64_t terms[4096];
};

/* The largest number whose square is at most radicand take^2. */
static int64_t plain_root(int64_t radicand, int64_t take)
{
    uint128 square = (uint128)radicand * ((uint128)take * (uint128)take), root = 0;
    for (uint128 bit = (uint128)1 << 63; bit > 0; bit >>= 1) {
        if ((root + bit) * (root + bit) <= square)
            root += bit;
    }
    return root > INT64_MAX ? INT64_MAX : (int64_t)root;
}

/* The whole part of the number with these digits times `take`, as one multiplies on paper. */
static int64_t plain_product(const char *digits, int64_t take)
{
    uint128 carry = 0;
    for (size_t i = strlen(digits); i > 2; i--)
        carry = (carry + (uint128)(digits[i - 1] - '0') * (uint128)take) / 10;
    carry += (uint128)(digits[0] - '0') * (uint128)take;
    return carry > INT64_MAX ? INT64_MAX : (int64_t)carry;
}

static int64_t plain_quota(const struct plain *plain, int64_t take)
{
    if (plain->radicand)
        return plain_root(plain->radicand, take);
    if (plain->digits)
        return plain_product(plain->digits, take);
    /* A negative constant wraps round and back. */
    uint128 quota = (uint128)plain->numerator * (uint128)take / (uint128)plain->denominator +
                    (uint128)plain->constant;
    return quota > INT64_MAX ? INT64_MAX : (int64_t)quota;
}

static void plain_fill(struct plain *plain)
{
    plain->terms[0] = 1;
    plain->count = 1;
    for (;;) {
        int64_t last = plain->terms[plain->count - 1];
        int m = 0;
        while (plain_quota(plain, plain->terms[m]) < last)
            m++;
        if (plain->terms[m] > INT64_MAX - last)
            return;
        cr_assert_lt(plain->count, 4096);
        plain->terms[plain->count++] = last + plain->terms[m];
    }
}

static int64_t plain_smallest_part(const struct plain *plain, int64_t heap)
{
    int64_t part = 0;
    for (int i = plain->count - 1; heap > 0; i--) {
        if (plain->terms[i] <= heap) {
            part = plain->terms[i];
            heap -= part;
        }
    }
    return part;
}

static bool plain_wins(const struct plain *plain, int64_t heap, int64_t quota, int64_t take)
{
    if (take < 1 || take > quota)
        return false;
    return take == heap || plain_smallest_part(plain, heap - take) > plain_quota(plain, take);
}

static bool is_listed(const struct move *moves, uint32_t count, int64_t heap, int64_t take)
{
    for (uint32_t i = 0; i < count; i++) {
        if (heap - (moves[i].after_count ? moves[i].cells[1] : 0) == take)
            return true;
    }
    return false;
}

/* The listed takes win by definition, and of many others none does that is not listed: all small
 * ones, and those about every sum of two terms. */
static void check_large(struct solver *solver, const struct plain *plain, int64_t heap,
                        int64_t quota)
{
    struct position position = heap_with_quota(solver_rules(solver), heap, quota);
    struct move moves[64];
    struct winning_moves found = solver_winning_moves(solver, &position, moves, 64);
    EXPECT((found.count > 0) == (quota >= plain_smallest_part(plain, heap)), "%s %" PRId64,
           plain->rules, heap);
    EXPECT(found.listed == found.count, "at most as many winning moves as parts");
    for (uint32_t i = 0; i < found.listed; i++) {
        int64_t take = heap - (moves[i].after_count ? moves[i].cells[1] : 0);
        EXPECT(plain_wins(plain, heap, quota, take), "%s %" PRId64 "@%" PRId64 ": %" PRId64,
               plain->rules, heap, quota, take);
    }
    for (int64_t take = 1; take <= 200; take++)
        EXPECT(plain_wins(plain, heap, quota, take) == is_listed(moves, found.listed, heap, take),
               "%s %" PRId64 "@%" PRId64 ": %" PRId64, plain->rules, heap, quota, take);
    int64_t sum = 0, rest = heap;
    while (rest > 0) { /* every sum of smallest parts, and its neighbours */
        int64_t part = plain_smallest_part(plain, rest);
        sum += part;
        rest -= part;
        for (int64_t take = sum - 2; take <= sum && take <= quota; take++)
            EXPECT(plain_wins(plain, heap, quota, take) ==
                       is_listed(moves, found.listed, heap, take),
                   "%s %" PRId64 "@%" PRId64 ": %" PRId64, plain->rules, heap, quota, take);
    }
    position_finish(&position);
}

static void check_large_heaps(struct plain *plain, struct random *random)
{
    struct rules rules = rules_of(plain->rules);
    struct solver *solver = solver_create(&rules);
    plain_fill(plain);
    const int64_t tops[] = {INT64_MAX, INT64_C(1) << 62, INT64_C(1000000000000)};
    for (int i = 0; i < 600; i++) {
        int64_t heap = tops[i % 3] - (i < 30 ? i / 3 : (int64_t)random_below(random, 1000000000));
        int64_t smallest = plain_smallest_part(plain, heap);
        check_large(solver, plain, heap, heap - 1);
        check_large(solver, plain, heap, smallest);
        if (smallest > 1)
            check_large(solver, plain, heap, smallest - 1);
        check_large(solver, plain, heap, 1 + (int64_t)random_below(random, (uint128)heap));
    }
    solver_destroy(solver);
}

Test(solver_take_away, is_exact_to_2_63)
{
    static struct plain every_plain[] = {
        {.rules = "take-away:2x", .numerator = 2, .denominator = 1},
        {.rules = "take-away:x", .numerator = 1, .denominator = 1},
        {.rules = "take-away:2x-1", .numerator = 2, .denominator = 1, .constant = -1},
        {.rules = "take-away:4.1x", .numerator = 41, .denominator = 10},
        {.rules = "take-away:15/11x", .numerator = 15, .denominator = 11},
        {.rules = "take-away:3/2x+7", .numerator = 3, .denominator = 2, .constant = 7},
        {.rules = "take-away:50x", .numerator = 50, .denominator = 1},
        {.rules = "take-away:sqrt(2)", .radicand = 2},
        {.rules = "take-away:sqrt(3)", .radicand = 3},
        {.rules = "take-away:pi", .digits = "3.14159265358979323846264338327950288419716939"},
        {.rules = "take-away:e", .digits = "2.71828182845904523536028747135266249775724709"},
        {.rules = "take-away:phi", .digits = "1.61803398874989484820458683436563811772030917"},
        {.rules = "take-away:3.49999999999999999999999x", .digits = "3.49999999999999999999999"},
    };
    struct random random = random_from_seed(3);
    for (size_t i = 0; i < sizeof every_plain / sizeof *every_plain; i++)
        check_large_heaps(&every_plain[i], &random);
}

Test(solver_take_away, masters_the_largest_coefficient_and_constant)
{
    const char *const texts[] = {"take-away:10000x", "take-away:10000x+10000", "take-away:x+10000"};
    for (int i = 0; i < 3; i++) {
        struct rules rules = rules_of(texts[i]);
        struct solver *solver = solver_create(&rules);
        for (int64_t heap = INT64_MAX; heap > INT64_MAX - 5; heap--)
            EXPECT(wins_at(solver, heap, heap - 1), "%s %" PRId64, texts[i], heap);
        solver_destroy(solver);
    }
}

/* Perfect players on both sides: how long it lasts from lost and from won starts near 1000, and
 * that it ends from the largest ones. */
Test(solver_take_away, two_perfect_players_of_fibonacci_nim)
{
    struct rules rules = rules_of("take-away:2x");
    struct solver *solver = solver_create(&rules);
    const int64_t heaps[] = {987, 990, 1000, 1009, 10000, 10946};
    for (size_t i = 0; i < sizeof heaps / sizeof *heaps; i++) {
        struct position position = heap_with_quota(&rules, heaps[i], heaps[i] - 1);
        uint32_t plies = play_out(solver, &position);
        fprintf(stderr, "take-away:2x %" PRId64 ": %u plies\n", heaps[i], plies);
        EXPECT(plies < 10000, "%u plies", plies);
        position_finish(&position);
    }
    solver_destroy(solver);
}
