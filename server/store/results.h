/* What was played in a tournament, and who stands where after it. */
#ifndef SERVER_STORE_RESULTS_H
#define SERVER_STORE_RESULTS_H

#include "server/store/pair_row.h"
#include "server/store/reader.h"

struct results {
    struct hall_stored_pair *pairs; /* in the order of their numbers; without their starts */
    size_t count;
    struct mark_totals *marks; /* by entrant: of the matches that count and are judged */
};

/* Of a tournament that is held (tournament_reader.h), so that all is of one moment. INTERNAL when
 * the database says what cannot be. On failure there is nothing to finish. */
enum error_code results_read(struct store_reader *reader, const struct tournament_view *tournament,
                             struct results *ret_results, struct error *error);
void results_finish(struct results *results);
/* The best first, one for each entrant. The caller finishes each and frees the list. */
struct standing_view *results_standings(const struct results *results,
                                        const struct tournament_view *tournament);

#endif
