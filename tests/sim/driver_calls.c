/* What each request calls in the hall. */
#include "common/base/memory.h"
#include "tests/sim/choices.h"
#include "tests/sim/driver.h"
#include "tests/sim/plans.h"

#include <stdlib.h>
#include <string.h>

uint64_t driver_address(unsigned device)
{
    return 1 + device / 2;
}

static struct greeting *greet(struct world *world, const struct request *request, uint32_t number)
{
    struct greeting *greeting = memory_zeroed(1, sizeof *greeting);
    struct hall_hello *hello = &greeting->hello;
    bool by_token = request->choice == HELLO_TOKEN;
    snprintf(by_token ? greeting->token : greeting->name, sizeof greeting->name, "%s",
             request->text);
    strcpy(greeting->password, request->password);
    hello->name = driver_text(greeting->name);
    hello->token = driver_text(greeting->token);
    hello->with_password = request->choice == HELLO_PASSWORD || request->choice == HELLO_CODE;
    hello->with_code = request->choice == HELLO_CODE;
    strcpy(greeting->code, request->fresh);
    disk_hash_token(greeting->token, hello->token_hash);
    snprintf(hello->fresh_token, sizeof hello->fresh_token, "token %u", ++world->last_token);
    disk_hash_token(hello->fresh_token, hello->fresh_token_hash);
    strcpy(hello->client, "sim 1");
    hello->is_bot = request->device % 4 == 3;
    hello->instance = request->device % 5 < 3 ? 1 + request->device : 0; /* others do not count */
    hello->attempt = number;
    snprintf(hello->address, sizeof hello->address, "10.0.0.%u", request->device);
    hello->address_number = driver_address(request->device);
    return greeting;
}

static void call_hello(struct world *world, struct hall_caller from, const struct request *request)
{
    struct greeting *greeting = greet(world, request, from.request);
    struct link *link = link_find(world, from.session);
    if (!hall_hello(world->hall, from, &greeting->hello)) {
        free(greeting);
        return;
    }
    struct chore *chore = chore_add(world, CHORE_HELLO, from.session, from.request);
    chore->due_ms = INT64_MAX; /* until the question is released */
    chore->greeting = greeting;
    memcpy(link->token_hash,
           greeting->hello.token.bytes ? greeting->hello.token_hash
                                       : greeting->hello.fresh_token_hash,
           TOKEN_HASH_BYTES);
}

static void call_register(struct world *world, struct hall_caller from,
                          const struct request *request)
{
    if (hall_session_has_account(world->hall, from.session))
        hall_account_register(world->hall, from, NULL, driver_text(request->key));
    else
        chore_add(world, CHORE_REGISTER, from.session, from.request);
}

static void call_password(struct world *world, struct hall_caller from,
                          const struct request *request)
{
    if (hall_session_has_account(world->hall, from.session))
        hall_account_look_up(world->hall, from);
    else
        hall_account_password(world->hall, from, false, NULL, driver_text(request->key));
}

static struct hall_terms terms_of(unsigned choice)
{
    return (struct hall_terms){
        .rules = driver_text(choice_of_rules(choice)->rules),
        .start = driver_text(choice_of_rules(choice)->start),
        .clock = driver_text(choice_of_clock(choice)),
        .first = (enum offer_first)(choice % 3),
        .rated = choice % 5 == 1,
    };
}

static void call_close(struct world *world, struct hall_caller from, const struct request *request)
{
    if (hall_session_has_account(world->hall, from.session))
        hall_account_look_up(world->hall, from);
    else
        hall_account_close(world->hall, from, false, driver_text(request->key));
}

static void call_reset(struct world *world, struct hall_caller from, const struct request *request)
{
    unsigned char hash[TOKEN_HASH_BYTES];
    disk_hash_token(request->fresh, hash);
    hall_operator_reset_password(world->hall, from, driver_text(request->text), request->fresh,
                                 hash);
}

static void call_offer(struct world *world, struct hall_caller from, const struct request *request)
{
    struct hall_offer offer = {
        .to = driver_text(request->text),
        .terms = terms_of(request->choice),
    };
    if (!offer.to.bytes && request->choice % 7 == 3)
        offer.conditions = (struct conditions){.rating_min = 1400, .only = AUDIENCE_PEOPLE};
    hall_offer_make(world->hall, from, &offer, driver_text(request->key));
}

/* A list, a page, and the lobby's events. */
static void call_offers(struct world *world, struct hall_caller from, const struct request *request)
{
    if (request->choice < 2)
        hall_offer_list(world->hall, from);
    else if (request->choice < 4)
        hall_offer_page(world->hall, from, 0, 3);
    else if (request->choice < 7)
        hall_lobby_watch(world->hall, from);
    else
        hall_lobby_unwatch(world->hall, from);
}

static void call_invite(struct world *world, struct hall_caller from, const struct request *request)
{
    struct hall_invitation invitation = {
        .to = driver_text(request->text),
        .terms = terms_of(request->choice),
        .uses = 1 + request->choice % 3,
        .expires_in = request->ply,
    };
    snprintf(invitation.code, sizeof invitation.code, "%08u%14s", ++world->last_code % 100000000,
             "-of-this-world");
    hall_invitation_create(world->hall, from, &invitation, driver_text(request->key));
}

static void call_resign(struct world *world, struct hall_caller from, const struct request *request)
{
    referee_resigns(&world->referee, request->subject,
                    hall_session_player(world->hall, from.session));
    hall_match_resign(world->hall, from, request->subject, driver_text(request->key));
}

static void call_move(struct world *world, struct hall_caller from, const struct request *request)
{
    referee_asks_move(&world->referee, request->subject,
                      hall_session_player(world->hall, from.session));
    uint64_t moves = hall_figures(world->hall).moves;
    hall_match_move(world->hall, from, request->subject, request->ply, request->back,
                    driver_text(request->text));
    if (hall_figures(world->hall).moves > moves)
        referee_move_made(&world->referee, request->subject, request->back, world->came_ms,
                          world->now_ms);
}

static void call_takeback(struct world *world, struct hall_caller from,
                          const struct request *request)
{
    hall_match_takeback(world->hall, from, request->subject, request->ply,
                        driver_text(request->key));
}

static void call_allow(struct world *world, struct hall_caller from, const struct request *request)
{
    referee_allows_takeback(&world->referee, request->subject, request->seq, request->ply,
                            world->came_ms, world->now_ms);
    hall_match_accept_takeback(world->hall, from, request->subject, request->seq, request->ply,
                               driver_text(request->key));
}

static void call_refuse(struct world *world, struct hall_caller from, const struct request *request)
{
    hall_match_decline_takeback(world->hall, from, request->subject, request->seq, request->ply,
                                driver_text(request->key));
}

/* Of the people whose bits are set. */
static void call_create(struct world *world, struct hall_caller from, const struct request *request)
{
    const char *names[STEP_DEVICES];
    size_t count = 0;
    for (size_t i = 0; i < world->setting.people; i++)
        if (request->ply >> i & 1)
            names[count++] = world->people[i].name;
    struct plan_choice plan;
    plan_choose(&plan, request->choice, names, count);
    hall_tournament_create(world->hall, from, &plan.plan, driver_text(request->key));
}

typedef void directing(struct hall *hall, struct hall_caller from, int64_t tournament,
                       struct hall_text key);

/* The steward is told who asks for what. */
static void call_directing(struct world *world, struct hall_caller from,
                           const struct request *request)
{
    static const struct {
        enum request_kind kind;
        directing *call;
    } kinds[ASK_COUNT] = {
        [ASK_START] = {REQUEST_TOURNAMENT_START, hall_tournament_start},
        [ASK_PAUSE] = {REQUEST_TOURNAMENT_PAUSE, hall_tournament_pause},
        [ASK_GO_ON] = {REQUEST_TOURNAMENT_RESUME, hall_tournament_resume},
        [ASK_CALL_OFF] = {REQUEST_TOURNAMENT_CANCEL, hall_tournament_cancel},
    };
    steward_asked(&world->steward, kinds[request->ask].kind, request->subject,
                  hall_session_player(world->hall, from.session));
    kinds[request->ask].call(world->hall, from, request->subject, driver_text(request->key));
}

static void call_withdraw(struct world *world, struct hall_caller from,
                          const struct request *request)
{
    int64_t player = hall_session_player(world->hall, from.session);
    steward_asked(&world->steward, REQUEST_TOURNAMENT_WITHDRAW, request->subject, player);
    referee_withdraws(&world->referee, request->subject, *request->text ? 0 : player);
    hall_tournament_withdraw(world->hall, from, request->subject, driver_text(request->text),
                             driver_text(request->key));
}

static void call_void(struct world *world, struct hall_caller from, const struct request *request)
{
    steward_asked(&world->steward, REQUEST_TOURNAMENT_VOID, request->subject,
                  hall_session_player(world->hall, from.session));
    hall_tournament_void(world->hall, from, request->subject, request->ply, request->choice,
                         driver_text(request->key));
}

static void call_read(struct world *world, struct hall_caller from, const struct request *request)
{
    int64_t tournament = request->subject;
    switch (request->choice % 7) {
    case 0:
        hall_tournament_list(world->hall, from, tournament, 5);
        break;
    case 1:
        hall_tournament_show(world->hall, from, tournament);
        break;
    case 2:
        hall_tournament_standings(world->hall, from, tournament);
        break;
    case 3:
        hall_tournament_pairs(world->hall, from, tournament, 0, 5);
        break;
    case 4:
        hall_tournament_export(world->hall, from, tournament, request->choice % 2, 0, 5);
        break;
    case 5:
        hall_tournament_seal(world->hall, from, tournament);
        break;
    default:
        if (request->choice / 7 % 2 == 0)
            hall_rating_list(world->hall, from, driver_text(request->text), driver_text("nim"), 5);
        else
            hall_rating_history(world->hall, from, driver_text("ann"), driver_text("nim"), 0, 5);
    }
}

static void call_history(struct world *world, struct hall_caller from,
                         const struct request *request)
{
    struct hall_text player = driver_text(request->text);
    if (request->choice % 4 < 3)
        hall_history_list(world->hall, from, &(struct hall_history){.player = player, .limit = 5});
    else
        hall_history_versus(world->hall, from, driver_text("ann"), driver_text("ben"),
                            driver_text(""), driver_text(""), 5);
}

static void call_say(struct world *world, struct hall_caller from, const struct request *request)
{
    hall_chat_say(world->hall, from, request->subject, driver_text(request->text),
                  driver_text(request->key));
}

static void call_unknown(struct world *world, struct hall_caller from,
                         const struct request *request)
{
    struct error error;
    (void)request;
    error_set(&error, ERROR_UNKNOWN_METHOD, "there is no such method");
    hall_refuse(world->hall, from, &error);
}

#define CALL(name, ...)                                                                            \
    static void name(struct world *world, struct hall_caller from, const struct request *request)  \
    {                                                                                              \
        (void)request;                                                                             \
        __VA_ARGS__;                                                                               \
    }
CALL(call_tokens, hall_token_list(world->hall, from))
CALL(call_revoke, hall_token_revoke(world->hall, from, request->subject, driver_text(request->key)))
CALL(call_cancel, hall_offer_cancel(world->hall, from, request->subject, driver_text(request->key)))
CALL(call_accept, hall_offer_accept(world->hall, from, request->subject, driver_text(request->key)))
CALL(call_decline,
     hall_offer_decline(world->hall, from, request->subject, driver_text(request->key)))
CALL(call_show, hall_invitation_show(world->hall, from, driver_text(request->text)))
CALL(call_come, hall_invitation_accept(world->hall, from, driver_text(request->text),
                                       driver_text(request->key)))
CALL(call_invitations, hall_invitation_list(world->hall, from, 0, 5))
CALL(call_take_back,
     hall_invitation_revoke(world->hall, from, request->subject, driver_text(request->key)))
CALL(call_online, hall_player_list(world->hall, from))
CALL(call_abort, hall_match_abort(world->hall, from, request->subject, driver_text(request->key)))
CALL(call_claim, hall_match_claim(world->hall, from, request->subject, driver_text(request->key)))
CALL(call_rematch,
     hall_match_rematch(world->hall, from, request->subject, driver_text(request->key)))
CALL(call_resume, hall_match_resume(world->hall, from, request->subject, request->ply))
CALL(call_watch, hall_match_watch(world->hall, from, request->subject))
CALL(call_unwatch, hall_match_unwatch(world->hall, from, request->subject))
CALL(call_matches, hall_match_list(world->hall, from, request->subject, request->ply, 5))
CALL(call_chat, hall_chat_list(world->hall, from, request->subject))
CALL(call_block, hall_player_block(world->hall, from, driver_text(request->text)))
CALL(call_unblock, hall_player_unblock(world->hall, from, driver_text(request->text)))
CALL(call_blocks, hall_player_blocks(world->hall, from))
CALL(call_report, hall_player_report(world->hall, from,
                                     &(struct hall_report){.player = driver_text(request->text),
                                                           .match = request->subject,
                                                           .words = {.bytes = "rude", .len = 4}},
                                     driver_text(request->key)))
CALL(call_close_report, hall_operator_close_report(world->hall, from, request->subject))
CALL(call_mute, hall_chat_mute(world->hall, from, driver_text(request->text), request->choice % 2))
CALL(call_ping, hall_ping(world->hall, from))
CALL(call_join,
     hall_tournament_join(world->hall, from, request->subject, driver_text(request->key)))
CALL(call_follow, hall_tournament_watch(world->hall, from, request->subject))
CALL(call_unfollow, hall_tournament_unwatch(world->hall, from, request->subject))
CALL(call_players, hall_operator_players(world->hall, from, 0, 5))
CALL(call_kick,
     hall_operator_kick(world->hall, from, driver_text(request->text), driver_text("enough")))
CALL(call_ban, hall_operator_ban(world->hall, from, (enum ban_kind)(request->choice % 2),
                                 driver_text(request->text), driver_text("enough"), request->ply))
CALL(call_unban, hall_operator_unban(world->hall, from, (enum ban_kind)(request->choice % 2),
                                     driver_text(request->text)))
CALL(call_bans, hall_operator_bans(world->hall, from))

typedef void call(struct world *world, struct hall_caller from, const struct request *request);

static call *const calls[ASK_COUNT] = {
    [ASK_HELLO] = call_hello,
    [ASK_REGISTER] = call_register,
    [ASK_PASSWORD] = call_password,
    [ASK_TOKENS] = call_tokens,
    [ASK_REVOKE] = call_revoke,
    [ASK_OFFER] = call_offer,
    [ASK_CANCEL] = call_cancel,
    [ASK_ACCEPT] = call_accept,
    [ASK_DECLINE] = call_decline,
    [ASK_OFFERS] = call_offers,
    [ASK_ONLINE] = call_online,
    [ASK_MOVE] = call_move,
    [ASK_RESIGN] = call_resign,
    [ASK_ABORT] = call_abort,
    [ASK_CLAIM] = call_claim,
    [ASK_TAKEBACK] = call_takeback,
    [ASK_ALLOW] = call_allow,
    [ASK_REFUSE] = call_refuse,
    [ASK_REMATCH] = call_rematch,
    [ASK_RESUME] = call_resume,
    [ASK_WATCH] = call_watch,
    [ASK_UNWATCH] = call_unwatch,
    [ASK_MATCHES] = call_matches,
    [ASK_HISTORY] = call_history,
    [ASK_SAY] = call_say,
    [ASK_CHAT] = call_chat,
    [ASK_MUTE] = call_mute,
    [ASK_BLOCK] = call_block,
    [ASK_UNBLOCK] = call_unblock,
    [ASK_BLOCKS] = call_blocks,
    [ASK_REPORT] = call_report,
    [ASK_CLOSE_REPORT] = call_close_report,
    [ASK_PING] = call_ping,
    [ASK_CREATE] = call_create,
    [ASK_JOIN] = call_join,
    [ASK_START] = call_directing,
    [ASK_PAUSE] = call_directing,
    [ASK_GO_ON] = call_directing,
    [ASK_CALL_OFF] = call_directing,
    [ASK_WITHDRAW] = call_withdraw,
    [ASK_VOID] = call_void,
    [ASK_FOLLOW] = call_follow,
    [ASK_UNFOLLOW] = call_unfollow,
    [ASK_READ] = call_read,
    [ASK_UNKNOWN] = call_unknown,
    [ASK_PLAYERS] = call_players,
    [ASK_KICK] = call_kick,
    [ASK_BAN] = call_ban,
    [ASK_UNBAN] = call_unban,
    [ASK_BANS] = call_bans,
    [ASK_OP_ABORT] = warden_call,
    [ASK_OP_WITHDRAW] = warden_call,
    [ASK_CLEAR] = warden_call,
    [ASK_INVITE] = call_invite,
    [ASK_SHOW] = call_show,
    [ASK_COME] = call_come,
    [ASK_TAKE_BACK] = call_take_back,
    [ASK_INVITATIONS] = call_invitations,
    [ASK_CLOSE] = call_close,
    [ASK_RESET] = call_reset,
};

void driver_call(struct world *world, struct hall_caller from, const struct request *request)
{
    calls[request->ask](world, from, request);
}
