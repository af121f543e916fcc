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
