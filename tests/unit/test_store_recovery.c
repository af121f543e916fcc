/* What the hall is told after a start: players, matches, keys of requests and bans.
 * tests/unit/test_store_tournament_recovery.c has tournaments and ratings. */
#include "tests/hall/heard.h"
#include "tests/suite.h"
#include "tests/unit/test_store_fixture.h"

#include <stdio.h>
#include <string.h>

SUITE(store_recovery, 60);

static struct place place;
static struct running running;
static struct store_reader *reader;
static struct error error;

static void open_reader(void)
{
    cr_assert_eq(store_reader_open(place.database, &reader, &error), ERROR_NONE, "%s",
                 error.message);
}

/* A store with two players, Ann and Bob. */
static void begin(void)
{
    place = place_make();
    running_start(&running, &place);
    running_commit(&running, batch_of_two_players());
}

static void end(void)
{
    store_reader_close(reader);
    running_close(&running);
    place_remove(&place);
}

enum { NOW_MS = 5000 };

static struct hall *empty_hall(void)
{
    struct hall_config config = {.seed = 1, .now_ms = NOW_MS, .limits = hall_limits_default};
    return hall_create(&config);
}

static struct hall *recovered_hall(void)
{
    struct hall *hall = empty_hall();
    cr_assert_eq(running_recover(&running, hall, &error), ERROR_NONE, "%s", error.message);
    return hall;
}

static struct heard *next_heard(struct hall *hall, enum heard_kind kind)
{
    struct message *message = hall_message_next(hall);
    cr_assert_not_null(message);
    struct heard *heard = heard_read(message);
    cr_assert_eq(heard->kind, kind, "%d instead of %d", heard->kind, kind);
    return heard;
}

/* The same, past other messages. */
static struct heard *next_answer(struct hall *hall, enum heard_kind kind)
{
    struct message *message;
    while ((message = hall_message_next(hall))) {
        struct heard *heard = heard_read(message);
        if (heard->kind == kind)
            return heard;
        heard_destroy(heard);
    }
    cr_fatal("nothing is said of the kind %d", kind);
}

/* Player `id` comes back with the token of the same number. */
static void come_back(struct hall *hall, uint64_t session, int64_t id)
{
    struct hall_caller caller = {.session = session, .request = 1};
    struct hall_hello hello = {.token = {"token", 5}};
    struct hall_found found;
    token_hash_of(id, hello.token_hash);
    cr_assert(hall_hello(hall, caller, &hello));
    heard_destroy(next_heard(hall, HEARD_LOOK_UP_HELLO));
    cr_assert_eq(store_reader_token(reader, hello.token_hash, NOW_MS, &found, &error), ERROR_NONE);
    hall_hello_looked_up(hall, caller, &hello, &found);
    store_found_finish(&found);
    struct heard *heard = next_heard(hall, HEARD_WELCOME);
    cr_assert_eq(heard->welcome.player, id);
    cr_assert_eq(heard->welcome.matches_count, 2);
    heard_destroy(heard);
}

/* Two unfinished matches whose moves are interleaved with each other's and with an ended one's. */
static void write_two_unfinished(void)
{
    struct batch *batch = batch_create();
    add_match(batch, 7, 1, 2, "3+5");
    add_move(batch, 7, 1, "5>3");
    add_match(batch, 8, 1, 2, "3+5");
    add_match(batch, 9, 2, 1, "4+6");
    add_move(batch, 8, 1, "5>3");
    add_move(batch, 9, 1, "6>5");
    running_commit(&running, batch);
    batch = batch_create();
    add_move(batch, 7, 2, "3>1");
    add_end(batch, 8, 1, "5>3", ENDING_RESIGNATION, SEAT_FIRST);
    add_answer(batch, 1, "used", REQUEST_MATCH_ABORT, 7, 0, 4999);
    running_commit(&running, batch);
}

Test(store_recovery, the_hall_is_rebuilt_from_the_unfinished_matches)
{
    begin();
    write_two_unfinished();
    running_close(&running);
    running_start(&running, &place);
    open_reader();
    struct hall *hall = recovered_hall();
    cr_assert_eq(hall_figures(hall).live_matches, 2);
    come_back(hall, 50, 1);
    hall_match_resume(hall, (struct hall_caller){.session = 50, .request = 2}, 7, 0);
    struct heard *heard = next_answer(hall, HEARD_MATCH);
    cr_assert_str_eq(heard->match.position.bytes, "1+3");
    cr_assert_eq(heard->match.moves_count, 2);
    cr_assert_str_eq(heard->match.moves[0].bytes, "5>3");
    cr_assert_str_eq(heard->match.moves[1].bytes, "3>1");
    cr_assert_str_eq(heard->match.seat.bytes, "first");
    cr_assert_str_eq(heard->match.second.bytes, "Bob");
    heard_destroy(heard);
    hall_destroy(hall);
    end();
}

/* 5>3 3>1 is taken back to 5>3, then 3>0 is played. */
static void write_taken_back(void)
{
    struct batch *batch = batch_create();
    add_match(batch, 7, 1, 2, "3+5");
    add_move(batch, 7, 1, "5>3");
    add_match(batch, 8, 1, 2, "3+5");
    add_move(batch, 7, 2, "3>1");
    running_commit(&running, batch);
    batch = batch_create();
    add_takeback(batch, 7, 2)->move.taken_ms = 40;
    add_move(batch, 8, 1, "5>3");
    add_move(batch, 7, 2, "3>0")->move.taken_ms = 50;
    add_takeback(batch, 8, 1);
    running_commit(&running, batch);
}

static void assert_taken_back(const struct wire_match *match, int64_t ended)
{
    cr_assert_eq(match->ply, 2);
    cr_assert_eq(match->seq, 4 + ended);
    cr_assert_eq(match->back, 1);
    cr_assert_str_eq(words_text(match->moves, match->moves_count), "5>3 3>0");
    cr_assert_eq(match->taken[1], 50);
    cr_assert_eq(match->taken_back_count, 1);
    cr_assert_eq(match->taken_back[0].ply, 2);
    cr_assert_str_eq(words_text(match->taken_back[0].moves, match->taken_back[0].moves_count),
                     "3>1");
    assert_text(match->position, "3");
}

Test(store_recovery, what_was_taken_back_stays_taken_back)
{
    begin();
    write_taken_back();
    running_close(&running);
    running_start(&running, &place);
    open_reader();
    struct hall *hall = recovered_hall();
    come_back(hall, 50, 1);
    hall_match_resume(hall, (struct hall_caller){.session = 50, .request = 2}, 7, 0);
    struct heard *heard = next_answer(hall, HEARD_MATCH);
    assert_taken_back(&heard->match, 0);
    heard_destroy(heard);
    hall_match_resume(hall, (struct hall_caller){.session = 50, .request = 3}, 8, 0);
    heard = next_answer(hall, HEARD_MATCH);
    cr_assert_eq(heard->match.ply, 0);
    cr_assert_eq(heard->match.seq, 2);
    heard_destroy(heard);
    hall_destroy(hall);
    end();
}

Test(store_recovery, the_reader_shows_what_was_taken_back_before_and_after_the_end)
{
    begin();
    write_taken_back();
    open_reader();
    struct wire_arena *arena = wire_arena_create();
    struct wire_match match;
    int64_t seq;
    cr_assert_eq(store_reader_match(reader, 7, 0, 1, arena, &match, &error), ERROR_NONE, "%s",
                 error.message);
    assert_taken_back(&match, 0);
    struct batch *batch = batch_create();
    add_end(batch, 7, 2, "5>3 3>0", ENDING_RESIGNATION, SEAT_FIRST)->end.taken_back =
        batch_keep(batch, "2 3>1", 5);
    batch->records[0].end.times = batch_keep(batch, "0 50", 4);
    running_commit(&running, batch);
    cr_assert_eq(store_reader_match(reader, 7, 0, 1, arena, &match, &error), ERROR_NONE, "%s",
                 error.message);
    assert_taken_back(&match, 1);
    cr_assert_eq(store_reader_move(reader, 7, 2, 2, "3+3>3", arena, &match, &seq, &error),
                 ERROR_NONE);
    cr_assert_eq(seq, 4);
    cr_assert_eq(store_reader_move(reader, 7, 1, 1, "5>3", arena, &match, &seq, &error),
                 ERROR_NONE);
    cr_assert_eq(seq, 1);
    cr_assert_eq(store_reader_move(reader, 7, 2, 2, "3>1", arena, &match, &seq, &error),
                 ERROR_NONE);
    cr_assert_eq(seq, 0);
    wire_arena_destroy(arena);
    end();
}

static void assert_impossible(const char *sql)
{
    begin();
    write_taken_back();
    do_sql(&place, sql);
    open_reader();
    struct hall *hall = empty_hall();
    struct wire_arena *arena = wire_arena_create();
    struct wire_match match;
    cr_assert_eq(running_recover(&running, hall, &error), ERROR_INTERNAL);
    cr_assert_eq(store_reader_match(reader, 7, 0, 1, arena, &match, &error), ERROR_INTERNAL);
    wire_arena_destroy(arena);
    hall_destroy(hall);
    end();
}

Test(store_recovery, moves_that_were_not_made_cannot_be_taken_back)
{
    assert_impossible("UPDATE journal SET ply = 3 WHERE match = 7 AND move = ''");
    assert_impossible("UPDATE journal SET ply = 0 WHERE match = 7 AND move = ''");
}

Test(store_recovery, a_record_of_what_was_taken_back_that_cannot_be_read_is_told)
{
    static const char *const texts[] = {"2",         "x 3>1", "2 ",        "2 3>1 /",
                                        "2 3>1 / 5", "0 3>1", "2 3>1  3>2"};
    begin();
    write_taken_back();
    struct batch *batch = batch_create();
    add_end(batch, 7, 2, "5>3 3>0", ENDING_RESIGNATION, SEAT_FIRST);
    running_commit(&running, batch);
    open_reader();
    struct wire_arena *arena = wire_arena_create();
    struct wire_match match;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char sql[100];
        snprintf(sql, sizeof sql, "UPDATE match SET taken_back = '%s' WHERE id = 7", texts[i]);
        do_sql(&place, sql);
        cr_assert_eq(store_reader_match(reader, 7, 0, 1, arena, &match, &error), ERROR_INTERNAL,
                     "'%s'", texts[i]);
    }
    wire_arena_destroy(arena);
    end();
}

Test(store_recovery, a_key_used_before_the_start_is_still_used)
{
    begin();
    write_two_unfinished();
    open_reader();
    struct hall *hall = recovered_hall();
    come_back(hall, 50, 1);
    hall_match_abort(hall, (struct hall_caller){.session = 50, .request = 2}, 7,
                     (struct hall_text){"used", 4});
    bool answered = false;
    for (struct message *message; (message = hall_message_next(hall));) {
        answered |= message->record == &wire_record_nothing && message->is_answer;
        message_destroy(message);
    }
    cr_assert(answered, "the answer of the key's first request");
    cr_assert_eq(hall_figures(hall).live_matches, 2);
    hall_destroy(hall);
    end();
}

/* Cem says hello for the first time; the batch that comes of it. */
static struct batch *hello_of_a_new_guest(struct hall *hall)
{
    struct hall_caller caller = {.session = 50, .request = 1};
    struct hall_found found = {0};
    struct hall_hello hello = {.name = {"Cem", 3}, .fresh_token = "t", .fresh_token_hash = "h"};
    cr_assert(hall_hello(hall, caller, &hello));
    heard_destroy(next_heard(hall, HEARD_LOOK_UP_HELLO));
    hall_hello_looked_up(hall, caller, &hello, &found);
    struct batch *batch = hall_batch_take(hall);
    cr_assert_not_null(batch);
    return batch;
}

Test(store_recovery, new_ids_follow_the_greatest_ever_given)
{
    begin();
    struct batch *batch = batch_create();
    add_match(batch, 41, 1, 2, "3+5");
    add_end(batch, 41, 0, "", ENDING_RESIGNATION, SEAT_SECOND);
    add_token(batch, 30, 1, 0, 1);
    add_token_revoked(batch, 1, 30, 0);
    running_commit(&running, batch);
    struct hall *hall = recovered_hall();
    batch = hello_of_a_new_guest(hall);
    cr_assert_eq(batch->records[0].kind, RECORD_PLAYER);
    cr_assert_eq(batch->records[0].player.id, 3);
    cr_assert_eq(batch->records[1].kind, RECORD_TOKEN);
    cr_assert_eq(batch->records[1].token.number, 31, "number 30 is given, though it is gone");
    hall_batch_committed(hall, batch);
    hall_destroy(hall);
    end();
}

Test(store_recovery, the_clocks_go_on_where_the_journal_left_them)
{
    begin();
    struct batch *batch = batch_create();
    add_clocked_match(batch, 7, 1, 2, "300+3");
    add_clocked_match(batch, 8, 1, 2, "30/move");
    add_clocked_move(batch, 7, 1, "5>3", (struct move_times){60000, 100, 243100});
    add_clocked_move(batch, 7, 2, "3>1", (struct move_times){10000, 0, 293000});
    running_commit(&running, batch);
    open_reader();
    struct hall *hall = recovered_hall();
    come_back(hall, 50, 1);
    hall_match_resume(hall, (struct hall_caller){.session = 50, .request = 2}, 7, 0);
    struct heard *heard = next_answer(hall, HEARD_MATCH);
    cr_assert_str_eq(heard->match.clock.bytes, "300+3");
    cr_assert_eq(heard->match.first_left, 243100);
    cr_assert_eq(heard->match.second_left, 293000);
    heard_destroy(heard);
    hall_destroy(hall);
    end();
}

Test(store_recovery, bans_hold_after_a_start)
{
    begin();
    struct batch *batch = batch_create();
    add_ban(batch, BAN_NAME, "cem", 100, 0);
    add_ban(batch, BAN_ADDRESS, "10.1.2.3", 200, NOW_MS + 1);
    running_commit(&running, batch);
    struct hall *hall = recovered_hall();
    hall_operator_bans(hall, (struct hall_caller){.session = 60, .request = 1});
    struct heard *heard = next_heard(hall, HEARD_BANS);
    cr_assert_eq(heard->bans.bans_count, 2);
    for (size_t i = 0; i < 2; i++) {
        const struct wire_ban *ban = &heard->bans.bans[i];
        bool by_name = ban->player.bytes != NULL;
        cr_assert_str_eq(by_name ? ban->player.bytes : ban->address.bytes, "as shown");
        cr_assert_str_eq(ban->reason.bytes, "as told");
        cr_assert_eq(ban->made, by_name ? 100 : 200);
        cr_assert_eq(ban->until, by_name ? WIRE_ABSENT : NOW_MS + 1);
    }
    cr_assert_neq(!heard->bans.bans[0].player.bytes, !heard->bans.bans[1].player.bytes);
    heard_destroy(heard);
    struct hall_hello cem = {.name = {"CEM", 3}};
    cr_assert_not(hall_hello(hall, (struct hall_caller){.session = 50, .request = 1}, &cem));
    heard = next_heard(hall, HEARD_ERROR);
    cr_assert_eq(heard->error.code, ERROR_BANNED);
    heard_destroy(heard);
    hall_destroy(hall);
    end();
}

Test(store_recovery, accounts_keep_their_names_from_those_who_look_alike)
{
    begin();
    struct batch *batch = batch_create();
    add_password(batch, 2, "hash");
    running_commit(&running, batch);
    struct hall *hall = recovered_hall();
    static const struct {
        struct hall_hello hello;
        bool is_welcome;
    } hellos[] = {
        {{.name = {"B0B", 3}, .client = "c", .address = "a", .fresh_token = "t"}, false},
        {{.name = {"Ann", 3}, .client = "c", .address = "a", .fresh_token = "u"}, true},
    };
    for (size_t i = 0; i < 2; i++) {
        struct hall_caller caller = {.session = 50 + i, .request = 1};
        struct hall_found nobody = {0};
        cr_assert(hall_hello(hall, caller, &hellos[i].hello));
        heard_destroy(next_heard(hall, HEARD_LOOK_UP_HELLO));
        hall_hello_looked_up(hall, caller, &hellos[i].hello, &nobody);
        if (!hellos[i].is_welcome)
            heard_destroy(next_heard(hall, HEARD_ERROR));
        cr_assert_eq(hall_session_is_open(hall, 50 + i), hellos[i].is_welcome);
    }
    hall_destroy(hall);
    end();
}

Test(store_recovery, blocks_hold_after_a_start)
{
    begin();
    struct batch *batch = batch_create();
    add_player(batch, 3, "Cem");
    add_player(batch, 4, "Dan");
    add_password(batch, 4, "hash");
    add_block(batch, 1, 3, 200);
    add_block(batch, 1, 2, 100);
    add_block(batch, 2, 1, 300);
    add_block(batch, 4, 1, 400);
    running_commit(&running, batch);
    batch = batch_create();
    add_unblock(batch, 2, 1);
    add_closed(batch, 4);
    /* It was looked up before it was closed. */
    add_block(batch, 1, 4, 500);
    running_commit(&running, batch);
    assert_rows(place.database, "SELECT * FROM block ORDER BY blocked", "1|2|100\n1|3|200");
    struct hall *hall = recovered_hall();

    struct hall_caller caller = {.session = 60, .request = 1};
    struct hall_found ann = {.player = 1, .name = "Ann", .token = 1, .token_expires_ms = LATER_MS};
    struct hall_hello hello = {.token = {"t", 1}, .client = "c", .address = "a"};
    cr_assert(hall_hello(hall, caller, &hello));
    heard_destroy(next_heard(hall, HEARD_LOOK_UP_HELLO));
    hall_hello_looked_up(hall, caller, &hello, &ann);
    heard_destroy(next_heard(hall, HEARD_WELCOME));
    hall_player_blocks(hall, caller);
    struct heard *heard = next_heard(hall, HEARD_BLOCKS);
    cr_assert_eq(heard->blocks.players_count, 2);
    cr_assert_str_eq(heard->blocks.players[0].name.bytes, "Bob");
    cr_assert_eq(heard->blocks.players[0].player, 2);
    cr_assert_eq(heard->blocks.players[0].since, 100);
    cr_assert_str_eq(heard->blocks.players[1].name.bytes, "Cem");
    heard_destroy(heard);
    hall_destroy(hall);
    end();
}

static const char first_code[] = "0123456789-abcdef_ABCD", second_code[] = "zyxwvu9876-abcdef_ABCD";

static const struct wire_invitation *look_at(struct hall *hall, const char *code,
                                             struct heard **ret_heard)
{
    struct hall_caller caller = {.session = 60, .request = 2};
    hall_invitation_show(hall, caller, (struct hall_text){code, strlen(code)});
    *ret_heard = next_answer(hall, HEARD_INVITATION);
    return &(*ret_heard)->shown_invitation;
}

Test(store_recovery, open_invitations_wait_on_with_their_makers)
{
    begin();
    struct batch *batch = batch_create();
    add_invitation(batch, 1, 1, first_code);
    struct record *record = add_invitation(batch, 2, 1, second_code);
    record->invitation.addressee = batch_keep(batch, "Cem", 3);
    record->invitation.rules = batch_keep(batch, "octal:0.77,misere", 17);
    record->invitation.clock = batch_keep(batch, "300+3", 5);
    record->invitation.first = FIRST_TAKER;
    record->invitation.rated = true;
    add_invitation(batch, 3, 1, "gone56789A-abcdef_ABCD");
    running_commit(&running, batch);
    batch = batch_create();
    add_invitation_used(batch, 2);
    add_invitation_gone(batch, 3);
    running_commit(&running, batch);
    struct hall *hall = recovered_hall();
    cr_assert_eq(hall_figures(hall).invitations, 2);

    struct hall_caller caller = {.session = 60, .request = 1};
    struct hall_found nobody = {0};
    struct hall_hello dan = {.name = {"Dan", 3}, .client = "c", .address = "a", .fresh_token = "t"};
    cr_assert(hall_hello(hall, caller, &dan));
    hall_hello_looked_up(hall, caller, &dan, &nobody);
    struct batch *written = hall_batch_take(hall);
    hall_batch_committed(hall, written);
    struct heard *heard;
    const struct wire_invitation *shown = look_at(hall, first_code, &heard);
    assert_text(shown->from, "Ann");
    assert_text(shown->to, NULL);
    assert_text(shown->clock, NULL);
    assert_text(shown->first, "random");
    cr_assert_not(shown->rated);
    cr_assert_eq(shown->uses, 2);
    cr_assert_eq(shown->created, 4000);
    cr_assert_eq(shown->expires, 400000000);
    heard_destroy(heard);
    shown = look_at(hall, second_code, &heard);
    assert_text(shown->to, "Cem");
    assert_text(shown->rules, "octal:0.77,misere");
    assert_text(shown->start, "3+5");
    assert_text(shown->clock, "300+3");
    assert_text(shown->first, "taker");
    cr_assert(shown->rated);
    cr_assert_eq(shown->uses, 1);
    heard_destroy(heard);
    hall_destroy(hall);

    /* The number of one that is gone is not given again. */
    assert_rows(place.database, "SELECT number FROM last_number WHERE kind = 'invitation'", "3");
    end();
}

Test(store_recovery, recovery_names_the_invitation_that_cannot_be)
{
    begin();
    struct batch *batch = batch_create();
    add_invitation(batch, 1, 1, first_code);
    running_commit(&running, batch);
    do_sql(&place, "UPDATE invitation SET start = '3+'");
    struct hall *hall = empty_hall();
    cr_assert_eq(running_recover(&running, hall, &error), ERROR_INTERNAL);
    cr_assert_not_null(strstr(error.message, "invitation 1"), "%s", error.message);
    hall_destroy(hall);
    end();
}

Test(store_recovery, recovery_names_the_match_whose_journal_cannot_be)
{
    begin();
    write_two_unfinished();
    do_sql(&place, "UPDATE journal SET move = '9>1' WHERE match = 9");
    struct hall *hall = empty_hall();
    cr_assert_eq(running_recover(&running, hall, &error), ERROR_INTERNAL);
    cr_assert_not_null(strstr(error.message, "match 9"), "%s", error.message);
    hall_destroy(hall);
    end();
}
