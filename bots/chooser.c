#include "bots/chooser.h"

struct turn chooser_turn(const struct match *match)
{
    return (struct turn){
        .rules = &match->rules,
        .position = &match->position,
        .match = match->id,
        .ply = match->ply + 1,
        .seed = match->seed,
    };
}
