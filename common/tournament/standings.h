/* Who stands where. Points are counted in halves: a match won is 2, one that nobody won is 1 for
 * each. */
#ifndef COMMON_TOURNAMENT_STANDINGS_H
#define COMMON_TOURNAMENT_STANDINGS_H

#include "common/tournament/pairing.h"

enum meeting_kind {
    MEETING_PLAYED,
    MEETING_BYE, /* `first` gets the points of a pair */
    /* One had withdrawn: the other gets the points of a pair; no opponent for the tie-breaks' sums.
     */
    MEETING_FORFEIT,
};

/* A meeting that has come to an end, or is under way. Of a knockout several may follow each other
 * between the same two. */
struct meeting_result {
    int round; /* from 0 */
    struct meeting meeting;
    enum meeting_kind kind;
    int winner;       /* of a FORFEIT: who gets the points */
    int8_t points[2]; /* of each match of the pair what `first` got: 2, 1, 0; -1: not over */
};

/* Pairs by what they brought: 0, 1/2, 1, 3/2 and 2 match points. The unit of the statistics,
 * because both matches of a pair begin from the same position. */
enum { PAIR_SCORES = 5 };

struct standing {
    int entrant;
    int rank;       /* from 1; equal for those whom nothing but the seeding tells apart */
    int64_t points; /* in halves, byes and forfeits included */
    int64_t played; /* matches */
    int64_t won, drawn, lost;
    int64_t pairs[PAIR_SCORES]; /* of those that are over */
    /* Tie-breaks, in this order. */
    /* Points, in halves, against those with equal points; 0 unless each of them met each other. */
    int64_t direct;
    int64_t buchholz;         /* sum of the opponents' points, in halves, once for each pair */
    int64_t sonneborn_berger; /* sum over matches of own times the opponent's points: in quarters */
    int round_out; /* of a knockout: the round, from 0, in which it was beaten; INT_MAX: never */
};

/* Fills `ret_standings` (one for each entrant), the best first: by points, then direct, Buchholz,
 * Sonneborn-Berger, seeding. A knockout: by round_out, then by points, then seeding; a meeting
 * there is won by who has more of its points, and when all its replays are level, by the better
 * seeded. */
void standings_compute(enum tournament_format format, int entrants,
                       const struct meeting_result *results, size_t count,
                       struct standing *ret_standings);
/* What `entrant` has against `opponent`: its points in halves and the matches, for a cross-table.
 */
void standings_against(const struct meeting_result *results, size_t count, int entrant,
                       int opponent, int64_t *ret_points, int64_t *ret_matches);

#endif
