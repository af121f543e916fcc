/* The temporary folder of one test; what its programs write is in there. */
#ifndef TESTS_E2E_FOLDER_H
#define TESTS_E2E_FOLDER_H

#include <stdbool.h>

enum { FOLDER_PATH_MAX = 1024 };

void folder_make(void);
/* With everything in it. */
void folder_remove(void);
/* The path of a file in the folder, such as "matches.db". */
void folder_path(const char *name, char ret_path[FOLDER_PATH_MAX]);
/* The content of a file, whole and zero-terminated; free() it. NULL: there is no such file. */
char *folder_read(const char *name);
void folder_copy(const char *from, const char *to);
bool folder_has(const char *name);
/* In bytes; 0: there is no such file. */
long folder_size(const char *name);

#endif
