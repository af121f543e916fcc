/* What people do with offers, matches and chat. */
#include "tests/sim/act.h"
#include "tests/sim/choices.h"

#include <stdlib.h>
#include <string.h>

/* --- what people know of offers and matches --- */

static bool is_live_with(const struct disk_match *match, int64_t player, bool to_move)
{
    int64_t mover = match->plies % 2 == 0 ? match->first : match->second;
    bool has_seat = match->first == player || match->second == player;
    return match->ending == ENDING_NONE && (to_move ? mover == player : has_seat);
}

/* A young live match of the player's own, where they are to move if possible; 0: none. */
static int64_t own_match(struct act *act)
{
    const struct disk *disk = &act->world->disk;
    size_t latest = disk->match_count < 40 ? disk->match_count : 40;
    size_t from = act_draw(act, 4);
    for (int to_move = 1; to_move >= 0; to_move--)
        for (size_t back = from; back < latest; back++)
            if (is_live_with(&disk->matches[disk->match_count - 1 - back], act->device->player,
                             to_move))
                return (int64_t)(disk->match_count - back);
    return 0;
}

/* Mostly a live match of one's own, sometimes any, rarely none. */
static int64_t some_match(struct act *act, unsigned percent_own)
{
    size_t count = act->world->disk.match_count;
    int64_t own = own_match(act);
    if (own && act_chance(act, percent_own))
        return own;
    if (count == 0 || act_chance(act, 4))
        return INT64_C(1) << 50;
    return (int64_t)(count - act_draw(act, count < 10 ? (unsigned)count : 10));
}

/* An ended one of one's own; 0: none. */
static int64_t ended_match(struct act *act)
{
    const struct disk *disk = &act->world->disk;
    for (size_t back = act_draw(act, 3); back < disk->match_count && back < 30; back++) {
        const struct disk_match *match = &disk->matches[disk->match_count - 1 - back];
        if (match->ending != ENDING_NONE &&
            (match->first == act->device->player || match->second == act->device->player))
            return match->id;
    }
    return 0;
}

static int64_t some_offer(struct act *act)
{
    const struct world *world = act->world;
    if (world->offer_count == 0 || act_chance(act, 2))
        return 99;
    unsigned back = act_chance(act, 60) ? 1 : 1 + act_draw(act, OFFERS_KNOWN);
    return world->offers[(world->offer_count + OFFERS_KNOWN - back) % OFFERS_KNOWN];
}

/* --- requests --- */

void act_offer(struct act *act)
{
    struct request request = act_draft(act, ASK_OFFER, 0);
    request.choice = act_draw(act, 4096);
    if (act->step->verb == VERB_CHALLENGE)
        act_name(act, request.text, sizeof request.text);
    act_ask(act, &request);
}

void act_about_offer(struct act *act)
{
    static const enum ask asks[VERB_COUNT] = {
        [VERB_CANCEL] = ASK_CANCEL, [VERB_ACCEPT] = ASK_ACCEPT, [VERB_DECLINE] = ASK_DECLINE};
    act_ask_plain(act, asks[act->step->verb], some_offer(act));
}

void act_invite(struct act *act)
{
    struct request request = act_draft(act, ASK_INVITE, 0);
    request.choice = act_draw(act, 4096);
    request.ply = act_chance(act, 30) ? 1 + act_draw(act, 600000) : HALL_INVITATION_KEPT_MS;
    if (act_chance(act, 20))
        act_name(act, request.text, sizeof request.text);
    act_ask(act, &request);
}

void act_about_invitation(struct act *act)
{
    static const enum ask asks[VERB_COUNT] = {
        [VERB_LOOK] = ASK_SHOW, [VERB_COME] = ASK_COME, [VERB_TAKE_BACK] = ASK_TAKE_BACK};
    const struct world *world = act->world;
    struct known_invitation known = {.id = 99, .code = "nobody-has-this-code--"};
    size_t count = world->invitation_count;
    unsigned back = act_chance(act, 60) ? 1 : 1 + act_draw(act, OFFERS_KNOWN);
    if (back <= count && !act_chance(act, 3))
        known = world->invitations[(count - back) % OFFERS_KNOWN];
    struct request request = act_draft(act, asks[act->step->verb], known.id);
    strcpy(request.text, known.code);
    act_ask(act, &request);
}

void act_about_match(struct act *act)
{
    static const enum ask asks[VERB_COUNT] = {
        [VERB_RESIGN] = ASK_RESIGN, [VERB_ABORT] = ASK_ABORT,     [VERB_CLAIM] = ASK_CLAIM,
        [VERB_WATCH] = ASK_WATCH,   [VERB_UNWATCH] = ASK_UNWATCH, [VERB_CHAT] = ASK_CHAT};
    bool mostly_own = act->step->verb != VERB_WATCH && act->step->verb != VERB_UNWATCH;
    act_ask_plain(act, asks[act->step->verb], some_match(act, mostly_own ? 90 : 20));
}

void act_resume(struct act *act)
{
    struct request request = act_draft(act, ASK_RESUME, some_match(act, 70));
    request.ply = act_draw(act, 4);
    act_ask(act, &request);
}

void act_rematch(struct act *act)
{
    int64_t ended = ended_match(act);
    act_ask_plain(act, ASK_REMATCH, ended && act_chance(act, 95) ? ended : some_match(act, 50));
}

/* Mostly the last move of one's own, sometimes one of before, or the opponent's. */
void act_takeback(struct act *act)
{
    struct request request = act_draft(act, ASK_TAKEBACK, some_match(act, 95));
    const struct disk_match *match = disk_match(&act->world->disk, request.subject);
    int64_t seat = match && match->second == act->device->player;
    int64_t back = match && (match->plies + seat) % 2 == 0;
    if (act_chance(act, 25))
        back += act_draw(act, 5);
    request.ply = match && match->plies > back ? match->plies - back : 1;
    act_ask(act, &request);
}

/* The last question that the device has heard of, mostly about a live match of its player. */
void act_answer_takeback(struct act *act)
{
    const struct device *device = act->device;
    struct request request =
        act_draft(act, act->step->verb == VERB_ALLOW ? ASK_ALLOW : ASK_REFUSE, own_match(act));
    for (size_t match = device->known_count; match-- > 1;) {
        const struct disk_match *live = disk_match(&act->world->disk, (int64_t)match);
        if (device->known[match].question_ply == 0 || !live || live->ending != ENDING_NONE)
            continue;
        request.subject = (int64_t)match;
        request.seq = device->known[match].question_seq;
        request.ply = device->known[match].question_ply;
        break;
    }
    if (request.ply == 0)
        request.ply = 1;
    act_ask(act, &request);
}

void act_plain(struct act *act)
{
    static const enum ask asks[VERB_COUNT] = {
        [VERB_OFFERS] = ASK_OFFERS,   [VERB_MATCHES] = ASK_MATCHES,
        [VERB_HISTORY] = ASK_HISTORY, [VERB_TOKENS] = ASK_TOKENS,
        [VERB_PING] = ASK_PING,       [VERB_ONLINE] = ASK_ONLINE,
        [VERB_BLOCKS] = ASK_BLOCKS,   [VERB_INVITATIONS] = ASK_INVITATIONS,
    };
    struct request request = act_draft(act, asks[act->step->verb], 0);
    request.choice = act_draw(act, 8);
    act_ask(act, &request);
}

/* --- moves --- */

/* Number `index` of the legal moves, however many there are. */
static void print_move(const struct rules *rules, const struct position *position, uint64_t index,
                       char *text, size_t size)
{
    struct text printed = {0};
    struct move move;
    move_at(rules, position, index % move_count(rules, position), &move);
    move_print(rules, position, &move, &printed);
    snprintf(text, size, "%s", text_string(&printed));
    text_finish(&printed);
}

static bool is_asked(const struct act *act, int64_t match, int64_t ply)
{
    const struct device *device = act->device;
    for (size_t i = 0; i < device->pending_count; i++) {
        const struct request *request = &act->world->requests[device->pending[i]];
        if (request->ask == ASK_MOVE && request->subject == match && request->ply == ply)
            return true;
    }
    return false;
}

void act_move(struct act *act)
{
    struct request request = act_draft(act, ASK_MOVE, own_match(act));
    const struct disk_match *match = disk_match(&act->world->disk, request.subject);
    /* Who has nothing to play looks for somebody. */
    if (!match) {
        act_ask_plain(act, ASK_ACCEPT, some_offer(act));
        return;
    }
    request.ply = match->plies + 1;
    request.back = match->times_back;
    if (is_asked(act, match->id, request.ply) && !act_chance(act, 5))
        return;
    print_move(&match->rules, &match->position, random_next(&act->random), request.text,
               sizeof request.text);
    act_ask(act, &request);
}

void act_guess(struct act *act)
{
    static const char *const texts[] = {"what", "17>0", "34>0", "11>10", "9>3", "5>5"};
    struct request request = act_draft(act, ASK_MOVE, some_match(act, 80));
    const struct disk_match *match = disk_match(&act->world->disk, request.subject);
    int64_t plies = match ? match->plies : 0;
    strcpy(request.text, texts[act_draw(act, sizeof texts / sizeof *texts)]);
    request.ply = plies + act_draw(act, 3);
    request.back = match && act_chance(act, 70) ? match->times_back : 0;
    if (request.ply < 1 || (match && match->ending == ENDING_NONE && act_chance(act, 40)))
        request.ply = plies + 1;
    if (plies > 0 && act_chance(act, 50)) {
        request.ply = 1 + act_draw(act, (unsigned)plies);
        snprintf(request.text, sizeof request.text, "%s", match->moves[request.ply - 1]);
    }
    /* Some do not give in. */
    for (int times = act_chance(act, 70) ? 3 : 1; times > 0; times--)
        act_ask(act, &request);
}

static struct device *device_of(struct world *world, int64_t player)
{
    for (size_t i = 0; i < STEP_DEVICES; i++)
        if (world->devices[i].is_welcome && world->devices[i].player == player)
            return &world->devices[i];
    return NULL;
}

/* A long live match whose players are both there, the oldest; NULL: none. */
static const struct disk_match *rally_match(struct world *world, struct device *players[2])
{
    for (size_t i = 0; i < world->disk.match_count; i++) {
        const struct disk_match *match = &world->disk.matches[i];
        players[0] = device_of(world, match->first);
        players[1] = device_of(world, match->second);
        if (match->ending == ENDING_NONE && players[0] && players[1] &&
            players[0]->pending_count + players[1]->pending_count < 20 &&
            position_counters(&match->rules, &match->position) > 100)
            return match;
    }
    return NULL;
}

/* Somebody may like to play for very long. */
static void offer_long_match(struct act *act)
{
    struct request request = act_draft(act, ASK_OFFER, 0);
    request.choice = CHOICE_LONG;
    device_ask(act->world, act->device, &request);
}

/* One move each millisecond, without waiting for the answers. */
void act_rally(struct act *act)
{
    struct world *world = act->world;
    struct device *players[2];
    const struct disk_match *match = rally_match(world, players);
    if (!match) {
        offer_long_match(act);
        return;
    }
    struct position position = {0};
    struct error error;
    const char *start = match->positions[match->plies];
    require(!position_parse(&match->rules, start, strlen(start), &position, &error), "%s",
            error.message);
    int64_t delays[2] = {players[0]->delay_ms, players[1]->delay_ms};
    struct request request = act_draft(act, ASK_MOVE, match->id);
    request.back = match->times_back;
    int64_t moves = 2 + act->step->a * 4;
    for (int64_t i = 1; i <= moves && !position_is_over(&match->rules, &position); i++) {
        struct move move;
        request.ply = match->plies + i;
        print_move(&match->rules, &position, 0, request.text, sizeof request.text);
        struct device *mover = players[(request.ply + 1) % 2];
        mover->delay_ms = i;
        device_ask(world, mover, &request);
        move_at(&match->rules, &position, 0, &move);
        move_apply(&match->rules, &position, &move);
    }
    players[0]->delay_ms = delays[0];
    players[1]->delay_ms = delays[1];
    position_finish(&position);
    world_wait(world, moves);
}

/* --- what cannot be asked so --- */

void act_nonsense(struct act *act)
{
    struct request unknown = act_draft(act, ASK_UNKNOWN, 0);
    struct request line = act_draft(act, ASK_SAY, own_match(act));
    struct request token = act_draft(act, ASK_REVOKE, INT64_C(1) << 40);
    strcpy(line.text, "two\nlines");
    const struct request *requests[] = {&unknown, &line, &token};
    act_ask(act, requests[act_draw(act, 3)]);
}

/* A second hello on the same connection. */
void act_hello(struct act *act)
{
    struct request request = {.ask = ASK_HELLO, .choice = HELLO_NAME};
    act_name(act, request.text, sizeof request.text);
    act_ask(act, &request);
}

/* --- chat --- */

void act_say(struct act *act)
{
    struct request request = act_draft(act, ASK_SAY, some_match(act, 60));
    snprintf(request.text, sizeof request.text, "line %u", ++act->world->last_line);
    act_ask(act, &request);
}

void act_mute(struct act *act)
{
    struct request request = act_draft(act, ASK_MUTE, 0);
    request.choice = act_draw(act, 2);
    act_name(act, request.text, sizeof request.text);
    act_ask(act, &request);
}

void act_block(struct act *act)
{
    struct request request =
        act_draft(act, act->step->verb == VERB_BLOCK ? ASK_BLOCK : ASK_UNBLOCK, 0);
    act_name(act, request.text, sizeof request.text);
    act_ask(act, &request);
}

void act_report(struct act *act)
{
    struct request request =
        act_draft(act, ASK_REPORT, act_chance(act, 50) ? some_match(act, 60) : 0);
    act_name(act, request.text, sizeof request.text);
    act_ask(act, &request);
}

/* --- greedy and squatting people --- */

void act_greed(struct act *act)
{
    static const enum ask lists[] = {ASK_OFFERS, ASK_MATCHES, ASK_HISTORY, ASK_TOKENS, ASK_ONLINE};
    static const int64_t longest_deaf_ms = 60000;
    if (act_chance(act, 70))
        act->device->deaf_until_ms =
            act->world->now_ms + act->step->a * longest_deaf_ms / STEP_NUMBER_MAX;
    for (unsigned i = 20 + act_draw(act, 80); i > 0; i--)
        act_ask_plain(act, lists[act_draw(act, sizeof lists / sizeof *lists)], 0);
}

void act_settle(struct act *act)
{
    static const int64_t longest_away_ms = 30 * 60 * 1000;
    struct world *world = act->world;
    struct device *other = &world->devices[act->step->a % STEP_DEVICES];
    if (other == act->device)
        return;
    if (act_chance(act, 25))
        act_create(act);
    for (unsigned i = 1 + act_draw(act, 3); i > 0; i--) {
        struct request offer = act_draft(act, ASK_OFFER, 0);
        offer.choice = act_draw(act, 4096);
        snprintf(offer.text, sizeof offer.text, "%s", other->person->name);
        act_ask(act, &offer);
        world_wait(world, act_draw(act, 200));
        struct request accept = act_draft(act, ASK_ACCEPT, some_offer(act));
        device_ask(world, other, &accept);
        world_wait(world, act_draw(act, 200));
    }
    struct device *leavers[] = {act->device, other};
    for (int i = 0; i < 2; i++) {
        leavers[i]->away_until_ms =
            world->now_ms + act->step->b * longest_away_ms / STEP_NUMBER_MAX;
        if (leavers[i]->link)
            device_hang_up(world, leavers[i]);
    }
}

/* --- what the operator ends --- */

/* Sometimes twice: the second clearance finds nothing (warden.c). */
static void clear(struct act *act)
{
    struct request request = act_draft(act, ASK_CLEAR, 0);
    request.choice = act_chance(act, 25) ? BAN_ADDRESS : BAN_NAME;
    request.subject = (int64_t)driver_address(act->device->number);
    act_name(act, request.text, sizeof request.text);
    for (int times = act_chance(act, 30) ? 2 : 1; times > 0; times--)
        driver_operator(act->world, &request);
}

void act_operator_end(struct act *act)
{
    bool is_match = act->step->verb == VERB_OP_ABORT;
    struct request request = is_match ? act_draft(act, ASK_OP_ABORT, some_match(act, 90))
                                      : act_draft(act, ASK_OP_WITHDRAW, some_offer(act));
    if (act->step->verb == VERB_CLOSE_REPORT)
        request = act_draft(act, ASK_CLOSE_REPORT,
                            1 + act_draw(act, 1 + (unsigned)act->world->disk.report_count));
    if (act->step->verb == VERB_CLEAR)
        clear(act);
    else
        driver_operator(act->world, &request);
}
