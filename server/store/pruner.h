/* Deletes the moves of ended matches from the journal. The row of an ended match holds them too, so
 * the journal needs only the moves of live matches. The latest PRUNER_SPARED rows always stay: most
 * of their matches are live, and the greatest id of the journal must never decrease, because
 * match.journal_from refers to it.
 *
 * A pass walks over the journal in slices, from its first row to the spared ones. The next pass
 * begins on two conditions. As many moves have been made as the last pass has left, which keeps the
 * visits below two for each move, however many moves of long matches remain. And some match has
 * ended whose moves no pass has seen since. The position of a pass is kept in memory only: after a
 * start the first pass begins anew.
 *
 * Beside that it deletes what is kept for a time only: lines of chat, and closed reports. */
#ifndef SERVER_STORE_PRUNER_H
#define SERVER_STORE_PRUNER_H

#include "common/base/error.h"
#include "server/store/database.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    PRUNER_SPARED = 10000, /* rows */
    PRUNER_SLICE_MAX = 2048,
};

enum pruner_statement {
    PRUNER_LAST,
    PRUNER_SLICE,
    PRUNER_DELETE,
    PRUNER_LINES,
    PRUNER_REPORTS,
    PRUNER_STATEMENTS,
};

struct pruner {
    struct database *db;
    struct statement *statements[PRUNER_STATEMENTS];
    int64_t reached; /* the pass has seen the rows up to this id; the rows up to `until` remain */
    int64_t until;
    int64_t kept;   /* rows that the pass has not deleted */
    bool has_ended; /* has a match ended since the pass began? */
    int64_t ended;  /* matches that had ended before the pass have no row after this id */
};

/* Initialises a zeroed struct; finish it also when this fails. */
enum error_code pruner_init(struct pruner *pruner, struct database *db, struct error *error);
void pruner_finish(struct pruner *pruner);
/* Call when another match has ended. */
void pruner_match_ended(struct pruner *pruner);
/* Visits the next `rows` rows, at most PRUNER_SLICE_MAX, in a transaction of its own that is not
 * synced: a crash may undo it, and the next commit syncs it too. *ret_more: the pass is not
 * finished. On failure nothing has changed. */
enum error_code pruner_step(struct pruner *pruner, int64_t rows, bool *ret_more,
                            struct error *error);
/* Deletes lines that were said and reports that were closed before that time, in a transaction as
 * above. *ret_more: there may be more of them. */
enum error_code pruner_forget(struct pruner *pruner, int64_t before_ms, bool *ret_more,
                              struct error *error);

#endif
