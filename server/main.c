/* takeaway-server: reads the options and runs the server. */
#include "common/base/exit_status.h"
#include "common/base/streams.h"
#include "server/base/log.h"
#include "server/gateway_role.h"
#include "server/server.h"
#include "server/server_options.h"
#include "server/service/token.h"

#include <malloc.h>
#include <stdio.h>

static int fault(const char *reason)
{
    log_error("failed", log_text("reason", reason));
    return EXIT_REFUSED;
}

static int print_answer(struct text *text)
{
    fputs(text_string(text), stdout);
    text_finish(text);
    return EXIT_OK;
}

static int run_server(const struct server_options *options)
{
    struct error error;
    log_set_level(options->log_level);
#ifdef M_MXFAST
    /* Makes glibc merge neighbouring freed blocks at once. Otherwise it merges all small ones at
     * some later moment, which blocks the loop for 40 ms after a large tournament. */
    mallopt(M_MXFAST, 0);
#endif
    if (!token_init())
        return fault("the system gives no randomness");
    named_games_use(&options->games);
    bool is_gateway = options->server.cluster.role == CLUSTER_GATEWAY;
    if (!(is_gateway ? gateway_run : server_run)(&options->server, &error))
        return EXIT_OK;
    if (!options->server.exit_on_eof)
        return fault(error.message);
    /* The parent process can explain the reason to its user better than a line in the log. */
    printf("failed %s: %s\n", error_name(error.code), error.message);
    fflush(stdout);
    return EXIT_REFUSED;
}

static int answer_wish(const struct server_options *options)
{
    struct text text = {0};
    switch (options->wish) {
    case OPTIONS_RUN:
        return run_server(options);
    case OPTIONS_CHECK:
        server_options_print(options, &text);
        break;
    case OPTIONS_HELP:
        server_options_describe(&text);
        break;
    case OPTIONS_VERSION:
    default:
        text_append_string(&text, "takeaway-server " TAKEAWAY_VERSION "\n");
    }
    return print_answer(&text);
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
        return print_answer(&answer);
    if (server_options_parse(argc, argv, &options, &error)) {
        fprintf(stderr, "takeaway-server: %s\nTry `takeaway-server --help`.\n", error.message);
        status = EXIT_USAGE;
    } else {
        status = answer_wish(&options);
    }
    server_options_finish(&options);
    return status;
}
