/* The words of pieces on the squares of one row or several: counters and the silver dollar, coins,
 * checkers. */
#include "common/game/northcott.h"
#include "common/game/silver_dollar.h"
#include "common/game/turning.h"
#include "common/words/words_family.h"

#include <inttypes.h>
#include <string.h>

/* --- squares --- */

/* Reads numbers with blanks and signs between them, as "9 6", "9 - 6", "9 to 6", up to the end;
 * returns how many, or 0 where there are more than `most` or something else. */
static uint32_t take_squares(struct scanner scanner, uint32_t most, int64_t *ret_squares)
{
    uint32_t count = 0;
    while (count < most && scanner_takes_int(&scanner, &ret_squares[count])) {
        count++;
        if (scanner_at_end(&scanner))
            return count;
        while (scanner_take(&scanner, ' ') || scanner_take(&scanner, ',') ||
               scanner_take(&scanner, '-') || scanner_take(&scanner, '+') ||
               scanner_take_word(&scanner, "to ") || scanner_take_word(&scanner, "and "))
            ;
    }
    return 0;
}

enum { DRAWN_SQUARES_MAX = 26 };

/* Draws squares, one for each sign, above their numbers. */
static void draw_strip(const struct text *signs, int64_t first, struct text *out)
{
    if (signs->len == 0 || signs->len > DRAWN_SQUARES_MAX)
        return;
    text_append_char(out, '\n');
    for (size_t i = 0; i < signs->len; i++)
        text_printf(out, "  %c", signs->bytes[i]);
    text_append_char(out, '\n');
    for (size_t i = 0; i < signs->len; i++)
        text_printf(out, "%3" PRId64, first + (int64_t)i);
}

/* --- counters on a strip, and the dollar --- */

static int64_t square_of_dollar(const struct position *position)
{
    int64_t number = position->cells[SILVER_DOLLAR_NUMBER];
    return number > 0 ? silver_dollar_squares(position)[number - 1] : -1;
}

/* "counters on squares 2 and 9, the dollar on square 5" */
static void print_silver_dollar(const struct rules *rules, const struct position *position,
                                struct text *out)
{
    int64_t dollar = square_of_dollar(position);
    struct position others = {0};
    for (uint32_t i = 0; i < silver_dollar_count(position); i++) {
        if (silver_dollar_squares(position)[i] != dollar)
            position_push(&others, silver_dollar_squares(position)[i]);
    }
    if (rules->variant != SILVER_DOLLAR_PLAIN && dollar < 0) {
        text_append_string(out, "the dollar is taken");
    } else if (others.count > 0) {
        text_append_string(out,
                           others.count == 1 ? "a counter on square " : "counters on squares ");
        words_sizes(others.cells, others.count, out);
    } else if (dollar < 0) {
        text_append_string(out, "no counters");
    }
    if (dollar >= 0)
        text_printf(out, "%sthe dollar on square %" PRId64 "%s", others.count > 0 ? ", " : "",
                    dollar, dollar == 0 ? ", where it can be taken" : "");
    position_finish(&others);
}

static void print_shift(const struct rules *rules, const struct position *position,
                        const struct move *move, const char *ending, struct text *out)
{
    int64_t from = move->cells[SILVER_DOLLAR_FROM], to = move->cells[SILVER_DOLLAR_TO];
    bool is_dollar = from == square_of_dollar(position);
    if (move->after_count == 0) {
        text_printf(out, "take%s the dollar", ending);
        return;
    }
    text_printf(out, "move%s %s from square %" PRId64 " to square %" PRId64, ending,
                is_dollar ? "the dollar" : "the counter", from, to);
    if (to == 0 && is_dollar && rules->variant == SILVER_DOLLAR_ONE_STEP)
        text_printf(out, " and take%s it", ending);
    else if (to == 0 && !is_dollar)
        text_append_string(out, ", out of the game");
}

static void draw_silver_dollar(const struct rules *rules, const struct position *position,
                               struct text *out)
{
    int64_t first = rules->variant == SILVER_DOLLAR_PLAIN ? 1 : 0;
    struct text signs = {0};
    for (uint32_t i = 0; i < silver_dollar_count(position); i++) {
        int64_t square = silver_dollar_squares(position)[i];
        while ((int64_t)signs.len < square - first)
            text_append_char(&signs, '.');
        text_append_char(&signs, square == square_of_dollar(position) ? '$' : 'o');
    }
    draw_strip(&signs, first, out);
    text_finish(&signs);
}

/* Reads "9 6" and "move 9 to 6". */
static bool read_shift(const struct rules *rules, const struct position *position, const char *line,
                       struct text *out, struct error *error)
{
    (void)rules;
    (void)position;
    (void)error;
    enum { FROM, TO, SQUARES };
    struct scanner scanner = {.text = line, .len = strlen(line)};
    int64_t squares[SQUARES];
    scanner_take_word(&scanner, "move ");
    if (take_squares(scanner, SQUARES, squares) != SQUARES)
        return false;
    text_printf(out, "%" PRId64 ">%" PRId64, squares[FROM], squares[TO]);
    return true;
}

/* "9>6", or "take$" */
static bool is_like_shift(struct scanner scanner)
{
    int64_t square;
    return scanner_take_word(&scanner, "take") ||
           (scanner_takes_int(&scanner, &square) && scanner_take(&scanner, '>'));
}

static void find_example_of_strip(const struct rules *rules, const struct position *position,
                                  struct typed_examples *examples)
{
    struct move move = typed_example_at(rules, position, 0, examples);
    if (move.after_count > 0)
        text_printf(&examples->words, "%" PRId64 " %" PRId64, move.cells[SILVER_DOLLAR_FROM],
                    move.cells[SILVER_DOLLAR_TO]);
}

const struct words_family words_silver_dollar = {
    .position = print_silver_dollar,
    .move = print_shift,
    .drawing = draw_silver_dollar,
    .typed = read_shift,
    .is_like_notation = is_like_shift,
    .examples = find_example_of_strip,
    .notation_sides = "the square before and after",
};

/* --- coins in a row --- */

static void print_coins(const struct rules *rules, const struct position *position,
                        struct text *out)
{
    (void)rules;
    text_append_string(out, position->count == 1 ? "coin " : "coins ");
    words_sizes(position->cells, position->count, out);
    text_append_string(out, position->count == 1 ? " shows heads" : " show heads");
}

static bool shows_heads(const struct position *position, int64_t coin)
{
    for (uint32_t i = 0; i < position->count; i++) {
        if (position->cells[i] == coin)
            return true;
    }
    return false;
}

/* "turns coin 9 to tails and 4 to heads", "turns coins 9 and 4 to tails", "turns over coins 4 to
 * 9", "turns over coins 4 and 5" */
static void print_turned(const struct rules *rules, const struct position *position,
                         const struct move *move, const char *ending, struct text *out)
{
    int count = move->before_count;
    if (turning_kind(rules) == TURNING_RULER && count == 2) {
        text_printf(out, "turn%s over coins %" PRId64 " %s %" PRId64, ending, move->cells[0],
                    move->cells[1] == move->cells[0] + 1 ? "and" : "to", move->cells[1]);
        return;
    }

    bool are_heads = true; /* all of them */
    for (int i = 0; i < count; i++)
        are_heads = are_heads && shows_heads(position, move->cells[i]);
    text_printf(out, "turn%s coin%s ", ending, are_heads && count > 1 ? "s" : "");
    for (int i = count - 1; i >= 0; i--) {
        words_separate((uint32_t)(count - 1 - i), (uint32_t)count, out);
        text_append_int(out, move->cells[i]);
        if (!are_heads)
            text_append_string(out,
                               shows_heads(position, move->cells[i]) ? " to tails" : " to heads");
    }
    if (are_heads)
        text_append_string(out, " to tails");
}

/* O is heads, X tails. */
static void draw_coins(const struct rules *rules, const struct position *position, struct text *out)
{
    (void)rules;
    struct text signs = {0};
    for (int64_t coin = 1; coin <= turning_last(position); coin++)
        text_append_char(&signs, shows_heads(position, coin) ? 'O' : 'X');
    draw_strip(&signs, 1, out);
    text_finish(&signs);
}

/* Reads "9 4" and "turn 9 and 4". */
static bool read_turned(const struct rules *rules, const struct position *position,
                        const char *line, struct text *out, struct error *error)
{
    (void)position;
    (void)error;
    enum { MOST = 8 }; /* more than a move turns: the rules say so */
    struct scanner scanner = {.text = line, .len = strlen(line)};
    int64_t coins[MOST];
    scanner_take_word(&scanner, "turn ");
    uint32_t count = take_squares(scanner, MOST, coins);
    if (turning_kind(rules) == TURNING_RULER && count == 2) {
        bool is_rising = coins[0] < coins[1];
        text_printf(out, "%" PRId64 "-%" PRId64, coins[!is_rising], coins[is_rising]);
        return true;
    }
    for (uint32_t i = 0; i < count; i++)
        text_printf(out, "%s%" PRId64, i == 0 ? "" : "+", coins[i]);
    return count > 0;
}

static bool is_like_turned(struct scanner scanner)
{
    int64_t coin;
    return scanner_takes_int(&scanner, &coin);
}

static void find_example_of_coins(const struct rules *rules, const struct position *position,
                                  struct typed_examples *examples)
{
    bool has_second = move_count(rules, position) > 1; /* the first one turns one coin alone */
    struct move move = typed_example_at(rules, position, has_second, examples);
    if (move.before_count == 2)
        text_printf(&examples->words, "%" PRId64 " %" PRId64, move.cells[1], move.cells[0]);
}

const struct words_family words_turning = {
    .over = "all coins show tails",
    .position = print_coins,
    .move = print_turned,
    .drawing = draw_coins,
    .typed = read_turned,
    .is_like_notation = is_like_turned,
    .examples = find_example_of_coins,
};

/* --- checkers --- */

static void print_rows_of_checkers(const struct rules *rules, const struct position *position,
                                   struct text *out)
{
    (void)rules;
    uint32_t rows = northcott_row_count(position);
    int64_t retreats = position->cells[NORTHCOTT_RETREATS];
    text_append_string(out, rows == 1 ? "a row with a gap of " : "rows with gaps of ");
    for (uint32_t i = 0; i < rows; i++) {
        words_separate(i, rows, out);
        text_append_int(out, northcott_row_at(position, i).gap);
    }
    if (retreats == 0)
        text_append_string(out, "; no retreat is left");
    else
        text_printf(out, "; %" PRId64 " retreat%s left", retreats, retreats == 1 ? " is" : "s are");
    text_printf(out, ", and %s is to move",
                northcott_side_name(position->cells[NORTHCOTT_TO_MOVE]));
}

static void print_slide(const struct rules *rules, const struct position *position,
                        const struct move *move, const char *ending, struct text *out)
{
    (void)rules;
    text_printf(out,
                "slide%s %s's checker of row %" PRId64 " from square %" PRId64 " to square %" PRId64
                "%s",
                ending, northcott_side_name(position->cells[NORTHCOTT_TO_MOVE]),
                move->cells[NORTHCOTT_ROW], move->cells[NORTHCOTT_FROM], move->cells[NORTHCOTT_TO],
                northcott_is_retreat(position, move) ? ", a retreat" : "");
}

/* The rows, over the numbers of the squares. */
static void draw_checkers(const struct rules *rules, const struct position *position,
                          struct text *out)
{
    (void)rules;
    uint32_t rows = northcott_row_count(position);
    int64_t longest = 0;
    for (uint32_t i = 0; i < rows; i++) {
        struct northcott_row row = northcott_row_at(position, i);
        longest = row.squares > longest ? row.squares : longest;
    }
    if (rows > WORDS_DRAWN_ROWS_MAX || longest > WORDS_DRAWN_COLUMNS_MAX)
        return;
    bool is_white = position->cells[NORTHCOTT_TO_MOVE] == NORTHCOTT_WHITE;
    for (uint32_t i = 0; i < rows; i++) {
        struct northcott_row row = northcott_row_at(position, i);
        text_printf(out, "\n%3" PRIu32, i + 1);
        for (int64_t square = 1; square <= row.squares; square++)
            text_printf(out, "  %c",
                        square != row.own && square != row.other ? '.'
                        : (square == row.own) == is_white        ? 'w'
                                                                 : 'b');
    }
    text_append_string(out, "\n   ");
    for (int64_t square = 1; square <= longest; square++)
        text_printf(out, "%3" PRId64, square);
}

/* Reads "2 5": the row, and the square to which the checker goes. */
static bool read_slide(const struct rules *rules, const struct position *position, const char *line,
                       struct text *out, struct error *error)
{
    (void)rules;
    (void)error;
    struct scanner scanner = {.text = line, .len = strlen(line)};
    int64_t row, square;
    if (!scanner_takes_int(&scanner, &row) || !scanner_take(&scanner, ' ') ||
        !scanner_takes_int(&scanner, &square) || !scanner_at_end(&scanner))
        return false;
    bool is_there = row >= 1 && row <= northcott_row_count(position);
    int64_t from = is_there ? northcott_row_at(position, (uint32_t)row - 1).own : 0;
    text_printf(out, "%" PRId64 ":%" PRId64 ">%" PRId64, row, from, square);
    return true;
}

static bool is_like_slide(struct scanner scanner)
{
    int64_t row;
    return scanner_takes_int(&scanner, &row) && scanner_take(&scanner, ':');
}

static void find_example_of_slide(const struct rules *rules, const struct position *position,
                                  struct typed_examples *examples)
{
    struct move move = typed_example_at(rules, position, 0, examples);
    text_printf(&examples->words, "%" PRId64 " %" PRId64, move.cells[NORTHCOTT_ROW],
                move.cells[NORTHCOTT_TO]);
}

const struct words_family words_northcott = {
    .position = print_rows_of_checkers,
    .move = print_slide,
    .drawing = draw_checkers,
    .typed = read_slide,
    .is_like_notation = is_like_slide,
    .examples = find_example_of_slide,
    .notation_sides = "row, square, new square",
};
