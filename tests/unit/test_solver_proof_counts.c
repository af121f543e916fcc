#include "test_solver_proof_counts.h"

#include "common/game/chomp.h"
#include "common/game/hackenbush.h"

enum { PARTS_TOTAL_MAX = 64 };

/* How many multisets of parts have each total: the coefficients of a product of
 * 1 / (1 - x^part). */
struct multisets {
    int64_t total_max;
    uint64_t counts[PARTS_TOTAL_MAX + 1];
};

static struct multisets multisets_of_nothing(int64_t total_max)
{
    EXPECT(total_max <= PARTS_TOTAL_MAX, "totals to %d, no more", PARTS_TOTAL_MAX);
    return (struct multisets){.total_max = total_max, .counts = {1}};
}

static void add_kind_of_part(struct multisets *multisets, int64_t part)
{
    for (int64_t total = part; total <= multisets->total_max; total++)
        multisets->counts[total] += multisets->counts[total - part];
}

static uint64_t multisets_to(const struct multisets *multisets, int64_t total_max)
{
    uint64_t count = 0;
    for (int64_t total = 0; total <= total_max; total++)
        count += multisets->counts[total];
    return count;
}

/* The partitions of 0, 1 ... size. */
static uint64_t count_heaps(int64_t size)
{
    struct multisets multisets = multisets_of_nothing(size);
    for (int64_t part = 1; part <= size; part++)
        add_kind_of_part(&multisets, part);
    return multisets_to(&multisets, size);
}

/* A heap has as many quotas as counters, a heap of 1 one more: but for that, MacMahon's product for
 * the plane partitions. */
static uint64_t count_local_quotas(int64_t size)
{
    struct multisets multisets = multisets_of_nothing(size);
    add_kind_of_part(&multisets, 1);
    for (int64_t part = 1; part <= size; part++) {
        for (int64_t quota = 1; quota <= part; quota++)
            add_kind_of_part(&multisets, part);
    }
    return multisets_to(&multisets, size);
}

/* A partition has as many quotas as its largest part, one more where that is 1; and the empty
 * position. The largest parts of all partitions into at most `heaps_max` parts are the numbers of
 * parts of those into parts of at most `heaps_max`; and a part that occurs t times counts once in
 * each of the partitions that are left when 1, 2 ... t of it are taken away. */
static uint64_t count_global_quotas(int64_t size, int64_t heaps_max)
{
    struct multisets multisets = multisets_of_nothing(size);
    int64_t largest = heaps_max < size ? heaps_max : size;
    for (int64_t part = 1; part <= largest; part++)
        add_kind_of_part(&multisets, part);
    uint64_t count = 1 + (uint64_t)largest;
    for (int64_t part = 1; part <= largest; part++) {
        for (int64_t taken = part; taken <= size; taken += part)
            count += multisets_to(&multisets, size - taken);
    }
    return count;
}

/* Rows of descending length in a box, with at most so many squares: the first row is as long as the
 * box is wide, or the last column is empty. */
static uint64_t rows_in_box(int64_t rows, int64_t columns, int64_t squares)
{
    if (rows == 0 || columns == 0)
        return 1;
    uint64_t count = rows_in_box(rows, columns - 1, squares);
    if (columns <= squares)
        count += rows_in_box(rows - 1, columns, squares - columns);
    return count;
}

/* Sorted by the number of rows and the length of the first; those that have both are what is in the
 * box beside them. A box is within the limits where its binomial number is. */
static uint64_t count_rows(int64_t size)
{
    uint64_t count = 0, binomials[PARTS_TOTAL_MAX + 1];
    EXPECT(size <= PARTS_TOTAL_MAX, "%d squares, no more", PARTS_TOTAL_MAX);
    for (int64_t columns = 0; columns <= size; columns++)
        binomials[columns] = 1;
    for (int64_t rows = 1; rows <= size; rows++) {
        for (int64_t columns = 1; rows + columns - 1 <= size; columns++) {
            binomials[columns] += binomials[columns - 1];
            if (binomials[columns] <= CHOMP_POSITIONS_MAX)
                count += rows_in_box(rows - 1, columns - 1, size - (rows + columns - 1));
        }
    }
    return count;
}

/* The vertices that are connected to the ground by edges of the subset, as bits. */
static uint64_t held_by_ground(const struct position *picture, uint64_t subset)
{
    uint64_t held = UINT64_C(1) << HACKENBUSH_GROUND, before;
    do {
        before = held;
        for (uint32_t edge = 0; edge < picture->count / 2; edge++) {
            uint64_t ends = UINT64_C(1) << picture->cells[2 * edge] |
                            UINT64_C(1) << picture->cells[2 * edge + 1];
            if (subset >> edge & 1 && held & ends)
                held |= ends;
        }
    } while (held != before);
    return held;
}

/* Does it hold together, and are parallel edges, which stand side by side, taken in their order? */
static bool is_position(const struct position *picture, uint64_t subset)
{
    uint64_t held = held_by_ground(picture, subset);
    const int64_t *cells = picture->cells;
    for (uint32_t edge = 0; edge < picture->count / 2; edge++, cells += 2) {
        if (!(subset >> edge & 1))
            continue;
        if (!(held >> cells[0] & 1))
            return false;
        bool is_parallel = edge > 0 && cells[-2] == cells[0] && cells[-1] == cells[1];
        if (is_parallel && !(subset >> (edge - 1) & 1))
            return false;
    }
    return true;
}

/* Every subset of the edges that the ground holds can be reached: cut the others. */
static uint64_t count_subgraphs(const struct rules *rules, int64_t size, const char *start)
{
    struct position picture = position_of(rules, start);
    uint64_t count = 0;
    EXPECT(picture.count / 2 <= 20, "too many subsets of %u edges", picture.count / 2);
    for (uint64_t subset = 0; subset < UINT64_C(1) << picture.count / 2; subset++)
        count += __builtin_popcountll(subset) <= size && is_position(&picture, subset);
    position_finish(&picture);
    return count;
}

uint64_t count_every_position(const struct rules *rules, enum enumeration enumeration, int64_t size,
                              const char *start)
{
    uint64_t heaps = (uint64_t)size;
    switch (enumeration) {
    case ALL_HEAPS:
        return count_heaps(size);
    case ALL_PAIRS_OF_HEAPS:
        return (heaps + 1) * (heaps + 2) / 2;
    case ALL_QUOTAS: /* as many as counters, a heap of 1 has one more; and the empty position */
        return heaps * (heaps + 1) / 2 + 2;
    case ALL_LOCAL_QUOTAS:
        return count_local_quotas(size);
    case ALL_GLOBAL_QUOTAS:
        return count_global_quotas(size, size);
    case FEW_GLOBAL_QUOTAS:
        return count_global_quotas(size, FEW_HEAPS);
    case ALL_ROWS:
        return count_rows(size);
    case ALL_SUBGRAPHS:
        return count_subgraphs(rules, size, start);
    }
    cr_fatal("no such enumeration");
    return 0;
}
