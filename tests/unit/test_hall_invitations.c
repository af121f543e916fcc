/* Invitations: made, looked at, accepted, taken back; over crashes; with their makers away. */
#include "tests/unit/hall_fixture.h"

#include <stdio.h>

SUITE(hall_invitations, 60);

enum { HOUR_MS = 3600000, DAY_MS = 24 * HOUR_MS };

static struct hall_invitation of_nim(void)
{
    return (struct hall_invitation){
        .terms = {.rules = given("nim"), .start = given("3+5"), .first = FIRST_MAKER},
    };
}

/* Invites, and is answered; the code is copied to `code`. */
static int64_t make(struct guest *maker, struct hall_invitation invitation,
                    char code[INVITATION_CODE_BYTES + 1])
{
    char key[32];
    invites(maker, &invitation, fresh_key(maker->evening, key));
    commit(maker->evening);
    const struct wire_invitation_made *made =
        &expect(maker, HEARD_INVITATION_MADE)->invitation_made;
    cr_assert_eq(made->code.len, INVITATION_CODE_BYTES);
    snprintf(code, INVITATION_CODE_BYTES + 1, "%s", made->code.bytes);
    return made->invitation;
}

static void expect_refusal(struct hall_invitation invitation, enum error_code code)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann");
    invites(ann, &invitation, "k");
    expect_error(ann, code);
    cr_assert_eq(hall_figures(evening->hall).invitations, 0);
    cr_assert_null(evening->disk.invitations);
    evening_end(evening);
}

static void expect_none_open(struct guest *maker)
{
    lists_invitations(maker, 0, 10);
    commit(maker->evening);
    cr_assert_eq(expect(maker, HEARD_INVITATIONS)->invitations.invitations_count, 0);
    cr_assert_null(maker->evening->disk.invitations);
    cr_assert_eq(hall_figures(maker->evening->hall).invitations, 0);
}

Test(hall_invitations, a_code_is_told_when_it_is_on_disk)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann");
    struct hall_invitation invitation = of_nim();
    invites(ann, &invitation, "k");
    expect_silence(ann);
    commit(evening);
    const struct wire_invitation_made *made = &expect(ann, HEARD_INVITATION_MADE)->invitation_made;
    cr_assert_eq(made->expires, evening->now_ms + HALL_INVITATION_KEPT_MS);
    cr_assert_str_eq(disk_invitation(&evening->disk, made->invitation)->record.code,
                     made->code.bytes);
    evening_end(evening);
}

Test(hall_invitations, it_shows_what_would_be_played)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    char code[INVITATION_CODE_BYTES + 1];
    struct hall_invitation invitation = {
        .to = given("Ben"),
        .terms = {.rules = given("fibonacci-nim"),
                  .start = given("35"),
                  .clock = given("300+3.0"),
                  .first = FIRST_TAKER},
        .uses = 3,
        .expires_in = DAY_MS,
    };
    int64_t id = make(ann, invitation, code);
    leave(ann);
    commit(evening);
    looks_at(ben, code);
    const struct wire_invitation *shown = &expect(ben, HEARD_INVITATION)->shown_invitation;
    cr_assert_eq(shown->invitation, id);
    cr_assert_null(shown->code.bytes);
    cr_assert_str_eq(shown->from.bytes, "ann");
    cr_assert_str_eq(shown->to.bytes, "Ben");
    cr_assert_str_eq(shown->rules.bytes, "take-away:2x");
    cr_assert_str_eq(shown->start.bytes, "35");
    cr_assert_str_eq(shown->first.bytes, "taker");
    cr_assert_str_eq(shown->clock.bytes, "300+3");
    cr_assert_eq(shown->uses, 3);
    cr_assert_eq(shown->expires - shown->created, DAY_MS);
    cr_assert_not(shown->rated);
    cr_assert_not(shown->online);
    evening_end(evening);
}

Test(hall_invitations, who_brings_the_code_plays)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    char code[INVITATION_CODE_BYTES + 1];
    int64_t id = make(ann, of_nim(), code);
    comes_with(ben, code, "a");
    expect_silence(ben);
    commit(evening);
    const struct wire_match *match = &expect(ben, HEARD_MATCH)->match;
    cr_assert_str_eq(match->first.bytes, "ann");
    cr_assert_str_eq(match->second.bytes, "ben");
    cr_assert_str_eq(match->start.bytes, "3+5");
    cr_assert_eq(match->await_left, WIRE_ABSENT);
    const struct heard *started = expect(ann, HEARD_MATCH_STARTED);
    cr_assert_eq(started->invitation, id);
    cr_assert_eq(started->offer, WIRE_ABSENT);
    expect_none_open(ann);
    plays(ann, match->match, 1, "5>0");
    commit(evening);
    expect(ann, HEARD_MOVE_DONE);
    evening_end(evening);
}

Test(hall_invitations, a_class_of_rules_outlives_a_crash)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    char code[INVITATION_CODE_BYTES + 1];
    struct hall_invitation invitation = {.terms = {.rules = given("drawn:octal:3")}};
    make(ann, invitation, code);
    crash(evening);
    come_back(ann);
    come_back(ben);
    looks_at(ben, code);
    const struct wire_invitation *shown = &expect(ben, HEARD_INVITATION)->shown_invitation;
    cr_assert_str_eq(shown->rules.bytes, "drawn:octal:3");
    cr_assert_null(shown->start.bytes);
    comes_with(ben, code, "a");
    commit(evening);
    const struct wire_match *match = &expect(ben, HEARD_MATCH)->match;
    cr_assert_eq(strncmp(match->rules.bytes, "octal:", 6), 0, "%s", match->rules.bytes);
    cr_assert_gt(match->start.len, 0);
    evening_end(evening);
}

Test(hall_invitations, it_is_used_once)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    struct guest *cem = arrive(evening, "cem");
    char code[INVITATION_CODE_BYTES + 1];
    make(ann, of_nim(), code);
    comes_with(ben, code, "a");
    comes_with(cem, code, "a");
    commit(evening);
    expect(ben, HEARD_MATCH);
    expect_error(cem, ERROR_NO_SUCH_INVITATION);
    looks_at(cem, code);
    expect_error(cem, ERROR_NO_SUCH_INVITATION);
    cr_assert_eq(hall_figures(evening->hall).live_matches, 1);
    evening_end(evening);
}

Test(hall_invitations, or_as_often_as_it_says)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    char code[INVITATION_CODE_BYTES + 1];
    struct hall_invitation invitation = of_nim();
    invitation.uses = 2;
    make(ann, invitation, code);
    comes_with(ben, code, "a");
    commit(evening);
    expect(ben, HEARD_MATCH);
    crash(evening);
    ben = arrive(evening, "cem");
    comes_with(ben, code, "b");
    commit(evening);
    expect(ben, HEARD_MATCH);
    struct guest *dan = arrive(evening, "dan");
    comes_with(dan, code, "c");
    expect_error(dan, ERROR_NO_SUCH_INVITATION);
    evening_end(evening);
}

/* The number of the match that the code leads to. */
static int64_t match_by(struct guest *guest, const char *code)
{
    char key[32];
    skip(guest);
    comes_with(guest, code, fresh_key(guest->evening, key));
    commit(guest->evening);
    return expect(guest, HEARD_MATCH)->match.match;
}

Test(hall_invitations, its_code_leads_back_to_its_own_match)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    struct guest *cem = arrive(evening, "cem");
    char first_code[INVITATION_CODE_BYTES + 1], later_code[INVITATION_CODE_BYTES + 1];
    make(ann, of_nim(), first_code);
    make(ann, of_nim(), later_code);
    int64_t first = match_by(ben, first_code), later = match_by(ben, later_code);
    cr_assert_lt(first, later);
    cr_assert_eq(match_by(ben, first_code), first);
    cr_assert_eq(match_by(ben, later_code), later);
    crash(evening);
    come_back(ann);
    come_back(ben);
    come_back(cem);
    cr_assert_eq(match_by(ben, first_code), first);
    cr_assert_eq(match_by(ben, later_code), later);
    cr_assert_eq(match_by(ann, first_code), first); /* its maker sits there, too */
    comes_with(cem, first_code, "c");
    expect_error(cem, ERROR_NO_SUCH_INVITATION);
    cr_assert_eq(hall_figures(evening->hall).live_matches, 2);

    resigns(ann, first, "r");
    commit(evening);
    skip(ben);
    comes_with(ben, first_code, "d");
    expect_error(ben, ERROR_NO_SUCH_INVITATION);
    evening_end(evening);
}

Test(hall_invitations, its_code_leads_to_the_rematch)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    char code[INVITATION_CODE_BYTES + 1];
    make(ann, of_nim(), code);
    int64_t match = match_by(ben, code);
    resigns(ann, match, "r");
    asks_rematch(ann, match, "m");
    asks_rematch(ben, match, "m");
    commit(evening);
    skip(ben);
    int64_t rematch = match_by(ben, code);
    cr_assert_gt(rematch, match);
    crash(evening);
    come_back(ann);
    come_back(ben);
    cr_assert_eq(match_by(ben, code), rematch);
    evening_end(evening);
}

Test(hall_invitations, one_player_uses_it_once_at_a_time)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    struct guest *cem = arrive(evening, "cem");
    char code[INVITATION_CODE_BYTES + 1];
    struct hall_invitation invitation = of_nim();
    invitation.uses = 3;
    make(ann, invitation, code);
    int64_t match = match_by(ben, code);
    cr_assert_eq(match_by(ben, code), match);
    cr_assert_neq(match_by(cem, code), match);
    resigns(ben, match, "r");
    commit(evening);
    cr_assert_neq(match_by(ben, code), match);
    skip(ann);
    expect_none_open(ann);
    evening_end(evening);
}

Test(hall_invitations, a_wrong_code_opens_nothing)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    char code[INVITATION_CODE_BYTES + 1];
    make(ann, of_nim(), code);
    for (size_t i = 0; i < INVITATION_CODE_BYTES; i++) {
        char wrong[INVITATION_CODE_BYTES + 1], key[32];
        memcpy(wrong, code, sizeof wrong);
        wrong[i] ^= 1;
        cr_assert_not(hall_invitation_is_known(evening->hall, 0, given(wrong)));
        comes_with(ben, wrong, fresh_key(evening, key));
        expect_error(ben, ERROR_NO_SUCH_INVITATION);
    }
    code[INVITATION_CODE_BYTES - 1] = '\0';
    looks_at(ben, code);
    expect_error(ben, ERROR_NO_SUCH_INVITATION);
    evening_end(evening);
}

Test(hall_invitations, it_may_be_for_one_name_that_is_not_here)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *cem = arrive(evening, "cem");
    char code[INVITATION_CODE_BYTES + 1];
    struct hall_invitation invitation = of_nim();
    invitation.to = given("Zoë");
    make(ann, invitation, code);
    comes_with(cem, code, "a");
    cr_assert_str_eq(expect_error(cem, ERROR_NOT_YOURS)->error.message,
                     "this invitation is for 'Zoë': come in with that name to accept it");
    struct guest *zoe = arrive(evening, "ZOË");
    comes_with(zoe, code, "a");
    commit(evening);
    expect(zoe, HEARD_MATCH);
    evening_end(evening);
}

Test(hall_invitations, nobody_accepts_their_own)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann");
    char code[INVITATION_CODE_BYTES + 1];
    make(ann, of_nim(), code);
    comes_with(ann, code, "a");
    expect_error(ann, ERROR_NOT_YOURS);
    looks_at(ann, code);
    cr_assert_str_eq(expect(ann, HEARD_INVITATION)->shown_invitation.code.bytes, code);
    evening_end(evening);
}

Test(hall_invitations, what_cannot_be_played_is_refused)
{
    struct hall_invitation invitation = of_nim();
    invitation.terms.rules = given("gomoku");
    expect_refusal(invitation, ERROR_BAD_RULES);
    invitation = of_nim();
    invitation.terms.start = given("3+");
    expect_refusal(invitation, ERROR_BAD_POSITION);
    invitation = of_nim();
    invitation.terms.start = given("0");
    expect_refusal(invitation, ERROR_NO_LEGAL_MOVE);
    invitation = of_nim();
    invitation.terms.look = given("A board");
    expect_refusal(invitation, ERROR_BAD_ARGUMENTS);
    invitation = of_nim();
    invitation.terms.clock = given("soon");
    expect_refusal(invitation, ERROR_BAD_CLOCK);
    invitation = of_nim();
    invitation.terms.rated = true;
    expect_refusal(invitation, ERROR_NO_ACCOUNT);
}

Test(hall_invitations, who_cannot_be_invited_is_refused)
{
    struct hall_invitation invitation = of_nim();
    invitation.to = given("no name");
    expect_refusal(invitation, ERROR_BAD_NAME);
    invitation.to = given("ANN");
    expect_refusal(invitation, ERROR_NO_SUCH_PLAYER);
}

Test(hall_invitations, a_rated_one_is_for_accounts)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    char code[INVITATION_CODE_BYTES + 1];
    registers(ann, "secret", "r");
    commit(evening);
    expect(ann, HEARD_NOTHING);
    struct hall_invitation invitation = of_nim();
    invitation.terms.rated = true;
    make(ann, invitation, code);
    comes_with(ben, code, "a");
    expect_error(ben, ERROR_NO_ACCOUNT);
    registers(ben, "secret", "r");
    comes_with(ben, code, "a");
    commit(evening);
    expect(ben, HEARD_NOTHING);
    cr_assert(expect(ben, HEARD_MATCH)->match.rated);
    evening_end(evening);
}

/* --- requests that are repeated --- */

Test(hall_invitations, a_repeated_creation_makes_no_second_one)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann");
    struct hall_invitation invitation = of_nim();
    invites(ann, &invitation, "k");
    commit(evening);
    crash(evening);
    come_back(ann);
    invites(ann, &invitation, "k");
    commit(evening);
    const struct wire_invitation_made *made = &expect(ann, HEARD_INVITATION_MADE)->invitation_made;
    cr_assert_eq(made->invitation, 1);
    cr_assert_str_eq(made->code.bytes, disk_invitation(&evening->disk, 1)->record.code);
    cr_assert_eq(hall_figures(evening->hall).invitations, 1);
    takes_back(ann, 1, "t");
    commit(evening);
    expect(ann, HEARD_NOTHING);
    invites(ann, &invitation, "k");
    made = &expect(ann, HEARD_INVITATION_MADE)->invitation_made;
    cr_assert_eq(made->invitation, 1);
    cr_assert_null(made->code.bytes);
    evening_end(evening);
}

Test(hall_invitations, a_repeated_acceptance_makes_no_second_match)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    char code[INVITATION_CODE_BYTES + 1], other[INVITATION_CODE_BYTES + 1];
    struct hall_invitation invitation = of_nim();
    invitation.uses = 5;
    make(ann, invitation, code);
    make(ann, of_nim(), other);
    comes_with(ben, code, "a");
    commit(evening);
    int64_t match = expect(ben, HEARD_MATCH)->match.match;
    crash(evening);
    come_back(ben);
    skip(ben);
    cr_assert(hall_key_is_used(evening->hall, ben->session, given("a")));
    comes_with(ben, code, "a");
    cr_assert_eq(expect(ben, HEARD_MATCH)->match.match, match);
    comes_with(ben, other, "a");
    expect_error(ben, ERROR_KEY_REUSED);
    cr_assert_eq(hall_figures(evening->hall).live_matches, 1);
    cr_assert_eq(disk_invitation(&evening->disk, 1)->record.uses, 4);
    evening_end(evening);
}

/* --- lists and ends --- */

Test(hall_invitations, their_maker_lists_them_in_pages)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    char codes[6][INVITATION_CODE_BYTES + 1];
    for (int i = 0; i < 5; i++)
        make(ann, of_nim(), codes[i]);
    make(ben, of_nim(), codes[5]);
    int64_t before = 0;
    for (int left = 5; left > 0; left -= 2) {
        lists_invitations(ann, before, 2);
        const struct wire_invitations *page = &expect(ann, HEARD_INVITATIONS)->invitations;
        cr_assert_eq(page->invitations_count, left >= 2 ? 2 : 1);
        cr_assert_eq(page->more, left > 2);
        cr_assert_eq(page->invitations[0].invitation, left);
        cr_assert_str_eq(page->invitations[0].code.bytes, codes[left - 1]);
        before = page->invitations[page->invitations_count - 1].invitation;
    }
    evening_end(evening);
}

Test(hall_invitations, a_page_ends_with_many_bytes_of_starts)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann");
    char code[INVITATION_CODE_BYTES + 1], start[POSITION_TEXT_MAX + 1];
    long_start(start);
    struct hall_invitation invitation = of_nim();
    invitation.terms.start = given(start);
    for (int i = 0; i < 20; i++)
        make(ann, invitation, code);
    lists_invitations(ann, 0, 100);
    const struct wire_invitations *page = &expect(ann, HEARD_INVITATIONS)->invitations;
    cr_assert(page->more);
    cr_assert_eq(page->invitations_count, HALL_PAGE_BYTES_MAX / strlen(start));
    evening_end(evening);
}

Test(hall_invitations, their_maker_takes_them_back)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    char code[INVITATION_CODE_BYTES + 1];
    int64_t id = make(ann, of_nim(), code);
    takes_back(ben, id, "t");
    expect_error(ben, ERROR_NO_SUCH_INVITATION);
    takes_back(ann, id, "t");
    comes_with(ben, code, "a");
    commit(evening);
    expect(ann, HEARD_NOTHING);
    expect_error(ben, ERROR_NO_SUCH_INVITATION);
    takes_back(ann, id, "t");
    expect(ann, HEARD_NOTHING);
    takes_back(ann, id, "another key");
    expect_error(ann, ERROR_NO_SUCH_INVITATION);
    expect_none_open(ann);
    evening_end(evening);
}

Test(hall_invitations, they_expire)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    char code[INVITATION_CODE_BYTES + 1];
    struct hall_invitation invitation = of_nim();
    invitation.expires_in = HOUR_MS;
    int64_t id = make(ann, invitation, code);
    pass(evening, HOUR_MS - 1);
    judge(evening);
    looks_at(ben, code);
    expect(ben, HEARD_INVITATION);
    pass(evening, 1);
    /* Before its deadline is met, too. */
    looks_at(ben, code);
    expect_error(ben, ERROR_NO_SUCH_INVITATION);
    judge(evening);
    commit(evening);
    const struct wire_invitation_closed *closed =
        &expect(ann, HEARD_INVITATION_CLOSED)->invitation_closed;
    cr_assert_eq(closed->invitation, id);
    cr_assert_str_eq(closed->reason.bytes, "expired");
    expect_none_open(ann);
    evening_end(evening);
}

Test(hall_invitations, they_expire_over_a_restart)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    char code[INVITATION_CODE_BYTES + 1];
    struct hall_invitation invitation = of_nim();
    invitation.expires_in = HOUR_MS;
    make(ann, invitation, code);
    evening->now_ms += HOUR_MS;
    crash(evening);
    come_back(ben);
    looks_at(ben, code);
    expect_error(ben, ERROR_NO_SUCH_INVITATION);
    judge(evening);
    commit(evening);
    cr_assert_null(evening->disk.invitations);
    evening_end(evening);
}

/* --- makers who are away --- */

Test(hall_invitations, its_maker_may_be_away_and_the_server_restarted)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    char code[INVITATION_CODE_BYTES + 1];
    make(ann, of_nim(), code);
    leave(ann);
    commit(evening);
    crash(evening);
    come_back(ben);
    comes_with(ben, code, "a");
    commit(evening);
    const struct wire_match *match = &expect(ben, HEARD_MATCH)->match;
    cr_assert_not(match->first_online);
    cr_assert_eq(match->await_left, HALL_AWAITED_MS);
    const struct heard *welcome = come_back(ann);
    cr_assert_eq(welcome->welcome.matches_count, 1);
    cr_assert_eq(welcome->welcome.matches[0], match->match);
    evening_end(evening);
}

Test(hall_invitations, what_it_looks_like_comes_through_a_restart)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    char code[INVITATION_CODE_BYTES + 1];
    struct hall_invitation invitation = of_nim();
    invitation.terms.look = given("strip");
    make(ann, invitation, code);
    crash(evening);
    come_back(ann);
    come_back(ben);
    looks_at(ben, code);
    cr_assert_str_eq(expect(ben, HEARD_INVITATION)->shown_invitation.look.bytes, "strip");
    comes_with(ben, code, "a");
    commit(evening);
    cr_assert_str_eq(expect(ben, HEARD_MATCH)->match.look.bytes, "strip");
    evening_end(evening);
}

Test(hall_invitations, the_name_of_its_maker_is_taken)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann");
    char code[INVITATION_CODE_BYTES + 1];
    make(ann, of_nim(), code);
    leave(ann);
    crash(evening);
    struct guest *other = newcomer(evening, "Ann");
    says_hello(other);
    commit(evening);
    expect_error(other, ERROR_NAME_TAKEN);
    come_back(ann);
    takes_back(ann, 1, "t");
    leave(ann);
    commit(evening);
    arrive(evening, "Ann");
    evening_end(evening);
}

/* Ann has invited Ben and is away; Ben comes with the code. */
static int64_t begin_while_away(struct evening *evening, struct guest **ret_ann,
                                struct guest **ret_ben, const char *clock, enum offer_first first)
{
    struct guest *ann = *ret_ann = arrive(evening, "ann"), *ben = *ret_ben = arrive(evening, "ben");
    char code[INVITATION_CODE_BYTES + 1];
    struct hall_invitation invitation = of_nim();
    invitation.terms.clock = given(clock);
    invitation.terms.first = first;
    make(ann, invitation, code);
    leave(ann);
    comes_with(ben, code, "a");
    commit(evening);
    const struct wire_match *match = &expect(ben, HEARD_MATCH)->match;
    cr_assert_eq(match->clock_runs, first == FIRST_TAKER && clock != NULL);
    skip_all(evening);
    return match->match;
}

static bool is_live(const struct evening *evening)
{
    return hall_figures(evening->hall).live_matches == 1;
}

Test(hall_invitations, a_maker_who_is_away_is_awaited)
{
    static const char *const clocks[] = {"300+3", NULL};
    for (int i = 0; i < 2; i++) {
        struct evening *evening = evening_begin();
        struct guest *ann, *ben;
        int64_t match = begin_while_away(evening, &ann, &ben, clocks[i], FIRST_MAKER);
        pass(evening, HALL_AWAITED_MS / 2);
        judge(evening);
        claims(ben, match, "c");
        commit(evening);
        expect_error(ben, ERROR_TOO_EARLY);
        resumes(ben, match, 0);
        const struct wire_match *view = &expect(ben, HEARD_MATCH)->match;
        cr_assert_eq(view->await_left, HALL_AWAITED_MS / 2);
        cr_assert_eq(view->claim_in, WIRE_ABSENT);
        cr_assert_not(view->clock_runs);
        leave(ben);
        pass(evening, HALL_AWAITED_MS / 4);
        judge(evening);
        cr_assert(is_live(evening));
        come_back(ann);
        skip(ann);
        resumes(ann, match, 0);
        view = &expect(ann, HEARD_MATCH)->match;
        cr_assert_eq(view->clock_runs, clocks[i] != NULL);
        cr_assert_eq(view->first_left, clocks[i] ? 300000 : WIRE_ABSENT);
        pass(evening, 10000);
        plays(ann, match, 1, "5>3");
        commit(evening);
        expect(ann, HEARD_MOVE_DONE);
        const struct wire_moved *moved = &expect(ann, HEARD_MOVED)->moved;
        cr_assert_eq(moved->taken, 10000);
        /* Now Ben is. */
        pass(evening, HALL_AWAITED_MS / 8);
        judge(evening);
        cr_assert(is_live(evening));
        claims(ann, match, "c");
        expect_error(ann, ERROR_TOO_EARLY);
        evening_end(evening);
    }
}

Test(hall_invitations, whoever_is_here_has_the_usual_time)
{
    struct evening *evening = evening_begin();
    struct guest *ann, *ben;
    begin_while_away(evening, &ann, &ben, "300+3", FIRST_TAKER);
    pass(evening, hall_limits_default.first_move_ms + 1);
    judge(evening);
    commit(evening);
    cr_assert_eq(heard_ending(expect(ben, HEARD_ENDED)->ended.ending), ENDING_UNSTARTED);
    evening_end(evening);
}

Test(hall_invitations, nobody_is_awaited_for_longer_than_a_day)
{
    struct evening *evening = evening_begin();
    struct guest *ann, *ben;
    begin_while_away(evening, &ann, &ben, "300+3", FIRST_MAKER);
    pass(evening, HALL_AWAITED_MS);
    judge(evening);
    cr_assert(is_live(evening));
    pass(evening, hall_limits_default.first_move_ms + 1);
    judge(evening);
    commit(evening);
    cr_assert_eq(heard_ending(expect(ben, HEARD_ENDED)->ended.ending), ENDING_UNSTARTED);
    evening_end(evening);
}

Test(hall_invitations, without_a_clock_the_match_can_be_claimed_after_a_day)
{
    struct evening *evening = evening_begin();
    struct guest *ann, *ben;
    int64_t match = begin_while_away(evening, &ann, &ben, NULL, FIRST_MAKER);
    pass(evening, HALL_AWAITED_MS);
    judge(evening);
    claims(ben, match, "c");
    expect_error(ben, ERROR_TOO_EARLY);
    pass(evening, hall_limits_default.claim_unclocked_ms);
    claims(ben, match, "c");
    commit(evening);
    expect(ben, HEARD_NOTHING);
    evening_end(evening);
}

Test(hall_invitations, a_match_that_both_have_left_ends_after_a_day)
{
    struct evening *evening = evening_begin();
    struct guest *ann, *ben;
    begin_while_away(evening, &ann, &ben, NULL, FIRST_MAKER);
    leave(ben);
    pass(evening, HALL_AWAITED_MS + hall_limits_default.left_match_ms - 1);
    judge(evening);
    cr_assert(is_live(evening));
    pass(evening, 1);
    judge(evening);
    cr_assert_not(is_live(evening));
    evening_end(evening);
}

Test(hall_invitations, a_maker_is_awaited_over_a_restart)
{
    struct evening *evening = evening_begin();
    struct guest *ann, *ben;
    int64_t match = begin_while_away(evening, &ann, &ben, "300+3", FIRST_MAKER);
    crash(evening);
    pass(evening, HALL_AWAITED_MS / 2);
    judge(evening);
    cr_assert(is_live(evening));
    come_back(ann);
    skip(ann);
    resumes(ann, match, 0);
    cr_assert(expect(ann, HEARD_MATCH)->match.clock_runs);
    pass(evening, hall_limits_default.first_move_ms + 1);
    judge(evening);
    cr_assert_not(is_live(evening));
    evening_end(evening);
}

Test(hall_invitations, a_clock_of_days_runs_at_once)
{
    struct evening *evening = evening_begin();
    struct guest *ann, *ben;
    struct hall_invitation invitation = of_nim();
    char code[INVITATION_CODE_BYTES + 1];
    ann = arrive(evening, "ann");
    ben = arrive(evening, "ben");
    invitation.terms.clock = given("86400/move");
    make(ann, invitation, code);
    leave(ann);
    comes_with(ben, code, "a");
    commit(evening);
    const struct wire_match *match = &expect(ben, HEARD_MATCH)->match;
    cr_assert(match->clock_runs);
    cr_assert_eq(match->await_left, WIRE_ABSENT);
    evening_end(evening);
}

/* --- limits, and the operator --- */

static struct evening *evening_with(int64_t invitations, int64_t per_player)
{
    struct hall_config config = {.seed = 1, .now_ms = 1700000000000, .limits = hall_limits_default};
    config.limits.guest_share = 100;
    config.limits.invitations = invitations;
    config.limits.invitations_per_player = per_player;
    return evening_begin_with(&config);
}

Test(hall_invitations, those_of_one_player_are_limited)
{
    struct evening *evening = evening_with(100, 2);
    struct guest *ann = arrive(evening, "ann");
    char code[INVITATION_CODE_BYTES + 1];
    make(ann, of_nim(), code);
    make(ann, of_nim(), code);
    struct hall_invitation invitation = of_nim();
    invites(ann, &invitation, "k");
    cr_assert_str_eq(expect_error(ann, ERROR_LIMIT_REACHED)->error.message,
                     "you have 2 invitations open, the most there may be: revoke one first");
    takes_back(ann, 1, "t");
    invites(ann, &invitation, "k");
    commit(evening);
    expect(ann, HEARD_NOTHING);
    expect(ann, HEARD_INVITATION_MADE);
    evening_end(evening);
}

Test(hall_invitations, those_of_makers_who_are_away_make_room)
{
    struct evening *evening = evening_with(2, 20);
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    struct guest *cem = arrive(evening, "cem");
    char code[INVITATION_CODE_BYTES + 1], kept[INVITATION_CODE_BYTES + 1];
    make(ann, of_nim(), kept);
    make(ben, of_nim(), code);
    struct hall_invitation invitation = of_nim();
    invites(cem, &invitation, "k");
    expect_error(cem, ERROR_LIMIT_REACHED);
    leave(ben);
    pass(evening, 1);
    leave(ann);
    invites(cem, &invitation, "k");
    commit(evening);
    expect(cem, HEARD_INVITATION_MADE);
    looks_at(cem, code);
    expect_error(cem, ERROR_NO_SUCH_INVITATION);
    looks_at(cem, kept);
    expect(cem, HEARD_INVITATION);
    evening_end(evening);
}

Test(hall_invitations, after_a_restart_they_make_room_until_their_maker_is_back)
{
    struct evening *evening = evening_with(1, 20);
    struct guest *ann = arrive(evening, "ann"), *cem = arrive(evening, "cem");
    char code[INVITATION_CODE_BYTES + 1];
    make(ann, of_nim(), code);
    crash(evening);
    come_back(ann);
    come_back(cem);
    struct hall_invitation invitation = of_nim();
    invites(cem, &invitation, "k");
    expect_error(cem, ERROR_LIMIT_REACHED);
    crash(evening);
    come_back(cem);
    invites(cem, &invitation, "k");
    commit(evening);
    expect(cem, HEARD_INVITATION_MADE);
    evening_end(evening);
}

Test(hall_invitations, a_match_too_many_leaves_it_open)
{
    struct hall_config config = {.seed = 1, .now_ms = 1700000000000, .limits = hall_limits_default};
    config.limits.live_matches_per_player = 1;
    struct evening *evening = evening_begin_with(&config);
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    struct guest *cem = arrive(evening, "cem");
    char code[INVITATION_CODE_BYTES + 1];
    make(ann, of_nim(), code);
    int64_t match = begin_match(ann, cem, "nim", "3");
    comes_with(ben, code, "a");
    expect_error(ben, ERROR_LIMIT_REACHED);
    resigns(cem, match, "r");
    comes_with(ben, code, "a");
    commit(evening);
    expect(ben, HEARD_MATCH);
    evening_end(evening);
}

Test(hall_invitations, the_operator_ends_them)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    struct guest *warden = newcomer(evening, "warden");
    connects(warden);
    char code[INVITATION_CODE_BYTES + 1];
    make(ann, of_nim(), code);
    clears_player(warden, "ann");
    commit(evening);
    cr_assert_eq(expect(warden, HEARD_CLEARED)->cleared.offers, 1);
    cr_assert_str_eq(expect(ann, HEARD_INVITATION_CLOSED)->invitation_closed.reason.bytes,
                     "cancelled");
    expect_none_open(ann);
    make(ann, of_nim(), code);
    leave(ann);
    bans(warden, BAN_NAME, "Ann", NULL, 0);
    commit(evening);
    looks_at(ben, code);
    expect_error(ben, ERROR_NO_SUCH_INVITATION);
    cr_assert_null(evening->disk.invitations);
    evening_end(evening);
}

Test(hall_invitations, a_guest_without_a_token_has_none)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann");
    char code[INVITATION_CODE_BYTES + 1];
    make(ann, of_nim(), code);
    revokes(ann, token_on_disk(evening, ann->token)->number, "r");
    commit(evening);
    skip_all(evening);
    cr_assert_null(evening->disk.invitations);
    cr_assert_eq(hall_figures(evening->hall).players, 0);
    evening_end(evening);
}

Test(hall_invitations, while_nothing_can_be_written_none_is_made_or_accepted)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    char code[INVITATION_CODE_BYTES + 1];
    make(ann, of_nim(), code);
    pings(ann);
    registers(ann, "secret", "r");
    submit(evening);
    stall(evening);
    skip_all(evening);
    struct hall_invitation invitation = of_nim();
    invites(ann, &invitation, "k");
    expect_error(ann, ERROR_SERVER_STALLED);
    comes_with(ben, code, "a");
    expect_error(ben, ERROR_SERVER_STALLED);
    takes_back(ann, 1, "t");
    expect_error(ann, ERROR_SERVER_STALLED);
    land(evening);
    commit(evening);
    skip_all(evening);
    evening_end(evening);
}

/* --- rows that nobody has written --- */

Test(hall_invitations, a_row_that_cannot_be_is_named)
{
    static const struct {
        struct invitation_record row;
        const char *message;
    } rows[] = {
        {{.maker = 2}, "invitation 7 has a maker who does not exist"},
        {{.code = "short"}, "the code of invitation 7 cannot be"},
        {{.uses = -1}, "the uses, times or side of invitation 7 cannot be"},
        {{.first = FIRST_COUNT}, "the uses, times or side of invitation 7 cannot be"},
        {{.expires_ms = INT64_MAX}, "the uses, times or side of invitation 7 cannot be"},
        {{.expires_ms = 1}, "the uses, times or side of invitation 7 cannot be"},
        {{.created_ms = -5}, "the uses, times or side of invitation 7 cannot be"},
        {{.start = "0"}, "invitation 7: nim: a match cannot start"},
        {{.clock = "never"}, "invitation 7: "},
        {{.rules = "gomoku"}, "invitation 7: "},
        {{.look = "A board"}, "invitation 7: 'A board' is the name of no look"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct hall_config config = {.seed = 1, .now_ms = 5000, .limits = hall_limits_default};
        struct hall *hall = hall_create(&config);
        struct error error;
        hall_restore_player(hall, 1, "ann", false);
        struct invitation_record row = rows[i].row;
        row.id = 7;
        row.maker = row.maker ? row.maker : 1;
        row.code = row.code ? row.code : "0123456789-abcdef_ABCD";
        row.addressee = "";
        row.rules = row.rules ? row.rules : "nim";
        row.start = row.start ? row.start : "3+5";
        row.clock = row.clock ? row.clock : "";
        row.look = row.look ? row.look : "";
        row.uses = row.uses ? row.uses : 1;
        row.created_ms = row.created_ms ? row.created_ms : 4000;
        row.expires_ms = row.expires_ms ? row.expires_ms : 9000;
        cr_assert_eq(hall_restore_invitation(hall, &row, &error), ERROR_INTERNAL, "row %zu", i);
        cr_assert_eq(strncmp(error.message, rows[i].message, strlen(rows[i].message)), 0,
                     "row %zu: %s", i, error.message);
        hall_destroy(hall);
    }
}
