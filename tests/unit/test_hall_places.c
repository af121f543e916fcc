/* Who may have matches, offers and tournaments: guests, accounts, the players of one address; and
 * what makes room for others. */
#include "tests/unit/hall_contest.h"

#include <stdio.h>

SUITE(hall_places, 60);

enum { HOME = 1, ELSEWHERE = 2, GUEST_IDLE_MS = 600000 };

/* Ten places of each kind: guests may have five, an address two of these, its accounts four of all.
 */
static struct evening *evening_with_ten(void)
{
    struct hall_config config = {.seed = 1, .now_ms = 1700000000000, .tick_ms = 1000};
    config.limits = hall_limits_default;
    config.limits.live_matches = config.limits.offers = config.limits.tournaments = 10;
    config.limits.guest_share = 50;
    config.limits.address_share = 40;
    return evening_begin_with(&config);
}

static struct guest *arrive_from(struct evening *evening, const char *name, uint64_t address)
{
    struct guest *guest = newcomer(evening, name);
    guest->address_number = address;
    says_hello(guest);
    commit(evening);
    const struct heard *heard = expect(guest, HEARD_WELCOME);
    strcpy(guest->token, heard->welcome.token.bytes);
    guest->player = heard->welcome.player;
    skip_all(evening);
    return guest;
}

static struct guest *arrive_with_account_at(struct evening *evening, const char *name,
                                            uint64_t address)
{
    struct guest *guest = arrive_from(evening, name, address);
    registers(guest, "secret", "register");
    commit(evening);
    skip_all(evening);
    return guest;
}

static void expect_limit(struct guest *guest, const char *heard)
{
    commit(guest->evening);
    cr_assert_str_eq(expect_error(guest, ERROR_LIMIT_REACHED)->error.message, heard);
}

static size_t live(const struct evening *evening)
{
    return hall_figures(evening->hall).live_matches;
}

/* --- long start positions --- */

/* A start that counts, and one that always has room. */
#define LONG_START "1000000+1000000+1000000+1000000+1000000+1000000+1000000+1000000+1000000"
#define SHORT_START "3+5"

Test(hall_places, long_starts_of_one_address_have_a_part_of_the_bytes)
{
    struct hall_config config = {.seed = 1, .now_ms = 1700000000000, .tick_ms = 1000};
    config.limits = hall_limits_default;
    config.limits.start_bytes = 2500;
    config.limits.guest_share = 50;
    config.limits.address_share = 40;
    struct evening *evening = evening_begin_with(&config);
    struct guest *ann = arrive_from(evening, "ann", HOME), *ben = arrive_from(evening, "ben", HOME);
    struct guest *zoe = arrive_from(evening, "zoe", ELSEWHERE);
    int64_t offer = open_seek(ann, "nim", LONG_START);
    open_seek(ben, "nim", LONG_START);
    int64_t bytes = hall_figures(evening->hall).start_bytes / 2;
    seeks(ann, "nim", LONG_START, "one more");
    char message[256];
    snprintf(message, sizeof message,
             "the start positions of the guests of your address have %lld bytes, and this one has "
             "%lld: 500 are the most there may be: take a shorter start, or end another offer or "
             "match",
             (long long)(2 * bytes), (long long)bytes);
    expect_limit(ann, message);
    open_seek(ann, "nim", SHORT_START);
    open_seek(zoe, "nim", LONG_START);
    /* The match takes over what its offer held. */
    accepts(zoe, offer, "k");
    commit(evening);
    skip_all(evening);
    seeks(ann, "nim", LONG_START, "still one more");
    commit(evening);
    expect_error(ann, ERROR_LIMIT_REACHED);
    evening_end(evening);
}

Test(hall_places, long_starts_of_all_guests_have_a_part_of_the_bytes)
{
    struct hall_config config = {.seed = 1, .now_ms = 1700000000000, .tick_ms = 1000};
    config.limits = hall_limits_default;
    config.limits.start_bytes = 1000;
    config.limits.guest_share = 50;
    config.limits.address_share = 100;
    struct evening *evening = evening_begin_with(&config);
    struct guest *ann = arrive_from(evening, "ann", HOME);
    struct guest *zoe = arrive_from(evening, "zoe", ELSEWHERE);
    struct guest *cem = arrive_with_account_at(evening, "cem", HOME);
    int64_t offer = open_seek(ann, "nim", LONG_START);
    open_seek(zoe, "nim", LONG_START);
    seeks(zoe, "nim", LONG_START, "one more");
    commit(evening);
    expect_error(zoe, ERROR_LIMIT_REACHED);
    open_seek(cem, "nim", LONG_START);
    cancels(ann, offer, "k");
    commit(evening);
    skip_all(evening);
    open_seek(zoe, "nim", LONG_START);
    evening_end(evening);
}

Test(hall_places, bytes_of_starts_are_given_back_and_ended_matches_are_kept_within_them)
{
    struct hall_config config = {.seed = 1, .now_ms = 1700000000000, .tick_ms = 1000};
    config.limits = hall_limits_default;
    config.limits.start_bytes = 600;
    struct evening *evening = evening_begin_with(&config);
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t matches[3];
    for (int i = 0; i < 3; i++) {
        matches[i] = begin_match(ann, ben, "nim", LONG_START);
        cr_assert_gt(hall_figures(evening->hall).start_bytes, 0);
        resigns(ann, matches[i], i == 0 ? "a" : i == 1 ? "b" : "c");
        commit(evening);
        skip_all(evening);
        cr_assert_eq(hall_figures(evening->hall).start_bytes, 0);
    }
    asks_rematch(ann, matches[0], "x");
    commit(evening);
    expect_error(ann, ERROR_NO_SUCH_MATCH);
    asks_rematch(ann, matches[2], "y");
    commit(evening);
    expect(ann, HEARD_REMATCH);
    evening_end(evening);
}

/* --- shares --- */

Test(hall_places, guests_of_one_address_have_a_part_of_the_matches)
{
    struct evening *evening = evening_with_ten();
    struct guest *ann = arrive_from(evening, "ann", HOME), *ben = arrive_from(evening, "ben", HOME);
    struct guest *zoe = arrive_from(evening, "zoe", ELSEWHERE);
    /* A match of two guests of one address counts once. */
    begin_match(ann, ben, "nim", "3");
    begin_match(ann, ben, "nim", "3");
    int64_t of_zoe = open_seek(zoe, "nim", "3"), of_ann = open_seek(ann, "nim", "3");
    accepts(ann, of_zoe, "k");
    expect_limit(ann, "the guests of your address play 2 matches, the most there may be: finish "
                      "one first, or come in with an account");
    accepts(zoe, of_ann, "k");
    expect_limit(zoe, "the guests of the address of 'ann' play 2 matches, the most there may be: "
                      "take another offer, or try again later");
    evening_end(evening);
}

Test(hall_places, accounts_of_the_same_address_have_places_of_their_own)
{
    struct evening *evening = evening_with_ten();
    struct guest *ann = arrive_from(evening, "ann", HOME), *ben = arrive_from(evening, "ben", HOME);
    struct guest *cem = arrive_with_account_at(evening, "cem", HOME);
    struct guest *dora = arrive_with_account_at(evening, "dora", HOME);
    begin_match(ann, ben, "nim", "3");
    begin_match(ann, ben, "nim", "3");
    for (int i = 0; i < 4; i++)
        begin_match(cem, dora, "nim", "3");
    accepts(cem, open_seek(dora, "nim", "3"), "k");
    expect_limit(cem, "the accounts of your address play 4 matches, the most there may be: finish "
                      "one first");
    evening_end(evening);
}

/* Whatever guests of many addresses take. */
Test(hall_places, guests_together_leave_places_for_accounts)
{
    struct evening *evening = evening_with_ten();
    struct guest *guests[6];
    for (int i = 0; i < 6; i++)
        guests[i] = arrive_from(evening, (char[]){'g', (char)('a' + i), 0}, 10 + i);
    for (int i = 0; i < 5; i++)
        begin_match(guests[i], guests[(i + 1) % 5], "nim", "3");
    struct guest *ann = arrive_from(evening, "ann", HOME);
    struct guest *cem = arrive_with_account_at(evening, "cem", ELSEWHERE);
    int64_t seek = open_seek(guests[5], "nim", "3");
    accepts(ann, seek, "k");
    expect_limit(ann, "guests play 5 matches here, the most there may be: try again later, or come "
                      "in with an account");
    /* A match with an account is none of the guests'. */
    accepts(cem, seek, "k");
    commit(evening);
    expect(cem, HEARD_MATCH);
    cr_assert_eq(live(evening), 6);
    evening_end(evening);
}

Test(hall_places, offers_and_tournaments_are_shared_as_matches_are)
{
    struct evening *evening = evening_with_ten();
    struct guest *ann = arrive_from(evening, "ann", HOME);
    open_seek(ann, "nim", "3");
    open_seek(ann, "nim", "3");
    seeks(ann, "nim", "3", "k");
    expect_limit(ann, "the guests of your address make 2 offers, the most there may be: cancel one "
                      "first, or come in with an account");
    announce(ann, (struct hall_tournament_plan){.format = given("round-robin")});
    announce(ann, (struct hall_tournament_plan){.format = given("round-robin")});
    struct hall_tournament_plan plan = {
        .format = given("round-robin"), .rules = given("nim"), .starts = given("3+5")};
    creates(ann, &plan, "t");
    expect_limit(ann, "the guests of your address direct 2 tournaments, the most there may be: end "
                      "one first, or come in with an account");
    evening_end(evening);
}

Test(hall_places, a_match_that_ends_gives_its_places_back)
{
    struct evening *evening = evening_with_ten();
    struct guest *ann = arrive_from(evening, "ann", HOME), *ben = arrive_from(evening, "ben", HOME);
    for (int i = 0; i < 30; i++) {
        int64_t match = begin_match(ann, ben, "nim", "3");
        char key[32];
        resigns(ann, match, fresh_key(evening, key));
        commit(evening);
        skip_all(evening);
    }
    cr_assert_eq(live(evening), 0);
    evening_end(evening);
}

/* After a start the addresses are not known; who comes back brings the place along. */
Test(hall_places, places_of_an_address_are_counted_again_after_a_restart)
{
    struct evening *evening = evening_with_ten();
    struct guest *ann = arrive_from(evening, "ann", HOME), *ben = arrive_from(evening, "ben", HOME);
    begin_match(ann, ben, "nim", "3");
    begin_match(ann, ben, "nim", "3");
    commit(evening);
    crash(evening);
    come_back(ann);
    come_back(ben);
    skip_all(evening);
    accepts(ann, open_seek(ben, "nim", "3"), "k");
    expect_limit(ann, "the guests of your address play 2 matches, the most there may be: finish "
                      "one first, or come in with an account");
    evening_end(evening);
}

static struct guest *come(struct evening *evening, const char *name, int number, uint64_t address)
{
    char whole[32];
    snprintf(whole, sizeof whole, "%s%d", name, number);
    return arrive_from(evening, whole, address);
}

static void enters(struct guest *guest, int64_t tournament)
{
    joins(guest, tournament, "join");
    commit(guest->evening);
    expect(guest, HEARD_NOTHING);
    skip_all(guest->evening);
}

Test(hall_places, a_tournament_for_all_takes_so_many_guests_and_accounts_besides)
{
    enum { MOST = 128, CLASSROOM = 64, EACH = 12, FIRST_ADDRESS = 100 };
    struct evening *evening = evening_with_ten();
    struct guest *olga = arrive_from(evening, "olga", HOME);
    struct hall_tournament_plan plan = {.format = given("round-robin")};
    int64_t tournament = announce(olga, plan);
    for (int i = 0; i < CLASSROOM; i++)
        enters(come(evening, "pupil", i, HOME), tournament);
    struct guest *late = arrive_from(evening, "late", HOME);
    joins(late, tournament, "join");
    expect_limit(late,
                 "64 guests of your address take part in tournament 1, the most there may be: "
                 "come in with an account");
    for (int i = 0; i < MOST - CLASSROOM; i++)
        enters(come(evening, "stranger", i, FIRST_ADDRESS + (uint64_t)i / EACH), tournament);
    struct guest *last = arrive_from(evening, "last", ELSEWHERE);
    joins(last, tournament, "join");
    expect_limit(last, "128 guests take part in tournament 1, the most there may be: come in with "
                       "an account");
    enters(arrive_with_account_at(evening, "zoe", ELSEWHERE), tournament);
    evening_end(evening);
}

Test(hall_places, a_match_has_room_for_spectators_of_other_addresses_and_for_accounts)
{
    enum { OF_ADDRESS = 20, GUESTS = 50 };
    struct hall_config config = {.seed = 1, .now_ms = 1700000000000, .tick_ms = 1000};
    config.limits = hall_limits_default;
    config.limits.spectators = 2 * GUESTS;
    config.limits.address_share = 100 * OF_ADDRESS / GUESTS;
    struct evening *evening = evening_begin_with(&config);
    struct guest *ann = arrive_from(evening, "ann", HOME), *ben = arrive_from(evening, "ben", HOME);
    int64_t match = begin_match(ann, ben, "nim", "3");
    for (int i = 0; i < OF_ADDRESS; i++)
        watches(come(evening, "squatter", i, HOME), match);
    skip_all(evening);
    struct guest *carl = arrive_from(evening, "carl", HOME);
    watches(carl, match);
    expect_limit(carl,
                 "20 guests of your address watch match 1, the most there may be: come in with "
                 "an account, or try again later");
    for (int i = OF_ADDRESS; i < GUESTS; i++)
        watches(come(evening, "other", i, ELSEWHERE + (uint64_t)i / OF_ADDRESS), match);
    skip_all(evening);
    struct guest *dora = arrive_from(evening, "dora", ELSEWHERE + 9);
    watches(dora, match);
    expect_limit(dora,
                 "50 guests watch match 1, the most there may be: come in with an account, or "
                 "try again later");
    struct guest *zoe = arrive_with_account_at(evening, "zoe", HOME);
    watches(zoe, match);
    expect(zoe, HEARD_MATCH);
    evening_end(evening);
}

Test(hall_places, a_tournament_for_all_takes_so_many_guests_of_one_address)
{
    enum { MOST = 52 }; /* 40 percent of half of 256 */
    struct evening *evening = evening_with_ten();
    struct guest *olga = arrive_from(evening, "olga", ELSEWHERE);
    struct hall_tournament_plan plan = {.format = given("round-robin")};
    int64_t tournament = announce(olga, plan);
    for (int i = 0; i < MOST; i++)
        enters(come(evening, "pupil", i, HOME), tournament);
    struct guest *last = arrive_from(evening, "last", HOME);
    joins(last, tournament, "join");
    expect_limit(last, "52 guests of your address take part in tournament 1, the most there may "
                       "be: come in with an account");
    enters(arrive_from(evening, "other", ELSEWHERE), tournament);
    evening_end(evening);
}

/* --- what makes room --- */

Test(hall_places, an_idle_match_of_guests_makes_room_the_longest_idle_first)
{
    struct evening *evening = evening_with_ten();
    struct guest *ann = arrive_from(evening, "ann", HOME), *ben = arrive_from(evening, "ben", HOME);
    int64_t first = begin_match(ann, ben, "nim", "3");
    int64_t second = begin_match(ann, ben, "nim", "3");
    pass(evening, GUEST_IDLE_MS - 1);
    plays(ann, first, 1, "3>2");
    commit(evening);
    int64_t seek = open_seek(ann, "nim", "3");
    accepts(ben, seek, "early");
    commit(evening);
    expect(ben, HEARD_MOVED);
    expect_error(ben, ERROR_LIMIT_REACHED);
    pass(evening, HALL_IDLE_GRAIN_MS);
    skip_all(evening);
    accepts(ben, seek, "k");
    commit(evening);
    const struct heard *ended = expect(ben, HEARD_ENDED);
    cr_assert_eq(ended->ended.match, second);
    cr_assert_eq(heard_ending(ended->ended.ending), ENDING_ABORTED);
    cr_assert_eq(heard_seat(ended->ended.winner), SEAT_NOBODY);
    expect(ben, HEARD_MATCH);
    cr_assert_eq(live(evening), 2);
    evening_end(evening);
}

Test(hall_places, nothing_makes_room_as_long_as_there_is_some)
{
    struct evening *evening = evening_with_ten();
    struct guest *ann = arrive_from(evening, "ann", HOME), *ben = arrive_from(evening, "ben", HOME);
    begin_match(ann, ben, "nim", "3");
    pass(evening, 10 * GUEST_IDLE_MS);
    begin_match(ann, ben, "nim", "3");
    cr_assert_eq(live(evening), 2);
    evening_end(evening);
}

Test(hall_places, a_match_with_an_account_or_with_a_clock_of_days_makes_no_room)
{
    struct evening *evening = evening_with_ten();
    struct guest *ann = arrive_from(evening, "ann", HOME), *ben = arrive_from(evening, "ben", HOME);
    struct guest *cem = arrive_with_account_at(evening, "cem", ELSEWHERE);
    begin_match(ann, cem, "nim", "3");
    begin_clocked(ann, ben, "nim", "3", "172800/move");
    pass(evening, GUEST_IDLE_MS);
    accepts(ben, open_seek(ann, "nim", "3"), "k");
    commit(evening);
    expect_error(ben, ERROR_LIMIT_REACHED);
    cr_assert_eq(live(evening), 2);
    evening_end(evening);
}

Test(hall_places, a_guests_tournament_that_waits_makes_room)
{
    struct evening *evening = evening_with_ten();
    struct guest *ann = arrive_from(evening, "ann", HOME);
    struct hall_tournament_plan plan = {.format = given("round-robin")};
    int64_t first = announce(ann, plan);
    announce(ann, plan);
    pass(evening, GUEST_IDLE_MS);
    announce(arrive_from(evening, "ben", HOME), plan);
    const struct wire_tournament_news *news = &expect(ann, HEARD_TOURNAMENT)->tournament;
    cr_assert_eq(news->tournament, first);
    cr_assert_eq(heard_state(news->state), TOURNAMENT_CANCELLED);
    cr_assert_str_eq(news->reason.bytes, "nothing has happened in it, and others needed its place");
    cr_assert_eq(hall_figures(evening->hall).tournaments, 2);
    evening_end(evening);
}

Test(hall_places, a_seek_of_days_of_a_guest_who_is_away_makes_room)
{
    struct evening *evening = evening_with_ten();
    struct guest *ann = arrive_from(evening, "ann", HOME), *ben = arrive_from(evening, "ben", HOME);
    for (int i = 0; i < 2; i++) {
        offers_clock(ann, NULL, "nim", "3", "172800/move", i ? "0" : "1");
        commit(evening);
    }
    leave(ann);
    open_seek(ben, "nim", "3");
    cr_assert_eq(hall_figures(evening->hall).offers, 2);
    open_seek(ben, "nim", "3");
    seeks(ben, "nim", "3", "k");
    commit(evening);
    expect_error(ben, ERROR_LIMIT_REACHED);
    evening_end(evening);
}

Test(hall_places, the_longest_match_of_a_full_address_ends)
{
    struct hall_config config = {.seed = 1, .now_ms = 1700000000000, .tick_ms = 1000};
    config.limits = hall_limits_default;
    config.limits.start_bytes = 20000;
    config.limits.guest_share = 100;
    config.limits.address_share = 50;
    struct evening *evening = evening_begin_with(&config);
    struct guest *ann = arrive_from(evening, "ann", HOME), *ben = arrive_from(evening, "ben", HOME);
    struct guest *zoe = arrive_from(evening, "zoe", ELSEWHERE);
    struct guest *yan = arrive_from(evening, "yan", ELSEWHERE);
    int64_t far = begin_match(zoe, yan, "nim", "1000000");
    int64_t longest = begin_match(ann, ben, "nim", "1000000");
    int64_t other = begin_match(ann, ben, "nim", "1000000");
    count_down(zoe, yan, far, 1000000, 500);
    count_down(ann, ben, longest, 1000000, 400);
    count_down(ann, ben, other, 1000000, 260);
    commit(evening);
    cr_assert_eq(disk_match(&evening->disk, longest)->ending, ENDING_ABORTED);
    cr_assert_eq(disk_match(&evening->disk, other)->ending, ENDING_NONE);
    cr_assert_eq(disk_match(&evening->disk, far)->ending, ENDING_NONE);
    forget_said(evening);
    evening_end(evening);
}
