#include "client/account/admin_call.h"

#include "client/lib/connection.h"
#include "client/lib/loop.h"
#include "common/base/memory.h"
#include "common/base/text.h"
#include "common/wire/wire.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    REQUEST_ID = 1,
    PATH_BYTES_MAX = 107, /* the longest name of a Unix socket */
};

struct conversation {
    const struct admin_call *call;
    struct loop *loop;
    struct connection *connection; /* NULL: it has ended */
    struct error *error;           /* its code is ERROR_NONE until there is one */
};

static void end(struct conversation *conversation)
{
    connection_destroy(conversation->connection);
    conversation->connection = NULL;
    loop_stop(conversation->loop, 0);
}

static void opened(void *owner)
{
    struct conversation *conversation = owner;
    struct text request = {0};
    wire_encode_request(&request, REQUEST_ID, conversation->call->method,
                        conversation->call->parameters);
    connection_write(conversation->connection, request.bytes, request.len);
    text_finish(&request);
}

static void closed(void *owner, const struct error *reason)
{
    struct conversation *conversation = owner;
    conversation->connection = NULL;
    *conversation->error = *reason;
    loop_stop(conversation->loop, 0);
}

static void take_answer(struct conversation *conversation, const struct wire_message *message)
{
    const struct admin_call *call = conversation->call;
    const struct wire_record *record = wire_methods[call->method].result;
    void *result = memory_zeroed(1, record->size + 1);
    if (message->error.code)
        *conversation->error = message->error;
    else if (!wire_message_read(message, record, result, conversation->error))
        call->answered(call->owner, result);
    free(result);
    end(conversation);
}

static void take_progress(struct conversation *conversation, const struct wire_message *message)
{
    const struct admin_call *call = conversation->call;
    struct wire_backup_progress progress;
    struct error error;
    if (call->progress &&
        wire_text_equal(message->method, wire_events[WIRE_EVENT_OPERATOR_PROGRESS].name) &&
        !wire_message_read(message, &wire_record_backup_progress, &progress, &error))
        call->progress(call->owner, &progress);
}

static void message_came(void *owner, const struct wire_message *message)
{
    struct conversation *conversation = owner;
    if (message->kind == WIRE_RESPONSE && message->id == REQUEST_ID)
        take_answer(conversation, message);
    else if (message->kind == WIRE_NOTIFICATION)
        take_progress(conversation, message);
}

static enum error_code read_path(const char *path, struct address *ret_address, struct error *error)
{
    char whole[4096];
    *ret_address = (struct address){0};
    /* What is no path from the root on would be taken for a host. */
    if (!realpath(path, whole))
        return error_set(error, ERROR_IO, "%s: %s; does the server run?", path, strerror(errno));
    if (strlen(whole) > PATH_BYTES_MAX)
        return error_set(error, ERROR_USAGE, "%s: a path of at most %d bytes was expected", path,
                         PATH_BYTES_MAX);
    strcpy(ret_address->host, whole);
    return ERROR_NONE;
}

enum error_code admin_call(const struct admin_call *call, struct error *error)
{
    struct conversation conversation = {.call = call, .error = error};
    struct connection_events events = {
        .owner = &conversation,
        .opened = opened,
        .message = message_came,
        .closed = closed,
    };
    struct address address;
    if (read_path(call->control, &address, error))
        return error->code;
    error->code = ERROR_NONE;
    conversation.loop = loop_create();
    if (!connection_create(conversation.loop, &address, &events, &conversation.connection, error))
        loop_run(conversation.loop);
    loop_destroy(conversation.loop);
    return error->code;
}
