/* The inside of the board page, for its own files only. */
#ifndef CLIENT_TUI_BOARD_STATE_H
#define CLIENT_TUI_BOARD_STATE_H

#include "client/cli/solvers.h"
#include "client/lib/seat.h"
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
    struct text failed;  /* why the match is not there; empty: no error */
    bool is_against_bot; /* as far as is known */
    bool has_clocks;     /* the server has told of clocks; it does not for a match that is over */

    struct board_log moves; /* in the notation, told by `walk` */
    struct text last_move;  /* in words: "ann takes 2, leaving 4"; empty: there is none */
    struct match_walk walk;
    struct move last; /* the move that `walk` has passed last */

    struct choice choice;
    int64_t pressed; /* code of the press that chose the move; BOARD_NOT_PRESSED: chosen by other
                        strokes */
    uint32_t focus;  /* the part that is scrolled to while the opponent is to move */

    enum board_typing typing;
    struct field field;
    struct field unsaid;     /* of the chat: what was being typed when the person left it */
    struct text typed_wrong; /* why the typed line is no move; empty: no error */

    struct board_log chat;
    int64_t before; /* the match of which this is the rematch; its chat goes on here; 0: none */
    bool is_chat_unseen;             /* a line has come while another page was uppermost */
    char speaker[WIRE_NAME_MAX + 1]; /* the last other player in the chat; "": nobody */
    bool is_muted;                   /* the player whom board_other() names */

    struct why *why;        /* being computed; NULL: nothing is */
    struct board_hint hint; /* its text empty: none is shown */

    const char *no_rematch; /* why the last offer of a rematch failed; NULL: it did not */
    int64_t next;           /* the next match of the tournament, which has begun; 0: none */

    /* What the view borrows. */
    struct text title, status, last_words, rules, does, leaves, refused, room_name, no_chat;
    /* What the hints borrow. */
    struct text claim_label, abort_label, mute_label;
};

/* --- board.c --- */

bool board_may_abort(const struct board *board);
/* Is the opponent to move, and gone? Then the match can be claimed, now or in a while. */
bool board_may_claim(const struct board *board);
/* The player who can be muted: the opponent (a bot only when it has spoken), for a spectator the
 * last speaker; "": nobody. */
const char *board_other(const struct board *board);

/* --- board_match.c --- */

void board_init(struct board *board, int64_t number);
void board_finish(struct board *board);
/* Asks for the match, or for its changes during a break. */
void board_arrive(struct board *board);
void board_event(struct board *board, enum wire_event event, const void *body);
void board_forget_hint(struct board *board);
/* Puts the board of another match in the place of this one. */
void board_go_to(struct board *board, int64_t number);
/* Mutes the other player, or stops that. */
void board_mute(struct board *board);

/* --- board_look.c --- */

/* The texts are the board's, until the next call. */
void board_look(struct board *board, struct board_view *ret_view);
const char *board_title(struct board *board);

#endif
