/* A client: it remembers what it was told, asks again what was not answered, and is told nothing that does not fit. */
#include "tests/sim/world.h"

#include "common/base/memory.h"
#include "tests/sim/choices.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
    RETRY_MS = 12 * 3600 * 1000, /* keys are kept for a day */
};

/* Their second request with the same key, or of the same move, is the same request. */
static const struct {
    bool repeatable;
    bool durable; /* and also after a restart */
} traits[ASK_COUNT] = {
    [ASK_REGISTER] = {true, true}, [ASK_PASSWORD] = {true, true}, [ASK_REVOKE] = {true, true},
    [ASK_OFFER] = {true, false},   [ASK_CANCEL] = {true, false},  [ASK_ACCEPT] = {true, true},
    [ASK_DECLINE] = {true, false}, [ASK_MOVE] = {true, true},     [ASK_RESIGN] = {true, true},
    [ASK_ABORT] = {true, true},    [ASK_CLAIM] = {true, true},    [ASK_REMATCH] = {true, true},
    [ASK_SAY] = {true, false},
};

void device_finish(struct device *device)
{
    free(device->known);
}

static struct known *known_of(struct device *device, int64_t match)
{
    size_t count = (size_t)match + 1;
    if (count > device->known_count) {
        device->known = memory_resized(device->known, count, sizeof *device->known);
        memset(device->known + device->known_count, 0,
               (count - device->known_count) * sizeof *device->known);
        device->known_count = count;
    }
    return &device->known[match];
}

/* --- asking --- */

uint32_t world_note_request(struct world *world, const struct request *draft)
{
    if (world->request_count == world->request_capacity) {
        world->request_capacity = 2 * world->request_capacity + 256;
        world->requests =
            memory_resized(world->requests, world->request_capacity, sizeof *world->requests);
    }
    world->requests[world->request_count] = *draft;
    return (uint32_t)world->request_count++;
}

static uint32_t send(struct world *world, struct device *device, const struct request *draft)
{
    uint32_t number = world_note_request(world, draft);
    struct request *request = &world->requests[number];
    request->device = device->number;
    request->session = device->link->session;
    request->player = device->player;
    request->asked_ms = world->now_ms;
    request->answered = false;
    request->called = 0;
    device->pending[device->pending_count++] = number;
    link_request(world, device->link, number);
    return number;
}

static bool may_ask(const struct device *device)
{
    return device->link && device->is_welcome && device->pending_count < PENDING_MAX;
}

uint32_t device_ask(struct world *world, struct device *device, const struct request *draft)
{
    if (!may_ask(device))
        return 0;
    uint32_t number = send(world, device, draft);
    world->requests[number].origin = number;
    if (traits[draft->ask].repeatable)
        device->remembered[device->remembered_count++ % REMEMBERED] = number;
    return number;
}

void device_repeat(struct world *world, struct device *device, uint32_t origin)
{
    struct request again = world->requests[origin];
    if (!may_ask(device) || again.player != device->player ||
        world->now_ms - again.asked_ms > RETRY_MS)
        return;
    again.was_done = false;
    uint32_t number = send(world, device, &again);
    world->requests[number].asked_ms = again.asked_ms;
    world->tally->repeats++;
}

static void ask_match(struct world *world, struct device *device, int64_t match)
{
    struct known *known = known_of(device, match);
    struct request draft = {.ask = ASK_RESUME, .subject = match, .ply = known->ply};
    known->synced = false;
    device_ask(world, device, &draft);
}

/* --- saying hello --- */

void device_name_person(const struct world *world, struct person *person)
{
    snprintf(person->name, sizeof person->name, "Person%u.%u", (unsigned)(person - world->people),
             person->generation);
}

/* Names are the same in any case. */
static void say_name(const struct device *device, char *name, size_t size)
{
    snprintf(name, size, "%s", device->person->name);
    for (char *c = name; device->number % 2 && *c; c++)
        *c = (char)toupper((unsigned char)*c);
}

static struct request hello_of(const struct device *device)
{
    struct request hello = {.ask = ASK_HELLO, .choice = HELLO_TOKEN};
    if (device->token[0]) {
        strcpy(hello.text, device->token);
        return hello;
    }
    hello.choice = device->person->account ? HELLO_PASSWORD : HELLO_NAME;
    say_name(device, hello.text, sizeof hello.text);
    if (device->person->account)
        strcpy(hello.password, device->person->password);
    return hello;
}

/* What should not let anybody in, or somebody else. */
static struct request odd_hello(const struct world *world, const struct device *device,
                                unsigned how)
{
    const struct device *other = &world->devices[how / 8 % STEP_DEVICES];
    struct request hello = hello_of(device);
    switch (how % 8) {
    case 0: /* the same player at another device */
        if (other->token[0])
            strcpy(hello.text, other->token);
        hello.choice = other->token[0] ? HELLO_TOKEN : hello.choice;
        break;
    case 1: /* somebody else's name */
        hello = (struct request){.ask = ASK_HELLO, .choice = HELLO_NAME};
        say_name(other, hello.text, sizeof hello.text);
        break;
    case 2: /* a wrong password, or a right one */
        hello = (struct request){.ask = ASK_HELLO, .choice = HELLO_PASSWORD};
        say_name(device, hello.text, sizeof hello.text);
        strcpy(hello.password, how % 16 == 2 ? "nonsense" : device->person->password);
        break;
    case 3:
        hello = (struct request){.ask = ASK_HELLO, .choice = HELLO_TOKEN, .text = "no token"};
        break;
    case 4:
        hello = (struct request){.ask = ASK_HELLO, .choice = HELLO_NAME, .text = " no\tname"};
        break;
    case 5: /* neither a name nor a token */
        hello = (struct request){.ask = ASK_HELLO, .choice = HELLO_TOKEN};
        break;
    default: /* a login, though there is a token */
        if (!device->person->account)
            break;
        hello = (struct request){.ask = ASK_HELLO, .choice = HELLO_PASSWORD};
        say_name(device, hello.text, sizeof hello.text);
        strcpy(hello.password, device->person->password);
    }
    return hello;
}

static void say_hello(struct world *world, struct device *device, const struct request *hello)
{
    if (device->link)
        device_lose(world, device);
    device->link = link_open(world, device->number);
    device->connected_ms = world->now_ms;
    device->stalled = device->closing = false;
    uint32_t number = send(world, device, hello);
    world->requests[number].origin = number;
}

void device_connect(struct world *world, struct device *device, unsigned how)
{
    if (!world->hall || world->now_ms < device->away_until_ms)
        return;
    struct request hello = how % 3 == 0 ? odd_hello(world, device, how / 3) : hello_of(device);
    say_hello(world, device, &hello);
}

void device_connect_as(struct world *world, struct device *device, const struct person *person)
{
    struct request hello = {.ask = ASK_HELLO, .choice = HELLO_NAME};
    strcpy(hello.text, person->name);
    if (world->hall)
        say_hello(world, device, &hello);
}

static void keep_lost(struct world *world, struct device *device)
{
    for (size_t i = 0; i < device->pending_count; i++) {
        const struct request *request = &world->requests[device->pending[i]];
        if (traits[request->ask].repeatable && device->lost_count < PENDING_MAX)
            device->lost[device->lost_count++] = request->origin;
    }
    device->pending_count = 0;
}

static void forget_connection(struct world *world, struct device *device)
{
    keep_lost(world, device);
    for (size_t i = 0; i < device->known_count; i++)
        device->known[i].synced = device->known[i].watched = false;
    device->link = NULL;
    device->is_welcome = false;
}

void device_lose(struct world *world, struct device *device)
{
    struct link *link = device->link;
    forget_connection(world, device);
    link->device = NO_DEVICE;
    link->vanished_ms = world->now_ms;
    queue_clear(&link->to_client);
}

void device_hang_up(struct world *world, struct device *device)
{
    struct link *link = device->link;
    if (link->server_open)
        link_request(world, link, REQUEST_HANG_UP);
    device_lose(world, device);
}

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
    return traits[request->ask].durable &&
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

static void repeat_lost(struct world *world, struct device *device)
{
    size_t count = device->lost_count;
    device->lost_count = 0;
    for (size_t i = 0; i < count; i++)
        device_repeat(world, device, device->lost[i]);
}

/* What goes on, and what went on when the device was there last: it may have ended since. */
static void resume_matches(struct world *world, struct device *device,
                           const struct message *message)
{
    for (size_t i = 0; i < message->welcome.match_count; i++)
        known_of(device, message->welcome.matches[i])->paging = true;
    for (size_t match = 1; match < device->known_count; match++) {
        struct known *known = &device->known[match];
        if (known->paging || (known->ply > 0 && !known->ended))
            ask_match(world, device, (int64_t)match);
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
    repeat_lost(world, device);
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
    struct known *known = known_of(device, match);
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
        ask_match(world, device, match);
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
    struct known *known = known_of(device, view->summary.match);
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
        ask_match(world, device, message->rematch.match);
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
    struct known *known = known_of(device, message->moved.match);
    if (!known->synced)
        return;
    require(message->moved.ply == known->ply + 1,
            "device %u knows of ply %lld of match %lld, and hears of ply %lld next", device->number,
            (long long)known->ply, (long long)message->moved.match, (long long)message->moved.ply);
    known->ply = message->moved.ply;
}

static void hear_ended(struct device *device, const struct message *message)
{
    struct known *known = known_of(device, message->ended.match);
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
        known_of(device, message->presence.match)->online[message->presence.seat - SEAT_FIRST] =
            message->presence.online;
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

/* --- comparing --- */

static bool is_online(const struct world *world, int64_t player)
{
    for (const struct link *link = world->links; link; link = link->next)
        if (link->server_open && link->player == player)
            return true;
    return false;
}

static void compare_match(const struct world *world, const struct device *device, size_t id)
{
    const struct known *known = &device->known[id];
    const struct disk_match *match = disk_match(&world->disk, (int64_t)id);
    require(match && known->ply == match->plies && match->ending == ENDING_NONE,
            "device %u knows of ply %lld of match %zu, which is at %lld", device->number,
            (long long)known->ply, id, match ? (long long)match->plies : -1);
    require(known->online[0] == is_online(world, match->first) &&
                known->online[1] == is_online(world, match->second),
            "device %u is wrong about who is at match %zu", device->number, id);
}

void device_compare(struct world *world, struct device *device)
{
    bool is_served = device->is_welcome && device->link->server_open;
    for (size_t id = 1; is_served && id < device->known_count; id++)
        if (device->known[id].synced)
            compare_match(world, device, id);
    world->tally->compared++;
}
