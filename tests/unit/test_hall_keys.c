/* Requests with keys: the same again has no second effect. */
#include "tests/unit/hall_fixture.h"

#include <stdio.h>

SUITE(hall_keys, 60);

struct table {
    struct evening *evening;
    struct guest *ann, *ben;
};

static struct table table_of_two(void)
{
    struct table table = {.evening = evening_begin()};
    table.ann = arrive(table.evening, "ann");
    table.ben = arrive(table.evening, "ben");
    return table;
}

static void restart(struct table table)
{
    commit(table.evening);
    crash(table.evening);
    come_back(table.ann);
    come_back(table.ben);
    skip_all(table.evening);
}

static int64_t expect_offer_number(struct guest *guest)
{
    return expect(guest, HEARD_OFFER_NUMBER)->offer_number.offer;
}

static int64_t ended_match(struct table table)
{
    int64_t match = begin_match(table.ann, table.ben, "nim", "1");
    play_on(table.ann, table.ben, match, 1, "1>0");
    return match;
}

Test(hall_keys, an_offer_is_made_once)
{
    struct table table = table_of_two();
    offers(table.ann, "ben", "nim", "3", FIRST_MAKER, "k");
    int64_t offer = expect_offer_number(table.ann);
    offers(table.ann, "ben", "nim", "3", FIRST_MAKER, "k");
    cr_assert_eq(expect_offer_number(table.ann), offer);
    expect(table.ben, HEARD_OFFER_RECEIVED);
    expect_silence(table.ben);
    cr_assert_eq(hall_figures(table.evening->hall).offers, 1);
    evening_end(table.evening);
}

Test(hall_keys, keys_are_each_players_own)
{
    struct table table = table_of_two();
    seeks(table.ann, "nim", "3", "k");
    seeks(table.ben, "nim", "3", "k");
    cr_assert_neq(expect_offer_number(table.ann), expect_offer_number(table.ben));
    evening_end(table.evening);
}

Test(hall_keys, a_refused_request_may_be_repeated)
{
    struct table table = table_of_two();
    offers(table.ann, "carl", "nim", "3", FIRST_MAKER, "k");
    expect_error(table.ann, ERROR_NO_SUCH_PLAYER);
    arrive(table.evening, "carl");
    offers(table.ann, "carl", "nim", "3", FIRST_MAKER, "k");
    expect_offer_number(table.ann);
    evening_end(table.evening);
}

Test(hall_keys, an_offer_is_taken_back_once)
{
    struct table table = table_of_two();
    int64_t offer = open_seek(table.ann, "nim", "3");
    cancels(table.ann, offer, "k");
    expect(table.ann, HEARD_NOTHING);
    cancels(table.ann, offer, "k");
    expect(table.ann, HEARD_NOTHING);
    cancels(table.ann, offer, "k2");
    expect_error(table.ann, ERROR_NO_SUCH_OFFER);
    evening_end(table.evening);
}

Test(hall_keys, a_challenge_is_declined_once)
{
    struct table table = table_of_two();
    offers(table.ann, "ben", "nim", "3", FIRST_MAKER, "k");
    int64_t offer = expect_offer_number(table.ann);
    skip(table.ben);
    declines(table.ben, offer, "k");
    declines(table.ben, offer, "k");
    expect(table.ben, HEARD_NOTHING);
    expect(table.ben, HEARD_NOTHING);
    expect(table.ann, HEARD_OFFER_CLOSED);
    expect_silence(table.ann);
    evening_end(table.evening);
}

Test(hall_keys, an_offer_is_accepted_once)
{
    struct table table = table_of_two();
    int64_t offer = open_seek(table.ann, "nim", "3");
    accepts(table.ben, offer, "k");
    accepts(table.ben, offer, "k");
    commit(table.evening);
    int64_t match = expect(table.ben, HEARD_MATCH)->match.match;
    cr_assert_eq(expect(table.ben, HEARD_MATCH)->match.match, match);
    expect(table.ann, HEARD_MATCH_STARTED);
    expect_silence(table.ann);
    evening_end(table.evening);
}

Test(hall_keys, accepting_again_shows_the_match_as_it_is_now)
{
    struct table table = table_of_two();
    int64_t offer = open_seek(table.ann, "nim", "3");
    accepts(table.ben, offer, "k");
    play_on(table.ann, table.ben, 1, 1, "3>2");
    accepts(table.ben, offer, "k");
    cr_assert_eq(expect(table.ben, HEARD_MATCH)->match.ply, 1);
    play_on(table.ben, table.ann, 1, 2, "2>0");
    accepts(table.ben, offer, "k");
    cr_assert_eq(expect(table.ben, HEARD_LOOK_UP_MATCH)->message->look_up_match.match, 1);
    evening_end(table.evening);
}

Test(hall_keys, a_match_is_resigned_once)
{
    struct table table = table_of_two();
    int64_t match = begin_match(table.ann, table.ben, "nim", "3");
    resigns(table.ann, match, "k");
    resigns(table.ann, match, "k");
    commit(table.evening);
    expect(table.ann, HEARD_NOTHING);
    expect(table.ann, HEARD_ENDED);
    expect(table.ann, HEARD_NOTHING);
    expect(table.ben, HEARD_ENDED);
    expect_silence(table.ben);
    evening_end(table.evening);
}

Test(hall_keys, a_match_is_aborted_once)
{
    struct table table = table_of_two();
    int64_t match = begin_match(table.ann, table.ben, "nim", "3");
    aborts(table.ann, match, "k");
    aborts(table.ann, match, "k");
    commit(table.evening);
    expect(table.ann, HEARD_NOTHING);
    expect(table.ann, HEARD_ENDED);
    expect(table.ann, HEARD_NOTHING);
    evening_end(table.evening);
}

Test(hall_keys, a_rematch_is_offered_once)
{
    struct table table = table_of_two();
    int64_t match = ended_match(table);
    asks_rematch(table.ann, match, "k");
    int64_t offer = expect(table.ann, HEARD_REMATCH)->rematch.offer;
    cancels(table.ann, offer, "k2");
    expect(table.ann, HEARD_NOTHING);
    skip(table.ben);
    asks_rematch(table.ann, match, "k");
    cr_assert_eq(expect(table.ann, HEARD_REMATCH)->rematch.offer, offer);
    expect_silence(table.ben);
    evening_end(table.evening);
}

Test(hall_keys, a_rematch_is_taken_once)
{
    struct table table = table_of_two();
    int64_t match = ended_match(table);
    asks_rematch(table.ann, match, "k");
    asks_rematch(table.ben, match, "k");
    asks_rematch(table.ben, match, "k");
    commit(table.evening);
    expect(table.ben, HEARD_OFFER_RECEIVED);
    int64_t rematch = expect(table.ben, HEARD_REMATCH)->rematch.match;
    cr_assert_eq(expect(table.ben, HEARD_REMATCH)->rematch.match, rematch);
    cr_assert_eq(hall_figures(table.evening->hall).live_matches, 1);
    evening_end(table.evening);
}

Test(hall_keys, a_key_is_for_one_kind_of_request)
{
    struct table table = table_of_two();
    seeks(table.ann, "nim", "3", "k");
    int64_t offer = expect_offer_number(table.ann);
    cancels(table.ann, offer, "k");
    expect_error(table.ann, ERROR_KEY_REUSED);
    evening_end(table.evening);
}

Test(hall_keys, a_key_is_for_one_subject)
{
    struct table table = table_of_two();
    int64_t first = begin_match(table.ann, table.ben, "nim", "3");
    int64_t second = begin_match(table.ann, table.ben, "nim", "3");
    resigns(table.ann, first, "k");
    resigns(table.ann, second, "k");
    commit(table.evening);
    expect(table.ann, HEARD_NOTHING);
    expect(table.ann, HEARD_ENDED);
    expect_error(table.ann, ERROR_KEY_REUSED);
    cr_assert_eq(disk_match(&table.evening->disk, second)->ending, ENDING_NONE);
    evening_end(table.evening);
}

Test(hall_keys, a_key_has_no_zero_bytes)
{
    struct table table = table_of_two();
    struct hall_caller from = {.session = table.ann->session, .request = 0};
    table.evening->requests[0] = (struct evening_request){.session = table.ann->session};
    hall_match_resign(table.evening->hall, from, 1, (struct hall_text){.bytes = "a\0b", .len = 3});
    expect_error(table.ann, ERROR_BAD_ARGUMENTS);
    evening_end(table.evening);
}

Test(hall_keys, a_key_may_have_all_its_bytes)
{
    struct table table = table_of_two();
    char key[HALL_KEY_MAX + 1];
    memset(key, 'k', HALL_KEY_MAX);
    key[HALL_KEY_MAX] = '\0';
    seeks(table.ann, "nim", "3", key);
    int64_t offer = expect_offer_number(table.ann);
    seeks(table.ann, "nim", "3", key);
    cr_assert_eq(expect_offer_number(table.ann), offer);
    key[HALL_KEY_MAX - 1] = 'l';
    seeks(table.ann, "nim", "3", key);
    cr_assert_neq(expect_offer_number(table.ann), offer);
    evening_end(table.evening);
}

/* --- after the connection broke --- */

Test(hall_keys, an_offer_that_vanished_with_its_makers_connection_is_made_anew)
{
    struct table table = table_of_two();
    seeks(table.ann, "nim", "3", "k");
    int64_t offer = expect_offer_number(table.ann);
    leave(table.ann);
    come_back(table.ann);
    seeks(table.ann, "nim", "3", "k");
    cr_assert_neq(expect_offer_number(table.ann), offer);
    cr_assert_eq(hall_figures(table.evening->hall).offers, 1);
    evening_end(table.evening);
}

Test(hall_keys, so_is_a_rematch_by_whichever_of_its_keys)
{
    struct table table = table_of_two();
    int64_t match = ended_match(table);
    asks_rematch(table.ann, match, "k");
    asks_rematch(table.ann, match, "k2");
    int64_t offer = expect(table.ann, HEARD_REMATCH)->rematch.offer;
    leave(table.ann);
    come_back(table.ann);
    asks_rematch(table.ann, match, "k2");
    cr_assert_neq(expect(table.ann, HEARD_REMATCH)->rematch.offer, offer);
    cr_assert_eq(hall_figures(table.evening->hall).offers, 1);
    evening_end(table.evening);
}

Test(hall_keys, an_offer_that_was_accepted_is_not_made_anew)
{
    struct table table = table_of_two();
    seeks(table.ann, "nim", "3", "k");
    int64_t offer = expect_offer_number(table.ann);
    accepts(table.ben, offer, "k");
    leave(table.ann);
    come_back(table.ann);
    skip(table.ann);
    seeks(table.ann, "nim", "3", "k");
    cr_assert_eq(expect_offer_number(table.ann), offer);
    cr_assert_eq(hall_figures(table.evening->hall).offers, 0);
    evening_end(table.evening);
}

Test(hall_keys, nor_one_that_was_declined)
{
    struct table table = table_of_two();
    offers(table.ann, "ben", "nim", "3", FIRST_MAKER, "k");
    int64_t offer = expect_offer_number(table.ann);
    declines(table.ben, offer, "k");
    leave(table.ann);
    come_back(table.ann);
    offers(table.ann, "ben", "nim", "3", FIRST_MAKER, "k");
    cr_assert_eq(expect_offer_number(table.ann), offer);
    evening_end(table.evening);
}

Test(hall_keys, answers_are_kept_while_the_player_is_away)
{
    struct table table = table_of_two();
    int64_t match = begin_match(table.ann, table.ben, "nim", "3");
    resigns(table.ann, match, "k");
    leave(table.ann);
    come_back(table.ann);
    resigns(table.ann, match, "k");
    expect(table.ann, HEARD_NOTHING);
    evening_end(table.evening);
}

/* --- after a restart --- */

Test(hall_keys, accepting_is_kept_over_a_restart)
{
    struct table table = table_of_two();
    int64_t offer = open_seek(table.ann, "nim", "3");
    accepts(table.ben, offer, "k");
    restart(table);
    accepts(table.ben, offer, "k");
    cr_assert_eq(expect(table.ben, HEARD_MATCH)->match.match, 1);
    cr_assert_eq(hall_figures(table.evening->hall).live_matches, 1);
    evening_end(table.evening);
}

Test(hall_keys, so_is_the_offer_that_was_accepted)
{
    struct table table = table_of_two();
    seeks(table.ann, "nim", "3", "k");
    int64_t offer = expect_offer_number(table.ann);
    accepts(table.ben, offer, "k");
    restart(table);
    seeks(table.ann, "nim", "3", "k");
    cr_assert_eq(expect_offer_number(table.ann), offer);
    cr_assert_eq(hall_figures(table.evening->hall).offers, 0);
    evening_end(table.evening);
}

Test(hall_keys, so_are_both_sides_of_a_rematch)
{
    struct table table = table_of_two();
    int64_t match = ended_match(table);
    asks_rematch(table.ann, match, "k");
    int64_t offer = expect(table.ann, HEARD_REMATCH)->rematch.offer;
    asks_rematch(table.ben, match, "k");
    restart(table);
    asks_rematch(table.ann, match, "k");
    cr_assert_eq(expect(table.ann, HEARD_REMATCH)->rematch.offer, offer);
    asks_rematch(table.ben, match, "k");
    cr_assert_eq(expect(table.ben, HEARD_REMATCH)->rematch.match, match + 1);
    cr_assert_eq(hall_figures(table.evening->hall).offers, 0);
    evening_end(table.evening);
}

Test(hall_keys, so_are_the_ends_of_matches)
{
    struct table table = table_of_two();
    int64_t resigned = begin_match(table.ann, table.ben, "nim", "3");
    int64_t aborted = begin_match(table.ann, table.ben, "nim", "3");
    resigns(table.ann, resigned, "k");
    aborts(table.ben, aborted, "k");
    restart(table);
    resigns(table.ann, resigned, "k");
    expect(table.ann, HEARD_NOTHING);
    aborts(table.ben, aborted, "k");
    expect(table.ben, HEARD_NOTHING);
    evening_end(table.evening);
}

Test(hall_keys, an_open_offer_is_not)
{
    struct table table = table_of_two();
    int64_t match = begin_match(table.ann, table.ben, "nim", "3");
    seeks(table.ann, "nim", "3", "k");
    int64_t offer = expect_offer_number(table.ann);
    restart(table);
    cr_assert_eq(hall_figures(table.evening->hall).offers, 0);
    seeks(table.ann, "nim", "3", "k");
    cr_assert_neq(expect_offer_number(table.ann), offer);
    (void)match;
    evening_end(table.evening);
}

Test(hall_keys, what_was_not_on_disk_may_be_asked_for_again)
{
    struct table table = table_of_two();
    int64_t match = begin_match(table.ann, table.ben, "nim", "3");
    resigns(table.ann, match, "k");
    submit(table.evening);
    crash(table.evening);
    come_back(table.ann);
    skip(table.ann);
    resigns(table.ann, match, "k");
    commit(table.evening);
    expect(table.ann, HEARD_NOTHING);
    expect(table.ann, HEARD_ENDED);
    evening_end(table.evening);
}

/* --- forgetting --- */

Test(hall_keys, a_key_is_forgotten_after_a_day_also_on_disk)
{
    struct table table = table_of_two();
    int64_t match = begin_match(table.ann, table.ben, "nim", "3");
    resigns(table.ann, match, "k");
    commit(table.evening);
    cr_assert_not_null(disk_answer(&table.evening->disk, table.ann->player, "k"));
    pass(table.evening, HALL_ANSWER_AGE_MS + 1);
    open_seek(table.ben, "nim", "3");
    commit(table.evening);
    cr_assert_null(disk_answer(&table.evening->disk, table.ann->player, "k"));
    skip(table.ann);
    seeks(table.ann, "nim", "3", "k");
    expect_offer_number(table.ann);
    evening_end(table.evening);
}

Test(hall_keys, an_offer_may_outlive_its_key)
{
    struct table table = table_of_two();
    seeks(table.ann, "nim", "3", "k");
    int64_t offer = expect_offer_number(table.ann);
    pass(table.evening, HALL_ANSWER_AGE_MS + 1);
    resigns(table.ann, begin_match(table.ann, table.ben, "nim", "3"), "k");
    commit(table.evening);
    leave(table.ann);
    cr_assert_not_null(disk_answer(&table.evening->disk, table.ann->player, "k"));
    skip(table.ben);
    accepts(table.ben, offer, "k");
    expect_error(table.ben, ERROR_NO_SUCH_OFFER);
    evening_end(table.evening);
}

static struct table table_with_limits(int64_t keys, int64_t keys_per_player)
{
    struct hall_config config = {.seed = 1, .now_ms = 1700000000000, .limits = hall_limits_default};
    config.limits.keys = keys;
    config.limits.keys_per_player = keys_per_player;
    struct table table = {.evening = evening_begin_with(&config)};
    table.ann = arrive(table.evening, "ann");
    table.ben = arrive(table.evening, "ben");
    return table;
}

/* Ann resigns `count` matches, with the keys "NAME 1" and so on. Each costs her one more key for
 * the seek, and ben one for accepting it. */
static void use_keys(struct table table, const char *name, int count)
{
    for (int i = 1; i <= count; i++) {
        char key[32];
        snprintf(key, sizeof key, "%s %d", name, i);
        resigns(table.ann, begin_match(table.ann, table.ben, "nim", "3"), key);
    }
    commit(table.evening);
    skip_all(table.evening);
}

static bool is_kept(struct table table, const struct guest *guest, const char *key)
{
    return disk_answer(&table.evening->disk, guest->player, key) != NULL;
}

Test(hall_keys, a_player_with_too_many_keys_loses_the_own_oldest)
{
    struct table table = table_with_limits(1000, 6);
    resigns(table.ben, begin_match(table.ann, table.ben, "nim", "3"), "ben's");
    use_keys(table, "ann's", 4);
    cr_assert_not(is_kept(table, table.ann, "ann's 1"));
    cr_assert(is_kept(table, table.ann, "ann's 2"));
    cr_assert(is_kept(table, table.ann, "ann's 4"));
    cr_assert(is_kept(table, table.ben, "ben's"));
    evening_end(table.evening);
}

Test(hall_keys, of_too_many_in_all_who_has_more_than_others_loses_the_own_oldest)
{
    struct table table = table_with_limits(9, 1000);
    resigns(table.ben, begin_match(table.ann, table.ben, "nim", "3"), "ben's");
    use_keys(table, "ann's", 2); /* now she has five, and ben four */
    use_keys(table, "more of ann's", 1);
    cr_assert(is_kept(table, table.ben, "ben's"));
    cr_assert(is_kept(table, table.ann, "ann's 1"));
    use_keys(table, "still more of ann's", 1);
    cr_assert_not(is_kept(table, table.ann, "ann's 1"));
    cr_assert(is_kept(table, table.ann, "ann's 2"));
    evening_end(table.evening);
}

Test(hall_keys, of_too_many_in_all_the_oldest_goes_where_somebody_has_few)
{
    struct table table = table_with_limits(9, 1000);
    use_keys(table, "ann's", 3); /* six of hers, and three of ben's */
    resigns(table.ben, begin_match(table.ben, table.ann, "nim", "3"), "ben's");
    commit(table.evening);
    cr_assert(is_kept(table, table.ben, "ben's"));
    cr_assert_not(is_kept(table, table.ann, "ann's 1"));
    evening_end(table.evening);
}

Test(hall_keys, limits_hold_for_the_keys_of_before_a_restart)
{
    struct table table = table_with_limits(1000, 6);
    use_keys(table, "ann's", 3);
    restart(table);
    use_keys(table, "more of ann's", 1);
    cr_assert_not(is_kept(table, table.ann, "ann's 1"));
    cr_assert(is_kept(table, table.ann, "ann's 2"));
    evening_end(table.evening);
}

Test(hall_keys, a_key_that_gave_way_may_be_used_anew)
{
    struct table table = table_with_limits(1000, 2);
    seeks(table.ann, "nim", "3", "k");
    int64_t offer = expect_offer_number(table.ann);
    cancels(table.ann, offer, "k2");
    expect(table.ann, HEARD_NOTHING);
    cancels(table.ann, open_seek(table.ann, "nim", "3"), "k3");
    expect(table.ann, HEARD_NOTHING);
    seeks(table.ann, "nim", "3", "k");
    cr_assert_neq(expect_offer_number(table.ann), offer);
    evening_end(table.evening);
}
