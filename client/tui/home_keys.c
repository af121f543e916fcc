/* What the keys do on the home page, and what is said of them. */
#include "client/tui/guide.h"
#include "client/tui/home_draw.h"
#include "client/tui/home_rows.h"
#include "client/tui/home_state.h"
#include "client/tui/settings_page.h"
#include "client/tui/tabs.h"

#include <string.h>

/* The next one, or the one before. */
static void turn_by(struct home *home, int step)
{
    int panel = (int)home->panel;
    do
        panel = (panel + step + HOME_PANEL_COUNT) % HOME_PANEL_COUNT;
    while (!home_has_panel(home->is_private, (enum home_panel)panel));
    home_turn_to(home, (enum home_panel)panel);
}

/* The game that the person has read about. */
static void play_game(void *owner, const char *rules)
{
    struct home *home = owner;
    play_form_take_game(&home->form, rules);
    home_turn_to(home, HOME_PLAY);
}

static bool common_letter(struct home *home, int64_t letter)
{
    if (letter >= '1' && letter <= '9')
        home_turn_to(home, home_panel_of_digit(home->is_private, letter - '0'));
    else if (letter == 'g')
        home_open(home, guide_list_page_create((struct guide_player){home, play_game}));
    else if (letter == 's')
        home_open(home, settings_page_create());
    else
        return false;
    return true;
}

static bool list_stroke_of(struct home *home, struct stroke stroke)
{
    struct sheet *sheet = &home->lists[home->panel].sheet;
    const struct sheet_row *row = sheet_chosen(sheet);
    if (stroke.kind == STROKE_CHOOSE && row && (size_t)stroke.code == sheet->list.chosen)
        stroke = stroke_of(STROKE_ENTER); /* pressed again */
    if (stroke.kind == STROKE_ENTER && row)
        home_open_row(home, row);
    else if (stroke.kind != STROKE_CHARACTER || !home_list_letter(home, stroke.code))
        return sheet_stroke(sheet, stroke);
    return true;
}

static bool form_stroke_of(struct home *home, struct stroke stroke)
{
    enum form_outcome outcome = play_form_stroke(&home->form, stroke);
    if (outcome == FORM_CHANGED)
        text_clear(&home->wrong);
    if (outcome == FORM_DONE)
        home_search_begin(home);
    return outcome != FORM_IGNORED;
}

static bool is_typing(const struct home *home)
{
    return home->panel == HOME_PLAY && play_form_is_typing(&home->form);
}

/* Letters choose a game there. */
static bool is_choosing_game(const struct home *home)
{
    return home->panel == HOME_PLAY && home->form.form.focus == PLAY_GAME;
}

static void on_leaving_answered(struct page *page, bool is_yes)
{
    if (is_yes)
        app_close(page->app, page);
}

/* Leaving interrupts matches against people who would have to wait, unless the clock gives them
 * hours for a move. False: there is none. */
static bool ask_before_leaving(struct home *home)
{
    struct session *session = app_session(home->page.app);
    const struct sheet *yours = &home->lists[HOME_YOURS].sheet;
    char strategy[WIRE_NAME_MAX + 1];
    const char *person = NULL;
    size_t others = 0;
    for (size_t i = 0; i < yours->count; i++) {
        const char *opponent = yours->rows[i].key;
        if (home_rows_is_patient(&yours->rows[i]) ||
            opponent_bot_is_ours(session, opponent, strategy))
            continue;
        others += person && strcmp(person, opponent) != 0;
        person = person ? person : opponent;
    }
    if (!person)
        return false;

    struct text question = {0};
    text_printf(&question, "You play %s", person);
    if (others > 0)
        text_printf(&question, " and %zu more", others);
    text_append_string(&question, ". Leave?");
    app_ask(&home->page, text_string(&question), on_leaving_answered);
    text_finish(&question);
    return true;
}

/* Does a letter or a digit that is not typed anywhere mean something everywhere? */
static bool letter(struct home *home, int64_t code)
{
    if (is_typing(home))
        return false;
    if (code == 'c' && home_is_searching(home) && home->panel != HOME_OFFERS) {
        home_search_stop(home);
        return true;
    }
    if (is_choosing_game(home) && form_stroke_of(home, stroke_character(code)))
        return true;
    if (code == 'q')
        return ask_before_leaving(home);
    return common_letter(home, code);
}

bool home_stroke(struct home *home, struct stroke stroke)
{
    int pressed = tabs_pressed(stroke);
    if (pressed >= 0)
        home_turn_to(home, (enum home_panel)pressed);
    else if (stroke.kind == STROKE_TAB || stroke.kind == STROKE_BACK_TAB)
        turn_by(home, stroke.kind == STROKE_TAB ? 1 : -1);
    else if (stroke.kind == STROKE_CHARACTER && letter(home, stroke.code))
        return true;
    else
        return home->panel == HOME_PLAY ? form_stroke_of(home, stroke)
                                        : list_stroke_of(home, stroke);
    return true;
}

/* --- hints --- */

static const char *enter_label(enum home_panel panel)
{
    static const char *const labels[HOME_PANEL_COUNT] = {
        [HOME_PLAY] = "start",        [HOME_YOURS] = "go on", [HOME_OFFERS] = "accept",
        [HOME_PLAYERS] = "challenge", [HOME_LIVE] = "watch",  [HOME_TOURNAMENTS] = "open",
        [HOME_HISTORY] = "review",
    };
    return labels[panel];
}

static size_t add(struct hint *hints, size_t count, int64_t code, const char *key,
                  const char *label)
{
    hints[count] = (struct hint){stroke_character(code), key, label};
    return count + 1;
}

static size_t add_of_list(const struct home *home, struct hint *hints, size_t count)
{
    const struct sheet_row *row = sheet_chosen(&home->lists[home->panel].sheet);
    int kind = row ? row->kind : HOME_ROW_OTHER;
    if (home->panel == HOME_OFFERS && kind == HOME_ROW_CHALLENGE)
        count = add(hints, count, 'd', "d", "decline");
    if (home->panel == HOME_OFFERS && kind == HOME_ROW_OWN)
        count = add(hints, count, 'c', "c", "take back");
    if (home->panel == HOME_OFFERS)
        count = add(hints, count, 'n', "n", "new offer");
    if (home->panel == HOME_TOURNAMENTS && kind == HOME_ROW_OPEN)
        count = add(hints, count, 'j', "j", "join");
    if (home->panel == HOME_HISTORY && !home->is_private && !home->invited)
        count = add(hints, count, 'a', "a", home->is_everybodys ? "only yours" : "everybody's");
    return count;
}

/* The four arrows are one entry: pressing it does what Down does. */
static size_t add_arrows(const struct home *home, struct hint *hints, size_t count)
{
    bool is_list = home->panel != HOME_PLAY;
    const char *key = is_list || is_typing(home) ? "Up/Down" : "arrows";
    hints[count] = (struct hint){stroke_of(STROKE_DOWN), key, "choose"};
    return count + 1;
}

/* One's own offer is not accepted, and oneself is not challenged. */
static bool can_enter(const struct home *home)
{
    const struct sheet_row *row = sheet_chosen(&home->lists[home->panel].sheet);
    return home->panel == HOME_PLAY || (row && row->kind != HOME_ROW_OWN);
}

static size_t add_panels(const struct home *home, struct hint *hints, size_t count)
{
    const char *digits = home->is_private ? "Tab, 1-3" : "Tab, 1-7";
    hints[count] = (struct hint){stroke_of(STROKE_TAB), is_typing(home) ? "Tab" : digits, "panel"};
    return count + 1;
}

size_t home_hints(const struct home *home, struct hint *ret_hints)
{
    bool has_row = home->panel == HOME_PLAY || home->lists[home->panel].sheet.count > 0;
    size_t count = 0;
    if (can_enter(home))
        ret_hints[count++] =
            (struct hint){stroke_of(STROKE_ENTER), "Enter", enter_label(home->panel)};
    if (home->panel != HOME_PLAY)
        count = add_of_list(home, ret_hints, count);
    if (home_is_searching(home) && home->panel != HOME_OFFERS && !is_typing(home))
        count = add(ret_hints, count, 'c', "c", "stop waiting");
    if (has_row)
        count = add_arrows(home, ret_hints, count);
    if (is_typing(home))
        ret_hints[count++] = (struct hint){stroke_of(STROKE_ESCAPE), "Esc", "stop typing"};
    else if (home->panel == HOME_PLAY && !home->form.rows[home->form.form.focus].choices)
        ret_hints[count++] = (struct hint){stroke_of(STROKE_RIGHT), "Right", "type"};
    count = add_panels(home, ret_hints, count);
    if (is_typing(home))
        return count;
    if (is_choosing_game(home))
        return add(ret_hints, count, ' ', "a-z", "next game");
    count = add(ret_hints, count, 'g', "g", "games");
    return add(ret_hints, count, 's', "s", "settings");
}
