/* Round-robin, gauntlet and knockout, and what can be played at all. Of the swiss see
 * test_pairing_swiss.c. */
#include "common/base/random.h"
#include "common/tournament/pairing.h"
#include "tests/suite.h"

#include <string.h>

SUITE(pairing, 120);

enum { N = ENTRANTS_MAX };

static const bool nobody_out[N];

static size_t round_of(const struct pairing *pairing, int round, const bool *out,
                       struct meeting *ret_meetings)
{
    struct pairing_state state = {.round = round, .out = out};
    size_t count = pairing_round(pairing, &state, ret_meetings);
    EXPECT(count <= ENTRANTS_MAX, "%zu meetings", count);
    return count;
}

/* --- round-robin and gauntlet --- */

/* What entrants of a tournament have met. */
struct tally {
    int met[N][N];
    int first[N], second[N];
};

static void add_meeting(struct tally *tally, struct meeting meeting, bool *busy)
{
    int a = meeting.first, b = meeting.second;
    EXPECT(a >= 0 && b >= 0 && a != b, "%d meets %d", a, b);
    EXPECT(!busy[a] && !busy[b], "%d or %d is in two meetings of a round", a, b);
    busy[a] = busy[b] = true;
    tally->met[a][b]++;
    tally->met[b][a]++;
    tally->first[a]++;
    tally->second[b]++;
}

static void add_rounds(struct tally *tally, const struct pairing *pairing, int from, int to)
{
    for (int round = from; round < to; round++) {
        struct meeting meetings[N];
        bool busy[N] = {false};
        size_t count = round_of(pairing, round, nobody_out, meetings);
        EXPECT(count <= (size_t)pairing_boards(pairing), "%zu meetings", count);
        for (size_t i = 0; i < count; i++)
            add_meeting(tally, meetings[i], busy);
    }
}

static int64_t meetings_of(const struct tally *tally)
{
    int64_t meetings = 0;
    for (int i = 0; i < N; i++)
        meetings += tally->first[i];
    return meetings;
}

static void expect_all_met(const struct tally *tally, int entrants, int times)
{
    for (int a = 0; a < entrants; a++) {
        for (int b = 0; b < entrants; b++)
            EXPECT(a == b || tally->met[a][b] == times, "of %d: %d and %d met %d times, not %d",
                   entrants, a, b, tally->met[a][b], times);
    }
}

static void expect_fair(const struct tally *tally, int entrants, int difference_max)
{
    for (int i = 0; i < entrants; i++)
        EXPECT(abs(tally->first[i] - tally->second[i]) <= difference_max,
               "of %d: %d was first %d times, second %d times", entrants, i, tally->first[i],
               tally->second[i]);
}

Test(pairing, round_robin_has_each_meet_each_once_a_cycle)
{
    enum { CYCLES = 3 };
    for (int entrants = 2; entrants <= 60; entrants++) {
        struct pairing pairing = {
            .format = FORMAT_ROUND_ROBIN, .entrants = entrants, .rounds = CYCLES};
        static struct tally tally;
        tally = (struct tally){0};
        int cycle = pairing_rounds(&pairing) / CYCLES;
        cr_assert_eq(cycle, entrants - 1 + entrants % 2);
        for (int i = 1; i <= CYCLES; i++) {
            add_rounds(&tally, &pairing, (i - 1) * cycle, i * cycle);
            expect_all_met(&tally, entrants, i);
            expect_fair(&tally, entrants, i % 2 == 1 && entrants % 2 == 0 ? 1 : 0);
        }
        cr_assert_eq(meetings_of(&tally), pairing_meetings(&pairing));
    }
}

static void expect_round(const struct pairing *pairing, int round, const struct meeting *expected,
                         size_t count)
{
    struct meeting meetings[N];
    cr_assert_eq(round_of(pairing, round, nobody_out, meetings), count);
    for (size_t i = 0; i < count; i++) {
        size_t found = 0;
        while (found < count && (meetings[found].first != expected[i].first - 1 ||
                                 meetings[found].second != expected[i].second - 1))
            found++;
        cr_assert_lt(found, count, "round %d has no %d-%d", round + 1, expected[i].first,
                     expected[i].second);
    }
}

/* FIDE Handbook C.05 annex 1, Berger tables: 7 or 8 players. */
Test(pairing, round_robin_of_eight_is_as_in_the_berger_tables)
{
    static const struct meeting table[][4] = {
        {{1, 8}, {2, 7}, {3, 6}, {4, 5}}, {{8, 5}, {6, 4}, {7, 3}, {1, 2}},
        {{2, 8}, {3, 1}, {4, 7}, {5, 6}}, {{8, 6}, {7, 5}, {1, 4}, {2, 3}},
        {{3, 8}, {4, 2}, {5, 1}, {6, 7}}, {{8, 7}, {1, 6}, {2, 5}, {3, 4}},
        {{4, 8}, {5, 3}, {6, 2}, {7, 1}},
    };
    struct pairing pairing = {.format = FORMAT_ROUND_ROBIN, .entrants = 8, .rounds = 1};
    for (int round = 0; round < 7; round++)
        expect_round(&pairing, round, table[round], 4);
}

Test(pairing, gauntlet_has_the_first_meet_each_of_the_others_once_a_cycle)
{
    enum { CYCLES = 4 };
    for (int entrants = 2; entrants <= 30; entrants++) {
        struct pairing pairing = {
            .format = FORMAT_GAUNTLET, .entrants = entrants, .rounds = CYCLES};
        static struct tally tally;
        tally = (struct tally){0};
        add_rounds(&tally, &pairing, 0, pairing_rounds(&pairing));
        for (int i = 1; i < entrants; i++)
            cr_assert_eq(tally.met[0][i], CYCLES);
        expect_fair(&tally, entrants, 0);
        cr_assert_eq(meetings_of(&tally), (entrants - 1) * CYCLES);
        cr_assert_eq(meetings_of(&tally), pairing_meetings(&pairing));
    }
}

Test(pairing, gauntlet_has_each_move_first_in_every_other_meeting)
{
    struct pairing pairing = {.format = FORMAT_GAUNTLET, .entrants = 5, .rounds = 2};
    for (int round = 0; round < pairing_rounds(&pairing); round++) {
        struct meeting meetings[N];
        cr_assert_eq(round_of(&pairing, round, nobody_out, meetings), 1);
        struct meeting meeting = meetings[0];
        int opponent = 1 + round % 4;
        bool is_first = (round % 4 + round / 4) % 2 == 0;
        cr_assert_eq(meeting.first, is_first ? 0 : opponent, "round %d", round);
        cr_assert_eq(meeting.second, is_first ? opponent : 0, "round %d", round);
    }
}

Test(pairing, forbidden_meetings_of_a_cycle_are_left_out)
{
    static const struct meeting forbidden[] = {{0, 3}, {4, 1}, {1, 4}};
    struct pairing pairing = {.format = FORMAT_ROUND_ROBIN,
                              .entrants = 6,
                              .rounds = 2,
                              .forbidden = forbidden,
                              .forbidden_count = 3};
    static struct tally tally;
    add_rounds(&tally, &pairing, 0, pairing_rounds(&pairing));
    cr_assert_eq(tally.met[0][3], 0);
    cr_assert_eq(tally.met[1][4], 0);
    cr_assert_eq(tally.met[0][1], 2);
    cr_assert_eq(meetings_of(&tally), 26);
    cr_assert_eq(pairing_meetings(&pairing), 26);
    pairing.format = FORMAT_GAUNTLET;
    cr_assert_eq(pairing_meetings(&pairing), 8);
    struct meeting meetings[N];
    cr_assert_eq(round_of(&pairing, 2, nobody_out, meetings), 0);
}

Test(pairing, who_has_withdrawn_stays_in_a_cycle_but_against_another_who_has)
{
    struct pairing pairing = {.format = FORMAT_ROUND_ROBIN, .entrants = 6, .rounds = 1};
    const bool out[N] = {[1] = true, [4] = true};
    int met[2] = {0};
    for (int round = 0; round < pairing_rounds(&pairing); round++) {
        struct meeting meetings[N];
        size_t count = round_of(&pairing, round, out, meetings);
        for (size_t i = 0; i < count; i++) {
            met[0] += meetings[i].first == 1 || meetings[i].second == 1;
            met[1] += meetings[i].first == 4 || meetings[i].second == 4;
        }
    }
    cr_assert_eq(met[0], 4);
    cr_assert_eq(met[1], 4);
}

/* --- knockout --- */

static struct pairing knockout_of(int entrants)
{
    return (struct pairing){.format = FORMAT_KNOCKOUT, .entrants = entrants};
}

/* Plays a round; the winner is the better seeded one, or is drawn. Returns how many meetings were
 * played. */
static int play_knockout_round(const struct pairing *pairing, int round, bool *out,
                               struct random *random)
{
    struct meeting meetings[N];
    size_t count = round_of(pairing, round, out, meetings);
    int played = 0;
    for (size_t i = 0; i < count; i++) {
        struct meeting meeting = meetings[i];
        EXPECT(!out[meeting.first], "%d is out", meeting.first);
        if (meeting.second == ENTRANT_NOBODY)
            continue;
        EXPECT(!out[meeting.second], "%d is out", meeting.second);
        bool first_wins = random ? random_below(random, 2) == 0 : meeting.first < meeting.second;
        out[first_wins ? meeting.second : meeting.first] = true;
        played++;
    }
    return played;
}

Test(pairing, knockout_leaves_one_after_entrants_less_one_meetings)
{
    struct random random = random_from_seed(3);
    for (int entrants = 2; entrants <= N; entrants++) {
        struct pairing pairing = knockout_of(entrants);
        bool out[N] = {false};
        int played = 0, left = 0;
        for (int round = 0; round < pairing_rounds(&pairing); round++)
            played += play_knockout_round(&pairing, round, out, &random);
        for (int i = 0; i < entrants; i++)
            left += !out[i];
        cr_assert_eq(left, 1, "of %d", entrants);
        cr_assert_eq(played, entrants - 1);
        cr_assert_eq(pairing_meetings(&pairing), entrants - 1);
    }
}

Test(pairing, knockout_gives_byes_to_the_best_in_the_first_round_only)
{
    for (int entrants = 2; entrants <= N; entrants++) {
        struct pairing pairing = knockout_of(entrants);
        int byes = (1 << pairing_rounds(&pairing)) - entrants;
        bool out[N] = {false};
        for (int round = 0; round < pairing_rounds(&pairing); round++) {
            struct meeting meetings[N];
            size_t count = round_of(&pairing, round, out, meetings);
            int found = 0;
            for (size_t i = 0; i < count; i++) {
                found += meetings[i].second == ENTRANT_NOBODY;
                EXPECT(meetings[i].second != ENTRANT_NOBODY || meetings[i].first < byes,
                       "of %d: %d has a bye", entrants, meetings[i].first);
            }
            cr_assert_eq(found, round == 0 ? byes : 0, "of %d", entrants);
            play_knockout_round(&pairing, round, out, NULL);
        }
    }
}

/* Then in each round the seeds of a meeting add up to the same. */
Test(pairing, knockout_has_the_best_meet_the_worst_that_is_left_when_the_better_always_win)
{
    for (int entrants = 2; entrants <= N; entrants++) {
        struct pairing pairing = knockout_of(entrants);
        int rounds = pairing_rounds(&pairing);
        bool out[N] = {false};
        for (int round = 0; round < rounds; round++) {
            struct meeting meetings[N];
            size_t count = round_of(&pairing, round, out, meetings);
            int sum = (1 << (rounds - round)) - 1;
            for (size_t i = 0; i < count; i++)
                EXPECT(meetings[i].second == ENTRANT_NOBODY ||
                           meetings[i].first + meetings[i].second == sum,
                       "of %d, round %d: %d meets %d", entrants, round, meetings[i].first,
                       meetings[i].second);
            play_knockout_round(&pairing, round, out, NULL);
        }
        cr_assert_not(out[0]);
    }
}

static void expect_seeds_apart(const struct pairing *pairing, struct random *random)
{
    bool out[N] = {false};
    int rounds = pairing_rounds(pairing);
    for (int round = 0; round < rounds; round++) {
        struct meeting meetings[N];
        size_t count = round_of(pairing, round, out, meetings);
        /* Of the 2^k best no two meet before there are 2^k left but one half. */
        int apart = 1 << (rounds - round - 1);
        for (size_t i = 0; i < count; i++)
            EXPECT(meetings[i].second == ENTRANT_NOBODY || meetings[i].first >= apart ||
                       meetings[i].second >= apart,
                   "of %d, round %d: %d meets %d", pairing->entrants, round, meetings[i].first,
                   meetings[i].second);
        play_knockout_round(pairing, round, out, random);
    }
}

Test(pairing, knockout_keeps_the_best_apart_whoever_wins)
{
    struct random random = random_from_seed(4);
    for (int entrants = 2; entrants <= N; entrants++) {
        struct pairing pairing = knockout_of(entrants);
        expect_seeds_apart(&pairing, &random);
    }
}

Test(pairing, knockout_has_the_better_seeded_move_first_in_every_other_round)
{
    struct pairing pairing = knockout_of(16);
    bool out[N] = {false};
    for (int round = 0; round < 4; round++) {
        struct meeting meetings[N];
        size_t count = round_of(&pairing, round, out, meetings);
        for (size_t i = 0; i < count; i++)
            cr_assert_eq(meetings[i].first < meetings[i].second, round % 2 == 0);
        play_knockout_round(&pairing, round, out, NULL);
    }
}

/* What a file or a database says may be anything. */
Test(pairing, knockout_makes_do_with_any_result)
{
    struct random random = random_from_seed(5);
    for (int i = 0; i < 3000; i++) {
        struct pairing pairing = knockout_of(2 + (int)random_below(&random, 40));
        struct meeting meetings[N];
        bool out[N];
        for (int j = 0; j < N; j++)
            out[j] = random_below(&random, 3) > 0;
        int round = (int)random_below(&random, (uint128)pairing_rounds(&pairing));
        size_t count = round_of(&pairing, round, out, meetings);
        cr_assert_leq(count, (size_t)pairing_boards(&pairing));
        for (size_t j = 0; j < count; j++)
            EXPECT(!out[meetings[j].first] &&
                       (meetings[j].second == ENTRANT_NOBODY || !out[meetings[j].second]),
                   "who is out plays");
    }
}

/* --- what can be played --- */

static void expect_bad(struct pairing pairing, const char *message)
{
    struct error error = {0};
    cr_assert_eq(pairing_check(&pairing, &error), ERROR_BAD_PLAN, "%s", message);
    cr_assert_str_eq(error.message, message);
}

static void expect_good(struct pairing pairing)
{
    struct error error = {0};
    cr_assert_eq(pairing_check(&pairing, &error), ERROR_NONE, "%s", error.message);
}

Test(pairing, numbers_have_bounds)
{
    expect_bad((struct pairing){.format = FORMAT_SWISS, .entrants = 1, .rounds = 1},
               "a tournament has 2 to 256 players, not 1");
    expect_bad((struct pairing){.format = FORMAT_SWISS, .entrants = 257, .rounds = 1},
               "a tournament has 2 to 256 players, not 257");
    expect_bad((struct pairing){.format = FORMAT_SWISS, .entrants = 2},
               "a tournament has 1 to 1000 rounds, not 0");
    expect_bad((struct pairing){.format = FORMAT_GAUNTLET, .entrants = 2, .rounds = 1001},
               "a tournament has 1 to 1000 rounds, not 1001");
    expect_bad((struct pairing){.format = FORMAT_KNOCKOUT, .entrants = 2, .rounds = 1},
               "the number of players says how many rounds a knockout has: give none");
    expect_bad((struct pairing){.format = FORMAT_ROUND_ROBIN, .entrants = 256, .rounds = 4},
               "that would be 130560 pairs of matches: 100000 at most");
    expect_good((struct pairing){.format = FORMAT_ROUND_ROBIN, .entrants = 256, .rounds = 3});
    expect_good((struct pairing){.format = FORMAT_GAUNTLET, .entrants = 101, .rounds = 1000});
    expect_good((struct pairing){.format = FORMAT_SWISS, .entrants = 2, .rounds = 1000});
    expect_good((struct pairing){.format = FORMAT_KNOCKOUT, .entrants = 256});
}

static struct pairing with_forbidden(enum tournament_format format, int entrants,
                                     const struct meeting *forbidden, size_t count)
{
    return (struct pairing){.format = format,
                            .entrants = entrants,
                            .rounds = format == FORMAT_KNOCKOUT ? 0 : 1,
                            .forbidden = forbidden,
                            .forbidden_count = count};
}

Test(pairing, who_must_not_meet_are_two_who_take_part)
{
    static const struct meeting good[] = {{0, 1}}, same[] = {{0, 1}, {2, 2}}, over[] = {{0, 4}},
                                under[] = {{-1, 0}};
    const char *message = "forbidden pair 1 is not one of two players who take part";
    expect_good(with_forbidden(FORMAT_SWISS, 4, good, 1));
    expect_bad(with_forbidden(FORMAT_SWISS, 4, over, 1), message);
    expect_bad(with_forbidden(FORMAT_SWISS, 4, under, 1), message);
    expect_bad(with_forbidden(FORMAT_SWISS, 4, same, 2),
               "forbidden pair 2 is not one of two players who take part");
    expect_bad(with_forbidden(FORMAT_KNOCKOUT, 4, good, 1),
               "in a knockout any two may have to meet: none can be kept apart");
}

Test(pairing, everybody_needs_somebody_to_meet)
{
    static const struct meeting alone[] = {{2, 0}, {1, 2}}, of_gauntlet[] = {{0, 2}};
    expect_bad(with_forbidden(FORMAT_SWISS, 3, alone, 2),
               "player 3 has nobody left to meet: too many are forbidden");
    expect_bad(with_forbidden(FORMAT_ROUND_ROBIN, 3, alone, 2),
               "player 3 has nobody left to meet: too many are forbidden");
    expect_bad(with_forbidden(FORMAT_GAUNTLET, 3, of_gauntlet, 1),
               "player 3 has nobody left to meet: too many are forbidden");
    expect_good(with_forbidden(FORMAT_ROUND_ROBIN, 3, of_gauntlet, 1));
    expect_good(with_forbidden(FORMAT_SWISS, 4, alone, 2));
}

Test(pairing, formats_have_names)
{
    static const char *const names[] = {"round-robin", "gauntlet", "swiss", "knockout"};
    for (int i = 0; i < FORMAT_COUNT; i++) {
        enum tournament_format format = (enum tournament_format)i;
        cr_assert_str_eq(tournament_format_text(format), names[i]);
        cr_assert_eq(tournament_format_from_text(names[i], strlen(names[i])), format);
    }
    cr_assert_eq(tournament_format_from_text("swis", 4), FORMAT_COUNT);
    cr_assert_eq(tournament_format_from_text("swiss-", 6), FORMAT_COUNT);
    cr_assert_eq(tournament_format_from_text("", 0), FORMAT_COUNT);
}
