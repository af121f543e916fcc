/* How a tournament stands, as it was told last, kept beyond the message that told it. Pure. */
#ifndef CLIENT_TOURNAMENT_NEWS_H
#define CLIENT_TOURNAMENT_NEWS_H

#include "common/base/text.h"
#include "common/wire/schema.h"

#include <stdbool.h>

/* One of zeroes knows nothing yet; tournament_news_finish() it when done. */
struct tournament_news {
    bool is_known;
    struct wire_tournament_news last; /* its texts are those below */
    char state[17];
    struct text reason;
};

void tournament_news_take(struct tournament_news *news, const struct wire_tournament_news *told);
void tournament_news_finish(struct tournament_news *news);

/* What the news of a tournament that is over would be: it has none any more. The texts are
 * borrowed. */
struct wire_tournament_news tournament_news_of(const struct wire_tournament *tournament);

#endif
