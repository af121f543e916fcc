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

enum error_code input_move(const struct rules *rules, const struct position *position,
                           const char *line, struct move *ret_move, struct error *error)
{
    struct text text = {0};
    normalise(line, &text);
    struct scanner scanner = {.text = text_string(&text), .len = text.len};
    struct take take;
    enum error_code failed;
    if (parse_take(scanner, &take)) {
        failed = move_from_take(rules, position, take, ret_move, error);
    } else if (takes_word(&scanner, "take")) {
        failed = error_set(error, ERROR_BAD_MOVE,
                           "say how many and from which heap, as in 'take 3 from 7'");
    } else {
        remove_blanks(&text);
        failed = move_parse(rules, position, text_string(&text), text.len, ret_move, error);
    }
    text_finish(&text);
    return failed;
}

static void describe_row(const char *typed, const char *meaning, struct text *out)
{
    text_printf(out, "\n  %-16s %s", typed, meaning);
}

void input_describe(const struct rules *rules, struct text *out)
{
    const int64_t *heaps;
    uint32_t count;
    if (words_heaps(rules, &(struct position){0}, &heaps, &count)) {
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
