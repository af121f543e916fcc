/* What was played in a tournament, and who stands where after it. */
#ifndef SERVER_STORE_RESULTS_H
#define SERVER_STORE_RESULTS_H

#include "common/judge/mark.h"
#include "server/store/pair_row.h"
#include "server/store/tournament_reader.h"

/* In the arena. */
struct results {
    struct standing *standings; /* the best first, one for each entrant */
    struct mark_sums *marks;    /* by entrant: of the matches that count and are judged */
};

/* Of a tournament that is held, so that all is of one moment. INTERNAL when the database says what
 * cannot be. */
enum error_code results_read(struct store_reader *reader, const struct held_tournament *held,
                             struct wire_arena *arena, struct results *ret_results,
                             struct error *error);

#endif
