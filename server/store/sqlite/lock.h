/* The lock that keeps a second server from opening the database. */
#ifndef SERVER_STORE_SQLITE_LOCK_H
#define SERVER_STORE_SQLITE_LOCK_H

#include "common/base/error.h"

#include <stdbool.h>

/* Creates or opens the file, locks it, and writes the number of this process into it; *ret_made:
 * the file was created. TOO_EARLY names the process that has the lock. IO, among others: the file
 * is not a regular one, has a second name, or belongs to another user; such a file stays unchanged,
 * and a symbolic link is not followed. The lock ends with the descriptor, so also with the process,
 * however that ends. Only the holder of the lock may remove the file: a process that has opened it
 * before the removal notices that, and begins again. */
enum error_code lock_take(const char *path, int *ret_fd, bool *ret_made, struct error *error);
/* -1 is taken. The file stays. */
void lock_release(int fd);

#endif
