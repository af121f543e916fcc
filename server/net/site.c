#include "server/net/site.h"

#include "common/tls/tls.h"
#include "common/web/websocket.h"
#include "server/net/connection.h"
#include "server/net/site_files.h"

#include <string.h>
#include <strings.h>

#define SOCKET_PATH "/socket"
#define METRICS_PATH "/metrics"
#define HEALTH_PATH "/health" /* where the figures have an address of their own */
#define EMBED_PATH "/embed/"  /* a board for other people's pages */

/* --- by which names --- */

/* Is it a word of the list, whose words have commas between them? */
static bool list_has(const char *list, const char *name, size_t len)
{
    while (list) {
        size_t word = strcspn(list, ",");
        if (word == len && strncasecmp(list, name, len) == 0)
            return true;
        list = list[word] ? list + word + 1 : NULL;
    }
    return false;
}

/* A name of a certificate may begin with "*.", which stands for one label. */
static bool is_certificate_name(const char *pattern, const char *name, size_t len)
{
    if (pattern[0] == '*') {
        const char *dot = memchr(name, '.', len);
        len -= dot ? (size_t)(dot - name) : len;
        name = dot;
        pattern++;
    }
    return name && strlen(pattern) == len && strncasecmp(pattern, name, len) == 0;
}

/* A page from elsewhere can give its own name this server's address (DNS rebinding), and its
 * scripts would then be taken for the server's. So the names are listed; an address in digits
 * cannot be given away. */
static bool is_own_host(const struct net *net, const struct http_request *request)
{
    const char *name = request->host;
    size_t len = request->host_name_len;
    struct origin origin;
    if (len >= 2 && name[0] == '[')
        return true;
    if (list_has("localhost", name, len) || origin_parse(name, len, &origin) ||
        list_has(net->site.web_hosts, name, len))
        return true;
    const struct certificate *certificate = net_certificate(net);
    for (size_t i = 0; certificate && i < certificate->names_len; i++)
        if (is_certificate_name(certificate->names[i], name, len))
            return true;
    return false;
}

/* --- answers --- */

static void refuse(const struct http_request *request, int status, const char *why,
                   struct text *out)
{
    http_refuse(out, request, &(struct http_refusal){status, why});
}

static bool begin_websocket(const struct connection *connection, const struct http_request *request,
                            struct text *out)
{
    if (strcmp(request->path, SOCKET_PATH) != 0) {
        refuse(request, 404, "the WebSocket is at " SOCKET_PATH, out);
        return false;
    }
    if (!http_origin_is_own(request, connection->line->has_tls)) {
        refuse(request, 403, "pages of other sites may not play here", out);
        return false;
    }
    websocket_append_answer(out, request->websocket_key, request->offers_takeaway);
    statistics_count(connection->net->statistics, STATISTIC_WEBSOCKETS);
    return true;
}

/* Sends a browser that has come without TLS to the same place with TLS. */
static void redirect(const struct http_request *request, struct text *out)
{
    struct text location = {0};
    text_printf(&location, "https://%s%s", request->host, request->path);
    http_answer(out, request,
                &(struct http_answer){.status = 308, .location = text_string(&location)});
    text_finish(&location);
}

static void answer_metrics(const struct net *net, const struct http_request *request,
                           struct text *out)
{
    struct text figures = {0};
    net->site.write_metrics(net->site.owner, &figures);
    http_answer(out, request,
                &(struct http_answer){
                    .status = 200,
                    .type = "text/plain; version=0.0.4; charset=utf-8",
                    .body = figures.bytes,
                    .body_len = figures.len,
                });
    text_finish(&figures);
}

static void answer_health(const struct net *net, const struct http_request *request,
                          struct text *out)
{
    struct text word = {0};
    bool is_well;
    text_printf(&word, "%s\n", net->site.tell_health(net->site.owner, &is_well));
    http_answer(out, request,
                &(struct http_answer){
                    .status = is_well ? 200 : 503,
                    .type = "text/plain; charset=utf-8",
                    .body = word.bytes,
                    .body_len = word.len,
                });
    text_finish(&word);
}

static void answer_for_figures(const struct net *net, const struct http_request *request,
                               struct text *out)
{
    if (strcmp(request->path, METRICS_PATH) == 0)
        answer_metrics(net, request, out);
    else if (strcmp(request->path, HEALTH_PATH) == 0)
        answer_health(net, request, out);
    else
        refuse(request, 404, "there are " METRICS_PATH " and " HEALTH_PATH " here, and no more",
               out);
}

/* NULL: there is none. A row whose path ends with a slash stands for all paths below it. */
static const struct site_file *find_file(const char *path)
{
    for (size_t i = 0; i < site_file_count; i++) {
        const char *row = site_files[i].path;
        size_t len = strlen(row);
        bool is_above = len > 1 && row[len - 1] == '/' && strncmp(row, path, len) == 0;
        if (is_above || strcmp(row, path) == 0)
            return &site_files[i];
    }
    return NULL;
}

static void answer_file(const struct connection *connection, const struct http_request *request,
                        const struct site_file *file, struct text *out)
{
    const struct site_body *body =
        request->takes_gzip && file->packed.len ? &file->packed : &file->plain;
    http_answer(out, request,
                &(struct http_answer){
                    .status = 200,
                    .type = file->type,
                    .body = (const char *)body->bytes,
                    .body_len = body->len,
                    .is_gzip = body == &file->packed,
                    .etag = body->etag,
                    .is_hsts = connection->net->door->has_hsts && connection->line->has_tls,
                    .may_be_framed = strncmp(file->path, EMBED_PATH, strlen(EMBED_PATH)) == 0,
                });
}

bool site_answer(const struct connection *connection, const struct http_request *request,
                 struct text *out)
{
    const struct net *net = connection->net;
    const struct site_file *file;
    bool is_here = connection->origin.is_loopback;
    statistics_count(net->statistics, STATISTIC_HTTP_REQUESTS);
    if (!is_own_host(net, request)) {
        refuse(request, 421, "this server does not go by that name: see its option --web-host",
               out);
    } else if (connection->line->kind == LINE_FIGURES) {
        answer_for_figures(net, request, out);
    } else if (request->websocket_key) {
        return begin_websocket(connection, request, out);
    } else if (strcmp(request->path, METRICS_PATH) == 0 && net->door->has_metrics && is_here) {
        answer_metrics(net, request, out);
    } else if (net->tls && !connection_is_private(connection)) {
        redirect(request, out);
    } else if ((file = find_file(request->path))) {
        answer_file(connection, request, file, out);
    } else {
        refuse(request, 404, "there is nothing here: the page is at /", out);
    }
    return false;
}
