#include "client/study/mistakes.h"

#include "client/lib/match_updates.h"
#include "common/base/memory.h"
#include "common/wire/wire.h"

#include <stdlib.h>
#include <string.h>

struct mistakes {
    struct session *session;
    struct solver_shelf *shelf;
    struct mistakes_events events;
    int64_t matches[MISTAKES_MATCHES];
    size_t count, at;
    struct match *match; /* whose pages are coming; NULL: none has come */
};

static void ask_for_match(struct mistakes *mistakes);

/* Takes the player's mistakes. */
static void look_through(struct mistakes *mistakes, const struct match *match)
{
    const char *name = client_name(session_client(mistakes->session));
    struct solver *solver = solver_shelf_take(mistakes->shelf, &match->rules);
    struct match_walk walk = {0};
    struct match_step step;
    struct puzzle puzzle = {0};
    match_walk_begin(match, &walk);
    while (match_walk_peek(match, &walk, &step)) {
        const char *mover = step.by == MATCH_FIRST ? match->first : match->second;
        if (strcmp(mover, name) == 0 &&
            puzzle_of_mistake(solver, &walk.position, &step.move, &puzzle))
            mistakes->events.found(mistakes->events.owner, &puzzle);
        match_walk_pass(match, &walk, &step);
    }
    position_finish(&walk.position);
    puzzle_finish(&puzzle);
    solver_shelf_give_back(mistakes->shelf, solver);
}

static void on_page(void *owner, const struct error *refusal, const void *result)
{
    struct mistakes *mistakes = owner;
    const struct wire_match *state = result;
    enum match_update update;
    struct error error;
    if (refusal) {
        session_fail(mistakes->session, refusal);
        return;
    }
    if (mistakes->match ? match_apply_state(mistakes->match, state, clock_now_ms(), &update, &error)
                        : match_create(state, clock_now_ms(), &mistakes->match, &update, &error)) {
        session_fail(mistakes->session, &error);
        return;
    }
    if (update != MATCH_BEHIND) {
        look_through(mistakes, mistakes->match);
        match_destroy(mistakes->match);
        mistakes->match = NULL;
        mistakes->at++;
    }
    ask_for_match(mistakes);
}

static void ask_for_match(struct mistakes *mistakes)
{
    if (mistakes->at == mistakes->count) {
        mistakes->events.done(mistakes->events.owner);
        return;
    }
    struct wire_resume resume = {
        .match = mistakes->matches[mistakes->at],
        .after = mistakes->match ? mistakes->match->ply : WIRE_ABSENT,
    };
    client_call(session_client(mistakes->session), WIRE_MATCH_RESUME, &resume, on_page, mistakes);
}

static void on_history(void *owner, const struct error *refusal, const void *result)
{
    struct mistakes *mistakes = owner;
    const struct wire_summaries *page = result;
    if (refusal) {
        session_fail(mistakes->session, refusal);
        return;
    }
    for (size_t i = 0; i < page->matches_count && i < MISTAKES_MATCHES; i++)
        mistakes->matches[mistakes->count++] = page->matches[i].match;
    ask_for_match(mistakes);
}

struct mistakes *mistakes_find(struct session *session, struct solver_shelf *shelf,
                               const struct mistakes_events *events)
{
    struct mistakes *mistakes = memory_zeroed(1, sizeof *mistakes);
    *mistakes = (struct mistakes){.session = session, .shelf = shelf, .events = *events};
    struct wire_history_page page = {
        .player = wire_text(client_name(session_client(session))),
        .before = WIRE_ABSENT,
        .limit = MISTAKES_MATCHES,
    };
    client_call(session_client(session), WIRE_HISTORY_LIST, &page, on_history, mistakes);
    return mistakes;
}

void mistakes_destroy(struct mistakes *mistakes)
{
    if (!mistakes)
        return;
    client_drop_answers(session_client(mistakes->session), mistakes);
    match_destroy(mistakes->match);
    free(mistakes);
}
