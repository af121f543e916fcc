/* The swiss: random tournaments, each round of which is compared with all ways to pair it, or with
 * what theorems promise. */
#include "common/base/random.h"
#include "common/tournament/pairing.h"
#include "tests/suite.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

SUITE(pairing_swiss, 280);

#ifdef TESTS_UNDER_ASAN
enum { SMALL_TOURNAMENTS = 400, LARGE_TOURNAMENTS = 60, ROUNDS_OF_MANY = 20 };
#else
enum { SMALL_TOURNAMENTS = 4000, LARGE_TOURNAMENTS = 1500, ROUNDS_OF_MANY = ENTRANTS_MAX - 1 };
#endif

enum { N = ENTRANTS_MAX, SMALL_MAX = 10, MET_MAX = 40000 };

/* --- a tournament --- */

struct play {
    struct pairing pairing;
    struct meeting forbidden[N];
    bool out[N];
    int64_t points[N];
    struct meeting met[MET_MAX];
    size_t met_count;
    int times[N][N]; /* they have met */
    int byes[N];
    int surplus[N]; /* meetings as first less those as second */
    struct meeting round[N];
    size_t count; /* of `round` */
    /* Of processor time, the longest so far. */
    double longest_round_ms, longest_step_ms;
};

static void begin(struct play *play, int entrants, int rounds)
{
    memset(play, 0, sizeof *play);
    play->pairing = (struct pairing){.format = FORMAT_SWISS,
                                     .entrants = entrants,
                                     .rounds = rounds,
                                     .forbidden = play->forbidden};
}

static void forbid(struct play *play, int a, int b)
{
    play->forbidden[play->pairing.forbidden_count++] = (struct meeting){a, b};
}

static bool is_forbidden(const struct play *play, int a, int b)
{
    for (size_t i = 0; i < play->pairing.forbidden_count; i++) {
        struct meeting pair = play->forbidden[i];
        if ((pair.first == a && pair.second == b) || (pair.first == b && pair.second == a))
            return true;
    }
    return false;
}

static double thread_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static void keep_longer(double *longest_ms, double since_ms)
{
    double ms = thread_ms() - since_ms;
    *longest_ms = ms > *longest_ms ? ms : *longest_ms;
}

static void pair_round(struct play *play)
{
    struct pairing_state state = {.round = 0,
                                  .out = play->out,
                                  .points = play->points,
                                  .met = play->met,
                                  .met_count = play->met_count};
    double began_ms = thread_ms(), step_ms = began_ms;
    struct swiss_round *round = swiss_round_begin(&play->pairing, &state);
    bool has_more;
    do {
        keep_longer(&play->longest_step_ms, step_ms);
        step_ms = thread_ms();
        has_more = swiss_round_go_on(round);
    } while (has_more);
    keep_longer(&play->longest_step_ms, step_ms);
    play->count = swiss_round_meetings(round, play->round);
    swiss_round_destroy(round);
    keep_longer(&play->longest_round_ms, began_ms);
}

/* Everybody who is in has one place, and who must not meet do not. */
static void expect_possible(const struct play *play)
{
    int places[N] = {0};
    for (size_t i = 0; i < play->count; i++) {
        struct meeting meeting = play->round[i];
        EXPECT(meeting.first >= 0, "a meeting of nobody");
        places[meeting.first]++;
        if (meeting.second == ENTRANT_NOBODY)
            continue;
        EXPECT(i < (size_t)pairing_boards(&play->pairing), "somebody plays on board %zu", i + 1);
        places[meeting.second]++;
        EXPECT(!is_forbidden(play, meeting.first, meeting.second), "%d meets %d", meeting.first,
               meeting.second);
    }
    for (int i = 0; i < play->pairing.entrants; i++)
        EXPECT(places[i] == !play->out[i], "%d has %d places", i, places[i]);
}

static void note_meeting(struct play *play, struct meeting meeting)
{
    int a = meeting.first, b = meeting.second;
    EXPECT(play->met_count < MET_MAX, "too many meetings");
    play->met[play->met_count++] = meeting;
    if (b == ENTRANT_NOBODY) {
        play->byes[a]++;
        play->points[a] += 4;
        return;
    }
    play->times[a][b]++;
    play->times[b][a]++;
    play->surplus[a]++;
    play->surplus[b]--;
}

/* The points of `first`, 0 to 4, are drawn, or those of the better seeded one are 4. */
static void play_round(struct play *play, struct random *random)
{
    for (size_t i = 0; i < play->count; i++) {
        struct meeting meeting = play->round[i];
        note_meeting(play, meeting);
        if (meeting.second == ENTRANT_NOBODY)
            continue;
        int points = random ? (int)random_below(random, 5) : meeting.first < meeting.second ? 4 : 0;
        play->points[meeting.first] += points;
        play->points[meeting.second] += 4 - points;
    }
}

/* --- all ways to pair a round --- */

/* The aims that pairing.h names, the most important first. */
struct worth {
    int64_t byes, second_byes, rematches, one_sided, bye_rank, floating;
};

static int compare_worth(const struct worth *a, const struct worth *b)
{
    const int64_t x[] = {a->byes,      a->second_byes, a->rematches,
                         a->one_sided, a->bye_rank,    a->floating};
    const int64_t y[] = {b->byes,      b->second_byes, b->rematches,
                         b->one_sided, b->bye_rank,    b->floating};
    for (size_t i = 0; i < sizeof x / sizeof *x; i++) {
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    }
    return 0;
}

static bool stands_below(const struct play *play, int a, int b)
{
    return play->points[a] != play->points[b] ? play->points[a] < play->points[b] : a > b;
}

static void add_bye(const struct play *play, int entrant, struct worth *worth)
{
    worth->byes++;
    worth->second_byes += play->byes[entrant];
    for (int i = 0; i < play->pairing.entrants; i++)
        worth->bye_rank += !play->out[i] && stands_below(play, i, entrant);
}

/* How many different scores there are from the lower one of the two, excluded, up to the other. */
static int64_t groups_between(const struct play *play, int a, int b)
{
    int64_t low = play->points[a] < play->points[b] ? play->points[a] : play->points[b];
    int64_t high = play->points[a] + play->points[b] - low;
    int64_t groups = 0;
    for (int i = 0; i < play->pairing.entrants; i++) {
        bool is_new = !play->out[i] && play->points[i] > low && play->points[i] <= high;
        for (int j = 0; j < i && is_new; j++)
            is_new = play->out[j] || play->points[j] != play->points[i];
        groups += is_new;
    }
    return groups;
}

/* Of the two who were first more often, or of the two who were second more often, one gets further
 * from even. */
static int64_t one_sided_by(const struct play *play, int a, int b)
{
    int x = play->surplus[a], y = play->surplus[b];
    if ((x > 0) != (y > 0) || x == 0 || y == 0)
        return 0;
    int after = (abs(x) < abs(y) ? abs(x) : abs(y)) + 1;
    return after > 2 ? after - 2 : 0;
}

static void add_meeting(const struct play *play, int a, int b, struct worth *worth)
{
    worth->rematches += play->times[a][b];
    worth->one_sided += one_sided_by(play, a, b);
    worth->floating += groups_between(play, a, b) * groups_between(play, a, b);
}

static struct worth worth_of_round(const struct play *play)
{
    struct worth worth = {0};
    for (size_t i = 0; i < play->count; i++) {
        if (play->round[i].second == ENTRANT_NOBODY)
            add_bye(play, play->round[i].first, &worth);
        else
            add_meeting(play, play->round[i].first, play->round[i].second, &worth);
    }
    return worth;
}

/* What the entrants from `next` on can do, when those in `busy` have a place. */
static void search(const struct play *play, int next, unsigned busy, struct worth so_far,
                   struct worth *best)
{
    int entrants = play->pairing.entrants;
    while (next < entrants && (play->out[next] || busy >> next & 1))
        next++;
    if (next == entrants) {
        if (compare_worth(&so_far, best) < 0)
            *best = so_far;
        return;
    }
    if (so_far.byes > best->byes)
        return;
    for (int other = next + 1; other < entrants; other++) {
        if (play->out[other] || busy >> other & 1 || is_forbidden(play, next, other))
            continue;
        struct worth worth = so_far;
        add_meeting(play, next, other, &worth);
        search(play, next + 1, busy | 1U << other, worth, best);
    }
    add_bye(play, next, &so_far);
    search(play, next + 1, busy, so_far, best);
}

static void expect_best(const struct play *play)
{
    struct worth best = {.byes = INT64_MAX}, worth = worth_of_round(play);
    search(play, 0, 0, (struct worth){0}, &best);
    EXPECT(compare_worth(&worth, &best) == 0,
           "byes %" PRId64 " (%" PRId64 "), second byes %" PRId64 " (%" PRId64
           "), rematches %" PRId64 " (%" PRId64 "), one-sided %" PRId64 " (%" PRId64
           "), rank of byes %" PRId64 " (%" PRId64 "), floating %" PRId64 " (%" PRId64 ")",
           worth.byes, best.byes, worth.second_byes, best.second_byes, worth.rematches,
           best.rematches, worth.one_sided, best.one_sided, worth.bye_rank, best.bye_rank,
           worth.floating, best.floating);
}

static void draw_forbidden(struct play *play, struct random *random)
{
    int entrants = play->pairing.entrants;
    for (uint128 i = random_below(random, (uint128)entrants); i > 0; i--) {
        int a = (int)random_below(random, (uint128)entrants);
        int b = (int)random_below(random, (uint128)entrants);
        if (a != b)
            forbid(play, a, b);
    }
}

static void play_small(struct random *random)
{
    static struct play play;
    int entrants = 2 + (int)random_below(random, SMALL_MAX - 1);
    int rounds = 1 + (int)random_below(random, 2 * (uint128)entrants);
    begin(&play, entrants, rounds);
    if (random_below(random, 2))
        draw_forbidden(&play, random);
    for (int round = 0; round < rounds; round++) {
        if (random_below(random, 12) == 0)
            play.out[random_below(random, (uint128)entrants)] = true;
        pair_round(&play);
        expect_possible(&play);
        expect_best(&play);
        play_round(&play, random);
    }
}

Test(pairing_swiss, rounds_of_a_few_are_the_best_of_all_ways_to_pair_them)
{
    struct random random = random_from_seed(11);
    for (int i = 0; i < SMALL_TOURNAMENTS; i++)
        play_small(&random);
}

/* --- what holds of any number --- */

static void expect_fair(const struct play *play)
{
    for (int i = 0; i < play->pairing.entrants; i++)
        EXPECT(abs(play->surplus[i]) <= 2, "%d was first %d times more than second", i,
               play->surplus[i]);
}

static void expect_nothing_twice(const struct play *play)
{
    for (int a = 0; a < play->pairing.entrants; a++) {
        EXPECT(play->byes[a] <= 1, "%d had %d byes", a, play->byes[a]);
        for (int b = 0; b < a; b++)
            EXPECT(play->times[a][b] <= 1, "%d and %d met %d times", a, b, play->times[a][b]);
    }
}

/* Who has not met all but at least one half of the others can be paired without a rematch (G. A.
 * Dirac, 1952: such a graph has a Hamilton cycle), a bye being a meeting with one more. */
static void play_large(struct random *random)
{
    static struct play play;
    int entrants = 9 + (int)random_below(random, 60);
    int rounds = (entrants + entrants % 2) / 2;
    begin(&play, entrants, rounds);
    bool the_better_win = random_below(random, 4) == 0;
    for (int round = 0; round < rounds; round++) {
        pair_round(&play);
        expect_possible(&play);
        play_round(&play, the_better_win ? NULL : random);
        expect_fair(&play);
    }
    expect_nothing_twice(&play);
}

Test(pairing_swiss, of_as_many_rounds_as_half_the_entrants_has_no_rematch_and_no_second_bye)
{
    struct random random = random_from_seed(12);
    for (int i = 0; i < LARGE_TOURNAMENTS; i++)
        play_large(&random);
}

/* So long that rematches cannot always be avoided. */
static void play_long(struct random *random)
{
    static struct play play;
    int entrants = 3 + 2 * (int)random_below(random, 8);
    begin(&play, entrants, entrants);
    for (int round = 0; round < entrants; round++) {
        pair_round(&play);
        expect_possible(&play);
        play_round(&play, random);
    }
    for (int i = 0; i < entrants; i++)
        EXPECT(play.byes[i] == 1, "%d had %d byes", i, play.byes[i]);
}

Test(pairing_swiss, of_as_many_rounds_as_entrants_has_one_bye_for_each)
{
    struct random random = random_from_seed(14);
    for (int i = 0; i < LARGE_TOURNAMENTS; i++)
        play_long(&random);
}

Test(pairing_swiss, keeps_forbidden_pairs_apart_and_who_moves_first_fair)
{
    struct random random = random_from_seed(13);
    static struct play play;
    for (int i = 0; i < LARGE_TOURNAMENTS / 4; i++) {
        int entrants = 16 + (int)random_below(&random, 30);
        begin(&play, entrants, 9);
        draw_forbidden(&play, &random);
        for (int round = 0; round < 7; round++) {
            play.out[random_below(&random, (uint128)entrants)] |= random_below(&random, 4) == 0;
            pair_round(&play);
            expect_possible(&play);
            play_round(&play, &random);
            expect_fair(&play);
        }
    }
}

/* The promised number is the number of meetings of the first round, however many are forbidden. */
Test(pairing_swiss, promises_as_many_meetings_as_can_be)
{
    static struct play play;
    struct random random = random_from_seed(15);
    for (int i = 0; i < 3000; i++) {
        int entrants = 2 + (int)random_below(&random, 9), meetings = 0;
        uint128 forbidden_in_10 = random_below(&random, 10);
        begin(&play, entrants, 1);
        for (int a = 0; a < entrants; a++)
            for (int b = 0; b < a; b++)
                if (random_below(&random, 10) < forbidden_in_10)
                    forbid(&play, a, b);
        pair_round(&play);
        for (size_t board = 0; board < play.count; board++)
            meetings += play.round[board].second != ENTRANT_NOBODY;
        cr_assert_eq(pairing_meetings(&play.pairing), meetings, "%d entrants", entrants);
    }
}

/* Two clans that must not meet within: each of the larger one that finds nobody has a bye. */
Test(pairing_swiss, leaves_entrants_without_a_meeting_rather_than_in_a_forbidden_one)
{
    static struct play play;
    begin(&play, 7, 3);
    for (int a = 0; a < 5; a++) {
        for (int b = 0; b < a; b++)
            forbid(&play, a, b);
    }
    cr_assert_eq(pairing_meetings(&play.pairing), 6);
    for (int round = 0; round < 3; round++) {
        pair_round(&play);
        expect_possible(&play);
        cr_assert_eq(worth_of_round(&play).byes, 3);
        play_round(&play, NULL);
    }
    for (int i = 0; i < 5; i++)
        cr_assert(play.byes[i] >= 1 && play.byes[i] <= 2, "%d had %d byes", i, play.byes[i]);
}

Test(pairing_swiss, two_meet_again_and_again_and_take_turns)
{
    static struct play play;
    begin(&play, 2, 6);
    for (int round = 0; round < 6; round++) {
        pair_round(&play);
        cr_assert_eq(play.count, 1);
        cr_assert_eq(play.round[0].first, round % 2);
        cr_assert_eq(play.round[0].second, 1 - round % 2);
        play_round(&play, NULL);
    }
}

Test(pairing_swiss, rematches_are_shared_out_when_all_have_met)
{
    static struct play play;
    struct random random = random_from_seed(14);
    begin(&play, 6, 15);
    for (int round = 0; round < 15; round++) {
        pair_round(&play);
        play_round(&play, &random);
        for (int a = 0; a < 6; a++) {
            for (int b = 0; b < a; b++)
                cr_assert_leq(play.times[a][b], 2 + round / 5, "round %d: %d and %d", round, a, b);
        }
    }
}

Test(pairing_swiss, who_is_out_is_not_paired)
{
    static struct play play;
    begin(&play, 5, 5);
    play.out[1] = play.out[3] = play.out[4] = true;
    pair_round(&play);
    cr_assert_eq(play.count, 1);
    cr_assert(play.round[0].first == 0 && play.round[0].second == 2);
    play.out[0] = true;
    pair_round(&play);
    cr_assert_eq(play.count, 1);
    cr_assert(play.round[0].first == 2 && play.round[0].second == ENTRANT_NOBODY);
    play.out[2] = true;
    pair_round(&play);
    cr_assert_eq(play.count, 0);
}

/* --- Dutch style --- */

static void expect_pair(const struct play *play, size_t board, int a, int b)
{
    struct meeting meeting = play->round[board];
    bool is_there =
        (meeting.first == a && meeting.second == b) || (meeting.first == b && meeting.second == a);
    cr_assert(is_there, "board %zu: %d-%d, not %d-%d", board, meeting.first, meeting.second, a, b);
}

Test(pairing_swiss, first_round_pairs_the_upper_half_with_the_lower)
{
    static struct play play;
    for (int entrants = 2; entrants <= N; entrants++) {
        begin(&play, entrants, 1);
        pair_round(&play);
        cr_assert_eq(play.count, (size_t)(entrants + 1) / 2);
        for (int i = 0; i < entrants / 2; i++) {
            expect_pair(&play, (size_t)i, i, i + entrants / 2);
            cr_assert_eq(play.round[i].first, i % 2 == 0 ? i : i + entrants / 2);
        }
        if (entrants % 2)
            cr_assert(play.round[play.count - 1].first == entrants - 1 &&
                      play.round[play.count - 1].second == ENTRANT_NOBODY);
    }
}

/* Scores of 3, 5 and 4 entrants: the last of three floats and meets the best of five, the other
 * four of which pair up. */
Test(pairing_swiss, the_last_of_an_odd_group_floats_to_the_best_of_the_next)
{
    static const int64_t points[] = {8, 8, 8, 4, 4, 4, 4, 4, 0, 0, 0, 0};
    static struct play play;
    begin(&play, 12, 3);
    memcpy(play.points, points, sizeof points);
    pair_round(&play);
    expect_pair(&play, 0, 0, 1);
    expect_pair(&play, 1, 2, 3);
    expect_pair(&play, 2, 4, 6);
    expect_pair(&play, 3, 5, 7);
    expect_pair(&play, 4, 8, 10);
    expect_pair(&play, 5, 9, 11);
}

/* Of 3, 4 and 1 each of the upper groups sends its last one down. */
Test(pairing_swiss, floaters_go_down_one_group_at_a_time)
{
    static const int64_t points[] = {8, 8, 8, 4, 4, 4, 4, 0};
    static struct play play;
    begin(&play, 8, 3);
    memcpy(play.points, points, sizeof points);
    pair_round(&play);
    expect_pair(&play, 0, 0, 1);
    expect_pair(&play, 1, 2, 3);
    expect_pair(&play, 2, 4, 5);
    expect_pair(&play, 3, 6, 7);
}

Test(pairing_swiss, the_bye_goes_to_the_last_who_had_none)
{
    static const int64_t points[] = {8, 4, 4, 4, 0};
    static struct play play;
    begin(&play, 5, 3);
    note_meeting(&play, (struct meeting){4, ENTRANT_NOBODY});
    note_meeting(&play, (struct meeting){3, ENTRANT_NOBODY});
    memcpy(play.points, points, sizeof points);
    pair_round(&play);
    expect_pair(&play, 2, 2, ENTRANT_NOBODY);
    expect_pair(&play, 0, 0, 1);
    expect_pair(&play, 1, 3, 4);
}

Test(pairing_swiss, does_not_depend_on_the_order_of_forbidden_pairs)
{
    static struct play play, turned;
    begin(&play, 10, 1);
    begin(&turned, 10, 1);
    for (int i = 0; i < 5; i++) {
        forbid(&play, i, i + 5);
        forbid(&turned, 9 - i, 4 - i);
    }
    pair_round(&play);
    pair_round(&turned);
    cr_assert_eq(play.count, turned.count);
    cr_assert_eq(memcmp(play.round, turned.round, play.count * sizeof *play.round), 0);
}

/* --- how long it takes --- */

/* As many rounds as there are opponents: the later ones have hardly anybody left to meet. The
 * bounds are far above the measured times, so that a busy machine does not break them. */
Test(pairing_swiss, of_as_many_as_may_play_takes_a_moment_in_short_steps)
{
    static struct play play;
    struct random random = random_from_seed(15);
    begin(&play, N, ROUNDS_OF_MANY);
    for (int i = 0; i < ROUNDS_OF_MANY; i++) {
        pair_round(&play);
        expect_possible(&play);
        play_round(&play, &random);
    }
    cr_log_info("%d rounds of %d: %.1f ms at most, a step %.1f ms at most", ROUNDS_OF_MANY, N,
                play.longest_round_ms, play.longest_step_ms);
#ifndef TESTS_UNDER_ASAN
    cr_assert_lt(play.longest_round_ms, 200);
    cr_assert_lt(play.longest_step_ms, 20);
#endif
}

/* The searches of both kinds of rounds, given up after each number of steps, leave no memory
 * behind. */
Test(pairing_swiss, may_be_given_up_after_any_step)
{
    static struct play play;
    struct random random = random_from_seed(16);
    begin(&play, N, ROUNDS_OF_MANY);
    for (int steps = 0; steps < 20; steps++) {
        struct pairing_state state = {
            .out = play.out, .points = play.points, .met = play.met, .met_count = play.met_count};
        struct swiss_round *round = swiss_round_begin(&play.pairing, &state);
        for (int i = 0; i < steps && swiss_round_go_on(round); i++)
            ;
        swiss_round_destroy(round);
        pair_round(&play);
        expect_possible(&play);
        play_round(&play, &random);
    }
}
