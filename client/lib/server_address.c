#include "client/lib/server_address.h"

#include "client/lib/config_file.h"

#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char usual_path[] = "/socket";

static const struct scheme {
    const char *text;
    enum server_way way;
    uint16_t port;
} schemes[] = {
    {"tls://", SERVER_BY_TLS, ADDRESS_PORT_OF_SERVER},
    {"ws://", SERVER_BY_WS, 80},
    {"wss://", SERVER_BY_WSS, 443},
};

enum { SCHEMES = sizeof schemes / sizeof *schemes };

bool server_address_is_web(const struct server_address *server)
{
    return server->way == SERVER_BY_WS || server->way == SERVER_BY_WSS;
}

static enum error_code parse_socket(const char *text, struct server_address *ret_server,
                                    struct error *error)
{
    if (strlen(text) > SERVER_PATH_MAX)
        return error_set(error, ERROR_USAGE,
                         "'%.80s...' has %zu bytes: the path of a Unix socket has at most %d", text,
                         strlen(text), SERVER_PATH_MAX);
    *ret_server = (struct server_address){.way = SERVER_BY_SOCKET};
    strcpy(ret_server->path, text);
    return ERROR_NONE;
}

/* The path of a WebSocket, from its '/' on; "" and "/" are the usual one. */
static enum error_code parse_path(const char *path, struct server_address *server,
                                  struct error *error)
{
    size_t len = strlen(path);
    if (len <= 1) {
        strcpy(server->path, usual_path);
        return ERROR_NONE;
    }
    bool is_good = len <= SERVER_PATH_MAX;
    for (size_t i = 0; i < len && is_good; i++)
        is_good = path[i] > ' ' && path[i] < 127 && !strchr("?#", path[i]);
    if (!is_good)
        return error_set(error, ERROR_USAGE,
                         "'%.80s' cannot be the path of a WebSocket: up to %d characters of ASCII "
                         "without ?, # and blanks were expected",
                         path, SERVER_PATH_MAX);
    strcpy(server->path, path);
    return ERROR_NONE;
}

enum error_code server_address_parse(const char *text, struct server_address *ret_server,
                                     struct error *error)
{
    struct server_address server = {.way = SERVER_BY_HOST};
    uint16_t port = ADDRESS_PORT_OF_SERVER;
    const char *place = text, *behind = strstr(text, "://");
    if (text[0] == '/')
        return parse_socket(text, ret_server, error);
    if (behind) {
        size_t i = 0;
        while (i < SCHEMES && strncasecmp(text, schemes[i].text, strlen(schemes[i].text)) != 0)
            i++;
        if (i == SCHEMES)
            return error_set(error, ERROR_USAGE,
                             "'%.80s' is no address of a server: HOST, HOST:PORT, tls://HOST, "
                             "ws://HOST/ or wss://HOST/ was expected",
                             text);
        server.way = schemes[i].way;
        port = schemes[i].port;
        place = behind + 3;
    }

    size_t len = behind ? strcspn(place, "/?#") : strlen(place);
    char host[ADDRESS_TEXT_MAX];
    if (len >= sizeof host)
        return error_set(error, ERROR_USAGE, "'%.80s...' is too long for an address", text);
    memcpy(host, place, len);
    host[len] = '\0';
    if (address_parse(host, port, &server.at, error))
        return error->code;
    if (server_address_is_web(&server) && parse_path(place + len, &server, error))
        return error->code;
    if (!server_address_is_web(&server) && place[len])
        return error_set(error, ERROR_USAGE, "'%.80s': nothing was expected behind %.80s", text,
                         host);
    *ret_server = server;
    return ERROR_NONE;
}

void server_address_print(const struct server_address *server, char text[SERVER_ADDRESS_TEXT_MAX])
{
    const char *scheme = "";
    char place[ADDRESS_TEXT_MAX] = "";
    for (size_t i = 0; i < SCHEMES; i++)
        if (schemes[i].way == server->way)
            scheme = schemes[i].text;
    if (server->way != SERVER_BY_SOCKET)
        address_print(&server->at, place);
    bool is_usual = server_address_is_web(server) && strcmp(server->path, usual_path) == 0;
    snprintf(text, SERVER_ADDRESS_TEXT_MAX, "%s%s%s", scheme, place, is_usual ? "/" : server->path);
}

void server_address_print_name(const struct server_address *server,
                               char name[SERVER_ADDRESS_TEXT_MAX])
{
    char place[ADDRESS_TEXT_MAX] = "";
    if (server->way != SERVER_BY_SOCKET)
        address_print(&server->at, place);
    bool is_usual = server_address_is_web(server) && strcmp(server->path, usual_path) == 0;
    snprintf(name, SERVER_ADDRESS_TEXT_MAX, "%s%s", place, is_usual ? "" : server->path);
}

bool server_address_is_local(const struct server_address *server)
{
    struct in_addr v4;
    struct in6_addr v6;
    const char *host = server->at.host;
    if (server->way == SERVER_BY_SOCKET)
        return true;
    if (inet_pton(AF_INET, host, &v4) == 1)
        return ntohl(v4.s_addr) >> 24 == IN_LOOPBACKNET;
    if (inet_pton(AF_INET6, host, &v6) == 1)
        return IN6_IS_ADDR_LOOPBACK(&v6);
    return strcasecmp(host, "localhost") == 0;
}

/* --- lists --- */

static enum error_code add_server(struct server_list *list, const char *text, struct error *error)
{
    char name[SERVER_ADDRESS_TEXT_MAX], other[SERVER_ADDRESS_TEXT_MAX];
    struct server_address server;
    if (server_address_parse(text, &server, error))
        return error->code;
    server_address_print_name(&server, name);
    for (size_t i = 0; i < list->count; i++) {
        server_address_print_name(&list->servers[i], other);
        if (strcasecmp(name, other) == 0)
            return error_set(error, ERROR_USAGE, "%.200s stands twice among the server's addresses",
                             name);
    }
    if (list->count == SERVER_LIST_MAX)
        return error_set(error, ERROR_USAGE,
                         "a server has at most %d addresses: %.200s is one too many",
                         SERVER_LIST_MAX, name);
    list->servers[list->count++] = server;
    return ERROR_NONE;
}

enum error_code server_list_parse(const char *text, struct server_list *ret_list,
                                  struct error *error)
{
    bool is_several = strchr(text, ',') != NULL;
    error->code = ERROR_NONE;
    ret_list->count = 0;
    for (const char *at = text; at && !error->code;) {
        const char *comma = strchr(at, ',');
        struct text element = {0};
        text_append(&element, at, comma ? (size_t)(comma - at) : strlen(at));
        if (is_several && element.len == 0)
            error_set(error, ERROR_USAGE,
                      "'%.200s' has an empty address: an address was expected before and after "
                      "each comma",
                      text);
        else
            add_server(ret_list, text_string(&element), error);
        text_finish(&element);
        at = comma ? comma + 1 : NULL;
    }
    return error->code;
}

void server_list_print(const struct server_list *list, struct text *out)
{
    char text[SERVER_ADDRESS_TEXT_MAX];
    for (size_t i = 0; i < list->count; i++) {
        server_address_print(&list->servers[i], text);
        text_printf(out, "%s%s", i ? "," : "", text);
    }
}

/* --- the default --- */

/* Appends the first line without the blanks around it; nothing: there is no such file. */
static enum error_code read_file(const char *path, struct text *out, struct error *error)
{
    char *line = NULL;
    size_t capacity = 0;
    static const char blanks[] = " \t\r\n";
    FILE *file = fopen(path, "re");
    if (!file && (errno == ENOENT || errno == ENOTDIR))
        return ERROR_NONE;
    ssize_t len = file ? getline(&line, &capacity, file) : -1;
    enum error_code code = ERROR_NONE;
    if (!file || (len < 0 && ferror(file)))
        code = error_set(error, ERROR_IO, "cannot read %s: %s", path, strerror(errno));
    if (len > 0) {
        while (len > 0 && strchr(blanks, line[len - 1]))
            line[--len] = '\0';
        text_append_string(out, line + strspn(line, blanks));
    }
    free(line);
    if (file)
        fclose(file);
    return code;
}

enum error_code server_address_default(const char *also, struct text *ret_server,
                                       struct error *error)
{
    struct text path = {0}, server = {0};
    struct server_list ignored;
    struct error cause;
    enum error_code code = ERROR_NONE;
    const char *given = getenv("TAKEAWAY_SERVER");
    const char *source = "TAKEAWAY_SERVER";
    if (given && *given) {
        text_append_string(&server, given);
    } else if (config_file_path("server", &path)) {
        source = text_string(&path);
        code = read_file(source, &server, error);
    }
    bool is_other = also && strcmp(text_string(&server), also) == 0;
    if (!code && server.len > 0 && !is_other &&
        server_list_parse(text_string(&server), &ignored, &cause))
        code = error_set(error, ERROR_USAGE, "%.200s: %s", source, cause.message);
    if (!code)
        text_append(ret_server, text_string(&server), server.len);
    text_finish(&path);
    text_finish(&server);
    return code;
}
