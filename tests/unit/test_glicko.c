/* Glicko-2 against the worked example in Mark E. Glickman, "Example of the Glicko-2 system", 30
 * November 2013. */
#include "common/tournament/glicko.h"
#include "tests/suite.h"

#include <math.h>

SUITE(glicko, 60);

static void expect_near(double value, double expected, double tolerance, const char *what)
{
    cr_assert(fabs(value - expected) <= tolerance, "%s: %.8f, not %.8f", what, value, expected);
}

static const struct glicko player_of_the_paper = {
    .rating = 1500, .deviation = 200, .volatility = 0.06};
static const struct glicko_result results_of_the_paper[] = {
    {.opponent = {.rating = 1400, .deviation = 30, .volatility = 0.06}, .score = 1},
    {.opponent = {.rating = 1550, .deviation = 100, .volatility = 0.06}, .score = 0},
    {.opponent = {.rating = 1700, .deviation = 300, .volatility = 0.06}, .score = 0},
};

Test(glicko, gives_what_the_paper_computes)
{
    struct glicko after = glicko_updated(player_of_the_paper, results_of_the_paper, 3, 0.5);
    expect_near(after.rating, 1464.06, 0.01, "rating");
    expect_near(after.deviation, 151.52, 0.01, "deviation");
    expect_near(after.volatility, 0.05999, 0.00001, "volatility");
}

/* The paper says of who does not compete: the deviation becomes sqrt(phi^2 + sigma^2), the rest
 * stays. */
Test(glicko, without_matches_only_the_deviation_grows)
{
    struct glicko after = glicko_updated(player_of_the_paper, NULL, 0, 0.5);
    expect_near(after.rating, 1500, 0, "rating");
    expect_near(after.deviation, sqrt(200 * 200 + pow(0.06 * 173.7178, 2)), 1e-9, "deviation");
    expect_near(after.volatility, 0.06, 0, "volatility");
}

Test(glicko, ages_by_any_part_of_a_period)
{
    struct glicko halves = glicko_aged(glicko_aged(player_of_the_paper, 0.5), 0.5);
    struct glicko whole = glicko_aged(player_of_the_paper, 1);
    expect_near(halves.deviation, whole.deviation, 1e-9, "deviation");
    expect_near(glicko_aged(player_of_the_paper, 0).deviation, 200, 0, "deviation");
}

Test(glicko, knows_nobody_less_than_a_new_player)
{
    expect_near(glicko_aged(player_of_the_paper, 1e9).deviation, GLICKO_DEVIATION, 0, "deviation");
    expect_near(glicko_new.rating, 1500, 0, "rating");
    expect_near(glicko_new.deviation, 350, 0, "deviation");
    expect_near(glicko_new.volatility, 0.06, 0, "volatility");
}

Test(glicko, knows_nobody_better_than_its_least_deviation)
{
    struct glicko player = glicko_new;
    for (int i = 0; i < 5000; i++) {
        struct glicko_result result = {
            .opponent = {.rating = 1500, .deviation = 30, .volatility = 0.06}, .score = i % 2};
        player = glicko_updated(player, &result, 1, GLICKO_TAU);
        EXPECT(player.deviation >= GLICKO_DEVIATION_MIN, "%f", player.deviation);
    }
    expect_near(player.rating, 1500, 20, "rating");
}

Test(glicko, equals_who_draw_stay_equal)
{
    struct glicko_result result = {.opponent = glicko_new, .score = 0.5};
    struct glicko after = glicko_updated(glicko_new, &result, 1, GLICKO_TAU);
    expect_near(after.rating, 1500, 1e-9, "rating");
    cr_assert_lt(after.deviation, 350);
}

Test(glicko, what_one_wins_from_an_equal_the_other_loses)
{
    struct glicko_result won = {.opponent = glicko_new, .score = 1};
    struct glicko_result lost = {.opponent = glicko_new, .score = 0};
    double up = glicko_updated(glicko_new, &won, 1, GLICKO_TAU).rating;
    double down = glicko_updated(glicko_new, &lost, 1, GLICKO_TAU).rating;
    cr_assert_gt(up, 1500);
    expect_near(up - 1500, 1500 - down, 1e-6, "change");
}

/* An upset makes the volatility grow: delta^2 > phi^2 + v, the other branch of step 5. */
Test(glicko, an_upset_of_a_well_known_player_makes_it_more_volatile)
{
    struct glicko known = {.rating = 1500, .deviation = 40, .volatility = 0.06};
    struct glicko_result results[10];
    for (int i = 0; i < 10; i++)
        results[i] = (struct glicko_result){
            .opponent = {.rating = 1900, .deviation = 40, .volatility = 0.06}, .score = 1};
    cr_assert_gt(glicko_updated(known, results, 10, GLICKO_TAU).volatility, 0.06);
}

Test(glicko, players_as_far_apart_as_can_be_keep_numbers)
{
    for (double distance = 1000; distance <= 100000; distance *= 10) {
        struct glicko far = {.rating = 1500 + distance, .deviation = 30, .volatility = 0.06};
        for (double score = 0; score <= 1; score += 0.5) {
            struct glicko_result result = {.opponent = far, .score = score};
            struct glicko after = glicko_updated(glicko_new, &result, 1, GLICKO_TAU);
            cr_assert(
                isfinite(after.rating) && isfinite(after.deviation) && isfinite(after.volatility),
                "%g apart: %g %g %g", distance, after.rating, after.deviation, after.volatility);
        }
    }
}
