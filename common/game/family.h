/* What a family of games provides. A new family is one file that fills in this table and one row in
 * the list in family.c. The server and the bots know families by this table alone; the solver has a
 * table of its own, and the client tells some families apart to speak of their positions
 * (words_position.c), to read shorter moves and show examples of them (input_move.c,
 * input_examples.c), to draw them and choose their moves (tui/parts.c), and to tabulate heaps
 * (value_table.c). */
#ifndef COMMON_GAME_FAMILY_H
#define COMMON_GAME_FAMILY_H

#include "common/base/scanner.h"
#include "common/game/game.h"

struct family {
    const char *name; /* the text up to ':' */
    const char *form; /* how such rules are written, for messages: "octal:CODE (as octal:0.77)" */
    /* The suffixes that the rules may have besides ",misere", which every family has; the first is
     * variant 1. At most one is given. Ends with NULL; NULL where there is none. */
    const char *const *variants;

    /* Reads what follows the name (":2x", or nothing) up to the suffixes into parameters and
     * appends the canonical form, name included, to `out`, which comes in empty. The caller has
     * stored the family, reads the suffixes and checks that nothing is left over. */
    enum error_code (*rules_parse)(struct rules *rules, struct scanner *scanner, struct text *out,
                                   struct error *error);

    /* As the functions of the same names in game.h. position_parse and move_parse take the whole
     * text or fail; the position to be read or drawn comes in empty, and is the caller's to finish
     * after a failure too. */
    enum error_code (*position_parse)(const struct rules *rules, struct scanner *scanner,
                                      struct position *position, struct error *error);
    void (*position_print)(const struct rules *rules, const struct position *position,
                           struct text *out);
    /* The size limits of positions that are read, within which the solver is exact in a few seconds
     * (those of misere play may be narrower). No move leads out of them, but that splitting may
     * make more heaps. */
    enum error_code (*position_check_limits)(const struct rules *rules,
                                             const struct position *position, struct error *error);
    void (*position_draw_start)(const struct rules *rules, struct random *random,
                                struct position *position);

    /* NULL where every cell is a heap. */
    uint128 (*counters)(const struct rules *rules, const struct position *position);

    /* Is there no legal move? NULL where move_count() is as quick. */
    bool (*is_over)(const struct rules *rules, const struct position *position);
    uint128 (*move_count)(const struct rules *rules, const struct position *position);
    void (*move_at)(const struct rules *rules, const struct position *position, uint128 index,
                    struct move *move);
    enum error_code (*move_parse)(const struct rules *rules, const struct position *position,
                                  struct scanner *scanner, struct move *move, struct error *error);
    void (*move_print)(const struct rules *rules, const struct position *position,
                       const struct move *move, struct text *out);
    void (*move_apply)(const struct rules *rules, struct position *position,
                       const struct move *move);
};

/* Takes the name of a family from the beginning of rules; BAD_RULES lists the names there are. */
enum error_code family_parse(struct scanner *scanner, const struct family **ret_family,
                             struct error *error);

extern const struct family family_chomp;
extern const struct family family_hackenbush;
extern const struct family family_take_away;
extern const struct family family_nim;
extern const struct family family_octal;
extern const struct family family_subtraction;
extern const struct family family_grundy;
extern const struct family family_wythoff;

#endif
