/* A stored pair of matches with their results, for the recovery and the readers. */
#ifndef SERVER_STORE_PAIR_ROW_H
#define SERVER_STORE_PAIR_ROW_H

#include "server/hall/hall.h"
#include "server/store/database.h"

#define PAIR_COLUMN(of, type, name, when_null) "pair." #name ", "
#define PAIR_COLUMNS PAIR_FIELDS(PAIR_COLUMN, )

/* The begin of a query whose rows pair_row_take() reads; the caller appends a condition on
 * `pair`. */
#define PAIR_SELECT                                                                                \
    "SELECT " PAIR_COLUMNS "pair.is_void,"                                                         \
    " coalesce(pair.first_match, 0), coalesce(pair.second_match, 0),"                              \
    " one.ending, two.ending, one.winner, two.winner, one_judged.marks, two_judged.marks"          \
    " FROM pair LEFT JOIN match AS one ON one.id = pair.first_match"                               \
    " LEFT JOIN match AS two ON two.id = pair.second_match"                                        \
    " LEFT JOIN judgement AS one_judged ON one_judged.match = pair.first_match"                    \
    " LEFT JOIN judgement AS two_judged ON two_judged.match = pair.second_match"

/* Texts are borrowed from the row, here and below. INTERNAL: the row is impossible in a tournament
 * with this number of entrants. */
enum error_code pair_row_take(struct statement *row, size_t entrants,
                              struct hall_stored_pair *ret_pair, struct error *error);
/* The marks of the first match (`game` 0) or the second (1); NULL: it is not judged. */
const char *pair_row_marks(struct statement *row, int game);

/* Has the match ended with a result that counts? */
bool pair_row_is_over(const struct hall_stored_pair *pair, int game);

#endif
