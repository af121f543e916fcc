#include "common/game/named_games.h"

#include "common/base/memory.h"
#include "common/game/family.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char section_word[] = "game ";

/* The words of a line that set a text. */
static const struct key {
    const char *word;
    size_t place;
} keys[] = {
    {"rules", offsetof(struct named_game, rules)},
    {"title", offsetof(struct named_game, title)},
    {"summary", offsetof(struct named_game, summary)},
    {"example", offsetof(struct named_game, example)},
    {"look", offsetof(struct named_game, look_text)},
};

static char **text_of(const struct named_game *game, const struct key *key)
{
    return (char **)((char *)(uintptr_t)game + key->place);
}

/* --- one game --- */

static bool is_taken(const struct named_games *named, const char *name, size_t len)
{
    for (const struct game *game = games; game->name; game++)
        if (strlen(game->name) == len && memcmp(game->name, name, len) == 0)
            return true;
    for (size_t i = 0; family_at(i); i++)
        if (strlen(family_at(i)->name) == len && memcmp(family_at(i)->name, name, len) == 0)
            return true;
    for (size_t i = 0; i < named->count; i++)
        if (strlen(named->list[i].name) == len && memcmp(named->list[i].name, name, len) == 0)
            return true;
    return len == strlen("drawn") && memcmp(name, "drawn", len) == 0;
}

static enum error_code begin(struct named_games *named, int line, const char *section,
                             struct error *error)
{
    size_t word = strlen(section_word);
    if (strncmp(section, section_word, word) != 0)
        return error_set(error, ERROR_USAGE,
                         "a section [game NAME] was expected, such as [game my-nim], not [%.80s]",
                         section);
    const char *name = section + word;
    size_t len = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-");
    if (len == 0 || len > NAMED_GAME_NAME_MAX || name[len] || *name < 'a')
        return error_set(error, ERROR_USAGE,
                         "the name of a game has 1 to %d lower-case letters, digits and hyphens "
                         "and begins with a letter, such as my-nim, not '%.80s'",
                         NAMED_GAME_NAME_MAX, name);
    if (is_taken(named, name, len))
        return error_set(error, ERROR_USAGE,
                         "there is a game '%s' already: another name was expected", name);
    if (named->count == GAMES_ADDED_MAX)
        return error_set(error, ERROR_USAGE, "at most %d games can be named", GAMES_ADDED_MAX);
    named->list[named->count++] = (struct named_game){.name = memory_text(name, len), .line = line};
    named->is_open = true;
    return ERROR_NONE;
}

static enum error_code set(struct named_game *game, const char *word, const char *value,
                           struct error *error)
{
    size_t len = strlen(value),
           most = strcmp(word, "rules") == 0 ? RULES_TEXT_MAX : NAMED_GAME_TEXT_MAX;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        char **text = text_of(game, &keys[i]);
        if (strcmp(word, keys[i].word) != 0)
            continue;
        if (*text)
            return error_set(error, ERROR_USAGE, "%s is given twice for the game %s", word,
                             game->name);
        if (len == 0 || len > most)
            return error_set(error, ERROR_USAGE, "%s has 1 to %zu bytes, not %zu", word, most, len);
        *text = memory_text(value, len);
        return ERROR_NONE;
    }
    return error_set(error, ERROR_USAGE,
                     "a game has rules, title, summary, example and look, but no '%.80s'", word);
}

/* Sets the example that was given, or a start that is drawn, in canonical form. */
static enum error_code settle_example(struct named_game *game, const struct rules *rules,
                                      struct error *error)
{
    struct position position = {0};
    struct random random = random_from_seed(1);
    struct text canonical = {0};
    enum error_code failed = ERROR_NONE;
    if (game->example)
        failed = position_parse(rules, game->example, strlen(game->example), &position, error);
    else
        position_draw_start(rules, &random, &position);
    if (!failed)
        failed = position_check_start(rules, &position, error);
    if (!failed) {
        position_print(rules, &position, &canonical);
        free(game->example);
        game->example = canonical.bytes;
    }
    position_finish(&position);
    return failed;
}

/* The section has ended: checks it, and sets what it leaves out. */
static enum error_code complete(struct named_game *game, struct error *error)
{
    struct rules rules;
    struct error why;
    if (!game->rules)
        return error_set(error, ERROR_USAGE,
                         "the game %s, which begins in line %d, has no rules: a line such as "
                         "`rules = octal:0.1234` was expected",
                         game->name, game->line);
    if (rules_parse(&rules, game->rules, strlen(game->rules), &why))
        return error_set(error, ERROR_USAGE, "the rules of the game %s, from line %d: %s",
                         game->name, game->line, why.message);
    if (game->look_text) {
        if (look_set(&rules, game->look_text, &why))
            return error_set(error, ERROR_USAGE,
                             "the look '%.16s' of the game %s, from line %d: %s", game->look_text,
                             game->name, game->line, why.message);
    }
    game->look = rules.look;
    if (settle_example(game, &rules, &why))
        return error_set(error, ERROR_USAGE, "the example of the game %s, from line %d: %s",
                         game->name, game->line, why.message);
    free(game->rules);
    game->rules = memory_text(rules.text, rules.text_len);
    if (!game->title)
        game->title = memory_text(game->name, strlen(game->name));
    if (!game->summary) {
        struct text summary = {0};
        text_printf(&summary, "Played by the rules %s.", rules.text);
        game->summary = summary.bytes;
    }
    return ERROR_NONE;
}

/* --- all of them --- */

enum error_code named_games_take(struct named_games *named, int line, const char *section,
                                 const char *key, const char *value, struct error *error)
{
    if (section && key) {
        assert(named->is_open);
        return set(&named->list[named->count - 1], key, value, error);
    }
    if (named->is_open && complete(&named->list[named->count - 1], error))
        return error->code;
    named->is_open = false;
    return section ? begin(named, line, section, error) : ERROR_NONE;
}

void named_games_use(const struct named_games *named)
{
    struct game rows[GAMES_ADDED_MAX];
    assert(!named->is_open);
    for (size_t i = 0; i < named->count; i++) {
        const struct named_game *game = &named->list[i];
        rows[i] = (struct game){
            .name = game->name,
            .rules = game->rules,
            .look = game->look,
            .title = game->title,
            .summary = game->summary,
            .example = game->example,
        };
    }
    games_add(rows, named->count);
}

void named_games_print(const struct named_games *named, struct text *out)
{
    for (size_t i = 0; i < named->count; i++) {
        text_printf(out, "\n[%s%s]\n", section_word, named->list[i].name);
        for (size_t key = 0; key < sizeof keys / sizeof *keys; key++) {
            const char *text = *text_of(&named->list[i], &keys[key]);
            if (text)
                text_printf(out, "%s = %s\n", keys[key].word, text);
        }
    }
}

void named_games_finish(struct named_games *named)
{
    for (size_t i = 0; i < named->count; i++) {
        free(named->list[i].name);
        for (size_t key = 0; key < sizeof keys / sizeof *keys; key++)
            free(*text_of(&named->list[i], &keys[key]));
    }
    *named = (struct named_games){0};
}
