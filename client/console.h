/* Lines for a person, and a prompt that never shares a line with them: works in a terminal, through
 * a pipe, over ssh and with a screen reader, for nothing that was printed ever changes. */
#ifndef CLIENT_CONSOLE_H
#define CLIENT_CONSOLE_H

#include "common/base/text.h"

#include <stdbool.h>
#include <stdio.h>

struct console {
    FILE *out;           /* borrowed */
    bool prompts;        /* is there somebody to prompt? */
    bool prompt_is_open; /* the prompt stands at the end of what was printed */
};

struct console console_for_terminal(void);
/* Prints a line or more; the last newline is added. */
void console_say(struct console *console, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Prints a text and empties its memory. */
void console_say_text(struct console *console, struct text *text);
/* `status`, such as clocks, stands in front of the prompt; "": nothing does. */
void console_prompt(struct console *console, const char *status);
/* A line was typed: its newline has ended the prompt's line. */
void console_typed(struct console *console);
/* Ends the prompt's line, if there is one. */
void console_finish(struct console *console);

#endif
