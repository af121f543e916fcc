/* Whole evenings of people who do random things, sensible and not, with a disk that is slow, stalls
 * and loses power. Every evening repeats with its seed. What is said is checked by the fixture to
 * be on disk, what is written by the disk to be possible; here the answers are checked against the
 * requests. */
#include "tests/unit/test_hall_random.h"

#include <stdio.h>

SUITE(hall_random, 240);

enum {
    SEEDS = 40,
    STEPS = 5000,                /* of an evening */
    RETRY_MS = 12 * 3600 * 1000, /* keys are kept for a day */
};

/* How often each is tried. */
static const unsigned weights[ACTION_COUNT] = {
    [ACTION_SEEK] = 6,
    [ACTION_CHALLENGE] = 6,
    [ACTION_CANCEL] = 2,
    [ACTION_ACCEPT] = 16,
    [ACTION_DECLINE] = 2,
    [ACTION_MOVE] = 60,
    [ACTION_RESIGN] = 2,
    [ACTION_ABORT] = 3,
    [ACTION_REMATCH] = 6,
    [ACTION_RESUME] = 4,
    [ACTION_WATCH] = 4,
    [ACTION_UNWATCH] = 1,
    [ACTION_LIST] = 2,
    [ACTION_REGISTER] = 1,
    [ACTION_PASSWORD] = 1,
    [ACTION_REVOKE] = 1,
    [ACTION_CHAT] = 4,
    [ACTION_MUTE] = 1,
    [ACTION_TAKEBACK] = 6,
    [ACTION_ACCEPT_TAKEBACK] = 10,
    [ACTION_DECLINE_TAKEBACK] = 3,
};

struct tally tally;

static unsigned draw(struct simulation *simulation, unsigned limit)
{
    return (unsigned)random_below(&simulation->random, limit);
}

static bool chance(struct simulation *simulation, unsigned percent)
{
    return draw(simulation, 100) < percent;
}

static bool is_connected(const struct simulation *simulation, const struct person *person)
{
    return person->guest->session &&
           hall_session_is_open(simulation->evening->hall, person->guest->session);
}

/* --- what people know --- */

static int64_t some_offer(struct simulation *simulation)
{
    if (simulation->offer_count == 0 || chance(simulation, 2))
        return 99;
    /* Mostly a young one. */
    unsigned back = chance(simulation, 60) ? 1 : 1 + draw(simulation, OFFERS_KNOWN);
    return simulation->offers[(simulation->offer_count + OFFERS_KNOWN - back) % OFFERS_KNOWN];
}

static bool is_live_with(const struct disk_match *match, int64_t player, bool to_move)
{
    int64_t mover = match->plies % 2 == 0 ? match->first : match->second;
    bool has_seat = match->first == player || match->second == player;
    return match->ending == ENDING_NONE && (to_move ? mover == player : has_seat);
}

/* The number of a young live match of the player's own, where they are to move if possible; 0:
 * none. */
static int64_t own_match(struct simulation *simulation, int64_t player)
{
    const struct disk *disk = &simulation->evening->disk;
    size_t latest = disk->match_count < 60 ? disk->match_count : 60;
    for (int to_move = 1; to_move >= 0; to_move--)
        for (size_t back = draw(simulation, 4); back < latest; back++)
            if (is_live_with(&disk->matches[disk->match_count - 1 - back], player, to_move))
                return (int64_t)(disk->match_count - back);
    return 0;
}

/* Mostly a live match of one's own, sometimes any, rarely none. */
static int64_t some_match(struct simulation *simulation, int64_t player)
{
    size_t count = simulation->evening->disk.match_count;
    int64_t own = own_match(simulation, player);
    if (own && chance(simulation, 85))
        return own;
    if (count == 0 || chance(simulation, 5))
        return INT64_C(1) << 50;
    return (int64_t)(count - draw(simulation, count < 20 ? (unsigned)count : 20));
}

/* --- requests --- */

static struct {
    const char *rules;
    const char *start;
} const choices[] = {
    {"nim", "4+9+11"},          {"nim", "1"},          {"kayles", "17"}, {"fibonacci-nim", "34"},
    {"laskers-nim", "4+6"},     {"nim", NULL},         {"gomoku", "3"},  {"nim", "0"},
    {"take-away:3/2x+1", "40"}, {"nim,misere", "2+3"},
};

enum { CHOICES = sizeof choices / sizeof *choices };

/* As the disk knows it; "": a guest, or not on disk. */
static const char *password_of(const struct guest *guest)
{
    static const char hash_begins[] = "hash of ";
    const struct disk_player *player = disk_player(&guest->evening->disk, guest->player);
    return player && player->password ? player->password + sizeof hash_begins - 1 : "";
}

static uint32_t make_request(struct guest *guest, const struct asked *asked)
{
    const char *rules = choices[asked->rules].rules, *start = choices[asked->rules].start;
    switch (asked->action) {
    case ACTION_SEEK:
        return offers(guest, NULL, rules, start, FIRST_RANDOM, asked->key);
    case ACTION_CHALLENGE:
        return offers(guest, asked->text, rules, start, FIRST_RANDOM, asked->key);
    case ACTION_CANCEL:
        return cancels(guest, asked->subject, asked->key);
    case ACTION_ACCEPT:
        return accepts(guest, asked->subject, asked->key);
    case ACTION_DECLINE:
        return declines(guest, asked->subject, asked->key);
    case ACTION_MOVE:
        return plays_after(guest, asked->subject, asked->ply, asked->back, asked->text);
    case ACTION_RESIGN:
        return resigns(guest, asked->subject, asked->key);
    case ACTION_ABORT:
        return aborts(guest, asked->subject, asked->key);
    case ACTION_REMATCH:
        return asks_rematch(guest, asked->subject, asked->key);
    case ACTION_RESUME:
        return resumes(guest, asked->subject, asked->ply);
    case ACTION_WATCH:
        return watches(guest, asked->subject);
    case ACTION_UNWATCH:
        return unwatches(guest, asked->subject);
    case ACTION_LIST:
        return asked->ply ? watches_lobby(guest) : lists_matches(guest, asked->subject, 5);
    case ACTION_REGISTER:
        return registers(guest, asked->text, asked->key);
    case ACTION_PASSWORD:
        return changes_password(guest, password_of(guest), asked->text, asked->key);
    case ACTION_REVOKE:
        return revokes(guest, asked->subject, asked->key);
    case ACTION_CHAT:
        return chats(guest, asked->subject, asked->text, asked->key);
    case ACTION_TAKEBACK:
        return asks_takeback(guest, asked->subject, asked->ply, asked->key);
    case ACTION_ACCEPT_TAKEBACK:
        return accepts_takeback(guest, asked->subject, asked->seq, asked->ply, asked->key);
    case ACTION_DECLINE_TAKEBACK:
        return declines_takeback(guest, asked->subject, asked->seq, asked->ply, asked->key);
    case ACTION_MUTE:
        return mutes(guest, asked->text, asked->ply > 0);
    case ACTION_OP_ABORT:
        return aborts_match(guest, asked->subject);
    case ACTION_OP_WITHDRAW:
        return withdraws_offer(guest, asked->subject);
    case ACTION_CLEAR_PLAYER:
        return clears_player(guest, asked->text);
    case ACTION_CLEAR_ADDRESS:
        return clears_address(guest, (uint64_t)asked->subject);
    case ACTION_COUNT:
        break;
    }
    require(false, "there is no action %d", (int)asked->action);
    return 0;
}

static void ask_for(struct simulation *simulation, struct person *person, struct asked asked)
{
    asked.must_succeed = was_done(&simulation->evening->disk, &asked);
    uint32_t request = make_request(person->guest, &asked);
    simulation->asked[request % ASKED] = asked;
}

static void ask_again(struct simulation *simulation, struct person *person)
{
    size_t count = person->remembered_count;
    if (count == 0)
        return;
    struct asked asked =
        person->remembered[draw(simulation, count < REMEMBERED ? (unsigned)count : REMEMBERED)];
    if (asked.player != person->guest->player ||
        simulation->evening->now_ms - asked.at_ms > RETRY_MS)
        return;
    ask_for(simulation, person, asked);
    tally.retries++;
}

/* A legal move as the disk knows the match, or one that was made already, or nonsense. */
static void choose_move(struct simulation *simulation, struct asked *asked)
{
    static const char *const nonsense[] = {"what", "17>0", "34>0", "40>0"};
    const struct disk_match *match = disk_match(&simulation->evening->disk, asked->subject);
    strcpy(asked->text, "7>6");
    asked->ply = 1 + draw(simulation, 4);
    if (!match)
        return;
    asked->ply = match->plies + 1;
    asked->back = match->times_back;
    if (match->plies > 0 && chance(simulation, 10)) {
        asked->ply = 1 + draw(simulation, (unsigned)match->plies);
        snprintf(asked->text, sizeof asked->text, "%s", match->moves[asked->ply - 1]);
    } else if (chance(simulation, 3)) {
        strcpy(asked->text, nonsense[draw(simulation, sizeof nonsense / sizeof *nonsense)]);
    } else if (chance(simulation, 3)) {
        asked->ply += 1 + draw(simulation, 2);
    } else if (match->ending == ENDING_NONE && !chance(simulation, 3)) {
        struct text text = {0};
        struct move move;
        uint128 count = move_count(&match->rules, &match->position);
        move_at(&match->rules, &match->position, random_below(&simulation->random, count), &move);
        move_print(&match->rules, &match->position, &move, &text);
        snprintf(asked->text, sizeof asked->text, "%s", text_string(&text));
        text_finish(&text);
    }
}

/* Mostly one of the last moves, and the last question that somebody has heard of. */
static void choose_takeback(struct simulation *simulation, struct asked *asked)
{
    const struct disk_match *match = disk_match(&simulation->evening->disk, asked->subject);
    if (asked->action == ACTION_TAKEBACK) {
        asked->ply = (match ? match->plies : 1) - draw(simulation, 3);
        asked->ply = asked->ply > 0 ? asked->ply : 1;
    } else if (asked->action == ACTION_ACCEPT_TAKEBACK ||
               asked->action == ACTION_DECLINE_TAKEBACK) {
        asked->subject = simulation->question.match;
        asked->seq = simulation->question.seq;
        asked->ply = simulation->question.ply + 2 * (int64_t)(draw(simulation, 20) == 0);
    }
}

static enum action draw_action(struct simulation *simulation)
{
    unsigned sum = 0;
    for (int i = 0; i < ACTION_COUNT; i++)
        sum += weights[i];
    unsigned drawn = draw(simulation, sum);
    enum action action = 0;
    while (drawn >= weights[action])
        drawn -= weights[action++];
    return action;
}

/* The one in use, or all others, or any. Without a password nobody gives up the one in use: the
 * name would be lost. */
static int64_t some_token(struct simulation *simulation, const struct guest *guest)
{
    const struct evening *evening = simulation->evening;
    const struct disk_token *token = token_on_disk(evening, guest->token);
    unsigned choice = draw(simulation, 3);
    if (choice == 0 && token && password_of(guest)[0])
        return token->number;
    int64_t any = 1 + draw(simulation, (unsigned)evening->disk.token_count);
    return choice == 1 && token && token->number != any ? any : 0;
}

static void ask_something(struct simulation *simulation, struct person *person)
{
    struct asked asked = {
        .action = draw_action(simulation),
        .player = person->guest->player,
        .rules = draw(simulation, CHOICES),
        .at_ms = simulation->evening->now_ms,
    };
    /* Who has nothing to play looks for somebody. */
    if (asked.action == ACTION_MOVE && !own_match(simulation, asked.player) &&
        chance(simulation, 90))
        asked.action = chance(simulation, 50) ? ACTION_SEEK : ACTION_ACCEPT;
    bool about_offer = asked.action == ACTION_CANCEL || asked.action == ACTION_ACCEPT ||
                       asked.action == ACTION_DECLINE;
    asked.subject = about_offer ? some_offer(simulation) : some_match(simulation, asked.player);
    if (asked.action == ACTION_SEEK || asked.action == ACTION_CHALLENGE ||
        asked.action == ACTION_REGISTER || asked.action == ACTION_PASSWORD)
        asked.subject = 0;
    if (asked.action == ACTION_REVOKE)
        asked.subject = some_token(simulation, person->guest);
    /* Sometimes a key that was used for something else. */
    size_t number = simulation->evening->request_count;
    if (number > 30 && chance(simulation, 4))
        number -= draw(simulation, 30);
    snprintf(asked.key, sizeof asked.key, "key %zu", number);
    if (asked.action == ACTION_CHALLENGE || asked.action == ACTION_MUTE)
        strcpy(asked.text, simulation->people[draw(simulation, PEOPLE)].guest->name);
    else if (asked.action == ACTION_MOVE)
        choose_move(simulation, &asked);
    else
        snprintf(asked.text, sizeof asked.text, "words %u", draw(simulation, 1000));
    if (asked.action != ACTION_MOVE)
        asked.ply = draw(simulation, 3);
    choose_takeback(simulation, &asked);
    person->remembered[person->remembered_count++ % REMEMBERED] = asked;
    ask_for(simulation, person, asked);
}

/* --- the operator --- */

/* Is the clearance about this player? For sure: only players who are connected are at an address.
 */
static bool is_meant(const struct simulation *simulation, const struct asked *asked, int64_t player,
                     bool for_sure)
{
    for (size_t i = 0; i < PEOPLE; i++) {
        const struct person *person = &simulation->people[i];
        const struct guest *guest = person->guest;
        if (guest->player != player)
            continue;
        if (asked->action == ACTION_CLEAR_PLAYER)
            return strcmp(guest->name, asked->text) == 0;
        return guest->address_number == (uint64_t)asked->subject &&
               (!for_sure || is_connected(simulation, person));
    }
    return false;
}

static size_t count_meant(const struct simulation *simulation, const struct asked *asked,
                          bool for_sure)
{
    const struct disk *disk = &simulation->evening->disk;
    size_t count = 0;
    for (size_t i = 0; i < disk->match_count; i++)
        count += disk->matches[i].ending == ENDING_NONE &&
                 (is_meant(simulation, asked, disk->matches[i].first, for_sure) ||
                  is_meant(simulation, asked, disk->matches[i].second, for_sure));
    return count;
}

/* What ends is seen at once in the figures of the hall, and judged again when the answer comes. */
static void end_something(struct simulation *simulation, struct asked asked)
{
    struct evening *evening = simulation->evening;
    bool is_clear = asked.action == ACTION_CLEAR_PLAYER || asked.action == ACTION_CLEAR_ADDRESS;
    bool is_durable = hall_is_durable(evening->hall);
    size_t least = count_meant(simulation, &asked, true);
    size_t most = count_meant(simulation, &asked, false);
    struct hall_figures before = hall_figures(evening->hall);
    ask_for(simulation, &simulation->operator, asked);
    struct hall_figures after = hall_figures(evening->hall);
    struct asked *noted = &simulation->asked[(evening->request_count - 1) % ASKED];
    noted->ended_matches = before.live_matches - after.live_matches;
    noted->ended_offers = before.offers - after.offers;
    require(after.ended[ENDING_ABORTED] - before.ended[ENDING_ABORTED] == noted->ended_matches,
            "the operator ends %zu matches, and others are counted", noted->ended_matches);
    require(
        !is_clear || !is_durable || (noted->ended_matches >= least && noted->ended_matches <= most),
        "a clearance ends %zu matches, and %zu to %zu are due", noted->ended_matches, least, most);
}

static void step_operator(struct simulation *simulation)
{
    struct guest *guest = simulation->operator.guest;
    struct asked asked = {.action = ACTION_OP_ABORT + draw(simulation, 4)};
    const struct guest *subject = simulation->people[draw(simulation, PEOPLE)].guest;
    if (!guest->session)
        connects(guest);
    snprintf(asked.text, sizeof asked.text, "%s", subject->name);
    if (asked.action == ACTION_OP_ABORT)
        asked.subject = some_match(simulation, subject->player);
    else if (asked.action == ACTION_OP_WITHDRAW)
        asked.subject = some_offer(simulation);
    else
        asked.subject = (int64_t)subject->address_number;
    end_something(simulation, asked);
}

/* --- coming and going, the disk, the power --- */

/* The requests of hello have no row of their own: this one refuses nothing. */
static void note_hello(struct simulation *simulation, const struct guest *guest, uint32_t request)
{
    struct asked *asked = &simulation->asked[request % ASKED];
    *asked = (struct asked){.action = ACTION_COUNT};
    strcpy(asked->text, guest->token);
}

static void come_in(struct simulation *simulation, struct person *person)
{
    struct guest *guest = person->guest;
    const char *password = password_of(guest);
    person->stalled = false;
    if (!guest->player) /* the name has to be free */
        leave(guest);
    if (password[0] && (!guest->token[0] || chance(simulation, 10)))
        note_hello(simulation, guest, logs_in(guest, password));
    else if (guest->token[0])
        note_hello(simulation, guest, shows_token(guest, guest->token));
    else
        note_hello(simulation, guest, says_hello(guest));
}

/* Hellos are looked up in their order, but may wait while much else happens. */
static void step_look_ups(struct simulation *simulation)
{
    if (chance(simulation, 60))
        look_up_oldest_hello(simulation->evening);
}

static void step_person(struct simulation *simulation)
{
    struct person *person = &simulation->people[draw(simulation, PEOPLE)];
    bool is_here = is_connected(simulation, person) && person->guest->token[0];
    if (!is_here && chance(simulation, 20))
        come_in(simulation, person);
    else if (!is_here)
        return;
    else if (chance(simulation, 1))
        leave(person->guest);
    else if (chance(simulation, 1))
        come_in(simulation, person); /* replaces the connection */
    else if (chance(simulation, 12))
        ask_again(simulation, person);
    else
        ask_something(simulation, person);
}

static void lose_power(struct simulation *simulation)
{
    crash(simulation->evening);
    for (size_t i = 0; i < PEOPLE; i++)
        simulation->people[i].stalled = false;
    tally.crashes++;
}

static void step_disk(struct simulation *simulation)
{
    struct evening *evening = simulation->evening;
    if (evening->in_flight) {
        if (chance(simulation, 50))
            land(evening);
        else if (chance(simulation, 3))
            stall(evening);
    } else if (chance(simulation, 40)) {
        submit(evening);
    }
}

static void step_time(struct simulation *simulation)
{
    pass(simulation->evening, draw(simulation, 60000));
    if (draw(simulation, 1000) == 0)
        pass(simulation->evening, HALL_ANSWER_AGE_MS / 2);
    judge(simulation->evening);
}

/* --- does it still play? --- */

static size_t live_matches(const struct disk *disk)
{
    size_t live = 0;
    for (size_t i = 0; i < disk->match_count; i++)
        live += disk->matches[i].ending == ENDING_NONE;
    return live;
}

static struct person *connected_player(struct simulation *simulation, int64_t player)
{
    for (size_t i = 0; i < PEOPLE; i++)
        if (simulation->people[i].guest->player == player &&
            is_connected(simulation, &simulation->people[i]))
            return &simulation->people[i];
    return NULL;
}

/* With everything written, the hall and the disk agree about every live match of somebody
 * connected, and its player can move. */
static void probe(struct simulation *simulation)
{
    struct evening *evening = simulation->evening;
    commit(evening);
    hear_and_judge(simulation);
    require(hall_figures(evening->hall).live_matches == live_matches(&evening->disk),
            "the hall and the disk count other live matches");
    for (size_t i = 0; i < evening->disk.match_count; i++) {
        const struct disk_match *match = &evening->disk.matches[i];
        struct person *mover =
            connected_player(simulation, match->plies % 2 == 0 ? match->first : match->second);
        if (match->ending != ENDING_NONE || !mover)
            continue;
        struct asked resume = {.action = ACTION_RESUME, .subject = match->id};
        ask_for(simulation, mover, resume);
        hear(evening);
        const struct heard *shown = evening->said[evening->said_count - 1];
        require(shown->kind == HEARD_MATCH && shown->match.ply == match->plies,
                "match %lld is shown otherwise than it is on disk", (long long)match->id);
        hear_and_judge(simulation);
        tally.probes++;
    }
}

/* --- evenings --- */

static void step(struct simulation *simulation)
{
    step_time(simulation);
    step_person(simulation);
    if (draw(simulation, 200) == 0)
        step_operator(simulation);
    step_look_ups(simulation);
    step_disk(simulation);
    if (draw(simulation, 500) == 0)
        lose_power(simulation);
    hear_and_judge(simulation);
    if (draw(simulation, 200) == 0)
        probe(simulation);
}

static void count_endings(const struct disk *disk)
{
    for (size_t i = 0; i < disk->match_count; i++)
        tally.endings[disk->matches[i].ending]++;
}

static void simulate(uint64_t seed)
{
    static struct simulation simulation;
    simulation = (struct simulation){
        .evening = evening_begin(),
        .random = random_from_seed(seed),
    };
    simulation.evening->slow_look_ups = true;
    for (size_t i = 0; i < PEOPLE; i++) {
        char name[16];
        snprintf(name, sizeof name, "person%zu", i);
        simulation.people[i].guest = newcomer(simulation.evening, name);
        simulation.people[i].guest->address_number = 1 + i / 2;
    }
    simulation.operator.guest = newcomer(simulation.evening, "operator");
    for (int i = 0; i < STEPS; i++) {
        require_context("seed %llu, step %d: ", (unsigned long long)seed, i);
        step(&simulation);
    }
    simulation.evening->slow_look_ups = false;
    while (look_up_oldest_hello(simulation.evening))
        hear_and_judge(&simulation);
    probe(&simulation);
    count_endings(&simulation.evening->disk);
    evening_end(simulation.evening);
}

/* Those have evenings of their own: test_hall_tournament_random.c. */
static bool is_of_tournaments(enum heard_kind kind)
{
    return kind == HEARD_TOURNAMENT_NUMBER || kind == HEARD_TOURNAMENT_NOW ||
           kind == HEARD_TOURNAMENT || kind == HEARD_DRAW_START ||
           (kind >= HEARD_LOOK_UP_TOURNAMENTS && kind <= HEARD_LOOK_UP_RATINGS);
}

/* Those are in the simulation: tests/sim. */
static bool is_of_invitations(enum heard_kind kind)
{
    return kind == HEARD_INVITATION_CLOSED ||
           (kind >= HEARD_INVITATION_MADE && kind <= HEARD_INVITATIONS);
}

static bool is_never_asked_for(enum heard_kind kind)
{
    return is_of_tournaments(kind) || is_of_invitations(kind) || kind == HEARD_LOOK_UP_HISTORY ||
           kind == HEARD_LOOK_UP_VERSUS || kind == HEARD_CLOSING || kind == HEARD_PRESENT ||
           kind == HEARD_ONLINE || kind == HEARD_BANS || kind == HEARD_BLOCKS ||
           kind == HEARD_REPORT_NUMBER ||
           (kind >= HEARD_LOOK_UP_PUZZLE && kind <= HEARD_LOOK_UP_PUZZLE_CHANGE) ||
           kind == HEARD_PUZZLE_DONE || kind == HEARD_PUZZLE_ADDED ||
           kind == HEARD_LOOK_UP_REPORTS || kind == HEARD_LOOK_UP_REPORT ||
           kind == HEARD_LOOK_UP_PASSWORD || kind == HEARD_LOOK_UP_ACCOUNT ||
           kind == HEARD_LOOK_UP_TOKENS || kind == HEARD_CHAT_LINES || kind == HEARD_CODE;
}

static void check_tally(void)
{
    static const enum error_code errors[] = {
        ERROR_SERVER_STALLED, ERROR_BAD_RULES,        ERROR_NO_LEGAL_MOVE,   ERROR_NO_SUCH_OFFER,
        ERROR_NO_SUCH_PLAYER, ERROR_NOT_YOURS,        ERROR_NO_SUCH_MATCH,   ERROR_NOT_A_PLAYER,
        ERROR_NOT_YOUR_TURN,  ERROR_STALE_PLY,        ERROR_MATCH_OVER,      ERROR_TOO_LATE,
        ERROR_KEY_REUSED,     ERROR_BAD_MOVE,         ERROR_ILLEGAL_MOVE,    ERROR_BAD_TOKEN,
        ERROR_HAS_ACCOUNT,    ERROR_NO_ACCOUNT,       ERROR_BAD_CREDENTIALS, ERROR_NOT_HERE,
        ERROR_NO_TAKEBACK,    ERROR_NO_SUCH_TAKEBACK,
    };
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        cr_assert_gt(tally.errors[errors[i]], 0, "nobody met %s", error_name(errors[i]));
    for (int kind = 0; kind <= HEARD_KICKED; kind++)
        if (!is_never_asked_for((enum heard_kind)kind))
            cr_assert_gt(tally.messages[kind], 0, "nobody heard a message of the kind %d", kind);
    cr_assert_gt(tally.endings[ENDING_NORMAL], 100);
    cr_assert_gt(tally.endings[ENDING_RESIGNATION], 100);
    cr_assert_gt(tally.endings[ENDING_ABORTED], 100);
    cr_assert_gt(tally.moves, SEEDS * STEPS / 20);
    cr_assert_gt(tally.messages[HEARD_TAKEN_BACK], SEEDS);
    cr_assert_gt(tally.retries, SEEDS * STEPS / 50);
    cr_assert_gt(tally.crashes, SEEDS);
    cr_assert_gt(tally.probes, SEEDS);
}

Test(hall_random, people_do_what_they_like_and_nothing_acknowledged_is_lost)
{
    for (uint64_t seed = 1; seed <= SEEDS; seed++)
        simulate(seed);
    check_tally();
}
