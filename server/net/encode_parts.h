/* What the files that encode share: an encoder for each kind of message, by the noun that it is
 * about. Private to encode*.c. */
#ifndef SERVER_NET_ENCODE_PARTS_H
#define SERVER_NET_ENCODE_PARTS_H

#include "common/base/text.h"
#include "common/wire/wire.h"
#include "server/hall/message.h"

static inline struct wire_text of_text(const struct text *text)
{
    return (struct wire_text){.bytes = text_string(text), .len = text->len};
}

static inline int64_t or_absent(int64_t value)
{
    return value ? value : WIRE_ABSENT;
}

static inline int64_t unless_negative(int64_t value)
{
    return value < 0 ? WIRE_ABSENT : value;
}

typedef void encoder(struct text *out, const struct message *message);

encoder encode_offers, encode_offer_number, encode_cleared, encode_rematch, encode_offer_received,
    encode_offer_closed;
encoder encode_match_answer, encode_match_list, encode_move_answer, encode_match_started,
    encode_moved, encode_ended, encode_presence;
encoder encode_chat_lines, encode_chat, encode_present, encode_online, encode_bans;
encoder encode_tournament_number, encode_tournament_now, encode_tournament_changed;

#endif
