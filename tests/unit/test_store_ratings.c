/* Judgements, ratings and the server's key in the database. */
#include "tests/suite.h"
#include "tests/unit/test_store_evening.h"

#include <stdio.h>
#include <string.h>

SUITE(store_ratings, 60);

static struct evening evening;
static struct error error;

/* --- matches of tournaments, and their judgement --- */

static struct wire_match read_match(int64_t match, int64_t after)
{
    struct wire_match shown;
    cr_assert_eq(store_reader_match(evening.reader, match, after, 1, evening.arena, &shown, &error),
                 ERROR_NONE, "%s", error.message);
    return shown;
}

static void expect_marks(int64_t match, int64_t after, const char *marks)
{
    struct wire_match shown = read_match(match, after);
    cr_assert_str_eq(words_text(shown.marks, shown.marks_count), marks);
}

Test(store_ratings, a_match_knows_its_tournament_and_whether_it_is_rated)
{
    evening_begin(&evening);
    struct batch *batch = evening_began();
    add_match(batch, 110, 1, 2, "3+5")->match.rated = true;
    running_commit(&evening.running, batch);
    struct wire_match match = read_match(101, 0);
    cr_assert_eq(match.tournament, 7);
    cr_assert_not(match.rated);
    match = read_match(110, 0);
    cr_assert_eq(match.tournament, WIRE_ABSENT);
    cr_assert(match.rated);
    evening_end(&evening);
}

Test(store_ratings, the_marks_of_a_match_come_with_its_moves)
{
    evening_begin(&evening);
    running_commit(&evening.running, evening_began());
    cr_assert_null(read_match(101, 0).marks);
    running_commit(&evening.running, evening_first_round_over());
    expect_marks(101, 0, "+1 0 +1");
    expect_marks(101, 2, "+1");
    cr_assert_null(read_match(101, 3).marks);
    do_sql(&evening.place, "UPDATE judgement SET marks = '+1 0'");
    struct wire_match match;
    expect_refused(store_reader_match(evening.reader, 101, 0, 1, evening.arena, &match, &error),
                   ERROR_INTERNAL, &error, "match 101: it has 2 marks for 3 moves");
    evening_end(&evening);
}

Test(store_ratings, a_match_that_is_judged_again_has_the_later_marks)
{
    evening_begin(&evening);
    running_commit(&evening.running, evening_began());
    running_commit(&evening.running, evening_first_round_over());
    struct batch *batch = batch_create();
    add_marks(batch, 101, "+1 0 +2");
    running_commit(&evening.running, batch);
    expect_marks(101, 0, "+1 0 +2");
    evening_end(&evening);
}

Test(store_ratings, the_record_of_a_match_is_there_when_it_has_ended)
{
    evening_begin(&evening);
    struct store_record record;
    running_commit(&evening.running, evening_began());
    expect_refused(store_reader_record(evening.reader, 101, &record, &error), ERROR_NO_SUCH_MATCH,
                   &error, "101");
    running_commit(&evening.running, evening_first_round_over());
    cr_assert_eq(store_reader_record(evening.reader, 101, &record, &error), ERROR_NONE);
    cr_assert_str_eq(record.rules, "nim");
    cr_assert_str_eq(record.start, "3+5");
    cr_assert_str_eq(record.moves, "5>3 3>0 3>0");
    free(record.rules);
    free(record.start);
    free(record.moves);
    evening_end(&evening);
}

/* --- ratings --- */

/* "greedy nim 160000 5" and so on: name, family, rating in hundredths, matches; a comma between
 * two. */
static const char *rated(const char *player_key, const char *family, int64_t limit)
{
    static char text[400];
    struct wire_ratings list;
    size_t at = 0;
    cr_assert_eq(store_reader_ratings(evening.reader, player_key, family, limit, evening.arena,
                                      &list, &error),
                 ERROR_NONE, "%s", error.message);
    text[0] = '\0';
    for (size_t i = 0; i < list.ratings_count; i++) {
        const struct wire_rating *rating = &list.ratings[i];
        cr_assert_eq(rating->deviation, rating->rating / 10);
        cr_assert_eq(rating->at, 20000 + rating->matches);
        at += (size_t)snprintf(text + at, sizeof text - at, "%s%s %s %d %d", i ? ", " : "",
                               rating->player.bytes, rating->family.bytes, (int)rating->rating,
                               (int)rating->matches);
    }
    cr_assert_eq(
        ask_int(&evening.place, "SELECT count(*) FROM rating WHERE volatility <> rating / 20000"),
        0);
    return text;
}

static void write_ratings(void)
{
    struct batch *batch = batch_create();
    add_player(batch, 4, "Perfect"); /* a guest of the same name: only accounts have ratings */
    add_password(batch, 1, "hash");
    add_password(batch, 2, "hash");
    add_rating(batch, 1, "nim", 1600, 4);
    add_rating(batch, 2, "nim", 1700.5, 5);
    add_rating(batch, 2, "chomp", 1650, 2);
    add_rating(batch, 1, "nim", 1800.3, 6);
    running_commit(&evening.running, batch);
}

Test(store_ratings, ratings_are_listed_the_best_first)
{
    evening_begin(&evening);
    cr_assert_str_eq(rated(NULL, NULL, 10), "");
    write_ratings();
    cr_assert_str_eq(rated(NULL, NULL, 10),
                     "perfect nim 180030 6, greedy nim 170050 5, greedy chomp 165000 2");
    cr_assert_str_eq(rated(NULL, NULL, 1), "perfect nim 180030 6");
    cr_assert_str_eq(rated(NULL, "nim", 10), "perfect nim 180030 6, greedy nim 170050 5");
    cr_assert_str_eq(rated(NULL, "chomp", 10), "greedy chomp 165000 2");
    cr_assert_str_eq(rated("greedy", NULL, 10), "greedy nim 170050 5, greedy chomp 165000 2");
    cr_assert_str_eq(rated("greedy", "chomp", 10), "greedy chomp 165000 2");
    cr_assert_str_eq(rated("perfect", "chomp", 10), "");
    cr_assert_str_eq(rated("zoë", NULL, 10), "");
    evening_end(&evening);
}

/* "18 1500.50 +-150.05 for 7" and so on, the latest first: matches, rating, deviation, match. */
static const char *points(const char *player_key, const char *family, int64_t before, int64_t limit)
{
    static char text[400];
    struct wire_rating_points list;
    size_t at = 0;
    cr_assert_eq(store_reader_rating_points(evening.reader, player_key, family, before, limit,
                                            evening.arena, &list, &error),
                 ERROR_NONE, "%s", error.message);
    text[0] = '\0';
    for (size_t i = 0; i < list.points_count; i++) {
        const struct wire_rating_point *point = &list.points[i];
        cr_assert_eq(point->at, 20000 + point->matches);
        at += (size_t)snprintf(text + at, sizeof text - at, "%d %.2f +-%.2f for %d, ",
                               (int)point->matches, (double)point->rating / 100,
                               (double)point->deviation / 100,
                               point->match == WIRE_ABSENT ? -1 : (int)point->match);
    }
    snprintf(text + at, sizeof text - at, "%s", list.more ? "more" : "all");
    return text;
}

Test(store_ratings, each_rating_after_each_match_stays)
{
    evening_begin(&evening);
    write_ratings();
    struct batch *batch = batch_create();
    add_rating(batch, 1, "nim", 1795, 7)->rating.match = 110;
    running_commit(&evening.running, batch);
    cr_assert_str_eq(points("perfect", "nim", 0, 10),
                     "7 1795.00 +-179.50 for 110, 6 1800.30 +-180.03 for -1, "
                     "4 1600.00 +-160.00 for -1, all");
    cr_assert_str_eq(points("perfect", "nim", 0, 2),
                     "7 1795.00 +-179.50 for 110, 6 1800.30 +-180.03 for -1, more");
    cr_assert_str_eq(points("perfect", "nim", 6, 2), "4 1600.00 +-160.00 for -1, all");
    cr_assert_str_eq(points("perfect", "chomp", 0, 2), "all");
    cr_assert_str_eq(points("zoë", "nim", 0, 2), "all");
    assert_rows(evening.place.database, "SELECT match FROM rating WHERE player = 1", "110");
    evening_end(&evening);
}

Test(store_ratings, the_history_of_ratings_ends_with_the_account)
{
    evening_begin(&evening);
    write_ratings();
    struct batch *batch = batch_create();
    add_closed(batch, 1);
    running_commit(&evening.running, batch);
    cr_assert_str_eq(points("perfect", "nim", 0, 10), "all");
    assert_rows(evening.place.database,
                "SELECT player, family, matches FROM rating_history ORDER BY player, family",
                "2|chomp|2\n2|nim|5");
    evening_end(&evening);
}

/* --- the server's key --- */

static void expect_seed(unsigned char fresh, unsigned char expected)
{
    unsigned char offered[EXPORT_SEED_BYTES], seed[EXPORT_SEED_BYTES], kept[EXPORT_SEED_BYTES];
    memset(offered, fresh, sizeof offered);
    memset(kept, expected, sizeof kept);
    cr_assert(store_stop(evening.running.store)); /* its thread has the connection for itself */
    cr_assert_eq(store_key_seed(evening.running.store, offered, seed, &error), ERROR_NONE, "%s",
                 error.message);
    cr_assert_arr_eq(seed, kept, sizeof seed);
}

Test(store_ratings, the_first_seed_of_the_servers_key_is_kept_for_good)
{
    evening_begin(&evening);
    expect_seed(1, 1);
    expect_seed(2, 1);
    running_close(&evening.running);
    running_start(&evening.running, &evening.place);
    expect_seed(3, 1);
    cr_assert_eq(ask_int(&evening.place, "SELECT count(*) FROM server_key"), 1);
    evening_end(&evening);
}
