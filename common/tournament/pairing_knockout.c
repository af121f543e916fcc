#include "common/tournament/pairing_formats.h"

#include <assert.h>

int pairing_knockout_rounds(int entrants)
{
    int rounds = 0;
    while (1 << rounds < entrants)
        rounds++;
    return rounds;
}

/* The seed, from 0, at this place of the bracket of 2^rounds. The bracket of one entrant has the
 * seed 0; the bracket of 2^k becomes that of 2^(k + 1) when each seed s gets the neighbour 2^(k +
 * 1)
 * - 1 - s. So while the better ones win, the seeds of every meeting of a round add up to the same.
 */
static int seed_at(int rounds, int place)
{
    int seed = 0;
    for (int k = 1; k <= rounds; k++) {
        bool is_put_in = place >> (rounds - k) & 1;
        if (is_put_in)
            seed = (1 << k) - 1 - seed;
    }
    return seed;
}

/* The best seeded entrant who is still in, of `count` places from `place` on; ENTRANT_NOBODY: none.
 */
static int survivor(const struct pairing *pairing, const struct pairing_state *state, int place,
                    int count)
{
    int rounds = pairing_knockout_rounds(pairing->entrants);
    int best = ENTRANT_NOBODY;
    for (int i = 0; i < count; i++) {
        int seed = seed_at(rounds, place + i);
        bool is_in = seed < pairing->entrants && !state->out[seed];
        if (is_in && (best == ENTRANT_NOBODY || seed < best))
            best = seed;
    }
    return best;
}

/* The better seeded one moves first in the first round, the other one in the second, and so on. */
static struct meeting meeting_between(int a, int b, int round)
{
    if (a == ENTRANT_NOBODY || b == ENTRANT_NOBODY)
        return (struct meeting){.first = a == ENTRANT_NOBODY ? b : a, .second = ENTRANT_NOBODY};
    bool a_is_first = (a < b) == (round % 2 == 0);
    return a_is_first ? (struct meeting){.first = a, .second = b}
                      : (struct meeting){.first = b, .second = a};
}

size_t pairing_knockout(const struct pairing *pairing, const struct pairing_state *state,
                        struct meeting *ret_meetings)
{
    int places = 1 << pairing_knockout_rounds(pairing->entrants);
    assert(state->round < pairing_knockout_rounds(pairing->entrants));
    int half = 1 << state->round;
    size_t count = 0;
    for (int place = 0; place < places; place += 2 * half) {
        int a = survivor(pairing, state, place, half);
        int b = survivor(pairing, state, place + half, half);
        if (a != ENTRANT_NOBODY || b != ENTRANT_NOBODY)
            ret_meetings[count++] = meeting_between(a, b, state->round);
    }
    return count;
}
