/* A bot of ours as an opponent: a child process that ends with this program. */
#ifndef CLIENT_BOT_H
#define CLIENT_BOT_H

#include "client/lib/loop.h"
#include "common/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bot;

struct bot_events {
    void *owner;
    /* It is connected, under this name, which lives during the call. */
    void (*ready)(void *owner, const char *name);
    /* It had no move of its own for this ply in time, so it made one in haste, or resigned. After a
     * restart of the server it may say so again. NULL is taken, as for `ready`. */
    void (*hasty)(void *owner, int64_t match, int64_t ply, bool has_resigned);
    /* It has ended with this status: 0 when it has done what it was asked for. */
    void (*ended)(void *owner, int status);
};

struct bot_config {
    const char *server;     /* HOST:PORT */
    const char *strategy;   /* NULL: `command` */
    const char *command;    /* of a program in any language, to which it is the bridge */
    bool resigns_for_haste; /* where the program has no move in time, instead of moving for it */
    const char *name;
    const char *token_file; /* where it keeps its token, to come back to its seats; NULL: nowhere */
    /* The player whom it challenges to one match, moving first; NULL: it waits for challenges. */
    const char *challenge;
    const char *rules;  /* of that match */
    const char *start;  /* of that match; NULL: the server draws one */
    int64_t tournament; /* that it joins, plays in, and ends with; 0: none */
    int errors;         /* the descriptor of its standard error; 0: this program's */
};

/* Texts are needed during the call only. IO when there is no such program to start. */
enum error_code bot_start(struct loop *loop, const struct bot_config *config,
                          const struct bot_events *events, struct bot **ret_bot,
                          struct error *error);
/* Asks all these bots to end, waits up to two seconds for all of them together, frees them, and
 * calls back no more. A bot that takes longer is killed later, by the loop. NULLs are taken. */
void bots_stop(struct bot *const *bots, size_t count);
/* The same for one bot. */
void bot_stop(struct bot *bot);

#endif
