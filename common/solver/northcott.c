/* Northcott's Game. The gaps between the checkers are heaps of Nim: an advance takes from one, and
 * a retreat, which adds to one, is undone by an advance of as many squares. In normal and in misere
 * play who wins is as in Nim with these heaps, however many retreats are left (THEORY.md). */
#include "common/game/northcott.h"

#include "common/game/family.h"
#include "common/solver/proof.h"
#include "common/solver/solver_family.h"
#include "common/solver/value_columns.h"

#include <inttypes.h>
#include <string.h>

/* The gaps of a position. */
struct gaps {
    uint64_t sum;   /* nim-sum */
    uint32_t large; /* gaps of 2 or more */
};

static struct gaps gaps_of(const struct position *position)
{
    struct gaps gaps = {0};
    for (uint32_t i = 0; i < northcott_row_count(position); i++) {
        int64_t gap = northcott_row_at(position, i).gap;
        gaps.sum ^= (uint64_t)gap;
        gaps.large += gap >= 2;
    }
    return gaps;
}

static bool northcott_grundy(struct solver *solver, const struct position *position,
                             uint64_t *ret_value)
{
    (void)solver;
    *ret_value = gaps_of(position).sum;
    return true;
}

static enum outcome northcott_outcome(struct solver *solver, const struct position *position)
{
    struct gaps gaps = gaps_of(position);
    uint64_t lost = solver->rules.misere && gaps.large == 0;
    return gaps.sum == lost ? OUTCOME_P : OUTCOME_N;
}

/* The only size of the gap of a row that leaves a lost position; it may be the present one. */
static int64_t wanted_gap(const struct rules *rules, const struct gaps *gaps, int64_t gap)
{
    uint64_t others = gaps->sum ^ (uint64_t)gap;
    bool has_large = gaps->large > (uint32_t)(gap >= 2);
    return (int64_t)(rules->misere && !has_large ? others ^ 1 : others);
}

static void northcott_winning_moves(struct solver *solver, const struct position *position,
                                    struct winning_list *list)
{
    struct gaps gaps = gaps_of(position);
    bool may_retreat = position->cells[NORTHCOTT_RETREATS] > 0;
    for (int retreats = 0; retreats <= may_retreat; retreats++)
        for (uint32_t i = 0; i < northcott_row_count(position); i++) {
            struct northcott_row row = northcott_row_at(position, i);
            int64_t gap = wanted_gap(&solver->rules, &gaps, row.gap);
            if (gap == row.gap || (gap > row.gap) != retreats || gap > row.gap + row.room)
                continue;
            struct move *place = winning_list_add(list);
            if (place)
                *place = northcott_move_to_gap(position, i, gap);
            if (winning_list_is_done(list))
                return;
        }
}

/* Closes the only gap, if then the other side cannot retreat. */
static bool northcott_ending_move(struct solver *solver, const struct position *position,
                                  struct move *ret_move)
{
    uint32_t open = 0, last = 0;
    for (uint32_t i = 0; i < northcott_row_count(position); i++) {
        bool is_open = northcott_row_at(position, i).gap > 0;
        open += is_open;
        last = is_open ? i : last;
    }
    if (open != 1)
        return false;
    struct move move = northcott_move_to_gap(position, last, 0);
    struct position after = {0};
    position_copy(&after, position);
    move_apply(&solver->rules, &after, &move);
    bool ends = position_is_over(&solver->rules, &after);
    position_finish(&after);
    if (ends)
        *ret_move = move;
    return ends;
}

static bool northcott_is_quick(const struct solver *solver, const struct position *position)
{
    enum { QUICK_ROWS = 16 };
    (void)solver;
    return northcott_row_count(position) <= QUICK_ROWS;
}

static void print_columns(const struct position *position, const struct move *best,
                          struct text *out)
{
    struct value_columns columns;
    uint32_t rows = northcott_row_count(position);
    value_columns_init(&columns, NULL, "gaps", rows);
    for (uint32_t i = 0; i < rows; i++)
        value_columns_add(&columns, (uint64_t)northcott_row_at(position, i).gap);
    if (best) {
        struct northcott_row row =
            northcott_row_at(position, (uint32_t)best->cells[NORTHCOTT_ROW] - 1);
        int64_t to = best->cells[NORTHCOTT_TO];
        int64_t gap = (to < row.other ? row.other - to : to - row.other) - 1;
        strcpy(value_columns_add_after(&columns, (uint64_t)gap)->remark, "after the move");
    }
    value_columns_print(&columns, out);
}

static void northcott_explain(struct solver *solver, const struct position *position,
                              const struct move *best, bool is_brief, struct text *out)
{
    if (best)
        text_printf(out, "Row %" PRId64 ": from square %" PRId64 " to square %" PRId64 ".\n",
                    best->cells[NORTHCOTT_ROW], best->cells[NORTHCOTT_FROM],
                    best->cells[NORTHCOTT_TO]);
    else if (!position_is_over(&solver->rules, position))
        text_append_string(out, "No move wins.\n");
    else
        text_append_string(out, solver->rules.misere
                                    ? "No move is left, and who has none wins in misere play.\n"
                                    : "No move is left.\n");
    if (!is_brief && solver->rules.misere)
        text_append_string(out,
                           "The gaps are heaps of misere Nim: leave them with the nim-sum 0, or "
                           "if none is 2 or more with 1.\n");
    else if (!is_brief)
        text_append_string(out, "The gaps are heaps of Nim: leave them with the nim-sum 0.\n");
    if (!is_brief)
        text_append_string(out, "A retreat helps nobody: an advance of as many squares answers "
                                "it.\n");
    print_columns(position, best, out);
}

static enum error_code northcott_prove(struct proof *proof)
{
    text_printf(proof->out, "theorem %s [Bouton]\ngaps",
                proof->solver->rules.misere ? "misere-northcott" : "northcott");
    for (uint32_t i = 0; i < northcott_row_count(proof->lost); i++)
        text_printf(proof->out, " %" PRId64, northcott_row_at(proof->lost, i).gap);
    text_printf(proof->out, " nim-sum %" PRIu64 "\n", gaps_of(proof->lost).sum);
    return ERROR_NONE;
}

const struct solver_family solver_family_northcott = {
    .family = &family_northcott,
    .grundy = northcott_grundy,
    .outcome = northcott_outcome,
    .winning_moves = northcott_winning_moves,
    .ending_move = northcott_ending_move,
    .is_quick = northcott_is_quick,
    .explain = northcott_explain,
    .prove = SOLVER_PROVES(northcott_prove),
};

const struct solver_family solver_family_misere_northcott = {
    .family = &family_northcott,
    .misere = true,
    .outcome = northcott_outcome,
    .winning_moves = northcott_winning_moves,
    .is_quick = northcott_is_quick,
    .explain = northcott_explain,
    .prove = SOLVER_PROVES(northcott_prove),
};
