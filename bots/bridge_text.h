/* The lines that the bridge and a program exchange, as texts: BRIDGE.md documents them. */
#ifndef BOTS_BRIDGE_TEXT_H
#define BOTS_BRIDGE_TEXT_H

#include "common/game/match.h"

enum {
    BRIDGE_VERSION = 1,
    /* Of so many legal moves all are given with the question; and in one list at most. */
    BRIDGE_GIVEN_MOVES = 256,
    BRIDGE_ANSWER_MAX = 2048, /* bytes of a line of the program's */
};

/* The time in ms that is left for a match's player and the opponent, and how long the answer may
 * take. */
struct bridge_time {
    bool has_clock;
    int64_t mine, theirs;
    int64_t limit;
};

/* Append whole lines. */
void bridge_print_hello(struct text *out);
/* Everything about a match in which it is this client's turn, up to `go`. */
void bridge_print_question(const struct match *match, const struct bridge_time *time,
                           struct text *out);
/* The same question once more, for a reason. */
void bridge_print_again(const char *reason, const struct bridge_time *time, struct text *out);
void bridge_print_end(const struct match *match, struct text *out);
/* `count` legal moves, or as many as there are, from the one with the index `from`. */
void bridge_print_moves(const struct match *match, uint128 from, uint128 count, struct text *out);
/* None any more: the answer to a `list` about a match that is over. */
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
    uint128 from, count; /* of a LIST, which begins at a legal move and has 1..BRIDGE_GIVEN_MOVES */
    struct error error;  /* of what was REFUSED */
};

/* Reads a line of the program's, without its newline. */
struct bridge_answer bridge_read_answer(const struct match *match, const char *line, size_t len);
/* Is it a LIST, of whatever match? */
bool bridge_read_list(const char *line, size_t len, uint128 *ret_from);

#endif
