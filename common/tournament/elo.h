/* The estimated strength of a player compared with its opponents, from the results. */
#ifndef COMMON_TOURNAMENT_ELO_H
#define COMMON_TOURNAMENT_ELO_H

#include "common/base/text.h"
#include "common/tournament/standings.h"

struct elo {
    /* In Elo points: 400 log10(s / (1 - s)) of the mean score s; +-INFINITY at 1 and 0. */
    double difference;
    /* The 95 % interval of the difference, from s +- 1.96 standard errors, cut off at 0 and 1;
     * where all outcomes were the same, from the share of other outcomes that may well be unseen.
     */
    double low, high;
    double error;       /* half of high - low; INFINITY if a bound is infinite */
    double superiority; /* the likelihood, 0..1, of being the stronger one; 1/2 without a result */
};

/* From whole pairs: the variance is that of the pair's score, since its two matches begin from the
 * same position and are not independent. */
struct elo elo_from_pairs(const int64_t pairs[PAIR_SCORES]);
/* From single, independent matches. */
struct elo elo_from_matches(int64_t won, int64_t drawn, int64_t lost);

/* Appends "+168 +-125", with the given words for "plus or minus" and for infinite; "+inf" or "-inf"
 * where all matches were won or lost; "-" where the results set no bound to the error, so that the
 * difference means nothing. */
void elo_print(const struct elo *elo, const char *plus_minus, const char *infinite,
               struct text *out);

#endif
