/* The operator's socket. */
#include "server/base/log.h"
#include "server/net/connection.h"
#include "server/net/listener.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { BACKLOG = 16 };

enum listening { NOBODY, SOMEBODY, UNKNOWN };

static struct sockaddr_un socket_address(const char *path)
{
    struct sockaddr_un where = {.sun_family = AF_UNIX};
    assert(strlen(path) < sizeof where.sun_path);
    memcpy(where.sun_path, path, strlen(path) + 1);
    return where;
}

static enum listening who_listens(const char *path)
{
    struct sockaddr_un where = socket_address(path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return UNKNOWN;
    int status = connect(fd, (struct sockaddr *)&where, sizeof where);
    int reason = errno;
    close(fd);
    if (status == 0 || reason == EAGAIN) /* EAGAIN: its queue of new connections is full */
        return SOMEBODY;
    return reason == ECONNREFUSED ? NOBODY : UNKNOWN;
}

/* Removes the name if it is a socket without a listener. */
static enum error_code remove_stale(const char *path, struct error *error)
{
    struct stat status;
    if (lstat(path, &status) == 0 && !S_ISSOCK(status.st_mode))
        return error_set(error, ERROR_IO, "--control %s: this is a file, and no socket", path);
    enum listening who = who_listens(path);
    if (who == SOMEBODY)
        return error_set(error, ERROR_IO, "--control %s: another server listens there", path);
    if (who == UNKNOWN || unlink(path) < 0)
        return error_set(error, ERROR_IO, "--control %s: what is there cannot be replaced", path);
    log_warn("control-replaced", log_text("path", path));
    return ERROR_NONE;
}

/* Binds a socket that only its owner can connect to, from the first moment on: Linux gives the name
 * the mode of the socket. The umask stays, because all threads share it. Returns the descriptor, or
 * -1 with errno. */
static int bind_private(const char *path)
{
    struct sockaddr_un where = socket_address(path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return -1;
    if (fchmod(fd, 0600) == 0 && bind(fd, (struct sockaddr *)&where, sizeof where) == 0)
        return fd;
    int reason = errno;
    close(fd);
    errno = reason;
    return -1;
}

static void on_connection(uv_stream_t *listener, int status)
{
    if (status == 0)
        connection_accept_operator(listener->data, listener);
    else
        log_error("accept", log_text("reason", uv_strerror(status)));
}

enum error_code control_open(struct net *net, const char *path, struct error *error)
{
    int fd = bind_private(path);
    if (fd < 0 && errno == EADDRINUSE) {
        enum error_code code = remove_stale(path, error);
        if (code)
            return code;
        fd = bind_private(path);
    }
    if (fd < 0)
        return error_set(error, ERROR_IO, "--control %s: %s", path, strerror(errno));
    net->control_path = path;
    int status = uv_pipe_open(&net->control, fd);
    if (status < 0)
        close(fd);
    else
        status = uv_listen((uv_stream_t *)&net->control, BACKLOG, on_connection);
    if (status < 0)
        return error_set(error, ERROR_IO, "--control %s: %s", path, uv_strerror(status));
    log_info("control", log_text("path", path));
    return ERROR_NONE;
}

void control_close(struct net *net)
{
    if (net->control_path)
        unlink(net->control_path);
    net->control_path = NULL;
    if (!uv_is_closing((uv_handle_t *)&net->control))
        uv_close((uv_handle_t *)&net->control, NULL);
}
