/* The operator: who is connected, kicks, bans, the end of a tournament. */
#include "tests/unit/hall_contest.h"

#include <stdio.h>

SUITE(hall_operator, 20);

static struct guest *call_operator(struct evening *evening)
{
    struct guest *warden = newcomer(evening, "operator");
    connects(warden);
    return warden;
}

Test(hall_operator, sees_who_is_connected)
{
    struct evening *evening = evening_begin();
    struct guest *warden = call_operator(evening);
    struct guest *ann = newcomer(evening, "ann");
    strcpy(ann->address, "10.0.0.1");
    says_hello(ann);
    commit(evening);
    skip(ann);
    registers(ann, "secret", "k");
    struct guest *ben = arrive(evening, "ben");
    begin_match(ann, ben, "nim", "3");
    pass(evening, 5000);
    hall_session_lag(evening->hall, ben->session, 42);
    lists_players(warden, 0, 10);
    const struct heard *list = expect(warden, HEARD_PRESENT);
    cr_assert_eq(list->present.players_count, 2);
    cr_assert_not(list->present.more);
    const struct wire_present *view = &list->present.players[0];
    cr_assert_eq(view->session, (int64_t)ann->session);
    cr_assert_eq(view->player, 1);
    cr_assert_str_eq(view->name.bytes, "ann");
    cr_assert(view->account);
    cr_assert_str_eq(view->address.bytes, "10.0.0.1");
    cr_assert_str_eq(view->client.bytes, "fixture");
    cr_assert_eq(view->lag, WIRE_ABSENT);
    cr_assert_eq(view->matches, 1);
    cr_assert_eq(view->since, evening->now_ms - 5000);
    view++;
    cr_assert_str_eq(view->name.bytes, "ben");
    cr_assert_not(view->account);
    cr_assert_eq(view->lag, 42);
    evening_end(evening);
}

Test(hall_operator, sees_them_in_pages_in_the_order_of_their_sessions)
{
    struct evening *evening = evening_begin();
    struct guest *warden = call_operator(evening);
    struct guest *first = newcomer(evening, "first"), *second = newcomer(evening, "second");
    evening->slow_look_ups = true;
    says_hello(first);
    says_hello(second);
    look_up_hello(second); /* who said hello first comes in last */
    look_up_hello(first);
    commit(evening);
    lists_players(warden, 0, 1);
    const struct heard *list = expect(warden, HEARD_PRESENT);
    cr_assert_eq(list->present.players_count, 1);
    cr_assert_str_eq(list->present.players[0].name.bytes, "first");
    cr_assert(list->present.more);
    lists_players(warden, (int64_t)first->session, 1);
    list = expect(warden, HEARD_PRESENT);
    cr_assert_eq(list->present.players_count, 1);
    cr_assert_str_eq(list->present.players[0].name.bytes, "second");
    cr_assert_not(list->present.more);
    evening_end(evening);
}

Test(hall_operator, a_player_sees_who_is_connected_once_they_are_on_disk)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    struct guest *zoe = arrive(evening, "zoe");
    begin_match(ann, ben, "nim", "3");
    leave(zoe);
    says_hello(newcomer(evening, "late"));
    hear(evening);
    lists_online(ann);
    commit(evening);
    const struct heard *list = expect(ann, HEARD_ONLINE);
    cr_assert_eq(list->online.players_count, 2);
    cr_assert_str_eq(list->online.players[0].name.bytes, "ann");
    cr_assert_str_eq(list->online.players[1].name.bytes, "ben");
    cr_assert_eq(list->online.players[1].matches, 1);
    evening_end(evening);
}

Test(hall_operator, kicks_a_player_who_may_come_back)
{
    struct evening *evening = evening_begin();
    struct guest *warden = call_operator(evening);
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t match = begin_match(ann, ben, "nim", "3");
    int64_t offer = open_seek(ann, "nim", "3");
    kicks(warden, "ANN", "be polite");
    expect(warden, HEARD_NOTHING);
    cr_assert_str_eq(expect(ann, HEARD_KICKED)->notice.reason.bytes, "be polite");
    cr_assert_not(hall_session_is_open(evening->hall, ann->session));
    cr_assert_not(expect(ben, HEARD_PRESENCE)->presence.online);
    accepts(ben, offer, "k");
    expect_error(ben, ERROR_NO_SUCH_OFFER);
    cr_assert_eq(come_back(ann)->welcome.matches[0], match);
    evening_end(evening);
}

Test(hall_operator, who_kicks_ends_seeks_of_days_too)
{
    struct evening *evening = evening_begin();
    struct guest *warden = call_operator(evening);
    struct guest *ann = arrive(evening, "ann");
    offers_clock(ann, NULL, "nim", "5+3", "86400/move", "seek");
    commit(evening);
    kicks(warden, "ann", NULL);
    expect(warden, HEARD_NOTHING);
    cr_assert_eq(hall_figures(evening->hall).offers, 0);
    evening_end(evening);
}

Test(hall_operator, gives_a_reason_or_none)
{
    struct evening *evening = evening_begin();
    struct guest *warden = call_operator(evening);
    struct guest *ann = arrive(evening, "ann");
    kicks(warden, "ann", "two\nlines");
    expect_error(warden, ERROR_BAD_ARGUMENTS);
    bans(warden, BAN_NAME, "ann", "two\nlines", 0);
    expect_error(warden, ERROR_BAD_ARGUMENTS);
    expect_silence(ann);
    kicks(warden, "ann", NULL);
    expect(warden, HEARD_NOTHING);
    cr_assert_str_eq(expect(ann, HEARD_KICKED)->notice.reason.bytes, "the operator gave no reason");
    evening_end(evening);
}

Test(hall_operator, kicks_nobody_who_is_not_connected)
{
    struct evening *evening = evening_begin();
    struct guest *warden = call_operator(evening);
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    begin_match(ann, ben, "nim", "3");
    leave(ann);
    kicks(warden, "ann", NULL);
    expect_error(warden, ERROR_NO_SUCH_PLAYER);
    kicks(warden, "nobody", NULL);
    expect_error(warden, ERROR_NO_SUCH_PLAYER);
    evening_end(evening);
}

Test(hall_operator, bans_a_name_guest_or_account_by_whatever_they_come)
{
    struct evening *evening = evening_begin();
    struct guest *warden = call_operator(evening);
    struct guest *ann = arrive(evening, "ann");
    registers(ann, "secret", "k");
    commit(evening);
    skip(ann);
    bans(warden, BAN_NAME, "Ann", "be polite", 0);
    expect_silence(warden);
    commit(evening);
    expect(warden, HEARD_NOTHING);
    cr_assert_str_eq(expect(ann, HEARD_KICKED)->notice.reason.bytes,
                     "the operator keeps 'Ann' out for good: be polite");
    cr_assert_not(hall_session_is_open(evening->hall, ann->session));
    says_hello(ann);
    cr_assert_str_eq(expect_error(ann, ERROR_BANNED)->error.message,
                     "the operator keeps 'Ann' out for good: be polite");
    shows_token(ann, ann->token);
    expect_error(ann, ERROR_BANNED);
    logs_in(ann, "secret");
    expect_error(ann, ERROR_BANNED);
    arrive(evening, "anna");
    evening_end(evening);
}

Test(hall_operator, a_ban_of_a_name_ends_the_seeks_that_its_player_has_left)
{
    struct evening *evening = evening_begin();
    struct guest *warden = call_operator(evening);
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    offers_clock(ann, NULL, "nim", "5+3", "86400/move", "first");
    offers_clock(ann, NULL, "nim", "7", "86400/move", "second");
    offers_clock(ben, NULL, "nim", "3", "86400/move", "seek");
    leave(ann);
    leave(ben);
    commit(evening);
    bans(warden, BAN_NAME, "Ann", NULL, 0);
    commit(evening);
    cr_assert_eq(hall_figures(evening->hall).offers, 1);
    cr_assert_eq(hall_figures(evening->hall).players, 1);
    evening_end(evening);
}

Test(hall_operator, a_banned_name_or_address_costs_no_look_up)
{
    struct evening *evening = evening_begin();
    struct guest *warden = call_operator(evening);
    struct guest *ann = newcomer(evening, "ann"), *ben = newcomer(evening, "ben");
    strcpy(ben->address, "10.0.0.1");
    bans(warden, BAN_NAME, "ann", NULL, 0);
    bans(warden, BAN_ADDRESS, "10.0.0.1", NULL, 0);
    commit(evening);
    evening->slow_look_ups = true;
    logs_in(ann, "secret");
    expect_error(ann, ERROR_BANNED);
    shows_token(ben, "token");
    expect_error(ben, ERROR_BANNED);
    evening_end(evening);
}

Test(hall_operator, bans_an_address_and_ends_all_its_connections)
{
    struct evening *evening = evening_begin();
    struct guest *warden = call_operator(evening);
    struct guest *ann = newcomer(evening, "ann"), *ben = newcomer(evening, "ben");
    struct guest *carl = arrive(evening, "carl");
    strcpy(ann->address, "10.0.0.1");
    strcpy(ben->address, "10.0.0.1");
    says_hello(ann);
    says_hello(ben);
    commit(evening);
    skip_all(evening);
    bans(warden, BAN_ADDRESS, "10.0.0.1", NULL, 0);
    commit(evening);
    cr_assert_str_eq(expect(ann, HEARD_KICKED)->notice.reason.bytes,
                     "the operator keeps '10.0.0.1' out for good");
    expect(ben, HEARD_KICKED);
    expect_silence(carl);
    cr_assert_eq(hall_figures(evening->hall).sessions, 1);
    evening_end(evening);
}

Test(hall_operator, a_ban_holds_over_a_restart_and_until_its_time)
{
    struct evening *evening = evening_begin();
    struct guest *warden = call_operator(evening);
    struct guest *ann = newcomer(evening, "ann");
    bans(warden, BAN_NAME, "ann", "cool down", evening->now_ms + 3600000);
    commit(evening);
    crash(evening);
    says_hello(ann);
    cr_assert_str_eq(expect_error(ann, ERROR_BANNED)->error.message,
                     "the operator keeps 'ann' out until 2023-11-14 23:13:20 UTC: cool down");
    pass(evening, 3600000 - 1001);
    says_hello(ann);
    expect_error(ann, ERROR_BANNED);
    pass(evening, 1);
    says_hello(ann);
    commit(evening);
    expect(ann, HEARD_WELCOME);
    evening_end(evening);
}

Test(hall_operator, a_ban_that_has_run_out_is_forgotten_also_on_disk)
{
    struct evening *evening = evening_begin();
    struct guest *warden = call_operator(evening);
    bans(warden, BAN_NAME, "ann", NULL, evening->now_ms + 1000);
    bans(warden, BAN_NAME, "ben", NULL, 0);
    commit(evening);
    skip(warden);
    pass(evening, 1000);
    lists_bans(warden);
    cr_assert_eq(expect(warden, HEARD_BANS)->bans.bans_count, 1);
    unbans(warden, BAN_NAME, "ann");
    commit(evening);
    expect_error(warden, ERROR_NOT_BANNED);
    cr_assert_null(disk_ban(&evening->disk, BAN_NAME, "ann"));
    cr_assert_not_null(disk_ban(&evening->disk, BAN_NAME, "ben"));
    evening_end(evening);
}

Test(hall_operator, lists_the_bans)
{
    struct evening *evening = evening_begin();
    struct guest *warden = call_operator(evening);
    bans(warden, BAN_ADDRESS, "10.0.0.1", NULL, 0);
    bans(warden, BAN_NAME, "Ann", "be polite", evening->now_ms + 1000);
    commit(evening);
    skip(warden);
    lists_bans(warden);
    const struct heard *list = expect(warden, HEARD_BANS);
    cr_assert_eq(list->bans.bans_count, 2);
    cr_assert_null(list->bans.bans[0].address.bytes);
    cr_assert_str_eq(list->bans.bans[0].player.bytes, "Ann");
    cr_assert_str_eq(list->bans.bans[0].reason.bytes, "be polite");
    cr_assert_eq(list->bans.bans[0].made, evening->now_ms);
    cr_assert_eq(list->bans.bans[0].until, evening->now_ms + 1000);
    cr_assert_null(list->bans.bans[1].player.bytes);
    cr_assert_str_eq(list->bans.bans[1].address.bytes, "10.0.0.1");
    cr_assert_null(list->bans.bans[1].reason.bytes);
    cr_assert_eq(list->bans.bans[1].until, WIRE_ABSENT);
    evening_end(evening);
}

Test(hall_operator, a_ban_replaces_an_earlier_one_of_the_same_subject)
{
    struct evening *evening = evening_begin();
    struct guest *warden = call_operator(evening);
    bans(warden, BAN_NAME, "ann", "first", 0);
    bans(warden, BAN_NAME, "ANN", "second", 0);
    commit(evening);
    skip(warden);
    lists_bans(warden);
    const struct heard *list = expect(warden, HEARD_BANS);
    cr_assert_eq(list->bans.bans_count, 1);
    cr_assert_str_eq(list->bans.bans[0].reason.bytes, "second");
    cr_assert_str_eq(disk_ban(&evening->disk, BAN_NAME, "ann")->reason, "second");
    evening_end(evening);
}

Test(hall_operator, lifts_a_ban)
{
    struct evening *evening = evening_begin();
    struct guest *warden = call_operator(evening);
    bans(warden, BAN_NAME, "ann", NULL, 0);
    bans(warden, BAN_ADDRESS, "127.0.0.1", NULL, 0);
    unbans(warden, BAN_NAME, "ANN");
    unbans(warden, BAN_ADDRESS, "127.0.0.1");
    commit(evening);
    for (int i = 0; i < 4; i++)
        expect(warden, HEARD_NOTHING);
    unbans(warden, BAN_ADDRESS, "127.0.0.1");
    expect_error(warden, ERROR_NOT_BANNED);
    cr_assert_null(evening->disk.bans);
    arrive(evening, "ann");
    evening_end(evening);
}

Test(hall_operator, bans_only_what_can_come)
{
    struct evening *evening = evening_begin();
    struct guest *warden = call_operator(evening);
    bans(warden, BAN_NAME, "no name", NULL, 0);
    expect_error(warden, ERROR_BAD_NAME);
    bans(warden, BAN_ADDRESS, "10.0.0.1\n", NULL, 0);
    expect_error(warden, ERROR_BAD_ARGUMENTS);
    bans(warden, BAN_NAME, "ann", NULL, evening->now_ms);
    expect_error(warden, ERROR_BAD_ARGUMENTS);
    evening_end(evening);
}

Test(hall_operator, bans_nobody_while_the_disk_takes_no_writes_but_kicks)
{
    struct evening *evening = evening_begin();
    struct guest *warden = call_operator(evening);
    struct guest *ann = arrive(evening, "ann");
    registers(ann, "secret", "k");
    stall(evening);
    bans(warden, BAN_NAME, "ben", NULL, 0);
    expect_error(warden, ERROR_SERVER_STALLED);
    unbans(warden, BAN_NAME, "ben");
    expect_error(warden, ERROR_SERVER_STALLED);
    expect(ann, HEARD_STALLED);
    kicks(warden, "ann", NULL);
    cr_assert_not(hall_session_is_open(evening->hall, ann->session));
    expect(ann, HEARD_KICKED);
    expect(warden, HEARD_NOTHING);
    evening_end(evening);
}

Test(hall_operator, is_answered_at_once_while_the_disk_takes_no_writes)
{
    struct evening *evening = evening_begin();
    struct guest *warden = call_operator(evening);
    struct guest *ann = arrive(evening, "ann"), *ben = newcomer(evening, "ben");
    bans(warden, BAN_NAME, "mallory", NULL, 0);
    commit(evening);
    expect(warden, HEARD_NOTHING);
    says_hello(ben);
    hear(evening);
    stall(evening);
    lists_players(warden, 0, 10);
    const struct heard *list = expect(warden, HEARD_PRESENT);
    cr_assert_eq(list->present.players_count, 1, "ben is not on disk");
    cr_assert_str_eq(list->present.players[0].name.bytes, "ann");
    kicks(warden, "ben", NULL);
    expect_error(warden, ERROR_NO_SUCH_PLAYER);
    kicks(warden, "ann", "a\n");
    expect_error(warden, ERROR_BAD_ARGUMENTS);
    lists_bans(warden);
    cr_assert_eq(expect(warden, HEARD_BANS)->bans.bans_count, 1);
    pings(warden);
    expect(warden, HEARD_NOTHING);
    expect(ann, HEARD_STALLED);
    lists_matches(ann, 0, 10);
    lists_offers(ann);
    expect_silence(ann);
    land(evening);
    expect(ben, HEARD_STALLED);
    expect(ben, HEARD_RESUMED);
    expect(ben, HEARD_WELCOME);
    expect(ann, HEARD_RESUMED);
    expect(ann, HEARD_SUMMARIES);
    expect(ann, HEARD_OFFERS);
    evening_end(evening);
}

Test(hall_operator, is_answered_when_a_stall_comes_after_the_question)
{
    struct evening *evening = evening_begin();
    struct guest *warden = call_operator(evening);
    arrive(evening, "ann");
    says_hello(newcomer(evening, "ben"));
    hear(evening);
    submit(evening);
    lists_players(warden, 0, 10);
    kicks(warden, "ann", NULL);
    expect_silence(warden);
    stall(evening);
    expect(warden, HEARD_PRESENT);
    expect(warden, HEARD_NOTHING);
    evening_end(evening);
}

Test(hall_operator, is_not_told_of_bans_that_are_not_on_disk)
{
    struct evening *evening = evening_begin();
    struct guest *warden = call_operator(evening);
    bans(warden, BAN_NAME, "mallory", NULL, 0);
    lists_bans(warden);
    stall(evening);
    expect_silence(warden);
    lists_bans(warden);
    expect_error(warden, ERROR_SERVER_STALLED);
    land(evening);
    expect(warden, HEARD_NOTHING);
    cr_assert_eq(expect(warden, HEARD_BANS)->bans.bans_count, 1);
    lists_bans(warden);
    expect(warden, HEARD_BANS);
    evening_end(evening);
}

Test(hall_operator, hears_the_answer_and_the_farewell_of_a_hall_that_closes_in_a_stall)
{
    struct evening *evening = evening_begin();
    struct guest *warden = call_operator(evening);
    struct guest *ann = arrive(evening, "ann");
    registers(ann, "secret", "k");
    stall(evening);
    expect(ann, HEARD_STALLED);
    pings(warden);
    hall_close(evening->hall, "the end");
    expect(warden, HEARD_NOTHING);
    expect(ann, HEARD_CLOSING);
    land(evening);
    evening_end(evening);
}

/* --- tournaments --- */

static int64_t announces_round_robin(struct guest *owner)
{
    return announce(owner, (struct hall_tournament_plan){.format = given("round-robin")});
}

Test(hall_operator, ends_a_tournament_and_its_matches_for_a_reason)
{
    struct evening *evening = evening_begin();
    struct guest *warden = call_operator(evening);
    struct guest *olga = arrive(evening, "olga");
    struct guest *guests[2] = {arrive(evening, "ann"), arrive(evening, "ben")};
    int64_t tournament =
        open_contest(olga, guests, 2, (struct hall_tournament_plan){.format = given("knockout")});
    int64_t match = live_match(evening, 0);
    ends_tournament(warden, tournament, "nobody plays on");
    expect_silence(warden);
    commit(evening);
    expect(warden, HEARD_NOTHING);
    const struct wire_tournament_news *news = &expect(olga, HEARD_TOURNAMENT)->tournament;
    cr_assert_eq(heard_state(news->state), TOURNAMENT_CANCELLED);
    cr_assert_str_eq(news->reason.bytes, "the operator has ended it: nobody plays on");
    cr_assert_eq(disk_match(&evening->disk, match)->ending, ENDING_VOID);
    cr_assert_eq(state_of(evening, tournament), TOURNAMENT_CANCELLED);
    evening_end(evening);
}

Test(hall_operator, ends_a_tournament_without_a_reason)
{
    struct evening *evening = evening_begin();
    struct guest *warden = call_operator(evening);
    struct guest *olga = arrive(evening, "olga");
    ends_tournament(warden, announces_round_robin(olga), NULL);
    commit(evening);
    expect(warden, HEARD_NOTHING);
    cr_assert_str_eq(expect(olga, HEARD_TOURNAMENT)->tournament.reason.bytes,
                     "the operator has ended it");
    evening_end(evening);
}

Test(hall_operator, ends_no_tournament_that_is_over_or_never_was)
{
    struct evening *evening = evening_begin();
    struct guest *warden = call_operator(evening);
    int64_t tournament = announces_round_robin(arrive(evening, "olga"));
    ends_tournament(warden, tournament, "two\nlines");
    expect_error(warden, ERROR_BAD_ARGUMENTS);
    ends_tournament(warden, tournament + 1, NULL);
    expect_error(warden, ERROR_NO_SUCH_TOURNAMENT);
    ends_tournament(warden, tournament, NULL);
    ends_tournament(warden, tournament, NULL);
    commit(evening);
    expect(warden, HEARD_NOTHING);
    expect_error(warden, ERROR_WRONG_STATE);
    evening_end(evening);
}

Test(hall_operator, ends_no_tournament_during_a_stall)
{
    struct evening *evening = evening_begin();
    struct guest *warden = call_operator(evening);
    struct guest *olga = arrive(evening, "olga");
    int64_t tournament = announces_round_robin(olga);
    registers(olga, "secret", "k");
    stall(evening);
    ends_tournament(warden, tournament, NULL);
    expect_error(warden, ERROR_SERVER_STALLED);
    land(evening);
    cr_assert_eq(state_of(evening, tournament), TOURNAMENT_OPEN);
    evening_end(evening);
}

/* --- matches and offers --- */

Test(hall_operator, ends_a_match_without_a_winner)
{
    struct evening *evening = evening_begin();
    struct guest *warden = call_operator(evening);
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t match = begin_match(ann, ben, "nim", "3");
    aborts_match(warden, match);
    expect_silence(warden);
    commit(evening);
    expect(warden, HEARD_NOTHING);
    cr_assert_eq(heard_ending(expect(ann, HEARD_ENDED)->ended.ending), ENDING_ABORTED);
    cr_assert_eq(heard_seat(expect(ben, HEARD_ENDED)->ended.winner), SEAT_NOBODY);
    /* What the driver logs is what the operator is told. */
    cr_assert_eq(hall_operator_abort(evening->hall, ask(warden), match), ERROR_MATCH_OVER);
    expect_error(warden, ERROR_MATCH_OVER);
    cr_assert_eq(hall_operator_abort(evening->hall, ask(warden), match + 1), ERROR_NO_SUCH_MATCH);
    expect_error(warden, ERROR_NO_SUCH_MATCH);
    evening_end(evening);
}

Test(hall_operator, ends_no_match_of_a_tournament)
{
    struct evening *evening = evening_begin();
    struct guest *warden = call_operator(evening);
    struct guest *olga = arrive(evening, "olga");
    struct guest *guests[2] = {arrive(evening, "ann"), arrive(evening, "ben")};
    open_contest(olga, guests, 2, (struct hall_tournament_plan){.format = given("knockout")});
    aborts_match(warden, live_match(evening, 0));
    cr_assert_str_eq(
        expect_error(warden, ERROR_NOT_YOURS)->error.message,
        "match 1 belongs to tournament 1: cancel that, or let its owner void the pair");
    clears_player(warden, "ann");
    commit(evening);
    cr_assert_eq(expect(warden, HEARD_CLEARED)->cleared.matches, 0);
    evening_end(evening);
}

Test(hall_operator, takes_an_offer_back)
{
    struct evening *evening = evening_begin();
    struct guest *warden = call_operator(evening);
    struct guest *ann = arrive(evening, "ann");
    int64_t offer = open_seek(ann, "nim", "3");
    withdraws_offer(warden, offer);
    expect(warden, HEARD_NOTHING);
    const struct heard *closed = expect(ann, HEARD_OFFER_CLOSED);
    cr_assert_eq(closed->offer_closed.offer, offer);
    cr_assert_str_eq(closed->offer_closed.reason.bytes, "cancelled");
    withdraws_offer(warden, offer);
    expect_error(warden, ERROR_NO_SUCH_OFFER);
    evening_end(evening);
}

Test(hall_operator, clears_what_a_player_has_begun)
{
    struct evening *evening = evening_begin();
    struct guest *warden = call_operator(evening);
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    struct guest *cem = arrive(evening, "cem");
    begin_match(ann, ben, "nim", "3");
    begin_match(cem, ann, "nim", "3");
    begin_match(cem, ben, "nim", "3");
    open_seek(ann, "nim", "3");
    open_seek(ben, "nim", "3");
    clears_player(warden, "ANN");
    commit(evening);
    const struct heard *cleared = expect(warden, HEARD_CLEARED);
    cr_assert_eq(cleared->cleared.matches, 2);
    cr_assert_eq(cleared->cleared.offers, 1);
    cr_assert_not(cleared->cleared.more);
    cr_assert_eq(hall_figures(evening->hall).live_matches, 1);
    clears_player(warden, "zoe");
    expect_error(warden, ERROR_NO_SUCH_PLAYER);
    evening_end(evening);
}

/* Also of players who have left; a page at a time. */
Test(hall_operator, clears_what_an_address_has_begun)
{
    enum { MATCHES = HALL_PAGE_MAX, HOME = 7 };
    struct hall_config config = {.seed = 1, .now_ms = 1700000000000, .tick_ms = 1000};
    config.limits = hall_limits_default;
    config.limits.guest_live_matches_per_player = MATCHES;
    config.limits.address_share = 100;
    struct evening *evening = evening_begin_with(&config);
    struct guest *warden = call_operator(evening);
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    struct guest *cem = arrive(evening, "cem");
    struct guest *squatter = newcomer(evening, "squatter");
    squatter->address_number = HOME;
    says_hello(squatter);
    commit(evening);
    begin_match(ann, ben, "nim", "3");
    for (int i = 0; i < MATCHES; i++)
        begin_match(squatter, cem, "nim", "3");
    open_seek(squatter, "nim", "3");
    clears_address(warden, HOME);
    commit(evening);
    const struct heard *cleared = expect(warden, HEARD_CLEARED);
    cr_assert_eq(cleared->cleared.matches, MATCHES);
    cr_assert_eq(cleared->cleared.offers, 0);
    cr_assert(cleared->cleared.more);
    clears_address(warden, HOME);
    commit(evening);
    cleared = expect(warden, HEARD_CLEARED);
    cr_assert_eq(cleared->cleared.offers, 1);
    cr_assert_not(cleared->cleared.more);
    cr_assert_eq(hall_figures(evening->hall).live_matches, 1);
    evening_end(evening);
}

Test(hall_operator, ends_nothing_during_a_stall)
{
    struct evening *evening = evening_begin();
    struct guest *warden = call_operator(evening);
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t match = begin_match(ann, ben, "nim", "3");
    registers(ann, "secret", "k");
    stall(evening);
    aborts_match(warden, match);
    expect_error(warden, ERROR_SERVER_STALLED);
    clears_player(warden, "ann");
    expect_error(warden, ERROR_SERVER_STALLED);
    land(evening);
    cr_assert_eq(hall_figures(evening->hall).live_matches, 1);
    evening_end(evening);
}
