/* The processes in which the server's solver works. A question may cost any amount of processor
 * time and memory. In a process of its own the kernel enforces limits, the solver can be ended at
 * any instruction, and its memory goes back to the system. The processes of the two lanes run side
 * by side; the kernel prefers ANALYSIS_PROMPT. When memory runs out, the kernel kills a solver
 * before the server. `ps -o comm` shows the names on the left.
 *
 *     takeaway-server
 *       └── solver-parent        forked before the server has threads; forks the others
 *             ├── solver-prompt  of ANALYSIS_PROMPT, low priority
 *             └── solver-patient of ANALYSIS_PATIENT, lowest priority
 *
 * The parent ends with the server, also when the server is killed, and the solvers are killed when
 * the parent ends. Their ends may take a while on busy processors, because their priorities are
 * low; the end of the server does not wait for them. */
#ifndef SERVER_ANALYSIS_SOLVER_PROCESS_H
#define SERVER_ANALYSIS_SOLVER_PROCESS_H

#include "server/analysis/analysis.h"

#include <sys/types.h>

struct solver_processes {
    int commands; /* a socket to the parent */
    pid_t parent;
    size_t memory; /* of all solvers together */
};

/* Forks the parent. The caller must not have threads yet. `memory` limits the tables of all solvers
 * together, in bytes. Ends the program when the system refuses a process. */
void solver_processes_start(struct solver_processes *processes, size_t memory);
/* Ends the parent, and with it the solvers. */
void solver_processes_end(struct solver_processes *processes);

/* False in a program with sanitizers, which reserve vast ranges of addresses. */
extern const bool solver_memory_is_limited;

/* The memory limit of the solver of this lane, in bytes. */
size_t solver_process_memory(const struct solver_processes *processes, enum analysis_lane lane);

/* Starts the solver of a lane that has none. Returns the socket to it, which the caller closes. A
 * solver that cannot be started looks like one that ended at once. -1: no descriptor is left. */
int solver_process_start(const struct solver_processes *processes, enum analysis_lane lane);

/* The end of a solver. */
enum solver_end {
    SOLVER_ENDED, /* killed, ended by a fault of its own, or never started */
    SOLVER_OUT_OF_TIME,
    SOLVER_OUT_OF_MEMORY,
    SOLVER_NO_PARENT, /* the parent has ended, and no solver can be started any more */
};

/* Kills the solver of a lane. Call it once for each start. `has_hung_up`: its socket has ended, so
 * the solver is ending already, and the reason is known. */
enum solver_end solver_process_end(const struct solver_processes *processes,
                                   enum analysis_lane lane, bool has_hung_up);

/* Sends the question. False: the solver has ended. */
bool solver_process_ask(int fd, const struct analysis_task *task);
/* Reads the answer into the task; waits for it. False: the solver has ended, and the answer is not
 * changed. */
bool solver_process_answer(int fd, struct analysis_task *task);

#endif
