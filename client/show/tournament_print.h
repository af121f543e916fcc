/* What is told of a tournament, as text. Pure. */
#ifndef CLIENT_TOURNAMENT_PRINT_H
#define CLIENT_TOURNAMENT_PRINT_H

#include "common/base/text.h"
#include "common/export/export.h"
#include "common/wire/schema.h"

/* "Tournament 3: Fibonacci nim (take-away:2x), round-robin, 2 rounds, 4 players", its starts,
 * clock, state and entrants, a line for each. */
void tournament_print(const struct wire_tournament *tournament, struct text *out);
/* A line of a list. */
void tournament_print_line(const struct wire_tournament *tournament, struct text *out);

/* --- how it stands, as it was told last, kept beyond the message that told it --- */

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

/* How fast it goes on. */
struct tournament_speed {
    double matches, moves; /* a second; negative: not known */
    int64_t left_s;        /* until all are played; -1: not known */
};

/* A bar, how many matches of how many, how fast, the time left: two lines. */
void tournament_print_progress(const struct wire_tournament_news *news,
                               const struct tournament_speed *speed, struct text *out);
/* The same on one line, without the bar. */
void tournament_print_progress_line(const struct wire_tournament_news *news,
                                    const struct tournament_speed *speed, struct text *out);

/* The rows that standings_print.h takes; tournament_standings_free() them. */
struct export_standing *tournament_standings_of(const struct wire_standings *standings);
void tournament_standings_free(struct export_standing *rows, size_t count);
/* The table of standings_print.h. */
void tournament_print_standings(const struct wire_standings *standings, struct text *out);

/* A table with a row for each pair: who met whom, and how it stands. */
void tournament_print_pairs(const struct wire_pairs *pairs, struct text *out);

#endif
