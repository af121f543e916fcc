#include "common/tournament/seed.h"

#include <assert.h>

/* It is a prime, so that the legs of a pair have different starts of every list of at least two;
 * odd, so that the next leg of a fair tournament has a start of the other kind; and larger than the
 * indices of all first legs. */
#define LEG_STRIDE INT64_C(2147483647)

struct random seed_generator(uint64_t seed, const int64_t *numbers, size_t count)
{
    struct random random = random_from_seed(seed);
    for (size_t i = 0; i < count; i++)
        random = random_from_seed(random_next(&random) ^ (uint64_t)numbers[i]);
    return random_from_seed(random_next(&random));
}

int64_t seed_draw(struct random *random)
{
    return 1 + (int64_t)random_below(random, SEED_MAX);
}

int64_t seed_of_seat(int64_t seed, const struct seed_place *place)
{
    assert(place->round >= 1 && place->board >= 1 && place->leg >= 1);
    assert((place->game == 1 || place->game == 2) && (place->seat == 1 || place->seat == 2));
    const int64_t numbers[] = {place->round, place->board, place->leg, place->game, place->seat};
    struct random random =
        seed_generator((uint64_t)seed, numbers, sizeof numbers / sizeof *numbers);
    return seed_draw(&random);
}

int64_t seed_start_index(int64_t boards, int64_t round, int64_t board, int64_t leg)
{
    assert(round >= 1 && board >= 1 && board <= boards && leg >= 1);
    int64_t before = (round - 1) * boards;
    int64_t place = (board - 1 + round - 1) % boards;
    assert(before + place < LEG_STRIDE);
    return (leg - 1) * LEG_STRIDE + before + place;
}
