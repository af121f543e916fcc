/* What the driver answers from the database: it has everything about a tournament, also about one
 * that is over. */
#include "common/base/memory.h"
#include "server/hall/name.h"
#include "server/hall/state.h"

#include <stdlib.h>

static struct message *about(struct hall *hall, struct hall_caller from, enum message_kind kind,
                             int64_t tournament)
{
    struct message *message = answer_later(hall, from, kind);
    message->look_up_tournament.tournament = tournament;
    return message;
}

void hall_tournament_list(struct hall *hall, struct hall_caller from, int64_t before, int64_t limit)
{
    struct message *message = about(hall, from, MESSAGE_LOOK_UP_TOURNAMENTS, 0);
    message->look_up_tournament.before = before;
    message->look_up_tournament.limit = limit;
}

void hall_tournament_show(struct hall *hall, struct hall_caller from, int64_t tournament)
{
    about(hall, from, MESSAGE_LOOK_UP_TOURNAMENT, tournament);
}

void hall_tournament_standings(struct hall *hall, struct hall_caller from, int64_t tournament)
{
    about(hall, from, MESSAGE_LOOK_UP_STANDINGS, tournament);
}

void hall_tournament_pairs(struct hall *hall, struct hall_caller from, int64_t tournament,
                           int64_t after, int64_t limit)
{
    struct message *message = about(hall, from, MESSAGE_LOOK_UP_PAIRS, tournament);
    message->look_up_tournament.after = after;
    message->look_up_tournament.limit = limit;
}

void hall_tournament_export(struct hall *hall, struct hall_caller from, int64_t tournament,
                            bool times, int64_t after, int64_t limit)
{
    struct message *message = about(hall, from, MESSAGE_LOOK_UP_EXPORT, tournament);
    message->look_up_tournament.times = times;
    message->look_up_tournament.after = after;
    message->look_up_tournament.limit = limit;
}

void hall_tournament_seal(struct hall *hall, struct hall_caller from, int64_t tournament)
{
    about(hall, from, MESSAGE_LOOK_UP_SEAL, tournament);
}

void hall_rating_list(struct hall *hall, struct hall_caller from, struct hall_text player,
                      struct hall_text family, int64_t limit)
{
    struct message *message = answer_later(hall, from, MESSAGE_LOOK_UP_RATINGS);
    char *player_key = player.bytes ? name_key(player.bytes, player.len) : NULL;
    char *family_text = family.bytes ? memory_text(family.bytes, family.len) : NULL;
    message->look_up_ratings.player_key = player_key;
    message->look_up_ratings.family = family_text;
    message->look_up_ratings.limit = limit;
    message_keep(message, &message->look_up_ratings.player_key, &message->look_up_ratings.family);
    free(player_key);
    free(family_text);
}
