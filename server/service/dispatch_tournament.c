/* Requests about tournaments and ratings. */
#include "server/service/creation.h"
#include "server/service/dispatch.h"

void on_tournament_create(struct connection *connection, struct hall_caller from, const void *body)
{
    creation_begin(connection, from, body);
}

void on_tournament_join(struct connection *connection, struct hall_caller from, const void *body)
{
    const struct wire_tournament_choice *wire = body;
    hall_tournament_join(connection->server->hall, from, wire->tournament, hall_text(wire->key));
}

void on_tournament_start(struct connection *connection, struct hall_caller from, const void *body)
{
    const struct wire_tournament_choice *wire = body;
    hall_tournament_start(connection->server->hall, from, wire->tournament, hall_text(wire->key));
}

void on_tournament_pause(struct connection *connection, struct hall_caller from, const void *body)
{
    const struct wire_tournament_choice *wire = body;
    hall_tournament_pause(connection->server->hall, from, wire->tournament, hall_text(wire->key));
}

void on_tournament_resume(struct connection *connection, struct hall_caller from, const void *body)
{
    const struct wire_tournament_choice *wire = body;
    hall_tournament_resume(connection->server->hall, from, wire->tournament, hall_text(wire->key));
}

void on_tournament_cancel(struct connection *connection, struct hall_caller from, const void *body)
{
    const struct wire_tournament_choice *wire = body;
    hall_tournament_cancel(connection->server->hall, from, wire->tournament, hall_text(wire->key));
}

void on_tournament_withdraw(struct connection *connection, struct hall_caller from,
                            const void *body)
{
    const struct wire_tournament_withdraw *wire = body;
    hall_tournament_withdraw(connection->server->hall, from, wire->tournament,
                             hall_text(wire->player), hall_text(wire->key));
}

void on_tournament_void(struct connection *connection, struct hall_caller from, const void *body)
{
    const struct wire_tournament_void *wire = body;
    hall_tournament_void(connection->server->hall, from, wire->tournament, wire->round, wire->board,
                         hall_text(wire->key));
}

void on_tournament_watch(struct connection *connection, struct hall_caller from, const void *body)
{
    const struct wire_tournament_number *wire = body;
    hall_tournament_watch(connection->server->hall, from, wire->tournament);
}

void on_tournament_unwatch(struct connection *connection, struct hall_caller from, const void *body)
{
    const struct wire_tournament_number *wire = body;
    hall_tournament_unwatch(connection->server->hall, from, wire->tournament);
}

void on_tournament_list(struct connection *connection, struct hall_caller from, const void *body)
{
    const struct wire_tournament_page *wire = body;
    hall_tournament_list(connection->server->hall, from, or_else(wire->before, 0),
                         or_else(wire->limit, WIRE_PAGE_DEFAULT));
}

void on_tournament_show(struct connection *connection, struct hall_caller from, const void *body)
{
    const struct wire_tournament_number *wire = body;
    hall_tournament_show(connection->server->hall, from, wire->tournament);
}

void on_tournament_standings(struct connection *connection, struct hall_caller from,
                             const void *body)
{
    const struct wire_tournament_number *wire = body;
    hall_tournament_standings(connection->server->hall, from, wire->tournament);
}

void on_tournament_pairs(struct connection *connection, struct hall_caller from, const void *body)
{
    const struct wire_pairs_page *wire = body;
    hall_tournament_pairs(connection->server->hall, from, wire->tournament, or_else(wire->after, 0),
                          or_else(wire->limit, WIRE_PAGE_DEFAULT));
}

void on_tournament_export(struct connection *connection, struct hall_caller from, const void *body)
{
    const struct wire_export_page *wire = body;
    bool times = wire_text_equal(wire->file, "times");
    struct error error;
    if (times || wire_text_equal(wire->file, "results")) {
        hall_tournament_export(connection->server->hall, from, wire->tournament, times,
                               or_else(wire->after, 0), or_else(wire->limit, WIRE_PAGE_DEFAULT));
        return;
    }
    error_set(&error, ERROR_BAD_ARGUMENTS, "'file' must be 'results' or 'times'");
    hall_refuse(connection->server->hall, from, &error);
}

void on_tournament_seal(struct connection *connection, struct hall_caller from, const void *body)
{
    const struct wire_tournament_number *wire = body;
    hall_tournament_seal(connection->server->hall, from, wire->tournament);
}

void on_rating_list(struct connection *connection, struct hall_caller from, const void *body)
{
    const struct wire_rating_choice *wire = body;
    hall_rating_list(connection->server->hall, from, hall_text(wire->player),
                     hall_text(wire->family), or_else(wire->limit, WIRE_PAGE_DEFAULT));
}
