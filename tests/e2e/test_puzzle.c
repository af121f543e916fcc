/* `takeaway puzzle`: line by line and in JSON, with a practice that lasts, and with puzzles of
 * one's own mistakes. */
#include "tests/e2e/folder.h"
#include "tests/e2e/play.h"
#include "tests/e2e/process.h"
#include "tests/e2e/server.h"
#include "tests/e2e/stage.h"
#include "tests/e2e/takeaway.h"

#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

STAGE(puzzle);

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    cr_assert_not_null(text, "%s is no text", key);
    return text;
}

static bool is_true(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    cr_assert(value && json_typeof(value) <= JSON_FALSE && json_typeof(value) >= JSON_TRUE,
              "%s is no boolean", key);
    return json_typeof(value) == JSON_TRUE;
}

static json_t *read_event(struct process *process, const char *event)
{
    const char *line = process_read_line(process);
    cr_assert_not_null(line, "the output ends before '%s': %s", event, process_errors(process));
    json_t *body = parse_json(line);
    cr_assert_str_eq(text_of(body, "event"), event, "%s", line);
    return body;
}

/* The first winning move of a puzzle, as `takeaway solve` knows it. */
static void solve(const json_t *puzzle, char ret_move[64])
{
    json_t *solved = parse_json(takeaway_answer(
        WORDS("solve", text_of(puzzle, "rules"), text_of(puzzle, "position"), "--json")));
    const json_t *moves = json_object_get(solved, "winning_moves");
    cr_assert_eq(json_array_size(moves),
                 (size_t)json_integer_value(json_object_get(puzzle, "winning_count")));
    snprintf(ret_move, 64, "%s\n", json_string_value(json_array_get(moves, 0)));
    json_decref(solved);
}

/* Answers the next puzzle, and returns the answer's event. */
static json_t *answer_next(struct process *process, bool right, json_t **ret_puzzle)
{
    char move[64] = "give up\n";
    json_t *puzzle = read_event(process, "puzzle");
    if (right)
        solve(puzzle, move);
    process_write(process, move);
    json_t *answer = read_event(process, "answer");
    cr_assert_eq(is_true(answer, "right"), right);
    cr_assert_str_eq(text_of(answer, "position"), text_of(puzzle, "position"));
    *ret_puzzle = puzzle;
    return answer;
}

static double number_of(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

Test(puzzle, the_rating_follows_the_answers_and_outlives_the_program)
{
    double rating = 1500;
    struct process *process = process_start(TAKEAWAY_PROGRAM, WORDS("puzzle", "--json"));
    for (int i = 0; i < 6; i++) {
        bool right = i % 3 != 2;
        json_t *puzzle, *answer = answer_next(process, right, &puzzle);
        cr_expect(is_true(answer, "rated"));
        cr_expect(right ? number_of(answer, "rating") > rating
                        : number_of(answer, "rating") < rating);
        rating = number_of(answer, "rating");
        json_decref(puzzle);
        json_decref(answer);
    }
    /* Killed, with a puzzle before it: what was answered is kept, and the puzzle waits. */
    json_t *waiting = read_event(process, "puzzle");
    process_signal(process, SIGKILL);
    process_wait(process);
    process = process_start(TAKEAWAY_PROGRAM, WORDS("puzzle", "--json"));
    json_t *puzzle, *answer = answer_next(process, true, &puzzle);
    cr_expect(json_equal(puzzle, waiting));
    cr_expect_eq(number_of(answer, "tried"), 7);
    cr_expect_eq(number_of(answer, "solved"), 5);
    process_close_input(process);
    cr_expect_eq(process_wait(process), 0);
    json_decref(waiting);
    json_decref(puzzle);
    json_decref(answer);
}

Test(puzzle, what_is_due_comes_again)
{
    struct process *process =
        process_start(TAKEAWAY_PROGRAM, WORDS("puzzle", "--game", "nim", "--json"));
    json_t *first, *answer = answer_next(process, false, &first);
    json_decref(answer);
    process_close_input(process);
    cr_expect_eq(process_wait(process), 0);
    /* A day later: the file says when. */
    char path[FOLDER_PATH_MAX], *kept;
    static const char name[] = "home/takeaway/puzzles";
    kept = folder_read(name);
    cr_assert_not_null(kept);
    char *item = strchr(kept, ';');
    cr_assert_not_null(item);
    folder_path(name, path);
    FILE *file = fopen(path, "w");
    fprintf(file, "%.*s;0 1 nim %s;\n", (int)(item - kept), kept, text_of(first, "position"));
    fclose(file);
    free(kept);
    process = process_start(TAKEAWAY_PROGRAM, WORDS("puzzle", "--json"));
    json_t *again;
    answer = answer_next(process, true, &again);
    cr_expect_str_eq(text_of(again, "source"), "repeat");
    cr_expect_str_eq(text_of(again, "position"), text_of(first, "position"));
    cr_expect_not(is_true(answer, "rated"));
    json_decref(first);
    json_decref(again);
    json_decref(answer);
    process_close_input(process);
    cr_expect_eq(process_wait(process), 0);
    /* A damaged practice is not thrown away. */
    file = fopen(path, "w");
    fprintf(file, "nonsense\n");
    fclose(file);
    int status;
    process = process_run(TAKEAWAY_PROGRAM, WORDS("puzzle"), &status);
    cr_expect_eq(status, 1);
    assert_has(process_errors(process), "is damaged");
}

Test(puzzle, people_read_why_and_may_give_up)
{
    struct process *process = process_start(TAKEAWAY_PROGRAM, WORDS("puzzle", "--game", "chomp"));
    process_find_line(process, "Chomp. ");
    process_find_line(process, "Which move wins?");
    process_write(process, "nonsense\n");
    process_find_line(process, "Not possible: ");
    process_write(process, "help\n");
    process_find_line(process, "give up");
    process_write(process, "give up\n");
    process_find_line(process, "Right would be: ");
    process_find_line(process, "The puzzle comes again in 1 day.");
    process_find_line(process, "Which move wins?");
    process_write(process, "quit\n");
    cr_expect_eq(process_wait(process), 0);
}

Test(puzzle, the_daily_one_is_the_same_for_all_and_ends_with_its_answer)
{
    struct process *process = process_start(TAKEAWAY_PROGRAM, WORDS("puzzle", "--daily", "--json"));
    json_t *puzzle, *answer = answer_next(process, true, &puzzle);
    cr_expect_str_eq(text_of(puzzle, "source"), "daily");
    cr_expect(is_true(answer, "rated"));
    cr_expect_eq(process_wait(process), 0);
    json_decref(answer);
    process = process_start(TAKEAWAY_PROGRAM, WORDS("puzzle", "--daily", "--json"));
    json_t *again;
    answer = answer_next(process, true, &again);
    cr_expect_not(is_true(answer, "rated"), "only the first answer is rated");
    cr_expect_eq(process_wait(process), 0);
    json_decref(answer);
    json_decref(puzzle);
    json_decref(again);
}

Test(puzzle, one_s_own_mistakes_become_puzzles)
{
    /* On a private server: taking the heap of 7 throws the win away. */
    struct process *play = process_start(
        TAKEAWAY_PROGRAM, WORDS("play", "--game", "nim", "--start", "3+5+7", "--first", "me"));
    process_write(play, "7>0\nresign!\n");
    process_close_input(play);
    process_read_rest(play);
    process_wait(play);
    struct process *process =
        process_start(TAKEAWAY_PROGRAM, WORDS("puzzle", "--mistakes", "--json"));
    json_t *notice = read_event(process, "notice");
    cr_expect_str_eq(text_of(notice, "message"),
                     "1 new puzzle from what went wrong in your latest matches.");
    json_t *puzzle, *answer = answer_next(process, true, &puzzle);
    cr_expect_str_eq(text_of(puzzle, "rules"), "nim");
    cr_expect_str_eq(text_of(puzzle, "position"), "3+5+7");
    cr_expect_not(is_true(answer, "rated"));
    json_decref(notice);
    json_decref(puzzle);
    json_decref(answer);
    process_close_input(process);
    cr_expect_eq(process_wait(process), 0);
    /* Once only. */
    assert_has(takeaway_run(WORDS("puzzle", "--mistakes")), "0 new puzzles");
}

/* --- with an account on a server --- */

/* The program logs in as ann with the token that `register` keeps. */
static void register_ann(const struct server *server)
{
    const char *const arguments[] = {"register", "ann", "--server", server->address, NULL};
    struct process *process = process_start(TAKEAWAY_PROGRAM, arguments);
    process_write(process, "open sesame\nopen sesame\n");
    process_close_input(process);
    process_read_rest(process);
    cr_assert_eq(process_wait(process), 0, "%s", process_errors(process));
}

static struct process *puzzles_of_ann(const struct server *server)
{
    const char *const arguments[] = {"puzzle",        "--as",   "ann", "--server",
                                     server->address, "--json", NULL};
    return process_start(TAKEAWAY_PROGRAM, arguments);
}

Test(puzzle, an_account_has_its_practice_on_the_server_and_a_kill_loses_nothing)
{
    struct server server = server_start();
    register_ann(&server);
    struct process *process = puzzles_of_ann(&server);
    double rating = 1500;
    json_t *puzzle, *answer = NULL;
    for (int i = 0; i < 4; i++) {
        json_decref(answer);
        answer = answer_next(process, i != 2, &puzzle);
        cr_expect(is_true(answer, "rated"));
        cr_expect(i != 2 ? number_of(answer, "rating") > rating
                         : number_of(answer, "rating") < rating);
        rating = number_of(answer, "rating");
        json_decref(puzzle);
    }
    /* What was acknowledged is on disk; the program goes on when the server is back. */
    json_t *waiting = read_event(process, "puzzle");
    server_kill(&server);
    server_start_again(&server);
    char move[64];
    solve(waiting, move);
    process_write(process, move);
    json_t *told = NULL;
    do {
        json_decref(told);
        told = parse_json(process_read_line(process));
    } while (strcmp(text_of(told, "event"), "answer") != 0);
    cr_expect(is_true(told, "rated"));
    cr_expect_eq(number_of(told, "tried"), 5);
    cr_expect_eq(number_of(told, "solved"), 4);
    process_close_input(process);
    cr_expect_eq(process_wait(process), 0);
    json_decref(told);
    json_decref(waiting);
    json_decref(answer);

    /* The same from another place, which has nothing in its own file. */
    cr_expect_not(folder_has("home/takeaway/puzzles"));
    process = puzzles_of_ann(&server);
    json_decref(read_event(process, "puzzle"));
    process_write(process, "state\n");
    json_t *state = read_event(process, "state");
    cr_expect_eq(number_of(state, "tried"), 5);
    cr_expect_eq(number_of(state, "met"), 5);
    cr_expect_eq(number_of(state, "due"), 0);
    json_decref(state);
    process_close_input(process);
    cr_expect_eq(process_wait(process), 0);
}

static const struct wire_puzzle *next_of(struct peer *peer, const char *rules)
{
    struct wire_puzzle_choice choice;
    wire_record_clear(&wire_record_puzzle_choice, &choice);
    if (rules)
        choice.rules = wire_text(rules);
    return peer_call(peer, WIRE_PUZZLE_NEXT, &choice);
}

/* The answer to a puzzle that gives it up, and says that it was right. */
static struct wire_puzzle_answer answer_to(const struct wire_puzzle *puzzle)
{
    struct wire_puzzle_answer answer;
    wire_record_clear(&wire_record_puzzle_answer, &answer);
    answer.rules = puzzle->rules;
    answer.position = puzzle->position;
    answer.right = true;
    answer.key = fresh_key();
    return answer;
}

static int count_rows(const struct server *server, const char *table)
{
    char sql[64];
    snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", table);
    char *rows = test_database_ask(server->database, sql);
    int count = atoi(rows);
    free(rows);
    return count;
}

static const struct wire_practice *state_of(struct peer *peer)
{
    return peer_call(peer, WIRE_PUZZLE_STATE, NULL);
}

Test(puzzle, the_server_chooses_what_is_rated_and_judges_it)
{
    struct server server = server_start();
    struct peer *ann = account_open(&server, "ann", "open sesame");
    const struct wire_puzzle *puzzle = next_of(ann, NULL), *again = next_of(ann, NULL);
    cr_assert(wire_text_equal(puzzle->source, "new"));
    cr_assert_eq(puzzle->position.len, again->position.len);
    cr_assert_arr_eq(puzzle->position.bytes, again->position.bytes, puzzle->position.len);

    struct wire_puzzle_answer answer = answer_to(puzzle);
    const struct wire_puzzle_done *done = peer_call(ann, WIRE_PUZZLE_ANSWER, &answer);
    cr_expect_not(done->right, "a new puzzle is not judged by the player's word");
    cr_expect(done->rated);
    cr_expect_lt(done->rating, 1500);
    /* The same request again, and then another one about the same puzzle. */
    const struct wire_puzzle_done *same = peer_call(ann, WIRE_PUZZLE_ANSWER, &answer);
    cr_expect_eq(same->again, done->again);
    cr_expect_eq(same->rated, true);
    cr_expect_eq(same->rating, done->rating);
    cr_expect_eq(state_of(ann)->tried, 1);
    answer.key = fresh_key();
    done = peer_call(ann, WIRE_PUZZLE_ANSWER, &answer);
    cr_expect_not(done->rated);

    /* One that nobody has given. */
    answer.position = wire_text("1+2+3");
    answer.rules = wire_text("nim");
    answer.key = fresh_key();
    cr_expect_eq(peer_refusal(ann, WIRE_PUZZLE_ANSWER, &answer), ERROR_BAD_POSITION);
    answer.move = wire_text("9>1");
    cr_expect_eq(peer_refusal(ann, WIRE_PUZZLE_ANSWER, &answer), ERROR_BAD_MOVE);
    struct wire_puzzle_choice choice = {.rules = wire_text("octal:0.6")};
    cr_expect_eq(peer_refusal(ann, WIRE_PUZZLE_NEXT, &choice), ERROR_BAD_RULES);
    cr_expect_eq(state_of(ann)->tried, 1);

    /* Guests keep their own. */
    struct peer *ben = peer_join(&server, "ben");
    cr_expect_eq(peer_refusal(ben, WIRE_PUZZLE_STATE, NULL), ERROR_NO_ACCOUNT);
    cr_expect_eq(peer_refusal(ben, WIRE_PUZZLE_DAILY, NULL), ERROR_NO_ACCOUNT);
}

Test(puzzle, answers_that_come_at_once_are_each_rated_once)
{
    struct server server = server_start();
    struct peer *ann = account_open(&server, "ann", "open sesame");
    struct wire_puzzle_answer first = answer_to(next_of(ann, "chomp"));
    char key[] = "another";
    struct wire_puzzle_answer second = first;
    second.key = wire_text(key);
    uint32_t asked = peer_ask_both(ann, WIRE_PUZZLE_ANSWER, &first, WIRE_PUZZLE_ANSWER, &second);
    const struct wire_puzzle_done *one = peer_answer(ann, asked).result;
    const struct wire_puzzle_done *other = peer_answer(ann, asked + 1).result;
    cr_assert(one && other);
    cr_expect_eq(one->rated + other->rated, 1);
    cr_expect_eq(state_of(ann)->tried, 1);
    cr_expect_eq(state_of(ann)->met, 1);
}

/* The first would be due for ever, the second keeps the solver busy for seconds. */
Test(puzzle, a_mistake_that_is_no_puzzle_or_hard_to_solve_is_refused)
{
    struct server server = server_start();
    struct peer *ann = account_open(&server, "ann", "open sesame");
    static const char *const positions[][2] = {{"nim", "5+5"}, {"grundy", "1048000+1048000"}};
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        struct wire_puzzle_mistake mistake = {.rules = wire_text(positions[i][0]),
                                              .position = wire_text(positions[i][1]),
                                              .key = wire_text(positions[i][0])};
        cr_expect_eq(peer_answer(ann, peer_ask(ann, WIRE_PUZZLE_MISTAKE, &mistake)).code,
                     ERROR_BAD_POSITION);
    }
    cr_expect_eq(state_of(ann)->met, 0);
}

Test(puzzle, a_mistake_is_due_at_once_and_an_account_that_is_closed_leaves_nothing)
{
    struct server server = server_start();
    struct peer *ann = account_open(&server, "ann", "open sesame");
    struct wire_puzzle_mistake mistake = {
        .rules = wire_text("nim"), .position = wire_text("7+5+3"), .key = wire_text("k1")};
    const struct wire_puzzle_added *added = peer_call(ann, WIRE_PUZZLE_MISTAKE, &mistake);
    cr_expect(added->added);
    mistake.key = wire_text("k2");
    added = peer_call(ann, WIRE_PUZZLE_MISTAKE, &mistake);
    cr_expect_not(added->added);
    const struct wire_puzzle *puzzle = next_of(ann, NULL);
    cr_expect(wire_text_equal(puzzle->source, "repeat"));
    cr_expect(wire_text_equal(puzzle->position, "3+5+7"));
    struct wire_puzzle_answer answer = answer_to(puzzle);
    const struct wire_puzzle_done *done = peer_call(ann, WIRE_PUZZLE_ANSWER, &answer);
    cr_expect(done->right, "of a repetition the player's word is taken");
    cr_expect_not(done->rated);
    cr_expect_eq(state_of(ann)->due, 0);
    cr_expect_eq(state_of(ann)->met, 1);
    cr_expect_eq(account_close(ann, "open sesame"), ERROR_NONE);
    server_stop(&server);
    cr_expect_eq(count_rows(&server, "practice"), 0);
    cr_expect_eq(count_rows(&server, "practice_item"), 0);
}
