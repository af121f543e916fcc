/* The links of invitations. */
#include "client/host/link.h"
#include "tests/suite.h"

#include <string.h>

SUITE(link, 20);

#define CODE "AbCdEfGhIjKlMnOpQr-_19"
#define PIN "sha256:0123456789abcdefghijklmnopqrstuvwxyzABCDEFE"

static void expect_server(const char *text, const char *server, const char *pin)
{
    struct link link;
    struct error error;
    struct text printed = {0};
    cr_assert_eq(link_parse(text, &link, &error), ERROR_NONE, "%s: %s", text, error.message);
    cr_expect_str_eq(link.code, CODE);
    cr_expect_str_eq(link.pin, pin);
    link_print_server(&link, &printed);
    cr_expect_str_eq(text_string(&printed), server);
    text_finish(&printed);
}

Test(link, names_the_server_and_its_key)
{
    expect_server("https://192.168.1.5:7800/i/" CODE "#" PIN, "tls://192.168.1.5:7800", PIN);
    expect_server("https://[2001:db8::5]:7801/i/" CODE "#" PIN, "tls://[2001:db8::5]:7801", PIN);
    expect_server("https://play.example.org/i/" CODE, "wss://play.example.org:443/", "");
    expect_server("http://127.0.0.1:7800/i/" CODE, "127.0.0.1:7800", "");
    expect_server("http://localhost/i/" CODE, "localhost:80", "");
}

Test(link, is_printed_as_it_was_read)
{
    static const char *const links[] = {
        "https://192.168.1.5:7800/i/" CODE "#" PIN,
        "https://[2001:db8::5]:7801/i/" CODE,
        "http://127.0.0.1:7800/i/" CODE,
    };
    for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
        struct link link;
        struct error error;
        struct text printed = {0};
        cr_assert_eq(link_parse(links[i], &link, &error), ERROR_NONE);
        link_print(&link, &printed);
        cr_expect_str_eq(text_string(&printed), links[i]);
        text_finish(&printed);
    }
}

Test(link, that_is_cut_off_or_no_link_is_refused_with_the_place)
{
    static const struct {
        const char *text, *why;
    } rows[] = {
        {"", "does not begin with https://"},
        {"192.168.1.5:7800", "does not begin with https://"},
        {"ftp://192.168.1.5/i/" CODE, "does not begin with https://"},
        {"https://", "name of a server is missing"},
        {"https:///i/" CODE, "name of a server is missing"},
        {"https://host:0/i/" CODE, "name of a server is missing"},
        {"https://host:70000/i/" CODE, "name of a server is missing"},
        {"https://one,two/i/" CODE, "name of one server was expected"},
        {"https://host:x/i/" CODE, "name of a server is missing"},
        {"https://192.168.1.5:7800", "comes /i/ and a code"},
        {"https://192.168.1.5:7800/", "comes /i/ and a code"},
        {"https://192.168.1.5:7800/j/" CODE, "comes /i/ and a code"},
        {"https://192.168.1.5:7800/i/", "has 22 characters, and this one 0"},
        {"https://192.168.1.5:7800/i/AbCdEf", "has 22 characters, and this one 6"},
        {"https://192.168.1.5:7800/i/" CODE "x", "has 22 characters, and this one 23"},
        {"https://192.168.1.5:7800/i/" CODE "/", "behind the code comes #"},
        {"https://192.168.1.5:7800/i/" CODE "#", "key behind # is not whole"},
        {"https://192.168.1.5:7800/i/" CODE "#sha256:0123456789", "key behind # is not whole"},
        {"https://192.168.1.5:7800/i/" CODE "#" PIN "x", "key behind # is not whole"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct link link;
        struct error error;
        cr_assert_eq(link_parse(rows[i].text, &link, &error), ERROR_USAGE, "%s", rows[i].text);
        cr_expect(strstr(error.message, rows[i].why) != NULL, "%s: %s", rows[i].text,
                  error.message);
    }
}

Test(link, with_a_host_that_is_too_long_is_refused)
{
    struct text text = {0};
    struct link link;
    struct error error;
    text_append_string(&text, "https://");
    for (int i = 0; i < 1000; i++)
        text_append_char(&text, 'a');
    text_append_string(&text, "/i/" CODE);
    cr_expect_eq(link_parse(text_string(&text), &link, &error), ERROR_USAGE);
    text_finish(&text);
}
