/* A server at several addresses, of which one answers: the programs find it, are the same players
 * whichever it is, and go on with their matches at another one. */
#include "tests/cutting_proxy.h"
#include "tests/database.h"
#include "tests/e2e/play.h"
#include "tests/e2e/stage.h"
#include "tests/e2e/takeaway.h"

#include <arpa/inet.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

STAGE(addresses);

enum { EXIT_USAGE = 2, SERVERS_MAX = 80 };

/* Takes a free port that nobody listens at, as long as the socket is open. */
static int take_port(char ret_address[32])
{
    struct sockaddr_in bound = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t len = sizeof bound;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    cr_assert_eq(bind(fd, (struct sockaddr *)&bound, sizeof bound), 0);
    cr_assert_eq(getsockname(fd, (struct sockaddr *)&bound, &len), 0);
    snprintf(ret_address, 32, "127.0.0.1:%d", ntohs(bound.sin_port));
    return fd;
}

static void join(const char *first, const char *second, char ret_servers[SERVERS_MAX])
{
    snprintf(ret_servers, SERVERS_MAX, "%s,%s", first, second);
}

/* A perfect bot that waits for challenges. */
static struct process *start_host(const char *servers)
{
    struct process *host =
        process_start(BOT_PROGRAM, (const char *[]){"--server", servers, "--name", "host",
                                                    "--strategy", "perfect", NULL});
    process_find_line(host, "ready host");
    return host;
}

/* A random bot that challenges it from a position that a perfect second player wins. */
static struct process *start_guest(const char *servers, const char *matches)
{
    const char *arguments[] = {"--server", servers,       "--name",  "guest",  "--strategy",
                               "random",   "--challenge", "host",    "--game", "fibonacci-nim",
                               "--start",  "89",          "--first", "me",     "--matches",
                               matches,    NULL};
    return process_start(BOT_PROGRAM, arguments);
}

static void expect_end(struct process *bot)
{
    const char *output = process_read_rest(bot);
    int status = process_wait(bot);
    cr_assert_eq(status, 0, "the bot ended with %d: %s%s", status, output, process_errors(bot));
}

/* The record has that many matches, all played to the end and won by the host. */
static void assert_history(const struct server *server, size_t matches)
{
    struct peer *visitor = peer_join(server, "visitor");
    const struct wire_summaries *history = history_of(visitor, NULL);
    cr_assert_eq(history->matches_count, matches);
    for (size_t i = 0; i < matches; i++) {
        cr_assert(wire_text_equal(history->matches[i].ending, "normal"));
        cr_assert(wire_text_equal(history->matches[i].winner, "second"));
        cr_assert(wire_text_equal(history->matches[i].second, "host"));
    }
    cr_assert_eq(match_list(visitor)->matches_count, 0);
}

/* --- one of them is closed --- */

Test(addresses, programs_play_through_the_second_where_the_first_is_closed)
{
    char closed[32], servers[SERVERS_MAX], words[64];
    int fd = take_port(closed);
    struct server server = server_start();
    join(closed, server.address, servers);
    start_host(servers);
    expect_end(start_guest(servers, "3"));
    assert_history(&server, 3);

    const char *play[] = {"play",    "--server", servers,   "--as", "anna",      "--game", "kayles",
                          "--start", "2",        "--first", "me",   "--against", "host",   NULL};
    struct process *anna = process_start(TAKEAWAY_PROGRAM, play);
    snprintf(words, sizeof words, "You are anna on %s.", server.address);
    process_find_line(anna, words);
    process_write(anna, "2>0\n");
    assert_has(process_read_rest(anna), "You won");
    cr_assert_eq(process_wait(anna), 0, "%s", process_errors(anna));

    setenv("TAKEAWAY_SERVER", servers, 1);
    assert_has(takeaway_answer((const char *[]){"history", "--json", NULL}), "\"anna\"");
    setenv("TAKEAWAY_SERVER", closed, 1);
    int status;
    struct process *alone =
        process_run(TAKEAWAY_PROGRAM, (const char *[]){"matches", NULL}, &status);
    cr_assert_neq(status, 0);
    assert_has(process_errors(alone), closed);
    close(fd);
}

/* --- one of them is late --- */

/* Waits until the server has heard so many hellos. */
static void await_hellos(const struct server *server, int count)
{
    int heard;
    do {
        const char *log = process_errors(server_keeper(server));
        heard = 0;
        while ((log = strstr(log, " hello session="))) {
            log++;
            heard++;
        }
    } while (heard < count && usleep(10000) == 0);
}

/* The bot's hello is held up on the way, so the bot leaves for the other address. Then it comes. */
Test(addresses, a_hello_that_comes_after_a_later_one_takes_no_seat)
{
    char near[32], servers[SERVERS_MAX];
    struct server server = server_start();
    close(take_port(near));
    struct proxy *way = proxy_start_between(near, server.address);
    join(near, server.address, servers);
    struct process *host = start_host(servers);
    proxy_hold(way, true);
    proxy_cut_now(way);
    await_hellos(&server, 2);
    proxy_lose_ends(way); /* that of the old connection comes later still */
    proxy_hold(way, false);
    await_hellos(&server, 3);
    expect_end(start_guest(server.address, "1"));
    cr_assert_not(process_has_ended(host), "%s", process_errors(host));
    assert_history(&server, 1);
    proxy_stop(way);
}

/* --- tokens --- */

/* Two names of one server: to the programs they are two addresses, as of two machines. */
Test(addresses, token_of_one_is_found_by_a_list_that_another_one_answers)
{
    char other[32], servers[SERVERS_MAX];
    int status;
    struct server server = server_start();
    snprintf(other, sizeof other, "localhost:%d", server.port);
    process_run(TAKEAWAY_PROGRAM,
                (const char *[]){"play", "--server", server.address, "--as", "anna", NULL},
                &status); /* without input it leaves, and keeps the token */

    const char *invitations[] = {"invitations", "--as", "anna", "--server", other, NULL};
    struct process *unknown = process_run(TAKEAWAY_PROGRAM, invitations, &status);
    cr_assert_neq(status, 0);
    assert_has(process_errors(unknown), "you are not logged in as 'anna'");
    join(other, server.address, servers);
    invitations[4] = servers;
    takeaway_answer(invitations);
    join(server.address, other, servers);
    takeaway_answer(invitations);
}

/* --- bad lists --- */

static void expect_refused(const char *program, const char *servers, const char *said)
{
    int status;
    const char *of_bot[] = {"--server", servers, "--name", "b", "--strategy", "random", NULL};
    const char *of_takeaway[] = {"matches", "--server", servers, NULL};
    bool is_bot = strcmp(program, BOT_PROGRAM) == 0;
    struct process *process = process_run(program, is_bot ? of_bot : of_takeaway, &status);
    cr_assert_eq(status, EXIT_USAGE, "%s: %d", servers, status);
    assert_has(process_errors(process), said);
}

Test(addresses, bad_lists_are_refused)
{
    static const char *const programs[] = {TAKEAWAY_PROGRAM, BOT_PROGRAM};
    for (int i = 0; i < 2; i++) {
        expect_refused(programs[i], "a,,b", "'a,,b' has an empty address");
        expect_refused(programs[i], "a,b,A", "A:7800 stands twice");
        expect_refused(programs[i], "0,1,2,3,4,5,6,7,8,9,a,b,c,d,e,f,g", "at most 16 addresses");
    }
}

/* --- one takes over from another --- */

/* On the same database, at an address of its own. */
static struct server start_beside(const struct server *active)
{
    struct server server = *active;
    close(take_port(server.address));
    server.process = process_start(server.program, (const char *[]){"--listen", server.address,
                                                                    "--db", server.database, NULL});
    cr_assert_eq(sscanf(server.address, "127.0.0.1:%d", &server.port), 1);
    return server;
}

Test(addresses, of_servers_that_take_over_from_each_other_lose_no_match_and_no_move)
{
    enum { TAKEOVERS = 3 };
    char servers[SERVERS_MAX];
    if (!test_database_is_postgres())
        cr_skip_test("TEST_POSTGRES names no PostgreSQL, on which servers could stand by");
    struct server active = server_start();
    struct server standby = start_beside(&active);
    join(active.address, standby.address, servers);
    struct process *host = start_host(servers);
    struct process *guest = start_guest(servers, "60");
    for (int i = 0; i < TAKEOVERS; i++) {
        process_find_line(guest, " started ");
        server_kill(&active);
        process_find_line(standby.process, "listening on ");
        struct server killed = active;
        active = standby;
        standby = killed;
        standby.process =
            process_start(standby.program, (const char *[]){"--listen", standby.address, "--db",
                                                            standby.database, NULL});
    }
    expect_end(guest);
    cr_assert_not(process_has_ended(host));
    assert_history(&active, 60);
}
