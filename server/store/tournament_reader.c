#include "server/store/tournament_reader.h"

#include "server/hall/record.h"
#include "server/store/database.h"
#include "server/store/row.h"

#include <assert.h>
#include <stdlib.h>

enum query {
    QUERY_TOURNAMENT,
    QUERY_ENTRANTS,
    QUERY_LIST,
    QUERY_COUNT,
};

#define COLUMNS                                                                                    \
    "SELECT tournament.id AS tournament, tournament.name AS name,"                                 \
    " " SHOWN_NAME(                                                                                \
        "player") " AS owner,"                                                                     \
                  " rules AS rules, look AS look, format AS format, rounds AS rounds,"             \
                  " starts AS starts, seed AS seed, clock AS clock, at_once AS at_once,"           \
                  " nullif(each_at_once, 0) AS each_at_once,"                                      \
                  " rated AS rated, invited AS invited, state AS state,"                           \
                  " nullif(reason, '') AS reason,"                                                 \
                  " tournament.created_ms AS created, started_ms AS started,"                      \
                  " ended_ms AS ended,"                                                            \
                  " (SELECT count(*) FROM entrant"                                                 \
                  " WHERE entrant.tournament = tournament.id) AS entrants,"                        \
                  " forbidden AS forbidden, coalesce(progress.round, 0) AS round,"                 \
                  " coalesce(progress.matches, 0) AS matches"                                      \
                  " FROM tournament JOIN player ON player.id = tournament.owner"                   \
                  " LEFT JOIN progress ON progress.tournament = tournament.id"

static const char *const sql[QUERY_COUNT] = {
    [QUERY_TOURNAMENT] = COLUMNS " WHERE tournament.id = ?",
    [QUERY_ENTRANTS] = "SELECT name AS name, player IS NOT NULL AS joined, withdrawn AS withdrawn"
                       " FROM entrant WHERE tournament = ? ORDER BY number",
    [QUERY_LIST] = COLUMNS " WHERE tournament.id < ? ORDER BY tournament.id DESC LIMIT ?",
};

const struct query_set tournament_queries = {sql, QUERY_COUNT};

static enum error_code odd_tournament(const struct held_tournament *held, const char *what,
                                      struct error *error)
{
    return error_set(error, ERROR_INTERNAL, "tournament %lld: its %s cannot be",
                     (long long)held->shown.tournament, what);
}

static bool are_entrants(const struct meeting *meetings, size_t count, int64_t entrants)
{
    for (size_t i = 0; i < count; i++)
        if (meetings[i].first >= entrants || meetings[i].second >= entrants)
            return false;
    return true;
}

static int64_t count_matches(const struct held_tournament *held, const struct meeting *forbidden,
                             size_t forbidden_count)
{
    struct pairing pairing = {
        .format = held->format,
        .entrants = (int)held->shown.entrants,
        .rounds = (int)held->shown.rounds,
        .forbidden = forbidden,
        .forbidden_count = forbidden_count,
    };
    return pairing.entrants < ENTRANTS_MIN ? 0 : 2 * pairing_meetings(&pairing);
}

/* Reads a tournament except its lists of entrants and forbidden meetings. The caller frees
 * `ret_forbidden`. */
static enum error_code take_tournament(const struct row_form *form, struct statement *row,
                                       struct wire_arena *arena, struct held_tournament *held,
                                       struct meeting **ret_forbidden, size_t *ret_count,
                                       struct error *error)
{
    struct wire_tournament *shown = &held->shown;
    row_take(form, row, arena, shown);
    held->format = tournament_format_from_text(shown->format.bytes, shown->format.len);
    held->state = tournament_state_from_text(shown->state.bytes);
    if (held->format == FORMAT_COUNT)
        return odd_tournament(held, "format", error);
    if (held->state == TOURNAMENT_STATES)
        return odd_tournament(held, "state", error);
    if (shown->entrants > ENTRANTS_MAX)
        return odd_tournament(held, "number of entrants", error);
    const char *meetings = statement_text(row, row_column(row, "forbidden"));
    if (!meetings_parse(meetings, ret_forbidden, ret_count))
        return odd_tournament(held, "list of forbidden meetings", error);
    if (!are_entrants(*ret_forbidden, *ret_count, shown->entrants)) {
        free(*ret_forbidden);
        return odd_tournament(held, "list of forbidden meetings", error);
    }
    if (!tournament_state_is_over(held->state))
        shown->seed = WIRE_ABSENT;
    shown->total = count_matches(held, *ret_forbidden, *ret_count);
    return ERROR_NONE;
}

static enum error_code read_entrants(struct store_reader *reader, struct wire_arena *arena,
                                     struct wire_tournament *shown, struct error *error)
{
    struct statement *query = reader->queries[TOPIC_TOURNAMENTS][QUERY_ENTRANTS];
    struct row_form form = row_form(query, &wire_record_entrant);
    bool row;
    enum error_code code;
    shown->players = wire_arena_memory(arena, (size_t)shown->entrants, sizeof *shown->players);
    statement_bind_int(query, 1, shown->tournament);
    while (!(code = statement_next(query, &row, error)) && row) {
        assert((int64_t)shown->players_count < shown->entrants); /* of the same snapshot */
        row_take(&form, query, arena, &shown->players[shown->players_count++]);
    }
    return code;
}

static void set_forbidden(struct held_tournament *held, const struct meeting *meetings,
                          size_t count, struct wire_arena *arena)
{
    struct wire_tournament *shown = &held->shown;
    assert((int64_t)shown->players_count == shown->entrants);
    held->forbidden = wire_arena_memory(arena, count, sizeof *held->forbidden);
    shown->forbidden = wire_arena_memory(arena, count, sizeof *shown->forbidden);
    shown->forbidden_count = count;
    for (size_t i = 0; i < count; i++) {
        held->forbidden[i] = meetings[i];
        shown->forbidden[i] = (struct wire_forbidden){
            .first = shown->players[meetings[i].first].name,
            .second = shown->players[meetings[i].second].name,
        };
    }
}

enum error_code reader_hold_tournament(struct store_reader *reader, int64_t tournament,
                                       struct wire_arena *arena, struct held_tournament *ret_held,
                                       struct error *error)
{
    struct statement *query = reader->queries[TOPIC_TOURNAMENTS][QUERY_TOURNAMENT];
    struct row_form form = row_form(query, &wire_record_tournament);
    struct meeting *forbidden = NULL;
    size_t count;
    bool found;
    enum error_code code = database_hold(reader->db, error);
    if (code)
        return code;
    statement_bind_int(query, 1, tournament);
    code = statement_next(query, &found, error);
    if (!code && found)
        code = take_tournament(&form, query, arena, ret_held, &forbidden, &count, error);
    else if (!code)
        code = error_set(error, ERROR_NO_SUCH_TOURNAMENT, "there is no tournament %lld",
                         (long long)tournament);
    statement_reset(query);
    if (!code) {
        code = read_entrants(reader, arena, &ret_held->shown, error);
        if (!code)
            set_forbidden(ret_held, forbidden, count, arena);
        free(forbidden);
    }
    if (code)
        reader_release_tournament(reader);
    return code;
}

void reader_release_tournament(struct store_reader *reader)
{
    database_release(reader->db);
}

enum error_code store_reader_tournament(struct store_reader *reader, int64_t tournament,
                                        struct wire_arena *arena,
                                        struct wire_tournament *ret_tournament, struct error *error)
{
    struct held_tournament held;
    enum error_code code = reader_hold_tournament(reader, tournament, arena, &held, error);
    if (code)
        return code;
    reader_release_tournament(reader);
    *ret_tournament = held.shown;
    return ERROR_NONE;
}

enum error_code store_reader_tournaments(struct store_reader *reader, int64_t before, int64_t limit,
                                         struct wire_arena *arena,
                                         struct wire_tournaments *ret_tournaments,
                                         struct error *error)
{
    assert(limit >= 1 && limit <= HALL_PAGE_MAX);
    struct statement *query = reader->queries[TOPIC_TOURNAMENTS][QUERY_LIST];
    struct row_form form = row_form(query, &wire_record_tournament);
    struct wire_tournament *list = wire_arena_memory(arena, (size_t)limit, sizeof *list);
    size_t count = 0, bytes = 0;
    bool row;
    enum error_code code;
    statement_bind_int(query, 1, before ? before : INT64_MAX);
    statement_bind_int(query, 2, limit + 1);
    while (!(code = statement_next(query, &row, error)) && row && count < (size_t)limit &&
           bytes <= HALL_PAGE_BYTES_MAX) {
        struct held_tournament held;
        struct meeting *forbidden; /* not part of a page */
        size_t forbidden_count;
        code = take_tournament(&form, query, arena, &held, &forbidden, &forbidden_count, error);
        if (code)
            break;
        free(forbidden);
        list[count++] = held.shown;
        bytes += held.shown.starts.len;
    }
    statement_reset(query);
    *ret_tournaments =
        (struct wire_tournaments){.tournaments = list, .tournaments_count = count, .more = row};
    return code;
}
