#include "server/hall/player_name.h"

#include "common/base/harmless.h"
#include "common/base/memory.h"

#include <assert.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unicase.h>
#include <unicode/uchar.h>
#include <unicode/uspoof.h>
#include <unictype.h>
#include <uninorm.h>
#include <unistr.h>

static bool is_allowed(ucs4_t character)
{
    return uc_is_general_category(character, UC_CATEGORY_L) ||
           uc_is_general_category(character, UC_CATEGORY_M) ||
           uc_is_general_category(character, UC_CATEGORY_N) || character == '-' ||
           character == '_' || character == '.';
}

enum error_code name_check(const char *name, size_t len, struct error *error)
{
    const uint8_t *bytes = (const uint8_t *)name;
    if (len == 0)
        return error_set(error, ERROR_BAD_NAME, "a name has at least one character");
    if (len > NAME_BYTES_MAX)
        return error_set(error, ERROR_BAD_NAME, "the name has %zu bytes: at most %d are allowed",
                         len, NAME_BYTES_MAX);
    if (u8_check(bytes, len))
        return error_set(error, ERROR_BAD_NAME, "the name is not UTF-8");
    for (size_t at = 0; at < len;) {
        ucs4_t character;
        int width = u8_mbtouc(&character, bytes + at, len - at);
        if (!is_allowed(character))
            return error_set(
                error, ERROR_BAD_NAME,
                "at byte %zu of the name: a letter, a digit or one of -_. was expected", at + 1);
        at += (size_t)width;
    }
    return ERROR_NONE;
}

bool name_is_of_closed(const char *name, size_t len, int64_t *ret_player)
{
    static const char prefix[] = "closed-";
    size_t at = sizeof prefix - 1;
    int64_t player = 0;
    if (len <= at || strncasecmp(name, prefix, at) != 0)
        return false;
    for (; at < len; at++) {
        if (name[at] < '0' || name[at] > '9')
            return false;
        player = player < INT64_MAX / 100 ? 10 * player + (name[at] - '0') : INT64_MAX / 100;
    }
    *ret_player = player < INT64_MAX / 100 ? player : 0;
    return true;
}

char *name_key(const char *name, size_t len)
{
    size_t key_len = 0;
    uint8_t *folded = u8_casefold((const uint8_t *)name, len, NULL, UNINORM_NFKC, NULL, &key_len);
    if (!folded)
        return memory_text(name, len);
    char *key = memory_text((const char *)folded, key_len);
    free(folded);
    return key;
}

/* --- what looks like something else --- */

enum { ASCII = 128, ASCII_SKELETON_BYTES = 8, PROTOTYPE_BYTES = 8, MARKS_MAX = 4 };

/* Made once. Checking does not change it, so that all threads share it. */
static USpoofChecker *checker;
/* The skeletons of single characters: the skeleton of a text in ASCII is theirs, one after the
 * other. */
static char ascii_skeletons[ASCII][ASCII_SKELETON_BYTES];
/* ICU has a small capital like small letters of other scripts (U+1D0D is like Cyrillic U+043C), but
 * often not like its own letter. */
static const char *const small_capitals[][2] = {
    {"\u1d00", "a"}, {"\u1d01", "\u00e6"}, {"\u0299", "b"}, {"\u1d04", "c"},      {"\u1d05", "d"},
    {"\u1d07", "e"}, {"\ua730", "f"},      {"\u0262", "g"}, {"\u029c", "h"},      {"\u026a", "i"},
    {"\u1d0a", "j"}, {"\u1d0b", "k"},      {"\u029f", "l"}, {"\u1d0c", "\u0142"}, {"\u1d0d", "m"},
    {"\u0274", "n"}, {"\u1d0f", "o"},      {"\u1d18", "p"}, {"\ua7af", "q"},      {"\u0280", "r"},
    {"\ua731", "s"}, {"\u1d1b", "t"},      {"\u1d1c", "u"}, {"\u1d20", "v"},      {"\u1d21", "w"},
    {"\u028f", "y"}, {"\u1d22", "z"},
};

enum { SMALL_CAPITALS = sizeof small_capitals / sizeof *small_capitals };

/* ICU's prototype of each small capital and of its letter. */
static char small_capital_prototypes[SMALL_CAPITALS][2][PROTOTYPE_BYTES];

/* As ICU has it; free() it. */
static char *make_icu_prototype(const char *text, size_t len)
{
    UErrorCode status = U_ZERO_ERROR;
    size_t size = 8 * len + 64;
    char *prototype = memory_zeroed(size + 1, 1);
    int32_t made =
        uspoof_getSkeletonUTF8(checker, 0, text, (int32_t)len, prototype, (int32_t)size, &status);
    if (status == U_BUFFER_OVERFLOW_ERROR) {
        status = U_ZERO_ERROR;
        prototype = memory_resized(prototype, (size_t)made + 1, 1);
        uspoof_getSkeletonUTF8(checker, 0, text, (int32_t)len, prototype, made, &status);
    }
    assert(U_SUCCESS(status));
    prototype[made] = '\0';
    return prototype;
}

/* The same with letters for small capitals and for what is like them; free() it. */
static char *make_prototype(const char *text, size_t len)
{
    char *prototype = make_icu_prototype(text, len), *to = prototype;
    for (const char *from = prototype; *from;) {
        const char *put = from;
        size_t taken_len = 1, put_len = 1;
        for (int i = 0; i < SMALL_CAPITALS && put == from; i++) {
            const char *small = small_capital_prototypes[i][0];
            if (*small == *from && strncmp(from, small, strlen(small)) == 0) {
                taken_len = strlen(small);
                put = small_capital_prototypes[i][1];
                put_len = strlen(put);
            }
        }
        memmove(to, put, put_len);
        to += put_len;
        from += taken_len;
    }
    *to = '\0';
    return prototype;
}

/* The prototype of the text as it is written, I being like l; the case of that one is folded, and
 * what comes of it can look like something again. free() it. */
static char *make_skeleton(const char *text, size_t len)
{
    size_t composed_len = 0;
    uint8_t *composed = u8_normalize(UNINORM_NFKC, (const uint8_t *)text, len, NULL, &composed_len);
    char *written =
        composed ? make_prototype((const char *)composed, composed_len) : make_prototype(text, len);
    char *folded = name_key(written, strlen(written));
    char *skeleton = make_prototype(folded, strlen(folded));
    free(composed);
    free(written);
    free(folded);
    return skeleton;
}

static void open_checker(void)
{
    UErrorCode status = U_ZERO_ERROR;
    checker = uspoof_open(&status);
    uspoof_setRestrictionLevel(checker, USPOOF_HIGHLY_RESTRICTIVE);
    uspoof_setChecks(checker, USPOOF_RESTRICTION_LEVEL | USPOOF_INVISIBLE | USPOOF_HIDDEN_OVERLAY,
                     &status);
    if (U_FAILURE(status)) {
        fprintf(stderr, "ICU's table of confusable characters: %s\n", u_errorName(status));
        abort();
    }
    for (int i = 0; i < SMALL_CAPITALS; i++) {
        char *prototype = make_icu_prototype(small_capitals[i][0], strlen(small_capitals[i][0]));
        char *letter = make_icu_prototype(small_capitals[i][1], strlen(small_capitals[i][1]));
        assert(strlen(prototype) < PROTOTYPE_BYTES && strlen(letter) <= strlen(prototype));
        strcpy(small_capital_prototypes[i][0], prototype);
        strcpy(small_capital_prototypes[i][1], letter);
        free(prototype);
        free(letter);
    }
    for (int character = 1; character < ASCII; character++) {
        const char text = (char)character;
        char *skeleton = make_skeleton(&text, 1);
        assert(strlen(skeleton) < ASCII_SKELETON_BYTES);
        memcpy(ascii_skeletons[character], skeleton, strlen(skeleton));
        free(skeleton);
    }
}

static void need_checker(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_checker);
}

enum error_code name_check_new(const char *name, size_t len, struct error *error)
{
    const uint8_t *bytes = (const uint8_t *)name;
    int marks = 0; /* on the letter before `at` */
    if (name_check(name, len, error))
        return error->code;
    for (size_t at = 0; at < len;) {
        ucs4_t character;
        int width = u8_mbtouc(&character, bytes + at, len - at);
        bool is_nonspacing = uc_is_general_category(character, UC_CATEGORY_Mn) ||
                             uc_is_general_category(character, UC_CATEGORY_Me);
        marks = is_nonspacing ? marks + 1 : 0;
        if (u_hasBinaryProperty((UChar32)character, UCHAR_DEFAULT_IGNORABLE_CODE_POINT))
            return error_set(error, ERROR_BAD_NAME,
                             "at byte %zu of the name: the character U+%04X cannot be seen", at + 1,
                             (unsigned)character);
        if (at == 0 && uc_is_general_category(character, UC_CATEGORY_M))
            return error_set(error, ERROR_BAD_NAME,
                             "at byte 1 of the name: a letter or a digit was expected before the"
                             " mark U+%04X",
                             (unsigned)character);
        if (marks > MARKS_MAX)
            return error_set(error, ERROR_BAD_NAME,
                             "at byte %zu of the name: a letter has at most %d marks", at + 1,
                             MARKS_MAX);
        at += (size_t)width;
    }
    int64_t closed;
    char *key = name_key(name, len);
    bool is_of_closed = name_is_of_closed(key, strlen(key), &closed);
    free(key);
    if (is_of_closed)
        return error_set(error, ERROR_BAD_NAME,
                         "the name is of the form closed-N, in which closed accounts are shown");
    need_checker();
    UErrorCode status = U_ZERO_ERROR;
    int32_t faults = uspoof_check2UTF8(checker, name, (int32_t)len, NULL, &status);
    assert(U_SUCCESS(status));
    if (faults & USPOOF_INVISIBLE)
        return error_set(error, ERROR_BAD_NAME, "the name has the same mark twice on one letter");
    if (faults & USPOOF_HIDDEN_OVERLAY)
        return error_set(error, ERROR_BAD_NAME,
                         "the name has the mark U+0307 on a letter whose own dot hides it");
    if (faults)
        return error_set(error, ERROR_BAD_NAME,
                         "the name mixes scripts: letters of one script were expected, or Latin"
                         " ones with Chinese, Japanese or Korean ones");
    return ERROR_NONE;
}

/* FNV-1a, from HASH_BEGIN on. */
#define HASH_BEGIN UINT64_C(14695981039346656037)

static uint64_t hash_add(uint64_t hash, const char *text)
{
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(1099511628211);
    return hash;
}

uint64_t name_skeleton(const char *name, size_t len)
{
    uint64_t hash = HASH_BEGIN;
    size_t at = 0;
    need_checker();
    for (; at < len && (unsigned char)name[at] < ASCII; at++)
        hash = hash_add(hash, ascii_skeletons[(unsigned char)name[at]]);
    if (at < len) {
        char *skeleton = make_skeleton(name, len);
        hash = hash_add(HASH_BEGIN, skeleton);
        free(skeleton);
    }
    return hash ? hash : 1;
}

void name_skeletons(const char *name, size_t len, uint64_t ret_skeletons[NAME_CASES])
{
    const uint8_t *bytes = (const uint8_t *)name;
    ret_skeletons[0] = name_skeleton(name, len);
    for (int i = 1; i < NAME_CASES; i++) {
        size_t cased_len = 0;
        uint8_t *cased = i == 1 ? u8_tolower(bytes, len, NULL, NULL, NULL, &cased_len)
                                : u8_toupper(bytes, len, NULL, NULL, NULL, &cased_len);
        bool is_other = cased && (cased_len != len || memcmp(cased, name, len) != 0);
        ret_skeletons[i] =
            is_other ? name_skeleton((const char *)cased, cased_len) : ret_skeletons[0];
        free(cased);
    }
}

enum error_code line_check(const char *what, const char *text, size_t len, struct error *error)
{
    for (size_t at = 0; at < len;) {
        ucs4_t character;
        int width = u8_mbtouc(&character, (const uint8_t *)text + at, len - at);
        if (!harmless_is(character))
            return error_set(error, ERROR_BAD_ARGUMENTS,
                             "at byte %zu of %s: one line without control characters was expected, "
                             "and U+%04" PRIX32 " is one",
                             at + 1, what, (uint32_t)character);
        at += (size_t)width;
    }
    return ERROR_NONE;
}
