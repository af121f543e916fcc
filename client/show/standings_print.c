#include "client/show/standings_print.h"

#include "common/tournament/elo.h"

#include <inttypes.h>

/* --- cells --- */

/* Has the player pairs to estimate a strength from? */
static bool has_pairs(const struct export_standing *row)
{
    for (size_t i = 0; i < PAIR_SCORES; i++) {
        if (row->pairs[i] > 0)
            return true;
    }
    return false;
}

static void print_elo_with(const struct export_standing *row, const char *plus_minus,
                           const char *infinite, struct text *out)
{
    struct elo elo = elo_from_pairs(row->pairs);
    if (has_pairs(row))
        elo_print(&elo, plus_minus, infinite, out);
    else
        text_append_char(out, '-');
}

static void print_elo(const void *value, struct text *out)
{
    print_elo_with(value, "+-", "inf", out);
}

static void print_html_elo(const void *value, struct text *out)
{
    print_elo_with(value, "&plusmn; ", "&infin;", out);
}

static void print_superiority(const void *value, struct text *out)
{
    const struct export_standing *row = value;
    if (has_pairs(row))
        text_printf(out, "%.1f%%", 100 * elo_from_pairs(row->pairs).superiority);
    else
        text_append_char(out, '-');
}

static void print_player(const void *value, struct text *out)
{
    const struct export_standing *row = value;
    text_printf(out, "%s%s", row->player, row->withdrawn >= 0 ? " (withdrew)" : "");
}

/* Points without a match, from byes and from forfeits of opponents, in halves. */
static int64_t free_halves(const struct export_standing *row)
{
    return row->points - 2 * row->won - row->drawn;
}

static void print_results(const void *value, struct text *out)
{
    const struct export_standing *row = value;
    int64_t halves = free_halves(row);
    text_printf(out, "%" PRId64 "-%" PRId64 "-%" PRId64, row->won, row->drawn, row->lost);
    if (halves > 0) {
        text_append_string(out, ", ");
        column_halves(&halves, out);
        text_append_string(out, " free");
    }
}

void standings_print_share(int64_t part, int64_t whole, struct text *out)
{
    if (whole > 0)
        text_printf(out, "%.1f%%", 100 * (double)part / (double)whole);
    else
        text_append_char(out, '-');
}

/* The share of the won positions met. */
static void print_kept(const void *value, struct text *out)
{
    const struct export_standing *row = value;
    standings_print_share(row->kept, row->met, out);
}

static void print_quarters(const void *value, struct text *out)
{
    text_printf(out, "%.2f", (double)*(const int64_t *)value / 4);
}

/* --- columns --- */

#define RANK(heading) COLUMN(heading, RIGHT, column_int, export_standing, rank)
#define PLAYER COLUMN_OF_ROW("player", LEFT, print_player)
#define POINTS COLUMN("points", RIGHT, column_halves, export_standing, points)
#define PLAYED                                                                                     \
    COLUMN_OF_ROW("W-D-L", RIGHT, print_results),                                                  \
        COLUMN("won met", RIGHT, column_int, export_standing, met),                                \
        COLUMN_OF_ROW("kept", RIGHT, print_kept),                                                  \
        COLUMN("thrown", RIGHT, column_int, export_standing, thrown)
#define SUPERIORITY COLUMN_OF_ROW("LOS", RIGHT, print_superiority)
#define TIE_BREAKS(sonneborn_berger_heading)                                                       \
    COLUMN("direct", RIGHT, column_halves, export_standing, direct),                               \
        COLUMN("Buchholz", RIGHT, column_halves, export_standing, buchholz),                       \
        COLUMN(sonneborn_berger_heading, RIGHT, print_quarters, export_standing, sonneborn_berger)
#define HTML_COLUMNS                                                                               \
    PLAYER, RANK("rank"), POINTS, PLAYED,                                                          \
        {"Elo, 95 %", COLUMN_RIGHT, print_html_elo, 0, .html = ""}, SUPERIORITY

const struct column standings_columns[] = {
    RANK("#"), PLAYER, POINTS, PLAYED, COLUMN_OF_ROW("Elo +-", RIGHT, print_elo), SUPERIORITY, {0},
};
const struct column standings_html[] = {HTML_COLUMNS, TIE_BREAKS("S.-Berger"), {0}};
const struct column standings_html_knockout[] = {HTML_COLUMNS, {0}};
static const struct column tie_breaks[] = {
    RANK("#"), PLAYER, POINTS, TIE_BREAKS("Sonneborn-Berger"), {0},
};

/* --- text --- */

/* Has the row as many points as a neighbour? The rows are in the order of points. */
static bool is_level(const struct export_standing *rows, size_t count, size_t row)
{
    int64_t points = rows[row].points;
    bool with_last = row > 0 && rows[row - 1].points == points;
    bool with_next = row + 1 < count && rows[row + 1].points == points;
    return points > 0 && (with_last || with_next);
}

void standings_print(enum tournament_format format, const struct export_standing *rows,
                     size_t count, struct text *out)
{
    struct columns table = {0}, level = {0};
    bool has_free = false;
    columns_heads(&table, standings_columns);
    for (size_t i = 0; i < count; i++) {
        columns_row(&table, standings_columns, &rows[i]);
        has_free |= free_halves(&rows[i]) > 0;
        if (format == FORMAT_KNOCKOUT || !is_level(rows, count, i))
            continue;
        if (level.count == 0)
            columns_heads(&level, tie_breaks);
        columns_row(&level, tie_breaks, &rows[i]);
    }
    columns_print(&table, out);
    if (has_free)
        text_append_string(out, "free: points for a bye, or for an opponent who had withdrawn.\n");
    if (level.count > 0)
        text_append_string(out, "\nLevel on points; what decides, from left to right:\n");
    columns_print(&level, out);
}
