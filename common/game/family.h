/* The table that describes a family of games. A new family is one file that fills in this table and
 * one row in the list in family.c. The server and the bots know families by this table alone; the
 * solver has a table of its own (solver_family.h), and so have the words and typed moves of people
 * (words_family.h). common/words also tells some families apart to choose moves (choice_parts.c),
 * and client/study to tabulate heaps (value_table.c). */
#ifndef COMMON_GAME_FAMILY_H
#define COMMON_GAME_FAMILY_H

#include "common/base/scanner.h"
#include "common/game/game.h"

#include <assert.h>

struct family {
    const char *name; /* the text up to ':' */
    const char *form; /* how such rules are written, for messages: "octal:CODE (as octal:0.77)" */
    bool has_heaps;   /* positions are heaps of counters, some with quotas */
    /* The suffixes that the rules may have besides ",misere"; the first is variant 1. At most one
     * is given. Ends with NULL; NULL where there is none. */
    const char *const *variants;
    /* Why the rules have no ",misere", as the end of "RULES has no misere play: ..."; NULL where
     * they have it. `plain_has_misere`: without a variant they have it all the same. */
    const char *no_misere;
    bool plain_has_misere;
    /* For each variant, from 0, the table whose entries serve its positions and moves. NULL: the
     * entries of this table serve all variants. */
    const struct family *const *by_variant;

    /* Reads the text after the name (":2x", or nothing) up to the suffixes into the parameters, and
     * appends the canonical form, name included, to the empty `out`. The caller has stored the
     * family, reads the suffixes and checks that nothing is left over. */
    enum error_code (*rules_parse)(struct rules *rules, struct scanner *scanner, struct text *out,
                                   struct error *error);

    /* As the functions of the same names in game.h. position_parse and move_parse take the whole
     * text or fail. The position to be read or drawn is empty at first; the caller finishes it,
     * after a failure too. */
    enum error_code (*position_parse)(const struct rules *rules, struct scanner *scanner,
                                      struct position *position, struct error *error);
    void (*position_print)(const struct rules *rules, const struct position *position,
                           struct text *out);
    /* The size limits of positions that are read, within which the solver is exact in a few seconds
     * (those of misere play may be narrower). A move never leads out of them, except that splitting
     * may make more heaps. NULL: there are no limits. */
    enum error_code (*position_check_limits)(const struct rules *rules,
                                             const struct position *position, struct error *error);
    void (*position_draw_start)(const struct rules *rules, struct random *random,
                                struct position *position);

    /* NULL where the cells are heaps, and their sum is the answer. */
    uint128 (*counters)(const struct rules *rules, const struct position *position);

    /* Is there no legal move? NULL where move_count() is as quick. */
    bool (*is_over)(const struct rules *rules, const struct position *position);
    /* NULL where rules.misere decides. */
    enum stuck_result (*stuck_result)(const struct rules *rules, const struct position *position);
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

/* The table whose entries serve the positions and moves of these rules. */
static inline const struct family *family_table(const struct rules *rules)
{
    const struct family *family = rules->family;
    assert(rules->class_size == 0); /* a class has no positions */
    return family->by_variant ? family->by_variant[rules->variant] : family;
}

/* Why these rules, up to their suffixes, have no misere play; NULL where they have it. */
static inline const char *family_no_misere(const struct rules *rules)
{
    const struct family *family = rules->family;
    return rules->variant == 0 && family->plain_has_misere ? NULL : family->no_misere;
}

/* The families in their order; NULL behind the last one. */
const struct family *family_at(size_t index);

/* Takes the name of a family from the beginning of rules; BAD_RULES lists the families there are.
 */
enum error_code family_parse(struct scanner *scanner, const struct family **ret_family,
                             struct error *error);

extern const struct family family_chomp;
extern const struct family family_hackenbush;
extern const struct family family_take_away;
extern const struct family family_nim;
extern const struct family family_octal;
extern const struct family family_hexadecimal;
extern const struct family family_subtraction;
extern const struct family family_grundy;
extern const struct family family_wythoff;
extern const struct family family_silver_dollar;
extern const struct family family_date;
extern const struct family family_candy;
extern const struct family family_sticks;
extern const struct family family_odd_scoring;
extern const struct family family_tactix;
extern const struct family family_turning;
extern const struct family family_northcott;

/* Are the rules a code of a take-and-break game (octal.h)? */
static inline bool family_is_code(const struct family *family)
{
    return family == &family_octal || family == &family_hexadecimal;
}

#endif
