/* The lines that the bridge and a program exchange. BRIDGE.md documents them. */
#ifndef BOTS_BRIDGE_TEXT_H
#define BOTS_BRIDGE_TEXT_H

#include "common/game/match.h"

enum {
    BRIDGE_VERSION = 1,
    /* The most legal moves that a question gives, and that one list has. */
    BRIDGE_GIVEN_MOVES = 256,
    BRIDGE_ANSWER_MAX = 2048, /* bytes of a line of the program's */
};

/* The time in ms that the match's player and the opponent have left, and the limit for the answer.
 */
struct bridge_time {
    bool has_clock;
    int64_t mine, theirs;
    int64_t limit;
};

/* These append whole lines. */
void bridge_print_hello(struct text *out);
/* All lines about a match in which it is this client's turn, up to `go`. */
void bridge_print_question(const struct match *match, const struct bridge_time *time,
                           struct text *out);
/* The same question once more, with the reason. */
void bridge_print_again(const char *reason, const struct bridge_time *time, struct text *out);
void bridge_print_end(const struct match *match, struct text *out);
/* Up to `count` legal moves, from the one with the index `from`, which must exist. */
void bridge_print_moves(const struct match *match, uint128 from, uint128 count, struct text *out);
/* The answer to a `list` about a match that is over: no moves. */
void bridge_print_no_moves(uint128 from, struct text *out);

enum bridge_answer_kind {
    BRIDGE_MOVE,
    BRIDGE_RESIGN,
    BRIDGE_LIST,
    BRIDGE_REFUSED,
};

struct bridge_answer {
    enum bridge_answer_kind kind;
    struct move move;    /* of a MOVE: legal */
    uint128 from, count; /* of a LIST: a legal move's index, and 1..BRIDGE_GIVEN_MOVES */
    struct error error;  /* of a REFUSED */
};

/* Reads a line of the program's, without its newline. */
struct bridge_answer bridge_read_answer(const struct match *match, const char *line, size_t len);
/* Is it a LIST, of any match? */
bool bridge_read_list(const char *line, size_t len, uint128 *ret_from);

#endif
