/* Standings: points, tie-breaks against published tables, and the order of a knockout. */
#include "common/tournament/standings.h"
#include "tests/suite.h"

#include <limits.h>
#include <string.h>

SUITE(standings, 60);

enum { RESULTS_MAX = 500, N = 32 };

struct event {
    enum tournament_format format;
    int entrants;
    struct meeting_result results[RESULTS_MAX];
    size_t count;
    struct standing standings[N];
};

static void add(struct event *event, struct meeting_result result)
{
    cr_assert_lt(event->count, RESULTS_MAX);
    event->results[event->count++] = result;
}

/* The points of `first` in both matches. */
static void add_pair(struct event *event, int round, int first, int second, int8_t one, int8_t two)
{
    add(event, (struct meeting_result){.round = round,
                                       .meeting = {first, second},
                                       .kind = MEETING_PLAYED,
                                       .winner = ENTRANT_NOBODY,
                                       .points = {one, two}});
}

static void add_bye(struct event *event, int round, int entrant)
{
    add(event, (struct meeting_result){.round = round,
                                       .meeting = {entrant, ENTRANT_NOBODY},
                                       .kind = MEETING_BYE,
                                       .winner = ENTRANT_NOBODY});
}

static void add_forfeit(struct event *event, int round, int winner, int loser)
{
    add(event,
        (struct meeting_result){
            .round = round, .meeting = {loser, winner}, .kind = MEETING_FORFEIT, .winner = winner});
}

static void compute(struct event *event)
{
    standings_compute(event->format, event->entrants, event->results, event->count,
                      event->standings);
}

static const struct standing *standing_of(const struct event *event, int entrant)
{
    int i = 0;
    while (event->standings[i].entrant != entrant)
        i++;
    return &event->standings[i];
}

static void expect_order(const struct event *event, const int *entrants)
{
    for (int i = 0; i < event->entrants; i++)
        cr_assert_eq(event->standings[i].entrant, entrants[i], "place %d: %d, not %d", i + 1,
                     event->standings[i].entrant, entrants[i]);
}

/* --- tables that were published --- */

/* Rows of a cross-table of a tournament where each met each twice: a cell for each opponent, "1="
 * for a win and a draw, "**" for oneself. Both matches of a pair are the two rounds. */
static void add_cross_table(struct event *event, const char *const *rows, int entrants)
{
    event->entrants = entrants;
    for (int a = 0; a < entrants; a++) {
        for (int b = a + 1; b < entrants; b++) {
            int8_t points[2];
            for (int i = 0; i < 2; i++) {
                char own = rows[a][3 * b + i], other = rows[b][3 * a + i];
                cr_assert(own == '=' ? other == '=' : own + other == '0' + '1',
                          "the table says %c and %c of %d and %d", own, other, a, b);
                points[i] = own == '=' ? 1 : own == '1' ? 2 : 0;
            }
            add_pair(event, 0, a, b, points[0], points[1]);
        }
    }
}

/* Sensei's Library, "Sonneborn-Berger": the scores 4, 4, 3, 1 and the sums 11, 9, 6, 4. Its points
 * are two of ours, so its sums four. */
Test(standings, sonneborn_berger_is_as_in_senseis_library)
{
    static const char *const rows[] = {"** 10 11 10", "01 ** 10 11", "00 01 ** 11", "01 00 00 **"};
    static const int64_t points[] = {4, 4, 3, 1}, sums[] = {11, 9, 6, 4};
    static struct event event;
    add_cross_table(&event, rows, 4);
    compute(&event);
    for (int i = 0; i < 4; i++) {
        cr_assert_eq(standing_of(&event, i)->points, 2 * points[i], "%c", 'A' + i);
        cr_assert_eq(standing_of(&event, i)->sonneborn_berger, 4 * sums[i], "%c", 'A' + i);
    }
}

/* The Candidates Tournament of 2014 (chessgames.com, tournament 83141): its first tie-break was the
 * score among those with equal points, and its final order is that of the rows. */
Test(standings, direct_encounter_orders_the_candidates_of_2014)
{
    static const char *const rows[] = {
        "** == == 1= == 1= == =1", /* Anand */
        "== ** 01 == == 01 =1 ==", /* Karjakin */
        "== 10 ** 1= == == =0 01", /* Kramnik */
        "0= == 0= ** 1= 01 1= ==", /* Mamedyarov */
        "== == == 0= ** =1 0= 1=", /* Andreikin */
        "0= 10 == 10 =0 ** 1= ==", /* Aronian */
        "== =0 =1 0= 1= 0= ** 10", /* Svidler */
        "=0 == 10 == 0= == 01 **", /* Topalov */
    };
    static const int64_t points[] = {17, 15, 14, 14, 14, 13, 13, 12};
    static const int64_t direct[] = {0, 0, 5, 4, 3, 3, 1, 0};
    static const int64_t won[] = {3, 3, 3, 3, 2, 3, 3, 2}, lost[] = {0, 2, 3, 3, 2, 4, 4, 4};
    static const int order[] = {0, 1, 2, 3, 4, 5, 6, 7};
    static struct event event;
    add_cross_table(&event, rows, 8);
    compute(&event);
    expect_order(&event, order);
    for (int i = 0; i < 8; i++) {
        const struct standing *standing = &event.standings[i];
        cr_assert_eq(standing->rank, i + 1);
        cr_assert_eq(standing->points, points[i], "%d", i);
        cr_assert_eq(standing->direct, direct[i], "%d", i);
        cr_assert(standing->won == won[i] && standing->lost == lost[i] &&
                      standing->drawn == 14 - won[i] - lost[i] && standing->played == 14,
                  "%d", i);
    }
}

/* A row of a table of a swiss, a word for each round: the result (+, = or -), the colour (W, B),
 * the opponent's number from 1;
 * "=BYE" is a round left out for half a point, "+BYE" a bye. */
static void add_swiss_row(struct event *event, int entrant, const char *row)
{
    int nobody = event->entrants - 1; /* gives half points */
    for (int round = 0; *row; round++) {
        int8_t points = *row == '+' ? 2 : *row == '=' ? 1 : 0;
        if (strncmp(row + 1, "BYE", 3) == 0) {
            if (points == 2)
                add_bye(event, round, entrant);
            else
                add_pair(event, round, entrant, nobody, points, points);
        } else if (atoi(row + 2) - 1 > entrant) {
            add_pair(event, round, entrant, atoi(row + 2) - 1, points, points);
        }
        row += strcspn(row, " ");
        row += strspn(row, " ");
    }
}

/* The Hamilton chess club's championship of 2018 ("Richard On Tie Break", hamiltonchess.net, 11
 * April 2018): the first two had the same score and drew with each other; Buchholz 22.5 and 20.0,
 * Sonneborn-Berger 19.75 and 17.25. One match there is a pair here, so that its points are four of
 * ours. */
Test(standings, buchholz_and_sonneborn_berger_are_as_published_of_a_swiss)
{
    static const char *const rows[] = {
        "+W10 +B17 +W12 =W2 +B4 +B3",   "+B27 +W16 +W9 =B1 +W8 +B10",
        "=BYE +W11 +B6 =W4 +B5 -W1",    "+W22 +B15 =W8 =B3 -W1 +B13",
        "-W16 +B14 +W22 +B15 -W3 +B8",  "-W21 +B27 -W3 +B23 +W16 +B14",
        "-W9 -B23 +W27 +B19 +W15 +B12", "+B25 +W21 =B4 +W13 -B2 -W5",
        "+B7 +W13 -B2 =BYE +W18",       "-B1 +W25 +W26 =B12 +B17 -W2",
        "=BYE -B3 -W14 +B25 +W20 +W17", "+B20 +W18 -B1 =W10 =B14 -W7",
        "+W23 -B9 +W19 -B8 +W21 -W4",   "=BYE -W5 +B11 +B22 =W12 -W6",
        "+B26 -W4 +B21 -W5 -B7 +W24",   "+B5 -B2 -W17 +W24 -B6 +B22",
        "+B24 -W1 +B16 =BYE -W10 -B11", "+W19 -B12 +W23 =BYE -B9",
        "-B18 +W20 -B13 -W7 =B25 +W21", "-W12 -B19 =W25 +B27 -B11 +W26",
        "+B6 -B8 -W15 +W26 -B13 -B19",  "-B4 +W24 -B5 -W14 +B26 -W16",
        "-B13 +W7 -B18 -W6 -B24 +W27",  "-W17 -B22 +BYE -B16 +W23 -B15",
        "-W8 -B10 =B20 -W11 =W19 +BYE", "-W15 +BYE -B10 -B21 -W22 -B20",
        "-W2 -W6 -B7 -W20 +BYE -B23",
    };
    static const double points[] = {5.5, 5.5, 4,   4,   4,   4,   4, 3.5, 3.5, 3.5, 3.5, 3, 3, 3,
                                    3,   3,   2.5, 2.5, 2.5, 2.5, 2, 2,   2,   2,   2,   1, 1};
    enum { PLAYERS = sizeof rows / sizeof *rows };
    static struct event event = {.format = FORMAT_SWISS, .entrants = PLAYERS + 1};
    for (int i = 0; i < PLAYERS; i++)
        add_swiss_row(&event, i, rows[i]);
    compute(&event);
    for (int i = 0; i < PLAYERS; i++)
        cr_assert_eq((double)standing_of(&event, i)->points, 4 * points[i], "%d", i + 1);
    const struct standing *first = &event.standings[0], *second = &event.standings[1];
    cr_assert(first->entrant == 0 && second->entrant == 1);
    cr_assert(first->direct == 2 && second->direct == 2);
    cr_assert_eq((double)first->buchholz, 4 * 22.5);
    cr_assert_eq((double)second->buchholz, 4 * 20.0);
    cr_assert_eq((double)first->sonneborn_berger, 16 * 19.75);
    cr_assert_eq((double)second->sonneborn_berger, 16 * 17.25);
}

/* --- what counts --- */

Test(standings, a_pair_counts_by_what_both_matches_brought)
{
    static struct event event = {.entrants = 2};
    add_pair(&event, 0, 0, 1, 2, 2);
    add_pair(&event, 1, 1, 0, 2, 1);
    add_pair(&event, 2, 0, 1, 2, 0);
    add_pair(&event, 3, 0, 1, 0, -1);
    compute(&event);
    const struct standing *a = standing_of(&event, 0), *b = standing_of(&event, 1);
    cr_assert(a->points == 7 && a->won == 3 && a->drawn == 1 && a->lost == 3 && a->played == 7);
    cr_assert(b->points == 7 && b->won == 3 && b->drawn == 1 && b->lost == 3 && b->played == 7);
    static const int64_t of_a[] = {0, 1, 1, 0, 1}, of_b[] = {1, 0, 1, 1, 0};
    cr_assert_eq(memcmp(a->pairs, of_a, sizeof of_a), 0);
    cr_assert_eq(memcmp(b->pairs, of_b, sizeof of_b), 0);
}

Test(standings, byes_and_forfeits_bring_points_and_no_opponent)
{
    static struct event event = {.entrants = 3};
    add_bye(&event, 0, 0);
    add_pair(&event, 0, 1, 2, 2, 2);
    add_forfeit(&event, 1, 0, 1);
    compute(&event);
    const struct standing *a = standing_of(&event, 0), *b = standing_of(&event, 1);
    cr_assert(a->points == 8 && a->played == 0 && a->buchholz == 0 && a->sonneborn_berger == 0);
    cr_assert(b->points == 4 && b->played == 2 && b->buchholz == 0 && b->sonneborn_berger == 0);
    cr_assert_eq(standing_of(&event, 2)->buchholz, 4);
    cr_assert_eq(a->pairs[4], 0);
}

/* 0 and 1 have 5 each and have met. */
Test(standings, direct_encounter_goes_before_the_other_tie_breaks)
{
    static struct event event = {.format = FORMAT_SWISS, .entrants = 4};
    add_pair(&event, 0, 1, 0, 1, 2);
    add_pair(&event, 0, 2, 3, 1, 1);
    add_pair(&event, 1, 1, 2, 1, 1);
    add_pair(&event, 1, 0, 3, 2, 2);
    compute(&event);
    static const int order[] = {1, 0, 2, 3};
    cr_assert_eq(standing_of(&event, 0)->points, standing_of(&event, 1)->points);
    cr_assert_eq(standing_of(&event, 1)->direct, 3);
    cr_assert_eq(standing_of(&event, 0)->direct, 1);
    expect_order(&event, order);
}

/* 0, 1 and 2 have 5 each; 1 and 2 have not met. */
Test(standings, direct_encounter_needs_all_to_have_met)
{
    static struct event event = {.format = FORMAT_SWISS, .entrants = 4};
    add_pair(&event, 0, 0, 1, 2, 1);
    add_pair(&event, 0, 2, 3, 1, 2);
    add_pair(&event, 1, 0, 2, 1, 1);
    add_pair(&event, 1, 1, 3, 2, 2);
    compute(&event);
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(standing_of(&event, i)->points, 5);
        cr_assert_eq(standing_of(&event, i)->direct, 0);
    }
}

Test(standings, who_is_told_apart_by_the_seeding_alone_shares_a_rank)
{
    static struct event event = {.entrants = 4};
    add_pair(&event, 0, 3, 0, 2, 0);
    add_pair(&event, 0, 2, 1, 2, 2);
    compute(&event);
    static const int order[] = {2, 0, 3, 1}, ranks[] = {1, 2, 2, 4};
    expect_order(&event, order);
    for (int i = 0; i < 4; i++)
        cr_assert_eq(event.standings[i].rank, ranks[i]);
}

Test(standings, before_the_first_result_are_the_seeding)
{
    static struct event event = {.entrants = 3};
    static const int order[] = {0, 1, 2};
    compute(&event);
    expect_order(&event, order);
    cr_assert_eq(event.standings[2].rank, 1);
}

Test(standings, against_one_are_the_points_and_matches_with_it)
{
    static struct event event = {.entrants = 3};
    int64_t points, matches;
    add_pair(&event, 0, 0, 1, 2, 1);
    add_pair(&event, 1, 1, 0, 0, -1);
    add_pair(&event, 2, 0, 2, 0, 0);
    add_forfeit(&event, 3, 0, 1);
    standings_against(event.results, event.count, 0, 1, &points, &matches);
    cr_assert(points == 5 && matches == 3);
    standings_against(event.results, event.count, 1, 0, &points, &matches);
    cr_assert(points == 1 && matches == 3);
    standings_against(event.results, event.count, 1, 2, &points, &matches);
    cr_assert(points == 0 && matches == 0);
}

/* --- knockout --- */

Test(standings, of_a_knockout_are_by_the_round_in_which_one_was_beaten)
{
    static struct event event = {.format = FORMAT_KNOCKOUT, .entrants = 4};
    add_pair(&event, 0, 0, 3, 0, 1);
    add_pair(&event, 0, 1, 2, 2, 1);
    add_pair(&event, 1, 3, 1, 2, 2);
    compute(&event);
    static const int order[] = {3, 1, 0, 2};
    expect_order(&event, order);
    cr_assert_eq(standing_of(&event, 3)->round_out, INT_MAX);
    cr_assert_eq(standing_of(&event, 1)->round_out, 1);
    cr_assert_eq(standing_of(&event, 0)->round_out, 0);
}

Test(standings, of_a_knockout_wait_for_the_replay_of_a_level_pair)
{
    static struct event event = {.format = FORMAT_KNOCKOUT, .entrants = 2};
    add_pair(&event, 0, 0, 1, 2, 0);
    compute(&event);
    cr_assert_eq(standing_of(&event, 1)->round_out, INT_MAX);
    add_pair(&event, 0, 1, 0, 2, -1);
    compute(&event);
    cr_assert_eq(standing_of(&event, 0)->round_out, INT_MAX);
    event.results[1].points[1] = 1;
    compute(&event);
    cr_assert_eq(standing_of(&event, 0)->round_out, 0);
    cr_assert_eq(event.standings[0].entrant, 1);
}

Test(standings, of_a_knockout_let_the_seeding_decide_when_the_replay_is_level_too)
{
    static struct event event = {.format = FORMAT_KNOCKOUT, .entrants = 2};
    add_pair(&event, 0, 1, 0, 2, 0);
    add_pair(&event, 0, 0, 1, 1, 1);
    compute(&event);
    cr_assert_eq(standing_of(&event, 1)->round_out, 0);
    cr_assert_eq(standing_of(&event, 0)->round_out, INT_MAX);
}

Test(standings, of_a_knockout_have_who_withdrew_beaten_by_forfeit)
{
    static struct event event = {.format = FORMAT_KNOCKOUT, .entrants = 4};
    add_forfeit(&event, 0, 3, 0);
    add_pair(&event, 0, 1, 2, 2, 2);
    add_forfeit(&event, 1, 3, 1);
    compute(&event);
    static const int order[] = {3, 1, 0, 2};
    expect_order(&event, order);
    cr_assert_eq(standing_of(&event, 0)->round_out, 0);
    cr_assert_eq(standing_of(&event, 1)->round_out, 1);
}
