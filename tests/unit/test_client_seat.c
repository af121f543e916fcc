/* A seat in a match, against a server that follows a script. */
#include "client/lib/seat.h"
#include "tests/suite.h"
#include "tests/unit/test_client_server.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

SUITE(client_seat, 20);

/* --- a program that writes down what its seat tells --- */

struct sitter {
    struct loop *loop;
    struct client *client;
    struct seat seat;
    struct text story;   /* a line for each callback */
    const char *awaited; /* the loop stops after the callback that writes this line */
    bool watches;        /* a match of others */
    bool plays_at_once;  /* its turn: the smaller heap is taken */
    bool takes_next;     /* the match that match.started tells of */
};

__attribute__((format(printf, 2, 3))) static void write_down(struct sitter *sitter,
                                                             const char *format, ...)
{
    size_t begin = sitter->story.len;
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(&sitter->story, format, arguments);
    va_end(arguments);
    bool is_awaited =
        sitter->awaited && strcmp(text_string(&sitter->story) + begin, sitter->awaited) == 0;
    text_append_char(&sitter->story, '\n');
    if (is_awaited)
        loop_stop(sitter->loop, 0);
}

static void on_begun(void *owner, const struct wire_match *state)
{
    write_down(owner, "begun %" PRId64, state->match);
}

static void play_smaller(struct sitter *sitter)
{
    const struct match *match = sitter->seat.match;
    struct move move;
    struct error error;
    cr_assert_eq(move_parse(&match->rules, &match->position, "3>0", 3, &move, &error), ERROR_NONE,
                 "%s", error.message);
    seat_move(&sitter->seat, &move);
}

static void on_changed(void *owner, enum seat_change change)
{
    static const char *const words[] = {"known", "moved", "turn", "ended"};
    struct sitter *sitter = owner;
    write_down(sitter, "%s after %" PRId64, words[change], sitter->seat.match->ply);
    if (change == SEAT_TURN && sitter->plays_at_once)
        play_smaller(sitter);
}

static void on_presence(void *owner, const struct wire_presence *presence)
{
    write_down(owner, "%.*s %s", (int)presence->player.len, presence->player.bytes,
               presence->online ? "came" : "went");
}

static void on_refused(void *owner, enum wire_method method, const struct error *error)
{
    write_down(owner, "%s refused: %s", wire_methods[method].name, error_name(error->code));
}

static void on_failed(void *owner, const struct error *error)
{
    write_down(owner, "failed: %s", error_name(error->code));
}

static void on_said(void *owner, const struct wire_chat_line *lines, size_t count, bool is_live)
{
    write_down(owner, "%s %zu from %.*s", is_live ? "live" : "listed", count,
               count > 0 ? (int)lines[0].text.len : 0, count > 0 ? lines[0].text.bytes : "");
}

static void on_rematch(void *owner, enum seat_rematch news, int64_t match, bool is_announced)
{
    static const char *const words[] = {"asked",   "declined",  "left",
                                        "offered", "withdrawn", "begins"};
    write_down(owner, "rematch %s %" PRId64 "%s", words[news], match,
               is_announced ? " announced" : "");
}

static void on_takeback(void *owner, enum seat_takeback news)
{
    static const char *const words[] = {"asked", "wanted", "declined", "done"};
    struct sitter *sitter = owner;
    write_down(sitter, "takeback %s at %" PRId64, words[news], sitter->seat.match->ply);
}

static void on_ready(void *owner, const struct wire_welcome *welcome)
{
    (void)welcome;
    struct sitter *sitter = owner;
    if (sitter->seat.id != 0)
        seat_refresh(&sitter->seat);
    else if (sitter->watches)
        seat_watch(&sitter->seat, sitter->client, 7);
    else
        seat_look_up(&sitter->seat, sitter->client, 7);
}

static void on_interrupted(void *owner, const struct error *reason)
{
    (void)reason;
    write_down(owner, "interrupted");
}

static void on_client_failed(void *owner, const struct error *reason)
{
    (void)reason;
    write_down(owner, "over");
}

static void on_event(void *owner, enum wire_event event, const void *body)
{
    struct sitter *sitter = owner;
    const struct wire_match_event *started = body;
    if (event == WIRE_EVENT_MATCH_STARTED && sitter->takes_next)
        seat_take(&sitter->seat, sitter->client, started->match);
    else
        seat_event(&sitter->seat, event, body);
}

/* Runs until the line `awaited`, or the end of the script, which every script sends. */
static void sit_until(struct sitter *sitter, const char *awaited)
{
    sitter->awaited = awaited;
    loop_run(sitter->loop);
}

static struct server *sit_down(struct sitter *sitter, server_script *script)
{
    struct server *server = server_start(script);
    struct error error;
    sitter->loop = loop_create();
    sitter->seat.events = (struct seat_events){
        .owner = sitter,
        .begun = on_begun,
        .changed = on_changed,
        .presence = on_presence,
        .refused = on_refused,
        .failed = on_failed,
        .said = on_said,
        .rematch = on_rematch,
        .takeback = on_takeback,
    };
    struct client_config config = {
        .server = server_address(server), .program = "test", .name = "ann"};
    struct client_events events = {
        .owner = sitter,
        .ready = on_ready,
        .interrupted = on_interrupted,
        .failed = on_client_failed,
        .event = on_event,
    };
    cr_assert_eq(client_create(sitter->loop, &config, &events, &sitter->client, &error), ERROR_NONE,
                 "%s", error.message);
    return server;
}

static void stand_up(struct sitter *sitter, struct server *server, const char *story)
{
    seat_finish(&sitter->seat);
    client_destroy(sitter->client);
    loop_destroy(sitter->loop);
    server_finish(server);
    cr_assert_str_eq(text_string(&sitter->story), story);
    text_finish(&sitter->story);
}

static void expect_story(struct sitter sitter, server_script *script, const char *story)
{
    struct server *server = sit_down(&sitter, script);
    sit_until(&sitter, "over");
    stand_up(&sitter, server, story);
}

/* --- steps of scripts --- */

static const struct wire_text one_move[] = {{"5>4", 3}};

static void answer_resume(struct server *server, int64_t after, const struct wire_match *match)
{
    struct wire_resume resume;
    uint32_t id = server_expect(server, WIRE_MATCH_RESUME, &resume);
    REQUIRE(resume.match == 7 && resume.after == after);
    server_answer(server, id, WIRE_MATCH_RESUME, match);
}

static void answer_chat(struct server *server, struct wire_chat_line *lines, size_t count)
{
    struct wire_chat_lines list = {.lines = lines, .lines_count = count};
    server_answer(server, server_expect(server, WIRE_CHAT_LIST, NULL), WIRE_CHAT_LIST, &list);
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

static void tell_closed(struct server *server, int64_t offer, const char *reason)
{
    struct wire_offer_closed closed = {.offer = offer, .reason = wire_text(reason)};
    server_send_event(server, WIRE_EVENT_OFFER_CLOSED, &closed);
}

static void end_script(struct server *server)
{
    struct wire_reason reason = {.reason = wire_text("the test is over")};
    server_send_event(server, WIRE_EVENT_SESSION_REPLACED, &reason);
    server_expect_end(server);
}

/* Answers the look-up: nobody has moved, nobody has said anything. */
static void begin(struct server *server)
{
    struct wire_match match = match_after(NULL, 0, "3+5");
    server_welcome(server, NULL);
    answer_resume(server, WIRE_ABSENT, &match);
    answer_chat(server, NULL, 0);
}

/* --- moves --- */

static void play(struct server *server)
{
    struct wire_move move;
    struct wire_move_done done = {.match = 7, .seq = 2, .ply = 2};
    begin(server);
    tell_moved(server, 1, "5>4");
    uint32_t id = server_expect(server, WIRE_MATCH_MOVE, &move);
    REQUIRE(move.match == 7 && move.ply == 2 && wire_text_equal(move.move, "3>0"));
    server_answer(server, id, WIRE_MATCH_MOVE, &done);
    tell_moved(server, 2, "3>0");
    tell_moved(server, 2, "3>0"); /* is known */
    tell_moved(server, 3, "4>0");
    tell_ended(server, 4);
    end_script(server);
}

Test(client_seat, tells_each_turn_and_the_end_once)
{
    expect_story((struct sitter){.plays_at_once = true}, play,
                 "begun 7\nmoved after 0\nlisted 0 from \nturn after 1\nmoved after 2\n"
                 "moved after 3\nended after 3\nover\n");
}

static void know_the_client_no_more(struct server *server)
{
    struct wire_match match = match_after(one_move, 1, "3+4");
    match.seat = (struct wire_text){0};
    begin(server);
    server_welcome(server, NULL);
    answer_resume(server, 0, &match);
    answer_chat(server, NULL, 0);
    end_script(server);
}

Test(client_seat, is_lost_to_a_client_that_comes_back_as_somebody_else)
{
    expect_story((struct sitter){0}, know_the_client_no_more,
                 "begun 7\nmoved after 0\nlisted 0 from \ninterrupted\n"
                 "failed: not_a_player\nlisted 0 from \nover\n");
}

static void refuse_twice(struct server *server)
{
    struct wire_match match = match_after(one_move, 1, "3+4");
    begin(server);
    tell_moved(server, 1, "5>4");
    server_refuse(server, server_expect(server, WIRE_MATCH_MOVE, NULL), ERROR_STALE_PLY, NULL);
    answer_resume(server, 1, &match);
    server_refuse(server, server_expect(server, WIRE_MATCH_MOVE, NULL), ERROR_STALE_PLY, NULL);
    end_script(server);
}

Test(client_seat, asks_for_the_match_when_its_move_is_stale_but_only_once)
{
    struct sitter sitter = {.plays_at_once = true};
    struct server *server = sit_down(&sitter, refuse_twice);
    sit_until(&sitter, "known after 1");
    cr_assert(seat_is_ready(&sitter.seat));
    play_smaller(&sitter);
    cr_assert(seat_has_sent(&sitter.seat) && !seat_is_ready(&sitter.seat));
    sit_until(&sitter, "over");
    stand_up(&sitter, server,
             "begun 7\nmoved after 0\nlisted 0 from \nturn after 1\n"
             "match.move refused: stale_ply\nknown after 1\n"
             "match.move refused: stale_ply\nover\n");
}

static void break_in_between(struct server *server)
{
    static const struct wire_text moves[] = {{"3>0", 3}, {"4>2", 3}};
    struct wire_match match = match_after(moves, 2, "2");
    match.from_ply = 2;
    match.ply = match.seq = 3;
    begin(server);
    tell_moved(server, 1, "5>4");
    server_expect(server, WIRE_MATCH_MOVE, NULL); /* it is lost, and sent again */
    server_close(server);
    server_welcome(server, NULL);
    struct wire_move_done done = {.match = 7, .seq = 2, .ply = 2};
    server_answer(server, server_expect(server, WIRE_MATCH_MOVE, NULL), WIRE_MATCH_MOVE, &done);
    answer_resume(server, 1, &match);
    answer_chat(server, NULL, 0);
    end_script(server);
}

Test(client_seat, catches_up_after_a_break)
{
    struct sitter sitter = {.plays_at_once = true};
    struct server *server = sit_down(&sitter, break_in_between);
    sit_until(&sitter, "interrupted");
    sitter.plays_at_once = false;
    sit_until(&sitter, "over");
    stand_up(&sitter, server,
             "begun 7\nmoved after 0\nlisted 0 from \nturn after 1\ninterrupted\n"
             "turn after 3\nlisted 0 from \nover\n");
}

static void break_the_rules(struct server *server)
{
    begin(server);
    tell_moved(server, 1, "5>9");
    end_script(server);
}

Test(client_seat, fails_when_the_server_tells_what_cannot_be)
{
    expect_story((struct sitter){0}, break_the_rules,
                 "begun 7\nmoved after 0\nlisted 0 from \nfailed: internal\nover\n");
}

/* The answer about the first match comes when it sits in the second one. */
static void answer_late(struct server *server)
{
    struct wire_match next = match_after(NULL, 0, "3+5");
    struct wire_match_event started = {
        .match = &next, .offer = WIRE_ABSENT, .invitation = WIRE_ABSENT};
    begin(server);
    tell_moved(server, 1, "5>4");
    uint32_t id = server_expect(server, WIRE_MATCH_MOVE, NULL);
    next.match = 8;
    server_send_event(server, WIRE_EVENT_MATCH_STARTED, &started);
    answer_chat(server, NULL, 0);
    server_refuse(server, id, ERROR_STALE_PLY, NULL);
    end_script(server);
}

Test(client_seat, wants_no_answers_about_a_match_that_it_has_left)
{
    struct sitter sitter = {.plays_at_once = true, .takes_next = true};
    struct server *server = sit_down(&sitter, answer_late);
    sit_until(&sitter, "over");
    stand_up(&sitter, server,
             "begun 7\nmoved after 0\nlisted 0 from \nturn after 1\n"
             "begun 8\nmoved after 0\nlisted 0 from \nover\n");
}

/* --- watching --- */

static void show_to_a_spectator(struct server *server)
{
    struct wire_match match = match_after(NULL, 0, "3+5");
    match.seat = wire_text(NULL);
    server_welcome(server, NULL);
    answer_resume(server, WIRE_ABSENT, &match);
    server_answer(server, server_expect(server, WIRE_MATCH_WATCH, NULL), WIRE_MATCH_WATCH, &match);
    answer_chat(server, NULL, 0);
    server_close(server);
    server_welcome(server, NULL);
    server_refuse(server, server_expect(server, WIRE_MATCH_WATCH, NULL), ERROR_MATCH_OVER, NULL);
    match.ending = wire_text("resigned");
    match.winner = wire_text("first");
    match.seq = 1;
    answer_resume(server, 0, &match);
    end_script(server);
}

Test(client_seat, watches_a_match_of_others_and_learns_how_it_ended_during_a_break)
{
    expect_story((struct sitter){0}, show_to_a_spectator,
                 "begun 7\nmoved after 0\nknown after 0\nlisted 0 from \ninterrupted\n"
                 "ended after 0\nover\n");
}

static void refuse_to_show(struct server *server)
{
    server_welcome(server, NULL);
    server_refuse(server, server_expect(server, WIRE_MATCH_WATCH, NULL), ERROR_MATCH_OVER, NULL);
    end_script(server);
}

Test(client_seat, tells_that_a_match_cannot_be_watched)
{
    expect_story((struct sitter){.watches = true}, refuse_to_show,
                 "match.watch refused: match_over\nover\n");
}

/* --- the chat --- */

static void chat(struct server *server)
{
    struct wire_chat_line lines[] = {
        {.match = 7,
         .room = wire_text("players"),
         .from = wire_text("ben"),
         .text = wire_text("hello"),
         .at = 5},
        {.match = 7,
         .room = wire_text("players"),
         .from = wire_text("ben"),
         .text = wire_text("ann?"),
         .at = 6},
        {.match = 7,
         .room = wire_text("players"),
         .from = wire_text("ben"),
         .text = wire_text("back"),
         .at = 8},
    };
    struct wire_match match = match_after(NULL, 0, "3+5");
    server_welcome(server, NULL);
    answer_resume(server, WIRE_ABSENT, &match);
    server_send_event(server, WIRE_EVENT_CHAT_SAID, &lines[0]); /* it is in the list, too */
    answer_chat(server, lines, 1);
    server_send_event(server, WIRE_EVENT_CHAT_SAID, &lines[1]);
    server_close(server);
    server_welcome(server, NULL);
    answer_resume(server, 0, &match);
    answer_chat(server, lines, 3);
    end_script(server);
}

Test(client_seat, hears_each_line_once)
{
    expect_story((struct sitter){0}, chat,
                 "begun 7\nmoved after 0\nlisted 1 from hello\nlive 1 from ann?\ninterrupted\n"
                 "known after 0\nlisted 1 from back\nover\n");
}

/* --- which lines of a room are new --- */

static size_t heard_of_list(struct seat_room *room, struct wire_chat_line *lines, size_t count)
{
    struct wire_chat_lines list = {.lines = lines, .lines_count = count};
    return count - seat_room_take_list(room, &list);
}

Test(client_seat, lines_of_a_list_are_new_once)
{
    struct seat_room room = {0};
    struct wire_chat_line lines[] = {{.at = 5}, {.at = 5}, {.at = 6}, {.at = 7}};
    cr_assert_eq(heard_of_list(&room, lines, 3), 3);
    cr_assert_eq(heard_of_list(&room, lines, 3), 0);
    cr_assert_eq(heard_of_list(&room, lines, 4), 1);
}

Test(client_seat, lines_of_one_moment_are_counted)
{
    struct seat_room room = {0};
    struct wire_chat_line lines[] = {{.at = 5}, {.at = 5}, {.at = 5}};
    cr_assert_eq(heard_of_list(&room, lines, 2), 2);
    cr_assert_eq(heard_of_list(&room, lines, 3), 1);
}

Test(client_seat, a_line_that_was_said_is_not_news_in_a_list)
{
    struct seat_room room = {0};
    struct wire_chat_line lines[] = {{.at = 5}, {.at = 6}, {.at = 8}};
    seat_room_take(&room, &lines[0]);
    seat_room_take(&room, &lines[1]);
    cr_assert_eq(heard_of_list(&room, lines, 3), 1);
}

/* --- rematches --- */

static void offer_rematches(struct server *server)
{
    struct wire_rematch asked = {.offer = 21, .match = WIRE_ABSENT};
    struct wire_offer theirs;
    wire_record_clear(&wire_record_offer, &theirs);
    theirs.offer = 22;
    theirs.rematch_of = 7;
    theirs.from = wire_text("ben");
    theirs.to = wire_text("ann");
    theirs.rules = wire_text("nim");
    theirs.start = wire_text("3+5");
    theirs.first = wire_text("maker");
    struct wire_offer_event received = {.offer = &theirs};
    begin(server);
    tell_ended(server, 1);
    server_answer(server, server_expect(server, WIRE_MATCH_REMATCH, NULL), WIRE_MATCH_REMATCH,
                  &asked);
    tell_closed(server, 21, "declined");
    server_send_event(server, WIRE_EVENT_OFFER_RECEIVED, &received);
    tell_closed(server, 22, "cancelled");
    server_answer(server, server_expect(server, WIRE_MATCH_REMATCH, NULL), WIRE_MATCH_REMATCH,
                  &asked);
    struct wire_match next = match_after(NULL, 0, "3+5");
    struct wire_match_event started = {.match = &next, .offer = 21, .invitation = WIRE_ABSENT};
    next.match = 8;
    server_send_event(server, WIRE_EVENT_MATCH_STARTED, &started);
    end_script(server);
}

Test(client_seat, tells_what_becomes_of_rematches)
{
    struct sitter sitter = {0};
    struct server *server = sit_down(&sitter, offer_rematches);
    sit_until(&sitter, "ended after 0");
    seat_rematch(&sitter.seat);
    sit_until(&sitter, "rematch withdrawn 0");
    seat_rematch(&sitter.seat);
    sit_until(&sitter, "over");
    stand_up(&sitter, server,
             "begun 7\nmoved after 0\nlisted 0 from \nended after 0\n"
             "rematch asked 0\nrematch declined 0\nrematch offered 0\nrematch withdrawn 0\n"
             "rematch asked 0\nrematch begins 8 announced\nover\n");
}

/* The server has been restarted since the match ended. */
static void remember_no_match(struct server *server)
{
    struct wire_offer_number made = {.offer = 21};
    struct wire_offer_make challenge;
    struct wire_match next = match_after(NULL, 0, "3+5");
    struct wire_match_event started = {.match = &next, .offer = 21, .invitation = WIRE_ABSENT};
    begin(server);
    tell_ended(server, 1);
    server_refuse(server, server_expect(server, WIRE_MATCH_REMATCH, NULL), ERROR_NO_SUCH_MATCH,
                  NULL);
    uint32_t id = server_expect(server, WIRE_OFFER_MAKE, &challenge);
    cr_assert(wire_text_equal(challenge.to, "ben"));
    cr_assert(wire_text_equal(challenge.rules, "nim"));
    cr_assert(wire_text_equal(challenge.start, "3+5"));
    cr_assert(wire_text_equal(challenge.first, "maker"));
    cr_assert_null(challenge.clock.bytes);
    server_answer(server, id, WIRE_OFFER_MAKE, &made);
    next.match = 8;
    server_send_event(server, WIRE_EVENT_MATCH_STARTED, &started);
    end_script(server);
}

Test(client_seat, challenges_where_the_server_remembers_no_match)
{
    struct sitter sitter = {0};
    struct server *server = sit_down(&sitter, remember_no_match);
    sit_until(&sitter, "ended after 0");
    seat_rematch(&sitter.seat);
    sit_until(&sitter, "over");
    stand_up(&sitter, server,
             "begun 7\nmoved after 0\nlisted 0 from \nended after 0\n"
             "rematch asked 0\nrematch begins 8 announced\nover\n");
}

/* The opponent's challenges: another first player, the same again, taken back when it is accepted.
 */
static void challenge_in_turn(struct server *server)
{
    struct wire_rematch asked = {.offer = 23, .match = WIRE_ABSENT};
    struct wire_offer theirs;
    wire_record_clear(&wire_record_offer, &theirs);
    theirs.from = wire_text("ben");
    theirs.to = wire_text("ann");
    theirs.rules = wire_text("nim");
    theirs.start = wire_text("3+5");
    theirs.first = wire_text("maker");
    struct wire_offer_event received = {.offer = &theirs};
    struct wire_offer_choice choice;
    struct wire_match next = match_after(NULL, 0, "3+5");
    begin(server);
    tell_ended(server, 1);
    theirs.offer = 21;
    server_send_event(server, WIRE_EVENT_OFFER_RECEIVED, &received);
    theirs.offer = 22;
    theirs.first = wire_text("taker");
    server_send_event(server, WIRE_EVENT_OFFER_RECEIVED, &received);
    uint32_t id = server_expect(server, WIRE_OFFER_ACCEPT, &choice);
    cr_assert_eq(choice.offer, 22);
    server_refuse(server, id, ERROR_NO_SUCH_OFFER, NULL);
    server_answer(server, server_expect(server, WIRE_MATCH_REMATCH, NULL), WIRE_MATCH_REMATCH,
                  &asked);
    theirs.offer = 24;
    server_send_event(server, WIRE_EVENT_OFFER_RECEIVED, &received);
    next.match = 8;
    id = server_expect(server, WIRE_OFFER_ACCEPT, &choice);
    cr_assert_eq(choice.offer, 24);
    server_answer(server, id, WIRE_OFFER_ACCEPT, &next);
    end_script(server);
}

Test(client_seat, takes_a_challenge_to_the_same_again_for_a_rematch)
{
    struct sitter sitter = {0};
    struct server *server = sit_down(&sitter, challenge_in_turn);
    sit_until(&sitter, "rematch offered 0");
    seat_rematch(&sitter.seat);
    sit_until(&sitter, "rematch offered 0");
    seat_rematch(&sitter.seat);
    sit_until(&sitter, "over");
    stand_up(&sitter, server,
             "begun 7\nmoved after 0\nlisted 0 from \nended after 0\n"
             "rematch offered 0\nrematch asked 0\nrematch offered 0\nrematch begins 8\nover\n");
}

/* --- takebacks --- */

static void tell_question(struct server *server, int64_t seq, const char *player, int64_t ply,
                          bool is_open)
{
    struct wire_takeback question = {
        .match = 7, .seq = seq, .player = wire_text(player), .ply = ply, .open = is_open};
    server_send_event(server, WIRE_EVENT_MATCH_TAKEBACK, &question);
}

static void tell_taken_back(struct server *server, int64_t seq, int64_t ply, int64_t back)
{
    struct wire_taken_back event;
    wire_record_clear(&wire_record_taken_back, &event);
    event.match = 7;
    event.seq = seq;
    event.ply = ply;
    event.back = back;
    server_send_event(server, WIRE_EVENT_MATCH_TAKEN_BACK, &event);
}

static void answer_choice(struct server *server, enum wire_method method, int64_t seq, int64_t ply)
{
    static const char nothing = 0;
    struct wire_takeback_choice choice;
    uint32_t id = server_expect(server, method, &choice);
    REQUIRE(choice.match == 7 && choice.seq == seq && choice.ply == ply);
    server_answer(server, id, method, &nothing);
}

/* Ann sits second. Her move 2 is taken back, and made anew. */
static void take_own_move_back(struct server *server)
{
    static const char nothing = 0;
    struct wire_move move;
    struct wire_move_done done = {.match = 7, .seq = 2, .ply = 2};
    struct wire_takeback_ask ask;
    begin(server);
    tell_moved(server, 1, "5>4");
    server_answer(server, server_expect(server, WIRE_MATCH_MOVE, &move), WIRE_MATCH_MOVE, &done);
    REQUIRE(move.back == WIRE_ABSENT);
    tell_moved(server, 2, "3>0");
    uint32_t id = server_expect(server, WIRE_MATCH_TAKEBACK, &ask);
    REQUIRE(ask.match == 7 && ask.ply == 2);
    server_answer(server, id, WIRE_MATCH_TAKEBACK, &nothing);
    tell_question(server, 2, "second", 2, true);
    tell_taken_back(server, 3, 1, 1);
    done = (struct wire_move_done){.match = 7, .seq = 4, .ply = 2};
    server_answer(server, server_expect(server, WIRE_MATCH_MOVE, &move), WIRE_MATCH_MOVE, &done);
    REQUIRE(move.ply == 2 && move.back == 1);
    end_script(server);
}

Test(client_seat, takes_its_move_back_and_makes_it_anew)
{
    struct sitter sitter = {.plays_at_once = true};
    struct server *server = sit_down(&sitter, take_own_move_back);
    sit_until(&sitter, "moved after 2");
    cr_assert(seat_can_ask_takeback(&sitter.seat));
    seat_ask_takeback(&sitter.seat);
    cr_assert_not(seat_can_ask_takeback(&sitter.seat));
    sit_until(&sitter, "over");
    stand_up(&sitter, server,
             "begun 7\nmoved after 0\nlisted 0 from \nturn after 1\nmoved after 2\n"
             "takeback asked at 2\ntakeback done at 1\nturn after 1\nover\n");
}

static void ask_for_takebacks(struct server *server)
{
    begin(server);
    tell_moved(server, 1, "5>4");
    tell_question(server, 1, "first", 1, true);
    answer_choice(server, WIRE_MATCH_DECLINE_TAKEBACK, 1, 1);
    tell_question(server, 1, "first", 1, false);
    tell_question(server, 1, "first", 1, true);
    answer_choice(server, WIRE_MATCH_ACCEPT_TAKEBACK, 1, 1);
    tell_taken_back(server, 2, 0, 1);
    end_script(server);
}

Test(client_seat, answers_the_question_of_the_opponent)
{
    struct sitter sitter = {0};
    struct server *server = sit_down(&sitter, ask_for_takebacks);
    sit_until(&sitter, "takeback wanted at 1");
    cr_assert(seat_is_asked_takeback(&sitter.seat) && !seat_can_ask_takeback(&sitter.seat));
    seat_answer_takeback(&sitter.seat, false);
    cr_assert_not(seat_is_asked_takeback(&sitter.seat));
    sit_until(&sitter, "takeback wanted at 1");
    seat_answer_takeback(&sitter.seat, true);
    sit_until(&sitter, "over");
    stand_up(&sitter, server,
             "begun 7\nmoved after 0\nlisted 0 from \nturn after 1\ntakeback wanted at 1\n"
             "takeback declined at 1\ntakeback wanted at 1\ntakeback done at 0\nmoved after 0\n"
             "over\n");
}

static void take_back_during_a_break(struct server *server)
{
    struct wire_text gone[] = {{"5>4", 3}};
    struct wire_taken_moves taken = {.ply = 1, .moves = gone, .moves_count = 1};
    struct wire_match match = match_after(NULL, 0, "3+5");
    begin(server);
    tell_moved(server, 1, "5>4");
    server_close(server);
    server_welcome(server, NULL);
    match.seq = 2;
    match.back = 1;
    match.taken_back = &taken;
    match.taken_back_count = 1;
    answer_resume(server, 1, &match);
    answer_chat(server, NULL, 0);
    match.from_ply = 1;
    end_script(server);
}

Test(client_seat, catches_up_with_what_was_taken_back_during_a_break)
{
    expect_story((struct sitter){0}, take_back_during_a_break,
                 "begun 7\nmoved after 0\nlisted 0 from \nturn after 1\ninterrupted\n"
                 "takeback done at 0\nmoved after 0\nlisted 0 from \nover\n");
}
