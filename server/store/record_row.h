/* Writes records into rows, and reads rows into records again after a start. */
#ifndef SERVER_STORE_RECORD_ROW_H
#define SERVER_STORE_RECORD_ROW_H

#include "common/base/error.h"
#include "common/base/text.h"
#include "server/hall/record.h"
#include "server/store/database.h"

enum { RECORD_KINDS = RECORD_PUZZLE + 1 };

struct record_writer {
    struct statement *statements[RECORD_KINDS];
};

/* Initialises a zeroed struct; finish it also when this fails. */
enum error_code record_writer_init(struct record_writer *writer, struct database *db,
                                   struct error *error);
void record_writer_finish(struct record_writer *writer);
/* Call inside a transaction. */
enum error_code record_writer_write(struct record_writer *writer, const struct record *record,
                                    struct error *error);

/* Appends the columns of a kind of records that has a list of fields in record.h. */
void record_row_columns(enum record_kind kind, struct text *out);
/* Reads a row that begins with these columns into a record of this kind. Texts are borrowed from
 * the row. An unknown format is read as FORMAT_COUNT, an unknown state as TOURNAMENT_STATES. */
void record_row_take(struct statement *row, enum record_kind kind, struct record *ret_record);

#endif
