/* libmicrohttpd handles HTTP. The loop watches its one epoll descriptor, and calls it after the
 * time that it asks for. */
#include "server/net/metrics.h"

#include "common/base/memory.h"
#include "server/base/log.h"
#include "server/net/listener.h"

#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    HTTP_CONNECTIONS_MAX = 16,
    HTTP_TIMEOUT_S = 10, /* of an idle connection */
    HTTP_MEMORY_BYTES = 16384,
};

struct metrics {
    uv_loop_t *loop;
    metrics_writer *write;
    void *owner;
    struct MHD_Daemon *daemon;
    uv_poll_t poll;
    uv_timer_t timer;
};

/* --- answering --- */

static enum MHD_Result answer_http(struct MHD_Connection *connection, unsigned status,
                                   struct text *body, const char *type)
{
    struct MHD_Response *response =
        MHD_create_response_from_buffer(body->len, body->bytes, MHD_RESPMEM_MUST_COPY);
    text_finish(body);
    if (!response)
        return MHD_NO;
    MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
    if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
        MHD_add_response_header(response, MHD_HTTP_HEADER_ALLOW, MHD_HTTP_METHOD_GET);
    enum MHD_Result result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result refuse_http(struct MHD_Connection *connection, unsigned status,
                                   const char *why)
{
    struct text body = {0};
    text_append_string(&body, why);
    return answer_http(connection, status, &body, "text/plain; charset=utf-8");
}

static enum MHD_Result on_http_request(void *owner, struct MHD_Connection *connection,
                                       const char *url, const char *method, const char *version,
                                       const char *upload, size_t *upload_len, void **state)
{
    struct metrics *metrics = owner;
    (void)version, (void)upload, (void)upload_len, (void)state;
    if (strcmp(url, "/metrics") != 0)
        return refuse_http(connection, MHD_HTTP_NOT_FOUND, "the figures are at /metrics\n");
    if (strcmp(method, MHD_HTTP_METHOD_GET) != 0)
        return refuse_http(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "only GET is answered\n");
    struct text body = {0};
    metrics->write(metrics->owner, &body);
    return answer_http(connection, MHD_HTTP_OK, &body, "text/plain; version=0.0.4; charset=utf-8");
}

/* --- on the loop --- */

static void on_http_timer(uv_timer_t *timer);

static void carry_on(struct metrics *metrics)
{
    MHD_UNSIGNED_LONG_LONG wait_ms;
    MHD_run(metrics->daemon);
    if (MHD_get_timeout(metrics->daemon, &wait_ms) == MHD_YES)
        uv_timer_start(&metrics->timer, on_http_timer, wait_ms, 0);
    else
        uv_timer_stop(&metrics->timer);
}

static void on_http_timer(uv_timer_t *timer)
{
    carry_on(timer->data);
}

static void on_http_poll(uv_poll_t *poll, int status, int events)
{
    (void)status, (void)events;
    carry_on(poll->data);
}

/* --- opening --- */

enum error_code metrics_check(const struct address *address, const struct origin *origin,
                              struct error *error)
{
    if (origin->is_loopback)
        return ERROR_NONE;
    return error_set(error, ERROR_USAGE,
                     "--metrics %s: an address of the loopback was expected, such as "
                     "127.0.0.1, because there is nothing to keep others out",
                     address->host);
}

/* Takes ownership of the descriptor. */
static enum error_code start_daemon(struct metrics *metrics, int fd, struct error *error)
{
    metrics->daemon = MHD_start_daemon(
        MHD_USE_EPOLL, 0, NULL, NULL, on_http_request, metrics, MHD_OPTION_LISTEN_SOCKET, fd,
        MHD_OPTION_CONNECTION_LIMIT, (unsigned)HTTP_CONNECTIONS_MAX, MHD_OPTION_CONNECTION_TIMEOUT,
        (unsigned)HTTP_TIMEOUT_S, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HTTP_MEMORY_BYTES,
        MHD_OPTION_END);
    if (metrics->daemon)
        return ERROR_NONE;
    close(fd);
    return error_set(error, ERROR_IO, "--metrics: the HTTP server cannot be started");
}

static void watch_daemon(struct metrics *metrics)
{
    int fd = MHD_get_daemon_info(metrics->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
    uv_loop_t *loop = metrics->loop;
    uv_poll_init(loop, &metrics->poll, fd);
    uv_timer_init(loop, &metrics->timer);
    metrics->poll.data = metrics->timer.data = metrics;
    uv_poll_start(&metrics->poll, UV_READABLE, on_http_poll);
}

enum error_code metrics_open(uv_loop_t *loop, const struct address *address, metrics_writer *write,
                             void *owner, struct metrics **ret_metrics, struct error *error)
{
    struct address bound;
    struct origin origin;
    char text[ADDRESS_TEXT_MAX];
    int fd;
    enum error_code code = listener_open(address, &fd, error);
    if (code)
        return code;
    code = listener_where(fd, &bound, &origin, error);
    if (!code)
        code = metrics_check(address, &origin, error);
    if (code) {
        close(fd);
        return code;
    }
    struct metrics *metrics = memory_zeroed(1, sizeof *metrics);
    metrics->loop = loop;
    metrics->write = write;
    metrics->owner = owner;
    code = start_daemon(metrics, fd, error);
    if (code) {
        free(metrics);
        return code;
    }
    watch_daemon(metrics);
    address_print(&bound, text);
    log_info("metrics", log_text("address", text));
    *ret_metrics = metrics;
    return ERROR_NONE;
}

void metrics_destroy(struct metrics *metrics)
{
    if (!metrics)
        return;
    MHD_stop_daemon(metrics->daemon);
    free(metrics);
}
