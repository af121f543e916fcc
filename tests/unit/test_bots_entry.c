/* A bot that takes part in a tournament. */
#include "tests/unit/test_bots_script.h"

#include <string.h>

SUITE(bots_entry, 20);

static uint32_t expect_joining(struct server *server, uint32_t *ret_show)
{
    struct wire_tournament_choice choice;
    uint32_t id = server_expect(server, WIRE_TOURNAMENT_JOIN, &choice);
    REQUIRE(choice.tournament == 12);
    struct wire_tournament_number number;
    *ret_show = server_expect(server, WIRE_TOURNAMENT_SHOW, &number);
    REQUIRE(number.tournament == 12);
    return id;
}

static void show_tournament(struct server *server, uint32_t id, const char *state)
{
    struct wire_tournament tournament;
    wire_record_clear(&wire_record_tournament, &tournament);
    tournament.tournament = 12;
    tournament.name = tournament.owner = tournament.rules = wire_text("nim");
    tournament.format = wire_text("swiss");
    tournament.starts = wire_text("drawn");
    tournament.clock = wire_text("60/move");
    tournament.rounds = tournament.at_once = 1;
    tournament.created = tournament.entrants = tournament.round = 0;
    tournament.matches = tournament.total = 0;
    tournament.state = wire_text(state);
    server_answer(server, id, WIRE_TOURNAMENT_SHOW, &tournament);
}

/* The bot asks to join, and is let in. */
static void let_join(struct server *server)
{
    uint32_t show, join = expect_joining(server, &show);
    struct wire_nothing nothing;
    server_answer(server, join, WIRE_TOURNAMENT_JOIN, &nothing);
    list_no_offers(server);
    show_tournament(server, show, "running");
}

static void refuse_to_let_join(struct server *server, enum error_code code, const char *state)
{
    uint32_t show, join = expect_joining(server, &show);
    server_refuse(server, join, code, NULL);
    list_no_offers(server);
    show_tournament(server, show, state);
}

static void tell_tournament(struct server *server, int64_t number, const char *state)
{
    struct wire_tournament_news news;
    wire_record_clear(&wire_record_tournament_news, &news);
    news.tournament = number;
    news.state = wire_text(state);
    news.round = news.matches = news.total = news.live = news.missing = news.unjudged = 0;
    server_send_event(server, WIRE_EVENT_TOURNAMENT_CHANGED, &news);
}

static void expect_entrant(server_script *script, int expected_status, const char *expected_output)
{
    struct bot_config config = {.tournament = 12};
    struct text output = {0};
    cr_assert_eq(run_bot(&config, script, &output), expected_status);
    cr_assert_str_eq(text_string(&output), expected_output);
    text_finish(&output);
}

static void hold_a_tournament(struct server *server)
{
    server_welcome(server, NULL);
    let_join(server);
    struct wire_match match = match_after(NULL, 0, "3+5");
    match.tournament = 12;
    match.seed = 77;
    struct wire_match_event started = {
        .match = &match, .offer = WIRE_ABSENT, .invitation = WIRE_ABSENT};
    server_send_event(server, WIRE_EVENT_MATCH_STARTED, &started);
    tell_moved(server, 1, "5>4");
    accept_move(server, 2, "4>0");
    tell_moved(server, 3, "3>0");
    tell_ended(server, 4);
    tell_tournament(server, 12, "running");
    tell_tournament(server, 13, "finished");
    tell_tournament(server, 12, "finished");
    server_expect_end(server);
}

Test(bots_entry, takes_part_in_a_tournament_and_ends_with_it)
{
    expect_entrant(hold_a_tournament, 0,
                   "ready ann\ntournament 12 joined\nmatch 7 started nim against ben\n"
                   "match 7 ended normal first\ntournament 12 finished\n");
}

static void break_a_tournament(struct server *server)
{
    server_welcome(server, NULL);
    let_join(server);
    server_close(server);
    server_welcome(server, NULL);
    let_join(server);
    tell_tournament(server, 12, "cancelled");
    server_expect_end(server);
}

Test(bots_entry, joins_its_tournament_again_after_a_break)
{
    expect_entrant(break_a_tournament, 0,
                   "ready ann\ntournament 12 joined\ntournament 12 cancelled\n");
}

static void finish_meanwhile(struct server *server)
{
    server_welcome(server, NULL);
    let_join(server);
    server_close(server);
    server_welcome(server, NULL);
    refuse_to_let_join(server, ERROR_WRONG_STATE, "finished");
    server_expect_end(server);
}

Test(bots_entry, finds_out_that_its_tournament_has_ended_meanwhile)
{
    expect_entrant(finish_meanwhile, 0,
                   "ready ann\ntournament 12 joined\ntournament 12 finished\n");
}

static void keep_out(struct server *server)
{
    server_welcome(server, NULL);
    refuse_to_let_join(server, ERROR_NOT_ENTERED, "open");
    server_expect_end(server);
}

Test(bots_entry, gives_up_where_it_may_not_join)
{
    expect_entrant(keep_out, 1, "ready ann\n");
}

static void stall_while_joining(struct server *server)
{
    server_welcome(server, NULL);
    refuse_to_let_join(server, ERROR_SERVER_STALLED, "open");
    server_send_event(server, WIRE_EVENT_SERVER_RESUMED, NULL);
    let_join(server);
    tell_tournament(server, 12, "finished");
    server_expect_end(server);
}

Test(bots_entry, joins_when_the_server_takes_changes_again)
{
    expect_entrant(stall_while_joining, 0,
                   "ready ann\ntournament 12 joined\ntournament 12 finished\n");
}

static void challenge_an_entrant(struct server *server)
{
    server_welcome(server, NULL);
    let_join(server);
    send_challenge(server, "nim");
    server_expect(server, WIRE_OFFER_DECLINE, NULL);
    tell_tournament(server, 12, "finished");
    server_expect_end(server);
}

Test(bots_entry, accepts_no_challenges_during_a_tournament)
{
    expect_entrant(challenge_an_entrant, 0,
                   "ready ann\ntournament 12 joined\ntournament 12 finished\n");
}
