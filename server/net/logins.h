/* How often somebody may try to log in: a token bucket for each account's name, whether there is such an account or not, and one
 * for each address but the loopback, which all who come through tunnels share: there one who guesses would keep the others out.
 * An attempt takes a token of both; one that succeeds gives them back, so that only failures count, and those that are under way. Full buckets can be forgotten,
 * and of the others a stated number is kept: the one used longest ago goes first. */
#ifndef SERVER_NET_LOGINS_H
#define SERVER_NET_LOGINS_H

#include "server/net/addresses.h"

#include <stddef.h>
#include <stdint.h>

struct logins;

/* A bucket holds `per_minute` tokens and gets as many in a minute; from 1. `buckets_max`: from 2. */
struct logins *logins_create(int64_t per_minute, size_t buckets_max);
/* NULL is taken. */
void logins_destroy(struct logins *logins);
/* 0: try. Otherwise nothing is taken: so many milliseconds have to pass until there is a token. `account` is any text,
 * `now_ms` of a clock that never goes back. */
int64_t logins_take(struct logins *logins, const struct origin *origin, const char *account,
                    int64_t now_ms);
/* The attempt has succeeded, or was not made. */
void logins_give_back(struct logins *logins, const struct origin *origin, const char *account);
/* The buckets that are kept. */
size_t logins_count(const struct logins *logins);

#endif
