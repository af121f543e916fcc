/* A crowd attacks the server in one way or another, while two other guests play on. Their moves are
 * acknowledged about as fast as before, the server's own delays are not charged to their clocks,
 * newcomers get an answer to session.hello soon, no turn of the server's loop is long, and the
 * server's memory stays bounded.
 *
 * Quiet and attacked phases take turns; each begins when the server has come to rest. The attackers
 * act between the moves: each move finds the server busy with their latest requests, but does not
 * compete with the attackers for the machine's processors.
 *
 * The rule for every run counts only the processor time of the server's loop, which other programs
 * on the machine hardly change:
 * - 999 of 1000 turns of the loop take at most 50 ms, and none takes over 100 ms: a processor that
 * a virtual machine shares with others is sometimes taken away, and that time counts as the loop's.
 * - In the best of the attacked phases the loop works at most 25 ms before it acknowledges a move
 * (p99) and 100 ms before it answers a hello, and charges nobody more than 20 ms too much. Programs
 * with sanitizers may take ten times as long, and withstand one round: it is for the faults that a
 * sanitizer finds, which are the same in each.
 *
 * A long run on a quiet machine goes by the clock, too:
 * - No turn takes over 50 ms of processor time.
 * - In the middle one of the phases, by size, the p99 of the moves is under attack at most twice
 * the quiet one plus 8 ms, and a hello takes at most 100 ms, without the time for which the loop's
 * thread or the test waited for a processor. This is not compared when the quiet p99 is over 4 ms:
 * then the processors or the disk are busy with something else.
 *
 * ATTACK_SECONDS in the environment, which `./dev attack` sets, makes a run long: each row takes
 * three times as many rounds, and `by_everything_at_once` goes on for that long. */
#include "common/tls/tls.h"
#include "tests/e2e/children.h"
#include "tests/e2e/contest.h"
#include "tests/e2e/judged.h"
#include "tests/e2e/play.h"
#include "tests/e2e/stage.h"

#include <arpa/inet.h>
#include <errno.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

STAGE(attack);

enum {
    COUNTERS = 100000000, /* of the match that goes on: enough for all the moves */
    ROUNDS = 3,           /* of a quiet and an attacked phase */
    LONG_ROUNDS = 3,      /* times as many in a long run */
    ROUNDS_MAX = 10000,
    MOVES = 50,       /* in each phase */
    HELLO_EVERY = 10, /* moves, a newcomer says hello */
    CROWD_MAX = 1000,
    EACH_STEP = CROWD_MAX / MOVES, /* attackers */
    FROM_ONE_ADDRESS = 250,
    REST_MS = 30, /* without work: the server has come to rest */
    GROWTH_MAX_KIB = 50 * 1024,
    DELAY_MAX_US = 8000, /* of a move, beyond twice the quiet value */
    BUSY_US = 4000,      /* a quiet p99 beyond this: the machine is busy */
    HELLO_MAX_US = 100000,
    CHARGED_MAX_US = 20000,
    TURN_MAX_US = 50000,
    TURN_STRETCH = 2,      /* times as long for one turn in a thousand */
    WORK_MAX_US = 25000,   /* before a move is acknowledged */
    SANITIZED_FACTOR = 10, /* for times */
};

/* Connections of one address are not too many, nor come too often. */
static const char *const crowds_come[] = {"--connections-per-address", "100000", NULL};

/* Lets guests of one address have all the places. */
static const char *const shares_for_all[] = {
    "--guest-share", "100", "--address-share", "100", "--connections-per-address", "100000", NULL};

static int64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* --- the attackers --- */

/* Connections that keep to no protocol. */
struct crowd {
    int sockets[CROWD_MAX];
    int count;
};

static int connect_from(const struct server *server, int neighbour)
{
    const struct sockaddr_in from = {
        .sin_family = AF_INET,
        .sin_addr.s_addr = htonl((in_addr_t)(INADDR_LOOPBACK + 1 + neighbour)),
    };
    const struct sockaddr_in to = {
        .sin_family = AF_INET,
        .sin_port = htons((uint16_t)server->port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const struct linger reset = {
        .l_onoff = 1}; /* leaves nothing behind that takes up a port for a minute */
    const int on = 1;
    cr_assert_geq(fd, 0, "no socket: %s", strerror(errno));
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
    setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
    cr_assert_eq(bind(fd, (const struct sockaddr *)&from, sizeof from), 0);
    cr_assert_eq(connect(fd, (const struct sockaddr *)&to, sizeof to), 0, "cannot connect: %s",
                 strerror(errno));
    return fd;
}

/* One more, who sends these bytes. */
static void crowd_add(struct crowd *crowd, const struct server *server, const void *bytes,
                      size_t len)
{
    cr_assert_lt(crowd->count, CROWD_MAX);
    int fd = connect_from(server, crowd->count / FROM_ONE_ADDRESS);
    (void)!send(fd, bytes, len, MSG_NOSIGNAL);
    crowd->sockets[crowd->count++] = fd;
}

/* Each has to be told this and be hung up on. */
static void crowd_expect_fault(struct crowd *crowd, const char *part)
{
    for (int i = 0; i < crowd->count; i++) {
        char words[1024];
        size_t len = 0;
        ssize_t more;
        struct pollfd poller = {.fd = crowd->sockets[i], .events = POLLIN};
        do {
            cr_assert_eq(poll(&poller, 1, DEADLINE_MS), 1, "attacker %d is still connected", i);
            more = recv(crowd->sockets[i], words + len, sizeof words - len, 0);
            len += more > 0 ? (size_t)more : 0;
        } while (more > 0);
        cr_assert(memmem(words, len, part, strlen(part)) != NULL, "attacker %d was not told", i);
    }
}

static void crowd_go(struct crowd *crowd)
{
    while (crowd->count > 0)
        close(crowd->sockets[--crowd->count]);
}

/* --- the two who play --- */

enum { ASKERS = 300, WATCHED = 8 };

struct flood;

struct scene {
    struct server server;
    struct table table;
    int64_t ply;
    int64_t answered_us; /* when the last move was acknowledged: the mover's turn begins no later */
    int64_t connections; /* before the first attack */
    int64_t seconds;     /* to go on for, if that takes longer than the rounds */
    const struct flood *flood;
    struct crowd guests; /* of the flood */
    int next_guest;
    int64_t match; /* that a flood asks about */
    struct crowd crowd;
    struct peer *rivals[2]; /* who play the matches that the readers watch */
    int64_t watched[WATCHED], watched_ply;
    struct peer *askers[ASKERS];
    struct table strangers;   /* who play, too */
    long children_memory_max; /* KiB */
    int64_t tournament;
};

/* A part of the attack, before a move: `step` counts from 0 to MOVES - 1. */
typedef void attack_step(struct scene *scene, int step);

static void no_attack(struct scene *scene, int step)
{
    (void)scene;
    (void)step;
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* Times that something took, or since when it goes on: by the clock, without the waiting for a
 * processor, and of the thread of the server's loop. */
struct span {
    int64_t clock_us, worked_us;
};

static struct span span_begin(const struct scene *scene)
{
    struct thread_time loop = process_main_thread(scene->server.process);
    struct thread_time test = process_main_thread(NULL);
    return (struct span){
        .clock_us = now_us() - loop.waited_us - test.waited_us,
        .worked_us = loop.worked_us,
    };
}

/* Both threads may have waited at the same time, so that less than the work seems to be left. */
static struct span span_end(const struct scene *scene, struct span begin)
{
    struct span end = span_begin(scene);
    int64_t worked_us = end.worked_us - begin.worked_us;
    return (struct span){
        .clock_us = larger(end.clock_us - begin.clock_us, worked_us),
        .worked_us = worked_us,
    };
}

/* What is charged counts only as far as the loop has worked. */
static struct span timed_move(struct scene *scene, int64_t *ret_charged_us)
{
    char move[MOVE_TEXT_MAX];
    int64_t ply = ++scene->ply;
    struct peer *mover = table_mover(&scene->table, ply);
    const struct wire_moved *moved;
    single_move(COUNTERS, ply, move);
    struct span begin = span_begin(scene);
    int64_t begin_us = now_us();
    match_move(mover, scene->table.match, ply, move);
    struct span span = span_end(scene, begin);
    int64_t end_us = now_us();
    do
        moved = peer_event(mover, WIRE_EVENT_MATCH_MOVED);
    while (moved->ply < ply);
    int64_t own_us = scene->answered_us ? begin_us - scene->answered_us : moved->taken * 1000;
    *ret_charged_us = smaller(moved->taken * 1000 - own_us, span.worked_us);
    scene->answered_us = end_us;
    return span;
}

static struct span timed_hello(struct scene *scene)
{
    static int come;
    char name[32];
    snprintf(name, sizeof name, "newcomer-%d", ++come);
    struct span begin = span_begin(scene);
    struct peer *newcomer = peer_join(&scene->server, name);
    struct span span = span_end(scene, begin);
    peer_close(newcomer);
    return span;
}

static int by_size(const void *one, const void *other)
{
    int64_t a = *(const int64_t *)one, b = *(const int64_t *)other;
    return (a > b) - (a < b);
}

/* Puts the values in order. */
static int64_t p99(int64_t values[MOVES])
{
    qsort(values, MOVES, sizeof *values, by_size);
    return values[MOVES * 99 / 100 - 1];
}

/* One figure of the phases, in microseconds. */
enum figure {
    MOVE_WORK,  /* from a move to its acknowledgement, p99 */
    MOVE_CLOCK, /* the same by the clock */
    CHARGED,    /* for a move, beyond the mover's own time, p99 */
    HELLO_WORK, /* from connecting to the welcome, the longest */
    HELLO_CLOCK,
    FIGURES,
};

struct phase {
    int64_t us[FIGURES];
};

/* Raises the most memory that the server has had so far, in KiB. */
static struct phase measure(struct scene *scene, attack_step *attack, long *most_resident)
{
    int64_t worked_us[MOVES], clock_us[MOVES], charged_us[MOVES];
    struct phase phase = {0};
    for (int i = 0; i < MOVES; i++) {
        attack(scene, i);
        struct span move = timed_move(scene, &charged_us[i]);
        worked_us[i] = move.worked_us;
        clock_us[i] = move.clock_us;
        if (i % HELLO_EVERY == HELLO_EVERY / 2) {
            struct span hello = timed_hello(scene);
            phase.us[HELLO_WORK] = larger(phase.us[HELLO_WORK], hello.worked_us);
            phase.us[HELLO_CLOCK] = larger(phase.us[HELLO_CLOCK], hello.clock_us);
        }
        long resident = process_resident(scene->server.process);
        *most_resident = resident > *most_resident ? resident : *most_resident;
    }
    phase.us[MOVE_WORK] = p99(worked_us);
    phase.us[MOVE_CLOCK] = p99(clock_us);
    phase.us[CHARGED] = p99(charged_us);
    return phase;
}

/* Waits until no more are connected than at the beginning, no thread of the server works, and its
 * loop does not wait for a processor either. */
static void rest(struct scene *scene)
{
    enum { LITTLE_US = 3000 };
    const struct timespec pause = {.tv_nsec = REST_MS * 1000000L};
    int64_t end_us = now_us() + DEADLINE_MS * 1000LL;
    bool is_at_rest;
    do {
        cr_assert_lt(now_us(), end_us, "the server does not come to rest");
        long before_ms = process_cpu_ms(scene->server.process);
        struct thread_time before = process_main_thread(scene->server.process);
        nanosleep(&pause, NULL);
        struct thread_time now = process_main_thread(scene->server.process);
        int64_t busy_us = now.worked_us - before.worked_us + now.waited_us - before.waited_us;
        is_at_rest =
            process_cpu_ms(scene->server.process) == before_ms && busy_us < LITTLE_US &&
            stats_counter(stats_of(scene->table.first), "connections") <= scene->connections;
    } while (!is_at_rest);
}

/* `options` NULL: so that waves of connections come in as they do from many more addresses. */
static void scene_open(struct scene *scene, const char *const *options)
{
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    char start[MOVE_TEXT_MAX];
    snprintf(start, sizeof start, "%d", COUNTERS);
    scene->server = server_start_with(options ? options : crowds_come);
    scene->table = table_open(&scene->server, "anna", "ben", "nim", start);
}

/* A match has at most WIRE_PLY_MAX moves: before there would be too many for one more round, the
 * two begin another one. */
static void begin_anew_in_time(struct scene *scene)
{
    if (scene->ply + 2 * MOVES <= WIRE_PLY_MAX)
        return;
    char start[MOVE_TEXT_MAX];
    snprintf(start, sizeof start, "%d", COUNTERS);
    struct table *table = &scene->table;
    table->match = offer_accept(table->second, offer_seek(table->first, "nim", start))->match;
    scene->ply = 0;
    scene->answered_us = 0;
}

static int64_t long_seconds(void)
{
    const char *seconds = getenv("ATTACK_SECONDS");
    return seconds ? atoll(seconds) : 0;
}

/* The phases of one kind, each figure in order. */
struct phases {
    int64_t us[FIGURES][ROUNDS_MAX];
};

static void phases_sort(struct phases *phases, int rounds)
{
    for (int i = 0; i < FIGURES; i++)
        qsort(phases->us[i], (size_t)rounds, sizeof phases->us[i][0], by_size);
}

/* Processor time of the loop's turns. */
static const struct wire_histogram *turn_work(const struct scene *scene)
{
    const struct wire_stats *stats = stats_of(scene->table.first);
    for (size_t i = 0; i < stats->histograms_count; i++) {
        if (wire_text_equal(stats->histograms[i].name, "turn_work"))
            return &stats->histograms[i];
    }
    cr_assert(false, "the server does not tell the processor time of its turns");
    return NULL;
}

/* By the rule at the top of this file. */
static void expect_undisturbed(const struct scene *scene, const struct phases *quiet,
                               const struct phases *attacked, int rounds)
{
    int64_t factor = is_sanitized() ? SANITIZED_FACTOR : 1;
    const struct wire_histogram *turn = turn_work(scene);
    int64_t quiet_us = quiet->us[MOVE_CLOCK][rounds / 2];
    int64_t move_us = attacked->us[MOVE_CLOCK][rounds / 2];
    int64_t work_us = attacked->us[MOVE_WORK][0], charged_us = attacked->us[CHARGED][0];
    int64_t hello_us = attacked->us[HELLO_CLOCK][rounds / 2];
    int64_t hello_work_us = attacked->us[HELLO_WORK][0];
    bool is_long = long_seconds() > 0 && !is_sanitized();
    bool by_clock = is_long && quiet_us <= BUSY_US;
    int64_t stretch = is_long ? 1 : TURN_STRETCH;
    cr_log_info("moves %" PRId64 " -> %" PRId64 " us%s, hello %" PRId64 ", charged %" PRId64
                "; work for a move %" PRId64 " -> %" PRId64 ", a hello %" PRId64
                ", in a turn %" PRId64 " (p999 %" PRId64 ")",
                quiet_us, move_us, by_clock ? "" : " (not compared)", hello_us, charged_us,
                quiet->us[MOVE_WORK][rounds - 1], work_us, hello_work_us, turn->max, turn->p999);
    cr_expect_leq(turn->p999, factor * TURN_MAX_US, "work in a turn (p999): %" PRId64 " us",
                  turn->p999);
    cr_expect_leq(turn->max, factor * stretch * TURN_MAX_US, "work in a turn: %" PRId64 " us",
                  turn->max);
    cr_expect_leq(work_us, factor * WORK_MAX_US, "work before a move: %" PRId64 " us", work_us);
    cr_expect_leq(hello_work_us, factor * HELLO_MAX_US, "work before a hello: %" PRId64 " us",
                  hello_work_us);
    cr_expect_leq(charged_us, factor * CHARGED_MAX_US, "%" PRId64 " us are charged", charged_us);
    if (!by_clock)
        return;
    cr_expect_leq(move_us, 2 * quiet_us + DELAY_MAX_US,
                  "a move took %" PRId64 " us, and takes %" PRId64 " us", quiet_us, move_us);
    cr_expect_leq(hello_us, HELLO_MAX_US, "a hello takes %" PRId64 " us", hello_us);
}

static void phases_add(struct phases *phases, int round, struct phase phase)
{
    for (int i = 0; i < FIGURES; i++)
        phases->us[i][round] = phase.us[i];
}

/* `begin` may be NULL; `end` ends the attack, whatever has come of it. */
static void scene_withstands(struct scene *scene, void begin(struct scene *), attack_step *attack,
                             void end(struct scene *))
{
    static struct phases quiet, attacked;
    int rounds = is_sanitized() ? 1 : ROUNDS * (long_seconds() > 0 ? LONG_ROUNDS : 1), round = 0;
    int64_t end_us = now_us() + scene->seconds * 1000000;
    scene->connections = stats_counter(stats_of(scene->table.first), "connections");
    rest(scene);
    long before = process_resident(scene->server.process), most = before;
    for (; round < rounds || (now_us() < end_us && round < ROUNDS_MAX); round++) {
        begin_anew_in_time(scene);
        rest(scene);
        phases_add(&quiet, round, measure(scene, no_attack, &most));
        if (begin)
            begin(scene);
        phases_add(&attacked, round, measure(scene, attack, &most));
        end(scene);
        if (scene->seconds > 0)
            cr_log_info("round %d, %" PRId64 " s left: %" PRId64 " -> %" PRId64 " us", round + 1,
                        larger(end_us - now_us(), 0) / 1000000, quiet.us[MOVE_CLOCK][round],
                        attacked.us[MOVE_CLOCK][round]);
    }
    phases_sort(&quiet, round);
    phases_sort(&attacked, round);
    expect_undisturbed(scene, &quiet, &attacked, round);
    cr_log_info("%ld KiB more", most - before);
    if (!is_sanitized())
        cr_expect_lt(most - before, GROWTH_MAX_KIB, "it has grown by %ld KiB", most - before);
}

/* --- headers that announce four billion elements --- */

static void send_giant_headers(struct scene *scene, int step)
{
    (void)step;
    for (int i = 0; i < EACH_STEP; i++)
        crowd_add(&scene->crowd, &scene->server, "\xdd\xff\xff\xff\xff", 5);
}

static void end_giant_headers(struct scene *scene)
{
    crowd_expect_fault(&scene->crowd, "a message is an array of 3 or 4 elements");
    crowd_go(&scene->crowd);
}

Test(attack, by_a_thousand_giant_headers)
{
    struct scene scene = {0};
    scene_open(&scene, NULL);
    scene_withstands(&scene, NULL, send_giant_headers, end_giant_headers);
}

/* --- one byte, and then nothing --- */

static void send_one_byte(struct scene *scene, int step)
{
    (void)step;
    for (int i = 0; i < EACH_STEP; i++)
        crowd_add(&scene->crowd, &scene->server, "\x94", 1);
}

static void end_one_byte(struct scene *scene)
{
    crowd_expect_fault(&scene->crowd, "come to its end within 0.5 s");
    crowd_go(&scene->crowd);
}

Test(attack, by_a_thousand_who_send_one_byte)
{
    static const char *const options[] = {"--message-time", "0.5", "--connections-per-address",
                                          "100000", NULL};
    struct scene scene = {0};
    scene_open(&scene, options);
    scene_withstands(&scene, NULL, send_one_byte, end_one_byte);
}

/* --- connecting, again and again --- */

static void connect_and_go(struct scene *scene, int step)
{
    (void)step;
    for (int i = 0; i < 2 * EACH_STEP; i++)
        crowd_add(&scene->crowd, &scene->server, "", 0);
    crowd_go(&scene->crowd);
}

static void nothing_to_end(struct scene *scene)
{
    (void)scene;
}

Test(attack, by_thousands_who_connect_and_go)
{
    struct scene scene = {0};
    scene_open(&scene, NULL);
    scene_withstands(&scene, NULL, connect_and_go, nothing_to_end);
}

/* --- the beginning of TLS, again and again --- */

/* The first bytes of a handshake. Whoever has them once sends them as often as they like, without
 * work of their own; the server agrees on a key each time, and signs it. */
static struct text client_hello;

/* At every 13th move as many as would take 60 ms of the loop. */
static void begin_handshakes(struct scene *scene, int step)
{
    enum { BURST = CROWD_MAX / 4, BURST_EVERY = MOVES / 4 + 1 };
    for (int i = 0; i < BURST && step % BURST_EVERY == 0; i++)
        crowd_add(&scene->crowd, &scene->server, client_hello.bytes, client_hello.len);
}

static int64_t handshakes_begun_us;

static void note_beginning(struct scene *scene)
{
    (void)scene;
    handshakes_begun_us = now_us();
}

/* Each has got the server's part of a handshake. */
static void expect_signatures(struct scene *scene)
{
    enum { HANDSHAKE_RECORD = 0x16, SERVER_HELLO_BYTES_MIN = 100 };
    for (int i = 0; i < scene->crowd.count; i++) {
        unsigned char part[SERVER_HELLO_BYTES_MIN];
        struct pollfd poller = {.fd = scene->crowd.sockets[i], .events = POLLIN};
        cr_assert_eq(poll(&poller, 1, DEADLINE_MS), 1, "attacker %d is not answered", i);
        ssize_t len = recv(poller.fd, part, sizeof part, 0);
        cr_assert(len == sizeof part && *part == HANDSHAKE_RECORD, "attacker %d: %zd bytes", i,
                  len);
    }
    cr_log_info("%" PRId64 " handshakes a second",
                (int64_t)scene->crowd.count * 1000000 / (now_us() - handshakes_begun_us));
    crowd_go(&scene->crowd);
}

Test(attack, by_thousands_who_begin_tls)
{
    char folder[FOLDER_PATH_MAX];
    folder_path("tls", folder);
    const char *const options[] = {"--connections-per-address", "100000", "--tls-self-signed",
                                   folder, NULL};
    struct tls_context *context;
    struct error error;
    cr_assert_eq(tls_context_for_client(&context, &error), ERROR_NONE);
    tls_stream_destroy(tls_stream_connect(context, "localhost", TLS_ALPN_TAKEAWAY, &client_hello));
    tls_context_unref(context);
    struct scene scene = {0};
    scene_open(&scene, options);
    scene_withstands(&scene, note_beginning, begin_handshakes, expect_signatures);
    text_finish(&client_hello);
}

/* --- passwords --- */

static void crowd_try_to_log_in(struct scene *scene, const char *name, int count)
{
    struct text bytes = {0};
    struct wire_hello hello = {
        .protocol = WIRE_PROTOCOL,
        .client = wire_text("test"),
        .name = wire_text(name),
        .password = wire_text("correct horse battery"),
    };
    wire_encode_request(&bytes, 1, WIRE_SESSION_HELLO, &hello);
    for (int i = 0; i < count; i++)
        crowd_add(&scene->crowd, &scene->server, bytes.bytes, bytes.len);
    text_finish(&bytes);
}

static void guess(struct scene *scene, int step)
{
    (void)step;
    crowd_try_to_log_in(scene, "anna", EACH_STEP);
}

static void guess_everywhere(struct scene *scene, int step)
{
    char name[32];
    snprintf(name, sizeof name, "account-%d", step);
    crowd_try_to_log_in(scene, name, EACH_STEP);
}

static void let_crowd_go(struct scene *scene)
{
    crowd_go(&scene->crowd);
}

Test(attack, by_a_thousand_guesses_at_a_password)
{
    struct scene scene = {0};
    scene_open(&scene, NULL);
    scene_withstands(&scene, NULL, guess, let_crowd_go);
}

static void guess_one(struct scene *scene, int step)
{
    char name[32];
    snprintf(name, sizeof name, "account-%d", step);
    crowd_try_to_log_in(scene, name, 1);
}

/* The limit of attempts is out of the way, so that the server hashes passwords all the time. */
Test(attack, by_logins_without_a_limit)
{
    static const char *const options[] = {"--logins-per-minute", "1000000", NULL};
    struct scene scene = {0};
    scene_open(&scene, options);
    scene_withstands(&scene, NULL, guess_one, let_crowd_go);
}

#define OWNER_PASSWORD "a horse of another colour"

/* While the strangers are connected, and wait. */
static void let_owner_in(struct scene *scene)
{
    enum { ATTEMPTS = 20 };
    struct peer *owner = peer_connect(&scene->server);
    struct answer answer = peer_answer(owner, hello_ask(owner, "olga", OWNER_PASSWORD));
    for (int i = 1; i < ATTEMPTS && answer.work > 0; i++)
        answer = peer_answer(owner, hello_ask_working(owner, "olga", OWNER_PASSWORD, &answer));
    cr_assert_eq(answer.code, ERROR_NONE, "the owner is kept out: %s", answer.message);
    peer_close(owner);
    crowd_go(&scene->crowd);
}

static void guess_as_owner(struct scene *scene, int step)
{
    crowd_try_to_log_in(scene, step % 2 ? "olga" : "somebody-else", EACH_STEP / 4);
}

Test(attack, by_strangers_who_guess_at_an_owners_password)
{
    struct scene scene = {0};
    scene_open(&scene, NULL);
    peer_close(account_open(&scene.server, "olga", OWNER_PASSWORD));
    scene_withstands(&scene, NULL, guess_as_owner, let_owner_in);
}

/* --- readers that never read --- */

enum { READERS = 300, WATCHED_HEAPS = 64 };

static const int64_t heap_at_first = 100000000000000;

/* A move in each match that the readers watch. Each tells a position of about 1 KB. */
static void pour_events(struct scene *scene, int step)
{
    char move[MOVE_TEXT_MAX];
    uint32_t asked[WATCHED];
    int64_t ply = ++scene->watched_ply, left = heap_at_first - ply;
    struct peer *mover = scene->rivals[1 - ply % 2];
    (void)step;
    snprintf(move, sizeof move, "%" PRId64 ">%" PRId64, left + 1, left);
    for (int i = 0; i < WATCHED; i++)
        asked[i] = match_ask_move(mover, scene->watched[i], ply, move);
    peer_expect_answers(mover, asked[0], WATCHED);
}

Test(attack, by_readers_who_never_read)
{
    struct scene scene = {0};
    struct text start = {0};
    char name[32];
    scene_open(&scene, shares_for_all);
    scene.rivals[0] = peer_join(&scene.server, "carl");
    scene.rivals[1] = peer_join(&scene.server, "dora");
    for (int i = 0; i < WATCHED_HEAPS; i++)
        text_append_string(&start, i > 0 ? "+100000000000000" : "100000000000000");
    for (int i = 0; i < WATCHED; i++) {
        int64_t offer = offer_seek(scene.rivals[0], "nim", text_string(&start));
        scene.watched[i] = offer_accept(scene.rivals[1], offer)->match;
    }
    text_finish(&start);
    for (int i = 0; i < READERS; i++) {
        snprintf(name, sizeof name, "reader-%d", i);
        struct peer *reader = peer_join(&scene.server, name);
        for (int k = 0; k < WATCHED; k++)
            match_watch(reader, scene.watched[k]);
    }
    scene_withstands(&scene, NULL, pour_events, nothing_to_end);
    /* The server has ended readers because of a limit; if not yet, then when they are told more. */
    for (int64_t end_us = now_us() + DEADLINE_MS * 1000LL;
         !strstr(process_errors(scene.server.process), "and your address the most");) {
        cr_assert_lt(now_us(), end_us, "no reader is ended");
        pour_events(&scene, 0);
    }
}

/* --- long answers, many at once, that nobody reads --- */

enum {
    LONG_OFFERS = 20,   /* 16 KB each: more than one answer may list */
    ASKED_AT_ONCE = 64, /* requests; the answers to these alone are 16 MB */
};

/* 16 KB. */
static void append_long_start(struct text *start)
{
    enum { HEAPS = 1000 };
    for (int i = 0; i < HEAPS; i++)
        text_append_string(start, i > 0 ? "+100000000000000" : "100000000000000");
}

static void offer_much(struct peer *maker)
{
    struct text start = {0};
    append_long_start(&start);
    for (int i = 0; i < LONG_OFFERS; i++)
        offer_seek(maker, "nim", text_string(&start));
    text_finish(&start);
}

static void bring_askers(struct scene *scene)
{
    char name[32];
    for (int i = 0; i < ASKERS; i++) {
        snprintf(name, sizeof name, "asker-%d", i);
        scene->askers[i] = peer_join(&scene->server, name);
    }
}

static void ask_long(struct peer *asker)
{
    peer_ask_often(asker, WIRE_OFFER_LIST, NULL, ASKED_AT_ONCE);
}

/* Most of them at once, then one before each move. */
static void ask_for_much(struct scene *scene, int step)
{
    for (int i = MOVES; step == 0 && i < ASKERS; i++)
        ask_long(scene->askers[i]);
    ask_long(scene->askers[step]);
}

static void end_askers(struct scene *scene)
{
    for (int i = 0; i < ASKERS; i++)
        peer_close(scene->askers[i]);
}

Test(attack, by_hundreds_who_ask_for_much_and_do_not_read)
{
    static const char *const options[] = {"--start-bytes", "32M", /* so that there is much */
                                          "--connections-per-address", "100000", NULL};
    struct scene scene = {0};
    scene_open(&scene, options);
    offer_much(peer_join(&scene.server, "carl"));
    scene_withstands(&scene, bring_askers, ask_for_much, end_askers);
}

/* --- long messages that do not come to their end --- */

static void begin_long_messages(struct scene *scene, int step)
{
    static char message[WIRE_REQUEST_BYTES_MAX - 16] = "\x94\x00\x01\xC5\xFF\xF8";
    (void)step;
    for (int i = 0; i < EACH_STEP; i++)
        crowd_add(&scene->crowd, &scene->server, message, sizeof message);
}

Test(attack, by_a_thousand_long_messages_without_an_end)
{
    struct scene scene = {0};
    scene_open(&scene, NULL);
    scene_withstands(&scene, NULL, begin_long_messages, let_crowd_go);
    cr_assert(strstr(process_errors(scene.server.process), "and of these your address has most") !=
              NULL);
}

/* --- guests who ask for much, many requests at once, and read all answers --- */

/* Appends requests to `batch`, which this guest sends in one go. */
typedef void flood_ask(struct scene *scene, struct text *batch, int guest);

struct flood {
    int guests;
    int at_first,
        each_time; /* so many ask before the first move of a phase, and before the others */
    bool deaf;     /* none of them reads */
    flood_ask *ask;
};

/* More guests, each of whom has said hello and read the answer. */
static void crowd_join(struct crowd *crowd, const struct server *server, const char *name,
                       int count)
{
    struct text bytes = {0};
    char whole[32];
    for (int i = 0; i < count; i++) {
        snprintf(whole, sizeof whole, "%s-%d", name, i);
        struct wire_hello hello = {
            .protocol = WIRE_PROTOCOL,
            .client = wire_text("test"),
            .name = wire_text(whole),
        };
        bytes.len = 0;
        wire_encode_request(&bytes, 1, WIRE_SESSION_HELLO, &hello);
        crowd_add(crowd, server, bytes.bytes, bytes.len);
        struct pollfd poller = {.fd = crowd->sockets[crowd->count - 1], .events = POLLIN};
        cr_assert_eq(poll(&poller, 1, DEADLINE_MS), 1, "%s is not let in", whole);
    }
    text_finish(&bytes);
}

/* Reads what has come, and does not wait. */
static size_t crowd_read(const struct crowd *crowd)
{
    static char bytes[1 << 18];
    size_t len = 0;
    ssize_t more;
    for (int i = 0; i < crowd->count; i++) {
        while ((more = recv(crowd->sockets[i], bytes, sizeof bytes, MSG_DONTWAIT)) > 0)
            len += (size_t)more;
    }
    return len;
}

static void ask_all(struct text *batch, enum wire_method method, const void *parameters, int count)
{
    for (int i = 0; i < count; i++)
        wire_encode_request(batch, (uint32_t)i, method, parameters);
}

static void flood_step(struct scene *scene, int step)
{
    const struct flood *flood = scene->flood;
    struct text batch = {0};
    if (!flood->deaf)
        crowd_read(&scene->guests);
    for (int i = step == 0 ? flood->at_first : flood->each_time; i > 0; i--) {
        int guest = scene->next_guest++ % flood->guests;
        batch.len = 0;
        flood->ask(scene, &batch, guest);
        (void)!send(scene->guests.sockets[guest], batch.bytes, batch.len,
                    MSG_NOSIGNAL | MSG_DONTWAIT);
    }
    text_finish(&batch);
}

/* Until all have read all. */
static void flood_end(struct scene *scene)
{
    const struct timespec pause = {.tv_nsec = REST_MS * 1000000L};
    int64_t end_us = now_us() + DEADLINE_MS * 1000LL;
    if (scene->flood->deaf) {
        crowd_go(&scene->guests);
        return;
    }
    do {
        cr_assert_lt(now_us(), end_us, "the answers do not come to their end");
        nanosleep(&pause, NULL);
    } while (crowd_read(&scene->guests) > 0);
}

static void flood_begin(struct scene *scene)
{
    static int crowds;
    char name[32];
    snprintf(name, sizeof name, "crowd-%d", ++crowds);
    if (scene->guests.count == 0)
        crowd_join(&scene->guests, &scene->server, name, scene->flood->guests);
}

static void scene_withstands_flood(struct scene *scene, const struct flood *flood)
{
    scene->flood = flood;
    /* Guests who read stay connected: only their answers count as growth, not the connections. */
    if (!flood->deaf)
        flood_begin(scene);
    scene_withstands(scene, flood_begin, flood_step, flood_end);
    crowd_go(&scene->guests);
}

static void ask_statistics(struct scene *scene, struct text *batch, int guest)
{
    (void)scene;
    (void)guest;
    ask_all(batch, WIRE_SERVER_STATS, NULL, ASKED_AT_ONCE);
}

Test(attack, by_those_who_ask_for_statistics)
{
    static const struct flood flood = {
        .guests = 60, .at_first = 60, .each_time = 32, .ask = ask_statistics};
    struct scene scene = {0};
    scene_open(&scene, NULL);
    scene_withstands_flood(&scene, &flood);
}

static void ask_matches(struct scene *scene, struct text *batch, int guest)
{
    const struct wire_match_page page = {
        .after = WIRE_ABSENT, .before = WIRE_ABSENT, .limit = WIRE_PAGE_MAX};
    (void)scene;
    (void)guest;
    ask_all(batch, WIRE_MATCH_LIST, &page, ASKED_AT_ONCE);
}

Test(attack, by_those_who_list_hardly_any_matches)
{
    static const struct flood flood = {
        .guests = 100, .at_first = 100, .each_time = 8, .ask = ask_matches};
    struct scene scene = {0};
    scene_open(&scene, NULL);
    scene_withstands_flood(&scene, &flood);
}

static void ask_players(struct scene *scene, struct text *batch, int guest)
{
    (void)scene;
    (void)guest;
    ask_all(batch, WIRE_PLAYER_LIST, NULL, ASKED_AT_ONCE);
}

Test(attack, by_those_who_list_the_players)
{
    static const struct flood flood = {
        .guests = 120, .at_first = 120, .each_time = 4, .ask = ask_players};
    struct scene scene = {0};
    scene_open(&scene, NULL);
    scene_withstands_flood(&scene, &flood);
}

/* Ended matches whose starts have 16 KB each: a page of them is full. */
static int64_t end_long_matches(const struct server *server)
{
    enum { MATCHES = 17 };
    struct text start = {0};
    int64_t match = 0;
    append_long_start(&start);
    struct peer *maker = peer_join(server, "lena"), *taker = peer_join(server, "lars");
    for (int i = 0; i < MATCHES; i++) {
        match = offer_accept(taker, offer_seek(maker, "nim", text_string(&start)))->match;
        cr_assert_eq(match_choose(taker, WIRE_MATCH_RESIGN, match), ERROR_NONE);
    }
    text_finish(&start);
    peer_close(maker);
    peer_close(taker);
    return match;
}

static void ask_history(struct scene *scene, struct text *batch, int guest)
{
    const struct wire_history_page page = {.before = WIRE_ABSENT, .limit = WIRE_PAGE_MAX};
    (void)scene;
    (void)guest;
    ask_all(batch, WIRE_HISTORY_LIST, &page, ASKED_AT_ONCE / 8);
}

Test(attack, by_those_who_list_what_was_played)
{
    static const struct flood flood = {
        .guests = 100, .at_first = 100, .each_time = 1, .ask = ask_history};
    struct scene scene = {0};
    scene_open(&scene, NULL);
    end_long_matches(&scene.server);
    scene_withstands_flood(&scene, &flood);
}

static void ask_ended_match(struct scene *scene, struct text *batch, int guest)
{
    const struct wire_resume resume = {.match = scene->match, .after = WIRE_ABSENT};
    (void)guest;
    ask_all(batch, WIRE_MATCH_RESUME, &resume, ASKED_AT_ONCE);
}

/* --- offers that are all for somebody else --- */

static void ask_offers(struct scene *scene, struct text *batch, int guest)
{
    (void)scene;
    (void)guest;
    ask_all(batch, WIRE_OFFER_LIST, NULL, ASKED_AT_ONCE);
}

static void challenge_often(const struct server *server)
{
    enum { PAIRS = 40, EACH = 250 };
    for (int i = 0; i < PAIRS; i++) {
        char from[32], to[32];
        snprintf(from, sizeof from, "maker-%d", i);
        snprintf(to, sizeof to, "taker-%d", i);
        peer_join(server, to);
        struct peer *maker = peer_join(server, from);
        uint32_t asked[EACH];
        for (int j = 0; j < EACH; j++) {
            struct wire_offer_make make = {.to = wire_text(to),
                                           .rules = wire_text("nim"),
                                           .start = wire_text("5"),
                                           .key = fresh_key()};
            asked[j] = peer_ask(maker, WIRE_OFFER_MAKE, &make);
        }
        for (int j = 0; j < EACH; j++)
            cr_assert_eq(peer_answer(maker, asked[j]).code, ERROR_NONE);
    }
}

Test(attack, by_those_who_list_what_is_offered_to_others)
{
    static const struct flood flood = {
        .guests = 8, .at_first = 8, .each_time = 2, .ask = ask_offers};
    struct scene scene = {0};
    scene_open(&scene, shares_for_all);
    challenge_often(&scene.server);
    scene_withstands_flood(&scene, &flood);
}

/* --- a few who talk to many --- */

static void talk(struct scene *scene, struct text *batch, int guest)
{
    enum { SAID_AT_ONCE = 2 };
    char line[WIRE_CHAT_MAX + 1];
    (void)guest;
    memset(line, '.', WIRE_CHAT_MAX);
    line[WIRE_CHAT_MAX] = '\0';
    struct wire_chat_say say = {.match = scene->match, .text = wire_text(line)};
    for (int i = 0; i < SAID_AT_ONCE; i++) {
        say.key = fresh_key();
        wire_encode_request(batch, (uint32_t)i, WIRE_CHAT_SAY, &say);
    }
}

static void watch_all(struct scene *scene)
{
    struct text bytes = {0};
    const struct wire_match_number number = {.match = scene->match};
    wire_encode_request(&bytes, 2, WIRE_MATCH_WATCH, &number);
    for (int i = 0; i < scene->guests.count; i++)
        (void)!send(scene->guests.sockets[i], bytes.bytes, bytes.len, MSG_NOSIGNAL);
    text_finish(&bytes);
}

Test(attack, by_a_few_who_talk_to_many)
{
    static const struct flood flood = {.guests = 500, .at_first = 4, .each_time = 1, .ask = talk};
    struct scene scene = {.flood = &flood};
    scene_open(&scene, shares_for_all);
    scene.match = table_open(&scene.server, "carl", "dora", "nim", "3+5").match;
    flood_begin(&scene);
    watch_all(&scene);
    scene_withstands_flood(&scene, &flood);
}

/* --- guests who take all the places --- */

static struct peer *join_from(const struct server *server, const char *address, const char *name)
{
    struct peer *peer = peer_connect_from(server, address);
    cr_assert_eq(peer_answer(peer, hello_ask(peer, name, NULL)).code, ERROR_NONE);
    return peer;
}

/* Two guests begin as many matches as they may, up to 1,000, and leave. */
static void squat(const struct server *server, int pair)
{
    enum { ATTEMPTS = 1000, AT_ONCE = 50 };
    char address[32], names[2][32];
    snprintf(address, sizeof address, "127.2.0.%d", 1 + pair / 2);
    for (int i = 0; i < 2; i++)
        snprintf(names[i], sizeof names[i], "squatter-%d-%d", pair, i);
    struct peer *maker = join_from(server, address, names[0]);
    struct peer *taker = join_from(server, address, names[1]);
    enum error_code code = ERROR_NONE;
    for (int i = 0; i < ATTEMPTS && code == ERROR_NONE; i += AT_ONCE) {
        uint32_t asked[AT_ONCE];
        int64_t offers[AT_ONCE] = {0};
        for (int j = 0; j < AT_ONCE; j++) {
            struct wire_offer_make make = {.to = wire_text(names[1]),
                                           .rules = wire_text("nim"),
                                           .start = wire_text("5"),
                                           .key = fresh_key()};
            asked[j] = peer_ask(maker, WIRE_OFFER_MAKE, &make);
        }
        for (int j = 0; j < AT_ONCE; j++) {
            struct answer answer = peer_answer(maker, asked[j]);
            if (answer.code == ERROR_NONE)
                offers[j] = ((const struct wire_offer_number *)answer.result)->offer;
        }
        for (int j = 0; j < AT_ONCE; j++) {
            struct wire_offer_choice choice = {.offer = offers[j], .key = fresh_key()};
            asked[j] = offers[j] ? peer_ask(taker, WIRE_OFFER_ACCEPT, &choice) : 0;
        }
        for (int j = 0; j < AT_ONCE && offers[j]; j++)
            code = peer_answer(taker, asked[j]).code;
    }
    peer_close(maker);
    peer_close(taker);
}

Test(attack, by_guests_who_take_all_the_places)
{
    enum { PAIRS = 20 };
    struct server server = server_start();
    for (int i = 0; i < PAIRS; i++)
        squat(&server, i);
    struct peer *anna = join_from(&server, "127.0.8.1", "anna");
    struct peer *ben = join_from(&server, "127.0.8.2", "ben");
    int64_t offer = offer_challenge(anna, "ben", "nim", "3+5");
    cr_assert_eq(offer_choose(ben, WIRE_OFFER_ACCEPT, offer), ERROR_NONE);
}

/* --- many live matches of others --- */

/* Pages from anywhere in the list. */
static void ask_matches_of_others(struct scene *scene, struct text *batch, int guest)
{
    for (int i = 0; i < ASKED_AT_ONCE / 8; i++) {
        struct wire_match_page page = {
            .after = scene->match * (guest * 8 + i) / (ASKED_AT_ONCE * 4),
            .before = WIRE_ABSENT,
            .limit = WIRE_PAGE_MAX,
        };
        wire_encode_request(batch, (uint32_t)i, WIRE_MATCH_LIST, &page);
    }
}

Test(attack, by_those_who_list_the_matches_of_others)
{
    static const struct flood flood = {
        .guests = 32, .at_first = 8, .each_time = 1, .ask = ask_matches_of_others};
    static const char *const options[] = {
        "--guest-share", "100", "--address-share", "100", "--guest-live-matches-per-player",
        "1000",          NULL};
    struct scene scene = {0};
    int pairs = is_sanitized() ? 2 : long_seconds() > 0 ? 19 : 10;
    scene_open(&scene, options);
    for (int i = 0; i < pairs; i++)
        squat(&scene.server, i);
    struct wire_match_page page = {
        .after = WIRE_ABSENT, .before = WIRE_ABSENT, .limit = WIRE_PAGE_MAX};
    const struct wire_summaries *list = peer_call(scene.table.first, WIRE_MATCH_LIST, &page);
    cr_assert_leq(list->matches_count, WIRE_PAGE_MAX);
    cr_assert_geq(stats_counter(stats_of(scene.table.first), "live_matches"), pairs * 1000);
    scene.match = pairs * 1000;
    scene_withstands_flood(&scene, &flood);
}

/* --- matches that are hard to judge --- */

/* Matches of one move, each of whose rules needs a table of its own, or has many heaps. */
static void end_dear_match(struct scene *scene, int step)
{
    enum { EVERY = 5, HEAPS = 1000, KINDS = 3 };
    static int count;
    if (step % EVERY > 0)
        return;
    char rules[64];
    struct text start = {0}, move = {0};
    int kind = count++ % KINDS;
    if (kind == 0) {
        snprintf(rules, sizeof rules, "take-away:%d/1000000000x,local", 1000000001 + 2 * count);
        text_append_string(&start, "60000+65000");
        text_append_string(&move, "60000>59999");
    } else if (kind == 1) {
        snprintf(rules, sizeof rules, "take-away:%dx,global", 3 + count % 7);
        text_append_string(&start, "4095+4095");
        text_append_string(&move, "4095>4094");
    } else {
        snprintf(rules, sizeof rules, "take-away:2x,local");
        for (int i = 0; i < HEAPS; i++)
            text_printf(&start, "%s%d", i > 0 ? "+" : "", 999000 + i);
        text_append_string(&move, "999000>998999");
    }
    struct table *table = &scene->strangers;
    table->match =
        offer_accept(table->second, offer_seek(table->first, rules, text_string(&start)))->match;
    match_move(table->first, table->match, 1, text_string(&move));
    cr_assert_eq(match_choose(table->second, WIRE_MATCH_RESIGN, table->match), ERROR_NONE);
    text_finish(&start);
    text_finish(&move);
    long memory = children_memory(process_pid(scene->server.process));
    scene->children_memory_max =
        memory > scene->children_memory_max ? memory : scene->children_memory_max;
}

/* Meanwhile a match of others is judged, and before four of the strangers. */
static void expect_marks(struct scene *scene)
{
    struct table others = {.first = peer_join(&scene->server, "carl"),
                           .second = peer_join(&scene->server, "dora")};
    pid_t solver = hold_second_tries(&scene->server, &scene->strangers);
    end_dear_matches(&scene->strangers, 3);
    wait_for_marks(others.first, end_plain_match(&others));
    cr_assert_geq(matches_to_judge(others.first), 4);
    kill(solver, SIGCONT);
    peer_close(others.first);
    peer_close(others.second);
}

Test(attack, by_matches_that_are_hard_to_judge)
{
    struct scene scene = {0};
    scene_open(&scene, NULL);
    scene.strangers = (struct table){.first = peer_join(&scene.server, "strange"),
                                     .second = peer_join(&scene.server, "stranger")};
    scene_withstands(&scene, NULL, end_dear_match, expect_marks);
    cr_log_info("%ld KiB for the solver", scene.children_memory_max);
    if (!is_sanitized())
        cr_assert_lt(scene.children_memory_max, GROWTH_MAX_KIB, "the solver has %ld KiB",
                     scene.children_memory_max);
}

/* --- tournaments of players who have left --- */

static enum error_code direct(struct scene *scene, enum wire_method method)
{
    struct peer *director = scene->strangers.first;
    struct wire_tournament_choice choice = {.tournament = scene->tournament, .key = fresh_key()};
    return peer_answer(director, peer_ask(director, method, &choice)).code;
}

/* Its matches begin and end at once. */
static void open_tournament(struct scene *scene, const char *format, int64_t rounds, int entrants)
{
    struct wire_tournament_create plan = plan_of(format);
    plan.rounds = rounds;
    plan.starts = wire_text("1");
    plan.clock = wire_text("0.001/move");
    plan.at_once = WIRE_AT_ONCE_MAX;
    const struct wire_tournament_number *made =
        peer_call(scene->strangers.first, WIRE_TOURNAMENT_CREATE, &plan);
    scene->tournament = made->tournament;
    for (int i = 0; i < entrants; i++) {
        char address[32], name[32];
        snprintf(address, sizeof address, "127.5.0.%d", 1 + i / 8);
        snprintf(name, sizeof name, "entrant-%d", i);
        struct peer *entrant = join_from(&scene->server, address, name);
        struct wire_tournament_choice choice = {.tournament = scene->tournament,
                                                .key = fresh_key()};
        peer_call(entrant, WIRE_TOURNAMENT_JOIN, &choice);
        peer_close(entrant);
    }
}

static int64_t tournament_round(const struct scene *scene)
{
    const struct wire_tournament_number number = {.tournament = scene->tournament};
    const struct wire_tournament *tournament =
        peer_call(scene->strangers.first, WIRE_TOURNAMENT_SHOW, &number);
    return tournament->round;
}

static void wait_a_little(struct scene *scene, int step)
{
    const struct timespec pause = {.tv_nsec = 10 * 1000000L};
    (void)scene;
    (void)step;
    nanosleep(&pause, NULL);
}

static void let_swiss_go_on(struct scene *scene)
{
    if (direct(scene, WIRE_TOURNAMENT_RESUME) != ERROR_NONE)
        cr_assert_eq(direct(scene, WIRE_TOURNAMENT_START), ERROR_NONE);
}

static void pause_swiss(struct scene *scene)
{
    cr_assert_eq(direct(scene, WIRE_TOURNAMENT_PAUSE), ERROR_NONE);
}

/* With room for more pairs than a guest may have. */
static const char *const many_pairs[] = {"--start-bytes", "256M", "--guest-share", "100", NULL};

/* Each round is 128 pairs, each of two matches. */
Test(attack, by_a_swiss_tournament_of_players_who_have_left)
{
    struct scene scene = {0};
    scene_open(&scene, many_pairs);
    scene.strangers.first = peer_join(&scene.server, "director");
    open_tournament(&scene, "swiss", 390, 256);
    scene_withstands(&scene, let_swiss_go_on, wait_a_little, pause_swiss);
    cr_log_info("round %" PRId64 " of the tournament", tournament_round(&scene));
    cr_assert_gt(tournament_round(&scene), 1);
}

/* Most of the tournament is still to come when it is cancelled, so that it is not over by then on
 * any machine. More pairs would make memory grow too much; most matches wait to be judged. */
static void play_many_pairs(struct scene *scene)
{
    enum { ENTRANTS = 64, PLANNED = 40, CYCLES = 8, LONG_CYCLES = 12 };
    int64_t cycles = is_sanitized() ? 1 : long_seconds() > 0 ? LONG_CYCLES : CYCLES;
    scene->strangers.first = peer_join(&scene->server, "director");
    open_tournament(scene, "round-robin", PLANNED, ENTRANTS);
    cr_assert_eq(direct(scene, WIRE_TOURNAMENT_START), ERROR_NONE);
    while (tournament_round(scene) < cycles * (ENTRANTS - 1))
        wait_a_little(scene, 0);
}

static void cancel_once(struct scene *scene, int step)
{
    if (step == 1)
        cr_assert_eq(direct(scene, WIRE_TOURNAMENT_CANCEL), ERROR_NONE);
}

static void dismiss_director(struct scene *scene)
{
    peer_close(scene->strangers.first);
}

Test(attack, by_a_director_who_cancels_a_tournament_of_many_pairs)
{
    struct scene scene = {0};
    scene_open(&scene, many_pairs);
    scene_withstands(&scene, play_many_pairs, cancel_once, dismiss_director);
}

/* --- the disk --- */

static off_t database_bytes(const struct server *server)
{
    static const char *const endings[] = {"", "-wal"};
    off_t bytes = 0;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char path[FOLDER_PATH_MAX + 8];
        struct stat status;
        snprintf(path, sizeof path, "%s%s", server->database, endings[i]);
        bytes += stat(path, &status) == 0 ? status.st_size : 0;
    }
    return bytes;
}

/* A match with a long start, as long as there is room for one. */
static void write_much(struct scene *scene, int step)
{
    struct table *table = &scene->strangers;
    struct text start = {0};
    append_long_start(&start);
    struct wire_offer_make make = {
        .rules = wire_text("nim"), .start = wire_text(text_string(&start)), .key = fresh_key()};
    (void)step;
    struct answer made = peer_answer(table->first, peer_ask(table->first, WIRE_OFFER_MAKE, &make));
    if (made.code == ERROR_NONE) {
        const struct wire_offer_number *number = made.result;
        struct wire_offer_choice choice = {.offer = number->offer, .key = fresh_key()};
        made = peer_answer(table->second, peer_ask(table->second, WIRE_OFFER_ACCEPT, &choice));
    }
    if (made.code == ERROR_NONE)
        match_choose(table->first, WIRE_MATCH_RESIGN,
                     ((const struct wire_match *)made.result)->match);
    else
        cr_assert_eq(made.code, ERROR_LIMIT_REACHED, "%s", made.message);
    text_finish(&start);
}

Test(attack, by_guests_who_fill_the_disk)
{
    static const char *const options[] = {"--guest-bytes-per-day", "128K", NULL};
    struct scene scene = {0};
    scene_open(&scene, options);
    scene.strangers = (struct table){.first = peer_join(&scene.server, "strange"),
                                     .second = peer_join(&scene.server, "stranger")};
    scene_withstands(&scene, NULL, write_much, nothing_to_end);
    const struct wire_stats *stats = stats_of(scene.table.first);
    cr_assert_gt(stats_counter(stats, "written_refusals_total"), 0);
    cr_assert_lt(database_bytes(&scene.server), 8 << 20);
}

/* --- everything --- */

static void ask_anything(struct scene *scene, struct text *batch, int guest)
{
    static flood_ask *const kinds[] = {ask_statistics, ask_matches,     ask_players,
                                       ask_history,    ask_ended_match, ask_offers};
    kinds[guest % (int)(sizeof kinds / sizeof *kinds)](scene, batch, guest);
}

Test(attack, by_those_who_ask_for_anything_and_do_not_read)
{
    static const struct flood flood = {
        .guests = 300, .at_first = 200, .each_time = 2, .deaf = true, .ask = ask_anything};
    struct scene scene = {0};
    scene_open(&scene, NULL);
    scene.match = end_long_matches(&scene.server);
    scene_withstands_flood(&scene, &flood);
}

static void everything_step(struct scene *scene, int step)
{
    static attack_step *const kinds[] = {guess_everywhere, send_giant_headers, begin_long_messages};
    flood_step(scene, step);
    kinds[step % (int)(sizeof kinds / sizeof *kinds)](scene, step);
}

static void everything_end(struct scene *scene)
{
    crowd_go(&scene->crowd);
    flood_end(scene);
}

Test(attack, by_everything_at_once)
{
    static const struct flood flood = {
        .guests = 200, .at_first = 20, .each_time = 1, .ask = ask_anything};
    struct scene scene = {.flood = &flood};
    scene_open(&scene, shares_for_all);
    scene.match = end_long_matches(&scene.server);
    challenge_often(&scene.server);
    flood_begin(&scene);
    scene.seconds = long_seconds();
    scene_withstands(&scene, flood_begin, everything_step, everything_end);
}
