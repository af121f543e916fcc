#include "tests/bench/resident.h"

#include <malloc.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The figure of this name in the system's account of a process; -1 when it is not there. */
static int64_t status_bytes(const char *process, const char *name)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%s/status", process);
    FILE *status = fopen(path, "r");
    int64_t kilobytes = -1;
    char line[128];
    size_t len = strlen(name);
    while (status && kilobytes < 0 && fgets(line, sizeof line, status)) {
        if (strncmp(line, name, len) == 0)
            kilobytes = strtoll(line + len, NULL, 10);
    }
    if (status)
        fclose(status);
    return kilobytes < 0 ? -1 : kilobytes * 1024;
}

/* Makes the peak what is occupied now. */
static bool forget_peak(void)
{
    FILE *file = fopen("/proc/self/clear_refs", "w");
    if (!file)
        return false;
    bool written = fputs("5", file) >= 0;
    return fclose(file) == 0 && written;
}

int64_t resident_peak_bytes(void (*run)(void *context), void *context)
{
    malloc_trim(0);
    if (!forget_peak())
        return -1;
    int64_t before = status_bytes("self", "VmRSS:");
    run(context);
    int64_t peak = status_bytes("self", "VmHWM:");
    return before < 0 || peak < before ? -1 : peak - before;
}

int64_t resident_bytes_of(int process)
{
    char number[16];
    snprintf(number, sizeof number, "%d", process);
    return status_bytes(number, "RssAnon:");
}
