/* How records become rows, and how rows become records again after a start. */
#ifndef SERVER_STORE_RECORD_ROW_H
#define SERVER_STORE_RECORD_ROW_H

#include "common/base/error.h"
#include "common/base/text.h"
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
/* Inside a transaction. */
enum error_code record_writer_write(struct record_writer *writer, const struct record *record,
                                    struct error *error);

/* Appends the columns of the records of this kind, which has a list of fields in record.h. */
void record_row_columns(enum record_kind kind, struct text *out);
/* Reads a row that begins with these columns into a record of this kind. Its texts are the row's. A
 * format or a state that is unknown is read as FORMAT_COUNT or TOURNAMENT_STATES. */
void record_row_take(sqlite3_stmt *row, enum record_kind kind, struct record *ret_record);

#endif
