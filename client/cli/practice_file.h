/* The practice with puzzles of whoever has no account: a file in the folder of the program's state.
 */
#ifndef CLIENT_PRACTICE_FILE_H
#define CLIENT_PRACTICE_FILE_H

#include "client/lib/client.h"
#include "common/solver/solver_shelf.h"

/* Carries out a method puzzle.* of the protocol (PROTOCOL.md) on the file, and answers before it
 * returns. What it has changed is on the disk then. Unlike a server it has puzzles of any rules. An
 * error is IO, also for a file that is no practice, which stays as it is. */
void practice_file_call(struct solver_shelf *shelf, enum wire_method method, const void *parameters,
                        client_answer *answer, void *owner);

/* Milliseconds since 1970 UTC. */
int64_t practice_now_ms(void);

#endif
