/* takeaway without a server: solve, its batches, tables and pictures, as people and programs call
 * them. */
#include "common/base/text.h"
#include "tests/e2e/folder.h"
#include "tests/e2e/stage.h"
#include "tests/e2e/takeaway.h"

#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

STAGE(analysis);

static const char *text_at(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    cr_assert_not_null(text, "%s is no text", key);
    return text;
}

/* --- one position --- */

Test(analysis, solve_tells_all_about_a_position)
{
    const char *said = takeaway_answer((const char *[]){"solve", "nim", "3+5+7", NULL});
    assert_has(said, "an N-position");
    assert_has(said, "\nWinning moves (3): 3>2 5>4 7>6\n");
    assert_has(said, "\nWhy:\n  Bring 3 down to 2: ");
    assert_has(said, "\n  3   11\n  5  101\n");
    assert_has(said, "\nBest play of both sides, ");
}

Test(analysis, solve_prints_json_with_the_figures_and_the_line)
{
    json_t *value = parse_json(
        takeaway_answer((const char *[]){"solve", "fibonacci-nim", "17", "--json", NULL}));
    const json_t *line = json_object_get(value, "line");
    cr_assert_str_eq(text_at(value, "best"), "17>16");
    cr_assert_gt(json_array_size(json_object_get(value, "explanation")), 0);
    cr_assert_str_eq(json_string_value(json_array_get(line, 0)), "17>16");
    cr_assert_eq(json_typeof(json_object_get(value, "line_complete")), JSON_TRUE);
    json_decref(value);
}

Test(analysis, solve_ends_soon_where_best_play_does_not)
{
    json_t *value = parse_json(takeaway_answer((const char *[]){
        "solve", "nim", "9000000000000000000+9000000000000000000", "--json", NULL}));
    cr_assert_eq(json_typeof(json_object_get(value, "line_complete")), JSON_FALSE);
    cr_assert_leq(json_array_size(json_object_get(value, "line")), 1000);
    json_decref(value);
}

/* --- batches --- */

static struct process *start_batch(void)
{
    return process_start(TAKEAWAY_PROGRAM, (const char *[]){"solve", "--batch", NULL});
}

static void expect_error(const char *answer, int line, const char *message)
{
    json_t *value = parse_json(answer);
    cr_assert_eq(json_integer_value(json_object_get(value, "line")), line);
    assert_has(text_at(value, "error"), message);
    json_decref(value);
}

Test(analysis, a_program_can_converse_with_a_batch)
{
    struct process *batch = start_batch();
    process_write(batch, "# one\n\nnim 3+5+7\n");
    json_t *value = parse_json(process_read_line(batch));
    cr_assert_str_eq(text_at(value, "outcome"), "N");
    json_decref(value);
    process_write(batch, "chess 3\nnim 3+\n");
    expect_error(process_read_line(batch), 4, "RULES: a game was expected");
    expect_error(process_read_line(batch), 5, "POSITION: at 3 (the end): a number was expected");
    process_write(batch, "kayles 5+8"); /* the end of the input ends the line too */
    process_close_input(batch);
    value = parse_json(process_read_line(batch));
    cr_assert_str_eq(text_at(value, "rules"), "octal:0.77");
    json_decref(value);
    cr_assert_null(process_read_line(batch));
    cr_assert_eq(process_wait(batch), 0);
    cr_assert_str_empty(process_errors(batch));
}

/* Writes a file in the folder. */
static void write_file(const char *name, const struct text *text, char path[FOLDER_PATH_MAX])
{
    folder_path(name, path);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    cr_assert_eq(fwrite(text->bytes, 1, text->len, file), text->len);
    cr_assert_eq(fclose(file), 0);
}

static struct process *run_batch_on(const struct text *lines)
{
    char path[FOLDER_PATH_MAX];
    int status;
    write_file("lines", lines, path);
    struct process *batch =
        process_run_on(TAKEAWAY_PROGRAM, (const char *[]){"solve", "--batch", NULL}, path, &status);
    cr_assert_eq(status, 0, "it ended with %d: %s", status, process_errors(batch));
    return batch;
}

Test(analysis, a_batch_of_many_lines_is_answered_in_order)
{
    enum { LINES = 4000 };
    static const char *const rules[] = {"nim", "kayles", "take-away:2x", "wythoff"};
    struct text lines = {0};
    for (int i = 0; i < LINES; i++)
        text_printf(&lines, "%s %d\n", rules[i % 4], i + 1);
    struct process *batch = run_batch_on(&lines);
    for (int i = 0; i < LINES; i++) {
        char position[32];
        const char *answer = process_read_line(batch);
        snprintf(position, sizeof position, "\"position\": \"%d\"", i + 1);
        if (!answer || !strstr(answer, position))
            cr_fatal("line %d was answered by %s", i + 1, answer ? answer : "nothing");
    }
    cr_assert_null(process_read_line(batch));
    text_finish(&lines);
}

Test(analysis, a_batch_refuses_a_line_that_is_too_long_and_goes_on)
{
    struct text lines = {0};
    text_append_string(&lines, "nim 1");
    while (lines.len < 1000000)
        text_append_string(&lines, "+1");
    text_append_string(&lines, "\nnim 2\n");
    struct process *batch = run_batch_on(&lines);
    expect_error(process_read_line(batch), 1, "the line is over 16896 bytes");
    assert_has(process_read_line(batch), "\"position\": \"2\"");
    text_finish(&lines);
}

Test(analysis, a_batch_ends_quietly_when_nobody_reads_it_any_more)
{
    struct process *batch = start_batch();
    process_write(batch, "nim 1\n");
    assert_has(process_read_line(batch), "\"outcome\": \"N\"");
    process_close_output(batch);
    process_write(batch, "nim 2\n");
    cr_assert_eq(process_wait(batch), SIGNAL_STATUS_BASE + SIGPIPE);
    cr_assert_str_empty(process_errors(batch));
}

/* --- tables --- */

Test(analysis, tables_are_printed_for_people_and_for_programs)
{
    const char *said = takeaway_answer((const char *[]){"table", "kayles", "--upto", "200", NULL});
    assert_has(said, "\n 70  6 7 4 1 2 8 1 4 7 2\n");
    assert_has(said, "\nPeriod 12 from 71 on, proven with the values to 167");
    cr_assert_str_eq(
        takeaway_answer((const char *[]){"table", "wythoff", "--upto", "5", "--csv", NULL}),
        "smaller,larger\r\n1,2\r\n3,5\r\n");
    json_t *value = parse_json(takeaway_answer(
        (const char *[]){"table", "fibonacci-nim", "--upto", "9", "--lost", "--json", NULL}));
    const json_t *heaps = json_object_get(json_object_get(value, "columns"), "heap");
    cr_assert_eq(json_array_size(heaps), 5);
    cr_assert_eq(json_integer_value(json_array_get(heaps, 4)), 8);
    json_decref(value);
}

/* --- pictures --- */

static void assert_png(const char *name, unsigned width, unsigned height)
{
    static const unsigned char signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    unsigned char head[24] = {0};
    char path[FOLDER_PATH_MAX];
    folder_path(name, path);
    FILE *file = fopen(path, "rb");
    cr_assert_not_null(file, "there is no %s", path);
    cr_assert_eq(fread(head, 1, sizeof head, file), sizeof head);
    fclose(file);
    cr_assert_arr_eq(head, signature, sizeof signature);
    cr_assert_eq((unsigned)head[18] << 8 | head[19], width);
    cr_assert_eq((unsigned)head[22] << 8 | head[23], height);
}

Test(analysis, gnuplot_draws_pictures)
{
    char png[FOLDER_PATH_MAX], svg[FOLDER_PATH_MAX];
    if (system("command -v gnuplot >/dev/null") != 0)
        cr_skip_test("gnuplot is not installed (Debian: gnuplot-nox)");
    folder_path("it's.png", png);
    folder_path("p.svg", svg);
    takeaway_answer((const char *[]){"plot", "values", "kayles", "--upto", "100", "--out", png,
                                     "--width", "640", "--height", "480", NULL});
    assert_png("it's.png", 640, 480);
    takeaway_answer((const char *[]){"plot", "cutoffs", "--upto", "10", "--out", png, NULL});
    assert_png("it's.png", 1000, 700);
    takeaway_answer(
        (const char *[]){"plot", "positions", "wythoff", "--upto", "20", "--out", svg, NULL});
    char *picture = folder_read("p.svg");
    cr_assert_not_null(picture);
    assert_has(picture, "<svg");
    free(picture);
    int status;
    struct process *plot = process_run(
        TAKEAWAY_PROGRAM,
        (const char *[]){"plot", "values", "nim", "--upto", "5", "--out", "/nowhere/p.png", NULL},
        &status);
    cr_assert_eq(status, 1);
    const char *errors = process_errors(plot);
    assert_has(errors, "/nowhere/p.png: cannot write in the folder /nowhere/: No such file");
    cr_assert_null(strstr(errors, "gnuplot"));
}

Test(analysis, the_script_can_be_had_without_gnuplot)
{
    setenv("PATH", "/nowhere", 1);
    const char *script = takeaway_answer((const char *[]){"plot", "positions", "nim", "--upto", "5",
                                                          "--script", "--out", "p.png", NULL});
    assert_has(script, "set output 'p.png'\n");
    assert_has(script, "$lost << END\n0 0\n1 1\n");
    int status;
    struct process *plot = process_run(
        TAKEAWAY_PROGRAM,
        (const char *[]){"plot", "values", "nim", "--upto", "5", "--out", "p.png", NULL}, &status);
    cr_assert_eq(status, 1);
    assert_has(process_errors(plot), "apt install gnuplot-nox");
}

Test(analysis, wrong_command_lines_are_refused)
{
    static const char *const lines[][8] = {
        {"solve", NULL},
        {"solve", "nim", NULL},
        {"solve", "nim", "3+", NULL},
        {"solve", "--batch", "nim", "3", NULL},
        {"solve", "--certificate", "--json", "nim", "3", NULL},
        {"solve", "--certificate", "--values", "nim", "3", NULL},
        {"solve", "--certificate", "grundy", "1500", NULL},
        {"table", "nim", NULL},
        {"table", "nim", "--upto", "0", NULL},
        {"table", "nim", "--upto", "2000000", NULL},
        {"table", "nim", "--upto", "5", "--heaps", "3", NULL},
        {"table", "nim", "--upto", "5", "--csv", "--json", NULL},
        {"table", "chomp", "--upto", "5", NULL},
        {"plot", "values", "nim", "--upto", "5", NULL},
        {"plot", "values", "--upto", "5", "--script", NULL},
        {"plot", "values", "nim", "--script", NULL},
        {"plot", "values", "nim", "--upto", "5", "--out", "p.gif", NULL},
        {"plot", "cutoffs", "nim", "--upto", "5", "--script", NULL},
        {"plot", "cutoffs", "--upto", "2", "--script", NULL},
        {"plot", "money", "--upto", "5", "--script", NULL},
        {"plot", "values", "nim", "--upto", "5", "--script", "--width=0", NULL},
        {"plot", "positions", "fibonacci-nim", "--upto", "5", "--script", NULL},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        int status;
        struct process *process = process_run(TAKEAWAY_PROGRAM, lines[i], &status);
        cr_expect_eq(status, 2, "command line %zu ends with %d: %s", i, status,
                     process_errors(process));
        cr_expect_str_not_empty(process_errors(process), "command line %zu", i);
    }
}

static void expect_said(const char *const *arguments, const char *expected)
{
    int status;
    struct process *process = process_run(TAKEAWAY_PROGRAM, arguments, &status);
    cr_expect_eq(status, 2);
    cr_expect(strstr(process_errors(process), expected) != NULL, "'%s' is not in: %s", expected,
              process_errors(process));
}

Test(analysis, what_is_missing_or_wrong_is_said)
{
    expect_said((const char *[]){"plot", "foo", NULL},
                "plot: there is no picture 'foo', but values, cutoffs, positions\n");
    expect_said((const char *[]){"plot", "values", NULL},
                "plot: still to be given: RULES --upto N --out FILE.png (or FILE.svg)\n");
    expect_said((const char *[]){"plot", "values", "kayles", NULL},
                "plot: still to be given: --upto N --out FILE.png (or FILE.svg)\n");
    expect_said((const char *[]){"plot", "cutoffs", "--script", NULL},
                "plot: still to be given: --upto N\n");
    expect_said((const char *[]){"plot", "values", "wythoff", "--upto", "9", "--script", NULL},
                "plot: single heaps of wythoff have no values here; `plot positions` shows two "
                "heaps that are lost\n");
    expect_said((const char *[]){"table", "nim,misere", "--upto", "9", NULL},
                "table: single heaps of nim,misere have no values here; --lost and --heaps 2 list "
                "the positions that are lost\n");
    expect_said(
        (const char *[]){"plot", "values", "fibonacci-nim,misere", "--upto", "1", "--script", NULL},
        "plot: take-away:2x,misere has nothing to show up to 1\n");
    expect_said((const char *[]){"solve", "take-away:0.5x", "5", NULL},
                "RULES 'take-away:0.5x': the coefficient of x is below 1; such rules are written "
                "take-away:F (as take-away:2x)\n");
    expect_said((const char *[]){"solve", "fibonacci-nim", "5@", NULL},
                "POSITION '5@': at 3 (the end): a number was expected; for example 35@12\n");
}
