#include "server/hall/invitations.h"

#include "common/base/memory.h"
#include "server/hall/matches.h"
#include "server/hall/outbox.h"
#include "server/hall/player_name.h"
#include "server/hall/players.h"
#include "server/hall/terms.h"

#include <assert.h>
#include <stdlib.h>

/* A code is found by its first bytes, 48 bits. The others, 84 bits, are compared in a time that
 * does not tell how many of them are right, so that nobody can find a code piece by piece. */
enum { CODE_FOUND_BY = 8 };

/* It points into the invitation. Only its maker is shown the code. */
static struct wire_invitation invitation_wire(const struct invitation *invitation, bool is_makers)
{
    return (struct wire_invitation){
        .invitation = invitation->id,
        .code = wire_text(is_makers ? invitation->code : NULL),
        .from = wire_text(invitation->maker->name),
        .to = wire_text(invitation->addressee),
        .rules = wire_text(invitation->terms.rules->rules.text),
        .look = wire_text_given(invitation->terms.look),
        .start = wire_text_given(invitation->terms.start),
        .first = wire_text(offer_first_text(invitation->terms.first)),
        .rated = invitation->terms.rated,
        .clock = wire_text(invitation->terms.clock),
        .uses = invitation->uses,
        .created = invitation->created_ms,
        .expires = invitation->expires_ms,
        .online = invitation->maker->session != 0,
    };
}

/* --- finding --- */

/* One that has expired may still wait for its deadline. */
static bool is_open(const struct hall *hall, const struct invitation *invitation)
{
    return invitation && invitation->expires_ms > hall->now_ms;
}

struct invitation *invitation_find(const struct hall *hall, int64_t id)
{
    struct invitation *found = NULL;
    HASH_FIND(by_id, hall->invitations_by_id, &id, sizeof id, found);
    return found;
}

static struct invitation *find_alike(const struct hall *hall, const char *code)
{
    struct invitation *found = NULL;
    HASH_FIND(by_code, hall->invitations_by_code, code, CODE_FOUND_BY, found);
    return found;
}

/* NULL: none is open. */
static struct invitation *find_by_code(const struct hall *hall, struct hall_text code)
{
    if (code.len != INVITATION_CODE_BYTES)
        return NULL;
    struct invitation *found = find_alike(hall, code.bytes);
    unsigned char differences = 0;
    for (size_t i = 0; found && i < INVITATION_CODE_BYTES; i++)
        differences |= (unsigned char)(code.bytes[i] ^ found->code[i]);
    return is_open(hall, found) && differences == 0 ? found : NULL;
}

/* The player's live match that was begun by this code; NULL: none. */
static const struct match *find_begun(const struct player *player, struct hall_text code)
{
    int64_t number = subject_of_text(code);
    const struct seating *seat;
    DL_FOREACH (player->seats, seat) {
        if (seat->match->record.code == number)
            return seat->match;
    }
    return NULL;
}

bool hall_invitation_is_known(const struct hall *hall, uint64_t session, struct hall_text code)
{
    const struct session *open = session_find(hall, session);
    return find_by_code(hall, code) || (open && find_begun(open->player, code));
}

/* NULL, and the request is refused, when no open invitation has the code. */
static struct invitation *require_code(struct hall *hall, struct hall_caller from,
                                       struct hall_text code)
{
    struct invitation *invitation = find_by_code(hall, code);
    if (!invitation)
        refuse(hall, from, ERROR_NO_SUCH_INVITATION,
               "no invitation with this code is open: it was used, taken back, or has expired, or "
               "the code was not copied whole; ask for a new one");
    return invitation;
}

/* --- their lives --- */

/* Takes over what the draft holds. */
static struct invitation *invitation_add(struct hall *hall, const struct invitation *draft)
{
    struct invitation *invitation = memory_zeroed(1, sizeof *invitation);
    *invitation = *draft;
    struct player *maker = invitation->maker;
    assert(maker && invitation->terms.rules && invitation->uses > 0);
    HASH_ADD(by_id, hall->invitations_by_id, id, sizeof invitation->id, invitation);
    HASH_ADD_KEYPTR(by_code, hall->invitations_by_code, invitation->code, CODE_FOUND_BY,
                    invitation);
    DL_APPEND2(maker->invitations, invitation, prev_of_maker, next_of_maker);
    maker->invitation_count++;

    struct deadline *deadline = &invitation->deadline;
    deadline->kind = DEADLINE_OF_INVITATION;
    deadline->invitation = invitation;
    place_take_at_address(hall, &invitation->places[0], PLACE_INVITATION, maker, deadline);
    place_take_in_hall(hall, &invitation->places[1], PLACE_INVITATION, party_of(maker), deadline);
    for (int i = 0; i < 2; i++)
        place_set_bytes(&invitation->places[i], start_bytes(invitation->terms.start));
    int64_t left_ms = invitation->expires_ms - hall->now_ms;
    deadlines_set(&hall->deadlines, deadline, hall->play_ms + (left_ms > 0 ? left_ms : 0));
    player_settle(hall, maker);
    return invitation;
}

static void invitation_destroy(struct hall *hall, struct invitation *invitation)
{
    struct player *maker = invitation->maker;
    assert(maker->invitation_count > 0);
    deadlines_set(&hall->deadlines, &invitation->deadline, INT64_MAX);
    for (int i = 0; i < 2; i++)
        place_give_back(hall, &invitation->places[i]);
    HASH_DELETE(by_id, hall->invitations_by_id, invitation);
    HASH_DELETE(by_code, hall->invitations_by_code, invitation);
    DL_DELETE2(maker->invitations, invitation, prev_of_maker, next_of_maker);
    maker->invitation_count--;
    terms_finish(hall, &invitation->terms);
    free(invitation->addressee);
    free(invitation);
}

static void record_invitation(struct hall *hall, const struct invitation *invitation)
{
    struct batch *batch = hall->open;
    const struct terms *terms = &invitation->terms;
    const char *addressee = invitation->addressee ? invitation->addressee : "";
    const char *clock = terms->clock ? terms->clock : "";
    struct invitation_record *record = &batch_append(batch, RECORD_INVITATION)->invitation;
    *record = (struct invitation_record){
        .id = invitation->id,
        .code = batch_keep(batch, invitation->code, INVITATION_CODE_BYTES),
        .maker = invitation->maker->id,
        .addressee = batch_keep(batch, addressee, strlen(addressee)),
        .rules = batch_keep(batch, terms->rules->rules.text, terms->rules->rules.text_len),
        .start = batch_keep(batch, terms->start, strlen(terms->start)),
        .clock = batch_keep(batch, clock, strlen(clock)),
        .first = terms->first,
        .rated = terms->rated,
        .uses = invitation->uses,
        .created_ms = invitation->created_ms,
        .expires_ms = invitation->expires_ms,
        .look = batch_keep(batch, terms->look, strlen(terms->look)),
    };
}

void invitation_end(struct hall *hall, struct invitation *invitation, const char *reason)
{
    struct player *maker = invitation->maker;
    batch_append(hall->open, RECORD_INVITATION_GONE)->invitation.id = invitation->id;
    if (reason && maker->session) {
        struct wire_invitation_closed event = {.invitation = invitation->id,
                                               .reason = wire_text(reason)};
        message_to(say(hall, WIRE_EVENT_INVITATION_CLOSED, &event), maker->session);
    }
    invitation_destroy(hall, invitation);
    player_settle(hall, maker);
}

void invitations_forget(struct hall *hall, struct player *player)
{
    while (player->invitations)
        invitation_destroy(hall, player->invitations);
}

void invitations_drop(struct hall *hall, struct player *player)
{
    struct invitation *invitation = player->invitations, *next;
    for (; invitation; invitation = next) {
        next = invitation->next_of_maker;
        /* The last one takes its maker along. */
        invitation_end(hall, invitation, NULL);
    }
}

void invitations_ban(struct hall *hall, const char *key)
{
    struct player *maker = NULL;
    HASH_FIND(by_key, hall->players_by_key, key, strlen(key), maker);
    if (maker)
        invitations_drop(hall, maker);
}

void invitations_set_idle(struct player *player, int64_t at_ms)
{
    struct invitation *invitation;
    DL_FOREACH2(player->invitations, invitation, next_of_maker)
    {
        for (int i = 0; i < 2; i++)
            place_set_idle(&invitation->places[i], at_ms);
    }
}

static enum error_code restore_terms(struct hall *hall, const struct invitation_record *stored,
                                     struct terms *terms, struct error *error)
{
    struct position start = {0};
    *terms = (struct terms){.first = stored->first, .rated = stored->rated};
    if (*stored->look && !look_is_name(stored->look, strlen(stored->look)))
        return error_set(error, ERROR_INTERNAL, "'%s' is the name of no look", stored->look);
    memcpy(terms->look, stored->look, strlen(stored->look) + 1);
    if (*stored->clock &&
        time_control_parse(stored->clock, strlen(stored->clock), &terms->control, error))
        return error->code;
    terms->rules = shared_rules_or_class_get(hall, stored->rules, strlen(stored->rules), error);
    if (!terms->rules)
        return error->code;
    terms->start = memory_text(stored->start, strlen(stored->start));
    terms->clock = clock_text(&terms->control);
    const struct rules *rules = &terms->rules->rules;
    if (rules->class_size > 0)
        return ERROR_NONE;
    enum error_code code =
        position_parse(rules, stored->start, strlen(stored->start), &start, error);
    if (!code)
        code = position_check_start(rules, &start, error);
    position_finish(&start);
    return code;
}

enum error_code hall_restore_invitation(struct hall *hall, const struct invitation_record *stored,
                                        struct error *error)
{
    long long id = stored->id;
    struct error cause;
    struct invitation draft = {
        .id = stored->id,
        .maker = player_find(hall, stored->maker),
        .uses = stored->uses,
        .created_ms = stored->created_ms,
        .expires_ms = stored->expires_ms,
    };
    if (!draft.maker)
        return error_set(error, ERROR_INTERNAL, "invitation %lld has a maker who does not exist",
                         id);
    if (strlen(stored->code) != INVITATION_CODE_BYTES || find_alike(hall, stored->code))
        return error_set(error, ERROR_INTERNAL, "the code of invitation %lld cannot be", id);
    if (stored->uses < 1 || stored->uses > HALL_INVITATION_USES_MAX ||
        stored->first == FIRST_COUNT || stored->created_ms < 0 ||
        stored->expires_ms < stored->created_ms ||
        stored->expires_ms - stored->created_ms > HALL_INVITATION_KEPT_MS)
        return error_set(error, ERROR_INTERNAL,
                         "the uses, times or side of invitation %lld cannot be", id);
    if (restore_terms(hall, stored, &draft.terms, &cause)) {
        terms_finish(hall, &draft.terms);
        return error_set(error, ERROR_INTERNAL, "invitation %lld: %s", id, cause.message);
    }
    memcpy(draft.code, stored->code, INVITATION_CODE_BYTES);
    if (*stored->addressee)
        draft.addressee = memory_text(stored->addressee, strlen(stored->addressee));
    invitation_add(hall, &draft);
    for (int i = 0; i < 2; i++) /* nobody has come back yet */
        place_set_idle(&invitation_find(hall, id)->places[i], hall->play_ms);
    return ERROR_NONE;
}

/* --- requests --- */

void answer_invitation_made(struct hall *hall, struct hall_caller from, int64_t id)
{
    struct wire_invitation_made made = {.invitation = id, .expires = WIRE_ABSENT};
    const struct invitation *invitation = invitation_find(hall, id);
    if (is_open(hall, invitation)) {
        made.code = wire_text(invitation->code);
        made.expires = invitation->expires_ms;
    }
    answer(hall, from, &wire_record_invitation_made, &made);
}

static bool is_name_of(struct hall_text name, const struct player *player)
{
    char *key = name_key(name.bytes, name.len);
    bool is_same = strcmp(key, player->key) == 0;
    free(key);
    return is_same;
}

/* Can the player invite this name? Otherwise the request is refused. */
static bool may_be_addressee(struct hall *hall, struct hall_caller from, const struct player *maker,
                             struct hall_text name)
{
    struct error error;
    if (name_check(name.bytes, name.len, &error))
        hall_refuse(hall, from, &error);
    else if (is_name_of(name, maker))
        refuse(hall, from, ERROR_NO_SUCH_PLAYER, "you cannot invite yourself");
    else
        return true;
    return false;
}

/* Is there a place for one more invitation? Otherwise the request is refused. */
static bool may_invite(struct hall *hall, struct hall_caller from, const struct player *maker,
                       const char *start)
{
    int64_t most = hall->limits.invitations_per_player;
    if ((int64_t)maker->invitation_count < most)
        return place_is_free_at_address(hall, from, PLACE_INVITATION, maker, true) &&
               place_is_free_in_hall(hall, from, PLACE_INVITATION, party_of(maker)) &&
               place_has_room(hall, from, maker, start);
    refuse(hall, from, ERROR_LIMIT_REACHED,
           "you have %lld invitation%s open, the most there may be: revoke one first",
           (long long)most, most == 1 ? "" : "s");
    return false;
}

void hall_invitation_create(struct hall *hall, struct hall_caller from,
                            const struct hall_invitation *request, struct hall_text key)
{
    struct player *maker = change_begin(hall, from, REQUEST_INVITATION_CREATE, 0, key);
    if (!maker)
        return;
    assert(request->uses >= 1 && request->uses <= HALL_INVITATION_USES_MAX);
    assert(request->expires_in >= 1 && request->expires_in <= HALL_INVITATION_KEPT_MS);
    assert(strlen(request->code) == INVITATION_CODE_BYTES);
    struct invitation draft = {
        .maker = maker,
        .uses = request->uses,
        .created_ms = hall->now_ms,
        .expires_ms = hall->now_ms + request->expires_in,
    };
    if (request->to.bytes && !may_be_addressee(hall, from, maker, request->to))
        return;
    if (request->terms.rated && !players_may_be_rated(hall, from, maker, NULL))
        return;
    if (find_alike(hall, request->code)) {
        refuse(hall, from, ERROR_INTERNAL, "the code that was drawn is in use: ask again");
        return;
    }
    if (!terms_read(hall, from, &request->terms, &draft.terms))
        return;
    /* Last, since an idle invitation may have to go for it. */
    if (!may_invite(hall, from, maker, draft.terms.start)) {
        terms_finish(hall, &draft.terms);
        return;
    }
    draft.id = hall->server_bits | ++hall->last_invitation;
    memcpy(draft.code, request->code, sizeof draft.code);
    if (request->to.bytes)
        draft.addressee = memory_text(request->to.bytes, request->to.len);
    record_invitation(hall, invitation_add(hall, &draft));
    answer_keep(hall, maker->id, key, REQUEST_INVITATION_CREATE, 0, draft.id, true);
    answer_invitation_made(hall, from, draft.id);
}

void hall_invitation_show(struct hall *hall, struct hall_caller from, struct hall_text code)
{
    const struct invitation *invitation = require_code(hall, from, code);
    if (!invitation)
        return;
    bool is_makers = invitation->maker == player_of(hall, from);
    struct wire_invitation wire = invitation_wire(invitation, is_makers);
    answer(hall, from, &wire_record_invitation, &wire);
}

/* Is the invitation for this player, who brings its code? Otherwise the request is refused. */
static bool may_accept(struct hall *hall, struct hall_caller from,
                       const struct invitation *invitation, const struct player *player)
{
    const char *addressee = invitation->addressee;
    if (invitation->maker == player)
        refuse(hall, from, ERROR_NOT_YOURS, "this invitation is your own: it is for somebody else");
    else if (addressee && !is_name_of((struct hall_text){addressee, strlen(addressee)}, player))
        refuse(hall, from, ERROR_NOT_YOURS,
               "this invitation is for '%s': come in with that name to accept it", addressee);
    else
        return (!invitation->terms.rated ||
                players_may_be_rated(hall, from, player, invitation->maker)) &&
               players_may_begin(hall, from, invitation->maker, player);
    return false;
}

void hall_invitation_accept(struct hall *hall, struct hall_caller from, struct hall_text code,
                            struct hall_text key)
{
    struct player *player =
        change_begin(hall, from, REQUEST_INVITATION_ACCEPT, subject_of_text(code), key);
    if (!player)
        return;
    const struct match *begun = find_begun(player, code);
    if (begun) {
        answer_keep(hall, player->id, key, REQUEST_INVITATION_ACCEPT, subject_of_text(code),
                    begun->record.id, true);
        match_answer(hall, from, player, begun->record.id, 0);
        return;
    }
    struct invitation *invitation = require_code(hall, from, code);
    if (!invitation || !may_accept(hall, from, invitation, player))
        return;
    struct player *maker = invitation->maker;
    bool waits = !maker->session && !time_control_is_patient(&invitation->terms.control);
    const struct match *match =
        terms_begin(hall, &invitation->terms, maker, player,
                    waits ? hall->now_ms + HALL_AWAITED_MS : 0, subject_of_text(code));
    answer_keep(hall, player->id, key, REQUEST_INVITATION_ACCEPT, subject_of_text(code),
                match->record.id, true);
    match_answer(hall, from, player, match->record.id, 0)->gives_turn = match->record.id;
    if (maker->session)
        match_say_started(hall, match, match_seat_of(match, maker), 0, invitation->id)->gives_turn =
            match->record.id;
    if (--invitation->uses == 0)
        invitation_end(hall, invitation, NULL);
    else
        batch_append(hall->open, RECORD_INVITATION_USED)->invitation.id = invitation->id;
}

void hall_invitation_list(struct hall *hall, struct hall_caller from, int64_t before, int64_t limit)
{
    const struct player *player = player_of(hall, from);
    struct wire_invitation list[HALL_PAGE_MAX];
    struct wire_invitations page = {.invitations = list};
    size_t start_bytes = 0;
    assert(limit >= 1 && limit <= HALL_PAGE_MAX);
    const struct invitation *invitation = player->invitations;
    /* The latest first: the last one is the one before the first. */
    for (size_t i = 0; i < player->invitation_count; i++) {
        invitation = invitation->prev_of_maker;
        if (!is_open(hall, invitation) || (before && invitation->id >= before))
            continue;
        size_t len = strlen(invitation->terms.start);
        page.more = page.invitations_count == (size_t)limit ||
                    (page.invitations_count > 0 && len > HALL_PAGE_BYTES_MAX - start_bytes);
        if (page.more)
            break;
        start_bytes += len;
        list[page.invitations_count++] = invitation_wire(invitation, true);
    }
    answer(hall, from, &wire_record_invitations, &page);
}

void hall_invitation_revoke(struct hall *hall, struct hall_caller from, int64_t id,
                            struct hall_text key)
{
    const struct player *player = change_begin(hall, from, REQUEST_INVITATION_REVOKE, id, key);
    if (!player)
        return;
    struct invitation *invitation = invitation_find(hall, id);
    if (!is_open(hall, invitation) || invitation->maker != player) {
        refuse(hall, from, ERROR_NO_SUCH_INVITATION,
               "you have no open invitation %lld; see the list of yours", (long long)id);
        return;
    }
    answer_keep(hall, player->id, key, REQUEST_INVITATION_REVOKE, id, 0, true);
    answer_done(hall, from);
    invitation_end(hall, invitation, NULL);
}
