/* The sets of subtraction games, and how they are written:
 *     subtraction:1,3,4   subtraction:3-5,9   subtraction:all-but-1,4   subtraction:squares
 * The canonical text of a finite set lists the numbers one by one while that is short, else, and
 * always behind "all-but-", ranges of three numbers or more are written as such. */
#include "common/game/subtraction.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* The listed numbers are read from the canonical text of the rules; the parameters say the rest. */
enum {
    KIND,
    COUNT, /* of the listed numbers */
    LEAST, /* of them */
    MOST,
};
static const char family_text[] = "subtraction:", all_but_text[] = "all-but-";
enum {
    ITEMS_MAX = RULES_TEXT_MAX / 2, /* each has a digit and a comma */
    /* Bytes of a canonical text that lists a finite set one by one: ",misere" has room behind. */
    LONG_LIST_MAX = RULES_TEXT_MAX - 7,
};

enum subtraction_kind subtraction_kind(const struct rules *rules)
{
    return (enum subtraction_kind)rules->parameters[KIND];
}

bool subtraction_is_range(const struct rules *rules, struct subtraction_range *ret_range)
{
    *ret_range = (struct subtraction_range){rules->parameters[LEAST], rules->parameters[MOST]};
    int64_t count = rules->parameters[COUNT];
    return count > 0 && ret_range->most - ret_range->least + 1 == count;
}

int64_t subtraction_heap_max(const struct rules *rules)
{
    struct subtraction_range range;
    return subtraction_is_range(rules, &range) ? INT64_MAX : SUBTRACTION_HEAP_MAX;
}

/* --- reading the canonical text --- */

static struct scanner start_of_list(const struct rules *rules)
{
    struct scanner scanner = {
        .text = rules->text, .len = rules->text_len, .at = sizeof family_text - 1};
    scanner_take_word(&scanner, all_but_text);
    return scanner;
}

static int64_t take_number(struct scanner *scanner)
{
    struct error error;
    int64_t number = 0;
    enum error_code failed = scanner_take_int(scanner, &number, ERROR_BAD_RULES, &error);
    assert(!failed);
    (void)failed;
    return number;
}

/* Takes "3" or "3-5" and the comma before another one; false at the end of the list. */
static bool take_item(struct scanner *scanner, struct subtraction_range *ret_range)
{
    char next = scanner_peek(scanner);
    if (next < '0' || next > '9')
        return false;
    ret_range->least = ret_range->most = take_number(scanner);
    if (scanner_take(scanner, '-'))
        ret_range->most = take_number(scanner);
    scanner_take(scanner, ',');
    return true;
}

/* Takes a whole range, which may be listed number by number. */
static bool take_range(struct scanner *scanner, struct subtraction_range *ret_range)
{
    if (!take_item(scanner, ret_range))
        return false;
    struct scanner ahead = *scanner;
    struct subtraction_range next;
    while (take_item(&ahead, &next) && next.least == ret_range->most + 1) {
        ret_range->most = next.most;
        *scanner = ahead;
    }
    return true;
}

bool subtraction_next_range(const struct rules *rules, int64_t after,
                            struct subtraction_range *ret_range)
{
    if (rules->parameters[COUNT] == 0)
        return false;
    struct scanner scanner = start_of_list(rules);
    while (take_range(&scanner, ret_range)) {
        if (ret_range->least > after)
            return true;
    }
    return false;
}

/* --- the numbers --- */

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

/* How many of the listed numbers are at most `heap`. */
static int64_t count_listed(const struct rules *rules, int64_t heap)
{
    struct subtraction_range range;
    int64_t count = 0;
    if (subtraction_is_range(rules, &range)) {
        int64_t most = heap < range.most ? heap : range.most;
        return most < range.least ? 0 : most - range.least + 1;
    }
    struct scanner scanner = start_of_list(rules);
    while (take_item(&scanner, &range) && range.least <= heap)
        count += (heap < range.most ? heap : range.most) - range.least + 1;
    return count;
}

int64_t subtraction_count(const struct rules *rules, int64_t heap)
{
    int64_t count = 0;
    switch (subtraction_kind(rules)) {
    case SUBTRACTION_SQUARES:
        return square_root(heap);
    case SUBTRACTION_FIBONACCI:
        assert(heap <= SUBTRACTION_HEAP_MAX);
        while (fibonacci(count) <= heap)
            count++;
        return count;
    case SUBTRACTION_ALL_BUT:
        return heap - count_listed(rules, heap);
    case SUBTRACTION_SET:
        break;
    }
    return count_listed(rules, heap);
}

/* The listed number with this index. */
static int64_t listed_number(const struct rules *rules, int64_t index)
{
    assert(index < rules->parameters[COUNT]);
    struct scanner scanner = start_of_list(rules);
    struct subtraction_range range;
    while (take_item(&scanner, &range) && index > range.most - range.least)
        index -= range.most - range.least + 1;
    return range.least + index;
}

/* The number with this index among those that are not listed. */
static int64_t unlisted_number(const struct rules *rules, int64_t index)
{
    struct scanner scanner = start_of_list(rules);
    struct subtraction_range range;
    int64_t number = index + 1;
    while (take_item(&scanner, &range) && range.least <= number)
        number += range.most - range.least + 1;
    return number;
}

int64_t subtraction_number(const struct rules *rules, int64_t index)
{
    assert(index >= 0);
    switch (subtraction_kind(rules)) {
    case SUBTRACTION_SQUARES:
        return (index + 1) * (index + 1);
    case SUBTRACTION_FIBONACCI:
        return fibonacci(index);
    case SUBTRACTION_ALL_BUT:
        return unlisted_number(rules, index);
    case SUBTRACTION_SET:
        break;
    }
    return listed_number(rules, index);
}

bool subtraction_contains(const struct rules *rules, int64_t number)
{
    int64_t up_to = subtraction_count(rules, number);
    return up_to > 0 && subtraction_number(rules, up_to - 1) == number;
}

int64_t subtraction_numbers(const struct rules *rules, int64_t numbers[SUBTRACTION_NUMBERS_MAX])
{
    int64_t count = rules->parameters[COUNT];
    bool is_listed = count > 0;
    if (!is_listed)
        count = subtraction_count(rules, SUBTRACTION_HEAP_MAX);
    assert(count <= SUBTRACTION_NUMBERS_MAX);
    for (int64_t i = 0; i < count && !is_listed; i++)
        numbers[i] = subtraction_number(rules, i);

    struct scanner scanner = start_of_list(rules);
    struct subtraction_range range;
    for (int64_t i = 0; is_listed && take_item(&scanner, &range);) {
        for (int64_t number = range.least; number <= range.most; number++)
            numbers[i++] = number;
    }
    return count;
}

/* --- reading rules --- */

/* Listed numbers while they are being read, ascending. */
struct list {
    struct subtraction_range ranges[ITEMS_MAX];
    int64_t count; /* of the ranges */
};

/* Adds a range and merges it with those that it touches. */
static void list_add(struct list *list, struct subtraction_range range)
{
    int64_t kept = 0;
    for (int64_t i = 0; i < list->count; i++) {
        struct subtraction_range old = list->ranges[i];
        if (old.most + 1 < range.least || old.least > range.most + 1) {
            list->ranges[kept++] = old;
            continue;
        }
        range.least = old.least < range.least ? old.least : range.least;
        range.most = old.most > range.most ? old.most : range.most;
    }
    assert(kept < ITEMS_MAX);
    int64_t place = kept;
    while (place > 0 && list->ranges[place - 1].least > range.least)
        place--;
    memmove(list->ranges + place + 1, list->ranges + place,
            (size_t)(kept - place) * sizeof *list->ranges);
    list->ranges[place] = range;
    list->count = kept + 1;
}

static int64_t list_total(const struct list *list)
{
    int64_t total = 0;
    for (int64_t i = 0; i < list->count; i++)
        total += list->ranges[i].most - list->ranges[i].least + 1;
    return total;
}

static enum error_code parse_number(struct scanner *scanner, int64_t *ret_number,
                                    struct error *error)
{
    size_t start = scanner->at;
    enum error_code failed = scanner_take_int(scanner, ret_number, ERROR_BAD_RULES, error);
    if (failed)
        return failed;
    if (*ret_number < 1 || *ret_number > SUBTRACTION_LISTED_MAX)
        return error_set(error, ERROR_BAD_RULES, "at %zu: the number must be from 1 to %d",
                         start + 1, SUBTRACTION_LISTED_MAX);
    return ERROR_NONE;
}

static enum error_code parse_item(struct scanner *scanner, struct list *list, struct error *error)
{
    size_t start = scanner->at;
    struct subtraction_range range = {0};
    enum error_code failed = parse_number(scanner, &range.least, error);
    if (failed)
        return failed;
    range.most = range.least;
    if (scanner_take(scanner, '-'))
        failed = parse_number(scanner, &range.most, error);
    if (failed)
        return failed;
    if (range.most < range.least)
        return error_set(error, ERROR_BAD_RULES,
                         "at %zu: a range begins with its least number: %" PRId64 "-%" PRId64,
                         start + 1, range.most, range.least);
    list_add(list, range);
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

static enum error_code parse_list(struct scanner *scanner, struct list *list, struct error *error)
{
    size_t start = scanner->at;
    do {
        enum error_code failed = parse_item(scanner, list, error);
        if (failed)
            return failed;
    } while (take_comma(scanner));
    int64_t total = list_total(list);
    if (list->count > 1 && total > SUBTRACTION_NUMBERS_MAX)
        return error_set(error, ERROR_BAD_RULES,
                         "at %zu: these are %" PRId64
                         " numbers; at most %d may be listed, or a single range such as 1-5000",
                         start + 1, total, SUBTRACTION_NUMBERS_MAX);
    return ERROR_NONE;
}

/* Appends the numbers one by one. Stops when the text is too long to be kept. */
static void print_one_by_one(const struct list *list, struct text *out)
{
    const char *gap = "";
    for (int64_t i = 0; i < list->count; i++) {
        for (int64_t n = list->ranges[i].least;
             n <= list->ranges[i].most && out->len <= LONG_LIST_MAX; n++) {
            text_printf(out, "%s%" PRId64, gap, n);
            gap = ",";
        }
    }
}

static void print_ranges(const struct list *list, struct text *out)
{
    for (int64_t i = 0; i < list->count; i++) {
        struct subtraction_range range = list->ranges[i];
        text_printf(out, "%s%" PRId64, i > 0 ? "," : "", range.least);
        if (range.most > range.least)
            text_printf(out, "%s%" PRId64, range.most == range.least + 1 ? "," : "-", range.most);
    }
}

static void print_list(const struct list *list, enum subtraction_kind kind, struct text *out)
{
    if (kind == SUBTRACTION_ALL_BUT) {
        text_printf(out, "%s%s", family_text, all_but_text);
        print_ranges(list, out);
        return;
    }
    text_append_string(out, family_text);
    print_one_by_one(list, out);
    if (out->len > LONG_LIST_MAX) {
        text_clear(out);
        text_append_string(out, family_text);
        print_ranges(list, out);
    }
}

enum error_code subtraction_rules_parse(struct rules *rules, struct scanner *scanner,
                                        struct text *out, struct error *error)
{
    if (!scanner_take(scanner, ':'))
        return scanner_expected(scanner, ERROR_BAD_RULES, "':' and what may be taken", error);
    if (scanner_take_word(scanner, "squares")) {
        rules->parameters[KIND] = SUBTRACTION_SQUARES;
        text_printf(out, "%ssquares", family_text);
        return ERROR_NONE;
    }
    if (scanner_take_word(scanner, "fibonacci")) {
        rules->parameters[KIND] = SUBTRACTION_FIBONACCI;
        text_printf(out, "%sfibonacci", family_text);
        return ERROR_NONE;
    }

    bool is_all_but = scanner_take_word(scanner, all_but_text);
    char next = scanner_peek(scanner);
    if (next < '0' || next > '9')
        return scanner_expected(scanner, ERROR_BAD_RULES,
                                is_all_but ? "the numbers that may not be taken, such as 1,3-5,"
                                           : "numbers such as 1,3-5, or all-but-1,4, or squares, "
                                             "or fibonacci,",
                                error);
    struct list list = {0};
    enum error_code failed = parse_list(scanner, &list, error);
    if (failed)
        return failed;
    assert(list.count >= 1);
    rules->parameters[KIND] = is_all_but ? SUBTRACTION_ALL_BUT : SUBTRACTION_SET;
    rules->parameters[COUNT] = list_total(&list);
    rules->parameters[LEAST] = list.ranges[0].least;
    rules->parameters[MOST] = list.ranges[list.count - 1].most;
    print_list(&list, is_all_but ? SUBTRACTION_ALL_BUT : SUBTRACTION_SET, out);
    return ERROR_NONE;
}
