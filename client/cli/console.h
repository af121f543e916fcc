/* Output lines for a person, or events for a program: JSON Lines, an object per line. A person also
 * gets a prompt, which never shares a line with other output. Printed text never changes, so a
 * terminal, a pipe, ssh and a screen reader all work. */
#ifndef CLIENT_CONSOLE_H
#define CLIENT_CONSOLE_H

#include "common/base/error.h"
#include "common/base/text.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

struct console {
    FILE *out;           /* borrowed */
    bool is_json;        /* is the reader a program? */
    bool prompts;        /* is there a person to prompt? */
    bool prompt_is_open; /* the prompt is the last thing printed */
};

/* A console on standard output. */
struct console console_create(bool is_json);
/* Prints one or more lines and adds the last newline. A program gets them as the `message` of an
 * event "notice". */
void console_say(struct console *console, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Prints a text and finishes it. */
void console_say_text(struct console *console, struct text *text);
/* Reports that an input has no effect: "LEAD: WORDS.", or "WORDS." if `lead` is NULL. A program
 * gets the event "refused" with the code's name and with the words as the `message`. */
void console_refuse(struct console *console, enum error_code code, const char *lead,
                    const char *words);
/* Writes an event for a program and releases `body`. Precondition: is_json. */
void console_tell(struct console *console, const char *event, json_t *body);
/* Prints the prompt behind `status`, such as the clocks; "": no status. */
void console_prompt(struct console *console, const char *status);
/* A line was typed; its newline has ended the prompt's line. */
void console_typed(struct console *console);
/* Ends the prompt's line, if there is one. */
void console_finish(struct console *console);

#endif
