/* The limits of attempts to log in, and of those with an invitation's code, which are counted apart
 * and have the session in the place of an account: a token bucket for each account's name, whether
 * the account exists or not, and one for each address. The loopback has none: all clients of a
 * tunnel share it, and one guesser would lock the others out. An attempt takes a token of both
 * buckets; a successful one gives them back, so only failures count, and attempts under way.
 *
 * Before the password is checked, the owner of an account looks like any stranger who guesses. So
 * the last LOGIN_TOKENS_PAID tokens of a bucket are for attempts that show a proof of work
 * (common/wire/proof.h), and each costs twice the work of the one before:
 *
 *     tokens left   18 ... 13   12       11   ...  1         0
 *     work in bits  none        18       19   ...  29        no attempt
 *
 * Programs that guess without work take only the free tokens; the owner pays a fraction of a
 * second. Strangers who work too raise the price, until their computing power between two tokens
 * buys just one. The rate of guesses is the rate of the tokens in any case.
 *
 * Full buckets are dropped. Of the others at most `buckets_max` are kept; the least recently used
 * one goes first. */
#ifndef SERVER_SERVICE_LOGIN_ATTEMPTS_H
#define SERVER_SERVICE_LOGIN_ATTEMPTS_H

#include "server/base/origin.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LOGIN_BUCKETS = 16384, /* that the service keeps of each kind */
    LOGIN_TOKENS_PAID = 12,
    LOGIN_WORK_FIRST = 18, /* bits */
};

struct logins;

/* The price of an attempt that was refused. */
struct login_price {
    int64_t wait_ms; /* until it is free of work, unless others take tokens */
    int work_bits;   /* the work that buys it now; 0: no work helps */
};

/* A bucket holds `per_minute` tokens that are free of work, and LOGIN_TOKENS_PAID more;
 * `per_minute` tokens, at least 1, come in a minute. `buckets_max` is at least 2. */
struct logins *logins_create(int64_t per_minute, size_t buckets_max);
/* NULL is taken. */
void logins_destroy(struct logins *logins);
/* Begins an attempt that shows `work_bits` of work. False: the attempt is refused, no token is
 * taken, and *ret_price is set. `account` is any text; `now_ms` is of a monotonic clock. */
bool logins_take(struct logins *logins, const struct origin *origin, const char *account,
                 int work_bits, int64_t now_ms, struct login_price *ret_price);
/* Call when the attempt has succeeded or was not made. */
void logins_give_back(struct logins *logins, const struct origin *origin, const char *account);
/* The number of buckets that are kept. */
size_t logins_count(const struct logins *logins);

#endif
