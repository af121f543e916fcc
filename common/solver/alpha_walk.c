#include "common/solver/alpha_walk.h"

#include "common/base/fraction.h"
#include "common/base/memory.h"

#include <assert.h>
#include <stdlib.h>

struct alpha alpha_reduced(int64_t p, int64_t q)
{
    assert(p >= 1 && q >= 1);
    struct fraction reduced = fraction_reduced((struct fraction){p, q});
    return (struct alpha){reduced.numerator, reduced.denominator};
}

int alpha_compare(struct alpha a, struct alpha b)
{
    uint128 left = (uint128)a.p * (uint128)b.q, right = (uint128)b.p * (uint128)a.q;
    return (left > right) - (left < right);
}

bool alpha_is_allowed(struct alpha alpha)
{
    return alpha.q >= 1 && alpha.p >= alpha.q &&
           alpha_reaches((struct alpha){ALPHA_MAX, 1}, alpha.q, alpha.p);
}

struct take_away_function alpha_function(struct alpha alpha)
{
    assert(alpha_is_allowed(alpha));
    return (struct take_away_function){.numerator = alpha.p, .denominator = alpha.q};
}

/* Makes room for `more` terms. */
static void reserve_terms(struct alpha_walk *walk, uint32_t more)
{
    if (walk->term_capacity - walk->term_count >= more)
        return;
    walk->term_capacity = 2 * (walk->term_count + more);
    walk->terms = memory_resized(walk->terms, walk->term_capacity, sizeof *walk->terms);
}

static void push_jump(struct alpha_walk *walk, uint32_t term)
{
    if (walk->jump_count == walk->jump_capacity) {
        walk->jump_capacity = walk->jump_capacity ? 2 * walk->jump_capacity : 64;
        walk->jumps = memory_resized(walk->jumps, walk->jump_capacity, sizeof *walk->jumps);
    }
    walk->jumps[walk->jump_count++] = term;
}

static struct alpha ratio_of(const struct alpha_walk *walk, const struct alpha_change *change)
{
    return (struct alpha){walk->terms[change->term], walk->terms[walk->jumps[change->opened]]};
}

/* The least upper ratio so far, once there is one: the right end of the interval, not reduced. */
static struct alpha least_ratio(const struct alpha_walk *walk)
{
    assert(walk->change_count > 0);
    return ratio_of(walk, &walk->changes[walk->change_count - 1]);
}

/* Adds terms until m(n) of the last one is `jump`; this needs no comparison. */
static bool advance(struct alpha_walk *walk, uint32_t jump)
{
    uint32_t n = walk->term_count - 1, m = n + 1 - walk->jump_count, more = jump - m;
    reserve_terms(walk, more + 1);
    const int64_t *summands = walk->terms + m;
    int64_t *terms = walk->terms + n;
    int64_t term = *terms;
    for (uint32_t i = 0; i < more; i++) {
        if (__builtin_add_overflow(term, summands[i], &term))
            return false;
        terms[i + 1] = term;
    }
    walk->term_count += more;
    return true;
}

/* The comparison with this ratio has failed, so it is the upper ratio of the last term. */
static void note_change(struct alpha_walk *walk)
{
    struct alpha_change change = {walk->term_count - 1, walk->opened, walk->jump_count};
    if (walk->change_count) {
        struct alpha least = least_ratio(walk);
        if (alpha_reaches(ratio_of(walk, &change), least.q, least.p))
            return;
    }
    if (walk->change_count == walk->change_capacity) {
        walk->change_capacity = walk->change_capacity ? 2 * walk->change_capacity : 64;
        walk->changes = memory_resized(walk->changes, walk->change_capacity, sizeof *walk->changes);
    }
    walk->changes[walk->change_count++] = change;
}

/* Compares where m(n) is the first element of J that is not done yet, and adds the term n + 1. */
static bool compare(struct alpha_walk *walk)
{
    int64_t summand = walk->terms[walk->jumps[walk->opened]], term;
    if (__builtin_add_overflow(walk->terms[walk->term_count - 1], summand, &term))
        return false;
    reserve_terms(walk, 1);
    walk->terms[walk->term_count++] = term;
    if (alpha_reaches(walk->alpha, summand, term)) {
        push_jump(walk, walk->term_count - 1);
    } else {
        note_change(walk);
        walk->opened++;
    }
    return true;
}

/* Finds the rest of J. */
static bool settle(struct alpha_walk *walk)
{
    while (walk->opened < walk->jump_count) {
        if (!advance(walk, walk->jumps[walk->opened]) || !compare(walk))
            return false;
    }
    return true;
}

bool alpha_walk_start(struct alpha_walk *walk, struct alpha alpha)
{
    assert(alpha_is_allowed(alpha));
    *walk = (struct alpha_walk){.alpha = alpha};
    reserve_terms(walk, 2);
    walk->terms[0] = 0;
    walk->terms[1] = 1;
    walk->term_count = 2;
    push_jump(walk, 1);
    return settle(walk);
}

void alpha_walk_finish(struct alpha_walk *walk)
{
    free(walk->terms);
    free(walk->jumps);
    free(walk->changes);
    *walk = (struct alpha_walk){0};
}

bool alpha_walk_next(struct alpha_walk *walk)
{
    assert(walk->change_count > 0 && walk->opened == walk->jump_count);
    struct alpha_change change = walk->changes[--walk->change_count];
    walk->alpha = ratio_of(walk, &change);
    walk->term_count = change.term + 1;
    walk->jump_count = change.jump_count;
    push_jump(walk, change.term);
    walk->opened = change.opened;
    return settle(walk);
}

struct alpha alpha_walk_left(const struct alpha_walk *walk)
{
    struct alpha greatest = {1, 1};
    for (uint32_t i = 0; i < walk->jump_count; i++) {
        uint32_t n = walk->jumps[i];
        struct alpha ratio = {walk->terms[n], walk->terms[n - i]};
        if (alpha_compare(ratio, greatest) > 0)
            greatest = ratio;
    }
    return alpha_reduced(greatest.p, greatest.q);
}

struct alpha alpha_walk_right(const struct alpha_walk *walk)
{
    struct alpha least = least_ratio(walk);
    return alpha_reduced(least.p, least.q);
}

uint32_t alpha_walk_gap(const struct alpha_walk *walk)
{
    return walk->jump_count - 1;
}

uint32_t alpha_walk_start_index(const struct alpha_walk *walk)
{
    return walk->jumps[walk->jump_count - 1];
}

static enum alpha_count_result count_on(struct alpha_walk *walk, struct alpha below,
                                        const atomic_bool *stop, int64_t *count)
{
    for (; alpha_compare(least_ratio(walk), below) < 0; (*count)++) {
        if (stop && atomic_load_explicit(stop, memory_order_relaxed))
            return ALPHA_STOPPED;
        if (!alpha_walk_next(walk))
            return ALPHA_OVERFLOW;
    }
    return ALPHA_COUNTED;
}

/* Is alpha the left end of the walk's interval, and not 1? */
static bool begins_at(const struct alpha_walk *walk, struct alpha alpha)
{
    return alpha_compare(alpha, (struct alpha){1, 1}) > 0 &&
           alpha_compare(alpha_walk_left(walk), alpha) == 0;
}

enum alpha_count_result alpha_count_within(struct alpha from, struct alpha below,
                                           const atomic_bool *stop, int64_t *ret_count)
{
    struct alpha_walk walk;
    enum alpha_count_result result = ALPHA_OVERFLOW;
    if (alpha_walk_start(&walk, from)) {
        int64_t count = begins_at(&walk, from) && alpha_compare(from, below) < 0;
        result = count_on(&walk, below, stop, &count);
        if (result == ALPHA_COUNTED)
            *ret_count = count;
    }
    alpha_walk_finish(&walk);
    return result;
}

bool alpha_is_cutoff(struct alpha alpha, bool *ret_known)
{
    struct alpha_walk walk;
    *ret_known = alpha_walk_start(&walk, alpha);
    bool is_cutoff = *ret_known && begins_at(&walk, alpha);
    alpha_walk_finish(&walk);
    return is_cutoff;
}
