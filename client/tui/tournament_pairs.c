#include "client/tui/tournament_pairs.h"

#include "common/base/memory.h"
#include "common/wire/wire.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void tournament_pairs_finish(struct tournament_pairs *pairs)
{
    for (size_t i = 0; i < pairs->player_count; i++)
        free(pairs->players[i]);
    free(pairs->players);
    free(pairs->items);
    *pairs = (struct tournament_pairs){0};
}

/* --- players --- */

int tournament_pairs_player(const struct tournament_pairs *pairs, const char *name, size_t len)
{
    for (size_t i = 0; i < pairs->player_count; i++) {
        if (strncmp(pairs->players[i], name, len) == 0 && pairs->players[i][len] == '\0')
            return (int)i;
    }
    return ENTRANT_NOBODY;
}

static int player_of(struct tournament_pairs *pairs, struct wire_text name)
{
    if (!name.bytes)
        return ENTRANT_NOBODY;
    int known = tournament_pairs_player(pairs, name.bytes, name.len);
    if (known != ENTRANT_NOBODY)
        return known;
    pairs->players =
        memory_resized(pairs->players, pairs->player_count + 1, sizeof *pairs->players);
    pairs->players[pairs->player_count++] = memory_text(name.bytes, name.len);
    return (int)pairs->player_count - 1;
}

/* --- pairs --- */

static struct tournament_pair pair_of(struct tournament_pairs *pairs, const struct wire_pair *wire)
{
    struct tournament_pair pair = {
        .number = wire->number,
        .round = wire->round,
        .board = wire->board,
        .leg = wire->leg,
        .attempt = wire->attempt,
        .kind = wire_text_equal(wire->kind, "bye")       ? MEETING_BYE
                : wire_text_equal(wire->kind, "forfeit") ? MEETING_FORFEIT
                                                         : MEETING_PLAYED,
        .is_void = wire->is_void,
        .first = player_of(pairs, wire->first),
        .second = player_of(pairs, wire->second),
        .games = {{.points = PAIR_NOT_OVER}, {.points = PAIR_NOT_OVER}},
    };
    for (size_t i = 0; i < wire->matches_count; i++) {
        if (i >= wire->begun_count || i >= wire->points_count)
            continue;
        assert(wire->begun[i] == 1 || wire->begun[i] == 2); /* checked by the schema */
        pair.games[wire->begun[i] - 1] =
            (struct tournament_game){wire->matches[i], wire->points[i]};
    }
    return pair;
}

/* The index of the first pair with this number or a greater one. */
static size_t place_of(const struct tournament_pairs *pairs, int64_t number)
{
    size_t low = 0, high = pairs->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (pairs->items[middle].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct tournament_pair *tournament_pairs_find(const struct tournament_pairs *pairs,
                                                    int64_t number)
{
    size_t place = place_of(pairs, number);
    bool is_there = place < pairs->count && pairs->items[place].number == number;
    return is_there ? &pairs->items[place] : NULL;
}

void tournament_pairs_take(struct tournament_pairs *pairs, const struct wire_pairs *page)
{
    for (size_t i = 0; i < page->pairs_count; i++) {
        struct tournament_pair pair = pair_of(pairs, &page->pairs[i]);
        size_t place = place_of(pairs, pair.number);
        if (place == pairs->count || pairs->items[place].number != pair.number) {
            pairs->items = memory_for_next(pairs->items, pairs->count, sizeof *pairs->items);
            memmove(&pairs->items[place + 1], &pairs->items[place],
                    (pairs->count - place) * sizeof *pairs->items);
            pairs->count++;
        }
        assert(place < pairs->count);
        pairs->items[place] = pair;

        /* A repeated pair voids its earlier attempts. */
        for (size_t k = 0; k < pairs->count && pair.attempt > 1; k++) {
            struct tournament_pair *earlier = &pairs->items[k];
            if (earlier->round == pair.round && earlier->board == pair.board &&
                earlier->leg == pair.leg && earlier->attempt < pair.attempt)
                earlier->is_void = true;
        }
    }
}

void tournament_pairs_doubt(struct tournament_pairs *pairs)
{
    for (size_t i = 0; i < pairs->count; i++)
        pairs->items[i].is_doubtful = true;
}

/* --- asking --- */

/* Pairs that may change are requested together, with those between, up to this distance. */
enum { NEAR = 32 };

/* The index of the first pair from `place` on that may change; `count`: none. */
static size_t next_open(const struct tournament_pairs *pairs, size_t place)
{
    for (; place < pairs->count; place++) {
        const struct tournament_pair *pair = &pairs->items[place];
        bool is_under_way =
            pair->games[0].points == PAIR_NOT_OVER || pair->games[1].points == PAIR_NOT_OVER;
        if (pair->is_doubtful || (pair->kind == MEETING_PLAYED && !pair->is_void && is_under_way))
            break;
    }
    return place;
}

struct tournament_span tournament_pairs_next(const struct tournament_pairs *pairs, int64_t after)
{
    size_t first = next_open(pairs, place_of(pairs, after + 1));
    if (first == pairs->count) {
        int64_t known = pairs->count > 0 ? pairs->items[pairs->count - 1].number : 0;
        return (struct tournament_span){known > after ? known : after, WIRE_PAGE_MAX, true};
    }
    size_t last = first, next = first;
    while (next < pairs->count && next - last <= NEAR && next - first < WIRE_PAGE_MAX) {
        last = next;
        next = next_open(pairs, next + 1);
    }
    int64_t before = pairs->items[first].number - 1;
    bool reaches_end = pairs->count - last <= NEAR;
    return (struct tournament_span){
        .after = before,
        .limit = reaches_end ? WIRE_PAGE_MAX : (int64_t)(last - first + 1),
        .is_last = reaches_end,
    };
}

/* --- rounds and points --- */

int64_t tournament_pairs_rounds(const struct tournament_pairs *pairs)
{
    int64_t rounds = 0;
    for (size_t i = 0; i < pairs->count; i++) {
        if (pairs->items[i].round > rounds)
            rounds = pairs->items[i].round;
    }
    return rounds;
}

static int live_games(const struct tournament_pair *pair)
{
    int live = 0;
    for (int game = 0; game < 2; game++)
        live += pair->games[game].match && pair->games[game].points == PAIR_NOT_OVER;
    return pair->is_void ? 0 : live;
}

int64_t tournament_pairs_live(const struct tournament_pairs *pairs, int64_t round)
{
    int64_t live = 0;
    for (size_t i = 0; i < pairs->count; i++) {
        if (pairs->items[i].round == round)
            live += live_games(&pairs->items[i]);
    }
    return live;
}

int64_t tournament_pairs_current_round(const struct tournament_pairs *pairs)
{
    int64_t live = 0; /* the first round with a running match; 0: none */
    int64_t begun = pairs->count > 0 ? pairs->items[0].round : 0; /* the last that has begun */
    for (size_t i = 0; i < pairs->count; i++) {
        const struct tournament_pair *pair = &pairs->items[i];
        if (live_games(pair) > 0 && (live == 0 || pair->round < live))
            live = pair->round;
        if ((pair->games[0].match || pair->games[1].match) && pair->round > begun)
            begun = pair->round;
    }
    return live > 0 ? live : begun;
}

int64_t tournament_pair_points(const struct tournament_pair *pair, int *ret_over)
{
    int64_t points = 0;
    *ret_over = 0;
    for (int game = 0; game < 2; game++) {
        if (pair->games[game].points == PAIR_NOT_OVER)
            continue;
        points += pair->games[game].points;
        ++*ret_over;
    }
    return points;
}
