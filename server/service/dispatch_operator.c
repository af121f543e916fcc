/* The operator's requests. */
#include "server/base/log.h"
#include "server/service/backup.h"
#include "server/service/dispatch.h"
#include "server/service/token.h"
#include "server/store/store.h"

#include <string.h>
#include <unistd.h>

void on_players(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_present_page *wire = body;
    hall_operator_players(service->hall, from, or_else(wire->after, 0),
                          or_else(wire->limit, WIRE_PAGE_DEFAULT));
}

/* Logs an operator's action, or its refusal. */
static void log_done(const char *event, enum error_code code, struct log_field whom,
                     struct wire_text reason)
{
    struct log_field why = log_bytes("reason", reason.bytes, reason.len);
    if (code)
        log_debug(event, whom, why, log_text("refused", error_name(code)));
    else
        log_info(event, whom, why);
}

void on_kick(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_kick *wire = body;
    enum error_code code =
        hall_operator_kick(service->hall, from, hall_text(wire->player), hall_text(wire->reason));
    log_done("kick", code, log_bytes("player", wire->player.bytes, wire->player.len), wire->reason);
}

/* The subject of a ban. */
struct subject {
    enum ban_kind kind;
    struct hall_text text;
    struct origin origin; /* of an address; holds `text` */
};

static enum error_code read_ban_address(struct wire_text text, struct subject *subject,
                                        struct error *error)
{
    if (!origin_parse(text.bytes, text.len, &subject->origin))
        return error_set(error, ERROR_BAD_ARGUMENTS,
                         "an IPv4 or IPv6 address was expected; ranges are not supported");
    const char *address = subject->origin.text;
    subject->text = (struct hall_text){.bytes = address, .len = strlen(address)};
    return ERROR_NONE;
}

/* A player's name or an address; neither or both are refused. */
static enum error_code read_ban_subject(struct hall *hall, struct hall_caller from,
                                        struct wire_text player, struct wire_text address,
                                        struct subject *ret_subject)
{
    struct error error = {0};
    ret_subject->kind = player.bytes ? BAN_NAME : BAN_ADDRESS;
    ret_subject->text = hall_text(player.bytes ? player : address);
    if (!player.bytes == !address.bytes)
        error_set(&error, ERROR_BAD_ARGUMENTS, "either 'player' or 'address' was expected");
    else if (address.bytes)
        read_ban_address(address, ret_subject, &error);
    if (error.code)
        hall_refuse(hall, from, &error);
    return error.code;
}

static struct log_field log_subject(const struct subject *subject)
{
    return log_bytes(ban_kind_text(subject->kind), subject->text.bytes, subject->text.len);
}

void on_ban(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_ban *wire = body;
    struct hall *hall = service->hall;
    struct subject subject;
    enum error_code code = read_ban_subject(hall, from, wire->player, wire->address, &subject);
    if (!code)
        code = hall_operator_ban(hall, from, subject.kind, subject.text, hall_text(wire->reason),
                                 or_else(wire->until, 0));
    log_done("ban", code, log_subject(&subject), wire->reason);
}

void on_unban(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_unban *wire = body;
    struct hall *hall = service->hall;
    struct subject subject;
    enum error_code code = read_ban_subject(hall, from, wire->player, wire->address, &subject);
    if (!code)
        code = hall_operator_unban(hall, from, subject.kind, subject.text);
    log_done("unban", code, log_subject(&subject), (struct wire_text){0});
}

void on_bans(struct service *service, struct hall_caller from, const void *body)
{
    (void)body;
    hall_operator_bans(service->hall, from);
}

void on_operator_reports(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_report_page *wire = body;
    hall_operator_reports(service->hall, from, wire->all, or_else(wire->after, 0),
                          or_else(wire->limit, WIRE_PAGE_DEFAULT));
}

void on_operator_report(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_report_number *wire = body;
    hall_operator_report(service->hall, from, wire->report);
}

void on_close_report(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_report_number *wire = body;
    enum error_code code = hall_operator_close_report(service->hall, from, wire->report);
    log_done("close-report", code, log_int("report", wire->report), (struct wire_text){0});
}

void on_reset_password(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_account_name *wire = body;
    char code[CODE_TEXT_BYTES + 1];
    unsigned char hash[TOKEN_HASH_BYTES];
    code_make(code);
    code_hash(code, CODE_TEXT_BYTES, hash);
    enum error_code refused =
        hall_operator_reset_password(service->hall, from, hall_text(wire->player), code, hash);
    explicit_bzero(code, sizeof code);
    log_done("reset-password", refused, log_bytes("name", wire->player.bytes, wire->player.len),
             (struct wire_text){0});
}

void on_cancel(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_cancel *wire = body;
    enum error_code code =
        hall_operator_cancel(service->hall, from, wire->tournament, hall_text(wire->reason));
    log_done("cancel", code, log_int("tournament", wire->tournament), wire->reason);
}

void on_operator_abort(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_match_number *wire = body;
    enum error_code code = hall_operator_abort(service->hall, from, wire->match);
    log_done("abort", code, log_int("match", wire->match), (struct wire_text){0});
}

void on_operator_withdraw(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_offer_number *wire = body;
    enum error_code code = hall_operator_withdraw(service->hall, from, wire->offer);
    log_done("withdraw", code, log_int("offer", wire->offer), (struct wire_text){0});
}

void on_clear(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_clearance *wire = body;
    struct hall *hall = service->hall;
    struct subject subject;
    enum error_code code = read_ban_subject(hall, from, wire->player, wire->address, &subject);
    if (code)
        return;
    code = subject.kind == BAN_NAME
               ? hall_operator_clear_player(hall, from, subject.text)
               : hall_operator_clear_address(hall, from, origin_group(&subject.origin));
    log_done("clear", code, log_subject(&subject), (struct wire_text){0});
}

void on_backup(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_backup *wire = body;
    struct error error;
    if (backup_begin(service, from, wire->path.bytes, wire->path.len, &error))
        hall_refuse(service->hall, from, &error);
}

void on_reload(struct service *service, struct hall_caller from, const void *body)
{
    struct error error;
    (void)body;
    if (service->config->reload(service->config->owner, &error))
        hall_refuse(service->hall, from, &error);
    else
        hall_ping(service->hall, from);
}

enum error_code refuse_standing_by(const struct service *service, struct error *error)
{
    struct database_leader leader;
    struct error cause;
    if (store_find_leader(service->config->database, &leader, &cause))
        return error_set(error, ERROR_TOO_EARLY,
                         "this server stands by, and cannot find out which one leads: %s",
                         cause.message);
    if (!leader.is_there)
        return error_set(error, ERROR_TOO_EARLY,
                         "this server stands by, and none leads now: one takes over soon");
    return error_set(error, ERROR_TOO_EARLY, "this server stands by: ask the one that leads, on %s",
                     leader.node);
}

/* Of this process, which leads. */
static void tell_own(struct service *service, char node[WIRE_NODE_MAX + 1],
                     struct wire_whereabouts *where)
{
    bool is_hall = strcmp(service->config->role, "hall") == 0;
    gethostname(node, WIRE_NODE_MAX);
    where->node = wire_text_given(node);
    where->pid = getpid();
    where->since = service->store_since_ms;
    if (is_hall)
        where->gateways = service_statistics(service)->values[STATISTIC_GATEWAYS];
    if (!service_shares_database(service))
        return;
    where->epoch = store_succession(service->store).epoch;
    where->lease = batches_lease_left_ms(service);
}

static enum error_code tell_leader(const struct service *service, struct database_leader *leader,
                                   struct wire_whereabouts *where, struct error *error)
{
    enum error_code code = store_find_leader(service->config->database, leader, error);
    if (code)
        return code;
    where->epoch = leader->epoch;
    if (!leader->is_there)
        return ERROR_NONE;
    where->node = wire_text(leader->node);
    where->pid = leader->pid > 0 ? leader->pid : WIRE_ABSENT;
    where->since = leader->since_ms;
    where->beat = leader->silent_ms;
    return ERROR_NONE;
}

void on_where(struct service *service, struct hall_caller from, const void *body)
{
    struct wire_whereabouts where;
    struct database_leader leader;
    char node[WIRE_NODE_MAX + 1] = "";
    struct text answer = {0};
    struct error error;
    (void)body;
    wire_record_clear(&wire_record_whereabouts, &where);
    where.role = wire_text(service->config->role);
    where.leads = service->store != NULL;
    where.metrics = wire_text_given(service->config->metrics);
    if (where.leads) {
        tell_own(service, node, &where);
    } else if (tell_leader(service, &leader, &where, &error)) {
        service_refuse(service, from.session, from.request, &error);
        return;
    }
    wire_encode_result(&answer, from.request, wire_methods[WIRE_OPERATOR_WHERE].result, &where);
    service_tell(service, from.session, true, &answer);
    text_finish(&answer);
}

void on_stop(struct service *service, struct hall_caller from, const void *body)
{
    (void)body;
    hall_ping(service->hall, from);
    service->config->stop(service->config->owner);
}
