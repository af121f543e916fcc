/* `takeaway tournament run`: the record of the same plan is the same to the last byte, however many
 * matches are played at once, and whatever is killed on the way. */
#include "tests/e2e/children.h"
#include "tests/e2e/folder.h"
#include "tests/e2e/stage.h"
#include "tests/e2e/takeaway.h"

#include <jansson.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

STAGE(tournament_run);

enum { RUN_MS = 110000 }; /* of a whole tournament, with what is killed on the way */

static const char server_name[] = "takeaway-server", bot_name[] = "takeaway-bot";

/* A format with as many players and rounds as take a second or two. */
struct plan {
    const char *format, *rounds, *players;
};

static const struct plan round_robin = {"round-robin", "8", "perfect,mistaken:0.2,random,greedy"};
static const struct plan swiss = {
    "swiss", "7", "perfect,mistaken:0.1,mistaken:0.2,mistaken:0.5,mcts:30,random,random,greedy"};
static const struct plan knockout = {
    "knockout", NULL,
    "perfect,mistaken:0.1,mistaken:0.2,mistaken:0.2,mistaken:0.3,level:5,random,greedy"};

/* The only one of drawn games; the others are of Kayles. */
static const struct plan drawn = {"round-robin", "8", "perfect,mistaken:0.2,random,greedy"};

/* --- running --- */

/* Begins the plan in a folder, or goes on with it. */
static struct process *start(const struct plan *plan, const char *folder, const char *at_once)
{
    char path[FOLDER_PATH_MAX];
    folder_path(folder, path);
    const char *arguments[24] = {
        "tournament", "run",      "--game",        "kayles",     "--starts",  "fair:2-3:12-25",
        "--seed",     "20261121", "--format",      plan->format, "--players", plan->players,
        "--out",      path,       "--concurrency", at_once,
    };
    if (plan == &drawn) {
        arguments[3] = "drawn:octal:4";
        arguments[5] = "fair";
    }
    if (plan->rounds) {
        arguments[16] = "--rounds";
        arguments[17] = plan->rounds;
    }
    return process_start(TAKEAWAY_PROGRAM, arguments);
}

static void expect_end(struct process *runner)
{
    int status = process_wait_within(runner, RUN_MS);
    cr_assert_eq(status, 0, "it ended with %d: %s", status, process_errors(runner));
}

/* The runner starts again what crashes: nobody would notice. */
static void expect_no_crash(const char *folder)
{
    char name[64];
    snprintf(name, sizeof name, "%s/programs.log", folder);
    static const char *const signs[] = {"Assertion", "status 139", "status 134", "Sanitizer",
                                        "runtime error"};
    char *log = folder_read(name);
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        cr_assert(strstr(log, signs[i]) == NULL, "%s", log);
    free(log);
}

/* free() it. */
static char *record_of(const char *folder)
{
    char name[64];
    snprintf(name, sizeof name, "%s/results.jsonl", folder);
    char *record = folder_read(name);
    cr_assert_not_null(record, "there is no %s", name);
    expect_no_crash(folder);
    return record;
}

/* free() it. */
static char *run(const struct plan *plan, const char *folder, const char *at_once)
{
    expect_end(start(plan, folder, at_once));
    return record_of(folder);
}

static void verify(const char *folder)
{
    char name[64], path[FOLDER_PATH_MAX];
    snprintf(name, sizeof name, "%s/results.jsonl", folder);
    folder_path(name, path);
    const char *arguments[] = {"verify", path, NULL};
    assert_has(takeaway_run(arguments), "No fault was found.");
}

static void pause_a_moment(void)
{
    struct timespec moment = {.tv_nsec = 2000000};
    nanosleep(&moment, NULL);
}

/* --- how far it is --- */

/* The moves that are on disk in a folder; 0 when there is no database yet, or it cannot be read
 * now. */
static int moves_in(const char *folder)
{
    char name[64], path[FOLDER_PATH_MAX], uri[FOLDER_PATH_MAX + 32];
    sqlite3 *database;
    sqlite3_stmt *query = NULL;
    int moves = 0;
    snprintf(name, sizeof name, "%s/tournament.db", folder);
    folder_path(name, path);
    snprintf(uri, sizeof uri, "file:%s?mode=ro", path);
    if (sqlite3_open_v2(uri, &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL) ==
            SQLITE_OK &&
        sqlite3_prepare_v2(database, "SELECT max(id) FROM journal", -1, &query, NULL) ==
            SQLITE_OK &&
        sqlite3_step(query) == SQLITE_ROW)
        moves = sqlite3_column_int(query, 0);
    sqlite3_finalize(query);
    sqlite3_close(database);
    return moves;
}

/* Waits until so many moves are on disk. False: the runner has ended before. */
static bool wait_for_moves(struct process *runner, const char *folder, int wanted)
{
    time_t end = time(NULL) + DEADLINE_MS / 1000;
    int moves;
    while ((moves = moves_in(folder)) < wanted) {
        cr_assert(time(NULL) < end, "%d moves were made, and %d were expected", moves, wanted);
        if (process_has_ended(runner))
            return false;
        pause_a_moment();
    }
    return true;
}

/* Who has the database of a folder; 0: nobody has had it yet. */
static pid_t holder_of(const char *folder)
{
    char name[64];
    snprintf(name, sizeof name, "%s/tournament.db.lock", folder);
    char *holder = folder_read(name);
    pid_t pid = holder ? (pid_t)atol(holder) : 0;
    free(holder);
    return pid;
}

/* Waits for a server that runs: one that is started while its forerunner still has the database
 * ends by itself. 0: the runner has ended before. */
static pid_t wait_for_server(struct process *runner, const char *folder, pid_t last)
{
    time_t end = time(NULL) + DEADLINE_MS / 1000;
    pid_t server;
    while (!(server = children_find(process_pid(runner), server_name, last)) ||
           server != holder_of(folder)) {
        cr_assert(time(NULL) < end, "no server runs in place of %d: %s", (int)last,
                  process_errors(runner));
        if (process_has_ended(runner))
            return 0;
        pause_a_moment();
    }
    return server;
}

/* --- the record does not depend on how fast it came about --- */

static void expect_same(const struct plan *plan)
{
    char *one = run(plan, "one", "1"), *many = run(plan, "many", "32");
    cr_assert(strchr(one, '\n') != NULL);
    /* The plan is in the record, but not how many matches are played at once. */
    cr_assert(strcmp(one, many) == 0, "the records differ");
    verify("many");
    free(one);
    free(many);
}

Test(tournament_run, a_round_robin_is_the_same_with_1_and_with_32_matches_at_once)
{
    expect_same(&round_robin);
}

Test(tournament_run, a_swiss_is_the_same_with_1_and_with_32_matches_at_once)
{
    expect_same(&swiss);
}

Test(tournament_run, a_knockout_is_the_same_with_1_and_with_32_matches_at_once)
{
    expect_same(&knockout);
}

/* --- nor on what is killed on the way --- */

/* What plays the tournament now. */
struct killing {
    const struct plan *plan;
    const char *folder;
    int kills; /* how many there are to be */
    int moves; /* of the whole tournament */
    struct process *runner;
    pid_t server; /* that was killed last; 0: none of this runner's yet */
};

/* The next runner begins while what the last one has started may still be ending. */
static void go_on(struct killing *killing)
{
    killing->runner = start(killing->plan, killing->folder, "8");
    killing->server = 0;
}

/* Kills the server, or the runner and starts it again, once a server runs that was not killed yet,
 * and the `number`th part of the moves is made. False: the tournament was over before that, because
 * on a busy machine it can be faster than the one who kills. */
static bool kill_on_the_way(struct killing *killing, int number, bool is_runner)
{
    pid_t server = wait_for_server(killing->runner, killing->folder, killing->server);
    if (!server || !wait_for_moves(killing->runner, killing->folder,
                                   killing->moves * number / (killing->kills + 2)))
        return false;
    killing->server = server;
    if (!is_runner) {
        kill(server, SIGKILL);
        return moves_in(killing->folder) < killing->moves;
    }
    process_signal(killing->runner, SIGKILL);
    int status = process_wait(killing->runner);
    if (status == 0)
        return false;
    cr_assert_eq(status, SIGNAL_STATUS_BASE + SIGKILL);
    bool is_on_the_way = moves_in(killing->folder) < killing->moves;
    go_on(killing);
    return is_on_the_way;
}

/* `also_runner`: every other time it is the runner that is killed, and the same command that goes
 * on. A tournament that is over before so many kills is compared all the same, and another one
 * follows, until the kills are done. */
static void expect_same_with_kills(const struct plan *plan, int kills, bool also_runner)
{
    enum { TOURNAMENTS_MAX = 20 };
    char *calm = run(plan, "calm", "32"), folder[32];
    int done = 0, moves = moves_in("calm");
    for (int n = 1; done < kills; n++) {
        cr_assert_leq(n, TOURNAMENTS_MAX, "%d tournaments were over before %d kills", n - 1, kills);
        snprintf(folder, sizeof folder, "killed-%d", n);
        struct killing killing = {.plan = plan, .folder = folder, .kills = kills, .moves = moves};
        go_on(&killing);
        for (int i = 1; done < kills && kill_on_the_way(&killing, i, also_runner && i % 2 == 0);
             i++)
            done++;
        expect_end(killing.runner);
        char *killed = record_of(folder);
        cr_assert(strcmp(calm, killed) == 0, "the records differ");
        cr_assert_eq(moves_in(folder), moves, "no move was made twice");
        verify(folder);
        free(killed);
    }
    free(calm);
}

Test(tournament_run, a_round_robin_is_the_same_after_20_kills_of_the_server)
{
    expect_same_with_kills(&round_robin, 20, false);
}

Test(tournament_run, a_knockout_is_the_same_after_5_kills_of_the_server)
{
    expect_same_with_kills(&knockout, 5, false);
}

/* After a kill the rules of each pair are drawn again, and verify draws them once more. */
Test(tournament_run, drawn_games_are_the_same_after_5_kills_of_the_server_and_the_runner)
{
    expect_same_with_kills(&drawn, 5, true);
}

Test(tournament_run, a_swiss_is_the_same_after_20_kills_of_the_server_and_the_runner)
{
    expect_same_with_kills(&swiss, 20, true);
}

Test(tournament_run, the_same_command_goes_on_after_everything_was_killed_at_once)
{
    enum { TIMES = 4 };
    char *calm = run(&round_robin, "calm", "32");
    struct killing killing = {.plan = &round_robin, .folder = "killed", .moves = moves_in("calm")};
    for (int i = 1; i <= TIMES; i++) {
        go_on(&killing);
        if (!wait_for_moves(killing.runner, "killed", killing.moves * i / (TIMES + 1)))
            break;                               /* on a busy machine it can be over before */
        process_signal(killing.runner, SIGSTOP); /* so that it replaces nobody */
        if (moves_in("killed") < killing.moves) {
            cr_expect_eq(children_signal(process_pid(killing.runner), server_name, SIGKILL), 1);
            cr_expect_eq(children_signal(process_pid(killing.runner), bot_name, SIGKILL), 4);
        }
        process_signal(killing.runner, SIGKILL);
        process_wait(killing.runner);
    }
    char *killed = run(&round_robin, "killed", "8");
    cr_assert(strcmp(calm, killed) == 0, "the records differ");
    free(calm);
    free(killed);
}

/* `number`: the signal that all bots get again and again. */
static void expect_same_with_signals(int number)
{
    enum { TIMES = 6 };
    char *calm = run(&round_robin, "calm", "32");
    int moves = moves_in("calm");
    struct process *runner = start(&round_robin, "killed", "8");
    for (int i = 1; i <= TIMES; i++) {
        cr_assert(wait_for_moves(runner, "killed", moves * i / (TIMES + 1)));
        children_signal(process_pid(runner), bot_name, number);
    }
    expect_end(runner);
    char *killed = record_of("killed");
    cr_assert(strcmp(calm, killed) == 0, "the records differ");
    free(calm);
    free(killed);
}

Test(tournament_run, bots_that_are_killed_are_started_again_and_go_on_with_their_matches)
{
    expect_same_with_signals(SIGKILL);
}

/* They end with status 0 then. */
Test(tournament_run, bots_that_are_asked_to_end_are_started_again_and_go_on_with_their_matches)
{
    expect_same_with_signals(SIGTERM);
}

/* --- the key that signs --- */

/* What `takeaway key` prints, without its line end. */
static void own_key(char ret_key[128])
{
    snprintf(ret_key, 128, "%s", takeaway_answer((const char *const[]){"key", NULL}));
    ret_key[strcspn(ret_key, "\n")] = '\0';
}

/* The record in a folder is signed with this key, and no other would do. */
static void expect_signed_with(const char *folder, const char *key)
{
    char path[FOLDER_PATH_MAX], last_line[256];
    int status;
    folder_path(folder, path);
    snprintf(last_line, sizeof last_line, "\nNo fault was found. Signed by %s\n", key);
    assert_has(takeaway_answer((const char *const[]){"verify", path, "--key", key, NULL}),
               last_line);
    const char *others[] = {
        "verify", path,
        "--key",  "ed25519:0000000000000000000000000000000000000000000000000000000000000000",
        NULL,
    };
    process_run(TAKEAWAY_PROGRAM, others, &status);
    cr_expect_eq(status, 1);
}

Test(tournament_run, all_tournaments_of_a_person_are_signed_with_one_key)
{
    static const struct plan small = {"round-robin", "1", "perfect,random"};
    char key[128], said[256];
    struct process *runner = start(&small, "one", "4");
    expect_end(runner);
    own_key(key);
    snprintf(said, sizeof said, "\nIt is signed with your key, %s\n", key);
    assert_has(process_read_rest(runner), said);
    free(run(&small, "two", "4"));
    expect_signed_with("one", key);
    expect_signed_with("two", key);
}

/* Also one that was begun with another key, such as that of its database. */
Test(tournament_run, a_folder_that_is_gone_on_with_is_signed_with_the_present_key)
{
    static const struct plan small = {"round-robin", "1", "perfect,random"};
    char file[FOLDER_PATH_MAX], before[128], key[128];
    free(run(&small, "one", "4"));
    own_key(before);
    folder_path("home/takeaway/signing-key", file);
    cr_assert_eq(unlink(file), 0);
    own_key(key);
    cr_assert(strcmp(before, key) != 0);
    free(run(&small, "one", "4"));
    expect_signed_with("one", key);
}

Test(tournament_run, a_record_without_its_signature_is_not_called_sound)
{
    static const struct plan small = {"round-robin", "1", "perfect,random"};
    char path[FOLDER_PATH_MAX], times[FOLDER_PATH_MAX], key[128];
    int status;
    free(run(&small, "one", "4"));
    own_key(key);
    folder_path("one", path);
    folder_path("one/times.jsonl", times);
    cr_assert_eq(unlink(times), 0);
    struct process *verifier =
        process_run(TAKEAWAY_PROGRAM, (const char *const[]){"verify", path, NULL}, &status);
    cr_expect_eq(status, 4);
    assert_has(process_read_rest(verifier), "\nConsistent, but not signed: ");
    assert_has(takeaway_answer((const char *const[]){"verify", path, "--unsigned", NULL}),
               "\nConsistent, but not signed: ");
    process_run(TAKEAWAY_PROGRAM, (const char *const[]){"verify", path, "--key", key, NULL},
                &status);
    cr_expect_eq(status, 1);
    process_run(TAKEAWAY_PROGRAM,
                (const char *const[]){"verify", path, "--key", key, "--unsigned", NULL}, &status);
    cr_expect_eq(status, 2);
}

/* --- the person --- */

Test(tournament_run, ctrl_c_tells_how_to_go_on_and_the_folder_alone_is_enough_for_that)
{
    char path[FOLDER_PATH_MAX], words[FOLDER_PATH_MAX + 64];
    char *calm = run(&round_robin, "calm", "32");
    struct process *runner = start(&round_robin, "left", "1");
    cr_assert(wait_for_moves(runner, "left", 40));
    process_signal(runner, SIGINT);
    cr_assert_eq(process_wait(runner), 3);
    folder_path("left", path);
    snprintf(words, sizeof words, "tournament run --out %s\n", path);
    assert_has(process_errors(runner), "The tournament stays unfinished. To go on with it: ");
    assert_has(process_errors(runner), words);
    cr_assert_not(folder_has("left/results.jsonl"));
    const char *again[] = {"tournament", "run", "--out", path, NULL};
    takeaway_run(again);
    char *left = record_of("left");
    cr_assert(strcmp(calm, left) == 0, "the records differ");
    free(calm);
    free(left);
}

Test(tournament_run, another_plan_in_the_same_folder_is_refused)
{
    char path[FOLDER_PATH_MAX];
    int status;
    free(run(&round_robin, "mine", "32"));
    folder_path("mine", path);
    const char *other[] = {"tournament", "run", "--out", path, "--rounds", "13", NULL};
    struct process *refused = process_run(TAKEAWAY_PROGRAM, other, &status);
    cr_assert_eq(status, 2);
    assert_has(process_errors(refused), "is a tournament with --rounds '8', not '13'");
}

Test(tournament_run, one_that_is_over_only_writes_its_reports_anew)
{
    char *first = run(&round_robin, "done", "32"), *again = run(&round_robin, "done", "32");
    cr_assert(strcmp(first, again) == 0);
    static const char *const files[] = {"done/times.jsonl", "done/results.csv", "done/report.txt",
                                        "done/report.html"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        cr_expect(folder_has(files[i]), "%s", files[i]);
    free(first);
    free(again);
}

Test(tournament_run, tells_a_program_the_standings_as_json)
{
    char path[FOLDER_PATH_MAX];
    folder_path("json", path);
    const char *arguments[] = {"tournament",   "run",   "--players", "perfect,random", "--starts",
                               "fair:1:20-40", "--out", path,        "--json",         NULL};
    json_t *json = parse_json(takeaway_run(arguments));
    const json_t *rows = json_object_get(json, "standings");
    cr_assert_eq(json_array_size(rows), 2);
    cr_expect_str_eq(json_string_value(json_object_get(json_array_get(rows, 0), "player")),
                     "perfect");
    cr_expect_eq(json_integer_value(json_object_get(json_array_get(rows, 0), "thrown")), 0);
    json_decref(json);
}

/* --- a bot that cannot be helped --- */

/* The third bot finds a folder where its token should be, and ends at once whenever it is started.
 */
static void spoil_token(const char *folder)
{
    char name[64], path[FOLDER_PATH_MAX];
    snprintf(name, sizeof name, "%s/tokens/3", folder);
    folder_path(name, path);
    unlink(path);
    cr_assert_eq(mkdir(path, 0700), 0);
}

static struct process *start_three(const char *folder)
{
    char path[FOLDER_PATH_MAX];
    folder_path(folder, path);
    const char *arguments[] = {
        "tournament",
        "run",
        "--players",
        "perfect,random,greedy",
        "--rounds",
        "100",
        "--starts",
        "35",
        "--clock",
        "20/move",
        "--concurrency",
        "1",
        "--out",
        path,
        NULL,
    };
    return process_start(TAKEAWAY_PROGRAM, arguments);
}

static void make_file(const char *name)
{
    char path[FOLDER_PATH_MAX];
    folder_path(name, path);
    FILE *file = fopen(path, "wxe");
    cr_assert_not_null(file);
    fclose(file);
}

Test(tournament_run, one_that_is_refused_leaves_no_folder_behind)
{
    char path[FOLDER_PATH_MAX];
    int status;
    folder_path("none", path);
    const char *arguments[] = {
        "tournament", "run",        "--game", "kayles", "--players", "perfect,random",
        "--starts",   "fair:1:1-1", "--out",  path,     NULL};
    struct process *runner = process_run(TAKEAWAY_PROGRAM, arguments, &status);
    cr_assert_eq(status, 1, "%s", process_errors(runner));
    cr_assert_not(folder_has("none"));
}

Test(tournament_run, does_not_begin_among_files_of_something_else)
{
    char path[FOLDER_PATH_MAX];
    int status;
    folder_path("mine", path);
    cr_assert_eq(mkdir(path, 0700), 0);
    make_file("mine/tournament.db");
    const char *arguments[] = {"tournament", "run", "--players", "perfect,random",
                               "--out",      path,  NULL};
    struct process *runner = process_run(TAKEAWAY_PROGRAM, arguments, &status);
    cr_assert_eq(status, 1, "%s", process_errors(runner));
    assert_has(process_errors(runner), "has files of something else in it");
    cr_assert(folder_has("mine/tournament.db"));
}

Test(tournament_run, one_in_which_a_bot_cannot_take_part_ends_with_the_reason)
{
    char path[FOLDER_PATH_MAX];
    folder_path("spoilt", path);
    cr_assert_eq(mkdir(path, 0700), 0);
    make_file("spoilt/lock");
    folder_path("spoilt/tokens", path);
    cr_assert_eq(mkdir(path, 0700), 0);
    spoil_token("spoilt");
    struct process *runner = start_three("spoilt");
    cr_assert_eq(process_wait_within(runner, RUN_MS), 1);
    assert_has(process_errors(runner), "greedy ends again and again, and cannot take part; ");
    assert_has(process_errors(runner), "programs.log may say why");
}

Test(tournament_run, a_bot_that_keeps_dying_loses_its_matches_and_the_others_play_on)
{
    struct process *runner = start_three("dying");
    cr_assert(wait_for_moves(runner, "dying", 20));
    spoil_token("dying");
    children_signal(process_pid(runner), bot_name, SIGKILL);
    expect_end(runner);
    assert_has(process_errors(runner), "greedy ends again and again, and is withdrawn; ");
    assert_has(process_read_rest(runner), "greedy (withdrew)");
    char *record = record_of("dying");
    assert_has(record, "\"type\":\"forfeit\"");
    verify("dying");
    free(record);
}

/* --- draws --- */

static int count_of(const char *text, const char *part)
{
    int count = 0;
    for (; (text = strstr(text, part)) != NULL; text += strlen(part))
        count++;
    return count;
}

/* The perfect player and the tree search draw both matches, which bring a point to each. */
Test(tournament_run, a_draw_is_half_a_point_for_each_and_stands_in_the_record, .timeout = 120)
{
    char path[FOLDER_PATH_MAX];
    folder_path("draws", path);
    const char *const arguments[] = {
        "tournament", "run", "--game",    "subtraction:2,3,clear", "--starts", "9",
        "--seed",     "5",   "--players", "perfect,mcts:500",      "--out",    path,
        NULL,
    };
    expect_end(process_start(TAKEAWAY_PROGRAM, arguments));
    char *record = record_of("draws");
    cr_assert_eq(count_of(record, "\"ending\":\"draw\",\"winner\":\"nobody\""), 2, "%s", record);
    cr_assert_eq(count_of(record, "\"marks\":\"=1 =1 =1\""), 2, "%s", record);
    cr_assert_eq(count_of(record, "\"points\":2,\"won\":0,\"drawn\":2,\"lost\":0"), 2, "%s",
                 record);
    free(record);
    verify("draws");
}
