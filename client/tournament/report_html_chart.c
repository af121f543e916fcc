/* The progress chart of report.html: the points of each player after each round, as SVG. */
#include "client/tournament/report_model.h"
#include "common/base/memory.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
    WIDTH = 720,
    HEIGHT = 320,
    LEFT = 44,
    RIGHT = 130, /* for the names */
    TOP = 12,
    BOTTOM = 34,
    NAMED_MAX = 8,   /* the best players have a coloured line with their name */
    SHOWN_MAX = 64,  /* lines in total; the others are grey */
    STEPS_MAX = 100, /* points per line */
    NAME_GAP = 14,   /* between the baselines of the names */
};

struct chart {
    const struct report *report;
    int rounds;
    int64_t *points; /* half points after each round: rounds + 1 numbers for each entrant */
    int64_t most;
};

static int64_t *points_of(const struct chart *chart, size_t entrant)
{
    return chart->points + entrant * (size_t)(chart->rounds + 1);
}

static void add_meeting(struct chart *chart, const struct meeting_result *result)
{
    struct meeting meeting = result->meeting;
    int column = result->round + 1;
    if (result->kind == MEETING_BYE)
        points_of(chart, (size_t)meeting.first)[column] += PAIR_SCORES - 1;
    else if (result->kind == MEETING_FORFEIT)
        points_of(chart, (size_t)result->winner)[column] += PAIR_SCORES - 1;
    for (int game = 0; game < 2 && result->kind == MEETING_PLAYED; game++) {
        if (result->points[game] < 0)
            continue;
        points_of(chart, (size_t)meeting.first)[column] += result->points[game];
        points_of(chart, (size_t)meeting.second)[column] += 2 - result->points[game];
    }
}

static void sum_up(struct chart *chart)
{
    chart->most = 1;
    for (size_t i = 0; i < chart->report->player_count; i++) {
        int64_t *points = points_of(chart, i);
        for (int round = 1; round <= chart->rounds; round++)
            points[round] += points[round - 1];
        if (points[chart->rounds] > chart->most)
            chart->most = points[chart->rounds];
    }
}

static void chart_init(struct chart *chart, const struct report *report)
{
    *chart = (struct chart){.report = report};
    for (size_t i = 0; i < report->meeting_count; i++) {
        if (report->meetings[i].round + 1 > chart->rounds)
            chart->rounds = report->meetings[i].round + 1;
    }
    chart->points =
        memory_zeroed(report->player_count * (size_t)(chart->rounds + 1), sizeof *chart->points);
    for (size_t i = 0; i < report->meeting_count; i++)
        add_meeting(chart, &report->meetings[i]);
    sum_up(chart);
}

static double x_of(const struct chart *chart, int round)
{
    return LEFT + (double)round / chart->rounds * (WIDTH - LEFT - RIGHT);
}

static double y_of(const struct chart *chart, int64_t points)
{
    return TOP + (1 - (double)points / (double)chart->most) * (HEIGHT - TOP - BOTTOM);
}

/* The step of an axis, one of 1, 2, 5, 10, 20, ..., that leads to `most` in about `count` steps. */
static int64_t step_for(int64_t most, int64_t count)
{
    static const int64_t factors[] = {1, 2, 5};
    for (int64_t power = 1;; power *= 10) {
        for (int i = 0; i < 3; i++) {
            if (factors[i] * power * count >= most)
                return factors[i] * power;
        }
    }
}

static void print_axes(const struct chart *chart, FILE *out)
{
    int64_t step = step_for((chart->most + 1) / 2, 5), round_step = step_for(chart->rounds, 10);
    for (int64_t points = 0; 2 * points <= chart->most; points += step) {
        double y = y_of(chart, 2 * points);
        fprintf(out,
                "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\""
                " text-anchor=\"end\">%" PRId64 "</text>\n",
                LEFT, y, WIDTH - RIGHT, LEFT - 6, y + 4, points);
    }
    for (int64_t round = 0; round <= chart->rounds; round += round_step)
        fprintf(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%" PRId64 "</text>\n",
                x_of(chart, (int)round), HEIGHT - BOTTOM + 16, round);
    fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">round</text>\n",
            (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 4);
}

static void print_line(const struct chart *chart, size_t place, FILE *out)
{
    size_t entrant = report_entrant(chart->report, place);
    const int64_t *points = points_of(chart, entrant);
    int step = (chart->rounds + STEPS_MAX - 1) / STEPS_MAX;
    if (place < NAMED_MAX)
        fprintf(out, "<path class=\"line c%zu\" d=\"M", place);
    else
        fputs("<path class=\"line\" d=\"M", out);
    for (int round = 0; round < chart->rounds; round += step)
        fprintf(out, "%.1f %.1f ", x_of(chart, round), y_of(chart, points[round]));
    fprintf(out, "%.1f %.1f\"><title>", x_of(chart, chart->rounds),
            y_of(chart, points[chart->rounds]));
    report_html_escaped(chart->report->players[entrant].name, out);
    fputs("</title></path>\n", out);
}

/* Prints the names beside the ends of their lines, moved apart where they would overlap. */
static void print_names(const struct chart *chart, size_t count, FILE *out)
{
    bool is_named[NAMED_MAX] = {false};
    double below = TOP;
    for (size_t turn = 0; turn < count; turn++) {
        size_t best = count;
        for (size_t place = 0; place < count; place++) {
            if (!is_named[place] &&
                (best == count ||
                 points_of(chart, report_entrant(chart->report, place))[chart->rounds] >
                     points_of(chart, report_entrant(chart->report, best))[chart->rounds]))
                best = place;
        }
        size_t entrant = report_entrant(chart->report, best);
        double y = y_of(chart, points_of(chart, entrant)[chart->rounds]) + 4;
        below = y > below ? y : below;
        is_named[best] = true;
        fprintf(out, "<text class=\"name c%zu\" x=\"%d\" y=\"%.1f\">", best, WIDTH - RIGHT + 8,
                below);
        report_html_escaped(chart->report->players[entrant].name, out);
        fputs("</text>\n", out);
        below += NAME_GAP;
    }
}

static void print_chart(const struct chart *chart, FILE *out)
{
    size_t count = report_places(chart->report);
    size_t named = count < NAMED_MAX ? count : NAMED_MAX;
    size_t shown = count < SHOWN_MAX ? count : SHOWN_MAX;
    fprintf(out,
            "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"The points of each player after"
            " each round; the table of standings has the last of them.\">\n",
            WIDTH, HEIGHT);
    print_axes(chart, out);
    for (size_t place = shown; place-- > 0;)
        print_line(chart, place, out);
    print_names(chart, named, out);
    fputs("</svg>\n", out);
}

void report_html_chart(const struct report *report, FILE *out)
{
    struct chart chart;
    chart_init(&chart, report);
    if (chart.rounds > 0) {
        fputs(
            "<h2 id=\"progress\">Progress</h2>\n<div class=\"wide\" tabindex=\"0\" role=\"region\""
            " aria-labelledby=\"progress\">\n",
            out);
        print_chart(&chart, out);
        fputs("</div>\n", out);
    }
    free(chart.points);
}
