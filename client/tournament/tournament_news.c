#include "client/tournament/tournament_news.h"

#include "common/wire/wire.h"

#include <stdio.h>

void tournament_news_take(struct tournament_news *news, const struct wire_tournament_news *told)
{
    news->is_known = true;
    news->last = *told;
    if (told->matches + told->live > told->total)
        news->last.total = told->matches + told->live; /* of a knockout with level pairs */
    snprintf(news->state, sizeof news->state, "%.*s", (int)told->state.len, told->state.bytes);
    news->last.state = wire_text(news->state);
    text_clear(&news->reason);
    if (told->reason.bytes) {
        text_append(&news->reason, told->reason.bytes, told->reason.len);
        news->last.reason = wire_text(text_string(&news->reason));
    }
}

void tournament_news_finish(struct tournament_news *news)
{
    text_finish(&news->reason);
}

struct wire_tournament_news tournament_news_of(const struct wire_tournament *tournament)
{
    return (struct wire_tournament_news){
        .tournament = tournament->tournament,
        .state = tournament->state,
        .reason = tournament->reason,
        .round = tournament->round,
        .matches = tournament->matches,
        .total = tournament->total,
    };
}
