/* Rules as a person would say them. */
#include "client/words/words.h"
#include "client/words/words_octal.h"

#include <stdio.h>
#include <string.h>

const struct game *words_game(const char *rules)
{
    for (const struct game *game = games; game->name; game++) {
        if (strcmp(game->rules, rules) == 0)
            return game;
    }
    return NULL;
}

/* Rules without the suffix for misere play, and without that for a variant unless this has a name
 * of its own. */
struct stem {
    char text[RULES_TEXT_MAX + 1];
    bool is_misere;
    const char *variant; /* "local", "global", or NULL */
};

static bool drop_suffix(char *text, const char *suffix)
{
    size_t len = strlen(text), suffix_len = strlen(suffix);
    if (len < suffix_len || strcmp(text + len - suffix_len, suffix) != 0)
        return false;
    text[len - suffix_len] = '\0';
    return true;
}

static struct stem stem_of(const char *rules)
{
    struct stem stem = {0};
    snprintf(stem.text, sizeof stem.text, "%s", rules);
    stem.is_misere = drop_suffix(stem.text, ",misere");
    if (words_game(stem.text))
        return stem;
    if (drop_suffix(stem.text, ",local"))
        stem.variant = "local";
    else if (drop_suffix(stem.text, ",global"))
        stem.variant = "global";
    return stem;
}

void words_rules(const char *rules, struct text *out)
{
    struct stem stem = stem_of(rules);
    const struct game *game = words_game(stem.text);
    if (!game) {
        text_append_string(out, rules);
        return;
    }
    text_append_string(out, game->title);
    if (stem.variant)
        text_printf(out, ", %s", stem.variant);
    if (stem.is_misere)
        text_append_string(out, ", misere");
    if (strcmp(game->name, rules) != 0)
        text_printf(out, " (%s)", rules);
}

/* `function` is F as in the rules: "3/2x+1". */
static void explain_take_away(const char *function, const char *variant, struct text *out)
{
    if (!variant)
        text_append_string(out, "Take counters from the one heap, not all of them at first");
    else if (strcmp(variant, "local") == 0)
        text_append_string(out, "Take counters from one heap. Each heap has a quota of its own: at "
                                "first all but one of its counters");
    else
        text_append_string(out, "Take counters from one heap. There is one quota for all heaps: at "
                                "first one less than the largest heap");
    text_printf(out, "; after x were taken%s, at most %s%s. ",
                variant && strcmp(variant, "local") == 0 ? " from it" : "", function,
                strchr(function, '/') ? ", rounded down" : "");
}

/* `set` is as in the rules: "1,3,4", "fibonacci". (The squares have a name of their own.) */
static void explain_subtraction(const char *set, struct text *out)
{
    text_append_string(out, "Take counters from one heap; their number must be ");
    if (strcmp(set, "fibonacci") == 0)
        text_append_string(out, "a Fibonacci number");
    else
        text_printf(out, "%s%s", strchr(set, ',') ? "one of " : "", set);
    text_append_string(out, ". ");
}

void words_explain(const char *rules, struct text *out)
{
    static const char take_away[] = "take-away:", subtraction[] = "subtraction:",
                      octal[] = "octal:";
    struct stem stem = stem_of(rules);
    const struct game *game = words_game(stem.text);
    if (game && !stem.variant)
        text_printf(out, "%s ", game->summary);
    else if (strncmp(stem.text, take_away, strlen(take_away)) == 0)
        explain_take_away(stem.text + strlen(take_away), stem.variant, out);
    else if (strncmp(stem.text, subtraction, strlen(subtraction)) == 0)
        explain_subtraction(stem.text + strlen(subtraction), out);
    else if (strncmp(stem.text, octal, strlen(octal)) == 0)
        words_octal(rules, out);
    text_printf(out, "Whoever cannot move %s.", stem.is_misere ? "wins" : "loses");
}
