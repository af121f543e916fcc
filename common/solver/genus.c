#include "common/solver/genus.h"

#include "common/base/memory.h"
#include "common/solver/position_table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* No value reaches this: it is at most the number of different genera of the options, plus 2. */
enum { VALUES_MAX = 8192, WORDS = VALUES_MAX / 64 };

/* A genus is named by its place in the list of those met so far, each one once. */
struct genus_table {
    struct heap_options options;
    struct genus *genera;
    uint32_t genera_count;
    uint32_t *heaps; /* the genus of each known heap */
    bool *is_tame;
    int64_t known;               /* the heaps below are known */
    int64_t moves, moves_max;    /* of sums, looked at by the search */
    bool is_full;                /* it has come to its limit */
    struct position_table *sums; /* of heaps, wild ones among them: the genus, plus 1 */
};

static const struct genus genus_of_nothing = {.normal = 0, .count = 3, .misere = {1, 2, 0}};

static uint16_t digit_at(const struct genus *genus, uint32_t index)
{
    assert(genus->count >= 2);
    if (index < genus->count)
        return genus->misere[index];
    return genus->misere[genus->count - 1 - (index - genus->count + 1) % 2];
}

/* Leaves out what the last two values say anyway. */
static void shorten(struct genus *genus)
{
    while (genus->count > 2 && genus->misere[genus->count - 1] == genus->misere[genus->count - 3])
        genus->count--;
}

static bool is_firm(const struct genus *genus)
{
    return genus->count == 2 && genus->misere[0] == genus->normal &&
           genus->misere[1] == (genus->normal ^ 2);
}

static struct genus tame_genus(uint16_t value, bool firm)
{
    assert(firm || value <= 1);
    if (firm)
        return (struct genus){value, 2, {value, value ^ 2}};
    return value ? (struct genus){1, 3, {0, 3, 1}} : genus_of_nothing;
}

static bool is_equal(const struct genus *a, const struct genus *b)
{
    return a->normal == b->normal && a->count == b->count &&
           memcmp(a->misere, b->misere, a->count * sizeof *a->misere) == 0;
}

bool genus_is_tame(const struct genus *genus)
{
    if (is_firm(genus))
        return true;
    struct genus fickle = tame_genus(genus->normal & 1, false);
    return is_equal(genus, &fickle);
}

static uint32_t genus_place(struct genus_table *table, const struct genus *genus)
{
    for (uint32_t i = 0; i < table->genera_count; i++) {
        if (is_equal(&table->genera[i], genus))
            return i;
    }
    table->genera = memory_for_next(table->genera, table->genera_count, sizeof *table->genera);
    table->genera[table->genera_count] = *genus;
    return table->genera_count++;
}

/* --- a genus from those of the options --- */

/* The genera of the options of a position, each one once. */
struct genus_list {
    uint32_t *places;
    uint32_t count;
};

static void list_add(struct genus_list *list, uint32_t place)
{
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->places[i] == place)
            return;
    }
    list->places = memory_for_next(list->places, list->count, sizeof *list->places);
    list->places[list->count++] = place;
}

struct value_set {
    uint64_t words[WORDS];
};

/* A value too large to be the answer may be left out. */
static void value_set_add(struct value_set *set, uint16_t value)
{
    if (value < VALUES_MAX)
        set->words[value / 64] |= UINT64_C(1) << (value % 64);
}

static uint16_t least_missing(const struct value_set *set)
{
    uint32_t word = 0;
    while (!~set->words[word])
        word++;
    assert(word < WORDS);
    return (uint16_t)(64 * word + (uint32_t)__builtin_ctzll(~set->words[word]));
}

/* Anything if it would have too many digits: then the table is full. */
static struct genus genus_from(struct genus_table *table, const struct genus_list *list)
{
    struct genus genus = {0};
    struct value_set normal = {0};
    uint32_t settled = 1; /* from this index on all options alternate */
    if (list->count == 0)
        return genus_of_nothing;
    assert(list->count < VALUES_MAX - 2);
    for (uint32_t i = 0; i < list->count; i++) {
        const struct genus *option = &table->genera[list->places[i]];
        value_set_add(&normal, option->normal);
        if (option->count > settled)
            settled = option->count;
    }
    genus.normal = least_missing(&normal);

    for (uint32_t k = 0; k < settled + 2 || genus.misere[k - 1] != genus.misere[k - 3]; k++) {
        struct value_set misere = {0};
        for (uint32_t i = 0; i < list->count; i++)
            value_set_add(&misere, digit_at(&table->genera[list->places[i]], k));
        if (k > 0) {
            value_set_add(&misere, genus.misere[k - 1]);
            value_set_add(&misere, genus.misere[k - 1] ^ 1);
        }
        if (k == GENUS_DIGITS_MAX) {
            table->is_full = true;
            return genus_of_nothing;
        }
        genus.misere[k] = least_missing(&misere);
        genus.count = (uint8_t)(k + 1);
    }
    shorten(&genus);
    return genus;
}

/* --- sums --- */

static uint32_t sum_place(struct genus_table *table, const struct position *sum);

/* Adds the genera of the sums that the moves of one heap of the sum leave. */
static void add_options(struct genus_table *table, const struct position *sum, uint32_t index,
                        struct genus_list *list)
{
    const struct heap_options *options = &table->options;
    int64_t heap = sum->cells[index];
    struct position rest = {0}, after = {0};
    position_copy(&rest, sum);
    position_remove(&rest, index);
    for (uint32_t i = 0; i < heap_options_count(options, heap) && !table->is_full; i++) {
        struct heap_option option = heap_option_at(options, heap, i);
        heap_option_leave(option, &rest, &after);
        list_add(list, sum_place(table, &after));
        table->is_full = table->is_full || ++table->moves > table->moves_max;
    }
    position_finish(&rest);
    position_finish(&after);
}

static struct genus searched(struct genus_table *table, const struct position *sum)
{
    struct genus_list list = {0};
    for (uint32_t i = 0; i < sum->count; i++) {
        if (i == 0 || sum->cells[i] != sum->cells[i - 1])
            add_options(table, sum, i, &list);
    }
    struct genus genus = table->is_full ? genus_of_nothing : genus_from(table, &list);
    free(list.places);
    return genus;
}

/* The genus of several heaps, of which one is wild. */
static uint32_t wild_sum_place(struct genus_table *table, const struct position *sum)
{
    uint32_t *known = position_table_find(table->sums, sum);
    if (known)
        return *known - 1;
    struct genus genus = searched(table, sum);
    if (table->is_full)
        return 0;
    uint32_t place = genus_place(table, &genus);
    *position_table_place(table->sums, sum) = place + 1;
    return place;
}

/* A heap whose only move ends the game is a 1 of Nim: beside a sum it changes the lowest digit of
 * all its values. */
static bool is_one(const struct heap_options *options, int64_t heap)
{
    return heap_options_count(options, heap) == 1 && heap_option_at(options, heap, 0).larger == 0;
}

static struct genus with_a_one(const struct genus *genus)
{
    struct genus other = *genus;
    other.normal ^= 1;
    for (uint32_t i = 0; i < other.count; i++)
        other.misere[i] ^= 1;
    return other;
}

/* By the theorem about tame heaps. */
static struct genus tame_sum(const struct genus_table *table, const struct position *sum)
{
    uint16_t value = 0;
    bool firm = false;
    for (uint32_t i = 0; i < sum->count; i++) {
        const struct genus *genus = &table->genera[table->heaps[sum->cells[i]]];
        value ^= genus->normal;
        firm = firm || is_firm(genus);
    }
    return tame_genus(value, firm);
}

/* The place of the genus of a sum of known heaps; anything once the table is full. */
static uint32_t sum_place(struct genus_table *table, const struct position *sum)
{
    struct position rest = {0};
    bool is_odd = false, tame = true;
    for (uint32_t i = 0; i < sum->count; i++) {
        if (is_one(&table->options, sum->cells[i]))
            is_odd = !is_odd;
        else
            position_push(&rest, sum->cells[i]);
        tame = tame && table->is_tame[sum->cells[i]];
    }
    uint32_t place;
    if (tame) {
        struct genus genus = tame_sum(table, sum);
        place = genus_place(table, &genus);
    } else {
        place = rest.count == 1 ? table->heaps[rest.cells[0]] : wild_sum_place(table, &rest);
        if (is_odd) {
            struct genus genus = with_a_one(&table->genera[place]);
            place = genus_place(table, &genus);
        }
    }
    position_finish(&rest);
    return place;
}

/* --- heaps --- */

static bool options_are_tame(const struct genus_table *table, int64_t heap)
{
    for (uint32_t i = 0; i < heap_options_count(&table->options, heap); i++) {
        struct heap_option option = heap_option_at(&table->options, heap, i);
        if (!table->is_tame[option.smaller] || !table->is_tame[option.larger])
            return false;
    }
    return true;
}

struct genus_table *genus_table_create(const struct rules *rules, int64_t upto, int64_t moves_max)
{
    struct genus_table *table = memory_zeroed(1, sizeof *table);
    table->moves_max = moves_max;
    table->options = heap_options_create(rules, upto);
    table->heaps = memory_zeroed((size_t)upto + 1, sizeof *table->heaps);
    table->is_tame = memory_zeroed((size_t)upto + 1, sizeof *table->is_tame);
    table->sums = position_table_create();
    return table;
}

void genus_table_destroy(struct genus_table *table)
{
    if (!table)
        return;
    heap_options_finish(&table->options);
    free(table->genera);
    free(table->heaps);
    free(table->is_tame);
    position_table_destroy(table->sums);
    free(table);
}

static void learn_heap(struct genus_table *table)
{
    int64_t heap = table->known;
    struct position sum = {0};
    position_push(&sum, heap);
    struct genus genus = searched(table, &sum);
    position_finish(&sum);
    if (table->is_full)
        return;
    table->heaps[heap] = genus_place(table, &genus);
    table->is_tame[heap] = genus_is_tame(&genus) && options_are_tame(table, heap);
    table->known++;
}

const struct genus *genus_table_heap(struct genus_table *table, int64_t heap)
{
    assert(heap >= 0 && heap <= table->options.upto);
    while (table->known <= heap && !table->is_full)
        learn_heap(table);
    return heap < table->known ? &table->genera[table->heaps[heap]] : NULL;
}

bool genus_table_is_tame(const struct genus_table *table, int64_t heap)
{
    assert(heap < table->known);
    return table->is_tame[heap];
}
