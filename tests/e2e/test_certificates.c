/* The certificate of a server: made once, loaded anew while it serves, and watched for its end. */
#include "common/tls/tls.h"
#include "tests/e2e/peer.h"
#include "tests/e2e/stage.h"
#include "tests/e2e/takeaway.h"

#include <arpa/inet.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

STAGE(certificates);

#define OPENSSL_PROGRAM "/usr/bin/openssl"

static char control[FOLDER_PATH_MAX], certificate[FOLDER_PATH_MAX], key[FOLDER_PATH_MAX];
static const char *const with_files[] = {
    "--control", control, "--tls-certificate", certificate, "--tls-key", key, NULL};

/* --- verbs --- */

/* Puts a new pair of files, good for so many days, in place of the old one. */
static void make_pair(const char *days)
{
    int status;
    folder_path("control", control);
    folder_path("certificate.pem", certificate);
    folder_path("key.pem", key);
    unlink(key);
    struct process *process = process_run(
        OPENSSL_PROGRAM,
        (const char *const[]){"req", "-x509", "-newkey", "ec", "-pkeyopt",
                              "ec_paramgen_curve:P-256", "-nodes", "-days", days, "-subj",
                              "/CN=localhost", "-out", certificate, "-keyout", key, NULL},
        &status);
    cr_assert_eq(status, 0, "%s", process_errors(process));
    cr_assert_eq(chmod(key, 0600), 0);
}

static void need_openssl(void)
{
    if (access(OPENSSL_PROGRAM, X_OK) != 0)
        cr_skip_test("there is no " OPENSSL_PROGRAM " (Debian: openssl)");
}

/* A TLS client that has shaken hands. */
struct visitor {
    int fd;
    struct tls_stream *stream;
};

static void carry(struct visitor *visitor, struct text *out)
{
    char bytes[16384];
    struct text plain = {0};
    struct error error;
    while (tls_stream_state(visitor->stream) == TLS_HANDSHAKING || out->len > 0) {
        cr_assert_eq(send(visitor->fd, out->bytes, out->len, MSG_NOSIGNAL), (ssize_t)out->len);
        text_clear(out);
        if (tls_stream_state(visitor->stream) != TLS_HANDSHAKING)
            break;
        ssize_t len = recv(visitor->fd, bytes, sizeof bytes, 0);
        cr_assert_gt(len, 0, "the server hangs up");
        enum tls_state state =
            tls_stream_receive(visitor->stream, bytes, (size_t)len, &plain, out, &error);
        cr_assert_neq(state, TLS_FAILED, "%s", error.message);
    }
    text_finish(&plain);
}

static struct visitor visit(const struct server *server)
{
    struct tls_context *context;
    struct error error;
    struct text out = {0};
    struct sockaddr_in address = {
        .sin_family = AF_INET,
        .sin_port = htons((uint16_t)server->port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    struct visitor visitor = {.fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    cr_assert_eq(connect(visitor.fd, (struct sockaddr *)&address, sizeof address), 0);
    cr_assert_eq(tls_context_for_client(&context, &error), ERROR_NONE, "%s", error.message);
    visitor.stream = tls_stream_connect(context, "localhost", TLS_ALPN_TAKEAWAY, &out);
    tls_context_unref(context);
    carry(&visitor, &out);
    text_finish(&out);
    return visitor;
}

static void leave(struct visitor *visitor)
{
    tls_stream_destroy(visitor->stream);
    close(visitor->fd);
}

static const char *pin_of(const struct visitor *visitor)
{
    return tls_stream_peer(visitor->stream)->pin;
}

/* The pin that a new client sees. */
static void see_pin(const struct server *server, char ret_pin[CERTIFICATE_PIN_CHARS + 1])
{
    struct visitor visitor = visit(server);
    strcpy(ret_pin, pin_of(&visitor));
    leave(&visitor);
}

/* Says hello over TLS, and waits for the first byte of the answer. */
static void say_hello(struct visitor *visitor, const char *name)
{
    struct text request = {0}, out = {0}, plain = {0};
    struct wire_hello hello = {
        .protocol = WIRE_PROTOCOL,
        .client = wire_text("test"),
        .name = wire_text(name),
    };
    char bytes[16384];
    struct error error;
    wire_encode_request(&request, 1, WIRE_SESSION_HELLO, &hello);
    tls_stream_send(visitor->stream, request.bytes, request.len, &out);
    carry(visitor, &out);
    while (plain.len == 0) {
        ssize_t len = recv(visitor->fd, bytes, sizeof bytes, 0);
        cr_assert_gt(len, 0, "the server hangs up");
        cr_assert_eq(tls_stream_receive(visitor->stream, bytes, (size_t)len, &plain, &out, &error),
                     TLS_OPEN);
    }
    cr_assert_eq(plain.bytes[0], '\x94');
    text_finish(&request);
    text_finish(&out);
    text_finish(&plain);
}

#define ADMIN(...)                                                                                 \
    takeaway_run((const char *const[]){"admin", "--control", control, __VA_ARGS__, NULL})

/* --- tests --- */

Test(certificates, are_loaded_anew_for_those_who_come_later)
{
    char before[CERTIFICATE_PIN_CHARS + 1], after[CERTIFICATE_PIN_CHARS + 1];
    need_openssl();
    make_pair("100");
    struct server server = server_start_with(with_files);
    struct visitor early = visit(&server);
    see_pin(&server, before);
    cr_assert_str_eq(pin_of(&early), before);

    make_pair("100");
    assert_has(ADMIN("reload"), "The certificate is loaded anew.");
    see_pin(&server, after);
    cr_assert_str_neq(after, before);
    say_hello(&early, "anna");
    leave(&early);

    make_pair("100");
    kill(process_pid(server.process), SIGHUP);
    char pin[CERTIFICATE_PIN_CHARS + 1];
    snprintf(pin, sizeof pin, "%s", after);
    while (strcmp(pin, after) == 0) /* the signal comes when the system likes */
        see_pin(&server, pin);
    server_stop(&server);
}

Test(certificates, that_are_no_good_leave_the_old_one_in_use)
{
    char before[CERTIFICATE_PIN_CHARS + 1], after[CERTIFICATE_PIN_CHARS + 1];
    int status;
    need_openssl();
    make_pair("100");
    struct server server = server_start_with(with_files);
    see_pin(&server, before);
    char old_key[FOLDER_PATH_MAX];
    folder_path("old.pem", old_key);
    cr_assert_eq(rename(key, old_key), 0);
    make_pair("100");
    cr_assert_eq(rename(old_key, key), 0);
    struct process *admin =
        process_run(TAKEAWAY_PROGRAM,
                    (const char *const[]){"admin", "--control", control, "reload", NULL}, &status);
    cr_assert_eq(status, 1);
    assert_has(process_errors(admin), key);
    see_pin(&server, after);
    cr_assert_str_eq(after, before);
    server_stop(&server);
    assert_has(process_errors(server.process), "error certificate-kept reason=");
}

Test(certificates, near_their_end_are_warned_of)
{
    need_openssl();
    make_pair("13");
    struct server server = server_start_with(with_files);
    make_pair("100");
    ADMIN("reload");
    const char *stats = ADMIN("stats");
    cr_assert_not_null(strstr(stats, "certificate_expires"), "%s", stats);
    server_stop(&server);
    const char *log = process_errors(server.process);
    const char *warning = strstr(log, "warn certificate-expires days=12");
    cr_assert_not_null(warning, "%s", log);
    cr_assert_null(strstr(warning + 10, "warn certificate-expires"), "%s", log);
}

Test(certificates, of_a_servers_own_are_made_once)
{
    static char folder[FOLDER_PATH_MAX];
    char first[CERTIFICATE_PIN_CHARS + 1], second[CERTIFICATE_PIN_CHARS + 1], line[100];
    static const char *const own[] = {"--tls-self-signed", folder, NULL};
    folder_path("own", folder);
    struct server server = server_start_with(own);
    see_pin(&server, first);
    snprintf(line, sizeof line, "server key %s", first);
    cr_assert_str_eq(process_read_line(server.process), line);
    server_stop(&server);
    server_start_again(&server);
    see_pin(&server, second);
    cr_assert_str_eq(second, first);
    server_stop(&server);
}

Test(certificates, cannot_be_loaded_anew_where_there_are_none)
{
    int status;
    static const char *const with_control[] = {"--control", control, NULL};
    folder_path("control", control);
    struct server server = server_start_with(with_control);
    struct process *admin =
        process_run(TAKEAWAY_PROGRAM,
                    (const char *const[]){"admin", "--control", control, "reload", NULL}, &status);
    cr_assert_eq(status, 2);
    assert_has(process_errors(admin), "this server has no TLS: start it with --tls-certificate");
    kill(process_pid(server.process), SIGHUP);
    peer_join(&server, "anna");
    server_stop(&server);
}
