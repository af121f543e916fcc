#include "common/game/family.h"

#include "common/base/scanner.h"

#include <string.h>

static const struct family *const families[] = {
    &family_nim,     &family_take_away, &family_octal,  &family_hexadecimal, &family_subtraction,
    &family_grundy,  &family_wythoff,   &family_chomp,  &family_hackenbush,  &family_silver_dollar,
    &family_date,    &family_candy,     &family_sticks, &family_odd_scoring, &family_tactix,
    &family_turning, &family_northcott,
};

enum { FAMILIES = sizeof families / sizeof *families };

const struct family *family_at(size_t index)
{
    return index < FAMILIES ? families[index] : NULL;
}

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

/* The known name that the text probably means; NULL when none is close. A game that has the name of
 * its family is offered once. */
static const char *close_name(const struct scanner *scanner)
{
    struct spelling spelling = {.typed = scanner->text + scanner->at};
    while (scanner->at + spelling.len < scanner->len && spelling.typed[spelling.len] != ':' &&
           spelling.typed[spelling.len] != ',')
        spelling.len++;
    for (size_t i = 0; i < FAMILIES; i++)
        spelling_offer(&spelling, families[i]->name);
    for (const struct game *game = games; game->name; game++) {
        if (strcmp(game->name, game->rules) != 0)
            spelling_offer(&spelling, game->name);
    }
    return spelling_meant(&spelling);
}

static enum error_code unknown_name(const struct scanner *scanner, struct error *error)
{
    struct text known = {0};
    text_append_string(&known, "a game was expected: ");
    for (size_t i = 0; i < FAMILIES; i++)
        text_printf(&known, "%s%.*s", i > 0 ? ", " : "", (int)strcspn(families[i]->form, " "),
                    families[i]->form); /* without the example: the message is short of room */
    text_append_string(&known, ", or the name of a game, such as kayles");
    const char *close = close_name(scanner);
    if (close)
        error_set(error, ERROR_BAD_RULES, "did you mean %s? %s", close, text_string(&known));
    else
        error_set(error, ERROR_BAD_RULES, "%s", text_string(&known));
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
