/* Parsing of the input of `takeaway play`: a command, or a move in one of several forms. Pure. */
#ifndef CLIENT_INPUT_H
#define CLIENT_INPUT_H

#include "common/game/game.h"

#include <stdbool.h>
#include <stdint.h>

/* X(NAME, "word", "its argument" or "", "meaning") */
#define INPUT_COMMANDS(X)                                                                          \
    X(MOVES, "moves", "", "lists legal moves; of many, the first and the last")                    \
    X(MOVES_ALL, "moves all", "", "lists them all, up to 1000")                                    \
    X(HINT, "hint", "", "says the best move, in an unrated match against a bot")                   \
    X(HINT_WON, "hint won", "", "gives less away: only whether you can win")                       \
    X(HINT_HEAP, "hint heap", "", "... and this, in which heap the best move is")                  \
    X(WHY, "why", "", "says why it is the best, in such a match")                                  \
    X(RULES, "rules", "", "prints the rules of the game")                                          \
    X(RECORD, "record", "", "prints the match so far in the notation")                             \
    X(RESIGN, "resign", "", "gives the match up (asks once more)")                                 \
    X(RESIGN_NOW, "resign!", "", "gives the match up without asking")                              \
    X(ABORT, "abort", "", "nobody wins: before both have moved, or if they are gone")              \
    X(CLAIM, "claim", "", "you win: when it is their turn and they have gone")                     \
    X(TAKEBACK, "takeback", "", "asks to take your last move back, in a friendly match")           \
    X(TAKEBACK_YES, "takeback yes", "", "lets your opponent take back what was asked for")         \
    X(TAKEBACK_NO, "takeback no", "", "does not let them")                                         \
    X(SAY, "say", " TEXT", "says something to your opponent")                                      \
    X(MUTE, "mute", " NAME", "keeps from you what this player says")                               \
    X(UNMUTE, "unmute", " NAME", "lets you read it again")                                         \
    X(BLOCK, "block", " NAME", "for good: no word of this player, and no match with them")         \
    X(REPORT, "report", " TEXT", "tells the operator about your opponent")                         \
    X(REMATCH, "rematch", "", "after the end: the same again with the seats swapped")              \
    X(ACCEPT, "accept", " N", "accepts challenge N")                                               \
    X(DECLINE, "decline", " N", "refuses challenge N")                                             \
    X(HELP, "help", "", "prints this")                                                             \
    X(QUIT, "quit", "", "leaves; an unfinished match can be gone on with later")

enum input_kind {
#define X(name, word, follows, meaning) INPUT_##name,
    INPUT_COMMANDS(X)
#undef X
        INPUT_MOVE, /* for typed_move() */
    INPUT_YES,      /* answers a question */
    INPUT_EMPTY,    /* a blank line */
    INPUT_UNKNOWN,  /* the error says why */
};

struct input {
    enum input_kind kind;
    int64_t number;    /* of accept and decline */
    const char *words; /* of say, mute, unmute, block, report: `words_len` bytes of the line */
    size_t words_len;
    struct error error; /* of UNKNOWN */
};

/* The input's `words` point into the line. */
void input_parse(const char *line, struct input *ret_input);

/* Does the line begin like a JSON object? */
bool input_is_object(const char *line);
/* Translates {"move": MOVE}, {"say": TEXT} or {"command": LINE} into a line for input_parse() and
 * appends it. USAGE or BAD_MOVE. */
enum error_code input_of_object(const char *line, struct text *ret_line, struct error *error);

/* Is it a question about the best move? */
bool input_wants_advice(enum input_kind kind);

/* Appends the accepted input, an item per line: forms of moves that are legal in the position, then
 * the commands. `position` NULL: moves that are legal at a start of the game. A tournament has no
 * abort, no rematch and no hints. */
void input_describe(const struct rules *rules, const struct position *position, bool in_tournament,
                    struct text *out);

#endif
