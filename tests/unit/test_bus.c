/* The bus against NATS servers of the test's own: what is carried, and what is said of servers that
 * are away, stopped, foreign, or refuse. */
#include "common/base/memory.h"
#include "common/base/text.h"
#include "server/bus/bus.h"
#include "tests/certificates.h"
#include "tests/e2e/folder.h"
#include "tests/e2e/process.h"
#include "tests/nats.h"
#include "tests/suite.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BUSES = 3, PATIENCE_MS = 60000 };

/* A bus and all that it has heard. */
struct hearer {
    struct bus *bus;
    int connected, lost;
    int heard;
    struct text last; /* message */
    char last_subject[BUS_SUBJECT_MAX + 1];
    int expected; /* the number that the next message has to have */
    bool closes_at_message, is_closed;
};

static struct bench {
    uv_loop_t loop;
    uv_prepare_t end_of_turn;
    uv_timer_t patience;
    struct hearer hearers[BUSES];
    struct test_nats nats;
    char url[64];
    int log; /* a copy of standard error, while the log goes to a file */
} bench;

/* --- the log --- */

/* The log goes to standard error: for the test, to a file. */
static void catch_log(void)
{
    char path[FOLDER_PATH_MAX];
    folder_path("log", path);
    fflush(stderr);
    bench.log = dup(STDERR_FILENO);
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    cr_assert(file >= 0 && dup2(file, STDERR_FILENO) >= 0);
    close(file);
}

static void release_log(void)
{
    dup2(bench.log, STDERR_FILENO);
    close(bench.log);
}

static int count_in_log(const char *part)
{
    char *log = folder_read("log");
    int count = 0;
    for (const char *at = log; at && (at = strstr(at, part)); at++)
        count++;
    free(log);
    return count;
}

static void expect_in_log(const char *part)
{
    char *log = folder_read("log");
    cr_assert(log && strstr(log, part) != NULL, "'%s' is expected in the log:\n%s", part,
              log ? log : "");
    free(log);
}

/* --- callbacks --- */

static void on_connected(void *owner)
{
    struct hearer *hearer = owner;
    hearer->connected++;
}

static void on_lost(void *owner)
{
    struct hearer *hearer = owner;
    hearer->lost++;
}

static void close_hearer(struct hearer *hearer)
{
    hearer->is_closed = true;
    bus_close(hearer->bus);
}

static void on_message(void *owner, const char *subject, const char *bytes, size_t len)
{
    struct hearer *hearer = owner;
    hearer->heard++;
    text_clear(&hearer->last);
    text_append(&hearer->last, bytes, len);
    snprintf(hearer->last_subject, sizeof hearer->last_subject, "%s", subject);
    if (hearer->closes_at_message)
        close_hearer(hearer);
}

static void on_end_of_turn(uv_prepare_t *prepare)
{
    (void)prepare;
    for (int i = 0; i < BUSES; i++)
        if (bench.hearers[i].bus && !bench.hearers[i].is_closed)
            bus_flush(bench.hearers[i].bus);
}

static void on_out_of_patience(uv_timer_t *timer)
{
    (void)timer;
    release_log();
    char *log = folder_read("log");
    cr_fatal("nothing happens any more; the log:\n%s", log ? log : "");
}

/* --- the bench --- */

static void begin(void)
{
    if (!test_nats_is_there())
        cr_skip_test("only with NATS (tests/nats.sh)");
    folder_make();
    catch_log();
    uv_loop_init(&bench.loop);
    uv_prepare_init(&bench.loop, &bench.end_of_turn);
    uv_prepare_start(&bench.end_of_turn, on_end_of_turn);
    uv_timer_init(&bench.loop, &bench.patience);
    uv_timer_start(&bench.patience, on_out_of_patience, PATIENCE_MS, 0);
}

/* Closes all; the loop has to be empty then. */
static void end(void)
{
    if (!test_nats_is_there())
        return;
    for (int i = 0; i < BUSES; i++)
        if (!bench.hearers[i].is_closed)
            close_hearer(&bench.hearers[i]);
    uv_close((uv_handle_t *)&bench.end_of_turn, NULL);
    uv_close((uv_handle_t *)&bench.patience, NULL);
    uv_run(&bench.loop, UV_RUN_DEFAULT);
    cr_assert_eq(uv_loop_close(&bench.loop), 0);
    for (int i = 0; i < BUSES; i++) {
        bus_destroy(bench.hearers[i].bus);
        text_finish(&bench.hearers[i].last);
    }
    release_log();
    folder_remove();
}

TestSuite(bus, .init = begin, .fini = suite_check_leaks, .timeout = BUSY_MACHINE_S(30));

static void start_server(const char *configuration)
{
    bench.nats = test_nats_start(configuration);
    snprintf(bench.url, sizeof bench.url, "nats://127.0.0.1:%d", bench.nats.port);
}

static const char *url_of(const char *scheme, const char *host, uint16_t port)
{
    static char url[128];
    snprintf(url, sizeof url, "%s%s:%d", scheme, host, port);
    return url;
}

static struct hearer *open_with(int i, struct bus_config config)
{
    struct hearer *hearer = &bench.hearers[i];
    struct bus_callbacks callbacks = {hearer, on_connected, on_lost, on_message};
    struct error error = {0};
    char echo[32];
    snprintf(echo, sizeof echo, "test.echo.%d", i);
    config.name = "test";
    config.echo = echo;
    cr_assert_eq(bus_check(&config, &error), ERROR_NONE, "%s", error.message);
    hearer->bus = bus_create(&bench.loop, &config, &callbacks);
    cr_assert_eq(bus_open(hearer->bus, &error), ERROR_NONE, "%s", error.message);
    return hearer;
}

static struct hearer *open_bus(int i)
{
    return open_with(i, (struct bus_config){.url = bench.url});
}

#define UNTIL(condition)                                                                           \
    do {                                                                                           \
        while (!(condition))                                                                       \
            uv_run(&bench.loop, UV_RUN_ONCE);                                                      \
    } while (0)

/* Two buses that are connected; the second hears "test.to". */
static void open_pair(struct hearer **ret_speaker, struct hearer **ret_hearer)
{
    *ret_speaker = open_bus(0);
    *ret_hearer = open_bus(1);
    bus_subscribe((*ret_hearer)->bus, "test.to");
    UNTIL((*ret_speaker)->connected && (*ret_hearer)->connected);
}

static void say(struct hearer *speaker, const char *text)
{
    cr_assert(bus_publish(speaker->bus, "test.to", text, strlen(text)));
}

/* --- what is carried --- */

Test(bus, messages_come_in_their_order)
{
    enum { MESSAGES = 20000 };
    struct hearer *speaker, *hearer;
    start_server(NULL);
    open_pair(&speaker, &hearer);
    for (int i = 0; i < MESSAGES; i++) {
        char number[16];
        snprintf(number, sizeof number, "%d", i);
        say(speaker, number);
        if (i % 100 == 0)
            uv_run(&bench.loop, UV_RUN_NOWAIT);
        /* The last one heard is the one of this number. */
        EXPECT(hearer->heard == 0 || atoi(text_string(&hearer->last)) == hearer->heard - 1,
               "message %d was heard as number %d", atoi(text_string(&hearer->last)),
               hearer->heard - 1);
    }
    UNTIL(hearer->heard == MESSAGES);
    cr_assert_str_eq(text_string(&hearer->last), "19999");
    cr_assert_str_eq(hearer->last_subject, "test.to");
    struct bus_figures figures = bus_figures(speaker->bus);
    cr_assert_eq(figures.published, MESSAGES);
    cr_assert_eq(figures.connects, 1);
    cr_assert(figures.echo_us >= 0);
    cr_assert_eq(bus_figures(hearer->bus).received, MESSAGES);
    end();
}

Test(bus, a_message_is_what_was_published_whatever_its_size)
{
    static const size_t sizes[] = {
        0, 1, 127, 4096, 65535, 65536, BUS_MESSAGE_MAX - 1, BUS_MESSAGE_MAX};
    struct hearer *speaker, *hearer;
    struct random random = random_from_seed(7);
    char *bytes = memory_zeroed(BUS_MESSAGE_MAX, 1);
    for (size_t i = 0; i < BUS_MESSAGE_MAX; i++)
        bytes[i] = (char)random_next(&random);
    start_server(NULL);
    open_pair(&speaker, &hearer);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        cr_assert(bus_publish(speaker->bus, "test.to", bytes, sizes[i]));
        UNTIL(hearer->heard == (int)i + 1);
        cr_assert_eq(hearer->last.len, sizes[i]);
        cr_assert(sizes[i] == 0 || memcmp(hearer->last.bytes, bytes, sizes[i]) == 0);
    }
    free(bytes);
    end();
}

Test(bus, one_hears_only_the_own_subjects)
{
    struct hearer *speaker, *hearer;
    start_server(NULL);
    open_pair(&speaker, &hearer);
    cr_assert(bus_publish(speaker->bus, "test.other", "no", 2));
    say(speaker, "yes");
    UNTIL(hearer->heard == 1);
    cr_assert_str_eq(text_string(&hearer->last), "yes");
    cr_assert_eq(speaker->heard, 0);
    /* A subscription that is made while connected holds for what comes after its echo. */
    bus_subscribe(hearer->bus, "test.other");
    say(hearer, "my own");
    UNTIL(hearer->heard == 2);
    cr_assert(bus_publish(speaker->bus, "test.other", "now", 3));
    UNTIL(hearer->heard == 3);
    cr_assert_str_eq(hearer->last_subject, "test.other");
    end();
}

Test(bus, a_callback_may_close_the_bus)
{
    struct hearer *speaker, *hearer;
    start_server(NULL);
    open_pair(&speaker, &hearer);
    hearer->closes_at_message = true;
    for (int i = 0; i < 10; i++)
        say(speaker, "end");
    UNTIL(hearer->heard == 1);
    for (int i = 0; i < 3; i++)
        uv_run(&bench.loop, UV_RUN_NOWAIT);
    cr_assert_eq(hearer->heard, 1);
    cr_assert_eq(hearer->lost, 0);
    end();
}

/* The server writes to the connection while it ends, and must have read it to its end all the same.
 */
Test(bus, what_was_published_before_closing_arrives)
{
    enum { ROUNDS = 40, MESSAGES = 4000 };
    /* Of a longer one that has come in part, libnats does not free the part. */
    static const char message[300];
    struct hearer *hearer;
    start_server(NULL);
    hearer = open_bus(1);
    bus_subscribe(hearer->bus, "test.to");
    for (int round = 1; round <= ROUNDS; round++) {
        struct hearer *speaker = open_bus(0);
        bus_subscribe(speaker->bus, "test.flood");
        UNTIL(speaker->connected && hearer->connected);
        for (int i = 0; i < MESSAGES; i++)
            bus_publish(hearer->bus, "test.flood", message, sizeof message);
        bus_flush(hearer->bus);
        say(speaker, "the end");
        close_hearer(speaker);
        UNTIL(hearer->heard == round);
        if (round < ROUNDS) {
            bus_destroy(speaker->bus);
            text_finish(&speaker->last);
            *speaker = (struct hearer){0};
        }
    }
    end();
}

/* --- servers that go and come --- */

Test(bus, a_server_that_was_killed_is_found_again)
{
    struct hearer *speaker, *hearer;
    start_server(NULL);
    open_pair(&speaker, &hearer);
    test_nats_kill(&bench.nats);
    UNTIL(speaker->lost == 1 && hearer->lost == 1);
    cr_assert_not(bus_is_connected(speaker->bus));
    cr_assert_not(bus_publish(speaker->bus, "test.to", "lost", 4), "nothing is kept for later");
    expect_in_log("has ended the connection");
    test_nats_start_again(&bench.nats);
    UNTIL(speaker->connected == 2 && hearer->connected == 2);
    say(speaker, "again");
    UNTIL(hearer->heard == 1);
    cr_assert_str_eq(text_string(&hearer->last), "again");
    cr_assert_eq(speaker->lost, 1);
    cr_assert_eq(bus_figures(speaker->bus).connects, 2);
    end();
}

Test(bus, a_server_that_is_not_there_yet_is_waited_for_and_told_once)
{
    start_server(NULL);
    test_nats_kill(&bench.nats);
    struct hearer *hearer = open_bus(0);
    UNTIL(count_in_log("bus-lost") == 1);
    for (uint64_t until = uv_now(&bench.loop) + 1500; uv_now(&bench.loop) < until;)
        uv_run(&bench.loop, UV_RUN_ONCE);
    cr_assert_eq(count_in_log("bus-lost"), 1);
    expect_in_log("no NATS server answers at 127.0.0.1");
    test_nats_start_again(&bench.nats);
    UNTIL(hearer->connected == 1);
    cr_assert_eq(hearer->lost, 0);
    end();
}

Test(bus, a_stopped_server_is_given_up_though_its_kernel_takes_bytes)
{
    struct hearer *speaker, *hearer;
    start_server(NULL);
    open_pair(&speaker, &hearer);
    process_signal(bench.nats.process, SIGSTOP);
    UNTIL(speaker->lost == 1 && hearer->lost == 1);
    expect_in_log("delivers none since 4 s");
    process_signal(bench.nats.process, SIGCONT);
    UNTIL(speaker->connected == 2 && hearer->connected == 2);
    end();
}

Test(bus, more_than_a_server_takes_ends_the_connection)
{
    struct hearer *speaker, *hearer;
    char *bytes = memory_zeroed(BUS_MESSAGE_MAX, 1);
    start_server(NULL);
    open_pair(&speaker, &hearer);
    process_signal(bench.nats.process, SIGSTOP);
    while (speaker->lost == 0) {
        for (int i = 0; i < 20 && bus_publish(speaker->bus, "test.to", bytes, BUS_MESSAGE_MAX); i++)
            ;
        uv_run(&bench.loop, UV_RUN_NOWAIT);
    }
    expect_in_log("takes messages more slowly than they are made");
    cr_assert_eq(bus_figures(speaker->bus).waiting_bytes, 0);
    process_signal(bench.nats.process, SIGCONT);
    UNTIL(speaker->connected == 2 && bus_is_connected(hearer->bus));
    free(bytes);
    end();
}

Test(bus, a_server_that_takes_bytes_late_gets_all_of_them)
{
    enum { MESSAGES = 60 }; /* 15 MiB: more than the kernel holds, less than is too much */
    struct hearer *speaker, *hearer;
    char *bytes = memory_zeroed(BUS_MESSAGE_MAX, 1);
    start_server(NULL);
    open_pair(&speaker, &hearer);
    process_signal(bench.nats.process, SIGSTOP);
    for (int i = 0; i < MESSAGES; i++)
        cr_assert(bus_publish(speaker->bus, "test.to", bytes, BUS_MESSAGE_MAX));
    bus_flush(speaker->bus);
    cr_assert_gt(bus_figures(speaker->bus).waiting_bytes, 0);
    process_signal(bench.nats.process, SIGCONT);
    UNTIL(hearer->heard == MESSAGES);
    UNTIL(bus_figures(speaker->bus).waiting_bytes == 0);
    cr_assert_eq(speaker->lost, 0);
    free(bytes);
    end();
}

Test(bus, of_several_servers_the_next_one_is_taken)
{
    char urls[128];
    struct test_nats first = test_nats_start(NULL), second = test_nats_start(NULL);
    snprintf(urls, sizeof urls, "nats://127.0.0.1:%d,nats://127.0.0.1:%d", first.port, second.port);
    struct hearer *hearer = open_with(0, (struct bus_config){.url = urls});
    UNTIL(hearer->connected == 1);
    test_nats_kill(&first);
    UNTIL(hearer->connected == 2);
    test_nats_start_again(&first);
    test_nats_kill(&second);
    UNTIL(hearer->connected == 3);
    cr_assert_eq(hearer->lost, 2);
    end();
}

Test(bus, closing_waits_only_for_a_moment_for_a_server_that_is_silent)
{
    struct hearer *speaker, *hearer;
    start_server(NULL);
    open_pair(&speaker, &hearer);
    process_signal(bench.nats.process, SIGSTOP);
    say(speaker, "unsaid");
    uint64_t begun = uv_hrtime();
    close_hearer(speaker);
    cr_assert_lt(uv_hrtime() - begun, 1000 * 1000000ULL, "it waits for the server's answer");
    process_signal(bench.nats.process, SIGCONT);
    end();
}

/* --- servers that refuse --- */

static const char users[] =
    "authorization { users = [\n"
    "  { user: hall, password: \"s3cret word\" }\n"
    "  { user: gate, password: other, permissions: {\n"
    "      publish: [\"test.to\", \"test.echo.*\"], subscribe: [\"test.echo.*\"] } }\n"
    "] }\n";

Test(bus, credentials_that_are_wrong_or_missing_are_told)
{
    start_server(users);
    open_bus(0);
    UNTIL(count_in_log("wants a user and a password") == 1);
    open_with(
        1, (struct bus_config){.url = url_of("nats://hall:wrong@", "127.0.0.1", bench.nats.port)});
    UNTIL(count_in_log("does not accept this user and password") == 1);
    cr_assert_eq(count_in_log("wrong@"), 0);
    cr_assert_eq(count_in_log("hall:"), 0, "a user and a password stand in the log");
    struct hearer *hearer =
        open_with(2, (struct bus_config){.url = url_of("nats://hall:s3cret%20word@", "127.0.0.1",
                                                       bench.nats.port)});
    UNTIL(hearer->connected);
    cr_assert_eq(count_in_log("s3cret"), 0);
    end();
}

Test(bus, a_subject_that_is_forbidden_is_told)
{
    start_server(users);
    const char *url = url_of("nats://gate:other@", "127.0.0.1", bench.nats.port);
    struct hearer *hearer = open_with(0, (struct bus_config){.url = url});
    bus_subscribe(hearer->bus, "test.to");
    UNTIL(count_in_log("forbids this user") == 1);
    expect_in_log("Subscription to");
    cr_assert_eq(hearer->connected, 0, "it was connected before the server had answered");
    struct hearer *speaker = open_with(1, (struct bus_config){.url = url});
    UNTIL(speaker->connected);
    cr_assert(bus_publish(speaker->bus, "test.to", "", 0));
    cr_assert(bus_publish(speaker->bus, "test.forbidden", "", 0));
    UNTIL(speaker->lost == 1);
    expect_in_log("Publish to");
    end();
}

Test(bus, a_server_that_takes_no_long_messages_is_told)
{
    start_server("max_payload: 65536\n");
    struct hearer *hearer = open_bus(0);
    UNTIL(count_in_log("does not take messages of 262144 bytes") == 1);
    cr_assert_eq(hearer->connected, 0);
    end();
}

/* --- what is no NATS server --- */

static int listen_somewhere(uint16_t *ret_port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    cr_assert(fd >= 0 && bind(fd, (struct sockaddr *)&address, len) == 0 && listen(fd, 8) == 0);
    cr_assert_eq(getsockname(fd, (struct sockaddr *)&address, &len), 0);
    *ret_port = ntohs(address.sin_port);
    return fd;
}

Test(bus, a_server_that_is_silent_is_no_NATS_server)
{
    uint16_t port;
    int listener = listen_somewhere(&port);
    open_with(0, (struct bus_config){.url = url_of("nats://", "127.0.0.1", port)});
    UNTIL(count_in_log("does not answer within 2 s as a NATS server does") == 1);
    close(listener);
    end();
}

struct foreign {
    int listener;
    const char *answer;
    const char *pong; /* written when the client has sent its PING; NULL: nothing */
    bool hangs_up;
    int taken[16]; /* its connections */
    int taken_count;
};

static void read_until_ping(int fd)
{
    char bytes[4096] = "";
    size_t len = 0;
    ssize_t more;
    while (!strstr(bytes, "PING\r\n") && (more = read(fd, bytes + len, sizeof bytes - 1 - len)) > 0)
        len += (size_t)more;
}

/* Answers each connection with its texts. */
static void speak_otherwise(void *argument)
{
    struct foreign *foreign = argument;
    for (int fd; (fd = accept(foreign->listener, NULL, NULL)) >= 0;) {
        ssize_t len = write(fd, foreign->answer, strlen(foreign->answer));
        if (len >= 0 && foreign->pong) {
            read_until_ping(fd);
            len = write(fd, foreign->pong, strlen(foreign->pong));
        }
        if (len < 0 || foreign->hangs_up || foreign->taken_count == 16)
            close(fd);
        else
            foreign->taken[foreign->taken_count++] = fd;
    }
}

static void expect_of_foreign(struct foreign foreign, const char *sentence)
{
    uint16_t port;
    uv_thread_t thread;
    foreign.listener = listen_somewhere(&port);
    uv_thread_create(&thread, speak_otherwise, &foreign);
    open_with(0, (struct bus_config){.url = url_of("nats://", "127.0.0.1", port)});
    UNTIL(count_in_log(sentence) == 1);
    shutdown(foreign.listener, SHUT_RDWR);
    uv_thread_join(&thread);
    close(foreign.listener);
    for (int i = 0; i < foreign.taken_count; i++)
        close(foreign.taken[i]);
    end();
}

Test(bus, a_server_that_speaks_otherwise_is_no_NATS_server)
{
    expect_of_foreign((struct foreign){.answer = "HTTP/1.1 400 Bad Request\r\n\r\n"},
                      "is no NATS server");
}

Test(bus, a_server_that_hangs_up_is_told)
{
    expect_of_foreign((struct foreign){.answer = "", .hangs_up = true},
                      "ends each new connection without a word");
}

/* cnats would wait for ever. */
Test(bus, a_server_that_greets_and_falls_silent_is_given_up)
{
    expect_of_foreign(
        (struct foreign){.answer = "INFO {\"server_id\":\"x\",\"max_payload\":1048576}\r\n"},
        "does not answer within 2 s as a NATS server does");
}

/* It has begun to deliver a message, and that is as far as it goes. */
Test(bus, a_server_that_falls_silent_within_a_message_is_given_up)
{
    expect_of_foreign(
        (struct foreign){.answer = "INFO {\"server_id\":\"x\",\"max_payload\":1048576}\r\n",
                         .pong = "PONG\r\nMSG test.echo.0 1 262144\r\nhalf of it"},
        "takes messages, and delivers none");
}

/* --- TLS --- */

static const char *tls_lines(const char *certificate, bool asks_clients)
{
    static char lines[4096];
    snprintf(lines, sizeof lines,
             "tls { cert_file: \"%s\", key_file: \"%s\", ca_file: \"%s\", verify: %s }\n",
             certificate_file(certificate, ".pem"), certificate_file(certificate, ".key"),
             certificate_file("authority", ".pem"), asks_clients ? "true" : "false");
    return lines;
}

static void make_certificates(void)
{
    certificate_make((struct certificate_wish){.name = "authority", .is_authority = true});
    certificate_make((struct certificate_wish){
        .name = "server", .issuer = "authority", .hosts = "DNS:localhost,IP:127.0.0.1"});
    certificate_make((struct certificate_wish){
        .name = "elsewhere", .issuer = "authority", .hosts = "DNS:elsewhere.invalid"});
    certificate_make((struct certificate_wish){.name = "client", .issuer = "authority"});
}

Test(bus, messages_pass_by_TLS_between_those_with_certificates)
{
    make_certificates();
    start_server(tls_lines("server", true));
    struct bus_config config = {.url = url_of("tls://", "localhost", bench.nats.port),
                                .ca = certificate_file("authority", ".pem"),
                                .certificate = certificate_file("client", ".pem"),
                                .key = certificate_file("client", ".key")};
    struct hearer *speaker = open_with(0, config), *hearer = open_with(1, config);
    bus_subscribe(hearer->bus, "test.to");
    UNTIL(speaker->connected && hearer->connected);
    char *bytes = memory_zeroed(BUS_MESSAGE_MAX, 1);
    for (int i = 0; i < 40; i++) {
        cr_assert(bus_publish(speaker->bus, "test.to", bytes, BUS_MESSAGE_MAX));
        UNTIL(hearer->heard >= i - 3);
    }
    UNTIL(hearer->heard == 40);
    cr_assert_eq(hearer->last.len, BUS_MESSAGE_MAX);
    /* With TLS cnats waits in a write: not for long. */
    process_signal(bench.nats.process, SIGSTOP);
    for (int i = 0; i < 100; i++)
        cr_assert(bus_publish(speaker->bus, "test.to", bytes, BUS_MESSAGE_MAX));
    uint64_t begun = uv_hrtime();
    bus_flush(speaker->bus);
    cr_assert_lt(uv_hrtime() - begun, 2000 * 1000000ULL, "it waits for the server");
    cr_assert_eq(speaker->lost, 1);
    expect_in_log("takes messages more slowly than they are made");
    process_signal(bench.nats.process, SIGCONT);
    free(bytes);
    end();
}

Test(bus, a_certificate_is_for_an_address_in_numbers_too)
{
    make_certificates();
    start_server(tls_lines("server", false));
    struct hearer *hearer =
        open_with(0, (struct bus_config){.url = url_of("tls://", "127.0.0.1", bench.nats.port),
                                         .ca = certificate_file("authority", ".pem")});
    UNTIL(hearer->connected);
    end();
}

Test(bus, servers_that_nobody_vouches_for_are_refused)
{
    make_certificates();
    start_server(tls_lines("elsewhere", false));
    struct hearer *other_name =
        open_with(0, (struct bus_config){.url = url_of("tls://", "localhost", bench.nats.port),
                                         .ca = certificate_file("authority", ".pem")});
    UNTIL(count_in_log("--bus-ca has to name the authority") == 1);
    struct hearer *no_authority =
        open_with(1, (struct bus_config){.url = url_of("tls://", "localhost", bench.nats.port)});
    UNTIL(count_in_log("name the authority of its certificate with --bus-ca") == 1);
    cr_assert_eq(other_name->connected + no_authority->connected, 0);
    end();
}

Test(bus, TLS_on_one_side_only_is_told)
{
    make_certificates();
    start_server(tls_lines("server", false));
    open_bus(0);
    UNTIL(count_in_log("takes only connections with TLS") == 1);
    struct test_nats plain = test_nats_start(NULL);
    open_with(1, (struct bus_config){.url = url_of("tls://", "localhost", plain.port)});
    UNTIL(count_in_log("has no TLS") == 1);
    end();
}

Test(bus, TLS_files_that_cannot_be_read_are_named_at_once)
{
    struct error error;
    struct bus_callbacks callbacks = {&bench.hearers[0], on_connected, on_lost, on_message};
    struct bus_config config = {
        .url = "tls://localhost:1", .ca = "/nowhere/ca.pem", .name = "test", .echo = "test.echo.0"};
    bench.hearers[0].bus = bus_create(&bench.loop, &config, &callbacks);
    cr_assert_eq(bus_open(bench.hearers[0].bus, &error), ERROR_IO);
    cr_assert_not_null(strstr(error.message, "--bus-ca: /nowhere/ca.pem"), "%s", error.message);
    end();
}
