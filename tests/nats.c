#include "tests/nats.h"

#include "tests/e2e/folder.h"
#include "tests/e2e/process.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool test_nats_is_there(void)
{
    return getenv("TEST_NATS") != NULL;
}

static void start(struct test_nats *nats)
{
    char path[FOLDER_PATH_MAX], port[8];
    const char *program = getenv("TEST_NATS_SERVER");
    cr_assert(program, "TEST_NATS_SERVER has to be the path of nats-server: see tests/nats.sh");
    snprintf(port, sizeof port, "%d", nats->port ? nats->port : -1);
    folder_path("nats.conf", path);
    FILE *file = fopen(path, "w");
    cr_assert(file);
    fputs(nats->configuration ? nats->configuration : "", file);
    fclose(file);
    nats->process = process_start(program, (const char *[]){"-c", path, "-a", "127.0.0.1", "-p",
                                                            port, "-l", "/dev/stdout", NULL});
    const char *line = process_find_line(nats->process, "Listening for client connections on");
    nats->port = (uint16_t)atoi(strrchr(line, ':') + 1);
    process_find_line(nats->process, "Server is ready");
}

struct test_nats test_nats_start(const char *configuration)
{
    struct test_nats nats = {.configuration = configuration};
    start(&nats);
    return nats;
}

void test_nats_start_again(struct test_nats *nats)
{
    start(nats);
}

void test_nats_kill(struct test_nats *nats)
{
    process_signal(nats->process, SIGKILL);
    process_wait(nats->process);
}
