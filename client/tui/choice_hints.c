#include "client/tui/choice.h"
#include "client/tui/spot.h"

static size_t add(struct hint *hints, size_t count, struct stroke stroke, const char *key,
                  const char *label)
{
    hints[count] = (struct hint){stroke, key, label};
    return count + 1;
}

static size_t add_number_hints(const struct choice *choice, struct hint *hints, size_t count)
{
    bool has_places_now = spot_has_places(choice, choice->part, choice->taken);
    bool is_chocolate = choice->parts.kind == PARTS_CHOCOLATE;
    count =
        add(hints, count, stroke_of(STROKE_LEFT), "Left", has_places_now ? "further left" : "more");
    count = add(hints, count, stroke_of(STROKE_RIGHT), "Right",
                has_places_now ? "further right" : "fewer");
    if (choice->parts.may_split && !choice->parts.only_splits) {
        count = add(hints, count, stroke_character('+'), "+", "more");
        count = add(hints, count, stroke_character('-'), "-", "fewer");
    }
    return add(hints, count, stroke_of(STROKE_NONE), "0-9", is_chocolate ? "column" : "number");
}

size_t choice_hints(const struct choice *choice, struct hint *ret_hints)
{
    static const char *const above[] = {"heap above", "row above", "row above", "edge above"};
    static const char *const below[] = {"heap below", "row below", "row below", "edge below"};
    size_t count = 0;
    if (!choice->is_open)
        return 0;
    if (choice->parts.count > 1) {
        count = add(ret_hints, count, stroke_of(STROKE_UP), "Up", above[choice->parts.kind]);
        count = add(ret_hints, count, stroke_of(STROKE_DOWN), "Down", below[choice->parts.kind]);
    }
    if (choice->parts.kind == PARTS_EDGES)
        return add(ret_hints, count, stroke_of(STROKE_NONE), "0-9", "edge");
    return add_number_hints(choice, ret_hints, count);
}
