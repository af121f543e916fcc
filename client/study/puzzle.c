/* `takeaway puzzle`: puzzles line by line, for people and for programs. The practice is that of an
 * account on a server, or else in a file of this machine.
 *
 * As in `takeaway play`, a line from a pipe waits until the program would prompt for it. */
#include "client/cli/command.h"
#include "client/cli/console.h"
#include "client/cli/input.h"
#include "client/cli/own_name.h"
#include "client/cli/practice_file.h"
#include "client/lib/lines.h"
#include "client/show/json.h"
#include "client/study/mistakes.h"
#include "common/puzzle/practice.h"
#include "common/wire/wire.h"
#include "common/words/typed.h"
#include "common/words/words.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum puzzle_source {
    SOURCE_NEW,
    SOURCE_REPEAT,
    SOURCE_DAILY,
};

struct puzzling {
    const struct options *options;
    struct console console;
    struct loop *loop;
    struct lines *lines;
    struct line_queue queue; /* typed ahead */
    bool input_has_ended;
    struct solver_shelf *shelf;
    bool has_rules;
    struct rules rules; /* --game */
    bool is_daily;
    struct puzzle puzzle;
    bool is_open;  /* the puzzle waits for an answer */
    bool is_asked; /* something is to be answered, by the server or the file */
    bool is_going; /* go_on() is at work */
    enum puzzle_source source;
    struct verdict {
        bool right, rated;
        int64_t rating_before;
        struct text said; /* why */
        struct text move; /* in the notation; empty: given up */
    } verdict;            /* of the answer under way */
    int64_t rating;
    bool has_ended; /* with ... */
    int status;
    struct error *error; /* why the command fails; its code is NONE while it does not */
    struct session *session;
    bool is_served; /* the practice is that of an account */
    /* --mistakes: */
    struct mistakes *search;
    size_t added;
};

static void stop(struct puzzling *puzzling, int status)
{
    puzzling->has_ended = true;
    puzzling->status = status;
    if (puzzling->is_served)
        session_end(puzzling->session, status);
    else
        loop_stop(puzzling->loop, status);
}

/* An answer was refused. */
static void fail(struct puzzling *puzzling, const struct error *refusal)
{
    puzzling->has_ended = true;
    if (puzzling->session) {
        session_fail(puzzling->session, refusal);
    } else {
        *puzzling->error = *refusal;
        stop(puzzling, EXIT_REFUSED);
    }
}

/* A method puzzle.* for whoever keeps the practice. */
static void call(struct puzzling *puzzling, enum wire_method method, const void *parameters,
                 client_answer *answer)
{
    puzzling->is_asked = true;
    if (puzzling->is_served)
        client_call(session_client(puzzling->session), method, parameters, answer, puzzling);
    else
        practice_file_call(puzzling->shelf, method, parameters, answer, puzzling);
}

static void go_on(struct puzzling *puzzling);

/* --- a puzzle --- */

static void show_puzzle(struct puzzling *puzzling)
{
    static const char *const sources[] = {"new", "repeat", "daily"};
    static const char *const titles[] = {"", "Once more: ", "Of today: "};
    const struct puzzle *puzzle = &puzzling->puzzle;
    struct text words = {0};
    words_position(&puzzle->rules, &puzzle->position, &words);
    if (puzzling->console.is_json) {
        json_t *body = json_pack(
            "{s:s, s:s, s:o, s:s, s:f, s:o, s:o}", "source", sources[puzzling->source], "rules",
            puzzle->rules.text, "position", json_of_position(&puzzle->rules, &puzzle->position),
            "words", text_string(&words), "rating", puzzle_rating(puzzle).rating, "legal_count",
            json_of_count(puzzle->moves), "winning_count", json_of_count(puzzle->winning));
        console_tell(&puzzling->console, "puzzle", body);
        text_finish(&words);
        return;
    }
    struct text said = {0};
    text_printf(&said, "\n%s", titles[puzzling->source]);
    words_rules(puzzle->rules.text, LOOK_PLAIN, &said);
    text_append_string(&said, ". ");
    words_explain(puzzle->rules.text, LOOK_PLAIN, &said);
    text_append_string(&said, "\n");
    if (!words_are_notation(&puzzle->rules, &puzzle->position)) {
        position_print(&puzzle->rules, &puzzle->position, &said);
        text_append_string(&said, ": ");
    }
    text_append(&said, words.bytes, words.len);
    words_drawing(&puzzle->rules, &puzzle->position, &said);
    text_append_string(&said, "\nWhich move wins?");
    console_say_text(&puzzling->console, &said);
    text_finish(&words);
}

static void show_none(struct puzzling *puzzling)
{
    console_say(&puzzling->console,
                "There is no other puzzle of %s, and none is to be repeated now.",
                puzzling->has_rules ? puzzling->rules.text : "any game");
    stop(puzzling, EXIT_OK);
}

static void on_puzzle(void *owner, const struct error *refusal, const void *result)
{
    struct puzzling *puzzling = owner;
    const struct wire_puzzle *told = result;
    struct text text = {0};
    puzzling->is_asked = false;
    if (refusal) {
        fail(puzzling, refusal);
        return;
    }
    text_append(&text, told->rules.bytes, told->rules.len);
    text_append_char(&text, ' ');
    text_append(&text, told->position.bytes, told->position.len);
    puzzling->source = wire_text_equal(told->source, "daily")    ? SOURCE_DAILY
                       : wire_text_equal(told->source, "repeat") ? SOURCE_REPEAT
                                                                 : SOURCE_NEW;
    puzzling->is_open = practice_read_puzzle(puzzling->shelf, text.bytes, &puzzling->puzzle);
    text_finish(&text);
    if (puzzling->is_open)
        show_puzzle(puzzling);
    else
        show_none(puzzling);
    go_on(puzzling);
}

static void next_puzzle(struct puzzling *puzzling)
{
    struct wire_puzzle_choice choice;
    wire_record_clear(&wire_record_puzzle_choice, &choice);
    if (puzzling->has_rules)
        choice.rules = wire_text(puzzling->rules.text);
    if (puzzling->is_daily)
        call(puzzling, WIRE_PUZZLE_DAILY, NULL, on_puzzle);
    else
        call(puzzling, WIRE_PUZZLE_NEXT, &choice, on_puzzle);
}

/* --- an answer --- */

/* What came of an answer. `done->again` is absent if the puzzle does not come again. */
static void tell_done(struct puzzling *puzzling, const struct wire_puzzle_done *done)
{
    const struct puzzle *puzzle = &puzzling->puzzle;
    struct verdict *verdict = &puzzling->verdict;
    struct text *said = &verdict->said;
    puzzling->is_open = false;
    if (puzzling->console.is_json) {
        json_t *body = json_pack("{s:s, s:o, s:o, s:s}", "rules", puzzle->rules.text, "position",
                                 json_of_position(&puzzle->rules, &puzzle->position), "move",
                                 verdict->move.len ? json_of_grown(&verdict->move) : json_null(),
                                 "words", said->bytes);
        json_t *rest = json_of_record(&wire_record_puzzle_done, done);
        json_object_update(body, rest);
        json_decref(rest);
        console_tell(&puzzling->console, "answer", body);
        text_clear(said);
        return;
    }
    text_printf(said, "\nYour rating: %" PRId64, done->rating);
    if (done->rated)
        text_printf(said, " (%+" PRId64 ")", done->rating - verdict->rating_before);
    else
        text_append_string(said, ", as before: this was no new puzzle");
    text_append_string(said, ". ");
    practice_say_again(done->again == WIRE_ABSENT ? -1 : done->again, practice_now_ms(), said);
    console_say_text(&puzzling->console, said);
}

static void on_answered(void *owner, const struct error *refusal, const void *result)
{
    struct puzzling *puzzling = owner;
    const struct wire_puzzle_done *done = result;
    puzzling->is_asked = false;
    if (refusal) {
        fail(puzzling, refusal);
        return;
    }
    puzzling->verdict.rating_before = puzzling->rating;
    puzzling->rating = done->rating;
    tell_done(puzzling, done);
    if (puzzling->is_daily)
        stop(puzzling, EXIT_OK);
    go_on(puzzling);
}

static void send_answer(struct puzzling *puzzling)
{
    const struct puzzle *puzzle = &puzzling->puzzle;
    struct wire_puzzle_answer answer;
    struct text position = {0};
    wire_record_clear(&wire_record_puzzle_answer, &answer);
    position_print(&puzzle->rules, &puzzle->position, &position);
    answer.rules = wire_text(puzzle->rules.text);
    answer.position = wire_text(position.bytes);
    if (puzzling->verdict.move.len)
        answer.move = wire_text(puzzling->verdict.move.bytes);
    answer.right = puzzling->verdict.right;
    call(puzzling, WIRE_PUZZLE_ANSWER, &answer, on_answered);
    text_finish(&position);
}

/* `move` NULL: given up. */
static void answer(struct puzzling *puzzling, const struct move *move)
{
    const struct puzzle *puzzle = &puzzling->puzzle;
    struct verdict *verdict = &puzzling->verdict;
    struct solver *solver = solver_shelf_take(puzzling->shelf, &puzzle->rules);
    text_clear(&verdict->said);
    text_clear(&verdict->move);
    verdict->right = move && puzzle_is_right(solver, puzzle, move);
    puzzle_say(solver, puzzle, move, &verdict->said);
    solver_shelf_give_back(puzzling->shelf, solver);
    if (move)
        move_print(&puzzle->rules, &puzzle->position, move, &verdict->move);
    send_answer(puzzling);
}

/* --- how it stands --- */

static void tell_state(struct puzzling *puzzling, const struct wire_practice *state)
{
    if (puzzling->console.is_json)
        console_tell(&puzzling->console, "state", json_of_record(&wire_record_practice, state));
    else
        console_say(&puzzling->console,
                    "Your rating: %" PRId64 " +- %" PRId64 ". %" PRId64 " of %" PRId64
                    " new puzzles solved; %" PRId64 " to be repeated now.",
                    state->rating, 2 * state->deviation, state->solved, state->tried, state->due);
}

static void on_state(void *owner, const struct error *refusal, const void *result)
{
    struct puzzling *puzzling = owner;
    puzzling->is_asked = false;
    if (refusal) {
        fail(puzzling, refusal);
        return;
    }
    tell_state(puzzling, result);
    go_on(puzzling);
}

/* --- input --- */

/* X(NAME, "word", "meaning") */
#define PUZZLE_COMMANDS(X)                                                                         \
    X(GIVE_UP, "give up", "tells the winning moves; it counts as a wrong answer")                  \
    X(STATE, "state", "tells your rating, and how many puzzles are to be repeated")                \
    X(MOVES, "moves", "lists legal moves; of many, the first and the last")                        \
    X(MOVES_ALL, "moves all", "lists them all, up to 1000")                                        \
    X(HELP, "help", "prints this")                                                                 \
    X(QUIT, "quit", "leaves; the puzzle waits for you")

enum command {
#define X(name, word, meaning) COMMAND_##name,
    PUZZLE_COMMANDS(X)
#undef X
        COMMAND_MOVE,
};

static const struct {
    const char *word, *meaning;
} commands[] = {
#define X(name, word, meaning) {word, meaning},
    PUZZLE_COMMANDS(X)
#undef X
};

static enum command command_of(const char *line)
{
    struct text words = {0};
    int command = 0;
    typed_normalise(line, &words);
    while (command < COMMAND_MOVE && strcmp(text_string(&words), commands[command].word) != 0)
        command++;
    text_finish(&words);
    return (enum command)command;
}

static void help(struct puzzling *puzzling)
{
    struct text text = {0};
    text_append_string(&text, "You can type a move that wins:");
    typed_moves_describe(&puzzling->puzzle.rules, &puzzling->puzzle.position, &text);
    for (int i = 0; i < COMMAND_MOVE; i++)
        text_printf(&text, "\n  %-12s %s", commands[i].word, commands[i].meaning);
    console_say_text(&puzzling->console, &text);
}

static void list_moves(struct puzzling *puzzling, bool all)
{
    struct text text = {0};
    typed_moves_list(&puzzling->puzzle.rules, &puzzling->puzzle.position, all, &text);
    console_say_text(&puzzling->console, &text);
}

static void make_move(struct puzzling *puzzling, const char *line)
{
    struct move move;
    struct error error;
    const struct puzzle *puzzle = &puzzling->puzzle;
    if (typed_move(&puzzle->rules, &puzzle->position, line, &move, &error))
        console_refuse(&puzzling->console, error.code, "Not possible", error.message);
    else
        answer(puzzling, &move);
}

static void act(struct puzzling *puzzling, const char *line)
{
    switch (command_of(line)) {
    case COMMAND_GIVE_UP:
        answer(puzzling, NULL);
        break;
    case COMMAND_STATE:
        call(puzzling, WIRE_PUZZLE_STATE, NULL, on_state);
        break;
    case COMMAND_MOVES:
        list_moves(puzzling, false);
        break;
    case COMMAND_MOVES_ALL:
        list_moves(puzzling, true);
        break;
    case COMMAND_HELP:
        help(puzzling);
        break;
    case COMMAND_QUIT:
        stop(puzzling, EXIT_OK);
        break;
    case COMMAND_MOVE:
        make_move(puzzling, line);
        break;
    }
}

static void take_line(struct puzzling *puzzling, const char *line)
{
    struct text translated = {0};
    struct error error;
    if (puzzling->console.is_json && input_is_object(line) &&
        input_of_object(line, &translated, &error))
        console_refuse(&puzzling->console, error.code, NULL, error.message);
    else if (translated.len > 0)
        act(puzzling, translated.bytes);
    else if (line[strspn(line, " \t\r")] == '\0')
        help(puzzling);
    else
        act(puzzling, line);
    text_finish(&translated);
}

/* Takes what was typed ahead, puzzle after puzzle, until more has to be typed or answered. An
 * answer may come before call() returns. */
static void go_on(struct puzzling *puzzling)
{
    if (puzzling->is_going)
        return;
    puzzling->is_going = true;
    while (!puzzling->has_ended && !puzzling->is_asked) {
        if (!puzzling->is_open) {
            next_puzzle(puzzling);
        } else if (line_queue_peek(&puzzling->queue)) {
            char *line = line_queue_take(&puzzling->queue);
            take_line(puzzling, line);
            free(line);
        } else if (puzzling->input_has_ended) {
            stop(puzzling, EXIT_OK);
        } else {
            console_prompt(&puzzling->console, "");
            break;
        }
    }
    puzzling->is_going = false;
}

static void on_line_typed(void *owner, const char *line, size_t len)
{
    struct puzzling *puzzling = owner;
    console_typed(&puzzling->console);
    line_queue_push(&puzzling->queue, line, len);
    go_on(puzzling);
}

static void on_input_ended(void *owner)
{
    struct puzzling *puzzling = owner;
    puzzling->input_has_ended = true;
    go_on(puzzling);
}

/* The rating at the beginning is known. */
static void on_standing(void *owner, const struct error *refusal, const void *result)
{
    struct puzzling *puzzling = owner;
    const struct wire_practice *state = result;
    struct lines_events events = {.owner = puzzling, .line = on_line_typed, .end = on_input_ended};
    puzzling->is_asked = false;
    if (refusal) {
        fail(puzzling, refusal);
        return;
    }
    puzzling->rating = state->rating;
    puzzling->lines = lines_create(puzzling->loop, STDIN_FILENO, &events);
    go_on(puzzling);
}

static void begin(struct puzzling *puzzling)
{
    call(puzzling, WIRE_PUZZLE_STATE, NULL, on_standing);
}

/* --- one's own mistakes --- */

static void on_added(void *owner, const struct error *refusal, const void *result)
{
    struct puzzling *puzzling = owner;
    const struct wire_puzzle_added *answer = result;
    puzzling->is_asked = false;
    if (!refusal)
        puzzling->added += answer->added;
    else if (!puzzling->has_ended)
        fail(puzzling, refusal);
}

static void on_found(void *owner, const struct puzzle *puzzle)
{
    struct puzzling *puzzling = owner;
    struct wire_puzzle_mistake mistake;
    struct text position = {0};
    if (puzzling->has_ended)
        return;
    wire_record_clear(&wire_record_puzzle_mistake, &mistake);
    position_print(&puzzle->rules, &puzzle->position, &position);
    mistake.rules = wire_text(puzzle->rules.text);
    mistake.position = wire_text(position.bytes);
    call(puzzling, WIRE_PUZZLE_MISTAKE, &mistake, on_added);
    text_finish(&position);
}

/* The answers to all mistakes are here. */
static void on_counted(void *owner, const struct error *refusal, const void *result)
{
    struct puzzling *puzzling = owner;
    if (!refusal)
        console_say(&puzzling->console,
                    "%zu new puzzle%s from what went wrong in your latest matches.",
                    puzzling->added, puzzling->added == 1 ? "" : "s");
    if (puzzling->is_served)
        on_standing(owner, refusal, result);
    else if (refusal)
        fail(puzzling, refusal);
    else
        session_end(puzzling->session, EXIT_OK);
}

static void on_looked_through(void *owner)
{
    struct puzzling *puzzling = owner;
    if (!puzzling->has_ended)
        call(puzzling, WIRE_PUZZLE_STATE, NULL, on_counted);
}

/* --- the server --- */

static void on_ready(void *owner, const struct wire_welcome *welcome, bool is_first)
{
    struct puzzling *puzzling = owner;
    (void)welcome;
    struct mistakes_events events = {
        .owner = puzzling, .found = on_found, .done = on_looked_through};
    if (!is_first)
        return;
    puzzling->is_served =
        !session_is_private(puzzling->session) && session_is_account(puzzling->session);
    if (puzzling->options->values[OPTION_MISTAKES]) {
        puzzling->search = mistakes_find(puzzling->session, puzzling->shelf, &events);
    } else if (puzzling->is_served) {
        begin(puzzling);
    } else {
        console_say(&puzzling->console,
                    "You are a guest there: what you solve is kept on this machine.");
        session_end(puzzling->session, EXIT_OK);
    }
}

static void on_interrupted(void *owner, const struct error *reason)
{
    struct puzzling *puzzling = owner;
    struct text text = {0};
    session_print_interruption(puzzling->session, reason, &text);
    console_say_text(&puzzling->console, &text);
}

static void on_closing(void *owner)
{
    struct puzzling *puzzling = owner;
    mistakes_destroy(puzzling->search);
    lines_destroy(puzzling->lines);
    puzzling->lines = NULL;
}

static int run_session(struct puzzling *puzzling)
{
    const struct options *options = puzzling->options;
    struct session_config config = {
        .loop = puzzling->loop,
        .server = options->values[OPTION_SERVER],
        .server_key = options->values[OPTION_SERVER_KEY],
        .name = options->values[OPTION_AS],
    };
    struct session_events events = {
        .owner = puzzling,
        .ready = on_ready,
        .interrupted = on_interrupted,
        .closing = on_closing,
    };
    return session_run(&config, &events, &puzzling->session);
}

/* --- the command --- */

static enum error_code read_options(struct puzzling *puzzling, struct error *error)
{
    const struct options *options = puzzling->options;
    const char *game = options->values[OPTION_GAME];
    puzzling->has_rules = game != NULL;
    puzzling->is_daily = options->values[OPTION_DAILY] != NULL;
    if (puzzling->is_daily && (game || options->values[OPTION_MISTAKES]))
        return error_set(error, ERROR_USAGE,
                         "--daily is one puzzle, the same for all: without --game and --mistakes");
    if (game && rules_parse(&puzzling->rules, game, strlen(game), error))
        return options_blame(error, "--game", game);
    return name_check_value("--as", options->values[OPTION_AS], error);
}

int puzzle_run(const struct options *options, struct error *error)
{
    struct puzzling puzzling = {
        .options = options,
        .console = console_create(options->values[OPTION_JSON] != NULL),
        .error = error,
    };
    if (read_options(&puzzling, error))
        return EXIT_USAGE;
    puzzling.loop = loop_create();
    puzzling.shelf = solver_shelf_create(SOLVER_SHELF_MEMORY_MAX);
    int status = EXIT_OK;
    if (options->values[OPTION_SERVER] || options->values[OPTION_MISTAKES])
        status = run_session(&puzzling);
    if (status == EXIT_OK && !puzzling.is_served) {
        puzzling.session = NULL; /* it has ended */
        puzzling.is_asked = false;
        begin(&puzzling);
        loop_run(puzzling.loop); /* returns at once if that has ended it */
        status = puzzling.status;
        lines_destroy(puzzling.lines);
    }
    console_finish(&puzzling.console);
    line_queue_finish(&puzzling.queue);
    text_finish(&puzzling.verdict.said);
    text_finish(&puzzling.verdict.move);
    puzzle_finish(&puzzling.puzzle);
    solver_shelf_destroy(puzzling.shelf);
    loop_destroy(puzzling.loop);
    return status;
}
