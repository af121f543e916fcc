/* The standard streams of a program. */
#ifndef COMMON_BASE_STREAMS_H
#define COMMON_BASE_STREAMS_H

#include <stdbool.h>

/* Opens /dev/null for each standard stream that the program was started without: the next file or socket would get its number,
 * and what is printed would go there. The first thing that a program does. False: it cannot be opened. */
bool streams_open_missing(void);

#endif
