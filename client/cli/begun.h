/* A match that one part of the program has begun over a connection, and that another part plays
 * over the same connection: line mode or the full screen. */
#ifndef CLIENT_BEGUN_H
#define CLIENT_BEGUN_H

#include "client/cli/console.h"
#include "client/cli/options.h"
#include "client/cli/session.h"

struct begun {
    struct session *session; /* paused, see session_pause() */
    int64_t match;
    const char *command; /* goes on with the match later, such as "host"; NULL: `play` does */
};

/* Comes to a server, tells what the invitation with this code is for, and accepts it. A code that
 * is used up goes on with the match that it began, so that the same command can be repeated.
 * EXIT_OK: the match has begun; its session has to be played with one of the next two, or closed.
 * Any other status was explained on standard error. */
int begun_by_code(const struct session_config *config, const char *code, struct console *console,
                  struct begun *ret_begun);

/* Plays the match to its end, line by line or in the full screen (tui/home.c). `options`: --server
 * and --as as the person would give them, and --json. Returns the exit status. */
int play_run_begun(const struct options *options, const struct begun *begun, struct error *error);
int tui_run_begun(const struct options *options, const struct begun *begun);

#endif
