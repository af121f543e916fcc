#include "tests/hall/disk.h"

#include "common/base/memory.h"
#include "tests/hall/disk_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

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
        disk_finish_match(&disk->matches[i]);
    struct disk_answer *answer, *next;
    HASH_ITER (hh, disk->answers, answer, next) {
        HASH_DEL(disk->answers, answer);
        free(answer);
    }
    disk_finish_tournaments(disk);
    disk_finish_ratings(disk);
    disk_finish_invitations(disk);
    disk_finish_blocks(disk);
    disk_finish_reports(disk);
    disk_finish_puzzles(disk);
    free(disk->players);
    free(disk->tokens);
    free(disk->codes);
    free(disk->matches);
    *disk = (struct disk){0};
}

const struct disk_player *disk_player(const struct disk *disk, int64_t id)
{
    return id >= 1 && (size_t)id <= disk->player_count ? &disk->players[id - 1] : NULL;
}

bool disk_is_closed(const struct disk *disk, int64_t player)
{
    const struct disk_player *found = disk_player(disk, player);
    return found && found->password && !*found->password;
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

const struct disk_player *disk_account(const struct disk *disk, const char *key)
{
    for (size_t i = 0; i < disk->player_count; i++)
        if (disk->players[i].password && strcmp(disk->players[i].key, key) == 0)
            return &disk->players[i];
    return NULL;
}

static struct hall_found found_player(const struct disk *disk, const struct disk_player *player)
{
    const struct disk_player *account = disk_account(disk, player->key);
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
    const struct disk_player *account = disk_account(disk, name_key);
    if (!account || strcmp(account->password, password) != 0)
        return (struct hall_found){0};
    return found_player(disk, account);
}

struct hall_found disk_find_code(const struct disk *disk, const char *name_key, const char *code,
                                 int64_t now_ms)
{
    const struct disk_player *account = disk_account(disk, name_key);
    unsigned char hash[TOKEN_HASH_BYTES];
    disk_hash_token(code, hash);
    if (!account || !*account->password || account->code_expires_ms <= now_ms ||
        memcmp(account->code_hash, hash, TOKEN_HASH_BYTES) != 0)
        return (struct hall_found){0};
    return found_player(disk, account);
}

struct hall_found disk_find_open(const struct disk *disk, const char *name_key)
{
    const struct disk_player *account = disk_account(disk, name_key);
    return account && *account->password ? found_player(disk, account) : (struct hall_found){0};
}

struct hall_found disk_find_name(const struct disk *disk, const char *name_key)
{
    return (struct hall_found){.name_reserved = disk_account(disk, name_key) != NULL};
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

char *disk_kept(const char *text)
{
    return memory_text(text, strlen(text));
}

static void write_player(struct disk *disk, const struct record *record)
{
    require(record->player.id == (int64_t)disk->player_count + 1, "player %lld has a wrong number",
            (long long)record->player.id);
    require(!disk_account(disk, record->player.name_key),
            "the new guest '%s' has an account's name", record->player.name);
    disk->players = memory_for_next(disk->players, disk->player_count, sizeof *disk->players);
    struct disk_player *player = &disk->players[disk->player_count++];
    *player = (struct disk_player){
        .id = record->player.id,
        .name = disk_kept(record->player.name),
        .key = disk_kept(record->player.name_key),
    };
}

static struct disk_player *written_player(struct disk *disk, int64_t id)
{
    require(disk_player(disk, id), "there is no player %lld", (long long)id);
    return &disk->players[id - 1];
}

static void write_password(struct disk *disk, const struct record *record)
{
    struct disk_player *player = written_player(disk, record->password.player);
    const struct disk_player *account = disk_account(disk, player->key);
    require(!account || account == player, "two accounts have the name '%s'", player->name);
    require(*record->password.hash, "the password of '%s' is empty", player->name);
    require(!disk_is_closed(disk, player->id), "the closed '%s' has a password again",
            player->name);
    free(player->password);
    player->password = disk_kept(record->password.hash);
    player->code_expires_ms = 0;
}

static void write_closed(struct disk *disk, const struct record *record)
{
    struct disk_player *player = written_player(disk, record->closed.player);
    require(player->password && !disk_is_closed(disk, player->id), "'%s' has no account to close",
            player->name);
    *player->password = '\0';
    player->code_expires_ms = 0;
    for (size_t i = 0; i < disk->token_count; i++)
        if (disk->tokens[i].player == player->id)
            disk->tokens[i].revoked = true;
    disk_forget_practice(disk, player->id);
    disk_forget_ratings(disk, player->id);
    disk_forget_blocks(disk, player->id);
    for (size_t i = 0; i < disk->match_count; i++)
        require(disk->matches[i].ending != ENDING_NONE ||
                    (disk->matches[i].first != player->id && disk->matches[i].second != player->id),
                "the closed '%s' plays match %lld", player->name, (long long)disk->matches[i].id);
    const struct disk_invitation *invitation;
    DL_FOREACH (disk->invitations, invitation) {
        require(invitation->record.maker != player->id, "the closed '%s' has invitation %lld",
                player->name, (long long)invitation->record.id);
    }
    disk_check_left(disk, player->id);
}

static void write_code(struct disk *disk, const struct record *record)
{
    struct disk_player *player = written_player(disk, record->code.player);
    require(player->password, "the guest '%s' has a one-time code", player->name);
    disk->codes = memory_for_next(disk->codes, disk->code_count, sizeof *disk->codes);
    struct disk_code *code = &disk->codes[disk->code_count++];
    code->expires_ms = record->code.expires_ms;
    memcpy(code->hash, record->code.hash, TOKEN_HASH_BYTES);
    if (disk_is_closed(disk, player->id))
        return; /* since it was looked up */
    memcpy(player->code_hash, record->code.hash, TOKEN_HASH_BYTES);
    player->code_expires_ms = record->code.expires_ms;
}

static void write_token(struct disk *disk, const struct record *record)
{
    written_player(disk, record->token.player);
    require(!disk_is_closed(disk, record->token.player), "the closed player %lld gets a token",
            (long long)record->token.player);
    require(record->token.number == (int64_t)disk->token_count + 1, "token %lld has a wrong number",
            (long long)record->token.number);
    require(record->token.expires_ms == record->token.created_ms + disk->limits.token_ms,
            "token %lld lasts for a wrong time", (long long)record->token.number);
    disk->tokens = memory_for_next(disk->tokens, disk->token_count, sizeof *disk->tokens);
    struct disk_token *token = &disk->tokens[disk->token_count++];
    *token = (struct disk_token){
        .number = record->token.number,
        .player = record->token.player,
        .client = disk_kept(record->token.client),
        .created_ms = record->token.created_ms,
        .expires_ms = record->token.expires_ms,
    };
    memcpy(token->hash, record->token.hash, TOKEN_HASH_BYTES);
}

static void write_token_used(struct disk *disk, const struct record *record)
{
    const struct disk_token *token = disk_token(disk, record->token_used.number);
    require(token && !token->revoked, "token %lld is used but does not exist",
            (long long)record->token_used.number);
    require(record->token_used.expires_ms >= token->expires_ms, "token %lld is shortened by use",
            (long long)token->number);
    disk->tokens[token->number - 1].expires_ms = record->token_used.expires_ms;
}

static void write_token_revoked(struct disk *disk, const struct record *record)
{
    int64_t player = record->token_revoked.player, number = record->token_revoked.number;
    const struct disk_token *except = disk_token(disk, record->token_revoked.except);
    written_player(disk, player);
    require(number ? !record->token_revoked.except
                   : !record->token_revoked.except ||
                         (except && except->player == player && !except->revoked),
            "player %lld keeps token %lld, which is none", (long long)player,
            (long long)record->token_revoked.except);
    for (size_t i = 0; i < disk->token_count; i++) {
        struct disk_token *token = &disk->tokens[i];
        if (token->player == player && (number ? token->number == number : token != except))
            token->revoked = true;
    }
}

static void write_unban(struct disk *disk, const struct record *record)
{
    const char *subject = record->ban.subject;
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

static void write_ban(struct disk *disk, const struct record *record)
{
    if (disk_ban(disk, record->ban.kind, record->ban.subject))
        write_unban(disk, record);
    struct disk_ban *ban = memory_zeroed(1, sizeof *ban);
    ban->kind = record->ban.kind;
    ban->subject = disk_kept(record->ban.subject);
    ban->shown = disk_kept(record->ban.shown);
    ban->reason = disk_kept(record->ban.reason);
    ban->made_ms = record->ban.made_ms;
    ban->until_ms = record->ban.until_ms;
    LL_PREPEND(disk->bans, ban);
}

static void write_answer(struct disk *disk, const struct record *record)
{
    const char *key = record->answer.key;
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

static void write_forget(struct disk *disk, const struct record *record)
{
    const char *key = record->forget.key;
    char id[24 + HALL_KEY_MAX];
    struct disk_answer *answer;
    make_answer_id(id, record->forget.player, key);
    HASH_FIND_STR(disk->answers, id, answer);
    require(answer, "the key '%s' is forgotten but was not kept", key);
    HASH_DEL(disk->answers, answer);
    free(answer);
}

typedef void record_writer(struct disk *disk, const struct record *record);

static record_writer *const writers[] = {
    [RECORD_PLAYER] = write_player,
    [RECORD_PASSWORD] = write_password,
    [RECORD_TOKEN] = write_token,
    [RECORD_TOKEN_USED] = write_token_used,
    [RECORD_TOKEN_REVOKED] = write_token_revoked,
    [RECORD_CLOSED] = write_closed,
    [RECORD_CODE] = write_code,
    [RECORD_BLOCK] = disk_write_block,
    [RECORD_UNBLOCK] = disk_write_unblock,
    [RECORD_LINE] = disk_write_line,
    [RECORD_REPORT] = disk_write_report,
    [RECORD_REPORT_CLOSED] = disk_write_report_closed,
    [RECORD_BAN] = write_ban,
    [RECORD_UNBAN] = write_unban,
    [RECORD_MATCH] = disk_write_match,
    [RECORD_MOVE] = disk_write_move,
    [RECORD_TAKEBACK] = disk_write_takeback,
    [RECORD_END] = disk_write_end,
    [RECORD_ANSWER] = write_answer,
    [RECORD_FORGET] = write_forget,
    [RECORD_TOURNAMENT] = disk_write_tournament,
    [RECORD_TOURNAMENT_STATE] = disk_write_tournament_state,
    [RECORD_TOURNAMENT_ACTIVE] = disk_write_tournament_active,
    [RECORD_ENTRANT] = disk_write_entrant,
    [RECORD_ENTRANT_GONE] = disk_write_entrant_gone,
    [RECORD_PAIR] = disk_write_pair,
    [RECORD_PAIR_MATCH] = disk_write_pair_match,
    [RECORD_PAIR_VOID] = disk_write_pair_void,
    [RECORD_MARKS] = disk_write_marks,
    [RECORD_RATING] = disk_write_rating,
    [RECORD_INVITATION] = disk_write_invitation,
    [RECORD_INVITATION_USED] = disk_write_invitation_used,
    [RECORD_INVITATION_GONE] = disk_write_invitation_gone,
    [RECORD_PRACTICE] = disk_write_practice,
    [RECORD_PRACTICE_ITEM] = disk_write_practice_item,
    [RECORD_PUZZLE] = disk_write_puzzle,
};

void disk_write(struct disk *disk, const struct batch *batch)
{
    require(batch->number == disk->batches + 1, "batch %llu comes after %llu",
            (unsigned long long)batch->number, (unsigned long long)disk->batches);
    require(batch->count > 0, "an empty batch");
    for (size_t i = 0; i < batch->count; i++)
        writers[batch->records[i].kind](disk, &batch->records[i]);
    disk_check_tournaments(disk);
    disk->batches++;
}
