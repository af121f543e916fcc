/* What a server sends to a client, through WebSocket or TLS: any bytes, cut anywhere. The first
 * byte chooses what the client speaks, the second the cuts. Of a WebSocket the handshake can be
 * granted: then the bytes are frames, and the cuts must not matter. */
#include "tests/fuzz/fuzz.h"

#include "client/lib/channel.h"
#include "common/base/memory.h"
#include "common/web/http_head.h"
#include "common/web/websocket.h"

#include <stdlib.h>
#include <string.h>

enum { WITH_TLS = 1, GRANTED = 2 };

struct outcome {
    struct text plain;
    enum channel_state state;
};

/* No certificate can come: the fuzzer has no key. */
static enum error_code judge(void *owner, const struct certificate *certificate,
                             const char *distrust, struct error *error)
{
    (void)owner, (void)certificate, (void)distrust, (void)error;
    fuzz_fault("a handshake came to its end");
    return ERROR_NONE;
}

static struct tls_context *client_context(void)
{
    static struct tls_context *context;
    struct error error;
    if (!context && tls_context_for_client(&context, &error))
        fuzz_fault("%s", error.message);
    return context;
}

static void take(struct channel *channel, const char *bytes, size_t len, struct outcome *outcome,
                 struct text *out)
{
    struct error error = {0};
    char *copy = memory_zeroed(len, 1); /* a sanitizer sees what is read behind it */
    memcpy(copy, bytes, len);
    outcome->state = channel_receive(channel, copy, len, &outcome->plain, out, &error);
    if ((outcome->state == CHANNEL_FAILED) != (error.code != ERROR_NONE))
        fuzz_fault("state %d with error %d", outcome->state, error.code);
    free(copy);
}

/* Answers the client's request for a WebSocket as a server should. */
static void grant(struct channel *channel, struct text *asked, struct outcome *outcome)
{
    struct http_reader reader = {0};
    struct http_request request;
    struct http_refusal refusal;
    struct text answer = {0};
    size_t taken;
    if (http_request_feed(&reader, asked->bytes, asked->len, &taken, &request, &refusal) !=
        HTTP_WHOLE)
        fuzz_fault("the request cannot be read");
    websocket_append_answer(&answer, request.websocket_key, request.offers_takeaway);
    take(channel, answer.bytes, answer.len, outcome, asked);
    if (outcome->state != CHANNEL_OPEN)
        fuzz_fault("the right answer is not taken");
    http_reader_finish(&reader);
    text_finish(&answer);
}

/* Feeds the bytes in pieces of 1 to `longest` bytes; 0: in one. */
static struct outcome feed(int form, const char *bytes, size_t len, size_t longest)
{
    struct outcome outcome = {0};
    struct server_address server;
    struct error error;
    struct text out = {0};
    bool has_tls = form & WITH_TLS;
    if (server_address_parse(has_tls ? "wss://localhost/" : "ws://localhost/", &server, &error))
        fuzz_fault("%s", error.message);
    struct channel *channel =
        channel_create(&server, has_tls ? client_context() : NULL, judge, NULL, &out);
    if (form == GRANTED)
        grant(channel, &out, &outcome);
    for (size_t at = 0, piece = 1; len > at && outcome.state <= CHANNEL_REFUSED;
         piece = piece < longest ? piece + 1 : 1) {
        size_t left = len - at, size = longest == 0 || piece > left ? left : piece;
        take(channel, bytes + at, size, &outcome, &out);
        at += size;
    }
    channel_end(channel, &out);
    channel_destroy(channel);
    text_finish(&out);
    return outcome;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    int form = data[0] % 3;
    const char *bytes = (const char *)data + 2;
    struct outcome whole = feed(form, bytes, size - 2, 0);
    struct outcome pieces = feed(form, bytes, size - 2, 1 + data[1] % 32);
    if (whole.state != pieces.state || whole.plain.len != pieces.plain.len ||
        (whole.plain.len > 0 && memcmp(whole.plain.bytes, pieces.plain.bytes, whole.plain.len)))
        fuzz_fault("in pieces it is another stream: %d and %d", whole.state, pieces.state);
    text_finish(&whole.plain);
    text_finish(&pieces.plain);
    return 0;
}
