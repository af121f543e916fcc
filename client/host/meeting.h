/* The second half of `takeaway host` and `takeaway join`: the match that has begun is played, in
 * the full screen where there is a terminal for it, else, or with --lines or --json, line by line.
 */
#ifndef CLIENT_HOST_MEETING_H
#define CLIENT_HOST_MEETING_H

#include "client/cli/begun.h"

/* `options`: of the command, for --lines and --json. Returns the exit status. */
int meeting_play(const struct options *options, const struct begun *begun, struct error *error);

#endif
