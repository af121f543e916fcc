#include "client/cli/password.h"

#include "common/base/address.h"

#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
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

/* --- the destination --- */

static bool is_loopback(const char *host)
{
    struct in_addr v4;
    struct in6_addr v6;
    if (inet_pton(AF_INET, host, &v4) == 1)
        return ntohl(v4.s_addr) >> 24 == IN_LOOPBACKNET;
    if (inet_pton(AF_INET6, host, &v6) == 1)
        return IN6_IS_ADDR_LOOPBACK(&v6);
    return strcasecmp(host, "localhost") == 0;
}

enum error_code password_check_server(const char *server, struct error *error)
{
    struct address address;
    if (!server)
        return ERROR_NONE;
    enum error_code failed = address_parse(server, ADDRESS_PORT_OF_SERVER, &address, error);
    if (failed || is_loopback(address.host))
        return failed;
    return error_set(
        error, ERROR_NOT_PRIVATE,
        "no password is sent to %.80s, since everybody on the way could read it. Open a "
        "tunnel with\n  ssh -N -L 7800:127.0.0.1:%d %.80s\nand come through it with "
        "--server 127.0.0.1:7800; --plain-passwords sends it all the same",
        server, address.port, address.host);
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
