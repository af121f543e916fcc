/* EXPORT.md, as strangers read it: its examples and tables are the code's, its scripts do what it
 * says, and a program in another language, written from it alone (export_stranger.py), finds no
 * fault in true records and one in each that was changed. */
#include "common/base/memory.h"
#include "common/export/record_form.h"
#include "tests/e2e/folder.h"
#include "tests/suite.h"
#include "tests/unit/record_sample.h"
#include "tests/unit/test_export_document.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

static void clean_up(void)
{
    folder_remove();
    suite_check_leaks();
}

TestSuite(export_stranger, .init = folder_make, .fini = clean_up, .timeout = BUSY_MACHINE_S(120));

static struct error error;

/* --- the examples and the tables --- */

Test(export_stranger, the_examples_of_the_document_are_lines_in_their_printed_form)
{
    char *document = document_read();
    struct text block = {0};
    int blocks = 0, lines = 0;
    for (; document_block(document, "json", blocks, &block); blocks++) {
        const char *at = text_string(&block), *line;
        for (size_t len; document_next_line(&at, &line, &len); lines++) {
            struct text bare = {0};
            const char *hash = strstr(line, ",\"hash\":");
            bool has_hash = hash && hash < line + len;
            text_append(&bare, line, has_hash ? (size_t)(hash - line) : len);
            text_append_string(&bare, has_hash ? "}" : "");
            expect_printed_as_read(bare.bytes, bare.len);
            text_finish(&bare);
        }
    }
    cr_assert_eq(blocks, 3);
    cr_assert_eq(lines, 12);
    text_finish(&block);
    free(document);
}

/* Both files of the example, one after the other. */
static struct text example_files(void)
{
    char *document = document_read();
    struct text files = {0}, times = {0};
    cr_assert(document_block(document, "json", DOCUMENT_RESULTS, &files));
    cr_assert(document_block(document, "json", DOCUMENT_TIMES, &times));
    text_append(&files, times.bytes, times.len);
    text_finish(&times);
    free(document);
    return files;
}

Test(export_stranger, the_example_of_the_document_is_chained_and_sealed)
{
    struct text files = example_files();
    struct export_chain chain = {{0}}, results = {{0}}, before = {{0}};
    struct export_line parsed_line = {.kind = EXPORT_SEAL};
    const char *at = text_string(&files), *line;
    for (size_t len; document_next_line(&at, &line, &len);) {
        before = chain;
        cr_assert_eq(export_chain_check(&chain, line, len, &error), ERROR_NONE, "%.*s: %s",
                     (int)len, line, error.message);
        export_line_finish(&parsed_line);
        cr_assert_eq(export_parse(line, len, &parsed_line, &error), ERROR_NONE);
        if (parsed_line.kind == EXPORT_END)
            results = chain;
    }
    cr_assert_eq(parsed_line.kind, EXPORT_SEAL);
    cr_assert_arr_eq(parsed_line.seal.results, results.hash, EXPORT_HASH_BYTES);
    cr_assert_arr_eq(parsed_line.seal.times, before.hash, EXPORT_HASH_BYTES);
    cr_assert(export_seal_is_signed(&parsed_line.seal));
    text_finish(&files);
}

/* The part of the document about a type: from its headline on. */
static const char *section_of(const char *document, const struct form *form)
{
    char headline[64];
    snprintf(headline, sizeof headline, "\n### %s\n", form->type);
    const char *section =
        strstr(document, form == &form_standing ? "\nEach of the standings:\n" : headline);
    cr_assert_not_null(section, "no section for %s", form->type);
    return section;
}

Test(export_stranger, the_document_has_each_key_in_its_order)
{
    static const char *const types[] = {"plan", "match", "bye", "forfeit", "end", "times", "seal"};
    char *document = document_read();
    for (size_t i = 0; i <= sizeof types / sizeof *types; i++) {
        const struct form *form =
            i < sizeof types / sizeof *types ? form_of_type(types[i]) : &form_standing;
        const char *at = strstr(section_of(document, form), "|---|---|---|\n") + 14;
        for (size_t k = 0; k < form->count; k++) {
            char row[64];
            snprintf(row, sizeof row, "| `%s` | ", form->fields[k].key);
            cr_assert_eq(strncmp(at, row, strlen(row)), 0, "%s: %s instead of %.40s", form->type,
                         row, at);
            at = strchr(at, '\n') + 1;
        }
        cr_assert_eq(*at, '\n', "%s: more keys than there are: %.40s", form->type, at);
    }
    free(document);
}

/* --- its scripts --- */

static void write_file(const char *name, const char *content)
{
    char path[FOLDER_PATH_MAX];
    folder_path(name, path);
    FILE *file = fopen(path, "we");
    cr_assert_not_null(file);
    cr_assert_eq(fputs(content, file) < 0, false);
    cr_assert_eq(fclose(file), 0);
}

/* Block `nth` of the document as a file. */
static void write_block(const char *language, int nth, const char *name)
{
    char *document = document_read();
    struct text block = {0};
    cr_assert(document_block(document, language, nth, &block));
    write_file(name, text_string(&block));
    text_finish(&block);
    free(document);
}

static void write_example(void)
{
    write_block("json", DOCUMENT_RESULTS, "results.jsonl");
    write_block("json", DOCUMENT_TIMES, "times.jsonl");
}

/* What a command says in the folder, free() it; and how it ends. */
static char *said_by(const char *command, int *ret_status)
{
    char folder[FOLDER_PATH_MAX], line[3 * FOLDER_PATH_MAX], *said = memory_zeroed(1, 65536);
    folder_path("", folder);
    snprintf(line, sizeof line, "cd '%s' && { %s; } 2>&1", folder, command);
    FILE *pipe = popen(line, "r");
    cr_assert_not_null(pipe);
    size_t len = fread(said, 1, 65535, pipe);
    said[len] = '\0';
    *ret_status = pclose(pipe);
    return said;
}

/* Replaces the first `from` in a file by `to`, which is as long. */
static void change(const char *name, const char *from, const char *to)
{
    char *content = folder_read(name), *at = strstr(content, from);
    cr_assert_not_null(at, "%s: no %s", name, from);
    memcpy(at, to, strlen(from));
    write_file(name, content);
    free(content);
}

static void expect_said(const char *command, const char *expected)
{
    int status;
    char *said = said_by(command, &status);
    cr_assert_eq(status, 0, "%s", said);
    cr_assert_str_eq(said, expected);
    free(said);
}

Test(export_stranger, the_script_of_the_document_finds_the_first_line_that_was_changed)
{
    int status;
    write_example();
    write_block("sh", 0, "check.sh");
    expect_said("sh check.sh", "");
    change("results.jsonl", "5>0", "5>1");
    char *said = said_by("sh check.sh", &status);
    cr_assert_eq(status, 0);
    cr_assert_not_null(strstr(said, "\"moves\":\"5>1 3>0\""), "%s", said);
    cr_assert_eq(strchr(said, '\n'), said + strlen(said) - 1, "one line: %s", said);
    free(said);
}

/* A text value of the last line of times.jsonl, in the shell. */
#define SEAL_VALUE(key)                                                                            \
#key "=$(tail -n 1 times.jsonl | sed 's/.*\"" #key "\":\"\\([0-9a-f]*\\)\".*/\\1/'); "

Test(export_stranger, the_commands_of_the_document_verify_the_signature)
{
    static const char command[] =
        SEAL_VALUE(times) SEAL_VALUE(key) SEAL_VALUE(signature) ". ./verify.sh";
    if (system("command -v openssl >/dev/null") != 0)
        cr_skip_test("there is no openssl");
    write_example();
    write_block("sh", 1, "verify.sh");
    expect_said(command, "Signature Verified Successfully\n");
    change("times.jsonl", "\"times\":\"b259861e", "\"times\":\"b259861f");
    int status;
    char *said = said_by(command, &status);
    cr_assert_neq(status, 0);
    cr_assert_not_null(strstr(said, "Signature Verification Failure"), "%s", said);
    free(said);
}

/* --- a program of a stranger --- */

static char *stranger_says(const char *path, int *ret_status)
{
    char command[2 * FOLDER_PATH_MAX];
    snprintf(command, sizeof command, "%s '%s' '%s'", PYTHON, STRANGER, path);
    return said_by(command, ret_status);
}

static void expect_no_fault(const char *path)
{
    int status;
    char *said = stranger_says(path, &status);
    cr_expect(status == 0 && !*said, "%s: %s", path, said);
    free(said);
}

static void expect_fault(const char *words)
{
    int status;
    char *said = stranger_says(".", &status);
    cr_expect(status != 0 && strstr(said, words), "'%s' says nothing of '%s'", said, words);
    free(said);
}

static void write_sample(const struct sample *sample)
{
    char path[FOLDER_PATH_MAX];
    folder_path("", path);
    sample_write(sample, path);
}

Test(export_stranger, a_stranger_finds_no_fault_in_the_example)
{
    expect_no_fault(EXPORT_DOCUMENT);
}

Test(export_stranger, a_stranger_finds_no_fault_in_true_records)
{
    static const struct sample_wish wishes[] = {
        {"nim", "round-robin", "fair:2-3:3-20", 5, 2, 8, 5, 2},
        {"nim", "swiss", "drawn:2-4:5-20", 9, 5, 3, 7, 0},
        {"nim", "knockout", "drawn:2-3:5-20", 13, 0, 4, 3, 2},
        {"nim", "gauntlet", "3+5+7,5+5+5", 5, 2, 11, 4, 2},
        {"take-away:2x", "round-robin", "35,89,100", 6, 1, 7, 5, 0},
        {"green-hackenbush", "swiss", "drawn", 8, 3, 3, 6, 3},
    };
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++) {
        struct sample sample;
        sample_make(&wishes[i], &sample);
        write_sample(&sample);
        sample_finish(&sample);
        expect_no_fault(".");
    }
}

/* Texts that are hard to write: everything that is escaped, and what is not. */
Test(export_stranger, a_stranger_writes_texts_as_the_server_does)
{
    static const struct sample_wish wish = {"nim", "round-robin", "3+5", 3, 1, 1, 0, 0};
    struct sample sample;
    sample_make(&wish, &sample);
    sample_set(
        &sample.plan.name,
        "a/b \"c\" \\ \b\f\n\r\t\x01\x1f\x7f \xc2\x85 Zoë 日本 \xf0\x9f\x8e\xb2 \xe2\x80\xa8");
    write_sample(&sample);
    sample_finish(&sample);
    expect_no_fault(".");
}

/* What can be changed by who can make hashes and signatures: the server itself. */
Test(export_stranger, a_stranger_finds_what_the_server_itself_has_counted_wrong)
{
    static const struct sample_wish wish = {"nim", "swiss", "drawn:2-4:5-20", 6, 3, 3, 0, 0};
    static const struct {
        size_t at; /* in struct export_standing */
        const char *words;
    } cases[] = {
        {offsetof(struct export_standing, points), ": points is not"},
        {offsetof(struct export_standing, won), ": won is not"},
        {offsetof(struct export_standing, drawn), ": drawn is not"},
        {offsetof(struct export_standing, lost), ": lost is not"},
        {offsetof(struct export_standing, direct), ": direct is not"},
        {offsetof(struct export_standing, buchholz), ": buchholz is not"},
        {offsetof(struct export_standing, sonneborn_berger), ": sonneborn_berger is not"},
        {offsetof(struct export_standing, pairs), ": pairs is not"},
        {offsetof(struct export_standing, met), ": met is not"},
        {offsetof(struct export_standing, kept), ": kept is not"},
        {offsetof(struct export_standing, thrown), ": thrown is not"},
        {offsetof(struct export_standing, rank), "the ranks"},
    };
    struct sample sample;
    sample_make(&wish, &sample);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t *value = (int64_t *)(void *)((char *)&sample.end.standings[2] + cases[i].at);
        *value += 1;
        write_sample(&sample);
        expect_fault(cases[i].words);
        *value -= 1;
    }
    sample_set(&sample.matches[0].marks, "0");
    write_sample(&sample);
    expect_fault("not one mark for each move");
    sample_finish(&sample);
}

Test(export_stranger, a_stranger_finds_what_anybody_has_changed)
{
    write_example();
    change("results.jsonl", "\"points\":8", "\"points\":9");
    expect_fault("the hash of");
    write_example();
    change("times.jsonl", "\"taken\":[12", "\"taken\":[13");
    expect_fault("the hash of");
}
