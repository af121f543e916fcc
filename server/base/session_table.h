/* The sessions of this process by their numbers. A number is never used twice, and its session is
 * found without hashing:
 *
 *     number = how often its place has been used (20 bits, from 1) << 20 | its place in an array
 *
 * A place that has been used a million times is not used again. */
#ifndef SERVER_BASE_SESSION_TABLE_H
#define SERVER_BASE_SESSION_TABLE_H

#include <stddef.h>
#include <stdint.h>

/* `struct session_table table = {0}` is empty. */
struct session_table {
    struct session_place *places;
    size_t place_count;
    size_t free_first; /* a list; 0: empty, otherwise the place + 1 */
    size_t count;      /* of sessions */
};

void session_table_finish(struct session_table *table);
/* Returns the new session's number; 0: there are 2^20 sessions already. `session` is borrowed. */
uint64_t session_table_add(struct session_table *table, void *session);
/* NULL: it is gone. */
void *session_table_find(const struct session_table *table, uint64_t number);
void session_table_remove(struct session_table *table, uint64_t number);

#endif
