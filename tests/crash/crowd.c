#include "tests/crash/crowd.h"

#include "common/base/memory.h"
#include "tests/cluster.h"
#include "tests/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct crowd {
    bool has_failed; /* the log is kept then */
    char log[CLUSTER_PATH_MAX];
    unsigned count;
    pid_t pids[];
};

struct crowd *crowd_start(const char *program, const char *server, unsigned bots)
{
    unsigned count = (bots + CROWD_BOTS_OF_PROCESS - 1) / CROWD_BOTS_OF_PROCESS;
    struct crowd *crowd = memory_zeroed(1, sizeof *crowd + count * sizeof *crowd->pids);
    crowd->count = count;
    snprintf(crowd->log, sizeof crowd->log, "/tmp/takeaway-bots-XXXXXX");
    close(mkstemp(crowd->log));
    for (unsigned i = 0; i < count; i++) {
        unsigned first = i * CROWD_BOTS_OF_PROCESS, left = bots - first;
        char first_text[16], count_text[16];
        snprintf(first_text, sizeof first_text, "%u", first);
        snprintf(count_text, sizeof count_text, "%u",
                 left < CROWD_BOTS_OF_PROCESS ? left : CROWD_BOTS_OF_PROCESS);
        crowd->pids[i] = program_start(
            (const char *[]){program, server, first_text, count_text, NULL}, crowd->log);
    }
    return crowd;
}

bool crowd_goes_on(struct crowd *crowd)
{
    int status;
    for (unsigned i = 0; i < crowd->count; i++)
        if (program_has_ended(crowd->pids[i], &status)) {
            fprintf(stderr, "takeaway-crash: bots have ended with status %d; their log is %s\n",
                    status, crowd->log);
            crowd->has_failed = true;
            return false;
        }
    return true;
}

void crowd_stop(struct crowd *crowd)
{
    if (!crowd)
        return;
    for (unsigned i = 0; i < crowd->count; i++)
        program_stop(crowd->pids[i]);
    if (!crowd->has_failed)
        unlink(crowd->log);
    free(crowd);
}
