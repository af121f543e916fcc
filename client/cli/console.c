#include "client/cli/console.h"

#include "client/show/json.h"

#include <assert.h>
#include <stdarg.h>
#include <unistd.h>

struct console console_create(bool is_json)
{
    return (struct console){
        .out = stdout,
        .is_json = is_json,
        .prompts = !is_json && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO),
    };
}

void console_tell(struct console *console, const char *event, json_t *body)
{
    assert(console->is_json);
    json_write_event(event, body, console->out);
}

static void say(struct console *console, const char *words)
{
    if (console->is_json) {
        console_tell(console, "notice", json_pack("{s:s}", "message", words));
        return;
    }
    console_finish(console);
    fprintf(console->out, "%s\n", words);
    fflush(console->out);
}

void console_say(struct console *console, const char *format, ...)
{
    struct text words = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(&words, format, arguments);
    va_end(arguments);
    say(console, text_string(&words));
    text_finish(&words);
}

void console_refuse(struct console *console, enum error_code code, const char *lead,
                    const char *words)
{
    if (console->is_json)
        console_tell(console, "refused",
                     json_pack("{s:s, s:s}", "code", error_name(code), "message", words));
    else
        console_say(console, "%s%s%s.", lead ? lead : "", lead ? ": " : "", words);
}

void console_say_text(struct console *console, struct text *text)
{
    say(console, text_string(text));
    text_finish(text);
}

void console_prompt(struct console *console, const char *status)
{
    assert(!console->prompts || !console->is_json);
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
