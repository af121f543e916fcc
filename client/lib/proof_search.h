/* Looks for a proof of work on a thread beside the loop's. */
#ifndef CLIENT_LIB_PROOF_SEARCH_H
#define CLIENT_LIB_PROOF_SEARCH_H

#include "client/lib/loop.h"

#include <stdint.h>

struct proof_search;

/* On the loop, never from inside proof_search_start(); the search is gone then. */
typedef void proof_found(void *owner, int64_t proof);

struct proof_search *proof_search_start(struct loop *loop, int64_t challenge, int bits,
                                        proof_found *found, void *owner);
/* Ends the search without a callback; not after `found`. NULL is taken. */
void proof_search_drop(struct proof_search *search);

#endif
