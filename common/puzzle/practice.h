/* The practice of one person with puzzles: a rating, and for each puzzle met the time at which it
 * is to be repeated. It is kept as one text by whoever has it: the server in its database, the page
 * in its storage, the terminal program in a file. No I/O.
 *
 * A puzzle is rated once, at its first answer; later answers are repetitions. An answer is a match
 * between the person and the puzzle, each its own rating period of Glicko-2
 * (common/tournament/glicko.h).
 *
 * A repetition comes after PRACTICE_DAYS: 1, 3, 7, 16, 35 days after right answers in a row, 1 day
 * after a wrong one; after the last of them the puzzle is learned. That the intervals grow is well
 * founded (Leitner 1972; Cepeda et al. 2006, "Distributed practice"); their factor, about 2.3, is a
 * choice between Leitner's doubling and the 2.5 of SuperMemo's SM-2 (Wozniak 1990). */
#ifndef COMMON_PUZZLE_PRACTICE_H
#define COMMON_PUZZLE_PRACTICE_H

#include "common/puzzle/puzzle.h"
#include "common/solver/solver_shelf.h"

#include <stddef.h>

enum {
    PRACTICE_LEARNED = 6, /* after so many right answers in a row, each in its time */
    PRACTICE_RATING_MAX = 10000,
    PRACTICE_ITEMS_MAX = 4096, /* of one person: the catalogue, and mistakes */
    PRACTICE_CANDIDATES = 8,   /* new puzzles of which the one nearest to the rating is taken */
};

extern const int practice_days[PRACTICE_LEARNED - 1];

struct practice_item {
    char *puzzle;   /* owned: "RULES POSITION" */
    int rung;       /* right answers in a row, up to PRACTICE_LEARNED */
    int64_t due_ms; /* since 1970 UTC; a learned puzzle is never due */
};

/* {0} is not one: practice_init(). */
struct practice {
    struct glicko rating;
    int64_t tried, solved;       /* first answers, and the right ones of them */
    struct practice_item *items; /* owned; in the order of the first answers */
    size_t count, capacity;
};

void practice_init(struct practice *practice);
void practice_finish(struct practice *practice);

/* The practice as a text without line breaks, ';' behind each part:
 *     RATING DEVIATION VOLATILITY TRIED SOLVED;RUNG DUE_MS RULES POSITION;...
 * Rating and deviation are in hundredths, the volatility is in millionths. */
void practice_print(const struct practice *practice, struct text *out);
/* An empty text is a new practice. False: it cannot be read; then `practice` is a new one. */
bool practice_parse(struct practice *practice, const char *text);

/* Appends an item as it was kept, which must not be there yet. */
void practice_add(struct practice *practice, const char *puzzle, int rung, int64_t due_ms);
/* NULL: not met yet. */
struct practice_item *practice_find(const struct practice *practice, const char *puzzle);
/* A mistake becomes a puzzle that is due at once. False: it is known already, or there is no room.
 */
bool practice_add_mistake(struct practice *practice, const char *puzzle, int64_t now_ms);

bool practice_is_due(const struct practice_item *item, int64_t now_ms);

/* The step after an answer in its time. */
struct practice_step {
    int rung;
    int64_t due_ms;
};
struct practice_step practice_next_step(int rung, bool right, int64_t now_ms);

/* Takes note of an answer. A right one before its time changes nothing. `puzzle_rating` NULL: it is
 * not to be rated, as of a mistake; otherwise it is replaced if the answer was rated. Returns
 * whether it was. */
bool practice_answer(struct practice *practice, const char *puzzle, struct glicko *puzzle_rating,
                     bool right, int64_t now_ms);

/* How many are due, of these rules (NULL: of all). */
size_t practice_due(const struct practice *practice, const struct rules *rules, int64_t now_ms);

/* What there is to solve next. */
enum practice_choice {
    PRACTICE_REPEAT, /* one that is due */
    PRACTICE_NEW,
    PRACTICE_NONE, /* none is due, and all puzzles of the rules have been met */
};
/* Of these rules, NULL: of the catalogue. What is due longest comes first; otherwise a new puzzle
 * near to the rating. The same practice always gets the same one: a puzzle cannot be chosen by
 * asking again. */
enum practice_choice practice_next(const struct practice *practice, struct solver_shelf *shelf,
                                   const struct rules *rules, int64_t now_ms,
                                   struct puzzle *ret_puzzle);
/* The puzzle with this number, by a solver from the shelf; as puzzle_draw(). */
bool practice_draw(struct solver_shelf *shelf, const struct rules *rules, int64_t number,
                   struct puzzle *ret_puzzle);
/* Reads "RULES POSITION" of a puzzle that was kept. False: it is none, for example after a change
 * of the limits of a game. */
bool practice_read_puzzle(struct solver_shelf *shelf, const char *text, struct puzzle *ret_puzzle);
/* Is the text a puzzle, and solved in about a millisecond? For a practice whose keeper must not be
 * kept busy by positions of a player's own choice. */
bool practice_takes_mistake(struct solver_shelf *shelf, const char *text);

/* --- in words (puzzle_words.c) --- */

/* What a right answer is, and when a puzzle comes again. */
void practice_explain(struct text *out);
/* Says after an answer when the puzzle comes again. `due_ms` -1: never. */
void practice_say_again(int64_t due_ms, int64_t now_ms, struct text *out);

#endif
