/* The options of takeaway-server. One table tells what each is called, what it takes and what it
 * means.
 *
 * An option is named after the field that it sets: `live_matches` is `live-matches`, and a time
 * `hello_ms` is `hello-time`, in seconds with up to three decimals. */
#ifndef SERVER_OPTIONS_H
#define SERVER_OPTIONS_H

#include "common/base/error.h"
#include "common/base/text.h"
#include "common/cli/cli.h"
#include "server/base/log.h"
#include "server/server.h"

#include <stdbool.h>

/* What the command line asks for. */
enum options_wish {
    OPTIONS_RUN,
    OPTIONS_CHECK, /* print the configuration that would be in force */
    OPTIONS_HELP,
    OPTIONS_VERSION,
};

struct server_options {
    enum options_wish wish;
    struct server_config server; /* its texts are those below */
    enum log_level log_level;
    char *database; /* all owned; NULL or "": not given */
    char *control;
    char *signing_key;
};

extern const struct cli server_cli;

/* Reads the command line and the file that --config names; where both set something, the command
 * line wins. What is read is what server_check() accepts, to run or only to be printed. USAGE names
 * the option, or the file and its line, and what was expected. The caller finishes the options in
 * any case. */
enum error_code server_options_parse(int argument_count, char **arguments,
                                     struct server_options *ret_options, struct error *error);
void server_options_finish(struct server_options *options);

/* Appends the help, with the defaults. */
void server_options_describe(struct text *out);

#endif
