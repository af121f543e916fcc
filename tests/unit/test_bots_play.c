/* A whole bot against a server that follows a script: its matches, its challenges, its token. */
#include "client/lib/token_file.h"
#include "tests/unit/test_bots_script.h"

#include <string.h>
#include <unistd.h>

SUITE(bots_play, 20);

/* --- matches and challenges --- */

/* A bot that challenges ben to one match. */
static void expect_challenger(server_script *script, int expected_status,
                              const char *expected_output)
{
    const char *nim[] = {"nim"};
    struct bot_config config = {
        .games = nim, .game_count = 1, .challenge = "ben", .first = "taker", .matches = 1};
    struct text output = {0};
    cr_assert_eq(run_bot(&config, script, &output), expected_status);
    cr_assert_str_eq(text_string(&output), expected_output);
    text_finish(&output);
}

static void play_a_match(struct server *server)
{
    server_welcome(server, NULL);
    list_no_offers(server);
    begin_match(server);
    tell_moved(server, 1, "5>4");
    accept_move(server, 2, "4>0");
    tell_moved(server, 3, "3>0");
    tell_ended(server, 4);
    end_script(server);
}

Test(bots_play, accepts_a_challenge_and_plays)
{
    expect_output(play_a_match, "ready ann\nmatch 7 started nim against ben\n"
                                "match 7 ended normal first\n");
}

static void resume_a_match(struct server *server)
{
    static const int64_t matches[] = {7};
    server_welcome_to(server, NULL, matches, 1);
    resume_after_one_move(server, WIRE_ABSENT);
    list_no_offers(server);
    accept_move(server, 2, "4>0");
    server_close(server); /* before the bot could learn of the next move */
    server_welcome_to(server, NULL, matches, 1);
    static const struct wire_text moves[] = {{"3>2", 3}};
    struct wire_match match = match_after(moves, 1, "2");
    match.from_ply = 3;
    match.ply = match.seq = 3;
    struct wire_resume resume;
    uint32_t id = server_expect(server, WIRE_MATCH_RESUME, &resume);
    REQUIRE(resume.after == 2);
    list_no_offers(server);
    server_answer(server, id, WIRE_MATCH_RESUME, &match);
    accept_move(server, 4, "2>0");
    end_script(server);
}

Test(bots_play, takes_its_seats_back_and_moves)
{
    expect_output(resume_a_match, "ready ann\nmatch 7 started nim against ben\n");
}

static void stall_for_a_while(struct server *server)
{
    struct wire_nothing nothing;
    server_welcome(server, NULL);
    list_no_offers(server);
    begin_match(server);
    tell_moved(server, 1, "5>4");
    server_refuse(server, expect_move(server, 2, "4>0"), ERROR_SERVER_STALLED, NULL);
    server_send_event(server, WIRE_EVENT_SERVER_RESUMED, &nothing);
    uint32_t id = expect_move(server, 2, "4>0");
    list_no_offers(server);
    server_refuse(server, id, ERROR_INTERNAL, NULL); /* no reason to try again */
    end_script(server);
}

Test(bots_play, repeats_a_move_when_the_server_takes_changes_again)
{
    expect_output(stall_for_a_while, "ready ann\nmatch 7 started nim against ben\n");
}

static void refuse_twice(struct server *server)
{
    server_welcome(server, NULL);
    list_no_offers(server);
    begin_match(server);
    tell_moved(server, 1, "5>4");
    server_refuse(server, expect_move(server, 2, "4>0"), ERROR_STALE_PLY, NULL);
    resume_after_one_move(server, 1);
    server_refuse(server, expect_move(server, 2, "4>0"), ERROR_STALE_PLY, NULL);
    end_script(server);
}

Test(bots_play, looks_again_when_its_move_is_stale_but_does_not_insist)
{
    expect_output(refuse_twice, "ready ann\nmatch 7 started nim against ben\n");
}

static void miss_an_event(struct server *server)
{
    static const struct wire_text moves[] = {{"5>4", 3}, {"4>0", 3}, {"3>1", 3}};
    struct wire_match match = match_after(moves, 3, "1");
    server_welcome(server, NULL);
    list_no_offers(server);
    begin_match(server);
    tell_moved(server, 3, "3>1");
    server_answer(server, server_expect(server, WIRE_MATCH_RESUME, NULL), WIRE_MATCH_RESUME,
                  &match);
    accept_move(server, 4, "1>0");
    end_script(server);
}

Test(bots_play, asks_for_moves_that_it_missed)
{
    expect_output(miss_an_event, "ready ann\nmatch 7 started nim against ben\n");
}

static void make_an_illegal_move(struct server *server)
{
    server_welcome(server, NULL);
    list_no_offers(server);
    begin_match(server);
    tell_moved(server, 1, "5>9");
    tell_moved(server, 2, "9>8");
    end_script(server);
}

Test(bots_play, leaves_a_match_alone_whose_moves_break_the_rules)
{
    expect_output(make_an_illegal_move,
                  "ready ann\nmatch 7 started nim against ben\nmatch 7 lost\n");
}

static void challenge_to_another_game(struct server *server)
{
    struct wire_nothing nothing;
    server_welcome(server, NULL);
    server_expect(server, WIRE_OFFER_MAKE, NULL);
    list_no_offers(server);
    send_challenge(server, "octal:0.77");
    server_answer(server, server_expect(server, WIRE_OFFER_DECLINE, NULL), WIRE_OFFER_DECLINE,
                  &nothing);
    end_script(server);
}

Test(bots_play, declines_games_that_it_does_not_play)
{
    expect_challenger(challenge_to_another_game, 1, "ready ann\n");
}

/* Answers offer.make with number 9. */
static void take_offer(struct server *server)
{
    struct wire_offer_make offer;
    struct wire_offer_number number = {.offer = 9};
    uint32_t id = server_expect(server, WIRE_OFFER_MAKE, &offer);
    REQUIRE(wire_text_equal(offer.to, "ben") && wire_text_equal(offer.rules, "nim"));
    REQUIRE(wire_text_equal(offer.first, "taker") && !offer.start.bytes);
    server_answer(server, id, WIRE_OFFER_MAKE, &number);
}

static void start_offered(struct server *server)
{
    struct wire_match match = match_after(NULL, 0, "3+5");
    struct wire_match_event started = {.match = &match, .offer = 9, .invitation = WIRE_ABSENT};
    server_send_event(server, WIRE_EVENT_MATCH_STARTED, &started);
}

static void come_late(struct server *server)
{
    struct wire_offer_closed gone = {.offer = 9, .reason = wire_text("gone")};
    server_welcome(server, NULL);
    server_refuse(server, server_expect(server, WIRE_OFFER_MAKE, NULL), ERROR_NO_SUCH_PLAYER, NULL);
    list_no_offers(server);
    take_offer(server);
    server_send_event(server, WIRE_EVENT_OFFER_CLOSED, &gone);
    take_offer(server);
    start_offered(server);
    tell_ended(server, 1);
    server_expect_end(server);
}

Test(bots_play, challenges_until_the_other_comes_and_stops_after_the_match)
{
    expect_challenger(come_late, 0,
                      "ready ann\nmatch 7 started nim against ben\n"
                      "match 7 ended normal first\n");
}

static void decline(struct server *server)
{
    struct wire_offer_closed declined = {.offer = 9, .reason = wire_text("declined")};
    server_welcome(server, NULL);
    take_offer(server);
    server_send_event(server, WIRE_EVENT_OFFER_CLOSED, &declined);
    server_expect(server, WIRE_OFFER_LIST, NULL);
    server_expect_end(server);
}

Test(bots_play, gives_up_when_its_challenge_is_declined)
{
    expect_challenger(decline, 1, "ready ann\n");
}

/* The offer is accepted while the bot is away. */
static void accept_unseen(struct server *server)
{
    static const int64_t matches[] = {7};
    server_welcome(server, NULL);
    take_offer(server);
    list_no_offers(server);
    server_close(server);
    server_welcome_to(server, NULL, matches, 1);
    resume_after_one_move(server, WIRE_ABSENT);
    list_no_offers(server);
    accept_move(server, 2, "4>0");
    tell_moved(server, 3, "3>0");
    tell_ended(server, 4);
    server_expect_end(server);
}

Test(bots_play, finds_the_match_that_began_while_it_was_away)
{
    expect_challenger(accept_unseen, 0,
                      "ready ann\nmatch 7 started nim against ben\n"
                      "match 7 ended normal first\n");
}

/* The offer is dropped while the bot is away. */
static void forget_the_offer(struct server *server)
{
    server_welcome(server, NULL);
    take_offer(server);
    list_no_offers(server);
    server_close(server);
    server_welcome(server, NULL);
    list_no_offers(server);
    take_offer(server);
    start_offered(server);
    tell_ended(server, 1);
    server_expect_end(server);
}

Test(bots_play, challenges_again_when_its_offer_was_dropped_while_it_was_away)
{
    expect_challenger(forget_the_offer, 0,
                      "ready ann\nmatch 7 started nim against ben\n"
                      "match 7 ended normal first\n");
}

/* The offer has outlived the break: the server had not noticed that the bot was away. */
static void keep_the_offer(struct server *server)
{
    struct wire_offer offer;
    wire_record_clear(&wire_record_offer, &offer);
    offer.offer = 9;
    offer.from = wire_text("ann");
    offer.to = wire_text("Ben");
    offer.rules = wire_text("nim");
    offer.start = wire_text("3+5");
    offer.first = wire_text("taker");
    struct wire_offers offers = {.offers = &offer, .offers_count = 1};
    server_welcome(server, NULL);
    take_offer(server);
    list_no_offers(server);
    server_close(server);
    server_welcome(server, NULL);
    server_answer(server, server_expect(server, WIRE_OFFER_LIST, NULL), WIRE_OFFER_LIST, &offers);
    start_offered(server);
    tell_ended(server, 1);
    server_expect_end(server);
}

Test(bots_play, waits_for_the_answer_to_a_challenge_that_has_outlived_a_break)
{
    expect_challenger(keep_the_offer, 0,
                      "ready ann\nmatch 7 started nim against ben\n"
                      "match 7 ended normal first\n");
}

/* --- an opponent who has gone --- */

static void expect_output_of_impatient(server_script *script, const char *expected)
{
    struct bot_config config = {.matches = 1, .patience_ms = 1};
    struct text output = {0};
    cr_assert_eq(run_bot(&config, script, &output), 1, "it gives up at the script's end");
    cr_assert_str_eq(text_string(&output), expected);
    text_finish(&output);
}

/* Begins the match, in which it is the turn of ben, who is there. */
static void begin_with_ben(struct server *server)
{
    struct wire_match match = match_after(NULL, 0, "3+5");
    match.first_online = true;
    server_welcome(server, NULL);
    list_no_offers(server);
    send_challenge(server, "nim");
    server_answer(server, server_expect(server, WIRE_OFFER_ACCEPT, NULL), WIRE_OFFER_ACCEPT,
                  &match);
}

static void tell_presence(struct server *server, int64_t seq, bool online)
{
    struct wire_presence presence = {
        .match = 7, .seq = seq, .player = wire_text("first"), .online = online};
    server_send_event(server, WIRE_EVENT_MATCH_PRESENCE, &presence);
}

static uint32_t expect_choice(struct server *server, enum wire_method method)
{
    struct wire_match_choice choice;
    uint32_t id = server_expect(server, method, &choice);
    REQUIRE(choice.match == 7);
    return id;
}

static void leave_before_the_first_move(struct server *server)
{
    struct wire_nothing nothing;
    begin_with_ben(server);
    tell_presence(server, 0, false);
    server_answer(server, expect_choice(server, WIRE_MATCH_ABORT), WIRE_MATCH_ABORT, &nothing);
    struct wire_ended ended = {
        .match = 7, .seq = 1, .ending = wire_text("aborted"), .winner = wire_text("nobody")};
    server_send_event(server, WIRE_EVENT_MATCH_ENDED, &ended);
    end_script(server);
}

Test(bots_play, aborts_a_match_that_its_opponent_never_began)
{
    expect_output_of_impatient(leave_before_the_first_move,
                               "ready ann\nmatch 7 started nim against ben\n"
                               "match 7 ended aborted nobody\n");
}

static void leave_later(struct server *server)
{
    struct wire_nothing nothing;
    begin_with_ben(server);
    tell_moved(server, 1, "5>4");
    accept_move(server, 2, "4>0");
    tell_presence(server, 2, false);
    server_refuse(server, expect_choice(server, WIRE_MATCH_CLAIM), ERROR_TOO_EARLY, NULL);
    server_answer(server, expect_choice(server, WIRE_MATCH_CLAIM), WIRE_MATCH_CLAIM, &nothing);
    struct wire_ended ended = {
        .match = 7, .seq = 3, .ending = wire_text("abandoned"), .winner = wire_text("second")};
    server_send_event(server, WIRE_EVENT_MATCH_ENDED, &ended);
    end_script(server);
}

Test(bots_play, claims_a_match_until_the_server_agrees)
{
    expect_output_of_impatient(leave_later, "ready ann\nmatch 7 started nim against ben\n"
                                            "match 7 ended abandoned second\n");
}

/* The bot moves as soon as it is its turn, whoever has gone. */
static void leave_after_moving(struct server *server)
{
    begin_with_ben(server);
    tell_moved(server, 1, "5>4");
    expect_move(server, 2, "4>0"); /* not answered: it stays the bot's turn */
    tell_presence(server, 1, false);
    begin_at_four(server, 9, "nim");
    expect_move_in(server, 9, "4>0");
    end_script(server);
}

Test(bots_play, claims_nothing_while_it_is_its_own_turn)
{
    expect_output_of_impatient(leave_after_moving, "ready ann\nmatch 7 started nim against ben\n"
                                                   "match 9 started nim against ben\n");
}

static void leave_in_a_tournament(struct server *server)
{
    struct wire_match match = match_after(NULL, 0, "3+5");
    struct wire_match_event started = {
        .match = &match, .offer = WIRE_ABSENT, .invitation = WIRE_ABSENT};
    struct wire_match_choice choice;
    server_welcome(server, NULL);
    list_no_offers(server);
    match.tournament = 12;
    server_send_event(server, WIRE_EVENT_MATCH_STARTED, &started);
    match.match = 8;
    match.tournament = WIRE_ABSENT;
    server_send_event(server, WIRE_EVENT_MATCH_STARTED, &started);
    server_expect(server, WIRE_MATCH_ABORT, &choice);
    REQUIRE(choice.match == 8);
    end_script(server);
}

Test(bots_play, leaves_absent_opponents_to_the_server_in_a_tournament)
{
    expect_output_of_impatient(leave_in_a_tournament, "ready ann\nmatch 7 started nim against ben\n"
                                                      "match 8 started nim against ben\n");
}

/* --- takebacks --- */

static void tell_question(struct server *server, int64_t seq, int64_t ply)
{
    struct wire_takeback question = {
        .match = 7, .seq = seq, .player = wire_text("first"), .ply = ply, .open = true};
    server_send_event(server, WIRE_EVENT_MATCH_TAKEBACK, &question);
}

static void expect_answer(struct server *server, enum wire_method method, int64_t seq)
{
    struct wire_nothing nothing;
    struct wire_takeback_choice choice;
    uint32_t id = server_expect(server, method, &choice);
    REQUIRE(choice.match == 7 && choice.seq == seq && choice.ply == 1);
    server_answer(server, id, method, &nothing);
}

/* Ben takes his first move back, with the bot's reply to it, and makes another one. */
static void take_back_twice(struct server *server)
{
    struct wire_taken_back taken_back;
    struct wire_move move;
    begin_with_ben(server);
    tell_moved(server, 1, "5>4");
    accept_move(server, 2, "4>0");
    tell_question(server, 2, 1);
    expect_answer(server, WIRE_MATCH_ACCEPT_TAKEBACK, 2);
    wire_record_clear(&wire_record_taken_back, &taken_back);
    taken_back.match = 7;
    taken_back.seq = 3;
    taken_back.ply = 0;
    taken_back.back = 1;
    server_send_event(server, WIRE_EVENT_MATCH_TAKEN_BACK, &taken_back);
    struct wire_moved moved = {.match = 7, .seq = 4, .ply = 1, .move = wire_text("5>2")};
    server_send_event(server, WIRE_EVENT_MATCH_MOVED, &moved);
    server_expect(server, WIRE_MATCH_MOVE, &move);
    REQUIRE(move.ply == 2 && move.back == 1);
    tell_question(server, 4, 1);
    expect_answer(server, WIRE_MATCH_DECLINE_TAKEBACK, 4);
    end_script(server);
}

Test(bots_play, allows_as_many_takebacks_as_it_was_told_and_moves_anew)
{
    struct bot_config config = {.matches = 1, .takebacks = 1};
    struct text output = {0};
    run_bot(&config, take_back_twice, &output);
    cr_assert_str_eq(text_string(&output), "ready ann\nmatch 7 started nim against ben\n");
    text_finish(&output);
}

/* --- the token --- */

static void forget_the_player(struct server *server)
{
    struct wire_hello hello;
    server_accept(server);
    uint32_t id = server_expect(server, WIRE_SESSION_HELLO, &hello);
    REQUIRE(wire_text_equal(hello.token, "old"));
    server_refuse(server, id, ERROR_BAD_TOKEN, NULL);
    server_welcome(server, &hello);
    REQUIRE(!hello.token.bytes && wire_text_equal(hello.name, "ann"));
    list_no_offers(server);
    end_script(server);
}

Test(bots_play, comes_as_a_new_guest_when_its_token_is_unknown_and_keeps_the_next)
{
    char path[] = "/tmp/token.XXXXXX";
    int fd = mkstemp(path);
    cr_assert_geq(fd, 0);
    close(fd);
    struct text token = {0}, output = {0};
    struct error error;
    cr_assert_eq(token_file_save(path, "old", &error), ERROR_NONE);
    struct bot_config config = {.matches = 1, .token_file = path};
    cr_assert_eq(run_bot(&config, forget_the_player, &output), 1);
    cr_assert_str_eq(text_string(&output), "ready ann\n");
    cr_assert_eq(token_file_load(path, &token, &error), ERROR_NONE);
    cr_assert_str_eq(text_string(&token), "secret");
    unlink(path);
    text_finish(&token);
    text_finish(&output);
}

Test(bots_play, cannot_begin_with_a_token_file_that_cannot_be_read)
{
    struct bot_config config = {
        .server = "localhost:1", .strategy = "random", .name = "ann", .token_file = "/dev/null/x"};
    struct loop *loop = loop_create();
    struct bot *bot = NULL;
    struct error error;
    cr_assert_eq(bot_create(loop, &config, &bot, &error), ERROR_IO);
    loop_destroy(loop);
}
