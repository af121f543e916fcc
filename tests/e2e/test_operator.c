/* The operator's methods over the control socket, and what others hear of them. */
#include "tests/e2e/contest.h"
#include "tests/e2e/stage.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

STAGE(operator);

static char control[FOLDER_PATH_MAX];

static struct server start_with_control(void)
{
    static const char *options[] = {"--control", control, NULL};
    folder_path("control", control);
    return server_start_with(options);
}

static void ban(struct peer *admin, const char *player, const char *address, int64_t until_ms)
{
    struct wire_ban wish = {
        .player = wire_text(player),
        .address = wire_text(address),
        .reason = wire_text("abuse in chat"),
        .until = until_ms ? until_ms : WIRE_ABSENT,
        .made = WIRE_ABSENT,
    };
    peer_call(admin, WIRE_OPERATOR_BAN, &wish);
}

static enum error_code unban(struct peer *admin, const char *player, const char *address)
{
    struct wire_unban wish = {.player = wire_text(player), .address = wire_text(address)};
    return peer_answer(admin, peer_ask(admin, WIRE_OPERATOR_UNBAN, &wish)).code;
}

static void expect_kicked(struct peer *peer, const char *part)
{
    const struct wire_reason *told = peer_event(peer, WIRE_EVENT_SESSION_KICKED);
    cr_assert_not_null(memmem(told->reason.bytes, told->reason.len, part, strlen(part)),
                       "they are told '%.*s'", (int)told->reason.len, told->reason.bytes);
    peer_expect_end(peer);
    cr_assert_not(peer_has_event(peer, WIRE_EVENT_SESSION_FAULT), "it has not ended by itself");
}

/* How a request without parameters is refused, as it has to be. */
static enum error_code refusal(struct peer *peer, enum wire_method method)
{
    enum { REQUEST = 1000 };
    const char *name = wire_methods[method].name;
    struct text bytes = {0};
    text_append(&bytes, "\x94\x00\xCD\x03\xE8", 5);
    text_append_char(&bytes, (char)(0xA0 + strlen(name)));
    text_append_string(&bytes, name);
    text_append_char(&bytes, '\x90');
    peer_send(peer, bytes.bytes, bytes.len);
    text_finish(&bytes);
    return peer_answer(peer, REQUEST).code;
}

Test(operator, nobody_else_can_call_an_operators_method)
{
    struct server server = start_with_control();
    for (int i = 0; i < WIRE_METHOD_COUNT; i++) {
        if (wire_methods[i].when != WIRE_OPERATOR)
            continue;
        struct peer *player = peer_join(&server, "anna");
        cr_assert_eq(refusal(player, (enum wire_method)i), ERROR_UNKNOWN_METHOD);
        peer_close(player);
        cr_assert_eq(refusal(peer_connect(&server), (enum wire_method)i), ERROR_UNKNOWN_METHOD);
    }
    server_stop(&server);
}

Test(operator, plays_no_part_themselves)
{
    start_with_control();
    for (int i = 0; i < WIRE_METHOD_COUNT; i++) {
        if (wire_methods[i].when == WIRE_BEFORE || wire_methods[i].when == WIRE_AFTER)
            cr_assert_eq(refusal(peer_connect_operator(control), (enum wire_method)i),
                         ERROR_UNKNOWN_METHOD);
    }
    peer_call(peer_connect_operator(control), WIRE_SESSION_PING, NULL);
}

static const struct wire_present_list *list_present(struct peer *admin, int64_t after,
                                                    int64_t limit)
{
    struct wire_present_page page = {.after = after, .limit = limit};
    return peer_call(admin, WIRE_OPERATOR_PLAYERS, &page);
}

Test(operator, sees_who_is_connected_and_from_where)
{
    struct server server = start_with_control();
    struct table table = table_open(&server, "anna", "ben", "nim", "3+5");
    struct peer *cleo = peer_connect_from(&server, "127.0.0.9");
    peer_answer(cleo, hello_ask(cleo, "cleo", NULL));
    cr_assert_eq(account_register(table.first, "correct horse battery"), ERROR_NONE);
    peer_connect(&server);
    struct peer *admin = peer_connect_operator(control);
    const struct wire_present_list *list = list_present(admin, WIRE_ABSENT, 2);
    cr_assert_eq(list->players_count, 2);
    cr_assert(list->more);
    const struct wire_present *anna = &list->players[0];
    cr_assert(wire_text_equal(anna->name, "anna"));
    cr_assert(wire_text_equal(anna->address, "127.0.0.1"));
    cr_assert(wire_text_equal(anna->client, "test"));
    cr_assert(anna->account);
    cr_assert_eq(anna->matches, 1);
    cr_assert_eq(anna->player, peer_welcome(table.first)->player);
    list = list_present(admin, list->players[1].session, WIRE_ABSENT);
    cr_assert_eq(list->players_count, 1);
    cr_assert_not(list->more);
    cr_assert(wire_text_equal(list->players[0].name, "cleo"));
    cr_assert(wire_text_equal(list->players[0].address, "127.0.0.9"));
    cr_assert_not(list->players[0].account);
}

Test(operator, kicks_a_player_who_is_told_why_and_keeps_the_seat)
{
    struct server server = start_with_control();
    struct table table = table_open(&server, "anna", "ben", "nim", "3+5");
    struct peer *admin = peer_connect_operator(control);
    struct wire_kick kick = {
        .player = wire_text("ANNA"),
        .reason = wire_text("mind your words"),
    };
    peer_call(admin, WIRE_OPERATOR_KICK, &kick);
    expect_kicked(table.first, "mind your words");
    cr_assert_eq(peer_refusal(admin, WIRE_OPERATOR_KICK, &kick), ERROR_NO_SUCH_PLAYER);
    cr_assert_not(
        ((const struct wire_presence *)peer_event(table.second, WIRE_EVENT_MATCH_PRESENCE))
            ->online);
    table.first = peer_come_back(&server, table.first);
    match_move(table.first, table.match, 1, "5>3");
}

Test(operator, bans_a_name_until_it_is_let_in_again_over_restarts)
{
    struct server server = start_with_control();
    struct peer *mallory = account_open(&server, "Mallory", "correct horse battery");
    struct peer *admin = peer_connect_operator(control);
    ban(admin, "mallory", NULL, 0);
    expect_kicked(mallory, "the operator keeps 'mallory' out for good: abuse in chat");
    server_kill(&server);
    server_start_again(&server);
    admin = peer_connect_operator(control);
    cr_assert_eq(hello_try(&server, "MALLORY", NULL), ERROR_BANNED);
    cr_assert_eq(hello_try(&server, "mallory", "correct horse battery"), ERROR_BANNED);
    cr_assert_eq(hello_try_token(&server, peer_welcome(mallory)->token), ERROR_BANNED);
    const struct wire_bans *bans = peer_call(admin, WIRE_OPERATOR_BANS, NULL);
    cr_assert_eq(bans->bans_count, 1);
    cr_assert(wire_text_equal(bans->bans[0].player, "mallory"));
    cr_assert(wire_text_equal(bans->bans[0].reason, "abuse in chat"));
    cr_assert_null(bans->bans[0].address.bytes);
    cr_assert_eq(bans->bans[0].until, WIRE_ABSENT);
    cr_assert_gt(bans->bans[0].made, 0);
    cr_assert_eq(unban(admin, "Mallory", NULL), ERROR_NONE);
    cr_assert_eq(unban(admin, "Mallory", NULL), ERROR_NOT_BANNED);
    cr_assert_eq(hello_try_token(&server, peer_welcome(mallory)->token), ERROR_NONE);
}

static enum error_code join_from(const struct server *server, const char *source, const char *name)
{
    struct peer *peer = peer_connect_from(server, source);
    return peer_answer(peer, hello_ask(peer, name, NULL)).code;
}

Test(operator, bans_an_address_and_lets_it_in_again)
{
    struct server server = start_with_control();
    struct peer *admin = peer_connect_operator(control);
    struct peer *near = peer_join(&server, "anna");
    struct peer *far = peer_connect_from(&server, "127.0.0.7");
    cr_assert_eq(peer_answer(far, hello_ask(far, "mallory", NULL)).code, ERROR_NONE);
    ban(admin, NULL, "127.0.0.7", ((int64_t)time(NULL) + 3600) * 1000);
    expect_kicked(far, "the operator keeps '127.0.0.7' out until 20");
    cr_assert_eq(join_from(&server, "127.0.0.7", "innocent"), ERROR_BANNED);
    cr_assert_eq(join_from(&server, "127.0.0.8", "mallory"), ERROR_NONE);
    peer_call(near, WIRE_SESSION_PING, NULL);
    cr_assert_eq(unban(admin, NULL, "127.0.0.7"), ERROR_NONE);
    cr_assert_eq(join_from(&server, "127.0.0.7", "innocent"), ERROR_NONE);
}

Test(operator, can_write_an_address_in_any_of_its_forms)
{
    struct server server = start_with_control();
    struct peer *admin = peer_connect_operator(control);
    ban(admin, NULL, "::ffff:127.0.0.7", 0);
    cr_assert_eq(join_from(&server, "127.0.0.7", "innocent"), ERROR_BANNED);
    const struct wire_bans *bans = peer_call(admin, WIRE_OPERATOR_BANS, NULL);
    cr_assert(wire_text_equal(bans->bans[0].address, "127.0.0.7"));
    cr_assert_eq(unban(admin, NULL, "::FFFF:7f00:0007"), ERROR_NONE);
    cr_assert_eq(join_from(&server, "127.0.0.7", "innocent"), ERROR_NONE);
}

Test(operator, cannot_ban_what_is_no_address)
{
    start_with_control();
    struct peer *admin = peer_connect_operator(control);
    struct wire_ban range = {
        .address = wire_text("127.0.0.0/8"),
        .until = WIRE_ABSENT,
        .made = WIRE_ABSENT,
    };
    struct answer answer = peer_answer(admin, peer_ask(admin, WIRE_OPERATOR_BAN, &range));
    cr_assert_eq(answer.code, ERROR_BAD_ARGUMENTS);
    cr_assert_str_eq(answer.message,
                     "an IPv4 or IPv6 address was expected; ranges are not supported");
    cr_assert_eq(unban(admin, NULL, "somewhere"), ERROR_BAD_ARGUMENTS);
}

static void expect_log(const struct server *server, const char *part, bool is_there)
{
    const char *log = process_errors(server_keeper(server));
    cr_assert_eq(strstr(log, part) != NULL, is_there, "'%s' in the log:\n%s", part, log);
}

Test(operator, finds_in_the_log_what_was_done_and_not_what_was_refused)
{
    struct server server = start_with_control();
    struct peer *anna = peer_join(&server, "anna");
    struct peer *admin = peer_connect_operator(control);
    struct wire_kick kick = {.player = wire_text("anna"), .reason = wire_text("why")};
    peer_call(admin, WIRE_OPERATOR_KICK, &kick);
    expect_kicked(anna, "why");
    cr_assert_eq(peer_refusal(admin, WIRE_OPERATOR_KICK, &kick), ERROR_NO_SUCH_PLAYER);
    ban(admin, NULL, "::ffff:127.0.0.7", 0);
    cr_assert_eq(unban(admin, "mallory", NULL), ERROR_NOT_BANNED);
    server_stop(&server);
    expect_log(&server, " info kick player=anna reason=why\n", true);
    expect_log(&server, " info ban address=127.0.0.7 reason=\"abuse in chat\"\n", true);
    expect_log(&server, " unban ", false);
    expect_log(&server, "refused=", false);
}

Test(operator, finds_what_was_refused_in_the_log_for_debugging)
{
    static const char *options[] = {"--control", control, "--log-level", "debug", NULL};
    folder_path("control", control);
    struct server server = server_start_with(options);
    struct peer *admin = peer_connect_operator(control);
    struct wire_kick kick = {.player = wire_text("anna"), .reason = wire_text("why")};
    cr_assert_eq(peer_refusal(admin, WIRE_OPERATOR_KICK, &kick), ERROR_NO_SUCH_PLAYER);
    cr_assert_eq(unban(admin, NULL, "127.0.0.0/8"), ERROR_BAD_ARGUMENTS);
    server_stop(&server);
    expect_log(&server, " debug kick player=anna reason=why refused=no_such_player\n", true);
    expect_log(&server, " debug unban address=127.0.0.0/8 reason=\"\" refused=bad_arguments\n",
               true);
}

Test(operator, ends_a_tournament_that_somebody_else_directs)
{
    struct server server = start_with_control();
    const char *names[] = {"strong", "weak", NULL};
    struct contest contest = contest_open(&server, plan_of("round-robin"), names);
    contest_start(&contest);
    contest_wait_live(&contest, 1);
    struct peer *admin = peer_connect_operator(control);
    struct wire_cancel cancel = {
        .tournament = contest.tournament,
        .reason = wire_text("nobody plays on"),
    };
    peer_call(admin, WIRE_OPERATOR_CANCEL, &cancel);
    const struct wire_tournament *shown = contest_show(&contest);
    cr_assert(wire_text_equal(shown->state, "cancelled"));
    cr_assert(wire_text_equal(shown->reason, "the operator has ended it: nobody plays on"));
    cr_assert_eq(peer_refusal(admin, WIRE_OPERATOR_CANCEL, &cancel), ERROR_WRONG_STATE);
    server_stop(&server);
    expect_log(&server, " info cancel tournament=1 reason=\"nobody plays on\"\n", true);
}

/* --- while the disk takes no writes --- */

/* Anna is in; ben, who is new, is not on disk. Returns his hello. */
static uint32_t stall_with_a_guest(struct server *server, struct peer *anna, struct peer *ben)
{
    server_fill_disk(server);
    uint32_t hello = hello_ask(ben, "ben", NULL);
    peer_event(anna, WIRE_EVENT_SERVER_STALLED);
    return hello;
}

Test(operator, sees_who_is_on_disk_while_the_server_is_stalled)
{
    struct server server = start_with_control();
    struct peer *anna = peer_join(&server, "anna"), *ben = peer_connect(&server);
    struct peer *admin = peer_connect_operator(control);
    uint32_t hello = stall_with_a_guest(&server, anna, ben);
    struct wire_match_page page = {
        .after = WIRE_ABSENT, .before = WIRE_ABSENT, .limit = WIRE_ABSENT};
    uint32_t matches = peer_ask(anna, WIRE_MATCH_LIST, &page);
    const struct wire_present_list *present = list_present(admin, WIRE_ABSENT, WIRE_ABSENT);
    cr_assert_eq(present->players_count, 1, "only anna is on disk");
    cr_assert(wire_text_equal(present->players[0].name, "anna"));
    peer_call(admin, WIRE_SERVER_STATS, NULL);
    peer_call(admin, WIRE_SESSION_PING, NULL);
    peer_call(admin, WIRE_OPERATOR_BANS, NULL);
    struct wire_ban wish = {
        .player = wire_text("anna"),
        .until = WIRE_ABSENT,
        .made = WIRE_ABSENT,
    };
    cr_assert_eq(peer_refusal(admin, WIRE_OPERATOR_BAN, &wish), ERROR_SERVER_STALLED);
    cr_assert_eq(unban(admin, "anna", NULL), ERROR_SERVER_STALLED);
    server_free_disk(&server);
    cr_assert_eq(peer_answer(ben, hello).code, ERROR_NONE);
    cr_assert_eq(peer_answer(anna, matches).code, ERROR_NONE);
    cr_assert_eq(list_present(admin, WIRE_ABSENT, WIRE_ABSENT)->players_count, 2);
}

/* Eight offers of nearly 1 KB each. */
static void make_long_offers(struct peer *maker)
{
    struct text start = {0};
    text_append_string(&start, "1");
    while (start.len < 900)
        text_append_string(&start, "+1");
    for (int i = 0; i < 8; i++)
        offer_seek(maker, "nim", text_string(&start));
    text_finish(&start);
}

Test(operator, is_served_while_the_answers_to_players_wait_for_the_disk)
{
    static const char *options[] = {"--control", control, "--all-queued-bytes", "1048576", NULL};
    folder_path("control", control);
    struct server server = server_start_with(options);
    struct peer *anna = peer_join(&server, "anna"), *ben = peer_connect(&server);
    struct peer *admin = peer_connect_operator(control);
    struct wire_offer_page page = {.after = WIRE_ABSENT, .limit = WIRE_ABSENT};
    make_long_offers(anna);
    stall_with_a_guest(&server, anna, ben);
    peer_ask_often(anna, WIRE_OFFER_LIST, &page, WIRE_UNANSWERED_MAX);
    for (int i = 0; i < 3; i++) {
        uint32_t stats = peer_ask(admin, WIRE_SERVER_STATS, NULL);
        cr_assert_eq(peer_answer_within(admin, stats, 10000000).code, ERROR_NONE);
    }
}

Test(operator, kicks_while_the_server_is_stalled)
{
    struct server server = start_with_control();
    struct peer *anna = peer_join(&server, "anna"), *ben = peer_connect(&server);
    struct peer *admin = peer_connect_operator(control);
    stall_with_a_guest(&server, anna, ben);
    struct wire_kick kick = {.player = wire_text("ben")};
    cr_assert_eq(peer_refusal(admin, WIRE_OPERATOR_KICK, &kick), ERROR_NO_SUCH_PLAYER);
    kick.player = wire_text("anna");
    peer_call(admin, WIRE_OPERATOR_KICK, &kick);
    expect_kicked(anna, "no reason");
}

Test(operator, stops_a_stalled_server_and_is_answered_first)
{
    struct server server = start_with_control();
    struct peer *anna = peer_join(&server, "anna"), *ben = peer_connect(&server);
    struct peer *admin = peer_connect_operator(control);
    stall_with_a_guest(&server, anna, ben);
    peer_call(admin, WIRE_OPERATOR_STOP, NULL);
    peer_event(anna, WIRE_EVENT_SERVER_CLOSING);
    cr_assert_eq(process_wait_within(server_keeper(&server), ENDING_MS), 1);
}

Test(operator, has_to_say_either_a_name_or_an_address)
{
    start_with_control();
    struct peer *admin = peer_connect_operator(control);
    struct wire_ban neither = {.until = WIRE_ABSENT, .made = WIRE_ABSENT};
    struct wire_ban both = {
        .player = wire_text("mallory"),
        .address = wire_text("127.0.0.7"),
        .until = WIRE_ABSENT,
        .made = WIRE_ABSENT,
    };
    cr_assert_eq(peer_refusal(admin, WIRE_OPERATOR_BAN, &neither), ERROR_BAD_ARGUMENTS);
    cr_assert_eq(peer_refusal(admin, WIRE_OPERATOR_BAN, &both), ERROR_BAD_ARGUMENTS);
    cr_assert_eq(unban(admin, NULL, NULL), ERROR_BAD_ARGUMENTS);
    cr_assert_eq(unban(admin, "mallory", "127.0.0.7"), ERROR_BAD_ARGUMENTS);
    both.address = wire_text(NULL);
    both.until = 1;
    cr_assert_eq(peer_refusal(admin, WIRE_OPERATOR_BAN, &both), ERROR_BAD_ARGUMENTS);
}

Test(operator, stops_the_server_and_is_answered_first)
{
    struct server server = start_with_control();
    struct peer *anna = peer_join(&server, "anna");
    struct peer *admin = peer_connect_operator(control);
    peer_call(admin, WIRE_OPERATOR_STOP, NULL);
    peer_event(anna, WIRE_EVENT_SERVER_CLOSING);
    cr_assert_eq(process_wait_within(server_keeper(&server), ENDING_MS), 0);
}
