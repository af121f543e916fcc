/* The manual page and the completions of takeaway-server have all its options. */
#include "common/base/exit_status.h"
#include "server/options.h"
#include "tests/suite.h"

#include <string.h>

SUITE(server_manual, 20);

static void ask(struct text *out, const char *wish, const char *word)
{
    cr_assert(cli_answer(&server_cli, word ? 3 : 2,
                         (const char *const[]){"takeaway-server", wish, word, NULL}, out));
}

static void expect_option(const char *name, const struct text *completed, const struct text *page)
{
    struct text line = {0}, item = {0};
    text_printf(&line, "--%s\t", name);
    text_append_string(&item, "\\fB\\-\\-");
    for (const char *c = name; *c; c++)
        text_printf(&item, "%s%c", *c == '-' ? "\\" : "", *c);
    text_append_string(&item, "\\fP");
    cr_expect_not_null(strstr(text_string(completed), text_string(&line)), "%s", name);
    cr_expect_not_null(strstr(text_string(page), text_string(&item)), "%s", name);
    text_finish(&line);
    text_finish(&item);
}

Test(server_manual, every_option_is_completed_and_stands_in_the_page)
{
    struct text completed = {0}, page = {0};
    ask(&completed, "--complete", "--");
    ask(&page, "--manual", NULL);
    for (size_t i = 0; i < server_cli.option_count; i++)
        expect_option(server_cli.options[i].name, &completed, &page);
    text_finish(&completed);
    text_finish(&page);
}

Test(server_manual, the_page_has_defaults_and_exit_statuses)
{
    struct text page = {0};
    ask(&page, "--manual", NULL);
    cr_expect_not_null(strstr(text_string(&page), "[127.0.0.1:7800]\n"));
    cr_expect_not_null(strstr(text_string(&page), "\\fB0\\fP\n"));
    cr_expect_not_null(strstr(text_string(&page), "\\fB2\\fP\n"));
    cr_expect_null(strstr(text_string(&page), "\\fB3\\fP\n"));
    text_finish(&page);
}
