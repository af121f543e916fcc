/* `takeaway puzzle`: puzzles line by line, for people and for programs. The practice of a guest is
 * in a file of this machine.
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
#include "common/words/typed.h"
#include "common/words/words.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum puzzle_source {
    SOURCE_NEW,
    SOURCE_REPEAT,
    SOURCE_DAILY,
};

struct puzzling {
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
    bool is_open;   /* the puzzle waits for an answer */
    bool has_ended; /* with ... */
    int status;
    enum puzzle_source source;
    struct error *error; /* why the command fails; its code is NONE while it does not */
    /* --mistakes: of the session in which they are looked for. */
    struct session *session;
    struct mistakes *search;
    struct practice mistaken; /* what the file has, and the mistakes */
    size_t added;
};

static void stop(struct puzzling *puzzling, int status)
{
    puzzling->has_ended = true;
    puzzling->status = status;
    loop_stop(puzzling->loop, status);
}

static void fail(struct puzzling *puzzling)
{
    stop(puzzling, EXIT_REFUSED);
}

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

static void next_puzzle(struct puzzling *puzzling)
{
    struct practice practice;
    if (practice_file_read(&practice, puzzling->error)) {
        fail(puzzling);
        return;
    }
    puzzling->is_open = puzzling->is_daily ? draw_daily(puzzling) : draw_next(puzzling, &practice);
    practice_finish(&practice);
    if (puzzling->is_open) {
        show_puzzle(puzzling);
    } else {
        console_say(&puzzling->console,
                    "There is no other puzzle of %s, and none is to be repeated "
                    "now.",
                    puzzling->has_rules ? puzzling->rules.text : "any game");
        stop(puzzling, EXIT_OK);
    }
}

/* --- an answer --- */

struct verdict {
    bool right, rated;
    double rating_before;
};

static void tell_json(struct puzzling *puzzling, const struct verdict *verdict,
                      const struct practice *practice, const struct move *move,
                      const struct practice_item *item, const char *said)
{
    const struct puzzle *puzzle = &puzzling->puzzle;
    size_t due = practice_due(practice, NULL, practice_now_ms());
    json_t *body = json_pack(
        "{s:s, s:o, s:o, s:b, s:b, s:s, s:f, s:f, s:I, s:I, s:I, s:o}", "rules", puzzle->rules.text,
        "position", json_of_position(&puzzle->rules, &puzzle->position), "move",
        move ? json_of_move(&puzzle->rules, &puzzle->position, move) : json_null(), "right",
        verdict->right, "rated", verdict->rated, "words", said, "rating", practice->rating.rating,
        "deviation", practice->rating.deviation, "tried", (json_int_t)practice->tried, "solved",
        (json_int_t)practice->solved, "due", (json_int_t)due, "again",
        item && item->rung < PRACTICE_LEARNED ? json_integer(item->due_ms) : json_null());
    console_tell(&puzzling->console, "answer", body);
}

static void tell_words(struct puzzling *puzzling, const struct verdict *verdict,
                       const struct practice *practice, const struct practice_item *item,
                       struct text *said)
{
    int64_t now_ms = practice_now_ms();
    if (verdict->rated)
        text_printf(said, "\nYour rating: %.0f (%+.0f)", practice->rating.rating,
                    practice->rating.rating - verdict->rating_before);
    else
        text_printf(said, "\nYour rating: %.0f, as before: this was no new puzzle",
                    practice->rating.rating);
    if (item && item->rung == PRACTICE_LEARNED) {
        text_append_string(said, ". You know this puzzle now: it does not come again.");
    } else if (item) {
        int64_t days = (item->due_ms - now_ms + PUZZLE_DAY_MS - 1) / PUZZLE_DAY_MS;
        text_printf(said, ". The puzzle comes again in %" PRId64 " day%s.", days,
                    days == 1 ? "" : "s");
    }
    console_say_text(&puzzling->console, said);
}

/* `move` NULL: given up. */
static void answer(struct puzzling *puzzling, const struct move *move)
{
    const struct puzzle *puzzle = &puzzling->puzzle;
    struct practice practice;
    struct text said = {0}, text = {0};
    if (practice_file_read(&practice, puzzling->error)) {
        fail(puzzling);
        return;
    }
    struct solver *solver = solver_shelf_take(puzzling->shelf, &puzzle->rules);
    struct glicko rating = puzzle_rating(puzzle);
    struct verdict verdict = {
        .right = move && puzzle_is_right(solver, puzzle, move),
        .rating_before = practice.rating.rating,
    };
    puzzle_say(solver, puzzle, move, &said);
    solver_shelf_give_back(puzzling->shelf, solver);
    puzzle_print(puzzle, &text);
    verdict.rated =
        practice_answer(&practice, text.bytes, &rating, verdict.right, practice_now_ms());
    if (practice_file_write(&practice, puzzling->error)) {
        fail(puzzling);
    } else {
        const struct practice_item *item = practice_find(&practice, text.bytes);
        if (puzzling->console.is_json)
            tell_json(puzzling, &verdict, &practice, move, item, said.bytes);
        else
            tell_words(puzzling, &verdict, &practice, item, &said);
        puzzling->is_open = false;
        if (puzzling->is_daily)
            stop(puzzling, EXIT_OK);
    }
    text_finish(&said);
    text_finish(&text);
    practice_finish(&practice);
}

/* --- input --- */

/* X(NAME, "word", "meaning") */
#define PUZZLE_COMMANDS(X)                                                                         \
    X(GIVE_UP, "give up", "tells the winning moves; it counts as a wrong answer")                  \
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
    while (!puzzling->has_ended) {
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

/* --- one's own mistakes --- */

static void on_found(void *owner, const struct puzzle *puzzle)
{
    struct puzzling *puzzling = owner;
    struct text text = {0};
    puzzle_print(puzzle, &text);
    puzzling->added += practice_add_mistake(&puzzling->mistaken, text.bytes, practice_now_ms());
    text_finish(&text);
}

static void on_looked_through(void *owner, size_t matches)
{
    struct puzzling *puzzling = owner;
    if (practice_file_write(&puzzling->mistaken, puzzling->error)) {
        session_end(puzzling->session, EXIT_REFUSED);
        return;
    }
    console_say(
        &puzzling->console, "%zu new puzzle%s from what went wrong in your latest %zu match%s.",
        puzzling->added, puzzling->added == 1 ? "" : "s", matches, matches == 1 ? "" : "es");
    session_end(puzzling->session, EXIT_OK);
}

static void on_ready(void *owner, const struct wire_welcome *welcome, bool is_first)
{
    struct puzzling *puzzling = owner;
    (void)welcome;
    struct mistakes_events events = {
        .owner = puzzling, .found = on_found, .done = on_looked_through};
    if (is_first)
        puzzling->search = mistakes_find(puzzling->session, puzzling->shelf, &events);
}

static void on_closing(void *owner)
{
    struct puzzling *puzzling = owner;
    mistakes_destroy(puzzling->search);
}

static int look_for_mistakes(struct puzzling *puzzling, const struct options *options)
{
    struct session_config config = {
        .loop = puzzling->loop,
        .server = options->values[OPTION_SERVER],
        .server_key = options->values[OPTION_SERVER_KEY],
        .name = options->values[OPTION_AS],
    };
    struct session_events events = {.owner = puzzling, .ready = on_ready, .closing = on_closing};
    if (practice_file_read(&puzzling->mistaken, puzzling->error))
        return EXIT_REFUSED;
    int status = session_run(&config, &events, &puzzling->session);
    practice_finish(&puzzling->mistaken);
    return status;
}

/* --- the command --- */

int puzzle_run(const struct options *options, struct error *error)
{
    const char *game = options->values[OPTION_GAME];
    struct puzzling puzzling = {
        .console = console_create(options->values[OPTION_JSON] != NULL),
        .is_daily = options->values[OPTION_DAILY] != NULL,
        .has_rules = game != NULL,
        .error = error,
    };
    bool wants_mistakes = options->values[OPTION_MISTAKES] != NULL;
    if (puzzling.is_daily && (game || wants_mistakes)) {
        error_set(error, ERROR_USAGE,
                  "--daily is one puzzle, the same for all: without --game and "
                  "--mistakes");
        return EXIT_USAGE;
    }
    if (game && rules_parse(&puzzling.rules, game, strlen(game), error)) {
        options_blame(error, "--game", game);
        return EXIT_USAGE;
    }
    if (name_check_value("--as", options->values[OPTION_AS], error))
        return EXIT_USAGE;
    puzzling.loop = loop_create();
    puzzling.shelf = solver_shelf_create(SOLVER_SHELF_MEMORY_MAX);
    int status = wants_mistakes ? look_for_mistakes(&puzzling, options) : EXIT_OK;
    if (status == EXIT_OK) {
        struct lines_events events = {
            .owner = &puzzling, .line = on_line_typed, .end = on_input_ended};
        puzzling.lines = lines_create(puzzling.loop, STDIN_FILENO, &events);
        go_on(&puzzling);
        loop_run(puzzling.loop); /* returns at once if that has ended it */
        status = puzzling.status;
        lines_destroy(puzzling.lines);
    }
    console_finish(&puzzling.console);
    line_queue_finish(&puzzling.queue);
    puzzle_finish(&puzzling.puzzle);
    solver_shelf_destroy(puzzling.shelf);
    loop_destroy(puzzling.loop);
    return status;
}
