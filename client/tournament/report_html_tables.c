/* The tables of report.html. */
#include "client/show/standings_print.h"
#include "client/tournament/report_model.h"

#include <inttypes.h>

/* With more players a list replaces the table, which would be larger than anybody reads. */
enum { CROSS_TABLE_MAX = 64 };

/* Begins a table. A wide one scrolls by itself, also by keyboard. */
static void begin_table(const char *id, const char *title, const char *note, FILE *out)
{
    fprintf(out,
            "<h2 id=\"%s\">%s</h2>\n<p class=\"note\">%s</p>\n<div class=\"wide\" tabindex=\"0\""
            " role=\"region\" aria-labelledby=\"%s\">\n<table>\n<thead><tr>",
            id, title, note, id);
}

static void end_table(FILE *out)
{
    fputs("</tbody>\n</table>\n</div>\n", out);
}

static void end_heads(FILE *out)
{
    fputs("</tr></thead>\n<tbody>\n", out);
}

static void print_heads(const struct column *columns, FILE *out)
{
    for (const struct column *column = columns; column->heading; column++)
        fprintf(out, "<th scope=\"col\">%s</th>", column->heading);
    end_heads(out);
}

/* The row that is being written. Its first cell is a heading. */
struct html_row {
    FILE *out;
    bool has_begun;
};

static void print_cell(void *owner, const struct column *column, const char *text)
{
    struct html_row *row = owner;
    const char *class = column->html ? column->html : "";
    if (!row->has_begun)
        fputs("<tr><th scope=\"row\">", row->out);
    else if (*class)
        fprintf(row->out, "<td class=\"%s\">", class);
    else
        fputs("<td>", row->out);
    if (column->html)
        fputs(text, row->out);
    else
        report_html_escaped(text, row->out);
    fputs(row->has_begun ? "</td>" : "</th>", row->out);
    row->has_begun = true;
}

static void print_row(const struct column *columns, const void *of, FILE *out)
{
    struct html_row row = {.out = out};
    columns_walk(columns, of, print_cell, &row);
    fputs("</tr>\n", out);
}

/* --- standings --- */

#define ELO_WORDS                                                                                  \
    "Elo is against those met, from whole pairs, with its 95 % error; LOS is the likelihood of"    \
    " being stronger than they are. Points that are free came from a bye, or from an opponent who" \
    " had withdrawn."

static void print_standings(const struct report *report, FILE *out)
{
    bool is_knockout = report_format(report) == FORMAT_KNOCKOUT;
    const struct column *columns = is_knockout ? standings_html_knockout : standings_html;
    begin_table("standings", "Standings",
                is_knockout ? ELO_WORDS
                    " The order is by the round reached, the points, the seeding."
                            : ELO_WORDS " Then the tie-breaks.",
                out);
    print_heads(columns, out);
    for (size_t place = 0; place < report_places(report); place++)
        print_row(columns, report_standing(report, place), out);
    end_table(out);
}

/* --- judgement --- */

/* Prints a bar, with the same content as the numbers beside it. */
static void print_bar(const void *value, struct text *out)
{
    const struct mark_sums *marks = value;
    double kept = marks->won > 0 ? 100 * (double)marks->kept / (double)marks->won : 0;
    if (marks->won > 0)
        text_printf(out,
                    "<i aria-hidden=\"true\" class=\"kept\" style=\"width:%.2f%%\"></i>"
                    "<i aria-hidden=\"true\" class=\"thrown\" style=\"width:%.2f%%\"></i>",
                    kept, 100 - kept);
}

static const struct column judgement[] = {
    COLUMN("player", LEFT, column_string, report_player, name),
    COLUMN("won met", RIGHT, column_int, report_player, marks.won),
    COLUMN("kept", RIGHT, column_int, report_player, marks.kept),
    COLUMN("thrown", RIGHT, column_int, report_player, marks.thrown),
    COLUMN("share kept", RIGHT, report_kept, report_player, marks),
    {"kept and thrown", COLUMN_LEFT, print_bar, offsetof(struct report_player, marks),
     .html = "bar"},
    COLUMN("lost after a win was thrown away", RIGHT, column_int, report_player, matches_thrown),
    COLUMN("moves", RIGHT, column_int, report_player, moves),
    {0},
};

static void print_judgement(const struct report *report, FILE *out)
{
    begin_table(
        "judgement", "The exact judgement",
        "How often the position was won for whoever was to move, by the solver, and whether"
        " the move made kept the win or threw it away. Matches that were resigned or lost on"
        " time in a won position are among those lost after a win was thrown away.",
        out);
    print_heads(judgement, out);
    for (size_t place = 0; place < report_places(report); place++)
        print_row(judgement, &report->players[report_entrant(report, place)], out);
    end_table(out);
}

/* --- cross-table --- */

static void print_score(struct report_score score, bool is_self, FILE *out)
{
    struct text text = {0};
    if (is_self || score.matches == 0) {
        fputs(is_self ? "<td class=\"self\"></td>" : "<td>&middot;</td>", out);
        return;
    }
    report_print_score(score, true, &text);
    fprintf(out, "<td class=\"%s\">%s</td>",
            score.points > score.matches   ? "up"
            : score.points < score.matches ? "down"
                                           : "level",
            text_string(&text));
    text_finish(&text);
}

static void print_cross_head(const struct report *report, FILE *out)
{
    fputs("<th scope=\"col\">player</th>", out);
    for (size_t place = 0; place < report_places(report); place++) {
        fprintf(out, "<th scope=\"col\"><span class=\"turned\">%zu ", place + 1);
        report_html_escaped(report_standing(report, place)->player, out);
        fputs("</span></th>", out);
    }
    end_heads(out);
}

static void print_cross_row(const struct report *report, size_t place, FILE *out)
{
    size_t player = report_entrant(report, place);
    fprintf(out, "<tr><th scope=\"row\">%zu ", place + 1);
    report_html_escaped(report->players[player].name, out);
    fputs("</th>", out);
    for (size_t other = 0; other < report_places(report); other++)
        print_score(report_score(report, player, report_entrant(report, other)), other == place,
                    out);
    fputs("</tr>\n", out);
}

static void print_opponents(const struct report *report, size_t place, FILE *out)
{
    size_t player = report_entrant(report, place);
    struct text list = {0};
    for (size_t i = 0; i < report_places(report); i++) {
        size_t other = report_entrant(report, i);
        struct report_score score = report_score(report, player, other);
        if (score.matches == 0)
            continue;
        text_printf(&list, "%s%s ", list.len > 0 ? ", " : "", report->players[other].name);
        report_print_score(score, true, &list);
    }
    fputs("<tr><th scope=\"row\">", out);
    report_html_escaped(report->players[player].name, out);
    fputs("</th><td class=\"text\">", out);
    report_html_escaped(text_string(&list), out);
    fputs("</td></tr>\n", out);
    text_finish(&list);
}

static void print_cross_table(const struct report *report, FILE *out)
{
    static const struct column heads[] = {
        HEAD("player"),
        HEAD("opponents"),
        {0},
    };
    bool is_list = report_places(report) > CROSS_TABLE_MAX;
    begin_table("cross", "Who has what against whom", "Points / matches.", out);
    if (is_list)
        print_heads(heads, out);
    else
        print_cross_head(report, out);
    for (size_t place = 0; place < report_places(report); place++)
        (is_list ? print_opponents : print_cross_row)(report, place, out);
    end_table(out);
}

/* --- endings --- */

static void print_endings_of(const struct report *report, const struct report_player *player,
                             FILE *out)
{
    fputs("<tr><th scope=\"row\">", out);
    report_html_escaped(player->name, out);
    fputs("</th>", out);
    for (int i = 0; i < REPORT_ENDINGS; i++) {
        struct text text = {0};
        if (!report_has_ending(report, i))
            continue;
        report_print_ending(player, i, '-', &text);
        fprintf(out, "<td>%s</td>", text_string(&text));
        text_finish(&text);
    }
    fputs("</tr>\n", out);
}

static void print_endings(const struct report *report, FILE *out)
{
    begin_table("endings", "How the matches ended", "Won - lost, or won - drawn - lost.", out);
    fputs("<th scope=\"col\">player</th>", out);
    for (int i = 0; i < REPORT_ENDINGS; i++) {
        if (report_has_ending(report, i))
            fprintf(out, "<th scope=\"col\">%s</th>", report_endings[i]);
    }
    end_heads(out);
    for (size_t place = 0; place < report_places(report); place++)
        print_endings_of(report, &report->players[report_entrant(report, place)], out);
    end_table(out);
}

void report_html_tables(const struct report *report, FILE *out)
{
    print_standings(report, out);
    print_judgement(report, out);
    print_cross_table(report, out);
    print_endings(report, out);
}
