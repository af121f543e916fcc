/* The progress display of a tournament: on a terminal a bar, the speed and the standings, updated
 * in place; elsewhere a line now and then. */
#ifndef CLIENT_TOURNAMENT_MONITOR_H
#define CLIENT_TOURNAMENT_MONITOR_H

#include "client/lib/client.h"
#include "client/show/screen.h"
#include "client/show/tournament_print.h"

struct tournament_monitor_events {
    void *owner;
    /* The state has changed; also called with the first state after each connection. */
    void (*changed)(void *owner, const struct wire_tournament_news *news);
    void (*failed)(void *owner, const struct error *error);
    const char *disk; /* the words for the disk of the database, "The disk of cup"; borrowed */
};

enum { MONITOR_SAMPLES = 10 };

/* Initialise with tournament_monitor_init(), release with tournament_monitor_finish(). */
struct tournament_monitor {
    struct tournament_monitor_events events;
    struct client *client; /* NULL before the first connection; borrowed */
    struct loop *loop;     /* borrowed */
    int64_t tournament;
    struct screen screen;
    struct loop_timer *tick; /* starts the next update */
    struct text standings;   /* the latest */
    struct tournament_news news;
    int64_t moves;                   /* counted by the server; -1: unknown */
    int64_t begun_ms, begun_matches; /* start of the measurement of the speed */
    int64_t line_ms;                 /* time of the last printed line */
    /* The samples of the last seconds, a ring buffer. */
    struct monitor_sample {
        int64_t at_ms, matches, moves;
    } samples[MONITOR_SAMPLES];
    size_t sample_count; /* samples taken in total */
    bool is_counting;    /* a request for the moves is under way */
    bool is_asking;      /* a request for the standings is under way */
    bool is_stalled;     /* the disk takes no writes */
    bool is_over;
};

void tournament_monitor_init(struct tournament_monitor *monitor, struct loop *loop,
                             int64_t tournament, const struct tournament_monitor_events *events);
void tournament_monitor_finish(struct tournament_monitor *monitor);

/* Tells that the disk accepts no writes. A server also refuses connections for that reason. */
void tournament_monitor_stalled(struct tournament_monitor *monitor);
/* The connection is established, for the first time or again. */
void tournament_monitor_connected(struct tournament_monitor *monitor, struct client *client);
void tournament_monitor_event(struct tournament_monitor *monitor, enum wire_event event,
                              const void *body);
/* Prints a line for the person above the part that is updated in place. */
void tournament_monitor_say(struct tournament_monitor *monitor, const char *line);
/* Ends the display. */
void tournament_monitor_end(struct tournament_monitor *monitor);

#endif
