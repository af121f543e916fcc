#include "client/tournament/tournament_folder.h"

#include "client/cli/atomic_file.h"
#include "client/lib/loop.h"
#include "client/show/json.h"
#include "common/base/memory.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char plan_file[] = "plan.json", lock_file[] = "lock";

/* --- the folder --- */

void tournament_folder_print(const struct tournament_folder *folder, const char *file,
                             struct text *out)
{
    text_printf(out, "%s/%s", folder->path, file);
}

static int open_file(const struct tournament_folder *folder, const char *file, int flags)
{
    struct text path = {0};
    tournament_folder_print(folder, file, &path);
    int fd = open(text_string(&path), flags | O_CREAT | O_CLOEXEC, 0666);
    text_finish(&path);
    return fd;
}

static bool has_file(const struct tournament_folder *folder, const char *file)
{
    struct text path = {0};
    tournament_folder_print(folder, file, &path);
    bool has = access(text_string(&path), F_OK) == 0;
    text_finish(&path);
    return has;
}

static enum error_code make_folder(const char *path, bool *ret_is_made, struct error *error)
{
    *ret_is_made = mkdir(path, 0777) == 0;
    if (*ret_is_made || errno == EEXIST)
        return ERROR_NONE;
    return error_set(error, ERROR_IO, "cannot make the folder %s: %s", path, strerror(errno));
}

/* Is this a file of a run that was killed before its plan was stored? The lock is created first. */
static bool is_early_name(const char *name)
{
    static const char *const names[] = {
        lock_file,           "programs.log",      "tokens", "tournament.db", "tournament.db-wal",
        "tournament.db-shm", "tournament.db.lock"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(name, names[i]) == 0)
            return true;
    }
    size_t len = strlen(plan_file);
    return strncmp(name, plan_file, len) == 0 && name[len] == '.'; /* a draft of the plan */
}

static bool is_dots(const char *name)
{
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* A run overwrites files, so it refuses a folder with files of other origin. */
static enum error_code check_is_ours(const struct tournament_folder *folder, struct error *error)
{
    DIR *files = opendir(folder->path);
    const struct dirent *file;
    bool is_empty = true, is_early = has_file(folder, lock_file);
    while (files && (file = readdir(files))) {
        is_empty &= is_dots(file->d_name);
        is_early &= is_dots(file->d_name) || is_early_name(file->d_name);
    }
    if (files)
        closedir(files);
    if (is_empty || is_early || has_file(folder, plan_file))
        return ERROR_NONE;
    return error_set(error, ERROR_IO,
                     "the folder %s has files of something else in it; --out takes a new or an "
                     "empty folder, or that of a tournament to go on with",
                     folder->path);
}

static enum error_code lock_folder(struct tournament_folder *folder, struct error *error)
{
    folder->lock = open_file(folder, lock_file, O_RDWR);
    if (folder->lock < 0)
        return error_set(error, ERROR_IO, "cannot write in %s: %s", folder->path, strerror(errno));
    if (flock(folder->lock, LOCK_EX | LOCK_NB) == 0)
        return ERROR_NONE;
    close(folder->lock);
    folder->lock = -1; /* nothing to clear: another run owns the folder */
    return error_set(error, ERROR_IO, "another takeaway runs the tournament in %s", folder->path);
}

enum error_code tournament_folder_open(const char *path, struct tournament_folder *ret_folder,
                                       struct error *error)
{
    *ret_folder = (struct tournament_folder){.path = path, .lock = -1, .log = -1};
    struct text tokens = {0};
    bool has_made_tokens;
    tournament_folder_print(ret_folder, "tokens", &tokens);
    enum error_code failed = make_folder(path, &ret_folder->is_made, error);
    if (!failed)
        failed = check_is_ours(ret_folder, error);
    if (!failed)
        failed = lock_folder(ret_folder, error);
    if (!failed)
        failed = make_folder(text_string(&tokens), &has_made_tokens, error);
    text_finish(&tokens);
    if (failed)
        return failed;
    ret_folder->log = open_file(ret_folder, "programs.log", O_WRONLY | O_APPEND);
    if (ret_folder->log < 0)
        return error_set(error, ERROR_IO, "cannot write in %s: %s", path, strerror(errno));
    return ERROR_NONE;
}

void tournament_folder_close(struct tournament_folder *folder)
{
    if (folder->log >= 0)
        close(folder->log);
    if (folder->lock >= 0)
        close(folder->lock);
}

static void remove_file(const struct tournament_folder *folder, const char *file)
{
    struct text path = {0};
    tournament_folder_print(folder, file, &path);
    unlink(text_string(&path));
    text_finish(&path);
}

/* Is this the file of a token: "director", or the number of a player? */
static bool is_token(const char *name)
{
    return strcmp(name, "director") == 0 || strspn(name, "0123456789") == strlen(name);
}

static void remove_tokens(const struct tournament_folder *folder)
{
    struct text path = {0};
    tournament_folder_print(folder, "tokens", &path);
    DIR *tokens = opendir(text_string(&path));
    const struct dirent *file;
    while (tokens && (file = readdir(tokens))) {
        if (is_token(file->d_name))
            unlinkat(dirfd(tokens), file->d_name, 0);
    }
    if (tokens)
        closedir(tokens);
    text_finish(&path);
}

void tournament_folder_clear(const struct tournament_folder *folder)
{
    assert(folder->lock >= 0);
    static const char *const left[] = {"tournament.db", "tournament.db-wal", "tournament.db-shm",
                                       "tournament.db.lock"};
    for (size_t i = 0; i < sizeof left / sizeof *left; i++)
        remove_file(folder, left[i]);
    remove_tokens(folder);
}

bool tournament_folder_has_log(const struct tournament_folder *folder)
{
    struct stat log;
    return folder->log >= 0 && fstat(folder->log, &log) == 0 && log.st_size > 0;
}

void tournament_folder_abandon(const struct tournament_folder *folder)
{
    if (has_file(folder, plan_file) || tournament_folder_has_log(folder))
        return;
    tournament_folder_clear(folder);
    remove_file(folder, lock_file);
    remove_file(folder, "programs.log");
    struct text tokens = {0};
    tournament_folder_print(folder, "tokens", &tokens);
    rmdir(text_string(&tokens));
    if (folder->is_made)
        rmdir(folder->path);
    text_finish(&tokens);
}

/* --- the plan --- */

static bool is_of_plan(int option)
{
    assert(option >= 0 && option < OPTION_COUNT);
    return TOURNAMENT_PLAN_OPTIONS >> option & 1;
}

static enum error_code load(const struct tournament_folder *folder, struct tournament_kept *kept,
                            bool *ret_is_there, struct error *error)
{
    struct text path = {0};
    tournament_folder_print(folder, plan_file, &path);
    json_error_t reason;
    json_t *json = json_load_file(text_string(&path), 0, &reason);
    *ret_is_there = json != NULL;
    bool is_wrong = !json && access(text_string(&path), F_OK) == 0;
    if (is_wrong)
        error_set(error, ERROR_IO, "%s cannot be read: %s", text_string(&path), reason.text);
    text_finish(&path);
    for (int option = 0; option < OPTION_COUNT && json; option++) {
        const char *value = json_string_value(json_object_get(json, option_rows[option].name));
        if (value)
            kept->values[option] = memory_text(value, strlen(value));
    }
    json_decref(json);
    return is_wrong ? ERROR_IO : ERROR_NONE;
}

/* The options, completed by the stored values. */
static struct options complete(const struct options *options, const struct tournament_kept *kept)
{
    struct options all = *options;
    for (int option = 0; option < OPTION_COUNT; option++) {
        if (!all.values[option])
            all.values[option] = kept->values[option];
    }
    return all;
}

static enum error_code check_same(const struct tournament_folder *folder,
                                  const struct tournament_plan *plan,
                                  const struct tournament_kept *kept, struct error *error)
{
    enum error_code failed = ERROR_NONE;
    for (int option = 0; option < OPTION_COUNT && !failed; option++) {
        struct text value = {0};
        const char *before = kept->values[option] ? kept->values[option] : "";
        if (is_of_plan(option))
            tournament_plan_print_option(plan, (enum option_name)option, &value);
        if (is_of_plan(option) && strcmp(text_string(&value), before) != 0)
            failed = error_set(error, ERROR_USAGE,
                               "in %s is a tournament with --%s '%.100s', not '%.100s', which is "
                               "fixed when it is made: leave the option out to go on with it, or "
                               "name another folder",
                               folder->path, option_rows[option].name, before, text_string(&value));
        text_finish(&value);
    }
    return failed;
}

enum error_code tournament_folder_plan(const struct tournament_folder *folder,
                                       const struct options *options, struct tournament_kept *kept,
                                       struct tournament_plan *ret_plan, bool *ret_is_new,
                                       struct error *error)
{
    bool is_there;
    *ret_plan = (struct tournament_plan){0};
    if (load(folder, kept, &is_there, error))
        return error->code;
    *ret_is_new = !is_there;
    if (!is_there && !options->values[OPTION_PLAYERS])
        return error_set(error, ERROR_USAGE,
                         "there is no tournament in %s; to begin one, --players, such as --players "
                         "perfect,greedy,mcts",
                         folder->path);
    struct options all = complete(options, kept);
    enum error_code failed = tournament_plan_parse(&all, true, ret_plan, error);
    if (!failed && is_there)
        failed = check_same(folder, ret_plan, kept, error);
    if (!failed && ret_plan->seed == 0) {
        uint32_t seed;
        entropy_fill(&seed, sizeof seed);
        ret_plan->seed = (int64_t)(seed % 999999999) + 1; /* short enough to be typed */
    }
    return failed;
}

void tournament_kept_finish(struct tournament_kept *kept)
{
    for (int option = 0; option < OPTION_COUNT; option++)
        free(kept->values[option]);
}

static json_t *json_of_plan(const struct tournament_plan *plan)
{
    json_t *json = json_object();
    for (int option = 0; option < OPTION_COUNT; option++) {
        struct text value = {0};
        if (is_of_plan(option))
            tournament_plan_print_option(plan, (enum option_name)option, &value);
        if (value.len > 0)
            json_object_set_new(json, option_rows[option].name, json_string(text_string(&value)));
        text_finish(&value);
    }
    return json;
}

enum error_code tournament_folder_keep(const struct tournament_folder *folder,
                                       const struct tournament_plan *plan, struct error *error)
{
    assert(folder->lock >= 0);
    struct text path = {0}, content = {0};
    struct atomic_file draft;
    tournament_folder_print(folder, plan_file, &path);
    enum error_code failed = atomic_file_open(text_string(&path), &draft, error);
    if (!failed) {
        json_print(json_of_plan(plan), &content);
        fputs(text_string(&content), draft.file);
        failed = atomic_file_keep(&draft, error);
    }
    text_finish(&content);
    text_finish(&path);
    return failed;
}
