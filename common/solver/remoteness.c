#include "common/solver/remoteness.h"

#include "common/base/memory.h"
#include "common/solver/position_table.h"

#include <assert.h>
#include <stdlib.h>

/* With more positions than this the table is emptied before the next question. */
enum { POSITIONS_KEPT_MAX = 100000 };

/* An entry of the table: the remoteness, the index of the fastest winning move, whether the
 * position is won or drawn, and a bit that says that the entry is filled in. A drawn position has
 * no remoteness; 0 stands for it. */
enum {
    INDEX_SHIFT = 8,
    REMOTENESS_MASK = 0xff,
    DRAWN = 1 << 28,
    WON = 1 << 29,
    FILLED = 1 << 30,
};

struct remoteness_table {
    const struct rules *rules;
    struct position_table *entries;
    /* The positions from the requested one down to the one in work. Every move uses up a counter or
     * splits a heap for good, so the way is short. */
    struct position way[2 * REMOTENESS_COUNTERS_MAX + 1];
};

struct remoteness_table *remoteness_table_create(const struct rules *rules)
{
    struct remoteness_table *table = memory_zeroed(1, sizeof *table);
    table->rules = rules;
    table->entries = position_table_create();
    return table;
}

void remoteness_table_destroy(struct remoteness_table *table)
{
    if (!table)
        return;
    for (size_t i = 0; i < sizeof table->way / sizeof *table->way; i++)
        position_finish(&table->way[i]);
    position_table_destroy(table->entries);
    free(table);
}

size_t remoteness_table_memory(const struct remoteness_table *table)
{
    return position_table_memory(table->entries);
}

bool remoteness_is_covered(const struct rules *rules, const struct position *position)
{
    enum { CELLS_MAX = 2 * REMOTENESS_COUNTERS_MAX }; /* no family has more than 2 a counter */
    return position->count <= CELLS_MAX &&
           position_counters(rules, position) <= REMOTENESS_COUNTERS_MAX;
}

/* The entry of table->way[depth]. */
static uint32_t find_entry(struct remoteness_table *table, int depth)
{
    const struct rules *rules = table->rules;
    const struct position *position = &table->way[depth];
    struct position *after = &table->way[depth + 1];
    const uint32_t *known = position_table_find(table->entries, position);
    if (known)
        return *known;

    assert((size_t)depth + 1 < sizeof table->way / sizeof *table->way);
    uint32_t count = (uint32_t)move_count(rules, position), fastest = 0;
    uint32_t win = 0, delay = 0; /* 0: no such move yet */
    bool is_drawn = count == 0 && position_stuck_result(rules, position) == STUCK_DRAWS;
    for (uint32_t i = 0; i < count; i++) {
        struct move move;
        move_at(rules, position, i, &move);
        position_copy(after, position);
        move_apply(rules, after, &move);
        uint32_t entry = find_entry(table, depth + 1);
        uint32_t remoteness = 1 + (entry & REMOTENESS_MASK);
        if (entry & DRAWN) {
            is_drawn = true;
        } else if (entry & WON) {
            delay = remoteness > delay ? remoteness : delay;
        } else if (win == 0 || remoteness < win) {
            win = remoteness;
            fastest = i;
        }
    }
    assert((win ? win : delay) <= REMOTENESS_MASK && fastest < (uint32_t)DRAWN >> INDEX_SHIFT);
    uint32_t entry = FILLED | fastest << INDEX_SHIFT;
    if (win > 0 || (count == 0 && position_stuck_result(rules, position) == STUCK_WINS))
        entry |= WON | win;
    else
        entry |= is_drawn ? DRAWN : delay;
    *position_table_place(table->entries, position) = entry;
    return entry;
}

static uint32_t entry_of(struct remoteness_table *table, const struct position *position)
{
    assert(remoteness_is_covered(table->rules, position));
    const uint32_t *known = position_table_find(table->entries, position);
    if (known)
        return *known;
    if (position_table_count(table->entries) > POSITIONS_KEPT_MAX) {
        position_table_destroy(table->entries);
        table->entries = position_table_create();
    }
    position_copy(&table->way[0], position);
    return find_entry(table, 0);
}

bool remoteness_fastest_win(struct remoteness_table *table, const struct position *position,
                            struct move *ret_move)
{
    uint32_t entry = entry_of(table, position);
    uint32_t remoteness = entry & REMOTENESS_MASK;
    if (remoteness == 0 || !(entry & WON))
        return false;
    move_at(table->rules, position, (entry & ~(uint32_t)(FILLED | WON | DRAWN)) >> INDEX_SHIFT,
            ret_move);
    return true;
}
