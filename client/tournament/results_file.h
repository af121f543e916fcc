/* The record of a tournament, as read from its two files: results.jsonl and, if it exists,
 * times.jsonl. See common/export/export.h. */
#ifndef CLIENT_RESULTS_FILE_H
#define CLIENT_RESULTS_FILE_H

#include "common/export/export.h"

#include <stdbool.h>

struct results_line {
    const char *bytes; /* without the line end; borrowed from the file's text */
    size_t len;
    struct export_line parsed; /* owned; valid after results_parse() */
};

struct results_file {
    char *path; /* owned; NULL: the file does not exist */
    struct text bytes;
    struct results_line *lines; /* line 1 has index 0 */
    size_t count;
    size_t parsed; /* number of lines parsed, from the first on */
    bool is_cut;   /* the last line does not end with a line feed */
};

struct results {
    struct results_file results, times;
};

/* Reads both files and splits them into lines. `path` is results.jsonl, under any name, or its
 * folder; times.jsonl is expected beside it. IO. */
enum error_code results_read(const char *path, struct results *ret_results, struct error *error);
/* Parses the lines. BAD_ARGUMENTS names the file and a line that cannot be parsed, is out of place,
 * or has an invalid value: an unknown format or state, a player who is not in the plan, a game
 * other than 1 or 2, an impossible time. On success, results.jsonl is a plan, meetings, and an end;
 * times.jsonl, if it exists, is any number of times and a seal. */
enum error_code results_parse(struct results *results, struct error *error);
void results_finish(struct results *results);

/* Precondition of all functions below: results_parse() has succeeded. */
const struct export_plan *results_plan(const struct results *results);
const struct export_end *results_end(const struct results *results);
/* The lines between plan and end: matches, byes and forfeits. */
size_t results_count(const struct results *results);
const struct export_match *results_match(const struct results *results, size_t index);
/* The number of the line in results.jsonl, from 1. */
size_t results_line_number(size_t index);
/* The number of lines of times.jsonl before the seal; 0 if the file does not exist. */
size_t results_times_count(const struct results *results);
const struct export_times *results_times(const struct results *results, size_t index);
/* Do both have the same place in the schedule? */
bool results_are_times_of(const struct export_times *times, const struct export_match *match);
/* NULL: times.jsonl does not exist. */
const struct export_seal *results_seal(const struct results *results);

/* The index of an entrant in the plan; -1: no entrant has this name. */
int results_entrant(const struct export_plan *plan, const char *name);
/* The pairing of the plan; borrows the plan's forbidden meetings. BAD_ARGUMENTS, BAD_PLAN: the plan
 * cannot be played. */
enum error_code results_pairing(const struct export_plan *plan, struct pairing *ret_pairing,
                                struct error *error);
/* The half points of the line's `first`. Precondition: the line is a match. */
int8_t results_points(const struct export_match *match);
/* The number of words, such as moves or marks, of a text with a space between two words. */
int64_t results_words(const char *text);

/* The lines of a pair are contiguous. Returns the index behind the last line of the pair that
 * begins at `index`. */
size_t results_pair_end(const struct results *results, size_t index);
/* The result of one pair, whose lines are those from `index` up to `end`. */
struct meeting_result results_meeting(const struct results *results, size_t index, size_t end);
/* The results of all pairs, in the order of the file; the caller frees the list. */
struct meeting_result *results_meetings(const struct results *results, size_t *ret_count);

#endif
