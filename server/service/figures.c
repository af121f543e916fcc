/* Completes the server's statistics with the hall's counts and the present loads. */
#include "server/service/judging.h"
#include "server/service/service_parts.h"
#include "server/store/store.h"

static const enum statistic of_endings[ENDING_COUNT] = {
    [ENDING_NORMAL] = STATISTIC_ENDED_NORMAL,
    [ENDING_RESIGNATION] = STATISTIC_ENDED_RESIGNATION,
    [ENDING_ABORTED] = STATISTIC_ENDED_ABORTED,
    [ENDING_PLIES] = STATISTIC_ENDED_PLIES,
    [ENDING_DRAW] = STATISTIC_ENDED_DRAW,
    [ENDING_TIME] = STATISTIC_ENDED_TIME,
    [ENDING_ABANDONED] = STATISTIC_ENDED_ABANDONED,
    [ENDING_UNSTARTED] = STATISTIC_ENDED_UNSTARTED,
    [ENDING_STALL] = STATISTIC_ENDED_STALL,
    [ENDING_DISCONNECT] = STATISTIC_ENDED_DISCONNECT,
    [ENDING_ILLEGAL] = STATISTIC_ENDED_ILLEGAL,
    [ENDING_PROTOCOL] = STATISTIC_ENDED_PROTOCOL,
    [ENDING_VOID] = STATISTIC_ENDED_VOID,
};

void figures_count(const struct hall_figures *figures, size_t matches_at_start, int64_t *values)
{
    int64_t ended = 0;
    for (enum ending ending = ENDING_NONE + 1; ending < ENDING_COUNT; ending++) {
        values[of_endings[ending]] = (int64_t)figures->ended[ending];
        ended += (int64_t)figures->ended[ending];
    }
    values[STATISTIC_BEGUN] = ended + (int64_t)figures->live_matches - (int64_t)matches_at_start;
    values[STATISTIC_MOVES] = (int64_t)figures->moves;
    values[STATISTIC_LIVE_MATCHES] = (int64_t)figures->live_matches;
    values[STATISTIC_SESSIONS] = (int64_t)figures->sessions;
    values[STATISTIC_PLAYERS] = (int64_t)figures->players;
    values[STATISTIC_OFFERS] = (int64_t)figures->offers;
    values[STATISTIC_INVITATIONS] = (int64_t)figures->invitations;
    values[STATISTIC_REPORTS] = (int64_t)figures->reports;
    values[STATISTIC_START_BYTES] = figures->start_bytes;
    values[STATISTIC_TOURNAMENTS] = (int64_t)figures->tournaments;
    values[STATISTIC_SPECTATORS] = (int64_t)figures->spectators;
    values[STATISTIC_WRITTEN] = figures->written_bytes;
    values[STATISTIC_DAY_BYTES] = figures->day_bytes;
    values[STATISTIC_DAY_BYTES_OF_GUESTS] = figures->guest_day_bytes;
    values[STATISTIC_WRITTEN_REFUSED] = (int64_t)figures->written_refusals;
}

bool service_is_stalled(const struct service *service)
{
    return service->batches.is_stalled || service->batches.is_unsure;
}

struct statistics *service_statistics(struct service *service)
{
    struct statistics *statistics = service->statistics;
    struct hall_figures figures = hall_figures(service->hall);
    struct net_load load = net_load(service->net);
    figures_count(&figures, service->matches_at_start, statistics->values);
    statistics->values[STATISTIC_CONNECTIONS] = (int64_t)load.connections;
    statistics->values[STATISTIC_STALLED] = service_is_stalled(service);
    statistics->values[STATISTIC_OUTGOING] =
        (int64_t)(hall_unsaid_bytes(service->hall) + load.said_bytes + load.untaken_bytes +
                  service->lanes.reserved_bytes);
    statistics->values[STATISTIC_TO_JUDGE] = (int64_t)judging_waiting(service->judging);
    int64_t lease_ms = batches_lease_left_ms(service);
    statistics->values[STATISTIC_LEASE] = lease_ms == INT64_MAX ? 0 : lease_ms;
    statistics->values[STATISTIC_EPOCH] =
        service->store ? store_succession(service->store).epoch : 0;
    service->config->count(service->config->owner, statistics->values);
    return statistics;
}
