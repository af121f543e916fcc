#include "server/bus/bus_url.h"

#include "common/base/memory.h"
#include "server/base/origin.h"

#include <stdlib.h>
#include <string.h>

enum {
    NATS_PORT = 4222,
    SERVER_TEXT_MAX = 1023,
};

static int hexadecimal(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* A copy in which %XX is the byte that it stands for; NULL: it stands for none, or for a zero. */
static char *unescape(const char *text, size_t len)
{
    char *copy = memory_text(text, len), *end = copy;
    for (size_t i = 0; i < len; i++) {
        int value = (unsigned char)text[i];
        if (text[i] == '%') {
            int high = len - i > 2 ? hexadecimal(text[i + 1]) : -1;
            int low = len - i > 2 ? hexadecimal(text[i + 2]) : -1;
            value = high < 0 || low < 0 ? 0 : high * 16 + low;
            i += 2;
        }
        if (value == 0) {
            explicit_bzero(copy, len);
            free(copy);
            return NULL;
        }
        *end++ = (char)value;
    }
    explicit_bzero(end, (size_t)(copy + len - end));
    return copy;
}

static bool is_loopback(const char *host)
{
    struct origin origin;
    return strcmp(host, "localhost") == 0 ||
           (origin_parse(host, strlen(host), &origin) && origin.is_loopback);
}

/* `text` is USER:PASSWORD or a token. */
static enum error_code parse_user(const char *text, size_t len, struct bus_server *server,
                                  struct error *error)
{
    const char *colon = memchr(text, ':', len);
    size_t user_len = colon ? (size_t)(colon - text) : len;
    server->user = unescape(text, user_len);
    if (server->user && colon)
        server->password = unescape(colon + 1, len - user_len - 1);
    if (!server->user || (colon && !server->password))
        return error_set(error, ERROR_USAGE,
                         "--bus: a %% in the user or the password begins %%XX, a byte in "
                         "hexadecimal digits; write %%25 for the character itself");
    if (!*server->user)
        return error_set(error, ERROR_USAGE, "--bus: a user or a token is missing before the @");
    return ERROR_NONE;
}

static enum error_code parse_server(const char *text, size_t len, struct bus_server *server,
                                    struct error *error)
{
    char host[SERVER_TEXT_MAX + 1];
    struct error cause;
    size_t scheme_len = 0;
    if (len > 7 && memcmp(text, "nats://", 7) == 0)
        scheme_len = 7;
    else if (len > 6 && memcmp(text, "tls://", 6) == 0)
        scheme_len = 6;
    if (scheme_len == 0 || len > SERVER_TEXT_MAX)
        return error_set(error, ERROR_USAGE,
                         "--bus takes nats://HOST:PORT or tls://HOST:PORT, several with commas");
    server->is_tls = scheme_len == 6;
    text += scheme_len;
    len -= scheme_len;
    const char *at = memrchr(text, '@', len);
    if (at) {
        enum error_code code = parse_user(text, (size_t)(at - text), server, error);
        if (code)
            return code;
        len -= (size_t)(at + 1 - text);
        text = at + 1;
    }
    if (len > 0 && text[len - 1] == '/')
        len--;
    memcpy(host, text, len);
    host[len] = '\0';
    if (address_parse(host, NATS_PORT, &server->address, &cause))
        return error_set(error, ERROR_USAGE, "--bus: %s", cause.message);
    if (server->address.port == 0)
        return error_set(error, ERROR_USAGE, "--bus: port 0 is no server's");
    server->is_loopback = is_loopback(server->address.host);
    return ERROR_NONE;
}

enum error_code bus_url_parse(const char *url, struct bus_server **ret_servers, size_t *ret_count,
                              struct error *error)
{
    struct bus_server *servers = NULL;
    size_t count = 0;
    enum error_code code;
    const char *end;
    do {
        end = strchrnul(url, ',');
        servers = memory_for_next(servers, count, sizeof *servers);
        servers[count] = (struct bus_server){0};
        code = parse_server(url, (size_t)(end - url), &servers[count++], error);
        url = end + 1;
    } while (!code && *end);
    if (code) {
        bus_servers_free(servers, count);
        return code;
    }
    *ret_servers = servers;
    *ret_count = count;
    return ERROR_NONE;
}

static void wipe(char *text)
{
    if (text)
        explicit_bzero(text, strlen(text));
    free(text);
}

void bus_servers_free(struct bus_server *servers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        wipe(servers[i].user);
        wipe(servers[i].password);
    }
    free(servers);
}
