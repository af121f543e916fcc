/* The practice with puzzles of whoever has no account: a file in the folder of the program's state.
 */
#ifndef CLIENT_PRACTICE_FILE_H
#define CLIENT_PRACTICE_FILE_H

#include "common/puzzle/practice.h"

/* A missing file is a new practice; practice_finish() it, also after a failure. IO: it cannot be
 * read, or is no practice. */
enum error_code practice_file_read(struct practice *ret_practice, struct error *error);
/* The practice is on the disk when this returns ERROR_NONE; otherwise the file is what it was. IO.
 */
enum error_code practice_file_write(const struct practice *practice, struct error *error);

/* Milliseconds since 1970 UTC. */
int64_t practice_now_ms(void);

#endif
