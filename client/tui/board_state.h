/* The inside of the board page, for its own files only. */
#ifndef CLIENT_TUI_BOARD_STATE_H
#define CLIENT_TUI_BOARD_STATE_H

#include "client/lib/seat.h"
#include "client/study/solvers.h"
#include "client/tui/app.h"
#include "client/tui/board_view.h"

/* Lines as they came, the oldest first. */
struct board_log {
    struct board_line *lines; /* their texts are owned, too */
    size_t count;
};

enum { BOARD_NOT_PRESSED = -1 };

enum board_typing {
    BOARD_TYPES_NOTHING,
    BOARD_TYPES_MOVE,
    BOARD_TYPES_CHAT,
};

struct board {
    struct page page;
    int64_t number; /* of the match */
    struct seat seat;
    struct text failed;  /* why the match is not there; empty: nothing is known against it */
    bool is_against_bot; /* as far as is known */
    bool has_clocks;     /* the server has told of them: of a match that is over it does not */

    struct board_log moves; /* in the notation, told by `walk` */
    struct text last_move;  /* in words: "ann takes 2, leaving 4"; empty: there is none */
    struct match_walk walk;
    struct move last; /* the one that `walk` went past last */

    struct choice choice;
    int64_t pressed; /* the code of the press that chose the move; BOARD_NOT_PRESSED: other strokes
                        did */
    uint32_t focus;  /* the part that is seen while another is to move */

    enum board_typing typing;
    struct field field;
    struct field unsaid;     /* of the chat: what was being typed when the person left it */
    struct text typed_wrong; /* why what is typed is no move; empty: nothing */

    struct board_log chat;
    int64_t before; /* the match that this is the rematch of, whose chat goes on here; 0: none */
    bool is_chat_unseen;             /* a line has come while another page was uppermost */
    char speaker[WIRE_NAME_MAX + 1]; /* who, but the person, has spoken last; "": nobody */
    bool is_muted;                   /* the one whom board_other() names */

    struct why *why;        /* is being found out; NULL: no */
    struct board_hint hint; /* its text empty: none is shown */

    const char *no_rematch; /* why the last offer came to nothing; NULL: it did not */
    int64_t next;           /* a match of the same tournament that has begun; 0: none */

    /* What the view borrows. */
    struct text title, status, last_words, rules, does, leaves, refused, room_name, no_chat;
    /* What the hints borrow. */
    struct text claim_label, abort_label, mute_label;
};

/* --- board.c --- */

bool board_may_abort(const struct board *board);
/* Is the opponent gone who is to move? Then the match can be claimed, now or in a while. */
bool board_may_claim(const struct board *board);
/* Who can be muted: the opponent, a bot only when it has spoken, or who has spoken last where one
 * watches; "": nobody. */
const char *board_other(const struct board *board);

/* --- board_match.c --- */

void board_init(struct board *board, int64_t number);
void board_finish(struct board *board);
/* Gets the match, or what has happened during a break. */
void board_arrive(struct board *board);
void board_event(struct board *board, enum wire_event event, const void *body);
void board_forget_hint(struct board *board);
/* Puts the board of another match in the place of this one. */
void board_go_to(struct board *board, int64_t number);
/* Keeps from the person what the other says, or no longer. */
void board_mute(struct board *board);

/* --- board_look.c --- */

/* The texts are the board's, until the next call. */
void board_look(struct board *board, struct board_view *ret_view);
const char *board_title(struct board *board);

#endif
