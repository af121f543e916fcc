/* Take-away games with several heaps, each with a quota of its own: a sum of games with one heap,
 * so the value of a position is the nim-sum of the values of its heaps under their quotas [Sprague,
 * Grundy], and a move wins when it gives its heap the value of the rest. */
#include "common/game/take_away.h"

#include "common/game/family.h"
#include "common/solver/promising_takes.h"
#include "common/solver/proof.h"
#include "common/solver/quota_values.h"
#include "common/solver/solver_family.h"
#include "common/solver/value_columns.h"

#include <inttypes.h>
#include <stdio.h>

/* Counting the winning moves after a reply takes some milliseconds where heaps are large, so fewer
 * replies are weighed. */
enum { REPLY_COST = 4, LONG_HEAP = 1000 };

static void *local_tables_create(const struct rules *rules)
{
    return quota_values_create(rules);
}

static void local_tables_destroy(void *tables)
{
    quota_values_destroy(tables);
}

static size_t local_memory(const void *tables)
{
    return quota_values_memory(tables);
}

/* A heap and its quota. */
struct quota_heap {
    int64_t heap;
    int64_t quota;
};

static uint32_t heap_count(const struct position *position)
{
    return position->count / TAKE_AWAY_PAIR;
}

static struct quota_heap heap_at(const struct position *position, uint32_t index)
{
    const int64_t *cells = &position->cells[(size_t)index * TAKE_AWAY_PAIR];
    return (struct quota_heap){cells[TAKE_AWAY_HEAP], cells[TAKE_AWAY_QUOTA]};
}

/* Does the heap have the same moves as the heap before it? */
static bool is_repeated(const struct position *position, uint32_t index)
{
    if (index == 0)
        return false;
    struct quota_heap heap = heap_at(position, index), before = heap_at(position, index - 1);
    return heap.heap == before.heap && heap.quota == before.quota;
}

static uint32_t value_at(struct solver *solver, const struct position *position, uint32_t index)
{
    struct quota_heap heap = heap_at(position, index);
    return quota_value(solver->tables, heap.heap, heap.quota);
}

static uint32_t nim_sum(struct solver *solver, const struct position *position)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < heap_count(position); i++)
        sum ^= value_at(solver, position, i);
    return sum;
}

static bool local_grundy(struct solver *solver, const struct position *position,
                         uint64_t *ret_value)
{
    *ret_value = nim_sum(solver, position);
    return true;
}

/* Adds the moves that give a heap this value. */
static void add_moves(struct solver *solver, struct quota_heap heap, uint32_t value,
                      struct winning_list *list)
{
    int64_t take = 0;
    while (!winning_list_is_done(list) &&
           (take = quota_values_next_take(solver->tables, heap.heap, heap.quota, value, take))) {
        struct move *move = winning_list_add(list);
        if (move)
            *move = take_away_local_move(heap.heap, heap.quota, heap.heap - take);
    }
}

static void local_winning_moves(struct solver *solver, const struct position *position,
                                struct winning_list *list)
{
    uint32_t sum = nim_sum(solver, position);
    if (sum == 0)
        return;
    for (uint32_t i = 0; i < heap_count(position) && !winning_list_is_done(list); i++) {
        if (!is_repeated(position, i))
            add_moves(solver, heap_at(position, i), sum ^ value_at(solver, position, i), list);
    }
}

/* Takes the whole of the only heap that has a quota left. */
static bool local_ending_move(struct solver *solver, const struct position *position,
                              struct move *ret_move)
{
    (void)solver;
    struct quota_heap last = {0};
    for (uint32_t i = 0; i < heap_count(position); i++) {
        struct quota_heap heap = heap_at(position, i);
        if (heap.quota > 0 && last.quota > 0)
            return false;
        if (heap.quota > 0)
            last = heap;
    }
    if (last.quota == 0 || last.quota < last.heap)
        return false;
    *ret_move = take_away_local_move(last.heap, last.quota, 0);
    return true;
}

/* If there are too many replies, takes from the smaller heaps come first. */
static uint32_t local_promising_replies(struct solver *solver, const struct position *position,
                                        struct move replies[SOLVER_REPLIES_MAX])
{
    uint32_t different = 0, count = 0;
    for (uint32_t i = 0; i < heap_count(position); i++)
        different += !is_repeated(position, i);

    uint32_t cost = REPLY_COST * different;
    for (uint32_t i = 0; i < heap_count(position); i++) {
        int64_t takes[SOLVER_REPLIES_MAX];
        struct quota_heap heap = heap_at(position, i);
        uint32_t found = 0;
        if (!is_repeated(position, i) && heap.quota > 0)
            found = promising_takes(&solver->rules, heap.heap, heap.quota, promising_window(cost),
                                    takes);
        for (uint32_t k = 0; k < found && count < promising_limit(cost); k++)
            replies[count++] = take_away_local_move(heap.heap, heap.quota, heap.heap - takes[k]);
    }
    return count;
}

static void explain_move(struct solver *solver, const struct position *position,
                         const struct move *best, bool is_brief, struct text *out)
{
    int64_t heap = best->cells[TAKE_AWAY_HEAP];
    uint32_t value = quota_value(solver->tables, heap, best->cells[TAKE_AWAY_QUOTA]);
    text_printf(out,
                "Take %" PRId64 " from the heap of %" PRId64
                ":%seach binary column then has an even number of 1s.\n",
                heap - take_away_heap_left(best), heap, heap < LONG_HEAP ? " " : "\n");
    if (is_brief)
        return;
    text_printf(out, "The value %" PRIu32 " of that heap has to become %" PRIu32 "%s.\n", value,
                nim_sum(solver, position) ^ value,
                heap_count(position) > 1 ? ", the nim-sum of the other values" : "");
}

/* "8@3": a heap of 8 of which at most 3 may be taken. */
static void fill_line(struct value_line *line, struct quota_heap heap)
{
    snprintf(line->label, sizeof line->label, "%" PRId64 "@%" PRId64, heap.heap, heap.quota);
}

static void print_columns(struct solver *solver, const struct position *position,
                          const struct move *best, struct text *out)
{
    struct value_columns columns;
    value_columns_init(&columns, "heap@quota", "heaps", heap_count(position));
    for (uint32_t i = 0; i < heap_count(position); i++) {
        struct value_line *line = value_columns_add(&columns, value_at(solver, position, i));
        if (line)
            fill_line(line, heap_at(position, i));
    }
    if (best) {
        int64_t left = take_away_heap_left(best);
        int64_t take = best->cells[TAKE_AWAY_HEAP] - left;
        int64_t quota = take_away_quota_left(&solver->rules, take, left);
        struct value_line *line =
            value_columns_add_after(&columns, quota_value(solver->tables, left, quota));
        fill_line(line, (struct quota_heap){left, quota});
        snprintf(line->remark, sizeof line->remark, "after the move");
    }
    value_columns_print(&columns, out);
}

static void local_explain(struct solver *solver, const struct position *position,
                          const struct move *best, bool is_brief, struct text *out)
{
    if (heap_count(position) == 0)
        return;
    if (best)
        explain_move(solver, position, best, is_brief, out);
    else
        text_append_string(
            out, "No move wins: each binary column of the values has an even number of 1s.\n");
    if (!is_brief)
        text_append_string(
            out, "The value of a heap is the least of 0, 1, 2, ... that no move of it leads to.\n");
    print_columns(solver, position, best, out);
}

const struct solver_family solver_family_take_away_local = {
    .family = &family_take_away,
    .variant = TAKE_AWAY_LOCAL,
    .tables_create = local_tables_create,
    .tables_destroy = local_tables_destroy,
    .memory = local_memory,
    .grundy = local_grundy,
    .winning_moves = local_winning_moves,
    .ending_move = local_ending_move,
    .promising_replies = local_promising_replies,
    .is_quick = heaps_are_small,
    .explain = local_explain,
    .prove = SOLVER_PROVES(proof_nim_sum),
};
