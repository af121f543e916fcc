/* Take-and-break games by octal or hexadecimal code: the value of a position is the nim-sum of
 * those of its heaps [Sprague, Grundy], and a move wins when it gives its heap the value of the
 * rest. Below, "heap" is the cell of a heap or of a ring (heaps.h), whose moves are those of a heap
 * under other digits, octal_cell_digit(). */
#include "common/game/octal.h"

#include "common/game/family.h"
#include "common/game/heaps.h"
#include "common/solver/heap_splits.h"
#include "common/solver/proof.h"

/* The takes that may give the heap the value it needs, ascending: the least one above `taken`, or
 * -1. All takes that can are among them. With a closed form only two can: 0, for a split, and the
 * take that leaves the one heap of this value. */
static int64_t next_take(const struct rules *rules, const struct heap_search *search, int64_t taken)
{
    int64_t heap = heaps_counters(search->heap), left;
    if (heap_values_closed_heap(search->values, search->target, &left)) {
        if (taken < 0)
            return 0;
        return taken == 0 && left < heap ? heap - left : -1;
    }
    bool finite = octal_tail_period(rules) == 0;
    int64_t count = octal_digit_count(rules), last = finite && count < heap ? count : heap;
    return taken < last ? taken + 1 : -1;
}

/* Adds the moves that leave three heaps, and with `leaves_two` those that leave two, in their
 * order. */
static void add_threes(struct heap_search *search, int64_t left, bool leaves_two)
{
    struct heap_values *values = search->values;
    struct winning_list *list = search->list;
    for (int64_t a = 1; a <= left / 2 && !winning_list_is_done(list); a++) {
        uint64_t target = search->target ^ heap_value(values, a);
        int64_t b = a - 1;
        while (3 * a <= left && !winning_list_is_done(list) &&
               (b = heap_next_split(values, left - a, target, b))) {
            struct move *move = winning_list_add(list);
            if (move)
                *move = octal_split(search->heap, a, b, left - a - b);
        }
        struct move *move =
            leaves_two && !winning_list_is_done(list) && heap_value(values, left - a) == target
                ? winning_list_add(list)
                : NULL;
        if (move)
            *move = heaps_move(search->heap, a, left - a);
        search->work += left - a;
    }
}

static void add_winning_moves_of_heap(struct heap_search *search)
{
    const struct rules *rules = heap_values_rules(search->values);
    int64_t taken = -1;
    while (!winning_list_is_done(search->list) && !heap_search_stops(search)) {
        taken = next_take(rules, search, taken);
        if (taken < 0)
            return;
        int digit = octal_cell_digit(rules, search->heap, taken);
        int64_t left = heaps_counters(search->heap) - taken;
        if (digit & OCTAL_LEAVE_THREE)
            add_threes(search, left, digit & OCTAL_LEAVE_TWO);
        else if (digit & OCTAL_LEAVE_TWO && left >= 2)
            heap_search_add_splits(search, left);
        if (digit & (left ? OCTAL_LEAVE_ONE : OCTAL_LEAVE_NONE) &&
            !winning_list_is_done(search->list))
            heap_search_add_single(search, left);
    }
}

static void octal_winning_moves(struct solver *solver, const struct position *position,
                                struct winning_list *list)
{
    heap_search_all(solver->tables, position, list, add_winning_moves_of_heap);
}

/* The first move of a heap, which leaves the most counters; false where it has none. */
static bool first_move_of_heap(const struct rules *rules, int64_t heap, struct move *ret_move)
{
    int64_t counters = heaps_counters(heap);
    int64_t last = octal_tail_period(rules) ? counters : octal_digit_count(rules);
    for (int64_t taken = 0; taken <= last && taken <= counters; taken++) {
        int digit = octal_cell_digit(rules, heap, taken);
        int64_t left = counters - taken;
        bool splits = digit & OCTAL_LEAVE_TWO && left >= 2;
        if (digit & OCTAL_LEAVE_THREE && left >= 3)
            *ret_move = octal_split(heap, 1, 1, left - 2);
        else if (splits || digit & (left ? OCTAL_LEAVE_ONE : OCTAL_LEAVE_NONE))
            *ret_move = splits ? heaps_move(heap, 1, left - 1) : heaps_move(heap, 0, left);
        else
            continue;
        return true;
    }
    return false;
}

static bool has_move(const struct rules *rules, int64_t heap)
{
    struct move move;
    return heap != 0 && first_move_of_heap(rules, heap, &move);
}

/* The size from which on all heaps have a move, because some take leaves a heap; INT64_MAX where no
 * digit allows that. */
static int64_t least_of_those_with_moves(const struct rules *rules)
{
    int64_t last = octal_digit_count(rules) + octal_tail_period(rules), least = INT64_MAX;
    for (int64_t taken = last; taken >= 0; taken--) {
        int digit = octal_digit(rules, taken);
        if (digit & OCTAL_LEAVE_ONE)
            least = taken + 1;
        else if (digit & OCTAL_LEAVE_TWO && taken + 2 < least)
            least = taken + 2;
        else if (digit & OCTAL_LEAVE_THREE && taken + 3 < least)
            least = taken + 3;
    }
    return least;
}

/* Finds three heaps of which none has a move. */
static bool find_ending_three(const struct rules *rules, int64_t heap, int64_t left,
                              struct move *ret_move)
{
    for (int64_t a = 1; 3 * a <= left; a++) {
        for (int64_t b = a; b <= (left - a) / 2 && !has_move(rules, a); b++) {
            if (has_move(rules, b) || has_move(rules, left - a - b))
                continue;
            *ret_move = octal_split(heap, a, b, left - a - b);
            return true;
        }
    }
    return false;
}

/* Finds a move from this heap that leaves no heap with a move. The counters that it leaves are less
 * than three times `alive`, the result of least_of_those_with_moves(). */
static bool find_ending_take(const struct rules *rules, int64_t heap, int64_t alive,
                             struct move *ret_move)
{
    bool is_finite = octal_tail_period(rules) == 0;
    int64_t counters = heaps_counters(heap), count = octal_digit_count(rules);
    int64_t last = is_finite && count < counters ? count : counters;
    int64_t taken = alive < counters / OCTAL_LEFT_MAX ? counters - OCTAL_LEFT_MAX * alive : 0;
    if (octal_digit(rules, counters) & OCTAL_LEAVE_NONE) {
        *ret_move = heaps_move(heap, 0, 0);
        return true;
    }
    for (; alive < INT64_MAX && taken <= last; taken++) {
        int digit = octal_cell_digit(rules, heap, taken);
        int64_t left = counters - taken, parts = digit & OCTAL_LEAVE_TWO ? left / 2 : 0;
        if (digit & OCTAL_LEAVE_THREE && find_ending_three(rules, heap, left, ret_move))
            return true;
        for (int64_t a = digit & OCTAL_LEAVE_ONE ? 0 : 1; a <= parts; a++) {
            if (left == 0 || has_move(rules, a) || has_move(rules, left - a))
                continue;
            *ret_move = heaps_move(heap, a, left - a);
            return true;
        }
    }
    return false;
}

/* The ending move is one of the only heap that has a move. */
static bool octal_ending_move(struct solver *solver, const struct position *position,
                              struct move *ret_move)
{
    const struct rules *rules = &solver->rules;
    int64_t heap = 0;
    for (uint32_t i = position->count; i-- > 0;) {
        if (!has_move(rules, position->cells[i]))
            continue;
        if (heap != 0)
            return false;
        heap = position->cells[i];
    }
    return heap != 0 && find_ending_take(rules, heap, least_of_those_with_moves(rules), ret_move);
}

static int64_t counters_taken(const struct move *move)
{
    int64_t taken = heaps_counters(move->cells[0]);
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
    .tables_create = heap_family_tables_create,
    .tables_destroy = heap_family_tables_destroy,
    .memory = heap_family_memory,
    .grundy = heap_family_grundy,
    .winning_moves = octal_winning_moves,
    .ending_move = octal_ending_move,
    .promising_replies = octal_promising_replies,
    .is_quick = heaps_are_small,
    .explain = heap_family_explain,
    .prove = SOLVER_PROVES(proof_nim_sum),
};

const struct solver_family solver_family_hexadecimal = {
    .family = &family_hexadecimal,
    .tables_create = heap_family_tables_create,
    .tables_destroy = heap_family_tables_destroy,
    .memory = heap_family_memory,
    .grundy = heap_family_grundy,
    .winning_moves = octal_winning_moves,
    .ending_move = octal_ending_move,
    .promising_replies = octal_promising_replies,
    .is_quick = heaps_are_small,
    .explain = heap_family_explain,
    .prove = SOLVER_PROVES(proof_nim_sum),
};
