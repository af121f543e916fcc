/* The file of a signing key: made once, kept from others, and never taken for a key when it is
 * something else. */
#include "common/export/key_file.h"
#include "tests/e2e/folder.h"
#include "tests/suite.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void clean_up(void)
{
    folder_remove();
    suite_check_leaks();
}

TestSuite(key_file, .init = folder_make, .fini = clean_up, .timeout = BUSY_MACHINE_S(20));

static char path[FOLDER_PATH_MAX];

static void make_file(void)
{
    struct error error;
    folder_path("signing-key", path);
    cr_assert_eq(key_file_make(path, &error), ERROR_NONE, "%s", error.message);
}

static void load(unsigned char ret_seed[EXPORT_SEED_BYTES])
{
    struct error error;
    cr_assert_eq(key_file_load(path, ret_seed, &error), ERROR_NONE, "%s", error.message);
}

/* Without the key, an error that says so. */
static void expect_refused(const char *said)
{
    unsigned char seed[EXPORT_SEED_BYTES], key[EXPORT_KEY_BYTES];
    struct error error;
    cr_assert_eq(key_file_load(path, seed, &error), ERROR_IO);
    cr_expect_not_null(strstr(error.message, said), "%s", error.message);
    cr_expect_not_null(strstr(error.message, path), "%s", error.message);
    cr_assert_eq(key_file_load_public(path, key, &error), ERROR_IO);
}

Test(key_file, is_made_once_and_for_its_owner_only)
{
    unsigned char seed[EXPORT_SEED_BYTES], again[EXPORT_SEED_BYTES];
    struct stat status;
    umask(0);
    make_file();
    load(seed);
    make_file();
    load(again);
    cr_expect_arr_eq(seed, again, sizeof seed);
    cr_assert_eq(stat(path, &status), 0);
    cr_expect_eq(status.st_mode & 07777, 0600);
}

Test(key_file, has_the_public_half_of_its_key)
{
    unsigned char seed[EXPORT_SEED_BYTES], key[EXPORT_KEY_BYTES], expected[EXPORT_KEY_BYTES];
    unsigned char secret[EXPORT_SECRET_BYTES];
    struct error error;
    make_file();
    load(seed);
    export_keys(seed, expected, secret);
    cr_assert_eq(key_file_load_public(path, key, &error), ERROR_NONE);
    cr_expect_arr_eq(key, expected, sizeof key);
}

Test(key_file, two_files_have_two_keys)
{
    unsigned char seed[EXPORT_SEED_BYTES], other[EXPORT_SEED_BYTES];
    make_file();
    load(seed);
    unlink(path);
    make_file();
    load(other);
    cr_expect_arr_neq(seed, other, sizeof seed);
}

static int count_files(void)
{
    char folder[FOLDER_PATH_MAX];
    int count = 0;
    folder_path("", folder);
    DIR *files = opendir(folder);
    const struct dirent *file;
    cr_assert_not_null(files);
    while ((file = readdir(files)))
        count += file->d_name[0] != '.';
    closedir(files);
    return count;
}

/* Waits until all are there, so that they begin together, and tells the key that it finds. */
static _Noreturn void make_among_others(int gate, int answers)
{
    unsigned char seed[EXPORT_SEED_BYTES] = {0};
    struct error error;
    char byte;
    bool is_open = read(gate, &byte, 1) == 0;
    bool is_made = is_open && !key_file_make(path, &error) && !key_file_load(path, seed, &error);
    _exit(is_made && write(answers, seed, sizeof seed) == (ssize_t)sizeof seed ? 0 : 1);
}

Test(key_file, of_many_processes_that_make_it_at_once_all_find_the_same_key)
{
    enum { PROCESSES = 16 };
    unsigned char seed[EXPORT_SEED_BYTES], kept[EXPORT_SEED_BYTES];
    int gate[2], answers[2];
    folder_path("signing-key", path);
    cr_assert_eq(pipe(gate), 0);
    cr_assert_eq(pipe(answers), 0);
    for (int i = 0; i < PROCESSES; i++) {
        pid_t child = fork();
        cr_assert_geq(child, 0);
        if (child == 0) {
            close(gate[1]);
            make_among_others(gate[0], answers[1]);
        }
    }
    close(gate[1]);
    for (int i = 0; i < PROCESSES; i++) {
        int status;
        cr_assert_gt(wait(&status), 0);
        cr_assert_eq(status, 0);
    }
    load(kept);
    for (int i = 0; i < PROCESSES; i++) {
        cr_assert_eq(read(answers[0], seed, sizeof seed), (ssize_t)sizeof seed);
        cr_assert_arr_eq(seed, kept, sizeof seed);
    }
    cr_expect_eq(count_files(), 1, "a draft is left");
}

Test(key_file, that_others_may_read_is_refused)
{
    make_file();
    cr_assert_eq(chmod(path, 0640), 0);
    expect_refused("others may read");
    cr_assert_eq(chmod(path, 0604), 0);
    expect_refused("others may read");
}

Test(key_file, that_is_missing_or_holds_something_else_is_refused)
{
    static const char *const contents[] = {
        "",
        "\n",
        "ed25519-secret:\n",
        "ed25519-secret:00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff",
        "ed25519-secret:00112233445566778899aabbccddeeff00112233445566778899aabbccddeef\n",
        "ed25519-secret:00112233445566778899aabbccddeeff00112233445566778899aabbccddeefg\n",
        "ed25519-secret:00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\n\n",
        "ed25519-public:00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\n",
        "ed25519:00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\n",
    };
    make_file();
    unlink(path);
    expect_refused("No such file");
    for (size_t i = 0; i < sizeof contents / sizeof *contents; i++) {
        make_file();
        FILE *file = fopen(path, "we"); /* keeps its mode */
        cr_assert_not_null(file);
        fputs(contents[i], file);
        cr_assert_eq(fclose(file), 0);
        expect_refused("is no signing key");
    }
}

Test(key_file, cannot_be_made_where_there_is_no_folder)
{
    struct error error;
    folder_path("none/signing-key", path);
    cr_assert_eq(key_file_make(path, &error), ERROR_IO);
    cr_expect_not_null(strstr(error.message, "No such file"), "%s", error.message);
}
