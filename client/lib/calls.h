/* The requests of a client that were not answered yet, as the bytes that ask them: what is sent
 * again after a break is the same to the last byte. */
#ifndef CLIENT_LIB_CALLS_H
#define CLIENT_LIB_CALLS_H

#include "client/lib/client.h"
#include "common/base/text.h"

#include <stdbool.h>

struct call {
    struct call *prev, *next;
    uint32_t id;
    enum wire_method method;
    struct text bytes;     /* the whole request */
    struct error reason;   /* of a refused call: why */
    client_answer *answer; /* NULL: nobody wants it */
    void *owner;
};

/* `struct calls c = {0}` is empty. */
struct calls {
    struct call *waiting; /* for the server's answer, in the order in which they were made */
    struct call *refused; /* not to be sent (again): to be answered here, in a turn of their own */
    uint32_t last_id;
};

/* The id of the client's own requests, which are no calls: session.hello, session.ping and
 * session.pong. They are not repeated after a break. */
enum { CALLS_OWN_ID = 0 };

/* Adds a waiting call; the list owns it. Parameters as in client_call(). */
struct call *calls_add(struct calls *calls, enum wire_method method, const void *parameters,
                       client_answer *answer, void *owner);
/* Takes the waiting call of that id out of the list, to be destroyed by the caller; NULL: none. */
struct call *calls_take(struct calls *calls, uint32_t id);
void calls_refuse(struct calls *calls, struct call *call, const struct error *reason);
void calls_refuse_all(struct calls *calls, const struct error *reason);
/* Takes the first refused call out; NULL: none. */
struct call *calls_take_refused(struct calls *calls);
void call_answer(const struct call *call, const struct error *error, const void *result);
void call_destroy(struct call *call);
void calls_drop_answers(struct calls *calls, const void *owner);
/* Drops all of them without an answer. */
void calls_finish(struct calls *calls);

#endif
