/* Conditions that the maker of an open offer sets for the other player: a range of ratings, only
 * people, only bots. The server refuses players who do not fit; clients show and skip such offers
 * by the same functions. */
#ifndef COMMON_GAME_CONDITIONS_H
#define COMMON_GAME_CONDITIONS_H

#include "common/base/error.h"
#include "common/base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CONDITIONS_RATING_MAX = 9999 };

enum audience {
    AUDIENCE_ANYBODY,
    AUDIENCE_PEOPLE,
    AUDIENCE_BOTS,
    AUDIENCE_COUNT,
};

/* Zeroed: anybody fits. */
struct conditions {
    int64_t rating_min, rating_max; /* 1..CONDITIONS_RATING_MAX; 0: no limit */
    enum audience only;
};

/* A player who may accept the offer. */
struct applicant {
    bool is_bot;
    int64_t rating; /* in the game's family, in whole points; -1: none, as of a guest */
};

/* "people" or "bots"; AUDIENCE_COUNT for any other text. */
enum audience audience_from_text(const char *text, size_t len);
/* NULL of AUDIENCE_ANYBODY. */
const char *audience_text(enum audience only);

/* Is there any condition? */
bool conditions_are_set(const struct conditions *conditions);
/* BAD_ARGUMENTS: no rating is in the range. */
enum error_code conditions_check(const struct conditions *conditions, struct error *error);
/* UNFIT: the player does not fit, and the message says why. */
enum error_code conditions_admit(const struct conditions *conditions,
                                 const struct applicant *applicant, struct error *error);
/* Appends "1400-1600, people"; of open ranges "1400-" and "-1600"; nothing if there is no
 * condition. */
void conditions_print(const struct conditions *conditions, struct text *out);

#endif
