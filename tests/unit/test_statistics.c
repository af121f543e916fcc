/* Histograms against plain sorting; the text for Prometheus against its grammar. */
#include "common/base/memory.h"
#include "common/base/random.h"
#include "common/wire/wire.h"
#include "server/base/statistics.h"
#include "server/service/service_parts.h"
#include "tests/exposition.h"
#include "tests/suite.h"

#include <stdio.h>
#include <string.h>

SUITE(statistics, 30);

static int ascending(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

static struct statistics *make(void)
{
    struct statistics *statistics = memory_zeroed(1, sizeof *statistics);
    statistics_start(statistics, FIGURES_OF_WHOLE, 1000000);
    return statistics;
}

Test(statistics, a_quantile_is_never_too_low_and_at_most_a_sixteenth_too_high)
{
    enum { VALUES = 20000 };
    static uint64_t values[VALUES];
    static const uint64_t parts[] = {1, 500, 990, 999, 1000};
    struct histogram *histogram = memory_zeroed(1, sizeof *histogram);
    struct random random = random_from_seed(7);
    for (int i = 0; i < VALUES; i++) {
        values[i] = random_next(&random) >> (27 + i % 37); /* of all magnitudes up to 2^37 */
        histogram_add(histogram, values[i]);
    }
    qsort(values, VALUES, sizeof values[0], ascending);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        uint64_t exact = values[(VALUES * parts[i] + 999) / 1000 - 1];
        uint64_t said = histogram_quantile(histogram, parts[i], 1000);
        cr_assert_geq(said, exact);
        cr_assert_leq(said, exact + exact / 16);
    }
    cr_assert_eq(histogram->max_us, values[VALUES - 1]);
    free(histogram);
}

Test(statistics, small_values_are_exact)
{
    struct histogram *histogram = memory_zeroed(1, sizeof *histogram);
    cr_assert_eq(histogram_quantile(histogram, 1, 2), 0);
    for (uint64_t us = 0; us < 16; us++)
        histogram_add(histogram, us);
    for (uint64_t us = 0; us < 16; us++)
        cr_assert_eq(histogram_quantile(histogram, us + 1, 16), us);
    free(histogram);
}

Test(statistics, below_a_power_of_two_counts_exactly)
{
    struct histogram *histogram = memory_zeroed(1, sizeof *histogram);
    for (unsigned bits = 4; bits < 37; bits++) {
        histogram_add(histogram, (UINT64_C(1) << bits) - 1);
        histogram_add(histogram, UINT64_C(1) << bits);
    }
    for (unsigned bits = 4; bits < 37; bits++)
        cr_assert_eq(histogram_below(histogram, bits), 2 * (bits - 4) + 1, "2^%u", bits);
    free(histogram);
}

Test(statistics, a_value_beyond_all_buckets_is_kept_as_the_greatest)
{
    struct histogram *histogram = memory_zeroed(1, sizeof *histogram);
    histogram_add(histogram, UINT64_C(1) << 40);
    histogram_add(histogram, (UINT64_C(1) << 37) - 1);
    cr_assert_eq(histogram_quantile(histogram, 1, 1), UINT64_C(1) << 40);
    cr_assert_eq(histogram_below(histogram, 37), 1);
    free(histogram);
}

Test(statistics, a_move_is_measured_from_its_receipt_until_its_answer_has_left)
{
    struct statistics *statistics = make();
    const struct histogram *moves = &statistics->measures[MEASURE_MOVE];
    statistics_move_came(statistics, 5, 1, 1000);
    statistics_move_came(statistics, 6, 1, 1010);
    statistics_move_answered(statistics, 5, 1);
    cr_assert_eq(moves->count, 0);
    statistics_answers_left(statistics, 1150);
    cr_assert_eq(moves->count, 1);
    cr_assert_eq(moves->max_us, 150);
    statistics_answers_left(statistics, 2000);
    cr_assert_eq(moves->count, 1);
    statistics_move_answered(statistics, 6, 1);
    statistics_answers_left(statistics, 3010);
    cr_assert_eq(moves->max_us, 2000);
    free(statistics);
}

Test(statistics, answers_to_what_is_not_timed_are_left_aside)
{
    struct statistics *statistics = make();
    statistics_move_answered(statistics, 5, 1);
    statistics_move_came(statistics, 5, 1, 1200);
    statistics_move_answered(statistics, 5, 2);
    statistics_move_answered(statistics, 5, 1);
    statistics_move_answered(statistics, 5, 1);
    statistics_answers_left(statistics, 1500);
    cr_assert_eq(statistics->measures[MEASURE_MOVE].count, 1);
    free(statistics);
}

Test(statistics, thousands_of_moves_in_one_turn_are_nearly_all_measured)
{
    enum { SESSIONS = 50, REQUESTS = 40 };
    struct statistics *statistics = make();
    for (uint64_t session = 1; session <= SESSIONS; session++)
        for (uint32_t request = 1; request <= REQUESTS; request++)
            statistics_move_came(statistics, session, request, 100);
    for (uint64_t session = 1; session <= SESSIONS; session++)
        for (uint32_t request = 1; request <= REQUESTS; request++)
            if (statistics_move_answered(statistics, session, request))
                statistics_answers_left(statistics, 200);
    statistics_answers_left(statistics, 300);
    cr_assert_geq(statistics->measures[MEASURE_MOVE].count, SESSIONS * REQUESTS * 3 / 4);
    free(statistics);
}

Test(statistics, matches_begun_are_those_ended_and_live_but_for_those_of_before_the_start)
{
    struct statistics *statistics = make();
    struct hall_figures figures = {.live_matches = 10, .moves = 77};
    figures.ended[ENDING_NORMAL] = 4;
    figures.ended[ENDING_TIME] = 2;
    figures_count(&figures, 3, statistics->values);
    cr_assert_eq(statistics->values[STATISTIC_BEGUN], 13);
    cr_assert_eq(statistics->values[STATISTIC_ENDED_TIME], 2);
    cr_assert_eq(statistics->values[STATISTIC_MOVES], 77);
    free(statistics);
}

Test(statistics, the_text_for_prometheus_follows_its_grammar)
{
    struct statistics *statistics = make();
    struct text text = {0};
    char why[256];
    for (uint64_t us = 1; us < 100000000; us = us * 3 + 1)
        statistics_measure(statistics, MEASURE_COMMIT, us);
    statistics_count(statistics, STATISTIC_TIMEOUTS_IDLE);
    statistics_add(statistics, STATISTIC_BYTES_IN, 1234567);
    statistics_expose(statistics, 3500000, &text);
    cr_assert(exposition_is_sound(text_string(&text), why, sizeof why), "%s", why);
    cr_assert_not_null(strstr(text_string(&text), "\ntakeaway_timeouts_total{kind=\"idle\"} 1\n"));
    cr_assert_not_null(strstr(text_string(&text), "\ntakeaway_received_bytes_total 1234567\n"));
    cr_assert_not_null(strstr(text_string(&text), "\ntakeaway_uptime_seconds 2.500000\n"));
    cr_assert_not_null(
        strstr(text_string(&text), "\ntakeaway_commit_seconds_bucket{le=\"0.000016\"} 3\n"));
    text_finish(&text);
    free(statistics);
}

Test(statistics, the_check_of_the_grammar_finds_what_is_wrong)
{
    char why[256];
    static const char *const wrong[] = {
        "takeaway_x 1\n",                           /* no type */
        "# HELP a b\n# TYPE a counter\na 1",        /* no newline at the end */
        "# HELP a b\n# TYPE a counter\na one\n",    /* no number */
        "# HELP a b\n# TYPE a counter\na 1\na 2\n", /* twice */
        "# HELP a b\n# TYPE a counter\na{x=1} 1\n", /* no quotes */
        "# HELP a b\n# TYPE a counter\n9a 1\n",     /* no name */
        "# HELP a b\n# TYPE a counts\na 1\n",       /* no such type */
        ("# HELP h b\n# TYPE h histogram\nh_bucket{le=\"1\"} 2\n"
         "h_bucket{le=\"+Inf\"} 1\nh_sum 1\nh_count 1\n"), /* not cumulative */
        "# HELP h b\n# TYPE h histogram\nh_bucket{le=\"+Inf\"} 1\nh_sum 1\nh_count 2\n",
        "# HELP h b\n# TYPE h histogram\nh_bucket{le=\"1\"} 1\nh_sum 1\nh_count 1\n",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        cr_assert_not(exposition_is_sound(wrong[i], why, sizeof why), "%s", wrong[i]);
}

/* The values by kind of process; -1: it has no such figure. */
static const struct {
    const char *sample;
    double values[3]; /* by enum figures_of */
} shown[] = {
    {"takeaway_uptime_seconds", {1, 1, 1}},
    {"takeaway_role_info{role=\"hall\"}", {-1, 1, -1}},
    {"takeaway_role_info{role=\"gateway\"}", {-1, -1, 1}},
    {"takeaway_connections", {7, -1, 7}},
    {"takeaway_connections_refused_total{reason=\"full\"}", {7, -1, 7}},
    {"takeaway_certificate_expires", {7, -1, 7}},
    {"takeaway_live_matches", {7, 7, -1}},
    {"takeaway_stalled", {7, 7, -1}},
    {"takeaway_logins_total{result=\"wrong\"}", {7, 7, -1}},
    {"takeaway_gateways", {7, 7, -1}},
    {"takeaway_lease_milliseconds", {7, 7, -1}},
    {"takeaway_epoch", {7, 7, 7}},
    {"takeaway_link_frames_sent_total", {7, 7, 7}},
    {"takeaway_leading", {-1, 7, -1}},
    {"takeaway_link_up", {-1, -1, 7}},
    {"takeaway_link_sessions", {-1, 7, 7}},
    {"takeaway_link_silence_milliseconds", {-1, 7, 7}},
    {"takeaway_bus_connected", {-1, 7, 7}},
    {"takeaway_turn_seconds_count", {0, 0, 0}},
    {"takeaway_commit_seconds_count", {0, 0, -1}},
};

Test(statistics, a_process_shows_what_it_counts_and_nothing_else)
{
    struct statistics *statistics = memory_zeroed(1, sizeof *statistics);
    for (int i = 0; i < STATISTIC_COUNT; i++)
        statistics->values[i] = 7;
    for (enum figures_of of = FIGURES_OF_WHOLE; of <= FIGURES_OF_GATEWAY; of++) {
        struct text text = {0};
        char why[256];
        statistics_start(statistics, of, 1000000);
        statistics_expose(statistics, 2000000, &text);
        cr_assert(exposition_is_sound(text_string(&text), why, sizeof why), "%s", why);
        for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++)
            cr_expect_eq(exposition_value(text_string(&text), shown[i].sample), shown[i].values[of],
                         "%s of %d", shown[i].sample, (int)of);
        text_finish(&text);
    }
    free(statistics);
}

/* -1: there is none of that name. */
static int64_t counter(const struct wire_stats *stats, const char *name)
{
    for (size_t i = 0; i < stats->counters_count; i++)
        if (wire_text_equal(stats->counters[i].name, name))
            return stats->counters[i].value;
    return -1;
}

Test(statistics, server_stats_tells_the_same_figures)
{
    struct statistics *statistics = make();
    struct text bytes = {0};
    struct wire_arena *arena = wire_arena_create();
    struct wire_decoder *decoder = wire_decoder_create(WIRE_ANSWER_BYTES_MAX);
    struct wire_message message;
    struct wire_stats stats;
    struct error error;
    enum error_code code;
    bool complete;
    statistics_add(statistics, STATISTIC_BATCHES, 42);
    statistics_measure(statistics, MEASURE_TURN, 9);
    statistics_encode(statistics, 8, 6000000, &bytes);
    wire_decoder_feed(decoder, arena, bytes.bytes, bytes.len, &complete, &message, &code, &error);
    cr_assert(complete);
    cr_assert_eq(message.id, 8);
    cr_assert_eq(wire_message_read(&message, &wire_record_stats, &stats, &error), ERROR_NONE, "%s",
                 error.message);
    cr_assert_eq(stats.uptime, 5000);
    cr_assert_eq(counter(&stats, "batches_total"), 42);
    cr_assert_eq(counter(&stats, "logins_total{result=\"wrong\"}"), 0);
    cr_assert_eq(counter(&stats, "leading"), -1, "a whole server has no such figure");
    cr_assert_eq(stats.histograms[MEASURE_TURN].count, 1);
    cr_assert_eq(stats.histograms[MEASURE_TURN].p999, 9);
    wire_decoder_destroy(decoder);
    wire_arena_destroy(arena);
    text_finish(&bytes);
    statistics_finish(statistics);
    free(statistics);
}

/* The answer to server.stats at this time, as text of `ret_bytes`, which the caller finishes. */
static void answer_at(struct statistics *statistics, uint64_t now_us, struct text *ret_bytes)
{
    *ret_bytes = (struct text){0};
    statistics_encode(statistics, 7, now_us, ret_bytes);
}

static bool answers_are_equal(struct statistics *statistics, uint64_t now_us, uint64_t later_us)
{
    struct text one, other;
    answer_at(statistics, now_us, &one);
    statistics_count(statistics, STATISTIC_BATCHES);
    answer_at(statistics, later_us, &other);
    bool are_equal = one.len == other.len && memcmp(one.bytes, other.bytes, one.len) == 0;
    text_finish(&one);
    text_finish(&other);
    return are_equal;
}

Test(statistics, are_encoded_at_most_ten_times_a_second_whoever_asks)
{
    struct statistics *statistics = make();
    uint64_t at_us = 6000000;
    for (int i = 0; i < STATISTICS_ENCODED_PER_SECOND / 2; i++)
        cr_assert_not(answers_are_equal(statistics, at_us, at_us), "answer %d is fresh", i);
    cr_assert(answers_are_equal(statistics, at_us, at_us));
    cr_assert(answers_are_equal(statistics, at_us, at_us + 99000));
    cr_assert_not(answers_are_equal(statistics, at_us + 99000, at_us + 100000));
    statistics_finish(statistics);
    free(statistics);
}
