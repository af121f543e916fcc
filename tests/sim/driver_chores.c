/* What the driver does beside the loop: it asks the database, hashes passwords, draws starts and
 * has matches judged. */
#include "common/base/memory.h"
#include "tests/sim/driver.h"

#include <stdlib.h>
#include <string.h>
#include <utlist.h>

void chore_destroy(struct world *world, struct chore *chore)
{
    DL_DELETE(world->chores, chore);
    message_destroy(chore->message);
    free(chore->greeting);
    free(chore);
}

/* Chores overtake each other: some are done at once, some take the whole delay. */
static int64_t chore_due_ms(const struct world *world, int64_t number)
{
    return world->now_ms + world->read_delay_ms * (number % 3) / 2;
}

struct chore *chore_add(struct world *world, enum chore_kind kind, uint64_t session,
                        uint32_t request)
{
    struct chore *chore = memory_zeroed(1, sizeof *chore);
    chore->kind = kind;
    chore->session = session;
    chore->request = request;
    chore->due_ms = chore_due_ms(world, request);
    DL_APPEND(world->chores, chore);
    return chore;
}

/* Nobody is let in through a connection that is gone. */
static void check_ghost(struct world *world, uint64_t session)
{
    const struct link *link = link_find(world, session);
    require((link && link->server_open) || !hall_session_is_open(world->hall, session),
            "session %llu has begun after its connection had gone", (unsigned long long)session);
}

/* The session of a later hello of the same program and player; 0: there is none. */
static uint64_t later_session(const struct world *world, const struct chore *chore)
{
    const struct link *link = link_find(world, chore->session);
    bool counts = chore->greeting->hello.instance != 0;
    for (const struct link *other = world->links; link && counts && other; other = other->next)
        if (other->address == link->address && other->session > link->session &&
            hall_session_is_open(world->hall, other->session) &&
            hall_session_player(world->hall, other->session) == chore->found.player)
            return other->session;
    return 0;
}

static void finish_hello(struct world *world, struct chore *chore)
{
    struct hall_caller from = driver_caller(world, chore->session, chore->request);
    struct error error;
    if (!chore->is_read)
        reader_hello(world, chore->greeting, &chore->found);
    uint64_t later = later_session(world, chore);
    if (chore->greeting->hello.with_password && chore->request % 41 == 0) {
        error_set(&error, ERROR_LIMIT_REACHED, "too many passwords wait to be verified: try again");
        hall_hello_failed(world->hall, from, &error);
    } else {
        hall_hello_looked_up(world->hall, from, &chore->greeting->hello, &chore->found);
    }
    check_ghost(world, chore->session);
    require(!later || hall_session_is_open(world->hall, later),
            "session %llu has replaced %llu, which its program has begun later",
            (unsigned long long)chore->session, (unsigned long long)later);
    check_sessions(world); /* the session may end in the same turn */
}

/* The driver's own answer, to a connection that is there. */
static void send_own(struct world *world, const struct chore *chore, struct parcel *parcel)
{
    struct link *link = link_find(world, chore->session);
    world->requests[chore->request].answered = true;
    parcel->references++;
    if (link && link->server_open)
        link_parcel(world, link, parcel);
    parcel_drop(parcel);
}

static struct parcel *own_answer(const struct chore *chore, enum heard_kind kind)
{
    struct parcel *parcel = memory_zeroed(1, sizeof *parcel);
    parcel->heard = memory_zeroed(1, sizeof *parcel->heard);
    parcel->heard->kind = kind;
    parcel->heard->request = chore->request;
    return parcel;
}

static void send_own_error(struct world *world, const struct chore *chore, enum error_code code)
{
    struct parcel *parcel = own_answer(chore, HEARD_ERROR);
    error_set(&parcel->heard->error, code, "%s", error_meaning(code));
    send_own(world, chore, parcel);
}

static void finish_tokens(struct world *world, struct chore *chore)
{
    struct parcel *parcel = own_answer(chore, HEARD_NOTHING);
    int64_t player = chore->message->look_up_tokens.player;
    parcel->token_count = reader_tokens(world, player, parcel->tokens,
                                        sizeof parcel->tokens / sizeof *parcel->tokens);
    send_own(world, chore, parcel);
}

static void finish_match(struct world *world, struct chore *chore)
{
    const struct message *question = chore->message;
    if (!disk_match(&world->disk, question->look_up_match.match)) {
        send_own_error(world, chore, ERROR_NO_SUCH_MATCH);
        return;
    }
    struct parcel *parcel = own_answer(chore, HEARD_MATCH);
    parcel->heard->arena = wire_arena_create();
    reader_view(world, question->look_up_match.match, question->look_up_match.after,
                parcel->heard->arena, &parcel->heard->match);
    send_own(world, chore, parcel);
}

static void finish_move(struct world *world, struct chore *chore)
{
    const struct message *question = chore->message;
    int64_t id = question->look_up_move.match, ply = question->look_up_move.ply;
    if (!reader_has_move(world, id, ply, question->look_up_move.player,
                         question->look_up_move.move)) {
        bool is_known = disk_match(&world->disk, id) != NULL;
        send_own_error(world, chore, is_known ? ERROR_MATCH_OVER : ERROR_NO_SUCH_MATCH);
        return;
    }
    struct parcel *parcel = own_answer(chore, HEARD_MOVE_DONE);
    parcel->heard->move_done = (struct wire_move_done){
        .match = id,
        .seq = taken_back_seq(text_string(&disk_match(&world->disk, id)->taken_back), ply),
        .ply = ply};
    send_own(world, chore, parcel);
}

static void finish_history(struct world *world, struct chore *chore)
{
    send_own(world, chore, own_answer(chore, HEARD_SUMMARIES));
}

static void finish_register(struct world *world, struct chore *chore)
{
    const struct request *request = &world->requests[chore->request];
    if (hall_session_is_open(world->hall, chore->session))
        hall_account_register(world->hall, driver_caller(world, chore->session, chore->request),
                              request->fresh, driver_text(request->key));
}

/* What it ends, ends with the player's consent. */
static void finish_close(struct world *world, struct hall_caller from, bool is_verified,
                         const struct request *request)
{
    int64_t player = hall_session_player(world->hall, from.session);
    if (!hall_account_close(world->hall, from, is_verified, driver_text(request->key)))
        return;
    referee_closes(&world->referee, player, world->now_ms);
    steward_closes(&world->steward, player);
    check_sessions(world);
}

static void finish_password(struct world *world, struct chore *chore)
{
    const struct request *request = &world->requests[chore->request];
    const struct disk_player *player =
        disk_player(&world->disk, chore->message->look_up_password.player);
    if (!hall_session_is_open(world->hall, chore->session))
        return;
    bool is_verified =
        player && player->password && strcmp(player->password, request->password) == 0;
    if (request->ask == ASK_CLOSE)
        finish_close(world, driver_caller(world, chore->session, chore->request), is_verified,
                     request);
    else
        hall_account_password(world->hall, driver_caller(world, chore->session, chore->request),
                              is_verified, is_verified ? request->fresh : NULL,
                              driver_text(request->key));
}

static void finish_account(struct world *world, struct chore *chore)
{
    struct hall_found found =
        disk_find_open(&world->disk, chore->message->look_up_account.name_key);
    driver_caller(world, chore->session, chore->request); /* it is taken up again */
    hall_account_looked_up(world->hall, chore->message, &found);
}

/* Everything about tournaments, ratings and how it stands that the database knows. */
static void finish_tournament(struct world *world, struct chore *chore)
{
    const struct message *question = chore->message;
    bool is_of_players = question->kind == MESSAGE_LOOK_UP_RATINGS ||
                         question->kind == MESSAGE_LOOK_UP_RATING_POINTS ||
                         question->kind == MESSAGE_LOOK_UP_VERSUS;
    int64_t id = is_of_players ? 0 : question->look_up_tournament.tournament;
    const struct disk_tournament *tournament = disk_tournament(&world->disk, id);
    bool is_over = tournament && tournament->state >= TOURNAMENT_FINISHED;
    if (id && !tournament)
        send_own_error(world, chore, ERROR_NO_SUCH_TOURNAMENT);
    else if (question->kind == MESSAGE_LOOK_UP_EXPORT && !is_over)
        send_own_error(world, chore, ERROR_WRONG_STATE);
    else
        send_own(world, chore, own_answer(chore, HEARD_NOTHING));
}

static void finish_draw(struct world *world, struct chore *chore)
{
    const struct message *wish = chore->message;
    int64_t tournament = wish->draw_start.tournament, index = wish->draw_start.index;
    if (world->no_starts) {
        hall_start_drawn(world->hall, tournament, index, NULL, "no start can be drawn");
        steward_cannot_draw(&world->steward, tournament);
        return;
    }
    struct text start = {0};
    steward_draw(wish->draw_start.rules, wish->draw_start.starts, wish->draw_start.seed, index,
                 &start);
    hall_start_drawn(world->hall, tournament, index, text_string(&start), NULL);
    text_finish(&start);
}

/* One mark for each move: that they are true is no concern of the hall's. */
static void finish_judge(struct world *world, struct chore *chore)
{
    int64_t id = chore->message->judge.match;
    const struct disk_match *match = disk_match(&world->disk, id);
    struct text marks = {0};
    if (world->no_marks) {
        steward_cannot_judge(&world->steward, id);
        hall_match_judged(world->hall, id, NULL);
        return;
    }
    for (int64_t ply = 0; ply < match->plies; ply++)
        text_printf(&marks, ply > 0 ? " 0" : "+1");
    hall_match_judged(world->hall, id, text_string(&marks));
    text_finish(&marks);
}

static void (*const finishers[])(struct world *world, struct chore *chore) = {
    [CHORE_HELLO] = finish_hello,       [CHORE_TOKENS] = finish_tokens,
    [CHORE_MATCH] = finish_match,       [CHORE_MOVE] = finish_move,
    [CHORE_HISTORY] = finish_history,   [CHORE_REGISTER] = finish_register,
    [CHORE_PASSWORD] = finish_password, [CHORE_TOURNAMENT] = finish_tournament,
    [CHORE_DRAW] = finish_draw,         [CHORE_JUDGE] = finish_judge,
    [CHORE_ACCOUNT] = finish_account,
};

/* --- passwords that a gateway keeps --- */

/* The password that the chore is about; NULL: none. */
static const char *password_of(const struct world *world, const struct chore *chore)
{
    const struct request *request = &world->requests[chore->request];
    if (chore->kind == CHORE_REGISTER)
        return request->fresh;
    bool has_one = chore->kind == CHORE_PASSWORD ||
                   (chore->kind == CHORE_HELLO && chore->greeting->hello.with_password);
    return has_one ? request->password : NULL;
}

/* Must the chore wait for a gateway? Without a connection there is nobody to wait for. */
static bool waits_for_key(struct world *world, struct chore *chore)
{
    const struct link *link = link_find(world, chore->session);
    if (!world->cluster || chore->is_derived || !link || !link->wire || !password_of(world, chore))
        return false;
    bool is_asked = cluster_derive(world, link->wire, chore->request);
    chore->wire = is_asked ? link->wire : 0;
    chore->due_ms = is_asked ? INT64_MAX : world->now_ms + 1;
    return true;
}

void chore_derived(struct world *world, uint64_t wire, const unsigned char *key)
{
    struct chore *chore = world->chores;
    while (chore && (chore->wire != wire || chore->is_derived))
        chore = chore->next;
    require(chore, "a key comes for which nobody has asked");
    const struct link *link = link_find(world, chore->session);
    const char *password = password_of(world, chore);
    require(!key || strcmp((const char *)key, password) == 0, "'%s' is derived from '%s'",
            (const char *)key, password);
    require(key || !link || !link->server_open, "a key is missing though the connection is there");
    chore->is_derived = true;
    chore->due_ms = world->now_ms;
    if (key)
        world->tally->derived++;
    else
        world->tally->underived++;
}

void chores_finish(struct world *world)
{
    struct chore *chore, *next;
    DL_FOREACH_SAFE (world->chores, chore, next) {
        if (chore->due_ms > world->now_ms || waits_for_key(world, chore))
            continue;
        finishers[chore->kind](world, chore);
        chore_destroy(world, chore);
    }
}

/* --- what the hall wants --- */

static struct chore *chore_of_hello(struct world *world, const struct message *message)
{
    struct chore *chore;
    DL_FOREACH (world->chores, chore) {
        if (chore->kind == CHORE_HELLO && chore->request == message->request)
            return chore;
    }
    require(false, "request %u is looked up but was no hello", message->request);
    return NULL;
}

static enum chore_kind kind_of(enum message_kind kind)
{
    switch ((int)kind) {
    case MESSAGE_LOOK_UP_HELLO:
        return CHORE_HELLO;
    case MESSAGE_LOOK_UP_PASSWORD:
        return CHORE_PASSWORD;
    case MESSAGE_LOOK_UP_ACCOUNT:
        return CHORE_ACCOUNT;
    case MESSAGE_LOOK_UP_TOKENS:
        return CHORE_TOKENS;
    case MESSAGE_LOOK_UP_MATCH:
        return CHORE_MATCH;
    case MESSAGE_LOOK_UP_MOVE:
        return CHORE_MOVE;
    case MESSAGE_LOOK_UP_HISTORY:
        return CHORE_HISTORY;
    case MESSAGE_DRAW_START:
        return CHORE_DRAW;
    case MESSAGE_JUDGE:
        return CHORE_JUDGE;
    default:
        return CHORE_TOURNAMENT;
    }
}

bool chore_is_wanted(const struct message *message)
{
    return message->kind != MESSAGE_SAID;
}

static struct chore *chore_for(struct world *world, const struct message *message)
{
    enum chore_kind kind = kind_of(message->kind);
    if (kind == CHORE_HELLO)
        return chore_of_hello(world, message);
    return chore_add(world, kind, message->session_count ? message->sessions[0] : 0,
                     message->request);
}

/* What tells it from others of its kind. */
static int64_t chore_number(const struct chore *chore)
{
    if (chore->kind == CHORE_DRAW)
        return chore->message->draw_start.index;
    return chore->kind == CHORE_JUDGE ? chore->message->judge.match : chore->request;
}

void chore_take(struct world *world, struct message *message)
{
    /* There is too much to judge. */
    if (message->kind == MESSAGE_JUDGE && !message->judge.tournament &&
        message->judge.match % 4 == 0) {
        message_destroy(message);
        return;
    }
    struct chore *chore = chore_for(world, message);
    chore->message = message;
    chore->due_ms = chore_due_ms(world, chore_number(chore));
    /* Read as early or as late as may be. */
    chore->is_read = chore->kind == CHORE_HELLO && message->request % 2 == 0;
    if (chore->is_read)
        reader_hello(world, chore->greeting, &chore->found);
}
