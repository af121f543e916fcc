/* The standard streams of a program. */
#ifndef COMMON_BASE_STREAMS_H
#define COMMON_BASE_STREAMS_H

#include <stdbool.h>
#include <stdio.h>

/* Opens /dev/null for each standard stream that the program was started without: the next file or
 * socket would get its number, and what is printed would go there. The first thing that a program
 * does. False: it cannot be opened. */
bool streams_open_missing(void);
/* Keeps all other descriptors that this program was started with from the programs that it
 * starts. */
void streams_keep_others(void);

/* From now on stdout and stderr print text alone: of a control that is no line feed, tab or CR LF,
 * and of all else that harmless.h warns of, they print a question mark instead. So nothing that a
 * server, a player, a file or another program says reaches a terminal or a pipe as a command,
 * wherever it is printed. Call once, before anything is printed. */
void streams_guard(void);
/* Prints what the program itself tells a terminal, past the guard: a constant sequence such as
 * "\033[K", or one made of numbers; never a text from elsewhere. `stream` is any stream. */
void streams_control(FILE *stream, const char *sequence);
/* The descriptor of any stream, guarded or not. */
int streams_descriptor(FILE *stream);
/* Standard output past the guard, for a library that draws the whole screen. */
FILE *streams_screen(void);

#endif
