#include "client/standings_print.h"

#include "client/columns.h"
#include "common/tournament/elo.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>

static void add_head(struct columns *table, const char *const *head)
{
    for (size_t i = 0; i < table->count; i++)
        columns_add(table, "%s", head[i]);
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

static void add_player(struct columns *table, const struct export_standing *row)
{
    columns_add(table, "%" PRId64, row->rank);
    columns_add(table, "%s%s", row->player, row->withdrawn >= 0 ? " (withdrew)" : "");
}

static void print_ranks(const struct export_standing *rows, size_t count, struct text *out)
{
    static const char *const head[] = {"#",    "player", "points", "W-D-L", "won met",
                                       "kept", "thrown", "Elo +-", "LOS"};
    struct columns table = {.count = sizeof head / sizeof *head, .left = 1 << 1};
    add_head(&table, head);
    for (size_t i = 0; i < count; i++) {
        add_player(&table, &rows[i]);
        add_halves(&table, rows[i].points);
        columns_add(&table, "%" PRId64 "-%" PRId64 "-%" PRId64, rows[i].won, rows[i].drawn,
                    rows[i].lost);
        add_judgement(&table, &rows[i]);
        add_strength(&table, &rows[i]);
    }
    columns_print(&table, out);
}

/* The best first is not by points in a knockout: any two rows may be level. */
static bool is_level(const struct export_standing *rows, size_t count, size_t row)
{
    for (size_t i = 0; i < count && rows[row].points > 0; i++) {
        if (i != row && rows[i].points == rows[row].points)
            return true;
    }
    return false;
}

static void print_tie_breaks(const struct export_standing *rows, size_t count, struct text *out)
{
    static const char *const head[] = {"#",      "player",   "points",
                                       "direct", "Buchholz", "Sonneborn-Berger"};
    struct columns table = {.count = sizeof head / sizeof *head, .left = 1 << 1};
    for (size_t i = 0; i < count; i++) {
        if (!is_level(rows, count, i))
            continue;
        if (table.cell_count == 0)
            add_head(&table, head);
        add_player(&table, &rows[i]);
        add_halves(&table, rows[i].points);
        add_halves(&table, rows[i].direct);
        add_halves(&table, rows[i].buchholz);
        columns_add(&table, "%.2f", (double)rows[i].sonneborn_berger / 4);
    }
    if (table.cell_count > 0)
        text_append_string(out, "\nLevel on points; what decides, from left to right:\n");
    columns_print(&table, out);
}

void standings_print(const struct export_standing *rows, size_t count, struct text *out)
{
    print_ranks(rows, count, out);
    print_tie_breaks(rows, count, out);
}
