/* What a person does at a terminal: a key, or a press of the mouse. */
#ifndef CLIENT_TUI_STROKE_H
#define CLIENT_TUI_STROKE_H

#include <stdint.h>

enum stroke_kind {
    STROKE_NONE,
    STROKE_CHARACTER, /* `code`: the code point; blank, letters, digits */
    STROKE_PASTED,    /* the same of what is pasted: text for a field, never a command */
    STROKE_ENTER,
    STROKE_ESCAPE,
    STROKE_TAB,
    STROKE_BACK_TAB,
    STROKE_BACKSPACE,
    STROKE_DELETE,
    STROKE_UP,
    STROKE_DOWN,
    STROKE_LEFT,
    STROKE_RIGHT,
    STROKE_PAGE_UP,
    STROKE_PAGE_DOWN,
    STROKE_HOME,
    STROKE_END,
    STROKE_CONTROL, /* `code`: the letter in capitals; Ctrl-C comes as a signal */
    STROKE_HELP,    /* F1 */
    STROKE_UNKNOWN, /* a key that has no other kind, such as F5 */
    /* Only as the stroke of a target: the thing number `code` of the page is chosen (a row of a
       list, a heap, a counter). */
    STROKE_CHOOSE,
};

struct stroke {
    enum stroke_kind kind;
    int64_t code;
};

static inline struct stroke stroke_of(enum stroke_kind kind)
{
    return (struct stroke){.kind = kind};
}

static inline struct stroke stroke_character(int64_t code)
{
    return (struct stroke){.kind = STROKE_CHARACTER, .code = code};
}

static inline struct stroke stroke_choose(int64_t code)
{
    return (struct stroke){.kind = STROKE_CHOOSE, .code = code};
}

#endif
