/* Gateways, the hall's end of their links, and the bus in between, which loses, doubles and delays
 * frames for a while. Requests go up as their numbers, messages go down as numbers of parcels. */
#include "server/base/session_table.h"
#include "server/link/gate_link.h"
#include "server/link/hall_link.h"
#include "tests/sim/driver.h"
#include "tests/sim/world.h"

#include "common/base/memory.h"
#include "common/base/random.h"

#include <stdlib.h>
#include <string.h>
#include <utlist.h>

enum {
    GATES_MAX = 3,
    PARCEL_KEPT_MS = 20000, /* after which no frame with it is under way any more */
    NOTICED_MS = 200,       /* more than a beat */
    ZOMBIE_MS = 6000,       /* a stopped hall wakes up within this time ... */
    AWAKE_MS = 3000,        /* ... for so long */
};

#define ZOMBIE_WORD UINT64_MAX /* the number of what only a zombie says */

/* A frame on its way. */
struct mail {
    char *bytes;
    size_t len;
    int64_t due_ms;
    struct mail *prev, *next;
};

struct mailbox {
    struct mail *mails;
    int64_t last_due_ms;
};

/* What a gateway has to derive; `session` 0: nothing. */
struct task {
    uint64_t session;
    char password[24];
    int64_t due_ms;
};

struct gate {
    struct world *world;
    struct gate_link *link;
    struct session_table table; /* of struct link */
    struct mailbox box;
    int64_t frozen_until_ms;
    struct task tasks[DERIVATIONS_MAX];
};

/* The hall's end, which outlives its hall as a zombie. */
struct hall_side {
    struct world *world;
    struct hall_link *link;
    struct mailbox box;
    uint64_t epoch;
    bool is_zombie;
    int64_t wakes_ms;
    uint64_t *wires; /* of the zombie: its sessions */
    size_t wire_count;
};

struct cluster {
    struct random random;
    struct gate gates[GATES_MAX];
    size_t gate_count;
    struct hall_side *hall, *zombie; /* NULL: there is none */
    uint64_t last_epoch, last_key;
    int loss, doubles; /* of 1,000 frames */
    int64_t delay_ms, bad_until_ms;
    int64_t skipped_ms; /* in which the links' clocks stood still */
    struct kept_parcel {
        struct parcel *parcel;
        int64_t said_ms;
    } * parcels; /* those that frames may be about; a queue */
    size_t first_parcel, parcel_count;
    uint64_t parcels_before; /* how many were dropped: number - that = index */
};

static uint64_t draw(struct cluster *cluster, uint64_t limit)
{
    return (uint64_t)random_below(&cluster->random, limit);
}

/* The clock of all ends of links. */
static uint64_t link_us(const struct world *world)
{
    return (uint64_t)(world->now_ms - world->cluster->skipped_ms) * 1000;
}

/* The world's time at a time of the links' clock, rounded down. */
static int64_t world_ms(const struct world *world, uint64_t us)
{
    uint64_t now_us = link_us(world);
    return us >= now_us ? world->now_ms : world->now_ms - (int64_t)((now_us - us + 999) / 1000);
}

/* --- the bus --- */

static void post(struct world *world, struct mailbox *box, const char *frame, size_t len)
{
    struct cluster *cluster = world->cluster;
    bool is_bad = world->now_ms < cluster->bad_until_ms;
    if (is_bad && draw(cluster, 1000) < (uint64_t)cluster->loss) {
        world->tally->frames_lost++;
        return;
    }
    int copies = is_bad && draw(cluster, 1000) < (uint64_t)cluster->doubles ? 2 : 1;
    for (int i = 0; i < copies; i++) {
        struct mail *mail = memory_zeroed(1, sizeof *mail);
        mail->bytes = memory_text(frame, len);
        mail->len = len;
        mail->due_ms = world->now_ms;
        if (is_bad)
            mail->due_ms += (int64_t)draw(cluster, (uint64_t)cluster->delay_ms + 1);
        mail->due_ms = box->last_due_ms = most(mail->due_ms, box->last_due_ms);
        DL_APPEND(box->mails, mail);
    }
}

static void drop_first(struct mailbox *box)
{
    struct mail *mail = box->mails;
    DL_DELETE(box->mails, mail);
    free(mail->bytes);
    free(mail);
}

static void empty(struct mailbox *box)
{
    while (box->mails)
        drop_first(box);
}

/* --- parcels in frames --- */

static uint64_t keep_parcel(struct world *world, struct parcel *parcel)
{
    struct cluster *cluster = world->cluster;
    size_t count = cluster->first_parcel + cluster->parcel_count;
    cluster->parcels = memory_for_next(cluster->parcels, count, sizeof *cluster->parcels);
    cluster->parcels[count] = (struct kept_parcel){parcel, world->now_ms};
    cluster->parcel_count++;
    parcel->references++;
    return cluster->parcels_before + count;
}

static void drop_parcels(struct cluster *cluster, int64_t said_before_ms)
{
    while (cluster->parcel_count > 0 &&
           cluster->parcels[cluster->first_parcel].said_ms < said_before_ms) {
        parcel_drop(cluster->parcels[cluster->first_parcel++].parcel);
        cluster->parcel_count--;
    }
    if (cluster->parcel_count > 0)
        return;
    cluster->parcels_before += cluster->first_parcel;
    cluster->first_parcel = 0;
}

static struct parcel *find_parcel(const struct cluster *cluster, uint64_t number)
{
    require(number >= cluster->parcels_before + cluster->first_parcel &&
                number < cluster->parcels_before + cluster->first_parcel + cluster->parcel_count,
            "a gateway hears a message that nobody has said lately");
    return cluster->parcels[number - cluster->parcels_before].parcel;
}

/* --- gateways --- */

static void end_client(struct world *world, struct gate *gate, struct link *link)
{
    struct parcel *parcel = memory_zeroed(1, sizeof *parcel);
    if (link->own)
        session_table_remove(&gate->table, link->own);
    link->own = 0;
    link->gate_open = false;
    queue_clear(&link->to_server);
    link_parcel(world, link, parcel);
}

/* The client or the gateway ends it: the hall is told if it knows of it. */
static void close_client(struct world *world, struct gate *gate, struct link *link)
{
    if (link->own)
        gate_link_closed(gate->link, link->own);
    else
        link->server_open = false;
    end_client(world, gate, link);
}

/* The hall knows nobody of this gateway any more. Clients that it was not told of go on to wait. */
static void end_clients(struct gate *gate, bool all)
{
    struct world *world = gate->world;
    struct link *link;
    DL_FOREACH (world->links, link) {
        if (link->is_operator || &world->cluster->gates[link->gate] != gate)
            continue;
        bool is_new = link->gate_open && !link->own;
        if (link->gate_open && (all || link->own))
            end_client(world, gate, link);
        if (!link->wire && (all || !is_new))
            link->server_open = false;
    }
}

static void gate_publish(void *owner, const char *frame, size_t len)
{
    struct world *world = ((struct gate *)owner)->world;
    const struct cluster *cluster = world->cluster;
    if (cluster->hall)
        post(world, &cluster->hall->box, frame, len);
    if (cluster->zombie)
        post(world, &cluster->zombie->box, frame, len);
}

static void on_carries(void *owner, bool is_new)
{
    (void)owner;
    (void)is_new;
}

static void on_quiet(void *owner)
{
    (void)owner;
}

static void on_reset(void *owner, const char *why)
{
    struct gate *gate = owner;
    (void)why;
    gate->world->tally->link_resets++;
    memset(gate->tasks, 0, sizeof gate->tasks);
    end_clients(gate, false);
}

static void on_refused(void *owner, const char *sentence)
{
    (void)owner;
    require(false, "a gateway is refused: %s", sentence);
}

static void on_said(void *owner, const struct gate_said *said)
{
    struct gate *gate = owner;
    struct world *world = gate->world;
    uint64_t words[2]; /* a parcel, and the hall's epoch */
    memcpy(words, said->bytes, sizeof words);
    require(words[1] == gate_link_figures(gate->link).epoch,
            "a gateway that follows hall %llu hears a zombie: hall %llu",
            (unsigned long long)gate_link_figures(gate->link).epoch, (unsigned long long)words[1]);
    for (size_t i = 0; words[0] != ZOMBIE_WORD && i < said->session_count; i++) {
        struct link *link = session_table_find(&gate->table, said->sessions[i]);
        if (!link)
            continue;
        link_parcel(world, link, find_parcel(world->cluster, words[0]));
        if (!driver_is_unread(world, link))
            continue;
        world->tally->unread++;
        close_client(world, gate, link);
    }
}

static void on_close(void *owner, uint64_t session)
{
    struct gate *gate = owner;
    struct link *link = session_table_find(&gate->table, session);
    if (link)
        close_client(gate->world, gate, link);
}

static void on_word(void *owner, uint64_t session)
{
    (void)owner;
    (void)session;
}

/* --- passwords --- */

static const char *password_of(const struct request *request, bool is_old)
{
    bool is_changed = request->ask == ASK_PASSWORD && !is_old;
    return is_changed || request->ask == ASK_REGISTER ? request->fresh : request->password;
}

static void on_derive(void *owner, uint64_t session, uint32_t request, bool is_old,
                      const struct derivation *derivation)
{
    struct gate *gate = owner;
    struct world *world = gate->world;
    struct task *task = gate->tasks;
    (void)derivation;
    if (!session_table_find(&gate->table, session)) {
        gate_link_derived(gate->link, session, NULL);
        return;
    }
    while (task->session)
        require(++task < gate->tasks + DERIVATIONS_MAX, "a gateway has to derive too much");
    *task = (struct task){.session = session, .due_ms = world->now_ms + request % 4 * 10};
    strcpy(task->password, password_of(&world->requests[request], is_old));
}

/* The key is the password. */
static void derive_due(struct gate *gate)
{
    for (struct task *task = gate->tasks; task < gate->tasks + DERIVATIONS_MAX; task++) {
        unsigned char key[DERIVED_BYTES] = {0};
        if (!task->session || task->due_ms > gate->world->now_ms)
            continue;
        strcpy((char *)key, task->password);
        gate_link_derived(gate->link, task->session, key);
        task->session = 0;
    }
}

static void gate_begin(struct world *world, struct gate *gate)
{
    struct cluster *cluster = world->cluster;
    gate->world = world;
    struct gate_link_config config = {
        .cluster = 1,
        .key = ++cluster->last_key,
        .seed = {(unsigned char)cluster->last_key},
        .oldest = LINK_VERSION_OLDEST,
        .newest = LINK_VERSION_NEWEST,
        .events = {gate, gate_publish, on_carries, on_quiet, on_reset, on_refused, on_said,
                   on_close, on_word, on_word, on_derive},
    };
    gate->link = gate_link_create(&config, link_us(world));
}

static void gate_end(struct gate *gate)
{
    end_clients(gate, true);
    session_table_finish(&gate->table);
    gate_link_destroy(gate->link);
    empty(&gate->box);
    memset(gate->tasks, 0, sizeof gate->tasks);
    gate->frozen_until_ms = 0;
}

static void read_client(struct world *world, struct gate *gate, struct link *link)
{
    struct item item = {0};
    if (!link->own) {
        char number[32];
        snprintf(number, sizeof number, "%llu", (unsigned long long)link->session);
        link->own = session_table_add(&gate->table, link);
        gate_link_open(gate->link, link->own,
                       &(struct gate_client){.address = number, .lag_ms = -1});
    }
    while (link->gate_open && queue_take(&link->to_server, world->now_ms, &item)) {
        if (item.request == REQUEST_HANG_UP) {
            close_client(world, gate, link);
            return;
        }
        struct request *request = &world->requests[item.request];
        /* When the gateway stood still, it does not know when this had come. */
        request->came_ms = most(item.at_ms, gate->frozen_until_ms);
        uint64_t came_us = link_us(world) - (uint64_t)(world->now_ms - request->came_ms) * 1000;
        gate_link_bytes(gate->link, link->own, (const char *)&item.request, sizeof item.request,
                        came_us, request->ask == ASK_HELLO);
    }
    if (link->vanished_ms && world->now_ms - link->vanished_ms >= DEAD_MS)
        close_client(world, gate, link);
}

static void run_gate(struct world *world, struct gate *gate)
{
    struct link *link;
    if (gate->frozen_until_ms > world->now_ms)
        return;
    for (; gate->box.mails && gate->box.mails->due_ms <= world->now_ms; drop_first(&gate->box))
        gate_link_hear(gate->link, gate->box.mails->bytes, gate->box.mails->len, link_us(world));
    derive_due(gate);
    DL_FOREACH (world->links, link) {
        if (link->gate_open && &world->cluster->gates[link->gate] == gate &&
            cluster_reads(world, link))
            read_client(world, gate, link);
    }
    gate_link_turn(gate->link, link_us(world));
}

bool cluster_reads(const struct world *world, const struct link *link)
{
    const struct gate *gate = &world->cluster->gates[link->gate];
    return !link->is_operator && gate->frozen_until_ms <= world->now_ms &&
           gate_link_state(gate->link) == GATE_CARRIES;
}

/* --- the hall's end --- */

static void hall_publish(void *owner, uint64_t key, const char *frame, size_t len)
{
    struct world *world = ((struct hall_side *)owner)->world;
    struct cluster *cluster = world->cluster;
    (void)key; /* what is for another gateway is ignored */
    for (size_t i = 0; i < cluster->gate_count; i++)
        post(world, &cluster->gates[i].box, frame, len);
}

static void on_note(void *owner, uint64_t key, const char *sentence)
{
    (void)owner;
    (void)key;
    (void)sentence;
}

static void on_superseded(void *owner, uint64_t epoch)
{
    require(((struct hall_side *)owner)->is_zombie,
            "hall %llu has begun, and the one before goes on", (unsigned long long)epoch);
}

/* Of a session of the link; NULL: there is none whose server's end is open. */
static struct link *link_of(const void *owner, uint64_t wire)
{
    const struct hall_side *side = owner;
    struct link *link;
    if (side->is_zombie)
        return NULL;
    DL_FOREACH (side->world->links, link) {
        if (link->wire == wire)
            return link;
    }
    return NULL;
}

/* Of a zombie. */
static void keep_wire(struct hall_side *side, uint64_t wire)
{
    side->wires = memory_for_next(side->wires, side->wire_count, sizeof *side->wires);
    side->wires[side->wire_count++] = wire;
}

static void on_open(void *owner, uint64_t session, const struct hall_link_client *client)
{
    struct hall_side *side = owner;
    struct link *link = link_find(side->world, strtoull(client->address, NULL, 10));
    if (side->is_zombie)
        keep_wire(side, session);
    if (side->is_zombie || !link || !link->server_open)
        return;
    link->wire = session;
    link->wired_ms = side->world->now_ms;
}

static void on_bytes(void *owner, uint64_t session, const char *bytes, size_t len, uint64_t came_us,
                     bool is_secret)
{
    struct world *world = ((struct hall_side *)owner)->world;
    struct link *link = link_of(owner, session);
    uint32_t number;
    require(len == sizeof number, "a request has %zu bytes", len);
    memcpy(&number, bytes, sizeof number);
    if (!link || !link->server_open)
        return;
    const struct request *request = &world->requests[number];
    world->came_ms = world_ms(world, came_us);
    require(is_secret == (request->ask == ASK_HELLO), "secrets are mixed up");
    /* Before that the hall did not count on the gateway, and no turn of the client can have begun.
     */
    bool is_known = request->came_ms >= link->wired_ms;
    require(!is_known || world->came_ms <= request->came_ms,
            "request %u had come at %lld, and the hall charges until %lld", number,
            (long long)request->came_ms, (long long)world->came_ms);
    if (request->ask == ASK_MOVE && is_known && hall_session_is_open(world->hall, link->session))
        referee_check_in_time(&world->referee, request->subject, request->ply,
                              hall_session_player(world->hall, link->session), request->came_ms);
    driver_hear(world, link, number);
    world->came_ms = world->now_ms;
}

static void on_lag(void *owner, uint64_t session, int64_t lag_ms)
{
    struct hall_side *side = owner;
    struct link *link = link_of(owner, session);
    if (link && link->server_open && hall_session_is_open(side->world->hall, link->session))
        driver_measure(side->world, link, lag_ms);
}

static void on_flag(void *owner, uint64_t session, bool flag)
{
    (void)owner;
    (void)session;
    (void)flag;
}

static void on_fault(void *owner, uint64_t session)
{
    struct hall_side *side = owner;
    struct link *link = link_of(owner, session);
    if (link && link->server_open && hall_session_is_open(side->world->hall, link->session))
        driver_fault(side->world, link);
}

static void on_closed(void *owner, uint64_t session)
{
    struct hall_side *side = owner;
    struct link *link = link_of(owner, session);
    if (!link)
        return;
    link->wire = 0;
    if (link->server_open)
        driver_leave(side->world, link);
}

static void on_lost(void *owner, uint64_t session)
{
    struct hall_side *side = owner;
    struct link *link = link_of(owner, session);
    if (!link)
        return;
    link->wire = 0;
    if (link->server_open) {
        side->world->tally->lost++;
        driver_lose(side->world, link);
    }
}

static void on_derived(void *owner, uint64_t wire, const unsigned char *key)
{
    const struct hall_side *side = owner;
    if (!side->is_zombie)
        chore_derived(side->world, wire, key);
}

bool cluster_derive(struct world *world, uint64_t wire, uint32_t request)
{
    struct hall_link *link = world->cluster->hall->link;
    struct derivation derivation = {.operations = 1, .memory_kib = DERIVATION_KIB_MIN};
    const struct chore *chore;
    size_t count = 0;
    DL_FOREACH (world->chores, chore) {
        if (!chore->wire || chore->is_derived)
            continue;
        count += session_gateway(chore->wire) == session_gateway(wire);
        if (chore->wire == wire)
            return false;
    }
    if (count == DERIVATIONS_MAX)
        return false;
    bool is_old = world->requests[request].ask == ASK_PASSWORD;
    bool is_there = hall_link_derive(link, wire, request, is_old, &derivation);
    require(is_there, "the gateway of an open session has gone");
    return true;
}

void cluster_start(struct world *world)
{
    struct cluster *cluster = world->cluster;
    struct hall_side *side = memory_zeroed(1, sizeof *side);
    side->world = world;
    side->epoch = ++cluster->last_epoch;
    struct hall_link_config config = {
        .cluster = 1,
        .epoch = side->epoch,
        .seed = {(unsigned char)side->epoch, 1},
        .oldest = LINK_VERSION_OLDEST,
        .newest = LINK_VERSION_NEWEST,
        .events = {side, hall_publish, on_note, on_superseded, on_open, on_bytes, on_lag, on_word,
                   on_flag, on_fault, on_word, on_closed, on_lost, on_derived},
    };
    side->link = hall_link_create(&config, link_us(world));
    cluster->hall = side;
}

static void side_destroy(struct hall_side *side)
{
    if (!side)
        return;
    hall_link_destroy(side->link);
    empty(&side->box);
    free(side->wires);
    free(side);
}

void cluster_stop(struct world *world, bool as_zombie)
{
    struct cluster *cluster = world->cluster;
    struct hall_side *side = cluster->hall;
    const struct link *link;
    cluster->hall = NULL;
    if (!side)
        return;
    if (world->closing)
        hall_link_stop(side->link);
    if (!as_zombie) {
        side_destroy(side);
        return;
    }
    DL_FOREACH (world->links, link) {
        if (link->wire)
            keep_wire(side, link->wire);
    }
    side->is_zombie = true;
    side->wakes_ms = world->now_ms + (int64_t)draw(cluster, ZOMBIE_MS);
    side_destroy(cluster->zombie);
    cluster->zombie = side;
}

static void say(struct hall_side *side, uint64_t number, const uint64_t *wires, size_t count)
{
    uint64_t words[2] = {number, side->epoch};
    hall_link_say(side->link, &(struct hall_link_message){
                                  .bytes = (const char *)words,
                                  .len = sizeof words,
                                  .sessions = wires,
                                  .session_count = count,
                                  .soon_count = count < 2 ? count : 2,
                                  .is_secret = count == 1 && number % 5 == 0,
                              });
}

/* It goes on where it was stopped: says what it has to say, hears what has come since, and takes
 * in gateways that know of no other hall. */
static void run_zombie(struct world *world)
{
    struct hall_side *zombie = world->cluster->zombie;
    if (zombie->wakes_ms > world->now_ms)
        return;
    if (zombie->wakes_ms + AWAKE_MS <= world->now_ms) {
        world->tally->zombies++;
        world->cluster->zombie = NULL;
        side_destroy(zombie);
        return;
    }
    for (; zombie->box.mails && zombie->box.mails->due_ms <= world->now_ms;
         drop_first(&zombie->box))
        hall_link_hear(zombie->link, zombie->box.mails->bytes, zombie->box.mails->len,
                       link_us(world));
    if (hall_link_next_us(zombie->link) <= link_us(world))
        say(zombie, ZOMBIE_WORD, zombie->wires, zombie->wire_count);
    hall_link_turn(zombie->link, link_us(world));
}

/* --- the cluster --- */

struct cluster *cluster_create(struct world *world)
{
    struct cluster *cluster = memory_zeroed(1, sizeof *cluster);
    cluster->random = random_from_seed(world->setting.seed);
    cluster->gate_count = world->setting.gates;
    world->cluster = cluster;
    for (size_t i = 0; i < cluster->gate_count; i++)
        gate_begin(world, &cluster->gates[i]);
    return cluster;
}

void cluster_destroy(struct cluster *cluster)
{
    if (!cluster)
        return;
    for (size_t i = 0; i < cluster->gate_count; i++)
        gate_end(&cluster->gates[i]);
    side_destroy(cluster->hall);
    side_destroy(cluster->zombie);
    drop_parcels(cluster, INT64_MAX);
    free(cluster->parcels);
    free(cluster);
}

void cluster_run_gates(struct world *world)
{
    struct cluster *cluster = world->cluster;
    if (cluster->zombie)
        run_zombie(world);
    for (size_t i = 0; i < cluster->gate_count; i++)
        run_gate(world, &cluster->gates[i]);
    drop_parcels(cluster, world->now_ms - PARCEL_KEPT_MS);
}

void cluster_run_hall(struct world *world)
{
    struct hall_side *side = world->cluster->hall;
    world->came_ms = world->now_ms;
    for (; side->box.mails && side->box.mails->due_ms <= world->now_ms; drop_first(&side->box))
        hall_link_hear(side->link, side->box.mails->bytes, side->box.mails->len, link_us(world));
    /* Gateways are dropped before flags fall. */
    hall_link_turn(side->link, link_us(world));
}

void cluster_flush(struct world *world)
{
    hall_link_turn(world->cluster->hall->link, link_us(world));
}

int64_t cluster_heard_ms(struct world *world)
{
    return world_ms(world, hall_link_heard_us(world->cluster->hall->link, link_us(world)));
}

void cluster_say(struct world *world, struct parcel *parcel, const uint64_t *sessions, size_t count)
{
    struct hall_side *side = world->cluster->hall;
    uint64_t *wires = memory_zeroed(count + 1, sizeof *wires);
    size_t open = 0;
    for (size_t i = 0; i < count; i++) {
        const struct link *link = link_find(world, sessions[i]);
        if (link && link->server_open && link->wire)
            wires[open++] = link->wire;
    }
    if (open > 0)
        say(side, keep_parcel(world, parcel), wires, open);
    free(wires);
    for (size_t i = 0; parcel->heard->message->closes && i < count; i++) {
        struct link *link = link_find(world, sessions[i]);
        if (link && link->server_open)
            driver_close_link(world, link);
    }
}

void cluster_close(struct world *world, struct link *link)
{
    if (link->wire)
        hall_link_close(world->cluster->hall->link, link->wire);
}

void cluster_measure(struct world *world, const struct link *link, int64_t lag_ms)
{
    struct gate *gate = &world->cluster->gates[link->gate];
    if (link->own)
        gate_link_lag(gate->link, link->own, lag_ms);
}

void cluster_fault(struct world *world, struct link *link)
{
    struct gate *gate = &world->cluster->gates[link->gate];
    if (!link->own)
        return;
    gate_link_fault(gate->link, link->own);
    close_client(world, gate, link);
}

/* --- time --- */

/* Is something going on that beats decide about? Otherwise they need not be played. */
static bool needs_beats(const struct world *world)
{
    const struct cluster *cluster = world->cluster;
    /* That a frame is missing is noticed by the next one. */
    if (!world->hall || cluster->zombie || world->now_ms < cluster->bad_until_ms + NOTICED_MS)
        return true;
    int64_t deadline = hall_next_deadline(world->hall);
    if (deadline != INT64_MAX && deadline + world->boot_ms <= world->now_ms)
        return true;
    for (size_t i = 0; i < cluster->gate_count; i++)
        if (cluster->gates[i].frozen_until_ms > world->now_ms ||
            gate_link_state(cluster->gates[i].link) != GATE_CARRIES)
            return true;
    return hall_link_figures(cluster->hall->link).gateways != cluster->gate_count;
}

static int64_t ms_of(const struct world *world, uint64_t us)
{
    uint64_t now_us = link_us(world);
    return us <= now_us ? world->now_ms : world->now_ms + (int64_t)((us - now_us + 999) / 1000);
}

static int64_t zombie_next_ms(const struct world *world)
{
    const struct hall_side *zombie = world->cluster->zombie;
    if (!zombie)
        return INT64_MAX;
    int64_t next_ms =
        least(ms_of(world, hall_link_next_us(zombie->link)), zombie->wakes_ms + AWAKE_MS);
    if (zombie->box.mails)
        next_ms = least(next_ms, zombie->box.mails->due_ms);
    return most(next_ms, zombie->wakes_ms);
}

int64_t cluster_next_ms(const struct world *world)
{
    const struct cluster *cluster = world->cluster;
    int64_t next_ms = zombie_next_ms(world);
    bool beats = needs_beats(world);
    const struct link *link;
    for (size_t i = 0; i < cluster->gate_count; i++) {
        const struct gate *gate = &cluster->gates[i];
        int64_t own_ms = ms_of(world, gate_link_next_us(gate->link));
        if (!beats && own_ms > world->now_ms)
            own_ms = INT64_MAX;
        if (gate->box.mails)
            own_ms = least(own_ms, gate->box.mails->due_ms);
        for (int task = 0; task < DERIVATIONS_MAX; task++)
            if (gate->tasks[task].session)
                own_ms = least(own_ms, gate->tasks[task].due_ms);
        if (own_ms != INT64_MAX)
            own_ms = most(own_ms, gate->frozen_until_ms);
        next_ms = least(next_ms, own_ms);
    }
    if (world->hall) {
        int64_t own_ms = ms_of(world, hall_link_next_us(cluster->hall->link));
        if (beats || own_ms <= world->now_ms)
            next_ms = least(next_ms, own_ms);
        if (cluster->hall->box.mails)
            next_ms = least(next_ms, cluster->hall->box.mails->due_ms);
    }
    DL_FOREACH (world->links, link) {
        if (link->gate_open && link->vanished_ms && cluster_reads(world, link))
            next_ms = least(next_ms, most(link->vanished_ms + DEAD_MS, world->now_ms + 1));
    }
    return next_ms;
}

void cluster_skip(struct world *world, int64_t ms)
{
    world->cluster->skipped_ms += ms;
}

bool cluster_is_quiet(const struct world *world)
{
    const struct cluster *cluster = world->cluster;
    bool is_quiet = !needs_beats(world) && !cluster->hall->box.mails;
    for (size_t i = 0; i < cluster->gate_count; i++)
        is_quiet &= !cluster->gates[i].box.mails;
    return is_quiet;
}

/* --- what goes wrong --- */

void cluster_spoil_bus(struct world *world, unsigned how, int64_t ms)
{
    static const int losses[] = {0, 2, 20, 300, 1000};
    static const int64_t delays[] = {0, 5, 100, 1500};
    struct cluster *cluster = world->cluster;
    cluster->loss = losses[how % 5];
    cluster->delay_ms = delays[how / 5 % 4];
    cluster->doubles = how / 20 % 3 ? 0 : 100;
    cluster->bad_until_ms = world->now_ms + ms;
}

/* `ms` 0: it dies, and another process takes its place; otherwise it stands still for so long. */
void cluster_hurt_gate(struct world *world, unsigned which, int64_t ms)
{
    struct cluster *cluster = world->cluster;
    struct gate *gate = &cluster->gates[which % cluster->gate_count];
    if (ms > 0) {
        gate->frozen_until_ms = world->now_ms + ms;
        return;
    }
    gate_end(gate);
    gate_begin(world, gate);
}

void cluster_mend(struct world *world)
{
    struct cluster *cluster = world->cluster;
    cluster->bad_until_ms = 0;
    for (size_t i = 0; i < cluster->gate_count; i++)
        cluster->gates[i].frozen_until_ms = 0;
}
