/* Hello, names, tokens, presence. */
#include "tests/unit/hall_fixture.h"

#include "server/hall/player_name.h"

#include <stdio.h>
#include <string.h>

SUITE(hall_players, 20);

Test(hall_players, a_new_guest_is_welcomed_with_a_number_and_a_token)
{
    struct evening *evening = evening_begin();
    struct guest *ann = newcomer(evening, "ann");
    says_hello(ann);
    cr_assert_not(hall_session_is_open(evening->hall, ann->session));
    hear(evening);
    cr_assert(hall_session_is_open(evening->hall, ann->session));
    expect_silence(ann);
    commit(evening);
    const struct heard *welcome = expect(ann, HEARD_WELCOME);
    cr_assert_eq(welcome->welcome.player, 1);
    cr_assert_str_eq(welcome->welcome.name.bytes, "ann");
    cr_assert_str_eq(welcome->welcome.token.bytes, ann->hello.fresh_token);
    cr_assert_eq(welcome->welcome.matches_count, 0);
    cr_assert_not(welcome->welcome.account);
    cr_assert_eq(hall_session_player(evening->hall, ann->session), 1);
    cr_assert_not(hall_session_has_account(evening->hall, ann->session));
    expect_silence(ann);
    evening_end(evening);
}

Test(hall_players, numbers_carry_the_number_of_the_server)
{
    struct hall_config config = {
        .seed = 1, .server_number = 3, .now_ms = 1, .limits = hall_limits_default};
    struct evening *evening = evening_begin_with(&config);
    struct guest *ann = newcomer(evening, "ann");
    says_hello(ann);
    hear(evening);
    struct batch *batch = hall_batch_take(evening->hall);
    cr_assert_eq(batch->records[0].player.id, (INT64_C(3) << 43) + 1);
    cr_assert_eq(batch->records[1].token.number, (INT64_C(3) << 43) + 1);
    hall_batch_committed(evening->hall, batch);
    message_destroy(hall_message_next(evening->hall));
    leave(ann);
    evening_end(evening);
}

Test(hall_players, hello_needs_a_name_or_a_token_and_a_password_needs_a_name_alone)
{
    struct evening *evening = evening_begin();
    struct guest *nobody = newcomer(evening, "");
    shows_token(nobody, NULL);
    expect_error(nobody, ERROR_BAD_ARGUMENTS);
    says(nobody, NULL, "token", "password");
    expect_error(nobody, ERROR_BAD_ARGUMENTS);
    says(nobody, "ann", "token", "password");
    expect_error(nobody, ERROR_BAD_ARGUMENTS);
    says(nobody, NULL, NULL, "password");
    expect_error(nobody, ERROR_BAD_ARGUMENTS);
    evening_end(evening);
}

Test(hall_players, hello_with_a_bad_name_is_refused_and_may_be_said_again)
{
    struct evening *evening = evening_begin();
    struct guest *ann = newcomer(evening, "ann lee");
    says_hello(ann);
    expect_error(ann, ERROR_BAD_NAME);
    cr_assert_not(hall_session_is_open(evening->hall, ann->session));
    strcpy(ann->name, "ann-lee");
    says_hello(ann);
    commit(evening);
    expect(ann, HEARD_WELCOME);
    evening_end(evening);
}

Test(hall_players, hello_is_said_once)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann");
    evening->last_session--; /* the same connection again */
    says_hello(ann);
    expect_error(ann, ERROR_HELLO_TWICE);
    evening_end(evening);
}

Test(hall_players, a_name_is_taken_without_regard_to_case)
{
    struct evening *evening = evening_begin();
    arrive(evening, "Ärger");
    struct guest *other = newcomer(evening, "äRGER");
    says_hello(other);
    const struct heard *refusal = expect_error(other, ERROR_NAME_TAKEN);
    cr_expect_not_null(strstr(refusal->error.message, "'äRGER' is present"));
    evening_end(evening);
}

Test(hall_players, a_name_is_free_when_its_bearer_has_left)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann");
    leave(ann);
    struct guest *other = arrive(evening, "Ann");
    cr_assert_eq(other->player, 2);
    evening_end(evening);
}

Test(hall_players, a_name_stays_taken_while_its_bearer_has_a_live_match)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t match = begin_match(ann, ben, "nim", "3");
    leave(ann);
    struct guest *other = newcomer(evening, "ANN");
    says_hello(other);
    const struct heard *refusal = expect_error(other, ERROR_NAME_TAKEN);
    cr_expect_not_null(
        strstr(refusal->error.message, "'ANN' has unfinished matches and is not connected"));
    resigns(ben, match, "k");
    commit(evening);
    says_hello(other);
    commit(evening);
    expect(other, HEARD_WELCOME);
    evening_end(evening);
}

Test(hall_players, the_token_takes_the_seats_back)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t first = begin_match(ann, ben, "nim", "3");
    int64_t second = begin_match(ben, ann, "kayles", "5");
    leave(ann);
    const struct heard *welcome = come_back(ann);
    cr_assert_eq(ann->player, 1);
    cr_assert_eq(welcome->welcome.matches_count, 2);
    cr_assert_eq(welcome->welcome.matches[0], first);
    cr_assert_eq(welcome->welcome.matches[1], second);
    cr_assert_str_eq(welcome->welcome.token.bytes, ann->token);
    evening_end(evening);
}

Test(hall_players, with_a_token_the_name_is_not_looked_at)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann");
    leave(ann);
    says(ann, "no name at all", ann->token, NULL);
    cr_assert_str_eq(expect(ann, HEARD_WELCOME)->welcome.name.bytes, "ann");
    evening_end(evening);
}

Test(hall_players, every_hello_is_looked_up)
{
    struct evening *evening = evening_begin();
    evening->slow_look_ups = true;
    struct guest *ann = newcomer(evening, "Ann");
    says_hello(ann);
    const struct heard *question = expect(ann, HEARD_LOOK_UP_HELLO);
    cr_assert_not(question->message->look_up_hello.by_token);
    cr_assert_str_eq(question->message->look_up_hello.name_key, "ann");
    expect_silence(ann);
    look_up_hello(ann);
    commit(evening);
    expect(ann, HEARD_WELCOME);
    shows_token(ann, ann->hello.fresh_token);
    question = expect(ann, HEARD_LOOK_UP_HELLO);
    cr_assert(question->message->look_up_hello.by_token);
    cr_assert_arr_eq(question->message->look_up_hello.token_hash, ann->hello.token_hash,
                     TOKEN_HASH_BYTES);
    look_up_hello(ann);
    cr_assert_eq(expect(ann, HEARD_WELCOME)->welcome.player, 1);
    evening_end(evening);
}

Test(hall_players, a_hello_is_looked_up_only_when_what_was_decided_before_is_on_disk)
{
    struct evening *evening = evening_begin();
    struct guest *ann = newcomer(evening, "ann");
    says_hello(ann);
    hear(evening);
    leave(ann);
    evening->slow_look_ups = true;
    shows_token(ann, ann->hello.fresh_token);
    expect_silence(ann);
    commit(evening);
    expect(ann, HEARD_LOOK_UP_HELLO);
    look_up_hello(ann);
    expect(ann, HEARD_WELCOME);
    evening_end(evening);
}

Test(hall_players, a_token_that_nobody_has_is_refused)
{
    struct evening *evening = evening_begin();
    struct guest *ann = newcomer(evening, "ann");
    shows_token(ann, "invented");
    expect_error(ann, ERROR_BAD_TOKEN);
    evening_end(evening);
}

Test(hall_players, a_second_hello_while_the_first_is_looked_up_is_refused)
{
    struct evening *evening = evening_begin();
    struct guest *ann = newcomer(evening, "ann");
    evening->slow_look_ups = true;
    says_hello(ann);
    expect(ann, HEARD_LOOK_UP_HELLO);
    evening->last_session--; /* the same connection again */
    says_hello(ann);
    expect_error(ann, ERROR_HELLO_TWICE);
    look_up_hello(ann);
    commit(evening);
    expect(ann, HEARD_WELCOME);
    evening_end(evening);
}

Test(hall_players, a_look_up_that_fails_is_the_answer_and_hello_may_be_said_again)
{
    struct evening *evening = evening_begin();
    struct guest *ann = newcomer(evening, "ann");
    struct error error;
    evening->slow_look_ups = true;
    says_hello(ann);
    expect(ann, HEARD_LOOK_UP_HELLO);
    error_set(&error, ERROR_TOO_MANY_ATTEMPTS, "wait");
    fail_hello(ann, &error);
    expect_error(ann, ERROR_TOO_MANY_ATTEMPTS);
    evening->slow_look_ups = false;
    evening->last_session--; /* the same connection again */
    says_hello(ann);
    commit(evening);
    expect(ann, HEARD_WELCOME);
    evening_end(evening);
}

Test(hall_players, nobody_comes_in_through_a_connection_that_is_gone)
{
    struct evening *evening = evening_begin();
    struct guest *ann = newcomer(evening, "ann"), *ben = newcomer(evening, "ben");
    struct error error;
    evening->slow_look_ups = true;
    says_hello(ann);
    says_hello(ben);
    hear(evening);
    struct guest gone = *ann, failed = *ben;
    leave(ann);
    leave(ben);
    look_up_hello(&gone);
    error_set(&error, ERROR_IO, "the disk is broken");
    fail_hello(&failed, &error);
    cr_assert_null(hall_message_next(evening->hall));
    cr_assert_eq(hall_figures(evening->hall).sessions, 0);
    cr_assert_eq(hall_figures(evening->hall).players, 0);
    evening_end(evening);
}

Test(hall_players, the_same_token_may_come_in_twice_while_it_is_looked_up)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *again = newcomer(evening, "ann");
    leave(ann);
    evening->slow_look_ups = true;
    shows_token(ann, ann->token);
    shows_token(again, ann->token);
    expect(ann, HEARD_LOOK_UP_HELLO);
    expect(again, HEARD_LOOK_UP_HELLO);
    look_up_hello(ann);
    look_up_hello(again);
    expect(ann, HEARD_WELCOME);
    expect(ann, HEARD_REPLACED);
    cr_assert_eq(expect(again, HEARD_WELCOME)->welcome.player, 1);
    cr_assert_eq(hall_figures(evening->hall).players, 1);
    cr_assert_eq(hall_figures(evening->hall).sessions, 1);
    evening_end(evening);
}

Test(hall_players, one_name_that_two_ask_for_at_once_goes_to_the_first)
{
    struct evening *evening = evening_begin();
    struct guest *ann = newcomer(evening, "ann"), *other = newcomer(evening, "ANN");
    evening->slow_look_ups = true;
    says_hello(ann);
    says_hello(other);
    look_up_hello(ann);
    look_up_hello(other);
    commit(evening);
    expect(ann, HEARD_LOOK_UP_HELLO);
    expect(ann, HEARD_WELCOME);
    expect(other, HEARD_LOOK_UP_HELLO);
    expect_error(other, ERROR_NAME_TAKEN);
    evening_end(evening);
}

Test(hall_players, while_the_disk_takes_no_writes_nobody_comes_in)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = newcomer(evening, "ben");
    leave(ann);
    evening->slow_look_ups = true;
    says_hello(ben);
    expect(ben, HEARD_LOOK_UP_HELLO);
    evening->slow_look_ups = false;
    struct guest *carl = newcomer(evening, "carl");
    says_hello(carl);
    hear(evening);
    stall(evening);
    look_up_hello(ben);
    expect_error(ben, ERROR_SERVER_STALLED);
    shows_token(ann, ann->token);
    expect_error(ann, ERROR_SERVER_STALLED);
    land(evening);
    expect(carl, HEARD_STALLED);
    expect(carl, HEARD_RESUMED);
    expect(carl, HEARD_WELCOME);
    come_back(ann);
    evening_end(evening);
}

Test(hall_players, a_token_whose_name_somebody_else_took_has_to_wait)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann");
    leave(ann);
    struct guest *other = arrive(evening, "ann");
    shows_token(ann, ann->token);
    expect_error(ann, ERROR_NAME_TAKEN);
    leave(other);
    come_back(ann);
    cr_assert_eq(ann->player, 1);
    evening_end(evening);
}

Test(hall_players, one_whose_match_is_kept_for_a_rematch_gives_the_name_free_all_the_same)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    resigns(ann, begin_match(ann, ben, "nim", "3"), "k");
    leave(ann);
    struct guest *other = arrive(evening, "ann");
    shows_token(ann, ann->token);
    expect_error(ann, ERROR_NAME_TAKEN);
    leave(other);
    shows_token(ann, ann->token);
    cr_assert_eq(expect(ann, HEARD_WELCOME)->welcome.player, 1);
    evening_end(evening);
}

Test(hall_players, coming_in_again_replaces_the_first_connection)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    begin_match(ann, ben, "nim", "3");
    struct guest *again = arrive_again(ann);
    expect(ann, HEARD_REPLACED);
    expect_silence(ben); /* she was online all the time */
    cr_assert_not(hall_session_is_open(evening->hall, ann->session));
    leave(ann);
    cr_assert(hall_session_is_open(evening->hall, again->session));
    cr_assert_eq(hall_figures(evening->hall).sessions, 2);
    evening_end(evening);
}

static void shows_token_as(struct guest *guest, const char *token, int64_t instance,
                           int64_t attempt)
{
    guest->instance = instance;
    guest->attempt = attempt;
    shows_token(guest, token);
    commit(guest->evening);
}

Test(hall_players, a_hello_that_comes_after_a_later_one_of_its_program_replaces_nothing)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *late = newcomer(evening, "ann");
    shows_token_as(ann, ann->token, 77, 3);
    expect(ann, HEARD_WELCOME);
    shows_token_as(late, ann->token, 77, 2);
    expect_error(late, ERROR_HELLO_TWICE);
    expect_silence(ann);
    cr_assert_not(hall_session_is_open(evening->hall, late->session));
    cr_assert(hall_session_is_open(evening->hall, ann->session));

    /* It may, if nobody is there: the later one may be on its way. */
    leave(ann);
    shows_token_as(late, ann->token, 77, 2);
    expect(late, HEARD_WELCOME);
    shows_token_as(ann, ann->token, 77, 3);
    expect(late, HEARD_REPLACED);
    expect(ann, HEARD_WELCOME);
    evening_end(evening);
}

Test(hall_players, hellos_of_different_programs_replace_each_other_whatever_they_count)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *other = newcomer(evening, "ann");
    shows_token_as(ann, ann->token, 77, 3);
    expect(ann, HEARD_WELCOME);
    shows_token_as(other, ann->token, 78, 1);
    expect(ann, HEARD_REPLACED);
    expect(other, HEARD_WELCOME);
    shows_token_as(ann, ann->token, 0, 0); /* it does not tell */
    expect(other, HEARD_REPLACED);
    expect(ann, HEARD_WELCOME);
    shows_token_as(other, ann->token, 0, 0);
    expect(ann, HEARD_REPLACED);
    expect(other, HEARD_WELCOME);
    evening_end(evening);
}

Test(hall_players, offers_live_on_when_a_connection_is_replaced)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t offer = open_seek(ann, "nim", "3");
    struct guest *again = arrive_again(ann);
    accepts(ben, offer, "k");
    commit(evening);
    expect(again, HEARD_MATCH_STARTED);
    evening_end(evening);
}

Test(hall_players, both_players_and_watchers_learn_who_comes_and_goes)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    struct guest *carl = arrive(evening, "carl");
    int64_t match = begin_match(ann, ben, "nim", "3");
    watches(carl, match);
    expect(carl, HEARD_MATCH);
    leave(ben);
    struct guest *listeners[2] = {ann, carl};
    for (int i = 0; i < 2; i++) {
        const struct heard *gone = expect(listeners[i], HEARD_PRESENCE);
        cr_assert_eq(gone->presence.match, match);
        cr_assert_eq(gone->presence.seq, 0);
        cr_assert_str_eq(gone->presence.player.bytes, "second");
        cr_assert_not(gone->presence.online);
    }
    come_back(ben);
    for (int i = 0; i < 2; i++)
        cr_assert(expect(listeners[i], HEARD_PRESENCE)->presence.online);
    cr_assert(expect(ben, HEARD_PRESENCE)->presence.online);
    evening_end(evening);
}

Test(hall_players, many_watchers_are_told_in_turn_how_it_stands_then)
{
    enum { WATCHERS = 3 * HALL_PRESENCE_PER_MS, TIMES = 5 };
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    struct guest *watchers[WATCHERS];
    int64_t match = begin_match(ann, ben, "nim", "3");
    for (int i = 0; i < WATCHERS; i++) {
        char name[16];
        snprintf(name, sizeof name, "watcher%d", i);
        watchers[i] = arrive(evening, name);
        watches(watchers[i], match);
        expect(watchers[i], HEARD_MATCH);
    }
    skip_all(evening);
    for (int i = 0; i < TIMES; i++) {
        leave(ben);
        come_back(ben);
    }
    commit(evening);
    for (int i = 0; i < TIMES; i++) {
        cr_assert_not(expect(ann, HEARD_PRESENCE)->presence.online);
        cr_assert(expect(ann, HEARD_PRESENCE)->presence.online);
    }
    for (int i = 0; i < WATCHERS; i++) {
        cr_assert_not(expect(watchers[i], HEARD_PRESENCE)->presence.online);
        expect_silence(watchers[i]);
    }
    cr_assert_eq(hall_next_deadline(evening->hall), evening->tick_ms + 3);
    pass(evening, 3);
    judge(evening);
    for (int i = 0; i < WATCHERS; i++) {
        cr_assert(expect(watchers[i], HEARD_PRESENCE)->presence.online);
        expect_silence(watchers[i]);
    }
    cr_assert_gt(hall_next_deadline(evening->hall), evening->tick_ms + 1000);
    evening_end(evening);
}

Test(hall_players, watchers_of_a_match_that_is_over_wait_no_longer)
{
    enum { WATCHERS = HALL_PRESENCE_PER_MS };
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t match = begin_match(ann, ben, "nim", "3");
    struct guest *watcher = NULL;
    for (int i = 0; i < WATCHERS; i++) {
        char name[16];
        snprintf(name, sizeof name, "watcher%d", i);
        watcher = arrive(evening, name);
        watches(watcher, match);
    }
    leave(ben);
    come_back(ben);
    commit(evening);
    skip_all(evening);
    resigns(ann, match, "resign");
    commit(evening);
    expect(watcher, HEARD_ENDED);
    pass(evening, 1);
    judge(evening);
    expect_silence(watcher);
    cr_assert_eq(hall_next_deadline(evening->hall), INT64_MAX);
    evening_end(evening);
}

Test(hall_players, leaving_without_having_come_is_no_news)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann");
    hall_leave(evening->hall, 12345);
    hall_session_lag(evening->hall, 12345, 10);
    expect_silence(ann);
    evening_end(evening);
}

Test(hall_players, a_ping_is_answered_in_its_turn)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    plays(ann, begin_match(ann, ben, "nim", "3"), 1, "3>2");
    pings(ann);
    expect_silence(ann);
    commit(evening);
    expect(ann, HEARD_MOVE_DONE);
    expect(ann, HEARD_MOVED);
    expect(ann, HEARD_NOTHING);
    evening_end(evening);
}

Test(hall_players, the_figures_count_what_is_there)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    begin_match(ann, ben, "nim", "3");
    open_seek(ben, "nim", "3");
    leave(ann);
    struct hall_figures figures = hall_figures(evening->hall);
    cr_assert_eq(figures.sessions, 1);
    cr_assert_eq(figures.players, 2);
    cr_assert_eq(figures.offers, 1);
    cr_assert_eq(figures.live_matches, 1);
    evening_end(evening);
}

static void expect_name(const char *name, enum error_code code)
{
    struct error error;
    cr_assert_eq(name_check(name, strlen(name), &error), code, "'%s'", name);
}

static void expect_new_name(const char *name, const char *heard)
{
    struct error error = {0};
    enum error_code code = name_check_new(name, strlen(name), &error);
    cr_assert_eq(code, heard ? ERROR_BAD_NAME : ERROR_NONE, "'%s': %s", name, error.message);
    cr_assert_str_eq(error.message, heard ? heard : "", "'%s'", name);
}

static size_t append_utf8(char *bytes, uint32_t character)
{
    size_t len = 0;
    if (character < 0x80) {
        bytes[len++] = (char)character;
    } else if (character < 0x800) {
        bytes[len++] = (char)(0xC0 | character >> 6);
    } else if (character < 0x10000) {
        bytes[len++] = (char)(0xE0 | character >> 12);
        bytes[len++] = (char)(0x80 | (character >> 6 & 0x3F));
    } else {
        bytes[len++] = (char)(0xF0 | character >> 18);
        bytes[len++] = (char)(0x80 | (character >> 12 & 0x3F));
        bytes[len++] = (char)(0x80 | (character >> 6 & 0x3F));
    }
    if (character >= 0x80)
        bytes[len++] = (char)(0x80 | (character & 0x3F));
    return len;
}

/* Letters and marks that have no shape of their own, at the beginning, within a name, and at its
 * end. */
Test(hall_players, a_new_name_has_no_character_that_cannot_be_seen)
{
    static const uint32_t unseen[] = {0x034F, 0xFE0F, 0x180B, 0x17B4, 0xE0100, 0x3164,
                                      0x115F, 0x1160, 0xFFA0, 0x2800, 0x200B,  0x00AD};
    for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++) {
        for (size_t at = 0; at <= 3; at++) {
            const char zoe[] = "zoe";
            char name[16] = "zoe";
            struct error error;
            size_t len = append_utf8(name + at, unseen[i]);
            memcpy(name + at + len, zoe + at, 3 - at);
            cr_assert_eq(name_check_new(name, len + 3, &error), ERROR_BAD_NAME, "U+%04X at %zu",
                         unseen[i], at);
            cr_assert_eq(name_check_new(name + at, len, &error), ERROR_BAD_NAME, "U+%04X alone",
                         unseen[i]);
        }
    }
    expect_new_name("zo\u034fe", "at byte 3 of the name: the character U+034F cannot be seen");
    expect_new_name("\u0301a", "at byte 1 of the name: a letter or a digit was expected before the "
                               "mark U+0301");
    expect_new_name("a\u0301\u0301", "the name has the same mark twice on one letter");
}

Test(hall_players, a_new_name_has_no_mark_that_its_letter_hides)
{
    static const char *const dotted[] = {"i\u0307ris", "zo\u0456\u0307", "j\u0307oe", "bil\u0307l",
                                         "i\u0328\u0307ris"};
    for (size_t i = 0; i < sizeof dotted / sizeof *dotted; i++) {
        struct error error;
        cr_assert_eq(name_check_new(dotted[i], strlen(dotted[i]), &error), ERROR_BAD_NAME, "%s",
                     dotted[i]);
    }
    expect_new_name("i\u0307ris",
                    "the name has the mark U+0307 on a letter whose own dot hides it");
    expect_new_name("zo\u0117", NULL);
    expect_new_name("\u0130brahim", NULL);
}

Test(hall_players, a_letter_of_a_new_name_has_few_marks)
{
    static const char *const plain[] = {
        "Vi\u1ec7t",                                        /* Vietnamese */
        "Vie\u0323\u0302t",                                 /* the same, decomposed */
        "\u05e9\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd",       /* Hebrew with vowels */
        "\u0e17\u0e35\u0e48\u0e19\u0e35\u0e48",             /* Thai with tones */
        "\u0f56\u0f66\u0f92\u0fb2\u0f74\u0f56\u0f66",       /* Tibetan, stacked */
        "\u0915\u094d\u0937\u0924\u094d\u0930\u093f",       /* Devanagari */
        "\u0645\u064f\u062d\u064e\u0645\u064e\u0651\u062f", /* Arabic with vowels */
        "\u0141\u00f3d\u017a",
    };
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        expect_new_name(plain[i], NULL);
    expect_new_name("zoe\u0301\u0302\u0303\u0304", NULL);
    expect_new_name("zoe\u0301\u0302\u0303\u0304\u0305",
                    "at byte 12 of the name: a letter has at most 4 marks");
}

Test(hall_players, a_new_name_mixes_scripts_only_as_one_who_reads_them_does)
{
    static const char mixed[] =
        "the name mixes scripts: letters of one script were expected, or Latin ones with Chinese, "
        "Japanese or Korean ones";
    expect_new_name("Ann-Marie_2.0", NULL);
    expect_new_name("Zo\u00eb", NULL);
    expect_new_name("\u041e\u043b\u044c\u0433\u0430-7", NULL);    /* Cyrillic */
    expect_new_name("\u03a3\u03bf\u03c6\u03af\u03b1", NULL);      /* Greek */
    expect_new_name("\u0639\u0644\u064a", NULL);                  /* Arabic */
    expect_new_name("\u0928\u0940\u0932\u093e", NULL);            /* Devanagari, with marks */
    expect_new_name("\u6771\u4eac\u30bf\u30ef\u30fctower", NULL); /* Japanese and Latin */
    expect_new_name("\uae40kim", NULL);                           /* Korean and Latin */
    expect_new_name("z\u043ee", mixed);                           /* Cyrillic o */
    expect_new_name("\u03b1bc", mixed);                           /* Greek alpha */
    expect_new_name("\u0430\u03b1", mixed);
}

static bool are_alike(const char *a, const char *b)
{
    return name_skeleton(a, strlen(a)) == name_skeleton(b, strlen(b));
}

Test(hall_players, names_that_look_alike_have_one_skeleton)
{
    static const char *const alike[][2] = {
        {"zoe", "z\u043ee"},
        {"zoe", "ZOE"},
        {"bill", "biII"},
        {"bill", "bi1l"},
        {"bob", "b0b"},
        {"corn", "com"},
        {"max", "\u041c\u0410\u0425"}, /* Cyrillic capitals */
        {"max", "\u043c\u0430\u0445"}, /* Cyrillic small letters */
        {"zoe", "zo\u1d07"},           /* small capitals, here and below */
        {"zoe", "\u1d22\u1d0f\u1d07"},
        {"ann", "a\u0274n"},
        {"max", "\u1d0d\u1d00x"},
        {"aeon", "\u1d01on"},
        {"ann", "\uff21nn"},
        {"modern", "modem"},
        {"vv", "VV"},
        {"zo\u00e9", "zoe\u0301"},
        {"s\u00f8ren", "so\u0338ren"},
    };
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++)
        cr_assert(are_alike(alike[i][0], alike[i][1]), "%s - %s", alike[i][0], alike[i][1]);
    cr_assert_not(are_alike("zoe", "joe"));
    cr_assert_not(are_alike("bot-2", "bot-20"));
    cr_assert_not(are_alike("\u041e\u043b\u044c\u0433\u0430", "Olga"));
    cr_assert_not(are_alike("zoe", "zo\u00e9"));
    cr_assert_not(are_alike("jose", "jose\u0301"));
    cr_assert_not(are_alike("zoe", "\u0292oe")); /* ezh is like yogh */
}

Test(hall_players, a_small_capital_is_the_letter_that_it_is_made_of)
{
    static const char *const small_capitals[] = {
        "\u1d00", "\u0299", "\u1d04", "\u1d05", "\u1d07", "\ua730", "\u0262", "\u029c", "\u026a",
        "\u1d0a", "\u1d0b", "\u029f", "\u1d0d", "\u0274", "\u1d0f", "\u1d18", "\ua7af", "\u0280",
        "\ua731", "\u1d1b", "\u1d1c", "\u1d20", "\u1d21", "x",      "\u028f", "\u1d22",
    };
    for (size_t i = 0; i < sizeof small_capitals / sizeof *small_capitals; i++) {
        const char letter[] = {(char)('a' + i), '\0'};
        cr_assert(are_alike(small_capitals[i], letter), "%s", letter);
    }
}

/* The same letters once as ASCII, which has a table of its own, and once in their full width. */
Test(hall_players, the_skeleton_of_a_name_in_ascii_is_that_of_its_characters)
{
    static const char signs[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    struct random random = random_from_seed(5);
    for (int i = 0; i < 20000; i++) {
        char name[16], wide[64];
        size_t len = 1 + random_below(&random, 10), wide_len = 0;
        for (size_t at = 0; at < len; at++) {
            name[at] = signs[random_below(&random, sizeof signs - 1)];
            wide_len += append_utf8(wide + wide_len, 0xFF00 + (uint32_t)name[at] - 0x20);
        }
        cr_assert_eq(name_skeleton(name, len), name_skeleton(wide, wide_len), "%.*s", (int)len,
                     name);
    }
}

Test(hall_players, names_are_letters_digits_and_three_signs_of_any_script)
{
    expect_name("a", ERROR_NONE);
    expect_name("Ann-Marie_2.0", ERROR_NONE);
    expect_name("Ольга", ERROR_NONE);
    expect_name("村上", ERROR_NONE);
    expect_name("é", ERROR_NONE);
    expect_name("12345678901234567890123456789012", ERROR_NONE);
    expect_name("123456789012345678901234567890123", ERROR_BAD_NAME);
    expect_name("", ERROR_BAD_NAME);
    expect_name("a b", ERROR_BAD_NAME);
    expect_name("a\tb", ERROR_BAD_NAME);
    expect_name("a\u200bb", ERROR_BAD_NAME);
    expect_name("\xff", ERROR_BAD_NAME);
    expect_name("a\xc3", ERROR_BAD_NAME);
    expect_name("<b>", ERROR_BAD_NAME);
}

Test(hall_players, a_bad_name_is_told_the_place)
{
    struct error error;
    cr_assert_eq(name_check("ann lee", 7, &error), ERROR_BAD_NAME);
    cr_assert_str_eq(error.message,
                     "at byte 4 of the name: a letter, a digit or one of -_. was expected");
}

static void expect_same_key(const char *a, const char *b)
{
    char *key_a = name_key(a, strlen(a)), *key_b = name_key(b, strlen(b));
    cr_assert_str_eq(key_a, key_b);
    free(key_a);
    free(key_b);
}

Test(hall_players, names_that_look_the_same_have_one_key)
{
    expect_same_key("ANN", "ann");
    expect_same_key("STRASSE", "straße");
    expect_same_key("\u00c9", "e\u0301");
    expect_same_key("\uff21\uff42", "ab");
    expect_same_key("", "");
}
