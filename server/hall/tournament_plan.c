/* Creating a tournament: the plan that a player asks for, and the tournament made of it. */
#include "common/base/memory.h"
#include "common/tournament/seed.h"
#include "server/hall/outbox.h"
#include "server/hall/player_name.h"
#include "server/hall/players.h"
#include "server/hall/terms.h"
#include "server/hall/tournament.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { AT_ONCE = 32 }; /* unless the plan says otherwise */

void plan_finish(struct hall *hall, struct plan *plan)
{
    if (plan->rules)
        shared_rules_drop(hall, plan->rules);
    free(plan->name);
    free(plan->starts_text);
    starts_finish(&plan->starts);
    free(plan->forbidden);
    *plan = (struct plan){0};
}

struct pairing plan_pairing(const struct plan *plan, int entrants)
{
    return (struct pairing){
        .format = plan->format,
        .entrants = entrants,
        .rounds = plan->rounds,
        .forbidden = plan->forbidden,
        .forbidden_count = plan->forbidden_count,
    };
}

/* --- its parts --- */

static enum error_code read_name(struct hall_text name, struct plan *plan, struct error *error)
{
    if (!name.bytes) {
        /* Rules have one byte for each character, so they can be cut anywhere. */
        size_t len = plan->rules->rules.text_len;
        plan->name = memory_text(plan->rules->rules.text,
                                 len < HALL_TOURNAMENT_NAME_MAX ? len : HALL_TOURNAMENT_NAME_MAX);
        return ERROR_NONE;
    }
    if (name.len == 0 || name.len > HALL_TOURNAMENT_NAME_MAX)
        return error_set(error, ERROR_BAD_PLAN, "a tournament's name has 1 to %d bytes, not %zu",
                         HALL_TOURNAMENT_NAME_MAX, name.len);
    enum error_code code = line_check("the name", name.bytes, name.len, error);
    if (!code)
        plan->name = memory_text(name.bytes, name.len);
    return code;
}

static enum error_code read_format(struct hall_text format, struct plan *plan, struct error *error)
{
    plan->format = tournament_format_from_text(format.bytes, format.len);
    if (plan->format == FORMAT_COUNT)
        return error_set(
            error, ERROR_BAD_PLAN,
            "the format is 'round-robin', 'gauntlet', 'swiss' or 'knockout', not '%.*s'",
            (int)format.len, format.bytes);
    return ERROR_NONE;
}

static enum error_code read_starts(struct hall_text text, struct plan *plan, struct error *error)
{
    static const struct hall_text drawn = {.bytes = "drawn", .len = 5},
                                  fair = {.bytes = "fair", .len = 4};
    struct rules rules = plan->rules->rules;
    if (!text.bytes)
        text = rules.class_size > 0 ? fair : drawn;
    if (rules.class_size == 0)
        rules.look = look_of(&rules, plan->look, strlen(plan->look));
    enum error_code code = starts_parse(&rules, text.bytes, text.len, &plan->starts, error);
    if (code)
        return code;
    struct text canonical = {0};
    starts_print(&rules, &plan->starts, &canonical);
    plan->starts_text = canonical.bytes;
    return ERROR_NONE;
}

static enum error_code read_clock(struct hall_text text, struct plan *plan, struct error *error)
{
    static const struct hall_text minute = {.bytes = "60/move", .len = 7};
    if (!text.bytes)
        text = minute;
    enum error_code code = time_control_parse(text.bytes, text.len, &plan->control, error);
    if (!code && plan->control.kind == TIME_NONE)
        code = error_set(error, ERROR_BAD_CLOCK,
                         "a tournament needs a clock: without one it might never end");
    return code;
}

static enum error_code read_at_once(const struct hall_tournament_plan *request, struct plan *plan,
                                    struct error *error)
{
    int64_t numbers[2] = {request->at_once, request->each_at_once};
    for (int i = 0; i < 2; i++)
        if (numbers[i] < 0 || numbers[i] > HALL_AT_ONCE_MAX)
            return error_set(error, ERROR_BAD_PLAN, "1 to %d matches at once, not %lld",
                             HALL_AT_ONCE_MAX, (long long)numbers[i]);
    plan->at_once = request->at_once ? request->at_once : AT_ONCE;
    plan->each_at_once = request->each_at_once;
    return ERROR_NONE;
}

int64_t hall_draw_seed(struct hall *hall)
{
    return seed_draw(&hall->random);
}

static enum error_code read_seed(struct hall *hall, int64_t seed, struct plan *plan,
                                 struct error *error)
{
    if (seed < 0 || seed > SEED_MAX)
        return error_set(error, ERROR_BAD_PLAN, "a seed is 1 to %lld, not %lld",
                         (long long)SEED_MAX, (long long)seed);
    plan->seed = seed ? seed : hall_draw_seed(hall);
    return ERROR_NONE;
}

static enum error_code read_rounds(const struct hall_tournament_plan *request, struct plan *plan,
                                   struct error *error)
{
    if (plan->format == FORMAT_KNOCKOUT && request->rounds)
        return error_set(error, ERROR_BAD_PLAN,
                         "a knockout has as many rounds as it needs: leave 'rounds' out");
    if (plan->format == FORMAT_SWISS && !request->rounds && !plan->invited)
        return error_set(error, ERROR_BAD_PLAN,
                         "how many 'rounds' a swiss tournament has must be said when it is not "
                         "known who comes");
    if (request->rounds < 0 || request->rounds > PAIRING_ROUNDS_MAX)
        return error_set(error, ERROR_BAD_PLAN, "1 to %d rounds, not %lld", PAIRING_ROUNDS_MAX,
                         (long long)request->rounds);
    plan->rounds = (int)request->rounds;
    if (request->rounds || plan->format == FORMAT_KNOCKOUT)
        return ERROR_NONE;
    /* The usual number: a swiss has as many rounds as a knockout would have. */
    const struct pairing knockout = {
        .format = FORMAT_KNOCKOUT,
        .entrants = (int)request->player_count,
    };
    plan->rounds = plan->format == FORMAT_SWISS ? (int)pairing_rounds(&knockout) : 1;
    return ERROR_NONE;
}

/* --- who takes part --- */

/* Texts that stand for players, in the order of compare(). Each player has a name and may have
 * another one among those who must not meet. */
struct spellings {
    struct spelling {
        struct hall_text text;
        int player;
    } list[2 * ENTRANTS_MAX];
    size_t count;
};

static int compare(struct hall_text a, struct hall_text b)
{
    if (a.len != b.len)
        return a.len < b.len ? -1 : 1;
    return a.len ? memcmp(a.bytes, b.bytes, a.len) : 0;
}

/* Where the text is in the list, or has to be put in. */
static size_t spelling_place(const struct spellings *spellings, struct hall_text text)
{
    size_t low = 0, high = spellings->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (compare(spellings->list[middle].text, text) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int spelling_find(const struct spellings *spellings, struct hall_text text)
{
    size_t place = spelling_place(spellings, text);
    bool is_there = place < spellings->count && compare(spellings->list[place].text, text) == 0;
    return is_there ? spellings->list[place].player : ENTRANT_NOBODY;
}

/* Not there yet, and there is room for it. */
static void spelling_add(struct spellings *spellings, struct hall_text text, int player)
{
    size_t place = spelling_place(spellings, text);
    assert(spellings->count < sizeof spellings->list / sizeof *spellings->list);
    memmove(&spellings->list[place + 1], &spellings->list[place],
            (spellings->count - place) * sizeof *spellings->list);
    assert(place == spellings->count || compare(spellings->list[place].text, text) != 0);
    spellings->list[place] = (struct spelling){.text = text, .player = player};
    spellings->count++;
}

/* The number of the player whom one side of a forbidden meeting names; ENTRANT_NOBODY: there is
 * none. Making a key takes so long that it is made once for each spelling. */
static int find_forbidden(struct hall_text name, struct spellings *names,
                          const struct spellings *keys, struct error *error)
{
    int found = spelling_find(names, name);
    if (found != ENTRANT_NOBODY)
        return found;
    if (names->count == keys->count + ENTRANTS_MAX) {
        error_set(error, ERROR_BAD_PLAN,
                  "'%.*s', who must not meet somebody, is spelt otherwise among the players, and "
                  "so are %d before: spell them alike",
                  (int)name.len, name.bytes, ENTRANTS_MAX);
        return ENTRANT_NOBODY;
    }
    char *key = name_key(name.bytes, name.len);
    found = spelling_find(keys, (struct hall_text){.bytes = key, .len = strlen(key)});
    free(key);
    if (found == ENTRANT_NOBODY)
        error_set(error, ERROR_BAD_PLAN,
                  "'%.*s', who must not meet somebody, is not among the players", (int)name.len,
                  name.bytes);
    else
        spelling_add(names, name, found);
    return found;
}

static enum error_code read_forbidden(const struct hall_tournament_plan *request,
                                      struct spellings *names, const struct spellings *keys,
                                      struct plan *plan, struct error *error)
{
    plan->forbidden = memory_zeroed(request->forbidden_count, sizeof *plan->forbidden);
    for (size_t i = 0; i < request->forbidden_count; i++) {
        int sides[2];
        for (int side = 0; side < 2; side++) {
            sides[side] = find_forbidden(request->forbidden[i][side], names, keys, error);
            if (sides[side] == ENTRANT_NOBODY)
                return error->code;
        }
        plan->forbidden[plan->forbidden_count++] =
            (struct meeting){.first = sides[0], .second = sides[1]};
    }
    return ERROR_NONE;
}

static enum error_code read_players(const struct hall_tournament_plan *request, struct plan *plan,
                                    struct error *error)
{
    if (request->player_count > ENTRANTS_MAX)
        return error_set(error, ERROR_BAD_PLAN, "at most %d players, not %zu", ENTRANTS_MAX,
                         request->player_count);
    struct spellings names = {.count = 0}, keys = {.count = 0};
    char *owned[ENTRANTS_MAX];
    size_t owned_count = 0;
    enum error_code code = ERROR_NONE;
    for (size_t i = 0; !code && i < request->player_count; i++) {
        struct hall_text name = request->players[i];
        char *bytes = owned[owned_count++] = name_key(name.bytes, name.len);
        struct hall_text key = {.bytes = bytes, .len = strlen(bytes)};
        code = name_check(name.bytes, name.len, error);
        if (!code && spelling_find(&keys, key) != ENTRANT_NOBODY)
            code = error_set(error, ERROR_BAD_PLAN, "'%.*s' is named twice among the players",
                             (int)name.len, name.bytes);
        if (!code) {
            spelling_add(&names, name, (int)i);
            spelling_add(&keys, key, (int)i);
        }
    }
    if (!code)
        code = read_forbidden(request, &names, &keys, plan, error);
    while (owned_count > 0)
        free(owned[--owned_count]);
    return code;
}

static enum error_code read_parts(struct hall *hall, const struct hall_tournament_plan *request,
                                  struct plan *plan, struct error *error)
{
    enum error_code code = read_format(request->format, plan, error);
    if (!code)
        code = read_name(request->name, plan, error);
    if (!code)
        code = read_starts(request->starts, plan, error);
    if (!code)
        code = read_clock(request->clock, plan, error);
    if (!code)
        code = read_at_once(request, plan, error);
    if (!code)
        code = read_rounds(request, plan, error);
    if (!code)
        code = read_players(request, plan, error);
    if (!code)
        code = read_seed(hall, request->seed, plan, error);
    return code;
}

enum error_code plan_read(struct hall *hall, const struct hall_tournament_plan *request,
                          struct plan *ret_plan, struct error *error)
{
    struct plan plan = {.rated = request->rated, .invited = request->player_count > 0};
    plan.rules = shared_rules_or_class_get(hall, request->rules.bytes, request->rules.len, error);
    if (!plan.rules)
        return error->code;
    enum error_code code = look_read(request->look, request->rules, plan.look, error);
    if (!code)
        code = read_parts(hall, request, &plan, error);
    if (!code) {
        /* The players of an open tournament are not known yet. The smallest number decides: with
         * more players nothing becomes possible. */
        struct pairing pairing =
            plan_pairing(&plan, plan.invited ? (int)request->player_count : ENTRANTS_MIN);
        code = pairing_check(&pairing, error);
    }
    if (code)
        plan_finish(hall, &plan);
    else
        *ret_plan = plan;
    return code;
}

/* --- the tournament --- */

static void record_tournament(struct hall *hall, const struct tournament *tournament)
{
    const struct plan *plan = &tournament->plan;
    struct text forbidden = {0}, clock = {0};
    meetings_print(plan->forbidden, plan->forbidden_count, &forbidden);
    time_control_print(&plan->control, &clock);
    struct record *record = batch_append(hall->open, RECORD_TOURNAMENT);
    record->tournament.id = tournament->id;
    record->tournament.owner = tournament->owner->id;
    record->tournament.name = batch_keep(hall->open, plan->name, strlen(plan->name));
    record->tournament.rules =
        batch_keep(hall->open, plan->rules->rules.text, plan->rules->rules.text_len);
    record->tournament.look = batch_keep(hall->open, plan->look, strlen(plan->look));
    record->tournament.format = plan->format;
    record->tournament.rounds = plan->rounds;
    record->tournament.starts =
        batch_keep(hall->open, plan->starts_text, strlen(plan->starts_text));
    record->tournament.seed = plan->seed;
    record->tournament.clock = batch_keep(hall->open, text_string(&clock), clock.len);
    record->tournament.at_once = plan->at_once;
    record->tournament.each_at_once = plan->each_at_once;
    record->tournament.rated = plan->rated;
    record->tournament.invited = plan->invited;
    record->tournament.forbidden = batch_keep(hall->open, text_string(&forbidden), forbidden.len);
    record->tournament.state = tournament->state;
    record->tournament.created_ms = tournament->created_ms;
    record->tournament.active_ms = tournament->created_ms;
    payers_charge(hall, tournament->owner, COST_TOURNAMENT,
                  strlen(plan->name) + plan->rules->rules.text_len + strlen(plan->starts_text) +
                      forbidden.len);
    text_finish(&forbidden);
    text_finish(&clock);
}

static bool may_create(struct hall *hall, struct hall_caller from, const struct player *owner)
{
    int64_t directed = 0;
    const struct tournament *other;
    DL_FOREACH2(owner->directed, other, next_directed)
    {
        directed += !tournament_is_over(other);
    }
    if (directed < hall->limits.tournaments_per_player)
        return place_is_free_at_address(hall, from, PLACE_TOURNAMENT, owner, true) &&
               place_is_free_in_hall(hall, from, PLACE_TOURNAMENT, party_of(owner));
    refuse(hall, from, ERROR_LIMIT_REACHED,
           "you direct %lld tournament%s, the most there may be: end one first",
           (long long)hall->limits.tournaments_per_player,
           hall->limits.tournaments_per_player == 1 ? "" : "s");
    return false;
}

void hall_tournament_create(struct hall *hall, struct hall_caller from,
                            const struct hall_tournament_plan *request, struct hall_text key)
{
    struct player *owner = change_begin(hall, from, REQUEST_TOURNAMENT_CREATE, 0, key);
    /* First, since reading a plan takes long. If the plan cannot be, an idle tournament may have
     * made room in vain: it would have gone for the next one. */
    if (!owner || !may_create(hall, from, owner))
        return;
    struct plan plan;
    struct error error;
    if (plan_read(hall, request, &plan, &error)) {
        hall_refuse(hall, from, &error);
        return;
    }
    struct tournament *tournament = tournament_add(
        hall, hall->server_bits | ++hall->last_tournament, owner, &plan, hall->now_ms);
    record_tournament(hall, tournament);
    tournament_await_anew(hall, tournament);
    for (size_t i = 0; i < request->player_count; i++)
        entrant_record(hall,
                       entrant_add(tournament, request->players[i].bytes, request->players[i].len));
    tournament_measure(tournament);
    answer_keep(hall, owner->id, key, REQUEST_TOURNAMENT_CREATE, 0, tournament->id, true);
    answer_tournament_number(hall, from, tournament->id);
}
