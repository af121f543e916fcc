#include "client/tournament/hasty_moves.h"
#include "client/tournament/report_model.h"
#include "common/base/memory.h"
#include "tests/e2e/folder.h"
#include "tests/suite.h"
#include "tests/unit/record_sample.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void clean_up(void)
{
    folder_remove();
    suite_check_leaks();
}

TestSuite(report, .init = folder_make, .fini = clean_up, .timeout = BUSY_MACHINE_S(60));

static const struct sample_wish wish = {
    .rules = "take-away:2x",
    .format = "round-robin",
    .starts = "drawn:1:15-40",
    .players = 5,
    .rounds = 1,
    .seed = 7,
    .early = 4,
    .withdrawn = 4,
};

static void write_report(void)
{
    struct error error = {0};
    char path[FOLDER_PATH_MAX];
    folder_path("", path);
    cr_assert_eq(report_write(path, &error), ERROR_NONE, "%s", error.message);
}

static void make_report(struct sample *sample)
{
    char path[FOLDER_PATH_MAX];
    folder_path("", path);
    sample_make(&wish, sample);
    sample_write(sample, path);
    write_report();
}

static size_t count_of(const char *text, const char *word)
{
    size_t count = 0;
    for (; (text = strstr(text, word)); text += strlen(word))
        count++;
    return count;
}

static void expect_in(const char *text, const char *word)
{
    cr_expect_not_null(strstr(text, word), "'%s' is not in:\n%.3000s", word, text);
}

static struct export_match *first_match(const struct sample *sample)
{
    struct export_match *match = sample->matches;
    while (match->kind != MEETING_PLAYED)
        match++;
    return match;
}

static size_t matches_of(const struct sample *sample)
{
    size_t count = 0;
    for (size_t i = 0; i < sample->count; i++)
        count += sample->matches[i].kind == MEETING_PLAYED;
    return count;
}

/* Did the match end, not by a move, where whoever was to move and lost could have won? The last
 * mark tells: every early ending of the sample is lost for whoever is to move. */
static bool ended_in_won(const struct export_match *match)
{
    const char *last = strrchr(match->marks, ' ');
    last = last ? last + 1 : match->marks;
    return strcmp(match->ending, "normal") != 0 && *last != '+' && *last != '\0';
}

/* Matches in which somebody threw a win away, by a move or by the ending. */
static size_t thrown_of(const struct sample *sample)
{
    size_t count = 0;
    for (size_t i = 0; i < sample->count; i++)
        count += sample->matches[i].marks &&
                 (strchr(sample->matches[i].marks, '-') || ended_in_won(&sample->matches[i]));
    return count;
}

/* --- CSV --- */

static size_t fields_of(const char *line)
{
    size_t fields = 1;
    bool is_quoted = false;
    for (; *line && *line != '\n'; line++) {
        is_quoted = is_quoted != (*line == '"');
        fields += !is_quoted && *line == ',';
    }
    return fields;
}

static void expect_rows(const char *csv, size_t rows)
{
    size_t fields = fields_of(csv), lines = 0;
    for (const char *line = csv; *line; line = strchr(line, '\n') + 1, lines++)
        cr_expect_eq(fields_of(line), fields, "%.200s", line);
    cr_expect_eq(lines, rows + 1);
}

Test(report, the_csv_has_a_row_for_each_line_of_the_record)
{
    struct sample sample;
    struct text moves = {0};
    make_report(&sample);
    char *csv = folder_read("results.csv");
    expect_rows(csv, sample.count);
    report_print_moves(first_match(&sample), &moves);
    cr_expect_eq(count_of(csv, ",match,"), matches_of(&sample) + 1); /* a column has the name */
    cr_expect_eq(count_of(csv, ",forfeit,"), sample.count - matches_of(&sample));
    expect_in(csv, text_string(&moves));
    text_finish(&moves);
    expect_in(csv, "2023-11-14T22:13:21.000Z");
    free(csv);
    sample_finish(&sample);
}

Test(report, without_times_the_columns_stay_empty)
{
    struct sample sample;
    char path[FOLDER_PATH_MAX];
    make_report(&sample);
    folder_path("times.jsonl", path);
    unlink(path);
    write_report();
    char *csv = folder_read("results.csv");
    expect_rows(csv, sample.count);
    cr_expect_null(strstr(csv, "2023-11-14"));
    free(csv);
    sample_finish(&sample);
}

Test(report, what_could_be_mistaken_in_a_csv_is_quoted)
{
    struct sample sample;
    char path[FOLDER_PATH_MAX];
    folder_path("", path);
    sample_make(&wish, &sample);
    for (size_t i = 0; i < sample.count; i++) {
        if (sample.matches[i].ending)
            sample_set(&sample.matches[i].ending, "a,b \"c\"");
    }
    sample_write(&sample, path);
    write_report();
    char *csv = folder_read("results.csv");
    expect_rows(csv, sample.count);
    expect_in(csv, ",\"a,b \"\"c\"\"\",");
    free(csv);
    sample_finish(&sample);
}

Test(report, nothing_in_a_csv_is_taken_for_a_formula)
{
    static const char *const starts[] = {"=1+1", "+1", "-1", "@sum", "\tx"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        struct sample sample;
        char path[FOLDER_PATH_MAX], field[32];
        folder_path("", path);
        sample_make(&wish, &sample);
        sample_set(&first_match(&sample)->ending, starts[i]);
        sample_write(&sample, path);
        write_report();
        char *csv = folder_read("results.csv");
        snprintf(field, sizeof field, ",'%s,", starts[i]);
        expect_in(csv, field);
        free(csv);
        sample_finish(&sample);
    }
}

/* --- text --- */

Test(report, the_text_has_the_judgement_of_everybody)
{
    struct sample sample;
    make_report(&sample);
    char *text = folder_read("report.txt");
    expect_in(text, "The exact judgement");
    for (size_t i = 0; i < sample.end.count; i++) {
        const struct export_standing *row = &sample.end.standings[i];
        char words[64];
        snprintf(words, sizeof words, " %lld ", (long long)row->met);
        const char *judgement = strstr(text, "The exact judgement");
        const char *line = strstr(judgement, row->player);
        cr_assert_not_null(line);
        cr_expect_lt(strstr(line, words), strchr(line, '\n'), "%s met%s", row->player, words);
    }
    free(text);
    sample_finish(&sample);
}

Test(report, the_text_lists_the_first_throw_away_of_each_match)
{
    struct sample sample;
    make_report(&sample);
    char *text = folder_read("report.txt");
    size_t thrown = thrown_of(&sample);
    const char *list = strstr(text, "The first throw-away of each match");
    cr_assert_not_null(list);
    cr_expect_gt(thrown, 0);
    cr_expect_eq(count_of(strstr(list, "\nboard "), "\n"), thrown + 4); /* the head, the sum */
    char words[64];
    snprintf(words, sizeof words, "%zu of %zu matches.", thrown, matches_of(&sample));
    expect_in(list, words);
    free(text);
    sample_finish(&sample);
}

Test(report, the_lines_of_the_text_fit_a_terminal)
{
    static const struct sample_wish many = {
        .rules = "nim",
        .format = "round-robin",
        .starts = "drawn:2-4:5-20",
        .players = 14,
        .rounds = 1,
        .seed = 2,
    };
    struct sample sample;
    char path[FOLDER_PATH_MAX];
    folder_path("", path);
    sample_make(&many, &sample);
    sample_write(&sample, path);
    write_report();
    char *text = folder_read("report.txt");
    /* Behind the standings, which can be wider. */
    for (const char *line = strstr(text, "The exact judgement"); *line; line += *line == '\n') {
        size_t len = strcspn(line, "\n");
        cr_expect_leq(len, 80, "%.100s", line);
        line += len;
    }
    free(text);
    sample_finish(&sample);
}

/* --- the model --- */

static struct report report_of_folder(void)
{
    struct report report;
    struct error error = {0};
    char path[FOLDER_PATH_MAX];
    folder_path("", path);
    cr_assert_eq(report_read(path, &report, &error), ERROR_NONE, "%s", error.message);
    return report;
}

Test(report, what_is_counted_agrees_with_the_standings)
{
    struct sample sample;
    make_report(&sample);
    struct report report = report_of_folder();
    cr_expect_eq(report.match_count, (int64_t)matches_of(&sample));
    for (size_t i = 0; i < sample.end.count; i++) {
        const struct export_standing *row = &sample.end.standings[i];
        int entrant = results_entrant(results_plan(&report.results), row->player);
        const struct report_player *player = &report.players[entrant];
        int64_t won = 0, lost = 0, points = 0;
        for (int ending = 0; ending < REPORT_ENDINGS; ending++) {
            won += player->won[ending];
            lost += player->lost[ending];
        }
        for (size_t other = 0; other < report.player_count; other++)
            points += report_score(&report, (size_t)entrant, other).points;
        cr_expect_eq(won, row->won);
        cr_expect_eq(lost, row->lost);
        cr_expect_eq(points, 2 * row->won + row->drawn);
        cr_expect_eq(player->marks.won, row->met);
        cr_expect_eq(player->marks.kept, row->kept);
        cr_expect_eq(player->marks.thrown, row->thrown);
    }
    report_finish(&report);
    sample_finish(&sample);
}

Test(report, a_move_is_found_with_its_mark_and_its_player)
{
    char moves[] = "35>34 34>33 33>30", marks[] = "-1 +12~ 0", ann[] = "ann", ben[] = "ben";
    const struct export_match match = {.first = ann, .second = ben, .moves = moves, .marks = marks};
    struct report_move move = report_move(&match, 2);
    cr_expect_eq(move.move_len, 5);
    cr_expect_eq(memcmp(move.move, "34>33", 5), 0);
    cr_expect_eq(move.mark_len, 4);
    cr_expect_eq(memcmp(move.mark, "+12~", 4), 0);
    cr_expect_str_eq(move.player, "ben");
    cr_expect_str_eq(report_move(&match, 3).player, "ann");
}

/* --- HTML --- */

Test(report, the_page_has_every_match_with_its_moves_and_marks)
{
    struct sample sample;
    make_report(&sample);
    char *page = folder_read("report.html");
    cr_expect_eq(count_of(page, "<details class=\"g"), matches_of(&sample));
    cr_expect_eq(count_of(page, "<details class=\"g t\""), thrown_of(&sample));
    cr_expect_eq(count_of(page, "<p data-start="), matches_of(&sample));
    /* The first move and its mark of the first match. */
    const struct export_match *match = first_match(&sample);
    struct text words = {0};
    text_printf(&words, "<p data-start=\"%s\">", match->start);
    text_append(&words, match->moves, strcspn(match->moves, ">"));
    text_append_string(&words, "&gt;");
    expect_in(page, text_string(&words));
    text_finish(&words);
    free(page);
    sample_finish(&sample);
}

Test(report, each_match_of_the_page_can_be_linked_to)
{
    struct sample sample;
    make_report(&sample);
    char *page = folder_read("report.html"), id[64];
    for (size_t i = 0; i < sample.count; i++) {
        const struct export_match *match = &sample.matches[i];
        if (match->kind != MEETING_PLAYED)
            continue;
        snprintf(id, sizeof id, " id=\"m%d.%d.%d.%d\"", (int)match->round, (int)match->board,
                 (int)match->leg, (int)match->game);
        cr_expect_eq(count_of(page, id), 1, "%s", id);
    }
    free(page);
    sample_finish(&sample);
}

Test(report, the_page_is_whole_by_itself)
{
    struct sample sample;
    make_report(&sample);
    char *page = folder_read("report.html");
    cr_expect_null(strstr(page, "http:"));
    cr_expect_null(strstr(page, "https:"));
    cr_expect_null(strstr(page, " src="));
    cr_expect_null(strstr(page, "<link"));
    cr_expect_null(strstr(page, "url("));
    expect_in(page, "default-src 'none'");
    cr_expect_eq(count_of(page, "<script"), 1);
    cr_expect_eq(count_of(page, "<style"), 1);
    cr_expect_eq(count_of(page, "<svg"), 1);
    free(page);
    sample_finish(&sample);
}

/* Every element that is opened is closed. */
Test(report, the_page_closes_what_it_opens)
{
    static const char *const names[] = {"html",  "head",  "body",  "main",    "section", "div",
                                        "table", "thead", "tbody", "details", "summary", "svg",
                                        "span",  "title", "style", "script",  "abbr",    "em"};
    struct sample sample;
    make_report(&sample);
    char *page = folder_read("report.html");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char open[16], open_with[16], close[16];
        snprintf(open, sizeof open, "<%s>", names[i]);
        snprintf(open_with, sizeof open_with, "<%s ", names[i]);
        snprintf(close, sizeof close, "</%s>", names[i]);
        cr_expect_eq(count_of(page, open) + count_of(page, open_with), count_of(page, close), "%s",
                     names[i]);
    }
    free(page);
    sample_finish(&sample);
}

Test(report, nothing_in_the_record_is_more_than_text_in_the_page)
{
    static const char evil[] = "<script>alert(1)</script>\"'&";
    struct sample sample;
    char path[FOLDER_PATH_MAX];
    folder_path("", path);
    sample_make(&wish, &sample);
    sample_set(&sample.plan.name, evil);
    sample_set(&sample.plan.players[1], evil);
    for (size_t i = 0; i < sample.count; i++) {
        struct export_match *match = &sample.matches[i];
        char **texts[] = {&match->first, &match->second, &match->start, &match->ending};
        for (size_t text = 0; text < 2; text++) {
            if (*texts[text] && strcmp(*texts[text], "player-b1") == 0)
                sample_set(texts[text], evil);
        }
        for (size_t text = 2; text < 4 && match->kind == MEETING_PLAYED; text++)
            sample_set(texts[text], evil);
    }
    sample_count(&sample);
    sample_write(&sample, path);
    write_report();
    char *page = folder_read("report.html");
    cr_expect_eq(count_of(page, "<script"), 1);
    cr_expect_null(strstr(page, "alert(1)<"));
    expect_in(page, "&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;");
    free(page);
    sample_finish(&sample);
}

/* The program that is there may run, and no other. */
Test(report, the_page_allows_its_own_program_by_its_hash)
{
    struct sample sample;
    unsigned char hash[crypto_hash_sha256_BYTES];
    char words[128], digits[sodium_base64_ENCODED_LEN(sizeof hash, sodium_base64_VARIANT_ORIGINAL)];
    make_report(&sample);
    char *page = folder_read("report.html");
    const char *script = strstr(page, "<script>") + strlen("<script>");
    crypto_hash_sha256(hash, (const unsigned char *)script,
                       (size_t)(strstr(script, "</script>") - script));
    sodium_bin2base64(digits, sizeof digits, hash, sizeof hash, sodium_base64_VARIANT_ORIGINAL);
    snprintf(words, sizeof words, "; script-src 'sha256-%s'\">", digits);
    expect_in(page, words);
    free(page);
    sample_finish(&sample);
}

Test(report, nothing_in_the_record_commands_a_terminal)
{
    static const char evil[] = "x\033]0;y\a\nz\x7f\xc2\x9b";
    struct sample sample;
    char path[FOLDER_PATH_MAX];
    folder_path("", path);
    sample_make(&wish, &sample);
    char **texts[] = {&sample.plan.name, &sample.plan.clock, &sample.plan.starts};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        sample_set(texts[i], evil);
    for (size_t i = 0; i < sample.count; i++) {
        struct export_match *match = &sample.matches[i];
        char **names[] = {&match->first, &match->second};
        for (size_t side = 0; side < 2; side++) {
            if (*names[side] && strcmp(*names[side], "player-b1") == 0)
                sample_set(names[side], evil);
        }
    }
    sample_set(&sample.plan.players[1], evil);
    sample_count(&sample);
    sample_write(&sample, path);
    write_report();
    char *text = folder_read("report.txt");
    for (const char *at = text; *at; at++) {
        bool is_plain = *at == '\n' || (*at >= ' ' && *at < 0x7f);
        cr_expect(is_plain, "byte %d in %.40s", *at, at);
    }
    expect_in(text, "x?]0;y??z??\n");
    free(text);
    sample_finish(&sample);
}

/* --- what is no record --- */

static void expect_refusal(const struct sample *sample, const char *words)
{
    struct error error;
    char path[FOLDER_PATH_MAX];
    folder_path("", path);
    sample_write(sample, path);
    cr_assert_eq(report_write(path, &error), ERROR_BAD_ARGUMENTS);
    expect_in(error.message, words);
    cr_expect_not(folder_has("report.html"));
}

Test(report, a_record_whose_plan_or_end_is_none_is_refused)
{
    struct sample sample;
    sample_make(&wish, &sample);
    sample_set(&sample.end.state, "<b>over</b>");
    expect_refusal(&sample, "the state is neither finished nor cancelled");
    sample_set(&sample.end.state, "finished");
    sample_set(&sample.plan.format, "<b>cup</b>");
    expect_refusal(&sample, "there is no such format");
    sample_finish(&sample);
}

/* A report that had a place for each round up to this one would not fit into memory. */
Test(report, a_round_that_the_plan_has_not_is_refused)
{
    struct sample sample;
    sample_make(&wish, &sample);
    first_match(&sample)->round = 99999;
    expect_refusal(&sample, "there are 5 rounds only");
    sample_finish(&sample);
}

Test(report, a_bye_or_a_forfeit_on_the_board_of_a_match_does_no_harm)
{
    static const enum meeting_kind kinds[] = {MEETING_FORFEIT, MEETING_BYE};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct sample sample;
        char path[FOLDER_PATH_MAX];
        folder_path("", path);
        sample_make(&wish, &sample);
        struct export_match *match = first_match(&sample) + 1; /* game 2 */
        match->kind = kinds[i];
        match->game = 0;
        sample_set(&match->winner, "first");
        sample_write(&sample, path);
        write_report();
        sample_finish(&sample);
    }
}

/* Expects these words in the page about a match of these rules. */
static void expect_positions(const char *rules, const char *start, const char *moves,
                             const char *words)
{
    struct sample sample;
    char path[FOLDER_PATH_MAX];
    folder_path("", path);
    sample_make(&(struct sample_wish){rules, "round-robin", "drawn", 2, 1, 1, 0, 0}, &sample);
    struct export_match *match = first_match(&sample);
    sample_set(&match->start, start);
    sample_set(&match->moves, moves);
    sample_set(&match->marks, "");
    sample_write(&sample, path);
    write_report();
    char *page = folder_read("report.html");
    expect_in(page, words);
    free(page);
    sample_finish(&sample);
}

Test(report, positions_that_the_page_does_not_play_stand_in_it)
{
    expect_positions("silver-dollar,two-step", "2$+4", "2>0 4>1 take",
                     " data-positions=\""
                     "2$+4,  .  .  $  .  o,  0  1  2  3  4;"
                     "0$+4,  $  .  .  .  o,  0  1  2  3  4;"
                     "0$+1,  $  o,  0  1;"
                     "1,  .  o,  0  1;\">2&gt;0, ");
    expect_positions("octal:0.77", "o13", "o13>11", " data-positions=\"o13;11;\">");
    expect_positions("odd-scoring", "3@0", "3>1 1>0", " data-positions=\"3@0;1@0;0@0;\">");
    /* No position follows a move that the rules do not allow. */
    expect_positions("silver-dollar,two-step", "1$", "1>0 1>0",
                     " data-positions=\"1$,  .  $,  0  1;0$,  $,  0;\">");
    expect_positions("nim", "3", "3>0", "<p data-start=\"3\">");
}

/* Puts such a match in place of the first one, and reads the file of the report. */
static char *report_with(struct sample *sample, const char *moves, const char *marks,
                         const char *ending, const char *winner, const char *file)
{
    char path[FOLDER_PATH_MAX];
    folder_path("", path);
    sample_make(&wish, sample);
    struct export_match *match = first_match(sample);
    sample_set(&match->start, "20");
    sample_set(&match->moves, moves);
    sample_set(&match->marks, marks);
    sample_set(&match->ending, ending);
    sample_set(&match->winner, winner);
    sample_write(sample, path);
    write_report();
    return folder_read(file);
}

static void expect_end(const char *moves, const char *marks, const char *winner,
                       const char *sentence)
{
    struct sample sample;
    char *page = report_with(&sample, moves, marks, "time", winner, "report.html");
    char id[40];
    snprintf(id, sizeof id, " id=\"m1.%d.", (int)first_match(&sample)->board);
    const char *match = strstr(page, id), *next = strstr(match, "</details>");
    const char *end = strstr(match, " throws the win away at the end");
    cr_expect_eq(end != NULL && end < next, sentence != NULL, "%.600s", match);
    if (sentence) {
        expect_in(match, sentence);
        expect_in(match, " data-end=\"");
    }
    free(page);
    sample_finish(&sample);
}

Test(report, the_page_says_where_a_flag_fell_in_a_won_position)
{
    expect_end("", "", "second", "at the end (time); 20&gt;18 would have kept it");
    expect_end("", "", "first", NULL);
    expect_end("20>15", "-1", "first", "at the end (time); 15&gt;13 would have kept it");
    expect_end("20>18", "+1", "second", "at the end (time)</em>"); /* the other's turn */
    expect_end("20>18", "+1", "first", NULL);
    expect_end("20>15 15>13", "-1 +1", "second", NULL);
}

Test(report, the_text_counts_a_flag_that_fell_in_a_won_position)
{
    struct sample sample;
    char *text = report_with(&sample, "20>18 18>16", "+1 0", "time", "second", "report.txt");
    const struct export_match *match = first_match(&sample);
    char row[200];
    snprintf(row, sizeof row, "1.%d       1  %s  %s", (int)match->board, match->first,
             match->second);
    const char *line = strstr(strstr(text, "The first throw-away"), row);
    cr_assert_not_null(line, "%s in %s", row, text);
    expect_in(line, "  end        (time)");
    expect_in(line, "16>13\n");
    expect_in(text, "ended in a position that was won for the loser");
    free(text);
    sample_finish(&sample);
}

Test(report, the_page_has_the_move_that_would_have_kept_the_win)
{
    struct sample sample;
    char *page =
        report_with(&sample, "20>15 15>13", "-1 +1", "resignation", "second", "report.html");
    expect_in(page, "<p data-start=\"20\">20&gt;15 -1 (20&gt;18), 15&gt;13 +1</p>");
    free(page);
    /* What the rules do not allow is told as it stands. */
    sample_finish(&sample);
    page = report_with(&sample, "20>25 15>13", "-1 +1", "resignation", "second", "report.html");
    expect_in(page, "<p data-start=\"20\">20&gt;25 -1 (20&gt;18), 15&gt;13 +1</p>");
    free(page);
    sample_finish(&sample);
}

Test(report, a_closed_round_of_the_page_has_its_results)
{
    struct sample sample;
    make_report(&sample);
    char *page = folder_read("report.html");
    for (size_t i = 0; i + 1 < sample.count; i++) {
        const struct export_match *first = &sample.matches[i], *second = first + 1;
        if (first->kind != MEETING_PLAYED || first->game != 1)
            continue;
        int points =
            2 * (strcmp(first->winner, "first") == 0) + 2 * (strcmp(second->winner, "second") == 0);
        char result[200], round[40];
        snprintf(round, sizeof round, "<summary>Round %d<span>: ", (int)first->round);
        snprintf(result, sizeof result, "%s %d-%d %s", first->first, points / 2, 2 - points / 2,
                 first->second);
        const char *row = strstr(page, round);
        cr_assert_not_null(row);
        cr_expect_lt(strstr(row, result), strstr(row, "</summary>"), "%s", result);
        expect_in(row, result);
    }
    free(page);
    sample_finish(&sample);
}

Test(report, a_record_that_cannot_be_read_is_refused_and_nothing_is_written)
{
    struct sample sample;
    struct error error;
    char path[FOLDER_PATH_MAX];
    folder_path("", path);
    cr_expect_eq(report_write(path, &error), ERROR_IO);
    sample_make(&wish, &sample);
    sample_set(&first_match(&sample)->marks, "three");
    sample_write(&sample, path);
    cr_expect_eq(report_write(path, &error), ERROR_BAD_ARGUMENTS);
    expect_in(error.message, "the marks cannot be read");
    cr_expect_not(folder_has("results.csv"));
    cr_expect_not(folder_has("report.html"));
    sample_finish(&sample);
}

static void expect_report(const struct sample_wish *other)
{
    struct sample sample;
    char path[FOLDER_PATH_MAX];
    folder_path("", path);
    sample_make(other, &sample);
    sample_write(&sample, path);
    write_report();
    char *page = folder_read("report.html"), *csv = folder_read("results.csv");
    cr_expect_eq(count_of(page, "<details class=\"g"), matches_of(&sample));
    expect_rows(csv, sample.count);
    free(page);
    free(csv);
    sample_finish(&sample);
}

static void expect_tie_breaks(const char *format, bool are_there)
{
    struct sample sample;
    char path[FOLDER_PATH_MAX];
    bool is_swiss = strcmp(format, "swiss") == 0;
    struct sample_wish other = {"nim", format, "drawn:2-3:3-9", 8, is_swiss ? 3 : 0, 1, 0, 0};
    folder_path("", path);
    sample_make(&other, &sample);
    sample_write(&sample, path);
    write_report();
    char *page = folder_read("report.html"), *text = folder_read("report.txt");
    cr_expect_eq(count_of(page, ">Buchholz<"), are_there ? 1 : 0, "%s", format);
    cr_expect_eq(count_of(text, "Buchholz"), are_there ? 1 : 0, "%s", format);
    free(page);
    free(text);
    sample_finish(&sample);
}

Test(report, one_without_a_name_is_called_by_its_game)
{
    struct sample sample;
    char path[FOLDER_PATH_MAX];
    folder_path("", path);
    sample_make(&(struct sample_wish){"octal:0.77", "gauntlet", "drawn", 3, 1, 2, 0, 0}, &sample);
    sample_set(&sample.plan.name, "octal:0.77");
    sample_write(&sample, path);
    write_report();
    char *page = folder_read("report.html"), *text = folder_read("report.txt");
    expect_in(page, "<title>Kayles (octal:0.77)</title>");
    expect_in(page, "<h1>Kayles (octal:0.77)</h1>");
    cr_expect_eq(strncmp(text, "Kayles (octal:0.77)\n", 20), 0);
    free(page);
    free(text);
    sample_finish(&sample);
}

Test(report, moves_in_haste_are_counted_each_once)
{
    struct sample sample;
    make_report(&sample);
    char folder[FOLDER_PATH_MAX], expected[256];
    const char *first = sample.plan.players[0], *second = sample.plan.players[1];
    folder_path("", folder);
    hasty_moves_add(folder, first, 3, 2, false);
    hasty_moves_add(folder, first, 3, 4, false);
    hasty_moves_add(folder, first, 3, 4, false);
    hasty_moves_add(folder, second, 4, 1, true);
    struct report report = report_of_folder();
    snprintf(expected, sizeof expected,
             "%s: 2 of its %d moves were made in haste by the bridge\n"
             "%s: 1 match was resigned by the bridge for want of a move\n",
             first, (int)report.players[0].moves, second);
    report_finish(&report);
    struct text text = {0};
    hasty_moves_print(folder, &text);
    cr_expect_str_eq(text_string(&text), expected);
    text_finish(&text);
    sample_finish(&sample);
}

Test(report, tie_breaks_are_told_where_there_are_any)
{
    expect_tie_breaks("swiss", true);
    expect_tie_breaks("knockout", false);
}

Test(report, every_format_and_many_players_can_be_told)
{
    expect_report(&(struct sample_wish){"nim", "swiss", "drawn:2-3:3-9", 71, 3, 1, 0, 0});
    expect_report(&(struct sample_wish){"chomp", "knockout", "drawn", 11, 0, 2, 0, 3});
    expect_report(&(struct sample_wish){"octal:0.77", "gauntlet", "drawn", 2, 1, 3, 1, 0});
}
