#include "tests/crash/player.h"

#include "client/lib/client.h"
#include "client/lib/match_updates.h"
#include "common/base/memory.h"
#include "common/wire/wire.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

/* Rules and starts that make 5 to 60 moves; with clocks, which no crash may make anybody lose by.
 */
static const struct {
    const char *rules, *start, *clock;
} choices[] = {
    {"nim", "3+5+9+12", "120+1"},          {"fibonacci-nim", "400", NULL},
    {"kayles", "20+30", "60/move"},        {"laskers-nim", "9+11", "120+0"},
    {"take-away:3/2x+1", "150", "90+0.5"}, {"nim,misere", "4+7+10", NULL},
};

enum {
    CHOICES = sizeof choices / sizeof *choices,
    OFFER_AGAIN_MS = 100, /* the partner may not be back yet */
    STATE_AGAIN_MS = 100, /* nor the database */
};

/* A match, or one whose state is still on the way. */
struct play {
    struct player *player;
    struct match *match; /* NULL: not here yet */
    int64_t id;
    bool is_asked;              /* is its state on the way? */
    bool is_behind;             /* it could not be had */
    bool is_sent;               /* is a move on the way? */
    struct loop_timer *thought; /* fires when the next one is to be made; NULL: never was one */
    bool is_thinking;
    size_t sent; /* that move in the ledger */
    int64_t ply; /* of the last move that was acknowledged */
    struct play *prev, *next;
};

struct player {
    struct loop *loop;
    char name[WIRE_NAME_MAX + 1], partner[WIRE_NAME_MAX + 1];
    size_t matches_at_once;
    uint32_t think_ms;
    struct client *client;
    struct loop_timer *offers_due, *states_due;
    bool may_lack_database;
    struct random random;
    struct play *plays; /* not ended */
    size_t play_count;
    struct play *ended; /* kept as owners of answers that may still come */
    /* The player's offers: not answered yet, which outlasts a break, and open, which ends with the
     * connection. Each connection begins with a list of those that are open. */
    size_t asked_offers, open_offers;
    bool is_listing;
    bool winds_down;
    struct ledger ledger;
    struct player_result *results;
    size_t result_count, result_capacity;
};

static void fault(const struct player *player, const char *what, const struct error *error)
{
    fprintf(stderr, "takeaway-crash: %s: %s: %s\n", player->name, what, error->message);
    exit(EXIT_FAILURE);
}

static void offer_matches(struct player *player);
static void ask_for_state(struct play *play);
static void go_on(struct play *play, enum match_update update);

/* --- matches --- */

static struct play *find_play(const struct player *player, int64_t id)
{
    struct play *play;
    DL_SEARCH_SCALAR(player->plays, play, id, id);
    return play;
}

static struct play *add_play(struct player *player, int64_t id)
{
    struct play *play = memory_zeroed(1, sizeof *play);
    play->player = player;
    play->id = id;
    DL_APPEND(player->plays, play);
    player->play_count++;
    return play;
}

static void note_result(struct player *player, const struct match *match)
{
    if (player->result_count == player->result_capacity) {
        player->result_capacity = player->result_capacity ? 2 * player->result_capacity : 64;
        player->results =
            memory_resized(player->results, player->result_capacity, sizeof *player->results);
    }
    struct player_result *result = &player->results[player->result_count++];
    result->match = match->id;
    memcpy(result->ending, match->ending, sizeof result->ending);
    memcpy(result->winner, match->winner, sizeof result->winner);
}

static void end_play(struct play *play)
{
    struct player *player = play->player;
    note_result(player, play->match);
    match_destroy(play->match);
    play->match = NULL;
    loop_timer_destroy(play->thought);
    play->thought = NULL;
    DL_DELETE(player->plays, play);
    player->play_count--;
    DL_APPEND(player->ended, play);
    offer_matches(player);
}

/* The disk or the shutdown may have to be waited for, and while there is no database there is
 * nothing to be read of a match that has ended there; any other refusal is a fault. */
static bool may_be_refused(const struct player *player, enum error_code code)
{
    return code == ERROR_SERVER_STALLED || code == ERROR_SERVER_CLOSING ||
           (code == ERROR_INTERNAL && player->may_lack_database);
}

static void on_moved(void *owner, const struct error *error, const void *result)
{
    struct play *play = owner;
    play->is_sent = false;
    if (error && !may_be_refused(play->player, error->code))
        fault(play->player, "a legal move", error);
    if (error) {
        ask_for_state(play);
        return;
    }
    play->ply = ((const struct wire_move_done *)result)->ply;
    ledger_acknowledge(&play->player->ledger, play->sent, loop_now_ms(play->player->loop));
    if (play->match)
        go_on(play, MATCH_KNOWN);
}

static void make_move(struct play *play)
{
    struct player *player = play->player;
    const struct match *match = play->match;
    struct move move;
    struct text text = {0};
    move_at(&match->rules, &match->position,
            random_below(&player->random, move_count(&match->rules, &match->position)), &move);
    move_print(&match->rules, &match->position, &move, &text);
    struct wire_move parameters = {
        .match = play->id, .ply = match->ply + 1, .move = wire_text(text_string(&text))};
    play->is_sent = true;
    play->sent = ledger_send(&player->ledger, &(struct ledger_move){
                                                  .match = play->id,
                                                  .ply = match->ply + 1,
                                                  .text = text.bytes,
                                                  .sent_ms = loop_now_ms(player->loop),
                                              });
    client_call(player->client, WIRE_MATCH_MOVE, &parameters, on_moved, play);
    text_finish(&text);
}

static bool may_move(const struct play *play)
{
    return match_is_my_turn(play->match) && !play->is_sent && play->match->ply >= play->ply;
}

static void on_thought(void *owner)
{
    struct play *play = owner;
    play->is_thinking = false;
    if (may_move(play))
        make_move(play);
}

static void think(struct play *play)
{
    struct player *player = play->player;
    if (!play->thought)
        play->thought = loop_timer_create(player->loop, on_thought, play);
    play->is_thinking = true;
    loop_timer_start(play->thought,
                     (uint32_t)random_below(&player->random, (uint64_t)2 * player->think_ms + 1));
}

static void go_on(struct play *play, enum match_update update)
{
    if (update == MATCH_BEHIND)
        ask_for_state(play);
    else if (match_is_over(play->match))
        end_play(play);
    else if (may_move(play) && play->player->think_ms == 0)
        make_move(play);
    else if (may_move(play) && !play->is_thinking)
        think(play);
}

static void take_state(struct play *play, const struct wire_match *state)
{
    int64_t now = loop_now_ms(play->player->loop);
    enum match_update update;
    struct error error;
    enum error_code code = play->match ? match_apply_state(play->match, state, now, &update, &error)
                                       : match_create(state, now, &play->match, &update, &error);
    if (code)
        fault(play->player, "a match as the server tells it", &error);
    go_on(play, update);
}

static void on_state(void *owner, const struct error *error, const void *result)
{
    struct play *play = owner;
    play->is_asked = false;
    if (error && !may_be_refused(play->player, error->code))
        fault(play->player, "match.resume", error);
    if (find_play(play->player, play->id) != play)
        return;
    play->is_behind = error != NULL;
    if (error)
        loop_timer_start(play->player->states_due, STATE_AGAIN_MS);
    else
        take_state(play, result);
}

static void ask_for_state(struct play *play)
{
    if (play->is_asked)
        return;
    play->is_asked = true;
    struct wire_resume resume = {.match = play->id,
                                 .after = play->match ? play->match->ply : WIRE_ABSENT};
    client_call(play->player->client, WIRE_MATCH_RESUME, &resume, on_state, play);
}

static void on_states_due(void *owner)
{
    struct player *player = owner;
    struct play *play;
    DL_FOREACH (player->plays, play)
        if (play->is_behind)
            ask_for_state(play);
}

/* --- offers --- */

static void on_offered(void *owner, const struct error *error, const void *result)
{
    (void)result;
    struct player *player = owner;
    player->asked_offers--;
    player->open_offers += !error;
    if (error)
        loop_timer_start(player->offers_due, OFFER_AGAIN_MS);
}

static void offer_matches(struct player *player)
{
    while (!player->winds_down && !player->is_listing &&
           player->play_count + player->asked_offers + player->open_offers <
               player->matches_at_once) {
        unsigned choice = (unsigned)random_below(&player->random, CHOICES);
        struct wire_offer_make make = {
            .to = wire_text(player->partner),
            .rules = wire_text(choices[choice].rules),
            .start = wire_text(choices[choice].start),
            .clock = wire_text(choices[choice].clock),
        };
        player->asked_offers++;
        client_call(player->client, WIRE_OFFER_MAKE, &make, on_offered, player);
    }
}

/* One of the player's offers is not open any more. */
static void close_offer(struct player *player)
{
    if (player->open_offers > 0)
        player->open_offers--;
}

static void take_match(struct player *player, const struct wire_match *state)
{
    struct play *play = find_play(player, state->match);
    take_state(play ? play : add_play(player, state->match), state);
}

/* The offer may have gone meanwhile. While the server takes no changes, it stays. */
static void on_accepted(void *owner, const struct error *error, const void *result)
{
    struct player *player = owner;
    if (!error)
        take_match(player, result);
    else if (may_be_refused(player, error->code))
        loop_timer_start(player->offers_due, OFFER_AGAIN_MS);
    else if (error->code != ERROR_NO_SUCH_OFFER)
        fault(player, "offer.accept", error);
}

static void accept_offer(struct player *player, const struct wire_offer *offer)
{
    if (!offer->to.bytes || !wire_text_equal(offer->to, player->name) ||
        (player->winds_down && !*player->partner))
        return;
    struct wire_offer_choice choice = {.offer = offer->offer};
    client_call(player->client, WIRE_OFFER_ACCEPT, &choice, on_accepted, player);
}

static void on_offers(void *owner, const struct error *error, const void *result)
{
    struct player *player = owner;
    const struct wire_offers *offers = result;
    player->is_listing = false;
    if (error) {
        loop_timer_start(player->offers_due, OFFER_AGAIN_MS);
        return;
    }
    player->open_offers = 0;
    for (size_t i = 0; i < offers->offers_count; i++) {
        player->open_offers += wire_text_equal(offers->offers[i].from, player->name);
        accept_offer(player, &offers->offers[i]);
    }
    offer_matches(player);
}

/* After a break it follows the offers that are sent again, so that it tells which of them there
 * are. */
static void list_offers(void *owner)
{
    struct player *player = owner;
    if (player->is_listing)
        return;
    player->is_listing = true;
    client_call(player->client, WIRE_OFFER_LIST, NULL, on_offers, player);
}

/* --- the connection --- */

static void on_ready(void *owner, const struct wire_welcome *welcome)
{
    struct player *player = owner;
    struct play *play;
    for (size_t i = 0; i < welcome->matches_count; i++)
        if (!find_play(player, welcome->matches[i]))
            add_play(player, welcome->matches[i]);
    DL_FOREACH (player->plays, play)
        ask_for_state(play);
    list_offers(player);
}

static void on_interrupted(void *owner, const struct error *reason)
{
    (void)owner;
    (void)reason;
}

static void on_failed(void *owner, const struct error *reason)
{
    fault(owner, "the client gave up", reason);
}

static void on_event(void *owner, enum wire_event event, const void *body)
{
    struct player *player = owner;
    struct play *play;
    enum match_update update = MATCH_KNOWN;
    struct error error;
    if (event == WIRE_EVENT_OFFER_RECEIVED) {
        accept_offer(player, ((const struct wire_offer_event *)body)->offer);
    } else if (event == WIRE_EVENT_OFFER_CLOSED && player->matches_at_once > 0) {
        close_offer(player);
        loop_timer_start(player->offers_due, OFFER_AGAIN_MS);
    } else if (event == WIRE_EVENT_MATCH_STARTED) {
        close_offer(player);
        take_match(player, ((const struct wire_match_event *)body)->match);
    } else if (event == WIRE_EVENT_MATCH_MOVED) {
        const struct wire_moved *moved = body;
        if (!(play = find_play(player, moved->match)) || !play->match)
            return;
        if (match_apply_moved(play->match, moved, loop_now_ms(player->loop), &update, &error))
            fault(player, "a move as the server tells it", &error);
        go_on(play, update);
    } else if (event == WIRE_EVENT_MATCH_ENDED) {
        const struct wire_ended *ended = body;
        if ((play = find_play(player, ended->match)) && play->match)
            go_on(play, match_apply_ended(play->match, ended, loop_now_ms(player->loop)));
    }
}

/* --- the public functions --- */

struct player *player_create(struct loop *loop, const struct player_config *config)
{
    struct player *player = memory_zeroed(1, sizeof *player);
    struct error error;
    player->loop = loop;
    player->offers_due = loop_timer_create(loop, list_offers, player);
    player->states_due = loop_timer_create(loop, on_states_due, player);
    player->may_lack_database = config->may_lack_database;
    player->random = random_from_seed(config->seed);
    player->matches_at_once = config->matches_at_once;
    snprintf(player->name, sizeof player->name, "%s", config->name);
    snprintf(player->partner, sizeof player->partner, "%s", config->partner ? config->partner : "");
    player->think_ms = config->think_ms;
    struct client_config client = {
        .server = config->server,
        .program = "takeaway-crash",
        .name = config->name,
        .quiet_ms = config->quiet_ms,
    };
    struct client_events events = {
        .owner = player,
        .ready = on_ready,
        .interrupted = on_interrupted,
        .failed = on_failed,
        .event = on_event,
    };
    if (client_create(loop, &client, &events, &player->client, &error))
        fault(player, "the client", &error);
    return player;
}

static void free_plays(struct play *plays)
{
    struct play *play, *next;
    DL_FOREACH_SAFE (plays, play, next) {
        match_destroy(play->match);
        loop_timer_destroy(play->thought);
        free(play);
    }
}

void player_destroy(struct player *player)
{
    client_destroy(player->client);
    loop_timer_destroy(player->offers_due);
    loop_timer_destroy(player->states_due);
    free_plays(player->plays);
    free_plays(player->ended);
    ledger_finish(&player->ledger);
    free(player->results);
    free(player);
}

void player_wind_down(struct player *player)
{
    player->winds_down = true;
    player->think_ms = 0;
}

bool player_is_welcome(const struct player *player)
{
    return *client_token(player->client);
}

bool player_is_done(const struct player *player)
{
    return player->winds_down && player->play_count == 0 && player->asked_offers == 0 &&
           player->open_offers == 0 && !player->is_listing;
}

uint16_t player_port(const struct player *player)
{
    return client_server(player->client)->at.port;
}

const struct ledger *player_ledger(const struct player *player)
{
    return &player->ledger;
}

const struct player_result *player_results(const struct player *player, size_t *ret_count)
{
    *ret_count = player->result_count;
    return player->results;
}
