#include "tests/crash/pair.h"

#include "common/base/exit_status.h"
#include "common/base/memory.h"
#include "common/base/text.h"
#include "server/store/database.h"
#include "tests/cluster.h"
#include "tests/cutting_proxy.h"
#include "tests/program.h"

#include <assert.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    TWO = 2,
    FAULT_MS = 6000,
    LOOK_MS = 10,
    REPLAY_MAX_MS = 5000,
    /* With is_short. */
    LEASE_FAULT_MS = 4500, /* longer than the lease of a hall */
    LINK_FAULT_MS = 3000,  /* longer than the silence that ends a link */
};

/* What one server needs beside it. A gateway has no database, and without a cluster there is no
 * bus. */
struct member {
    struct node node;
    char folder[CLUSTER_PATH_MAX];      /* of its log, and of the socket before the database */
    struct proxy *to_database, *to_bus; /* NULL: none */
    char bus[ADDRESS_TEXT_MAX + 8];     /* the address of the latter */
    bool leads;                         /* has the log said so? */
};

struct pair {
    struct pair_config config;
    struct postgres_process primary, standby;
    char folder[CLUSTER_PATH_MAX]; /* of what the cluster shares */
    struct proxy *to_standby;      /* by which the standby follows the primary */
    struct nats_process nats;
    struct member servers[TWO], gateways[TWO];
    struct text addresses;
    bool has_failed_over;
    struct pair_fault fault; /* that is under way, or was the last */
    int at;                  /* the server or the gateway that it befell */
    int64_t fault_ends_ms;   /* 0: none is under way */
    unsigned cuts;
};

/* Notes at the end of each transaction the moves that it has written though its connection is not
 * that of the hall: what the fence is to prevent, found in another way. */
static const char watch_zombies[] =
    "CREATE TABLE drill_zombie (match bigint, ply bigint, pid int, at timestamptz);"
    "CREATE FUNCTION drill_note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
    " IF NOT EXISTS (SELECT 1 FROM hall WHERE number = 0 AND pid = pg_backend_pid()) THEN"
    " INSERT INTO drill_zombie VALUES (new.match, new.ply, pg_backend_pid(), clock_timestamp());"
    " END IF; RETURN NULL; END $$;"
    "CREATE CONSTRAINT TRIGGER drill_noted AFTER INSERT ON journal DEFERRABLE INITIALLY DEFERRED"
    " FOR EACH ROW EXECUTE FUNCTION drill_note()";

/* All players are guests, and come from one address. */
static const char *const hall_options[] = {"--address-share=100", "--guest-bytes-per-day=4G",
                                           "--address-guest-bytes-per-day=4G", NULL};
static const char *const gateway_options[] = {"--connections-per-address=2000", NULL};

/* --- the database, asked beside the servers --- */

static void prepare_database(const struct pair *pair)
{
    struct database *db = NULL;
    struct error error;
    if (database_open(pair_database(pair), DATABASE_TO_TIDY, &db, &error) ||
        database_run(db, watch_zombies, &error))
        program_fail(error.message);
    database_close(db);
}

static int64_t read_number(const char *database, const char *sql)
{
    struct database *db = NULL;
    struct error error;
    int64_t number = 0;
    if (database_open(database, DATABASE_TO_READ, &db, &error) ||
        database_read_int(db, sql, &number, &error))
        program_fail(error.message);
    database_close(db);
    return number;
}

int64_t pair_zombie_rows(const struct pair *pair)
{
    return read_number(pair_database(pair), "SELECT count(*) FROM drill_zombie");
}

const char *pair_database(const struct pair *pair)
{
    return pair->has_failed_over ? pair->standby.database : pair->primary.database;
}

const char *pair_standby(const struct pair *pair)
{
    static const char is_applied[] =
        "SELECT (pg_last_wal_replay_lsn() >= pg_last_wal_receive_lsn())::int";
    for (int waited_ms = 0; waited_ms < REPLAY_MAX_MS; waited_ms += LOOK_MS) {
        if (read_number(pair->standby.database, is_applied))
            return pair->standby.database;
        poll(NULL, 0, LOOK_MS);
    }
    return NULL;
}

/* --- the members --- */

static bool is_active(struct member *member)
{
    const struct node *node = &member->node;
    member->leads =
        node->pid > 0 &&
        (member->leads || node_has_said(node, node->role ? " leading " : "listening on "));
    return member->leads;
}

static bool stands_by(const struct member *member)
{
    return member->node.pid > 0 && node_has_said(&member->node, "standing-by") &&
           !node_has_said(&member->node, "taking-over");
}

static int find_active(struct pair *pair)
{
    for (int i = 0; i < TWO; i++)
        if (is_active(&pair->servers[i]))
            return i;
    return -1;
}

static void start_member(struct member *member)
{
    member->leads = false;
    node_start(&member->node);
}

static void make_folder(char ret_folder[CLUSTER_PATH_MAX], const char *name)
{
    snprintf(ret_folder, CLUSTER_PATH_MAX, "/tmp/takeaway-%s-XXXXXX", name);
    if (!mkdtemp(ret_folder))
        program_fail("no folder for a server");
}

static const char *bus_address(const struct pair *pair)
{
    return strstr(pair->nats.bus, "//") + 2;
}

/* `role`: NULL without a cluster. `more`: see struct node. */
static void add_member(const struct pair *pair, struct member *member, const char *role,
                       const char *const *more)
{
    struct node *node = &member->node;
    char address[ADDRESS_TEXT_MAX];
    *node = (struct node){.program = pair->config.program, .role = role, .more = more};
    make_folder(member->folder, "node");
    snprintf(node->log, sizeof node->log, "%.80s/log", member->folder);
    node_find_address(node->address);
    if (role) {
        node_find_address(address);
        member->to_bus = proxy_start_between(address, bus_address(pair));
        snprintf(member->bus, sizeof member->bus, "nats://%s", address);
        node->bus = member->bus;
    }
    if (!role || strcmp(role, "gateway") != 0) {
        member->to_database = proxy_start(member->folder, pair->primary.folder);
        snprintf(node->database, sizeof node->database,
                 "postgresql://postgres@/postgres?host=%s%s%s", member->folder, role ? "," : "",
                 role ? pair->standby.folder : "");
        if (role)
            strcat(node->database, "&target_session_attrs=read-write");
    }
    start_member(member);
}

static void remove_member(struct member *member)
{
    if (member->node.pid > 0)
        node_kill(&member->node);
    if (member->to_database)
        proxy_stop(member->to_database);
    if (member->to_bus)
        proxy_stop(member->to_bus);
    unlink(member->node.log);
    rmdir(member->folder);
}

/* What the servers of a cluster share. */
static void start_shared(struct pair *pair)
{
    postgres_start(&pair->primary, "-c synchronous_standby_names=standby -c wal_sender_timeout=3s "
                                   "-c wal_keep_size=64MB");
    make_folder(pair->folder, "cluster");
    chmod(pair->folder, 0755); /* the standby may be another user */
    pair->to_standby = proxy_start(pair->folder, pair->primary.folder);
    postgres_start_standby(&pair->standby, &pair->primary, pair->folder);
    snprintf(pair->nats.log, sizeof pair->nats.log, "%.80s/nats", pair->folder);
    nats_start(&pair->nats);
}

struct pair *pair_create(const struct pair_config *config)
{
    struct pair *pair = memory_zeroed(1, sizeof *pair);
    int status;
    pair->config = *config;
    if (config->is_cluster)
        start_shared(pair);
    else
        postgres_start(&pair->primary, "");
    for (int i = 0; i < TWO; i++)
        add_member(pair, &pair->servers[i], config->is_cluster ? "hall" : NULL,
                   config->is_cluster ? hall_options : NULL);
    for (int i = 0; config->is_cluster && i < TWO; i++)
        add_member(pair, &pair->gateways[i], "gateway", gateway_options);
    while (find_active(pair) < 0) {
        for (int i = 0; i < TWO; i++)
            if (node_has_ended(&pair->servers[i].node, &status))
                program_fail("a server does not start");
        poll(NULL, 0, LOOK_MS);
    }
    prepare_database(pair);
    const struct member *doors = config->is_cluster ? pair->gateways : pair->servers;
    text_printf(&pair->addresses, "%s,%s", doors[0].node.address, doors[1].node.address);
    return pair;
}

void pair_show_folders(const struct pair *pair)
{
    const struct member *servers = pair->servers, *gateways = pair->gateways;
    fprintf(stderr, "takeaway-crash: kept: %s %s %s %s %s %s %s\n", pair->primary.folder,
            servers[0].folder, servers[1].folder, pair->standby.folder, pair->folder,
            gateways[0].folder, gateways[1].folder);
}

void pair_destroy(struct pair *pair)
{
    for (int i = 0; i < TWO; i++)
        remove_member(&pair->servers[i]);
    if (pair->config.is_cluster) {
        for (int i = 0; i < TWO; i++)
            remove_member(&pair->gateways[i]);
        nats_kill(&pair->nats);
        unlink(pair->nats.log);
        postgres_remove(&pair->standby);
        proxy_stop(pair->to_standby);
        rmdir(pair->folder);
    }
    postgres_remove(&pair->primary);
    text_finish(&pair->addresses);
    free(pair);
}

const char *pair_addresses(const struct pair *pair)
{
    return text_string(&pair->addresses);
}

uint16_t pair_port(const struct pair *pair, int at)
{
    const struct member *doors = pair->config.is_cluster ? pair->gateways : pair->servers;
    return (uint16_t)atoi(strrchr(doors[at].node.address, ':') + 1);
}

bool pair_is_whole(struct pair *pair)
{
    int active = find_active(pair);
    return active >= 0 && pair->fault_ends_ms == 0 && stands_by(&pair->servers[!active]);
}

bool pair_stop(struct pair *pair)
{
    bool ended = true;
    for (int i = 0; pair->config.is_cluster && i < TWO; i++)
        ended = node_stop(&pair->gateways[i].node) == EXIT_OK && ended;
    for (int i = 0; i < TWO; i++)
        ended = node_stop(&pair->servers[i].node) == EXIT_OK && ended;
    return ended;
}

/* --- faults --- */

static void hold(struct proxy *proxy, bool is_held, bool cuts)
{
    if (proxy && is_held && cuts)
        proxy_cut_now(proxy);
    if (proxy)
        proxy_hold(proxy, is_held);
}

/* The cables of what the fault befalls. `cuts`: their connections end, else they only fall silent.
 */
static void hold_cables(struct pair *pair, bool is_held, bool cuts)
{
    enum pair_part part = pair->fault.part;
    struct member *all[] = {&pair->servers[0], &pair->servers[1], &pair->gateways[0],
                            &pair->gateways[1]};
    struct member *own = &(part == PAIR_GATEWAY ? pair->gateways : pair->servers)[pair->at];
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (all[i] == own || part == PAIR_PRIMARY)
            hold(part == PAIR_NATS ? NULL : all[i]->to_database, is_held, cuts);
        if (part != PAIR_PRIMARY && (all[i] == own || part == PAIR_NATS))
            hold(all[i]->to_bus, is_held, cuts);
    }
    if (part == PAIR_PRIMARY)
        hold(pair->to_standby, is_held, cuts);
}

static void signal_part(struct pair *pair, int number)
{
    switch (pair->fault.part) {
    case PAIR_HALL:
        kill(pair->servers[pair->at].node.pid, number);
        break;
    case PAIR_GATEWAY:
        kill(pair->gateways[pair->at].node.pid, number);
        break;
    case PAIR_NATS:
        kill(pair->nats.pid, number);
        break;
    case PAIR_PRIMARY:
        postgres_signal(&pair->primary, number);
        break;
    case PAIR_PART_COUNT:
        assert(false);
    }
}

static void kill_part(struct pair *pair)
{
    switch (pair->fault.part) {
    case PAIR_HALL:
        node_kill(&pair->servers[pair->at].node);
        break;
    case PAIR_GATEWAY:
        node_kill(&pair->gateways[pair->at].node);
        break;
    case PAIR_NATS:
        nats_kill(&pair->nats);
        break;
    case PAIR_PRIMARY: /* started again as soon as it can be */
        postgres_kill(&pair->primary);
        break;
    case PAIR_PART_COUNT:
        assert(false);
    }
}

static int64_t fault_ms(const struct pair *pair)
{
    if (pair->fault.way == PAIR_KILL)
        return 0;
    if (!pair->config.is_short)
        return FAULT_MS;
    return pair->fault.part < PAIR_PARTS_OF_TWO ? LEASE_FAULT_MS : LINK_FAULT_MS;
}

void pair_befall(struct pair *pair, struct pair_fault fault, int at, int64_t now_ms)
{
    assert(pair_is_whole(pair));
    pair->fault = fault;
    pair->at = fault.part == PAIR_HALL ? find_active(pair) : at;
    pair->fault_ends_ms = now_ms + fault_ms(pair);
    if (fault.way == PAIR_KILL)
        kill_part(pair);
    else if (fault.way == PAIR_PAUSE)
        signal_part(pair, SIGSTOP);
    else
        hold_cables(pair, true, pair->cuts++ % 2 == 1);
}

static void end_fault(struct pair *pair)
{
    pair->fault_ends_ms = 0;
    if (pair->fault.way == PAIR_PAUSE)
        signal_part(pair, SIGCONT);
    else if (pair->fault.way == PAIR_CUT)
        hold_cables(pair, false, false);
    else if (pair->fault.part == PAIR_HALL)
        start_member(&pair->servers[pair->at]);
    else if (pair->fault.part == PAIR_GATEWAY)
        start_member(&pair->gateways[pair->at]);
    else if (pair->fault.part == PAIR_NATS)
        nats_start_again(&pair->nats);
}

void pair_fail_over(struct pair *pair)
{
    pair->has_failed_over = true;
    /* A host whose socket takes connections only to end them would count as the one that answers.
     */
    for (int i = 0; i < TWO; i++) {
        proxy_stop(pair->servers[i].to_database);
        pair->servers[i].to_database = NULL;
    }
    postgres_kill(&pair->primary);
    postgres_promote(&pair->standby);
}

bool pair_go_on(struct pair *pair, int64_t now_ms)
{
    int status;
    if (pair->fault_ends_ms > 0 && now_ms >= pair->fault_ends_ms)
        end_fault(pair);
    if (!pair->has_failed_over)
        postgres_revive(&pair->primary);
    for (int i = 0; i < TWO; i++) {
        struct node *node = &pair->servers[i].node;
        if (!node_has_ended(node, &status))
            continue;
        if (status != EXIT_REFUSED || !node_has_said(node, "replaced")) {
            fprintf(stderr, "takeaway-crash: a server has ended with status %d; its log is %s\n",
                    status, node->log);
            return false;
        }
        start_member(&pair->servers[i]);
    }
    for (int i = 0; pair->config.is_cluster && i < TWO; i++)
        if (node_has_ended(&pair->gateways[i].node, &status)) {
            fprintf(stderr, "takeaway-crash: a gateway has ended with status %d; its log is %s\n",
                    status, pair->gateways[i].node.log);
            return false;
        }
    return true;
}
