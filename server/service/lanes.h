/* Whose look-up is next. */
#ifndef SERVER_SERVICE_LANES_H
#define SERVER_SERVICE_LANES_H

#include "server/hall/message.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct look_up;
struct service;

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

/* Should the session ask nothing more until a look-up of its own is answered? */
bool lanes_hold(const struct service *service, uint64_t session);
/* Do look-ups wait because clients do not take their answers? */
bool lanes_lack_room(const struct service *service);
/* Takes the question and begins when it is its session's turn. Refuses it with LIMIT_REACHED when
 * too many wait, one of this session among them. */
void lanes_wait(struct service *service, struct message *question, enum lane_kind kind);
/* The worker has done with the look-up: its place in the lane is free. */
void lanes_end(struct look_up *job);
/* Its answer is queued: whatever may begin now begins. */
void lanes_begin_next(struct service *service, uint64_t session, enum lane_kind kind);
/* Begins the look-ups that there is room for now. */
void lanes_go_on(struct service *service);
/* The session takes its answers again: whatever it waits for may have its turn. */
void lanes_return(struct service *service, uint64_t session);
/* What the session waits for is not looked up any more. */
void lanes_forget(struct service *service, uint64_t session);
/* The server shuts down: refuses all that wait for their turn, and interrupts the look-ups that can
 * take long. */
void lanes_close(struct service *service);

#endif
