/* Positions and moves in words. */
#include "common/words/words.h"
#include "common/words/words_look.h"

#include "common/game/chomp.h"
#include "common/game/date.h"
#include "common/game/family.h"
#include "common/game/hackenbush.h"
#include "common/game/heaps.h"
#include "common/game/northcott.h"
#include "common/game/odd_scoring.h"
#include "common/game/silver_dollar.h"
#include "common/game/subtraction.h"
#include "common/game/tactix.h"
#include "common/game/take_away.h"
#include "common/game/turning.h"

#include <assert.h>
#include <inttypes.h>

/* --- heaps --- */

static uint32_t count_of_all(const struct position *position)
{
    return position->count;
}

static struct words_heap plain_heap(const struct position *position, uint32_t index)
{
    int64_t cell = position->cells[index], counters = heaps_counters(cell);
    return (struct words_heap){counters, counters, heaps_is_ring(cell)};
}

static uint32_t count_of_pairs(const struct position *position)
{
    return position->count / TAKE_AWAY_PAIR;
}

static struct words_heap heap_of_pair(const struct position *position, uint32_t index)
{
    const int64_t *pair = position->cells + index * TAKE_AWAY_PAIR;
    return (struct words_heap){pair[TAKE_AWAY_HEAP], pair[TAKE_AWAY_QUOTA], false};
}

static uint32_t count_after_quota(const struct position *position)
{
    return position->count > 0 ? position->count - TAKE_AWAY_GLOBAL_HEAPS : 0;
}

static struct words_heap heap_under_quota(const struct position *position, uint32_t index)
{
    int64_t size = position->cells[TAKE_AWAY_GLOBAL_HEAPS + index];
    int64_t quota = position->cells[TAKE_AWAY_GLOBAL_QUOTA];
    return (struct words_heap){size, quota < size ? quota : size, false};
}

/* "3, 5 and 7" */
static void print_sizes(const int64_t *heaps, uint32_t count, struct text *out)
{
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0)
            text_append_string(out, i + 1 == count ? " and " : ", ");
        text_append_int(out, heaps_counters(heaps[i]));
    }
}

static void print_heaps(const int64_t *heaps, uint32_t count, struct text *out)
{
    text_append_string(out, count == 1 ? "one heap of " : "heaps of ");
    print_sizes(heaps, count, out);
}

/* Rings may stand before the heaps. */
static void print_position_of_heaps(const struct rules *rules, const struct position *position,
                                    struct text *out)
{
    (void)rules;
    uint32_t rings = 0;
    while (rings < position->count && heaps_is_ring(position->cells[rings]))
        rings++;
    if (rings > 0)
        text_append_string(out, rings == 1 ? "a ring of " : "rings of ");
    print_sizes(position->cells, rings, out);
    if (rings > 0 && rings < position->count)
        text_append_string(out, " and ");
    if (rings < position->count)
        print_heaps(position->cells + rings, position->count - rings, out);
}

static void print_one_heap(const struct rules *rules, const struct position *position,
                           struct text *out)
{
    (void)rules;
    int64_t heap = position->cells[TAKE_AWAY_HEAP], quota = position->cells[TAKE_AWAY_QUOTA];
    assert(quota >= 0 && quota <= heap);
    text_printf(out, "%" PRId64 " counter%s", heap, heap == 1 ? "" : "s");
    if (quota == 0)
        text_append_string(out, ", which may not be taken");
    else if (heap == 1)
        text_append_string(out, ", which may be taken");
    else if (quota == 1)
        text_append_string(out, "; only 1 of them may be taken");
    else if (quota == heap)
        text_append_string(out, "; all of them may be taken");
    else
        text_printf(out, "; 1 to %" PRId64 " of them may be taken", quota);
}

/* "a heap of 8, of which at most 3 may be taken", "heaps of 5 and 8, of which at most 4 and 3 may
 * be taken" */
static void print_local(const struct rules *rules, const struct position *position,
                        struct text *out)
{
    uint32_t count = count_of_pairs(position);
    text_append_string(out, count == 1 ? "a heap of " : "heaps of ");
    for (int cell = TAKE_AWAY_HEAP; cell <= TAKE_AWAY_QUOTA; cell++) {
        for (uint32_t i = 0; i < count; i++) {
            if (i > 0)
                text_append_string(out, i + 1 == count ? " and " : ", ");
            text_append_int(out, position->cells[i * TAKE_AWAY_PAIR + (uint32_t)cell]);
        }
        text_append_string(out, cell == TAKE_AWAY_HEAP ? ", of which at most " : " may be taken");
    }
    (void)rules;
}

static void print_global(const struct rules *rules, const struct position *position,
                         struct text *out)
{
    (void)rules;
    int64_t quota = position->cells[TAKE_AWAY_GLOBAL_QUOTA];
    print_heaps(position->cells + TAKE_AWAY_GLOBAL_HEAPS, count_after_quota(position), out);
    text_printf(out, "; at most %" PRId64 " may be taken from one heap", quota);
}

static int64_t counters_left(const struct move *move)
{
    int64_t left = 0;
    for (int i = 0; i < move->after_count; i++)
        left += move->cells[move->before_count + i];
    assert(left >= 0);
    return left;
}

static void print_take(const struct rules *rules, const struct position *position,
                       const struct move *move, const char *ending, struct text *out)
{
    (void)rules;
    (void)position;
    int64_t heap = move->cells[0], left = counters_left(move);
    if (left == 0 && heap == 1)
        text_printf(out, "take%s the last counter", ending);
    else if (left == 0)
        text_printf(out, "take%s the last %" PRId64 " counters", ending, heap);
    else
        text_printf(out, "take%s %" PRId64 ", leaving %" PRId64, ending, heap - left, left);
}

/* The first cell of the move is the heap; the cells after the move are its remains. */
static void print_heap_move(const struct rules *rules, const struct position *position,
                            const struct move *move, const char *ending, struct text *out)
{
    (void)rules;
    (void)position;
    int64_t heap = heaps_counters(move->cells[0]), taken = heap - counters_left(move);
    const char *noun = heaps_is_ring(move->cells[0]) ? "ring" : "heap";
    if (taken == heap) {
        text_printf(out, "take%s the whole %s of %" PRId64, ending, noun, heap);
        return;
    }
    if (taken == 0)
        text_printf(out, "split%s the heap of %" PRId64 " into ", ending, heap);
    else
        text_printf(out, "take%s %" PRId64 " from the %s of %" PRId64 ", leaving ", ending, taken,
                    noun, heap);
    print_sizes(move->cells + move->before_count, move->after_count, out);
}

static void print_wythoff_move(const struct rules *rules, const struct position *position,
                               const struct move *move, const char *ending, struct text *out)
{
    if (move->before_count == 1) {
        print_heap_move(rules, position, move, ending, out);
        return;
    }
    int64_t taken = (move->cells[0] + move->cells[1] - counters_left(move)) / 2;
    text_printf(out, "take%s %" PRId64 " from both heaps, leaving ", ending, taken);
    if (move->after_count == 0)
        text_append_string(out, "nothing");
    print_sizes(move->cells + move->before_count, move->after_count, out);
}

/* In Candy Squares. */
static void print_eat_and_split(const struct rules *rules, const struct position *position,
                                const struct move *move, const char *ending, struct text *out)
{
    (void)rules;
    int64_t split = move->cells[0], other = position->cells[position->cells[0] == split];
    if (other == split)
        text_printf(out, "eat%s one heap of %" PRId64 " and split%s the other into ", ending, split,
                    ending);
    else
        text_printf(out, "eat%s the heap of %" PRId64 " and split%s the heap of %" PRId64 " into ",
                    ending, other, ending, split);
    print_sizes(move->cells + move->before_count, move->after_count, out);
}

/* --- chocolate --- */

/* Larger boards are not drawn. */
enum { DRAWN_ROWS_MAX = 20, DRAWN_COLUMNS_MAX = 36 };

static void print_chomp(const struct rules *rules, const struct position *position,
                        struct text *out)
{
    (void)rules;
    if (position->count == 1 && position->cells[0] == 1) {
        text_append_string(out, "only the poisoned square is left");
        return;
    }
    text_append_string(out, position->count == 1 ? "one row of " : "rows of ");
    print_sizes(position->cells, position->count, out);
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
static void draw_chomp(const struct position *position, struct text *out)
{
    if (position->count > DRAWN_ROWS_MAX || position->cells[0] > DRAWN_COLUMNS_MAX)
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
        print_sizes(others.cells, others.count, out);
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

/* --- coins in a row --- */

static void print_coins(const struct rules *rules, const struct position *position,
                        struct text *out)
{
    (void)rules;
    if (position->count == 0) {
        text_append_string(out, "all coins show tails");
        return;
    }
    text_append_string(out, position->count == 1 ? "coin " : "coins ");
    print_sizes(position->cells, position->count, out);
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

/* "turns coin 9 to tails and 4 to heads", "turns over coins 4 to 9" */
static void print_turned(const struct rules *rules, const struct position *position,
                         const struct move *move, const char *ending, struct text *out)
{
    int count = move->before_count;
    if (turning_kind(rules) == TURNING_RULER && count == 2) {
        text_printf(out, "turn%s over coins %" PRId64 " to %" PRId64, ending, move->cells[0],
                    move->cells[1]);
        return;
    }
    text_printf(out, "turn%s ", ending);
    for (int i = count - 1; i >= 0; i--) {
        text_printf(out, "%s%" PRId64 " to %s",
                    i == count - 1 ? "coin "
                    : i > 0        ? ", "
                                   : " and ",
                    move->cells[i], shows_heads(position, move->cells[i]) ? "tails" : "heads");
    }
}

/* O is heads, X tails. */
static void draw_coins(const struct position *position, struct text *out)
{
    struct text signs = {0};
    for (int64_t coin = 1; coin <= turning_last(position); coin++)
        text_append_char(&signs, shows_heads(position, coin) ? 'O' : 'X');
    draw_strip(&signs, 1, out);
    text_finish(&signs);
}

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

/* --- sticks --- */

static void print_sticks(const struct rules *rules, const struct position *position,
                         struct text *out)
{
    (void)rules;
    text_append_string(out, position->count == 1 ? "a stick of length " : "sticks of length ");
    print_sizes(position->cells, position->count, out);
}

static void print_stick_move(const struct rules *rules, const struct position *position,
                             const struct move *move, const char *ending, struct text *out)
{
    (void)rules;
    (void)position;
    int64_t length = move->cells[0];
    if (move->after_count > 0)
        text_printf(out, "break%s a stick of length %" PRId64 " into %" PRId64 " and %" PRId64,
                    ending, length, move->cells[1], move->cells[2]);
    else if (length == 1)
        text_printf(out, "remove%s a stick of length 1", ending);
    else
        text_printf(out, "remove%s %" PRId64 " sticks of length %" PRId64, ending, length, length);
}

/* --- a chip on its way --- */

static uint32_t count_of_chip(const struct position *position)
{
    return position->cells[ODD_SCORING_LEFT] > 0;
}

static struct words_heap steps_of_chip(const struct position *position, uint32_t index)
{
    (void)index;
    return (struct words_heap){.size = position->cells[ODD_SCORING_LEFT],
                               .most = odd_scoring_most(position)};
}

static void print_chip(const struct rules *rules, const struct position *position, struct text *out)
{
    (void)rules;
    int64_t left = position->cells[ODD_SCORING_LEFT];
    if (left == 0)
        text_append_string(out, "the chip is at the end");
    else
        text_printf(out, "the chip is %" PRId64 " step%s from the end", left, left == 1 ? "" : "s");
    text_printf(out, ", and the player to move has made an %s number of steps",
                position->cells[ODD_SCORING_OWN] == 0 ? "even" : "odd");
}

static void print_steps(const struct rules *rules, const struct position *position,
                        const struct move *move, const char *ending, struct text *out)
{
    (void)rules;
    (void)position;
    int64_t left = counters_left(move), steps = move->cells[0] - left;
    text_printf(out, "move%s %" PRId64 " step%s", ending, steps, steps == 1 ? "" : "s");
    if (left == 0)
        text_append_string(out, ", to the end");
    else
        text_printf(out, ", leaving %" PRId64, left);
}

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
static void draw_board(const struct position *position, struct text *out)
{
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

/* --- checkers --- */

static void print_rows_of_checkers(const struct rules *rules, const struct position *position,
                                   struct text *out)
{
    (void)rules;
    uint32_t rows = northcott_row_count(position);
    int64_t retreats = position->cells[NORTHCOTT_RETREATS];
    text_append_string(out, rows == 1 ? "a row with a gap of " : "rows with gaps of ");
    for (uint32_t i = 0; i < rows; i++) {
        if (i > 0)
            text_append_string(out, i + 1 == rows ? " and " : ", ");
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
static void draw_checkers(const struct position *position, struct text *out)
{
    uint32_t rows = northcott_row_count(position);
    int64_t longest = 0;
    for (uint32_t i = 0; i < rows; i++) {
        struct northcott_row row = northcott_row_at(position, i);
        longest = row.squares > longest ? row.squares : longest;
    }
    if (rows > DRAWN_ROWS_MAX || longest > DRAWN_COLUMNS_MAX)
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

/* --- by family --- */

/* The words for each family. A family without a row is shown in its notation. */
static const struct family_words {
    const struct family *family;
    uint8_t variant;
    const char *example; /* a position */
    /* NULL where there are no heaps. */
    uint32_t (*heap_count)(const struct position *position);
    struct words_heap (*heap_at)(const struct position *position, uint32_t index);
    /* The position has at least one cell, but for coins in a row. */
    void (*position)(const struct rules *rules, const struct position *position, struct text *out);
    void (*move)(const struct rules *rules, const struct position *position,
                 const struct move *move, const char *ending, struct text *out);
} families[] = {
    {&family_take_away, TAKE_AWAY_ONE, "35@12", count_of_pairs, heap_of_pair, print_one_heap,
     print_take},
    {&family_take_away, TAKE_AWAY_LOCAL, "5+8@3", count_of_pairs, heap_of_pair, print_local,
     print_heap_move},
    {&family_take_away, TAKE_AWAY_GLOBAL, "3+5+7@2", count_after_quota, heap_under_quota,
     print_global, print_heap_move},
    {&family_nim, 0, "3+5+7", count_of_all, plain_heap, print_position_of_heaps, print_heap_move},
    {&family_octal, 0, "3+8", count_of_all, plain_heap, print_position_of_heaps, print_heap_move},
    {&family_hexadecimal, 0, "3+8", count_of_all, plain_heap, print_position_of_heaps,
     print_heap_move},
    {&family_subtraction, 0, "3+8", count_of_all, plain_heap, print_position_of_heaps,
     print_heap_move},
    {&family_subtraction, SUBTRACTION_CLEAR, "3+8", count_of_all, plain_heap,
     print_position_of_heaps, print_heap_move},
    {&family_grundy, 0, "3+8", count_of_all, plain_heap, print_position_of_heaps, print_heap_move},
    {&family_wythoff, 0, "3+8", count_of_all, plain_heap, print_position_of_heaps,
     print_wythoff_move},
    {&family_chomp, 0, "4+4+2", NULL, NULL, print_chomp, print_bite},
    {&family_silver_dollar, SILVER_DOLLAR_PLAIN, "2+5+9", NULL, NULL, print_silver_dollar,
     print_shift},
    {&family_silver_dollar, SILVER_DOLLAR_ONE_STEP, "2+5$+9", NULL, NULL, print_silver_dollar,
     print_shift},
    {&family_silver_dollar, SILVER_DOLLAR_TWO_STEP, "2+5$+9", NULL, NULL, print_silver_dollar,
     print_shift},
    {&family_turning, 0, "2+5+9", NULL, NULL, print_coins, print_turned},
    {&family_hackenbush, 0, "0-1-2-0+2-3", NULL, NULL, print_hackenbush, print_cut},
    {&family_candy, 0, "3+8", count_of_all, plain_heap, print_position_of_heaps,
     print_eat_and_split},
    {&family_northcott, 0, ".w..b.+w....b@10w", NULL, NULL, print_rows_of_checkers, print_slide},
    {&family_date, 0, "9jan", NULL, NULL, print_date, print_later_date},
    {&family_sticks, 0, "2+3+4", NULL, NULL, print_sticks, print_stick_move},
    {&family_odd_scoring, 0, "15@0", count_of_chip, steps_of_chip, print_chip, print_steps},
    {&family_tactix, 0, "xxx/x.x/xxx", NULL, NULL, print_board, print_run},
};

static const struct family_words *words_of(const struct rules *rules)
{
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        if (families[i].family == rules->family && families[i].variant == rules->variant)
            return &families[i];
    }
    return NULL;
}

bool words_has_heaps(const struct rules *rules)
{
    const struct family_words *words = words_of(rules);
    return words && words->heap_count;
}

bool words_has_own_quotas(const struct rules *rules)
{
    return rules->family == &family_take_away && rules->variant == TAKE_AWAY_LOCAL;
}

const char *words_example(const struct rules *rules)
{
    const struct family_words *words = words_of(rules);
    return words ? words->example : NULL;
}

bool words_are_notation(const struct rules *rules, const struct position *position)
{
    const struct family_words *words = words_of(rules);
    return !words || (rules->family == &family_hackenbush && position->count > 0);
}

uint32_t words_heap_count(const struct rules *rules, const struct position *position)
{
    assert(words_has_heaps(rules));
    return words_of(rules)->heap_count(position);
}

struct words_heap words_heap_at(const struct rules *rules, const struct position *position,
                                uint32_t index)
{
    assert(index < words_heap_count(rules, position));
    return words_of(rules)->heap_at(position, index);
}

void words_position(const struct rules *rules, const struct position *position, struct text *out)
{
    const struct family_words *words = words_of(rules);
    const struct look_words *look = look_words(rules->look);
    if (!words)
        position_print(rules, position, out);
    else if (position->count == 0 && rules->family != &family_turning)
        text_append_string(out, look ? look->over : "nothing is left");
    else if (look)
        look->position(rules, position, out);
    else
        words->position(rules, position, out);
}

void words_move(const struct rules *rules, const struct position *position, const struct move *move,
                bool you, struct text *out)
{
    const struct family_words *words = words_of(rules);
    const struct look_words *look = look_words(rules->look);
    const char *ending = you ? "" : "s";
    if (look) {
        look->move(rules, position, move, ending, out);
    } else if (words) {
        words->move(rules, position, move, ending, out);
    } else {
        text_printf(out, "play%s ", ending);
        move_print(rules, position, move, out);
    }
}

void words_step(const struct match *match, const struct position *position,
                const struct match_step *step, struct text *out)
{
    bool you = step->by == match->seat;
    text_printf(out, "%s ", you ? "You" : match_player(match, step->by));
    words_move(&match->rules, position, &step->move, you, out);
}

void words_drawing(const struct rules *rules, const struct position *position, struct text *out)
{
    if (rules->family == &family_chomp)
        draw_chomp(position, out);
    else if (rules->family == &family_silver_dollar)
        draw_silver_dollar(rules, position, out);
    else if (rules->family == &family_tactix)
        draw_board(position, out);
    else if (rules->family == &family_turning)
        draw_coins(position, out);
    else if (rules->family == &family_northcott)
        draw_checkers(position, out);
}
