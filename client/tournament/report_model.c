#include "client/tournament/report_model.h"

#include "client/cli/atomic_file.h"
#include "client/show/standings_print.h"
#include "common/base/memory.h"
#include "common/game/drawn.h"
#include "common/words/words.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char *const report_endings[REPORT_ENDINGS] = {
    "normal",  "resignation", "time", "stall", "disconnect",
    "illegal", "protocol",    "draw", "plies", "other",
};

/* --- players --- */

static void add_match(struct report *report, const struct export_match *match,
                      const struct report_match *counted)
{
    const struct export_plan *plan = results_plan(&report->results);
    const int seats[2] = {results_entrant(plan, match->first),
                          results_entrant(plan, match->second)};
    int points = results_points(match), ending = 0;
    while (ending < REPORT_ENDINGS - 1 && strcmp(report_endings[ending], match->ending) != 0)
        ending++;
    assert(seats[0] >= 0 && seats[1] >= 0); /* results_parse() has checked the names */
    for (int i = 0; i < 2; i++) {
        const struct mark_sums *marks = &counted->marks[i];
        struct report_player *player = &report->players[seats[i]];
        int own = i == 0 ? points : 2 - points;
        player->moves += (counted->plies + !i) / 2;
        player->won[ending] += own == 2;
        player->drawn[ending] += own == 1;
        player->lost[ending] += own == 0;
        for (int whose = 0; whose < 2; whose++) {
            struct mark_sums *sums = whose ? &player->marks : &report->marks;
            sums->won += marks->won;
            sums->kept += marks->kept;
            sums->thrown += marks->thrown;
        }
        bool threw = marks->thrown > 0 ||
                     (counted->ending.worth == ENDING_IN_WON && counted->ending.loser == i);
        player->matches_thrown += own == 0 && threw;
    }
    report->match_count++;
    report->ended_in_won += counted->ending.worth == ENDING_IN_WON;
    report->moves += counted->plies;
    report->judged += results_words(match->marks);
}

/* --- matches --- */

/* Finds the times of the match from *line on, since both files have the same order. */
static const struct export_times *find_times(const struct report *report,
                                             const struct export_match *match, size_t *line)
{
    for (; *line < results_times_count(&report->results); ++*line) {
        const struct export_times *times = results_times(&report->results, *line);
        if (!times->is_void && results_are_times_of(times, match) &&
            (int64_t)times->count == results_words(match->moves))
            return results_times(&report->results, (*line)++);
    }
    return NULL;
}

/* The rules of a match. False: they cannot be read. */
static bool rules_of(const struct report *report, const struct export_match *match,
                     struct rules *ret_rules)
{
    struct error error;
    if (match->rules)
        return !rules_parse(ret_rules, match->rules, strlen(match->rules), &error);
    *ret_rules = report->rules;
    return report->rules.class_size == 0;
}

/* A solver for them, for give_back(). */
static struct solver *take_solver(const struct report *report, const struct rules *rules)
{
    return report->solver ? report->solver : solver_create(rules);
}

static void give_back(const struct report *report, struct solver *solver)
{
    if (solver != report->solver)
        solver_destroy(solver);
}

/* Sets up the start of a match. False: it, or the rules, cannot be read. */
static bool set_up(const struct report *report, const struct export_match *match,
                   struct rules *ret_rules, struct position *ret_position)
{
    struct error error;
    return rules_of(report, match, ret_rules) &&
           !position_parse(ret_rules, match->start, strlen(match->start), ret_position, &error) &&
           !position_check_start(ret_rules, ret_position, &error);
}

/* Judges the ending of a match by its last mark or, without moves, by its start. A match that is
 * not fully judged counts as ended by a move. */
static struct judged_ending judge_end(const struct report *report, const struct export_match *match,
                                      int64_t plies)
{
    struct judged_ending unknown = {.worth = ENDING_BY_MOVE};
    enum outcome outcome;
    if (strcmp(match->ending, "normal") == 0 || results_words(match->marks) < plies)
        return unknown;
    if (plies > 0) {
        struct mark mark;
        const char *marks = match->marks;
        while (*marks && mark_next(&marks, &mark))
            ;
        outcome = mark_outcome_after(&mark);
    } else {
        struct rules rules;
        struct position start = {0};
        if (!set_up(report, match, &rules, &start)) {
            position_finish(&start);
            return unknown;
        }
        struct solver *solver = take_solver(report, &rules);
        outcome = solver_outcome(solver, &start);
        give_back(report, solver);
        position_finish(&start);
    }
    return ending_judge(match->ending, match->winner, plies, outcome);
}

static enum error_code count_match(struct report *report, size_t index, size_t *times_line,
                                   struct error *error)
{
    const struct export_match *match = results_match(&report->results, index);
    struct report_match *counted = &report->matches[index];
    if (match->kind != MEETING_PLAYED)
        return ERROR_NONE;
    counted->plies = results_words(match->moves);
    counted->times = find_times(report, match, times_line);
    if (!mark_sum(match->marks, counted->marks, &counted->first_thrown) ||
        results_words(match->marks) > counted->plies)
        return error_set(error, ERROR_BAD_ARGUMENTS, "line %zu: the marks cannot be read",
                         results_line_number(index));
    counted->ending = judge_end(report, match, counted->plies);
    add_match(report, match, counted);
    return ERROR_NONE;
}

/* --- scores --- */

static struct report_score *score_at(const struct report *report, int player, int opponent)
{
    return &report->scores[(size_t)player * report->player_count + (size_t)opponent];
}

/* Counts all scores in one pass; standings_against() would need a pass for each of them. */
static void count_scores(struct report *report)
{
    for (size_t i = 0; i < report->meeting_count; i++) {
        const struct meeting_result *result = &report->meetings[i];
        struct meeting meeting = result->meeting;
        for (int game = 0; game < 2; game++) {
            if (result->kind != MEETING_PLAYED || result->points[game] < 0)
                continue;
            struct report_score *first = score_at(report, meeting.first, meeting.second);
            struct report_score *second = score_at(report, meeting.second, meeting.first);
            first->points += result->points[game];
            second->points += 2 - result->points[game];
            first->matches++;
            second->matches++;
        }
    }
}

struct report_score report_score(const struct report *report, size_t player, size_t opponent)
{
    assert(player < report->player_count && opponent < report->player_count);
    return *score_at(report, (int)player, (int)opponent);
}

/* --- standings --- */

enum tournament_format report_format(const struct report *report)
{
    const char *format = results_plan(&report->results)->format;
    return tournament_format_from_text(format, strlen(format));
}

void report_print_name(const struct report *report, struct text *out)
{
    const struct export_plan *plan = results_plan(&report->results);
    if (strcmp(plan->name, plan->rules) == 0)
        words_rules(plan->rules, LOOK_PLAIN, out);
    else
        text_append_string(out, plan->name);
}

size_t report_places(const struct report *report)
{
    return results_end(&report->results)->count;
}

const struct export_standing *report_standing(const struct report *report, size_t place)
{
    assert(place < report_places(report));
    return &results_end(&report->results)->standings[place];
}

size_t report_entrant(const struct report *report, size_t place)
{
    const char *name = report_standing(report, place)->player;
    int entrant = results_entrant(results_plan(&report->results), name);
    assert(entrant >= 0); /* check_standings() has checked the names */
    return (size_t)entrant;
}

bool report_has_ending(const struct report *report, int ending)
{
    assert(ending >= 0 && ending < REPORT_ENDINGS);
    for (size_t i = 0; i < report->player_count; i++) {
        const struct report_player *player = &report->players[i];
        if (player->won[ending] + player->drawn[ending] + player->lost[ending] > 0)
            return true;
    }
    return false;
}

/* --- all of it --- */

static void make_room(struct report *report)
{
    const struct export_plan *plan = results_plan(&report->results);
    size_t count = plan->player_count;
    report->player_count = count;
    report->players = memory_zeroed(count, sizeof *report->players);
    for (size_t i = 0; i < count; i++)
        report->players[i].name = plan->players[i];
    report->matches = memory_zeroed(results_count(&report->results) + 1, sizeof *report->matches);
    report->scores = memory_zeroed(count * count, sizeof *report->scores);
    report->meetings = results_meetings(&report->results, &report->meeting_count);
}

static enum error_code check_standings(const struct report *report, struct error *error)
{
    const struct export_end *end = results_end(&report->results);
    for (size_t i = 0; i < end->count; i++) {
        if (results_entrant(results_plan(&report->results), end->standings[i].player) < 0)
            return error_set(error, ERROR_BAD_ARGUMENTS,
                             "the standings name '%.60s', who is not in the plan",
                             end->standings[i].player);
    }
    return ERROR_NONE;
}

/* Checks the round of every line, since the chart has a place for each round of the plan. */
static enum error_code check_rounds(const struct report *report, struct error *error)
{
    struct pairing pairing;
    enum error_code code = results_pairing(results_plan(&report->results), &pairing, error);
    int rounds = code ? 0 : pairing_rounds(&pairing);
    for (size_t i = 0; i < results_count(&report->results) && !code; i++) {
        if (results_match(&report->results, i)->round > rounds)
            code = error_set(error, ERROR_BAD_ARGUMENTS, "line %zu: there are %d rounds only",
                             results_line_number(i), rounds);
    }
    return code;
}

static enum error_code fill(struct report *report, struct error *error)
{
    enum error_code code = results_parse(&report->results, error);
    if (code)
        return code;
    const char *text = results_plan(&report->results)->rules;
    code = rules_or_class_parse(&report->rules, text, strlen(text), error);
    if (!code)
        code = check_rounds(report, error);
    if (!code)
        code = check_standings(report, error);
    if (code)
        return code;
    if (report->rules.class_size == 0)
        report->solver = solver_create(&report->rules);
    make_room(report);
    count_scores(report);
    size_t times_line = 0;
    for (size_t i = 0; !code && i < results_count(&report->results); i++)
        code = count_match(report, i, &times_line, error);
    return code;
}

enum error_code report_read(const char *folder, struct report *ret_report, struct error *error)
{
    struct report report = {0};
    enum error_code code = results_read(folder, &report.results, error);
    if (!code)
        code = fill(&report, error);
    if (code)
        report_finish(&report);
    else
        *ret_report = report;
    return code;
}

void report_finish(struct report *report)
{
    solver_destroy(report->solver);
    free(report->players);
    free(report->matches);
    free(report->scores);
    free(report->meetings);
    results_finish(&report->results);
}

/* --- words --- */

void report_kept(const void *sums, struct text *out)
{
    const struct mark_sums *marks = sums;
    standings_print_share(marks->kept, marks->won, out);
}

void report_print_score(struct report_score score, bool with_matches, struct text *out)
{
    column_halves(&score.points, out);
    if (with_matches)
        text_printf(out, "/%" PRId64, score.matches);
}

void report_print_ending(const struct report_player *player, int ending, char drawn,
                         struct text *out)
{
    assert(ending >= 0 && ending < REPORT_ENDINGS);
    text_append_int(out, player->won[ending]);
    if (player->drawn[ending] > 0)
        text_printf(out, "%c%" PRId64, drawn, player->drawn[ending]);
    text_printf(out, "-%" PRId64, player->lost[ending]);
}

void report_take_word(const char **at, struct text *out)
{
    assert(**at);
    size_t len = strcspn(*at, " ");
    text_append(out, *at, len);
    *at += len + ((*at)[len] == ' ');
}

void report_print_moves(const struct export_match *match, struct text *out)
{
    const char *moves = match->moves, *marks = match->marks;
    while (*moves) {
        report_take_word(&moves, out);
        if (*marks) {
            text_append_char(out, ' ');
            report_take_word(&marks, out);
        }
        if (*moves)
            text_append_string(out, ", ");
    }
}

/* The word with this number, from 1. Precondition: the text has that many. */
static const char *word_at(const char *text, int64_t number)
{
    assert(number >= 1);
    while (--number > 0)
        text += strcspn(text, " ") + 1;
    return text;
}

struct report_move report_move(const struct export_match *match, int64_t ply)
{
    const char *move = word_at(match->moves, ply), *mark = word_at(match->marks, ply);
    return (struct report_move){
        .move = move,
        .mark = mark,
        .move_len = (int)strcspn(move, " "),
        .mark_len = (int)strcspn(mark, " "),
        .player = ply % 2 == 1 ? match->first : match->second,
    };
}

const char *report_ender(const struct export_match *match, const struct report_match *counted)
{
    if (counted->ending.worth != ENDING_IN_WON)
        return NULL;
    return counted->ending.loser == 0 ? match->first : match->second;
}

/* --- a match played again --- */

void report_walk_begin(struct report_walk *walk, const struct report *report,
                       const struct export_match *match)
{
    walk->report = report;
    walk->moves = match->moves;
    walk->ply = 1;
    walk->is_playable = set_up(report, match, &walk->rules, &walk->position);
}

void report_walk_to(struct report_walk *walk, int64_t ply)
{
    assert(walk->report && walk->ply >= 1);
    const struct rules *rules = &walk->rules;
    for (; walk->is_playable && *walk->moves && walk->ply < ply; walk->ply++) {
        struct move move;
        struct error error;
        size_t len = strcspn(walk->moves, " ");
        walk->is_playable = !move_parse(rules, &walk->position, walk->moves, len, &move, &error);
        if (walk->is_playable)
            move_apply(rules, &walk->position, &move);
        walk->moves += len + (walk->moves[len] == ' ');
    }
}

void report_walk_print_winning(const struct report_walk *walk, struct text *out)
{
    struct move move;
    if (!walk->is_playable || position_is_over(&walk->rules, &walk->position))
        return;
    struct solver *solver = take_solver(walk->report, &walk->rules);
    if (solver_outcome(solver, &walk->position) == OUTCOME_N) {
        solver_best_move(solver, &walk->position, &move);
        move_print(&walk->rules, &walk->position, &move, out);
    }
    give_back(walk->report, solver);
}

void report_walk_finish(struct report_walk *walk)
{
    position_finish(&walk->position);
}

/* --- the files --- */

static enum error_code write_form(const char *folder, const char *name,
                                  void (*form)(const struct report *, FILE *),
                                  const struct report *report, struct error *error)
{
    struct text path = {0};
    struct atomic_file draft = {0};
    text_printf(&path, "%s/%s", folder, name);
    enum error_code code = atomic_file_open(text_string(&path), &draft, error);
    if (!code) {
        form(report, draft.file);
        code = atomic_file_keep(&draft, error);
    }
    text_finish(&path);
    return code;
}

enum error_code report_write(const char *folder, struct error *error)
{
    struct report report;
    enum error_code code = report_read(folder, &report, error);
    if (code)
        return code;
    code = write_form(folder, "results.csv", report_csv, &report, error);
    if (!code)
        code = write_form(folder, "report.txt", report_text, &report, error);
    if (!code)
        code = write_form(folder, "report.html", report_html, &report, error);
    report_finish(&report);
    return code;
}
