#include "common/tournament/glicko.h"

#include <assert.h>
#include <math.h>

/* The names below are those of the paper, whose steps these functions follow. It works on a scale
 * of its own: mu and phi stand for the rating and its deviation. */
#define SCALE 173.7178
#define EPSILON 0.000001
enum { STEPS_MAX = 100 }; /* about ten are needed; the limit ends the loop for any numbers */
#define PI 3.14159265358979323846

const struct glicko glicko_new = {
    .rating = GLICKO_RATING, .deviation = GLICKO_DEVIATION, .volatility = GLICKO_VOLATILITY};

static double kept_between(double value, double least, double most)
{
    return fmin(fmax(value, least), most);
}

struct glicko glicko_aged(struct glicko before, double periods)
{
    assert(periods >= 0);
    double sigma = before.volatility * SCALE;
    struct glicko after = before;
    double variance = before.deviation * before.deviation + periods * sigma * sigma;
    after.deviation = kept_between(sqrt(variance), GLICKO_DEVIATION_MIN, GLICKO_DEVIATION);
    return after;
}

/* Steps 3 and 4: the evidence of the results. */
struct evidence {
    double v;   /* the variance of the rating, from the results alone */
    double sum; /* of g (s - E): delta is v times it */
};

static struct evidence weigh(struct glicko before, const struct glicko_result *results,
                             size_t count)
{
    double information = 0;
    struct evidence evidence = {0};
    for (size_t i = 0; i < count; i++) {
        double phi = results[i].opponent.deviation / SCALE;
        double g = 1 / sqrt(1 + 3 * phi * phi / (PI * PI));
        double ahead = g * (before.rating - results[i].opponent.rating) / SCALE;
        double expected = 1 / (1 + exp(-ahead));
        /* E (1 - E), which as a product of these two would be 0 for players who are far apart. */
        double apart = exp(-fabs(ahead));
        information += g * g * apart / ((1 + apart) * (1 + apart));
        evidence.sum += g * (results[i].score - expected);
    }
    evidence.v = 1 / information;
    return evidence;
}

/* Step 5.1: at the volatility the error is 0; x is the logarithm of its square. */
struct volatility_equation {
    double a, phi_squared, delta_squared, v, tau;
};

static double volatility_error(const struct volatility_equation *equation, double x)
{
    double ex = exp(x);
    double variance = equation->phi_squared + equation->v + ex;
    return ex * (equation->delta_squared - variance) / (2 * variance * variance) -
           (x - equation->a) / (equation->tau * equation->tau);
}

/* Step 5.2: the other end of an interval with the solution. */
static double volatility_bound(const struct volatility_equation *equation)
{
    double rest = equation->delta_squared - equation->phi_squared - equation->v;
    if (rest > 0)
        return log(rest);
    double b = equation->a - equation->tau;
    while (volatility_error(equation, b) < 0)
        b -= equation->tau;
    return b;
}

/* Steps 5.3 to 5.5: regula falsi as improved at Illinois. */
static double volatility_solved(const struct volatility_equation *equation)
{
    double a = equation->a, b = volatility_bound(equation);
    double error_a = volatility_error(equation, a), error_b = volatility_error(equation, b);
    for (int i = 0; i < STEPS_MAX && fabs(b - a) > EPSILON; i++) {
        double c = a + (a - b) * error_a / (error_b - error_a);
        double error_c = volatility_error(equation, c);
        if (error_c * error_b <= 0) {
            a = b;
            error_a = error_b;
        } else {
            error_a /= 2;
        }
        b = c;
        error_b = error_c;
    }
    return exp(a / 2);
}

struct glicko glicko_updated(struct glicko before, const struct glicko_result *results,
                             size_t count, double tau)
{
    if (count == 0)
        return glicko_aged(before, 1);
    assert(before.deviation > 0 && before.volatility > 0 && tau > 0);
    struct evidence evidence = weigh(before, results, count);
    double phi = before.deviation / SCALE, delta = evidence.v * evidence.sum;
    struct volatility_equation equation = {
        .a = 2 * log(before.volatility),
        .phi_squared = phi * phi,
        .delta_squared = delta * delta,
        .v = evidence.v,
        .tau = tau,
    };
    struct glicko after = {.volatility = volatility_solved(&equation)};
    double phi_star_squared = phi * phi + after.volatility * after.volatility;
    double phi_after = 1 / sqrt(1 / phi_star_squared + 1 / evidence.v);
    after.rating = before.rating + SCALE * phi_after * phi_after * evidence.sum;
    after.deviation = kept_between(SCALE * phi_after, GLICKO_DEVIATION_MIN, GLICKO_DEVIATION);
    return after;
}

void glicko_meet(struct glicko *first, struct glicko *second, double score)
{
    struct glicko_result of_first = {.opponent = *second, .score = score};
    struct glicko_result of_second = {.opponent = *first, .score = 1 - score};
    *first = glicko_updated(*first, &of_first, 1, GLICKO_TAU);
    *second = glicko_updated(*second, &of_second, 1, GLICKO_TAU);
}
