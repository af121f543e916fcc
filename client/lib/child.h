/* A program of ours as a child process that ends with its parent: the child holds the read end of a
 * pipe as standard input, to which child_write() writes, and ends when that reaches its end (give
 * it
 * --exit-on-eof), which the kernel sees to even after SIGKILL. It is a session of its own, so that
 * Ctrl-C at the terminal reaches the parent alone, who ends it in good order. */
#ifndef CLIENT_LIB_CHILD_H
#define CLIENT_LIB_CHILD_H

#include "client/lib/loop.h"
#include "common/base/error.h"

#include <stdbool.h>
#include <stddef.h>

enum { CHILD_UNREAD_MAX = 4 << 20 }; /* bytes that wait for a child that does not read */

struct child;

/* Both may call child_destroy(). */
struct child_events {
    void *owner;
    /* A line of its standard output; lives during the call. */
    void (*line)(void *owner, const char *line, size_t len);
    /* It ended by itself, and all its lines have come: its exit status, or 128 + the signal. */
    void (*ended)(void *owner, int status);
};

/* `program` is a name such as "takeaway-server": looked for beside the running program, then in the
 * build tree's layout, then in PATH. `arguments` begins with the program's name and ends with NULL.
 * Standard error is the parent's. IO when it cannot be started. */
enum error_code child_start(struct loop *loop, const char *program, const char *const *arguments,
                            const struct child_events *events, struct child **ret_child,
                            struct error *error);
/* The same with another standard error: this descriptor, which is needed during the call only. */
enum error_code child_start_apart(struct loop *loop, const char *program,
                                  const char *const *arguments, int errors,
                                  const struct child_events *events, struct child **ret_child,
                                  struct error *error);
/* Writes to its standard input, in the order of the calls, without waiting for it. False, and
 * nothing is written: more than CHILD_UNREAD_MAX bytes would wait. */
bool child_write(struct child *child, const char *bytes, size_t len);
/* Its process id: of nothing any more once it has ended. */
int child_process(const struct child *child);
/* Asks it to end (closes the pipe, SIGTERM; after 10 s SIGKILL), and frees it once it has;
 * no callback comes any more. NULL is taken. */
void child_destroy(struct child *child);

#endif
