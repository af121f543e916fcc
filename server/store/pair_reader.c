/* Reads pages of the pairs of a tournament. */
#include "server/store/database.h"
#include "server/store/pair_row.h"
#include "server/store/tournament_reader.h"

#include <assert.h>
#include <string.h>

static const char *const sql[] = {PAIR_SELECT " WHERE pair.tournament = ? AND pair.number > ?"
                                              " ORDER BY pair.number LIMIT ?"};

const struct query_set pair_queries = {sql, 1};

enum { NOT_OVER = 3 }; /* in place of the points of a match */

static struct wire_pair pair_of_row(const struct hall_stored_pair *pair,
                                    const struct held_tournament *held, struct wire_arena *arena)
{
    const struct wire_entrant *players = held->shown.players;
    struct wire_pair shown = {
        .number = pair->number,
        .round = pair->round,
        .board = pair->board,
        .leg = pair->leg,
        .attempt = pair->attempt,
        .kind = wire_text(meeting_kind_text(pair->kind)),
        .first = players[pair->first].name,
        .is_void = pair->is_void,
    };
    if (pair->second != ENTRANT_NOBODY)
        shown.second = players[pair->second].name;
    if (*pair->start)
        shown.start = wire_arena_text(arena, pair->start, strlen(pair->start));
    if (!pair->matches[0] && !pair->matches[1])
        return shown;
    shown.matches = wire_arena_memory(arena, 2, sizeof *shown.matches);
    shown.begun = wire_arena_memory(arena, 2, sizeof *shown.begun);
    shown.points = wire_arena_memory(arena, 2, sizeof *shown.points);
    size_t count = 0;
    for (int game = 0; game < 2; game++) {
        if (!pair->matches[game])
            continue;
        int points = pair_match_points(pair->endings[game], pair->winners[game], game);
        shown.matches[count] = pair->matches[game];
        shown.begun[count] = game + 1;
        shown.points[count++] = points < 0 ? NOT_OVER : points;
    }
    shown.matches_count = shown.begun_count = shown.points_count = count;
    return shown;
}

enum error_code store_reader_pairs(struct store_reader *reader, int64_t tournament, int64_t after,
                                   int64_t limit, struct wire_arena *arena,
                                   struct wire_pairs *ret_pairs, struct error *error)
{
    assert(limit >= 1 && limit <= HALL_PAGE_MAX);
    struct held_tournament held;
    enum error_code code = reader_hold_tournament(reader, tournament, arena, &held, error);
    if (code)
        return code;
    struct statement *query = reader->queries[TOPIC_PAIRS][0];
    struct hall_stored_pair pair;
    struct wire_pair *list = wire_arena_memory(arena, (size_t)limit, sizeof *list);
    size_t count = 0, bytes = 0;
    bool row;
    statement_bind_int(query, 1, tournament);
    statement_bind_int(query, 2, after);
    statement_bind_int(query, 3, limit + 1);
    while (!(code = statement_next(query, &row, error)) && row && count < (size_t)limit &&
           bytes <= HALL_PAGE_BYTES_MAX) {
        if ((code = pair_row_take(query, (size_t)held.shown.entrants, &pair, error)))
            break;
        bytes += strlen(pair.start);
        list[count++] = pair_of_row(&pair, &held, arena);
    }
    statement_reset(query);
    reader_release_tournament(reader);
    *ret_pairs = (struct wire_pairs){.pairs = list, .pairs_count = count, .more = row};
    return code;
}
