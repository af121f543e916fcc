#include "tests/crash/pair.h"

#include "common/base/exit_status.h"
#include "common/base/memory.h"
#include "common/base/text.h"
#include "server/store/database.h"
#include "tests/cluster.h"
#include "tests/cutting_proxy.h"

#include <assert.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { NODES = 2, FAULT_MS = 6000, BUS_FAULT_MS = 2000, LOOK_MS = 10 };

struct pair {
    struct postgres_process postgres;
    char folders[NODES][CLUSTER_PATH_MAX]; /* of the proxies' sockets and the servers' logs */
    struct proxy *proxies[NODES];
    struct node nodes[NODES];
    bool has_gateways;
    struct node gateways[NODES];
    struct nats_process nats;
    char folder[CLUSTER_PATH_MAX]; /* of the logs of these */
    struct text addresses;
    enum pair_fault fault; /* that is under way, or was the last */
    int at;                /* the server that it befell */
    int64_t fault_ends_ms; /* 0: none is under way */
    unsigned cuts, turns;
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

static void fail(const char *what)
{
    fprintf(stderr, "takeaway-crash: %s\n", what);
    exit(EXIT_FAILURE);
}

/* --- the database, asked beside the servers --- */

static void prepare_database(const struct pair *pair)
{
    struct database *db = NULL;
    struct error error;
    if (database_open(pair->postgres.database, DATABASE_TO_TIDY, &db, &error) ||
        database_run(db, watch_zombies, &error))
        fail(error.message);
    database_close(db);
}

int64_t pair_zombie_rows(const struct pair *pair)
{
    struct database *db = NULL;
    struct error error;
    int64_t rows = 0;
    if (database_open(pair->postgres.database, DATABASE_TO_READ, &db, &error) ||
        database_read_int(db, "SELECT count(*) FROM drill_zombie", &rows, &error))
        fail(error.message);
    database_close(db);
    return rows;
}

/* --- the two --- */

static bool is_active(const struct node *node)
{
    return node->pid > 0 && node_has_said(node, node->role ? " leading " : "listening on ");
}

static bool stands_by(const struct node *node)
{
    return node->pid > 0 && node_has_said(node, "standing-by") &&
           !node_has_said(node, "taking-over");
}

static int find_active(const struct pair *pair)
{
    for (int i = 0; i < NODES; i++)
        if (is_active(&pair->nodes[i]))
            return i;
    return -1;
}

static void start_node(struct pair *pair, const char *program, int at)
{
    struct node *node = &pair->nodes[at];
    char *folder = pair->folders[at];
    snprintf(folder, CLUSTER_PATH_MAX, "/tmp/takeaway-node-XXXXXX");
    if (!mkdtemp(folder))
        fail("no folder for a server");
    pair->proxies[at] = proxy_start(folder, pair->postgres.folder);
    *node = (struct node){.program = program};
    if (pair->has_gateways) {
        node->role = "hall";
        node->bus = pair->nats.bus;
    }
    snprintf(node->database, sizeof node->database, "postgresql://postgres@/postgres?host=%s",
             folder);
    snprintf(node->log, sizeof node->log, "%.80s/log", folder);
    node_find_address(node->address);
    node_start(node);
}

static void start_gateways(struct pair *pair, const char *program)
{
    snprintf(pair->folder, sizeof pair->folder, "/tmp/takeaway-cluster-XXXXXX");
    if (!mkdtemp(pair->folder))
        fail("no folder for the cluster");
    snprintf(pair->nats.log, sizeof pair->nats.log, "%.80s/nats", pair->folder);
    nats_start(&pair->nats);
    for (int i = 0; i < NODES; i++) {
        struct node *gateway = &pair->gateways[i];
        *gateway = (struct node){.program = program, .role = "gateway", .bus = pair->nats.bus};
        snprintf(gateway->log, sizeof gateway->log, "%.80s/gateway-%d", pair->folder, i);
        node_find_address(gateway->address);
        node_start(gateway);
    }
}

struct pair *pair_create(const char *program, bool has_gateways)
{
    struct pair *pair = memory_zeroed(1, sizeof *pair);
    int status;
    pair->has_gateways = has_gateways;
    postgres_start(&pair->postgres, "");
    if (has_gateways)
        start_gateways(pair, program);
    for (int i = 0; i < NODES; i++)
        start_node(pair, program, i);
    while (find_active(pair) < 0) {
        for (int i = 0; i < NODES; i++)
            if (node_has_ended(&pair->nodes[i], &status))
                fail("a server does not start");
        poll(NULL, 0, LOOK_MS);
    }
    prepare_database(pair);
    const struct node *doors = has_gateways ? pair->gateways : pair->nodes;
    text_printf(&pair->addresses, "%s,%s", doors[0].address, doors[1].address);
    return pair;
}

void pair_destroy(struct pair *pair)
{
    for (int i = 0; i < NODES; i++) {
        if (pair->nodes[i].pid > 0)
            node_kill(&pair->nodes[i]);
        proxy_stop(pair->proxies[i]);
        unlink(pair->nodes[i].log);
        rmdir(pair->folders[i]);
    }
    for (int i = 0; pair->has_gateways && i < NODES; i++) {
        if (pair->gateways[i].pid > 0)
            node_kill(&pair->gateways[i]);
        unlink(pair->gateways[i].log);
    }
    if (pair->has_gateways) {
        nats_kill(&pair->nats);
        unlink(pair->nats.log);
        rmdir(pair->folder);
    }
    postgres_remove(&pair->postgres);
    text_finish(&pair->addresses);
    free(pair);
}

const char *pair_addresses(const struct pair *pair)
{
    return text_string(&pair->addresses);
}

const char *pair_database(const struct pair *pair)
{
    return pair->postgres.database;
}

bool pair_is_whole(struct pair *pair)
{
    int active = find_active(pair);
    return active >= 0 && stands_by(&pair->nodes[!active]) && pair->fault_ends_ms == 0;
}

bool pair_stop(struct pair *pair)
{
    bool ended = true;
    for (int i = 0; pair->has_gateways && i < NODES; i++)
        ended = node_stop(&pair->gateways[i]) == EXIT_OK && ended;
    for (int i = 0; i < NODES; i++)
        ended = node_stop(&pair->nodes[i]) == EXIT_OK && ended;
    return ended;
}

/* --- faults --- */

void pair_befall(struct pair *pair, enum pair_fault fault, int64_t now_ms)
{
    assert(pair_is_whole(pair));
    int at = pair->at = find_active(pair);
    struct node *node = &pair->nodes[at];
    pair->fault = fault;
    pair->fault_ends_ms = now_ms + FAULT_MS;
    if (fault >= PAIR_FAULTS_OF_TWO)
        at = pair->at = (int)(pair->turns++ % NODES);
    switch (fault) {
    case PAIR_KILL:
        node_kill(node);
        pair->fault_ends_ms = now_ms;
        break;
    case PAIR_PAUSE:
        kill(node->pid, SIGSTOP);
        break;
    case PAIR_CUT: /* sometimes the connections end, sometimes they only fall silent */
        if (pair->cuts++ % 2 == 1)
            proxy_cut_now(pair->proxies[at]);
        proxy_hold(pair->proxies[at], true);
        break;
    case PAIR_DATABASE:
        postgres_kill(&pair->postgres);
        pair->fault_ends_ms = now_ms;
        break;
    case PAIR_GATEWAY:
        node_kill(&pair->gateways[at]);
        pair->fault_ends_ms = now_ms;
        break;
    case PAIR_GATEWAY_PAUSE:
        kill(pair->gateways[at].pid, SIGSTOP);
        break;
    case PAIR_BUS:
        nats_kill(&pair->nats);
        pair->fault_ends_ms = now_ms + BUS_FAULT_MS;
        break;
    case PAIR_BUS_PAUSE:
        kill(pair->nats.pid, SIGSTOP);
        break;
    case PAIR_FAULT_COUNT:
        assert(false);
    }
}

static void end_fault(struct pair *pair)
{
    pair->fault_ends_ms = 0;
    if (pair->fault == PAIR_PAUSE)
        kill(pair->nodes[pair->at].pid, SIGCONT);
    else if (pair->fault == PAIR_CUT)
        proxy_hold(pair->proxies[pair->at], false);
    else if (pair->fault == PAIR_KILL)
        node_start(&pair->nodes[pair->at]);
    else if (pair->fault == PAIR_GATEWAY)
        node_start(&pair->gateways[pair->at]);
    else if (pair->fault == PAIR_GATEWAY_PAUSE)
        kill(pair->gateways[pair->at].pid, SIGCONT);
    else if (pair->fault == PAIR_BUS)
        nats_start_again(&pair->nats);
    else if (pair->fault == PAIR_BUS_PAUSE)
        kill(pair->nats.pid, SIGCONT);
}

bool pair_go_on(struct pair *pair, int64_t now_ms)
{
    int status;
    if (pair->fault_ends_ms > 0 && now_ms >= pair->fault_ends_ms)
        end_fault(pair);
    postgres_revive(&pair->postgres);
    for (int i = 0; i < NODES; i++) {
        struct node *node = &pair->nodes[i];
        if (!node_has_ended(node, &status))
            continue;
        if (status != EXIT_REFUSED || !node_has_said(node, "replaced")) {
            fprintf(stderr, "takeaway-crash: a server has ended with status %d; its log is %s\n",
                    status, node->log);
            return false;
        }
        node_start(node);
    }
    for (int i = 0; pair->has_gateways && i < NODES; i++)
        if (node_has_ended(&pair->gateways[i], &status)) {
            fprintf(stderr, "takeaway-crash: a gateway has ended with status %d; its log is %s\n",
                    status, pair->gateways[i].log);
            return false;
        }
    return true;
}
