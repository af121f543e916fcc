/* What the files of `takeaway tournament ...` share. */
#ifndef CLIENT_TOURNAMENT_H
#define CLIENT_TOURNAMENT_H

#include "client/cli/options.h"
#include "common/wire/schema.h"

/* The parts, a file for each. */
int tournament_run_run(const struct options *options, struct error *error);
int tournament_watch_run(const struct options *options, struct error *error);

/* Reads the first argument; also USAGE where no server is named: only `run` has one of its own. */
enum error_code tournament_take_number(const struct options *options, int64_t *ret_tournament,
                                       struct error *error);

#endif
