/* results.csv, for spreadsheets: a row for each line of the record, RFC 4180 except for the line
 * ends. common/export/EXPORT.md describes the columns. Programs should read results.jsonl
 * instead. */
#include "client/tournament/report_model.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

static const char head[] =
    "round,board,leg,game,kind,first,second,winner,ending,plies,start,"
    "first_won_met,first_kept,first_thrown,second_won_met,second_kept,second_thrown,"
    "thrown_at_ply,thrown_by,match,began,ended,first_ms,second_ms,moves\n";

/* Adds a comma and a text. A text that a spreadsheet would take for a formula gets an apostrophe,
 * since the record may come from anywhere. */
static void add_text(const char *text, FILE *out)
{
    fputc(',', out);
    if (*text && strchr("=+-@\t\r", *text))
        fputc('\'', out);
    if (!text[strcspn(text, ",\"\r\n")]) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static void add_int(int64_t number, FILE *out)
{
    fprintf(out, ",%" PRId64, number);
}

/* Adds a comma and a time such as "2026-01-31T12:00:00.123Z". */
static void add_instant(int64_t ms, FILE *out)
{
    char text[64];
    struct tm parts;
    time_t seconds = (time_t)(ms / 1000);
    gmtime_r(&seconds, &parts);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
    fprintf(out, ",%s.%03dZ", text, (int)(ms % 1000));
}

static void add_judgement(const struct export_match *match, const struct report_match *counted,
                          FILE *out)
{
    for (int i = 0; i < 2; i++) {
        add_int(counted->marks[i].won, out);
        add_int(counted->marks[i].kept, out);
        add_int(counted->marks[i].thrown, out);
    }
    if (counted->first_thrown == 0) {
        fputs(",,", out);
        return;
    }
    add_int(counted->first_thrown, out);
    add_text(report_move(match, counted->first_thrown).player, out);
}

static void add_times(const struct export_times *times, FILE *out)
{
    int64_t taken_ms[2] = {0};
    if (!times) {
        fputs(",,,,,", out);
        return;
    }
    for (size_t i = 0; i < times->count; i++)
        taken_ms[i % 2] += times->taken_ms[i] - times->credit_ms[i];
    add_int(times->match, out);
    add_instant(times->began_ms, out);
    add_instant(times->ended_ms, out);
    add_int(taken_ms[0], out);
    add_int(taken_ms[1], out);
}

static void add_row(const struct export_match *match, const struct report_match *counted, FILE *out)
{
    static const char *const kinds[] = {
        [MEETING_PLAYED] = "match",
        [MEETING_BYE] = "bye",
        [MEETING_FORFEIT] = "forfeit",
    };
    fprintf(out, "%" PRId64, match->round);
    add_int(match->board, out);
    add_int(match->leg, out);
    add_int(match->game, out);
    add_text(kinds[match->kind], out);
    add_text(match->first, out);
    add_text(match->second ? match->second : "", out);
    add_text(match->winner ? match->winner : "first", out);
    if (match->kind != MEETING_PLAYED) {
        fputs(",,,,,,,,,,,,,,,,,\n", out);
        return;
    }
    add_text(match->ending, out);
    add_int(counted->plies, out);
    add_text(match->start, out);
    add_judgement(match, counted, out);
    add_times(counted->times, out);
    struct text moves = {0};
    report_print_moves(match, &moves);
    add_text(text_string(&moves), out);
    text_finish(&moves);
    fputc('\n', out);
}

void report_csv(const struct report *report, FILE *out)
{
    fputs(head, out);
    for (size_t i = 0; i < results_count(&report->results); i++)
        add_row(results_match(&report->results, i), &report->matches[i], out);
}
