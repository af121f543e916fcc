#include "client/tui/terminal.h"

#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <termios.h>
#include <unistd.h>

/* A signal handler reads this: hence a global of plain memory. */
static struct {
    struct termios mode;
    char first[RESCUE_BYTES_MAX];
    size_t first_len;
    int errors;      /* the original standard error; -1: not redirected */
    bool is_started; /* between rescue_start() and rescue_end() */
} rescue = {.errors = -1};

static const int deadly[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGQUIT};
enum { DEADLY_COUNT = sizeof deadly / sizeof *deadly };
static struct sigaction before[DEADLY_COUNT];

/* --- standard error --- */

static void keep_errors(void)
{
    int kept = isatty(STDERR_FILENO) == 1 ? memfd_create("takeaway-errors", MFD_CLOEXEC) : -1;
    rescue.errors = -1;
    if (kept < 0)
        return;
    rescue.errors = dup(STDERR_FILENO);
    if (rescue.errors >= 0)
        dup2(kept, STDERR_FILENO);
    close(kept);
}

static bool write_all(int fd, const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t written = write(fd, bytes, len);
        if (written <= 0)
            return false;
        bytes += written;
        len -= (size_t)written;
    }
    return true;
}

static void print_errors(void)
{
    char bytes[4096];
    ssize_t len;
    if (rescue.errors < 0)
        return;
    lseek(STDERR_FILENO, 0, SEEK_SET);
    while ((len = read(STDERR_FILENO, bytes, sizeof bytes)) > 0 &&
           write_all(rescue.errors, bytes, (size_t)len))
        continue;
    dup2(rescue.errors, STDERR_FILENO);
    close(rescue.errors);
    rescue.errors = -1;
}

/* --- the terminal --- */

/* Calls only async-signal-safe functions. */
static void give_back(int number)
{
    if (rescue.is_started) {
        rescue.is_started = false;
        write_all(STDOUT_FILENO, rescue.first, rescue.first_len);
        tcsetattr(STDIN_FILENO, TCSANOW, &rescue.mode);
        print_errors();
    }
    raise(number); /* the handler was removed: the default action ends the program */
}

/* Leaves alone the signals that already have a handler, such as a sanitizer's. */
static void watch_deadly_signals(void)
{
    struct sigaction action = {.sa_handler = give_back,
                               .sa_flags = (int)(SA_RESETHAND | SA_NODEFER)};
    for (int i = 0; i < DEADLY_COUNT; i++) {
        sigaction(deadly[i], NULL, &before[i]);
        if (before[i].sa_handler == SIG_DFL)
            sigaction(deadly[i], &action, NULL);
    }
}

void rescue_start(void)
{
    rescue.first_len = 0;
    rescue.is_started = tcgetattr(STDIN_FILENO, &rescue.mode) == 0;
    keep_errors();
    watch_deadly_signals();
}

void rescue_write_first(const char *bytes, size_t len)
{
    size_t room = RESCUE_BYTES_MAX - rescue.first_len;
    size_t taken = len < room ? len : room;
    memcpy(rescue.first + rescue.first_len, bytes, taken);
    rescue.first_len += taken;
}

void rescue_end(void)
{
    rescue.is_started = false;
    for (int i = 0; i < DEADLY_COUNT; i++)
        sigaction(deadly[i], &before[i], NULL);
    print_errors();
}
