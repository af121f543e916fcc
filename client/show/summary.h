/* A match in a list, as a line of text and as JSON. Pure. */
#ifndef CLIENT_SUMMARY_H
#define CLIENT_SUMMARY_H

#include "client/show/json.h"
#include "common/base/text.h"
#include "common/wire/schema.h"

void summary_print(const struct wire_summary *summary, struct text *out);
/* Appends "ann won", "nobody won (aborted)" or "under way". */
void summary_print_ending(const struct wire_summary *summary, struct text *out);
/* `body` is a struct wire_summary or wire_match, as `record` says. */
json_t *summary_json(const struct wire_record *record, const void *body);
/* Appends rules and look as the server tells them in words, "Nimble (nim)". */
void summary_print_game(struct wire_text rules, struct wire_text look, struct text *out);
/* Appends " from 3+5"; nothing if absent, as before the rules are drawn. */
void summary_print_from(struct wire_text start, struct text *out);
/* Appends a text from the server, made harmless; nothing if absent. */
void summary_print_wire(struct wire_text text, struct text *out);
/* Appends a local date and time. `ms`: since 1970 UTC. */
void summary_print_time(int64_t ms, struct text *out);
/* The same in UTC, with that name. */
void summary_print_utc(int64_t ms, struct text *out);

#endif
