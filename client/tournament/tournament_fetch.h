/* Downloads the record of a finished tournament, results.jsonl and times.jsonl, into a folder:
 * chains the lines and checks the server's seal against the chain. */
#ifndef CLIENT_TOURNAMENT_FETCH_H
#define CLIENT_TOURNAMENT_FETCH_H

#include "client/cli/atomic_file.h"
#include "client/lib/client.h"
#include "common/export/export.h"

struct tournament_fetch_events {
    void *owner;
    /* Both files are complete. */
    void (*done)(void *owner);
    /* The download has failed, and older files are unchanged. INTERNAL: the server has sent an
     * invalid record or signed something else. */
    void (*failed)(void *owner, const struct error *error);
};

/* Release with tournament_fetch_finish(), which allows an all-zero struct. */
struct tournament_fetch {
    struct client *client; /* borrowed */
    struct tournament_fetch_events events;
    int64_t tournament;
    const char *folder; /* borrowed */
    struct atomic_file results, times;
    bool is_at_times; /* else it reads the results */
    int64_t lines;    /* received of the current file */
    struct export_chain chain;
    unsigned char results_hash[EXPORT_HASH_BYTES];
    unsigned char key[EXPORT_KEY_BYTES]; /* that has signed the record; set when it is complete */
};

/* Creates the folder, unless it exists, when the first line arrives. */
void tournament_fetch_begin(struct tournament_fetch *fetch, struct client *client,
                            int64_t tournament, const char *folder,
                            const struct tournament_fetch_events *events);
void tournament_fetch_finish(struct tournament_fetch *fetch);

#endif
