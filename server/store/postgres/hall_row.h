/* The row that says which server is the hall (rest.sql). Each server that takes it over gets a
 * greater epoch, about the ms since 1970, and each batch updates the row in its own transaction: so
 * a server that was replaced, and does not know it yet, cannot write. The batch's number there says
 * after a broken connection whether it was committed. */
#ifndef SERVER_STORE_POSTGRES_HALL_ROW_H
#define SERVER_STORE_POSTGRES_HALL_ROW_H

#include "server/store/postgres/engine.h"

struct hall_row {
    struct postgres_fence fence; /* the first member */
    struct database *db;         /* the writer's connection */
    struct statement *renewal;   /* prepared once: a beat leaves nothing in the server's memory */
    int64_t number, epoch;       /* the epoch is 0 until it is taken */
    int64_t last_beat_ms; /* of the server before this one, by PostgreSQL's clock since 1970 */
    int64_t ahead_ms;     /* of this machine's clock before PostgreSQL's at the takeover */
};

/* Connects, makes the tables in an empty database, and looks whether the row of hall `number` may
 * be taken: if it was handed over, if the writer's connection there has ended and the row is silent
 * for a second, or if it is silent for three. PostgreSQL's clock says that, and if that clock was
 * set back, this machine's: then this blocks for three seconds. TOO_EARLY: another server has it,
 * and is named. IO: there is no such database, it is another program's, of another version, does
 * not write to disk, ... */
enum error_code hall_row_open(const char *address, int64_t number, struct hall_row *ret_row,
                              struct error *error);
/* Looks again, as above, takes it, and beats; the next beat is due after database_beat_ms(). The
 * caller has prepared its statements before, since nobody beats meanwhile. TOO_EARLY. */
enum error_code hall_row_take(struct hall_row *row, struct error *error);
/* Who has the row? Changes nothing. */
enum error_code hall_row_read(const char *address, int64_t number,
                              struct database_leader *ret_leader, struct error *error);
/* Hands over if it was taken and the connection still works, and closes that. All statements have
 * to be finished. */
void hall_row_release(struct hall_row *row);

#endif
