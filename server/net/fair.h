/* The order of the members that wait for the loop: start-time fair queueing.
 *
 * Each member of a queue has an account: the moment of the queue's own clock up to which it has
 * used its share. Work moves the account on by the time that the work took. Of the members that
 * wait, the one whose account is the earliest comes next, and the clock is set to its account. So a
 * member that has used little comes before all that have used much, and members that always want
 * more get equal shares. A member that has used less than its share comes before all these, but can
 * save up only little: an account that is farther behind the clock is moved up. While no member
 * waits, the clock runs with real time, which refills all accounts. */
#ifndef SERVER_NET_FAIR_H
#define SERVER_NET_FAIR_H

#include <stddef.h>
#include <stdint.h>

enum {
    FAIR_SAVED_MAX_NS = 100000, /* the most by which an account is behind the clock */
    /* The most by which an account is ahead of the clock. A member can be served while others
     * wait without having waited itself, and must not pay for that later than others are served. */
    FAIR_DEBT_MAX_NS = 5000000,
};

/* All zeros: a member that has used nothing and does not wait. */
struct fair_member {
    int64_t used_ns; /* the account */
    /* While it waits: */
    int64_t later_ns; /* added to its account in the queue's order */
    uint64_t number;  /* of two with the same account, the lower number is served first */
    size_t place;     /* in the heap, from 1; 0: it does not wait */
};

/* All zeros: an empty queue. */
struct fair_queue {
    struct fair_member **waiting; /* a heap; owned, its members are not */
    size_t count, capacity;
    int64_t clock_ns;
    int64_t now_ns; /* real time at the last update of the clock */
    uint64_t last_number;
};

/* No member may wait. */
void fair_queue_finish(struct fair_queue *queue);

/* `now_ns` is of one monotonic clock everywhere below. */

/* The member waits from now on; one that waits already gets the new `later_ns`. */
void fair_wait(struct fair_queue *queue, struct fair_member *member, int64_t later_ns,
               int64_t now_ns);
/* No effect when the member does not wait. */
void fair_leave(struct fair_queue *queue, struct fair_member *member, int64_t now_ns);
/* The member that comes next; NULL: no member waits. */
struct fair_member *fair_first(const struct fair_queue *queue);
/* The same member, which is served now and keeps waiting. Sets the clock. */
struct fair_member *fair_next(struct fair_queue *queue);
/* The member has used this much time, whether it waits or not. */
void fair_charge(struct fair_queue *queue, struct fair_member *member, int64_t ns, int64_t now_ns);
/* The time that the member has used beyond its share; 0: it is in credit. */
int64_t fair_debt_ns(struct fair_queue *queue, const struct fair_member *member, int64_t now_ns);

#endif
