#include "server/gateway_role.h"

#include "common/base/memory.h"
#include "server/base/log.h"
#include "server/base/now.h"
#include "server/cluster.h"
#include "server/daemon.h"
#include "server/entrance.h"
#include "server/gateway/gateway.h"
#include "server/service/password_hash.h"
#include "server/service/token.h"
#include "server/service/worker.h"
#include "server/turn.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum {
    FLUSH_US = 4000, /* of a turn, for writing */
    ROUNDS_MAX = 4,  /* of writing in a turn: connections that end make more to write */
};

struct gateway_role {
    struct daemon daemon;
    struct entrance entrance;
    struct net *net;
    struct gateway *gateway;
    struct cluster *cluster;
    struct worker *passwords; /* argon2id, at a lower priority */
    struct statistics statistics;
    uv_prepare_t turn_end; /* runs at the end of each turn */
    uv_check_t polled;     /* runs after each poll for what clients have sent */
    uint64_t poll_us;      /* when the last poll began, ... */
    uint64_t polled_us;    /* ... and when it ended */
    bool polls_again;      /* is this poll for what came while the process was stopped? */
    uv_idle_t going_on;    /* active while there is more work than a turn should do */
    struct turn_time time;
};

/* --- a turn --- */

static void on_polled(uv_check_t *check)
{
    struct gateway_role *role = check->data;
    role->polled_us = now_us();
}

/* Was the process stopped since the poll began? Then requests may have come that were not read: a
 * poll that is interrupted by SIGCONT reads nothing. A frame would tell the hall that there are
 * none. True once in a row, so that work which is only slow goes on. */
static bool must_poll_again(struct gateway_role *role)
{
    bool was_stopped = role->polled_us - role->poll_us > GATEWAY_TURN_US_MAX ||
                       now_us() - role->polled_us > GATEWAY_TURN_US_MAX;
    role->polls_again = was_stopped && !role->polls_again;
    return role->polls_again;
}

/* Serves requests that wait, publishes what the clients have said, writes what the hall has. */
static void on_turn_end(uv_prepare_t *prepare)
{
    struct gateway_role *role = prepare->data;
    if (must_poll_again(role)) {
        turn_go_on(&role->going_on, true);
        role->poll_us = now_us();
        return;
    }
    uv_update_time(&role->daemon.loop);
    net_serve(role->net);
    for (int i = 0; i == 0 || (net_is_dirty(role->net) && i < ROUNDS_MAX); i++) {
        gateway_turn(role->gateway, now_us());
        cluster_flush(role->cluster);
        net_flush(role->net, now_us() + FLUSH_US);
        net_flush_later(role->net, now_us() + FLUSH_US);
    }
    turn_go_on(&role->going_on, net_can_go_on(role->net));
    turn_time_end(&role->time, &role->daemon.loop, role->net, &role->statistics);
    if (role->daemon.state == DAEMON_SETTLING && net_is_written(role->net))
        daemon_end(&role->daemon);
    else
        cluster_wake(role->cluster, gateway_next_us(role->gateway));
    role->poll_us = now_us();
}

/* --- the bus --- */

static void on_frame(void *owner, const char *bytes, size_t len)
{
    const struct gateway_role *role = owner;
    gateway_hear(role->gateway, bytes, len, now_us());
}

static void publish(void *owner, const char *frame, size_t len)
{
    const struct gateway_role *role = owner;
    (void)cluster_send_to_hall(role->cluster, frame, len); /* the link notices a lost frame */
}

/* --- passwords --- */

struct derive_job {
    struct gateway_role *role;
    struct worker_job work;
    uint64_t number;
    struct derivation derivation;
    struct text password;
    unsigned char key[DERIVED_BYTES];
    bool is_made;
    uint64_t took_us;
};

static void work_on(void *owner)
{
    struct derive_job *job = owner;
    uint64_t begun_us = now_us();
    job->is_made =
        derivation_run(&job->derivation, job->password.bytes, job->password.len, job->key);
    job->took_us = now_us() - begun_us;
}

static void on_worked(void *owner, bool has_run)
{
    struct derive_job *job = owner;
    struct gateway_role *role = job->role;
    if (has_run)
        statistics_measure(&role->statistics, MEASURE_PASSWORD, job->took_us);
    gateway_derived(role->gateway, job->number, job->is_made ? job->key : NULL);
    text_finish(&job->password);
    explicit_bzero(job, sizeof *job);
    free(job);
}

static void derive(void *owner, uint64_t number, const char *password, size_t len,
                   const struct derivation *derivation)
{
    struct gateway_role *role = owner;
    struct derive_job *job = memory_zeroed(1, sizeof *job);
    job->role = role;
    job->number = number;
    job->derivation = *derivation;
    text_append_secret(&job->password, password, len);
    job->work =
        (struct worker_job){.run = work_on, .done = on_worked, .owner = job, .number = number};
    worker_add(role->passwords, &job->work);
}

/* --- begin and end --- */

static void on_stop(void *owner)
{
    struct gateway_role *role = owner;
    net_stop(role->net);
    gateway_stop(role->gateway);
}

static void on_end(void *owner)
{
    struct gateway_role *role = owner;
    worker_stop(role->passwords);
    net_close(role->net);
    cluster_close(role->cluster);
}

static void on_reload(void *owner)
{
    struct gateway_role *role = owner;
    struct error error;
    (void)entrance_reload(&role->entrance, &error);
}

static void write_metrics(void *owner, struct text *out)
{
    struct gateway_role *role = owner;
    int64_t *values = role->statistics.values;
    struct net_load load = net_load(role->net);
    struct gateway_figures gateway = gateway_figures(role->gateway);
    struct gate_link_figures link = gateway.link;
    values[STATISTIC_CONNECTIONS] = (int64_t)load.connections;
    values[STATISTIC_OUTGOING] = (int64_t)(load.said_bytes + load.untaken_bytes);
    values[STATISTIC_EPOCH] = (int64_t)link.epoch;
    values[STATISTIC_LINK_UP] = gateway.has_hall;
    values[STATISTIC_LINK_SESSIONS] = (int64_t)gateway.seats;
    values[STATISTIC_LINK_SILENCE] =
        link.heard_us > 0 ? (int64_t)(now_us() - link.heard_us) / 1000 : 0;
    values[STATISTIC_LINK_ROUND_TRIP] = (int64_t)link.round_trip_us;
    values[STATISTIC_LINK_RESETS] = (int64_t)link.resets;
    values[STATISTIC_FRAMES_IN] = (int64_t)link.frames_in;
    values[STATISTIC_FRAMES_OUT] = (int64_t)link.frames_out;
    values[STATISTIC_FRAMES_IGNORED] = (int64_t)link.ignored;
    cluster_count(role->cluster, values);
    statistics_expose(&role->statistics, now_us(), out);
}

static const char *tell_health(void *owner, bool *ret_is_well)
{
    const struct gateway_role *role = owner;
    *ret_is_well = gateway_figures(role->gateway).has_hall;
    if (*ret_is_well)
        return "active";
    return cluster_is_connected(role->cluster) ? "no-hall" : "no-bus";
}

static void create_parts(struct gateway_role *role, const struct server_config *config)
{
    uv_loop_t *loop = &role->daemon.loop;
    daemon_init(&role->daemon, &(struct daemon_events){role, on_stop, on_end, on_reload});
    role->passwords = worker_create(loop, WORKER_LOW);
    role->cluster = cluster_create(loop, &config->cluster, on_frame, role);
    struct gateway_config gateway = {
        .cluster = cluster_mark(role->cluster),
        .key = cluster_key(role->cluster),
        .all_queued_bytes = config->net_limits.all_queued_bytes,
        .owner = role,
        .publish = publish,
        .derive = derive,
    };
    secret_make(gateway.seed, sizeof gateway.seed);
    role->gateway = gateway_create(&gateway, now_us());
    explicit_bzero(gateway.seed, sizeof gateway.seed);
    struct net_service callbacks = gateway_callbacks(role->gateway);
    role->net = net_create(loop, &config->net_limits, &callbacks, &role->statistics);
    gateway_start(role->gateway, role->net);
    net_set_site(role->net, &(struct net_site){
                                .web_hosts = config->web_hosts,
                                .owner = role,
                                .write_metrics = write_metrics,
                                .tell_health = tell_health,
                            });
    entrance_init(&role->entrance, config, loop, role->net, &role->statistics);
    uv_prepare_init(loop, &role->turn_end);
    uv_idle_init(loop, &role->going_on);
    uv_check_init(loop, &role->polled);
    role->turn_end.data = role->polled.data = role;
    uv_prepare_start(&role->turn_end, on_turn_end);
    uv_check_start(&role->polled, on_polled);
    role->poll_us = role->polled_us = now_us();
}

static enum error_code start_role(struct gateway_role *role, struct error *error)
{
    enum error_code code = entrance_take_socket(&role->entrance, error);
    if (!code)
        code = entrance_open_door(&role->entrance, error);
    if (!code)
        code = entrance_open_metrics(&role->entrance, error);
    if (!code && role->entrance.config->exit_on_eof)
        code = daemon_watch_input(&role->daemon, error);
    if (!code)
        code = cluster_open(role->cluster, error);
    if (!code)
        code = entrance_open(&role->entrance, error);
    if (code)
        return code;
    statistics_start(&role->statistics, FIGURES_OF_GATEWAY, now_us());
    entrance_announce(&role->entrance);
    return ERROR_NONE;
}

enum error_code gateway_run(const struct server_config *config, struct error *error)
{
    struct gateway_role *role = memory_zeroed(1, sizeof *role);
    signal(SIGPIPE, SIG_IGN);
    create_parts(role, config);
    enum error_code code = start_role(role, error);
    if (!code)
        uv_run(&role->daemon.loop, UV_RUN_DEFAULT);
    daemon_finish(&role->daemon);
    worker_destroy(role->passwords);
    net_destroy(role->net);
    gateway_destroy(role->gateway);
    cluster_destroy(role->cluster);
    statistics_finish(&role->statistics);
    entrance_finish(&role->entrance);
    free(role);
    return code;
}
