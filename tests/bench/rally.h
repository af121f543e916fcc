/* One move in flight in each of many matches, each player on a connection of his own: durable moves
 * a second, and as many round trips to an echo over as many connections with messages as long. */
#ifndef TESTS_BENCH_RALLY_H
#define TESTS_BENCH_RALLY_H

#include "tests/bench/traffic.h"
#include "tests/bench/trips.h"

#include <stddef.h>

struct rally_config {
    const char *address; /* HOST:PORT, or several with commas: opponents are at different ones */
    int peer;            /* the process whose time is measured */
    struct traffic_form form;
    int matches;
    int64_t warm, moves; /* not measured at first, and measured */
    int first_name;      /* the players are named by numbers from here on */
    bool resumes;        /* do the players come in again after server.restarted? */
};

struct rally_result {
    struct trips_result trips;
    double commit_moves;  /* moves in a transaction, in the mean */
    size_t request_bytes; /* of a move, as it is sent */
};

/* Nim from one heap, always taking 1. A trip is from the sending of a move until its mover has the
 * answer and the opponent the event; then the next move of the match is sent. */
struct rally_result rally_play(const struct rally_config *config);

/* A message of so many bytes there and back takes the part of a move. */
struct trips_result rally_echo(const struct rally_config *config, size_t bytes);

/* --- the rally, step by step --- */

struct rally;

/* Connects two players for each match. */
struct rally *rally_open(const struct rally_config *config);
void rally_close(struct rally *rally);
/* All of them come in. */
void rally_greet(struct rally *rally);
/* Begins a match of each two players; again: one more. */
void rally_pair(struct rally *rally);

struct rally_return {
    double first_move_s; /* until the first move is acknowledged */
    double all_in_s;     /* until all have come in again whose connections stayed open */
    int told;            /* how often a connection has been told server.restarted */
    int closed;          /* connections */
};

/* Measures what follows a call of `end_hall`. Each player who is told server.restarted comes in
 * again at once, and makes the first move of his match if it is his. With `config.resumes`; call
 * once, before there are moves. */
struct rally_return rally_return(struct rally *rally, void (*end_hall)(void *owner), void *owner);

#endif
