#include "client/study/alpha_count.h"

#include "client/lib/loop.h"
#include "common/base/crew.h"

#include <assert.h>
#include <inttypes.h>
#include <pthread.h>

/* Interval of writing the checkpoint during a count. */
enum { CHECKPOINT_EVERY_MS = 1000 };

/* A count in progress. */
struct counting {
    const struct alpha_count_wish *wish;
    struct alpha_count *count;
    double share_at_start;

    pthread_mutex_t lock; /* protects the members below, and the counts */
    int64_t next;         /* the parts below are finished or assigned to a thread */
    int64_t written_ms;
    enum alpha_count_end end;
    struct error *error;
};

/* --- progress --- */

/* The number of parts [1, 2), [2, 3) ... below upto. */
static int64_t part_count(const struct alpha_count *count)
{
    return count->upto.p / count->upto.q - 1;
}

static bool is_done(const struct alpha_count *count, int64_t part)
{
    return count->parts.counts[part - 1] != ALPHA_PART_OPEN;
}

void alpha_count_parts(const struct alpha_count *count, int64_t *ret_done, int64_t *ret_parts)
{
    *ret_parts = part_count(count);
    *ret_done = 0;
    for (int64_t part = 1; part <= *ret_parts; part++)
        *ret_done += is_done(count, part);
}

int64_t alpha_count_upto_whole(const struct alpha_count *count, int64_t x)
{
    int64_t total = x >= 2; /* x itself counts: every whole number from 2 on is a cutoff */
    for (int64_t part = 1; part < x; part++)
        total += count->parts.counts[part - 1];
    return total;
}

int64_t alpha_count_total(const struct alpha_count *count)
{
    int64_t whole = part_count(count) + 1;
    return alpha_count_upto_whole(count, whole) - (whole >= 2) + count->last;
}

/* The finished share of the work. The work of a part grows with the square of its number. */
static double share_done(const struct alpha_count *count)
{
    double done = 0, all = 0;
    for (int64_t part = 1; part <= part_count(count); part++) {
        double work = (double)part * (double)part;
        all += work;
        done += is_done(count, part) ? work : 0;
    }
    return all > 0 ? done / all : 1;
}

static void tell_progress(const struct counting *counting)
{
    struct progress_state state = {
        .share_done = share_done(counting->count),
        .share_at_start = counting->share_at_start,
    };
    if (!counting->wish->progress)
        return;
    alpha_count_parts(counting->count, &state.parts_done, &state.parts);
    counting->wish->progress(counting->wish->owner, &state);
}

/* --- counting --- */

static void fail(struct counting *counting, enum alpha_count_end end)
{
    if (counting->end == ALPHA_COUNT_DONE)
        counting->end = end;
}

static void write_checkpoint(struct counting *counting)
{
    const char *path = counting->wish->checkpoint;
    struct error error;
    if (path && alpha_checkpoint_write(path, &counting->count->parts, &error) &&
        counting->end != ALPHA_COUNT_FAILED) {
        counting->end = ALPHA_COUNT_FAILED;
        *counting->error = error;
    }
    counting->written_ms = clock_now_ms();
}

/* Assigns the next part; false: none is left, or the count has ended. */
static bool take_part(struct counting *counting, int64_t *ret_part)
{
    bool is_stopped = counting->wish->stop && atomic_load(counting->wish->stop);
    int64_t parts = part_count(counting->count);
    while (counting->next <= parts && is_done(counting->count, counting->next))
        counting->next++;
    if (counting->next > parts || counting->end != ALPHA_COUNT_DONE)
        return false;
    if (is_stopped) {
        fail(counting, ALPHA_COUNT_STOPPED);
        return false;
    }
    *ret_part = counting->next++;
    return true;
}

static void set_overflow(struct counting *counting, int64_t part)
{
    assert(part >= 1);
    if (counting->end != ALPHA_COUNT_FAILED)
        error_set(counting->error, ERROR_LIMIT_REACHED,
                  "from %" PRId64 " on, terms exceed 2^63-1: choose a smaller bound", part);
    counting->end = ALPHA_COUNT_FAILED;
}

static void part_ended(struct counting *counting, int64_t part, enum alpha_count_result result,
                       int64_t found)
{
    switch (result) {
    case ALPHA_COUNTED:
        assert(part >= 1 && part <= part_count(counting->count) && found >= 0);
        counting->count->parts.counts[part - 1] = found;
        if (counting->wish->checkpoint &&
            clock_now_ms() - counting->written_ms >= CHECKPOINT_EVERY_MS)
            write_checkpoint(counting);
        tell_progress(counting);
        break;
    case ALPHA_OVERFLOW:
        set_overflow(counting, part);
        break;
    case ALPHA_STOPPED:
        fail(counting, ALPHA_COUNT_STOPPED);
        break;
    }
}

/* Of each member of the crew: which parts are still to be counted is known under the lock only. */
static void count_parts(void *owner, int member, int share)
{
    struct counting *counting = owner;
    int64_t part;
    (void)member;
    (void)share;
    pthread_mutex_lock(&counting->lock);
    while (take_part(counting, &part)) {
        pthread_mutex_unlock(&counting->lock);
        int64_t found = 0;
        enum alpha_count_result result = alpha_count_within(
            (struct alpha){part, 1}, (struct alpha){part + 1, 1}, counting->wish->stop, &found);
        pthread_mutex_lock(&counting->lock);
        part_ended(counting, part, result, found);
    }
    pthread_mutex_unlock(&counting->lock);
}

static void count_by_threads(struct counting *counting)
{
    struct crew *crew = crew_create(counting->wish->threads, count_parts, counting);
    crew_begin(crew, crew_size(crew));
    crew_end(crew);
    crew_destroy(crew);
}

/* Counts the rest above the last whole number, which the checkpoint does not keep. */
static void count_last(struct counting *counting)
{
    struct alpha upto = counting->count->upto, whole = {upto.p / upto.q, 1};
    enum alpha_count_result result =
        alpha_count_within(whole, upto, counting->wish->stop, &counting->count->last);
    bool is_known = true;
    if (result == ALPHA_COUNTED)
        counting->count->last += alpha_is_cutoff(upto, &is_known);
    if (result == ALPHA_OVERFLOW || !is_known)
        set_overflow(counting, whole.p);
    if (result == ALPHA_STOPPED)
        fail(counting, ALPHA_COUNT_STOPPED);
}

enum alpha_count_end alpha_count_run(const struct alpha_count_wish *wish,
                                     struct alpha_count *ret_count, struct error *error)
{
    assert(wish->threads >= 1 && wish->threads <= CREW_MAX);
    *ret_count = (struct alpha_count){.upto = wish->upto};
    alpha_parts_reserve(&ret_count->parts, part_count(ret_count));
    struct counting counting = {.wish = wish, .count = ret_count, .next = 1, .error = error};
    if (wish->checkpoint && alpha_checkpoint_read(wish->checkpoint, &ret_count->parts, error))
        return ALPHA_COUNT_FAILED;
    pthread_mutex_init(&counting.lock, NULL);
    write_checkpoint(&counting); /* reports an unwritable file before the work */
    if (counting.end == ALPHA_COUNT_DONE) {
        counting.share_at_start = share_done(ret_count);
        count_by_threads(&counting);
        if (counting.end == ALPHA_COUNT_DONE)
            count_last(&counting);
        write_checkpoint(&counting);
    }
    pthread_mutex_destroy(&counting.lock);
    return counting.end;
}

void alpha_count_finish(struct alpha_count *count)
{
    alpha_parts_finish(&count->parts);
}
