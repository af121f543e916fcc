/* Evenings at random against a plain scan: another reckoning of all clocks, which looks at every
 * match each time. After each step the hall has to name the same next deadline, and to have ended
 * the same matches. */
#include "tests/unit/hall_fixture.h"

#include <stdio.h>

SUITE(hall_clocks_random, 120);

enum {
    PEOPLE = 5,
    MATCHES = 12, /* live at once */
    STEPS = 4000,
    HEAP = 1000000,
    IDLE_MS = 200000,
    GRACE_MS = 3000,
    FIRST_MOVE_MS = 20000,
    LEFT_MS = 9000,
    LAG_PER_MOVE_MS = 500,
    LAG_QUOTA_MS = 1000,
    LAG_GAIN_MS = 100,
};

struct scanned {
    int64_t id;
    int players[2];
    bool has_clock;
    int64_t base_ms, increment_ms; /* increment -1: the base again */
    int64_t ply;
    int64_t left_ms[2], quota_ms[2];
    bool is_given, is_awaited;
    int64_t given_ms; /* of play, as all that follow */
    int64_t idle_ms;
    int64_t last_at_ms; /* of the wall clock */
};

struct scan {
    struct evening *evening;
    struct random random;
    struct guest *people[PEOPLE];
    int64_t lag_ms[PEOPLE];
    bool is_back[PEOPLE];     /* has been welcome since the start and the last loss */
    int64_t grace_ms[PEOPLE]; /* of play: who is not back is waited for until then */
    uint64_t lost_to[PEOPLE]; /* its sessions up to this one are void: the last one was lost */
    int64_t gone_ms[PEOPLE];  /* since when, of who is not connected */
    struct scanned matches[MATCHES];
    size_t count;
    size_t ended[ENDING_COUNT];
    int64_t play_ms;
    int64_t judged_ms; /* of play: all that was due until then has been judged */
    bool stalled;
    size_t seen; /* of what was said */
};

static int64_t draw(struct scan *scan, int64_t limit)
{
    return (int64_t)random_below(&scan->random, (uint128)limit);
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* --- the other reckoning --- */

static int64_t credit_of(const struct scan *scan, const struct scanned *match)
{
    int mover = match->ply % 2;
    int person = match->players[mover];
    if (!scan->people[person]->session || scan->lag_ms[person] < 0)
        return 0;
    return least(least(scan->lag_ms[person], LAG_PER_MOVE_MS), match->quota_ms[mover]);
}

static int64_t flag_of(const struct scan *scan, const struct scanned *match)
{
    return match->given_ms + match->left_ms[match->ply % 2] + credit_of(scan, match) + 1;
}

static int64_t first_move_of(const struct scanned *match)
{
    return match->ply < 2 ? match->given_ms + FIRST_MOVE_MS + 1 : INT64_MAX;
}

/* When it ends because both have left it before both have moved. */
static int64_t left_of(const struct scan *scan, const struct scanned *match)
{
    int first = match->players[0], second = match->players[1];
    if (match->ply >= 2 || scan->people[first]->session || scan->people[second]->session)
        return INT64_MAX;
    return LEFT_MS - least(-scan->gone_ms[first], -scan->gone_ms[second]);
}

static int64_t due_of(const struct scan *scan, const struct scanned *match)
{
    int64_t due_ms = match->is_awaited ? match->given_ms : INT64_MAX;
    due_ms = least(due_ms, left_of(scan, match));
    if (!match->has_clock)
        return least(due_ms, match->idle_ms + IDLE_MS);
    if (!match->is_given)
        return due_ms;
    return least(due_ms, least(flag_of(scan, match), first_move_of(match)));
}

static enum ending ending_of(const struct scan *scan, const struct scanned *match)
{
    if (left_of(scan, match) == due_of(scan, match))
        return ENDING_ABORTED;
    if (!match->has_clock)
        return ENDING_ABANDONED;
    return flag_of(scan, match) < first_move_of(match) ? ENDING_TIME : ENDING_UNSTARTED;
}

static void end(struct scan *scan, struct scanned *match)
{
    scan->ended[ending_of(scan, match)]++;
    *match = scan->matches[--scan->count];
}

static void begin_turn(struct scanned *match, int64_t at_ms)
{
    match->is_given = true;
    match->is_awaited = false;
    match->given_ms = at_ms;
}

/* After a start or a loss, until the grace period is over. */
static void await_player(struct scanned *match, int64_t until_ms)
{
    match->is_given = false;
    match->is_awaited = true;
    match->given_ms = until_ms;
}

/* A grace period ends when it is over, judged or not. */
static void end_grace(struct scanned *match, int64_t at_ms)
{
    if (match->is_awaited && match->given_ms <= at_ms)
        begin_turn(match, match->given_ms);
}

static void judge_all(struct scan *scan)
{
    for (size_t i = 0; i < scan->count;) {
        struct scanned *match = &scan->matches[i];
        if (due_of(scan, match) > scan->judged_ms)
            i++;
        else if (match->is_awaited && match->given_ms == due_of(scan, match) &&
                 match->given_ms < left_of(scan, match))
            begin_turn(match, match->given_ms);
        else
            end(scan, match);
    }
}

static void charge(struct scan *scan, struct scanned *match, int64_t at_ms)
{
    int mover = match->ply % 2;
    bool is_given = match->is_given && match->given_ms < at_ms;
    int64_t taken_ms = is_given ? at_ms - match->given_ms : 0;
    if (match->has_clock) {
        int64_t credit_ms = least(taken_ms, credit_of(scan, match));
        match->left_ms[mover] = match->increment_ms < 0 ? match->base_ms
                                                        : match->left_ms[mover] - taken_ms +
                                                              credit_ms + match->increment_ms;
        match->quota_ms[mover] =
            least(match->quota_ms[mover] - credit_ms + LAG_GAIN_MS, LAG_QUOTA_MS);
    } else {
        match->quota_ms[mover] = LAG_QUOTA_MS;
    }
    match->ply++;
    match->is_given = match->is_awaited = false;
    match->idle_ms = scan->play_ms;
    match->last_at_ms = scan->evening->now_ms;
}

static struct scanned *find(struct scan *scan, int64_t id)
{
    for (size_t i = 0; i < scan->count; i++)
        if (scan->matches[i].id == id)
            return &scan->matches[i];
    return NULL;
}

static void give_turn(const struct scan *scan, struct scanned *match)
{
    int mover = match->players[match->ply % 2];
    if (scan->is_back[mover] || scan->play_ms >= scan->grace_ms[mover])
        begin_turn(match, scan->play_ms);
    else
        await_player(match, scan->grace_ms[mover]);
}

static void welcome(struct scan *scan, int person)
{
    scan->is_back[person] = true;
    for (size_t i = 0; i < scan->count; i++) {
        struct scanned *match = &scan->matches[i];
        if (match->is_awaited && match->players[match->ply % 2] == person)
            begin_turn(match, least(scan->play_ms, match->given_ms));
    }
}

/* The person's connection is about to be lost: a turn begins anew, unless it was over before. */
static void lose(struct scan *scan, int person)
{
    int64_t grace_ms = scan->play_ms + GRACE_MS;
    for (size_t i = 0; i < scan->count; i++) {
        struct scanned *match = &scan->matches[i];
        if (match->players[match->ply % 2] != person)
            continue;
        struct scanned now = *match;
        end_grace(&now, scan->play_ms);
        if (!now.is_awaited && due_of(scan, &now) <= scan->judged_ms)
            continue;
        if (now.is_given || (now.is_awaited && now.given_ms < grace_ms))
            await_player(match, grace_ms);
        if (!match->has_clock)
            match->idle_ms = -least(-match->idle_ms, IDLE_MS - grace_ms);
    }
    scan->is_back[person] = false;
    scan->grace_ms[person] = grace_ms;
    scan->lost_to[person] = scan->evening->last_session;
}

static void see(struct scan *scan, const struct heard *heard)
{
    int64_t ply = heard->kind == HEARD_MOVED ? heard->moved.ply : 0;
    struct scanned *match =
        heard->message->gives_turn ? find(scan, heard->message->gives_turn) : NULL;
    if (match && match->ply == ply && !match->is_given && !match->is_awaited)
        give_turn(scan, match);
    if (heard->kind != HEARD_WELCOME)
        return;
    for (int i = 0; i < PEOPLE; i++)
        if (scan->people[i]->player == heard->welcome.player &&
            heard->message->sessions[0] > scan->lost_to[i])
            welcome(scan, i);
}

static void listen(struct scan *scan)
{
    hear(scan->evening);
    for (; scan->seen < scan->evening->said_count; scan->seen++)
        see(scan, scan->evening->said[scan->seen]);
    skip_all(scan->evening);
    forget_said(scan->evening);
    scan->seen = 0;
}

/* --- the steps --- */

static void step_pass(struct scan *scan)
{
    static const int64_t scales[] = {5, 500, 5000, 30000};
    int64_t ms = draw(scan, scales[draw(scan, 4)]);
    pass(scan->evening, ms);
    if (!scan->stalled)
        scan->play_ms += ms;
}

/* To the very millisecond before, at, or after the next deadline. */
static void step_pass_to_deadline(struct scan *scan)
{
    int64_t next = hall_next_deadline(scan->evening->hall);
    int64_t ms = next - scan->evening->tick_ms + draw(scan, 3) - 1;
    if (next == INT64_MAX || ms < 0)
        return;
    pass(scan->evening, ms);
    scan->play_ms += ms;
}

/* Not always until now: a driver may not have heard everything yet. */
static void step_judge(struct scan *scan)
{
    int64_t late_ms = draw(scan, 2) ? draw(scan, 3000) : 0;
    hall_flags_fall_until(scan->evening->hall, scan->evening->tick_ms - late_ms);
    scan->judged_ms = -least(-scan->judged_ms, late_ms - scan->play_ms);
    if (!scan->stalled)
        judge_all(scan);
}

static void step_move(struct scan *scan)
{
    if (scan->count == 0 || scan->stalled)
        return;
    struct scanned *match = &scan->matches[draw(scan, (int64_t)scan->count)];
    struct guest *mover = scan->people[match->players[match->ply % 2]];
    if (!mover->session)
        return;
    char move[48];
    snprintf(move, sizeof move, "%lld>%lld", HEAP - (long long)match->ply,
             HEAP - (long long)match->ply - 1);
    scan->evening->waited_ms = draw(scan, 3) ? 0 : draw(scan, 2000);
    int64_t at_ms = scan->play_ms - scan->evening->waited_ms;
    plays(mover, match->id, match->ply + 1, move);
    scan->evening->waited_ms = 0;
    end_grace(match, at_ms);
    if (match->has_clock && match->is_given && due_of(scan, match) <= at_ms)
        end(scan, match);
    else
        charge(scan, match, at_ms);
}

static void step_lag(struct scan *scan)
{
    int person = (int)draw(scan, PEOPLE);
    if (!scan->people[person]->session)
        return;
    scan->lag_ms[person] = draw(scan, 900) - 1;
    hall_session_lag(scan->evening->hall, scan->people[person]->session, scan->lag_ms[person]);
}

static void step_come_or_go(struct scan *scan)
{
    int person = (int)draw(scan, PEOPLE);
    struct guest *guest = scan->people[person];
    int64_t what = draw(scan, 6);
    if (guest->session && what < 2) {
        leave(guest);
        scan->gone_ms[person] = scan->play_ms;
    } else if (guest->session && what < 4) {
        lose(scan, person);
        is_lost(guest);
        scan->gone_ms[person] = scan->play_ms;
    } else if (!scan->stalled) {
        come_back(guest);
        scan->lag_ms[person] = -1;
    }
}

/* Comes back while others move, so that the welcome waits for the disk: some stay until it is said,
 * others are gone by then. */
static void step_knock(struct scan *scan)
{
    int person = (int)draw(scan, PEOPLE);
    struct guest *guest = scan->people[person];
    if (guest->session || scan->stalled)
        return;
    commit(scan->evening);
    scan->evening->slow_look_ups = true;
    shows_token(guest, guest->token);
    listen(scan);
    uint64_t session = guest->session;
    guest->session = 0;
    for (int64_t moves = draw(scan, 4); moves > 0; moves--)
        step_move(scan);
    guest->session = session;
    scan->evening->slow_look_ups = false;
    look_up_hello(guest);
    scan->lag_ms[person] = -1;
    switch (draw(scan, 3)) {
    case 0:
        lose(scan, person);
        is_lost(guest);
        scan->gone_ms[person] = scan->play_ms;
        break;
    case 1:
        leave(guest);
        scan->gone_ms[person] = scan->play_ms;
        break;
    default:
        break;
    }
}

static void step_store(struct scan *scan)
{
    if (!scan->evening->in_flight) {
        submit(scan->evening);
    } else if (scan->stalled || draw(scan, 4)) {
        scan->stalled = false;
        land(scan->evening);
    } else {
        scan->stalled = true;
        stall(scan->evening);
    }
}

static void step_begin(struct scan *scan)
{
    static const struct {
        const char *text;
        bool has_clock;
        int64_t base_ms, increment_ms;
    } controls[] = {
        {"5+1", true, 5000, 1000},    {"20/move", true, 20000, -1}, {"19.999+0", true, 19999, 0},
        {"60+0.5", true, 60000, 500}, {"none", false, -1, -1},
    };
    int64_t control = draw(scan, 5), first = draw(scan, PEOPLE);
    int64_t second = (first + 1 + draw(scan, PEOPLE - 1)) % PEOPLE;
    if (scan->stalled || scan->count == MATCHES || !scan->people[first]->session ||
        !scan->people[second]->session)
        return;
    listen(scan);
    struct scanned *match = &scan->matches[scan->count];
    *match = (struct scanned){
        .players = {(int)first, (int)second},
        .has_clock = controls[control].has_clock,
        .base_ms = controls[control].base_ms,
        .increment_ms = controls[control].increment_ms,
        .left_ms = {controls[control].base_ms, controls[control].base_ms},
        .quota_ms = {LAG_QUOTA_MS, LAG_QUOTA_MS},
        .idle_ms = scan->play_ms,
        .last_at_ms = scan->evening->now_ms,
    };
    match->id = begin_clocked(scan->people[first], scan->people[second], "nim", "1000000",
                              controls[control].text);
    scan->count++;
}

/* With everything on disk, so that no move is lost. */
static void step_crash(struct scan *scan)
{
    if (draw(scan, 20))
        return;
    commit(scan->evening);
    listen(scan);
    crash(scan->evening);
    scan->stalled = false;
    scan->play_ms = scan->judged_ms = 0;
    for (int i = 0; i < PEOPLE; i++) {
        scan->lag_ms[i] = -1;
        scan->is_back[i] = false;
        scan->grace_ms[i] = GRACE_MS;
        scan->gone_ms[i] = 0;
    }
    for (size_t i = 0; i < scan->count; i++) {
        struct scanned *match = &scan->matches[i];
        int64_t idle_ms = scan->evening->now_ms - match->last_at_ms;
        await_player(match, GRACE_MS);
        match->idle_ms = -least(idle_ms, IDLE_MS - GRACE_MS);
    }
    memset(scan->ended, 0, sizeof scan->ended);
}

static void step(struct scan *scan)
{
    static void (*const steps[])(struct scan *) = {
        step_pass,       step_pass,  step_pass_to_deadline,
        step_judge,      step_move,  step_move,
        step_move,       step_store, step_store,
        step_come_or_go, step_lag,   step_begin,
        step_crash,      step_knock,
    };
    steps[draw(scan, sizeof steps / sizeof *steps)](scan);
    listen(scan);
}

static void check(const struct scan *scan, int number)
{
    int64_t due_ms = INT64_MAX;
    for (size_t i = 0; i < scan->count; i++)
        due_ms = least(due_ms, due_of(scan, &scan->matches[i]));
    int64_t expected = due_ms == INT64_MAX || scan->stalled
                           ? INT64_MAX
                           : scan->evening->tick_ms + due_ms - scan->play_ms;
    int64_t next = hall_next_deadline(scan->evening->hall);
    require(next == expected, "step %d: the next deadline is %lld, but %lld is due first", number,
            (long long)next, (long long)expected);
    struct hall_figures figures = hall_figures(scan->evening->hall);
    require(figures.live_matches == scan->count, "step %d: %zu matches are live, not %zu", number,
            figures.live_matches, scan->count);
    for (int i = 0; i < ENDING_COUNT; i++)
        require(figures.ended[i] == scan->ended[i], "step %d: %zu have ended with '%s', not %zu",
                number, figures.ended[i], ending_text((enum ending)i), scan->ended[i]);
}

static void run(uint64_t seed)
{
    static const char *const names[PEOPLE] = {"ann", "ben", "carl", "dora", "emil"};
    struct hall_config config = {.seed = seed, .now_ms = 1700000000000, .tick_ms = 5000};
    config.limits = hall_limits_default;
    config.limits.idle_match_ms = IDLE_MS;
    config.limits.restart_grace_ms = GRACE_MS;
    config.limits.first_move_ms = FIRST_MOVE_MS;
    config.limits.left_match_ms = LEFT_MS;
    struct scan scan = {
        .evening = evening_begin_with(&config),
        .random = random_from_seed(seed),
    };
    require_context("seed %llu: ", (unsigned long long)seed);
    for (int i = 0; i < PEOPLE; i++) {
        scan.people[i] = arrive(scan.evening, names[i]);
        scan.lag_ms[i] = -1;
        scan.grace_ms[i] = GRACE_MS;
    }
    listen(&scan);
    for (int i = 1; i <= STEPS; i++) {
        step(&scan);
        check(&scan, i);
    }
    evening_end(scan.evening);
}

Test(hall_clocks_random, the_hall_reckons_as_a_plain_scan_does)
{
    for (uint64_t seed = 1; seed <= 100; seed++)
        run(seed);
}
