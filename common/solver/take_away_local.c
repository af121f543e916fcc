/* Take-away games with several heaps, each with a quota of its own: a sum of games with one heap,
 * so the value of a position is the nim-sum of the values of its heaps under their quotas [Sprague,
 * Grundy], and a move wins when it gives its heap the value of the rest. */
#include "common/game/take_away.h"

#include "common/game/family.h"
#include "common/solver/promising_takes.h"
#include "common/solver/quota_values.h"
#include "common/solver/solver_family.h"

#include <inttypes.h>

/* To count the winning moves after a reply takes some milliseconds where heaps are large, so that
 * fewer replies are weighed. */
enum { EXPLAINED_HEAPS_MAX = 12, REPLY_COST = 4 };

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

/* Are its moves those of the heap before? */
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

static uint32_t count_different(const struct position *position)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < heap_count(position); i++)
        count += !is_repeated(position, i);
    return count;
}

/* Takes from the smaller heaps, if there are too many. */
static uint32_t local_promising_replies(struct solver *solver, const struct position *position,
                                        struct move replies[SOLVER_REPLIES_MAX])
{
    uint32_t cost = REPLY_COST * count_different(position), count = 0;
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

static void print_heap(struct solver *solver, const struct position *position, uint32_t index,
                       struct text *out)
{
    struct quota_heap heap = heap_at(position, index);
    text_printf(out,
                "The heap of %" PRId64 ", of which at most %" PRId64
                " may be taken, has the value %" PRIu32 ".\n",
                heap.heap, heap.quota, value_at(solver, position, index));
}

/* The values of the first `count` heaps in one. */
static void print_hidden(struct solver *solver, const struct position *position, uint32_t count,
                         struct text *out)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum ^= value_at(solver, position, i);
    text_printf(out, "%" PRIu32 " more heaps have values with the nim-sum %" PRIu32 ".\n", count,
                sum);
}

static void explain_win(struct solver *solver, const struct position *position, struct text *out)
{
    struct move move;
    struct winning_list first = {.moves = &move, .capacity = 1, .first_only = true};
    local_winning_moves(solver, position, &first);
    struct quota_heap heap = {move.cells[TAKE_AWAY_HEAP], move.cells[TAKE_AWAY_QUOTA]};
    uint32_t sum = nim_sum(solver, position);
    uint32_t target = sum ^ quota_value(solver->tables, heap.heap, heap.quota);
    text_printf(out,
                "Take %" PRId64 " from the heap of %" PRId64 ": its value becomes %" PRIu32
                ", and the nim-sum of all values 0.\n",
                heap.heap - take_away_heap_left(&move), heap.heap, target);
}

static void explain_heaps(struct solver *solver, const struct position *position, uint32_t count,
                          struct text *out)
{
    uint32_t hidden = count > EXPLAINED_HEAPS_MAX + 1 ? count - EXPLAINED_HEAPS_MAX : 0;
    if (hidden > 0)
        print_hidden(solver, position, hidden, out);
    for (uint32_t i = hidden; i < count; i++)
        print_heap(solver, position, i, out);
}

static void local_explain(struct solver *solver, const struct position *position, struct text *out)
{
    uint32_t count = heap_count(position);
    if (count == 0)
        return;
    uint32_t sum = nim_sum(solver, position);
    if (sum == 0)
        text_append_string(
            out, "No move wins: the nim-sum of the values is 0, and every move changes it.\n");
    else
        explain_win(solver, position, out);
    explain_heaps(solver, position, count, out);
    text_printf(out,
                "The nim-sum of all values (added in binary, without carrying) is %" PRIu32 ".\n",
                sum);
    text_append_string(out,
                       "A value is the least of 0, 1, 2, ... that no move in the heap leads to.\n");
}

const struct solver_family solver_family_take_away_local = {
    .family = &family_take_away,
    .variant = TAKE_AWAY_LOCAL,
    .tables_create = local_tables_create,
    .tables_destroy = local_tables_destroy,
    .memory = local_memory,
    .grundy = local_grundy,
    .winning_moves = local_winning_moves,
    .promising_replies = local_promising_replies,
    .is_quick = heaps_are_small,
    .explain = local_explain,
};
