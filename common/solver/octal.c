/* Take-and-break games by octal code: the value of a position is the nim-sum of those of its heaps
 * [Sprague, Grundy], and a move wins when it gives its heap the value of the rest. */
#include "common/game/octal.h"

#include "common/game/family.h"
#include "common/game/heaps.h"
#include "common/solver/octal_values.h"
#include "common/solver/solver_family.h"

/* How many pairs of heaps are looked at before counting ends: some tenths of a second. Only codes
 * without a period or a closed form come near it, and only in positions with far more than
 * SOLVER_EXACT_MOVES legal moves. */
enum { COUNT_WORK_MAX = 1 << 28 };

static void *octal_tables_create(const struct rules *rules)
{
    return octal_values_create(rules);
}

static void octal_tables_destroy(void *tables)
{
    octal_values_destroy(tables);
}

static uint64_t octal_grundy(struct solver *solver, const struct position *position)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < position->count; i++)
        sum ^= octal_value(solver->tables, position->cells[i]);
    return sum;
}

/* One heap's part of a search for winning moves. */
struct search {
    struct solver *solver;
    struct winning_list *list;
    int64_t heap;
    uint64_t target; /* the value that the heap has to become */
    int64_t work;
};

static void add_splits(struct search *search, int64_t left)
{
    struct octal_values *values = search->solver->tables;
    struct winning_list *list = search->list;
    uint64_t added = 0;
    int64_t a = 0;
    while (winning_list_has_room(list) && (a = octal_next_split(values, left, search->target, a))) {
        *winning_list_add(list) = heaps_move(search->heap, a, left - a);
        added++;
    }
    if (!winning_list_is_done(list))
        list->found.count += octal_count_splits(values, left, search->target) - added;
    search->work += octal_split_work(values, left);
}

static void add_single(struct search *search, int64_t left)
{
    if (octal_value(search->solver->tables, left) != search->target)
        return;
    struct move *move = winning_list_add(search->list);
    if (move)
        *move = heaps_move(search->heap, 0, left);
}

/* Stops a count that takes too long, once there is more than can be listed. */
static bool stop_counting(const struct search *search)
{
    struct winning_moves *found = &search->list->found;
    if (search->work < COUNT_WORK_MAX || found->count <= search->list->capacity)
        return false;
    found->counted = false;
    return true;
}

static void add_winning_moves_of_heap(struct search *search)
{
    struct octal_values *values = search->solver->tables;
    int64_t taken = -1;
    while (!winning_list_is_done(search->list) && !stop_counting(search)) {
        taken = octal_next_take(values, search->heap, search->target, taken);
        if (taken < 0)
            return;
        int digit = octal_digit(&search->solver->rules, taken);
        int64_t left = search->heap - taken;
        if (digit & OCTAL_LEAVE_TWO && left >= 2)
            add_splits(search, left);
        if (digit & (left ? OCTAL_LEAVE_ONE : OCTAL_LEAVE_NONE) &&
            !winning_list_is_done(search->list))
            add_single(search, left);
    }
}

static void octal_winning_moves(struct solver *solver, const struct position *position,
                                struct winning_list *list)
{
    uint64_t total = octal_grundy(solver, position);
    if (total == 0)
        return;
    struct search search = {.solver = solver, .list = list};
    for (uint32_t i = 0; i < position->count && list->found.counted; i++) {
        if (heap_is_repeated(position, i))
            continue;
        search.heap = position->cells[i];
        search.target = total ^ octal_value(solver->tables, search.heap);
        add_winning_moves_of_heap(&search);
    }
}

/* The first move of a heap, which leaves the most counters; false where it has none. */
static bool first_move_of_heap(const struct rules *rules, int64_t heap, struct move *ret_move)
{
    int64_t last = octal_tail_period(rules) ? heap : octal_digit_count(rules);
    for (int64_t taken = 0; taken <= last && taken <= heap; taken++) {
        int digit = octal_digit(rules, taken);
        int64_t left = heap - taken;
        bool splits = digit & OCTAL_LEAVE_TWO && left >= 2;
        if (!splits && !(digit & (left ? OCTAL_LEAVE_ONE : OCTAL_LEAVE_NONE)))
            continue;
        *ret_move = splits ? heaps_move(heap, 1, left - 1) : heaps_move(heap, 0, left);
        return true;
    }
    return false;
}

static int64_t counters_taken(const struct move *move)
{
    int64_t taken = move->cells[0];
    for (int i = 1; i <= move->after_count; i++)
        taken -= move->cells[i];
    return taken;
}

/* The first of the moves that leave the most counters. */
static uint32_t octal_promising_replies(struct solver *solver, const struct position *position,
                                        struct move replies[SOLVER_REPLIES_MAX])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < position->count; i++) {
        struct move move;
        if (!first_move_of_heap(&solver->rules, position->cells[i], &move))
            continue;
        if (count == 0 || counters_taken(&move) < counters_taken(&replies[0]))
            replies[0] = move;
        count = 1;
    }
    return count;
}

const struct solver_family solver_family_octal = {
    .family = &family_octal,
    .tables_create = octal_tables_create,
    .tables_destroy = octal_tables_destroy,
    .grundy = octal_grundy,
    .winning_moves = octal_winning_moves,
    .promising_replies = octal_promising_replies,
};
