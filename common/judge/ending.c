#include "common/judge/ending.h"

#include <string.h>

struct ending ending_judge(const char *ending, const char *winner, int64_t ply,
                           enum outcome outcome)
{
    struct ending judged = {.mover = (int)(ply % 2)};
    judged.favoured = outcome == OUTCOME_N ? judged.mover : 1 - judged.mover;
    bool first_won = winner && strcmp(winner, "first") == 0;
    bool second_won = winner && strcmp(winner, "second") == 0;
    judged.loser = first_won ? 1 : 0;

    if (strcmp(ending, "normal") == 0)
        judged.worth = ENDING_BY_MOVE;
    else if (!first_won && !second_won)
        judged.worth = ENDING_NOBODY_WON;
    else
        judged.worth = judged.loser == judged.favoured ? ENDING_IN_WON : ENDING_IN_LOST;
    return judged;
}
