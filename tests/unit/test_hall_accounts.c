/* Accounts, tokens, and what a hello may have missed while it was looked up. */
#include "tests/unit/hall_fixture.h"

#include <stdio.h>
#include <utlist.h>

SUITE(hall_accounts, 20);

enum { DAY_MS = 86400000 };

static int64_t token_number(const struct guest *guest)
{
    const struct disk_token *token = token_on_disk(guest->evening, guest->token);
    cr_assert_not_null(token);
    return token->number;
}

static void expect_refused_hello(struct guest *guest, enum error_code code)
{
    commit(guest->evening);
    expect_error(guest, code);
    cr_assert_not(hall_session_is_open(guest->evening->hall, guest->session));
}

static struct guest *logged_in(struct evening *evening, const char *name, const char *password)
{
    struct guest *guest = newcomer(evening, name);
    logs_in(guest, password);
    commit(evening);
    const struct heard *welcome = expect(guest, HEARD_WELCOME);
    strcpy(guest->token, welcome->welcome.token.bytes);
    guest->player = welcome->welcome.player;
    return guest;
}

/* --- accounts --- */

Test(hall_accounts, a_guest_who_registers_stays_the_same_player)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t match = begin_match(ann, ben, "nim", "3");
    registers(ann, "secret", "k");
    expect_silence(ann);
    cr_assert(hall_session_has_account(evening->hall, ann->session));
    commit(evening);
    expect(ann, HEARD_NOTHING);
    cr_assert_str_eq(disk_player(&evening->disk, 1)->password, "hash of secret");
    plays(ann, match, 1, "3>2");
    commit(evening);
    expect(ann, HEARD_MOVE_DONE);
    evening_end(evening);
}

Test(hall_accounts, an_account_is_made_once_and_the_same_request_is_answered_again)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "ann");
    registers(ann, "secret", "register");
    expect(ann, HEARD_NOTHING);
    registers(ann, "other", "k");
    expect_error(ann, ERROR_HAS_ACCOUNT);
    crash(evening);
    come_back(ann);
    cr_assert(hall_session_has_account(evening->hall, ann->session));
    registers(ann, "secret", "register");
    expect(ann, HEARD_NOTHING);
    evening_end(evening);
}

Test(hall_accounts, a_registration_is_known_only_when_it_is_on_disk)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann");
    registers(ann, "secret", "k");
    submit(evening);
    crash(evening);
    cr_assert_not(come_back(ann)->welcome.account);
    registers(ann, "secret", "k");
    commit(evening);
    expect(ann, HEARD_NOTHING);
    evening_end(evening);
}

/* --- names that look like an account's --- */

static void expect_taken(struct evening *evening, const char *name, const char *heard)
{
    struct guest *guest = newcomer(evening, name);
    says_hello(guest);
    commit(evening);
    cr_assert_str_eq(expect_error(guest, ERROR_NAME_TAKEN)->error.message, heard);
    cr_assert_not(hall_session_is_open(evening->hall, guest->session));
}

Test(hall_accounts, nobody_new_has_a_name_that_looks_like_an_accounts)
{
    struct evening *evening = evening_begin();
    leave(arrive_with_account(evening, "alice"));
    leave(arrive_with_account(evening, "Zoe"));
    for (int start = 0; start < 2; start++) {
        expect_taken(evening, "aIice", "'aIice' looks like an account's name: choose another name");
        expect_taken(evening, "al1ce", "'al1ce' looks like an account's name: choose another name");
        /* Like it in capitals. */
        expect_taken(evening, "ALlCE", "'ALlCE' looks like an account's name: choose another name");
        expect_taken(evening, "z0e", "'z0e' looks like an account's name: choose another name");
        arrive(evening, start ? "alex" : "joe");
        crash(evening);
    }
    logged_in(evening, "alice", "secret");
    evening_end(evening);
}

Test(hall_accounts, nobody_new_has_a_name_that_looks_like_an_accounts_in_another_script_or_case)
{
    static const char *const taken[] = {
        "\u043c\u0430\u0445",       /* Cyrillic */
        "\u041c\u0410\u0425",       /* Cyrillic capitals */
        "\u0185ill",                /* tone six, like b in capitals */
        "\u0184ill",                /* and its capital */
        "\u03b5\u03bc\u03bc\u03b1", /* Greek, like EMMA in capitals */
        "zo\u1d07",                 /* small capitals, here and below */
        "\u1d22\u1d0f\u1d07",
        "a\u0274n",
    };
    struct evening *evening = evening_begin();
    leave(arrive_with_account(evening, "max"));
    leave(arrive_with_account(evening, "bill"));
    leave(arrive_with_account(evening, "Emma"));
    leave(arrive_with_account(evening, "zoe"));
    leave(arrive_with_account(evening, "ann"));
    leave(arrive_with_account(evening, "ella"));
    for (int start = 0; start < 2; start++) {
        for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
            char message[128];
            snprintf(message, sizeof message,
                     "'%s' looks like an account's name: choose another name", taken[i]);
            expect_taken(evening, taken[i], message);
        }
        arrive(evening, start ? "\u041c\u0430\u043a\u0441" : "\u0417\u043e\u044f");
        arrive(evening, start ? "zo\u00e9" : "elia");
        crash(evening);
    }
    evening_end(evening);
}

Test(hall_accounts, of_two_guests_who_look_alike_the_first_is_let_in)
{
    struct evening *evening = evening_begin();
    struct guest *bob = arrive(evening, "bob");
    expect_taken(evening, "b0b", "'b0b' looks like 'bob', who is present: choose another name");
    struct guest *ann = arrive(evening, "ann");
    begin_match(bob, ann, "nim", "3");
    leave(bob);
    expect_taken(evening, "b0b",
                 "'b0b' looks like 'bob', who has something unfinished: choose another name");
    come_back(bob);
    resigns(bob, 1, "k");
    commit(evening);
    leave(bob);
    leave(ann);
    arrive(evening, "B0B");
    evening_end(evening);
}

/* The guest with the token of this one says hello again. */
static struct guest *knocks_again(const struct guest *guest)
{
    struct guest *again = newcomer(guest->evening, guest->name);
    shows_token(again, guest->token);
    return again;
}

Test(hall_accounts, a_guest_does_not_come_back_beside_somebody_who_looks_alike)
{
    struct evening *evening = evening_begin();
    struct guest *guest = arrive(evening, "b0b");
    leave(guest);
    struct guest *bob = arrive(evening, "bob");
    expect_refused_hello(knocks_again(guest), ERROR_NAME_TAKEN);
    registers(bob, "secret", "k");
    commit(evening);
    expect(bob, HEARD_NOTHING);
    leave(bob);
    expect_refused_hello(knocks_again(guest), ERROR_NAME_TAKEN);
    evening_end(evening);
}

/* As a server of before would have let them have it. */
static void rename_on_disk(const struct guest *guest, const char *name)
{
    const struct disk_player *player = disk_player(&guest->evening->disk, guest->player);
    cr_assert_eq(strlen(player->name), strlen(name));
    strcpy(player->name, name);
    strcpy(player->key, name);
}

Test(hall_accounts, accounts_that_look_alike_go_on)
{
    struct evening *evening = evening_begin();
    leave(arrive_with_account(evening, "bob"));
    struct guest *ann = arrive_with_account(evening, "ann");
    leave(ann);
    rename_on_disk(ann, "b0b");
    crash(evening);
    logged_in(evening, "bob", "secret");
    logged_in(evening, "b0b", "secret");
    evening_end(evening);
}

Test(hall_accounts, a_guest_of_before_ends_a_match_but_registers_no_name_that_deceives)
{
    static const struct {
        const char *before, *name;
        enum error_code code;
    } names[] = {{"cem", "b0b", ERROR_NAME_TAKEN},
                 /* a Cyrillic o */
                 {"doora", "d\u043era", ERROR_BAD_NAME}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct evening *evening = evening_begin();
        leave(arrive_with_account(evening, "bob"));
        struct guest *guest = arrive(evening, names[i].before), *ann = arrive(evening, "ann");
        begin_match(guest, ann, "nim", "3");
        leave(guest);
        rename_on_disk(guest, names[i].name);
        crash(evening);
        come_back(guest);
        skip_all(evening);
        registers(guest, "secret", "k");
        commit(evening);
        expect_error(guest, names[i].code);
        evening_end(evening);
    }
}

Test(hall_accounts, a_login_takes_the_seats_back_and_gives_a_fresh_token)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "Ann"), *ben = arrive(evening, "ben");
    int64_t match = begin_match(ann, ben, "nim", "3");
    leave(ann);
    crash(evening);
    struct guest *again = newcomer(evening, "ANN");
    logs_in(again, "secret");
    expect_silence(again);
    commit(evening);
    const struct heard *welcome = expect(again, HEARD_WELCOME);
    cr_assert_eq(welcome->welcome.player, 1);
    cr_assert_str_eq(welcome->welcome.name.bytes, "Ann");
    cr_assert(welcome->welcome.account);
    cr_assert_eq(welcome->welcome.matches_count, 1);
    cr_assert_eq(welcome->welcome.matches[0], match);
    cr_assert_str_eq(welcome->welcome.token.bytes, again->hello.fresh_token);
    cr_assert_eq(welcome->welcome.token_expires, evening->now_ms + hall_limits_default.token_ms);
    cr_assert_eq(disk_token(&evening->disk, 3)->player, 1);
    leave(again);
    come_back(ann); /* the first token goes on, too */
    evening_end(evening);
}

Test(hall_accounts, a_second_login_takes_the_seat_over_and_tells_the_first)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t offer = open_seek(ann, "nim", "3");
    struct guest *again = logged_in(evening, "ann", "secret");
    expect(ann, HEARD_REPLACED);
    cr_assert_not(hall_session_is_open(evening->hall, ann->session));
    accepts(ben, offer, "k");
    commit(evening);
    expect(again, HEARD_MATCH_STARTED);
    evening_end(evening);
}

Test(hall_accounts, a_wrong_name_and_a_wrong_password_are_refused_in_the_same_words)
{
    struct evening *evening = evening_begin();
    arrive_with_account(evening, "ann");
    struct guest *wrong = newcomer(evening, "ann"), *nobody = newcomer(evening, "nobody");
    arrive(evening, "guest");
    struct guest *guest = newcomer(evening, "guest");
    logs_in(wrong, "secret2");
    const char *words = expect_error(wrong, ERROR_BAD_CREDENTIALS)->error.message;
    logs_in(nobody, "secret");
    cr_assert_str_eq(expect_error(nobody, ERROR_BAD_CREDENTIALS)->error.message, words);
    logs_in(guest, "secret");
    cr_assert_str_eq(expect_error(guest, ERROR_BAD_CREDENTIALS)->error.message, words);
    evening_end(evening);
}

Test(hall_accounts, an_accounts_name_is_never_a_guests)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "ann"), *other = newcomer(evening, "ANN");
    says_hello(other);
    expect_error(other, ERROR_NAME_TAKEN);
    leave(ann);
    says_hello(other);
    expect_error(other, ERROR_NAME_TAKEN);
    crash(evening);
    says_hello(other);
    expect_error(other, ERROR_NAME_TAKEN);
    evening_end(evening);
}

Test(hall_accounts, a_guest_whose_name_has_become_an_accounts_does_not_come_back)
{
    struct evening *evening = evening_begin();
    struct guest *first = arrive(evening, "ann");
    leave(first);
    struct guest *ann = arrive_with_account(evening, "ann");
    leave(ann);
    shows_token(first, first->token);
    expect_error(first, ERROR_NAME_TAKEN);
    come_back(ann);
    cr_assert_eq(ann->player, 2);
    evening_end(evening);
}

Test(hall_accounts, a_new_password_ends_the_old_one_and_all_other_tokens)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "ann");
    struct guest *again = logged_in(evening, "ann", "secret");
    changes_password(again, "secret", "better", "k");
    commit(evening);
    expect(again, HEARD_NOTHING);
    shows_token(ann, ann->token);
    expect_refused_hello(ann, ERROR_BAD_TOKEN);
    logs_in(ann, "secret");
    expect_refused_hello(ann, ERROR_BAD_CREDENTIALS);
    leave(again);
    come_back(again);
    logged_in(evening, "ann", "better");
    evening_end(evening);
}

Test(hall_accounts, a_password_changes_once)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "ann");
    changes_password(ann, "secret", "better", "k");
    commit(evening);
    changes_password(ann, "secret", "better", "k");
    commit(evening);
    expect(ann, HEARD_NOTHING);
    expect(ann, HEARD_NOTHING);
    expect_silence(ann);
    evening_end(evening);
}

Test(hall_accounts, whoever_does_not_know_the_password_cannot_change_it)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "ann"), *ben = arrive(evening, "ben");
    changes_password(ann, "guess", "better", "k");
    expect_error(ann, ERROR_BAD_CREDENTIALS);
    changes_password(ben, "guess", "better", "k");
    expect_error(ben, ERROR_NO_ACCOUNT);
    cr_assert_str_eq(disk_player(&evening->disk, 1)->password, "hash of secret");
    evening_end(evening);
}

Test(hall_accounts, the_present_password_is_looked_up_before_it_is_changed)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann");
    registers(ann, "secret", "k");
    uint32_t request = asks_for_password(ann);
    expect_silence(ann); /* the password is not on disk yet */
    commit(evening);
    expect(ann, HEARD_NOTHING);
    const struct heard *question = expect(ann, HEARD_LOOK_UP_PASSWORD);
    cr_assert_eq(question->message->look_up_password.player, 1);
    struct hall_caller from = {.session = ann->session, .request = request};
    hall_account_password(evening->hall, from, false, NULL,
                          (struct hall_text){.bytes = "k2", .len = 2});
    expect_error(ann, ERROR_BAD_CREDENTIALS);
    evening_end(evening);
}

/* --- one-time codes of the operator --- */

static struct guest *operator_of(struct evening *evening)
{
    struct guest *warden = newcomer(evening, "warden");
    connects(warden);
    return warden;
}

static void recover(struct guest *guest, const char *code, const char *password)
{
    recovers(guest, code, password);
    commit(guest->evening);
    strcpy(guest->token, expect(guest, HEARD_WELCOME)->welcome.token.bytes);
}

static void expect_code(struct guest *warden, const char *code)
{
    expect_silence(warden);
    commit(warden->evening);
    const struct heard *heard = expect(warden, HEARD_CODE);
    cr_assert_str_eq(heard->code.code.bytes, code);
    cr_assert_eq(heard->code.expires, warden->evening->now_ms + 86400000);
}

Test(hall_accounts, a_code_sets_a_new_password_and_ends_the_old_one_and_all_tokens)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "Ann"), *warden = operator_of(evening);
    struct guest *thief = newcomer(evening, "ANN");
    resets_password(warden, "aNN", "code");
    expect_code(warden, "code");
    expect_silence(ann); /* until it is used */
    recovers(thief, "guess", "stolen");
    expect_refused_hello(thief, ERROR_BAD_CREDENTIALS);

    struct guest *again = newcomer(evening, "ann");
    recover(again, "code", "better");
    expect(ann, HEARD_REPLACED);
    shows_token(ann, ann->token);
    expect_refused_hello(ann, ERROR_BAD_TOKEN);
    logs_in(ann, "secret");
    expect_refused_hello(ann, ERROR_BAD_CREDENTIALS);
    leave(again);
    come_back(again);
    cr_assert_str_eq(disk_player(&evening->disk, 1)->password, "hash of better");
    evening_end(evening);
}

Test(hall_accounts, a_code_holds_over_a_crash_and_is_used_once)
{
    struct evening *evening = evening_begin();
    arrive_with_account(evening, "ann");
    struct guest *warden = operator_of(evening);
    resets_password(warden, "ann", "code");
    expect_code(warden, "code");
    crash(evening);
    struct guest *ann = newcomer(evening, "ann");
    recover(ann, "code", "better");
    recovers(ann, "code", "another");
    expect_refused_hello(ann, ERROR_BAD_CREDENTIALS);
    logged_in(evening, "ann", "better");
    evening_end(evening);
}

/* The answer was lost: the same request again is a log-in. */
Test(hall_accounts, who_repeats_the_request_with_a_code_is_let_in)
{
    struct evening *evening = evening_begin();
    arrive_with_account(evening, "ann");
    struct guest *warden = operator_of(evening), *ann = newcomer(evening, "ann");
    resets_password(warden, "ann", "code");
    commit(evening);
    recovers(ann, "code", "better");
    commit(evening);
    crash(evening);
    recover(ann, "code", "better");
    evening_end(evening);
}

Test(hall_accounts, a_request_with_a_code_that_a_crash_undoes_can_be_repeated)
{
    struct evening *evening = evening_begin();
    arrive_with_account(evening, "ann");
    struct guest *warden = operator_of(evening), *ann = newcomer(evening, "ann");
    resets_password(warden, "ann", "code");
    commit(evening);
    recovers(ann, "code", "better");
    expect_silence(ann);
    crash(evening);
    logged_in(evening, "ann", "secret");
    recover(ann, "code", "better");
    evening_end(evening);
}

Test(hall_accounts, a_code_ends_with_a_day_with_a_later_code_and_with_a_new_password)
{
    enum { RUN_OUT, REPLACED, CHANGED, ENDS };
    for (int end = 0; end < ENDS; end++) {
        struct evening *evening = evening_begin();
        struct guest *ann = arrive_with_account(evening, "ann"), *warden = operator_of(evening);
        resets_password(warden, "ann", "code");
        commit(evening);
        pass(evening, DAY_MS - 1);
        if (end == RUN_OUT)
            pass(evening, 1);
        else if (end == REPLACED)
            resets_password(warden, "ann", "later code");
        else
            changes_password(ann, "secret", "changed", "k");
        commit(evening);
        struct guest *again = newcomer(evening, "ann");
        recovers(again, "code", "better");
        expect_refused_hello(again, ERROR_BAD_CREDENTIALS);
        if (end == REPLACED)
            recover(again, "later code", "better");
        evening_end(evening);
    }
}

/* The database was asked before the change. */
Test(hall_accounts, a_code_that_is_looked_up_while_it_ends_is_refused)
{
    struct evening *evening = evening_begin();
    arrive_with_account(evening, "ann");
    struct guest *warden = operator_of(evening);
    struct guest *first = newcomer(evening, "ann"), *second = newcomer(evening, "ann");
    resets_password(warden, "ann", "code");
    commit(evening);
    evening->slow_look_ups = true;
    recovers(first, "code", "better");
    recovers(second, "code", "worse");
    struct hall_found found_first = found_for(first), found_second = found_for(second);
    answer_hello(second, &found_second);
    answer_hello(first, &found_first);
    expect(first, HEARD_LOOK_UP_HELLO);
    expect_refused_hello(first, ERROR_BAD_CREDENTIALS);

    expect(warden, HEARD_CODE);
    resets_password(warden, "ann", "another");
    commit(evening);
    look_up_account(warden);
    commit(evening);
    recovers(first, "another", "better");
    found_first = found_for(first);
    resets_password(warden, "ann", "later");
    expect(warden, HEARD_CODE);
    look_up_account(warden);
    answer_hello(first, &found_first);
    expect(first, HEARD_LOOK_UP_HELLO);
    expect_refused_hello(first, ERROR_BAD_CREDENTIALS);
    evening_end(evening);
}

Test(hall_accounts, a_code_goes_with_a_name_and_a_password)
{
    struct evening *evening = evening_begin();
    struct guest *ann = newcomer(evening, "ann");
    recovers(ann, "code", NULL);
    expect_refused_hello(ann, ERROR_BAD_ARGUMENTS);
    evening_end(evening);
}

Test(hall_accounts, there_is_no_code_for_a_guest_or_for_nobody)
{
    struct evening *evening = evening_begin();
    arrive(evening, "ben");
    struct guest *warden = operator_of(evening);
    resets_password(warden, "ben", "code");
    expect_error(warden, ERROR_NO_ACCOUNT);
    resets_password(warden, "nobody", "code");
    expect_error(warden, ERROR_NO_ACCOUNT);
    resets_password(warden, "no name", "code");
    expect_error(warden, ERROR_BAD_NAME);
    evening_end(evening);
}

Test(hall_accounts, no_code_is_made_while_the_disk_takes_no_writes)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "ann"), *warden = operator_of(evening);
    evening->slow_look_ups = true;
    resets_password(warden, "ann", "code");
    changes_password(ann, "secret", "changed", "k");
    stall(evening);
    look_up_account(warden);
    expect_error(warden, ERROR_SERVER_STALLED);
    resets_password(warden, "ann", "code");
    expect_error(warden, ERROR_SERVER_STALLED);
    evening_end(evening);
}

/* --- tokens --- */

Test(hall_accounts, a_guest_has_one_token_and_comes_back_with_it)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann");
    leave(ann);
    come_back(ann);
    cr_assert_eq(evening->disk.token_count, 1);
    cr_assert_str_eq(disk_token(&evening->disk, 1)->client, "fixture");
    evening_end(evening);
}

Test(hall_accounts, the_tokens_of_a_player_are_looked_up)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "ann");
    struct guest *again = logged_in(evening, "ann", "secret");
    lists_tokens(again);
    const struct heard *question = expect(again, HEARD_LOOK_UP_TOKENS);
    cr_assert_eq(question->message->look_up_tokens.player, 1);
    cr_assert_eq(question->message->look_up_tokens.current, token_number(again));
    cr_assert_neq(token_number(again), token_number(ann));
    evening_end(evening);
}

Test(hall_accounts, a_token_that_is_used_lasts_longer_but_is_written_once_a_day_at_most)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann");
    int64_t first = disk_token(&evening->disk, 1)->expires_ms;
    cr_assert_eq(first, evening->now_ms + hall_limits_default.token_ms);
    leave(ann);
    pass(evening, DAY_MS - 1);
    cr_assert_eq(come_back(ann)->welcome.token_expires, first);
    cr_assert_eq(disk_token(&evening->disk, 1)->expires_ms, first);
    leave(ann);
    pass(evening, 1);
    cr_assert_eq(come_back(ann)->welcome.token_expires, first + DAY_MS);
    cr_assert_eq(disk_token(&evening->disk, 1)->expires_ms, first + DAY_MS);
    evening_end(evening);
}

Test(hall_accounts, a_token_that_is_not_used_runs_out)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann");
    leave(ann);
    pass(evening, hall_limits_default.token_ms - 1);
    come_back(ann);
    leave(ann);
    pass(evening, hall_limits_default.token_ms);
    shows_token(ann, ann->token);
    expect_refused_hello(ann, ERROR_BAD_TOKEN);
    evening_end(evening);
}

Test(hall_accounts, another_token_is_revoked)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "ann");
    struct guest *again = logged_in(evening, "ann", "secret");
    revokes(again, token_number(ann), "k");
    expect_silence(again);
    commit(evening);
    expect(again, HEARD_NOTHING);
    expect_silence(again);
    shows_token(ann, ann->token);
    expect_refused_hello(ann, ERROR_BAD_TOKEN);
    revokes(again, token_number(ann), "k");
    expect(again, HEARD_NOTHING);
    evening_end(evening);
}

Test(hall_accounts, all_tokens_but_the_one_in_use_are_revoked)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "ann"), *ben = arrive(evening, "ben");
    struct guest *second = logged_in(evening, "ann", "secret");
    struct guest *third = logged_in(evening, "ann", "secret");
    revokes(third, 0, "k");
    commit(evening);
    expect(third, HEARD_NOTHING);
    shows_token(ann, ann->token);
    expect_refused_hello(ann, ERROR_BAD_TOKEN);
    shows_token(second, second->token);
    expect_refused_hello(second, ERROR_BAD_TOKEN);
    leave(third);
    come_back(third);
    leave(ben);
    come_back(ben);
    evening_end(evening);
}

Test(hall_accounts, revoking_the_token_in_use_ends_the_session)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    begin_match(ann, ben, "nim", "3");
    revokes(ann, token_number(ann), "k");
    cr_assert_not(hall_session_is_open(evening->hall, ann->session));
    expect_silence(ann);
    commit(evening);
    expect(ann, HEARD_NOTHING);
    cr_assert_str_eq(expect(ann, HEARD_KICKED)->notice.reason.bytes, "this token was revoked");
    cr_assert_not(expect(ben, HEARD_PRESENCE)->presence.online);
    shows_token(ann, ann->token);
    expect_refused_hello(ann, ERROR_BAD_TOKEN);
    evening_end(evening);
}

Test(hall_accounts, nobody_revokes_anothers_token)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    revokes(ben, token_number(ann), "k");
    commit(evening);
    expect(ben, HEARD_NOTHING);
    revokes(ben, 3, "k2");
    expect_error(ben, ERROR_NO_SUCH_TOKEN);
    leave(ann);
    come_back(ann);
    evening_end(evening);
}

Test(hall_accounts, numbers_of_tokens_go_on_after_a_restart)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann");
    revokes(ann, token_number(ann), "k");
    commit(evening);
    crash(evening);
    arrive(evening, "ben");
    cr_assert_eq(disk_token(&evening->disk, 2)->player, 2);
    evening_end(evening);
}

/* --- what happens while a hello is looked up --- */

/* A hello of a newcomer that is looked up: the database has been asked, and says what it knew then.
 */
struct late {
    struct guest *guest;
    struct hall_found found;
};

static struct late looked_up(struct guest *guest)
{
    commit(guest->evening);
    struct late late = {.guest = guest, .found = found_for(guest)};
    expect(guest, HEARD_LOOK_UP_HELLO);
    return late;
}

/* Names are the disk's and stay where they are as long as it grows by nobody. */
static void arrives_late(const struct late *late)
{
    answer_hello(late->guest, &late->found);
    commit(late->guest->evening);
}

Test(hall_accounts, a_name_that_is_registered_meanwhile_is_not_given_to_a_new_guest)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *other = newcomer(evening, "Ann");
    evening->slow_look_ups = true;
    says_hello(other);
    struct late late = looked_up(other);
    registers(ann, "secret", "k");
    leave(ann);
    cr_assert_not(late.found.name_reserved);
    arrives_late(&late);
    expect_error(other, ERROR_NAME_TAKEN);
    evening_end(evening);
}

Test(hall_accounts, nor_to_a_guest_who_had_it_before)
{
    struct evening *evening = evening_begin();
    struct guest *first = arrive(evening, "ann");
    leave(first);
    struct guest *ann = arrive(evening, "ann");
    evening->slow_look_ups = true;
    shows_token(first, first->token);
    struct late late = looked_up(first);
    registers(ann, "secret", "k");
    leave(ann);
    arrives_late(&late);
    expect_error(first, ERROR_NAME_TAKEN);
    evening_end(evening);
}

Test(hall_accounts, a_player_who_registers_meanwhile_comes_back_with_the_account)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *again = newcomer(evening, "ann");
    evening->slow_look_ups = true;
    shows_token(again, ann->token);
    struct late late = looked_up(again);
    registers(ann, "secret", "k");
    leave(ann);
    cr_assert_not(late.found.account);
    arrives_late(&late);
    cr_assert(expect(again, HEARD_WELCOME)->welcome.account);
    registers(again, "secret", "k2");
    expect_error(again, ERROR_HAS_ACCOUNT);
    evening_end(evening);
}

Test(hall_accounts, a_token_that_is_revoked_meanwhile_lets_nobody_in)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "ann");
    struct guest *again = logged_in(evening, "ann", "secret");
    evening->slow_look_ups = true;
    for (int all = 0; all <= 1; all++) {
        shows_token(ann, ann->token);
        struct late late = looked_up(ann);
        revokes(again, all ? 0 : token_number(ann), all ? "all" : "one");
        arrives_late(&late);
        expect_error(ann, ERROR_BAD_TOKEN);
        skip(again);
        cr_assert(hall_session_is_open(evening->hall, again->session));
        evening->disk.tokens[0].revoked = false; /* as if it had not been said */
    }
    evening_end(evening);
}

Test(hall_accounts, a_token_that_is_kept_when_all_others_are_revoked_lets_its_player_in)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "ann"), *ben = arrive(evening, "ben");
    struct guest *again = newcomer(evening, "ann"), *ben_again = newcomer(evening, "ben");
    evening->slow_look_ups = true;
    shows_token(again, ann->token);
    shows_token(ben_again, ben->token);
    struct late late = looked_up(again), other = looked_up(ben_again);
    revokes(ann, 0, "k");
    arrives_late(&late);
    expect(again, HEARD_WELCOME);
    arrives_late(&other);
    expect(ben_again, HEARD_WELCOME);
    evening_end(evening);
}

Test(hall_accounts, a_password_that_changes_meanwhile_lets_nobody_in)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "ann"), *thief = newcomer(evening, "ann");
    evening->slow_look_ups = true;
    logs_in(thief, "secret");
    struct late late = looked_up(thief);
    changes_password(ann, "secret", "better", "k");
    arrives_late(&late);
    expect_error(thief, ERROR_BAD_CREDENTIALS);
    expect(ann, HEARD_NOTHING);
    cr_assert(hall_session_is_open(evening->hall, ann->session));
    evening_end(evening);
}

Test(hall_accounts, what_was_decided_before_the_hello_does_not_count_against_it)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "ann"), *early = newcomer(evening, "early");
    evening->slow_look_ups = true;
    says_hello(
        early); /* looked up all the while, so that the hall has to remember what it decides */
    struct late late = looked_up(early);
    changes_password(ann, "secret", "better", "k");
    logs_in(ann, "better");
    commit(evening);
    look_up_hello(ann);
    commit(evening);
    expect(ann, HEARD_LOOK_UP_HELLO);
    strcpy(ann->token, expect(ann, HEARD_WELCOME)->welcome.token.bytes);
    shows_token(ann, ann->token);
    look_up_hello(ann);
    expect(ann, HEARD_LOOK_UP_HELLO);
    expect(ann, HEARD_WELCOME);
    arrives_late(&late);
    expect(early, HEARD_WELCOME);
    evening_end(evening);
}

Test(hall_accounts, a_login_while_the_same_account_comes_by_token_takes_over)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "ann"), *again = newcomer(evening, "ann");
    leave(ann);
    evening->slow_look_ups = true;
    shows_token(ann, ann->token);
    struct late by_token = looked_up(ann);
    logs_in(again, "secret");
    struct late by_password = looked_up(again);
    arrives_late(&by_password);
    expect(again, HEARD_WELCOME);
    arrives_late(&by_token);
    expect(again, HEARD_REPLACED);
    expect(ann, HEARD_WELCOME);
    cr_assert_eq(hall_figures(evening->hall).sessions, 1);
    cr_assert_eq(hall_figures(evening->hall).players, 1);
    evening_end(evening);
}

Test(hall_accounts, who_is_banned_meanwhile_is_not_let_in)
{
    struct evening *evening = evening_begin();
    struct guest *warden = newcomer(evening, "operator"), *ann = arrive(evening, "ann");
    struct guest *ben = newcomer(evening, "ben"), *carl = newcomer(evening, "carl");
    leave(ann);
    strcpy(carl->address, "10.0.0.1");
    connects(warden);
    evening->slow_look_ups = true;
    shows_token(ann, ann->token);
    says_hello(ben);
    says_hello(carl);
    struct late late[] = {looked_up(ann), looked_up(ben), looked_up(carl)};
    bans(warden, BAN_NAME, "Ann", NULL, 0);
    bans(warden, BAN_NAME, "ben", NULL, 0);
    bans(warden, BAN_ADDRESS, "10.0.0.1", NULL, 0);
    for (int i = 0; i < 3; i++) {
        arrives_late(&late[i]);
        expect_error(late[i].guest, ERROR_BANNED);
    }
    evening_end(evening);
}

Test(hall_accounts, a_token_that_was_used_meanwhile_is_not_shortened)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *again = newcomer(evening, "ann");
    pass(evening, 2 * DAY_MS);
    evening->slow_look_ups = true;
    shows_token(ann, ann->token);
    shows_token(again, ann->token);
    struct late first = looked_up(ann), second = looked_up(again);
    arrives_late(&first);
    arrives_late(&second);
    expect(ann, HEARD_WELCOME);
    cr_assert_eq(expect(again, HEARD_WELCOME)->welcome.token_expires,
                 evening->now_ms + hall_limits_default.token_ms);
    evening_end(evening);
}

Test(hall_accounts, the_token_of_a_player_who_stays_connected_is_renewed_when_others_come)
{
    struct evening *evening = evening_begin();
    int64_t token_ms = evening->config.limits.token_ms;
    struct guest *ann = arrive(evening, "ann");
    int64_t first_ms = token_on_disk(evening, ann->token)->expires_ms;
    pass(evening, token_ms / 2 - 1);
    arrive(evening, "ben");
    cr_assert_eq(token_on_disk(evening, ann->token)->expires_ms, first_ms);
    pass(evening, 1);
    arrive(evening, "cem");
    cr_assert_eq(token_on_disk(evening, ann->token)->expires_ms, evening->now_ms + token_ms);
    pass(evening, 1000);
    arrive(evening, "dan");
    cr_assert_eq(token_on_disk(evening, ann->token)->expires_ms, evening->now_ms - 1000 + token_ms);
    evening_end(evening);
}
