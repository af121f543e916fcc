/* The operator ends matches and offers: what that may change, and what is true afterwards. */
#include "server/hall/player_name.h"
#include "tests/sim/world.h"

#include <stdlib.h>
#include <string.h>

/* --- calls --- */

/* Is the clearance about this player? `key`: the name's, as the disk knows it. */
static bool is_cleared(const struct world *world, const struct request *request, const char *key,
                       int64_t player)
{
    return request->choice == BAN_NAME
               ? strcmp(disk_player(&world->disk, player)->key, key) == 0
               : referee_address(&world->referee, player) == (uint64_t)request->subject;
}

/* Tells the referee whose matches may end now. Returns how many matches on disk have to end. */
static size_t announce_clear(struct world *world, const struct request *request)
{
    const struct disk *disk = &world->disk;
    char *key = name_key(request->text, strlen(request->text));
    size_t due = 0;
    for (int64_t player = 1; player <= (int64_t)disk->player_count; player++)
        if (is_cleared(world, request, key, player))
            referee_clears(&world->referee, player, world->now_ms);
    for (size_t i = 0; i < disk->match_count; i++) {
        const struct disk_match *match = &disk->matches[i];
        due += match->ending == ENDING_NONE && !match->tournament &&
               (is_cleared(world, request, key, match->first) ||
                is_cleared(world, request, key, match->second));
    }
    free(key);
    return due;
}

static enum error_code call_clear(struct world *world, struct hall_caller from,
                                  const struct request *request)
{
    struct hall_text name = {.bytes = request->text, .len = strlen(request->text)};
    return request->choice == BAN_NAME
               ? hall_operator_clear_player(world->hall, from, name)
               : hall_operator_clear_address(world->hall, from, (uint64_t)request->subject);
}

/* The same clearance came directly before: it has left nothing. */
static bool is_second_clear(const struct world *world, const struct request *request)
{
    const struct request *before = &world->requests[world->last_clear];
    return before->ask == ASK_CLEAR && before->called + 1 == request->called &&
           before->choice == request->choice && before->subject == request->subject &&
           strcmp(before->text, request->text) == 0;
}

static void clear(struct world *world, struct hall_caller from, struct request *request)
{
    struct hall_figures before = hall_figures(world->hall);
    bool is_durable = hall_is_durable(world->hall);
    size_t due = announce_clear(world, request);
    enum error_code code = call_clear(world, from, request);
    struct hall_figures after = hall_figures(world->hall);
    request->ended_matches = before.live_matches - after.live_matches;
    request->ended_offers = before.offers - after.offers + before.invitations - after.invitations;
    bool ends_nothing = request->ended_matches == 0 && request->ended_offers == 0;
    bool is_done = !code || code == ERROR_NO_SUCH_PLAYER;
    require(!code || ends_nothing, "a clearance that is refused (%s) ends something",
            error_name(code));
    /* Until then the hall may know of more matches and more ends than the disk. */
    require(!is_durable || !is_done || request->ended_matches == due,
            "the operator clears %s %s: %zu matches end, and %zu are due",
            request->choice == BAN_NAME ? "the player" : "an address like that of", request->text,
            request->ended_matches, due);
    require(ends_nothing || !is_second_clear(world, request),
            "a clearance leaves %zu matches and %zu offers", request->ended_matches,
            request->ended_offers);
    require(after.ended[ENDING_ABORTED] == before.ended[ENDING_ABORTED] + request->ended_matches,
            "the operator ends %zu matches, and others are counted", request->ended_matches);
    world->last_clear = from.request;
}

void warden_call(struct world *world, struct hall_caller from, const struct request *request)
{
    struct request *noted = &world->requests[from.request];
    struct hall_figures before = hall_figures(world->hall);
    bool is_match = request->ask == ASK_OP_ABORT;
    if (request->ask == ASK_CLEAR) {
        clear(world, from, noted);
        return;
    }
    enum error_code code = is_match ? hall_operator_abort(world->hall, from, request->subject)
                                    : hall_operator_withdraw(world->hall, from, request->subject);
    if (is_match && !code)
        referee_aborted(&world->referee, request->subject, world->now_ms);
    struct hall_figures after = hall_figures(world->hall);
    noted->ended_matches = before.live_matches - after.live_matches;
    noted->ended_offers = before.offers - after.offers;
    require(noted->ended_matches == (!code && is_match) &&
                noted->ended_offers == (!code && !is_match),
            "the operator's end of one thing (%s) ends %zu matches and %zu offers",
            code ? error_name(code) : "done", noted->ended_matches, noted->ended_offers);
}

/* --- answers --- */

/* Each end that is acknowledged is on disk. */
static void check_ends(const struct world *world, const struct request *request)
{
    size_t aborted = 0;
    for (size_t i = 0; i < world->disk.match_count; i++) {
        const struct disk_match *match = &world->disk.matches[i];
        aborted += match->ending == ENDING_ABORTED && match->winner == SEAT_NOBODY &&
                   !match->tournament && match->ended_ms == request->asked_ms;
    }
    require(aborted >= request->ended_matches,
            "the operator is told that %zu matches have ended, and %zu have on disk",
            request->ended_matches, aborted);
}

static void check_done(struct world *world, const struct request *request)
{
    const struct disk_match *match = disk_match(&world->disk, request->subject);
    if (request->ask == ASK_OP_ABORT)
        require(match && match->ending == ENDING_ABORTED && !match->tournament &&
                    match->ended_ms == request->asked_ms,
                "match %lld is said to be aborted by the operator", (long long)request->subject);
    if (request->ask == ASK_OP_WITHDRAW)
        world->withdrawn[world->withdrawn_count++ % OFFERS_KNOWN] = request->subject;
}

static void check_cleared(const struct world *world, const struct request *request,
                          const struct heard *heard)
{
    require(heard->cleared.matches == (int64_t)request->ended_matches &&
                heard->cleared.offers == (int64_t)request->ended_offers && !heard->cleared.more,
            "the operator is told of %lld matches and %lld offers%s, and %zu and %zu have ended",
            (long long)heard->cleared.matches, (long long)heard->cleared.offers,
            heard->cleared.more ? " and more" : "", request->ended_matches, request->ended_offers);
    check_ends(world, request);
}

static void check_refused(const struct world *world, const struct request *request,
                          enum error_code code)
{
    const struct disk_match *match = disk_match(&world->disk, request->subject);
    bool is_true = true;
    if (code == ERROR_NOT_YOURS)
        is_true = match && match->tournament;
    if (code == ERROR_MATCH_OVER)
        is_true = match && match->ending != ENDING_NONE;
    if (code == ERROR_NO_SUCH_MATCH)
        is_true = !match;
    require(is_true, "the operator is told of match %lld: %s", (long long)request->subject,
            error_name(code));
}

static void check_open(const struct world *world, int64_t offer)
{
    for (size_t i = 0; i < world->withdrawn_count && i < OFFERS_KNOWN; i++)
        require(world->withdrawn[i] != offer,
                "the operator has withdrawn offer %lld, and it is spoken of", (long long)offer);
}

void warden_message(struct world *world, const struct heard *heard)
{
    bool is_known = heard->request < world->request_count; /* not of an event before all requests */
    const struct request *request = is_known ? &world->requests[heard->request] : NULL;
    switch ((int)heard->kind) {
    case HEARD_NOTHING:
        check_done(world, request);
        break;
    case HEARD_CLEARED:
        check_cleared(world, request, heard);
        break;
    case HEARD_ERROR:
        if (request->ask == ASK_OP_ABORT)
            check_refused(world, request, heard->error.code);
        break;
    case HEARD_OFFERS:
        for (size_t i = 0; i < heard->offers.offers_count; i++)
            check_open(world, heard->offers.offers[i].offer);
        break;
    case HEARD_LOBBY:
        for (size_t i = 0; i < heard->lobby.made_count; i++)
            check_open(world, heard->lobby.made[i].offer);
        break;
    case HEARD_OFFER_RECEIVED:
        check_open(world, heard->offer_received.offer);
        break;
    case HEARD_OFFER_CLOSED:
        check_open(world, heard->offer_closed.offer);
        break;
    case HEARD_MATCH_STARTED:
        check_open(world, heard->offer);
        break;
    default:
        break;
    }
}
