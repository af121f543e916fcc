/* The server's counts and measures since its start. One table names them all; the answer to
 * server.stats and the text for Prometheus come from it. Only the loop's thread uses them; counting
 * and measuring allocate nothing. */
#ifndef SERVER_BASE_STATISTICS_H
#define SERVER_BASE_STATISTICS_H

#include "common/base/text.h"
#include "server/base/bucket.h"

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

/* What a process is, and so which figures it has: those that it does not count are not shown. */
enum figures_of {
    FIGURES_OF_WHOLE, /* a whole server */
    FIGURES_OF_HALL,
    FIGURES_OF_GATEWAY,
};

/* Where a figure is counted: bits, by enum figures_of. */
enum {
    FIGURES_AT_HALL = 1 << FIGURES_OF_HALL,
    FIGURES_AT_GATE = 1 << FIGURES_OF_GATEWAY,
    FIGURES_AT_CORE = 1 << FIGURES_OF_WHOLE | FIGURES_AT_HALL, /* where everything is decided */
    FIGURES_AT_DOOR = 1 << FIGURES_OF_WHOLE | FIGURES_AT_GATE, /* where clients connect */
    FIGURES_AT_LINK = FIGURES_AT_HALL | FIGURES_AT_GATE,       /* only in a cluster */
    FIGURES_AT_EACH = FIGURES_AT_CORE | FIGURES_AT_DOOR,
};

/* X(NAME, where, kind, "metric", "label" or "", "its value", "meaning"); rows of one metric stand
 * together. A `counter` only grows; a `gauge` is a present value. */
#define STATISTICS(X)                                                                              \
    X(CONNECTIONS, DOOR, gauge, "connections", "", "", "connections now, operators' included")     \
    X(ACCEPTED, DOOR, counter, "connections_accepted_total", "", "", "connections taken")          \
    X(REFUSED_FULL, DOOR, counter, "connections_refused_total", "reason", "full",                  \
      "connections ended at once")                                                                 \
    X(REFUSED_ADDRESS, DOOR, counter, "connections_refused_total", "reason", "address",            \
      "connections ended at once")                                                                 \
    X(RESTS, DOOR, counter, "accept_rests_total", "", "",                                          \
      "times that the system had no descriptors for a new connection")                             \
    X(TIMEOUTS_HELLO, DOOR, counter, "timeouts_total", "kind", "hello",                            \
      "connections ended because something did not come in time")                                  \
    X(TIMEOUTS_MESSAGE, DOOR, counter, "timeouts_total", "kind", "message",                        \
      "connections ended because something did not come in time")                                  \
    X(TIMEOUTS_IDLE, DOOR, counter, "timeouts_total", "kind", "idle",                              \
      "connections ended because something did not come in time")                                  \
    X(TIMEOUTS_DEAD, DOOR, counter, "timeouts_total", "kind", "dead",                              \
      "connections ended because something did not come in time")                                  \
    X(FAULTS, EACH, counter, "faults_total", "", "",                                               \
      "connections ended because they broke the protocol or a limit")                              \
    X(UNREAD, DOOR, counter, "unread_total", "", "",                                               \
      "connections ended because they did not read")                                               \
    X(THROTTLED, DOOR, counter, "throttled_total", "", "",                                         \
      "times that a connection asked faster than it may")                                          \
    X(HELD, EACH, counter, "held_total", "", "",                                                   \
      "times that a connection's requests waited for those of others, or for its share of time")   \
    X(BYTES_IN, DOOR, counter, "received_bytes_total", "", "", "bytes from clients")               \
    X(BYTES_OUT, DOOR, counter, "sent_bytes_total", "", "",                                        \
      "bytes given to the system for clients")                                                     \
    X(OUTGOING, EACH, gauge, "outgoing_bytes", "", "",                                             \
      "bytes on their way to clients, of all-queued-bytes")                                        \
    X(MESSAGES_IN, EACH, counter, "messages_received_total", "", "", "messages from clients")      \
    X(MESSAGES_OUT, CORE, counter, "messages_sent_total", "", "",                                  \
      "messages for clients, for each of its readers")                                             \
    X(WELCOMES, CORE, counter, "welcomes_total", "", "", "successful session.hello")               \
    X(LOGINS_OK, CORE, counter, "logins_total", "result", "ok", "passwords shown")                 \
    X(LOGINS_WRONG, CORE, counter, "logins_total", "result", "wrong", "passwords shown")           \
    X(LOGINS_LIMITED, CORE, counter, "logins_total", "result", "limited", "passwords shown")       \
    X(PLAYERS, CORE, gauge, "players", "", "",                                                     \
      "players known now: connected, or with a seat in a live match")                              \
    X(SESSIONS, CORE, gauge, "sessions", "", "", "connections that have said hello")               \
    X(SPECTATORS, CORE, gauge, "spectators", "", "", "places of spectators in all matches")        \
    X(OFFERS, CORE, gauge, "offers", "", "", "seeks and challenges")                               \
    X(INVITATIONS, CORE, gauge, "invitations", "", "", "open invitations")                         \
    X(REPORTS, CORE, gauge, "reports", "", "", "open reports of players to the operator")          \
    X(LIVE_MATCHES, CORE, gauge, "live_matches", "", "", "matches being played")                   \
    X(START_BYTES, CORE, gauge, "start_bytes", "", "",                                             \
      "bytes of the start positions of offers and matches")                                        \
    X(BEGUN, CORE, counter, "matches_begun_total", "", "", "matches begun")                        \
    X(ENDED_NORMAL, CORE, counter, "matches_ended_total", "ending", "normal", "matches ended")     \
    X(ENDED_RESIGNATION, CORE, counter, "matches_ended_total", "ending", "resignation",            \
      "matches ended")                                                                             \
    X(ENDED_ABORTED, CORE, counter, "matches_ended_total", "ending", "aborted", "matches ended")   \
    X(ENDED_PLIES, CORE, counter, "matches_ended_total", "ending", "plies", "matches ended")       \
    X(ENDED_DRAW, CORE, counter, "matches_ended_total", "ending", "draw", "matches ended")         \
    X(ENDED_TIME, CORE, counter, "matches_ended_total", "ending", "time", "matches ended")         \
    X(ENDED_ABANDONED, CORE, counter, "matches_ended_total", "ending", "abandoned",                \
      "matches ended")                                                                             \
    X(ENDED_UNSTARTED, CORE, counter, "matches_ended_total", "ending", "unstarted",                \
      "matches ended")                                                                             \
    X(ENDED_STALL, CORE, counter, "matches_ended_total", "ending", "stall", "matches ended")       \
    X(ENDED_DISCONNECT, CORE, counter, "matches_ended_total", "ending", "disconnect",              \
      "matches ended")                                                                             \
    X(ENDED_ILLEGAL, CORE, counter, "matches_ended_total", "ending", "illegal", "matches ended")   \
    X(ENDED_PROTOCOL, CORE, counter, "matches_ended_total", "ending", "protocol", "matches ended") \
    X(ENDED_VOID, CORE, counter, "matches_ended_total", "ending", "void", "matches ended")         \
    X(TOURNAMENTS, CORE, gauge, "tournaments", "", "", "tournaments that are not over")            \
    X(JUDGED, CORE, counter, "matches_judged_total", "result", "judged",                           \
      "ended matches put to the solver")                                                           \
    X(UNJUDGED, CORE, counter, "matches_judged_total", "result", "failed",                         \
      "ended matches put to the solver")                                                           \
    X(LEFT_OUT, CORE, counter, "matches_judged_total", "result", "left_out",                       \
      "ended matches put to the solver")                                                           \
    X(TO_JUDGE, CORE, gauge, "matches_to_judge", "", "", "ended matches that wait to be judged")   \
    X(MOVES, CORE, counter, "moves_total", "", "", "moves made")                                   \
    X(BATCHES, CORE, counter, "batches_total", "", "", "transactions that are on disk")            \
    X(RECORDS, CORE, counter, "records_total", "", "", "records in these transactions")            \
    X(WRITTEN, CORE, counter, "written_bytes_total", "", "",                                       \
      "bytes on disk that players were charged with")                                              \
    X(DAY_BYTES, CORE, gauge, "day_bytes", "of", "all",                                            \
      "bytes on disk that count against the limits of a day now")                                  \
    X(DAY_BYTES_OF_GUESTS, CORE, gauge, "day_bytes", "of", "guests",                               \
      "bytes on disk that count against the limits of a day now")                                  \
    X(WRITTEN_REFUSED, CORE, counter, "written_refusals_total", "", "",                            \
      "requests refused because of bytes on disk within a day")                                    \
    X(STALLED, CORE, gauge, "stalled", "", "", "1 while nothing can be stored, else 0")            \
    X(STALLS, CORE, counter, "stalls_total", "", "", "times that the disk stopped taking writes")  \
    X(BACKUPS_OK, CORE, counter, "backups_total", "result", "ok", "backups ended")                 \
    X(BACKUPS_FAILED, CORE, counter, "backups_total", "result", "failed", "backups ended")         \
    X(HANDSHAKES_OK, DOOR, counter, "tls_handshakes_total", "result", "ok",                        \
      "TLS handshakes ended")                                                                      \
    X(HANDSHAKES_FAILED, DOOR, counter, "tls_handshakes_total", "result", "failed",                \
      "TLS handshakes ended")                                                                      \
    X(HTTP_REQUESTS, DOOR, counter, "http_requests_total", "", "",                                 \
      "requests of browsers answered")                                                             \
    X(WEBSOCKETS, DOOR, counter, "websockets_total", "", "",                                       \
      "connections that became a WebSocket")                                                       \
    X(CERTIFICATE_EXPIRES, DOOR, gauge, "certificate_expires", "", "",                             \
      "when the TLS certificate ends, in seconds since 1970 UTC; 0: there is none")                \
    X(LEADING, HALL, gauge, "leading", "", "", "1: this hall decides; 0: it stands by")            \
    X(LEASE, CORE, gauge, "lease_milliseconds", "", "",                                            \
      "for so long the server answers without a word from PostgreSQL; a file: 0")                  \
    X(EPOCH, EACH, gauge, "epoch", "", "",                                                         \
      "of the hall: grows when a server takes over; 0: one server with a file, or no hall yet")    \
    X(GATEWAYS, CORE, gauge, "gateways", "", "", "gateways that the hall has now")                 \
    X(LINK_UP, GATE, gauge, "link_up", "", "",                                                     \
      "1 while a hall carries out the clients' requests, else 0")                                  \
    X(LINK_SESSIONS, LINK, gauge, "link_sessions", "", "",                                         \
      "connections of clients that links carry")                                                   \
    X(LINK_SILENCE, LINK, gauge, "link_silence_milliseconds", "", "",                              \
      "since the hall was heard; at the hall, since the most silent gateway was")                  \
    X(LINK_ROUND_TRIP, EACH, gauge, "link_round_trip_microseconds", "", "",                        \
      "of the link to the hall; at the hall, the longest of all gateways")                         \
    X(LINK_RESETS, EACH, counter, "link_resets_total", "", "",                                     \
      "links broken off, whose clients connect again; at the hall, gateways dropped")              \
    X(FRAMES_IN, EACH, counter, "link_frames_received_total", "", "", "frames of links that came") \
    X(FRAMES_OUT, EACH, counter, "link_frames_sent_total", "", "",                                 \
      "frames of links that were sent")                                                            \
    X(FRAMES_IGNORED, EACH, counter, "link_frames_ignored_total", "", "",                          \
      "frames that were malformed, of another cluster, or of a link that is over")                 \
    X(BUS_CONNECTS, EACH, counter, "bus_connects_total", "", "", "connections made to the bus")    \
    X(BUS_CONNECTED, LINK, gauge, "bus_connected", "", "",                                         \
      "1 while there is a connection to the bus, else 0")                                          \
    X(BUS_SENT, LINK, counter, "bus_messages_sent_total", "", "", "messages published on the bus") \
    X(BUS_RECEIVED, LINK, counter, "bus_messages_received_total", "", "",                          \
      "messages that came by the bus")                                                             \
    X(BUS_WAITING, LINK, gauge, "bus_waiting_bytes", "", "",                                       \
      "bytes published that the system has not taken yet")                                         \
    X(BUS_ECHO, LINK, gauge, "bus_echo_microseconds", "", "",                                      \
      "of the last message to the bus and back; 0: none yet")

/* X(NAME, where, "metric", "meaning"): durations. */
#define MEASURES(X)                                                                                \
    X(MOVE, CORE, "move", "from a move's receipt to its acknowledgement given to the system")      \
    X(COMMIT, CORE, "commit", "from a batch given to the store to its transaction on disk")        \
    X(TURN, EACH, "turn", "one turn of the event loop, without its waiting")                       \
    X(TURN_WORK, EACH, "turn_work", "processor time of the event loop's thread in one turn")       \
    X(PASSWORD, EACH, "password", "hashing of one password")

enum statistic {
#define X(name, where, kind, metric, label, value, meaning) STATISTIC_##name,
    STATISTICS(X)
#undef X
        STATISTIC_COUNT,
};

enum measure {
#define X(name, where, metric, meaning) MEASURE_##name,
    MEASURES(X)
#undef X
        MEASURE_COUNT,
};

/* Microseconds in log-linear buckets: below 16 each value has its own, from there on each power of
 * two has 16 of equal width, so that a bucket is never wider than a sixteenth of its values. Values
 * over 2^37 (a day and a half) count as 2^37. */
enum {
    HISTOGRAM_PARTS_BITS = 4,
    HISTOGRAM_PARTS = 1 << HISTOGRAM_PARTS_BITS,
    HISTOGRAM_BITS_MAX = 37,
    HISTOGRAM_BUCKETS = (HISTOGRAM_BITS_MAX - HISTOGRAM_PARTS_BITS + 1) * HISTOGRAM_PARTS + 1,
};

struct histogram {
    uint64_t count, sum_us, max_us;
    uint64_t buckets[HISTOGRAM_BUCKETS];
};

void histogram_add(struct histogram *histogram, uint64_t us);
/* The least bound of a bucket that `parts` of `whole` of all values do not exceed, at most the
 * greatest value; 0: no values. */
uint64_t histogram_quantile(const struct histogram *histogram, uint64_t parts, uint64_t whole);
/* The number of values below 2^bits. */
uint64_t histogram_below(const struct histogram *histogram, unsigned bits);

enum {
    MOVES_UNDER_WAY = 4096, /* timed at once; of two in one place the earlier is not measured */
    MOVES_ANSWERED = 1024,  /* answers not yet given to the system */
    STATISTICS_ENCODED_PER_SECOND = 10,
};

struct statistics {
    int64_t values[STATISTIC_COUNT];
    struct histogram measures[MEASURE_COUNT];
    enum figures_of of;
    uint64_t started_us;
    struct move_under_way {
        uint64_t session, since_us; /* session 0: none */
        uint32_t request;
    } under_way[MOVES_UNDER_WAY];
    uint64_t answered[MOVES_ANSWERED]; /* the times when these moves came */
    size_t answered_count;
    struct text encoded;     /* the figures of the last answer to server.stats */
    struct bucket encodings; /* a token for each encoding */
};

/* Every `now_us` is of the same monotonic clock. */
void statistics_start(struct statistics *statistics, enum figures_of of, uint64_t now_us);
void statistics_finish(struct statistics *statistics);

static inline void statistics_add(struct statistics *statistics, enum statistic which,
                                  int64_t number)
{
    assert(number >= 0);
    statistics->values[which] += number;
}

static inline void statistics_count(struct statistics *statistics, enum statistic which)
{
    statistics->values[which]++;
}

static inline void statistics_measure(struct statistics *statistics, enum measure which,
                                      uint64_t us)
{
    histogram_add(&statistics->measures[which], us);
}

/* The three steps of a move: its request has come; it is answered; all answers have been given to
 * the system. True: no room for more answers until statistics_answers_left(). */
void statistics_move_came(struct statistics *statistics, uint64_t session, uint32_t request,
                          uint64_t now_us);
bool statistics_move_answered(struct statistics *statistics, uint64_t session, uint32_t request);
void statistics_answers_left(struct statistics *statistics, uint64_t now_us);

/* Appends the answer to server.stats. The figures are encoded at most STATISTICS_ENCODED_PER_SECOND
 * times a second; answers in between repeat the last ones. */
void statistics_encode(struct statistics *statistics, uint32_t request, uint64_t now_us,
                       struct text *out);
/* Appends the text for Prometheus, format 0.0.4. Durations are in seconds there. */
void statistics_expose(const struct statistics *statistics, uint64_t now_us, struct text *out);

#endif
