/* The table of the options. */
#include "server/option_row.h"

#include <string.h>

enum {
    SECOND = 1000,
    MINUTE = 60 * SECOND,
    DAY = 24 * 60 * MINUTE,
    KIB = 1024,
    MIB = 1024 * KIB,
    PATH_BYTES_MAX = 4095,
    CONTROL_BYTES_MAX = 107, /* the longest name of a Unix socket */
};

#define GIB (INT64_C(1024) * MIB)
#define YEAR (INT64_C(366) * DAY)

#define AT(member) offsetof(struct options, member)
#define SERVER(member) offsetof(struct options, server.member)
#define HALL(member) offsetof(struct options, server.hall_limits.member)
#define NET(member) offsetof(struct options, server.net_limits.member)

const struct option_row option_rows[OPTION_ROWS] = {
    {"The server", "db", OPTION_TEXT, AT(database), 0, PATH_BYTES_MAX,
     "the database; made when it does not exist"},
    {NULL, "listen", OPTION_ADDRESS, SERVER(listen), 1, ADDRESS_PORT_OF_SERVER,
     "where to listen; without a port it is 7800, and port 0 takes any free one. Left aside when the system hands over a socket "
     "that listens already (LISTEN_FDS)"},
    {NULL, "public", OPTION_FLAG, SERVER(is_public), 0, 0,
     "listen on an address that is not loopback: the protocol has no encryption of its own"},
    {NULL, "plain-passwords", OPTION_FLAG, SERVER(plain_passwords), 0, 0,
     "take passwords over connections that are not loopback, where others can read them"},
    {NULL, "signing-key", OPTION_TEXT, AT(signing_key), 0, PATH_BYTES_MAX,
     "a file with the key to sign the records of tournaments with, one line, `ed25519-secret:` and "
     "64 hexadecimal digits; without it the database has a key"},
    {NULL, "exit-on-eof", OPTION_FLAG, SERVER(exit_on_eof), 0, 0,
     "end when standard input, a pipe, ends: so that the server ends with the program that started "
     "it"},
    {"Operating it", "control", OPTION_TEXT, AT(control), 0, CONTROL_BYTES_MAX,
     "the operator's socket, for `takeaway admin`; only its owner can open it"},
    {NULL, "metrics", OPTION_ADDRESS, SERVER(metrics), 0, 0,
     "where Prometheus finds the figures, at /metrics; loopback only"},
    {NULL, "log-level", OPTION_LEVEL, AT(log_level), 0, 0,
     "what the log on standard error holds: debug, info, warn or error"},
    {"Connections", "connections", OPTION_NUMBER, NET(connections), 1, 1000000,
     "at once, as far as the system gives descriptors"},
    {NULL, "connections-per-address", OPTION_NUMBER, NET(connections_per_address), 1, 1000000,
     "at once, of one address"},
    {NULL, "queued-bytes", OPTION_BYTES, NET(queued_bytes), 64 * KIB, GIB,
     "kept for a client that does not read; with more its connection ends"},
    {NULL, "all-queued-bytes", OPTION_BYTES, NET(all_queued_bytes), MIB, 16 * GIB,
     "on their way to all clients together; with half of it kept for clients that do not read, the "
     "address that has most loses a connection"},
    {NULL, "all-unread-bytes", OPTION_BYTES, NET(all_unread_bytes), MIB, 16 * GIB,
     "kept of requests that have not come whole or wait for their turn, of all clients together; "
     "with more, the address that has most loses a connection"},
    {NULL, "requests-per-second", OPTION_NUMBER, NET(requests_per_second), 1, 1000000,
     "of a connection, on average; who asks faster is read more slowly"},
    {NULL, "requests-burst", OPTION_NUMBER, NET(requests_burst), 1, 1000000,
     "of a connection, at once"},
    {NULL, "hello-time", OPTION_SECONDS, NET(hello_ms), 1, DAY,
     "from the connection to a successful session.hello"},
    {NULL, "message-time", OPTION_SECONDS, NET(message_ms), 1, DAY,
     "from a message's first byte to its last"},
    {NULL, "idle-time", OPTION_SECONDS, NET(idle_ms), 1, 7 * DAY,
     "without a byte from the client; then its connection ends"},
    {NULL, "ping-time", OPTION_SECONDS, NET(ping_ms), 1, DAY, "from one session.ping to the next"},
    {NULL, "dead-time", OPTION_SECONDS, NET(dead_ms), 1, DAY,
     "a peer whose machine answers nothing for so long is gone"},
    {NULL, "logins-per-minute", OPTION_NUMBER, NET(logins_per_minute), 1, 1000000,
     "of one account, and of one address that is not loopback: attempts that fail; as many at "
     "once"},
    {NULL, "passwords-waiting", OPTION_NUMBER, NET(passwords_waiting), 1, 100000,
     "to be hashed, at once; as many more with a proof of work"},
    {"The solver", "solver-memory", OPTION_BYTES, NET(solver_memory), 4 * MIB, 16 * GIB,
     "of all tables of the solver together, which judges matches and draws fair starts, beside the server's own memory; what "
     "needs more is left unjudged or refused"},
    {"Matches and players", "live-matches", OPTION_NUMBER, HALL(live_matches), 1, 10000000,
     "matches being played, at once"},
    {NULL, "live-matches-per-player", OPTION_NUMBER, HALL(live_matches_per_player), 1, 10000000,
     "of one player"},
    {NULL, "guest-live-matches-per-player", OPTION_NUMBER, HALL(guest_live_matches_per_player), 1,
     10000000, "of one guest"},
    {NULL, "offers", OPTION_NUMBER, HALL(offers), 1, 10000000, "seeks and challenges, at once"},
    {NULL, "offers-per-player", OPTION_NUMBER, HALL(offers_per_player), 1, 10000000,
     "of one player"},
    {NULL, "start-bytes", OPTION_BYTES, HALL(start_bytes), 64 * KIB, 16 * GIB,
     "of the starts of offers and live matches, and as many of the moves of live matches: with more, "
     "the longest match ends; guest-share and address-share hold for them, too"},
    {NULL, "spectators", OPTION_NUMBER, HALL(spectators), 0, 1000000, "of one match"},
    {NULL, "watched", OPTION_NUMBER, HALL(watched), 0, 1000000,
     "matches that a connection may watch"},
    {NULL, "keys", OPTION_NUMBER, HALL(keys), 1, 100000000,
     "requests remembered so that a repetition does nothing; the oldest go first"},
    {NULL, "keys-per-player", OPTION_NUMBER, HALL(keys_per_player), 1, 100000000, "of one player"},
    {NULL, "idle-match-time", OPTION_SECONDS, HALL(idle_match_ms), 1, YEAR,
     "a match without a clock ends when no move comes for so long"},
    {NULL, "left-match-time", OPTION_SECONDS, HALL(left_match_ms), 1, YEAR,
     "a match in which not both have moved ends when both players are gone for so long"},
    {NULL, "token-time", OPTION_SECONDS, HALL(token_ms), 1, 10 * YEAR,
     "a token lasts so long from its last use"},
    {"The disk", "guest-bytes-per-day", OPTION_BYTES, HALL(guest_bytes_per_day), 64 * KIB,
     65536 * GIB,
     "written because of one guest, on average; as much at once. At a limit of this group nothing begins that would write more"},
    {NULL, "account-bytes-per-day", OPTION_BYTES, HALL(account_bytes_per_day), 64 * KIB,
     65536 * GIB, "because of one player with an account"},
    {NULL, "address-guest-bytes-per-day", OPTION_BYTES, HALL(address_guest_bytes_per_day), 64 * KIB,
     65536 * GIB, "because of all guests of one address"},
    {NULL, "address-account-bytes-per-day", OPTION_BYTES, HALL(address_account_bytes_per_day),
     64 * KIB, 65536 * GIB, "because of all accounts of one address"},
    {NULL, "all-guest-bytes-per-day", OPTION_BYTES, HALL(all_guest_bytes_per_day), 64 * KIB,
     65536 * GIB, "because of all guests"},
    {NULL, "all-bytes-per-day", OPTION_BYTES, HALL(all_bytes_per_day), 64 * KIB, 65536 * GIB,
     "because of all players"},
    {"Tournaments", "tournaments", OPTION_NUMBER, HALL(tournaments), 0, 1000000,
     "that are not over, at once"},
    {NULL, "tournaments-per-player", OPTION_NUMBER, HALL(tournaments_per_player), 0, 1000000,
     "of those that one player directs"},
    {NULL, "idle-tournament-time", OPTION_SECONDS, HALL(idle_tournament_ms), 1, YEAR,
     "one that is open or paused ends when nothing happens in it for so long"},
    {NULL, "left-tournament-time", OPTION_SECONDS, HALL(left_tournament_ms), 1, YEAR,
     "a running one ends when everybody in it is gone for so long; so does a guest's that is open or paused"},
    {NULL, "illegal-moves", OPTION_NUMBER, HALL(illegal_moves), 1, 1000000,
     "that the rules forbid: with so many a player loses a match of a tournament"},
    {"Guests and addresses", "guest-share", OPTION_NUMBER, HALL(guest_share), 1, 100,
     "percent of live-matches, offers and tournaments that guests may have; the rest is kept for accounts"},
    {NULL, "address-share", OPTION_NUMBER, HALL(address_share), 1, 100,
     "percent that one address may have: its guests of what guests may have, its accounts of all. 100 where all players "
     "come through one address, as behind a proxy or a tunnel"},
    {NULL, "guest-idle-time", OPTION_SECONDS, HALL(guest_idle_ms), 1, YEAR,
     "a match between guests without a move for so long, or a guest's tournament that waits for so long, ends when "
     "others need its place"},
    {"Clocks", "first-move-time", OPTION_SECONDS, HALL(first_move_ms), 1, 7 * DAY,
     "in a match with a clock, to make one's first move"},
    {NULL, "claim-time", OPTION_SECONDS, HALL(claim_ms), 1, 7 * DAY,
     "a match with a clock can be claimed from an opponent who is gone for so long"},
    {NULL, "claim-unclocked-time", OPTION_SECONDS, HALL(claim_unclocked_ms), 1, YEAR,
     "and one without a clock"},
    {NULL, "restart-grace-time", OPTION_SECONDS, HALL(restart_grace_ms), 0, DAY,
     "after a start, clocks wait so long for their players to come back"},
    {NULL, "lag-per-move-time", OPTION_SECONDS, HALL(lag_per_move_ms), 0,
     TIME_CONTROL_LAG_PER_MOVE_MS, "of the network's lag, given back for each move at most"},
    {NULL, "lag-quota-time", OPTION_SECONDS, HALL(lag_quota_ms), 0, TIME_CONTROL_LAG_QUOTA_MS,
     "of each player in a match, to be given back at its start, and at most"},
    {NULL, "lag-quota-gain-time", OPTION_SECONDS, HALL(lag_quota_gain_ms), 0,
     TIME_CONTROL_LAG_GAIN_MS, "by which that grows again with each own move"},
};

const struct option_row *option_row_find(const char *name)
{
    for (size_t i = 0; i < OPTION_ROWS; i++) {
        if (strcmp(option_rows[i].name, name) == 0)
            return &option_rows[i];
    }
    return NULL;
}
