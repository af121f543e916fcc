#include "client/standings_print.h"

#include "client/columns.h"
#include "common/tournament/elo.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>

static void add_head(struct columns *table, bool with_tie_breaks)
{
    static const char *const head[] = {"#",    "player", "points", "W-D-L", "won met",
                                       "kept", "thrown", "Elo +-", "LOS"};
    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        columns_add(table, "%s", head[i]);
    if (!with_tie_breaks)
        return;
    columns_add(table, "direct");
    columns_add(table, "Buchh.");
    columns_add(table, "S.-B.");
}

/* The exact judgement. */
static void add_judgement(struct columns *table, const struct export_standing *row)
{
    columns_add(table, "%" PRId64, row->met);
    if (row->met > 0)
        columns_add(table, "%.1f%%", 100 * (double)row->kept / (double)row->met);
    else
        columns_add(table, "-");
    columns_add(table, "%" PRId64, row->thrown);
}

static bool has_pairs(const struct export_standing *row)
{
    for (size_t i = 0; i < PAIR_SCORES; i++) {
        if (row->pairs[i] > 0)
            return true;
    }
    return false;
}

static void add_strength(struct columns *table, const struct export_standing *row)
{
    if (!has_pairs(row)) {
        columns_add(table, "-");
        columns_add(table, "-");
        return;
    }
    struct elo elo = elo_from_pairs(row->pairs);
    if (isinf(elo.difference))
        columns_add(table, "%cinf", elo.difference > 0 ? '+' : '-');
    else if (isinf(elo.error))
        columns_add(table, "%+.0f +-inf", elo.difference);
    else
        columns_add(table, "%+.0f +-%.0f", elo.difference, elo.error);
    columns_add(table, "%.1f%%", 100 * elo.superiority);
}

static void add_halves(struct columns *table, int64_t halves)
{
    columns_add(table, "%" PRId64 "%s", halves / 2, halves % 2 ? ".5" : ".0");
}

static void add_tie_breaks(struct columns *table, const struct export_standing *row)
{
    add_halves(table, row->direct);
    add_halves(table, row->buchholz);
    columns_add(table, "%.2f", (double)row->sonneborn_berger / 4);
}

static void add_row(struct columns *table, const struct export_standing *row, bool with_tie_breaks)
{
    columns_add(table, "%" PRId64, row->rank);
    columns_add(table, "%s%s", row->player, row->withdrawn >= 0 ? " (withdrew)" : "");
    add_halves(table, row->points);
    columns_add(table, "%" PRId64 "-%" PRId64 "-%" PRId64, row->won, row->drawn, row->lost);
    add_judgement(table, row);
    add_strength(table, row);
    if (with_tie_breaks)
        add_tie_breaks(table, row);
}

/* The best first is not by points in a knockout: any two rows may be level. */
static bool has_level_rows(const struct export_standing *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t j = i + 1; j < count; j++) {
            if (rows[i].points == rows[j].points && rows[i].points > 0)
                return true;
        }
    }
    return false;
}

void standings_print(const struct export_standing *rows, size_t count, struct text *out)
{
    bool with_tie_breaks = has_level_rows(rows, count);
    struct columns table = {.count = with_tie_breaks ? 12 : 9, .left = 1 << 1};
    add_head(&table, with_tie_breaks);
    for (size_t i = 0; i < count; i++)
        add_row(&table, &rows[i], with_tie_breaks);
    columns_print(&table, out);
}
