/* Asks the solver, one question after another, on a thread of its own with low priority: judges matches that have ended, and
 * draws fair start positions. Play waits for it only where a tournament's next pair needs a fair start. */
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

/* A question with its answer. Whoever asks makes it with memory_zeroed, and gets it back. */
struct analysis_task {
    struct analysis_task *next; /* for the analysis while it has the task */
    enum analysis_kind kind;
    void *owner;    /* the asker's */
    int64_t number; /* the asker's: a match or a tournament */
    int64_t index;  /* of START */
    uint64_t seed;  /* of START and CHECK */
    char *rules;    /* these are owned, and freed by analysis_task_destroy() */
    char *start;    /* of JUDGE: the position; of START and CHECK: as starts.h has it */
    char *moves;    /* of JUDGE */
    /* The answer. */
    struct error error; /* code ERROR_NONE: all went well */
    struct text result; /* the marks, or the position */
};

void analysis_task_destroy(struct analysis_task *task); /* NULL is taken */

struct analysis;

/* `answered` is called on the analysis' thread, and must only pass the word on: analysis_take() has what is answered. */
struct analysis *analysis_create(void (*answered)(void *owner), void *owner);
/* Gives up what is under way within some milliseconds (a table that is being made is waited for) and destroys all tasks. NULL is
 * taken. */
void analysis_destroy(struct analysis *analysis);
/* Takes the task. START goes before the others, because play may wait for it. CHECK goes before JUDGE, but takes no more than half of the time
 * while there is something to judge: whoever keeps asking for what takes long does not keep tournaments from their end. */
void analysis_ask(struct analysis *analysis, struct analysis_task *task);
/* An answered task, which is the caller's again; NULL: none. In the order of the answers. */
struct analysis_task *analysis_take(struct analysis *analysis);
/* Tasks that are not answered. */
size_t analysis_waiting(struct analysis *analysis);

#endif
