/* What the parts of act.c share: the step that is taken, and what it draws from its numbers.
 * Private to act*.c. */
#ifndef TESTS_SIM_ACT_H
#define TESTS_SIM_ACT_H

#include "tests/sim/world.h"

struct act {
    struct world *world;
    struct device *device;
    const struct step *step;
    struct random random;
};

typedef void act_verb(struct act *act);

unsigned act_draw(struct act *act, unsigned limit);
bool act_chance(struct act *act, unsigned percent);
/* Somebody's name. */
void act_name(struct act *act, char *name, size_t size);
/* A request with a key of its own, mostly. */
struct request act_draft(struct act *act, enum ask ask, int64_t subject);
void act_ask(struct act *act, const struct request *request);
void act_ask_plain(struct act *act, enum ask kind, int64_t subject);

/* --- act_matches.c: offers, matches, chat --- */

act_verb act_offer, act_about_offer, act_invite, act_about_invitation, act_about_match, act_resume,
    act_rematch, act_takeback, act_answer_takeback, act_plain, act_move, act_guess, act_rally,
    act_nonsense, act_hello, act_say, act_mute, act_block, act_report, act_greed, act_settle,
    act_operator_end;

/* --- act_tournaments.c --- */

act_verb act_create, act_about_tournament, act_join, act_withdraw, act_void;

#endif
