/* Candy Squares. In normal play two odd heaps are lost, and the value of the heaps a and b is the
 * number of 1s at the end of (a-1) | (b-1) in binary. In misere play the heaps are lost if both
 * leave the remainder 2 when divided by 3, or one does and the other is 1. THEORY.md has the
 * proofs. */
#include "common/game/family.h"
#include "common/game/heaps.h"
#include "common/solver/proof.h"
#include "common/solver/solver_family.h"

#include <inttypes.h>

/* The winning splits of a heap: the smaller part is first, first + step, ..., at most `last`. */
struct splits {
    int64_t first, step, last;
};

static struct splits splits_of(const struct rules *rules, int64_t heap)
{
    if (!rules->misere)
        return (struct splits){1, 2, heap % 2 == 0 ? heap / 2 : 0};
    if (heap % 3 == 0)
        return (struct splits){1, 1, 1};
    return (struct splits){2, 3, heap % 3 == 1 ? heap / 2 : 0};
}

/* Can no split of this heap win? */
static bool is_hopeless(const struct rules *rules, int64_t heap)
{
    return rules->misere ? heap == 1 || heap % 3 == 2 : heap % 2 == 1;
}

static enum outcome candy_outcome(struct solver *solver, const struct position *position)
{
    const struct rules *rules = &solver->rules;
    bool has_won = rules->misere && position->cells[1] == 1; /* no move is left */
    return !has_won && is_hopeless(rules, position->cells[0]) &&
                   is_hopeless(rules, position->cells[1])
               ? OUTCOME_P
               : OUTCOME_N;
}

static bool candy_grundy(struct solver *solver, const struct position *position,
                         uint64_t *ret_value)
{
    (void)solver;
    uint64_t ones = (uint64_t)(position->cells[0] - 1) | (uint64_t)(position->cells[1] - 1);
    *ret_value = (uint64_t)__builtin_ctzll(~ones); /* heaps are below 2^63 */
    return true;
}

/* Adds the winning splits of a heap; those for which there is no room are only counted. */
static void add_splits(const struct rules *rules, int64_t heap, struct winning_list *list)
{
    struct splits splits = splits_of(rules, heap);
    int64_t part = splits.first;
    for (; part <= splits.last && winning_list_has_room(list); part += splits.step) {
        *winning_list_add(list) = heaps_move(heap, part, heap - part);
        if (winning_list_is_done(list))
            return;
    }
    if (part <= splits.last)
        list->found.count += (uint128)((splits.last - part) / splits.step + 1);
}

static void candy_winning_moves(struct solver *solver, const struct position *position,
                                struct winning_list *list)
{
    for (uint32_t i = 0; i < position->count && !winning_list_is_done(list); i++) {
        if (!heap_is_repeated(position, i))
            add_splits(&solver->rules, position->cells[i], list);
    }
}

/* The only move that ends the match splits a heap of 2. */
static bool candy_ending_move(struct solver *solver, const struct position *position,
                              struct move *ret_move)
{
    (void)solver;
    if (position->cells[0] != 2 && position->cells[1] != 2)
        return false;
    *ret_move = heaps_move(2, 1, 1);
    return true;
}

/* Small parts: in normal play 2 of the larger heap leaves the opponent one winning split, in misere
 * play do 2, 3 or 6. */
static uint32_t candy_promising_replies(struct solver *solver, const struct position *position,
                                        struct move replies[SOLVER_REPLIES_MAX])
{
    enum { PARTS_MAX = 64 };
    (void)solver;
    uint32_t count = 0;
    for (uint32_t i = 0; i < position->count; i++) {
        int64_t heap = position->cells[i];
        for (int64_t part = 1; part <= heap / 2 && part <= PARTS_MAX; part++)
            if (!heap_is_repeated(position, i))
                replies[count++] = heaps_move(heap, part, heap - part);
    }
    return count;
}

static bool candy_is_quick(const struct solver *solver, const struct position *position)
{
    (void)solver;
    (void)position;
    return true;
}

static void candy_explain(struct solver *solver, const struct position *position,
                          const struct move *best, bool is_brief, struct text *out)
{
    bool misere = solver->rules.misere;
    uint64_t value;
    if (best) {
        text_append_string(out, "Split ");
        move_print(&solver->rules, position, best, out);
        text_append_string(out, ", and eat the other heap.\n");
    } else if (!position_is_over(&solver->rules, position)) {
        text_append_string(out, "No move wins.\n");
    } else {
        text_append_string(out, misere ? "No move is left, and who has none wins in misere play.\n"
                                       : "No move is left.\n");
    }
    if (misere) {
        text_printf(out, "Divided by 3 the heaps leave %" PRId64 " and %" PRId64 ".\n",
                    position->cells[0] % 3, position->cells[1] % 3);
        if (!is_brief)
            text_append_string(out, "Lost are two heaps that leave 2, and 1 beside one that leaves "
                                    "2: a split of such a heap\nleaves no such pair, and one of "
                                    "any other heap can.\n");
        return;
    }
    if (!is_brief)
        text_append_string(out, "Two odd heaps are lost: the parts of an odd heap are odd and "
                                "even. An even heap has odd parts.\n");
    candy_grundy(solver, position, &value);
    text_printf(out,
                "The value is %" PRIu64 ": write %" PRId64 " and %" PRId64
                " in binary, and count the columns\nfrom the right that have a 1, to the first "
                "that has none.\n",
                value, position->cells[0] - 1, position->cells[1] - 1);
}

static enum error_code candy_prove(struct proof *proof)
{
    text_append_string(proof->out,
                       proof->solver->rules.misere ? "theorem misere-candy\n" : "theorem candy\n");
    return ERROR_NONE;
}

const struct solver_family solver_family_candy = {
    .family = &family_candy,
    .grundy = candy_grundy,
    .outcome = candy_outcome,
    .winning_moves = candy_winning_moves,
    .ending_move = candy_ending_move,
    .promising_replies = candy_promising_replies,
    .is_quick = candy_is_quick,
    .explain = candy_explain,
    .prove = SOLVER_PROVES(candy_prove),
};

const struct solver_family solver_family_misere_candy = {
    .family = &family_candy,
    .misere = true,
    .outcome = candy_outcome,
    .winning_moves = candy_winning_moves,
    .promising_replies = candy_promising_replies,
    .is_quick = candy_is_quick,
    .explain = candy_explain,
    .prove = SOLVER_PROVES(candy_prove),
};
