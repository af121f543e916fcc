#include "tests/unit/test_export_document.h"

#include "common/base/memory.h"
#include "common/export/export.h"
#include "tests/suite.h"

#include <stdio.h>
#include <string.h>

char *document_read(void)
{
    FILE *file = fopen(EXPORT_DOCUMENT, "r");
    cr_assert_not_null(file, "no %s", EXPORT_DOCUMENT);
    char *document = memory_zeroed(1, 65536);
    size_t len = fread(document, 1, 65535, file);
    cr_assert(len > 0 && feof(file));
    fclose(file);
    return document;
}

bool document_block(const char *document, const char *language, int nth, struct text *ret_block)
{
    char opening[32];
    snprintf(opening, sizeof opening, "\n```%s\n", language);
    const char *at = strstr(document, opening);
    for (int i = 0; at && i < nth; i++)
        at = strstr(at + 1, opening);
    if (!at)
        return false;
    const char *first = at + strlen(opening), *end = strstr(first, "\n```\n");
    cr_assert_not_null(end);
    text_clear(ret_block);
    text_append(ret_block, first, (size_t)(end + 1 - first));
    return true;
}

bool document_next_line(const char **at, const char **ret_line, size_t *ret_len)
{
    const char *end = strchr(*at, '\n');
    if (!end)
        return false;
    *ret_line = *at;
    *ret_len = (size_t)(end - *at);
    *at = end + 1;
    return true;
}

void expect_printed_as_read(const char *text, size_t len)
{
    struct error error;
    struct export_line line;
    struct text printed = {0};
    cr_assert_eq(export_parse(text, len, &line, &error), ERROR_NONE, "%.*s: %s", (int)len, text,
                 error.message);
    export_print(&line, &printed);
    cr_assert(printed.len == len && memcmp(printed.bytes, text, len) == 0, "%s\ninstead of\n%.*s",
              text_string(&printed), (int)len, text);
    text_finish(&printed);
    export_line_finish(&line);
}
