#include "client/record/follower.h"

#include "client/lib/loop.h"
#include "client/lib/match_updates.h"
#include "common/base/harmless.h"

#include <assert.h>

/* The texts of a match that are printed as the server has told them; rules, positions and moves
 * have been read. */
static void make_harmless(struct match *match)
{
    harmless_make(match->first);
    harmless_make(match->second);
    harmless_make(match->ending);
    harmless_make(match->clock);
}

/* What the outcome of any update leads to. */
static void settle(struct follower *follower, enum error_code failed, enum match_update update,
                   const struct error *error)
{
    if (failed) {
        follower->events.failed(follower->events.owner, error);
        return;
    }
    make_harmless(follower->match);
    if (update == MATCH_BEHIND) {
        follower->is_complete = false;
        follower_refresh(follower);
        return;
    }
    /* An old event says nothing about the moves that are missing. */
    if (update == MATCH_KNOWN && (follower->is_complete || follower->is_asking))
        return;
    follower->is_complete = true;
    follower->events.changed(follower->events.owner);
}

void follower_begin(struct follower *follower, const struct wire_match *state)
{
    follower_finish(follower);
    enum match_update update = MATCH_UPDATED;
    struct error error;
    enum error_code failed = match_create(state, clock_now_ms(), &follower->match, &update, &error);
    settle(follower, failed, update, &error);
}

void follower_take(struct follower *follower, const struct wire_match *state)
{
    assert(follower->match && follower->match->id == state->match);
    enum match_update update = MATCH_UPDATED;
    struct error error;
    enum error_code failed =
        match_apply_state(follower->match, state, clock_now_ms(), &update, &error);
    settle(follower, failed, update, &error);
}

void follower_resumed(struct follower *follower, const struct error *error,
                      const struct wire_match *state)
{
    follower->is_asking = false;
    if (error)
        follower->events.failed(follower->events.owner, error);
    else if (follower->match && follower->match->id == state->match)
        follower_take(follower, state);
    else if (!follower->is_complete)
        follower_refresh(follower); /* it follows another match by now */
}

void follower_refresh(struct follower *follower)
{
    if (!follower->match || follower->is_asking)
        return;
    follower->is_asking = true;
    struct wire_resume resume = {.match = follower->match->id, .after = follower->match->ply};
    follower->events.wanted(follower->events.owner, &resume);
}

static void take_moved(struct follower *follower, const struct wire_moved *moved)
{
    if (moved->match != follower->match->id)
        return;
    enum match_update update = MATCH_UPDATED;
    struct error error;
    enum error_code failed =
        match_apply_moved(follower->match, moved, clock_now_ms(), &update, &error);
    settle(follower, failed, update, &error);
}

static void take_ended(struct follower *follower, const struct wire_ended *ended)
{
    if (ended->match == follower->match->id)
        settle(follower, ERROR_NONE, match_apply_ended(follower->match, ended, clock_now_ms()),
               NULL);
}

static void take_presence(struct follower *follower, const struct wire_presence *presence)
{
    if (presence->match != follower->match->id)
        return;
    match_apply_presence(follower->match, presence, clock_now_ms());
    if (follower->events.presence)
        follower->events.presence(follower->events.owner, presence);
}

void follower_event(struct follower *follower, enum wire_event event, const void *body)
{
    if (!follower->match)
        return;
    if (event == WIRE_EVENT_MATCH_MOVED)
        take_moved(follower, body);
    else if (event == WIRE_EVENT_MATCH_ENDED)
        take_ended(follower, body);
    else if (event == WIRE_EVENT_MATCH_PRESENCE)
        take_presence(follower, body);
    else if (event == WIRE_EVENT_SERVER_RESUMED && !match_is_over(follower->match))
        follower_refresh(follower); /* its clocks and deadlines have stood still */
}

void follower_finish(struct follower *follower)
{
    match_destroy(follower->match);
    follower->match = NULL;
    follower->is_complete = true;
}
