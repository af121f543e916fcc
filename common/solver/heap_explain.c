/* Why a position of heaps is won or lost: the value of each heap, and their nim-sum. */
#include "common/solver/heap_splits.h"

#include <inttypes.h>

enum { EXPLAINED_HEAPS_MAX = 12 };

/* "13 has the value 1" and, where a period gives it, "; it counts as 97". */
static void explain_heap(struct heap_values *values, int64_t heap, struct text *out)
{
    struct heap_period period;
    uint64_t value = heap_value(values, heap);
    text_printf(out, "%" PRId64 " has the value %" PRIu64, heap, value);
    if (!heap_values_closed_form(values) && heap_values_period(values, &period) &&
        heap >= period.first + period.period)
        text_printf(out, ": it counts as %" PRId64,
                    period.first + (heap - period.first) % period.period);
    text_append_string(out, ".\n");
}

/* Where the values come from. Asked for after the values of the position. */
static void explain_source(const struct heap_values *values, struct text *out)
{
    const char *closed_form = heap_values_closed_form(values);
    struct heap_period period;
    if (closed_form)
        text_printf(out, "Here %s.\n", closed_form);
    else if (heap_values_period(values, &period))
        text_printf(out,
                    "From %" PRId64 " on the values repeat with period %" PRId64
                    ", as the values up to %" PRId64 " prove.\n",
                    period.first, period.period, period.proven_with);
    else
        text_append_string(out, "The values were computed one by one.\n");
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

static void explain_sum(struct heap_values *values, const struct position *position,
                        struct text *out)
{
    uint64_t sum = heap_nim_sum(values, position);
    text_printf(out, "The nim-sum of all values is %" PRIu64, sum);
    text_append_string(out, sum ? ", not 0: the player to move wins.\n"
                                : "; every move makes it another: the player to move loses.\n");
}

/* What the first winning move does. */
static void explain_winning_move(struct heap_values *values, struct solver *solver,
                                 const struct position *position, struct text *out)
{
    struct move move;
    struct winning_list list = {
        .found = {.counted = true}, .moves = &move, .capacity = 1, .first_only = true};
    solver->family->winning_moves(solver, position, &list);
    if (list.found.listed == 0)
        return;
    uint64_t rest = heap_nim_sum(values, position) ^ heap_value(values, move.cells[0]);
    text_printf(out,
                "A winning move gives a heap the nim-sum of all others.\n"
                "For %" PRId64 " that is %" PRIu64 ":\n",
                move.cells[0], rest);
    move_print(&solver->rules, position, &move, out);
    text_append_string(out, move.after_count == 2 ? "\nleaves the values " : " leaves the value ");
    text_printf(out, "%" PRIu64, move.after_count ? heap_value(values, move.cells[1]) : 0);
    if (move.after_count == 2)
        text_printf(out, " and %" PRIu64, heap_value(values, move.cells[2]));
    text_append_string(out, ".\n");
}

void heap_values_explain(struct heap_values *values, struct solver *solver,
                         const struct position *position, struct text *out)
{
    if (position->count == 0)
        return;
    heap_value(values, position->cells[position->count - 1]);
    explain_source(values, out);
    explain_heaps(values, position, out);
    explain_sum(values, position, out);
    explain_winning_move(values, solver, position, out);
}
