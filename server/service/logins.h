/* How often somebody may try to log in: a token bucket for each account's name, whether there is
 * such an account or not, and one for each address but the loopback, which all who come through
 * tunnels share: there one who guesses would keep the others out. An attempt takes a token of both;
 * one that succeeds gives them back, so that only failures count, and those that are under way.
 *
 * The owner of an account that strangers try cannot be told from them before the password is looked
 * at. So the last LOGIN_TOKENS_PAID tokens of a bucket are for attempts that show a proof of work
 * (common/wire/proof.h), and each costs twice the work of the one before:
 *
 *     tokens left   18 ... 13   12       11   ...  1         0
 *     work in bits  none        18       19   ...  29        no attempt
 *
 * Programs that guess without work take the free tokens alone; the owner pays a fraction of a
 * second. Strangers who work, too, make it dearer: the price settles where all that they compute
 * between two tokens buys one. The rate of guesses is that of the tokens in any case.
 *
 * Full buckets can be forgotten, and of the others a stated number is kept: the one used longest
 * ago goes first. */
#ifndef SERVER_SERVICE_LOGINS_H
#define SERVER_SERVICE_LOGINS_H

#include "server/base/origin.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LOGIN_TOKENS_PAID = 12,
    LOGIN_WORK_FIRST = 18, /* bits */
};

struct logins;

/* What an attempt lacks. */
struct login_price {
    int64_t wait_ms; /* until it may be made without work, as things stand */
    int work_bits;   /* with which it may be made now; 0: no work helps */
};

/* A bucket holds `per_minute` tokens that are free of work, and LOGIN_TOKENS_PAID more;
 * `per_minute`, from 1, is also how many come in a minute. `buckets_max`: from 2. */
struct logins *logins_create(int64_t per_minute, size_t buckets_max);
/* NULL is taken. */
void logins_destroy(struct logins *logins);
/* An attempt that shows `work_bits` of work. True: try. False: nothing is taken, and *ret_price
 * says what is missing. `account` is any text, `now_ms` of a clock that never goes back. */
bool logins_take(struct logins *logins, const struct origin *origin, const char *account,
                 int work_bits, int64_t now_ms, struct login_price *ret_price);
/* The attempt has succeeded, or was not made. */
void logins_give_back(struct logins *logins, const struct origin *origin, const char *account);
/* The buckets that are kept. */
size_t logins_count(const struct logins *logins);

#endif
