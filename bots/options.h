/* The command line of takeaway-bot. */
#ifndef BOTS_OPTIONS_H
#define BOTS_OPTIONS_H

#include "bots/bot.h"
#include "common/base/text.h"

#include <stdbool.h>

struct options {
    struct bot_config bot;
    char **games; /* owned; bot.games points to it */
    bool exit_on_eof;
    bool help; /* then nothing else was looked at, nor with `version` */
    bool version;
};

/* Reads and checks everything that can be checked without a server. USAGE says what is wrong and
 * what would be right. */
enum error_code options_parse(int argument_count, char **arguments, struct options *ret_options,
                              struct error *error);
void options_finish(struct options *options);

/* Appends the answer to --help. */
void options_describe(struct text *out);

#endif
