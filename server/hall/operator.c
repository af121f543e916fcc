/* The lists of connected players, for players and for operators, and the requests of operators:
 * kicks, bans, the end of tournaments, matches and offers. */
#include "common/base/memory.h"
#include "server/hall/invitations.h"
#include "server/hall/matches.h"
#include "server/hall/offers.h"
#include "server/hall/outbox.h"
#include "server/hall/player_name.h"
#include "server/hall/players.h"
#include "server/hall/tournament.h"

#include <assert.h>
#include <stdlib.h>
#include <time.h>

/* --- bans --- */

static struct ban *ban_find(const struct hall *hall, enum ban_kind kind, const char *subject)
{
    struct ban *found = NULL;
    HASH_FIND(hh, hall->bans[kind], subject, strlen(subject), found);
    return found;
}

static bool holds(const struct hall *hall, const struct ban *ban)
{
    return ban->until_ms == 0 || ban->until_ms > hall->now_ms;
}

static void ban_destroy(struct hall *hall, enum ban_kind kind, struct ban *ban)
{
    HASH_DELETE(hh, hall->bans[kind], ban);
    free(ban->subject);
    free(ban->shown);
    free(ban->reason);
    free(ban);
}

void bans_destroy(struct hall *hall)
{
    for (int kind = 0; kind < BAN_KINDS; kind++)
        while (hall->bans[kind])
            ban_destroy(hall, (enum ban_kind)kind, hall->bans[kind]);
}

void hall_restore_ban(struct hall *hall, const struct ban_record *stored)
{
    assert(!ban_find(hall, stored->kind, stored->subject));
    struct ban *ban = memory_zeroed(1, sizeof *ban);
    ban->subject = memory_text(stored->subject, strlen(stored->subject));
    ban->shown = memory_text(stored->shown, strlen(stored->shown));
    ban->reason = memory_text(stored->reason, strlen(stored->reason));
    ban->made_ms = stored->made_ms;
    ban->until_ms = stored->until_ms;
    HASH_ADD_KEYPTR(hh, hall->bans[stored->kind], ban->subject, strlen(ban->subject), ban);
}

/* The text for the players whom the ban keeps out. */
static void print_ban(const struct ban *ban, struct text *out)
{
    char until[40] = "for good";
    time_t seconds = (time_t)(ban->until_ms / 1000);
    struct tm time;
    if (ban->until_ms && gmtime_r(&seconds, &time))
        strftime(until, sizeof until, "until %Y-%m-%d %H:%M:%S UTC", &time);
    text_printf(out, "the operator keeps '%s' out %s", ban->shown, until);
    if (ban->reason[0])
        text_printf(out, ": %s", ban->reason);
}

bool is_banned(struct hall *hall, struct hall_caller from, enum ban_kind kind, const char *subject)
{
    const struct ban *ban = ban_find(hall, kind, subject);
    if (!ban || !holds(hall, ban))
        return false;
    struct text told = {0};
    print_ban(ban, &told);
    refuse(hall, from, ERROR_BANNED, "%s", text_string(&told));
    text_finish(&told);
    return true;
}

static void record_unban(struct hall *hall, enum ban_kind kind, const struct ban *ban)
{
    struct record *record = batch_append(hall->open, RECORD_UNBAN);
    hall->bans_changed = hall->open_number;
    record->ban.kind = kind;
    record->ban.subject = batch_keep(hall->open, ban->subject, strlen(ban->subject));
}

static void forget_expired(struct hall *hall)
{
    for (int kind = 0; kind < BAN_KINDS; kind++) {
        struct ban *ban, *next;
        HASH_ITER (hh, hall->bans[kind], ban, next) {
            if (holds(hall, ban))
                continue;
            record_unban(hall, (enum ban_kind)kind, ban);
            ban_destroy(hall, (enum ban_kind)kind, ban);
        }
    }
}

static enum error_code check_changes(struct hall *hall, struct hall_caller from)
{
    if (changes_allowed(hall, from))
        return ERROR_NONE;
    return is_stalled(hall) ? ERROR_SERVER_STALLED : ERROR_SERVER_CLOSING;
}

/* The form in which a subject is found, free() it; otherwise the request is refused. */
static enum error_code read_subject(struct hall *hall, struct hall_caller from, enum ban_kind kind,
                                    struct hall_text text, char **ret_key)
{
    struct error error;
    enum error_code code = kind == BAN_NAME
                               ? name_check(text.bytes, text.len, &error)
                               : line_check("the address", text.bytes, text.len, &error);
    if (code)
        hall_refuse(hall, from, &error);
    else
        *ret_key =
            kind == BAN_NAME ? name_key(text.bytes, text.len) : memory_text(text.bytes, text.len);
    return code;
}

/* Checks the reason that the operator gives to players; not given: "". The request is refused when
 * it is not one line. */
static enum error_code read_reason(struct hall *hall, struct hall_caller from,
                                   struct hall_text *reason)
{
    struct error error;
    if (!reason->bytes)
        *reason = (struct hall_text){.bytes = "", .len = 0};
    enum error_code code = line_check("the reason", reason->bytes, reason->len, &error);
    if (code)
        hall_refuse(hall, from, &error);
    return code;
}

static struct ban *ban_add(struct hall *hall, enum ban_kind kind, const char *subject,
                           struct hall_text shown, struct hall_text reason, int64_t until_ms)
{
    struct ban *before = ban_find(hall, kind, subject);
    if (before)
        ban_destroy(hall, kind, before);
    char *shown_text = memory_text(shown.bytes, shown.len);
    char *reason_text = memory_text(reason.bytes, reason.len);
    hall_restore_ban(hall, &(struct ban_record){
                               .kind = kind,
                               .subject = subject,
                               .shown = shown_text,
                               .reason = reason_text,
                               .made_ms = hall->now_ms,
                               .until_ms = until_ms,
                           });
    free(shown_text);
    free(reason_text);
    return ban_find(hall, kind, subject);
}

static void record_ban(struct hall *hall, enum ban_kind kind, const struct ban *ban)
{
    struct record *record = batch_append(hall->open, RECORD_BAN);
    hall->bans_changed = hall->open_number;
    record->ban.kind = kind;
    record->ban.subject = batch_keep(hall->open, ban->subject, strlen(ban->subject));
    record->ban.shown = batch_keep(hall->open, ban->shown, strlen(ban->shown));
    record->ban.reason = batch_keep(hall->open, ban->reason, strlen(ban->reason));
    record->ban.made_ms = ban->made_ms;
    record->ban.until_ms = ban->until_ms;
}

static bool is_subject(const struct session *session, enum ban_kind kind, const char *subject)
{
    const char *of_session = kind == BAN_NAME ? session->player->key : session->address;
    return strcmp(of_session, subject) == 0;
}

static void kick_banned(struct hall *hall, enum ban_kind kind, const struct ban *ban)
{
    struct text told = {0};
    print_ban(ban, &told);
    struct session *session, *next;
    DL_FOREACH_SAFE2(hall->sessions, session, next, next_open)
    {
        if (is_subject(session, kind, ban->subject))
            session_kick(hall, session, text_string(&told));
    }
    text_finish(&told);
}

static enum error_code check_until(struct hall *hall, struct hall_caller from, int64_t until_ms)
{
    struct error error;
    if (until_ms == 0 || until_ms > hall->now_ms)
        return ERROR_NONE;
    error_set(&error, ERROR_BAD_ARGUMENTS, "'until' is over already");
    hall_refuse(hall, from, &error);
    return error.code;
}

enum error_code hall_operator_ban(struct hall *hall, struct hall_caller from, enum ban_kind kind,
                                  struct hall_text subject, struct hall_text reason,
                                  int64_t until_ms)
{
    char *key;
    enum error_code code = check_changes(hall, from);
    if (!code)
        code = read_reason(hall, from, &reason);
    if (!code)
        code = check_until(hall, from, until_ms);
    if (!code)
        code = read_subject(hall, from, kind, subject, &key);
    if (code)
        return code;
    forget_expired(hall);
    const struct ban *ban = ban_add(hall, kind, key, subject, reason, until_ms);
    free(key);
    record_ban(hall, kind, ban);
    answer_done(hall, from);
    kick_banned(hall, kind, ban);
    if (kind == BAN_NAME)
        offers_ban(hall, ban->subject);
    if (kind == BAN_NAME)
        invitations_ban(hall, ban->subject);
    return ERROR_NONE;
}

enum error_code hall_operator_unban(struct hall *hall, struct hall_caller from, enum ban_kind kind,
                                    struct hall_text subject)
{
    char *key;
    enum error_code code = check_changes(hall, from);
    if (!code)
        code = read_subject(hall, from, kind, subject, &key);
    if (code)
        return code;
    forget_expired(hall);
    struct ban *ban = ban_find(hall, kind, key);
    free(key);
    if (!ban) {
        refuse(hall, from, ERROR_NOT_BANNED, "the %s '%.*s' is not banned", ban_kind_text(kind),
               (int)subject.len, subject.bytes);
        return ERROR_NOT_BANNED;
    }
    record_unban(hall, kind, ban);
    ban_destroy(hall, kind, ban);
    answer_done(hall, from);
    return ERROR_NONE;
}

/* It points into the ban. */
static struct wire_ban ban_wire(enum ban_kind kind, const struct ban *ban)
{
    return (struct wire_ban){
        .player = wire_text(kind == BAN_NAME ? ban->shown : NULL),
        .address = wire_text(kind == BAN_ADDRESS ? ban->shown : NULL),
        .reason = wire_text_given(ban->reason),
        .until = or_absent(ban->until_ms),
        .made = ban->made_ms,
    };
}

void hall_operator_bans(struct hall *hall, struct hall_caller from)
{
    bool is_on_disk = hall->bans_changed <= hall->committed;
    if (is_stalled(hall) && !is_on_disk) {
        refuse_stalled(hall, from);
        return;
    }
    struct wire_ban *list = NULL;
    size_t count = 0;
    for (int kind = 0; kind < BAN_KINDS; kind++)
        for (const struct ban *ban = hall->bans[kind]; ban; ban = ban->hh.next)
            if (holds(hall, ban)) {
                list = memory_for_next(list, count, sizeof *list);
                list[count++] = ban_wire((enum ban_kind)kind, ban);
            }
    struct wire_bans bans = {.bans = list, .bans_count = count};
    if (is_on_disk)
        answer_freely(hall, from, &wire_record_bans, &bans);
    else
        answer(hall, from, &wire_record_bans, &bans);
    free(list);
}

/* --- who is connected --- */

static int by_number(const struct session *a, const struct session *b)
{
    return (a->id > b->id) - (a->id < b->id);
}

void hall_operator_players(struct hall *hall, struct hall_caller from, int64_t after, int64_t limit)
{
    struct wire_present list[HALL_PAGE_MAX];
    struct wire_present_list page = {.players = list};
    DL_SORT2(hall->sessions, by_number, prev_open, next_open);
    for (const struct session *session = hall->sessions; session; session = session->next_open) {
        const struct player *player = session->player;
        if (session->id <= (uint64_t)after || !player->is_welcome)
            continue;
        if (page.players_count == (size_t)limit) {
            page.more = true;
            break;
        }
        list[page.players_count++] = (struct wire_present){
            .session = (int64_t)session->id,
            .player = player->id,
            .name = wire_text(player->name),
            .account = player->account,
            .address = wire_text(session->address),
            .client = wire_text(session_client(session)),
            .lag = unless_negative(session->lag_ms),
            .matches = player->live_seats,
            .since = session->since_ms,
        };
    }
    answer_freely(hall, from, &wire_record_present_list, &page);
}

/* In the order of the table: sorting would cost too much for a request that anybody may repeat. */
void hall_player_list(struct hall *hall, struct hall_caller from)
{
    struct wire_online list[HALL_PAGE_MAX];
    size_t count = 0;
    for (const struct session *session = hall->sessions; session && count < HALL_PAGE_MAX;
         session = session->next_open) {
        const struct player *player = session->player;
        if (player->is_welcome)
            list[count++] = (struct wire_online){
                .player = player->id,
                .name = wire_text(player->name),
                .account = player->account,
                .client = wire_text(session_client(session)),
                .matches = player->live_seats,
                .bot = player->is_bot,
            };
    }
    answer(hall, from, &wire_record_online_list,
           &(struct wire_online_list){.players = list, .players_count = count});
}

enum error_code hall_operator_kick(struct hall *hall, struct hall_caller from,
                                   struct hall_text name, struct hall_text reason)
{
    struct error error;
    enum error_code code = read_reason(hall, from, &reason);
    if (code)
        return code;
    const struct player *player = player_named(hall, name);
    if (!player || !player->session || !player->is_welcome) {
        error_set(&error, ERROR_NO_SUCH_PLAYER, "'%.*s' is not connected", (int)name.len,
                  name.bytes);
        hall_refuse(hall, from, &error);
        return error.code;
    }
    char *told = memory_text(reason.bytes, reason.len);
    session_kick(hall, session_find(hall, player->session),
                 told[0] ? told : "the operator gave no reason");
    free(told);
    answer_freely(hall, from, &wire_record_nothing, NULL);
    return ERROR_NONE;
}

/* --- passwords --- */

enum error_code hall_operator_reset_password(struct hall *hall, struct hall_caller from,
                                             struct hall_text name, const char *code,
                                             const unsigned char code_hash[TOKEN_HASH_BYTES])
{
    char *key;
    enum error_code refused = check_changes(hall, from);
    if (!refused)
        refused = read_subject(hall, from, BAN_NAME, name, &key);
    if (refused)
        return refused;
    struct message *message = answer_later(hall, from, MESSAGE_LOOK_UP_ACCOUNT);
    message->look_up_account.purpose = ACCOUNT_FOR_CODE;
    message->look_up_account.name_key = key;
    message->look_up_account.code = code;
    memcpy(message->look_up_account.code_hash, code_hash, TOKEN_HASH_BYTES);
    text_make_secret(&message->bytes);
    message_keep(
        message,
        (const char **const[]){&message->look_up_account.name_key, &message->look_up_account.code},
        2);
    free(key);
    return ERROR_NONE;
}

/* --- tournaments --- */

enum error_code hall_operator_cancel(struct hall *hall, struct hall_caller from, int64_t id,
                                     struct hall_text reason)
{
    struct tournament *tournament;
    struct error error;
    enum error_code code = check_changes(hall, from);
    if (!code)
        code = read_reason(hall, from, &reason);
    if (code)
        return code;
    if (tournament_look(hall, id, &tournament, &error)) {
        hall_refuse(hall, from, &error);
        return error.code;
    }
    struct text told = {0};
    text_printf(&told, "the operator has ended it%s%.*s", reason.len > 0 ? ": " : "",
                (int)reason.len, reason.bytes);
    tournament_cancel(hall, tournament, text_string(&told));
    text_finish(&told);
    answer_done(hall, from);
    return ERROR_NONE;
}

/* --- matches and offers --- */

enum error_code hall_operator_abort(struct hall *hall, struct hall_caller from, int64_t id)
{
    struct match *match;
    struct error error;
    enum error_code code = check_changes(hall, from);
    if (code)
        return code;
    if (match_look(hall, id, &match, &error)) {
        refuse(hall, from, error.code, "%s", error.message);
        return error.code;
    }
    if (match->record.tournament) {
        refuse(hall, from, ERROR_NOT_YOURS,
               "match %lld belongs to tournament %lld: cancel that, or let its owner void the pair",
               (long long)id, (long long)match->record.tournament);
        return ERROR_NOT_YOURS;
    }
    match_end(hall, match, ENDING_ABORTED, SEAT_NOBODY);
    answer_done(hall, from);
    return ERROR_NONE;
}

enum error_code hall_operator_withdraw(struct hall *hall, struct hall_caller from, int64_t id)
{
    enum error_code code = check_changes(hall, from);
    if (code)
        return code;
    struct offer *offer = offer_find(hall, id);
    if (!offer) {
        refuse(hall, from, ERROR_NO_SUCH_OFFER, "offer %lld does not exist (any more)",
               (long long)id);
        return ERROR_NO_SUCH_OFFER;
    }
    offer_withdraw(hall, offer);
    answer_done(hall, from);
    return ERROR_NONE;
}

/* Whose matches and offers are cleared. */
struct clearance {
    const struct player *player; /* NULL: those of an address */
    uint64_t address;
};

static bool is_cleared(const struct clearance *clearance, const struct player *player)
{
    return clearance->player ? player == clearance->player : player->address == clearance->address;
}

/* Lists the ids of matches, offers and invitations before it ends any of them: an end may free
 * players. */
static void clear(struct hall *hall, struct hall_caller from, const struct clearance *clearance)
{
    int64_t ids[HALL_PAGE_MAX + 1];
    size_t count = 0;
    for (size_t i = 0; i < hall->live.count && count <= HALL_PAGE_MAX; i++) {
        const struct match *match = hall->live_in_order[i];
        if (!match->record.tournament && (is_cleared(clearance, match->seats[0].player) ||
                                          is_cleared(clearance, match->seats[1].player)))
            ids[count++] = match->record.id;
    }
    size_t matches = count;
    for (const struct offer *offer = hall->offers; offer && count <= HALL_PAGE_MAX;
         offer = offer->hh.next)
        if (is_cleared(clearance, offer->maker))
            ids[count++] = offer->id;
    size_t offers = count;
    for (const struct invitation *invitation = hall->invitations_by_id;
         invitation && count <= HALL_PAGE_MAX; invitation = invitation->by_id.next)
        if (is_cleared(clearance, invitation->maker))
            ids[count++] = invitation->id;
    bool more = count > HALL_PAGE_MAX;
    if (more)
        count = HALL_PAGE_MAX;
    if (offers > count)
        offers = count;
    if (matches > count)
        matches = count;

    assert(matches <= offers && offers <= count && count <= HALL_PAGE_MAX);
    for (size_t i = 0; i < matches; i++)
        match_end(hall, match_find(hall, ids[i]), ENDING_ABORTED, SEAT_NOBODY);
    for (size_t i = matches; i < offers; i++)
        offer_withdraw(hall, offer_find(hall, ids[i]));
    for (size_t i = offers; i < count; i++)
        invitation_end(hall, invitation_find(hall, ids[i]), "cancelled");
    struct wire_cleared cleared = {
        .matches = (int64_t)matches,
        .offers = (int64_t)(count - matches),
        .more = more,
    };
    answer(hall, from, &wire_record_cleared, &cleared);
}

enum error_code hall_operator_clear_player(struct hall *hall, struct hall_caller from,
                                           struct hall_text name)
{
    enum error_code code = check_changes(hall, from);
    if (code)
        return code;
    const struct player *player = player_named(hall, name);
    if (!player) {
        refuse(
            hall, from, ERROR_NO_SUCH_PLAYER,
            "nobody called '%.*s' is connected or has a live match, an open offer or an invitation",
            (int)name.len, name.bytes);
        return ERROR_NO_SUCH_PLAYER;
    }
    clear(hall, from, &(struct clearance){.player = player});
    return ERROR_NONE;
}

enum error_code hall_operator_clear_address(struct hall *hall, struct hall_caller from,
                                            uint64_t address_number)
{
    enum error_code code = check_changes(hall, from);
    if (!code)
        clear(hall, from, &(struct clearance){.address = address_number});
    return code;
}
