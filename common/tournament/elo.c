#include "common/tournament/elo.h"

#include <math.h>

/* Of a standard normal distribution, 95 % lie within so many deviations of the mean. */
#define Z_95 1.959964

/* Outcomes of one unit, with how often each came: `values` are the scores, from 0 to 1. */
struct sample {
    const double *values;
    const int64_t *counts;
    int kinds;
};

/* The sum of (value - from)^power. */
static double moment(const struct sample *sample, double from, int power)
{
    double sum = 0;
    for (int i = 0; i < sample->kinds; i++)
        sum += (double)sample->counts[i] * pow(sample->values[i] - from, power);
    return sum;
}

static double elo_of_score(double score)
{
    if (score <= 0)
        return -INFINITY;
    if (score >= 1)
        return INFINITY;
    return 400 * log10(score / (1 - score));
}

/* The chance that a normal variable is below z. */
static double normal_below(double z)
{
    return erfc(-z / sqrt(2)) / 2;
}

/* As for matches in the Chess Programming Wiki ("Match Statistics"): how far the sum of the scores
 * is from even, in deviations that it would have between equals. Level outcomes say nothing,
 * whatever their number. */
static double superiority(const struct sample *sample)
{
    double spread = sqrt(moment(sample, 0.5, 2));
    return spread > 0 ? normal_below(moment(sample, 0.5, 1) / spread) : 0.5;
}

/* Where all outcomes were the same, their spread tells nothing. The rule of three (J. A. Hanley and
 * A. Lippman-Hand, "If nothing goes wrong, is everything all right?", JAMA 249, 1983), before it is
 * rounded: so much of the outcomes, and no more, may be different with 95 % confidence. */
static double unseen(double count)
{
    return 1 - pow(0.05, 1 / count);
}

static struct elo elo_from(const struct sample *sample)
{
    double count = moment(sample, 0, 0);
    if (count == 0)
        return (struct elo){
            .low = -INFINITY, .high = INFINITY, .error = INFINITY, .superiority = 0.5};
    double score = moment(sample, 0, 1) / count;
    double below = Z_95 * sqrt(moment(sample, score, 2)) / count, above = below;
    if (below == 0) {
        below = score * unseen(count);
        above = (1 - score) * unseen(count);
    }
    struct elo elo = {
        .difference = elo_of_score(score),
        .low = elo_of_score(score - below),
        .high = elo_of_score(score + above),
        .error = INFINITY,
        .superiority = superiority(sample),
    };
    if (isfinite(elo.low) && isfinite(elo.high))
        elo.error = (elo.high - elo.low) / 2;
    return elo;
}

struct elo elo_from_pairs(const int64_t pairs[PAIR_SCORES])
{
    static const double values[PAIR_SCORES] = {0, 0.25, 0.5, 0.75, 1};
    return elo_from(&(struct sample){.values = values, .counts = pairs, .kinds = PAIR_SCORES});
}

struct elo elo_from_matches(int64_t won, int64_t drawn, int64_t lost)
{
    static const double values[] = {0, 0.5, 1};
    const int64_t counts[] = {lost, drawn, won};
    return elo_from(&(struct sample){.values = values, .counts = counts, .kinds = 3});
}

void elo_print(const struct elo *elo, const char *plus_minus, const char *infinite,
               struct text *out)
{
    if (isinf(elo->difference))
        text_printf(out, "%c%s", elo->difference > 0 ? '+' : '-', infinite);
    else if (isinf(elo->error))
        text_append_char(out, '-');
    else
        text_printf(out, "%+.0f %s%.0f", elo->difference, plus_minus, elo->error);
}
