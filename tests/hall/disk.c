#include "tests/hall/disk.h"

#include "common/base/memory.h"
#include "tests/hall/disk_tournament.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

/* Whoever has so long for a move need not be connected. */
enum { PATIENT_MS = 3600000 };

static void finish_match(struct disk_match *match)
{
    for (int64_t ply = 0; ply < match->plies; ply++)
        free(match->moves[ply]);
    for (int64_t ply = 0; ply <= match->plies; ply++)
        free(match->positions[ply]);
    free(match->moves);
    free(match->times);
    free(match->positions);
    free(match->start);
    free(match->marks);
    position_finish(&match->position);
}

static void finish_ban(struct disk_ban *ban)
{
    free(ban->subject);
    free(ban->shown);
    free(ban->reason);
    free(ban);
}

static void finish_bans(struct disk *disk)
{
    struct disk_ban *ban, *next;
    LL_FOREACH_SAFE (disk->bans, ban, next) {
        finish_ban(ban);
    }
}

void disk_finish(struct disk *disk)
{
    for (size_t i = 0; i < disk->player_count; i++) {
        free(disk->players[i].name);
        free(disk->players[i].key);
        free(disk->players[i].password);
    }
    for (size_t i = 0; i < disk->token_count; i++)
        free(disk->tokens[i].client);
    finish_bans(disk);
    for (size_t i = 0; i < disk->match_count; i++)
        finish_match(&disk->matches[i]);
    struct disk_answer *answer, *next;
    HASH_ITER (hh, disk->answers, answer, next) {
        HASH_DEL(disk->answers, answer);
        free(answer);
    }
    disk_finish_tournaments(disk);
    free(disk->players);
    free(disk->tokens);
    free(disk->matches);
    *disk = (struct disk){0};
}

const struct disk_player *disk_player(const struct disk *disk, int64_t id)
{
    return id >= 1 && (size_t)id <= disk->player_count ? &disk->players[id - 1] : NULL;
}

const struct disk_token *disk_token(const struct disk *disk, int64_t number)
{
    return number >= 1 && (size_t)number <= disk->token_count ? &disk->tokens[number - 1] : NULL;
}

void disk_hash_token(const char *token, unsigned char hash[TOKEN_HASH_BYTES])
{
    memset(hash, 0, TOKEN_HASH_BYTES);
    memcpy(hash, token, strnlen(token, TOKEN_HASH_BYTES));
}

const struct disk_token *disk_token_shown(const struct disk *disk, const char *token)
{
    unsigned char hash[TOKEN_HASH_BYTES];
    disk_hash_token(token, hash);
    for (size_t i = 0; i < disk->token_count; i++)
        if (memcmp(disk->tokens[i].hash, hash, TOKEN_HASH_BYTES) == 0)
            return &disk->tokens[i];
    return NULL;
}

const struct disk_ban *disk_ban(const struct disk *disk, enum ban_kind kind, const char *subject)
{
    const struct disk_ban *ban;
    LL_FOREACH (disk->bans, ban) {
        if (ban->kind == kind && strcmp(ban->subject, subject) == 0)
            return ban;
    }
    return NULL;
}

/* NULL: nobody's. */
static const struct disk_player *account_named(const struct disk *disk, const char *key)
{
    for (size_t i = 0; i < disk->player_count; i++)
        if (disk->players[i].password && strcmp(disk->players[i].key, key) == 0)
            return &disk->players[i];
    return NULL;
}

static struct hall_found found_player(const struct disk *disk, const struct disk_player *player)
{
    const struct disk_player *account = account_named(disk, player->key);
    return (struct hall_found){
        .player = player->id,
        .name = player->name,
        .account = player->password != NULL,
        .name_reserved = account && account != player,
    };
}

struct hall_found disk_find_token(const struct disk *disk,
                                  const unsigned char hash[TOKEN_HASH_BYTES], int64_t now_ms)
{
    for (size_t i = 0; i < disk->token_count; i++) {
        const struct disk_token *token = &disk->tokens[i];
        if (token->revoked || token->expires_ms <= now_ms ||
            memcmp(token->hash, hash, TOKEN_HASH_BYTES) != 0)
            continue;
        struct hall_found found = found_player(disk, disk_player(disk, token->player));
        found.token = token->number;
        found.token_expires_ms = token->expires_ms;
        return found;
    }
    return (struct hall_found){0};
}

struct hall_found disk_find_account(const struct disk *disk, const char *name_key,
                                    const char *password)
{
    const struct disk_player *account = account_named(disk, name_key);
    if (!account || strcmp(account->password, password) != 0)
        return (struct hall_found){0};
    return found_player(disk, account);
}

struct hall_found disk_find_name(const struct disk *disk, const char *name_key)
{
    return (struct hall_found){.name_reserved = account_named(disk, name_key) != NULL};
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
    require(!account_named(disk, batch_text(batch, record->player.name_key)),
            "the new guest '%s' has an account's name", batch_text(batch, record->player.name));
    disk->players = memory_resized(disk->players, ++disk->player_count, sizeof(struct disk_player));
    struct disk_player *player = &disk->players[disk->player_count - 1];
    *player = (struct disk_player){
        .id = record->player.id,
        .name = kept(batch, record->player.name),
        .key = kept(batch, record->player.name_key),
    };
}

static struct disk_player *written_player(struct disk *disk, int64_t id)
{
    require(disk_player(disk, id), "there is no player %lld", (long long)id);
    return &disk->players[id - 1];
}

static void write_password(struct disk *disk, const struct batch *batch,
                           const struct record *record)
{
    struct disk_player *player = written_player(disk, record->password.player);
    const struct disk_player *account = account_named(disk, player->key);
    require(!account || account == player, "two accounts have the name '%s'", player->name);
    require(record->password.hash.len > 0, "the password of '%s' is empty", player->name);
    free(player->password);
    player->password = kept(batch, record->password.hash);
}

static void write_token(struct disk *disk, const struct batch *batch, const struct record *record)
{
    written_player(disk, record->token.player);
    require(record->token.number == (int64_t)disk->token_count + 1, "token %lld has a wrong number",
            (long long)record->token.number);
    require(record->token.expires_ms == record->token.created_ms + disk->limits.token_ms,
            "token %lld lasts for a wrong time", (long long)record->token.number);
    disk->tokens = memory_resized(disk->tokens, ++disk->token_count, sizeof(struct disk_token));
    struct disk_token *token = &disk->tokens[disk->token_count - 1];
    *token = (struct disk_token){
        .number = record->token.number,
        .player = record->token.player,
        .client = kept(batch, record->token.client),
        .created_ms = record->token.created_ms,
        .expires_ms = record->token.expires_ms,
    };
    memcpy(token->hash, record->token.hash, TOKEN_HASH_BYTES);
}

static void write_token_used(struct disk *disk, const struct batch *batch,
                             const struct record *record)
{
    (void)batch;
    const struct disk_token *token = disk_token(disk, record->token_used.number);
    require(token && !token->revoked, "token %lld is used but does not exist",
            (long long)record->token_used.number);
    require(record->token_used.expires_ms >= token->expires_ms, "token %lld is shortened by use",
            (long long)token->number);
    disk->tokens[token->number - 1].expires_ms = record->token_used.expires_ms;
}

static void write_token_revoked(struct disk *disk, const struct batch *batch,
                                const struct record *record)
{
    int64_t player = record->token_revoked.player, number = record->token_revoked.number;
    const struct disk_token *except = disk_token(disk, record->token_revoked.except);
    (void)batch;
    written_player(disk, player);
    require(number ? !record->token_revoked.except
                   : except && except->player == player && !except->revoked,
            "player %lld keeps token %lld, which is none", (long long)player,
            (long long)record->token_revoked.except);
    for (size_t i = 0; i < disk->token_count; i++) {
        struct disk_token *token = &disk->tokens[i];
        if (token->player == player && (number ? token->number == number : token != except))
            token->revoked = true;
    }
}

static void write_unban(struct disk *disk, const struct batch *batch, const struct record *record)
{
    const char *subject = batch_text(batch, record->ban.subject);
    const struct disk_ban *found = disk_ban(disk, record->ban.kind, subject);
    struct disk_ban *ban, *next;
    require(found, "'%s' is not banned", subject);
    LL_FOREACH_SAFE (disk->bans, ban, next) {
        if (ban != found)
            continue;
        LL_DELETE(disk->bans, ban);
        finish_ban(ban);
    }
}

static void write_ban(struct disk *disk, const struct batch *batch, const struct record *record)
{
    if (disk_ban(disk, record->ban.kind, batch_text(batch, record->ban.subject)))
        write_unban(disk, batch, record);
    struct disk_ban *ban = memory_zeroed(1, sizeof *ban);
    ban->kind = record->ban.kind;
    ban->subject = kept(batch, record->ban.subject);
    ban->shown = kept(batch, record->ban.shown);
    ban->reason = kept(batch, record->ban.reason);
    ban->made_ms = record->ban.made_ms;
    ban->until_ms = record->ban.until_ms;
    LL_PREPEND(disk->bans, ban);
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
        match->times = memory_resized(match->times, match->capacity, sizeof *match->times);
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
        .tournament = record->match.tournament,
        .rated = record->match.rated,
    };
    const char *rules = batch_text(batch, record->match.rules);
    require(!rules_parse(&match->rules, rules, strlen(rules), &error) &&
                !position_parse(&match->rules, match->start, strlen(match->start), &match->position,
                                &error),
            "match %lld: %s", (long long)match->id, error.message);
    const char *clock = batch_text(batch, record->match.clock);
    require(!clock[0] || (!time_control_parse(clock, strlen(clock), &match->control, &error) &&
                          match->control.kind != TIME_NONE),
            "match %lld has the clock '%s'", (long long)match->id, clock);
    keep_position(match);
}

static struct disk_match *live_match(struct disk *disk, int64_t id)
{
    require(disk_match(disk, id), "there is no match %lld", (long long)id);
    struct disk_match *match = &disk->matches[id - 1];
    require(match->ending == ENDING_NONE, "match %lld is over", (long long)id);
    return match;
}

/* What the mover of move number `ply` had left before it, without a move of their own the whole. */
static int64_t left_before(const struct disk_match *match, int64_t ply)
{
    return ply > 2 && match->control.kind == TIME_FISCHER ? match->times[ply - 3].left_ms
                                                          : match->control.base_ms;
}

/* Of all that may have been credited to the mover so far, the credit of this move included. */
static int64_t credited(const struct disk_match *match, int64_t ply)
{
    int64_t sum = 0;
    for (; ply >= 1; ply -= 2)
        sum += match->times[ply - 1].credit_ms;
    return sum;
}

static void check_times(const struct disk *disk, const struct disk_match *match, int64_t ply)
{
    const struct disk_times *times = &match->times[ply - 1];
    const struct hall_limits *limits = &disk->limits;
    int64_t charged = times->taken_ms - times->credit_ms;
    require(times->taken_ms >= 0 && times->credit_ms >= 0 && charged >= 0 &&
                times->at_ms >= match->created_ms,
            "move %lld of match %lld has impossible times", (long long)ply, (long long)match->id);
    if (match->control.kind == TIME_NONE) {
        require(times->credit_ms == 0 && times->left_ms == -1,
                "match %lld has a clock all of a sudden", (long long)match->id);
        return;
    }
    int64_t left = match->control.kind == TIME_FISCHER
                       ? left_before(match, ply) - charged + match->control.increment_ms
                       : match->control.base_ms;
    require(charged <= left_before(match, ply), "move %lld of match %lld came too late",
            (long long)ply, (long long)match->id);
    require(times->left_ms == left, "after move %lld of match %lld %lld ms are left, not %lld",
            (long long)ply, (long long)match->id, (long long)left, (long long)times->left_ms);
    require(times->credit_ms <= limits->lag_per_move_ms &&
                credited(match, ply) <=
                    limits->lag_quota_ms + (ply + 1) / 2 * limits->lag_quota_gain_ms,
            "move %lld of match %lld is credited with too much", (long long)ply,
            (long long)match->id);
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
    match->times[match->plies] = (struct disk_times){
        .at_ms = record->move.at_ms,
        .taken_ms = record->move.taken_ms,
        .credit_ms = record->move.credit_ms,
        .left_ms = record->move.left_ms,
    };
    match->moves[match->plies++] = canonical.bytes;
    check_times(disk, match, match->plies);
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

/* Who made the last move, or in misere play the other. */
static enum seat winner_of_play(const struct disk_match *match)
{
    enum seat last = match->plies % 2 == 1 ? SEAT_FIRST : SEAT_SECOND;
    enum seat other = last == SEAT_FIRST ? SEAT_SECOND : SEAT_FIRST;
    return match->rules.misere ? other : last;
}

/* Those that a match of a tournament may have, and no other one, and the other way round. */
static bool is_end_of_its_kind(const struct disk_match *match, enum ending ending)
{
    bool anywhere = ending == ENDING_NORMAL || ending == ENDING_RESIGNATION ||
                    ending == ENDING_PLIES || ending == ENDING_TIME;
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
        return over && winner == winner_of_play(match);
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

static void write_end(struct disk *disk, const struct batch *batch, const struct record *record)
{
    struct disk_match *match = live_match(disk, record->end.match);
    require(record->end.plies == match->plies &&
                is_whole_record(match, batch_text(batch, record->end.moves)),
            "the record of match %lld is not its journal", (long long)match->id);
    require(are_all_times(match, batch_text(batch, record->end.times)),
            "match %lld ends with other times than its moves had", (long long)match->id);
    require(is_end_of_its_kind(match, record->end.ending) &&
                is_possible_end(match, record->end.ending, record->end.winner),
            "match %lld cannot end so", (long long)match->id);
    disk_end_in_tournament(disk, match, record->end.ending);
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
    [RECORD_PLAYER] = write_player,
    [RECORD_PASSWORD] = write_password,
    [RECORD_TOKEN] = write_token,
    [RECORD_TOKEN_USED] = write_token_used,
    [RECORD_TOKEN_REVOKED] = write_token_revoked,
    [RECORD_BAN] = write_ban,
    [RECORD_UNBAN] = write_unban,
    [RECORD_MATCH] = write_match,
    [RECORD_MOVE] = write_move,
    [RECORD_END] = write_end,
    [RECORD_ANSWER] = write_answer,
    [RECORD_FORGET] = write_forget,
    [RECORD_TOURNAMENT] = disk_write_tournament,
    [RECORD_TOURNAMENT_STATE] = disk_write_tournament_state,
    [RECORD_ENTRANT] = disk_write_entrant,
    [RECORD_ENTRANT_GONE] = disk_write_entrant_gone,
    [RECORD_PAIR] = disk_write_pair,
    [RECORD_PAIR_MATCH] = disk_write_pair_match,
    [RECORD_PAIR_VOID] = disk_write_pair_void,
    [RECORD_MARKS] = disk_write_marks,
    [RECORD_RATING] = disk_write_rating,
};

void disk_write(struct disk *disk, const struct batch *batch)
{
    require(batch->number == disk->batches + 1, "batch %llu comes after %llu",
            (unsigned long long)batch->number, (unsigned long long)disk->batches);
    require(batch->count > 0, "an empty batch");
    for (size_t i = 0; i < batch->count; i++)
        writers[batch->records[i].kind](disk, batch, &batch->records[i]);
    disk_check_tournaments(disk);
    disk->batches++;
}

static void restore_players(const struct disk *disk, struct hall *hall)
{
    bool *is_seated = memory_zeroed(disk->player_count, sizeof *is_seated);
    for (size_t i = 0; i < disk->match_count; i++)
        if (disk->matches[i].ending == ENDING_NONE)
            is_seated[disk->matches[i].first - 1] = is_seated[disk->matches[i].second - 1] = true;
    disk_mark_entrants(disk, is_seated);
    for (size_t i = 0; i < disk->player_count; i++)
        if (is_seated[i])
            hall_restore_player(hall, disk->players[i].id, disk->players[i].name,
                                disk->players[i].password != NULL);
    free(is_seated);
}

static void restore_match(const struct disk_match *match, struct hall *hall)
{
    struct error error;
    struct text clock = {0};
    if (match->control.kind != TIME_NONE)
        time_control_print(&match->control, &clock);
    struct hall_stored_match stored = {
        .id = match->id,
        .rules = match->rules.text,
        .start = match->start,
        .first = match->first,
        .second = match->second,
        .clock = text_string(&clock),
        .created_ms = match->created_ms,
        .tournament = match->tournament,
        .rated = match->rated,
    };
    require(!hall_restore_match(hall, &stored, &error), "%s", error.message);
    text_finish(&clock);
    for (int64_t ply = 1; ply <= match->plies; ply++) {
        const struct disk_times *times = &match->times[ply - 1];
        struct hall_move move = {
            .match = match->id,
            .ply = ply,
            .move = match->moves[ply - 1],
            .at_ms = times->at_ms,
            .taken_ms = times->taken_ms,
            .credit_ms = times->credit_ms,
            .left_ms = times->left_ms,
        };
        require(!hall_restore_move(hall, &move, &error), "%s", error.message);
    }
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

static void restore_bans(const struct disk *disk, struct hall *hall, int64_t now_ms)
{
    const struct disk_ban *ban;
    LL_FOREACH (disk->bans, ban) {
        if (ban->until_ms == 0 || ban->until_ms > now_ms)
            hall_restore_ban(hall, ban->kind, ban->subject, ban->shown, ban->reason, ban->made_ms,
                             ban->until_ms);
    }
}

void disk_restore(struct disk *disk, struct hall *hall, int64_t now_ms)
{
    disk->batches = 0;
    hall_restore_counters(hall, &(struct hall_counters){
                                    .last_player = (int64_t)disk->player_count,
                                    .last_match = (int64_t)disk->match_count,
                                    .last_token = (int64_t)disk->token_count,
                                    .last_tournament = (int64_t)disk->tournament_count,
                                });
    restore_bans(disk, hall, now_ms);
    restore_players(disk, hall);
    for (size_t i = 0; i < disk->match_count; i++)
        if (disk->matches[i].ending == ENDING_NONE)
            restore_match(&disk->matches[i], hall);
    disk_restore_tournaments(disk, hall);
    restore_answers(disk, hall);
}
