/* The tables of report.html. */
#include "client/show/standings_print.h"
#include "client/tournament/report_model.h"
#include "common/tournament/elo.h"

#include <inttypes.h>

/* With more players there is a list instead: the table would be larger than anybody reads. */
enum { CROSS_TABLE_MAX = 64 };
enum { TIE_BREAKS = 3 }; /* columns, the last; a knockout has none */

/* A table that is wider than the window can be moved by itself, also with the keyboard. */
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

static void print_heads(const char *const *heads, size_t count, FILE *out)
{
    for (size_t i = 0; i < count; i++)
        fprintf(out, "<th scope=\"col\">%s</th>", heads[i]);
    fputs("</tr></thead>\n<tbody>\n", out);
}

static void begin_row(const char *name, const char *addition, FILE *out)
{
    fputs("<tr><th scope=\"row\">", out);
    report_html_escaped(name, out);
    fprintf(out, "%s</th>", addition);
}

static void print_int(int64_t number, FILE *out)
{
    fprintf(out, "<td>%" PRId64 "</td>", number);
}

static void print_cell(struct text *text, FILE *out)
{
    fprintf(out, "<td>%s</td>", text_string(text));
    text_finish(text);
}

static void print_halves(int64_t halves, FILE *out)
{
    struct text text = {0};
    standings_print_halves(halves, &text);
    print_cell(&text, out);
}

static void print_share(int64_t part, int64_t whole, FILE *out)
{
    struct text text = {0};
    report_print_share(part, whole, &text);
    print_cell(&text, out);
}

/* --- standings --- */

static void print_elo(const struct export_standing *standing, FILE *out)
{
    struct elo elo = elo_from_pairs(standing->pairs);
    struct text text = {0};
    if (!standings_has_pairs(standing)) {
        fputs("<td>-</td><td>-</td>", out);
        return;
    }
    elo_print(&elo, "&plusmn; ", "&infin;", &text);
    print_cell(&text, out);
    fprintf(out, "<td>%.1f%%</td>", 100 * elo.superiority);
}

static void print_tie_breaks(const struct export_standing *standing, FILE *out)
{
    print_halves(standing->direct, out);
    print_halves(standing->buchholz, out);
    fprintf(out, "<td>%.2f</td>", (double)standing->sonneborn_berger / 4);
}

static void print_standing(const struct export_standing *standing, bool has_tie_breaks, FILE *out)
{
    struct text results = {0};
    begin_row(standing->player, standing->withdrawn >= 0 ? " (withdrew)" : "", out);
    print_int(standing->rank, out);
    print_halves(standing->points, out);
    standings_print_cell(standing, STANDINGS_RESULTS, &results);
    print_cell(&results, out);
    print_int(standing->met, out);
    print_share(standing->kept, standing->met, out);
    print_int(standing->thrown, out);
    print_elo(standing, out);
    if (has_tie_breaks)
        print_tie_breaks(standing, out);
    fputs("</tr>\n", out);
}

#define ELO_WORDS                                                                                      \
    "Elo is against those met, from whole pairs, with its 95 % error; LOS is the likelihood of"        \
    " being stronger than they are. Points that are free came from a bye, or from an opponent who had" \
    " withdrawn."

static void print_standings(const struct report *report, FILE *out)
{
    static const char *const heads[] = {
        "player", "rank",      "points", "W-D-L",  "won met",  "kept",
        "thrown", "Elo, 95 %", "LOS",    "direct", "Buchholz", "S.-Berger",
    };
    bool has_tie_breaks = report_format(report) != FORMAT_KNOCKOUT;
    size_t head_count = sizeof heads / sizeof *heads - (has_tie_breaks ? 0 : TIE_BREAKS);
    begin_table("standings", "Standings",
                has_tie_breaks ? ELO_WORDS " Then the tie-breaks."
                               : ELO_WORDS
                    " The order is by the round reached, the points, the seeding.",
                out);
    print_heads(heads, head_count, out);
    for (size_t place = 0; place < report_places(report); place++)
        print_standing(report_standing(report, place), has_tie_breaks, out);
    end_table(out);
}

/* --- judgement --- */

/* The bar says the same as the numbers beside it. */
static void print_bar(const struct mark_sums *marks, FILE *out)
{
    double kept = marks->won > 0 ? 100 * (double)marks->kept / (double)marks->won : 0;
    fputs("<td class=\"bar\">", out);
    if (marks->won > 0)
        fprintf(out,
                "<i aria-hidden=\"true\" class=\"kept\" style=\"width:%.2f%%\"></i>"
                "<i aria-hidden=\"true\" class=\"thrown\" style=\"width:%.2f%%\"></i>",
                kept, 100 - kept);
    fputs("</td>", out);
}

static void print_judged(const struct report_player *player, FILE *out)
{
    begin_row(player->name, "", out);
    print_int(player->marks.won, out);
    print_int(player->marks.kept, out);
    print_int(player->marks.thrown, out);
    print_share(player->marks.kept, player->marks.won, out);
    print_bar(&player->marks, out);
    print_int(player->matches_thrown, out);
    print_int(player->moves, out);
    fputs("</tr>\n", out);
}

static void print_judgement(const struct report *report, FILE *out)
{
    static const char *const heads[] = {
        "player",
        "won met",
        "kept",
        "thrown",
        "share kept",
        "kept and thrown",
        "lost after a win was thrown away",
        "moves",
    };
    begin_table(
        "judgement", "The exact judgement",
        "How often the position was won for whoever was to move, by the solver, and whether"
        " the move made kept the win or threw it away. Matches that were resigned or lost on"
        " time in a won position are among those lost after a win was thrown away.",
        out);
    print_heads(heads, sizeof heads / sizeof *heads, out);
    for (size_t place = 0; place < report_places(report); place++)
        print_judged(&report->players[report_entrant(report, place)], out);
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
    standings_print_halves(score.points, &text);
    text_printf(&text, "/%" PRId64, score.matches);
    fprintf(out, "<td class=\"%s\">",
            score.points > score.matches   ? "up"
            : score.points < score.matches ? "down"
                                           : "level");
    fprintf(out, "%s</td>", text_string(&text));
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
    fputs("</tr></thead>\n<tbody>\n", out);
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
    const char *separator = "";
    begin_row(report->players[player].name, "", out);
    fputs("<td class=\"text\">", out);
    for (size_t i = 0; i < report_places(report); i++) {
        size_t other = report_entrant(report, i);
        struct report_score score = report_score(report, player, other);
        struct text text = {0};
        if (score.matches == 0)
            continue;
        standings_print_halves(score.points, &text);
        fputs(separator, out);
        report_html_escaped(report->players[other].name, out);
        fprintf(out, " %s/%" PRId64, text_string(&text), score.matches);
        text_finish(&text);
        separator = ", ";
    }
    fputs("</td></tr>\n", out);
}

static void print_cross_table(const struct report *report, FILE *out)
{
    static const char *const heads[] = {"player", "opponents"};
    bool is_list = report_places(report) > CROSS_TABLE_MAX;
    begin_table("cross", "Who has what against whom", "Points / matches.", out);
    if (is_list)
        print_heads(heads, sizeof heads / sizeof *heads, out);
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
    begin_row(player->name, "", out);
    for (int i = 0; i < REPORT_ENDINGS; i++) {
        if (!report_has_ending(report, i))
            continue;
        fprintf(out, "<td>%" PRId64 "-", player->won[i]);
        if (player->drawn[i] > 0)
            fprintf(out, "%" PRId64 "-", player->drawn[i]);
        fprintf(out, "%" PRId64 "</td>", player->lost[i]);
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
    fputs("</tr></thead>\n<tbody>\n", out);
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
