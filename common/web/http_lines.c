#include "common/web/http_lines.h"

#include "common/base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void http_reader_finish(struct http_reader *reader)
{
    if (reader->part)
        text_wipe(reader->part); /* a path can hold the code of an invitation */
    free(reader->part);
    reader->part = NULL;
}

/* Looks at the bytes of a head from `at` on; those before have passed. Returns the length of the
 * head up to its end, or up to the byte for which it is refused, or `len`. */
static size_t pass_bytes(const char *head, size_t len, size_t at, enum http_progress *ret_progress,
                         struct http_refusal *ret_refusal)
{
    struct http_refusal refusal = {0};
    bool has_ended = false;
    while (at < len && !has_ended && !refusal.status) {
        unsigned char byte = (unsigned char)head[at];
        bool follows_cr = at > 0 && head[at - 1] == '\r';
        if (follows_cr && byte != '\n')
            refusal = (struct http_refusal){400, "CR without LF in the head"};
        else if (!follows_cr && byte == '\n')
            refusal = (struct http_refusal){400, "LF without CR in the head"};
        else if (byte >= 0x7f || (byte < 0x20 && byte != '\r' && byte != '\n' && byte != '\t'))
            refusal = (struct http_refusal){400, "control character, or no ASCII, in the head"};
        else if (byte == '\n' && (at == 1 || (at >= 3 && memcmp(head + at - 3, "\r\n\r", 3) == 0)))
            has_ended = true;
        else if (at + 1 == HTTP_HEAD_BYTES_MAX)
            refusal = (struct http_refusal){431, "the head is longer than 8192 bytes"};
        at++;
    }
    *ret_progress = has_ended ? HTTP_WHOLE : refusal.status ? HTTP_REFUSED : HTTP_PARTIAL;
    if (refusal.status)
        *ret_refusal = refusal;
    return at;
}

enum http_progress http_reader_feed(struct http_reader *reader, char *bytes, size_t len,
                                    size_t *ret_taken, char **ret_head,
                                    struct http_refusal *ret_refusal)
{
    struct text *part = reader->part;
    size_t before = part ? part->len : 0;
    assert(before < HTTP_HEAD_BYTES_MAX);
    size_t most = HTTP_HEAD_BYTES_MAX - before;
    len = len < most ? len : most;

    if (part)
        text_append(part, bytes, len);
    char *head = part ? part->bytes : bytes;
    enum http_progress progress;
    *ret_taken = pass_bytes(head, before + len, before, &progress, ret_refusal) - before;

    if (progress == HTTP_WHOLE) {
        *ret_head = head;
    } else if (progress == HTTP_REFUSED) {
        http_reader_finish(reader);
    } else if (!part && len > 0) {
        reader->part = memory_zeroed(1, sizeof *reader->part);
        text_append_secret(reader->part, bytes, len);
    }
    return progress;
}

char *http_next_line(char **head)
{
    char *line = *head, *end = strchr(line, '\r');
    assert(end && end[1] == '\n');
    *end = '\0';
    *head = end + 2;
    return line;
}

static bool is_token(const char *text)
{
    static const char marks[] = "!#$%&'*+-.^_`|~";
    for (const char *c = text; *c; c++) {
        bool is_letter = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z');
        if (!is_letter && !(*c >= '0' && *c <= '9') && !strchr(marks, *c))
            return false;
    }
    return *text != '\0';
}

bool http_split_field(char *line, const char **ret_name, const char **ret_value)
{
    char *colon = strchr(line, ':');
    if (!colon)
        return false;
    *colon = '\0';
    if (!is_token(line)) /* so a folded line, which begins with a blank, is none */
        return false;
    char *value = colon + 1 + strspn(colon + 1, " \t"), *end = value + strlen(value);
    while (end > value && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    *end = '\0';
    *ret_name = line;
    *ret_value = value;
    return true;
}

bool http_list_has(const char *list, const char *token)
{
    size_t token_len = strlen(token);
    for (const char *at = list; *at; at += *at == ',') {
        at += strspn(at, " \t");
        size_t len = strcspn(at, ", \t");
        const char *rest = at + len + strspn(at + len, " \t");
        if (len == token_len && strncasecmp(at, token, len) == 0 && (*rest == ',' || !*rest))
            return true;
        at = rest + strcspn(rest, ",");
    }
    return false;
}
