#include "tests/e2e/play.h"

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

const struct wire_summaries *match_list(struct peer *peer)
{
    struct wire_match_page page = {.after = WIRE_ABSENT, .limit = WIRE_ABSENT};
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

void table_come_back(struct table *table, const struct server *server)
{
    table->first = peer_come_back(server, table->first);
    table->second = peer_come_back(server, table->second);
}

void single_move(int64_t counters, int64_t ply, char ret_move[MOVE_TEXT_MAX])
{
    snprintf(ret_move, MOVE_TEXT_MAX, "%" PRId64 ">%" PRId64, counters - ply + 1, counters - ply);
}
