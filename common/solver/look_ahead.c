#include "common/solver/look_ahead.h"

#include <endian.h>

/* A part is what one thread looks at together. A run of many parts leaves more pairs to each sum.
 */
enum { PARTS_BY_THREADS = 4 };

void look_ahead_init(struct look_ahead *ahead, const struct value_row *row,
                     const struct sparse_space *space, bool unequal)
{
    *ahead = (struct look_ahead){.row = row, .space = space, .unequal = unequal};
}

static void finish_run(struct ahead_run *run)
{
    free(run->sets.words);
    free(run->rare);
}

void look_ahead_finish(struct look_ahead *ahead)
{
    assert(!ahead->crew);
    finish_run(&ahead->now);
    finish_run(&ahead->next);
    free(ahead->heaps);
    free(ahead->seen);
}

static size_t run_memory(const struct ahead_run *run)
{
    return bit_sets_memory(&run->sets) + (size_t)run->rare_capacity * sizeof *run->rare;
}

size_t look_ahead_memory(const struct look_ahead *ahead)
{
    return run_memory(&ahead->now) + run_memory(&ahead->next) +
           (size_t)ahead->heap_count * sizeof *ahead->heaps +
           (size_t)ahead->seen_count * ahead->seen_bytes;
}

/* --- looking, on any thread --- */

/* Moves what was seen of the sums of a part into their sets. Eight values at a time: byte i of
 * `eight` comes to hold theirs of the sum i. */
static void take_seen(const struct ahead_run *run, int part, uint8_t *seen)
{
    for (uint32_t word = 0; word < run->sets.stride; word++) {
        uint64_t words[VALUE_ROW_SUMS] = {0};
        for (uint32_t value = 0; value < 64; value += 8) {
            uint64_t eight = 0;
            for (uint32_t i = 0; i < 8; i++) {
                uint64_t sums;
                memcpy(&sums, seen + VALUE_ROW_SUMS * (64 * word + value + i), sizeof sums);
                eight |= le64toh(sums) << i;
            }
            for (uint32_t i = 0; i < VALUE_ROW_SUMS; i++)
                words[i] |= (eight >> (8 * i) & 0xff) << value;
        }
        for (int i = 0; i < VALUE_ROW_SUMS; i++)
            bit_set_at(&run->sets, part * VALUE_ROW_SUMS + i)[word] = words[i];
    }
    memset(seen, 0, 64 * run->sets.stride * VALUE_ROW_SUMS);
}

static void look_at_part(void *owner, int member, int part)
{
    const struct look_ahead *ahead = owner;
    const struct ahead_run *run = ahead->in_work;
    uint8_t *seen = ahead->seen + (size_t)member * ahead->seen_bytes;
    int64_t sum = run->from + part * VALUE_ROW_SUMS;
    value_row_mark_sums(ahead->row, sum, ahead->heaps + run->rest, run->first_pairs + 1 - run->rest,
                        seen);
    value_row_mark_sums(ahead->row, sum, run->rare, run->rare_count, seen);
    take_seen(run, part, seen);
}

/* --- runs --- */

/* The number of rare heaps below this one. */
static int64_t rare_below(const struct sparse_space *space, int64_t heap)
{
    int64_t low = 0, high = space->count;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (space->rare[middle] < heap)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Behind the halves of the sums of a run, which begin at from / 2. */
static int64_t end_of_halves(const struct ahead_run *run)
{
    return (run->from + run->sums) / 2 + 1;
}

/* Grows by half, since a table that grows needs more and more first pairs. */
static void list_heaps(struct look_ahead *ahead, int64_t last)
{
    int64_t known = ahead->heap_count;
    if (last < known)
        return;
    ahead->heap_count = last + last / 2 + 1;
    ahead->heaps = memory_resized(ahead->heaps, (size_t)ahead->heap_count, sizeof *ahead->heaps);
    for (int64_t heap = known; heap < ahead->heap_count; heap++)
        ahead->heaps[heap] = (uint32_t)heap;
}

static void list_rare(const struct sparse_space *space, int64_t from, int64_t to,
                      struct ahead_run *run)
{
    int64_t first = rare_below(space, from), count = rare_below(space, to) - first;
    if (count <= 0)
        return;
    if (run->rare_count + count > run->rare_capacity) {
        run->rare_capacity = 2 * (run->rare_count + count);
        run->rare = memory_resized(run->rare, (size_t)run->rare_capacity, sizeof *run->rare);
    }
    memcpy(run->rare + run->rare_count, space->rare + first, (size_t)count * sizeof *run->rare);
    run->rare_count += count;
}

/* A rare heap whose value is still to come is the partner of one below run->rest. Where the two
 * heaps must differ, a rare heap that may be half of one of the sums waits for its sum, too. */
static void list_rare_heaps(const struct look_ahead *ahead, struct ahead_run *run)
{
    int64_t halves = end_of_halves(run), end = run->from + run->sums - run->first_pairs;
    run->rare_count = 0;
    if (run->mask == 0)
        return;
    list_rare(ahead->space, run->first_pairs + 1, ahead->unequal ? run->from / 2 : halves, run);
    list_rare(ahead->space, halves, end, run);
}

/* The values of the heaps below `known` are known. */
static void plan(struct look_ahead *ahead, int64_t from, int64_t known, int64_t first_pairs,
                 struct ahead_run *run)
{
    run->from = from;
    run->sums = VALUE_ROW_SUMS * (ahead->crew ? PARTS_BY_THREADS : 1);
    run->rest = from + run->sums - known;
    run->first_pairs = first_pairs;
    run->mask = ahead->space->mask;
    if (run->sets.stride != ahead->row->bound / 64 || run->sets.count != (size_t)run->sums) {
        free(run->sets.words);
        run->sets = bit_sets_create(run->sums, ahead->row->bound);
    }
    assert(run->rest <= first_pairs);
    list_heaps(ahead, first_pairs);
    list_rare_heaps(ahead, run);
}

static void make_seen(struct look_ahead *ahead)
{
    int count = ahead->crew ? crew_size(ahead->crew) : 1;
    size_t bytes = (size_t)ahead->row->bound * VALUE_ROW_SUMS;
    if (ahead->seen_bytes == bytes && ahead->seen_count >= count)
        return;
    free(ahead->seen);
    ahead->seen = memory_zeroed((size_t)count, bytes);
    ahead->seen_bytes = bytes;
    ahead->seen_count = count;
}

static void begin_run(struct look_ahead *ahead, int64_t from, int64_t known, int64_t first_pairs,
                      struct ahead_run *run)
{
    make_seen(ahead);
    plan(ahead, from, known, first_pairs, run);
    ahead->in_work = run;
    if (ahead->crew)
        crew_begin(ahead->crew, PARTS_BY_THREADS);
}

static void end_run(struct look_ahead *ahead)
{
    if (ahead->crew)
        crew_end(ahead->crew);
    else
        look_at_part(ahead, 0, 0);
}

static bool has(const struct look_ahead *ahead, const struct ahead_run *run, int64_t sum)
{
    return run->from > 0 && sum >= run->from && sum < run->from + run->sums &&
           run->mask == ahead->space->mask;
}

/* Makes the run that has this sum the present one. */
static void come_to(struct look_ahead *ahead, int64_t sum, int64_t first_pairs)
{
    if (ahead->crew)
        crew_end(ahead->crew);
    if (has(ahead, &ahead->next, sum)) {
        struct ahead_run next = ahead->next;
        ahead->next = ahead->now;
        ahead->now = next;
    } else {
        begin_run(ahead, sum, sum, first_pairs, &ahead->now);
        end_run(ahead);
    }
    if (ahead->crew)
        begin_run(ahead, ahead->now.from + ahead->now.sums, sum, first_pairs, &ahead->next);
}

/* --- the interface --- */

void look_ahead_begin(struct look_ahead *ahead)
{
    assert(!ahead->crew);
    /* No more than one for each part, beside the one that uses them. */
    int here = crew_size_here(), most = PARTS_BY_THREADS + 1;
    ahead->crew = crew_create(here < most ? here : most, look_at_part, ahead);
    if (crew_size(ahead->crew) == 1)
        look_ahead_end(ahead);
}

void look_ahead_end(struct look_ahead *ahead)
{
    if (!ahead->crew)
        return;
    crew_end(ahead->crew);
    crew_destroy(ahead->crew);
    ahead->crew = NULL;
}

int look_ahead_lookers(const struct look_ahead *ahead)
{
    return ahead->crew ? crew_size(ahead->crew) - 1 : 1;
}

static void add_pair(const struct value_row *row, int64_t sum, int64_t a, uint64_t *set)
{
    bit_set_add(set, row->values[a] ^ row->values[sum - a]);
}

/* Adds the pairs that the run leaves out. */
static void add_rest(const struct look_ahead *ahead, int64_t sum, uint64_t *set)
{
    const struct sparse_space *space = ahead->space;
    const struct ahead_run *now = &ahead->now;
    for (int64_t a = 1; a < now->rest; a++)
        add_pair(ahead->row, sum, a, set);
    if (!ahead->unequal || space->mask == 0)
        return;
    int64_t end = rare_below(space, end_of_halves(now));
    for (int64_t i = rare_below(space, now->from / 2); i < end; i++) {
        if (2 * (int64_t)space->rare[i] != sum)
            add_pair(ahead->row, sum, space->rare[i], set);
    }
}

int64_t look_ahead_take(struct look_ahead *ahead, int64_t sum, int64_t first_pairs,
                        uint64_t *ret_set)
{
    struct ahead_run *now = &ahead->now;
    size_t words = ahead->row->bound / 64;
    assert(sum <= ahead->row->count && ahead->row->bound <= LOOK_AHEAD_BOUND_MAX);
    if (!has(ahead, now, sum))
        come_to(ahead, sum, first_pairs);
    memset(ret_set, 0, words * sizeof *ret_set);
    memcpy(ret_set, bit_set_at(&now->sets, sum - now->from), now->sets.stride * sizeof *ret_set);
    add_rest(ahead, sum, ret_set);
    return now->first_pairs;
}
