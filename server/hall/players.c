/* Players and their sessions: hello, coming back, leaving. */
#include "server/hall/players.h"

#include "common/base/memory.h"
#include "server/hall/invitations.h"
#include "server/hall/lobby.h"
#include "server/hall/matches.h"
#include "server/hall/offers.h"
#include "server/hall/outbox.h"
#include "server/hall/player_name.h"
#include "server/hall/tournament.h"

#include <assert.h>
#include <stdlib.h>

enum { GAMES_MAX = 64 }; /* with names of their own */

bool hall_session_is_open(const struct hall *hall, uint64_t session)
{
    return session_find(hall, session) != NULL;
}

static struct session *open_session_of(const struct hall *hall, uint64_t id)
{
    struct session *session = session_find(hall, id);
    assert(session);
    return session;
}

int64_t hall_session_player(const struct hall *hall, uint64_t session)
{
    return open_session_of(hall, session)->player->id;
}

bool hall_session_has_account(const struct hall *hall, uint64_t session)
{
    return open_session_of(hall, session)->player->account;
}

void hall_session_lag(struct hall *hall, uint64_t id, int64_t lag_ms)
{
    struct session *session = session_find(hall, id);
    if (!session)
        return;
    session->lag_ms = lag_ms < INT32_MAX ? (int32_t)lag_ms : INT32_MAX;
    clocks_of_player_changed(hall, session->player);
}

void hall_session_behind(struct hall *hall, uint64_t id, bool is_behind)
{
    struct session *session = session_find(hall, id);
    if (!session)
        return;
    session->is_behind = is_behind;
    if (session->has_missed && !is_behind)
        lobby_arm(hall);
}

bool session_may_be_told(struct hall *hall, struct hall_caller from, uint64_t id, size_t bytes)
{
    const struct session *session = session_find(hall, id);
    if (!session->is_behind && session->unasked_bytes + bytes <= HALL_UNASKED_BYTES_MAX)
        return true;
    refuse(hall, from, ERROR_LIMIT_REACHED,
           "'%s' has too much to read that was said before: try again later",
           session->player->name);
    return false;
}

void hall_session_silent(struct hall *hall, uint64_t id, bool is_silent)
{
    struct session *session = session_find(hall, id);
    if (session)
        session->silent = is_silent;
}

struct player *player_of(const struct hall *hall, struct hall_caller from)
{
    return open_session_of(hall, from.session)->player;
}

/* A present player other than `player` (0: any) whose name looks like it; NULL: none. */
static const struct player *find_alike(const struct hall *hall, uint64_t skeleton, int64_t player)
{
    struct player *found = NULL;
    HASH_FIND(by_skeleton, hall->players_by_skeleton, &skeleton, sizeof skeleton, found);
    return found && found->id != player ? found : NULL;
}

struct player *player_add(struct hall *hall, int64_t id, const char *name, size_t name_len,
                          bool account)
{
    char *key = name_key(name, name_len);
    size_t key_len = strlen(key);
    assert(!player_find(hall, id));
    struct player *player = memory_zeroed(1, sizeof *player + name_len + 1 + key_len + 1);
    player->id = id;
    player->key = player->name + name_len + 1;
    memcpy(player->name, name, name_len);
    memcpy(player->key, key, key_len);
    free(key);
    player->skeleton = name_skeleton(name, name_len);
    player->account = account;
    HASH_ADD(by_id, hall->players_by_id, id, sizeof player->id, player);
    return player;
}

void player_settle(struct hall *hall, struct player *player)
{
    bool present = player->session || player->seats || player->tournaments > 0 || player->made ||
                   player->invitations;
    if (present && !player->present) {
        HASH_ADD_KEYPTR(by_key, hall->players_by_key, player->key, strlen(player->key), player);
        HASH_ADD(by_skeleton, hall->players_by_skeleton, skeleton, sizeof player->skeleton, player);
    }
    if (!present && player->present) {
        HASH_DELETE(by_key, hall->players_by_key, player);
        HASH_DELETE(by_skeleton, hall->players_by_skeleton, player);
    }
    player->present = present;
    if (present || player->kept_seats > 0)
        return;
    assert(!player->invited && player->live_seats == 0 && player->made_count == 0);
    HASH_DELETE(by_id, hall->players_by_id, player);
    id_list_finish(&player->muted);
    free(player);
}

/* --- sessions --- */

static void answer_welcome(struct hall *hall, struct hall_caller from, const struct player *player,
                           const struct used_token *token)
{
    struct wire_limits limits = {
        .request_bytes = WIRE_REQUEST_BYTES_MAX,
        .depth = WIRE_DEPTH_MAX,
        .name_bytes = WIRE_NAME_MAX,
        .key_bytes = WIRE_KEY_MAX,
        .plies = WIRE_PLY_MAX,
        .page = WIRE_PAGE_MAX,
    };
    struct wire_welcome welcome = {
        .protocol = WIRE_PROTOCOL,
        .server = wire_text("takeaway-server " TAKEAWAY_VERSION),
        .player = player->id,
        .name = wire_text(player->name),
        .token = {.bytes = token->text, .len = token->len},
        .token_expires = token->text ? token->expires_ms : WIRE_ABSENT,
        .account = player->account,
        .limits = &limits,
    };
    if (hall->signing_key && hall->signing_key->len > 0)
        welcome.signing_key = wire_text(text_string(hall->signing_key));

    struct wire_game list[GAMES_MAX];
    welcome.games = list;
    for (const struct game *game = games; game->name; game++) {
        assert(welcome.games_count < GAMES_MAX);
        list[welcome.games_count++] = (struct wire_game){
            .name = wire_text(game->name),
            .rules = wire_text(game->rules),
            .look = wire_text(look_text(game->look)),
            .title = wire_text(game->title),
            .summary = wire_text(game->summary),
            .example = wire_text(game->example),
        };
    }

    const struct seating *seat;
    welcome.matches = memory_zeroed(player->live_seats, sizeof *welcome.matches);
    DL_FOREACH (player->seats, seat) {
        welcome.matches[welcome.matches_count++] = seat->match->record.id;
    }
    struct message *message = answer(hall, from, &wire_record_welcome, &welcome);
    message->welcomes = player->id;
    message->losses = player->losses;
    free(welcome.matches);
}

/* The last message of the session. */
static void give_notice(struct message *message, uint64_t session)
{
    message_to(message, session);
    message->closes = true;
}

/* The session's player becomes unreachable through it; the player may come back through another
 * one. */
static void close_session(struct hall *hall, struct session *session)
{
    struct player *player = session->player;
    assert(player->session == session->id);
    for (size_t i = 0; i < session->watched.count; i++)
        spectator_leave(hall, (int64_t)session->watched.ids[i], session->id);
    tournaments_unfollow(hall, session);
    lobby_leave(hall, session);
    number_table_remove(&hall->sessions_by_id, session->id);
    DL_DELETE2(hall->sessions, session, prev_open, next_open);
    DL_DELETE2(hall->renewed, session, prev_renewed, next_renewed);
    id_list_finish(&session->watched);
    id_list_finish(&session->followed);
    free(session);
    player->session = 0;
    player->gone_since_ms = hall->play_ms;
}

_Static_assert(sizeof((struct hall_hello *)0)->address <= UINT8_MAX, "`client_at`");

static struct session *session_add(struct hall *hall, uint64_t id, struct player *player,
                                   const struct hall_hello *hello)
{
    size_t client_len = strlen(hello->client), address_len = strlen(hello->address);
    struct session *session =
        memory_zeroed(1, offsetof(struct session, address) + address_len + 1 + client_len + 1);
    session->id = id;
    session->player = player;
    session->client_at = (uint8_t)(address_len + 1);
    memcpy(session->address, hello->address, address_len);
    memcpy(session->address + session->client_at, hello->client, client_len);
    session->instance = hello->instance;
    session->attempt = hello->attempt;
    session->lag_ms = -1;
    session->since_ms = session->renewed_ms = hall->now_ms;
    number_table_add(&hall->sessions_by_id, id, session);
    DL_APPEND2(hall->sessions, session, prev_open, next_open);
    DL_APPEND2(hall->renewed, session, prev_renewed, next_renewed);
    if (!player->has_come) {
        matches_return(hall, player);
        tournaments_return(hall, player);
    }
    assert(!player->session);
    player->session = id;
    player->is_bot = hello->is_bot;
    player->has_come = true;
    if (player->loss == LOSS_AWAY)
        player->loss = LOSS_RETURNED;
    return session;
}

static void open_session(struct hall *hall, struct hall_caller from, struct player *player,
                         const struct hall_hello *hello, const struct used_token *token)
{
    bool was_online = player->session != 0;
    if (was_online) {
        struct session *before = session_find(hall, player->session);
        struct wire_reason event = {.reason = wire_text("you came in through another connection")};
        give_notice(say(hall, WIRE_EVENT_SESSION_REPLACED, &event), before->id);
        close_session(hall, before);
    }
    session_add(hall, from.session, player, hello)->token = token->number;
    offers_return(hall, player);
    invitations_set_idle(player, INT64_MAX);
    player_settle(hall, player);
    clocks_of_player_changed(hall, player);
    tournaments_of_player_changed(hall, player);
    answer_welcome(hall, from, player, token);
    if (!was_online)
        match_tell_presence(hall, player);
}

/* The session ends, and with it the offers that live only while their maker is connected. */
static void end_session(struct hall *hall, struct session *session)
{
    struct player *player = session->player;
    close_session(hall, session);
    offers_leave(hall, player);
    invitations_set_idle(player, hall->play_ms);
    clocks_of_player_changed(hall, player);
    tournaments_of_player_changed(hall, player);
    match_tell_presence(hall, player);
    player_settle(hall, player);
}

void session_kick(struct hall *hall, struct session *session, const char *reason)
{
    /* A ban or a revocation has to be on disk before it is told. During a stall there are none, so
     * a kick is told at once. */
    struct wire_reason event = {.reason = wire_text(reason)};
    give_notice((is_stalled(hall) ? say_at_once : say)(hall, WIRE_EVENT_SESSION_KICKED, &event),
                session->id);
    offers_drop(hall, session->player);
    end_session(hall, session);
}

size_t hall_let_go(struct hall *hall, const char *reason)
{
    size_t count = hall->sessions_by_id.count;
    struct session *session, *next;
    struct wire_reason event = {.reason = wire_text(reason)};
    if (count == 0)
        return 0;
    struct message *message = say_at_once(hall, WIRE_EVENT_SERVER_CLOSING, &event);
    message->closes = true;
    DL_FOREACH_SAFE2(hall->sessions, session, next, next_open)
    {
        message_to(message, session->id);
        clocks_lose(hall, session->player);
        end_session(hall, session);
    }
    return count;
}

void hall_leave(struct hall *hall, uint64_t id)
{
    struct session *session = session_find(hall, id);
    if (session)
        end_session(hall, session);
    else
        question_leave(hall, id);
}

void hall_lose(struct hall *hall, uint64_t id)
{
    struct session *session = session_find(hall, id);
    if (session)
        clocks_lose(hall, session->player);
    hall_leave(hall, id);
}

void hall_ping(struct hall *hall, struct hall_caller from)
{
    bool is_player = session_find(hall, from.session) != NULL;
    if (is_player)
        answer_done(hall, from);
    else
        answer_freely(hall, from, &wire_record_nothing, NULL);
}

/* --- hello, the first half: all that needs no database --- */

static bool is_second_hello(struct hall *hall, struct hall_caller from)
{
    if (hall_session_is_open(hall, from.session))
        refuse(hall, from, ERROR_HELLO_TWICE, "this connection has said session.hello already");
    else if (question_is_open(hall, from.session))
        refuse(hall, from, ERROR_HELLO_TWICE, "the first session.hello is still being answered");
    else
        return false;
    return true;
}

static bool is_complete(struct hall *hall, struct hall_caller from, const struct hall_hello *hello)
{
    if (hello->with_password && (hello->token.bytes || !hello->name.bytes))
        refuse(hall, from, ERROR_BAD_ARGUMENTS,
               "a 'password' was expected with a 'name' and without a 'token'");
    else if (hello->with_code && !hello->with_password)
        refuse(hall, from, ERROR_BAD_ARGUMENTS,
               "a 'code' was expected with a 'name' and with the new 'password'");
    else if (!hello->token.bytes && !hello->name.bytes)
        refuse(hall, from, ERROR_BAD_ARGUMENTS,
               "a 'name' (as a new guest, or with a password) or a 'token' (to come back) was "
               "expected");
    else
        return true;
    return false;
}

static bool is_name_banned(struct hall *hall, struct hall_caller from, struct hall_text name)
{
    char *key = name_key(name.bytes, name.len);
    bool banned = is_banned(hall, from, BAN_NAME, key);
    free(key);
    return banned;
}

/* May a hello without a token have this name? That of an account may have been made under earlier
 * rules. */
static bool is_name(struct hall *hall, struct hall_caller from, const struct hall_hello *hello)
{
    struct error error;
    const struct hall_text *name = &hello->name;
    enum error_code code = hello->with_password ? name_check(name->bytes, name->len, &error)
                                                : name_check_new(name->bytes, name->len, &error);
    if (!code)
        return !is_name_banned(hall, from, *name);
    hall_refuse(hall, from, &error);
    return false;
}

bool hall_hello(struct hall *hall, struct hall_caller from, const struct hall_hello *hello)
{
    if (is_second_hello(hall, from) || !is_complete(hall, from, hello) ||
        !changes_allowed(hall, from) || is_banned(hall, from, BAN_ADDRESS, hello->address))
        return false;
    if (!hello->token.bytes && !is_name(hall, from, hello))
        return false;
    tokens_renew(hall);
    question_begin(hall, from.session);
    /* After a stall has come, only to be refused. */
    struct message *message = answer_later_freely(hall, from, MESSAGE_LOOK_UP_HELLO);
    message->look_up_hello.by_token = hello->token.bytes != NULL;
    if (hello->token.bytes) {
        memcpy(message->look_up_hello.token_hash, hello->token_hash, TOKEN_HASH_BYTES);
    } else {
        char *key = name_key(hello->name.bytes, hello->name.len);
        text_append_string(&message->bytes, key);
        message->look_up_hello.name_key = text_string(&message->bytes);
        free(key);
    }
    return true;
}

/* --- and the second half --- */

/* `holder` has the name, and is connected or has something unfinished. */
static void refuse_held(struct hall *hall, struct hall_caller from, struct hall_text name,
                        const struct player *holder)
{
    if (holder->session)
        refuse(hall, from, ERROR_NAME_TAKEN,
               "'%.*s' is present: choose another name, or show the token that goes with this one",
               (int)name.len, name.bytes);
    else
        refuse(hall, from, ERROR_NAME_TAKEN,
               "'%.*s' has %s and is not connected: only the token lets them back in "
               "(takeaway-bot keeps it with --token-file); choose another name otherwise",
               (int)name.len, name.bytes,
               holder->seats         ? "unfinished matches"
               : holder->tournaments ? "unfinished tournaments"
                                     : "open offers or invitations");
}

/* May a guest have this name, though it is not the same as any? `player` 0: a new one. */
static bool is_unlike_others(struct hall *hall, struct hall_caller from, struct hall_text name,
                             int64_t player)
{
    uint64_t skeleton = name_skeleton(name.bytes, name.len);
    const struct player *alike = find_alike(hall, skeleton, player);
    if (account_looks_like(hall, name))
        refuse(hall, from, ERROR_NAME_TAKEN,
               "'%.*s' looks like an account's name: choose another name", (int)name.len,
               name.bytes);
    else if (alike)
        refuse(hall, from, ERROR_NAME_TAKEN, "'%.*s' looks like '%s', who %s: choose another name",
               (int)name.len, name.bytes, alike->name,
               alike->session ? "is present" : "has something unfinished");
    else
        return true;
    return false;
}

/* Can somebody new have this name? */
static bool is_free_for_new(struct hall *hall, struct hall_caller from, struct hall_text name,
                            const struct hall_found *found)
{
    const struct player *holder = player_named(hall, name);
    if (found->name_reserved)
        refuse(hall, from, ERROR_NAME_TAKEN,
               "'%.*s' is an account's name: give its password, or choose another name",
               (int)name.len, name.bytes);
    else if (holder)
        refuse_held(hall, from, name, holder);
    else
        return is_unlike_others(hall, from, name, 0);
    return false;
}

static void record_player(struct hall *hall, const struct player *player)
{
    struct record *record = batch_append(hall->open, RECORD_PLAYER);
    record->player.id = player->id;
    record->player.name = batch_keep(hall->open, player->name, strlen(player->name));
    record->player.name_key = batch_keep(hall->open, player->key, strlen(player->key));
    record->player.created_ms = hall->now_ms;
    payers_charge(hall, player, COST_GUEST, strlen(player->name) + strlen(player->key));
}

static void let_in_new_guest(struct hall *hall, struct hall_caller from,
                             const struct hall_hello *hello, const struct hall_found *found)
{
    if (is_name_banned(hall, from, hello->name) ||
        !is_free_for_new(hall, from, hello->name, found) ||
        !payers_allow_guest(hall, from, hello->address_number))
        return;
    struct player *player = player_add(hall, hall->server_bits | ++hall->last_player,
                                       hello->name.bytes, hello->name.len, false);
    player->address = hello->address_number;
    struct used_token token;
    record_player(hall, player);
    token_add(hall, player, hello, &token);
    open_session(hall, from, player, hello, &token);
}

/* Can the player still have this name? A player with something unfinished always can. */
static bool is_free_for_known(struct hall *hall, struct hall_caller from, struct hall_text name,
                              const struct hall_found *found)
{
    const struct player *holder = player_named(hall, name);
    if (found->name_reserved)
        refuse(hall, from, ERROR_NAME_TAKEN,
               "'%s' has become an account's name: come in as a new guest, with another one",
               found->name);
    else if (holder && holder->id != found->player)
        refuse(
            hall, from, ERROR_NAME_TAKEN,
            "somebody else is present as '%s' now, or has unfinished matches: come back later, or "
            "as a new guest",
            found->name);
    else
        return found->account || holder || is_unlike_others(hall, from, name, found->player);
    return false;
}

/* Was the hello held up on its way, while its program has come in over another connection? */
static bool is_late(struct hall *hall, struct hall_caller from, const struct player *player,
                    const struct hall_hello *hello)
{
    const struct session *session =
        player && player->session ? session_find(hall, player->session) : NULL;
    if (!session || hello->instance == 0 || hello->instance != session->instance ||
        hello->attempt >= session->attempt)
        return false;
    refuse(hall, from, ERROR_HELLO_TWICE,
           "a later session.hello of this program has succeeded over another connection");
    return true;
}

static void let_in_known(struct hall *hall, struct hall_caller from, const struct hall_hello *hello,
                         const struct hall_found *found)
{
    struct hall_text name = {.bytes = found->name, .len = strlen(found->name)};
    struct player *player = player_find(hall, found->player);
    if (is_name_banned(hall, from, name) || !is_free_for_known(hall, from, name, found) ||
        is_late(hall, from, player, hello))
        return;
    if (!player)
        player = player_add(hall, found->player, name.bytes, name.len, found->account);
    player->address = hello->address_number;
    if (hello->password_hash)
        account_recover(hall, player, hello->password_hash);
    struct used_token token;
    if (hello->with_password)
        token_add(hall, player, hello, &token);
    else
        token_use(hall, hello, found, &token);
    open_session(hall, from, player, hello, &token);
}

static void let_in(struct hall *hall, struct hall_caller from, const struct hall_hello *hello,
                   const struct hall_found *found)
{
    if (!changes_allowed(hall, from) || is_banned(hall, from, BAN_ADDRESS, hello->address))
        return;
    if (found->player)
        let_in_known(hall, from, hello, found);
    else if (hello->with_password)
        refuse(hall, from, ERROR_BAD_CREDENTIALS, "the name or the password is wrong");
    else if (hello->token.bytes)
        refuse(hall, from, ERROR_BAD_TOKEN,
               "no player has this token (any more): say hello with a name");
    else
        let_in_new_guest(hall, from, hello, found);
}

void hall_hello_looked_up(struct hall *hall, struct hall_caller from,
                          const struct hall_hello *hello, const struct hall_found *found)
{
    struct hall_found corrected = *found;
    question_correct(hall, from.session, hello, &corrected);
    if (question_end(hall, from))
        let_in(hall, from, hello, &corrected);
}

void hall_hello_failed(struct hall *hall, struct hall_caller from, const struct error *error)
{
    if (question_end(hall, from))
        hall_refuse(hall, from, error);
}
