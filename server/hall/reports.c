#include "server/hall/reports.h"

#include "common/base/memory.h"
#include "server/hall/outbox.h"
#include "server/hall/player_name.h"
#include "server/hall/players.h"

#include <assert.h>
#include <stdlib.h>

static struct report *report_find(const struct hall *hall, int64_t id)
{
    struct report *found = NULL;
    HASH_FIND(hh, hall->reports, &id, sizeof id, found);
    return found;
}

void hall_restore_report(struct hall *hall, int64_t id, int64_t player, bool account)
{
    struct report *report = memory_zeroed(1, sizeof *report);
    report->id = id;
    report->player = player;
    report->party = account ? PARTY_ACCOUNTS : PARTY_GUESTS;
    HASH_ADD(hh, hall->reports, id, sizeof report->id, report);
    hall->report_count[report->party]++;
}

static void report_destroy(struct hall *hall, struct report *report)
{
    assert(hall->report_count[report->party] > 0);
    hall->report_count[report->party]--;
    HASH_DELETE(hh, hall->reports, report);
    free(report);
}

void reports_destroy(struct hall *hall)
{
    while (hall->reports)
        report_destroy(hall, hall->reports);
}

/* --- who, and about what --- */

/* The last match of the two that the hall remembers; 0: none. */
static int64_t last_match_between(const struct hall *hall, const struct player *player,
                                  int64_t other)
{
    int64_t last = 0;
    const struct seating *seat;
    DL_FOREACH (player->seats, seat) {
        const struct match *match = seat->match;
        bool is_theirs = match->record.first == other || match->record.second == other;
        if (is_theirs && match->record.id > last)
            last = match->record.id;
    }
    if (last)
        return last;
    for (const struct match *match = hall->ended; match; match = match->hh.next) {
        bool is_theirs = match_seat_of(match, player) != SEAT_NOBODY &&
                         (match->record.first == other || match->record.second == other);
        if (is_theirs && match->record.id > last)
            last = match->record.id;
    }
    return last;
}

/* The player of this name key who is present, or has a seat in the match; NULL: neither. */
static const struct player *find_reported(const struct hall *hall, struct hall_text name,
                                          const char *key, int64_t id)
{
    const struct match *match = match_find(hall, id);
    if (!match)
        match = match_find_ended(hall, id);
    for (int i = 0; match && i < 2; i++)
        if (strcmp(match->seats[i].player->key, key) == 0)
            return match->seats[i].player;
    return player_named(hall, name);
}

/* --- requests --- */

/* Is there a place for one more report? Otherwise the request is refused. */
static bool may_report(struct hall *hall, struct hall_caller from, const struct player *player)
{
    static const size_t most[PARTIES] = {
        [PARTY_GUESTS] = HALL_REPORTS_OF_GUESTS_MAX,
        [PARTY_ACCOUNTS] = HALL_REPORTS_OF_ACCOUNTS_MAX,
    };
    int own = 0;
    for (const struct report *report = hall->reports; report; report = report->hh.next)
        own += report->player == player->id;
    if (own >= HALL_REPORTS_MAX)
        refuse(hall, from, ERROR_LIMIT_REACHED,
               "%d reports of yours are open, the most there may be: the operator has to close one "
               "first",
               HALL_REPORTS_MAX);
    else if (hall->report_count[party_of(player)] >= most[party_of(player)])
        refuse(hall, from, ERROR_LIMIT_REACHED,
               "the operator has %zu open reports, the most there may be: try again later",
               most[party_of(player)]);
    else
        return true;
    return false;
}

static void report(struct hall *hall, struct hall_caller from, const struct player *player,
                   const struct hall_report *request, struct hall_text key, int64_t about,
                   const char *name)
{
    if (about == player->id) {
        refuse(hall, from, ERROR_NO_SUCH_PLAYER, "you cannot report yourself");
        return;
    }
    if (!may_report(hall, from, player))
        return;
    int64_t id = hall->server_bits | ++hall->last_report;
    struct batch *batch = hall->open;
    struct report_record *record = &batch_append(batch, RECORD_REPORT)->report;
    *record = (struct report_record){
        .id = id,
        .player = player->id,
        .player_name = batch_keep(batch, player->name, strlen(player->name)),
        .about = about,
        .about_name = batch_keep(batch, name, strlen(name)),
        .match = request->match ? request->match : last_match_between(hall, player, about),
        .words = batch_keep(batch, request->words.bytes, request->words.len),
        .made_ms = hall->now_ms,
    };
    hall_restore_report(hall, id, player->id, player->account);
    payers_charge(hall, player, COST_REPORT, request->words.len);
    answer_keep(hall, player->id, key, REQUEST_PLAYER_REPORT, request->match, id, true);
    answer_report_number(hall, from, id);
}

void answer_report_number(struct hall *hall, struct hall_caller from, int64_t id)
{
    answer(hall, from, &wire_record_report_number, &(struct wire_report_number){.report = id});
}

void hall_player_report(struct hall *hall, struct hall_caller from,
                        const struct hall_report *request, struct hall_text key)
{
    struct error error;
    const struct player *player =
        change_begin(hall, from, REQUEST_PLAYER_REPORT, request->match, key);
    if (!player)
        return;
    if (line_check("what you report", request->words.bytes, request->words.len, &error) ||
        name_check(request->player.bytes, request->player.len, &error)) {
        hall_refuse(hall, from, &error);
        return;
    }
    if (request->match > (hall->server_bits | hall->last_match)) {
        refuse(hall, from, ERROR_NO_SUCH_MATCH, "there is no match %lld",
               (long long)request->match);
        return;
    }

    char *name = name_key(request->player.bytes, request->player.len);
    const struct player *about = find_reported(hall, request->player, name, request->match);
    if (about) {
        report(hall, from, player, request, key, about->id, about->name);
    } else {
        struct message *message = answer_later(hall, from, MESSAGE_LOOK_UP_ACCOUNT);
        size_t name_len = strlen(name), words_len = request->words.len;
        text_append(&message->bytes, name, name_len + 1);
        text_append(&message->bytes, request->words.bytes, words_len);
        text_append(&message->bytes, key.bytes, key.len);
        message->look_up_account.purpose = ACCOUNT_TO_REPORT;
        message->look_up_account.name_key = message->bytes.bytes;
        message->look_up_account.match = request->match;
        message->look_up_account.words = message->bytes.bytes + name_len + 1;
        message->look_up_account.words_len = words_len;
        message->look_up_account.key_len = key.len;
    }
    free(name);
}

void report_looked_up(struct hall *hall, struct hall_caller from, const struct message *question,
                      const struct hall_found *found)
{
    const char *words = question->look_up_account.words;
    size_t words_len = question->look_up_account.words_len;
    struct hall_report request = {
        .match = question->look_up_account.match,
        .words = {.bytes = words, .len = words_len},
    };
    struct hall_text key = {.bytes = words + words_len, .len = question->look_up_account.key_len};
    const struct player *player =
        change_begin(hall, from, REQUEST_PLAYER_REPORT, request.match, key);
    if (!player)
        return;
    if (found->player)
        report(hall, from, player, &request, key, found->player, found->name);
    else
        refuse(hall, from, ERROR_NO_SUCH_PLAYER,
               "nobody called '%s' is here, and no account has this name: say in which match you "
               "have met",
               question->look_up_account.name_key);
}

/* --- of the operator --- */

void hall_operator_reports(struct hall *hall, struct hall_caller from, bool all, int64_t after,
                           int64_t limit)
{
    struct message *message = answer_later_freely(hall, from, MESSAGE_LOOK_UP_REPORTS);
    message->look_up_reports.all = all;
    message->look_up_reports.after = after;
    message->look_up_reports.limit = limit;
}

void hall_operator_report(struct hall *hall, struct hall_caller from, int64_t report)
{
    answer_later_freely(hall, from, MESSAGE_LOOK_UP_REPORT)->look_up_reports.report = report;
}

enum error_code hall_operator_close_report(struct hall *hall, struct hall_caller from, int64_t id)
{
    if (!changes_allowed(hall, from))
        return is_stalled(hall) ? ERROR_SERVER_STALLED : ERROR_SERVER_CLOSING;
    struct report *report = report_find(hall, id);
    if (!report) {
        refuse(hall, from, ERROR_NO_SUCH_REPORT, "no report %lld is open", (long long)id);
        return ERROR_NO_SUCH_REPORT;
    }
    struct record *record = batch_append(hall->open, RECORD_REPORT_CLOSED);
    record->report_closed.id = id;
    record->report_closed.at_ms = hall->now_ms;
    report_destroy(hall, report);
    answer_done(hall, from);
    return ERROR_NONE;
}
