/* `takeaway solve`: perfect play, without a server. */
#include "client/cli/command.h"
#include "client/lib/loop.h"
#include "client/show/json.h"
#include "client/study/batch.h"
#include "common/words/typed.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Limits of the line of best play, which ends when it reaches either. */
enum { LINE_MOVES_MAX = 1000, LINE_MS_MAX = 2000 };

/* The answers about one position. */
struct study {
    struct rules rules;
    struct position position;
    struct solver *solver;
    struct solution solution;
    struct text explanation;
    struct best_line line;
    bool has_values; /* --values was given */
    struct move_values values;
};

static enum error_code examine(struct study *study, bool wants_values, struct error *error)
{
    study->solver = solver_create(&study->rules);
    if (wants_values && move_values_find(study->solver, &study->position, &study->values, error))
        return error->code;
    study->has_values = wants_values;
    solution_find(study->solver, &study->position, &study->solution);
    solver_explain(study->solver, &study->position, &study->explanation);
    best_line_begin(&study->line, study->solver, &study->position);
    int64_t start = clock_now_ms();
    while (!study->line.is_complete && study->line.count < LINE_MOVES_MAX &&
           clock_now_ms() - start < LINE_MS_MAX)
        best_line_go_on(&study->line);
    return ERROR_NONE;
}

static void print_study(const struct study *study, struct text *out)
{
    solution_print(&study->rules, &study->position, &study->solution, out);
    explanation_print(&study->explanation, out);
    if (study->has_values)
        move_values_print(&study->rules, &study->position, &study->values, out);
    best_line_print(&study->line, out);
}

/* A list of objects {value, moves}. */
static json_t *json_of_values(const struct rules *rules, const struct position *position,
                              const struct move_values *values)
{
    json_t *rows = json_array(), *moves = NULL;
    struct text text = {0};
    for (uint32_t i = 0; i < values->count; i++) {
        uint64_t value = values->moves[i].value;
        if (i == 0 || values->moves[i - 1].value != value) {
            moves = json_array();
            json_array_append_new(
                rows, json_pack("{s:I, s:o}", "value", (json_int_t)value, "moves", moves));
        }
        text_clear(&text);
        move_print(rules, position, &values->moves[i].move, &text);
        json_array_append_new(moves, json_string(text_string(&text)));
    }
    text_finish(&text);
    return rows;
}

static json_t *json_of_study(const struct study *study)
{
    json_t *value = json_of_solution(&study->rules, &study->position, &study->solution);
    json_object_set_new(value, "explanation", json_of_pieces(&study->explanation, '\n'));
    if (study->has_values)
        json_object_set_new(value, "values",
                            json_of_values(&study->rules, &study->position, &study->values));
    json_object_set_new(value, "line", json_of_pieces(&study->line.moves, ' '));
    json_object_set_new(value, "line_complete", json_boolean(study->line.is_complete));
    return value;
}

static void finish_study(struct study *study)
{
    move_values_finish(&study->values);
    best_line_finish(&study->line);
    text_finish(&study->explanation);
    solver_destroy(study->solver);
    position_finish(&study->position);
}

static enum error_code parse_study(const char *rules, const char *position, struct study *study,
                                   struct error *error)
{
    if (rules_parse(&study->rules, rules, strlen(rules), error))
        return options_blame(error, "RULES", rules);
    if (typed_problem_parse(&study->rules, position, strlen(position), &study->position, error))
        return options_blame(error, "POSITION", position);
    return ERROR_NONE;
}

static int certify(const struct options *options, struct error *error)
{
    struct study study = {0};
    struct text out = {0};
    if (parse_study(options->arguments[0], options->arguments[1], &study, error))
        return EXIT_USAGE;
    study.solver = solver_create(&study.rules);
    enum error_code failed = solver_prove(study.solver, &study.position, &out, error);
    finish_study(&study);
    return failed ? EXIT_USAGE : command_print(&out);
}

static int solve_one(const struct options *options, struct error *error)
{
    struct study study = {0};
    if (parse_study(options->arguments[0], options->arguments[1], &study, error))
        return EXIT_USAGE;
    struct text out = {0};
    if (examine(&study, options->values[OPTION_VALUES] != NULL, error)) {
        finish_study(&study);
        return EXIT_USAGE;
    }
    if (options->values[OPTION_JSON])
        json_print(json_of_study(&study), &out);
    else
        print_study(&study, &out);
    finish_study(&study);
    return command_print(&out);
}

/* Reads lines of standard input. */
struct input_reader {
    char bytes[65536];
    size_t len, at;
    struct text line;
};

/* Waits for more input, after it has flushed the answers, since a program may wait for them before
 * it sends more. False: end of the input, or the output is closed. */
static bool read_more(struct input_reader *reader)
{
    ssize_t len;
    if (fflush(stdout) != 0)
        return false;
    do
        len = read(STDIN_FILENO, reader->bytes, sizeof reader->bytes);
    while (len < 0 && errno == EINTR);
    reader->len = len > 0 ? (size_t)len : 0;
    reader->at = 0;
    return len > 0;
}

/* Reads a line without its newline; false at the end of the input. Keeps one byte more than the
 * limit, enough to detect an overlong line. */
static bool read_line(struct input_reader *reader)
{
    text_clear(&reader->line);
    while (reader->at < reader->len || read_more(reader)) {
        char c = reader->bytes[reader->at++];
        if (c == '\n')
            return true;
        if (reader->line.len <= BATCH_LINE_MAX)
            text_append_char(&reader->line, c);
    }
    return reader->line.len > 0;
}

/* A reader who closes our output ends the program quietly by SIGPIPE. */
static int solve_batch(bool certificates)
{
    signal(SIGPIPE, SIG_DFL);
    struct batch batch;
    struct input_reader reader = {0};
    struct text answer = {0};
    batch_init(&batch, certificates);
    while (!ferror(stdout) && read_line(&reader)) {
        text_clear(&answer);
        batch_answer(&batch, text_string(&reader.line), reader.line.len, &answer);
        fwrite(text_string(&answer), 1, answer.len, stdout);
    }
    batch_finish(&batch);
    text_finish(&reader.line);
    text_finish(&answer);
    return EXIT_OK;
}

int solve_run(const struct options *options, struct error *error)
{
    bool is_batch = options->values[OPTION_BATCH] != NULL;
    bool is_certificate = options->values[OPTION_CERTIFICATE] != NULL;
    if (is_batch && options->argument_count > 0) {
        error_set(error, ERROR_USAGE,
                  "--batch reads RULES POSITION from lines of standard input, not from '%.40s'",
                  options->arguments[0]);
        return EXIT_USAGE;
    }
    if (is_batch && options->values[OPTION_VALUES]) {
        error_set(error, ERROR_USAGE, "--values is for one position, without --batch");
        return EXIT_USAGE;
    }
    if (is_certificate && (options->values[OPTION_JSON] || options->values[OPTION_VALUES])) {
        error_set(error, ERROR_USAGE,
                  "--certificate prints its own text, without --json or --values");
        return EXIT_USAGE;
    }
    if (!is_batch && options->argument_count < 2) {
        error_set(error, ERROR_USAGE, "RULES POSITION expected");
        return EXIT_USAGE;
    }
    if (is_batch)
        return solve_batch(is_certificate);
    return is_certificate ? certify(options, error) : solve_one(options, error);
}
