/* Whole matches between two clients: how they come about, how they go, how they end, what is kept
 * of them. */
#include "tests/e2e/play.h"
#include "tests/e2e/stage.h"

STAGE(match);

static const char whole_record[] = "35>29 29>28 28>27 27>25 25>21 21>13 13>0";

static void assert_text(struct wire_text text, const char *expected)
{
    cr_assert(wire_text_equal(text, expected), "'%.*s' is not '%s'", (int)text.len, text.bytes,
              expected);
}

static void assert_ended(struct peer *peer, int64_t match, const char *ending, const char *winner)
{
    const struct wire_ended *ended = peer_event(peer, WIRE_EVENT_MATCH_ENDED);
    cr_assert_eq(ended->match, match);
    assert_text(ended->ending, ending);
    assert_text(ended->winner, winner);
}

static void assert_moves(const struct wire_match *match, const char *moves)
{
    struct text record = {0};
    for (size_t i = 0; i < match->moves_count; i++)
        text_printf(&record, "%s%.*s", i > 0 ? " " : "", (int)match->moves[i].len,
                    match->moves[i].bytes);
    cr_assert_str_eq(text_string(&record), moves);
    text_finish(&record);
}

Test(match, is_played_from_seek_to_result_and_stays_on_record)
{
    struct server server = server_start();
    struct table table = table_open(&server, "anna", "ben", "fibonacci-nim", "35");
    cr_assert_eq(table_play(&table, whole_record), 7);
    assert_ended(table.first, table.match, "normal", "first");
    assert_ended(table.second, table.match, "normal", "first");

    const struct wire_match *match = match_resume(table.second, table.match);
    assert_moves(match, whole_record);
    assert_text(match->position, "0");
    assert_text(match->winner, "first");
    assert_text(match->seat, "second");
    cr_assert_eq(match->seq, 8);
    const struct wire_summaries *history = history_of(table.first, "BEN");
    cr_assert_eq(history->matches_count, 1);
    cr_assert_eq(history->matches[0].match, table.match);
    cr_assert_eq(history->matches[0].ply, 7);
    assert_text(history->matches[0].rules, "take-away:2x");
    assert_text(history->matches[0].first, "anna");
    cr_assert_eq(match_list(table.first)->matches_count, 0);
}

Test(match, stays_on_record_over_a_restart)
{
    struct server server = server_start();
    struct table table = table_open(&server, "anna", "ben", "fibonacci-nim", "35");
    table_play(&table, whole_record);
    server_kill(&server);
    server_start_again(&server);
    struct peer *visitor = peer_join(&server, "carl");
    assert_moves(match_resume(visitor, table.match), whole_record);
    cr_assert_eq(history_of(visitor, NULL)->matches_count, 1);
}

Test(match, comes_of_a_challenge_to_one_player)
{
    struct server server = server_start();
    struct peer *anna = peer_join(&server, "anna");
    struct peer *ben = peer_join(&server, "ben");
    struct peer *carl = peer_join(&server, "carl");
    int64_t offer = offer_challenge(anna, "Ben", "kayles", "9");
    const struct wire_offer_event *received = peer_event(ben, WIRE_EVENT_OFFER_RECEIVED);
    cr_assert_eq(received->offer->offer, offer);
    assert_text(received->offer->from, "anna");
    cr_assert_eq(offer_choose(carl, WIRE_OFFER_ACCEPT, offer), ERROR_NOT_YOURS);
    const struct wire_match *match = offer_accept(ben, offer);
    assert_text(match->rules, "octal:0.77");
    const struct wire_match_event *started = peer_event(anna, WIRE_EVENT_MATCH_STARTED);
    cr_assert_eq(started->match->match, match->match);
    cr_assert_eq(started->offer, offer);
    match_move(anna, match->match, 1, "9>4+4");
}

Test(match, can_be_offered_to_whoever_is_listed_as_connected)
{
    struct server server = server_start();
    struct peer *anna = peer_join(&server, "anna");
    peer_join(&server, "ben");
    const struct wire_online_list *list = peer_call(anna, WIRE_PLAYER_LIST, NULL);
    cr_assert_eq(list->players_count, 2);
    assert_text(list->players[1].name, "ben");
    assert_text(list->players[1].client, "test");
    cr_assert_not(list->players[1].account);
    cr_assert_eq(list->players[1].matches, 0);
    cr_assert(offer_challenge(anna, "ben", "kayles", "9") > 0);
}

Test(match, does_not_come_of_a_challenge_that_was_declined)
{
    struct server server = server_start();
    struct peer *anna = peer_join(&server, "anna");
    struct peer *ben = peer_join(&server, "ben");
    int64_t offer = offer_challenge(anna, "ben", "nim", "3+5+7");
    cr_assert_eq(offer_choose(anna, WIRE_OFFER_DECLINE, offer), ERROR_NOT_YOURS);
    cr_assert_eq(offer_choose(ben, WIRE_OFFER_DECLINE, offer), ERROR_NONE);
    const struct wire_offer_closed *closed = peer_event(anna, WIRE_EVENT_OFFER_CLOSED);
    cr_assert_eq(closed->offer, offer);
    assert_text(closed->reason, "declined");
    cr_assert_eq(offer_choose(ben, WIRE_OFFER_ACCEPT, offer), ERROR_NO_SUCH_OFFER);
}

Test(match, does_not_come_of_an_offer_that_was_taken_back)
{
    struct server server = server_start();
    struct peer *anna = peer_join(&server, "anna");
    struct peer *ben = peer_join(&server, "ben");
    int64_t offer = offer_challenge(anna, "ben", "nim", "3+5+7");
    cr_assert_eq(offer_choose(anna, WIRE_OFFER_CANCEL, offer), ERROR_NONE);
    const struct wire_offer_closed *closed = peer_event(ben, WIRE_EVENT_OFFER_CLOSED);
    assert_text(closed->reason, "cancelled");
    cr_assert_eq(offer_choose(ben, WIRE_OFFER_ACCEPT, offer), ERROR_NO_SUCH_OFFER);
}

Test(match, is_lost_by_who_resigns)
{
    struct server server = server_start();
    struct table table = table_open(&server, "anna", "ben", "nim", "3+5+7");
    table_move(&table, 1, "7>0");
    cr_assert_eq(match_choose(table.second, WIRE_MATCH_RESIGN, table.match), ERROR_NONE);
    assert_ended(table.first, table.match, "resignation", "first");
    assert_ended(table.second, table.match, "resignation", "first");
    cr_assert_eq(match_try_move(table.second, table.match, 2, "5>3").code, ERROR_MATCH_OVER);
}

/* Writes a heap apart that the canonical text of the first move, 8>0, leaves out. */
static const char spelled_otherwise[] = "5+8>5";

Test(match, acknowledges_a_move_again_however_it_is_written)
{
    struct server server = server_start();
    struct table table = table_open(&server, "anna", "ben", "nim", "5+8");
    struct wire_move other = {.match = table.match, .ply = 1, .move = wire_text("5>0")};
    match_move(table.first, table.match, 1, spelled_otherwise);
    const struct wire_moved *moved = peer_event(table.second, WIRE_EVENT_MATCH_MOVED);
    assert_text(moved->move, "8>0");
    match_move(table.first, table.match, 1, "8>0");
    match_move(table.first, table.match, 1, spelled_otherwise);
    match_expect_stale(table.first, &other, 1, "5");
    match_move(table.second, table.match, 2, "5>3");
    match_move(table.first, table.match, 1, spelled_otherwise);
    match_expect_stale(table.first, &other, 2, "3");
    match_move(table.first, table.match, 3, "3>0");
    assert_ended(table.first, table.match, "normal", "first");
    match_move(table.first, table.match, 1, spelled_otherwise);
    match_move(table.first, table.match, 1, "8>0");
    cr_assert_eq(match_try_move(table.first, table.match, 1, "5>0").code, ERROR_MATCH_OVER);
}

Test(match, acknowledges_a_move_again_that_is_not_on_disk_yet)
{
    struct server server = server_start();
    struct table table = table_open(&server, "anna", "ben", "nim", "5+8");
    uint32_t first = match_ask_move(table.first, table.match, 1, "8>0");
    uint32_t again = match_ask_move(table.first, table.match, 1, spelled_otherwise);
    uint32_t other = match_ask_move(table.first, table.match, 1, "5>0");
    cr_assert_eq(peer_answer(table.first, first).code, ERROR_NONE);
    cr_assert_eq(peer_answer(table.first, again).code, ERROR_NONE);
    cr_assert_eq(peer_answer(table.first, other).code, ERROR_STALE_PLY);
    cr_assert_eq(peer_answer(table.first, other).stale->ply, 1);
}

Test(match, can_be_aborted_until_both_have_moved)
{
    struct server server = server_start();
    struct table early = table_open(&server, "anna", "ben", "nim", "3+5+7");
    struct table late = table_open(&server, "carl", "dora", "nim", "3+5+7");
    table_move(&early, 1, "7>0");
    cr_assert_eq(match_choose(early.second, WIRE_MATCH_ABORT, early.match), ERROR_NONE);
    assert_ended(early.first, early.match, "aborted", "nobody");
    table_play(&late, "7>0 5>3");
    cr_assert_eq(match_choose(late.first, WIRE_MATCH_ABORT, late.match), ERROR_TOO_LATE);
}

Test(match, is_repeated_with_the_seats_swapped)
{
    struct server server = server_start();
    struct table table = table_open(&server, "anna", "ben", "fibonacci-nim", "35");
    table_play(&table, whole_record);
    int64_t offer = match_rematch(table.first, table.match)->offer;
    const struct wire_offer_event *received = peer_event(table.second, WIRE_EVENT_OFFER_RECEIVED);
    cr_assert_eq(received->offer->offer, offer);
    cr_assert_eq(received->offer->rematch_of, table.match);
    int64_t again = match_rematch(table.second, table.match)->match;
    const struct wire_match_event *started = peer_event(table.first, WIRE_EVENT_MATCH_STARTED);
    cr_assert_eq(started->match->match, again);
    assert_text(started->match->first, "ben");
    assert_text(started->match->start, "35");
    match_move(table.second, again, 1, "35>34");
}

Test(match, is_seen_whole_by_who_watches)
{
    struct server server = server_start();
    struct table table = table_open(&server, "anna", "ben", "nim", "3+5+7");
    struct peer *carl = peer_join(&server, "carl");
    table_move(&table, 1, "7>1");
    const struct wire_match *seen = match_watch(carl, table.match);
    assert_moves(seen, "7>1");
    cr_assert_null(seen->seat.bytes);
    match_move(table.second, table.match, 2, "5>0");
    const struct wire_moved *moved = peer_event(carl, WIRE_EVENT_MATCH_MOVED);
    assert_text(moved->move, "5>0");
    assert_text(moved->position, "1+3");
    peer_close(table.second);
    const struct wire_presence *presence = peer_event(carl, WIRE_EVENT_MATCH_PRESENCE);
    assert_text(presence->player, "second");
    cr_assert_not(presence->online);
    match_choose(table.first, WIRE_MATCH_RESIGN, table.match);
    assert_ended(carl, table.match, "resignation", "second");
}

Test(match, is_listed_while_it_is_live)
{
    struct server server = server_start();
    struct table older = table_open(&server, "anna", "ben", "nim", "3+5+7");
    struct table newer = table_open(&server, "carl", "dora", "kayles", "9");
    table_move(&newer, 1, "9>4+4");
    const struct wire_summaries *live = match_list(older.first);
    cr_assert_eq(live->matches_count, 2);
    cr_assert_not(live->more);
    cr_assert_eq(live->matches[0].match, older.match);
    cr_assert_eq(live->matches[1].match, newer.match);
    cr_assert_eq(live->matches[1].ply, 1);
    assert_text(live->matches[1].second, "dora");
}

Test(match, stays_with_its_players_when_they_come_back_through_another_connection)
{
    struct server server = server_start();
    struct table table = table_open(&server, "anna", "ben", "nim", "3+5+7");
    struct peer *before = table.first;
    table.first = peer_come_back(&server, before);
    peer_event(before, WIRE_EVENT_SESSION_REPLACED);
    peer_expect_end(before);
    table_play(&table, "7>1 5>3");
}

Test(match, offer_with_the_same_key_is_made_once)
{
    struct server server = server_start();
    struct peer *anna = peer_join(&server, "anna");
    struct wire_offer_make offer = {.rules = wire_text("nim"), .key = wire_text("once")};
    const struct wire_offer_number *first = peer_call(anna, WIRE_OFFER_MAKE, &offer);
    const struct wire_offer_number *second = peer_call(anna, WIRE_OFFER_MAKE, &offer);
    cr_assert_eq(first->offer, second->offer);
    const struct wire_offers *offers = peer_call(anna, WIRE_OFFER_LIST, NULL);
    cr_assert_eq(offers->offers_count, 1);
    struct wire_match_choice resign = {.match = 1, .key = wire_text("once")};
    cr_assert_eq(peer_refusal(anna, WIRE_MATCH_RESIGN, &resign), ERROR_KEY_REUSED);
}
