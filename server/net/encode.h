/* What the hall says and what the database answers, as bytes. Each appends one whole message to
 * `out`. */
#ifndef SERVER_NET_ENCODE_H
#define SERVER_NET_ENCODE_H

#include "common/base/text.h"
#include "common/wire/wire.h"
#include "server/hall/message.h"
#include "server/store/store.h"

/* False, and nothing is appended: what is not said but found out. `signing_key`: the name of the
 * server's public key. */
bool encode_message(struct text *out, const struct message *message, struct wire_text signing_key);

/* Answers to requests. */
void encode_match(struct text *out, uint32_t request, const struct match_view *view);
void encode_summaries(struct text *out, uint32_t request, const struct match_summary *list,
                      size_t count, bool more);
void encode_move_done(struct text *out, uint32_t request, int64_t match, int64_t ply);
/* `current`: the number of the one in use. */
void encode_tokens(struct text *out, uint32_t request, const struct store_token *list, size_t count,
                   int64_t current);
void encode_tournaments(struct text *out, uint32_t request, const struct tournament_view *list,
                        size_t count, bool more);
void encode_tournament(struct text *out, uint32_t request, const struct tournament_view *view);
void encode_standings(struct text *out, uint32_t request, const struct tournament_view *view,
                      struct standing_view *list, size_t count);
void encode_pairs(struct text *out, uint32_t request, const struct pair_view *list, size_t count,
                  bool more);
/* Lines of an export. */
void encode_export(struct text *out, uint32_t request, const struct text *lines, size_t count,
                   bool more);
void encode_seal(struct text *out, uint32_t request, const struct text *line);
void encode_ratings(struct text *out, uint32_t request, const struct rating_view *list,
                    size_t count);
/* An error with how the match stands. */
void encode_stale(struct text *out, uint32_t request, const struct error *error,
                  const struct match_view *view);

#endif
