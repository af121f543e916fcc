#include "server/store/export_lines.h"

#include "common/base/memory.h"
#include "server/hall/times.h"
#include "server/store/statement.h"
#include "server/store/tournament_reader.h"

#include <stdlib.h>
#include <string.h>

static char *copy(const char *text)
{
    return memory_text(text, strlen(text));
}

/* --- the plan --- */

static char **copy_names(const struct tournament_view *tournament)
{
    char **list = memory_zeroed(tournament->entrant_count, sizeof *list);
    for (size_t i = 0; i < tournament->entrant_count; i++)
        list[i] = tournament_view_copy_name(tournament, (int64_t)i);
    return list;
}

static struct meeting *copy_forbidden(const struct tournament_view *tournament)
{
    struct meeting *list = memory_zeroed(tournament->forbidden_count, sizeof *list);
    for (size_t i = 0; i < tournament->forbidden_count; i++)
        list[i] = tournament->forbidden[i];
    return list;
}

struct export_line export_plan_line(const struct tournament_view *tournament)
{
    return (struct export_line){
        .kind = EXPORT_PLAN,
        .plan =
            {
                .name = copy(tournament->name),
                .rules = copy(tournament->rules),
                .format = copy(tournament_format_text(tournament->format)),
                .rounds = tournament->rounds,
                .starts = copy(tournament->starts),
                .seed = tournament->seed,
                .clock = copy(tournament->clock),
                .players = copy_names(tournament),
                .player_count = tournament->entrant_count,
                .forbidden = copy_forbidden(tournament),
                .forbidden_count = tournament->forbidden_count,
            },
    };
}

/* --- the end --- */

static struct export_standing standing_of(const struct standing_view *view,
                                          const struct tournament_view *tournament)
{
    const struct standing *standing = &view->standing;
    struct export_standing exported = {
        .player = copy(view->player),
        .rank = standing->rank,
        .points = standing->points,
        .won = standing->won,
        .drawn = standing->drawn,
        .lost = standing->lost,
        .direct = standing->direct,
        .buchholz = standing->buchholz,
        .sonneborn_berger = standing->sonneborn_berger,
        .met = view->marks.met,
        .kept = view->marks.kept,
        .thrown = view->marks.thrown,
        .withdrawn = tournament->entrants[standing->entrant].withdrawn,
    };
    memcpy(exported.pairs, standing->pairs, sizeof exported.pairs);
    return exported;
}

struct export_line export_end_line(const struct tournament_view *tournament,
                                   const struct results *results)
{
    struct standing_view *standings = results_standings(results, tournament);
    struct export_end end = {
        .state = copy(tournament_state_text(tournament->state)),
        .standings = memory_zeroed(tournament->entrant_count, sizeof *end.standings),
        .count = tournament->entrant_count,
    };
    for (size_t i = 0; i < end.count; i++) {
        end.standings[i] = standing_of(&standings[i], tournament);
        standing_view_finish(&standings[i]);
    }
    free(standings);
    return (struct export_line){.kind = EXPORT_END, .end = end};
}

/* --- what was played --- */

struct export_line export_unplayed_line(const struct tournament_view *tournament,
                                        const struct hall_stored_pair *pair)
{
    bool is_forfeit = pair->kind == MEETING_FORFEIT;
    enum seat winner = pair->winner == pair->first ? SEAT_FIRST : SEAT_SECOND;
    return (struct export_line){
        .kind = EXPORT_MATCH,
        .match =
            {
                .round = pair->round,
                .board = pair->board,
                .leg = pair->leg,
                .kind = pair->kind,
                .first = tournament_view_copy_name(tournament, pair->first),
                .second = is_forfeit ? tournament_view_copy_name(tournament, pair->second) : NULL,
                .winner = is_forfeit ? copy(seat_text(winner)) : NULL,
            },
    };
}

struct export_line export_match_line(const struct tournament_view *tournament,
                                     const struct hall_stored_pair *pair, int game,
                                     sqlite3_stmt *row)
{
    return (struct export_line){
        .kind = EXPORT_MATCH,
        .match =
            {
                .round = pair->round,
                .board = pair->board,
                .leg = pair->leg,
                .kind = MEETING_PLAYED,
                .game = game + 1,
                .first =
                    tournament_view_copy_name(tournament, game == 0 ? pair->first : pair->second),
                .second =
                    tournament_view_copy_name(tournament, game == 0 ? pair->second : pair->first),
                .start = statement_copy_text(row, 0),
                .ending = statement_copy_text(row, 1),
                .winner = statement_copy_text(row, 2),
                .moves = statement_copy_text(row, 3),
                .marks = statement_copy_text(row, 4),
            },
    };
}

static bool take_times(const char *text, size_t plies, struct export_times *times)
{
    const char *at = text;
    times->taken_ms = memory_zeroed(plies, sizeof *times->taken_ms);
    times->credit_ms = memory_zeroed(plies, sizeof *times->credit_ms);
    for (; *at && times->count < plies; times->count++)
        if (!times_next(&at, &times->taken_ms[times->count], &times->credit_ms[times->count]))
            return false;
    return *at == '\0' && times->count == plies;
}

enum error_code export_times_line(const struct hall_stored_pair *pair, int game, sqlite3_stmt *row,
                                  struct export_line *ret_line, struct error *error)
{
    struct export_times times = {
        .round = pair->round,
        .board = pair->board,
        .leg = pair->leg,
        .game = game + 1,
        .match = pair->matches[game],
        .is_void = pair->is_void || !pair_row_is_over(pair, game),
        .began_ms = sqlite3_column_int64(row, 0),
        .ended_ms = sqlite3_column_int64(row, 1),
    };
    const char *text = (const char *)sqlite3_column_text(row, 3);
    bool good = take_times(text, (size_t)sqlite3_column_int64(row, 2), &times);
    *ret_line = (struct export_line){.kind = EXPORT_TIMES, .times = times};
    if (good)
        return ERROR_NONE;
    export_line_finish(ret_line);
    return error_set(error, ERROR_INTERNAL, "match %lld: it has not one time for each of its moves",
                     (long long)pair->matches[game]);
}
