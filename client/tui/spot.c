#include "client/tui/spot.h"

#include "common/game/wythoff.h"

/* --- moves by their order --- */

static struct parts_move key_at(const struct choice *choice, uint128 index, struct move *ret_move)
{
    move_at(&choice->rules, &choice->position, index, ret_move);
    return parts_move_of(&choice->rules, ret_move);
}

/* The index of the first move that is not before this place in the order. */
static uint128 first_at_least(const struct choice *choice, const struct parts_move *place)
{
    uint128 low = 0, high = move_count(&choice->rules, &choice->position);
    while (low < high) {
        uint128 middle = low + (high - low) / 2;
        struct move move;
        struct parts_move key = key_at(choice, middle, &move);
        if (parts_move_compare(&key, place) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static struct parts_move place_in(const struct part *part, int64_t taken, int64_t smallest)
{
    return (struct parts_move){
        .group = {part->group[0], part->group[1]}, .taken = taken, .smallest = smallest};
}

/* The move of this index, if it belongs to the part. */
static bool spot_at(const struct choice *choice, const struct part *part, uint128 index,
                    struct spot *ret_spot)
{
    if (index >= move_count(&choice->rules, &choice->position))
        return false;
    struct parts_move key = key_at(choice, index, &ret_spot->move);
    ret_spot->taken = key.taken;
    ret_spot->smallest = key.smallest;
    return key.group[0] == part->group[0] && key.group[1] == part->group[1];
}

/* In Wythoff's game one of the moves of both heaps has its place among those of one. */
static bool spot_of_both(const struct choice *choice, const struct part *part, int64_t taken,
                         struct spot *ret_spot)
{
    if (taken < 1 || taken > part->size)
        return false;
    *ret_spot =
        (struct spot){.taken = taken, .move = wythoff_move_of_both(&choice->position, taken)};
    return true;
}

bool spot_find_from(const struct choice *choice, const struct part *part, int64_t taken,
                    int64_t smallest, struct spot *ret_spot)
{
    if (part->is_both)
        return spot_of_both(choice, part, taken + (smallest > 0 || taken == 0), ret_spot);
    struct parts_move place = place_in(part, taken, smallest);
    return spot_at(choice, part, first_at_least(choice, &place), ret_spot);
}

bool spot_find_before(const struct choice *choice, const struct part *part, int64_t taken,
                      int64_t smallest, struct spot *ret_spot)
{
    if (part->is_both) {
        int64_t last = smallest > 0 ? taken : taken - 1;
        return spot_of_both(choice, part, last < part->size ? last : part->size, ret_spot);
    }
    struct parts_move place = place_in(part, taken, smallest);
    uint128 index = first_at_least(choice, &place);
    return index > 0 && spot_at(choice, part, index - 1, ret_spot);
}

bool spot_find_number(const struct choice *choice, const struct part *part, int64_t taken,
                      struct spot *ret_spot)
{
    return spot_find_from(choice, part, taken, 0, ret_spot) && ret_spot->taken == taken;
}

bool spot_find_near(const struct choice *choice, const struct part *part, int64_t taken,
                    struct spot *ret_spot)
{
    return spot_find_from(choice, part, taken, 0, ret_spot) ||
           spot_find_before(choice, part, taken, 0, ret_spot);
}

/* --- places in a row --- */

int64_t spot_smallest(const struct part *part, int64_t taken, int64_t before)
{
    int64_t left = part->size - taken, after = left - before;
    if (part->is_both)
        return 0;
    if (before == 0 || after == 0)
        return left;
    return before < after ? before : after;
}

bool spot_is_split(const struct part *part, const struct spot *spot)
{
    return spot->smallest > 0 && spot->smallest < part->size - spot->taken;
}

bool spot_has_places(const struct choice *choice, uint32_t index, int64_t taken)
{
    const struct part *part = &choice->parts.items[index];
    struct spot spot;
    return choice->parts.may_split && spot_find_number(choice, part, taken, &spot) &&
           spot_is_split(part, &spot);
}
