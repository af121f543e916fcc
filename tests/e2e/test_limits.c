/* Each limit that the server sets to its clients: what comes of it for whoever reaches it, and
 * nothing for the others. */
#include "tests/e2e/play.h"
#include "tests/e2e/stage.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

STAGE(limits);

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static struct wire_hello hello_of(const char *name)
{
    return (struct wire_hello){
        .protocol = WIRE_PROTOCOL,
        .client = wire_text("test"),
        .name = wire_text(name),
    };
}

static void expect_fault(struct peer *peer, enum error_code code, const char *part)
{
    const struct wire_fault *fault = peer_event(peer, WIRE_EVENT_SESSION_FAULT);
    struct text message = {0};
    text_append(&message, fault->message.bytes, fault->message.len);
    cr_assert_eq(fault->code, code, "it is: %s", text_string(&message));
    cr_assert(strstr(text_string(&message), part) != NULL, "it is: %s", text_string(&message));
    text_finish(&message);
    peer_expect_end(peer);
}

static void ping(struct peer *peer)
{
    peer_call(peer, WIRE_SESSION_PING, NULL);
}

/* --- time --- */

Test(limits, end_a_connection_that_says_no_hello)
{
    static const char *const options[] = {"--hello-time", "1", NULL};
    struct server server = server_start_with(options);
    struct peer *anna = peer_join(&server, "anna");
    struct peer *silent = peer_connect(&server);
    expect_fault(silent, ERROR_TIMED_OUT, "no session.hello has succeeded within 1 s");
    ping(anna);
}

Test(limits, end_a_connection_whose_hello_is_refused_until_the_time_is_up)
{
    static const char *const options[] = {"--hello-time", "1", NULL};
    struct server server = server_start_with(options);
    struct peer *peer = peer_connect(&server);
    struct wire_hello hello = {.protocol = WIRE_PROTOCOL + 1, .client = wire_text("test")};
    cr_assert_eq(peer_refusal(peer, WIRE_SESSION_HELLO, &hello), ERROR_BAD_PROTOCOL);
    expect_fault(peer, ERROR_TIMED_OUT, "hello");
}

Test(limits, end_a_connection_on_which_a_message_does_not_come_to_its_end)
{
    static const char *const options[] = {"--message-time", "0.2", NULL};
    struct server server = server_start_with(options);
    struct peer *anna = peer_join(&server, "anna");
    struct peer *slow = peer_join(&server, "ben");
    peer_send(slow, "\x94\x00\x01\xaa", 4);
    expect_fault(slow, ERROR_TIMED_OUT, "come to its end within 0.2 s");
    ping(anna);
}

/* One byte now and then does not help: the time is that of the whole message. */
Test(limits, end_a_connection_on_which_a_message_comes_byte_by_byte)
{
    static const char *const options[] = {"--message-time", "0.2", NULL};
    static const char message[] = "\x94\x00\x01\xd9\xff";
    const struct timespec pause = {.tv_nsec = 30 * 1000000};
    struct server server = server_start_with(options);
    struct peer *slow = peer_join(&server, "anna");
    peer_send(slow, message, sizeof message - 1);
    for (int i = 0; i < 200 && !peer_has_event(slow, WIRE_EVENT_SESSION_FAULT); i++) {
        peer_send(slow, "x", 1);
        peer_answer_within(slow, UINT32_MAX, 1);
        nanosleep(&pause, NULL);
    }
    cr_assert(peer_has_event(slow, WIRE_EVENT_SESSION_FAULT), "each byte gives it more time");
    expect_fault(slow, ERROR_TIMED_OUT, "come to its end within 0.2 s");
}

Test(limits, end_a_connection_on_which_nothing_comes_and_no_other)
{
    static const char *const options[] = {"--idle-time", "5", "--ping-time", "0.05", NULL};
    struct server server = server_start_with(options);
    struct peer *busy = peer_join(&server, "anna");
    struct peer *idle = peer_join(&server, "ben");
    int64_t end_ms = now_ms() + DEADLINE_MS;
    while (!peer_has_event(idle, WIRE_EVENT_SESSION_FAULT) && now_ms() < end_ms) {
        ping(busy);
        peer_answer_within(idle, UINT32_MAX, 1);
    }
    expect_fault(idle, ERROR_TIMED_OUT, "nothing has come from you within 5 s");
    ping(busy);
}

Test(limits, of_time_are_not_reached_by_a_connection_that_pings)
{
    static const char *const options[] = {"--ping-time", "0.02", NULL};
    struct server server = server_start_with(options);
    struct peer *anna = peer_join(&server, "anna");
    for (int64_t n = 1; n <= 5; n++) {
        const struct wire_ping *event = peer_event(anna, WIRE_EVENT_SESSION_PING);
        cr_assert_eq(event->n, n);
        struct wire_pong pong = {.n = n};
        peer_call(anna, WIRE_SESSION_PONG, &pong);
    }
}

Test(limits, let_pings_be_unanswered)
{
    static const char *const options[] = {"--ping-time", "0.02", NULL};
    struct server server = server_start_with(options);
    struct peer *anna = peer_join(&server, "anna");
    for (int n = 1; n <= 10; n++)
        peer_event(anna, WIRE_EVENT_SESSION_PING);
    ping(anna);
}

Test(limits, let_nobody_be_pinged_before_hello)
{
    static const char *const options[] = {"--ping-time", "0.02", "--hello-time", "0.3", NULL};
    struct server server = server_start_with(options);
    struct peer *silent = peer_connect(&server);
    expect_fault(silent, ERROR_TIMED_OUT, "hello");
    cr_assert_not(peer_has_event(silent, WIRE_EVENT_SESSION_PING));
}

/* --- requests --- */

Test(limits, of_requests_slow_a_connection_down_and_lose_nothing)
{
    enum { REQUESTS = 100, BURST = 10, PER_SECOND = 200 };
    static const char *const options[] = {"--requests-per-second", "200", "--requests-burst", "10",
                                          NULL};
    struct server server = server_start_with(options);
    struct peer *fast = peer_join(&server, "anna");
    struct peer *other = peer_join(&server, "ben");
    int64_t begin_ms = now_ms();
    uint32_t first = peer_ask_often(fast, WIRE_SESSION_PING, NULL, REQUESTS);
    ping(other);
    int64_t other_ms = now_ms() - begin_ms;
    peer_expect_answers(fast, first, REQUESTS);
    int64_t fast_ms = now_ms() - begin_ms;
    int64_t least_ms = (REQUESTS - BURST) * 1000 / PER_SECOND;
    cr_assert_geq(fast_ms, least_ms - 5, "it took %lld ms", (long long)fast_ms);
    cr_assert_lt(other_ms, least_ms, "the other one waited, too: %lld ms", (long long)other_ms);
}

/* --- output --- */

static void fill_challenge(struct wire_offer_make *offer, const char *to, struct text *start)
{
    enum { HEAPS = 1000 };
    for (int i = 0; i < HEAPS; i++)
        text_append_string(start, i > 0 ? "+100000000000000" : "100000000000000");
    *offer = (struct wire_offer_make){
        .to = wire_text(to),
        .rules = wire_text("nim"),
        .start = wire_text(text_string(start)),
    };
}

/* What he was sent before he was given up comes whole, then the reason. */
Test(limits, of_output_end_a_connection_that_does_not_read_and_tell_it_why)
{
    static const char *const options[] = {"--queued-bytes", "256K", NULL};
    server_alone("Only the gateway counts what is unread.");
    struct server server = server_start_with(options);
    struct peer *deaf = peer_join(&server, "ben");
    play_until_unread(&server, deaf);
    peer_event(deaf, WIRE_EVENT_MATCH_MOVED);
    expect_fault(deaf, ERROR_LIMIT_REACHED, "more than 262144 bytes were waiting for you");
}

Test(limits, of_output_hold_for_all_connections_together)
{
    static const char *const options[] = {"--all-queued-bytes", "1M", NULL};
    server_alone("Only the gateway counts what is unread.");
    struct server server = server_start_with(options);
    play_until_unread(&server, peer_join(&server, "ben"));
    /* The connection may be closed without this word, behind much that is half written. */
    cr_assert(strstr(process_errors(server.process),
                     "had 524288 bytes waiting, and your address the most") != NULL);
}

Test(limits, of_output_are_not_reached_by_one_long_answer)
{
    static const char *const options[] = {
        "--queued-bytes", "64K", "--all-queued-bytes", "1M", "--start-bytes", "32M", NULL,
    };
    struct server server = server_start_with(options);
    struct peer *anna = peer_join(&server, "anna");
    struct text start = {0};
    struct wire_offer_make offer;
    fill_challenge(&offer, NULL, &start);
    for (int i = 0; i < 20; i++) {
        offer.key = fresh_key();
        peer_call(anna, WIRE_OFFER_MAKE, &offer);
    }
    const struct wire_offers *offers = peer_call(anna, WIRE_OFFER_LIST, NULL);
    cr_assert_gt(offers->offers_count, 10);
    text_finish(&start);
}

/* Matches that have ended, and have long start positions. */
static void fill_history(struct peer *anna, struct peer *ben)
{
    enum { MATCHES = 20 };
    struct text start = {0};
    struct wire_offer_make offer;
    fill_challenge(&offer, NULL, &start);
    for (int i = 0; i < MATCHES; i++) {
        offer.key = fresh_key();
        const struct wire_offer_number *made = peer_call(anna, WIRE_OFFER_MAKE, &offer);
        const struct wire_match *match = offer_accept(ben, made->offer);
        cr_assert_eq(match_choose(anna, WIRE_MATCH_RESIGN, match->match), ERROR_NONE);
    }
    text_finish(&start);
}

/* Each page is 262,144 bytes long: 100 MB are asked for at once, and read. */
Test(limits, of_output_hold_for_answers_of_look_ups)
{
    enum { READERS = 6, PAGES = 64, GROWTH_MAX_KIB = 50 * 1024 };
    const struct wire_history_page page = {
        .before = WIRE_ABSENT,
        .limit = WIRE_PAGE_MAX,
    };
    struct server server = server_start();
    struct peer *readers[READERS];
    uint32_t asked[READERS];
    struct peer *anna = peer_join(&server, "anna");
    fill_history(anna, peer_join(&server, "ben"));
    for (int i = 0; i < READERS; i++) {
        char name[32];
        snprintf(name, sizeof name, "reader-%d", i);
        readers[i] = peer_join(&server, name);
    }
    long before = process_resident_most(server.process);
    for (int i = 0; i < READERS; i++)
        asked[i] = peer_ask_often(readers[i], WIRE_HISTORY_LIST, &page, PAGES);
    for (int i = 0; i < READERS; i++)
        cr_assert_leq(stats_counter(stats_of(anna), "outgoing_bytes"), 32 * 1024 * 1024);
    for (int i = 0; i < READERS; i++)
        peer_expect_answers(readers[i], asked[i], PAGES);
    long growth = process_resident_most(server.process) - before;
    if (!is_sanitized())
        cr_assert_lt(growth, GROWTH_MAX_KIB, "it has grown by %ld KiB", growth);
}

/* They would keep all the room that there is for answers of look-ups. */
Test(limits, of_output_end_those_who_take_nothing_when_others_need_the_room)
{
    enum { DEAF = 3, PAGES = 64 };
    static const char *const options[] = {"--all-queued-bytes", "4M", NULL};
    const struct wire_history_page page = {
        .before = WIRE_ABSENT,
        .limit = WIRE_PAGE_MAX,
    };
    server_alone("Only the gateway counts what is unread.");
    struct server server = server_start_with(options);
    struct peer *anna = peer_join(&server, "anna");
    fill_history(anna, peer_join(&server, "ben"));
    for (int i = 0; i < DEAF; i++) {
        char name[32];
        snprintf(name, sizeof name, "deaf-%d", i);
        peer_ask_often(peer_join(&server, name), WIRE_HISTORY_LIST, &page, PAGES);
    }
    while (stats_counter(stats_of(anna), "unread_total") == 0)
        peer_call(anna, WIRE_HISTORY_LIST, &page);
}

/* A request that comes in two pieces, LONG bytes and the rest; SHORT bytes of it are another that
 * never comes whole. */
enum { LONG = 60000, SHORT = 30000, REQUEST = 1000 };

static const char *const little_unread[] = {"--all-unread-bytes", "1M", NULL};

static struct text long_request(void)
{
    static char line[LONG];
    memset(line, 'x', sizeof line);
    const struct wire_chat_say say = {
        .match = 1,
        .text = {.bytes = line, .len = sizeof line},
        .key = wire_text("key"),
    };
    struct text message = {0};
    wire_encode_request(&message, REQUEST, WIRE_CHAT_SAY, &say);
    return message;
}

/* Where clients connect: it ends them, and says so in its log. */
static bool has_ended_one(const struct server *server)
{
    return strstr(process_errors(server->process), " info fault ") != NULL;
}

/* Somebody has been ended, and it was not she, who has sent the first piece. */
static void expect_answer_after_fault(const struct server *server, struct peer *anna,
                                      struct peer *ben, struct text *message)
{
    int64_t end_ms = now_ms() + DEADLINE_MS;
    while (!has_ended_one(server)) {
        cr_assert_lt(now_ms(), end_ms, "nobody is ended");
        ping(ben);
    }
    peer_send(anna, message->bytes + LONG, message->len - LONG);
    cr_assert_eq(peer_answer(anna, REQUEST).code, ERROR_BAD_ARGUMENTS);
    text_finish(message);
}

/* Those who hold the room with many connections go, not the one whose message is the longest. */
Test(limits, of_requests_end_connections_of_the_address_that_has_most)
{
    enum { CROWD = 40 };
    struct server server = server_start_with(little_unread);
    struct peer *anna = peer_join(&server, "anna"), *ben = peer_join(&server, "ben");
    struct text message = long_request();
    peer_send(anna, message.bytes, LONG);
    for (int i = 0; i < CROWD; i++)
        peer_send(peer_connect_from(&server, "127.0.0.2"), message.bytes, SHORT);
    expect_answer_after_fault(&server, anna, ben, &message);
}

/* Each at an address of its own, which has less than hers. */
Test(limits, of_requests_end_those_who_have_kept_them_unfinished_for_long)
{
    enum { CROWD = 31, A_WHILE_MS = 200 };
    struct server server = server_start_with(little_unread);
    struct peer *anna = peer_join(&server, "anna"), *ben = peer_join(&server, "ben");
    struct text message = long_request();
    for (int i = 0; i < CROWD; i++) {
        char address[16];
        snprintf(address, sizeof address, "127.0.1.%d", i + 1);
        peer_send(peer_connect_from(&server, address), message.bytes, SHORT);
    }
    for (int64_t end_ms = now_ms() + A_WHILE_MS; now_ms() < end_ms;) {
        ping(ben);
        cr_assert_not(has_ended_one(&server));
    }
    peer_send(anna, message.bytes, LONG);
    expect_answer_after_fault(&server, anna, ben, &message);
}

/* Comes in, or gives the error's code, a little later. */
static enum error_code try_to_join(const struct server *server, const char *name)
{
    const struct timespec pause = {.tv_nsec = 10 * 1000000};
    struct wire_hello hello = hello_of(name);
    struct peer *peer = peer_connect(server);
    struct answer answer = peer_answer(peer, peer_ask(peer, WIRE_SESSION_HELLO, &hello));
    if (answer.code) {
        peer_close(peer);
        nanosleep(&pause, NULL);
    }
    return answer.code;
}

/* Last words that nobody takes: the connection ends all the same. */
Test(limits, of_output_end_with_the_connection_though_it_never_reads)
{
    static const char *const options[] = {"--queued-bytes", "64K", "--connections", "3", NULL};
    server_alone("Only the gateway counts what is unread.");
    struct server server = server_start_with(options);
    play_until_unread(&server, peer_join(&server, "ben"));
    int64_t end_ms = now_ms() + DEADLINE_MS;
    while (try_to_join(&server, "dora"))
        cr_assert_lt(now_ms(), end_ms, "its place does not become free");
}

/* --- connections --- */

Test(limits, of_connections_refuse_the_next_one_until_one_has_gone)
{
    static const char *const options[] = {"--connections", "2", NULL};
    struct server server = server_start_with(options);
    struct peer *anna = peer_join(&server, "anna");
    struct peer *ben = peer_join(&server, "ben");
    expect_fault(peer_connect(&server), ERROR_LIMIT_REACHED, "this server has 2 connections");
    ping(anna);
    peer_close(ben);
    /* Asked before carl comes, and answered after the server has heard of the end of ben's
     * connection. */
    ping(anna);
    ping(peer_join(&server, "carl"));
}

Test(limits, of_connections_hold_for_each_address)
{
    static const char *const options[] = {"--connections-per-address", "2", NULL};
    struct server server = server_start_with(options);
    peer_join(&server, "anna");
    peer_join(&server, "ben");
    expect_fault(peer_connect(&server), ERROR_LIMIT_REACHED, "your address has 2 connections");
    struct wire_hello hello = hello_of("carl");
    struct peer *other = peer_connect_from(&server, "127.0.0.2");
    peer_call(other, WIRE_SESSION_HELLO, &hello);
}

/* Otherwise the system enlarges its table for some of them, for which the server stands still for
 * tens of milliseconds. */
Test(limits, of_connections_have_room_for_all_their_descriptors_from_the_start)
{
    static const char *const options[] = {"--connections", "900", NULL};
    struct server server = server_start_with(options);
    cr_assert_geq(process_descriptor_room(server.process), 900);
}

/* The connections that do nothing cost nothing, either. */
Test(limits, of_connections_let_an_idle_server_rest)
{
    enum { COUNT = 400, WATCHED_MS = 1000, BUSY_MAX_MS = 20 };
    const struct timespec watched = {.tv_sec = WATCHED_MS / 1000};
    struct server server = server_start();
    char name[32];
    for (int i = 0; i < COUNT; i++) {
        snprintf(name, sizeof name, "guest-%d", i);
        peer_join(&server, name);
    }
    long busy_ms = process_cpu_ms(server.process);
    nanosleep(&watched, NULL);
    busy_ms = process_cpu_ms(server.process) - busy_ms;
    cr_assert_leq(busy_ms, BUSY_MAX_MS, "it was busy for %ld of %d ms", busy_ms, WATCHED_MS);
}

/* --- peers that vanish --- */

/* The process with her socket notices, and counts it: a hall has none. */
static void expect_found_dead(const char *const *options)
{
    struct server server = server_start_with(options);
    struct table table = table_open(&server, "anna", "ben", "nim", "35");
    peer_vanish(table.first);
    const struct wire_presence *presence = peer_event(table.second, WIRE_EVENT_MATCH_PRESENCE);
    cr_assert_not(presence->online);
    cr_assert(strstr(process_errors(server.process), "reason=\"connection timed out\"") != NULL);
    if (!server.hall)
        cr_assert_eq(stats_counter(stats_of(table.second), "timeouts_total{kind=\"dead\"}"), 1);
}

Test(limits, end_a_connection_whose_machine_has_gone_while_nothing_is_said)
{
    static const char *const options[] = {"--dead-time", "1", "--log-level", "debug", NULL};
    expect_found_dead(options);
}

Test(limits, end_a_connection_whose_machine_has_gone_and_acknowledges_nothing)
{
    static const char *const options[] = {"--dead-time", "1",     "--ping-time", "0.1",
                                          "--log-level", "debug", NULL};
    expect_found_dead(options);
}

/* --- descriptors --- */

static void limit_descriptors(pid_t pid, rlim_t soft, rlim_t hard)
{
    const struct rlimit limit = {.rlim_cur = soft, .rlim_max = hard};
    cr_assert_eq(prlimit(pid, RLIMIT_NOFILE, &limit, NULL), 0);
}

static rlim_t descriptors_of(const struct server *server)
{
    return (rlim_t)process_descriptors(server->process);
}

Test(limits, of_descriptors_are_raised_as_far_as_the_system_lets_the_server)
{
    limit_descriptors(0, 100, 200);
    struct server server = server_start();
    limit_descriptors(0, 200, 200);
    struct rlimit limit;
    cr_assert_eq(prlimit(process_pid(server.process), RLIMIT_NOFILE, NULL, &limit), 0);
    cr_assert_eq(limit.rlim_cur, 200);
    const char *errors = process_errors(server.process);
    cr_assert(strstr(errors, "wanted=10000 connections=104 descriptors=200") != NULL, "it says: %s",
              errors);
}

/* Who is in stays and plays; who knocks waits, for which the server does not turn in circles; and
 * comes in when there is room. */
Test(limits, of_descriptors_let_the_server_go_on)
{
    struct server server = server_start();
    struct table table = table_open(&server, "anna", "ben", "fibonacci-nim", "35");
    struct wire_hello hello = hello_of("carl");
    limit_descriptors(process_pid(server.process), descriptors_of(&server), 1000);
    struct peer *carl = peer_connect(&server);
    uint32_t request = peer_ask(carl, WIRE_SESSION_HELLO, &hello);
    long busy_ms = process_cpu_ms(server.process);
    cr_assert_eq(peer_answer_within(carl, request, 500000).code, ERROR_IO);
    busy_ms = process_cpu_ms(server.process) - busy_ms;
    cr_assert_lt(busy_ms, 200, "it was busy for %ld of 500 ms", busy_ms);
    table_move(&table, 1, "35>29");
    table_move(&table, 2, "29>28");
    cr_assert(strstr(process_errors(server.process), "error accept") != NULL);
    peer_close(table.second);
    cr_assert_eq(peer_answer(carl, request).code, ERROR_NONE);
    match_move(table.first, table.match, 3, "28>27");
}

/* --- the end --- */

Test(limits, do_not_hold_up_the_end_of_the_server)
{
    static const char *const options[] = {
        "--requests-per-second", "1", "--requests-burst", "50", "--queued-bytes", "64K", NULL};
    struct server server = server_start_with(options);
    struct peer *fast = peer_join(&server, "anna");
    peer_connect(&server);
    struct peer *inside = peer_join(&server, "ben");
    peer_send(inside, "\x94\x00\x01\xaa", 4);
    peer_ask_often(fast, WIRE_SESSION_PING, NULL, 200);
    server_stop(&server);
}

/* --- places --- */

static struct peer *join_from(const struct server *server, const char *name, const char *address)
{
    struct wire_hello hello = hello_of(name);
    struct peer *peer = peer_connect_from(server, address);
    peer_call(peer, WIRE_SESSION_HELLO, &hello);
    return peer;
}

static int64_t seek(struct peer *maker)
{
    struct wire_offer_make make = {
        .rules = wire_text("nim"), .start = wire_text("3+5"), .key = fresh_key()};
    const struct wire_offer_number *made = peer_call(maker, WIRE_OFFER_MAKE, &make);
    return made->offer;
}

static struct answer accept_seek(struct peer *taker, int64_t offer)
{
    struct wire_offer_choice choice = {.offer = offer, .key = fresh_key()};
    return peer_answer(taker, peer_ask(taker, WIRE_OFFER_ACCEPT, &choice));
}

/* Guests of ten addresses take all they can get and leave. */
Test(limits, of_places_let_honest_players_in_while_guests_squat)
{
    enum { ADDRESSES = 10 };
    /* Guests get 20 matches and 20 offers, those of one address one of each. */
    static const char *const options[] = {
        "--live-matches",    "40",  "--offers", "40", "--address-share", "5",
        "--left-match-time", "0.1", NULL};
    struct server server = server_start_with(options);
    struct peer *ann = join_from(&server, "ann", "127.0.0.50");
    struct peer *ben = join_from(&server, "ben", "127.0.0.51");
    struct peer *squatters[2 * ADDRESSES];
    int64_t last = 0;
    for (int i = 0; i < ADDRESSES; i++) {
        char name[32], address[32];
        snprintf(address, sizeof address, "127.0.0.%d", 100 + i);
        for (int side = 0; side < 2; side++) {
            snprintf(name, sizeof name, "squatter-%d-%d", i, side);
            squatters[2 * i + side] = join_from(&server, name, address);
        }
        struct peer *maker = squatters[2 * i], *taker = squatters[2 * i + 1];
        struct answer begun = accept_seek(taker, seek(maker));
        cr_assert_eq(begun.code, ERROR_NONE);
        last = ((const struct wire_match *)begun.result)->match;
        struct answer refused = accept_seek(taker, seek(maker));
        cr_assert_eq(refused.code, ERROR_LIMIT_REACHED);
        cr_assert(strstr(refused.message, "the guests of your address play 1 match") != NULL, "%s",
                  refused.message);
        struct wire_offer_make make = {.rules = wire_text("nim"), .key = fresh_key()};
        cr_assert_eq(peer_refusal(taker, WIRE_OFFER_MAKE, &make), ERROR_LIMIT_REACHED);
    }
    cr_assert_eq(accept_seek(ben, seek(ann)).code, ERROR_NONE);
    struct wire_match_number choice = {.match = last};
    peer_call(ann, WIRE_MATCH_WATCH, &choice);
    for (int i = 0; i < 2 * ADDRESSES; i++)
        peer_close(squatters[i]);
    const struct wire_ended *ended = peer_event(ann, WIRE_EVENT_MATCH_ENDED);
    cr_assert_eq(ended->match, last);
    cr_assert(wire_text_equal(ended->ending, "aborted"));
}
