/* The two ends of the link, with a bus between them that a test can cut. */
#include "server/link/gate_link.h"
#include "server/link/hall_link.h"
#include "tests/suite.h"

#include "common/base/memory.h"

#include <stdio.h>
#include <string.h>

SUITE(link_ends, 20);

#define CLUSTER 5
#define KEY 1000
#define MS ((uint64_t)1000)
#define FIRST ((uint64_t)1 << SESSION_PLACE_BITS)
#define SECOND ((uint64_t)1 << SESSION_PLACE_BITS | 1)

enum { FRAMES_MAX = 4000 };

/* Frames on their way in one direction. */
struct way {
    struct text frames[FRAMES_MAX];
    size_t first, count;
    struct text all; /* that ever went there */
};

static void way_put(struct way *way, const char *frame, size_t len)
{
    cr_assert_lt(way->first + way->count, FRAMES_MAX);
    text_append(&way->frames[way->first + way->count++], frame, len);
    text_append(&way->all, frame, len);
}

static void way_drop(struct way *way)
{
    cr_assert_gt(way->count, 0);
    text_finish(&way->frames[way->first++]);
    way->count--;
}

static void way_clear(struct way *way)
{
    while (way->count > 0)
        way_drop(way);
}

struct pair {
    struct gate_link *gate;
    struct hall_link *hall;
    struct way up, down;
    uint64_t now_us;
    struct text log;           /* what the callbacks were told, a line each */
    uint64_t session, came_us; /* at the hall, of what came last */
    size_t len;                /* of what was said last */
    bool derives;              /* is that the gateway's, of the last session? */
    struct text note;          /* the last one */
};

static struct text *log_of(void *owner)
{
    return &((struct pair *)owner)->log;
}

/* --- the gateway's callbacks --- */

static void gate_publish(void *owner, const char *frame, size_t len)
{
    way_put(&((struct pair *)owner)->up, frame, len);
}

static void on_carries(void *owner, bool is_new)
{
    text_append_string(log_of(owner), is_new ? "carries\n" : "carries again\n");
}

static void on_quiet(void *owner)
{
    text_append_string(log_of(owner), "quiet\n");
}

static void on_reset(void *owner, const char *why)
{
    text_printf(log_of(owner), "reset: %s\n", why);
}

static void on_refused(void *owner, const char *sentence)
{
    text_printf(log_of(owner), "refused: %s\n", sentence);
}

static void on_said(void *owner, const struct gate_said *said)
{
    struct pair *pair = owner;
    text_printf(&pair->log, "said%s%s%s:", said->is_answer ? " answer" : "",
                said->is_soon ? "" : " later", said->is_secret ? " secret" : "");
    for (size_t i = 0; i < said->session_count; i++)
        text_printf(&pair->log, " %llu",
                    (unsigned long long)said->sessions[i] & ((1U << SESSION_PLACE_BITS) - 1));
    if (said->len < 100)
        text_printf(&pair->log, " %.*s", (int)said->len, said->bytes);
    text_append_char(&pair->log, '\n');
    pair->len = said->len;
}

static void on_close(void *owner, uint64_t session)
{
    (void)session;
    text_append_string(log_of(owner), "close\n");
}

static void on_came_in(void *owner, uint64_t session)
{
    (void)session;
    text_append_string(log_of(owner), "came in\n");
}

static void on_excuse_hello(void *owner, uint64_t session)
{
    (void)session;
    text_append_string(log_of(owner), "excused\n");
}

static void on_derive(void *owner, uint64_t session, uint32_t request, bool is_old,
                      const struct derivation *derivation)
{
    (void)session;
    text_printf(log_of(owner), "derive %u%s %s\n", request, is_old ? " old" : "",
                (const char *)derivation->salt);
}

/* --- the hall's callbacks --- */

static void hall_publish(void *owner, uint64_t key, const char *frame, size_t len)
{
    cr_assert(key == KEY || key == 0);
    way_put(&((struct pair *)owner)->down, frame, len);
}

static void on_note(void *owner, uint64_t key, const char *sentence)
{
    struct pair *pair = owner;
    cr_expect_eq(key, KEY);
    text_clear(&pair->note);
    text_append_string(&pair->note, sentence);
}

static void on_superseded(void *owner, uint64_t epoch)
{
    text_printf(log_of(owner), "superseded by %llu\n", (unsigned long long)epoch);
}

static void on_open(void *owner, uint64_t session, const struct hall_link_client *client)
{
    struct pair *pair = owner;
    pair->session = session;
    text_printf(&pair->log, "open %s%s%s %lld\n", client->address,
                client->is_private ? " private" : "", client->is_loopback ? " loopback" : "",
                (long long)client->lag_ms);
    pair->derives = client->derives;
}

static void on_bytes(void *owner, uint64_t session, const char *bytes, size_t len, uint64_t came_us,
                     bool is_secret)
{
    struct pair *pair = owner;
    pair->session = session;
    pair->came_us = came_us;
    text_printf(&pair->log, "bytes%s %.*s\n", is_secret ? " secret" : "", (int)len, bytes);
}

static void on_lag(void *owner, uint64_t session, int64_t lag_ms)
{
    (void)session;
    text_printf(log_of(owner), "lag %lld\n", (long long)lag_ms);
}

static void on_silent(void *owner, uint64_t session)
{
    (void)session;
    text_append_string(log_of(owner), "silent\n");
}

static void on_behind(void *owner, uint64_t session, bool is_behind)
{
    (void)session;
    text_append_string(log_of(owner), is_behind ? "behind\n" : "ready\n");
}

static void on_fault(void *owner, uint64_t session)
{
    (void)session;
    text_append_string(log_of(owner), "fault\n");
}

static void on_left(void *owner, uint64_t session)
{
    (void)session;
    text_append_string(log_of(owner), "left\n");
}

static void on_closed(void *owner, uint64_t session)
{
    (void)session;
    text_append_string(log_of(owner), "closed\n");
}

static void on_lost(void *owner, uint64_t session)
{
    (void)session;
    text_append_string(log_of(owner), "lost\n");
}

static void on_derived(void *owner, uint64_t session, const unsigned char *key)
{
    (void)session;
    text_printf(log_of(owner), "derived %.*s\n", DERIVED_BYTES,
                key ? (const char *)key : "nothing");
}

/* --- the pair --- */

static struct gate_link *make_gate(struct pair *pair, unsigned oldest, unsigned newest)
{
    struct gate_link_config config = {
        .cluster = CLUSTER,
        .key = KEY,
        .seed = {1},
        .oldest = oldest,
        .newest = newest,
        .events = {pair, gate_publish, on_carries, on_quiet, on_reset, on_refused, on_said,
                   on_close, on_came_in, on_excuse_hello, on_derive},
    };
    return gate_link_create(&config, pair->now_us);
}

static struct hall_link *make_hall(struct pair *pair, uint64_t epoch, unsigned oldest,
                                   unsigned newest)
{
    struct hall_link_config config = {
        .cluster = CLUSTER,
        .epoch = epoch,
        .seed = {2},
        .oldest = oldest,
        .newest = newest,
        .events = {pair, hall_publish, on_note, on_superseded, on_open, on_bytes, on_lag, on_silent,
                   on_behind, on_fault, on_left, on_closed, on_lost, on_derived},
    };
    return hall_link_create(&config, pair->now_us);
}

static struct pair *begin_with(unsigned gate_oldest, unsigned gate_newest, unsigned hall_oldest,
                               unsigned hall_newest)
{
    struct pair *pair = memory_zeroed(1, sizeof *pair);
    pair->now_us = 1000000;
    pair->gate = make_gate(pair, gate_oldest, gate_newest);
    pair->hall = make_hall(pair, 7, hall_oldest, hall_newest);
    return pair;
}

static void end(struct pair *pair)
{
    gate_link_destroy(pair->gate);
    hall_link_destroy(pair->hall);
    way_clear(&pair->up);
    way_clear(&pair->down);
    text_finish(&pair->up.all);
    text_finish(&pair->down.all);
    text_finish(&pair->log);
    text_finish(&pair->note);
    free(pair);
}

static void carry_up(struct pair *pair)
{
    for (; pair->up.count > 0; way_drop(&pair->up)) {
        const struct text *frame = &pair->up.frames[pair->up.first];
        hall_link_hear(pair->hall, frame->bytes, frame->len, pair->now_us);
    }
}

static void carry_down(struct pair *pair)
{
    for (; pair->down.count > 0; way_drop(&pair->down)) {
        const struct text *frame = &pair->down.frames[pair->down.first];
        gate_link_hear(pair->gate, frame->bytes, frame->len, pair->now_us);
    }
}

static void turn(struct pair *pair)
{
    gate_link_turn(pair->gate, pair->now_us);
    hall_link_turn(pair->hall, pair->now_us);
}

/* Both have their turns, and the bus carries what they say, in no time. */
static void settle(struct pair *pair)
{
    do {
        carry_up(pair);
        carry_down(pair);
        turn(pair);
    } while (pair->up.count + pair->down.count > 0);
}

/* Time passes in steps of 10 ms. */
static void pass(struct pair *pair, uint64_t ms, void (*each)(struct pair *))
{
    for (uint64_t i = 0; i < ms; i += 10) {
        pair->now_us += 10 * MS;
        each(pair);
    }
}

static void settle_cut(struct pair *pair)
{
    turn(pair);
    way_clear(&pair->up);
    way_clear(&pair->down);
}

/* What was logged since the last call. */
static void expect_log(struct pair *pair, const char *expected)
{
    cr_expect_str_eq(text_string(&pair->log), expected);
    text_clear(&pair->log);
}

static const struct gate_client client = {.address = "10.0.0.7", .is_private = true, .lag_ms = -1};

static void open_client(struct pair *pair, uint64_t session)
{
    gate_link_open(pair->gate, session, &client);
    settle(pair);
    expect_log(pair, "open 10.0.0.7 private -1\n");
}

static struct pair *begin(void)
{
    struct pair *pair = begin_with(1, 1, 1, 1);
    settle(pair);
    expect_log(pair, "carries\n");
    return pair;
}

static size_t say(struct pair *pair, const uint64_t *sessions, size_t count, const char *bytes)
{
    return hall_link_say(pair->hall, &(struct hall_link_message){
                                         .bytes = bytes,
                                         .len = strlen(bytes),
                                         .sessions = sessions,
                                         .session_count = count,
                                         .soon_count = count > 1 ? 1 : count,
                                     });
}

/* --- what a client does and hears --- */

Test(link_ends, all_that_a_client_does_reaches_the_hall_in_its_order)
{
    struct pair *pair = begin();
    open_client(pair, FIRST);
    gate_link_bytes(pair->gate, FIRST, "one", 3, pair->now_us, false);
    gate_link_lag(pair->gate, FIRST, 30);
    gate_link_bytes(pair->gate, FIRST, "two", 3, LINK_CAME_WAITED, true);
    gate_link_silent(pair->gate, FIRST);
    gate_link_behind(pair->gate, FIRST, true);
    gate_link_behind(pair->gate, FIRST, false);
    gate_link_fault(pair->gate, FIRST);
    gate_link_left(pair->gate, FIRST);
    gate_link_closed(pair->gate, FIRST);
    settle(pair);
    expect_log(pair, "bytes one\nlag 30\nbytes secret two\nsilent\nbehind\nready\nfault\nleft\n"
                     "closed\n");
    cr_expect_eq(pair->came_us, LINK_CAME_WAITED);
    cr_expect_eq(session_own(pair->session), FIRST);
    cr_expect_eq(hall_link_figures(pair->hall).sessions, 0);
    end(pair);
}

Test(link_ends, all_that_the_hall_says_reaches_the_gateway_in_its_order)
{
    struct pair *pair = begin();
    open_client(pair, FIRST);
    uint64_t sessions[] = {pair->session, 0, 0};
    open_client(pair, SECOND);
    sessions[1] = pair->session;
    sessions[2] = pair->session + 1; /* there is none */
    cr_expect_eq(say(pair, sessions, 1, "a"), 1);
    hall_link_came_in(pair->hall, sessions[0]);
    cr_expect_eq(say(pair, sessions, 3, "b"), 2);
    hall_link_excuse_hello(pair->hall, sessions[1]);
    hall_link_close(pair->hall, sessions[1]);
    settle(pair);
    expect_log(pair, "said: 0 a\ncame in\nsaid: 0 b\nsaid later: 1 b\nexcused\nclose\n");
    gate_link_closed(pair->gate, SECOND);
    settle(pair);
    expect_log(pair, "closed\n");
    cr_expect_eq(say(pair, sessions + 1, 1, "c"), 0);
    end(pair);
}

Test(link_ends, a_long_message_arrives_whole_and_a_long_list_in_parts)
{
    enum { LONG = 1000000, MANY = FRAME_SESSIONS_MAX + 10 };
    struct pair *pair = begin();
    uint64_t *sessions = memory_zeroed(MANY, sizeof *sessions);
    for (uint64_t i = 0; i < MANY; i++)
        gate_link_open(pair->gate, FIRST | i, &client);
    settle(pair);
    for (uint64_t i = 0; i < MANY; i++)
        sessions[i] = session_of(session_gateway(pair->session), FIRST | i);
    cr_assert_eq(hall_link_figures(pair->hall).sessions, MANY);

    char *bytes = memory_zeroed(LONG, 1);
    text_clear(&pair->log);
    hall_link_say(pair->hall, &(struct hall_link_message){.bytes = bytes,
                                                          .len = LONG,
                                                          .sessions = sessions,
                                                          .session_count = 1,
                                                          .soon_count = 1,
                                                          .is_answer = true,
                                                          .is_secret = true});
    settle(pair);
    expect_log(pair, "said answer secret: 0\n");
    cr_expect_eq(pair->len, LONG);
    cr_expect_eq(say(pair, sessions, MANY, "x"), MANY);
    settle(pair);
    cr_expect_eq(gate_link_state(pair->gate), GATE_CARRIES);
    free(bytes);
    free(sessions);
    end(pair);
}

Test(link_ends, no_frame_holds_a_secret_that_can_be_read)
{
    static const char password[] = "correct horse", token[] = "a-token-of-32-characters-or-so";
    struct pair *pair = begin();
    open_client(pair, FIRST);
    gate_link_bytes(pair->gate, FIRST, password, strlen(password), pair->now_us, true);
    gate_link_bytes(pair->gate, FIRST, "plain up", 8, pair->now_us, false);
    settle(pair);
    hall_link_say(pair->hall, &(struct hall_link_message){.bytes = token,
                                                          .len = strlen(token),
                                                          .sessions = &pair->session,
                                                          .session_count = 1,
                                                          .soon_count = 1,
                                                          .is_secret = true});
    say(pair, &pair->session, 1, "plain down");
    settle(pair);
    expect_log(pair, "bytes secret correct horse\nbytes plain up\n"
                     "said secret: 0 a-token-of-32-characters-or-so\nsaid: 0 plain down\n");
    const struct text *up = &pair->up.all, *down = &pair->down.all;
    cr_expect_null(memmem(up->bytes, up->len, password, strlen(password)));
    cr_expect_null(memmem(down->bytes, down->len, token, strlen(token)));
    cr_expect_not_null(memmem(up->bytes, up->len, "plain up", 8));
    cr_expect_not_null(memmem(down->bytes, down->len, "plain down", 10));
    end(pair);
}

Test(link_ends, a_secret_that_was_changed_on_the_way_ends_the_association)
{
    struct pair *pair = begin();
    open_client(pair, FIRST);
    gate_link_bytes(pair->gate, FIRST, "password", 8, pair->now_us, true);
    gate_link_turn(pair->gate, pair->now_us);
    struct text *frame = &pair->up.frames[pair->up.first];
    frame->bytes[frame->len - 1] ^= 1;
    settle(pair);
    expect_log(pair, "lost\nreset: the hall has dropped this gateway\ncarries\n");
    end(pair);
}

/* --- derivations --- */

#define DERIVED "a key of thirty-two bytes, no less"

static const struct derivation salted = {.operations = 5, .memory_kib = 7168, .salt = "salt"};

static struct pair *begin_deriving(void)
{
    struct pair *pair = begin_with(LINK_VERSION_OLDEST, LINK_VERSION_NEWEST, LINK_VERSION_OLDEST,
                                   LINK_VERSION_NEWEST);
    settle(pair);
    expect_log(pair, "carries\n");
    open_client(pair, FIRST);
    cr_assert(pair->derives && gate_link_derives(pair->gate));
    return pair;
}

static void derive(struct pair *pair, uint32_t request, bool is_old)
{
    cr_assert(hall_link_derive(pair->hall, pair->session, request, is_old, &salted));
    settle(pair);
}

Test(link_ends, a_gateway_derives_and_the_key_is_sealed)
{
    struct pair *pair = begin_deriving();
    derive(pair, 4, true);
    expect_log(pair, "derive 4 old salt\n");
    gate_link_derived(pair->gate, FIRST, (const unsigned char *)DERIVED);
    settle(pair);
    expect_log(pair, "derived a key of thirty-two bytes, no le\n");
    cr_expect_null(memmem(pair->up.all.bytes, pair->up.all.len, DERIVED, DERIVED_BYTES));
    derive(pair, 5, false);
    gate_link_derived(pair->gate, FIRST, NULL);
    settle(pair);
    expect_log(pair, "derive 5 salt\nderived nothing\n");
    end(pair);
}

Test(link_ends, a_derivation_is_answered_after_its_session_is_closed)
{
    struct pair *pair = begin_deriving();
    derive(pair, 4, false);
    gate_link_closed(pair->gate, FIRST);
    gate_link_derived(pair->gate, FIRST, (const unsigned char *)DERIVED);
    settle(pair);
    expect_log(pair, "derive 4 salt\nclosed\nderived a key of thirty-two bytes, no le\n");
    derive(pair, 5, false);
    gate_link_derived(pair->gate, FIRST, NULL);
    settle(pair);
    expect_log(pair, "derive 5 salt\nderived nothing\n");
    end(pair);
}

Test(link_ends, a_derivation_ends_with_its_gateway)
{
    struct pair *pair = begin_deriving();
    derive(pair, 4, false);
    expect_log(pair, "derive 4 salt\n");
    gate_link_stop(pair->gate);
    settle(pair);
    expect_log(pair, "lost\nderived nothing\n");
    cr_expect_not(hall_link_derive(pair->hall, pair->session, 5, false, &salted));
    end(pair);
}

Test(link_ends, an_association_begins_without_derivations)
{
    struct pair *pair = begin_deriving();
    for (uint32_t epoch = 8; epoch < 10; epoch++) {
        derive(pair, epoch, false);
        hall_link_stop(pair->hall);
        hall_link_destroy(pair->hall);
        pair->hall = make_hall(pair, epoch, LINK_VERSION_OLDEST, LINK_VERSION_NEWEST);
        pass(pair, 500, settle);
        text_clear(&pair->log);
        open_client(pair, FIRST);
    }
    derive(pair, 4, false);
    gate_link_derived(pair->gate, FIRST, (const unsigned char *)DERIVED);
    settle(pair);
    expect_log(pair, "derive 4 salt\nderived a key of thirty-two bytes, no le\n");
    end(pair);
}

Test(link_ends, a_key_for_which_nobody_has_asked_ends_the_association)
{
    struct pair *pair = begin_deriving();
    derive(pair, 4, false);
    expect_log(pair, "derive 4 salt\n");
    gate_link_derived(pair->gate, SECOND, (const unsigned char *)DERIVED);
    settle(pair);
    expect_log(pair, "lost\nderived nothing\nreset: the hall has dropped this gateway\ncarries\n");
    end(pair);
}

Test(link_ends, only_ends_that_both_know_of_it_derive)
{
    struct pair *older_hall = begin_with(1, 2, 1, 1), *older_gate = begin_with(1, 1, 1, 2);
    settle(older_hall);
    settle(older_gate);
    cr_expect_not(gate_link_derives(older_hall->gate));
    cr_expect_not(gate_link_derives(older_gate->gate));
    text_clear(&older_gate->log);
    open_client(older_gate, FIRST);
    cr_expect_not(older_gate->derives, "its passwords come with the requests");
    end(older_hall);
    end(older_gate);
}

/* --- losses and silence --- */

Test(link_ends, a_quiet_link_stays_up_by_beats_alone)
{
    struct pair *pair = begin();
    open_client(pair, FIRST);
    pass(pair, 60000, settle);
    expect_log(pair, "");
    cr_expect_eq(gate_link_state(pair->gate), GATE_CARRIES);
    uint64_t frames = gate_link_figures(pair->gate).frames_out;
    cr_expect(frames >= 1200 && frames < 2500, "%llu frames in a minute",
              (unsigned long long)frames);
    end(pair);
}

Test(link_ends, a_frame_that_is_missing_at_the_hall_loses_the_sessions)
{
    struct pair *pair = begin();
    open_client(pair, FIRST);
    open_client(pair, SECOND);
    uint64_t before = pair->session;
    gate_link_bytes(pair->gate, FIRST, "lost", 4, pair->now_us, false);
    gate_link_turn(pair->gate, pair->now_us);
    way_clear(&pair->up);
    gate_link_bytes(pair->gate, FIRST, "never heard", 11, pair->now_us, false);
    settle(pair);
    expect_log(pair, "lost\nlost\nreset: the hall has dropped this gateway\ncarries\n");
    open_client(pair, FIRST);
    cr_expect_neq(session_gateway(pair->session), session_gateway(before));
    cr_expect_eq(say(pair, &before, 1, "to nobody"), 0);
    end(pair);
}

Test(link_ends, a_frame_that_is_missing_at_the_gateway_resets_the_link)
{
    struct pair *pair = begin();
    open_client(pair, FIRST);
    say(pair, &pair->session, 1, "lost");
    hall_link_turn(pair->hall, pair->now_us);
    way_clear(&pair->down);
    say(pair, &pair->session, 1, "never heard");
    settle(pair);
    expect_log(pair, "reset: a frame is missing\nlost\ncarries\n");
    end(pair);
}

Test(link_ends, a_frame_that_comes_twice_is_heard_once)
{
    struct pair *pair = begin();
    open_client(pair, FIRST);
    gate_link_bytes(pair->gate, FIRST, "once", 4, pair->now_us, false);
    gate_link_turn(pair->gate, pair->now_us);
    struct text copy = {0};
    text_append(&copy, pair->up.frames[pair->up.first].bytes, pair->up.frames[pair->up.first].len);
    settle(pair);
    hall_link_hear(pair->hall, copy.bytes, copy.len, pair->now_us);
    settle(pair);
    expect_log(pair, "bytes once\n");
    cr_expect_eq(hall_link_figures(pair->hall).ignored, 1);
    text_finish(&copy);
    end(pair);
}

Test(link_ends, a_cut_is_noticed_after_a_second_and_ends_the_association_after_two)
{
    struct pair *pair = begin();
    open_client(pair, FIRST);
    pass(pair, 990, settle_cut);
    expect_log(pair, "");
    pass(pair, 20, settle_cut);
    expect_log(pair, "quiet\n");
    pass(pair, 980, settle_cut);
    expect_log(pair, "");
    pass(pair, 20, settle_cut);
    expect_log(pair, "reset: nothing was heard for two seconds\nlost\n");
    pass(pair, 300, settle);
    expect_log(pair, "carries\n");
    end(pair);
}

Test(link_ends, a_pause_of_less_than_two_seconds_costs_nobody_the_session)
{
    struct pair *pair = begin();
    open_client(pair, FIRST);
    pass(pair, 1800, turn); /* the bus is late, and loses nothing */
    settle(pair);
    expect_log(pair, "quiet\ncarries again\n");
    gate_link_bytes(pair->gate, FIRST, "still here", 10, pair->now_us, false);
    settle(pair);
    expect_log(pair, "bytes still here\n");
    end(pair);
}

Test(link_ends, a_way_that_is_cut_in_one_direction_alone_ends_the_association)
{
    struct pair *pair = begin();
    open_client(pair, FIRST);
    for (int i = 0; i < 210; i++) { /* the hall hears nobody, and is heard until it drops */
        pair->now_us += 10 * MS;
        turn(pair);
        way_clear(&pair->up);
        carry_down(pair);
    }
    expect_log(pair, "lost\nreset: the hall has dropped this gateway\n");
    end(pair);
}

Test(link_ends, a_hall_that_stops_lets_its_gateways_go_at_once)
{
    struct pair *pair = begin();
    open_client(pair, FIRST);
    hall_link_stop(pair->hall);
    carry_down(pair);
    expect_log(pair, "reset: the hall has dropped this gateway\n");
    end(pair);
}

Test(link_ends, a_gateway_that_stops_has_its_sessions_lost_at_once)
{
    struct pair *pair = begin();
    open_client(pair, FIRST);
    gate_link_bytes(pair->gate, FIRST, "move", 4, pair->now_us, false);
    gate_link_stop(pair->gate);
    carry_up(pair);
    expect_log(pair, "bytes move\nlost\n");
    cr_expect_eq(hall_link_figures(pair->hall).gateways, 0);
    cr_expect_eq(hall_link_figures(pair->hall).dropped, 0);
    cr_expect_eq(gate_link_next_us(pair->gate), UINT64_MAX);
    end(pair);
}

Test(link_ends, the_last_frame_of_an_association_before_does_not_end_the_present_one)
{
    struct pair *pair = begin();
    open_client(pair, FIRST);
    for (uint32_t attempt = 2; attempt > 0; attempt--) { /* 1: the present one */
        struct text frame = {0};
        frame_begin(&frame);
        frame_set_head(&frame, &(struct frame_head){
                                   .version = 1,
                                   .kind = FRAME_RESET,
                                   .cluster = CLUSTER,
                                   .key = KEY,
                                   .epoch = 7,
                                   .attempt = attempt,
                                   .gateway = 1 << GATEWAY_PLACE_BITS,
                                   .oldest = 1,
                                   .newest = 1,
                               });
        hall_link_hear(pair->hall, frame.bytes, frame.len, pair->now_us);
        expect_log(pair, attempt == 1 ? "lost\n" : "");
        text_finish(&frame);
    }
    end(pair);
}

/* What the gateway has said ends the link, with this reason, and all its sessions; it goes on with
 * another link. */
static void expect_dropped(struct pair *pair, const char *why)
{
    carry_up(pair);
    gate_link_turn(pair->gate, pair->now_us);
    carry_up(pair);
    cr_expect_not_null(strstr(text_string(&pair->note), why), "%s", text_string(&pair->note));
    cr_expect_eq(hall_link_figures(pair->hall).sessions, 0);
    cr_expect_eq(hall_link_figures(pair->hall).dropped, 1);
    text_clear(&pair->log);
    settle(pair);
    expect_log(pair, "reset: the hall has dropped this gateway\ncarries\n");
    open_client(pair, FIRST);
}

Test(link_ends, a_gateway_whose_place_is_taken_twice_is_dropped)
{
    struct pair *pair = begin();
    open_client(pair, FIRST);
    gate_link_open(pair->gate, (uint64_t)2 << SESSION_PLACE_BITS, &client);
    expect_dropped(pair, "dropped with 1 sessions: it has opened a session with a number that is "
                         "used");
    end(pair);
}

Test(link_ends, a_gateway_that_uses_a_number_again_is_dropped)
{
    const uint64_t again[] = {(uint64_t)2 << SESSION_PLACE_BITS, FIRST};
    for (size_t i = 0; i < 2; i++) {
        struct pair *pair = begin();
        open_client(pair, again[0]);
        gate_link_closed(pair->gate, again[0]);
        gate_link_open(pair->gate, again[i], &client);
        expect_dropped(pair, "it has opened a session with a number that is used");
        end(pair);
    }
}

Test(link_ends, a_gateway_that_speaks_of_a_session_that_is_closed_is_dropped)
{
    struct pair *pair = begin();
    open_client(pair, FIRST);
    gate_link_closed(pair->gate, FIRST);
    gate_link_left(pair->gate, FIRST);
    expect_dropped(pair, "it has spoken of a session that is not open");
    end(pair);
}

/* --- other halls --- */

Test(link_ends, a_gateway_follows_the_hall_of_the_highest_epoch_alone)
{
    struct pair *pair = begin();
    open_client(pair, FIRST);
    uint64_t session = pair->session;
    struct hall_link *old = pair->hall;
    pair->hall = make_hall(pair, 8, 1, 1);
    settle(pair);
    expect_log(pair, "reset: another hall has taken over\ncarries\n");
    /* The old one wakes up. */
    struct hall_link *new = pair->hall;
    pair->hall = old;
    say(pair, &session, 1, "from the grave");
    hall_link_turn(old, pair->now_us);
    carry_down(pair);
    expect_log(pair, "");
    gate_link_turn(pair->gate, pair->now_us + 60 * MS);
    carry_up(pair);
    expect_log(pair, "superseded by 8\n");
    pair->hall = new;
    hall_link_destroy(old);
    end(pair);
}

/* --- versions --- */

Test(link_ends, neighbouring_versions_agree_on_the_highest_of_both)
{
    struct pair *older = begin_with(1, 2, 2, 3), *newer = begin_with(2, 3, 1, 2);
    settle(older);
    expect_log(older, "carries\n");
    open_client(older, FIRST);
    settle(newer);
    expect_log(newer, "carries\n");
    open_client(newer, FIRST);
    cr_expect_eq(newer->up.all.bytes[newer->up.all.len - 1], '7'); /* of the address */
    end(older);
    end(newer);
}

Test(link_ends, versions_without_a_common_one_are_refused_with_a_sentence)
{
    struct pair *pair = begin_with(3, 4, 1, 2);
    settle(pair);
    expect_log(pair, "refused: this hall speaks link versions 1 to 2, the gateway 3 to 4: update "
                     "the older\n");
    pass(pair, 20000, settle);
    expect_log(pair, "");
    cr_expect_leq(gate_link_figures(pair->gate).frames_out, 6);
    end(pair);
}

Test(link_ends, what_is_not_for_them_is_counted_and_ignored)
{
    struct pair *pair = begin();
    open_client(pair, FIRST);
    uint64_t gate = gate_link_figures(pair->gate).ignored;
    uint64_t hall = hall_link_figures(pair->hall).ignored;
    struct way from = pair->up;
    const char *own = from.all.bytes; /* a hello of ours comes to ourselves, late */
    gate_link_hear(pair->gate, own, 108, pair->now_us);
    gate_link_hear(pair->gate, "nonsense", 8, pair->now_us);
    gate_link_hear(pair->gate, "", 0, pair->now_us);
    hall_link_hear(pair->hall, "nonsense", 8, pair->now_us);
    hall_link_hear(pair->hall, own, 108, pair->now_us);
    settle(pair);
    expect_log(pair, "");
    cr_expect_eq(gate_link_figures(pair->gate).ignored - gate, 3);
    cr_expect_eq(hall_link_figures(pair->hall).ignored - hall, 2);
    end(pair);
}

Test(link_ends, an_announcement_of_its_own_that_the_bus_brings_back_is_not_counted)
{
    struct pair *pair = begin();
    open_client(pair, FIRST);
    uint64_t hall = hall_link_figures(pair->hall).ignored;
    for (uint64_t epoch = 6; epoch <= 7; epoch++) { /* 7: its own */
        struct text frame = {0};
        frame_begin(&frame);
        frame_set_head(&frame, &(struct frame_head){
                                   .version = 1,
                                   .kind = FRAME_ANNOUNCE,
                                   .cluster = CLUSTER,
                                   .epoch = epoch,
                                   .oldest = 1,
                                   .newest = 1,
                               });
        hall_link_hear(pair->hall, frame.bytes, frame.len, pair->now_us);
        text_finish(&frame);
    }
    expect_log(pair, "");
    cr_expect_eq(hall_link_figures(pair->hall).ignored - hall, 1);
    end(pair);
}

/* --- the time up to which all is heard --- */

static uint64_t heard(struct pair *pair)
{
    return hall_link_heard_us(pair->hall, pair->now_us);
}

Test(link_ends, without_gateways_everything_is_heard)
{
    struct pair *pair = begin_with(1, 1, 1, 1);
    cr_expect_eq(heard(pair), pair->now_us);
    end(pair);
}

Test(link_ends, a_silent_gateway_is_waited_for_until_it_is_dropped)
{
    struct pair *pair = begin();
    pass(pair, 1000, settle);
    uint64_t at_us = heard(pair);
    cr_expect_geq(at_us, pair->now_us - 50 * MS);
    for (int i = 0; i < 190; i++) {
        pair->now_us += 10 * MS;
        settle_cut(pair);
        EXPECT(heard(pair) == at_us, "the time up to which all is heard goes on in a silence");
    }
    pass(pair, 200, settle_cut);
    cr_expect_eq(heard(pair), pair->now_us);
    end(pair);
}

Test(link_ends, nothing_counts_as_heard_that_was_said_to_a_gateway_which_had_not_got_it)
{
    struct pair *pair = begin();
    open_client(pair, FIRST);
    pass(pair, 500, settle);
    say(pair, &pair->session, 1, "your turn");
    hall_link_turn(pair->hall, pair->now_us);
    uint64_t said_us = pair->now_us;
    for (int i = 0; i < 50; i++) { /* what the hall says stays on the way; the gateway is heard */
        pair->now_us += 10 * MS;
        turn(pair);
        carry_up(pair);
        EXPECT(heard(pair) <= said_us, "flags of a turn that nobody knows of");
    }
    carry_down(pair);
    pass(pair, 100, settle);
    cr_expect_gt(heard(pair), said_us);
    end(pair);
}

Test(link_ends, requests_are_as_old_as_they_were_in_the_gateway_however_late_the_bus_is)
{
    struct pair *pair = begin();
    open_client(pair, FIRST);
    pass(pair, 500, settle);
    uint64_t came_us = pair->now_us;
    gate_link_bytes(pair->gate, FIRST, "move", 4, came_us, false);
    pair->now_us += 30 * MS;
    gate_link_turn(pair->gate, pair->now_us); /* 30 ms late, by its own doing */
    pair->now_us += 700 * MS;                 /* and the bus takes its time */
    carry_up(pair);
    expect_log(pair, "bytes move\n");
    cr_expect_leq(pair->came_us, came_us, "a clock is charged for the link");
    cr_expect_geq(pair->came_us + 60 * MS, came_us, "by more than a beat too early");
    end(pair);
}
