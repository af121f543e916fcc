#include "common/game/subtraction.h"

#include "common/game/family.h"
#include "common/game/heaps.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* The numbers of a finite set are read from the canonical text of the rules; the parameters say the
 * rest. */
enum {
    KIND,
    COUNT,   /* of a finite set */
    LARGEST, /* of a finite set */
};
enum kind { KIND_SET, KIND_SQUARES, KIND_FIBONACCI };
enum { SET_OFFSET = sizeof "subtraction:" - 1 }; /* of the first number in the text */
enum { SET_MAX = RULES_TEXT_MAX / 2 };           /* each number has a digit and a comma */
enum { DRAWN_HEAPS_MAX = 3, DRAWN_HEAP_MIN = 8, DRAWN_HEAP_MAX = 40 };

static enum kind kind_of(const struct rules *rules)
{
    return (enum kind)rules->parameters[KIND];
}

int64_t subtraction_largest(const struct rules *rules)
{
    return rules->parameters[LARGEST];
}

int64_t subtraction_consecutive(const struct rules *rules)
{
    int64_t count = rules->parameters[COUNT];
    return count == subtraction_largest(rules) ? count : 0;
}

int64_t subtraction_heap_max(const struct rules *rules)
{
    return subtraction_consecutive(rules) ? INT64_MAX : SUBTRACTION_HEAP_MAX;
}

static struct scanner start_of_set(const struct rules *rules)
{
    return (struct scanner){.text = rules->text, .len = strlen(rules->text), .at = SET_OFFSET};
}

static int64_t next_of_set(struct scanner *scanner)
{
    struct error error;
    int64_t number = 0;
    enum error_code failed = scanner_take_int(scanner, &number, ERROR_BAD_RULES, &error);
    assert(!failed);
    scanner_take(scanner, ',');
    return number;
}

static int64_t count_of_set(const struct rules *rules, int64_t heap)
{
    int64_t consecutive = subtraction_consecutive(rules);
    if (consecutive)
        return heap < consecutive ? heap : consecutive;
    struct scanner scanner = start_of_set(rules);
    int64_t count = 0;
    while (count < rules->parameters[COUNT] && next_of_set(&scanner) <= heap)
        count++;
    return count;
}

/* The largest r with r * r <= heap. */
static int64_t square_root(int64_t heap)
{
    int64_t root = 0;
    for (int64_t bit = INT64_C(1) << 31; bit > 0; bit /= 2) {
        if ((uint128)(root + bit) * (uint128)(root + bit) <= (uint128)heap)
            root += bit;
    }
    return root;
}

/* The Fibonacci number 1, 2, 3, 5, 8, ... with this index. */
static int64_t fibonacci(int64_t index)
{
    assert(index >= 0 && index < 90); /* the numbers below 2^63 */
    int64_t number = 1, next = 2;
    for (int64_t i = 0; i < index; i++) {
        int64_t sum = number + next;
        number = next;
        next = sum;
    }
    return number;
}

int64_t subtraction_count(const struct rules *rules, int64_t heap)
{
    int64_t count = 0;
    switch (kind_of(rules)) {
    case KIND_SQUARES:
        return square_root(heap);
    case KIND_FIBONACCI:
        assert(heap <= SUBTRACTION_HEAP_MAX);
        while (fibonacci(count) <= heap)
            count++;
        return count;
    case KIND_SET:
        break;
    }
    return count_of_set(rules, heap);
}

int64_t subtraction_number(const struct rules *rules, int64_t index)
{
    assert(index >= 0);
    switch (kind_of(rules)) {
    case KIND_SQUARES:
        return (index + 1) * (index + 1);
    case KIND_FIBONACCI:
        return fibonacci(index);
    case KIND_SET:
        break;
    }
    assert(index < rules->parameters[COUNT]);
    struct scanner scanner = start_of_set(rules);
    for (int64_t i = 0; i < index; i++)
        next_of_set(&scanner);
    return next_of_set(&scanner);
}

int64_t subtraction_numbers(const struct rules *rules, int64_t heap,
                            int64_t numbers[SUBTRACTION_NUMBERS_MAX])
{
    assert(heap <= SUBTRACTION_HEAP_MAX);
    int64_t count = subtraction_count(rules, heap);
    assert(count <= SUBTRACTION_NUMBERS_MAX);
    struct scanner scanner = start_of_set(rules);
    bool finite = kind_of(rules) == KIND_SET;
    for (int64_t i = 0; i < count; i++)
        numbers[i] = finite ? next_of_set(&scanner) : subtraction_number(rules, i);
    return count;
}

/* A finite set while it is being read, ascending. */
struct set {
    int64_t numbers[SET_MAX];
    int64_t count;
};

static void set_add(struct set *set, int64_t number)
{
    int64_t place = set->count;
    while (place > 0 && set->numbers[place - 1] > number)
        place--;
    if (place > 0 && set->numbers[place - 1] == number)
        return;
    assert(set->count < SET_MAX);
    memmove(set->numbers + place + 1, set->numbers + place,
            (size_t)(set->count - place) * sizeof *set->numbers);
    set->numbers[place] = number;
    set->count++;
}

static enum error_code parse_number(struct scanner *scanner, struct set *set, struct error *error)
{
    size_t start = scanner->at;
    int64_t number;
    enum error_code failed = scanner_take_int(scanner, &number, ERROR_BAD_RULES, error);
    if (failed)
        return failed;
    if (number < 1 || number > SUBTRACTION_HEAP_MAX)
        return error_set(error, ERROR_BAD_RULES, "at %zu: the number must be from 1 to %d",
                         start + 1, SUBTRACTION_HEAP_MAX);
    set_add(set, number);
    return ERROR_NONE;
}

/* Takes a comma before another number; one before a suffix stays. */
static bool take_comma(struct scanner *scanner)
{
    struct scanner ahead = *scanner;
    if (!scanner_take(&ahead, ','))
        return false;
    char next = scanner_peek(&ahead);
    if (next < '0' || next > '9')
        return false;
    *scanner = ahead;
    return true;
}

static enum error_code parse_set(struct scanner *scanner, struct set *set, struct error *error)
{
    char next = scanner_peek(scanner);
    if (next < '0' || next > '9')
        return scanner_expected(scanner, ERROR_BAD_RULES,
                                "numbers such as 1,3,4, or squares, or fibonacci,", error);
    do {
        enum error_code failed = parse_number(scanner, set, error);
        if (failed)
            return failed;
    } while (take_comma(scanner));
    return ERROR_NONE;
}

static enum error_code subtraction_rules_parse(struct rules *rules, struct scanner *scanner,
                                               struct text *out, struct error *error)
{
    if (!scanner_take(scanner, ':'))
        return scanner_expected(scanner, ERROR_BAD_RULES, "':' and what may be taken", error);
    text_append_string(out, "subtraction:");
    if (scanner_take_word(scanner, "squares")) {
        rules->parameters[KIND] = KIND_SQUARES;
        text_append_string(out, "squares");
        return ERROR_NONE;
    }
    if (scanner_take_word(scanner, "fibonacci")) {
        rules->parameters[KIND] = KIND_FIBONACCI;
        text_append_string(out, "fibonacci");
        return ERROR_NONE;
    }
    struct set set = {0};
    enum error_code failed = parse_set(scanner, &set, error);
    if (failed)
        return failed;
    assert(set.count >= 1);
    rules->parameters[KIND] = KIND_SET;
    rules->parameters[COUNT] = set.count;
    rules->parameters[LARGEST] = set.numbers[set.count - 1];
    for (int64_t i = 0; i < set.count; i++)
        text_printf(out, "%s%" PRId64, i > 0 ? "," : "", set.numbers[i]);
    return ERROR_NONE;
}

static enum error_code subtraction_position_check_limits(const struct rules *rules,
                                                         const struct position *position,
                                                         struct error *error)
{
    enum error_code failed =
        heaps_check_largest(rules, position, subtraction_heap_max(rules), error);
    return failed ? failed : heaps_position_check_limits(rules, position, error);
}

/* A set of large numbers needs a larger heap. */
static void subtraction_position_draw_start(const struct rules *rules, struct random *random,
                                            struct position *position)
{
    int64_t least = subtraction_number(rules, 0);
    if (least > DRAWN_HEAP_MIN) {
        int64_t drawn = least + (int64_t)random_below(random, DRAWN_HEAP_MAX);
        int64_t most = subtraction_heap_max(rules);
        heaps_add(position, drawn < most ? drawn : most);
        return;
    }
    for (uint128 heaps = 1 + random_below(random, DRAWN_HEAPS_MAX); heaps > 0; heaps--) {
        int64_t above = (int64_t)random_below(random, DRAWN_HEAP_MAX - DRAWN_HEAP_MIN + 1);
        heaps_add(position, DRAWN_HEAP_MIN + above);
    }
}

static uint128 moves_of_heap(const struct rules *rules, int64_t heap)
{
    return (uint128)subtraction_count(rules, heap);
}

static bool subtraction_is_over(const struct rules *rules, const struct position *position)
{
    return heaps_are_over(rules, position, moves_of_heap);
}

static uint128 subtraction_move_count(const struct rules *rules, const struct position *position)
{
    return heaps_move_count(rules, position, moves_of_heap);
}

static void subtraction_move_at(const struct rules *rules, const struct position *position,
                                uint128 index, struct move *move)
{
    int64_t heap = heaps_heap_of_move(rules, position, moves_of_heap, &index);
    *move = heaps_move(heap, 0, heap - subtraction_number(rules, (int64_t)index));
}

static enum error_code subtraction_move_parse(const struct rules *rules,
                                              const struct position *position,
                                              struct scanner *scanner, struct move *move,
                                              struct error *error)
{
    enum error_code failed = heaps_move_parse(position, scanner, move, error);
    if (failed)
        return failed;
    if (move->after_count > 1)
        return error_set(error, ERROR_ILLEGAL_MOVE, "%s: a heap may not be split", rules->text);
    int64_t taken = move->cells[0] - (move->after_count ? move->cells[1] : 0);
    int64_t up_to = subtraction_count(rules, taken);
    if (up_to == 0 || subtraction_number(rules, up_to - 1) != taken)
        return error_set(error, ERROR_ILLEGAL_MOVE, "%" PRId64 " may not be taken in %s", taken,
                         rules->text);
    return ERROR_NONE;
}

const struct family family_subtraction = {
    .name = "subtraction",
    .form = "subtraction:SET (as subtraction:1,3,4 or subtraction:squares)",
    .rules_parse = subtraction_rules_parse,
    .position_parse = heaps_position_parse,
    .position_print = heaps_position_print,
    .position_check_limits = subtraction_position_check_limits,
    .position_draw_start = subtraction_position_draw_start,
    .is_over = subtraction_is_over,
    .move_count = subtraction_move_count,
    .move_at = subtraction_move_at,
    .move_parse = subtraction_move_parse,
    .move_print = heaps_move_print,
    .move_apply = heaps_move_apply,
};
