/* What messages take: all memory that waits to be said is counted. */
#include "common/base/memory.h"
#include "tests/unit/hall_fixture.h"

#include <stdio.h>
#include <string.h>

SUITE(hall_message, 20);

enum { LEN = 100000 };

static void fill(struct message *message, size_t len)
{
    *message = (struct message){.sessions = message->few, .session_capacity = MESSAGE_FEW};
    for (size_t i = 0; i < len; i++)
        text_append_char(&message->bytes, 'x');
}

Test(hall_message, counts_its_bytes)
{
    struct message message;
    fill(&message, LEN);
    cr_assert_geq(message_bytes(&message), sizeof message + LEN);
    message_clear(&message);
}

Test(hall_message, counts_the_sessions_that_it_is_for)
{
    enum { SESSIONS = 10000 };
    struct message message;
    fill(&message, 0);
    message.sessions = memory_zeroed(SESSIONS, sizeof *message.sessions);
    message.session_capacity = SESSIONS;
    cr_assert_geq(message_bytes(&message), SESSIONS * sizeof *message.sessions);
    message_clear(&message);
}

Test(hall_message, an_empty_one_keeps_the_memory_of_few_bytes_only)
{
    static const size_t lens[] = {200, LEN};
    for (size_t i = 0; i < sizeof lens / sizeof *lens; i++) {
        struct message message;
        fill(&message, lens[i]);
        message_clear(&message);
        cr_assert_eq(message.bytes.len, 0);
        cr_assert_eq(message.bytes.capacity > 0, lens[i] < LEN);
        text_finish(&message.bytes);
    }
}

Test(hall_message, the_texts_of_a_question_are_counted)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann");
    int64_t match = begin_match(ann, arrive(evening, "ben"), "nim", "3+5");
    char move[2000] = {0};
    memset(move, 'x', sizeof move - 1);
    plays(ann, match, 1, "5>3");
    commit(evening);
    skip_all(evening);
    size_t before = hall_unsaid_bytes(evening->hall);
    plays(ann, match, 1, move); /* was it made? */
    cr_assert_geq(hall_unsaid_bytes(evening->hall) - before, sizeof move);
    cr_assert_str_eq(expect(ann, HEARD_LOOK_UP_MOVE)->message->look_up_move.move, move);
    evening_end(evening);
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
    cr_assert_eq(expect(ann, HEARD_SUMMARIES)->summaries.matches_count, 0);
    cr_assert_eq(expect(warden, HEARD_PRESENT)->present.players_count, 1);
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
    size_t counted = hall_unsaid_bytes(evening->hall) - before;
    commit(evening);
    const struct heard *list = expect(ann, HEARD_ONLINE);
    cr_assert_eq(list->online.players_count, GUESTS);
    cr_assert_gt(list->message->bytes.len, GUESTS * strlen("guest-0 fixture"));
    cr_assert_gt(counted, list->message->bytes.len);
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
