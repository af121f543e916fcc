/* Secrets on the bus: passwords, tokens and codes are encrypted between a gateway and the hall,
 * with keys that both derive from a key pair of the gateway's process and one of the hall's. The
 * bus, and whoever listens there, sees only sealed bytes. Private to server/link. */
#ifndef SERVER_LINK_SEALING_H
#define SERVER_LINK_SEALING_H

#include "server/link/frame.h"

enum { SEALING_SEED_BYTES = 32, SEALING_KEY_BYTES = 32 };

struct key_pair {
    unsigned char public_key[FRAME_KEY_BYTES];
    unsigned char secret_key[SEALING_KEY_BYTES];
};

void key_pair_make(const unsigned char seed[SEALING_SEED_BYTES], struct key_pair *ret_pair);

/* Of one association. Sealed pieces are counted each way, because none is missing and none comes
 * twice: the count, the attempt and the gateway's number make a nonce that is never used again. */
struct sealing {
    unsigned char out_key[SEALING_KEY_BYTES], in_key[SEALING_KEY_BYTES];
    uint32_t attempt, gateway;
    uint64_t out_count, in_count;
};

/* False: no keys can come of that public key. */
bool sealing_init(struct sealing *sealing, const struct key_pair *own,
                  const unsigned char peer_key[FRAME_KEY_BYTES], bool is_gateway,
                  const struct frame_head *head);
void sealing_finish(struct sealing *sealing);
/* `ret_sealed` is an empty text. Only the same session opens it. */
void sealing_seal(struct sealing *sealing, uint64_t session, const char *bytes, size_t len,
                  struct text *ret_sealed);
/* `ret_bytes` is an empty text, and becomes a secret. False: it was changed on the way, or moved.
 */
bool sealing_open(struct sealing *sealing, uint64_t session, const char *sealed, size_t len,
                  struct text *ret_bytes);

#endif
