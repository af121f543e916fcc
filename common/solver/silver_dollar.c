/* Silver Dollar. The counters are paired from the right; the squares between the two of a pair are
 * a heap of Nim, and of an odd number the leftmost counter has the squares on its left as a heap.
 * Square 0 counts among these where the leftmost counter may safely come there. THEORY.md has the
 * proof. */
#include "common/game/silver_dollar.h"

#include "common/game/family.h"
#include "common/solver/proof.h"
#include "common/solver/solver_family.h"
#include "common/solver/value_columns.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

/* A position with its gaps. */
struct strip {
    const int64_t *squares; /* borrowed */
    uint32_t count;
    int64_t dollar; /* as in the cells of the position */
    uint8_t variant;
    bool misere;
    bool is_open; /* the dollar can be taken with this move */
    int64_t wall; /* the rightmost square on the left end that the leftmost counter has to avoid */
    uint64_t sum; /* of the gaps */
    uint32_t large; /* gaps of 2 and more */
};

/* Without the dollar square 0 does not exist. With it, nobody moves the last counter to square 0
 * whose absence would let the other player take the dollar. */
static int64_t wall_of(uint8_t variant, int64_t dollar)
{
    if (variant == SILVER_DOLLAR_PLAIN)
        return 0;
    return dollar == (variant == SILVER_DOLLAR_ONE_STEP ? 2 : 1) ? 0 : -1;
}

/* Is the counter the right one of its pair, or the leftmost of an odd number? Then its moves to the
 * left make its gap smaller; those of the left one of a pair make it larger. */
static bool closes_gap(const struct strip *strip, uint32_t counter)
{
    return (strip->count - counter) % 2 == 1;
}

/* The gap on the left of a counter that closes it. */
static int64_t gap_of(const struct strip *strip, uint32_t counter)
{
    assert(closes_gap(strip, counter));
    return strip->squares[counter] - (counter > 0 ? strip->squares[counter - 1] : strip->wall) - 1;
}

static struct strip strip_of(const struct rules *rules, const struct position *position)
{
    struct strip strip = {
        .squares = silver_dollar_squares(position),
        .count = silver_dollar_count(position),
        .dollar = position->cells[SILVER_DOLLAR_NUMBER],
        .variant = rules->variant,
        .misere = rules->misere,
    };
    strip.wall = wall_of(strip.variant, strip.dollar);
    strip.is_open = strip.variant == SILVER_DOLLAR_ONE_STEP ? strip.dollar == 1
                                                            : silver_dollar_can_be_taken(position);
    for (uint32_t i = 0; i < strip.count && !strip.is_open; i++) {
        if (!closes_gap(&strip, i))
            continue;
        strip.sum ^= (uint64_t)gap_of(&strip, i);
        strip.large += gap_of(&strip, i) >= 2;
    }
    return strip;
}

static bool is_lost(const struct strip *strip, uint64_t sum, uint32_t large)
{
    return sum == (strip->misere && large == 0);
}

static enum outcome silver_dollar_outcome(struct solver *solver, const struct position *position)
{
    struct strip strip = strip_of(&solver->rules, position);
    if (strip.variant != SILVER_DOLLAR_PLAIN && strip.dollar == 0)
        return OUTCOME_P; /* it is taken */
    return !strip.is_open && is_lost(&strip, strip.sum, strip.large) ? OUTCOME_P : OUTCOME_N;
}

static bool plain_grundy(struct solver *solver, const struct position *position,
                         uint64_t *ret_value)
{
    *ret_value = strip_of(&solver->rules, position).sum;
    return true;
}

/* The gap that a move changes: before it and after it. */
struct gap_change {
    int64_t before, after;
};

static struct gap_change change_of(const struct strip *strip, uint32_t counter, int64_t to)
{
    if (closes_gap(strip, counter)) {
        int64_t before = gap_of(strip, counter);
        return (struct gap_change){before, before - (strip->squares[counter] - to)};
    }
    int64_t before = gap_of(strip, counter + 1), left = to;
    if (to == 0) /* it goes, and the other one of the pair is the leftmost */
        left = wall_of(strip->variant, strip->dollar - 1);
    return (struct gap_change){before, strip->squares[counter + 1] - left - 1};
}

static bool move_wins(const struct strip *strip, uint32_t counter, int64_t to)
{
    if (strip->is_open)
        return strip->variant == SILVER_DOLLAR_ONE_STEP && counter == 0 && to == 0;
    if (to == 0 && strip->wall == 0)
        return false;
    struct gap_change change = change_of(strip, counter, to);
    assert(change.after >= 0 && change.after != change.before);
    uint64_t sum = strip->sum ^ (uint64_t)change.before ^ (uint64_t)change.after;
    return is_lost(strip, sum, strip->large - (change.before >= 2) + (change.after >= 2));
}

static void add_if_room(struct winning_list *list, struct move move)
{
    struct move *place = winning_list_add(list);
    if (place)
        *place = move;
}

static void silver_dollar_winning_moves(struct solver *solver, const struct position *position,
                                        struct winning_list *list)
{
    struct strip strip = strip_of(&solver->rules, position);
    if (strip.variant != SILVER_DOLLAR_PLAIN && strip.dollar == 0)
        return;
    if (silver_dollar_can_be_taken(position)) {
        add_if_room(list, (struct move){.before_count = 1});
        return;
    }
    for (uint32_t i = 0; i < strip.count; i++) {
        int64_t least = silver_dollar_reach(&solver->rules, position, i);
        for (int64_t to = strip.squares[i] - 1; to >= least && !winning_list_is_done(list); to--) {
            if (move_wins(&strip, i, to))
                add_if_room(list, (struct move){.before_count = 1,
                                                .after_count = 1,
                                                .cells = {strip.squares[i], to}});
        }
    }
}

/* An answer about the most counters that fit takes as many steps as the strip has squares. */
static bool silver_dollar_is_quick(const struct solver *solver, const struct position *position)
{
    enum { QUICK_SQUARES = 200 };
    uint32_t count = silver_dollar_count(position);
    (void)solver;
    return count == 0 || silver_dollar_squares(position)[count - 1] <= QUICK_SQUARES;
}

/* --- explanations --- */

/* "[5...9]"; "[...9]" for the leftmost counter of an odd number. Squares have few digits. */
static void label_pair(struct value_line *line, bool has_left, int64_t left, int64_t right)
{
    if (has_left)
        snprintf(line->label, sizeof line->label, "[%d...%d]", (int16_t)left, (int16_t)right);
    else
        snprintf(line->label, sizeof line->label, "[...%d]", (int)right);
}

static void add_after(const struct strip *strip, const struct move *best,
                      struct value_columns *columns)
{
    int64_t to = best->cells[SILVER_DOLLAR_TO];
    uint32_t counter = 0;
    while (strip->squares[counter] != best->cells[SILVER_DOLLAR_FROM])
        counter++;
    struct gap_change change = change_of(strip, counter, to);
    struct value_line *line = value_columns_add_after(columns, (uint64_t)change.after);
    if (closes_gap(strip, counter))
        label_pair(line, counter > 0, counter > 0 ? strip->squares[counter - 1] : 0, to);
    else
        label_pair(line, to > 0, to, strip->squares[counter + 1]);
    snprintf(line->remark, sizeof line->remark, "after the move");
}

static void print_gaps(const struct strip *strip, const struct move *best, struct text *out)
{
    struct value_columns columns;
    value_columns_init(&columns, "pair", "gaps", (strip->count + 1) / 2);
    for (uint32_t i = 0; i < strip->count; i++) {
        if (!closes_gap(strip, i))
            continue;
        struct value_line *line = value_columns_add(&columns, (uint64_t)gap_of(strip, i));
        if (!line)
            continue;
        label_pair(line, i > 0, i > 0 ? strip->squares[i - 1] : 0, strip->squares[i]);
        if (i == 0 && strip->variant != SILVER_DOLLAR_PLAIN)
            snprintf(line->remark, sizeof line->remark, "%s square 0",
                     strip->wall == 0 ? "without" : "with");
    }
    if (best)
        add_after(strip, best, &columns);
    value_columns_print(&columns, out);
}

/* What the nim-sum has to be for whoever is to move to lose. */
static void explain_goal(const struct strip *strip, bool wins, struct text *out)
{
    if (!strip->misere)
        text_append_string(out, wins
                                    ? "each binary column of the gaps then has an even number of "
                                      "1s.\n"
                                    : "each binary column of the gaps has an even number of 1s.\n");
    else
        text_append_string(out, wins ? "the gaps are then lost as heaps of misere Nim.\n"
                                     : "the gaps are lost as heaps of misere Nim.\n");
}

static void explain_taking(const struct strip *strip, const struct position *position,
                           const struct rules *rules, const struct move *best, struct text *out)
{
    if (!best) {
        text_append_string(out, "The dollar is taken.\n");
        return;
    }
    move_print(rules, position, best, out);
    text_append_string(out, " wins: it takes the dollar");
    text_append_string(out, strip->variant == SILVER_DOLLAR_ONE_STEP
                                ? ", since no counter is left of it.\n"
                                : " from square 0.\n");
}

static void silver_dollar_explain(struct solver *solver, const struct position *position,
                                  const struct move *best, bool is_brief, struct text *out)
{
    const struct rules *rules = &solver->rules;
    struct strip strip = strip_of(rules, position);
    bool is_taken = strip.variant != SILVER_DOLLAR_PLAIN && strip.dollar == 0;
    if (is_taken || strip.is_open) {
        explain_taking(&strip, position, rules, best, out);
        return;
    }
    if (strip.count == 0)
        return;
    if (best)
        move_print(rules, position, best, out);
    text_append_string(out, best ? " wins: " : "No move wins: ");
    explain_goal(&strip, best, out);
    if (!is_brief && strip.misere)
        text_append_string(out,
                           "They are lost where one is 2 or more and the nim-sum is 0, or none "
                           "is and it is 1.\n");
    if (!is_brief)
        text_append_string(out, "The counters are paired from the right, and the squares between "
                                "the two of a pair are\na heap of Nim. If one makes a gap larger, "
                                "the other one follows it as far.\n");
    print_gaps(&strip, best, out);
}

/* --- certificates --- */

static enum error_code silver_dollar_prove(struct proof *proof)
{
    struct strip strip = strip_of(&proof->solver->rules, proof->lost);
    if (strip.variant != SILVER_DOLLAR_PLAIN && strip.dollar == 0) /* the last move took it */
        return proof_every_move(proof);
    text_printf(proof->out, "theorem %sgaps\ngaps", strip.misere ? "misere-" : "");
    for (uint32_t i = 0; i < strip.count; i++) {
        if (closes_gap(&strip, i))
            text_printf(proof->out, " %" PRId64, gap_of(&strip, i));
    }
    text_append_char(proof->out, '\n');
    return ERROR_NONE;
}

#define ENTRIES                                                                                    \
    .family = &family_silver_dollar, .outcome = silver_dollar_outcome,                             \
    .winning_moves = silver_dollar_winning_moves, .is_quick = silver_dollar_is_quick,              \
    .explain = silver_dollar_explain, .prove = SOLVER_PROVES(silver_dollar_prove)

const struct solver_family solver_family_silver_dollar = {ENTRIES, .grundy = plain_grundy};
const struct solver_family solver_family_misere_silver_dollar = {ENTRIES, .misere = true};
/* A position with the dollar is no sum of gaps for the Grundy value: only its outcome is known. */
const struct solver_family solver_family_silver_dollar_one_step = {
    ENTRIES, .variant = SILVER_DOLLAR_ONE_STEP};
const struct solver_family solver_family_silver_dollar_two_step = {
    ENTRIES, .variant = SILVER_DOLLAR_TWO_STEP};

#undef ENTRIES
