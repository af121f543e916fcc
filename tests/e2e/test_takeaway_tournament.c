/* The parts of `takeaway tournament` on a shared server, and a person who plays in one. */
#include "tests/e2e/folder.h"
#include "tests/e2e/server.h"
#include "tests/e2e/stage.h"
#include "tests/e2e/takeaway.h"

#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

STAGE(takeaway_tournament);

enum { WORDS_MAX = 32 };

/* The words of `takeaway tournament PART ... --server AT`; `words` ends with NULL. */
struct call {
    const char *words[WORDS_MAX];
};

static struct call call_of(const struct server *server, const char *const *words)
{
    struct call call = {{0}};
    int count = 0;
    for (; words[count]; count++)
        call.words[count] = words[count];
    call.words[count++] = "--server";
    call.words[count] = server->address;
    return call;
}

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* What it prints; it has to succeed. */
static const char *answer(const struct server *server, const char *const *words)
{
    return takeaway_answer(call_of(server, words).words);
}

static void expect_refused(const struct server *server, const char *const *words, int status,
                           const char *reason)
{
    int ended;
    struct process *process = process_run(TAKEAWAY_PROGRAM, call_of(server, words).words, &ended);
    cr_assert_eq(ended, status, "%s", process_errors(process));
    assert_has(process_errors(process), reason);
}

/* A text of `tournament status N --json`; free() it. */
static char *status_of(const struct server *server, const char *tournament, const char *key)
{
    json_t *json = parse_json(answer(server, WORDS("tournament", "status", tournament, "--json")));
    char *text = strdup(json_string_value(json_object_get(json, key)));
    json_decref(json);
    return text;
}

static void expect_state(const struct server *server, const char *state)
{
    char *found = status_of(server, "1", "state");
    cr_assert_str_eq(found, state);
    free(found);
}

/* Zoe makes a tournament of ann and ben in which who moves first wins with the one move there is.
 */
static void create(const struct server *server)
{
    const char *made = answer(server, WORDS("tournament", "create", "--as", "zoe", "--game", "nim",
                                            "--starts", "1", "--players", "ann,ben",
                                            "--each-at-once", "2", "--name", "little cup"));
    assert_has(made, "Tournament 1 is made, and you direct it.");
    assert_has(made, "tournament start 1 --server");
}

static void join(const struct server *server, const char *name)
{
    const char *joined = answer(server, WORDS("tournament", "join", "1", "--as", name));
    assert_has(joined, "Tournament 1 has you among its players. Play in it: ");
    assert_has(joined, "play --tournament 1 --server");
}

/* Who is to make `moves` moves in all matches together. */
static struct process *play(const struct server *server, const char *name, const char *moves)
{
    struct process *player = process_start(
        TAKEAWAY_PROGRAM, call_of(server, WORDS("play", "--tournament", "1", "--as", name)).words);
    process_find_line(player, "Waiting for your next match of tournament 1.");
    process_write(player, moves);
    return player;
}

static void start(const struct server *server)
{
    assert_has(answer(server, WORDS("tournament", "start", "1", "--as", "zoe")),
               "Tournament 1 has begun.");
}

static void expect_end(struct process *player)
{
    const char *rest = process_read_rest(player);
    assert_has(rest, "Tournament 1 is over.");
    assert_has(rest, "ann          1  1-0-1");
    int status = process_wait(player);
    cr_assert_eq(status, 0, "%d: %s", status, process_errors(player));
}

static void play_whole(const struct server *server)
{
    struct process *ann = play(server, "ann", "1>0\n"), *ben = play(server, "ben", "1>0\n");
    start(server);
    expect_end(ann);
    expect_end(ben);
}

Test(takeaway_tournament, two_people_play_match_after_match_until_it_is_over)
{
    struct server server = server_start();
    create(&server);
    play_whole(&server);
    expect_state(&server, "finished");
    assert_has(answer(&server, WORDS("tournament", "standings", "1")), "100.0%");
    assert_has(answer(&server, WORDS("tournament", "pairs", "1")), "1 of 2");
    assert_has(answer(&server, WORDS("tournament", "list")), "finished 2/2  little cup  Nim");
}

/* What ann reads of two rounds of this format. */
static const char *play_two_rounds(const struct server *server, const char *format)
{
    answer(server, WORDS("tournament", "create", "--as", "zoe", "--game", "nim", "--starts", "1",
                         "--players", "ann,ben", "--format", format, "--rounds", "2"));
    struct process *ann = play(server, "ann", "1>0\n1>0\n"),
                   *ben = play(server, "ben", "1>0\n1>0\n");
    start(server);
    process_read_rest(ben);
    return process_read_rest(ann);
}

Test(takeaway_tournament, a_round_is_told_only_where_it_begins_after_the_one_before)
{
    struct server server = server_start();
    const char *rest = play_two_rounds(&server, "round-robin");
    cr_expect_null(strstr(rest, "Round "), "%s", rest);
}

Test(takeaway_tournament, the_rounds_of_a_swiss_are_told)
{
    struct server server = server_start();
    assert_has(play_two_rounds(&server, "swiss"), "Round 2 of the tournament has begun.");
}

Test(takeaway_tournament, its_signed_record_can_be_had_by_anybody_when_it_is_over)
{
    struct server server = server_start();
    char folder[FOLDER_PATH_MAX], record[FOLDER_PATH_MAX + 16];
    folder_path("report", folder);
    snprintf(record, sizeof record, "%s/results.jsonl", folder);
    create(&server);
    expect_refused(&server, WORDS("tournament", "report", "1", "--out", folder), 1,
                   "tournament 1 is not over");
    cr_assert_not(folder_has("report"), "a refusal leaves nothing behind");
    play_whole(&server);
    assert_has(answer(&server, WORDS("tournament", "report", "1", "--out", folder)), "report.html");
    assert_has(takeaway_answer(WORDS("verify", record)), "No fault was found.");
    /* By the server that has held it. */
    char key[128];
    snprintf(key, sizeof key, "%s", takeaway_answer(WORDS("key", "--server", server.address)));
    assert_has(takeaway_answer(WORDS("verify", record)), key);
}

Test(takeaway_tournament, a_report_says_in_json_where_its_files_are)
{
    struct server server = server_start();
    char folder[FOLDER_PATH_MAX], name[FOLDER_PATH_MAX];
    folder_path("report", folder);
    create(&server);
    play_whole(&server);
    json_t *report =
        parse_json(answer(&server, WORDS("tournament", "report", "1", "--out", folder, "--json")));
    cr_expect_str_eq(json_string_value(json_object_get(report, "folder")), folder);
    const json_t *files = json_object_get(report, "files");
    cr_expect_eq(json_array_size(files), 5);
    for (size_t i = 0; i < json_array_size(files); i++) {
        snprintf(name, sizeof name, "report/%s", json_string_value(json_array_get(files, i)));
        cr_expect(folder_has(name), "%s", name);
    }
    json_decref(report);
}

/* The next line, which the test insists is this event. json_decref() it. */
static json_t *take_event(struct process *process, const char *event)
{
    const char *line = process_read_line(process);
    cr_assert_not_null(line, "%s was expected", event);
    json_t *object = parse_json(line);
    cr_assert_str_eq(json_string_value(json_object_get(object, "event")), event, "%s", line);
    return object;
}

static void expect_change(struct process *watch, const char *state)
{
    json_t *changed = take_event(watch, "tournament.changed");
    cr_expect_str_eq(json_string_value(json_object_get(changed, "state")), state);
    json_decref(changed);
}

Test(takeaway_tournament, a_program_that_watches_gets_lines_of_json)
{
    struct server server = server_start();
    create(&server);
    struct process *watch = process_start(
        TAKEAWAY_PROGRAM, call_of(&server, WORDS("tournament", "watch", "1", "--json")).words);
    expect_change(watch, "open");
    answer(&server, WORDS("tournament", "cancel", "1", "--as", "zoe"));
    expect_change(watch, "cancelled");
    json_t *standings = take_event(watch, "tournament.standings");
    cr_expect_not_null(json_object_get(standings, "tournament"));
    json_decref(standings);
    cr_expect_null(process_read_line(watch));
    cr_expect_eq(process_wait(watch), 0);
}

Test(takeaway_tournament, who_watches_sees_how_it_goes_on_and_how_it_ends)
{
    struct server server = server_start();
    create(&server);
    struct process *watch =
        process_start(TAKEAWAY_PROGRAM, call_of(&server, WORDS("tournament", "watch", "1")).words);
    play_whole(&server);
    const char *rest = process_read_rest(watch);
    assert_has(rest, "It is finished: 2 of 2 matches are played.");
    assert_has(rest, "ben          1  1-0-1");
    cr_assert_eq(process_wait(watch), 0);
    assert_has(answer(&server, WORDS("tournament", "watch", "1")), "It is finished");
}

Test(takeaway_tournament, nobody_is_told_to_wait_before_the_server_has_let_them_in)
{
    struct server server = server_start();
    create(&server);
    int status;
    struct process *refused = process_run(
        TAKEAWAY_PROGRAM,
        call_of(&server, WORDS("play", "--tournament", "1", "--as", "carl")).words, &status);
    cr_assert_eq(status, 1);
    assert_has(process_errors(refused), "'carl' is not invited");
    cr_assert_null(strstr(process_read_rest(refused), "Waiting for your next match"));
}

Test(takeaway_tournament, is_begun_by_its_director_when_everybody_has_come)
{
    struct server server = server_start();
    create(&server);
    join(&server, "ann");
    expect_refused(&server, WORDS("tournament", "join", "1", "--as", "carl"), 1,
                   "'carl' is not invited");
    expect_refused(&server, WORDS("tournament", "start", "1", "--as", "zoe"), 1, "'ben'");
    join(&server, "ben");
    expect_refused(&server, WORDS("tournament", "start", "1", "--as", "ann"), 1, "zoe");
    start(&server);
    expect_state(&server, "running");
}

Test(takeaway_tournament, its_director_pauses_voids_withdraws_and_cancels)
{
    struct server server = server_start();
    create(&server);
    join(&server, "ann");
    join(&server, "ben");
    start(&server);
    answer(&server, WORDS("tournament", "pause", "1", "--as", "zoe"));
    expect_state(&server, "paused");
    answer(&server, WORDS("tournament", "resume", "1", "--as", "zoe"));
    expect_state(&server, "running");
    assert_has(answer(&server, WORDS("tournament", "void", "1", "1", "1", "--as", "zoe")),
               "Tournament 1 plays this pair again.");
    assert_has(answer(&server, WORDS("tournament", "pairs", "1")), "void");
    assert_has(answer(&server, WORDS("tournament", "withdraw", "1", "ben", "--as", "zoe")),
               "Tournament 1 goes on without this player.");
    expect_refused(&server, WORDS("tournament", "void", "1", "0", "1", "--as", "zoe"), 2,
                   "a round is a number from 1");
}

Test(takeaway_tournament, a_cancelled_one_is_over_for_those_who_wait_in_it)
{
    struct server server = server_start();
    create(&server);
    struct process *ann = play(&server, "ann", "");
    answer(&server, WORDS("tournament", "cancel", "1", "--as", "zoe"));
    assert_has(process_read_rest(ann), "Tournament 1 was cancelled.");
    cr_assert_eq(process_wait(ann), 0);
    expect_state(&server, "cancelled");
}

Test(takeaway_tournament, a_person_who_comes_back_goes_on_with_the_match_and_the_tournament)
{
    struct server server = server_start();
    create(&server);
    struct process *ann = play(&server, "ann", ""), *ben = play(&server, "ben", "");
    start(&server);
    process_find_line(ann, "Match ");
    process_signal(ann, SIGINT);
    cr_assert_eq(process_wait(ann), 3);
    process_write(ben, "1>0\n");
    struct process *again =
        process_start(TAKEAWAY_PROGRAM, call_of(&server, WORDS("play", "--as", "ann")).words);
    process_find_line(again, "Match ");
    process_write(again, "1>0\n");
    expect_end(again);
    expect_end(ben);
}

Test(takeaway_tournament, anybody_may_join_one_that_names_no_players)
{
    struct server server = server_start();
    answer(&server, WORDS("tournament", "create", "--as", "zoe", "--format", "swiss", "--rounds",
                          "1", "--game", "nim", "--starts", "1"));
    join(&server, "ben");
    join(&server, "ann");
    assert_has(answer(&server, WORDS("tournament", "status", "1")),
               "Players, anybody may join: ben, ann.");
    play_whole(&server);
}

static void make_account(const struct server *server, const char *name)
{
    int status;
    char path[FOLDER_PATH_MAX];
    folder_path("password", path);
    FILE *file = fopen(path, "we");
    fputs("open sesame\n", file);
    fclose(file);
    process_run_on(TAKEAWAY_PROGRAM, call_of(server, WORDS("register", name)).words, path, &status);
    cr_assert_eq(status, 0);
}

Test(takeaway_tournament, a_rated_one_gives_its_players_ratings)
{
    struct server server = server_start();
    make_account(&server, "ann");
    make_account(&server, "ben");
    assert_has(answer(&server, WORDS("ratings")), "No rated match has been played.");
    answer(&server, WORDS("tournament", "create", "--as", "zoe", "--game", "nim", "--starts", "1",
                          "--players", "ann,ben", "--rated"));
    play_whole(&server);
    json_t *json = parse_json(answer(&server, WORDS("ratings", "--family", "nim", "--json")));
    const json_t *rows = json_object_get(json, "ratings");
    cr_assert_eq(json_array_size(rows), 2);
    cr_expect_eq(json_integer_value(json_object_get(json_array_get(rows, 0), "matches")), 2);
    json_decref(json);
    assert_has(answer(&server, WORDS("ratings", "--player", "ANN")), "ann");
    assert_has(answer(&server, WORDS("ratings", "--player", "carl")), "carl has no rating.");
    assert_has(answer(&server, WORDS("ratings", "--family", "chess")),
               "Nobody has a rating in chess.");
}

Test(takeaway_tournament, without_a_server_it_says_what_is_missing)
{
    static const char *const parts[] = {"create", "list"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        int status;
        struct process *refused =
            process_run(TAKEAWAY_PROGRAM, WORDS("tournament", parts[i]), &status);
        cr_assert_eq(status, 2);
        assert_has(process_errors(refused), "which server? Add --server HOST");
    }
    int status;
    struct process *refused =
        process_run(TAKEAWAY_PROGRAM, WORDS("play", "--tournament", "1"), &status);
    cr_assert_eq(status, 2);
    assert_has(process_errors(refused), "--tournament needs --server");
}
