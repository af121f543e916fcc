/* `takeaway table --genus`: the genus of each heap of a game, up to a size. Pure. */
#ifndef CLIENT_GENUS_LIST_H
#define CLIENT_GENUS_LIST_H

#include "client/show/progress.h"
#include "common/solver/genus.h"

#include <jansson.h>

struct genus_list {
    struct rules rules;
    int64_t upto;         /* the heap asked for */
    int64_t count;        /* the heaps 0 .. count - 1 are known: fewer where the search ended */
    int64_t tame_count;   /* these and all that comes from them are tame */
    struct genus *genera; /* of the known heaps; owned */
};

/* Checks the game and the size, as typed, and leaves the list empty. USAGE. */
enum error_code genus_list_plan(struct genus_list *ret_list, const struct rules *rules,
                                const char *upto, struct error *error);
/* The listener may be NULL. */
void genus_list_fill(struct genus_list *list, progress_listener *listener, void *owner);
void genus_list_finish(struct genus_list *list);

/* Appends it as "4^146", with dots if a number needs two digits: "8^8.10". */
void genus_print(const struct genus *genus, struct text *out);

/* For people: a line for each heap, and how far the heaps are tame. */
void genus_list_print(const struct genus_list *list, struct text *out);
/* heap,value,misere,wild: the misere values with blanks between them. */
void genus_list_csv(const struct genus_list *list, struct text *out);
/* {"rules", "upto", "table": "genus", "columns": {"heap", "value", "misere", "wild"}}; `misere` has
 * an array for each heap, and `upto` is the last heap that is known. */
json_t *genus_list_json(const struct genus_list *list);

#endif
