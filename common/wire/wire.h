/* MessagePack-RPC: bytes to messages and back, without any I/O.
 *
 *     request       [0, id, method, [map]]  (a method without parameters may also say [])
 *     response      [1, id, error, result]  (error: nil, [code, "text"] or [code, "text", map])
 *     notification  [2, event, [map]]
 *
 * Bytes are scanned before any of them is unpacked: a message over its limits is detected after its
 * first bytes, and costs no memory. The methods, events and their fields are in schema.h. */
#ifndef COMMON_WIRE_WIRE_H
#define COMMON_WIRE_WIRE_H

#include "common/base/error.h"
#include "common/base/text.h"
#include "common/wire/schema.h"

/* The memory of one message: of a decoded one, which all decoders of a thread may share, or of a
 * record that is filled to be encoded. */
struct wire_arena;
struct wire_arena *wire_arena_create(void);
void wire_arena_destroy(struct wire_arena *arena);
/* Invalidates all memory from this arena. */
void wire_arena_clear(struct wire_arena *arena);
/* Uninitialised memory for `count` objects of `size` bytes each. Never NULL. */
void *wire_arena_memory(struct wire_arena *arena, size_t count, size_t size);
/* The list with room for at least one element of `size` bytes behind its first `count`: for lists
 * that are filled one by one, as memory_for_next(). */
void *wire_arena_for_next(struct wire_arena *arena, void *list, size_t count, size_t size);
/* A zero-terminated copy of `len` bytes. */
struct wire_text wire_arena_text(struct wire_arena *arena, const char *text, size_t len);
/* For a client, whose messages come from a server that may lie: from now on texts are read with a
 * question mark for each character that harmless.h warns of, line feeds included, and errors'
 * messages, too. The lines of an export, which go to a file and are hashed, are left as they are.
 */
void wire_arena_make_harmless(struct wire_arena *arena);

/* One direction of one connection. Small while no message is incomplete. What it has kept of a
 * message is wiped with the next one or at the end; the bytes that it is fed are the caller's to
 * wipe. */
struct wire_decoder;
/* `bytes_max`: the longest message it takes, WIRE_REQUEST_BYTES_MAX or WIRE_ANSWER_BYTES_MAX. */
struct wire_decoder *wire_decoder_create(size_t bytes_max);
void wire_decoder_destroy(struct wire_decoder *decoder);
/* Does it hold the beginning of a message? */
bool wire_decoder_is_inside(const struct wire_decoder *decoder);
/* The memory that this takes. */
size_t wire_decoder_bytes(const struct wire_decoder *decoder);

enum wire_kind {
    WIRE_REQUEST = 0,
    WIRE_RESPONSE = 1,
    WIRE_NOTIFICATION = 2,
};

/* A message whose envelope is read and whose body is not yet. Everything it points to lives until
 * the next wire_decoder_feed() with the same arena, and not longer than the `bytes` that were given
 * to the last one. */
struct wire_message {
    enum wire_kind kind;
    struct wire_text whole;  /* its bytes as they came */
    uint32_t id;             /* of requests and responses */
    struct wire_text method; /* of requests (any bytes); of notifications the event */
    struct error error;      /* of responses; code ERROR_NONE when it carries a result */
    const void *body;        /* map of parameters, result or error's third element; NULL: none */
    struct wire_arena *arena;
};

/* Takes bytes up to the end of the first message, at most `len`, and returns how many it took; has
 * a message come to its end, *ret_complete is true and *ret_message filled. Call again with the
 * rest until it is taken. On BAD_MESSAGE or TOO_LARGE (*ret_code, `error`) the stream is lost: the
 * decoder takes nothing more, and says so again when it is asked to. */
size_t wire_decoder_feed(struct wire_decoder *decoder, struct wire_arena *arena, const char *bytes,
                         size_t len, bool *ret_complete, struct wire_message *ret_message,
                         enum error_code *ret_code, struct error *error);

/* The method of the request that these bytes begin with; -1: they are too few to tell, it is
 * none, or it is unknown. */
int wire_method_peek(const char *bytes, size_t len);
/* The same of a notification's event. */
int wire_event_peek(const char *bytes, size_t len);
/* The id of the response that these bytes begin with; false: they are too few to tell, or it is
 * none. */
bool wire_answer_peek(const char *bytes, size_t len, uint32_t *ret_id);

/* Reads the message's body as `record` into the struct of that record. Unknown keys are left aside;
 * the last of equal keys counts; nil is absent. STR and BIN are both texts. Texts must be UTF-8
 * without NUL. An empty array is the empty map. BAD_ARGUMENTS names the field and what was expected
 * ("'ply' must be an integer from 1 to 10000"); then *ret_body is all absent. Parameters that are
 * not [] or [map] are refused here, too. */
enum error_code wire_message_read(const struct wire_message *message,
                                  const struct wire_record *record, void *ret_body,
                                  struct error *error);

/* The encoders append one whole message to `out`. `body` is the struct of the record that schema.h
 * names for it (NULL: no member is there). Members that are absent are left out; absent required
 * members are our own bug (assert). The limits are the receiver's to check. */
void wire_encode_request(struct text *out, uint32_t id, enum wire_method method,
                         const void *parameters);
void wire_encode_result(struct text *out, uint32_t id, const struct wire_record *record,
                        const void *result);
/* The same in two steps, for a result that answers many requests: the record alone, and then the
 * message with these bytes in it. */
void wire_encode_record(struct text *out, const struct wire_record *record, const void *body);
void wire_encode_shared_result(struct text *out, uint32_t id, const struct text *record);
/* `record` and `detail` may both be NULL: no third element. */
void wire_encode_error(struct text *out, uint32_t id, const struct error *error,
                       const struct wire_record *record, const void *detail);
void wire_encode_event(struct text *out, enum wire_event event, const void *body);

/* Convenience for texts that are C strings; NULL gives the absent text. */
struct wire_text wire_text(const char *string);
/* The same for one that is not NULL; "" gives the absent text. */
struct wire_text wire_text_given(const char *string);
bool wire_text_equal(struct wire_text text, const char *string);
/* Of the states of a tournament: "finished" or "cancelled"? */
bool wire_tournament_is_over(struct wire_text state);

#endif
