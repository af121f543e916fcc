/* Proof of work, which a log-in shows when strangers try the same account at the same time. The
 * server draws a challenge and demands a number of bits of work; the client searches for a proof by
 * trial. */
#ifndef COMMON_WIRE_PROOF_H
#define COMMON_WIRE_PROOF_H

#include <stdbool.h>
#include <stdint.h>

/* The work that a proof shows, in bits: the leading zero bits of the SHA-256 of "CHALLENGE:PROOF",
 * both in decimal digits. A client needs about 2^bits trials for it, the server one. */
int proof_bits(int64_t challenge, int64_t proof);
/* Tries `*proof` and the `trials` numbers after it. True: *proof shows at least `bits`. False:
 * *proof is the next one to try. */
bool proof_find(int64_t challenge, int bits, int64_t trials, int64_t *proof);

#endif
