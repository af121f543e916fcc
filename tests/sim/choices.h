/* What people play in the simulation: short games, one that can last very long, and rules,
 * positions and clocks that are none. */
#ifndef TESTS_SIM_CHOICES_H
#define TESTS_SIM_CHOICES_H

/* How somebody says hello. */
enum hello_choice {
    HELLO_TOKEN,
    HELLO_NAME,
    HELLO_PASSWORD,
    HELLO_CODE, /* of the operator, with a new password */
};

/* Rules whose matches last longer than a match may, and no clock. */
enum { CHOICE_LONG = 8 };

struct rules_choice {
    const char *rules;
    const char *start; /* "": the hall draws one */
};

const struct rules_choice *choice_of_rules(unsigned choice);
/* "": none is given. */
const char *choice_of_clock(unsigned choice);

#endif
