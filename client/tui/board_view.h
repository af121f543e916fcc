/* The view of a match: the table, both players with their clocks, the moves so far, the chat. */
#ifndef CLIENT_TUI_BOARD_VIEW_H
#define CLIENT_TUI_BOARD_VIEW_H

#include "client/tui/field.h"
#include "client/tui/table_view.h"
#include "common/game/match.h"
#include "common/words/choice.h"

enum { BOARD_URGENT_MS = 10000 }; /* less than this on a clock stands out */

struct board_player {
    const char *name;
    bool is_you;
    bool is_gone;    /* not connected */
    bool is_to_move; /* in a live match */
    int64_t left_ms; /* -1: no clock */
};

struct board_line {
    const char *text;
    enum style style;
};

/* The move that perfect play suggests and then the reason, in lines. Drawing it sets `rows` and
 * `below`. */
struct board_hint {
    struct text text;
    struct text why; /* the reason while it is not part of the text yet; else empty */
    int skip;        /* rows that are scrolled past */
    int rows, below; /* rows that are seen, and rows below these */
};

/* Texts may be "", and NULL only where a comment says so. */
struct board_view {
    struct table_view table; /* its rules are NULL while the match is not there yet */
    struct board_player players[2];
    struct board_line last; /* the last move in words */
    const char *rules;      /* of the game, in words */
    bool is_new_game; /* the rules come before other things; else they are shown on large screens */
    /* The start of the match: the page keeps room for its table; NULL: not known. */
    const struct position *start;
    const struct board_line *moves; /* in the notation, such as "44>42" */
    size_t move_count;
    const char *room; /* who chats there */
    const char
        *no_chat; /* instead of lines: how to begin, and who reads it; "": the chat is not shown */
    const struct board_line *chat;
    size_t chat_count;
    struct board_line status;  /* whose turn it is, the deadlines, or how the match ended */
    const char *does;          /* the chosen move */
    const char *leaves;        /* the position after it */
    const char *refused;       /* why the last stroke had no effect */
    struct board_hint *hint;   /* NULL: not asked for */
    const char *prompt;        /* what the field is for */
    const struct field *field; /* NULL: nothing is typed */
};

void board_draw(const struct board_view *view, struct canvas *canvas, struct area area);

#endif
