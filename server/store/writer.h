/* The thread that writes batches, each in one transaction, and prunes the journal and drops guests
 * between them (pruner.h, dropper.h). */
#ifndef SERVER_STORE_WRITER_H
#define SERVER_STORE_WRITER_H

#include "common/base/error.h"
#include "server/store/database.h"
#include "server/store/store.h"

struct writer;

/* Prepares the statements on a connection that only the writer uses from writer_start() to
 * writer_stop(), and opens another one to the database of that name for the dropper. */
enum error_code writer_create(struct database *db, const char *name, struct writer **ret_writer,
                              struct error *error);
/* The writer is stopped, or was never started; NULL is taken. */
void writer_destroy(struct writer *writer);

/* These are store_start(), store_submit() and store_stop(). */
void writer_start(struct writer *writer, const struct store_events *events, int64_t kept_ms);
void writer_submit(struct writer *writer, const struct batch *batch);
bool writer_stop(struct writer *writer);
/* database_hurry() for all that the writer uses. May be called from any thread. */
void writer_hurry(struct writer *writer, int ms);

#endif
