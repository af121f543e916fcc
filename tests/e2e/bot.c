#include "tests/e2e/bot.h"

#include "tests/suite.h"

enum { ARGUMENTS_MAX = 32 };

struct process *bot_start(const struct server *server, const char *name, const char *by,
                          const char *value, const char *const *more)
{
    const char *arguments[ARGUMENTS_MAX] = {
        "--server", server->address, "--name", name, by, value,
    };
    size_t count = 6;
    for (size_t i = 0; more[i]; i++) {
        cr_assert_lt(count, ARGUMENTS_MAX - 1);
        arguments[count++] = more[i];
    }
    return process_start(BOT_PROGRAM, arguments);
}

void bot_expect_end(struct process *bot)
{
    const char *output = process_read_rest(bot);
    int status = process_wait(bot);
    cr_assert_eq(status, 0, "the bot ended with %d: %s%s", status, output, process_errors(bot));
}
