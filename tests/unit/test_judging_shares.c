/* Which of the matches that have ended is judged next. The database and the solver are played by
 * this file: a match is with the solver until the test answers. */
#include "server/service/judging.h"

#include "common/base/memory.h"
#include "server/analysis/analysis.h"
#include "server/base/log.h"
#include "server/service/service_parts.h"
#include "server/service/worker.h"
#include "server/store/store.h"
#include "tests/suite.h"
#include <utlist.h>

SUITE(judging_shares, 20);

enum {
    HOME = 1,
    ELSEWHERE = 2,
    CROWD = 500,       /* players */
    QUEUED_MAX = 4096, /* as in judging.c */
    DEAR_US = 100000,  /* of a first try that is not enough */
    CHEAP_US = 100,
};

static struct bench {
    struct service service;
    struct statistics statistics;
    struct worker_job *reading;
    struct analysis_task *asked[ANALYSIS_LANES]; /* the lane's, the first one first */
    struct analysis_task *answered;
    int64_t last_unjudged;
    int unjudged, judged;
    enum error_code unreadable; /* of the records; ERROR_NONE: they are read */
} bench;

/* --- what judging.c calls --- */

struct analysis *analysis_create(size_t memory, void (*answered)(void *owner), void *owner)
{
    (void)memory, (void)answered, (void)owner;
    return NULL;
}

void analysis_destroy(struct analysis *analysis)
{
    (void)analysis;
}

void analysis_ask(struct analysis *analysis, struct analysis_task *task)
{
    (void)analysis;
    LL_APPEND(bench.asked[task->lane], task);
}

struct analysis_task *analysis_take(struct analysis *analysis)
{
    (void)analysis;
    struct analysis_task *task = bench.answered;
    bench.answered = NULL;
    return task;
}

void analysis_task_destroy(struct analysis_task *task)
{
    text_finish(&task->result);
    free(task);
}

void worker_add(struct worker *worker, struct worker_job *job)
{
    (void)worker;
    cr_assert_null(bench.reading);
    bench.reading = job;
}

enum error_code store_reader_record(struct store_reader *reader, int64_t match,
                                    struct store_record *ret_record, struct error *error)
{
    (void)reader, (void)match, (void)ret_record;
    return bench.unreadable ? error_set(error, bench.unreadable, "not now") : ERROR_NONE;
}

void service_set_time(struct service *service)
{
    (void)service;
}

void message_destroy(struct message *message)
{
    free(message);
}

void hall_match_judged(struct hall *hall, int64_t match, const char *marks)
{
    (void)hall;
    if (marks) {
        bench.judged++;
    } else {
        bench.unjudged++;
        bench.last_unjudged = match;
    }
}

void hall_start_drawn(struct hall *hall, int64_t tournament, int64_t index, const char *start,
                      const char *reason)
{
    (void)hall, (void)tournament, (void)index, (void)start, (void)reason;
}

bool log_takes(enum log_level level)
{
    (void)level;
    return false;
}

void log_write(enum log_level level, const char *event, const struct log_field *fields,
               size_t count)
{
    (void)level, (void)event, (void)fields, (void)count;
}

/* --- verbs --- */

static void begin(void)
{
    bench.service.statistics = &bench.statistics;
    bench.service.judging = judging_create(&bench.service, 0, NULL);
    bench.service.analysis_word.data = &bench.service;
}

static void end(void)
{
    for (int lane = 0; lane < ANALYSIS_LANES; lane++) {
        struct analysis_task *task, *next;
        LL_FOREACH_SAFE (bench.asked[lane], task, next)
            analysis_task_destroy(task);
    }
    judging_destroy(bench.service.judging);
}

static void read_all(void)
{
    while (bench.reading) {
        struct worker_job *job = bench.reading;
        bench.reading = NULL;
        job->run(job->owner);
        job->done(job->owner, true);
    }
}

static void ends(int64_t match, int64_t tournament, uint64_t address, int64_t player)
{
    struct message *message = memory_zeroed(1, sizeof *message);
    message->judge.match = match;
    message->judge.tournament = tournament;
    message->judge.address = address;
    message->judge.player = player;
    judging_match(&bench.service, message);
    read_all();
}

/* The match that the lane's solver works on, which answers now. */
static int64_t answer(enum analysis_lane lane, int64_t used_us, bool is_beyond)
{
    struct analysis_task *task = bench.asked[lane];
    cr_assert_not_null(task, "the solver has nothing to do");
    int64_t match = task->number;
    LL_DELETE(bench.asked[lane], task);
    task->used_us = used_us;
    task->is_beyond = is_beyond;
    if (is_beyond)
        error_set(&task->error, ERROR_BAD_POSITION, "too hard");
    bench.answered = task;
    judging_on_word(&bench.service.analysis_word);
    read_all();
    return match;
}

static int64_t judge(void)
{
    return answer(ANALYSIS_PROMPT, CHEAP_US, false);
}

static int64_t give_up(enum analysis_lane lane)
{
    return answer(lane, DEAR_US, true);
}

/* Each of these players of one address has ended a match of the player's number. */
static void crowd_ends(uint64_t address, int64_t players)
{
    for (int64_t player = 1; player <= players; player++)
        ends(player, 0, address, player);
}

/* --- the tests --- */

Test(judging_shares, a_match_of_another_address_waits_for_one_of_a_crowd)
{
    begin();
    crowd_ends(HOME, CROWD);
    for (int64_t match = CROWD + 1; match <= CROWD + 10; match++) {
        give_up(ANALYSIS_PROMPT);
        ends(match, 0, ELSEWHERE, CROWD + 1);
        cr_expect_leq(give_up(ANALYSIS_PROMPT), CROWD);
        cr_expect_eq(judge(), match);
    }
    end();
}

Test(judging_shares, second_tries_are_shared_among_addresses_too)
{
    begin();
    crowd_ends(HOME, CROWD);
    ends(CROWD + 1, 0, ELSEWHERE, CROWD + 1);
    for (int i = 0; i <= CROWD; i++)
        give_up(ANALYSIS_PROMPT);
    give_up(ANALYSIS_PATIENT);
    cr_expect_eq(give_up(ANALYSIS_PATIENT), CROWD + 1);
    cr_expect_eq(bench.last_unjudged, CROWD + 1);
    end();
}

Test(judging_shares, the_time_of_an_address_is_shared_among_its_players)
{
    begin();
    for (int64_t match = 1; match <= CROWD; match++)
        ends(match, 0, HOME, 1);
    for (int64_t match = CROWD + 1; match <= CROWD + 3; match++)
        ends(match, 0, HOME, 2);
    cr_expect_eq(give_up(ANALYSIS_PROMPT), 1);
    for (int64_t match = CROWD + 1; match <= CROWD + 3; match++)
        cr_expect_eq(judge(), match);
    cr_expect_eq(give_up(ANALYSIS_PROMPT), 2);
    end();
}

Test(judging_shares, addresses_share_the_time_however_many_players_they_have)
{
    begin();
    crowd_ends(HOME, CROWD);
    for (int64_t match = CROWD + 1; match <= 2 * CROWD; match++)
        ends(match, 0, ELSEWHERE, CROWD + 1);
    int of_home = 0;
    for (int i = 0; i < CROWD; i++)
        of_home += give_up(ANALYSIS_PROMPT) <= CROWD;
    cr_expect_eq(of_home, CROWD / 2);
    end();
}

Test(judging_shares, players_without_a_known_address_count_as_one)
{
    begin();
    crowd_ends(0, CROWD);
    ends(CROWD + 1, 0, HOME, CROWD + 1);
    give_up(ANALYSIS_PROMPT);
    cr_expect_eq(judge(), CROWD + 1);
    end();
}

Test(judging_shares, tournaments_go_first_and_share_the_time)
{
    begin();
    crowd_ends(HOME, CROWD);
    for (int64_t match = CROWD + 1; match <= CROWD + 4; match++)
        ends(match, 1, ELSEWHERE, 1);
    ends(CROWD + 5, 2, ELSEWHERE, 1);
    cr_expect_eq(give_up(ANALYSIS_PROMPT), 1);
    /* Two of them are read ahead, before anything is known about the time they take. */
    const int64_t order[] = {CROWD + 1, CROWD + 2, CROWD + 5, CROWD + 3, CROWD + 4};
    for (int i = 0; i < 5; i++)
        cr_expect_eq(give_up(ANALYSIS_PROMPT), order[i]);
    cr_expect_eq(give_up(ANALYSIS_PROMPT), 2);
    end();
}

Test(judging_shares, debts_are_forgotten_when_nothing_waits)
{
    begin();
    ends(1, 0, HOME, 1);
    give_up(ANALYSIS_PROMPT);
    ends(2, 0, ELSEWHERE, 2); /* is with the solver */
    ends(3, 0, HOME, 1);
    ends(4, 0, ELSEWHERE, 2);
    cr_expect_eq(judge(), 2);
    cr_expect_eq(judge(), 3);
    cr_expect_eq(judge(), 4);
    end();
}

Test(judging_shares, of_too_many_one_of_the_address_with_the_most_is_left_out)
{
    enum { OWN = QUEUED_MAX / 2 - 1 };
    begin();
    for (int64_t match = 1; match <= OWN; match++)
        ends(match, 0, ELSEWHERE, QUEUED_MAX);
    int64_t match = OWN + 1;
    for (; bench.unjudged == 0; match++)
        ends(match, 0, HOME, match % CROWD);
    cr_expect_gt(bench.last_unjudged, OWN);
    cr_expect_eq(judging_waiting(bench.service.judging), QUEUED_MAX + 1);
    end();
}

Test(judging_shares, of_too_many_addresses_one_is_left_out)
{
    begin();
    for (int64_t match = 1; match <= QUEUED_MAX + 10; match++)
        ends(match, 0, (uint64_t)match, match);
    cr_expect_eq(bench.unjudged, 9);
    for (int i = 0; i <= QUEUED_MAX; i++)
        judge();
    cr_expect_eq(bench.judged, QUEUED_MAX + 1);
    cr_expect_eq(judging_waiting(bench.service.judging), 0);
    end();
}

static void rest(int times)
{
    for (int i = 0; i < times && judging_rests(bench.service.judging); i++) {
        judging_end_rest(bench.service.judging);
        read_all();
    }
}

Test(judging_shares, a_match_of_a_tournament_waits_for_the_database)
{
    begin();
    bench.unreadable = ERROR_IO;
    ends(1, 7, HOME, 1);
    ends(2, 7, HOME, 1);
    rest(120);
    cr_assert_eq(bench.unjudged, 0);
    bench.unreadable = ERROR_NONE;
    rest(1);
    answer(ANALYSIS_PROMPT, CHEAP_US, false);
    answer(ANALYSIS_PROMPT, CHEAP_US, false);
    cr_assert_eq(bench.judged, 2);
    end();
}

Test(judging_shares, what_can_never_be_read_is_left_unjudged)
{
    begin();
    bench.unreadable = ERROR_INTERNAL;
    ends(1, 7, HOME, 1);
    cr_assert_eq(bench.unjudged, 1);
    bench.unreadable = ERROR_IO;
    ends(2, 0, HOME, 1);
    cr_assert_eq(bench.unjudged, 2, "a match of no tournament waits");
    ends(3, 7, HOME, 1);
    rest(3000);
    cr_assert_eq(bench.unjudged, 2);
    rest(3000);
    cr_assert_eq(bench.unjudged, 3);
    end();
}
