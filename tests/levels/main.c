/* Plays strategies against each other, each against the next one of a list, in this process and
 * without clocks, and prints how much stronger the next one is in Elo points, in each of some games
 * and in all of them: the table in bots/LEVELS.md.
 *
 * The unit is a pair of matches from one start with the sides swapped; starts and chance follow
 * from the seed, so that a table can be made again, figure by figure. */
#include "bots/strategy.h"
#include "common/solver/solver.h"
#include "common/tournament/elo.h"
#include "common/tournament/seed.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS_DEFAULT = 100, PLAYERS_MAX = 64, HEAPS_MAX = 4, STATUS_USAGE = 2 };

/* What is played, and from where: heaps of sizes that are equally likely. */
static const struct arena {
    const char *name;
    const char *rules;
    int heaps, size_min, size_max;
} arenas[] = {
    {"Nim", "nim", 3, 3, 15},
    {"misere Nim", "nim,misere", 3, 3, 15},
    {"Fibonacci nim", "take-away:2x", 1, 20, 80},
    {"Kayles", "octal:0.77", 2, 4, 12},
    {"Grundy's game", "grundy", 2, 6, 16},
    {"Wythoff", "wythoff", 2, 4, 24},
    {"Chomp", "chomp", 4, 3, 7},
};

enum { ARENA_COUNT = sizeof arenas / sizeof *arenas };

struct options {
    int64_t pairs;
    int64_t seed;
    bool has_only_total;
    const char *players[PLAYERS_MAX];
    int player_count;
};

/* One game with all that playing it needs. */
struct table {
    struct rules rules;
    struct solver *solver;
    struct position start;
};

static void require(bool condition, const char *what)
{
    if (condition)
        return;
    fprintf(stderr, "levels: %s\n", what);
    exit(STATUS_USAGE);
}

/* --- starts --- */

static int descending(const void *a, const void *b)
{
    return *(const int *)b - *(const int *)a;
}

static void draw_start(struct table *table, const struct arena *arena, struct random *random)
{
    struct text text = {0};
    struct error error;
    int sizes[HEAPS_MAX];
    for (int i = 0; i < arena->heaps; i++)
        sizes[i] =
            arena->size_min + (int)random_below(random, arena->size_max - arena->size_min + 1);
    qsort(sizes, (size_t)arena->heaps, sizeof *sizes, descending);
    for (int i = 0; i < arena->heaps; i++)
        text_printf(&text, "%s%d", i > 0 ? "+" : "", sizes[i]);
    require(!position_parse(&table->rules, text_string(&text), text.len, &table->start, &error) &&
                !position_check_start(&table->rules, &table->start, &error),
            error.message);
    text_finish(&text);
}

/* --- matches --- */

/* Which match it is: all chance in it follows from that. */
struct place {
    int64_t seed;
    struct seed_place seat;
};

static struct move choose(const struct table *table, const struct strategy *strategy,
                          const struct position *position, const struct place *place, int64_t ply)
{
    struct turn turn = {
        .rules = &table->rules,
        .position = position,
        .match = 1,
        .ply = ply,
        .seed = seed_of_seat(place->seed, &place->seat),
    };
    struct move move;
    strategy->choose(strategy, strategy->uses_solver ? table->solver : NULL, &turn, &move);
    return move;
}

/* Who wins, 0 or 1, where players[0] moves first. */
static int play(const struct table *table, const struct strategy *const players[2],
                struct place place)
{
    struct position position = {0};
    int64_t ply = 0;
    position_copy(&position, &table->start);
    while (!position_is_over(&table->rules, &position)) {
        place.seat.seat = 1 + ply % 2;
        struct move move = choose(table, players[ply % 2], &position, &place, ply + 1);
        move_apply(&table->rules, &position, &move);
        ply++;
    }
    bool stuck_wins = position_stuck_result(&table->rules, &position) == STUCK_WINS;
    position_finish(&position);
    return (int)((ply + 1) % 2) ^ stuck_wins;
}

/* Plays the pairs between a and b in one game, and adds what b got in each to `pairs`. */
static void play_pairs(const struct options *options, const struct arena *arena,
                       const struct strategy *a, const struct strategy *b,
                       int64_t pairs[PAIR_SCORES])
{
    struct table table = {0};
    struct error error;
    require(!rules_parse(&table.rules, arena->rules, strlen(arena->rules), &error), error.message);
    table.solver = solver_create(&table.rules);
    struct random random = random_from_seed((uint64_t)options->seed);
    for (int64_t i = 0; i < options->pairs; i++) {
        draw_start(&table, arena, &random);
        struct place place = {options->seed, {.round = i + 1, .board = 1, .leg = 1, .game = 1}};
        const struct strategy *first[2] = {a, b}, *second[2] = {b, a};
        int points = play(&table, first, place) == 1 ? 2 : 0;
        place.seat.game = 2;
        points += play(&table, second, place) == 0 ? 2 : 0;
        pairs[points]++;
    }
    position_finish(&table.start);
    solver_destroy(table.solver);
}

/* --- the table --- */

static void print_difference(const int64_t pairs[PAIR_SCORES])
{
    struct elo elo = elo_from_pairs(pairs);
    struct text text = {0};
    elo_print(&elo, "± ", "∞", &text);
    printf(" | %s", text_string(&text));
    fflush(stdout);
    text_finish(&text);
}

static void print_head(const struct options *options)
{
    printf("| players | all");
    for (int i = 0; i < ARENA_COUNT && !options->has_only_total; i++)
        printf(" | %s", arenas[i].name);
    printf(" |\n|---|---");
    for (int i = 0; i < ARENA_COUNT && !options->has_only_total; i++)
        printf("|---");
    printf("|\n");
}

static struct strategy strategy_named(const char *name)
{
    struct strategy strategy;
    struct error error;
    require(!strategy_parse(name, 0, &strategy, &error), error.message);
    return strategy;
}

static void measure(const struct options *options, const char *weaker, const char *stronger)
{
    struct strategy a = strategy_named(weaker), b = strategy_named(stronger);
    int64_t pairs[ARENA_COUNT][PAIR_SCORES] = {0}, all[PAIR_SCORES] = {0};
    for (int i = 0; i < ARENA_COUNT; i++) {
        play_pairs(options, &arenas[i], &a, &b, pairs[i]);
        for (int points = 0; points < PAIR_SCORES; points++)
            all[points] += pairs[i][points];
    }
    printf("| %s against %s", stronger, weaker);
    print_difference(all);
    for (int i = 0; i < ARENA_COUNT && !options->has_only_total; i++)
        print_difference(pairs[i]);
    printf(" |\n");
}

/* --- the command line --- */

static int64_t number_of(const char *word)
{
    char *end = NULL;
    long long number = word ? strtoll(word, &end, 10) : 0;
    require(number >= 1 && *end == '\0', "--pairs and --seed take a number from 1");
    return number;
}

static struct options read_options(char **words)
{
    struct options options = {.pairs = PAIRS_DEFAULT, .seed = 1};
    for (char **word = words; *word; word++) {
        if (strcmp(*word, "--pairs") == 0)
            options.pairs = number_of(*++word);
        else if (strcmp(*word, "--seed") == 0)
            options.seed = number_of(*++word);
        else if (strcmp(*word, "--total") == 0)
            options.has_only_total = true;
        else if (options.player_count < PLAYERS_MAX)
            options.players[options.player_count++] = *word;
    }
    require(options.player_count >= 2,
            "usage: takeaway-levels [--pairs N] [--seed N] [--total] STRATEGY STRATEGY...");
    return options;
}

int main(int argument_count, char **arguments)
{
    (void)argument_count;
    struct options options = read_options(arguments + 1);
    print_head(&options);
    for (int i = 1; i < options.player_count; i++)
        measure(&options, options.players[i - 1], options.players[i]);
    return 0;
}
