#include "server/server_options.h"

#include "common/base/exit_status.h"

#include <stdlib.h>
#include <string.h>

enum {
    SECOND = 1000,
    MINUTE = 60 * SECOND,
    DAY = 24 * 60 * MINUTE,
    KIB = 1024,
    MIB = 1024 * KIB,
    PATH_BYTES_MAX = 4095,
    CONTROL_BYTES_MAX = 107, /* the longest name of a Unix socket */
    PORT_OF_METRICS = ADDRESS_PORT_OF_SERVER + 1,
};

#define GIB (INT64_C(1024) * MIB)
#define YEAR (INT64_C(366) * DAY)

/* --- the table --- */

static enum error_code read_level(const struct cli_given *given, struct error *error)
{
    struct error cause;
    if (!log_level_parse(given->text, given->place, &cause))
        return ERROR_NONE;
    return error_set(error, cause.code, "%s: %s", given->name, cause.message);
}

static void print_level(const struct cli_option *option, const void *place, struct text *out)
{
    (void)option;
    text_append_string(out, log_level_name(*(const enum log_level *)place));
}

static const struct cli_type log_level_type = {.read = read_level, .print = print_level};

static enum error_code read_role(const struct cli_given *given, struct error *error)
{
    struct error cause;
    if (!cluster_role_parse(given->text, given->place, &cause))
        return ERROR_NONE;
    return error_set(error, cause.code, "%s: %s", given->name, cause.message);
}

static void print_role(const struct cli_option *option, const void *place, struct text *out)
{
    (void)option;
    text_append_string(out, cluster_role_name(*(const enum cluster_role *)place));
}

static const struct cli_type role_type = {.read = read_role, .print = print_role};

static enum error_code read_url(const struct cli_given *given, struct error *error)
{
    return cli_path.read(given, error);
}

/* Of each server in the list, *** stands for the password or token. */
static void print_url(const struct cli_option *option, const void *place, struct text *out)
{
    const char *url = *(char *const *)place;
    (void)option;
    for (const char *end; url && *url; url = end) {
        end = *url == ',' ? url + 1 : strchrnul(url, ',');
        const char *slashes = memmem(url, (size_t)(end - url), "://", 3);
        const char *at = memrchr(url, '@', (size_t)(end - url));
        if (slashes && at && slashes < at) {
            const char *user = slashes + 3, *colon = memchr(user, ':', (size_t)(at - user));
            text_append(out, url, (size_t)((colon ? colon + 1 : user) - url));
            text_append_string(out, "***");
            url = at;
        }
        text_append(out, url, (size_t)(end - url));
    }
}

static const struct cli_type url_type = {.read = read_url, .print = print_url};

/* In an address of PostgreSQL *** stands for the password, behind the user or as a parameter. */
static void print_database(const struct cli_option *option, const void *place, struct text *out)
{
    static const char parameter[] = "password=";
    const char *name = *(char *const *)place;
    (void)option;
    if (!name)
        return;
    bool is_address =
        strncmp(name, "postgresql://", 13) == 0 || strncmp(name, "postgres://", 11) == 0;
    const char *at = is_address ? strrchr(name, '@') : NULL;
    const char *user = is_address ? strchr(name, '/') + 2 : NULL;
    const char *secret = at && user < at ? memchr(user, ':', (size_t)(at - user)) : NULL;
    if (secret) {
        text_append(out, name, (size_t)(secret + 1 - name));
        text_append_string(out, "***");
        name = at;
    }
    while (is_address && (secret = strstr(name, parameter))) {
        secret += strlen(parameter);
        text_append(out, name, (size_t)(secret - name));
        text_append_string(out, "***");
        name = secret + strcspn(secret, "&");
    }
    text_append_string(out, name);
}

static const struct cli_type database_type = {.read = read_url, .print = print_database};

#define PATH "PATH", &cli_path
#define YES_NO NULL, &cli_yes_no
#define NUMBER "N", &cli_number
#define BYTES "BYTES", &cli_bytes
#define SECONDS "SECONDS", &cli_seconds
#define ADDRESS "HOST:PORT", &cli_address
#define LEVEL "LEVEL", &log_level_type
#define ROLE "ROLE", &role_type

#define AT(member) offsetof(struct server_options, member)
#define SERVER(member) offsetof(struct server_options, server.member)
#define HALL(member) offsetof(struct server_options, server.hall_limits.member)
#define NET(member) offsetof(struct server_options, server.net_limits.member)
#define SERVICE(member) offsetof(struct server_options, server.service_limits.member)

/* Options that a configuration file cannot have. */
enum { CONFIG, CHECK_CONFIG, VERSION, HELP };

static const struct cli_option rows[] = {
    [CONFIG] = {.name = "config", .value = "FILE", .meaning = "read options from this file"},
    [CHECK_CONFIG] =
        {.name = "check-config",
         .meaning =
             "check the configuration as a start does, before it opens anything; print what would "
             "be in force, and end"},
    [VERSION] = {.name = "version", .meaning = "print the version"},
    [HELP] = {.name = "help", .meaning = "print this"},
    {"The server", "db", "PATH", &database_type, AT(database), 0, PATH_BYTES_MAX,
     "the database: a file, which is made when it does not exist, or an empty database in "
     "PostgreSQL, postgresql://USER@HOST/NAME, which several servers may share"},
    {NULL, "listen", ADDRESS, SERVER(listen), 1, ADDRESS_PORT_OF_SERVER,
     "where to listen; without a port it is 7800, and port 0 takes any free one. Left aside when "
     "the system hands over a socket that listens already (LISTEN_FDS)"},
    {NULL, "public", YES_NO, SERVER(is_public), 0, 0,
     "listen on an address that is not loopback: others can come in; give them TLS"},
    {NULL, "signing-key", PATH, AT(signing_key), 0, PATH_BYTES_MAX,
     "a file with the key to sign the records of tournaments with, one line, `ed25519-secret:` and "
     "64 hexadecimal digits; without it the database has a key"},
    {NULL, "exit-on-eof", YES_NO, SERVER(exit_on_eof), 0, 0,
     "end when standard input, a pipe, ends: so that the server ends with the program that started "
     "it"},
    {"Operating it", "control", PATH, AT(control), 0, CONTROL_BYTES_MAX,
     "the operator's socket, for `takeaway admin`; only its owner can open it"},
    {NULL, "metrics", YES_NO, SERVER(door.has_metrics), 0, 0,
     "answer GET /metrics with the figures for Prometheus, to clients on this machine that come "
     "through no proxy"},
    {NULL, "metrics-listen", ADDRESS, SERVER(metrics_listen), 0, PORT_OF_METRICS,
     "a second address, for GET /metrics and GET /health alone; a hall has no other, and answers "
     "there while it stands by, too. Without a port it is 7801. Whoever reaches it may read: an "
     "address that is not loopback needs --public"},
    {NULL, "log-level", LEVEL, AT(log_level), 0, 0,
     "what the log on standard error holds: debug, info, warn or error"},
    {"Encryption and the web", "tls-certificate", PATH, AT(certificate), 0, PATH_BYTES_MAX,
     "a PEM file with the certificate and those behind it: clients may come with TLS. Read again "
     "on SIGHUP"},
    {NULL, "tls-key", PATH, AT(key), 0, PATH_BYTES_MAX, "the PEM file with its private key"},
    {NULL, "tls-self-signed", PATH, AT(self_signed), 0, PATH_BYTES_MAX,
     "a folder instead of both: the first start makes a key there, whose fingerprint, "
     "sha256:..., clients are asked to trust"},
    {NULL, "proxy-protocol", "ADDRESSES", &cli_path, AT(proxies), 0, PATH_BYTES_MAX,
     "proxies whose connections begin with a head of the PROXY protocol: numeric addresses and "
     "the word loopback, with commas"},
    {NULL, "web-host", "NAMES", &cli_path, AT(web_hosts), 0, PATH_BYTES_MAX,
     "names by which browsers may come, beside numeric addresses, localhost and those of the "
     "certificate, with commas"},
    {NULL, "hsts", YES_NO, SERVER(door.has_hsts), 0, 0,
     "tell browsers to come with TLS only, for a year"},
    {"Several machines", "role", ROLE, SERVER(cluster.role), 0, 0,
     "what this process is: all, the whole server; hall, which has the database and everything "
     "that is decided; gateway, which has the clients' connections and takes them to the hall. "
     "Hall and gateway refuse options that only the other one has a use for"},
    {NULL, "bus", "URL", &url_type, AT(bus), 0, PATH_BYTES_MAX,
     "nats://USER:PASSWORD@HOST:PORT, the NATS server by which the hall and its gateways meet, or "
     "tls://...; several servers of one NATS cluster with commas. Better in a file than on the "
     "command line, which others can see"},
    {NULL, "bus-ca", PATH, AT(bus_ca), 0, PATH_BYTES_MAX,
     "a PEM file with the authorities of that server's certificate, instead of the system's"},
    {NULL, "bus-certificate", PATH, AT(bus_certificate), 0, PATH_BYTES_MAX,
     "a PEM file with a certificate, where that server asks for one"},
    {NULL, "bus-key", PATH, AT(bus_key), 0, PATH_BYTES_MAX, "the PEM file with its private key"},
    {NULL, "cluster", "NAME", &cli_path, AT(cluster), 0, PATH_BYTES_MAX,
     "the first part of all subjects, takeaway where none is given: several clusters may share a "
     "NATS server"},
    {"Connections", "connections", NUMBER, NET(connections), 1, 1000000,
     "at once, as far as the system gives descriptors"},
    {NULL, "connections-per-address", NUMBER, NET(connections_per_address), 1, 1000000,
     "at once, of one address"},
    {NULL, "queued-bytes", BYTES, NET(queued_bytes), 64 * KIB, GIB,
     "kept for a client that does not read; with more its connection ends"},
    {NULL, "all-queued-bytes", BYTES, NET(all_queued_bytes), MIB, 16 * GIB,
     "on their way to all clients together; with half of it kept for clients that do not read, the "
     "address that has most loses a connection"},
    {NULL, "all-unread-bytes", BYTES, NET(all_unread_bytes), MIB, 16 * GIB,
     "kept of requests that have not come whole or wait for their turn, of all clients together; "
     "with more, the address that has most loses a connection"},
    {NULL, "requests-per-second", NUMBER, NET(requests_per_second), 1, 1000000,
     "of a connection, on average; who asks faster is read more slowly"},
    {NULL, "requests-burst", NUMBER, NET(requests_burst), 1, 1000000, "of a connection, at once"},
    {NULL, "hello-time", SECONDS, NET(hello_ms), 1, DAY,
     "from the connection to a successful session.hello"},
    {NULL, "message-time", SECONDS, NET(message_ms), 1, DAY,
     "from a message's first byte to its last"},
    {NULL, "idle-time", SECONDS, NET(idle_ms), 1, 7 * DAY,
     "without a byte from the client; then its connection ends"},
    {NULL, "ping-time", SECONDS, NET(ping_ms), 1, DAY, "from one session.ping to the next"},
    {NULL, "dead-time", SECONDS, NET(dead_ms), 1, DAY,
     "a peer whose machine answers nothing for so long is gone"},
    {"Passwords", "logins-per-minute", NUMBER, SERVICE(logins_per_minute), 1, 1000000,
     "of one account, and of one address that is not loopback: attempts that fail; as many at "
     "once"},
    {NULL, "passwords-waiting", NUMBER, SERVICE(passwords_waiting), 1, 100000,
     "to be hashed, at once; as many more with a proof of work"},
    {"The solver", "solver-memory", BYTES, SERVICE(solver_memory), 4 * MIB, 16 * GIB,
     "of all tables of the solver together, which judges matches and draws fair starts, beside the "
     "server's own memory; what needs more is left unjudged or refused"},
    {"Matches and players", "live-matches", NUMBER, HALL(live_matches), 1, 10000000,
     "matches being played, at once"},
    {NULL, "live-matches-per-player", NUMBER, HALL(live_matches_per_player), 1, 10000000,
     "of one player"},
    {NULL, "guest-live-matches-per-player", NUMBER, HALL(guest_live_matches_per_player), 1,
     10000000, "of one guest"},
    {NULL, "offers", NUMBER, HALL(offers), 1, 10000000, "seeks and challenges, at once"},
    {NULL, "offers-per-player", NUMBER, HALL(offers_per_player), 1, 10000000, "of one player"},
    {NULL, "invitations", NUMBER, HALL(invitations), 1, 10000000, "open, at once"},
    {NULL, "invitations-per-player", NUMBER, HALL(invitations_per_player), 1, 10000000,
     "of one player"},
    {NULL, "start-bytes", BYTES, HALL(start_bytes), 64 * KIB, 16 * GIB,
     "of the starts of offers and live matches, and as many of the moves of live matches: with "
     "more, the longest match ends; guest-share and address-share hold for them, too"},
    {NULL, "spectators", NUMBER, HALL(spectators), 0, 1000000, "of one match"},
    {NULL, "watched", NUMBER, HALL(watched), 0, 1000000, "matches that a connection may watch"},
    {NULL, "keys", NUMBER, HALL(keys), 1, 100000000,
     "requests remembered so that a repetition does nothing; the oldest go first"},
    {NULL, "keys-per-player", NUMBER, HALL(keys_per_player), 1, 100000000, "of one player"},
    {NULL, "idle-match-time", SECONDS, HALL(idle_match_ms), 1, YEAR,
     "a match without a clock ends when no move comes for so long"},
    {NULL, "left-match-time", SECONDS, HALL(left_match_ms), 1, YEAR,
     "a match in which not both have moved ends when both players are gone for so long"},
    {NULL, "token-time", SECONDS, HALL(token_ms), 1, 10 * YEAR,
     "a token lasts so long from its last use"},
    {NULL, "chat-time", SECONDS, SERVICE(chat_kept_ms), 0, 10 * YEAR,
     "chat lines, and reports once they are closed, stay in the database for so long"},
    {"The disk", "guest-bytes-per-day", BYTES, HALL(guest_bytes_per_day), 64 * KIB, 65536 * GIB,
     "written because of one guest, on average; as much at once. At a limit of this group nothing "
     "begins that would write more"},
    {NULL, "account-bytes-per-day", BYTES, HALL(account_bytes_per_day), 64 * KIB, 65536 * GIB,
     "because of one player with an account"},
    {NULL, "address-guest-bytes-per-day", BYTES, HALL(address_guest_bytes_per_day), 64 * KIB,
     65536 * GIB, "because of all guests of one address"},
    {NULL, "address-account-bytes-per-day", BYTES, HALL(address_account_bytes_per_day), 64 * KIB,
     65536 * GIB, "because of all accounts of one address"},
    {NULL, "all-guest-bytes-per-day", BYTES, HALL(all_guest_bytes_per_day), 64 * KIB, 65536 * GIB,
     "because of all guests"},
    {NULL, "all-bytes-per-day", BYTES, HALL(all_bytes_per_day), 64 * KIB, 65536 * GIB,
     "because of all players"},
    {"Tournaments", "tournaments", NUMBER, HALL(tournaments), 0, 1000000,
     "that are not over, at once"},
    {NULL, "tournaments-per-player", NUMBER, HALL(tournaments_per_player), 0, 1000000,
     "of those that one player directs"},
    {NULL, "idle-tournament-time", SECONDS, HALL(idle_tournament_ms), 1, YEAR,
     "one that is open or paused ends when nothing happens in it for so long"},
    {NULL, "left-tournament-time", SECONDS, HALL(left_tournament_ms), 1, YEAR,
     "a running one ends when everybody in it is gone for so long; so does a guest's that is open "
     "or paused"},
    {NULL, "illegal-moves", NUMBER, HALL(illegal_moves), 1, 1000000,
     "that the rules forbid: with so many a player loses a match of a tournament"},
    {"Guests and addresses", "guest-share", NUMBER, HALL(guest_share), 1, 100,
     "percent of live-matches, offers and tournaments that guests may have; the rest is kept for "
     "accounts"},
    {NULL, "address-share", NUMBER, HALL(address_share), 1, 100,
     "percent that one address may have: its guests of what guests may have, its accounts of all. "
     "100 where all players come through one address, as behind a proxy or a tunnel"},
    {NULL, "guest-idle-time", SECONDS, HALL(guest_idle_ms), 1, YEAR,
     "a match between guests without a move for so long, or a guest's tournament that waits for so "
     "long, ends when others need its place"},
    {"Clocks", "first-move-time", SECONDS, HALL(first_move_ms), 1, 7 * DAY,
     "in a match with a clock, to make one's first move"},
    {NULL, "claim-time", SECONDS, HALL(claim_ms), 1, 7 * DAY,
     "a match with a clock can be claimed from an opponent who is gone for so long"},
    {NULL, "claim-unclocked-time", SECONDS, HALL(claim_unclocked_ms), 1, YEAR,
     "and one without a clock"},
    {NULL, "restart-grace-time", SECONDS, HALL(restart_grace_ms), 0, DAY,
     "after a start, clocks wait so long for their players to come back"},
    {NULL, "lag-per-move-time", SECONDS, HALL(lag_per_move_ms), 0, TIME_CONTROL_LAG_PER_MOVE_MS,
     "of the network's lag, given back for each move at most"},
    {NULL, "lag-quota-time", SECONDS, HALL(lag_quota_ms), 0, TIME_CONTROL_LAG_QUOTA_MS,
     "of each player in a match, to be given back at its start, and at most"},
    {NULL, "lag-quota-gain-time", SECONDS, HALL(lag_quota_gain_ms), 0, TIME_CONTROL_LAG_GAIN_MS,
     "by which that grows again with each own move"},
};

enum { ROWS = sizeof rows / sizeof *rows };

/* --- the roles of a cluster --- */

#define FIELD(member) AT(member), sizeof((struct server_options *)0)->member

/* The role that an option is for follows from the field that it sets. CLUSTER_ALL: every role; this
 * is so for fields without a row, too. Of the rows that have a field the first one counts. */
static const struct {
    size_t place, bytes;
    enum cluster_role role;
} fields[] = {
    {FIELD(database), CLUSTER_HALL},
    {FIELD(control), CLUSTER_HALL},
    {FIELD(signing_key), CLUSTER_HALL},
    {FIELD(server.hall_limits), CLUSTER_HALL},
    {FIELD(server.service_limits), CLUSTER_HALL},
    {FIELD(server.listen), CLUSTER_GATEWAY},
    {FIELD(server.door.has_metrics), CLUSTER_GATEWAY},
    {FIELD(server.door.has_hsts), CLUSTER_GATEWAY},
    {FIELD(certificate), CLUSTER_GATEWAY},
    {FIELD(key), CLUSTER_GATEWAY},
    {FIELD(self_signed), CLUSTER_GATEWAY},
    {FIELD(proxies), CLUSTER_GATEWAY},
    /* A hall holds requests and answers of its gateways' clients. */
    {FIELD(server.net_limits.all_queued_bytes), CLUSTER_ALL},
    {FIELD(server.net_limits.all_unread_bytes), CLUSTER_ALL},
    {FIELD(server.net_limits), CLUSTER_GATEWAY},
};

enum { FIELDS = sizeof fields / sizeof *fields };

/* Is the option of no use in a process with this role? */
static bool is_of_other_role(const struct cli_option *option, enum cluster_role role)
{
    size_t i = 0;
    if (!option->type || role == CLUSTER_ALL)
        return false;
    while (i < FIELDS &&
           !(option->place >= fields[i].place && option->place < fields[i].place + fields[i].bytes))
        i++;
    return i < FIELDS && fields[i].role != CLUSTER_ALL && fields[i].role != role;
}

/* `lines`: those of the file that --config names; 0: the option is not in it. */
static enum error_code check_roles(const struct options *given, const int lines[CLI_OPTIONS_MAX],
                                   enum cluster_role role, struct error *error)
{
    struct text place = {0};
    for (size_t i = 0; i < ROWS && place.len == 0; i++) {
        if (!is_of_other_role(&rows[i], role))
            continue;
        if (given->values[i])
            text_printf(&place, "--%s", rows[i].name);
        else if (lines[i])
            text_printf(&place, "%s:%d: %s", given->values[CONFIG], lines[i], rows[i].name);
    }
    if (place.len == 0)
        return ERROR_NONE;
    bool is_hall = role == CLUSTER_HALL;
    error_set(error, ERROR_USAGE,
              "%s is an option of %s, and this process is a %s: leave it out here, and give it to "
              "the %s",
              text_string(&place), is_hall ? "gateways" : "halls", cluster_role_name(role),
              is_hall ? "gateways" : "halls");
    text_finish(&place);
    return ERROR_USAGE;
}

void server_options_print(const struct server_options *options, struct text *out)
{
    uint128 left_out = 0;
    for (size_t i = 0; i < ROWS; i++) {
        if (is_of_other_role(&rows[i], options->server.cluster.role))
            left_out |= (uint128)1 << i;
    }
    cli_print_file(&server_cli, options, left_out, out);
    named_games_print(&options->games, out);
}

/* --- the defaults --- */

static struct server_options standard(void)
{
    return (struct server_options){
        .server =
            {
                .listen = {.host = "127.0.0.1", .port = ADDRESS_PORT_OF_SERVER},
                .hall_limits = hall_limits_default,
                .net_limits = net_limits_default,
                .service_limits = service_limits_default,
            },
        .log_level = LOG_INFO,
    };
}

static void print_default(const struct cli_option *option, struct text *out)
{
    struct server_options options = standard();
    option->type->print(option, (const char *)&options + option->place, out);
}

static enum error_code refuse(enum cli_fault fault, const char *word, struct error *error)
{
    if (fault == CLI_UNKNOWN)
        return error_set(error, ERROR_USAGE, "there is no option %.80s, or it is cut too short",
                         word);
    if (fault == CLI_MORE_ARGUMENTS)
        return error_set(error, ERROR_USAGE, "an option was expected, not '%.80s'", word);
    return ERROR_NONE;
}

/* --- texts --- */

static const char description[] =
    "`takeaway-server` plays host to take-away games between people and bots, and keeps every\n"
    "acknowledged move. --db is all that it needs:\n"
    "  takeaway-server --db takeaway.db\n"
    "Several machines serve more people: one hall, and any number of gateways (--role).\n"
    "\n"
    "Programs, browsers and Prometheus come to the same port, with TLS or without. Others than\n"
    "those on this machine should come with TLS: passwords and tokens are not taken from them\n"
    "otherwise.\n";

static const char values_text[] =
    "Defaults are in brackets. A configuration file has a line `name = value` for each "
    "of these that it\n"
    "sets, such as `hello-time = 5`. A # or ; at the start of a line or after a blank "
    "begins a comment.\n"
    "What the command line says counts more.\n"
    "Behind them sections such as `[game my-nim]` name games, which players can ask for by that\n"
    "name: `rules = octal:0.1234`, and if wanted `title`, `summary`, `example` (a start) and `look`.\n"
    "SECONDS may have three decimals; BYTES may end in K, M or G; --public and its like "
    "can be taken\n"
    "back with --public=no, and the empty PATH or HOST:PORT is none.\n";

static const char life[] =
    "The first line on standard output is `listening on HOST:PORT`; the log goes to "
    "standard error.\n"
    "With --exit-on-eof a fault is told on standard output instead, as `failed CODE: "
    "REASON`; CODE is\n"
    "too_early where only another server has to end first.\n"
    "SIGTERM and SIGINT end the server within 5 seconds: unfinished matches go on at the "
    "next start.\n"
    "SIGHUP loads the TLS certificate and its key anew, for connections to come.\n";

static const char environment[] =
    "  LISTEN_FDS, LISTEN_PID  where a system such as systemd hands over a socket that listens\n"
    "                          already\n";

static const char see_also[] =
    "`takeaway(1)`, `takeaway-bot(1)`; OPERATING.md is about running a server for others.\n";

static enum error_code take_line(void *target, int line, const char *section, const char *name,
                                 const char *value, struct error *error)
{
    struct server_options *options = target;
    return named_games_take(&options->games, line, section, name, value, error);
}

const struct cli server_cli = {
    .program =
        {
            .name = "takeaway-server",
            .options = ((uint128)1 << ROWS) - 1,
            .summary = "plays host to take-away games",
            .details = description,
        },
    .synopsis = "takeaway-server --db PATH [OPTION ...]\n",
    .section = 8,
    .options = rows,
    .option_count = ROWS,
    .last_status = EXIT_USAGE,
    .values =
        (const struct cli_values[]){
            {.word = "PATH", .values = CLI_FILES},
            {.word = "FILE", .values = CLI_FILES},
            {.word = "LEVEL", .values = "debug info warn error"},
            {.word = "ROLE", .values = "all hall gateway"},
            {0},
        },
    .sections =
        (const struct cli_section[]){
            {.title = "CONFIGURATION", .text = values_text},
            {.title = "EXIT STATUS", .text = life, .has_statuses = true},
            {.title = "ENVIRONMENT", .text = environment},
            {.title = "SEE ALSO", .text = see_also},
            {0},
        },
    .letters = "+:",
    .help_column = 34,
    .help_width = 100,
    .print_default = print_default,
    .take_line = take_line,
    .refuse = refuse,
};

void server_options_describe(struct text *out)
{
    text_append_string(
        out, "takeaway-server: plays host to take-away games, and keeps every acknowledged move\n"
             "\n"
             "usage: takeaway-server --db PATH [OPTION...]\n"
             "\n");
    cli_print_options(&server_cli, &server_cli.program, out);
    text_printf(out, "\n%s\n%s\n%s", values_text, cli_own_help, life);
    exit_status_describe(EXIT_USAGE, out);
}

/* --- reading --- */

/* An empty path means none. */
static const char *path_or_null(const char *path)
{
    return path && *path ? path : NULL;
}

enum error_code server_options_parse(int argument_count, char **arguments,
                                     struct server_options *ret_options, struct error *error)
{
    struct options given;
    int lines[CLI_OPTIONS_MAX] = {0};
    *ret_options = standard();
    enum error_code code =
        cli_parse(&server_cli, &server_cli.program, argument_count, arguments, NULL, &given, error);
    if (code)
        return code;
    ret_options->wish = given.values[HELP]           ? OPTIONS_HELP
                        : given.values[VERSION]      ? OPTIONS_VERSION
                        : given.values[CHECK_CONFIG] ? OPTIONS_CHECK
                                                     : OPTIONS_RUN;
    if (ret_options->wish == OPTIONS_HELP || ret_options->wish == OPTIONS_VERSION)
        return ERROR_NONE;
    if (given.values[CONFIG])
        code = cli_read_file(&server_cli, given.values[CONFIG], ret_options, lines, error);
    if (!code)
        code = cli_read_values(&server_cli, &given, ret_options, error);
    if (!code)
        code = check_roles(&given, lines, ret_options->server.cluster.role, error);
    ret_options->server.database = path_or_null(ret_options->database);
    ret_options->server.control = path_or_null(ret_options->control);
    ret_options->server.signing_key = path_or_null(ret_options->signing_key);
    ret_options->server.self_signed = path_or_null(ret_options->self_signed);
    ret_options->server.door.certificate = path_or_null(ret_options->certificate);
    ret_options->server.door.key = path_or_null(ret_options->key);
    ret_options->server.door.proxies = path_or_null(ret_options->proxies);
    ret_options->server.web_hosts = path_or_null(ret_options->web_hosts);
    ret_options->server.cluster.name = path_or_null(ret_options->cluster);
    ret_options->server.cluster.bus = (struct bus_config){
        .url = path_or_null(ret_options->bus),
        .ca = path_or_null(ret_options->bus_ca),
        .certificate = path_or_null(ret_options->bus_certificate),
        .key = path_or_null(ret_options->bus_key),
    };
    return code ? code : server_check(&ret_options->server, error);
}

void server_options_finish(struct server_options *options)
{
    named_games_finish(&options->games);
    free(options->database);
    free(options->control);
    free(options->signing_key);
    free(options->self_signed);
    free(options->certificate);
    free(options->key);
    free(options->proxies);
    free(options->web_hosts);
    free(options->cluster);
    if (options->bus)
        explicit_bzero(options->bus, strlen(options->bus));
    free(options->bus);
    free(options->bus_ca);
    free(options->bus_certificate);
    free(options->bus_key);
    *options = (struct server_options){0};
}
