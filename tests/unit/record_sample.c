#include "tests/unit/record_sample.h"

#include "common/base/memory.h"
#include "common/game/drawn.h"
#include "common/judge/judge.h"
#include "common/judge/start.h"
#include "common/tournament/seed.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const unsigned char secret_seed[EXPORT_SEED_BYTES] = "a key for tests, known to all";

/* What is needed while the sample is made. */
struct making {
    const struct sample_wish *wish;
    struct sample *sample;
    struct rules plan_rules; /* or a class of rules */
    struct starts starts;
    struct rules rules; /* of the pair that is being made */
    struct solver *solver;
    struct random random;
    struct pairing pairing;
    struct meeting_result *results;
    size_t result_count;
    int64_t now_ms, match;
    int64_t ended_ms; /* the latest end of a match */
};

static char *copy(const char *text)
{
    return memory_text(text, strlen(text));
}

void sample_set(char **text, const char *replacement)
{
    char *kept = copy(replacement);
    free(*text);
    *text = kept;
}

/* --- a match --- */

/* The better seeded err less often. */
static void choose(struct making *making, int entrant, const struct position *position,
                   struct move *move)
{
    uint128 moves = move_count(&making->rules, position);
    if ((int)random_below(&making->random, 20) < entrant)
        move_at(&making->rules, position, random_below(&making->random, moves), move);
    else
        solver_best_move(making->solver, position, move);
}

static void add_time(struct export_times *times, int64_t taken_ms)
{
    times->taken_ms = memory_resized(times->taken_ms, times->count + 1, sizeof(int64_t));
    times->credit_ms = memory_resized(times->credit_ms, times->count + 1, sizeof(int64_t));
    times->taken_ms[times->count] = taken_ms;
    times->credit_ms[times->count++] = taken_ms / 5;
}

/* Plays up to `plies` moves; returns how many were left out: 0, or 1 and more. */
static bool play(struct making *making, const int seats[2], int64_t plies,
                 struct position *position, struct text *moves, struct export_times *times)
{
    for (int64_t ply = 0; !position_is_over(&making->rules, position); ply++) {
        struct move move;
        if (ply == plies)
            return false;
        choose(making, seats[ply % 2], position, &move);
        if (moves->len > 0)
            text_append_char(moves, ' ');
        move_print(&making->rules, position, &move, moves);
        move_apply(&making->rules, position, &move);
        add_time(times, (int64_t)random_below(&making->random, 500));
    }
    return true;
}

static const char *early_ending(int64_t number)
{
    static const char *const endings[] = {"resignation", "time",    "stall",
                                          "disconnect",  "illegal", "protocol"};
    return endings[number % 6];
}

/* `last`: the position at the end of a match that is over; NULL: it ended early. */
static void note_end(struct making *making, struct export_match *match, struct export_times *times,
                     const struct position *last)
{
    static const char *const seats[] = {"first", "second"};
    enum stuck_result result = last ? position_stuck_result(&making->rules, last) : STUCK_LOSES;
    bool mover_wins = result == STUCK_WINS, is_draw = result == STUCK_DRAWS;
    size_t winner = (times->count + !mover_wins) % 2;
    match->ending = copy(is_draw ? "draw"
                         : last  ? "normal"
                                 : early_ending(making->match / making->wish->early - 1));
    match->winner = copy(is_draw ? "nobody" : seats[winner]);
    times->ended_ms = times->began_ms + 60000;
    for (size_t i = 0; i < times->count; i++)
        times->ended_ms += times->taken_ms[i];
    if (times->ended_ms > making->ended_ms)
        making->ended_ms = times->ended_ms;
}

static void judge(struct making *making, struct export_match *match)
{
    struct text marks = {0};
    struct error error;
    enum error_code code =
        judge_match(making->solver, match->start, match->moves, NULL, &marks, &error);
    assert(!code);
    match->marks = copy(text_string(&marks));
    text_finish(&marks);
}

static struct export_match *add_line(struct making *making, const struct seed_place *place,
                                     enum meeting_kind kind, struct meeting meeting)
{
    struct sample *sample = making->sample;
    sample->matches = memory_resized(sample->matches, sample->count + 1, sizeof *sample->matches);
    struct export_match *match = &sample->matches[sample->count++];
    *match = (struct export_match){
        .round = place->round,
        .board = place->board,
        .leg = place->leg,
        .kind = kind,
        .game = kind == MEETING_PLAYED ? place->game : 0,
        .first = copy(sample->plan.players[meeting.first]),
    };
    if (meeting.second != ENTRANT_NOBODY)
        match->second = copy(sample->plan.players[meeting.second]);
    return match;
}

static struct export_times *add_times(struct making *making, const struct seed_place *place)
{
    struct sample *sample = making->sample;
    sample->times = memory_resized(sample->times, sample->times_count + 1, sizeof *sample->times);
    struct export_times *times = &sample->times[sample->times_count++];
    *times = (struct export_times){
        .round = place->round,
        .board = place->board,
        .leg = place->leg,
        .game = place->game,
        .match = ++making->match,
        .began_ms = making->now_ms += 1000,
        .taken_ms = memory_zeroed(1, sizeof(int64_t)),
        .credit_ms = memory_zeroed(1, sizeof(int64_t)),
    };
    return times;
}

/* Returns what `first` got. */
static int8_t play_match(struct making *making, const struct seed_place *place,
                         struct meeting meeting, const char *start)
{
    const int seats[] = {meeting.first, meeting.second};
    struct export_match *match = add_line(making, place, MEETING_PLAYED, meeting);
    struct export_times *times = add_times(making, place);
    bool is_early = making->wish->early > 0 && making->match % making->wish->early == 0;
    struct position position = {0};
    struct text moves = {0};
    struct error error;
    enum error_code code = position_parse(&making->rules, start, strlen(start), &position, &error);
    assert(!code);
    bool is_over =
        play(making, seats, is_early ? making->match % 7 : INT64_MAX, &position, &moves, times);
    if (making->plan_rules.class_size > 0)
        match->rules = copy(making->rules.text);
    match->start = copy(start);
    match->moves = copy(text_string(&moves));
    note_end(making, match, times, is_over ? &position : NULL);
    judge(making, match);
    position_finish(&position);
    text_finish(&moves);
    if (strcmp(match->winner, "nobody") == 0)
        return 1;
    return strcmp(match->winner, "first") == 0 ? 2 : 0;
}

/* --- the schedule --- */

static struct meeting_result *add_result(struct making *making, int round, enum meeting_kind kind,
                                         struct meeting meeting)
{
    making->results =
        memory_resized(making->results, making->result_count + 1, sizeof *making->results);
    struct meeting_result *result = &making->results[making->result_count++];
    *result = (struct meeting_result){
        .round = round,
        .meeting = meeting,
        .kind = kind,
        .winner = ENTRANT_NOBODY,
        .points = {-1, -1},
    };
    return result;
}

static void draw_start(struct making *making, const struct seed_place *place, struct text *out)
{
    struct error error;
    int64_t index =
        seed_start_index(pairing_boards(&making->pairing), place->round, place->board, place->leg);
    starts_rules(&making->plan_rules, (uint64_t)making->wish->seed, index, &making->rules);
    solver_destroy(making->solver);
    making->solver = solver_create(&making->rules);
    enum error_code code = start_draw(&making->rules, making->solver, &making->starts,
                                      (uint64_t)making->wish->seed, index, NULL, out, &error);
    assert(!code);
}

/* Is it level? */
static bool play_pair(struct making *making, struct seed_place place, struct meeting meeting)
{
    struct text start = {0};
    struct meeting swapped = {.first = meeting.second, .second = meeting.first};
    struct meeting_result *result =
        add_result(making, (int)place.round - 1, MEETING_PLAYED, meeting);
    draw_start(making, &place, &start);
    place.game = 1;
    result->points[0] = play_match(making, &place, meeting, text_string(&start));
    place.game = 2;
    result->points[1] = (int8_t)(2 - play_match(making, &place, swapped, text_string(&start)));
    text_finish(&start);
    return result->points[0] + result->points[1] == 2;
}

static bool is_withdrawn(const struct making *making, int entrant)
{
    return making->wish->withdrawn > 0 && making->wish->withdrawn == entrant;
}

static void forfeit(struct making *making, const struct seed_place *place, struct meeting meeting)
{
    struct export_match *match = add_line(making, place, MEETING_FORFEIT, meeting);
    struct meeting_result *result =
        add_result(making, (int)place->round - 1, MEETING_FORFEIT, meeting);
    bool first_wins = is_withdrawn(making, meeting.second);
    result->winner = first_wins ? meeting.first : meeting.second;
    match->winner = copy(first_wins ? "first" : "second");
}

static void hold_meeting(struct making *making, int round, int board, struct meeting meeting)
{
    struct seed_place place = {.round = round + 1, .board = board + 1, .leg = 1};
    if (meeting.second == ENTRANT_NOBODY) {
        add_line(making, &place, MEETING_BYE, meeting);
        add_result(making, round, MEETING_BYE, meeting);
    } else if (is_withdrawn(making, meeting.first) || is_withdrawn(making, meeting.second)) {
        forfeit(making, &place, meeting);
    } else {
        bool is_level = play_pair(making, place, meeting);
        for (place.leg = 2;
             is_level && making->pairing.format == FORMAT_KNOCKOUT && place.leg <= KNOCKOUT_LEGS;
             place.leg++) {
            making->now_ms = making->ended_ms;
            is_level = play_pair(making, place, meeting);
        }
    }
}

static void hold_round(struct making *making, int round)
{
    struct meeting meetings[ENTRANTS_MAX];
    struct standing standings[ENTRANTS_MAX];
    struct meeting *met = memory_zeroed(making->result_count + 1, sizeof *met);
    int64_t points[ENTRANTS_MAX];
    bool out[ENTRANTS_MAX] = {false};
    standings_compute(making->pairing.format, making->pairing.entrants, making->results,
                      making->result_count, standings);
    for (int i = 0; i < making->pairing.entrants; i++) {
        int entrant = standings[i].entrant;
        points[entrant] = standings[i].points;
        out[entrant] = making->pairing.format == FORMAT_KNOCKOUT
                           ? standings[i].round_out != INT_MAX
                           : is_withdrawn(making, entrant) && round > 0;
    }
    for (size_t i = 0; i < making->result_count; i++)
        met[i] = making->results[i].meeting;
    struct pairing_state state = {
        .round = round,
        .out = out,
        .points = points,
        .met = met,
        .met_count = making->result_count,
    };
    size_t count = pairing_round(&making->pairing, &state, meetings);
    if (making->ended_ms > making->now_ms)
        making->now_ms = making->ended_ms;
    for (size_t i = 0; i < count; i++)
        hold_meeting(making, round, (int)i, meetings[i]);
    free(met);
}

/* --- the end --- */

static int entrant_of(const struct export_plan *plan, const char *name)
{
    int entrant = 0;
    while (strcmp(plan->players[entrant], name) != 0)
        entrant++;
    return entrant;
}

/* Pairs are whole, as those of a sample are. */
static size_t collect_results(const struct sample *sample, struct meeting_result *ret_results)
{
    size_t count = 0;
    for (size_t i = 0; i < sample->count; i++) {
        const struct export_match *match = &sample->matches[i];
        int8_t points = 1;
        if (match->kind != MEETING_BYE && strcmp(match->winner, "nobody") != 0)
            points = strcmp(match->winner, "first") == 0 ? 2 : 0;
        if (match->game == 2) {
            ret_results[count - 1].points[1] = (int8_t)(2 - points);
            continue;
        }
        struct meeting meeting = {entrant_of(&sample->plan, match->first), ENTRANT_NOBODY};
        if (match->second)
            meeting.second = entrant_of(&sample->plan, match->second);
        ret_results[count++] = (struct meeting_result){
            .round = (int)match->round - 1,
            .meeting = meeting,
            .kind = match->kind,
            .winner = points == 2 ? meeting.first : meeting.second,
            .points = {points, -1},
        };
    }
    return count;
}

static void add_marks(struct sample *sample)
{
    for (size_t i = 0; i < sample->count; i++) {
        const struct export_match *match = &sample->matches[i];
        struct mark_sums sums[2] = {0};
        if (match->kind == MEETING_PLAYED)
            mark_sum(match->marks, sums, NULL);
        for (size_t row = 0; row < sample->end.count; row++) {
            struct export_standing *standing = &sample->end.standings[row];
            bool is_first = strcmp(standing->player, match->first) == 0;
            if (!is_first && (!match->second || strcmp(standing->player, match->second) != 0))
                continue;
            standing->met += sums[!is_first].won;
            standing->kept += sums[!is_first].kept;
            standing->thrown += sums[!is_first].thrown;
        }
    }
}

static int64_t withdrawn_of(const struct sample *sample, const char *player)
{
    for (size_t i = 0; i < sample->end.count; i++) {
        const struct export_standing *row = &sample->end.standings[i];
        if (strcmp(row->player, player) == 0)
            return row->withdrawn;
    }
    return -1;
}

static void finish_end(struct export_end *end)
{
    for (size_t i = 0; i < end->count; i++)
        free(end->standings[i].player);
    free(end->standings);
    free(end->state);
}

void sample_count(struct sample *sample)
{
    struct meeting_result *results = memory_zeroed(sample->count + 1, sizeof *results);
    struct standing standings[ENTRANTS_MAX];
    size_t players = sample->plan.player_count;
    const char *format = sample->plan.format;
    standings_compute(tournament_format_from_text(format, strlen(format)), (int)players, results,
                      collect_results(sample, results), standings);
    struct export_end end = {
        .state = copy(sample->end.state ? sample->end.state : "finished"),
        .standings = memory_zeroed(players, sizeof *end.standings),
        .count = players,
    };
    for (size_t i = 0; i < players; i++) {
        const struct standing *from = &standings[i];
        end.standings[i] = (struct export_standing){
            .player = copy(sample->plan.players[from->entrant]),
            .rank = from->rank,
            .points = from->points,
            .won = from->won,
            .drawn = from->drawn,
            .lost = from->lost,
            .direct = from->direct,
            .buchholz = from->buchholz,
            .sonneborn_berger = from->sonneborn_berger,
            .withdrawn = withdrawn_of(sample, sample->plan.players[from->entrant]),
        };
        memcpy(end.standings[i].pairs, from->pairs, sizeof from->pairs);
    }
    finish_end(&sample->end);
    sample->end = end;
    add_marks(sample);
    free(results);
}

static void note_withdrawal(struct sample *sample, const char *player)
{
    for (size_t i = 0; i < sample->end.count; i++) {
        if (strcmp(sample->end.standings[i].player, player) == 0)
            sample->end.standings[i].withdrawn = 1;
    }
}

/* --- all of it --- */

static void make_plan(const struct sample_wish *wish, struct export_plan *plan)
{
    *plan = (struct export_plan){
        .name = copy("A sample"),
        .rules = copy(wish->rules),
        .format = copy(wish->format),
        .rounds = wish->rounds,
        .starts = copy(wish->starts),
        .seed = wish->seed,
        .clock = copy("60+0.5"),
        .players = memory_zeroed((size_t)wish->players, sizeof *plan->players),
        .player_count = (size_t)wish->players,
    };
    for (int i = 0; i < wish->players; i++) {
        char name[32];
        snprintf(name, sizeof name, "player-%c%d", 'a' + i % 26, i);
        plan->players[i] = copy(name);
    }
}

void sample_make(const struct sample_wish *wish, struct sample *ret_sample)
{
    struct making making = {
        .wish = wish,
        .sample = ret_sample,
        .random = random_from_seed((uint64_t)wish->seed),
        .pairing = {.format = tournament_format_from_text(wish->format, strlen(wish->format)),
                    .entrants = wish->players,
                    .rounds = (int)wish->rounds},
        .now_ms = 1700000000000,
    };
    struct error error;
    enum error_code code =
        rules_or_class_parse(&making.plan_rules, wish->rules, strlen(wish->rules), &error);
    assert(!code);
    code = starts_parse(&making.plan_rules, wish->starts, strlen(wish->starts), &making.starts,
                        &error);
    assert(!code);
    *ret_sample = (struct sample){0};
    make_plan(wish, &ret_sample->plan);
    for (int round = 0; round < pairing_rounds(&making.pairing); round++)
        hold_round(&making, round);
    sample_count(ret_sample);
    if (wish->withdrawn > 0)
        note_withdrawal(ret_sample, ret_sample->plan.players[wish->withdrawn]);
    free(making.results);
    solver_destroy(making.solver);
    starts_finish(&making.starts);
}

static void finish_match(struct export_match *match)
{
    char *texts[] = {match->first,  match->second, match->rules, match->start,
                     match->ending, match->winner, match->moves, match->marks};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        free(texts[i]);
}

static void finish_plan(struct export_plan *plan)
{
    for (size_t i = 0; i < plan->player_count; i++)
        free(plan->players[i]);
    free(plan->players);
    free(plan->name);
    free(plan->rules);
    free(plan->format);
    free(plan->starts);
    free(plan->clock);
}

void sample_finish(struct sample *sample)
{
    finish_plan(&sample->plan);
    for (size_t i = 0; i < sample->count; i++)
        finish_match(&sample->matches[i]);
    for (size_t i = 0; i < sample->times_count; i++) {
        free(sample->times[i].taken_ms);
        free(sample->times[i].credit_ms);
    }
    finish_end(&sample->end);
    free(sample->matches);
    free(sample->times);
}

/* --- files --- */

static void save(const char *folder, const char *name, struct text *bytes)
{
    struct text path = {0};
    text_printf(&path, "%s/%s", folder, name);
    FILE *file = fopen(text_string(&path), "we");
    assert(file);
    size_t written = fwrite(text_string(bytes), 1, bytes->len, file);
    int closed = fclose(file);
    assert(written == bytes->len && closed == 0);
    text_finish(&path);
    text_finish(bytes);
}

static void add(struct export_chain *chain, const struct export_line *line, struct text *out)
{
    struct text text = {0};
    export_print(line, &text);
    export_chain_add(chain, text.bytes, text.len, out);
    text_finish(&text);
}

static void write_results(const struct sample *sample, const char *folder,
                          struct export_chain *chain)
{
    struct text out = {0};
    add(chain, &(struct export_line){.kind = EXPORT_PLAN, .plan = sample->plan}, &out);
    for (size_t i = 0; i < sample->count; i++)
        add(chain, &(struct export_line){.kind = EXPORT_MATCH, .match = sample->matches[i]}, &out);
    add(chain, &(struct export_line){.kind = EXPORT_END, .end = sample->end}, &out);
    save(folder, "results.jsonl", &out);
}

void sample_key(unsigned char ret_key[EXPORT_KEY_BYTES])
{
    unsigned char secret[EXPORT_SECRET_BYTES];
    export_keys(secret_seed, ret_key, secret);
}

static void write_seal(const unsigned char results[EXPORT_HASH_BYTES], struct export_chain *chain,
                       struct text *out)
{
    unsigned char key[EXPORT_KEY_BYTES], secret[EXPORT_SECRET_BYTES];
    struct export_seal seal = {0};
    memcpy(seal.results, results, EXPORT_HASH_BYTES);
    memcpy(seal.times, chain->hash, EXPORT_HASH_BYTES);
    export_keys(secret_seed, key, secret);
    export_sign(secret, &seal);
    add(chain, &(struct export_line){.kind = EXPORT_SEAL, .seal = seal}, out);
}

void sample_write(const struct sample *sample, const char *folder)
{
    struct export_chain chain = {0};
    struct text out = {0};
    write_results(sample, folder, &chain);
    unsigned char results[EXPORT_HASH_BYTES];
    memcpy(results, chain.hash, sizeof results);
    for (size_t i = 0; i < sample->times_count; i++)
        add(&chain, &(struct export_line){.kind = EXPORT_TIMES, .times = sample->times[i]}, &out);
    write_seal(results, &chain, &out);
    save(folder, "times.jsonl", &out);
}
