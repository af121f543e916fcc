#include "client/words.h"

#include <stdio.h>
#include <string.h>

void words_number(uint128 number, struct text *out)
{
    char digits[40]; /* 2^128 has 39 */
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + (int)(number % 10));
        number /= 10;
    } while (number > 0);
    text_append(out, digits + at, sizeof digits - at);
}

const struct game *words_game(const char *rules)
{
    for (const struct game *game = games; game->name; game++) {
        if (strcmp(game->rules, rules) == 0)
            return game;
    }
    return NULL;
}

/* Rules without the suffix for misere play, and without that for a variant unless this has a name of
 * its own. */
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
                                "first all of it but one");
    else
        text_append_string(out, "Take counters from one heap. There is one quota for all heaps: at "
                                "first the largest heap but one");
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
    static const char take_away[] = "take-away:", subtraction[] = "subtraction:";
    struct stem stem = stem_of(rules);
    const struct game *game = words_game(stem.text);
    if (game && !stem.variant)
        text_printf(out, "%s ", game->summary);
    else if (strncmp(stem.text, take_away, strlen(take_away)) == 0)
        explain_take_away(stem.text + strlen(take_away), stem.variant, out);
    else if (strncmp(stem.text, subtraction, strlen(subtraction)) == 0)
        explain_subtraction(stem.text + strlen(subtraction), out);
    text_printf(out, "Whoever cannot move %s.", stem.is_misere ? "wins" : "loses");
}

/* A player as the subject of a sentence. */
struct subject {
    const char *name;
    bool is_you;
};

static struct subject subject_of(const struct match *match, enum match_seat seat)
{
    if (seat == match->seat)
        return (struct subject){"you", true};
    return (struct subject){seat == MATCH_FIRST ? match->first : match->second, false};
}

static enum match_seat other(enum match_seat seat)
{
    return seat == MATCH_FIRST ? MATCH_SECOND : MATCH_FIRST;
}

/* Who has no move left has lost, or has won in misere play. */
static void print_end_of_moves(const struct match *match, enum match_seat loser, struct text *out)
{
    struct subject last = subject_of(match, match->rules.misere ? other(loser) : loser);
    text_printf(out, "%s %s no move left%s", last.name, last.is_you ? "have" : "has",
                match->rules.misere ? ", which wins in misere play" : "");
}

static void print_reason(const struct match *match, enum match_seat loser, struct text *out)
{
    struct subject lost = subject_of(match, loser);
    if (strcmp(match->ending, "normal") == 0)
        print_end_of_moves(match, loser, out);
    else if (strcmp(match->ending, "resignation") == 0)
        text_printf(out, "%s resigned", lost.name);
    else
        text_append_string(out, match->ending);
}

static void print_without_winner(const struct match *match, struct text *out)
{
    if (strcmp(match->ending, "aborted") == 0)
        text_append_string(out, "The match was aborted; nobody won.");
    else if (strcmp(match->ending, "plies") == 0)
        text_printf(out, "The match has reached its limit of %d moves; nobody won.", WIRE_PLY_MAX);
    else
        text_printf(out, "The match has ended (%s); nobody won.", match->ending);
}

/* MATCH_SPECTATOR: nobody won. */
static enum match_seat winner_of(const struct match *match)
{
    if (strcmp(match->winner, "first") == 0)
        return MATCH_FIRST;
    return strcmp(match->winner, "second") == 0 ? MATCH_SECOND : MATCH_SPECTATOR;
}

void words_result(const struct match *match, struct text *out)
{
    enum match_seat winner = winner_of(match);
    if (winner == MATCH_SPECTATOR) {
        print_without_winner(match, out);
        return;
    }
    enum match_seat loser = other(winner);
    if (match->seat == loser) {
        text_append_string(out, "You lost: ");
    } else {
        struct subject won = subject_of(match, winner);
        text_printf(out, "%s won: ", won.is_you ? "You" : won.name);
    }
    print_reason(match, loser, out);
    text_append_char(out, '.');
}
