#include "client/lib/server_trust.h"

#include "client/lib/known_servers.h"

#include <string.h>

/* What is known of the key by all addresses of the same server together? */
static enum error_code find_in_list(const struct server_trust *trust, const char *pin,
                                    enum known_server *ret_known, struct error *error)
{
    char name[SERVER_ADDRESS_TEXT_MAX];
    enum known_server known;
    int line;
    enum error_code failed = ERROR_NONE;
    size_t count = trust->list ? trust->list->count : 0;
    *ret_known = KNOWN_SERVER_NOT;
    for (size_t i = 0; i < count && !failed && *ret_known != KNOWN_SERVER_SAME; i++) {
        server_address_print_name(&trust->list->servers[i], name);
        failed = known_servers_find(trust->known_servers, name, pin, &known, &line, error);
        if (!failed && known != KNOWN_SERVER_NOT)
            *ret_known = known;
    }
    return failed;
}

enum error_code server_trust_judge(const struct server_trust *trust, const char *name,
                                   const struct certificate *certificate, const char *distrust,
                                   struct error *error)
{
    const char *pin = certificate->pin;
    if (trust->server_key && strcmp(trust->server_key, pin) == 0)
        return ERROR_NONE;
    if (trust->server_key)
        return error_set(error, ERROR_WRONG_SERVER,
                         "%.100s has the key %s, and not %s as was said: either this is not the "
                         "server that you mean, or somebody stands between you and it, or it has a "
                         "new key, which its operator can tell",
                         name, pin, trust->server_key);
    if (!distrust) {
        /* Remembered, so that from now on nobody can come in the server's name without TLS, or with
         * a key that nobody vouches for. Where it cannot be, this visit is as good as ever. */
        struct error ignored;
        if (trust->known_servers)
            known_servers_add(trust->known_servers, name, pin, &ignored);
        return ERROR_NONE;
    }

    enum known_server known = KNOWN_SERVER_NOT;
    int line = 0;
    enum known_server in_list = KNOWN_SERVER_NOT;
    if (trust->known_servers &&
        known_servers_find(trust->known_servers, name, pin, &known, &line, error))
        return error->code;
    if (trust->known_servers && known == KNOWN_SERVER_NOT &&
        find_in_list(trust, pin, &in_list, error))
        return error->code;
    if (known == KNOWN_SERVER_SAME || in_list == KNOWN_SERVER_SAME)
        return ERROR_NONE;
    if (known == KNOWN_SERVER_OTHER)
        return error_set(error, ERROR_WRONG_SERVER,
                         "WARNING: THE KEY OF %.80s HAS CHANGED! Somebody may stand between you "
                         "and the server and read all that you send; or the server has a new key. "
                         "Now it is %s; another one is in line %d of %.120s. Ask its operator. If "
                         "the new key is right, remove that line and connect again",
                         name, pin, line, trust->known_servers);
    return error_set(error, ERROR_UNKNOWN_SERVER,
                     "nobody vouches for the key of %.100s (%.60s). If its operator says that the "
                     "key is this one, give --server-key %s",
                     name, distrust, pin);
}

enum error_code server_trust_check_key(const struct server_list *list, const char *key,
                                       struct error *error)
{
    char text[SERVER_ADDRESS_TEXT_MAX];
    if (!certificate_pin_is_valid(key))
        return error_set(error, ERROR_USAGE,
                         "--server-key '%.80s': sha256: and the 43 characters that its operator "
                         "reads from the log were expected",
                         key);
    for (size_t i = 0; i < list->count; i++) {
        const struct server_address *server = &list->servers[i];
        server_address_print(server, text);
        if (server->way == SERVER_BY_WS || server->way == SERVER_BY_SOCKET)
            return error_set(error, ERROR_USAGE,
                             "--server-key goes with TLS, and %.100s is an address without it",
                             text);
    }
    return ERROR_NONE;
}

bool server_trust_expects_key(const struct server_trust *trust, const char *name)
{
    enum known_server known = KNOWN_SERVER_NOT;
    int line;
    struct error ignored;
    if (trust->server_key)
        return true;
    return trust->known_servers &&
           (known_servers_find(trust->known_servers, name, "", &known, &line, &ignored) ||
            known != KNOWN_SERVER_NOT || find_in_list(trust, "", &known, &ignored) ||
            known != KNOWN_SERVER_NOT);
}
