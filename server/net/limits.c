#include "server/server.h"

const struct net_limits net_limits_default = {
    .connections = 10000,
    .connections_per_address = 500,
    .queued_bytes = 4 * 1024 * 1024,
    .all_queued_bytes = 16 * 1024 * 1024,
    .all_unread_bytes = 4 * 1024 * 1024,
    .requests_per_second = 5000,
    .requests_burst = 10000,
    .hello_ms = 10 * 1000,
    .message_ms = 30 * 1000,
    .idle_ms = 30 * 60 * 1000,
    .ping_ms = 15 * 1000,
    .dead_ms = 60 * 1000,
    .logins_per_minute = 6,
    .passwords_waiting = 256,
    .solver_memory = 40 * 1024 * 1024,
};
