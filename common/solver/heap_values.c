#include "common/solver/heap_values.h"

#include "common/base/memory.h"
#include "common/game/family.h"
#include "common/game/heaps.h"
#include "common/game/octal.h"
#include "common/game/subtraction.h"
#include "common/solver/all_but_table.h"
#include "common/solver/break_table.h"
#include "common/solver/heap_splits.h"
#include "common/solver/lasker.h"
#include "common/solver/subtraction_table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum form {
    FORM_NONE,
    FORM_SIZE,          /* Nim, also as octal:0.3...: the value is the size; no splits */
    FORM_LASKER,        /* octal:4.3... */
    FORM_RANGE,         /* subtraction of a to b */
    FORM_ALL_BUT_RANGE, /* subtraction of all numbers but a to b */
    FORM_BREAK,
    FORM_SUBTRACTION,
    FORM_ALL_BUT,
};

struct heap_values {
    struct rules rules;
    enum form form;
    struct break_table *breaking;          /* NULL without this form */
    struct subtraction_table *subtraction; /* NULL without this form */
    struct all_but_table *all_but;         /* NULL without this form */
    struct subtraction_range range;        /* a to b, where the form speaks of them */
    /* The ring asked for last, whose value took a look at each of its moves; 0: none. */
    int64_t ring;
    uint64_t ring_value;
};

static enum form form_of_subtraction(const struct rules *rules)
{
    struct subtraction_range range;
    bool is_range = subtraction_is_range(rules, &range);
    if (subtraction_kind(rules) == SUBTRACTION_ALL_BUT)
        return is_range ? FORM_ALL_BUT_RANGE : FORM_ALL_BUT;
    return is_range ? FORM_RANGE : FORM_SUBTRACTION;
}

static enum form form_of(const struct rules *rules)
{
    if (rules->misere)
        return FORM_NONE;
    if (rules->family == &family_nim || strcmp(rules->text, "octal:0.3...") == 0)
        return FORM_SIZE;
    if (strcmp(rules->text, "octal:4.3...") == 0)
        return FORM_LASKER;
    if (family_is_code(rules->family) || rules->family == &family_grundy)
        return FORM_BREAK;
    if (rules->family == &family_subtraction && rules->variant == SUBTRACTION_PLAIN)
        return form_of_subtraction(rules);
    return FORM_NONE;
}

static struct break_table *create_breaking(const struct rules *rules)
{
    struct break_code code = {0};
    if (rules->family == &family_grundy) {
        code.unequal = true;
        code.digits[0] = OCTAL_LEAVE_TWO;
        return break_table_create(&code, GRUNDY_HEAP_MAX);
    }
    code.count = octal_digit_count(rules);
    code.tail = octal_tail_period(rules);
    for (int64_t k = 0; k <= code.count + code.tail; k++)
        code.digits[k] = (uint8_t)octal_digit(rules, k);
    return break_table_create(&code, octal_table_heap_max(rules));
}

struct heap_values *heap_values_create(const struct rules *rules)
{
    enum form form = form_of(rules);
    if (form == FORM_NONE)
        return NULL;
    struct heap_values *values = memory_zeroed(1, sizeof *values);
    values->rules = *rules;
    values->form = form;
    if (form == FORM_BREAK)
        values->breaking = create_breaking(rules);
    if (form == FORM_SUBTRACTION)
        values->subtraction = subtraction_table_create(rules);
    if (form == FORM_ALL_BUT)
        values->all_but = all_but_table_create(rules);
    if (form == FORM_RANGE || form == FORM_ALL_BUT_RANGE)
        subtraction_is_range(rules, &values->range);
    return values;
}

void heap_values_destroy(struct heap_values *values)
{
    if (!values)
        return;
    break_table_destroy(values->breaking);
    subtraction_table_destroy(values->subtraction);
    all_but_table_destroy(values->all_but);
    free(values);
}

size_t heap_values_memory(const struct heap_values *values)
{
    if (values->breaking)
        return break_table_memory(values->breaking);
    if (values->all_but)
        return all_but_table_memory(values->all_but);
    return values->subtraction ? subtraction_table_memory(values->subtraction) : 0;
}

const struct rules *heap_values_rules(const struct heap_values *values)
{
    return &values->rules;
}

int64_t heap_values_max(const struct heap_values *values)
{
    if (values->breaking)
        return break_table_heap_max(values->breaking);
    if (values->all_but)
        return SUBTRACTION_HEAP_MAX;
    return values->subtraction ? subtraction_table_heap_max(values->subtraction) : INT64_MAX;
}

/* THEORY.md has the proofs of both. */
static uint64_t value_of_range(struct subtraction_range range, int64_t heap)
{
    return (uint64_t)(heap % (range.least + range.most) / range.least);
}

static uint64_t value_of_all_but_range(struct subtraction_range range, int64_t heap)
{
    int64_t times = range.most / range.least + 1; /* that a value comes */
    return (uint64_t)(heap / (range.least * times) * range.least + heap % range.least);
}

/* The least value that no move of the ring leads to. */
static uint64_t value_of_ring(struct heap_values *values, int64_t ring)
{
    const struct rules *rules = &values->rules;
    if (ring == values->ring)
        return values->ring_value;
    int64_t counters = heaps_counters(ring);
    int64_t last = octal_tail_period(rules) ? counters : octal_digit_count(rules);
    last = last < counters ? last : counters;
    bool *is_option = memory_zeroed((size_t)last + 1, sizeof *is_option);
    for (int64_t taken = 1; taken <= last; taken++) {
        int left = taken < counters ? OCTAL_LEAVE_ONE : OCTAL_LEAVE_NONE;
        if (!(octal_cell_digit(rules, ring, taken) & left))
            continue;
        uint64_t option = break_table_value(values->breaking, counters - taken);
        if (option < (uint64_t)last)
            is_option[option] = true;
    }
    uint64_t value = 0;
    while (is_option[value]) /* never the last one: there are not so many moves */
        value++;
    free(is_option);
    values->ring = ring;
    values->ring_value = value;
    return value;
}

uint64_t heap_value(struct heap_values *values, int64_t heap)
{
    switch (values->form) {
    case FORM_SIZE:
        return (uint64_t)heap;
    case FORM_LASKER:
        return lasker_value((uint64_t)heap);
    case FORM_RANGE:
        return value_of_range(values->range, heap);
    case FORM_ALL_BUT_RANGE:
        return value_of_all_but_range(values->range, heap);
    case FORM_BREAK:
        return heaps_is_ring(heap) ? value_of_ring(values, heap)
                                   : break_table_value(values->breaking, heap);
    case FORM_SUBTRACTION:
        return subtraction_table_value(values->subtraction, heap);
    case FORM_ALL_BUT:
        return all_but_table_value(values->all_but, heap);
    case FORM_NONE:
        break;
    }
    abort();
}

const char *heap_values_closed_form(const struct heap_values *values)
{
    if (values->form == FORM_SIZE)
        return "the value of a heap is its size";
    if (values->form == FORM_LASKER)
        return "the value of a heap is its size, but 4k+3 has the value 4k+4 and 4k+4 has 4k+3";
    if (values->form == FORM_RANGE && values->range.least == 1)
        return "the value of a heap is its remainder by k + 1, where 1 to k may be taken";
    if (values->form == FORM_RANGE)
        return "a heap of n has the value floor((n mod (a + b)) / a), where a to b may be taken";
    if (values->form == FORM_ALL_BUT_RANGE)
        return "n has the value a floor(n / (a floor(b/a + 1))) + n mod a: all but a to b may be "
               "taken";
    return NULL;
}

bool heap_values_period(const struct heap_values *values, struct heap_period *ret_period)
{
    struct heap_period period = {0};
    if (values->breaking)
        break_table_period(values->breaking, &period.first, &period.period, &period.proven_with);
    if (values->subtraction)
        subtraction_table_period(values->subtraction, &period.first, &period.period,
                                 &period.proven_with);
    if (values->form == FORM_RANGE) {
        /* The proof is that of any other set: b values in a row. */
        struct subtraction_range range = values->range;
        period = (struct heap_period){.period = range.least + range.most,
                                      .proven_with = range.least + 2 * range.most - 1};
    }
    struct arithmetic_period arithmetic;
    if (values->all_but && all_but_table_period(values->all_but, &arithmetic))
        period = (struct heap_period){.first = arithmetic.first,
                                      .period = arithmetic.period,
                                      .growth = arithmetic.growth,
                                      .proven_with = arithmetic.proven_with};
    if (period.period == 0)
        return false;
    period.theorem = "as many values in a row as the largest number that may be taken decide all "
                     "that follow";
    if (values->breaking)
        period.theorem =
            values->rules.family == &family_hexadecimal
                ? "as Guy and Smith for two heaps: what holds up to three times the heap it begins "
                  "with, plus twice the period and the length of the code, holds for ever"
                : "Guy and Smith: what holds up to twice the heap it begins with, plus the period "
                  "and the length of the code, holds for ever";
    if (values->all_but)
        period.theorem = "twice as many values in a row as the largest number that may not be "
                         "taken decide all that follow";
    *ret_period = period;
    return true;
}

bool heap_values_closed_heap(const struct heap_values *values, uint64_t value, int64_t *ret_heap)
{
    if (values->form != FORM_SIZE && values->form != FORM_LASKER)
        return false;
    uint64_t heap = values->form == FORM_SIZE ? value : lasker_value(value);
    *ret_heap = heap <= INT64_MAX ? (int64_t)heap : INT64_MAX;
    return true;
}

int64_t heap_values_first(const struct heap_values *values, uint64_t value)
{
    assert(values->form == FORM_ALL_BUT);
    return all_but_table_first(values->all_but, value);
}

/* The values of a table fit 32 bits, and so do their nim-sums. */
static uint32_t narrow(uint64_t target)
{
    assert(target <= UINT32_MAX);
    return (uint32_t)target;
}

int64_t heap_next_split(struct heap_values *values, int64_t sum, uint64_t target, int64_t after)
{
    if (values->form == FORM_LASKER)
        return lasker_next_split(sum, target, after);
    assert(values->form == FORM_BREAK);
    return break_table_next_split(values->breaking, sum, narrow(target), after);
}

uint64_t heap_count_splits(struct heap_values *values, int64_t sum, uint64_t target)
{
    if (values->form == FORM_LASKER)
        return lasker_count_splits(sum, target);
    assert(values->form == FORM_BREAK);
    return (uint64_t)break_table_count_splits(values->breaking, sum, narrow(target));
}

int64_t heap_split_work(struct heap_values *values, int64_t sum)
{
    return values->form == FORM_BREAK ? break_table_split_work(values->breaking, sum) : 64;
}
