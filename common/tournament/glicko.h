/* Glicko-2 (Mark E. Glickman, "Example of the Glicko-2 system", 2013): a rating with the deviation
 * of its estimate and the volatility of the player. */
#ifndef COMMON_TOURNAMENT_GLICKO_H
#define COMMON_TOURNAMENT_GLICKO_H

#include <stddef.h>

#define GLICKO_RATING 1500.0   /* of who has not played yet */
#define GLICKO_DEVIATION 350.0 /* the same, and at most */
#define GLICKO_VOLATILITY 0.06 /* the same */
#define GLICKO_TAU 0.5         /* how fast a volatility may change */
#define GLICKO_DEVIATION_MIN 30.0

struct glicko {
    double rating, deviation, volatility;
};

struct glicko_result {
    struct glicko opponent; /* before the match */
    double score;           /* 1 won, 1/2, 0 lost */
};

extern const struct glicko glicko_new;

/* Time without a match: `periods` of rating periods, not negative; fractions are allowed. */
struct glicko glicko_aged(struct glicko before, double periods);
/* All results of one rating period. With count 0 it is glicko_aged(before, 1). */
struct glicko glicko_updated(struct glicko before, const struct glicko_result *results,
                             size_t count, double tau);

#endif
