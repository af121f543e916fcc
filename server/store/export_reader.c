/* The record of a tournament, line by line: see common/export/EXPORT.md. */
#include "server/store/database.h"
#include "server/store/export_lines.h"
#include "server/store/tournament_reader.h"

#include <assert.h>

enum query {
    QUERY_SCHEDULE,
    QUERY_MATCH,
    QUERY_TIMES,
    QUERY_COUNT,
};

/* Pairs at one place of the schedule are in the order of their numbers, so the pair that counts
 * comes after the void ones. */
#define SCHEDULE "pair.round, pair.board, pair.leg, pair.number"

static const char *const sql[QUERY_COUNT] = {
    [QUERY_SCHEDULE] = PAIR_SELECT " WHERE pair.tournament = ? AND (" SCHEDULE ") > (?, ?, ?, ?)"
                                   " ORDER BY " SCHEDULE,
    [QUERY_MATCH] = EXPORT_MATCH_SELECT " WHERE match.id = ?",
    [QUERY_TIMES] = EXPORT_TIMES_SELECT " WHERE match.id = ?",
};

const struct query_set export_queries = {sql, QUERY_COUNT};

/* An export under way. */
struct exporting {
    struct store_reader *reader;
    struct wire_arena *arena; /* of one line */
    const struct held_tournament *held;
    struct export_position position;
    int64_t to_skip; /* lines after the position */
    const struct store_export *sink;
    bool is_done;
    struct error *error;
};

/* Does the caller have the next line already? */
static bool is_skipped(struct exporting *exporting)
{
    if (exporting->to_skip == 0)
        return false;
    exporting->to_skip--;
    return true;
}

static void give(struct exporting *exporting, const struct export_line *line)
{
    exporting->is_done = !exporting->sink->line(exporting->sink->owner, line);
    wire_arena_clear(exporting->arena);
}

/* Gives the line of a match of the pair: `kind` is QUERY_MATCH for the results or QUERY_TIMES for
 * the times. */
static enum error_code give_match(struct exporting *exporting, enum query kind,
                                  const struct hall_stored_pair *pair, int game)
{
    assert(kind == QUERY_MATCH || kind == QUERY_TIMES);
    struct statement *row = exporting->reader->queries[TOPIC_EXPORT][kind];
    struct export_line line;
    bool found;
    statement_bind_int(row, 1, pair->matches[game]);
    enum error_code code = statement_next(row, &found, exporting->error);
    if (code)
        return code;
    if (!found)
        return error_set(exporting->error, ERROR_INTERNAL, "there is no match %lld",
                         (long long)pair->matches[game]);
    if (kind == QUERY_TIMES)
        code = export_times_line(pair, game, row, exporting->arena, &line, exporting->error);
    else
        line = export_match_line(exporting->held, pair, game, row);
    if (!code)
        give(exporting, &line);
    statement_reset(row);
    return code;
}

/* Gives a line for a match, a bye or a forfeit. */
static enum error_code give_line(struct exporting *exporting, const struct hall_stored_pair *pair,
                                 int game)
{
    if (is_skipped(exporting))
        return ERROR_NONE;
    if (exporting->position.times)
        return give_match(exporting, QUERY_TIMES, pair, game);
    if (pair->kind == MEETING_PLAYED)
        return give_match(exporting, QUERY_MATCH, pair, game);
    struct export_line line = export_unplayed_line(exporting->held, pair);
    give(exporting, &line);
    return ERROR_NONE;
}

/* The results have a line for each match of a pair that counts, and one for a bye or a forfeit; the
 * times have one for each ended match. */
static bool has_line(bool times, const struct hall_stored_pair *pair, int game)
{
    if (times)
        return pair->endings[game] != ENDING_NONE;
    if (pair->kind != MEETING_PLAYED)
        return game == 0 && !pair->is_void;
    return pair_row_is_over(pair, game) && !pair->is_void;
}

/* Moves the position behind the pair, unless the caller stopped at one of its lines. */
static enum error_code give_pair(struct exporting *exporting, const struct hall_stored_pair *pair)
{
    struct export_position *position = &exporting->position;
    enum error_code code = ERROR_NONE;
    int64_t lines = 0;
    for (int game = 0; !code && !exporting->is_done && game < 2; game++)
        if (has_line(position->times, pair, game)) {
            code = give_line(exporting, pair, game);
            lines++;
        }
    if (code || exporting->is_done)
        return code;
    position->lines += lines;
    position->round = pair->round;
    position->board = pair->board;
    position->leg = pair->leg;
    position->number = pair->number;
    return ERROR_NONE;
}

static struct statement *bind_schedule(const struct exporting *exporting)
{
    const struct export_position *position = &exporting->position;
    struct statement *query = exporting->reader->queries[TOPIC_EXPORT][QUERY_SCHEDULE];
    statement_bind_int(query, 1, position->tournament);
    statement_bind_int(query, 2, position->round);
    statement_bind_int(query, 3, position->board);
    statement_bind_int(query, 4, position->leg);
    statement_bind_int(query, 5, position->number);
    return query;
}

static enum error_code give_pairs(struct exporting *exporting)
{
    struct statement *query = bind_schedule(exporting);
    struct hall_stored_pair pair;
    bool row;
    enum error_code code;
    while (!(code = statement_next(query, &row, exporting->error)) && row) {
        code =
            pair_row_take(query, (size_t)exporting->held->shown.entrants, &pair, exporting->error);
        if (!code)
            code = give_pair(exporting, &pair);
        if (code || exporting->is_done)
            break;
    }
    statement_reset(query);
    return code;
}

static enum error_code give_end(struct exporting *exporting)
{
    struct results results;
    enum error_code code = results_read(exporting->reader, exporting->held, exporting->arena,
                                        &results, exporting->error);
    if (code)
        return code;
    struct export_line line = export_end_line(exporting->held, &results, exporting->arena);
    give(exporting, &line);
    return ERROR_NONE;
}

static enum error_code give_results(struct exporting *exporting)
{
    if (exporting->position.lines == 0) {
        if (!is_skipped(exporting)) {
            struct export_line line = export_plan_line(exporting->held, exporting->arena);
            give(exporting, &line);
        }
        if (exporting->is_done)
            return ERROR_NONE;
        exporting->position.lines = 1;
    }
    enum error_code code = give_pairs(exporting);
    if (!code && !exporting->is_done && !is_skipped(exporting))
        code = give_end(exporting);
    return code;
}

/* The latest known position that is not after line `after`: the end of a former page, or the first
 * line. */
static struct export_position position_before(const struct store_reader *reader, int64_t tournament,
                                              bool times, int64_t after)
{
    struct export_position best = {.tournament = tournament, .times = times};
    for (size_t i = 0; i < EXPORTS_KEPT; i++) {
        const struct export_position *kept = &reader->exported[i];
        if (kept->tournament == tournament && kept->times == times && kept->lines <= after &&
            kept->lines > best.lines)
            best = *kept;
    }
    return best;
}

/* Replaces the oldest position. Readers of the same export share one entry. */
static void keep_position(struct store_reader *reader, const struct export_position *position)
{
    struct export_position known =
        position_before(reader, position->tournament, position->times, position->lines);
    if (known.lines == position->lines)
        return;
    reader->exported[reader->exported_oldest] = *position;
    reader->exported_oldest = (reader->exported_oldest + 1) % EXPORTS_KEPT;
}

enum error_code store_reader_export(struct store_reader *reader, int64_t tournament, bool times,
                                    int64_t after, const struct store_export *sink,
                                    struct error *error)
{
    struct wire_arena *arena = wire_arena_create(), *line_arena = wire_arena_create();
    struct held_tournament held;
    struct exporting exporting = {
        .reader = reader,
        .arena = line_arena,
        .held = &held,
        .position = position_before(reader, tournament, times, after),
        .sink = sink,
        .error = error,
    };
    exporting.to_skip = after - exporting.position.lines;
    assert(after >= 0 && exporting.to_skip >= 0);
    enum error_code code = reader_hold_tournament(reader, tournament, arena, &held, error);
    if (!code) {
        if (!tournament_state_is_over(held.state))
            code = error_set(error, ERROR_WRONG_STATE, "tournament %lld is not over: it is %s",
                             (long long)tournament, held.shown.state.bytes);
        else
            code = times ? give_pairs(&exporting) : give_results(&exporting);
        if (!code)
            keep_position(reader, &exporting.position);
        reader_release_tournament(reader);
    }
    wire_arena_destroy(line_arena);
    wire_arena_destroy(arena);
    return code;
}
