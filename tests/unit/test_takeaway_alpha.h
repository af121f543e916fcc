/* Where the tests of `takeaway alpha` keep a checkpoint. */
#ifndef TESTS_UNIT_TEST_TAKEAWAY_ALPHA_H
#define TESTS_UNIT_TEST_TAKEAWAY_ALPHA_H

/* The path of a file that is not there yet, in a folder of its own; valid until the next call. */
const char *new_path(void);
/* Removes the file and the folder, in which nothing else may be. */
void remove_path(const char *path);

#endif
