#include "server/link/sealing.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

static_assert(FRAME_KEY_BYTES == crypto_kx_PUBLICKEYBYTES, "the frame has room for the key");
static_assert(FRAME_SEAL_BYTES == crypto_aead_xchacha20poly1305_ietf_ABYTES, "and for the seal");
static_assert(SEALING_KEY_BYTES == crypto_kx_SECRETKEYBYTES, "");
static_assert(SEALING_KEY_BYTES == crypto_kx_SESSIONKEYBYTES, "");
static_assert(SEALING_SEED_BYTES == crypto_kx_SEEDBYTES, "");

enum { NONCE_BYTES = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES };

void key_pair_make(const unsigned char seed[SEALING_SEED_BYTES], struct key_pair *ret_pair)
{
    int fault = sodium_init() < 0 ||
                crypto_kx_seed_keypair(ret_pair->public_key, ret_pair->secret_key, seed) < 0;
    assert(!fault);
    (void)fault;
}

bool sealing_init(struct sealing *sealing, const struct key_pair *own,
                  const unsigned char peer_key[FRAME_KEY_BYTES], bool is_gateway,
                  const struct frame_head *head)
{
    *sealing = (struct sealing){.attempt = head->attempt, .gateway = head->gateway};
    int fault = is_gateway
                    ? crypto_kx_client_session_keys(sealing->in_key, sealing->out_key,
                                                    own->public_key, own->secret_key, peer_key)
                    : crypto_kx_server_session_keys(sealing->in_key, sealing->out_key,
                                                    own->public_key, own->secret_key, peer_key);
    return fault == 0;
}

void sealing_finish(struct sealing *sealing)
{
    explicit_bzero(sealing, sizeof *sealing);
}

static void put_uint(unsigned char *out, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        out[i] = (unsigned char)(value >> (8 * i));
}

/* What seals piece `count` of a session: a nonce, and data that the seal covers. */
struct envelope {
    unsigned char nonce[NONCE_BYTES];
    unsigned char session[8];
};

static struct envelope envelope(const struct sealing *sealing, uint64_t count, uint64_t session)
{
    struct envelope envelope = {0};
    put_uint(envelope.nonce, sealing->attempt, 4);
    put_uint(envelope.nonce + 4, sealing->gateway, 4);
    put_uint(envelope.nonce + 8, count, 8);
    put_uint(envelope.session, session, 8);
    return envelope;
}

void sealing_seal(struct sealing *sealing, uint64_t session, const char *bytes, size_t len,
                  struct text *ret_sealed)
{
    struct envelope with = envelope(sealing, ++sealing->out_count, session);
    unsigned char sealed[FRAME_PIECE_MAX + FRAME_SEAL_BYTES];
    unsigned long long sealed_len;
    assert(len <= FRAME_PIECE_MAX);
    crypto_aead_xchacha20poly1305_ietf_encrypt(sealed, &sealed_len, (const unsigned char *)bytes,
                                               len, with.session, sizeof with.session, NULL,
                                               with.nonce, sealing->out_key);
    text_append(ret_sealed, (const char *)sealed, (size_t)sealed_len);
}

bool sealing_open(struct sealing *sealing, uint64_t session, const char *sealed, size_t len,
                  struct text *ret_bytes)
{
    struct envelope with = envelope(sealing, ++sealing->in_count, session);
    unsigned char bytes[FRAME_PIECE_MAX];
    unsigned long long opened_len;
    assert(len >= FRAME_SEAL_BYTES && len <= FRAME_PIECE_MAX + FRAME_SEAL_BYTES);
    if (crypto_aead_xchacha20poly1305_ietf_decrypt(
            bytes, &opened_len, NULL, (const unsigned char *)sealed, len, with.session,
            sizeof with.session, with.nonce, sealing->in_key) < 0)
        return false;
    text_append_secret(ret_bytes, (const char *)bytes, (size_t)opened_len);
    explicit_bzero(bytes, (size_t)opened_len);
    return true;
}
