/* WebSocket (RFC 6455) as a byte stream: binary messages may be cut anywhere, and no message is
 * ever collected. Text and extensions are refused. Pure: no I/O. For both roles: the client masks
 * what it sends, the server does not. */
#ifndef COMMON_WEB_WEBSOCKET_H
#define COMMON_WEB_WEBSOCKET_H

#include "common/base/error.h"
#include "common/web/http_lines.h"

enum {
    WEBSOCKET_MASK_BYTES = 4,
    WEBSOCKET_HEADER_BYTES_MAX = 14, /* of the server's frames, which have no mask: 10 */
    WEBSOCKET_CONTROL_BYTES_MAX = 125,
    WEBSOCKET_KEY_SIZE = 25,    /* 16 bytes in base64, zero-terminated */
    WEBSOCKET_ACCEPT_SIZE = 29, /* 20 bytes */
};

/* The codes of a close frame that are used here. */
enum {
    WEBSOCKET_CLOSE_NO_CODE = 0, /* a close frame without a code */
    WEBSOCKET_CLOSE_NORMAL = 1000,
    WEBSOCKET_CLOSE_GOING_AWAY = 1001,
    WEBSOCKET_CLOSE_PROTOCOL_ERROR = 1002,
    WEBSOCKET_CLOSE_TEXT = 1003,
};

/* --- frames in --- */

/*
 *     first -> second -> [length] -> [mask] -> payload --(its end)--> first
 *        \________\__________\__________\_________/--(close frame, fault)--> ended
 */
enum websocket_stage {
    WEBSOCKET_FIRST, /* the first byte of a frame comes next */
    WEBSOCKET_SECOND,
    WEBSOCKET_LENGTH,
    WEBSOCKET_MASK,
    WEBSOCKET_PAYLOAD,
    WEBSOCKET_ENDED,
};

/* A reader of frames. It owns memory only while a control frame is under way. */
struct websocket_reader {
    uint64_t left; /* of the payload; in the stage of the length: that length as far as it came */
    struct text *control; /* payload of a control frame as far as it came; NULL: none */
    uint8_t mask[WEBSOCKET_MASK_BYTES];
    uint8_t stage;       /* enum websocket_stage */
    uint8_t header_left; /* bytes of the length or the mask to come */
    uint8_t opcode;      /* of this frame */
    bool is_client : 1;  /* the reader is the client's */
    bool is_final : 1;   /* of this frame */
    bool is_long : 1;    /* this frame's length has 8 bytes, not 2 */
    bool is_inside : 1;  /* a message has begun whose last frame is to come */
    uint8_t phase : 2;   /* which byte of the mask is next */
};

/* What a call of websocket_feed() has met besides payload. */
struct websocket_news {
    bool has_ping; /* answer it with websocket_append_pong(); the last one, if there were several */
    uint8_t ping_len;
    char ping[WEBSOCKET_CONTROL_BYTES_MAX];
    bool has_ended;  /* answer with websocket_append_close(), and close; nothing more is read */
    uint16_t code;   /* then: to answer with */
    const char *why; /* then: the peer's fault, a constant; NULL: the peer has said goodbye */
};

struct websocket_reader websocket_reader_for_server(void);
struct websocket_reader websocket_reader_for_client(void);
void websocket_reader_finish(struct websocket_reader *reader);

/* Takes all `len` bytes, cut anywhere. The payload of binary messages in them is moved, unmasked,
 * to the beginning of `bytes`; returns its length. Payload before the end is returned with the end.
 */
size_t websocket_feed(struct websocket_reader *reader, char *bytes, size_t len,
                      struct websocket_news *ret_news);

/* Has the header of a frame or a control frame come in part? It has to end in time, as a message
 * has to. The payload of a binary frame need not: its messages are timed by who decodes them. */
bool websocket_is_partial(const struct websocket_reader *reader);

/* --- frames out ---
 * `mask` is NULL for the server's frames, and WEBSOCKET_MASK_BYTES fresh random bytes for each
 * frame of the client's. */

/* Writes the header of a binary message of `len` bytes in one frame; returns its length. */
size_t websocket_write_header(char ret_header[WEBSOCKET_HEADER_BYTES_MAX], size_t len,
                              const uint8_t *mask);

/* Masks the payload of a frame where it lies. */
void websocket_mask(char *bytes, size_t len, const uint8_t *mask);

/* Header and payload, masked with `mask`. */
void websocket_append_binary(struct text *out, const char *bytes, size_t len, const uint8_t *mask);
void websocket_append_pong(struct text *out, const struct websocket_news *news,
                           const uint8_t *mask);
void websocket_append_close(struct text *out, uint16_t code, const uint8_t *mask);

/* --- the handshake: websocket_handshake.c --- */

/* What the server makes of the client's key. */
void websocket_accept_key(const char *key, char ret_accept[WEBSOCKET_ACCEPT_SIZE]);

/* The server's answer that begins the WebSocket; `is_takeaway`: it agrees on this subprotocol. */
void websocket_append_answer(struct text *out, const char *key, bool is_takeaway);

/* The client's key from 16 random bytes. */
void websocket_make_key(const uint8_t random[16], char ret_key[WEBSOCKET_KEY_SIZE]);

/* The client's request; `host` is HOST:PORT as the server's address says it. */
void websocket_append_request(struct text *out, const char *host, const char *path,
                              const char *key);

/* Takes bytes up to the end of the answer to this request, at most `len`; then finish the reader.
 * HTTP_REFUSED, with the reason in `error`: the peer speaks no HTTP, or answers with another status
 * than 101 (the message has its status line), or its answer does not fit the request. */
enum http_progress websocket_answer_feed(struct http_reader *reader, char *bytes, size_t len,
                                         const char *key, size_t *ret_taken, struct error *error);

#endif
