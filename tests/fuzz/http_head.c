/* Heads of HTTP: any bytes, cut anywhere. The cuts must not matter, and what was read must be fit
 * to be written into an answer. The first byte chooses between requests and the answer to a request
 * for WebSocket, the second the cuts. */
#include "tests/fuzz/fuzz.h"

#include "common/base/memory.h"
#include "common/web/http_head.h"
#include "common/web/websocket.h"

#include <stdlib.h>
#include <string.h>

static void append_text(struct text *to, const char *string)
{
    for (const char *c = string; c && *c; c++)
        if ((*c < 0x20 && *c != '\t') || *c == 0x7f)
            fuzz_fault("a control character was read");
    text_append_string(to, string ? string : "-");
    text_append_char(to, '\n');
}

/* Appends what was read; `to` then says all that matters of it. */
static void describe(struct text *to, const struct http_request *request)
{
    if (*request->path != '/' || request->host_name_len > strlen(request->host) ||
        (request->websocket_key && strlen(request->websocket_key) != 24))
        fuzz_fault("a request is not as its header says");
    append_text(to, request->path);
    append_text(to, request->host);
    append_text(to, request->origin);
    append_text(to, request->if_none_match);
    append_text(to, request->websocket_key);
    text_printf(to, "%zu %d %d %d %d\n", request->host_name_len, request->offers_takeaway,
                request->is_head, request->closes, http_origin_is_own(request, true));
    if (request->websocket_key)
        websocket_append_answer(to, request->websocket_key, request->offers_takeaway);
    http_answer(
        to, request,
        &(struct http_answer){
            .status = 200, .type = "text/html", .body = "body", .body_len = 4, .etag = "\"e\""});
}

/* Feeds the bytes in pieces of 1 to `longest` bytes, 0: in one; returns what came of them. */
static struct text feed(const char *bytes, size_t len, bool is_answer, size_t longest)
{
    struct text told = {0};
    struct http_reader reader = {0};
    enum http_progress progress = HTTP_PARTIAL;
    size_t at = 0;
    for (size_t piece = 1; len > at && progress == HTTP_PARTIAL;
         piece = piece < longest ? piece + 1 : 1) {
        size_t left = len - at, size = longest == 0 || piece > left ? left : piece, taken;
        char *copy = memory_zeroed(size, 1); /* a sanitizer sees what is read behind it */
        memcpy(copy, bytes + at, size);
        if (is_answer) {
            struct error error;
            progress = websocket_answer_feed(&reader, copy, size,
                                             "dGhlIHNhbXBsZSBub25jZQ==", &taken, &error);
            if (progress == HTTP_REFUSED)
                append_text(&told, error.message);
        } else {
            struct http_request request;
            struct http_refusal refusal;
            progress = http_request_feed(&reader, copy, size, &taken, &request, &refusal);
            if (progress == HTTP_WHOLE)
                describe(&told, &request);
            else if (progress == HTTP_REFUSED)
                http_refuse(&told, NULL, &refusal);
        }
        if (taken > size || (progress == HTTP_PARTIAL && taken < size))
            fuzz_fault("took %zu of %zu bytes", taken, size);
        at += taken;
        free(copy);
    }
    http_reader_finish(&reader);
    text_printf(&told, "%d after %zu", progress, at);
    return told;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    bool is_answer = data[0] % 2;
    const char *bytes = (const char *)data + 2;
    struct text whole = feed(bytes, size - 2, is_answer, 0);
    struct text pieces = feed(bytes, size - 2, is_answer, 1 + data[1] % 32);
    if (strcmp(text_string(&whole), text_string(&pieces)) != 0)
        fuzz_fault("in pieces it is another head: %s\n%s", text_string(&whole),
                   text_string(&pieces));
    text_finish(&whole);
    text_finish(&pieces);
    return 0;
}
