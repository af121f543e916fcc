/* What is shown while a tournament goes on: on a terminal a bar, the speed and the standings, which
 * change in place; elsewhere a line now and then. */
#ifndef CLIENT_TOURNAMENT_MONITOR_H
#define CLIENT_TOURNAMENT_MONITOR_H

#include "client/lib/client.h"
#include "client/show/screen.h"
#include "client/show/tournament_print.h"

struct tournament_monitor_events {
    void *owner;
    /* It stands otherwise, or this is how it stood when the monitor came (again). */
    void (*changed)(void *owner, const struct wire_tournament_news *news);
    void (*failed)(void *owner, const struct error *error);
    const char *disk; /* that the tournament is kept on, as in "The disk of cup"; borrowed */
};

enum { MONITOR_SAMPLES = 10 };

/* tournament_monitor_init() it, tournament_monitor_finish() it when done. */
struct tournament_monitor {
    struct tournament_monitor_events events;
    struct client *client; /* NULL before the first connection; borrowed */
    struct loop *loop;     /* borrowed */
    int64_t tournament;
    struct screen screen;
    struct loop_timer *tick; /* when to look again */
    struct text standings;   /* as they were last */
    struct tournament_news news;
    int64_t moves;                   /* that the server has counted; -1: not known */
    int64_t begun_ms, begun_matches; /* when the first news came */
    int64_t line_ms;                 /* when the last line was printed */
    /* The last seconds, a ring. */
    struct monitor_sample {
        int64_t at_ms, matches, moves;
    } samples[MONITOR_SAMPLES];
    size_t sample_count; /* all that were ever taken */
    bool is_counting;    /* asks for the moves */
    bool is_asking;      /* for the standings */
    bool is_stalled;     /* the disk takes no writes */
    bool is_over;
};

void tournament_monitor_init(struct tournament_monitor *monitor, struct loop *loop,
                             int64_t tournament, const struct tournament_monitor_events *events);
void tournament_monitor_finish(struct tournament_monitor *monitor);

/* The disk takes no writes: also known when the server refuses the connection for it. */
void tournament_monitor_stalled(struct tournament_monitor *monitor);
/* The connection is there, the first time or again. */
void tournament_monitor_connected(struct tournament_monitor *monitor, struct client *client);
void tournament_monitor_event(struct tournament_monitor *monitor, enum wire_event event,
                              const void *body);
/* A line for the person, above what changes. */
void tournament_monitor_say(struct tournament_monitor *monitor, const char *line);
/* Shows nothing any more. */
void tournament_monitor_end(struct tournament_monitor *monitor);

#endif
