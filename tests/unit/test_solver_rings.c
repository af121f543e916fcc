#include "common/game/heaps.h"
#include "common/game/octal.h"
#include "test_solver_checks.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

SUITE(solver_rings, 120);

/* --- counters that stand, place by place --- */

/* Places in a circle and behind them places in a row. A counter stands where a bit is 1. */
struct places {
    const struct rules *rules;
    int circle;
    int row;
    bool misere;
    int8_t *verdicts; /* by the bits; 0: not judged, 1: lost, 2: won */
};

/* The place `step` places to the right, or -1: beyond the end of the row. */
static int place_from(const struct places *places, int place, int step)
{
    if (place < places->circle)
        return (place + step + places->circle) % places->circle;
    int there = place + step;
    return there >= places->circle && there < places->circle + places->row ? there : -1;
}

static bool stands(uint32_t bits, int place)
{
    return place >= 0 && bits >> place & 1;
}

/* Takes the `count` neighbours from `place` on to the right; false where they do not all stand, or
 * where the digit does not allow it: they have others beside them on no side, on one or on both. */
static bool take(const struct places *places, int place, int count, uint32_t *bits)
{
    uint32_t taken = 0;
    for (int i = 0, at = place; i < count; i++, at = place_from(places, at, 1)) {
        if (!stands(*bits & ~taken, at))
            return false;
        taken |= UINT32_C(1) << at;
    }
    *bits &= ~taken;
    int last = place;
    for (int i = 1; i < count; i++)
        last = place_from(places, last, 1);
    int sides =
        stands(*bits, place_from(places, place, -1)) + stands(*bits, place_from(places, last, 1));
    return octal_digit(places->rules, count) & 1 << sides;
}

static bool is_won(const struct places *places, uint32_t bits)
{
    if (places->verdicts[bits])
        return places->verdicts[bits] == 2;
    int all = places->circle + places->row;
    bool wins = false, moves = false;
    for (int place = 0; place < all; place++) {
        for (int count = 1; count <= all && !wins; count++) {
            uint32_t after = bits;
            if (!take(places, place, count, &after))
                continue;
            moves = true;
            wins = !is_won(places, after);
        }
    }
    if (!moves && places->misere)
        wins = true;
    places->verdicts[bits] = wins ? 2 : 1;
    return wins;
}

/* A ring of `circle` and a heap of `row`, or no heap. */
static void compare(struct solver *solver, int circle, int row)
{
    const struct rules *rules = solver_rules(solver);
    uint32_t all = (UINT32_C(1) << (circle + row)) - 1;
    struct places places = {rules, circle, row, rules->misere, calloc(all + 1, 1)};
    struct position position = {0};
    heaps_add(&position, -circle);
    if (row)
        heaps_add(&position, row);
    bool wins = is_won(&places, all);
    EXPECT((solver_outcome(solver, &position) == OUTCOME_N) == wins, "%s: o%d+%d", rules->text,
           circle, row);
    position_finish(&position);
    free(places.verdicts);
}

Test(solver_rings, circles_of_counters_beside_rows_have_the_outcomes_of_rings)
{
    static const char *const codes[] = {
        "octal:0.77", "octal:0.07", "octal:0.137", "octal:0.4",  "octal:0.6",    "octal:0.7",
        "octal:0.17", "octal:0.35", "octal:0.56",  "octal:0.16", "octal:0.(47)", "octal:0.1604",
    };
    enum { PLACES_MAX = 13 };
    for (size_t i = 0; i < 2 * sizeof codes / sizeof *codes; i++) {
        char text[32];
        snprintf(text, sizeof text, "%s%s", codes[i / 2], i % 2 ? ",misere" : "");
        struct rules rules = rules_of(text);
        struct solver *solver = solver_create(&rules);
        for (int circle = 1; circle <= PLACES_MAX; circle++)
            for (int row = 0; row <= 4 && circle + row <= PLACES_MAX; row++)
                compare(solver, circle, row);
        solver_destroy(solver);
    }
}

/* --- vectors --- */

/* What the vectors say of a ring and a heap, 0 for none; `wins` is about misere play. */
static void expect_ring(struct solver *normal, struct solver *misere, int64_t ring, int64_t heap,
                        uint64_t value, bool wins)
{
    struct position position = {0};
    uint64_t found = 0;
    heaps_add(&position, -ring);
    if (heap)
        heaps_add(&position, heap);
    EXPECT(solver_grundy(normal, &position, &found) && found == value, "%s: o%d+%d",
           solver_rules(normal)->text, (int)ring, (int)heap);
    EXPECT((solver_outcome(misere, &position) == OUTCOME_N) == wins, "%s: o%d+%d",
           solver_rules(misere)->text, (int)ring, (int)heap);
    position_finish(&position);
}

static bool is_listed(const json_t *list, int64_t number)
{
    size_t i;
    json_t *item;
    json_array_foreach(list, i, item) if (json_integer_value(item) == number) return true;
    return false;
}

static void check_vector(const char *code, const json_t *vector)
{
    char text[64];
    snprintf(text, sizeof text, "%s,misere", code);
    struct rules rules = rules_of(code), misere_rules = rules_of(text);
    struct solver *normal = solver_create(&rules), *misere = solver_create(&misere_rules);
    const json_t *lost = json_object_get(vector, "misere_lost");
    size_t i;
    json_t *item;
    json_array_foreach(json_object_get(vector, "values"), i, item)
        expect_ring(normal, misere, (int64_t)i + 1, 0, (uint64_t)json_integer_value(item),
                    !is_listed(lost, (int64_t)i + 1));
    json_array_foreach(json_object_get(vector, "beside_rows"), i, item)
        expect_ring(normal, misere, json_integer_value(json_array_get(item, 0)),
                    json_integer_value(json_array_get(item, 1)),
                    (uint64_t)json_integer_value(json_array_get(item, 2)),
                    json_integer_value(json_array_get(item, 3)) == 1);
    solver_destroy(normal);
    solver_destroy(misere);
}

Test(solver_rings, agree_with_the_vectors)
{
    json_error_t error;
    json_t *vectors = json_load_file(VECTORS_DIR "/rings.json", 0, &error);
    EXPECT(vectors, "%s", error.text);
    const char *code;
    json_t *vector;
    json_object_foreach (vectors, code, vector)
        check_vector(code, vector);
    cr_assert_eq(json_object_size(vectors), 5);
    json_decref(vectors);
}

/* --- the oracle --- */

static void check_rings(const char *rules, int64_t ring_max, int64_t heap_max)
{
    struct checker checker = checker_start(rules);
    for (int64_t ring = 1; ring <= ring_max; ring++) {
        for (int64_t heap = -2; heap <= heap_max; heap++) { /* -2: two rings */
            struct position position = {0};
            heaps_add(&position, -ring);
            if (heap)
                heaps_add(&position, heap);
            if (heap > 1)
                heaps_add(&position, heap / 2);
            check_position(&checker, &position);
            position_finish(&position);
        }
    }
    checker_finish(&checker);
}

Test(solver_rings, everything_that_is_said_of_rings_is_what_the_oracle_says)
{
    check_rings("octal:0.77", 24, 9);
    check_rings("octal:0.07", 24, 9);
    check_rings("octal:0.137", 24, 9);
    check_rings("octal:0.6", 20, 8);
    check_rings("octal:0.(47)", 16, 7);
    check_rings("octal:0.77,misere", 14, 7);
    check_rings("octal:0.07,misere", 16, 7);
    check_rings("octal:0.137,misere", 16, 7);
}

/* --- rings alone --- */

/* The sizes of the rings up to `most` that the player to move wins, or loses. */
static char *rings_of(const char *text, enum outcome outcome, int64_t most)
{
    struct rules rules = rules_of(text);
    struct solver *solver = solver_create(&rules);
    struct text sizes = {0};
    for (int64_t ring = 1; ring <= most; ring++) {
        int64_t cell = -ring;
        if (solver_outcome(solver, &(struct position){.count = 1, .cells = &cell}) == outcome)
            text_printf(&sizes, "%s%" PRId64, sizes.len ? " " : "", ring);
    }
    solver_destroy(solver);
    char *copy = strdup(text_string(&sizes));
    text_finish(&sizes);
    return copy;
}

static void expect_rings(const char *rules, enum outcome outcome, int64_t most, const char *sizes)
{
    char *found = rings_of(rules, outcome, most);
    EXPECT(strcmp(found, sizes) == 0, "%s: %s", rules, found);
    free(found);
}

Test(solver_rings, rings_alone_are_won_and_lost_as_the_literature_has_it)
{
    expect_rings("octal:0.77", OUTCOME_N, 5000, "1 2");
    expect_rings("octal:0.07", OUTCOME_N, 39, "2 3 7 11 17 23 27 31 37");
    expect_rings("octal:0.137", OUTCOME_P, 24, "4 5 6 8 9 10 12 13 14 15 16 18 19 20 21 22 24");
    /* By Sibert and Conway the rows that misere Kayles loses alone are 1, 4, 9, 12 and 20. */
    expect_rings("octal:0.77,misere", OUTCOME_N, 5000, "2 3 5 6 10 11 13 14 21 22");
}
