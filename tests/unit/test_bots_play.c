/* A whole bot against a server that follows a script. */
#include "bots/bot.h"
#include "client/lib/token_file.h"
#include "common/base/text.h"
#include "common/solver/solver.h"
#include "tests/suite.h"
#include "tests/unit/test_client_server.h"

#include <semaphore.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

SUITE(bots_play, 20);

/* --- steps of scripts --- */

static void require(bool condition)
{
    if (!condition)
        abort();
}

/* A live match of nim from 3+5, in which "ann", the bot, moves second. */
static struct wire_match match_after(const struct wire_text *moves, size_t count,
                                     const char *position)
{
    struct wire_match match;
    wire_record_clear(&wire_record_match, &match);
    match.match = 7;
    match.rules = wire_text("nim");
    match.start = wire_text("3+5");
    match.first = wire_text("ben");
    match.second = wire_text("ann");
    match.seat = wire_text("second");
    match.created = 0;
    match.from_ply = 1;
    match.ply = match.seq = (int64_t)count;
    match.position = wire_text(position);
    match.moves = (struct wire_text *)(uintptr_t)moves;
    match.moves_count = count;
    return match;
}

static void list_no_offers(struct server *server)
{
    struct wire_offers none = {0};
    server_answer(server, server_expect(server, WIRE_OFFER_LIST, NULL), WIRE_OFFER_LIST, &none);
}

static void challenge(struct server *server, const char *rules)
{
    struct wire_offer offer;
    wire_record_clear(&wire_record_offer, &offer);
    offer.offer = 3;
    offer.from = wire_text("ben");
    offer.to = wire_text("ann");
    offer.rules = wire_text(rules);
    offer.start = wire_text("3+5");
    offer.first = wire_text("maker");
    struct wire_offer_event event = {.offer = &offer};
    server_send_event(server, WIRE_EVENT_OFFER_RECEIVED, &event);
}

/* Begins the match with no move made. */
static void begin(struct server *server)
{
    struct wire_match match = match_after(NULL, 0, "3+5");
    challenge(server, "nim");
    server_answer(server, server_expect(server, WIRE_OFFER_ACCEPT, NULL), WIRE_OFFER_ACCEPT,
                  &match);
}

static void tell_moved(struct server *server, int64_t ply, const char *move)
{
    struct wire_moved moved = {.match = 7, .seq = ply, .ply = ply, .move = wire_text(move)};
    server_send_event(server, WIRE_EVENT_MATCH_MOVED, &moved);
}

static void tell_ended(struct server *server, int64_t seq)
{
    struct wire_ended ended = {
        .match = 7, .seq = seq, .ending = wire_text("normal"), .winner = wire_text("first")};
    server_send_event(server, WIRE_EVENT_MATCH_ENDED, &ended);
}

static uint32_t expect_move(struct server *server, int64_t ply, const char *text)
{
    struct wire_move move;
    uint32_t id = server_expect(server, WIRE_MATCH_MOVE, &move);
    require(move.match == 7 && move.ply == ply && wire_text_equal(move.move, text));
    return id;
}

static void accept_move(struct server *server, int64_t ply, const char *text)
{
    uint32_t id = expect_move(server, ply, text);
    struct wire_move_done done = {.match = 7, .seq = ply, .ply = ply};
    server_answer(server, id, WIRE_MATCH_MOVE, &done);
    tell_moved(server, ply, text);
}

/* Answers match.resume with a match whose first move was 5>4. */
static void resume_after_one_move(struct server *server, int64_t after)
{
    static const struct wire_text moves[] = {{"5>4", 3}};
    struct wire_match match = match_after(moves, 1, "3+4");
    struct wire_resume resume;
    uint32_t id = server_expect(server, WIRE_MATCH_RESUME, &resume);
    require(resume.match == 7 && resume.after == after);
    server_answer(server, id, WIRE_MATCH_RESUME, &match);
}

/* The bot has no more to do: it gives up when its seat is taken over. */
static void end_script(struct server *server)
{
    struct wire_reason reason = {.reason = wire_text("the test is over")};
    server_send_event(server, WIRE_EVENT_SESSION_REPLACED, &reason);
    server_expect_end(server);
}

/* --- the bot --- */

/* Runs a bot until it stops, and returns its exit code. What it prints goes to `ret_output`. */
static int run_bot(struct bot_config *config, server_script *script, struct text *ret_output)
{
    struct server *server = server_start(script);
    struct loop *loop = loop_create();
    struct bot *bot = NULL;
    struct error error;
    FILE *output = tmpfile();
    cr_assert_not_null(output);
    cr_assert_geq(dup2(fileno(output), STDOUT_FILENO), 0);
    config->server = server_address(server);
    config->strategy = config->strategy ? config->strategy : "greedy";
    config->name = "ann";
    if (config->patience_ms == 0)
        config->patience_ms = 60000;
    cr_assert_eq(bot_create(loop, config, &bot, &error), ERROR_NONE);
    int status = loop_run(loop);
    bot_destroy(bot);
    loop_destroy(loop);
    server_finish(server);
    rewind(output);
    for (int c = fgetc(output); c != EOF; c = fgetc(output))
        text_append_char(ret_output, (char)c);
    fclose(output);
    return status;
}

static void expect_output(server_script *script, const char *expected)
{
    struct bot_config config = {.matches = 1};
    struct text output = {0};
    cr_assert_eq(run_bot(&config, script, &output), 1, "it gives up at the script's end");
    cr_assert_str_eq(text_string(&output), expected);
    text_finish(&output);
}

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
    begin(server);
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
    require(resume.after == 2);
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
    begin(server);
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
    begin(server);
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
    begin(server);
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
    begin(server);
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
    challenge(server, "octal:0.77");
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
    require(wire_text_equal(offer.to, "ben") && wire_text_equal(offer.rules, "nim"));
    require(wire_text_equal(offer.first, "taker") && !offer.start.bytes);
    server_answer(server, id, WIRE_OFFER_MAKE, &number);
}

static void start_offered(struct server *server)
{
    struct wire_match match = match_after(NULL, 0, "3+5");
    struct wire_match_event started = {.match = &match, .offer = 9};
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
    list_no_offers(server); /* the series asks, */
    list_no_offers(server); /* and the bot for challenges */
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

/* --- thinking --- */

/* The perfect bot's solver thinks about this game until it may go on. */
static const char slow_rules[] = "octal:0.6";
static sem_t has_begun, may_go_on;

void __real_solver_best_move(struct solver *solver, const struct position *position,
                             struct move *ret_move);
void __wrap_solver_best_move(struct solver *solver, const struct position *position,
                             struct move *ret_move);

void __wrap_solver_best_move(struct solver *solver, const struct position *position,
                             struct move *ret_move)
{
    if (strcmp(solver_rules(solver)->text, slow_rules) == 0) {
        sem_post(&has_begun);
        sem_wait(&may_go_on);
    }
    __real_solver_best_move(solver, position, ret_move);
}

bool __real_solver_is_quick(const struct solver *solver, const struct position *position);
bool __wrap_solver_is_quick(const struct solver *solver, const struct position *position);

bool __wrap_solver_is_quick(const struct solver *solver, const struct position *position)
{
    return strcmp(solver_rules(solver)->text, slow_rules) != 0 &&
           __real_solver_is_quick(solver, position);
}

static void expect_output_of_thinker(server_script *script, const char *expected)
{
    struct bot_config config = {.strategy = "perfect", .matches = 1};
    struct text output = {0};
    sem_init(&has_begun, 0, 0);
    sem_init(&may_go_on, 0, 0);
    cr_assert_eq(run_bot(&config, script, &output), 1, "it gives up at the script's end");
    cr_assert_str_eq(text_string(&output), expected);
    text_finish(&output);
}

/* A match after ben's first move, 5>4. */
static struct wire_match match_at_four(int64_t id, const char *rules)
{
    static const struct wire_text moves[] = {{"5>4", 3}};
    struct wire_match match = match_after(moves, 1, "4");
    match.match = id;
    match.rules = wire_text(rules);
    match.start = wire_text("5");
    return match;
}

/* Begins a match in which it is the bot's turn. */
static void begin_at_four(struct server *server, int64_t id, const char *rules)
{
    struct wire_match match = match_at_four(id, rules);
    struct wire_match_event started = {.match = &match, .offer = WIRE_ABSENT};
    server_send_event(server, WIRE_EVENT_MATCH_STARTED, &started);
}

static void begin_slow_match(struct server *server)
{
    server_welcome(server, NULL);
    list_no_offers(server);
    begin_at_four(server, 7, slow_rules);
    sem_wait(&has_begun);
}

static void expect_move_in(struct server *server, int64_t match, const char *text)
{
    struct wire_move move;
    server_expect(server, WIRE_MATCH_MOVE, &move);
    require(move.match == match && move.ply == 2 && wire_text_equal(move.move, text));
}

static void play_beside_a_slow_match(struct server *server)
{
    begin_slow_match(server);
    begin_at_four(server, 8, "nim");
    expect_move_in(server, 8, "4>0");
    sem_post(&may_go_on);
    expect_move_in(server, 7, "4>3");
    end_script(server);
}

Test(bots_play, moves_in_one_match_while_it_thinks_about_another)
{
    expect_output_of_thinker(play_beside_a_slow_match,
                             "ready ann\nmatch 7 started octal:0.6 against ben\n"
                             "match 8 started nim against ben\n");
}

static void end_a_match_that_is_thought_about(struct server *server)
{
    begin_slow_match(server);
    begin_at_four(server, 8, slow_rules);
    tell_ended(server, 2);
    begin_at_four(server, 9, "nim");
    expect_move_in(server, 9, "4>0"); /* so the bot knows that match 7 is over */
    sem_post(&may_go_on);
    sem_post(&may_go_on);
    expect_move_in(server, 8, "4>3");
    end_script(server);
}

Test(bots_play, makes_no_move_in_a_match_that_ended_while_it_thought)
{
    expect_output_of_thinker(end_a_match_that_is_thought_about,
                             "ready ann\nmatch 7 started octal:0.6 against ben\n"
                             "match 8 started octal:0.6 against ben\n"
                             "match 7 ended normal first\n"
                             "match 9 started nim against ben\n");
}

static void break_off_while_it_thinks(struct server *server)
{
    static const int64_t matches[] = {7};
    struct wire_match match = match_at_four(7, slow_rules);
    begin_slow_match(server);
    server_close(server);
    server_welcome_to(server, NULL, matches, 1);
    uint32_t id = server_expect(server, WIRE_MATCH_RESUME, NULL);
    list_no_offers(server);
    server_answer(server, id, WIRE_MATCH_RESUME, &match);
    begin_at_four(server, 9, "nim");
    expect_move_in(server, 9, "4>0"); /* so the bot knows how match 7 stands */
    sem_post(&may_go_on);
    expect_move_in(server, 7, "4>3");
    end_script(server);
}

Test(bots_play, thinks_on_when_the_connection_breaks)
{
    expect_output_of_thinker(break_off_while_it_thinks,
                             "ready ann\nmatch 7 started octal:0.6 against ben\n"
                             "match 9 started nim against ben\n");
}

static void end_while_it_thinks(struct server *server)
{
    begin_slow_match(server);
    begin_at_four(server, 8, slow_rules);
    end_script(server);
    sem_post(&may_go_on);
}

Test(bots_play, ends_while_it_thinks)
{
    expect_output_of_thinker(end_while_it_thinks,
                             "ready ann\nmatch 7 started octal:0.6 against ben\n"
                             "match 8 started octal:0.6 against ben\n");
}

/* --- clocks --- */

/* The thought about this match is not over before the move is here. */
static void have_little_time(struct server *server)
{
    server_welcome(server, NULL);
    list_no_offers(server);
    struct wire_match match = match_at_four(7, slow_rules);
    struct wire_match_event started = {.match = &match, .offer = WIRE_ABSENT};
    match.clock = wire_text("0.2+0");
    match.first_left = match.second_left = 200;
    match.clock_runs = true;
    server_send_event(server, WIRE_EVENT_MATCH_STARTED, &started);
    sem_wait(&has_begun);
    expect_move_in(server, 7, "4>1+2");
    sem_post(&may_go_on);
    begin_at_four(server, 9, "nim");
    expect_move_in(server, 9, "4>0"); /* and none came from the thought */
    end_script(server);
}

Test(bots_play, moves_in_haste_before_its_time_is_up)
{
    expect_output_of_thinker(have_little_time, "ready ann\nmatch 7 started octal:0.6 against ben\n"
                                               "match 9 started nim against ben\n");
}

/* Half of the time for both matches passes, and the one without a seed is moved in haste. */
static void have_half_of_the_time(struct server *server)
{
    server_welcome(server, NULL);
    list_no_offers(server);
    struct wire_match match = match_at_four(7, slow_rules);
    struct wire_match_event started = {.match = &match, .offer = WIRE_ABSENT};
    match.clock = wire_text("6+0");
    match.first_left = match.second_left = 6000;
    match.clock_runs = true;
    match.seed = 77;
    server_send_event(server, WIRE_EVENT_MATCH_STARTED, &started);
    sem_wait(&has_begun);
    match.match = 8;
    match.seed = WIRE_ABSENT;
    server_send_event(server, WIRE_EVENT_MATCH_STARTED, &started);
    expect_move_in(server, 8, "4>1+2");
    sem_post(&may_go_on);
    expect_move_in(server, 7, "4>3");
    end_script(server);
}

Test(bots_play, moves_in_haste_only_at_the_last_moment_where_a_seed_is_to_decide)
{
    expect_output_of_thinker(have_half_of_the_time,
                             "ready ann\nmatch 7 started octal:0.6 against ben\n"
                             "match 8 started octal:0.6 against ben\n");
}

static void take_offer_with_clock(struct server *server)
{
    struct wire_offer_make offer;
    server_welcome(server, NULL);
    server_expect(server, WIRE_OFFER_MAKE, &offer);
    require(wire_text_equal(offer.clock, "10+0.1"));
    list_no_offers(server);
    end_script(server);
}

Test(bots_play, challenges_with_the_clock_that_it_was_given)
{
    const char *nim[] = {"nim"};
    struct bot_config config = {.games = nim,
                                .game_count = 1,
                                .challenge = "ben",
                                .first = "taker",
                                .clock = "10+0.1",
                                .matches = 1};
    struct text output = {0};
    cr_assert_eq(run_bot(&config, take_offer_with_clock, &output), 1);
    text_finish(&output);
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
    challenge(server, "nim");
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
    require(choice.match == 7);
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
    struct wire_match_event started = {.match = &match, .offer = WIRE_ABSENT};
    struct wire_match_choice choice;
    server_welcome(server, NULL);
    list_no_offers(server);
    match.tournament = 12;
    server_send_event(server, WIRE_EVENT_MATCH_STARTED, &started);
    match.match = 8;
    match.tournament = WIRE_ABSENT;
    server_send_event(server, WIRE_EVENT_MATCH_STARTED, &started);
    server_expect(server, WIRE_MATCH_ABORT, &choice);
    require(choice.match == 8);
    end_script(server);
}

Test(bots_play, leaves_absent_opponents_to_the_server_in_a_tournament)
{
    expect_output_of_impatient(leave_in_a_tournament, "ready ann\nmatch 7 started nim against ben\n"
                                                      "match 8 started nim against ben\n");
}

/* --- tournaments --- */

static uint32_t expect_joining(struct server *server, uint32_t *ret_show)
{
    struct wire_tournament_choice choice;
    uint32_t id = server_expect(server, WIRE_TOURNAMENT_JOIN, &choice);
    require(choice.tournament == 12);
    struct wire_tournament_number number;
    *ret_show = server_expect(server, WIRE_TOURNAMENT_SHOW, &number);
    require(number.tournament == 12);
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
    struct wire_match_event started = {.match = &match, .offer = WIRE_ABSENT};
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

Test(bots_play, takes_part_in_a_tournament_and_ends_with_it)
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

Test(bots_play, joins_its_tournament_again_after_a_break)
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

Test(bots_play, finds_out_that_its_tournament_has_ended_meanwhile)
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

Test(bots_play, gives_up_where_it_may_not_join)
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

Test(bots_play, joins_when_the_server_takes_changes_again)
{
    expect_entrant(stall_while_joining, 0,
                   "ready ann\ntournament 12 joined\ntournament 12 finished\n");
}

static void challenge_an_entrant(struct server *server)
{
    server_welcome(server, NULL);
    let_join(server);
    challenge(server, "nim");
    server_expect(server, WIRE_OFFER_DECLINE, NULL);
    tell_tournament(server, 12, "finished");
    server_expect_end(server);
}

Test(bots_play, accepts_no_challenges_during_a_tournament)
{
    expect_entrant(challenge_an_entrant, 0,
                   "ready ann\ntournament 12 joined\ntournament 12 finished\n");
}

/* --- the token --- */

static void forget_the_player(struct server *server)
{
    struct wire_hello hello;
    server_accept(server);
    uint32_t id = server_expect(server, WIRE_SESSION_HELLO, &hello);
    require(wire_text_equal(hello.token, "old"));
    server_refuse(server, id, ERROR_BAD_TOKEN, NULL);
    server_welcome(server, &hello);
    require(!hello.token.bytes && wire_text_equal(hello.name, "ann"));
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
