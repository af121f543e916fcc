#include "tests/e2e/stage.h"

#include "common/base/text.h"
#include "tests/e2e/folder.h"
#include "tests/e2e/peer.h"
#include "tests/e2e/process.h"

#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

bool is_sanitized(void)
{
#ifdef TESTS_UNDER_ASAN
    return true;
#else
    /* Unless another build is to be attacked at length. */
    return getenv("E2E_PROGRAMS") && !getenv("ATTACK_SECONDS");
#endif
}

/* Sanitizers write into the folder, because nobody sees how the children of our children end. */
static void direct_sanitizer(const char *variable)
{
    char path[FOLDER_PATH_MAX];
    const char *given = getenv(variable);
    struct text options = {0};
    folder_path("sanitizer", path);
    text_printf(&options, "%s%slog_path=%s:exitcode=%d", given ? given : "", given ? ":" : "", path,
                SANITIZER_STATUS);
    setenv(variable, text_string(&options), 1);
    text_finish(&options);
}

static void point_to_folder(const char *variable)
{
    char path[FOLDER_PATH_MAX];
    folder_path("home", path);
    setenv(variable, path, 1);
}

void stage_open(void)
{
    signal(SIGPIPE, SIG_IGN);
    folder_make();
    direct_sanitizer("ASAN_OPTIONS");
    direct_sanitizer("UBSAN_OPTIONS");
    direct_sanitizer("LSAN_OPTIONS");
    direct_sanitizer("TSAN_OPTIONS");
    point_to_folder("HOME");
    point_to_folder("XDG_STATE_HOME");
    setenv("USER", "tester", 1);
}

/* LeakSanitizer says so of a thread that ended while it looked for leaks; what it then finds is an
 * ERROR besides. */
static bool is_note(const char *report)
{
    return strstr(report, "was not suspended. False leaks are possible.") &&
           !strstr(report, "ERROR: ");
}

static bool is_upset(void)
{
    char pattern[FOLDER_PATH_MAX];
    glob_t found;
    folder_path("sanitizer*", pattern);
    if (glob(pattern, 0, NULL, &found) != 0)
        return false;
    bool is_any = false;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        char *report = folder_read(strrchr(found.gl_pathv[i], '/') + 1);
        if (!is_note(report)) {
            fprintf(stderr, "a sanitizer has found: %s\n", report);
            is_any = true;
        }
        free(report);
    }
    globfree(&found);
    return is_any;
}

/* Criterion no longer counts a failed assertion here; after a crash it warns and ends with
 * status 1. */
void stage_close(void)
{
    peer_close_all();
    bool all_sound = process_end_all();
    all_sound = !is_upset() && all_sound;
    folder_remove();
    if (!all_sound)
        abort();
    suite_check_leaks();
}
