/* The file of a server that keeps its data with SQLite: made, locked, migrated, and opened for the
 * writer. */
#ifndef SERVER_STORE_SQLITE_FILE_H
#define SERVER_STORE_SQLITE_FILE_H

#include "server/store/database.h"

struct sqlite_file {
    struct database *db; /* the writer's connection */
    char *path;          /* links resolved; NULL: it could not be opened */
    int lock;            /* -1: not locked */
    bool has_made_file, has_made_lock;
};

/* Does what store_open() says of the file. */
enum error_code sqlite_file_open(const char *path, struct sqlite_file *ret_file,
                                 struct error *error);
/* All statements have to be finished. `has_failed`: the start has failed, and what it has made is
 * removed. */
void sqlite_file_close(struct sqlite_file *file, bool has_failed);

#endif
