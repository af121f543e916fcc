/* Ratings. */
#include "common/base/memory.h"
#include "common/game/family.h"
#include "tests/hall/disk_parts.h"

#include <stdlib.h>
#include <string.h>
#include <utlist.h>

static struct disk_rating *find_rating(const struct disk *disk, int64_t player, const char *family)
{
    struct disk_rating *rating;
    LL_FOREACH (disk->ratings, rating) {
        if (rating->player == player && strcmp(rating->family, family) == 0)
            return rating;
    }
    return NULL;
}

const struct disk_rating *disk_rating(const struct disk *disk, int64_t player, const char *family)
{
    return find_rating(disk, player, family);
}

void disk_write_rating(struct disk *disk, const struct record *record)
{
    char *family = disk_kept(record->rating.family);
    struct disk_rating *rating = find_rating(disk, record->rating.player, family);
    int64_t before = rating ? rating->matches : 0;
    const struct disk_player *player = disk_player(disk, record->rating.player);
    require(player && player->password && record->rating.matches == before + 1 &&
                record->rating.deviation > 0,
            "player %lld is rated wrongly", (long long)record->rating.player);
    const struct disk_match *match = disk_match(disk, record->rating.match);
    require(match && match->rated && match->ended_ms >= record->rating.at_ms &&
                (match->first == player->id || match->second == player->id) &&
                strcmp(match->rules.family->name, family) == 0 &&
                (!rating || rating->match != match->id),
            "player %lld is rated for match %lld, which is not such a match of theirs",
            (long long)player->id, (long long)record->rating.match);
    if (rating) {
        free(family);
    } else {
        rating = memory_zeroed(1, sizeof *rating);
        rating->player = record->rating.player;
        rating->family = family;
        LL_PREPEND(disk->ratings, rating);
    }
    rating->glicko = (struct glicko){
        .rating = record->rating.rating,
        .deviation = record->rating.deviation,
        .volatility = record->rating.volatility,
    };
    rating->matches = record->rating.matches;
    rating->at_ms = record->rating.at_ms;
    rating->match = match->id;
}

void disk_forget_ratings(struct disk *disk, int64_t player)
{
    struct disk_rating *rating, *next;
    LL_FOREACH_SAFE (disk->ratings, rating, next) {
        if (rating->player != player)
            continue;
        LL_DELETE(disk->ratings, rating);
        free(rating->family);
        free(rating);
    }
}

void disk_finish_ratings(struct disk *disk)
{
    struct disk_rating *rating, *next;
    LL_FOREACH_SAFE (disk->ratings, rating, next) {
        free(rating->family);
        free(rating);
    }
}
