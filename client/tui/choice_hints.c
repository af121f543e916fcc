#include "client/tui/choice.h"
#include "client/tui/spot.h"

static size_t add(struct hint *hints, size_t count, struct stroke stroke, const char *key,
                  const char *label)
{
    hints[count] = (struct hint){stroke, key, label};
    return count + 1;
}

/* In a row: along it, and with + and - another number. */
static size_t add_place_hints(const struct choice *choice, struct hint *hints, size_t count)
{
    int64_t left = choice->parts.items[choice->part].size - choice->taken;
    if (choice->before == left)
        count = add(hints, count, stroke_of(STROKE_LEFT), "Left", "split");
    else if (choice->before == 0)
        count = add(hints, count, stroke_of(STROKE_RIGHT), "Right", "split");
    else
        count = add(hints, count, stroke_of(STROKE_LEFT), "Left/Right", "where");
    if (choice->parts.only_splits)
        return count;
    count = add(hints, count, stroke_character('+'), "+", choice->taken > 0 ? "more" : "take some");
    return choice->taken > 0 ? add(hints, count, stroke_character('-'), "-", "fewer") : count;
}

static const char *number_label(const struct choice *choice)
{
    if (choice->parts.kind == PARTS_CHOCOLATE)
        return "column";
    return choice->parts.only_splits ? "first heap" : "number";
}

static size_t add_number_hints(const struct choice *choice, struct hint *hints, size_t count)
{
    if (spot_has_places(choice, choice->part, choice->taken)) {
        count = add_place_hints(choice, hints, count);
    } else {
        count = add(hints, count, stroke_of(STROKE_LEFT), "Left", "more");
        count = add(hints, count, stroke_of(STROKE_RIGHT), "Right", "fewer");
    }
    return add(hints, count, stroke_of(STROKE_NONE), "0-9", number_label(choice));
}

/* Can a 0 that is typed now split the part, instead of taking from it? */
static bool may_split_by_zero(const struct choice *choice)
{
    return choice->taken > 0 && choice->typed <= 0 && spot_has_places(choice, choice->part, 0);
}

static size_t add_part_hints(const struct choice *choice, struct hint *ret_hints)
{
    static const char *const parts[] = {"heap", "row", "row", "edge"};
    size_t count = 0;
    if (may_split_by_zero(choice))
        count = add(ret_hints, count, stroke_character('0'), "0", "split");
    if (choice->parts.count > 1)
        count = add(ret_hints, count, stroke_of(STROKE_DOWN), "Up/Down", parts[choice->parts.kind]);
    if (choice->parts.kind == PARTS_EDGES)
        return add(ret_hints, count, stroke_of(STROKE_NONE), "0-9", "edge");
    return add_number_hints(choice, ret_hints, count);
}

size_t choice_hints(const struct choice *choice, struct hint *ret_hints)
{
    if (!choice->is_open)
        return 0;
    size_t count = add_part_hints(choice, ret_hints);
    if (choice->typed < 0)
        return count;
    return add(ret_hints, count, stroke_of(STROKE_BACKSPACE), "BSpace",
               "undo a digit; an arrow: all of them");
}
