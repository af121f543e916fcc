#include "common/base/address.h"

#include "common/base/scanner.h"

#include <arpa/inet.h>
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static enum error_code wrong_form(const char *text, uint16_t default_port, struct error *error)
{
    char example[48] = "HOST:PORT was expected, such as";
    if (default_port)
        snprintf(example, sizeof example, "HOST or HOST:PORT was expected, such as");
    return error_set(error, ERROR_USAGE, "'%.80s' is no address: %s 127.0.0.1:7800 or [::1]:7800",
                     text, example);
}

/* An IPv6 address, which may end in %INTERFACE. */
static bool is_ipv6(const char *host, size_t len)
{
    char digits[INET6_ADDRSTRLEN] = "";
    const char *zone = memchr(host, '%', len);
    size_t digits_len = zone ? (size_t)(zone - host) : len;
    struct in6_addr ignored;
    if (digits_len >= sizeof digits)
        return false;
    memcpy(digits, host, digits_len);
    return inet_pton(AF_INET6, digits, &ignored) == 1;
}

enum error_code address_parse(const char *text, uint16_t default_port, struct address *ret_address,
                              struct error *error)
{
    const char *host = text, *port_text = NULL;
    size_t len = strlen(text);
    const char *bracket = text[0] == '[' ? strchr(text, ']') : NULL;
    if (bracket) {
        host = text + 1;
        len = (size_t)(bracket - host);
        if (bracket[1] == ':')
            port_text = bracket + 2;
        else if (bracket[1])
            return wrong_form(text, default_port, error);
    } else if (!is_ipv6(text, len)) {
        const char *colon = strchr(text, ':');
        if (colon) {
            len = (size_t)(colon - text);
            port_text = colon + 1;
        }
    }
    if (len == 0 || len > ADDRESS_HOST_MAX || (!port_text && !default_port))
        return wrong_form(text, default_port, error);

    int64_t number = default_port;
    if (port_text) {
        struct scanner port = {.text = port_text, .len = strlen(port_text)};
        struct error cause;
        if (scanner_take_int(&port, &number, ERROR_USAGE, &cause) || !scanner_at_end(&port))
            return wrong_form(text, default_port, error);
        if (number > UINT16_MAX)
            return error_set(error, ERROR_USAGE, "port %lld of '%.80s' is over 65535",
                             (long long)number, text);
    }
    assert(number >= 0 && number <= UINT16_MAX && len <= ADDRESS_HOST_MAX);
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
