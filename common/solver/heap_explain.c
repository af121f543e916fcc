/* Why a position of heaps is won or lost: the value of each heap, and their nim-sum. */
#include "common/solver/heap_splits.h"

#include <inttypes.h>

enum {
    EXPLAINED_HEAPS_MAX = 12,
    LONG_HEAP = 1000000, /* a move of it may take half a line */
};

/* Is the heap so large that its value is that of a smaller one? */
static bool counts_as_another(struct heap_values *values, int64_t heap,
                              struct heap_period *ret_period)
{
    return !heap_values_closed_form(values) && heap_values_period(values, ret_period) &&
           heap >= ret_period->first + ret_period->period;
}

/* "13 has the value 1" and, where a period gives it, "; it counts as 97". */
static void explain_heap(struct heap_values *values, int64_t heap, struct text *out)
{
    struct heap_period period;
    uint64_t value = heap_value(values, heap);
    text_printf(out, "%" PRId64 " has the value %" PRIu64, heap, value);
    if (counts_as_another(values, heap, &period))
        text_printf(out, ": it counts as %" PRId64,
                    period.first + (heap - period.first) % period.period);
    text_append_string(out, ".\n");
}

static void explain_heaps(struct heap_values *values, const struct position *position,
                          struct text *out)
{
    uint32_t shown = 0;
    for (uint32_t i = 0; i < position->count; i++) {
        if (heap_is_repeated(position, i))
            continue;
        if (shown++ == EXPLAINED_HEAPS_MAX) {
            text_append_string(out, "...\n");
            return;
        }
        explain_heap(values, position->cells[i], out);
    }
}

/* Where the values come from, if it matters here. */
static void explain_source(struct heap_values *values, int64_t largest, struct text *out)
{
    const char *closed_form = heap_values_closed_form(values);
    struct heap_period period;
    if (closed_form)
        text_printf(out, "Here %s.\n", closed_form);
    else if (counts_as_another(values, largest, &period))
        text_printf(out,
                    "From %" PRId64 " on the values repeat with period %" PRId64
                    ", as the values up to %" PRId64 " prove.\n",
                    period.first, period.period, period.proven_with);
}

/* What the move does to the value of its heap. */
static void explain_change(struct heap_values *values, const struct move *move, uint64_t rest,
                           struct text *out)
{
    text_printf(out, "Without %" PRId64 " it is %" PRIu64, move->cells[0], rest);
    if (move->after_count == 0)
        text_append_string(out, "; nothing is left of that heap.\n");
    else if (move->after_count == 1)
        text_append_string(out, ", and that is the value of what is left of it.\n");
    else
        text_printf(
            out, ",%sas is that of what is left of it, the values %" PRIu64 " and %" PRIu64 ".\n",
            move->cells[0] < LONG_HEAP ? " " : "\n", heap_value(values, move->cells[1]),
            heap_value(values, move->cells[2]));
}

static bool find_winning_move(struct solver *solver, const struct position *position,
                              struct move *ret_move)
{
    struct winning_list list = {
        .found = {.counted = true}, .moves = ret_move, .capacity = 1, .first_only = true};
    solver->family->winning_moves(solver, position, &list);
    return list.found.listed > 0;
}

/* What to do. `move`: NULL where no move wins. */
static void explain_play(struct solver *solver, const struct position *position,
                         const struct move *move, struct text *out)
{
    if (!move) {
        text_append_string(
            out, "No move wins: the nim-sum of the values is 0, and every move changes it.\n");
        return;
    }
    move_print(&solver->rules, position, move, out);
    text_printf(out, " wins:%sthe nim-sum of the values becomes 0, and every answer spoils that.\n",
                move->cells[0] < LONG_HEAP ? " " : "\n");
}

void heap_values_explain(struct heap_values *values, struct solver *solver,
                         const struct position *position, struct text *out)
{
    if (position->count == 0)
        return;
    struct move move;
    int64_t largest = position->cells[position->count - 1];
    heap_value(values, largest);
    uint64_t sum = heap_nim_sum(values, position);
    bool wins = find_winning_move(solver, position, &move);
    explain_play(solver, position, wins ? &move : NULL, out);
    explain_heaps(values, position, out);
    text_printf(out,
                "The nim-sum of all values (added in binary, without carrying) is %" PRIu64 ".\n",
                sum);
    if (wins)
        explain_change(values, &move, sum ^ heap_value(values, move.cells[0]), out);
    text_append_string(
        out, "A value is the least of 0, 1, 2, ... that no move from the heap leads to.\n");
    explain_source(values, largest, out);
}
