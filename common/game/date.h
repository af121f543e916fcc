/* The Date Game: whoever is to move names a later date of the year, with the same day in a later
 * month or a later day of the same month. After 31 December no date is left. The year is a leap
 * year, so 29 February is a date.
 *
 * The cells of a position are the month, from 1, and the day; its text is the day and the month:
 * "20jan". A move is month and day before and after; its text is the new date alone: "25jan".
 *
 * The order of the moves: later months first, the next one before those after it, then later days,
 * the next one first. */
#ifndef COMMON_GAME_DATE_H
#define COMMON_GAME_DATE_H

#include "common/base/scanner.h"
#include "common/game/game.h"

/* The cells of a position, and of a move those before it and then those after it. */
enum { DATE_MONTH, DATE_DAY, DATE_CELLS };

enum { DATE_MONTHS = 12, DATE_DAYS_MAX = 31 };

/* The number of days of a month from 1 to 12. */
int64_t date_days_of(int64_t month);
/* "jan", "dec" */
const char *date_month_name(int64_t month);
/* Takes the name of a month; 0 where there is none. */
int64_t date_take_month(struct scanner *scanner);

#endif
