#include "client/tui/tournament_pairs.h"

#include "common/base/memory.h"
#include "common/wire/wire.h"

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

static enum meeting_kind kind_of(struct wire_text text)
{
    if (wire_text_equal(text, "bye"))
        return MEETING_BYE;
    return wire_text_equal(text, "forfeit") ? MEETING_FORFEIT : MEETING_PLAYED;
}

static void take_games(struct tournament_pair *pair, const struct wire_pair *wire)
{
    for (int game = 0; game < 2; game++)
        pair->games[game].points = PAIR_NOT_OVER;
    for (size_t i = 0; i < wire->matches_count; i++) {
        bool is_whole = i < wire->begun_count && i < wire->points_count;
        if (is_whole)
            pair->games[wire->begun[i] - 1] =
                (struct tournament_game){wire->matches[i], wire->points[i]};
    }
}

static struct tournament_pair pair_of(struct tournament_pairs *pairs, const struct wire_pair *wire)
{
    struct tournament_pair pair = {
        .number = wire->number,
        .round = wire->round,
        .board = wire->board,
        .leg = wire->leg,
        .attempt = wire->attempt,
        .kind = kind_of(wire->kind),
        .is_void = wire->is_void,
        .first = player_of(pairs, wire->first),
        .second = player_of(pairs, wire->second),
    };
    take_games(&pair, wire);
    return pair;
}

/* The index of the first with this number or a greater one. */
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

static void make_room(struct tournament_pairs *pairs)
{
    if (pairs->count < pairs->capacity)
        return;
    pairs->capacity = pairs->capacity ? 2 * pairs->capacity : 64;
    pairs->items = memory_resized(pairs->items, pairs->capacity, sizeof *pairs->items);
}

static void put(struct tournament_pairs *pairs, const struct tournament_pair *pair)
{
    size_t place = place_of(pairs, pair->number);
    if (place == pairs->count || pairs->items[place].number != pair->number) {
        make_room(pairs);
        memmove(&pairs->items[place + 1], &pairs->items[place],
                (pairs->count - place) * sizeof *pairs->items);
        pairs->count++;
    }
    pairs->items[place] = *pair;
}

static void void_earlier(struct tournament_pairs *pairs, const struct tournament_pair *again)
{
    for (size_t i = 0; i < pairs->count; i++) {
        struct tournament_pair *pair = &pairs->items[i];
        if (pair->round == again->round && pair->board == again->board && pair->leg == again->leg &&
            pair->attempt < again->attempt)
            pair->is_void = true;
    }
}

void tournament_pairs_take(struct tournament_pairs *pairs, const struct wire_pairs *page)
{
    for (size_t i = 0; i < page->pairs_count; i++) {
        struct tournament_pair pair = pair_of(pairs, &page->pairs[i]);
        put(pairs, &pair);
        if (pair.attempt > 1)
            void_earlier(pairs, &pair);
    }
}

void tournament_pairs_doubt(struct tournament_pairs *pairs)
{
    for (size_t i = 0; i < pairs->count; i++)
        pairs->items[i].is_doubtful = true;
}

/* --- asking --- */

/* That far apart, two that may change are asked for together with those between. */
enum { NEAR = 32 };

static bool may_change(const struct tournament_pair *pair)
{
    bool is_under_way =
        pair->games[0].points == PAIR_NOT_OVER || pair->games[1].points == PAIR_NOT_OVER;
    return pair->is_doubtful || (pair->kind == MEETING_PLAYED && !pair->is_void && is_under_way);
}

/* From `place` on, the first that may change; the number of all: none. */
static size_t next_open(const struct tournament_pairs *pairs, size_t place)
{
    while (place < pairs->count && !may_change(&pairs->items[place]))
        place++;
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

/* --- what it is asked for --- */

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

/* 0: none. */
static int64_t first_live_round(const struct tournament_pairs *pairs)
{
    int64_t round = 0;
    for (size_t i = 0; i < pairs->count; i++) {
        const struct tournament_pair *pair = &pairs->items[i];
        if (live_games(pair) > 0 && (round == 0 || pair->round < round))
            round = pair->round;
    }
    return round;
}

int64_t tournament_pairs_current_round(const struct tournament_pairs *pairs)
{
    int64_t live = first_live_round(pairs);
    int64_t round = pairs->count > 0 ? pairs->items[0].round : 0;
    for (size_t i = 0; i < pairs->count; i++) {
        const struct tournament_pair *pair = &pairs->items[i];
        bool has_begun = pair->games[0].match || pair->games[1].match;
        if (has_begun && pair->round > round)
            round = pair->round;
    }
    return live > 0 ? live : round;
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
