/* The command line of takeaway-bot. */
#ifndef BOTS_BOT_OPTIONS_H
#define BOTS_BOT_OPTIONS_H

#include "bots/bot.h"
#include "common/base/text.h"
#include "common/cli/cli.h"

#include <stdbool.h>

struct bot_options {
    struct bot_config bot;
    char **games;             /* owned; bot.games points to it */
    const char **looks;       /* owned, the texts are constants; bot.looks points to it */
    const char *look;         /* of all games; NULL: as their names say */
    struct text usual_server; /* where no option names one; bot.server may point to it */
    int64_t patience_s;
    bool exit_on_eof;
    bool help; /* with `help` or `version` all other options are unchecked */
    bool version;
};

extern const struct cli bot_cli;

/* Reads the command line and makes all checks that need no server. USAGE says what is wrong and
 * what would be right. */
enum error_code bot_options_parse(int argument_count, char **arguments,
                                  struct bot_options *ret_options, struct error *error);
void bot_options_finish(struct bot_options *options);

/* Appends the answer to --help. */
void bot_options_describe(struct text *out);

#endif
