#include "common/game/look.h"

#include "common/game/family.h"
#include "common/game/heaps.h"
#include "common/game/octal.h"

#include <assert.h>
#include <string.h>

enum { FAMILIES_MAX = 4 };

enum start_form { START_ANY, START_HEAP, START_RING };

static bool is_dawsons_chess(const struct rules *rules)
{
    return strcmp(rules->text, rules->misere ? "octal:0.137,misere" : "octal:0.137") == 0;
}

static const struct {
    const char *name;
    const struct family *families[FAMILIES_MAX]; /* whose positions can be shown so */
    bool (*fits)(const struct rules *rules);     /* further condition; NULL: none */
    enum start_form start;                       /* with what a game begins */
} looks[LOOK_COUNT] = {
    [LOOK_STRIP] = {"strip", {&family_nim, &family_subtraction}, NULL, START_ANY},
    [LOOK_BINARY] = {"binary", {&family_nim}, NULL, START_ANY},
    [LOOK_BAND] = {"band", {&family_nim}, NULL, START_ANY},
    [LOOK_QUEEN] = {"queen", {&family_wythoff}, NULL, START_ANY},
    [LOOK_PINS] = {"pins", {&family_octal}, octal_has_rings, START_ANY},
    [LOOK_RING] = {"ring", {&family_octal}, octal_has_rings, START_RING},
    [LOOK_PAWNS] = {"pawns", {&family_octal}, is_dawsons_chess, START_HEAP},
    [LOOK_PILE] = {"pile",
                   {&family_subtraction, &family_octal, &family_hexadecimal, &family_grundy},
                   NULL,
                   START_HEAP},
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

bool look_is_plain(enum game_look look)
{
    return look == LOOK_PLAIN || look == LOOK_PILE;
}

bool look_has_start(enum game_look look)
{
    assert(look < LOOK_COUNT);
    return looks[look].start != START_ANY;
}

/* The largest of the heaps that has a move, or whose ring has one. Under codes that take many at
 * once the rings of all of them may be too small for a move. */
void look_fit_start(const struct rules *rules, struct position *position)
{
    if (!look_has_start(rules->look))
        return;
    int64_t sign = looks[rules->look].start == START_RING ? -1 : 1;
    struct position fit = {0};
    for (uint32_t i = position->count; i > 0; i--) {
        fit.count = 0;
        heaps_add(&fit, sign * position->cells[i - 1]);
        if (!position_is_over(rules, &fit))
            break;
    }
    assert(fit.count == 1);
    while (position_is_over(rules, &fit))
        fit.cells[0] += sign;
    position_copy(position, &fit);
    position_finish(&fit);
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
