/* The progress of a long computation: on a terminal a bar that is redrawn in place, elsewhere
 * nothing or, on request, a line from time to time. */
#ifndef CLIENT_PROGRESS_H
#define CLIENT_PROGRESS_H

#include "common/base/text.h"

#include <stdbool.h>
#include <stdint.h>

/* The computation's report. Shares are of the whole work, from 0 to 1. */
struct progress_state {
    double share_done;
    double share_at_start; /* done before this run began */
    int64_t parts_done;
    int64_t parts; /* 0: it is not divided into parts */
};

/* Called from time to time, by one thread at a time but not always the same. */
typedef void progress_listener(void *owner, const struct progress_state *state);

struct progress {
    bool is_terminal; /* standard error is a terminal, which shows the bar */
    bool is_wanted;
    bool line_is_open; /* the bar is on the last line */
    int64_t begun_ms;
    int64_t shown_ms; /* time of the last output; initially begun_ms */
};

/* Reports on standard error. `also_lines`: print lines where that is no terminal. */
struct progress progress_begin(bool also_lines);
/* A progress_listener with the struct progress as its owner. Prints at limited intervals. */
void progress_show(void *progress, const struct progress_state *state);
/* Wipes the bar. */
void progress_end(struct progress *progress);

/* "[####................]  21 %, part 612 of 999, about 1:40 left", for a line of a terminal. */
void progress_print(const struct progress_state *state, int64_t elapsed_ms, struct text *out);
/* Its parts: "[####................]  21 %", and "1:40" for 100 seconds. */
void progress_print_bar(double share_done, struct text *out);
void progress_print_duration(int64_t seconds, struct text *out);

#endif
