/* The genus of heaps: against a search that knows the rules alone, and as it was published. */
#include "common/solver/genus.h"
#include "tests/position_map.h"
#include "tests/suite.h"

#include <stdio.h>
#include <string.h>

SUITE(genus, 60);

/* --- the definition --- */

enum { VALUES = 256, TWOS = 10000, ONES = 20000, TWOS_BESIDE = 6 };

/* A position of the game beside heaps of 2 and 1 of Nim. */
struct beside {
    struct position position;
    int64_t twos;
    int64_t ones;
};

/* Misere values by the definition; or those of normal play. */
struct search {
    struct rules rules;
    bool misere;
    struct position_map *map; /* the value, plus 1 */
};

static uint32_t value_of(struct search *search, const struct beside *beside);

static uint32_t value_with(struct search *search, const struct position *position, int64_t twos,
                           int64_t ones)
{
    return value_of(search, &(struct beside){*position, twos, ones});
}

static uint32_t searched_value(struct search *search, const struct beside *beside)
{
    const struct position *position = &beside->position;
    bool seen[VALUES] = {false}, may_move = beside->twos + beside->ones > 0;
    uint64_t count = (uint64_t)move_count(&search->rules, position);
    for (uint64_t i = 0; i < count; i++, may_move = true) {
        struct position after = {0};
        struct move move;
        position_copy(&after, position);
        move_at(&search->rules, position, i, &move);
        move_apply(&search->rules, &after, &move);
        seen[value_with(search, &after, beside->twos, beside->ones)] = true;
        position_finish(&after);
    }
    if (beside->twos > 0) {
        seen[value_with(search, position, beside->twos - 1, beside->ones)] = true;
        seen[value_with(search, position, beside->twos - 1, beside->ones + 1)] = true;
    }
    if (beside->ones > 0)
        seen[value_with(search, position, beside->twos, beside->ones - 1)] = true;
    uint32_t value = 0;
    while (seen[value])
        value++;
    return !may_move && search->misere ? 1 : value;
}

static uint32_t value_of(struct search *search, const struct beside *beside)
{
    struct position key = {0};
    position_copy(&key, &beside->position);
    position_push(&key, TWOS + beside->twos);
    position_push(&key, ONES + beside->ones);
    uint32_t *place = position_map_at(search->map, &key);
    if (*place == 0) {
        uint32_t value = searched_value(search, beside);
        place = position_map_at(search->map, &key);
        *place = value + 1;
    }
    position_finish(&key);
    return *place - 1;
}

static uint32_t definition(const struct rules *rules, bool misere, int64_t heap, int64_t twos)
{
    struct search search = {*rules, misere, position_map_create()};
    struct beside beside = {.twos = twos};
    if (heap > 0)
        position_push(&beside.position, heap);
    uint32_t value = value_of(&search, &beside);
    position_finish(&beside.position);
    position_map_destroy(search.map);
    return value;
}

static struct rules rules_of(const char *text)
{
    struct rules rules;
    struct error error;
    cr_assert_eq(rules_parse(&rules, text, strlen(text), &error), ERROR_NONE, "%s", error.message);
    return rules;
}

static uint32_t digit_of(const struct genus *genus, uint32_t index)
{
    while (index >= genus->count)
        index -= 2;
    return genus->misere[index];
}

Test(genus, is_that_of_its_definition)
{
    static const struct {
        const char *rules;
        int64_t upto;
    } rows[] = {
        {"nim", 5},           {"kayles", 10},          {"octal:0.07", 13}, {"octal:0.123", 12},
        {"octal:0.312", 9},   {"octal:0.137", 12},     {"octal:4.7", 8},   {"octal:0.35...", 7},
        {"octal:4.3...", 6},  {"octal:0.26", 9},       {"grundy", 12},     {"octal:0.054", 12},
        {"octal:0.0046", 13}, {"subtraction:2,5", 12}, {"octal:0.6", 10},  {"kayles,misere", 9},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct rules rules = rules_of(rows[i].rules);
        struct genus_table *table = genus_table_create(&rules, rows[i].upto, GENUS_MOVES_MAX);
        for (int64_t heap = 0; heap <= rows[i].upto; heap++) {
            const struct genus *genus = genus_table_heap(table, heap);
            cr_assert_not_null(genus);
            cr_assert_eq(genus->normal, definition(&rules, false, heap, 0), "%s: %d", rows[i].rules,
                         (int)heap);
            for (uint32_t twos = 0; twos <= TWOS_BESIDE; twos++)
                cr_assert_eq(digit_of(genus, twos), definition(&rules, true, heap, twos),
                             "%s: %d and %u heaps of 2", rows[i].rules, (int)heap, twos);
        }
        genus_table_destroy(table);
    }
}

/* --- what was published --- */

static void expect_genus(struct genus_table *table, int64_t heap, const char *expected)
{
    const struct genus *genus = genus_table_heap(table, heap);
    char text[64];
    int len = snprintf(text, sizeof text, "%d^", genus->normal);
    for (uint32_t i = 0; i < genus->count; i++)
        len += snprintf(text + len, sizeof text - (size_t)len, "%d", genus->misere[i]);
    cr_assert_str_eq(text, expected, "heap %d: %s, not %s", (int)heap, text, expected);
}

/* T. E. Plambeck's page about 0.312 gives these for the heaps 1 to 6, the last two for ever. */
Test(genus, of_312_is_the_published_one)
{
    static const char *const published[] = {"1^031", "2^20", "0^02", "2^1420", "0^02", "1^13"};
    struct rules rules = rules_of("octal:0.312");
    struct genus_table *table = genus_table_create(&rules, 100, GENUS_MOVES_MAX);
    for (int64_t heap = 1; heap <= 100; heap++)
        expect_genus(table, heap, published[heap <= 6 ? heap - 1 : 5 - heap % 2]);
    genus_table_destroy(table);
}

/* Of Grundy's game, from 0 on, as the tests of CGSuite list them. */
Test(genus, of_grundys_game_is_the_published_one)
{
    static const char *const published[] = {
        "0^120", "0^120", "0^120",  "1^031", "0^120",  "2^20",   "1^031",
        "0^120", "2^20",  "1^031",  "0^120", "2^20",   "1^031",  "3^1431",
        "2^20",  "1^031", "3^1431", "2^20",  "4^0564", "3^1431", "0^20",
    };
    struct rules rules = rules_of("grundy");
    struct genus_table *table = genus_table_create(&rules, 20, GENUS_MOVES_MAX);
    for (int64_t heap = 0; heap <= 20; heap++)
        expect_genus(table, heap, published[heap]);
    genus_table_destroy(table);
}

/* The first wild heap of Kayles is 5. */
Test(genus, the_first_wild_heap_of_kayles_is_5)
{
    struct rules rules = rules_of("kayles");
    struct genus_table *table = genus_table_create(&rules, 12, GENUS_MOVES_MAX);
    expect_genus(table, 5, "4^146");
    expect_genus(table, 9, "4^046");
    expect_genus(table, 11, "6^46");
    for (int64_t heap = 0; heap <= 12; heap++) {
        bool is_wild = heap == 5 || heap == 9 || heap >= 11;
        cr_assert_eq(genus_is_tame(genus_table_heap(table, heap)), !is_wild);
        cr_assert_eq(genus_table_is_tame(table, heap), heap < 5);
    }
    genus_table_destroy(table);
}

/* --- limits --- */

/* Subtraction games are tame [Ferguson74]. */
Test(genus, of_subtraction_games_is_tame)
{
    static const char *const rows[] = {"subtraction:1,2,3", "subtraction:2,5,7",
                                       "subtraction:squares", "subtraction:fibonacci"};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct rules rules = rules_of(rows[i]);
        struct genus_table *table =
            genus_table_create(&rules, HEAP_OPTIONS_UPTO_MAX, GENUS_MOVES_MAX);
        for (int64_t heap = 0; heap <= HEAP_OPTIONS_UPTO_MAX; heap++) {
            cr_assert_not_null(genus_table_heap(table, heap));
            cr_assert(genus_table_is_tame(table, heap), "%s: %d", rows[i], (int)heap);
        }
        genus_table_destroy(table);
    }
}

/* Some have more than 30 misere values before the last two follow in turn. */
Test(genus, may_be_long)
{
    struct rules rules = rules_of("octal:4.7");
    struct genus_table *table = genus_table_create(&rules, 40, GENUS_MOVES_MAX);
    uint32_t longest = 0;
    for (int64_t heap = 0; heap <= 40; heap++) {
        const struct genus *genus = genus_table_heap(table, heap);
        cr_assert_not_null(genus, "%d", (int)heap);
        longest = genus->count > longest ? genus->count : longest;
    }
    cr_assert_gt(longest, 30, "%u", longest);
    genus_table_destroy(table);
}

Test(genus, ends_where_the_search_would_be_too_long)
{
    struct rules rules = rules_of("octal:0.35...");
    struct genus_table *table = genus_table_create(&rules, HEAP_OPTIONS_UPTO_MAX, 500000);
    int64_t known = 0;
    while (known <= HEAP_OPTIONS_UPTO_MAX && genus_table_heap(table, known))
        known++;
    cr_assert(known > 20 && known < HEAP_OPTIONS_UPTO_MAX, "%d", (int)known);
    cr_assert_null(genus_table_heap(table, known + 1));
    cr_assert_not_null(genus_table_heap(table, known - 1));
    genus_table_destroy(table);
}

Test(genus, is_of_sums_of_heaps)
{
    static const char *const others[] = {"wythoff", "chomp", "green-hackenbush", "take-away:2x"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        struct rules rules = rules_of(others[i]);
        cr_assert_not(heap_options_serve(&rules));
    }
}
