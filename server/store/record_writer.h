/* How each record becomes a row: its statement, and what is bound to it. */
#ifndef SERVER_STORE_RECORD_WRITER_H
#define SERVER_STORE_RECORD_WRITER_H

#include "common/base/error.h"
#include "server/hall/record.h"

#include <sqlite3.h>

enum { RECORD_KINDS = RECORD_RATING + 1 };

struct record_writer {
    sqlite3 *db;
    sqlite3_stmt *statements[RECORD_KINDS];
};

/* Of a zeroed struct; finish it also when this fails. */
enum error_code record_writer_init(struct record_writer *writer, sqlite3 *db, struct error *error);
void record_writer_finish(struct record_writer *writer);
/* One record of the batch, inside a transaction. */
enum error_code record_writer_write(struct record_writer *writer, const struct batch *batch,
                                    const struct record *record, struct error *error);

#endif
