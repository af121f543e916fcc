/* Frames of WebSocket: any bytes, cut anywhere. The cuts must not matter; the payload that was read
 * can be written, and comes back the same. The first byte chooses the role, the second the cuts. */
#include "tests/fuzz/fuzz.h"

#include "common/base/memory.h"
#include "common/web/websocket.h"

#include <stdlib.h>
#include <string.h>

struct outcome {
    struct text payload;
    struct text ping; /* the last one */
    bool has_ended;
    uint16_t code;
    const char *why;
};

static void finish(struct outcome *outcome)
{
    text_finish(&outcome->payload);
    text_finish(&outcome->ping);
}

/* Feeds the bytes in pieces of 1 to `longest` bytes; 0: in one. */
static struct outcome feed(const char *bytes, size_t len, bool is_client, size_t longest)
{
    struct outcome outcome = {0};
    struct websocket_reader reader =
        is_client ? websocket_reader_for_client() : websocket_reader_for_server();
    size_t at = 0;
    for (size_t piece = 1; len > at; piece = piece < longest ? piece + 1 : 1) {
        size_t left = len - at, size = longest == 0 || piece > left ? left : piece;
        char *copy = memory_zeroed(size, 1); /* a sanitizer sees what is read behind it */
        memcpy(copy, bytes + at, size);
        struct websocket_news news;
        size_t data_len = websocket_feed(&reader, copy, size, &news);
        if (data_len > size || (outcome.has_ended && (data_len || news.has_ping || news.has_ended)))
            fuzz_fault("%zu bytes of payload in %zu", data_len, size);
        text_append(&outcome.payload, copy, data_len);
        if (news.has_ping) {
            text_clear(&outcome.ping);
            websocket_append_pong(&outcome.ping, &news, NULL);
        }
        if (news.has_ended) {
            outcome.has_ended = true;
            outcome.code = news.code;
            outcome.why = news.why;
        }
        free(copy);
        at += size;
    }
    if (outcome.has_ended && (reader.control || websocket_is_partial(&reader)))
        fuzz_fault("it has ended and still waits");
    websocket_reader_finish(&reader);
    return outcome;
}

static bool are_same(const struct text *one, const struct text *other)
{
    return one->len == other->len && (one->len == 0 || !memcmp(one->bytes, other->bytes, one->len));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    bool is_client = data[0] % 2;
    const char *bytes = (const char *)data + 2;
    struct outcome whole = feed(bytes, size - 2, is_client, 0);
    struct outcome pieces = feed(bytes, size - 2, is_client, 1 + data[1] % 32);
    if (!are_same(&whole.payload, &pieces.payload) || !are_same(&whole.ping, &pieces.ping) ||
        whole.has_ended != pieces.has_ended || whole.code != pieces.code || whole.why != pieces.why)
        fuzz_fault("in pieces it is another stream");

    struct text frames = {0};
    if (size >= WEBSOCKET_MASK_BYTES) { /* the mask is the input's beginning */
        const uint8_t *mask = is_client ? NULL : data;
        websocket_append_binary(&frames, text_string(&whole.payload), whole.payload.len, mask);
        if (whole.has_ended)
            websocket_append_close(&frames, whole.code, mask);
        struct outcome again = feed(frames.bytes, frames.len, is_client, 0);
        if (!are_same(&whole.payload, &again.payload) || again.has_ended != whole.has_ended ||
            again.code != whole.code || again.why)
            fuzz_fault("our own frames read otherwise");
        finish(&again);
    }
    text_finish(&frames);
    finish(&whole);
    finish(&pieces);
    return 0;
}
