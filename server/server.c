/* The program: runs the two halves on one loop. In the role of a hall its clients are at gateways,
 * which it reaches over the bus, and it has no listening socket of its own. */
#include "server/server.h"

#include "common/base/exit_status.h"
#include "common/base/memory.h"
#include "server/base/log.h"
#include "server/base/now.h"
#include "server/cluster.h"
#include "server/daemon.h"
#include "server/entrance.h"
#include "server/gateways.h"
#include "server/net/listener.h"
#include "server/service/token.h"
#include "server/turn.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SHARED_MS = 200 };

struct server {
    struct daemon daemon;
    struct entrance entrance;
    struct service_config service_config;
    struct net *net;
    struct service *service;
    struct statistics statistics;
    struct loop_turn turn;
    struct cluster *cluster;   /* NULL: this is a whole server */
    struct gateways *gateways; /* NULL: the same, or it stands by */
    uv_timer_t shared;         /* looks whether the database is free, or still this server's */
    bool leads;                /* it has the database, and has restored its matches */
    bool is_cut_off;           /* it stands by, and does not reach the database */
    bool all_on_disk;          /* valid in DAEMON_ENDED */
};

/* --- ending --- */

static void on_stop(void *owner)
{
    struct server *server = owner;
    net_stop(server->net);
    service_stop(server->service);
}

/* Ends all threads. Waits only for the jobs under way. */
static void on_end(void *owner)
{
    struct server *server = owner;
    /* Read this before the connections end: their end adds records that no client waits
     * for. */
    server->all_on_disk = hall_is_durable(service_hall(server->service));
    if (server->gateways)
        gateways_stop(server->gateways);
    net_close(server->net);
    service_close(server->service);
    cluster_close(server->cluster);
}

static void on_stop_asked(void *owner)
{
    struct server *server = owner;
    daemon_shut_down(&server->daemon, "operator.stop");
}

/* Is this turn the last one? */
static bool on_turn_ended(void *owner)
{
    struct server *server = owner;
    if (server->gateways) {
        gateways_turn(server->gateways);
        cluster_wake(server->cluster, gateways_next_us(server->gateways));
    }
    if (server->cluster)
        cluster_flush(server->cluster);
    if (server->daemon.state != DAEMON_SETTLING || !service_is_settled(server->service) ||
        !net_is_written(server->net))
        return false;
    daemon_end(&server->daemon);
    return true;
}

/* --- the certificate --- */

static enum error_code on_reload_asked(void *owner, struct error *error)
{
    struct server *server = owner;
    if (!server->cluster)
        return entrance_reload(&server->entrance, error);
    log_warn("nothing-reloaded", log_text("reason", "a hall has no certificate"),
             log_text("instead", "reload the gateways: systemctl reload takeaway@gateway"));
    return error_set(error, ERROR_USAGE,
                     "a hall has no certificate that it could load anew: each gateway has one, and "
                     "loads it with `systemctl reload takeaway@gateway` (SIGHUP) on its machine");
}

static void on_reload(void *owner)
{
    struct error error;
    (void)on_reload_asked(owner, &error);
}

/* --- the gateways --- */

static void on_frame(void *owner, const char *bytes, size_t len)
{
    const struct server *server = owner;
    if (server->gateways)
        gateways_hear(server->gateways, bytes, len);
}

static void publish(void *owner, uint64_t key, const char *frame, size_t len)
{
    const struct server *server = owner;
    /* The link notices a lost frame. */
    if (key)
        (void)cluster_send_to_gateway(server->cluster, key, frame, len);
    else
        (void)cluster_send_to_all(server->cluster, frame, len);
}

/* As when the store finds it out, which may be later: at once, and as a failure, so that whoever
 * restarts it makes it stand by. A shutdown in good order would end with success, and stay down. */
static void on_superseded(void *owner, uint64_t epoch)
{
    (void)owner;
    log_error("replaced", log_int("epoch", (int64_t)epoch),
              log_text("reason", "the gateways follow another hall"),
              log_text("instead", "nothing after a takeover; but if the other one has another "
                                  "database, give each its own --cluster; and if there is no "
                                  "other one, a clock was set back: end all gateways, then "
                                  "start them again"));
    _exit(EXIT_REFUSED);
}

/* From now on gateways may come. */
static void lead(struct server *server, const struct server_config *config)
{
    struct gateways_config gateways = {
        .cluster = cluster_mark(server->cluster),
        .epoch = service_epoch(server->service),
        .owner = server,
        .publish = publish,
        .on_superseded = on_superseded,
    };
    secret_make(gateways.seed, sizeof gateways.seed);
    server->gateways = gateways_create(&gateways, server->net);
    explicit_bzero(gateways.seed, sizeof gateways.seed);
    cluster_lead(server->cluster);
    log_info("leading", log_int("epoch", (int64_t)gateways.epoch));
    printf("leading %s\n", config->cluster.name ? config->cluster.name : "takeaway");
    fflush(stdout);
}

static void count(void *owner, int64_t *values)
{
    const struct server *server = owner;
    values[STATISTIC_LEADING] = server->leads;
    if (server->gateways)
        gateways_count(server->gateways, values);
    if (server->cluster)
        cluster_count(server->cluster, values);
}

static void write_metrics(void *owner, struct text *out)
{
    struct server *server = owner;
    statistics_expose(service_statistics(server->service), now_us(), out);
}

static const char *tell_health(void *owner, bool *ret_is_well)
{
    const struct server *server = owner;
    *ret_is_well = false;
    if (server->is_cut_off)
        return "no-database";
    if (service_is_stalled(server->service))
        return "stalled";
    if (server->cluster && !cluster_is_connected(server->cluster))
        return "no-bus";
    *ret_is_well = true;
    return server->leads ? "active" : "standing-by";
}

/* --- starting --- */

/* Creates the two halves, without sessions. */
static void create_halves(struct server *server, const struct server_config *config)
{
    uv_loop_t *loop = &server->daemon.loop;
    server->service_config = (struct service_config){
        .database = config->database,
        .signing_key = config->signing_key,
        .all_queued_bytes = config->net_limits.all_queued_bytes,
        .role = cluster_role_name(config->cluster.role),
        .metrics = server->entrance.metrics,
        .has_clients = config->cluster.role == CLUSTER_ALL,
        .hall_limits = config->hall_limits,
        .limits = config->service_limits,
        .stop = on_stop_asked,
        .reload = on_reload_asked,
        .count = count,
        .owner = server,
    };
    server->service = service_create(&server->service_config, &server->statistics);
    daemon_init(&server->daemon, &(struct daemon_events){server, on_stop, on_end, on_reload});
    uv_timer_init(loop, &server->shared);
    struct net_service callbacks = service_callbacks(server->service);
    server->net = net_create(loop, &config->net_limits, &callbacks, &server->statistics);
    service_start(server->service, loop, server->net);
    net_set_site(server->net, &(struct net_site){
                                  .web_hosts = config->web_hosts,
                                  .owner = server,
                                  .write_metrics = write_metrics,
                                  .tell_health = tell_health,
                              });
    entrance_init(&server->entrance, config, loop, server->net, &server->statistics);
    if (config->cluster.role == CLUSTER_HALL)
        server->cluster = cluster_create(loop, &config->cluster, on_frame, server);
    server->turn = (struct loop_turn){
        .loop = loop,
        .net = server->net,
        .service = server->service,
        .statistics = &server->statistics,
        .on_ended = on_turn_ended,
        .owner = server,
    };
    turn_init(&server->turn);
    statistics_start(&server->statistics, server->cluster ? FIGURES_OF_HALL : FIGURES_OF_WHOLE,
                     now_us());
}

static void on_try_again(uv_timer_t *timer)
{
    uv_stop(timer->loop);
}

/* The turn that this makes looks at the lease. */
static void on_shared(uv_timer_t *timer)
{
    (void)timer;
}

/* Where others can have the database, too, this one stands by until none has it, or it is told to
 * end. */
static enum error_code stand_by(struct server *server, struct error *error)
{
    const struct daemon *daemon = &server->daemon;
    enum error_code code = service_take_database(server->service, error);
    if (code != ERROR_TOO_EARLY)
        return code;
    log_info("standing-by", log_text("reason", error->message));
    while (code && daemon->state == DAEMON_SERVING) {
        /* An attempt may take seconds. Between two, those who ask this process are served. */
        uv_update_time(&server->daemon.loop);
        uv_timer_start(&server->shared, on_try_again, SHARED_MS, 0);
        uv_run(&server->daemon.loop, UV_RUN_DEFAULT);
        enum error_code before = code;
        if (daemon->state == DAEMON_SERVING)
            code = service_take_database(server->service, error);
        server->is_cut_off = code && code != ERROR_TOO_EARLY;
        if (code && code != before)
            log_warn("standing-by", log_text("reason", error->message));
    }
    if (!code)
        log_info("taking-over", log_text("database", "no other server has it"));
    return code;
}

/* The database comes last, so that most failed starts do not create one. */
static enum error_code open_all(struct server *server, const struct server_config *config,
                                struct error *error)
{
    enum error_code code = ERROR_NONE;
    if (!server->cluster)
        code = entrance_open_door(&server->entrance, error);
    if (!code && config->exit_on_eof)
        code = daemon_watch_input(&server->daemon, error);
    if (!code && !service_shares_database(server->service))
        code = service_take_database(server->service, error);
    return code ? code : service_restore(server->service, error);
}

static enum error_code start_server(struct server *server, const struct server_config *config,
                                    struct error *error)
{
    enum error_code code = ERROR_NONE;
    if (config->control) /* one that stands by says which server leads */
        code = control_open(server->net, config->control, error);
    if (!code)
        code = entrance_open_metrics(&server->entrance, error);
    if (!code && server->cluster)
        code = cluster_open(server->cluster, error);
    if (!code && service_shares_database(server->service))
        code = stand_by(server, error);
    if (!code && !server->cluster)
        code = entrance_take_socket(&server->entrance, error);
    if (!code)
        code = open_all(server, config, error);
    if (!code && !server->cluster)
        code = entrance_open(&server->entrance, error);
    if (code)
        return code;
    service_open(server->service);
    server->leads = true;
    if (service_shares_database(server->service))
        uv_timer_start(&server->shared, on_shared, SHARED_MS, SHARED_MS);
    struct hall_figures figures = hall_figures(service_hall(server->service));
    log_info("restored", log_int("live_matches", (int64_t)figures.live_matches));
    if (server->cluster)
        lead(server, config);
    else
        entrance_announce(&server->entrance);
    return ERROR_NONE;
}

/* Returns whether all accepted requests are on disk. */
static bool finish_server(struct server *server)
{
    daemon_finish(&server->daemon);
    bool all_on_disk = server->all_on_disk;
    service_destroy(server->service);
    net_destroy(server->net);
    gateways_destroy(server->gateways);
    cluster_destroy(server->cluster);
    statistics_finish(&server->statistics);
    entrance_finish(&server->entrance);
    free(server);
    return all_on_disk;
}

enum error_code server_run(const struct server_config *config, struct error *error)
{
    struct server *server = memory_zeroed(1, sizeof *server);
    signal(SIGPIPE, SIG_IGN);
    create_halves(server, config);
    enum error_code code = start_server(server, config, error);
    if (!code)
        uv_run(&server->daemon.loop, UV_RUN_DEFAULT);
    else if (server->daemon.state != DAEMON_SERVING)
        code = ERROR_NONE; /* it was told to end while it stood by */
    bool all_on_disk = finish_server(server);
    if (!code && !all_on_disk)
        code =
            error_set(error, ERROR_IO,
                      "the disk did not take the last moves in time: they were not acknowledged");
    return code;
}
