/* The person's settings, stored in the file "settings" of the state folder, a line each, such as
 * "bell on". */
#ifndef CLIENT_TUI_SETTINGS_H
#define CLIENT_TUI_SETTINGS_H

#include "common/base/error.h"

#include <stdbool.h>

/* X(NAME, "name", default, "meaning") */
#define SETTINGS(X)                                                                                \
    X(BELL, "bell", true, "ring when it is your turn")                                             \
    X(MOUSE, "mouse", true, "press things with the mouse (off: the mouse selects text)")           \
    X(TRAINING, "training", false, "judge each of your moves against bots, in friendly matches")

enum setting {
#define X(name, text, is_on, meaning) SETTING_##name,
    SETTINGS(X)
#undef X
        SETTING_COUNT,
};

struct settings {
    bool is_on[SETTING_COUNT];
};

const char *setting_name(enum setting setting);
const char *setting_meaning(enum setting setting);

/* The default settings. */
struct settings settings_default(void);

/* Loads the settings. Without a file they are the default; unknown lines are ignored. Fails with
 * IO. */
enum error_code settings_load(const char *path, struct settings *ret_settings, struct error *error);
enum error_code settings_save(const char *path, const struct settings *settings,
                              struct error *error);

#endif
