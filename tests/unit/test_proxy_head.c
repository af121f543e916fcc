/* Heads of the PROXY protocol: what is read must not depend on how the bytes are cut. */
#include "common/base/memory.h"
#include "common/base/text.h"
#include "common/web/proxy_head.h"
#include "tests/suite.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

SUITE(proxy_head, 20);

#define SIGNATURE "\r\n\r\n\0\r\nQUIT\n"
#define TCP4                                                                                       \
    "\xc0\x00\x02\x01\x0a\x00\x00\x01\x30\x39\x1e\x78" /* 192.0.2.1:12345 to 10.0.0.1:7800 */
#define TCP6                                                                                       \
    "\x20\x01\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\x07"                                                   \
    "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\xff\xff\x1e\x78" /* [2001:db8::7]:65535 to [::1]:7800 */
/* Whether a client of a proxy came by TLS, and no more. */
#define TLS "\x20\x00\x05\x01\0\0\0\0"
#define NOT_TLS "\x20\x00\x05\x00\0\0\0\0"

static struct proxy_reader reader;
static struct proxy_head head;
static const char *why;

static void finish(void)
{
    proxy_reader_finish(&reader);
}

#define PROXY_TEST(name) Test(proxy_head, name, .fini = finish)

/* Feeds the bytes in pieces of their own memory: the first of `cut` bytes (0: none), the others of
 * `step`. */
static enum proxy_progress feed_pieces(const char *bytes, size_t len, size_t cut, size_t step,
                                       size_t *ret_taken)
{
    proxy_reader_finish(&reader);
    enum proxy_progress progress = PROXY_PARTIAL;
    size_t at = 0;
    head = (struct proxy_head){0};
    why = NULL;
    while (at < len && progress == PROXY_PARTIAL) {
        size_t size = at == 0 && cut > 0 ? cut : step, taken;
        size = size < len - at ? size : len - at;
        char *piece = memory_text(bytes + at, size);
        progress = proxy_head_feed(&reader, piece, size, &taken, &head, &why);
        free(piece);
        EXPECT(taken == size || progress != PROXY_PARTIAL, "it left bytes of a partial head");
        at += taken;
    }
    EXPECT(progress == PROXY_PARTIAL || !reader.part, "memory is left");
    *ret_taken = at;
    return progress;
}

static enum proxy_progress feed(const char *bytes, size_t len, size_t *ret_taken)
{
    size_t taken;
    enum proxy_progress progress = feed_pieces(bytes, len, 0, len, ret_taken);
    struct proxy_head first = head;
    const char *first_why = why;
    for (size_t cut = 0; cut < len; cut++) {
        enum proxy_progress again = feed_pieces(bytes, len, cut, cut == 0 ? 1 : len, &taken);
        EXPECT(again == progress && taken == *ret_taken && why == first_why &&
                   memcmp(&head, &first, sizeof head) == 0,
               "cut at %zu (0: byte by byte) it is another head", cut);
    }
    return progress;
}

/* A head with this version and command, family, and what follows. */
static enum proxy_progress take(char command, char family, const char *rest, size_t rest_len)
{
    struct text bytes = {0};
    size_t taken;
    text_append(&bytes, SIGNATURE, 12);
    text_append_char(&bytes, command);
    text_append_char(&bytes, family);
    text_append_char(&bytes, (char)(rest_len >> 8));
    text_append_char(&bytes, (char)rest_len);
    text_append(&bytes, rest, rest_len);
    size_t head_len = bytes.len;
    text_append_string(&bytes, "GET / HTTP/1.1");
    enum proxy_progress progress = feed(bytes.bytes, bytes.len, &taken);
    if (progress == PROXY_WHOLE)
        cr_assert_eq(taken, head_len);
    text_finish(&bytes);
    return progress;
}

#define TAKE(command, family, rest) take(command, family, rest, sizeof(rest) - 1)

static void check_source(const char *address, int port)
{
    char text[INET6_ADDRSTRLEN];
    const struct sockaddr_in *four = (const struct sockaddr_in *)&head.source;
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)&head.source;
    bool is_six = head.source.ss_family == AF_INET6;
    inet_ntop(head.source.ss_family, is_six ? (const void *)&six->sin6_addr : &four->sin_addr, text,
              sizeof text);
    cr_assert(head.has_address);
    cr_assert_str_eq(text, address);
    cr_assert_eq(ntohs(is_six ? six->sin6_port : four->sin_port), port);
}

/* --- heads that are taken --- */

PROXY_TEST(of_ipv4_has_the_source)
{
    cr_assert_eq(TAKE(0x21, 0x11, TCP4), PROXY_WHOLE);
    check_source("192.0.2.1", 12345);
    cr_assert_not(head.is_tls);
}

PROXY_TEST(of_ipv6_has_the_source)
{
    cr_assert_eq(TAKE(0x21, 0x21, TCP6), PROXY_WHOLE);
    check_source("2001:db8::7", 65535);
}

PROXY_TEST(tells_tls)
{
    cr_assert_eq(TAKE(0x21, 0x11, TCP4 TLS), PROXY_WHOLE);
    cr_assert(head.is_tls);
    cr_assert_eq(TAKE(0x21, 0x21, TCP6 TLS), PROXY_WHOLE);
    cr_assert(head.is_tls);
    cr_assert_eq(TAKE(0x21, 0x11, TCP4 NOT_TLS), PROXY_WHOLE);
    cr_assert_not(head.is_tls);
}

PROXY_TEST(may_have_other_fields)
{
    /* the name that the client asked for, an unknown one, padding; inside of TLS: its version */
    cr_assert_eq(TAKE(0x21, 0x11,
                      TCP4 "\x02\x00\x03"
                           "a.b"
                           "\xee\x00\x00\x04\x00\x02\0\0"
                           "\x20\x00\x0f\x07\0\0\0\0\x21\x00\x07"
                           "TLSv1.3"),
                 PROXY_WHOLE);
    cr_assert(head.is_tls);
}

PROXY_TEST(without_an_address_is_taken)
{
    cr_assert_eq(TAKE(0x21, 0x00, ""), PROXY_WHOLE);
    cr_assert_not(head.has_address);
    cr_assert_eq(TAKE(0x21, 0x00, TLS), PROXY_WHOLE);
    cr_assert(head.is_tls);
    struct text sockets = {0};
    for (int i = 0; i < 216; i++)
        text_append_char(&sockets, 'x');
    cr_assert_eq(take(0x21, 0x31, sockets.bytes, sockets.len), PROXY_WHOLE);
    cr_assert_not(head.has_address);
    text_finish(&sockets);
}

PROXY_TEST(of_the_proxy_itself_says_nothing_whatever_it_holds)
{
    cr_assert_eq(TAKE(0x20, 0x00, ""), PROXY_WHOLE);
    cr_assert_not(head.has_address);
    cr_assert_eq(TAKE(0x20, 0x11, TCP4 TLS), PROXY_WHOLE);
    cr_assert_not(head.has_address);
    cr_assert_not(head.is_tls);
    cr_assert_eq(TAKE(0x20, '\xff', "\xff\xff\xff"), PROXY_WHOLE);
}

PROXY_TEST(has_at_most_536_bytes_behind_the_fixed_ones)
{
    struct text rest = {0};
    text_append(&rest, TCP4 "\x04\x02\x09", 15); /* padding */
    while (rest.len < 536)
        text_append_char(&rest, '\0');
    cr_assert_eq(take(0x21, 0x11, rest.bytes, rest.len), PROXY_WHOLE);
    text_append_char(&rest, '\0');
    cr_assert_eq(take(0x21, 0x11, rest.bytes, rest.len), PROXY_REFUSED);
    cr_assert_str_eq(why, "the head of the PROXY protocol is longer than 552 bytes");
    text_finish(&rest);
}

/* --- heads that are refused --- */

PROXY_TEST(that_is_hostile_is_refused)
{
    static const struct {
        const char *what;
        char command, family;
        const char *rest;
        size_t rest_len;
    } rows[] = {
#define REST(literal) literal, sizeof(literal) - 1
        {"version 1 in the binary head", 0x11, 0x11, REST(TCP4)},
        {"version 3", 0x31, 0x11, REST(TCP4)},
        {"version 0", 0x01, 0x11, REST(TCP4)},
        {"command 2", 0x22, 0x11, REST(TCP4)},
        {"command 15", 0x2f, 0x11, REST(TCP4)},
        {"UDP", 0x21, 0x12, REST(TCP4)},
        {"UDP over IPv6", 0x21, 0x22, REST(TCP6)},
        {"IPv4 of no kind", 0x21, 0x10, REST(TCP4)},
        {"no address, but a stream", 0x21, 0x01, REST(TCP4)},
        {"an unknown family", 0x21, 0x41, REST(TCP4)},
        {"IPv4 without addresses", 0x21, 0x11, REST("")},
        {"IPv4 with a byte too few", 0x21, 0x11, "\0\0\0\0\0\0\0\0\0\0\0", 11},
        {"IPv6 with the addresses of IPv4", 0x21, 0x21, REST(TCP4)},
        {"a field of one byte", 0x21, 0x11, REST(TCP4 "\x20")},
        {"a field of two bytes", 0x21, 0x11, REST(TCP4 "\x20\x00")},
        {"a field that is longer than the head", 0x21, 0x11, REST(TCP4 "\x04\x00\x01")},
        {"a field of 65535 bytes", 0x21, 0x11, REST(TCP4 "\x04\xff\xff\0\0")},
        {"TLS without its bits", 0x21, 0x11, REST(TCP4 "\x20\x00\x00")},
        {"TLS with a byte too few", 0x21, 0x11, REST(TCP4 "\x20\x00\x04\x01\0\0\0")},
        {"TLS with a byte too many", 0x21, 0x11, REST(TCP4 "\x20\x00\x06\x01\0\0\0\0\x21")},
        {"TLS with an inner field that is too long", 0x21, 0x11,
         REST(TCP4 "\x20\x00\x08\x01\0\0\0\0\x21\x00\x01"
                   "\x04\x00\x00")},
        {"TLS twice", 0x21, 0x11, REST(TCP4 NOT_TLS TLS)},
        {"a bad field behind TLS", 0x21, 0x11, REST(TCP4 TLS "\x04\x00\x05\0")},
#undef REST
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_assert_eq(take(rows[i].command, rows[i].family, rows[i].rest, rows[i].rest_len),
                     PROXY_REFUSED, "%s", rows[i].what);
}

PROXY_TEST(of_version_1_is_a_line_and_leaves_what_follows)
{
    static const struct {
        const char *line, *address;
        int port;
    } rows[] = {
        {"PROXY TCP4 192.0.2.1 10.0.0.1 12345 7800\r\n", "192.0.2.1", 12345},
        {"PROXY TCP6 2001:db8::7 ::1 65535 7800\r\n", "2001:db8::7", 65535},
        {"PROXY TCP4 255.255.255.255 0.0.0.0 0 65535\r\n", "255.255.255.255", 0},
        {"PROXY TCP6 ::ffff:192.0.2.1 ::FFFF:10.0.0.1 1 2\r\n", "::ffff:192.0.2.1", 1},
        {"PROXY TCP6 ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff ffff:ffff:ffff:ffff:ffff:ffff:ffff:"
         "ffff 65535 65535\r\n",
         "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", 65535},
        {"PROXY UNKNOWN\r\n", NULL, 0},
        {"PROXY UNKNOWN \r\n", NULL, 0},
        {"PROXY UNKNOWN  and 1.2.3.4 what\tnot\r\n", NULL, 0},
        {"PROXY UNKNOWNxyz\r\n", NULL, 0},
        {"PROXY UNKNOWN ffff::1 ffff::2 1 2\r\n", NULL, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct text bytes = {0};
        size_t taken;
        text_printf(&bytes, "%s\x16more", rows[i].line);
        cr_assert_eq(feed(bytes.bytes, bytes.len, &taken), PROXY_WHOLE, "%s: %s", rows[i].line,
                     why);
        cr_assert_eq(taken, strlen(rows[i].line));
        cr_assert_not(head.is_tls);
        cr_assert_eq(head.has_address, rows[i].address != NULL);
        if (rows[i].address)
            check_source(rows[i].address, rows[i].port);
        text_finish(&bytes);
    }
}

PROXY_TEST(of_version_1_that_is_malformed_is_refused)
{
    static const char *const lines[] = {
        "PROXY TCP4 192.0.2.1 10.0.0.1 12345 7800\n",
        "PROXY TCP4 192.0.2.1 10.0.0.1 12345\r\n",
        "PROXY TCP4 192.0.2.1 10.0.0.1 12345 70000\r\n",
        "PROXY TCP4 2001:db8::7 ::1 65535 7800\r\n",
        "PROXY TCP6 192.0.2.1 10.0.0.1 12345 7800\r\n",
        "PROXY TCP4 192.0.2.1 10.0.0.1 12345 7800 more\r\n",
        "PROXY TCP4 192.0.2.1 10.0.0.1 12345 65536\r\n",
        "PROXY TCP4 192.0.2.1 10.0.0.1 12345 -1\r\n",
        "PROXY TCP4 192.0.2.1 10.0.0.1 12345 +1\r\n",
        "PROXY TCP4 192.0.2.1 10.0.0.1 12345 0x1\r\n",
        "PROXY TCP4 192.0.2.1 10.0.0.1 012345 7800\r\n",
        "PROXY TCP4 192.0.2.1 10.0.0.1 12345 07800\r\n",
        "PROXY TCP4 192.0.2.1 10.0.0.1 12345 00\r\n",
        "PROXY TCP4 192.0.2.1 10.0.0.1 12345 \r\n",
        "PROXY TCP4 192.0.2.1 10.0.0.1 12345 7800 \r\n",
        "PROXY TCP4 192.0.2.1 10.0.0.1 12345  7800\r\n",
        "PROXY TCP4  192.0.2.1 10.0.0.1 12345 7800\r\n",
        "PROXY  TCP4 192.0.2.1 10.0.0.1 12345 7800\r\n",
        "PROXY TCP4 192.0.2.1\t10.0.0.1 12345 7800\r\n",
        "PROXY TCP4 192.0.2.1 10.0.0.1 12345 7800\r\r\n",
        "PROXY TCP4 192.0.2.1\r10.0.0.1 12345 7800\r\n",
        "PROXY TCP4 192.0.2.01 10.0.0.1 12345 7800\r\n",
        "PROXY TCP4 192.0.2.256 10.0.0.1 12345 7800\r\n",
        "PROXY TCP4 192.0.2 10.0.0.1 12345 7800\r\n",
        "PROXY TCP4 192.0.2.1 nowhere 12345 7800\r\n",
        "PROXY TCP4 192.0.2.1 ::1 12345 7800\r\n",
        "PROXY TCP6 2001:db8::7 10.0.0.1 12345 7800\r\n",
        "PROXY TCP6 2001:db8::7::1 ::1 12345 7800\r\n",
        "PROXY TCP6 2001:db8:7 ::1 12345 7800\r\n",
        "PROXY TCP6 2001:00db8::7 ::1 12345 7800\r\n",
        "PROXY TCP6 [2001:db8::7] ::1 12345 7800\r\n",
        "PROXY TCP6 fe80::1%eth0 ::1 12345 7800\r\n",
        "PROXY TCP4\r\n",
        "PROXY UNKNOW\r\n",
        "PROXY UNKNOWN\n",
        "PROXY unknown\r\n",
        "PROXY tcp4 192.0.2.1 10.0.0.1 12345 7800\r\n",
        "PROXY TCP 192.0.2.1 10.0.0.1 12345 7800\r\n",
        "PROXY UDP4 192.0.2.1 10.0.0.1 12345 7800\r\n",
        "PROXY \r\n",
        "PROXY \n",
    };
    size_t taken;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        cr_assert_eq(feed(lines[i], strlen(lines[i]), &taken), PROXY_REFUSED, "%s", lines[i]);
        cr_assert_str_eq(why, "a malformed line of the PROXY protocol");
    }
    static const char nul[] = "PROXY TCP4 192.0.2.1 10.0.0.1 12345 7800\0 more\r\n";
    cr_assert_eq(feed(nul, sizeof nul - 1, &taken), PROXY_REFUSED);
    char endless[200] = "PROXY TCP4 ";
    memset(endless + 11, '1', sizeof endless - 11);
    cr_assert_eq(feed(endless, sizeof endless, &taken), PROXY_REFUSED);
    cr_assert_eq(taken, 108);
}

PROXY_TEST(that_is_none_is_refused_at_the_first_byte_that_shows_it)
{
    static const struct {
        const char *bytes;
        size_t taken;
    } rows[] = {{"GET / HTTP/1.1\r\n", 1},
                {"\x16\x03\x01", 1},
                {"\x94\x00\x00", 1},
                {"POST / HTTP/1.1\r\n", 2},
                {"PROXX", 5},
                {"\r\n\r\nGET", 5},
                {"\r\n\r\r", 4}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t taken;
        cr_assert_eq(feed(rows[i].bytes, strlen(rows[i].bytes) + 1, &taken), PROXY_REFUSED);
        cr_assert_eq(taken, rows[i].taken, "%s", rows[i].bytes);
        cr_assert_str_eq(why, "no head of the PROXY protocol");
    }
}

PROXY_TEST(that_is_partial_is_waited_for)
{
    size_t taken;
    static const char bytes[] = SIGNATURE "\x21\x11\x00\x0c" TCP4;
    for (size_t len = 1; len < sizeof bytes - 1; len++)
        cr_assert_eq(feed(bytes, len, &taken), PROXY_PARTIAL, "%zu bytes", len);
    cr_assert_eq(feed(bytes, sizeof bytes - 1, &taken), PROXY_WHOLE);
}
