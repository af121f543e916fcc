/* Look-ups: whose turn it is. The database is played by this file: a look-up is under way until the
 * test says that it is answered. */
#include "common/base/memory.h"
#include "server/service/look_up.h"
#include "server/service/service_parts.h"
#include "server/store/store.h"
#include "tests/suite.h"

SUITE(server_lanes, 20);

enum {
    CONNECTIONS = 8,
    ASKED_MAX = 20000,
    MIB = 1024 * 1024,
};

/* Some sessions, and what has become of what they asked. */
static struct bench {
    struct service service;
    struct service_config config;
    enum net_presence presences[CONNECTIONS];
    struct origin origins[CONNECTIONS]; /* each its own, at first */
    size_t untaken_bytes;               /* of the first address */
    size_t untaken_bytes_of_last;
    struct look_up *under_way[CONNECTIONS][LANE_COUNT];
    int refused[CONNECTIONS], interrupted;
    enum error_code last_refusal;
} bench;

/* In these tests a question's number says which lane it is for. */
static enum lane_kind lane_of(const struct message *question)
{
    return (enum lane_kind)question->request;
}

/* --- what look_up_lanes.c calls --- */

enum net_presence net_presence(const struct net *net, uint64_t session)
{
    (void)net;
    return bench.presences[session - 1];
}

const struct origin *net_origin(const struct net *net, uint64_t session)
{
    (void)net;
    return bench.presences[session - 1] == NET_GONE ? NULL : &bench.origins[session - 1];
}

uint64_t origin_group(const struct origin *origin)
{
    return origin->key[0];
}

size_t net_untaken_at(const struct net *net, uint64_t session)
{
    (void)net;
    if (bench.origins[session - 1].key[0] == 0)
        return bench.untaken_bytes;
    return session == CONNECTIONS ? bench.untaken_bytes_of_last : 0;
}

struct net_load net_load(const struct net *net)
{
    (void)net;
    return (struct net_load){.untaken_bytes = bench.untaken_bytes};
}

struct look_up *look_up_begin(struct service *service, struct message *question)
{
    struct look_up *job = memory_zeroed(1, sizeof *job);
    struct look_up **place = &bench.under_way[question->sessions[0] - 1][lane_of(question)];
    cr_assert_null(*place, "two of one connection at the same time");
    job->service = service;
    job->question = question;
    job->lane = lane_of(question);
    *place = job;
    return job;
}

void look_up_refuse(struct service *service, struct message *question, const struct error *error)
{
    (void)service;
    bench.refused[question->sessions[0] - 1]++;
    bench.last_refusal = error->code;
    free(question);
}

void store_reader_interrupt(struct store_reader *reader)
{
    (void)reader;
    bench.interrupted++;
}

/* --- verbs --- */

static void begin(void)
{
    bench.config.all_queued_bytes = 32 * MIB;
    bench.service.config = &bench.config;
    for (int i = 0; i < CONNECTIONS; i++) {
        bench.presences[i] = NET_READY;
        bench.origins[i].key[0] = (unsigned char)i;
    }
}

static void ask(enum lane_kind lane, int who)
{
    struct message *question = memory_zeroed(1, sizeof *question);
    question->request = lane;
    question->few[0] = (uint64_t)who + 1;
    question->sessions = question->few;
    question->session_count = 1;
    lanes_wait(&bench.service, question, lane);
}

static bool is_under_way(enum lane_kind lane, int who)
{
    return bench.under_way[who][lane] != NULL;
}

static int count_under_way(enum lane_kind lane)
{
    int count = 0;
    for (int who = 0; who < CONNECTIONS; who++)
        count += is_under_way(lane, who);
    return count;
}

static void answer(enum lane_kind lane, int who)
{
    struct look_up *job = bench.under_way[who][lane];
    cr_assert_not_null(job, "nothing of %d is under way", who);
    bench.under_way[who][lane] = NULL;
    lanes_end(job);
    free(job->question);
    free(job);
    lanes_begin_next(&bench.service, (uint64_t)who + 1, lane);
}

/* It is the turn of this one alone; and is answered. */
static void expect_turn_of(enum lane_kind lane, int who)
{
    cr_assert(is_under_way(lane, who), "it is not the turn of %d", who);
    cr_assert_eq(count_under_way(lane), 1);
    answer(lane, who);
}

static void go(int who)
{
    lanes_forget(&bench.service, (uint64_t)who + 1);
    bench.presences[who] = NET_GONE;
}

static void stop_reading(int who)
{
    bench.presences[who] = NET_BEHIND;
}

static void read_on(int who)
{
    bench.presences[who] = NET_READY;
    lanes_return(&bench.service, (uint64_t)who + 1);
    lanes_go_on(&bench.service);
}

/* All but the last have one address. */
static void live_together(void)
{
    for (int who = 0; who < CONNECTIONS - 1; who++)
        bench.origins[who].key[0] = 0;
}

/* The clients of the first address leave so much untaken. */
static void leave_untaken(size_t bytes)
{
    bench.untaken_bytes = bytes;
}

static void expect_nothing_left(void)
{
    for (enum lane_kind lane = 0; lane < LANE_COUNT; lane++) {
        cr_assert_eq(count_under_way(lane), 0);
        cr_assert_null(bench.service.lanes.each[lane].addresses);
        cr_assert_eq(bench.service.lanes.each[lane].under_way, 0);
    }
    cr_assert_eq(bench.service.lanes.waiting, 0);
    cr_assert_eq(bench.service.lanes.reserved_bytes, 0);
    cr_assert_null(bench.service.lanes.askers);
    cr_assert_null(bench.service.lanes.addresses);
}

/* --- tests --- */

Test(server_lanes, nobody_waits_for_all_that_somebody_else_asks)
{
    begin();
    for (int i = 0; i < 4; i++)
        ask(LANE_LONG, 0);
    ask(LANE_LONG, 1);
    ask(LANE_LONG, 1);
    ask(LANE_LONG, 2);
    static const int turns[] = {0, 1, 2, 0, 1, 0, 0};
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++)
        expect_turn_of(LANE_LONG, turns[i]);
    expect_nothing_left();
}

Test(server_lanes, addresses_take_turns_however_many_connections_they_have)
{
    enum { LAST = CONNECTIONS - 1 };
    begin();
    live_together();
    for (int who = 0; who < CONNECTIONS; who++)
        ask(LANE_LONG, who);
    ask(LANE_LONG, LAST);
    static const int turns[] = {0, 1, LAST, 2, LAST, 3, 4, 5, 6};
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++)
        expect_turn_of(LANE_LONG, turns[i]);
    expect_nothing_left();
}

Test(server_lanes, one_look_up_of_a_connection_is_under_way_in_each_lane)
{
    begin();
    for (enum lane_kind lane = 0; lane < LANE_COUNT; lane++) {
        ask(lane, 0);
        ask(lane, 0);
        cr_assert_eq(count_under_way(lane), 1);
        answer(lane, 0);
        cr_assert_eq(count_under_way(lane), 1);
        answer(lane, 0);
    }
    expect_nothing_left();
}

Test(server_lanes, short_look_ups_of_some_connections_are_under_way_at_once)
{
    begin();
    for (int who = 0; who < CONNECTIONS; who++)
        ask(LANE_SHORT, who);
    cr_assert_eq(count_under_way(LANE_SHORT), 4);
    for (int who = 0; who < CONNECTIONS; who++)
        answer(LANE_SHORT, who);
    expect_nothing_left();
}

Test(server_lanes, one_lane_does_not_wait_for_the_other)
{
    begin();
    ask(LANE_SEAL, 0);
    ask(LANE_SEAL, 1);
    ask(LANE_LONG, 1);
    expect_turn_of(LANE_LONG, 1);
    expect_turn_of(LANE_SEAL, 0);
    expect_turn_of(LANE_SEAL, 1);
    expect_nothing_left();
}

Test(server_lanes, what_one_asks_who_goes_is_given_up)
{
    begin();
    ask(LANE_LONG, 0);
    ask(LANE_LONG, 0);
    ask(LANE_LONG, 1);
    go(0);
    cr_assert_eq(bench.refused[0], 1);
    cr_assert_eq(bench.last_refusal, ERROR_DISCONNECTED);
    cr_assert(atomic_load(&bench.under_way[0][LANE_LONG]->is_given_up));
    expect_turn_of(LANE_LONG, 0);
    cr_assert_not(atomic_load(&bench.under_way[1][LANE_LONG]->is_given_up));
    expect_turn_of(LANE_LONG, 1);
    ask(LANE_LONG, 0);
    cr_assert_eq(bench.refused[0], 2);
    expect_nothing_left();
}

Test(server_lanes, what_waits_is_refused_when_the_server_shuts_down)
{
    begin();
    for (enum lane_kind lane = 0; lane < LANE_COUNT; lane++)
        bench.service.lanes.each[lane].reader = (struct store_reader *)&bench;
    ask(LANE_LONG, 0);
    ask(LANE_LONG, 0);
    ask(LANE_SHORT, 3);
    stop_reading(4);
    ask(LANE_SHORT, 4);
    ask(LANE_SEAL, 1);
    ask(LANE_SEAL, 2);
    lanes_close(&bench.service);
    cr_assert_eq(bench.refused[0], 1);
    cr_assert_eq(bench.refused[1], 0);
    cr_assert_eq(bench.refused[2], 1);
    cr_assert_eq(bench.refused[4], 1, "it does not read, but is not forgotten");
    cr_assert_eq(bench.last_refusal, ERROR_SERVER_CLOSING);
    cr_assert_eq(bench.interrupted, 2, "those lanes that can take long");
    cr_assert(atomic_load(&bench.under_way[0][LANE_LONG]->is_given_up));
    cr_assert_not(atomic_load(&bench.under_way[3][LANE_SHORT]->is_given_up));
    expect_turn_of(LANE_SHORT, 3);
    expect_turn_of(LANE_LONG, 0);
    expect_turn_of(LANE_SEAL, 1);
    expect_nothing_left();
}

Test(server_lanes, who_fills_the_lanes_is_refused_and_others_are_not)
{
    begin();
    for (int i = 0; i < ASKED_MAX && bench.refused[0] == 0; i++)
        ask(LANE_LONG, 0);
    cr_assert_eq(bench.refused[0], 1);
    cr_assert_eq(bench.last_refusal, ERROR_LIMIT_REACHED);
    ask(LANE_LONG, 1);
    ask(LANE_SHORT, 1);
    cr_assert_eq(bench.refused[1], 0);
    ask(LANE_LONG, 1);
    cr_assert_eq(bench.refused[1], 1);
    expect_turn_of(LANE_SHORT, 1);
    expect_turn_of(LANE_LONG, 0);
    expect_turn_of(LANE_LONG, 1);
    go(0);
    expect_turn_of(LANE_LONG, 0);
    expect_nothing_left();
}

Test(server_lanes, who_waits_asks_no_more_while_many_wait)
{
    begin();
    cr_assert_not(lanes_hold(&bench.service, 1));
    for (int i = 0; i < 2000; i++)
        ask(LANE_LONG, 0);
    ask(LANE_LONG, 1);
    cr_assert(lanes_hold(&bench.service, 1));
    cr_assert(lanes_hold(&bench.service, 2));
    cr_assert_not(lanes_hold(&bench.service, 3));
    answer(LANE_LONG, 0);
    cr_assert_not(lanes_hold(&bench.service, 2), "its only question is under way");
    answer(LANE_LONG, 1);
    go(0);
    answer(LANE_LONG, 0);
    expect_nothing_left();
}

Test(server_lanes, who_does_not_take_answers_is_passed_over_until_it_does)
{
    begin();
    ask(LANE_LONG, 0);
    ask(LANE_LONG, 1);
    ask(LANE_LONG, 1);
    ask(LANE_LONG, 2);
    stop_reading(1);
    expect_turn_of(LANE_LONG, 0);
    expect_turn_of(LANE_LONG, 2);
    cr_assert_eq(count_under_way(LANE_LONG), 0);
    stop_reading(2);
    ask(LANE_LONG, 2);
    cr_assert_eq(count_under_way(LANE_LONG), 0);
    read_on(1);
    expect_turn_of(LANE_LONG, 1);
    expect_turn_of(LANE_LONG, 1);
    read_on(2);
    expect_turn_of(LANE_LONG, 2);
    expect_nothing_left();
}

Test(server_lanes, hello_waits_neither_for_room_nor_for_whoever_does_not_read)
{
    begin();
    ask(LANE_SHORT, 0);
    leave_untaken(16 * MIB);
    for (int who = 1; who < CONNECTIONS; who++) {
        stop_reading(who);
        ask(LANE_HELLO, who);
    }
    cr_assert_eq(count_under_way(LANE_HELLO), CONNECTIONS - 1);
    answer(LANE_SHORT, 0);
    for (int who = 1; who < CONNECTIONS; who++)
        answer(LANE_HELLO, who);
    expect_nothing_left();
}

Test(server_lanes, no_look_up_begins_while_there_is_no_room_for_its_answer)
{
    begin();
    live_together();
    leave_untaken(14 * MIB); /* of 16: room for two look-ups */
    for (int who = 0; who < 3; who++)
        ask(LANE_SHORT, who);
    ask(LANE_LONG, 3);
    cr_assert_eq(count_under_way(LANE_SHORT), 2);
    cr_assert_eq(count_under_way(LANE_LONG), 0);
    cr_assert(lanes_lack_room(&bench.service));
    answer(LANE_SHORT, 0);
    cr_assert_eq(count_under_way(LANE_LONG), 1, "the other lanes come first");
    cr_assert_eq(count_under_way(LANE_SHORT), 1);
    leave_untaken(16 * MIB);
    answer(LANE_SHORT, 1);
    answer(LANE_LONG, 3);
    cr_assert_eq(count_under_way(LANE_SHORT), 0);
    leave_untaken(0);
    cr_assert_not(lanes_lack_room(&bench.service));
    lanes_go_on(&bench.service);
    answer(LANE_SHORT, 2);
    expect_nothing_left();
}

Test(server_lanes, an_address_that_has_taken_its_answers_does_not_wait_for_those_that_do_not)
{
    enum { LAST = CONNECTIONS - 1 };
    begin();
    live_together();
    leave_untaken(16 * MIB);
    for (int who = 0; who < CONNECTIONS; who++)
        ask(LANE_SHORT, who);
    ask(LANE_LONG, LAST);
    expect_turn_of(LANE_SHORT, LAST);
    expect_turn_of(LANE_LONG, LAST);
    bench.untaken_bytes_of_last = 3 * MIB; /* more than an eighth of 16 MiB */
    ask(LANE_SHORT, LAST);
    cr_assert_eq(count_under_way(LANE_SHORT), 0);
    leave_untaken(0);
    lanes_go_on(&bench.service);
    for (int who = 0; who < CONNECTIONS; who++)
        answer(LANE_SHORT, who);
    expect_nothing_left();
}

Test(server_lanes, with_a_small_limit_look_ups_have_room_all_the_same)
{
    begin();
    bench.config.all_queued_bytes = MIB;
    for (int who = 0; who < CONNECTIONS; who++)
        ask(LANE_SHORT, who);
    for (int who = 0; who < CONNECTIONS; who++)
        answer(LANE_SHORT, who);
    expect_nothing_left();
}
