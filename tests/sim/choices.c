#include "tests/sim/choices.h"

static const struct rules_choice rules[] = {
    {"nim", "4+9+11"},
    {"nim", "3+5"},
    {"kayles", "17"},
    {"fibonacci-nim", "34"},
    {"drawn:subtraction:3", ""},
    {"nim", ""},
    {"take-away:3/2x+1", "40"},
    {"nim,misere", "2+3"},
    {"subtraction:1", "12000"}, /* longer than a match may be */
    {"subtraction:1,2", "60"},
    {"nim", "1"},
    {"subtraction:2,3,clear", "9+9"},
    {"gomoku", "3"},
    {"nim", "0"},
    {"nim", "many"},
};

static const char *const clocks[] = {
    "",         "",     "60+2",  "1+0",  "30/move",    "3600+0",    "300+3",
    "0.5+0.05", "none", "300+3", "soon", "86400/move", "3600/move", "20+1",
};

const struct rules_choice *choice_of_rules(unsigned choice)
{
    return &rules[choice % (sizeof rules / sizeof *rules)];
}

const char *choice_of_clock(unsigned choice)
{
    return clocks[choice / 16 % (sizeof clocks / sizeof *clocks)];
}
