/* Requests with an invitation's code. Nobody can guess 128 random bits; the limit of wrong codes
 * keeps those who try from costing more than those who mistype a password. */
#include "server/base/log.h"
#include "server/service/dispatch.h"
#include "server/service/login_attempts.h"
#include "server/service/token.h"

#include <stdio.h>

_Static_assert((int)HALL_INVITATION_USES_MAX == WIRE_USES_MAX, "uses of an invitation");
_Static_assert(HALL_INVITATION_KEPT_MS == WIRE_EXPIRES_IN_MAX, "ms that an invitation lasts");
_Static_assert((int)INVITATION_CODE_BYTES < WIRE_INVITATION_CODE_MAX, "bytes of a code");

static bool is_of_code(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' ||
           c == '_';
}

static enum error_code check_form(struct wire_text code, struct error *error)
{
    size_t good = 0;
    while (good < code.len && is_of_code(code.bytes[good]))
        good++;
    if (good == code.len && code.len == INVITATION_CODE_BYTES)
        return ERROR_NONE;
    return error_set(error, ERROR_BAD_ARGUMENTS,
                     "'code' must be the %d letters, digits, '-' and '_' of an invitation's code",
                     INVITATION_CODE_BYTES);
}

/* Takes one of the attempts of the session and its address, and gives it back if the code is good.
 * Without attempts a good code is not looked at either. */
static enum error_code try_code(struct service *service, uint64_t session, struct wire_text code,
                                struct error *error)
{
    const struct origin *origin = net_origin(service->net, session);
    char account[32];
    struct login_price price;
    snprintf(account, sizeof account, "#%llu", (unsigned long long)session);
    if (!logins_take(service->codes, origin, account, 0, (int64_t)uv_now(service->loop), &price)) {
        error_set(error, ERROR_TOO_MANY_ATTEMPTS,
                  "too many invitation codes that are none: try again in %lld s",
                  (long long)(price.wait_ms + 999) / 1000);
        error->wait_ms = price.wait_ms;
        return error->code;
    }
    if (hall_invitation_is_known(service->hall, session, hall_text(code)))
        logins_give_back(service->codes, origin, account);
    else
        log_warn("wrong-code", log_int("session", (int64_t)session),
                 log_text("address", origin->text));
    return ERROR_NONE;
}

void on_invitation_create(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_invitation_create *wire = body;
    struct hall_invitation invitation = {
        .to = hall_text(wire->to),
        .terms = TERMS_OF(wire),
        .uses = or_else(wire->uses, 1),
        .expires_in = or_else(wire->expires_in, WIRE_EXPIRES_IN_MAX),
    };
    struct error error;
    invitation_code_make(invitation.code);
    if (read_offer_first(wire->first, &invitation.terms.first, &error))
        hall_refuse(service->hall, from, &error);
    else
        hall_invitation_create(service->hall, from, &invitation, hall_text(wire->key));
}

void on_invitation_show(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_invitation_code *wire = body;
    struct error error;
    if (check_form(wire->code, &error) || try_code(service, from.session, wire->code, &error))
        hall_refuse(service->hall, from, &error);
    else
        hall_invitation_show(service->hall, from, hall_text(wire->code));
}

void on_invitation_accept(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_invitation_accept *wire = body;
    struct error error;
    enum error_code code = check_form(wire->code, &error);
    /* The code of a repeated request may be used up by the first one. */
    if (!code && !hall_key_is_used(service->hall, from.session, hall_text(wire->key)))
        code = try_code(service, from.session, wire->code, &error);
    if (code)
        hall_refuse(service->hall, from, &error);
    else
        hall_invitation_accept(service->hall, from, hall_text(wire->code), hall_text(wire->key));
}
