#include "client/lib/channel.h"

#include "client/lib/loop.h"
#include "common/base/memory.h"
#include "common/web/websocket.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Where the bytes that come out of the socket, or out of TLS, go to. */
enum stage {
    STAGE_FIRST, /* the first byte comes next */
    STAGE_HTTP,  /* the answer to the request for a WebSocket */
    STAGE_FRAMES,
    STAGE_RAW,
};

struct channel {
    struct server_address server;
    struct tls_stream *tls; /* NULL: none */
    channel_judge *judge;
    void *owner;
    enum channel_state state;
    bool has_heard;   /* a byte from the socket */
    enum stage stage; /* of what is inside */
    struct http_reader http;
    struct websocket_reader frames;
    char key[WEBSOCKET_KEY_SIZE]; /* of the request */
};

/* A message of the plain protocol begins with an array. */
static bool begins_message(char byte)
{
    unsigned char first = (unsigned char)byte;
    return (first >= 0x90 && first <= 0x9f) || first == 0xdc || first == 0xdd;
}

/* Sends bytes through TLS, if there is any and it has not failed. Wipes them. */
static void pass_out(struct channel *channel, struct text *bytes, struct text *out)
{
    if (!channel->tls)
        text_append(out, text_string(bytes), bytes->len);
    else if (tls_stream_state(channel->tls) != TLS_FAILED)
        tls_stream_send(channel->tls, text_string(bytes), bytes->len, out);
    text_wipe(bytes);
}

/* Begins what is inside: asks for a WebSocket, or opens the channel. */
static void begin_inside(struct channel *channel, struct text *out)
{
    if (!server_address_is_web(&channel->server)) {
        channel->stage = STAGE_RAW;
        channel->state = CHANNEL_OPEN;
        return;
    }
    uint8_t random[16];
    char host[ADDRESS_TEXT_MAX];
    struct text request = {0};
    entropy_fill(random, sizeof random);
    websocket_make_key(random, channel->key);
    address_print(&channel->server.at, host);
    websocket_append_request(&request, host, channel->server.path, channel->key);
    channel->frames = websocket_reader_for_client();
    channel->stage = STAGE_FIRST;
    pass_out(channel, &request, out);
}

struct channel *channel_create(const struct server_address *server, struct tls_context *tls,
                               channel_judge *judge, void *owner, struct text *out)
{
    struct channel *channel = memory_zeroed(1, sizeof *channel);
    channel->server = *server;
    channel->judge = judge;
    channel->owner = owner;
    if (tls)
        channel->tls = tls_stream_connect(
            tls, server->at.host,
            server_address_is_web(&channel->server) ? TLS_ALPN_HTTP : TLS_ALPN_TAKEAWAY, out);
    else
        begin_inside(channel, out);
    return channel;
}

void channel_destroy(struct channel *channel)
{
    if (!channel)
        return;
    tls_stream_destroy(channel->tls);
    http_reader_finish(&channel->http);
    websocket_reader_finish(&channel->frames);
    free(channel);
}

/* Takes frames, and answers those that are about the connection. */
static void take_frames(struct channel *channel, char *bytes, size_t len, struct text *plain,
                        struct text *out, struct error *error)
{
    struct websocket_news news;
    struct text answer = {0};
    uint8_t mask[WEBSOCKET_MASK_BYTES];
    size_t count = websocket_feed(&channel->frames, bytes, len, &news);
    text_append_secret(plain, bytes, count);
    if (news.has_ended || news.has_ping)
        entropy_fill(mask, sizeof mask);
    if (news.has_ended)
        websocket_append_close(&answer, news.code, mask);
    else if (news.has_ping)
        websocket_append_pong(&answer, &news, mask);
    if (answer.len > 0)
        pass_out(channel, &answer, out);
    if (!news.has_ended)
        return;
    channel->state = CHANNEL_ENDED;
    if (news.why) {
        error_set(error, ERROR_BAD_MESSAGE, "its WebSocket cannot be read: %s", news.why);
        channel->state = CHANNEL_FAILED;
    }
}

/* Takes what is inside of TLS, or of nothing. */
static void take_inside(struct channel *channel, char *bytes, size_t len, struct text *plain,
                        struct text *out, struct error *error)
{
    if (len == 0)
        return;
    if (channel->stage == STAGE_FIRST && begins_message(bytes[0])) {
        channel->stage = STAGE_RAW;
        channel->state = CHANNEL_REFUSED;
    } else if (channel->stage == STAGE_FIRST) {
        channel->stage = STAGE_HTTP;
    }
    if (channel->stage == STAGE_HTTP) {
        size_t taken = 0;
        enum http_progress progress =
            websocket_answer_feed(&channel->http, bytes, len, channel->key, &taken, error);
        bytes += taken;
        len -= taken;
        if (progress != HTTP_PARTIAL)
            http_reader_finish(&channel->http);
        if (progress == HTTP_REFUSED)
            channel->state = CHANNEL_FAILED;
        if (progress != HTTP_WHOLE)
            return;
        channel->stage = STAGE_FRAMES;
        channel->state = CHANNEL_OPEN;
    }
    if (channel->stage == STAGE_FRAMES)
        take_frames(channel, bytes, len, plain, out, error);
    else
        text_append_secret(plain, bytes, len);
}

static void take_tls(struct channel *channel, const char *bytes, size_t len, struct text *plain,
                     struct text *out, struct error *error)
{
    struct text inside = {0};
    bool was_shaking = tls_stream_state(channel->tls) == TLS_HANDSHAKING;
    enum tls_state state = tls_stream_receive(channel->tls, bytes, len, &inside, out, error);
    struct error failure = *error; /* if it has failed */
    bool is_judged = !was_shaking;
    if (was_shaking && (state == TLS_OPEN || state == TLS_ENDED)) {
        is_judged = !channel->judge(channel->owner, tls_stream_peer(channel->tls),
                                    tls_stream_distrust(channel->tls), error);
        if (is_judged)
            begin_inside(channel, out);
        else
            channel->state = CHANNEL_FAILED;
    }
    /* Bytes before a failure count, but none of a server that has not been judged. */
    if (is_judged)
        take_inside(channel, inside.bytes, inside.len, plain, out, error);
    text_wipe(&inside);
    if (channel->state == CHANNEL_FAILED)
        return;
    if (state == TLS_FAILED) {
        *error = failure;
        channel->state = CHANNEL_FAILED;
    } else if (state == TLS_ENDED) {
        channel->state = CHANNEL_ENDED;
    }
}

enum channel_state channel_receive(struct channel *channel, char *bytes, size_t len,
                                   struct text *plain, struct text *out, struct error *error)
{
    assert(channel->state <= CHANNEL_REFUSED && len > 0);
    bool is_first = !channel->has_heard;
    channel->has_heard = true;
    if (channel->tls && is_first) {
        enum { TLS_ALERT = 0x15, TLS_HANDSHAKE = 0x16 };
        if (begins_message(bytes[0]))
            channel->state = CHANNEL_REFUSED;
        else if (bytes[0] != TLS_ALERT && bytes[0] != TLS_HANDSHAKE)
            channel->state = CHANNEL_NO_TLS;
        if (channel->state != CHANNEL_SHAKING) {
            tls_stream_destroy(channel->tls);
            channel->tls = NULL;
            channel->stage = STAGE_RAW;
        }
    }
    if (channel->state == CHANNEL_NO_TLS)
        return channel->state;
    if (channel->tls)
        take_tls(channel, bytes, len, plain, out, error);
    else
        take_inside(channel, bytes, len, plain, out, error);
    return channel->state;
}

void channel_send(struct channel *channel, const char *bytes, size_t len, struct text *out)
{
    assert(channel->state == CHANNEL_OPEN);
    struct text inside = {0};
    if (server_address_is_web(&channel->server)) {
        uint8_t mask[WEBSOCKET_MASK_BYTES];
        entropy_fill(mask, sizeof mask);
        websocket_append_binary(&inside, bytes, len, mask);
    } else {
        text_append_secret(&inside, bytes, len);
    }
    pass_out(channel, &inside, out);
}

void channel_end(struct channel *channel, struct text *out)
{
    if (channel->state == CHANNEL_OPEN && server_address_is_web(&channel->server)) {
        struct text inside = {0};
        uint8_t mask[WEBSOCKET_MASK_BYTES];
        entropy_fill(mask, sizeof mask);
        websocket_append_close(&inside, WEBSOCKET_CLOSE_NORMAL, mask);
        pass_out(channel, &inside, out);
    }
    if (channel->tls)
        tls_stream_end(channel->tls, out);
}
