#include "tests/e2e/contest.h"

#include "common/wire/wire.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RULES "subtraction:1,2"

enum { NOT_OVER = 3 }; /* among the points of a pair */

/* --- making it --- */

struct wire_tournament_create plan_of(const char *format)
{
    struct wire_tournament_create plan;
    wire_record_clear(&wire_record_tournament_create, &plan);
    plan.rules = wire_text(RULES);
    plan.format = wire_text(format);
    plan.starts = wire_text("5");
    plan.seed = 42;
    plan.key = fresh_key();
    return plan;
}

static void join(const struct contest *contest, struct peer *player)
{
    struct wire_tournament_choice choice = {.tournament = contest->tournament, .key = fresh_key()};
    peer_call(player, WIRE_TOURNAMENT_JOIN, &choice);
}

static void watch(const struct contest *contest)
{
    struct wire_tournament_number number = {.tournament = contest->tournament};
    peer_call(contest->owner, WIRE_TOURNAMENT_WATCH, &number);
}

struct contest contest_open(const struct server *server, struct wire_tournament_create plan,
                            const char *const *names)
{
    struct contest contest = {.owner = peer_join(server, "director")};
    struct wire_text players[CONTEST_PLAYERS_MAX];
    for (; names[contest.count]; contest.count++) {
        contest.names[contest.count] = names[contest.count];
        players[contest.count] = wire_text(names[contest.count]);
    }
    plan.players = players;
    plan.players_count = contest.count;
    const struct wire_tournament_number *made =
        peer_call(contest.owner, WIRE_TOURNAMENT_CREATE, &plan);
    contest.tournament = made->tournament;
    watch(&contest);
    for (size_t i = 0; i < contest.count; i++) {
        contest.players[i] = peer_join(server, names[i]);
        join(&contest, contest.players[i]);
    }
    return contest;
}

enum error_code contest_choose(const struct contest *contest, enum wire_method method)
{
    struct wire_tournament_choice choice = {.tournament = contest->tournament, .key = fresh_key()};
    return peer_answer(contest->owner, peer_ask(contest->owner, method, &choice)).code;
}

void contest_start(const struct contest *contest)
{
    struct wire_tournament_choice choice = {.tournament = contest->tournament, .key = fresh_key()};
    peer_call(contest->owner, WIRE_TOURNAMENT_START, &choice);
}

void contest_come_back(struct contest *contest, const struct server *server)
{
    contest->owner = peer_come_back(server, contest->owner);
    for (size_t i = 0; i < contest->count; i++)
        contest->players[i] = peer_come_back(server, contest->players[i]);
    watch(contest);
}

/* --- asking about it --- */

const struct wire_tournament *contest_show(const struct contest *contest)
{
    struct wire_tournament_number number = {.tournament = contest->tournament};
    return peer_call(contest->owner, WIRE_TOURNAMENT_SHOW, &number);
}

const struct wire_standings *contest_standings(const struct contest *contest)
{
    struct wire_tournament_number number = {.tournament = contest->tournament};
    return peer_call(contest->owner, WIRE_TOURNAMENT_STANDINGS, &number);
}

const struct wire_pairs *contest_pairs(const struct contest *contest)
{
    struct wire_pairs_page page = {
        .tournament = contest->tournament,
        .after = WIRE_ABSENT,
        .limit = WIRE_PAGE_MAX,
    };
    return peer_call(contest->owner, WIRE_TOURNAMENT_PAIRS, &page);
}

const struct wire_pair *contest_pair(const struct contest *contest, int64_t round, int64_t board)
{
    const struct wire_pairs *pairs = contest_pairs(contest);
    for (size_t i = 0; i < pairs->pairs_count; i++) {
        const struct wire_pair *pair = &pairs->pairs[i];
        if (pair->round == round && pair->board == board && !pair->is_void)
            return pair;
    }
    return NULL;
}

const struct wire_standing *standing_of(const struct wire_standings *standings, const char *player)
{
    size_t i = 0;
    while (i < standings->standings_count &&
           !wire_text_equal(standings->standings[i].player, player))
        i++;
    cr_assert_lt(i, standings->standings_count, "%s is not in the standings", player);
    return &standings->standings[i];
}

struct peer *contest_player(const struct contest *contest, struct wire_text name)
{
    size_t i = 0;
    while (i < contest->count && !wire_text_equal(name, contest->names[i]))
        i++;
    cr_assert_lt(i, contest->count, "nobody is called %.*s", (int)name.len, name.bytes);
    return contest->players[i];
}

const struct wire_tournament_news *contest_news(const struct contest *contest)
{
    return peer_event(contest->owner, WIRE_EVENT_TOURNAMENT_CHANGED);
}

/* --- playing --- */

/* Whoever is to move from that many counters. */
static int64_t left_by(struct wire_text name, int64_t counters)
{
    bool is_won = counters % 3 != 0;
    return counters - (name.bytes[0] == 's' && is_won ? counters % 3 : 1);
}

static void play(const struct contest *contest, const struct wire_match *match)
{
    int64_t counters = strtoll(match->position.bytes, NULL, 10);
    for (int64_t ply = match->ply + 1; counters > 0; ply++) {
        struct wire_text mover = ply % 2 ? match->first : match->second;
        int64_t left = left_by(mover, counters);
        char move[MOVE_TEXT_MAX];
        snprintf(move, sizeof move, "%lld>%lld", (long long)counters, (long long)left);
        match_move(contest_player(contest, mover), match->match, ply, move);
        counters = left;
    }
}

int64_t contest_play_live(const struct contest *contest)
{
    const struct wire_pairs *pairs = contest_pairs(contest);
    int64_t played = 0;
    for (size_t i = 0; i < pairs->pairs_count; i++) {
        const struct wire_pair *pair = &pairs->pairs[i];
        for (size_t j = 0; j < pair->matches_count && !pair->is_void; j++)
            if (pair->points[j] == NOT_OVER) {
                play(contest, match_resume(contest->owner, pair->matches[j]));
                played++;
            }
    }
    return played;
}

struct wire_text contest_play(const struct contest *contest)
{
    /* Whatever happens in it is news: so nothing can be missed between looking and waiting. */
    for (;;) {
        contest_play_live(contest);
        const struct wire_tournament_news *news = contest_news(contest);
        if (wire_tournament_is_over(news->state))
            return news->state;
    }
}

void contest_wait_live(const struct contest *contest, int64_t count)
{
    while (contest_news(contest)->live < count)
        ;
}
