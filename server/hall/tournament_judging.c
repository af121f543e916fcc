/* Judging: a tournament is over when the solver has had its say on every match of it. */
#include "common/base/memory.h"
#include "server/hall/tournament.h"

#include <stdlib.h>

static struct judging *find(const struct hall *hall, int64_t match)
{
    struct judging *found = NULL;
    HASH_FIND(hh, hall->judgings, &match, sizeof match, found);
    return found;
}

void judging_add(struct hall *hall, struct pair *pair, int game)
{
    struct judging *judging = memory_zeroed(1, sizeof *judging);
    judging->match = pair->games[game].match;
    judging->pair = pair;
    HASH_ADD(hh, hall->judgings, match, sizeof judging->match, judging);
    pair->tournament->unjudged++;
}

static void judging_end(struct hall *hall, struct judging *judging)
{
    judging->pair->tournament->unjudged--;
    HASH_DELETE(hh, hall->judgings, judging);
    free(judging);
}

void judgings_drop(struct hall *hall, struct pair *pair)
{
    for (int game = 0; game < 2; game++) {
        struct judging *judging = find(hall, pair->games[game].match);
        if (judging)
            judging_end(hall, judging);
    }
}

void judgings_ask(struct hall *hall)
{
    for (const struct judging *judging = hall->judgings; judging; judging = judging->hh.next)
        say(hall, MESSAGE_JUDGE)->judge.match = judging->match;
}

static void record_marks(struct hall *hall, int64_t match, const char *marks)
{
    struct record *record = batch_append(hall->open, RECORD_MARKS);
    record->marks.match = match;
    record->marks.marks = batch_keep(hall->open, marks, strlen(marks));
}

void hall_match_judged(struct hall *hall, int64_t match, const char *marks)
{
    /* What comes too late is asked for again after the next start. */
    if (hall->closing)
        return;
    if (marks)
        record_marks(hall, match, marks);
    struct judging *judging = find(hall, match);
    if (!judging)
        return;
    struct tournament *tournament = judging->pair->tournament;
    judging_end(hall, judging);
    tournament_touch(hall, tournament, NEWS_FOR_FOLLOWERS);
}
