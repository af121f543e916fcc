/* While a crowd attacks the server in one way or another, two others play on: their moves are acknowledged about as fast as
 * before, and the server's memory stays bounded.
 *
 * The attackers act between the moves, so that each move finds the server with what they have just done, but does not find the
 * attackers themselves on the machine's few cores: it is the attack that is tested and not the machine. What else the machine
 * has to do comes and goes, and only ever adds: quiet and attacked phases take turns, each begins when the server has come to
 * rest, and the lower quartiles of their p99 are compared. What an attack does, it does in its best phases, too; what others do
 * would have to hit three in four of the attacked phases. On a machine that is busy with other things an attack may do what
 * these do by themselves: the upper quartile of the quiet phases. */
#include "tests/e2e/play.h"
#include "tests/e2e/stage.h"

#include <arpa/inet.h>
#include <errno.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

STAGE(attack);

enum {
    COUNTERS = 9000,      /* of the match that goes on: enough for all the moves */
    ROUNDS = 7,           /* of a quiet and an attacked phase */
    SANITIZED_ROUNDS = 3, /* where memory is what counts, and not time */
    MEASURED = 200,       /* moves in each of them */
    /* A quiet p99 is about half of this where the disk is fast and nothing else runs, and then some tenths of a millisecond more
     * are what the same threads take with caches that others have used. */
    FLOOR_US = 1000,
    SANITIZED_FLOOR_US = 50000,
    GROWTH_MAX_KIB = 50 * 1024,
    CROWD_MAX = 1000,
    FROM_ONE_ADDRESS = 250,
    REST_MS = 30, /* without work: the server has come to rest */
};

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

enum { ASKERS = 300 };

struct scene {
    struct server server;
    struct table table;
    int64_t ply;
    int64_t connections; /* that are there before an attack */
    int64_t floor_us;
    struct crowd crowd;
    struct peer *speaker; /* to the readers */
    struct peer *askers[ASKERS];
};

/* A part of the attack, before a move: `step` counts from 0 to MEASURED - 1. */
typedef void attack_step(struct scene *scene, int step);

static void no_attack(struct scene *scene, int step)
{
    (void)scene;
    (void)step;
}

static int64_t timed_move(struct scene *scene)
{
    char move[MOVE_TEXT_MAX];
    int64_t ply = ++scene->ply;
    single_move(COUNTERS, ply, move);
    int64_t begin_us = now_us();
    match_move(table_mover(&scene->table, ply), scene->table.match, ply, move);
    return now_us() - begin_us;
}

static int by_size(const void *one, const void *other)
{
    int64_t a = *(const int64_t *)one, b = *(const int64_t *)other;
    return (a > b) - (a < b);
}

/* The p99 of the moves' latencies; and the most memory that the server has had so far, in KiB. */
static int64_t measure(struct scene *scene, attack_step *attack, long *most_resident)
{
    int64_t taken_us[MEASURED];
    for (int i = 0; i < MEASURED; i++) {
        attack(scene, i);
        taken_us[i] = timed_move(scene);
        long resident = process_resident(scene->server.process);
        *most_resident = resident > *most_resident ? resident : *most_resident;
    }
    qsort(taken_us, MEASURED, sizeof *taken_us, by_size);
    return taken_us[MEASURED * 99 / 100 - 1];
}

static int64_t largest(int64_t a, int64_t b, int64_t c)
{
    int64_t larger = a > b ? a : b;
    return larger > c ? larger : c;
}

/* Leaves them in order. */
static int64_t lower_quartile(int64_t values[ROUNDS], int rounds)
{
    qsort(values, (size_t)rounds, sizeof *values, by_size);
    return values[rounds / 4];
}

/* Waits until only those are connected who were so at the beginning, and no thread of the server does anything. */
static void rest(struct scene *scene)
{
    const struct timespec pause = {.tv_nsec = REST_MS * 1000000L};
    int64_t end_us = now_us() + DEADLINE_MS * 1000LL;
    long before_ms, now_ms;
    int64_t connections;
    do {
        cr_assert_lt(now_us(), end_us, "the server does not come to rest");
        before_ms = process_cpu_ms(scene->server.process);
        nanosleep(&pause, NULL);
        now_ms = process_cpu_ms(scene->server.process);
        connections = stats_counter(stats_of(scene->table.first), "connections");
    } while (now_ms > before_ms || connections > scene->connections);
}

/* The programs of a sanitizer's build keep accounts of their own for each byte, and take their time. */
static bool is_sanitized(void)
{
#ifdef TESTS_UNDER_ASAN
    return true;
#else
    return getenv("E2E_PROGRAMS") != NULL;
#endif
}

static void scene_open(struct scene *scene, const char *const *options)
{
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    char start[MOVE_TEXT_MAX];
    snprintf(start, sizeof start, "%d", COUNTERS);
    scene->server = server_start_with(options);
    scene->table = table_open(&scene->server, "anna", "ben", "nim", start);
    scene->floor_us = is_sanitized() ? SANITIZED_FLOOR_US : FLOOR_US;
}

/* `begin` may be NULL; `end` ends the attack, whatever has come of it. */
static void scene_withstands(struct scene *scene, void begin(struct scene *), attack_step *attack,
                             void end(struct scene *))
{
    int rounds = is_sanitized() ? SANITIZED_ROUNDS : ROUNDS;
    int64_t quiet_us[ROUNDS], attacked_us[ROUNDS];
    scene->connections = stats_counter(stats_of(scene->table.first), "connections");
    rest(scene);
    long before = process_resident(scene->server.process), most = before;
    for (int round = 0; round < rounds; round++) {
        rest(scene);
        quiet_us[round] = measure(scene, no_attack, &most);
        if (begin)
            begin(scene);
        attacked_us[round] = measure(scene, attack, &most);
        end(scene);
    }
    int64_t quiet = lower_quartile(quiet_us, rounds),
            attacked = lower_quartile(attacked_us, rounds);
    int64_t bound = largest(2 * quiet, quiet_us[rounds * 3 / 4], scene->floor_us);
    cr_log_info("p99 %" PRId64 " us quiet, %" PRId64 " us attacked; %ld KiB more", quiet, attacked,
                most - before);
    if (!is_sanitized())
        cr_assert_lt(most - before, GROWTH_MAX_KIB, "it has grown by %ld KiB", most - before);
    cr_assert_leq(attacked, bound, "the p99 was %" PRId64 " us, and is %" PRId64 " us", quiet,
                  attacked);
}

/* --- headers that announce four billion elements --- */

static void send_giant_headers(struct scene *scene, int step)
{
    (void)step;
    for (int i = 0; i < CROWD_MAX / MEASURED; i++)
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
    for (int i = 0; i < CROWD_MAX / MEASURED; i++)
        crowd_add(&scene->crowd, &scene->server, "\x94", 1);
}

static void end_one_byte(struct scene *scene)
{
    crowd_expect_fault(&scene->crowd, "come to its end within 0.5 s");
    crowd_go(&scene->crowd);
}

Test(attack, by_a_thousand_who_send_one_byte)
{
    static const char *const options[] = {"--message-time", "0.5", NULL};
    struct scene scene = {0};
    scene_open(&scene, options);
    scene_withstands(&scene, NULL, send_one_byte, end_one_byte);
}

/* --- connecting, again and again --- */

static void connect_and_go(struct scene *scene, int step)
{
    (void)step;
    for (int i = 0; i < 4 * CROWD_MAX / MEASURED; i++)
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

/* --- passwords --- */

static void try_to_log_in_as(struct scene *scene, const char *name)
{
    struct text bytes = {0};
    struct wire_hello hello = {
        .protocol = WIRE_PROTOCOL,
        .client = wire_text("test"),
        .name = wire_text(name),
        .password = wire_text("correct horse battery"),
    };
    wire_encode_request(&bytes, 1, WIRE_SESSION_HELLO, &hello);
    for (int i = 0; i < CROWD_MAX / MEASURED; i++)
        crowd_add(&scene->crowd, &scene->server, bytes.bytes, bytes.len);
    text_finish(&bytes);
}

static void guess(struct scene *scene, int step)
{
    (void)step;
    try_to_log_in_as(scene, "anna");
}

static void guess_everywhere(struct scene *scene, int step)
{
    char name[32];
    snprintf(name, sizeof name, "account-%d", step);
    try_to_log_in_as(scene, name);
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

/* The time for which the system may let a thread run on. A password needs 19 MiB from the system, half of its time is work of
 * the kernel, and a kernel that preempts lazily lets no other thread have that processor before its next tick. */
static int64_t tick_us(void)
{
    struct timespec tick;
    clock_getres(CLOCK_MONOTONIC_COARSE, &tick);
    return (int64_t)tick.tv_sec * 1000000 + tick.tv_nsec / 1000;
}

/* With the limit of attempts out of the way, so that passwords are worked on all the time: the worst that log-ins from many
 * addresses to many accounts can do. Here the p99 is not kept within twice: each password costs the others up to two ticks. */
Test(attack, by_logins_without_a_limit)
{
    static const char *const options[] = {"--logins-per-minute", "1000000", NULL};
    struct scene scene = {0};
    scene_open(&scene, options);
    /* A move's way leads over two threads, each of which may be the one that has to wait. */
    scene.floor_us += 2 * tick_us();
    scene_withstands(&scene, NULL, guess_everywhere, let_crowd_go);
}

/* --- readers that never read --- */

enum { READERS = 300, LINES = 8 };

static void pour_events(struct scene *scene, int step)
{
    char line[WIRE_CHAT_MAX + 1];
    (void)step;
    memset(line, '.', WIRE_CHAT_MAX);
    line[WIRE_CHAT_MAX] = '\0';
    struct wire_chat_say say = {.match = scene->table.match, .text = wire_text(line)};
    for (int i = 0; i < LINES; i++) {
        say.key = fresh_key();
        peer_ask(scene->speaker, WIRE_CHAT_SAY, &say);
    }
}

Test(attack, by_readers_who_never_read)
{
    struct scene scene = {0};
    char name[32];
    scene_open(&scene, NULL);
    scene.speaker = peer_join(&scene.server, "carl");
    match_watch(scene.speaker, scene.table.match);
    for (int i = 0; i < READERS; i++) {
        snprintf(name, sizeof name, "reader-%d", i);
        match_watch(peer_join(&scene.server, name), scene.table.match);
    }
    scene_withstands(&scene, NULL, pour_events, nothing_to_end);
    /* They were not spared: it is a limit that has held. */
    cr_assert(strstr(process_errors(scene.server.process), "and you the most") != NULL);
}

/* --- long answers, many at once, that nobody reads --- */

enum {
    LONG_OFFERS = 20,   /* 16 KB each: more than one answer may list */
    ASKED_AT_ONCE = 64, /* requests; the answers to these alone are 16 MB */
};

static void offer_much(struct peer *maker)
{
    enum { HEAPS = 1000 };
    struct text start = {0};
    for (int i = 0; i < HEAPS; i++)
        text_append_string(&start, i > 0 ? "+100000000000000" : "100000000000000");
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

/* A hundred at once, for the memory, then one after the other. */
static void ask_for_much(struct scene *scene, int step)
{
    for (int i = 0; step == 0 && i < ASKERS - MEASURED; i++)
        ask_long(scene->askers[MEASURED + i]);
    ask_long(scene->askers[step]);
}

static void end_askers(struct scene *scene)
{
    for (int i = 0; i < ASKERS; i++)
        peer_close(scene->askers[i]);
}

Test(attack, by_hundreds_who_ask_for_much_and_do_not_read)
{
    struct scene scene = {0};
    scene_open(&scene, NULL);
    offer_much(peer_join(&scene.server, "carl"));
    scene_withstands(&scene, bring_askers, ask_for_much, end_askers);
}

/* --- long messages that do not come to their end --- */

static void begin_long_messages(struct scene *scene, int step)
{
    static char message[WIRE_REQUEST_BYTES_MAX - 16] = "\x94\x00\x01\xC5\xFF\xF8";
    (void)step;
    for (int i = 0; i < CROWD_MAX / MEASURED; i++)
        crowd_add(&scene->crowd, &scene->server, message, sizeof message);
}

Test(attack, by_a_thousand_long_messages_without_an_end)
{
    struct scene scene = {0};
    scene_open(&scene, NULL);
    scene_withstands(&scene, NULL, begin_long_messages, let_crowd_go);
    cr_assert(strstr(process_errors(scene.server.process), "and of these you have most") != NULL);
}
