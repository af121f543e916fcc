/* What a program says of itself has all its options and its exit statuses. Built for each program:
 * PROGRAM is its description, from PROGRAM_HEADER, and LAST_STATUS the last of its exit statuses.
 */
#include PROGRAM_HEADER
#include "common/base/exit_status.h"
#include "tests/suite.h"

#include <stdio.h>
#include <string.h>

static struct text page, completed;

static void ask(void)
{
    cli_print_page(&PROGRAM, &page);
    cli_complete(&PROGRAM, 1, (const char *const[]){"--"}, &completed);
}

static void finish(void)
{
    text_finish(&page);
    text_finish(&completed);
    suite_check_leaks();
}

TestSuite(cli_program, .init = ask, .fini = finish, .timeout = BUSY_MACHINE_S(20));

/* "-" is "\-" in a page. */
static void append_escaped(struct text *text, const char *words)
{
    for (const char *c = words; *c; c++)
        text_printf(text, "%s%c", *c == '-' ? "\\" : "", *c);
}

Test(cli_program, every_option_stands_in_the_page)
{
    for (size_t row = 0; row < PROGRAM.option_count; row++) {
        const struct cli_option *option = &PROGRAM.options[row];
        struct text item = {0};
        text_append_string(&item, ".TP\n\\fB\\-\\-");
        append_escaped(&item, option->name);
        text_append_string(&item, option->value ? "\\fP\\ \\fI" : "");
        append_escaped(&item, option->value ? option->value : "");
        text_append_string(&item, "\\fP\n");
        cr_expect_not_null(strstr(text_string(&page), text_string(&item)), "%s",
                           text_string(&item));
        text_finish(&item);
    }
}

Test(cli_program, every_option_that_it_takes_without_a_command_is_completed)
{
    for (size_t row = 0; row < PROGRAM.option_count; row++) {
        struct text line = {0};
        text_printf(&line, "--%s\t", PROGRAM.options[row].name);
        cr_expect_eq(strstr(text_string(&completed), text_string(&line)) != NULL,
                     cli_takes(&PROGRAM, &PROGRAM.program, row), "%s", text_string(&line));
        text_finish(&line);
    }
}

Test(cli_program, the_page_has_its_exit_statuses)
{
    for (int status = EXIT_OK; status <= EXIT_UNSIGNED; status++) {
        char item[16];
        snprintf(item, sizeof item, "\\fB%d\\fP\n", status);
        cr_expect_eq(strstr(text_string(&page), item) != NULL, status <= (int)PROGRAM.last_status,
                     "%d", status);
    }
}

Test(cli_program, the_page_has_the_defaults)
{
    bool has_defaults = PROGRAM.print_default;
    cr_expect_eq(strstr(text_string(&page), "[127.0.0.1:7800]\n") != NULL, has_defaults);
}
