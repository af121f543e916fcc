/* The Date Game. In normal play the lost dates are those with day - month = 19 (THEORY.md); their
 * values and the lost dates of misere play come from a table of all dates. */
#include "common/game/date.h"

#include "common/base/memory.h"
#include "common/game/family.h"
#include "common/solver/solver_family.h"

#include <inttypes.h>
#include <stdlib.h>

enum { LOST_DIFFERENCE = 19 };

/* By month and day: in normal play the Grundy value, in misere play 0 for a lost date, else 1. */
struct date_table {
    uint8_t values[DATE_MONTHS + 1][DATE_DAYS_MAX + 1];
};

static uint8_t value_of(const struct date_table *table, int64_t month, int64_t day, bool misere)
{
    enum { VALUES_MAX = DATE_MONTHS + DATE_DAYS_MAX };
    bool is_left[VALUES_MAX] = {false}, has_move = false;
    for (int64_t later = month + 1; later <= DATE_MONTHS; later++) {
        if (day > date_days_of(later))
            continue;
        is_left[table->values[later][day]] = true;
        has_move = true;
    }
    for (int64_t later = day + 1; later <= date_days_of(month); later++) {
        is_left[table->values[month][later]] = true;
        has_move = true;
    }
    if (misere)
        return is_left[0] || !has_move;
    uint8_t value = 0;
    while (is_left[value])
        value++;
    return value;
}

static void *date_tables_create(const struct rules *rules)
{
    struct date_table *table = memory_zeroed(1, sizeof *table);
    for (int64_t month = DATE_MONTHS; month > 0; month--)
        for (int64_t day = date_days_of(month); day > 0; day--)
            table->values[month][day] = value_of(table, month, day, rules->misere);
    return table;
}

static void date_tables_destroy(void *tables)
{
    free(tables);
}

static size_t date_memory(const void *tables)
{
    (void)tables;
    return sizeof(struct date_table);
}

static uint8_t value_at(const struct solver *solver, const int64_t date[DATE_CELLS])
{
    const struct date_table *table = solver->tables;
    return table->values[date[DATE_MONTH]][date[DATE_DAY]];
}

static bool date_grundy(struct solver *solver, const struct position *position, uint64_t *ret_value)
{
    *ret_value = value_at(solver, position->cells);
    return true;
}

static enum outcome date_outcome(struct solver *solver, const struct position *position)
{
    return value_at(solver, position->cells) ? OUTCOME_N : OUTCOME_P;
}

static void date_winning_moves(struct solver *solver, const struct position *position,
                               struct winning_list *list)
{
    uint128 count = move_count(&solver->rules, position);
    for (uint128 i = 0; i < count && !winning_list_is_done(list); i++) {
        struct move move;
        move_at(&solver->rules, position, i, &move);
        if (value_at(solver, move.cells + DATE_CELLS) > 0)
            continue;
        struct move *place = winning_list_add(list);
        if (place)
            *place = move;
    }
}

/* To 31 December. */
static bool date_ending_move(struct solver *solver, const struct position *position,
                             struct move *ret_move)
{
    (void)solver;
    int64_t month = position->cells[DATE_MONTH], day = position->cells[DATE_DAY];
    if ((month == DATE_MONTHS) == (day == DATE_DAYS_MAX))
        return false;
    *ret_move = (struct move){.before_count = DATE_CELLS,
                              .after_count = DATE_CELLS,
                              .cells = {month, day, DATE_MONTHS, DATE_DAYS_MAX}};
    return true;
}

static bool date_is_quick(const struct solver *solver, const struct position *position)
{
    (void)solver;
    (void)position;
    return true;
}

static void date_explain(struct solver *solver, const struct position *position,
                         const struct move *best, bool is_brief, struct text *out)
{
    int64_t month = position->cells[DATE_MONTH], day = position->cells[DATE_DAY];
    if (best) {
        text_append_string(out, "Say ");
        move_print(&solver->rules, position, best, out);
        text_append_string(out, ".\n");
    } else {
        text_append_string(out, position_is_over(&solver->rules, position) ? "No date is left.\n"
                                                                           : "No move wins.\n");
    }
    text_printf(out, "Day %" PRId64 " less month %" PRId64 " is %" PRId64 ".\n", day, month,
                day - month);
    if (is_brief)
        return;
    if (solver->rules.misere)
        text_append_string(out, "The lost dates are those with the difference 19, 20jan to 28sep, "
                                "and 31oct, 29nov and 30dec:\na table of all 366 dates says so.\n");
    else
        text_append_string(out, "The lost dates are those with the difference 19: 20jan, 21feb, "
                                "22mar, ..., 31dec.\nA move changes the difference, and from any "
                                "other date raising the day or the month makes it 19.\n");
}

const struct solver_family solver_family_date = {
    .family = &family_date,
    .tables_create = date_tables_create,
    .tables_destroy = date_tables_destroy,
    .memory = date_memory,
    .grundy = date_grundy,
    .winning_moves = date_winning_moves,
    .ending_move = date_ending_move,
    .is_quick = date_is_quick,
    .explain = date_explain,
};

const struct solver_family solver_family_misere_date = {
    .family = &family_date,
    .misere = true,
    .tables_create = date_tables_create,
    .tables_destroy = date_tables_destroy,
    .memory = date_memory,
    .outcome = date_outcome,
    .winning_moves = date_winning_moves,
    .is_quick = date_is_quick,
    .explain = date_explain,
};
