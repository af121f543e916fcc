/* Explains why a position of heaps is won or lost: the value of each heap, and their nim-sum. */
#include "common/solver/heap_splits.h"

#include "common/game/heaps.h"
#include "common/solver/value_columns.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

enum { LONG_HEAP = 1000000 }; /* a move of it may take half a line */

/* Is the heap so large that its value is that of a smaller one? */
static bool counts_as_another(struct heap_values *values, int64_t heap,
                              struct heap_period *ret_period)
{
    return !heap_values_closed_form(values) && heap_values_period(values, ret_period) &&
           ret_period->growth == 0 && heap >= ret_period->first + ret_period->period;
}

/* Explains the meaning of a value, and the closed form or the period if it matters here. `largest`
 * is the largest heap that stands or that a move of a ring may leave. */
static void explain_values(struct heap_values *values, bool has_rings, int64_t largest,
                           struct text *out)
{
    const char *closed_form = heap_values_closed_form(values);
    struct heap_period period;
    text_printf(out,
                "The value of a heap%s is the least of 0, 1, 2, ... that no move of it leads to.\n",
                has_rings ? " or a ring" : "");
    if (closed_form)
        text_printf(out, "Here %s.\n", closed_form);
    else if (counts_as_another(values, largest, &period))
        text_printf(out,
                    "From %" PRId64 " on the values repeat with period %" PRId64
                    ", as the values up to %" PRId64 " prove:\na larger heap counts as the "
                    "smaller one that is named beside it.\n",
                    period.first, period.period, period.proven_with);
}

/* Explains the move's effect on the value of its heap. */
static void explain_move(struct heap_values *values, const struct rules *rules,
                         const struct position *position, const struct move *best, bool is_brief,
                         struct text *out)
{
    int64_t heap = best->cells[0];
    uint64_t value = heap_value(values, heap);
    const char *gap = heap < LONG_HEAP ? " " : "\n";
    move_print(rules, position, best, out);
    text_printf(out, " wins:%seach binary column of the values then has an even number of 1s.\n",
                gap);
    if (is_brief)
        return;
    text_printf(out, "The value %" PRIu64 " of ", value);
    heaps_print_cell(heap, out);
    text_printf(out, " has to become %" PRIu64, heap_nim_sum(values, position) ^ value);
    if (position->count > 1)
        text_printf(out, ",%sthe nim-sum of the other values", gap);
    text_append_string(out, ".\n");
}

/* Makes the heap the label, and `when` with the smaller heap that it counts as the remark. */
static void fill_line(struct heap_values *values, int64_t heap, const char *when,
                      struct value_line *line)
{
    struct heap_period period;
    snprintf(line->label, sizeof line->label, "%s%" PRId64, heaps_is_ring(heap) ? "o" : "",
             heaps_counters(heap));
    if (counts_as_another(values, heap, &period))
        snprintf(line->remark, sizeof line->remark, "%s%scounts as %" PRId64, when,
                 *when ? ", " : "", period.first + (heap - period.first) % period.period);
    else
        snprintf(line->remark, sizeof line->remark, "%s", when);
}

static void print_columns(struct heap_values *values, const struct position *position,
                          const struct move *best, struct text *out)
{
    struct value_columns columns;
    value_columns_init(&columns, "heap", "heaps", position->count);
    for (uint32_t i = 0; i < position->count; i++) {
        int64_t heap = position->cells[i];
        struct value_line *line = value_columns_add(&columns, heap_value(values, heap));
        if (line)
            fill_line(values, heap, "", line);
    }
    for (int i = 0; best && (i == 0 || i < best->after_count); i++) {
        int64_t heap = best->after_count ? best->cells[1 + i] : 0;
        fill_line(values, heap, "after the move",
                  value_columns_add_after(&columns, heap_value(values, heap)));
    }
    value_columns_print(&columns, out);
}

void heap_explain_figures(struct heap_values *values, const struct position *position,
                          const struct move *best, bool is_brief, struct text *out)
{
    assert(position->count > 0);
    bool has_rings = heaps_is_ring(position->cells[0]);
    int64_t heap = position->cells[position->count - 1], ring = heaps_counters(position->cells[0]);
    int64_t largest = has_rings && ring > heap ? ring - 1 : heap;
    heap_value(values, largest); /* this may find a period */
    if (!is_brief)
        explain_values(values, has_rings, largest, out);
    print_columns(values, position, best, out);
}

void heap_family_explain(struct solver *solver, const struct position *position,
                         const struct move *best, bool is_brief, struct text *out)
{
    struct heap_values *values = solver->tables;
    if (position->count == 0)
        return;
    if (best)
        explain_move(values, &solver->rules, position, best, is_brief, out);
    else
        text_append_string(
            out, "No move wins: each binary column of the values has an even number of 1s.\n");
    heap_explain_figures(values, position, best, is_brief, out);
}
