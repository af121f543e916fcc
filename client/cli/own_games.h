/* The games that a person has named, in the file `games.ini` beside the file `server`. */
#ifndef CLIENT_OWN_GAMES_H
#define CLIENT_OWN_GAMES_H

#include "common/base/error.h"

/* Puts them into the catalogue; none if there is no such file. At the start of the program. USAGE
 * names the file and the line. */
enum error_code own_games_use(struct error *error);

#endif
