#include "client/tournament/verify.h"
#include "tests/e2e/folder.h"
#include "tests/suite.h"
#include "tests/unit/record_sample.h"
#include "tests/unit/verify_fixture.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void clean_up(void)
{
    folder_remove();
    suite_check_leaks();
}

TestSuite(verify, .init = folder_make, .fini = clean_up, .timeout = BUSY_MACHINE_S(60));

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
        {"odd-scoring", "round-robin", "drawn", 5, 1, 3, 0, 2},
        {"subtraction:2,3,clear", "swiss", "drawn", 9, 3, 3, 7, 0},
        {"subtraction:3,4,clear", "knockout", "drawn", 7, 0, 3, 0, 0},
        {"subtraction:2,3,clear,misere", "gauntlet", "drawn", 5, 2, 3, 4, 2},
        {"chomp", "round-robin", "4+4+4+4,5+5+5", 4, 1, 3, 0, 2},
        {"green-hackenbush", "swiss", "drawn", 8, 3, 3, 6, 3},
        {"take-away:2x,local", "round-robin", "drawn:2-3:5-30", 5, 2, 4, 5, 3},
        {"take-away:2x,global", "knockout", "drawn", 16, 0, 4, 5, 0},
        {"drawn:octal:4", "round-robin", "fair", 4, 2, 4, 5, 0},
        {"drawn:subtraction:5", "swiss", "drawn", 6, 3, 4, 0, 0},
    };
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++) {
        verify_write_sample(&wishes[i]);
        verify_expect_good(wishes[i].rules);
    }
}

static void exchange_name(char **name, const char *a, const char *b)
{
    if (strcmp(*name, a) == 0)
        sample_set(name, b);
    else if (strcmp(*name, b) == 0)
        sample_set(name, a);
}

/* Each has played, everywhere, the matches of the other. */
static void exchange_players(struct sample *sample, size_t a, size_t b)
{
    char *first = strdup(sample->plan.players[a]), *second = strdup(sample->plan.players[b]);
    for (size_t i = 0; i < sample->plan.player_count; i++)
        exchange_name(&sample->plan.players[i], first, second);
    for (size_t i = 0; i < sample->count; i++) {
        exchange_name(&sample->matches[i].first, first, second);
        exchange_name(&sample->matches[i].second, first, second);
    }
    for (size_t i = 0; i < sample->end.count; i++)
        exchange_name(&sample->end.standings[i].player, first, second);
    free(first);
    free(second);
}

/* And what JSON says of it. `key`: NULL: none. */
static void expect_outcome(const struct verdict *verdict, enum verdict_outcome outcome, bool good,
                           const char *key)
{
    json_t *json = verdict_json(verdict);
    const char *told = json_string_value(json_object_get(json, "key"));
    cr_expect_eq(verdict_outcome(verdict), outcome);
    cr_expect_eq(json_is_true(json_object_get(json, "good")), good);
    cr_expect_eq(json_is_true(json_object_get(json, "signed")), key != NULL);
    if (key)
        cr_expect_str_eq(told, key);
    else
        cr_expect_null(told);
    json_decref(json);
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
    cr_expect_null(strstr(said, "No fault was found"), "%s", said);
    cr_expect_not_null(strstr(said,
                              "\nConsistent, but not signed: anybody can have made this record; "
                              "--unsigned takes it.\n"),
                       "%s", said);
    free(said);
    expect_outcome(&verdict, VERDICT_UNSIGNED, false, NULL);
    verdict.takes_unsigned = true;
    expect_outcome(&verdict, VERDICT_GOOD, true, NULL);
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

static const char sample_key_name[] =
    "ed25519:332d11624c981e6917ec6a98f8f9e1c3113a308ad2da97e2647c8a96c982dfd9";

Test(verify, the_last_line_names_the_key)
{
    verify_write_sample(&verify_round_robin);
    struct verdict verdict = verify_verdict("", NULL);
    char *said = verify_said(&verdict), expected[128];
    snprintf(expected, sizeof expected, "\nNo fault was found. Signed by %s\n", sample_key_name);
    cr_expect_not_null(strstr(said, expected), "%s", said);
    expect_outcome(&verdict, VERDICT_GOOD, true, sample_key_name);
    free(said);
    verdict_finish(&verdict);
}

Test(verify, the_key_can_be_asked_for)
{
    unsigned char key[EXPORT_KEY_BYTES];
    verify_write_sample(&verify_round_robin);
    cr_assert(export_key_parse(sample_key_name, key));
    struct verdict verdict = verify_verdict("", key);
    cr_expect_eq(verdict.faults, 0);
    verdict_finish(&verdict);
    key[5] ^= 1;
    verdict = verify_verdict("", key);
    cr_expect_eq(verdict.faults, 1);
    cr_expect_str_eq(verdict.told[0].part, "signature");
    expect_outcome(&verdict, VERDICT_FAULTY, false, NULL);
    verdict_finish(&verdict);
}

Test(verify, a_key_is_written_with_or_without_its_algorithm)
{
    static const struct {
        const char *text;
        bool is_key;
    } texts[] = {
        {sample_key_name, true},
        {sample_key_name + 8, true},
        {sample_key_name + 9, false},
        {"ed25519:", false},
        {"", false},
        {"rsa:332d11624c981e6917ec6a98f8f9e1c3113a308ad2da97e2647c8a96c982dfd9", false},
        {"ed25519:332d11624c981e6917ec6a98f8f9e1c3113a308ad2da97e2647c8a96c982dfdg", false},
        {"ed25519:332d11624c981e6917ec6a98f8f9e1c3113a308ad2da97e2647c8a96c982dfd90", false},
        {"ED25519:332d11624c981e6917ec6a98f8f9e1c3113a308ad2da97e2647c8a96c982dfd9", false},
        {"332D11624C981E6917EC6A98F8F9E1C3113A308AD2DA97E2647C8A96C982DFD9", true},
    };
    unsigned char expected[EXPORT_KEY_BYTES], key[EXPORT_KEY_BYTES];
    sample_key(expected);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        cr_expect_eq(export_key_parse(texts[i].text, key), texts[i].is_key, "%s", texts[i].text);
        if (texts[i].is_key)
            cr_expect_arr_eq(key, expected, sizeof key, "%s", texts[i].text);
    }
}

/* Whoever changes a record can make it consistent, but cannot sign it. */
Test(verify, a_forged_record_without_a_signature_is_not_called_sound)
{
    unsigned char key[EXPORT_KEY_BYTES];
    struct sample sample;
    char path[FOLDER_PATH_MAX];
    folder_path("", path);
    sample_make(&verify_round_robin, &sample);
    exchange_players(&sample, 0, 3);
    sample_write(&sample, path); /* which chains the lines anew */
    folder_path("times.jsonl", path);
    unlink(path);
    struct verdict verdict = verify_verdict("", NULL);
    expect_outcome(&verdict, VERDICT_UNSIGNED, false, NULL);
    verdict_finish(&verdict);
    sample_key(key);
    verdict = verify_verdict("", key);
    expect_outcome(&verdict, VERDICT_FAULTY, false, NULL);
    verdict_finish(&verdict);
    sample_finish(&sample);
}

Test(verify, a_key_that_is_asked_for_makes_a_missing_signature_a_fault)
{
    unsigned char key[EXPORT_KEY_BYTES];
    char path[FOLDER_PATH_MAX];
    verify_write_sample(&verify_round_robin);
    folder_path("times.jsonl", path);
    unlink(path);
    sample_key(key);
    struct verdict verdict = verify_verdict("results.jsonl", key);
    cr_expect_eq(verdict.faults, 1);
    if (verdict.faults > 0)
        cr_expect_str_eq(verdict.told[0].part, "signature");
    expect_outcome(&verdict, VERDICT_FAULTY, false, NULL);
    verdict_finish(&verdict);
}

/* As verify_record() takes it: "" is the folder. False: it is an error or has faults. */
static bool is_sound(const char *name, const unsigned char *key)
{
    struct verdict verdict = {0};
    struct error error;
    char path[FOLDER_PATH_MAX];
    folder_path(name, path);
    bool is_good =
        !verify_record(path, key, &verdict, &error) && verdict_outcome(&verdict) == VERDICT_GOOD;
    verdict_finish(&verdict);
    return is_good;
}

static void copy_file(const char *from, const char *to)
{
    char *content = folder_read(from);
    write_file(to, content, strlen(content));
    free(content);
}

Test(verify, with_a_key_nothing_can_be_taken_away)
{
    static const char *const forms[] = {"", "results.jsonl", "copy.jsonl"};
    static const char *const names[] = {"results.jsonl", "times.jsonl"};
    unsigned char key[EXPORT_KEY_BYTES];
    sample_key(key);
    verify_write_sample(&verify_round_robin);
    copy_file("results.jsonl", "copy.jsonl");
    for (size_t form = 0; form < sizeof forms / sizeof *forms; form++)
        cr_expect(is_sound(forms[form], key), "'%s' as it was", forms[form]);
    char path[FOLDER_PATH_MAX];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *content = folder_read(names[i]);
        const char *last = content + strlen(content) - 1;
        while (last > content && last[-1] != '\n')
            last--;
        const size_t lens[] = {0, (size_t)(last - content), strlen(content) / 2};
        folder_path(names[i], path);
        unlink(path);
        /* A copy of results.jsonl stands for itself. */
        for (size_t form = 0; form < 2 + i; form++)
            cr_expect_not(is_sound(forms[form], key), "'%s' without %s", forms[form], names[i]);
        for (size_t cut = 0; cut < sizeof lens / sizeof *lens; cut++) {
            write_file(names[i], content, lens[cut]);
            for (size_t form = 0; form < 2 + i; form++)
                cr_expect_not(is_sound(forms[form], key), "'%s' with %zu bytes of %s", forms[form],
                              lens[cut], names[i]);
        }
        write_file(names[i], content, strlen(content));
        free(content);
    }
    cr_expect(is_sound("", key), "as it was again");
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
