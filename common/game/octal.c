#include "common/game/octal.h"

#include "common/game/family.h"
#include "common/game/heaps.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* The digits of a code are read from the canonical text of the rules; the parameters say where they
 * stand in it. */
enum {
    FIRST_DIGIT, /* d0 */
    DIGIT_COUNT, /* the digits d1.. before the tail */
    TAIL_PERIOD,
    TAIL_OFFSET, /* of the tail's first digit in the text */
};
enum { DIGITS_OFFSET = sizeof "octal:0." - 1, WIDE_OFFSET = sizeof "hexadecimal:0." - 1 };
enum {
    SPARSE_HEAP_MAX = 1048576,
    SHORT_CODE_MAX = 3, /* digits */
    SHORT_HEAP_MAX = 262144,
    MIDDLE_CODE_MAX = 16,
    MIDDLE_HEAP_MAX = 131072,
    LONG_HEAP_MAX = 65536, /* also for all heaps together */
};
/* Misere play is mostly solved by trying every move, so there the drawn heaps sum to less. */
enum { DRAWN_HEAPS_MAX = 3, DRAWN_HEAP_MIN = 5, DRAWN_HEAP_MAX = 20, DRAWN_MISERE_MAX = 12 };

/* The codes whose values have a closed form or a proven period. */
static const char *const solved_rules[] = {
    "octal:0.3...", "octal:4.3...", "octal:0.77", "octal:0.07", "octal:0.137", NULL,
};

/* The codes of two digits that have neither a proven period nor a sparse space worth the name. */
static const char *const dense_rules[] = {"octal:0.04", "octal:0.06", "octal:0.76", NULL};

int64_t octal_digit_count(const struct rules *rules)
{
    return rules->parameters[DIGIT_COUNT];
}

int64_t octal_tail_period(const struct rules *rules)
{
    return rules->parameters[TAIL_PERIOD];
}

bool octal_has_rings(const struct rules *rules)
{
    return rules->family == &family_octal && octal_digit(rules, 0) == 0 &&
           octal_may_leave(rules, 1, OCTAL_LEAVE_TWO);
}

int octal_cell_digit(const struct rules *rules, int64_t cell, int64_t k)
{
    int digit = octal_digit(rules, k);
    if (!heaps_is_ring(cell))
        return digit;
    return (digit & OCTAL_LEAVE_NONE) | (digit & OCTAL_LEAVE_TWO ? OCTAL_LEAVE_ONE : 0);
}

/* Of one of 0123456789abcdef, in ASCII. */
static int value_of(char digit)
{
    return (digit & 15) + 9 * (digit >> 6);
}

int octal_digit(const struct rules *rules, int64_t k)
{
    assert(k >= 0);
    int64_t count = octal_digit_count(rules), period = octal_tail_period(rules);
    if (k == 0)
        return (int)rules->parameters[FIRST_DIGIT];
    if (k <= count) {
        int64_t first = rules->family == &family_octal ? DIGITS_OFFSET : WIDE_OFFSET;
        return value_of(rules->text[first + k - 1]);
    }
    if (period == 0)
        return 0;
    return value_of(rules->text[rules->parameters[TAIL_OFFSET] + (k - count - 1) % period]);
}

static bool is_among(const struct rules *rules, const char *const *list)
{
    size_t len = strcspn(rules->text, ","); /* without suffixes */
    for (; *list; list++) {
        if (strlen(*list) == len && memcmp(*list, rules->text, len) == 0)
            return true;
    }
    return false;
}

static bool has_many_digits(const struct rules *rules)
{
    return octal_digit_count(rules) + octal_tail_period(rules) > MIDDLE_CODE_MAX;
}

int64_t octal_table_heap_max(const struct rules *rules)
{
    int64_t count = octal_digit_count(rules);
    if (rules->family == &family_hexadecimal)
        return OCTAL_THREE_HEAP_MAX;
    if (octal_tail_period(rules) > 0 || has_many_digits(rules))
        return LONG_HEAP_MAX;
    if (count > SHORT_CODE_MAX)
        return MIDDLE_HEAP_MAX;
    bool is_sparse = count <= 2 && !is_among(rules, dense_rules);
    return is_sparse ? SPARSE_HEAP_MAX : SHORT_HEAP_MAX;
}

int64_t octal_heap_max(const struct rules *rules)
{
    return is_among(rules, solved_rules) ? INT64_MAX : octal_table_heap_max(rules);
}

bool octal_may_leave(const struct rules *rules, int64_t from, int bits)
{
    int digits = 0;
    for (int64_t k = from; k <= octal_digit_count(rules) + octal_tail_period(rules); k++)
        digits |= octal_digit(rules, k);
    return digits & bits;
}

/* A code while it is being read. */
struct code {
    bool is_wide; /* digits up to f may be read; then: there is one above 7 */
    char first;
    size_t count;  /* digits before the tail */
    size_t period; /* digits of the tail, which follow them */
    char digits[RULES_TEXT_MAX];
};

static const char *expected_digit(const struct code *code)
{
    return code->is_wide ? "a hexadecimal digit (0 to 9, a to f)" : "an octal digit (0 to 7)";
}

/* Takes one digit or more behind those before the tail. */
static enum error_code parse_digits(struct scanner *scanner, struct code *code, size_t *ret_count,
                                    struct error *error)
{
    const char *digits = code->is_wide ? "0123456789abcdef" : "01234567";
    char *place = code->digits + code->count, next;
    size_t count = 0;
    while ((next = scanner_peek(scanner)) && strchr(digits, next)) {
        place[count++] = next;
        scanner->at++;
    }
    if (count == 0 || next == '8' || next == '9')
        return scanner_expected(scanner, ERROR_BAD_RULES, expected_digit(code), error);
    *ret_count = count;
    return ERROR_NONE;
}

/* Reads the digits after the point: "77", "3...", "(3)", "1(23)". */
static enum error_code parse_fraction(struct scanner *scanner, struct code *code,
                                      struct error *error)
{
    enum error_code failed = ERROR_NONE;
    if (scanner_peek(scanner) != '(')
        failed = parse_digits(scanner, code, &code->count, error);
    if (failed)
        return failed;
    if (code->count > 0 && scanner_take_word(scanner, "...")) {
        code->count--;
        code->period = 1;
        return ERROR_NONE;
    }
    if (!scanner_take(scanner, '('))
        return ERROR_NONE;
    failed = parse_digits(scanner, code, &code->period, error);
    if (failed || scanner_take(scanner, ')'))
        return failed;
    return scanner_expected(scanner, ERROR_BAD_RULES,
                            code->is_wide ? "a hexadecimal digit (0 to 9, a to f) or ')'"
                                          : "an octal digit (0 to 7) or ')'",
                            error);
}

/* Reads ":d0.d1d2...". Digit 0 is 0, 4, 8 or c, because a heap from which nothing is taken has to
 * change, and cannot vanish: only splitting it is a move. */
static enum error_code parse_code(struct scanner *scanner, struct code *code, struct error *error)
{
    if (!scanner_take(scanner, ':'))
        return scanner_expected(scanner, ERROR_BAD_RULES, "':' and a code such as 0.77", error);
    code->first = scanner_peek(scanner);
    if (!code->first || !strchr(code->is_wide ? "048c" : "04", code->first))
        return scanner_expected(scanner, ERROR_BAD_RULES,
                                code->is_wide ? "digit 0 of the code, which is 0, 4, 8 or c,"
                                              : "digit 0 of the code, which is 0 or 4,",
                                error);
    scanner->at++;
    if (!scanner_take(scanner, '.'))
        return scanner_expected(scanner, ERROR_BAD_RULES, "'.'", error);
    return parse_fraction(scanner, code, error);
}

static bool tail_repeats_after(const struct code *code, size_t period)
{
    const char *tail = code->digits + code->count;
    return code->period % period == 0 && memcmp(tail, tail + period, code->period - period) == 0;
}

/* Turns the code into the canonical one of its spellings: the shortest tail, begun as early as
 * possible. */
static void canonicalise(struct code *code)
{
    size_t period = 1;
    while (period < code->period && !tail_repeats_after(code, period))
        period++;
    if (code->period)
        code->period = period;
    /* A last digit before the tail that equals the last of the tail begins the tail one digit
     * earlier. */
    while (code->period && code->count &&
           code->digits[code->count - 1] == code->digits[code->count + code->period - 1])
        code->count--;
    if (code->period == 1 && code->digits[code->count] == '0')
        code->period = 0;
    while (code->period == 0 && code->count && code->digits[code->count - 1] == '0')
        code->count--;
}

static void print_code(const struct family *family, const struct code *code, struct text *out)
{
    const char *tail = code->digits + code->count;
    text_printf(out, "%s:%c.", family->name, code->first);
    text_append(out, code->digits, code->count);
    if (code->count == 0 && code->period == 0)
        text_append_char(out, '0');
    else if (code->period == 1)
        text_printf(out, "%c...", *tail);
    else if (code->period > 1)
        text_printf(out, "(%.*s)", (int)code->period, tail);
}

static enum error_code octal_rules_parse(struct rules *rules, struct scanner *scanner,
                                         struct text *out, struct error *error)
{
    struct code code = {.is_wide = rules->family == &family_hexadecimal};
    enum error_code failed = parse_code(scanner, &code, error);
    if (failed)
        return failed;
    canonicalise(&code);
    if (code.is_wide && code.first <= '7' &&
        strcspn(code.digits, "89abcdef") >= code.count + code.period)
        rules->family = &family_octal;
    assert(code.count + code.period <= sizeof code.digits);
    if (code.first == '0' && code.count == 0 && code.period == 0)
        return error_set(error, ERROR_BAD_RULES, "a code of zeros allows no move at all");
    rules->parameters[FIRST_DIGIT] = value_of(code.first);
    rules->parameters[DIGIT_COUNT] = (int64_t)code.count;
    rules->parameters[TAIL_PERIOD] = (int64_t)code.period;
    rules->parameters[TAIL_OFFSET] =
        (int64_t)((rules->family == &family_octal ? DIGITS_OFFSET : WIDE_OFFSET) + code.count +
                  (code.period > 1));
    print_code(rules->family, &code, out);
    return ERROR_NONE;
}

static enum error_code check_rings(const struct rules *rules, struct error *error)
{
    if (octal_has_rings(rules))
        return ERROR_NONE;
    return error_set(error, ERROR_BAD_POSITION,
                     "no ring may stand in %s: rings are for octal codes with digit 0 equal to 0 "
                     "and another one from 4 to 7",
                     rules->text);
}

/* What misere play can be searched for. */
static enum error_code check_search(const struct rules *rules, const struct position *position,
                                    struct error *error)
{
    if (rules->family == &family_hexadecimal)
        return heaps_check_total(rules, position, OCTAL_THREE_MISERE_MAX, error);
    bool branches = octal_may_leave(rules, 0, OCTAL_LEAVE_TWO) || has_many_digits(rules);
    return heaps_check_search(rules, position, branches, error);
}

/* Misere Nim and Kayles have a theory of their own, which extends to a ring that stands alone; in
 * misere play of the other codes every move is tried, and so it is where rings stand among heaps. A
 * long or endless code makes every look at a heap slow, and there may be many heaps. */
static enum error_code octal_position_check_limits(const struct rules *rules,
                                                   const struct position *position,
                                                   struct error *error)
{
    int64_t most = octal_heap_max(rules);
    bool has_rings = position->count > 0 && heaps_is_ring(position->cells[0]);
    enum error_code failed = has_rings ? check_rings(rules, error) : ERROR_NONE;
    if (!failed)
        failed = heaps_check_largest(rules, position, most, error);
    if (!failed && most <= LONG_HEAP_MAX)
        failed = heaps_check_total(rules, position, most, error);
    static const char *const misere_solved[] = {"octal:0.3...", "octal:0.77", NULL};
    bool is_solved = is_among(rules, misere_solved);
    if (!failed && rules->misere && is_solved && has_rings && position->count > 1 &&
        heaps_total(rules, position) > HEAPS_SEARCH_TOTAL_MAX)
        return error_set(error, ERROR_BAD_POSITION,
                         "%d counters at most in all may stand in %s where a ring does not stand "
                         "alone",
                         HEAPS_SEARCH_TOTAL_MAX, rules->text);
    if (!failed && rules->misere && !is_solved)
        failed = check_search(rules, position, error);
    return failed ? failed : heaps_position_check_limits(rules, position, error);
}

/* The sum of floor(x / 2) over the `count` numbers x = most, most - step, ..., none of them
 * negative. */
static uint128 sum_of_halves(uint128 most, uint128 step, uint128 count)
{
    uint128 sum = count * most - step * (count * (count - 1) / 2);
    uint128 odd;
    if (step % 2 == 0)
        odd = most % 2 ? count : 0;
    else
        odd = most % 2 ? (count + 1) / 2 : count / 2;
    return (sum - odd) / 2;
}

/* The number of ways to split a heap into three. */
static uint128 ways_into_three(int64_t heap)
{
    return ((uint128)heap * (uint128)heap + 3) / 12;
}

/* The number of moves that leave `left` counters, which are 1 or more. */
static uint128 moves_leaving(int digit, int64_t left)
{
    uint128 moves = (digit & OCTAL_LEAVE_ONE) != 0;
    if (digit & OCTAL_LEAVE_TWO)
        moves += (uint128)left / 2;
    if (digit & OCTAL_LEAVE_THREE)
        moves += ways_into_three(left);
    return moves;
}

/* The same for moves that leave `most`, most - step, ...: `count` numbers. */
static uint128 series_of_moves(int digit, int64_t most, int64_t step, int64_t count)
{
    uint128 moves = 0;
    if (digit & OCTAL_LEAVE_ONE)
        moves += (uint128)count;
    if (digit & OCTAL_LEAVE_TWO)
        moves += sum_of_halves((uint128)most, (uint128)step, (uint128)count);
    if (digit & OCTAL_LEAVE_THREE) /* such heaps are small */
        for (int64_t i = 0; i < count; i++)
            moves += ways_into_three(most - i * step);
    return moves;
}

/* The number of moves in a heap or ring that take `most` counters or fewer; at the end of a code,
 * that is all of them. The terms are summed for each digit before the tail and for each residue of
 * the tail. */
static uint128 moves_taking_up_to(const struct rules *rules, int64_t cell, int64_t most)
{
    int64_t heap = heaps_counters(cell);
    int64_t count = octal_digit_count(rules), period = octal_tail_period(rules);
    int64_t last = most < heap ? most : heap - 1; /* the last k that leaves something */
    uint128 moves = 0;
    for (int64_t k = 0; k <= count && k <= last; k++)
        moves += moves_leaving(octal_cell_digit(rules, cell, k), heap - k);
    for (int64_t k = count + 1; k <= count + period && k <= last; k++)
        moves += series_of_moves(octal_cell_digit(rules, cell, k), heap - k, period,
                                 (last - k) / period + 1);
    if (most == heap && octal_digit(rules, heap) & OCTAL_LEAVE_NONE)
        moves++;
    return moves;
}

static uint128 moves_of_heap(const struct rules *rules, int64_t cell)
{
    return moves_taking_up_to(rules, cell, heaps_counters(cell));
}

static bool octal_is_over(const struct rules *rules, const struct position *position)
{
    return heaps_are_over(rules, position, moves_of_heap);
}

static uint128 octal_move_count(const struct rules *rules, const struct position *position)
{
    return heaps_move_count(rules, position, moves_of_heap);
}

/* The number of counters that the move of this index in a heap or ring takes: the least k such that
 * more moves than `index` take up to k. */
static int64_t taken_by_move(const struct rules *rules, int64_t heap, uint128 index)
{
    int64_t low = 0, high = heaps_counters(heap);
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (moves_taking_up_to(rules, heap, middle) > index)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

struct move octal_split(int64_t heap, int64_t a, int64_t b, int64_t c)
{
    assert(a >= 1 && a <= b && b <= c);
    return (struct move){.before_count = 1, .after_count = 3, .cells = {heap, a, b, c}};
}

static void octal_move_at(const struct rules *rules, const struct position *position, uint128 index,
                          struct move *move)
{
    int64_t heap = heaps_heap_of_move(rules, position, moves_of_heap, &index);
    int64_t taken = taken_by_move(rules, heap, index), left = heaps_counters(heap) - taken;
    if (taken > 0)
        index -= moves_taking_up_to(rules, heap, taken - 1);
    /* Splits come first: their smallest heap is less than `left`, and a heap of `left` comes after
     * them. With the same smallest heap two heaps come after three. */
    int digit = octal_cell_digit(rules, heap, taken);
    bool leaves_two = digit & OCTAL_LEAVE_TWO;
    for (int64_t a = 1; digit & OCTAL_LEAVE_THREE && a <= left / 2; a++) {
        uint128 threes = 3 * a <= left ? (uint128)((left - a) / 2 - a + 1) : 0;
        if (index < threes) {
            *move = octal_split(heap, a, a + (int64_t)index, left - 2 * a - (int64_t)index);
            return;
        }
        index -= threes;
        if (leaves_two && index-- == 0) {
            *move = heaps_move(heap, a, left - a);
            return;
        }
    }
    if (leaves_two && !(digit & OCTAL_LEAVE_THREE) && index < (uint128)left / 2)
        *move = heaps_move(heap, (int64_t)index + 1, left - ((int64_t)index + 1));
    else
        *move = heaps_move(heap, 0, left);
}

/* Of a ring. */
static enum error_code refuse_ring_move(const struct rules *rules, const struct move *move,
                                        int64_t taken, struct error *error)
{
    if (move->after_count > 1)
        return error_set(error, ERROR_ILLEGAL_MOVE,
                         "a move opens a ring into one heap, not into two");
    if (taken == 0)
        return error_set(error, ERROR_ILLEGAL_MOVE, "a ring is not opened without taking");
    return error_set(error, ERROR_ILLEGAL_MOVE,
                     "%" PRId64 " may not be taken from a ring of %" PRId64 ": digit %" PRId64
                     " of %s is %x, without the %d of %s",
                     taken, heaps_counters(move->cells[0]), taken, rules->text,
                     (unsigned)octal_digit(rules, taken),
                     move->after_count ? OCTAL_LEAVE_TWO : OCTAL_LEAVE_NONE,
                     move->after_count ? "the middle of a row" : "a whole row");
}

/* Looks the move up in its digit. A digit's bit for leaving `n` heaps is 2^n. */
static enum error_code check_digit(const struct rules *rules, const struct move *move,
                                   struct error *error)
{
    int64_t taken = heaps_counters(move->cells[0]);
    for (int i = 1; i <= move->after_count; i++)
        taken -= move->cells[i];
    assert(taken >= 0 && move->after_count <= OCTAL_LEFT_MAX);
    int digit = octal_cell_digit(rules, move->cells[0], taken);
    if (digit & 1 << move->after_count)
        return ERROR_NONE;
    if (heaps_is_ring(move->cells[0]))
        return refuse_ring_move(rules, move, taken, error);
    static const char *const left[] = {"no heap", "one heap", "two heaps", "three heaps"};
    if (digit)
        return error_set(error, ERROR_ILLEGAL_MOVE,
                         "taking %" PRId64 " may not leave %s: digit %" PRId64 " of %s is %x",
                         taken, left[move->after_count], taken, rules->text, (unsigned)digit);
    if (taken)
        return error_set(error, ERROR_ILLEGAL_MOVE,
                         "%" PRId64 " may not be taken: digit %" PRId64 " of %s is 0", taken, taken,
                         rules->text);
    return error_set(error, ERROR_ILLEGAL_MOVE,
                     "a heap may not be split without taking: digit 0 of %s is 0", rules->text);
}

static enum error_code octal_move_parse(const struct rules *rules, const struct position *position,
                                        struct scanner *scanner, struct move *move,
                                        struct error *error)
{
    uint32_t most = rules->family == &family_hexadecimal ? OCTAL_LEFT_MAX : 2;
    enum error_code failed = heaps_move_parse(position, scanner, most, move, error);
    if (failed)
        return failed;
    return check_digit(rules, move, error);
}

static void octal_position_draw_start(const struct rules *rules, struct random *random,
                                      struct position *position)
{
    int64_t most = rules->misere ? DRAWN_MISERE_MAX : DRAWN_HEAP_MAX;
    for (uint128 heaps = 1 + random_below(random, DRAWN_HEAPS_MAX); heaps > 0; heaps--) {
        int64_t above = (int64_t)random_below(random, (uint128)(most - DRAWN_HEAP_MIN + 1));
        heaps_add(position, DRAWN_HEAP_MIN + above);
    }
    if (octal_move_count(rules, position) > 0)
        return;

    /* The smallest heap with a move. Every code has a digit that is not 0, and the heap is at most
     * three larger than the digit's index. */
    int64_t heap = 1;
    while (moves_of_heap(rules, heap) == 0)
        heap++;
    if (rules->misere)
        position->count = 0;
    heaps_add(position, heap);
}

const struct family family_octal = {
    .name = "octal",
    .form = "octal:CODE (as octal:0.77)",
    .has_heaps = true,
    .rules_parse = octal_rules_parse,
    .position_parse = heaps_position_parse,
    .position_print = heaps_position_print,
    .position_check_limits = octal_position_check_limits,
    .position_draw_start = octal_position_draw_start,
    .counters = heaps_total,
    .is_over = octal_is_over,
    .move_count = octal_move_count,
    .move_at = octal_move_at,
    .move_parse = octal_move_parse,
    .move_print = heaps_move_print,
    .move_apply = heaps_move_apply,
};

const struct family family_hexadecimal = {
    .name = "hexadecimal",
    .form = "hexadecimal:CODE (as hexadecimal:0.3f)",
    .has_heaps = true,
    .rules_parse = octal_rules_parse,
    .position_parse = heaps_position_parse,
    .position_print = heaps_position_print,
    .position_check_limits = octal_position_check_limits,
    .position_draw_start = octal_position_draw_start,
    .is_over = octal_is_over,
    .move_count = octal_move_count,
    .move_at = octal_move_at,
    .move_parse = octal_move_parse,
    .move_print = heaps_move_print,
    .move_apply = heaps_move_apply,
};
