#include "server/store/results.h"

#include "common/base/memory.h"
#include "common/judge/mark.h"
#include "server/store/statement.h"
#include "server/store/tournament_reader.h"

#include <stdlib.h>

static const char *const sql[] = {PAIR_SELECT " WHERE pair.tournament = ? ORDER BY pair.number"};

const struct query_set result_queries = {sql, 1};

static void add_sums(struct mark_totals *totals, const struct mark_sums *sums)
{
    totals->met += sums->won;
    totals->kept += sums->kept;
    totals->thrown += sums->thrown;
}

/* Adds the marks of a match that counts. */
static enum error_code add_marks(struct results *results, const struct hall_stored_pair *pair,
                                 int game, const char *marks, struct error *error)
{
    struct mark_sums sums[2] = {{0}};
    if (!marks || !pair_row_is_over(pair, game))
        return ERROR_NONE;
    if (!mark_sum(marks, sums, NULL))
        return error_set(error, ERROR_INTERNAL, "match %lld: its marks cannot be",
                         (long long)pair->matches[game]);
    add_sums(&results->marks[game == 0 ? pair->first : pair->second], &sums[0]);
    add_sums(&results->marks[game == 0 ? pair->second : pair->first], &sums[1]);
    return ERROR_NONE;
}

static enum error_code add_row(struct results *results, const struct tournament_view *tournament,
                               sqlite3_stmt *row, struct error *error)
{
    if (results->count % 64 == 0)
        results->pairs =
            memory_resized(results->pairs, results->count + 64, sizeof *results->pairs);
    struct hall_stored_pair *pair = &results->pairs[results->count];
    enum error_code code = pair_row_take(row, tournament->entrant_count, pair, error);
    if (code)
        return code;
    results->count++;
    pair->start = NULL;
    for (int game = 0; !code && game < 2 && !pair->is_void; game++)
        code = add_marks(results, pair, game, pair_row_marks(row, game), error);
    return code;
}

enum error_code results_read(struct store_reader *reader, const struct tournament_view *tournament,
                             struct results *ret_results, struct error *error)
{
    sqlite3_stmt *query = reader->queries[TOPIC_RESULTS][0];
    struct results results = {
        .marks = memory_zeroed(tournament->entrant_count, sizeof *results.marks),
    };
    bool row;
    enum error_code code;
    statement_bind_int(query, 1, tournament->tournament);
    while (!(code = statement_next(query, &row, error)) && row)
        if ((code = add_row(&results, tournament, query, error)))
            break;
    sqlite3_reset(query);
    if (code)
        results_finish(&results);
    else
        *ret_results = results;
    return code;
}

void results_finish(struct results *results)
{
    free(results->pairs);
    free(results->marks);
    *results = (struct results){0};
}

/* --- standings --- */

static struct meeting_result result_of(const struct hall_stored_pair *pair)
{
    return (struct meeting_result){
        .round = (int)pair->round - 1,
        .meeting = {.first = (int)pair->first, .second = (int)pair->second},
        .kind = pair->kind,
        .winner = (int)pair->winner,
        .points = {pair_match_points(pair->endings[0], pair->winners[0], 0),
                   pair_match_points(pair->endings[1], pair->winners[1], 1)},
    };
}

static struct standing *compute(const struct results *results,
                                const struct tournament_view *tournament)
{
    struct meeting_result *counted = memory_zeroed(results->count, sizeof *counted);
    struct standing *standings = memory_zeroed(tournament->entrant_count, sizeof *standings);
    size_t count = 0;
    for (size_t i = 0; i < results->count; i++)
        if (!results->pairs[i].is_void)
            counted[count++] = result_of(&results->pairs[i]);
    standings_compute(tournament->format, (int)tournament->entrant_count, counted, count,
                      standings);
    free(counted);
    return standings;
}

struct standing_view *results_standings(const struct results *results,
                                        const struct tournament_view *tournament)
{
    struct standing *standings = compute(results, tournament);
    struct standing_view *list = memory_zeroed(tournament->entrant_count, sizeof *list);
    for (size_t i = 0; i < tournament->entrant_count; i++) {
        int entrant = standings[i].entrant;
        list[i] = (struct standing_view){
            .standing = standings[i],
            .player = tournament_view_copy_name(tournament, entrant),
            .marks = results->marks[entrant],
        };
    }
    free(standings);
    return list;
}

enum error_code store_reader_standings(struct store_reader *reader, int64_t tournament,
                                       struct tournament_view *ret_view,
                                       struct standing_view **ret_list, size_t *ret_count,
                                       struct error *error)
{
    struct tournament_view view;
    struct results results;
    enum error_code code = reader_hold_tournament(reader, tournament, &view, error);
    if (code)
        return code;
    code = results_read(reader, &view, &results, error);
    reader_release_tournament(reader);
    if (code) {
        tournament_view_finish(&view);
        return code;
    }
    *ret_list = results_standings(&results, &view);
    *ret_count = view.entrant_count;
    *ret_view = view;
    results_finish(&results);
    return ERROR_NONE;
}
