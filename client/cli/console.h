/* Lines for a person, or for a program events: JSON Lines, an object a line. For a person also a
 * prompt that never shares a line with them: works in a terminal, through a pipe, over ssh and with
 * a screen reader, for nothing that was printed ever changes. */
#ifndef CLIENT_CONSOLE_H
#define CLIENT_CONSOLE_H

#include "common/base/error.h"
#include "common/base/text.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

struct console {
    FILE *out;           /* borrowed */
    bool is_json;        /* is it a program that reads? */
    bool prompts;        /* is there somebody to prompt? */
    bool prompt_is_open; /* the prompt stands at the end of what was printed */
};

/* On standard output, for a program or a person. */
struct console console_create(bool is_json);
/* Prints a line or more; the last newline is added. A program reads them as the `message` of an
 * event "notice". */
void console_say(struct console *console, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Prints a text and empties its memory. */
void console_say_text(struct console *console, struct text *text);
/* Something that was typed has no effect: "LEAD: WORDS.", or "WORDS." where `lead` is NULL. A
 * program reads the event "refused" with the code's name and with the words as the `message`. */
void console_refuse(struct console *console, enum error_code code, const char *lead,
                    const char *words);
/* An event for a program; releases `body`. Precondition: is_json. */
void console_tell(struct console *console, const char *event, json_t *body);
/* `status`, such as clocks, stands in front of the prompt; "": nothing does. */
void console_prompt(struct console *console, const char *status);
/* A line was typed: its newline has ended the prompt's line. */
void console_typed(struct console *console);
/* Ends the prompt's line, if there is one. */
void console_finish(struct console *console);

#endif
