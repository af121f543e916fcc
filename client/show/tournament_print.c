#include "client/show/tournament_print.h"

#include "client/show/columns.h"
#include "client/show/progress.h"
#include "client/show/standings_print.h"
#include "client/show/summary.h"
#include "common/base/harmless.h"
#include "common/base/memory.h"
#include "common/wire/wire.h"
#include "common/words/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STARTS_SHOWN_MAX = 50 }; /* bytes */

/* --- the plan --- */

static bool is_same(struct wire_text a, struct wire_text b)
{
    return a.len == b.len && memcmp(a.bytes, b.bytes, a.len) == 0;
}

/* A tournament without a name of its own has the name of its rules. */
static void print_name(const struct wire_tournament *tournament, const char *before,
                       struct text *out)
{
    if (is_same(tournament->name, tournament->rules))
        return;
    text_append_string(out, before);
    summary_print_wire(tournament->name, out);
}

static void print_count(int64_t count, const char *what, struct text *out)
{
    text_printf(out, "%" PRId64 " %s%s", count, what, count == 1 ? "" : "s");
}

static void print_game(const struct wire_tournament *tournament, struct text *out)
{
    summary_print_game(tournament->rules, tournament->look, out);
    text_append_string(out, ", ");
    summary_print_wire(tournament->format, out);
    bool has_cycles = !wire_text_equal(tournament->format, "swiss");
    if (tournament->rounds > 0) {
        text_append_string(out, ", ");
        print_count(tournament->rounds, has_cycles ? "cycle" : "round", out);
    }
    text_append_string(out, ", ");
    print_count(tournament->entrants, "player", out);
}

static void print_starts(const struct wire_tournament *tournament, struct text *out)
{
    bool is_long = tournament->starts.len > STARTS_SHOWN_MAX;
    text_append_string(out, "Starts ");
    harmless_append(tournament->starts.bytes, is_long ? STARTS_SHOWN_MAX : tournament->starts.len,
                    out);
    text_append_string(out, is_long ? "..., clock " : ", clock ");
    summary_print_wire(tournament->clock, out);
    text_printf(out, ", %" PRId64 " matches at once", tournament->at_once);
    if (tournament->seed != WIRE_ABSENT)
        text_printf(out, ", seed %" PRId64, tournament->seed);
    text_append_string(out, tournament->rated ? ", rated.\n" : ".\n");
}

/* The number of matches, which exceeds the plan when pairs of a knockout were level. */
static int64_t total_of(const struct wire_tournament *tournament)
{
    return tournament->matches > tournament->total ? tournament->matches : tournament->total;
}

static void print_state(const struct wire_tournament *tournament, struct text *out)
{
    text_append_string(out, "It is ");
    summary_print_wire(tournament->state, out);
    if (tournament->reason.bytes) {
        text_append_string(out, " (");
        summary_print_wire(tournament->reason, out);
        text_append_char(out, ')');
    }
    text_printf(out, ": %" PRId64 " of %" PRId64 " matches are played", tournament->matches,
                total_of(tournament));
    if (tournament->round > 0 && tournament->ended == WIRE_ABSENT)
        text_printf(out, ", round %" PRId64, tournament->round);
    text_append_string(out, ".\n");
}

static void print_entrants(const struct wire_tournament *tournament, struct text *out)
{
    text_append_string(out, tournament->invited ? "Players: " : "Players, anybody may join: ");
    for (size_t i = 0; i < tournament->players_count; i++) {
        text_append_string(out, i > 0 ? ", " : "");
        const struct wire_entrant *entrant = &tournament->players[i];
        summary_print_wire(entrant->name, out);
        if (entrant->withdrawn != WIRE_ABSENT)
            text_append_string(out, " (withdrew)");
        else if (!entrant->joined)
            text_append_string(out, " (has not come yet)");
    }
    text_append_string(out, tournament->players_count > 0 ? ".\n" : "nobody yet.\n");
}

static void print_forbidden(const struct wire_tournament *tournament, struct text *out)
{
    for (size_t i = 0; i < tournament->forbidden_count; i++) {
        const struct wire_forbidden *meeting = &tournament->forbidden[i];
        text_append_string(out, i > 0 ? ", " : "Not against each other: ");
        summary_print_wire(meeting->first, out);
        text_append_string(out, " and ");
        summary_print_wire(meeting->second, out);
    }
    text_append_string(out, tournament->forbidden_count > 0 ? ".\n" : "");
}

void tournament_print(const struct wire_tournament *tournament, struct text *out)
{
    text_printf(out, "Tournament %" PRId64, tournament->tournament);
    print_name(tournament, ", ", out);
    text_append_string(out, ": ");
    print_game(tournament, out);
    text_append_string(out, ", directed by ");
    summary_print_wire(tournament->owner, out);
    text_append_string(out, ".\n");
    print_starts(tournament, out);
    print_entrants(tournament, out);
    print_forbidden(tournament, out);
    print_state(tournament, out);
}

void tournament_print_line(const struct wire_tournament *tournament, struct text *out)
{
    text_printf(out, "%" PRId64 "  ", tournament->tournament);
    summary_print_time(tournament->created, out);
    text_append_string(out, "  ");
    summary_print_wire(tournament->state, out);
    text_printf(out, " %" PRId64 "/%" PRId64, tournament->matches, total_of(tournament));
    print_name(tournament, "  ", out);
    text_append_string(out, "  ");
    print_game(tournament, out);
    text_append_char(out, '\n');
}

/* --- progress --- */

void tournament_news_take(struct tournament_news *news, const struct wire_tournament_news *told)
{
    news->is_known = true;
    news->last = *told;
    if (told->matches + told->live > told->total)
        news->last.total = told->matches + told->live; /* a knockout with level pairs */
    snprintf(news->state, sizeof news->state, "%.*s", (int)told->state.len, told->state.bytes);
    news->last.state = wire_text(news->state);
    text_clear(&news->reason);
    if (told->reason.bytes) {
        text_append(&news->reason, told->reason.bytes, told->reason.len);
        news->last.reason = wire_text(text_string(&news->reason));
    }
}

void tournament_news_finish(struct tournament_news *news)
{
    text_finish(&news->reason);
}

struct wire_tournament_news tournament_news_of(const struct wire_tournament *tournament)
{
    return (struct wire_tournament_news){
        .tournament = tournament->tournament,
        .state = tournament->state,
        .reason = tournament->reason,
        .round = tournament->round,
        .matches = tournament->matches,
        .total = tournament->total,
    };
}

static void print_speed(const struct tournament_speed *speed, struct text *out)
{
    if (speed->matches >= 0)
        text_printf(out, ", %.*f matches/s", speed->matches < 10 ? 1 : 0, speed->matches);
    if (speed->moves >= 0)
        text_printf(out, ", %.0f moves/s", speed->moves);
}

static void print_left(const struct tournament_speed *speed, struct text *out)
{
    if (speed->left_s < 0)
        return;
    text_append_string(out, ", about ");
    progress_print_duration(speed->left_s, out);
    text_append_string(out, " left");
}

static void print_waiting(const struct wire_tournament_news *news, struct text *out)
{
    if (news->missing == 0) {
        text_append_string(out, "not started yet");
        return;
    }
    print_count(news->missing, "player", out);
    text_append_string(out, " to come");
}

/* Appends the current activity: missing players, matches, judgement. */
static void print_now(const struct wire_tournament_news *news, struct text *out)
{
    if (wire_text_equal(news->state, "open")) {
        print_waiting(news, out);
        return;
    }
    bool is_over = wire_tournament_is_over(news->state);
    if (!wire_text_equal(news->state, "running")) {
        summary_print_wire(news->state, out);
        text_append_string(out, is_over ? "" : ": ");
    }
    if (is_over)
        return;
    text_printf(out, "round %" PRId64 ", %" PRId64 " being played", news->round, news->live);
    if (news->unjudged > 0)
        text_printf(out, ", %" PRId64 " to be judged", news->unjudged);
}

static void print_matches(const struct wire_tournament_news *news, struct text *out)
{
    text_printf(out, "%" PRId64 " of %" PRId64 " match%s", news->matches, news->total,
                news->total == 1 ? "" : "es");
}

void tournament_print_progress(const struct wire_tournament_news *news,
                               const struct tournament_speed *speed, struct text *out)
{
    progress_print_bar(news->total > 0 ? (double)news->matches / (double)news->total : 0, out);
    text_append_string(out, "  ");
    print_matches(news, out);
    print_left(speed, out);
    text_append_char(out, '\n');
    print_now(news, out);
    print_speed(speed, out);
    text_append_char(out, '\n');
}

void tournament_print_progress_line(const struct wire_tournament_news *news,
                                    const struct tournament_speed *speed, struct text *out)
{
    print_matches(news, out);
    text_append_string(out, ", ");
    print_now(news, out);
    print_speed(speed, out);
    print_left(speed, out);
    text_append_char(out, '\n');
}

/* --- standings --- */

static struct export_standing row_of(const struct wire_standing *standing)
{
    struct export_standing row = {
        .player = memory_text(standing->player.bytes, standing->player.len),
        .rank = standing->rank,
        .points = standing->points,
        .won = standing->won,
        .drawn = standing->drawn,
        .lost = standing->lost,
        .direct = standing->direct,
        .buchholz = standing->buchholz,
        .sonneborn_berger = standing->sonneborn_berger,
        .met = standing->met,
        .kept = standing->kept,
        .thrown = standing->thrown,
        .withdrawn = -1,
    };
    for (size_t i = 0; i < standing->pairs_count && i < PAIR_SCORES; i++)
        row.pairs[i] = standing->pairs[i];
    return row;
}

static int64_t withdrawn_of(const struct wire_tournament *tournament, struct wire_text player)
{
    for (size_t i = 0; i < tournament->players_count; i++) {
        const struct wire_entrant *entrant = &tournament->players[i];
        if (is_same(entrant->name, player) && entrant->withdrawn != WIRE_ABSENT)
            return entrant->withdrawn;
    }
    return -1;
}

struct export_standing *tournament_standings_of(const struct wire_standings *standings)
{
    size_t count = standings->standings_count;
    struct export_standing *rows = memory_zeroed(count + 1, sizeof *rows);
    for (size_t i = 0; i < count; i++) {
        rows[i] = row_of(&standings->standings[i]);
        rows[i].withdrawn = withdrawn_of(standings->tournament, standings->standings[i].player);
    }
    return rows;
}

void tournament_standings_free(struct export_standing *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(rows[i].player);
    free(rows);
}

void tournament_print_standings(const struct wire_standings *standings, struct text *out)
{
    struct export_standing *rows = tournament_standings_of(standings);
    struct wire_text format = standings->tournament->format;
    standings_print(tournament_format_from_text(format.bytes, format.len), rows,
                    standings->standings_count, out);
    tournament_standings_free(rows, standings->standings_count);
}

/* --- pairs --- */

/* The points of `first` in the finished matches of the pair: "1.5 of 2". */
static void print_points(const void *value, struct text *out)
{
    const struct wire_pair *pair = value;
    int64_t halves = 0, over = 0;
    for (size_t i = 0; i < pair->points_count; i++) {
        if (pair->points[i] > 2)
            continue;
        halves += pair->points[i];
        over++;
    }
    if (!wire_text_equal(pair->kind, "played")) {
        column_wire(&pair->kind, out);
    } else if (pair->is_void) {
        text_append_string(out, "void");
    } else if (over == 0) {
        text_append_string(out, pair->matches_count > 0 ? "being played" : "to be played");
    } else {
        column_halves(&halves, out);
        text_printf(out, " of %" PRId64, over);
    }
}

static void print_second(const void *value, struct text *out)
{
    const struct wire_pair *pair = value;
    if (!wire_text_equal(pair->kind, "bye"))
        column_wire(&pair->second, out);
}

static void print_numbers(const void *value, struct text *out)
{
    const struct wire_pair *pair = value;
    for (size_t i = 0; i < pair->matches_count; i++)
        text_printf(out, "%s%" PRId64, i > 0 ? ", " : "", pair->matches[i]);
}

static const struct column pair_columns[] = {
    COLUMN("round", RIGHT, column_int, wire_pair, round),
    COLUMN("board", RIGHT, column_int, wire_pair, board),
    COLUMN("first", LEFT, column_wire, wire_pair, first),
    COLUMN_OF_ROW("second", LEFT, print_second),
    COLUMN_OF_ROW("for first", LEFT, print_points),
    COLUMN_OF_ROW("matches", LEFT, print_numbers),
    {0},
};

void tournament_print_pairs(const struct wire_pairs *pairs, struct text *out)
{
    struct columns table = {0};
    columns_heads(&table, pair_columns);
    for (size_t i = 0; i < pairs->pairs_count; i++)
        columns_row(&table, pair_columns, &pairs->pairs[i]);
    columns_print(&table, out);
}
