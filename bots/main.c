#include "bots/bot.h"
#include "bots/guard.h"
#include "bots/options.h"
#include "bots/report.h"
#include "client/lib/lines.h"
#include "client/lib/work.h"
#include "common/base/streams.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STATUS_FAILED = 1, STATUS_USAGE = 2 };

static void on_signal(void *owner, int number)
{
    (void)number;
    loop_stop(owner, 0);
}

static void on_line(void *owner, const char *line, size_t len)
{
    (void)owner;
    (void)line;
    (void)len;
}

static void on_end(void *owner)
{
    loop_stop(owner, 0);
}

static int play(const struct options *options, struct loop *loop)
{
    struct error error;
    struct bot *bot = NULL;
    if (bot_create(loop, &options->bot, &bot, &error)) {
        report_trouble("%s", error.message);
        return STATUS_FAILED;
    }
    struct loop_signals *signals = loop_signals_create(loop, on_signal, loop);
    struct lines_events events = {.owner = loop, .line = on_line, .end = on_end};
    struct lines *input = options->exit_on_eof ? lines_create(loop, STDIN_FILENO, &events) : NULL;
    int status = loop_run(loop);
    bot_destroy(bot);
    lines_destroy(input);
    loop_signals_destroy(signals);
    return status;
}

static int run(const struct options *options)
{
    struct loop *loop = loop_create();
    int status = play(options, loop);
    if (work_is_under_way(loop))
        _exit(status); /* a thought that nobody waits for may take seconds more */
    loop_destroy(loop);
    return status;
}

static void print_help(void)
{
    struct text help = {0};
    options_describe(&help);
    fputs(text_string(&help), stdout);
    text_finish(&help);
}

int main(int argument_count, char **arguments)
{
    struct options options;
    struct error error;
    if (argument_count >= 4 && strcmp(arguments[1], "--guard") == 0)
        return guard_run(atol(arguments[2]), arguments + 3);
    if (!streams_open_missing()) {
        report_trouble("/dev/null cannot be opened");
        return STATUS_FAILED;
    }
    if (options_parse(argument_count, arguments, &options, &error)) {
        report_trouble("%s", error.message);
        return STATUS_USAGE;
    }
    int status = 0;
    if (options.help)
        print_help();
    else if (options.version)
        puts("takeaway-bot " TAKEAWAY_VERSION);
    else
        status = run(&options);
    options_finish(&options);
    return status;
}
