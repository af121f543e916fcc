#include "server/hall/player_name.h"
#include "tests/hall/disk_heard.h"
#include "tests/sim/world.h"

#include "common/base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <utlist.h>

/* --- sessions --- */

static void check_one_seat(const struct world *world, const struct link *link)
{
    const struct link *other;
    DL_FOREACH (world->links, other) {
        require(other == link || other->player != link->player || !other->server_open,
                "player %lld is in twice", (long long)link->player);
    }
}

static void check_token(const struct world *world, const struct link *link)
{
    for (size_t i = 0; i < world->disk.token_count; i++) {
        const struct disk_token *token = &world->disk.tokens[i];
        require(memcmp(token->hash, link->token_hash, TOKEN_HASH_BYTES) != 0 || !token->revoked,
                "token %lld is revoked, and its session goes on", (long long)token->number);
    }
}

static void check_not_banned(const struct world *world, const struct disk_ban *ban)
{
    require(!ban || (ban->until_ms && ban->until_ms <= world->now_ms), "'%s' is banned, and in",
            ban->shown);
}

static void note_closed(struct world *world, struct link *link)
{
    referee_session(&world->referee, link->player, link->session, 0, world->now_ms);
    link->player = 0;
}

static void note_opened(struct world *world, struct link *link, int64_t player)
{
    link->player = player;
    referee_session(&world->referee, player, link->session, driver_address(link->address),
                    world->now_ms);
    check_one_seat(world, link);
    check_token(world, link);
}

void check_sessions(struct world *world)
{
    struct link *link;
    DL_FOREACH (world->links, link) {
        if (link->player && !hall_session_is_open(world->hall, link->session))
            note_closed(world, link);
    }
    DL_FOREACH (world->links, link) {
        if (link->server_open && !link->player && hall_session_is_open(world->hall, link->session))
            note_opened(world, link, hall_session_player(world->hall, link->session));
    }
}

static void check_names(const struct world *world, const struct link *link)
{
    const struct disk_player *player = disk_player(&world->disk, link->player);
    const struct link *other;
    DL_FOREACH (world->links, other) {
        const struct disk_player *same = disk_player(&world->disk, other->player);
        require(!player || !same || same == player || strcmp(same->key, player->key) != 0,
                "two who are in are called '%s'", player->name);
    }
}

void check_bans(const struct world *world)
{
    const struct link *link;
    if (!world->disk.bans) /* the usual case: prints no addresses */
        return;
    DL_FOREACH (world->links, link) {
        char address[16];
        const struct disk_player *player = disk_player(&world->disk, link->player);
        if (!player)
            continue;
        snprintf(address, sizeof address, "10.0.0.%u", link->address);
        check_not_banned(world, disk_ban(&world->disk, BAN_NAME, player->key));
        check_not_banned(world, disk_ban(&world->disk, BAN_ADDRESS, address));
    }
}

/* --- batches --- */

/* Does this answer lead back to a match that the invitation's code has begun before? */
static bool leads_back(const struct batch *batch, size_t answer)
{
    const struct answer_record *back = &batch->records[answer].answer;
    bool was_begun_here = false;
    if (back->kind != REQUEST_INVITATION_ACCEPT)
        return false;
    for (size_t i = 0; i < answer; i++) {
        const struct record *record = &batch->records[i];
        was_begun_here |= record->kind == RECORD_MATCH && record->match.id == back->result;
        if (record->kind == RECORD_ANSWER && record->answer.kind == back->kind &&
            record->answer.result == back->result)
            return true;
    }
    return !was_begun_here;
}

/* Each match outside tournaments, each tournament, invitation and report was asked for with a key,
 * and that is kept with it: so it cannot be made twice. */
static void check_keys(const struct batch *batch)
{
    int64_t made = 0, answers = 0;
    for (size_t i = 0; i < batch->count; i++) {
        const struct record *record = &batch->records[i];
        made += record->kind == RECORD_TOURNAMENT || record->kind == RECORD_INVITATION ||
                record->kind == RECORD_REPORT ||
                (record->kind == RECORD_MATCH && !record->match.tournament);
        answers +=
            record->kind == RECORD_ANSWER && record->answer.result > 0 && !leads_back(batch, i);
    }
    require(made == answers,
            "%lld matches, tournaments, invitations and reports were made, and %lld keys are kept "
            "with one",
            (long long)made, (long long)answers);
}

void check_disk(struct world *world, const struct batch *batch)
{
    for (size_t i = 0; i < batch->count; i++) {
        const struct record *record = &batch->records[i];
        world->tally->records[record->kind]++;
        if (record->kind == RECORD_MATCH)
            world->tally->awaited += record->match.awaited_until_ms > 0;
        if (record->kind == RECORD_END)
            world->tally->endings[record->end.ending]++;
        if (record->kind == RECORD_MOVE)
            world->tally->credited += record->move.credit_ms > 0;
    }
    check_keys(batch);
    steward_batch(&world->steward, &world->disk, &world->referee, batch, world->tally);
    const struct link *link;
    DL_FOREACH (world->links, link) {
        if (!link->player)
            continue;
        check_token(world, link);
        check_names(world, link);
    }
}

/* --- messages --- */

static bool is_half(const struct heard *heard)
{
    return heard->kind == HEARD_LOOK_UP_HELLO || heard->kind == HEARD_LOOK_UP_PASSWORD ||
           heard->kind == HEARD_LOOK_UP_ACCOUNT;
}

/* No stall holds it back, so it may overtake what one does. A hello follows other requests of its
 * connection when the session that made them has been put out. */
static bool is_urgent(const struct world *world, const struct link *link, const struct heard *heard)
{
    enum ask ask = world->requests[heard->request].ask;
    bool needs_disk = ask == ASK_BAN || ask == ASK_UNBAN || (ask >= ASK_RESET && ask <= ASK_CLEAR);
    bool is_free = link->is_operator ? !needs_disk : heard->kind == HEARD_LOOK_UP_HELLO;
    return (heard->kind == HEARD_ERROR && heard->error.code == ERROR_SERVER_STALLED) ||
           (is_free && world->referee.stands.count > 0);
}

/* Each request is answered once, to whoever made it, in the order in which they were taken up. */
static void check_answer(struct world *world, const struct heard *heard)
{
    require(heard->request < world->request_count, "nobody made request %u", heard->request);
    struct request *request = &world->requests[heard->request];
    struct link *link = link_find(world, request->session);
    require(heard->message->session_count == 1 && heard->message->sessions[0] == request->session,
            "request %u is answered to somebody else", heard->request);
    require(!request->answered, "request %u is answered twice", heard->request);
    request->answered = !is_half(heard);
    if (!link || is_urgent(world, link, heard))
        return;
    require(request->called > link->last_answered || !link->server_open,
            "request %u is answered after a later one", heard->request);
    link->last_answered = request->called;
}

/* A line is said once: asked for again, it is not said again. */
static void check_chat(struct world *world, const struct heard *heard)
{
    size_t line = strtoul(heard->chat.text.bytes + strlen("line "), NULL, 10);
    if (line >= world->line_count) {
        world->line_lives = memory_resized(world->line_lives, line + 1, sizeof(uint64_t));
        for (size_t i = world->line_count; i <= line; i++)
            world->line_lives[i] = 0;
        world->line_count = line + 1;
    }
    require(world->line_lives[line] != world->hall_seed || world->setting.keys_are_scarce,
            "'%s' is said twice", heard->chat.text.bytes);
    world->line_lives[line] = world->hall_seed;
}

/* The operator hands the code over. */
static void take_code(struct world *world, const struct heard *heard)
{
    const struct request *request = &world->requests[heard->request];
    for (size_t i = 0; i < world->setting.people; i++) {
        struct person *person = &world->people[i];
        if (strcasecmp(person->name, request->text) == 0)
            snprintf(person->code, sizeof person->code, "%s", heard->code.code.bytes);
    }
}

static void check_error(struct world *world, const struct heard *heard)
{
    const struct request *request = &world->requests[heard->request];
    enum error_code code = heard->error.code;
    world->tally->errors[code]++;
    if (request->ask == ASK_MOVE && (code == ERROR_BAD_MOVE || code == ERROR_ILLEGAL_MOVE))
        referee_refuses_move(&world->referee, request->subject, request->player);
}

void check_message(struct world *world, const struct heard *heard)
{
    disk_check_heard(&world->disk, heard);
    steward_message(&world->disk, heard);
    warden_message(world, heard);
    if (heard->kind <= HEARD_LOOK_UP_RATINGS)
        check_answer(world, heard);
    if (heard->kind == HEARD_ERROR)
        check_error(world, heard);
    if (heard->kind == HEARD_CHAT)
        check_chat(world, heard);
    if (heard->kind == HEARD_CODE)
        take_code(world, heard);
}

/* --- when nothing is under way --- */

bool world_is_quiet(const struct world *world)
{
    return world->hall && !world->in_flight && !world->chores && hall_is_settled(world->hall) &&
           network_next_ms(world) == INT64_MAX && (!world->cluster || cluster_is_quiet(world));
}

static void check_all_answered(const struct world *world)
{
    for (size_t i = 0; i < STEP_DEVICES; i++) {
        const struct device *device = &world->devices[i];
        if (!device->link || !device->link->server_open)
            continue;
        require(device->pending_count == 0, "request %u is never answered", device->pending[0]);
    }
}

static void check_invitations(const struct world *world)
{
    size_t open = 0;
    for (int64_t id = 1; id <= world->disk.last_invitation; id++)
        open += disk_invitation(&world->disk, id) != NULL;
    require(hall_figures(world->hall).invitations == open,
            "the hall has %zu open invitations, and the disk has %zu",
            hall_figures(world->hall).invitations, open);
}

/* The hall may keep a block of an account that was closed while it was looked up. */
static void check_blocks_and_reports(const struct world *world)
{
    require(hall_figures(world->hall).blocks >= disk_blocks(&world->disk),
            "the hall has %zu blocks, and the disk has %zu", hall_figures(world->hall).blocks,
            disk_blocks(&world->disk));
    require(hall_figures(world->hall).reports == disk_open_reports(&world->disk),
            "the hall has %zu open reports, and the disk has %zu",
            hall_figures(world->hall).reports, disk_open_reports(&world->disk));
}

/* Each live match outside tournaments holds the bytes of its start, and so does each offer; a
 * tournament holds those of its long starts and of many pairs. */
static void check_start_bytes(const struct world *world)
{
    enum { CELL = 16 }; /* for each heap, besides its text */
    struct hall_figures figures = hall_figures(world->hall);
    int64_t bytes = 0;
    for (size_t i = 0; i < world->disk.match_count; i++) {
        const struct disk_match *match = &world->disk.matches[i];
        if (match->ending != ENDING_NONE || match->tournament)
            continue;
        bytes += CELL + (int64_t)strlen(match->start);
        for (const char *c = match->start; *c; c++)
            bytes += *c == '+' ? CELL : 0;
    }
    bool are_others = figures.offers > 0 || figures.invitations > 0 || figures.tournaments > 0;
    require(are_others ? figures.start_bytes >= bytes : figures.start_bytes == bytes,
            "the starts of live matches have %lld bytes, and with %zu offers %lld are counted",
            (long long)bytes, figures.offers, (long long)figures.start_bytes);
}

void check_quiet(struct world *world)
{
    check_start_bytes(world);
    check_invitations(world);
    check_blocks_and_reports(world);
    require(hall_figures(world->hall).live_matches == referee_live(&world->referee),
            "the hall and the disk count other live matches");
    check_all_answered(world);
    referee_overdue(&world->referee, world->now_ms);
    steward_quiet(&world->disk);
    for (size_t i = 0; i < STEP_DEVICES; i++)
        device_compare(world, &world->devices[i]);
}
