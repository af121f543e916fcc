#include "common/web/http_head.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

enum { HOST_BYTES_MAX = 255 + 6, WEBSOCKET_KEY_LEN = 24 };

/* --- requests --- */

/* The headers that are read; each may come once. */
enum header {
    HEADER_HOST,
    HEADER_ORIGIN,
    HEADER_CONNECTION,
    HEADER_UPGRADE,
    HEADER_WEBSOCKET_KEY,
    HEADER_WEBSOCKET_VERSION,
    HEADER_WEBSOCKET_PROTOCOL,
    HEADER_IF_NONE_MATCH,
    HEADER_CONTENT_LENGTH,
    HEADER_TRANSFER_ENCODING,
    HEADER_ACCEPT_ENCODING,
    HEADER_COUNT,
};

static const char *const header_names[HEADER_COUNT] = {
    [HEADER_HOST] = "host",
    [HEADER_ORIGIN] = "origin",
    [HEADER_CONNECTION] = "connection",
    [HEADER_UPGRADE] = "upgrade",
    [HEADER_WEBSOCKET_KEY] = "sec-websocket-key",
    [HEADER_WEBSOCKET_VERSION] = "sec-websocket-version",
    [HEADER_WEBSOCKET_PROTOCOL] = "sec-websocket-protocol",
    [HEADER_IF_NONE_MATCH] = "if-none-match",
    [HEADER_CONTENT_LENGTH] = "content-length",
    [HEADER_TRANSFER_ENCODING] = "transfer-encoding",
    [HEADER_ACCEPT_ENCODING] = "accept-encoding",
};

#define DIGITS "0123456789"
#define ALPHANUMERIC DIGITS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

static bool refuse(struct http_refusal *ret_refusal, int status, const char *why)
{
    *ret_refusal = (struct http_refusal){status, why};
    return false;
}

/* METHOD SP TARGET SP VERSION; the target is a path with or without a query. */
static bool read_request_line(char *line, struct http_request *request,
                              struct http_refusal *ret_refusal)
{
    char *target = strchr(line, ' '), *version = target ? strchr(target + 1, ' ') : NULL;
    if (!version || strchr(version + 1, ' '))
        return refuse(ret_refusal, 400, "a request begins with METHOD PATH HTTP/1.1");
    *target++ = *version++ = '\0';

    if (strncmp(version, "HTTP/", 5) != 0)
        return refuse(ret_refusal, 400, "a request begins with METHOD PATH HTTP/1.1");
    if (strcmp(version + 5, "1.1") != 0)
        return refuse(ret_refusal, 505, "only HTTP/1.1 is spoken here");
    request->is_head = strcmp(line, "HEAD") == 0;
    if (!request->is_head && strcmp(line, "GET") != 0)
        return refuse(ret_refusal, 405, "only GET and HEAD are answered here");

    size_t len = strlen(target);
    if (*target != '/')
        return refuse(ret_refusal, 400, "the target of a request has to be a path");
    if (len > HTTP_TARGET_BYTES_MAX)
        return refuse(ret_refusal, 414, "the path is longer than 1024 bytes");
    if (strspn(target, ALPHANUMERIC "-._~!$&'()*+,;=:@%/?") != len)
        return refuse(ret_refusal, 400, "the path has a character that belongs into no path");
    target[strcspn(target, "?")] = '\0';
    request->path = target;
    return true;
}

/* Reads the fields up to the empty line; `values` of those that did not come stay NULL. */
static bool read_fields(char *head, const char *values[HEADER_COUNT],
                        struct http_refusal *ret_refusal)
{
    for (char *line = http_next_line(&head); *line; line = http_next_line(&head)) {
        const char *name, *value;
        if (!http_split_field(line, &name, &value))
            return refuse(ret_refusal, 400, "a line of the head is no header field");
        for (int i = 0; i < HEADER_COUNT; i++) {
            if (strcasecmp(name, header_names[i]) != 0)
                continue;
            if (values[i])
                return refuse(ret_refusal, 400, "a header that may come once came twice");
            values[i] = value;
        }
    }
    return true;
}

/* NAME or [IPV6], then :PORT or nothing. */
static bool read_host(const char *host, struct http_request *request)
{
    size_t len;
    if (*host == '[') {
        size_t inside = strspn(host + 1, DIGITS "abcdefABCDEF:.");
        if (inside == 0 || host[1 + inside] != ']')
            return false;
        len = inside + 2;
    } else {
        len = strspn(host, ALPHANUMERIC ".-_");
    }
    const char *port = host + len + (host[len] == ':');
    size_t port_len = strspn(port, DIGITS);
    request->host = host;
    request->host_name_len = len;
    return len > 0 && strlen(host) <= HOST_BYTES_MAX && port[port_len] == '\0' && port_len <= 5 &&
           (port_len > 0) == (host[len] == ':');
}

/* Fills in what is said of WebSocket, if that is asked for. An upgrade to anything else is not
 * heard, as HTTP wants it. */
static bool read_upgrade(const char *const values[HEADER_COUNT], struct http_request *request,
                         struct http_refusal *ret_refusal)
{
    const char *connection = values[HEADER_CONNECTION], *upgrade = values[HEADER_UPGRADE];
    if (!upgrade || !http_list_has(upgrade, "websocket"))
        return true;
    if (!connection || !http_list_has(connection, "upgrade"))
        return refuse(ret_refusal, 400, "Upgrade: websocket needs Connection: Upgrade");
    if (request->is_head)
        return refuse(ret_refusal, 400, "a WebSocket begins with GET");

    const char *version = values[HEADER_WEBSOCKET_VERSION];
    if (!version || strcmp(version, "13") != 0)
        return refuse(ret_refusal, 426, "only version 13 of WebSocket is spoken here");
    const char *key = values[HEADER_WEBSOCKET_KEY];
    size_t symbols = key ? strspn(key, ALPHANUMERIC "+/") : 0;
    if (symbols != WEBSOCKET_KEY_LEN - 2 || strcmp(key + symbols, "==") != 0)
        return refuse(ret_refusal, 400, "Sec-WebSocket-Key has to be 16 bytes in base64");
    const char *protocols = values[HEADER_WEBSOCKET_PROTOCOL];
    request->websocket_key = key;
    request->offers_takeaway = protocols && http_list_has(protocols, "takeaway");
    return true;
}

static bool read_request(char *head, struct http_request *request, struct http_refusal *ret_refusal)
{
    const char *values[HEADER_COUNT] = {0};
    if (!read_request_line(http_next_line(&head), request, ret_refusal) ||
        !read_fields(head, values, ret_refusal))
        return false;

    if (!values[HEADER_HOST] || !read_host(values[HEADER_HOST], request))
        return refuse(ret_refusal, 400, "Host has to be there, as NAME or NAME:PORT");
    const char *length = values[HEADER_CONTENT_LENGTH];
    if (length && (!*length || length[strspn(length, DIGITS)]))
        return refuse(ret_refusal, 400, "Content-Length has to be a number");
    if (values[HEADER_TRANSFER_ENCODING] || (length && strcmp(length, "0") != 0))
        return refuse(ret_refusal, 413, "a request may have no body");

    const char *connection = values[HEADER_CONNECTION];
    request->closes = connection && http_list_has(connection, "close");
    const char *encodings = values[HEADER_ACCEPT_ENCODING];
    request->takes_gzip = encodings && http_list_has(encodings, "gzip");
    request->origin = values[HEADER_ORIGIN];
    request->if_none_match = values[HEADER_IF_NONE_MATCH];
    return read_upgrade(values, request, ret_refusal);
}

enum http_progress http_request_feed(struct http_reader *reader, char *bytes, size_t len,
                                     size_t *ret_taken, struct http_request *ret_request,
                                     struct http_refusal *ret_refusal)
{
    char *head;
    enum http_progress progress =
        http_reader_feed(reader, bytes, len, ret_taken, &head, ret_refusal);
    if (progress != HTTP_WHOLE)
        return progress;
    struct http_request request = {0};
    if (!read_request(head, &request, ret_refusal)) {
        http_reader_finish(reader);
        return HTTP_REFUSED;
    }
    *ret_request = request;
    return HTTP_WHOLE;
}

bool http_origin_is_own(const struct http_request *request, bool is_tls)
{
    const char *scheme = is_tls ? "https://" : "http://", *origin = request->origin;
    return !origin || (strncasecmp(origin, scheme, strlen(scheme)) == 0 &&
                       strcasecmp(origin + strlen(scheme), request->host) == 0);
}

/* --- answers --- */

static const struct {
    int status;
    const char *reason;
} reasons[] = {
    {200, "OK"},
    {304, "Not Modified"},
    {308, "Permanent Redirect"},
    {400, "Bad Request"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {413, "Content Too Large"},
    {414, "URI Too Long"},
    {421, "Misdirected Request"},
    {426, "Upgrade Required"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {503, "Service Unavailable"},
    {505, "HTTP Version Not Supported"},
};

/* Tells a browser with every answer: scripts, styles and connections from this host alone. Other
 * sites may show an answer in a frame if it says so, also those that demand of all they show that
 * it agrees to it (Cross-Origin-Embedder-Policy); else they learn nothing of it. */
static void append_safeguards(struct text *out, bool may_be_framed)
{
    text_append_string(
        out, "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
             "style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; "
             "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ");
    text_append_string(out, may_be_framed ? "*\r\n" : "'none'\r\n");
    text_append_string(out, "X-Content-Type-Options: nosniff\r\n"
                            "Referrer-Policy: no-referrer\r\n"
                            "Cross-Origin-Opener-Policy: same-origin\r\n");
    if (may_be_framed)
        text_append_string(out, "Cross-Origin-Embedder-Policy: require-corp\r\n");
    text_append_string(out, may_be_framed ? "Cross-Origin-Resource-Policy: cross-origin\r\n"
                                          : "Cross-Origin-Resource-Policy: same-origin\r\n");
}

static const char *reason_of(int status)
{
    size_t i = 0;
    while (reasons[i].status != status) {
        i++;
        assert(i < sizeof reasons / sizeof *reasons);
    }
    return reasons[i].reason;
}

/* Does If-None-Match name the tag? `*` names any, and W/ makes no difference. */
static bool names_etag(const char *if_none_match, const char *etag)
{
    size_t len = strlen(etag);
    if (strcmp(if_none_match, "*") == 0)
        return true;
    for (const char *at = if_none_match; *at;) {
        at += strspn(at, " \t,");
        if (strncmp(at, "W/", 2) == 0)
            at += 2;
        const char *end = *at == '"' ? strchr(at + 1, '"') : NULL;
        if (!end)
            return false;
        if ((size_t)(end + 1 - at) == len && memcmp(at, etag, len) == 0)
            return true;
        at = end + 1;
    }
    return false;
}

static void append_header(struct text *out, const char *name, const char *value)
{
    assert(!value[strcspn(value, "\r\n")]);
    text_append_string(out, name);
    text_append_string(out, value);
    text_append_string(out, "\r\n");
}

void http_answer(struct text *out, const struct http_request *request,
                 const struct http_answer *answer)
{
    bool closes = !request || request->closes;
    bool is_known = answer->status == 200 && answer->etag && request && request->if_none_match &&
                    names_etag(request->if_none_match, answer->etag);
    int status = is_known ? 304 : answer->status;

    text_printf(out, "HTTP/1.1 %d %s\r\n", status, reason_of(status));
    append_safeguards(out, answer->may_be_framed);
    if (answer->is_hsts)
        append_header(out, "Strict-Transport-Security: ", "max-age=31536000");
    append_header(out, "Cache-Control: ", answer->etag ? "no-cache" : "no-store");
    if (answer->etag)
        append_header(out, "ETag: ", answer->etag);
    if (answer->is_gzip)
        append_header(out, "Content-Encoding: ", "gzip");
    if (answer->etag)
        append_header(out, "Vary: ", "Accept-Encoding");
    if (answer->location)
        append_header(out, "Location: ", answer->location);
    if (status == 405)
        append_header(out, "Allow: ", "GET, HEAD");
    if (status == 426) {
        append_header(out, "Upgrade: ", "websocket");
        append_header(out, "Sec-WebSocket-Version: ", "13");
    }
    if (closes)
        append_header(out, "Connection: ", status == 426 ? "Upgrade, close" : "close");
    if (answer->type)
        append_header(out, "Content-Type: ", answer->type);
    text_printf(out, "Content-Length: %zu\r\n\r\n", answer->body_len);
    if (!is_known && !(request && request->is_head))
        text_append(out, answer->body, answer->body_len);
}

void http_refuse(struct text *out, const struct http_request *request,
                 const struct http_refusal *refusal)
{
    struct text body = {0};
    text_printf(&body, "%s\n", refusal->why);
    http_answer(out, request,
                &(struct http_answer){
                    .status = refusal->status,
                    .type = "text/plain; charset=utf-8",
                    .body = body.bytes,
                    .body_len = body.len,
                });
    text_finish(&body);
}
