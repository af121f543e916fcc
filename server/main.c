/* takeaway-server: reads the command line and runs the server. */
#include "common/base/address.h"
#include "server/net/log.h"
#include "server/net/server.h"
#include "server/net/token.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

enum {
    GO_ON = -1, /* no status yet */
    EXIT_OK = 0,
    EXIT_FAULT = 1,
    EXIT_USAGE = 2,
};

static const char help[] =
    "takeaway-server: plays host to take-away games, and keeps every acknowledged move\n"
    "\n"
    "usage: takeaway-server --db FILE [--listen HOST:PORT] [--log LEVEL] [--exit-on-eof]\n"
    "\n"
    "  --db FILE           the database; made when it does not exist\n"
    "  --listen HOST:PORT  where to listen; port 0 takes any free one (default 127.0.0.1:7800)\n"
    "  --log LEVEL         what the log holds: info (all; the default) or error\n"
    "  --exit-on-eof       end when standard input, a pipe, ends: so that the server ends with\n"
    "                      the program that started it\n"
    "  --version           print the version\n"
    "  --help              print this\n"
    "\n"
    "The first line on standard output is `listening on HOST:PORT`; the log goes to standard\n"
    "error. SIGTERM and SIGINT end the server within 5 seconds: unfinished matches go on at the\n"
    "next start. Exit status: 0 ended as asked, 1 a fault (the message says which), 2 usage.\n";

static int usage_error(const char *message)
{
    fprintf(stderr, "takeaway-server: %s\nTry `takeaway-server --help`.\n", message);
    return EXIT_USAGE;
}

static int run(const struct server_config *config)
{
    struct error error;
    if (!token_init()) {
        fputs("takeaway-server: the system gives no randomness\n", stderr);
        return EXIT_FAULT;
    }
    if (server_run(config, &error)) {
        fprintf(stderr, "takeaway-server: %s\n", error.message);
        return EXIT_FAULT;
    }
    return EXIT_OK;
}

enum {
    OPTION_DB = 1,
    OPTION_LISTEN,
    OPTION_LOG,
    OPTION_EXIT_ON_EOF,
    OPTION_VERSION,
    OPTION_HELP,
};

static const struct option options[] = {
    {"db", required_argument, NULL, OPTION_DB},
    {"listen", required_argument, NULL, OPTION_LISTEN},
    {"log", required_argument, NULL, OPTION_LOG},
    {"exit-on-eof", no_argument, NULL, OPTION_EXIT_ON_EOF},
    {"version", no_argument, NULL, OPTION_VERSION},
    {"help", no_argument, NULL, OPTION_HELP},
    {0},
};

static int set_log(const char *level)
{
    bool errors_only = strcmp(level, "error") == 0;
    if (!errors_only && strcmp(level, "info") != 0)
        return usage_error("--log takes info or error");
    log_set_errors_only(errors_only);
    return GO_ON;
}

/* GO_ON, or the status to exit with. */
static int take_option(int option, struct server_config *config)
{
    struct error error;
    switch (option) {
    case OPTION_DB:
        config->database = optarg;
        return GO_ON;
    case OPTION_LISTEN:
        if (address_parse(optarg, &config->listen, &error))
            return usage_error(error.message);
        return GO_ON;
    case OPTION_LOG:
        return set_log(optarg);
    case OPTION_EXIT_ON_EOF:
        config->exit_on_eof = true;
        return GO_ON;
    case OPTION_VERSION:
        puts("takeaway-server " TAKEAWAY_VERSION);
        return EXIT_OK;
    case OPTION_HELP:
        fputs(help, stdout);
        return EXIT_OK;
    default:
        return usage_error("the options are --db, --listen, --log, --exit-on-eof");
    }
}

int main(int argc, char **argv)
{
    struct server_config config = {.listen = {.host = "127.0.0.1", .port = 7800}};
    int option;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        int status = take_option(option, &config);
        if (status != GO_ON)
            return status;
    }
    if (optind < argc)
        return usage_error("an option was expected; the database is given with --db FILE");
    if (!config.database)
        return usage_error("--db FILE is missing: the database that keeps the matches");
    return run(&config);
}
