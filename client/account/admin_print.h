/* What an operator's requests are answered with: for a person and as JSON. Pure. */
#ifndef CLIENT_ADMIN_PRINT_H
#define CLIENT_ADMIN_PRINT_H

#include "client/json.h"
#include "common/base/text.h"
#include "common/wire/schema.h"

void admin_print_players(const struct wire_present_list *list, struct text *out);
void admin_print_bans(const struct wire_bans *bans, struct text *out);
void admin_print_stats(const struct wire_stats *stats, struct text *out);

json_t *admin_json_player(const struct wire_present *player);
json_t *admin_json_bans(const struct wire_bans *bans);
json_t *admin_json_stats(const struct wire_stats *stats);

#endif
