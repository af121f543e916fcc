#include "common/game/drawn.h"

#include "common/game/family.h"
#include "common/game/octal.h"
#include "common/game/subtraction.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* More than one in twelve of the rules of a class is interesting, and more than one in 70 of the
 * starts of drawn rules is of either kind: so many attempts fail with a chance below 10^-12. */
enum { RULES_ATTEMPTS_MAX = 500, START_ATTEMPTS_MAX = 2000 };

const struct game drawn_game = {
    .name = "drawn",
    .rules = "drawn:octal:4",
    .title = "A game that has no table yet",
    .summary = "The rules are drawn when the match begins, so that neither player knows them.",
};

/* --- classes --- */

/* Reads ":octal:4" behind "drawn". */
static enum error_code parse_class(struct rules *class, struct scanner *scanner,
                                   struct error *error)
{
    int64_t size;
    if (scanner_take_word(scanner, ":octal:"))
        class->family = &family_octal;
    else if (scanner_take_word(scanner, ":subtraction:"))
        class->family = &family_subtraction;
    else
        return scanner_expected(scanner, ERROR_BAD_RULES,
                                ":octal:N or :subtraction:K (as drawn:octal:4)", error);
    size_t at = scanner->at;
    enum error_code failed = scanner_take_int(scanner, &size, ERROR_BAD_RULES, error);
    if (failed)
        return failed;
    if (size < DRAWN_DIGITS_MIN || size > DRAWN_DIGITS_MAX)
        return error_set(error, ERROR_BAD_RULES, "at %zu: %s is from %d to %d, not %" PRId64,
                         at + 1,
                         class->family == &family_octal ? "the number of digits after the point"
                                                        : "the number of numbers in the set",
                         DRAWN_DIGITS_MIN, DRAWN_DIGITS_MAX, size);
    class->class_size = (uint8_t)size;
    if (scanner_at_end(scanner))
        return ERROR_NONE;
    return scanner_expected(scanner, ERROR_BAD_RULES,
                            "the end (drawn games are in normal play, without a suffix)", error);
}

enum error_code rules_or_class_parse(struct rules *ret_rules, const char *text, size_t len,
                                     struct error *error)
{
    struct scanner scanner = {.text = text, .len = len};
    if (len == strlen(drawn_game.name) && scanner_take_word(&scanner, drawn_game.name))
        scanner = (struct scanner){.text = drawn_game.rules, .len = strlen(drawn_game.rules)};
    scanner.at = 0;
    struct rules class = {0};
    if (!scanner_take_word(&scanner, "drawn") || scanner_peek(&scanner) != ':')
        return rules_parse(ret_rules, text, len, error);
    enum error_code failed = parse_class(&class, &scanner, error);
    if (failed)
        return failed;
    class.text_len = (uint16_t)snprintf(class.text, sizeof class.text, "drawn:%s:%d",
                                        class.family->name, class.class_size);
    *ret_rules = class;
    return ERROR_NONE;
}

/* --- the measure --- */

/* The values of the heaps up to DRAWN_MEASURED. A subtraction set is a code with digit 3 at each of
 * its numbers. */
static void fill_values(const struct rules *rules, uint8_t values[DRAWN_MEASURED + 1])
{
    uint8_t digits[DRAWN_NUMBER_MAX + 1] = {0};
    bool is_code = rules->family == &family_octal;
    assert(is_code || rules->family == &family_subtraction);
    for (int k = 0; k <= DRAWN_NUMBER_MAX; k++) {
        if (is_code)
            digits[k] = (uint8_t)octal_digit(rules, k);
        else if (k > 0 && subtraction_contains(rules, k))
            digits[k] = OCTAL_LEAVE_NONE | OCTAL_LEAVE_ONE;
    }

    values[0] = 0;
    for (int heap = 1; heap <= DRAWN_MEASURED; heap++) {
        bool is_option[UINT8_MAX + 1] = {false};
        for (int k = 0; k <= heap && k <= DRAWN_NUMBER_MAX; k++) {
            int left = heap - k;
            if (digits[k] & (left > 0 ? OCTAL_LEAVE_ONE : OCTAL_LEAVE_NONE))
                is_option[values[left]] = true;
            for (int a = 1; digits[k] & OCTAL_LEAVE_TWO && a <= left / 2; a++)
                is_option[values[a] ^ values[left - a]] = true;
        }
        values[heap] = 0;
        while (is_option[values[heap]])
            values[heap]++;
    }
}

static bool is_period(const uint8_t values[DRAWN_MEASURED + 1], int period)
{
    int heap = DRAWN_PERIOD_MAX + 1;
    while (heap + period <= DRAWN_MEASURED && values[heap] == values[heap + period])
        heap++;
    return heap + period > DRAWN_MEASURED;
}

bool drawn_is_interesting(const struct rules *rules)
{
    uint8_t values[DRAWN_MEASURED + 1];
    bool is_gap[DRAWN_MEASURED] = {false};
    int lost = 0, last = 0, largest = 0, gaps = 0;
    fill_values(rules, values);
    for (int heap = 1; heap <= DRAWN_MEASURED; heap++) {
        largest = values[heap] > largest ? values[heap] : largest;
        if (values[heap] != 0)
            continue;
        if (lost > 0 && !is_gap[heap - last]) {
            is_gap[heap - last] = true;
            gaps++;
        }
        lost++;
        last = heap;
    }
    if (lost < DRAWN_LOST_MIN || lost > DRAWN_LOST_MAX || largest < DRAWN_VALUE_MIN ||
        gaps < DRAWN_GAPS_MIN)
        return false;
    for (int period = 1; period <= DRAWN_PERIOD_MAX; period++)
        if (is_period(values, period))
            return false;
    return true;
}

/* --- drawing --- */

static void draw_code(int digits, struct random *random, struct text *out)
{
    text_printf(out, "octal:%c.", random_below(random, 2) ? '4' : '0');
    for (int i = 1; i < digits; i++)
        text_append_char(out, (char)('0' + random_below(random, 8)));
    text_append_char(out, (char)('1' + random_below(random, 7)));
}

static void draw_set(int count, struct random *random, struct text *out)
{
    bool is_in[DRAWN_NUMBER_MAX + 1] = {false};
    text_append_string(out, "subtraction:");
    for (int i = 0; i < count;) {
        int number = 1 + (int)random_below(random, DRAWN_NUMBER_MAX);
        if (is_in[number])
            continue;
        is_in[number] = true;
        text_printf(out, "%s%d", i++ > 0 ? "," : "", number);
    }
}

void drawn_rules(const struct rules *class, uint64_t seed, struct rules *ret_rules)
{
    assert(class->class_size > 0);
    struct random random = random_from_seed(seed);
    struct text text = {0};
    int attempts = 0;
    do {
        text_clear(&text);
        if (class->family == &family_octal)
            draw_code(class->class_size, &random, &text);
        else
            draw_set(class->class_size, &random, &text);
        struct error error;
        enum error_code failed = rules_parse(ret_rules, text.bytes, text.len, &error);
        assert(!failed);
    } while (!drawn_is_interesting(ret_rules) && ++attempts < RULES_ATTEMPTS_MAX);
    text_finish(&text);
}

void drawn_start(const struct rules *rules, struct random *random, struct position *ret_position)
{
    uint8_t values[DRAWN_MEASURED + 1];
    bool is_wanted_won = random_below(random, 2), is_won;
    int attempts = 0;
    fill_values(rules, values);
    do {
        position_draw_start(rules, random, ret_position);
        int sum = 0;
        for (uint32_t i = 0; i < ret_position->count; i++) {
            assert(ret_position->cells[i] <= DRAWN_MEASURED);
            sum ^= values[ret_position->cells[i]];
        }
        is_won = sum != 0;
    } while (is_won != is_wanted_won && ++attempts < START_ATTEMPTS_MAX);
}
