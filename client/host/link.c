#include "client/host/link.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { PORT_OF_HTTPS = 443, PORT_OF_HTTP = 80 };

static const char https[] = "https://", http[] = "http://", path[] = "/i/";
static const char base64url[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

static bool takes(const char **text, const char *word)
{
    bool is_there = strncmp(*text, word, strlen(word)) == 0;
    *text += is_there ? strlen(word) : 0;
    return is_there;
}

static enum error_code refuse(const char *text, const char *why, struct error *error)
{
    return error_set(error, ERROR_USAGE,
                     "'%.160s' is no whole link of an invitation: %s; it looks like "
                     "https://HOST:7800/i/... and is copied best with all that follows",
                     text, why);
}

enum error_code link_parse(const char *text, struct link *ret_link, struct error *error)
{
    struct link link = {0};
    const char *rest = text;
    link.is_tls = takes(&rest, https);
    if (!link.is_tls && !takes(&rest, http))
        return refuse(text, "it does not begin with https:// or http://", error);

    char host[ADDRESS_TEXT_MAX];
    size_t len = strcspn(rest, "/");
    struct error cause;
    snprintf(host, sizeof host, "%.*s", (int)(len < sizeof host ? len : 0), rest);
    if (strchr(host, ','))
        return refuse(text, "the name of one server was expected, without a comma", error);
    if (address_parse(host, link.is_tls ? PORT_OF_HTTPS : PORT_OF_HTTP, &link.address, &cause) ||
        link.address.port == 0)
        return refuse(text, "the name of a server is missing", error);
    rest += len;
    if (!takes(&rest, path))
        return refuse(text, "behind the server's name comes /i/ and a code", error);

    len = strspn(rest, base64url);
    if (len != LINK_CODE_CHARS) {
        char why[80];
        snprintf(why, sizeof why, "the code behind /i/ has %d characters, and this one %zu",
                 LINK_CODE_CHARS, len);
        return refuse(text, why, error);
    }
    memcpy(link.code, rest, len);
    rest += len;

    if (*rest == '#') {
        if (!certificate_pin_is_valid(rest + 1))
            return refuse(text, "the server's key behind # is not whole", error);
        memcpy(link.pin, rest + 1, CERTIFICATE_PIN_CHARS);
    } else if (*rest) {
        return refuse(text, "behind the code comes # or nothing", error);
    }
    *ret_link = link;
    return ERROR_NONE;
}

void link_print(const struct link *link, struct text *out)
{
    char address[ADDRESS_TEXT_MAX];
    address_print(&link->address, address);
    text_printf(out, "%s%s%s%s%s%s", link->is_tls ? https : http, address, path, link->code,
                link->pin[0] ? "#" : "", link->pin);
}

void link_print_server(const struct link *link, struct text *out)
{
    char address[ADDRESS_TEXT_MAX];
    address_print(&link->address, address);
    if (!link->is_tls)
        text_append_string(out, address);
    else if (link->address.port == PORT_OF_HTTPS)
        text_printf(out, "wss://%s/", address);
    else
        text_printf(out, "tls://%s", address);
}
