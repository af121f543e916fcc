/* A crew of one, where there are no threads. */
#include "common/base/crew.h"

#include "common/base/memory.h"

#include <stdlib.h>

struct crew {
    crew_part *do_part;
    void *owner;
    int parts;
};

int crew_size_here(void)
{
    return 1;
}

void crew_stay_alone(void)
{
}

struct crew *crew_create(int size, crew_part *do_part, void *owner)
{
    (void)size;
    struct crew *crew = memory_zeroed(1, sizeof *crew);
    *crew = (struct crew){.do_part = do_part, .owner = owner};
    return crew;
}

void crew_destroy(struct crew *crew)
{
    free(crew);
}

int crew_size(const struct crew *crew)
{
    (void)crew;
    return 1;
}

void crew_begin(struct crew *crew, int parts)
{
    crew->parts = parts;
}

void crew_end(struct crew *crew)
{
    for (int part = 0; part < crew->parts; part++)
        crew->do_part(crew->owner, 0, part);
    crew->parts = 0;
}
