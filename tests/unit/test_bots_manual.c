/* The manual page and the completions of takeaway-bot have all its options. */
#include "bots/options.h"
#include "common/base/exit_status.h"
#include "tests/suite.h"

#include <string.h>

SUITE(bots_manual, 20);

static void ask(struct text *out, const char *wish, const char *word)
{
    cr_assert(cli_answer(&bot_cli, word ? 3 : 2,
                         (const char *const[]){"takeaway-bot", wish, word, NULL}, out));
}

Test(bots_manual, every_option_is_completed_and_stands_in_the_page)
{
    struct text completed = {0}, page = {0};
    ask(&completed, "--complete", "--");
    ask(&page, "--manual", NULL);
    for (size_t option = 0; option < bot_cli.option_count; option++) {
        struct text line = {0}, item = {0};
        text_printf(&line, "--%s\t", bot_cli.options[option].name);
        text_append_string(&item, ".TP\n\\fB\\-\\-");
        for (const char *c = bot_cli.options[option].name; *c; c++)
            text_printf(&item, "%s%c", *c == '-' ? "\\" : "", *c);
        cr_expect_not_null(strstr(text_string(&completed), text_string(&line)), "%s",
                           text_string(&line));
        cr_expect_not_null(strstr(text_string(&page), text_string(&item)), "%s",
                           text_string(&item));
        text_finish(&line);
        text_finish(&item);
    }
    text_finish(&completed);
    text_finish(&page);
}

Test(bots_manual, the_page_has_the_exit_statuses_of_the_bot)
{
    struct text page = {0};
    ask(&page, "--manual", NULL);
    cr_expect_not_null(strstr(text_string(&page), "\\fB0\\fP\n"));
    cr_expect_not_null(strstr(text_string(&page), "\\fB1\\fP\n"));
    cr_expect_not_null(strstr(text_string(&page), "\\fB2\\fP\n"));
    cr_expect_null(strstr(text_string(&page), "\\fB3\\fP\n"));
    text_finish(&page);
}
