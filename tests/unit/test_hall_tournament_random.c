/* Evenings with several tournaments at once, in which everybody does what they like and the server
 * dies now and then: the model of the disk says when something cannot be (it pairs every round
 * again when a tournament is finished), who may not meet does not, nothing is finished before it is
 * judged, and in the end every tournament comes to its end. */
#include "server/hall/record.h"
#include "tests/unit/hall_contest.h"

#include "common/base/memory.h"
#include "common/base/random.h"

#include <stdio.h>

SUITE(hall_tournament_random, 300);

#ifdef TESTS_UNDER_ASAN
enum { SEEDS = 300 };
#else
enum { SEEDS = 1500 };
#endif

enum {
    PEOPLE = 8,
    STEPS = 1500,
    AT_ONCE = 4,             /* tournaments that are not over */
    TOURNAMENTS_MAX = STEPS, /* of an evening */
};

struct tumult {
    struct evening *evening;
    struct guest *people[PEOPLE];
    struct random random;
    int64_t *beyond_judgement; /* matches of which the driver has said that they cannot be judged;
                                  owned */
    size_t beyond_judgement_count;
};

/* What has happened in all evenings: that it does is a condition too. */
static struct {
    size_t finished, cancelled, deaths, stalls;
    size_t byes, forfeits, legs, voids, withdrawn, invited, kept_apart, unjudged;
    size_t formats[FORMAT_COUNT];
    size_t endings[ENDING_COUNT];
    size_t errors[64];
} tally;

static int64_t draw(struct tumult *tumult, int64_t limit)
{
    return (int64_t)random_below(&tumult->random, (uint128)limit);
}

static struct guest *somebody(struct tumult *tumult)
{
    return tumult->people[draw(tumult, PEOPLE)];
}

/* A tournament, more often one of the last. */
static int64_t some_tournament(struct tumult *tumult)
{
    int64_t count = (int64_t)tumult->evening->disk.tournament_count;
    int64_t back = draw(tumult, 3);
    return count > back ? count - back : 1;
}

/* Some people, in an order that is drawn; returns their number. */
static size_t draw_people(struct tumult *tumult, struct hall_text people[PEOPLE])
{
    for (int i = 0; i < PEOPLE; i++) {
        int64_t place = draw(tumult, i + 1);
        people[i] = people[place];
        people[place] = given(tumult->people[i]->name);
    }
    return (size_t)(ENTRANTS_MIN + draw(tumult, 3));
}

static void announces(struct tumult *tumult, struct guest *guest, const char *key)
{
    static const char *const formats[] = {"round-robin", "gauntlet", "swiss", "knockout"};
    int format = (int)draw(tumult, FORMAT_COUNT);
    struct hall_text people[PEOPLE];
    size_t count = draw_people(tumult, people);
    struct hall_text forbidden[][2] = {{people[0], people[count - 1]}, {people[1], people[2]}};
    struct hall_tournament_plan plan = {
        .rules = given("nim"),
        .format = given(formats[format]),
        .starts = given(draw(tumult, 2) ? "fair:1-2:1-4" : "drawn:1-2:1-4"),
        .rounds = format == FORMAT_KNOCKOUT ? 0 : 1 + draw(tumult, 3),
        .at_once = 1 + draw(tumult, 12),
        .each_at_once = draw(tumult, 4),
    };
    if (draw(tumult, 2) == 0) {
        plan.players = people;
        plan.player_count = count;
        plan.forbidden = (const struct hall_text(*)[2])forbidden;
        plan.forbidden_count = count == ENTRANTS_MIN ? 0 : (size_t)draw(tumult, 3);
    }
    creates(guest, &plan, key);
}

static void directs(struct tumult *tumult, struct guest *guest, const char *key)
{
    int64_t tournament = some_tournament(tumult);
    int what = (int)draw(tumult, 60);
    if (what < 16)
        starts(guest, tournament, key);
    else if (what < 22)
        pauses(guest, tournament, key);
    else if (what < 40)
        goes_on(guest, tournament, key);
    else if (what < 50)
        voids(guest, tournament, 1 + draw(tumult, 3), 1 + draw(tumult, 4), key);
    else if (what < 59)
        withdraws(guest, tournament, somebody(tumult)->name, key);
    else
        calls_off(guest, tournament, key);
}

/* Whoever directs one of the last tournaments; else somebody. */
static struct guest *some_owner(struct tumult *tumult)
{
    const struct disk_tournament *tournament =
        disk_tournament(&tumult->evening->disk, some_tournament(tumult));
    for (int i = 0; tournament && i < PEOPLE; i++)
        if (tumult->people[i]->player == tournament->owner && tumult->people[i]->session)
            return tumult->people[i];
    return NULL;
}

static void takes_part(struct tumult *tumult, struct guest *guest, const char *key)
{
    int64_t tournament = some_tournament(tumult);
    int what = (int)draw(tumult, 40);
    if (what < 30)
        joins(guest, tournament, key);
    else if (what < 31)
        withdraws(guest, tournament, NULL, key);
    else if (what < 37)
        follows(guest, tournament);
    else
        unfollows(guest, tournament);
}

/* A move, or the end, of a match whose mover is here and whose last move is on disk. */
static void plays_something(struct tumult *tumult, const char *key)
{
    struct evening *evening = tumult->evening;
    if (evening->in_flight)
        land(evening);
    commit(evening);
    int64_t id = live_match(evening, (size_t)draw(tumult, 12));
    const struct disk_match *match = disk_match(&evening->disk, id);
    if (!match)
        return;
    int64_t mover = match->plies % 2 == 0 ? match->first : match->second;
    for (int i = 0; i < PEOPLE; i++)
        if (tumult->people[i]->player == mover && tumult->people[i]->session) {
            if (draw(tumult, 20) == 0)
                resigns(tumult->people[i], id, key);
            else
                plays_by_seed(evening, id);
            return;
        }
}

static void comes_or_goes(struct guest *guest)
{
    if (guest->session) {
        leave(guest);
        return;
    }
    /* During a stall nobody is let in. */
    commit(guest->evening);
    come_back(guest);
}

static void all_come_back(struct tumult *tumult)
{
    for (int i = 0; i < PEOPLE; i++)
        if (!tumult->people[i]->session)
            come_back(tumult->people[i]);
}

static void driver_answers(struct tumult *tumult)
{
    struct evening *evening = tumult->evening;
    if (evening->question_count == 0)
        return;
    size_t index = (size_t)draw(tumult, (int64_t)evening->question_count);
    if (draw(tumult, 20) > 0) {
        answer_question(evening, index);
        return;
    }
    if (evening->questions[index].kind == HEARD_JUDGE) {
        tumult->beyond_judgement =
            memory_resized(tumult->beyond_judgement, tumult->beyond_judgement_count + 1,
                           sizeof *tumult->beyond_judgement);
        tumult->beyond_judgement[tumult->beyond_judgement_count++] =
            evening->questions[index].match;
    }
    fail_question(evening, index, "none was found");
}

static void store_steps(struct tumult *tumult)
{
    struct evening *evening = tumult->evening;
    if (!evening->in_flight) {
        submit(evening);
    } else if (draw(tumult, 10) == 0) {
        tally.stalls++;
        stall(evening);
    } else {
        land(evening);
    }
}

static void dies(struct tumult *tumult)
{
    tally.deaths++;
    crash(tumult->evening);
    all_come_back(tumult);
}

static void step(struct tumult *tumult)
{
    struct evening *evening = tumult->evening;
    char key[32];
    int what = (int)draw(tumult, 400);
    struct guest *guest = somebody(tumult), *owner = some_owner(tumult);
    fresh_key(evening, key);
    if (what == 0)
        dies(tumult);
    else if (what < 10)
        comes_or_goes(guest);
    else if (what < 15)
        pass(evening, draw(tumult, 70000));
    else if (what < 20 && guest->session && hall_figures(evening->hall).tournaments < AT_ONCE)
        announces(tumult, guest, key);
    else if (what < 60 && owner)
        directs(tumult, owner, key);
    else if (what < 110 && guest->session)
        takes_part(tumult, guest, key);
    else if (what < 160)
        driver_answers(tumult);
    else if (what < 240)
        store_steps(tumult);
    else
        plays_something(tumult, key);
    judge(evening);
}

static void listen(struct tumult *tumult)
{
    const struct evening *evening = tumult->evening;
    for (size_t i = 0; i < evening->said_count; i++)
        if (evening->said[i]->kind == HEARD_ERROR)
            tally.errors[evening->said[i]->error.code]++;
    forget_said(tumult->evening);
}

static bool is_over(const struct disk_tournament *tournament)
{
    return tournament->state == TOURNAMENT_FINISHED || tournament->state == TOURNAMENT_CANCELLED;
}

/* The owners let everything go on, or call it off before it has begun. */
static void bring_to_an_end(struct tumult *tumult)
{
    struct evening *evening = tumult->evening;
    evening->slow_driver = false;
    commit(evening);
    while (evening->question_count > 0)
        answer_question(evening, 0);
    all_come_back(tumult);
    for (size_t i = 0; i < evening->disk.tournament_count; i++) {
        char key[32];
        const struct disk_tournament *tournament = &evening->disk.tournaments[i];
        for (int j = 0; j < PEOPLE && !is_over(tournament); j++)
            if (tumult->people[j]->player == tournament->owner) {
                fresh_key(evening, key);
                if (tournament->state == TOURNAMENT_OPEN)
                    calls_off(tumult->people[j], tournament->id, key);
                else if (tournament->state == TOURNAMENT_PAUSED)
                    goes_on(tumult->people[j], tournament->id, key);
            }
    }
    play_out(evening);
}

/* --- what holds of a tournament that is finished --- */

static bool is_beyond_judgement(const struct tumult *tumult, int64_t match)
{
    for (size_t i = 0; i < tumult->beyond_judgement_count; i++)
        if (tumult->beyond_judgement[i] == match)
            return true;
    return false;
}

static void check_judged(const struct tumult *tumult, const struct disk_tournament *tournament,
                         const struct disk_pair *pair)
{
    for (int game = 0; game < 2 && pair->kind == MEETING_PLAYED && !pair->is_void; game++) {
        int64_t match = pair->matches[game];
        bool is_judged = disk_match(&tumult->evening->disk, match)->marks != NULL;
        require(is_judged || is_beyond_judgement(tumult, match),
                "tournament %lld is finished before match %lld is judged",
                (long long)tournament->id, (long long)match);
        tally.unjudged += !is_judged;
    }
}

static void check_kept_apart(const struct disk_tournament *tournament, const struct disk_pair *pair,
                             const struct meeting *forbidden, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bool are_the_two =
            (pair->first == forbidden[i].first && pair->second == forbidden[i].second) ||
            (pair->first == forbidden[i].second && pair->second == forbidden[i].first);
        require(!are_the_two, "tournament %lld: %lld meets %lld, which is forbidden",
                (long long)tournament->id, (long long)pair->first, (long long)pair->second);
    }
    tally.kept_apart += count;
}

static void check_finished(const struct tumult *tumult, const struct disk_tournament *tournament)
{
    struct meeting *forbidden;
    size_t count;
    require(meetings_parse(tournament->forbidden, &forbidden, &count), "unreadable");
    for (size_t i = 0; i < tournament->pair_count; i++) {
        check_judged(tumult, tournament, &tournament->pairs[i]);
        check_kept_apart(tournament, &tournament->pairs[i], forbidden, count);
    }
    free(forbidden);
}

/* To be called after each step: at this moment everything has to be judged that was not finished
 * before. */
static void check_newly_finished(const struct tumult *tumult, bool *is_checked)
{
    const struct disk *disk = &tumult->evening->disk;
    for (size_t i = 0; i < disk->tournament_count; i++)
        if (disk->tournaments[i].state == TOURNAMENT_FINISHED && !is_checked[i]) {
            is_checked[i] = true;
            check_finished(tumult, &disk->tournaments[i]);
        }
}

/* --- what has happened --- */

static void count_pairs(const struct disk_tournament *tournament)
{
    for (size_t i = 0; i < tournament->pair_count; i++) {
        const struct disk_pair *pair = &tournament->pairs[i];
        tally.byes += pair->kind == MEETING_BYE;
        tally.forfeits += pair->kind == MEETING_FORFEIT;
        tally.legs += pair->leg > 1;
        tally.voids += pair->is_void;
    }
    for (size_t i = 0; i < tournament->entrant_count; i++)
        tally.withdrawn += tournament->entrants[i].withdrawn >= 0;
    if (tournament->state != TOURNAMENT_FINISHED)
        return;
    tally.formats[tournament->format]++;
    tally.invited += tournament->invited;
}

static void count(const struct evening *evening)
{
    for (size_t i = 0; i < evening->disk.tournament_count; i++) {
        const struct disk_tournament *tournament = &evening->disk.tournaments[i];
        require(is_over(tournament), "tournament %zu is %s for ever", i + 1,
                tournament_state_text(tournament->state));
        tally.finished += tournament->state == TOURNAMENT_FINISHED;
        tally.cancelled += tournament->state == TOURNAMENT_CANCELLED;
        count_pairs(tournament);
    }
    for (size_t i = 0; i < evening->disk.match_count; i++)
        tally.endings[evening->disk.matches[i].ending]++;
    require(hall_figures(evening->hall).tournaments == 0, "the hall remembers what is over");
}

static void spend_evening(uint64_t seed)
{
    struct tumult tumult = {.evening = evening_begin(), .random = random_from_seed(seed)};
    for (int i = 0; i < PEOPLE; i++) {
        char name[8];
        snprintf(name, sizeof name, "p%d", i);
        tumult.people[i] = arrive(tumult.evening, name);
    }
    tumult.evening->slow_driver = true;
    bool *is_checked = memory_zeroed(TOURNAMENTS_MAX, sizeof *is_checked);
    for (int i = 0; i < STEPS; i++) {
        require_context("seed %llu, step %d: ", (unsigned long long)seed, i);
        step(&tumult);
        check_newly_finished(&tumult, is_checked);
        listen(&tumult);
    }
    require_context("seed %llu, at the end: ", (unsigned long long)seed);
    bring_to_an_end(&tumult);
    check_newly_finished(&tumult, is_checked);
    count(tumult.evening);
    evening_end(tumult.evening);
    free(tumult.beyond_judgement);
    free(is_checked);
}

static void check_tally(void)
{
    static const enum error_code errors[] = {
        ERROR_BAD_PLAN,  ERROR_WRONG_STATE,        ERROR_NOT_ENTERED,    ERROR_NO_SUCH_PAIR,
        ERROR_NOT_YOURS, ERROR_NO_SUCH_TOURNAMENT, ERROR_SERVER_STALLED,
    };
    static const enum ending endings[] = {
        ENDING_NORMAL, ENDING_RESIGNATION, ENDING_TIME, ENDING_DISCONNECT, ENDING_VOID,
    };
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        cr_assert_gt(tally.errors[errors[i]], 0, "nobody met %s", error_name(errors[i]));
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        cr_assert_gt(tally.endings[endings[i]], 0, "no match ended by %s", ending_text(endings[i]));
    cr_assert_gt(tally.finished, SEEDS);
    cr_assert_gt(tally.cancelled, 0);
    cr_assert_gt(tally.deaths, SEEDS);
    cr_assert_gt(tally.stalls, SEEDS);
    cr_assert_gt(tally.byes, 0);
    cr_assert_gt(tally.forfeits, 0);
    cr_assert_gt(tally.legs, 0);
    cr_assert_gt(tally.voids, 0);
    cr_assert_gt(tally.withdrawn, 0);
    cr_assert_gt(tally.invited, SEEDS / 4);
    cr_assert_gt(tally.kept_apart, 0);
    cr_assert_gt(tally.unjudged, 0);
    for (int format = 0; format < FORMAT_COUNT; format++)
        cr_assert_gt(tally.formats[format], SEEDS / 2);
}

Test(hall_tournament_random, people_do_what_they_like_and_every_tournament_ends)
{
    for (uint64_t seed = 1; seed <= SEEDS; seed++)
        spend_evening(seed);
    check_tally();
}
