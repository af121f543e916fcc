#include "server/service/service_parts.h"

#include <assert.h>

void service_set_time(struct service *service)
{
    int64_t tick = (int64_t)uv_now(service->loop), deadline = hall_next_deadline(service->hall);
    hall_set_time(service->hall, wall_clock_ms(), tick < deadline ? tick : deadline - 1);
}

void service_tell(struct service *service, uint64_t session, bool is_answer,
                  const struct text *bytes)
{
    struct net_message message = {
        .bytes = bytes,
        .sessions = &session,
        .session_count = 1,
        .soon_count = 1,
        .is_answer = is_answer,
    };
    assert(bytes->len > 0);
    net_send(service->net, &message);
}

void service_refuse(struct service *service, uint64_t session, uint32_t request,
                    const struct error *error)
{
    struct text answer = {0};
    wire_encode_error(&answer, request, error, NULL, NULL);
    service_tell(service, session, true, &answer);
    text_finish(&answer);
}
