/* Checks every match of a record by the rules alone, and its marks by the solver. */
#include "client/tournament/verify.h"
#include "common/judge/judge.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { PLIES_MAX = 10000 }; /* the server ends a match after this ply */

/* An ending of a tournament match that leaves legal moves. */
struct ending_row {
    const char *name;
    bool mover_loses; /* the player to move has lost; else either may have */
};

static const struct ending_row early_endings[] = {
    {"resignation", false}, {"time", true},     {"stall", true},
    {"disconnect", true},   {"illegal", false}, {"protocol", false},
};

static const struct ending_row *find_ending(const char *name)
{
    for (size_t i = 0; i < sizeof early_endings / sizeof *early_endings; i++) {
        if (strcmp(early_endings[i].name, name) == 0)
            return &early_endings[i];
    }
    return NULL;
}

static const char *seat_to_move(int64_t ply)
{
    return ply % 2 == 0 ? "first" : "second";
}

static const char *seat_not_to_move(int64_t ply)
{
    return seat_to_move(ply + 1);
}

static void expect_winner(struct verify *verify, size_t index, const char *winner, const char *why)
{
    const struct export_match *match = results_match(&verify->results, index);
    if (strcmp(match->winner, winner) != 0)
        verify_fault(verify, index, "the winner is '%s', but should be '%s': %s", match->winner,
                     winner, why);
}

/* Checks the ending of a match that is over after `plies` moves. */
static void check_end_of_moves(struct verify *verify, size_t index, int64_t plies,
                               const struct position *position)
{
    const struct export_match *match = results_match(&verify->results, index);
    enum stuck_result result = position_stuck_result(&verify->rules, position);
    const char *ending = result == STUCK_DRAWS ? "draw" : "normal";
    if (strcmp(match->ending, ending) != 0)
        verify_fault(verify, index, "the ending is '%.40s', but should be '%s': no move is left",
                     match->ending, ending);
    else if (result == STUCK_DRAWS)
        expect_winner(verify, index, "nobody", "no move is left, and counters are: a draw");
    else if (result == STUCK_WINS)
        expect_winner(verify, index, seat_to_move(plies),
                      verify->rules.misere ? "in misere play who has no move left wins"
                                           : "the rules count so at the end");
    else
        expect_winner(verify, index, seat_not_to_move(plies), "who has no move left loses");
}

/* Checks the ending of a match that has legal moves left. */
static void check_early_end(struct verify *verify, size_t index, int64_t plies)
{
    const struct export_match *match = results_match(&verify->results, index);
    const struct ending_row *row = find_ending(match->ending);
    if (row && row->mover_loses)
        expect_winner(verify, index, seat_not_to_move(plies), "who was to move has lost");
    else if (row && strcmp(match->winner, "nobody") == 0)
        verify_fault(verify, index, "nobody has won, but '%s' is an ending with a winner",
                     match->ending);
    else if (strcmp(match->ending, "plies") == 0 && plies == PLIES_MAX)
        expect_winner(verify, index, "nobody", "the match had as many moves as may be");
    else if (!row)
        verify_fault(verify, index,
                     "the ending is '%.40s', but moves are left after %" PRId64 " plies: another"
                     " ending should stand here",
                     match->ending, plies);
}

/* --- moves --- */

/* Plays a move. False: it is not legal or not in its canonical form. */
static bool play(struct verify *verify, size_t index, int64_t ply, const char *text, size_t len,
                 struct position *position)
{
    struct move move;
    struct error error;
    if (move_parse(&verify->rules, position, text, len, &move, &error)) {
        verify_fault(verify, index, "ply %" PRId64 ": %s", ply, error.message);
        return false;
    }
    struct text canonical = {0};
    move_print(&verify->rules, position, &move, &canonical);
    bool is_canonical = canonical.len == len && memcmp(canonical.bytes, text, len) == 0;
    if (!is_canonical)
        verify_fault(verify, index, "ply %" PRId64 ": the move '%.*s' would be written '%s'", ply,
                     (int)len, text, text_string(&canonical));
    text_finish(&canonical);
    move_apply(&verify->rules, position, &move);
    return is_canonical;
}

/* Plays all moves. False: one of them has a fault. */
static bool play_all(struct verify *verify, size_t index, struct position *position,
                     int64_t *ret_plies)
{
    const char *at = results_match(&verify->results, index)->moves;
    int64_t plies = 0;
    while (*at) {
        size_t len = strcspn(at, " ");
        if (!play(verify, index, plies + 1, at, len, position))
            return false;
        plies++;
        at += len;
        if (at[0] == ' ' && at[1] == '\0') {
            verify_fault(verify, index, "a space stands behind the last move");
            return false;
        }
        at += *at == ' ';
    }
    *ret_plies = plies;
    return true;
}

/* Sets up the start. False: it is not in its canonical form, or has no legal move. */
static bool set_up(struct verify *verify, size_t index, struct position *position)
{
    const char *start = results_match(&verify->results, index)->start;
    struct error error;
    if (position_parse(&verify->rules, start, strlen(start), position, &error) ||
        position_check_start(&verify->rules, position, &error)) {
        verify_fault(verify, index, "the start: %s", error.message);
        return false;
    }
    struct text canonical = {0};
    position_print(&verify->rules, position, &canonical);
    bool is_canonical = strcmp(text_string(&canonical), start) == 0;
    if (!is_canonical)
        verify_fault(verify, index, "the start '%.60s' would be written '%.60s'", start,
                     text_string(&canonical));
    text_finish(&canonical);
    return is_canonical;
}

/* Checks that the rules of a match are named where they are drawn, and only there. */
static void check_rules(struct verify *verify, size_t index)
{
    const char *told = results_match(&verify->results, index)->rules;
    if (verify->plan_rules.class_size == 0 && told)
        verify_fault(verify, index, "the rules '%.60s' are named, but the plan has those of all",
                     told);
    else if (verify->plan_rules.class_size > 0 && strcmp(told ? told : "", verify->rules.text) != 0)
        verify_fault(verify, index,
                     "the rules are '%.60s', but should be %s: they follow from the seed and the"
                     " place in the schedule",
                     told ? told : "", verify->rules.text);
}

/* Checks a match. Returns its number of moves. */
static int64_t check_match(struct verify *verify, size_t index)
{
    struct position position = {0};
    int64_t plies = 0;
    if (!verify_take_rules(verify, index))
        return 0;
    check_rules(verify, index);
    if (set_up(verify, index, &position) && play_all(verify, index, &position, &plies)) {
        if (position_is_over(&verify->rules, &position))
            check_end_of_moves(verify, index, plies, &position);
        else
            check_early_end(verify, index, plies);
    }
    position_finish(&position);
    return plies;
}

void verify_matches(struct verify *verify)
{
    int64_t matches = 0, moves = 0;
    verdict_begin(verify->verdict, "matches");
    for (size_t i = 0; i < results_count(&verify->results); i++) {
        if (results_match(&verify->results, i)->kind != MEETING_PLAYED)
            continue;
        matches++;
        moves += check_match(verify, i);
    }
    verdict_checked(verify->verdict,
                    "%" PRId64 " matches played again by the rules alone, %" PRId64
                    " moves; endings and winners",
                    matches, moves);
}

/* --- marks --- */

/* Is the recorded mark the solver's? The solver's count is the same everywhere, also if it is
 * incomplete. */
static bool agrees(const struct mark *told, const struct mark *exact)
{
    return told->won == exact->won && told->drawn == exact->drawn && told->kept == exact->kept &&
           told->to_draw == exact->to_draw && told->counted == exact->counted &&
           told->winning == exact->winning;
}

/* Compares the recorded marks with `exact`, which has a mark for each move. */
static void compare_marks(struct verify *verify, size_t index, const char *exact)
{
    const char *told = results_match(&verify->results, index)->marks, *before = told;
    for (int64_t ply = 1; *exact; ply++) {
        struct mark told_mark, exact_mark;
        const char *exact_at = exact;
        before = told;
        mark_next(&exact, &exact_mark);
        if (mark_next(&told, &told_mark) && agrees(&told_mark, &exact_mark))
            continue;
        verify_fault(verify, index, "ply %" PRId64 ": the mark is '%.*s', but should be '%.*s'",
                     ply, (int)strcspn(before, " "), before, (int)strcspn(exact_at, " "), exact_at);
        return;
    }
    if (*told)
        verify_fault(verify, index, "there are more marks than moves: '%.40s'", told);
}

struct judged {
    int64_t matches, moves, won, thrown, unjudged;
};

static void count_marks(struct judged *judged, const struct export_match *match)
{
    struct mark_sums sums[2] = {0};
    mark_sum(match->marks, sums, NULL);
    judged->matches++;
    judged->moves += results_words(match->moves);
    judged->won += sums[0].won + sums[1].won;
    judged->thrown += sums[0].thrown + sums[1].thrown;
}

static void check_marks(struct verify *verify, size_t index, struct judged *judged)
{
    const struct export_match *match = results_match(&verify->results, index);
    struct text exact = {0};
    struct error error;
    /* A cancelled tournament does not wait for the judgement; any other lacks it only after a
     * failure of the server's disk. */
    if (!*match->marks && *match->moves) {
        judged->unjudged++;
        return;
    }
    if (!verify_take_rules(verify, index))
        return;
    /* An illegal move is already reported. */
    if (!judge_match(verify->solver, match->start, match->moves, NULL, &exact, &error))
        compare_marks(verify, index, text_string(&exact));
    count_marks(judged, match);
    text_finish(&exact);
}

void verify_marks(struct verify *verify)
{
    struct judged judged = {0};
    verdict_begin(verify->verdict, "marks");
    verify->is_judged = true;
    for (size_t i = 0; i < results_count(&verify->results); i++) {
        const struct export_match *match = results_match(&verify->results, i);
        if (match->kind != MEETING_PLAYED)
            continue;
        check_marks(verify, i, &judged);
        verify->is_judged = verify->is_judged && *match->marks;
    }
    struct text rest = {0};
    if (!verify->is_cancelled)
        verify->verdict->unjudged = judged.unjudged;
    if (judged.unjudged > 0)
        text_printf(&rest, "; matches that were not judged: %" PRId64, judged.unjudged);
    verdict_checked(verify->verdict,
                    "%" PRId64 " moves judged again by the solver: %" PRId64
                    " won positions, %" PRId64 " thrown away%s",
                    judged.moves, judged.won, judged.thrown, text_string(&rest));
    text_finish(&rest);
}
