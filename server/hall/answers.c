/* Requests with keys: the same key again is the same request again, and has no second effect. */
#include "common/base/memory.h"
#include "server/hall/invitations.h"
#include "server/hall/matches.h"
#include "server/hall/offers.h"
#include "server/hall/outbox.h"
#include "server/hall/players.h"
#include "server/hall/puzzles.h"
#include "server/hall/reports.h"
#include "server/hall/tournament.h"

#include <assert.h>
#include <stdlib.h>

enum { ANSWER_ID_MAX = sizeof(int64_t) + HALL_KEY_MAX };

_Static_assert((int)ANSWER_ID_MAX <= UINT8_MAX, "the length of an answer's id");

/* Writes the id of an answer and returns its length. */
static uint8_t make_id(char *id, int64_t player, const char *key, size_t key_len)
{
    assert(key_len <= HALL_KEY_MAX);
    memcpy(id, &player, sizeof player);
    if (key_len > 0)
        memcpy(id + sizeof player, key, key_len);
    return (uint8_t)(sizeof player + key_len);
}

static int64_t player_in(const struct answer *answer)
{
    int64_t player;
    memcpy(&player, answer->id, sizeof player);
    return player;
}

static const char *keep_key(struct batch *batch, const struct answer *answer)
{
    return batch_keep(batch, answer->id + sizeof(int64_t), answer->id_len - sizeof(int64_t));
}

/* The answer to this key, when it was given before; NULL otherwise. */
static struct answer *answer_find(const struct hall *hall, int64_t player, const char *key,
                                  size_t key_len)
{
    char id[ANSWER_ID_MAX];
    size_t id_len = make_id(id, player, key, key_len);
    struct answer *found = NULL;
    HASH_FIND(hh, hall->answers, id, id_len, found);
    return found;
}

static struct answer_shelf *find_shelf(const struct hall *hall, int64_t player)
{
    struct answer_shelf *found = NULL;
    HASH_FIND(hh, hall->answer_shelves, &player, sizeof player, found);
    return found;
}

static void answer_shelve(struct hall *hall, struct answer *answer)
{
    int64_t player = player_in(answer);
    struct answer_shelf *shelf = find_shelf(hall, player);
    if (!shelf) {
        shelf = memory_zeroed(1, sizeof *shelf);
        shelf->player = player;
        HASH_ADD(hh, hall->answer_shelves, player, sizeof shelf->player, shelf);
    }
    DL_APPEND(shelf->answers, answer);
    shelf->count++;
}

static void answer_unshelve(struct hall *hall, struct answer *answer)
{
    struct answer_shelf *shelf = find_shelf(hall, player_in(answer));
    assert(shelf && shelf->count > 0);
    DL_DELETE(shelf->answers, answer);
    if (--shelf->count > 0)
        return;
    HASH_DELETE(hh, hall->answer_shelves, shelf);
    free(shelf);
}

static struct answer *answer_add(struct hall *hall, int64_t player, const char *key, size_t key_len)
{
    struct answer *answer = memory_zeroed(1, sizeof *answer + sizeof player + key_len);
    answer->id_len = make_id(answer->id, player, key, key_len);
    HASH_ADD_KEYPTR(hh, hall->answers, answer->id, answer->id_len, answer);
    answer_shelve(hall, answer);
    return answer;
}

void hall_restore_answer(struct hall *hall, const struct answer_record *stored)
{
    struct answer *answer = answer_add(hall, stored->player, stored->key, strlen(stored->key));
    answer->kind = (uint8_t)stored->kind;
    answer->subject = stored->subject;
    answer->result = stored->result;
    answer->at_ms = stored->at_ms;
    answer->durable = true;
}

static void untie(struct answer *answer, struct offer *offer)
{
    assert(answer->is_tied && answer->result == -offer->id);
    answer->is_tied = false;
    LL_DELETE2(offer->answers, answer, next_of_offer);
}

static void answer_destroy(struct hall *hall, struct answer *answer)
{
    if (answer->is_tied)
        untie(answer, offer_find(hall, -answer->result));
    answer_unshelve(hall, answer);
    HASH_DELETE(hh, hall->answers, answer);
    free(answer);
}

static void forget(struct hall *hall, struct answer *answer)
{
    if (answer->durable) {
        struct record *record = batch_append(hall->open, RECORD_FORGET);
        record->forget.player = player_in(answer);
        record->forget.key = keep_key(hall->open, answer);
    }
    answer_destroy(hall, answer);
}

/* Must an answer of this player go before the player gets another one? At the limit of all answers,
 * a player with more than the average must not push out the answers of others. */
static bool shelf_is_full(const struct hall *hall, int64_t player)
{
    const struct answer_shelf *shelf = find_shelf(hall, player);
    int64_t all = (int64_t)HASH_COUNT(hall->answers);
    return shelf && ((int64_t)shelf->count >= hall->limits.keys_per_player ||
                     (all >= hall->limits.keys &&
                      (int64_t)shelf->count > all / (int64_t)HASH_COUNT(hall->answer_shelves)));
}

static bool is_superfluous(const struct hall *hall, const struct answer *oldest)
{
    return (int64_t)HASH_COUNT(hall->answers) >= hall->limits.keys ||
           oldest->at_ms < hall->now_ms - HALL_ANSWER_AGE_MS;
}

static void make_durable(struct hall *hall, struct answer *answer)
{
    assert(!answer->durable);
    struct record *record = batch_append(hall->open, RECORD_ANSWER);
    record->answer.player = player_in(answer);
    record->answer.key = keep_key(hall->open, answer);
    record->answer.kind = (enum request_kind)answer->kind;
    record->answer.subject = answer->subject;
    record->answer.result = answer->result;
    record->answer.at_ms = answer->at_ms;
    answer->durable = true;
}

static struct answer *keep(struct hall *hall, int64_t player, struct hall_text key,
                           enum request_kind kind, int64_t subject, int64_t result)
{
    /* Old answers make room, the player's own first. */
    while (shelf_is_full(hall, player))
        forget(hall, find_shelf(hall, player)->answers);
    while (hall->answers && is_superfluous(hall, hall->answers))
        forget(hall, hall->answers);

    struct answer *answer = answer_add(hall, player, key.bytes, key.len);
    answer->kind = (uint8_t)kind;
    answer->subject = subject;
    answer->result = result;
    answer->at_ms = hall->now_ms;
    return answer;
}

void answer_keep(struct hall *hall, int64_t player, struct hall_text key, enum request_kind kind,
                 int64_t subject, int64_t result, bool durable)
{
    struct answer *answer = keep(hall, player, key, kind, subject, result);
    if (durable)
        make_durable(hall, answer);
}

void answer_keep_offer(struct hall *hall, struct offer *offer, struct hall_text key,
                       enum request_kind kind, int64_t subject)
{
    struct answer *answer = keep(hall, offer->maker->id, key, kind, subject, -offer->id);
    answer->is_tied = true;
    LL_APPEND2(offer->answers, answer, next_of_offer);
}

void answers_forget_offer(struct hall *hall, struct offer *offer)
{
    while (offer->answers)
        forget(hall, offer->answers);
}

void answers_record_offer(struct hall *hall, struct offer *offer)
{
    while (offer->answers) {
        make_durable(hall, offer->answers);
        untie(offer->answers, offer);
    }
}

void answers_release_offer(struct offer *offer)
{
    while (offer->answers)
        untie(offer->answers, offer);
}

void answers_destroy(struct hall *hall)
{
    while (hall->answers)
        answer_destroy(hall, hall->answers);
}

/* Gives the answer that the key's first request got. */
static void repeat(struct hall *hall, struct hall_caller from, const struct player *player,
                   const struct answer *kept)
{
    switch ((enum request_kind)kept->kind) {
    case REQUEST_OFFER_MAKE:
        answer_offer_number(hall, from, -kept->result);
        break;
    case REQUEST_TOURNAMENT_CREATE:
        answer_tournament_number(hall, from, kept->result);
        break;
    case REQUEST_INVITATION_CREATE:
        answer_invitation_made(hall, from, kept->result);
        break;
    case REQUEST_PLAYER_REPORT:
        answer_report_number(hall, from, kept->result);
        break;
    case REQUEST_PUZZLE_ANSWER:
        answer_puzzle_done(hall, from, player, kept->result);
        break;
    case REQUEST_PUZZLE_MISTAKE:
        answer_puzzle_added(hall, from, kept->result);
        break;
    case REQUEST_OFFER_ACCEPT:
    case REQUEST_INVITATION_ACCEPT:
        match_answer(hall, from, player, kept->result, 0);
        break;
    case REQUEST_MATCH_REMATCH:
        answer_rematch(hall, from, kept->result > 0 ? 0 : -kept->result,
                       kept->result > 0 ? kept->result : 0);
        break;
    case REQUEST_OFFER_CANCEL:
    case REQUEST_OFFER_DECLINE:
    case REQUEST_MATCH_RESIGN:
    case REQUEST_MATCH_ABORT:
    case REQUEST_MATCH_CLAIM:
    case REQUEST_MATCH_TAKEBACK:
    case REQUEST_MATCH_ACCEPT_TAKEBACK:
    case REQUEST_MATCH_DECLINE_TAKEBACK:
    case REQUEST_ACCOUNT_REGISTER:
    case REQUEST_ACCOUNT_PASSWORD:
    case REQUEST_ACCOUNT_CLOSE:
    case REQUEST_TOKEN_REVOKE:
    case REQUEST_CHAT_SAY:
    case REQUEST_TOURNAMENT_JOIN:
    case REQUEST_TOURNAMENT_START:
    case REQUEST_TOURNAMENT_PAUSE:
    case REQUEST_TOURNAMENT_RESUME:
    case REQUEST_TOURNAMENT_CANCEL:
    case REQUEST_TOURNAMENT_WITHDRAW:
    case REQUEST_TOURNAMENT_VOID:
    case REQUEST_INVITATION_REVOKE:
        answer_done(hall, from);
        break;
    }
}

/* Does the request begin something that writes more to the disk? */
static bool begins_something(enum request_kind kind)
{
    switch (kind) {
    case REQUEST_OFFER_MAKE:
    case REQUEST_OFFER_ACCEPT:
    case REQUEST_MATCH_REMATCH:
    case REQUEST_ACCOUNT_REGISTER:
    case REQUEST_TOURNAMENT_CREATE:
    case REQUEST_TOURNAMENT_JOIN:
    case REQUEST_TOURNAMENT_START:
    case REQUEST_TOURNAMENT_RESUME:
    case REQUEST_TOURNAMENT_VOID:
    case REQUEST_INVITATION_CREATE:
    case REQUEST_INVITATION_ACCEPT:
    case REQUEST_CHAT_SAY:
    case REQUEST_PLAYER_REPORT:
    case REQUEST_PUZZLE_ANSWER:
    case REQUEST_PUZZLE_MISTAKE:
        return true;
    case REQUEST_OFFER_CANCEL:
    case REQUEST_OFFER_DECLINE:
    case REQUEST_MATCH_RESIGN:
    case REQUEST_MATCH_ABORT:
    case REQUEST_MATCH_CLAIM:
    case REQUEST_MATCH_TAKEBACK:
    case REQUEST_MATCH_ACCEPT_TAKEBACK:
    case REQUEST_MATCH_DECLINE_TAKEBACK:
    case REQUEST_ACCOUNT_PASSWORD:
    case REQUEST_ACCOUNT_CLOSE:
    case REQUEST_TOKEN_REVOKE:
    case REQUEST_TOURNAMENT_PAUSE:
    case REQUEST_TOURNAMENT_CANCEL:
    case REQUEST_TOURNAMENT_WITHDRAW:
    case REQUEST_INVITATION_REVOKE:
        return false;
    }
    return false;
}

bool hall_key_is_used(const struct hall *hall, uint64_t session, struct hall_text key)
{
    const struct session *open = session_find(hall, session);
    return open && answer_find(hall, open->player->id, key.bytes, key.len);
}

int64_t subject_of_text(struct hall_text text)
{
    uint64_t number = 1469598103934665603U; /* FNV-1a */
    for (size_t i = 0; i < text.len; i++)
        number = (number ^ (unsigned char)text.bytes[i]) * 1099511628211U;
    return (int64_t)(number >> 2) + 1;
}

struct player *change_begin(struct hall *hall, struct hall_caller from, enum request_kind kind,
                            int64_t subject, struct hall_text key)
{
    struct player *player = player_of(hall, from);
    if (!changes_allowed(hall, from))
        return NULL;
    if (memchr(key.bytes, '\0', key.len)) {
        refuse(hall, from, ERROR_BAD_ARGUMENTS, "a key has no zero bytes");
        return NULL;
    }
    const struct answer *answer = answer_find(hall, player->id, key.bytes, key.len);
    if (!answer)
        return !begins_something(kind) || payers_allow(hall, from, player) ? player : NULL;
    if (answer->kind == kind && answer->subject == subject)
        repeat(hall, from, player, answer);
    else
        refuse(hall, from, ERROR_KEY_REUSED,
               "the key '%.*s' was used for another request: use a fresh one", (int)key.len,
               key.bytes);
    return NULL;
}
