/* The solver beside play: tournaments do not wait for the matches of strangers, nor strangers for
 * each other, nor does the server's end wait for any; and what the solver may take has an end. */
#include "tests/e2e/children.h"
#include "tests/e2e/contest.h"
#include "tests/e2e/judged.h"
#include "tests/e2e/stage.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

STAGE(judging);

static struct table two_guests(const struct server *server, const char *first, const char *second)
{
    return (struct table){.first = peer_join(server, first), .second = peer_join(server, second)};
}

static int64_t figure(struct peer *peer, const char *name)
{
    return stats_counter(stats_of(peer), name);
}

Test(judging, an_ordinary_match_gets_marks)
{
    struct server server = server_start();
    struct table strangers = two_guests(&server, "anna", "ben");
    int64_t match = end_plain_match(&strangers);
    while (figure(strangers.first, "matches_judged_total{result=\"judged\"}") == 0)
        cr_assert_eq(figure(strangers.first, "matches_judged_total{result=\"failed\"}"), 0);
    wait_for_marks(strangers.first, match);
}

Test(judging, a_tournament_does_not_wait_for_the_matches_of_strangers)
{
    struct server server = server_start();
    struct table strangers = two_guests(&server, "anna", "ben");
    hold_second_tries(&server, &strangers);
    const char *const names[] = {"s1", "s2", "w1", "w2", NULL};
    struct contest contest = contest_open(&server, plan_of("round-robin"), names);
    contest_start(&contest);
    cr_assert(wire_text_equal(contest_play(&contest), "finished"));
    cr_assert_eq(matches_to_judge(strangers.first), 1);
}

Test(judging, a_stranger_with_many_matches_does_not_keep_those_of_another)
{
    struct server server = server_start();
    struct table many = two_guests(&server, "anna", "ben");
    struct table one = two_guests(&server, "carl", "dora");
    hold_second_tries(&server, &many);
    end_dear_matches(&many, 6);
    int64_t match = end_plain_match(&one);
    wait_for_marks(one.first, match);
    cr_assert_eq(matches_to_judge(one.first), 7);
}

/* Each of them pays with its own share of the time. */
Test(judging, an_ordinary_match_does_not_wait_for_the_second_tries_of_many_strangers)
{
    enum { STRANGERS = 6 };
    struct server server = server_start();
    struct table one = two_guests(&server, "carl", "dora");
    for (int i = 0; i < STRANGERS; i++) {
        char first[8], second[8];
        snprintf(first, sizeof first, "a%d", i);
        snprintf(second, sizeof second, "b%d", i);
        struct table strangers = two_guests(&server, first, second);
        if (i == 0)
            hold_second_tries(&server, &strangers);
        else
            end_dear_matches(&strangers, 1);
    }
    for (int i = 0; i < 4; i++)
        wait_for_marks(one.first, end_plain_match(&one));
    cr_assert_eq(matches_to_judge(one.first), STRANGERS);
}

/* Many guests of one address have matches that are hard to judge, and the last one an ordinary
 * match, which is judged after theirs. */
Test(judging, an_ordinary_match_does_not_wait_for_the_many_guests_of_another_address)
{
    enum { GUESTS = 30 };
    struct server server = server_start();
    struct peer *ben = peer_join(&server, "ben"), *guests[GUESTS];
    int64_t matches[GUESTS];
    /* No try begins before all matches have ended. */
    kill(solver_parent(&server), SIGSTOP);
    for (int i = 0; i < GUESTS; i++) {
        char name[8];
        snprintf(name, sizeof name, "a%d", i);
        guests[i] = peer_join(&server, name);
        bool is_dear = i < GUESTS - 1;
        const char *rules = is_dear ? dear_rules(1) : "nim";
        int64_t offer = offer_seek(guests[i], rules, is_dear ? DEAR_START : "3+5+7");
        matches[i] = offer_accept(ben, offer)->match;
        match_move(guests[i], matches[i], 1, is_dear ? "65536>65534" : "3>2");
    }
    struct table one = {.first = peer_connect_from(&server, "127.0.0.2"), .second = ben};
    peer_answer(one.first, hello_ask(one.first, "carl", NULL));
    for (int i = 0; i < GUESTS; i++)
        cr_assert_eq(match_choose(guests[i], WIRE_MATCH_RESIGN, matches[i]), ERROR_NONE);
    int64_t match = end_plain_match(&one);
    kill(solver_parent(&server), SIGCONT);
    wait_for_marks(one.first, match);
    cr_assert_eq(match_resume(ben, matches[GUESTS - 1])->marks_count, 0);
}

Test(judging, the_end_of_the_server_does_not_wait_for_a_table)
{
    struct server server = server_start();
    struct table strangers = two_guests(&server, "anna", "ben");
    end_dear_matches(&strangers, 2);
    int64_t match = end_plain_match(&strangers);
    wait_for_marks(strangers.first, match); /* both had their first try by now */
    process_signal(server.process, SIGTERM);
    cr_assert_eq(process_wait_within(server.process, 2000), 0);
}

/* Zombies are gone, too: the system waits for them. */
static bool has_ended(pid_t pid)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/cmdline", (int)pid);
    FILE *file = fopen(path, "re");
    bool is_there = file && fgetc(file) != EOF;
    if (file)
        fclose(file);
    return !is_there;
}

Test(judging, no_process_of_the_solver_outlives_a_server_that_is_killed)
{
    struct server server = server_start();
    struct table strangers = two_guests(&server, "anna", "ben");
    pid_t parent = solver_parent(&server), solver;
    end_dear_matches(&strangers, 1);
    while ((solver = children_find(parent, "takeaway-server", 0)) == 0)
        ;
    server_kill(&server);
    while (!has_ended(parent) || !has_ended(solver))
        ;
}

Test(judging, a_match_beyond_the_memory_stays_unjudged_and_the_next_one_is_judged)
{
    static const char *const options[] = {"--solver-memory", "4M", NULL};
    if (is_sanitized())
        cr_skip_test("the memory of a sanitizer's build is not limited");
    struct server server = server_start_with(options);
    struct table strangers = two_guests(&server, "anna", "ben");
    int64_t match =
        end_match(&strangers, "take-away:1000001/1000000x,local", "999999", "999999>999998");
    while (figure(strangers.first, "matches_judged_total{result=\"left_out\"}") == 0)
        ;
    cr_assert_eq(match_resume(strangers.first, match)->marks_count, 0);
    match = end_plain_match(&strangers);
    wait_for_marks(strangers.first, match);
}
