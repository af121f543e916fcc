/* Look-ups that take long: whose turn it is. The database is played by this file: a look-up is under way until the test says that
 * it is answered. */
#include "common/base/memory.h"
#include "server/net/look_up.h"
#include "tests/suite.h"

SUITE(server_lanes, 20);

enum {
    CONNECTIONS = 3,
    ASKED_MAX = 10000,
};

/* A server that has three connections, and what has become of what they asked. */
static struct bench {
    struct server server;
    struct connection connections[CONNECTIONS];
    struct look_up *under_way[LANE_COUNT];
    int refused[CONNECTIONS], dropped;
    enum error_code last_refusal;
} bench;

/* --- what look_up_lanes.c calls --- */

struct connection *connection_find(const struct server *server, uint64_t session)
{
    (void)server;
    struct connection *connection = &bench.connections[session - 1];
    return connection->state == CONNECTION_OPEN ? connection : NULL;
}

void look_up_begin(struct look_up *job)
{
    enum lane_kind lane = job == bench.server.lanes[LANE_SEAL].under_way ? LANE_SEAL : LANE_LONG;
    cr_assert_null(bench.under_way[lane], "two at the same time");
    bench.under_way[lane] = job;
}

static void forget(struct look_up *job)
{
    free(job->question);
    free(job);
}

void look_up_close(struct look_up *job)
{
    job->error.code = ERROR_SERVER_CLOSING;
}

void look_up_end(struct look_up *job)
{
    bench.refused[job->question->sessions[0] - 1]++;
    bench.last_refusal = job->error.code;
    forget(job);
}

void look_up_destroy(struct look_up *job)
{
    bench.dropped++;
    forget(job);
}

/* --- verbs --- */

static void begin(void)
{
    for (int i = 0; i < CONNECTIONS; i++)
        bench.connections[i] = (struct connection){
            .server = &bench.server,
            .session = (uint64_t)i + 1,
            .state = CONNECTION_OPEN,
        };
}

static void ask(enum lane_kind lane, int who)
{
    struct look_up *job = memory_zeroed(1, sizeof *job);
    job->server = &bench.server;
    job->question = memory_zeroed(1, sizeof *job->question);
    job->question->sessions = &bench.connections[who].session;
    job->question->session_count = 1;
    lane_wait(job, lane);
}

/* The one that is under way, who asked for it, is answered. */
static void expect_turn_of(enum lane_kind lane, int who)
{
    struct look_up *job = bench.under_way[lane];
    cr_assert_not_null(job);
    cr_assert_eq(job->question->sessions[0], (uint64_t)who + 1, "it is the turn of %d",
                 (int)job->question->sessions[0] - 1);
    bench.under_way[lane] = NULL;
    forget(job);
    lane_go_on(&bench.server, lane);
}

static void go(int who)
{
    bench.connections[who].state = CONNECTION_CLOSED;
    lanes_forget(&bench.connections[who]);
}

static void expect_nothing_left(enum lane_kind lane)
{
    cr_assert_null(bench.under_way[lane]);
    cr_assert_null(bench.server.lanes[lane].askers);
    cr_assert_eq(bench.server.lanes[lane].waiting, 0);
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
    static const int turns[] = {0, 0, 1, 2, 0, 1, 0};
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++)
        expect_turn_of(LANE_LONG, turns[i]);
    expect_nothing_left(LANE_LONG);
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
    expect_nothing_left(LANE_LONG);
    expect_nothing_left(LANE_SEAL);
}

Test(server_lanes, who_goes_is_not_waited_for)
{
    begin();
    ask(LANE_LONG, 0);
    ask(LANE_LONG, 0);
    ask(LANE_LONG, 1);
    go(0);
    cr_assert_eq(bench.dropped, 1);
    cr_assert(atomic_load(&bench.under_way[LANE_LONG]->is_given_up));
    expect_turn_of(LANE_LONG, 0);
    cr_assert_not(atomic_load(&bench.under_way[LANE_LONG]->is_given_up));
    expect_turn_of(LANE_LONG, 1);
    ask(LANE_LONG, 0);
    cr_assert_eq(bench.dropped, 2);
    expect_nothing_left(LANE_LONG);
}

Test(server_lanes, what_waits_is_refused_when_the_server_shuts_down)
{
    begin();
    ask(LANE_LONG, 0);
    ask(LANE_LONG, 0);
    ask(LANE_SEAL, 1);
    ask(LANE_SEAL, 2);
    lanes_refuse(&bench.server);
    cr_assert_eq(bench.refused[0], 1);
    cr_assert_eq(bench.refused[1], 0);
    cr_assert_eq(bench.refused[2], 1);
    cr_assert_eq(bench.last_refusal, ERROR_SERVER_CLOSING);
    expect_turn_of(LANE_LONG, 0);
    expect_turn_of(LANE_SEAL, 1);
    expect_nothing_left(LANE_LONG);
    expect_nothing_left(LANE_SEAL);
}

Test(server_lanes, who_fills_the_lane_is_refused_and_others_are_not)
{
    begin();
    for (int i = 0; i < ASKED_MAX && bench.refused[0] == 0; i++)
        ask(LANE_LONG, 0);
    cr_assert_eq(bench.refused[0], 1);
    cr_assert_eq(bench.last_refusal, ERROR_LIMIT_REACHED);
    ask(LANE_LONG, 1);
    cr_assert_eq(bench.refused[1], 0);
    ask(LANE_LONG, 1);
    cr_assert_eq(bench.refused[1], 1);
    expect_turn_of(LANE_LONG, 0);
    expect_turn_of(LANE_LONG, 0);
    expect_turn_of(LANE_LONG, 1);
    go(0);
    expect_turn_of(LANE_LONG, 0);
    expect_nothing_left(LANE_LONG);
}
