/* What strangers may send to a web server to break it: heads of requests and frames of WebSocket,
 * each with the answer that it deserves. The unit tests feed them to the codecs, the end-to-end
 * tests send them to the server. */
#ifndef TESTS_HOSTILE_WEB_H
#define TESTS_HOSTILE_WEB_H

#include "common/base/text.h"

/* A text that may have zeros in it. */
struct hostile_bytes {
    const char *bytes;
    size_t len;
};

struct hostile_head {
    const char *what;
    int status; /* that refuses it; 0: it has no end yet, and is waited for */
    struct hostile_bytes head;
};

struct hostile_frames {
    const char *what;
    int code; /* of the close frame that answers; -1: a close frame without a code */
    struct hostile_bytes frames; /* of a client; the payload is masked with zeros */
};

extern const struct hostile_head hostile_heads[];
extern const size_t hostile_head_count;
extern const struct hostile_frames hostile_frames[];
extern const size_t hostile_frames_count;

/* Heads that are too long for the table: a path, a header, or many headers that make the head just
 * as long as this. */
void hostile_append_long_path(struct text *out, size_t path_len);
void hostile_append_long_head(struct text *out, size_t head_len);
void hostile_append_many_headers(struct text *out, size_t head_len);

#endif
