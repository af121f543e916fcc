/* Judges a whole match where the server has not: its marks, from the solver, beside the loop. */
#ifndef CLIENT_TUI_JUDGING_H
#define CLIENT_TUI_JUDGING_H

#include "client/study/solvers.h"
#include "common/game/match.h"

struct judging;

/* `marks` as in mark.h, for all moves there were when it began. They live during the call. */
typedef void judging_done(void *owner, const char *marks);

/* The match is copied from. `done` follows once, unless it is dropped, and never before this
 * returns. */
struct judging *judging_start(struct solvers *solvers, const struct match *match,
                              judging_done *done, void *owner);
/* Stops; NULL is taken. */
void judging_drop(struct judging *judging);
/* How many moves have been judged by now. */
int64_t judging_progress(const struct judging *judging);

#endif
