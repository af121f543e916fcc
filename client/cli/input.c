#include "client/cli/input.h"

#include "client/show/json.h"
#include "common/base/scanner.h"
#include "common/game/date.h"
#include "common/words/typed.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

static const struct {
    const char *word;
    const char *follows;
    const char *meaning;
} commands[] = {
#define X(name, word, follows, meaning) {word, follows, meaning},
    INPUT_COMMANDS(X)
#undef X
};

enum { COMMANDS = sizeof commands / sizeof *commands };

#define BLANKS " \t\r\n\v\f"

/* Takes the rest of the line as typed, without the blanks around it. */
static void take_words(const char *line, size_t word_len, struct input *input)
{
    const char *words = line + strspn(line, BLANKS) + word_len;
    words += strspn(words, BLANKS);
    size_t len = strlen(words);
    while (len > 0 && strchr(BLANKS, words[len - 1]))
        len--;
    input->words = words;
    input->words_len = len;
}

static void parse_words(const char *line, struct input *input)
{
    const char *word = commands[input->kind].word;
    bool is_say = input->kind == INPUT_SAY, is_report = input->kind == INPUT_REPORT;
    take_words(line, strlen(word), input);
    if (input->words_len == 0)
        error_set(&input->error, ERROR_USAGE, "%s has to follow, as in '%s %s'",
                  is_say      ? "what you say"
                  : is_report ? "what has happened"
                              : "the player's name",
                  word,
                  is_say      ? "hello"
                  : is_report ? "insults"
                              : "anna");
}

static void parse_number(struct scanner *rest, struct input *input)
{
    if (!scanner_take(rest, ' ') || !scanner_takes_int(rest, &input->number) ||
        !scanner_at_end(rest))
        error_set(&input->error, ERROR_USAGE, "the challenge's number has to follow, as in '%s 7'",
                  commands[input->kind].word);
}

/* Reads the argument of a command. */
static void parse_rest(const char *line, struct scanner *rest, struct input *input)
{
    enum input_kind kind = input->kind;
    if (kind == INPUT_SAY || kind == INPUT_MUTE || kind == INPUT_UNMUTE || kind == INPUT_BLOCK ||
        kind == INPUT_REPORT)
        parse_words(line, input);
    else if (kind == INPUT_ACCEPT || kind == INPUT_DECLINE)
        parse_number(rest, input);
    else if (!scanner_at_end(rest))
        error_set(&input->error, ERROR_USAGE, "nothing follows '%s'", commands[kind].word);
    if (input->error.code)
        input->kind = INPUT_UNKNOWN;
}

static bool takes_word(struct scanner *scanner, const char *word)
{
    struct scanner ahead = *scanner;
    if (!scanner_take_word(&ahead, word))
        return false;
    if (!scanner_at_end(&ahead) && scanner_peek(&ahead) != ' ')
        return false;
    *scanner = ahead;
    return true;
}

/* A square, as in "b2-d2"? */
static bool is_square(const struct scanner *scanner)
{
    const char *text = scanner->text + scanner->at;
    return scanner->len - scanner->at >= 2 && isalpha((unsigned char)text[0]) &&
           isdigit((unsigned char)text[1]);
}

/* "e", "e from 11": a file of pawns. 'y' alone is an answer. */
static bool takes_file(struct scanner scanner)
{
    char letter = scanner_peek(&scanner);
    scanner.at += letter != '\0';
    return letter >= 'a' && letter <= 'z' &&
           (takes_word(&scanner, " from") || (scanner_at_end(&scanner) && letter != 'y'));
}

/* "o13>11" */
static bool takes_ring(struct scanner scanner)
{
    return scanner_take(&scanner, 'o') && isdigit((unsigned char)scanner_peek(&scanner));
}

/* "feb", "mar 9" */
static bool takes_month(struct scanner scanner)
{
    return date_take_month(&scanner) > 0 &&
           (scanner_at_end(&scanner) || scanner_peek(&scanner) == ' ');
}

static bool looks_like_move(struct scanner scanner)
{
    return takes_month(scanner) || takes_file(scanner) || takes_ring(scanner) ||
           is_square(&scanner) || isdigit((unsigned char)scanner_peek(&scanner)) ||
           takes_word(&scanner, "take") || takes_word(&scanner, "eat") ||
           takes_word(&scanner, "cut") || takes_word(&scanner, "break") ||
           takes_word(&scanner, "remove") || takes_word(&scanner, "day") ||
           takes_word(&scanner, "turn") || takes_word(&scanner, "move");
}

static bool is_yes(struct scanner scanner)
{
    return (takes_word(&scanner, "y") || takes_word(&scanner, "yes")) && scanner_at_end(&scanner);
}

static void parse_normalised(const char *line, struct scanner *scanner, struct input *input)
{
    if (scanner_at_end(scanner)) {
        input->kind = INPUT_EMPTY;
        return;
    }
    if (looks_like_move(*scanner)) {
        input->kind = INPUT_MOVE;
        return;
    }
    for (int i = COMMANDS - 1; i >= 0; i--) { /* matches "moves all" before "moves" */
        if (takes_word(scanner, commands[i].word)) {
            input->kind = (enum input_kind)i;
            parse_rest(line, scanner, input);
            return;
        }
    }
    if (is_yes(*scanner)) {
        input->kind = INPUT_YES;
        return;
    }
    input->kind = INPUT_UNKNOWN;
    error_set(&input->error, ERROR_USAGE,
              "'%.60s' is not understood; type 'help' for what can be typed", scanner->text);
}

void input_parse(const char *line, struct input *ret_input)
{
    struct text text = {0};
    typed_normalise(line, &text);
    *ret_input = (struct input){0};
    struct scanner scanner = {.text = text_string(&text), .len = text.len};
    parse_normalised(line, &scanner, ret_input);
    text_finish(&text);
}

bool input_is_object(const char *line)
{
    return line[strspn(line, BLANKS)] == '{';
}

enum error_code input_of_object(const char *line, struct text *ret_line, struct error *error)
{
    json_error_t fault;
    json_t *object = json_loads(line, JSON_REJECT_DUPLICATES, &fault);
    if (!object)
        return error_set(error, ERROR_USAGE, "this is no JSON object: %s", fault.text);

    const char *move = json_string_value(json_object_get(object, "move"));
    const char *said = json_string_value(json_object_get(object, "say"));
    const char *command = json_string_value(json_object_get(object, "command"));
    struct input input = {0};
    if (move)
        input_parse(move, &input);
    enum error_code failed = ERROR_NONE;
    if (json_object_size(object) != 1 || (!move && !said && !command))
        failed = error_set(error, ERROR_USAGE,
                           "one of {\"move\": MOVE}, {\"say\": TEXT} and {\"command\": LINE} was "
                           "expected, each with a text");
    else if (move && input.kind != INPUT_MOVE)
        failed = error_set(error, ERROR_BAD_MOVE, "'%.60s' is no move", move);
    else
        text_printf(ret_line, "%s%s", said ? "say " : "", move ? move : said ? said : command);
    json_decref(object);
    return failed;
}

bool input_wants_advice(enum input_kind kind)
{
    return kind == INPUT_HINT || kind == INPUT_HINT_WON || kind == INPUT_HINT_HEAP ||
           kind == INPUT_WHY;
}

void input_describe(const struct rules *rules, const struct position *position, bool in_tournament,
                    struct text *out)
{
    struct position start = {0};
    if (rules->class_size > 0) {
        text_append_string(out, "\n  How to type a move is told when the rules are drawn.");
    } else {
        struct random random = random_from_seed(1);
        if (!position)
            position_draw_start(rules, &random, &start);
        typed_moves_describe(rules, position ? position : &start, out);
    }
    position_finish(&start);

    for (int i = 0; i < COMMANDS; i++) {
        struct text typed = {0};
        if (in_tournament && (i == INPUT_ABORT || i == INPUT_REMATCH || input_wants_advice(i)))
            continue;
        text_printf(&typed, "%s%s", commands[i].word, commands[i].follows);
        text_printf(out, "\n  %-20s %s", text_string(&typed), commands[i].meaning);
        text_finish(&typed);
    }
}
