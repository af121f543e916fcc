#include "common/words/words_look.h"

#include "common/base/scanner.h"
#include "common/game/wythoff.h"
#include "common/words/row_look.h"
#include "common/words/words_family.h"

#include <inttypes.h>
#include <string.h>

/* The heap that a move of one heap leaves. */
static int64_t left_of(const struct move *move)
{
    return move->after_count > 0 ? move->cells[move->before_count] : 0;
}

/* --- strip --- */

static void print_chips(const struct rules *rules, const struct position *position,
                        struct text *out)
{
    (void)rules;
    text_append_string(out, position->count == 1 ? "a chip on square " : "chips on squares ");
    words_sizes(position->cells, position->count, out);
}

static void print_chip_move(const struct rules *rules, const struct position *position,
                            const struct move *move, const char *ending, struct text *out)
{
    (void)rules;
    (void)position;
    text_printf(out, "move%s a chip from square %" PRId64 " to square %" PRId64, ending,
                move->cells[0], left_of(move));
}

/* --- binary --- */

static int bits_of(int64_t number)
{
    int bits = 1;
    while (number >> bits)
        bits++;
    return bits;
}

static void print_bits(int64_t number, int bits, struct text *out)
{
    while (bits-- > 0)
        text_append_char(out, number >> bits & 1 ? '1' : '0');
}

static void print_row(int64_t number, struct text *out)
{
    print_bits(number, bits_of(number), out);
}

static void print_rows(const struct rules *rules, const struct position *position, struct text *out)
{
    (void)rules;
    text_append_string(out, position->count == 1 ? "the row " : "the rows ");
    for (uint32_t i = 0; i < position->count; i++) {
        words_separate(i, position->count, out);
        print_row(position->cells[i], out);
    }
}

static void print_row_move(const struct rules *rules, const struct position *position,
                           const struct move *move, const char *ending, struct text *out)
{
    (void)rules;
    (void)position;
    text_printf(out, "change%s a row from ", ending);
    print_row(move->cells[0], out);
    text_append_string(out, " to ");
    print_bits(left_of(move), bits_of(move->cells[0]), out);
}

/* "2: 0110": what the second row becomes. */
static bool read_row_move(const struct rules *rules, const struct position *position,
                          const char *line, struct text *out, struct error *error)
{
    (void)rules;
    (void)error;
    enum { BITS_MAX = 63 };
    struct scanner scanner = {.text = line, .len = strlen(line)};
    int64_t row, left = 0;
    if (!scanner_takes_int(&scanner, &row) || !scanner_take(&scanner, ':'))
        return false;
    scanner_take(&scanner, ' ');
    size_t from = scanner.at;
    for (; scanner_peek(&scanner) == '0' || scanner_peek(&scanner) == '1'; scanner.at++)
        left = 2 * left + (scanner_peek(&scanner) == '1');
    if (scanner.at == from || scanner.at - from > BITS_MAX || !scanner_at_end(&scanner) ||
        row < 1 || row > position->count)
        return false;
    text_printf(out, "%" PRId64 ">%" PRId64, position->cells[row - 1], left);
    return true;
}

static void print_row_example(const struct rules *rules, const struct position *position,
                              struct text *out)
{
    (void)rules;
    int64_t heap = position->cells[position->count - 1];
    text_printf(out, "%" PRIu32 ": ", position->count);
    print_bits(heap - 1, bits_of(heap), out);
}

/* --- band --- */

static void print_gaps(const struct rules *rules, const struct position *position, struct text *out)
{
    (void)rules;
    text_append_string(out, position->count == 1 ? "a gap of " : "gaps of ");
    words_sizes(position->cells, position->count, out);
    bool is_one = position->count == 1 && position->cells[0] == 1;
    text_append_string(out, is_one ? " square" : " squares");
}

static void print_gap_move(const struct rules *rules, const struct position *position,
                           const struct move *move, const char *ending, struct text *out)
{
    (void)rules;
    (void)position;
    if (left_of(move) == 0)
        text_printf(out, "close%s the gap of %" PRId64, ending, move->cells[0]);
    else
        text_printf(out, "narrow%s the gap of %" PRId64 " to %" PRId64, ending, move->cells[0],
                    left_of(move));
}

/* --- queen --- */

struct place {
    int64_t column, row;
};

static struct place place_of(const struct position *position)
{
    uint32_t count = position->count;
    return (struct place){count > 0 ? position->cells[count - 1] : 0,
                          count > 1 ? position->cells[count - 2] : 0};
}

/* The place from which she goes on: mirror squares are one position. */
static struct place place_after(const struct position *position, const struct move *move)
{
    struct place place = place_of(position);
    int64_t taken = move->before_count > 1 ? wythoff_taken_of_both(move) : 0;
    if (move->before_count == 1)
        *(move->cells[0] == place.column ? &place.column : &place.row) = left_of(move);
    int64_t column = place.column - taken, row = place.row - taken;
    return column > row ? (struct place){column, row} : (struct place){row, column};
}

static void print_place(struct place place, struct text *out)
{
    text_printf(out, "column %" PRId64 ", row %" PRId64, place.column, place.row);
}

static void print_queen(const struct rules *rules, const struct position *position,
                        struct text *out)
{
    (void)rules;
    text_append_string(out, "the queen in ");
    print_place(place_of(position), out);
}

static void print_queen_move(const struct rules *rules, const struct position *position,
                             const struct move *move, const char *ending, struct text *out)
{
    (void)rules;
    text_printf(out, "move%s the queen to ", ending);
    print_place(place_after(position, move), out);
}

/* "3,4": the column and the row to which she goes. */
static bool read_queen_move(const struct rules *rules, const struct position *position,
                            const char *line, struct text *out, struct error *error)
{
    (void)rules;
    (void)error;
    struct scanner scanner = {.text = line, .len = strlen(line)};
    struct place to, from = place_of(position);
    bool is_read = scanner_takes_int(&scanner, &to.column) && scanner_take(&scanner, ',');
    scanner_take(&scanner, ' ');
    if (!is_read || !scanner_takes_int(&scanner, &to.row) || !scanner_at_end(&scanner))
        return false;
    int64_t columns = from.column - to.column, rows = from.row - to.row;
    if (rows == 0)
        text_printf(out, "%" PRId64 ">%" PRId64, from.column, to.column);
    else if (columns == 0)
        text_printf(out, "%" PRId64 ">%" PRId64, from.row, to.row);
    else if (rows != columns)
        return false;
    else if (to.row == 0)
        text_printf(out, "%" PRId64 "+%" PRId64 ">%" PRId64, from.row, from.column, to.column);
    else
        text_printf(out, "%" PRId64 "+%" PRId64 ">%" PRId64 "+%" PRId64, from.row, from.column,
                    to.row, to.column);
    return true;
}

static void print_queen_example(const struct rules *rules, const struct position *position,
                                struct text *out)
{
    (void)rules;
    struct place place = place_of(position);
    text_printf(out, "%" PRId64 ",%" PRId64, place.column - 1, place.row);
}

/* --- the table --- */

const struct look_words *look_words(enum game_look look)
{
    static const struct look_words words[LOOK_COUNT] = {
        [LOOK_STRIP] = {"all chips are on square 0", print_chips, print_chip_move,
                        "A chip on square 7 is a heap of 7. ", NULL, NULL, false},
        [LOOK_BINARY] = {"no chip is left", print_rows, print_row_move,
                         "The row 1101, in binary, is a heap of 13. ", read_row_move,
                         print_row_example, false},
        [LOOK_BAND] = {"all gaps are closed", print_gaps, print_gap_move,
                       "A gap of 7 squares is a heap of 7. ", NULL, NULL, false},
        [LOOK_QUEEN] = {"the queen is in the corner", print_queen, print_queen_move,
                        "Her column and row, from 0, are the heaps, in either order. ",
                        read_queen_move, print_queen_example, false},
    };
    if (look == LOOK_PINS || look == LOOK_RING)
        return &row_look_pins;
    if (look == LOOK_PAWNS)
        return &row_look_pawns;
    return look_is_plain(look) ? NULL : &words[look];
}
