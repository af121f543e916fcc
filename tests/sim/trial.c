#include "tests/sim/trial.h"

#include "common/base/memory.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { HANG_S = 240 }; /* no run takes so long */

/* The system refused what no simulation can do without. */
static void fail(const char *what)
{
    perror(what);
    exit(2);
}

void trial_init(struct trial *trial)
{
    trial->report = mmap(NULL, sizeof *trial->report, PROT_READ | PROT_WRITE,
                         MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (trial->report == MAP_FAILED)
        fail("mmap");
}

void trial_finish(struct trial *trial)
{
    munmap(trial->report, sizeof *trial->report);
}

static _Noreturn void run_here(const struct script *script, struct run_report *report, int said)
{
    dup2(said, STDERR_FILENO);
    alarm(HANG_S);
    run_script(script, report);
    _exit(0);
}

/* What the process said last before it died, such as the text of an assertion. */
static void read_last_words(struct run_report *report, int said)
{
    char words[4096];
    ssize_t len = pread(said, words, sizeof words - 1, 0);
    words[len > 0 ? len : 0] = '\0';
    snprintf(report->what, sizeof report->what, "%.*s", (int)sizeof report->what - 1, words);
}

/* "assertion" and its place, so that shrinking does not slip to another one. */
static void name_death(struct run_report *report, int status)
{
    int number = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    const char *place = strstr(report->what, ".c:");
    const char *from = place;
    while (from && from > report->what && from[-1] != '/' && from[-1] != ' ')
        from--;
    snprintf(report->where, sizeof report->where, "%s %d%s%.*s",
             WIFSIGNALED(status) ? "signal" : "exit status", number, place ? " at " : "",
             place ? (int)(place - from) + 2 + (int)strspn(place + 3, "0123456789") + 1 : 0,
             place ? from : "");
}

bool trial_run(struct trial *trial, const struct script *script)
{
    struct run_report *report = trial->report;
    int status, said = memfd_create("said", MFD_CLOEXEC);
    report->where[0] = report->what[0] = '\0';
    report->steps_begun = 0;
    fflush(NULL);
    pid_t child = fork();
    if (said < 0 || child < 0)
        fail("a run cannot begin");
    if (child == 0)
        run_here(script, report, said);
    if (waitpid(child, &status, 0) < 0)
        fail("waitpid");
    bool is_whole = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (!is_whole && !report->where[0]) {
        read_last_words(report, said);
        name_death(report, status);
    }
    close(said);
    return is_whole;
}

/* --- the shortest list: delta debugging --- */

struct search {
    struct trial trial;
    char where[sizeof((struct run_report *)0)->where];
    FILE *told;
    unsigned trials;
};

static bool still_breaks(struct search *search, const struct script *script)
{
    search->trials++;
    return !trial_run(&search->trial, script) &&
           strcmp(search->trial.report->where, search->where) == 0;
}

/* Without the steps from `from` to before `to`. */
static struct script without(const struct script *script, size_t from, size_t to)
{
    struct script part = {.seed = script->seed, .count = script->count - (to - from)};
    part.steps = memory_zeroed(part.count + 1, sizeof *part.steps);
    memcpy(part.steps, script->steps, from * sizeof *part.steps);
    memcpy(part.steps + from, script->steps + to, (script->count - to) * sizeof *part.steps);
    return part;
}

static bool leave_out(struct search *search, struct script *script, size_t from, size_t to)
{
    struct script part = without(script, from, to);
    bool breaks = still_breaks(search, &part);
    if (breaks) {
        script_finish(script);
        *script = part;
        if (search->told)
            fprintf(search->told, "\rshrinking: %zu steps after %u runs   ", script->count,
                    search->trials);
    } else {
        script_finish(&part);
    }
    return breaks;
}

/* Leaves out each piece of this length if it can be left out; returns whether one could. */
static bool leave_out_pieces(struct search *search, struct script *script, size_t len)
{
    bool shorter = false;
    for (size_t end = script->count; end > 0;) {
        size_t from = end > len ? end - len : 0;
        shorter |= leave_out(search, script, from, end);
        end = from;
    }
    return shorter;
}

static void make_short(struct search *search, struct script *script)
{
    for (size_t len = script->count / 2; len >= 1; len /= 2)
        leave_out_pieces(search, script, len);
    while (leave_out_pieces(search, script, 1)) {
    }
}

static void try_number(struct search *search, struct script *script, unsigned *number,
                       unsigned value)
{
    unsigned before = *number;
    if (before <= value)
        return;
    *number = value;
    if (!still_breaks(search, script))
        *number = before;
}

static void make_small(struct search *search, struct script *script)
{
    for (size_t i = 0; i < script->count; i++) {
        struct step *step = &script->steps[i];
        for (unsigned value = 0; value < 8; value = 2 * value + 1) {
            try_number(search, script, &step->a, value);
            try_number(search, script, &step->b, value);
        }
    }
}

void trial_shrink(struct script *script, const struct run_report *broken, FILE *told)
{
    struct search search = {.told = told};
    strcpy(search.where, broken->where);
    trial_init(&search.trial);
    if (broken->steps_begun < script->count)
        leave_out(&search, script, broken->steps_begun, script->count);
    make_short(&search, script);
    make_small(&search, script);
    make_short(&search, script);
    if (told)
        fputc('\n', told);
    trial_finish(&search.trial);
}
