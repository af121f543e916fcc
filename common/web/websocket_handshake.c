#include "common/web/websocket.h"

#include <assert.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <string.h>
#include <strings.h>

/* --- the server's side --- */

void websocket_accept_key(const char *key, char ret_accept[WEBSOCKET_ACCEPT_SIZE])
{
    char joined[128];
    int len = snprintf(joined, sizeof joined, "%s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key);
    assert(len > 0 && (size_t)len < sizeof joined);
    unsigned char digest[SHA_DIGEST_LENGTH];
    const unsigned char *done = SHA1((const unsigned char *)joined, (size_t)len, digest);
    assert(done);
    (void)done;
    EVP_EncodeBlock((unsigned char *)ret_accept, digest, sizeof digest);
}

void websocket_append_answer(struct text *out, const char *key, bool is_takeaway)
{
    char accept[WEBSOCKET_ACCEPT_SIZE];
    websocket_accept_key(key, accept);
    text_printf(out,
                "HTTP/1.1 101 Switching Protocols\r\n"
                "Upgrade: websocket\r\n"
                "Connection: Upgrade\r\n"
                "Sec-WebSocket-Accept: %s\r\n%s\r\n",
                accept, is_takeaway ? "Sec-WebSocket-Protocol: takeaway\r\n" : "");
}

/* --- the client's side --- */

void websocket_make_key(const uint8_t random[16], char ret_key[WEBSOCKET_KEY_SIZE])
{
    EVP_EncodeBlock((unsigned char *)ret_key, random, 16);
}

void websocket_append_request(struct text *out, const char *host, const char *path, const char *key)
{
    assert(*path == '/' && !path[strcspn(path, " \r\n")] && !host[strcspn(host, " \r\n")]);
    text_printf(out,
                "GET %s HTTP/1.1\r\n"
                "Host: %s\r\n"
                "Upgrade: websocket\r\n"
                "Connection: Upgrade\r\n"
                "Sec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Protocol: takeaway\r\n"
                "Sec-WebSocket-Key: %s\r\n\r\n",
                path, host, key);
}

/* The headers of the answer that are read; each may come once. */
enum { ANSWER_UPGRADE, ANSWER_CONNECTION, ANSWER_ACCEPT, ANSWER_PROTOCOL, ANSWER_EXTENSIONS };

static enum error_code read_fields(char *head, const char *values[], struct error *error)
{
    static const char *const names[] = {"upgrade", "connection", "sec-websocket-accept",
                                        "sec-websocket-protocol", "sec-websocket-extensions"};
    for (char *line = http_next_line(&head); *line; line = http_next_line(&head)) {
        const char *name, *value;
        if (!http_split_field(line, &name, &value))
            return error_set(error, ERROR_BAD_MESSAGE, "the server's HTTP cannot be read: %s",
                             "a line of its head is no header field");
        for (int i = ANSWER_UPGRADE; i <= ANSWER_EXTENSIONS; i++) {
            if (strcasecmp(name, names[i]) != 0)
                continue;
            if (values[i])
                return error_set(error, ERROR_BAD_MESSAGE, "the server's answer has %s twice",
                                 names[i]);
            values[i] = value;
        }
    }
    return ERROR_NONE;
}

static enum error_code read_answer(char *head, const char *key, struct error *error)
{
    const char *status_line = http_next_line(&head);
    if (strncmp(status_line, "HTTP/1.1 ", 9) != 0 && strncmp(status_line, "HTTP/1.0 ", 9) != 0)
        return error_set(error, ERROR_BAD_MESSAGE, "the server does not speak HTTP/1.1");
    if (strncmp(status_line, "HTTP/1.1 101", 12) != 0 ||
        (status_line[12] && status_line[12] != ' '))
        return error_set(error, ERROR_BAD_MESSAGE, "there is no WebSocket; the server answers: %s",
                         status_line);

    const char *values[ANSWER_EXTENSIONS + 1] = {0};
    if (read_fields(head, values, error))
        return error->code;
    char accept[WEBSOCKET_ACCEPT_SIZE];
    websocket_accept_key(key, accept);
    const char *why = NULL;
    if (!values[ANSWER_UPGRADE] || strcasecmp(values[ANSWER_UPGRADE], "websocket") != 0)
        why = "Upgrade is not websocket";
    else if (!values[ANSWER_CONNECTION] || !http_list_has(values[ANSWER_CONNECTION], "upgrade"))
        why = "Connection is not Upgrade";
    else if (!values[ANSWER_ACCEPT] || strcmp(values[ANSWER_ACCEPT], accept) != 0)
        why = "Sec-WebSocket-Accept does not fit the key";
    else if (values[ANSWER_PROTOCOL] && strcmp(values[ANSWER_PROTOCOL], "takeaway") != 0)
        why = "Sec-WebSocket-Protocol is not takeaway";
    else if (values[ANSWER_EXTENSIONS])
        why = "an extension that nobody asked for";
    return why ? error_set(error, ERROR_BAD_MESSAGE,
                           "the server's answer to the request for WebSocket is wrong: %s", why)
               : ERROR_NONE;
}

enum http_progress websocket_answer_feed(struct http_reader *reader, char *bytes, size_t len,
                                         const char *key, size_t *ret_taken, struct error *error)
{
    char *head;
    struct http_refusal refusal;
    enum http_progress progress = http_reader_feed(reader, bytes, len, ret_taken, &head, &refusal);
    if (progress == HTTP_REFUSED)
        error_set(error, ERROR_BAD_MESSAGE, "the server's HTTP cannot be read: %s", refusal.why);
    if (progress != HTTP_WHOLE)
        return progress;
    if (!read_answer(head, key, error))
        return HTTP_WHOLE;
    http_reader_finish(reader);
    return HTTP_REFUSED;
}
