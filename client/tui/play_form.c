#include "client/tui/play_form.h"

#include "client/cli/own_name.h"
#include "common/base/error.h"
#include "common/base/harmless.h"
#include "common/game/drawn.h"
#include "common/words/typed.h"
#include "common/words/words.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const char anyone[] = "anyone who comes", player[] = "a player of this name";
static const char invited[] = "a friend whom you invite";
static const char other_rules[] = "other rules", other_clock[] = "another";
static const char beginner_strategy[] = "level:1";

/* In the order of the strategies. */
static const char *const opponents[] = {
    "a bot, level 1 (easy)",
    "a bot, level 2",
    "a bot, level 3",
    "a bot, level 4",
    "a bot, level 5",
    "a bot, level 6",
    "a bot, level 7",
    "a bot, level 8",
    "a bot, level 9",
    "a bot, level 10 (perfect)",
    anyone,
    player,
    invited,
};

static const char *const strategies[] = {
    beginner_strategy, "level:2", "level:3", "level:4", "level:5",
    "level:6",         "level:7", "level:8", "level:9", "level:10",
};

enum {
    BOTS = sizeof strategies / sizeof *strategies,
    OPPONENTS = sizeof opponents / sizeof *opponents,
};

static const char *const firsts[] = {"as it comes", "you", "the opponent", "drawn by lot"};
static const enum wish_first first_values[] = {
    WISH_FIRST_ANY,
    WISH_FIRST_ME,
    WISH_FIRST_THEM,
    WISH_FIRST_RANDOM,
};
static const char *const clocks[] = {"none", "30/move", "60+1", "300+3", other_clock};

/* In the order of enum audience. */
static const char *const audiences[] = {"people and bots", "people", "bots"};

/* How often an invitation can be accepted, and until when. */
static const char *const uses[] = {"once", "twice", "5 times", "20 times"};
static const int64_t use_values[] = {1, 2, 5, 20};
static const char *const expiries[] = {"14 days", "3 days", "24 hours", "one hour"};
static const int64_t expiry_hours[] = {336, 72, 24, 1};

static const char help_name[] = "Somebody who is connected now: see Players.";
static const char help_invited[] = "The only name that can accept. Left empty: anybody who has the "
                                   "code.";

static const struct form_row rows[PLAY_ROW_COUNT] = {
    [PLAY_OPPONENT] = {.label = "Against", .choices = opponents, .choice_count = OPPONENTS},
    [PLAY_NAME] = {.label = "Name", .help = help_name},
    [PLAY_USES] = {.label = "Accepted", .choices = uses, .choice_count = 4},
    [PLAY_EXPIRES] = {.label = "Open for", .choices = expiries, .choice_count = 4},
    [PLAY_GAME] = {.label = "Game", .help = "A letter goes to the next game that begins with it."},
    [PLAY_RULES] = {.label = "Rules",
                    .empty = "such as octal:0.137",
                    .help = "For example take-away:3x, subtraction:1,3-5, octal:0.137, "
                            "nim,misere."},
    [PLAY_START] = {.label = "Start"},
    [PLAY_FIRST] = {.label = "First move", .choices = firsts, .choice_count = 4},
    [PLAY_CLOCK] = {.label = "Clock",
                    .choices = clocks,
                    .choice_count = 5,
                    .help = "30/move: 30 seconds for each move. 300+3: 300 seconds for all moves, "
                            "and 3 more after each."},
    [PLAY_CONTROL] = {.label = "Control",
                      .empty = "such as 120+2",
                      .help = "Seconds for all moves + seconds more after each; or seconds/move."},
    [PLAY_ONLY] = {.label = "Only", .choices = audiences, .choice_count = AUDIENCE_COUNT},
    [PLAY_RATING] = {.label = "Rating",
                     .empty = "any",
                     .help = "A range such as 1400-1600, or 1400- without an end. Guests have no "
                             "rating."},
};

/* The choices of the row Game: the catalogue, the drawn game, the server's own; NULL behind them.
 */
static const struct game *listed_game(const struct play_form *play_form, size_t choice)
{
    size_t count = 0;
    while (count < choice && games[count].name)
        count++;
    if (count == choice)
        return games[count].name ? &games[count] : &drawn_game;
    choice -= count + 1;
    return choice < play_form->more_count ? &play_form->more[choice].game : NULL;
}

static const struct game *chosen_game(const struct play_form *play_form)
{
    return listed_game(play_form, play_form->form.chosen[PLAY_GAME]);
}

static bool is_invitation(const struct play_form *play_form)
{
    return strcmp(form_text(&play_form->form, PLAY_OPPONENT), invited) == 0;
}

/* --- the wish --- */

static const char *rules_of(const struct play_form *play_form)
{
    const struct game *game = chosen_game(play_form);
    return game ? game->name : form_text(&play_form->form, PLAY_RULES);
}

static enum error_code read_opponent(const struct play_form *play_form, struct wish *wish,
                                     struct error *error)
{
    size_t chosen = play_form->form.chosen[PLAY_OPPONENT];
    wish->opponent = chosen < BOTS ? WISH_BOT : WISH_ANYONE;
    wish->opponent_name = chosen < BOTS ? strategies[chosen] : anyone;
    if (is_invitation(play_form)) {
        enum { HOUR_MS = 3600000 };
        wish->is_invitation = true;
        wish->uses = use_values[play_form->form.chosen[PLAY_USES]];
        wish->expires_in_ms = expiry_hours[play_form->form.chosen[PLAY_EXPIRES]] * HOUR_MS;
    }
    if (play_form->form.is_hidden[PLAY_NAME] ||
        (wish->is_invitation && !*form_text(&play_form->form, PLAY_NAME)))
        return ERROR_NONE;
    wish->opponent = WISH_PLAYER;
    wish->opponent_name = form_text(&play_form->form, PLAY_NAME);
    return name_check_given(wish->opponent_name, error);
}

static enum error_code read_rules(const char *text, struct wish *wish, struct error *error)
{
    if (!*text)
        return error_set(error, ERROR_USAGE,
                         "the rules have to be typed first, such as octal:0.137");
    if (!rules_or_class_parse(&wish->rules, text, strlen(text), error))
        return ERROR_NONE;
    return typed_rules_blame(error, text);
}

enum error_code play_form_read(const struct play_form *play_form, struct wish *ret_wish,
                               struct error *error)
{
    *ret_wish = (struct wish){.first = first_values[play_form->form.chosen[PLAY_FIRST]]};
    const char *start = form_text(&play_form->form, PLAY_START);
    bool is_typed = !play_form->form.is_hidden[PLAY_CONTROL];
    const char *control = form_text(&play_form->form, is_typed ? PLAY_CONTROL : PLAY_CLOCK);
    enum error_code failed = read_opponent(play_form, ret_wish, error);
    if (!failed)
        failed = read_rules(rules_of(play_form), ret_wish, error);
    const struct game *game = chosen_game(play_form);
    if (!failed && game)
        ret_wish->rules.look = game->look;
    if (!failed && *start)
        failed = wish_set_start(ret_wish, start, error);
    if (!failed)
        failed = wish_set_clock(ret_wish, control, error);
    if (failed || play_form->form.is_hidden[PLAY_ONLY])
        return failed;
    const char *range = form_text(&play_form->form, PLAY_RATING);
    ret_wish->conditions.only = (enum audience)play_form->form.chosen[PLAY_ONLY];
    return *range ? wish_set_range(ret_wish, range, error) : ERROR_NONE;
}

bool play_form_is_beginners(const struct wish *wish)
{
    return wish_is_for_beginner(wish, beginner_strategy);
}

void play_form_explain(const struct play_form *play_form, struct text *out)
{
    struct rules rules;
    struct error error;
    const char *text = rules_of(play_form);
    if (rules_or_class_parse(&rules, text, strlen(text), &error))
        return;
    words_explain(rules.text, rules.look, out);
}

/* --- filling it in --- */

static void settle_start(struct play_form *play_form)
{
    struct wish wish;
    struct rules rules;
    struct error error;
    const struct game *game = chosen_game(play_form);
    const char *example = game ? game->example : NULL, *text = rules_of(play_form);
    if (!game && !rules_parse(&rules, text, strlen(text), &error))
        example = words_example(&rules);
    bool is_beginners = !play_form_read(play_form, &wish, &error) && play_form_is_beginners(&wish);
    wish_finish(&wish);
    snprintf(play_form->start_help, sizeof play_form->start_help,
             "The position to begin with%s%.*s. Left empty, one is drawn for you.",
             example ? ", such as " : "", PLAY_EXAMPLE_MAX, example ? example : "");
    play_form->rows[PLAY_START].help = play_form->start_help;
    play_form->rows[PLAY_START].empty = is_beginners ? "one that you can win" : "one is drawn";
}

const char *play_form_doubt(const struct play_form *play_form)
{
    return play_form->is_doubtful ? play_form->doubt.message : NULL;
}

/* Then the start is drawn with them. */
static bool has_drawn_rules(const struct play_form *play_form)
{
    struct rules rules;
    struct error error;
    const char *text = rules_of(play_form);
    return !rules_or_class_parse(&rules, text, strlen(text), &error) && rules.class_size > 0;
}

/* Hides the rows that are pointless with the values of the others. */
static void settle(struct play_form *play_form)
{
    struct form *form = &play_form->form;
    bool invites = is_invitation(play_form);
    form->is_hidden[PLAY_NAME] = !invites && strcmp(form_text(form, PLAY_OPPONENT), player) != 0;
    form->is_hidden[PLAY_USES] = form->is_hidden[PLAY_EXPIRES] = !invites;
    play_form->rows[PLAY_NAME].help = invites ? help_invited : help_name;
    play_form->rows[PLAY_NAME].empty = invites ? "anybody" : NULL;
    form->is_hidden[PLAY_RULES] = chosen_game(play_form) != NULL;
    form->is_hidden[PLAY_START] = has_drawn_rules(play_form);
    if (form->is_hidden[PLAY_START])
        field_set(&form->fields[PLAY_START], "");
    form->is_hidden[PLAY_CONTROL] = strcmp(form_text(form, PLAY_CLOCK), other_clock) != 0;
    form->is_hidden[PLAY_ONLY] = form->is_hidden[PLAY_RATING] =
        strcmp(form_text(form, PLAY_OPPONENT), anyone) != 0;
    settle_start(play_form);

    /* Shows at once the error that Enter would report for the start. */
    struct wish wish = {0};
    const char *start = form_text(form, PLAY_START);
    play_form->is_doubtful = *start && !read_rules(rules_of(play_form), &wish, &play_form->doubt) &&
                             wish_set_start(&wish, start, &play_form->doubt);
    wish_finish(&wish);
}

/* Sets the choices of the row Game. */
static void list_games(struct play_form *play_form)
{
    size_t count = 0;
    for (const struct game *game; (game = listed_game(play_form, count)); count++) {
        assert(count + 1 < PLAY_GAMES_MAX);
        play_form->games[count] = game->title;
    }
    play_form->games[count++] = other_rules;
    play_form->rows[PLAY_GAME].choices = play_form->games;
    play_form->rows[PLAY_GAME].choice_count = count;
}

static bool is_listed(const struct play_form *play_form, const struct rules *rules)
{
    const struct game *game;
    for (size_t i = 0; (game = listed_game(play_form, i)); i++)
        if (strcmp(game->rules, rules->text) == 0 && game->look == rules->look)
            return true;
    return false;
}

/* Takes the start that the server gives as an example, if it is one and short enough. */
static bool take_example(struct play_game *more, const struct rules *rules, struct wire_text text)
{
    struct position position = {0};
    struct text example = {0};
    struct error error;
    bool is_start = !position_parse(rules, text.bytes, text.len, &position, &error);
    if (is_start)
        position_print(rules, &position, &example);
    bool is_taken = is_start && example.len <= PLAY_EXAMPLE_MAX;
    if (is_taken)
        snprintf(more->example, sizeof more->example, "%s", text_string(&example));
    text_finish(&example);
    position_finish(&position);
    return is_taken;
}

void play_form_take_games(struct play_form *play_form, const struct wire_game *list, size_t count)
{
    bool is_typed = !chosen_game(play_form);
    for (size_t i = 0; i < count && play_form->more_count < GAMES_ADDED_MAX; i++) {
        struct rules rules;
        struct error error;
        if (rules_parse(&rules, list[i].rules.bytes, list[i].rules.len, &error))
            continue;
        rules.look = look_of(&rules, list[i].look.bytes, list[i].look.len);
        if (is_listed(play_form, &rules))
            continue;
        struct play_game *more = &play_form->more[play_form->more_count++];
        struct text title = {0};
        harmless_append(list[i].title.bytes, list[i].title.len, &title);
        size_t len = title.len < PLAY_TITLE_MAX ? title.len : PLAY_TITLE_MAX;
        while (len < title.len && (title.bytes[len] & 0xc0) == 0x80)
            len--; /* not within a character */
        snprintf(more->title, sizeof more->title, "%.*s", (int)len, text_string(&title));
        snprintf(more->rules, sizeof more->rules, "%s", rules.text);
        more->game = (struct game){
            .name = more->rules, .rules = more->rules, .look = rules.look, .title = more->title};
        if (take_example(more, &rules, list[i].example))
            more->game.example = more->example;
        text_finish(&title);
    }
    list_games(play_form);
    if (is_typed) /* which is the last choice */
        play_form->form.chosen[PLAY_GAME] = play_form->rows[PLAY_GAME].choice_count - 1;
    settle(play_form);
}

void play_form_init(struct play_form *play_form, bool is_private)
{
    *play_form = (struct play_form){0};
    memcpy(play_form->rows, rows, sizeof rows);
    list_games(play_form);
    if (is_private)
        play_form->rows[PLAY_OPPONENT].choice_count = BOTS;
    form_init(&play_form->form, play_form->rows, PLAY_ROW_COUNT);
    form_choose(&play_form->form, PLAY_GAME, "Fibonacci Nim");
    settle(play_form);
}

enum form_outcome play_form_stroke(struct play_form *play_form, struct stroke stroke)
{
    size_t game = play_form->form.chosen[PLAY_GAME];
    enum form_outcome outcome = form_stroke(&play_form->form, stroke);
    if (play_form->form.chosen[PLAY_GAME] != game)
        field_set(&play_form->form.fields[PLAY_START], ""); /* the start was for another game */
    settle(play_form);
    return outcome;
}

bool play_form_is_typing(const struct play_form *play_form)
{
    return form_is_typing(&play_form->form);
}

void play_form_take_anyone(struct play_form *play_form)
{
    form_choose(&play_form->form, PLAY_OPPONENT, anyone);
    form_focus(&play_form->form, PLAY_GAME);
    settle(play_form);
}

void play_form_take_invitation(struct play_form *play_form)
{
    form_choose(&play_form->form, PLAY_OPPONENT, invited);
    field_set(&play_form->form.fields[PLAY_NAME], "");
    form_focus(&play_form->form, PLAY_OPPONENT); /* where letters are keys */
    settle(play_form);
}

void play_form_take_player(struct play_form *play_form, const char *name)
{
    form_choose(&play_form->form, PLAY_OPPONENT, player);
    field_set(&play_form->form.fields[PLAY_NAME], name);
    form_focus(&play_form->form, PLAY_GAME);
    settle(play_form);
}

void play_form_take_game(struct play_form *play_form, const char *rules)
{
    struct form *form = &play_form->form;
    size_t at = 0;
    const struct game *game;
    while ((game = listed_game(play_form, at)) && strcmp(game->name, rules) != 0)
        at++;
    form->chosen[PLAY_GAME] = at;
    field_set(&form->fields[PLAY_RULES], game ? "" : rules);
    field_set(&form->fields[PLAY_START], "");
    form_focus(form, PLAY_OPPONENT);
    settle(play_form);
}
