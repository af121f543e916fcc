/* Questions that only the database can answer: whose is next, and asking them. Private to
 * server/service. */
#ifndef SERVER_SERVICE_LOOK_UP_H
#define SERVER_SERVICE_LOOK_UP_H

#include "server/service/identity.h"
#include "server/service/worker.h"

#include <stdatomic.h>

/* Look-ups of one lane wait for each other and for no other lane. */
enum lane_kind {
    LANE_HELLO, /* session.hello and account.password: at most one row or two each */
    LANE_SHORT, /* one match, a page of history, the tokens of a player; the records that are to be
                   judged */
    LANE_LONG,  /* through many rows */
    LANE_SEAL,  /* longer than all others */
    LANE_COUNT,
};

struct lane {
    struct worker *worker;            /* whose thread asks ... */
    struct store_reader *reader;      /* ... this reader */
    struct asking_address *addresses; /* with sessions that ask, in the order of their turns */
    size_t under_way;                 /* look-ups at the worker */
};

struct lanes {
    struct lane each[LANE_COUNT];
    struct asker *askers;             /* sessions that ask, or wait for an answer; by session */
    struct asking_address *addresses; /* theirs, by origin_group() */
    size_t under_way;                 /* at the lanes' workers */
    size_t waiting;                   /* for their turn */
    size_t reserved_bytes;            /* for the answers of those at the workers */
};

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

/* Replaces an error of the database by a general one: its text goes to the log, for the operator
 * alone. Other errors stay as they are. */
void look_up_hide_fault(struct error *error);
/* Asks the database on the thread of a lane and answers. Takes the message. */
void look_up(struct service *service, struct message *message);
/* Gives up the look-ups that have not begun, and all that are asked from now on. */
void look_ups_close(struct service *service);
/* Hands the question to its lane's worker; takes it. lanes_end() and lanes_begin_next() are called
 * when the worker has done with it. */
struct look_up *look_up_begin(struct service *service, struct message *question);
/* Answers with the error instead of a look-up, if the session is still open. Takes the question. */
void look_up_refuse(struct service *service, struct message *question, const struct error *error);

/* --- look_up_export.c --- */

question_asker ask_export, ask_seal;

/* --- look_up_lanes.c --- */

/* Must the session wait with its next request until a look-up of its own is answered? */
bool lanes_hold(const struct service *service, uint64_t session);
/* Do look-ups wait because clients do not read their output? */
bool lanes_lack_room(const struct service *service);
/* Takes the question and begins when it is its session's turn. Refuses it with LIMIT_REACHED when
 * too many wait, one of this session among them. */
void lanes_wait(struct service *service, struct message *question, enum lane_kind kind);
/* The worker has done with the look-up: its place in the lane is free. */
void lanes_end(struct look_up *job);
/* After lanes_end(), when the answer is queued: begins the look-ups that may begin now. */
void lanes_begin_next(struct service *service, uint64_t session, enum lane_kind kind);
/* Begins the look-ups that there is room for now. */
void lanes_go_on(struct service *service);
/* The session's client reads again: its look-ups may have their turns. */
void lanes_return(struct service *service, uint64_t session);
/* The session is closed: gives up its look-ups. */
void lanes_forget(struct service *service, uint64_t session);
/* The server shuts down: refuses all that wait for their turn, and interrupts the look-ups that can
 * take long. */
void lanes_close(struct service *service);

#endif
