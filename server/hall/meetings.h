/* Meetings as one text, as the plan of a tournament keeps those that are forbidden: pairs of
 * entrants' numbers, 0-3 1-2. */
#ifndef SERVER_HALL_MEETINGS_H
#define SERVER_HALL_MEETINGS_H

#include "common/base/text.h"
#include "common/tournament/pairing.h"

void meetings_print(const struct meeting *meetings, size_t count, struct text *out);
/* False: the text cannot be read. The caller frees the list, which is NULL where the text is empty.
 */
bool meetings_parse(const char *text, struct meeting **ret_meetings, size_t *ret_count);

#endif
