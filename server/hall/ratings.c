/* Ratings by Glicko-2: of a player with an account in a family of games, changed by the end of each
 * rated match. */
#include "common/base/memory.h"
#include "common/game/family.h"
#include "server/hall/matches.h"
#include "server/hall/payers.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum {
    PERIOD_MS = 86400000, /* a rating period */
    RATING_ID_MAX = sizeof(int64_t) + RULES_TEXT_MAX,
};

struct rating {
    int64_t player;
    struct glicko glicko; /* after the last match */
    int64_t matches;
    int64_t at_ms; /* of the last one */
    UT_hash_handle hh;
    size_t id_len;
    unsigned char id[]; /* player and family: what it is found by */
};

/* Writes what a rating is found by and returns its length. */
static size_t make_id(unsigned char *id, int64_t player, const char *family)
{
    size_t len = strlen(family);
    assert(len <= RULES_TEXT_MAX);
    memcpy(id, &player, sizeof player);
    memcpy(id + sizeof player, family, len);
    return sizeof player + len;
}

/* The rating of a player who has not played yet. */
static struct rating *rating_add(struct hall *hall, int64_t player, const char *family)
{
    struct rating *rating = memory_zeroed(1, sizeof *rating + sizeof player + strlen(family));
    rating->player = player;
    rating->glicko = glicko_new;
    rating->at_ms = hall->now_ms;
    rating->id_len = make_id(rating->id, player, family);
    HASH_ADD_KEYPTR(hh, hall->ratings, rating->id, rating->id_len, rating);
    return rating;
}

enum error_code hall_restore_rating(struct hall *hall, const struct rating_record *stored,
                                    struct error *error)
{
    if (strlen(stored->family) > RULES_TEXT_MAX || !isfinite(stored->rating) ||
        !isfinite(stored->deviation) || !isfinite(stored->volatility) || stored->deviation <= 0 ||
        stored->volatility <= 0)
        return error_set(error, ERROR_INTERNAL,
                         "the rating of player %lld in '%.64s': %g +- %g, volatility %g",
                         (long long)stored->player, stored->family, stored->rating,
                         stored->deviation, stored->volatility);
    struct rating *rating = rating_add(hall, stored->player, stored->family);
    rating->glicko = (struct glicko){stored->rating, stored->deviation, stored->volatility};
    rating->matches = stored->matches;
    rating->at_ms = stored->at_ms;
    return ERROR_NONE;
}

void ratings_destroy(struct hall *hall)
{
    struct rating *rating, *next;
    HASH_ITER (hh, hall->ratings, rating, next) {
        HASH_DELETE(hh, hall->ratings, rating);
        free(rating);
    }
}

/* NULL: no match of the player was rated. */
static struct rating *rating_find(const struct hall *hall, int64_t player, const char *family)
{
    unsigned char id[RATING_ID_MAX];
    size_t id_len = make_id(id, player, family);
    struct rating *found = NULL;
    HASH_FIND(hh, hall->ratings, id, id_len, found);
    return found;
}

static struct rating *rating_of(struct hall *hall, int64_t player, const char *family)
{
    struct rating *found = rating_find(hall, player, family);
    return found ? found : rating_add(hall, player, family);
}

int64_t rating_points(const struct hall *hall, const struct player *player,
                      const struct family *family)
{
    if (!player->account)
        return -1;
    const struct rating *rating = rating_find(hall, player->id, family->name);
    int64_t points = llround(rating ? rating->glicko.rating : GLICKO_RATING);
    return points > 0 ? points : 0;
}

static void record_rating(struct hall *hall, const struct rating *rating, const char *family,
                          int64_t match)
{
    struct record *record = batch_append(hall->open, RECORD_RATING);
    record->rating.player = rating->player;
    record->rating.family = batch_keep(hall->open, family, strlen(family));
    record->rating.rating = rating->glicko.rating;
    record->rating.deviation = rating->glicko.deviation;
    record->rating.volatility = rating->glicko.volatility;
    record->rating.matches = rating->matches;
    record->rating.at_ms = rating->at_ms;
    record->rating.match = match;
}

void ratings_change(struct hall *hall, const struct match *match, enum seat winner)
{
    bool is_drawn = match->ending == ENDING_DRAW || match->ending == ENDING_PLIES;
    if (!match->record.rated || (winner == SEAT_NOBODY && !is_drawn))
        return;
    const char *family = match->rules->rules.family->name;
    struct rating *ratings[2];
    struct glicko before[2]; /* then after it */
    for (int i = 0; i < 2; i++) {
        ratings[i] = rating_of(hall, match->seats[i].player->id, family);
        /* A rating loses certainty without matches. The wall clock may have been set back. */
        int64_t at_ms = ratings[i]->at_ms;
        int64_t idle_ms = hall->now_ms > at_ms ? hall->now_ms - at_ms : 0;
        before[i] = glicko_aged(ratings[i]->glicko, (double)idle_ms / PERIOD_MS);
    }
    glicko_meet(&before[0], &before[1], winner == SEAT_NOBODY ? 0.5 : winner == SEAT_FIRST ? 1 : 0);
    for (int i = 0; i < 2; i++) {
        ratings[i]->glicko = before[i];
        ratings[i]->matches++;
        ratings[i]->at_ms = hall->now_ms;
        record_rating(hall, ratings[i], family, match->record.id);
        payers_charge(hall, match->seats[i].player, COST_RATING, strlen(family));
    }
}
