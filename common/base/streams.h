/* The standard streams of a program. */
#ifndef COMMON_BASE_STREAMS_H
#define COMMON_BASE_STREAMS_H

#include <stdbool.h>
#include <stdio.h>

/* Opens /dev/null for each standard stream that the program was started without. Otherwise the next
 * file or socket would get its number, and output would go there. A program calls it first. False:
 * /dev/null cannot be opened. */
bool streams_open_missing(void);
/* Makes the programs that this program starts inherit no descriptors but the standard streams. */
void streams_keep_others(void);

/* From now on stdout and stderr print text alone: they replace each harmful character (harmless.h)
 * except line feed, tab and CR LF by a question mark. So no text of a server, a player, a file or
 * another program reaches a terminal or a pipe as a command. Call once, before the first output. */
void streams_guard(void);
/* Prints a command of the program itself to a terminal, past the guard: a constant sequence such as
 * "\033[K", or one made of numbers; never a text from elsewhere. `stream` is any stream. */
void streams_control(FILE *stream, const char *sequence);
/* The descriptor of any stream, guarded or not. */
int streams_descriptor(FILE *stream);
/* Standard output past the guard, for a library that draws the whole screen. */
FILE *streams_screen(void);

#endif
