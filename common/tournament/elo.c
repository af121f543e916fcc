#include "common/tournament/elo.h"

#include <assert.h>
#include <math.h>

/* 95 % of a normal distribution lie within this many deviations of the mean. */
#define Z_95 1.959964

/* Outcomes of one unit: their scores, from 0 to 1, and the number of times that each occurred. */
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

/* As for matches in the Chess Programming Wiki ("Match Statistics"): z is the distance of the sum
 * of the scores from even, in the deviations that it would have between equals, and the result the
 * chance that a normal variable is below z. Level outcomes do not matter, whatever their number. */
static double superiority(const struct sample *sample)
{
    double spread = sqrt(moment(sample, 0.5, 2));
    if (spread == 0)
        return 0.5;
    double z = moment(sample, 0.5, 1) / spread;
    return erfc(-z / sqrt(2)) / 2;
}

/* The share of the outcomes that may be different with 95 % confidence, where all were the same and
 * their spread therefore means nothing. It is the rule of three before it is rounded (J. A. Hanley
 * and A. Lippman-Hand, "If nothing goes wrong, is everything all right?", JAMA 249, 1983). */
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
    assert(count > 0 && score >= 0 && score <= 1);
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
