#include "client/study/gnuplot.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Starts it with the end of a pipe as its standard input. -d: nobody's own settings are read. Where
 * it cannot open the file, it draws to standard output. */
static enum error_code start(int input, pid_t *ret_pid, struct error *error)
{
    char *arguments[] = {(char[]){"gnuplot"}, (char[]){"-d"}, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    int failed = posix_spawnp(ret_pid, "gnuplot", &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed == ENOENT)
        return error_set(
            error, ERROR_IO,
            "gnuplot is not installed, which draws the pictures; on Debian and Ubuntu: "
            "apt install gnuplot-nox. --script prints the script for it");
    if (failed)
        return error_set(error, ERROR_IO, "gnuplot cannot be started: %s", strerror(failed));
    return ERROR_NONE;
}

/* Where gnuplot has ended early its status tells why. */
static void send(int output, const struct text *script)
{
    void (*before)(int) = signal(SIGPIPE, SIG_IGN);
    size_t sent = 0;
    while (sent < script->len) {
        ssize_t count = write(output, script->bytes + sent, script->len - sent);
        if (count < 0 && errno != EINTR)
            break;
        if (count > 0)
            sent += (size_t)count;
    }
    signal(SIGPIPE, before);
}

static enum error_code wait_for(pid_t pid, struct error *error)
{
    int status;
    while (waitpid(pid, &status, 0) < 0) {
        if (errno != EINTR)
            return error_set(error, ERROR_IO, "gnuplot is lost: %s", strerror(errno));
    }
    if (WIFSIGNALED(status))
        return error_set(error, ERROR_IO, "gnuplot was ended by signal %d", WTERMSIG(status));
    if (WEXITSTATUS(status) != 0)
        return error_set(error, ERROR_IO, "gnuplot could not draw it (status %d)",
                         WEXITSTATUS(status));
    return ERROR_NONE;
}

enum error_code gnuplot_run(const struct text *script, struct error *error)
{
    int ends[2];
    pid_t pid;
    if (pipe2(ends, O_CLOEXEC))
        return error_set(error, ERROR_IO, "cannot make a pipe: %s", strerror(errno));
    enum error_code failed = start(ends[0], &pid, error);
    close(ends[0]);
    if (!failed)
        send(ends[1], script);
    close(ends[1]);
    return failed ? failed : wait_for(pid, error);
}
