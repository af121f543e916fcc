/* What the files that ask the database share. Private to look_up.c, look_up_lanes.c and export.c.
 */
#ifndef SERVER_NET_LOOK_UP_H
#define SERVER_NET_LOOK_UP_H

#include "server/service/identity.h"
#include "server/service/lanes.h"
#include "server/service/worker.h"

#include <stdatomic.h>

/* A question that is under way at its lane's worker, and what came of it. */
struct look_up {
    struct worker_job work;
    struct service *service;
    struct message *question;
    enum lane_kind lane;
    struct store_reader *reader; /* the lane's */
    atomic_bool is_given_up;     /* the answer is not wanted any more */
    int64_t now_ms;              /* since 1970 UTC */
    struct error error;          /* code ERROR_NONE: there is an answer */
    struct identity_found found; /* of a hello or a password: the answer is identity.c's to give */
    struct text answer;          /* of all others: encoded, to be sent as it is */
};

/* On the lane's thread, which alone uses the reader: fills the result, with texts and lists in the
 * arena, or sets the error; or encodes the whole answer itself. */
typedef void question_asker(struct look_up *job, struct wire_arena *arena,
                            union wire_body *ret_result);

/* --- look_up.c --- */

/* What is wrong with the database is the operator's to know and to mend: the log gets it, and
 * nobody else. Other errors stay as they are. */
void look_up_hide_fault(struct error *error);
/* Asks the database on the thread of a lane and answers. Takes the message. */
void look_up(struct service *service, struct message *message);
/* Gives up the look-ups that have not begun, and all that are asked from now on. */
void look_ups_close(struct service *service);
/* Hands the question to its lane's worker; takes it. lanes_end() and lanes_begin_next() are called
 * when the worker has done with it. */
struct look_up *look_up_begin(struct service *service, struct message *question);
/* Nothing is looked up: answers with the error if the connection is still there. Takes the
 * question. */
void look_up_refuse(struct service *service, struct message *question, const struct error *error);

/* --- export.c --- */

question_asker ask_export, ask_seal;

#endif
