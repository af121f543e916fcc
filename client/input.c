#include "client/input.h"

#include "client/words.h"
#include "common/base/scanner.h"

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

/* The line in small letters, with a blank between two words and none around them. */
static void normalise(const char *line, struct text *out)
{
    for (const char *c = line; *c; c++) {
        if (!isspace((unsigned char)*c))
            text_append_char(out, (char)tolower((unsigned char)*c));
        else if (out->len > 0 && out->bytes[out->len - 1] != ' ')
            text_append_char(out, ' ');
    }
    if (out->len > 0 && out->bytes[out->len - 1] == ' ')
        out->bytes[--out->len] = '\0';
}

/* Reads what follows a command's word. */
static void parse_rest(struct scanner *rest, struct input *input)
{
    const char *word = commands[input->kind].word;
    bool wants_number = commands[input->kind].follows[0] != '\0';
    struct error unread;
    if (!wants_number && !scanner_at_end(rest))
        error_set(&input->error, ERROR_USAGE, "nothing follows '%s'", word);
    else if (wants_number &&
             (!scanner_take(rest, ' ') ||
              scanner_take_int(rest, &input->number, ERROR_USAGE, &unread) != ERROR_NONE ||
              !scanner_at_end(rest)))
        error_set(&input->error, ERROR_USAGE, "the challenge's number has to follow, as in '%s 7'",
                  word);
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

static bool looks_like_move(struct scanner scanner)
{
    return isdigit((unsigned char)scanner_peek(&scanner)) || takes_word(&scanner, "take");
}

static bool is_yes(struct scanner scanner)
{
    return (takes_word(&scanner, "y") || takes_word(&scanner, "yes")) && scanner_at_end(&scanner);
}

static void parse_normalised(struct scanner *scanner, struct input *input)
{
    if (scanner_at_end(scanner)) {
        input->kind = INPUT_EMPTY;
        return;
    }
    if (looks_like_move(*scanner)) {
        input->kind = INPUT_MOVE;
        return;
    }
    for (int i = 0; i < COMMANDS; i++) {
        if (takes_word(scanner, commands[i].word)) {
            input->kind = (enum input_kind)i;
            parse_rest(scanner, input);
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
    normalise(line, &text);
    *ret_input = (struct input){0};
    struct scanner scanner = {.text = text_string(&text), .len = text.len};
    parse_normalised(&scanner, ret_input);
    text_finish(&text);
}

/* A move in numbers, while it is being read. */
struct take {
    int64_t taken;
    int64_t heap; /* 0: not said */
};

/* --- examples --- */

enum { EXAMPLE_TAKEN_MAX = 64 };

static bool is_legal(const struct rules *rules, const struct position *position,
                     const struct text *text)
{
    struct move move;
    struct error error;
    return move_parse(rules, position, text->bytes, text->len, &move, &error) == ERROR_NONE;
}

/* Fills `out` with a move that takes from the largest heap and leaves at most one. */
static bool find_take(const struct rules *rules, const struct position *position, struct take *take,
                      struct text *out)
{
    for (take->taken = 1; take->taken <= take->heap && take->taken <= EXAMPLE_TAKEN_MAX;
         take->taken++) {
        text_clear(out);
        text_printf(out, "%" PRId64 ">%" PRId64, take->heap, take->heap - take->taken);
        if (is_legal(rules, position, out))
            return true;
    }
    return false;
}

/* ... and one that leaves two heaps of it. */
static bool find_split(const struct rules *rules, const struct position *position, int64_t heap,
                       struct text *out)
{
    for (int64_t taken = 0; taken <= heap - 2 && taken <= EXAMPLE_TAKEN_MAX; taken++) {
        int64_t left = heap - taken, smaller = left > 2 ? (left - 1) / 2 : 1;
        text_clear(out);
        text_printf(out, "%" PRId64 ">%" PRId64 "+%" PRId64, heap, smaller, left - smaller);
        if (is_legal(rules, position, out))
            return true;
    }
    return false;
}

/* Moves that are legal in a position, in the forms in which they can be typed. */
struct examples {
    bool is_one_heap;
    struct take take;  /* 0 of 0: there is none of this form */
    struct text move;  /* in the notation */
    struct text split; /* one that leaves two heaps; empty: none was found */
};

static void find_examples(const struct rules *rules, const struct position *position,
                          struct examples *examples)
{
    const int64_t *heaps;
    uint32_t count = 0;
    *examples = (struct examples){0};
    if (words_heaps(rules, position, &heaps, &count) && count > 0) {
        examples->is_one_heap = count == 1;
        examples->take.heap = count == 1 ? heaps[0] : heaps[count - 1];
        if (!find_split(rules, position, examples->take.heap, &examples->split))
            text_clear(&examples->split);
        if (find_take(rules, position, &examples->take, &examples->move))
            return;
    }
    struct move first;
    examples->take = (struct take){0};
    text_clear(&examples->move);
    move_at(rules, position, 0, &first);
    move_print(rules, position, &first, &examples->move);
}

static void finish_examples(struct examples *examples)
{
    text_finish(&examples->move);
    text_finish(&examples->split);
}

static void print_examples(const struct examples *examples, struct text *out)
{
    if (examples->take.heap)
        text_printf(out, "'take %" PRId64 " from %" PRId64 "'", examples->take.taken,
                    examples->take.heap);
    else
        text_printf(out, "'%s'", text_string(&examples->move));
    if (examples->take.heap && examples->split.len > 0)
        text_printf(out, " or '%s'", text_string(&examples->split));
}

void input_hint(const struct rules *rules, const struct position *position, struct text *out)
{
    struct examples examples;
    find_examples(rules, position, &examples);
    if (examples.is_one_heap && examples.take.heap && examples.split.len == 0) {
        text_append_string(out, "Type how many to take");
    } else {
        text_append_string(out, "Type for example ");
        print_examples(&examples, out);
    }
    text_append_string(out, ", or 'help'.");
    finish_examples(&examples);
}

/* Says what can be typed instead of a line that is no move. */
static enum error_code expected_move(const struct rules *rules, const struct position *position,
                                     struct error *error)
{
    if (position_is_over(rules, position))
        return error_set(error, ERROR_BAD_MOVE, "nothing is left to take from");
    struct examples examples;
    find_examples(rules, position, &examples);
    struct text text = {0};
    if (examples.take.heap && examples.is_one_heap)
        text_printf(&text, "a whole number, 'take %" PRId64 "', or ", examples.take.taken);
    else if (examples.take.heap)
        text_printf(&text, "'take %" PRId64 " from %" PRId64 "', or ", examples.take.taken,
                    examples.take.heap);
    error_set(error, ERROR_BAD_MOVE, "%sa move such as %s was expected", text_string(&text),
              text_string(&examples.move));
    text_finish(&text);
    finish_examples(&examples);
    return ERROR_BAD_MOVE;
}

/* --- moves --- */

/* Reads "3", "take 3" or "take 3 from 7"; false when it is none of these. */
static bool parse_take(struct scanner scanner, struct take *take)
{
    struct error unread;
    *take = (struct take){0};
    bool said = takes_word(&scanner, "take");
    if (said && !scanner_take(&scanner, ' '))
        return false;
    if (scanner_take_int(&scanner, &take->taken, ERROR_BAD_MOVE, &unread) != ERROR_NONE)
        return false;
    if (said && scanner_take_word(&scanner, " from ") &&
        scanner_take_int(&scanner, &take->heap, ERROR_BAD_MOVE, &unread) != ERROR_NONE)
        return false;
    return scanner_at_end(&scanner);
}

/* Finds the heap where it was not said. */
static enum error_code find_heap(const struct rules *rules, const struct position *position,
                                 struct take *take, struct error *error)
{
    const int64_t *heaps;
    uint32_t count;
    if (!words_heaps(rules, position, &heaps, &count))
        return error_set(error, ERROR_BAD_MOVE, "a move has to be written in the notation here");
    if (count == 0)
        return error_set(error, ERROR_BAD_MOVE, "nothing is left to take from");
    if (take->heap == 0 && count > 1)
        return error_set(error, ERROR_BAD_MOVE,
                         "there are several heaps: say from which, as in 'take %" PRId64
                         " from %" PRId64 "'",
                         take->taken, heaps[count - 1]);
    if (take->heap == 0)
        take->heap = heaps[0];
    return ERROR_NONE;
}

static enum error_code move_from_take(const struct rules *rules, const struct position *position,
                                      struct take take, struct move *ret_move, struct error *error)
{
    enum error_code failed = find_heap(rules, position, &take, error);
    if (failed)
        return failed;
    if (take.taken > take.heap)
        return error_set(error, ERROR_ILLEGAL_MOVE,
                         "%" PRId64 " cannot be taken from a heap of %" PRId64, take.taken,
                         take.heap);
    int64_t most;
    if (words_bound(rules, position, &most) && take.taken > most)
        return error_set(error, ERROR_ILLEGAL_MOVE,
                         "at most %" PRId64 " of %" PRId64 " may be taken now", most, take.heap);
    struct text text = {0};
    text_printf(&text, "%" PRId64 ">%" PRId64, take.heap, take.heap - take.taken);
    failed = move_parse(rules, position, text.bytes, text.len, ret_move, error);
    text_finish(&text);
    return failed;
}

static void remove_blanks(struct text *text)
{
    size_t kept = 0;
    for (size_t i = 0; i < text->len; i++) {
        if (text->bytes[i] != ' ')
            text->bytes[kept++] = text->bytes[i];
    }
    text->len = kept;
}

/* Reads "7" or "2+5" or "35@12". */
static bool take_numbers(struct scanner *scanner)
{
    int64_t number;
    struct error unread;
    do {
        if (scanner_take_int(scanner, &number, ERROR_BAD_MOVE, &unread) != ERROR_NONE)
            return false;
    } while (scanner_take(scanner, '+') || scanner_take(scanner, '@'));
    return true;
}

/* Is this at least shaped like a move of heaps in the notation? */
static bool is_notation(struct scanner scanner)
{
    return take_numbers(&scanner) && scanner_take(&scanner, '>') && take_numbers(&scanner) &&
           scanner_at_end(&scanner);
}

static bool has_heaps(const struct rules *rules)
{
    const int64_t *heaps;
    uint32_t count;
    return words_heaps(rules, &(struct position){0}, &heaps, &count);
}

static enum error_code move_from_notation(const struct rules *rules,
                                          const struct position *position, struct text *text,
                                          struct move *ret_move, struct error *error)
{
    remove_blanks(text);
    struct scanner scanner = {.text = text_string(text), .len = text->len};
    if (has_heaps(rules) && !is_notation(scanner))
        return expected_move(rules, position, error);
    return move_parse(rules, position, text_string(text), text->len, ret_move, error);
}

enum error_code input_move(const struct rules *rules, const struct position *position,
                           const char *line, struct move *ret_move, struct error *error)
{
    struct text text = {0};
    normalise(line, &text);
    struct scanner scanner = {.text = text_string(&text), .len = text.len};
    struct take take;
    enum error_code failed;
    if (parse_take(scanner, &take))
        failed = move_from_take(rules, position, take, ret_move, error);
    else
        failed = move_from_notation(rules, position, &text, ret_move, error);
    text_finish(&text);
    return failed;
}

static void describe_row(const char *typed, const char *meaning, struct text *out)
{
    text_printf(out, "\n  %-16s %s", typed, meaning);
}

void input_describe(const struct rules *rules, struct text *out)
{
    if (has_heaps(rules)) {
        describe_row("3", "takes 3 counters, where there is one heap", out);
        describe_row("take 3 from 7", "takes 3 counters from a heap of 7", out);
        describe_row("7>4", "the same in the notation: the heap before and after", out);
        describe_row("7>2+4", "leaves two heaps, where the game allows it", out);
    } else {
        describe_row("BEFORE>AFTER", "a move in the notation; `moves` shows some", out);
    }
    for (int i = 0; i < COMMANDS; i++) {
        struct text typed = {0};
        text_printf(&typed, "%s%s", commands[i].word, commands[i].follows);
        describe_row(text_string(&typed), commands[i].meaning, out);
        text_finish(&typed);
    }
}
