/* What playing costs beside what it cannot do without: a server as people run it, on a disk, in one
 * run. */
#include "tests/bench/arena.h"
#include "tests/bench/bare.h"
#include "tests/bench/bench.h"
#include "tests/bench/ground.h"

#include <stddef.h>

enum { AT_ONCE = 64, ROUNDS = 3 };

static double median(double *values, int count)
{
    bench_sort(values, count);
    return values[count / 2];
}

/* Both in turn, so that what the machine does besides meets both; the medians count. */
static void measure_tournament(struct report *report)
{
    double bare[ROUNDS], plies[ROUNDS], matches[ROUNDS], judged[ROUNDS];
    int rounds = report_size(report, ROUNDS, 1);
    for (int i = 0; i < rounds; i++) {
        struct ground *ground = ground_begin_server(NULL);
        struct bare_result moves =
            bare_play(ground_address(ground), AT_ONCE, report_size(report, 100000, 2000));
        struct arena_result arena =
            arena_play(ground_address(ground), AT_ONCE, report_size(report, 500, 10));
        ground_end(ground);
        bare[i] = (double)moves.moves / moves.seconds;
        plies[i] = (double)arena.moves / arena.seconds;
        matches[i] = (double)arena.matches / arena.seconds;
        judged[i] = arena.judged_seconds / arena.seconds;
    }
    report_value(report, "bare durable moves a second", median(bare, rounds), "/s");
    report_value(report, "tournament: plies a second", median(plies, rounds), "/s");
    report_value(report, "tournament: matches a second", median(matches, rounds), "/s");
    report_value(report, "all judged, in times of all played", median(judged, rounds), "x");
    report_at_least(report, "tournament / bare", median(plies, rounds) / median(bare, rounds), "x",
                    0.6);
}

const struct bench_row play_rows[] = {
    {"tournament", "perfect bots in a tournament, 64 matches at once, against bare moves",
     measure_tournament},
    {0},
};
