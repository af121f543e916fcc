/* Nim [Bouton]: the value of a heap is its size, that of a position the nim-sum of its heaps. */
#include "common/game/family.h"
#include "common/game/heaps.h"
#include "common/solver/proof.h"
#include "common/solver/solver_family.h"
#include "common/solver/value_columns.h"

#include <inttypes.h>
#include <string.h>

enum { LONG_HEAP = 1000000000 }; /* a sentence about it needs one line more */

static uint64_t nim_sum(const struct position *position)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < position->count; i++)
        sum ^= (uint64_t)position->cells[i];
    return sum;
}

static bool nim_grundy(struct solver *solver, const struct position *position, uint64_t *ret_value)
{
    (void)solver;
    *ret_value = nim_sum(position);
    return true;
}

/* A winning move gives a heap the nim-sum of the other heaps. */
static void nim_winning_moves(struct solver *solver, const struct position *position,
                              struct winning_list *list)
{
    (void)solver;
    uint64_t sum = nim_sum(position);
    for (uint32_t i = 0; i < position->count && !winning_list_is_done(list); i++) {
        int64_t heap = position->cells[i], left = (int64_t)(sum ^ (uint64_t)heap);
        if (left >= heap || heap_is_repeated(position, i))
            continue;
        struct move *move = winning_list_add(list);
        if (move)
            *move = heaps_move(heap, 0, left);
    }
}

/* For each heap and each of its bits, the move that leaves the most counters among the moves that
 * clear this bit and no higher one. The highest bit that changes decides the number of winning
 * moves of the opponent (one for each other size of heap with that bit), the counters left the
 * number of legal ones. So the hardest move is among these, or nearly so: two heaps becoming equal
 * can tip the scales. When there are too many of them, those of the largest heaps are left out. */
static uint32_t nim_promising_replies(struct solver *solver, const struct position *position,
                                      struct move replies[SOLVER_REPLIES_MAX])
{
    (void)solver;
    uint32_t count = 0;
    for (uint32_t i = 0; i < position->count; i++) {
        int64_t heap = position->cells[i];
        int64_t bits = heap_is_repeated(position, i) ? 0 : heap;
        for (; bits && count < SOLVER_REPLIES_MAX; bits &= bits - 1) {
            int64_t below = heap & ((bits & -bits) - 1);
            replies[count++] = heaps_move(heap, 0, heap - below - 1);
        }
    }
    return count;
}

static void print_columns(const struct position *position, const struct move *best,
                          struct text *out)
{
    struct value_columns columns;
    value_columns_init(&columns, NULL, "heaps", position->count);
    for (uint32_t i = 0; i < position->count; i++)
        value_columns_add(&columns, (uint64_t)position->cells[i]);
    if (best) {
        uint64_t left = best->after_count ? (uint64_t)best->cells[1] : 0;
        strcpy(value_columns_add_after(&columns, left)->remark, "after the move");
    }
    value_columns_print(&columns, out);
}

static void nim_explain(struct solver *solver, const struct position *position,
                        const struct move *best, bool is_brief, struct text *out)
{
    (void)is_brief;
    (void)solver;
    if (position->count == 0)
        return;
    if (!best)
        text_append_string(out, "No move wins: in binary each column has an even number of 1s (the "
                                "nim-sum is 0),\nand every move spoils that.\n");
    else
        text_printf(out,
                    "Bring %" PRId64 " down to %" PRId64
                    ":%sthen, in binary, each column has an even number of 1s\n(the nim-sum is 0). "
                    "Every answer spoils that, and it can be restored.\n",
                    best->cells[0], best->after_count ? best->cells[1] : 0,
                    best->cells[0] < LONG_HEAP ? " " : "\n");
    print_columns(position, best, out);
}

static bool nim_is_quick(const struct solver *solver, const struct position *position)
{
    (void)solver;
    return position->count <= 64;
}

const struct solver_family solver_family_nim = {
    .family = &family_nim,
    .grundy = nim_grundy,
    .winning_moves = nim_winning_moves,
    .promising_replies = nim_promising_replies,
    .is_quick = nim_is_quick,
    .explain = nim_explain,
    .prove = SOLVER_PROVES(proof_nim_sum),
};
