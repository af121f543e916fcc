/* Three gateways, one hall after another, processes that stand still for a while, and a bus that
 * loses, delays and doubles frames. Whatever happens, each side hears of a session a beginning of
 * what the other one said, without a gap and nothing twice, and nothing from an old hall once a
 * newer one was heard. Each derivation is answered once, with its own key or none. When the bus is
 * well again, all gateways are soon carried. */
#include "server/base/session_table.h"
#include "server/link/gate_link.h"
#include "server/link/hall_link.h"
#include "tests/suite.h"

#include "common/base/memory.h"
#include "common/base/random.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <utlist.h>

SUITE(link_random, 120);

enum {
    SEEDS = 40,
    STEPS = 4000,
    GATES = 3,
    HALLS = 3, /* alive at once, all but the newest are zombies */
    CLIENTS = 8,
    SETTLE_STEPS = 600,
    CLUSTER = 3,
};

/* A frame on its way. */
struct parcel {
    struct text frame;
    uint64_t due_us;
    struct parcel *prev, *next;
};

/* A process, as the bus and the clock see it. */
struct process {
    struct parcel *inbox;
    uint64_t last_due_us;
    uint64_t frozen_until_us;
    uint64_t clock_us; /* its clock is so much ahead of the true time */
};

/* What both sides say in a session: numbered, and by whom. */
struct words {
    uint64_t speaker; /* up: the opening; down: the hall's number of the session */
    uint64_t epoch;   /* down: of the hall; up: 0 */
    uint64_t n;
    uint64_t at_us; /* the true time */
};

struct sim_client {
    uint64_t session; /* 0: there is none */
    uint64_t opening; /* told to the hall; 0: not */
    uint64_t said;
    uint64_t speaker, heard; /* of the hall's words since the opening */
};

/* What a gateway has to derive; operations 0: nothing. */
struct task {
    uint64_t session;
    struct derivation derivation;
};

struct gate {
    struct random_link *world;
    struct process process;
    struct gate_link *link;
    struct session_table table;
    struct sim_client clients[CLIENTS];
    uint64_t epoch; /* the highest in a frame that was carried here */
    struct task tasks[DERIVATIONS_MAX];
};

/* A session as a hall knows it. */
struct listener {
    uint64_t session;
    uint64_t opening, heard, said;
    uint64_t opened_us;
    bool is_over;
    uint64_t derives; /* the number in the salt; 0: nothing */
    struct listener *next;
};

struct hall_end {
    struct random_link *world;
    struct process process;
    struct hall_link *link; /* NULL: the place is free */
    uint64_t epoch;
    uint64_t heard_us; /* true time: what it has last taken for heard */
    struct listener *listeners;
    bool is_superseded;
};

struct random_link {
    uint64_t seed;
    struct random random;
    uint64_t now_us;
    int loss, doubles, delay; /* of 1,000 frames; of ms */
    struct gate gates[GATES];
    struct hall_end halls[HALLS];
    uint64_t last_epoch, last_opening, last_derivation;
    struct {
        uint64_t up, down, resets, lost, zombie_frames, superseded, on_time, keys, no_keys;
    } seen;
};

static uint64_t draw(struct random_link *world, uint64_t limit)
{
    return (uint64_t)random_below(&world->random, limit);
}

__attribute__((format(printf, 2, 3), noreturn)) static void fail(const struct random_link *world,
                                                                 const char *format, ...)
{
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    cr_fatal("seed %llu: %s", (unsigned long long)world->seed, text);
    abort();
}

#define CHECK(world, condition, ...)                                                               \
    do {                                                                                           \
        if (!(condition))                                                                          \
            fail(world, __VA_ARGS__);                                                              \
    } while (0)

/* --- the bus --- */

static void post(struct random_link *world, struct process *to, const char *frame, size_t len)
{
    if (draw(world, 1000) < (uint64_t)world->loss)
        return;
    uint64_t copies = draw(world, 1000) < (uint64_t)world->doubles ? 2 : 1;
    for (uint64_t i = 0; i < copies; i++) {
        struct parcel *parcel = memory_zeroed(1, sizeof *parcel);
        text_append(&parcel->frame, frame, len);
        parcel->due_us = world->now_us + 50 + draw(world, (uint64_t)world->delay * 1000 + 1);
        if (parcel->due_us < to->last_due_us) /* order is kept */
            parcel->due_us = to->last_due_us;
        to->last_due_us = parcel->due_us;
        DL_APPEND(to->inbox, parcel);
    }
}

static void empty(struct process *process)
{
    struct parcel *parcel, *next;
    DL_FOREACH_SAFE (process->inbox, parcel, next) {
        text_finish(&parcel->frame);
        free(parcel);
    }
    process->inbox = NULL;
}

static uint64_t clock_of(const struct random_link *world, const struct process *process)
{
    return world->now_us + process->clock_us;
}

/* --- gateways --- */

static void gate_publish(void *owner, const char *frame, size_t len)
{
    struct gate *gate = owner;
    for (int i = 0; i < HALLS; i++)
        if (gate->world->halls[i].link)
            post(gate->world, &gate->world->halls[i].process, frame, len);
}

static void open_client(struct gate *gate, struct sim_client *client)
{
    static const struct gate_client from = {.address = "10.0.0.1", .lag_ms = 12};
    if (gate_link_state(gate->link) == GATE_SEEKING)
        return;
    gate_link_open(gate->link, client->session, &from);
    client->opening = ++gate->world->last_opening;
    client->said = client->speaker = client->heard = 0;
}

static void on_carries(void *owner, bool is_new)
{
    struct gate *gate = owner;
    for (int i = 0; is_new && i < CLIENTS; i++)
        if (gate->clients[i].session)
            open_client(gate, &gate->clients[i]);
}

static void on_quiet(void *owner)
{
    (void)owner;
}

/* Some clients are ended, the others will be opened again. */
static void on_reset(void *owner, const char *why)
{
    struct gate *gate = owner;
    (void)why;
    gate->world->seen.resets++;
    memset(gate->tasks, 0, sizeof gate->tasks);
    for (int i = 0; i < CLIENTS; i++) {
        struct sim_client *client = &gate->clients[i];
        client->opening = 0;
        if (client->session && draw(gate->world, 2)) {
            session_table_remove(&gate->table, client->session);
            client->session = 0;
        }
    }
}

static void on_refused(void *owner, const char *sentence)
{
    struct gate *gate = owner;
    CHECK(gate->world, false, "a gateway was refused: %s", sentence);
}

static void on_said(void *owner, const struct gate_said *said)
{
    struct gate *gate = owner;
    struct random_link *world = gate->world;
    struct words words;
    CHECK(world, said->len == sizeof words, "the hall has said %zu bytes", said->len);
    memcpy(&words, said->bytes, sizeof words);
    CHECK(world, words.epoch == gate->epoch, "hall %llu is heard after hall %llu",
          (unsigned long long)words.epoch, (unsigned long long)gate->epoch);
    for (size_t i = 0; i < said->session_count; i++) {
        struct sim_client *client = session_table_find(&gate->table, said->sessions[i]);
        if (!client)
            continue;
        CHECK(world, client->opening, "words for a client that was not opened");
        if (client->heard == 0)
            client->speaker = words.speaker;
        CHECK(world, words.speaker == client->speaker && words.n == client->heard,
              "words %llu of %llx after %llu of %llx", (unsigned long long)words.n,
              (unsigned long long)words.speaker, (unsigned long long)client->heard,
              (unsigned long long)client->speaker);
        client->heard++;
        world->seen.down++;
    }
}

static void end_client(struct gate *gate, uint64_t session)
{
    struct sim_client *client = session_table_find(&gate->table, session);
    if (!client)
        return;
    if (client->opening)
        gate_link_closed(gate->link, session);
    session_table_remove(&gate->table, session);
    *client = (struct sim_client){0};
}

static void on_close(void *owner, uint64_t session)
{
    end_client(owner, session);
}

static void on_word(void *owner, uint64_t session)
{
    (void)owner;
    (void)session;
}

static void on_derive(void *owner, uint64_t session, uint32_t request, bool is_old,
                      const struct derivation *derivation)
{
    struct gate *gate = owner;
    struct task *task = gate->tasks;
    CHECK(gate->world, request == session_place(session) && is_old == (request % 2 == 0),
          "another request");
    while (task->derivation.operations)
        CHECK(gate->world, ++task < gate->tasks + DERIVATIONS_MAX, "too many derivations");
    *task = (struct task){session, *derivation};
}

/* The key is the salt, twice. */
static void answer_task(struct random_link *world, struct gate *gate, struct task *task)
{
    unsigned char key[DERIVED_BYTES];
    if (!task->derivation.operations)
        return;
    memcpy(key, task->derivation.salt, DERIVATION_SALT_BYTES);
    memcpy(key + DERIVATION_SALT_BYTES, task->derivation.salt, DERIVATION_SALT_BYTES);
    gate_link_derived(gate->link, task->session, draw(world, 8) ? key : NULL);
    *task = (struct task){0};
}

static void gate_begin(struct random_link *world, struct gate *gate, uint64_t key)
{
    gate->world = world;
    gate->process.clock_us = draw(world, 1000000000);
    struct gate_link_config config = {
        .cluster = CLUSTER,
        .key = key,
        .seed = {(unsigned char)key},
        .oldest = LINK_VERSION_OLDEST,
        .newest = LINK_VERSION_NEWEST,
        .events = {gate, gate_publish, on_carries, on_quiet, on_reset, on_refused, on_said,
                   on_close, on_word, on_word, on_derive},
    };
    gate->link = gate_link_create(&config, clock_of(world, &gate->process));
}

/* The process dies, and another one takes its place. */
static void gate_end(struct gate *gate)
{
    for (int i = 0; i < CLIENTS; i++)
        if (gate->clients[i].session)
            session_table_remove(&gate->table, gate->clients[i].session);
    session_table_finish(&gate->table);
    gate_link_destroy(gate->link);
    empty(&gate->process);
    *gate = (struct gate){0};
}

/* --- halls --- */

static void hall_publish(void *owner, uint64_t key, const char *frame, size_t len)
{
    struct hall_end *hall = owner;
    for (int i = 0; i < GATES; i++)
        if (key == 0 || key % GATES == (uint64_t)i)
            post(hall->world, &hall->world->gates[i].process, frame, len);
}

static void on_note(void *owner, uint64_t key, const char *sentence)
{
    (void)owner;
    (void)key;
    (void)sentence;
}

static void on_superseded(void *owner, uint64_t epoch)
{
    struct hall_end *hall = owner;
    CHECK(hall->world, !hall->is_superseded && epoch > hall->epoch, "superseded twice");
    hall->is_superseded = true;
    hall->world->seen.superseded++;
}

static struct listener *find(struct hall_end *hall, uint64_t session)
{
    struct listener *listener;
    LL_SEARCH_SCALAR(hall->listeners, listener, session, session);
    CHECK(hall->world, listener && !listener->is_over, "session %llx is not open",
          (unsigned long long)session);
    return listener;
}

static void on_open(void *owner, uint64_t session, const struct hall_link_client *client)
{
    struct hall_end *hall = owner;
    struct listener *listener;
    LL_SEARCH_SCALAR(hall->listeners, listener, session, session);
    CHECK(hall->world, !listener, "session %llx is opened twice", (unsigned long long)session);
    CHECK(hall->world, client->lag_ms == 12, "a lag of %lld", (long long)client->lag_ms);
    listener = memory_zeroed(1, sizeof *listener);
    listener->session = session;
    listener->opened_us = hall->world->now_us;
    LL_PREPEND(hall->listeners, listener);
}

static void on_bytes(void *owner, uint64_t session, const char *bytes, size_t len, uint64_t came_us,
                     bool is_secret)
{
    struct hall_end *hall = owner;
    struct random_link *world = hall->world;
    struct listener *listener = find(hall, session);
    struct words words;
    CHECK(world, len == sizeof words, "a client has said %zu bytes", len);
    memcpy(&words, bytes, sizeof words);
    CHECK(world, is_secret == (words.n % 3 == 0), "secrets are mixed up");
    if (listener->heard == 0)
        listener->opening = words.speaker;
    CHECK(world, words.speaker == listener->opening && words.n == listener->heard,
          "words %llu of opening %llu after %llu of %llu", (unsigned long long)words.n,
          (unsigned long long)words.speaker, (unsigned long long)listener->heard,
          (unsigned long long)listener->opening);
    listener->heard++;
    world->seen.up++;
    /* Nobody pays for the link, and no flag has fallen for what was on its way. */
    if (words.at_us < listener->opened_us)
        return;
    CHECK(world, words.at_us >= hall->heard_us, "words of %llu us after %llu us were heard",
          (unsigned long long)words.at_us, (unsigned long long)hall->heard_us);
    CHECK(world, came_us <= words.at_us + hall->process.clock_us, "came %llu us too late",
          (unsigned long long)(came_us - words.at_us - hall->process.clock_us));
    world->seen.on_time++;
}

static void on_number(void *owner, uint64_t session, int64_t lag_ms)
{
    (void)lag_ms;
    find(owner, session);
}

static void on_flag(void *owner, uint64_t session, bool flag)
{
    (void)flag;
    find(owner, session);
}

static void on_event(void *owner, uint64_t session)
{
    find(owner, session);
}

static void on_over(void *owner, uint64_t session)
{
    find(owner, session)->is_over = true;
}

static void on_lost(void *owner, uint64_t session)
{
    struct hall_end *hall = owner;
    find(hall, session)->is_over = true;
    hall->world->seen.lost++;
}

static void on_derived(void *owner, uint64_t session, const unsigned char *key)
{
    struct hall_end *hall = owner;
    struct listener *listener;
    LL_SEARCH_SCALAR(hall->listeners, listener, session, session);
    CHECK(hall->world, listener && listener->derives, "a derivation is answered twice");
    CHECK(hall->world, !key || memcmp(key, &listener->derives, sizeof listener->derives) == 0,
          "the key of another derivation");
    listener->derives = 0;
    if (key)
        hall->world->seen.keys++;
    else
        hall->world->seen.no_keys++;
}

static void hall_begin(struct random_link *world, struct hall_end *hall)
{
    hall->world = world;
    hall->epoch = ++world->last_epoch;
    hall->process.clock_us = draw(world, 1000000000);
    struct hall_link_config config = {
        .cluster = CLUSTER,
        .epoch = hall->epoch,
        .seed = {(unsigned char)hall->epoch, 9},
        .oldest = LINK_VERSION_OLDEST,
        .newest = LINK_VERSION_NEWEST,
        .events = {hall, hall_publish, on_note, on_superseded, on_open, on_bytes, on_number,
                   on_event, on_flag, on_event, on_event, on_over, on_lost, on_derived},
    };
    hall->link = hall_link_create(&config, clock_of(world, &hall->process));
}

static void hall_end(struct hall_end *hall)
{
    struct listener *listener, *next;
    if (!hall->link)
        return;
    LL_FOREACH_SAFE (hall->listeners, listener, next)
        free(listener);
    hall_link_destroy(hall->link);
    empty(&hall->process);
    *hall = (struct hall_end){0};
}

static struct hall_end *newest_hall(struct random_link *world)
{
    for (int i = 0; i < HALLS; i++)
        if (world->halls[i].link && world->halls[i].epoch == world->last_epoch)
            return &world->halls[i];
    return NULL;
}

/* --- what happens --- */

static void say(struct random_link *world, struct hall_end *hall)
{
    struct listener *listener;
    LL_FOREACH (hall->listeners, listener) {
        if (listener->is_over || draw(world, 4))
            continue;
        struct words words = {listener->session, hall->epoch, listener->said++, world->now_us};
        hall_link_say(hall->link, &(struct hall_link_message){
                                      .bytes = (const char *)&words,
                                      .len = sizeof words,
                                      .sessions = &listener->session,
                                      .session_count = 1,
                                      .soon_count = draw(world, 2),
                                      .is_secret = draw(world, 5) == 0,
                                  });
    }
}

/* Lets a gateway derive, even for a session that is over. */
static void derive(struct random_link *world, struct hall_end *hall)
{
    struct listener *listener, *chosen = NULL;
    size_t count = 0;
    LL_FOREACH (hall->listeners, listener) {
        if (!listener->derives && draw(world, 6) == 0)
            chosen = listener;
    }
    LL_FOREACH (hall->listeners, listener) {
        count += chosen && listener->derives &&
                 session_gateway(listener->session) == session_gateway(chosen->session);
    }
    if (!chosen || count == DERIVATIONS_MAX)
        return;
    struct derivation derivation = {.operations = 1, .memory_kib = DERIVATION_KIB_MIN};
    uint64_t number = ++world->last_derivation;
    uint32_t request = session_place(chosen->session);
    memcpy(derivation.salt, &number, sizeof number);
    if (hall_link_derive(hall->link, chosen->session, request, request % 2 == 0, &derivation))
        chosen->derives = number;
}

static void step_client(struct random_link *world)
{
    struct gate *gate = &world->gates[draw(world, GATES)];
    struct sim_client *client = &gate->clients[draw(world, CLIENTS)];
    if (gate->process.frozen_until_us > world->now_us)
        return;
    answer_task(world, gate, &gate->tasks[draw(world, DERIVATIONS_MAX)]);
    if (!client->session) {
        client->session = session_table_add(&gate->table, client);
        open_client(gate, client);
    } else if (draw(world, 30) == 0) {
        end_client(gate, client->session);
    } else if (client->opening && draw(world, 10) == 0) {
        gate_link_behind(gate->link, client->session, draw(world, 2));
    } else if (client->opening && gate_link_state(gate->link) == GATE_CARRIES) {
        struct words words = {client->opening, 0, client->said, world->now_us};
        gate_link_bytes(gate->link, client->session, (const char *)&words, sizeof words,
                        clock_of(world, &gate->process), client->said % 3 == 0);
        client->said++;
    }
}

static void step_hall(struct random_link *world)
{
    struct hall_end *hall = &world->halls[draw(world, HALLS)];
    if (!hall->link || hall->process.frozen_until_us > world->now_us)
        return;
    say(world, hall);
    derive(world, hall);
    struct listener *listener = hall->listeners;
    if (listener && !listener->is_over && draw(world, 20) == 0)
        hall_link_close(hall->link, listener->session);
}

/* A process stands still for a while, as one does that was stopped, or whose machine sleeps. */
static void step_freeze(struct random_link *world)
{
    uint64_t which = draw(world, GATES + HALLS);
    struct process *process =
        which < GATES ? &world->gates[which].process : &world->halls[which - GATES].process;
    if (draw(world, 40) == 0)
        process->frozen_until_us = world->now_us + draw(world, 4000000);
}

static void step_die(struct random_link *world)
{
    if (draw(world, 60))
        return;
    uint64_t which = draw(world, GATES + 2);
    if (which < GATES) {
        uint64_t generation = 1 + draw(world, 1000000);
        gate_end(&world->gates[which]);
        gate_begin(world, &world->gates[which], generation * GATES + which);
    } else if (which == GATES && newest_hall(world)) { /* nobody follows at once */
        hall_end(newest_hall(world));
    } else { /* another hall begins; the one before lives on, and may be frozen */
        struct hall_end *hall = &world->halls[(world->last_epoch + 1) % HALLS];
        hall_end(hall);
        hall_begin(world, hall);
    }
}

static void step_bus(struct random_link *world)
{
    static const int rates[] = {0, 0, 0, 1, 10, 100, 1000};
    if (draw(world, 60))
        return;
    world->loss = rates[draw(world, 7)];
    world->doubles = rates[draw(world, 6)];
    world->delay = draw(world, 5) ? 3 : 1500;
}

static void run_gate(struct random_link *world, struct gate *gate)
{
    struct parcel *parcel;
    if (gate->process.frozen_until_us > world->now_us)
        return;
    while ((parcel = gate->process.inbox) && parcel->due_us <= world->now_us) {
        struct frame_head head;
        DL_DELETE(gate->process.inbox, parcel);
        CHECK(world,
              frame_read(parcel->frame.bytes, parcel->frame.len, CLUSTER, LINK_VERSION_OLDEST,
                         LINK_VERSION_NEWEST, &head) == FRAME_GOOD,
              "the bus brings nonsense");
        world->seen.zombie_frames += head.epoch < gate->epoch;
        if (head.epoch > gate->epoch)
            gate->epoch = head.epoch;
        gate_link_hear(gate->link, parcel->frame.bytes, parcel->frame.len,
                       clock_of(world, &gate->process));
        text_finish(&parcel->frame);
        free(parcel);
    }
    gate_link_turn(gate->link, clock_of(world, &gate->process));
}

static void run_hall(struct random_link *world, struct hall_end *hall)
{
    struct parcel *parcel;
    if (!hall->link || hall->process.frozen_until_us > world->now_us)
        return;
    while ((parcel = hall->process.inbox) && parcel->due_us <= world->now_us) {
        DL_DELETE(hall->process.inbox, parcel);
        hall_link_hear(hall->link, parcel->frame.bytes, parcel->frame.len,
                       clock_of(world, &hall->process));
        text_finish(&parcel->frame);
        free(parcel);
    }
    hall_link_turn(hall->link, clock_of(world, &hall->process));
    uint64_t now_us = clock_of(world, &hall->process);
    uint64_t heard_us = hall_link_heard_us(hall->link, now_us) - hall->process.clock_us;
    CHECK(world, heard_us >= hall->heard_us && heard_us <= world->now_us, "heard goes back");
    hall->heard_us = heard_us;
}

static void run_all(struct random_link *world)
{
    for (int i = 0; i < GATES; i++)
        run_gate(world, &world->gates[i]);
    for (int i = 0; i < HALLS; i++)
        run_hall(world, &world->halls[i]);
}

static void step(struct random_link *world)
{
    static void (*const steps[])(struct random_link *) = {
        step_client, step_client, step_client, step_client, step_client,
        step_hall,   step_hall,   step_freeze, step_die,    step_bus,
    };
    steps[draw(world, sizeof steps / sizeof *steps)](world);
    world->now_us += draw(world, 10) ? draw(world, 5000) : draw(world, 60000);
    run_all(world);
}

/* The bus is well, nobody stands still, and the newest hall is alone. */
static void expect_recovery(struct random_link *world)
{
    world->loss = world->doubles = 0;
    world->delay = 1;
    for (int i = 0; i < HALLS; i++)
        if (&world->halls[i] != newest_hall(world))
            hall_end(&world->halls[i]);
    struct hall_end *hall = newest_hall(world);
    if (!hall) {
        hall = &world->halls[0];
        hall_begin(world, hall);
    }
    hall->process.frozen_until_us = 0;
    for (int i = 0; i < GATES; i++)
        world->gates[i].process.frozen_until_us = 0;
    for (int i = 0; i < SETTLE_STEPS; i++) {
        world->now_us += 10000;
        for (int task = 0; task < GATES * DERIVATIONS_MAX; task++)
            answer_task(world, &world->gates[task % GATES],
                        &world->gates[task % GATES].tasks[task / GATES]);
        run_all(world);
    }
    const struct listener *listener;
    LL_FOREACH (hall->listeners, listener) {
        CHECK(world, !listener->derives, "a derivation is not answered");
    }
    size_t clients = 0;
    for (int i = 0; i < GATES; i++) {
        CHECK(world, gate_link_state(world->gates[i].link) == GATE_CARRIES,
              "gateway %d is not carried", i);
        clients += world->gates[i].table.count;
    }
    CHECK(world, hall_link_figures(hall->link).sessions == clients, "%zu sessions of %zu",
          hall_link_figures(hall->link).sessions, clients);
    CHECK(world, world->now_us - hall->heard_us < 100000, "the hall waits for somebody");
}

static void run(struct random_link *world, uint64_t seed)
{
    world->seed = seed;
    world->random = random_from_seed(seed);
    world->now_us = 1;
    world->delay = 3;
    for (uint64_t i = 0; i < GATES; i++)
        gate_begin(world, &world->gates[i], GATES + i);
    hall_begin(world, &world->halls[0]);
    for (int i = 0; i < STEPS; i++)
        step(world);
    expect_recovery(world);
    for (int i = 0; i < GATES; i++)
        gate_end(&world->gates[i]);
    for (int i = 0; i < HALLS; i++)
        hall_end(&world->halls[i]);
}

Test(link_random, each_side_hears_a_beginning_of_what_the_other_one_said)
{
    static struct random_link world;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        world.last_epoch = world.last_opening = 0;
        run(&world, seed);
    }
    /* Of all seeds: that much has to have happened. */
    cr_expect_gt(world.seen.up, 10000);
    cr_expect_gt(world.seen.on_time, 10000);
    cr_expect_gt(world.seen.keys, 1000);
    cr_expect_gt(world.seen.no_keys, 300);
    cr_expect_gt(world.seen.down, 10000);
    cr_expect_gt(world.seen.resets, 200);
    cr_expect_gt(world.seen.lost, 200);
    cr_expect_gt(world.seen.zombie_frames, 200);
    cr_expect_gt(world.seen.superseded, 20);
}
