#include "common/base/scanner.h"

#include <assert.h>
#include <string.h>

bool scanner_at_end(const struct scanner *scanner)
{
    return scanner->at == scanner->len;
}

char scanner_peek(const struct scanner *scanner)
{
    return scanner_at_end(scanner) ? '\0' : scanner->text[scanner->at];
}

bool scanner_take(struct scanner *scanner, char c)
{
    if (scanner_at_end(scanner) || scanner->text[scanner->at] != c)
        return false;
    scanner->at++;
    return true;
}

bool scanner_take_word(struct scanner *scanner, const char *word)
{
    assert(scanner->at <= scanner->len);
    size_t len = strlen(word);
    if (len > scanner->len - scanner->at || memcmp(scanner->text + scanner->at, word, len) != 0)
        return false;
    scanner->at += len;
    return true;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

enum error_code scanner_take_int(struct scanner *scanner, int64_t *ret_value, enum error_code code,
                                 struct error *error)
{
    struct scanner ahead = *scanner;
    if (!is_digit(scanner_peek(&ahead)))
        return scanner_expected(scanner, code, "a number", error);
    int64_t value = 0;
    while (is_digit(scanner_peek(&ahead))) {
        int64_t digit = scanner_peek(&ahead) - '0';
        if (value > (INT64_MAX - digit) / 10)
            return error_set(error, code, "at %zu: the number is over 9223372036854775807",
                             scanner->at + 1);
        value = value * 10 + digit;
        ahead.at++;
    }
    if (scanner_peek(scanner) == '0' && ahead.at - scanner->at > 1)
        return error_set(error, code, "at %zu: a number does not begin with 0", scanner->at + 1);
    *scanner = ahead;
    *ret_value = value;
    return ERROR_NONE;
}

bool scanner_takes_int(struct scanner *scanner, int64_t *ret_value)
{
    struct error unread;
    return scanner_take_int(scanner, ret_value, ERROR_USAGE, &unread) == ERROR_NONE;
}

enum error_code scanner_expected(const struct scanner *scanner, enum error_code code,
                                 const char *expected, struct error *error)
{
    unsigned char next = (unsigned char)scanner_peek(scanner);
    if (scanner_at_end(scanner))
        return error_set(error, code, "at %zu (the end): %s was expected", scanner->at + 1,
                         expected);
    if (next == ' ')
        return error_set(error, code, "at %zu (a space): %s was expected", scanner->at + 1,
                         expected);
    if (next < 0x21 || next > 0x7E)
        return error_set(error, code, "at %zu (byte 0x%02X): %s was expected", scanner->at + 1,
                         next, expected);
    return error_set(error, code, "at %zu ('%c'): %s was expected", scanner->at + 1, next,
                     expected);
}

/* --- names that are almost right --- */

/* Does `typed` differ from the name by a single letter (added, missing or another), or by two
 * swapped neighbours? */
static bool is_close(const char *typed, size_t len, const char *name)
{
    size_t name_len = strlen(name);
    while (len > 0 && name_len > 0 && *typed == *name) {
        typed++, name++;
        len--, name_len--;
    }
    while (len > 0 && name_len > 0 && typed[len - 1] == name[name_len - 1])
        len--, name_len--;

    if (len == 2 && name_len == 2)
        return typed[0] == name[1] && typed[1] == name[0];
    return len <= 1 && name_len <= 1;
}

void spelling_offer(struct spelling *spelling, const char *name)
{
    if (!spelling->close && is_close(spelling->typed, spelling->len, name))
        spelling->close = name;
    if (spelling->len > 0 && strncmp(name, spelling->typed, spelling->len) == 0) {
        spelling->beginning = name;
        spelling->beginnings++;
    }
}

const char *spelling_meant(const struct spelling *spelling)
{
    if (spelling->close)
        return spelling->close;
    return spelling->beginnings == 1 ? spelling->beginning : NULL;
}
