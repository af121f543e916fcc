#include "tests/unit/test_protocol_document.h"

#include "common/base/memory.h"
#include "tests/suite.h"

#include <stdio.h>
#include <string.h>

static void read_file(const char *path, struct text *out)
{
    char piece[4096];
    size_t len;
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file, "%s cannot be opened", path);
    while ((len = fread(piece, 1, sizeof piece, file)) > 0)
        text_append(out, piece, len);
    fclose(file);
}

struct document document_read(const char *name)
{
    struct document document = {0};
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", PROTOCOL_DIR, name);
    read_file(path, &document.text);
    char *rest = document.text.bytes;
    for (char *line; (line = strsep(&rest, "\n"));) {
        document.lines = memory_resized(document.lines, document.count + 1, sizeof(char *));
        document.lines[document.count++] = line;
    }
    return document;
}

void document_finish(struct document *document)
{
    text_finish(&document->text);
    free(document->lines);
}

size_t document_find(const struct document *document, const char *heading)
{
    size_t after = 0;
    for (size_t i = 0; i < document->count; i++) {
        if (strcmp(document->lines[i], heading) != 0)
            continue;
        cr_assert_eq(after, 0, "there are two headings '%s'", heading);
        after = i + 1;
    }
    cr_assert_neq(after, 0, "there is no heading '%s'", heading);
    return after;
}

bool line_has_prefix(const char *line, const char *prefix)
{
    return strncmp(line, prefix, strlen(prefix)) == 0;
}

void document_append_rows(const struct document *document, const char *heading, struct text *out)
{
    size_t rows = 0;
    for (size_t i = document_find(document, heading);
         i < document->count && document->lines[i][0] != '#'; i++) {
        if (document->lines[i][0] == '|' && ++rows > 2)
            text_printf(out, "%s\n", document->lines[i]);
    }
}
