/* The view of a match: the table, both players with their clocks, the moves so far, the chat. */
#ifndef CLIENT_TUI_BOARD_VIEW_H
#define CLIENT_TUI_BOARD_VIEW_H

#include "client/tui/field.h"
#include "client/tui/table_view.h"
#include "common/game/match.h"
#include "common/words/choice.h"

enum { BOARD_URGENT_MS = 10000 }; /* clocks below this are highlighted */

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

/* The steps of a hint that are shown, in lines. Drawing sets `rows` and `below`. */
struct board_hint {
    struct text text;
    int skip;        /* rows scrolled out above */
    int rows, below; /* visible rows, and rows below these */
};

/* Texts may be "". They are NULL only where a comment says so. */
struct board_view {
    struct table_view table; /* rules NULL: the match is not fetched yet */
    struct board_player players[2];
    struct board_line last; /* the last move in words */
    const char *rules;      /* of the game, in words */
    bool is_new_game;       /* the rules have priority; otherwise only large screens show them */
    /* The start of the match, for whose table rows are reserved; NULL: unknown. */
    const struct position *start;
    const struct board_line *moves; /* in the notation, such as "44>42" */
    size_t move_count;
    const char *room;    /* the people in the chat */
    const char *no_chat; /* shown while there are no lines; "": the chat is hidden */
    const struct board_line *chat;
    size_t chat_count;
    struct board_line status;  /* the turn and deadlines, or the ending */
    const char *does;          /* the chosen move */
    const char *leaves;        /* the position after it */
    const char *refused;       /* why the last stroke had no effect */
    struct board_line verdict; /* in training: what one's own last move was worth */
    struct board_hint *hint;   /* NULL: closed */
    const char *prompt;        /* the label of the field */
    const struct field *field; /* NULL: no typing */
};

void board_draw(const struct board_view *view, struct canvas *canvas, struct area area);

#endif
