#include "tests/unit/test_game_table.h"

#include "common/game/hackenbush.h"

SUITE(game_hackenbush, 60);

#define GAME "green-hackenbush"

Test(game_hackenbush, rules_have_no_parameters)
{
    expect_rules(GAME, GAME);
    expect_rules(GAME ",misere", GAME ",misere");
    expect_bad_rules(GAME ":5", "at 17 (':'): the end was expected");
}

Test(game_hackenbush, a_position_is_printed_in_walks_from_the_smallest_vertex)
{
    expect_position(GAME, "0", "0");
    expect_position(GAME, "0-1", "0-1");
    expect_position(GAME, "1-0", "0-1");
    expect_position(GAME, "3-2-1-0", "0-1-2-3");
    expect_position(GAME, "0-1-2-0+2-3", "0-1-2-0+2-3");
    expect_position(GAME, "3-2-0-1-2", "0-1-2-0+2-3");
    expect_position(GAME, "0-1+0-1", "0-1-0");
    expect_position(GAME, "0-1-0-1", "0-1-0+0-1");
    expect_position(GAME, "0-0", "0-0");
    expect_position(GAME, "0-0-0", "0-0+0-0");
    expect_position(GAME, "0-1-1-2", "0-1-1-2");
    expect_position(GAME, "1-1-0-2", "0-1-1+0-2");
    expect_position(GAME, "0-2-1", "0-2-1");
    expect_position(GAME, "0-9999-17", "0-9999-17");
    expect_position(GAME, "0-1-2+1-3", "0-1-2+1-3");
    expect_position(GAME, "0-1-2-3-1+3-4-2", "0-1-2-3-1+2-4-3");
}

Test(game_hackenbush, what_the_ground_does_not_hold_falls_away)
{
    expect_position(GAME, "1-2", "0");
    expect_position(GAME, "0-1+2-3+3-4", "0-1");
    expect_position(GAME, "5-4+4-3+3-2+2-1+1-0", "0-1-2-3-4-5");
    expect_position(GAME, "7-7+0-8", "0-8");
}

Test(game_hackenbush, a_fault_in_a_position_is_named_with_its_place)
{
    expect_bad_position(GAME, "", "at 1 (the end): a number was expected");
    expect_bad_position(GAME, "1", "at 2 (the end): '-' and a vertex was expected");
    expect_bad_position(GAME, "0-1+0", "at 6 (the end): '-' and a vertex was expected");
    expect_bad_position(GAME, "0-1+", "at 5 (the end): a number was expected");
    expect_bad_position(GAME, "0+0-1", "at 2 ('+'): '-' and a vertex was expected");
    expect_bad_position(GAME, "0-", "at 3 (the end): a number was expected");
    expect_bad_position(GAME, "0-1,2", "at 4 (','): '-', '+' or the end was expected");
    expect_bad_position(GAME, "0-01", "at 3: a number does not begin with 0");
    expect_bad_position(GAME, "0-10000", "at 3: vertices are numbered 0 (the ground) to 9999");
    expect_bad_position(GAME, "10000-0", "at 1: vertices are numbered 0 (the ground) to 9999");
}

/* "0-1+0-2+...", the ground `count` times with an edge of its own each. */
static char *grass(int count)
{
    struct text text = {0};
    for (int i = 1; i <= count; i++)
        text_printf(&text, "%s0-%d", i > 1 ? "+" : "", 9999 - i);
    return text.bytes;
}

static void expect_edges(const char *rules, int edges, const char *message)
{
    char *text = grass(edges);
    if (message) {
        expect_bad_position(rules, text, message);
    } else {
        struct table table = table_of(rules, text);
        struct error error;
        cr_assert_eq(position_check_start(&table.rules, &table.position, &error), ERROR_NONE);
        cr_assert(position_counters(&table.rules, &table.position) == (uint128)edges);
        cr_assert(move_count(&table.rules, &table.position) == (uint128)edges);
        table_clear(&table);
    }
    free(text);
}

Test(game_hackenbush, a_position_has_256_edges_at_most_and_16_in_misere_play)
{
    expect_edges(GAME, 256, NULL);
    expect_edges(GAME, 257, "at 1795: a position has at most 256 edges");
    expect_edges(GAME ",misere", 16, NULL);
    expect_edges(GAME ",misere", 17,
                 "16 edges at most, not 17, may stand in green-hackenbush,misere");
    struct table table = table_of(GAME, "0-1");
    for (int i = 0; i < 256; i++) {
        position_push(&table.position, 0);
        position_push(&table.position, 1);
    }
    struct error error;
    cr_assert_eq(position_check_start(&table.rules, &table.position, &error), ERROR_BAD_POSITION);
    cr_assert_str_eq(error.message, "256 edges at most, not 257, may stand in green-hackenbush");
    table_clear(&table);
}

Test(game_hackenbush, a_match_starts_with_an_edge_to_cut)
{
    struct table table = table_of(GAME, "1-2");
    struct error error;
    cr_assert_eq(position_check_start(&table.rules, &table.position, &error), ERROR_NO_LEGAL_MOVE);
    table_clear(&table);
}

Test(game_hackenbush, a_cut_lets_fall_what_it_held)
{
    expect_move(GAME, "0-1-2-3", "1-2", "1-2", "0-1");
    expect_move(GAME, "0-1-2-3", "2-1", "1-2", "0-1");
    expect_move(GAME, "0-1-2-3", "0-1", "0-1", "0");
    expect_move(GAME, "0-1-2-0+2-3", "0-1", "0-1", "0-2-1+2-3");
    expect_move(GAME, "0-1-0", "0-1", "0-1", "0-1");
    expect_move(GAME, "0-0", "0-0", "0-0", "0");
    expect_move(GAME, "0-1-1-2", "1-1", "1-1", "0-1-2");
}

Test(game_hackenbush, what_is_no_cut_is_refused)
{
    expect_bad_move(GAME, "0-1-2", "0-2", ERROR_BAD_MOVE, "no edge 0-2 is on the table");
    expect_bad_move(GAME, "0-1-2", "2-0", ERROR_BAD_MOVE, "no edge 2-0 is on the table");
    expect_bad_move(GAME, "0-1-2", "7-9", ERROR_BAD_MOVE, "no edge 7-9 is on the table");
    expect_bad_move(GAME, "0-1-2", "1-1", ERROR_BAD_MOVE, "no edge 1-1 is on the table");
    expect_bad_move(GAME, "0-1-2", "0-1-2", ERROR_BAD_MOVE, "at 4 ('-'): the end was expected");
    expect_bad_move(GAME, "0-1-2", "1", ERROR_BAD_MOVE, "at 2 (the end): '-' was expected");
    expect_bad_move(GAME, "0-1-2", "1>0", ERROR_BAD_MOVE, "at 2 ('>'): '-' was expected");
    expect_bad_move(GAME, "0-1-2", "", ERROR_BAD_MOVE, "at 1 (the end): a number was expected");
    expect_bad_move(GAME, "0-1-2", "1-", ERROR_BAD_MOVE, "at 3 (the end): a number was expected");
    expect_bad_move(GAME, "0-1-2", "1-10000", ERROR_BAD_MOVE,
                    "at 3: vertices are numbered 0 (the ground) to 9999");
    expect_bad_move(GAME, "0-1-2", "10000-1", ERROR_BAD_MOVE,
                    "at 1: vertices are numbered 0 (the ground) to 9999");
}

enum { VERTICES = 6 };

/* How many edges there are between any two vertices, in both places. */
struct picture {
    int edges[VERTICES][VERTICES];
};

static void picture_change(struct picture *picture, int u, int v, int by)
{
    picture->edges[u][v] += by;
    if (u != v)
        picture->edges[v][u] += by;
}

static void reach(const struct picture *picture, int vertex, bool reached[static VERTICES])
{
    reached[vertex] = true;
    for (int other = 0; other < VERTICES; other++)
        if (picture->edges[vertex][other] && !reached[other])
            reach(picture, other, reached);
}

static struct picture picture_on_ground(const struct picture *picture)
{
    bool reached[VERTICES] = {0};
    reach(picture, 0, reached);
    struct picture held = *picture;
    for (int u = 0; u < VERTICES; u++)
        for (int v = 0; v < VERTICES; v++)
            if (!reached[u])
                held.edges[u][v] = 0;
    return held;
}

static int smallest_neighbour(const struct picture *picture, int vertex)
{
    int other = 0;
    while (other < VERTICES && !picture->edges[vertex][other])
        other++;
    return other;
}

static void picture_print(struct picture picture, char *out)
{
    const char *begin = out;
    for (int start = 0; start < VERTICES; start++) {
        while (smallest_neighbour(&picture, start) < VERTICES) {
            out += sprintf(out, "%s%d", out == begin ? "" : "+", start);
            int at = start, next = smallest_neighbour(&picture, at);
            do {
                out += sprintf(out, "-%d", next);
                picture_change(&picture, at, next, -1);
                at = next;
                next = smallest_neighbour(&picture, at);
            } while (at != 0 && next < VERTICES);
        }
    }
    if (out == begin)
        strcpy(out, "0");
}

/* Draws edges and writes them down in walks, now and then going on where the last one ended. */
static struct picture draw_picture(struct random *random, int edges, char *out)
{
    struct picture picture = {0};
    int end = (int)random_below(random, VERTICES);
    out += sprintf(out, "%d", end);
    for (int i = 0; i < edges; i++) {
        if (i > 0 && random_below(random, 2)) {
            end = (int)random_below(random, VERTICES);
            out += sprintf(out, "+%d", end);
        }
        int other = (int)random_below(random, VERTICES);
        out += sprintf(out, "-%d", other);
        picture_change(&picture, end, other, 1);
        end = other;
    }
    return picture;
}

/* Every cut, by plain loops; returns how many there are. */
static uint32_t expect_cuts(struct table *table, const struct picture *picture)
{
    uint32_t index = 0;
    for (int u = 0; u < VERTICES; u++)
        for (int v = u; v < VERTICES; v++) {
            char text[16], swapped[16], after[200];
            snprintf(text, sizeof text, "%d-%d", u, v);
            snprintf(swapped, sizeof swapped, "%d-%d", v, u);
            struct move move = {0};
            if (!picture->edges[u][v]) {
                cr_assert_not(table_allows(table, text, &move));
                continue;
            }
            struct picture cut = *picture;
            picture_change(&cut, u, v, -1);
            picture_print(picture_on_ground(&cut), after);
            move_at(&table->rules, &table->position, index++, &move);
            cr_assert(table_allows(table, text, &move) && table_allows(table, swapped, &move));
            struct table left = {.rules = table->rules};
            struct text printed = {0};
            cr_assert_str_eq(move_text(table, &move, &printed), text);
            position_copy(&left.position, &table->position);
            move_apply(&left.rules, &left.position, &move);
            cr_assert_str_eq(position_text(&left, &printed), after);
            text_finish(&printed);
            table_clear(&left);
        }
    return index;
}

Test(game_hackenbush, random_pictures_are_read_printed_and_cut_as_matrices_are)
{
    struct random random = random_from_seed(5);
    struct table table = {.rules = rules_of(GAME)};
    for (int round = 0; round < 1000; round++) {
        char text[200], canonical[200];
        struct text printed = {0};
        struct picture picture = draw_picture(&random, 1 + round % 12, text);
        picture = picture_on_ground(&picture);
        picture_print(picture, canonical);
        table_set(&table, text);
        cr_assert_str_eq(position_text(&table, &printed), canonical, "%s", text);
        struct table again = table_of(GAME, canonical);
        cr_assert(position_equal(&table.position, &again.position), "%s", text);
        uint32_t cuts = expect_cuts(&table, &picture);
        cr_assert(move_count(&table.rules, &table.position) == cuts, "%s", text);
        table_clear(&again);
        text_finish(&printed);
    }
    table_clear(&table);
}

Test(game_hackenbush, starts_are_drawn_within_the_limits_of_misere_play)
{
    struct table table = {.rules = rules_of(GAME ",misere")};
    struct random random = random_from_seed(6);
    struct text printed = {0};
    struct error error;
    for (int i = 0; i < 1000; i++) {
        position_draw_start(&table.rules, &random, &table.position);
        cr_assert_eq(position_check_start(&table.rules, &table.position, &error), ERROR_NONE);
        struct table again = table_of(GAME, position_text(&table, &printed));
        cr_assert(position_equal(&table.position, &again.position), "%s", text_string(&printed));
        table_clear(&again);
    }
    text_finish(&printed);
    table_clear(&table);
}
