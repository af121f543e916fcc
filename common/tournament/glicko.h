/* Glicko-2 (Mark E. Glickman, "Example of the Glicko-2 system", 2013): a rating with the deviation
 * of its estimate and the volatility of the player. */
#ifndef COMMON_TOURNAMENT_GLICKO_H
#define COMMON_TOURNAMENT_GLICKO_H

#include <stddef.h>

#define GLICKO_RATING 1500.0   /* of a new player */
#define GLICKO_DEVIATION 350.0 /* of a new player, and the largest one */
#define GLICKO_VOLATILITY 0.06 /* of a new player */
#define GLICKO_TAU 0.5         /* limits the change of a volatility */
#define GLICKO_DEVIATION_MIN 30.0

struct glicko {
    double rating, deviation, volatility;
};

struct glicko_result {
    struct glicko opponent; /* before the match */
    double score;           /* 1 won, 1/2, 0 lost */
};

extern const struct glicko glicko_new;

/* The rating after `periods` >= 0 rating periods without a match; fractions are allowed. */
struct glicko glicko_aged(struct glicko before, double periods);
/* The rating after all results of one rating period; with count 0 glicko_aged(before, 1). */
struct glicko glicko_updated(struct glicko before, const struct glicko_result *results,
                             size_t count, double tau);
/* A match of two, as a rating period of its own for both: replaces both ratings. `score` is that of
 * the first. */
void glicko_meet(struct glicko *first, struct glicko *second, double score);

#endif
