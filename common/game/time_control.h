/* The time that the players of a match have, in the one notation:
 *
 *     300+3     Fischer: 300 seconds, and 3 more after each move
 *     30/move   30 seconds for each move; unused time is lost
 *     none      no clock
 *
 * Seconds may have up to three decimals ("0.5+0.05"). Printing is canonical: no needless zeros. */
#ifndef COMMON_GAME_TIME_CONTROL_H
#define COMMON_GAME_TIME_CONTROL_H

#include "common/base/error.h"
#include "common/base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum time_control_kind {
    TIME_NONE = 0,
    TIME_FISCHER,
    TIME_PER_MOVE,
};

enum {
    TIME_CONTROL_TEXT_MAX = 32,              /* bytes of the longest text */
    TIME_CONTROL_MS_MAX = 14 * 24 * 3600000, /* 14 days, of any part */
};

/* The server gives a player back the part of a move's time that the network's lag took, up to these
 * limits. An operator may set lower ones. */
enum {
    TIME_CONTROL_LAG_PER_MOVE_MS = 500, /* for each move */
    TIME_CONTROL_LAG_QUOTA_MS = 1000,   /* each player's quota at the start, and its maximum */
    TIME_CONTROL_LAG_GAIN_MS = 100,     /* growth of the quota with each own move */
};

struct time_control {
    enum time_control_kind kind;
    int64_t base_ms;      /* of Fischer the time at the start, else of each move; from 1 */
    int64_t increment_ms; /* of Fischer, from 0; else 0 */
};

/* BAD_CLOCK says what was expected. */
enum error_code time_control_parse(const char *text, size_t len, struct time_control *ret_control,
                                   struct error *error);
/* Does it give a day or more for a move? Then an open seek outlives its maker's connection. */
bool time_control_is_of_days(const struct time_control *control);
/* Does it give an hour or more for a move? Then players need not stay connected, and only the clock
 * ends the match of an absent player. */
bool time_control_is_patient(const struct time_control *control);
/* The same, for a control in the notation; false when it cannot be read. */
bool time_control_text_is_patient(const char *text);
void time_control_print(const struct time_control *control, struct text *out);

#endif
