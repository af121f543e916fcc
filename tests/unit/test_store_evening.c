#include "tests/unit/test_store_evening.h"

#include "tests/suite.h"

#include <string.h>

/* Entrant 0 is player 1 and so on. */
static const int64_t perfect_greedy[] = {1, 2}, greedy_perfect[] = {2, 1}, zoe_perfect[] = {3, 1};

void evening_begin(struct evening *evening)
{
    struct error error;
    evening->place = place_make();
    running_start(&evening->running, &evening->place);
    struct batch *batch = batch_create();
    add_player(batch, 1, "perfect");
    add_player(batch, 2, "greedy");
    add_player(batch, 3, "Zoë");
    add_token(batch, 1, 1, 1001, LATER_MS);
    running_commit(&evening->running, batch);
    evening->arena = wire_arena_create();
    cr_assert_eq(store_reader_open(evening->place.database, &evening->reader, &error), ERROR_NONE,
                 "%s", error.message);
}

void evening_end(struct evening *evening)
{
    wire_arena_destroy(evening->arena);
    store_reader_close(evening->reader);
    running_close(&evening->running);
    place_remove(&evening->place);
}

struct batch *evening_began(void)
{
    struct batch *batch = batch_create();
    add_tournament(batch, 7, "Friday")->tournament.invited = true;
    add_entrant(batch, 7, 0, "perfect", 0, -1);
    add_entrant(batch, 7, 1, "greedy", 2, -1);
    add_entrant(batch, 7, 2, "Zoë", 0, -1);
    add_entrant(batch, 7, 2, "Zoë", 3, -1);
    add_entrant(batch, 7, 0, "perfect", 1, -1);
    add_tournament_state(batch, 7, TOURNAMENT_RUNNING, "", 10100);
    add_pair(batch, 7, 1, (int[]){1, 1, 1, 1}, (struct meeting){0, 1});
    add_bye(batch, 7, 2, (int[]){1, 2, 1, 1}, 2);
    add_pair_match(batch, 7, 1, 1, 101, perfect_greedy);
    add_pair_match(batch, 7, 1, 2, 102, greedy_perfect);
    return batch;
}

void add_played(struct batch *batch, int64_t match, const char *moves, const char *times,
                enum ending ending, enum seat winner)
{
    int64_t plies = 1;
    for (const char *at = moves; *at; at++)
        plies += *at == ' ';
    struct record *record = add_end(batch, match, plies, moves, ending, winner);
    record->end.times = batch_keep(batch, times, strlen(times));
}

struct batch *evening_first_round_over(void)
{
    struct batch *batch = batch_create();
    add_played(batch, 101, "5>3 3>0 3>0", "12 9-4 15", ENDING_NORMAL, SEAT_FIRST);
    add_played(batch, 102, "5>0 3>0", "10 11", ENDING_NORMAL, SEAT_SECOND);
    add_marks(batch, 101, "+1 0 +1");
    add_marks(batch, 102, "-1 +1");
    return batch;
}

struct batch *evening_second_round(void)
{
    struct meeting meeting = {2, 0};
    struct batch *batch = batch_create();
    add_pair(batch, 7, 3, (int[]){2, 1, 1, 1}, meeting);
    add_bye(batch, 7, 4, (int[]){2, 2, 1, 1}, 1);
    add_pair_match(batch, 7, 3, 1, 103, zoe_perfect);
    add_played(batch, 103, "5>4", "20", ENDING_VOID, SEAT_NOBODY);
    add_marks(batch, 103, "-1");
    add_pair_void(batch, 7, 3);
    add_pair(batch, 7, 5, (int[]){2, 1, 1, 2}, meeting);
    add_entrant(batch, 7, 2, "Zoë", 3, 2);
    add_pair_void(batch, 7, 5);
    add_forfeit(batch, 7, 6, (int[]){2, 1, 1, 3}, meeting, 0);
    return batch;
}

void evening_finish(struct evening *evening, enum tournament_state state)
{
    struct batch *batch = batch_create();
    add_tournament_state(batch, 7, state, "", 10200);
    running_commit(&evening->running, batch);
}

void evening_write(struct evening *evening)
{
    running_commit(&evening->running, evening_began());
    running_commit(&evening->running, evening_first_round_over());
    running_commit(&evening->running, evening_second_round());
    evening_finish(evening, TOURNAMENT_FINISHED);
}

bool evening_take_line(void *owner, const struct export_line *line)
{
    struct evening_lines *lines = owner;
    struct text printed = {0};
    export_print(line, &printed);
    export_chain_add(&lines->chain, printed.bytes, printed.len, &lines->text);
    text_finish(&printed);
    return ++lines->taken < lines->limit;
}

void expect_refused(enum error_code code, enum error_code expected, const struct error *error,
                    const char *message)
{
    cr_assert_eq(code, expected, "%s: %s", error_name(code), error->message);
    cr_assert_not_null(strstr(error->message, message), "'%s' says nothing of '%s'", error->message,
                       message);
}
