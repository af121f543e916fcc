#include "client/verify/verify.h"
#include "tests/e2e/folder.h"
#include "tests/suite.h"
#include "tests/unit/record_sample.h"
#include "tests/unit/verify_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void clean_up(void)
{
    folder_remove();
    suite_check_leaks();
}

TestSuite(verify, .init = folder_make, .fini = clean_up, .timeout = 60);

/* --- good records --- */

Test(verify, a_true_record_of_each_format_has_no_fault)
{
    static const struct sample_wish wishes[] = {
        {"take-away:2x", "round-robin", "35,89,100", 6, 2, 7, 5, 0},
        {"nim", "round-robin", "fair:2-3:3-20", 5, 1, 8, 0, 2},
        {"nim", "swiss", "drawn:2-4:5-20", 9, 5, 3, 7, 0},
        {"grundy", "swiss", "drawn", 7, 7, 4, 3, 1},
        {"octal:0.77", "knockout", "fair:2-3:5-30", 11, 0, 9, 0, 0},
        {"wythoff", "knockout", "drawn", 13, 0, 4, 3, 2},
        {"nim,misere", "gauntlet", "drawn:2-3:3-9", 5, 2, 11, 4, 2},
        {"chomp", "round-robin", "4+4+4+4,5+5+5", 4, 1, 3, 0, 2},
        {"green-hackenbush", "swiss", "drawn", 8, 3, 3, 6, 3},
        {"take-away:2x,local", "round-robin", "drawn:2-3:5-30", 5, 2, 4, 5, 3},
        {"take-away:2x,global", "knockout", "drawn", 16, 0, 4, 5, 0},
    };
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++) {
        verify_write_sample(&wishes[i]);
        verify_expect_good(wishes[i].rules);
    }
}

Test(verify, without_the_times_it_says_what_it_could_not_check)
{
    char path[FOLDER_PATH_MAX];
    verify_write_sample(&verify_round_robin);
    folder_path("times.jsonl", path);
    unlink(path);
    struct verdict verdict = verify_verdict("results.jsonl", NULL);
    char *said = verify_said(&verdict);
    cr_expect_eq(verdict.faults, 0, "%s", said);
    cr_expect_not_null(strstr(said, "-      times      not checked: there is no times.jsonl"), "%s",
                       said);
    cr_expect_not_null(strstr(said, "-      signature  not checked"), "%s", said);
    free(said);
    verdict_finish(&verdict);
}

Test(verify, a_file_that_is_not_there_is_an_error)
{
    struct verdict verdict = {0};
    struct error error;
    char path[FOLDER_PATH_MAX];
    folder_path("none.jsonl", path);
    cr_expect_eq(verify_record(path, NULL, &verdict, &error), ERROR_IO);
    cr_expect_not_null(strstr(error.message, "none.jsonl"), "%s", error.message);
}

/* --- files changed by somebody who cannot make hashes --- */

static void write_file(const char *name, const char *content, size_t len)
{
    char path[FOLDER_PATH_MAX];
    folder_path(name, path);
    FILE *file = fopen(path, "we");
    cr_assert_not_null(file);
    cr_assert_eq(fwrite(content, 1, len, file), len);
    fclose(file);
}

/* Every digit of the files, one after the other, is replaced by another one. */
static void change_digits(const char *name, size_t step)
{
    char *content = folder_read(name);
    size_t len = strlen(content), changed = 0;
    for (size_t i = 0; i < len; i++) {
        if (content[i] < '0' || content[i] > '9' || ++changed % step != 0)
            continue;
        char kept = content[i];
        content[i] = kept == '9' ? '1' : (char)(kept + 1);
        write_file(name, content, len);
        struct verdict verdict = verify_verdict("", NULL);
        cr_expect_gt(verdict.faults, 0, "%s: byte %zu", name, i);
        verdict_finish(&verdict);
        content[i] = kept;
    }
    cr_expect_gt(changed, 100);
    write_file(name, content, len);
    free(content);
}

Test(verify, any_digit_that_is_changed_is_found_out)
{
    verify_write_sample(&verify_round_robin);
    change_digits("results.jsonl", 5);
    change_digits("times.jsonl", 5);
    verify_expect_good("as it was");
}

static char *line_at(char *content, int number)
{
    while (number-- > 1)
        content = strchr(content, '\n') + 1;
    return content;
}

static void remove_line(const char *name, int number)
{
    char *content = folder_read(name), *line = line_at(content, number);
    char *next = strchr(line, '\n') + 1;
    memmove(line, next, strlen(next) + 1);
    write_file(name, content, strlen(content));
    free(content);
}

Test(verify, a_line_that_is_removed_is_found_out)
{
    for (int line = 1; line <= 14; line++) {
        verify_write_sample(&verify_round_robin);
        remove_line("results.jsonl", line);
        struct verdict verdict = verify_verdict("", NULL);
        cr_expect_gt(verdict.faults, 0, "line %d", line);
        verdict_finish(&verdict);
    }
    for (int line = 1; line <= 13; line++) {
        verify_write_sample(&verify_round_robin);
        remove_line("times.jsonl", line);
        struct verdict verdict = verify_verdict("", NULL);
        cr_expect_gt(verdict.faults, 0, "line %d of times.jsonl", line);
        verdict_finish(&verdict);
    }
}

Test(verify, a_line_is_written_in_one_way_only)
{
    verify_write_sample(&verify_round_robin);
    char *content = folder_read("results.jsonl"), *key = strstr(content, "\"round\":1,");
    struct text blank = {0};
    text_append(&blank, content, (size_t)(key - content));
    text_append_char(&blank, ' ');
    text_append_string(&blank, key);
    write_file("results.jsonl", blank.bytes, blank.len);
    verify_expect_fault("a blank", "lines", "results.jsonl, line 2 would be written {\"type\":");
    text_finish(&blank);
    free(content);
}

Test(verify, each_file_ends_with_a_line_feed)
{
    static const char *const names[] = {"results.jsonl", "times.jsonl"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        verify_write_sample(&verify_round_robin);
        char *content = folder_read(names[i]);
        write_file(names[i], content, strlen(content) - 1);
        verify_expect_fault(names[i], "lines", "the line feed at its end is missing");
        free(content);
    }
}

Test(verify, lines_that_change_places_break_the_chain)
{
    verify_write_sample(&verify_round_robin);
    char *content = folder_read("results.jsonl"), *third = line_at(content, 3);
    char *fourth = line_at(content, 4), *fifth = line_at(content, 5);
    struct text swapped = {0};
    text_append(&swapped, content, (size_t)(third - content));
    text_append(&swapped, fourth, (size_t)(fifth - fourth));
    text_append(&swapped, third, (size_t)(fourth - third));
    text_append_string(&swapped, fifth);
    write_file("results.jsonl", swapped.bytes, swapped.len);
    verify_expect_fault("swapped lines", "chain", "is not as it was written");
    verify_expect_fault("swapped lines", "schedule", "the order is round, board, leg, game");
    text_finish(&swapped);
    free(content);
}

Test(verify, files_that_are_cut_off_or_no_record_are_found_out)
{
    static const char *const contents[] = {"", "\n", "{}\n", "nonsense\n", "{\"type\":\"plan\"}\n"};
    for (size_t i = 0; i < sizeof contents / sizeof *contents; i++) {
        verify_write_sample(&verify_round_robin);
        write_file("results.jsonl", contents[i], strlen(contents[i]));
        struct verdict verdict = verify_verdict("", NULL);
        cr_expect_gt(verdict.faults, 0, "'%s'", contents[i]);
        verdict_finish(&verdict);
        verify_write_sample(&verify_round_robin);
        write_file("times.jsonl", contents[i], strlen(contents[i]));
        verdict = verify_verdict("", NULL);
        cr_expect_gt(verdict.faults, 0, "times.jsonl '%s'", contents[i]);
        verdict_finish(&verdict);
    }
}

/* --- the key --- */

Test(verify, the_key_can_be_asked_for)
{
    unsigned char key[EXPORT_KEY_BYTES];
    verify_write_sample(&verify_round_robin);
    sample_key(key);
    struct verdict verdict = verify_verdict("", key);
    cr_expect_eq(verdict.faults, 0);
    verdict_finish(&verdict);
    key[5] ^= 1;
    verdict = verify_verdict("", key);
    cr_expect_eq(verdict.faults, 1);
    cr_expect_str_eq(verdict.told[0].part, "signature");
    verdict_finish(&verdict);
}

/* --- how it is told --- */

Test(verify, of_many_faults_the_first_are_told_and_the_others_counted)
{
    struct verdict verdict = {0};
    verdict_begin(&verdict, "matches");
    for (int i = 0; i < VERDICT_FAULTS_TOLD + 5; i++)
        verdict_fault(&verdict, i + 1, NULL, "fault %d", i);
    char *said = verify_said(&verdict);
    cr_expect_eq(verdict.told_count, VERDICT_FAULTS_TOLD);
    cr_expect_not_null(strstr(said, "... and 5 faults more\n105 faults:"), "%s", said);
    free(said);
    verdict_finish(&verdict);
}
