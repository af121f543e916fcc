/* A match as somebody is shown it: a copy, so that it can wait for its batch while the match goes
 * on. */
#ifndef SERVER_HALL_VIEW_H
#define SERVER_HALL_VIEW_H

#include "common/base/error.h"
#include "common/base/memory.h"
#include "common/base/text.h"
#include "server/hall/record.h"

#include <stdbool.h>
#include <stdint.h>

/* A match in a list. All texts are owned. */
struct match_summary {
    int64_t match;
    char *rules;
    char *start;
    char *first; /* the players' names */
    char *second;
    int64_t ply;
    int64_t created_ms;
    int64_t ended_ms; /* 0 while it is live */
    enum ending ending;
    enum seat winner;
    char *clock; /* owned; NULL: none */
    bool rated;
    int64_t tournament; /* 0: none */
};

struct match_view {
    struct match_summary summary;
    int64_t seq; /* moves, and one for the end */
    struct text position;
    enum seat seat; /* of the one it is shown to */
    bool online[2];
    int64_t left_ms[2]; /* of first and second when this was made; -1: no clock, or over */
    bool clock_runs;    /* of the one who is to move, when this is said */
    /* Deadlines besides the clocks, in ms after this was made; -1: there is none as things
     * stand. */
    int64_t first_move_left_ms; /* the mover's first move is due */
    int64_t claim_in_ms;        /* the mover is gone: the opponent may claim the match */
    int64_t abort_in_ms;        /* the opponent of `seat` is gone: `seat` may abort the match */
    int64_t idle_left_ms;       /* no clock: the match ends if nobody moves */
    int64_t from_ply;           /* of the first move in `moves` */
    int64_t move_count;         /* in `moves` */
    struct text moves;          /* a space between two */
    int64_t *taken_ms;          /* of each move in `moves`; owned; NULL: not known */
    int64_t *credit_ms;         /* of these given back for lag; as `taken_ms` */
    /* What a bot's chance in this seat follows from (common/tournament/seed.h); 0: not in a
     * tournament. */
    int64_t seed;
    char *marks; /* of `moves`, see common/judge/mark.h; owned; NULL: not judged (yet) */
};

/* Visits all that the summary or the view owns. */
void match_summary_visit(const struct match_summary *summary, struct memory_walk *walk);
void match_view_visit(const struct match_view *view, struct memory_walk *walk);
void match_summary_finish(struct match_summary *summary);
void match_view_finish(struct match_view *view);

/* Takes from `moves`, the record of the view's match, the page of at most `page` moves after ply
 * `after`, and sets from_ply, move_count and moves. */
void match_view_take_page(struct match_view *view, const struct text *moves, int64_t after,
                          int64_t page);
/* Takes from `times`, which are those of all moves of the match (see times.h), those of the page
 * that the view has. An empty text: they are not known. INTERNAL, and the view is as it was: they
 * are not one for each move. */
enum error_code match_view_take_times(struct match_view *view, const struct text *times,
                                      struct error *error);
/* Plays the whole record from the start position of the view's summary and sets `position`. For
 * matches out of the database; INTERNAL when the rules refuse what stands there. */
enum error_code match_view_replay(struct match_view *view, const struct text *moves,
                                  struct error *error);
/* Is the move number `ply` of the record this one, however it is written? The same replay. */
bool match_view_has_move(const struct match_view *view, const struct text *moves, int64_t ply,
                         const char *text);

#endif
