#include "tests/e2e/children.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { CHILDREN_MAX = 300 };

static void read_line(pid_t pid, const char *of, char ret_line[256])
{
    char path[64];
    ret_line[0] = '\0';
    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, of);
    FILE *file = fopen(path, "re");
    if (!file)
        return;
    size_t len = fread(ret_line, 1, 255, file);
    fclose(file);
    ret_line[len] = '\0';
    ret_line[strcspn(ret_line, "\n")] = '\0';
}

/* By its program, or as it calls itself. Those that have ended, and are not waited for yet, have no
 * command line. */
static bool is_named(pid_t pid, const char *name)
{
    char command[256], called[256];
    read_line(pid, "cmdline", command);
    read_line(pid, "comm", called);
    const char *slash = strrchr(command, '/');
    return command[0] &&
           (strcmp(slash ? slash + 1 : command, name) == 0 || strcmp(called, name) == 0);
}

/* `name` may be NULL: all. */
static int list(pid_t parent, const char *name, pid_t children[CHILDREN_MAX])
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)parent, (int)parent);
    FILE *file = fopen(path, "re");
    int count = 0, pid;
    while (file && count < CHILDREN_MAX && fscanf(file, "%d", &pid) == 1) {
        if (!name || is_named(pid, name))
            children[count++] = pid;
    }
    if (file)
        fclose(file);
    return count;
}

pid_t children_find(pid_t parent, const char *name, pid_t last)
{
    pid_t children[CHILDREN_MAX];
    int count = list(parent, name, children);
    for (int i = 0; i < count; i++) {
        if (children[i] != last)
            return children[i];
    }
    return 0;
}

int children_signal(pid_t parent, const char *name, int number)
{
    pid_t children[CHILDREN_MAX];
    int count = list(parent, name, children);
    for (int i = 0; i < count; i++)
        kill(children[i], number);
    return count;
}

long children_memory(pid_t parent)
{
    pid_t children[CHILDREN_MAX];
    int count = list(parent, NULL, children);
    long memory = 0;
    for (int i = 0; i < count; i++) {
        char path[64], line[256];
        long own;
        snprintf(path, sizeof path, "/proc/%d/status", (int)children[i]);
        FILE *file = fopen(path, "re");
        while (file && fgets(line, sizeof line, file)) {
            if (sscanf(line, "RssAnon: %ld kB", &own) == 1)
                memory += own;
        }
        if (file)
            fclose(file);
        memory += children_memory(children[i]);
    }
    return memory;
}
