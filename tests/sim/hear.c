/* What a client makes of what it is told: nothing of it may contradict what it knows. */
#include "common/base/memory.h"
#include "tests/sim/choices.h"
#include "tests/sim/world.h"

#include <stdlib.h>
#include <string.h>

/* --- answers --- */

static int64_t result_of(const struct heard *heard)
{
    switch ((int)heard->kind) {
    case HEARD_OFFER_NUMBER:
        return -heard->offer_number.offer;
    case HEARD_INVITATION_MADE:
        return heard->invitation_made.invitation;
    case HEARD_MATCH:
        return heard->match.match;
    case HEARD_REMATCH:
        return heard->rematch.match > 0 ? heard->rematch.match : -heard->rematch.offer;
    case HEARD_MOVE_DONE:
        return heard->move_done.ply;
    case HEARD_TOURNAMENT_NUMBER:
        return heard->tournament_number.tournament;
    default:
        return 0;
    }
}

static bool may_be_forgotten(const struct world *world, const struct request *request)
{
    return request->ask != ASK_MOVE && world->setting.keys_are_scarce;
}

/* The same request has the same effect: none, the second time. */
static void judge_repeat(const struct world *world, const struct request *request,
                         const struct heard *heard)
{
    const struct request *origin = &world->requests[request->origin];
    if (!origin->was_done || may_be_forgotten(world, request))
        return;
    if (heard->kind == HEARD_ERROR) {
        enum error_code code = heard->error.code;
        const struct disk_match *match = disk_match(&world->disk, request->subject);
        if (request->ask == ASK_MOVE && match && match->times_back > 0)
            return; /* it may have been taken back */
        require(code == ERROR_SERVER_STALLED || code == ERROR_SERVER_CLOSING,
                "what was acknowledged (request %u, key %s) is refused when it is asked again: %s",
                request->origin, request->key, heard->error.message);
        return;
    }
    require(result_of(heard) == origin->result,
            "request %u came to %lld first, and came to %lld when it was asked again",
            request->origin, (long long)origin->result, (long long)result_of(heard));
}

/* An offer lives as long as its maker's connection. */
static bool is_for_good(const struct request *request, const struct heard *heard)
{
    return ask_is_durable(request->ask) &&
           !(heard->kind == HEARD_REMATCH && heard->rematch.match == WIRE_ABSENT);
}

static void note_done(struct world *world, const struct request *request, const struct heard *heard)
{
    struct request *origin = &world->requests[request->origin];
    if (heard->kind == HEARD_ERROR || origin->was_done)
        return;
    origin->result = result_of(heard);
    origin->was_done = is_for_good(request, heard);
    world->tally->moves += request->ask == ASK_MOVE;
}

static void learn_offer(struct world *world, int64_t offer)
{
    world->offers[world->offer_count++ % OFFERS_KNOWN] = offer;
}

static void learn_invitation(struct world *world, const struct wire_invitation_made *made)
{
    struct known_invitation *known = &world->invitations[world->invitation_count++ % OFFERS_KNOWN];
    known->id = made->invitation;
    snprintf(known->code, sizeof known->code, "%s", made->code.bytes ? made->code.bytes : "");
}

/* What goes on, and what went on when the device was there last: it may have ended since. */
static void resume_matches(struct world *world, struct device *device, const struct heard *heard)
{
    for (size_t i = 0; i < heard->welcome.matches_count; i++)
        device_known(device, heard->welcome.matches[i])->paging = true;
    for (size_t match = 1; match < device->known_count; match++) {
        struct known *known = &device->known[match];
        if (known->paging || (known->ply > 0 && !known->ended))
            device_ask_match(world, device, (int64_t)match);
        device->known[match].paging = false;
    }
}

static void hear_welcome(struct world *world, struct device *device, const struct request *request,
                         const struct heard *heard)
{
    struct person *person = device->person;
    int64_t player = heard->welcome.player;
    require(request->choice != HELLO_TOKEN || strcmp(request->text, device->token) != 0 ||
                player == device->token_player,
            "device %u comes back as another player", device->number);
    if (strcasecmp(heard->welcome.name.bytes, person->name) == 0) {
        person->account |= heard->welcome.account;
        person->player = player;
    }
    if (request->choice == HELLO_CODE) {
        strcpy(person->password, request->password);
        person->next_password[0] = '\0';
    }
    if (device->player != player)
        device->lost_count = device->remembered_count = 0;
    device->player = device->token_player = player;
    snprintf(device->token, sizeof device->token, "%s", heard->welcome.token.bytes);
    device->is_welcome = true;
    resume_matches(world, device, heard);
    device_repeat_lost(world, device);
}

/* Does the database support that this token opens nothing? */
static void judge_bad_token(const struct world *world, const char *text)
{
    const struct disk_token *token = disk_token_shown(&world->disk, text);
    require(!token || token->revoked || token->expires_ms <= world->now_ms,
            "token %lld is good, and opens no seat", (long long)token->number);
}

static void judge_bad_credentials(const struct world *world, const struct device *device,
                                  const struct request *request)
{
    const struct person *person = device->person;
    if (person->next_password[0] || strcasecmp(request->text, person->name) != 0 ||
        request->choice == HELLO_CODE)
        return;
    const struct disk_player *player = disk_player(&world->disk, person->player);
    require(!player || !player->password || strcmp(player->password, request->password) != 0,
            "'%s' is refused with the right password", player->name);
}

/* From now on the person is somebody else. */
static void become_new(struct world *world, struct person *person)
{
    person->generation++;
    person->player = 0;
    person->account = false;
    person->password[0] = person->next_password[0] = person->code[0] = '\0';
    device_name_person(world, person);
}

/* The next name, or the other password. */
static void try_otherwise(struct world *world, struct device *device, const struct request *request,
                          enum error_code code)
{
    struct person *person = device->person;
    char password[sizeof person->password];
    bool own_token = request->choice == HELLO_TOKEN && strcmp(request->text, device->token) == 0;
    if ((code == ERROR_BAD_TOKEN || code == ERROR_NAME_TAKEN) && own_token)
        device->token[0] = '\0';
    if (code == ERROR_NAME_TAKEN && !person->account &&
        strcasecmp(request->text, person->name) == 0)
        become_new(world, person);
    if (code == ERROR_BAD_CREDENTIALS && disk_is_closed(&world->disk, person->player)) {
        become_new(world, person); /* the answer was lost */
    } else if (code == ERROR_BAD_CREDENTIALS && person->next_password[0]) {
        strcpy(password, person->password);
        strcpy(person->password, person->next_password);
        strcpy(person->next_password, password);
    }
}

static void hear_refused_hello(struct world *world, struct device *device,
                               const struct request *request, const struct heard *heard)
{
    enum error_code code = heard->error.code;
    if (code == ERROR_BAD_TOKEN)
        judge_bad_token(world, request->text);
    if (code == ERROR_BAD_CREDENTIALS)
        judge_bad_credentials(world, device, request);
    try_otherwise(world, device, request, code);
    if (!device->is_welcome)
        device_hang_up(world, device);
}

/* All tokens from before but the one in use have ended. */
static void judge_tokens_ended(const struct world *world, const struct request *request)
{
    int left = 0;
    for (size_t i = 0; i < world->disk.token_count; i++) {
        const struct disk_token *token = &world->disk.tokens[i];
        left += token->player == request->player && !token->revoked &&
                token->created_ms < request->asked_ms;
    }
    require(left <= 1, "player %lld has a new password, and %d of the old tokens",
            (long long)request->player, left);
}

static void hear_password(struct world *world, struct device *device, const struct request *request)
{
    struct person *person = device->person;
    const struct disk_player *player = disk_player(&world->disk, request->player);
    require(player && player->password, "an account is acknowledged and not on disk");
    if (request->ask == ASK_PASSWORD)
        judge_tokens_ended(world, request);
    if (person->player != request->player)
        return;
    person->account = true;
    strcpy(person->password, request->fresh);
    if (strcmp(person->next_password, request->fresh) == 0)
        person->next_password[0] = '\0';
}

static void hear_closed(struct world *world, struct device *device, const struct request *request)
{
    require(disk_is_closed(&world->disk, request->player),
            "the end of player %lld is acknowledged and not on disk", (long long)request->player);
    device->token[0] = '\0';
    if (device->person->player == request->player)
        become_new(world, device->person);
}

static void hear_tokens(struct device *device, const struct parcel *parcel)
{
    device->token_count = parcel->token_count;
    memcpy(device->tokens, parcel->tokens, sizeof device->tokens);
}

/* The move is where the client thinks that it is, and the view does not go behind what it knows. */
static void take_view(struct world *world, struct device *device, const struct wire_match *view,
                      bool follows)
{
    int64_t match = view->match, last = view->from_ply + (int64_t)view->moves_count - 1;
    struct known *known = device_known(device, match);
    referee_view(&world->referee, view);
    bool is_over = view->ending.bytes != NULL;
    require(view->seq >= known->seq || view->from_ply == 1,
            "device %u knows of change %lld of match %lld and is shown change %lld", device->number,
            (long long)known->seq, (long long)match, (long long)view->seq);
    require(is_over || !known->ended,
            "device %u was told that match %lld had ended, and is shown it "
            "as live",
            device->number, (long long)match);
    known->ended = is_over;
    for (size_t i = (size_t)known->back; i < view->taken_back_count; i++)
        known->ply =
            view->taken_back[i].ply <= known->ply ? view->taken_back[i].ply - 1 : known->ply;
    known->back = (int64_t)view->taken_back_count;
    known->seq = view->seq;
    if (view->from_ply > known->ply + 1) {
        device_ask_match(world, device, match); /* what it has does not stand any more */
        return;
    }
    if (last > known->ply || view->from_ply == 1)
        known->ply = last;
    known->online[0] = view->first_online;
    known->online[1] = view->second_online;
    if (last < view->ply) {
        device_ask_match(world, device, match);
        return;
    }
    known->synced = !is_over && follows;
}

static void hear_view(struct world *world, struct device *device, const struct request *request,
                      const struct heard *heard)
{
    const struct wire_match *view = &heard->match;
    bool is_resumed = request->ask == ASK_RESUME;
    int64_t after = is_resumed ? request->ply : 0;
    int64_t expected = after < view->ply ? after : view->ply;
    struct known *known = device_known(device, view->match);
    require(view->from_ply == expected + 1, "resumed after ply %lld, match %lld is shown from %lld",
            (long long)after, (long long)view->match, (long long)view->from_ply);
    require(view->moves_count == HALL_PAGE_MAX ||
                view->from_ply + (int64_t)view->moves_count - 1 == view->ply,
            "match %lld is shown in part", (long long)view->match);
    if (request->ask == ASK_WATCH)
        known->watched = true;
    world->tally->resumed += is_resumed;
    take_view(world, device, view, view->seat.bytes || known->watched);
}

static void hear_rematch(struct world *world, struct device *device, const struct heard *heard)
{
    if (heard->rematch.match != WIRE_ABSENT)
        device_ask_match(world, device, heard->rematch.match);
    else
        learn_offer(world, heard->rematch.offer);
}

/* Of a player's own match nothing changes. */
static void hear_unwatched(struct device *device, int64_t match)
{
    if ((uint64_t)match >= device->known_count || !device->known[match].watched)
        return;
    device->known[match].watched = false;
    device->known[match].synced = false;
}

/* It never goes back: neither from the end nor in its rounds. */
static void take_news(struct device *device, const struct wire_tournament_news *news)
{
    struct followed *followed = device_followed(device, news->tournament);
    require(followed->state < TOURNAMENT_FINISHED && news->round >= followed->news.round,
            "device %u knew that tournament %lld was %s in round %lld, and hears that it is %s in "
            "round %lld",
            device->number, (long long)news->tournament, tournament_state_text(followed->state),
            (long long)followed->news.round, news->state.bytes, (long long)news->round);
    followed->news = *news;
    followed->news.state = followed->news.reason = wire_text(NULL);
    followed->state = heard_state(news->state);
}

static void hear_followed(struct device *device, const struct wire_tournament_news *news)
{
    take_news(device, news);
    device_followed(device, news->tournament)->is_followed = true;
}

static void hear_unfollowed(struct device *device, int64_t tournament)
{
    if ((uint64_t)tournament < device->followed_count)
        device->followed[tournament].is_followed = false;
}

static void hear_result(struct world *world, struct device *device, const struct request *request,
                        const struct parcel *parcel)
{
    const struct heard *heard = parcel->heard;
    if (heard->kind == HEARD_WELCOME)
        hear_welcome(world, device, request, heard);
    else if (heard->kind == HEARD_MATCH)
        hear_view(world, device, request, heard);
    else if (heard->kind == HEARD_REMATCH)
        hear_rematch(world, device, heard);
    else if (heard->kind == HEARD_TOURNAMENT_NOW)
        hear_followed(device, &heard->tournament);
    else if (request->ask == ASK_UNFOLLOW)
        hear_unfollowed(device, request->subject);
    else if (heard->kind == HEARD_OFFER_NUMBER)
        learn_offer(world, heard->offer_number.offer);
    else if (heard->kind == HEARD_INVITATION_MADE)
        learn_invitation(world, &heard->invitation_made);
    else if (request->ask == ASK_TOKENS)
        hear_tokens(device, parcel);
    else if (request->ask == ASK_REGISTER || request->ask == ASK_PASSWORD)
        hear_password(world, device, request);
    else if (request->ask == ASK_CLOSE)
        hear_closed(world, device, request);
    else if (request->ask == ASK_UNWATCH)
        hear_unwatched(device, request->subject);
}

static bool take_pending(struct device *device, uint32_t number)
{
    for (size_t i = 0; i < device->pending_count; i++) {
        if (device->pending[i] != number)
            continue;
        memmove(&device->pending[i], &device->pending[i + 1],
                (--device->pending_count - i) * sizeof *device->pending);
        return true;
    }
    return false;
}

static void hear_answer(struct world *world, struct device *device, const struct parcel *parcel)
{
    const struct heard *heard = parcel->heard;
    struct request request = world->requests[heard->request];
    require(take_pending(device, heard->request),
            "device %u is answered what it did not ask: request %u", device->number,
            heard->request);
    judge_repeat(world, &request, heard);
    note_done(world, &request, heard);
    if (heard->kind != HEARD_ERROR)
        hear_result(world, device, &request, parcel);
    else if (request.ask == ASK_HELLO)
        hear_refused_hello(world, device, &request, heard);
}

/* --- events --- */

/* The offer has been accepted: whoever asks for it again is told of this one, for good. */
static void hear_started(struct world *world, struct device *device, const struct heard *heard)
{
    size_t count = device->remembered_count;
    for (size_t i = 0; i < count && i < REMEMBERED; i++) {
        struct request *origin = &world->requests[device->remembered[i]];
        bool made_it = (origin->ask == ASK_OFFER || origin->ask == ASK_REMATCH) &&
                       heard->offer > 0 && origin->result == -heard->offer;
        origin->was_done |= made_it;
    }
    take_view(world, device, &heard->match, true);
}

static void hear_moved(struct device *device, const struct heard *heard)
{
    struct known *known = device_known(device, heard->moved.match);
    if (!known->synced)
        return;
    require(heard->moved.ply == known->ply + 1 && heard->moved.seq == known->seq + 1,
            "device %u knows of ply %lld of match %lld, and hears of ply %lld next", device->number,
            (long long)known->ply, (long long)heard->moved.match, (long long)heard->moved.ply);
    known->ply = heard->moved.ply;
    known->seq = heard->moved.seq;
}

static void hear_taken_back(struct device *device, const struct wire_taken_back *taken_back)
{
    struct known *known = device_known(device, taken_back->match);
    if (!known->synced)
        return;
    require(taken_back->ply < known->ply && taken_back->seq == known->seq + 1 &&
                taken_back->back == known->back + 1,
            "device %u knows of ply %lld of match %lld, and hears that ply %lld is left",
            device->number, (long long)known->ply, (long long)taken_back->match,
            (long long)taken_back->ply);
    known->ply = taken_back->ply;
    known->seq = taken_back->seq;
    known->back = taken_back->back;
}

/* A question comes between the change before it and the next one. */
static void hear_question(struct world *world, struct device *device,
                          const struct wire_takeback *question)
{
    struct known *known = device_known(device, question->match);
    const struct disk_match *match = disk_match(&world->disk, question->match);
    require(!known->synced || (question->seq == known->seq && question->ply <= known->ply),
            "device %u knows of change %lld of match %lld, and hears of a question at %lld",
            device->number, (long long)known->seq, (long long)question->match,
            (long long)question->seq);
    bool is_own = device->player == (question->ply % 2 ? match->first : match->second);
    known->question_ply = question->open && !is_own ? question->ply : 0;
    known->question_seq = question->seq;
    if (known->question_ply == 0 || question->seq % 3 == 2)
        return; /* perhaps answered later */
    struct request allow = {
        .ask = ASK_ALLOW, .subject = question->match, .seq = question->seq, .ply = question->ply};
    snprintf(allow.key, sizeof allow.key, "at once %zu", world->request_count % 10000);
    device_ask(world, device, &allow);
}

static void hear_ended(struct device *device, const struct heard *heard)
{
    struct known *known = device_known(device, heard->ended.match);
    if (!known->synced)
        return;
    require(!known->ended && heard->ended.seq == known->seq + 1,
            "device %u knows of change %lld of match %lld, and hears of its end as change %lld",
            device->number, (long long)known->seq, (long long)heard->ended.match,
            (long long)heard->ended.seq);
    known->ended = true;
    known->synced = false;
}

static void hear_stall(struct device *device, bool stalled)
{
    require(device->stalled != stalled, "device %u hears twice of the same stall", device->number);
    device->stalled = stalled;
}

static void hear_event(struct world *world, struct device *device, const struct heard *heard)
{
    switch ((int)heard->kind) {
    case HEARD_OFFER_RECEIVED:
        learn_offer(world, heard->offer_received.offer);
        break;
    case HEARD_MATCH_STARTED:
        hear_started(world, device, heard);
        break;
    case HEARD_MOVED:
        hear_moved(device, heard);
        break;
    case HEARD_TAKEBACK:
        hear_question(world, device, &heard->takeback);
        break;
    case HEARD_TAKEN_BACK:
        hear_taken_back(device, &heard->taken_back);
        break;
    case HEARD_ENDED:
        hear_ended(device, heard);
        break;
    case HEARD_PRESENCE:
        device_known(device, heard->presence.match)
            ->online[heard_seat(heard->presence.player) - SEAT_FIRST] = heard->presence.online;
        break;
    case HEARD_TOURNAMENT:
        take_news(device, &heard->tournament);
        break;
    case HEARD_STALLED:
    case HEARD_RESUMED:
        hear_stall(device, heard->kind == HEARD_STALLED);
        break;
    case HEARD_CLOSING:
        require(!device->closing, "device %u hears twice of the same shutdown", device->number);
        device->closing = true;
        break;
    default:
        break;
    }
}

static void receive(struct world *world, struct device *device, struct parcel *parcel)
{
    const struct heard *heard = parcel->heard;
    if (!heard)
        device_lose(world, device);
    else if (heard->kind <= HEARD_ERROR)
        hear_answer(world, device, parcel);
    else
        hear_event(world, device, heard);
}

void device_listen(struct world *world, struct device *device)
{
    struct item item;
    while (device->link && queue_take(&device->link->to_client, world->now_ms, &item)) {
        receive(world, device, item.parcel);
        parcel_drop(item.parcel);
    }
}
