/* What a person sets once. */
#include "client/tui/settings.h"
#include "tests/e2e/folder.h"
#include "tests/suite.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static void close_folder(void)
{
    folder_remove();
    suite_check_leaks();
}

TestSuite(tui_settings, .init = folder_make, .fini = close_folder, .timeout = 20);

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
