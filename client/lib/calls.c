#include "client/lib/calls.h"

#include "client/lib/entropy.h"
#include "common/base/memory.h"
#include "common/wire/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

enum { KEY_BYTES = 16, KEY_TEXT = 2 * KEY_BYTES };

/* The member that makes a retry harmless; NULL: the record has none. */
static struct wire_text *find_key(const struct wire_record *record, char *body)
{
    for (size_t i = 0; i < record->field_count; i++) {
        if (strcmp(record->fields[i].name, "key") == 0)
            return (struct wire_text *)(void *)(body + record->fields[i].offset);
    }
    return NULL;
}

static void draw_key(char key[KEY_TEXT + 1])
{
    unsigned char bytes[KEY_BYTES];
    entropy_fill(bytes, sizeof bytes);
    for (int i = 0; i < KEY_BYTES; i++)
        snprintf(key + 2 * i, 3, "%02x", bytes[i]);
}

static void encode(struct call *call, const void *parameters)
{
    const struct wire_record *record = wire_methods[call->method].parameters;
    char *body = memory_zeroed(record->size, 1);
    if (record->size > 0)
        memcpy(body, parameters, record->size);
    struct wire_text *key = find_key(record, body);
    char fresh[KEY_TEXT + 1];
    if (key && !key->bytes) {
        draw_key(fresh);
        *key = wire_text(fresh);
    }
    wire_encode_request(&call->bytes, call->id, call->method, body);
    free(body);
}

struct call *calls_add(struct calls *calls, enum wire_method method, const void *parameters,
                       client_answer *answer, void *owner)
{
    /* No request waits so long that its id comes round again. */
    if (++calls->last_id == CALLS_OWN_ID)
        calls->last_id++;
    struct call *call = memory_zeroed(1, sizeof *call);
    *call = (struct call){
        .id = calls->last_id,
        .method = method,
        .answer = answer,
        .owner = owner,
    };
    encode(call, parameters);
    DL_APPEND(calls->waiting, call);
    return call;
}

struct call *calls_take(struct calls *calls, uint32_t id)
{
    struct call *call;
    /* Answers come nearly in the order of the requests. */
    DL_FOREACH (calls->waiting, call) {
        if (call->id == id) {
            DL_DELETE(calls->waiting, call);
            return call;
        }
    }
    return NULL;
}

void calls_refuse(struct calls *calls, struct call *call, const struct error *reason)
{
    DL_DELETE(calls->waiting, call);
    call->reason = *reason;
    DL_APPEND(calls->refused, call);
}

void calls_refuse_all(struct calls *calls, const struct error *reason)
{
    while (calls->waiting)
        calls_refuse(calls, calls->waiting, reason);
}

struct call *calls_take_refused(struct calls *calls)
{
    struct call *call = calls->refused;
    if (call)
        DL_DELETE(calls->refused, call);
    return call;
}

void call_answer(const struct call *call, const struct error *error, const void *result)
{
    if (call->answer)
        call->answer(call->owner, error, result);
}

void calls_drop_answers(struct calls *calls, const void *owner)
{
    struct call *call;
    DL_FOREACH (calls->waiting, call) {
        if (call->owner == owner)
            call->answer = NULL;
    }
    DL_FOREACH (calls->refused, call) {
        if (call->owner == owner)
            call->answer = NULL;
    }
}

void call_destroy(struct call *call)
{
    text_finish(&call->bytes);
    free(call);
}

static void destroy_list(struct call *list)
{
    while (list) {
        struct call *call = list;
        DL_DELETE(list, call);
        call_destroy(call);
    }
}

void calls_finish(struct calls *calls)
{
    destroy_list(calls->waiting);
    destroy_list(calls->refused);
    *calls = (struct calls){0};
}
