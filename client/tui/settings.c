#include "client/tui/settings.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name, *meaning;
    bool is_on;
} rows[SETTING_COUNT] = {
#define X(name, text, is_on, meaning) [SETTING_##name] = {text, meaning, is_on},
    SETTINGS(X)
#undef X
};

const char *setting_name(enum setting setting)
{
    return rows[setting].name;
}

const char *setting_meaning(enum setting setting)
{
    return rows[setting].meaning;
}

struct settings settings_default(void)
{
    struct settings settings;
    for (int i = 0; i < SETTING_COUNT; i++)
        settings.is_on[i] = rows[i].is_on;
    return settings;
}

static void read_line(struct settings *settings, const char *line, size_t len)
{
    for (int i = 0; i < SETTING_COUNT; i++) {
        size_t name = strlen(rows[i].name);
        if (len <= name || strncmp(line, rows[i].name, name) != 0)
            continue;
        if (len == name + 3 && strncmp(line + name, " on", 3) == 0)
            settings->is_on[i] = true;
        else if (len == name + 4 && strncmp(line + name, " off", 4) == 0)
            settings->is_on[i] = false;
    }
}

enum error_code settings_load(const char *path, struct settings *ret_settings, struct error *error)
{
    *ret_settings = settings_default();
    FILE *file = fopen(path, "re");
    if (!file)
        return errno == ENOENT
                   ? ERROR_NONE
                   : error_set(error, ERROR_IO, "cannot read %s: %s", path, strerror(errno));
    char line[200];
    while (fgets(line, sizeof line, file))
        read_line(ret_settings, line, strcspn(line, "\n"));
    int reason = ferror(file) ? errno : 0;
    fclose(file);
    if (reason)
        return error_set(error, ERROR_IO, "cannot read %s: %s", path, strerror(reason));
    return ERROR_NONE;
}

enum error_code settings_save(const char *path, const struct settings *settings,
                              struct error *error)
{
    FILE *file = fopen(path, "we");
    for (int i = 0; file && i < SETTING_COUNT; i++)
        fprintf(file, "%s %s\n", rows[i].name, settings->is_on[i] ? "on" : "off");
    bool is_written = file && fflush(file) == 0;
    int reason = errno;
    if (file)
        fclose(file);
    if (is_written)
        return ERROR_NONE;
    return error_set(error, ERROR_IO, "cannot write %s: %s", path, strerror(reason));
}
