/* Asks the solver, in processes of its own: judges matches that have ended, and draws fair start
 * positions. Two lanes run side by side, and each answers one question after another. Each question
 * has a budget of processor time, and all solvers together have a budget of memory:
 * solver_process.h. */
#ifndef SERVER_ANALYSIS_ANALYSIS_H
#define SERVER_ANALYSIS_ANALYSIS_H

#include "common/base/error.h"
#include "common/base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum analysis_kind {
    ANALYSIS_JUDGE, /* the marks of a match: common/judge/mark.h */
    ANALYSIS_START, /* a start position of a tournament: common/judge/start.h */
    ANALYSIS_CHECK, /* can the starts of a tournament be drawn? */
};

enum analysis_lane {
    ANALYSIS_PROMPT,  /* for short questions of a waiting user: a quarter of the memory */
    ANALYSIS_PATIENT, /* for all other questions; has a lower priority */
    ANALYSIS_LANES,
};

/* A question with its answer. The asker allocates it with memory_zeroed(), and gets it back. */
struct analysis_task {
    struct analysis_task *next; /* for the analysis while it has the task */
    enum analysis_kind kind;
    enum analysis_lane lane;
    int64_t budget_ms; /* of processor time; 0: without a limit */
    void *owner;       /* for the asker, as `number` */
    int64_t number;    /* a match or a tournament */
    int64_t index;     /* of START; else 0 */
    int64_t turn;      /* of CHECK: the lowest comes first */
    uint64_t seed;     /* of START and CHECK */
    char *rules;       /* of START and CHECK: or a class of rules. The texts are owned */
    char *start;       /* of JUDGE: the position; of START and CHECK: the text of starts.h */
    char *moves;       /* of JUDGE */
    /* The answer. */
    struct error error; /* code ERROR_NONE: success */
    struct text result; /* the marks, or the position */
    int64_t used_us;    /* processor time */
    bool is_beyond;     /* the error: more time or memory is needed than the budget has */
};

void analysis_task_destroy(struct analysis_task *task); /* NULL is allowed */

struct analysis;

/* The caller must not have threads yet, see solver_processes_start(). `answered` is called on the
 * analysis' thread, and must only wake its owner, who calls analysis_take(). `memory`: of all
 * solvers together, in bytes. */
struct analysis *analysis_create(size_t memory, void (*answered)(void *owner), void *owner);
/* Kills the solvers at once and destroys all tasks. NULL is allowed. */
void analysis_destroy(struct analysis *analysis);
/* Takes the task. In a lane START goes before the others. CHECK goes before JUDGE, but takes at
 * most a tenth of the time while matches wait, so that repeated long checks do not keep matches
 * from being judged. */
void analysis_ask(struct analysis *analysis, struct analysis_task *task);
/* Returns an answered task to the caller, in the order of the answers; NULL: none. */
struct analysis_task *analysis_take(struct analysis *analysis);
/* The number of tasks that are not answered. */
size_t analysis_waiting(struct analysis *analysis);

#endif
