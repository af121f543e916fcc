/* Checks a configuration, as far as that is possible before the server opens files and sockets. */
#include "server/server.h"

#include <netdb.h>
#include <string.h>

enum error_code server_check_listen(const struct server_config *config,
                                    const struct address *address, const struct origin *origin,
                                    struct error *error)
{
    char text[ADDRESS_TEXT_MAX];
    if (config->is_public || origin->is_loopback)
        return ERROR_NONE;
    address_print(address, text);
    return error_set(error, ERROR_USAGE,
                     "%s can be reached from other machines: --public allows that (give them TLS "
                     "with --tls-certificate and --tls-key, or --tls-self-signed)",
                     text);
}

enum error_code server_check_metrics_listen(const struct server_config *config,
                                            const struct address *address,
                                            const struct origin *origin, struct error *error)
{
    char text[ADDRESS_TEXT_MAX];
    if (config->is_public || origin->is_loopback)
        return ERROR_NONE;
    address_print(address, text);
    return error_set(error, ERROR_USAGE,
                     "--metrics-listen: %s can be reached from other machines, which could read "
                     "the figures: --public allows that",
                     text);
}

/* False: the host is a name, which is resolved only when the server listens. */
static bool is_numeric(const struct address *address, struct origin *ret_origin)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST}, *found;
    if (getaddrinfo(address->host, NULL, &hints, &found) != 0)
        return false;
    origin_of(found->ai_addr, ret_origin);
    freeaddrinfo(found);
    return true;
}

static enum error_code check_door(const struct server_config *config, struct error *error)
{
    const struct net_door *door = &config->door;
    struct origin origin;
    enum error_code code = ERROR_NONE;
    if (config->self_signed && (door->certificate || door->key))
        code = error_set(error, ERROR_USAGE,
                         "--tls-self-signed takes the place of --tls-certificate and --tls-key: "
                         "give one or the other");
    else if (!door->certificate != !door->key)
        code = error_set(error, ERROR_USAGE,
                         "--tls-certificate and --tls-key belong together: %s is missing",
                         door->key ? "the certificate" : "the key");
    else if (is_numeric(&config->listen, &origin))
        code = server_check_listen(config, &config->listen, &origin, error);
    if (!code && *config->metrics_listen.host && is_numeric(&config->metrics_listen, &origin))
        code = server_check_metrics_listen(config, &config->metrics_listen, &origin, error);
    return code ? code : net_door_check(door, error);
}

static enum error_code check_role(const struct server_config *config, struct error *error)
{
    if (config->cluster.role != CLUSTER_GATEWAY && !config->database)
        return error_set(error, ERROR_USAGE,
                         "--db PATH is missing: the database that keeps the matches");
    return cluster_check(&config->cluster, error);
}

enum error_code server_check(const struct server_config *config, struct error *error)
{
    const struct net_limits *limits = &config->net_limits;
    enum error_code code = check_role(config, error);
    if (code)
        return code;
    if (config->control && config->database && strcmp(config->control, config->database) == 0)
        return error_set(error, ERROR_USAGE, "--db and --control are the same file");
    if (limits->idle_ms < limits->ping_ms)
        return error_set(error, ERROR_USAGE,
                         "--idle-time, %g s, is shorter than --ping-time, %g s: whoever waits for "
                         "the other's move would be gone before they are asked for a sign of life",
                         (double)limits->idle_ms / 1000, (double)limits->ping_ms / 1000);
    return check_door(config, error);
}
