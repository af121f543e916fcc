#include "common/game/family.h"

#include <string.h>

static const struct family *const families[] = {&family_nim, &family_take_away, &family_octal};

enum { FAMILIES = sizeof families / sizeof *families };

static bool takes_name(struct scanner *scanner, const char *name)
{
    struct scanner ahead = *scanner;
    if (!scanner_take_word(&ahead, name))
        return false;
    if (!scanner_at_end(&ahead) && scanner_peek(&ahead) != ':' && scanner_peek(&ahead) != ',')
        return false;
    *scanner = ahead;
    return true;
}

static enum error_code unknown_name(const struct scanner *scanner, struct error *error)
{
    struct text known = {0};
    text_append_string(&known, "a game (");
    for (size_t i = 0; i < FAMILIES; i++)
        text_printf(&known, "%s%s", i > 0 ? ", " : "", families[i]->name);
    for (const struct game *game = games; game->name; game++) {
        if (strcmp(game->name, game->rules) != 0)
            text_printf(&known, ", %s", game->name);
    }
    text_append_char(&known, ')');
    scanner_expected(scanner, ERROR_BAD_RULES, text_string(&known), error);
    text_finish(&known);
    return ERROR_BAD_RULES;
}

enum error_code family_parse(struct scanner *scanner, const struct family **ret_family,
                             struct error *error)
{
    for (size_t i = 0; i < FAMILIES; i++) {
        if (takes_name(scanner, families[i]->name)) {
            *ret_family = families[i];
            return ERROR_NONE;
        }
    }
    return unknown_name(scanner, error);
}
