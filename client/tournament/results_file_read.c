/* Reads the files of a record and checks each line by itself. */
#include "client/tournament/results_file.h"

#include "common/base/memory.h"
#include "common/wire/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- files --- */

static enum error_code cannot_read(const char *path, struct error *error)
{
    return error_set(error, ERROR_IO, "cannot read %s: %s", path, strerror(errno));
}

static enum error_code load(const char *path, struct text *out, struct error *error)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return cannot_read(path, error);
    char bytes[65536];
    ssize_t len;
    while ((len = read(fd, bytes, sizeof bytes)) > 0)
        text_append(out, bytes, (size_t)len);
    enum error_code code = len == 0 ? ERROR_NONE : cannot_read(path, error);
    close(fd);
    return code;
}

static void split(struct results_file *file)
{
    size_t capacity = 0;
    const char *at = text_string(&file->bytes), *end = at + file->bytes.len;
    while (at < end) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        file->is_cut = !line_end;
        if (!line_end)
            line_end = end;
        if (file->count == capacity) {
            capacity = capacity ? 2 * capacity : 64;
            file->lines = memory_resized(file->lines, capacity, sizeof *file->lines);
        }
        file->lines[file->count++] =
            (struct results_line){.bytes = at, .len = (size_t)(line_end - at)};
        at = line_end + 1;
    }
}

static enum error_code read_file(const char *path, struct results_file *file, struct error *error)
{
    enum error_code code = load(path, &file->bytes, error);
    if (code)
        return code;
    file->path = memory_text(path, strlen(path));
    split(file);
    return ERROR_NONE;
}

/* Finds the paths of both files. */
static void find_paths(const char *path, struct text *results, struct text *times)
{
    const char *slash = strrchr(path, '/');
    struct stat status;
    text_append_string(results, path);
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode)) {
        const char *joint = slash && slash[1] == '\0' ? "" : "/";
        text_printf(results, "%sresults.jsonl", joint);
        text_printf(times, "%s%stimes.jsonl", path, joint);
    } else {
        text_append(times, path, slash ? (size_t)(slash + 1 - path) : 0);
        text_append_string(times, "times.jsonl");
    }
}

enum error_code results_read(const char *path, struct results *ret_results, struct error *error)
{
    struct results results = {0};
    struct text results_path = {0}, times_path = {0};
    find_paths(path, &results_path, &times_path);
    enum error_code code = read_file(text_string(&results_path), &results.results, error);
    if (!code && access(text_string(&times_path), F_OK) == 0)
        code = read_file(text_string(&times_path), &results.times, error);
    text_finish(&results_path);
    text_finish(&times_path);
    if (code)
        results_finish(&results);
    else
        *ret_results = results;
    return code;
}

static void finish_file(struct results_file *file)
{
    for (size_t i = 0; i < file->parsed; i++)
        export_line_finish(&file->lines[i].parsed);
    free(file->lines);
    free(file->path);
    text_finish(&file->bytes);
    *file = (struct results_file){0};
}

void results_finish(struct results *results)
{
    finish_file(&results->results);
    finish_file(&results->times);
}

/* --- lines --- */

static enum error_code refuse(const struct results_file *file, size_t index, const char *what,
                              struct error *error)
{
    const char *slash = strrchr(file->path, '/');
    return error_set(error, ERROR_BAD_ARGUMENTS, "%s, line %zu: %s", slash ? slash + 1 : file->path,
                     index + 1, what);
}

static enum error_code parse_lines(struct results_file *file, struct error *error)
{
    for (; file->parsed < file->count; file->parsed++) {
        struct results_line *line = &file->lines[file->parsed];
        struct error cause;
        if (export_parse(line->bytes, line->len, &line->parsed, &cause))
            return refuse(file, file->parsed, cause.message, error);
    }
    return ERROR_NONE;
}

/* Checks that each line has the kind required at its place. */
static enum error_code check_kinds(const struct results_file *file, enum export_line_kind middle,
                                   enum export_line_kind last, struct error *error)
{
    bool begins_with_plan = middle == EXPORT_MATCH;
    for (size_t i = 0; i < file->count; i++) {
        enum export_line_kind kind = file->lines[i].parsed.kind, expected = middle;
        if (i == 0 && begins_with_plan)
            expected = EXPORT_PLAN;
        else if (i + 1 == file->count)
            expected = last;
        if (kind != expected)
            return refuse(file, i,
                          expected == last ? "the last line of the file is missing"
                                           : "a line of this type does not belong here",
                          error);
    }
    if (file->count < (begins_with_plan ? 2 : 1))
        return refuse(file, file->count, "the file is cut off", error);
    return ERROR_NONE;
}

static bool is_place(int64_t number)
{
    return number >= 1 && number <= PAIRING_MEETINGS_MAX;
}

static bool is_winner(const struct export_match *match)
{
    return strcmp(match->winner, "first") == 0 || strcmp(match->winner, "second") == 0 ||
           (match->kind == MEETING_PLAYED && strcmp(match->winner, "nobody") == 0);
}

/* The fault of a match; NULL: none. */
static const char *fault_of_match(const struct export_plan *plan, const struct export_match *match)
{
    bool is_played = match->kind == MEETING_PLAYED;
    if (!is_place(match->round) || !is_place(match->board) || !is_place(match->leg))
        return "round, board and leg are counted from 1";
    if (is_played && match->game != 1 && match->game != 2)
        return "a pair has the games 1 and 2";
    if (results_entrant(plan, match->first) < 0)
        return "the first player is not in the plan";
    if (match->kind == MEETING_BYE)
        return NULL;
    if (results_entrant(plan, match->second) < 0)
        return "the second player is not in the plan";
    if (strcmp(match->first, match->second) == 0)
        return "somebody plays against themselves";
    return is_winner(match) ? NULL : "the winner is 'first', 'second' or, of a match, 'nobody'";
}

static const char *fault_of_plan(const struct export_plan *plan)
{
    if (tournament_format_from_text(plan->format, strlen(plan->format)) == FORMAT_COUNT)
        return "there is no such format";
    if (plan->seed < 1)
        return "seeds are counted from 1";
    if (plan->player_count < ENTRANTS_MIN || plan->player_count > ENTRANTS_MAX)
        return "there are too few or too many players";
    for (size_t i = 0; i < plan->player_count; i++) {
        if (results_entrant(plan, plan->players[i]) != (int)i)
            return "two players have one name";
    }
    return NULL;
}

/* Is the number a valid count, or a time in ms from 1970 to two centuries from now? Sums of them
 * fit. */
static bool is_count(int64_t number)
{
    return number >= 0 && number < INT64_C(1) << 43;
}

static const char *fault_of_times(const struct export_times *times)
{
    bool are_times = is_count(times->began_ms) && is_count(times->ended_ms);
    for (size_t i = 0; i < times->count; i++)
        are_times = are_times && is_count(times->taken_ms[i]) && is_count(times->credit_ms[i]);
    return are_times ? NULL : "a time is negative, or too long";
}

static bool has_counts(const struct export_standing *row)
{
    const int64_t numbers[] = {row->rank, row->points, row->won,      row->drawn,
                               row->lost, row->direct, row->buchholz, row->sonneborn_berger,
                               row->met,  row->kept,   row->thrown};
    bool are_counts = true;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        are_counts = are_counts && is_count(numbers[i]);
    for (int i = 0; i < PAIR_SCORES; i++)
        are_counts = are_counts && is_count(row->pairs[i]);
    return are_counts;
}

static const char *fault_of_end(const struct export_end *end)
{
    if (!wire_tournament_is_over(wire_text(end->state)))
        return "the state is neither finished nor cancelled";
    for (size_t i = 0; i < end->count; i++) {
        if (!has_counts(&end->standings[i]))
            return "a number of the standings is negative, or too large";
    }
    return NULL;
}

static const char *fault_of_line(const struct results *results, const struct export_line *line)
{
    if (line->kind == EXPORT_PLAN)
        return fault_of_plan(&line->plan);
    if (line->kind == EXPORT_MATCH)
        return fault_of_match(results_plan(results), &line->match);
    if (line->kind == EXPORT_END)
        return fault_of_end(&line->end);
    if (line->kind == EXPORT_TIMES)
        return fault_of_times(&line->times);
    return NULL;
}

static enum error_code check_lines(const struct results *results, const struct results_file *file,
                                   struct error *error)
{
    for (size_t i = 0; i < file->count; i++) {
        const char *fault = fault_of_line(results, &file->lines[i].parsed);
        if (fault)
            return refuse(file, i, fault, error);
    }
    return ERROR_NONE;
}

enum error_code results_parse(struct results *results, struct error *error)
{
    enum error_code code = parse_lines(&results->results, error);
    if (!code)
        code = check_kinds(&results->results, EXPORT_MATCH, EXPORT_END, error);
    if (!code)
        code = check_lines(results, &results->results, error);
    if (code || !results->times.path)
        return code;
    code = parse_lines(&results->times, error);
    if (!code)
        code = check_kinds(&results->times, EXPORT_TIMES, EXPORT_SEAL, error);
    if (!code)
        code = check_lines(results, &results->times, error);
    return code;
}
