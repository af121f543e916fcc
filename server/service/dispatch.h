/* The common part of the files that hand requests to the hall: a handler for each method, called
 * once the method is allowed and its fields are within their limits. Private to dispatch*.c. */
#ifndef SERVER_SERVICE_DISPATCH_H
#define SERVER_SERVICE_DISPATCH_H

#include "common/wire/wire.h"
#include "server/service/service_parts.h"

/* `body` is the struct of the method's parameters, valid during the call. */
typedef void handler(struct service *service, struct hall_caller from, const void *body);

static inline struct hall_text hall_text(struct wire_text text)
{
    return (struct hall_text){.bytes = text.bytes, .len = text.len};
}

static inline int64_t or_else(int64_t value, int64_t otherwise)
{
    return value == WIRE_ABSENT ? otherwise : value;
}

/* What is to be played, from the struct of an offer or an invitation; `first` is left to
 * read_offer_first(). */
#define TERMS_OF(wire)                                                                             \
    {                                                                                              \
        .rules = hall_text((wire)->rules), .look = hall_text((wire)->look),                        \
        .start = hall_text((wire)->start), .clock = hall_text((wire)->clock),                      \
        .rated = (wire)->rated,                                                                    \
    }

/* --- dispatch.c --- */

/* Absent: random. BAD_ARGUMENTS. */
enum error_code read_offer_first(struct wire_text text, enum offer_first *ret_first,
                                 struct error *error);

/* Carries out one request of a client. */
void dispatch(struct service *service, const struct net_request *request);

/* --- invitations.c --- */

handler on_invitation_create, on_invitation_show, on_invitation_accept;

/* --- dispatch_operator.c --- */

handler on_players, on_kick, on_ban, on_unban, on_bans, on_reset_password, on_operator_reports,
    on_operator_report, on_close_report, on_cancel, on_operator_abort, on_operator_withdraw,
    on_clear, on_backup, on_reload, on_where, on_stop;

/* Refuses what a server that stands by is asked, with the name of the one that leads. */
enum error_code refuse_standing_by(const struct service *service, struct error *error);

#endif
