#include "common/words/choice.h"

#include "common/base/memory.h"
#include "common/game/chomp.h"
#include "common/game/family.h"
#include "common/game/hackenbush.h"
#include "common/game/heaps.h"
#include "common/game/octal.h"
#include "common/game/take_away.h"
#include "common/game/wythoff.h"
#include "common/words/words.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- games --- */

/* Can a move that takes this many or more split a heap? */
static bool splits_from(const struct rules *rules, int64_t least_taken)
{
    return family_is_code(rules->family) &&
           octal_may_leave(rules, least_taken, OCTAL_LEAVE_TWO | OCTAL_LEAVE_THREE);
}

static enum parts_kind kind_of(const struct rules *rules)
{
    if (rules->family == &family_chomp)
        return PARTS_CHOCOLATE;
    if (rules->family == &family_hackenbush)
        return PARTS_EDGES;
    if (splits_from(rules, 1))
        return PARTS_PINS;
    return words_has_heaps(rules) ? PARTS_HEAPS : PARTS_UNKNOWN;
}

/* --- heaps, rows --- */

static void add(struct parts *parts, struct part part)
{
    parts->items = memory_resized(parts->items, parts->count + 1, sizeof *parts->items);
    parts->items[parts->count++] = part;
}

static void find_heaps(struct parts *parts, const struct rules *rules,
                       const struct position *position)
{
    for (uint32_t i = 0; i < words_heap_count(rules, position); i++) {
        struct words_heap heap = words_heap_at(rules, position, i);
        add(parts, (struct part){
                       .size = heap.size,
                       .most = heap.most,
                       .group = {heap.is_ring ? -heap.size : heap.size,
                                 words_has_own_quotas(rules) ? heap.most : 0},
                       .is_ring = heap.is_ring,
                   });
    }
    if (rules->family == &family_wythoff && parts->count == WYTHOFF_HEAPS_MAX) {
        int64_t smaller = parts->items[0].size;
        add(parts,
            (struct part){.size = smaller, .most = smaller, .group = {INT64_MAX}, .is_both = true});
    }
}

/* --- edges --- */

/* A walk over all edges of a picture. */
struct walk {
    const struct position *position;
    struct parts *parts;
    bool is_walked[HACKENBUSH_EDGES_MAX];
    bool is_seen[HACKENBUSH_VERTEX_MAX + 1];
};

static void walk_from(struct walk *walk, int64_t vertex, int depth)
{
    const struct position *position = walk->position;
    walk->is_seen[vertex] = true;
    for (uint32_t edge = 0; edge < position->count / 2; edge++) {
        int64_t low = hackenbush_low(position, edge), high = hackenbush_high(position, edge);
        if (walk->is_walked[edge] || (low != vertex && high != vertex))
            continue;
        int64_t to = low + high - vertex;
        bool leads_back = walk->is_seen[to];
        walk->is_walked[edge] = true;
        add(walk->parts, (struct part){
                             .size = 1,
                             .most = 1,
                             .group = {low, high},
                             .from = vertex,
                             .to = to,
                             .depth = depth,
                             .leads_back = leads_back,
                         });
        if (!leads_back)
            walk_from(walk, to, depth + 1);
    }
}

void parts_find(struct parts *parts, const struct rules *rules, const struct position *position)
{
    parts->count = 0;
    grid_finish(&parts->grid);
    parts->kind = grid_of(&parts->grid, rules, position) ? PARTS_GRID : kind_of(rules);
    parts->eats_other = rules->family == &family_candy;
    parts->only_splits = rules->family == &family_grundy || parts->eats_other;
    parts->may_split = parts->only_splits || splits_from(rules, 0);
    parts->into_three = rules->family == &family_hexadecimal;
    if (parts->kind == PARTS_EDGES) {
        struct walk walk = {.position = position, .parts = parts};
        walk_from(&walk, HACKENBUSH_GROUND, 0);
        assert(parts->count == position->count / 2); /* the ground holds every edge */
    } else if (parts->kind == PARTS_CHOCOLATE) {
        for (uint32_t i = 0; i < position->count; i++) {
            int64_t size = position->cells[i];
            add(parts, (struct part){.size = size, .most = size, .group = {i}});
        }
    } else if (words_has_heaps(rules)) {
        find_heaps(parts, rules, position);
    }
}

void parts_finish(struct parts *parts)
{
    free(parts->items);
    grid_finish(&parts->grid);
    *parts = (struct parts){0};
}

/* --- moves --- */

static struct parts_move heap_move(const struct rules *rules, const struct move *move)
{
    const int64_t *after = move->cells + move->before_count;
    int64_t left = 0;
    for (int i = 0; i < move->after_count; i++)
        left += after[i];
    int64_t heap = heaps_counters(move->cells[0]);
    assert(left >= 0 && left <= heap);
    return (struct parts_move){
        .group = {move->cells[0], words_has_own_quotas(rules) ? move->cells[1] : 0},
        .taken = heap - left,
        .smallest = move->after_count > 0 ? after[0] : 0,
        .second = move->after_count > 1 ? after[1] : 0,
    };
}

struct parts_move parts_move_of(const struct rules *rules, const struct move *move)
{
    if (rules->family == &family_chomp)
        return (struct parts_move){
            .group = {move->cells[CHOMP_ROW]},
            .taken = move->cells[CHOMP_SQUARES] - move->cells[CHOMP_LEFT],
            .smallest = move->cells[CHOMP_LEFT],
        };
    if (rules->family == &family_hackenbush)
        return (struct parts_move){.group = {move->cells[0], move->cells[1]}, .taken = 1};
    if (!words_has_heaps(rules))
        return (struct parts_move){0};
    if (rules->family == &family_wythoff && move->before_count == WYTHOFF_HEAPS_MAX)
        return (struct parts_move){.group = {INT64_MAX}, .taken = wythoff_taken_of_both(move)};
    return heap_move(rules, move);
}
