/* What the hall says and what the database answers, as bytes. Each appends one whole message to `out`. */
#ifndef SERVER_NET_ENCODE_H
#define SERVER_NET_ENCODE_H

#include "common/base/text.h"
#include "server/hall/message.h"
#include "server/store/store.h"

/* False, and nothing is appended: a look-up, which is not said but asked. */
bool encode_message(struct text *out, const struct message *message);

/* Answers to requests. */
void encode_match(struct text *out, uint32_t request, const struct match_view *view);
void encode_summaries(struct text *out, uint32_t request, const struct match_summary *list,
                      size_t count, bool more);
void encode_move_done(struct text *out, uint32_t request, int64_t match, int64_t ply);
/* `current`: the number of the one in use. */
void encode_tokens(struct text *out, uint32_t request, const struct store_token *list, size_t count,
                   int64_t current);
/* An error with how the match stands. */
void encode_stale(struct text *out, uint32_t request, const struct error *error,
                  const struct match_view *view);

#endif
