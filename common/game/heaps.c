#include "common/game/heaps.h"

#include "common/game/family.h"

#include <assert.h>
#include <inttypes.h>

/* The index of the first cell that is not smaller, the heap count if there is none. */
static uint32_t first_not_smaller(const struct position *position, int64_t heap)
{
    uint32_t low = 0, high = position->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (position->cells[middle] < heap)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void heaps_add(struct position *position, int64_t heap)
{
    assert(heap != 0);
    position_insert(position, first_not_smaller(position, heap), heap);
}

/* The number of heaps of this size at the beginning of the cells from `index` on. */
static uint32_t run_length(const struct position *position, uint32_t index, int64_t heap)
{
    uint32_t end = index;
    while (end < position->count && position->cells[end] == heap)
        end++;
    return end - index;
}

enum error_code heaps_read_heap(struct scanner *scanner, uint32_t count, int64_t *ret_heap,
                                enum error_code code, struct error *error)
{
    assert(count <= HEAPS_MAX);
    size_t start = scanner->at;
    int64_t heap;
    enum error_code failed = scanner_take_int(scanner, &heap, code, error);
    if (failed)
        return failed;
    if (heap == 0)
        return error_set(error, code,
                         "at %zu: a sum has no heap of 0 (0 alone is the empty position)",
                         start + 1);
    if (count == HEAPS_MAX)
        return error_set(error, code, "at %zu: a position has at most %d heaps", start + 1,
                         HEAPS_MAX);
    *ret_heap = heap;
    return ERROR_NONE;
}

bool heaps_take_none(struct scanner *scanner)
{
    struct scanner ahead = *scanner;
    char next = scanner_take(&ahead, '0') ? scanner_peek(&ahead) : '+';
    if (next == '+' || (next >= '0' && next <= '9'))
        return false;
    *scanner = ahead;
    return true;
}

/* As heaps_read(), with rings among the heaps. */
static enum error_code read_cells(struct scanner *scanner, bool with_rings, struct position *heaps,
                                  enum error_code code, struct error *error)
{
    if (heaps_take_none(scanner))
        return ERROR_NONE;
    do {
        int64_t heap;
        bool is_ring = with_rings && scanner_take(scanner, 'o');
        enum error_code failed = heaps_read_heap(scanner, heaps->count, &heap, code, error);
        if (failed)
            return failed;
        heaps_add(heaps, is_ring ? -heap : heap);
    } while (scanner_take(scanner, '+'));
    return ERROR_NONE;
}

enum error_code heaps_read(struct scanner *scanner, struct position *heaps, enum error_code code,
                           struct error *error)
{
    return read_cells(scanner, false, heaps, code, error);
}

enum error_code heaps_position_parse(const struct rules *rules, struct scanner *scanner,
                                     struct position *position, struct error *error)
{
    bool with_rings = family_is_code(rules->family);
    enum error_code failed = read_cells(scanner, with_rings, position, ERROR_BAD_POSITION, error);
    if (failed)
        return failed;
    if (!scanner_at_end(scanner))
        return scanner_expected(scanner, ERROR_BAD_POSITION, "'+' or the end", error);
    return ERROR_NONE;
}

void heaps_print_cell(int64_t cell, struct text *out)
{
    if (heaps_is_ring(cell))
        text_append_char(out, 'o');
    text_append_int(out, heaps_counters(cell));
}

static void print_heaps(const int64_t *heaps, uint32_t count, struct text *out)
{
    if (count == 0)
        text_append_char(out, '0');
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0)
            text_append_char(out, '+');
        heaps_print_cell(heaps[i], out);
    }
}

void heaps_position_print(const struct rules *rules, const struct position *position,
                          struct text *out)
{
    (void)rules;
    print_heaps(position->cells, position->count, out);
}

enum error_code heaps_position_check_limits(const struct rules *rules,
                                            const struct position *position, struct error *error)
{
    if (position->count > HEAPS_MAX)
        return error_set(error, ERROR_BAD_POSITION, "%s: at most %d heaps, not %" PRIu32,
                         rules->text, HEAPS_MAX, position->count);
    return ERROR_NONE;
}

uint128 heaps_total(const struct rules *rules, const struct position *position)
{
    (void)rules;
    uint128 sum = 0;
    for (uint32_t i = 0; i < position->count; i++)
        sum += (uint128)heaps_counters(position->cells[i]);
    return sum;
}

int64_t heaps_largest(const struct position *position)
{
    if (position->count == 0)
        return 0;
    int64_t ring = -position->cells[0], heap = position->cells[position->count - 1];
    return ring > heap ? ring : heap;
}

enum error_code heaps_check_largest(const struct rules *rules, const struct position *position,
                                    int64_t most, struct error *error)
{
    int64_t largest = heaps_largest(position);
    if (largest > most)
        return error_set(error, ERROR_BAD_POSITION,
                         "heaps of %" PRId64 " at most, not %" PRId64 ", may stand in %s", most,
                         largest, rules->text);
    return ERROR_NONE;
}

enum error_code heaps_check_total(const struct rules *rules, const struct position *position,
                                  int64_t most, struct error *error)
{
    if (heaps_total(rules, position) > (uint128)most)
        return error_set(error, ERROR_BAD_POSITION,
                         "%" PRId64 " counters at most in all may stand in %s", most, rules->text);
    return ERROR_NONE;
}

enum error_code heaps_check_product(const struct rules *rules, const struct position *position,
                                    int64_t most, struct error *error)
{
    uint128 product = 1;
    for (uint32_t i = 0; i < position->count && product <= (uint128)most; i++)
        product *= (uint128)position->cells[i] + 1;
    if (product > (uint128)most)
        return error_set(error, ERROR_BAD_POSITION,
                         "heaps may stand in %s when their sizes, each plus 1, multiply to %" PRId64
                         " at most",
                         rules->text, most);
    return ERROR_NONE;
}

/* The largest number of moves among the heaps 1, 3, 7, ... up to the first that is not smaller than
 * `heap`. Under some codes a smaller heap has more moves, but never a larger bound. */
static uint128 bound_for_moves(const struct rules *rules, int64_t heap)
{
    uint128 bound = 0;
    int64_t size = 0;
    do {
        size = 2 * size + 1;
        struct position one = {.count = 1, .capacity = 1, .cells = &size};
        uint128 count = move_count(rules, &one);
        bound = count > bound ? count : bound;
    } while (size < heap);
    return bound;
}

/* The search may try about as many moves as the product of the numbers of positions and of moves.
 * No move makes this product larger, so a match never leaves the limit within which it began. */
static enum error_code check_search_moves(const struct rules *rules,
                                          const struct position *position, struct error *error)
{
    if (position->count == 0)
        return ERROR_NONE;
    uint128 work = position->count * bound_for_moves(rules, position->cells[position->count - 1]);
    for (uint32_t i = 0; i < position->count && work <= HEAPS_SEARCH_MOVES_MAX; i++)
        work *= (uint128)position->cells[i] + 1;
    if (work > HEAPS_SEARCH_MOVES_MAX)
        return error_set(error, ERROR_BAD_POSITION,
                         "%s: the product of (heap + 1) over all heaps, times the number of heaps, "
                         "times about the moves of the largest heap, is at most %d",
                         rules->text, HEAPS_SEARCH_MOVES_MAX);
    return ERROR_NONE;
}

enum error_code heaps_check_search(const struct rules *rules, const struct position *position,
                                   bool may_split, struct error *error)
{
    if (may_split)
        return heaps_check_total(rules, position, HEAPS_SEARCH_TOTAL_MAX, error);
    enum error_code failed = heaps_check_product(rules, position, HEAPS_SEARCH_PRODUCT_MAX, error);
    return failed ? failed : check_search_moves(rules, position, error);
}

void heaps_move_print(const struct rules *rules, const struct position *position,
                      const struct move *move, struct text *out)
{
    (void)rules;
    (void)position;
    print_heaps(move->cells, move->before_count, out);
    text_append_char(out, '>');
    print_heaps(move->cells + move->before_count, move->after_count, out);
}

void heaps_move_apply(const struct rules *rules, struct position *position, const struct move *move)
{
    (void)rules;
    const int64_t *after = move->cells + move->before_count;
    for (uint32_t i = 0; i < move->before_count; i++) {
        uint32_t index = first_not_smaller(position, move->cells[i]);
        assert(index < position->count && position->cells[index] == move->cells[i]);
        position_remove(position, index);
    }
    for (uint32_t i = 0; i < move->after_count; i++)
        heaps_add(position, after[i]);
}

struct move heaps_move(int64_t heap, int64_t smaller_left, int64_t larger_left)
{
    assert(smaller_left >= 0 && smaller_left <= larger_left);
    assert(larger_left <= heaps_counters(heap) - smaller_left);
    struct move move = {.before_count = 1, .cells = {heap}};
    if (smaller_left)
        move.cells[1 + move.after_count++] = smaller_left;
    if (larger_left)
        move.cells[1 + move.after_count++] = larger_left;
    return move;
}

enum error_code heaps_sides_read_after(struct scanner *scanner, struct heaps_sides *sides,
                                       struct error *error)
{
    if (!scanner_take(scanner, '>'))
        return scanner_expected(scanner, ERROR_BAD_MOVE, "'+' or '>'", error);
    enum error_code failed = read_cells(scanner, true, &sides->after, ERROR_BAD_MOVE, error);
    if (failed)
        return failed;
    if (!scanner_at_end(scanner))
        return scanner_expected(scanner, ERROR_BAD_MOVE, "'+' or the end", error);
    return ERROR_NONE;
}

/* Do the heaps stand in the position, each as often as it is named? */
static enum error_code check_on_table(const struct position *position, const struct position *named,
                                      struct error *error)
{
    uint32_t times;
    for (uint32_t i = 0; i < named->count; i += times) {
        int64_t heap = named->cells[i];
        times = run_length(named, i, heap);
        uint32_t present = run_length(position, first_not_smaller(position, heap), heap);
        if (present == 0)
            return error_set(error, ERROR_BAD_MOVE, "no %s of %" PRId64 " is on the table",
                             heaps_is_ring(heap) ? "ring" : "heap", heaps_counters(heap));
        if (present < times)
            return error_set(
                error, ERROR_BAD_MOVE,
                "%ss of %" PRId64 " on the table: %" PRIu32 ", named in the move: %" PRIu32,
                heaps_is_ring(heap) ? "ring" : "heap", heaps_counters(heap), present, times);
    }
    return ERROR_NONE;
}

/* Removes the heaps that stand on both sides. */
static void cancel(struct heaps_sides *sides)
{
    uint32_t i = 0;
    while (i < sides->before.count) {
        int64_t heap = sides->before.cells[i];
        uint32_t twin = first_not_smaller(&sides->after, heap);
        if (run_length(&sides->after, twin, heap) > 0) {
            position_remove(&sides->before, i);
            position_remove(&sides->after, twin);
        } else {
            i++;
        }
    }
}

static enum error_code check_change(const struct heaps_sides *sides, struct error *error)
{
    if (sides->before.count == 0 && sides->after.count == 0)
        return error_set(error, ERROR_ILLEGAL_MOVE, "the move changes nothing");
    if (sides->after.count > 0 && heaps_is_ring(sides->after.cells[0]))
        return error_set(error, ERROR_ILLEGAL_MOVE, "a move leaves heaps, never a ring");
    if (heaps_total(NULL, &sides->after) > heaps_total(NULL, &sides->before))
        return error_set(error, ERROR_ILLEGAL_MOVE,
                         "more counters stand after the move than before");
    return ERROR_NONE;
}

enum error_code heaps_sides_reduce(const struct position *position, struct heaps_sides *sides,
                                   struct error *error)
{
    enum error_code failed = check_on_table(position, &sides->before, error);
    if (failed)
        return failed;
    cancel(sides);
    return check_change(sides, error);
}

enum error_code heaps_sides_parse(const struct position *position, struct scanner *scanner,
                                  struct heaps_sides *sides, struct error *error)
{
    enum error_code failed = read_cells(scanner, true, &sides->before, ERROR_BAD_MOVE, error);
    if (!failed)
        failed = heaps_sides_read_after(scanner, sides, error);
    return failed ? failed : heaps_sides_reduce(position, sides, error);
}

_Static_assert((int)HEAPS_MAX >= (int)MOVE_TEXT_MAX,
               "each heap of a move takes a byte of its text at least");

void heaps_sides_init(struct heaps_sides *sides)
{
    sides->before = (struct position){.capacity = HEAPS_MAX, .cells = sides->room_before};
    sides->after = (struct position){.capacity = HEAPS_MAX, .cells = sides->room_after};
}

enum error_code heaps_sides_check_one(const struct heaps_sides *sides, uint32_t most_left,
                                      struct error *error)
{
    if (sides->before.count > 1)
        return error_set(error, ERROR_ILLEGAL_MOVE, "a move changes one heap, not %" PRIu32,
                         sides->before.count);
    if (sides->after.count > most_left)
        return error_set(error, ERROR_ILLEGAL_MOVE,
                         "a move leaves at most %s heaps of one, not %" PRIu32,
                         most_left == 2 ? "two" : "three", sides->after.count);
    return ERROR_NONE;
}

enum error_code heaps_move_parse(const struct position *position, struct scanner *scanner,
                                 uint32_t most_left, struct move *ret_move, struct error *error)
{
    struct heaps_sides sides;
    heaps_sides_init(&sides);
    enum error_code failed = heaps_sides_parse(position, scanner, &sides, error);
    if (!failed)
        failed = heaps_sides_check_one(&sides, most_left, error);
    if (failed)
        return failed;

    const struct position *after = &sides.after;
    assert(sides.before.count == 1);
    *ret_move = (struct move){
        .before_count = 1, .after_count = (uint8_t)after->count, .cells = {sides.before.cells[0]}};
    for (uint32_t i = 0; i < after->count; i++)
        ret_move->cells[1 + i] = after->cells[i];
    return ERROR_NONE;
}

static bool is_first_of_its_size(const struct position *position, uint32_t index)
{
    return index == 0 || position->cells[index - 1] != position->cells[index];
}

uint128 heaps_move_count(const struct rules *rules, const struct position *position,
                         heaps_counter *moves_of_heap)
{
    uint128 count = 0;
    for (uint32_t i = 0; i < position->count; i++) {
        if (is_first_of_its_size(position, i))
            count += moves_of_heap(rules, position->cells[i]);
    }
    return count;
}

/* Begins with the largest heap, which mostly has the most moves. */
bool heaps_are_over(const struct rules *rules, const struct position *position,
                    heaps_counter *moves_of_heap)
{
    for (uint32_t i = position->count; i > 0; i--) {
        if (moves_of_heap(rules, position->cells[i - 1]) > 0)
            return false;
    }
    return true;
}

int64_t heaps_heap_of_move(const struct rules *rules, const struct position *position,
                           heaps_counter *moves_of_heap, uint128 *index)
{
    uint32_t i = 0;
    for (;; i++) {
        assert(i < position->count);
        uint128 count =
            is_first_of_its_size(position, i) ? moves_of_heap(rules, position->cells[i]) : 0;
        if (*index < count)
            return position->cells[i];
        *index -= count;
    }
}
