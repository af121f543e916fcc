/* Checks the order of the lines, the two games of each pair, and the starts. */
#include "client/tournament/verify.h"
#include "common/judge/start.h"
#include "common/tournament/seed.h"

#include <string.h>

/* --- the order of the lines --- */

static int compare_places(const struct export_match *a, const struct export_match *b)
{
    const int64_t of_a[] = {a->round, a->board, a->leg, a->game};
    const int64_t of_b[] = {b->round, b->board, b->leg, b->game};
    for (size_t i = 0; i < sizeof of_a / sizeof *of_a; i++) {
        if (of_a[i] != of_b[i])
            return of_a[i] < of_b[i] ? -1 : 1;
    }
    return 0;
}

static bool check_order(struct verify *verify)
{
    for (size_t i = 1; i < verify_match_count(verify); i++) {
        if (compare_places(verify_match(verify, i - 1), verify_match(verify, i)) < 0)
            continue;
        verify_fault(verify, i,
                     "the line should stand before line %zu: the order is round, board,"
                     " leg, game",
                     results_line_number(i - 1));
        return false;
    }
    return true;
}

/* --- pairs --- */

static void check_swapped(struct verify *verify, size_t index)
{
    const struct export_match *first = verify_match(verify, index - 1);
    const struct export_match *second = verify_match(verify, index);
    if (strcmp(first->first, second->second) != 0 || strcmp(first->second, second->first) != 0)
        verify_fault(verify, index, "%s should move first, against %s: the sides are swapped",
                     first->second, first->first);
    if (strcmp(first->start, second->start) != 0)
        verify_fault(verify, index, "the start should be %.60s, as in game 1", first->start);
}

/* Checks a pair: the lines from `index` up to `end`, with the same round, board and leg. */
static void check_pair(struct verify *verify, size_t index, size_t end)
{
    bool is_played = verify_match(verify, index)->kind == MEETING_PLAYED;
    size_t expected = is_played ? 2 : 1;
    if (end - index > expected ||
        verify_match(verify, end - 1)->kind != verify_match(verify, index)->kind)
        verify_fault(verify, end - 1, "this board has another line already, line %zu",
                     results_line_number(index));
    else if (end - index < expected && !verify_may_lack(verify, verify_match(verify, index)->round))
        verify_fault(verify, index, "game %d of this pair is missing",
                     verify_match(verify, index)->game == 1 ? 2 : 1);
    else if (end - index == 2)
        check_swapped(verify, index + 1);
}

bool verify_pairs(struct verify *verify)
{
    size_t end;
    if (!check_order(verify))
        return false;
    for (size_t i = 0; i < verify_match_count(verify); i = end) {
        end = results_pair_end(&verify->results, i);
        check_pair(verify, i, end);
    }
    return true;
}

/* --- starts --- */

static void check_start(struct verify *verify, size_t index)
{
    const struct export_match *match = verify_match(verify, index);
    int64_t boards = pairing_boards(&verify->pairing);
    /* The schedule's check reports these faults. */
    if (match->board > boards || !verify_take_rules(verify, index))
        return;
    int64_t start = seed_start_index(boards, match->round, match->board, match->leg);
    struct text expected = {0};
    struct error error;
    bool is_drawn =
        !start_draw(&verify->rules, verify->solver, &verify->starts,
                    (uint64_t)results_plan(&verify->results)->seed, start, NULL, &expected, &error);
    if (!is_drawn)
        verify_fault(verify, index, "no start can be drawn: %s", error.message);
    else if (strcmp(text_string(&expected), match->start) != 0)
        verify_fault(verify, index,
                     "the start is %.60s, but should be %.60s: it follows from the seed and the"
                     " place in the schedule",
                     match->start, text_string(&expected));
    text_finish(&expected);
}

void verify_starts(struct verify *verify)
{
    size_t count = 0, end;
    verdict_begin(verify->verdict, "starts");
    for (size_t i = 0; i < verify_match_count(verify); i = end) {
        end = results_pair_end(&verify->results, i);
        if (verify_match(verify, i)->kind != MEETING_PLAYED)
            continue;
        check_start(verify, i);
        count++;
    }
    verdict_checked(verify->verdict, "%zu starts drawn again from the seed", count);
}
