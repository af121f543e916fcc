/* Judging: the solver marks the moves of ended matches. A tournament is finished when each of its
 * matches is judged. */
#include "common/base/memory.h"
#include "server/hall/matches.h"
#include "server/hall/outbox.h"
#include "server/hall/tournament.h"

#include <assert.h>
#include <stdlib.h>

/* A match that is over and not judged yet. */
struct unjudged {
    int64_t match;
    struct pair *pair; /* NULL: of no tournament */
    UT_hash_handle hh;
};

static struct unjudged *unjudged_find(const struct hall *hall, int64_t match)
{
    struct unjudged *found = NULL;
    HASH_FIND(hh, hall->unjudged, &match, sizeof match, found);
    return found;
}

static void unjudged_insert(struct hall *hall, int64_t match, struct pair *pair)
{
    struct unjudged *unjudged = memory_zeroed(1, sizeof *unjudged);
    unjudged->match = match;
    unjudged->pair = pair;
    HASH_ADD(hh, hall->unjudged, match, sizeof unjudged->match, unjudged);
    if (pair)
        pair->tournament->unjudged++;
}

static void unjudged_remove(struct hall *hall, struct unjudged *unjudged)
{
    if (unjudged->pair) {
        assert(unjudged->pair->tournament->unjudged > 0);
        unjudged->pair->tournament->unjudged--;
    }
    HASH_DELETE(hh, hall->unjudged, unjudged);
    free(unjudged);
}

void unjudged_add(struct hall *hall, const struct match *match)
{
    assert(match->ending != ENDING_NONE && !unjudged_find(hall, match->record.id));
    unjudged_insert(hall, match->record.id, match->pair);
    struct message *message = find_out(hall, MESSAGE_JUDGE);
    message->judge.match = match->record.id;
    message->judge.tournament = match->record.tournament;
    message->judge.player = match->seats[0].player->id;
    message->judge.address = match->seats[0].player->address;
}

void unjudged_restore(struct hall *hall, struct pair *pair, int game)
{
    unjudged_insert(hall, pair->games[game].match, pair);
}

void unjudged_ask(struct hall *hall)
{
    for (const struct unjudged *unjudged = hall->unjudged; unjudged; unjudged = unjudged->hh.next) {
        struct message *message = find_out(hall, MESSAGE_JUDGE);
        assert(unjudged->pair); /* nothing has ended since the start */
        message->judge.match = unjudged->match;
        message->judge.tournament = unjudged->pair->tournament->id;
    }
}

void unjudged_drop(struct hall *hall, struct pair *pair)
{
    for (int game = 0; game < 2; game++) {
        struct unjudged *unjudged = unjudged_find(hall, pair->games[game].match);
        if (unjudged)
            unjudged_remove(hall, unjudged);
    }
}

void unjudged_destroy(struct hall *hall)
{
    while (hall->unjudged)
        unjudged_remove(hall, hall->unjudged);
}

void hall_match_judged(struct hall *hall, int64_t match, const char *marks)
{
    struct unjudged *unjudged = unjudged_find(hall, match);
    /* Marks that come too late are asked for again after the next start. A tournament that is over
     * never changes, since its record may be signed already. A void pair needs no marks. */
    if (hall->closing || !unjudged)
        return;
    struct pair *pair = unjudged->pair;
    unjudged_remove(hall, unjudged);
    if (pair && tournament_is_over(pair->tournament))
        return;
    if (marks) {
        struct record *record = batch_append(hall->open, RECORD_MARKS);
        record->marks.match = match;
        record->marks.marks = batch_keep(hall->open, marks, strlen(marks));
    }
    if (pair)
        tournament_touch(hall, pair->tournament, NEWS_FOR_FOLLOWERS);
}
