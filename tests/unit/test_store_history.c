/* The ended matches of names: what a page is filtered by, how far it walks, and how it stands
 * between two names. */
#include "tests/suite.h"
#include "tests/unit/test_store_fixture.h"

#include <stdio.h>
#include <string.h>

SUITE(store_history, 60);

static struct place place;
static struct running running;
static struct store_reader *reader;
static struct wire_arena *arena; /* of what it reads */
static struct error error;

static void add_ended(struct batch *batch, int64_t id, const int64_t players[2], const char *rules,
                      bool rated, enum seat winner)
{
    struct record *match = add_match(batch, id, players[0], players[1], "3+5");
    match->match.rules = batch_keep(batch, rules, strlen(rules));
    match->match.rated = rated;
    add_end(batch, id, 0, "", winner == SEAT_NOBODY ? ENDING_ABORTED : ENDING_RESIGNATION, winner);
}

/* Ann (1) against Bob (2) and Cem (3); match N ended at 4000 + N. */
static void begin(void)
{
    place = place_make();
    running_start(&running, &place);
    running_commit(&running, batch_of_two_players());
    struct batch *batch = batch_create();
    add_player(batch, 3, "Cem");
    add_ended(batch, 1, (int64_t[]){1, 2}, "nim", false, SEAT_FIRST);
    add_ended(batch, 2, (int64_t[]){2, 1}, "nim", true, SEAT_FIRST);
    add_ended(batch, 3, (int64_t[]){3, 1}, "grundy", false, SEAT_SECOND);
    add_ended(batch, 4, (int64_t[]){1, 2}, "grundy", true, SEAT_NOBODY);
    add_ended(batch, 5, (int64_t[]){1, 3}, "nim", true, SEAT_SECOND);
    add_ended(batch, 6, (int64_t[]){2, 3}, "nim", false, SEAT_SECOND);
    add_match(batch, 7, 1, 2, "3+5"); /* it goes on */
    running_commit(&running, batch);
    cr_assert_eq(store_reader_open(place.database, &reader, &error), ERROR_NONE, "%s",
                 error.message);
    arena = wire_arena_create();
}

static void end(void)
{
    wire_arena_destroy(arena);
    store_reader_close(reader);
    running_close(&running);
    place_remove(&place);
}

#define HISTORY_TEST(name) Test(store_history, name, .init = begin, .fini = end)

/* The matches of a page, as a text; "5 3 | 3": there are more, behind 3. The player is Ann where
 * the page names nobody. */
static const char *listed(struct history_page page)
{
    static char text[400];
    struct wire_summaries list;
    size_t len = 0;
    if (!page.player_key)
        page.player_key = "ann";
    if (page.limit == 0)
        page.limit = 10;
    cr_assert_eq(store_reader_history(reader, &page, arena, &list, &error), ERROR_NONE, "%s",
                 error.message);
    text[0] = '\0';
    for (size_t i = 0; i < list.matches_count; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, "%s%d", i ? " " : "",
                                (int)list.matches[i].match);
    cr_assert_eq(list.more, list.next != WIRE_ABSENT);
    if (list.more)
        snprintf(text + len, sizeof text - len, " | %d", (int)list.next);
    return text;
}

#define LISTED(...) listed((struct history_page){__VA_ARGS__})

HISTORY_TEST(is_filtered_by_each_of_its_filters)
{
    cr_assert_str_eq(LISTED(.limit = 10), "5 4 3 2 1");
    cr_assert_str_eq(LISTED(.opponent_key = "bob"), "4 2 1");
    cr_assert_str_eq(LISTED(.opponent_key = "dee"), "");
    cr_assert_str_eq(LISTED(.rules = "grundy"), "4 3");
    cr_assert_str_eq(LISTED(.rated = true), "5 4 2");
    cr_assert_str_eq(LISTED(.result = "won"), "3 1");
    cr_assert_str_eq(LISTED(.result = "lost"), "5 2");
    cr_assert_str_eq(LISTED(.result = "nobody"), "4");
    cr_assert_str_eq(LISTED(.since_ms = 4003), "5 4 3");
    cr_assert_str_eq(LISTED(.until_ms = 4003), "2 1");
}

HISTORY_TEST(is_filtered_by_all_of_its_filters_together)
{
    struct history_page page = {
        .opponent_key = "bob",
        .rules = "nim",
        .result = "lost",
        .rated = true,
        .since_ms = 4002,
        .until_ms = 4003,
    };
    cr_assert_str_eq(listed(page), "2");
    page.since_ms = 4003;
    page.until_ms = 4004;
    cr_assert_str_eq(listed(page), "");
}

HISTORY_TEST(has_exact_pages_under_a_filter)
{
    cr_assert_str_eq(LISTED(.opponent_key = "bob", .limit = 1), "4 | 4");
    cr_assert_str_eq(LISTED(.opponent_key = "bob", .limit = 1, .before = 4), "2 | 2");
    cr_assert_str_eq(LISTED(.opponent_key = "bob", .limit = 1, .before = 2), "1");
    cr_assert_str_eq(LISTED(.rules = "grundy", .limit = 2),
                     "4 3"); /* no more, though 2 and 1 are */
}

HISTORY_TEST(finds_a_closed_account_under_its_number_alone)
{
    struct batch *batch = batch_create();
    add_password(batch, 2, "hash");
    add_closed(batch, 2);
    running_commit(&running, batch);
    cr_assert_str_eq(LISTED(.opponent_key = "bob"), "");
    cr_assert_str_eq(LISTED(.opponent_key = "closed-2"), "4 2 1");
    cr_assert_str_eq(LISTED(.opponent_key = "closed-3"), "");
    cr_assert_str_eq(LISTED(.player_key = "closed-2", .opponent_key = "ann"), "4 2 1");
    cr_assert_str_eq(LISTED(.player_key = "closed-2", .result = "won"), "2");
    cr_assert_str_eq(LISTED(.player_key = "bob"), "");
}

/* A filter that nothing fits ends the page after so many matches, and says where to go on. */
HISTORY_TEST(walks_so_far_and_no_farther)
{
    do_sql(&place,
           "WITH RECURSIVE n (i) AS (SELECT 1001 UNION ALL SELECT i + 1 FROM n WHERE i < 26001)"
           " INSERT INTO history SELECT 'ann', i, 'eve', 'wythoff', 0, 'won', 9000 FROM n");
    cr_assert_eq(ask_int(&place, "SELECT max(match) FROM history"), 26001);
    cr_assert_str_eq(LISTED(.opponent_key = "bob"), " | 1002");
    cr_assert_str_eq(LISTED(.opponent_key = "bob", .before = 1002), "4 2 1");
    cr_assert_str_eq(LISTED(.opponent_key = "bob", .before = 26001), " | 6");
    cr_assert_str_eq(LISTED(.opponent_key = "bob", .before = 25990), "4 2 1");
}

/* --- how it stands between two --- */

/* "grundy 1-0-2 last 4" and so on; a comma between two, and "more". */
static const char *scores(struct versus_page page)
{
    static char text[400];
    struct wire_versus list;
    size_t len = 0;
    if (page.limit == 0)
        page.limit = 10;
    cr_assert_eq(store_reader_versus(reader, &page, arena, &list, &error), ERROR_NONE, "%s",
                 error.message);
    text[0] = '\0';
    for (size_t i = 0; i < list.scores_count; i++) {
        const struct wire_score *score = &list.scores[i];
        len += (size_t)snprintf(text + len, sizeof text - len, "%s%s %d-%d-%d last %d",
                                i ? ", " : "", score->rules.bytes, (int)score->won,
                                (int)score->lost, (int)score->nobody, (int)score->last);
    }
    snprintf(text + len, sizeof text - len, "%s", list.more ? ", more" : "");
    return text;
}

#define SCORES(player, opponent, ...)                                                              \
    scores((struct versus_page){.player_key = player, .opponent_key = opponent, __VA_ARGS__})

HISTORY_TEST(counts_the_matches_of_two_by_rules)
{
    cr_assert_str_eq(SCORES("ann", "bob", .limit = 10), "grundy 0-0-1 last 4, nim 1-1-0 last 2");
    cr_assert_str_eq(SCORES("cem", "ann", .limit = 10), "grundy 0-1-0 last 3, nim 1-0-0 last 5");
    cr_assert_str_eq(SCORES("ann", "dee", .limit = 10), "");
    cr_assert_str_eq(SCORES("ann", "bob", .limit = 1), "grundy 0-0-1 last 4, more");
    cr_assert_str_eq(SCORES("ann", "bob", .after = "grundy"), "nim 1-1-0 last 2");
    cr_assert_str_eq(SCORES("ann", "bob", .rules = "nim"), "nim 1-1-0 last 2");
    cr_assert_str_eq(SCORES("ann", "bob", .rules = "chomp"), "");
}

HISTORY_TEST(counts_each_match_once_and_knows_the_last)
{
    struct batch *batch = batch_create();
    add_match(batch, 8, 2, 1, "3+5");
    add_end(batch, 8, 0, "", ENDING_RESIGNATION, SEAT_SECOND);
    add_end(batch, 7, 0, "", ENDING_RESIGNATION, SEAT_SECOND); /* later than match 8 */
    running_commit(&running, batch);
    cr_assert_str_eq(SCORES("ann", "bob", .rules = "nim"), "nim 2-2-0 last 8");
    cr_assert_str_eq(SCORES("bob", "ann", .rules = "nim"), "nim 2-2-0 last 8");
}

HISTORY_TEST(counts_under_the_number_of_a_closed_account)
{
    struct batch *batch = batch_create();
    add_password(batch, 2, "hash");
    add_closed(batch, 2);
    running_commit(&running, batch);
    cr_assert_str_eq(SCORES("ann", "bob", .limit = 10), "");
    cr_assert_str_eq(SCORES("bob", "ann", .limit = 10), "");
    cr_assert_str_eq(SCORES("ann", "closed-2", .rules = "nim"), "nim 1-1-0 last 2");
    cr_assert_str_eq(SCORES("closed-2", "ann", .rules = "nim"), "nim 1-1-0 last 2");
}
