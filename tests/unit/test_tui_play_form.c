/* What the form on the home screen asks for. */
#include "client/tui/play_form.h"
#include "common/wire/wire.h"
#include "tests/suite.h"

#include <string.h>

SUITE(tui_play_form, 60);

/* Goes to a row, and fills in what it says. */
static void fill(struct play_form *form, enum play_row row, const char *text)
{
    play_form_stroke(form, stroke_choose((int64_t)row));
    cr_assert_eq(form->form.focus, row, "the row %d is hidden", (int)row);
    if (play_form_is_typing(form)) {
        for (const char *at = text; *at; at++)
            play_form_stroke(form, stroke_character(*at));
        return;
    }
    for (size_t i = 0; strcmp(form_text(&form->form, row), text) != 0; i++) {
        cr_assert_lt(i, 40, "there is no '%s'", text);
        play_form_stroke(form, stroke_of(STROKE_RIGHT));
    }
}

static struct wish wish_of(const struct play_form *form)
{
    struct wish wish;
    struct error error;
    cr_assert_eq(play_form_read(form, &wish, &error), ERROR_NONE, "%s", error.message);
    return wish;
}

static void expect_wrong(const struct play_form *form, const char *words)
{
    struct wish wish;
    struct error error;
    cr_assert_neq(play_form_read(form, &wish, &error), ERROR_NONE);
    cr_assert_not_null(strstr(error.message, words), "%s", error.message);
    wish_finish(&wish);
}

Test(tui_play_form, left_as_it_is_asks_for_a_beginners_game)
{
    struct play_form form;
    play_form_init(&form, true);
    struct wish wish = wish_of(&form);
    cr_assert_eq(wish.opponent, WISH_BOT);
    cr_assert_str_eq(wish.opponent_name, "level:1");
    cr_assert_str_eq(wish.rules.text, "take-away:2x");
    cr_assert(play_form_is_beginners(&wish));
    wish_finish(&wish);
    fill(&form, PLAY_OPPONENT, "a bot, level 2");
    wish = wish_of(&form);
    cr_assert_not(play_form_is_beginners(&wish));
    wish_finish(&wish);
}

Test(tui_play_form, asks_for_any_bot_by_its_strategy)
{
    struct play_form form;
    play_form_init(&form, true);
    fill(&form, PLAY_OPPONENT, "a bot, level 10 (perfect)");
    struct wish wish = wish_of(&form);
    cr_assert_str_eq(wish.opponent_name, "level:10");
    wish_finish(&wish);
    play_form_stroke(&form, stroke_of(STROKE_RIGHT));
    wish = wish_of(&form);
    cr_assert_str_eq(wish.opponent_name, "level:1", "nobody else comes to a private server");
    wish_finish(&wish);
}

Test(tui_play_form, takes_everything_that_a_match_can_have)
{
    struct play_form form;
    play_form_init(&form, false);
    play_form_take_player(&form, "zoe");
    fill(&form, PLAY_GAME, "other rules");
    fill(&form, PLAY_RULES, "octal:0.137");
    fill(&form, PLAY_START, "9+4");
    fill(&form, PLAY_FIRST, "the opponent");
    fill(&form, PLAY_CLOCK, "another");
    fill(&form, PLAY_CONTROL, "120+2.0");
    struct wish wish = wish_of(&form);
    cr_assert_eq(wish.opponent, WISH_PLAYER);
    cr_assert_str_eq(wish.opponent_name, "zoe");
    cr_assert_str_eq(wish.rules.text, "octal:0.137");
    cr_assert_str_eq(text_string(&wish.start), "4+9");
    cr_assert_str_eq(text_string(&wish.clock), "120+2");
    cr_assert_eq(wish.first, WISH_FIRST_THEM);
    wish_finish(&wish);
}

Test(tui_play_form, asks_for_anyone_without_a_clock)
{
    struct play_form form;
    play_form_init(&form, false);
    play_form_take_anyone(&form);
    struct wish wish = wish_of(&form);
    cr_assert_eq(wish.opponent, WISH_ANYONE);
    cr_assert_eq(wish.clock.len, 0);
    cr_assert_eq(wish.first, WISH_FIRST_ANY);
    wish_finish(&wish);
}

Test(tui_play_form, says_what_is_wrong)
{
    struct play_form form;
    play_form_init(&form, false);
    play_form_take_player(&form, "");
    expect_wrong(&form, "name");
    play_form_take_anyone(&form);
    fill(&form, PLAY_START, "x");
    expect_wrong(&form, "for example 35");
    play_form_init(&form, false);
    fill(&form, PLAY_GAME, "other rules");
    fill(&form, PLAY_RULES, "octal");
    expect_wrong(&form, "octal:");
    play_form_init(&form, false);
    fill(&form, PLAY_CLOCK, "another");
    expect_wrong(&form, "such as 300+3 or 30/move");
}

Test(tui_play_form, says_at_once_that_a_start_is_no_position_of_the_game)
{
    struct play_form form;
    play_form_init(&form, false);
    cr_assert_null(play_form_doubt(&form));
    fill(&form, PLAY_START, "3");
    cr_assert_null(play_form_doubt(&form));
    fill(&form, PLAY_START, "x");
    cr_assert_not_null(strstr(play_form_doubt(&form), "for example 35"));
}

Test(tui_play_form, a_start_goes_with_the_game_that_it_was_typed_for)
{
    struct play_form form;
    play_form_init(&form, false);
    fill(&form, PLAY_START, "9x");
    fill(&form, PLAY_GAME, "Kayles");
    cr_assert_str_eq(form_text(&form.form, PLAY_START), "");
    cr_assert_null(play_form_doubt(&form));
}

Test(tui_play_form, asks_for_rules_that_have_not_been_typed)
{
    struct play_form form;
    play_form_init(&form, false);
    fill(&form, PLAY_GAME, "other rules");
    expect_wrong(&form, "typed first");
}

Test(tui_play_form, takes_a_game_by_its_name_or_its_rules)
{
    struct play_form form;
    play_form_init(&form, true);
    fill(&form, PLAY_START, "9");
    play_form_take_game(&form, "kayles");
    cr_assert_str_eq(form_text(&form.form, PLAY_GAME), "Kayles");
    cr_assert_str_eq(form_text(&form.form, PLAY_START), "");
    play_form_take_game(&form, "subtraction:1,3,4");
    struct wish wish = wish_of(&form);
    cr_assert_str_eq(wish.rules.text, "subtraction:1,3,4");
    wish_finish(&wish);
}

Test(tui_play_form, letters_belong_to_the_form_only_where_they_are_typed)
{
    struct play_form form;
    play_form_init(&form, false);
    cr_assert_not(play_form_is_typing(&form));
    fill(&form, PLAY_START, "5");
    cr_assert(play_form_is_typing(&form));
}

Test(tui_play_form, says_whom_an_offer_to_anyone_is_for)
{
    struct play_form form;
    play_form_init(&form, false);
    cr_assert(form.form.is_hidden[PLAY_ONLY]);
    cr_assert(form.form.is_hidden[PLAY_RATING]);
    fill(&form, PLAY_OPPONENT, "anyone who comes");
    cr_assert_not(form.form.is_hidden[PLAY_ONLY]);
    struct wish wish = wish_of(&form);
    cr_assert_not(conditions_are_set(&wish.conditions));
    wish_finish(&wish);
    fill(&form, PLAY_ONLY, "people");
    fill(&form, PLAY_RATING, "1400-1600");
    wish = wish_of(&form);
    cr_assert_eq(wish.conditions.only, AUDIENCE_PEOPLE);
    cr_assert_eq(wish.conditions.rating_min, 1400);
    cr_assert_eq(wish.conditions.rating_max, 1600);
    wish_finish(&wish);
    fill(&form, PLAY_OPPONENT, "a bot, level 2");
    wish = wish_of(&form);
    cr_assert_not(conditions_are_set(&wish.conditions), "they are hidden");
    wish_finish(&wish);
    fill(&form, PLAY_OPPONENT, "anyone who comes");
    fill(&form, PLAY_RATING, "9");
    expect_wrong(&form, "a range of ratings from 1 to 9999 was expected");
}

Test(tui_play_form, a_drawn_game_has_no_row_for_a_start)
{
    struct play_form form;
    play_form_init(&form, true);
    fill(&form, PLAY_GAME, "A game that has no table yet");
    cr_assert(form.form.is_hidden[PLAY_START]);
    struct wish wish = wish_of(&form);
    cr_assert_str_eq(wish.rules.text, "drawn:octal:4");
    cr_assert_eq(wish.start.len, 0);
    wish_finish(&wish);
    fill(&form, PLAY_GAME, "Kayles");
    cr_assert_not(form.form.is_hidden[PLAY_START]);
    play_form_take_game(&form, "drawn:subtraction:5");
    cr_assert(form.form.is_hidden[PLAY_START]);
    cr_assert_str_eq(form_text(&form.form, PLAY_RULES), "drawn:subtraction:5");
}

Test(tui_play_form, lists_the_games_that_only_the_server_names)
{
    static const char title[] = "Our Game \x1b";
    const struct wire_game list[] = {
        {.rules = wire_text("nim"), .title = wire_text("Nim")},
        {.rules = wire_text("octal:0.0137"),
         .title = wire_text(title),
         .example = wire_text("9+5")},
        {.rules = wire_text("gomoku"), .title = wire_text("Gomoku")},
        {.rules = wire_text("nim,misere"),
         .look = wire_text("strip"),
         .title = wire_text("Poor Nimble"),
         .example = wire_text("none")},
    };
    struct play_form form;
    play_form_init(&form, true);
    play_form_take_game(&form, "subtraction:2,5"); /* the last choice */
    play_form_take_games(&form, list, 4);
    play_form_take_games(&form, list, 4); /* after a break */
    cr_assert_eq(form.more_count, 2);
    cr_assert_str_eq(form_text(&form.form, PLAY_RULES), "subtraction:2,5");
    cr_assert_not(form.form.is_hidden[PLAY_RULES]);
    fill(&form, PLAY_GAME, "Our Game ?");
    struct wish wish = wish_of(&form);
    cr_assert_str_eq(wish.rules.text, "octal:0.0137");
    cr_assert_str_eq(form.start_help, "The position to begin with, such as 5+9. Left empty, one "
                                      "is drawn for you.");
    wish_finish(&wish);
    fill(&form, PLAY_GAME, "Poor Nimble");
    wish = wish_of(&form);
    cr_assert_str_eq(wish.rules.text, "nim,misere");
    cr_assert_eq(wish.rules.look, LOOK_STRIP);
    cr_assert_str_eq(form.start_help, "The position to begin with. Left empty, one is drawn for "
                                      "you.");
    wish_finish(&wish);
}
