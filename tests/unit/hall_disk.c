#include "tests/unit/hall_disk.h"

#include "common/base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char context[80];

void require_context(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(context, sizeof context, format, arguments);
    va_end(arguments);
}

void require_failed(const char *file, int line, const char *format, ...)
{
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    cr_fatal("%s%s:%d: %s", context, file, line, message);
}

static void finish_match(struct disk_match *match)
{
    for (int64_t ply = 0; ply < match->plies; ply++)
        free(match->moves[ply]);
    for (int64_t ply = 0; ply <= match->plies; ply++)
        free(match->positions[ply]);
    free(match->moves);
    free(match->positions);
    free(match->start);
    position_finish(&match->position);
}

void disk_finish(struct disk *disk)
{
    for (size_t i = 0; i < disk->player_count; i++) {
        free(disk->players[i].name);
        free(disk->players[i].key);
    }
    for (size_t i = 0; i < disk->match_count; i++)
        finish_match(&disk->matches[i]);
    struct disk_answer *answer, *next;
    HASH_ITER (hh, disk->answers, answer, next) {
        HASH_DEL(disk->answers, answer);
        free(answer);
    }
    free(disk->players);
    free(disk->matches);
    *disk = (struct disk){0};
}

const struct disk_player *disk_player(const struct disk *disk, int64_t id)
{
    return id >= 1 && (size_t)id <= disk->player_count ? &disk->players[id - 1] : NULL;
}

const struct disk_player *disk_player_by_token(const struct disk *disk,
                                               const unsigned char hash[TOKEN_HASH_BYTES])
{
    for (size_t i = disk->player_count; i-- > 0;)
        if (memcmp(disk->players[i].token_hash, hash, TOKEN_HASH_BYTES) == 0)
            return &disk->players[i];
    return NULL;
}

const struct disk_match *disk_match(const struct disk *disk, int64_t id)
{
    return id >= 1 && (size_t)id <= disk->match_count ? &disk->matches[id - 1] : NULL;
}

static void make_answer_id(char id[24 + HALL_KEY_MAX], int64_t player, const char *key)
{
    snprintf(id, 24 + HALL_KEY_MAX, "%lld/%s", (long long)player, key);
}

const struct disk_answer *disk_answer(const struct disk *disk, int64_t player, const char *key)
{
    char id[24 + HALL_KEY_MAX];
    struct disk_answer *found;
    make_answer_id(id, player, key);
    HASH_FIND_STR(disk->answers, id, found);
    return found;
}

static char *kept(const struct batch *batch, struct batch_span span)
{
    return memory_text(batch_text(batch, span), span.len);
}

static void write_player(struct disk *disk, const struct batch *batch, const struct record *record)
{
    require(record->player.id == (int64_t)disk->player_count + 1, "player %lld has a wrong number",
            (long long)record->player.id);
    disk->players = memory_resized(disk->players, ++disk->player_count, sizeof(struct disk_player));
    struct disk_player *player = &disk->players[disk->player_count - 1];
    *player = (struct disk_player){
        .id = record->player.id,
        .name = kept(batch, record->player.name),
        .key = kept(batch, record->player.name_key),
    };
    memcpy(player->token_hash, record->player.token_hash, TOKEN_HASH_BYTES);
}

static char *printed_position(const struct disk_match *match)
{
    struct text text = {0};
    position_print(&match->rules, &match->position, &text);
    return text.bytes;
}

/* Room for one more ply, with the position as it stands now as the one after it. */
static void keep_position(struct disk_match *match)
{
    if ((size_t)match->plies == match->capacity) {
        match->capacity = match->capacity ? 2 * match->capacity : 8;
        match->moves = memory_resized(match->moves, match->capacity, sizeof *match->moves);
        match->positions =
            memory_resized(match->positions, match->capacity + 1, sizeof *match->positions);
    }
    match->positions[match->plies] = printed_position(match);
}

static void write_match(struct disk *disk, const struct batch *batch, const struct record *record)
{
    struct error error;
    require(record->match.id == (int64_t)disk->match_count + 1, "match %lld has a wrong number",
            (long long)record->match.id);
    require(disk_player(disk, record->match.first) && disk_player(disk, record->match.second) &&
                record->match.first != record->match.second,
            "match %lld has wrong players", (long long)record->match.id);
    disk->matches = memory_resized(disk->matches, ++disk->match_count, sizeof(struct disk_match));
    struct disk_match *match = &disk->matches[disk->match_count - 1];
    *match = (struct disk_match){
        .id = record->match.id,
        .start = kept(batch, record->match.start),
        .first = record->match.first,
        .second = record->match.second,
        .created_ms = record->match.created_ms,
    };
    const char *rules = batch_text(batch, record->match.rules);
    require(!rules_parse(&match->rules, rules, strlen(rules), &error) &&
                !position_parse(&match->rules, match->start, strlen(match->start), &match->position,
                                &error),
            "match %lld: %s", (long long)match->id, error.message);
    keep_position(match);
}

static struct disk_match *live_match(struct disk *disk, int64_t id)
{
    require(disk_match(disk, id), "there is no match %lld", (long long)id);
    struct disk_match *match = &disk->matches[id - 1];
    require(match->ending == ENDING_NONE, "match %lld is over", (long long)id);
    return match;
}

static void write_move(struct disk *disk, const struct batch *batch, const struct record *record)
{
    struct disk_match *match = live_match(disk, record->move.match);
    const char *text = batch_text(batch, record->move.move);
    struct move move;
    struct error error;
    struct text canonical = {0};
    require(record->move.ply == match->plies + 1, "match %lld: ply %lld after %lld",
            (long long)match->id, (long long)record->move.ply, (long long)match->plies);
    require(
        !move_parse(&match->rules, &match->position, text, record->move.move.len, &move, &error),
        "match %lld: %s", (long long)match->id, error.message);
    move_print(&match->rules, &match->position, &move, &canonical);
    require(strcmp(text_string(&canonical), text) == 0, "match %lld: '%s' is not canonical",
            (long long)match->id, text);
    move_apply(&match->rules, &match->position, &move);
    match->moves[match->plies++] = canonical.bytes;
    keep_position(match);
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

/* Who made the last move, or in misere play the other. */
static enum seat winner_of_play(const struct disk_match *match)
{
    enum seat last = match->plies % 2 == 1 ? SEAT_FIRST : SEAT_SECOND;
    enum seat other = last == SEAT_FIRST ? SEAT_SECOND : SEAT_FIRST;
    return match->rules.misere ? other : last;
}

static bool is_possible_end(const struct disk_match *match, enum ending ending, enum seat winner)
{
    bool over = position_is_over(&match->rules, &match->position);
    switch (ending) {
    case ENDING_NORMAL:
        return over && winner == winner_of_play(match);
    case ENDING_RESIGNATION:
        return !over && winner != SEAT_NOBODY;
    case ENDING_ABORTED:
        return !over && match->plies < 2 && winner == SEAT_NOBODY;
    case ENDING_PLIES:
        return !over && match->plies == HALL_PLIES_MAX && winner == SEAT_NOBODY;
    case ENDING_NONE:
        break;
    }
    return false;
}

static void write_end(struct disk *disk, const struct batch *batch, const struct record *record)
{
    struct disk_match *match = live_match(disk, record->end.match);
    require(record->end.plies == match->plies &&
                is_whole_record(match, batch_text(batch, record->end.moves)),
            "the record of match %lld is not its journal", (long long)match->id);
    require(is_possible_end(match, record->end.ending, record->end.winner),
            "match %lld cannot end so", (long long)match->id);
    match->ending = record->end.ending;
    match->winner = record->end.winner;
}

static void write_answer(struct disk *disk, const struct batch *batch, const struct record *record)
{
    const char *key = batch_text(batch, record->answer.key);
    struct disk_answer *answer = memory_zeroed(1, sizeof *answer);
    require(!disk_answer(disk, record->answer.player, key), "the key '%s' is recorded twice", key);
    make_answer_id(answer->id, record->answer.player, key);
    strcpy(answer->key, key);
    answer->player = record->answer.player;
    answer->kind = record->answer.kind;
    answer->subject = record->answer.subject;
    answer->result = record->answer.result;
    answer->at_ms = record->answer.at_ms;
    HASH_ADD_STR(disk->answers, id, answer);
}

static void write_forget(struct disk *disk, const struct batch *batch, const struct record *record)
{
    const char *key = batch_text(batch, record->forget.key);
    char id[24 + HALL_KEY_MAX];
    struct disk_answer *answer;
    make_answer_id(id, record->forget.player, key);
    HASH_FIND_STR(disk->answers, id, answer);
    require(answer, "the key '%s' is forgotten but was not kept", key);
    HASH_DEL(disk->answers, answer);
    free(answer);
}

typedef void record_writer(struct disk *disk, const struct batch *batch,
                           const struct record *record);

static record_writer *const writers[] = {
    [RECORD_PLAYER] = write_player, [RECORD_MATCH] = write_match,   [RECORD_MOVE] = write_move,
    [RECORD_END] = write_end,       [RECORD_ANSWER] = write_answer, [RECORD_FORGET] = write_forget,
};

void disk_write(struct disk *disk, const struct batch *batch)
{
    require(batch->number == disk->batches + 1, "batch %llu comes after %llu",
            (unsigned long long)batch->number, (unsigned long long)disk->batches);
    require(batch->count > 0, "an empty batch");
    for (size_t i = 0; i < batch->count; i++)
        writers[batch->records[i].kind](disk, batch, &batch->records[i]);
    disk->batches++;
}

static void restore_players(const struct disk *disk, struct hall *hall)
{
    bool *is_seated = memory_zeroed(disk->player_count, sizeof *is_seated);
    for (size_t i = 0; i < disk->match_count; i++)
        if (disk->matches[i].ending == ENDING_NONE)
            is_seated[disk->matches[i].first - 1] = is_seated[disk->matches[i].second - 1] = true;
    for (size_t i = 0; i < disk->player_count; i++)
        if (is_seated[i])
            hall_restore_player(hall, disk->players[i].id, disk->players[i].name,
                                disk->players[i].token_hash);
    free(is_seated);
}

static void restore_match(const struct disk_match *match, struct hall *hall)
{
    struct error error;
    require(!hall_restore_match(hall, match->id, match->rules.text, match->start, match->first,
                                match->second, match->created_ms, &error),
            "%s", error.message);
    for (int64_t ply = 1; ply <= match->plies; ply++)
        require(!hall_restore_move(hall, match->id, ply, match->moves[ply - 1], &error), "%s",
                error.message);
}

static int by_time(const struct disk_answer *a, const struct disk_answer *b)
{
    return (a->at_ms > b->at_ms) - (a->at_ms < b->at_ms);
}

static void restore_answers(struct disk *disk, struct hall *hall)
{
    HASH_SORT(disk->answers, by_time);
    for (const struct disk_answer *answer = disk->answers; answer; answer = answer->hh.next)
        hall_restore_answer(hall, answer->player, answer->key, answer->kind, answer->subject,
                            answer->result, answer->at_ms);
}

void disk_restore(struct disk *disk, struct hall *hall)
{
    disk->batches = 0;
    hall_restore_counters(hall, (int64_t)disk->player_count, (int64_t)disk->match_count);
    restore_players(disk, hall);
    for (size_t i = 0; i < disk->match_count; i++)
        if (disk->matches[i].ending == ENDING_NONE)
            restore_match(&disk->matches[i], hall);
    restore_answers(disk, hall);
}
