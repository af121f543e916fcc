#include "client/tui/home_view.h"

#include "client/tui/tabs.h"

static const struct {
    const char *name;
    bool is_shared;
} panels[] = {
#define X(name, text, is_shared) {text, is_shared},
    HOME_PANELS(X)
#undef X
};

bool home_has_panel(bool is_private, enum home_panel panel)
{
    return !is_private || !panels[panel].is_shared;
}

enum home_panel home_panel_of_digit(bool is_private, int64_t digit)
{
    int panel = 0;
    while (panel < HOME_PANEL_COUNT) {
        if (home_has_panel(is_private, (enum home_panel)panel) && --digit == 0)
            break;
        panel++;
    }
    return (enum home_panel)panel;
}

/* --- play --- */

/* The digit on a shared server; a private server has no such panel. */
enum { PLAYERS_DIGIT = HOME_PLAYERS + 1 };

static void draw_play(const struct home_view *view, struct canvas *canvas, struct area area)
{
    area_cut_rows(&area, form_draw(&view->form->form, view->wrong, canvas, area) + 1);
    area = area_inset(area, 0, 2);
    struct area call = area_cut_rows(&area, 2);
    if (!view->waiting && !view->wrong)
        canvas_put(canvas, call, 0, 0, STYLE_TITLE, "Press Enter to start.");
    struct text rules = {0};
    play_form_explain(view->form, &rules);
    area_cut_rows(&area,
                  canvas_paragraph(canvas, area, 0, 0, STYLE_PLAIN, text_string(&rules)) + 1);
    text_finish(&rules);
    if (view->badges[HOME_YOURS] > 0)
        area_cut_rows(&area, canvas_paragraph(canvas, area, 0, 0, STYLE_WARN,
                                              "You have unfinished matches: go on with them under "
                                              "Yours."));
    struct text people = {0};
    if (view->people)
        text_printf(&people, "%s. Press %d to challenge somebody.", view->people, PLAYERS_DIGIT);
    canvas_paragraph(canvas, area, 0, 0, STYLE_GOOD, text_string(&people));
    text_finish(&people);
    if (view->is_private)
        canvas_paragraph(canvas, area, 0, 0, STYLE_DIM,
                         "You are on a server of your own. Other people, their bots and "
                         "tournaments are met on a shared one: takeaway --server HOST");
}

/* --- the lists --- */

static const char *empty_of(const struct home_view *view)
{
    static const char *const empty[HOME_PANEL_COUNT] = {
        [HOME_YOURS] = "You have no unfinished match.",
        [HOME_OFFERS] = "Nobody looks for an opponent now. Be the first: n makes an offer.",
        [HOME_PLAYERS] = "Nobody is here.",
        [HOME_LIVE] = "No match is being played now.",
        [HOME_TOURNAMENTS] = "There is no tournament.",
        [HOME_HISTORY] = "You have not finished a match yet.",
    };
    if (view->refused)
        return view->refused;
    if (view->is_loading)
        return view->is_connected ? "Asking the server..." : "Waiting for the server...";
    if (view->panel == HOME_HISTORY && view->is_everybodys)
        return "No match has ended yet.";
    return empty[view->panel];
}

static void draw_list(const struct home_view *view, struct canvas *canvas, struct area area)
{
    if (!view->is_connected && !view->is_loading)
        canvas_put(canvas, area_cut_rows(&area, 1), 0, 1, STYLE_WARN,
                   "Waiting for the server: this is how it was.");
    struct text empty = {0};
    text_append_string(&empty, empty_of(view));
    if (view->panel == HOME_TOURNAMENTS && !view->is_loading && !view->refused)
        text_printf(&empty,
                    " This makes one, and says how to begin it:\n\n"
                    "takeaway tournament create --server %s --as director --game nim",
                    view->server ? view->server : "HOST:PORT");
    sheet_draw(view->sheet, text_string(&empty), canvas, area);
    text_finish(&empty);
}

void home_draw(const struct home_view *view, struct canvas *canvas, struct area area)
{
    struct tab tabs[HOME_PANEL_COUNT];
    size_t count = 0;
    for (int i = 0; i < HOME_PANEL_COUNT; i++) {
        if (home_has_panel(view->is_private, (enum home_panel)i))
            tabs[count++] = (struct tab){panels[i].name, i, view->badges[i],
                                         i == HOME_YOURS && view->has_chat ? "chat" : NULL};
    }
    tabs_draw(tabs, count, view->panel, canvas, area_cut_rows(&area, 2));
    if (view->waiting)
        area_cut_rows(&area, canvas_paragraph(canvas, area, 0, 0, STYLE_WARN, view->waiting) + 1);
    if (view->panel == HOME_PLAY)
        draw_play(view, canvas, area);
    else
        draw_list(view, canvas, area);
}
