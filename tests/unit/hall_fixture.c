#include "tests/unit/hall_fixture.h"

#include "common/base/memory.h"

#include "server/hall/player_name.h"

#include <stdio.h>
#include <string.h>
#include <utlist.h>

const char *hash_password(const char *password, char hash[HASH_MAX])
{
    snprintf(hash, HASH_MAX, "hash of %s", password);
    return hash;
}

/* --- when something cannot be --- */

static char context[80];

void require_context(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(context, sizeof context, format, arguments);
    va_end(arguments);
}

_Noreturn void require_failed(const char *file, int line, const char *format, ...)
{
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    cr_fatal("%s%s:%d: %s", context, file, line, message);
    abort(); /* cr_fatal() does not return, but does not say so */
}

/* --- the evening --- */

struct evening *evening_begin_with(const struct hall_config *config)
{
    struct evening *evening = memory_zeroed(1, sizeof *evening);
    evening->config = *config;
    evening->now_ms = config->now_ms;
    evening->tick_ms = config->tick_ms;
    evening->disk.limits = config->limits;
    evening->has_left = memory_zeroed(1, sizeof *evening->has_left);
    evening->hall = hall_create(config);
    return evening;
}

struct evening *evening_begin(void)
{
    return evening_begin_with(&(struct hall_config){
        .seed = 1,
        .now_ms = 1700000000000,
        .tick_ms = 1000000,
        .limits = hall_limits_default,
    });
}

static void check_answered(const struct evening *evening)
{
    for (size_t i = 0; i < evening->request_count; i++)
        require(evening->requests[i].answered || evening->has_left[evening->requests[i].session],
                "request %zu was never answered", i);
}

static void forget_hellos(struct evening *evening)
{
    while (evening->hellos) {
        struct evening_hello *hello = evening->hellos;
        evening->hellos = hello->next;
        free(hello);
    }
}

void forget_said(struct evening *evening)
{
    for (size_t i = 0; i < evening->said_count; i++)
        heard_destroy(evening->said[i]);
    evening->said_count = 0;
    for (struct guest *guest = evening->guests; guest; guest = guest->next)
        guest->heard = 0;
}

void evening_end(struct evening *evening)
{
    commit(evening);
    require(hall_is_settled(evening->hall), "everything is on disk and said, but not settled");
    check_answered(evening);
    forget_said(evening);
    hall_destroy(evening->hall);
    require(!evening->hellos || evening->slow_look_ups, "a hello was never looked up");
    forget_hellos(evening);
    forget_questions(evening);
    disk_finish(&evening->disk);
    while (evening->guests) {
        struct guest *guest = evening->guests;
        evening->guests = guest->next;
        free(guest);
    }
    free(evening->said);
    free(evening->has_left);
    free(evening->requests);
    free(evening);
}

static void carry_on(struct evening *evening)
{
    while (!evening->slow_steps && hall_go_on(evening->hall))
        ;
}

bool submit(struct evening *evening)
{
    carry_on(evening);
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
    /* What is heard may make records: a hello that was looked up. */
    hear(evening);
    while (submit(evening))
        land(evening);
}

void stall(struct evening *evening)
{
    if (!evening->in_flight)
        submit(evening);
    hall_stalled(evening->hall, STALL_DISK, "the disk is full");
}

void pass(struct evening *evening, int64_t ms)
{
    evening->now_ms += ms;
    evening->tick_ms += ms;
    hall_set_time(evening->hall, evening->now_ms, evening->tick_ms);
}

void judge(struct evening *evening)
{
    while (hall_next_deadline(evening->hall) <= evening->tick_ms)
        hall_flags_fall(evening->hall);
    hear(evening);
}

/* Another hall is there a second later. */
static void replace_hall(struct evening *evening)
{
    batch_destroy(evening->in_flight);
    evening->in_flight = NULL;
    hall_destroy(evening->hall);
    forget_hellos(evening);
    forget_questions(evening);
    for (uint64_t session = 0; session <= evening->last_session; session++)
        evening->has_left[session] = true;
    evening->config.seed++;
    evening->config.now_ms = evening->now_ms += 1000;
    evening->config.tick_ms = evening->tick_ms += 1000;
    evening->hall = hall_create(&evening->config);
    for (struct guest *guest = evening->guests; guest; guest = guest->next)
        guest->session = 0;
}

static void restore_hall(struct evening *evening)
{
    struct error error;
    disk_restore(&evening->disk, evening->hall, evening->now_ms);
    require(!hall_restored(evening->hall, evening->now_ms, evening->tick_ms, &error), "%s",
            error.message);
}

void crash(struct evening *evening)
{
    replace_hall(evening);
    restore_hall(evening);
}

void take_over(struct evening *evening, int64_t stood_by_ms)
{
    int64_t last_ms = evening->now_ms;
    replace_hall(evening);
    pass(evening, stood_by_ms);
    judge(evening);
    hall_succeed(evening->hall, 2, last_ms);
    restore_hall(evening);
}

const struct disk_token *token_on_disk(const struct evening *evening, const char *token)
{
    return disk_token_shown(&evening->disk, token);
}

/* --- hellos and their look-ups --- */

static struct evening_hello *find_hello(const struct evening *evening, uint64_t session)
{
    struct evening_hello *hello;
    LL_SEARCH_SCALAR(evening->hellos, hello, from.session, session);
    require(hello, "session %llu has said no hello that waits", (unsigned long long)session);
    return hello;
}

static struct hall_found find_on_disk(const struct evening *evening, struct evening_hello *pending)
{
    struct hall_hello *hello = &pending->hello;
    if (hello->token.bytes)
        return disk_find_token(&evening->disk, hello->token_hash, evening->now_ms);
    char *key = name_key(pending->name, strlen(pending->name));
    struct hall_found found = disk_find_name(&evening->disk, key);
    if (hello->with_password) {
        char hash[HASH_MAX];
        found = disk_find_account(&evening->disk, key, hash_password(pending->password, hash));
    }
    struct hall_found coded = {0};
    if (hello->with_code)
        coded = disk_find_code(&evening->disk, key, pending->code, evening->now_ms);
    if (coded.player) {
        found = coded;
        hello->password_hash = hash_password(pending->password, pending->password_hash);
    }
    free(key);
    return found;
}

static void forget_hello(struct evening *evening, struct evening_hello *hello)
{
    LL_DELETE(evening->hellos, hello);
    free(hello);
}

static void end_hello(struct evening *evening, struct evening_hello *hello,
                      const struct hall_found *found)
{
    require(hello->asked, "the hall has not asked yet");
    hall_hello_looked_up(evening->hall, hello->from, &hello->hello, found);
    forget_hello(evening, hello);
}

/* The question has to be about this hello. */
static void check_question(const struct evening_hello *hello, const struct heard *heard)
{
    char *key = name_key(hello->name, strlen(hello->name));
    bool by_token = hello->hello.token.bytes != NULL;
    require(heard->message->look_up_hello.by_token == by_token &&
                (by_token ? memcmp(heard->message->look_up_hello.token_hash,
                                   hello->hello.token_hash, TOKEN_HASH_BYTES) == 0
                          : strcmp(heard->message->look_up_hello.name_key, key) == 0),
            "'%s' is looked up as somebody else", hello->name);
    free(key);
}

static void hear_of_hello(struct evening *evening, const struct heard *heard)
{
    struct evening_hello *hello = find_hello(evening, heard->message->sessions[0]);
    check_question(hello, heard);
    hello->asked = true;
    if (evening->slow_look_ups)
        return;
    struct hall_found found = find_on_disk(evening, hello);
    end_hello(evening, hello, &found);
}

static void answer_account(struct evening *evening, const struct message *question)
{
    struct hall_found found = disk_find_open(&evening->disk, question->look_up_account.name_key);
    hall_account_looked_up(evening->hall, question, &found);
}

static bool is_answer(const struct heard *heard)
{
    return heard->kind <= HEARD_LOOK_UP_RATINGS;
}

static void check_answer(struct evening *evening, const struct heard *heard)
{
    require(heard->request < evening->request_count, "nobody made request %u", heard->request);
    struct evening_request *request = &evening->requests[heard->request];
    require(heard->message->session_count == 1 && heard->message->sessions[0] == request->session,
            "request %u is answered to somebody else", heard->request);
    require(!request->answered, "request %u is answered twice", heard->request);
    /* After these a second half follows. */
    request->answered =
        heard->kind != HEARD_LOOK_UP_HELLO && heard->kind != HEARD_LOOK_UP_PASSWORD &&
        heard->kind != HEARD_LOOK_UP_ACCOUNT && heard->kind != HEARD_LOOK_UP_PUZZLE_CHANGE;
}

static void keep_said(struct evening *evening, struct heard *heard)
{
    if (evening->said_count == evening->said_capacity) {
        evening->said_capacity = 2 * evening->said_capacity + 16;
        evening->said =
            memory_resized(evening->said, evening->said_capacity, sizeof(struct heard *));
    }
    evening->said[evening->said_count++] = heard;
}

void hear(struct evening *evening)
{
    struct message *message;
    carry_on(evening);
    while ((message = hall_message_next(evening->hall))) {
        struct heard *heard = heard_read(message);
        if (is_answer(heard))
            check_answer(evening, heard);
        disk_check_heard(&evening->disk, heard);
        hear_question(evening, heard);
        if (heard->kind == HEARD_LOOK_UP_HELLO)
            hear_of_hello(evening, heard);
        bool is_looked_up = !evening->slow_look_ups && (heard->kind == HEARD_LOOK_UP_HELLO ||
                                                        heard->kind == HEARD_LOOK_UP_ACCOUNT);
        if (heard->kind == HEARD_LOOK_UP_ACCOUNT && is_looked_up)
            answer_account(evening, heard->message);
        if (is_looked_up)
            heard_destroy(heard);
        else
            keep_said(evening, heard);
        carry_on(evening); /* the answers to questions may bring something */
    }
}

/* --- coming and going --- */

struct guest *newcomer(struct evening *evening, const char *name)
{
    struct guest *guest = memory_zeroed(1, sizeof *guest);
    guest->evening = evening;
    guest->next = evening->guests;
    snprintf(guest->name, sizeof guest->name, "%s", name);
    strcpy(guest->address, "127.0.0.1");
    evening->guests = guest;
    return guest;
}

struct hall_text given(const char *text)
{
    return text ? (struct hall_text){.bytes = text, .len = strlen(text)} : (struct hall_text){0};
}

struct hall_caller ask(struct guest *guest)
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
        .came_ms = evening->waited_ms > 0 ? evening->tick_ms - evening->waited_ms : 0,
    };
}

/* A copy, as the driver's: what the guest says goes away. */
static struct hall_text kept(const char *text, char *copy, size_t size)
{
    snprintf(copy, size, "%s", text ? text : "");
    return text ? given(copy) : (struct hall_text){0};
}

static struct evening_hello *make_hello(struct guest *guest, const char *name, const char *token,
                                        const char *password, const char *code)
{
    struct evening_hello *pending = memory_zeroed(1, sizeof *pending);
    struct hall_hello *hello = &pending->hello;
    hello->name = kept(name, pending->name, sizeof pending->name);
    hello->token = kept(token, pending->token, sizeof pending->token);
    hello->with_password = kept(password, pending->password, sizeof pending->password).bytes;
    hello->with_code = kept(code, pending->code, sizeof pending->code).bytes;
    snprintf(hello->fresh_token, sizeof hello->fresh_token, "token %u of %.40s",
             ++guest->evening->last_token, guest->name);
    disk_hash_token(pending->token, hello->token_hash);
    disk_hash_token(hello->fresh_token, hello->fresh_token_hash);
    strcpy(hello->client, "fixture");
    strcpy(hello->address, guest->address);
    hello->address_number = guest->address_number;
    hello->is_bot = guest->is_bot;
    hello->instance = guest->instance;
    hello->attempt = guest->attempt;
    return pending;
}

static uint32_t hello(struct guest *guest, const char *name, const char *token,
                      const char *password, const char *code)
{
    struct evening *evening = guest->evening;
    struct evening_hello *pending = make_hello(guest, name, token, password, code);
    guest->hello = pending->hello;
    pending->from = ask(guest);
    uint32_t request = pending->from.request;
    if (hall_hello(evening->hall, pending->from, &pending->hello))
        LL_APPEND(evening->hellos, pending);
    else
        free(pending);
    return request;
}

void connects(struct guest *guest)
{
    struct evening *evening = guest->evening;
    if (guest->session)
        evening->has_left[guest->session] = true;
    guest->session = ++evening->last_session;
    evening->has_left =
        memory_resized(evening->has_left, guest->session + 1, sizeof *evening->has_left);
    evening->has_left[guest->session] = false;
}

uint32_t says(struct guest *guest, const char *name, const char *token, const char *password)
{
    connects(guest);
    return hello(guest, name, token, password, NULL);
}

uint32_t says_hello(struct guest *guest)
{
    return says(guest, guest->name, NULL, NULL);
}

uint32_t shows_token(struct guest *guest, const char *token)
{
    return says(guest, NULL, token, NULL);
}

uint32_t logs_in(struct guest *guest, const char *password)
{
    return says(guest, guest->name, NULL, password);
}

uint32_t recovers(struct guest *guest, const char *code, const char *password)
{
    connects(guest);
    return hello(guest, guest->name, NULL, password, code);
}

struct hall_found found_for(struct guest *guest)
{
    hear(guest->evening);
    return find_on_disk(guest->evening, find_hello(guest->evening, guest->session));
}

void answer_hello(struct guest *guest, const struct hall_found *found)
{
    hear(guest->evening);
    end_hello(guest->evening, find_hello(guest->evening, guest->session), found);
}

bool look_up_oldest_hello(struct evening *evening)
{
    struct evening_hello *hello;
    LL_SEARCH_SCALAR(evening->hellos, hello, asked, true);
    if (!hello)
        return false;
    struct hall_found found = find_on_disk(evening, hello);
    end_hello(evening, hello, &found);
    return true;
}

void look_up_account(struct guest *guest)
{
    answer_account(guest->evening, expect(guest, HEARD_LOOK_UP_ACCOUNT)->message);
}

void fail_hello(struct guest *guest, const struct error *error)
{
    struct evening *evening = guest->evening;
    struct evening_hello *hello = find_hello(evening, guest->session);
    hall_hello_failed(evening->hall, hello->from, error);
    forget_hello(evening, hello);
}

void look_up_hello(struct guest *guest)
{
    struct hall_found found = found_for(guest);
    answer_hello(guest, &found);
}

static const struct heard *welcome(struct guest *guest)
{
    const struct heard *heard = expect(guest, HEARD_WELCOME);
    strcpy(guest->token, heard->welcome.token.bytes);
    guest->player = heard->welcome.player;
    return heard;
}

struct guest *arrive(struct evening *evening, const char *name)
{
    struct guest *guest = newcomer(evening, name);
    says_hello(guest);
    commit(evening);
    welcome(guest);
    return guest;
}

struct guest *arrive_with_account(struct evening *evening, const char *name)
{
    struct guest *guest = arrive(evening, name);
    registers(guest, "secret", "register");
    commit(evening);
    expect(guest, HEARD_NOTHING);
    return guest;
}

/* The guest's next message, which stays the next; NULL: none. */
static const struct heard *next_message(struct guest *guest)
{
    struct evening *evening = guest->evening;
    for (; guest->heard < evening->said_count; guest->heard++) {
        const struct heard *heard = evening->said[guest->heard];
        for (size_t i = 0; i < heard->message->session_count; i++)
            if (heard->message->sessions[i] == guest->session)
                return heard;
    }
    return NULL;
}

const struct heard *come_back(struct guest *guest)
{
    shows_token(guest, guest->token);
    commit(guest->evening);
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
    guest->evening->has_left[guest->session] = true;
    guest->session = 0;
}

void is_lost(struct guest *guest)
{
    hall_lose(guest->evening->hall, guest->session);
    guest->evening->has_left[guest->session] = true;
    guest->session = 0;
}

/* --- listening --- */

const struct heard *expect_at(struct guest *guest, enum heard_kind kind, const char *name,
                              const char *file, int line)
{
    hear(guest->evening);
    const struct heard *heard = next_message(guest);
    require(heard, "%s:%d: %s should have heard %s but heard nothing", file, line, guest->name,
            name);
    require(heard->kind == kind, "%s:%d: %s should have heard %s but heard the kind %d (%s)", file,
            line, guest->name, name, heard->kind,
            heard->kind == HEARD_ERROR ? heard->error.message : "no error");
    guest->heard++;
    return heard;
}

const struct heard *expect_error_at(struct guest *guest, enum error_code code, const char *name,
                                    const char *file, int line)
{
    const struct heard *heard = expect_at(guest, HEARD_ERROR, name, file, line);
    const struct error *error = &heard->error;
    require(error->code == code, "%s:%d: %s should have heard %s but heard %s: %s", file, line,
            guest->name, name, error_name(error->code), error->message);
    require(error->message[0], "%s:%d: the error %s says nothing", file, line, name);
    return heard;
}

void expect_silence_at(struct guest *guest, const char *file, int line)
{
    hear(guest->evening);
    const struct heard *heard = next_message(guest);
    require(!heard, "%s:%d: %s should have heard nothing but heard the kind %d", file, line,
            guest->name, heard ? (int)heard->kind : -1);
}

void expect_moves(const struct wire_match *match, const char *moves)
{
    struct text shown = {0};
    for (size_t i = 0; i < match->moves_count; i++)
        text_printf(&shown, "%s%s", i > 0 ? " " : "", match->moves[i].bytes);
    cr_assert_str_eq(text_string(&shown), moves);
    text_finish(&shown);
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

const char *fresh_key(struct evening *evening, char key[32])
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
    return expect(maker, HEARD_OFFER_NUMBER)->offer_number.offer;
}

int64_t begin_clocked(struct guest *first, struct guest *second, const char *rules,
                      const char *start, const char *clock)
{
    char key[32];
    commit(first->evening);
    skip(first);
    offers_clock(first, NULL, rules, start, clock, fresh_key(first->evening, key));
    commit(first->evening);
    int64_t offer = expect(first, HEARD_OFFER_NUMBER)->offer_number.offer;
    skip(second);
    accepts(second, offer, fresh_key(second->evening, key));
    commit(second->evening);
    int64_t match = expect(second, HEARD_MATCH)->match.match;
    skip_all(first->evening);
    return match;
}

int64_t begin_match(struct guest *first, struct guest *second, const char *rules, const char *start)
{
    return begin_clocked(first, second, rules, start, NULL);
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
        expect(players[turn], HEARD_MOVE_DONE);
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
