/* A tournament as text. Pure. */
#ifndef CLIENT_TOURNAMENT_PRINT_H
#define CLIENT_TOURNAMENT_PRINT_H

#include "common/base/text.h"
#include "common/export/export.h"
#include "common/wire/schema.h"

/* Appends "Tournament 3: Fibonacci nim (take-away:2x), round-robin, 2 rounds, 4 players", and a
 * line each for starts, clock, state and entrants. */
void tournament_print(const struct wire_tournament *tournament, struct text *out);
/* Appends a line of a list. */
void tournament_print_line(const struct wire_tournament *tournament, struct text *out);

/* --- the last news, copied from the message that brought them --- */

/* {0}: no news yet. To be released with tournament_news_finish(). */
struct tournament_news {
    bool is_known;
    struct wire_tournament_news last; /* its texts are those below */
    char state[17];
    struct text reason;
};

void tournament_news_take(struct tournament_news *news, const struct wire_tournament_news *told);
void tournament_news_finish(struct tournament_news *news);

/* The final news of a tournament that is over, for which the server sends none. The texts are
 * borrowed. */
struct wire_tournament_news tournament_news_of(const struct wire_tournament *tournament);

/* The speed of a tournament. */
struct tournament_speed {
    double matches, moves; /* per second; negative: unknown */
    int64_t left_s;        /* until all matches are played; -1: unknown */
};

/* Appends two lines: a bar, the number of matches done and planned, the speed, the time left. */
void tournament_print_progress(const struct wire_tournament_news *news,
                               const struct tournament_speed *speed, struct text *out);
/* The same on one line, without the bar. */
void tournament_print_progress_line(const struct wire_tournament_news *news,
                                    const struct tournament_speed *speed, struct text *out);

/* The rows for standings_print.h, to be released with tournament_standings_free(). */
struct export_standing *tournament_standings_of(const struct wire_standings *standings);
void tournament_standings_free(struct export_standing *rows, size_t count);
/* Appends the table of standings_print.h. */
void tournament_print_standings(const struct wire_standings *standings, struct text *out);

/* Appends a table with a row for each pair: its players and its score. */
void tournament_print_pairs(const struct wire_pairs *pairs, struct text *out);

#endif
