/* takeaway-bot as a process of a test. */
#ifndef TESTS_E2E_BOT_H
#define TESTS_E2E_BOT_H

#include "tests/e2e/process.h"
#include "tests/e2e/server.h"

/* Starts one. `by`: `--strategy` or `--exec`, with its value; `more` arguments end with NULL. */
struct process *bot_start(const struct server *server, const char *name, const char *by,
                          const char *value, const char *const *more);
/* Waits for its end, in good order. */
void bot_expect_end(struct process *bot);

#endif
