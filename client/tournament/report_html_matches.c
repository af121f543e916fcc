/* The matches of report.html, round by round. Each match is written once: report.js reads the moves
 * from the text that people read.
 *
 *     <details class="g"   id="m1.2.1.1"><summary>...</summary>
 *     <p data-start="33">  33&gt;31 -1 (33&gt;32), 31&gt;30 +1</p></details>
 *
 * The id is round, board, leg and game; "@7" behind it links to the seventh ply. A move in brackets
 * would have kept a win. data-end is the sentence on an ending that threw a win away.
 *
 * report.js plays the moves of heaps, chocolate and pictures. Of all other positions it shows what
 * data-positions says, from the start on: ";" ends a position, "," breaks a line. */
#include "client/show/columns.h"
#include "client/tournament/report_model.h"
#include "common/game/family.h"
#include "common/words/words.h"

#include <inttypes.h>
#include <string.h>

enum { ROUND_BOARDS_MAX = 12 }; /* results in the summary of a round */

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

/* Prints how the ending threw a win away: "ben throws the win away at the end (time); 39>34 would
 * have kept it". */
static void print_end(const struct report_walk *end, const char *ender,
                      const struct export_match *match, const struct report_match *counted,
                      struct text *out)
{
    struct text winning = {0};
    text_printf(out, "%s throws the win away at the end (%s)", ender, match->ending);
    if (counted->ending.mover == counted->ending.loser)
        report_walk_print_winning(end, &winning);
    if (winning.len > 0)
        text_printf(out, "; %s would have kept it", text_string(&winning));
    text_finish(&winning);
}

/* Does report.js play the moves of this match? */
static bool is_played_by_page(const struct rules *rules, const char *start)
{
    const struct family *family = rules->family;
    bool is_ring = strchr(start, 'o');
    return !family || (family->has_heaps && !is_ring) || family == &family_sticks ||
           family == &family_chomp || family == &family_hackenbush;
}

/* Appends the position before the next move, in the notation and, where there is one, as a
 * drawing. */
static void print_position(const struct report_walk *walk, struct text *out)
{
    struct text lines = {0};
    if (!walk->is_playable)
        return;
    position_print(&walk->rules, &walk->position, &lines);
    words_drawing(&walk->rules, &walk->position, &lines);
    for (const char *at = text_string(&lines); *at; at++)
        text_append_char(out, *at == '\n' ? ',' : *at);
    text_append_char(out, ';');
    text_finish(&lines);
}

/* Prints the moves with their marks; behind a move that threw a win or a draw away, in brackets,
 * one that would have kept it. Prints the positions too, unless `positions` is NULL. The walk goes
 * to the end. */
static void print_moves(const struct export_match *match, struct report_walk *walk,
                        struct text *out, struct text *positions)
{
    const char *moves = match->moves, *marks = match->marks;
    for (int64_t ply = 1; *moves; ply++) {
        bool is_thrown = *marks == '-' || *marks == '/' || *marks == '!';
        if (ply > 1)
            text_append_string(out, ", ");
        report_take_word(&moves, out);
        if (*marks) {
            text_append_char(out, ' ');
            report_take_word(&marks, out);
        }
        report_walk_to(walk, ply);
        if (positions)
            print_position(walk, positions);
        if (is_thrown) {
            struct text winning = {0};
            report_walk_print_winning(walk, &winning);
            if (winning.len > 0)
                text_printf(out, " (%s)", text_string(&winning));
            text_finish(&winning);
        }
    }
    report_walk_to(walk, INT64_MAX);
    if (positions)
        print_position(walk, positions);
}

static void print_match(const struct report *report, size_t index, FILE *out)
{
    const struct export_match *match = results_match(&report->results, index);
    const struct report_match *counted = &report->matches[index];
    const char *ender = report_ender(match, counted);
    struct report_walk walk = {0};
    struct text moves = {0}, positions = {0}, end = {0};
    report_walk_begin(&walk, report, match);
    bool has_positions = !is_played_by_page(&walk.rules, match->start);
    print_moves(match, &walk, &moves, has_positions ? &positions : NULL);
    if (ender)
        print_end(&walk, ender, match, counted, &end);

    fprintf(out,
            "<details class=\"g%s\" id=\"m%" PRId64 ".%" PRId64 ".%" PRId64 ".%" PRId64
            "\"><summary>",
            counted->first_thrown || ender ? " t" : "", match->round, match->board, match->leg,
            match->game);
    print_players(match, out);
    int points = results_points(match);
    fprintf(out, " <b>%s</b>", points == 2 ? "1-0" : points == 0 ? "0-1" : "&frac12;-&frac12;");
    fputs(" <span>", out);
    report_html_escaped(match->ending, out);
    fprintf(out, ", %" PRId64 " plies from ", counted->plies);
    if (match->rules) {
        report_html_escaped(match->rules, out);
        fputs(": ", out);
    }
    report_html_escaped(match->start, out);
    fputs("</span>", out);
    if (counted->first_thrown > 0) {
        fputs(" <em>", out);
        report_html_escaped(report_move(match, counted->first_thrown).player, out);
        fprintf(out, " throws the win away at ply %" PRId64 "</em>", counted->first_thrown);
    }
    if (ender) {
        fputs(" <em>", out);
        report_html_escaped(text_string(&end), out);
        fputs("</em>", out);
    }
    fputs("</summary><p data-start=\"", out);
    report_html_escaped(match->start, out);
    if (ender) {
        fputs("\" data-end=\"", out);
        report_html_escaped(text_string(&end), out);
    }
    if (has_positions) {
        fputs("\" data-positions=\"", out);
        report_html_escaped(text_string(&positions), out);
    }
    fputs("\">", out);
    report_html_escaped(text_string(&moves), out);
    fputs("</p></details>\n", out);
    report_walk_finish(&walk);
    text_finish(&moves);
    text_finish(&positions);
    text_finish(&end);
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

/* Prints the matches of one board of a round, from `index` on: "ann 1.5-0.5 ben", "carl: bye".
 * Returns the index behind them. */
static size_t print_board(const struct report *report, size_t index, size_t end, FILE *out)
{
    const struct export_match *board = results_match(&report->results, index);
    const struct export_match *match = board;
    int64_t points[2] = {0};
    struct text score = {0};
    for (; index < end; index++) {
        match = results_match(&report->results, index);
        if (match->board != board->board)
            break;
        if (match->kind == MEETING_BYE)
            continue;
        int own = match->second && strcmp(match->first, board->first) != 0; /* 1: swapped sides */
        points[own] += results_points(match);
        points[!own] += 2 - results_points(match);
    }
    report_html_escaped(board->first, out);
    if (!board->second) {
        fputs(": bye", out);
        return index;
    }
    text_append_char(&score, ' ');
    column_halves(&points[0], &score);
    text_append_char(&score, '-');
    column_halves(&points[1], &score);
    text_append_string(&score, board->kind == MEETING_FORFEIT ? " (forfeit) " : " ");
    fputs(text_string(&score), out);
    report_html_escaped(board->second, out);
    text_finish(&score);
    return index;
}

/* Prints the summary of a round: its results, and the number of wins thrown away. */
static void print_round_summary(const struct report *report, size_t index, size_t end, FILE *out)
{
    int64_t matches = 0, thrown = 0;
    int boards = 0;
    for (size_t i = index; i < end; i++) {
        const struct report_match *counted = &report->matches[i];
        matches += results_match(&report->results, i)->kind == MEETING_PLAYED;
        thrown += counted->marks[0].thrown + counted->marks[1].thrown +
                  (counted->ending.worth == ENDING_IN_WON);
    }
    fprintf(out, "<summary>Round %" PRId64 "<span>: %" PRId64 " match%s</span> <small>",
            results_match(&report->results, index)->round, matches, matches == 1 ? "" : "es");
    for (size_t i = index; i < end && boards < ROUND_BOARDS_MAX; boards++) {
        fputs(boards > 0 ? ", " : "", out);
        i = print_board(report, i, end, out);
        if (i < end && boards == ROUND_BOARDS_MAX - 1)
            fputs(", &hellip;", out);
    }
    if (thrown > 0)
        fprintf(out, "; <em>%" PRId64 " win%s thrown away</em>", thrown, thrown == 1 ? "" : "s");
    fputs("</small></summary>\n", out);
}

static void print_round(const struct report *report, size_t index, size_t end, FILE *out)
{
    fputs("<details class=\"round\">", out);
    print_round_summary(report, index, end, out);
    for (; index < end; index++) {
        const struct export_match *match = results_match(&report->results, index);
        if (match->kind == MEETING_PLAYED)
            print_match(report, index, out);
        else
            print_unplayed(match, out);
    }
    fputs("</details>\n", out);
}

void report_html_matches(const struct report *report, FILE *out)
{
    size_t end, count = results_count(&report->results);
    fputs(
        "<h2 id=\"matches\">Every match</h2>\n"
        "<p>Behind each move stands its mark: <span class=\"k\">+3</span>, there were 3 winning"
        " moves, and this is one of them; <span class=\"x\">-3</span>, there were 3 winning moves,"
        " and this is none of them: the win is thrown away, and a move that would have kept it"
        " follows in brackets; <span class=\"l\">0</span>, there was no winning move. A number"
        " with ~ is a lower bound.</p>\n"
        "<div id=\"search\"></div>\n<div id=\"rounds\">\n",
        out);
    for (size_t i = 0; i < count; i = end) {
        int64_t round = results_match(&report->results, i)->round;
        end = i + 1;
        while (end < count && results_match(&report->results, end)->round == round)
            end++;
        print_round(report, i, end, out);
    }
    fputs("</div>\n", out);
}
