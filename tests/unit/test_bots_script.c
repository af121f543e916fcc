#include "tests/unit/test_bots_script.h"

#include <stdio.h>
#include <unistd.h>

/* --- steps of scripts --- */

void list_no_offers(struct server *server)
{
    struct wire_offers none = {0};
    server_answer(server, server_expect(server, WIRE_OFFER_LIST, NULL), WIRE_OFFER_LIST, &none);
}

void send_challenge(struct server *server, const char *rules)
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

void begin_match(struct server *server)
{
    struct wire_match match = match_after(NULL, 0, "3+5");
    send_challenge(server, "nim");
    server_answer(server, server_expect(server, WIRE_OFFER_ACCEPT, NULL), WIRE_OFFER_ACCEPT,
                  &match);
}

void tell_moved(struct server *server, int64_t ply, const char *move)
{
    struct wire_moved moved = {.match = 7, .seq = ply, .ply = ply, .move = wire_text(move)};
    server_send_event(server, WIRE_EVENT_MATCH_MOVED, &moved);
}

void tell_ended(struct server *server, int64_t seq)
{
    struct wire_ended ended = {
        .match = 7, .seq = seq, .ending = wire_text("normal"), .winner = wire_text("first")};
    server_send_event(server, WIRE_EVENT_MATCH_ENDED, &ended);
}

uint32_t expect_move(struct server *server, int64_t ply, const char *text)
{
    struct wire_move move;
    uint32_t id = server_expect(server, WIRE_MATCH_MOVE, &move);
    REQUIRE(move.match == 7 && move.ply == ply && wire_text_equal(move.move, text));
    return id;
}

void accept_move(struct server *server, int64_t ply, const char *text)
{
    uint32_t id = expect_move(server, ply, text);
    struct wire_move_done done = {.match = 7, .seq = ply, .ply = ply};
    server_answer(server, id, WIRE_MATCH_MOVE, &done);
    tell_moved(server, ply, text);
}

void resume_after_one_move(struct server *server, int64_t after)
{
    static const struct wire_text moves[] = {{"5>4", 3}};
    struct wire_match match = match_after(moves, 1, "3+4");
    struct wire_resume resume;
    uint32_t id = server_expect(server, WIRE_MATCH_RESUME, &resume);
    REQUIRE(resume.match == 7 && resume.after == after);
    server_answer(server, id, WIRE_MATCH_RESUME, &match);
}

struct wire_match match_at_four(int64_t id, const char *rules)
{
    static const struct wire_text moves[] = {{"5>4", 3}};
    struct wire_match match = match_after(moves, 1, "4");
    match.match = id;
    match.rules = wire_text(rules);
    match.start = wire_text("5");
    return match;
}

void begin_at_four(struct server *server, int64_t id, const char *rules)
{
    struct wire_match match = match_at_four(id, rules);
    struct wire_match_event started = {
        .match = &match, .offer = WIRE_ABSENT, .invitation = WIRE_ABSENT};
    server_send_event(server, WIRE_EVENT_MATCH_STARTED, &started);
}

void expect_move_in(struct server *server, int64_t match, const char *text)
{
    struct wire_move move;
    server_expect(server, WIRE_MATCH_MOVE, &move);
    REQUIRE(move.match == match && move.ply == 2 && wire_text_equal(move.move, text));
}

void end_script(struct server *server)
{
    struct wire_reason reason = {.reason = wire_text("the test is over")};
    server_send_event(server, WIRE_EVENT_SESSION_REPLACED, &reason);
    server_expect_end(server);
}

/* --- the bot --- */

int run_bot(struct bot_config *config, server_script *script, struct text *ret_output)
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

void expect_output(server_script *script, const char *expected)
{
    struct bot_config config = {.matches = 1};
    struct text output = {0};
    cr_assert_eq(run_bot(&config, script, &output), 1, "it gives up at the script's end");
    cr_assert_str_eq(text_string(&output), expected);
    text_finish(&output);
}
