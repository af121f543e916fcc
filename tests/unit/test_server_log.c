/* What a line of the log looks like, whatever its values hold. */
#include "server/base/log.h"
#include "tests/suite.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

SUITE(server_log, 20);

/* The field as it is printed; valid until the next call. */
static const char *printed(struct log_field field)
{
    static char kept[4096];
    struct text out = {0};
    log_print_field(&field, &out);
    snprintf(kept, sizeof kept, "%s", text_string(&out));
    text_finish(&out);
    return kept;
}

static void expect_text(const char *value, const char *expected)
{
    cr_assert_str_eq(printed(log_text("key", value)), expected);
}

Test(server_log, plain_values_stand_bare)
{
    expect_text("127.0.0.1:7800", " key=127.0.0.1:7800");
    expect_text("Zoë-Я.2", " key=Zoë-Я.2");
    cr_assert_str_eq(printed(log_int("session", -7)), " session=-7");
}

Test(server_log, values_that_could_be_taken_for_more_than_one_are_quoted)
{
    expect_text("my bot 1.0", " key=\"my bot 1.0\"");
    expect_text("", " key=\"\"");
    expect_text(NULL, " key=\"\"");
    expect_text("a=b", " key=\"a=b\"");
    expect_text("say \"hi\" \\o/", " key=\"say \\\"hi\\\" \\\\o/\"");
}

Test(server_log, no_text_can_begin_another_line_or_another_field)
{
    expect_text("x\n2026-01-01T00:00:00.000Z error forged a=b",
                " key=\"x\\n2026-01-01T00:00:00.000Z error forged a=b\"");
    expect_text("x\" forged=\"1", " key=\"x\\\" forged=\\\"1\"");
    expect_text("\r\t\x1b[31m\x7f", " key=\"\\u{D}\\t\\u{1B}[31m\\u{7F}\"");
}

Test(server_log, characters_that_do_not_print_are_spelt_out)
{
    expect_text("a\xC2\x85"
                "b",
                " key=\"a\\u{85}b\"");                         /* next line */
    expect_text("a\u2028b", " key=\"a\\u{2028}b\"");           /* line separator */
    expect_text("\u202Egnp.exe", " key=\"\\u{202E}gnp.exe\""); /* right to left */
    expect_text("a\u00A0b", " key=\"a\u00A0b\""); /* a blank that does not break: quoted */
}

Test(server_log, bytes_that_are_no_utf8_are_spelt_out)
{
    expect_text("a\xFF"
                "b",
                " key=\"a\\xFFb\"");
    expect_text("\xC3", " key=\"\\xC3\"");
    expect_text("\xC0\x8A", " key=\"\\xC0\\x8A\""); /* a newline, written too long */
    cr_assert_str_eq(printed(log_bytes("key", "a\0b", 3)), " key=\"a\\u{0}b\"");
}

Test(server_log, long_values_are_cut_between_characters)
{
    char value[2 * LOG_VALUE_MAX + 1];
    memset(value, 'x', sizeof value);
    value[2 * LOG_VALUE_MAX] = '\0';
    memcpy(value + LOG_VALUE_MAX - 1, "ë", strlen("ë"));
    const char *shown = printed(log_text("key", value));
    cr_assert_eq(strlen(shown), strlen(" key=") + LOG_VALUE_MAX - 1 + strlen("..."));
    cr_assert_str_eq(shown + strlen(shown) - 4, "x...");
}

Test(server_log, levels_have_names)
{
    struct error error;
    for (enum log_level level = LOG_DEBUG; level <= LOG_ERROR; level++) {
        enum log_level read;
        cr_assert_eq(log_level_parse(log_level_name(level), &read, &error), ERROR_NONE);
        cr_assert_eq(read, level);
    }
    enum log_level unread;
    cr_assert_eq(log_level_parse("infos", &unread, &error), ERROR_USAGE);
}

/* What is written on standard error meanwhile. */
static void redirect_errors(FILE *file)
{
    fflush(stderr);
    cr_assert_geq(dup2(fileno(file), STDERR_FILENO), 0);
}

static struct log_field counted(int *calls)
{
    return log_int("calls", ++*calls);
}

Test(server_log, lines_below_the_level_are_left_out_and_cost_nothing)
{
    char lines[512] = "";
    int calls = 0;
    FILE *file = tmpfile();
    int before = dup(STDERR_FILENO);
    cr_assert(file && before >= 0);
    redirect_errors(file);
    log_set_level(LOG_WARN);
    log_debug("one", counted(&calls));
    log_info("two", counted(&calls));
    log_warn("three", counted(&calls), log_text("name", "ann\nforged"));
    log_error("four", counted(&calls));
    dup2(before, STDERR_FILENO);
    close(before);
    rewind(file);
    size_t len = fread(lines, 1, sizeof lines - 1, file);
    lines[len] = '\0';
    fclose(file);
    cr_assert_eq(calls, 2);
    const char *first = strstr(lines, "Z warn three calls=1 name=\"ann\\nforged\"\n");
    const char *second = strstr(lines, "Z error four calls=2\n");
    cr_assert(first && second && first < second, "%s", lines);
    cr_assert_eq(strchr(lines, '\n') + strlen("\n2026-01-31T12:00:00.123"), second);
    cr_assert_eq(second + strlen("Z error four calls=2\n"), lines + len);
}

Test(server_log, an_event_that_comes_too_often_is_withheld_and_told_later)
{
    enum { TOO_OFTEN = 1000, LINES_A_SECOND = 100, LINE_MAX_BYTES = 128 };
    static char lines[(TOO_OFTEN + 2) * LINE_MAX_BYTES];
    FILE *file = tmpfile();
    int before = dup(STDERR_FILENO), count = 0, withheld = 0;
    cr_assert(file && before >= 0);
    redirect_errors(file);
    time_t start = time(NULL);
    for (int i = 0; i < TOO_OFTEN; i++)
        log_warn("knock", log_int("n", i));
    log_warn("other", log_int("n", 0));
    time_t seconds = time(NULL) - start + 1;
    dup2(before, STDERR_FILENO);
    close(before);
    rewind(file);
    lines[fread(lines, 1, sizeof lines - 1, file)] = '\0';
    fclose(file);
    for (const char *line = strstr(lines, "knock"); line; line = strstr(line + 1, "knock"))
        count++;
    for (const char *told = strstr(lines, "withheld="); told; told = strstr(told + 1, "withheld="))
        withheld += atoi(told + strlen("withheld="));
    cr_assert_geq(count, LINES_A_SECOND);
    cr_assert_leq(count, LINES_A_SECOND * seconds);
    cr_assert_leq(count + withheld, TOO_OFTEN);
    cr_assert_not_null(strstr(lines, "warn other n=0\n"));
}
