#include "client/solution.h"

#include "client/json.h"
#include "client/options.h"
#include "client/words.h"
#include "common/solver/solver.h"

#include <inttypes.h>
#include <string.h>

enum { LISTED_MAX = 50 };

struct solution {
    struct rules rules;
    struct position position;
    enum outcome outcome;
    bool has_grundy;
    uint64_t grundy;
    struct winning_moves winning;
    struct move moves[LISTED_MAX];
    bool has_best; /* there is a legal move */
    struct move best;
};

/* A position in which nobody can move can be judged, though no match starts there. */
static enum error_code check(const struct solution *solution, struct error *error)
{
    enum error_code failed = position_check_start(&solution->rules, &solution->position, error);
    return failed == ERROR_NO_LEGAL_MOVE ? ERROR_NONE : failed;
}

static void judge(struct solution *solution)
{
    struct solver *solver = solver_create(&solution->rules);
    const struct position *position = &solution->position;
    solution->outcome = solver_outcome(solver, position);
    solution->has_grundy = solver_grundy(solver, position, &solution->grundy);
    solution->winning = solver_winning_moves(solver, position, solution->moves, LISTED_MAX);
    solution->has_best = !position_is_over(&solution->rules, position);
    if (solution->has_best)
        solver_best_move(solver, position, &solution->best);
    solver_destroy(solver);
}

static enum error_code find_solution(const char *rules, const char *position,
                                     struct solution *solution, struct error *error)
{
    if (rules_parse(&solution->rules, rules, strlen(rules), error))
        return options_blame(error, "RULES", rules);
    if (position_parse(&solution->rules, position, strlen(position), &solution->position, error) ||
        check(solution, error))
        return options_blame(error, "POSITION", position);
    judge(solution);
    return ERROR_NONE;
}

static void print_move(const struct solution *solution, const struct move *move, struct text *out)
{
    move_print(&solution->rules, &solution->position, move, out);
}

/* "Winning moves (2): 17>16 17>13" */
static void print_winning_moves(const struct solution *solution, struct text *out)
{
    const struct winning_moves *winning = &solution->winning;
    if (winning->listed == 0) {
        text_append_string(out, "Winning moves: none\n");
        return;
    }
    text_printf(out, "Winning moves (%s", winning->counted ? "" : "at least ");
    words_number(winning->count, out);
    if (winning->truncated)
        text_printf(out, ", the first %" PRIu32, winning->listed);
    text_append_string(out, "):");
    for (uint32_t i = 0; i < winning->listed; i++) {
        text_append_char(out, ' ');
        print_move(solution, &solution->moves[i], out);
    }
    text_append_char(out, '\n');
}

static void print_best_move(const struct solution *solution, struct text *out)
{
    if (!solution->has_best) {
        text_append_string(out, "There is no legal move.\n");
        return;
    }
    text_printf(out,
                "%s: ", solution->outcome == OUTCOME_N ? "Best move" : "Hardest move to answer");
    print_move(solution, &solution->best, out);
    text_append_char(out, '\n');
}

static void print_for_person(const struct solution *solution, struct text *out)
{
    words_rules(solution->rules.text, out);
    text_append_string(out, ", position ");
    position_print(&solution->rules, &solution->position, out);
    text_append_string(out, ": ");
    words_position(&solution->rules, &solution->position, out);
    text_append_string(out, ".\n");
    text_append_string(out, solution->outcome == OUTCOME_N
                                ? "The next player wins (an N-position): whoever is to move can "
                                  "win.\n"
                                : "The previous player wins (a P-position): whoever is to move "
                                  "loses against best play.\n");
    if (solution->has_grundy)
        text_printf(out, "Grundy value: %" PRIu64 "\n", solution->grundy);
    print_winning_moves(solution, out);
    print_best_move(solution, out);
}

static json_t *json_of_move(const struct solution *solution, const struct move *move)
{
    struct text text = {0};
    print_move(solution, move, &text);
    json_t *value = json_of_grown(&text);
    text_finish(&text);
    return value;
}

/* A text where it is too large for what programs take as a number. */
static json_t *json_of_count(uint128 count)
{
    if (count <= INT64_MAX)
        return json_integer((json_int_t)count);
    struct text text = {0};
    words_number(count, &text);
    json_t *value = json_of_grown(&text);
    text_finish(&text);
    return value;
}

static json_t *json_of_solution(const struct solution *solution)
{
    struct text position = {0};
    position_print(&solution->rules, &solution->position, &position);
    json_t *moves = json_array();
    for (uint32_t i = 0; i < solution->winning.listed; i++)
        json_array_append_new(moves, json_of_move(solution, &solution->moves[i]));
    json_t *value = json_pack(
        "{s:s, s:o, s:s, s:o, s:o, s:o, s:b, s:o}", "rules", solution->rules.text, "position",
        json_of_grown(&position), "outcome", solution->outcome == OUTCOME_N ? "N" : "P", "grundy",
        solution->has_grundy ? json_of_count(solution->grundy) : json_null(), "winning_moves",
        moves, "winning_count",
        solution->winning.counted ? json_of_count(solution->winning.count) : json_null(),
        "truncated", solution->winning.truncated, "best",
        solution->has_best ? json_of_move(solution, &solution->best) : json_null());
    text_finish(&position);
    return value;
}

enum error_code solution_print(const char *rules, const char *position, bool json, struct text *out,
                               struct error *error)
{
    struct solution solution = {0};
    enum error_code failed = find_solution(rules, position, &solution, error);
    if (!failed && json)
        json_print(json_of_solution(&solution), out);
    else if (!failed)
        print_for_person(&solution, out);
    position_finish(&solution.position);
    return failed;
}
