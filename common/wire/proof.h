/* Proof of work: what a log-in shows when strangers try the same account at the same time. The
 * server makes up a challenge and says how many bits of work it asks for; the client looks for a
 * proof by trial. */
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
