/* What each verb does. Everything that is drawn here comes from the numbers of the step. */
#include "tests/sim/world.h"

#include "common/base/memory.h"
#include "tests/sim/choices.h"

#include <stdlib.h>
#include <string.h>

enum {
    SECOND = 1000,
    MINUTE = 60 * SECOND,
    HOUR = 60 * MINUTE,
};

/* The step that is taken, and what it draws from its numbers. */
struct act {
    struct world *world;
    struct device *device;
    const struct step *step;
    struct random random;
};

static unsigned draw(struct act *act, unsigned limit)
{
    return (unsigned)random_below(&act->random, limit);
}

static bool chance(struct act *act, unsigned percent)
{
    return draw(act, 100) < percent;
}

/* --- connections --- */

static void act_connect(struct act *act)
{
    device_connect(act->world, act->device, act->step->a);
}

static void act_drop(struct act *act)
{
    if (act->device->link)
        device_hang_up(act->world, act->device);
}

static void act_vanish(struct act *act)
{
    if (act->device->link)
        device_lose(act->world, act->device);
}

/* The server's end has gone, and no word of it comes through. */
static void act_orphan(struct act *act)
{
    struct link *link = act->device->link;
    if (!act->world->hall || !link || !link->server_open)
        return;
    driver_close_link(act->world, link);
    if (act->device->link == link)
        queue_clear(&link->to_client);
}

static void act_delay(struct act *act)
{
    static const int64_t delays[] = {0, 0, 1, 20, 80, 300, 2000};
    act->device->delay_ms = delays[act->step->a % (sizeof delays / sizeof *delays)];
}

static void act_away(struct act *act)
{
    act->device->away_until_ms = act->world->now_ms + (int64_t)act->step->a * SECOND;
    act_drop(act);
}

static void act_duplicate(struct act *act)
{
    size_t count = act->device->remembered_count;
    if (count == 0)
        return;
    count = count < REMEMBERED ? count : REMEMBERED;
    device_repeat(act->world, act->device, act->device->remembered[act->step->a % count]);
}

/* --- time, the disk, the server --- */

/* Mostly shorter than the longest by far. */
static int64_t draw_ms(const struct step *step)
{
    int64_t a = step->a;
    switch ((int)step->verb) {
    case VERB_TICK:
        return a / 4;
    case VERB_HANG:
        return a * a / 200;
    case VERB_WAIT:
        return a * a * a / 10000;
    default:
        return a * a * 144;
    }
}

static void act_wait(struct act *act)
{
    world_wait(act->world, draw_ms(act->step));
}

static void act_hang(struct act *act)
{
    act->world->now_ms += draw_ms(act->step);
}

static void act_disk_slow(struct act *act)
{
    static const int64_t delays[] = {0, 0, 1, 5, 50, 1500};
    act->world->disk_delay_ms = delays[act->step->a % (sizeof delays / sizeof *delays)];
}

static void act_disk_full(struct act *act)
{
    act->world->disk_full = true;
}

static void act_disk_room(struct act *act)
{
    act->world->disk_full = false;
    if (act->world->disk_due_ms == INT64_MAX)
        act->world->disk_due_ms = act->world->now_ms;
}

static void act_reads_slow(struct act *act)
{
    static const int64_t delays[] = {0, 0, 1, 30, 400, 5000};
    act->world->read_delay_ms = delays[act->step->a % (sizeof delays / sizeof *delays)];
}

/* Where in the life of a batch the server dies. */
enum {
    CRASH_BEFORE,    /* the commit has not begun */
    CRASH_DURING,    /* it is not complete, and lost */
    CRASH_UNHEARD,   /* it is complete, and the server has not heard of it */
    CRASH_COMMITTED, /* the server has heard of it, and has said nothing */
    CRASH_AFTER,     /* what is said is under way */
    CRASH_KINDS,
};

static void die_in_commit(struct world *world, unsigned kind)
{
    if (kind == CRASH_UNHEARD) {
        disk_write(&world->disk, world->in_flight);
        check_disk(world, world->in_flight);
    } else if (kind >= CRASH_COMMITTED) {
        driver_land(world);
    }
    if (kind == CRASH_AFTER)
        driver_release(world);
}

static void act_crash(struct act *act)
{
    struct world *world = act->world;
    unsigned kind = act->step->a % CRASH_KINDS;
    if (!world->hall)
        return;
    if (world->in_flight && !world->disk_full)
        die_in_commit(world, kind);
    world->tally->crashes[kind]++;
    driver_stop(world, act->step->a % 2 == 0);
    world->starts_ms = world->now_ms + (int64_t)(act->step->b % 5) * act->step->b * 20;
}

static void act_restart(struct act *act)
{
    driver_close(act->world);
}

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
    size_t from = draw(act, 4);
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
    if (own && chance(act, percent_own))
        return own;
    if (count == 0 || chance(act, 4))
        return INT64_C(1) << 50;
    return (int64_t)(count - draw(act, count < 10 ? (unsigned)count : 10));
}

/* An ended one of one's own; 0: none. */
static int64_t ended_match(struct act *act)
{
    const struct disk *disk = &act->world->disk;
    for (size_t back = draw(act, 3); back < disk->match_count && back < 30; back++) {
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
    if (world->offer_count == 0 || chance(act, 2))
        return 99;
    unsigned back = chance(act, 60) ? 1 : 1 + draw(act, OFFERS_KNOWN);
    return world->offers[(world->offer_count + OFFERS_KNOWN - back) % OFFERS_KNOWN];
}

static void some_name(struct act *act, char *name, size_t size)
{
    snprintf(name, size, "%s", act->world->devices[draw(act, STEP_DEVICES)].person->name);
}

/* --- requests --- */

static struct request draft(struct act *act, enum ask ask, int64_t subject)
{
    struct request request = {.ask = ask, .subject = subject};
    size_t number = act->world->request_count;
    /* Sometimes a key that was used for something else. */
    if (number > 20 && chance(act, 2))
        number -= draw(act, 20);
    snprintf(request.key, sizeof request.key, "k%zu", number);
    return request;
}

static void ask(struct act *act, const struct request *request)
{
    device_ask(act->world, act->device, request);
}

static void ask_plain(struct act *act, enum ask kind, int64_t subject)
{
    struct request request = draft(act, kind, subject);
    ask(act, &request);
}

static void act_offer(struct act *act)
{
    struct request request = draft(act, ASK_OFFER, 0);
    request.choice = draw(act, 4096);
    if (act->step->verb == VERB_CHALLENGE)
        some_name(act, request.text, sizeof request.text);
    ask(act, &request);
}

static void act_about_offer(struct act *act)
{
    static const enum ask asks[VERB_COUNT] = {
        [VERB_CANCEL] = ASK_CANCEL, [VERB_ACCEPT] = ASK_ACCEPT, [VERB_DECLINE] = ASK_DECLINE};
    ask_plain(act, asks[act->step->verb], some_offer(act));
}

static void act_about_match(struct act *act)
{
    static const enum ask asks[VERB_COUNT] = {
        [VERB_RESIGN] = ASK_RESIGN, [VERB_ABORT] = ASK_ABORT,     [VERB_CLAIM] = ASK_CLAIM,
        [VERB_WATCH] = ASK_WATCH,   [VERB_UNWATCH] = ASK_UNWATCH, [VERB_CHAT] = ASK_CHAT};
    bool mostly_own = act->step->verb != VERB_WATCH && act->step->verb != VERB_UNWATCH;
    ask_plain(act, asks[act->step->verb], some_match(act, mostly_own ? 90 : 20));
}

static void act_resume(struct act *act)
{
    struct request request = draft(act, ASK_RESUME, some_match(act, 70));
    request.ply = draw(act, 4);
    ask(act, &request);
}

static void act_rematch(struct act *act)
{
    int64_t ended = ended_match(act);
    ask_plain(act, ASK_REMATCH, ended && chance(act, 95) ? ended : some_match(act, 50));
}

static void act_plain(struct act *act)
{
    static const enum ask asks[VERB_COUNT] = {
        [VERB_OFFERS] = ASK_OFFERS, [VERB_MATCHES] = ASK_MATCHES, [VERB_HISTORY] = ASK_HISTORY,
        [VERB_TOKENS] = ASK_TOKENS, [VERB_PING] = ASK_PING,
    };
    ask_plain(act, asks[act->step->verb], 0);
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

static void act_move(struct act *act)
{
    struct request request = draft(act, ASK_MOVE, own_match(act));
    const struct disk_match *match = disk_match(&act->world->disk, request.subject);
    /* Who has nothing to play looks for somebody. */
    if (!match) {
        ask_plain(act, ASK_ACCEPT, some_offer(act));
        return;
    }
    request.ply = match->plies + 1;
    if (is_asked(act, match->id, request.ply) && !chance(act, 5))
        return;
    print_move(&match->rules, &match->position, random_next(&act->random), request.text,
               sizeof request.text);
    ask(act, &request);
}

static void act_guess(struct act *act)
{
    static const char *const texts[] = {"what", "17>0", "34>0", "11>10", "9>3", "5>5"};
    struct request request = draft(act, ASK_MOVE, some_match(act, 80));
    const struct disk_match *match = disk_match(&act->world->disk, request.subject);
    int64_t plies = match ? match->plies : 0;
    strcpy(request.text, texts[draw(act, sizeof texts / sizeof *texts)]);
    request.ply = plies + draw(act, 3);
    if (request.ply < 1 || (match && match->ending == ENDING_NONE && chance(act, 40)))
        request.ply = plies + 1;
    if (plies > 0 && chance(act, 50)) {
        request.ply = 1 + draw(act, (unsigned)plies);
        snprintf(request.text, sizeof request.text, "%s", match->moves[request.ply - 1]);
    }
    ask(act, &request);
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
    struct request request = draft(act, ASK_OFFER, 0);
    request.choice = CHOICE_LONG;
    device_ask(act->world, act->device, &request);
}

/* One move each millisecond, without waiting for the answers. */
static void act_rally(struct act *act)
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
    struct request request = draft(act, ASK_MOVE, match->id);
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

static void act_nonsense(struct act *act)
{
    struct request unknown = draft(act, ASK_UNKNOWN, 0);
    struct request line = draft(act, ASK_SAY, own_match(act));
    struct request token = draft(act, ASK_REVOKE, INT64_C(1) << 40);
    strcpy(line.text, "two\nlines");
    const struct request *requests[] = {&unknown, &line, &token};
    ask(act, requests[draw(act, 3)]);
}

/* A second hello on the same connection. */
static void act_hello(struct act *act)
{
    struct request request = {.ask = ASK_HELLO, .choice = HELLO_NAME};
    some_name(act, request.text, sizeof request.text);
    ask(act, &request);
}

/* --- chat, lag --- */

static void act_say(struct act *act)
{
    struct request request = draft(act, ASK_SAY, some_match(act, 60));
    snprintf(request.text, sizeof request.text, "line %u", ++act->world->last_line);
    ask(act, &request);
}

static void act_mute(struct act *act)
{
    struct request request = draft(act, ASK_MUTE, 0);
    request.choice = draw(act, 2);
    some_name(act, request.text, sizeof request.text);
    ask(act, &request);
}

static void act_lag(struct act *act)
{
    struct world *world = act->world;
    const struct link *link = act->device->link;
    if (!world->hall || !link || !hall_session_is_open(world->hall, link->session))
        return;
    int64_t lag_ms = act->step->a % 5 == 0 ? 0 : act->step->a;
    driver_measure(world, link, lag_ms);
}

/* --- accounts --- */

static void act_register(struct act *act)
{
    struct request request =
        draft(act, act->step->verb == VERB_PASSWORD ? ASK_PASSWORD : ASK_REGISTER, 0);
    struct person *person = act->device->person;
    bool own = person->player == act->device->player && act->device->is_welcome;
    snprintf(request.fresh, sizeof request.fresh, "secret %zu", act->world->request_count);
    strcpy(request.password, chance(act, 85) ? person->password : "nonsense");
    if (own && act->world->hall)
        strcpy(person->next_password, request.fresh);
    ask(act, &request);
}

/* The database may have been asked about the name before it knew of the account. */
static void act_squat(struct act *act)
{
    struct world *world = act->world;
    struct device *other = &world->devices[act->step->a % STEP_DEVICES];
    if (other == act->device)
        return;
    act_register(act);
    device_connect_as(world, other, act->device->person);
    world_wait(world, world->read_delay_ms * act->step->b / STEP_NUMBER_MAX);
    if (act->device->link)
        device_hang_up(world, act->device);
}

static void act_revoke(struct act *act)
{
    const struct device *device = act->device;
    int64_t token = device->token_count > 0 && chance(act, 70)
                        ? device->tokens[draw(act, (unsigned)device->token_count)]
                        : 0;
    ask_plain(act, ASK_REVOKE, token);
}

/* --- the operator --- */

static void act_operator(struct act *act)
{
    static const enum ask asks[VERB_COUNT] = {[VERB_PLAYERS] = ASK_PLAYERS,
                                              [VERB_KICK] = ASK_KICK,
                                              [VERB_BAN] = ASK_BAN,
                                              [VERB_UNBAN] = ASK_UNBAN,
                                              [VERB_BANS] = ASK_BANS};
    struct request request = draft(act, asks[act->step->verb], 0);
    request.choice = draw(act, 4) == 0 ? BAN_ADDRESS : BAN_NAME;
    some_name(act, request.text, sizeof request.text);
    if (request.choice == BAN_ADDRESS && (request.ask == ASK_BAN || request.ask == ASK_UNBAN))
        snprintf(request.text, sizeof request.text, "10.0.0.%u", draw(act, STEP_DEVICES));
    if (chance(act, 60))
        request.ply = act->world->now_ms + draw(act, 2 * HOUR);
    driver_operator(act->world, &request);
}

/* --- all verbs --- */

static void (*const acts[VERB_COUNT])(struct act *act) = {
    [VERB_CONNECT] = act_connect,
    [VERB_DROP] = act_drop,
    [VERB_VANISH] = act_vanish,
    [VERB_ORPHAN] = act_orphan,
    [VERB_DELAY] = act_delay,
    [VERB_AWAY] = act_away,
    [VERB_DUPLICATE] = act_duplicate,
    [VERB_TICK] = act_wait,
    [VERB_WAIT] = act_wait,
    [VERB_SLEEP] = act_wait,
    [VERB_HANG] = act_hang,
    [VERB_DISK_SLOW] = act_disk_slow,
    [VERB_DISK_FULL] = act_disk_full,
    [VERB_DISK_ROOM] = act_disk_room,
    [VERB_READS_SLOW] = act_reads_slow,
    [VERB_CRASH] = act_crash,
    [VERB_RESTART] = act_restart,
    [VERB_OFFER] = act_offer,
    [VERB_CHALLENGE] = act_offer,
    [VERB_CANCEL] = act_about_offer,
    [VERB_ACCEPT] = act_about_offer,
    [VERB_DECLINE] = act_about_offer,
    [VERB_OFFERS] = act_plain,
    [VERB_MOVE] = act_move,
    [VERB_GUESS] = act_guess,
    [VERB_NONSENSE] = act_nonsense,
    [VERB_RALLY] = act_rally,
    [VERB_RESIGN] = act_about_match,
    [VERB_ABORT] = act_about_match,
    [VERB_CLAIM] = act_about_match,
    [VERB_REMATCH] = act_rematch,
    [VERB_RESUME] = act_resume,
    [VERB_WATCH] = act_about_match,
    [VERB_UNWATCH] = act_about_match,
    [VERB_MATCHES] = act_plain,
    [VERB_HISTORY] = act_plain,
    [VERB_SAY] = act_say,
    [VERB_CHAT] = act_about_match,
    [VERB_MUTE] = act_mute,
    [VERB_PING] = act_plain,
    [VERB_LAG] = act_lag,
    [VERB_REGISTER] = act_register,
    [VERB_PASSWORD] = act_register,
    [VERB_TOKENS] = act_plain,
    [VERB_REVOKE] = act_revoke,
    [VERB_SQUAT] = act_squat,
    [VERB_HELLO] = act_hello,
    [VERB_PLAYERS] = act_operator,
    [VERB_KICK] = act_operator,
    [VERB_BAN] = act_operator,
    [VERB_UNBAN] = act_operator,
    [VERB_BANS] = act_operator,
};

/* Is it something that only who is connected can do? */
static bool needs_connection(enum verb verb)
{
    return verb == VERB_DUPLICATE || (verb >= VERB_OFFER && verb < VERB_PLAYERS);
}

void act(struct world *world, const struct step *step)
{
    struct act act = {
        .world = world,
        .device = &world->devices[step->who],
        .step = step,
        .random = random_from_seed(step->a * UINT64_C(1000) + step->b),
    };
    if (needs_connection(step->verb) && !act.device->link)
        device_connect(world, act.device, 1);
    else
        acts[step->verb](&act);
}
