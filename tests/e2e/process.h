/* Programs as children of the test: started with pipes, listened to with a deadline, and never
 * outliving the test, however that ends. Every wait ends the test when nothing comes within the
 * deadline. */
#ifndef TESTS_E2E_PROCESS_H
#define TESTS_E2E_PROCESS_H

#include "common/base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    DEADLINE_MS = 120000, /* of every wait for something that has to come: a busy machine is slow */
    ENDING_MS = 30000, /* of a program that was asked to end: 5 s on a machine that is not busy */
    SANITIZER_STATUS = 86, /* what a program ends with in which a sanitizer has found something */
    SIGNAL_STATUS_BASE =
        128 /* a program that a signal ended has this more than the signal's number */
};

/* The programs, in the build's folder or in the one that E2E_PROGRAMS names: so that the programs
 * of another build can be tested, such as one with ThreadSanitizer, under which Criterion itself
 * does not run. */
#define SERVER_PROGRAM "server/takeaway-server"
#define TAKEAWAY_PROGRAM "client/takeaway"
#define BOT_PROGRAM "bots/takeaway-bot"

struct process;

/* Where one of these is; an absolute path stands for itself. free() it. */
char *process_program(const char *program);

/* `arguments` without the program's name, ending with NULL. */
struct process *process_start(const char *program, const char *const *arguments);
/* Hands it a socket that listens, as systemd does; the socket stays open here. */
struct process *process_start_listening(const char *program, const char *const *arguments,
                                        int listener);
/* Its descriptor 0 is closed. */
struct process *process_start_without_input(const char *program, const char *const *arguments);
/* Its descriptors 0 to 2 are closed: nothing of what it prints is heard. */
struct process *process_start_without_streams(const char *program, const char *const *arguments);
pid_t process_pid(const struct process *process);
/* The memory that it occupies now, and the most that it has occupied, in KiB. */
long process_resident(const struct process *process);
long process_resident_most(const struct process *process);

/* All the memory that it can write to, but for mappings of a gigabyte and more: a sanitizer's.
 * text_finish() it. */
struct text process_memory(const struct process *process);

/* The time that processors have worked for it. */
long process_cpu_ms(const struct process *process);
/* Of its first thread alone (NULL: of the thread that asks): for how long a processor has worked
 * for it, and for how long it was ready to go on, and waited until one was free. */
struct thread_time {
    int64_t worked_us, waited_us;
};
struct thread_time process_main_thread(const struct process *process);
/* The descriptors that the system's table for it has room for. */
long process_descriptor_room(const struct process *process);
/* The descriptors that it has open. */
long process_descriptors(const struct process *process);

/* The next line that it prints, without the newline, valid until the next is read; NULL: its output
 * has ended. */
const char *process_read_line(struct process *process);
/* Reads lines up to the one that contains `part`, which the test insists on. */
const char *process_find_line(struct process *process, const char *part);
/* What is left of its output, to its end; valid until the test ends. */
const char *process_read_rest(struct process *process);
/* What it has printed on standard error so far; valid until the next call. */
const char *process_errors(struct process *process);

void process_write(struct process *process, const char *text);
void process_close_input(struct process *process);
/* What it prints from now on reaches nobody. */
void process_close_output(struct process *process);
void process_signal(const struct process *process, int number);
bool process_has_ended(struct process *process);
/* Its exit status, or 128 + the signal that ended it. */
int process_wait(struct process *process);
/* The same with another deadline than DEADLINE_MS. */
int process_wait_within(struct process *process, int deadline_ms);

/* Starts a program, gives it no input and waits: for those that say something and end. */
struct process *process_run(const char *program, const char *const *arguments, int *ret_status);
/* The same with the file at this path as its input. */
struct process *process_run_on(const char *program, const char *const *arguments, const char *path,
                               int *ret_status);

/* Ends what still runs. False, and it is on standard error: a program does not end when it is asked
 * to, or has crashed. */
bool process_end_all(void);

#endif
