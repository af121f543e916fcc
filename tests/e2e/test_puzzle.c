/* `takeaway puzzle`: line by line and in JSON, with a practice that lasts, and with puzzles of
 * one's own mistakes. */
#include "tests/e2e/folder.h"
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
                     "1 new puzzle from what went wrong in your latest 1 match.");
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
