#include "client/tournament/verify.h"
#include "common/base/memory.h"
#include "tests/e2e/folder.h"
#include "tests/suite.h"
#include "tests/unit/record_sample.h"
#include "tests/unit/verify_fixture.h"

#include <stdlib.h>
#include <string.h>

/* Records that are false in themselves: the chain and the signature are right. */

static void clean_up(void)
{
    folder_remove();
    suite_check_leaks();
}

TestSuite(verify_false, .init = folder_make, .fini = clean_up, .timeout = BUSY_MACHINE_S(60));

static const struct export_match *is_normal(const struct export_match *match)
{
    return match->kind == MEETING_PLAYED && strcmp(match->ending, "normal") == 0 ? match : NULL;
}

/* The first match that ended normally, after at least four plies. */
static size_t normal_match(const struct sample *sample)
{
    size_t i = 0;
    while (!is_normal(&sample->matches[i]) || sample->times[i].count < 4)
        i++;
    return i;
}

static struct export_match *normal_of(struct sample *sample)
{
    return &sample->matches[normal_match(sample)];
}

static size_t early_match(const struct sample *sample, const char *ending)
{
    size_t i = 0;
    while (i < sample->count && strcmp(sample->matches[i].ending, ending) != 0)
        i++;
    cr_assert_lt(i, sample->count, "no match ended by '%s'", ending);
    return i;
}

static void other_winner(struct sample *sample)
{
    struct export_match *match = normal_of(sample);
    sample_set(&match->winner, strcmp(match->winner, "first") == 0 ? "second" : "first");
}

static void nobody_wins(struct sample *sample)
{
    sample_set(&normal_of(sample)->winner, "nobody");
}

static void other_ending(struct sample *sample)
{
    sample_set(&normal_of(sample)->ending, "resignation");
}

static void unknown_ending(struct sample *sample)
{
    sample_set(&normal_of(sample)->ending, "aborted");
}

static void last_move_missing(struct sample *sample)
{
    struct export_match *match = normal_of(sample);
    *strrchr(match->moves, ' ') = '\0';
    *strrchr(match->marks, ' ') = '\0';
    sample->times[normal_match(sample)].count--;
}

static void illegal_move(struct sample *sample)
{
    struct export_match *match = normal_of(sample);
    struct text moves = {0};
    text_printf(&moves, "%s>0", match->start);
    sample_set(&match->moves, text_string(&moves));
    text_finish(&moves);
}

static void space_behind_moves(struct sample *sample)
{
    struct export_match *match = normal_of(sample);
    struct text moves = {0};
    text_printf(&moves, "%s ", match->moves);
    sample_set(&match->moves, text_string(&moves));
    text_finish(&moves);
}

static void mover_wins_on_time(struct sample *sample)
{
    struct export_match *match = &sample->matches[early_match(sample, "time")];
    sample_set(&match->winner, strcmp(match->winner, "first") == 0 ? "second" : "first");
}

static void nobody_resigned(struct sample *sample)
{
    sample_set(&sample->matches[early_match(sample, "resignation")].winner, "nobody");
}

static void other_mark(struct sample *sample)
{
    char *marks = normal_of(sample)->marks;
    char *plus = strchr(marks, '+');
    *plus = '-';
}

static void other_count(struct sample *sample)
{
    char *marks = normal_of(sample)->marks;
    strchr(marks, '+')[1]++;
}

static void too_high_a_bound(struct sample *sample)
{
    struct export_match *match = normal_of(sample);
    struct text marks = {0};
    const char *plus = strchr(match->marks, '+');
    size_t len = 1 + strcspn(plus + 1, " ");
    text_append(&marks, match->marks, (size_t)(plus - match->marks));
    text_append_string(&marks, "+900~");
    text_append_string(&marks, plus + len);
    sample_set(&match->marks, text_string(&marks));
    text_finish(&marks);
}

static void mark_made_a_bound(struct sample *sample)
{
    struct export_match *match = normal_of(sample);
    struct text marks = {0};
    const char *plus = strchr(match->marks, '+');
    size_t len = (size_t)(plus - match->marks) + 1 + strcspn(plus + 1, " ");
    text_append(&marks, match->marks, len);
    text_append_char(&marks, '~');
    text_append_string(&marks, match->marks + len);
    sample_set(&match->marks, text_string(&marks));
    text_finish(&marks);
}

static void too_many_marks(struct sample *sample)
{
    struct export_match *match = normal_of(sample);
    struct text marks = {0};
    text_printf(&marks, "%s 0", match->marks);
    sample_set(&match->marks, text_string(&marks));
    text_finish(&marks);
}

static void other_start(struct sample *sample)
{
    struct export_match *match = normal_of(sample);
    sample_set(&match->start, "77");
}

static void start_not_canonical(struct sample *sample)
{
    struct export_match *match = normal_of(sample);
    struct text start = {0};
    text_printf(&start, "%s@%d", match->start, atoi(match->start) - 1);
    sample_set(&match->start, text_string(&start));
    text_finish(&start);
}

static void exchange(char **a, char **b)
{
    char *kept = *a;
    *a = *b;
    *b = kept;
}

static void sides_not_swapped(struct sample *sample)
{
    exchange(&sample->matches[1].first, &sample->matches[1].second);
}

static void other_pairing(struct sample *sample)
{
    /* The first two boards of the first round: who plays whom. */
    exchange(&sample->matches[0].second, &sample->matches[2].second);
    exchange(&sample->matches[1].first, &sample->matches[3].first);
}

static void negative_seed(struct sample *sample)
{
    sample->plan.seed = -5;
}

static void no_seed(struct sample *sample)
{
    sample->plan.seed = 0;
}

static void too_large_a_seed(struct sample *sample)
{
    sample->plan.seed = EXPORT_NUMBER_MAX + 1;
}

static void other_seed(struct sample *sample)
{
    sample->plan.seed++;
}

static void drop_match(struct sample *sample, size_t index)
{
    struct export_match *match = &sample->matches[index];
    char *texts[] = {match->first,  match->second, match->start, match->ending,
                     match->winner, match->moves,  match->marks};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        free(texts[i]);
    free(sample->times[index].taken_ms);
    free(sample->times[index].credit_ms);
    sample->count--;
    sample->times_count--;
    memmove(match, match + 1, (sample->count - index) * sizeof *match);
    memmove(&sample->times[index], &sample->times[index + 1],
            (sample->times_count - index) * sizeof *sample->times);
}

static void game_missing(struct sample *sample)
{
    drop_match(sample, 3);
}

static void pair_missing(struct sample *sample)
{
    drop_match(sample, 3);
    drop_match(sample, 2);
}

static void round_missing(struct sample *sample)
{
    for (size_t i = 12; i-- > 8;)
        drop_match(sample, i);
}

static void another_leg(struct sample *sample)
{
    sample->matches[2].leg = sample->matches[3].leg = 2;
    sample->times[2].leg = sample->times[3].leg = 2;
}

static void a_board_too_many(struct sample *sample)
{
    sample->matches[2].board = sample->matches[3].board = 3;
    sample->times[2].board = sample->times[3].board = 3;
}

/* A forfeit or a bye in place of game 2, on the board of game 1. */
static void no_match_behind_a_match(struct sample *sample, enum meeting_kind kind)
{
    struct export_match *match = &sample->matches[1];
    match->kind = kind;
    match->game = 0;
    sample_set(&match->winner, "first");
}

static void forfeit_behind_a_match(struct sample *sample)
{
    no_match_behind_a_match(sample, MEETING_FORFEIT);
}

static void bye_behind_a_match(struct sample *sample)
{
    no_match_behind_a_match(sample, MEETING_BYE);
}

static void more_points(struct sample *sample)
{
    sample->end.standings[1].points++;
}

static void other_tie_break(struct sample *sample)
{
    sample->end.standings[1].sonneborn_berger--;
}

static void other_pairs(struct sample *sample)
{
    sample->end.standings[0].pairs[2]++;
}

static void more_kept(struct sample *sample)
{
    sample->end.standings[2].kept++;
}

static void other_rank(struct sample *sample)
{
    sample->end.standings[3].rank = 1;
}

static void other_order(struct sample *sample)
{
    struct export_standing first = sample->end.standings[0];
    sample->end.standings[0] = sample->end.standings[1];
    sample->end.standings[1] = first;
}

static void a_player_missing(struct sample *sample)
{
    free(sample->end.standings[--sample->end.count].player);
}

static void withdrew_too_soon(struct sample *sample)
{
    sample->end.standings[0].withdrawn = 1;
}

static void other_state(struct sample *sample)
{
    sample_set(&sample->end.state, "won");
}

static void other_format(struct sample *sample)
{
    sample_set(&sample->plan.format, "league");
}

static void too_slow_a_move(struct sample *sample)
{
    struct export_times *times = &sample->times[normal_match(sample)];
    times->taken_ms[2] = 61001;
    times->credit_ms[2] = 0;
}

static void more_credit_than_time(struct sample *sample)
{
    struct export_times *times = &sample->times[normal_match(sample)];
    times->credit_ms[1] = times->taken_ms[1] + 1;
}

static void a_time_missing(struct sample *sample)
{
    sample->times[normal_match(sample)].count--;
}

static void too_soon_a_flag(struct sample *sample)
{
    struct export_times *times = &sample->times[early_match(sample, "time")];
    times->ended_ms = times->began_ms + 30000;
}

static void too_short_a_match(struct sample *sample)
{
    struct export_times *times = &sample->times[normal_match(sample)];
    times->taken_ms[1] += 50000;
    times->ended_ms = times->began_ms + 1000;
}

static void one_match_twice(struct sample *sample)
{
    sample->times[3].match = sample->times[2].match;
}

static void void_instead(struct sample *sample)
{
    sample->times[3].is_void = true;
}

static void times_of_nothing(struct sample *sample)
{
    sample->times[sample->times_count - 1].round++;
}

static void ended_before_it_began(struct sample *sample)
{
    struct export_times *times = &sample->times[early_match(sample, "resignation")];
    times->ended_ms = times->began_ms - 1;
}

/* A match with at least three moves of the first player. */
static struct export_times *long_times(struct sample *sample)
{
    size_t i = 0;
    while (sample->times[i].count < 5)
        i++;
    return &sample->times[i];
}

static void give_back(struct export_times *times, size_t ply, int64_t credit_ms)
{
    times->taken_ms[ply - 1] = 1000;
    times->credit_ms[ply - 1] = credit_ms;
}

static void too_much_credit_for_a_move(struct sample *sample)
{
    give_back(long_times(sample), 1, 501);
}

/* Of 1,000 ms and 100 for each move. */
static void too_much_credit_in_all(struct sample *sample)
{
    struct export_times *times = long_times(sample);
    for (size_t ply = 1; ply <= 5; ply += 2)
        give_back(times, ply, 401);
}

static void longer_clock(struct sample *sample)
{
    sample_set(&sample->plan.clock, "120+0.5");
}

static void larger_increment(struct sample *sample)
{
    sample_set(&sample->plan.clock, "60+5");
}

static void no_clock(struct sample *sample)
{
    sample_set(&sample->plan.clock, "none");
}

static void move_in_time(struct export_times *times, int64_t ms)
{
    times->began_ms += ms;
    times->ended_ms += ms;
}

static void numbers_against_time(struct sample *sample)
{
    move_in_time(&sample->times[6], -5000);
}

static void cancelled(struct sample *sample)
{
    sample_set(&sample->end.state, "cancelled");
}

static const struct tampering {
    const char *what;
    void (*change)(struct sample *sample);
    bool count_anew; /* the standings, so that they agree with what was changed */
    const char *part, *words;
} tamperings[] = {
    {"the other one wins", other_winner, true, "matches", "who has no move left loses"},
    {"nobody wins", nobody_wins, true, "matches", "but should be"},
    {"another ending", other_ending, true, "matches", "but should be 'normal'"},
    {"an ending that cannot be", unknown_ending, true, "matches", "but should be 'normal'"},
    {"the last move is missing", last_move_missing, true, "matches", "moves are left"},
    {"an illegal move", illegal_move, false, "matches", "ply 1: quota is"},
    {"a space behind the moves", space_behind_moves, false, "matches", "a space stands behind"},
    {"who was to move wins on time", mover_wins_on_time, true, "matches",
     "who was to move has lost"},
    {"a resignation without a winner", nobody_resigned, true, "matches", "an ending with a winner"},
    {"a throw-away that was none", other_mark, true, "marks", "but should be '+"},
    {"another number of winning moves", other_count, true, "marks", "but should be '+"},
    {"a bound that is too high", too_high_a_bound, true, "marks", "'+900~', but should be '+"},
    {"a mark that is made a bound", mark_made_a_bound, false, "marks", "~', but should be '+"},
    {"too many marks", too_many_marks, true, "marks", "more marks than moves"},
    {"another start", other_start, false, "schedule", "as in game 1"},
    {"a start in other words", start_not_canonical, false, "matches", "would be written"},
    {"a negative seed", negative_seed, false, "lines", "`seed` has to be an integer from 0"},
    {"the seed 0", no_seed, false, "lines", "seeds are counted from 1"},
    {"a seed that is too large", too_large_a_seed, false, "lines", "from 0 to 2^53 - 1"},
    {"another seed", other_seed, false, "starts", "follows from the seed"},
    {"sides that are not swapped", sides_not_swapped, true, "schedule", "the sides are swapped"},
    {"another pairing", other_pairing, true, "schedule", "should meet on this board"},
    {"a game is missing", game_missing, false, "schedule", "game 2 of this pair is missing"},
    {"a pair is missing", pair_missing, true, "schedule", "round 1 board 2 leg 1 is missing"},
    {"a round is missing", round_missing, true, "schedule", "round 3 board 1 leg 1 is missing"},
    {"a leg that was not needed", another_leg, true, "schedule", "this should be leg 1"},
    {"a board too many", a_board_too_many, true, "schedule", "has 2 boards only"},
    {"a forfeit behind a match", forfeit_behind_a_match, false, "schedule", "should stand before"},
    {"a bye behind a match", bye_behind_a_match, false, "schedule", "should stand before"},
    {"more points", more_points, false, "standings", "'points' is"},
    {"another tie-break", other_tie_break, false, "standings", "'sonneborn_berger' is"},
    {"another pair", other_pairs, false, "standings", "'pairs with 2 halves' is"},
    {"more wins kept", more_kept, false, "standings", "'kept' is"},
    {"another rank", other_rank, false, "standings", "'rank' is"},
    {"another order", other_order, false, "standings", "should stand"},
    {"a player is missing", a_player_missing, false, "standings", "one for each player"},
    {"somebody had withdrawn", withdrew_too_soon, false, "schedule", "should be won by forfeit"},
    {"another state", other_state, false, "lines", "neither finished nor cancelled"},
    {"another format", other_format, false, "lines", "there is no such format"},
    {"too slow a move", too_slow_a_move, false, "times", "should have ended by time"},
    {"more given back than taken", more_credit_than_time, false, "times", "cannot be"},
    {"the time of a move is missing", a_time_missing, false, "times", "should be of"},
    {"a flag that fell too soon", too_soon_a_flag, false, "times", "the flag could fall"},
    {"a match shorter than its moves", too_short_a_match, false, "times", "its moves alone took"},
    {"an end before the beginning", ended_before_it_began, false, "times",
     "it ended 1 ms before it began"},
    {"too much credit for a move", too_much_credit_for_a_move, false, "times",
     "501 ms were given back for lag, but at most 500 ms can be"},
    {"too much credit in all", too_much_credit_in_all, false, "times",
     "ply 5: 401 ms were given back for lag, but at most 398 ms can be"},
    {"a longer clock", longer_clock, false, "times", "the flag could fall"},
    {"a larger increment", larger_increment, false, "times", "the flag could fall"},
    {"no clock", no_clock, false, "plan", "a tournament has a clock"},
    {"numbers against the time", numbers_against_time, false, "times",
     "before one with a smaller number"},
    {"cancelled, though all was played", cancelled, false, "schedule", "but should be 'finished'"},
    {"a number twice", one_match_twice, false, "times", "two lines for match"},
    {"a match of the record is void", void_instead, false, "times", "should be that of this match"},
    {"times of no match", times_of_nothing, false, "times", "should be that of this match"},
};

static void tamper(const struct tampering *tampering, const struct sample_wish *wish)
{
    struct sample sample;
    char path[FOLDER_PATH_MAX];
    folder_path("", path);
    sample_make(wish, &sample);
    tampering->change(&sample);
    if (tampering->count_anew)
        sample_count(&sample);
    sample_write(&sample, path);
    verify_expect_fault(tampering->what, tampering->part, tampering->words);
    sample_finish(&sample);
}

/* Whoever has the server's key can sign anything; what is false in itself is found all the same. */
Test(verify_false, a_false_record_is_found_out_though_it_is_signed)
{
    struct sample_wish wish = verify_round_robin;
    wish.early = 3; /* so that a match is resigned and another ends by time */
    for (size_t i = 0; i < sizeof tamperings / sizeof *tamperings; i++)
        tamper(&tamperings[i], &wish);
}

Test(verify_false, in_misere_play_the_other_one_wins)
{
    const struct tampering tampering = {"misere", other_winner, true, "matches",
                                        "in misere play who has no move left wins"};
    struct sample_wish wish = verify_round_robin;
    wish.rules = "nim,misere";
    wish.starts = "drawn:2-3:3-9";
    tamper(&tampering, &wish);
}

static void other_drawn_rules(struct sample *sample)
{
    sample_set(&normal_of(sample)->rules, "octal:0.77");
}

static void no_drawn_rules(struct sample *sample)
{
    struct export_match *match = normal_of(sample);
    free(match->rules);
    match->rules = NULL;
}

static void rules_beside_those_of_the_plan(struct sample *sample)
{
    sample_set(&normal_of(sample)->rules, sample->plan.rules);
}

Test(verify_false, the_rules_of_a_drawn_game_follow_from_the_seed)
{
    static const struct tampering others[] = {
        {"other rules", other_drawn_rules, false, "matches",
         "the rules are 'octal:0.77', but should be octal:"},
        {"no rules", no_drawn_rules, false, "matches", "the rules are '', but should be octal:"},
    };
    struct sample_wish wish = verify_round_robin;
    wish.rules = "drawn:octal:4";
    wish.starts = "fair";
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        tamper(&others[i], &wish);
}

Test(verify_false, a_plan_with_rules_has_no_others)
{
    const struct tampering named = {"rules", rules_beside_those_of_the_plan, false, "matches",
                                    "are named, but the plan has those of all"};
    tamper(&named, &verify_round_robin);
}

static struct export_match *find_draw(struct sample *sample)
{
    for (size_t i = 0; i < sample->count; i++)
        if (sample->matches[i].ending && strcmp(sample->matches[i].ending, "draw") == 0)
            return &sample->matches[i];
    cr_assert(false, "the sample has no draw");
    return NULL;
}

static void draw_with_winner(struct sample *sample)
{
    sample_set(&find_draw(sample)->winner, "first");
}

static void draw_as_normal(struct sample *sample)
{
    sample_set(&find_draw(sample)->ending, "normal");
}

static void better_draw(struct sample *sample)
{
    struct export_match *match = find_draw(sample);
    char *sign = strpbrk(match->marks, "=/");
    cr_assert_not_null(sign);
    *sign = *sign == '=' ? '+' : '-';
}

Test(verify_false, a_draw_is_one)
{
    static const struct tampering draws[] = {
        {"draw won", draw_with_winner, true, "matches", "counters are: a draw"},
        {"draw normal", draw_as_normal, true, "matches",
         "the ending is 'normal', but should be 'draw'"},
        {"draw judged", better_draw, true, "marks", "the mark is"},
    };
    struct sample_wish wish = verify_round_robin;
    wish.rules = "subtraction:2,3,clear";
    wish.starts = "drawn";
    for (size_t i = 0; i < sizeof draws / sizeof *draws; i++)
        tamper(&draws[i], &wish);
}

static void forfeit_for_nothing(struct sample *sample)
{
    for (size_t i = 0; i < sample->end.count; i++)
        sample->end.standings[i].withdrawn = -1;
}

Test(verify_false, a_forfeit_needs_somebody_who_withdrew)
{
    const struct tampering tampering = {"forfeit", forfeit_for_nothing, false, "schedule",
                                        "has not withdrawn"};
    struct sample_wish wish = verify_round_robin;
    wish.withdrawn = 2;
    tamper(&tampering, &wish);
}

static void level_pair_without_leg(struct sample *sample)
{
    size_t i = 0;
    while (sample->matches[i].leg != 2)
        i++;
    drop_match(sample, i);
    drop_match(sample, i);
}

Test(verify_false, a_level_pair_of_a_knockout_needs_another_leg)
{
    const struct tampering tampering = {"leg", level_pair_without_leg, false, "schedule",
                                        "leg 2 is missing"};
    const struct sample_wish wish = {
        .rules = "take-away:2x,global",
        .format = "knockout",
        .starts = "drawn",
        .players = 16,
        .seed = 4,
    };
    tamper(&tampering, &wish);
}

static const struct sample_wish swiss = {
    .rules = "nim",
    .format = "swiss",
    .starts = "drawn:2-4:5-20",
    .players = 8,
    .rounds = 4,
    .seed = 3,
};

Test(verify_false, in_a_swiss_another_result_makes_other_pairings)
{
    const struct tampering tampering = {"swiss", other_winner, true, "schedule",
                                        "should meet on this board"};
    tamper(&tampering, &swiss);
}

/* --- what comes after what --- */

/* All matches of a round, by times alone. */
static void move_round(struct sample *sample, int64_t round, int64_t ms)
{
    for (size_t i = 0; i < sample->times_count; i++) {
        if (sample->times[i].round == round)
            move_in_time(&sample->times[i], ms);
    }
}

static void round_too_soon(struct sample *sample)
{
    move_round(sample, 4, -20000);
}

Test(verify_false, a_round_that_follows_from_another_begins_after_it)
{
    const struct tampering tampering = {"a round too soon", round_too_soon, false, "times",
                                        "before the round before it had ended"};
    tamper(&tampering, &swiss);
}

/* A void match before this line of times.jsonl, at its place. */
static struct export_times *insert_void(struct sample *sample, size_t index, int64_t credit_ms)
{
    sample->times = memory_resized(sample->times, sample->times_count + 1, sizeof *sample->times);
    struct export_times *times = &sample->times[index];
    memmove(times + 1, times, (sample->times_count++ - index) * sizeof *times);
    times->taken_ms = memory_zeroed(1, sizeof(int64_t));
    times->credit_ms = memory_zeroed(1, sizeof(int64_t));
    times->count = 1;
    times->is_void = true;
    give_back(times, 1, credit_ms);
    for (size_t i = index + 1; i < sample->times_count; i++)
        sample->times[i].match++;
    times->ended_ms = times->began_ms;
    times->began_ms -= 3000;
    for (size_t i = 0; i < index; i++)
        move_in_time(&sample->times[i], -3000);
    return times;
}

static void void_before(struct sample *sample)
{
    insert_void(sample, 4, 0);
}

static void void_too_late(struct sample *sample)
{
    insert_void(sample, 4, 0)->ended_ms += 20000;
}

static void void_with_credit(struct sample *sample)
{
    insert_void(sample, 4, 600);
}

static void void_out_of_order(struct sample *sample)
{
    insert_void(sample, 4, 0)->board = 7;
}

Test(verify_false, void_matches_are_checked_too)
{
    static const struct tampering voids[] = {
        {"a pair played again too soon", void_too_late, false, "times",
         "before the pair before it at its board had ended"},
        {"credit in a void match", void_with_credit, false, "times", "at most 500 ms can be"},
        {"a void match anywhere", void_out_of_order, false, "times", "it should stand before line"},
    };
    for (size_t i = 0; i < sizeof voids / sizeof *voids; i++)
        tamper(&voids[i], &verify_round_robin);
}

static void board_missing(struct sample *sample)
{
    cancelled(sample);
    drop_match(sample, 3);
    drop_match(sample, 2);
}

static void game_of_early_round_missing(struct sample *sample)
{
    cancelled(sample);
    drop_match(sample, 3);
}

/* Whoever is paired by results has them. */
Test(verify_false, a_cancelled_swiss_lacks_matches_of_its_last_round_only)
{
    static const struct tampering missing[] = {
        {"a board", board_missing, true, "schedule", "round 1 board 2 leg 1 is missing"},
        {"a game", game_of_early_round_missing, true, "schedule", "game 2 of this pair is missing"},
    };
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++)
        tamper(&missing[i], &swiss);
}

/* --- what need not be there --- */

static void drop_end(struct sample *sample, size_t count)
{
    while (sample->count > count)
        drop_match(sample, sample->count - 1);
}

static void cancelled_in_the_last_round(struct sample *sample)
{
    cancelled(sample);
    drop_end(sample, sample->count - 3);
}

static void cancelled_before_the_last_was_judged(struct sample *sample)
{
    cancelled(sample);
    sample_set(&normal_of(sample)->marks, "");
}

/* The judgement of a match without moves cannot be seen. */
static void cancelled_at_a_withdrawal(struct sample *sample)
{
    size_t index = normal_match(sample);
    struct export_match *match = &sample->matches[index];
    cancelled(sample);
    sample->times[index].count = 0;
    sample_set(&match->moves, "");
    sample_set(&match->marks, "");
    sample_set(&match->ending, "resignation");
}

/* Both of the last pair, after all rounds were paired and before they played. */
static void both_withdrew(struct sample *sample)
{
    const struct export_match *match = &sample->matches[sample->count - 1];
    for (size_t i = 0; i < sample->end.count; i++) {
        struct export_standing *row = &sample->end.standings[i];
        if (strcmp(row->player, match->first) == 0 || strcmp(row->player, match->second) == 0)
            row->withdrawn = match->round;
    }
    drop_end(sample, sample->count - 2);
}

Test(verify_false, an_honest_record_of_what_went_wrong_has_no_fault)
{
    static const struct {
        const char *what;
        void (*change)(struct sample *sample);
        const struct sample_wish *wish;
    } records[] = {
        {"a pair that was played again", void_before, &verify_round_robin},
        {"a swiss cancelled in its last round", cancelled_in_the_last_round, &swiss},
        {"cancelled before the last judgement", cancelled_before_the_last_was_judged, &swiss},
        {"cancelled when somebody withdrew", cancelled_at_a_withdrawal, &verify_round_robin},
        {"both withdrew", both_withdrew, &verify_round_robin},
        {"both withdrew from a swiss", both_withdrew, &swiss},
    };
    for (size_t i = 0; i < sizeof records / sizeof *records; i++) {
        struct sample sample;
        char path[FOLDER_PATH_MAX];
        folder_path("", path);
        sample_make(records[i].wish, &sample);
        records[i].change(&sample);
        sample_count(&sample);
        sample_write(&sample, path);
        verify_expect_good(records[i].what);
        sample_finish(&sample);
    }
}

Test(verify_false, a_match_that_was_not_judged_is_no_fault_but_told_in_the_last_line)
{
    struct sample sample;
    char path[FOLDER_PATH_MAX];
    folder_path("", path);
    sample_make(&verify_round_robin, &sample);
    sample_set(&normal_of(&sample)->marks, "");
    sample_count(&sample);
    sample_write(&sample, path);
    struct verdict verdict = verify_verdict("", NULL);
    char *said = verify_said(&verdict);
    cr_expect_eq(verdict.faults, 0, "%s", said);
    cr_expect_eq(verdict.unjudged, 1);
    cr_expect_eq(verdict_outcome(&verdict), VERDICT_FAULTY);
    verdict.takes_unjudged = true;
    cr_expect_eq(verdict_outcome(&verdict), VERDICT_GOOD);
    cr_expect_not_null(strstr(said, "; matches that were not judged: 1\n"), "%s", said);
    cr_expect_not_null(strstr(said, "No fault was found, but 1 match was not judged"), "%s", said);
    free(said);
    verdict_finish(&verdict);
    sample_finish(&sample);
}

Test(verify_false, a_cancelled_tournament_may_lack_matches_and_marks)
{
    struct sample sample;
    char path[FOLDER_PATH_MAX];
    folder_path("", path);
    sample_make(&verify_round_robin, &sample);
    sample_set(&sample.end.state, "cancelled");
    for (size_t i = 12; i-- > 7;)
        drop_match(&sample, i);
    sample_set(&normal_of(&sample)->marks, "");
    sample_count(&sample);
    sample_write(&sample, path);
    verify_expect_good("cancelled");
    sample_finish(&sample);
}

/* --- how it is told --- */

Test(verify_false, a_fault_is_told_with_its_line_and_its_match)
{
    struct sample sample;
    char path[FOLDER_PATH_MAX];
    folder_path("", path);
    sample_make(&verify_round_robin, &sample);
    other_winner(&sample);
    sample_count(&sample);
    sample_write(&sample, path);
    struct verdict verdict = verify_verdict("", NULL);
    char *said = verify_said(&verdict);
    cr_expect_not_null(
        strstr(said, "FAULT in line 2, round 1 board 1 game 1 (player-a0 - player-d3): the winner"),
        "%s", said);
    cr_expect_not_null(strstr(said, "1 fault: this is not the record of what was played."), "%s",
                       said);
    json_t *json = verdict_json(&verdict);
    cr_expect_eq(json_typeof(json_object_get(json, "good")), JSON_FALSE);
    cr_expect_eq(json_integer_value(
                     json_object_get(json_array_get(json_object_get(json, "told"), 0), "line")),
                 2);
    json_decref(json);
    free(said);
    verdict_finish(&verdict);
    sample_finish(&sample);
}
