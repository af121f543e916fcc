#include "tests/e2e/held.h"

#include "tests/e2e/folder.h"
#include "tests/e2e/process.h"
#include "tests/suite.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

bool held_server_is_there(void)
{
    char *path = process_program(HELD_SERVER_PROGRAM);
    bool is_there = access(path, X_OK) == 0;
    free(path);
    return is_there;
}

static int make_fifo(const char *job, const char *end)
{
    char name[64], path[FOLDER_PATH_MAX];
    snprintf(name, sizeof name, "%s.%s", job, end);
    folder_path(name, path);
    cr_assert_eq(mkfifo(path, 0600), 0);
    int fd = open(path, O_RDWR | O_CLOEXEC);
    cr_assert_geq(fd, 0);
    return fd;
}

void held_server_prepare(void)
{
    char folder[FOLDER_PATH_MAX];
    folder_path(".", folder);
    cr_assert_eq(setenv("HELD_FOLDER", folder, 1), 0);
}

struct held hold(const char *job)
{
    return (struct held){.begun = make_fifo(job, "begun"), .go = make_fifo(job, "go")};
}

void expect_held(const struct held *held)
{
    char byte;
    struct pollfd ready = {.fd = held->begun, .events = POLLIN};
    cr_assert_eq(poll(&ready, 1, DEADLINE_MS), 1, "the job has not begun");
    cr_assert_eq(read(held->begun, &byte, 1), 1);
}

void let_go(const struct held *held)
{
    cr_assert_eq(write(held->go, "", 1), 1);
}
