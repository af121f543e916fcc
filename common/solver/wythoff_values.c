#include "common/solver/wythoff_values.h"

#include "common/base/memory.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

/* A position of heaps a <= b has at most a + b + a options, so its value is at most that. */
enum { SET_WORDS = (3 * WYTHOFF_VALUED_MAX + 64) / 64 };

enum { HEAPS = WYTHOFF_VALUED_MAX + 1 };

/* A set of values. */
struct value_set {
    uint64_t words[SET_WORDS];
};

struct wythoff_values {
    int64_t columns; /* the values of all pairs with a larger heap below this are known */
    uint16_t *cells; /* pairs with the larger heap 0, 1, 2, ..., each by the smaller one */
    /* Values known so far, by one heap of the pair, and by the difference. */
    struct value_set *lines;
    struct value_set *diagonals;
};

static size_t cell_of(int64_t smaller, int64_t larger)
{
    return (size_t)(larger * (larger + 1) / 2 + smaller);
}

struct wythoff_values *wythoff_values_create(void)
{
    return memory_zeroed(1, sizeof(struct wythoff_values));
}

void wythoff_values_destroy(struct wythoff_values *values)
{
    free(values->cells);
    free(values->lines);
    free(values->diagonals);
    free(values);
}

size_t wythoff_values_memory(const struct wythoff_values *values)
{
    if (!values->cells)
        return 0;
    return cell_of(0, HEAPS) * sizeof *values->cells +
           HEAPS * (sizeof *values->lines + sizeof *values->diagonals);
}

static uint16_t least_missing(const struct value_set *a, const struct value_set *b,
                              const struct value_set *c)
{
    uint32_t word = 0;
    while (!~(a->words[word] | b->words[word] | c->words[word]))
        word++;
    uint64_t missing = ~(a->words[word] | b->words[word] | c->words[word]);
    return (uint16_t)(64 * word + (uint32_t)__builtin_ctzll(missing));
}

static void add(struct value_set *set, uint16_t value)
{
    set->words[value / 64] |= (uint64_t)1 << value % 64;
}

/* From the pair of `smaller` and `larger`, the moves of `larger` lead to all earlier pairs that
 * hold `smaller`, the moves of `smaller` to all earlier pairs that hold `larger`, and the moves of
 * both to all earlier pairs of the same difference. */
static void fill_column(struct wythoff_values *values, int64_t larger)
{
    for (int64_t smaller = 0; smaller <= larger; smaller++) {
        struct value_set *row = &values->lines[smaller], *column = &values->lines[larger];
        struct value_set *diagonal = &values->diagonals[larger - smaller];
        uint16_t value = least_missing(row, column, diagonal);
        values->cells[cell_of(smaller, larger)] = value;
        add(row, value);
        add(column, value);
        add(diagonal, value);
    }
}

uint64_t wythoff_values_get(struct wythoff_values *values, int64_t smaller, int64_t larger)
{
    assert(0 <= smaller && smaller <= larger && larger <= WYTHOFF_VALUED_MAX);
    if (!values->cells) {
        values->cells = memory_zeroed(cell_of(0, HEAPS), sizeof *values->cells);
        values->lines = memory_zeroed(HEAPS, sizeof *values->lines);
        values->diagonals = memory_zeroed(HEAPS, sizeof *values->diagonals);
    }
    while (values->columns <= larger)
        fill_column(values, values->columns++);
    return values->cells[cell_of(smaller, larger)];
}
