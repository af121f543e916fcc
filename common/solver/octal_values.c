#include "common/solver/octal_values.h"

#include "common/base/memory.h"
#include "common/game/octal.h"
#include "common/solver/lasker.h"
#include "common/solver/octal_table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum form {
    FORM_NIM,    /* 0.3...: the value is the size; no splits */
    FORM_LASKER, /* 4.3... */
    FORM_TABLE,
};

struct octal_values {
    const struct rules *rules;
    enum form form;
    struct octal_table *table; /* NULL with a closed form */
};

static enum form form_of(const struct rules *rules)
{
    if (strcmp(rules->text, "octal:0.3...") == 0)
        return FORM_NIM;
    if (strcmp(rules->text, "octal:4.3...") == 0)
        return FORM_LASKER;
    return FORM_TABLE;
}

struct octal_values *octal_values_create(const struct rules *rules)
{
    struct octal_values *values = memory_zeroed(1, sizeof *values);
    values->rules = rules;
    values->form = form_of(rules);
    if (values->form == FORM_TABLE)
        values->table = octal_table_create(rules);
    return values;
}

void octal_values_destroy(struct octal_values *values)
{
    if (!values)
        return;
    octal_table_destroy(values->table);
    free(values);
}

static uint64_t closed_form(const struct octal_values *values, uint64_t heap)
{
    return values->form == FORM_NIM ? heap : lasker_value(heap);
}

uint64_t octal_value(struct octal_values *values, int64_t heap)
{
    if (values->form == FORM_TABLE)
        return octal_table_value(values->table, heap);
    return closed_form(values, (uint64_t)heap);
}

/* Every number that the code can have a digit for. */
static int64_t next_digit(const struct octal_values *values, int64_t heap, int64_t taken)
{
    bool finite = octal_tail_period(values->rules) == 0;
    int64_t count = octal_digit_count(values->rules);
    int64_t last = finite && count < heap ? count : heap;
    return taken < last ? taken + 1 : -1;
}

/* Taking nothing, or what leaves the one heap with this value: both closed forms are their own
 * inverse. */
static int64_t next_closed(const struct octal_values *values, int64_t heap, uint64_t target,
                           int64_t taken)
{
    if (taken < 0)
        return 0;
    uint64_t left = closed_form(values, target);
    return taken == 0 && left < (uint64_t)heap ? heap - (int64_t)left : -1;
}

int64_t octal_next_take(struct octal_values *values, int64_t heap, uint64_t target, int64_t taken)
{
    if (values->form == FORM_TABLE)
        return next_digit(values, heap, taken);
    return next_closed(values, heap, target, taken);
}

/* The values of a table fit 32 bits, and so do their nim-sums. */
static uint32_t narrow(uint64_t target)
{
    assert(target <= UINT32_MAX);
    return (uint32_t)target;
}

int64_t octal_next_split(struct octal_values *values, int64_t sum, uint64_t target, int64_t after)
{
    assert(values->form != FORM_NIM);
    if (values->form == FORM_LASKER)
        return lasker_next_split(sum, target, after);
    return octal_table_next_split(values->table, sum, narrow(target), after);
}

uint64_t octal_count_splits(struct octal_values *values, int64_t sum, uint64_t target)
{
    assert(values->form != FORM_NIM);
    if (values->form == FORM_LASKER)
        return lasker_count_splits(sum, target);
    return (uint64_t)octal_table_count_splits(values->table, sum, narrow(target));
}

int64_t octal_split_work(struct octal_values *values, int64_t sum)
{
    return values->form == FORM_TABLE ? octal_table_split_work(values->table, sum) : 64;
}
