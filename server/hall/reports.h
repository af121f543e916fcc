/* Reports: what players tell the operator about each other. Of the open ones the hall remembers who
 * has made them; all else is in the database. Private to server/hall. */
#ifndef SERVER_HALL_REPORTS_H
#define SERVER_HALL_REPORTS_H

#include "server/hall/hall_state.h"

/* The second half of player.report, for a name that nobody present has. */
void report_looked_up(struct hall *hall, struct hall_caller from, const struct message *question,
                      const struct hall_found *found);
void answer_report_number(struct hall *hall, struct hall_caller from, int64_t report);
void reports_destroy(struct hall *hall);

#endif
