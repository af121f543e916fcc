/* The matches of report.html, round by round. What stands here of a match is all there is of it: report.js reads the moves from the
 * text that people read without it, so that nothing is there twice.
 *
 *     <details class="g" id="m1.2.1.1"><summary>...</summary><p data-start="35">35&gt;34 +1, 34&gt;33 0</p></details>
 *
 * The id is round, board, leg and game: a link to it with "@7" behind leads to the seventh ply. */
#include "client/report/report_model.h"

#include <inttypes.h>

static void print_result(const struct export_match *match, FILE *out)
{
    int points = results_points(match);
    fprintf(out, " <b>%s</b>", points == 2 ? "1-0" : points == 0 ? "0-1" : "&frac12;-&frac12;");
}

static void print_players(const struct export_match *match, FILE *out)
{
    fprintf(out, "<span>%" PRId64 ".%" PRId64, match->round, match->board);
    if (match->leg > 1)
        fprintf(out, ".%" PRId64, match->leg);
    if (match->kind == MEETING_PLAYED)
        fprintf(out, " game %" PRId64, match->game);
    fputs("</span> <span>", out);
    report_html_escaped(match->first, out);
    fputs(" - ", out);
    report_html_escaped(match->second ? match->second : "bye", out);
    fputs("</span>", out);
}

static void print_thrown(const struct export_match *match, int64_t ply, FILE *out)
{
    if (ply == 0)
        return;
    fputs(" <em>", out);
    report_html_escaped(report_move(match, ply).player, out);
    fprintf(out, " throws the win away at ply %" PRId64 "</em>", ply);
}

static void print_moves(const struct export_match *match, FILE *out)
{
    struct text moves = {0};
    report_print_moves(match, &moves);
    fputs("<p data-start=\"", out);
    report_html_escaped(match->start, out);
    fputs("\">", out);
    report_html_escaped(text_string(&moves), out);
    fputs("</p>", out);
    text_finish(&moves);
}

static void print_match(const struct export_match *match, const struct report_match *counted,
                        FILE *out)
{
    fprintf(out,
            "<details class=\"g%s\" id=\"m%" PRId64 ".%" PRId64 ".%" PRId64 ".%" PRId64
            "\"><summary>",
            counted->first_thrown ? " t" : "", match->round, match->board, match->leg, match->game);
    print_players(match, out);
    print_result(match, out);
    fputs(" <span>", out);
    report_html_escaped(match->ending, out);
    fprintf(out, ", %" PRId64 " plies from ", counted->plies);
    report_html_escaped(match->start, out);
    fputs("</span>", out);
    print_thrown(match, counted->first_thrown, out);
    fputs("</summary>", out);
    print_moves(match, out);
    fputs("</details>\n", out);
}

static void print_unplayed(const struct export_match *match, FILE *out)
{
    fputs("<p class=\"g\">", out);
    print_players(match, out);
    if (match->kind == MEETING_FORFEIT) {
        fputs(" won by forfeit by ", out);
        report_html_escaped(results_points(match) == 2 ? match->first : match->second, out);
    }
    fputs("</p>\n", out);
}

static size_t round_end(const struct report *report, size_t index)
{
    int64_t round = results_match(&report->results, index)->round;
    while (index < results_count(&report->results) &&
           results_match(&report->results, index)->round == round)
        index++;
    return index;
}

static void print_round(const struct report *report, size_t index, size_t end, FILE *out)
{
    fprintf(out, "<details class=\"round\"><summary>Round %" PRId64 "</summary>\n",
            results_match(&report->results, index)->round);
    for (; index < end; index++) {
        const struct export_match *match = results_match(&report->results, index);
        if (match->kind == MEETING_PLAYED)
            print_match(match, &report->matches[index], out);
        else
            print_unplayed(match, out);
    }
    fputs("</details>\n", out);
}

void report_html_matches(const struct report *report, FILE *out)
{
    size_t end;
    fputs(
        "<h2 id=\"matches\">Every match</h2>\n"
        "<p>Behind each move stands its mark: <span class=\"k\">+3</span>, the position was won, by"
        " 3 moves, and this is one of them; <span class=\"x\">-3</span>, this is none of them, the"
        " win is thrown away; <span class=\"l\">0</span>, the position was lost already. A"
        " number with ~ is a lower bound.</p>\n"
        "<div id=\"search\"></div>\n<div id=\"rounds\">\n",
        out);
    for (size_t i = 0; i < results_count(&report->results); i = end) {
        end = round_end(report, i);
        print_round(report, i, end, out);
    }
    fputs("</div>\n", out);
}
