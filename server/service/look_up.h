/* Look-ups: questions that only the database can answer, and the order in which they are asked.
 * Private to server/service. */
#ifndef SERVER_SERVICE_LOOK_UP_H
#define SERVER_SERVICE_LOOK_UP_H

#include "server/service/identity.h"
#include "server/service/worker.h"

#include <stdatomic.h>

/* A look-up waits for others of its lane, but not for those of other lanes. */
enum lane_kind {
    LANE_HELLO, /* session.hello and account.password: one or two rows each */
    LANE_SHORT, /* a match, a page of a history, a player's tokens, a record to judge */
    LANE_LONG,  /* reads many rows */
    LANE_SEAL,  /* takes longer than all others */
    LANE_COUNT,
};

struct lane {
    struct worker *worker;            /* whose thread uses ... */
    struct store_reader *reader;      /* ... this reader */
    struct asking_address *addresses; /* with look-ups that wait, in the order of their turns */
    size_t under_way;                 /* look-ups at the worker */
};

struct lanes {
    struct lane each[LANE_COUNT];
    struct asker *askers;             /* sessions with look-ups, waiting or under way; by session */
    struct asking_address *addresses; /* of these sessions, by origin_group() */
    size_t under_way;                 /* look-ups at the lanes' workers */
    size_t waiting;                   /* look-ups that wait for their turn */
    size_t reserved_bytes;            /* room for the answers of the look-ups at the workers */
};

/* A question that is under way at its lane's worker, and its result. */
struct look_up {
    struct worker_job work;
    struct service *service;
    struct message *question;
    enum lane_kind lane;
    struct store_reader *reader;     /* the lane's */
    atomic_bool is_given_up;         /* the answer is no longer wanted */
    int64_t now_ms;                  /* since 1970 UTC */
    struct error error;              /* code ERROR_NONE: there is an answer */
    struct identity_found found;     /* of a hello or a password, which identity.c answers */
    struct hall_puzzle_found puzzle; /* of a change of a practice, which the hall answers */
    struct text answer;              /* of any other question: encoded, ready to be sent */
};

/* Runs on the lane's thread, the only user of the reader. Fills the result, with texts and lists in
 * the arena, or sets the error, or encodes the whole answer itself. */
typedef void question_asker(struct look_up *job, struct wire_arena *arena,
                            union wire_body *ret_result);

/* --- puzzles.c --- */

question_asker ask_puzzle, ask_practice, ask_puzzle_change;

/* --- look_up.c --- */

/* Replaces an error of the database by a general one; its text goes to the log, for the operator
 * alone. Keeps all other errors. */
void look_up_hide_fault(struct error *error);
/* Asks the database on a lane's thread, and answers. Takes ownership of the message. */
void look_up(struct service *service, struct message *message);
/* Gives up the look-ups that have not begun, and all later ones. */
void look_ups_close(struct service *service);
/* Hands the question to its lane's worker, and takes ownership of it. Calls lanes_end() and
 * lanes_begin_next() when the worker is done. */
struct look_up *look_up_begin(struct service *service, struct message *question);
/* Answers with the error instead of a look-up, if the session is still open. Takes ownership of the
 * question. */
void look_up_refuse(struct service *service, struct message *question, const struct error *error);

/* --- look_up_export.c --- */

question_asker ask_export, ask_seal;

/* --- look_up_lanes.c --- */

/* Must the session wait with its next request until a look-up of its own is answered? */
bool lanes_hold(const struct service *service, uint64_t session);
/* Do look-ups wait because clients do not read their output? */
bool lanes_lack_room(const struct service *service);
/* Queues the question until its session's turn, and takes ownership of it. LIMIT_REACHED answers it
 * when too many wait, one of this session among them. */
void lanes_wait(struct service *service, struct message *question, enum lane_kind kind);
/* The worker is done with the look-up: its place in the lane is free. */
void lanes_end(struct look_up *job);
/* Begins the look-ups that may begin now. Call after lanes_end(), once the answer is queued. */
void lanes_begin_next(struct service *service, uint64_t session, enum lane_kind kind);
/* Begins the look-ups that there is room for now. */
void lanes_go_on(struct service *service);
/* The session's client reads again: its look-ups may have their turns. */
void lanes_return(struct service *service, uint64_t session);
/* The session is closed: gives up its look-ups. */
void lanes_forget(struct service *service, uint64_t session);
/* Refuses all waiting look-ups, because the server shuts down, and interrupts those that can take
 * long. */
void lanes_close(struct service *service);

#endif
