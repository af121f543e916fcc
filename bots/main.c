#include "bots/bot.h"
#include "bots/bot_options.h"
#include "bots/program.h"
#include "bots/report.h"
#include "client/lib/lines.h"
#include "client/lib/loop.h"
#include "common/base/exit_status.h"
#include "common/base/streams.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

static int run(const struct bot_options *options)
{
    struct loop *loop = loop_create();
    struct error error;
    struct bot *bot = NULL;
    int status = EXIT_REFUSED;
    if (bot_create(loop, &options->bot, &bot, &error)) {
        report_trouble("%s", error.message);
    } else {
        struct loop_signals *signals = loop_signals_create(loop, on_signal, loop);
        struct lines_events events = {.owner = loop, .line = on_line, .end = on_end};
        struct lines *input =
            options->exit_on_eof ? lines_create(loop, STDIN_FILENO, &events) : NULL;
        status = loop_run(loop);
        bot_destroy(bot);
        lines_destroy(input);
        loop_signals_destroy(signals);
    }
    if (work_is_under_way(loop))
        _exit(status); /* a dropped thought may take seconds more */
    loop_destroy(loop);
    return status;
}

static void print(struct text *text)
{
    fputs(text_string(text), stdout);
    text_finish(text);
}

static int carry_out(const struct bot_options *options)
{
    struct text text = {0};
    report_set_name(options->bot.name);
    if (!options->help && !options->version)
        return run(options);
    if (options->help)
        bot_options_describe(&text);
    else
        text_append_string(&text, "takeaway-bot " TAKEAWAY_VERSION "\n");
    print(&text);
    return EXIT_OK;
}

int main(int argument_count, char **arguments)
{
    struct bot_options options;
    struct error error;
    struct text answer = {0};
    if (argument_count >= 4 && strcmp(arguments[1], "--guard") == 0)
        return guard_run(atol(arguments[2]), arguments + 3);
    if (!streams_open_missing()) {
        report_trouble("/dev/null cannot be opened");
        return EXIT_REFUSED;
    }
    streams_guard();
    /* takeaway notices the end of its bot by the end of a pipe: client/cli/bot_process.c. */
    streams_keep_others();
    if (cli_answer(&bot_cli, argument_count, (const char *const *)arguments, &answer)) {
        print(&answer);
        return EXIT_OK;
    }
    if (bot_options_parse(argument_count, arguments, &options, &error)) {
        report_trouble("%s", error.message);
        return EXIT_USAGE;
    }
    int status = carry_out(&options);
    bot_options_finish(&options);
    return status;
}
