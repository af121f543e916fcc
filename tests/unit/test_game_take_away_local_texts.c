/* Texts of local moves with several heaps on both sides, against every way in which they can be
 * meant. */
#include "common/game/take_away.h"
#include "tests/unit/test_game_table.h"

SUITE(game_take_away_local_texts, 120);

enum { HEAPS = 3, LARGEST = 4 };

/* Heaps with quotas; in a text a quota of 0 is none. */
struct heaps {
    int count;
    int sizes[HEAPS];
    int quotas[HEAPS];
};

/* The moves that a text can mean, and how many different ones they are, up to 2. */
struct meanings {
    int count;
    struct move first;
};

static void add_meaning(struct meanings *meanings, struct move move)
{
    if (meanings->count == 0)
        *meanings = (struct meanings){1, move};
    else if (!move_equal(&meanings->first, &move))
        meanings->count = 2;
}

/* The heap on the right that none of the heaps on the left but `changed` is; 0: there is none, -1:
 * the sides do not fit. */
static int left_of_changed(const struct heaps *before, const struct heaps *after, int changed)
{
    struct heaps rest = *after;
    for (int i = 0; i < before->count; i++) {
        int twin = 0;
        while (twin < rest.count && rest.sizes[twin] != before->sizes[i])
            twin++;
        if (i == changed)
            continue;
        if (twin == rest.count)
            return -1;
        rest.sizes[twin] = rest.sizes[--rest.count];
    }
    return rest.count > 1 ? -1 : rest.count == 1 ? rest.sizes[0] : 0;
}

/* Each heap on the left stands for the heap on the table that `order` names. */
static void add_meanings(struct meanings *meanings, const struct heaps *table,
                         const struct heaps *before, const struct heaps *after,
                         const int order[static HEAPS])
{
    for (int i = 0; i < before->count; i++) {
        int j = order[i];
        if (j >= table->count || table->sizes[j] != before->sizes[i])
            return;
        if (before->quotas[i] && before->quotas[i] != table->quotas[j])
            return;
    }
    for (int i = 0; i < before->count; i++) {
        int left = left_of_changed(before, after, i);
        if (left >= 0 && left < before->sizes[i])
            add_meaning(meanings,
                        take_away_local_move(before->sizes[i], table->quotas[order[i]], left));
    }
}

static struct meanings meanings_of(const struct heaps *table, const struct heaps *before,
                                   const struct heaps *after)
{
    static const int orders[][HEAPS] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                        {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    struct meanings meanings = {0};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        add_meanings(&meanings, table, before, after, orders[i]);
    return meanings;
}

static int draw(struct random *random, int least, int most)
{
    return least + (int)random_below(random, (uint128)(most - least + 1));
}

/* With quotas in one heap of `one_in`, in the others none. */
static struct heaps draw_heaps(struct random *random, int least_count, int one_in)
{
    struct heaps heaps = {.count = draw(random, least_count, HEAPS)};
    for (int i = 0; i < heaps.count; i++) {
        heaps.sizes[i] = draw(random, 1, LARGEST);
        if (draw(random, 1, one_in) == 1)
            heaps.quotas[i] = draw(random, 1, heaps.sizes[i]);
    }
    return heaps;
}

/* The heaps of the table with one of them made smaller, so that many texts are moves. */
static void draw_sides(struct random *random, const struct heaps *table, struct heaps *before,
                       struct heaps *after)
{
    *before = *table;
    before->count = draw(random, 1, table->count);
    for (int i = 0; i < before->count; i++) {
        if (draw(random, 0, 1))
            before->quotas[i] = 0;
    }
    *after = *before;
    memset(after->quotas, 0, sizeof after->quotas);
    after->sizes[0] = draw(random, 0, LARGEST);
    if (after->sizes[0] == 0)
        after->sizes[0] = after->sizes[--after->count];
    if (draw(random, 1, 8) == 1)
        *before = draw_heaps(random, 1, 2);
    if (draw(random, 1, 8) == 1)
        *after = draw_heaps(random, 0, 1000000);
    memset(after->quotas, 0, sizeof after->quotas);
}

static void print_heaps(const struct heaps *heaps, struct text *out)
{
    for (int i = 0; i < heaps->count; i++) {
        text_printf(out, "%s%d", i > 0 ? "+" : "", heaps->sizes[i]);
        if (heaps->quotas[i])
            text_printf(out, "@%d", heaps->quotas[i]);
    }
    if (heaps->count == 0)
        text_append_char(out, '0');
}

/* Returns whether the text is a move. */
static bool check_text(const struct heaps *heaps, const struct heaps *before,
                       const struct heaps *after)
{
    struct text position = {0}, text = {0};
    print_heaps(heaps, &position);
    print_heaps(before, &text);
    text_append_char(&text, '>');
    print_heaps(after, &text);
    struct table table = table_of("take-away:2x,local", text_string(&position));
    struct meanings meanings = meanings_of(heaps, before, after);
    const int64_t *cells = meanings.first.cells;
    bool is_legal =
        meanings.count == 1 && cells[0] - take_away_heap_left(&meanings.first) <= cells[1];
    cr_assert_eq(table_allows(&table, text_string(&text), &meanings.first), is_legal, "%s, %s",
                 text_string(&position), text_string(&text));
    table_clear(&table);
    text_finish(&text);
    text_finish(&position);
    return is_legal;
}

/* As the position has them: without a quota it is the opening quota. */
static void open_heaps(struct heaps *table)
{
    for (int i = 0; i < table->count; i++) {
        if (table->quotas[i] == 0)
            table->quotas[i] = table->sizes[i] - 1;
    }
}

Test(game_take_away_local_texts, are_moves_exactly_where_they_have_one_legal_meaning)
{
    struct random random = random_from_seed(1);
    int legal = 0;
    for (int i = 0; i < 100000; i++) {
        struct heaps table = draw_heaps(&random, 1, 2), before, after;
        open_heaps(&table);
        draw_sides(&random, &table, &before, &after);
        legal += check_text(&table, &before, &after);
    }
    cr_assert_gt(legal, 10000, "only %d of the texts were moves", legal);
}
