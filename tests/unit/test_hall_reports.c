/* What players tell the operator about each other, and the lines of chat that go to disk for it. */
#include "tests/unit/hall_fixture.h"

#include <stdio.h>
#include <string.h>

SUITE(hall_reports, 20);

static int64_t reported(struct guest *guest, const char *player, int64_t match)
{
    char key[32];
    reports(guest, player, match, "rude", fresh_key(guest->evening, key));
    commit(guest->evening);
    return expect(guest, HEARD_REPORT_NUMBER)->report_number.report;
}

static const struct disk_report *on_disk(struct guest *guest, int64_t report)
{
    return disk_report(&guest->evening->disk, report);
}

Test(hall_reports, a_line_is_heard_when_it_is_on_disk)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "Ann"), *ben = arrive(evening, "ben");
    int64_t match = begin_match(ann, ben, "nim", "9");
    chats(ann, match, "good luck", "k");
    expect_silence(ann);
    expect_silence(ben);
    commit(evening);
    expect(ann, HEARD_NOTHING);
    expect(ben, HEARD_CHAT);
    cr_assert_eq(evening->disk.line_count, 1);
    cr_assert(disk_has_line(&evening->disk, match, "Ann", "good luck"));
    /* The same request again says nothing. */
    chats(ann, match, "good luck", "k");
    commit(evening);
    cr_assert_eq(evening->disk.line_count, 1);
    evening_end(evening);
}

Test(hall_reports, a_report_names_both_and_the_match_and_is_on_disk_when_it_is_answered)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "Ben");
    int64_t match = begin_match(ann, ben, "nim", "9");
    begin_match(ann, ben, "nim", "8");
    reports(ann, "bEN", match, "he calls me names", "k");
    expect_silence(ann);
    commit(evening);
    cr_assert_eq(expect(ann, HEARD_REPORT_NUMBER)->report_number.report, 1);
    const struct disk_report *report = on_disk(ann, 1);
    cr_assert_eq(report->player, ann->player);
    cr_assert_eq(report->about, ben->player);
    cr_assert_eq(report->match, match);
    cr_assert_str_eq(report->about_name, "Ben");
    cr_assert_str_eq(report->words, "he calls me names");
    expect_silence(ben);
    evening_end(evening);
}

Test(hall_reports, without_a_match_it_is_about_the_last_one_of_the_two)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    struct guest *carl = arrive(evening, "carl");
    cr_assert_eq(on_disk(ann, reported(ann, "ben", 0))->match, 0);
    int64_t first = begin_match(ann, ben, "nim", "9"), second = begin_match(ben, ann, "nim", "9");
    begin_match(ann, carl, "nim", "9");
    begin_match(carl, ben, "nim", "9");
    cr_assert_eq(on_disk(ann, reported(ann, "ben", 0))->match, second);
    resigns(ann, first, "k1");
    resigns(ann, second, "k2");
    commit(evening);
    skip_all(evening);
    cr_assert_eq(on_disk(ben, reported(ben, "ann", 0))->match, second);
    evening_end(evening);
}

Test(hall_reports, the_same_key_is_the_same_report_after_a_restart_too)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann");
    arrive(evening, "ben");
    for (int life = 0; life < 2; life++) {
        reports(ann, "ben", 0, "rude", "k");
        commit(evening);
        cr_assert_eq(expect(ann, HEARD_REPORT_NUMBER)->report_number.report, 1);
        cr_assert_eq(hall_figures(evening->hall).reports, 1);
        crash(evening);
        come_back(ann);
    }
    evening_end(evening);
}

Test(hall_reports, about_accounts_and_opponents_who_have_left_but_about_no_others)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    leave(arrive_with_account(evening, "Carl"));
    leave(arrive(evening, "dora"));
    int64_t match = begin_match(ann, ben, "nim", "9");
    resigns(ben, match, "k");
    commit(evening);
    leave(ben);
    skip_all(evening);
    cr_assert_str_eq(on_disk(ann, reported(ann, "carl", match))->about_name, "Carl");
    cr_assert_eq(on_disk(ann, reported(ann, "ben", match))->about, ben->player);
    reports(ann, "dora", 0, "rude", "k1");
    commit(evening);
    expect_error(ann, ERROR_NO_SUCH_PLAYER);
    reports(ann, "ann", 0, "rude", "k1");
    commit(evening);
    expect_error(ann, ERROR_NO_SUCH_PLAYER);
    reports(ann, "carl", match + 1, "rude", "k1");
    commit(evening);
    expect_error(ann, ERROR_NO_SUCH_MATCH);
    reports(ann, "carl", 0, "two\nlines", "k1");
    commit(evening);
    expect_error(ann, ERROR_BAD_ARGUMENTS);
    evening_end(evening);
}

Test(hall_reports, a_closed_one_makes_room_for_the_next)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    struct guest *warden = newcomer(evening, "warden");
    connects(warden);
    for (int i = 0; i < HALL_REPORTS_MAX; i++)
        reported(ann, "ben", 0);
    reports(ann, "ben", 0, "rude", "k");
    commit(evening);
    expect_error(ann, ERROR_LIMIT_REACHED);
    closes_report(warden, 3);
    expect_silence(warden);
    commit(evening);
    expect(warden, HEARD_NOTHING);
    cr_assert(on_disk(ann, 3)->is_closed);
    closes_report(warden, 3);
    expect_error(warden, ERROR_NO_SUCH_REPORT);
    cr_assert_eq(reported(ann, "ben", 0), HALL_REPORTS_MAX + 1);
    crash(evening);
    come_back(ann);
    come_back(ben);
    cr_assert_eq(hall_figures(evening->hall).reports, HALL_REPORTS_MAX);
    reports(ann, "ben", 0, "rude", "k");
    commit(evening);
    expect_error(ann, ERROR_LIMIT_REACHED);
    evening_end(evening);
}

Test(hall_reports, guests_leave_room_for_those_of_accounts)
{
    struct evening *evening = evening_begin();
    struct guest *ben = arrive_with_account(evening, "ben");
    for (int i = 0; i < HALL_REPORTS_OF_GUESTS_MAX / HALL_REPORTS_MAX; i++) {
        char name[16];
        snprintf(name, sizeof name, "p%d", i);
        struct guest *guest = arrive(evening, name);
        for (int j = 0; j < HALL_REPORTS_MAX; j++)
            reported(guest, "ben", 0);
        leave(guest);
        forget_said(evening);
    }
    struct guest *ann = arrive(evening, "ann");
    reports(ann, "ben", 0, "rude", "k");
    commit(evening);
    expect_error(ann, ERROR_LIMIT_REACHED);
    skip_all(evening);
    cr_assert_eq(reported(ben, "ann", 0), HALL_REPORTS_OF_GUESTS_MAX + 1);
    evening_end(evening);
}
