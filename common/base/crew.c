#include "common/base/crew.h"

#include "common/base/memory.h"

#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

/* Sleeping and waking takes as long as many a part does. So whoever waits first asks so many times
 * again, and leaves the processor to others in between. */
enum { YIELDS = 100 };

/* Of a thread. Memory that is limited counts it whole, however little of it is used. */
enum { STACK_BYTES = 256 * 1024 };

static int size_max = CREW_MAX;

struct member {
    struct crew *crew;
    int number;
    pthread_t thread;
};

struct crew {
    crew_part *do_part;
    void *owner;
    int size;
    struct member *members; /* the first, the owner's thread, is not used */

    pthread_mutex_t lock; /* of the members below */
    pthread_cond_t begun, done;
    int parts, next;   /* those below `next` are begun */
    atomic_int undone; /* parts */
    atomic_int jobs;   /* begun so far, and one more at the end */
    bool ends;
};

int crew_size_here(void)
{
    cpu_set_t processors;
    if (sched_getaffinity(0, sizeof processors, &processors))
        return 1;
    int count = CPU_COUNT(&processors);
    return count > size_max ? size_max : count;
}

void crew_stay_alone(void)
{
    size_max = 1;
}

/* Does parts while there are some. With the lock held. */
static void do_parts(struct crew *crew, int member)
{
    while (crew->next < crew->parts) {
        int part = crew->next++;
        pthread_mutex_unlock(&crew->lock);
        crew->do_part(crew->owner, member, part);
        pthread_mutex_lock(&crew->lock);
        if (--crew->undone == 0)
            pthread_cond_signal(&crew->done);
    }
}

static void *work(void *argument)
{
    struct member *member = argument;
    struct crew *crew = member->crew;
    int seen = 0;
    pthread_mutex_lock(&crew->lock);
    while (!crew->ends) {
        do_parts(crew, member->number);
        pthread_mutex_unlock(&crew->lock);
        for (int i = 0; i < YIELDS && crew->jobs == seen; i++)
            sched_yield();
        pthread_mutex_lock(&crew->lock);
        while (crew->jobs == seen)
            pthread_cond_wait(&crew->begun, &crew->lock);
        seen = crew->jobs;
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

/* Signals of the program are for its other threads. */
static bool start(struct member *member)
{
    sigset_t all, before;
    pthread_attr_t attributes;
    sigfillset(&all);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool is_started = pthread_create(&member->thread, &attributes, work, member) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return is_started;
}

struct crew *crew_create(int size, crew_part *do_part, void *owner)
{
    assert(size >= 1 && size <= CREW_MAX);
    struct crew *crew = memory_zeroed(1, sizeof *crew);
    crew->do_part = do_part;
    crew->owner = owner;
    crew->members = memory_zeroed((size_t)size, sizeof *crew->members);
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->begun, NULL);
    pthread_cond_init(&crew->done, NULL);
    for (crew->size = 1; crew->size < size; crew->size++) {
        struct member *member = &crew->members[crew->size];
        *member = (struct member){.crew = crew, .number = crew->size};
        if (!start(member))
            break;
    }
    return crew;
}

void crew_destroy(struct crew *crew)
{
    if (!crew)
        return;
    assert(crew->undone == 0);
    pthread_mutex_lock(&crew->lock);
    crew->ends = true;
    crew->jobs++;
    pthread_cond_broadcast(&crew->begun);
    pthread_mutex_unlock(&crew->lock);
    for (int i = 1; i < crew->size; i++)
        pthread_join(crew->members[i].thread, NULL);
    pthread_cond_destroy(&crew->done);
    pthread_cond_destroy(&crew->begun);
    pthread_mutex_destroy(&crew->lock);
    free(crew->members);
    free(crew);
}

int crew_size(const struct crew *crew)
{
    return crew->size;
}

void crew_begin(struct crew *crew, int parts)
{
    pthread_mutex_lock(&crew->lock);
    assert(crew->undone == 0 && parts >= 0);
    crew->parts = parts;
    crew->undone = parts;
    crew->next = 0;
    crew->jobs++;
    pthread_cond_broadcast(&crew->begun);
    pthread_mutex_unlock(&crew->lock);
}

void crew_end(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    do_parts(crew, 0);
    pthread_mutex_unlock(&crew->lock);
    for (int i = 0; i < YIELDS && crew->undone > 0; i++)
        sched_yield();
    pthread_mutex_lock(&crew->lock);
    while (crew->undone > 0)
        pthread_cond_wait(&crew->done, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
}
