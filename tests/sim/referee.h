/* Judges what time did to the matches: it sees what the driver sees (which messages are released
 * when, which requests come when, when the disk stalls) and what is recorded, and does the sums
 * again, in its own way: from virtual time alone. */
#ifndef TESTS_SIM_REFEREE_H
#define TESTS_SIM_REFEREE_H

#include "common/game/time_control.h"
#include "server/hall/hall.h"
#include "server/hall/match_record.h"
#include "tests/hall/disk.h"
#include "tests/hall/heard.h"
#include "tests/sim/past.h"

/* A change of a match: a move, or moves were taken back. */
struct bout_move {
    int64_t at_ms;
    struct move_times times;
    bool is_move;
    int64_t plies; /* that are left after it */
};

/* What the referee has to know of a request that the hall has carried out, when its change is
 * recorded later. */
struct made {
    int64_t at_ms;     /* when it was carried out */
    int64_t came_ms;   /* when the request had come */
    int64_t judged_ms; /* up to when flags had been judged before */
    size_t comings;    /* how many there were, of all players, see struct coming */
};

/* A move that the hall has made, and is to be recorded. */
struct made_move {
    int64_t match, back;
    struct made made;
};

/* Somebody wanted to allow this takeback, when the match had so many changes. */
struct allowance {
    int64_t match, seq, ply;
    struct made made;
};

/* A player was told to be in, or lost the connection by the server's fault. */
struct coming {
    size_t number; /* among those of all players */
    bool is_loss;
    int64_t play;   /* when */
    int64_t judged; /* of play: up to when flags had been judged */
    int64_t lag_ms; /* of the session that was lost */
};

/* Whom clocks wait for. */
struct presence {
    bool is_back;       /* has been welcome since the start and the last loss */
    int64_t grace_play; /* who is not back is waited for until then */
    size_t losses;
    struct {
        uint64_t session;
        size_t losses; /* before it began: with more by its welcome, that is void */
    } * sessions;      /* owned */
    size_t session_count;
    struct coming *comings; /* owned */
    size_t coming_count;
};

/* A match, as the records taken so far tell it. Times of play stand still while the hall does. */
struct bout {
    int64_t id, players[2], created_ms;
    struct time_control control;
    struct bout_move *changes; /* owned */
    int64_t seq;               /* their number */
    int64_t plies;             /* moves that stand */
    int64_t times_back;        /* how often moves were taken back */
    size_t capacity;
    int64_t given_seq;    /* the turn that was given last: 1 more than the changes before it */
    int64_t given_play;   /* when, as it was said then */
    int64_t given_to;     /* the player */
    size_t given_comings; /* of that player, by then */
    int64_t idle_play;    /* since when no move has come */
    /* Before both have moved, players who are away are awaited until then; 0: they are not. */
    int64_t awaited_play;
    int64_t left_ms[2], quota_ms[2];
    bool asked_to_resign[2];
    int64_t aborted_ms;       /* when the operator ended it; 0: never */
    int64_t tournament;       /* 0: none */
    int64_t asked_moves[2];   /* since the start: of each player, and not made (yet) */
    int64_t refused_moves[2]; /* of them, because the rules forbid them */
    enum ending ending;
    enum seat winner;
    int64_t ended_play;
    bool is_recent; /* has it ended since the start? */
};

/* Somebody wanted to withdraw, or to be withdrawn; `player` 0: the owner named somebody. */
struct withdrawal {
    int64_t tournament, player;
};

struct referee {
    const struct hall_limits *limits;
    int64_t started_ms; /* the server */
    struct bout *bouts; /* by number */
    size_t bout_count;
    struct past stands;    /* 1: the hall stands still; 0: it goes on */
    struct past judged;    /* turns of the loop in which flags could be judged, until when */
    struct past *lags;     /* by player: of the session at that time */
    struct past *gone;     /* by player: 1 without a session, 0 with one */
    struct past *silences; /* by player: 1 while the session's program answers no pings */
    struct past *faults;   /* by player: 1 when the session broke the protocol */
    struct past *cleared;  /* by player: 1 when the operator ended all matches */
    struct past *closed;   /* by player: 1 when the account was closed */
    uint64_t *addresses;   /* by player: of the last session since the start; 0: there was none */
    struct presence *presences; /* by player */
    size_t coming_count;        /* ever, of all players */
    size_t player_count;
    struct withdrawal *withdrawals; /* since the start */
    size_t withdrawal_count;
    struct made_move *made; /* those from `made_taken` on are not recorded yet */
    size_t made_count, made_taken;
    struct allowance *allowances; /* since the start */
    size_t allowance_count;
};

void referee_finish(struct referee *referee);
/* A server has started with what the disk holds: what was recorded but not written is forgotten. */
void referee_start(struct referee *referee, const struct disk *disk, int64_t now_ms);
void referee_stands(struct referee *referee, bool stands, int64_t now_ms);
/* Flags are judged up to this time. */
void referee_judged(struct referee *referee, int64_t until_ms, int64_t now_ms);
/* `address`: where it has been opened; 0: it is closed. */
void referee_session(struct referee *referee, int64_t player, uint64_t session, uint64_t address,
                     int64_t now_ms);
/* Where the player was last since the start; 0: nowhere. */
uint64_t referee_address(const struct referee *referee, int64_t player);
void referee_lag(struct referee *referee, int64_t player, int64_t lag_ms, int64_t now_ms);
void referee_silence(struct referee *referee, int64_t player, bool is_silent, int64_t now_ms);
/* The session is about to be ended because it broke the protocol. */
void referee_fault(struct referee *referee, int64_t player, int64_t now_ms);
void referee_resigns(struct referee *referee, int64_t match, int64_t player);
/* Or is withdrawn: see struct withdrawal. */
void referee_withdraws(struct referee *referee, int64_t tournament, int64_t player);
/* The operator has ended a match, and asks for the end of all matches of a player. */
void referee_aborted(struct referee *referee, int64_t match, int64_t now_ms);
void referee_clears(struct referee *referee, int64_t player, int64_t now_ms);
/* The player's account is closed, and with it all matches end. */
void referee_closes(struct referee *referee, int64_t player, int64_t now_ms);
void referee_asks_move(struct referee *referee, int64_t match, int64_t player);
/* The hall has made a move of somebody who knows of so many takebacks. */
void referee_move_made(struct referee *referee, int64_t match, int64_t back, int64_t came_ms,
                       int64_t now_ms);
void referee_allows_takeback(struct referee *referee, int64_t match, int64_t seq, int64_t ply,
                             int64_t came_ms, int64_t now_ms);
/* The player's connection is lost by the server's fault. */
void referee_lose(struct referee *referee, int64_t player, int64_t now_ms);
/* A move that had come at `came_ms` is heard: no flag may have fallen for which it was in time. */
void referee_check_in_time(struct referee *referee, int64_t match, int64_t ply, int64_t player,
                           int64_t came_ms);
/* The player is told that the rules forbid a move. */
void referee_refuses_move(struct referee *referee, int64_t match, int64_t player);
/* `begins`: the match that this answer begins; 0: none. */
void referee_released(struct referee *referee, const struct heard *heard, int64_t begins,
                      int64_t now_ms);
/* A match is shown to somebody. */
void referee_view(struct referee *referee, const struct wire_match *view);
void referee_batch(struct referee *referee, const struct batch *batch);
/* When every record was taken and everything is said: does a match go on whose time was up when
 * flags were judged last, or one of a tournament that was lost otherwise? */
void referee_overdue(struct referee *referee, int64_t now_ms);
size_t referee_live(const struct referee *referee);
/* Had the player been without a session for so much time of play? */
bool referee_was_gone(const struct referee *referee, int64_t player, int64_t at_ms, int64_t ms);

#endif
