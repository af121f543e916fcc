#include "server/net/activation.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { FIRST_HANDED_OVER = 3 };

/* Are the descriptors meant for this process, and not for one that it was started by? */
static bool is_for_us(const char *pid)
{
    return pid && strtol(pid, NULL, 10) == (long)getpid();
}

static bool is_listening_tcp(int fd)
{
    struct sockaddr_storage address;
    socklen_t address_len = sizeof address;
    int listens = 0, type = 0;
    socklen_t len = sizeof listens;
    return getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &len) == 0 && listens &&
           getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &len) == 0 && type == SOCK_STREAM &&
           getsockname(fd, (struct sockaddr *)&address, &address_len) == 0 &&
           (address.ss_family == AF_INET || address.ss_family == AF_INET6);
}

enum error_code activation_take(int *ret_fd, struct error *error)
{
    const char *count = getenv("LISTEN_FDS");
    *ret_fd = -1;
    if (!count || !is_for_us(getenv("LISTEN_PID")))
        return ERROR_NONE;
    if (strcmp(count, "1") != 0)
        return error_set(error, ERROR_USAGE, "one socket was expected in LISTEN_FDS, not '%.20s'",
                         count);
    if (!is_listening_tcp(FIRST_HANDED_OVER))
        return error_set(error, ERROR_USAGE,
                         "descriptor 3, handed over by LISTEN_FDS, is no listening TCP socket");
    fcntl(FIRST_HANDED_OVER, F_SETFD, FD_CLOEXEC);
    fcntl(FIRST_HANDED_OVER, F_SETFL, fcntl(FIRST_HANDED_OVER, F_GETFL) | O_NONBLOCK);
    *ret_fd = FIRST_HANDED_OVER;
    return ERROR_NONE;
}
