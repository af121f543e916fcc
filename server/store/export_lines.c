#include "server/store/export_lines.h"

#include "server/hall/match_record.h"
#include "server/store/database.h"

#include <assert.h>
#include <string.h>

/* A text that an export line borrows: it is printed, never changed or freed. */
static char *lent(const char *text)
{
    return (char *)(uintptr_t)text;
}

static char *entrant_name(const struct held_tournament *held, int64_t entrant)
{
    return lent(held->shown.players[entrant].name.bytes);
}

struct export_line export_plan_line(const struct held_tournament *held, struct wire_arena *arena)
{
    const struct wire_tournament *shown = &held->shown;
    char **players = wire_arena_memory(arena, shown->players_count, sizeof *players);
    for (size_t i = 0; i < shown->players_count; i++)
        players[i] = entrant_name(held, (int64_t)i);
    return (struct export_line){
        .kind = EXPORT_PLAN,
        .plan =
            {
                .name = lent(shown->name.bytes),
                .rules = lent(shown->rules.bytes),
                .format = lent(shown->format.bytes),
                .rounds = shown->rounds,
                .starts = lent(shown->starts.bytes),
                .seed = shown->seed,
                .clock = lent(shown->clock.bytes),
                .players = players,
                .player_count = shown->players_count,
                .forbidden = held->forbidden,
                .forbidden_count = shown->forbidden_count,
            },
    };
}

struct export_line export_end_line(const struct held_tournament *held,
                                   const struct results *results, struct wire_arena *arena)
{
    const struct wire_tournament *shown = &held->shown;
    struct export_standing *list = wire_arena_memory(arena, shown->players_count, sizeof *list);
    for (size_t i = 0; i < shown->players_count; i++) {
        const struct standing *standing = &results->standings[i];
        const struct mark_sums *marks = &results->marks[standing->entrant];
        int64_t withdrawn = shown->players[standing->entrant].withdrawn;
        list[i] = (struct export_standing){
            .player = entrant_name(held, standing->entrant),
            .rank = standing->rank,
            .points = standing->points,
            .won = standing->won,
            .drawn = standing->drawn,
            .lost = standing->lost,
            .direct = standing->direct,
            .buchholz = standing->buchholz,
            .sonneborn_berger = standing->sonneborn_berger,
            .met = marks->won,
            .kept = marks->kept,
            .thrown = marks->thrown,
            .withdrawn = withdrawn == WIRE_ABSENT ? -1 : withdrawn,
        };
        memcpy(list[i].pairs, standing->pairs, sizeof list[i].pairs);
    }
    return (struct export_line){
        .kind = EXPORT_END,
        .end = {.state = lent(shown->state.bytes),
                .standings = list,
                .count = shown->players_count},
    };
}

/* --- matches --- */

struct export_line export_unplayed_line(const struct held_tournament *held,
                                        const struct hall_stored_pair *pair)
{
    assert(pair->kind != MEETING_PLAYED);
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
                .first = entrant_name(held, pair->first),
                .second = is_forfeit ? entrant_name(held, pair->second) : NULL,
                .winner = is_forfeit ? lent(seat_text(winner)) : NULL,
            },
    };
}

struct export_line export_match_line(const struct held_tournament *held,
                                     const struct hall_stored_pair *pair, int game,
                                     struct statement *row)
{
    assert(game == 0 || game == 1);
    const char *rules = statement_text(row, 5);
    bool is_drawn = !wire_text_equal(held->shown.rules, rules);
    return (struct export_line){
        .kind = EXPORT_MATCH,
        .match =
            {
                .round = pair->round,
                .board = pair->board,
                .leg = pair->leg,
                .kind = MEETING_PLAYED,
                .game = game + 1,
                .first = entrant_name(held, game == 0 ? pair->first : pair->second),
                .second = entrant_name(held, game == 0 ? pair->second : pair->first),
                .rules = is_drawn ? lent(rules) : NULL,
                .start = lent(statement_text(row, 0)),
                .ending = lent(statement_text(row, 1)),
                .winner = lent(statement_text(row, 2)),
                .moves = lent(statement_text(row, 3)),
                .marks = lent(statement_text(row, 4)),
            },
    };
}

enum error_code export_times_line(const struct hall_stored_pair *pair, int game,
                                  struct statement *row, struct wire_arena *arena,
                                  struct export_line *ret_line, struct error *error)
{
    assert(game == 0 || game == 1);
    const char *at = statement_text(row, 3);
    int64_t length = statement_int(row, 2);
    if (length < 0 || length > HALL_PLIES_MAX)
        return error_set(error, ERROR_INTERNAL, "match %lld: it has %lld moves",
                         (long long)pair->matches[game], (long long)length);
    size_t plies = (size_t)length, count = 0;
    int64_t *taken_ms = wire_arena_memory(arena, plies, sizeof *taken_ms);
    int64_t *credit_ms = wire_arena_memory(arena, plies, sizeof *credit_ms);
    bool is_read = true;
    while (*at && count < plies && (is_read = times_next(&at, &taken_ms[count], &credit_ms[count])))
        count++;
    if (!is_read || *at || count < plies)
        return error_set(error, ERROR_INTERNAL,
                         "match %lld: it has not one time for each of its moves",
                         (long long)pair->matches[game]);
    *ret_line = (struct export_line){
        .kind = EXPORT_TIMES,
        .times =
            {
                .round = pair->round,
                .board = pair->board,
                .leg = pair->leg,
                .game = game + 1,
                .match = pair->matches[game],
                .is_void = pair->is_void || !pair_row_is_over(pair, game),
                .began_ms = statement_int(row, 0),
                .ended_ms = statement_int(row, 1),
                .taken_ms = taken_ms,
                .credit_ms = credit_ms,
                .count = plies,
            },
    };
    return ERROR_NONE;
}
