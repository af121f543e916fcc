/* Moves as a person types them, and examples for them. */
#include "common/words/typed.h"

#include "common/words/words_family.h"
#include "common/words/words_look.h"

#include <assert.h>

enum { SHOWN_MOVES_MAX = 20, ALL_MOVES_MAX = 1000 };

/* --- examples --- */

struct move typed_example_at(const struct rules *rules, const struct position *position,
                             uint128 index, struct typed_examples *examples)
{
    struct move move;
    move_at(rules, position, index, &move);
    move_print(rules, position, &move, &examples->move);
    return move;
}

/* There must be a legal move. */
static void examples_find(const struct rules *rules, const struct position *position,
                          struct typed_examples *examples)
{
    *examples = (struct typed_examples){0};
    assert(!position_is_over(rules, position));
    const struct words_family *words = words_family_of(rules);
    const struct look_words *look = look_words(rules->look);
    if (words && words->examples && !(look && look->has_own_numbers))
        words->examples(rules, position, examples);
    if (look && look->example)
        look->example(rules, position, &examples->on_board);
    if (examples->move.len == 0)
        typed_example_at(rules, position, 0, examples);
}

static void examples_finish(struct typed_examples *examples)
{
    text_finish(&examples->number);
    text_finish(&examples->words);
    text_finish(&examples->move);
    text_finish(&examples->split);
    text_finish(&examples->with_quota);
    text_finish(&examples->both);
    text_finish(&examples->both_move);
    text_finish(&examples->on_board);
}

/* --- hints and refusals --- */

void typed_move_hint(const struct rules *rules, const struct position *position, struct text *out)
{
    const struct words_family *words = words_family_of(rules);
    struct typed_examples examples;
    examples_find(rules, position, &examples);
    bool has_words = examples.words.len > 0, has_split = examples.split.len > 0;
    if (examples.on_board.len > 0)
        text_printf(out, "Type for example '%s'", text_string(&examples.on_board));
    else if (examples.number.len > 0 && !has_split)
        text_printf(out, "Type %s", words->number_hint ? words->number_hint : "how many to take");
    else
        text_printf(out, "Type for example '%s'",
                    text_string(has_words ? &examples.words : &examples.move));
    if (has_words && has_split)
        text_printf(out, " or '%s'", text_string(&examples.split));
    text_append_string(out, ", or 'help'.");
    examples_finish(&examples);
}

/* Refuses a line that is no move, with examples of moves. */
static enum error_code expected_move(const struct rules *rules, const struct position *position,
                                     struct error *error)
{
    if (position_is_over(rules, position))
        return error_set(error, ERROR_BAD_MOVE,
                         words_has_heaps(rules) ? "nothing is left to take from"
                                                : "no move is left");
    const struct words_family *words = words_family_of(rules);
    struct typed_examples examples;
    examples_find(rules, position, &examples);
    struct text text = {0};
    if (examples.on_board.len > 0)
        text_printf(&text, "'%s', or ", text_string(&examples.on_board));
    else if (examples.number.len > 0 && words->number_expected)
        text_printf(&text, "%s, or ", words->number_expected);
    else if (examples.number.len > 0)
        text_printf(&text, "a whole number, 'take %s', or ", text_string(&examples.number));
    else if (examples.words.len > 0)
        text_printf(&text, "'%s', or ", text_string(&examples.words));
    error_set(error, ERROR_BAD_MOVE, "%sa move such as %s was expected", text_string(&text),
              text_string(&examples.move));
    text_finish(&text);
    examples_finish(&examples);
    return ERROR_BAD_MOVE;
}

/* --- reading --- */

/* Reads "7" or "2+5" or "o13+5" or "35@12". */
static bool take_numbers(struct scanner *scanner)
{
    int64_t number;
    do {
        scanner_take(scanner, 'o');
        if (!scanner_takes_int(scanner, &number))
            return false;
    } while (scanner_take(scanner, '+') || scanner_take(scanner, '@'));
    return true;
}

/* Does this look like a move in the notation? */
static bool is_like_notation(const struct words_family *words, struct scanner scanner)
{
    if (words->is_like_notation)
        return words->is_like_notation(scanner);
    return take_numbers(&scanner) && scanner_take(&scanner, '>') && take_numbers(&scanner) &&
           scanner_at_end(&scanner);
}

/* Reads the notation with blanks anywhere, and with or without a prefix. */
static enum error_code move_from_notation(const struct rules *rules,
                                          const struct position *position, struct text *text,
                                          struct move *ret_move, struct error *error)
{
    size_t kept = 0;
    for (size_t i = 0; i < text->len; i++) {
        if (text->bytes[i] != ' ')
            text->bytes[kept++] = text->bytes[i];
    }
    struct scanner scanner = {.text = text_string(text), .len = kept};
    const struct words_family *words = words_family_of(rules);
    if (words && words->notation_prefix)
        scanner_take_word(&scanner, words->notation_prefix);
    if (words && !is_like_notation(words, scanner))
        return expected_move(rules, position, error);
    return move_parse(rules, position, scanner.text + scanner.at, scanner.len - scanner.at,
                      ret_move, error);
}

/* Reads a move in a form of its look or its family, as the move in the notation. True with an error
 * that has a code: it has the form, but is no move here. */
static bool read_form(const struct rules *rules, const struct position *position, const char *line,
                      struct text *ret_notation, struct error *error)
{
    const struct look_words *look = look_words(rules->look);
    const struct words_family *words = words_family_of(rules);
    error->code = ERROR_NONE;
    return (look && look->typed && look->typed(rules, position, line, ret_notation, error)) ||
           (words && words->typed && words->typed(rules, position, line, ret_notation, error));
}

enum error_code typed_move(const struct rules *rules, const struct position *position,
                           const char *line, struct move *ret_move, struct error *error)
{
    struct text text = {0}, notation = {0};
    enum error_code failed;
    typed_normalise(line, &text);
    if (!read_form(rules, position, text_string(&text), &notation, error))
        failed = move_from_notation(rules, position, &text, ret_move, error);
    else if (error->code)
        failed = error->code;
    else
        failed = move_parse(rules, position, notation.bytes, notation.len, ret_move, error);
    text_finish(&notation);
    text_finish(&text);
    return failed;
}

/* --- lists --- */

static void print_moves(const struct rules *rules, const struct position *position, uint128 first,
                        uint128 end, struct text *out)
{
    for (uint128 i = first; i < end; i++) {
        struct move move;
        move_at(rules, position, i, &move);
        text_append_char(out, ' ');
        move_print(rules, position, &move, out);
    }
}

void typed_moves_list(const struct rules *rules, const struct position *position, bool all,
                      struct text *out)
{
    uint128 count = move_count(rules, position);
    int shown = all ? ALL_MOVES_MAX : SHOWN_MOVES_MAX;
    text_append_uint128(out, count);
    text_printf(out, " legal move%s", count == 1 ? "" : "s");
    if (count <= (uint128)shown) {
        text_append_string(out, count > 0 ? ":" : ".");
        print_moves(rules, position, 0, count, out);
        return;
    }
    text_printf(out, ", the first and the last %d%s:", shown / 2,
                all ? "" : " ('moves all' shows more)");
    print_moves(rules, position, 0, (uint128)shown / 2, out);
    text_append_string(out, " ...");
    print_moves(rules, position, count - (uint128)shown / 2, count, out);
}

static void describe_row(const struct text *typed, const char *meaning, struct text *out)
{
    if (typed->len > 0)
        text_printf(out, "\n  %-20s %s", text_string(typed), meaning);
}

/* The same with the meaning of the move in words. */
static void describe_move(const struct rules *rules, const struct position *position,
                          const struct text *typed, struct text *out)
{
    struct move move;
    struct error error;
    struct text meaning = {0};
    if (typed->len > 0 && !typed_move(rules, position, text_string(typed), &move, &error)) {
        words_move(rules, position, &move, false, &meaning);
        describe_row(typed, text_string(&meaning), out);
    }
    text_finish(&meaning);
}

void typed_moves_describe(const struct rules *rules, const struct position *position,
                          struct text *out)
{
    struct typed_examples examples;
    struct text same = {0};
    if (position_is_over(rules, position))
        return;
    const struct words_family *words = words_family_of(rules);
    text_append_string(&same, "the same in the notation");
    if (words && words->notation_sides)
        text_printf(&same, ": %s", words->notation_sides);
    examples_find(rules, position, &examples);
    describe_move(rules, position, &examples.on_board, out);
    describe_move(rules, position, &examples.number, out);
    describe_move(rules, position, &examples.words, out);
    if (examples.words.len > 0)
        describe_row(&examples.move, text_string(&same), out);
    else if (examples.split.len == 0)
        describe_move(rules, position, &examples.move, out);
    describe_row(&examples.with_quota, "the same for the heap with this quota, where two are equal",
                 out);
    describe_move(rules, position, &examples.split, out);
    describe_move(rules, position, &examples.both, out);
    describe_row(&examples.both_move, "the same in the notation", out);
    text_finish(&same);
    examples_finish(&examples);
}
