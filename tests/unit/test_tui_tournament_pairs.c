/* Which pairs of a tournament are asked for again. */
#include "client/tui/tournament_pairs.h"
#include "tests/suite.h"
#include "tests/unit/tournament_sample.h"

SUITE(tui_tournament_pairs, 60);

static void take(struct tournament_pairs *pairs, int64_t from, int64_t to, int64_t points)
{
    for (int64_t number = from; number <= to; number++) {
        struct sample_pairs told = {0};
        struct wire_pair *pair = sample_pair(&told, 1, number, "ann", "ben",
                                             (const int64_t[]){2 * number, 2 * number + 1},
                                             (const int64_t[]){1, points});
        pair->number = number;
        tournament_pairs_take(pairs, &told.page);
    }
}

static void expect_span(const struct tournament_pairs *pairs, int64_t after, int64_t from,
                        int64_t limit, bool is_last)
{
    struct tournament_span span = tournament_pairs_next(pairs, after);
    cr_assert_eq(span.after, from);
    cr_assert_eq(span.limit, limit);
    cr_assert_eq(span.is_last, is_last);
}

Test(tui_tournament_pairs, asks_again_only_for_pairs_that_may_change)
{
    struct tournament_pairs pairs = {0};
    expect_span(&pairs, 0, 0, WIRE_PAGE_MAX, true);
    take(&pairs, 1, 500, 2);
    expect_span(&pairs, 0, 500, WIRE_PAGE_MAX, true);
    take(&pairs, 40, 40, SAMPLE_LIVE);
    take(&pairs, 50, 50, SAMPLE_LIVE);
    take(&pairs, 490, 490, SAMPLE_LIVE);
    expect_span(&pairs, 0, 39, 11, false);
    expect_span(&pairs, 50, 489, WIRE_PAGE_MAX, true);
    take(&pairs, 490, 490, 0);
    expect_span(&pairs, 50, 500, WIRE_PAGE_MAX, true);
    tournament_pairs_finish(&pairs);
}

Test(tui_tournament_pairs, asks_again_for_all_pairs_when_they_are_in_doubt)
{
    struct tournament_pairs pairs = {0};
    take(&pairs, 1, 2500, 2);
    tournament_pairs_doubt(&pairs);
    expect_span(&pairs, 0, 0, WIRE_PAGE_MAX, false);
    expect_span(&pairs, 1000, 1000, WIRE_PAGE_MAX, false);
    take(&pairs, 1, 2000, 2);
    expect_span(&pairs, 0, 2000, WIRE_PAGE_MAX, true);
    tournament_pairs_finish(&pairs);
}
