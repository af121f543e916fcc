#include "server/base/statistics.h"

#include "common/wire/wire.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const struct {
    unsigned where;
    const char *metric;
    const char *label; /* "": none */
    const char *value;
    const char *kind;
    const char *meaning;
} rows[STATISTIC_COUNT] = {
#define X(name, where, kind, metric, label, value, meaning)                                        \
    [STATISTIC_##name] = {FIGURES_AT_##where, metric, label, value, #kind, meaning},
    STATISTICS(X)
#undef X
};

static const struct {
    unsigned where;
    const char *metric;
    const char *meaning;
} measure_rows[MEASURE_COUNT] = {
#define X(name, where, metric, meaning) [MEASURE_##name] = {FIGURES_AT_##where, metric, meaning},
    MEASURES(X)
#undef X
};

/* Does this process count what is counted there? */
static bool is_counted(const struct statistics *statistics, unsigned where)
{
    return where >> statistics->of & 1;
}

/* --- histograms --- */

static size_t histogram_bucket(uint64_t us)
{
    if (us < HISTOGRAM_PARTS)
        return (size_t)us;
    if (us >> HISTOGRAM_BITS_MAX)
        return HISTOGRAM_BUCKETS - 1;
    unsigned power = 63 - (unsigned)__builtin_clzll(us);
    unsigned shift = power - HISTOGRAM_PARTS_BITS;
    return shift * HISTOGRAM_PARTS + (size_t)(us >> shift);
}

/* The greatest value of a bucket. */
static uint64_t bucket_bound(size_t bucket)
{
    if (bucket < HISTOGRAM_PARTS)
        return bucket;
    if (bucket == HISTOGRAM_BUCKETS - 1)
        return UINT64_MAX;
    size_t shift = bucket / HISTOGRAM_PARTS - 1;
    uint64_t part = bucket % HISTOGRAM_PARTS + HISTOGRAM_PARTS;
    return ((part + 1) << shift) - 1;
}

void histogram_add(struct histogram *histogram, uint64_t us)
{
    histogram->count++;
    histogram->sum_us += us;
    if (us > histogram->max_us)
        histogram->max_us = us;
    histogram->buckets[histogram_bucket(us)]++;
}

uint64_t histogram_quantile(const struct histogram *histogram, uint64_t parts, uint64_t whole)
{
    uint64_t rank = (histogram->count * parts + whole - 1) / whole;
    uint64_t seen = 0;
    for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
        seen += histogram->buckets[i];
        if (seen >= rank) {
            uint64_t bound = bucket_bound(i);
            return bound < histogram->max_us ? bound : histogram->max_us;
        }
    }
    assert(false);
    return histogram->max_us;
}

uint64_t histogram_below(const struct histogram *histogram, unsigned bits)
{
    uint64_t below = 0;
    for (size_t i = 0, end = histogram_bucket(UINT64_C(1) << bits); i < end; i++)
        below += histogram->buckets[i];
    return below;
}

/* --- moves under way --- */

/* The rate of encodings for server.stats, for all sessions together; between two encodings all get
 * the same figures. */
static const struct bucket_rate encodings_rate = {
    .tokens = STATISTICS_ENCODED_PER_SECOND,
    .period_ms = 1000,
    .burst = STATISTICS_ENCODED_PER_SECOND,
};

void statistics_start(struct statistics *statistics, enum figures_of of, uint64_t now_us)
{
    statistics->of = of;
    statistics->started_us = now_us;
    statistics->encodings = bucket_full(&encodings_rate, (int64_t)(now_us / 1000));
}

void statistics_finish(struct statistics *statistics)
{
    text_finish(&statistics->encoded);
}

static struct move_under_way *move_place(struct statistics *statistics, uint64_t session,
                                         uint32_t request)
{
    uint64_t mixed =
        (session * UINT64_C(0xD1342543DE82EF95) + request) * UINT64_C(0x9E3779B97F4A7C15);
    return &statistics->under_way[(mixed >> 32) % MOVES_UNDER_WAY];
}

void statistics_move_came(struct statistics *statistics, uint64_t session, uint32_t request,
                          uint64_t now_us)
{
    *move_place(statistics, session, request) = (struct move_under_way){
        .session = session,
        .request = request,
        .since_us = now_us,
    };
}

bool statistics_move_answered(struct statistics *statistics, uint64_t session, uint32_t request)
{
    struct move_under_way *move = move_place(statistics, session, request);
    if (move->session != session || move->request != request)
        return false;
    move->session = 0;
    assert(statistics->answered_count < MOVES_ANSWERED);
    statistics->answered[statistics->answered_count++] = move->since_us;
    return statistics->answered_count == MOVES_ANSWERED;
}

void statistics_answers_left(struct statistics *statistics, uint64_t now_us)
{
    for (size_t i = 0; i < statistics->answered_count; i++)
        statistics_measure(statistics, MEASURE_MOVE, now_us - statistics->answered[i]);
    statistics->answered_count = 0;
}

/* --- server.stats --- */

enum { NAME_MAX_BYTES = 64 };

static void name_row(enum statistic which, char name[NAME_MAX_BYTES + 1])
{
    int len = *rows[which].label
                  ? snprintf(name, NAME_MAX_BYTES + 1, "%s{%s=\"%s\"}", rows[which].metric,
                             rows[which].label, rows[which].value)
                  : snprintf(name, NAME_MAX_BYTES + 1, "%s", rows[which].metric);
    assert(len > 0 && len <= NAME_MAX_BYTES);
    (void)len;
}

static struct wire_histogram wire_histogram(const struct statistics *statistics, enum measure which)
{
    const struct histogram *histogram = &statistics->measures[which];
    return (struct wire_histogram){
        .name = wire_text(measure_rows[which].metric),
        .meaning = wire_text(measure_rows[which].meaning),
        .count = (int64_t)histogram->count,
        .p50 = (int64_t)histogram_quantile(histogram, 50, 100),
        .p99 = (int64_t)histogram_quantile(histogram, 99, 100),
        .p999 = (int64_t)histogram_quantile(histogram, 999, 1000),
        .max = (int64_t)histogram->max_us,
    };
}

static void encode_figures(const struct statistics *statistics, uint64_t now_us, struct text *out)
{
    struct wire_counter counters[STATISTIC_COUNT];
    char names[STATISTIC_COUNT][NAME_MAX_BYTES + 1];
    struct wire_histogram histograms[MEASURE_COUNT];
    size_t counter_count = 0, histogram_count = 0;
    for (int i = 0; i < STATISTIC_COUNT; i++) {
        if (!is_counted(statistics, rows[i].where))
            continue;
        name_row(i, names[i]);
        counters[counter_count++] = (struct wire_counter){
            .name = wire_text(names[i]),
            .meaning = wire_text(rows[i].meaning),
            .value = statistics->values[i],
        };
    }
    for (int i = 0; i < MEASURE_COUNT; i++)
        if (is_counted(statistics, measure_rows[i].where))
            histograms[histogram_count++] = wire_histogram(statistics, i);
    struct wire_stats stats = {
        .server = wire_text("takeaway-server " TAKEAWAY_VERSION),
        .uptime = (int64_t)((now_us - statistics->started_us) / 1000),
        .counters = counters,
        .counters_count = counter_count,
        .histograms = histograms,
        .histograms_count = histogram_count,
    };
    wire_encode_record(out, wire_methods[WIRE_SERVER_STATS].result, &stats);
}

void statistics_encode(struct statistics *statistics, uint32_t request, uint64_t now_us,
                       struct text *out)
{
    if (bucket_take(&statistics->encodings, &encodings_rate, (int64_t)(now_us / 1000))) {
        text_clear(&statistics->encoded);
        encode_figures(statistics, now_us, &statistics->encoded);
    }
    wire_encode_shared_result(out, request, &statistics->encoded);
}

/* --- Prometheus --- */

/* Durations below 2^4 us are of no interest, and those above 2^26 us, a minute, count as
 * infinite. */
enum { EXPOSED_BITS_MIN = 4, EXPOSED_BITS_MAX = 26 };

#define PREFIX "takeaway_"

static void print_metric_seconds(uint64_t us, struct text *out)
{
    text_printf(out, "%" PRIu64 ".%06" PRIu64, us / 1000000, us % 1000000);
}

static void expose_head(const char *metric, const char *unit, const char *meaning, const char *kind,
                        struct text *out)
{
    text_printf(out, "# HELP " PREFIX "%s%s %s\n", metric, unit, meaning);
    text_printf(out, "# TYPE " PREFIX "%s%s %s\n", metric, unit, kind);
}

static void expose_row(const struct statistics *statistics, enum statistic which, struct text *out)
{
    bool is_first = which == 0 || strcmp(rows[which].metric, rows[which - 1].metric) != 0;
    char name[NAME_MAX_BYTES + 1];
    if (is_first)
        expose_head(rows[which].metric, "", rows[which].meaning, rows[which].kind, out);
    name_row(which, name);
    text_printf(out, PREFIX "%s %" PRId64 "\n", name, statistics->values[which]);
}

static void expose_measure(const struct histogram *histogram, enum measure which, struct text *out)
{
    const char *metric = measure_rows[which].metric;
    expose_head(metric, "_seconds", measure_rows[which].meaning, "histogram", out);
    for (unsigned bits = EXPOSED_BITS_MIN; bits <= EXPOSED_BITS_MAX; bits++) {
        text_printf(out, PREFIX "%s_seconds_bucket{le=\"", metric);
        print_metric_seconds(UINT64_C(1) << bits, out);
        text_printf(out, "\"} %" PRIu64 "\n", histogram_below(histogram, bits));
    }
    text_printf(out, PREFIX "%s_seconds_bucket{le=\"+Inf\"} %" PRIu64 "\n", metric,
                histogram->count);
    text_printf(out, PREFIX "%s_seconds_sum ", metric);
    print_metric_seconds(histogram->sum_us, out);
    text_printf(out, "\n" PREFIX "%s_seconds_count %" PRIu64 "\n", metric, histogram->count);
}

void statistics_expose(const struct statistics *statistics, uint64_t now_us, struct text *out)
{
    expose_head("build_info", "", "the program's version", "gauge", out);
    text_append_string(out, PREFIX "build_info{version=\"" TAKEAWAY_VERSION "\"} 1\n");
    expose_head("uptime", "_seconds", "since the start", "gauge", out);
    text_append_string(out, PREFIX "uptime_seconds ");
    print_metric_seconds(now_us - statistics->started_us, out);
    text_append_char(out, '\n');
    if (statistics->of != FIGURES_OF_WHOLE) {
        expose_head("role_info", "", "what this process is of a cluster", "gauge", out);
        text_printf(out, PREFIX "role_info{role=\"%s\"} 1\n",
                    statistics->of == FIGURES_OF_HALL ? "hall" : "gateway");
    }
    for (int i = 0; i < STATISTIC_COUNT; i++)
        if (is_counted(statistics, rows[i].where))
            expose_row(statistics, i, out);
    for (int i = 0; i < MEASURE_COUNT; i++)
        if (is_counted(statistics, measure_rows[i].where))
            expose_measure(&statistics->measures[i], i, out);
}
