/* The drill of several machines: each part is killed, stopped and cut off in turn while people,
 * bots and a tournament play, and again as soon as play goes on. It measures the time from each
 * fault to the first move that is made after it and acknowledged, and holds the database against
 * what the clients were told.
 *
 * With a cluster it does so, too, with what the synchronous standby has after each fault of the
 * primary. At the end the primary is killed for good, the last matches are played at the standby,
 * and the whole record is that of the standby. The results of the tournaments are those of a
 * tournament on a single server without faults. */
#ifndef TESTS_CRASH_DRILL_H
#define TESTS_CRASH_DRILL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct drill_config {
    const char *server; /* the path of takeaway-server */
    bool is_cluster;    /* else two servers that share one PostgreSQL */
    const char *bot;    /* the paths of takeaway-bot and takeaway-crash-bots; for a cluster */
    const char *bots;
    size_t rounds;     /* of every fault */
    const char *fault; /* only this one; NULL: all in turn */
    bool is_short;     /* fewer bots, and faults that last only as long as they need to */
    uint64_t seed;
};

/* For --help: the options of a drill, and the faults. free() is not needed. */
const char *drill_help(void);
bool drill_has_fault(const struct drill_config *config);
/* Runs it; after Ctrl-C it only finishes what is begun. True: nothing is lost. It says all of it on
 * standard error. False: the logs and the data are kept, and the processes run on until this one
 * ends. */
bool drill_run(const struct drill_config *config);

#endif
