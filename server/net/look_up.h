/* What the files that ask the database share. Private to look_up.c, look_up_lanes.c and export.c.
 */
#ifndef SERVER_NET_LOOK_UP_H
#define SERVER_NET_LOOK_UP_H

#include "server/net/state.h"
#include "server/service/worker.h"

#include <stdatomic.h>

/* A question that is under way at its lane's worker, and what came of it. */
struct look_up {
    struct worker_job work;
    struct server *server;
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
typedef void asker(struct look_up *job, struct wire_arena *arena, union wire_body *ret_result);

/* --- look_up.c --- */

/* What is wrong with the database is the operator's to know and to mend: the log gets it, and
 * nobody else. Other errors stay as they are. */
void look_up_hide_fault(struct error *error);
/* Hands the question to its lane's worker; takes it. lane_end() and lane_go_on() are called when
 * the worker has done with it. */
struct look_up *look_up_begin(struct server *server, struct message *question);
/* Nothing is looked up: answers with the error if the connection is still there. Takes the
 * question. */
void look_up_refuse(struct server *server, struct message *question, const struct error *error);

/* --- look_up_lanes.c --- */

/* Takes the question and begins when it is its connection's turn. Refuses it with LIMIT_REACHED
 * when too many wait, one of this connection among them. */
void lane_wait(struct server *server, struct message *question, enum lane_kind kind);
/* The worker has done with the look-up: its place in the lane is free. */
void lane_end(struct look_up *job);
/* Its answer is queued: whatever may begin now begins. */
void lane_go_on(struct server *server, uint64_t session, enum lane_kind kind);

/* --- export.c --- */

asker ask_export, ask_seal;

#endif
