/* Accounts that their owners close: what ends with them, and what stays. */
#include "tests/unit/hall_contest.h"

#include <stdio.h>
#include <string.h>

SUITE(hall_closing, 20);

/* It is answered, and then the connection ends. */
static void expect_closed(struct guest *guest)
{
    expect_silence(guest);
    commit(guest->evening);
    expect(guest, HEARD_NOTHING);
    const struct heard *told = expect(guest, HEARD_KICKED);
    cr_assert_str_eq(told->notice.reason.bytes, "this account is closed");
    cr_assert(told->message->closes);
    cr_assert_not(hall_session_is_open(guest->evening->hall, guest->session));
    cr_assert(disk_is_closed(&guest->evening->disk, guest->player));
}

static void expect_refused_hello(struct guest *guest, enum error_code code)
{
    commit(guest->evening);
    expect_error(guest, code);
    cr_assert_not(hall_session_is_open(guest->evening->hall, guest->session));
}

static void expect_ended(struct guest *guest, int64_t match, const char *ending, const char *winner)
{
    const struct heard *heard = expect(guest, HEARD_ENDED);
    cr_assert_eq(heard->ended.match, match);
    cr_assert_str_eq(heard->ended.ending.bytes, ending);
    cr_assert_str_eq(heard->ended.winner.bytes, winner);
}

Test(hall_closing, nobody_comes_in_as_a_closed_account_or_takes_its_name)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "Ann"), *other = newcomer(evening, "aNN");
    closes(ann, "secret", "k");
    expect_closed(ann);
    for (int life = 0; life < 2; life++) {
        shows_token(ann, ann->token);
        expect_refused_hello(ann, ERROR_BAD_TOKEN);
        logs_in(ann, "secret");
        expect_refused_hello(ann, ERROR_BAD_CREDENTIALS);
        says_hello(other);
        expect_refused_hello(other, ERROR_NAME_TAKEN);
        says(other, "\uff21nn", NULL, NULL); /* a wide A */
        expect_refused_hello(other, ERROR_NAME_TAKEN);
        crash(evening);
    }
    evening_end(evening);
}

Test(hall_closing, nobody_new_has_a_name_of_the_form_in_which_closed_accounts_are_shown)
{
    struct evening *evening = evening_begin();
    static const char *const names[] = {"closed-1", "Closed-999999999999999999999",
                                        "closed-\uff11"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct guest *guest = newcomer(evening, names[i]);
        says_hello(guest);
        expect_refused_hello(guest, ERROR_BAD_NAME);
    }
    arrive(evening, "closed-");
    arrive(evening, "closed-1a");
    arrive(evening, "closed1");
    evening_end(evening);
}

Test(hall_closing, only_who_knows_the_password_closes_an_account)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "ann"), *ben = arrive(evening, "ben");
    closes(ann, "guess", "k");
    expect_error(ann, ERROR_BAD_CREDENTIALS);
    closes(ben, "guess", "k");
    expect_error(ben, ERROR_NO_ACCOUNT);
    cr_assert_not(disk_is_closed(&evening->disk, ann->player));
    evening_end(evening);
}

Test(hall_closing, live_matches_are_resigned_or_aborted_before_both_have_moved)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t fresh = begin_match(ann, ben, "nim", "9");
    int64_t first = begin_match(ann, ben, "nim", "9"), second = begin_match(ben, ann, "nim", "9");
    play_on(ann, ben, first, 1, "9>8 8>7");
    play_on(ben, ann, second, 1, "9>8 8>7");
    closes(ann, "secret", "k");
    commit(evening);
    expect_ended(ben, fresh, "aborted", "nobody");
    expect_ended(ben, first, "resignation", "second");
    expect_ended(ben, second, "resignation", "first");
    asks_rematch(ben, first, "k");
    expect_error(ben, ERROR_NO_SUCH_PLAYER);
    evening_end(evening);
}

Test(hall_closing, a_rated_match_counts_for_the_opponent_and_the_account_has_no_rating)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "ann");
    struct guest *ben = arrive_with_account(evening, "ben");
    struct hall_offer offer = {
        .to = given("ben"),
        .terms =
            {
                .rules = given("nim"),
                .start = given("9"),
                .first = FIRST_MAKER,
                .rated = true,
            },
    };
    for (int i = 0; i < 2; i++) {
        char key[32];
        skip_all(evening);
        hall_offer_make(evening->hall, ask(ann), &offer, given(fresh_key(evening, key)));
        commit(evening);
        accepts(ben, expect(ben, HEARD_OFFER_RECEIVED)->offer_received.offer,
                fresh_key(evening, key));
        commit(evening);
        play_on(ann, ben, expect(ben, HEARD_MATCH)->match.match, 1, "9>8 8>7");
        if (i == 0)
            resigns(ann, 1, "resign");
        commit(evening);
    }
    cr_assert_not_null(disk_rating(&evening->disk, ann->player, "nim"));
    closes(ann, "secret", "k");
    commit(evening);
    cr_assert_null(disk_rating(&evening->disk, ann->player, "nim"));
    cr_assert_eq(disk_rating(&evening->disk, ben->player, "nim")->matches, 2);
    skip_all(evening);
    crash(evening);
    evening_end(evening);
}

Test(hall_closing, offers_from_and_to_the_account_and_its_invitations_are_gone)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "ann"), *ben = arrive(evening, "ben");
    struct hall_invitation invitation = {
        .terms = {.rules = given("nim"), .start = given("9"), .first = FIRST_MAKER},
    };
    invites(ann, &invitation, "k0");
    commit(evening);
    char code[INVITATION_CODE_BYTES + 1];
    strcpy(code, expect(ann, HEARD_INVITATION_MADE)->invitation_made.code.bytes);
    offers_clock(ann, NULL, "nim", "9", "86400/move", "k");
    seeks(ann, "nim", "9", "k2");
    offers(ann, "ben", "nim", "9", FIRST_MAKER, "k3");
    offers(ben, "ann", "nim", "9", FIRST_MAKER, "k");
    commit(evening);
    skip_all(evening);
    closes(ann, "secret", "k4");
    expect_closed(ann);
    cr_assert_str_eq(expect(ben, HEARD_OFFER_CLOSED)->offer_closed.reason.bytes, "gone");
    cr_assert_str_eq(expect(ben, HEARD_OFFER_CLOSED)->offer_closed.reason.bytes, "gone");
    lists_offers(ben);
    cr_assert_eq(expect(ben, HEARD_OFFERS)->offers.offers_count, 0);
    comes_with(ben, code, "k2");
    expect_error(ben, ERROR_NO_SUCH_INVITATION);
    cr_assert_null(evening->disk.invitations);
    evening_end(evening);
}

Test(hall_closing, the_account_withdraws_from_tournaments)
{
    struct evening *evening = evening_begin();
    struct guest *owner = arrive(evening, "owner"), *ann = arrive_with_account(evening, "ann");
    struct guest *ben = arrive(evening, "ben"), *cem = arrive(evening, "cem");
    struct guest *all[] = {ann, ben, cem};
    struct hall_tournament_plan plan = {.format = given("round-robin")};
    int64_t running = open_contest(owner, all, 3, plan), open = announce(owner, plan);
    enter(all, 3, open);
    closes(ann, "secret", "k");
    commit(evening);
    const struct disk_tournament *contest = contest_on_disk(evening, running);
    cr_assert_geq(contest->entrants[0].withdrawn, 0);
    cr_assert_str_eq(contest->entrants[0].name, "ann", "as the record will say");
    cr_assert_eq(contest->entrants[0].live, 0);
    contest = contest_on_disk(evening, open);
    cr_assert_eq(contest->entrant_count, 2);
    cr_assert_str_eq(contest->entrants[0].name, "ben");

    crash(evening);
    come_back(ben);
    come_back(cem);
    play_out(evening);
    cr_assert_eq(state_of(evening, running), TOURNAMENT_FINISHED);
    evening_end(evening);
}

Test(hall_closing, an_account_that_directs_a_tournament_is_closed_after_its_end)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "ann");
    int64_t tournament =
        announce(ann, (struct hall_tournament_plan){.format = given("round-robin")});
    closes(ann, "secret", "k");
    const struct error *error = &expect_error(ann, ERROR_WRONG_STATE)->error;
    cr_assert_not_null(strstr(error->message, "you direct tournament 1,"), "%s", error->message);
    calls_off(ann, tournament, "k");
    commit(evening);
    expect(ann, HEARD_NOTHING);
    expect(ann, HEARD_TOURNAMENT);
    closes(ann, "secret", "k2");
    expect_closed(ann);
    evening_end(evening);
}

/* The database was asked before. */
Test(hall_closing, who_is_looked_up_while_the_account_closes_is_refused)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "ann"), *token = newcomer(evening, "ann");
    struct guest *password = newcomer(evening, "ann"), *code = newcomer(evening, "ann");
    struct guest *warden = newcomer(evening, "warden"), *name = newcomer(evening, "ann");
    connects(warden);
    resets_password(warden, "ann", "code");
    commit(evening);
    expect(warden, HEARD_CODE);
    evening->slow_look_ups = true;
    shows_token(token, ann->token);
    logs_in(password, "secret");
    recovers(code, "code", "better");
    says_hello(name);
    struct guest *all[] = {token, password, code, name};
    struct hall_found found[4];
    for (int i = 0; i < 4; i++)
        found[i] = found_for(all[i]);
    closes(ann, "secret", "k");
    static const enum error_code codes[] = {ERROR_BAD_TOKEN, ERROR_BAD_CREDENTIALS,
                                            ERROR_BAD_CREDENTIALS, ERROR_NAME_TAKEN};
    for (int i = 0; i < 4; i++) {
        answer_hello(all[i], &found[i]);
        expect(all[i], HEARD_LOOK_UP_HELLO);
        expect_refused_hello(all[i], codes[i]);
    }
    evening_end(evening);
}

Test(hall_closing, a_one_time_code_ends_with_the_account_and_there_is_no_other)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "ann"), *again = newcomer(evening, "ann");
    struct guest *warden = newcomer(evening, "warden");
    connects(warden);
    resets_password(warden, "ann", "code");
    commit(evening);
    expect(warden, HEARD_CODE);
    closes(ann, "secret", "k");
    commit(evening);
    recovers(again, "code", "better");
    expect_refused_hello(again, ERROR_BAD_CREDENTIALS);
    resets_password(warden, "ann", "later");
    commit(evening);
    expect_error(warden, ERROR_NO_ACCOUNT);
    evening_end(evening);
}

Test(hall_closing, a_crash_before_the_commit_leaves_all_as_it_was)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t match = begin_match(ann, ben, "nim", "9");
    play_on(ann, ben, match, 1, "9>8 8>7");
    closes(ann, "secret", "k");
    expect_silence(ann);
    expect_silence(ben);
    crash(evening);
    come_back(ben);
    come_back(ann);
    plays(ann, match, 3, "7>6");
    commit(evening);
    skip_all(evening);
    closes(ann, "secret", "k");
    commit(evening);
    expect_ended(ben, match, "resignation", "second");
    evening_end(evening);
}

Test(hall_closing, no_account_is_closed_while_the_disk_takes_no_writes)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "ann");
    changes_password(ann, "secret", "better", "k");
    stall(evening);
    closes(ann, "secret", "k2");
    expect(ann, HEARD_STALLED);
    expect_error(ann, ERROR_SERVER_STALLED);
    evening_end(evening);
}
