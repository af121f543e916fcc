/* A program of this project as a child process that ends with its parent. Its standard input is a
 * pipe that child_write() writes to. A child started with --exit-on-eof ends at the end of that
 * input, which the kernel brings about even when the parent is killed. The child has a session of
 * its own: Ctrl-C at the terminal reaches the parent alone, which ends the child in order. */
#ifndef CLIENT_LIB_CHILD_H
#define CLIENT_LIB_CHILD_H

#include "client/lib/loop.h"
#include "common/base/error.h"

#include <stdbool.h>
#include <stddef.h>

enum { CHILD_UNREAD_MAX = 4 << 20 }; /* bytes queued for a child that does not read */

struct child;

/* Both callbacks may call child_destroy(). */
struct child_events {
    void *owner;
    /* A line of the child's standard output, valid during the call. */
    void (*line)(void *owner, const char *line, size_t len);
    /* The child ended by itself, after its last line. `status`: its exit status, or 128 + the
     * signal. */
    void (*ended)(void *owner, int status);
};

/* Starts `program`, a name such as "takeaway-server", found beside the running program, or else in
 * the layout of the build tree, or else in PATH. `arguments` begins with the program's name and
 * ends with NULL. Standard error is the parent's. Fails with IO. */
enum error_code child_start(struct loop *loop, const char *program, const char *const *arguments,
                            const struct child_events *events, struct child **ret_child,
                            struct error *error);
/* The same with the descriptor `errors` as standard error; it is needed during the call only. */
enum error_code child_start_apart(struct loop *loop, const char *program,
                                  const char *const *arguments, int errors,
                                  const struct child_events *events, struct child **ret_child,
                                  struct error *error);
/* Queues bytes for the child's standard input, in the order of the calls. False: the queue would
 * exceed CHILD_UNREAD_MAX bytes, and nothing is queued. */
bool child_write(struct child *child, const char *bytes, size_t len);
/* The child's process id, which is stale once the child has ended. */
int child_process(const struct child *child);
/* Asks the child to end (closes the pipe, SIGTERM; after 10 s SIGKILL) and frees it once it has
 * ended. No callback follows. NULL is allowed. */
void child_destroy(struct child *child);

#endif
