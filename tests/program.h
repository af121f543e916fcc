/* Programs that tests and drills start as processes. They die with the process that starts them. */
#ifndef TESTS_PROGRAM_H
#define TESTS_PROGRAM_H

#include <stdbool.h>
#include <sys/types.h>

/* Ends this program with a message. */
_Noreturn void program_fail(const char *what);

/* As fork(), but a failure ends this program. The child is in a process group of its own, so that
 * Ctrl-C does not reach it, and its standard input is empty: a PostgreSQL whose backend waits for
 * its standby when the server dies reads commands there, and only the end of the input ends that
 * backend. Its output goes to the descriptors; -1: to this process's. */
pid_t program_fork(int output, int errors);
/* The same, with a file that all output is appended to. */
pid_t program_fork_logged(const char *log);
/* Starts a program, whose path is the first of the arguments; NULL ends them. */
pid_t program_start(const char *const *arguments, const char *log);

/* Has it ended? *ret_status is then its exit status, or 128 + the signal's number. */
bool program_has_ended(pid_t pid, int *ret_status);
/* Waits for the end, and returns that status. */
int program_wait(pid_t pid);
/* Asks it to end, and waits; after a minute it is killed. */
int program_stop(pid_t pid);

#endif
