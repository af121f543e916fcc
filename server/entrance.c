#include "server/entrance.h"

#include "common/tls/certificate.h"
#include "server/base/log.h"
#include "server/base/now.h"
#include "server/net/listener.h"

#include <stdio.h>
#include <unistd.h>

enum {
    DAY_MS = 24 * 60 * 60 * 1000,
    EXPIRY_DAYS = 14, /* before its end, the log has a warning of a certificate each day */
};

void entrance_init(struct entrance *entrance, const struct server_config *config, uv_loop_t *loop,
                   struct net *net, struct statistics *statistics)
{
    entrance->config = config;
    entrance->net = net;
    entrance->statistics = statistics;
    entrance->fd = -1;
    uv_timer_init(loop, &entrance->expiry);
    entrance->expiry.data = entrance;
}

void entrance_finish(struct entrance *entrance)
{
    if (entrance->fd >= 0)
        close(entrance->fd);
    text_finish(&entrance->certificate);
    text_finish(&entrance->key);
}

/* --- the certificate --- */

static void tell_expiry(struct entrance *entrance)
{
    const struct certificate *certificate = net_certificate(entrance->net);
    if (!certificate)
        return;
    int64_t left_ms = certificate->expires_ms - wall_clock_ms();
    bool is_gateway = entrance->config->cluster.role == CLUSTER_GATEWAY;
    entrance->statistics->values[STATISTIC_CERTIFICATE_EXPIRES] = certificate->expires_ms / 1000;
    if (left_ms < (int64_t)EXPIRY_DAYS * DAY_MS)
        log_warn("certificate-expires", log_int("days", left_ms / DAY_MS),
                 log_text("reason", left_ms <= 0 ? "it has ended: clients refuse it"
                                    : is_gateway
                                        ? "renew it, then systemctl reload takeaway@gateway"
                                        : "renew it, then `takeaway admin reload`"));
}

static void on_expiry(uv_timer_t *timer)
{
    tell_expiry(timer->data);
}

enum error_code entrance_reload(struct entrance *entrance, struct error *error)
{
    enum error_code code = net_reload_certificate(entrance->net, error);
    if (code) {
        log_error("certificate-kept", log_text("reason", error->message));
        return code;
    }
    log_info("certificate", log_text("key", net_certificate(entrance->net)->pin));
    tell_expiry(entrance);
    return ERROR_NONE;
}

/* --- opening --- */

enum error_code entrance_take_socket(struct entrance *entrance, struct error *error)
{
    const struct server_config *config = entrance->config;
    struct origin origin;
    enum error_code code = listener_take(&entrance->fd, error);
    if (!code && entrance->fd < 0)
        code = listener_open(&config->listen, &entrance->fd, error);
    if (!code)
        code = listener_where(entrance->fd, &entrance->address, &origin, error);
    if (!code)
        code = server_check_listen(config, &entrance->address, &origin, error);
    if (!code)
        entrance->is_loopback = origin.is_loopback;
    return code;
}

enum error_code entrance_open_door(struct entrance *entrance, struct error *error)
{
    const struct server_config *config = entrance->config;
    struct net_door *door = &entrance->door;
    *door = config->door;
    if (config->self_signed) {
        const char *host = config->listen.host;
        enum error_code code = certificate_pair_make(config->self_signed, &host, 1, error);
        if (code)
            return code;
        text_printf(&entrance->certificate, "%s/certificate.pem", config->self_signed);
        text_printf(&entrance->key, "%s/key.pem", config->self_signed);
        door->certificate = text_string(&entrance->certificate);
        door->key = text_string(&entrance->key);
    }
    return net_open_door(entrance->net, door, error);
}

enum error_code entrance_open_metrics(struct entrance *entrance, struct error *error)
{
    const struct server_config *config = entrance->config;
    struct address address;
    struct origin origin;
    struct error cause;
    int fd;
    if (!*config->metrics_listen.host)
        return ERROR_NONE;
    enum error_code code = listener_open(&config->metrics_listen, &fd, &cause);
    if (code)
        return error_set(error, code, "--metrics-listen: %s", cause.message);
    code = listener_where(fd, &address, &origin, error);
    if (!code)
        code = server_check_metrics_listen(config, &address, &origin, error);
    if (!code)
        code = listener_start(entrance->net, LISTENER_FIGURES, fd, error);
    if (code) {
        close(fd);
        return code;
    }
    address_print(&address, entrance->metrics);
    log_info("metrics", log_text("address", entrance->metrics));
    return ERROR_NONE;
}

enum error_code entrance_open(struct entrance *entrance, struct error *error)
{
    enum error_code code = listener_start(entrance->net, LISTENER_CLIENTS, entrance->fd, error);
    if (code)
        return code;
    entrance->fd = -1;
    tell_expiry(entrance);
    uv_timer_start(&entrance->expiry, on_expiry, DAY_MS, DAY_MS);
    return ERROR_NONE;
}

void entrance_announce(const struct entrance *entrance)
{
    const struct certificate *certificate = net_certificate(entrance->net);
    char text[ADDRESS_TEXT_MAX];
    address_print(&entrance->address, text);
    printf("listening on %s\n", text);
    if (certificate && entrance->config->self_signed)
        printf("server key %s\n", certificate->pin);
    fflush(stdout);
    log_info("listening", log_text("address", text),
             log_int("connections", net_connections_max(entrance->net)));
    if (!entrance->is_loopback && !certificate)
        log_warn("readable", log_text("address", text),
                 log_text("reason",
                          "nothing is encrypted: others on the way can read and change moves and "
                          "chat; no passwords and tokens are taken, so all are guests who lose "
                          "their seats with their connection"),
                 log_text("instead", "give --tls-self-signed DIR, or a certificate"));
}
