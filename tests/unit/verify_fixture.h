/* What `takeaway verify` says of the record in the test's folder (tests/e2e/folder.h). */
#ifndef TESTS_UNIT_VERIFY_FIXTURE_H
#define TESTS_UNIT_VERIFY_FIXTURE_H

#include "client/tournament/verdict.h"
#include "tests/unit/record_sample.h"

/* Four players, six pairs; some matches end early in each of the ways there are. */
extern const struct sample_wish verify_round_robin;

void verify_write_sample(const struct sample_wish *wish);

/* Of the file with this name, "": of the folder. `key` as in verify_record(). The caller finishes
 * it. */
struct verdict verify_verdict(const char *name, const unsigned char *key);
/* Owned. */
char *verify_said(const struct verdict *verdict);

/* No fault, and nothing that was not checked. */
void verify_expect_good(const char *what);
/* A fault in this part, told with these words. */
void verify_expect_fault(const char *what, const char *part, const char *words);

#endif
