#include "client/cli/practice_file.h"

#include "client/cli/atomic_file.h"
#include "client/cli/state_folder.h"
#include "common/base/memory.h"
#include "common/puzzle/practice.h"
#include "common/wire/wire.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define FILE_NAME "puzzles"

int64_t practice_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static enum error_code read_file(const char *path, struct text *out, struct error *error)
{
    char bytes[4096];
    FILE *file = fopen(path, "re");
    if (!file)
        return errno == ENOENT ? ERROR_NONE
                               : error_set(error, ERROR_IO, "%s: %s", path, strerror(errno));
    for (size_t len; (len = fread(bytes, 1, sizeof bytes, file)) > 0;)
        text_append(out, bytes, len);
    bool failed = ferror(file);
    int reason = errno;
    fclose(file);
    return failed ? error_set(error, ERROR_IO, "%s: %s", path, strerror(reason)) : ERROR_NONE;
}

/* A missing file is a new practice. */
static enum error_code read_practice(struct practice *ret_practice, struct error *error)
{
    struct text path = {0}, kept = {0};
    practice_init(ret_practice);
    enum error_code code = state_path(FILE_NAME, &path, error);
    if (!code)
        code = read_file(path.bytes, &kept, error);
    if (!code && kept.len > 0 && kept.bytes[kept.len - 1] == '\n')
        kept.bytes[--kept.len] = '\0';
    if (!code && !practice_parse(ret_practice, text_string(&kept)))
        code = error_set(error, ERROR_IO,
                         "%s is damaged, or of a newer version; a new one is made when it is moved "
                         "elsewhere",
                         path.bytes);
    text_finish(&path);
    text_finish(&kept);
    return code;
}

static enum error_code write_practice(const struct practice *practice, struct error *error)
{
    struct text path = {0}, kept = {0};
    struct atomic_file draft = {0};
    enum error_code code = state_path(FILE_NAME, &path, error);
    if (!code)
        code = atomic_file_open(path.bytes, &draft, error);
    if (!code) {
        practice_print(practice, &kept);
        fprintf(draft.file, "%s\n", kept.bytes);
        code = atomic_file_keep(&draft, error);
    }
    text_finish(&path);
    text_finish(&kept);
    return code;
}

/* --- the methods --- */

/* A request, and the room for its answer. */
struct file_call {
    struct solver_shelf *shelf;
    struct practice practice;
    struct text rules, position; /* of the answer */
    bool has_changed;
    struct error *error;
};

static void tell_puzzle(struct file_call *call, const char *source, const struct puzzle *puzzle,
                        struct wire_puzzle *ret_told)
{
    text_append_string(&call->rules, puzzle->rules.text);
    position_print(&puzzle->rules, &puzzle->position, &call->position);
    ret_told->source = wire_text(source);
    ret_told->rules = wire_text(call->rules.bytes);
    ret_told->position = wire_text(call->position.bytes);
    ret_told->rating = llround(puzzle_rating(puzzle).rating);
}

static enum error_code next(struct file_call *call, const struct wire_puzzle_choice *choice,
                            struct wire_puzzle *ret_told)
{
    struct puzzle puzzle = {0};
    struct rules rules;
    bool has_rules = choice->rules.bytes != NULL;
    if (has_rules && rules_parse(&rules, choice->rules.bytes, choice->rules.len, call->error))
        return call->error->code;
    enum practice_choice chosen = practice_next(
        &call->practice, call->shelf, has_rules ? &rules : NULL, practice_now_ms(), &puzzle);
    if (chosen == PRACTICE_NONE)
        ret_told->source = wire_text("none");
    else
        tell_puzzle(call, chosen == PRACTICE_REPEAT ? "repeat" : "new", &puzzle, ret_told);
    puzzle_finish(&puzzle);
    return ERROR_NONE;
}

static enum error_code daily(struct file_call *call, struct wire_puzzle *ret_told)
{
    struct puzzle puzzle = {0};
    struct rules rules;
    struct puzzle_place place = puzzle_daily(practice_now_ms() / PUZZLE_DAY_MS);
    puzzle_rules_at(place.rules, &rules);
    if (practice_draw(call->shelf, &rules, place.number, &puzzle))
        tell_puzzle(call, "daily", &puzzle, ret_told);
    puzzle_finish(&puzzle);
    return ERROR_NONE;
}

static struct wire_practice state_of(const struct practice *practice)
{
    return (struct wire_practice){
        .rating = llround(practice->rating.rating),
        .deviation = llround(practice->rating.deviation),
        .tried = practice->tried,
        .solved = practice->solved,
        .met = (int64_t)practice->count,
        .due = (int64_t)practice_due(practice, NULL, practice_now_ms()),
    };
}

/* "RULES POSITION" */
static char *puzzle_text(struct wire_text rules, struct wire_text position)
{
    struct text text = {0};
    text_append(&text, rules.bytes, rules.len);
    text_append_char(&text, ' ');
    text_append(&text, position.bytes, position.len);
    return text.bytes;
}

static enum error_code answer_puzzle(struct file_call *call,
                                     const struct wire_puzzle_answer *answer,
                                     struct wire_puzzle_done *ret_done)
{
    struct practice *practice = &call->practice;
    struct puzzle puzzle = {0};
    char *text = puzzle_text(answer->rules, answer->position);
    if (!practice_read_puzzle(call->shelf, text, &puzzle)) {
        error_set(call->error, ERROR_BAD_POSITION, "'%.200s' is no puzzle", text);
        free(text);
        return ERROR_BAD_POSITION;
    }
    struct glicko rating = puzzle_rating(&puzzle);
    bool rated = practice_answer(practice, text, &rating, answer->right, practice_now_ms());
    const struct practice_item *item = practice_find(practice, text);
    struct wire_practice state = state_of(practice);
    *ret_done = (struct wire_puzzle_done){
        .right = answer->right,
        .rated = rated,
        .again = item && item->rung < PRACTICE_LEARNED ? item->due_ms : WIRE_ABSENT,
        .rating = state.rating,
        .deviation = state.deviation,
        .tried = state.tried,
        .solved = state.solved,
    };
    call->has_changed = true;
    puzzle_finish(&puzzle);
    free(text);
    return ERROR_NONE;
}

static enum error_code carry_out(struct file_call *call, enum wire_method method,
                                 const void *parameters, union wire_body *ret_result)
{
    wire_record_clear(wire_methods[method].result, ret_result);
    if (method == WIRE_PUZZLE_NEXT)
        return next(call, parameters, &ret_result->as_puzzle);
    if (method == WIRE_PUZZLE_DAILY)
        return daily(call, &ret_result->as_puzzle);
    if (method == WIRE_PUZZLE_ANSWER)
        return answer_puzzle(call, parameters, &ret_result->as_puzzle_done);
    if (method == WIRE_PUZZLE_MISTAKE) {
        const struct wire_puzzle_mistake *mistake = parameters;
        char *text = puzzle_text(mistake->rules, mistake->position);
        call->has_changed = practice_add_mistake(&call->practice, text, practice_now_ms());
        ret_result->as_puzzle_added.added = call->has_changed;
        free(text);
    } else {
        assert(method == WIRE_PUZZLE_STATE);
        ret_result->as_practice = state_of(&call->practice);
    }
    return ERROR_NONE;
}

void practice_file_call(struct solver_shelf *shelf, enum wire_method method, const void *parameters,
                        client_answer *answer, void *owner)
{
    struct error error;
    union wire_body result;
    struct file_call call = {.shelf = shelf, .error = &error};
    enum error_code code = read_practice(&call.practice, &error);
    if (!code)
        code = carry_out(&call, method, parameters, &result);
    if (!code && call.has_changed)
        code = write_practice(&call.practice, &error);
    practice_finish(&call.practice);
    answer(owner, code ? &error : NULL, code ? NULL : &result);
    text_finish(&call.rules);
    text_finish(&call.position);
}
