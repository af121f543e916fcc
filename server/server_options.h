/* The options of takeaway-server. One table holds the name, the value and the meaning of each.
 *
 * An option is named after the field that it sets: `live_matches` is `live-matches`, and a time
 * `hello_ms` is `hello-time`, in seconds with up to three decimals. */
#ifndef SERVER_SERVER_OPTIONS_H
#define SERVER_SERVER_OPTIONS_H

#include "common/base/error.h"
#include "common/base/text.h"
#include "common/cli/cli.h"
#include "common/game/named_games.h"
#include "server/base/log.h"
#include "server/server.h"

#include <stdbool.h>

/* The purpose of a call of the program. */
enum options_wish {
    OPTIONS_RUN,
    OPTIONS_CHECK, /* print the resulting configuration */
    OPTIONS_HELP,
    OPTIONS_VERSION,
};

struct server_options {
    enum options_wish wish;
    struct server_config server; /* its texts point to those below */
    enum log_level log_level;
    struct named_games games; /* of sections [game NAME] */
    char *database;           /* owned, as all the next; NULL or "": not given */
    char *control;
    char *signing_key;
    char *self_signed, *certificate, *key;
    char *proxies, *web_hosts;
    char *cluster, *bus, *bus_ca, *bus_certificate, *bus_key;
};

extern const struct cli server_cli;

/* Reads the command line and the file that --config names; an option on the command line overrides
 * the file. The result passes server_check(), and neither has an option that is for the other role
 * of a cluster alone. USAGE names the option, or the file and its line, and the expected value. The
 * caller finishes the options, after a failure too. */
enum error_code server_options_parse(int argument_count, char **arguments,
                                     struct server_options *ret_options, struct error *error);
void server_options_finish(struct server_options *options);

/* Appends a configuration file with all that is in force in the role of the process. */
void server_options_print(const struct server_options *options, struct text *out);

/* Appends the help, with the defaults. */
void server_options_describe(struct text *out);

#endif
