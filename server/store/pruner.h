/* Takes the moves of ended matches out of the journal. The row of an ended match holds them as
 * well, so only the moves of live matches are needed there. The latest PRUNER_SPARED rows always
 * stay: most of their matches go on, and the greatest id of the journal must never become smaller,
 * because match.journal_from refers to it.
 *
 * A pass walks over the journal in slices, from its first row to those that are spared. The next
 * pass begins when as many moves were made as the last pass has left, so that the visits stay below
 * two for each move, however many moves of long matches there are, and when there can be anything
 * to take out: moves of a match that has ended and that no pass has seen since. Where a pass stands
 * is kept in memory only: after a start the first pass begins anew. */
#ifndef SERVER_STORE_PRUNER_H
#define SERVER_STORE_PRUNER_H

#include "common/base/error.h"

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    PRUNER_SPARED = 10000, /* rows */
    PRUNER_SLICE_MAX = 2048,
};

enum pruner_statement {
    PRUNER_BEGIN,
    PRUNER_LAST,
    PRUNER_SLICE,
    PRUNER_DELETE,
    PRUNER_COMMIT,
    PRUNER_ROLLBACK,
    PRUNER_STATEMENTS,
};

struct pruner {
    sqlite3 *db;
    sqlite3_stmt *statements[PRUNER_STATEMENTS];
    int64_t reached; /* the pass has seen the rows up to this id; those up to `until` are left */
    int64_t until;
    int64_t kept;   /* rows that the pass has left where they are */
    bool has_ended; /* has a match, since the pass began? */
    int64_t ended;  /* the matches that had ended then have no row behind this id */
};

/* Of a zeroed struct; finish it also when this fails. */
enum error_code pruner_init(struct pruner *pruner, sqlite3 *db, struct error *error);
void pruner_finish(struct pruner *pruner);
/* Another match has ended. */
void pruner_match_ended(struct pruner *pruner);
/* Visits the next `rows` rows, PRUNER_SLICE_MAX at most, in a transaction of its own that is not
 * synced: a crash may undo it, and the next commit syncs it too. *ret_more: the pass is not at its
 * end. On failure nothing has changed. */
enum error_code pruner_step(struct pruner *pruner, int64_t rows, bool *ret_more,
                            struct error *error);

#endif
