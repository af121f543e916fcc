#include "common/game/look.h"

#include "common/game/family.h"
#include "common/game/octal.h"

#include <assert.h>
#include <string.h>

enum { FAMILIES_MAX = 2 };

static bool is_dawsons_chess(const struct rules *rules)
{
    return strcmp(rules->text, rules->misere ? "octal:0.137,misere" : "octal:0.137") == 0;
}

static const struct {
    const char *name;
    const struct family *families[FAMILIES_MAX]; /* whose positions can be shown so */
    bool (*fits)(const struct rules *rules);     /* further condition; NULL: none */
} looks[LOOK_COUNT] = {
    [LOOK_STRIP] = {"strip", {&family_nim, &family_subtraction}, NULL},
    [LOOK_BINARY] = {"binary", {&family_nim}, NULL},
    [LOOK_BAND] = {"band", {&family_nim}, NULL},
    [LOOK_QUEEN] = {"queen", {&family_wythoff}, NULL},
    [LOOK_PINS] = {"pins", {&family_octal}, octal_has_rings},
    [LOOK_RING] = {"ring", {&family_octal}, octal_has_rings},
    [LOOK_PAWNS] = {"pawns", {&family_octal}, is_dawsons_chess},
};

static bool fits(enum game_look look, const struct rules *rules)
{
    for (int i = 0; i < FAMILIES_MAX; i++)
        if (looks[look].families[i] == rules->family)
            return !looks[look].fits || looks[look].fits(rules);
    return false;
}

enum game_look look_of(const struct rules *rules, const char *text, size_t len)
{
    for (enum game_look look = LOOK_PLAIN + 1; text && look < LOOK_COUNT; look++)
        if (strlen(looks[look].name) == len && memcmp(looks[look].name, text, len) == 0 &&
            fits(look, rules))
            return look;
    return LOOK_PLAIN;
}

enum error_code look_set(struct rules *rules, const char *text, struct error *error)
{
    enum game_look look = look_of(rules, text, strlen(text));
    if (look != LOOK_PLAIN) {
        rules->look = look;
        return ERROR_NONE;
    }
    struct text known = {0};
    for (look = LOOK_PLAIN + 1; look < LOOK_COUNT; look++)
        if (fits(look, rules))
            text_printf(&known, "%s%s", known.len > 0 ? ", " : "", looks[look].name);
    enum error_code failed =
        known.len > 0
            ? error_set(error, ERROR_USAGE, "%.60s has these looks: %s", rules->text,
                        text_string(&known))
            : error_set(error, ERROR_USAGE, "%.60s has no look but that of its rules", rules->text);
    text_finish(&known);
    return failed;
}

const char *look_text(enum game_look look)
{
    assert(look < LOOK_COUNT);
    return looks[look].name;
}

bool look_is_name(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        bool is_letter = text[i] >= 'a' && text[i] <= 'z';
        bool is_digit = text[i] >= '0' && text[i] <= '9';
        if (!is_letter && !is_digit && text[i] != '-')
            return false;
    }
    return len >= 1 && len <= LOOK_TEXT_MAX;
}
