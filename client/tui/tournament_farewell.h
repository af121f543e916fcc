/* What is said when a tournament ends, to somebody who has been there. Pure. */
#ifndef CLIENT_TUI_TOURNAMENT_FAREWELL_H
#define CLIENT_TUI_TOURNAMENT_FAREWELL_H

#include "common/base/text.h"
#include "common/wire/schema.h"

/* "The tournament is over: you are number 2 of 3, with 2.5 points." `standings` are the last ones;
 * `name`: the person's own. */
void tournament_farewell_say(const struct wire_standings *standings, const char *name,
                             struct text *out);

#endif
