/* From the disk after a restart. */
#include "common/wire/wire.h"
#include "server/hall/match_record.h"
#include "tests/unit/hall_fixture.h"

#include <math.h>

SUITE(hall_restart, 60);

/* The view of a match that ann is given. */
static const struct wire_match *view_of(struct guest *ann, int64_t match)
{
    skip(ann);
    resumes(ann, match, 0);
    return &expect(ann, HEARD_MATCH)->match;
}

static void expect_same_after_restart(const char *rules, uint64_t seed)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t match = begin_match(ann, ben, rules, NULL);
    struct random random = random_from_seed(seed);
    struct guest *players[2] = {ann, ben};
    for (int64_t ply = 1; ply <= 6; ply++) {
        const struct disk_match *on_disk = disk_match(&evening->disk, match);
        if (on_disk->ending != ENDING_NONE)
            break;
        struct move move;
        struct text text = {0};
        uint128 count = move_count(&on_disk->rules, &on_disk->position);
        move_at(&on_disk->rules, &on_disk->position, random_below(&random, count), &move);
        move_print(&on_disk->rules, &on_disk->position, &move, &text);
        plays(players[ply % 2 == 0], match, ply, text_string(&text));
        text_finish(&text);
        commit(evening);
    }
    if (disk_match(&evening->disk, match)->ending == ENDING_NONE) {
        const struct wire_match *before = view_of(ann, match);
        crash(evening);
        come_back(ann);
        const struct wire_match *after = view_of(ann, match);
        cr_assert_str_eq(after->position.bytes, before->position.bytes);
        for (size_t i = 0; i < before->moves_count; i++)
            cr_assert_str_eq(after->moves[i].bytes, before->moves[i].bytes);
        cr_assert_eq(after->ply, before->ply);
        cr_assert_eq(after->seq, before->seq);
        cr_assert_str_eq(after->seat.bytes, before->seat.bytes);
        cr_assert_eq(after->created, before->created);
    }
    evening_end(evening);
}

Test(hall_restart, a_match_stands_as_it_stood)
{
    static const char *const rules[] = {
        "nim",
        "take-away:2x",
        "octal:0.77",
        "octal:4.3...",
        "take-away:3/2x+1",
        "take-away:3x,local",
        "take-away:3x,global",
        "take-away:2x,local,misere",
        "take-away:2x,global,misere",
        "subtraction:squares,misere",
        "octal:4.7...,misere",
        "grundy",
        "grundy,misere",
        "wythoff",
        "chomp",
        "green-hackenbush",
        "green-hackenbush,misere",
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        for (uint64_t seed = 0; seed < 20; seed++)
            expect_same_after_restart(rules[i], seed);
}

Test(hall_restart, the_turn_is_the_same)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t match = begin_match(ann, ben, "take-away:2x", "35");
    play_on(ann, ben, match, 1, "35>29");
    crash(evening);
    come_back(ann);
    come_back(ben);
    skip_all(evening);
    plays(ann, match, 2, "29>28");
    expect_error(ann, ERROR_NOT_YOUR_TURN);
    plays(ann, match, 1, "35>29");
    expect(ann, HEARD_MOVE_DONE);
    plays(ben, match, 2, "29>16");
    expect_error(ben, ERROR_ILLEGAL_MOVE);
    plays(ben, match, 2, "29>17");
    commit(evening);
    expect(ben, HEARD_MOVE_DONE);
    expect(ann, HEARD_MOVED);
    evening_end(evening);
}

Test(hall_restart, what_was_not_committed_never_was)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t match = begin_match(ann, ben, "nim", "5");
    plays(ann, match, 1, "5>4");
    submit(evening);
    plays(ben, match, 2, "4>3");
    crash(evening);
    come_back(ann);
    cr_assert_eq(view_of(ann, match)->ply, 0);
    plays(ann, match, 1, "5>1");
    commit(evening);
    expect(ann, HEARD_MOVE_DONE);
    evening_end(evening);
}

Test(hall_restart, seated_players_keep_their_names_and_tokens)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    begin_match(ann, ben, "nim", "5");
    crash(evening);
    struct guest *other = newcomer(evening, "ANN");
    says_hello(other);
    expect_error(other, ERROR_NAME_TAKEN);
    shows_token(ann, ann->token);
    commit(evening);
    cr_assert_eq(expect(ann, HEARD_WELCOME)->welcome.matches_count, 1);
    cr_assert_eq(hall_figures(evening->hall).players, 2);
    evening_end(evening);
}

Test(hall_restart, others_are_looked_up)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann");
    crash(evening);
    cr_assert_eq(hall_figures(evening->hall).players, 0);
    shows_token(ann, ann->token);
    commit(evening);
    cr_assert_eq(expect(ann, HEARD_WELCOME)->welcome.player, 1);
    evening_end(evening);
}

Test(hall_restart, numbers_go_on)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t match = begin_match(ann, ben, "nim", "5");
    crash(evening);
    come_back(ann);
    come_back(ben);
    cr_assert_eq(arrive(evening, "carl")->player, 3);
    cr_assert_eq(begin_match(ann, ben, "nim", "5"), match + 1);
    evening_end(evening);
}

Test(hall_restart, a_match_that_ended_before_has_no_rematch_but_is_looked_up)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t match = begin_match(ann, ben, "nim", "1");
    play_on(ann, ben, match, 1, "1>0");
    crash(evening);
    come_back(ann);
    come_back(ben);
    asks_rematch(ann, match, "k");
    expect_error(ann, ERROR_NO_SUCH_MATCH);
    resumes(ann, match, 0);
    expect(ann, HEARD_LOOK_UP_MATCH);
    resigns(ann, match, "k2");
    expect_error(ann, ERROR_MATCH_OVER);
    evening_end(evening);
}

/* --- another machine takes over --- */

static int64_t first_offer_of(int64_t epoch, int64_t now_ms, int64_t last_ms)
{
    struct evening *evening = evening_begin_with(&(struct hall_config){
        .seed = 1, .now_ms = now_ms, .tick_ms = 1000000, .limits = hall_limits_default});
    hall_succeed(evening->hall, epoch, last_ms);
    struct guest *ann = arrive(evening, "ann");
    seeks(ann, "nim", "5", "k");
    commit(evening);
    int64_t offer = expect(ann, HEARD_OFFER_NUMBER)->offer_number.offer;
    evening_end(evening);
    return offer;
}

/* Its clock may be behind that of the machine before. */
Test(hall_restart, offers_are_numbered_by_the_epoch_and_not_by_the_clock)
{
    enum { HOUR_MS = 3600000 };
    int64_t now_ms = 1700000000000;
    int64_t before = first_offer_of(7, now_ms + HOUR_MS, now_ms);
    int64_t after = first_offer_of(8, now_ms, now_ms);
    cr_assert_gt(after, before + 10000000, "%lld, then %lld", (long long)before, (long long)after);
    cr_assert_lt(first_offer_of(INT64_C(1) << 40, now_ms, now_ms), INT64_C(1) << 43);
}

static int64_t match_begun_after(int64_t last_ms)
{
    struct evening *evening = evening_begin();
    hall_succeed(evening->hall, 2, last_ms);
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t match = begin_match(ann, ben, "nim", "5");
    int64_t began_ms = disk_match(&evening->disk, match)->created_ms;
    evening_end(evening);
    return began_ms;
}

Test(hall_restart, time_does_not_go_back_to_before_the_last_sign_of_the_hall_before)
{
    int64_t now_ms = match_begun_after(0);
    cr_assert_geq(match_begun_after(now_ms + 3600000), now_ms + 3600000);
    cr_assert_eq(match_begun_after(now_ms - 3600000), now_ms);
}

/* --- what the database says may be wrong --- */

struct recovery {
    struct hall *hall;
    struct error error;
};

static const struct hall_counters two_players = {
    .last_player = 2, .last_match = 5, .last_token = 2};

static struct recovery recovery_of_two_players(void)
{
    struct recovery recovery = {.hall = hall_create(&(struct hall_config){.now_ms = 1})};
    hall_restore_counters(recovery.hall, &two_players);
    hall_restore_player(recovery.hall, 1, "ann", false);
    hall_restore_player(recovery.hall, 2, "ben", true);
    return recovery;
}

/* Between the two players. */
static struct match_record match_5(const char *rules, const char *start, const char *clock)
{
    return (struct match_record){
        .id = 5,
        .rules = rules,
        .start = start,
        .first = 1,
        .second = 2,
        .clock = clock,
        .created_ms = 1,
        .look = "",
    };
}

static void expect_clocked_match_refused(const char *rules, const char *start, int64_t first,
                                         int64_t second, const char *clock)
{
    struct recovery recovery = recovery_of_two_players();
    struct match_record match = match_5(rules, start, clock);
    match.first = first;
    match.second = second;
    cr_assert_eq(hall_restore_match(recovery.hall, &match, &recovery.error), ERROR_INTERNAL);
    cr_assert_not_null(strstr(recovery.error.message, "match 5"), "%s", recovery.error.message);
    hall_destroy(recovery.hall);
}

static void expect_match_refused(const char *rules, const char *start, int64_t first,
                                 int64_t second)
{
    expect_clocked_match_refused(rules, start, first, second, "");
}

Test(hall_restart, a_match_with_unreadable_rules_is_refused)
{
    expect_match_refused("gomoku", "3", 1, 2);
}

Test(hall_restart, a_match_with_an_unreadable_start_is_refused)
{
    expect_match_refused("nim", "three", 1, 2);
}

Test(hall_restart, a_match_with_an_unreadable_clock_is_refused)
{
    expect_clocked_match_refused("nim", "3", 1, 2, "soon");
}

Test(hall_restart, a_match_with_a_look_that_has_no_name_is_refused)
{
    struct recovery recovery = recovery_of_two_players();
    struct match_record match = match_5("nim", "3", "");
    match.look = "A board";
    cr_assert_eq(hall_restore_match(recovery.hall, &match, &recovery.error), ERROR_INTERNAL);
    cr_assert_str_eq(recovery.error.message, "match 5: 'A board' is the name of no look");
    hall_destroy(recovery.hall);
}

Test(hall_restart, a_match_with_an_unknown_player_is_refused)
{
    expect_match_refused("nim", "3", 1, 3);
    expect_match_refused("nim", "3", 3, 1);
}

Test(hall_restart, a_match_of_one_player_is_refused)
{
    expect_match_refused("nim", "3", 1, 1);
}

/* `made` follows upon the move 3>2 of match 5. */
static void expect_times_refused(const char *clock, int64_t left_ms, const struct move_record *made)
{
    struct recovery recovery = recovery_of_two_players();
    struct error *error = &recovery.error;
    struct move_record first = {.match = 5, .ply = 1, .move = "3>2", .left_ms = left_ms};
    struct match_record match = match_5("nim", "3", clock);
    cr_assert_eq(hall_restore_match(recovery.hall, &match, error), ERROR_NONE);
    cr_assert_eq(hall_restore_move(recovery.hall, &first, error), ERROR_NONE);
    cr_assert_eq(hall_restore_move(recovery.hall, made, error), ERROR_INTERNAL);
    cr_assert_not_null(strstr(error->message, "match"), "%s", error->message);
    hall_destroy(recovery.hall);
}

static void expect_move_refused(int64_t match, int64_t ply, const char *move)
{
    struct move_record made = {.match = match, .ply = ply, .move = move, .left_ms = -1};
    expect_times_refused("", -1, &made);
}

Test(hall_restart, moves_that_cannot_be_are_refused)
{
    expect_move_refused(5, 2, "two");
    expect_move_refused(5, 2, "3>2");
    expect_move_refused(5, 1, "3>2");
    expect_move_refused(5, 3, "2>1");
    expect_move_refused(4, 1, "3>2");
}

Test(hall_restart, times_that_cannot_be_are_refused)
{
    struct move_record move = {.match = 5, .ply = 2, .move = "2>1", .left_ms = -1};
    expect_times_refused("10+1", 0, &move);
    move.left_ms = 1;
    expect_times_refused("", -1, &move);
    move.taken_ms = 5;
    move.credit_ms = 6;
    expect_times_refused("10+1", 0, &move);
    move.taken_ms = move.credit_ms = -1;
    expect_times_refused("10+1", 0, &move);
    move = (struct move_record){.match = 5, .ply = 2, .move = "2>1", .left_ms = INT64_MAX};
    expect_times_refused("10+1", 0, &move);
    move.left_ms = 0;
    move.at_ms = INT64_MIN;
    expect_times_refused("10+1", 0, &move);
}

Test(hall_restart, a_match_that_began_before_all_time_is_refused)
{
    struct recovery recovery = recovery_of_two_players();
    struct match_record match = match_5("nim", "3", "");
    match.created_ms = INT64_MIN;
    cr_assert_eq(hall_restore_match(recovery.hall, &match, &recovery.error), ERROR_INTERNAL);
    cr_assert_not_null(strstr(recovery.error.message, "match 5"), "%s", recovery.error.message);
    hall_destroy(recovery.hall);
}

Test(hall_restart, matches_out_of_their_order_are_refused)
{
    struct recovery recovery = recovery_of_two_players();
    struct match_record match = match_5("nim", "3", "");
    cr_assert_eq(hall_restore_match(recovery.hall, &match, &recovery.error), ERROR_NONE);
    for (match.id = 5; match.id >= 4; match.id--) {
        cr_assert_eq(hall_restore_match(recovery.hall, &match, &recovery.error), ERROR_INTERNAL);
        cr_assert_not_null(strstr(recovery.error.message, "out of its order"), "%s",
                           recovery.error.message);
    }
    hall_destroy(recovery.hall);
}

static void expect_rating_refused(const char *family, double rating, double deviation,
                                  double volatility)
{
    struct recovery recovery = recovery_of_two_players();
    struct rating_record stored = {
        .player = 1,
        .family = family,
        .rating = rating,
        .deviation = deviation,
        .volatility = volatility,
    };
    cr_assert_eq(hall_restore_rating(recovery.hall, &stored, &recovery.error), ERROR_INTERNAL);
    cr_assert_not_null(strstr(recovery.error.message, "player 1"), "%s", recovery.error.message);
    hall_destroy(recovery.hall);
}

Test(hall_restart, a_rating_that_cannot_be_is_refused)
{
    char family[RULES_TEXT_MAX + 2];
    memset(family, 'a', sizeof family);
    family[sizeof family - 1] = '\0';
    expect_rating_refused(family, 1500, 350, 0.06);
    expect_rating_refused("nim", 1500, 0, 0.06);
    expect_rating_refused("nim", 1500, 350, 0);
    expect_rating_refused("nim", HUGE_VAL, 350, 0.06);
}

Test(hall_restart, the_time_of_grace_begins_when_all_is_rebuilt)
{
    struct hall_config config = {.now_ms = 1, .tick_ms = 1000, .limits = hall_limits_default};
    struct hall *hall = hall_create(&config);
    struct error error;
    hall_restore_counters(hall, &two_players);
    hall_restore_player(hall, 1, "ann", false);
    hall_restore_player(hall, 2, "ben", false);
    struct match_record match = match_5("nim", "3", "10+1");
    cr_assert_eq(hall_restore_match(hall, &match, &error), ERROR_NONE);
    cr_assert_eq(hall_restored(hall, 600001, 601000, &error), ERROR_NONE);
    cr_assert_eq(hall_next_deadline(hall), 601000 + hall_limits_default.restart_grace_ms);
    hall_destroy(hall);
}

/* --- records shown from the database --- */

static struct wire_match match_7(const char *rules, const char *start)
{
    return (struct wire_match){
        .match = 7,
        .rules = wire_text(rules),
        .start = wire_text(start),
        .ply = 3,
    };
}

static void expect_replayed(const char *start, const char *moves, const char *position)
{
    struct wire_match match = match_7("take-away:2x", start);
    struct text reached = {0};
    struct error error;
    cr_assert_eq(match_record_replay(&match, wire_text(moves), &reached, &error), ERROR_NONE);
    cr_assert_str_eq(text_string(&reached), position);
    text_finish(&reached);
}

Test(hall_restart, a_record_is_played_to_its_end)
{
    expect_replayed("35", "", "35");
    expect_replayed("35", "35>29", "29@12");
    expect_replayed("35", "35>29 29>28 28>27", "27@2");
}

static void expect_not_replayed(const char *rules, const char *start, const char *moves)
{
    struct wire_match match = match_7(rules, start);
    struct text reached = {0};
    struct error error;
    cr_assert_eq(match_record_replay(&match, wire_text(moves), &reached, &error), ERROR_INTERNAL);
    cr_assert_not_null(strstr(error.message, "match 7"), "%s", error.message);
    cr_assert_eq(reached.len, 0);
}

Test(hall_restart, a_record_that_cannot_be_is_not)
{
    expect_not_replayed("gomoku", "35", "");
    expect_not_replayed("nim", "x", "");
    expect_not_replayed("nim", "3", "3>2 3>2");
    expect_not_replayed("nim", "3", "3>2  2>1");
}

static void expect_has_move(const char *moves, int64_t ply, const char *move, bool expected)
{
    struct wire_match match = match_7("nim", "3+5");
    cr_assert_eq(match_record_has_move(&match, wire_text(moves), ply, move), expected, "%s at %d",
                 move, (int)ply);
}

Test(hall_restart, a_move_is_found_in_a_record_however_it_is_written)
{
    expect_has_move("5>4 4>1", 1, "5>4", true);
    expect_has_move("5>4 4>1", 1, "3+5>4+3", true);
    expect_has_move("5>4 4>1", 2, "4>1", true);
    expect_has_move("5>4 4>1", 1, "5>3", false);
    expect_has_move("5>4 4>1", 1, "4>1", false);
    expect_has_move("5>4 4>1", 2, "nonsense", false);
    expect_has_move("5>4 4>1", 3, "3>2", false);
    expect_has_move("5>4 4>1", 9, "3>2", false);
    expect_has_move("", 1, "5>4", false);
}

Test(hall_restart, pages_of_a_record_are_cut_at_spaces)
{
    struct wire_match match = {0};
    struct wire_text words[10];
    match_record_take_moves(&match, wire_text(""), 0, words, 10);
    cr_assert_eq(match.from_ply, 1);
    cr_assert_eq(match.moves_count, 0);
    struct wire_text record = wire_text("3>2 2>1 1>0");
    match_record_take_moves(&match, record, 1, words, 1);
    cr_assert_eq(match.from_ply, 2);
    cr_assert_eq(match.moves_count, 1);
    cr_assert(wire_text_equal(match.moves[0], "2>1"));
    match_record_take_moves(&match, record, 2, words, 10);
    cr_assert_eq(match.moves_count, 1);
    cr_assert(wire_text_equal(match.moves[0], "1>0"));
    match_record_take_moves(&match, record, 99, words, 10);
    cr_assert_eq(match.moves_count, 0);
}

/* The match points into the room. */
struct times_room {
    struct wire_text words[10];
    int64_t taken[10], credit[10];
};

static enum error_code take_times(int64_t after, size_t page, const char *times,
                                  struct wire_match *match, struct times_room *room,
                                  struct error *error)
{
    *match = match_7("nim", "3");
    match_record_take_moves(match, wire_text("3>2 2>1 1>0"), after, room->words, page);
    return match_record_take_times(match, times, room->taken, room->credit, error);
}

/* Of the first two of a page of the moves after ply `after`. */
static void expect_times(int64_t after, size_t page, int64_t taken_ms, int64_t credit_ms,
                         int64_t next_taken_ms)
{
    struct times_room room;
    struct wire_match match;
    struct error error;
    cr_assert_eq(take_times(after, page, "1500 20300-250 0", &match, &room, &error), ERROR_NONE);
    cr_assert_eq(match.taken_count, match.moves_count);
    cr_assert_eq(match.taken[0], taken_ms);
    cr_assert_eq(match.credit ? match.credit[0] : 0, credit_ms);
    cr_assert(match.moves_count == 1 || match.taken[1] == next_taken_ms);
}

Test(hall_restart, a_page_has_the_times_of_its_own_moves)
{
    expect_times(0, 10, 1500, 0, 20300);
    expect_times(0, 1, 1500, 0, 0);
    expect_times(1, 10, 20300, 250, 0);
    expect_times(1, 1, 20300, 250, 0);
    expect_times(2, 10, 0, 0, 0);
}

Test(hall_restart, a_record_without_times_is_shown_without_them)
{
    struct times_room room;
    struct wire_match match;
    struct error error;
    cr_assert_eq(take_times(0, 10, "", &match, &room, &error), ERROR_NONE);
    cr_assert_null(match.taken);
    cr_assert_null(match.credit);
}

Test(hall_restart, times_that_cannot_be_are_not_taken)
{
    static const char *const impossible[] = {
        "1 2",
        "1 2 3 4",
        "1 2 x",
        "1 2 3 ",
        " 1 2 3",
        "1  2 3",
        "1 2 -3",
        "1 2 3-",
        "1 2 3-4",
        "1 2 3-1-1",
        "1,2,3",
        "1 2 3-x",
        "1 2 99999999999999999999",
    };
    for (size_t i = 0; i < sizeof impossible / sizeof *impossible; i++) {
        struct times_room room;
        struct wire_match match;
        struct error error;
        cr_assert_eq(take_times(0, 10, impossible[i], &match, &room, &error), ERROR_INTERNAL,
                     "'%s'", impossible[i]);
        cr_assert_not_null(strstr(error.message, "match 7"), "%s", error.message);
        cr_assert_null(match.taken);
    }
}

Test(hall_restart, endings_and_seats_have_texts)
{
    for (enum ending ending = ENDING_NONE; ending < ENDING_COUNT; ending++)
        cr_assert_eq(ending_from_text(ending_text(ending)), ending);
    for (enum seat seat = SEAT_NOBODY; seat <= SEAT_SECOND; seat++)
        cr_assert_eq(seat_from_text(seat_text(seat)), seat);
    cr_assert_eq(ending_from_text("flag"), ENDING_NONE);
    cr_assert_eq(seat_from_text("third"), SEAT_NOBODY);
}
