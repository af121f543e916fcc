/* What a server refuses, as a person is told of it. */
#ifndef CLIENT_REFUSAL_H
#define CLIENT_REFUSAL_H

#include "common/base/error.h"

/* Room for any of them. */
struct refusal {
    char words[sizeof(((struct error *)0)->message)];
};

/* The server's own words, but for codes where those are about the protocol. */
struct refusal refusal_of(const struct error *error);

#endif
