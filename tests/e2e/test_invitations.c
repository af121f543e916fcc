/* Invitations over real sockets: codes that open a match later, over a restart, for one name; codes
 * that open nothing; and the same by `takeaway`. */
#include "tests/e2e/play.h"
#include "tests/e2e/stage.h"
#include "tests/e2e/takeaway.h"

#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

STAGE(invitations);

enum { CODE_BYTES = 22 };

static struct wire_invitation_create of_kayles(void)
{
    return (struct wire_invitation_create){
        .rules = wire_text("kayles"),
        .start = wire_text("5+8"),
        .first = wire_text("maker"),
        .uses = WIRE_ABSENT,
        .expires_in = WIRE_ABSENT,
        .key = fresh_key(),
    };
}

static const struct wire_invitation_made *invite(struct peer *peer,
                                                 struct wire_invitation_create invitation)
{
    const struct wire_invitation_made *made = peer_call(peer, WIRE_INVITATION_CREATE, &invitation);
    cr_assert_eq(made->code.len, CODE_BYTES);
    return made;
}

static struct answer come(struct peer *peer, struct wire_text code, const char *key)
{
    struct wire_invitation_accept accept = {.code = code, .key = wire_text(key)};
    return peer_answer(peer, peer_ask(peer, WIRE_INVITATION_ACCEPT, &accept));
}

static struct answer look_at(struct peer *peer, struct wire_text code)
{
    struct wire_invitation_code shown = {.code = code};
    return peer_answer(peer, peer_ask(peer, WIRE_INVITATION_SHOW, &shown));
}

static const struct wire_invitations *list(struct peer *peer)
{
    struct wire_invitation_page page = {.before = WIRE_ABSENT, .limit = WIRE_ABSENT};
    return peer_call(peer, WIRE_INVITATION_LIST, &page);
}

Test(invitations, a_code_begins_a_match_days_later_and_the_maker_finds_it)
{
    struct server server = server_start();
    struct peer *anna = peer_join(&server, "anna");
    struct wire_text code = invite(anna, of_kayles())->code;
    peer_close(anna);
    server_kill(&server);
    server_start_again(&server);

    struct peer *ben = peer_join(&server, "ben");
    const struct wire_invitation *shown = look_at(ben, code).result;
    cr_assert(wire_text_equal(shown->from, "anna"));
    cr_assert(wire_text_equal(shown->rules, "octal:0.77"));
    cr_assert(wire_text_equal(shown->start, "5+8"));
    cr_assert_null(shown->code.bytes);
    cr_assert_not(shown->online);
    const struct wire_match *match = come(ben, code, "b-1").result;
    cr_assert_geq(match->await_left, 86000000);
    /* Asked again, as after a lost answer, it is the same match, also when the server was killed.
     */
    server_kill(&server);
    server_start_again(&server);
    ben = peer_come_back(&server, ben);
    const struct wire_match *again = come(ben, code, "b-1").result;
    cr_assert_eq(again->match, match->match);
    again = come(ben, code, "b-2").result; /* with another key, too */
    cr_assert_eq(again->match, match->match);

    anna = peer_come_back(&server, anna);
    cr_assert_eq(peer_welcome(anna)->matches_count, 1);
    cr_assert_eq(peer_welcome(anna)->matches[0], match->match);
    match_move(anna, match->match, 1, "8>6");
    match_move(ben, match->match, 2, "6>5");
    cr_assert_eq(list(anna)->invitations_count, 0);
}

Test(invitations, the_maker_is_told_and_both_play)
{
    struct server server = server_start();
    struct peer *anna = peer_join(&server, "anna"), *ben = peer_join(&server, "ben");
    struct wire_invitation_create invitation = of_kayles();
    invitation.to = wire_text("BEN");
    invitation.clock = wire_text("300+3");
    const struct wire_invitation_made *made = invite(anna, invitation);
    struct peer *carl = peer_join(&server, "carl");
    cr_assert_eq(come(carl, made->code, "c-1").code, ERROR_NOT_YOURS);
    const struct wire_match *match = come(ben, made->code, "b-1").result;
    const struct wire_match_event *started = peer_event(anna, WIRE_EVENT_MATCH_STARTED);
    cr_assert_eq(started->invitation, made->invitation);
    cr_assert_eq(started->match->match, match->match);
    cr_assert(match->clock_runs);
    match_move(anna, match->match, 1, "8>6");
}

Test(invitations, they_are_listed_and_taken_back)
{
    struct server server = server_start();
    struct peer *anna = peer_join(&server, "anna"), *ben = peer_join(&server, "ben");
    const struct wire_invitation_made *first = invite(anna, of_kayles());
    struct wire_invitation_create thrice = of_kayles();
    thrice.uses = 3;
    const struct wire_invitation_made *second = invite(anna, thrice);
    const struct wire_invitations *all = list(anna);
    cr_assert_eq(all->invitations_count, 2);
    cr_assert_eq(all->invitations[0].invitation, second->invitation);
    cr_assert_eq(all->invitations[0].uses, 3);
    cr_assert_eq(memcmp(all->invitations[1].code.bytes, first->code.bytes, CODE_BYTES), 0);
    struct wire_invitation_choice choice = {.invitation = first->invitation, .key = fresh_key()};
    cr_assert_eq(peer_refusal(ben, WIRE_INVITATION_REVOKE, &choice), ERROR_NO_SUCH_INVITATION);
    peer_call(anna, WIRE_INVITATION_REVOKE, &choice);
    cr_assert_eq(come(ben, first->code, "b-1").code, ERROR_NO_SUCH_INVITATION);
    cr_assert_eq(come(ben, second->code, "b-2").code, ERROR_NONE);
    cr_assert_eq(list(anna)->invitations[0].uses, 2);
}

Test(invitations, what_is_no_code_is_refused_and_who_guesses_has_to_wait)
{
    static const char *const no_codes[] = {"x",
                                           "0123456789abcdefghijk",
                                           "0123456789abcdefghijklm",
                                           "0123456789abcdefghij+/",
                                           "0123456789abcdefghij \n",
                                           "0123456789abcdefghi\xc3\xa9k"};
    struct server server = server_start();
    struct peer *anna = peer_join(&server, "anna"), *ben = peer_join(&server, "ben");
    struct peer *mallory = peer_join(&server, "mallory");
    struct wire_text code = invite(anna, of_kayles())->code;
    for (size_t i = 0; i < sizeof no_codes / sizeof *no_codes; i++) {
        struct answer answer = look_at(mallory, wire_text(no_codes[i]));
        cr_assert_eq(answer.code, ERROR_BAD_ARGUMENTS, "'%s'", no_codes[i]);
        cr_assert_not_null(strstr(answer.message, "22 letters"), "%s", answer.message);
        cr_assert_eq(come(mallory, wire_text(no_codes[i]), "m").code, ERROR_BAD_ARGUMENTS);
    }
    struct wire_text guess = wire_text("0123456789abcdefghijkl");
    for (int i = 0; i < 6; i++)
        cr_assert_eq(look_at(mallory, guess).code, ERROR_NO_SUCH_INVITATION);
    struct answer refused = come(mallory, guess, "m");
    cr_assert_eq(refused.code, ERROR_TOO_MANY_ATTEMPTS);
    cr_assert_gt(refused.wait_ms, 0);
    cr_assert_leq(refused.wait_ms, 10000);
    /* Not even a good one is looked at, but others of the tunnel are not kept out. */
    cr_assert_eq(look_at(mallory, code).code, ERROR_TOO_MANY_ATTEMPTS);
    for (int i = 0; i < 20; i++)
        cr_assert_eq(look_at(ben, code).code, ERROR_NONE);
}

Test(invitations, one_address_is_limited_as_a_whole)
{
    static const char *const options[] = {"--public", "--proxy-protocol", "loopback", NULL};
    struct server server = server_start_with(options);
    struct wire_text guess = wire_text("0123456789abcdefghijkl");
    int refusals = 0;
    for (int i = 0; i < 8; i++) {
        struct peer *peer = peer_connect_proxied(&server, "192.0.2.7", true);
        char name[16];
        snprintf(name, sizeof name, "guest%d", i);
        cr_assert_eq(peer_answer(peer, hello_ask(peer, name, NULL)).code, ERROR_NONE);
        refusals += look_at(peer, guess).code == ERROR_TOO_MANY_ATTEMPTS;
    }
    cr_assert_geq(refusals, 1);
}

Test(invitations, requests_of_a_wrong_form_say_what_would_be_right)
{
    struct server server = server_start();
    struct peer *anna = peer_join(&server, "anna");
    struct wire_invitation_create invitation = of_kayles();
    invitation.first = wire_text("me");
    cr_assert_eq(peer_refusal(anna, WIRE_INVITATION_CREATE, &invitation), ERROR_BAD_ARGUMENTS);
    invitation = of_kayles();
    invitation.uses = WIRE_USES_MAX + 1;
    cr_assert_eq(peer_refusal(anna, WIRE_INVITATION_CREATE, &invitation), ERROR_BAD_ARGUMENTS);
    invitation = of_kayles();
    invitation.expires_in = WIRE_EXPIRES_IN_MAX + 1;
    cr_assert_eq(peer_refusal(anna, WIRE_INVITATION_CREATE, &invitation), ERROR_BAD_ARGUMENTS);
    invitation = of_kayles();
    invitation.rules = wire_text("chess");
    cr_assert_eq(peer_refusal(anna, WIRE_INVITATION_CREATE, &invitation), ERROR_BAD_RULES);
    invitation = of_kayles();
    invitation.rated = true;
    cr_assert_eq(peer_refusal(anna, WIRE_INVITATION_CREATE, &invitation), ERROR_NO_ACCOUNT);
    cr_assert_eq(list(anna)->invitations_count, 0);
}

/* --- by takeaway --- */

/* A state folder of its own makes somebody of its own. */
static void be(const char *name)
{
    char path[FOLDER_PATH_MAX];
    folder_path(name, path);
    setenv("XDG_STATE_HOME", path, 1);
}

Test(invitations, a_friend_joins_by_the_code_in_line_mode)
{
    struct server server = server_start();
    char code[CODE_BYTES + 1];
    be("anna");
    struct process *anna = process_start(
        TAKEAWAY_PROGRAM,
        (const char *[]){"play", "--server", server.address, "--as", "anna", "--invite", "--game",
                         "nim", "--start", "3", "--first", "them", "--hours", "48", NULL});
    const char *line = process_find_line(anna, "Its code is ");
    assert_has(line, "Your invitation 1 to play Nim is open until ");
    assert_has(line, server.address);
    snprintf(code, sizeof code, "%s", strstr(line, "Its code is ") + strlen("Its code is "));
    process_find_line(anna, "Waiting.");

    be("ben");
    struct process *ben =
        process_start(TAKEAWAY_PROGRAM, (const char *[]){"play", "--server", server.address, "--as",
                                                         "ben", "--join", code, NULL});
    process_find_line(ben, "anna invites you: Nim from 3, you move first.");
    process_find_line(anna, "ben against anna");
    process_write(ben, "3>0\n");
    process_find_line(ben, "You won");
    process_find_line(anna, "You lost");
    process_close_input(anna);
    process_close_input(ben);
    cr_assert_eq(process_wait(anna), 0, "%s", process_errors(anna));
    cr_assert_eq(process_wait(ben), 0, "%s", process_errors(ben));

    int status;
    be("carl");
    struct process *late = process_run(
        TAKEAWAY_PROGRAM,
        (const char *[]){"play", "--server", server.address, "--as", "carl", "--join", code, NULL},
        &status);
    cr_assert_eq(status, 1);
    assert_has(process_errors(late), "this invitation is no longer open");
}

static void put_link(const struct server *server, struct wire_text code, char ret_link[128])
{
    snprintf(ret_link, 128, "http://%s/i/%.*s", server->address, (int)code.len, code.bytes);
}

/* Over one connection: the maker is never told that the friend is away. */
Test(invitations, the_same_link_goes_on_with_its_match)
{
    struct server server = server_start();
    struct peer *anna = peer_join(&server, "anna");
    char link[128];
    struct wire_text made = invite(anna, of_kayles())->code;
    put_link(&server, made, link);
    const char *join[] = {"join", link, "--as", "ben", "--lines", NULL};
    be("ben");
    struct process *ben = process_start(TAKEAWAY_PROGRAM, join);
    process_find_line(ben, "anna against ben");
    int64_t match =
        ((const struct wire_match_event *)peer_event(anna, WIRE_EVENT_MATCH_STARTED))->match->match;
    match_move(anna, match, 1, "8>6");
    process_find_line(ben, "heaps of 5 and 6");
    list(anna);
    cr_assert_not(peer_has_event(anna, WIRE_EVENT_MATCH_PRESENCE), "ben was away for a moment");
    process_signal(ben, SIGKILL);
    const struct wire_presence *presence = peer_event(anna, WIRE_EVENT_MATCH_PRESENCE);
    cr_assert_not(presence->online);
    ben = process_start(TAKEAWAY_PROGRAM, join);
    process_find_line(ben, "heaps of 5 and 6");
    presence = peer_event(anna, WIRE_EVENT_MATCH_PRESENCE);
    cr_assert(presence->online);
    process_write(ben, "6>5\n");
    const struct wire_moved *moved;
    do
        moved = peer_event(anna, WIRE_EVENT_MATCH_MOVED);
    while (moved->ply == 1); /* her own */
    cr_assert_eq(moved->ply, 2);
}

/* Also when the two have begun another one meanwhile. */
Test(invitations, a_used_link_goes_on_with_its_own_match)
{
    struct server server = server_start();
    struct peer *anna = peer_join(&server, "anna");
    char links[2][128];
    static const char *const games[] = {"Kayles", "Nim"};
    put_link(&server, invite(anna, of_kayles())->code, links[0]);
    struct wire_invitation_create of_nim = of_kayles();
    of_nim.rules = wire_text("nim");
    put_link(&server, invite(anna, of_nim)->code, links[1]);
    be("ben");
    for (int i = 0; i < 4; i++) {
        struct process *ben =
            process_start(TAKEAWAY_PROGRAM,
                          (const char *[]){"join", links[i % 2], "--as", "ben", "--lines", NULL});
        const char *line = process_find_line(ben, "anna against ben");
        assert_has(line, games[i % 2]);
        process_signal(ben, SIGKILL);
        process_wait(ben);
    }
}

Test(invitations, they_stay_open_when_takeaway_ends_and_are_listed)
{
    struct server server = server_start();
    be("anna");
    struct process *anna =
        process_start(TAKEAWAY_PROGRAM, (const char *[]){"play", "--server", server.address, "--as",
                                                         "anna", "--invite", "--against", "ben",
                                                         "--uses", "2", "--json", NULL});
    json_t *invited = parse_json(process_find_line(anna, "\"invited\""));
    const char *code = json_string_value(json_object_get(invited, "code"));
    cr_assert_eq(strlen(code), CODE_BYTES);
    process_close_input(anna);
    cr_assert_eq(process_wait(anna), 3);
    const char *arguments[] = {"invitations", "--server", server.address, "--as", "anna",
                               NULL,          NULL};
    const char *listed = takeaway_run(arguments);
    assert_has(listed, code);
    assert_has(listed, ", for ben, 2 times, until ");
    arguments[5] = "--json";
    json_t *list_of_one = parse_json(takeaway_run(arguments));
    cr_assert_eq(json_array_size(list_of_one), 1);
    assert_has(takeaway_run((const char *[]){"invitations", "revoke", "1", "--server",
                                             server.address, "--as", "anna", NULL}),
               "Nobody can accept it now.");
    arguments[5] = NULL;
    assert_has(takeaway_run(arguments), "No invitation of yours is open.");
    json_decref(invited);
    json_decref(list_of_one);
}

Test(invitations, takeaway_says_what_does_not_go_together)
{
    static const struct {
        const char *arguments[10], *words;
    } lines[] = {
        {{"play", "--invite", NULL}, "nobody else comes to a private server"},
        {{"play", "--join", "x", NULL}, "nobody else comes to a private server"},
        {{"play", "--server", "127.0.0.1:1", "--join", "x", "--game", "nim", NULL},
         "--game nim does not go with --join"},
        {{"play", "--server", "127.0.0.1:1", "--invite", "--join", "x", NULL},
         "--invite does not go with --join"},
        {{"play", "--server", "127.0.0.1:1", "--invite", "--match", "3", NULL},
         "--match 3 does not go with --invite"},
        {{"play", "--server", "127.0.0.1:1", "--invite", "--against", "bot:perfect", NULL},
         "--invite is for people"},
        {{"play", "--server", "127.0.0.1:1", "--uses", "2", NULL}, "add --invite"},
        {{"play", "--server", "127.0.0.1:1", "--invite", "--hours", "337", NULL},
         "--hours is a number from 1 to 336"},
        {{"play", "--server", "127.0.0.1:1", "--tournament", "1", "--invite", NULL},
         "--invite does not go with --tournament"},
        {{"play", "--server", "127.0.0.1:1", "--join", "https://127.0.0.1:1/i/x", NULL},
         "a link goes to `takeaway join`"},
        {{"host", "--address", "two words", NULL}, "a name or an address"},
        {{"invitations", NULL}, "which server?"},
        {{"invitations", "revoke", NULL}, "invitations revoke N"},
        {{"invitations", "revoke", "x", "--server", "127.0.0.1:1", NULL},
         "an invitation is a number"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        int status;
        struct process *process = process_run(TAKEAWAY_PROGRAM, lines[i].arguments, &status);
        cr_expect_eq(status, 2, "command line %zu ends with %d", i, status);
        cr_expect_not_null(strstr(process_errors(process), lines[i].words), "command line %zu: %s",
                           i, process_errors(process));
    }
}
