#include "bots/entry.h"

#include "bots/report.h"
#include "common/base/memory.h"
#include "common/wire/wire.h"

#include <assert.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>

/*     JOINING --- tournament.join is answered ---> JOINED
 *        |                                            |
 *        | refused: the end may have been missed      |
 *        v                                            v
 *     REFUSED --------- tournament.show --------->  OVER
 *                                                  (or failed)
 * A new connection leads from any but OVER back to JOINING. */
enum phase {
    PHASE_JOINING, /* also while the server takes no changes */
    PHASE_JOINED,
    PHASE_REFUSED,
    PHASE_OVER, /* told, or failed */
};

struct entry {
    int64_t tournament;
    struct entry_events events;
    struct client *client;
    enum phase phase;
    struct error refusal;  /* in REFUSED */
    bool is_joined_before; /* told on standard output */
};

static void take_end(struct entry *entry, struct wire_text state)
{
    if (entry->phase == PHASE_OVER)
        return;
    entry->phase = PHASE_OVER;
    report_line("tournament %" PRId64 " %.*s", entry->tournament, (int)state.len, state.bytes);
    entry->events.over(entry->events.owner);
}

static void on_joined(void *owner, const struct error *error, const void *result)
{
    (void)result;
    struct entry *entry = owner;
    if (entry->phase == PHASE_OVER || (error && client_is_stall(error->code)))
        return;
    if (error) {
        entry->phase = PHASE_REFUSED;
        entry->refusal = *error;
        return;
    }
    entry->phase = PHASE_JOINED;
    if (!entry->is_joined_before)
        report_line("tournament %" PRId64 " joined", entry->tournament);
    entry->is_joined_before = true;
}

/* The request follows the one to join, so that an end before that is in the answer, and a later end
 * in an event. */
static void on_shown(void *owner, const struct error *error, const void *result)
{
    struct entry *entry = owner;
    const struct wire_tournament *tournament = result;
    if (entry->phase == PHASE_OVER)
        return;
    if (!error && wire_tournament_is_over(tournament->state)) {
        take_end(entry, tournament->state);
    } else if (entry->phase == PHASE_REFUSED) {
        entry->phase = PHASE_OVER;
        entry->events.failed(entry->events.owner, &entry->refusal);
    } else if (error && !client_is_stall(error->code)) {
        report_trouble("tournament %" PRId64 " cannot be looked up: %s", entry->tournament,
                       error->message);
    }
}

static void ask(struct entry *entry)
{
    assert(entry->client && entry->phase != PHASE_OVER);
    struct wire_tournament_choice choice;
    wire_record_clear(&wire_record_tournament_choice, &choice);
    choice.tournament = entry->tournament;
    const struct wire_tournament_number number = {.tournament = entry->tournament};
    entry->phase = PHASE_JOINING;
    client_call(entry->client, WIRE_TOURNAMENT_JOIN, &choice, on_joined, entry);
    client_call(entry->client, WIRE_TOURNAMENT_SHOW, &number, on_shown, entry);
}

struct entry *entry_create(int64_t tournament, const struct entry_events *events)
{
    struct entry *entry = memory_zeroed(1, sizeof *entry);
    entry->tournament = tournament;
    entry->events = *events;
    return entry;
}

void entry_destroy(struct entry *entry)
{
    free(entry);
}

void entry_resume(struct entry *entry, struct client *client)
{
    entry->client = client;
    if (entry->phase != PHASE_OVER)
        ask(entry);
}

void entry_go_on(struct entry *entry)
{
    if (entry->phase == PHASE_JOINING)
        ask(entry);
}

void entry_take_changed(struct entry *entry, const struct wire_tournament_news *news)
{
    if (news->tournament == entry->tournament && wire_tournament_is_over(news->state))
        take_end(entry, news->state);
}
