/* The record of a tournament as the store gives it. */
#include "server/store/reader.h"
#include "server/store/sqlite/engine.h"
#include "tests/suite.h"
#include "tests/unit/test_export_document.h"
#include "tests/unit/test_store_evening.h"

#include <stdio.h>
#include <string.h>

SUITE(store_export, 60);

static struct evening evening;
static struct error error;

/* Times of day as the document has them; the fixture's are those of 1970. */
static void set_document_times(void)
{
    do_sql(&evening.place,
           "UPDATE match SET created_ms = 1700000000000, ended_ms = 1700000000040 WHERE id = 101;"
           "UPDATE match SET created_ms = 1700000000000, ended_ms = 1700000000025 WHERE id = 102;"
           "UPDATE match SET created_ms = 1700000000060, ended_ms = 1700000000090 WHERE id = 103");
}

/* Goes on with the page. */
static void read_page(struct evening_lines *page, bool times, int64_t after, int limit)
{
    struct store_export sink = {.owner = page, .line = evening_take_line};
    page->taken = 0;
    page->limit = limit;
    cr_assert_eq(store_reader_export(evening.reader, 7, times, after, &sink, &error), ERROR_NONE,
                 "%s", error.message);
}

/* The seal of the document, by the same key. */
static void add_seal(struct evening_lines *page, const struct export_chain *results)
{
    struct export_line line = {.kind = EXPORT_SEAL};
    unsigned char seed[EXPORT_SEED_BYTES], key[EXPORT_KEY_BYTES], secret[EXPORT_SECRET_BYTES];
    memset(seed, 7, sizeof seed);
    export_keys(seed, key, secret);
    memcpy(line.seal.results, results->hash, EXPORT_HASH_BYTES);
    memcpy(line.seal.times, page->chain.hash, EXPORT_HASH_BYTES);
    export_sign(secret, &line.seal);
    evening_take_line(page, &line);
}

static void expect_block(int nth, const struct text *lines)
{
    char *document = document_read();
    struct text block = {0};
    cr_assert(document_block(document, "json", nth, &block));
    cr_assert_str_eq(text_string(lines), text_string(&block), "%s\ninstead of\n%s",
                     text_string(lines), text_string(&block));
    text_finish(&block);
    free(document);
}

Test(store_export, the_export_of_the_documents_example_is_the_example)
{
    evening_begin(&evening);
    evening_write(&evening);
    set_document_times();
    struct evening_lines results = {.limit = 0}, times = {.limit = 0};
    read_page(&results, false, 0, 100);
    expect_block(DOCUMENT_RESULTS, &results.text);
    times.chain = results.chain;
    read_page(&times, true, 0, 100);
    add_seal(&times, &results.chain);
    expect_block(DOCUMENT_TIMES, &times.text);
    text_finish(&results.text);
    text_finish(&times.text);
    evening_end(&evening);
}

Test(store_export, an_export_can_be_had_in_pages_of_any_size)
{
    evening_begin(&evening);
    evening_write(&evening);
    for (int times = 0; times < 2; times++) {
        struct evening_lines whole = {.limit = 0};
        read_page(&whole, times, 0, 100);
        int count = whole.taken;
        for (int limit = 1; limit <= count + 1; limit++) {
            struct evening_lines pages = {.limit = 0};
            for (int after = 0; after < count; after += pages.taken)
                read_page(&pages, times, after, limit);
            cr_assert_str_eq(text_string(&pages.text), text_string(&whole.text));
            read_page(&pages, times, count, limit);
            cr_assert_eq(pages.taken, 0, "nothing is behind the last line");
            text_finish(&pages.text);
        }
        text_finish(&whole.text);
    }
    evening_end(&evening);
}

/* What the database has done for the pages so far. */
static int steps(void)
{
    return sqlite3_stmt_status(sqlite_statement_handle(evening.reader->queries[TOPIC_EXPORT][0]),
                               SQLITE_STMTSTATUS_VM_STEP, 0);
}

/* Both files in pages of two lines each, one after the other or by turns. */
static void read_both(bool by_turns)
{
    struct evening_lines page = {.limit = 0};
    for (int first = 0; first < (by_turns ? 1 : 2); first++)
        for (int after = 0; after < 8; after += 2)
            for (int times = by_turns ? 0 : first; times < (by_turns ? 2 : first + 1); times++)
                read_page(&page, times, after, 2);
    text_finish(&page.text);
}

Test(store_export, two_who_read_by_turns_cost_no_more_than_one_after_the_other)
{
    if (test_database_is_postgres())
        return; /* it counts SQLite's steps */
    evening_begin(&evening);
    evening_write(&evening);
    read_both(false);
    int alone = steps();
    store_reader_close(evening.reader);
    cr_assert_not(store_reader_open(evening.place.database, &evening.reader, &error));
    read_both(true);
    cr_assert_eq(steps(), alone);
    evening_end(&evening);
}

enum { LINES = 7, TIMES = 3 };

/* Each line alone: none follows from the one that the reader gave before it. */
static void read_single_lines(struct text lines[2][LINES])
{
    for (int times = 0; times < 2; times++)
        for (int after = 0; after < (times ? TIMES : LINES); after++) {
            struct evening_lines page = {.limit = 0};
            store_reader_close(evening.reader);
            cr_assert_not(store_reader_open(evening.place.database, &evening.reader, &error));
            read_page(&page, times, after, 1);
            lines[times][after] = page.text;
        }
}

Test(store_export, a_page_can_begin_anywhere_whatever_was_read_before_it)
{
    struct text lines[2][LINES] = {0};
    evening_begin(&evening);
    evening_write(&evening);
    read_single_lines(lines);
    for (int i = 0; i < 2 * LINES * LINES; i++) {
        int times = i % 3 == 0, after = i * 5 % (times ? TIMES : LINES);
        struct evening_lines page = {.limit = 0};
        read_page(&page, times, after, 1);
        cr_assert_str_eq(text_string(&page.text), text_string(&lines[times][after]), "page %d", i);
        text_finish(&page.text);
    }
    for (int i = 0; i < LINES; i++) {
        text_finish(&lines[0][i]);
        text_finish(&lines[1][i]);
    }
    evening_end(&evening);
}

/* Takes a line only when there is room for it, as who sends pages does. */
static bool take_when_there_is_room(void *owner, const struct export_line *line)
{
    struct evening_lines *page = owner;
    if (page->taken == page->limit)
        return false;
    evening_take_line(page, line);
    return true;
}

Test(store_export, a_line_that_was_not_taken_is_the_first_of_the_next_page)
{
    evening_begin(&evening);
    evening_write(&evening);
    for (int limit = 1; limit <= LINES; limit++) {
        struct evening_lines whole = {.limit = 0}, pages = {.limit = limit};
        struct store_export sink = {.owner = &pages, .line = take_when_there_is_room};
        read_page(&whole, false, 0, 100);
        for (int after = 0; after < LINES; after += pages.taken) {
            pages.taken = 0;
            cr_assert_not(store_reader_export(evening.reader, 7, false, after, &sink, &error));
        }
        cr_assert_str_eq(text_string(&pages.text), text_string(&whole.text), "limit %d", limit);
        text_finish(&whole.text);
        text_finish(&pages.text);
    }
    evening_end(&evening);
}

static bool count_and_interrupt(void *owner, const struct export_line *line)
{
    int *lines = owner;
    (void)line;
    if (++*lines == 2)
        store_reader_interrupt(evening.reader);
    return true;
}

Test(store_export, an_export_that_is_interrupted_ends_and_the_next_one_does_not)
{
    evening_begin(&evening);
    evening_write(&evening);
    struct evening_lines whole = {.limit = 0};
    int lines = 0;
    struct store_export sink = {.owner = &lines, .line = count_and_interrupt};
    cr_assert_eq(store_reader_export(evening.reader, 7, false, 0, &sink, &error), ERROR_IO);
    cr_assert_lt(lines, LINES);
    read_page(&whole, false, 0, 100);
    cr_assert_eq(whole.taken, LINES);
    text_finish(&whole.text);
    evening_end(&evening);
}

Test(store_export, an_export_is_in_the_order_of_the_schedule_whatever_the_numbers_are)
{
    evening_begin(&evening);
    evening_write(&evening);
    struct evening_lines before = {.limit = 0}, after = {.limit = 0};
    read_page(&before, false, 0, 100);
    read_page(&before, true, 0, 100);
    /* The byes before the pairs of their rounds, and the second round before the first. */
    do_sql(&evening.place,
           "UPDATE pair SET number = 100 * (3 - round) + 10 * (3 - board) + number");
    read_page(&after, false, 0, 100);
    read_page(&after, true, 0, 100);
    cr_assert_str_eq(text_string(&after.text), text_string(&before.text));
    text_finish(&before.text);
    text_finish(&after.text);
    evening_end(&evening);
}

/* What differs between two runs of one plan: who directs, how fast and how much at once, all
 * numbers, all times, what was rated, and how often a pair was void before it was played. */
Test(store_export, results_hold_nothing_that_differs_from_one_run_to_the_next)
{
    evening_begin(&evening);
    evening_write(&evening);
    struct evening_lines before = {.limit = 0}, after = {.limit = 0};
    read_page(&before, false, 0, 100);
    do_sql(
        &evening.place,
        "UPDATE tournament SET owner = 3, at_once = 1, each_at_once = 2, rated = 1, invited = 0,"
        " reason = 'why', created_ms = 1, started_ms = 2, ended_ms = 3;"
        "UPDATE match SET id = id + 1000, created_ms = 4, ended_ms = 5, journal_from = 6,"
        " rated = 1,"
        " clock = '300+3', times = replace(times, '9', '8');"
        "UPDATE judgement SET match = match + 1000;"
        "UPDATE pair SET first_match = first_match + 1000, second_match = second_match + 1000,"
        " attempt = attempt + 3, number = number + 20;"
        "UPDATE entrant SET player = player + 10; UPDATE player SET id = id + 10, created_ms = 7;"
        "UPDATE match SET first = first + 10, second = second + 10;"
        "UPDATE tournament SET owner = owner + 10");
    read_page(&after, false, 0, 100);
    cr_assert_str_eq(text_string(&after.text), text_string(&before.text));
    text_finish(&before.text);
    text_finish(&after.text);
    evening_end(&evening);
}

Test(store_export, only_a_tournament_that_is_over_is_exported)
{
    evening_begin(&evening);
    struct evening_lines page = {.limit = 100};
    struct store_export sink = {.owner = &page, .line = evening_take_line};
    running_commit(&evening.running, evening_began());
    expect_refused(store_reader_export(evening.reader, 7, false, 0, &sink, &error),
                   ERROR_WRONG_STATE, &error, "tournament 7 is not over: it is running");
    expect_refused(store_reader_export(evening.reader, 8, false, 0, &sink, &error),
                   ERROR_NO_SUCH_TOURNAMENT, &error, "there is no tournament 8");
    cr_assert_eq(page.taken, 0);
    evening_end(&evening);
}

Test(store_export, of_a_cancelled_tournament_what_was_over_is_exported)
{
    evening_begin(&evening);
    running_commit(&evening.running, evening_began());
    struct batch *batch = batch_create();
    add_played(batch, 101, "5>3 3>0 3>0", "12 9 15", ENDING_NORMAL, SEAT_FIRST);
    add_played(batch, 102, "5>0", "10", ENDING_VOID, SEAT_NOBODY);
    running_commit(&evening.running, batch);
    evening_finish(&evening, TOURNAMENT_CANCELLED);
    struct evening_lines results = {.limit = 0}, times = {.limit = 0};
    read_page(&results, false, 0, 100);
    cr_assert_eq(results.taken, 4, "the plan, a match, a bye, the end");
    cr_assert_not_null(strstr(results.text.bytes, "\"moves\":\"5>3 3>0 3>0\",\"marks\":\"\""));
    cr_assert_not_null(strstr(results.text.bytes, "\"state\":\"cancelled\""));
    cr_assert_not_null(strstr(results.text.bytes, "\"player\":\"perfect\",\"points\":2,\"won\":1,"
                                                  "\"drawn\":0,\"lost\":0,\"pairs\":[0,0,0,0,0]"));
    read_page(&times, true, 0, 100);
    cr_assert_eq(times.taken, 2);
    cr_assert_not_null(strstr(times.text.bytes, "\"match\":101,\"void\":false"));
    cr_assert_not_null(strstr(times.text.bytes, "\"match\":102,\"void\":true"));
    text_finish(&results.text);
    text_finish(&times.text);
    evening_end(&evening);
}

Test(store_export, a_pair_that_is_void_after_it_was_over_is_among_the_times_only)
{
    evening_begin(&evening);
    running_commit(&evening.running, evening_began());
    struct batch *batch = evening_first_round_over();
    add_pair_void(batch, 7, 1);
    running_commit(&evening.running, batch);
    evening_finish(&evening, TOURNAMENT_CANCELLED);
    struct evening_lines results = {.limit = 0}, times = {.limit = 0};
    read_page(&results, false, 0, 100);
    cr_assert_eq(results.taken, 3, "the plan, the bye, the end");
    read_page(&times, true, 0, 100);
    cr_assert_eq(times.taken, 2);
    cr_assert_null(strstr(times.text.bytes, "\"void\":false"));
    text_finish(&results.text);
    text_finish(&times.text);
    evening_end(&evening);
}

Test(store_export, a_level_pair_is_exported_with_the_one_that_follows_it)
{
    evening_begin(&evening);
    struct batch *batch = evening_began();
    batch->records[0].tournament.format = FORMAT_KNOCKOUT;
    add_pair(batch, 7, 3, (int[]){1, 1, 2, 1}, (struct meeting){0, 1});
    add_pair_match(batch, 7, 3, 1, 103, (int64_t[]){1, 2});
    running_commit(&evening.running, batch);
    evening_finish(&evening, TOURNAMENT_FINISHED);
    do_sql(&evening.place,
           "UPDATE match SET ending = 'plies', winner = 'nobody', plies = 0, ended_ms = 1,"
           " moves = '', times = ''");
    struct evening_lines page = {.limit = 0};
    read_page(&page, false, 0, 100);
    const char *first = strstr(page.text.bytes, "\"leg\":1,\"game\":2");
    const char *second = strstr(page.text.bytes, "\"leg\":2,\"game\":1");
    const char *bye = strstr(page.text.bytes, "\"type\":\"bye\"");
    cr_assert(first && second && bye && first < second && second < bye);
    text_finish(&page.text);
    evening_end(&evening);
}
