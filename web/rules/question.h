/* One question while it is answered: what desk.c hands to the functions of its table. Private to
 * web/rules. */
#ifndef WEB_RULES_QUESTION_H
#define WEB_RULES_QUESTION_H

#include "common/base/error.h"
#include "common/game/game.h"
#include "common/solver/heap_values.h"
#include "common/solver/solver_shelf.h"
#include "common/words/choice.h"

enum {
    QUESTION_ARGUMENTS_MAX = 9,
    DESK_CHOICES_MAX = 64, /* boards on one page */
};

struct desk {
    struct solver_shelf *shelf;
    struct heap_values *values; /* of the rules asked for last; owned; NULL: none yet */
    struct choice *choices[DESK_CHOICES_MAX]; /* owned; NULL: free */
};

struct question {
    struct desk *desk;
    const char *arguments[QUESTION_ARGUMENTS_MAX]; /* zero-terminated; "" where left out */
    struct text *out;
    struct error *error;
};

/* Appends the answer. Returns NONE, or the code of `error`; what it has appended by then is taken
 * back. */
typedef enum error_code question_answer(struct question *question);

/* The arguments `at` and `at` + 1: rules, and a position of them as a person may type it.
 * `ret_position` has to be a valid position. */
enum error_code question_position(struct question *question, int at, struct rules *ret_rules,
                                  struct position *ret_position);
enum error_code question_rules(struct question *question, int at, struct rules *ret_rules);
enum error_code question_rules_or_class(struct question *question, int at, struct rules *ret_rules);
/* A whole number of at most `max`, not negative. */
enum error_code question_number(struct question *question, int at, int64_t max,
                                int64_t *ret_number);

/* The position of the first two arguments, and a solver for it; given back by end_study(), unless
 * begin_study() has failed. */
struct study {
    struct rules rules;
    struct position position;
    struct solver *solver;
};

enum error_code begin_study(struct question *question, struct study *ret_study);
void end_study(struct question *question, struct study *study);

/* {position, words, over, counters, parts: {kind, may_split, only_splits, eats_other,
 * items: [...], grid}} */
void json_position(struct text *out, const char *key, const struct rules *rules,
                   const struct position *position);
/* Within an object that is open. */
void json_move_fields(struct text *out, const struct rules *rules, const struct position *position,
                      const struct move *move);
/* {move, words, after}: how it is written, what it does, and the position that it leads to. */
void json_move(struct text *out, const char *key, const struct rules *rules,
               const struct position *position, const struct move *move);

/* play.c */
question_answer answer_games, answer_rules, answer_position, answer_draw, answer_moves, answer_move;
question_answer answer_choice_open, answer_choice_close, answer_choice, answer_choice_stroke,
    answer_choice_press, answer_choice_point, answer_choice_set;
/* study.c */
question_answer answer_draw_judged, answer_solve, answer_judge, answer_help, answer_help_steps,
    answer_line, answer_review, answer_record, answer_lesson;
/* explore.c */
question_answer answer_options, answer_values, answer_sum, answer_heaps, answer_pair, answer_pairs,
    answer_ruler;
/* bot.c */
question_answer answer_levels, answer_bot;
/* puzzle.c */
question_answer answer_puzzle_next, answer_puzzle_daily, answer_puzzle_show, answer_puzzle_check,
    answer_puzzle_answer, answer_puzzle_state, answer_puzzle_mistakes, answer_puzzle_explain,
    answer_puzzle_again;

#endif
