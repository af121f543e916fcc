/* Judges what time did to the matches: it sees what the driver sees (which messages are released when, which requests come when,
 * when the disk stalls) and what is recorded, and does the sums again, in its own way: from virtual time alone. */
#ifndef TESTS_SIM_REFEREE_H
#define TESTS_SIM_REFEREE_H

#include "common/game/time_control.h"
#include "server/hall/hall.h"
#include "tests/hall/disk.h"

/* Something that was so from a time on; the latest ones are kept. */
enum { PAST_KEPT = 512 };
struct past {
    struct {
        int64_t at_ms, value;
    } entries[PAST_KEPT];
    size_t count; /* ever: a ring */
};

struct bout_move {
    int64_t at_ms;
    struct move_times times;
};

/* A match, as the records taken so far tell it. Times of play stand still while the hall does. */
struct bout {
    int64_t id, players[2];
    struct time_control control;
    struct bout_move *moves; /* owned */
    int64_t plies;
    size_t capacity;
    int64_t given_ply;  /* the turn that was given last */
    int64_t given_play; /* when */
    int64_t idle_play;  /* since when no move has come */
    int64_t left_ms[2], quota_ms[2];
    bool asked_to_resign[2];
    enum ending ending;
};

struct referee {
    const struct hall_limits *limits;
    int64_t started_ms; /* the server */
    struct bout *bouts; /* by number */
    size_t bout_count;
    struct past stands; /* 1: the hall stands still; 0: it goes on */
    struct past judged; /* turns of the loop in which flags could be judged */
    struct past *lags;  /* by player: of the session at that time */
    struct past *gone;  /* by player: 1 without a session, 0 with one */
    bool *is_back;      /* by player: has been welcome since the start */
    size_t player_count;
};

void referee_finish(struct referee *referee);
/* A server has started with what the disk holds: what was recorded but not written is forgotten. */
void referee_start(struct referee *referee, const struct disk *disk, int64_t now_ms);
void referee_stands(struct referee *referee, bool stands, int64_t now_ms);
/* Flags can be judged now. */
void referee_judged(struct referee *referee, int64_t now_ms);
void referee_session(struct referee *referee, int64_t player, bool is_open, int64_t now_ms);
void referee_lag(struct referee *referee, int64_t player, int64_t lag_ms, int64_t now_ms);
void referee_resigns(struct referee *referee, int64_t match, int64_t player);
/* `begins`: the match that this answer begins; 0: none. */
void referee_released(struct referee *referee, const struct message *message, int64_t begins,
                      int64_t now_ms);
/* A match is shown to somebody. */
void referee_view(struct referee *referee, const struct match_view *view);
void referee_batch(struct referee *referee, const struct batch *batch);
/* When every record was taken: does a match go on whose time was up when flags were judged last? */
void referee_overdue(struct referee *referee, int64_t now_ms);
size_t referee_live(const struct referee *referee);

#endif
