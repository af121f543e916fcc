/* Positions and moves in words, as the table of their family has them. */
#include "common/words/words.h"

#include "common/game/family.h"
#include "common/game/heaps.h"
#include "common/game/silver_dollar.h"
#include "common/game/subtraction.h"
#include "common/game/take_away.h"
#include "common/words/words_family.h"
#include "common/words/words_look.h"

#include <assert.h>

static const struct row {
    const struct family *family;
    uint8_t variant;
    const struct words_family *words;
    const char *example; /* a position */
} rows[] = {
    {&family_take_away, TAKE_AWAY_ONE, &words_one_heap, "35@12"},
    {&family_take_away, TAKE_AWAY_LOCAL, &words_local_quotas, "5+8@3"},
    {&family_take_away, TAKE_AWAY_GLOBAL, &words_global_quota, "3+5+7@2"},
    {&family_nim, 0, &words_heaps, "3+5+7"},
    {&family_octal, 0, &words_heaps, "3+8"},
    {&family_hexadecimal, 0, &words_heaps, "3+8"},
    {&family_subtraction, 0, &words_heaps, "3+8"},
    {&family_subtraction, SUBTRACTION_CLEAR, &words_heaps, "3+8"},
    {&family_grundy, 0, &words_heaps, "3+8"},
    {&family_wythoff, 0, &words_wythoff, "3+8"},
    {&family_chomp, 0, &words_chomp, "4+4+2"},
    {&family_silver_dollar, SILVER_DOLLAR_PLAIN, &words_silver_dollar, "2+5+9"},
    {&family_silver_dollar, SILVER_DOLLAR_ONE_STEP, &words_silver_dollar, "2+5$+9"},
    {&family_silver_dollar, SILVER_DOLLAR_TWO_STEP, &words_silver_dollar, "2+5$+9"},
    {&family_turning, 0, &words_turning, "2+5+9"},
    {&family_hackenbush, 0, &words_hackenbush, "0-1-2-0+2-3"},
    {&family_candy, 0, &words_candy, "3+8"},
    {&family_northcott, 0, &words_northcott, ".w..b.+w....b@10w"},
    {&family_date, 0, &words_date, "9jan"},
    {&family_sticks, 0, &words_sticks, "2+3+4"},
    {&family_odd_scoring, 0, &words_odd_scoring, "15@0"},
    {&family_tactix, 0, &words_tactix, "xxx/x.x/xxx"},
};

static const struct row *row_of(const struct rules *rules)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].family == rules->family && rows[i].variant == rules->variant)
            return &rows[i];
    }
    return NULL;
}

const struct words_family *words_family_of(const struct rules *rules)
{
    const struct row *row = row_of(rules);
    return row ? row->words : NULL;
}

const char *words_example(const struct rules *rules)
{
    const struct row *row = row_of(rules);
    return row ? row->example : NULL;
}

void words_separate(uint32_t index, uint32_t count, struct text *out)
{
    if (index > 0)
        text_append_string(out, index + 1 == count ? " and " : ", ");
}

void words_sizes(const int64_t *cells, uint32_t count, struct text *out)
{
    for (uint32_t i = 0; i < count; i++) {
        words_separate(i, count, out);
        text_append_int(out, heaps_counters(cells[i]));
    }
}

bool words_has_heaps(const struct rules *rules)
{
    const struct words_family *words = words_family_of(rules);
    return words && words->heap_count;
}

bool words_has_own_quotas(const struct rules *rules)
{
    const struct words_family *words = words_family_of(rules);
    return words && words->has_own_quotas;
}

bool words_are_notation(const struct rules *rules, const struct position *position)
{
    const struct words_family *words = words_family_of(rules);
    return !words || (words->begins_with_notation && position->count > 0);
}

uint32_t words_heap_count(const struct rules *rules, const struct position *position)
{
    assert(words_has_heaps(rules));
    return words_family_of(rules)->heap_count(position);
}

struct words_heap words_heap_at(const struct rules *rules, const struct position *position,
                                uint32_t index)
{
    assert(index < words_heap_count(rules, position));
    return words_family_of(rules)->heap_at(position, index);
}

void words_position(const struct rules *rules, const struct position *position, struct text *out)
{
    const struct words_family *words = words_family_of(rules);
    const struct look_words *look = look_words(rules->look);
    if (!words)
        position_print(rules, position, out);
    else if (position->count == 0)
        text_append_string(out, look ? look->over : words->over ? words->over : "nothing is left");
    else if (look)
        look->position(rules, position, out);
    else
        words->position(rules, position, out);
}

void words_move(const struct rules *rules, const struct position *position, const struct move *move,
                bool you, struct text *out)
{
    const struct words_family *words = words_family_of(rules);
    const struct look_words *look = look_words(rules->look);
    const char *ending = you ? "" : "s";
    if (look) {
        look->move(rules, position, move, ending, out);
    } else if (words) {
        words->move(rules, position, move, ending, out);
    } else {
        text_printf(out, "play%s ", ending);
        move_print(rules, position, move, out);
    }
}

void words_step(const struct match *match, const struct position *position,
                const struct match_step *step, struct text *out)
{
    bool you = step->by == match->seat;
    text_printf(out, "%s ", you ? "You" : match_player(match, step->by));
    words_move(&match->rules, position, &step->move, you, out);
}

void words_drawing(const struct rules *rules, const struct position *position, struct text *out)
{
    const struct words_family *words = words_family_of(rules);
    if (words && words->drawing)
        words->drawing(rules, position, out);
}
