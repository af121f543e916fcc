#include "tests/e2e/folder.h"

#include "common/base/text.h"
#include "tests/database.h"

#include <criterion/criterion.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[FOLDER_PATH_MAX];

void folder_make(void)
{
    const char *parent = getenv("TMPDIR");
    int len = snprintf(folder, sizeof folder, "%s/takeaway-e2e-XXXXXX", parent ? parent : "/tmp");
    cr_assert_lt(len, FOLDER_PATH_MAX);
    cr_assert_not_null(mkdtemp(folder), "cannot make %s", folder);
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *place)
{
    (void)status;
    (void)type;
    (void)place;
    return remove(path);
}

void folder_remove(void)
{
    test_database_drop_all();
    nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

void folder_path(const char *name, char ret_path[FOLDER_PATH_MAX])
{
    int len = snprintf(ret_path, FOLDER_PATH_MAX, "%s/%s", folder, name);
    cr_assert_lt(len, FOLDER_PATH_MAX);
}

char *folder_read(const char *name)
{
    char path[FOLDER_PATH_MAX], piece[4096];
    struct text content = {0};
    size_t len;
    folder_path(name, path);
    FILE *file = fopen(path, "r");
    if (!file)
        return NULL;
    text_append(&content, "", 0);
    while ((len = fread(piece, 1, sizeof piece, file)) > 0)
        text_append(&content, piece, len);
    fclose(file);
    return content.bytes;
}

static FILE *open_file(const char *name, const char *mode)
{
    char path[FOLDER_PATH_MAX];
    folder_path(name, path);
    FILE *file = fopen(path, mode);
    cr_assert_not_null(file, "cannot open %s", path);
    return file;
}

void folder_copy(const char *from, const char *to)
{
    char piece[4096];
    size_t len;
    FILE *source = open_file(from, "r");
    FILE *copy = open_file(to, "w");
    while ((len = fread(piece, 1, sizeof piece, source)) > 0)
        cr_assert_eq(fwrite(piece, 1, len, copy), len);
    fclose(source);
    cr_assert_eq(fclose(copy), 0);
}

bool folder_has(const char *name)
{
    char path[FOLDER_PATH_MAX];
    folder_path(name, path);
    return access(path, F_OK) == 0;
}

long folder_size(const char *name)
{
    char path[FOLDER_PATH_MAX];
    struct stat status;
    folder_path(name, path);
    return stat(path, &status) == 0 ? (long)status.st_size : 0;
}
