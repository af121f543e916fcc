/* Tournaments: what the hall says of them. */
#include "server/net/encode.h"
#include "server/net/encode_parts.h"

void encode_tournament_number(struct text *out, const struct message *message)
{
    struct wire_tournament_number wire = {.tournament = message->tournament_number};
    wire_encode_result(out, message->request, &wire_record_tournament_number, &wire);
}

static void fill_news(struct wire_tournament_news *wire, const struct tournament_news *news)
{
    *wire = (struct wire_tournament_news){
        .tournament = news->tournament,
        .state = wire_text(tournament_state_text(news->state)),
        .reason = wire_text(news->reason),
        .round = news->round,
        .matches = news->matches,
        .total = news->total,
        .live = news->live,
        .missing = news->missing,
        .unjudged = news->unjudged,
    };
}

void encode_tournament_now(struct text *out, const struct message *message)
{
    struct wire_tournament_news wire;
    fill_news(&wire, &message->tournament);
    wire_encode_result(out, message->request, &wire_record_tournament_news, &wire);
}

void encode_tournament_changed(struct text *out, const struct message *message)
{
    struct wire_tournament_news wire;
    fill_news(&wire, &message->tournament);
    wire_encode_event(out, WIRE_EVENT_TOURNAMENT_CHANGED, &wire);
}
