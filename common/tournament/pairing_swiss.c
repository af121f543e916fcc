/* A round of a swiss is a cheapest matching: the cost of a pair measures, aim by aim, how far it
 * misses the aims. */
#include "common/base/memory.h"
#include "common/tournament/matching.h"
#include "common/tournament/pairing_formats.h"

#include <assert.h>
#include <stdlib.h>

/* The cost of a pair, the most important aim first. */
struct price {
    int byes;          /* entrants left without a meeting */
    int repeated_byes; /* earlier byes of the entrants left without a meeting */
    int rematches;     /* earlier meetings of the two */
    int one_sided;     /* excess over DIFFERENCE_MAX between meetings as first and as second */
    int bye_rank;      /* the number of entrants below those left without a meeting */
    int floating;      /* the square of the difference of the two score groups */
    int shape;         /* the distance from upper half against lower half, see shape_of() */
};

/* The bits that hold an aim's sum over all pairs, so that no sum of a lower aim outweighs one of a
 * higher aim. */
enum {
    REPEATED_BYES_BITS = 18, /* 256 entrants, 1000 rounds */
    REMATCHES_BITS = 17,     /* 128 pairs, 1000 rounds */
    ONE_SIDED_BITS = 11,     /* 128 pairs, ONE_SIDED_MAX */
    BYE_RANK_BITS = 16,      /* 0 + 1 + ... + 255 */
    FLOATING_BITS = 23,      /* 128 pairs, 255^2 */
    SHAPE_BITS = 24,         /* 128 pairs, 2 255^2 */
};
static_assert(2 + REPEATED_BYES_BITS + REMATCHES_BITS + ONE_SIDED_BITS + BYE_RANK_BITS +
                      FLOATING_BITS + SHAPE_BITS <=
                  MATCHING_COST_BITS,
              "the costs fit");

enum {
    DIFFERENCE_MAX = 2, /* of meetings as first and as second, where it can be avoided */
    ONE_SIDED_MAX = 15,
};

static matching_cost cost_of(struct price price)
{
    matching_cost cost = price.byes;
    cost = (cost << REPEATED_BYES_BITS) + price.repeated_byes;
    cost = (cost << REMATCHES_BITS) + price.rematches;
    cost = (cost << ONE_SIDED_BITS) + price.one_sided;
    cost = (cost << BYE_RANK_BITS) + price.bye_rank;
    cost = (cost << FLOATING_BITS) + price.floating;
    return (cost << SHAPE_BITS) + price.shape;
}

/* An entrant who can be paired. */
struct candidate {
    int entrant;
    int64_t points;
    int group; /* its score group, 0 the best */
    int place; /* in the group, from 0 */
    int byes;
    int surplus; /* meetings as first less those as second */
    int last;    /* 1: was first in the last meeting; -1: second; 0: there was none */
};

struct group {
    int size;
    int from_above, to_below; /* candidates that float into it and out of it in the ideal pairing */
};

struct swiss_round {
    int entrants;
    bool *forbidden; /* owned; entrants x entrants */
    int *met;        /* owned; number of meetings; entrants x entrants */
    int count;
    struct candidate candidates[ENTRANTS_MAX]; /* the best first */
    struct group groups[ENTRANTS_MAX];
    matching_cost *costs; /* owned; by rank; an odd number of candidates has one more, nobody */
    struct matching *matching;   /* owned; NULL: it is over */
    int opponents[ENTRANTS_MAX]; /* when it is over: their ranks, by rank; `count`: nobody */
};

/* --- the candidates --- */

static int by_points(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    if (x->points != y->points)
        return x->points > y->points ? -1 : 1;
    return x->entrant - y->entrant;
}

static void count_meeting(struct swiss_round *round, struct candidate *all, struct meeting meeting)
{
    if (meeting.second == ENTRANT_NOBODY) {
        all[meeting.first].byes++;
        return;
    }
    round->met[meeting.first * round->entrants + meeting.second]++;
    round->met[meeting.second * round->entrants + meeting.first]++;
    all[meeting.first].surplus++;
    all[meeting.first].last = 1;
    all[meeting.second].surplus--;
    all[meeting.second].last = -1;
}

static void gather(struct swiss_round *round, const struct pairing_state *state)
{
    struct candidate all[ENTRANTS_MAX] = {0};
    for (size_t i = 0; i < state->met_count; i++)
        count_meeting(round, all, state->met[i]);
    for (int i = 0; i < round->entrants; i++) {
        all[i].entrant = i;
        all[i].points = state->points[i];
        if (!state->out[i])
            round->candidates[round->count++] = all[i];
    }
    qsort(round->candidates, (size_t)round->count, sizeof *round->candidates, by_points);
}

/* The candidate for the bye of an odd number, if that needs no rematch; ENTRANT_NOBODY: the number
 * is even. */
static int expected_bye(const struct swiss_round *round)
{
    int lowest = round->count - 1;
    for (int i = lowest; i >= 0; i--) {
        if (round->candidates[i].byes < round->candidates[lowest].byes)
            lowest = i;
    }
    return round->count % 2 ? lowest : ENTRANT_NOBODY;
}

/* Forms the groups from the top: the last of an odd number floats down into the next group. */
static void form_groups(struct swiss_round *round)
{
    int bye = expected_bye(round);
    for (int i = 0, group = 0; i < round->count; i++) {
        struct candidate *candidate = &round->candidates[i];
        group += i > 0 && candidate->points != candidate[-1].points;
        candidate->group = group;
        candidate->place = round->groups[group].size;
        round->groups[group].size += i != bye;
    }
    int floating = 0;
    for (int i = 0; i < round->count; i++) {
        struct group *group = &round->groups[i];
        group->from_above = floating;
        group->to_below = floating = (group->size + floating) % 2;
    }
}

/* --- the costs of pairs --- */

/* Limits a number to the rounds of a tournament: only false records have more, and the costs have
 * no room for it. */
static int at_most_rounds(int times)
{
    return times < PAIRING_ROUNDS_MAX ? times : PAIRING_ROUNDS_MAX;
}

static int squared(int value)
{
    return value * value;
}

/* Without the candidates that float, each of the upper half of a group should meet the one half a
 * group below; the cost is the square of the difference. The one who floats down should be the last
 * of the upper group, and meet the first of the lower one. */
static int shape_of(const struct swiss_round *round, const struct candidate *upper,
                    const struct candidate *lower)
{
    const struct group *group = &round->groups[upper->group];
    if (upper->group != lower->group)
        return squared(group->size - 1 - upper->place) + squared(lower->place);
    int half = (group->size - group->from_above - group->to_below) / 2;
    return squared(lower->place - upper->place - half);
}

/* If both have a surplus, or both a lack, a meeting makes the difference of one of them larger. */
static int one_sided(const struct candidate *a, const struct candidate *b)
{
    int surplus = a->surplus < b->surplus ? a->surplus : b->surplus;
    int lack = a->surplus > b->surplus ? -a->surplus : -b->surplus;
    int over = (surplus > lack ? surplus : lack) + 1 - DIFFERENCE_MAX;
    return over < 0 ? 0 : over > ONE_SIDED_MAX ? ONE_SIDED_MAX : over;
}

static bool must_not_meet(const struct swiss_round *round, int upper, int lower)
{
    const struct candidate *candidates = round->candidates;
    return round
        ->forbidden[candidates[upper].entrant * round->entrants + candidates[lower].entrant];
}

static struct price price_of_meeting(const struct swiss_round *round, int upper, int lower)
{
    const struct candidate *a = &round->candidates[upper], *b = &round->candidates[lower];
    return (struct price){
        .rematches = at_most_rounds(round->met[a->entrant * round->entrants + b->entrant]),
        .one_sided = one_sided(a, b),
        .floating = squared(b->group - a->group),
        .shape = shape_of(round, a, b),
    };
}

static struct price price_of_bye(const struct swiss_round *round, int rank)
{
    return (struct price){.byes = 1,
                          .repeated_byes = at_most_rounds(round->candidates[rank].byes),
                          .bye_rank = round->count - 1 - rank};
}

static void fill_costs(struct swiss_round *round)
{
    int size = round->count + round->count % 2;
    round->costs = memory_zeroed((size_t)size * (size_t)size, sizeof *round->costs);
    for (int upper = 0; upper < size; upper++) {
        for (int lower = upper + 1; lower < size; lower++) {
            /* The rank `count` is nobody. Two candidates that must not meet have byes if they are
             * paired, so that there always is a matching of all. */
            matching_cost cost;
            if (lower == round->count)
                cost = cost_of(price_of_bye(round, upper));
            else if (must_not_meet(round, upper, lower))
                cost = cost_of(price_of_bye(round, upper)) + cost_of(price_of_bye(round, lower));
            else
                cost = cost_of(price_of_meeting(round, upper, lower));
            assert(cost >= 0 && cost >> MATCHING_COST_BITS == 0);
            round->costs[upper * size + lower] = round->costs[lower * size + upper] = cost;
        }
    }
}

struct swiss_round *swiss_round_begin(const struct pairing *pairing,
                                      const struct pairing_state *state)
{
    size_t entrants = (size_t)pairing->entrants;
    struct swiss_round *round = memory_zeroed(1, sizeof *round);
    round->entrants = pairing->entrants;
    round->forbidden = pairing_forbidden_table(pairing);
    round->met = memory_zeroed(entrants * entrants, sizeof *round->met);
    gather(round, state);
    form_groups(round);
    fill_costs(round);
    round->matching = matching_begin(round->count + round->count % 2, round->costs);
    return round;
}

bool swiss_round_go_on(struct swiss_round *round)
{
    assert(round->matching);
    if (matching_go_on(round->matching))
        return true;
    matching_end(round->matching, round->opponents);
    round->matching = NULL;
    for (int i = 0; i < round->count; i++) {
        int other = round->opponents[i];
        if (other < round->count && must_not_meet(round, i, other))
            round->opponents[i] = round->count;
    }
    return false;
}

void swiss_round_destroy(struct swiss_round *round)
{
    if (!round)
        return;
    if (round->matching)
        matching_end(round->matching, NULL);
    free(round->costs);
    free(round->forbidden);
    free(round->met);
    free(round);
}

/* --- the meetings --- */

/* The first is the one with the smaller surplus; then the one who was not first in its last
 * meeting; then the better one on every other board. */
static bool upper_is_first(const struct candidate *upper, const struct candidate *lower,
                           size_t board)
{
    if (upper->surplus != lower->surplus)
        return upper->surplus < lower->surplus;
    if (upper->last != lower->last)
        return upper->last < lower->last;
    return board % 2 == 0;
}

/* The meetings of the best candidates come first, byes last. */
size_t swiss_round_meetings(const struct swiss_round *round,
                            struct meeting ret_meetings[ENTRANTS_MAX])
{
    assert(!round->matching);
    const struct candidate *candidates = round->candidates;
    const int *opponents = round->opponents;
    size_t count = 0;
    for (int i = 0; i < round->count; i++) {
        if (opponents[i] <= i || opponents[i] == round->count)
            continue;
        const struct candidate *upper = &candidates[i], *lower = &candidates[opponents[i]];
        bool is_first = upper_is_first(upper, lower, count);
        ret_meetings[count++] =
            (struct meeting){.first = is_first ? upper->entrant : lower->entrant,
                             .second = is_first ? lower->entrant : upper->entrant};
    }
    for (int i = 0; i < round->count; i++) {
        if (opponents[i] == round->count)
            ret_meetings[count++] =
                (struct meeting){.first = candidates[i].entrant, .second = ENTRANT_NOBODY};
    }
    return count;
}

size_t pairing_swiss(const struct pairing *pairing, const struct pairing_state *state,
                     struct meeting *ret_meetings)
{
    struct swiss_round *round = swiss_round_begin(pairing, state);
    while (swiss_round_go_on(round))
        ;
    size_t count = swiss_round_meetings(round, ret_meetings);
    swiss_round_destroy(round);
    return count;
}

/* --- the number of boards --- */

/* By entrant: the number of others whom it may meet. */
static void count_opponents(const struct pairing *pairing, int ret_opponents[ENTRANTS_MAX])
{
    int entrants = pairing->entrants;
    bool *forbidden = pairing_forbidden_table(pairing);
    for (int a = 0; a < entrants; a++) {
        ret_opponents[a] = entrants - 1;
        for (int b = 0; b < entrants; b++)
            ret_opponents[a] -= forbidden[a * entrants + b];
    }
    free(forbidden);
}

static int ascending(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* Is it certain without a matching that all can meet at the same time, except for one of an odd
 * number? V. Chvátal, On Hamilton's ideals, Journal of Combinatorial Theory B 12 (1972): a graph of
 * n >= 3 vertices with the degrees d_1 <= ... <= d_n has a cycle through all of them if d_i <= i <
 * n / 2 always implies d_(n - i) >= n - i. Every other edge of the cycle is a meeting. */
static bool can_all_meet(const struct pairing *pairing)
{
    int degrees[ENTRANTS_MAX];
    int entrants = pairing->entrants;
    if (pairing->forbidden_count == 0)
        return true;
    if (entrants < 3)
        return false;
    count_opponents(pairing, degrees);
    qsort(degrees, (size_t)entrants, sizeof *degrees, ascending);
    for (int i = 1; 2 * i < entrants; i++) {
        if (degrees[i - 1] <= i && degrees[entrants - i - 1] < entrants - i)
            return false;
    }
    return true;
}

int pairing_swiss_boards(const struct pairing *pairing)
{
    if (can_all_meet(pairing))
        return pairing->entrants / 2;
    const bool out[ENTRANTS_MAX] = {false};
    const int64_t points[ENTRANTS_MAX] = {0};
    struct meeting meetings[ENTRANTS_MAX];
    size_t count =
        pairing_swiss(pairing, &(struct pairing_state){.out = out, .points = points}, meetings);
    int boards = 0;
    for (size_t i = 0; i < count; i++)
        boards += meetings[i].second != ENTRANT_NOBODY;
    return boards;
}
