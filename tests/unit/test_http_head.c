/* Heads of requests: what is taken and what is refused must not depend on how the bytes are cut. */
#include "common/base/memory.h"
#include "common/web/http_head.h"
#include "tests/hostile_web.h"
#include "tests/suite.h"

#include <string.h>

SUITE(http_head, 30);

#define GET "GET / HTTP/1.1\r\n"
#define HOST "Host: localhost:7800\r\n"
#define UPGRADE                                                                                    \
    "Upgrade: websocket\r\nConnection: keep-alive, Upgrade\r\nSec-WebSocket-Version: 13\r\n"       \
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"

static struct http_reader reader;
static struct http_request request;
static struct http_refusal refusal;
static struct text head, out;
static char *copy; /* of the head; heads are changed in place */

static void finish(void)
{
    http_reader_finish(&reader);
    text_finish(&head);
    text_finish(&out);
    free(copy);
    copy = NULL;
}

#define HEAD_TEST(name) Test(http_head, name, .fini = finish)

/* Feeds the head in two pieces of memory of their own; 0: in one. Returns what came of it, and how
 * many bytes were taken. */
static enum http_progress feed_cut(const char *bytes, size_t len, size_t cut, size_t *ret_taken)
{
    http_reader_finish(&reader);
    free(copy);
    copy = memory_text(bytes, len);
    enum http_progress progress = HTTP_PARTIAL;
    *ret_taken = 0;
    if (cut > 0) {
        char *first = memory_text(bytes, cut);
        progress = http_request_feed(&reader, first, cut, ret_taken, &request, &refusal);
        if (progress == HTTP_PARTIAL)
            free(first);
        else { /* its texts are read */
            free(copy);
            copy = first;
        }
    }
    if (progress == HTTP_PARTIAL) {
        size_t taken;
        progress = http_request_feed(&reader, copy + cut, len - cut, &taken, &request, &refusal);
        *ret_taken += taken;
    }
    return progress;
}

static enum http_progress feed_bytewise(const char *bytes, size_t len, size_t *ret_taken)
{
    http_reader_finish(&reader);
    enum http_progress progress = HTTP_PARTIAL;
    size_t at = 0;
    while (at < len && progress == HTTP_PARTIAL) {
        char byte = bytes[at];
        size_t taken;
        progress = http_request_feed(&reader, &byte, 1, &taken, &request, &refusal);
        cr_assert_eq(taken, 1);
        at++;
    }
    *ret_taken = at;
    return progress;
}

/* What was read, as one text. */
static void describe(struct text *text, enum http_progress progress, size_t taken)
{
    text_printf(text, "%d, %zu taken: ", progress, taken);
    if (progress == HTTP_REFUSED)
        text_printf(text, "%d %s", refusal.status, refusal.why);
    else if (progress == HTTP_WHOLE)
        text_printf(text, "path %s host %s (%zu) origin %s tag %s key %s%s%s%s", request.path,
                    request.host, request.host_name_len, request.origin ? request.origin : "-",
                    request.if_none_match ? request.if_none_match : "-",
                    request.websocket_key ? request.websocket_key : "-",
                    request.offers_takeaway ? " takeaway" : "", request.is_head ? " HEAD" : "",
                    request.closes ? " close" : "");
}

/* Feeds the head in one piece, and expects the same of it byte by byte and cut at every place. The
 * request that it leaves is the uncut one's. */
static enum http_progress feed(const char *bytes, size_t len)
{
    struct text expected = {0}, text = {0};
    size_t taken;
    enum http_progress progress = feed_cut(bytes, len, 0, &taken), again;
    describe(&expected, progress, taken);
    again = feed_bytewise(bytes, len, &taken);
    describe(&text, again, taken);
    cr_assert_str_eq(text_string(&text), text_string(&expected), "byte by byte");
    for (size_t cut = 1; cut < len; cut++) {
        text_clear(&text);
        again = feed_cut(bytes, len, cut, &taken);
        describe(&text, again, taken);
        EXPECT(strcmp(text_string(&text), text_string(&expected)) == 0,
               "cut at %zu: %s instead of %s", cut, text_string(&text), text_string(&expected));
    }
    text_finish(&expected);
    text_finish(&text);
    return feed_cut(bytes, len, 0, &taken);
}

static void take(const char *bytes)
{
    cr_assert_eq(feed(bytes, strlen(bytes)), HTTP_WHOLE, "%s: %s", bytes, refusal.why);
}

/* --- heads that are taken --- */

HEAD_TEST(of_curl_is_taken)
{
    take(
        "GET / HTTP/1.1\r\nHost: 127.0.0.1:7800\r\nUser-Agent: curl/7.88.1\r\nAccept: */*\r\n\r\n");
    cr_assert_str_eq(request.path, "/");
    cr_assert_str_eq(request.host, "127.0.0.1:7800");
    cr_assert_eq(request.host_name_len, strlen("127.0.0.1"));
    cr_assert_null(request.origin);
    cr_assert_null(request.if_none_match);
    cr_assert_null(request.websocket_key);
    cr_assert_not(request.is_head);
    cr_assert_not(request.closes);
}

HEAD_TEST(of_a_browser_asks_for_a_websocket)
{
    take("GET /socket HTTP/1.1\r\n" HOST "Pragma: no-cache\r\nCache-Control: no-cache\r\n" UPGRADE
         "Origin: http://localhost:7800\r\nAccept-Encoding: gzip, deflate, br\r\n"
         "Sec-WebSocket-Protocol: chat, takeaway\r\n"
         "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n\r\n");
    cr_assert_str_eq(request.path, "/socket");
    cr_assert_str_eq(request.websocket_key, "dGhlIHNhbXBsZSBub25jZQ==");
    cr_assert_str_eq(request.origin, "http://localhost:7800");
    cr_assert(request.offers_takeaway);
}

HEAD_TEST(with_another_protocol_does_not_offer_takeaway)
{
    take(GET HOST UPGRADE "Sec-WebSocket-Protocol: take, takeaways, take away\r\n\r\n");
    cr_assert_not_null(request.websocket_key);
    cr_assert_not(request.offers_takeaway);
}

HEAD_TEST(keeps_the_path_without_the_query)
{
    take("HEAD /i/aZ-_09?x=/y?z HTTP/1.1\r\n" HOST "\r\n");
    cr_assert_str_eq(request.path, "/i/aZ-_09");
    cr_assert(request.is_head);
}

HEAD_TEST(decodes_nothing)
{
    take("GET //..%2f%00/../%zz HTTP/1.1\r\n" HOST "\r\n");
    cr_assert_str_eq(request.path, "//..%2f%00/../%zz");
}

HEAD_TEST(may_have_blanks_around_values_and_any_letters_in_names)
{
    take(GET "hOsT:\t localhost \t\r\nCONNECTION:Keep-Alive , CLOSE\r\nIf-None-Match:\"a b\"\r\n"
             "X-Empty:\r\nContent-Length: 0\r\n\r\n");
    cr_assert_str_eq(request.host, "localhost");
    cr_assert_str_eq(request.if_none_match, "\"a b\"");
    cr_assert(request.closes);
}

HEAD_TEST(does_not_hear_upgrades_to_anything_else)
{
    take(GET HOST
         "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: A\r\n\r\n");
    cr_assert_null(request.websocket_key);
}

HEAD_TEST(has_a_host_of_any_kind)
{
    static const struct {
        const char *host;
        size_t name_len;
    } hosts[] = {{"a", 1},     {"localhost:1", 9},         {"x-1.example.org:65535", 15},
                 {"[::1]", 5}, {"[2001:db8::1]:7800", 13}, {"[::ffff:1.2.3.4]:80", 16}};
    for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++) {
        text_clear(&head);
        text_printf(&head, GET "Host: %s\r\n\r\n", hosts[i].host);
        take(text_string(&head));
        cr_assert_str_eq(request.host, hosts[i].host);
        cr_assert_eq(request.host_name_len, hosts[i].name_len);
    }
}

HEAD_TEST(ends_where_the_next_one_begins)
{
    static const char two[] = GET HOST "\r\n" GET;
    size_t taken;
    cr_assert_eq(feed(two, sizeof two - 1), HTTP_WHOLE);
    cr_assert_eq(feed_cut(two, sizeof two - 1, 0, &taken), HTTP_WHOLE);
    cr_assert_eq(taken, strlen(GET HOST "\r\n"));
}

HEAD_TEST(needs_no_memory_when_it_comes_whole_or_is_finished)
{
    size_t taken;
    feed_cut(GET HOST "\r\n", strlen(GET HOST "\r\n"), 0, &taken);
    cr_assert_null(reader.part);
    feed_cut(GET HOST "\r\n", strlen(GET HOST "\r\n"), 3, &taken);
    cr_assert_not_null(reader.part);
    http_reader_finish(&reader);
    cr_assert_null(reader.part);
    feed_cut("GET \x01", 5, 3, &taken); /* a refused one is finished */
    cr_assert_null(reader.part);
}

/* --- limits --- */

HEAD_TEST(of_8192_bytes_is_taken)
{
    size_t taken;
    hostile_append_long_head(&head, HTTP_HEAD_BYTES_MAX);
    cr_assert_eq(feed_bytewise(head.bytes, head.len, &taken), HTTP_WHOLE);
    cr_assert_eq(feed_cut(head.bytes, head.len, 8191, &taken), HTTP_WHOLE);
    text_clear(&head);
    hostile_append_many_headers(&head, HTTP_HEAD_BYTES_MAX);
    cr_assert_eq(feed_cut(head.bytes, head.len, 0, &taken), HTTP_WHOLE);
}

HEAD_TEST(of_more_bytes_is_refused_before_more_come)
{
    size_t taken;
    hostile_append_long_head(&head, HTTP_HEAD_BYTES_MAX + 1);
    for (size_t cut = 0; cut < head.len; cut += 1023) {
        cr_assert_eq(feed_cut(head.bytes, head.len, cut, &taken), HTTP_REFUSED);
        cr_assert_eq(refusal.status, 431);
        cr_assert_eq(taken, HTTP_HEAD_BYTES_MAX);
    }
    cr_assert_eq(feed_bytewise(head.bytes, head.len, &taken), HTTP_REFUSED);
    cr_assert_eq(refusal.status, 431);
    cr_assert_eq(taken, HTTP_HEAD_BYTES_MAX);
}

HEAD_TEST(has_a_path_of_at_most_1024_bytes)
{
    size_t taken;
    hostile_append_long_path(&head, HTTP_TARGET_BYTES_MAX);
    cr_assert_eq(feed_cut(head.bytes, head.len, 0, &taken), HTTP_WHOLE);
    cr_assert_eq(strlen(request.path), HTTP_TARGET_BYTES_MAX);
    text_clear(&head);
    hostile_append_long_path(&head, HTTP_TARGET_BYTES_MAX + 1);
    cr_assert_eq(feed_cut(head.bytes, head.len, 0, &taken), HTTP_REFUSED);
    cr_assert_eq(refusal.status, 414);
}

HEAD_TEST(has_a_host_of_at_most_261_bytes)
{
    for (int len = 255; len <= 256; len++) {
        size_t taken;
        text_clear(&head);
        text_append_string(&head, GET "Host: ");
        for (int i = 0; i < len; i++)
            text_append_char(&head, 'h');
        text_append_string(&head, ":65535\r\n\r\n");
        cr_assert_eq(feed_cut(head.bytes, head.len, 0, &taken),
                     len == 255 ? HTTP_WHOLE : HTTP_REFUSED);
    }
}

/* --- heads that are refused --- */

HEAD_TEST(that_is_hostile_is_refused_as_the_table_says)
{
    cr_assert_geq(hostile_head_count, 40);
    for (size_t i = 0; i < hostile_head_count; i++) {
        const struct hostile_head *row = &hostile_heads[i];
        enum http_progress progress = feed(row->head.bytes, row->head.len);
        cr_assert_eq(progress, row->status ? HTTP_REFUSED : HTTP_PARTIAL, "%s", row->what);
        if (row->status)
            cr_assert_eq(refusal.status, row->status, "%s: %d %s", row->what, refusal.status,
                         refusal.why);
    }
}

/* --- origins --- */

static bool is_own(const char *origin, bool is_tls)
{
    request = (struct http_request){.host = "Example.org:7800", .origin = origin};
    return http_origin_is_own(&request, is_tls);
}

HEAD_TEST(is_of_its_own_page_only_with_scheme_host_and_port)
{
    cr_assert(is_own(NULL, false));
    cr_assert(is_own("http://example.org:7800", false));
    cr_assert(is_own("https://example.org:7800", true));
    cr_assert_not(is_own("https://example.org:7800", false));
    cr_assert_not(is_own("http://example.org:7800", true));
    cr_assert_not(is_own("http://example.org", false));
    cr_assert_not(is_own("http://example.org:78000", false));
    cr_assert_not(is_own("http://evil.example.org:7800", false));
    cr_assert_not(is_own("http://example.org:7800.evil.org", false));
    cr_assert_not(is_own("null", false));
    cr_assert_not(is_own("", false));
}

/* --- answers --- */

static void answer(const char *bytes, const struct http_answer *what)
{
    size_t taken;
    text_clear(&out);
    cr_assert_eq(feed_cut(bytes, strlen(bytes), 0, &taken), HTTP_WHOLE);
    http_answer(&out, &request, what);
}

static bool has(const char *line)
{
    return strstr(text_string(&out), line);
}

static const struct http_answer page = {
    .status = 200, .type = "text/html", .body = "<p>page", .body_len = 7, .etag = "\"v1\""};

HEAD_TEST(is_answered_with_a_page_and_its_safeguards)
{
    answer(GET HOST "\r\n", &page);
    cr_assert_str_eq(
        text_string(&out),
        "HTTP/1.1 200 OK\r\n"
        "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
        "style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; "
        "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
        "X-Content-Type-Options: nosniff\r\n"
        "Referrer-Policy: no-referrer\r\n"
        "Cross-Origin-Opener-Policy: same-origin\r\n"
        "Cross-Origin-Resource-Policy: same-origin\r\n"
        "Cache-Control: no-cache\r\n"
        "ETag: \"v1\"\r\n"
        "Vary: Accept-Encoding\r\n"
        "Content-Type: text/html\r\n"
        "Content-Length: 7\r\n"
        "\r\n"
        "<p>page");
}

HEAD_TEST(by_head_is_answered_without_the_body)
{
    answer("HEAD / HTTP/1.1\r\n" HOST "\r\n", &page);
    cr_assert(has("Content-Length: 7\r\n\r\n"));
    cr_assert_not(has("<p>"));
}

HEAD_TEST(is_answered_with_304_if_the_client_has_the_page)
{
    static const struct {
        const char *tags;
        bool is_known;
    } rows[] = {{"\"v1\"", true},     {"W/\"v1\"", true},
                {"*", true},          {"\"v0\", W/\"x,y\" ,\"v1\"", true},
                {"\"v0\"", false},    {"\"v11\"", false},
                {"v1", false},        {"\"v1", false},
                {"\"v0\" v1", false}, {"", false},
                {"*, \"v0\"", false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct text bytes = {0};
        text_printf(&bytes, GET HOST "If-None-Match: %s\r\n\r\n", rows[i].tags);
        answer(text_string(&bytes), &page);
        cr_assert_eq(has("HTTP/1.1 304 Not Modified\r\n"), rows[i].is_known, "%s", rows[i].tags);
        cr_assert_eq(has("<p>"), !rows[i].is_known);
        cr_assert(has("ETag: \"v1\"\r\n"));
        text_finish(&bytes);
    }
}

HEAD_TEST(is_answered_with_hsts_only_if_asked)
{
    struct http_answer strict = page;
    answer(GET HOST "\r\n", &strict);
    cr_assert_not(has("Strict-Transport-Security"));
    strict.is_hsts = true;
    answer(GET HOST "\r\n", &strict);
    cr_assert(has("Strict-Transport-Security: max-age=31536000\r\n"));
}

HEAD_TEST(is_answered_with_leave_to_be_framed_only_if_asked)
{
    struct http_answer board = page;
    answer(GET HOST "\r\n", &board);
    cr_assert_not(has("Cross-Origin-Embedder-Policy"));
    board.may_be_framed = true;
    answer(GET HOST "\r\n", &board);
    cr_assert(has("form-action 'none'; frame-ancestors *\r\n"));
    cr_assert(has("Cross-Origin-Resource-Policy: cross-origin\r\n"));
    cr_assert(has("Cross-Origin-Embedder-Policy: require-corp\r\n"));
}

HEAD_TEST(can_be_sent_elsewhere)
{
    answer(GET HOST "Connection: close\r\n\r\n",
           &(struct http_answer){.status = 308, .location = "https://localhost:7800/"});
    cr_assert(has("HTTP/1.1 308 Permanent Redirect\r\n"));
    cr_assert(has("Location: https://localhost:7800/\r\n"));
    cr_assert(has("Connection: close\r\n"));
    cr_assert(has("Cache-Control: no-store\r\n"));
    cr_assert(has("Content-Length: 0\r\n\r\n"));
}

HEAD_TEST(that_is_refused_hears_what_would_be_right_and_that_the_connection_closes)
{
    http_refuse(&out, NULL, &(struct http_refusal){405, "only GET"});
    cr_assert(has("HTTP/1.1 405 Method Not Allowed\r\n"));
    cr_assert(has("Allow: GET, HEAD\r\n"));
    cr_assert(has("Connection: close\r\n"));
    cr_assert(has("Content-Length: 9\r\n\r\nonly GET\n"));
    text_clear(&out);
    http_refuse(&out, NULL, &(struct http_refusal){426, "13"});
    cr_assert(has("HTTP/1.1 426 Upgrade Required\r\n"));
    cr_assert(has("Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"));
    cr_assert(has("Connection: Upgrade, close\r\n"));
    answer(GET HOST "\r\n", &page);
    text_clear(&out);
    http_refuse(&out, &request, &(struct http_refusal){404, "nothing is here"});
    cr_assert(has("HTTP/1.1 404 Not Found\r\n"));
    cr_assert_not(has("Connection"));
}
