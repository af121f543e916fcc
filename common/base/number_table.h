/* Things by their numbers, in one array that is probed linearly: to find one mostly costs a single
 * miss of the cache, where a chain of hashed elements costs one for each element on the way. The
 * things are borrowed; whoever wants them all keeps a list of its own. */
#ifndef COMMON_BASE_NUMBER_TABLE_H
#define COMMON_BASE_NUMBER_TABLE_H

#include <stddef.h>
#include <stdint.h>

/* `struct number_table table = {0}` is empty. */
struct number_table {
    struct number_place *places;
    int bits;     /* of the number of places; 0: there are none */
    size_t count; /* of things */
};

/* The table must be empty. */
void number_table_finish(struct number_table *table);
/* The number must not be in the table; `thing` is not NULL. */
void number_table_add(struct number_table *table, uint64_t number, void *thing);
/* NULL: none has this number. */
void *number_table_find(const struct number_table *table, uint64_t number);
/* The number must be in the table. */
void number_table_remove(struct number_table *table, uint64_t number);

#endif
