#include "test_solver_enumeration.h"

#include "tests/position_map.h"

#include <string.h>

/* Where the enumeration stands. */
struct tour {
    struct checker *checker;
    struct position position;
    struct position_map *visited; /* 1 for each position that was checked */
};

/* The canonical text is read as the same position. */
static void check_text(const struct rules *rules, const struct position *position)
{
    struct text text = {0};
    struct position read = {0};
    struct error error = {0};
    position_print(rules, position, &text);
    enum error_code failed = position_parse(rules, text_string(&text), text.len, &read, &error);
    EXPECT(!failed, "%s %s: %s", rules->text, text_string(&text), error.message);
    EXPECT(position_equal(&read, position), "%s %s is read as another", rules->text,
           text_string(&text));
    position_finish(&read);
    text_finish(&text);
}

static bool is_within_limits(const struct tour *tour)
{
    struct error error;
    return position_check_start(&tour->checker->rules, &tour->position, &error) !=
           ERROR_BAD_POSITION;
}

static void visit(struct tour *tour)
{
    EXPECT(++*position_map_at(tour->visited, &tour->position) == 1, "a position is met twice");
    if (tour->checker->positions % tour->checker->thorough_every == 0 && is_within_limits(tour))
        check_text(&tour->checker->rules, &tour->position);
    check_position(tour->checker, &tour->position);
}

static void pop_cells(struct tour *tour, uint32_t count)
{
    tour->position.count -= count;
}

static void add_heaps(struct tour *tour, int64_t least, int64_t left)
{
    visit(tour);
    for (int64_t heap = least; heap <= left; heap++) {
        position_push(&tour->position, heap);
        add_heaps(tour, heap, left - heap);
        pop_cells(tour, 1);
    }
}

static void go_through_pairs(struct tour *tour, int64_t size)
{
    visit(tour);
    for (int64_t b = 1; b <= size; b++) {
        position_push(&tour->position, b);
        visit(tour);
        for (int64_t a = 1; a <= b; a++) {
            position_insert(&tour->position, 0, a);
            visit(tour);
            position_remove(&tour->position, 0);
        }
        pop_cells(tour, 1);
    }
}

/* Only a heap of 1 may have a quota of 0, at the opening. */
static int64_t least_quota(int64_t heap)
{
    return heap == 1 ? 0 : 1;
}

static void go_through_quotas(struct tour *tour, int64_t size)
{
    visit(tour);
    for (int64_t heap = 1; heap <= size; heap++) {
        for (int64_t quota = least_quota(heap); quota <= heap; quota++) {
            position_push(&tour->position, heap);
            position_push(&tour->position, quota);
            visit(tour);
            pop_cells(tour, 2);
        }
    }
}

static void add_local_heaps(struct tour *tour, int64_t least, int64_t least_quota_of_it,
                            int64_t left)
{
    visit(tour);
    for (int64_t heap = least; heap <= left; heap++) {
        int64_t quota = heap == least ? least_quota_of_it : least_quota(heap);
        for (; quota <= heap; quota++) {
            position_push(&tour->position, heap);
            position_push(&tour->position, quota);
            add_local_heaps(tour, heap, quota, left - heap);
            pop_cells(tour, 2);
        }
    }
}

static void visit_with_global_quotas(struct tour *tour)
{
    int64_t largest = tour->position.cells[tour->position.count - 1];
    for (int64_t quota = least_quota(largest); quota <= largest; quota++) {
        tour->position.cells[0] = quota;
        visit(tour);
    }
}

/* The quota is the first cell. */
static void add_global_heaps(struct tour *tour, int64_t least, int64_t left, uint32_t heaps_left)
{
    if (tour->position.count > 1)
        visit_with_global_quotas(tour);
    for (int64_t heap = least; heap <= left && heaps_left > 0; heap++) {
        position_push(&tour->position, heap);
        add_global_heaps(tour, heap, left - heap, heaps_left - 1);
        pop_cells(tour, 1);
    }
}

static void go_through_global_quotas(struct tour *tour, int64_t size, uint32_t heaps_max)
{
    visit(tour);
    position_push(&tour->position, 0);
    add_global_heaps(tour, 1, size, heaps_max);
}

/* What is over the limits stays so with more rows. */
static void add_rows(struct tour *tour, int64_t most, int64_t left)
{
    for (int64_t row = 1; row <= most && row <= left; row++) {
        position_push(&tour->position, row);
        if (is_within_limits(tour)) {
            visit(tour);
            add_rows(tour, row, left - row);
        }
        pop_cells(tour, 1);
    }
}

static void cut_on(struct tour *tour, struct position_map *seen, int64_t size)
{
    uint32_t *is_seen = position_map_at(seen, &tour->position);
    if (*is_seen)
        return;
    *is_seen = 1;
    if (position_counters(&tour->checker->rules, &tour->position) <= (uint128)size)
        visit(tour);
    struct position before = {0};
    position_copy(&before, &tour->position);
    uint128 count = move_count(&tour->checker->rules, &before);
    for (uint128 i = 0; i < count; i++) {
        struct move move;
        move_at(&tour->checker->rules, &before, i, &move);
        position_copy(&tour->position, &before);
        move_apply(&tour->checker->rules, &tour->position, &move);
        cut_on(tour, seen, size);
    }
    position_finish(&before);
}

static void go_through_subgraphs(struct tour *tour, const char *start, int64_t size)
{
    struct position_map *seen = position_map_create();
    tour->position = position_of(&tour->checker->rules, start);
    cut_on(tour, seen, size);
    position_map_destroy(seen);
}

void check_every_position(struct checker *checker, enum enumeration enumeration, int64_t size,
                          const char *start)
{
    struct tour tour = {.checker = checker, .visited = position_map_create()};
    switch (enumeration) {
    case ALL_HEAPS:
        add_heaps(&tour, 1, size);
        break;
    case ALL_PAIRS_OF_HEAPS:
        go_through_pairs(&tour, size);
        break;
    case ALL_QUOTAS:
        go_through_quotas(&tour, size);
        break;
    case ALL_LOCAL_QUOTAS:
        add_local_heaps(&tour, 1, 0, size);
        break;
    case ALL_GLOBAL_QUOTAS:
        go_through_global_quotas(&tour, size, UINT32_MAX);
        break;
    case FEW_GLOBAL_QUOTAS:
        go_through_global_quotas(&tour, size, FEW_HEAPS);
        break;
    case ALL_ROWS:
        add_rows(&tour, size, size);
        break;
    case ALL_SUBGRAPHS:
        go_through_subgraphs(&tour, start, size);
        break;
    }
    position_map_destroy(tour.visited);
    position_finish(&tour.position);
}
