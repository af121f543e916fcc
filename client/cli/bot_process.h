/* A bot of this program as an opponent: a child process that ends with this program. */
#ifndef CLIENT_BOT_PROCESS_H
#define CLIENT_BOT_PROCESS_H

#include "client/lib/loop.h"
#include "common/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bot_process;

struct bot_process_events {
    void *owner;
    /* The bot is connected. `name` is valid during the call. */
    void (*ready)(void *owner, const char *name);
    /* The bot had no move of its own for this ply in time: it made one in haste, or resigned. The
     * same ply can be reported again after a restart of the server. `hasty` and `ready` may be
     * NULL. */
    void (*hasty)(void *owner, int64_t match, int64_t ply, bool has_resigned);
    /* The bot has ended. Status 0: it has completed its task. */
    void (*ended)(void *owner, int status);
};

struct bot_process_config {
    const char *server;     /* as server_list_parse() reads it */
    const char *server_key; /* that the server must have; NULL: authorities vouch for it */
    const char *strategy;   /* NULL: `command` */
    const char *command;    /* a program in any language; the bot is its bridge */
    bool resigns_for_haste; /* when the program has no move in time; else the bot moves for it */
    const char *name;
    const char *token_file; /* the token that gives the bot its seats back; NULL: not kept */
    /* The bot challenges this player to one match and moves first; NULL: it waits for
     * challenges. */
    const char *challenge;
    const char *rules;  /* of that match */
    const char *look;   /* of that match; NULL: as the rules have it */
    const char *start;  /* of that match; NULL: the server draws one */
    int64_t tournament; /* the bot joins it, plays in it and ends with it; 0: none */
    int errors;         /* the descriptor of its standard error; 0: this program's */
};

/* Texts are needed during the call only. IO: there is no such program to start. */
enum error_code bot_process_start(struct loop *loop, const struct bot_process_config *config,
                                  const struct bot_process_events *events,
                                  struct bot_process **ret_bot, struct error *error);
/* Asks all these bots to end, waits up to two seconds in total, and frees them. No callback is
 * called afterwards. The loop kills a bot that takes longer. Entries may be NULL. */
void bot_processes_stop(struct bot_process *const *bots, size_t count);
/* The same for one bot. */
void bot_process_stop(struct bot_process *bot);

#endif
