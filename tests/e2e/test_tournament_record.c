/* What a tournament leaves behind: the exact judgement, the record and its signature, ratings. */
#include "common/export/export.h"
#include "tests/e2e/contest.h"
#include "tests/e2e/stage.h"

#include <inttypes.h>
#include <string.h>

STAGE(tournament_record);

#define NAMES(...) ((const char *const[]){__VA_ARGS__, NULL})

/* --- the exact judgement --- */

/* The marks of a match as one text. */
static void expect_marks(const struct wire_match *match, const char *marks)
{
    struct text found = {0};
    for (size_t i = 0; i < match->marks_count; i++) {
        text_append_string(&found, i > 0 ? " " : "");
        text_append(&found, match->marks[i].bytes, match->marks[i].len);
    }
    cr_assert_str_eq(text_string(&found), marks);
    text_finish(&found);
}

Test(tournament_record, every_move_is_judged_and_the_standings_sum_it_up)
{
    struct server server = server_start();
    struct contest contest = contest_open(&server, plan_of("round-robin"), NAMES("s1", "w1"));
    contest_start(&contest);
    contest_play(&contest);
    const struct wire_pair *pair = contest_pair(&contest, 1, 1);
    for (size_t i = 0; i < 2; i++) {
        const struct wire_match *match = match_resume(contest.owner, pair->matches[i]);
        /* 5>3 3>2 2>0, and 5>4 4>3 3>2 2>0. */
        expect_marks(match, wire_text_equal(match->first, "s1") ? "+1 0 +1" : "-1 +1 0 +1");
    }
    const struct wire_standings *standings = contest_standings(&contest);
    const struct wire_standing *strong = standing_of(standings, "s1");
    const struct wire_standing *weak = standing_of(standings, "w1");
    cr_assert_eq(strong->met, 4);
    cr_assert_eq(strong->kept, 4);
    cr_assert_eq(strong->thrown, 0);
    cr_assert_eq(weak->met, 1);
    cr_assert_eq(weak->kept, 0);
    cr_assert_eq(weak->thrown, 1);
}

Test(tournament_record, a_page_of_moves_has_the_marks_of_these_moves)
{
    struct server server = server_start();
    struct contest contest = contest_open(&server, plan_of("knockout"), NAMES("w1", "w2"));
    contest_start(&contest);
    contest_play(&contest);
    struct wire_resume resume = {.match = contest_pair(&contest, 1, 1)->matches[0], .after = 3};
    const struct wire_match *page = peer_call(contest.owner, WIRE_MATCH_RESUME, &resume);
    /* 5>4 4>3 3>2 2>1 1>0 */
    cr_assert_eq(page->moves_count, 2);
    expect_marks(page, "-1 +1");
}

/* More of them than the solver is given at a time, and it has to think about the first for a while.
 */
Test(tournament_record, many_matches_that_end_at_once_are_all_judged)
{
    const int matches = is_sanitized() ? 8 : 24; /* each takes a second to judge, or several */
    struct server server = server_start();
    struct wire_tournament_create plan = plan_of("round-robin");
    plan.rules = wire_text("take-away:50x,local");
    plan.starts = wire_text("110000+120000");
    plan.rounds = matches / 2;
    struct contest contest = contest_open(&server, plan, NAMES("s1", "s2"));
    contest_start(&contest);
    for (int i = 0; i < matches; i++) {
        const struct wire_match_event *event =
            peer_event(contest.players[0], WIRE_EVENT_MATCH_STARTED);
        match_move(contest_player(&contest, event->match->first), event->match->match, 1,
                   "110000>109999");
    }
    struct wire_tournament_withdraw withdraw = {.tournament = contest.tournament,
                                                .key = fresh_key()};
    peer_call(contest.players[1], WIRE_TOURNAMENT_WITHDRAW, &withdraw);
    while (!wire_text_equal(contest_news(&contest)->state, "finished"))
        ;
    const struct wire_standings *standings = contest_standings(&contest);
    cr_assert_eq(standing_of(standings, "s1")->met + standing_of(standings, "s2")->met, matches);
}

Test(tournament_record, a_match_outside_tournaments_is_judged_too)
{
    struct server server = server_start();
    struct table table = table_open(&server, "anna", "ben", "nim", "1+2");
    table_play(&table, "2>1 1>0 1>0");
    peer_event(table.first, WIRE_EVENT_MATCH_ENDED);
    const struct wire_match *match;
    do
        match = match_resume(table.first, table.match);
    while (!match->marks);
    expect_marks(match, "+1 0 +1");
}

/* --- the record --- */

struct file {
    struct text lines; /* with their hashes and line ends */
    struct export_chain chain;
    size_t count;
};

/* Fetches all lines, `limit` at a time, and goes on with the chain. */
static void fetch(const struct contest *contest, const char *name, int64_t limit, struct file *file)
{
    struct wire_export_page page = {
        .tournament = contest->tournament, .file = wire_text(name), .after = 0, .limit = limit};
    const struct wire_export_lines *lines;
    do {
        lines = peer_call(contest->owner, WIRE_TOURNAMENT_EXPORT, &page);
        for (size_t i = 0; i < lines->lines_count; i++)
            export_chain_add(&file->chain, lines->lines[i].bytes, lines->lines[i].len,
                             &file->lines);
        page.after += (int64_t)lines->lines_count;
    } while (lines->more);
    file->count = (size_t)page.after;
}

static struct export_seal seal_of(const struct contest *contest)
{
    struct wire_tournament_number number = {.tournament = contest->tournament};
    const struct wire_seal *seal = peer_call(contest->owner, WIRE_TOURNAMENT_SEAL, &number);
    struct export_line line;
    struct error error;
    cr_assert_eq(export_parse(seal->line.bytes, seal->line.len, &line, &error), ERROR_NONE, "%s",
                 error.message);
    cr_assert_eq(line.kind, EXPORT_SEAL);
    struct export_seal found = line.seal;
    export_line_finish(&line);
    return found;
}

Test(tournament_record, the_seal_signs_both_files_with_a_key_that_stays)
{
    struct server server = server_start();
    struct contest contest = contest_open(&server, plan_of("round-robin"), NAMES("s1", "w1", "w2"));
    contest_start(&contest);
    contest_play(&contest);
    struct file file = {0};
    fetch(&contest, "results", 3, &file);
    cr_assert_eq(file.count, 1 + 6 + 1); /* the plan, the matches, the end */
    struct export_seal seal = seal_of(&contest);
    cr_assert_eq(memcmp(seal.results, file.chain.hash, sizeof seal.results), 0);
    fetch(&contest, "times", 100, &file);
    cr_assert_eq(file.count, 6);
    cr_assert_eq(memcmp(seal.times, file.chain.hash, sizeof seal.times), 0);
    cr_assert(export_seal_is_signed(&seal));
    server_kill(&server);
    server_start_again(&server);
    contest.owner = peer_come_back(&server, contest.owner);
    struct export_seal again = seal_of(&contest);
    cr_assert_eq(memcmp(&again, &seal, sizeof seal), 0);
    text_finish(&file.lines);
}

/* Nim with as many heaps as may be: a start of some thousand bytes. */
static struct wire_tournament_create long_plan(struct text *start)
{
    struct wire_tournament_create plan = plan_of("round-robin");
    text_append_string(start, "1000000");
    while (start->len + 8 <= 8000)
        text_append_string(start, "+1000000");
    plan.rules = wire_text("nim");
    plan.starts = wire_text(text_string(start));
    plan.rounds = 20;
    return plan;
}

/* The first player gives up in all matches, of which there are so many. */
static void resign_all(const struct contest *contest, int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        const struct wire_match_event *event =
            peer_event(contest->players[0], WIRE_EVENT_MATCH_STARTED);
        cr_assert_eq(match_choose(contest->players[0], WIRE_MATCH_RESIGN, event->match->match),
                     ERROR_NONE);
    }
    while (!wire_text_equal(contest_news(contest)->state, "finished"))
        ;
}

Test(tournament_record, a_page_ends_before_it_is_too_long_for_a_message)
{
    enum { MATCHES = 40 };
    static const char *const options[] = {"--start-bytes", "64M", NULL};
    struct server server = server_start_with(options);
    struct text start = {0};
    struct contest contest = contest_open(&server, long_plan(&start), NAMES("s1", "w1"));
    contest_start(&contest);
    resign_all(&contest, MATCHES);
    struct wire_export_page page = {.tournament = contest.tournament,
                                    .file = wire_text("results"),
                                    .after = WIRE_ABSENT,
                                    .limit = WIRE_PAGE_MAX};
    const struct wire_export_lines *lines = peer_call(contest.owner, WIRE_TOURNAMENT_EXPORT, &page);
    cr_assert(lines->more);
    cr_assert_geq(lines->lines_count * start.len, WIRE_PAGE_BYTES_MAX - 2 * start.len);
    struct file file = {.lines = {0}};
    fetch(&contest, "results", WIRE_PAGE_MAX, &file);
    cr_assert_eq(file.count, 1 + MATCHES + 1);
    text_finish(&file.lines);
    text_finish(&start);
}

Test(tournament_record, every_line_can_be_read)
{
    struct server server = server_start();
    struct contest contest = contest_open(&server, plan_of("knockout"), NAMES("s1", "s2", "w1"));
    contest_start(&contest);
    contest_play(&contest);
    struct file file = {0};
    fetch(&contest, "results", 100, &file);
    fetch(&contest, "times", 100, &file);
    struct error error;
    char *rest = file.lines.bytes;
    for (char *line; (line = strsep(&rest, "\n")) && *line;) {
        struct export_line parsed;
        cr_assert_eq(export_parse(line, strlen(line), &parsed, &error), ERROR_NONE, "%s: %s", line,
                     error.message);
        export_line_finish(&parsed);
    }
    text_finish(&file.lines);
}

Test(tournament_record, the_results_depend_on_the_plan_alone)
{
    struct server server = server_start();
    struct file files[2];
    memset(files, 0, sizeof files);
    for (int i = 0; i < 2; i++) {
        struct wire_tournament_create plan = plan_of("swiss");
        plan.rounds = 3;
        plan.starts = wire_text("drawn:1-1:10-99");
        plan.at_once = i == 0 ? 1 : 32;
        struct contest contest = contest_open(&server, plan, NAMES("s1", "w1", "s2", "w2", "w3"));
        contest_start(&contest);
        if (i == 1) {
            contest_wait_live(&contest, 4);
            server_kill(&server);
            server_start_again(&server);
            contest_come_back(&contest, &server);
        }
        cr_assert(wire_text_equal(contest_play(&contest), "finished"));
        fetch(&contest, "results", 100, &files[i]);
        peer_close_all();
    }
    cr_assert_str_eq(text_string(&files[0].lines), text_string(&files[1].lines));
    text_finish(&files[0].lines);
    text_finish(&files[1].lines);
}

Test(tournament_record, there_is_none_before_it_is_over)
{
    struct server server = server_start();
    struct contest contest = contest_open(&server, plan_of("knockout"), NAMES("s1", "w1"));
    struct wire_tournament_number number = {.tournament = contest.tournament};
    struct wire_export_page page = {.tournament = contest.tournament,
                                    .file = wire_text("results"),
                                    .after = WIRE_ABSENT,
                                    .limit = WIRE_ABSENT};
    cr_assert_eq(peer_refusal(contest.owner, WIRE_TOURNAMENT_SEAL, &number), ERROR_WRONG_STATE);
    cr_assert_eq(peer_refusal(contest.owner, WIRE_TOURNAMENT_EXPORT, &page), ERROR_WRONG_STATE);
    page.file = wire_text("moves");
    cr_assert_eq(peer_refusal(contest.owner, WIRE_TOURNAMENT_EXPORT, &page), ERROR_BAD_ARGUMENTS);
}

Test(tournament_record, the_seed_is_no_secret_when_it_is_over)
{
    struct server server = server_start();
    struct contest contest = contest_open(&server, plan_of("knockout"), NAMES("s1", "w1"));
    cr_assert_eq(contest_show(&contest)->seed, WIRE_ABSENT);
    contest_start(&contest);
    contest_play(&contest);
    cr_assert_eq(contest_show(&contest)->seed, 42);
}

static int count_of(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, part)); at++)
        count++;
    return count;
}

Test(tournament_record, the_log_tells_of_each_match_once)
{
    struct server server = server_start();
    struct contest contest = contest_open(&server, plan_of("knockout"), NAMES("s1", "w1"));
    contest_start(&contest);
    contest_play(&contest);
    const char *log = process_errors(server_keeper(&server));
    cr_assert_eq(count_of(log, " match-begun "), 2, "%s", log);
    cr_assert_eq(count_of(log, " match-ended "), 2, "%s", log);
}

Test(tournament_record, many_may_ask_for_the_seal_at_once)
{
    struct server server = server_start();
    struct contest contest = contest_open(&server, plan_of("knockout"), NAMES("s1", "w1"));
    contest_start(&contest);
    contest_play(&contest);
    struct wire_tournament_number number = {.tournament = contest.tournament};
    uint32_t first = peer_ask_often(contest.owner, WIRE_TOURNAMENT_SEAL, &number, 32);
    peer_expect_answers(contest.owner, first, 32);
}

/* --- ratings --- */

static const struct wire_ratings *ratings_of(struct peer *peer, const char *player,
                                             const char *family)
{
    struct wire_rating_choice choice = {
        .player = wire_text(player), .family = wire_text(family), .limit = WIRE_ABSENT};
    return peer_call(peer, WIRE_RATING_LIST, &choice);
}

Test(tournament_record, a_rated_match_changes_the_ratings_of_both)
{
    struct server server = server_start();
    struct peer *anna = account_open(&server, "anna", "correct horse");
    struct peer *ben = account_open(&server, "ben", "battery staple");
    struct wire_offer_make offer = {
        .rules = wire_text("nim"),
        .start = wire_text("1"),
        .first = wire_text("maker"),
        .rated = true,
        .key = fresh_key(),
    };
    const struct wire_offer_number *made = peer_call(anna, WIRE_OFFER_MAKE, &offer);
    const struct wire_match *match = offer_accept(ben, made->offer);
    cr_assert(match->rated);
    match_move(anna, match->match, 1, "1>0");
    const struct wire_ratings *ratings = ratings_of(ben, NULL, NULL);
    cr_assert_eq(ratings->ratings_count, 2);
    cr_assert(wire_text_equal(ratings->ratings[0].player, "anna"));
    cr_assert_gt(ratings->ratings[0].rating, 150000);
    cr_assert_lt(ratings->ratings[1].rating, 150000);
    cr_assert_lt(ratings->ratings[1].deviation, 35000);
    cr_assert_eq(ratings->ratings[0].matches, 1);
    cr_assert_eq(ratings_of(ben, "ANNA", "nim")->ratings_count, 1);
    cr_assert_eq(ratings_of(ben, NULL, "chomp")->ratings_count, 0);
}

Test(tournament_record, guests_are_not_rated)
{
    struct server server = server_start();
    struct peer *anna = peer_join(&server, "anna");
    struct wire_offer_make offer = {.rules = wire_text("nim"), .rated = true, .key = fresh_key()};
    cr_assert_eq(peer_refusal(anna, WIRE_OFFER_MAKE, &offer), ERROR_NO_ACCOUNT);
}
