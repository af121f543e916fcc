/* takeaway-server: reads the options and runs the server. */
#include "common/base/exit_status.h"
#include "common/base/streams.h"
#include "server/base/log.h"
#include "server/options.h"
#include "server/server.h"
#include "server/service/token.h"

#include <malloc.h>
#include <stdio.h>

static int fault(const char *reason)
{
    log_error("failed", log_text("reason", reason));
    return EXIT_REFUSED;
}

static int print(struct text *text)
{
    fputs(text_string(text), stdout);
    text_finish(text);
    return EXIT_OK;
}

/* Who has started this one as a child knows better than the log what the reason means to a person.
 */
static int tell_parent(const struct error *error)
{
    printf("failed %s: %s\n", error_name(error->code), error->message);
    fflush(stdout);
    return EXIT_REFUSED;
}

static int run(const struct server_options *options)
{
    struct error error;
    log_set_level(options->log_level);
#ifdef M_MXFAST
    /* Neighbouring pieces of freed memory are merged at once. Otherwise glibc merges all small ones
     * at some later moment, which after the end of a large tournament keeps the loop for 40 ms. */
    mallopt(M_MXFAST, 0);
#endif
    if (!token_init())
        return fault("the system gives no randomness");
    if (!server_run(&options->server, &error))
        return EXIT_OK;
    return options->server.exit_on_eof ? tell_parent(&error) : fault(error.message);
}

static int carry_out(const struct server_options *options)
{
    struct text text = {0};
    switch (options->wish) {
    case OPTIONS_RUN:
        return run(options);
    case OPTIONS_CHECK:
        cli_print_file(&server_cli, options, &text);
        break;
    case OPTIONS_HELP:
        server_options_describe(&text);
        break;
    case OPTIONS_VERSION:
    default:
        text_append_string(&text, "takeaway-server " TAKEAWAY_VERSION "\n");
    }
    return print(&text);
}

int main(int argc, char **argv)
{
    struct server_options options = {0};
    struct error error;
    struct text answer = {0};
    int status;
    if (!streams_open_missing())
        return fault("/dev/null cannot be opened");
    if (cli_answer(&server_cli, argc, (const char *const *)argv, &answer))
        return print(&answer);
    if (server_options_parse(argc, argv, &options, &error)) {
        fprintf(stderr, "takeaway-server: %s\nTry `takeaway-server --help`.\n", error.message);
        status = EXIT_USAGE;
    } else {
        status = carry_out(&options);
    }
    server_options_finish(&options);
    return status;
}
