#include "common/tournament/standings.h"

#include "common/base/memory.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

enum {
    HALVES = 2,                    /* of a match point */
    PAIR_POINTS = PAIR_SCORES - 1, /* the most points of a pair, and those of a bye, in halves */
};

/* The score of one entrant against another, or in a pair. */
struct score {
    int64_t points; /* in halves */
    int64_t matches;
};

struct table {
    enum tournament_format format;
    int entrants;
    const struct meeting_result *results;
    size_t count;
    struct score *against; /* owned; in played meetings: entrants x entrants */
    struct standing *standings;
};

static struct score score_of_first(const struct meeting_result *result)
{
    struct score score = {0};
    for (int i = 0; i < 2 && result->kind == MEETING_PLAYED; i++) {
        if (result->points[i] < 0)
            continue;
        score.points += result->points[i];
        score.matches++;
    }
    return score;
}

static struct score of_second(struct score first)
{
    return (struct score){.points = HALVES * first.matches - first.points,
                          .matches = first.matches};
}

static void add_score(struct score *sum, struct score score)
{
    sum->points += score.points;
    sum->matches += score.matches;
}

/* --- points --- */

static void add_match(struct standing *standing, int points)
{
    assert(points >= 0 && points <= HALVES);
    standing->played++;
    standing->points += points;
    standing->won += points == HALVES;
    standing->drawn += points == 1;
    standing->lost += points == 0;
}

static void add_played(struct table *table, const struct meeting_result *result)
{
    int a = result->meeting.first, b = result->meeting.second;
    struct standing *first = &table->standings[a], *second = &table->standings[b];
    for (int i = 0; i < 2; i++) {
        if (result->points[i] < 0)
            continue;
        add_match(first, result->points[i]);
        add_match(second, HALVES - result->points[i]);
    }
    struct score score = score_of_first(result);
    if (score.matches == 2) {
        first->pairs[score.points]++;
        second->pairs[PAIR_POINTS - score.points]++;
    }
    add_score(&table->against[a * table->entrants + b], score);
    add_score(&table->against[b * table->entrants + a], of_second(score));
}

static void add_result(struct table *table, const struct meeting_result *result)
{
    switch (result->kind) {
    case MEETING_PLAYED:
        add_played(table, result);
        break;
    case MEETING_BYE:
        table->standings[result->meeting.first].points += PAIR_POINTS;
        break;
    case MEETING_FORFEIT:
        table->standings[result->winner].points += PAIR_POINTS;
        break;
    }
}

/* --- tie-breaks --- */

static void add_opponents(struct table *table, const struct meeting_result *result)
{
    struct score score = score_of_first(result);
    if (score.matches == 0)
        return;
    struct standing *first = &table->standings[result->meeting.first];
    struct standing *second = &table->standings[result->meeting.second];
    first->buchholz += second->points;
    second->buchholz += first->points;
    first->sonneborn_berger += score.points * second->points;
    second->sonneborn_berger += of_second(score).points * first->points;
}

static bool is_level(const struct table *table, int a, int b)
{
    return a != b && table->standings[a].points == table->standings[b].points;
}

/* Against the entrants with equal points: the matches with the one that it has met least, and all
 * points. */
struct direct {
    int64_t fewest_matches;
    int64_t points;
};

static struct direct direct_of(const struct table *table, int entrant)
{
    struct direct direct = {.fewest_matches = INT64_MAX};
    for (int i = 0; i < table->entrants; i++) {
        if (!is_level(table, entrant, i))
            continue;
        struct score score = table->against[entrant * table->entrants + i];
        direct.points += score.points;
        if (score.matches < direct.fewest_matches)
            direct.fewest_matches = score.matches;
    }
    return direct;
}

/* The points against each other count only where all entrants with equal points have met each
 * other. */
static void break_by_direct(struct table *table)
{
    struct direct directs[ENTRANTS_MAX];
    for (int i = 0; i < table->entrants; i++)
        directs[i] = direct_of(table, i);
    for (int i = 0; i < table->entrants; i++) {
        bool have_all_met = directs[i].fewest_matches > 0;
        for (int j = 0; j < table->entrants && have_all_met; j++)
            have_all_met = !is_level(table, i, j) || directs[j].fewest_matches > 0;
        table->standings[i].direct = have_all_met ? directs[i].points : 0;
    }
}

/* --- knockout --- */

/* The loser of the pair, all its legs taken together; ENTRANT_NOBODY: none yet. */
static int loser_of_round(const struct table *table, const struct meeting_result *leg)
{
    int a = leg->meeting.first, b = leg->meeting.second;
    struct score score = {0};
    for (size_t i = 0; i < table->count; i++) {
        const struct meeting_result *other = &table->results[i];
        if (other->round != leg->round)
            continue;
        if (other->meeting.first == a && other->meeting.second == b)
            add_score(&score, score_of_first(other));
        if (other->meeting.first == b && other->meeting.second == a)
            add_score(&score, of_second(score_of_first(other)));
    }
    if (score.matches % 2 != 0 || score.matches == 0)
        return ENTRANT_NOBODY;
    if (score.points != score.matches)
        return score.points < score.matches ? a : b;
    bool is_settled = score.matches == 2 * KNOCKOUT_LEGS;
    return !is_settled ? ENTRANT_NOBODY : a < b ? b : a;
}

static int loser_of(const struct table *table, const struct meeting_result *result)
{
    if (result->kind == MEETING_PLAYED)
        return loser_of_round(table, result);
    if (result->kind == MEETING_BYE)
        return ENTRANT_NOBODY;
    struct meeting meeting = result->meeting;
    return result->winner == meeting.first ? meeting.second : meeting.first;
}

/* --- the order --- */

/* Below 0: a stands before b. */
static int compared(int64_t a, int64_t b)
{
    return (a < b) - (a > b);
}

static int by_result(const void *a, const void *b)
{
    const struct standing *x = a, *y = b;
    const int orders[] = {
        compared(x->points, y->points),
        compared(x->direct, y->direct),
        compared(x->buchholz, y->buchholz),
        compared(x->sonneborn_berger, y->sonneborn_berger),
    };
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        if (orders[i] != 0)
            return orders[i];
    }
    return 0;
}

static int by_knockout(const void *a, const void *b)
{
    const struct standing *x = a, *y = b;
    int order = compared(x->round_out, y->round_out);
    return order != 0 ? order : compared(x->points, y->points);
}

static int by_result_and_seeding(const void *a, const void *b)
{
    int order = by_result(a, b);
    return order != 0
               ? order
               : ((const struct standing *)a)->entrant - ((const struct standing *)b)->entrant;
}

static int by_knockout_and_seeding(const void *a, const void *b)
{
    int order = by_knockout(a, b);
    return order != 0
               ? order
               : ((const struct standing *)a)->entrant - ((const struct standing *)b)->entrant;
}

static void put_in_order(struct table *table)
{
    bool is_knockout = table->format == FORMAT_KNOCKOUT;
    int (*order)(const void *, const void *) = is_knockout ? by_knockout : by_result;
    struct standing *standings = table->standings;
    qsort(standings, (size_t)table->entrants, sizeof *standings,
          is_knockout ? by_knockout_and_seeding : by_result_and_seeding);
    for (int i = 0; i < table->entrants; i++) {
        bool shares = i > 0 && order(&standings[i - 1], &standings[i]) == 0;
        standings[i].rank = shares ? standings[i - 1].rank : i + 1;
    }
}

/* --- the standings --- */

void standings_compute(enum tournament_format format, int entrants,
                       const struct meeting_result *results, size_t count,
                       struct standing *ret_standings)
{
    assert(entrants >= 0 && entrants <= ENTRANTS_MAX);
    struct table table = {
        .format = format,
        .entrants = entrants,
        .results = results,
        .count = count,
        .against = memory_zeroed((size_t)entrants * (size_t)entrants, sizeof *table.against),
        .standings = ret_standings,
    };
    for (int i = 0; i < entrants; i++)
        ret_standings[i] = (struct standing){.entrant = i, .round_out = INT_MAX};
    for (size_t i = 0; i < count; i++)
        add_result(&table, &results[i]);

    for (size_t i = 0; i < count; i++)
        add_opponents(&table, &results[i]);
    break_by_direct(&table);

    for (size_t i = 0; i < count && format == FORMAT_KNOCKOUT; i++) {
        int loser = loser_of(&table, &results[i]);
        if (loser != ENTRANT_NOBODY)
            ret_standings[loser].round_out = results[i].round;
    }

    put_in_order(&table);
    free(table.against);
}

void standings_against(const struct meeting_result *results, size_t count, int entrant,
                       int opponent, int64_t *ret_points, int64_t *ret_matches)
{
    struct score sum = {0};
    for (size_t i = 0; i < count; i++) {
        struct meeting meeting = results[i].meeting;
        if (meeting.first == entrant && meeting.second == opponent)
            add_score(&sum, score_of_first(&results[i]));
        if (meeting.first == opponent && meeting.second == entrant)
            add_score(&sum, of_second(score_of_first(&results[i])));
    }
    *ret_points = sum.points;
    *ret_matches = sum.matches;
}
