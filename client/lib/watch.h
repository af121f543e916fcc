/* What a program with a screen waits for besides its server: keys, and signals of the terminal. */
#ifndef CLIENT_LIB_WATCH_H
#define CLIENT_LIB_WATCH_H

#include "client/lib/loop.h"

/* Calls back whenever something can be read from a descriptor, and leaves the reading to the
 * caller: as long as something is left, it calls again. */
struct watch;
/* Watches a descriptor of the same kind as `fd`, which stays in the mode in which it is; NULL when
 * the system refuses (a file cannot be watched). */
struct watch *watch_create(struct loop *loop, int fd, void (*readable)(void *owner), void *owner);
void watch_destroy(struct watch *watch); /* NULL is taken */

/* Calls back when a signal has come. */
struct signal_watch;
struct signal_watch *signal_watch_create(struct loop *loop, int number, void (*caught)(void *owner),
                                         void *owner);
/* Lets the system do what it does about this signal when nobody watches it: for SIGTSTP, the call
 * returns when the program goes on. */
void signal_watch_yield(struct signal_watch *watch);
void signal_watch_destroy(struct signal_watch *watch); /* NULL is taken */

#endif
