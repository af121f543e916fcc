#include "tests/unit/hall_contest.h"

#include "common/base/memory.h"
#include "common/tournament/seed.h"

#include <string.h>

/* --- requests --- */

uint32_t creates(struct guest *owner, const struct hall_tournament_plan *plan, const char *key)
{
    struct hall_caller from = ask(owner);
    hall_tournament_create(owner->evening->hall, from, plan, given(key));
    return from.request;
}

uint32_t joins(struct guest *guest, int64_t tournament, const char *key)
{
    struct hall_caller from = ask(guest);
    hall_tournament_join(guest->evening->hall, from, tournament, given(key));
    return from.request;
}

uint32_t starts(struct guest *owner, int64_t tournament, const char *key)
{
    struct hall_caller from = ask(owner);
    hall_tournament_start(owner->evening->hall, from, tournament, given(key));
    return from.request;
}

uint32_t pauses(struct guest *owner, int64_t tournament, const char *key)
{
    struct hall_caller from = ask(owner);
    hall_tournament_pause(owner->evening->hall, from, tournament, given(key));
    return from.request;
}

uint32_t goes_on(struct guest *owner, int64_t tournament, const char *key)
{
    struct hall_caller from = ask(owner);
    hall_tournament_resume(owner->evening->hall, from, tournament, given(key));
    return from.request;
}

uint32_t calls_off(struct guest *owner, int64_t tournament, const char *key)
{
    struct hall_caller from = ask(owner);
    hall_tournament_cancel(owner->evening->hall, from, tournament, given(key));
    return from.request;
}

uint32_t withdraws(struct guest *guest, int64_t tournament, const char *name, const char *key)
{
    struct hall_caller from = ask(guest);
    hall_tournament_withdraw(guest->evening->hall, from, tournament, given(name), given(key));
    return from.request;
}

uint32_t voids(struct guest *owner, int64_t tournament, int64_t round, int64_t board,
               const char *key)
{
    struct hall_caller from = ask(owner);
    hall_tournament_void(owner->evening->hall, from, tournament, round, board, given(key));
    return from.request;
}

uint32_t follows(struct guest *guest, int64_t tournament)
{
    struct hall_caller from = ask(guest);
    hall_tournament_watch(guest->evening->hall, from, tournament);
    return from.request;
}

uint32_t unfollows(struct guest *guest, int64_t tournament)
{
    struct hall_caller from = ask(guest);
    hall_tournament_unwatch(guest->evening->hall, from, tournament);
    return from.request;
}

/* --- shortcuts --- */

int64_t announce(struct guest *owner, struct hall_tournament_plan plan)
{
    char key[32];
    commit(owner->evening);
    skip(owner);
    if (!plan.rules.bytes)
        plan.rules = given("nim");
    if (!plan.starts.bytes)
        plan.starts = given("fair:1-3:3-9");
    creates(owner, &plan, fresh_key(owner->evening, key));
    commit(owner->evening);
    return expect(owner, HEARD_TOURNAMENT_NUMBER)->tournament_number.tournament;
}

void enter(struct guest *const *guests, size_t count, int64_t tournament)
{
    char key[32];
    for (size_t i = 0; i < count; i++) {
        skip(guests[i]);
        joins(guests[i], tournament, fresh_key(guests[i]->evening, key));
        commit(guests[i]->evening);
        expect(guests[i], HEARD_NOTHING);
    }
}

int64_t open_contest(struct guest *owner, struct guest *const *guests, size_t count,
                     struct hall_tournament_plan plan)
{
    char key[32];
    int64_t tournament = announce(owner, plan);
    enter(guests, count, tournament);
    skip(owner);
    starts(owner, tournament, fresh_key(owner->evening, key));
    commit(owner->evening);
    expect(owner, HEARD_NOTHING);
    skip_all(owner->evening);
    return tournament;
}

const struct disk_tournament *contest_on_disk(const struct evening *evening, int64_t tournament)
{
    const struct disk_tournament *found = disk_tournament(&evening->disk, tournament);
    require(found, "tournament %lld is not on disk", (long long)tournament);
    return found;
}

enum tournament_state state_of(const struct evening *evening, int64_t tournament)
{
    return contest_on_disk(evening, tournament)->state;
}

/* --- playing --- */

int64_t live_match(const struct evening *evening, size_t index)
{
    const struct disk *disk = &evening->disk;
    for (size_t i = 0; i < disk->match_count; i++)
        if (disk->matches[i].tournament && disk->matches[i].ending == ENDING_NONE && index-- == 0)
            return disk->matches[i].id;
    return 0;
}

/* What the player who is to move in the match was given. */
static int64_t seed_of(const struct disk *disk, const struct disk_match *match)
{
    const struct disk_tournament *tournament = disk_tournament(disk, match->tournament);
    const struct disk_pair *pair = &tournament->pairs[match->pair - 1];
    const struct seed_place place = {
        .round = pair->round,
        .board = pair->board,
        .leg = pair->leg,
        .game = pair->matches[0] == match->id ? 1 : 2,
        .seat = match->plies % 2 == 0 ? SEAT_FIRST : SEAT_SECOND,
    };
    return seed_of_seat(tournament->seed, &place);
}

static struct guest *guest_of(struct evening *evening, int64_t player)
{
    struct guest *guest = evening->guests;
    while (guest && (guest->player != player || !guest->session))
        guest = guest->next;
    require(guest, "player %lld is not here", (long long)player);
    return guest;
}

void plays_by_seed(struct evening *evening, int64_t id)
{
    const struct disk_match *match = disk_match(&evening->disk, id);
    struct random random =
        random_from_seed((uint64_t)seed_of(&evening->disk, match) + (uint64_t)match->plies);
    struct move move;
    struct text text = {0};
    move_at(&match->rules, &match->position,
            random_below(&random, move_count(&match->rules, &match->position)), &move);
    move_print(&match->rules, &match->position, &move, &text);
    plays(guest_of(evening, match->plies % 2 == 0 ? match->first : match->second), id,
          match->plies + 1, text_string(&text));
    text_finish(&text);
}

void play_out(struct evening *evening)
{
    int64_t match;
    commit(evening);
    while ((match = live_match(evening, 0))) {
        plays_by_seed(evening, match);
        commit(evening);
    }
}

/* --- results --- */

static void print_match(const struct evening *evening, const struct disk_tournament *tournament,
                        const struct disk_pair *pair, int game, struct text *out)
{
    const struct disk_match *match = disk_match(&evening->disk, pair->matches[game]);
    const struct disk_entrant *entrants = tournament->entrants;
    text_printf(out, "%lld/%lld/%lld.%d %s-%s %s", (long long)pair->round, (long long)pair->board,
                (long long)pair->leg, game + 1, entrants[game ? pair->second : pair->first].name,
                entrants[game ? pair->first : pair->second].name, pair->start);
    for (int64_t ply = 0; match && ply < match->plies; ply++)
        text_printf(out, " %s", match->moves[ply]);
    text_printf(out, " %s %s\n", match ? ending_text(match->ending) : "-",
                match ? seat_text(match->winner) : "-");
}

static void print_pair(const struct evening *evening, const struct disk_tournament *tournament,
                       const struct disk_pair *pair, struct text *out)
{
    if (pair->kind == MEETING_PLAYED)
        for (int game = 0; game < 2; game++)
            print_match(evening, tournament, pair, game, out);
    else
        text_printf(
            out, "%lld/%lld/%lld %s %s\n", (long long)pair->round, (long long)pair->board,
            (long long)pair->leg, meeting_kind_text(pair->kind),
            tournament->entrants[pair->kind == MEETING_BYE ? pair->first : pair->winner].name);
}

static int by_place(const void *a, const void *b)
{
    const struct disk_pair *left = *(const struct disk_pair *const *)a;
    const struct disk_pair *right = *(const struct disk_pair *const *)b;
    int64_t order = (left->round - right->round) * 1000000 + (left->board - right->board) * 100 +
                    (left->leg - right->leg);
    return (order > 0) - (order < 0);
}

char *results_of(const struct evening *evening, int64_t id)
{
    const struct disk_tournament *tournament = contest_on_disk(evening, id);
    const struct disk_pair **pairs = memory_zeroed(tournament->pair_count + 1, sizeof *pairs);
    size_t count = 0;
    struct text text = {0};
    for (size_t i = 0; i < tournament->pair_count; i++)
        if (!tournament->pairs[i].is_void)
            pairs[count++] = &tournament->pairs[i];
    qsort(pairs, count, sizeof *pairs, by_place);
    text_printf(&text, "%s\n", tournament_state_text(tournament->state));
    for (size_t i = 0; i < count; i++)
        print_pair(evening, tournament, pairs[i], &text);
    free(pairs);
    return text.bytes;
}
