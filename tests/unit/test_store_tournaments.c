/* Tournaments in the database, and what the readers make of them. */
#include "tests/suite.h"
#include "tests/unit/test_store_evening.h"

#include <stdio.h>
#include <string.h>

SUITE(store_tournaments, 60);

static struct evening evening;
static struct error error;

/* --- how it stands --- */

static struct wire_tournament shown(int64_t tournament)
{
    struct wire_tournament view;
    cr_assert_eq(store_reader_tournament(evening.reader, tournament, evening.arena, &view, &error),
                 ERROR_NONE, "%s", error.message);
    return view;
}

Test(store_tournaments, a_tournament_is_shown_as_it_was_made)
{
    evening_begin(&evening);
    struct batch *batch = batch_create();
    struct record *record = add_tournament(batch, 8, "Club");
    record->tournament.owner = 2;
    record->tournament.format = FORMAT_ROUND_ROBIN;
    record->tournament.rounds = 3;
    record->tournament.each_at_once = 4;
    record->tournament.rated = true;
    record->tournament.invited = true;
    record->tournament.forbidden = batch_keep(batch, "0-3 1-2", 7);
    for (int i = 0; i < 4; i++)
        add_entrant(batch, 8, i, (const char *[]){"ann", "bob", "cem", "dan"}[i], 0, -1);
    running_commit(&evening.running, batch);
    struct wire_tournament view = shown(8);
    cr_assert_eq(view.tournament, 8);
    assert_text(view.owner, "greedy");
    assert_text(view.name, "Club");
    assert_text(view.rules, "nim");
    assert_text(view.format, "round-robin");
    cr_assert_eq(view.rounds, 3);
    assert_text(view.starts, "3+5");
    cr_assert_eq(view.seed, WIRE_ABSENT, "it is not over");
    assert_text(view.clock, "60/move");
    cr_assert_eq(view.at_once, 32);
    cr_assert_eq(view.each_at_once, 4);
    cr_assert(view.rated && view.invited);
    assert_text(view.state, "open");
    assert_text(view.reason, NULL);
    cr_assert_eq(view.created, 10008);
    cr_assert_eq(view.started, WIRE_ABSENT);
    cr_assert_eq(view.ended, WIRE_ABSENT);
    cr_assert_eq(view.entrants, 4);
    cr_assert_eq(view.players_count, 4);
    assert_text(view.players[3].name, "dan");
    cr_assert_not(view.players[3].joined);
    cr_assert_eq(view.players[3].withdrawn, WIRE_ABSENT);
    cr_assert_eq(view.forbidden_count, 2);
    assert_text(view.forbidden[1].first, "bob");
    assert_text(view.forbidden[1].second, "cem");
    cr_assert_eq(view.round, 0);
    cr_assert_eq(view.matches, 0);
    cr_assert_eq(view.total, 3 * 4 * 2, "of six pairs a cycle two are forbidden");
    evening_end(&evening);
}

static void expect_state(enum tournament_state state, const char *reason, int64_t started_ms,
                         int64_t ended_ms)
{
    struct wire_tournament view = shown(7);
    assert_text(view.state, tournament_state_text(state));
    assert_text(view.reason, reason);
    cr_assert_eq(view.started, started_ms);
    cr_assert_eq(view.ended, ended_ms);
    cr_assert_eq(view.seed, ended_ms == WIRE_ABSENT ? WIRE_ABSENT : 12345);
}

Test(store_tournaments, a_tournament_keeps_when_it_was_started_and_when_it_ended)
{
    evening_begin(&evening);
    struct batch *batch = evening_began();
    running_commit(&evening.running, batch);
    expect_state(TOURNAMENT_RUNNING, NULL, 10100, WIRE_ABSENT);
    batch = batch_create();
    add_tournament_state(batch, 7, TOURNAMENT_PAUSED, "no start could be drawn", 10150);
    running_commit(&evening.running, batch);
    expect_state(TOURNAMENT_PAUSED, "no start could be drawn", 10100, WIRE_ABSENT);
    batch = batch_create();
    add_tournament_state(batch, 7, TOURNAMENT_RUNNING, "", 10160);
    running_commit(&evening.running, batch);
    expect_state(TOURNAMENT_RUNNING, NULL, 10100, WIRE_ABSENT);
    evening_finish(&evening, TOURNAMENT_FINISHED);
    expect_state(TOURNAMENT_FINISHED, NULL, 10100, 10200);
    evening_end(&evening);
}

Test(store_tournaments, one_that_was_cancelled_before_it_began_was_never_started)
{
    evening_begin(&evening);
    struct batch *batch = batch_create();
    add_tournament(batch, 7, "Friday");
    running_commit(&evening.running, batch);
    evening_finish(&evening, TOURNAMENT_CANCELLED);
    expect_state(TOURNAMENT_CANCELLED, NULL, WIRE_ABSENT, 10200);
    evening_end(&evening);
}

static void expect_progress(int64_t round, int64_t matches)
{
    struct wire_tournament view = shown(7);
    cr_assert_eq(view.round, round);
    cr_assert_eq(view.matches, matches, "%d matches", (int)view.matches);
    cr_assert_eq(view.total, 4);
}

Test(store_tournaments, matches_are_counted_when_they_are_over_and_not_void)
{
    evening_begin(&evening);
    running_commit(&evening.running, evening_began());
    expect_progress(1, 0);
    running_commit(&evening.running, evening_first_round_over());
    expect_progress(1, 2);
    running_commit(&evening.running, evening_second_round());
    expect_progress(2, 2);
    struct wire_tournament view = shown(7);
    cr_assert(view.players[2].joined);
    cr_assert_eq(view.players[2].withdrawn, 2);
    evening_end(&evening);
}

Test(store_tournaments, the_place_of_who_leaves_before_the_beginning_is_gone)
{
    evening_begin(&evening);
    struct batch *batch = batch_create();
    add_tournament(batch, 7, "Friday");
    add_entrant(batch, 7, 0, "perfect", 1, -1);
    add_entrant(batch, 7, 1, "greedy", 2, -1);
    add_entrant(batch, 7, 0, "greedy", 2, -1);
    add_entrant_gone(batch, 7, 1);
    running_commit(&evening.running, batch);
    struct wire_tournament view = shown(7);
    cr_assert_eq(view.entrants, 1);
    assert_text(view.players[0].name, "greedy");
    cr_assert_eq(view.total, 0);
    evening_end(&evening);
}

/* The numbers of a page, "9 8", with a + behind them where there are more. */
static const char *listed(int64_t before, int64_t limit)
{
    static char text[200];
    struct wire_tournaments list;
    size_t at = 0;
    cr_assert_eq(
        store_reader_tournaments(evening.reader, before, limit, evening.arena, &list, &error),
        ERROR_NONE, "%s", error.message);
    text[0] = '\0';
    for (size_t i = 0; i < list.tournaments_count; i++) {
        const struct wire_tournament *tournament = &list.tournaments[i];
        cr_assert_null(tournament->players);
        cr_assert_eq(tournament->entrants, tournament->tournament == 7 ? 3 : 0);
        at += (size_t)snprintf(text + at, sizeof text - at, "%s%d", i ? " " : "",
                               (int)tournament->tournament);
    }
    snprintf(text + at, sizeof text - at, "%s", list.more ? " +" : "");
    return text;
}

Test(store_tournaments, tournaments_are_listed_the_latest_first)
{
    evening_begin(&evening);
    cr_assert_str_eq(listed(0, 10), "");
    struct batch *batch = evening_began();
    add_tournament(batch, 8, "Club");
    add_tournament(batch, 11, "Open");
    running_commit(&evening.running, batch);
    cr_assert_str_eq(listed(0, 10), "11 8 7");
    cr_assert_str_eq(listed(0, 2), "11 8 +");
    cr_assert_str_eq(listed(8, 2), "7");
    cr_assert_str_eq(listed(11, 1), "8 +");
    evening_end(&evening);
}

/* --- standings and pairs --- */

/* "perfect 8 2-0-0 3/3/0" and so on: points, won, drawn and lost, won positions met, kept and
 * thrown away; a line each. */
static const char *standings(void)
{
    static char text[400];
    struct wire_standings list;
    size_t at = 0;
    cr_assert_eq(store_reader_standings(evening.reader, 7, evening.arena, &list, &error),
                 ERROR_NONE, "%s", error.message);
    cr_assert_eq((int64_t)list.standings_count, list.tournament->entrants);
    for (size_t i = 0; i < list.standings_count; i++) {
        const struct wire_standing *row = &list.standings[i];
        at += (size_t)snprintf(text + at, sizeof text - at, "%s%s %d %d-%d-%d %d/%d/%d",
                               i ? "\n" : "", row->player.bytes, (int)row->points, (int)row->won,
                               (int)row->drawn, (int)row->lost, (int)row->met, (int)row->kept,
                               (int)row->thrown);
    }
    return text;
}

Test(store_tournaments, standings_go_by_the_pairs_that_count_and_by_their_marks)
{
    evening_begin(&evening);
    running_commit(&evening.running, evening_began());
    cr_assert_str_eq(standings(), "Zoë 4 0-0-0 0/0/0\n"
                                  "perfect 0 0-0-0 0/0/0\n"
                                  "greedy 0 0-0-0 0/0/0");
    running_commit(&evening.running, evening_first_round_over());
    cr_assert_str_eq(standings(), "perfect 4 2-0-0 3/3/0\n"
                                  "Zoë 4 0-0-0 0/0/0\n"
                                  "greedy 0 0-0-2 1/0/1");
    running_commit(&evening.running, evening_second_round());
    cr_assert_str_eq(standings(), "perfect 8 2-0-0 3/3/0\n"
                                  "greedy 4 0-0-2 1/0/1\n"
                                  "Zoë 4 0-0-0 0/0/0");
    evening_end(&evening);
}

Test(store_tournaments, a_pair_that_is_void_after_it_was_over_counts_no_more)
{
    evening_begin(&evening);
    running_commit(&evening.running, evening_began());
    struct batch *batch = evening_first_round_over();
    add_pair_void(batch, 7, 1);
    running_commit(&evening.running, batch);
    expect_progress(1, 0);
    cr_assert_str_eq(standings(), "Zoë 4 0-0-0 0/0/0\n"
                                  "perfect 0 0-0-0 0/0/0\n"
                                  "greedy 0 0-0-0 0/0/0");
    evening_end(&evening);
}

Test(store_tournaments, a_match_that_nobody_won_is_half_a_point_for_each)
{
    evening_begin(&evening);
    struct batch *batch = evening_began();
    add_played(batch, 102, "5>0 3>0", "10 11", ENDING_PLIES, SEAT_NOBODY);
    running_commit(&evening.running, batch);
    cr_assert_str_eq(standings(), "Zoë 4 0-0-0 0/0/0\n"
                                  "perfect 1 0-1-0 0/0/0\n"
                                  "greedy 1 0-1-0 0/0/0");
    evening_end(&evening);
}

/* "1 1.1.1.1 played perfect-greedy 3+5 101:1=2 102:2=2" and so on, with the numbers of the matches
 * that have begun, which of the pair they are, and their points, 3 while they are not over; a line
 * each, and + where there are more. */
static const char *pairs(int64_t after, int64_t limit)
{
    static char text[1000];
    struct wire_pairs list;
    size_t at = 0;
    cr_assert_eq(store_reader_pairs(evening.reader, 7, after, limit, evening.arena, &list, &error),
                 ERROR_NONE, "%s", error.message);
    text[0] = '\0';
    for (size_t i = 0; i < list.pairs_count; i++) {
        const struct wire_pair *pair = &list.pairs[i];
        at +=
            (size_t)snprintf(text + at, sizeof text - at, "%d %d.%d.%d.%d%s %s %s-%s %s",
                             (int)pair->number, (int)pair->round, (int)pair->board, (int)pair->leg,
                             (int)pair->attempt, pair->is_void ? " void" : "", pair->kind.bytes,
                             pair->first.bytes, pair->second.bytes ? pair->second.bytes : "",
                             pair->start.bytes ? pair->start.bytes : "-");
        for (size_t game = 0; game < pair->matches_count; game++)
            at +=
                (size_t)snprintf(text + at, sizeof text - at, " %d:%d=%d", (int)pair->matches[game],
                                 (int)pair->begun[game], (int)pair->points[game]);
        at += (size_t)snprintf(text + at, sizeof text - at, "\n");
    }
    snprintf(text + at, sizeof text - at, "%s", list.more ? "+" : "");
    return text;
}

Test(store_tournaments, pairs_are_listed_with_what_became_of_them)
{
    evening_begin(&evening);
    running_commit(&evening.running, evening_began());
    cr_assert_str_eq(pairs(0, 10), "1 1.1.1.1 played perfect-greedy 3+5 101:1=3 102:2=3\n"
                                   "2 1.2.1.1 bye Zoë- -\n");
    running_commit(&evening.running, evening_first_round_over());
    running_commit(&evening.running, evening_second_round());
    cr_assert_str_eq(pairs(0, 10), "1 1.1.1.1 played perfect-greedy 3+5 101:1=2 102:2=2\n"
                                   "2 1.2.1.1 bye Zoë- -\n"
                                   "3 2.1.1.1 void played Zoë-perfect 3+5 103:1=3\n"
                                   "4 2.2.1.1 bye greedy- -\n"
                                   "5 2.1.1.2 void played Zoë-perfect 3+5\n"
                                   "6 2.1.1.3 forfeit Zoë-perfect -\n");
    cr_assert_str_eq(pairs(1, 1), "2 1.2.1.1 bye Zoë- -\n+");
    cr_assert_str_eq(pairs(5, 1), "6 2.1.1.3 forfeit Zoë-perfect -\n");
    cr_assert_str_eq(pairs(6, 1), "");
    evening_end(&evening);
}

Test(store_tournaments, a_tournament_that_is_not_there_is_no_such_tournament)
{
    evening_begin(&evening);
    union wire_body body;
    enum error_code code =
        store_reader_tournament(evening.reader, 7, evening.arena, &body.as_tournament, &error);
    expect_refused(code, ERROR_NO_SUCH_TOURNAMENT, &error, "there is no tournament 7");
    code = store_reader_standings(evening.reader, 7, evening.arena, &body.as_standings, &error);
    expect_refused(code, ERROR_NO_SUCH_TOURNAMENT, &error, "there is no tournament 7");
    code = store_reader_pairs(evening.reader, 7, 0, 10, evening.arena, &body.as_pairs, &error);
    expect_refused(code, ERROR_NO_SUCH_TOURNAMENT, &error, "there is no tournament 7");
    evening_end(&evening);
}

/* --- what cannot be --- */

static enum error_code ask_for_everything(void)
{
    struct wire_standings standings;
    struct evening_lines page = {.limit = 100};
    struct store_export sink = {.owner = &page, .line = evening_take_line};
    enum error_code code =
        store_reader_standings(evening.reader, 7, evening.arena, &standings, &error);
    for (int times = 0; !code && times < 2; times++)
        code = store_reader_export(evening.reader, 7, times, 0, &sink, &error);
    text_finish(&page.text);
    return code;
}

Test(store_tournaments, what_cannot_be_is_internal_and_named)
{
    if (test_database_is_postgres())
        return; /* its constraints cannot be switched off */
    static const struct {
        const char *sql, *message;
    } cases[] = {
        {"UPDATE tournament SET format = 'rumble'", "tournament 7: its format cannot be"},
        {"UPDATE tournament SET state = 'asleep'", "tournament 7: its state cannot be"},
        {"UPDATE tournament SET forbidden = '0-3'", "tournament 7: its list of forbidden"},
        {"UPDATE tournament SET forbidden = '0-1 '", "tournament 7: its list of forbidden"},
        {"UPDATE pair SET first = 3 WHERE number = 1", "the meeting of pair 1"},
        {"UPDATE pair SET second = 0 WHERE number = 1", "the meeting of pair 1"},
        {"UPDATE pair SET second = NULL WHERE number = 1", "the meeting of pair 1"},
        {"UPDATE pair SET second = 1 WHERE number = 2", "the meeting of pair 2"},
        {"UPDATE pair SET first = -1 WHERE number = 2", "the meeting of pair 2"},
        {"UPDATE pair SET winner = 1 WHERE number = 6", "the winner of pair 6"},
        {"UPDATE match SET ending = 'odd' WHERE id = 101", "the ending of a match of pair 1"},
        {"UPDATE judgement SET marks = '+0' WHERE match = 101", "match 101: its marks cannot be"},
        {"UPDATE match SET times = '12' WHERE id = 101", "match 101: it has not one time for each"},
        {"UPDATE match SET times = '12 9 15 1' WHERE id = 101", "match 101: it has not one time"},
    };
    evening_begin(&evening);
    evening_write(&evening);
    cr_assert_eq(ask_for_everything(), ERROR_NONE, "%s", error.message);
    do_sql(&evening.place,
           "CREATE TABLE t AS SELECT * FROM tournament; CREATE TABLE p AS SELECT * FROM pair;"
           "CREATE TABLE m AS SELECT * FROM match; CREATE TABLE j AS SELECT * FROM judgement");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        do_sql(&evening.place, cases[i].sql);
        expect_refused(ask_for_everything(), ERROR_INTERNAL, &error, cases[i].message);
        do_sql(&evening.place,
               "REPLACE INTO tournament SELECT * FROM t; DELETE FROM pair;"
               "INSERT INTO pair SELECT * FROM p; REPLACE INTO match SELECT * FROM m;"
               "REPLACE INTO judgement SELECT * FROM j");
    }
    cr_assert_eq(ask_for_everything(), ERROR_NONE, "%s", error.message);
    evening_end(&evening);
}

Test(store_tournaments, the_database_itself_refuses_what_cannot_be)
{
    if (test_database_is_postgres())
        return; /* it has no references between tables */
    static const char *const cases[] = {
        "UPDATE tournament SET owner = 99",
        "UPDATE tournament SET rated = 2",
        "UPDATE tournament SET invited = 2",
        "UPDATE tournament SET state = 'running'",
        "UPDATE tournament SET ended_ms = NULL",
        "UPDATE tournament SET id = 8",
        "UPDATE entrant SET player = 99 WHERE number = 0",
        "UPDATE entrant SET withdrawn = -1 WHERE number = 0",
        "INSERT INTO entrant (tournament, number, name) VALUES (7, -1, 'dan')",
        "INSERT INTO entrant (tournament, number, name) VALUES (8, 0, 'dan')",
        "DELETE FROM entrant WHERE number = 1",
        "UPDATE pair SET tournament = 8 WHERE number = 1",
        "UPDATE pair SET first = 3 WHERE number = 1",
        "UPDATE pair SET second = 3 WHERE number = 1",
        "UPDATE pair SET kind = 'walk' WHERE number = 2",
        "UPDATE pair SET second = NULL WHERE number = 1",
        "UPDATE pair SET second = 1 WHERE number = 2",
        "UPDATE pair SET winner = 0 WHERE number = 1",
        "UPDATE pair SET winner = NULL WHERE number = 6",
        "UPDATE pair SET winner = 1 WHERE number = 6",
        "UPDATE pair SET start = '' WHERE number = 1",
        "UPDATE pair SET start = '3+5' WHERE number = 2",
        "UPDATE pair SET is_void = 2 WHERE number = 1",
        "UPDATE pair SET first_match = 99 WHERE number = 1",
        "UPDATE pair SET second_match = 99 WHERE number = 1",
        "UPDATE pair SET first_match = 101 WHERE number = 2",
        "UPDATE match SET tournament = 8 WHERE id = 101",
        "DELETE FROM match WHERE id = 101",
        "INSERT INTO judgement VALUES (99, '+1')",
        "UPDATE progress SET matches = -1",
        "INSERT INTO rating VALUES (99, 'nim', 1500, 350, 0.06, 1, 1, NULL)",
        "INSERT INTO server_key VALUES (1, zeroblob(31))",
        "INSERT INTO server_key VALUES (2, zeroblob(32))",
    };
    evening_begin(&evening);
    evening_write(&evening);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_assert(test_database_refuses(evening.place.database, cases[i]), "%s", cases[i]);
    assert_rows(evening.place.database, "PRAGMA foreign_key_check", "");
    evening_end(&evening);
}
