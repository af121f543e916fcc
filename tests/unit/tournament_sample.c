#include "tests/unit/tournament_sample.h"

#include "common/wire/wire.h"

#include <string.h>

/* --- pairs --- */

static struct wire_pair *add(struct sample_pairs *pairs, int64_t round, int64_t board,
                             const char *kind, const char *first, const char *second)
{
    struct wire_pair *pair = &pairs->list[pairs->page.pairs_count++];
    wire_record_clear(&wire_record_pair, pair);
    pairs->page.pairs = pairs->list;
    pair->number = (int64_t)pairs->page.pairs_count;
    pair->round = round;
    pair->board = board;
    pair->leg = pair->attempt = 1;
    pair->kind = wire_text(kind);
    pair->first = wire_text(first);
    pair->second = wire_text(second);
    return pair;
}

struct wire_pair *sample_pair(struct sample_pairs *pairs, int64_t round, int64_t board,
                              const char *first, const char *second, const int64_t matches[2],
                              const int64_t points[2])
{
    size_t place = pairs->page.pairs_count;
    struct wire_pair *pair = add(pairs, round, board, "played", first, second);
    pair->matches = pairs->matches[place];
    pair->begun = pairs->begun[place];
    pair->points = pairs->points[place];
    size_t count = 0;
    for (int game = 0; game < 2; game++) {
        if (matches[game] == SAMPLE_NONE)
            continue;
        pairs->matches[place][count] = matches[game];
        pairs->begun[place][count] = game + 1;
        pairs->points[place][count++] = points[game];
    }
    pair->matches_count = pair->begun_count = pair->points_count = count;
    return pair;
}

void sample_unplayed(struct sample_pairs *pairs, int64_t round, int64_t board, const char *first,
                     const char *second)
{
    add(pairs, round, board, second ? "forfeit" : "bye", first, second);
}

#define TWO(a, b) ((const int64_t[]){a, b})

void sample_round_robin(struct sample_pairs *pairs)
{
    *pairs = (struct sample_pairs){0};
    sample_pair(pairs, 1, 1, "ann", "ben", TWO(11, 12), TWO(2, 2));
    sample_pair(pairs, 2, 1, "zoe", "ann", TWO(13, 14), TWO(1, SAMPLE_LIVE));
    sample_pair(pairs, 3, 1, "ben", "zoe", TWO(SAMPLE_NONE, SAMPLE_NONE), TWO(0, 0));
}

void sample_swiss(struct sample_pairs *pairs)
{
    *pairs = (struct sample_pairs){0};
    struct wire_pair *disturbed =
        sample_pair(pairs, 1, 1, "ann", "ben", TWO(21, 22), TWO(0, SAMPLE_LIVE));
    disturbed->is_void = true;
    sample_unplayed(pairs, 1, 2, "zoe", NULL);
    struct wire_pair *again = sample_pair(pairs, 1, 1, "ann", "ben", TWO(23, 24), TWO(2, 0));
    again->attempt = 2;
    sample_unplayed(pairs, 2, 1, "zoe", "ben");
    sample_unplayed(pairs, 2, 2, "ann", NULL);
}

void sample_knockout(struct sample_pairs *pairs)
{
    *pairs = (struct sample_pairs){0};
    sample_unplayed(pairs, 1, 1, "ann", NULL);
    sample_pair(pairs, 1, 2, "ben", "zoe", TWO(31, 32), TWO(0, 2));
    struct wire_pair *second_leg =
        sample_pair(pairs, 1, 2, "ben", "zoe", TWO(SAMPLE_NONE, 34), TWO(0, SAMPLE_LIVE));
    second_leg->leg = 2;
}

/* --- standings --- */

static const char *const names[SAMPLE_PLAYERS] = {"ann", "zoe", "ben"};

static void tell_standing(struct sample_standings *sample, int place)
{
    static const int64_t points[] = {5, 1, 0};
    struct wire_standing *standing = &sample->list[place];
    wire_record_clear(&wire_record_standing, standing);
    standing->player = wire_text(names[place]);
    standing->rank = place + 1;
    standing->points = points[place];
    standing->won = place == 0 ? 2 : 0;
    standing->drawn = place < 2;
    standing->lost = place == 2 ? 2 : 0;
    standing->met = 10 - 5 * place;
    standing->kept = 9 - 5 * place > 0 ? 9 - 5 * place : 0;
    standing->thrown = standing->met - standing->kept;
    standing->pairs = sample->scores[place];
    standing->pairs_count = 5;
    sample->scores[place][place == 0 ? 4 : 0] = place != 1;
}

static void tell_players(struct sample_standings *sample, bool is_open)
{
    for (int i = 0; i < SAMPLE_PLAYERS; i++)
        sample->players[i] = (struct wire_entrant){
            .name = wire_text(names[i]),
            .joined = !is_open || i != 1,
            .withdrawn = !is_open && i == 2 ? 1 : WIRE_ABSENT,
        };
}

void sample_of_standings(struct sample_standings *sample, const char *format, const char *state)
{
    bool is_open = strcmp(state, "open") == 0;
    *sample = (struct sample_standings){0};
    struct wire_tournament *tournament = &sample->tournament;
    wire_record_clear(&wire_record_tournament, tournament);
    tournament->tournament = SAMPLE_TOURNAMENT;
    tournament->name = wire_text("the evening cup");
    tournament->owner = wire_text("zoe");
    tournament->rules = wire_text("octal:0.77");
    tournament->format = wire_text(format);
    tournament->rounds = strcmp(format, "knockout") == 0 ? 0 : 3;
    tournament->starts = wire_text("drawn");
    tournament->clock = wire_text("60/move");
    tournament->at_once = 32;
    tournament->state = wire_text(state);
    tournament->invited = true;
    tournament->entrants = tournament->players_count = SAMPLE_PLAYERS;
    tournament->players = sample->players;
    tournament->round = is_open ? 0 : 2;
    tournament->matches = is_open ? 0 : 3;
    tournament->total = 6;
    tell_players(sample, is_open);
    for (int place = 0; place < SAMPLE_PLAYERS; place++)
        tell_standing(sample, place);
    sample->standings = (struct wire_standings){
        .tournament = tournament,
        .standings = sample->list,
        .standings_count = SAMPLE_PLAYERS,
    };
}

struct wire_tournament_news sample_news(const char *state)
{
    bool is_open = strcmp(state, "open") == 0, is_finished = strcmp(state, "finished") == 0;
    return (struct wire_tournament_news){
        .tournament = SAMPLE_TOURNAMENT,
        .state = wire_text(state),
        .reason = wire_text(strcmp(state, "paused") == 0 ? "no start could be drawn" : NULL),
        .round = is_open ? 0 : 2,
        .matches = is_open       ? 0
                   : is_finished ? 6
                                 : 3,
        .total = 6,
        .live = is_open || is_finished ? 0 : 1,
        .missing = is_open,
        .unjudged = strcmp(state, "running") == 0 ? 2 : 0,
    };
}
