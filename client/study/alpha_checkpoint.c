#include "client/study/alpha_count.h"

#include "client/cli/atomic_file.h"
#include "common/base/memory.h"
#include "common/base/scanner.h"
#include "common/base/text.h"
#include "common/solver/alpha_walk.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char first_line[] = "takeaway alpha count 1\n";

/* Larger than a file with a line for every possible part. */
enum { FILE_BYTES_MAX = 8 << 20 };

void alpha_parts_finish(struct alpha_parts *parts)
{
    free(parts->counts);
    *parts = (struct alpha_parts){0};
}

void alpha_parts_reserve(struct alpha_parts *parts, int64_t size)
{
    if (parts->size >= size)
        return;
    if (size < 2 * parts->size)
        size = 2 * parts->size;
    parts->counts = memory_resized(parts->counts, (size_t)size, sizeof *parts->counts);
    while (parts->size < size)
        parts->counts[parts->size++] = ALPHA_PART_OPEN;
}

/* FNV-1a */
static uint64_t checksum(const char *bytes, size_t len)
{
    uint64_t sum = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < len; i++)
        sum = (sum ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001B3);
    return sum;
}

static void print_sum(const struct text *above, struct text *out)
{
    text_printf(out, "sum %016" PRIx64 "\n", checksum(text_string(above), above->len));
}

/* --- reading --- */

static enum error_code io_error(const char *path, struct error *error)
{
    return error_set(error, ERROR_IO, "%.100s: it cannot be read: %s", path, strerror(errno));
}

static enum error_code damaged(const char *path, int line, const char *expected,
                               struct error *error)
{
    return error_set(error, ERROR_IO,
                     "%.80s is damaged: %s was expected in line %d; delete it to count anew, or "
                     "name another file",
                     path, expected, line);
}

static enum error_code read_file(const char *path, struct text *content, struct error *error)
{
    char buffer[65536];
    size_t len;
    FILE *file = fopen(path, "r");
    if (!file)
        return errno == ENOENT ? ERROR_NONE : io_error(path, error);
    while (content->len <= FILE_BYTES_MAX && (len = fread(buffer, 1, sizeof buffer, file)) > 0)
        text_append(content, buffer, len);
    enum error_code failed = ferror(file) ? io_error(path, error) : ERROR_NONE;
    fclose(file);
    return failed;
}

/* Reads "I COUNT\n" with I above `*last`. */
static bool take_part(struct scanner *scanner, int64_t *last, int64_t *ret_count)
{
    struct error unread;
    int64_t part;
    if (scanner_take_int(scanner, &part, ERROR_IO, &unread) || part <= *last || part >= ALPHA_MAX ||
        !scanner_take(scanner, ' ') || scanner_take_int(scanner, ret_count, ERROR_IO, &unread))
        return false;
    *last = part;
    return scanner_take(scanner, '\n');
}

/* Is the rest of the text the checksum of the text before it? */
static bool sum_is_right(struct scanner *scanner)
{
    struct text above = {0}, sum = {0};
    text_append(&above, scanner->text, scanner->at);
    print_sum(&above, &sum);
    bool is_right = scanner_take_word(scanner, text_string(&sum)) && scanner_at_end(scanner);
    text_finish(&above);
    text_finish(&sum);
    return is_right;
}

static enum error_code parse(const char *path, const struct text *content,
                             struct alpha_parts *parts, struct error *error)
{
    struct scanner scanner = {.text = text_string(content), .len = content->len};
    if (!scanner_take_word(&scanner, first_line))
        return error_set(error, ERROR_IO,
                         "%.100s is no checkpoint of `takeaway alpha count`: name another file",
                         path);
    int64_t part = 0, count;
    int line = 2;
    for (; scanner_peek(&scanner) != 's'; line++) {
        if (!take_part(&scanner, &part, &count))
            return damaged(path, line, "'NUMBER COUNT' (ascending) or the sum", error);
        alpha_parts_reserve(parts, part);
        parts->counts[part - 1] = count;
    }
    return sum_is_right(&scanner) ? ERROR_NONE
                                  : damaged(path, line, "the checksum of the lines above", error);
}

enum error_code alpha_checkpoint_read(const char *path, struct alpha_parts *parts,
                                      struct error *error)
{
    struct text content = {0};
    struct alpha_parts found = {0};
    enum error_code failed = read_file(path, &content, error);
    bool is_there = content.bytes || access(path, F_OK) == 0;
    if (!failed && is_there)
        failed = parse(path, &content, &found, error);
    if (!failed)
        alpha_parts_reserve(parts, found.size);
    for (int64_t i = 0; i < found.size && !failed; i++) {
        if (found.counts[i] != ALPHA_PART_OPEN)
            parts->counts[i] = found.counts[i];
    }
    alpha_parts_finish(&found);
    text_finish(&content);
    return failed;
}

/* --- writing --- */

static void print_parts(const struct alpha_parts *parts, struct text *out)
{
    text_append_string(out, first_line);
    for (int64_t i = 0; i < parts->size; i++) {
        if (parts->counts[i] != ALPHA_PART_OPEN)
            text_printf(out, "%" PRId64 " %" PRId64 "\n", i + 1, parts->counts[i]);
    }
    struct text sum = {0};
    print_sum(out, &sum);
    text_append(out, sum.bytes, sum.len);
    text_finish(&sum);
}

enum error_code alpha_checkpoint_write(const char *path, const struct alpha_parts *parts,
                                       struct error *error)
{
    struct atomic_file draft;
    enum error_code failed = atomic_file_open(path, &draft, error);
    if (failed)
        return failed;
    struct text content = {0};
    print_parts(parts, &content);
    fwrite(content.bytes, 1, content.len, draft.file);
    text_finish(&content);
    return atomic_file_keep(&draft, error);
}
