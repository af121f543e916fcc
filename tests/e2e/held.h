/* Jobs of a server that a test holds for as long as it wants, in a build for it: held_server.c. */
#ifndef TESTS_E2E_HELD_H
#define TESTS_E2E_HELD_H

#include <stdbool.h>

#define HELD_SERVER_PROGRAM "tests/e2e/takeaway-server-held"

/* A build without tests, such as that with ThreadSanitizer, has no such program. */
bool held_server_is_there(void);

/* Call before such a server starts: it finds out here what to hold. */
void held_server_prepare(void);

/* A job of the server that waits for the test. */
struct held {
    int begun, go;
};

/* From now on the servers hold each job of this kind. */
struct held hold(const char *job);
/* The job has begun, and does not go on. */
void expect_held(const struct held *held);
void let_go(const struct held *held);

#endif
