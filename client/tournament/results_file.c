#include "client/tournament/results_file.h"

#include "common/base/memory.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

const struct export_plan *results_plan(const struct results *results)
{
    assert(results->results.count >= 2);
    assert(results->results.lines[0].parsed.kind == EXPORT_PLAN);
    return &results->results.lines[0].parsed.plan;
}

const struct export_end *results_end(const struct results *results)
{
    const struct export_line *last = &results->results.lines[results->results.count - 1].parsed;
    assert(last->kind == EXPORT_END);
    return &last->end;
}

size_t results_count(const struct results *results)
{
    assert(results->results.count >= 2);
    return results->results.count - 2;
}

const struct export_match *results_match(const struct results *results, size_t index)
{
    assert(index < results_count(results));
    return &results->results.lines[index + 1].parsed.match;
}

size_t results_line_number(size_t index)
{
    return index + 2;
}

size_t results_times_count(const struct results *results)
{
    assert(!results->times.path || results->times.count > 0);
    return results->times.path ? results->times.count - 1 : 0;
}

const struct export_times *results_times(const struct results *results, size_t index)
{
    assert(index < results_times_count(results));
    return &results->times.lines[index].parsed.times;
}

bool results_are_times_of(const struct export_times *times, const struct export_match *match)
{
    return times->round == match->round && times->board == match->board &&
           times->leg == match->leg && times->game == match->game;
}

const struct export_seal *results_seal(const struct results *results)
{
    if (!results->times.path)
        return NULL;
    const struct export_line *last = &results->times.lines[results->times.count - 1].parsed;
    assert(last->kind == EXPORT_SEAL);
    return &last->seal;
}

int results_entrant(const struct export_plan *plan, const char *name)
{
    for (size_t i = 0; i < plan->player_count; i++) {
        if (strcmp(plan->players[i], name) == 0)
            return (int)i;
    }
    return -1;
}

enum error_code results_pairing(const struct export_plan *plan, struct pairing *ret_pairing,
                                struct error *error)
{
    if (plan->rounds < 0 || plan->rounds > PAIRING_ROUNDS_MAX)
        return error_set(error, ERROR_BAD_ARGUMENTS, "%" PRId64 " rounds", plan->rounds);
    *ret_pairing = (struct pairing){
        .format = tournament_format_from_text(plan->format, strlen(plan->format)),
        .entrants = (int)plan->player_count,
        .rounds = (int)plan->rounds,
        .forbidden = plan->forbidden,
        .forbidden_count = plan->forbidden_count,
    };
    return pairing_check(ret_pairing, error);
}

int8_t results_points(const struct export_match *match)
{
    assert(match->winner);
    if (strcmp(match->winner, "first") == 0)
        return 2;
    return strcmp(match->winner, "second") == 0 ? 0 : 1;
}

int64_t results_words(const char *text)
{
    int64_t words = *text != '\0';
    for (; *text; text++)
        words += *text == ' ';
    return words;
}

size_t results_pair_end(const struct results *results, size_t index)
{
    const struct export_match *first = results_match(results, index);
    for (index++; index < results_count(results); index++) {
        const struct export_match *match = results_match(results, index);
        if (match->round != first->round || match->board != first->board ||
            match->leg != first->leg)
            break;
    }
    return index;
}

struct meeting_result results_meeting(const struct results *results, size_t index, size_t end)
{
    assert(index < end && end <= results_count(results));
    const struct export_plan *plan = results_plan(results);
    const struct export_match *match = results_match(results, index);
    int first = results_entrant(plan, match->first);
    int second = match->second ? results_entrant(plan, match->second) : ENTRANT_NOBODY;
    bool is_swapped = match->game == 2;
    struct meeting_result result = {
        .round = (int)match->round - 1,
        .meeting = is_swapped ? (struct meeting){second, first} : (struct meeting){first, second},
        .kind = match->kind,
        .winner = ENTRANT_NOBODY,
        .points = {-1, -1},
    };
    if (match->kind == MEETING_FORFEIT)
        result.winner = strcmp(match->winner, "first") == 0 ? first : second;
    /* These lines may still be of different kinds. */
    for (; index < end; index++) {
        match = results_match(results, index);
        if (match->kind != MEETING_PLAYED)
            break;
        int8_t points = results_points(match);
        assert(match->game == 1 || match->game == 2);
        result.points[match->game - 1] = match->game == 2 ? (int8_t)(2 - points) : points;
    }
    return result;
}

struct meeting_result *results_meetings(const struct results *results, size_t *ret_count)
{
    size_t count = 0, lines = results_count(results), next;
    struct meeting_result *list = memory_zeroed(lines + 1, sizeof *list);
    for (size_t i = 0; i < lines; i = next) {
        next = results_pair_end(results, i);
        list[count++] = results_meeting(results, i, next);
    }
    *ret_count = count;
    return list;
}
