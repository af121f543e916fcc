#include "common/puzzle/puzzle.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PLIES_BEFORE_MAX = 4 }; /* random moves from the start to the puzzle */

void puzzle_finish(struct puzzle *puzzle)
{
    position_finish(&puzzle->position);
}

void puzzle_print(const struct puzzle *puzzle, struct text *out)
{
    text_printf(out, "%s ", puzzle->rules.text);
    position_print(&puzzle->rules, &puzzle->position, out);
}

bool puzzle_make(struct solver *solver, const struct position *position, struct puzzle *ret_puzzle)
{
    const struct rules *rules = solver_rules(solver);
    struct winning_moves winning = solver_winning_moves(solver, position, NULL, 0);
    if (winning.count == 0)
        return false;
    ret_puzzle->rules = *rules;
    position_copy(&ret_puzzle->position, position);
    ret_puzzle->moves = move_count(rules, position);
    ret_puzzle->winning = winning.count;
    return true;
}

/* Few of many moves win, and after each of these the opponent still has a choice. */
static bool is_worth_it(struct solver *solver, const struct position *position)
{
    const struct rules *rules = solver_rules(solver);
    struct move moves[PUZZLE_WINNING_MAX];
    uint128 count = move_count(rules, position);
    if (count < PUZZLE_MOVES_MIN)
        return false;
    struct winning_moves winning =
        solver_winning_moves(solver, position, moves, PUZZLE_WINNING_MAX);
    bool good = winning.count > 0 && winning.counted && !winning.truncated &&
                winning.count * PUZZLE_SHARE <= count;
    struct position after = {0};
    for (uint32_t i = 0; good && i < winning.listed; i++) {
        position_copy(&after, position);
        move_apply(rules, &after, &moves[i]);
        good = move_count(rules, &after) >= 2;
    }
    position_finish(&after);
    return good;
}

bool puzzle_draw(struct solver *solver, int64_t number, struct puzzle *ret_puzzle)
{
    struct rules shown = *solver_rules(solver);
    const struct rules *rules = &shown;
    shown.look = LOOK_PLAIN; /* the puzzle is one of the rules, whoever has made the solver */
    struct random random = random_from_seed((uint64_t)number);
    struct position position = {0};
    bool found = false;
    for (int attempt = 0; attempt < PUZZLE_ATTEMPTS && !found; attempt++) {
        position_draw_start(rules, &random, &position);
        uint128 plies = random_below(&random, PLIES_BEFORE_MAX + 1);
        for (uint128 ply = 0; ply < plies && !position_is_over(rules, &position); ply++) {
            struct move move;
            move_at(rules, &position, random_below(&random, move_count(rules, &position)), &move);
            move_apply(rules, &position, &move);
        }
        found = is_worth_it(solver, &position) && puzzle_make(solver, &position, ret_puzzle);
    }
    position_finish(&position);
    return found;
}

struct glicko puzzle_rating(const struct puzzle *puzzle)
{
    double wrong = (double)(puzzle->moves - puzzle->winning), right = (double)puzzle->winning;
    double counters = (double)position_counters(&puzzle->rules, &puzzle->position);
    double guess = 400 * log(fmax(wrong, 0.5) / right) / log(10);
    /* Whole, so that it is the same with every mathematical library. */
    return (struct glicko){
        .rating = round(PUZZLE_GUESSER + guess + PUZZLE_DOUBLING * log(fmax(counters, 1)) / log(2)),
        .deviation = PUZZLE_DEVIATION,
        .volatility = GLICKO_VOLATILITY,
    };
}

/* --- the catalogue --- */

/* The rules of a game with a name; false where it has no misere play. */
static bool read_rules(const struct game *game, bool misere, struct rules *ret_rules)
{
    char text[RULES_TEXT_MAX + 1];
    struct error error;
    int len = snprintf(text, sizeof text, "%s%s", game->rules, misere ? ",misere" : "");
    bool is_read = !rules_parse(ret_rules, text, (size_t)len, &error);
    assert(is_read || misere);
    return is_read;
}

/* Goes through the games without a board of their own up to this index; returns how many rules it
 * has passed. Misere play with a name of its own comes with the normal play of its game; and
 * everybody has the same puzzles, whatever games a file adds. */
static int walk_rules(int upto, struct rules *ret_rules)
{
    int passed = 0;
    for (const struct game *game = games; game->name; game++) {
        if (!look_is_plain(game->look) || game->is_added || strstr(game->rules, ",misere"))
            continue;
        for (int misere = 0; misere < 2 && passed <= upto; misere++)
            passed += read_rules(game, misere, ret_rules);
    }
    return passed;
}

int puzzle_rules_count(void)
{
    struct rules rules;
    return walk_rules(INT32_MAX, &rules);
}

void puzzle_rules_at(int index, struct rules *ret_rules)
{
    int passed = walk_rules(index, ret_rules);
    assert(passed == index + 1);
    (void)passed;
}

int puzzle_rules_find(const char *rules)
{
    for (int index = 0; index < puzzle_rules_count(); index++) {
        struct rules here;
        puzzle_rules_at(index, &here);
        if (strcmp(here.text, rules) == 0)
            return index;
    }
    return -1;
}

struct puzzle_place puzzle_daily(int64_t day)
{
    /* A step that has no common divisor with the number of puzzles, such as a prime above the
     * number of rules, comes to each of them; and neighbouring days have different games. */
    enum { STEP = 607 };
    int64_t rules = puzzle_rules_count(), all = rules * PUZZLES_OF_RULES;
    int64_t index = (day % all + all) % all * STEP % all;
    return (struct puzzle_place){.rules = (int)(index % rules), .number = index / rules + 1};
}

/* --- answers --- */

bool puzzle_is_right(struct solver *solver, const struct puzzle *puzzle, const struct move *move)
{
    struct position after = {0};
    position_copy(&after, &puzzle->position);
    move_apply(&puzzle->rules, &after, move);
    bool right = solver_outcome(solver, &after) == OUTCOME_P;
    position_finish(&after);
    return right;
}

bool puzzle_of_mistake(struct solver *solver, const struct position *position,
                       const struct move *move, struct puzzle *ret_puzzle)
{
    return puzzle_make(solver, position, ret_puzzle) && !puzzle_is_right(solver, ret_puzzle, move);
}
