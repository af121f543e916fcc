/* What differs from run to run besides the steps: the limits of the server, and how many people
 * there are. */
#ifndef TESTS_SIM_SETTING_H
#define TESTS_SIM_SETTING_H

#include "server/hall/hall.h"

struct setting {
    uint64_t seed;
    struct hall_limits limits;
    size_t gates; /* through which the hall is reached; 0: it has the connections itself */
    size_t people;
    bool keys_are_scarce; /* then old requests may be forgotten, and be carried out once more */
};

struct setting setting_draw(uint64_t seed);

#endif
