/* Accounts that their owners close, over real sockets, restarts and kills. */
#include "tests/e2e/contest.h"
#include "tests/e2e/folder.h"
#include "tests/e2e/stage.h"
#include "tests/e2e/takeaway.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

STAGE(closing);

#define PASSWORD "correct horse battery"
#define NAMES(...) ((const char *const[]){__VA_ARGS__, NULL})

static void expect_closed(struct peer *peer)
{
    const struct wire_reason *told = peer_event(peer, WIRE_EVENT_SESSION_KICKED);
    cr_assert(wire_text_equal(told->reason, "this account is closed"));
    peer_expect_end(peer);
}

Test(closing, nobody_comes_in_again_and_matches_show_another_name)
{
    struct server server = server_start();
    struct table table = table_open(&server, "Anna", "ben", "nim", "1+2");
    cr_assert_eq(account_register(table.first, PASSWORD), ERROR_NONE);
    table_play(&table, "2>1 1>0 1>0");
    int64_t live = offer_accept(table.second, offer_seek(table.first, "nim", "9"))->match;
    char closed[32];
    snprintf(closed, sizeof closed, "closed-%" PRId64, peer_welcome(table.first)->player);

    cr_assert_eq(account_close(table.first, "no horse at all"), ERROR_BAD_CREDENTIALS);
    cr_assert_eq(account_close(table.second, PASSWORD), ERROR_NO_ACCOUNT);
    cr_assert_eq(account_close(table.first, PASSWORD), ERROR_NONE);
    expect_closed(table.first);
    server_kill(&server);
    server_start_again(&server);

    cr_assert_eq(hello_try_token(&server, peer_welcome(table.first)->token), ERROR_BAD_TOKEN);
    cr_assert_eq(hello_try(&server, "Anna", PASSWORD), ERROR_BAD_CREDENTIALS);
    cr_assert_eq(hello_try(&server, "anna", NULL), ERROR_NAME_TAKEN);
    cr_assert_eq(hello_try(&server, closed, NULL), ERROR_BAD_NAME);
    struct peer *ben = peer_come_back(&server, table.second);
    cr_assert_eq(peer_welcome(ben)->matches_count, 0);
    const struct wire_match *match = match_resume(ben, live);
    cr_assert(wire_text_equal(match->ending, "aborted"));
    cr_assert(wire_text_equal(match->first, closed));
    cr_assert(wire_text_equal(match_resume(ben, table.match)->winner, "first"));
    cr_assert_eq(history_of(ben, "anna")->matches_count, 0);
    cr_assert_eq(history_of(ben, closed)->matches_count, 2);
    const struct wire_summaries *history = history_of(ben, "ben");
    cr_assert_eq(history->matches_count, 2);
    cr_assert(wire_text_equal(history->matches[1].first, closed));
}

/* Either all of it happens or nothing. */
Test(closing, a_kill_in_the_middle_leaves_no_half_closed_account)
{
    enum { ROUNDS = 6 };
    struct server server = server_start();
    struct peer *ben = peer_join(&server, "ben");
    for (int round = 0; round < ROUNDS; round++) {
        char name[16];
        snprintf(name, sizeof name, "anna-%d", round);
        struct peer *anna = account_open(&server, name, PASSWORD);
        int64_t match = offer_accept(ben, offer_seek(anna, "nim", "9"))->match;
        struct wire_closure wish = {.password = wire_text(PASSWORD), .key = fresh_key()};
        uint32_t request = peer_ask(anna, WIRE_ACCOUNT_CLOSE, &wish);
        for (int i = 0; i < round; i++)
            peer_call(ben, WIRE_SESSION_PING, NULL); /* so long the server works on it */
        server_kill(&server);
        bool is_told = peer_answer(anna, request).code == ERROR_NONE;
        server_start_again(&server);
        ben = peer_come_back(&server, ben);
        bool is_over = match_resume(ben, match)->ending.bytes != NULL;
        bool is_closed = hello_try(&server, name, PASSWORD) != ERROR_NONE;
        cr_assert_eq(is_over, is_closed, "round %d", round);
        cr_assert(is_closed || !is_told, "round %d", round);
        cr_assert_eq(hello_try_token(&server, peer_welcome(anna)->token),
                     is_closed ? ERROR_BAD_TOKEN : ERROR_NONE);
        if (!is_closed)
            match_choose(ben, WIRE_MATCH_ABORT, match);
    }
}

static void fetch_record(const struct server *server, const char *folder)
{
    takeaway_run((const char *[]){"tournament", "report", "1", "--out", folder, "--server",
                                  server->address, NULL});
}

Test(closing, a_signed_record_stays_to_the_last_byte)
{
    struct server server = server_start();
    struct contest contest = contest_open(&server, plan_of("round-robin"), NAMES("s1", "w1", "w2"));
    for (size_t i = 0; i < contest.count; i++)
        cr_assert_eq(account_register(contest.players[i], PASSWORD), ERROR_NONE);
    cr_assert_eq(account_register(contest.owner, PASSWORD), ERROR_NONE);
    contest_start(&contest);
    cr_assert_eq(account_close(contest.owner, PASSWORD), ERROR_WRONG_STATE);
    contest_play(&contest);
    char before[FOLDER_PATH_MAX], after[FOLDER_PATH_MAX], path[FOLDER_PATH_MAX + 20];
    folder_path("before", before);
    folder_path("after", after);
    fetch_record(&server, before);
    struct peer *closing[] = {contest.players[0], contest.players[1], contest.owner};
    for (size_t i = 0; i < sizeof closing / sizeof *closing; i++)
        cr_assert_eq(account_close(closing[i], PASSWORD), ERROR_NONE);
    fetch_record(&server, after);

    static const char *const files[] = {"results.jsonl", "times.jsonl"};
    for (size_t i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "before/%s", files[i]);
        char *first = folder_read(path);
        snprintf(path, sizeof path, "after/%s", files[i]);
        char *second = folder_read(path);
        cr_assert(first && second);
        cr_assert_gt(strlen(first), 100);
        cr_assert_str_eq(first, second);
        free(first);
        free(second);
    }
    assert_has(takeaway_run((const char *[]){"verify", after, NULL}), "No fault was found.");

    struct wire_tournament_number number = {.tournament = contest.tournament};
    const struct wire_tournament *shown =
        peer_call(contest.players[2], WIRE_TOURNAMENT_SHOW, &number);
    cr_assert(wire_text_equal(shown->players[0].name, "s1"), "as the record says");
    cr_assert_eq(memcmp(shown->owner.bytes, "closed-", 7), 0);
}

Test(closing, takes_a_command_and_the_password)
{
    struct server server = server_start();
    const char *at = server.address;
    static const struct {
        const char *words, *said;
        int status;
    } tries[] = {
        {"no horse at all\n", "the password is another one", 1},
        {PASSWORD "\n", "The account is closed for good: 'anna' on ", 0},
        {PASSWORD "\n", "you are not logged in as 'anna'", 1},
    };
    struct process *process =
        process_start(TAKEAWAY_PROGRAM, (const char *[]){"register", "anna", "--server", at, NULL});
    process_write(process, PASSWORD "\n");
    cr_assert_eq(process_wait(process), 0);
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        process = process_start(TAKEAWAY_PROGRAM,
                                (const char *[]){"account", "close", "anna", "--server", at, NULL});
        process_write(process, tries[i].words);
        process_close_input(process);
        const char *said = process_read_rest(process);
        cr_assert_eq(process_wait(process), tries[i].status, "%s", process_errors(process));
        assert_has(tries[i].status ? process_errors(process) : said, tries[i].said);
    }
    cr_assert_eq(hello_try(&server, "anna", PASSWORD), ERROR_BAD_CREDENTIALS);
}
