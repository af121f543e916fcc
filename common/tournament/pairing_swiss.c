/* A round of a swiss is a cheapest matching: what a pair costs says, aim by aim, how far it is from
 * what is wanted. */
#include "common/base/memory.h"
#include "common/tournament/matching.h"
#include "common/tournament/pairing_formats.h"

#include <assert.h>
#include <stdlib.h>

/* What a pair costs, the most important aim first. */
struct price {
    int byes;          /* entrants left without a meeting */
    int repeated_byes; /* how many byes those left without a meeting have had */
    int rematches;     /* how often the two have met */
    int one_sided;     /* how far the two are over the difference of meetings as first and as second
                          that may be */
    int bye_rank;      /* how many stand below those left without a meeting */
    int floating;      /* the square of how many score groups lie between the two */
    int shape;         /* how far it is from upper half against lower half, see shape_of() */
};

/* So many bits hold an aim's sum over all pairs, so that no sum of a lower aim makes up for one of
 * a higher. */
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
    int group; /* of those with as many points, 0 the best */
    int place; /* in the group, from 0 */
    int byes;
    int surplus; /* meetings as first less those as second */
    int last;    /* 1: was first in the last meeting; -1: second; 0: there was none */
};

struct group {
    int size;
    int from_above, to_below; /* how many float into it and out of it when all goes as it should */
};

struct swiss_round {
    int entrants;
    bool *forbidden; /* owned; entrants x entrants */
    int *met;        /* owned; how often; entrants x entrants */
    int count;
    struct candidate candidates[ENTRANTS_MAX]; /* the best first */
    struct group groups[ENTRANTS_MAX];
    matching_cost
        *costs; /* owned; of candidates by rank, with one more, nobody, if their number is odd */
    struct matching *matching;   /* owned; NULL: it is over */
    int opponents[ENTRANTS_MAX]; /* when it is over: by rank, the rank of the opponent; `count`:
                                    nobody */
};

/* --- who is there --- */

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

/* Who gets the bye of an odd number, unless a rematch could not be avoided then; ENTRANT_NOBODY of
 * an even one. */
static int expected_bye(const struct swiss_round *round)
{
    int lowest = round->count - 1;
    for (int i = lowest; i >= 0; i--) {
        if (round->candidates[i].byes < round->candidates[lowest].byes)
            lowest = i;
    }
    return round->count % 2 ? lowest : ENTRANT_NOBODY;
}

/* From the top: the last of an odd number floats down into the next group. */
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

/* --- what pairs cost --- */

/* More than a tournament has rounds can only be said by somebody who lies; the costs have no room
 * for it. */
static int at_most_rounds(int times)
{
    return times < PAIRING_ROUNDS_MAX ? times : PAIRING_ROUNDS_MAX;
}

static int squared(int value)
{
    return value * value;
}

/* In a group, when those who float are left aside, each of the upper half meets the one as many
 * places below as a half has: anything else costs the square of the difference. Who floats down
 * should be the last of the upper group, and meet the first of the lower one. */
static int shape_of(const struct swiss_round *round, const struct candidate *upper,
                    const struct candidate *lower)
{
    const struct group *group = &round->groups[upper->group];
    if (upper->group != lower->group)
        return squared(group->size - 1 - upper->place) + squared(lower->place);
    int half = (group->size - group->from_above - group->to_below) / 2;
    return squared(lower->place - upper->place - half);
}

/* A meeting makes the difference of one of two larger who both have a surplus, or both a lack. */
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

/* Of ranks upper < lower; `count` is the rank of nobody. Two who must not meet and are paired all
 * the same have byes: so there is a matching of all always. */
static matching_cost cost_of_pair(const struct swiss_round *round, int upper, int lower)
{
    if (lower == round->count)
        return cost_of(price_of_bye(round, upper));
    if (must_not_meet(round, upper, lower))
        return cost_of(price_of_bye(round, upper)) + cost_of(price_of_bye(round, lower));
    return cost_of(price_of_meeting(round, upper, lower));
}

static void fill_costs(struct swiss_round *round)
{
    int size = round->count + round->count % 2;
    round->costs = memory_zeroed((size_t)size * (size_t)size, sizeof *round->costs);
    for (int upper = 0; upper < size; upper++) {
        for (int lower = upper + 1; lower < size; lower++) {
            matching_cost cost = cost_of_pair(round, upper, lower);
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

/* Who has been first less often than second, compared with the other; then who was not first in its
 * last meeting; then the better one on every other board. */
static bool upper_is_first(const struct candidate *upper, const struct candidate *lower,
                           size_t board)
{
    if (upper->surplus != lower->surplus)
        return upper->surplus < lower->surplus;
    if (upper->last != lower->last)
        return upper->last < lower->last;
    return board % 2 == 0;
}

static struct meeting meeting_on(const struct candidate *upper, const struct candidate *lower,
                                 size_t board)
{
    bool is_first = upper_is_first(upper, lower, board);
    return (struct meeting){.first = is_first ? upper->entrant : lower->entrant,
                            .second = is_first ? lower->entrant : upper->entrant};
}

/* Those with the best players first, byes last. */
size_t swiss_round_meetings(const struct swiss_round *round,
                            struct meeting ret_meetings[ENTRANTS_MAX])
{
    assert(!round->matching);
    const struct candidate *candidates = round->candidates;
    const int *opponents = round->opponents;
    size_t count = 0;
    for (int i = 0; i < round->count; i++) {
        if (opponents[i] > i && opponents[i] < round->count) {
            ret_meetings[count] = meeting_on(&candidates[i], &candidates[opponents[i]], count);
            count++;
        }
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

/* --- how many can meet --- */

/* By entrant: with how many others it may meet. */
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

/* Is it plain that all can meet somebody at the same time, but for one of an odd number? V.
 * Chvátal, On Hamilton's ideals, Journal of Combinatorial Theory B 12 (1972): a graph of n >= 3
 * vertices has a cycle through all of them when of its degrees d_1 <= ... <= d_n each d_i <= i < n
 * / 2 comes with d_(n - i) >= n - i. Every other edge of the cycle is a meeting. */
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
