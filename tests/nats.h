/* NATS servers for tests, as children of the test (tests/e2e/process.h) in its folder. */
#ifndef TESTS_NATS_H
#define TESTS_NATS_H

#include <stdbool.h>
#include <stdint.h>

/* Is there a NATS server to test with? tests/nats.sh says so. */
bool test_nats_is_there(void);

struct test_nats {
    struct process *process;
    uint16_t port;
    const char *configuration; /* lines of a configuration file, borrowed; NULL: none */
};

/* Starts one on a free port of 127.0.0.1, and waits until it is ready. */
struct test_nats test_nats_start(const char *configuration);
/* The same server again after test_nats_kill(), on the same port. */
void test_nats_start_again(struct test_nats *nats);
void test_nats_kill(struct test_nats *nats);

#endif
