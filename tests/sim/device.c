/* A client: it remembers what it was told, asks again what was not answered, and is told nothing
 * that does not fit. */
#include "tests/sim/world.h"

#include "common/base/memory.h"
#include "tests/sim/choices.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Their second request with the same key, or of the same move, is the same request. */
static const struct {
    bool repeatable;
    bool durable; /* and also after a restart */
} traits[ASK_COUNT] = {
    [ASK_REGISTER] = {true, true},  [ASK_PASSWORD] = {true, true}, [ASK_REVOKE] = {true, true},
    [ASK_OFFER] = {true, false},    [ASK_CANCEL] = {true, false},  [ASK_ACCEPT] = {true, true},
    [ASK_DECLINE] = {true, false},  [ASK_MOVE] = {true, true},     [ASK_RESIGN] = {true, true},
    [ASK_ABORT] = {true, true},     [ASK_CLAIM] = {true, true},    [ASK_REMATCH] = {true, true},
    [ASK_SAY] = {true, false},      [ASK_CREATE] = {true, true},   [ASK_JOIN] = {true, true},
    [ASK_START] = {true, true},     [ASK_PAUSE] = {true, true},    [ASK_GO_ON] = {true, true},
    [ASK_INVITE] = {true, true},    [ASK_COME] = {true, true},     [ASK_TAKE_BACK] = {true, true},
    [ASK_TAKEBACK] = {true, false}, [ASK_ALLOW] = {true, true},    [ASK_REFUSE] = {true, false},
    [ASK_CALL_OFF] = {true, true},  [ASK_WITHDRAW] = {true, true}, [ASK_VOID] = {true, true},
};

bool ask_is_repeatable(enum ask ask)
{
    return traits[ask].repeatable;
}

bool ask_is_durable(enum ask ask)
{
    return traits[ask].durable;
}

void device_finish(struct device *device)
{
    free(device->known);
    free(device->followed);
}

struct known *device_known(struct device *device, int64_t match)
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

struct followed *device_followed(struct device *device, int64_t tournament)
{
    size_t count = (size_t)tournament + 1;
    if (count > device->followed_count) {
        device->followed = memory_resized(device->followed, count, sizeof *device->followed);
        memset(device->followed + device->followed_count, 0,
               (count - device->followed_count) * sizeof *device->followed);
        device->followed_count = count;
    }
    return &device->followed[tournament];
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

void device_repeat_lost(struct world *world, struct device *device)
{
    size_t count = device->lost_count;
    device->lost_count = 0;
    for (size_t i = 0; i < count; i++)
        device_repeat(world, device, device->lost[i]);
}

void device_ask_match(struct world *world, struct device *device, int64_t match)
{
    struct known *known = device_known(device, match);
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

void device_connect_with_code(struct world *world, struct device *device, const char *password)
{
    struct request hello = {.ask = ASK_HELLO, .choice = HELLO_CODE};
    say_name(device, hello.text, sizeof hello.text);
    strcpy(hello.password, password);
    strcpy(hello.fresh, device->person->code);
    if (world->hall)
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
    for (size_t i = 0; i < device->followed_count; i++)
        device->followed[i].is_followed = false;
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
    if (link->gate_open)
        link_request(world, link, REQUEST_HANG_UP);
    device_lose(world, device);
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
    require(known->seq == disk_seq(match) && known->back == match->times_back,
            "device %u knows of %lld changes of match %zu, %lld of them takebacks; there are %lld "
            "and %lld",
            device->number, (long long)known->seq, id, (long long)known->back,
            (long long)disk_seq(match), (long long)match->times_back);
    require(known->online[0] == is_online(world, match->first) &&
                known->online[1] == is_online(world, match->second),
            "device %u is wrong about who is at match %zu", device->number, id);
}

static void compare_tournament(const struct world *world, const struct device *device, size_t id)
{
    const struct wire_tournament_news *news = &device->followed[id].news;
    const struct disk_tournament *tournament = disk_tournament(&world->disk, (int64_t)id);
    enum tournament_state state = device->followed[id].state;
    require(tournament && state == tournament->state &&
                news->matches == steward_matches(&world->disk, tournament) &&
                news->live == tournament->live && news->missing == steward_missing(tournament) &&
                news->round == steward_round(tournament),
            "device %u knows that tournament %zu is %s with %lld matches over, %lld live",
            device->number, id, tournament_state_text(state), (long long)news->matches,
            (long long)news->live);
    require(news->unjudged == 0 || state == TOURNAMENT_CANCELLED,
            "device %u still waits for judgements in tournament %zu", device->number, id);
}

void device_compare(struct world *world, struct device *device)
{
    bool is_served = device->is_welcome && device->link->server_open;
    for (size_t id = 1; is_served && id < device->known_count; id++)
        if (device->known[id].synced)
            compare_match(world, device, id);
    for (size_t id = 1; is_served && id < device->followed_count; id++)
        if (device->followed[id].is_followed)
            compare_tournament(world, device, id);
    world->tally->compared++;
}
