#include "server/net/proxies.h"

#include <string.h>

enum error_code proxies_parse(const char *text, struct proxies *ret_proxies, struct error *error)
{
    *ret_proxies = (struct proxies){0};
    while (text && *text) {
        size_t len = strcspn(text, ",");
        if (len == strlen("loopback") && strncmp(text, "loopback", len) == 0)
            ret_proxies->has_loopback = true;
        else if (ret_proxies->count == PROXIES_MAX)
            return error_set(error, ERROR_USAGE, "--proxy-protocol: at most %d addresses",
                             PROXIES_MAX);
        else if (!origin_parse(text, len, &ret_proxies->list[ret_proxies->count++]))
            return error_set(error, ERROR_USAGE,
                             "--proxy-protocol: a numeric address or the word loopback was "
                             "expected, not '%.*s'",
                             (int)(len < 80 ? len : 80), text);
        text += len + (text[len] == ',');
    }
    return ERROR_NONE;
}

bool proxies_have(const struct proxies *proxies, const struct origin *origin)
{
    if (proxies->has_loopback && origin->is_loopback)
        return true;
    for (size_t i = 0; i < proxies->count; i++)
        if (strcmp(proxies->list[i].text, origin->text) == 0)
            return true;
    return false;
}
