/* Seeks and challenges. */
#include "server/net/encode_parts.h"

#include "common/base/memory.h"

#include <stdlib.h>

static const char *const offer_first_texts[] = {
    [FIRST_RANDOM] = "random",
    [FIRST_MAKER] = "maker",
    [FIRST_TAKER] = "taker",
};

static const char *const offer_end_texts[] = {
    [OFFER_DECLINED] = "declined",
    [OFFER_CANCELLED] = "cancelled",
    [OFFER_GONE] = "gone",
};

static void fill_offer(struct wire_offer *wire, const struct offer_view *view)
{
    *wire = (struct wire_offer){
        .offer = view->offer,
        .from = wire_text(view->from),
        .to = wire_text(view->to),
        .rules = wire_text(view->rules),
        .start = wire_text(view->start),
        .first = wire_text(offer_first_texts[view->first]),
        .rematch_of = or_absent(view->rematch_of),
        .rated = view->rated,
        .clock = wire_text(view->clock),
    };
}

void encode_offers(struct text *out, const struct message *message)
{
    struct wire_offers wire = {
        .offers = memory_zeroed(message->offers.count, sizeof *wire.offers),
        .offers_count = message->offers.count,
    };
    for (size_t i = 0; i < wire.offers_count; i++)
        fill_offer(&wire.offers[i], &message->offers.list[i]);
    wire_encode_result(out, message->request, &wire_record_offers, &wire);
    free(wire.offers);
}

void encode_offer_number(struct text *out, const struct message *message)
{
    struct wire_offer_number offer = {.offer = message->offer_number};
    wire_encode_result(out, message->request, &wire_record_offer_number, &offer);
}

void encode_cleared(struct text *out, const struct message *message)
{
    struct wire_cleared cleared = {
        .matches = message->cleared.matches,
        .offers = message->cleared.offers,
        .more = message->cleared.more,
    };
    wire_encode_result(out, message->request, &wire_record_cleared, &cleared);
}

void encode_rematch(struct text *out, const struct message *message)
{
    struct wire_rematch rematch = {
        .offer = or_absent(message->rematch.offer),
        .match = or_absent(message->rematch.match),
    };
    wire_encode_result(out, message->request, &wire_record_rematch, &rematch);
}

void encode_offer_received(struct text *out, const struct message *message)
{
    struct wire_offer offer;
    fill_offer(&offer, &message->offer_received);
    struct wire_offer_event event = {.offer = &offer};
    wire_encode_event(out, WIRE_EVENT_OFFER_RECEIVED, &event);
}

void encode_offer_closed(struct text *out, const struct message *message)
{
    struct wire_offer_closed event = {
        .offer = message->offer_closed.offer,
        .reason = wire_text(offer_end_texts[message->offer_closed.reason]),
    };
    wire_encode_event(out, WIRE_EVENT_OFFER_CLOSED, &event);
}
