/* Strokes: the keys that a person presses, and presses of a mouse or a finger; and hints that name
 * them. */
#ifndef COMMON_WORDS_STROKE_H
#define COMMON_WORDS_STROKE_H

#include <stdint.h>

enum stroke_kind {
    STROKE_NONE,
    STROKE_CHARACTER, /* `code`: the code point; blank, letters, digits */
    STROKE_PASTED,    /* a character of a pasted text: text for a field, never a command */
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
    STROKE_CHOOSE,  /* a press on thing number `code` of the page (a row, a heap, a counter) */
};

struct stroke {
    enum stroke_kind kind;
    int64_t code;
};

/* A stroke that is possible now, as shown to a person. */
struct hint {
    struct stroke stroke; /* the effect of pressing the hint */
    const char *key;      /* the key's name: "Enter", "r", "arrows" */
    const char *label;    /* "resign" */
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
