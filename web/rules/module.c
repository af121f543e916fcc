/* The desk as a WebAssembly module. The page writes a question into room(), and reads the answer,
 * UTF-8, from the place that answer() returns. Memory of a module never shrinks: a Worker that has
 * grown too much is thrown away and made anew. */
#include "web/rules/desk.h"

#include <stddef.h>
#include <stdint.h>

#define EXPORT(name) __attribute__((export_name(name)))

enum { SOLVERS_MEMORY_MAX = 64 << 20 };

static struct text question, given;

/* Debian builds the compiler's own library for WebAssembly with guards of the stack, and wasi-libc
 * has none. */
uintptr_t __stack_chk_guard = 0x5bd1e995;
_Noreturn void __stack_chk_fail(void);
_Noreturn void __stack_chk_fail(void)
{
    __builtin_trap();
}

/* Where a question of `len` bytes is to be written. */
EXPORT("room") char *module_room(size_t len)
{
    text_clear(&question);
    while (question.len < len)
        text_append_char(&question, ' ');
    return question.bytes;
}

/* Answers the question in the room; the answer stays valid until the next one. */
EXPORT("answer") const char *module_answer(void)
{
    static struct desk *desk;
    if (!desk)
        desk = desk_create(SOLVERS_MEMORY_MAX);
    text_clear(&given);
    desk_answer(desk, text_string(&question), question.len, &given);
    return text_string(&given);
}

EXPORT("answer_len") size_t module_answer_len(void)
{
    return given.len;
}
