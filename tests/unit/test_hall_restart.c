/* From the disk after a restart. */
#include "tests/unit/hall_fixture.h"

SUITE(hall_restart, 60);

/* The view of a match that ann is given. */
static const struct match_view *view_of(struct guest *ann, int64_t match)
{
    skip(ann);
    resumes(ann, match, 0);
    return &expect(ann, MESSAGE_MATCH)->match.view;
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
        const struct match_view *before = view_of(ann, match);
        crash(evening);
        come_back(ann);
        const struct match_view *after = view_of(ann, match);
        cr_assert_str_eq(text_string(&after->position), text_string(&before->position));
        cr_assert_str_eq(text_string(&after->moves), text_string(&before->moves));
        cr_assert_eq(after->summary.ply, before->summary.ply);
        cr_assert_eq(after->seq, before->seq);
        cr_assert_eq(after->seat, before->seat);
        cr_assert_eq(after->summary.created_ms, before->summary.created_ms);
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
    expect(ann, MESSAGE_MOVE_DONE);
    plays(ben, match, 2, "29>16");
    expect_error(ben, ERROR_ILLEGAL_MOVE);
    plays(ben, match, 2, "29>17");
    commit(evening);
    expect(ben, MESSAGE_MOVE_DONE);
    expect(ann, MESSAGE_MOVED);
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
    cr_assert_eq(view_of(ann, match)->summary.ply, 0);
    plays(ann, match, 1, "5>1");
    commit(evening);
    expect(ann, MESSAGE_MOVE_DONE);
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
    cr_assert_eq(expect(ann, MESSAGE_WELCOME)->welcome.match_count, 1);
    cr_assert_eq(hall_figures(evening->hall).players, 2);
    evening_end(evening);
}

Test(hall_restart, others_are_looked_up)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann");
    crash(evening);
    shows_token(ann, ann->token);
    expect(ann, MESSAGE_LOOK_UP_TOKEN);
    look_up_token(ann);
    cr_assert_eq(expect(ann, MESSAGE_WELCOME)->welcome.player, 1);
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
    expect(ann, MESSAGE_LOOK_UP_MATCH);
    resigns(ann, match, "k2");
    expect_error(ann, ERROR_MATCH_OVER);
    evening_end(evening);
}

/* --- what the database says may be wrong --- */

struct recovery {
    struct hall *hall;
    struct error error;
};

static struct recovery recovery_of_two_players(void)
{
    struct recovery recovery = {.hall = hall_create(&(struct hall_config){.now_ms = 1})};
    const unsigned char hashes[2][TOKEN_HASH_BYTES] = {{1}, {2}};
    hall_restore_counters(recovery.hall, 2, 5);
    hall_restore_player(recovery.hall, 1, "ann", hashes[0]);
    hall_restore_player(recovery.hall, 2, "ben", hashes[1]);
    return recovery;
}

static void expect_match_refused(const char *rules, const char *start, int64_t first,
                                 int64_t second)
{
    struct recovery recovery = recovery_of_two_players();
    cr_assert_eq(
        hall_restore_match(recovery.hall, 5, rules, start, first, second, 1, &recovery.error),
        ERROR_INTERNAL);
    cr_assert_not_null(strstr(recovery.error.message, "match 5"), "%s", recovery.error.message);
    hall_destroy(recovery.hall);
}

Test(hall_restart, a_match_with_unreadable_rules_is_refused)
{
    expect_match_refused("gomoku", "3", 1, 2);
}

Test(hall_restart, a_match_with_an_unreadable_start_is_refused)
{
    expect_match_refused("nim", "three", 1, 2);
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

static void expect_move_refused(int64_t match, int64_t ply, const char *move)
{
    struct recovery recovery = recovery_of_two_players();
    struct error *error = &recovery.error;
    cr_assert_eq(hall_restore_match(recovery.hall, 5, "nim", "3", 1, 2, 1, error), ERROR_NONE);
    cr_assert_eq(hall_restore_move(recovery.hall, 5, 1, "3>2", error), ERROR_NONE);
    cr_assert_eq(hall_restore_move(recovery.hall, match, ply, move, error), ERROR_INTERNAL);
    cr_assert_not_null(strstr(error->message, "match"), "%s", error->message);
    hall_destroy(recovery.hall);
}

Test(hall_restart, moves_that_cannot_be_are_refused)
{
    expect_move_refused(5, 2, "two");
    expect_move_refused(5, 2, "3>2");
    expect_move_refused(5, 1, "3>2");
    expect_move_refused(5, 3, "2>1");
    expect_move_refused(4, 1, "3>2");
}

/* --- records shown from the database --- */

static enum error_code replay(const char *rules, const char *start, const char *moves,
                              struct match_view *view, struct error *error)
{
    struct text record = {0};
    text_append_string(&record, moves);
    view->summary.match = 7;
    view->summary.rules = strdup(rules);
    view->summary.start = strdup(start);
    enum error_code code = match_view_replay(view, &record, error);
    text_finish(&record);
    return code;
}

static void expect_replayed(const char *start, const char *moves, const char *position)
{
    struct match_view view = {0};
    struct error error;
    cr_assert_eq(replay("take-away:2x", start, moves, &view, &error), ERROR_NONE);
    cr_assert_str_eq(text_string(&view.position), position);
    match_view_finish(&view);
}

Test(hall_restart, a_record_is_played_to_its_end)
{
    expect_replayed("35", "", "35");
    expect_replayed("35", "35>29", "29@12");
    expect_replayed("35", "35>29 29>28 28>27", "27@2");
}

static void expect_not_replayed(const char *rules, const char *start, const char *moves)
{
    struct match_view view = {0};
    struct error error;
    cr_assert_eq(replay(rules, start, moves, &view, &error), ERROR_INTERNAL);
    cr_assert_not_null(strstr(error.message, "match 7"), "%s", error.message);
    match_view_finish(&view);
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
    struct match_view view = {0};
    struct text record = {0};
    text_append_string(&record, moves);
    view.summary.rules = strdup("nim");
    view.summary.start = strdup("3+5");
    cr_assert_eq(match_view_has_move(&view, &record, ply, move), expected, "%s at %d", move,
                 (int)ply);
    match_view_finish(&view);
    text_finish(&record);
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
    struct text record = {0};
    struct match_view view = {0};
    match_view_take_page(&view, &record, 0, 10);
    cr_assert_eq(view.from_ply, 1);
    cr_assert_eq(view.move_count, 0);
    text_append_string(&record, "3>2 2>1 1>0");
    match_view_take_page(&view, &record, 1, 1);
    cr_assert_eq(view.from_ply, 2);
    cr_assert_str_eq(text_string(&view.moves), "2>1");
    match_view_take_page(&view, &record, 2, 10);
    cr_assert_eq(view.move_count, 1);
    cr_assert_str_eq(text_string(&view.moves), "1>0");
    match_view_take_page(&view, &record, 99, 10);
    cr_assert_eq(view.move_count, 0);
    cr_assert_str_eq(text_string(&view.moves), "");
    match_view_finish(&view);
    text_finish(&record);
}

Test(hall_restart, endings_and_seats_have_texts)
{
    for (enum ending ending = ENDING_NONE; ending <= ENDING_PLIES; ending++)
        cr_assert_eq(ending_from_text(ending_text(ending)), ending);
    for (enum seat seat = SEAT_NOBODY; seat <= SEAT_SECOND; seat++)
        cr_assert_eq(seat_from_text(seat_text(seat)), seat);
    cr_assert_eq(ending_from_text("flag"), ENDING_NONE);
    cr_assert_eq(seat_from_text("third"), SEAT_NOBODY);
}
