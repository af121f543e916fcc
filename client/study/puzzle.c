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
    bool is_asked; /* the server has something to answer */
    enum puzzle_source source;
    struct verdict {
        bool right, rated;
        int64_t rating_before;
        struct text said; /* why */
        struct text move; /* in the notation; empty: given up */
    } verdict;            /* of the answer under way */
    int64_t rating;       /* of the account, as far as it is known */
    bool has_ended;       /* with ... */
    int status;
    struct error *error; /* why the command fails; its code is NONE while it does not */
    struct session *session;
    bool is_served; /* the practice is that of an account */
    /* --mistakes: */
    struct mistakes *search;
    struct practice mistaken; /* what the file has, and the mistakes */
    size_t added, matches;
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

static void fail(struct puzzling *puzzling)
{
    stop(puzzling, EXIT_REFUSED);
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
    words_rules(puzzle->rules.text, &said);
    text_append_string(&said, ". ");
    words_explain(puzzle->rules.text, &said);
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

static bool draw_daily(struct puzzling *puzzling)
{
    struct rules rules;
    struct puzzle_place place = puzzle_daily(practice_now_ms() / PUZZLE_DAY_MS);
    puzzle_rules_at(place.rules, &rules);
    puzzling->source = SOURCE_DAILY;
    return practice_draw(puzzling->shelf, &rules, place.number, &puzzling->puzzle);
}

static bool draw_next(struct puzzling *puzzling, const struct practice *practice)
{
    enum practice_choice choice =
        practice_next(practice, puzzling->shelf, puzzling->has_rules ? &puzzling->rules : NULL,
                      practice_now_ms(), &puzzling->puzzle);
    puzzling->source = choice == PRACTICE_REPEAT ? SOURCE_REPEAT : SOURCE_NEW;
    return choice != PRACTICE_NONE;
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
        session_fail(puzzling->session, refusal);
        puzzling->has_ended = true;
        return;
    }
    text_printf(&text, "%.*s %.*s", (int)told->rules.len, told->rules.len ? told->rules.bytes : "",
                (int)told->position.len, told->position.len ? told->position.bytes : "");
    puzzling->source = wire_text_equal(told->source, "daily")    ? SOURCE_DAILY
                       : wire_text_equal(told->source, "repeat") ? SOURCE_REPEAT
                                                                 : SOURCE_NEW;
    puzzling->is_open = practice_read_puzzle(puzzling->shelf, text.bytes, &puzzling->puzzle);
    text_finish(&text);
    if (puzzling->is_open) {
        show_puzzle(puzzling);
        go_on(puzzling);
    } else {
        show_none(puzzling);
    }
}

static void ask_for_puzzle(struct puzzling *puzzling)
{
    struct client *client = session_client(puzzling->session);
    struct wire_puzzle_choice choice;
    wire_record_clear(&wire_record_puzzle_choice, &choice);
    if (puzzling->has_rules)
        choice.rules = wire_text(puzzling->rules.text);
    puzzling->is_asked = true;
    if (puzzling->is_daily)
        client_call(client, WIRE_PUZZLE_DAILY, NULL, on_puzzle, puzzling);
    else
        client_call(client, WIRE_PUZZLE_NEXT, &choice, on_puzzle, puzzling);
}

static void next_puzzle(struct puzzling *puzzling)
{
    struct practice practice;
    if (puzzling->is_served) {
        ask_for_puzzle(puzzling);
        return;
    }
    if (practice_file_read(&practice, puzzling->error)) {
        fail(puzzling);
        return;
    }
    puzzling->is_open = puzzling->is_daily ? draw_daily(puzzling) : draw_next(puzzling, &practice);
    practice_finish(&practice);
    if (puzzling->is_open)
        show_puzzle(puzzling);
    else
        show_none(puzzling);
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
    if (done->again == WIRE_ABSENT) {
        text_append_string(said, ". You know this puzzle now: it does not come again.");
    } else {
        int64_t left_ms = done->again - practice_now_ms();
        int64_t days = left_ms > 0 ? (left_ms + PUZZLE_DAY_MS - 1) / PUZZLE_DAY_MS : 0;
        text_printf(said, ". The puzzle comes again in %" PRId64 " day%s.", days,
                    days == 1 ? "" : "s");
    }
    console_say_text(&puzzling->console, said);
}

static void on_answered(void *owner, const struct error *refusal, const void *result)
{
    struct puzzling *puzzling = owner;
    const struct wire_puzzle_done *done = result;
    puzzling->is_asked = false;
    if (refusal) {
        session_fail(puzzling->session, refusal);
        puzzling->has_ended = true;
        return;
    }
    puzzling->verdict.rating_before = puzzling->rating;
    puzzling->rating = done->rating;
    tell_done(puzzling, done);
    if (puzzling->is_daily)
        stop(puzzling, EXIT_OK);
    else
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
    puzzling->is_asked = true;
    client_call(session_client(puzzling->session), WIRE_PUZZLE_ANSWER, &answer, on_answered,
                puzzling);
    text_finish(&position);
}

static void note_answer(struct puzzling *puzzling)
{
    const struct puzzle *puzzle = &puzzling->puzzle;
    struct practice practice;
    struct text text = {0};
    struct glicko rating = puzzle_rating(puzzle);
    if (practice_file_read(&practice, puzzling->error)) {
        fail(puzzling);
        return;
    }
    puzzling->verdict.rating_before = llround(practice.rating.rating);
    puzzle_print(puzzle, &text);
    bool rated =
        practice_answer(&practice, text.bytes, &rating, puzzling->verdict.right, practice_now_ms());
    if (practice_file_write(&practice, puzzling->error)) {
        fail(puzzling);
    } else {
        const struct practice_item *item = practice_find(&practice, text.bytes);
        bool comes_again = item && item->rung < PRACTICE_LEARNED;
        struct wire_puzzle_done done = {
            .right = puzzling->verdict.right,
            .rated = rated,
            .again = comes_again ? item->due_ms : WIRE_ABSENT,
            .rating = llround(practice.rating.rating),
            .deviation = llround(practice.rating.deviation),
            .tried = practice.tried,
            .solved = practice.solved,
        };
        tell_done(puzzling, &done);
        if (puzzling->is_daily)
            stop(puzzling, EXIT_OK);
    }
    text_finish(&text);
    practice_finish(&practice);
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
    if (puzzling->is_served)
        send_answer(puzzling);
    else
        note_answer(puzzling);
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
        session_fail(puzzling->session, refusal);
        puzzling->has_ended = true;
        return;
    }
    tell_state(puzzling, result);
    go_on(puzzling);
}

static void show_state(struct puzzling *puzzling)
{
    struct practice practice;
    if (puzzling->is_served) {
        puzzling->is_asked = true;
        client_call(session_client(puzzling->session), WIRE_PUZZLE_STATE, NULL, on_state, puzzling);
        return;
    }
    if (practice_file_read(&practice, puzzling->error)) {
        fail(puzzling);
        return;
    }
    struct wire_practice state = {
        .rating = llround(practice.rating.rating),
        .deviation = llround(practice.rating.deviation),
        .tried = practice.tried,
        .solved = practice.solved,
        .met = (int64_t)practice.count,
        .due = (int64_t)practice_due(&practice, NULL, practice_now_ms()),
    };
    tell_state(puzzling, &state);
    practice_finish(&practice);
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
        show_state(puzzling);
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

/* Takes what was typed ahead, puzzle after puzzle, until more has to be typed. */
static void go_on(struct puzzling *puzzling)
{
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
            return;
        }
    }
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

static void begin(struct puzzling *puzzling)
{
    struct lines_events events = {.owner = puzzling, .line = on_line_typed, .end = on_input_ended};
    puzzling->lines = lines_create(puzzling->loop, STDIN_FILENO, &events);
    go_on(puzzling);
}

/* --- one's own mistakes --- */

static void say_added(struct puzzling *puzzling)
{
    console_say(&puzzling->console,
                "%zu new puzzle%s from what went wrong in your latest %zu match%s.",
                puzzling->added, puzzling->added == 1 ? "" : "s", puzzling->matches,
                puzzling->matches == 1 ? "" : "es");
}

static void on_added(void *owner, const struct error *refusal, const void *result)
{
    struct puzzling *puzzling = owner;
    if (refusal) {
        session_fail(puzzling->session, refusal);
        puzzling->has_ended = true;
    } else {
        puzzling->added += ((const struct wire_puzzle_added *)result)->added;
    }
}

static void on_found(void *owner, const struct puzzle *puzzle)
{
    struct puzzling *puzzling = owner;
    struct wire_puzzle_mistake mistake;
    struct text text = {0};
    puzzle_print(puzzle, &text);
    if (puzzling->is_served) {
        wire_record_clear(&wire_record_puzzle_mistake, &mistake);
        mistake.rules = wire_text(puzzle->rules.text);
        mistake.position = wire_text(text.bytes + puzzle->rules.text_len + 1);
        client_call(session_client(puzzling->session), WIRE_PUZZLE_MISTAKE, &mistake, on_added,
                    puzzling);
    } else {
        puzzling->added += practice_add_mistake(&puzzling->mistaken, text.bytes, practice_now_ms());
    }
    text_finish(&text);
}

/* The rating of the account is known, and so are the answers to all mistakes. */
static void on_standing(void *owner, const struct error *refusal, const void *result)
{
    struct puzzling *puzzling = owner;
    const struct wire_practice *state = result;
    puzzling->is_asked = false;
    if (refusal) {
        session_fail(puzzling->session, refusal);
        puzzling->has_ended = true;
        return;
    }
    puzzling->rating = state->rating;
    if (puzzling->search)
        say_added(puzzling);
    begin(puzzling);
}

static void ask_for_standing(struct puzzling *puzzling)
{
    puzzling->is_asked = true;
    client_call(session_client(puzzling->session), WIRE_PUZZLE_STATE, NULL, on_standing, puzzling);
}

static void on_looked_through(void *owner, size_t matches)
{
    struct puzzling *puzzling = owner;
    puzzling->matches = matches;
    if (puzzling->is_served) {
        ask_for_standing(puzzling);
    } else if (practice_file_write(&puzzling->mistaken, puzzling->error)) {
        session_end(puzzling->session, EXIT_REFUSED);
    } else {
        say_added(puzzling);
        session_end(puzzling->session, EXIT_OK);
    }
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
        ask_for_standing(puzzling);
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
    if (practice_file_read(&puzzling->mistaken, puzzling->error))
        return EXIT_REFUSED;
    int status = session_run(&config, &events, &puzzling->session);
    practice_finish(&puzzling->mistaken);
    return status;
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
