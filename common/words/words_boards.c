/* The words of boards with rows and columns (chocolate, chips, a calendar) and of pictures. */
#include "common/game/chomp.h"
#include "common/game/date.h"
#include "common/game/tactix.h"
#include "common/words/words_family.h"

#include <inttypes.h>
#include <string.h>

/* --- chocolate --- */

static void print_chomp(const struct rules *rules, const struct position *position,
                        struct text *out)
{
    (void)rules;
    if (position->count == 1 && position->cells[0] == 1) {
        text_append_string(out, "only the poisoned square is left");
        return;
    }
    text_append_string(out, position->count == 1 ? "one row of " : "rows of ");
    words_sizes(position->cells, position->count, out);
    text_append_string(out, " squares");
}

static void print_bite(const struct rules *rules, const struct position *position,
                       const struct move *move, const char *ending, struct text *out)
{
    struct position after = {0};
    position_copy(&after, position);
    move_apply(rules, &after, move);
    text_printf(out, "eat%s from row %" PRId64 ", column %" PRId64 " on, leaving ", ending,
                move->cells[CHOMP_ROW] + 1, move->cells[CHOMP_LEFT] + 1);
    if (after.count == 1 && after.cells[0] == 1)
        text_append_string(out, "only the poisoned square");
    else
        print_chomp(rules, &after, out);
    position_finish(&after);
}

/* The rows, below the numbers of the columns; X is the poisoned square. */
static void draw_chomp(const struct rules *rules, const struct position *position, struct text *out)
{
    (void)rules;
    if (position->count > WORDS_DRAWN_ROWS_MAX || position->cells[0] > WORDS_DRAWN_COLUMNS_MAX)
        return;
    text_append_string(out, "\n   ");
    for (int64_t column = 1; column <= position->cells[0]; column++)
        text_printf(out, "%3" PRId64, column);
    for (uint32_t row = 0; row < position->count; row++) {
        text_printf(out, "\n%3" PRIu32, row + 1);
        for (int64_t column = 0; column < position->cells[row]; column++)
            text_append_string(out, row == 0 && column == 0 ? "  X" : "  #");
    }
}

/* Reads "eat 2 3": row and column, both from 1. */
static bool parse_bite(const char *line, int64_t *ret_row, int64_t *ret_column)
{
    struct scanner scanner = {.text = line, .len = strlen(line)};
    return scanner_take_word(&scanner, "eat ") && scanner_takes_int(&scanner, ret_row) &&
           scanner_take(&scanner, ' ') && scanner_takes_int(&scanner, ret_column) &&
           scanner_at_end(&scanner);
}

static bool read_bite(const struct rules *rules, const struct position *position, const char *line,
                      struct text *out, struct error *error)
{
    int64_t row, column;
    if (!parse_bite(line, &row, &column))
        return false;
    int64_t len = row >= 1 && row <= position->count ? position->cells[row - 1] : 0;
    if (len == 0)
        error_set(error, ERROR_BAD_MOVE, "there is no row %" PRId64 ", but rows 1 to %" PRIu32, row,
                  position->count);
    else if (column < 1 || column > len)
        error_set(error, ERROR_BAD_MOVE,
                  "row %" PRId64 " has no column %" PRId64 ", but columns 1 to %" PRId64, row,
                  column, len);
    else if (row == 1 && column == 1)
        error_set(error, ERROR_ILLEGAL_MOVE, "the first square of row 1 is poisoned and stays");
    if (error->code)
        return true;

    position_print(rules, position, out);
    for (uint32_t i = 0; i < position->count; i++) {
        int64_t left = position->cells[i];
        if (i + 1 >= row && left >= column)
            left = column - 1;
        if (left > 0)
            text_printf(out, "%c%" PRId64, i == 0 ? '>' : '+', left);
    }
    return true;
}

static void find_example_of_bite(const struct rules *rules, const struct position *position,
                                 struct typed_examples *examples)
{
    struct move move = typed_example_at(rules, position, 0, examples);
    text_printf(&examples->words, "eat %" PRId64 " %" PRId64, move.cells[CHOMP_ROW] + 1,
                move.cells[CHOMP_LEFT] + 1);
}

const struct words_family words_chomp = {
    .position = print_chomp,
    .move = print_bite,
    .drawing = draw_chomp,
    .typed = read_bite,
    .examples = find_example_of_bite,
    .notation_sides = "the rows before and after",
};

/* --- chips on a board --- */

static void print_board(const struct rules *rules, const struct position *position,
                        struct text *out)
{
    int64_t rows = position->cells[TACTIX_ROWS], columns = position->cells[TACTIX_COLUMNS];
    int64_t chips = (int64_t)position_counters(rules, position);
    if (chips == 0) {
        text_append_string(out, "nothing is left");
        return;
    }
    text_printf(out, "%" PRId64 " chip%s on a board of %" PRId64 " row%s and %" PRId64 " column%s",
                chips, chips == 1 ? "" : "s", rows, rows == 1 ? "" : "s", columns,
                columns == 1 ? "" : "s");
}

static void print_run(const struct rules *rules, const struct position *position,
                      const struct move *move, const char *ending, struct text *out)
{
    (void)rules;
    int64_t first = move->cells[TACTIX_FIRST], last = move->cells[TACTIX_LAST];
    if (first == last)
        text_printf(out, "take%s the chip on ", ending);
    else
        text_printf(out, "take%s the %" PRId64 " chips from ", ending,
                    (last - first) / tactix_step(position, move) + 1);
    tactix_print_square(position, first, out);
    if (first == last)
        return;
    text_append_string(out, " to ");
    tactix_print_square(position, last, out);
}

/* The rows, below the letters of the columns. */
static void draw_board(const struct rules *rules, const struct position *position, struct text *out)
{
    (void)rules;
    int64_t columns = position->cells[TACTIX_COLUMNS];
    text_append_string(out, "\n   ");
    for (int64_t column = 0; column < columns; column++)
        text_printf(out, "  %c", (char)('a' + column));
    for (int64_t square = 0; square < position->cells[TACTIX_ROWS] * columns; square++) {
        if (square % columns == 0)
            text_printf(out, "\n%3" PRId64, square / columns + 1);
        text_append_string(out, position->cells[TACTIX_CHIPS] >> square & 1 ? "  x" : "  .");
    }
}

/* Reads "b2". */
static bool take_square(struct scanner *scanner)
{
    int64_t row;
    char letter = scanner_peek(scanner);
    return letter >= 'a' && letter <= 'z' && scanner_take(scanner, letter) &&
           scanner_takes_int(scanner, &row);
}

static bool is_like_run(struct scanner scanner)
{
    return take_square(&scanner) &&
           (scanner_at_end(&scanner) ||
            (scanner_take(&scanner, '-') && take_square(&scanner) && scanner_at_end(&scanner)));
}

const struct words_family words_tactix = {
    .position = print_board,
    .move = print_run,
    .drawing = draw_board,
    .notation_prefix = "take",
    .is_like_notation = is_like_run,
};

/* --- pictures --- */

/* In the notation: nothing is shorter. */
static void print_hackenbush(const struct rules *rules, const struct position *position,
                             struct text *out)
{
    uint32_t edges = position->count / 2;
    position_print(rules, position, out);
    text_printf(out, ", a picture of %" PRIu32 " edge%s", edges, edges == 1 ? "" : "s");
}

static void print_cut(const struct rules *rules, const struct position *position,
                      const struct move *move, const char *ending, struct text *out)
{
    struct position after = {0};
    position_copy(&after, position);
    move_apply(rules, &after, move);
    uint32_t fallen = (position->count - after.count) / 2 - 1;
    text_printf(out, "cut%s the edge ", ending);
    move_print(rules, position, move, out);
    if (fallen > 0)
        text_printf(out, ", and %" PRIu32 " more fall%s", fallen, fallen == 1 ? "s" : "");
    position_finish(&after);
}

static bool is_like_edge(struct scanner scanner)
{
    int64_t vertex;
    return scanner_takes_int(&scanner, &vertex) && scanner_take(&scanner, '-') &&
           scanner_takes_int(&scanner, &vertex) && scanner_at_end(&scanner);
}

const struct words_family words_hackenbush = {
    .position = print_hackenbush,
    .begins_with_notation = true,
    .move = print_cut,
    .notation_prefix = "cut",
    .is_like_notation = is_like_edge,
};

/* --- dates --- */

/* The date in the first two cells: "20 January". */
static void print_date_cells(const int64_t *date, struct text *out)
{
    static const char *const months[DATE_MONTHS + 1] = {
        "",     "January", "February",  "March",   "April",    "May",      "June",
        "July", "August",  "September", "October", "November", "December",
    };
    text_printf(out, "%" PRId64 " %s", date[DATE_DAY], months[date[DATE_MONTH]]);
}

static void print_date(const struct rules *rules, const struct position *position, struct text *out)
{
    (void)rules;
    print_date_cells(position->cells, out);
}

static void print_later_date(const struct rules *rules, const struct position *position,
                             const struct move *move, const char *ending, struct text *out)
{
    (void)rules;
    (void)position;
    text_printf(out, "say%s ", ending);
    print_date_cells(move->cells + DATE_CELLS, out);
}

/* Takes "day 25" or "25". */
static bool takes_day(struct scanner *scanner, int64_t *ret_day)
{
    scanner_take_word(scanner, "day ");
    return scanner_takes_int(scanner, ret_day);
}

/* Reads "25jan", "25 jan", "jan 25", "day 25", "25" or "mar": what is not said stays. */
static bool read_date(const struct rules *rules, const struct position *position, const char *line,
                      struct text *out, struct error *error)
{
    (void)rules;
    (void)error;
    struct scanner scanner = {.text = line, .len = strlen(line)};
    int64_t day = position->cells[DATE_DAY];
    bool has_day = takes_day(&scanner, &day);
    scanner_take(&scanner, ' ');
    int64_t month = date_take_month(&scanner);
    if (!has_day && month > 0) {
        scanner_take(&scanner, ' ');
        has_day = takes_day(&scanner, &day);
    }
    if ((!has_day && month == 0) || !scanner_at_end(&scanner))
        return false;
    text_printf(out, "%" PRId64 "%s", day,
                date_month_name(month > 0 ? month : position->cells[DATE_MONTH]));
    return true;
}

/* No text does: read_date() reads the notation too. */
static bool is_like_date(struct scanner scanner)
{
    (void)scanner;
    return false;
}

static void find_example_of_date(const struct rules *rules, const struct position *position,
                                 struct typed_examples *examples)
{
    struct move move = typed_example_at(rules, position, 0, examples);
    const int64_t *after = move.cells + DATE_CELLS;
    if (after[DATE_DAY] != move.cells[DATE_DAY])
        text_printf(&examples->words, "day %" PRId64, after[DATE_DAY]);
    else
        text_append_string(&examples->words, date_month_name(after[DATE_MONTH]));
}

const struct words_family words_date = {
    .position = print_date,
    .move = print_later_date,
    .typed = read_date,
    .is_like_notation = is_like_date,
    .examples = find_example_of_date,
    .notation_sides = "the new date",
};
