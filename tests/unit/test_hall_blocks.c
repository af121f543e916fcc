/* Blocks: whom a player does not hear and does not meet, until it is taken back. */
#include "tests/unit/hall_contest.h"

#include <stdio.h>
#include <string.h>

SUITE(hall_blocks, 20);

static void expect_blocks(struct guest *guest, const char *names)
{
    char list[600] = "";
    lists_blocks(guest);
    commit(guest->evening);
    const struct heard *heard = expect(guest, HEARD_BLOCKS);
    for (size_t i = 0; i < heard->blocks.players_count; i++)
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? " " : "",
                 heard->blocks.players[i].name.bytes);
    cr_assert_str_eq(list, names);
}

static void block_done(struct guest *guest, const char *name)
{
    blocks(guest, name);
    commit(guest->evening);
    expect(guest, HEARD_NOTHING);
}

static void expect_declined(struct guest *guest, const char *words)
{
    const struct heard *heard = expect_error(guest, ERROR_DECLINED);
    cr_assert_str_eq(heard->error.message, words);
}

Test(hall_blocks, a_block_is_answered_when_it_is_on_disk_and_is_there_after_a_restart)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "Ann"), *ben = arrive(evening, "Ben");
    blocks(ann, "bEN");
    expect_silence(ann);
    commit(evening);
    expect(ann, HEARD_NOTHING);
    cr_assert(disk_has_blocked(&evening->disk, ann->player, ben->player));
    expect_blocks(ann, "Ben");
    crash(evening);
    come_back(ann);
    expect_blocks(ann, "Ben");
    expect_silence(ben);
    evening_end(evening);
}

Test(hall_blocks, blocking_again_is_no_error_and_no_second_block)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann");
    arrive(evening, "ben");
    block_done(ann, "ben");
    block_done(ann, "ben");
    expect_blocks(ann, "ben");
    cr_assert_eq(hall_figures(evening->hall).blocks, 1);
    evening_end(evening);
}

Test(hall_blocks, one_blocks_who_is_here_or_has_an_account_and_not_oneself)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "ann"), *zoe = arrive(evening, "zoe");
    leave(arrive_with_account(evening, "Ben"));
    leave(arrive(evening, "carl"));
    block_done(ann, "ben");
    blocks(ann, "carl");
    commit(evening);
    expect_error(ann, ERROR_NO_SUCH_PLAYER);
    blocks(ann, "ANN");
    expect_error(ann, ERROR_NO_SUCH_PLAYER);
    blocks(ann, "a b");
    expect_error(ann, ERROR_BAD_NAME);
    expect_blocks(ann, "Ben");
    expect_blocks(zoe, "");
    evening_end(evening);
}

Test(hall_blocks, who_has_left_before_the_account_was_found_has_not_blocked_it)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "ann");
    struct guest *ben = arrive_with_account(evening, "ben");
    leave(ben);
    evening->slow_look_ups = true;
    blocks(ann, "ben");
    commit(evening);
    const struct message *question = expect(ann, HEARD_LOOK_UP_ACCOUNT)->message;
    struct hall_found found = disk_find_open(&evening->disk, question->look_up_account.name_key);
    leave(ann);
    hall_account_looked_up(evening->hall, question, &found);
    commit(evening);
    cr_assert_not(disk_has_blocked(&evening->disk, ann->player, ben->player));
    evening_end(evening);
}

Test(hall_blocks, a_block_taken_back_is_gone_after_a_restart_too)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann");
    arrive(evening, "Ben");
    block_done(ann, "ben");
    unblocks(ann, "BEN");
    expect_silence(ann);
    commit(evening);
    expect(ann, HEARD_NOTHING);
    unblocks(ann, "ben");
    expect_error(ann, ERROR_NO_SUCH_PLAYER);
    expect_blocks(ann, "");
    crash(evening);
    come_back(ann);
    expect_blocks(ann, "");
    evening_end(evening);
}

Test(hall_blocks, lines_of_the_blocked_player_do_not_come_and_are_not_listed)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t match = begin_match(ann, ben, "nim", "9");
    block_done(ann, "ben");
    chats(ben, match, "hey", "k1");
    commit(evening);
    expect(ben, HEARD_NOTHING);
    expect(ben, HEARD_CHAT);
    expect_silence(ann);
    chats(ann, match, "bye", "k2");
    commit(evening);
    expect(ben, HEARD_CHAT);
    skip_all(evening);
    lists_chat(ann, match);
    commit(evening);
    cr_assert_eq(expect(ann, HEARD_CHAT_LINES)->chat_lines.lines_count, 1);
    /* The match itself goes on. */
    plays(ann, match, 1, "9>8");
    commit(evening);
    expect(ben, HEARD_MOVED);
    evening_end(evening);
}

Test(hall_blocks, neither_can_challenge_the_other)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    block_done(ann, "ben");
    offers(ben, "ann", "nim", "9", FIRST_MAKER, "k");
    commit(evening);
    expect_declined(ben, "'ann' is not available for a match with you");
    offers(ann, "ben", "nim", "9", FIRST_MAKER, "k");
    commit(evening);
    expect_declined(ann, "you have blocked 'ben': player.unblock lets you meet");
    unblocks(ann, "ben");
    offers(ben, "ann", "nim", "9", FIRST_MAKER, "k");
    commit(evening);
    expect(ben, HEARD_OFFER_NUMBER);
    evening_end(evening);
}

Test(hall_blocks, open_challenges_between_the_two_are_closed)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    struct guest *carl = arrive(evening, "carl");
    offers(ben, "ann", "nim", "9", FIRST_MAKER, "k1");
    offers(ann, "ben", "nim", "9", FIRST_MAKER, "k2");
    offers(ben, "carl", "nim", "9", FIRST_MAKER, "k3");
    commit(evening);
    skip_all(evening);
    blocks(ann, "ben");
    expect_silence(ben);
    commit(evening);
    expect(ann, HEARD_NOTHING);
    /* Ann's own was closed by her, ben's was declined. */
    cr_assert_str_eq(expect(ann, HEARD_OFFER_CLOSED)->offer_closed.reason.bytes, "cancelled");
    cr_assert_str_eq(expect(ann, HEARD_OFFER_CLOSED)->offer_closed.reason.bytes, "cancelled");
    cr_assert_str_eq(expect(ben, HEARD_OFFER_CLOSED)->offer_closed.reason.bytes, "cancelled");
    cr_assert_str_eq(expect(ben, HEARD_OFFER_CLOSED)->offer_closed.reason.bytes, "declined");
    expect_silence(carl);
    cr_assert_eq(hall_figures(evening->hall).offers, 1);
    evening_end(evening);
}

static size_t offers_shown(struct guest *guest)
{
    lists_offers(guest);
    commit(guest->evening);
    return expect(guest, HEARD_OFFERS)->offers.offers_count;
}

Test(hall_blocks, open_seeks_are_neither_listed_to_the_other_nor_accepted)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    struct guest *carl = arrive(evening, "carl");
    int64_t of_ann = open_seek(ann, "nim", "9"), of_ben = open_seek(ben, "nim", "8");
    block_done(ann, "ben");
    cr_assert_eq(offers_shown(ann), 1);
    cr_assert_eq(offers_shown(ben), 1);
    cr_assert_eq(offers_shown(carl), 2);
    accepts(ben, of_ann, "k");
    accepts(ann, of_ben, "k");
    commit(evening);
    expect_declined(ben, "'ann' is not available for a match with you");
    expect_declined(ann, "you have blocked 'ben': player.unblock lets you meet");
    accepts(carl, of_ann, "k");
    commit(evening);
    expect(carl, HEARD_MATCH);
    evening_end(evening);
}

Test(hall_blocks, invitations_of_either_are_not_for_the_other)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    struct hall_invitation invitation = {
        .terms = {.rules = given("nim"), .start = given("9"), .first = FIRST_MAKER},
    };
    char code[INVITATION_CODE_BYTES + 1];
    invites(ann, &invitation, "k0");
    commit(evening);
    make_code(code, 1);
    block_done(ben, "ann");
    skip_all(evening);
    comes_with(ben, code, "k1");
    commit(evening);
    expect_declined(ben, "you have blocked 'ann': player.unblock lets you meet");
    unblocks(ben, "ann");
    blocks(ann, "ben");
    commit(evening);
    skip_all(evening);
    comes_with(ben, code, "k1");
    commit(evening);
    expect_declined(ben, "'ann' is not available for a match with you");
    evening_end(evening);
}

Test(hall_blocks, there_is_no_rematch_between_the_two)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t match = begin_match(ann, ben, "nim", "9");
    resigns(ann, match, "k1");
    commit(evening);
    asks_rematch(ben, match, "k2");
    commit(evening);
    block_done(ann, "ben");
    skip_all(evening);
    asks_rematch(ann, match, "k3");
    asks_rematch(ben, match, "k4");
    commit(evening);
    expect_error(ann, ERROR_DECLINED);
    expect_error(ben, ERROR_DECLINED);
    evening_end(evening);
}

Test(hall_blocks, a_tournament_pairs_them_all_the_same)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    block_done(ann, "ben");
    struct guest *both[] = {ann, ben};
    open_contest(ann, both, 2, (struct hall_tournament_plan){.format = given("round-robin")});
    commit(evening);
    cr_assert_gt(hall_figures(evening->hall).live_matches, 0);
    evening_end(evening);
}

Test(hall_blocks, a_guest_who_registers_keeps_them)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann");
    arrive(evening, "ben");
    block_done(ann, "ben");
    registers(ann, "secret", "k");
    commit(evening);
    skip_all(evening);
    expect_blocks(ann, "ben");
    crash(evening);
    logs_in(ann, "secret");
    commit(evening);
    skip_all(evening);
    expect_blocks(ann, "ben");
    evening_end(evening);
}

Test(hall_blocks, those_by_and_of_a_closed_account_go_with_it)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "ann");
    struct guest *ben = arrive_with_account(evening, "ben");
    block_done(ann, "ben");
    block_done(ben, "ann");
    closes(ann, "secret", "k");
    commit(evening);
    skip_all(evening);
    expect_blocks(ben, "");
    cr_assert_eq(disk_blocks(&evening->disk), 0);
    cr_assert_eq(hall_figures(evening->hall).blocks, 0);
    evening_end(evening);
}

Test(hall_blocks, one_player_blocks_so_many_and_no_more)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann");
    for (int i = 0; i < HALL_BLOCKS_MAX; i++) {
        char name[16];
        snprintf(name, sizeof name, "p%d", i);
        struct guest *other = arrive(evening, name);
        block_done(ann, name);
        leave(other);
        forget_said(evening);
    }
    arrive(evening, "ben");
    blocks(ann, "ben");
    commit(evening);
    expect_error(ann, ERROR_LIMIT_REACHED);
    unblocks(ann, "p7");
    blocks(ann, "ben");
    commit(evening);
    expect(ann, HEARD_NOTHING);
    expect(ann, HEARD_NOTHING);
    evening_end(evening);
}

Test(hall_blocks, while_the_disk_takes_no_writes_none_is_made_or_taken_back)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *carl = arrive(evening, "carl");
    arrive(evening, "ben");
    blocks(ann, "ben");
    submit(evening);
    stall(evening);
    skip_all(evening);
    blocks(carl, "ben");
    expect_error(carl, ERROR_SERVER_STALLED);
    unblocks(ann, "ben");
    expect_error(ann, ERROR_SERVER_STALLED);
    land(evening);
    expect(ann, HEARD_RESUMED);
    expect(ann, HEARD_NOTHING);
    evening_end(evening);
}
