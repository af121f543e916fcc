/* takeaway as the tests use it: run to its end, and what it has printed looked into. */
#ifndef TESTS_E2E_TAKEAWAY_H
#define TESTS_E2E_TAKEAWAY_H

#include "tests/e2e/process.h"

/* Jansson's json_t: whoever looks into it includes <jansson.h>. */
struct json_t;

/* Runs it to its end, which has to be with 0, and returns what it prints. `arguments` as for
 * process_start(). */
const char *takeaway_run(const char *const *arguments);
/* The same, of what prints nothing on standard error. */
const char *takeaway_answer(const char *const *arguments);

void assert_has(const char *text, const char *part);
/* json_decref() it. */
struct json_t *parse_json(const char *text);

#endif
