/* The tables of the hall: what stands in them is found here. And what several of its parts share:
 * lists of numbers, and rules that are read once. */
#include "server/hall/hall_state.h"

#include "common/base/memory.h"
#include "common/game/drawn.h"
#include "server/hall/player_name.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void id_list_finish(struct id_list *list)
{
    free(list->ids);
    *list = (struct id_list){0};
}

static size_t id_list_find(const struct id_list *list, uint64_t id)
{
    size_t i = 0;
    while (i < list->count && list->ids[i] != id)
        i++;
    return i;
}

bool id_list_has(const struct id_list *list, uint64_t id)
{
    return id_list_find(list, id) < list->count;
}

void id_list_add(struct id_list *list, uint64_t id)
{
    if (id_list_has(list, id))
        return;
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? 2 * list->capacity : 4;
        list->ids = memory_resized(list->ids, list->capacity, sizeof *list->ids);
    }
    list->ids[list->count++] = id;
}

void id_list_remove(struct id_list *list, uint64_t id)
{
    size_t i = id_list_find(list, id);
    if (i < list->count)
        list->ids[i] = list->ids[--list->count];
}

struct shared_rules *shared_rules_of(struct hall *hall, const struct rules *rules)
{
    struct shared_rules *shared = NULL;
    HASH_FIND(hh, hall->rules, rules->text, rules->text_len, shared);
    if (!shared) {
        shared = memory_zeroed(1, sizeof *shared);
        shared->rules = *rules;
        shared->rules.look = LOOK_PLAIN; /* whoever shares them may see them differently */
        HASH_ADD_KEYPTR(hh, hall->rules, shared->rules.text, shared->rules.text_len, shared);
    }
    return shared_rules_ref(shared);
}

struct shared_rules *shared_rules_get(struct hall *hall, const char *text, size_t len,
                                      struct error *error)
{
    struct rules rules;
    return rules_parse(&rules, text, len, error) ? NULL : shared_rules_of(hall, &rules);
}

struct shared_rules *shared_rules_or_class_get(struct hall *hall, const char *text, size_t len,
                                               struct error *error)
{
    struct rules rules;
    return rules_or_class_parse(&rules, text, len, error) ? NULL : shared_rules_of(hall, &rules);
}

struct shared_rules *shared_rules_ref(struct shared_rules *rules)
{
    rules->references++;
    return rules;
}

void shared_rules_drop(struct hall *hall, struct shared_rules *rules)
{
    assert(rules->references > 0);
    if (--rules->references > 0)
        return;
    HASH_DELETE(hh, hall->rules, rules);
    free(rules);
}

struct session *session_find(const struct hall *hall, uint64_t session)
{
    return number_table_find(&hall->sessions_by_id, session);
}

struct player *player_find(const struct hall *hall, int64_t id)
{
    struct player *found = NULL;
    HASH_FIND(by_id, hall->players_by_id, &id, sizeof id, found);
    return found;
}

struct player *player_named(const struct hall *hall, struct hall_text name)
{
    char *key = name_key(name.bytes, name.len);
    struct player *found = NULL;
    HASH_FIND(by_key, hall->players_by_key, key, strlen(key), found);
    free(key);
    return found;
}

struct match *match_find(const struct hall *hall, int64_t id)
{
    return number_table_find(&hall->live, (uint64_t)id);
}

struct match *match_find_ended(const struct hall *hall, int64_t id)
{
    struct match *found = NULL;
    HASH_FIND(hh, hall->ended, &id, sizeof id, found);
    return found;
}

enum seat match_seat_of(const struct match *match, const struct player *player)
{
    if (match->seats[0].player == player)
        return SEAT_FIRST;
    if (match->seats[1].player == player)
        return SEAT_SECOND;
    return SEAT_NOBODY;
}

enum seat seat_opposite(enum seat seat)
{
    assert(seat != SEAT_NOBODY);
    return seat == SEAT_FIRST ? SEAT_SECOND : SEAT_FIRST;
}

struct offer *offer_find(const struct hall *hall, int64_t id)
{
    struct offer *found = NULL;
    HASH_FIND(hh, hall->offers, &id, sizeof id, found);
    return found;
}
