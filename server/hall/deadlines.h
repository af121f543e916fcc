/* The deadlines of matches, their spectators, tournaments, offers, invitations and the lobby: a
 * binary heap, the earliest first. A deadline is a member of what it is about, is in the heap at
 * most once, and knows its place there, so that it can be moved. */
#ifndef SERVER_HALL_DEADLINES_H
#define SERVER_HALL_DEADLINES_H

#include <stddef.h>
#include <stdint.h>

struct match;
struct tournament;
struct offer;
struct invitation;

enum deadline_kind {
    DEADLINE_OF_MATCH,
    DEADLINE_OF_TOURNAMENT,
    DEADLINE_OF_OFFER,
    DEADLINE_OF_SPECTATORS,
    DEADLINE_OF_INVITATION,
    DEADLINE_OF_LOBBY,
};

struct deadline {
    int64_t at_ms;
    uint32_t place; /* in the heap, from 1; 0: not in it */
    enum deadline_kind kind;
    union {
        struct match *match; /* also of its spectators */
        struct tournament *tournament;
        struct offer *offer;
        struct invitation *invitation;
    };
};

struct deadlines {
    struct deadline **heap; /* heap[i - 1] is not later than heap[2i - 1] and heap[2i] */
    size_t count;
    size_t capacity;
};

/* The deadlines themselves are left alone. */
void deadlines_finish(struct deadlines *deadlines);
/* Puts it in, or moves it; INT64_MAX takes it out. */
void deadlines_set(struct deadlines *deadlines, struct deadline *deadline, int64_t at_ms);
/* The earliest; NULL: there is none. */
struct deadline *deadlines_first(const struct deadlines *deadlines);

#endif
