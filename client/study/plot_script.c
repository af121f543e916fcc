#include "client/study/plot_script.h"

#include "common/words/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define BLUE "#1f5f99"
#define RED "#c03020"

/* --- the frame --- */

static const struct {
    const char *suffix;
    const char *terminal;
    const char *more;
} formats[] = {
    {".png", "pngcairo", ""},
    {".svg", "svg", " dynamic background \"white\""},
};

enum { FORMATS = sizeof formats / sizeof *formats };

/* The index of the format; FORMATS if the name has no known suffix. */
static int format_of(const char *name)
{
    size_t len = strlen(name);
    for (int i = 0; i < FORMATS; i++) {
        size_t suffix = strlen(formats[i].suffix);
        if (len > suffix && strcmp(name + len - suffix, formats[i].suffix) == 0)
            return i;
    }
    return FORMATS;
}

enum error_code plot_frame_check(const struct plot_frame *frame, struct error *error)
{
    if (!frame->out)
        return ERROR_NONE;
    if (format_of(frame->out) == FORMATS)
        return error_set(error, ERROR_USAGE, "--out ends with .png or .svg, not as '%.80s' does",
                         frame->out);
    if (strpbrk(frame->out, "\n\r"))
        return error_set(error, ERROR_USAGE, "--out is a name without line breaks");
    return ERROR_NONE;
}

static void print_frame(const struct plot_frame *frame, struct text *out)
{
    if (frame->out) {
        int format = format_of(frame->out);
        text_printf(out, "set terminal %s size %" PRId64 ",%" PRId64 " font \"Sans,12\"%s\n",
                    formats[format].terminal, frame->width, frame->height, formats[format].more);
        text_append_string(out, "set output ");
        /* Within single quotes only a single quote is special. */
        text_append_char(out, '\'');
        for (const char *c = frame->out; *c; c++)
            text_append_string(out, *c == '\'' ? "''" : (char[]){*c, '\0'});
        text_append_char(out, '\'');
        text_append_char(out, '\n');
    }
    text_append_string(out, "set termoption noenhanced\n"
                            "set border 3\n"
                            "set tics nomirror out\n"
                            "set grid lt 1 lw 0.5 lc rgb \"#dddddd\"\n"
                            "unset key\n");
}

static void print_title(const struct value_table *table, const char *about, struct text *out)
{
    text_append_string(out, "set title \"");
    words_rules(table->rules.text, table->rules.look, out);
    text_printf(out, ": %s\"\n", about);
}

/* --- single heaps --- */

/* Many points are drawn small, so that they stay apart. */
static const char *point_size(size_t count)
{
    return count <= 300 ? "0.8" : count <= 1000 ? "0.5" : count <= 5000 ? "0.35" : "0.2";
}

typedef bool row_filter(const struct value_table *table, size_t row);

static bool has_row(const struct value_table *table, row_filter *shows)
{
    for (size_t row = 0; row < table->row_count; row++) {
        if (shows(table, row))
            return true;
    }
    return false;
}

static void print_data(const struct value_table *table, int column, row_filter *shows,
                       struct text *out)
{
    for (size_t row = 0; row < table->row_count; row++) {
        if (shows(table, row))
            text_printf(out, "%" PRIu64 " %" PRIu64 "\n", value_table_cell(table, row, 0),
                        value_table_cell(table, row, column));
    }
    text_append_string(out, "END\n");
}

static bool shows_any(const struct value_table *table, size_t row)
{
    return value_table_cell(table, row, 1) != VALUE_TABLE_NONE;
}

static bool shows_lost(const struct value_table *table, size_t row)
{
    return shows_any(table, row) && value_table_cell(table, row, 2);
}

/* Does the row hold the heap's value at the opening, where the quota is one less than the heap?
 * This is the row of the largest quota up to that. */
static bool shows_opening(const struct value_table *table, size_t row)
{
    uint64_t heap = value_table_cell(table, row, 0);
    bool is_last = row + 1 == table->row_count || value_table_cell(table, row + 1, 0) != heap ||
                   value_table_cell(table, row + 1, 1) >= heap;
    return is_last && value_table_cell(table, row, 1) < heap;
}

static void print_points(const struct value_table *table, struct text *out)
{
    text_printf(out, "plot $all using 1:2 with points pt 7 ps %s lc rgb \"" BLUE "\"",
                point_size((size_t)table->upto));
}

/* In misere play no heap is lost at the opening. */
static bool print_takes(const struct value_table *table, struct text *out)
{
    bool has_lost = has_row(table, shows_lost);
    print_title(table,
                has_lost ? "the least winning take\\nred: heaps that are lost for whoever begins"
                         : "the least winning take",
                out);
    text_append_string(out, "set ylabel \"least winning take\"\n"
                            "set logscale y\n"
                            "$all << END\n");
    print_data(table, 1, shows_any, out);
    if (has_lost) {
        text_append_string(out, "$lost << END\n");
        print_data(table, 1, shows_lost, out);
    }
    print_points(table, out);
    text_append_string(
        out, has_lost ? ", \\\n     $lost using 1:2 with points pt 7 ps 0.9 lc rgb \"" RED "\"\n"
                      : "\n");
    return has_row(table, shows_any);
}

/* The opening of a heap of 1 allows no move, and the table has no row for it. */
static bool print_steps(const struct value_table *table, struct text *out)
{
    print_title(table, "Grundy values of single heaps at the opening", out);
    text_append_string(out, "set ylabel \"Grundy value\"\n"
                            "set yrange [-0.5:*]\n"
                            "$all << END\n1 0\n");
    print_data(table, 2, shows_opening, out);
    print_points(table, out);
    text_append_char(out, '\n');
    return true;
}

static bool print_values(const struct value_table *table, struct text *out)
{
    print_title(table, "Grundy values of single heaps", out);
    text_append_string(out, "set ylabel \"Grundy value\"\n"
                            "set yrange [-0.5:*]\n"
                            "$all << END\n");
    print_data(table, 1, shows_any, out);
    print_points(table, out);
    text_append_char(out, '\n');
    return true;
}

bool plot_script_values(const struct value_table *table, const struct plot_frame *frame,
                        struct text *out)
{
    print_frame(frame, out);
    text_printf(out, "set xlabel \"heap\"\nset xrange [0:%" PRId64 "]\n", table->upto);
    if (table->kind == VALUE_TABLE_TAKES)
        return print_takes(table, out);
    return table->kind == VALUE_TABLE_STEPS ? print_steps(table, out) : print_values(table, out);
}

/* --- two heaps --- */

static void print_square(const struct value_table *table, struct text *out)
{
    text_printf(out,
                "set xlabel \"one heap\"\n"
                "set ylabel \"the other heap\"\n"
                "set xrange [-0.5:%" PRId64 ".5]\n"
                "set yrange [-0.5:%" PRId64 ".5]\n"
                "set size ratio -1\n",
                table->upto, table->upto);
}

/* Prints each pair in both orders; `last` ends the line. */
static void print_both_ways(const struct value_table *table, size_t row, const char *last,
                            struct text *out)
{
    uint64_t smaller = value_table_cell(table, row, 0), larger = value_table_cell(table, row, 1);
    text_printf(out, "%" PRIu64 " %" PRIu64 "%s\n", smaller, larger, last);
    if (smaller != larger)
        text_printf(out, "%" PRIu64 " %" PRIu64 "%s\n", larger, smaller, last);
}

static bool print_lost_pairs(const struct value_table *table, struct text *out)
{
    print_title(table, "the positions that are lost for whoever is to move", out);
    text_printf(out, "$lost << END\n%s", table->rules.misere ? "" : "0 0\n");
    for (size_t row = 0; row < table->row_count; row++)
        print_both_ways(table, row, "", out);
    text_printf(out, "END\nplot $lost using 1:2 with points pt 7 ps %s lc rgb \"" BLUE "\"\n",
                point_size((size_t)table->upto));
    return !table->rules.misere || table->row_count > 0;
}

static bool has_quota(const struct value_table *table, size_t row)
{
    return value_table_cell(table, row, 2) != VALUE_TABLE_NONE;
}

static bool print_quotas(const struct value_table *table, struct text *out)
{
    print_title(table, "the least winning quota\\nwhite: no quota wins", out);
    text_append_string(out, "set logscale cb 2\n"
                            "set palette defined (0 \"#f2e6a0\", 1 \"#e08030\", 2 \"#802060\", "
                            "3 \"#101040\")\n"
                            "$quotas << END\n0 0 NaN\n");
    for (size_t row = 0; row < table->row_count; row++) {
        char last[32] = " NaN";
        uint64_t quota = value_table_cell(table, row, 2);
        if (quota != VALUE_TABLE_NONE)
            snprintf(last, sizeof last, " %" PRIu64, quota);
        print_both_ways(table, row, last, out);
    }
    text_append_string(out, "END\nplot $quotas using 1:2:3 with points pt 5 lc palette\n");
    return has_row(table, has_quota);
}

bool plot_script_positions(const struct value_table *table, const struct plot_frame *frame,
                           struct text *out)
{
    print_frame(frame, out);
    print_square(table, out);
    if (table->kind == VALUE_TABLE_QUOTAS)
        return print_quotas(table, out);
    return print_lost_pairs(table, out);
}

/* --- cutoffs --- */

void plot_script_cutoffs(const struct cutoff_count *counts, size_t count,
                         const struct plot_frame *frame, struct text *out)
{
    print_frame(frame, out);
    text_append_string(out,
                       "set title \"How many cutoffs of alpha there are up to x: C(x) / x^2\"\n"
                       "set xlabel \"x\"\n"
                       "set logscale x\n"
                       "set yrange [0:*]\n"
                       "set key top left reverse Left\n"
                       "set xtics (1");
    static const int64_t steps[] = {2, 5, 10};
    for (int64_t power = 1; power < counts[count - 1].x; power *= 10)
        for (int i = 0; i < 3 && steps[i] * power <= counts[count - 1].x; i++)
            text_printf(out, ", %" PRId64, steps[i] * power);
    text_append_string(out, ")\n");
    text_printf(out, "set xrange [%" PRId64 ":%" PRId64 "]\n$counts << END\n", counts[0].x,
                counts[count - 1].x);
    for (size_t i = 0; i < count; i++)
        text_printf(out, "%" PRId64 " %" PRId64 "\n", counts[i].x, counts[i].count);
    text_append_string(out, "END\n"
                            "plot $counts using 1:($2/($1*$1)) with linespoints pt 7 ps 0.4 "
                            "lc rgb \"" BLUE "\" title \"C(x) / x^2\", \\\n"
                            "     $counts using 1:(log($1)/2) with lines dt 2 lw 1.5 "
                            "lc rgb \"" RED "\" title \"ln(x) / 2\"\n");
}
