#include "client/tui/tournament_acts.h"

#include "common/wire/wire.h"

const struct tournament_act_words tournament_act_words[TOURNAMENT_ACT_COUNT] = {
    [TOURNAMENT_JOIN] = {"j", "join", NULL,
                         "You take part. When a match of yours begins, you are brought to it."},
    [TOURNAMENT_START] = {"s", "start", "Start the tournament with the players who are there?",
                          "The tournament has begun."},
    [TOURNAMENT_PAUSE] = {"p", "pause", "Let no new match begin until you resume it?",
                          "No new match begins until you resume it."},
    [TOURNAMENT_RESUME] = {"r", "resume", "Go on with the tournament?", "The tournament goes on."},
    [TOURNAMENT_WITHDRAW] = {"w", "withdraw",
                             "Leave the tournament? Matches that you are playing are lost.",
                             "You have left the tournament."},
    [TOURNAMENT_CANCEL] = {"c", "cancel", "End the tournament for good, without a winner?",
                           "The tournament is cancelled."},
};

enum tournament_act tournament_act_of(int64_t letter)
{
    int act = 0;
    while (act < TOURNAMENT_ACT_COUNT && tournament_act_words[act].key[0] != letter)
        act++;
    return (enum tournament_act)act;
}

static const struct wire_entrant *find(const struct wire_tournament *tournament, const char *name)
{
    for (size_t i = 0; i < tournament->players_count; i++) {
        if (wire_text_equal(tournament->players[i].name, name))
            return &tournament->players[i];
    }
    return NULL;
}

struct tournament_role tournament_role_of(const struct wire_tournament *tournament,
                                          const char *name)
{
    const struct wire_entrant *entrant = find(tournament, name);
    return (struct tournament_role){
        .is_director = wire_text_equal(tournament->owner, name),
        .is_player = entrant && entrant->joined && entrant->withdrawn == WIRE_ABSENT,
        .is_free = entrant ? !entrant->joined : !tournament->invited,
    };
}

bool tournament_may(const struct tournament_role *role, struct wire_text state,
                    enum tournament_act act)
{
    bool is_open = wire_text_equal(state, "open");
    switch (act) {
    case TOURNAMENT_JOIN:
        return role->is_free && is_open;
    case TOURNAMENT_START:
        return role->is_director && is_open;
    case TOURNAMENT_PAUSE:
        return role->is_director && wire_text_equal(state, "running");
    case TOURNAMENT_RESUME:
        return role->is_director && wire_text_equal(state, "paused");
    case TOURNAMENT_WITHDRAW:
        return role->is_player && !wire_tournament_is_over(state);
    case TOURNAMENT_CANCEL:
        return role->is_director && !wire_tournament_is_over(state);
    case TOURNAMENT_ACT_COUNT:
        break;
    }
    return false;
}
