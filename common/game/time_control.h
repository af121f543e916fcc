/* How much time the players of a match have, in the one notation:
 *
 *     300+3     Fischer: 300 seconds, and 3 more after each move
 *     30/move   30 seconds for each move; what is left over is lost
 *     none      no clock
 *
 * Seconds may have up to three decimals ("0.5+0.05"). Printing is canonical: no needless zeros. */
#ifndef COMMON_GAME_TIME_CONTROL_H
#define COMMON_GAME_TIME_CONTROL_H

#include "common/base/error.h"
#include "common/base/text.h"

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

struct time_control {
    enum time_control_kind kind;
    int64_t base_ms;      /* of Fischer the time at the start, else of each move; from 1 */
    int64_t increment_ms; /* of Fischer, from 0; else 0 */
};

/* BAD_CLOCK says what was expected. */
enum error_code time_control_parse(const char *text, size_t len, struct time_control *ret_control,
                                   struct error *error);
void time_control_print(const struct time_control *control, struct text *out);

#endif
