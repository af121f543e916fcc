/* WebSocket as a byte stream, in both directions: what comes out must not depend on how the bytes
 * are cut. */
#include "common/base/memory.h"
#include "common/base/random.h"
#include "common/web/websocket.h"
#include "tests/hostile_web.h"
#include "tests/suite.h"

#include <string.h>

SUITE(websocket, 30);

static const uint8_t mask[] = {0x37, 0xfa, 0x21, 0x3d};

/* What came of a stream of frames. */
struct outcome {
    struct text payload;
    struct text pings; /* each in brackets */
    bool has_ended;
    uint16_t code;
    const char *why;
};

static struct text frames, said;
static struct outcome outcome;
static struct http_reader answer_reader;

static void outcome_finish(struct outcome *of)
{
    text_finish(&of->payload);
    text_finish(&of->pings);
    *of = (struct outcome){0};
}

static void finish(void)
{
    outcome_finish(&outcome);
    text_finish(&frames);
    text_finish(&said);
    http_reader_finish(&answer_reader);
}

#define WEBSOCKET_TEST(name) Test(websocket, name, .fini = finish)

/* Feeds a piece in memory of its own. */
static void feed_piece(struct websocket_reader *reader, const char *bytes, size_t len,
                       struct outcome *of)
{
    char *copy = memory_text(bytes, len);
    struct websocket_news news;
    size_t data_len = websocket_feed(reader, copy, len, &news);
    EXPECT(data_len <= len, "more payload than bytes");
    text_append(&of->payload, copy, data_len);
    if (news.has_ping)
        text_printf(&of->pings, "[%.*s]", news.ping_len, news.ping);
    if (news.has_ended) {
        EXPECT(!of->has_ended, "it ended twice");
        of->has_ended = true;
        of->code = news.code;
        of->why = news.why;
    }
    free(copy);
}

static struct outcome feed_cut(bool is_client, size_t cut)
{
    struct outcome of = {0};
    struct websocket_reader reader =
        is_client ? websocket_reader_for_client() : websocket_reader_for_server();
    if (cut > 0)
        feed_piece(&reader, frames.bytes, cut, &of);
    feed_piece(&reader, frames.bytes + cut, frames.len - cut, &of);
    websocket_reader_finish(&reader);
    return of;
}

static struct outcome feed_bytewise(bool is_client)
{
    struct outcome of = {0};
    struct websocket_reader reader =
        is_client ? websocket_reader_for_client() : websocket_reader_for_server();
    for (size_t i = 0; i < frames.len; i++)
        feed_piece(&reader, frames.bytes + i, 1, &of);
    websocket_reader_finish(&reader);
    return of;
}

static void expect_same(struct outcome *of, const char *how, size_t cut)
{
    EXPECT(of->payload.len == outcome.payload.len, "%s %zu: %zu bytes of payload instead of %zu",
           how, cut, of->payload.len, outcome.payload.len);
    EXPECT(memcmp(text_string(&of->payload), text_string(&outcome.payload), of->payload.len) == 0,
           "%s %zu: another payload", how, cut);
    EXPECT(of->has_ended == outcome.has_ended && of->code == outcome.code && of->why == outcome.why,
           "%s %zu: another end", how, cut);
    outcome_finish(of);
}

/* Feeds `frames` in one piece, and expects the same of them byte by byte and cut at every place. */
static void feed(bool is_client)
{
    outcome_finish(&outcome);
    outcome = feed_cut(is_client, 0);
    struct outcome of = feed_bytewise(is_client);
    expect_same(&of, "byte by byte", 0);
    for (size_t cut = 1; cut < frames.len; cut++) {
        of = feed_cut(is_client, cut);
        expect_same(&of, "cut at", cut);
    }
}

/* Appends a frame of a client, whatever its first byte and however small its length. */
static void append_frame(int first_byte, const char *payload)
{
    size_t len = strlen(payload);
    cr_assert_lt(len, 126);
    text_append_char(&frames, (char)first_byte);
    text_append_char(&frames, (char)(0x80 | len));
    text_append(&frames, (const char *)mask, sizeof mask);
    text_append(&frames, payload, len);
    websocket_mask(frames.bytes + frames.len - len, len, mask);
}

/* --- frames that are taken --- */

WEBSOCKET_TEST(takes_the_masked_example_of_the_rfc)
{
    /* 5.7: "Hello" masked, but binary */
    text_append(&frames, "\x82\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58", 11);
    feed(false);
    cr_assert_str_eq(text_string(&outcome.payload), "Hello");
    cr_assert_not(outcome.has_ended);
}

WEBSOCKET_TEST(reads_what_it_writes_in_every_length_form_and_both_roles)
{
    static const size_t lengths[] = {0, 1, 7, 8, 125, 126, 127, 1000};
    for (int is_client = 0; is_client <= 1; is_client++) {
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
            text_clear(&frames);
            text_clear(&said);
            for (size_t at = 0; at < lengths[i]; at++)
                text_append_char(&said, (char)(at * 7 + i));
            websocket_append_binary(&frames, text_string(&said), said.len, is_client ? NULL : mask);
            websocket_append_binary(&frames, "end", 3, is_client ? NULL : mask);
            text_append_string(&said, "end");
            feed(is_client);
            cr_assert_eq(outcome.payload.len, said.len);
            cr_assert_arr_eq(outcome.payload.bytes, said.bytes, said.len);
        }
    }
}

WEBSOCKET_TEST(writes_lengths_in_as_few_bytes_as_may_be)
{
    static const struct {
        size_t len, header_len;
    } rows[] = {{0, 2}, {125, 2}, {126, 4}, {65535, 4}, {65536, 10}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char header[WEBSOCKET_HEADER_BYTES_MAX];
        cr_assert_eq(websocket_write_header(header, rows[i].len, NULL), rows[i].header_len);
        cr_assert_eq(websocket_write_header(header, rows[i].len, mask), rows[i].header_len + 4);
    }
}

WEBSOCKET_TEST(takes_long_frames_in_pieces)
{
    enum { LEN = 200000 };
    struct random random = random_from_seed(1);
    for (int i = 0; i < LEN; i++)
        text_append_char(&said, (char)random_below(&random, 256));
    websocket_append_binary(&frames, said.bytes, said.len, mask);
    struct websocket_reader reader = websocket_reader_for_server();
    for (size_t at = 0; at < frames.len;) {
        size_t left = frames.len - at, size = 1 + (size_t)random_below(&random, 30000);
        size = size < left ? size : left;
        feed_piece(&reader, frames.bytes + at, size, &outcome);
        at += size;
    }
    cr_assert_eq(outcome.payload.len, LEN);
    cr_assert_arr_eq(outcome.payload.bytes, said.bytes, LEN);
    websocket_reader_finish(&reader);
}

WEBSOCKET_TEST(hands_on_payload_before_its_frame_ends)
{
    char bytes[] = "\x82\xff\x00\x00\x00\xff\xff\xff\xff\xff\0\0\0\0payload";
    struct websocket_reader reader = websocket_reader_for_server();
    struct websocket_news news;
    cr_assert_eq(websocket_feed(&reader, bytes, sizeof bytes - 1, &news), 7);
    cr_assert_arr_eq(bytes, "payload", 7);
    cr_assert_not(news.has_ended);
    cr_assert_null(reader.control);
}

WEBSOCKET_TEST(joins_fragments_with_control_frames_between_them)
{
    append_frame(0x02, "one ");
    append_frame(0x89, "ping");
    append_frame(0x00, "");
    append_frame(0x8a, "pong");
    append_frame(0x00, "two ");
    append_frame(0x80, "three ");
    append_frame(0x82, "four");
    feed(false);
    cr_assert_str_eq(text_string(&outcome.payload), "one two three four");
    cr_assert_str_eq(text_string(&outcome.pings), "[ping]");
    cr_assert_not(outcome.has_ended);
}

WEBSOCKET_TEST(reports_the_last_ping_of_a_call)
{
    append_frame(0x89, "first");
    append_frame(0x89, "");
    append_frame(0x89, "last");
    feed(false);
    cr_assert_str_eq(text_string(&outcome.pings), "[last]");
}

WEBSOCKET_TEST(answers_a_ping_with_its_payload)
{
    struct websocket_reader server = websocket_reader_for_server();
    struct websocket_news news;
    append_frame(0x89, "are you there");
    cr_assert_eq(websocket_feed(&server, frames.bytes, frames.len, &news), 0);
    cr_assert(news.has_ping);
    websocket_append_pong(&said, &news, NULL);
    cr_assert_eq(said.len, 2 + 13);
    cr_assert_arr_eq(said.bytes,
                     "\x8a\x0d"
                     "are you there",
                     said.len);
}

WEBSOCKET_TEST(needs_memory_only_inside_a_control_frame)
{
    struct websocket_reader reader = websocket_reader_for_server();
    append_frame(0x89, "ping");
    feed_piece(&reader, frames.bytes, frames.len - 1, &outcome);
    cr_assert_not_null(reader.control);
    feed_piece(&reader, frames.bytes + frames.len - 1, 1, &outcome);
    cr_assert_null(reader.control);
}

WEBSOCKET_TEST(is_partial_inside_headers_and_control_frames_not_inside_payload)
{
    struct websocket_reader reader = websocket_reader_for_server();
    append_frame(0x82, "data");
    append_frame(0x89, "ping");
    for (size_t i = 0; i < frames.len; i++) {
        bool in_header = i > 0 && i<6, in_ping = i> 10;
        cr_assert_eq(websocket_is_partial(&reader), in_header || in_ping, "at %zu", i);
        feed_piece(&reader, frames.bytes + i, 1, &outcome);
    }
    cr_assert_not(websocket_is_partial(&reader));
}

/* --- ends --- */

WEBSOCKET_TEST(ends_as_the_table_of_hostile_frames_says)
{
    for (size_t i = 0; i < hostile_frames_count; i++) {
        const struct hostile_frames *row = &hostile_frames[i];
        text_clear(&frames);
        append_frame(0x82, "before");
        text_append(&frames, row->frames.bytes, row->frames.len);
        append_frame(0x82, "behind");
        append_frame(0x88, "");
        feed(false);
        cr_assert(outcome.has_ended, "%s", row->what);
        cr_assert_eq(outcome.code, row->code < 0 ? WEBSOCKET_CLOSE_NO_CODE : row->code, "%s: %d %s",
                     row->what, outcome.code, outcome.why ? outcome.why : "goodbye");
        cr_assert_eq(outcome.why == NULL, strncmp(row->what, "goodbye", 7) == 0, "%s", row->what);
        cr_assert_eq(strncmp(text_string(&outcome.payload), "before", 6), 0, "%s", row->what);
        cr_assert_null(strstr(text_string(&outcome.payload), "behind"), "%s", row->what);
    }
}

WEBSOCKET_TEST(of_a_client_takes_no_masked_frame)
{
    append_frame(0x82, "x");
    feed(true);
    cr_assert_eq(outcome.code, WEBSOCKET_CLOSE_PROTOCOL_ERROR);
    cr_assert_eq(outcome.payload.len, 0);
}

WEBSOCKET_TEST(writes_goodbyes_that_the_other_side_reads)
{
    static const uint16_t codes[] = {WEBSOCKET_CLOSE_NO_CODE, WEBSOCKET_CLOSE_NORMAL,
                                     WEBSOCKET_CLOSE_GOING_AWAY, WEBSOCKET_CLOSE_PROTOCOL_ERROR,
                                     WEBSOCKET_CLOSE_TEXT};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        for (int is_client = 0; is_client <= 1; is_client++) {
            text_clear(&frames);
            websocket_append_close(&frames, codes[i], is_client ? NULL : mask);
            feed(is_client);
            cr_assert(outcome.has_ended);
            cr_assert_null(outcome.why);
            cr_assert_eq(outcome.code, codes[i]);
        }
    }
}

/* --- the handshake --- */

#define KEY "dGhlIHNhbXBsZSBub25jZQ=="
#define ACCEPT "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
#define ANSWER_BUT_ACCEPT                                                                          \
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"

WEBSOCKET_TEST(makes_of_keys_what_the_rfc_says)
{
    char key[WEBSOCKET_KEY_SIZE], accept[WEBSOCKET_ACCEPT_SIZE];
    websocket_make_key((const uint8_t *)"the sample nonce", key);
    cr_assert_str_eq(key, KEY);
    websocket_accept_key(key, accept);
    cr_assert_str_eq(accept, ACCEPT);
}

/* Feeds an answer whole, byte by byte and cut everywhere, with a byte of the first frame behind it;
 * returns the message of its refusal, "" when it is taken. */
static const char *answer(const char *bytes)
{
    static struct error error, first_error;
    enum http_progress first = HTTP_PARTIAL;
    text_clear(&frames);
    text_append_string(&frames, bytes);
    text_append_char(&frames, '\x82');
    for (size_t step = 0; step < frames.len; step++) { /* 0: whole; 1: byte by byte; else a cut */
        enum http_progress progress = HTTP_PARTIAL;
        size_t at = 0;
        error = (struct error){0};
        while (at < frames.len && progress == HTTP_PARTIAL) {
            size_t left = frames.len - at, taken;
            size_t size = step == 0 || (step > 1 && at > 0) ? left : step;
            char *piece = memory_text(frames.bytes + at, size);
            progress = websocket_answer_feed(&answer_reader, piece, size, KEY, &taken, &error);
            free(piece);
            at += taken;
        }
        http_reader_finish(&answer_reader);
        if (step == 0) {
            first = progress;
            first_error = error;
        }
        EXPECT(progress == first && strcmp(error.message, first_error.message) == 0,
               "step %zu: another outcome: %s", step, error.message);
        EXPECT(progress != HTTP_WHOLE || at == frames.len - 1, "it took %zu bytes", at);
    }
    cr_assert_neq(first, HTTP_PARTIAL);
    return first == HTTP_WHOLE ? "" : first_error.message;
}

WEBSOCKET_TEST(of_the_server_answers_as_the_client_wants_it)
{
    for (int is_takeaway = 0; is_takeaway <= 1; is_takeaway++) {
        text_clear(&said);
        websocket_append_answer(&said, KEY, is_takeaway);
        cr_assert_str_eq(answer(text_string(&said)), "");
    }
    cr_assert_str_eq(answer("HTTP/1.1 101\r\nConnection: keep-alive, upgrade\r\nUPGRADE: WebSocket"
                            "\r\nsec-websocket-accept: " ACCEPT "\r\nServer: x\r\n\r\n"),
                     "");
}

WEBSOCKET_TEST(of_the_client_knows_what_is_no_websocket)
{
    cr_assert_str_eq(answer("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"),
                     "there is no WebSocket; the server answers: HTTP/1.1 404 Not Found");
    cr_assert_str_eq(answer("HTTP/1.0 200 OK\r\n\r\n"),
                     "there is no WebSocket; the server answers: HTTP/1.0 200 OK");
    cr_assert_str_eq(answer("HTTP/1.1 1010 X\r\n\r\n"),
                     "there is no WebSocket; the server answers: HTTP/1.1 1010 X");
    cr_assert_str_eq(answer("SSH-2.0-OpenSSH\r\n\r\n"), "the server does not speak HTTP/1.1");
    cr_assert_str_eq(answer("HTTP/1.1 404 \x1b[2J\r\n\r\n"),
                     "the server's HTTP cannot be read: control character, or no ASCII, in the "
                     "head");
}

WEBSOCKET_TEST(of_the_client_refuses_answers_that_do_not_fit)
{
    static const struct {
        const char *answer, *why;
    } rows[] = {
        {ANSWER_BUT_ACCEPT "\r\n", "Sec-WebSocket-Accept does not fit the key"},
        {ANSWER_BUT_ACCEPT "Sec-WebSocket-Accept: S3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n",
         "Sec-WebSocket-Accept does not fit the key"},
        {ANSWER_BUT_ACCEPT "Sec-WebSocket-Accept: " KEY "\r\n\r\n",
         "Sec-WebSocket-Accept does not fit the key"},
        {"HTTP/1.1 101 X\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " ACCEPT "\r\n\r\n",
         "Upgrade is not websocket"},
        {"HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: close\r\n"
         "Sec-WebSocket-Accept: " ACCEPT "\r\n\r\n",
         "Connection is not Upgrade"},
        {ANSWER_BUT_ACCEPT "Sec-WebSocket-Accept: " ACCEPT
                           "\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n",
         "an extension that nobody asked for"},
        {ANSWER_BUT_ACCEPT "Sec-WebSocket-Accept: " ACCEPT
                           "\r\nSec-WebSocket-Protocol: chat\r\n\r\n",
         "Sec-WebSocket-Protocol is not takeaway"},
        {ANSWER_BUT_ACCEPT "Sec-WebSocket-Accept: " ACCEPT "\r\nSec-WebSocket-Accept: " ACCEPT
                           "\r\n\r\n",
         "the server's answer has sec-websocket-accept twice"},
        {ANSWER_BUT_ACCEPT " folded\r\n\r\n", "a line of its head is no header field"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *message = answer(rows[i].answer);
        cr_assert_not_null(strstr(message, rows[i].why), "%s instead of %s", message, rows[i].why);
    }
}

WEBSOCKET_TEST(of_the_client_refuses_heads_without_end)
{
    text_append_string(&said, "HTTP/1.1 101 X\r\nX: ");
    while (said.len < 2 * HTTP_HEAD_BYTES_MAX)
        text_append_char(&said, 'x');
    struct error error;
    size_t taken;
    cr_assert_eq(websocket_answer_feed(&answer_reader, said.bytes, said.len, KEY, &taken, &error),
                 HTTP_REFUSED);
    cr_assert_str_eq(error.message,
                     "the server's HTTP cannot be read: the head is longer than 8192 bytes");
    cr_assert_eq(taken, HTTP_HEAD_BYTES_MAX);
}

WEBSOCKET_TEST(of_the_client_asks_in_a_way_that_servers_take)
{
    websocket_append_request(&said, "example.org:7800", "/socket", KEY);
    cr_assert_str_eq(text_string(&said),
                     "GET /socket HTTP/1.1\r\nHost: example.org:7800\r\nUpgrade: websocket\r\n"
                     "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                     "Sec-WebSocket-Protocol: takeaway\r\nSec-WebSocket-Key: " KEY "\r\n\r\n");
}
