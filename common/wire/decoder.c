/* Bytes to envelopes. A message that lies whole in the given bytes is unpacked in place. A message
 * in pieces is collected in a buffer that grows with the bytes received (not with those announced),
 * and the arena takes it over with the message. All copies are wiped afterwards, because messages
 * hold passwords. */
#include "common/base/harmless.h"
#include "common/base/memory.h"
#include "common/wire/arena.h"
#include "common/wire/object.h"
#include "common/wire/scan.h"
#include "common/wire/wire.h"

#include <inttypes.h>
#include <stdlib.h>

struct wire_decoder {
    struct scan scan;
    struct text partial;  /* the message's bytes so far */
    enum error_code lost; /* the reason why the stream is lost; ERROR_NONE: it is not */
};

struct wire_decoder *wire_decoder_create(size_t bytes_max)
{
    struct wire_decoder *decoder = memory_zeroed(1, sizeof *decoder);
    scan_start(&decoder->scan, bytes_max);
    return decoder;
}

void wire_decoder_destroy(struct wire_decoder *decoder)
{
    if (!decoder)
        return;
    text_wipe(&decoder->partial);
    free(decoder);
}

bool wire_decoder_is_inside(const struct wire_decoder *decoder)
{
    return scan_is_begun(&decoder->scan);
}

size_t wire_decoder_bytes(const struct wire_decoder *decoder)
{
    return decoder->partial.capacity;
}

static enum error_code read_id(const msgpack_object *object, uint32_t *ret_id, struct error *error)
{
    if (object->type != MSGPACK_OBJECT_POSITIVE_INTEGER || object->via.u64 > UINT32_MAX)
        return error_set(error, ERROR_BAD_MESSAGE, "an id is an integer from 0 to %" PRIu32,
                         UINT32_MAX);
    *ret_id = (uint32_t)object->via.u64;
    return ERROR_NONE;
}

static enum error_code read_method(const msgpack_object *object, struct wire_text *ret_method,
                                   struct error *error)
{
    if (!object_is_text(object))
        return error_set(error, ERROR_BAD_MESSAGE, "a method or event is named by a text");
    *ret_method = object_text(object);
    return ERROR_NONE;
}

/* Anything but [] and [map] leaves a body that is no map, for wire_message_read() to refuse: the
 * request has an id and can be answered. */
static const void *parameters_body(const msgpack_object *parameters)
{
    static const msgpack_object no_map = {.type = MSGPACK_OBJECT_NIL};
    if (parameters->type != MSGPACK_OBJECT_ARRAY || parameters->via.array.size > 1)
        return &no_map;
    return parameters->via.array.size == 1 ? &parameters->via.array.ptr[0] : NULL;
}

static enum error_code read_call(const msgpack_object *method, const msgpack_object *parameters,
                                 struct wire_message *message, struct error *error)
{
    message->body = parameters_body(parameters);
    return read_method(method, &message->method, error);
}

/* [code, "message"] or [code, "message", detail] */
static enum error_code read_error(const msgpack_object *object, struct wire_message *message,
                                  struct error *error)
{
    const msgpack_object *part = object->via.array.ptr;
    if (object->type != MSGPACK_OBJECT_ARRAY || object->via.array.size < 2 ||
        part[0].type != MSGPACK_OBJECT_POSITIVE_INTEGER || part[0].via.u64 < 1 ||
        part[0].via.u64 > INT32_MAX || !object_is_text(&part[1]))
        return error_set(error, ERROR_BAD_MESSAGE, "an error is [code, \"message\"] or more");
    if (!object_is_clean(&part[1]))
        return error_set(error, ERROR_BAD_MESSAGE, "an error's message is not UTF-8 without NUL");
    struct wire_text text = object_text(&part[1]);
    error_set(&message->error, (enum error_code)part[0].via.u64, "%.*s", (int)text.len, text.bytes);
    if (message->arena->is_harmless)
        harmless_make(message->error.message);
    message->body = object->via.array.size > 2 ? &part[2] : NULL;
    return ERROR_NONE;
}

static enum error_code read_answer(const msgpack_object *fault, const msgpack_object *result,
                                   struct wire_message *message, struct error *error)
{
    if (fault->type != MSGPACK_OBJECT_NIL)
        return read_error(fault, message, error);
    message->body = result->type == MSGPACK_OBJECT_NIL ? NULL : result;
    return ERROR_NONE;
}

static enum error_code check_arity(const msgpack_object *envelope, uint32_t elements,
                                   struct error *error)
{
    if (envelope->via.array.size == elements)
        return ERROR_NONE;
    return error_set(error, ERROR_BAD_MESSAGE,
                     "a message of this type is an array of %" PRIu32 " elements, not of %" PRIu32,
                     elements, envelope->via.array.size);
}

static enum error_code read_numbered(const msgpack_object *envelope, struct wire_message *message,
                                     struct error *error)
{
    const msgpack_object *part = envelope->via.array.ptr;
    if (check_arity(envelope, 4, error) != ERROR_NONE ||
        read_id(&part[1], &message->id, error) != ERROR_NONE)
        return error->code;
    if (message->kind == WIRE_REQUEST)
        return read_call(&part[2], &part[3], message, error);
    return read_answer(&part[2], &part[3], message, error);
}

/* The scanner has checked that `envelope` is an array of 3 or 4. */
static enum error_code read_envelope(const msgpack_object *envelope, struct wire_message *message,
                                     struct error *error)
{
    const msgpack_object *part = envelope->via.array.ptr;
    if (part[0].type != MSGPACK_OBJECT_POSITIVE_INTEGER || part[0].via.u64 > WIRE_NOTIFICATION)
        return error_set(error, ERROR_BAD_MESSAGE, "a message's type is 0, 1 or 2");
    message->kind = (enum wire_kind)part[0].via.u64;
    if (message->kind != WIRE_NOTIFICATION)
        return read_numbered(envelope, message, error);
    if (check_arity(envelope, 3, error) != ERROR_NONE)
        return error->code;
    return read_call(&part[1], &part[2], message, error);
}

/* Completes the message with `bytes`; if they are all of it, they are unpacked in place. */
static struct wire_text whole_message(struct wire_decoder *decoder, struct wire_arena *arena,
                                      const char *bytes, size_t len)
{
    if (decoder->partial.len == 0)
        return (struct wire_text){.bytes = bytes, .len = len};
    text_append_secret(&decoder->partial, bytes, len);
    arena->collected = decoder->partial;
    decoder->partial = (struct text){0};
    return (struct wire_text){.bytes = arena->collected.bytes, .len = arena->collected.len};
}

static enum error_code finish_message(struct wire_decoder *decoder, struct wire_arena *arena,
                                      const char *bytes, size_t len,
                                      struct wire_message *ret_message, struct error *error)
{
    struct wire_text whole = whole_message(decoder, arena, bytes, len);
    scan_start(&decoder->scan, decoder->scan.bytes_max);
    msgpack_object envelope = arena_unpack(arena, whole.bytes, whole.len);
    *ret_message = (struct wire_message){.whole = whole, .arena = arena};
    return read_envelope(&envelope, ret_message, error);
}

size_t wire_decoder_feed(struct wire_decoder *decoder, struct wire_arena *arena, const char *bytes,
                         size_t len, bool *ret_complete, struct wire_message *ret_message,
                         enum error_code *ret_code, struct error *error)
{
    size_t taken = 0;
    enum error_code code = decoder->lost;
    wire_arena_clear(arena);
    if (code != ERROR_NONE)
        error_set(error, code, "the stream was lost before these bytes");
    else
        code = scan_feed(&decoder->scan, bytes, len, &taken, error);
    bool ended = code == ERROR_NONE && scan_is_complete(&decoder->scan);
    if (ended)
        code = finish_message(decoder, arena, bytes, taken, ret_message, error);
    else if (code == ERROR_NONE && taken > 0)
        text_append_secret(&decoder->partial, bytes, taken);
    decoder->lost = code;
    *ret_complete = ended && code == ERROR_NONE;
    *ret_code = code;
    return taken;
}
