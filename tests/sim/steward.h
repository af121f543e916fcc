/* Watches over tournaments: it sees what the driver sees (who asks for what, which starts can be
 * drawn, what is judged) and what is written, and holds it against the plans in its own way: from
 * the disk alone. */
#ifndef TESTS_SIM_STEWARD_H
#define TESTS_SIM_STEWARD_H

#include "server/hall/hall.h"
#include "tests/hall/disk.h"
#include "tests/hall/heard.h"
#include "tests/sim/referee.h"

struct tally;

/* Somebody asked for this. `tournament` 0: whichever it is. */
struct wish {
    enum request_kind kind;
    int64_t tournament, player;
};

/* As the ended matches so far tell it. */
struct reckoned {
    int64_t player;
    char family[32];
    struct glicko glicko;
    int64_t matches, at_ms;
    int64_t match; /* the last one */
};

struct steward {
    struct wish *wishes; /* since the start */
    size_t wish_count;
    int64_t *failures; /* tournaments whose starts could not be drawn, since the start */
    size_t failure_count;
    int64_t *unjudged; /* matches that could not be judged, since the start */
    size_t unjudged_count;
    struct reckoned *ratings;
    size_t rating_count;
};

void steward_finish(struct steward *steward);
/* A server has started: what was asked for before comes to nothing if it is not on disk. */
void steward_start(struct steward *steward);
void steward_asked(struct steward *steward, enum request_kind kind, int64_t tournament,
                   int64_t player);
/* No start could be drawn for it. */
/* The player's account is closed: the player withdraws from all tournaments. */
void steward_closes(struct steward *steward, int64_t player);
void steward_cannot_draw(struct steward *steward, int64_t tournament);
void steward_cannot_judge(struct steward *steward, int64_t match);
/* The start with this index: the first candidate, whatever the solver says of it. */
void steward_draw(const char *rules, const char *starts, int64_t seed, int64_t index,
                  struct text *out);
/* After it was written. The referee knows who is connected. */
void steward_batch(struct steward *steward, const struct disk *disk, const struct referee *referee,
                   const struct batch *batch, struct tally *tally);
void steward_message(const struct disk *disk, const struct heard *heard);
/* When nothing is under way: does each tournament that can go on do so? */
void steward_quiet(const struct disk *disk);
/* The matches of the tournament that are over and count. */
int64_t steward_matches(const struct disk *disk, const struct disk_tournament *tournament);
/* The last one of which a pair is decided on; 0: none. */
int64_t steward_round(const struct disk_tournament *tournament);
int64_t steward_missing(const struct disk_tournament *tournament);

#endif
