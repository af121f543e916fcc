#include "bots/mcts_tree.h"
#include "common/solver/solver.h"
#include "tests/suite.h"
#include "tests/unit/test_bots_table.h"

#include <string.h>

SUITE(bots_mcts, 60);

/* How many of `matches`, begun from won positions, the strategy wins against a perfect player. */
static int wins_from(const char *name, const char *rules, const char *start, int matches)
{
    struct strategy strategy = strategy_of(name, 1), perfect = strategy_of("perfect", 1);
    int wins = 0;
    for (int match = 1; match <= matches; match++) {
        struct table table = table_of(rules, start);
        cr_assert_eq(solver_outcome(table.solver, &table.position), OUTCOME_N);
        int64_t ply = 0;
        for (; !table_is_over(&table); ply++) {
            const struct strategy *player = ply % 2 == 0 ? &strategy : &perfect;
            struct move move = table_choose(&table, player, 1, ply + 1, match);
            table_play(&table, &move);
        }
        bool stuck_wins = position_stuck_result(&table.rules, &table.position) == STUCK_WINS;
        wins += (ply % 2 == 1) != stuck_wins;
        table_finish(&table);
    }
    return wins;
}

static const struct {
    const char *rules, *start;
} small[] = {
    {"nim", "1+3+5"},
    {"nim,misere", "1+3+5"},
    {"take-away:2x", "20"},
    {"octal:0.77", "7"},
    {"grundy", "9"},
    {"wythoff", "4+5"},
    {"chomp", "3+3+3"},
    {"octal:4.3...", "3+4"},
    {"octal:0.77,misere", "7"},
    {"subtraction:1,2,3", "14"},
};

Test(bots_mcts, wins_from_every_small_position_that_can_be_won)
{
    enum { MATCHES = 20 };
    for (size_t i = 0; i < sizeof small / sizeof *small; i++)
        cr_assert_eq(wins_from("mcts:3000", small[i].rules, small[i].start, MATCHES), MATCHES,
                     "%s %s", small[i].rules, small[i].start);
}

Test(bots_mcts, wins_from_won_positions_far_more_often_than_random_does)
{
    enum { MATCHES = 40 };
    static const char *const games_and_starts[][2] = {
        {"nim", "3+5+7"}, {"octal:0.77", "5+11"}, {"chomp", "5+5+5"}, {"take-away:2x", "35"}};
    int search = 0, random = 0;
    for (size_t i = 0; i < sizeof games_and_starts / sizeof *games_and_starts; i++) {
        const char *const *game = games_and_starts[i];
        search += wins_from("mcts:500", game[0], game[1], MATCHES);
        random += wins_from("random", game[0], game[1], MATCHES);
    }
    cr_assert_gt(search, 3 * random + MATCHES, "search %d, random %d", search, random);
}

/* One playout is a random move, more playouts win more. */
Test(bots_mcts, grows_stronger_with_its_playouts)
{
    enum { MATCHES = 60 };
    int few = wins_from("mcts:30", "nim", "3+5+7", MATCHES);
    int more = wins_from("mcts:300", "nim", "3+5+7", MATCHES);
    int many = wins_from("mcts:5000", "nim", "3+5+7", MATCHES);
    cr_assert(few < more && more < many, "%d, %d, %d", few, more, many);
    cr_assert_eq(many, MATCHES);
}

static void expect_legal(const char *rules, const char *start)
{
    struct table table = table_of(rules, start);
    struct strategy strategy = strategy_of("mcts:50", 1);
    struct move move = table_choose(&table, &strategy, 1, 1, 9), parsed;
    struct text text = {0};
    struct error error;
    move_print(&table.rules, &table.position, &move, &text);
    cr_assert_eq(
        move_parse(&table.rules, &table.position, text_string(&text), text.len, &parsed, &error),
        ERROR_NONE, "%s", error.message);
    cr_assert(move_equal(&move, &parsed));
    text_finish(&text);
    table_finish(&table);
}

Test(bots_mcts, plays_where_there_are_more_moves_or_plies_than_can_be_looked_at)
{
    expect_legal("nim", "9223372036854775806+9223372036854775807");
    expect_legal("subtraction:1,2,3", "1000000000000");
    expect_legal("take-away:2x", "1000000000000000000");
    expect_legal("octal:4.3...", "1000000007");
    expect_legal("nim", "1");
}

/* --- the tree --- */

Test(bots_mcts, tries_every_move_of_a_position_once)
{
    struct table table = table_of("nim", "6+11+20");
    struct random random = random_from_seed(3);
    struct mcts_tree *tree = mcts_tree_create(&table.rules, &random, 100);
    cr_assert_eq(mcts_tree_find_or_add(tree, &table.position), 0);
    bool seen[37] = {false};
    for (int i = 0; i < 37; i++) {
        uint32_t edge = mcts_tree_try_move(tree, 0);
        cr_assert_neq(edge, MCTS_NONE);
        uint128 index = mcts_tree_move_index(tree, 0, edge);
        cr_assert(index < 37 && !seen[(int)index]);
        seen[(int)index] = true;
    }
    mcts_tree_destroy(tree);
    table_finish(&table);
}

/* The node that the move leads to, after all moves of the node were tried. */
static uint32_t node_after(struct mcts_tree *tree, const struct table *table, uint32_t node,
                           const char *move)
{
    struct position before = {0};
    struct move wanted, tried;
    struct error error;
    uint32_t found = MCTS_NONE;
    mcts_tree_load(tree, node, &before);
    cr_assert_eq(move_parse(&table->rules, &before, move, strlen(move), &wanted, &error),
                 ERROR_NONE, "%s", error.message);
    while (mcts_tree_node(tree, node)->edge_count < mcts_tree_node(tree, node)->move_count)
        cr_assert_neq(mcts_tree_try_move(tree, node), MCTS_NONE);
    for (uint32_t edge = mcts_tree_node(tree, node)->last_edge; edge != MCTS_NONE;
         edge = mcts_tree_edge(tree, edge)->next) {
        move_at(&table->rules, &before, mcts_tree_move_index(tree, node, edge), &tried);
        if (move_equal(&wanted, &tried))
            found = mcts_tree_edge(tree, edge)->node;
    }
    position_finish(&before);
    return found;
}

Test(bots_mcts, knows_a_position_by_whatever_way_it_is_reached)
{
    struct table table = table_of("nim", "2+3");
    struct random random = random_from_seed(3);
    struct mcts_tree *tree = mcts_tree_create(&table.rules, &random, 100);
    uint32_t root = mcts_tree_find_or_add(tree, &table.position);
    uint32_t one = node_after(tree, &table, node_after(tree, &table, root, "2>1"), "3>2");
    uint32_t other = node_after(tree, &table, node_after(tree, &table, root, "3>2"), "2>1");
    cr_assert_neq(one, MCTS_NONE);
    cr_assert_eq(one, other);
    mcts_tree_destroy(tree);
    table_finish(&table);
}

Test(bots_mcts, an_edge_leads_to_what_its_move_brings_about)
{
    struct table table = table_of("nim", "2+2");
    struct random random = random_from_seed(3);
    struct mcts_tree *tree = mcts_tree_create(&table.rules, &random, 100);
    struct position reached = {0}, expected = {0};
    uint32_t root = mcts_tree_find_or_add(tree, &table.position);
    cr_assert_eq(mcts_tree_find_or_add(tree, &table.position), root);
    for (uint128 i = 0; i < move_count(&table.rules, &table.position); i++) {
        uint32_t edge = mcts_tree_try_move(tree, root);
        struct move move;
        move_at(&table.rules, &table.position, mcts_tree_move_index(tree, root, edge), &move);
        position_copy(&expected, &table.position);
        move_apply(&table.rules, &expected, &move);
        mcts_tree_load(tree, mcts_tree_edge(tree, edge)->node, &reached);
        cr_assert(position_equal(&reached, &expected));
    }
    position_finish(&reached);
    position_finish(&expected);
    mcts_tree_destroy(tree);
    table_finish(&table);
}

Test(bots_mcts, adds_no_more_positions_than_it_has_room_for)
{
    struct table table = table_of("nim", "50");
    struct random random = random_from_seed(3);
    struct mcts_tree *tree = mcts_tree_create(&table.rules, &random, 4);
    mcts_tree_find_or_add(tree, &table.position);
    for (int i = 0; i < 3; i++)
        cr_assert_neq(mcts_tree_try_move(tree, 0), MCTS_NONE);
    cr_assert_eq(mcts_tree_try_move(tree, 0), MCTS_NONE);
    cr_assert_eq(mcts_tree_node(tree, 0)->edge_count, 3);
    mcts_tree_destroy(tree);
    table_finish(&table);
}

/* 12 is won by leaving 10 alone; 9 is a draw, kept by leaving 6 alone. */
Test(bots_mcts, knows_a_draw)
{
    static const struct {
        const char *start, *left;
    } rows[] = {{"12", "10"}, {"9", "6"}, {"4", "1"}};
    struct strategy strategy = strategy_of("mcts:500", 1);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct table table = table_of("subtraction:2,3,clear", rows[i].start);
        struct move move = table_choose(&table, &strategy, 1, 1, 9);
        struct text text = {0};
        table_play(&table, &move);
        position_print(&table.rules, &table.position, &text);
        cr_assert_str_eq(text_string(&text), rows[i].left, "from %s", rows[i].start);
        text_finish(&text);
        table_finish(&table);
    }
}
