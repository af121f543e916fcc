/* Whatever a browser, or somebody who pretends to be one, sends to the server's port: it is
 * answered as PROTOCOL.md says, and the match of two others goes on. */
#include "common/web/websocket.h"
#include "tests/e2e/play.h"
#include "tests/e2e/stage.h"
#include "tests/e2e/stranger.h"
#include "tests/hostile_web.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

STAGE(web_input);

enum { COUNTERS = 1000 }; /* a move after each stranger */

static const uint8_t mask[WEBSOCKET_MASK_BYTES] = {1, 2, 3, 4};

/* Anna and Ben play by TCP. */
struct scene {
    struct server server;
    struct table table;
    int64_t ply;
};

static struct scene scene_open(const char *const *options)
{
    struct scene scene = {.server = server_start_with(options)};
    scene.table = table_open(&scene.server, "anna", "ben", "fibonacci-nim", "1000");
    return scene;
}

/* Anna and Ben have noticed nothing, and play on. */
static void scene_goes_on(struct scene *scene)
{
    char move[MOVE_TEXT_MAX];
    single_move(COUNTERS, ++scene->ply, move);
    table_move(&scene->table, scene->ply, move);
    cr_assert_not(peer_has_event(scene->table.first, WIRE_EVENT_SESSION_FAULT));
    cr_assert_not(peer_has_event(scene->table.second, WIRE_EVENT_SESSION_FAULT));
}

static void append_hello(struct text *out, const char *name)
{
    struct wire_hello hello = {
        .protocol = WIRE_PROTOCOL, .client = wire_text("test"), .name = wire_text(name)};
    wire_encode_request(out, 1, WIRE_SESSION_HELLO, &hello);
}

/* --- heads --- */

static void expect_refusal(struct stranger *stranger, int status, const char *what)
{
    char expected[32];
    snprintf(expected, sizeof expected, "HTTP/1.1 %d ", status);
    stranger_expect_end(stranger);
    cr_assert_eq(strncmp(text_string(&stranger->got), expected, strlen(expected)), 0,
                 "%s: not %d, but %s", what, status, text_string(&stranger->got));
    cr_assert_not_null(strstr(stranger->got.bytes, "close\r\n"), "%s", what);
    cr_assert_not_null(strstr(stranger->got.bytes, "\r\nContent-Security-Policy: "), "%s", what);
}

Test(web_input, in_the_form_of_a_hostile_head_is_answered_as_the_table_says)
{
    struct scene scene = scene_open(NULL);
    for (size_t i = 0; i < hostile_head_count; i++) {
        const struct hostile_head *row = &hostile_heads[i];
        bool is_http = isupper((unsigned char)row->head.bytes[0]);
        for (int is_bytewise = 0; row->status && is_bytewise <= 1; is_bytewise++) {
            struct stranger stranger = stranger_connect(&scene.server);
            if (is_bytewise)
                stranger_send_bytewise(&stranger, row->head.bytes, row->head.len);
            else
                stranger_send(&stranger, row->head.bytes, row->head.len);
            if (is_http)
                expect_refusal(&stranger, row->status, row->what);
            else /* it is taken for MessagePack-RPC */
                stranger_expect_text(&stranger, "session.fault");
            stranger_expect_end(&stranger);
            stranger_close(&stranger);
            scene_goes_on(&scene);
        }
    }
}

Test(web_input, in_the_form_of_a_head_without_an_end_is_waited_for_and_then_given_up)
{
    enum { ROWS_MAX = 16 };
    static const char *const options[] = {"--hello-time", "1", NULL};
    struct scene scene = scene_open(options);
    struct stranger strangers[ROWS_MAX];
    size_t count = 0;
    for (size_t i = 0; i < hostile_head_count; i++) {
        const struct hostile_head *row = &hostile_heads[i];
        if (row->status)
            continue;
        cr_assert_lt(count, ROWS_MAX);
        strangers[count] = stranger_connect(&scene.server);
        stranger_send(&strangers[count++], row->head.bytes, row->head.len);
    }
    cr_assert_gt(count, 0);
    scene_goes_on(&scene);
    while (count > 0) {
        stranger_expect_end(&strangers[--count]);
        cr_assert_null(strstr(text_string(&strangers[count].got), "HTTP/1.1 2"));
        stranger_close(&strangers[count]);
    }
    scene_goes_on(&scene);
}

Test(web_input, in_the_form_of_a_head_at_the_limit_is_answered_and_of_one_beyond_is_refused)
{
    static const struct {
        void (*append)(struct text *out, size_t len);
        size_t len;
        int status;
    } rows[] = {
        {hostile_append_long_path, 1024, 404},    {hostile_append_long_path, 1025, 414},
        {hostile_append_long_path, 65536, 431},   {hostile_append_long_head, 8192, 200},
        {hostile_append_long_head, 8193, 431},    {hostile_append_long_head, 1000000, 431},
        {hostile_append_many_headers, 8192, 200}, {hostile_append_many_headers, 8193, 431},
    };
    struct scene scene = scene_open(NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char expected[32];
        struct text head = {0};
        struct stranger stranger = stranger_connect(&scene.server);
        rows[i].append(&head, rows[i].len);
        stranger_send(&stranger, head.bytes, head.len);
        snprintf(expected, sizeof expected, "HTTP/1.1 %d ", rows[i].status);
        stranger_expect_text(&stranger, expected);
        stranger_close(&stranger);
        text_finish(&head);
        scene_goes_on(&scene);
    }
}

Test(web_input, that_asks_twice_at_once_gets_at_most_two_answers_and_no_others)
{
    static const char request[] = "GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n";
    struct scene scene = scene_open(NULL);
    struct stranger stranger = stranger_connect(&scene.server);
    struct text many = {0};
    for (int i = 0; i < 1000; i++)
        text_append_string(&many, request);
    stranger_send(&stranger, many.bytes, many.len);
    stranger_expect_end(&stranger);
    int answers = 0;
    for (const char *at = text_string(&stranger.got); (at = strstr(at, "HTTP/1.1 ")); at++)
        answers++;
    cr_assert(answers >= 1 && answers <= 2, "there are %d", answers);
    stranger_close(&stranger);
    text_finish(&many);
    scene_goes_on(&scene);
}

Test(web_input, that_asks_again_and_again_is_answered_each_time)
{
    struct scene scene = scene_open(NULL);
    struct stranger stranger = stranger_connect(&scene.server);
    for (int i = 0; i < 20; i++) {
        stranger_send_text(&stranger, "HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n");
        stranger_expect_text(&stranger, "\r\n\r\n");
        cr_assert_eq(strncmp(stranger.got.bytes, "HTTP/1.1 200 OK\r\n", 17), 0);
        text_clear(&stranger.got);
    }
    stranger_close(&stranger);
    scene_goes_on(&scene);
}

Test(web_input, that_begins_with_any_byte_disturbs_nobody)
{
    struct scene scene = scene_open(NULL);
    for (int byte = 0; byte < 256; byte++) {
        char bytes[64];
        memset(bytes, byte, sizeof bytes);
        struct stranger stranger = stranger_connect(&scene.server);
        stranger_send(&stranger, bytes, sizeof bytes);
        stranger_close(&stranger);
    }
    scene_goes_on(&scene);
}

/* --- frames --- */

/* Reads what the server sends up to its end, and expects a close frame with this code. */
static void expect_close(struct stranger *stranger, int code, const char *what)
{
    struct websocket_reader reader = websocket_reader_for_client();
    struct websocket_news news;
    stranger_expect_end(stranger);
    cr_assert_gt(stranger->got.len, 0, "%s: the server hung up without a word", what);
    websocket_feed(&reader, stranger->got.bytes, stranger->got.len, &news);
    cr_assert(news.has_ended, "%s: no close frame", what);
    cr_assert_null(news.why, "%s: the server's frames are wrong: %s", what, news.why);
    cr_assert_eq(news.code, code, "%s: %d instead of %d", what, news.code, code);
    websocket_reader_finish(&reader);
}

Test(web_input, in_the_form_of_hostile_frames_is_answered_as_the_table_says)
{
    struct scene scene = scene_open(NULL);
    for (size_t i = 0; i < hostile_frames_count; i++) {
        const struct hostile_frames *row = &hostile_frames[i];
        for (int is_bytewise = 0; is_bytewise <= 1; is_bytewise++) {
            struct stranger stranger = stranger_connect(&scene.server);
            stranger_become_websocket(&stranger);
            if (is_bytewise)
                stranger_send_bytewise(&stranger, row->frames.bytes, row->frames.len);
            else
                stranger_send(&stranger, row->frames.bytes, row->frames.len);
            expect_close(&stranger, row->code < 0 ? WEBSOCKET_CLOSE_NORMAL : row->code, row->what);
            stranger_close(&stranger);
            scene_goes_on(&scene);
        }
    }
}

/* Comes in by a hello in frames, of which each has this many bytes of it. */
static void say_hello(struct stranger *stranger, const char *name, size_t piece_len)
{
    struct text hello = {0}, frames = {0};
    append_hello(&hello, name);
    for (size_t at = 0; at < hello.len; at += piece_len) {
        size_t left = hello.len - at;
        websocket_append_binary(&frames, hello.bytes + at, left < piece_len ? left : piece_len,
                                mask);
    }
    stranger_send(stranger, frames.bytes, frames.len);
    stranger_expect_text(stranger, name); /* of the welcome */
    text_finish(&hello);
    text_finish(&frames);
}

Test(web_input, in_frames_of_any_size_is_heard)
{
    struct scene scene = scene_open(NULL);
    for (size_t piece_len = 1; piece_len <= 64; piece_len *= 2) {
        struct stranger stranger = stranger_connect(&scene.server);
        stranger_become_websocket(&stranger);
        say_hello(&stranger, "carl", piece_len);
        stranger_close(&stranger);
    }
    scene_goes_on(&scene);
}

Test(web_input, in_a_frame_that_announces_more_than_there_is_memory_is_heard)
{
    struct scene scene = scene_open(NULL);
    struct stranger stranger = stranger_connect(&scene.server);
    struct text bytes = {0};
    stranger_become_websocket(&stranger);
    stranger_send(&stranger, "\x82\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0", 14);
    append_hello(&bytes, "carl");
    stranger_send(&stranger, bytes.bytes, bytes.len);
    stranger_expect_text(&stranger, "carl");
    stranger_close(&stranger);
    text_finish(&bytes);
    scene_goes_on(&scene);
}

Test(web_input, in_the_form_of_many_pings_is_answered_with_the_last)
{
    struct scene scene = scene_open(NULL);
    struct stranger stranger = stranger_connect(&scene.server);
    struct text pings = {0};
    stranger_become_websocket(&stranger);
    for (int i = 0; i < 10000; i++)
        text_append(&pings, "\x89\x84\0\0\0\0ping", 10);
    text_append(&pings, "\x89\x84\0\0\0\0last", 10);
    stranger_send(&stranger, pings.bytes, pings.len);
    stranger_expect_text(&stranger, "\x8a\x04last");
    stranger_close(&stranger);
    text_finish(&pings);
    scene_goes_on(&scene);
}

Test(web_input, before_a_goodbye_in_the_same_packet_is_carried_out)
{
    enum { REQUESTS = 20 }; /* so many that they wait for their turn */
    static const char *const options[] = {"--requests-burst", "5", "--requests-per-second", "20",
                                          NULL};
    struct scene scene = scene_open(options);
    struct wire_match_number number = {.match = scene.table.match};
    struct peer *dora = peer_join(&scene.server, "dora");
    struct stranger carl = stranger_connect(&scene.server);
    struct text requests = {0}, frames = {0};
    match_watch(dora, scene.table.match);
    stranger_become_websocket(&carl);
    say_hello(&carl, "carl", 64);
    for (uint32_t i = 0; i < REQUESTS; i++)
        wire_encode_request(&requests, 2 + i, WIRE_MATCH_WATCH, &number);
    struct wire_chat_say line = {
        .match = scene.table.match, .text = wire_text("I must go"), .key = wire_text("1")};
    wire_encode_request(&requests, 2 + REQUESTS, WIRE_CHAT_SAY, &line);
    websocket_append_binary(&frames, requests.bytes, requests.len, mask);
    websocket_append_close(&frames, WEBSOCKET_CLOSE_GOING_AWAY, mask);
    stranger_send(&carl, frames.bytes, frames.len);
    chat_expect(dora, "spectators", "carl", "I must go");
    text_clear(&carl.got);
    stranger_expect_end(&carl);
    stranger_close(&carl);
    text_finish(&requests);
    text_finish(&frames);
    scene_goes_on(&scene);
}

Test(web_input, in_the_form_of_bad_messages_in_good_frames_ends_with_a_fault)
{
    struct scene scene = scene_open(NULL);
    struct stranger stranger = stranger_connect(&scene.server);
    struct text frame = {0};
    stranger_become_websocket(&stranger);
    websocket_append_binary(&frame, "GET / HTTP/1.1\r\n", 16, mask);
    stranger_send(&stranger, frame.bytes, frame.len);
    stranger_expect_text(&stranger, "session.fault");
    expect_close(&stranger, WEBSOCKET_CLOSE_NORMAL, "a fault");
    stranger_close(&stranger);
    text_finish(&frame);
    scene_goes_on(&scene);
}

Test(web_input, in_the_form_of_half_a_frame_is_given_up_in_time)
{
    static const char *const options[] = {"--message-time", "1", NULL};
    static const struct hostile_bytes halves[] = {
        {"\x82", 1}, {"\x82\xfe\x01", 3}, {"\x82\x84\0\0", 4}, {"\x89\x84\0\0\0\0pi", 8}};
    struct scene scene = scene_open(options);
    struct stranger strangers[sizeof halves / sizeof *halves];
    for (size_t i = 0; i < sizeof halves / sizeof *halves; i++) {
        const char name[] = {'c', (char)('a' + i), '\0'};
        strangers[i] = stranger_connect(&scene.server);
        stranger_become_websocket(&strangers[i]);
        say_hello(&strangers[i], name, 64);
        stranger_send(&strangers[i], halves[i].bytes, halves[i].len);
    }
    scene_goes_on(&scene);
    for (size_t i = 0; i < sizeof halves / sizeof *halves; i++) {
        stranger_expect_text(&strangers[i], "session.fault");
        stranger_expect_end(&strangers[i]);
        stranger_close(&strangers[i]);
    }
    scene_goes_on(&scene);
}
