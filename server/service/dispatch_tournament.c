/* Requests about tournaments and ratings. */
#include "server/service/creation.h"
#include "server/service/dispatch.h"

void on_tournament_create(struct service *service, struct hall_caller from, const void *body)
{
    creation_begin(service, from, body);
}

void on_tournament_join(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_tournament_choice *wire = body;
    hall_tournament_join(service->hall, from, wire->tournament, hall_text(wire->key));
}

void on_tournament_start(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_tournament_choice *wire = body;
    hall_tournament_start(service->hall, from, wire->tournament, hall_text(wire->key));
}

void on_tournament_pause(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_tournament_choice *wire = body;
    hall_tournament_pause(service->hall, from, wire->tournament, hall_text(wire->key));
}

void on_tournament_resume(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_tournament_choice *wire = body;
    hall_tournament_resume(service->hall, from, wire->tournament, hall_text(wire->key));
}

void on_tournament_cancel(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_tournament_choice *wire = body;
    hall_tournament_cancel(service->hall, from, wire->tournament, hall_text(wire->key));
}

void on_tournament_withdraw(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_tournament_withdraw *wire = body;
    hall_tournament_withdraw(service->hall, from, wire->tournament, hall_text(wire->player),
                             hall_text(wire->key));
}

void on_tournament_void(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_tournament_void *wire = body;
    hall_tournament_void(service->hall, from, wire->tournament, wire->round, wire->board,
                         hall_text(wire->key));
}

void on_tournament_watch(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_tournament_number *wire = body;
    hall_tournament_watch(service->hall, from, wire->tournament);
}

void on_tournament_unwatch(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_tournament_number *wire = body;
    hall_tournament_unwatch(service->hall, from, wire->tournament);
}

void on_tournament_list(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_tournament_page *wire = body;
    hall_tournament_list(service->hall, from, or_else(wire->before, 0),
                         or_else(wire->limit, WIRE_PAGE_DEFAULT));
}

void on_tournament_show(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_tournament_number *wire = body;
    hall_tournament_show(service->hall, from, wire->tournament);
}

void on_tournament_standings(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_tournament_number *wire = body;
    hall_tournament_standings(service->hall, from, wire->tournament);
}

void on_tournament_pairs(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_pairs_page *wire = body;
    hall_tournament_pairs(service->hall, from, wire->tournament, or_else(wire->after, 0),
                          or_else(wire->limit, WIRE_PAGE_DEFAULT));
}

void on_tournament_export(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_export_page *wire = body;
    bool times = wire_text_equal(wire->file, "times");
    struct error error;
    if (times || wire_text_equal(wire->file, "results")) {
        hall_tournament_export(service->hall, from, wire->tournament, times,
                               or_else(wire->after, 0), or_else(wire->limit, WIRE_PAGE_DEFAULT));
        return;
    }
    error_set(&error, ERROR_BAD_ARGUMENTS, "'file' must be 'results' or 'times'");
    hall_refuse(service->hall, from, &error);
}

void on_tournament_seal(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_tournament_number *wire = body;
    hall_tournament_seal(service->hall, from, wire->tournament);
}

void on_rating_list(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_rating_choice *wire = body;
    hall_rating_list(service->hall, from, hall_text(wire->player), hall_text(wire->family),
                     or_else(wire->limit, WIRE_PAGE_DEFAULT));
}
