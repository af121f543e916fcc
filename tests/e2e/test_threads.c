/* The server's threads: a long job on one of them keeps nothing else waiting, and all of them end
 * before the server does. The server is a build whose jobs these tests hold for as long as they
 * want: held_server.c. */
#include "tests/e2e/held.h"
#include "tests/e2e/play.h"
#include "tests/e2e/stage.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

STAGE(threads);

enum {
    HELLO_US_MAX = 50000,
    HELLO_TRIES = 20, /* other programs may take the processor for a while, but not each time */
};

static struct server start(const char *const *options)
{
    held_server_prepare();
    return server_start_program(HELD_SERVER_PROGRAM, options);
}

/* The test fails unless the server ends well and in time. */
static void expect_end(const struct server *server)
{
    int status = process_wait_within(server->process, ENDING_MS);
    cr_assert_eq(status, 0, "it ended with %d: %s", status, process_errors(server->process));
}

static int64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* How long a new guest waits for the answer to session.hello. */
static int64_t hello_us(const struct server *server, int number)
{
    char name[16];
    snprintf(name, sizeof name, "guest-%d", number);
    struct peer *peer = peer_connect(server);
    int64_t begun_us = now_us();
    struct answer answer = peer_answer_within(peer, hello_ask(peer, name, NULL), 5000000);
    int64_t taken_us = now_us() - begun_us;
    cr_assert_eq(answer.code, ERROR_NONE, "no answer to session.hello: %s", answer.message);
    peer_close(peer);
    return taken_us;
}

/* --- tests --- */

Test(threads, a_hello_waits_for_no_backup_no_long_look_up_and_no_password)
{
    char control[FOLDER_PATH_MAX], copy[FOLDER_PATH_MAX];
    folder_path("control", control);
    folder_path("copy.db", copy);
    struct held backup = hold("backup"), ratings = hold("ratings"), seal = hold("seal"),
                password = hold("password");
    struct server server = start((const char *const[]){"--control", control, NULL});
    struct peer *operator= peer_connect_operator(control);
    struct peer *anna = peer_join(&server, "anna"), *ben = peer_join(&server, "ben");
    struct peer *carl = peer_join(&server, "carl");

    uint32_t copying =
        peer_ask(operator, WIRE_OPERATOR_BACKUP, &(struct wire_backup){.path = wire_text(copy)});
    expect_held(&backup);
    uint32_t listing =
        peer_ask(anna, WIRE_RATING_LIST, &(struct wire_rating_choice){.limit = WIRE_ABSENT});
    expect_held(&ratings);
    uint32_t sealing =
        peer_ask(ben, WIRE_TOURNAMENT_SEAL, &(struct wire_tournament_number){.tournament = 1});
    expect_held(&seal);
    uint32_t registering =
        peer_ask(carl, WIRE_ACCOUNT_REGISTER,
                 &(struct wire_register){.password = wire_text("correct horse battery"),
                                         .key = fresh_key()});
    expect_held(&password);

    int64_t shortest_us = INT64_MAX;
    for (int i = 0; i < HELLO_TRIES && shortest_us > HELLO_US_MAX; i++) {
        int64_t taken_us = hello_us(&server, i);
        shortest_us = taken_us < shortest_us ? taken_us : shortest_us;
    }
    cr_assert_leq(shortest_us, HELLO_US_MAX, "the quickest of %d took %lld us", HELLO_TRIES,
                  (long long)shortest_us);
    cr_assert_eq(history_of(ben, NULL)->matches_count, 0, "nor does the history wait");

    let_go(&backup);
    let_go(&ratings);
    let_go(&seal);
    let_go(&password);
    cr_assert_eq(peer_answer(operator, copying).code, ERROR_NONE);
    cr_assert_eq(peer_answer(anna, listing).code, ERROR_NONE);
    cr_assert_eq(peer_answer(ben, sealing).code, ERROR_NO_SUCH_TOURNAMENT);
    cr_assert_eq(peer_answer(carl, registering).code, ERROR_NONE);
    server_stop(&server);
}

Test(threads, jobs_under_way_at_the_end_are_waited_for)
{
    char control[FOLDER_PATH_MAX], copy[FOLDER_PATH_MAX];
    folder_path("control", control);
    folder_path("copy.db", copy);
    struct held backup = hold("backup"), ratings = hold("ratings");
    struct server server = start((const char *const[]){"--control", control, NULL});
    struct peer *operator= peer_connect_operator(control);
    struct peer *anna = peer_join(&server, "anna");
    peer_ask(operator, WIRE_OPERATOR_BACKUP, &(struct wire_backup){.path = wire_text(copy)});
    expect_held(&backup);
    peer_ask(anna, WIRE_RATING_LIST, &(struct wire_rating_choice){.limit = WIRE_ABSENT});
    expect_held(&ratings);
    process_signal(server.process, SIGTERM);
    peer_expect_end(anna);
    let_go(&backup);
    let_go(&ratings);
    expect_end(&server);
}

/* The solver answers after the connections have ended, while a password keeps the server from its
 * end: the server must still have the handle by which the solver's thread wakes the loop. */
Test(threads, the_solver_may_answer_while_the_server_ends)
{
    struct held judge = hold("judge"), password = hold("password");
    struct server server = start(NULL);
    struct table table = table_open(&server, "anna", "ben", "nim", "3");
    table_play(&table, "3>0");
    expect_held(&judge);
    peer_ask(table.first, WIRE_ACCOUNT_REGISTER,
             &(struct wire_register){.password = wire_text("correct horse battery"),
                                     .key = fresh_key()});
    expect_held(&password);
    process_signal(server.process, SIGTERM);
    peer_expect_end(table.first);
    let_go(&judge);
    let_go(&password);
    expect_end(&server);
}

/* A match with a clock. The first player is to move, and the clock runs. */
static struct table open_clocked(const struct server *server)
{
    struct table table = {
        .first = peer_join(server, "anna"),
        .second = peer_join(server, "ben"),
    };
    struct wire_offer_make offer = {
        .rules = wire_text("nim"),
        .start = wire_text("35"),
        .clock = wire_text("60+0"),
        .first = wire_text("maker"),
        .key = fresh_key(),
    };
    const struct wire_offer_number *number = peer_call(table.first, WIRE_OFFER_MAKE, &offer);
    table.match = offer_accept(table.second, number->offer)->match;
    peer_event(table.first, WIRE_EVENT_MATCH_STARTED);
    return table;
}

Test(threads, a_clock_is_not_charged_while_a_move_waits_for_the_loop)
{
    enum { HELD_MS = 500, CHARGED_MS_MAX = 20 };
    const struct timespec held_for = {.tv_nsec = HELD_MS * 1000000L};
    struct server server = start(NULL);
    struct held loop = hold("loop");
    int64_t begin_us = now_us();
    struct table table = open_clocked(&server);
    struct wire_match_number number = {.match = table.match};
    struct wire_move move = {.match = table.match, .ply = 1, .move = wire_text("35>34")};
    peer_ask(table.second, WIRE_CHAT_LIST, &number);
    expect_held(&loop);
    peer_ask(table.first, WIRE_MATCH_MOVE, &move);
    int64_t thought_ms = (now_us() - begin_us) / 1000;
    nanosleep(&held_for, NULL); /* the server's time is what is tested */
    let_go(&loop);
    const struct wire_moved *moved = peer_event(table.second, WIRE_EVENT_MATCH_MOVED);
    cr_assert_leq(moved->taken, thought_ms + CHARGED_MS_MAX, "%lld ms were charged",
                  (long long)moved->taken);
    server_stop(&server);
}
