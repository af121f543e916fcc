/* What each verb does. Everything that is drawn here comes from the numbers of the step. */
#include "tests/sim/act.h"

#include "common/base/memory.h"
#include "tests/sim/choices.h"

#include <stdlib.h>
#include <string.h>

enum {
    SECOND = 1000,
    MINUTE = 60 * SECOND,
    HOUR = 60 * MINUTE,
};

unsigned act_draw(struct act *act, unsigned limit)
{
    return (unsigned)random_below(&act->random, limit);
}

bool act_chance(struct act *act, unsigned percent)
{
    return act_draw(act, 100) < percent;
}

void act_name(struct act *act, char *name, size_t size)
{
    snprintf(name, size, "%s", act->world->devices[act_draw(act, STEP_DEVICES)].person->name);
}

struct request act_draft(struct act *act, enum ask ask, int64_t subject)
{
    const struct world *world = act->world;
    struct request request = {.ask = ask, .subject = subject};
    size_t number = world->request_count;
    /* Sometimes a key that was used for something else, but not so long ago that it may be lost. */
    if (number > 20 && act_chance(act, 2)) {
        size_t used = number - act_draw(act, 20);
        if (used < number && world->now_ms - world->requests[used].asked_ms <= RETRY_MS)
            number = used;
    }
    snprintf(request.key, sizeof request.key, "k%zu", number);
    return request;
}

void act_ask(struct act *act, const struct request *request)
{
    device_ask(act->world, act->device, request);
}

void act_ask_plain(struct act *act, enum ask kind, int64_t subject)
{
    struct request request = act_draft(act, kind, subject);
    act_ask(act, &request);
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
    if (!act->world->hall || !link || !link->server_open || (act->world->cluster && !link->wire))
        return;
    driver_close_link(act->world, link);
    if (act->device->link == link && !act->world->cluster)
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

static void act_no_starts(struct act *act)
{
    act->world->no_starts = act->step->a % 2;
}

static void act_no_marks(struct act *act)
{
    act->world->no_marks = act->step->a % 2;
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
    if (world->cluster)
        cluster_stop(world, act->step->b % 2);
    driver_stop(world, act->step->a % 2 == 0);
    world->starts_ms = world->now_ms + (int64_t)(act->step->b % 5) * act->step->b * 20;
}

static void act_restart(struct act *act)
{
    driver_close(act->world);
}

static void act_bus(struct act *act)
{
    if (act->world->cluster)
        cluster_spoil_bus(act->world, act->step->a, 10 * (int64_t)act->step->b);
}

static void act_gate(struct act *act)
{
    if (act->world->cluster)
        cluster_hurt_gate(act->world, act->step->who,
                          act->step->a % 2 ? 4 * (int64_t)act->step->b : 0);
}

/* --- what the driver sees of a connection --- */

/* NULL: the server does not know who is there. */
static struct link *open_link(const struct act *act)
{
    struct link *link = act->device->link;
    if (!act->world->hall || !link || !hall_session_is_open(act->world->hall, link->session))
        return NULL;
    return link;
}

static void act_lag(struct act *act)
{
    const struct link *link = open_link(act);
    int64_t lag_ms = act->step->a % 5 == 0 ? 0 : act->step->a;
    if (link && act->world->cluster)
        cluster_measure(act->world, link, lag_ms);
    else if (link)
        driver_measure(act->world, link, lag_ms);
}

static void act_silence(struct act *act)
{
    const struct link *link = open_link(act);
    if (link)
        driver_silence(act->world, link, act->step->a % 3 > 0);
}

static void act_fault(struct act *act)
{
    struct link *link = open_link(act);
    if (link && act->world->cluster)
        cluster_fault(act->world, link);
    else if (link)
        driver_fault(act->world, link);
}

/* --- accounts --- */

static void act_register(struct act *act)
{
    struct request request =
        act_draft(act, act->step->verb == VERB_PASSWORD ? ASK_PASSWORD : ASK_REGISTER, 0);
    struct person *person = act->device->person;
    bool own = person->player == act->device->player && act->device->is_welcome;
    snprintf(request.fresh, sizeof request.fresh, "secret %zu", act->world->request_count);
    strcpy(request.password, act_chance(act, 85) ? person->password : "nonsense");
    if (own && act->world->hall)
        strcpy(person->next_password, request.fresh);
    act_ask(act, &request);
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

static void act_close(struct act *act)
{
    struct request request = act_draft(act, ASK_CLOSE, 0);
    strcpy(request.password, act_chance(act, 85) ? act->device->person->password : "nonsense");
    act_ask(act, &request);
}

static void act_recover(struct act *act)
{
    struct person *person = act->device->person;
    char password[24];
    snprintf(password, sizeof password, "secret %zu", act->world->request_count);
    if (person->code[0] && act->world->hall)
        strcpy(person->next_password, password);
    if (person->code[0])
        device_connect_with_code(act->world, act->device, password);
}

static void act_revoke(struct act *act)
{
    const struct device *device = act->device;
    int64_t token = device->token_count > 0 && act_chance(act, 70)
                        ? device->tokens[act_draw(act, (unsigned)device->token_count)]
                        : 0;
    act_ask_plain(act, ASK_REVOKE, token);
}

/* --- the operator --- */

static void act_operator(struct act *act)
{
    static const enum ask asks[VERB_COUNT] = {
        [VERB_PLAYERS] = ASK_PLAYERS, [VERB_KICK] = ASK_KICK, [VERB_BAN] = ASK_BAN,
        [VERB_UNBAN] = ASK_UNBAN,     [VERB_BANS] = ASK_BANS, [VERB_RESET] = ASK_RESET};
    struct request request = act_draft(act, asks[act->step->verb], 0);
    request.choice = act_draw(act, 4) == 0 ? BAN_ADDRESS : BAN_NAME;
    act_name(act, request.text, sizeof request.text);
    if (request.ask == ASK_RESET)
        snprintf(request.fresh, sizeof request.fresh, "code %u", ++act->world->last_token);
    if (request.choice == BAN_ADDRESS && (request.ask == ASK_BAN || request.ask == ASK_UNBAN))
        snprintf(request.text, sizeof request.text, "10.0.0.%u", act_draw(act, STEP_DEVICES));
    if (act_chance(act, 60))
        request.ply = act->world->now_ms + act_draw(act, 2 * HOUR);
    driver_operator(act->world, &request);
}

/* --- all verbs --- */

static act_verb *const acts[VERB_COUNT] = {
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
    [VERB_NO_STARTS] = act_no_starts,
    [VERB_NO_MARKS] = act_no_marks,
    [VERB_CRASH] = act_crash,
    [VERB_RESTART] = act_restart,
    [VERB_BUS] = act_bus,
    [VERB_GATE] = act_gate,
    [VERB_OFFER] = act_offer,
    [VERB_CHALLENGE] = act_offer,
    [VERB_CANCEL] = act_about_offer,
    [VERB_ACCEPT] = act_about_offer,
    [VERB_DECLINE] = act_about_offer,
    [VERB_INVITE] = act_invite,
    [VERB_LOOK] = act_about_invitation,
    [VERB_COME] = act_about_invitation,
    [VERB_TAKE_BACK] = act_about_invitation,
    [VERB_INVITATIONS] = act_plain,
    [VERB_OFFERS] = act_plain,
    [VERB_ONLINE] = act_plain,
    [VERB_MOVE] = act_move,
    [VERB_GUESS] = act_guess,
    [VERB_NONSENSE] = act_nonsense,
    [VERB_RALLY] = act_rally,
    [VERB_RESIGN] = act_about_match,
    [VERB_ABORT] = act_about_match,
    [VERB_CLAIM] = act_about_match,
    [VERB_TAKEBACK] = act_takeback,
    [VERB_ALLOW] = act_answer_takeback,
    [VERB_REFUSE] = act_answer_takeback,
    [VERB_REMATCH] = act_rematch,
    [VERB_RESUME] = act_resume,
    [VERB_WATCH] = act_about_match,
    [VERB_UNWATCH] = act_about_match,
    [VERB_MATCHES] = act_plain,
    [VERB_HISTORY] = act_plain,
    [VERB_SAY] = act_say,
    [VERB_CHAT] = act_about_match,
    [VERB_MUTE] = act_mute,
    [VERB_BLOCK] = act_block,
    [VERB_UNBLOCK] = act_block,
    [VERB_BLOCKS] = act_plain,
    [VERB_REPORT] = act_report,
    [VERB_PING] = act_plain,
    [VERB_GREED] = act_greed,
    [VERB_SETTLE] = act_settle,
    [VERB_CREATE] = act_create,
    [VERB_JOIN] = act_join,
    [VERB_START] = act_about_tournament,
    [VERB_PAUSE] = act_about_tournament,
    [VERB_GO_ON] = act_about_tournament,
    [VERB_CALL_OFF] = act_about_tournament,
    [VERB_WITHDRAW] = act_withdraw,
    [VERB_VOID] = act_void,
    [VERB_FOLLOW] = act_about_tournament,
    [VERB_UNFOLLOW] = act_about_tournament,
    [VERB_READ] = act_about_tournament,
    [VERB_LAG] = act_lag,
    [VERB_SILENCE] = act_silence,
    [VERB_FAULT] = act_fault,
    [VERB_REGISTER] = act_register,
    [VERB_PASSWORD] = act_register,
    [VERB_CLOSE] = act_close,
    [VERB_RECOVER] = act_recover,
    [VERB_TOKENS] = act_plain,
    [VERB_REVOKE] = act_revoke,
    [VERB_SQUAT] = act_squat,
    [VERB_HELLO] = act_hello,
    [VERB_PLAYERS] = act_operator,
    [VERB_KICK] = act_operator,
    [VERB_BAN] = act_operator,
    [VERB_UNBAN] = act_operator,
    [VERB_BANS] = act_operator,
    [VERB_RESET] = act_operator,
    [VERB_CLOSE_REPORT] = act_operator_end,
    [VERB_OP_ABORT] = act_operator_end,
    [VERB_OP_WITHDRAW] = act_operator_end,
    [VERB_CLEAR] = act_operator_end,
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
