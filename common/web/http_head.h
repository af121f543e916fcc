/* HTTP/1.1 as a server needs it that has a handful of pages and a WebSocket: reads the heads of
 * requests, writes answers. Little is allowed, so that little can go wrong: GET and HEAD, no body,
 * exactly one Host, no header that is read here twice. Pure: no I/O. */
#ifndef COMMON_WEB_HTTP_HEAD_H
#define COMMON_WEB_HTTP_HEAD_H

#include "common/web/http_lines.h"

enum { HTTP_TARGET_BYTES_MAX = 1024 }; /* path and query */

/* All texts are in the memory that http_reader_feed() names, zero-terminated. */
struct http_request {
    const char *path;          /* from its / on, without the query, nothing decoded */
    const char *host;          /* NAME, NAME:PORT or [IPV6]:PORT */
    size_t host_name_len;      /* of `host` without :PORT */
    const char *origin;        /* NULL: none, as from programs that are no browsers */
    const char *if_none_match; /* NULL: none */
    const char *websocket_key; /* NULL: no request for WebSocket (version 13); else 24 characters */
    bool offers_takeaway;      /* as a subprotocol of this WebSocket */
    bool takes_gzip;           /* the body may be packed */
    bool is_head;              /* the method: HEAD, not GET */
    bool closes;               /* the client wants the connection closed behind the answer */
};

/* Takes bytes up to the end of a request's head, at most `len`; how they are cut makes no
 * difference. HTTP_WHOLE: the request is valid until http_reader_finish(), which is due when it is
 * answered. HTTP_REFUSED: answer with http_refuse() and close. The
 * statuses: 400, 405, 413 (a body), 414, 426 (another WebSocket version), 431, 505. */
enum http_progress http_request_feed(struct http_reader *reader, char *bytes, size_t len,
                                     size_t *ret_taken, struct http_request *ret_request,
                                     struct http_refusal *ret_refusal);

/* Is the Origin that of a page from this very host, or absent? A page from elsewhere must not open
 * a WebSocket here. */
bool http_origin_is_own(const struct http_request *request, bool is_tls);

/* --- answers --- */

struct http_answer {
    int status;       /* with 200 and an `etag`, http_answer() makes it 304 where that fits */
    const char *type; /* of the body */
    const char *body;
    size_t body_len;
    bool is_gzip;         /* the body is packed */
    const char *etag;     /* with its quotes; NULL: the answer must not be stored */
    const char *location; /* of a redirect; NULL: none */
    bool is_hsts;         /* tells browsers to use nothing but TLS for this host, for a year */
    bool may_be_framed;   /* pages of other sites may show it in a frame of theirs */
};

/* Appends the answer to this request: the status line, the headers that all answers carry, the body
 * if the request wants it. `body` must not point into `out`. */
void http_answer(struct text *out, const struct http_request *request,
                 const struct http_answer *answer);

/* Appends an answer whose body is the reason, a line of plain text. `request` is NULL when its head
 * was refused; the answer then says that the connection closes. */
void http_refuse(struct text *out, const struct http_request *request,
                 const struct http_refusal *refusal);

#endif
