/* Bytes a day on disk: who pays, and who is refused. */
#include "server/hall/payers.h"
#include "tests/unit/hall_fixture.h"

#include <stdio.h>
#include <string.h>

SUITE(hall_payers, 20);

enum { DAY_MS = 86400000, MANY = 1 << 30 };

/* All limits are far away. */
static struct hall_limits wide_limits(void)
{
    struct hall_limits limits = hall_limits_default;
    limits.guest_bytes_per_day = limits.account_bytes_per_day = MANY;
    limits.address_guest_bytes_per_day = limits.address_account_bytes_per_day = MANY;
    limits.all_guest_bytes_per_day = limits.all_bytes_per_day = MANY;
    return limits;
}

static struct evening *evening_with(const struct hall_limits *limits)
{
    return evening_begin_with(
        &(struct hall_config){.seed = 1, .now_ms = 1700000000000, .limits = *limits});
}

static struct guest *arrive_from(struct evening *evening, const char *name, uint64_t address)
{
    struct guest *guest = newcomer(evening, name);
    guest->address_number = address;
    says_hello(guest);
    commit(evening);
    strcpy(guest->token, expect(guest, HEARD_WELCOME)->welcome.token.bytes);
    return guest;
}

static void expect_limit(struct guest *guest, const char *subject)
{
    const char *heard = expect_error(guest, ERROR_LIMIT_REACHED)->error.message;
    cr_assert_eq(strncmp(heard, subject, strlen(subject)), 0, "%s", heard);
}

/* Matches that the first resigns, until so many bytes have been charged in all. */
static void write_bytes(struct guest *first, struct guest *second, int64_t bytes)
{
    static int keys;
    char key[20];
    while (hall_figures(first->evening->hall).written_bytes < bytes) {
        snprintf(key, sizeof key, "w%d", ++keys);
        resigns(first, begin_match(first, second, "nim", "3+5"), key);
        commit(first->evening);
        skip(first);
        skip(second);
    }
}

static void expect_seek_refused(struct guest *guest, const char *subject)
{
    seeks(guest, "nim", "3+5", "one more");
    expect_limit(guest, subject);
}

Test(hall_payers, a_guest_at_the_limit_begins_nothing_until_time_has_passed_and_plays_on)
{
    struct hall_limits limits = wide_limits();
    limits.guest_bytes_per_day = 2000;
    struct evening *evening = evening_with(&limits);
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t match = begin_match(ann, ben, "nim", "3+5");
    int64_t offer = open_seek(ben, "nim", "3");
    seeks(ann, "nim", "3", "early");
    commit(evening);
    int64_t early = expect(ann, HEARD_OFFER_NUMBER)->offer_number.offer;
    write_bytes(ann, ben, 4000);
    expect_seek_refused(ann, "you have written ");
    accepts(ann, offer, "a");
    expect_limit(ann, "you have written ");
    play_on(ann, ben, match, 1, "5>3 3>0 3>0");
    cr_assert_eq(hall_figures(evening->hall).written_refusals, 2);
    seeks(ann, "nim", "3", "early"); /* the same request again */
    commit(evening);
    skip(ben);
    cr_assert_eq(expect(ann, HEARD_OFFER_NUMBER)->offer_number.offer, early);
    pass(evening, DAY_MS / 2);
    open_seek(ann, "nim", "3");
    evening_end(evening);
}

Test(hall_payers, the_guests_of_an_address_share_a_limit_and_others_go_on)
{
    struct hall_limits limits = wide_limits();
    limits.address_guest_bytes_per_day = 2000;
    struct evening *evening = evening_with(&limits);
    struct guest *ann = arrive_from(evening, "ann", 7), *ben = arrive_from(evening, "ben", 7);
    struct guest *cem = arrive_from(evening, "cem", 8);
    write_bytes(ann, ben, 2000 + 250); /* cem's included */
    expect_seek_refused(ann, "the guests of your address have written ");
    struct guest *dan = newcomer(evening, "dan");
    dan->address_number = 7;
    says_hello(dan);
    expect_limit(dan, "the guests of your address have written ");
    open_seek(cem, "nim", "3");
    registers(cem, "secret", "r");
    commit(evening);
    skip(cem);
    cem->address_number = 7;
    come_back(cem);
    open_seek(cem, "nim", "3"); /* with an account */
    evening_end(evening);
}

Test(hall_payers, all_guests_together_share_a_limit_that_leaves_room_for_accounts)
{
    struct hall_limits limits = wide_limits();
    limits.all_guest_bytes_per_day = 3000;
    struct evening *evening = evening_with(&limits);
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    registers(ann, "secret", "r");
    commit(evening);
    skip(ann);
    skip(ben);
    struct guest *cem = arrive(evening, "cem");
    int64_t others = hall_figures(evening->hall).written_bytes;
    others -= hall_figures(evening->hall).guest_day_bytes;
    write_bytes(ben, cem, 3000 + others);
    cr_assert_geq(hall_figures(evening->hall).guest_day_bytes, 3000);
    cr_assert_eq(hall_figures(evening->hall).day_bytes, hall_figures(evening->hall).written_bytes);
    expect_seek_refused(ben, "all guests together have written ");
    says_hello(newcomer(evening, "dan"));
    expect_limit(evening->guests, "all guests together have written ");
    open_seek(ann, "nim", "3");
    evening_end(evening);
}

Test(hall_payers, an_account_has_a_limit_of_its_own_and_all_have_one_together)
{
    struct hall_limits limits = wide_limits();
    limits.guest_bytes_per_day = 500;
    limits.account_bytes_per_day = 2000;
    limits.all_bytes_per_day = 8000;
    struct evening *evening = evening_with(&limits);
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    registers(ann, "secret", "r");
    registers(ben, "secret", "r");
    commit(evening);
    skip(ann);
    skip(ben);
    write_bytes(ann, ben, 4000);
    open_seek(ann, "nim", "3");
    write_bytes(ann, ben, 4500);
    expect_seek_refused(ann, "you have written ");
    evening_end(evening);
}

Test(hall_payers, at_twice_the_limit_no_match_gets_its_first_moves)
{
    struct hall_limits limits = wide_limits();
    limits.guest_bytes_per_day = 1000;
    struct evening *evening = evening_with(&limits);
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    struct guest *cem = arrive(evening, "cem"), *others[5];
    const char *const names[5] = {"dan", "eva", "fay", "gus", "hal"};
    for (int i = 0; i < 5; i++)
        others[i] = arrive(evening, names[i]);
    int64_t old = begin_match(ann, cem, "nim", "3+5+7");
    play_on(ann, cem, old, 1, "5>3 3>0");
    int64_t offers[20];
    for (int i = 0; i < 20; i++)
        offers[i] = open_seek(ann, "nim", "3+5");
    int64_t last = 0;
    for (int i = 0; i < 20; i++) {
        struct guest *other = i < 19 ? others[i % 5] : ben;
        char key[20];
        snprintf(key, sizeof key, "k%d", i);
        accepts(other, offers[i], key);
        commit(evening);
        last = expect(other, HEARD_MATCH)->match.match;
        skip(other);
    }
    skip(ann);
    plays(ann, last, 1, "5>3");
    plays(ben, last, 1, "5>3");
    hear(evening);
    bool is_refused = false;
    for (size_t i = 0; i < evening->said_count; i++)
        is_refused = is_refused || (evening->said[i]->kind == HEARD_ERROR &&
                                    evening->said[i]->error.code == ERROR_LIMIT_REACHED);
    cr_assert(is_refused);
    skip(ann);
    skip(ben);
    skip(cem);
    play_on(ann, cem, old, 3, "7>1"); /* one that has begun goes on */
    evening_end(evening);
}

/* Of a match of so many plies: the sum for both players. */
Test(hall_payers, a_long_match_is_charged_while_it_is_played_and_each_byte_once)
{
    struct hall_limits limits = wide_limits();
    struct evening *evening = evening_with(&limits);
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t before = hall_figures(evening->hall).written_bytes;
    int64_t match = begin_match(ann, ben, "nim", "1000");
    size_t texts = strlen("1000") + 5 * strlen("nim") + 4 * strlen("annben");
    int64_t begun = hall_figures(evening->hall).written_bytes;
    cr_assert_leq(before + COST_MATCH + (int64_t)texts - begun, 1);
    char move[40];
    for (int ply = 1; ply <= 2 * PAID_PLIES; ply++) {
        snprintf(move, sizeof move, "%d>%d", 1001 - ply, 1000 - ply);
        texts += strlen(move) + (ply > 1);
        play_on(ply % 2 ? ann : ben, ply % 2 ? ben : ann, match, ply, move);
        forget_said(evening);
    }
    int64_t played = hall_figures(evening->hall).written_bytes;
    cr_assert_geq(played, before + COST_MATCH + 2 * PAID_PLIES * COST_MOVE + (int64_t)texts - 4);
    resigns(ann, match, "r");
    commit(evening);
    cr_assert_leq(hall_figures(evening->hall).written_bytes, played + 1);
    evening_end(evening);
}
