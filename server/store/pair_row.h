/* A pair of matches as the database has it, with what became of them: for the recovery and for the
 * readers. */
#ifndef SERVER_STORE_PAIR_ROW_H
#define SERVER_STORE_PAIR_ROW_H

#include "server/hall/hall.h"

#include <sqlite3.h>

#define PAIR_COLUMN(of, type, name, when_null) "pair." #name ", "
#define PAIR_COLUMNS PAIR_FIELDS(PAIR_COLUMN, )

/* Begins a query whose rows pair_row_take() reads; it goes on with a condition on `pair`. */
#define PAIR_SELECT                                                                                \
    "SELECT " PAIR_COLUMNS "pair.is_void,"                                                         \
    " coalesce(pair.first_match, 0), coalesce(pair.second_match, 0),"                              \
    " one.ending, two.ending, one.winner, two.winner, one_judged.marks, two_judged.marks"          \
    " FROM pair LEFT JOIN match AS one ON one.id = pair.first_match"                               \
    " LEFT JOIN match AS two ON two.id = pair.second_match"                                        \
    " LEFT JOIN judgement AS one_judged ON one_judged.match = pair.first_match"                    \
    " LEFT JOIN judgement AS two_judged ON two_judged.match = pair.second_match"

/* Texts are the row's, here and below. INTERNAL when the database says what cannot be, with so many
 * entrants. */
enum error_code pair_row_take(sqlite3_stmt *row, size_t entrants, struct hall_stored_pair *ret_pair,
                              struct error *error);
/* Of the first match (0) or of the second (1); NULL: it is not judged. */
const char *pair_row_marks(sqlite3_stmt *row, int game);

/* Has the match ended, so that it counts? */
bool pair_row_is_over(const struct hall_stored_pair *pair, int game);

#endif
