#include "common/words/typed.h"

#include "common/game/family.h"
#include "common/words/words.h"

#include <ctype.h>
#include <string.h>

enum error_code typed_rules_blame(struct error *error, const char *text)
{
    struct scanner scanner = {.text = text, .len = strlen(text)};
    const struct family *family;
    struct error cause = *error, unknown;
    if (family_parse(&scanner, &family, &unknown))
        return cause.code;
    return error_set(error, cause.code, "%s; such rules are written %s", cause.message,
                     family->form);
}

/* Can the text be read as a position, even a position that is too large? */
static bool can_be_read(const struct rules *rules, const char *text, size_t len)
{
    struct scanner scanner = {.text = text, .len = len};
    struct position position = {0};
    struct error error;
    enum error_code failed =
        family_table(rules)->position_parse(rules, &scanner, &position, &error);
    position_finish(&position);
    return !failed;
}

/* Appends "5 + 8", "5,8" or "5 8" in the notation, "5+8", and "20 Jan" as "20jan". */
static void normalize(const char *text, size_t len, struct text *out)
{
    bool has_gap = false; /* a comma or a blank since the last character that was kept */
    for (size_t i = 0; i < len; i++) {
        char c = text[i];
        if (c == ' ' || c == ',') {
            has_gap = true;
            continue;
        }
        bool follows_digit = out->len > 0 && isdigit((unsigned char)out->bytes[out->len - 1]);
        if (has_gap && follows_digit && (isdigit((unsigned char)c) || c == 'o'))
            text_append_char(out, '+');
        has_gap = false;
        text_append_char(out, (char)tolower((unsigned char)c));
    }
}

enum error_code typed_position_parse(const struct rules *rules, const char *text, size_t len,
                                     struct position *ret_position, struct error *error)
{
    enum error_code failed = position_parse(rules, text, len, ret_position, error);
    if (failed && len <= POSITION_TEXT_MAX) {
        struct text normal = {0};
        struct error ignored;
        normalize(text, len, &normal);
        bool is_read =
            !position_parse(rules, text_string(&normal), normal.len, ret_position, &ignored);
        text_finish(&normal);
        if (is_read)
            return ERROR_NONE;
    }
    const char *example = words_example(rules);
    if (!failed || len > POSITION_TEXT_MAX || !example || can_be_read(rules, text, len))
        return failed;
    struct error cause = *error;
    return error_set(error, cause.code, "%s; for example %s", cause.message, example);
}

enum error_code typed_problem_parse(const struct rules *rules, const char *text, size_t len,
                                    struct position *ret_position, struct error *error)
{
    struct position position = {0};
    enum error_code failed = typed_position_parse(rules, text, len, &position, error);
    if (!failed)
        failed = position_check_start(rules, &position, error);
    if (failed && failed != ERROR_NO_LEGAL_MOVE) {
        position_finish(&position);
        return failed;
    }
    position_finish(ret_position);
    *ret_position = position;
    return ERROR_NONE;
}

void typed_normalise(const char *line, struct text *out)
{
    for (const char *c = line; *c; c++) {
        if (!isspace((unsigned char)*c))
            text_append_char(out, (char)tolower((unsigned char)*c));
        else if (out->len > 0 && out->bytes[out->len - 1] != ' ')
            text_append_char(out, ' ');
    }
    if (out->len > 0 && out->bytes[out->len - 1] == ' ')
        out->bytes[--out->len] = '\0';
}
