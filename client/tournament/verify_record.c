/* The order of the checks; the plan and the chain. */
#include "client/tournament/verify.h"
#include "common/game/drawn.h"
#include "common/tournament/seed.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct export_match *verify_match(const struct verify *verify, size_t index)
{
    return results_match(&verify->results, index);
}

size_t verify_match_count(const struct verify *verify)
{
    return results_count(&verify->results);
}

/* Appends "round 1 board 2 game 1 (ann - ben)". */
static void print_where(const struct export_match *match, struct text *out)
{
    text_printf(out, "round %" PRId64 " board %" PRId64, match->round, match->board);
    if (match->leg > 1)
        text_printf(out, " leg %" PRId64, match->leg);
    if (match->kind == MEETING_PLAYED)
        text_printf(out, " game %" PRId64, match->game);
    text_printf(out, " (%s - %s)", match->first, match->second ? match->second : "bye");
}

void verify_fault(struct verify *verify, size_t index, const char *format, ...)
{
    assert(index < verify_match_count(verify));
    char what[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    struct text where = {0};
    print_where(results_match(&verify->results, index), &where);
    verdict_fault(verify->verdict, (int64_t)results_line_number(index), text_string(&where), "%s",
                  what);
    text_finish(&where);
}

bool verify_rounds_wait(const struct verify *verify)
{
    return verify->pairing.format == FORMAT_SWISS || verify->pairing.format == FORMAT_KNOCKOUT;
}

bool verify_may_lack(const struct verify *verify, int64_t round)
{
    const struct results *results = &verify->results;
    if (!verify->is_cancelled || !verify_rounds_wait(verify))
        return verify->is_cancelled;
    for (size_t i = 0; i < results_count(results); i++) {
        if (results_match(results, i)->round > round)
            return false;
    }
    for (size_t i = 0; i < results_times_count(results); i++) {
        if (results_times(results, i)->round > round)
            return false;
    }
    return true;
}

/* --- the chain --- */

/* Checks the chain of one file; false: a line does not follow from the line before it. */
static bool check_chain(struct verify *verify, const struct results_file *file)
{
    for (size_t i = 0; i < file->count; i++) {
        struct error error;
        if (!export_chain_check(&verify->chain, file->lines[i].bytes, file->lines[i].len, &error))
            continue;
        verdict_fault(verify->verdict, (int64_t)i + 1, NULL, "%s", error.message);
        return false;
    }
    return true;
}

void verify_chain(struct verify *verify)
{
    const struct results *results = &verify->results;
    verdict_begin(verify->verdict, "chain");
    verify->is_chained = check_chain(verify, &results->results);
    verdict_checked(verify->verdict,
                    "%zu lines of results.jsonl, each with the hash of all before it",
                    results->results.count);
}

/* --- the lines --- */

/* Checks that each line is in canonical form, which is part of the format: two programs must not
 * read it differently. The chain has the hash of the line. */
static void check_written(struct verify *verify, const struct results_file *file, const char *name)
{
    struct text written = {0};
    for (size_t i = 0; i < file->count; i++) {
        const struct results_line *line = &file->lines[i];
        text_clear(&written);
        export_print(&line->parsed, &written);
        size_t same = written.len - 1; /* without the brace at the end */
        if (line->len > same && memcmp(line->bytes, written.bytes, same) == 0 &&
            strncmp(line->bytes + same, ",\"hash\":", 8) == 0)
            continue;
        verdict_fault(verify->verdict, 0, NULL, "%s, line %zu would be written %.200s", name, i + 1,
                      text_string(&written));
    }
    text_finish(&written);
    if (file->is_cut)
        verdict_fault(verify->verdict, 0, NULL, "%s, line %zu: the line feed at its end is missing",
                      name, file->count);
}

bool verify_lines(struct verify *verify)
{
    const struct results *results = &verify->results;
    struct error error;
    verdict_begin(verify->verdict, "lines");
    if (results_parse(&verify->results, &error)) {
        verdict_fault(verify->verdict, 0, NULL, "%s", error.message);
        verdict_left_out(verify->verdict, "nothing else can be checked");
        return false;
    }
    check_written(verify, &results->results, "results.jsonl");
    if (results->times.path)
        check_written(verify, &results->times, "times.jsonl");
    verdict_checked(verify->verdict, "%zu, each written in the one way it can be",
                    results->results.count + results->times.count);
    return true;
}

/* --- the plan --- */

static enum error_code refuse(const char *what, const char *text, const char *canonical,
                              struct error *error)
{
    return error_set(error, ERROR_BAD_ARGUMENTS, "%s '%.60s' would be written '%.60s'", what, text,
                     canonical);
}

static enum error_code read_starts(struct verify *verify, const struct export_plan *plan,
                                   struct error *error)
{
    struct text canonical = {0};
    enum error_code code = starts_parse(&verify->plan_rules, plan->starts, strlen(plan->starts),
                                        &verify->starts, error);
    if (code)
        return code;
    starts_print(&verify->plan_rules, &verify->starts, &canonical);
    if (strcmp(text_string(&canonical), plan->starts) != 0)
        code = refuse("the starts", plan->starts, text_string(&canonical), error);
    text_finish(&canonical);
    return code;
}

static enum error_code read_clock(struct verify *verify, const struct export_plan *plan,
                                  struct error *error)
{
    struct text canonical = {0};
    enum error_code code =
        time_control_parse(plan->clock, strlen(plan->clock), &verify->clock, error);
    if (code)
        return code;
    if (verify->clock.kind == TIME_NONE)
        return error_set(error, ERROR_BAD_ARGUMENTS, "a tournament has a clock");
    time_control_print(&verify->clock, &canonical);
    if (strcmp(text_string(&canonical), plan->clock) != 0)
        code = refuse("the clock", plan->clock, text_string(&canonical), error);
    text_finish(&canonical);
    return code;
}

static enum error_code read_plan(struct verify *verify, struct error *error)
{
    const struct export_plan *plan = results_plan(&verify->results);
    struct rules *rules = &verify->plan_rules;
    enum error_code code = rules_or_class_parse(rules, plan->rules, strlen(plan->rules), error);
    if (!code && strcmp(rules->text, plan->rules) != 0)
        code = refuse("the rules", plan->rules, rules->text, error);
    if (!code)
        code = read_starts(verify, plan, error);
    if (!code)
        code = read_clock(verify, plan, error);
    if (!code)
        code = results_pairing(plan, &verify->pairing, error);
    return code;
}

bool verify_plan(struct verify *verify)
{
    struct error error;
    verdict_begin(verify->verdict, "plan");
    if (read_plan(verify, &error)) {
        verdict_fault(verify->verdict, 1, NULL, "%s", error.message);
        verdict_left_out(verify->verdict, "nothing else can be checked");
        return false;
    }
    verify->is_cancelled = strcmp(results_end(&verify->results)->state, "cancelled") == 0;
    const struct export_plan *plan = results_plan(&verify->results);
    verdict_checked(verify->verdict, "%s of %zu players, %s, starts %.40s, seed %" PRId64 "%s",
                    plan->format, plan->player_count, plan->rules, plan->starts, plan->seed,
                    verify->is_cancelled ? "; cancelled" : "");
    verify->meetings = results_meetings(&verify->results, &verify->meeting_count);
    return true;
}

bool verify_take_rules(struct verify *verify, size_t index)
{
    const struct export_match *match = verify_match(verify, index);
    int64_t boards = pairing_boards(&verify->pairing), start = 0;
    bool is_in_schedule = match->round >= 1 && match->round <= pairing_rounds(&verify->pairing) &&
                          match->board >= 1 && match->board <= boards && match->leg >= 1 &&
                          match->leg <= KNOCKOUT_LEGS;
    struct rules rules;
    if (verify->plan_rules.class_size > 0 && !is_in_schedule)
        return false;
    if (is_in_schedule)
        start = seed_start_index(boards, match->round, match->board, match->leg);
    starts_rules(&verify->plan_rules, (uint64_t)results_plan(&verify->results)->seed, start,
                 &rules);
    if (strcmp(rules.text, verify->rules.text) == 0)
        return true;
    verify->rules = rules;
    solver_destroy(verify->solver);
    verify->solver = solver_create(&rules);
    return true;
}

/* --- all of it --- */

static void check_all(struct verify *verify)
{
    verify_chain(verify);
    if (!verify_lines(verify) || !verify_plan(verify))
        return;
    verify_matches(verify);
    verify_marks(verify);
    verify_schedule(verify);
    verify_starts(verify);
    verify_standings(verify);
    verify_times(verify);
    verify_seal(verify);
}

enum error_code verify_record(const char *path, const unsigned char *key, struct verdict *verdict,
                              struct error *error)
{
    struct verify verify = {.verdict = verdict, .key = key};
    enum error_code code = results_read(path, &verify.results, error);
    if (code)
        return code;
    check_all(&verify);
    solver_destroy(verify.solver);
    starts_finish(&verify.starts);
    free(verify.meetings);
    results_finish(&verify.results);
    return ERROR_NONE;
}
