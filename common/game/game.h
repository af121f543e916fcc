/* The rules of every game, as pure functions over plain values: read and print rules, positions and
 * moves in the one notation, list the legal moves, play one. No function here knows who wins with
 * best play.
 *
 * Notation (the same on the wire, in the database and on the command line):
 *     rules     nim   take-away:2x,local   octal:0.77,misere   ...; aliases: kayles, ...
 *     position  3+5+7   35   35@12   0
 *     move      5>3   7>2+5   5>0: the heaps before and after of the part that changes
 * print(parse(x)) is canonical, and the canonical text is the identity of the thing. */
#ifndef COMMON_GAME_GAME_H
#define COMMON_GAME_GAME_H

#include "common/base/error.h"
#include "common/base/random.h"
#include "common/base/text.h"
#include "common/game/look.h"
#include "common/game/position.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    RULES_TEXT_MAX = 256,      /* bytes */
    POSITION_TEXT_MAX = 16384, /* bytes of a start position given as text */
    MOVE_TEXT_MAX = 1024,      /* bytes of a move given as text; canonical ones are shorter still */
    RULES_PARAMETERS_MAX = 4,
};

struct family;

/* One game: a family and its parameters. A plain value: assign it to copy it. Two rules are the
 * same game exactly when their texts are equal. */
struct rules {
    const struct family *family;
    /* Not 0: no game, but a class from which rules are drawn (drawn.h). Then there is nothing but
     * the family and the text, and no function below takes it. rules_parse() makes none. */
    uint8_t class_size;
    uint8_t variant; /* which of the family's variants, such as `local`; 0: none was named */
    bool misere;     /* a player without a move wins; in normal play such a player loses. What a
                        family counts instead is in position_stuck_result(), which all ask. */
    /* What people see instead of heaps. No part of the game, and not in the text: rules_parse()
     * takes it from the name of a game that has one, and programs from what is told beside rules.
     */
    enum game_look look;
    int64_t parameters[RULES_PARAMETERS_MAX]; /* the family's own */
    uint16_t text_len;
    char text[RULES_TEXT_MAX + 1]; /* canonical, zero-terminated */
};

/* Reads rules. Error BAD_RULES names the place and what was expected there. */
enum error_code rules_parse(struct rules *ret_rules, const char *text, size_t len,
                            struct error *error);

/* Reads a position of these rules within their stated size limits. Error BAD_POSITION. Here and
 * below, `ret_position` is a valid position (such as {0}); success replaces its cells, failure
 * leaves them alone. */
enum error_code position_parse(const struct rules *rules, const char *text, size_t len,
                               struct position *ret_position, struct error *error);
/* Appends the canonical text. */
void position_print(const struct rules *rules, const struct position *position, struct text *out);
/* May a match start here? BAD_POSITION when a stated size limit is exceeded, NO_LEGAL_MOVE when no
 * move is legal. */
enum error_code position_check_start(const struct rules *rules, const struct position *position,
                                     struct error *error);
/* Draws a start position that people would choose, such as the look of the rules begins with. It
 * always has a legal move. */
void position_draw_start(const struct rules *rules, struct random *random,
                         struct position *ret_position);
/* Is there no legal move? Then the match is over. */
bool position_is_over(const struct rules *rules, const struct position *position);
/* Who has won a match that is over, or that it is a draw, as the result of the player to move, who
 * is stuck. The only place that decides it. */
enum stuck_result { STUCK_LOSES, STUCK_WINS, STUCK_DRAWS };
/* Precondition: position_is_over(). */
enum stuck_result position_stuck_result(const struct rules *rules, const struct position *position);
/* The number of counters, squares or edges that are left for the moves to use up. */
uint128 position_counters(const struct rules *rules, const struct position *position);

/* The legal moves of a position are numbered from 0 to move_count() - 1, each move once (two moves
 * with the same result are one move), in an order that is part of the contract: by the heap they
 * change, smaller first, then by the number of counters taken, fewer first, then by the smallest
 * heap left, smaller first. The header of a family without such heaps states its order. */
uint128 move_count(const struct rules *rules, const struct position *position);
/* Precondition: index < move_count(). */
void move_at(const struct rules *rules, const struct position *position, uint128 index,
             struct move *ret_move);

/* Reads a move and checks that it is legal here. This and move_at() are the only sources of moves,
 * so a `struct move` is always legal in its position. BAD_MOVE when the text cannot be read or
 * names a heap that is not on the table, ILLEGAL_MOVE with the rule that forbids the move ("quota
 * is 12: at most 12 of 35 may be taken"). */
enum error_code move_parse(const struct rules *rules, const struct position *position,
                           const char *text, size_t len, struct move *ret_move,
                           struct error *error);
/* Appends the canonical text. */
void move_print(const struct rules *rules, const struct position *position, const struct move *move,
                struct text *out);
/* Plays a legal move. Precondition: the move comes from move_parse() or move_at() on an equal
 * position. */
void move_apply(const struct rules *rules, struct position *position, const struct move *move);

/* A game with a name of its own, as newcomers see it. Games with the same rules differ in their
 * looks. */
struct game {
    const char *name;  /* what a person types: "kayles"; rules_parse() reads it too */
    const char *rules; /* canonical: "octal:0.77" */
    enum game_look look;
    const char *title;   /* "Kayles" */
    const char *summary; /* the rules in a sentence */
    const char *example; /* a start position */
    bool is_added;       /* by games_add(): other programs do not know the name */
};

enum { GAMES_ADDED_MAX = 16 };

/* The catalogue, in the order in which to show it; ends with a row whose name is NULL. Games with a
 * board of their own come last, and behind them those of games_add(). */
extern const struct game *const games;
/* Adds rows to the catalogue, in place of those added before: the games that a file names
 * (named_games.h). At the start of a program, while nothing else reads the catalogue. Their rules
 * may have suffixes. The texts are borrowed. */
void games_add(const struct game *more, size_t count);
/* Appends their names, each with a blank behind it. */
void games_print_names(struct text *out);

#endif
