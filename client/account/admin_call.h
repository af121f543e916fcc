/* One request over the operator's socket of a server. */
#ifndef CLIENT_ADMIN_CALL_H
#define CLIENT_ADMIN_CALL_H

#include "common/base/error.h"
#include "common/wire/schema.h"

struct admin_call {
    const char *control; /* the socket's path */
    enum wire_method method;
    const void *parameters; /* the struct of the method's record */
    void *owner;
    /* The struct of the method's result; lives during the call. */
    void (*answered)(void *owner, const void *result);
    /* NULL: progress is left aside. */
    void (*progress)(void *owner, const struct wire_backup_progress *progress);
};

/* Connects, asks, waits for the answer. The error is the server's, or says why there is no answer.
 */
enum error_code admin_call(const struct admin_call *call, struct error *error);

#endif
