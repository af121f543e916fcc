#include "common/tournament/pairing.h"

#include "common/base/memory.h"
#include "common/tournament/pairing_formats.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct format {
    const char *text;
    size_t (*round)(const struct pairing *pairing, const struct pairing_state *state,
                    struct meeting *ret_meetings);
} formats[FORMAT_COUNT] = {
    [FORMAT_ROUND_ROBIN] = {.text = "round-robin", .round = pairing_round_robin},
    [FORMAT_GAUNTLET] = {.text = "gauntlet", .round = pairing_gauntlet},
    [FORMAT_SWISS] = {.text = "swiss", .round = pairing_swiss},
    [FORMAT_KNOCKOUT] = {.text = "knockout", .round = pairing_knockout},
};

const char *tournament_format_text(enum tournament_format format)
{
    assert(format < FORMAT_COUNT);
    return formats[format].text;
}

enum tournament_format tournament_format_from_text(const char *text, size_t len)
{
    int format = 0;
    while (format < FORMAT_COUNT &&
           (strlen(formats[format].text) != len || memcmp(formats[format].text, text, len) != 0))
        format++;
    return (enum tournament_format)format;
}

bool *pairing_forbidden_table(const struct pairing *pairing)
{
    size_t entrants = (size_t)pairing->entrants;
    bool *table = memory_zeroed(entrants * entrants, sizeof *table);
    for (size_t i = 0; i < pairing->forbidden_count; i++) {
        struct meeting pair = pairing->forbidden[i];
        assert(pair.first >= 0 && pair.first < pairing->entrants);
        assert(pair.second >= 0 && pair.second < pairing->entrants);
        table[pair.first * pairing->entrants + pair.second] = true;
        table[pair.second * pairing->entrants + pair.first] = true;
    }
    return table;
}

/* --- numbers of rounds, boards and meetings --- */

int pairing_rounds(const struct pairing *pairing)
{
    switch (pairing->format) {
    case FORMAT_ROUND_ROBIN:
        return pairing->rounds * pairing_round_robin_cycle(pairing->entrants);
    case FORMAT_GAUNTLET:
        return pairing->rounds * (pairing->entrants - 1);
    case FORMAT_SWISS:
        return pairing->rounds;
    case FORMAT_KNOCKOUT:
    case FORMAT_COUNT:
        break;
    }
    return pairing_knockout_rounds(pairing->entrants);
}

int pairing_boards(const struct pairing *pairing)
{
    if (pairing->format == FORMAT_GAUNTLET)
        return 1;
    if (pairing->format == FORMAT_KNOCKOUT) /* boards of byes count */
        return 1 << (pairing_knockout_rounds(pairing->entrants) - 1);
    return pairing->entrants / 2;
}

/* The number of allowed pairs of one of the first `count` entrants with an entrant of a higher
 * number. */
static int64_t allowed_pairs(const struct pairing *pairing, int count)
{
    bool *forbidden = pairing_forbidden_table(pairing);
    int64_t allowed = 0;
    for (int a = 0; a < count; a++) {
        for (int b = a + 1; b < pairing->entrants; b++)
            allowed += !forbidden[a * pairing->entrants + b];
    }
    free(forbidden);
    return allowed;
}

int64_t pairing_meetings(const struct pairing *pairing)
{
    switch (pairing->format) {
    case FORMAT_ROUND_ROBIN:
        return pairing->rounds * allowed_pairs(pairing, pairing->entrants);
    case FORMAT_GAUNTLET:
        return pairing->rounds * allowed_pairs(pairing, 1);
    case FORMAT_SWISS:
        return (int64_t)pairing->rounds * pairing_swiss_boards(pairing);
    case FORMAT_KNOCKOUT:
    case FORMAT_COUNT:
        break;
    }
    return pairing->entrants - 1;
}

/* --- checks --- */

static enum error_code check_numbers(const struct pairing *pairing, struct error *error)
{
    if (pairing->entrants < ENTRANTS_MIN || pairing->entrants > ENTRANTS_MAX)
        return error_set(error, ERROR_BAD_PLAN, "a tournament has %d to %d players, not %d",
                         ENTRANTS_MIN, ENTRANTS_MAX, pairing->entrants);
    if (pairing->format == FORMAT_KNOCKOUT && pairing->rounds != 0)
        return error_set(error, ERROR_BAD_PLAN,
                         "the number of players says how many rounds a knockout has: give none");
    if (pairing->format != FORMAT_KNOCKOUT &&
        (pairing->rounds < 1 || pairing->rounds > PAIRING_ROUNDS_MAX))
        return error_set(error, ERROR_BAD_PLAN, "a tournament has 1 to %d rounds, not %d",
                         PAIRING_ROUNDS_MAX, pairing->rounds);
    return ERROR_NONE;
}

static enum error_code check_forbidden(const struct pairing *pairing, struct error *error)
{
    if (pairing->format == FORMAT_KNOCKOUT && pairing->forbidden_count > 0)
        return error_set(error, ERROR_BAD_PLAN,
                         "in a knockout any two may have to meet: none can be kept apart");
    for (size_t i = 0; i < pairing->forbidden_count; i++) {
        struct meeting pair = pairing->forbidden[i];
        if (pair.first < 0 || pair.first >= pairing->entrants || pair.second < 0 ||
            pair.second >= pairing->entrants || pair.first == pair.second)
            return error_set(error, ERROR_BAD_PLAN,
                             "forbidden pair %zu is not one of two players who take part", i + 1);
    }
    return ERROR_NONE;
}

static bool has_an_opponent(const struct pairing *pairing, const bool *forbidden, int entrant)
{
    int opponents = pairing->format == FORMAT_GAUNTLET && entrant > 0 ? 1 : pairing->entrants;
    for (int i = 0; i < opponents; i++) {
        if (i != entrant && !forbidden[entrant * pairing->entrants + i])
            return true;
    }
    return false;
}

int pairing_lonely(const struct pairing *pairing)
{
    bool *forbidden = pairing_forbidden_table(pairing);
    int entrant = 0;
    while (entrant < pairing->entrants && has_an_opponent(pairing, forbidden, entrant))
        entrant++;
    free(forbidden);
    return entrant < pairing->entrants ? entrant : ENTRANT_NOBODY;
}

static enum error_code check_meetings(const struct pairing *pairing, struct error *error)
{
    int64_t meetings = pairing_meetings(pairing);
    if (meetings > PAIRING_MEETINGS_MAX)
        return error_set(error, ERROR_BAD_PLAN,
                         "that would be %" PRId64 " pairs of matches: %d at most", meetings,
                         PAIRING_MEETINGS_MAX);
    return ERROR_NONE;
}

enum error_code pairing_check(const struct pairing *pairing, struct error *error)
{
    enum error_code failed = check_numbers(pairing, error);
    if (!failed)
        failed = check_forbidden(pairing, error);
    if (failed)
        return failed;
    int lonely = pairing_lonely(pairing);
    if (lonely != ENTRANT_NOBODY)
        return error_set(error, ERROR_BAD_PLAN,
                         "player %d has nobody left to meet: too many are forbidden", lonely + 1);
    return check_meetings(pairing, error);
}

size_t pairing_round(const struct pairing *pairing, const struct pairing_state *state,
                     struct meeting ret_meetings[ENTRANTS_MAX])
{
    assert(pairing->format < FORMAT_COUNT && state->round >= 0);
    size_t count = formats[pairing->format].round(pairing, state, ret_meetings);
    assert(count <= ENTRANTS_MAX);
    return count;
}
