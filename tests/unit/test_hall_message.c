/* What messages take: all memory that waits to be said is counted, whatever the kind of message. */
#include "common/base/memory.h"
#include "tests/unit/hall_fixture.h"

#include <stdio.h>
#include <string.h>

SUITE(hall_message, 20);

static char *text_of(size_t len)
{
    char *text = memory_zeroed(len + 1, 1);
    memset(text, 'x', len);
    return text;
}

static struct offer_view offer_of(size_t len)
{
    return (struct offer_view){
        .from = text_of(len),
        .to = text_of(len),
        .rules = text_of(len),
        .start = text_of(len),
        .clock = text_of(len),
    };
}

static struct match_summary summary_of(size_t len)
{
    return (struct match_summary){
        .rules = text_of(len),
        .start = text_of(len),
        .first = text_of(len),
        .second = text_of(len),
        .clock = text_of(len),
    };
}

static struct chat_line line_of(size_t len)
{
    return (struct chat_line){.from = text_of(len), .text = text_of(len)};
}

static void fill_view(struct match_view *view, size_t len)
{
    view->summary = summary_of(len);
    for (size_t i = 0; i < len; i++) {
        text_append_char(&view->position, 'x');
        text_append_char(&view->moves, 'x');
    }
    view->taken_ms = memory_zeroed(len, sizeof *view->taken_ms);
    view->credit_ms = memory_zeroed(len, sizeof *view->credit_ms);
    view->marks = text_of(len);
}

/* A list of one element with room for no more. */
#define LIST_OF_ONE(list) ((list) = memory_zeroed(1, sizeof *(list)))

/* Gives the message everything that one of its kind can own, each piece `len` bytes long or longer;
 * returns how many pieces these are. */
static size_t fill(struct message *message, size_t len)
{
    switch (message->kind) {
    case MESSAGE_WELCOME:
        message->welcome.name = text_of(len);
        message->welcome.token = text_of(len);
        message->welcome.matches = memory_zeroed(len, sizeof *message->welcome.matches);
        return 3;
    case MESSAGE_OFFERS:
        *LIST_OF_ONE(message->offers.list) = offer_of(len);
        message->offers.count = 1;
        return 5;
    case MESSAGE_MATCH:
    case MESSAGE_MATCH_STARTED:
        fill_view(&message->match.view, len);
        return 10;
    case MESSAGE_SUMMARIES:
        *LIST_OF_ONE(message->summaries.list) = summary_of(len);
        message->summaries.count = 1;
        return 5;
    case MESSAGE_CHAT_LINES:
        *LIST_OF_ONE(message->chat_lines.list) = line_of(len);
        message->chat_lines.count = 1;
        return 2;
    case MESSAGE_PRESENT:
    case MESSAGE_ONLINE:
        *LIST_OF_ONE(message->present.list) = (struct present_view){
            .name = text_of(len), .address = text_of(len), .client = text_of(len)};
        message->present.count = 1;
        return 3;
    case MESSAGE_BANS:
        *LIST_OF_ONE(message->bans.list) =
            (struct ban_view){.shown = text_of(len), .reason = text_of(len)};
        message->bans.count = 1;
        return 2;
    case MESSAGE_ERROR:
        message->error.position = text_of(len);
        return 1;
    case MESSAGE_LOOK_UP_HELLO:
        message->look_up_hello.name_key = text_of(len);
        return 1;
    case MESSAGE_LOOK_UP_MOVE:
        message->look_up_move.move = text_of(len);
        return 1;
    case MESSAGE_LOOK_UP_HISTORY:
        message->look_up_history.player_key = text_of(len);
        return 1;
    case MESSAGE_LOOK_UP_RATINGS:
        message->look_up_ratings.player_key = text_of(len);
        message->look_up_ratings.family = text_of(len);
        return 2;
    case MESSAGE_DRAW_START:
        message->draw_start.rules = text_of(len);
        message->draw_start.starts = text_of(len);
        return 2;
    case MESSAGE_TOURNAMENT_NOW:
    case MESSAGE_TOURNAMENT:
        message->tournament.reason = text_of(len);
        return 1;
    case MESSAGE_OFFER_RECEIVED:
        message->offer_received = offer_of(len);
        return 5;
    case MESSAGE_MOVED:
        message->moved.move = text_of(len);
        return 1;
    case MESSAGE_CHAT:
        message->chat = line_of(len);
        return 2;
    case MESSAGE_STALLED:
    case MESSAGE_CLOSING:
    case MESSAGE_REPLACED:
    case MESSAGE_KICKED:
        message->notice.reason = text_of(len);
        return 1;
    case MESSAGE_NOTHING:
    case MESSAGE_OFFER_NUMBER:
    case MESSAGE_CLEARED:
    case MESSAGE_TOURNAMENT_NUMBER:
    case MESSAGE_MOVE_DONE:
    case MESSAGE_REMATCH:
    case MESSAGE_LOOK_UP_TOKENS:
    case MESSAGE_LOOK_UP_PASSWORD:
    case MESSAGE_LOOK_UP_MATCH:
    case MESSAGE_LOOK_UP_TOURNAMENTS:
    case MESSAGE_LOOK_UP_TOURNAMENT:
    case MESSAGE_LOOK_UP_STANDINGS:
    case MESSAGE_LOOK_UP_PAIRS:
    case MESSAGE_LOOK_UP_EXPORT:
    case MESSAGE_LOOK_UP_SEAL:
    case MESSAGE_JUDGE:
    case MESSAGE_OFFER_CLOSED:
    case MESSAGE_ENDED:
    case MESSAGE_PRESENCE:
    case MESSAGE_RESUMED:
        break;
    }
    return 0;
}

Test(hall_message, counts_every_text_of_every_kind)
{
    enum { LEN = 100000 };
    for (int kind = 0; kind <= MESSAGE_KICKED; kind++) {
        struct message message = {.kind = (enum message_kind)kind, .sessions = message.few};
        size_t pieces = fill(&message, LEN), bytes = message_bytes(&message);
        cr_assert_geq(bytes, sizeof message + pieces * LEN, "kind %d: %zu bytes of %zu pieces",
                      kind, bytes, pieces);
        message_finish(&message);
    }
}

Test(hall_message, counts_the_sessions_that_it_is_for)
{
    enum { SESSIONS = 10000 };
    struct message message = {
        .kind = MESSAGE_RESUMED,
        .sessions = memory_zeroed(SESSIONS, sizeof *message.sessions),
    };
    cr_assert_geq(message_bytes(&message), SESSIONS * sizeof *message.sessions);
    message_finish(&message);
}

/* --- what the hall makes for an answer --- */

Test(hall_message, a_list_takes_what_it_holds_and_not_what_it_may_hold)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *warden = newcomer(evening, "");
    connects(warden);
    commit(evening);
    size_t before = hall_unsaid_bytes(evening->hall);
    lists_matches(ann, 0, HALL_PAGE_MAX);
    lists_players(warden, 0, HALL_PAGE_MAX);
    cr_assert_lt(hall_unsaid_bytes(evening->hall) - before, 4096);
    commit(evening);
    cr_assert_eq(expect(ann, MESSAGE_SUMMARIES)->summaries.count, 0);
    cr_assert_eq(expect(warden, MESSAGE_PRESENT)->present.count, 1);
    evening_end(evening);
}

Test(hall_message, a_list_of_players_is_counted)
{
    enum { GUESTS = 100 };
    struct evening *evening = evening_begin();
    struct guest *ann = NULL;
    for (int i = 0; i < GUESTS; i++) {
        char name[32];
        snprintf(name, sizeof name, "guest-%d", i);
        ann = arrive(evening, name);
    }
    commit(evening);
    size_t before = hall_unsaid_bytes(evening->hall);
    lists_online(ann);
    cr_assert_gt(hall_unsaid_bytes(evening->hall) - before, GUESTS * sizeof(struct present_view));
    commit(evening);
    cr_assert_eq(expect(ann, MESSAGE_ONLINE)->present.count, GUESTS);
    cr_assert_eq(hall_unsaid_bytes(evening->hall), 0);
    evening_end(evening);
}

Test(hall_message, refusals_during_a_stall_are_counted)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t match = begin_match(ann, ben, "nim", "3+5");
    plays(ann, match, 1, "5>3");
    submit(evening);
    stall(evening);
    hear(evening);
    skip_all(evening);
    size_t before = hall_unsaid_bytes(evening->hall);
    resigns(ben, match, "key");
    cr_assert_geq(hall_unsaid_bytes(evening->hall) - before, sizeof(struct message));
    hear(evening);
    expect_error(ben, ERROR_SERVER_STALLED);
    cr_assert_eq(hall_unsaid_bytes(evening->hall), before);
    land(evening);
    evening_end(evening);
}
