/* What a client makes of what it is told: nothing of it may contradict what it knows. */
#include "common/base/memory.h"
#include "tests/sim/choices.h"
#include "tests/sim/world.h"

#include <stdlib.h>
#include <string.h>

/* --- answers --- */

static int64_t result_of(const struct message *message)
{
    switch ((int)message->kind) {
    case MESSAGE_OFFER_NUMBER:
        return -message->offer_number;
    case MESSAGE_MATCH:
        return message->match.view.summary.match;
    case MESSAGE_REMATCH:
        return message->rematch.match ? message->rematch.match : -message->rematch.offer;
    case MESSAGE_MOVE_DONE:
        return message->move_done.ply;
    case MESSAGE_TOURNAMENT_NUMBER:
        return message->tournament_number;
    default:
        return 0;
    }
}

static bool may_be_forgotten(const struct world *world, const struct request *request)
{
    return request->ask != ASK_MOVE && world->setting.keys_are_scarce;
}

/* The same request has the same effect: none, the second time. */
static void judge_repeat(const struct world *world, const struct request *request,
                         const struct message *message)
{
    const struct request *origin = &world->requests[request->origin];
    if (!origin->was_done || may_be_forgotten(world, request))
        return;
    if (message->kind == MESSAGE_ERROR) {
        enum error_code code = message->error.error.code;
        require(code == ERROR_SERVER_STALLED || code == ERROR_SERVER_CLOSING,
                "what was acknowledged (request %u, key %s) is refused when it is asked again: %s",
                request->origin, request->key, message->error.error.message);
        return;
    }
    require(result_of(message) == origin->result,
            "request %u came to %lld first, and came to %lld when it was asked again",
            request->origin, (long long)origin->result, (long long)result_of(message));
}

/* An offer lives as long as its maker's connection. */
static bool is_for_good(const struct request *request, const struct message *message)
{
    return ask_is_durable(request->ask) &&
           !(message->kind == MESSAGE_REMATCH && !message->rematch.match);
}

static void note_done(struct world *world, const struct request *request,
                      const struct message *message)
{
    struct request *origin = &world->requests[request->origin];
    if (message->kind == MESSAGE_ERROR || origin->was_done)
        return;
    origin->result = result_of(message);
    origin->was_done = is_for_good(request, message);
    world->tally->moves += request->ask == ASK_MOVE;
}

static void learn_offer(struct world *world, int64_t offer)
{
    world->offers[world->offer_count++ % OFFERS_KNOWN] = offer;
}

/* What goes on, and what went on when the device was there last: it may have ended since. */
static void resume_matches(struct world *world, struct device *device,
                           const struct message *message)
{
    for (size_t i = 0; i < message->welcome.match_count; i++)
        device_known(device, message->welcome.matches[i])->paging = true;
    for (size_t match = 1; match < device->known_count; match++) {
        struct known *known = &device->known[match];
        if (known->paging || (known->ply > 0 && !known->ended))
            device_ask_match(world, device, (int64_t)match);
        device->known[match].paging = false;
    }
}

static void hear_welcome(struct world *world, struct device *device, const struct request *request,
                         const struct message *message)
{
    struct person *person = device->person;
    int64_t player = message->welcome.player;
    require(request->choice != HELLO_TOKEN || strcmp(request->text, device->token) != 0 ||
                player == device->token_player,
            "device %u comes back as another player", device->number);
    if (strcasecmp(message->welcome.name, person->name) == 0) {
        person->account |= message->welcome.account;
        person->player = player;
    }
    if (device->player != player)
        device->lost_count = device->remembered_count = 0;
    device->player = device->token_player = player;
    snprintf(device->token, sizeof device->token, "%s", message->welcome.token);
    device->is_welcome = true;
    resume_matches(world, device, message);
    device_repeat_lost(world, device);
}

/* Does the database support that this token opens nothing? */
static void judge_bad_token(const struct world *world, const char *text)
{
    const struct disk_token *token = disk_token_shown(&world->disk, text);
    require(!token || token->revoked || token->expires_ms <= world->now_ms,
            "token %lld is good, and opens no seat", (long long)token->number);
}

static void judge_bad_credentials(const struct world *world, const struct device *device,
                                  const struct request *request)
{
    const struct person *person = device->person;
    if (person->next_password[0] || strcasecmp(request->text, person->name) != 0)
        return;
    const struct disk_player *player = disk_player(&world->disk, person->player);
    require(!player || !player->password || strcmp(player->password, request->password) != 0,
            "'%s' is refused with the right password", player->name);
}

/* The next name, or the other password. */
static void try_otherwise(struct world *world, struct device *device, const struct request *request,
                          enum error_code code)
{
    struct person *person = device->person;
    char password[sizeof person->password];
    bool own_token = request->choice == HELLO_TOKEN && strcmp(request->text, device->token) == 0;
    if ((code == ERROR_BAD_TOKEN || code == ERROR_NAME_TAKEN) && own_token)
        device->token[0] = '\0';
    if (code == ERROR_NAME_TAKEN && !person->account &&
        strcasecmp(request->text, person->name) == 0) {
        person->generation++;
        person->player = 0;
        device_name_person(world, person);
    }
    if (code == ERROR_BAD_CREDENTIALS && person->next_password[0]) {
        strcpy(password, person->password);
        strcpy(person->password, person->next_password);
        strcpy(person->next_password, password);
    }
}

static void hear_refused_hello(struct world *world, struct device *device,
                               const struct request *request, const struct message *message)
{
    enum error_code code = message->error.error.code;
    if (code == ERROR_BAD_TOKEN)
        judge_bad_token(world, request->text);
    if (code == ERROR_BAD_CREDENTIALS)
        judge_bad_credentials(world, device, request);
    try_otherwise(world, device, request, code);
    if (!device->is_welcome)
        device_hang_up(world, device);
}

/* All tokens from before but the one in use have ended. */
static void judge_tokens_ended(const struct world *world, const struct request *request)
{
    int left = 0;
    for (size_t i = 0; i < world->disk.token_count; i++) {
        const struct disk_token *token = &world->disk.tokens[i];
        left += token->player == request->player && !token->revoked &&
                token->created_ms < request->asked_ms;
    }
    require(left <= 1, "player %lld has a new password, and %d of the old tokens",
            (long long)request->player, left);
}

static void hear_password(struct world *world, struct device *device, const struct request *request)
{
    struct person *person = device->person;
    const struct disk_player *player = disk_player(&world->disk, request->player);
    require(player && player->password, "an account is acknowledged and not on disk");
    if (request->ask == ASK_PASSWORD)
        judge_tokens_ended(world, request);
    if (person->player != request->player)
        return;
    person->account = true;
    strcpy(person->password, request->fresh);
    if (strcmp(person->next_password, request->fresh) == 0)
        person->next_password[0] = '\0';
}

static void hear_tokens(struct device *device, const struct parcel *parcel)
{
    device->token_count = parcel->token_count;
    memcpy(device->tokens, parcel->tokens, sizeof device->tokens);
}

/* The move is where the client thinks that it is, and the view does not go behind what it knows. */
static void take_view(struct world *world, struct device *device, const struct match_view *view,
                      bool follows)
{
    int64_t match = view->summary.match, last = view->from_ply + view->move_count - 1;
    struct known *known = device_known(device, match);
    referee_view(&world->referee, view);
    bool is_over = view->summary.ending != ENDING_NONE;
    require(view->summary.ply >= known->ply || view->from_ply == 1,
            "device %u knows of ply %lld of match %lld and is shown ply %lld", device->number,
            (long long)known->ply, (long long)match, (long long)view->summary.ply);
    require(is_over || !known->ended,
            "device %u was told that match %lld had ended, and is shown it "
            "as live",
            device->number, (long long)match);
    known->ended = is_over;
    if (last > known->ply || view->from_ply == 1)
        known->ply = last;
    known->online[0] = view->online[0];
    known->online[1] = view->online[1];
    if (last < view->summary.ply) {
        device_ask_match(world, device, match);
        return;
    }
    known->synced = !is_over && follows;
}

static void hear_view(struct world *world, struct device *device, const struct request *request,
                      const struct message *message)
{
    const struct match_view *view = &message->match.view;
    bool is_resumed = request->ask == ASK_RESUME;
    int64_t after = is_resumed ? request->ply : 0;
    int64_t expected = after < view->summary.ply ? after : view->summary.ply;
    struct known *known = device_known(device, view->summary.match);
    require(view->from_ply == expected + 1, "resumed after ply %lld, match %lld is shown from %lld",
            (long long)after, (long long)view->summary.match, (long long)view->from_ply);
    require(view->move_count == HALL_PAGE_MAX ||
                view->from_ply + view->move_count - 1 == view->summary.ply,
            "match %lld is shown in part", (long long)view->summary.match);
    if (request->ask == ASK_WATCH)
        known->watched = true;
    world->tally->resumed += is_resumed;
    take_view(world, device, view, view->seat != SEAT_NOBODY || known->watched);
}

static void hear_rematch(struct world *world, struct device *device, const struct message *message)
{
    if (message->rematch.match)
        device_ask_match(world, device, message->rematch.match);
    else
        learn_offer(world, message->rematch.offer);
}

/* Of a player's own match nothing changes. */
static void hear_unwatched(struct device *device, int64_t match)
{
    if ((uint64_t)match >= device->known_count || !device->known[match].watched)
        return;
    device->known[match].watched = false;
    device->known[match].synced = false;
}

/* It never goes back: neither from the end nor in its rounds. */
static void take_news(struct device *device, const struct tournament_news *news)
{
    struct followed *followed = device_followed(device, news->tournament);
    require(followed->news.state < TOURNAMENT_FINISHED && news->round >= followed->news.round,
            "device %u knew that tournament %lld was %s in round %lld, and hears that it is %s in "
            "round %lld",
            device->number, (long long)news->tournament,
            tournament_state_text(followed->news.state), (long long)followed->news.round,
            tournament_state_text(news->state), (long long)news->round);
    followed->news = *news;
    followed->news.reason = NULL;
}

static void hear_followed(struct device *device, const struct tournament_news *news)
{
    take_news(device, news);
    device_followed(device, news->tournament)->is_followed = true;
}

static void hear_unfollowed(struct device *device, int64_t tournament)
{
    if ((uint64_t)tournament < device->followed_count)
        device->followed[tournament].is_followed = false;
}

static void hear_result(struct world *world, struct device *device, const struct request *request,
                        const struct parcel *parcel)
{
    const struct message *message = parcel->message;
    if (message->kind == MESSAGE_WELCOME)
        hear_welcome(world, device, request, message);
    else if (message->kind == MESSAGE_MATCH)
        hear_view(world, device, request, message);
    else if (message->kind == MESSAGE_REMATCH)
        hear_rematch(world, device, message);
    else if (message->kind == MESSAGE_TOURNAMENT_NOW)
        hear_followed(device, &message->tournament);
    else if (request->ask == ASK_UNFOLLOW)
        hear_unfollowed(device, request->subject);
    else if (message->kind == MESSAGE_OFFER_NUMBER)
        learn_offer(world, message->offer_number);
    else if (request->ask == ASK_TOKENS)
        hear_tokens(device, parcel);
    else if (request->ask == ASK_REGISTER || request->ask == ASK_PASSWORD)
        hear_password(world, device, request);
    else if (request->ask == ASK_UNWATCH)
        hear_unwatched(device, request->subject);
}

static bool take_pending(struct device *device, uint32_t number)
{
    for (size_t i = 0; i < device->pending_count; i++) {
        if (device->pending[i] != number)
            continue;
        memmove(&device->pending[i], &device->pending[i + 1],
                (--device->pending_count - i) * sizeof *device->pending);
        return true;
    }
    return false;
}

static void hear_answer(struct world *world, struct device *device, const struct parcel *parcel)
{
    const struct message *message = parcel->message;
    struct request request = world->requests[message->request];
    require(take_pending(device, message->request),
            "device %u is answered what it did not ask: request %u", device->number,
            message->request);
    judge_repeat(world, &request, message);
    note_done(world, &request, message);
    if (message->kind != MESSAGE_ERROR)
        hear_result(world, device, &request, parcel);
    else if (request.ask == ASK_HELLO)
        hear_refused_hello(world, device, &request, message);
}

/* --- events --- */

/* The offer has been accepted: whoever asks for it again is told of this one, for good. */
static void hear_started(struct world *world, struct device *device, const struct message *message)
{
    size_t count = device->remembered_count;
    for (size_t i = 0; i < count && i < REMEMBERED; i++) {
        struct request *origin = &world->requests[device->remembered[i]];
        bool made_it = (origin->ask == ASK_OFFER || origin->ask == ASK_REMATCH) &&
                       origin->result == -message->match.offer;
        origin->was_done |= made_it && message->match.offer > 0;
    }
    take_view(world, device, &message->match.view, true);
}

static void hear_moved(struct device *device, const struct message *message)
{
    struct known *known = device_known(device, message->moved.match);
    if (!known->synced)
        return;
    require(message->moved.ply == known->ply + 1,
            "device %u knows of ply %lld of match %lld, and hears of ply %lld next", device->number,
            (long long)known->ply, (long long)message->moved.match, (long long)message->moved.ply);
    known->ply = message->moved.ply;
}

static void hear_ended(struct device *device, const struct message *message)
{
    struct known *known = device_known(device, message->ended.match);
    if (!known->synced)
        return;
    require(!known->ended && message->ended.seq == known->ply + 1,
            "device %u knows of ply %lld of match %lld, and hears of its end as change %lld",
            device->number, (long long)known->ply, (long long)message->ended.match,
            (long long)message->ended.seq);
    known->ended = true;
    known->synced = false;
}

static void hear_stall(struct device *device, bool stalled)
{
    require(device->stalled != stalled, "device %u hears twice of the same stall", device->number);
    device->stalled = stalled;
}

static void hear_event(struct world *world, struct device *device, const struct message *message)
{
    switch ((int)message->kind) {
    case MESSAGE_OFFER_RECEIVED:
        learn_offer(world, message->offer_received.offer);
        break;
    case MESSAGE_MATCH_STARTED:
        hear_started(world, device, message);
        break;
    case MESSAGE_MOVED:
        hear_moved(device, message);
        break;
    case MESSAGE_ENDED:
        hear_ended(device, message);
        break;
    case MESSAGE_PRESENCE:
        device_known(device, message->presence.match)->online[message->presence.seat - SEAT_FIRST] =
            message->presence.online;
        break;
    case MESSAGE_TOURNAMENT:
        take_news(device, &message->tournament);
        break;
    case MESSAGE_STALLED:
    case MESSAGE_RESUMED:
        hear_stall(device, message->kind == MESSAGE_STALLED);
        break;
    case MESSAGE_CLOSING:
        require(!device->closing, "device %u hears twice of the same shutdown", device->number);
        device->closing = true;
        break;
    default:
        break;
    }
}

static void receive(struct world *world, struct device *device, struct parcel *parcel)
{
    const struct message *message = parcel->message;
    if (!message)
        device_lose(world, device);
    else if (message->kind <= MESSAGE_ERROR)
        hear_answer(world, device, parcel);
    else
        hear_event(world, device, message);
}

void device_listen(struct world *world, struct device *device)
{
    struct item item;
    while (device->link && queue_take(&device->link->to_client, world->now_ms, &item)) {
        receive(world, device, item.parcel);
        parcel_drop(item.parcel);
    }
}
