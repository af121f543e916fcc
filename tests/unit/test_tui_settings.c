/* What a person sets once. */
#include "client/tui/app.h"
#include "client/tui/page.h"
#include "client/tui/settings.h"
#include "tests/e2e/folder.h"
#include "tests/suite.h"
#include "tests/unit/tui_screen.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static void close_folder(void)
{
    folder_remove();
    suite_check_leaks();
}

TestSuite(tui_settings, .init = folder_make, .fini = close_folder, .timeout = BUSY_MACHINE_S(20));

static struct settings load(void)
{
    char path[FOLDER_PATH_MAX];
    struct settings settings;
    struct error error;
    folder_path("settings", path);
    cr_assert_eq(settings_load(path, &settings, &error), ERROR_NONE);
    return settings;
}

static void write_file(const char *text)
{
    char path[FOLDER_PATH_MAX];
    folder_path("settings", path);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs(text, file);
    fclose(file);
}

Test(tui_settings, without_a_file_they_are_the_default)
{
    struct settings settings = load(), expected = settings_default();
    cr_expect_eq(memcmp(&settings, &expected, sizeof settings), 0);
    cr_expect(settings.is_on[SETTING_BELL]);
}

Test(tui_settings, what_is_saved_is_loaded)
{
    char path[FOLDER_PATH_MAX];
    struct error error;
    struct settings settings = settings_default();
    folder_path("settings", path);
    for (int i = 0; i < SETTING_COUNT; i++) {
        settings.is_on[i] = !settings.is_on[i];
        cr_assert_eq(settings_save(path, &settings, &error), ERROR_NONE);
        struct settings loaded = load();
        cr_expect_eq(memcmp(&settings, &loaded, sizeof settings), 0, "%s",
                     setting_name((enum setting)i));
    }
}

Test(tui_settings, lines_that_say_nothing_known_are_left_aside)
{
    write_file("bell maybe\n\ncolour off\nbellx off\nbell offset\nmouse off\nmouse only\nbell\n");
    struct settings settings = load();
    cr_expect(settings.is_on[SETTING_BELL]);
    cr_expect_not(settings.is_on[SETTING_MOUSE]);
}

Test(tui_settings, a_file_that_cannot_be_read_or_written_is_an_error)
{
    struct settings settings = settings_default();
    struct error error;
    char path[FOLDER_PATH_MAX];
    folder_path("settings", path);
    mkdir(path, 0700);
    settings.is_on[SETTING_BELL] = false;
    cr_expect_eq(settings_load(path, &settings, &error), ERROR_IO);
    cr_expect(settings.is_on[SETTING_BELL], "the default is what there is then");
    cr_expect_eq(settings_save(path, &settings, &error), ERROR_IO);
}

Test(tui_settings, a_full_disk_is_an_error)
{
    struct settings settings = settings_default();
    struct error error;
    cr_expect_eq(settings_save("/dev/full", &settings, &error), ERROR_IO);
}

/* --- the page --- */

/* The app, as far as the page knows it. */
struct app {
    struct settings settings;
    int changes;
    bool is_private;
    bool has_blocks; /* the page of the blocked players was opened */
};

struct session *app_session(struct app *app)
{
    return (struct session *)app;
}

bool session_is_private(const struct session *session)
{
    return ((const struct app *)session)->is_private;
}

struct page *blocks_page_create(void)
{
    return NULL;
}

void app_push(struct app *app, struct page *page)
{
    cr_assert_null(page);
    app->has_blocks = true;
}

struct settings *app_settings(struct app *app)
{
    return &app->settings;
}

void app_settings_changed(struct app *app)
{
    app->changes++;
}

static struct page *open_page(struct app *app)
{
    *app = (struct app){.settings = settings_default()};
    struct page *page = settings_page_create();
    page->app = app;
    return page;
}

static void press(struct page *page, enum stroke_kind kind, bool bell, bool mouse)
{
    const struct settings *settings = app_settings(page->app);
    cr_assert(page_stroke(page, stroke_of(kind)));
    cr_expect_eq(settings->is_on[SETTING_BELL], bell);
    cr_expect_eq(settings->is_on[SETTING_MOUSE], mouse);
}

Test(tui_settings, keys_turn_the_chosen_one_on_and_off)
{
    struct app app;
    struct page *page = open_page(&app);
    press(page, STROKE_RIGHT, false, true);
    press(page, STROKE_RIGHT, true, true);
    press(page, STROKE_LEFT, false, true);
    press(page, STROKE_DOWN, false, true);
    press(page, STROKE_LEFT, false, false);
    press(page, STROKE_ENTER, false, true);
    cr_assert(page_stroke(page, stroke_character(' ')));
    cr_assert_not(app.settings.is_on[SETTING_MOUSE]);
    cr_assert_eq(app.changes, 6);
    page->kind->destroy(page);
}

Test(tui_settings, a_press_on_a_row_turns_that_one)
{
    struct app app;
    struct page *page = open_page(&app);
    cr_assert(page_stroke(page, (struct stroke){STROKE_CHOOSE, SETTING_MOUSE}));
    cr_assert_not(app.settings.is_on[SETTING_MOUSE]);
    cr_assert(app.settings.is_on[SETTING_BELL]);
    cr_assert_not(page_stroke(page, stroke_character('x')));
    page->kind->destroy(page);
}

Test(tui_settings, every_key_of_the_page_is_a_hint_that_does_something)
{
    struct app app;
    struct page *page = open_page(&app);
    struct hint hints[HINTS_MAX];
    size_t count = page_hints(page, hints);
    for (size_t i = 0; i < count; i++)
        cr_expect(page_stroke(page, hints[i].stroke), "%s", hints[i].key);
    page->kind->destroy(page);
}

Test(tui_settings, the_blocked_players_of_a_shared_server_are_behind_a_key)
{
    struct app app;
    struct page *page = open_page(&app);
    app.is_private = true;
    cr_assert_not(page_stroke(page, stroke_character('b')));
    app.is_private = false;
    cr_assert(page_stroke(page, stroke_character('b')));
    cr_assert(app.has_blocks);
    page->kind->destroy(page);
}

Test(tui_settings, the_page_says_what_each_is_for)
{
    struct app app;
    struct canvas canvas = {0};
    struct page *page = open_page(&app);
    canvas_clear(&canvas, 21, 80, true);
    page->kind->draw(page, &canvas, canvas_area(&canvas));
    expect_screen(&canvas,
                  "\n"
                  " bell     on   ring when it is your turn\n"
                  " mouse    on   press things with the mouse (off: the mouse selects text)\n"
                  " training off  judge each of your moves against bots, in friendly matches\n"
                  "\n"
                  " b        lists the players whom you have blocked\n");
    canvas_finish(&canvas);
    page->kind->destroy(page);
}
