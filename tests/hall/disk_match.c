/* Matches: played again, move by move. */
#include "common/base/memory.h"
#include "tests/hall/disk_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whoever has so long for a move need not be connected. */
enum { PATIENT_MS = 3600000 };

void disk_finish_match(struct disk_match *match)
{
    for (int64_t seq = 0; seq < match->change_count; seq++) {
        free(match->changes[seq].move);
        free(match->changes[seq].position);
    }
    free(match->changes);
    text_finish(&match->taken_back);
    free(match->moves);
    free(match->times);
    free(match->positions);
    free(match->start);
    free(match->marks);
    position_finish(&match->position);
}

const struct disk_match *disk_match(const struct disk *disk, int64_t id)
{
    return id >= 1 && (size_t)id <= disk->match_count ? &disk->matches[id - 1] : NULL;
}

static char *printed_position(const struct disk_match *match)
{
    struct text text = {0};
    position_print(&match->rules, &match->position, &text);
    return text.bytes;
}

int64_t disk_seq(const struct disk_match *match)
{
    return match->change_count - 1 + (match->ending != ENDING_NONE);
}

int64_t *disk_moves_at(const struct disk_match *match, int64_t seq)
{
    int64_t *moves = memory_zeroed((size_t)match->most_plies + 1, sizeof *moves);
    for (int64_t i = 1; i <= seq; i++)
        if (match->changes[i].move)
            moves[match->changes[i].ply - 1] = i;
    return moves;
}

/* The match has changed, and stands as it does now. */
static void keep_change(struct disk_match *match, char *move, const struct disk_times *times)
{
    match->changes =
        memory_for_next(match->changes, (size_t)match->change_count, sizeof *match->changes);
    match->changes[match->change_count++] = (struct disk_change){
        .ply = match->plies,
        .move = move,
        .position = printed_position(match),
        .times = *times,
    };
    match->most_plies = match->plies > match->most_plies ? match->plies : match->most_plies;
    if ((size_t)match->plies == match->capacity) {
        match->capacity = match->capacity ? 2 * match->capacity : 8;
        match->moves = memory_resized(match->moves, match->capacity, sizeof *match->moves);
        match->times = memory_resized(match->times, match->capacity, sizeof *match->times);
        match->positions =
            memory_resized(match->positions, match->capacity + 1, sizeof *match->positions);
    }
    match->positions[match->plies] = match->changes[match->change_count - 1].position;
}

void disk_write_match(struct disk *disk, const struct record *record)
{
    struct error error;
    require(record->match.id == (int64_t)disk->match_count + 1, "match %lld has a wrong number",
            (long long)record->match.id);
    require(disk_player(disk, record->match.first) && disk_player(disk, record->match.second) &&
                record->match.first != record->match.second &&
                !disk_is_closed(disk, record->match.first) &&
                !disk_is_closed(disk, record->match.second),
            "match %lld has wrong players", (long long)record->match.id);
    require(record->match.tournament ||
                (!disk_has_blocked(disk, record->match.first, record->match.second) &&
                 !disk_has_blocked(disk, record->match.second, record->match.first)),
            "match %lld is between two of whom one has blocked the other",
            (long long)record->match.id);
    disk->matches = memory_for_next(disk->matches, disk->match_count, sizeof *disk->matches);
    struct disk_match *match = &disk->matches[disk->match_count++];
    *match = (struct disk_match){
        .id = record->match.id,
        .start = disk_kept(record->match.start),
        .first = record->match.first,
        .second = record->match.second,
        .created_ms = record->match.created_ms,
        .tournament = record->match.tournament,
        .rated = record->match.rated,
        .awaited_until_ms = record->match.awaited_until_ms,
        .code = record->match.code,
    };
    snprintf(match->look, sizeof match->look, "%s", record->match.look);
    const char *rules = record->match.rules;
    require(!rules_parse(&match->rules, rules, strlen(rules), &error) &&
                !position_parse(&match->rules, match->start, strlen(match->start), &match->position,
                                &error),
            "match %lld: %s", (long long)match->id, error.message);
    const char *clock = record->match.clock;
    require(!clock[0] || (!time_control_parse(clock, strlen(clock), &match->control, &error) &&
                          match->control.kind != TIME_NONE),
            "match %lld has the clock '%s'", (long long)match->id, clock);
    match->left_ms[0] = match->left_ms[1] = match->control.base_ms;
    keep_change(match, NULL, &(struct disk_times){0});
}

static struct disk_match *live_match(struct disk *disk, int64_t id)
{
    require(disk_match(disk, id), "there is no match %lld", (long long)id);
    struct disk_match *match = &disk->matches[id - 1];
    require(match->ending == ENDING_NONE, "match %lld is over", (long long)id);
    return match;
}

/* Is there no more credit in all turns of this player (0 or 1) so far, and in one more, than there
 * can be? */
static bool is_credit_possible(const struct disk *disk, const struct disk_match *match, int mover,
                               int64_t credit_ms)
{
    int64_t moves = 1;
    for (int64_t seq = 1; seq < match->change_count; seq++) {
        const struct disk_change *before = &match->changes[seq - 1];
        if (before->ply % 2 != mover)
            continue;
        credit_ms += match->changes[seq].times.credit_ms;
        moves += match->changes[seq].move != NULL;
    }
    return credit_ms <= disk->limits.lag_quota_ms + moves * disk->limits.lag_quota_gain_ms;
}

/* Of the turn that has just come to its end, with the move number `ply`, or otherwise. */
static void check_times(const struct disk *disk, struct disk_match *match, int64_t ply,
                        const struct disk_times *times, bool is_move)
{
    const struct hall_limits *limits = &disk->limits;
    int64_t charged = times->taken_ms - times->credit_ms;
    int mover = (int)((ply - 1) % 2);
    int64_t before = match->left_ms[mover];
    require(times->taken_ms >= 0 && times->credit_ms >= 0 && charged >= 0 &&
                times->at_ms >= match->created_ms,
            "move %lld of match %lld has impossible times", (long long)ply, (long long)match->id);
    if (match->control.kind == TIME_NONE) {
        require(times->credit_ms == 0 && times->left_ms == -1,
                "match %lld has a clock all of a sudden", (long long)match->id);
        return;
    }
    int64_t left = match->control.kind == TIME_FISCHER
                       ? before - charged + (is_move ? match->control.increment_ms : 0)
                       : match->control.base_ms;
    require(charged <= before, "move %lld of match %lld came too late", (long long)ply,
            (long long)match->id);
    require(times->left_ms == left, "after move %lld of match %lld %lld ms are left, not %lld",
            (long long)ply, (long long)match->id, (long long)left, (long long)times->left_ms);
    require(times->credit_ms <= limits->lag_per_move_ms &&
                is_credit_possible(disk, match, mover, times->credit_ms),
            "move %lld of match %lld is credited with too much", (long long)ply,
            (long long)match->id);
    match->left_ms[mover] = left;
}

static struct disk_times times_in(const struct record *record)
{
    return (struct disk_times){
        .at_ms = record->move.at_ms,
        .taken_ms = record->move.taken_ms,
        .credit_ms = record->move.credit_ms,
        .left_ms = record->move.left_ms,
    };
}

void disk_write_move(struct disk *disk, const struct record *record)
{
    struct disk_match *match = live_match(disk, record->move.match);
    const char *text = record->move.move;
    struct move move;
    struct error error;
    struct text canonical = {0};
    require(record->move.ply == match->plies + 1, "match %lld: ply %lld after %lld",
            (long long)match->id, (long long)record->move.ply, (long long)match->plies);
    require(!move_parse(&match->rules, &match->position, text, strlen(text), &move, &error),
            "match %lld: %s", (long long)match->id, error.message);
    move_print(&match->rules, &match->position, &move, &canonical);
    require(strcmp(text_string(&canonical), text) == 0, "match %lld: '%s' is not canonical",
            (long long)match->id, text);
    move_apply(&match->rules, &match->position, &move);
    struct disk_times times = times_in(record);
    check_times(disk, match, match->plies + 1, &times, true);
    match->times[match->plies] = times;
    match->moves[match->plies++] = canonical.bytes;
    keep_change(match, canonical.bytes, &times);
}

void disk_write_takeback(struct disk *disk, const struct record *record)
{
    struct disk_match *match = live_match(disk, record->move.match);
    int64_t ply = record->move.ply;
    struct disk_times times = times_in(record);
    struct error error;
    require(!match->rated && !match->tournament, "in match %lld moves are taken back",
            (long long)match->id);
    require(ply >= 1 && ply <= match->plies && !*record->move.move,
            "match %lld: move %lld is taken back after %lld", (long long)match->id, (long long)ply,
            (long long)match->plies);
    check_times(disk, match, match->plies + 1, &times, false);
    text_printf(&match->taken_back, "%s%lld", match->times_back++ ? " / " : "", (long long)ply);
    for (int64_t i = ply; i <= match->plies; i++)
        text_printf(&match->taken_back, " %s", match->moves[i - 1]);
    match->plies = ply - 1;
    const char *position = match->positions[match->plies];
    position_finish(&match->position);
    match->position = (struct position){0};
    require(!position_parse(&match->rules, position, strlen(position), &match->position, &error),
            "match %lld: %s", (long long)match->id, error.message);
    keep_change(match, NULL, &times);
}

/* Is this the whole journal of the match, a space between two moves? */
static bool is_whole_record(const struct disk_match *match, const char *moves)
{
    for (int64_t ply = 0; ply < match->plies; ply++) {
        size_t len = strlen(match->moves[ply]);
        if ((ply > 0 && *moves++ != ' ') || strncmp(moves, match->moves[ply], len) != 0)
            return false;
        moves += len;
    }
    return *moves == '\0';
}

static bool are_all_times(const struct disk_match *match, const char *recorded)
{
    struct text times = {0};
    for (int64_t ply = 0; ply < match->plies; ply++) {
        text_printf(&times, "%s%lld", ply > 0 ? " " : "", (long long)match->times[ply].taken_ms);
        if (match->times[ply].credit_ms > 0)
            text_printf(&times, "-%lld", (long long)match->times[ply].credit_ms);
    }
    bool same = strcmp(text_string(&times), recorded) == 0;
    text_finish(&times);
    return same;
}

/* Nobody: a draw. Precondition: the position is over. */
static enum seat winner_of_play(const struct disk_match *match)
{
    enum seat last = match->plies % 2 == 1 ? SEAT_FIRST : SEAT_SECOND;
    enum seat stuck = last == SEAT_FIRST ? SEAT_SECOND : SEAT_FIRST;
    enum stuck_result result = position_stuck_result(&match->rules, &match->position);
    return result == STUCK_DRAWS ? SEAT_NOBODY : result == STUCK_WINS ? stuck : last;
}

/* Those that a match of a tournament may have, and no other one, and the other way round. */
static bool is_end_of_its_kind(const struct disk_match *match, enum ending ending)
{
    bool anywhere = ending == ENDING_NORMAL || ending == ENDING_DRAW ||
                    ending == ENDING_RESIGNATION || ending == ENDING_PLIES || ending == ENDING_TIME;
    bool elsewhere =
        ending == ENDING_ABORTED || ending == ENDING_ABANDONED || ending == ENDING_UNSTARTED;
    return anywhere || elsewhere == (match->tournament == 0);
}

static bool is_possible_end(const struct disk_match *match, enum ending ending, enum seat winner)
{
    bool over = position_is_over(&match->rules, &match->position);
    bool has_clock = match->control.kind != TIME_NONE;
    enum seat waits = match->plies % 2 == 0 ? SEAT_SECOND : SEAT_FIRST;
    switch (ending) {
    case ENDING_NORMAL:
    case ENDING_DRAW:
        return over && (ending == ENDING_DRAW) == (winner == SEAT_NOBODY) &&
               winner == winner_of_play(match);
    case ENDING_RESIGNATION:
        return !over && winner != SEAT_NOBODY;
    case ENDING_ABORTED:
        return !over && winner == SEAT_NOBODY;
    case ENDING_PLIES:
        return !over && match->plies == HALL_PLIES_MAX && winner == SEAT_NOBODY;
    case ENDING_TIME:
        return !over && has_clock && winner == waits;
    case ENDING_ABANDONED:
        return !over && (winner == waits || (winner == SEAT_NOBODY && !has_clock)) &&
               match->control.base_ms < PATIENT_MS;
    case ENDING_UNSTARTED:
        return !over && has_clock && match->plies < 2 && winner == SEAT_NOBODY;
    case ENDING_STALL:
    case ENDING_DISCONNECT:
        return !over && winner == waits;
    case ENDING_ILLEGAL:
    case ENDING_PROTOCOL:
        return !over && winner != SEAT_NOBODY;
    case ENDING_VOID:
        return !over && winner == SEAT_NOBODY;
    case ENDING_NONE:
    case ENDING_COUNT:
        break;
    }
    return false;
}

void disk_write_end(struct disk *disk, const struct record *record)
{
    struct disk_match *match = live_match(disk, record->end.match);
    require(record->end.plies == match->plies && is_whole_record(match, record->end.moves),
            "the record of match %lld is not its journal", (long long)match->id);
    require(are_all_times(match, record->end.times),
            "match %lld ends with other times than its moves had", (long long)match->id);
    require(strcmp(record->end.taken_back, text_string(&match->taken_back)) == 0,
            "match %lld ends as if '%s' had been taken back, but that was '%s'",
            (long long)match->id, record->end.taken_back, text_string(&match->taken_back));
    require(is_end_of_its_kind(match, record->end.ending) &&
                is_possible_end(match, record->end.ending, record->end.winner),
            "match %lld cannot end so", (long long)match->id);
    disk_end_in_tournament(disk, match, record->end.ending);
    require(record->end.ended_ms >= match->created_ms, "match %lld ended before it began",
            (long long)match->id);
    match->ending = record->end.ending;
    match->winner = record->end.winner;
    match->ended_ms = record->end.ended_ms;
}

static int64_t count_words(const char *text)
{
    int64_t count = *text != '\0';
    for (; *text; text++)
        count += *text == ' ';
    return count;
}

void disk_write_marks(struct disk *disk, const struct record *record)
{
    require(disk_match(disk, record->marks.match), "there is no match %lld to be judged",
            (long long)record->marks.match);
    struct disk_match *match = &disk->matches[record->marks.match - 1];
    require(match->ending != ENDING_NONE && !match->marks, "match %lld is judged at a wrong time",
            (long long)match->id);
    require(!match->tournament || !disk_is_settled(disk, match),
            "match %lld is judged when nothing of it may change any more", (long long)match->id);
    match->marks = disk_kept(record->marks.marks);
    require(count_words(match->marks) == match->plies, "match %lld: %lld moves are judged '%s'",
            (long long)match->id, (long long)match->plies, match->marks);
}
