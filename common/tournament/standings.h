/* The standings of a tournament. Points are counted in halves: a won match is 2, a match without a
 * winner 1 for each. */
#ifndef COMMON_TOURNAMENT_STANDINGS_H
#define COMMON_TOURNAMENT_STANDINGS_H

#include "common/tournament/pairing.h"

enum meeting_kind {
    MEETING_PLAYED,
    MEETING_BYE,     /* `first` gets the points of a pair */
    MEETING_FORFEIT, /* one had withdrawn: the other gets the points of a pair; no tie-break counts
                        it */
};

/* A meeting that is over or under way. In a knockout several may follow each other between the same
 * two entrants. */
struct meeting_result {
    int round; /* from 0 */
    struct meeting meeting;
    enum meeting_kind kind;
    int winner;       /* of a FORFEIT: the entrant who gets the points */
    int8_t points[2]; /* of `first` in each match of the pair: 2, 1, 0; -1: not over */
};

/* The possible scores of a pair: 0, 1/2, 1, 3/2 and 2 match points. Pairs are the unit of the
 * statistics, because both matches of a pair begin from the same position. */
enum { PAIR_SCORES = 5 };

struct standing {
    int entrant;
    int rank;       /* from 1; equal for entrants that differ in their seeding alone */
    int64_t points; /* in halves, byes and forfeits included */
    int64_t played; /* matches */
    int64_t won, drawn, lost;
    int64_t pairs[PAIR_SCORES]; /* number of pairs that are over, by their score */
    /* Tie-breaks, in this order. `direct`: the points, in halves, against the entrants with equal
     * points; 0 unless all of them have met each other. */
    int64_t direct;
    int64_t buchholz;         /* sum of the opponents' points, in halves, once for each pair */
    int64_t sonneborn_berger; /* sum over matches of own times the opponent's points: in quarters */
    int round_out; /* of a knockout: the round, from 0, in which it was beaten; INT_MAX: never */
};

/* Fills `ret_standings` (one for each entrant), the best first: by points, then direct, Buchholz,
 * Sonneborn-Berger, seeding. A knockout: by round_out, then by points, then seeding; the winner of
 * a meeting there has more of its points, or is the better seeded one when all its replays are
 * level.
 */
void standings_compute(enum tournament_format format, int entrants,
                       const struct meeting_result *results, size_t count,
                       struct standing *ret_standings);
/* The points, in halves, of `entrant` against `opponent` and the number of their matches, for a
 * cross-table. */
void standings_against(const struct meeting_result *results, size_t count, int entrant,
                       int opponent, int64_t *ret_points, int64_t *ret_matches);

#endif
