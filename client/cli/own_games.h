/* Games that are known by a name to this program alone, beside those of the catalogue: those that a
 * person has named in the file `games.ini` beside the file `server`, and one of a server's. */
#ifndef CLIENT_OWN_GAMES_H
#define CLIENT_OWN_GAMES_H

#include "client/cli/options.h"

/* Puts those of the file into the catalogue; none if there is no such file. At the start of the
 * program. USAGE names the file and the line. */
enum error_code own_games_use(struct error *error);
/* If --game is a name that is not known here, asks the server that the options name, which may have
 * it among its games, and puts it into the catalogue too. Before the command runs. Returns EXIT_OK;
 * EXIT_USAGE with the error, which lists the names of the server; or the status with which the
 * session failed. A server that has no further names, and any other text, is left to the command
 * to refuse. */
int own_games_ask(const struct options *options, struct error *error);

#endif
