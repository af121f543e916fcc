/* How far a long computation is: on a terminal a bar in place; elsewhere nothing, or a line now and
 * then for whoever asks for it. */
#ifndef CLIENT_PROGRESS_H
#define CLIENT_PROGRESS_H

#include "common/base/text.h"

#include <stdbool.h>
#include <stdint.h>

/* What the computation says of itself. Shares are those of all the work, from 0 to 1. */
struct progress_state {
    double share_done;
    double share_at_start; /* was done before it began */
    int64_t parts_done;
    int64_t parts; /* 0: it has no parts to speak of */
};

/* Is told from time to time; by one thread at a time, but not always the same. */
typedef void progress_listener(void *owner, const struct progress_state *state);

struct progress {
    bool is_terminal; /* where the bar goes */
    bool is_wanted;
    bool line_is_open; /* the bar stands in the last line */
    int64_t begun_ms;
    int64_t shown_ms; /* last; at first, when it all began */
};

/* On standard error. `also_lines`: if that is no terminal, lines are wanted. */
struct progress progress_begin(bool also_lines);
/* A progress_listener: its owner is the struct progress. Says nothing if it has just done so. */
void progress_show(void *progress, const struct progress_state *state);
/* Wipes the bar. */
void progress_end(struct progress *progress);

/* "[####................]  21 %, part 612 of 999, about 1:40 left", for a line of a terminal. */
void progress_print(const struct progress_state *state, int64_t elapsed_ms, struct text *out);
/* Its parts: "[####................]  21 %", and "1:40" for 100 seconds. */
void progress_print_bar(double share_done, struct text *out);
void progress_print_duration(int64_t seconds, struct text *out);

#endif
