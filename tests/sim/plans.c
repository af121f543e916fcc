#include "tests/sim/plans.h"

#include "common/base/random.h"

#include <string.h>

static const struct {
    const char *rules, *starts;
} sound_games[] = {
    {"nim", "1+2+3,2+3"},
    {"drawn:octal:3", "fair"},
    {"nim", "drawn:1-2:1-6"},
    {"kayles", "7,9+2"},
    {"fibonacci-nim", "fair"},
    {"subtraction:2,3,clear", "9,7+7"},
    {"nim,misere", "2+3"},
    {"nim", ""},
    {"laskers-nim", "drawn:1-3:2-5"},
    {"nim", "fair:1-2:1-6"},
};

static const struct {
    const char *rules, *starts;
} odd_games[] = {{"gomoku", "3"}, {"nim", "0"}, {"nim", "fair:9"}};

static const char *const clocks[] = {"",      "60/move",   "20+1",    "2/move",
                                     "300+3", "3600/move", "0.5/move"};
static const char *const odd_clocks[] = {"none", "soon"};

static struct hall_text given(const char *text)
{
    return *text ? (struct hall_text){.bytes = text, .len = strlen(text)} : (struct hall_text){0};
}

static bool one_in(struct random *random, unsigned count)
{
    return random_below(random, count) == 0;
}

/* What no tournament can be made of. */
static void spoil(struct random *random, struct hall_tournament_plan *plan)
{
    size_t odd = (size_t)random_below(random, sizeof odd_games / sizeof *odd_games);
    switch ((int)random_below(random, 5)) {
    case 0:
        plan->rules = given(odd_games[odd].rules);
        plan->starts = given(odd_games[odd].starts);
        break;
    case 1:
        plan->clock = given(odd_clocks[random_below(random, 2)]);
        break;
    case 2:
        plan->format = given("league");
        break;
    case 3:
        plan->at_once = HALL_AT_ONCE_MAX + 1;
        break;
    default:
        plan->rounds = PAIRING_ROUNDS_MAX + 1;
    }
}

static void invite(struct random *random, struct plan_choice *plan, const char *const names[],
                   size_t count)
{
    for (size_t i = 0; i < count; i++)
        plan->players[i] = given(names[i]);
    plan->plan.players = plan->players;
    plan->plan.player_count = count;
    if (count < 4 || !one_in(random, 3))
        return;
    plan->forbidden[0][0] = plan->players[0];
    plan->forbidden[0][1] = plan->players[count - 1];
    plan->plan.forbidden = (const struct hall_text(*)[2])plan->forbidden;
    plan->plan.forbidden_count = 1;
}

void plan_choose(struct plan_choice *plan, unsigned choice, const char *const names[], size_t count)
{
    struct random random = random_from_seed(choice);
    enum tournament_format format = (enum tournament_format)random_below(&random, FORMAT_COUNT);
    size_t game = (size_t)random_below(&random, sizeof sound_games / sizeof *sound_games);
    *plan = (struct plan_choice){0};
    plan->plan = (struct hall_tournament_plan){
        .name = given(one_in(&random, 2) ? "An evening" : ""),
        .rules = given(sound_games[game].rules),
        .format = given(tournament_format_text(format)),
        .starts = given(sound_games[game].starts),
        .clock = given(clocks[random_below(&random, sizeof clocks / sizeof *clocks)]),
        .rounds = format == FORMAT_KNOCKOUT ? 0 : (int64_t)random_below(&random, 3),
        .seed = (int64_t)random_below(&random, 3),
        .at_once = (int64_t)random_below(&random, 5),
        .each_at_once = (int64_t)random_below(&random, 3),
        .rated = one_in(&random, 4),
    };
    invite(&random, plan, names, count);
    if (one_in(&random, 10))
        spoil(&random, &plan->plan);
}
