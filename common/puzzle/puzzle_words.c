#include "common/puzzle/practice.h"
#include "common/words/words.h"

enum { NAMED_MAX = 3 }; /* moves that a sentence names */

/* "take 2, leaving 5; take 4, leaving 3": all winning moves but `given`, or the first of them. */
static void say_winning(struct solver *solver, const struct puzzle *puzzle,
                        const struct move *given, struct text *out)
{
    struct move moves[NAMED_MAX + 1];
    struct winning_moves winning =
        solver_winning_moves(solver, &puzzle->position, moves, NAMED_MAX + 1);
    uint32_t named = 0;
    for (uint32_t i = 0; i < winning.listed && named < NAMED_MAX; i++) {
        if (given && move_equal(&moves[i], given))
            continue;
        text_append_string(out, named ? "; " : "");
        words_move(&puzzle->rules, &puzzle->position, &moves[i], true, out);
        named++;
    }
    if (winning.count - (given != NULL) > named)
        text_append_string(out, "; and others");
}

/* What a move leaves, and what that means. */
static void say_after(struct solver *solver, const struct puzzle *puzzle, const struct move *move,
                      bool right, struct text *out)
{
    const struct rules *rules = &puzzle->rules;
    struct position after = {0};
    position_copy(&after, &puzzle->position);
    move_apply(rules, &after, move);
    text_append_string(out, right ? "Right. It leaves " : "That does not win. It leaves ");
    if (position_is_over(rules, &after)) {
        text_printf(out, "no move to your opponent, who has %s.", right ? "lost" : "won");
    } else {
        words_position(rules, &after, out);
        if (right) {
            text_append_string(out, ", from where every move of your opponent lets you win.");
        } else {
            struct move reply;
            solver_best_move(solver, &after, &reply);
            text_append_string(out, ", where your opponent wins: ");
            words_move(rules, &after, &reply, true, out);
            text_append_char(out, '.');
        }
    }
    position_finish(&after);
}

void puzzle_say(struct solver *solver, const struct puzzle *puzzle, const struct move *move,
                struct text *out)
{
    bool right = move && puzzle_is_right(solver, puzzle, move);
    if (move)
        say_after(solver, puzzle, move, right, out);
    if (right && puzzle->winning == 1)
        return;
    text_append_string(out, move ? " " : "");
    text_append_string(out, right                 ? "Also right: "
                            : puzzle->winning > 1 ? "Right would be any of these: "
                                                  : "Right would be: ");
    say_winning(solver, puzzle, right ? move : NULL, out);
    text_append_char(out, '.');
}

/* --- practice --- */

void practice_explain(struct text *out)
{
    text_append_string(out, "Every winning move is right. A puzzle that you have met comes again "
                            "after ");
    for (int i = 0; i < PRACTICE_LEARNED - 1; i++)
        text_printf(out, "%s%d",
                    i == 0                         ? ""
                    : i + 1 < PRACTICE_LEARNED - 1 ? ", "
                                                   : " and ",
                    practice_days[i]);
    text_append_string(out, " days as long as you are right.");
}

void practice_say_again(int64_t due_ms, int64_t now_ms, struct text *out)
{
    if (due_ms < 0) {
        text_append_string(out, "You know this puzzle now: it does not come again.");
        return;
    }
    int64_t left_ms = due_ms - now_ms;
    int64_t days = left_ms > 0 ? (left_ms + PUZZLE_DAY_MS - 1) / PUZZLE_DAY_MS : 0;
    text_append_string(out, "The puzzle comes again in ");
    text_append_int(out, days);
    text_append_string(out, days == 1 ? " day." : " days.");
}
