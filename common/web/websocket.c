#include "common/web/websocket.h"

#include "common/base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPCODE_CONTINUATION = 0x0,
    OPCODE_TEXT = 0x1,
    OPCODE_BINARY = 0x2,
    OPCODE_CLOSE = 0x8,
    OPCODE_PING = 0x9,
    OPCODE_PONG = 0xA,

    FINAL_BIT = 0x80,
    RESERVED_BITS = 0x70,
    OPCODE_BITS = 0x0F,
    CONTROL_BIT = 0x08, /* of an opcode */
    MASK_BIT = 0x80,
    LENGTH_BITS = 0x7F,
    LENGTH_2_BYTES = 126, /* the length stands in the next 2 bytes */
    LENGTH_8_BYTES = 127,
};

static_assert(sizeof(struct websocket_reader) == 24, "each WebSocket connection has one");

struct websocket_reader websocket_reader_for_server(void)
{
    return (struct websocket_reader){.stage = WEBSOCKET_FIRST};
}

struct websocket_reader websocket_reader_for_client(void)
{
    return (struct websocket_reader){.stage = WEBSOCKET_FIRST, .is_client = true};
}

void websocket_reader_finish(struct websocket_reader *reader)
{
    if (reader->control)
        text_finish(reader->control);
    free(reader->control);
    reader->control = NULL;
}

static bool is_control(const struct websocket_reader *reader)
{
    return reader->opcode & CONTROL_BIT;
}

bool websocket_is_partial(const struct websocket_reader *reader)
{
    return reader->stage == WEBSOCKET_PAYLOAD
               ? is_control(reader)
               : reader->stage != WEBSOCKET_FIRST && reader->stage != WEBSOCKET_ENDED;
}

static void end(struct websocket_reader *reader, struct websocket_news *news, uint16_t code,
                const char *why)
{
    reader->stage = WEBSOCKET_ENDED;
    news->has_ended = true;
    news->code = code;
    news->why = why;
    websocket_reader_finish(reader);
}

static void end_wrong(struct websocket_reader *reader, struct websocket_news *news, const char *why)
{
    end(reader, news, WEBSOCKET_CLOSE_PROTOCOL_ERROR, why);
}

/* FIN, reserved bits, opcode. */
static void take_first(struct websocket_reader *reader, uint8_t byte, struct websocket_news *news)
{
    reader->opcode = byte & OPCODE_BITS;
    reader->is_final = byte & FINAL_BIT;
    reader->stage = WEBSOCKET_SECOND;
    if (byte & RESERVED_BITS) {
        end_wrong(reader, news, "a reserved bit is set, but no extension was agreed");
        return;
    }
    switch (reader->opcode) {
    case OPCODE_TEXT:
        end(reader, news, WEBSOCKET_CLOSE_TEXT, "a text message; only binary ones are taken");
        break;
    case OPCODE_BINARY:
        if (reader->is_inside)
            end_wrong(reader, news, "a message begins inside another one");
        break;
    case OPCODE_CONTINUATION:
        if (!reader->is_inside)
            end_wrong(reader, news, "a message goes on that never began");
        break;
    case OPCODE_CLOSE:
    case OPCODE_PING:
    case OPCODE_PONG:
        if (!reader->is_final)
            end_wrong(reader, news, "a control frame in fragments");
        break;
    default:
        end_wrong(reader, news, "an unknown opcode");
    }
}

/* The length is known. */
static void begin_mask(struct websocket_reader *reader)
{
    reader->stage = reader->is_client ? WEBSOCKET_PAYLOAD : WEBSOCKET_MASK;
    reader->header_left = WEBSOCKET_MASK_BYTES;
    reader->phase = 0;
}

/* MASK and the short length. */
static void take_second(struct websocket_reader *reader, uint8_t byte, struct websocket_news *news)
{
    uint8_t length = byte & LENGTH_BITS;
    bool is_masked = byte & MASK_BIT;
    if (is_masked == reader->is_client) {
        end_wrong(reader, news, is_masked ? "a masked frame of a server" : "an unmasked frame");
    } else if (is_control(reader) && length > WEBSOCKET_CONTROL_BYTES_MAX) {
        end_wrong(reader, news, "a control frame of more than 125 bytes");
    } else if (length < LENGTH_2_BYTES) {
        reader->left = length;
        begin_mask(reader);
    } else {
        reader->is_long = length == LENGTH_8_BYTES;
        reader->header_left = reader->is_long ? 8 : 2;
        reader->left = 0;
        reader->stage = WEBSOCKET_LENGTH;
    }
}

static void take_length(struct websocket_reader *reader, uint8_t byte, struct websocket_news *news)
{
    if (reader->is_long && reader->header_left == 8 && byte >= 0x80) {
        end_wrong(reader, news, "a length of 2^63 or more");
        return;
    }
    reader->left = reader->left << 8 | byte;
    reader->header_left--;
    if (reader->header_left > 0)
        return;
    if (reader->left < (reader->is_long ? 0x10000 : LENGTH_2_BYTES))
        end_wrong(reader, news, "a length in more bytes than it needs");
    else
        begin_mask(reader);
}

static void take_mask(struct websocket_reader *reader, uint8_t byte)
{
    reader->mask[WEBSOCKET_MASK_BYTES - reader->header_left] = byte;
    reader->header_left--;
    if (reader->header_left == 0)
        reader->stage = WEBSOCKET_PAYLOAD;
}

/* A close frame's payload is empty, or a code and a reason for people. */
static void take_close(struct websocket_reader *reader, const char *payload, size_t len,
                       struct websocket_news *news)
{
    uint16_t code = WEBSOCKET_CLOSE_NO_CODE;
    if (len >= 2)
        code = (uint16_t)((uint8_t)payload[0] << 8 | (uint8_t)payload[1]);
    /* 1004 to 1006 and 1015 are never sent; 3000 to 4999 are for libraries and applications. */
    bool is_defined = (code >= 1000 && code <= 1014 && (code < 1004 || code > 1006)) ||
                      (code >= 3000 && code <= 4999);
    if (len > 0 && !is_defined)
        end_wrong(reader, news, "a close frame with a code that may not be sent");
    else
        end(reader, news, code, NULL);
}

/* The payload of the frame is complete; `reader->control` has that of a control frame. */
static void take_frame(struct websocket_reader *reader, struct websocket_news *news)
{
    reader->stage = WEBSOCKET_FIRST;
    if (!is_control(reader)) {
        reader->is_inside = !reader->is_final;
        return;
    }
    const char *payload = reader->control ? text_string(reader->control) : "";
    size_t len = reader->control ? reader->control->len : 0;
    assert(len <= WEBSOCKET_CONTROL_BYTES_MAX);
    if (reader->opcode == OPCODE_CLOSE) {
        take_close(reader, payload, len, news);
        return;
    }
    if (reader->opcode == OPCODE_PING) {
        news->has_ping = true;
        news->ping_len = (uint8_t)len;
        memcpy(news->ping, payload, len);
    }
    websocket_reader_finish(reader);
}

/* Copies `len` bytes, unmasked, to a place that may overlap theirs but does not lie behind it. */
static void unmask(char *to, const char *from, size_t len, const uint8_t mask[WEBSOCKET_MASK_BYTES],
                   unsigned phase)
{
    assert(to <= from);
    uint8_t turned[8];
    for (size_t i = 0; i < sizeof turned; i++)
        turned[i] = mask[(phase + i) % WEBSOCKET_MASK_BYTES];
    uint64_t mask_word;
    memcpy(&mask_word, turned, sizeof mask_word);
    size_t at = 0;
    for (; len - at >= sizeof mask_word; at += sizeof mask_word) {
        uint64_t word;
        memcpy(&word, from + at, sizeof word);
        word ^= mask_word;
        memcpy(to + at, &word, sizeof word);
    }
    for (; at < len; at++)
        to[at] = (char)((uint8_t)from[at] ^ turned[at % sizeof turned]);
}

/* Moves the payload among the `len` bytes at `from` to `to`, or to the control frame's. Returns how
 * much it is. */
static size_t take_payload(struct websocket_reader *reader, char *to, const char *from, size_t len)
{
    size_t size = reader->left < len ? (size_t)reader->left : len;
    if (reader->is_client)
        memmove(to, from, size);
    else
        unmask(to, from, size, reader->mask, reader->phase);
    reader->phase = (reader->phase + size) % WEBSOCKET_MASK_BYTES;
    reader->left -= size;
    if (is_control(reader) && size > 0) {
        if (!reader->control)
            reader->control = memory_zeroed(1, sizeof *reader->control);
        text_append(reader->control, to, size);
    }
    return size;
}

size_t websocket_feed(struct websocket_reader *reader, char *bytes, size_t len,
                      struct websocket_news *ret_news)
{
    struct websocket_news *news = ret_news;
    size_t at = 0, data_len = 0;
    news->has_ping = news->has_ended = false;
    while (at < len && reader->stage != WEBSOCKET_ENDED) {
        uint8_t byte = (uint8_t)bytes[at];
        switch ((enum websocket_stage)reader->stage) {
        case WEBSOCKET_FIRST:
            take_first(reader, byte, news);
            at++;
            break;
        case WEBSOCKET_SECOND:
            take_second(reader, byte, news);
            at++;
            break;
        case WEBSOCKET_LENGTH:
            take_length(reader, byte, news);
            at++;
            break;
        case WEBSOCKET_MASK:
            take_mask(reader, byte);
            at++;
            break;
        case WEBSOCKET_PAYLOAD: {
            size_t size = take_payload(reader, bytes + data_len, bytes + at, len - at);
            at += size;
            if (!is_control(reader))
                data_len += size;
            break;
        }
        case WEBSOCKET_ENDED:
            break;
        }
        if (reader->stage == WEBSOCKET_PAYLOAD && reader->left == 0)
            take_frame(reader, news);
    }
    assert(data_len <= at);
    return data_len;
}

/* --- frames out --- */

static size_t write_header(char *ret_header, uint8_t opcode, size_t len, const uint8_t *mask)
{
    uint8_t *header = (uint8_t *)ret_header, mask_bit = mask ? MASK_BIT : 0;
    size_t at = 0;
    header[at++] = FINAL_BIT | opcode;
    int length_bytes = len < LENGTH_2_BYTES ? 0 : len < 0x10000 ? 2 : 8;
    header[at++] = (uint8_t)(mask_bit | (length_bytes == 0   ? len
                                         : length_bytes == 2 ? LENGTH_2_BYTES
                                                             : LENGTH_8_BYTES));
    for (int i = length_bytes - 1; i >= 0; i--)
        header[at++] = (uint8_t)((uint64_t)len >> (8 * i));
    if (mask) {
        memcpy(header + at, mask, WEBSOCKET_MASK_BYTES);
        at += WEBSOCKET_MASK_BYTES;
    }
    assert(at <= WEBSOCKET_HEADER_BYTES_MAX);
    return at;
}

size_t websocket_write_header(char ret_header[WEBSOCKET_HEADER_BYTES_MAX], size_t len,
                              const uint8_t *mask)
{
    return write_header(ret_header, OPCODE_BINARY, len, mask);
}

void websocket_mask(char *bytes, size_t len, const uint8_t *mask)
{
    unmask(bytes, bytes, len, mask, 0); /* the same exclusive or */
}

static void append_frame(struct text *out, uint8_t opcode, const char *bytes, size_t len,
                         const uint8_t *mask)
{
    char header[WEBSOCKET_HEADER_BYTES_MAX];
    text_append(out, header, write_header(header, opcode, len, mask));
    text_append(out, bytes, len);
    if (mask)
        websocket_mask(out->bytes + out->len - len, len, mask);
}

void websocket_append_binary(struct text *out, const char *bytes, size_t len, const uint8_t *mask)
{
    append_frame(out, OPCODE_BINARY, bytes, len, mask);
}

void websocket_append_pong(struct text *out, const struct websocket_news *news, const uint8_t *mask)
{
    assert(news->has_ping);
    append_frame(out, OPCODE_PONG, news->ping, news->ping_len, mask);
}

void websocket_append_close(struct text *out, uint16_t code, const uint8_t *mask)
{
    const char payload[] = {(char)(code >> 8), (char)code};
    append_frame(out, OPCODE_CLOSE, payload, code == WEBSOCKET_CLOSE_NO_CODE ? 0 : 2, mask);
}
