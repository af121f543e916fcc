/* Drawn games: a match or a pair of matches gets rules that are drawn from a class, so that no
 * player has met them before. A class is written
 *
 *     drawn:octal:N          octal codes 0.d1...dN and 4.d1...dN whose last digit is not 0
 *     drawn:subtraction:K    sets of K numbers, each from 1 to DRAWN_NUMBER_MAX
 *
 * and `drawn` alone is drawn:octal:4, since tables of periods end with three digits. Rules are
 * drawn until they are interesting. The measure looks at the Grundy values of the heaps 1 to
 * DRAWN_MEASURED, in normal play:
 *
 *   - at least DRAWN_LOST_MIN and at most DRAWN_LOST_MAX of these heaps are P-positions;
 *   - some value is DRAWN_VALUE_MIN or more;
 *   - no number up to DRAWN_PERIOD_MAX is a period of the values from heap DRAWN_PERIOD_MAX + 1 on;
 *   - the distances between neighbouring P-positions among these heaps are at least
 *     DRAWN_GAPS_MIN different numbers.
 *
 * THEORY.md says what that excludes and how many codes are left. Hexadecimal codes are no class:
 * hardly any of them has enough P-positions. The values come from a small table of this file, not
 * from the solver, so that a server's loop can draw rules: it takes about 0.1 ms. */
#ifndef COMMON_GAME_DRAWN_H
#define COMMON_GAME_DRAWN_H

#include "common/game/game.h"

enum {
    DRAWN_DIGITS_MIN = 3, /* N of drawn:octal:N, and K of drawn:subtraction:K */
    DRAWN_DIGITS_MAX = 6,
    DRAWN_NUMBER_MAX = 16,
    DRAWN_MEASURED = 60,
    DRAWN_LOST_MIN = 4,
    DRAWN_LOST_MAX = 30,
    DRAWN_VALUE_MIN = 3,
    DRAWN_PERIOD_MAX = 16,
    DRAWN_GAPS_MIN = 3,
};

/* The row of the catalogue for drawn games. It is not among games[], whose rows can be played as
 * they are. */
extern const struct game drawn_game;

/* Reads rules, or a class of rules or its name `drawn`: then ret_rules->class_size is not 0.
 * BAD_RULES. */
enum error_code rules_or_class_parse(struct rules *ret_rules, const char *text, size_t len,
                                     struct error *error);
/* Draws rules from this class: the same for the same seed, on every machine. */
void drawn_rules(const struct rules *class, uint64_t seed, struct rules *ret_rules);
/* Draws a start for drawn rules as position_draw_start() does, but N-positions are as likely as
 * P-positions. */
void drawn_start(const struct rules *rules, struct random *random, struct position *ret_position);
/* Are these rules, which are of some class, interesting by the measure above? */
bool drawn_is_interesting(const struct rules *rules);

#endif
