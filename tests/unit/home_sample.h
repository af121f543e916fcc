/* What a server could tell ann, as the lists of her home screen. */
#ifndef TESTS_UNIT_HOME_SAMPLE_H
#define TESTS_UNIT_HOME_SAMPLE_H

#include "client/tui/home_view.h"

/* A list without rows. */
struct sheet sample_empty(enum home_panel panel);
/* A list with a few rows; those of PLAY are none. */
void sample_of(enum home_panel panel, struct sheet *sheet);

/* An unfinished match of ann's against a bot. */
struct wire_match sample_match(int64_t number, const char *seat, int64_t ply);
/* Adds the offers alone. */
void sample_of_offers(struct sheet *sheet);

void sample_of_own_history(struct sheet *ret_sheet);

#endif
