#include "common/base/error.h"
#include "common/base/random.h"
#include "common/base/scanner.h"
#include "common/base/text.h"
#include "tests/suite.h"

#include <string.h>

SUITE(base, 20);

Test(base, every_error_has_a_name_and_a_meaning)
{
    cr_assert_str_eq(error_name(ERROR_ILLEGAL_MOVE), "illegal_move");
    cr_assert_str_eq(error_meaning(ERROR_ILLEGAL_MOVE), "the rules forbid this move");
    cr_assert_str_eq(error_name((enum error_code)9999), "unknown");
}

Test(base, a_message_that_is_too_long_is_cut_at_a_character_boundary)
{
    struct error error;
    enum { EUROS = sizeof error.message / 3 + 1 };
    char euros[3 * EUROS + 1];
    for (int i = 0; i < EUROS; i++)
        memcpy(euros + 3 * i, "\xE2\x82\xAC", 4);
    for (int shift = 0; shift < 3; shift++) {
        error_set(&error, ERROR_IO, "%.*s%s", shift, "xxx", euros);
        size_t len = strlen(error.message);
        cr_assert_eq((len - (size_t)shift) % 3, 0, "shift %d leaves %zu bytes", shift, len);
        cr_assert_geq(len, sizeof error.message - 4);
    }
}

Test(base, a_text_grows_and_keeps_its_zero)
{
    struct text text = {0};
    cr_assert_str_eq(text_string(&text), "");
    for (int i = 0; i < 1000; i++)
        text_printf(&text, "%d,", i);
    cr_assert_eq(text.len, strlen(text_string(&text)));
    text_clear(&text);
    text_append_int(&text, INT64_MIN);
    cr_assert_str_eq(text_string(&text), "-9223372036854775808");
    text_append_int(&text, 0);
    text_append_int(&text, -10);
    text_append_int(&text, INT64_MAX);
    cr_assert_str_eq(text_string(&text), "-92233720368547758080-109223372036854775807");
    text_finish(&text);
}

Test(base, numbers_of_any_size_are_printed)
{
    struct text text = {0};
    text_append_uint128(&text, 0);
    text_append_char(&text, ' ');
    text_append_uint128(&text, ~(uint128)0);
    cr_assert_str_eq(text_string(&text), "0 340282366920938463463374607431768211455");
    text_finish(&text);
}

Test(base, the_scanner_reads_numbers_up_to_the_largest_and_names_the_place_of_a_fault)
{
    struct error error;
    int64_t value = 0;
    struct scanner most = {.text = "9223372036854775807", .len = 19};
    cr_assert_eq(scanner_take_int(&most, &value, ERROR_BAD_POSITION, &error), ERROR_NONE);
    cr_assert_eq(value, INT64_MAX);
    struct scanner over = {.text = "9223372036854775808", .len = 19};
    cr_assert_eq(scanner_take_int(&over, &value, ERROR_BAD_POSITION, &error), ERROR_BAD_POSITION);
    cr_assert_str_eq(error.message, "at 1: the number is over 9223372036854775807");
    struct scanner padded = {.text = "007", .len = 3};
    cr_assert_eq(scanner_take_int(&padded, &value, ERROR_BAD_MOVE, &error), ERROR_BAD_MOVE);
    struct scanner letter = {.text = "3+x", .len = 3, .at = 2};
    cr_assert_eq(scanner_take_int(&letter, &value, ERROR_BAD_MOVE, &error), ERROR_BAD_MOVE);
    cr_assert_str_eq(error.message, "at 3 ('x'): a number was expected");
    struct scanner space = {.text = "3 5", .len = 3, .at = 1};
    cr_assert_eq(scanner_take_int(&space, &value, ERROR_BAD_MOVE, &error), ERROR_BAD_MOVE);
    cr_assert_str_eq(error.message, "at 2 (a space): a number was expected");
    struct scanner tab = {.text = "3\t5", .len = 3, .at = 1};
    cr_assert_eq(scanner_take_int(&tab, &value, ERROR_BAD_MOVE, &error), ERROR_BAD_MOVE);
    cr_assert_str_eq(error.message, "at 2 (byte 0x09): a number was expected");
}

Test(base, random_numbers_repeat_with_their_seed_and_stay_below_the_limit)
{
    struct random a = random_from_seed(7), b = random_from_seed(7);
    uint128 huge = (uint128)3 << 100;
    for (int i = 0; i < 1000; i++) {
        uint128 drawn = random_below(&a, huge);
        cr_assert(drawn < huge);
        cr_assert(drawn == random_below(&b, huge));
    }
    int seen[6] = {0};
    for (int i = 0; i < 6000; i++)
        seen[(int)random_below(&a, 6)]++;
    for (int i = 0; i < 6; i++)
        cr_assert(seen[i] > 800 && seen[i] < 1200, "%d came %d times of 6000", i, seen[i]);
}
