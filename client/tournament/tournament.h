/* Declarations shared by the files of `takeaway tournament ...`. */
#ifndef CLIENT_TOURNAMENT_H
#define CLIENT_TOURNAMENT_H

#include "client/cli/options.h"
#include "common/wire/schema.h"

/* The parts of the command, each in a file of its own. */
int tournament_run_run(const struct options *options, struct error *error);
int tournament_watch_run(const struct options *options, struct error *error);

/* Reads the first argument. USAGE: it is no tournament's number, or no server is named; only `run`
 * has a server of its own. */
enum error_code tournament_take_number(const struct options *options, int64_t *ret_tournament,
                                       struct error *error);

#endif
