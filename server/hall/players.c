/* Players and their sessions: hello, coming back, leaving. */
#include "common/base/memory.h"
#include "server/hall/name.h"
#include "server/hall/state.h"

#include <assert.h>
#include <stdlib.h>

struct session *session_find(const struct hall *hall, uint64_t session)
{
    struct session *found = NULL;
    HASH_FIND(hh, hall->sessions, &session, sizeof session, found);
    return found;
}

bool hall_session_is_open(const struct hall *hall, uint64_t session)
{
    return session_find(hall, session) != NULL;
}

struct player *player_of(const struct hall *hall, struct hall_caller from)
{
    struct session *session = session_find(hall, from.session);
    assert(session);
    return session->player;
}

static struct player *find_by_key(const struct hall *hall, const char *key)
{
    struct player *found = NULL;
    HASH_FIND(by_key, hall->players_by_key, key, strlen(key), found);
    return found;
}

static struct player *find_by_token(const struct hall *hall,
                                    const unsigned char hash[TOKEN_HASH_BYTES])
{
    struct player *found = NULL;
    HASH_FIND(by_token, hall->players_by_token, hash, TOKEN_HASH_BYTES, found);
    return found;
}

struct player *player_add(struct hall *hall, int64_t id, const char *name, size_t name_len,
                          const unsigned char token_hash[TOKEN_HASH_BYTES])
{
    struct player *player = memory_zeroed(1, sizeof *player);
    player->id = id;
    player->name = memory_text(name, name_len);
    player->key = name_key(name, name_len);
    memcpy(player->token_hash, token_hash, TOKEN_HASH_BYTES);
    HASH_ADD(by_id, hall->players_by_id, id, sizeof player->id, player);
    HASH_ADD(by_token, hall->players_by_token, token_hash, TOKEN_HASH_BYTES, player);
    return player;
}

static void player_destroy(struct hall *hall, struct player *player)
{
    HASH_DELETE(by_id, hall->players_by_id, player);
    HASH_DELETE(by_token, hall->players_by_token, player);
    free(player->name);
    free(player->key);
    free(player);
}

void player_settle(struct hall *hall, struct player *player)
{
    bool present = player->session || player->seats;
    if (present && !player->present)
        HASH_ADD_KEYPTR(by_key, hall->players_by_key, player->key, strlen(player->key), player);
    if (!present && player->present)
        HASH_DELETE(by_key, hall->players_by_key, player);
    player->present = present;
    if (!present && player->kept_seats == 0)
        player_destroy(hall, player);
}

static void answer_welcome(struct hall *hall, struct hall_caller from, const struct player *player,
                           const char *token, size_t token_len)
{
    struct message *message = answer_to(hall, from, MESSAGE_WELCOME);
    message->welcome.player = player->id;
    message->welcome.name = memory_text(player->name, strlen(player->name));
    message->welcome.token = memory_text(token, token_len);
    size_t count = 0;
    const struct seating *seat;
    DL_COUNT(player->seats, seat, count);
    message->welcome.matches = memory_zeroed(count, sizeof *message->welcome.matches);
    DL_FOREACH (player->seats, seat) {
        message->welcome.matches[message->welcome.match_count++] = seat->match->id;
    }
}

static void notice_to(struct message *message, uint64_t session, const char *reason)
{
    message->notice.reason = memory_text(reason, strlen(reason));
    message_to(message, session);
}

/* The session's player becomes unreachable through it; the player may come back through another one. */
static void close_session(struct hall *hall, struct session *session)
{
    struct player *player = session->player;
    for (size_t i = 0; i < session->watched.count; i++)
        match_forget_spectator(hall, (int64_t)session->watched.ids[i], session->id);
    HASH_DELETE(hh, hall->sessions, session);
    id_list_finish(&session->watched);
    free(session);
    player->session = 0;
}

static void open_session(struct hall *hall, struct hall_caller from, struct player *player,
                         const char *token, size_t token_len)
{
    bool was_online = player->session != 0;
    if (was_online) {
        notice_to(say(hall, MESSAGE_REPLACED), player->session,
                  "you came in through another connection");
        close_session(hall, session_find(hall, player->session));
    }
    struct session *session = memory_zeroed(1, sizeof *session);
    session->id = from.session;
    session->player = player;
    HASH_ADD(hh, hall->sessions, id, sizeof session->id, session);
    player->session = from.session;
    player_settle(hall, player);
    if (hall->stalled)
        notice_to(say_at_once(hall, MESSAGE_STALLED), from.session, "the disk takes no writes");
    answer_welcome(hall, from, player, token, token_len);
    if (!was_online)
        match_tell_presence(hall, player);
}

/* A present player other than `self` with this name. */
static bool name_is_taken(const struct hall *hall, const char *key, const struct player *self)
{
    const struct player *holder = find_by_key(hall, key);
    return holder && holder != self;
}

static void record_player(struct hall *hall, const struct player *player)
{
    struct record *record = batch_append(hall->open, RECORD_PLAYER);
    record->player.id = player->id;
    record->player.name = batch_keep(hall->open, player->name, strlen(player->name));
    record->player.name_key = batch_keep(hall->open, player->key, strlen(player->key));
    memcpy(record->player.token_hash, player->token_hash, TOKEN_HASH_BYTES);
    record->player.created_ms = hall->now_ms;
}

static void hello_of_new_guest(struct hall *hall, struct hall_caller from,
                               const struct hall_hello *hello)
{
    struct error error;
    if (!changes_allowed(hall, from))
        return;
    if (name_check(hello->name.bytes, hello->name.len, &error)) {
        hall_refuse(hall, from, &error);
        return;
    }
    char *key = name_key(hello->name.bytes, hello->name.len);
    bool taken = name_is_taken(hall, key, NULL);
    free(key);
    if (taken) {
        refuse(hall, from, ERROR_NAME_TAKEN,
               "'%.*s' is present: choose another name, or show the token that goes with this one",
               (int)hello->name.len, hello->name.bytes);
        return;
    }
    struct player *player = player_add(hall, hall->server_bits | ++hall->last_player,
                                       hello->name.bytes, hello->name.len, hello->fresh_token_hash);
    record_player(hall, player);
    open_session(hall, from, player, hello->fresh_token, strlen(hello->fresh_token));
}

static void hello_of_known(struct hall *hall, struct hall_caller from,
                           const struct hall_hello *hello, struct player *player)
{
    if (name_is_taken(hall, player->key, player)) {
        refuse(
            hall, from, ERROR_NAME_TAKEN,
            "somebody else is present as '%s' now: come back when they have left, or as a new guest",
            player->name);
        player_settle(hall, player);
        return;
    }
    open_session(hall, from, player, hello->token.bytes, hello->token.len);
}

static bool is_second_hello(struct hall *hall, struct hall_caller from)
{
    if (!session_find(hall, from.session))
        return false;
    refuse(hall, from, ERROR_HELLO_TWICE, "this connection has said session.hello already");
    return true;
}

bool hall_hello(struct hall *hall, struct hall_caller from, const struct hall_hello *hello)
{
    if (is_second_hello(hall, from))
        return false;
    if (!hello->token.bytes && !hello->name.bytes) {
        refuse(hall, from, ERROR_BAD_ARGUMENTS,
               "a 'name' (as a new guest) or a 'token' (to come back) was expected");
        return false;
    }
    if (!hello->token.bytes) {
        hello_of_new_guest(hall, from, hello);
        return false;
    }
    struct player *player = find_by_token(hall, hello->token_hash);
    if (player) {
        hello_of_known(hall, from, hello, player);
        return false;
    }
    memcpy(answer_to(hall, from, MESSAGE_LOOK_UP_TOKEN)->look_up_token.hash, hello->token_hash,
           TOKEN_HASH_BYTES);
    return true;
}

void hall_hello_looked_up(struct hall *hall, struct hall_caller from,
                          const struct hall_hello *hello, const struct hall_found_player *found)
{
    if (is_second_hello(hall, from))
        return;
    /* The same token may have come in through another connection meanwhile. */
    struct player *player = find_by_token(hall, hello->token_hash);
    if (!player && found->id)
        player = player_add(hall, found->id, found->name, strlen(found->name), hello->token_hash);
    if (player)
        hello_of_known(hall, from, hello, player);
    else
        refuse(hall, from, ERROR_BAD_TOKEN,
               "no player has this token: say hello with a name, as a new guest");
}

void hall_leave(struct hall *hall, uint64_t session_id)
{
    struct session *session = session_find(hall, session_id);
    if (!session)
        return;
    struct player *player = session->player;
    close_session(hall, session);
    offers_drop(hall, player);
    match_tell_presence(hall, player);
    player_settle(hall, player);
}
