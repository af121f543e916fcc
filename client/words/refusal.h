/* What a server refuses, as a person is told of it. */
#ifndef CLIENT_REFUSAL_H
#define CLIENT_REFUSAL_H

#include "common/base/error.h"

#include <stdint.h>

/* Room for any of them. */
struct refusal {
    char words[sizeof(((struct error *)0)->message)];
};

/* The server's own words, but for codes where those are about the protocol, or count in milliseconds. */
struct refusal refusal_of(const struct error *error);
/* In how many milliseconds it can be asked again; 0: that is not told. */
int64_t refusal_wait_ms(const struct error *error);

#endif
