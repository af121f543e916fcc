/* Moves as a person types them, and examples for them. */
#include "common/words/typed.h"

#include "common/base/scanner.h"
#include "common/game/chomp.h"
#include "common/game/date.h"
#include "common/game/family.h"
#include "common/game/heaps.h"
#include "common/game/northcott.h"
#include "common/game/odd_scoring.h"
#include "common/game/turning.h"
#include "common/game/wythoff.h"
#include "common/words/words.h"
#include "common/words/words_look.h"

#include <assert.h>
#include <inttypes.h>

enum { SHOWN_MOVES_MAX = 20, ALL_MOVES_MAX = 1000, EXAMPLE_TAKEN_MAX = 64 };

/* The kind of positions that a game has, for a person who types a move. */
enum board {
    BOARD_HEAPS,
    BOARD_TWO_HEAPS, /* Wythoff's */
    BOARD_CHOCOLATE,
    BOARD_PICTURE, /* Hackenbush */
    BOARD_STRIP,   /* Silver Dollar */
    BOARD_CALENDAR,
    BOARD_STICKS,
    BOARD_CHIPS, /* TacTix */
    BOARD_CHECKERS,
    BOARD_COINS, /* in a row */
    BOARD_OTHER,
};

static enum board board_of(const struct rules *rules)
{
    static const struct {
        const struct family *family;
        enum board board;
    } boards[] = {
        {&family_wythoff, BOARD_TWO_HEAPS},  {&family_chomp, BOARD_CHOCOLATE},
        {&family_hackenbush, BOARD_PICTURE}, {&family_silver_dollar, BOARD_STRIP},
        {&family_date, BOARD_CALENDAR},      {&family_sticks, BOARD_STICKS},
        {&family_tactix, BOARD_CHIPS},       {&family_northcott, BOARD_CHECKERS},
        {&family_turning, BOARD_COINS},
    };
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++)
        if (boards[i].family == rules->family)
            return boards[i].board;
    return words_has_heaps(rules) ? BOARD_HEAPS : BOARD_OTHER;
}

/* --- examples: moves that are legal in a position, in the forms in which they can be typed --- */

/* Empty: none was found, or the game has none. */
struct examples {
    struct text number;     /* how many to take from the one heap there is: "3" */
    struct text words;      /* "take 3 from 7", "eat 2 3" */
    struct text move;       /* in the notation; never empty */
    struct text with_quota; /* ... with the quota of its heap */
    struct text split;      /* one that leaves two heaps, in the notation */
    struct text both;       /* "take 3 from both" */
    struct text both_move;  /* ... in the notation */
    struct text on_board;   /* as the board shows it: "2: 0110" */
};

static bool is_legal(const struct rules *rules, const struct position *position,
                     const struct text *text)
{
    struct move move;
    struct error error;
    return move_parse(rules, position, text->bytes, text->len, &move, &error) == ERROR_NONE;
}

/* A heap, or the cell of a ring (heaps.h). */
static int64_t cell_of(struct words_heap heap)
{
    return heap.is_ring ? -heap.size : heap.size;
}

static bool is_equal(struct words_heap a, struct words_heap b)
{
    return a.size == b.size && a.most == b.most && a.is_ring == b.is_ring;
}

/* The notation of a move from a heap or ring; `quota` 0: without it. */
static void print_take(int64_t heap, int64_t quota, int64_t taken, struct text *out)
{
    text_clear(out);
    heaps_print_cell(heap, out);
    if (quota > 0)
        text_printf(out, "@%" PRId64, quota);
    text_printf(out, ">%" PRId64, heaps_counters(heap) - taken);
}

/* Fills `out` with a move that takes from the heap and leaves at most one heap of it. Returns the
 * number that it takes; 0 with an empty text: there is no such move. */
static int64_t find_take(const struct rules *rules, const struct position *position,
                         struct words_heap heap, bool needs_quota, struct text *out)
{
    int64_t most = heap.most < EXAMPLE_TAKEN_MAX ? heap.most : EXAMPLE_TAKEN_MAX;
    for (int64_t taken = 1; taken <= most; taken++) {
        print_take(cell_of(heap), needs_quota ? heap.most : 0, taken, out);
        if (is_legal(rules, position, out))
            return taken;
    }
    text_clear(out);
    return 0;
}

/* Fills `out` with a move that leaves two heaps of one; empty if there is none. */
static void find_split(const struct rules *rules, const struct position *position, int64_t heap,
                       struct text *out)
{
    for (int64_t taken = 0; taken <= heap - 2 && taken <= EXAMPLE_TAKEN_MAX; taken++) {
        int64_t left = heap - taken, smaller = left > 2 ? (left - 1) / 2 : 1;
        text_clear(out);
        text_printf(out, "%" PRId64 ">%" PRId64 "+%" PRId64, heap, smaller, left - smaller);
        if (is_legal(rules, position, out))
            return;
    }
    text_clear(out);
}

/* Fills in the examples of games of heaps, from the largest heaps that allow one. */
static void find_heap_examples(const struct rules *rules, const struct position *position,
                               struct examples *examples)
{
    uint32_t count = words_heap_count(rules, position);
    int64_t taken = 0; /* by the example, when it is found */
    for (uint32_t i = count; i-- > 0;) {
        struct words_heap heap = words_heap_at(rules, position, i);
        bool has_twin = false; /* of the same size, with another quota */
        for (uint32_t k = 0; k < count; k++) {
            struct words_heap other = words_heap_at(rules, position, k);
            has_twin |= other.size == heap.size && other.most != heap.most;
        }
        if (i > 0) {
            struct words_heap next = words_heap_at(rules, position, i - 1);
            if (is_equal(next, heap))
                continue; /* the examples of equal heaps are the same */
        }

        if (taken == 0) {
            taken = find_take(rules, position, heap, has_twin, &examples->move);
            if (taken > 0) {
                if (rules->family != &family_odd_scoring) {
                    text_printf(&examples->words, "take %" PRId64 " from ", taken);
                    heaps_print_cell(cell_of(heap), &examples->words);
                }
                if (count == 1)
                    text_append_int(&examples->number, taken);
                if (has_twin)
                    text_printf(&examples->words, "@%" PRId64, heap.most);
                else if (words_has_own_quotas(rules))
                    print_take(heap.size, heap.most, taken, &examples->with_quota);
            }
        }
        if (examples->split.len == 0 && !heap.is_ring)
            find_split(rules, position, heap.size, &examples->split);
    }
}

/* There must be a legal move. */
static void examples_find(const struct rules *rules, const struct position *position,
                          struct examples *examples)
{
    *examples = (struct examples){0};
    assert(!position_is_over(rules, position));
    if (rules->family == &family_wythoff && position->count >= WYTHOFF_HEAPS_MAX) {
        struct move both = wythoff_move_of_both(position, 1);
        text_append_string(&examples->both, "take 1 from both");
        move_print(rules, position, &both, &examples->both_move);
    }
    const struct look_words *look = look_words(rules->look);
    bool has_own_numbers = look && look->has_own_numbers;
    if (words_has_heaps(rules) && !has_own_numbers)
        find_heap_examples(rules, position, examples);
    if (look && look->example)
        look->example(rules, position, &examples->on_board);
    if (examples->move.len > 0)
        return;
    struct move first;
    bool has_second = board_of(rules) == BOARD_COINS && move_count(rules, position) > 1;
    move_at(rules, position, has_second ? 1 : 0, &first); /* the first one turns one coin alone */
    move_print(rules, position, &first, &examples->move);
    const int64_t *cells = first.cells;
    switch (board_of(rules)) {
    case BOARD_CHOCOLATE:
        text_printf(&examples->words, "eat %" PRId64 " %" PRId64, cells[CHOMP_ROW] + 1,
                    cells[CHOMP_LEFT] + 1);
        break;
    case BOARD_COINS:
        if (first.before_count == 2)
            text_printf(&examples->words, "%" PRId64 " %" PRId64, cells[1], cells[0]);
        break;
    case BOARD_STRIP:
        if (first.after_count > 0)
            text_printf(&examples->words, "%" PRId64 " %" PRId64, cells[0], cells[1]);
        break;
    case BOARD_CALENDAR:
        if (cells[DATE_CELLS + DATE_DAY] != cells[DATE_DAY])
            text_printf(&examples->words, "day %" PRId64, cells[DATE_CELLS + DATE_DAY]);
        else
            text_append_string(&examples->words, date_month_name(cells[DATE_CELLS + DATE_MONTH]));
        break;
    case BOARD_STICKS:
        if (first.after_count > 0)
            text_printf(&examples->words, "break %" PRId64 " %" PRId64, cells[0], cells[1]);
        else
            text_printf(&examples->words, "remove %" PRId64, cells[0]);
        break;
    case BOARD_CHECKERS:
        text_printf(&examples->words, "%" PRId64 " %" PRId64, cells[NORTHCOTT_ROW],
                    cells[NORTHCOTT_TO]);
        break;
    case BOARD_HEAPS:
    case BOARD_TWO_HEAPS:
    case BOARD_PICTURE:
    case BOARD_CHIPS:
    case BOARD_OTHER:
        break;
    }
}

static void examples_finish(struct examples *examples)
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
    struct examples examples;
    examples_find(rules, position, &examples);
    bool has_words = examples.words.len > 0, has_split = examples.split.len > 0;
    if (rules->family == &family_odd_scoring)
        text_append_string(out, "Type how many steps to make");
    else if (examples.on_board.len > 0)
        text_printf(out, "Type for example '%s'", text_string(&examples.on_board));
    else if (examples.number.len > 0 && !has_split)
        text_append_string(out, "Type how many to take");
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
    struct examples examples;
    examples_find(rules, position, &examples);
    struct text text = {0};
    if (rules->family == &family_odd_scoring)
        text_append_string(&text, "a number of steps, or ");
    else if (examples.on_board.len > 0)
        text_printf(&text, "'%s', or ", text_string(&examples.on_board));
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

/* --- counters --- */

/* A move that is typed as a number of counters. */
struct take {
    int64_t taken;
    int64_t heap;  /* or the cell of a ring; 0: not said */
    int64_t quota; /* of that heap; 0: not said */
    bool from_both;
};

/* Reads "3", "take 3", "take 3 from 7", "... from o13", "... from 8@3", "... from both"; false when
 * it is none of these. */
static bool parse_take(struct scanner scanner, struct take *take)
{
    *take = (struct take){0};
    bool said = scanner_take_word(&scanner, "take ");
    if (!scanner_takes_int(&scanner, &take->taken))
        return false;
    if (said && scanner_take_word(&scanner, " from ")) {
        take->from_both = scanner_take_word(&scanner, "both");
        bool is_ring = scanner_take(&scanner, 'o');
        if (!take->from_both &&
            (!scanner_takes_int(&scanner, &take->heap) ||
             (scanner_take(&scanner, '@') && !scanner_takes_int(&scanner, &take->quota))))
            return false;
        if (is_ring)
            take->heap = -take->heap;
    }
    return scanner_at_end(&scanner);
}

/* Reads the move in the notation, as the rules have it. */
static enum error_code parse_in_notation(const struct rules *rules, const struct position *position,
                                         const struct take *take, struct move *ret_move,
                                         struct error *error)
{
    struct text text = {0};
    print_take(take->heap, take->quota, take->taken, &text);
    enum error_code failed = move_parse(rules, position, text.bytes, text.len, ret_move, error);
    text_finish(&text);
    return failed;
}

/* Refuses a move that names none of several heaps, with a heap that allows it as an example. */
static enum error_code ask_for_heap(const struct rules *rules, const struct position *position,
                                    struct take take, struct error *error)
{
    struct move move;
    for (uint32_t i = words_heap_count(rules, position); i-- > 0;) {
        take.heap = cell_of(words_heap_at(rules, position, i));
        if (take.taken > heaps_counters(take.heap) ||
            parse_in_notation(rules, position, &take, &move, error) != ERROR_NONE)
            continue;
        return error_set(error, ERROR_BAD_MOVE,
                         "there are several heaps: say from which, as in 'take %" PRId64
                         " from %s%" PRId64 "'%s",
                         take.taken, heaps_is_ring(take.heap) ? "o" : "", heaps_counters(take.heap),
                         board_of(rules) == BOARD_TWO_HEAPS ? ", or from 'both'" : "");
    }
    return error_set(error, ERROR_ILLEGAL_MOVE, "%" PRId64 " cannot be taken from any heap",
                     take.taken);
}

static enum error_code move_from_heap(const struct rules *rules, const struct position *position,
                                      struct take take, struct move *ret_move, struct error *error)
{
    uint32_t count = words_heap_count(rules, position);
    assert(!take.from_both);
    if (count == 0)
        return error_set(error, ERROR_BAD_MOVE, "%s",
                         rules->family == &family_odd_scoring ? "the chip is at the end"
                                                              : "nothing is left to take from");
    if (take.heap == 0 && count > 1)
        return ask_for_heap(rules, position, take, error);
    if (take.heap == 0)
        take.heap = cell_of(words_heap_at(rules, position, 0));
    if (rules->family == &family_odd_scoring && take.taken > odd_scoring_most(position))
        return error_set(error, ERROR_ILLEGAL_MOVE,
                         "1 to %" PRId64 " steps are possible, not %" PRId64,
                         odd_scoring_most(position), take.taken);

    int64_t most = -1; /* the quota of such a heap; -1: there is none */
    for (uint32_t i = 0; i < count; i++) {
        struct words_heap heap = words_heap_at(rules, position, i);
        if (cell_of(heap) == take.heap && heap.most > most &&
            (take.quota == 0 || take.quota == heap.most))
            most = heap.most;
    }
    int64_t counters = heaps_counters(take.heap);
    if (take.taken > counters)
        return error_set(error, ERROR_ILLEGAL_MOVE,
                         "%" PRId64 " cannot be taken from a %s of %" PRId64, take.taken,
                         heaps_is_ring(take.heap) ? "ring" : "heap", counters);
    if (most >= 0 && take.taken > most)
        return error_set(error, ERROR_ILLEGAL_MOVE,
                         "at most %" PRId64 " of %" PRId64 " may be taken now", most, counters);
    return parse_in_notation(rules, position, &take, ret_move, error);
}

static enum error_code move_from_both(const struct rules *rules, const struct position *position,
                                      int64_t taken, struct move *ret_move, struct error *error)
{
    if (board_of(rules) != BOARD_TWO_HEAPS)
        return error_set(error, ERROR_ILLEGAL_MOVE, "%s: a move takes from one heap", rules->text);
    if (position->count < WYTHOFF_HEAPS_MAX)
        return error_set(error, ERROR_BAD_MOVE, "there are no two heaps to take from");
    int64_t smaller = position->cells[0];
    if (taken < 1 || taken > smaller)
        return error_set(error, ERROR_ILLEGAL_MOVE,
                         "1 to %" PRId64 " can be taken from both heaps, not %" PRId64, smaller,
                         taken);
    *ret_move = wythoff_move_of_both(position, taken);
    return ERROR_NONE;
}

/* --- chocolate --- */

/* Reads "eat 2 3": row and column, both from 1. */
static bool parse_square(struct scanner scanner, int64_t *ret_row, int64_t *ret_column)
{
    return scanner_take_word(&scanner, "eat ") && scanner_takes_int(&scanner, ret_row) &&
           scanner_take(&scanner, ' ') && scanner_takes_int(&scanner, ret_column) &&
           scanner_at_end(&scanner);
}

static enum error_code move_from_square(const struct rules *rules, const struct position *position,
                                        int64_t row, int64_t column, struct move *ret_move,
                                        struct error *error)
{
    if (row < 1 || row > position->count)
        return error_set(error, ERROR_BAD_MOVE,
                         "there is no row %" PRId64 ", but rows 1 to %" PRIu32, row,
                         position->count);
    int64_t len = position->cells[row - 1];
    if (column < 1 || column > len)
        return error_set(error, ERROR_BAD_MOVE,
                         "row %" PRId64 " has no column %" PRId64 ", but columns 1 to %" PRId64,
                         row, column, len);
    if (row == 1 && column == 1)
        return error_set(error, ERROR_ILLEGAL_MOVE,
                         "the first square of row 1 is poisoned and stays");

    struct text text = {0};
    position_print(rules, position, &text);
    for (uint32_t i = 0; i < position->count; i++) {
        int64_t left = position->cells[i];
        if (i + 1 >= row && left >= column)
            left = column - 1;
        if (left > 0)
            text_printf(&text, "%c%" PRId64, i == 0 ? '>' : '+', left);
    }
    enum error_code failed = move_parse(rules, position, text.bytes, text.len, ret_move, error);
    text_finish(&text);
    return failed;
}

/* --- squares of a strip --- */

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

/* Replaces "9 6", "move 9 to 6" and "turn 9 and 4" by the notation, and leaves anything else alone.
 */
static void replace_squares(const struct rules *rules, struct text *text)
{
    enum { MOST = 8 }; /* more than a move turns: the rules say so */
    struct scanner scanner = {.text = text_string(text), .len = text->len};
    int64_t squares[MOST];
    bool are_coins = board_of(rules) == BOARD_COINS;
    scanner_take_word(&scanner, are_coins ? "turn " : "move ");
    uint32_t count = take_squares(scanner, MOST, squares);
    if (count == 0 || (!are_coins && count != 2))
        return;
    text_clear(text);
    if (are_coins && turning_kind(rules) == TURNING_RULER && count == 2) {
        bool is_rising = squares[0] < squares[1];
        text_printf(text, "%" PRId64 "-%" PRId64, squares[!is_rising], squares[is_rising]);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        text_printf(text, "%s%" PRId64, i == 0 ? "" : are_coins ? "+" : ">", squares[i]);
}

/* --- dates --- */

/* Takes "day 25" or "25". */
static bool takes_day(struct scanner *scanner, int64_t *ret_day)
{
    scanner_take_word(scanner, "day ");
    return scanner_takes_int(scanner, ret_day);
}

/* Reads "25jan", "25 jan", "jan 25", "day 25", "25" or "mar": what is not said stays. */
static enum error_code move_to_date(const struct rules *rules, const struct position *position,
                                    struct scanner scanner, struct move *ret_move,
                                    struct error *error)
{
    int64_t day = position->cells[DATE_DAY];
    bool has_day = takes_day(&scanner, &day);
    scanner_take(&scanner, ' ');
    int64_t month = date_take_month(&scanner);
    if (!has_day && month > 0) {
        scanner_take(&scanner, ' ');
        has_day = takes_day(&scanner, &day);
    }
    if ((!has_day && month == 0) || !scanner_at_end(&scanner))
        return expected_move(rules, position, error);
    struct text text = {0};
    text_printf(&text, "%" PRId64 "%s", day,
                date_month_name(month > 0 ? month : position->cells[DATE_MONTH]));
    enum error_code failed = move_parse(rules, position, text.bytes, text.len, ret_move, error);
    text_finish(&text);
    return failed;
}

/* --- sticks --- */

/* Reads "break 8 3", which leaves 3 and 5, or "remove 2", of length 2: then the piece is 0. */
static bool parse_stick(struct scanner scanner, int64_t *ret_length, int64_t *ret_piece)
{
    *ret_piece = 0;
    if (scanner_take_word(&scanner, "remove "))
        return scanner_takes_int(&scanner, ret_length) && scanner_at_end(&scanner);
    return scanner_take_word(&scanner, "break ") && scanner_takes_int(&scanner, ret_length) &&
           scanner_take(&scanner, ' ') && scanner_takes_int(&scanner, ret_piece) &&
           scanner_at_end(&scanner);
}

static enum error_code move_of_stick(const struct rules *rules, const struct position *position,
                                     int64_t length, int64_t piece, struct move *ret_move,
                                     struct error *error)
{
    int64_t count = 0;
    for (uint32_t i = 0; i < position->count; i++)
        count += position->cells[i] == length;
    if (count == 0)
        return error_set(error, ERROR_BAD_MOVE, "there is no stick of length %" PRId64, length);
    if (piece > 0 ? piece >= length : count < length)
        return error_set(error, ERROR_ILLEGAL_MOVE,
                         piece > 0 ? "a stick of length %" PRId64 " has no piece of %" PRId64
                                   : "%" PRId64 " such sticks are removed together, and there are "
                                     "%" PRId64,
                         length, piece > 0 ? piece : count);
    struct text text = {0};
    if (piece > 0)
        text_printf(&text, "%" PRId64 ">%" PRId64 "+%" PRId64, length, piece, length - piece);
    for (int64_t i = 0; piece == 0 && i < length; i++)
        text_printf(&text, i > 0 ? "+%" PRId64 : "%" PRId64, length);
    text_append_string(&text, piece == 0 ? ">0" : "");
    enum error_code failed = move_parse(rules, position, text.bytes, text.len, ret_move, error);
    text_finish(&text);
    return failed;
}

/* --- checkers --- */

/* Reads "2 5": the row, and the square to which the checker goes. */
static bool parse_slide(struct scanner scanner, int64_t *ret_row, int64_t *ret_square)
{
    return scanner_takes_int(&scanner, ret_row) && scanner_take(&scanner, ' ') &&
           scanner_takes_int(&scanner, ret_square) && scanner_at_end(&scanner);
}

static enum error_code move_to_square(const struct rules *rules, const struct position *position,
                                      int64_t row, int64_t square, struct move *ret_move,
                                      struct error *error)
{
    struct text text = {0};
    bool is_there = row >= 1 && row <= northcott_row_count(position);
    int64_t from = is_there ? northcott_row_at(position, (uint32_t)row - 1).own : 0;
    text_printf(&text, "%" PRId64 ":%" PRId64 ">%" PRId64, row, from, square);
    enum error_code failed = move_parse(rules, position, text.bytes, text.len, ret_move, error);
    text_finish(&text);
    return failed;
}

/* --- the notation --- */

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

/* Reads "b2". */
static bool take_square(struct scanner *scanner)
{
    int64_t row;
    char letter = scanner_peek(scanner);
    return letter >= 'a' && letter <= 'z' && scanner_take(scanner, letter) &&
           scanner_takes_int(scanner, &row);
}

/* Does this look like a move in the notation? */
static bool is_notation(const struct rules *rules, struct scanner scanner)
{
    int64_t vertex, square;
    switch (board_of(rules)) {
    case BOARD_HEAPS:
    case BOARD_TWO_HEAPS:
    case BOARD_CHOCOLATE:
    case BOARD_STICKS:
        return take_numbers(&scanner) && scanner_take(&scanner, '>') && take_numbers(&scanner) &&
               scanner_at_end(&scanner);
    case BOARD_PICTURE:
        scanner_take_word(&scanner, "cut");
        return scanner_takes_int(&scanner, &vertex) && scanner_take(&scanner, '-') &&
               scanner_takes_int(&scanner, &vertex) && scanner_at_end(&scanner);
    case BOARD_STRIP:
        return scanner_take_word(&scanner, "take") ||
               (scanner_takes_int(&scanner, &square) && scanner_take(&scanner, '>'));
    case BOARD_CHECKERS:
        return scanner_takes_int(&scanner, &vertex) && scanner_take(&scanner, ':');
    case BOARD_CHIPS:
        scanner_take_word(&scanner, "take");
        return take_square(&scanner) &&
               (scanner_at_end(&scanner) ||
                (scanner_take(&scanner, '-') && take_square(&scanner) && scanner_at_end(&scanner)));
    case BOARD_COINS:
        return scanner_takes_int(&scanner, &square);
    case BOARD_CALENDAR:
    case BOARD_OTHER:
        break;
    }
    return true;
}

/* Reads the notation with blanks anywhere, in a picture with or without "cut" before it, on a board
 * of chips with or without "take". */
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
    if (!is_notation(rules, scanner))
        return expected_move(rules, position, error);
    scanner_take_word(&scanner, board_of(rules) == BOARD_CHIPS ? "take" : "cut");
    return move_parse(rules, position, scanner.text + scanner.at, scanner.len - scanner.at,
                      ret_move, error);
}

/* Reads a move in the form that its board has, as the move in the notation. True with an error that
 * has a code: it has the form, but is no move here. */
static bool parse_on_board(const struct rules *rules, const struct position *position,
                           const char *line, struct text *ret_notation, struct error *error)
{
    const struct look_words *look = look_words(rules->look);
    error->code = ERROR_NONE;
    return look && look->typed && look->typed(rules, position, line, ret_notation, error);
}

enum error_code typed_move(const struct rules *rules, const struct position *position,
                           const char *line, struct move *ret_move, struct error *error)
{
    struct text text = {0}, notation = {0};
    typed_normalise(line, &text);
    struct scanner scanner = {.text = text_string(&text), .len = text.len};
    struct take take;
    int64_t row, column;
    enum error_code failed;
    if (board_of(rules) == BOARD_STRIP || board_of(rules) == BOARD_COINS) {
        replace_squares(rules, &text);
        failed = move_from_notation(rules, position, &text, ret_move, error);
    } else if (board_of(rules) == BOARD_CALENDAR) {
        failed = move_to_date(rules, position, scanner, ret_move, error);
    } else if (parse_on_board(rules, position, text_string(&text), &notation, error)) {
        failed = error->code
                     ? error->code
                     : move_parse(rules, position, notation.bytes, notation.len, ret_move, error);
    } else if (board_of(rules) == BOARD_CHECKERS && parse_slide(scanner, &row, &column)) {
        failed = move_to_square(rules, position, row, column, ret_move, error);
    } else if (parse_take(scanner, &take)) {
        if (!words_has_heaps(rules))
            failed = expected_move(rules, position, error);
        else if (take.from_both)
            failed = move_from_both(rules, position, take.taken, ret_move, error);
        else
            failed = move_from_heap(rules, position, take, ret_move, error);
    } else if (parse_square(scanner, &row, &column)) {
        failed = board_of(rules) == BOARD_CHOCOLATE
                     ? move_from_square(rules, position, row, column, ret_move, error)
                     : expected_move(rules, position, error);
    } else if (parse_stick(scanner, &row, &column)) {
        failed = board_of(rules) == BOARD_STICKS
                     ? move_of_stick(rules, position, row, column, ret_move, error)
                     : expected_move(rules, position, error);
    } else {
        failed = move_from_notation(rules, position, &text, ret_move, error);
    }
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

/* What the notation of a move has. */
static const char *notation_words(const struct rules *rules)
{
    static const char *const words[BOARD_OTHER + 1] = {
        [BOARD_CHOCOLATE] = "the same in the notation: the rows before and after",
        [BOARD_STRIP] = "the same in the notation: the square before and after",
        [BOARD_CALENDAR] = "the same in the notation: the new date",
        [BOARD_COINS] = "the same in the notation",
        [BOARD_CHECKERS] = "the same in the notation: row, square, new square",
        [BOARD_STICKS] = "the same in the notation: the sticks before and after",
    };
    const char *own = words[board_of(rules)];
    return own ? own : "the same in the notation: the heap before and after";
}

void typed_moves_describe(const struct rules *rules, const struct position *position,
                          struct text *out)
{
    struct examples examples;
    if (position_is_over(rules, position))
        return;
    examples_find(rules, position, &examples);
    describe_move(rules, position, &examples.on_board, out);
    describe_move(rules, position, &examples.number, out);
    describe_move(rules, position, &examples.words, out);
    if (examples.words.len > 0)
        describe_row(&examples.move, notation_words(rules), out);
    else if (examples.split.len == 0)
        describe_move(rules, position, &examples.move, out);
    describe_row(&examples.with_quota, "the same for the heap with this quota, where two are equal",
                 out);
    describe_move(rules, position, &examples.split, out);
    describe_move(rules, position, &examples.both, out);
    describe_row(&examples.both_move, "the same in the notation", out);
    examples_finish(&examples);
}
