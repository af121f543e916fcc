/* Addresses of a bus, and what a program is refused that could not use its own. */
#include "server/bus/bus.h"
#include "server/bus/bus_url.h"
#include "tests/suite.h"

#include <string.h>

SUITE(bus_url, 5);

static struct bus_server *parse(const char *url, size_t count)
{
    struct bus_server *servers;
    size_t found;
    struct error error;
    cr_assert_eq(bus_url_parse(url, &servers, &found, &error), ERROR_NONE, "%s: %s", url,
                 error.message);
    cr_assert_eq(found, count, "%s", url);
    return servers;
}

Test(bus_url, host_and_port)
{
    static const struct {
        const char *url, *host;
        int port;
        bool is_tls, is_loopback;
    } rows[] = {
        {"nats://127.0.0.1:1234", "127.0.0.1", 1234, false, true},
        {"nats://localhost", "localhost", 4222, false, true},
        {"nats://localhost/", "localhost", 4222, false, true},
        {"nats://[::1]:5", "::1", 5, false, true},
        {"nats://127.9.9.9", "127.9.9.9", 4222, false, true},
        {"tls://bus.example:4443", "bus.example", 4443, true, false},
        {"nats://10.0.0.1", "10.0.0.1", 4222, false, false},
        {"nats://localhost.example", "localhost.example", 4222, false, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bus_server *server = parse(rows[i].url, 1);
        cr_assert_str_eq(server->address.host, rows[i].host);
        cr_assert_eq(server->address.port, rows[i].port, "%s", rows[i].url);
        cr_assert_eq(server->is_tls, rows[i].is_tls, "%s", rows[i].url);
        cr_assert_eq(server->is_loopback, rows[i].is_loopback, "%s", rows[i].url);
        cr_assert_null(server->user);
        bus_servers_free(server, 1);
    }
}

Test(bus_url, users_and_tokens)
{
    struct bus_server *servers =
        parse("nats://hall:p%40ss%3aw%2Crd%25@localhost,tls://t0ken@b:1,nats://a:b@c@[::1]", 3);
    cr_assert_str_eq(servers[0].user, "hall");
    cr_assert_str_eq(servers[0].password, "p@ss:w,rd%");
    cr_assert_str_eq(servers[1].user, "t0ken");
    cr_assert_null(servers[1].password);
    cr_assert_str_eq(servers[2].password, "b@c");
    cr_assert_str_eq(servers[2].address.host, "::1");
    bus_servers_free(servers, 3);
}

static void expect_refused(struct bus_config config, const char *part)
{
    struct error error;
    cr_assert_eq(bus_check(&config, &error), ERROR_USAGE, "%s", config.url);
    cr_assert_not_null(strstr(error.message, part), "'%s' is expected: %s", part, error.message);
    cr_assert_null(strstr(error.message, "secret"), "%s", error.message);
}

Test(bus_url, others_are_refused_without_their_secrets)
{
    static const struct {
        const char *url, *part;
    } rows[] = {
        {"", "nats://HOST:PORT"},
        {"localhost:4222", "nats://HOST:PORT"},
        {"http://localhost", "nats://HOST:PORT"},
        {"nats://", "nats://HOST:PORT"},
        {"nats://user:secret@", "HOST"},
        {"nats://user:secret@localhost:none", "HOST:PORT"},
        {"nats://user:secret@localhost:0", "port 0"},
        {"nats://user:secret@localhost:70000", "65535"},
        {"nats://user:secret%zz@localhost", "%XX"},
        {"nats://user:secret%4@localhost", "%XX"},
        {"nats://user:secret%00@localhost", "%XX"},
        {"nats://:secret@localhost", "before the @"},
        {"nats://localhost,", "nats://HOST:PORT"},
        {"nats://localhost,ftp://user:secret@b", "nats://HOST:PORT"},
        {"nats://user:secret@10.0.0.1:4222", "10.0.0.1 is another machine"},
        {"tls://localhost,nats://user:secret@bus.example", "bus.example is another machine"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect_refused((struct bus_config){.url = rows[i].url}, rows[i].part);
}

Test(bus_url, files_for_TLS_belong_together)
{
    struct error error;
    expect_refused((struct bus_config){.url = "nats://localhost", .ca = "ca.pem"}, "tls://");
    expect_refused((struct bus_config){.url = "tls://b", .certificate = "a.pem"},
                   "the key is missing");
    expect_refused((struct bus_config){.url = "tls://b", .key = "a.key"},
                   "the certificate is missing");
    cr_assert_eq(bus_check(&(struct bus_config){.url = "tls://user:secret@b,nats://localhost",
                                                .ca = "ca.pem",
                                                .certificate = "a.pem",
                                                .key = "a.key"},
                           &error),
                 ERROR_NONE);
}
