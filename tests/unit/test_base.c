#include "common/base/address.h"
#include "common/base/error.h"
#include "common/base/harmless.h"
#include "common/base/random.h"
#include "common/base/scanner.h"
#include "common/base/streams.h"
#include "common/base/text.h"
#include "tests/suite.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

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

/* --- addresses --- */

Test(base, an_address_is_a_host_with_or_without_a_port)
{
    static const struct {
        const char *text, *host;
        int port;
    } rows[] = {
        {"127.0.0.1:7811", "127.0.0.1", 7811},
        {"127.0.0.1", "127.0.0.1", 7800},
        {"my.host", "my.host", 7800},
        {"my.host:0", "my.host", 0},
        {"[::1]:7811", "::1", 7811},
        {"[::1]", "::1", 7800},
        {"::1", "::1", 7800},
        {"2001:db8::7", "2001:db8::7", 7800},
        {"fe80::1%eth0", "fe80::1%eth0", 7800},
        {"::ffff:127.0.0.1", "::ffff:127.0.0.1", 7800},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct address address;
        struct error error;
        cr_assert_eq(address_parse(rows[i].text, ADDRESS_PORT_OF_SERVER, &address, &error),
                     ERROR_NONE, "%s: %s", rows[i].text, error.message);
        cr_assert_str_eq(address.host, rows[i].host);
        cr_assert_eq(address.port, rows[i].port, "%s", rows[i].text);
    }
}

Test(base, what_is_no_address_is_refused_with_one_that_is)
{
    static const char *const texts[] = {"",         ":",       ":7800",  "[]:7800",
                                        "host:",    "[::1]:",  "[::1]7", "host:x",
                                        "host:1:2", "host:-1", "[::1",   "1::2::3"};
    struct address address;
    struct error error;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        cr_assert_eq(address_parse(texts[i], ADDRESS_PORT_OF_SERVER, &address, &error), ERROR_USAGE,
                     "%s", texts[i]);
        cr_assert_not_null(strstr(error.message, "HOST or HOST:PORT was expected, such as "
                                                 "127.0.0.1:7800 or [::1]:7800"),
                           "%s", error.message);
    }
    cr_assert_eq(address_parse("host:65536", ADDRESS_PORT_OF_SERVER, &address, &error),
                 ERROR_USAGE);
    cr_assert_str_eq(error.message, "port 65536 of 'host:65536' is over 65535");
}

Test(base, an_address_without_a_port_is_refused_where_there_is_no_default)
{
    struct address address;
    struct error error;
    cr_assert_eq(address_parse("127.0.0.1", 0, &address, &error), ERROR_USAGE);
    cr_assert_str_eq(error.message, "'127.0.0.1' is no address: HOST:PORT was expected, such as "
                                    "127.0.0.1:7800 or [::1]:7800");
}

/* --- text from elsewhere --- */

Test(base, harmful_characters_become_question_marks)
{
    char text[] = "a\x1b[2J\a\r\n\t\x7f\xc2\x9b|\xe2\x80\xa8\xe2\x80\xae\xe2\x81\xa6\xd8\x9c|"
                  "\xff\xe2\x80|\xc3\xa9\xe2\x80\x8d\xf0\x9f\x9a\x80";
    harmless_make(text);
    cr_assert_str_eq(text, "a?[2J??????|????|???|\xc3\xa9\xe2\x80\x8d\xf0\x9f\x9a\x80");
    struct text out = {0};
    text_append_string(&out, "\n");
    harmless_append("b\x1b\xc2\x9b", 4, &out);
    cr_assert_str_eq(text_string(&out), "\nb??");
    cr_assert_eq(out.len, 4);
    text_finish(&out);
}

/* What a process prints that guards its streams; the guard is there for good. */
static struct text printed_by(void (*print)(void))
{
    int ends[2];
    char bytes[4096];
    struct text printed = {0};
    cr_assert_eq(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        streams_guard();
        print();
        fflush(stdout);
        _exit(0);
    }
    close(ends[1]);
    for (ssize_t len; (len = read(ends[0], bytes, sizeof bytes)) > 0;)
        text_append(&printed, bytes, (size_t)len);
    close(ends[0]);
    waitpid(child, NULL, 0);
    return printed;
}

static void print_evil(void)
{
    printf("a\x1b]0;evil\a\tb\r\nc\rd\n");
    streams_control(stdout, "\033[K");
    printf("\033[K\n");
    fflush(stdout);
    /* A character in pieces. */
    fprintf(stderr, "\xc2");
    fprintf(stderr, "\x9b|\xe2");
    fprintf(stderr, "\x82");
    fprintf(stderr, "\xac|\xe2");
    fprintf(stderr, "x|\r");
    fprintf(stderr, "\n|\r");
    fprintf(stderr, "|\xe2\x80");
    fprintf(stderr, "\xae|\n");
}

Test(base, a_guarded_stream_prints_text_and_what_the_program_itself_tells_a_terminal)
{
    struct text printed = printed_by(print_evil);
    cr_assert_str_eq(text_string(&printed), "a?]0;evil?\tb\r\nc?d\n\033[K?[K\n"
                                            "?|\xe2\x82\xac|?x|\r\n|?|?|\n");
    text_finish(&printed);
}

static void print_much(void)
{
    for (int i = 0; i < 20000; i++)
        printf("\xe2\x82\xac%d\n", i);
}

Test(base, a_guarded_stream_loses_nothing)
{
    struct text printed = printed_by(print_much);
    const char *at = text_string(&printed);
    char line[32];
    for (int i = 0; i < 20000; i++) {
        int len = snprintf(line, sizeof line, "\xe2\x82\xac%d\n", i);
        EXPECT(strncmp(at, line, (size_t)len) == 0, "line %d is %.20s", i, at);
        at += len;
    }
    cr_assert_str_empty(at);
    text_finish(&printed);
}
