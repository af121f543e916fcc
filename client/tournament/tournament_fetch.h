/* Gets the record of a tournament that is over, results.jsonl and times.jsonl, into a folder:
 * chains the lines, and holds the server's seal against the chain. */
#ifndef CLIENT_TOURNAMENT_FETCH_H
#define CLIENT_TOURNAMENT_FETCH_H

#include "client/cli/draft.h"
#include "client/lib/client.h"
#include "common/export/export.h"

struct tournament_fetch_events {
    void *owner;
    /* Both files are in their places. */
    void (*done)(void *owner);
    /* What stood there before still does. INTERNAL when the server has given what is no
     * record, or has signed something else. */
    void (*failed)(void *owner, const struct error *error);
};

/* tournament_fetch_finish() it when done; all zero is taken. */
struct tournament_fetch {
    struct client *client; /* borrowed */
    struct tournament_fetch_events events;
    int64_t tournament;
    const char *folder; /* borrowed */
    struct draft results, times;
    bool is_at_times; /* else at the results */
    int64_t lines;    /* of the file that is being got */
    struct export_chain chain;
    unsigned char results_hash[EXPORT_HASH_BYTES];
    unsigned char key[EXPORT_KEY_BYTES]; /* that has signed it, once it is done */
};

/* The folder is made, unless it is there, with the first line. */
void tournament_fetch_begin(struct tournament_fetch *fetch, struct client *client,
                            int64_t tournament, const char *folder,
                            const struct tournament_fetch_events *events);
void tournament_fetch_finish(struct tournament_fetch *fetch);

#endif
