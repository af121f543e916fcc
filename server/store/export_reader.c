/* The record of a tournament, line by line: see common/export/EXPORT.md. */
#include "server/store/export_lines.h"
#include "server/store/statement.h"
#include "server/store/tournament_reader.h"

#include <stdlib.h>

enum query {
    QUERY_MATCH,
    QUERY_TIMES,
    QUERY_COUNT,
};

static const char *const sql[QUERY_COUNT] = {
    [QUERY_MATCH] = EXPORT_MATCH_SELECT " WHERE match.id = ?",
    [QUERY_TIMES] = EXPORT_TIMES_SELECT " WHERE match.id = ?",
};

const struct query_set export_queries = {sql, QUERY_COUNT};

/* What is under way. */
struct exporting {
    struct store_reader *reader;
    const struct tournament_view *tournament;
    const struct results *results; /* in the order of the schedule */
    bool times;
    int64_t to_skip;
    const struct store_export *sink;
    bool is_done;
    struct error *error;
};

static bool is_skipped(struct exporting *exporting)
{
    if (exporting->to_skip == 0)
        return false;
    exporting->to_skip--;
    return true;
}

static void give(struct exporting *exporting, struct export_line line)
{
    exporting->is_done = !exporting->sink->line(exporting->sink->owner, &line);
    export_line_finish(&line);
}

/* Finds the row of a match that a pair names, and leaves the query in it. */
static enum error_code find_match(struct exporting *exporting, enum query kind, int64_t match,
                                  sqlite3_stmt **ret_row)
{
    bool found;
    *ret_row = exporting->reader->queries[TOPIC_EXPORT][kind];
    statement_bind_int(*ret_row, 1, match);
    enum error_code code = statement_next(*ret_row, &found, exporting->error);
    if (!code && !found)
        code =
            error_set(exporting->error, ERROR_INTERNAL, "there is no match %lld", (long long)match);
    return code;
}

static enum error_code give_match(struct exporting *exporting, const struct hall_stored_pair *pair,
                                  int game)
{
    sqlite3_stmt *row;
    enum error_code code = find_match(exporting, QUERY_MATCH, pair->matches[game], &row);
    if (code)
        return code;
    struct export_line line = export_match_line(exporting->tournament, pair, game, row);
    sqlite3_reset(row);
    give(exporting, line);
    return ERROR_NONE;
}

static enum error_code give_times(struct exporting *exporting, const struct hall_stored_pair *pair,
                                  int game)
{
    sqlite3_stmt *row;
    struct export_line line;
    enum error_code code = find_match(exporting, QUERY_TIMES, pair->matches[game], &row);
    if (code)
        return code;
    code = export_times_line(pair, game, row, &line, exporting->error);
    sqlite3_reset(row);
    if (!code)
        give(exporting, line);
    return code;
}

/* Of a pair that counts: its matches that are over, or what stands for them. */
static enum error_code give_results(struct exporting *exporting,
                                    const struct hall_stored_pair *pair)
{
    enum error_code code = ERROR_NONE;
    if (pair->kind != MEETING_PLAYED && !is_skipped(exporting))
        give(exporting, export_unplayed_line(exporting->tournament, pair));
    for (int game = 0; !code && !exporting->is_done && game < 2; game++)
        if (pair_row_is_over(pair, game) && !is_skipped(exporting))
            code = give_match(exporting, pair, game);
    return code;
}

/* Of any pair: all its matches. */
static enum error_code give_both_times(struct exporting *exporting,
                                       const struct hall_stored_pair *pair)
{
    enum error_code code = ERROR_NONE;
    for (int game = 0; !code && !exporting->is_done && game < 2; game++)
        if (pair->endings[game] != ENDING_NONE && !is_skipped(exporting))
            code = give_times(exporting, pair, game);
    return code;
}

static enum error_code give_pairs(struct exporting *exporting)
{
    enum error_code code = ERROR_NONE;
    for (size_t i = 0; !code && !exporting->is_done && i < exporting->results->count; i++) {
        const struct hall_stored_pair *pair = &exporting->results->pairs[i];
        if (exporting->times)
            code = give_both_times(exporting, pair);
        else if (!pair->is_void)
            code = give_results(exporting, pair);
    }
    return code;
}

static enum error_code give_all(struct exporting *exporting)
{
    if (!exporting->times && !is_skipped(exporting))
        give(exporting, export_plan_line(exporting->tournament));
    enum error_code code = give_pairs(exporting);
    if (!code && !exporting->is_done && !exporting->times && !is_skipped(exporting))
        give(exporting, export_end_line(exporting->tournament, exporting->results));
    return code;
}

/* --- the order of the schedule --- */

static int compare(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

/* Within one place of the schedule by their numbers, so that the one that counts comes after the void ones. */
static int compare_pairs(const void *a, const void *b)
{
    const struct hall_stored_pair *one = a, *two = b;
    int order = compare(one->round, two->round);
    if (!order)
        order = compare(one->board, two->board);
    if (!order)
        order = compare(one->leg, two->leg);
    return order ? order : compare(one->number, two->number);
}

static enum error_code check_state(const struct tournament_view *tournament, struct error *error)
{
    if (tournament->state == TOURNAMENT_FINISHED || tournament->state == TOURNAMENT_CANCELLED)
        return ERROR_NONE;
    return error_set(error, ERROR_WRONG_STATE, "tournament %lld is not over: it is %s",
                     (long long)tournament->tournament, tournament_state_text(tournament->state));
}

enum error_code store_reader_export(struct store_reader *reader, int64_t tournament, bool times,
                                    int64_t after, const struct store_export *sink,
                                    struct error *error)
{
    struct tournament_view view;
    struct results results = {0};
    enum error_code code = reader_hold_tournament(reader, tournament, &view, error);
    if (code)
        return code;
    code = check_state(&view, error);
    if (!code)
        code = results_read(reader, &view, &results, error);
    if (!code) {
        qsort(results.pairs, results.count, sizeof *results.pairs, compare_pairs);
        struct exporting exporting = {
            .reader = reader,
            .tournament = &view,
            .results = &results,
            .times = times,
            .to_skip = after,
            .sink = sink,
            .error = error,
        };
        code = give_all(&exporting);
    }
    reader_release_tournament(reader);
    results_finish(&results);
    tournament_view_finish(&view);
    return code;
}
