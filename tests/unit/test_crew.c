/* Threads that do the parts of a job. */
#include "common/base/crew.h"
#include "tests/suite.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

SUITE(crew, 20);

enum { SIZE = 4, PARTS = 100 };

static struct {
    atomic_int done[PARTS], of_member[SIZE], other_threads;
    pthread_t owner;
    bool holds; /* a part waits until the owner lets it go */
    atomic_bool is_begun, is_let_go;
} job;

static void do_part(void *owner, int member, int part)
{
    atomic_int *parts = owner;
    EXPECT(member >= 0 && member < SIZE && part >= 0 && part < PARTS, "%d, %d", member, part);
    EXPECT((member == 0) == pthread_equal(pthread_self(), job.owner), "member %d", member);
    (*parts)++;
    job.done[part]++;
    job.of_member[member]++;
    job.other_threads += member > 0;
    job.is_begun = true;
    while (job.holds && !job.is_let_go)
        sched_yield();
}

static void begin(void)
{
    memset(&job, 0, sizeof job);
    job.owner = pthread_self();
}

Test(crew, each_part_is_done_once)
{
    atomic_int count = 0;
    for (int size = 1; size <= SIZE; size++) {
        struct crew *crew = crew_create(size, do_part, &count);
        cr_assert_eq(crew_size(crew), size);
        for (int parts = 0; parts <= PARTS; parts += 25) {
            begin();
            count = 0;
            crew_begin(crew, parts);
            crew_end(crew);
            cr_assert_eq(count, parts);
            for (int i = 0; i < PARTS; i++)
                cr_assert_eq(job.done[i], i < parts, "part %d of %d", i, parts);
            if (size == 1)
                cr_assert_eq(job.of_member[0], parts);
        }
        crew_end(crew);
        crew_destroy(crew);
    }
    crew_destroy(NULL);
}

/* The other one of the crew is in the part while the owner does what it likes. */
Test(crew, the_owner_goes_on_meanwhile)
{
    atomic_int count = 0;
    begin();
    job.holds = true;
    struct crew *crew = crew_create(2, do_part, &count);
    crew_begin(crew, 1);
    while (!job.is_begun)
        sched_yield();
    cr_assert_eq(job.other_threads, 1);
    job.is_let_go = true;
    crew_end(crew);
    cr_assert_eq(count, 1);
    crew_destroy(crew);
}

Test(crew, there_is_a_processor)
{
    cr_assert(crew_size_here() >= 1 && crew_size_here() <= CREW_MAX);
    crew_stay_alone();
    cr_assert_eq(crew_size_here(), 1);
}
