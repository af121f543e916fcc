/* `takeaway alpha`: what it reads and prints, and counts that are interrupted and gone on with. */
#include "test_takeaway_alpha.h"

#include "client/study/alpha_words.h"
#include "tests/suite.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

SUITE(takeaway_alpha, 60);

/* --- words --- */

static struct alpha_number number_of(const char *text)
{
    struct alpha_number number;
    struct error error;
    cr_assert_eq(alpha_words_parse(text, "ALPHA", &number, &error), ERROR_NONE, "%s: %s", text,
                 error.message);
    return number;
}

static struct alpha alpha_of(const char *text)
{
    struct alpha_number number = number_of(text);
    cr_assert_null(number.expression);
    return number.alpha;
}

static void expect_read(const char *text, int64_t p, int64_t q)
{
    struct alpha alpha = alpha_of(text);
    cr_expect(alpha.p == p && alpha.q == q, "%s: %" PRId64 "/%" PRId64, text, alpha.p, alpha.q);
}

static void expect_refused(const char *text, const char *why)
{
    char message[240];
    struct alpha_number alpha;
    struct error error;
    snprintf(message, sizeof message,
             "ALPHA '%s': %s; give a number from 1 to 100000, such as 3, 7/2, 3.5, phi or sqrt(2)",
             text, why);
    cr_expect_eq(alpha_words_parse(text, "ALPHA", &alpha, &error), ERROR_USAGE, "%s", text);
    cr_expect_str_eq(error.message, message);
}

Test(takeaway_alpha, a_number_is_a_fraction_or_has_decimals)
{
    expect_read("3", 3, 1);
    expect_read("7/2", 7, 2);
    expect_read("14/4", 7, 2);
    expect_read("3.5", 7, 2);
    expect_read("4.1", 41, 10);
    expect_read("1.000000000001", 1000000000001, 1000000000000);
    expect_read("100000", 100000, 1);
    expect_read("1.0000000000000001", 10000000000000001, 10000000000000000);
    expect_read("sqrt(10000000000)", 100000, 1);
    expect_read("9223372036854775807/9223372036854775806", INT64_MAX, INT64_MAX - 1);
}

Test(takeaway_alpha, what_is_wrong_with_a_number_is_said_with_an_example)
{
    expect_refused("0.5", "it is below 1");
    expect_refused("6/7", "it is below 1");
    expect_refused("0", "it is below 1");
    expect_refused("100000.1", "it is over 100000");
    expect_refused("200001/2", "it is over 100000");
    expect_refused("123456.7", "it is over 100000");
    expect_refused("x", "at 1 ('x'): a number, phi, pi, e or sqrt(N) was expected");
    expect_refused("", "at 1 (the end): a number was expected");
    expect_refused("3/0", "at 3: the denominator is 0");
    expect_refused("3/", "at 3 (the end): a number was expected");
    expect_refused("3.", "at 3 (the end): a decimal digit was expected");
    expect_refused("3,5", "at 2 (','): '/', '.' or the end was expected");
    expect_refused("7/2/2", "at 4 ('/'): '/', '.' or the end was expected");
    expect_refused("0.99999999999999999999999999", "it is below 1");
    expect_refused("100000.000000000000000000001", "it is over 100000");
    expect_refused("sqrt(10000000001)", "it is over 100000");
    expect_refused("phi/2", "at 4 ('/'): the end was expected");
    expect_refused("sqrt(2.5)", "at 7 ('.'): ')' was expected");
}

static void expect_text(struct text *text, const char *expected)
{
    cr_expect_str_eq(text_string(text), expected);
    text_finish(text);
}

Test(takeaway_alpha, one_number_is_told_in_words)
{
    struct text out = {0};
    struct error error;
    alpha_words_sequence(number_of("3"), 40, false, &out);
    expect_text(&out, "1\n2\n3\n4\n6\n8\n11\n15\n21\n29\n40\n");
    alpha_words_represent(number_of("2"), 12, false, &out);
    expect_text(&out, "12 = 8 + 3 + 1\n");
    cr_assert_eq(alpha_words_interval(number_of("3"), false, &out, &error), ERROR_NONE);
    expect_text(&out, "[3, 7/2)\n");
    cr_assert_eq(alpha_words_recurrence(number_of("3.8"), false, &out, &error), ERROR_NONE);
    expect_text(&out, "P(n+1) = P(n) + P(n-4) for all n >= 7\n"
                      "P(0) to P(7): 0 1 2 3 4 6 8 11\n"
                      "for all alpha in [11/3, 43/11)\n");
    cr_assert_eq(alpha_words_recurrence(number_of("1"), false, &out, &error), ERROR_NONE);
    expect_text(&out, "P(n+1) = P(n) + P(n) for all n >= 1\nP(0) to P(1): 0 1\n"
                      "for all alpha in [1, 2)\n");
    alpha_words_sequence(number_of("e"), 40, false, &out);
    expect_text(&out, "1\n2\n3\n5\n7\n10\n15\n22\n32\n");
    cr_assert_eq(alpha_words_interval(number_of("pi"), false, &out, &error), ERROR_NONE);
    expect_text(&out, "[3, 7/2)\n");
    cr_assert_eq(alpha_words_interval(number_of("100000"), false, &out, &error),
                 ERROR_LIMIT_REACHED);
    text_finish(&out);
}

/* Parses and releases the text; json_decref() it. */
static json_t *json_of(struct text *text)
{
    json_error_t error;
    json_t *value = json_loads(text_string(text), 0, &error);
    cr_assert_not_null(value, "%s in %s", error.text, text_string(text));
    text_finish(text);
    return value;
}

static void expect_json(json_t *value, const char *expected)
{
    json_error_t error;
    json_t *wanted = json_loads(expected, 0, &error);
    cr_assert_not_null(wanted, "%s", error.text);
    char *printed = json_dumps(value, JSON_COMPACT);
    cr_expect(json_equal(value, wanted), "%s, not %s", printed, expected);
    free(printed);
    json_decref(value);
    json_decref(wanted);
}

Test(takeaway_alpha, one_number_is_told_in_json)
{
    struct text out = {0};
    struct error error;
    alpha_words_sequence(number_of("2"), 8, true, &out);
    expect_json(json_of(&out), "{\"alpha\": \"2\", \"upto\": 8, \"terms\": [1, 2, 3, 5, 8]}");
    alpha_words_represent(number_of("2.0"), 12, true, &out);
    expect_json(json_of(&out), "{\"alpha\": \"2\", \"number\": 12, \"parts\": [8, 3, 1]}");
    alpha_words_interval(number_of("3"), true, &out, &error);
    expect_json(json_of(&out), "{\"alpha\": \"3\", \"from\": \"3\", \"below\": \"7/2\", "
                               "\"is_cutoff\": true}");
    alpha_words_interval(number_of("1"), true, &out, &error);
    expect_json(json_of(&out), "{\"alpha\": \"1\", \"from\": \"1\", \"below\": \"2\", "
                               "\"is_cutoff\": false}");
    /* Numbers so close to a cutoff that no fraction of 63 bits lies between. */
    alpha_words_interval(number_of("2.00000000000000000000000000000000001"), true, &out, &error);
    expect_json(json_of(&out), "{\"alpha\": \"2.00000000000000000000000000000000001\", \"from\": "
                               "\"2\", \"below\": \"5/2\", \"is_cutoff\": false}");
    alpha_words_interval(number_of("2.4999999999999999999999999999999999"), true, &out, &error);
    expect_json(json_of(&out), "{\"alpha\": \"2.4999999999999999999999999999999999\", \"from\": "
                               "\"2\", \"below\": \"5/2\", \"is_cutoff\": false}");
    alpha_words_interval(number_of("sqrt(13)"), true, &out, &error);
    expect_json(json_of(&out), "{\"alpha\": \"sqrt(13)\", \"from\": \"7/2\", \"below\": "
                               "\"11/3\", \"is_cutoff\": false}");
    alpha_words_recurrence(number_of("3.25"), true, &out, &error);
    expect_json(json_of(&out),
                "{\"alpha\": \"13/4\", \"k\": 3, \"n_from\": 5, \"start\": [0, 1, 2, 3, 4, 6], "
                "\"from\": \"3\", \"below\": \"7/2\"}");
}

/* What alpha_words_cutoffs() prints. */
static void print_cutoffs(const char *upto, bool json, struct text *out)
{
    char *printed = NULL;
    size_t len = 0;
    struct error error;
    FILE *file = open_memstream(&printed, &len);
    cr_assert_eq(alpha_words_cutoffs(alpha_of(upto), json, file, &error), ERROR_NONE);
    fclose(file);
    text_append(out, printed, len);
    free(printed);
}

Test(takeaway_alpha, cutoffs_are_listed_up_to_the_bound_and_with_it)
{
    struct text out = {0};
    print_cutoffs("5", false, &out);
    expect_text(&out, "2\n5/2\n3\n7/2\n11/3\n43/11\n4\n13/3\n31/7\n9/2\n14/3\n33/7\n5\n");
    print_cutoffs("3.49", false, &out);
    expect_text(&out, "2\n5/2\n3\n");
    print_cutoffs("1", false, &out);
    expect_text(&out, "");
    print_cutoffs("7/2", true, &out);
    expect_json(json_of(&out),
                "{\"upto\": \"7/2\", \"cutoffs\": [\"2\", \"5/2\", \"3\", \"7/2\"]}");
    print_cutoffs("1.5", true, &out);
    expect_json(json_of(&out), "{\"upto\": \"3/2\", \"cutoffs\": []}");
}

Test(takeaway_alpha, progress_fits_a_line_of_a_terminal)
{
    struct text out = {0};
    struct progress_state state = {0.21, 0.01, 612, 999};
    progress_print(&state, 10000, &out);
    expect_text(&out, "[#####...................]  21 %, part 612 of 999, about 0:39 left");
    progress_print(&(struct progress_state){0.5, 0.4999, 99999, 99999}, 100000000, &out);
    cr_expect_lt(out.len, 80, "%s", text_string(&out));
    text_finish(&out);
    progress_print(&(struct progress_state){0.5, 0.5, 3, 9}, 1, &out);
    expect_text(&out, "[############............]  50 %, part 3 of 9");
    progress_print(&(struct progress_state){.share_done = 0.5}, 3000, &out);
    expect_text(&out, "[############............]  50 %, about 0:03 left");
}

/* --- counts --- */

const char *new_path(void)
{
    static char path[128];
    char folder[] = "/tmp/takeaway-alpha-XXXXXX";
    cr_assert_not_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/counted", folder);
    return path;
}

void remove_path(const char *path)
{
    char folder[128];
    unlink(path);
    snprintf(folder, sizeof folder, "%s", path);
    *strrchr(folder, '/') = '\0';
    cr_assert_eq(rmdir(folder), 0, "nothing is left beside the checkpoint");
}

/* Somebody who interrupts a count. */
struct interrupter {
    atomic_bool stop;
    int64_t patience; /* so many parts may end before */
    int64_t parts;    /* that ended */
};

static void part_ended(void *owner, const struct progress_state *state)
{
    struct interrupter *interrupter = owner;
    cr_assert_leq(state->parts_done, state->parts);
    if (++interrupter->parts == interrupter->patience)
        atomic_store(&interrupter->stop, true);
}

static enum alpha_count_end count(const char *upto, int threads, const char *checkpoint,
                                  struct interrupter *interrupter, struct alpha_count *counted,
                                  struct error *error)
{
    struct alpha_count_wish wish = {
        .upto = alpha_of(upto),
        .threads = threads,
        .checkpoint = checkpoint,
        .stop = &interrupter->stop,
        .progress = part_ended,
        .owner = interrupter,
    };
    return alpha_count_run(&wish, counted, error);
}

static void expect_count(const char *upto, int threads, const char *checkpoint, int64_t expected)
{
    struct interrupter nobody = {.patience = -1};
    struct alpha_count counted;
    struct error error;
    cr_assert_eq(count(upto, threads, checkpoint, &nobody, &counted, &error), ALPHA_COUNT_DONE);
    cr_expect_eq(alpha_count_total(&counted), expected, "C(%s)", upto);
    alpha_count_finish(&counted);
}

Test(takeaway_alpha, counts_are_right_with_any_number_of_threads)
{
    expect_count("1", 1, NULL, 0);
    expect_count("1.9", 1, NULL, 0);
    expect_count("2", 2, NULL, 1);
    expect_count("5/2", 1, NULL, 2);
    expect_count("3.4", 1, NULL, 3);
    expect_count("43/11", 3, NULL, 6);
    expect_count("10", 4, NULL, 73);
    expect_count("20", 1, NULL, 427);
    expect_count("50", 7, NULL, 3904);
}

Test(takeaway_alpha, an_interrupted_count_is_gone_on_with)
{
    const char *path = new_path();
    struct interrupter hasty = {.patience = 20}, calm = {.patience = -1};
    struct alpha_count counted;
    struct error error;
    int64_t done, parts;
    cr_assert_eq(count("50", 1, path, &hasty, &counted, &error), ALPHA_COUNT_STOPPED);
    alpha_count_parts(&counted, &done, &parts);
    cr_assert(done == 20 && parts == 49, "%" PRId64 " of %" PRId64, done, parts);
    alpha_count_finish(&counted);
    cr_assert_eq(count("50", 2, path, &calm, &counted, &error), ALPHA_COUNT_DONE);
    cr_assert_eq(alpha_count_total(&counted), 3904);
    cr_assert_eq(calm.parts, 29);
    alpha_count_finish(&counted);
    remove_path(path);
}

Test(takeaway_alpha, a_checkpoint_serves_any_bound)
{
    const char *path = new_path();
    expect_count("50", 2, path, 3904);
    expect_count("20", 1, path, 427);
    struct interrupter nobody = {.patience = -1};
    struct alpha_count counted;
    struct error error;
    cr_assert_eq(count("60", 1, path, &nobody, &counted, &error), ALPHA_COUNT_DONE);
    cr_assert_eq(alpha_count_total(&counted), 5920);
    cr_assert_eq(nobody.parts, 10, "a smaller bound has not lost the rest");
    alpha_count_finish(&counted);
    remove_path(path);
}

Test(takeaway_alpha, a_count_can_be_printed_for_plots)
{
    struct interrupter nobody = {.patience = -1};
    struct alpha_count counted;
    struct error error;
    struct text out = {0};
    cr_assert_eq(count("7/2", 1, NULL, &nobody, &counted, &error), ALPHA_COUNT_DONE);
    alpha_words_count(&counted, false, false, &out);
    expect_text(&out, "4\n");
    alpha_words_count(&counted, true, false, &out);
    expect_text(&out, "x,C(x)\n1,0\n2,1\n3,3\n7/2,4\n");
    alpha_words_count(&counted, true, true, &out);
    expect_json(json_of(&out),
                "{\"upto\": \"7/2\", \"count\": 4, \"each\": [{\"x\": 1, "
                "\"count\": 0}, {\"x\": 2, \"count\": 1}, {\"x\": 3, \"count\": 3}]}");
    alpha_count_finish(&counted);
}

static void write_file(const char *path, const char *content, size_t len)
{
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fwrite(content, 1, len, file);
    cr_assert_eq(fclose(file), 0);
}

static size_t read_file(const char *path, char *content, size_t size)
{
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file);
    size_t len = fread(content, 1, size, file);
    fclose(file);
    return len;
}

static void expect_file_refused(const char *path, const char *part)
{
    struct interrupter nobody = {.patience = -1};
    struct alpha_count counted;
    struct error error;
    cr_assert_eq(count("12", 1, path, &nobody, &counted, &error), ALPHA_COUNT_FAILED, "%s", part);
    cr_expect_eq(error.code, ERROR_IO);
    cr_expect(strstr(error.message, part) != NULL, "%s", error.message);
    cr_expect_eq(nobody.parts, 0);
    alpha_count_finish(&counted);
}

Test(takeaway_alpha, a_file_of_something_else_is_refused_and_left_alone)
{
    const char *path = new_path();
    static const char letter[] = "Dear Ann,\n";
    char content[64];
    write_file(path, letter, strlen(letter));
    expect_file_refused(path, "is no checkpoint of `takeaway alpha count`");
    cr_assert_eq(read_file(path, content, sizeof content), strlen(letter));
    cr_assert_arr_eq(content, letter, strlen(letter));
    write_file(path, "", 0);
    expect_file_refused(path, "is no checkpoint of `takeaway alpha count`");
    remove_path(path);
}

/* Cut anywhere, and with any byte changed. */
Test(takeaway_alpha, a_damaged_checkpoint_is_refused)
{
    const char *path = new_path();
    char content[1024];
    expect_count("12", 1, path, 122);
    size_t len = read_file(path, content, sizeof content);
    for (size_t i = 0; i < len; i++) {
        write_file(path, content, i);
        expect_file_refused(path, i > 30 ? "is damaged" : "is");
        content[i] ^= 1;
        write_file(path, content, len);
        expect_file_refused(path, i > 30 ? "is damaged" : "is");
        content[i] ^= 1;
    }
    write_file(path, content, len);
    expect_count("12", 1, path, 122);
    write_file(path, "takeaway alpha count 1\n3 4\n3 4\nsum 0\n", 37);
    expect_file_refused(path, "in line 3");
    remove_path(path);
}

Test(takeaway_alpha, a_checkpoint_that_cannot_be_written_ends_the_count_before_it_begins)
{
    expect_file_refused("/tmp", "it cannot be read");
    expect_file_refused("/tmp/no-such-folder-of-takeaway/file", "it cannot be written");
}

Test(takeaway_alpha, a_count_ends_where_terms_need_more_than_63_bits)
{
    struct alpha_parts parts = {0};
    struct interrupter nobody = {.patience = -1};
    struct alpha_count counted;
    struct error error;
    const char *path = new_path();
    alpha_parts_reserve(&parts, 99998);
    for (int64_t i = 0; i < parts.size; i++)
        parts.counts[i] = i;
    cr_assert_eq(alpha_checkpoint_write(path, &parts, &error), ERROR_NONE);
    alpha_parts_finish(&parts);
    cr_assert_eq(count("100000", 1, path, &nobody, &counted, &error), ALPHA_COUNT_FAILED);
    cr_assert_eq(error.code, ERROR_LIMIT_REACHED);
    cr_expect(strstr(error.message, "from 99999 on") != NULL, "%s", error.message);
    alpha_count_finish(&counted);
    remove_path(path);
}
