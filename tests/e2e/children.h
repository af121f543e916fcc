/* The programs that a program of the test has started. */
#ifndef TESTS_E2E_CHILDREN_H
#define TESTS_E2E_CHILDREN_H

#include <sys/types.h>

/* A child with this name (its program's, or the one that it has given itself) that lives now, other
 * than `last` (0: any); 0: there is none. */
pid_t children_find(pid_t parent, const char *name, pid_t last);
/* Sends the signal to each child of this name. Returns how many there were. */
int children_signal(pid_t parent, const char *name, int number);
/* The memory that all children, and their children, have for themselves, in KiB. */
long children_memory(pid_t parent);

#endif
