#include "server/net/control.h"

#include "common/base/memory.h"
#include "server/net/log.h"
#include "server/net/state.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { BACKLOG = 16 };

enum listening { NOBODY, SOMEBODY, UNKNOWN };

static enum listening who_listens(const char *path)
{
    struct sockaddr_un where = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return UNKNOWN;
    assert(strlen(path) < sizeof where.sun_path);
    memcpy(where.sun_path, path, strlen(path) + 1);
    int status = connect(fd, (struct sockaddr *)&where, sizeof where);
    int reason = errno;
    close(fd);
    if (status == 0 || reason == EAGAIN) /* EAGAIN: it has not taken the last ones yet */
        return SOMEBODY;
    return reason == ECONNREFUSED ? NOBODY : UNKNOWN;
}

/* Makes the name free again, if it is a socket that nobody listens on. */
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

/* From its first moment on it is open to its owner only. */
static int bind_private(uv_pipe_t *pipe, const char *path)
{
    mode_t before = umask(0177);
    int status = uv_pipe_bind(pipe, path);
    umask(before);
    return status;
}

/* libuv says EACCES also where the folder is missing. */
static int why_refused(const char *path)
{
    char *copy = memory_text(path, strlen(path));
    int reason = faccessat(AT_FDCWD, dirname(copy), W_OK | X_OK, AT_EACCESS) == 0 ? EACCES : errno;
    free(copy);
    return reason;
}

static void on_connection(uv_stream_t *listener, int status)
{
    if (status == 0)
        connection_accept_operator(listener->data, listener);
    else
        log_error("accept", log_text("reason", uv_strerror(status)));
}

enum error_code control_open(struct server *server, const char *path, struct error *error)
{
    int status = bind_private(&server->control, path);
    if (status == UV_EADDRINUSE) {
        enum error_code code = remove_stale(path, error);
        if (code)
            return code;
        status = bind_private(&server->control, path);
    }
    if (status == UV_EACCES)
        return error_set(error, ERROR_IO, "--control %s: %s", path, strerror(why_refused(path)));
    if (status == 0)
        status = uv_listen((uv_stream_t *)&server->control, BACKLOG, on_connection);
    if (status < 0)
        return error_set(error, ERROR_IO, "--control %s: %s", path, uv_strerror(status));
    log_info("control", log_text("path", path));
    return ERROR_NONE;
}

void control_close(struct server *server)
{
    if (!uv_is_closing((uv_handle_t *)&server->control))
        uv_close((uv_handle_t *)&server->control, NULL); /* removes the name, too */
}
