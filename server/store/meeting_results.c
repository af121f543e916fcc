#include "server/store/meeting_results.h"
#include "server/store/database.h"

#include <string.h>

static const char *const sql[] = {PAIR_SELECT " WHERE pair.tournament = ? ORDER BY pair.number"};

const struct query_set result_queries = {sql, 1};

static void add_sums(struct mark_sums *totals, const struct mark_sums *sums)
{
    totals->won += sums->won;
    totals->kept += sums->kept;
    totals->thrown += sums->thrown;
}

/* Adds the marks of a match if it counts. */
static enum error_code add_marks(struct mark_sums *totals, const struct hall_stored_pair *pair,
                                 int game, const char *marks, struct error *error)
{
    struct mark_sums sums[2] = {{0}};
    if (!marks || !pair_row_is_over(pair, game))
        return ERROR_NONE;
    if (!mark_sum(marks, sums, NULL))
        return error_set(error, ERROR_INTERNAL, "match %lld: its marks cannot be",
                         (long long)pair->matches[game]);
    add_sums(&totals[game == 0 ? pair->first : pair->second], &sums[0]);
    add_sums(&totals[game == 0 ? pair->second : pair->first], &sums[1]);
    return ERROR_NONE;
}

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

enum error_code results_read(struct store_reader *reader, const struct held_tournament *held,
                             struct wire_arena *arena, struct results *ret_results,
                             struct error *error)
{
    struct statement *query = reader->queries[TOPIC_RESULTS][0];
    size_t entrants = (size_t)held->shown.entrants, count = 0;
    struct mark_sums *marks = wire_arena_memory(arena, entrants, sizeof *marks);
    struct standing *standings = wire_arena_memory(arena, entrants, sizeof *standings);
    struct meeting_result *list = NULL;
    struct hall_stored_pair pair;
    bool row;
    enum error_code code;
    memset(marks, 0, entrants * sizeof *marks);
    statement_bind_int(query, 1, held->shown.tournament);
    while (!(code = statement_next(query, &row, error)) && row) {
        code = pair_row_take(query, entrants, &pair, error);
        for (int game = 0; !code && game < 2 && !pair.is_void; game++)
            code = add_marks(marks, &pair, game, pair_row_marks(query, game), error);
        if (code)
            break;
        if (pair.is_void)
            continue;
        list = wire_arena_for_next(arena, list, count, sizeof *list);
        list[count++] = result_of(&pair);
    }
    statement_reset(query);
    if (code)
        return code;
    standings_compute(held->format, (int)entrants, list, count, standings);
    *ret_results = (struct results){.standings = standings, .marks = marks};
    return ERROR_NONE;
}

enum error_code store_reader_standings(struct store_reader *reader, int64_t tournament,
                                       struct wire_arena *arena,
                                       struct wire_standings *ret_standings, struct error *error)
{
    struct held_tournament *held = wire_arena_memory(arena, 1, sizeof *held);
    struct results results;
    enum error_code code = reader_hold_tournament(reader, tournament, arena, held, error);
    if (code)
        return code;
    code = results_read(reader, held, arena, &results, error);
    reader_release_tournament(reader);
    if (code)
        return code;
    size_t count = (size_t)held->shown.entrants;
    struct wire_standing *list = wire_arena_memory(arena, count, sizeof *list);
    for (size_t i = 0; i < count; i++) {
        struct standing *standing = &results.standings[i];
        const struct mark_sums *marks = &results.marks[standing->entrant];
        list[i] = (struct wire_standing){
            .player = held->shown.players[standing->entrant].name,
            .rank = standing->rank,
            .points = standing->points,
            .played = standing->played,
            .won = standing->won,
            .drawn = standing->drawn,
            .lost = standing->lost,
            .pairs = standing->pairs,
            .pairs_count = PAIR_SCORES,
            .direct = standing->direct,
            .buchholz = standing->buchholz,
            .sonneborn_berger = standing->sonneborn_berger,
            .met = marks->won,
            .kept = marks->kept,
            .thrown = marks->thrown,
        };
    }
    *ret_standings = (struct wire_standings){
        .tournament = &held->shown,
        .standings = list,
        .standings_count = count,
    };
    return ERROR_NONE;
}
