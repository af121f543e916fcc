/* Whatever one client sends, it gets a defined answer, and the match of two others goes on. */
#include "tests/e2e/play.h"
#include "tests/e2e/stage.h"
#include "tests/e2e/stranger.h"

#include <string.h>

STAGE(bad_input);

/* The number of requests that are sent as bytes. */
enum { RAW_REQUEST = 100 };
#define RAW_REQUEST_BYTE "\x64"

/* Anna and Ben play; Carl misbehaves. */
struct scene {
    struct server server;
    struct table table;
    struct peer *carl;
};

static struct scene scene_open(void)
{
    struct scene scene = {.server = server_start()};
    scene.table = table_open(&scene.server, "anna", "ben", "fibonacci-nim", "35");
    table_move(&scene.table, 1, "35>29");
    scene.carl = peer_join(&scene.server, "carl");
    return scene;
}

/* The others have noticed nothing. */
static void scene_goes_on(const struct scene *scene)
{
    table_move(&scene->table, 2, "29>28");
    table_move(&scene->table, 3, "28>27");
    cr_assert_not(peer_has_event(scene->table.first, WIRE_EVENT_SESSION_FAULT));
    peer_join(&scene->server, "dora");
}

/* And neither has Carl's connection suffered. */
static void carl_goes_on(const struct scene *scene)
{
    cr_assert_eq(match_list(scene->carl)->matches_count, 1);
    scene_goes_on(scene);
}

static void expect_fault(struct peer *peer, enum error_code code)
{
    const struct wire_fault *fault = peer_event(peer, WIRE_EVENT_SESSION_FAULT);
    cr_assert_eq(fault->code, code, "it is: %.*s", (int)fault->message.len, fault->message.bytes);
    peer_expect_end(peer);
}

#define SEND(peer, bytes) peer_send((peer), (bytes), sizeof(bytes) - 1)

Test(bad_input, that_is_no_messagepack_ends_the_connection)
{
    struct scene scene = scene_open();
    SEND(scene.carl, "\x94\x00\xc1");
    expect_fault(scene.carl, ERROR_BAD_MESSAGE);
    scene_goes_on(&scene);
}

Test(bad_input, of_another_protocol_ends_the_connection)
{
    struct scene scene = scene_open();
    struct stranger stranger = stranger_connect(&scene.server); /* a letter begins HTTP */
    stranger_send_text(&stranger, "SSH-2.0-example\r\n\r\n");
    stranger_expect_text(&stranger, "HTTP/1.1 400 ");
    stranger_expect_end(&stranger);
    stranger_close(&stranger);
    struct peer *browser = peer_connect(&scene.server);
    SEND(browser, "\r\n");
    expect_fault(browser, ERROR_BAD_MESSAGE);
    carl_goes_on(&scene);
}

Test(bad_input, with_too_few_elements_in_the_envelope_ends_the_connection)
{
    struct scene scene = scene_open();
    SEND(scene.carl, "\x93\x00" RAW_REQUEST_BYTE "\xaamatch.list");
    expect_fault(scene.carl, ERROR_BAD_MESSAGE);
    scene_goes_on(&scene);
}

Test(bad_input, with_two_parameters_is_refused)
{
    struct scene scene = scene_open();
    SEND(scene.carl, "\x94\x00" RAW_REQUEST_BYTE "\xaamatch.list\x92\x80\x80");
    cr_assert_eq(peer_answer(scene.carl, RAW_REQUEST).code, ERROR_BAD_ARGUMENTS);
    carl_goes_on(&scene);
}

Test(bad_input, with_a_number_for_parameters_is_refused)
{
    struct scene scene = scene_open();
    SEND(scene.carl, "\x94\x00" RAW_REQUEST_BYTE "\xaamatch.list\x91\x05");
    cr_assert_eq(peer_answer(scene.carl, RAW_REQUEST).code, ERROR_BAD_ARGUMENTS);
    carl_goes_on(&scene);
}

Test(bad_input, that_names_an_unknown_method_is_refused)
{
    struct scene scene = scene_open();
    SEND(scene.carl, "\x94\x00" RAW_REQUEST_BYTE "\xa9match.win\x90");
    cr_assert_eq(peer_answer(scene.carl, RAW_REQUEST).code, ERROR_UNKNOWN_METHOD);
    carl_goes_on(&scene);
}

Test(bad_input, that_nests_too_deep_ends_the_connection)
{
    struct scene scene = scene_open();
    SEND(scene.carl, "\x94\x00" RAW_REQUEST_BYTE "\xaamatch.list");
    SEND(scene.carl, "\x91\x91\x91\x91\x91\x91\x91\x91\x91\x91\x91\x91\x91\x91\x91\x91");
    expect_fault(scene.carl, ERROR_TOO_LARGE);
    scene_goes_on(&scene);
}

Test(bad_input, that_announces_four_billion_elements_ends_the_connection)
{
    struct scene scene = scene_open();
    SEND(scene.carl, "\x94\x00" RAW_REQUEST_BYTE "\xaamatch.list\xdd\xff\xff\xff\xff");
    expect_fault(scene.carl, ERROR_TOO_LARGE);
    scene_goes_on(&scene);
}

Test(bad_input, that_announces_a_text_of_two_gigabytes_ends_the_connection)
{
    struct scene scene = scene_open();
    SEND(scene.carl, "\x94\x00" RAW_REQUEST_BYTE "\xdb\x7f\xff\xff\xff");
    expect_fault(scene.carl, ERROR_TOO_LARGE);
    scene_goes_on(&scene);
}

Test(bad_input, that_breaks_off_in_the_middle_of_a_message_leaves_no_trace)
{
    struct scene scene = scene_open();
    SEND(scene.carl, "\x94\x00" RAW_REQUEST_BYTE "\xaamatch.");
    peer_close(scene.carl);
    scene_goes_on(&scene);
    peer_join(&scene.server, "carl");
}

Test(bad_input, that_nobody_asked_for_is_left_aside)
{
    struct scene scene = scene_open();
    SEND(scene.carl, "\x93\x02\xa6gossip\x91\x05");
    SEND(scene.carl, "\x94\x01\x07\xc0\xc0");
    carl_goes_on(&scene);
}

Test(bad_input, is_read_although_it_comes_byte_by_byte)
{
    static const char request[] = "\x94\x00" RAW_REQUEST_BYTE "\xa9match.win\x90";
    struct scene scene = scene_open();
    for (size_t i = 0; i < sizeof request - 1; i++)
        peer_send(scene.carl, request + i, 1);
    cr_assert_eq(peer_answer(scene.carl, RAW_REQUEST).code, ERROR_UNKNOWN_METHOD);
    carl_goes_on(&scene);
}

/* --- hello --- */

static enum error_code refused_hello(struct peer *peer, int64_t protocol, const char *name,
                                     const char *token)
{
    struct wire_hello hello = {
        .protocol = protocol,
        .client = wire_text("test"),
        .name = wire_text(name),
        .token = wire_text(token),
    };
    return peer_refusal(peer, WIRE_SESSION_HELLO, &hello);
}

Test(bad_input, before_hello_is_refused)
{
    struct scene scene = scene_open();
    struct peer *hasty = peer_connect(&scene.server);
    cr_assert_eq(peer_refusal(hasty, WIRE_OFFER_LIST, NULL), ERROR_HELLO_FIRST);
    carl_goes_on(&scene);
}

Test(bad_input, that_says_hello_twice_is_refused)
{
    struct scene scene = scene_open();
    cr_assert_eq(refused_hello(scene.carl, WIRE_PROTOCOL, "carl", NULL), ERROR_HELLO_TWICE);
    carl_goes_on(&scene);
}

Test(bad_input, in_the_form_of_a_name_is_refused_and_a_better_name_is_taken)
{
    static const struct {
        const char *name;
        enum error_code code;
    } names[] = {
        {"\xff\xfe", ERROR_BAD_ARGUMENTS},                          /* not UTF-8 */
        {"\xc0\xaf", ERROR_BAD_ARGUMENTS},                          /* overlong */
        {"\xed\xa0\x80", ERROR_BAD_ARGUMENTS},                      /* a surrogate */
        {"abcdefghijklmnopqrstuvwxyz1234567", ERROR_BAD_ARGUMENTS}, /* 33 bytes */
        {"", ERROR_BAD_ARGUMENTS},
        {"a\nb", ERROR_BAD_NAME},
        {"Carl", ERROR_NAME_TAKEN}, /* whatever the case */
        {NULL, ERROR_BAD_ARGUMENTS},
    };
    struct scene scene = scene_open();
    struct peer *peer = peer_connect(&scene.server);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        cr_expect_eq(refused_hello(peer, WIRE_PROTOCOL, names[i].name, NULL), names[i].code,
                     "name %zu", i);
    struct wire_hello hello = {
        .protocol = WIRE_PROTOCOL, .client = wire_text("test"), .name = wire_text("Émile")};
    const struct wire_welcome *welcome = peer_call(peer, WIRE_SESSION_HELLO, &hello);
    cr_assert(wire_text_equal(welcome->name, "Émile"));
    carl_goes_on(&scene);
}

Test(bad_input, that_shows_a_wrong_token_or_protocol_is_refused)
{
    struct scene scene = scene_open();
    struct peer *peer = peer_connect(&scene.server);
    cr_assert_eq(refused_hello(peer, WIRE_PROTOCOL + 1, "erik", NULL), ERROR_BAD_PROTOCOL);
    cr_assert_eq(refused_hello(peer, WIRE_PROTOCOL, "erik", "0123456789abcdef"), ERROR_BAD_TOKEN);
    carl_goes_on(&scene);
}

/* --- moves --- */

Test(bad_input, in_the_form_of_a_move_out_of_turn_is_refused)
{
    struct scene scene = scene_open();
    struct answer answer = match_try_move(scene.table.first, scene.table.match, 2, "29>28");
    cr_assert_eq(answer.code, ERROR_NOT_YOUR_TURN);
    carl_goes_on(&scene);
}

Test(bad_input, in_the_form_of_a_move_in_a_match_of_others_is_refused)
{
    struct scene scene = scene_open();
    struct answer answer = match_try_move(scene.carl, scene.table.match, 2, "29>28");
    cr_assert_eq(answer.code, ERROR_NOT_A_PLAYER);
    cr_assert_eq(match_choose(scene.carl, WIRE_MATCH_RESIGN, scene.table.match),
                 ERROR_NOT_A_PLAYER);
    carl_goes_on(&scene);
}

Test(bad_input, in_the_form_of_a_move_at_a_stale_ply_is_told_how_the_match_stands)
{
    struct scene scene = scene_open();
    struct answer other = match_try_move(scene.table.first, scene.table.match, 1, "35>34");
    cr_assert_eq(other.code, ERROR_STALE_PLY);
    cr_assert_not_null(other.stale);
    cr_assert_eq(other.stale->ply, 1);
    cr_assert(wire_text_equal(other.stale->position, "29@12"), "it is %.*s",
              (int)other.stale->position.len, other.stale->position.bytes);
    struct answer ahead = match_try_move(scene.table.second, scene.table.match, 4, "29>28");
    cr_assert_eq(ahead.code, ERROR_STALE_PLY);
    carl_goes_on(&scene);
}

Test(bad_input, in_the_form_of_a_move_that_was_made_already_is_acknowledged_without_effect)
{
    struct scene scene = scene_open();
    match_move(scene.table.first, scene.table.match, 1, "35>29");
    cr_assert_eq(match_resume(scene.carl, scene.table.match)->ply, 1);
    cr_assert_not(peer_has_event(scene.table.first, WIRE_EVENT_MATCH_MOVED));
    carl_goes_on(&scene);
}

Test(bad_input, in_the_form_of_a_move_against_the_rules_is_refused)
{
    static const struct {
        const char *move;
        enum error_code code;
    } moves[] = {
        {"29>16", ERROR_ILLEGAL_MOVE}, /* 13 of at most 12 */
        {"29>29", ERROR_ILLEGAL_MOVE},   {"29>30", ERROR_ILLEGAL_MOVE},
        {"30>28", ERROR_BAD_MOVE}, /* there is no heap of 30 */
        {"one, please", ERROR_BAD_MOVE}, {"29>99999999999999999999", ERROR_BAD_MOVE},
    };
    struct scene scene = scene_open();
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        struct answer answer =
            match_try_move(scene.table.second, scene.table.match, 2, moves[i].move);
        cr_expect_eq(answer.code, moves[i].code, "%s gives %s", moves[i].move,
                     error_name(answer.code));
    }
    carl_goes_on(&scene);
}

Test(bad_input, in_the_form_of_an_impossible_match_is_refused)
{
    static const struct {
        const char *rules, *start;
        enum error_code code;
    } offers[] = {
        {"chess", NULL, ERROR_BAD_RULES},
        {"nim", "-1", ERROR_BAD_POSITION},
        {"nim", "0", ERROR_NO_LEGAL_MOVE},
        {"kayles", "3+x", ERROR_BAD_POSITION},
    };
    struct scene scene = scene_open();
    for (size_t i = 0; i < sizeof offers / sizeof offers[0]; i++) {
        struct wire_offer_make offer = {
            .rules = wire_text(offers[i].rules),
            .start = wire_text(offers[i].start),
            .key = fresh_key(),
        };
        enum error_code code = peer_refusal(scene.carl, WIRE_OFFER_MAKE, &offer);
        cr_expect_eq(code, offers[i].code, "%s gives %s", offers[i].rules, error_name(code));
    }
    carl_goes_on(&scene);
}
