/* Chomp: the first player wins from every rectangle of two squares or more [Gale], but the winning
 * bite is known only for the simplest shapes. So the first question judges all positions within the
 * rows and columns of its position at once; larger positions make a larger table. */
#include "common/game/chomp.h"

#include "common/base/memory.h"
#include "common/game/family.h"
#include "common/solver/chomp_table.h"
#include "common/solver/solver_family.h"

#include <inttypes.h>
#include <stdlib.h>

struct chomp_tables {
    struct chomp_table *table; /* NULL until the first question */
};

static void *chomp_tables_create(const struct rules *rules)
{
    (void)rules;
    return memory_zeroed(1, sizeof(struct chomp_tables));
}

static void chomp_tables_destroy(void *tables)
{
    chomp_table_destroy(((struct chomp_tables *)tables)->table);
    free(tables);
}

static size_t chomp_memory(const void *tables)
{
    const struct chomp_table *table = ((const struct chomp_tables *)tables)->table;
    return table ? chomp_table_memory(table) : 0;
}

static struct chomp_table *table_for(struct solver *solver, const struct position *position)
{
    struct chomp_tables *tables = solver->tables;
    if (!tables->table || !chomp_table_holds(tables->table, position)) {
        chomp_table_destroy(tables->table);
        tables->table =
            chomp_table_create(position->count, position->cells[0], solver->rules.misere);
    }
    return tables->table;
}

static enum outcome chomp_outcome(struct solver *solver, const struct position *position)
{
    return chomp_table_wins(table_for(solver, position), position) ? OUTCOME_N : OUTCOME_P;
}

static bool chomp_grundy(struct solver *solver, const struct position *position,
                         uint64_t *ret_value)
{
    uint32_t value;
    if (!chomp_table_grundy(table_for(solver, position), position, &value))
        return false;
    *ret_value = value;
    return true;
}

static void chomp_winning_moves(struct solver *solver, const struct position *position,
                                struct winning_list *list)
{
    const struct chomp_table *table = table_for(solver, position);
    uint128 count = move_count(&solver->rules, position);
    for (uint128 i = 0; i < count && !winning_list_is_done(list); i++) {
        struct move move;
        move_at(&solver->rules, position, i, &move);
        if (!chomp_table_move_wins(table, position, &move))
            continue;
        struct move *place = winning_list_add(list);
        if (place)
            *place = move;
    }
}

static bool chomp_is_quick(const struct solver *solver, const struct position *position)
{
    enum { QUICK_POSITIONS = 1000 };
    (void)solver;
    return chomp_positions(position->count, position->cells[0], QUICK_POSITIONS) <= QUICK_POSITIONS;
}

/* Explains the known rule for this shape in normal play; false where there is none. */
static bool explain_shape(const struct position *position, const struct move *best,
                          struct text *out)
{
    int64_t longest = position->cells[0], rows = position->count;
    bool is_hook = rows == 1 || position->cells[1] == 1; /* a single row is one too */
    bool is_rectangle = position->cells[rows - 1] == longest;
    if (is_hook)
        text_printf(out,
                    "Two arms from the poisoned square, of %" PRId64 " and %" PRId64
                    " squares: Nim with two heaps,\nlost where they are equal.\n",
                    longest - 1, rows - 1);
    else if (rows == 2)
        text_printf(
            out,
            "Two rows are lost where the first has just one square more; here it has %" PRId64
            " more.\n",
            longest - position->cells[1]);
    else if (is_rectangle && longest == rows && best->cells[CHOMP_ROW] == 1 &&
             best->cells[CHOMP_LEFT] == 1)
        text_append_string(out, "A square. That bite leaves two equal arms, which are lost:\n"
                                "what is taken from one is taken from the other.\n");
    else if (is_rectangle)
        text_append_string(out, "A rectangle is won: if biting its last square does not win, the\n"
                                "answer to that would have been a winning first bite.\n");
    else
        return false;
    return true;
}

static void chomp_explain(struct solver *solver, const struct position *position,
                          const struct move *best, bool is_brief, struct text *out)
{
    (void)is_brief;
    if (best)
        text_printf(out, "Eat from row %" PRId64 ", column %" PRId64 " on.\n",
                    best->cells[CHOMP_ROW] + 1, best->cells[CHOMP_LEFT] + 1);
    else if (!position_is_over(&solver->rules, position))
        text_append_string(out, "No move wins.\n");
    if (!solver->rules.misere && explain_shape(position, best, out))
        return;
    text_printf(out,
                "No rule is known for this shape: all %" PRIu32
                " positions of a box around it were judged.\n",
                chomp_table_size(table_for(solver, position)));
}

const struct solver_family solver_family_chomp = {
    .family = &family_chomp,
    .tables_create = chomp_tables_create,
    .tables_destroy = chomp_tables_destroy,
    .memory = chomp_memory,
    .grundy = chomp_grundy,
    .outcome = chomp_outcome,
    .winning_moves = chomp_winning_moves,
    .is_quick = chomp_is_quick,
    .explain = chomp_explain,
};

const struct solver_family solver_family_misere_chomp = {
    .family = &family_chomp,
    .misere = true,
    .tables_create = chomp_tables_create,
    .tables_destroy = chomp_tables_destroy,
    .memory = chomp_memory,
    .outcome = chomp_outcome,
    .winning_moves = chomp_winning_moves,
    .is_quick = chomp_is_quick,
    .explain = chomp_explain,
};
