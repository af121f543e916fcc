#include "common/base/address.h"

#include "common/base/scanner.h"

#include <stdio.h>
#include <string.h>

static enum error_code wrong_form(const char *text, struct error *error)
{
    return error_set(error, ERROR_USAGE,
                     "'%.80s' is no address: HOST:PORT was expected, such as 127.0.0.1:7000 or "
                     "[::1]:7000",
                     text);
}

enum error_code address_parse(const char *text, struct address *ret_address, struct error *error)
{
    const char *colon = strrchr(text, ':');
    if (!colon)
        return wrong_form(text, error);
    const char *host = text;
    size_t len = (size_t)(colon - text);
    bool bracketed = len >= 2 && host[0] == '[' && host[len - 1] == ']';
    if (bracketed) {
        host++;
        len -= 2;
    }
    if (len == 0 || len > ADDRESS_HOST_MAX || (!bracketed && memchr(host, ':', len)))
        return wrong_form(text, error);
    struct scanner port = {.text = colon + 1, .len = strlen(colon + 1)};
    struct error cause;
    int64_t number;
    if (scanner_take_int(&port, &number, ERROR_USAGE, &cause) || !scanner_at_end(&port))
        return wrong_form(text, error);
    if (number > UINT16_MAX)
        return error_set(error, ERROR_USAGE, "port %lld of '%.80s' is over 65535",
                         (long long)number, text);
    *ret_address = (struct address){.port = (uint16_t)number};
    memcpy(ret_address->host, host, len);
    return ERROR_NONE;
}

void address_print(const struct address *address, char text[ADDRESS_TEXT_MAX])
{
    bool colons = strchr(address->host, ':') != NULL;
    snprintf(text, ADDRESS_TEXT_MAX, "%s%s%s:%u", colons ? "[" : "", address->host,
             colons ? "]" : "", address->port);
}
