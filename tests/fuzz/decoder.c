/* The decoder of MessagePack-RPC: any bytes, cut anywhere. The cuts must not matter; what could be
 * read can be written, and comes back the same. The first byte chooses the cuts, the second the
 * limit. */
#include "tests/fuzz/fuzz.h"

#include "common/base/memory.h"
#include "common/wire/wire.h"

#include <stdlib.h>
#include <string.h>

/* What came of a stream: each message re-encoded, then the error. */
struct outcome {
    struct text messages;
    size_t taken;
    enum error_code code;
};

static void encode_body(struct text *out, const struct wire_message *message, int row,
                        const void *body)
{
    if (message->kind == WIRE_REQUEST)
        wire_encode_request(out, message->id, (enum wire_method)row, body);
    else if (message->kind == WIRE_NOTIFICATION)
        wire_encode_event(out, (enum wire_event)row, body);
    else
        wire_encode_result(out, message->id, wire_methods[row].result, body);
}

/* Which table row the message is read by; -1: none. A response is one to any method, as its id
 * chooses. */
static int row_of(const struct wire_message *message)
{
    if (message->kind == WIRE_REQUEST)
        return wire_method_find(message->method);
    if (message->kind == WIRE_NOTIFICATION)
        return wire_event_find(message->method);
    return message->error.code ? -1 : (int)(message->id % WIRE_METHOD_COUNT);
}

static const struct wire_record *record_of(const struct wire_message *message, int row)
{
    if (message->kind == WIRE_REQUEST)
        return wire_methods[row].parameters;
    return message->kind == WIRE_NOTIFICATION ? wire_events[row].record : wire_methods[row].result;
}

/* Appends what the message says, in our own encoding; false when it cannot be read. */
static bool append_read(struct text *out, const struct wire_message *message)
{
    union wire_body body;
    struct error error;
    int row = row_of(message);
    if (row < 0 || wire_message_read(message, record_of(message, row), &body, &error))
        return false;
    encode_body(out, message, row, &body);
    return true;
}

/* One complete message of our own, read again: the same bytes have to come out. */
static void check_again(const char *bytes, size_t len)
{
    struct wire_arena *arena = wire_arena_create();
    struct wire_decoder *decoder = wire_decoder_create(WIRE_ANSWER_BYTES_MAX);
    struct wire_message message;
    enum error_code code;
    struct error error;
    bool complete = false;
    size_t taken =
        wire_decoder_feed(decoder, arena, bytes, len, &complete, &message, &code, &error);
    if (code || !complete || taken != len)
        fuzz_fault("our own message is not taken: %s", code ? error.message : "incomplete");
    struct text again = {0};
    if (!append_read(&again, &message) || again.len != len || memcmp(again.bytes, bytes, len) != 0)
        fuzz_fault("our own message reads otherwise");
    text_finish(&again);
    wire_decoder_destroy(decoder);
    wire_arena_destroy(arena);
}

static void take_message(struct outcome *outcome, const struct wire_message *message)
{
    size_t before = outcome->messages.len;
    text_append_char(&outcome->messages, (char)('0' + message->kind));
    size_t begin = outcome->messages.len;
    if (append_read(&outcome->messages, message))
        check_again(outcome->messages.bytes + begin, outcome->messages.len - begin);
    else
        text_append(&outcome->messages, (const char *)&message->id, sizeof message->id);
    if (outcome->messages.len == before)
        fuzz_fault("a message left no trace");
}

/* Feeds the stream in pieces of 1 to `longest` bytes. */
static struct outcome feed(const char *bytes, size_t len, size_t limit, size_t longest)
{
    struct outcome outcome = {0};
    struct wire_arena *arena = wire_arena_create();
    struct wire_decoder *decoder = wire_decoder_create(limit);
    struct error error;
    for (size_t piece = 1; len > outcome.taken && !outcome.code;
         piece = piece < longest ? piece + 1 : 1) {
        size_t left = len - outcome.taken, size = longest == 0 || piece > left ? left : piece;
        /* In memory of its own, so that a sanitizer sees what is read behind it. */
        char *copy = memory_zeroed(size, 1);
        memcpy(copy, bytes + outcome.taken, size);
        for (size_t at = 0; at < size && !outcome.code;) {
            bool complete = false;
            struct wire_message message;
            size_t taken = wire_decoder_feed(decoder, arena, copy + at, size - at, &complete,
                                             &message, &outcome.code, &error);
            if (taken > size - at || (taken == 0 && !outcome.code))
                fuzz_fault("took %zu of %zu bytes", taken, size - at);
            if (complete)
                take_message(&outcome, &message);
            at += taken;
            outcome.taken += taken;
        }
        free(copy);
    }
    wire_decoder_destroy(decoder);
    wire_arena_destroy(arena);
    return outcome;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    size_t longest = 1 + data[0] % 32;
    size_t limit = data[1] % 2 ? WIRE_REQUEST_BYTES_MAX : WIRE_ANSWER_BYTES_MAX;
    const char *bytes = (const char *)data + 2;
    struct outcome whole = feed(bytes, size - 2, limit, 0);
    struct outcome pieces = feed(bytes, size - 2, limit, longest);
    if (whole.code != pieces.code || whole.messages.len != pieces.messages.len ||
        (whole.messages.len > 0 &&
         memcmp(whole.messages.bytes, pieces.messages.bytes, whole.messages.len) != 0))
        fuzz_fault("in pieces of up to %zu bytes it is another stream", longest);
    text_finish(&whole.messages);
    text_finish(&pieces.messages);
    return 0;
}
