/* The lines of an HTTP/1.1 head, of a request or of an answer, from bytes that come in pieces.
 * Pure: no I/O. The readers of requests (http_head.h) and of a WebSocket server's answer
 * (websocket.h) stand on it. */
#ifndef COMMON_WEB_HTTP_LINES_H
#define COMMON_WEB_HTTP_LINES_H

#include "common/base/text.h"

enum { HTTP_HEAD_BYTES_MAX = 8192 }; /* with the empty line that ends it */

enum http_progress {
    HTTP_PARTIAL, /* the end has not come yet */
    HTTP_WHOLE,
    HTTP_REFUSED,
};

/* Why a head was refused: a status of HTTP and a phrase for people, which is a constant. */
struct http_refusal {
    int status;
    const char *why;
};

/* Collects one head. `{0}` waits for its first byte and owns no memory; a head that comes whole in
 * one piece is read where it lies. */
struct http_reader {
    struct text *part; /* what has come, if a piece ended within the head; wiped when freed */
};

/* Frees what the reader owns; it then waits for the next head. Call it between two heads. */
void http_reader_finish(struct http_reader *reader);

/* Takes bytes up to the end of the head, at most `len`. HTTP_WHOLE: `*ret_head` is where the head
 * lies, in `bytes` or in the reader's memory, and may be written to until http_reader_finish().
 * Refused with 400 are control characters, bytes outside of ASCII, CR and LF that are not a pair;
 * with 431 a head that has not ended after HTTP_HEAD_BYTES_MAX; bytes are taken up to the one that
 * shows it. How they are cut makes no difference. */
enum http_progress http_reader_feed(struct http_reader *reader, char *bytes, size_t len,
                                    size_t *ret_taken, char **ret_head,
                                    struct http_refusal *ret_refusal);

/* The next line of a whole head, zero-terminated in place; "" is the last one. */
char *http_next_line(char **head);

/* Splits a line after the first into name and value, both zero-terminated in place, the value
 * without the blanks around it. False: the line is no header field. */
bool http_split_field(char *line, const char **ret_name, const char **ret_value);

/* Is the token one of a comma-separated list, in any case of letters? */
bool http_list_has(const char *list, const char *token);

#endif
