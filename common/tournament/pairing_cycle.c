/* The formats whose rounds repeat in cycles and do not depend on results. */
#include "common/tournament/pairing_formats.h"

#include <assert.h>
#include <stdlib.h>

int pairing_round_robin_cycle(int entrants)
{
    return entrants % 2 ? entrants : entrants - 1;
}

/* False for two entrants who must not meet, or who are both out. */
static bool takes_place(const bool *forbidden, const struct pairing *pairing,
                        const struct pairing_state *state, int a, int b)
{
    return !forbidden[a * pairing->entrants + b] && !(state->out[a] && state->out[b]);
}

static struct meeting meeting_of(int a, int b, bool a_is_first)
{
    return a_is_first ? (struct meeting){.first = a, .second = b}
                      : (struct meeting){.first = b, .second = a};
}

/* Does a < b move first against b? As in Johann Berger's tables of 1893: each entrant on the circle
 * moves first in one half of its meetings; the last entrant of an even number sits in the middle.
 * Every other cycle is the other way round. */
static bool lower_is_first(const struct pairing *pairing, int a, int b, int cycle)
{
    assert(a < b);
    bool in_the_middle = pairing->entrants % 2 == 0 && b == pairing->entrants - 1;
    bool is_first = in_the_middle ? a < pairing->entrants / 2 : (a + b) % 2 == 1;
    return is_first == (cycle % 2 == 0);
}

/* In round r of a cycle two entrants meet whose numbers add up to r on a circle of an odd size. The
 * one who would meet itself meets the entrant in the middle, or rests. */
size_t pairing_round_robin(const struct pairing *pairing, const struct pairing_state *state,
                           struct meeting *ret_meetings)
{
    int circle = pairing_round_robin_cycle(pairing->entrants);
    int cycle = state->round / circle, sum = state->round % circle;
    bool *forbidden = pairing_forbidden_table(pairing);
    size_t count = 0;
    for (int a = 0; a < circle; a++) {
        int other = (sum - a + circle) % circle;
        int b = other == a ? circle : other;
        if (b < a || b >= pairing->entrants || !takes_place(forbidden, pairing, state, a, b))
            continue;
        ret_meetings[count++] = meeting_of(a, b, lower_is_first(pairing, a, b, cycle));
    }
    free(forbidden);
    return count;
}

/* Entrant 0 moves first in every other round, and each of the others in every other cycle. */
size_t pairing_gauntlet(const struct pairing *pairing, const struct pairing_state *state,
                        struct meeting *ret_meetings)
{
    int others = pairing->entrants - 1;
    int cycle = state->round / others, opponent = 1 + state->round % others;
    bool *forbidden = pairing_forbidden_table(pairing);
    size_t count = takes_place(forbidden, pairing, state, 0, opponent);
    ret_meetings[0] = meeting_of(0, opponent, (opponent + cycle) % 2 == 1);
    free(forbidden);
    return count;
}
