#include "client/cli/password.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

/* --- the terminal --- */

static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
enum { SIGNALS = sizeof signals / sizeof *signals };

static volatile sig_atomic_t caught; /* the signal's number; 0: none */

static void catch (int number)
{
    caught = number;
}

/* A terminal without echo. */
struct dark_terminal {
    struct termios before;
    struct sigaction actions[SIGNALS];
    struct sigaction stop;
    sigset_t mask; /* the previous mask; while the echo is off, signals arrive only during waits */
};

static void darken(struct dark_terminal *terminal)
{
    struct sigaction action = {.sa_handler =
                                   catch}; /* without SA_RESTART, so that a signal ends a read */
    struct sigaction ignored = {.sa_handler = SIG_IGN};
    sigset_t held;
    caught = 0;
    sigemptyset(&held);
    for (int i = 0; i < SIGNALS; i++)
        sigaddset(&held, signals[i]);
    sigprocmask(SIG_BLOCK, &held, &terminal->mask);
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &action, &terminal->actions[i]);
    sigaction(SIGTSTP, &ignored, &terminal->stop);
    tcgetattr(STDIN_FILENO, &terminal->before);
    struct termios dark = terminal->before;
    dark.c_lflag &= ~(tcflag_t)(ECHO | ECHOE | ECHOK);
    dark.c_lflag |= ECHONL | ICANON | ISIG;
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &dark);
}

static void lighten(const struct dark_terminal *terminal)
{
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &terminal->before);
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &terminal->actions[i], NULL);
    sigaction(SIGTSTP, &terminal->stop, NULL);
    sigprocmask(SIG_SETMASK, &terminal->mask, NULL);
    if (caught)
        raise(caught);
}

/* --- reading --- */

/* Returns 1, or another value at the end of the input. A signal that `mask` admits ends the wait,
 * also a pending one. `mask` NULL: the current mask. */
static ssize_t read_byte(char *ret_byte, const sigset_t *mask)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    return ppoll(&input, 1, NULL, mask) < 0 ? -1 : read(STDIN_FILENO, ret_byte, 1);
}

/* Reads byte by byte, since the next line belongs to another reader and no buffer may keep the
 * password. False: the input ends before the line begins. `ret_len` may exceed the size of the
 * password. */
static bool read_line(struct password *password, const sigset_t *mask, size_t *ret_len)
{
    char c;
    ssize_t count;
    *ret_len = 0;
    while ((count = read_byte(&c, mask)) == 1 && c != '\n') {
        if (*ret_len < WIRE_PASSWORD_MAX)
            password->text[*ret_len] = c;
        ++*ret_len;
    }
    password->text[*ret_len < WIRE_PASSWORD_MAX ? *ret_len : WIRE_PASSWORD_MAX] = '\0';
    return *ret_len > 0 || count == 1;
}

static bool read_unseen(const char *what, struct password *password, size_t *ret_len)
{
    struct dark_terminal terminal;
    darken(&terminal); /* before the prompt, at which the person may begin to type */
    fprintf(stderr, "%s: ", what);
    bool is_read = read_line(password, &terminal.mask, ret_len);
    lighten(&terminal);
    return is_read;
}

enum error_code password_read(const char *what, struct password *ret_password, struct error *error)
{
    size_t len;
    bool is_read = isatty(STDIN_FILENO) ? read_unseen(what, ret_password, &len)
                                        : read_line(ret_password, NULL, &len);
    if (!is_read)
        return error_set(error, ERROR_IO, "a password was expected on standard input");
    if (len >= WIRE_PASSWORD_MIN && len <= WIRE_PASSWORD_MAX && strlen(ret_password->text) == len)
        return ERROR_NONE;
    password_forget(ret_password);
    return error_set(error, ERROR_BAD_PASSWORD, "a password has %d to %d bytes", WIRE_PASSWORD_MIN,
                     WIRE_PASSWORD_MAX);
}

enum error_code password_read_code(struct password *ret_code, struct error *error)
{
    size_t len;
    if (isatty(STDIN_FILENO))
        fputs("The one-time code: ", stderr);
    if (!read_line(ret_code, NULL, &len))
        return error_set(error, ERROR_IO, "a one-time code was expected on standard input");
    if (len >= 1 && len <= WIRE_CODE_MAX && strlen(ret_code->text) == len)
        return ERROR_NONE;
    password_forget(ret_code);
    return error_set(error, ERROR_BAD_PASSWORD, "a one-time code has 1 to %d bytes", WIRE_CODE_MAX);
}

enum error_code password_read_new(const char *what, struct password *ret_password,
                                  struct error *error)
{
    struct password again = {0};
    enum error_code failed = password_read(what, ret_password, error);
    if (failed || !isatty(STDIN_FILENO))
        return failed;
    failed = password_read("Once more", &again, error);
    if (!failed && strcmp(again.text, ret_password->text) != 0)
        failed = error_set(error, ERROR_BAD_PASSWORD, "these are two different passwords");
    password_forget(&again);
    if (failed)
        password_forget(ret_password);
    return failed;
}

void password_forget(struct password *password)
{
    explicit_bzero(password, sizeof *password);
}
