#include "test_solver_checks.h"

#include "common/base/memory.h"
#include "common/game/family.h"
#include "common/game/take_away.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rules rules_of(const char *text)
{
    struct rules rules;
    struct error error;
    enum error_code failed = rules_parse(&rules, text, strlen(text), &error);
    EXPECT(!failed, "%s: %s", text, error.message);
    return rules;
}

struct position position_of(const struct rules *rules, const char *text)
{
    struct position position = {0};
    struct error error;
    enum error_code failed = position_parse(rules, text, strlen(text), &position, &error);
    EXPECT(!failed, "%s in %s: %s", text, rules->text, error.message);
    return position;
}

enum outcome outcome_after(struct solver *solver, const struct position *position,
                           const struct move *move)
{
    struct position after = {0};
    position_copy(&after, position);
    move_apply(solver_rules(solver), &after, move);
    enum outcome outcome = solver_outcome(solver, &after);
    position_finish(&after);
    return outcome;
}

static struct text explanation_of(const char *rules_text, const char *position_text)
{
    struct rules rules = rules_of(rules_text);
    struct solver *solver = solver_create(&rules);
    struct position position = position_of(&rules, position_text);
    struct text text = {0};
    solver_explain(solver, &position, &text);
    position_finish(&position);
    solver_destroy(solver);
    return text;
}

void expect_explanation(const char *rules, const char *position, const char *expected)
{
    struct text text = explanation_of(rules, position);
    cr_assert_str_eq(text_string(&text), expected, "%s %s: %s", rules, position,
                     text_string(&text));
    text_finish(&text);
}

void expect_in_explanation(const char *rules, const char *position, const char *part)
{
    struct text text = explanation_of(rules, position);
    cr_assert_neq(strstr(text_string(&text), part), NULL, "%s %s: %s", rules, position,
                  text_string(&text));
    text_finish(&text);
}

struct checker checker_start(const char *rules_text)
{
    struct rules rules = rules_of(rules_text);
    return (struct checker){
        .rules = rules,
        .solver = solver_create(&rules),
        .oracle = oracle_create(&rules),
        .thorough_every = 1,
    };
}

void checker_finish(struct checker *checker)
{
    fprintf(stderr, "%s: %" PRIu64 " positions with %" PRIu64 " winning moves\n",
            checker->rules.text, checker->positions, checker->winning_moves);
    solver_destroy(checker->solver);
    oracle_destroy(checker->oracle);
    free(checker->moves);
}

/* The name of a position in a message; a few may be in use at a time. */
static const char *name_of(const struct checker *checker, const struct position *position)
{
    static char names[4][512];
    static int next;
    char *name = names[next++ % 4];
    struct text text = {0};
    position_print(&checker->rules, position, &text);
    snprintf(name, sizeof names[0], "%s %s", checker->rules.text, text_string(&text));
    text_finish(&text);
    return name;
}

/* Room for twice as many moves as this. */
static void reserve_moves(struct checker *checker, uint128 count)
{
    if (2 * count <= checker->moves_capacity)
        return;
    checker->moves_capacity = (uint32_t)(4 * count);
    checker->moves = memory_resized(checker->moves, checker->moves_capacity, sizeof(struct move));
}

/* Writes the winning moves by definition, those to a position that loses, to checker->moves. */
static uint32_t expect_winning_moves(struct checker *checker, const struct position *position)
{
    uint128 count = move_count(&checker->rules, position);
    reserve_moves(checker, count + 1);
    uint32_t expected = 0;
    for (uint128 i = 0; i < count; i++) {
        struct move *move = &checker->moves[expected];
        move_at(&checker->rules, position, i, move);
        expected += oracle_move_wins(checker->oracle, position, move);
    }
    return expected;
}

static void check_list(struct checker *checker, const struct position *position, uint32_t expected,
                       uint32_t capacity)
{
    struct move *moves = checker->moves + checker->moves_capacity / 2;
    struct winning_moves found = solver_winning_moves(checker->solver, position, moves, capacity);
    uint32_t listed = capacity < expected ? capacity : expected;
    EXPECT(found.counted && found.count == expected, "%s: %u winning moves, not %u",
           name_of(checker, position), expected, (unsigned)found.count);
    EXPECT(found.listed == listed && found.truncated == (listed < expected),
           "%s: %u winning moves listed of %u with room for %u", name_of(checker, position),
           found.listed, expected, capacity);
    for (uint32_t i = 0; i < listed; i++)
        EXPECT(move_equal(&moves[i], &checker->moves[i]), "%s: winning move %u is another",
               name_of(checker, position), i);
}

/* How hard a move makes it: the opponent's share of good moves, and the counters left. */
struct hardness {
    uint64_t winning;
    uint64_t legal;
    int64_t counters;
};

static bool move_draws(struct checker *checker, const struct position *position,
                       const struct move *move)
{
    struct position after = {0};
    position_copy(&after, position);
    move_apply(&checker->rules, &after, move);
    bool draws = oracle_draws(checker->oracle, &after);
    position_finish(&after);
    return draws;
}

static struct hardness hardness_of(struct checker *checker, const struct position *position,
                                   const struct move *move)
{
    struct position after = {0};
    position_copy(&after, position);
    move_apply(&checker->rules, &after, move);
    struct hardness hardness = {.counters = (int64_t)position_counters(&checker->rules, &after)};
    uint128 count = move_count(&checker->rules, &after);
    bool is_drawn = oracle_draws(checker->oracle, &after);
    for (; hardness.legal < count; hardness.legal++) {
        struct move answer;
        move_at(&checker->rules, &after, hardness.legal, &answer);
        hardness.winning += is_drawn ? move_draws(checker, &after, &answer)
                                     : oracle_move_wins(checker->oracle, &after, &answer);
    }
    if (count == 0) /* the opponent has won, or it is a draw */
        hardness.winning = hardness.legal = 1;
    position_finish(&after);
    return hardness;
}

/* -1, 0, 1: `a` is easier than `b`, as hard, harder. */
static int compare_hardness(struct hardness a, struct hardness b)
{
    uint64_t share_a = a.winning * b.legal, share_b = b.winning * a.legal;
    if (share_a != share_b)
        return share_a < share_b ? 1 : -1;
    return (a.counters > b.counters) - (a.counters < b.counters);
}

/* No move is harder than the chosen one, and none before it is as hard; of a drawn position, no
 * move that keeps the draw. */
static void check_hardest(struct checker *checker, const struct position *position,
                          const struct move *chosen)
{
    struct hardness hardest = hardness_of(checker, position, chosen);
    uint128 count = move_count(&checker->rules, position);
    bool chosen_passed = false, is_drawn = oracle_draws(checker->oracle, position);
    for (uint128 i = 0; i < count; i++) {
        struct move move;
        move_at(&checker->rules, position, i, &move);
        if (is_drawn && !move_draws(checker, position, &move))
            continue;
        chosen_passed = chosen_passed || move_equal(&move, chosen);
        int order = compare_hardness(hardness_of(checker, position, &move), hardest);
        EXPECT(order < 0 || (order == 0 && chosen_passed),
               "%s: the move chosen to be hard is not the first of the hardest",
               name_of(checker, position));
    }
    EXPECT(chosen_passed, "%s: the move chosen is no legal one", name_of(checker, position));
}

/* Does every move end the match? There is one at least. */
static bool is_last_but_one(const struct rules *rules, const struct position *position)
{
    bool is = true;
    uint128 count = move_count(rules, position);
    for (uint128 i = 0; i < count && is; i++) {
        struct move move;
        struct position after = {0};
        position_copy(&after, position);
        move_at(rules, position, i, &move);
        move_apply(rules, &after, &move);
        is = position_is_over(rules, &after);
        position_finish(&after);
    }
    return is;
}

/* The remoteness after a winning move as far as solver.h promises to know it; else UINT32_MAX. */
static uint32_t known_remoteness(const struct rules *rules, struct oracle *oracle,
                                 const struct position *after, bool is_searched)
{
    bool is_one_heap = rules->family == &family_take_away && rules->variant == TAKE_AWAY_ONE;
    if (is_searched)
        return oracle_remoteness(oracle, after);
    if (position_is_over(rules, after))
        return 0;
    if (rules->misere && rules->family == &family_subtraction && rules->variant == 0)
        return is_last_but_one(rules, after) ? 1 : UINT32_MAX;
    return rules->misere && is_one_heap && after->cells[TAKE_AWAY_HEAP] == 1 ? 1 : UINT32_MAX;
}

void expect_fastest(struct solver *solver, struct oracle *oracle, const struct position *position,
                    const struct move *winning, uint32_t count, const struct move *best)
{
    const struct rules *rules = solver_rules(solver);
    bool is_searched = position_counters(rules, position) <= 10;
    uint32_t least = UINT32_MAX, of_best = UINT32_MAX, best_index = count;
    struct position after = {0};
    struct text name = {0};
    position_print(rules, position, &name);
    for (uint32_t i = 0; i < count; i++) {
        position_copy(&after, position);
        move_apply(rules, &after, &winning[i]);
        uint32_t remoteness = known_remoteness(rules, oracle, &after, is_searched);
        if (remoteness < least)
            least = remoteness;
        if (move_equal(&winning[i], best)) {
            of_best = remoteness;
            best_index = i;
        }
    }
    EXPECT(best_index < count, "%s %s: the best move does not win", rules->text,
           text_string(&name));
    EXPECT(of_best == least, "%s %s: remoteness %" PRIu32 " after the best move, not %" PRIu32,
           rules->text, text_string(&name), of_best, least);
    if (least == UINT32_MAX)
        EXPECT(best_index == 0, "%s %s: the best move is not the first", rules->text,
               text_string(&name));
    position_finish(&after);
    text_finish(&name);
}

static void check_best_move(struct checker *checker, const struct position *position,
                            uint32_t expected)
{
    struct move best;
    solver_best_move(checker->solver, position, &best);
    if (expected)
        expect_fastest(checker->solver, checker->oracle, position, checker->moves, expected, &best);
    else
        check_hardest(checker, position, &best);
}

static void check_value(struct checker *checker, const struct position *position)
{
    uint64_t value;
    if (!solver_grundy(checker->solver, position, &value))
        return;
    EXPECT(!checker->rules.misere, "%s: no value in misere play", name_of(checker, position));
    EXPECT(value == oracle_grundy(checker->oracle, position), "%s: value %" PRIu64,
           name_of(checker, position), value);
    checker->values++;
}

/* Lists with less room than there are moves; and the hardest move, which takes the square of their
 * number. */
static void check_thoroughly(struct checker *checker, const struct position *position,
                             uint32_t expected)
{
    check_list(checker, position, expected, expected);
    check_list(checker, position, expected, expected / 2);
    check_list(checker, position, expected, 0);
    if (!position_is_over(&checker->rules, position))
        check_best_move(checker, position, expected);
}

/* The list of the moves that keep a draw, against the definition. */
static void check_drawing_moves(struct checker *checker, const struct position *position)
{
    uint128 count = move_count(&checker->rules, position);
    reserve_moves(checker, count + 1);
    struct move *moves = checker->moves + checker->moves_capacity / 2;
    struct winning_moves found =
        solver_drawing_moves(checker->solver, position, moves, (uint32_t)count);
    bool is_drawn = oracle_draws(checker->oracle, position);
    uint32_t expected = 0;
    for (uint128 i = 0; is_drawn && i < count; i++) {
        struct move move;
        move_at(&checker->rules, position, i, &move);
        if (!move_draws(checker, position, &move))
            continue;
        EXPECT(expected < found.listed && move_equal(&move, &moves[expected]),
               "%s: drawing move %u is another", name_of(checker, position), expected);
        expected++;
    }
    EXPECT(found.counted && !found.truncated && found.count == expected,
           "%s: %u drawing moves, not %u", name_of(checker, position), expected,
           (unsigned)found.count);
    checker->drawn += is_drawn;
}

void check_position(struct checker *checker, const struct position *position)
{
    bool wins = oracle_wins(checker->oracle, position);
    bool draws = oracle_draws(checker->oracle, position);
    enum outcome outcome = draws ? OUTCOME_D : wins ? OUTCOME_N : OUTCOME_P;
    EXPECT(solver_outcome(checker->solver, position) == outcome, "%s is %s",
           name_of(checker, position),
           draws  ? "drawn"
           : wins ? "won"
                  : "lost");
    check_value(checker, position);
    check_drawing_moves(checker, position);
    uint32_t expected = expect_winning_moves(checker, position);
    check_list(checker, position, expected, expected + 1);
    if (checker->positions % checker->thorough_every == 0)
        check_thoroughly(checker, position, expected);
    else if (expected > 0)
        check_best_move(checker, position, expected);
    checker->positions++;
    checker->winning_moves += expected;
}

static void check_with_more_heaps(struct checker *checker, struct position *position,
                                  uint32_t heaps_left, int64_t total_left)
{
    check_position(checker, position);
    int64_t least = position->count ? position->cells[position->count - 1] : 1;
    for (int64_t heap = least; heaps_left && heap <= total_left; heap++) {
        position_push(position, heap);
        check_with_more_heaps(checker, position, heaps_left - 1, total_left - heap);
        position_remove(position, position->count - 1);
    }
}

void check_all_heaps(struct checker *checker, uint32_t heaps_max, int64_t total_max)
{
    struct position position = {0};
    check_with_more_heaps(checker, &position, heaps_max, total_max);
    position_finish(&position);
}

char *winning_moves_text(struct solver *solver, const struct position *position, uint32_t capacity)
{
    struct move *moves = memory_zeroed(capacity + 1, sizeof *moves);
    struct winning_moves found = solver_winning_moves(solver, position, moves, capacity);
    struct text text = {0};
    for (uint32_t i = 0; i < found.listed; i++) {
        if (i)
            text_append_char(&text, ' ');
        move_print(solver_rules(solver), position, &moves[i], &text);
    }
    char *copy = memory_text(text_string(&text), text.len);
    text_finish(&text);
    free(moves);
    return copy;
}

uint32_t play_out(struct solver *solver, const struct position *start)
{
    const struct rules *rules = solver_rules(solver);
    enum outcome outcome = solver_outcome(solver, start);
    struct position position = {0};
    position_copy(&position, start);
    uint32_t plies = 0;
    for (; !position_is_over(rules, &position); plies++) {
        struct move move;
        solver_best_move(solver, &position, &move);
        move_apply(rules, &position, &move);
    }
    enum stuck_result result = position_stuck_result(rules, &position);
    bool first_wins = (plies % 2 == 1) != (result == STUCK_WINS);
    EXPECT(result == STUCK_DRAWS ? outcome == OUTCOME_D : first_wins == (outcome == OUTCOME_N),
           "%s: %u plies", rules->text, plies);
    position_finish(&position);
    return plies;
}
