#include "tests/bench/choice.h"
#include "tests/bench/hot.h"

_Static_assert((int)HOT_UNIT % (int)CHOICE_POSITIONS == 0, "whole rounds through all positions");

static double choose_from(const char *rules, int heaps, int64_t limit, int64_t count)
{
    struct choice *choice = choice_create(rules, heaps, limit);
    choice_make(choice);
    choice->rounds = (int)(count / CHOICE_POSITIONS);
    double taken = hot_measured(choice_make, choice);
    choice_destroy(choice);
    return taken;
}

double hot_fibonacci_move(int64_t count)
{
    return choose_from("take-away:2x", 1, INT64_C(1) << 62, count);
}

double hot_nim_move(int64_t count)
{
    return choose_from("nim", 100, INT64_C(1) << 62, count);
}

double hot_kayles_move(int64_t count)
{
    return choose_from("kayles", 10, INT64_C(1000000000000), count);
}
