#include "tests/e2e/play.h"

#include "common/wire/proof.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct wire_text fresh_key(void)
{
    static int used;
    static char key[32];
    snprintf(key, sizeof key, "key-%d", ++used);
    return wire_text(key);
}

/* --- players --- */

static struct wire_hello hello_of(const char *name, const char *password)
{
    return (struct wire_hello){
        .protocol = WIRE_PROTOCOL,
        .client = wire_text("test"),
        .name = wire_text(name),
        .password = wire_text(password),
        .proof = WIRE_ABSENT,
    };
}

uint32_t hello_ask(struct peer *peer, const char *name, const char *password)
{
    struct wire_hello hello = hello_of(name, password);
    return peer_ask(peer, WIRE_SESSION_HELLO, &hello);
}

uint32_t hello_ask_working(struct peer *peer, const char *name, const char *password,
                           const struct answer *refusal)
{
    struct wire_hello hello = hello_of(name, password);
    cr_assert_gt(refusal->work, 0, "no work is asked for: %s", refusal->message);
    hello.proof = 0;
    while (!proof_find(refusal->challenge, (int)refusal->work, 1000, &hello.proof))
        ;
    return peer_ask(peer, WIRE_SESSION_HELLO, &hello);
}

uint32_t hello_ask_code(struct peer *peer, const char *name, struct wire_text code,
                        const char *password)
{
    struct wire_hello hello = hello_of(name, password);
    hello.code = code;
    return peer_ask(peer, WIRE_SESSION_HELLO, &hello);
}

uint32_t hello_ask_token(struct peer *peer, struct wire_text token)
{
    struct wire_hello hello = hello_of(NULL, NULL);
    hello.token = token;
    return peer_ask(peer, WIRE_SESSION_HELLO, &hello);
}

enum error_code hello_try(const struct server *server, const char *name, const char *password)
{
    struct peer *peer = peer_connect(server);
    return peer_answer(peer, hello_ask(peer, name, password)).code;
}

enum error_code hello_try_token(const struct server *server, struct wire_text token)
{
    struct peer *peer = peer_connect(server);
    return peer_answer(peer, hello_ask_token(peer, token)).code;
}

enum error_code account_register(struct peer *peer, const char *password)
{
    struct wire_register wish = {.password = wire_text(password), .key = fresh_key()};
    return peer_answer(peer, peer_ask(peer, WIRE_ACCOUNT_REGISTER, &wish)).code;
}

enum error_code account_password(struct peer *peer, const char *old, const char *password)
{
    struct wire_password wish = {
        .old = wire_text(old),
        .password = wire_text(password),
        .key = fresh_key(),
    };
    return peer_answer(peer, peer_ask(peer, WIRE_ACCOUNT_PASSWORD, &wish)).code;
}

enum error_code account_close(struct peer *peer, const char *password)
{
    struct wire_closure wish = {.password = wire_text(password), .key = fresh_key()};
    return peer_answer(peer, peer_ask(peer, WIRE_ACCOUNT_CLOSE, &wish)).code;
}

const struct wire_code *operator_reset_password(struct peer *admin, const char *name)
{
    struct wire_account_name wish = {.player = wire_text(name)};
    return peer_call(admin, WIRE_OPERATOR_RESET_PASSWORD, &wish);
}

const struct wire_tokens *token_list(struct peer *peer)
{
    return peer_call(peer, WIRE_TOKEN_LIST, NULL);
}

enum error_code token_revoke(struct peer *peer, int64_t token)
{
    struct wire_token_choice choice = {.token = token ? token : WIRE_ABSENT, .key = fresh_key()};
    return peer_answer(peer, peer_ask(peer, WIRE_TOKEN_REVOKE, &choice)).code;
}

struct peer *account_open(const struct server *server, const char *name, const char *password)
{
    struct peer *peer = peer_join(server, name);
    cr_assert_eq(account_register(peer, password), ERROR_NONE);
    return peer;
}

/* --- chat --- */

enum error_code chat_say(struct peer *peer, int64_t match, const char *text)
{
    struct wire_chat_say line = {.match = match, .text = wire_text(text), .key = fresh_key()};
    return peer_answer(peer, peer_ask(peer, WIRE_CHAT_SAY, &line)).code;
}

const struct wire_chat_lines *chat_list(struct peer *peer, int64_t match)
{
    struct wire_match_number number = {.match = match};
    return peer_call(peer, WIRE_CHAT_LIST, &number);
}

void chat_expect(struct peer *peer, const char *room, const char *from, const char *text)
{
    const struct wire_chat_line *line = peer_event(peer, WIRE_EVENT_CHAT_SAID);
    cr_assert(wire_text_equal(line->room, room));
    cr_assert(wire_text_equal(line->from, from));
    cr_assert(wire_text_equal(line->text, text));
}

enum error_code chat_mute(struct peer *peer, const char *player, bool muted)
{
    struct wire_mute mute = {.player = wire_text(player), .muted = muted};
    return peer_answer(peer, peer_ask(peer, WIRE_CHAT_MUTE, &mute)).code;
}

/* --- offers --- */

static int64_t make_offer(struct peer *peer, const char *to, const char *rules, const char *start)
{
    struct wire_offer_make offer = {
        .to = wire_text(to),
        .rules = wire_text(rules),
        .start = wire_text(start),
        .first = wire_text("maker"),
        .key = fresh_key(),
    };
    const struct wire_offer_number *number = peer_call(peer, WIRE_OFFER_MAKE, &offer);
    return number->offer;
}

int64_t offer_seek(struct peer *peer, const char *rules, const char *start)
{
    return make_offer(peer, NULL, rules, start);
}

int64_t offer_challenge(struct peer *peer, const char *to, const char *rules, const char *start)
{
    return make_offer(peer, to, rules, start);
}

const struct wire_match *offer_accept(struct peer *peer, int64_t offer)
{
    struct wire_offer_choice choice = {.offer = offer, .key = fresh_key()};
    return peer_call(peer, WIRE_OFFER_ACCEPT, &choice);
}

enum error_code offer_choose(struct peer *peer, enum wire_method method, int64_t offer)
{
    struct wire_offer_choice choice = {.offer = offer, .key = fresh_key()};
    return peer_answer(peer, peer_ask(peer, method, &choice)).code;
}

/* --- matches --- */

uint32_t match_ask_move(struct peer *peer, int64_t match, int64_t ply, const char *move)
{
    struct wire_move parameters = {.match = match, .ply = ply, .move = wire_text(move)};
    return peer_ask(peer, WIRE_MATCH_MOVE, &parameters);
}

struct answer match_try_move(struct peer *peer, int64_t match, int64_t ply, const char *move)
{
    return peer_answer(peer, match_ask_move(peer, match, ply, move));
}

void match_move(struct peer *peer, int64_t match, int64_t ply, const char *move)
{
    struct answer answer = match_try_move(peer, match, ply, move);
    cr_assert_eq(answer.code, ERROR_NONE, "the move %s is refused: %s", move, answer.message);
    const struct wire_move_done *done = answer.result;
    cr_assert_eq(done->match, match);
    cr_assert_eq(done->ply, ply);
}

void match_expect_stale(struct peer *peer, const struct wire_move *move, int64_t ply,
                        const char *position)
{
    struct answer answer = peer_answer(peer, peer_ask(peer, WIRE_MATCH_MOVE, move));
    cr_assert_eq(answer.code, ERROR_STALE_PLY, "it is %s", error_name(answer.code));
    cr_assert_not_null(answer.stale);
    cr_assert_eq(answer.stale->match, move->match);
    cr_assert_eq(answer.stale->ply, ply);
    cr_assert(wire_text_equal(answer.stale->position, position), "it is %.*s",
              (int)answer.stale->position.len, answer.stale->position.bytes);
}

enum error_code match_choose(struct peer *peer, enum wire_method method, int64_t match)
{
    struct wire_match_choice choice = {.match = match, .key = fresh_key()};
    return peer_answer(peer, peer_ask(peer, method, &choice)).code;
}

const struct wire_rematch *match_rematch(struct peer *peer, int64_t match)
{
    struct wire_match_choice choice = {.match = match, .key = fresh_key()};
    return peer_call(peer, WIRE_MATCH_REMATCH, &choice);
}

const struct wire_match *match_resume(struct peer *peer, int64_t match)
{
    struct wire_resume resume = {.match = match, .after = WIRE_ABSENT};
    return peer_call(peer, WIRE_MATCH_RESUME, &resume);
}

const struct wire_match *match_watch(struct peer *peer, int64_t match)
{
    struct wire_match_number number = {.match = match};
    return peer_call(peer, WIRE_MATCH_WATCH, &number);
}

void play_until_unread(const struct server *server, struct peer *deaf)
{
    enum { MATCHES = 20, HEAPS = 64, PLIES_MAX = 1000 };
    const int64_t heap = 100000000000000;
    struct peer *players[] = {peer_join(server, "anna"), peer_join(server, "carl")};
    struct text start = {0};
    int64_t matches[MATCHES];
    for (int i = 0; i < HEAPS; i++)
        text_append_string(&start, i > 0 ? "+100000000000000" : "100000000000000");
    for (int i = 0; i < MATCHES; i++) {
        int64_t offer = offer_seek(players[0], "nim", text_string(&start));
        matches[i] = offer_accept(players[1], offer)->match;
        match_watch(deaf, matches[i]);
    }
    text_finish(&start);
    for (int64_t ply = 1; stats_counter(stats_of(players[0]), "unread_total") == 0; ply++) {
        char move[MOVE_TEXT_MAX];
        uint32_t first = 0;
        cr_assert_lt(ply, PLIES_MAX, "the server keeps whatever it is given");
        snprintf(move, sizeof move, "%lld>%lld", (long long)(heap - ply + 1),
                 (long long)(heap - ply));
        for (int i = 0; i < MATCHES; i++) {
            uint32_t asked = match_ask_move(players[1 - ply % 2], matches[i], ply, move);
            first = i == 0 ? asked : first;
        }
        peer_expect_answers(players[1 - ply % 2], first, MATCHES);
    }
}

const struct wire_summaries *match_list(struct peer *peer)
{
    struct wire_match_page page = {
        .after = WIRE_ABSENT, .before = WIRE_ABSENT, .limit = WIRE_ABSENT};
    return peer_call(peer, WIRE_MATCH_LIST, &page);
}

const struct wire_summaries *history_of(struct peer *peer, const char *player)
{
    struct wire_history_page page = {
        .player = wire_text(player),
        .before = WIRE_ABSENT,
        .limit = WIRE_PAGE_MAX,
    };
    return peer_call(peer, WIRE_HISTORY_LIST, &page);
}

const struct wire_stats *stats_of(struct peer *peer)
{
    return peer_call(peer, WIRE_SERVER_STATS, NULL);
}

int64_t stats_counter(const struct wire_stats *stats, const char *name)
{
    for (size_t i = 0; i < stats->counters_count; i++) {
        if (wire_text_equal(stats->counters[i].name, name))
            return stats->counters[i].value;
    }
    cr_assert(false, "there is no counter %s", name);
    return -1;
}

/* --- two players --- */

struct table table_open(const struct server *server, const char *first, const char *second,
                        const char *rules, const char *start)
{
    struct table table = {
        .first = peer_join(server, first),
        .second = peer_join(server, second),
    };
    table.match = offer_accept(table.second, offer_seek(table.first, rules, start))->match;
    const struct wire_match_event *started = peer_event(table.first, WIRE_EVENT_MATCH_STARTED);
    cr_assert_eq(started->match->match, table.match);
    return table;
}

struct peer *table_mover(const struct table *table, int64_t ply)
{
    return ply % 2 == 1 ? table->first : table->second;
}

static void expect_moved(struct peer *peer, int64_t match, int64_t ply, const char *move)
{
    const struct wire_moved *moved = peer_event(peer, WIRE_EVENT_MATCH_MOVED);
    cr_assert_eq(moved->match, match);
    cr_assert_eq(moved->ply, ply);
    cr_assert_eq(moved->seq, ply);
    cr_assert(wire_text_equal(moved->move, move), "%s became %.*s", move, (int)moved->move.len,
              moved->move.bytes);
}

void table_move(const struct table *table, int64_t ply, const char *move)
{
    match_move(table_mover(table, ply), table->match, ply, move);
    expect_moved(table->first, table->match, ply, move);
    expect_moved(table->second, table->match, ply, move);
}

int64_t table_play(const struct table *table, const char *moves)
{
    char move[MOVE_TEXT_MAX];
    int64_t ply = 0;
    int len;
    while (sscanf(moves, "%63s%n", move, &len) == 1) {
        table_move(table, ++ply, move);
        moves += len;
    }
    return ply;
}

struct wire_takeback table_ask_takeback(const struct table *table, int64_t ply)
{
    struct wire_takeback_ask ask = {.match = table->match, .ply = ply, .key = fresh_key()};
    peer_call(table->first, WIRE_MATCH_TAKEBACK, &ask);
    const struct wire_takeback *question = peer_event(table->second, WIRE_EVENT_MATCH_TAKEBACK);
    cr_assert_eq(question->match, table->match);
    cr_assert_eq(question->ply, ply);
    return *question;
}

enum error_code table_allow_takeback(const struct table *table,
                                     const struct wire_takeback *question)
{
    struct wire_takeback_choice choice = {
        .match = table->match, .seq = question->seq, .ply = question->ply, .key = fresh_key()};
    enum error_code code =
        peer_answer(table->second, peer_ask(table->second, WIRE_MATCH_ACCEPT_TAKEBACK, &choice))
            .code;
    if (code)
        return code;
    for (int i = 0; i < 2; i++) {
        const struct wire_taken_back *event =
            peer_event(i == 0 ? table->first : table->second, WIRE_EVENT_MATCH_TAKEN_BACK);
        cr_assert_eq(event->match, table->match);
        cr_assert_eq(event->ply, question->ply - 1);
    }
    return ERROR_NONE;
}

void table_come_back(struct table *table, const struct server *server)
{
    table->first = peer_come_back(server, table->first);
    table->second = peer_come_back(server, table->second);
}

void single_move(int64_t counters, int64_t ply, char ret_move[MOVE_TEXT_MAX])
{
    snprintf(ret_move, MOVE_TEXT_MAX, "%" PRId64 ">%" PRId64, counters - ply + 1, counters - ply);
}
