/* What a person types in `takeaway play`: a command, or a move in one of several forms. Pure. */
#ifndef CLIENT_INPUT_H
#define CLIENT_INPUT_H

#include "common/game/game.h"

#include <stdint.h>

/* X(NAME, "word", "what follows it" or "", "meaning") */
#define INPUT_COMMANDS(X)                                                                          \
    X(MOVES, "moves", "", "lists legal moves")                                                     \
    X(RULES, "rules", "", "prints the rules of the game")                                          \
    X(RECORD, "record", "", "prints the match so far in the notation")                             \
    X(RESIGN, "resign", "", "gives the match up (asks once more)")                                 \
    X(RESIGN_NOW, "resign!", "", "gives the match up without asking")                              \
    X(ABORT, "abort", "", "ends the match without a winner, before both have moved")               \
    X(REMATCH, "rematch", "", "after the end: the same again with the seats swapped")              \
    X(ACCEPT, "accept", " N", "accepts challenge N")                                               \
    X(DECLINE, "decline", " N", "refuses challenge N")                                             \
    X(HELP, "help", "", "prints this")                                                             \
    X(QUIT, "quit", "", "leaves; an unfinished match can be gone on with later")

enum input_kind {
#define X(name, word, follows, meaning) INPUT_##name,
    INPUT_COMMANDS(X)
#undef X
        INPUT_MOVE, /* for input_move() */
    INPUT_YES,      /* to what was asked */
    INPUT_EMPTY,    /* a blank line */
    INPUT_UNKNOWN,  /* see the error */
};

struct input {
    enum input_kind kind;
    int64_t number;     /* of accept and decline */
    struct error error; /* of UNKNOWN */
};

void input_parse(const char *line, struct input *ret_input);

/* Appends what can be typed, each on a new line. */
void input_describe(const struct rules *rules, struct text *out);

/* Appends the line in small letters, with a blank between two words and none around them. */
void input_normalise(const char *line, struct text *out);

/* --- moves, input_move.c --- */

/* Reads a move: the notation, with blanks anywhere, or one of the forms below. BAD_MOVE or
 * ILLEGAL_MOVE says what is wrong. */
enum error_code input_move(const struct rules *rules, const struct position *position,
                           const char *line, struct move *ret_move, struct error *error);

/* A way to type a move. */
struct input_form {
    const char *typed; /* "take 3 from 7" */
    const char *meaning;
};

/* Those of a game; ends with a row whose `typed` is NULL. */
const struct input_form *input_forms(const struct rules *rules);

/* Appends how to move, with moves that are legal here: "Type how many to take, or 'help'."
 * Precondition: there is a legal move. */
void input_hint(const struct rules *rules, const struct position *position, struct text *out);

#endif
