/* The standings of a tournament, computed from its stored pairs. */
#ifndef SERVER_STORE_MEETING_RESULTS_H
#define SERVER_STORE_MEETING_RESULTS_H

#include "common/judge/mark.h"
#include "server/store/pair_row.h"
#include "server/store/tournament_reader.h"

/* Both arrays are in the arena. */
struct results {
    struct standing *standings; /* the best first, one for each entrant */
    struct mark_sums *marks;    /* by entrant, over the matches that count and are judged */
};

/* The tournament is held, so that all rows are of one snapshot. INTERNAL: a row is impossible. */
enum error_code results_read(struct store_reader *reader, const struct held_tournament *held,
                             struct wire_arena *arena, struct results *ret_results,
                             struct error *error);

#endif
