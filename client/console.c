#include "client/console.h"

#include <stdarg.h>
#include <unistd.h>

struct console console_for_terminal(void)
{
    return (struct console){
        .out = stdout,
        .prompts = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO),
    };
}

void console_say(struct console *console, const char *format, ...)
{
    console_finish(console);
    va_list arguments;
    va_start(arguments, format);
    vfprintf(console->out, format, arguments);
    va_end(arguments);
    fputc('\n', console->out);
    fflush(console->out);
}

void console_say_text(struct console *console, struct text *text)
{
    console_say(console, "%s", text_string(text));
    text_finish(text);
}

void console_prompt(struct console *console, const char *status)
{
    if (!console->prompts || console->prompt_is_open)
        return;
    fprintf(console->out, "%s> ", status);
    fflush(console->out);
    console->prompt_is_open = true;
}

void console_typed(struct console *console)
{
    console->prompt_is_open = false;
}

void console_finish(struct console *console)
{
    if (console->prompt_is_open)
        fputc('\n', console->out);
    console->prompt_is_open = false;
}
