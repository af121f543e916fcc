#include "common/wire/proof.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>

int proof_bits(int64_t challenge, int64_t proof)
{
    char text[48];
    unsigned char hash[crypto_hash_sha256_BYTES];
    int len = snprintf(text, sizeof text, "%" PRId64 ":%" PRId64, challenge, proof);
    crypto_hash_sha256(hash, (const unsigned char *)text, (unsigned long long)len);
    int bits = 0;
    while (bits < (int)sizeof hash * 8 && !(hash[bits / 8] & 0x80 >> bits % 8))
        bits++;
    return bits;
}

bool proof_find(int64_t challenge, int bits, int64_t trials, int64_t *proof)
{
    for (int64_t end = *proof + trials; *proof < end; ++*proof)
        if (proof_bits(challenge, *proof) >= bits)
            return true;
    return false;
}
