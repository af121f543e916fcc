#include "client/show/standings_print.h"

#include "client/show/columns.h"
#include "common/tournament/elo.h"

#include <inttypes.h>

static void add_head(struct columns *table, const char *const *head)
{
    for (size_t i = 0; i < table->count; i++)
        columns_add(table, "%s", head[i]);
}

bool standings_has_pairs(const struct export_standing *row)
{
    for (size_t i = 0; i < PAIR_SCORES; i++) {
        if (row->pairs[i] > 0)
            return true;
    }
    return false;
}

/* Of all won positions that the player met. */
static void print_kept(const struct export_standing *row, struct text *out)
{
    if (row->met > 0)
        text_printf(out, "%.1f%%", 100 * (double)row->kept / (double)row->met);
    else
        text_append_char(out, '-');
}

static void print_elo(const struct export_standing *row, struct text *out)
{
    struct elo elo = elo_from_pairs(row->pairs);
    if (standings_has_pairs(row))
        elo_print(&elo, "+-", "inf", out);
    else
        text_append_char(out, '-');
}

static void print_superiority(const struct export_standing *row, struct text *out)
{
    if (standings_has_pairs(row))
        text_printf(out, "%.1f%%", 100 * elo_from_pairs(row->pairs).superiority);
    else
        text_append_char(out, '-');
}

static void print_player(const struct export_standing *row, struct text *out)
{
    text_append_string(out, row->player);
    text_append_string(out, row->withdrawn >= 0 ? " (withdrew)" : "");
}

void standings_print_halves(int64_t halves, struct text *out)
{
    text_printf(out, "%" PRId64 "%s", halves / 2, halves % 2 ? ".5" : "");
}

/* Points for which no match was played: of byes, and of forfeits by opponents. In halves. */
static int64_t free_halves(const struct export_standing *row)
{
    return row->points - 2 * row->won - row->drawn;
}

static void print_results(const struct export_standing *row, struct text *out)
{
    text_printf(out, "%" PRId64 "-%" PRId64 "-%" PRId64, row->won, row->drawn, row->lost);
    if (free_halves(row) > 0) {
        text_append_string(out, ", ");
        standings_print_halves(free_halves(row), out);
        text_append_string(out, " free");
    }
}

void standings_print_cell(const struct export_standing *row, enum standings_column column,
                          struct text *out)
{
    switch (column) {
    case STANDINGS_RANK:
        text_append_int(out, row->rank);
        break;
    case STANDINGS_PLAYER:
        print_player(row, out);
        break;
    case STANDINGS_POINTS:
        standings_print_halves(row->points, out);
        break;
    case STANDINGS_RESULTS:
        print_results(row, out);
        break;
    case STANDINGS_MET:
        text_append_int(out, row->met);
        break;
    case STANDINGS_KEPT:
        print_kept(row, out);
        break;
    case STANDINGS_THROWN:
        text_append_int(out, row->thrown);
        break;
    case STANDINGS_ELO:
        print_elo(row, out);
        break;
    case STANDINGS_SUPERIORITY:
        print_superiority(row, out);
        break;
    case STANDINGS_COLUMN_COUNT:
        break;
    }
}

static void add_halves(struct columns *table, int64_t halves)
{
    struct text text = {0};
    standings_print_halves(halves, &text);
    columns_add(table, "%s", text_string(&text));
    text_finish(&text);
}

static void add_cell(struct columns *table, const struct export_standing *row,
                     enum standings_column column)
{
    struct text text = {0};
    standings_print_cell(row, column, &text);
    columns_add(table, "%s", text_string(&text));
    text_finish(&text);
}

static void print_ranks(const struct export_standing *rows, size_t count, struct text *out)
{
#define X(name, title, is_right) title,
    static const char *const head[] = {STANDINGS_COLUMNS(X)};
#undef X
#define X(name, title, is_right) | (uint32_t) !(is_right) << STANDINGS_##name
    struct columns table = {.count = STANDINGS_COLUMN_COUNT, .left = 0 STANDINGS_COLUMNS(X)};
#undef X
    add_head(&table, head);
    for (size_t i = 0; i < count; i++) {
        for (int column = 0; column < STANDINGS_COLUMN_COUNT; column++)
            add_cell(&table, &rows[i], (enum standings_column)column);
    }
    columns_print(&table, out);
    bool has_free = false;
    for (size_t i = 0; i < count; i++)
        has_free |= free_halves(&rows[i]) > 0;
    if (has_free)
        text_append_string(out, "free: points for a bye, or for an opponent who had withdrawn.\n");
}

/* With a neighbour: the best first is by points here. */
static bool is_level(const struct export_standing *rows, size_t count, size_t row)
{
    int64_t points = rows[row].points;
    bool with_last = row > 0 && rows[row - 1].points == points;
    bool with_next = row + 1 < count && rows[row + 1].points == points;
    return points > 0 && (with_last || with_next);
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
        add_cell(&table, &rows[i], STANDINGS_RANK);
        add_cell(&table, &rows[i], STANDINGS_PLAYER);
        add_cell(&table, &rows[i], STANDINGS_POINTS);
        add_halves(&table, rows[i].direct);
        add_halves(&table, rows[i].buchholz);
        columns_add(&table, "%.2f", (double)rows[i].sonneborn_berger / 4);
    }
    if (table.cell_count > 0)
        text_append_string(out, "\nLevel on points; what decides, from left to right:\n");
    columns_print(&table, out);
}

void standings_print(enum tournament_format format, const struct export_standing *rows,
                     size_t count, struct text *out)
{
    print_ranks(rows, count, out);
    if (format != FORMAT_KNOCKOUT)
        print_tie_breaks(rows, count, out);
}
