#include "tests/unit/hall_fixture.h"

#include "common/base/memory.h"

#include <stdio.h>
#include <string.h>

/* --- the evening --- */

struct evening *evening_begin_with(const struct hall_config *config)
{
    struct evening *evening = memory_zeroed(1, sizeof *evening);
    evening->config = *config;
    evening->hall = hall_create(config);
    return evening;
}

struct evening *evening_begin(void)
{
    return evening_begin_with(&(struct hall_config){.seed = 1, .now_ms = 1700000000000});
}

static void check_answered(const struct evening *evening)
{
    for (size_t i = 0; i < evening->request_count; i++)
        require(evening->requests[i].answered ||
                    !hall_session_is_open(evening->hall, evening->requests[i].session),
                "request %zu was never answered", i);
}

void forget_said(struct evening *evening)
{
    for (size_t i = 0; i < evening->said_count; i++)
        message_destroy(evening->said[i]);
    evening->said_count = 0;
    for (struct guest *guest = evening->guests; guest; guest = guest->next)
        guest->heard = 0;
}

void evening_end(struct evening *evening)
{
    commit(evening);
    require(hall_is_settled(evening->hall), "everything is on disk and said, but not settled");
    check_answered(evening);
    hall_destroy(evening->hall);
    forget_said(evening);
    disk_finish(&evening->disk);
    while (evening->guests) {
        struct guest *guest = evening->guests;
        evening->guests = guest->next;
        free(guest);
    }
    free(evening->said);
    free(evening->requests);
    free(evening);
}

bool submit(struct evening *evening)
{
    struct batch *batch = hall_batch_take(evening->hall);
    if (batch)
        evening->in_flight = batch;
    return batch != NULL;
}

void land(struct evening *evening)
{
    struct batch *batch = evening->in_flight;
    require(batch, "the store holds nothing");
    disk_write(&evening->disk, batch);
    evening->in_flight = NULL;
    hall_batch_committed(evening->hall, batch);
    hear(evening);
}

void commit(struct evening *evening)
{
    if (evening->in_flight)
        land(evening);
    while (submit(evening))
        land(evening);
    hear(evening);
}

void stall(struct evening *evening)
{
    if (!evening->in_flight)
        submit(evening);
    hall_stalled(evening->hall, "the disk is full");
}

void crash(struct evening *evening)
{
    batch_destroy(evening->in_flight);
    evening->in_flight = NULL;
    hall_destroy(evening->hall);
    evening->config.seed++;
    evening->config.now_ms += 1000;
    evening->hall = hall_create(&evening->config);
    disk_restore(&evening->disk, evening->hall);
    for (struct guest *guest = evening->guests; guest; guest = guest->next)
        guest->session = 0;
}

/* --- what is said has to be on disk --- */

static const struct disk_match *match_on_disk(const struct evening *evening, int64_t id,
                                              int64_t ply)
{
    const struct disk_match *match = disk_match(&evening->disk, id);
    require(match, "match %lld is spoken of before it is on disk", (long long)id);
    require(ply <= match->plies, "ply %lld of match %lld is spoken of before it is on disk",
            (long long)ply, (long long)id);
    return match;
}

static void check_position(const struct evening *evening, int64_t id, int64_t ply,
                           const char *position)
{
    const struct disk_match *match = match_on_disk(evening, id, ply);
    require(strcmp(position, match->positions[ply]) == 0,
            "match %lld is said to stand at %s after %lld moves, but that is %s", (long long)id,
            position, (long long)ply, match->positions[ply]);
}

static void check_summary(const struct evening *evening, const struct match_summary *summary)
{
    const struct disk_match *match = match_on_disk(evening, summary->match, summary->ply);
    require(strcmp(summary->rules, match->rules.text) == 0 &&
                strcmp(summary->start, match->start) == 0 &&
                strcmp(summary->first, disk_player(&evening->disk, match->first)->name) == 0 &&
                strcmp(summary->second, disk_player(&evening->disk, match->second)->name) == 0 &&
                summary->created_ms == match->created_ms && summary->ending == ENDING_NONE,
            "match %lld is summarised wrongly", (long long)summary->match);
}

/* The page of moves has to be what stands on disk. */
static void check_view(const struct evening *evening, const struct match_view *view)
{
    const struct disk_match *match = match_on_disk(evening, view->summary.match, view->summary.ply);
    const char *moves = text_string(&view->moves);
    check_summary(evening, &view->summary);
    check_position(evening, match->id, view->summary.ply, text_string(&view->position));
    require(view->seq == view->summary.ply, "a live match has as many changes as moves");
    for (int64_t i = 0; i < view->move_count; i++) {
        const char *expected = match->moves[view->from_ply - 1 + i];
        size_t len = strcspn(moves, " ");
        require(len == strlen(expected) && memcmp(moves, expected, len) == 0,
                "move %lld of match %lld is shown as %s", (long long)(view->from_ply + i),
                (long long)match->id, moves);
        moves += len + (moves[len] == ' ');
    }
    require(*moves == '\0', "match %lld is shown with more moves than it counts",
            (long long)match->id);
}

static void check_welcome(const struct evening *evening, const struct message *message)
{
    const struct disk_player *player = disk_player(&evening->disk, message->welcome.player);
    require(player && strcmp(player->name, message->welcome.name) == 0,
            "'%s' is welcomed before they are on disk", message->welcome.name);
    for (size_t i = 0; i < message->welcome.match_count; i++)
        match_on_disk(evening, message->welcome.matches[i], 0);
}

static void check_moved(const struct evening *evening, const struct message *message)
{
    int64_t ply = message->moved.ply;
    const struct disk_match *match = match_on_disk(evening, message->moved.match, ply);
    require(strcmp(message->moved.move, match->moves[ply - 1]) == 0 && message->moved.seq == ply,
            "move %lld of match %lld is told as %s", (long long)ply, (long long)match->id,
            message->moved.move);
    check_position(evening, match->id, ply, message->moved.position);
}

static void check_ended(const struct evening *evening, const struct message *message)
{
    const struct disk_match *match = match_on_disk(evening, message->ended.match, 0);
    require(match->ending == message->ended.ending && match->winner == message->ended.winner &&
                message->ended.seq == match->plies + 1,
            "match %lld is told to have ended otherwise than it did", (long long)match->id);
}

/* The database is asked only about what will not change any more: ended matches, and moves made. */
static void check_look_up(const struct evening *evening, int64_t id, int64_t ply)
{
    const struct disk_match *match = disk_match(&evening->disk, id);
    require(!match || match->ending != ENDING_NONE || ply <= match->plies,
            "match %lld is looked up though it is live", (long long)id);
}

static void check_durable(const struct evening *evening, const struct message *message)
{
    switch (message->kind) {
    case MESSAGE_WELCOME:
        check_welcome(evening, message);
        break;
    case MESSAGE_MATCH:
    case MESSAGE_MATCH_STARTED:
        check_view(evening, &message->match.view);
        break;
    case MESSAGE_MOVE_DONE:
        match_on_disk(evening, message->move_done.match, message->move_done.ply);
        break;
    case MESSAGE_REMATCH:
        if (message->rematch.match)
            match_on_disk(evening, message->rematch.match, 0);
        break;
    case MESSAGE_SUMMARIES:
        for (size_t i = 0; i < message->summaries.count; i++)
            check_summary(evening, &message->summaries.list[i]);
        break;
    case MESSAGE_ERROR:
        if (message->error.stale)
            check_position(evening, message->error.match, message->error.ply,
                           message->error.position);
        break;
    case MESSAGE_LOOK_UP_MATCH:
        check_look_up(evening, message->look_up_match.match, INT64_MAX);
        break;
    case MESSAGE_LOOK_UP_MOVE:
        check_look_up(evening, message->look_up_move.match, message->look_up_move.ply);
        break;
    case MESSAGE_MOVED:
        check_moved(evening, message);
        break;
    case MESSAGE_ENDED:
        check_ended(evening, message);
        break;
    case MESSAGE_PRESENCE:
        match_on_disk(evening, message->presence.match, message->presence.seq);
        break;
    case MESSAGE_NOTHING:
    case MESSAGE_OFFER_NUMBER:
    case MESSAGE_OFFERS:
    case MESSAGE_LOOK_UP_TOKEN:
    case MESSAGE_LOOK_UP_HISTORY:
    case MESSAGE_OFFER_RECEIVED:
    case MESSAGE_OFFER_CLOSED:
    case MESSAGE_STALLED:
    case MESSAGE_RESUMED:
    case MESSAGE_CLOSING:
    case MESSAGE_REPLACED:
        break;
    }
}

static bool is_answer(const struct message *message)
{
    return message->kind <= MESSAGE_LOOK_UP_HISTORY;
}

static void check_answer(struct evening *evening, const struct message *message)
{
    require(message->request < evening->request_count, "nobody made request %u", message->request);
    struct evening_request *request = &evening->requests[message->request];
    require(message->session_count == 1 && message->sessions[0] == request->session,
            "request %u is answered to somebody else", message->request);
    require(!request->answered, "request %u is answered twice", message->request);
    request->answered = true;
}

void hear(struct evening *evening)
{
    struct message *message;
    while ((message = hall_message_next(evening->hall))) {
        if (is_answer(message))
            check_answer(evening, message);
        check_durable(evening, message);
        if (evening->said_count == evening->said_capacity) {
            evening->said_capacity = 2 * evening->said_capacity + 16;
            evening->said =
                memory_resized(evening->said, evening->said_capacity, sizeof(struct message *));
        }
        evening->said[evening->said_count++] = message;
    }
}

/* --- coming and going --- */

struct guest *newcomer(struct evening *evening, const char *name)
{
    struct guest *guest = memory_zeroed(1, sizeof *guest);
    guest->evening = evening;
    guest->next = evening->guests;
    snprintf(guest->name, sizeof guest->name, "%s", name);
    evening->guests = guest;
    return guest;
}

static struct hall_text given(const char *text)
{
    return text ? (struct hall_text){.bytes = text, .len = strlen(text)} : (struct hall_text){0};
}

static void hash_token(const char *token, unsigned char hash[TOKEN_HASH_BYTES])
{
    memset(hash, 0, TOKEN_HASH_BYTES);
    memcpy(hash, token, strnlen(token, TOKEN_HASH_BYTES));
}

static struct hall_caller ask(struct guest *guest)
{
    struct evening *evening = guest->evening;
    if (evening->request_count == evening->request_capacity) {
        evening->request_capacity = 2 * evening->request_capacity + 16;
        evening->requests = memory_resized(evening->requests, evening->request_capacity,
                                           sizeof(struct evening_request));
    }
    evening->requests[evening->request_count] = (struct evening_request){.session = guest->session};
    return (struct hall_caller){
        .session = guest->session,
        .request = (uint32_t)evening->request_count++,
    };
}

static uint32_t hello(struct guest *guest, const char *name, const char *token)
{
    struct evening *evening = guest->evening;
    guest->hello = (struct hall_hello){.name = given(name), .token = given(token)};
    snprintf(guest->hello.fresh_token, sizeof guest->hello.fresh_token, "token %u of %.40s",
             ++evening->last_token, guest->name);
    hash_token(token ? token : "", guest->hello.token_hash);
    hash_token(guest->hello.fresh_token, guest->hello.fresh_token_hash);
    struct hall_caller from = ask(guest);
    hall_hello(evening->hall, from, &guest->hello);
    return from.request;
}

static void connect(struct guest *guest)
{
    guest->session = ++guest->evening->last_session;
}

uint32_t says_hello(struct guest *guest)
{
    connect(guest);
    return hello(guest, guest->name, NULL);
}

uint32_t shows_token(struct guest *guest, const char *token)
{
    connect(guest);
    return hello(guest, NULL, token);
}

void look_up_token(struct guest *guest)
{
    struct evening *evening = guest->evening;
    const struct disk_player *player =
        disk_player_by_token(&evening->disk, guest->hello.token_hash);
    struct hall_found_player found = {0};
    if (player)
        found = (struct hall_found_player){.id = player->id, .name = player->name};
    hall_hello_looked_up(evening->hall, ask(guest), &guest->hello, &found);
}

static const struct message *welcome(struct guest *guest)
{
    const struct message *message = expect(guest, MESSAGE_WELCOME);
    strcpy(guest->token, message->welcome.token);
    guest->player = message->welcome.player;
    return message;
}

struct guest *arrive(struct evening *evening, const char *name)
{
    struct guest *guest = newcomer(evening, name);
    says_hello(guest);
    commit(evening);
    welcome(guest);
    return guest;
}

/* The guest's next message, which stays the next; NULL: none. */
static const struct message *next_message(struct guest *guest)
{
    struct evening *evening = guest->evening;
    for (; guest->heard < evening->said_count; guest->heard++) {
        const struct message *message = evening->said[guest->heard];
        for (size_t i = 0; i < message->session_count; i++)
            if (message->sessions[i] == guest->session)
                return message;
    }
    return NULL;
}

const struct message *come_back(struct guest *guest)
{
    shows_token(guest, guest->token);
    commit(guest->evening);
    const struct message *message = next_message(guest);
    if (message && message->kind == MESSAGE_LOOK_UP_TOKEN) {
        guest->heard++;
        look_up_token(guest);
        commit(guest->evening);
    }
    return welcome(guest);
}

struct guest *arrive_again(struct guest *guest)
{
    struct guest *again = newcomer(guest->evening, guest->name);
    strcpy(again->token, guest->token);
    come_back(again);
    return again;
}

void leave(struct guest *guest)
{
    hall_leave(guest->evening->hall, guest->session);
    guest->session = 0;
}

/* --- requests --- */

uint32_t offers(struct guest *maker, const char *to, const char *rules, const char *start,
                enum offer_first first, const char *key)
{
    struct hall_offer offer = {
        .to = given(to),
        .rules = given(rules),
        .start = given(start),
        .first = first,
    };
    struct hall_caller from = ask(maker);
    hall_offer_make(maker->evening->hall, from, &offer, given(key));
    return from.request;
}

uint32_t seeks(struct guest *maker, const char *rules, const char *start, const char *key)
{
    return offers(maker, NULL, rules, start, FIRST_MAKER, key);
}

uint32_t cancels(struct guest *guest, int64_t offer, const char *key)
{
    struct hall_caller from = ask(guest);
    hall_offer_cancel(guest->evening->hall, from, offer, given(key));
    return from.request;
}

uint32_t accepts(struct guest *guest, int64_t offer, const char *key)
{
    struct hall_caller from = ask(guest);
    hall_offer_accept(guest->evening->hall, from, offer, given(key));
    return from.request;
}

uint32_t declines(struct guest *guest, int64_t offer, const char *key)
{
    struct hall_caller from = ask(guest);
    hall_offer_decline(guest->evening->hall, from, offer, given(key));
    return from.request;
}

uint32_t lists_offers(struct guest *guest)
{
    struct hall_caller from = ask(guest);
    hall_offer_list(guest->evening->hall, from);
    return from.request;
}

uint32_t plays(struct guest *guest, int64_t match, int64_t ply, const char *move)
{
    struct hall_caller from = ask(guest);
    hall_match_move(guest->evening->hall, from, match, ply, given(move));
    return from.request;
}

uint32_t resigns(struct guest *guest, int64_t match, const char *key)
{
    struct hall_caller from = ask(guest);
    hall_match_resign(guest->evening->hall, from, match, given(key));
    return from.request;
}

uint32_t aborts(struct guest *guest, int64_t match, const char *key)
{
    struct hall_caller from = ask(guest);
    hall_match_abort(guest->evening->hall, from, match, given(key));
    return from.request;
}

uint32_t asks_rematch(struct guest *guest, int64_t match, const char *key)
{
    struct hall_caller from = ask(guest);
    hall_match_rematch(guest->evening->hall, from, match, given(key));
    return from.request;
}

uint32_t resumes(struct guest *guest, int64_t match, int64_t after)
{
    struct hall_caller from = ask(guest);
    hall_match_resume(guest->evening->hall, from, match, after);
    return from.request;
}

uint32_t watches(struct guest *guest, int64_t match)
{
    struct hall_caller from = ask(guest);
    hall_match_watch(guest->evening->hall, from, match);
    return from.request;
}

uint32_t unwatches(struct guest *guest, int64_t match)
{
    struct hall_caller from = ask(guest);
    hall_match_unwatch(guest->evening->hall, from, match);
    return from.request;
}

uint32_t lists_matches(struct guest *guest, int64_t after, int64_t limit)
{
    struct hall_caller from = ask(guest);
    hall_match_list(guest->evening->hall, from, after, limit);
    return from.request;
}

uint32_t lists_history(struct guest *guest, const char *player, int64_t before, int64_t limit)
{
    struct hall_caller from = ask(guest);
    hall_history_list(guest->evening->hall, from, given(player), before, limit);
    return from.request;
}

uint32_t is_refused(struct guest *guest, const struct error *error)
{
    struct hall_caller from = ask(guest);
    hall_refuse(guest->evening->hall, from, error);
    return from.request;
}

/* --- listening --- */

const struct message *expect_at(struct guest *guest, enum message_kind kind, const char *name,
                                const char *file, int line)
{
    hear(guest->evening);
    const struct message *message = next_message(guest);
    require(message, "%s:%d: %s should have heard %s but heard nothing", file, line, guest->name,
            name);
    require(message->kind == kind, "%s:%d: %s should have heard %s but heard the kind %d (%s)",
            file, line, guest->name, name, message->kind,
            message->kind == MESSAGE_ERROR ? message->error.error.message : "no error");
    guest->heard++;
    return message;
}

const struct message *expect_error_at(struct guest *guest, enum error_code code, const char *name,
                                      const char *file, int line)
{
    const struct message *message = expect_at(guest, MESSAGE_ERROR, name, file, line);
    const struct error *error = &message->error.error;
    require(error->code == code, "%s:%d: %s should have heard %s but heard %s: %s", file, line,
            guest->name, name, error_name(error->code), error->message);
    require(error->message[0], "%s:%d: the error %s says nothing", file, line, name);
    return message;
}

void expect_silence_at(struct guest *guest, const char *file, int line)
{
    hear(guest->evening);
    const struct message *message = next_message(guest);
    require(!message, "%s:%d: %s should have heard nothing but heard the kind %d", file, line,
            guest->name, message ? (int)message->kind : -1);
}

void skip(struct guest *guest)
{
    hear(guest->evening);
    guest->heard = guest->evening->said_count;
}

void skip_all(struct evening *evening)
{
    for (struct guest *guest = evening->guests; guest; guest = guest->next)
        skip(guest);
}

/* --- shortcuts --- */

static const char *fresh_key(struct evening *evening, char key[32])
{
    snprintf(key, 32, "fresh %zu", evening->request_count);
    return key;
}

int64_t open_seek(struct guest *maker, const char *rules, const char *start)
{
    char key[32];
    commit(maker->evening);
    skip(maker);
    seeks(maker, rules, start, fresh_key(maker->evening, key));
    commit(maker->evening);
    return expect(maker, MESSAGE_OFFER_NUMBER)->offer_number;
}

int64_t begin_match(struct guest *first, struct guest *second, const char *rules, const char *start)
{
    char key[32];
    int64_t offer = open_seek(first, rules, start);
    skip(second);
    accepts(second, offer, fresh_key(second->evening, key));
    commit(second->evening);
    int64_t match = expect(second, MESSAGE_MATCH)->match.view.summary.match;
    skip_all(first->evening);
    return match;
}

void play_on(struct guest *first, struct guest *second, int64_t match, int64_t ply,
             const char *moves)
{
    struct guest *players[2] = {first, second};
    char *copy = memory_text(moves, strlen(moves)), *rest = copy;
    for (int turn = 0; rest; turn = !turn, ply++) {
        const char *move = strsep(&rest, " ");
        commit(first->evening);
        skip_all(first->evening);
        plays(players[turn], match, ply, move);
        commit(first->evening);
        expect(players[turn], MESSAGE_MOVE_DONE);
    }
    free(copy);
    skip_all(first->evening);
}

void count_down(struct guest *first, struct guest *second, int64_t match, int64_t heap,
                int64_t plies)
{
    for (int64_t ply = 1; ply <= plies; ply++, heap--) {
        char move[48];
        snprintf(move, sizeof move, "%lld>%lld", (long long)heap, (long long)heap - 1);
        plays(ply % 2 == 1 ? first : second, match, ply, move);
    }
}

void long_start(char start[POSITION_TEXT_MAX + 1])
{
    enum { HEAPS = 1000 };
    static const char heap[] = "+100000000000000";
    for (size_t i = 0; i < HEAPS; i++)
        memcpy(start + i * (sizeof heap - 1), heap, sizeof heap);
    memmove(start, start + 1, strlen(start));
}
