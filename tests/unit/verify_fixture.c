#include "tests/unit/verify_fixture.h"

#include "client/tournament/verify.h"
#include "tests/e2e/folder.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

const struct sample_wish verify_round_robin = {
    .rules = "take-away:2x",
    .format = "round-robin",
    .starts = "drawn:1:15-40",
    .players = 4,
    .rounds = 1,
    .seed = 7,
    .early = 4,
};

struct verdict verify_verdict(const char *name, const unsigned char *key)
{
    struct verdict verdict = {0};
    struct error error;
    char path[FOLDER_PATH_MAX];
    folder_path(name, path);
    cr_assert_eq(verify_record(path, key, &verdict, &error), ERROR_NONE, "%s", error.message);
    return verdict;
}

char *verify_said(const struct verdict *verdict)
{
    struct text text = {0};
    verdict_print(verdict, &text);
    return text.bytes;
}

void verify_expect_good(const char *what)
{
    struct verdict verdict = verify_verdict("", NULL);
    char *said = verify_said(&verdict);
    cr_expect_eq(verdict.faults, 0, "%s: %s", what, said);
    cr_expect_not_null(strstr(said, "No fault was found."), "%s", said);
    for (size_t i = 0; i < verdict.part_count; i++)
        cr_expect_not(verdict.parts[i].left_out, "%s: %s", what, said);
    free(said);
    verdict_finish(&verdict);
}

void verify_expect_fault(const char *what, const char *part, const char *words)
{
    struct verdict verdict = verify_verdict("", NULL);
    char *said = verify_said(&verdict);
    bool is_found = false;
    for (size_t i = 0; i < verdict.told_count; i++)
        is_found = is_found || (strcmp(verdict.told[i].part, part) == 0 &&
                                strstr(text_string(&verdict.told[i].what), words));
    cr_expect(is_found, "%s: no fault in %s with '%s', but:\n%s", what, part, words, said);
    free(said);
    verdict_finish(&verdict);
}

void verify_write_sample(const struct sample_wish *wish)
{
    struct sample sample;
    char path[FOLDER_PATH_MAX];
    folder_path("", path);
    sample_make(wish, &sample);
    sample_write(&sample, path);
    sample_finish(&sample);
}
