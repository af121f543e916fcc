/* A match in a list: as a line for a person, as JSON. Pure. */
#ifndef CLIENT_SUMMARY_H
#define CLIENT_SUMMARY_H

#include "client/show/json.h"
#include "common/base/text.h"
#include "common/wire/schema.h"

void summary_print(const struct wire_summary *summary, struct text *out);
/* "ann won", "nobody won (aborted)", "under way" */
void summary_print_ending(const struct wire_summary *summary, struct text *out);
/* `body` is a struct wire_summary or wire_match, `record` says which. */
json_t *summary_json(const struct wire_record *record, const void *body);
/* Appends a text of the server, made harmless; nothing if it is absent. */
void summary_print_wire(struct wire_text text, struct text *out);
/* A local date and time; milliseconds since 1970 UTC. */
void summary_print_time(int64_t ms, struct text *out);
/* The same in UTC, and says so. */
void summary_print_utc(int64_t ms, struct text *out);

#endif
