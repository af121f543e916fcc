/* Accounts and tokens: how they begin and end, and the changes that a hello under way may miss. */
#include "common/base/memory.h"
#include "server/hall/blocks.h"
#include "server/hall/invitations.h"
#include "server/hall/matches.h"
#include "server/hall/outbox.h"
#include "server/hall/player_name.h"
#include "server/hall/players.h"
#include "server/hall/puzzles.h"
#include "server/hall/reports.h"
#include "server/hall/tournament.h"

#include <assert.h>
#include <stdlib.h>

enum { DAY_MS = 86400000 };

/* --- hellos that are being looked up, and the changes that they may have missed --- */

static struct question *find_question(const struct hall *hall, uint64_t session)
{
    struct question *found = NULL;
    HASH_FIND(hh, hall->questions, &session, sizeof session, found);
    return found;
}

void question_begin(struct hall *hall, uint64_t session)
{
    assert(!find_question(hall, session));
    struct question *question = memory_zeroed(1, sizeof *question);
    question->session = session;
    question->changes_before = hall->changes_made;
    HASH_ADD(hh, hall->questions, session, sizeof question->session, question);
}

bool question_is_open(const struct hall *hall, uint64_t session)
{
    return find_question(hall, session) != NULL;
}

void question_leave(struct hall *hall, uint64_t session)
{
    struct question *question = find_question(hall, session);
    if (question)
        question->has_left = true;
}

/* Drops the changes that every open question knows. */
static void forget_changes(struct hall *hall)
{
    uint64_t known = hall->questions ? hall->questions->changes_before : hall->changes_made;
    struct account_change *change;
    while ((change = hall->changes) && change->number <= known) {
        DL_DELETE(hall->changes, change);
        free(change->key);
        free(change);
    }
}

static void question_destroy(struct hall *hall, struct question *question)
{
    HASH_DELETE(hh, hall->questions, question);
    free(question);
    forget_changes(hall);
}

void questions_destroy(struct hall *hall)
{
    while (hall->questions)
        question_destroy(hall, hall->questions);
}

static bool is_revoked(const struct account_change *change, const struct hall_found *found)
{
    return change->token ? found->token == change->token : found->token != change->except;
}

static void apply(const struct account_change *change, const struct hall_hello *hello,
                  const char *name, struct hall_found *found)
{
    bool about_found = change->player == found->player;
    switch (change->kind) {
    case CHANGE_REGISTERED:
        if (about_found)
            found->account = true;
        else if (strcmp(change->key, name) == 0)
            found->name_reserved = true;
        break;
    case CHANGE_PASSWORD:
        if (about_found && hello->with_password)
            *found = (struct hall_found){0};
        break;
    case CHANGE_CLOSED:
        if (about_found)
            *found = (struct hall_found){0};
        break;
    case CHANGE_CODE:
        if (about_found && hello->password_hash)
            *found = (struct hall_found){0};
        break;
    case CHANGE_REVOKED:
        if (about_found && hello->token.bytes && is_revoked(change, found))
            *found = (struct hall_found){0};
        break;
    }
}

/* The name_key() of the name that the hello is about. */
static char *name_of(const struct hall_hello *hello, const struct hall_found *found)
{
    if (!hello->token.bytes)
        return name_key(hello->name.bytes, hello->name.len);
    return found->player ? name_key(found->name, strlen(found->name)) : memory_text("", 0);
}

void question_correct(const struct hall *hall, uint64_t session, const struct hall_hello *hello,
                      struct hall_found *found)
{
    const struct question *question = find_question(hall, session);
    assert(question);
    char *name = name_of(hello, found);
    const struct account_change *change;
    DL_FOREACH (hall->changes, change) {
        if (change->number > question->changes_before)
            apply(change, hello, name, found);
    }
    free(name);
}

void questions_refuse(struct hall *hall)
{
    struct question *question, *next;
    HASH_ITER (hh, hall->questions, question, next) {
        question->is_refused = true;
    }
}

bool question_end(struct hall *hall, struct hall_caller from)
{
    struct question *question = find_question(hall, from.session);
    assert(question);
    bool is_here = !question->has_left, is_refused = question->is_refused;
    question_destroy(hall, question);
    if (is_here && is_refused)
        refuse_stalled(hall, from);
    return is_here && !is_refused;
}

static struct account_change *note_change(struct hall *hall, enum account_change_kind kind,
                                          int64_t player)
{
    struct account_change *change = memory_zeroed(1, sizeof *change);
    change->number = ++hall->changes_made;
    change->kind = kind;
    change->player = player;
    DL_APPEND(hall->changes, change);
    return change;
}

/* --- tokens --- */

void token_add(struct hall *hall, const struct player *player, const struct hall_hello *hello,
               struct used_token *token)
{
    *token = (struct used_token){
        .text = hello->is_overheard ? NULL : hello->fresh_token,
        .len = hello->is_overheard ? 0 : strlen(hello->fresh_token),
        .number = hall->server_bits | ++hall->last_token,
        .expires_ms = hall->now_ms + hall->limits.token_ms,
    };
    struct record *record = batch_append(hall->open, RECORD_TOKEN);
    record->token.number = token->number;
    record->token.player = player->id;
    memcpy(record->token.hash, hello->fresh_token_hash, TOKEN_HASH_BYTES);
    record->token.client = batch_keep(hall->open, hello->client, strlen(hello->client));
    record->token.created_ms = hall->now_ms;
    record->token.expires_ms = token->expires_ms;
    payers_charge(hall, player, COST_TOKEN, strlen(hello->client));
}

void token_use(struct hall *hall, const struct hall_hello *hello, const struct hall_found *found,
               struct used_token *token)
{
    *token = (struct used_token){
        .text = hello->token.bytes,
        .len = hello->token.len,
        .number = found->token,
        .expires_ms = found->token_expires_ms,
    };
    int64_t expires_ms = hall->now_ms + hall->limits.token_ms;
    /* A token that is used often is renewed once a day. */
    if (expires_ms - found->token_expires_ms < DAY_MS)
        return;
    token->expires_ms = expires_ms;
    struct record *record = batch_append(hall->open, RECORD_TOKEN_USED);
    record->token_used.number = found->token;
    record->token_used.expires_ms = expires_ms;
}

void tokens_renew(struct hall *hall)
{
    int64_t half_ms = hall->limits.token_ms / 2;
    int64_t wait_ms = half_ms > DAY_MS / 2 ? half_ms : DAY_MS / 2;
    struct session *oldest;
    while ((oldest = hall->renewed) && hall->now_ms - oldest->renewed_ms >= wait_ms) {
        struct record *record = batch_append(hall->open, RECORD_TOKEN_USED);
        record->token_used.number = oldest->token;
        record->token_used.expires_ms = hall->now_ms + hall->limits.token_ms;
        assert(!oldest->next_renewed || oldest->next_renewed->renewed_ms >= oldest->renewed_ms);
        oldest->renewed_ms = hall->now_ms;
        DL_DELETE2(hall->renewed, oldest, prev_renewed, next_renewed);
        DL_APPEND2(hall->renewed, oldest, prev_renewed, next_renewed);
    }
}

/* `number`, `except`: as in struct record. */
static void revoke(struct hall *hall, const struct player *player, int64_t number, int64_t except)
{
    struct record *record = batch_append(hall->open, RECORD_TOKEN_REVOKED);
    record->token_revoked.player = player->id;
    record->token_revoked.number = number;
    record->token_revoked.except = except;
    struct account_change *change = note_change(hall, CHANGE_REVOKED, player->id);
    change->token = number;
    change->except = except;
    forget_changes(hall);
}

void hall_token_list(struct hall *hall, struct hall_caller from)
{
    const struct session *session = session_find(hall, from.session);
    struct message *message = answer_later(hall, from, MESSAGE_LOOK_UP_TOKENS);
    message->look_up_tokens.player = session->player->id;
    message->look_up_tokens.current = session->token;
}

void hall_token_revoke(struct hall *hall, struct hall_caller from, int64_t token,
                       struct hall_text key)
{
    const struct player *player = change_begin(hall, from, REQUEST_TOKEN_REVOKE, token, key);
    if (!player)
        return;
    if (token > (hall->server_bits | hall->last_token)) {
        refuse(hall, from, ERROR_NO_SUCH_TOKEN, "there is no token %lld: token.list shows yours",
               (long long)token);
        return;
    }
    struct session *session = session_find(hall, from.session);
    revoke(hall, player, token, token ? 0 : session->token);
    answer_keep(hall, player->id, key, REQUEST_TOKEN_REVOKE, token, 0, true);
    answer_done(hall, from);
    if (token == session->token && !player->account)
        invitations_drop(hall, session->player); /* a guest cannot come back without it */
    if (token == session->token)
        session_kick(hall, session, "this token was revoked");
}

/* --- accounts --- */

/* Where the skeleton is, or the gap where it would be. There is a gap. */
static uint64_t *find_skeleton(uint64_t *skeletons, size_t capacity, uint64_t skeleton)
{
    size_t at = skeleton & (capacity - 1);
    assert(capacity > 0 && (capacity & (capacity - 1)) == 0);
    while (skeletons[at] && skeletons[at] != skeleton)
        at = (at + 1) & (capacity - 1);
    return &skeletons[at];
}

static void grow_skeletons(struct hall *hall)
{
    size_t capacity = hall->skeleton_capacity ? 2 * hall->skeleton_capacity : 64;
    uint64_t *skeletons = memory_zeroed(capacity, sizeof *skeletons);
    for (size_t i = 0; i < hall->skeleton_capacity; i++)
        if (hall->account_skeletons[i])
            *find_skeleton(skeletons, capacity, hall->account_skeletons[i]) =
                hall->account_skeletons[i];
    free(hall->account_skeletons);
    hall->account_skeletons = skeletons;
    hall->skeleton_capacity = capacity;
}

void account_protect_name(struct hall *hall, const char *name)
{
    uint64_t skeletons[NAME_CASES];
    name_skeletons(name, strlen(name), skeletons);
    for (int i = 0; i < NAME_CASES; i++) {
        if (4 * (hall->skeleton_count + 1) > 3 * hall->skeleton_capacity)
            grow_skeletons(hall);
        uint64_t *place =
            find_skeleton(hall->account_skeletons, hall->skeleton_capacity, skeletons[i]);
        hall->skeleton_count += *place == 0;
        assert(4 * hall->skeleton_count <= 3 * hall->skeleton_capacity);
        *place = skeletons[i];
    }
}

/* Letters of another script may look alike in one case only. In ASCII only I and l do, and the
 * skeleton of the account's name in capitals covers these. Comparing the capitals of both names
 * would refuse elia because of ella. */
bool account_looks_like(const struct hall *hall, struct hall_text name)
{
    uint64_t skeletons[NAME_CASES];
    int cases = 1;
    for (size_t i = 0; i < name.len; i++)
        if ((unsigned char)name.bytes[i] >= 128)
            cases = NAME_CASES;
    name_skeletons(name.bytes, name.len, skeletons);
    for (int i = 0; i < cases && hall->skeleton_capacity; i++)
        if (*find_skeleton(hall->account_skeletons, hall->skeleton_capacity, skeletons[i]))
            return true;
    return false;
}

/* May the guest register? The name may date from a server with other rules for names. */
static bool may_be_account(struct hall *hall, struct hall_caller from, const struct player *player)
{
    struct error error;
    if (name_check_new(player->name, strlen(player->name), &error))
        hall_refuse(hall, from, &error);
    else if (account_looks_like(
                 hall, (struct hall_text){.bytes = player->name, .len = strlen(player->name)}))
        refuse(hall, from, ERROR_NAME_TAKEN,
               "'%s' looks like the name of another account: come in as a new guest with another "
               "name, and register that",
               player->name);
    else
        return true;
    return false;
}

static void record_password(struct hall *hall, const struct player *player, const char *hash)
{
    struct record *record = batch_append(hall->open, RECORD_PASSWORD);
    record->password.player = player->id;
    record->password.hash = batch_keep(hall->open, hash, strlen(hash));
}

void hall_account_register(struct hall *hall, struct hall_caller from, const char *password_hash,
                           struct hall_text key)
{
    struct player *player = change_begin(hall, from, REQUEST_ACCOUNT_REGISTER, 0, key);
    if (!player)
        return;
    if (player->account) {
        refuse(hall, from, ERROR_HAS_ACCOUNT, "'%s' has an account already", player->name);
        return;
    }
    if (!may_be_account(hall, from, player))
        return;
    assert(password_hash);
    player->account = true;
    blocks_registered(hall, player);
    account_protect_name(hall, player->name);
    record_password(hall, player, password_hash);
    note_change(hall, CHANGE_REGISTERED, player->id)->key =
        memory_text(player->key, strlen(player->key));
    forget_changes(hall);
    answer_keep(hall, player->id, key, REQUEST_ACCOUNT_REGISTER, 0, 0, true);
    answer_done(hall, from);
}

/* Its name stays taken. Whoever knew it under this name shall never meet another one. */
static void close_account(struct hall *hall, struct player *player)
{
    matches_give_up(hall, player);
    entrant_withdraw_everywhere(hall, player);
    invitations_drop(hall, player);
    blocks_closed(hall, player);
    practice_closed(hall, player);
    struct record *record = batch_append(hall->open, RECORD_CLOSED);
    record->closed.player = player->id;
    note_change(hall, CHANGE_CLOSED, player->id);
    forget_changes(hall);
}

bool hall_account_close(struct hall *hall, struct hall_caller from, bool is_verified,
                        struct hall_text key)
{
    struct player *player = change_begin(hall, from, REQUEST_ACCOUNT_CLOSE, 0, key);
    if (!player)
        return false;
    if (!player->account)
        refuse(hall, from, ERROR_NO_ACCOUNT, "'%s' is a guest, and has nothing to close",
               player->name);
    else if (!is_verified)
        refuse(hall, from, ERROR_BAD_CREDENTIALS, "the password is another one");
    else if (player->directed)
        refuse(hall, from, ERROR_WRONG_STATE,
               "you direct tournament %lld, which is not over: cancel it, or wait for its end",
               (long long)player->directed->id);
    else {
        close_account(hall, player);
        answer_done(hall, from);
        session_kick(hall, session_find(hall, from.session), "this account is closed");
        return true;
    }
    return false;
}

void account_recover(struct hall *hall, const struct player *player, const char *password_hash)
{
    record_password(hall, player, password_hash);
    note_change(hall, CHANGE_PASSWORD, player->id);
    revoke(hall, player, 0, 0);
}

static void code_looked_up(struct hall *hall, struct hall_caller from,
                           const struct message *question, int64_t player)
{
    struct wire_code code = {
        .code = wire_text(question->look_up_account.code),
        .expires = hall->now_ms + HALL_CODE_MS,
    };
    if (!player) {
        refuse(hall, from, ERROR_NO_ACCOUNT, "there is no account with this name");
        return;
    }
    struct record *record = batch_append(hall->open, RECORD_CODE);
    record->code.player = player;
    record->code.expires_ms = code.expires;
    memcpy(record->code.hash, question->look_up_account.code_hash, TOKEN_HASH_BYTES);
    note_change(hall, CHANGE_CODE, player);
    forget_changes(hall);
    answer(hall, from, &wire_record_code, &code);
}

void hall_account_looked_up(struct hall *hall, const struct message *question,
                            const struct hall_found *found)
{
    struct hall_caller from = {.session = question->sessions[0], .request = question->request};
    assert(question->kind == MESSAGE_LOOK_UP_ACCOUNT);
    if (!changes_allowed(hall, from))
        return;
    switch (question->look_up_account.purpose) {
    case ACCOUNT_FOR_CODE:
        code_looked_up(hall, from, question, found->player);
        break;
    case ACCOUNT_TO_BLOCK:
        if (session_find(hall, from.session))
            block_looked_up(hall, from, question, found);
        break;
    case ACCOUNT_TO_REPORT:
        if (session_find(hall, from.session))
            report_looked_up(hall, from, question, found);
        break;
    }
}

void hall_account_look_up(struct hall *hall, struct hall_caller from)
{
    answer_later(hall, from, MESSAGE_LOOK_UP_PASSWORD)->look_up_password.player =
        player_of(hall, from)->id;
}

void hall_account_password(struct hall *hall, struct hall_caller from, bool is_verified,
                           const char *password_hash, struct hall_text key)
{
    const struct player *player = change_begin(hall, from, REQUEST_ACCOUNT_PASSWORD, 0, key);
    if (!player)
        return;
    if (!player->account) {
        refuse(hall, from, ERROR_NO_ACCOUNT, "'%s' is a guest: account.register makes an account",
               player->name);
        return;
    }
    if (!is_verified) {
        refuse(hall, from, ERROR_BAD_CREDENTIALS, "the present password is another one");
        return;
    }
    assert(password_hash);
    record_password(hall, player, password_hash);
    note_change(hall, CHANGE_PASSWORD, player->id);
    revoke(hall, player, 0, session_find(hall, from.session)->token);
    answer_keep(hall, player->id, key, REQUEST_ACCOUNT_PASSWORD, 0, 0, true);
    answer_done(hall, from);
}
