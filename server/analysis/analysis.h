/* Asks the solver, in processes of its own: judges matches that have ended, and draws fair start
 * positions. There are two lanes beside each other, each of which answers one question after
 * another. Each question has a budget of processor time, and all solvers together have one of
 * memory: solver_process.h. */
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
    ANALYSIS_PROMPT,  /* for short answers that somebody waits for: a quarter of the memory */
    ANALYSIS_PATIENT, /* for the others; has a lower priority */
    ANALYSIS_LANES,
};

/* A question with its answer. Whoever asks makes it with memory_zeroed, and gets it back. */
struct analysis_task {
    struct analysis_task *next; /* for the analysis while it has the task */
    enum analysis_kind kind;
    enum analysis_lane lane;
    int64_t budget_ms; /* of processor time; 0: without a limit */
    void *owner;       /* the asker's, as `number` */
    int64_t number;    /* a match or a tournament */
    int64_t index;     /* of START */
    int64_t turn;      /* of CHECK: those with the lowest are asked first */
    uint64_t seed;     /* of START and CHECK */
    char *rules;       /* these are owned, and freed by analysis_task_destroy() */
    char *start;       /* of JUDGE: the position; of START and CHECK: as starts.h has it */
    char *moves;       /* of JUDGE */
    /* The answer. */
    struct error error; /* code ERROR_NONE: all went well */
    struct text result; /* the marks, or the position */
    int64_t used_us;    /* processor time */
    bool is_beyond;     /* the error is that it needs more time or memory than it has */
};

void analysis_task_destroy(struct analysis_task *task); /* NULL is taken */

struct analysis;

/* The caller must not have threads yet, see solver_processes_start(). `answered` is called on the
 * analysis' thread, and must only pass the word on: analysis_take() has what is answered. `memory`:
 * of all solvers together, in bytes. */
struct analysis *analysis_create(size_t memory, void (*answered)(void *owner), void *owner);
/* Ends the solvers at once, whatever they do, and destroys all tasks. NULL is taken. */
void analysis_destroy(struct analysis *analysis);
/* Takes the task. In a lane START goes before the others. CHECK goes before JUDGE, but takes no
 * more than a tenth of the time while there is something to judge: repeated checks that take long
 * do not keep matches from being judged. */
void analysis_ask(struct analysis *analysis, struct analysis_task *task);
/* An answered task, which is the caller's again; NULL: none. In the order of the answers. */
struct analysis_task *analysis_take(struct analysis *analysis);
/* Tasks that are not answered. */
size_t analysis_waiting(struct analysis *analysis);

#endif
