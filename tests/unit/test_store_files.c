/* Whose file is the database? Locks, other programs' files, permissions. */
#include "server/store/sqlite/lock.h"
#include "tests/suite.h"
#include "tests/unit/test_store_fixture.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

SUITE(store_files, 60);

static struct place place;
static struct running running;
static struct store_reader *reader;
static struct error error;

/* A store with two players, Ann and Bob. */
static void begin(void)
{
    place = place_make();
    running_start(&running, &place);
    running_commit(&running, batch_of_two_players());
}

static void end(void)
{
    store_reader_close(reader);
    running_close(&running);
    place_remove(&place);
}

static void assert_refused(const char *path, enum error_code code, const char *message)
{
    struct store *store = NULL;
    cr_assert_eq(store_open(path, &store, &error), code);
    cr_assert_not_null(strstr(error.message, message), "'%s' instead of '%s'", error.message,
                       message);
    cr_assert_not_null(strstr(error.message, path), "'%s' does not name the file", error.message);
    cr_assert_null(store);
}

static void assert_no_lock_file(void)
{
    char path[320];
    snprintf(path, sizeof path, "%s.lock", place.database);
    cr_assert_eq(access(path, F_OK), -1, "%s is left behind", path);
}

Test(store_files, a_second_server_is_refused_and_told_which_process_has_the_database)
{
    begin();
    char message[60], other[600];
    snprintf(message, sizeof message, "in use by another server, process %ld: ", (long)getpid());
    assert_refused(place.database, ERROR_TOO_EARLY, message);
    snprintf(other, sizeof other, "%s/other.db", place.directory);
    cr_assert_eq(symlink("games.db", other), 0);
    assert_refused(other, ERROR_TOO_EARLY, message);
    end();
}

/* Takes the lock and removes its file, over and over; was the file that it had locked always the
 * one that was there? */
static bool lock_and_remove(const char *path)
{
    bool was_there = true;
    for (int i = 0; i < 1000; i++) {
        struct stat named, opened;
        bool made;
        int fd;
        if (lock_take(path, &fd, &made, &error))
            continue;
        was_there = was_there && stat(path, &named) == 0 && fstat(fd, &opened) == 0 &&
                    named.st_ino == opened.st_ino;
        unlink(path);
        lock_release(fd);
    }
    return was_there;
}

Test(store_files, a_lock_is_never_on_a_file_that_another_server_has_removed)
{
    char path[320];
    int status;
    place = place_make();
    snprintf(path, sizeof path, "%s.lock", place.database);
    pid_t child = fork();
    if (child == 0)
        _exit(lock_and_remove(path) ? 0 : 1);
    cr_assert_gt(child, 0);
    bool was_there = lock_and_remove(path);
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_assert(was_there && status == 0);
    place_remove(&place);
}

static void write_file(const char *path, const char *content)
{
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file, "%s", path);
    fputs(content, file);
    fclose(file);
}

static void assert_content(const char *path, const char *content)
{
    char line[40] = "";
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file, "%s", path);
    cr_assert_not_null(fgets(line, sizeof line, file), "%s is empty", path);
    cr_assert_str_eq(line, content);
    fclose(file);
}

Test(store_files, a_lock_file_that_is_another_file_is_neither_used_nor_overwritten)
{
    char lock[320], diary[320];
    place = place_make();
    snprintf(lock, sizeof lock, "%s.lock", place.database);
    snprintf(diary, sizeof diary, "%s/diary", place.directory);
    write_file(diary, "Dear diary");
    cr_assert_eq(symlink("diary", lock), 0);
    assert_refused(place.database, ERROR_IO, "games.db.lock: a symbolic link; remove it");
    assert_content(diary, "Dear diary");
    cr_assert_eq(unlink(lock), 0);
    cr_assert_eq(link(diary, lock), 0);
    assert_refused(place.database, ERROR_IO, "the file has a second name (a hard link)");
    assert_content(diary, "Dear diary");
    cr_assert_eq(unlink(lock), 0);
    cr_assert_eq(mkfifo(lock, 0600), 0);
    assert_refused(place.database, ERROR_IO, "not a regular file");
    cr_assert_eq(unlink(lock), 0);
    place_remove(&place);
}

Test(store_files, a_lock_file_of_another_user_is_refused)
{
    if (geteuid() != 0)
        cr_skip_test("only root can give a file away");
    char lock[320];
    place = place_make();
    snprintf(lock, sizeof lock, "%s.lock", place.database);
    write_file(lock, "12\n");
    cr_assert_eq(chown(lock, 65534, 65534), 0);
    assert_refused(place.database, ERROR_IO, "it belongs to another user");
    assert_content(lock, "12\n");
    place_remove(&place);
}

Test(store_files, a_start_that_fails_keeps_a_lock_file_that_was_there)
{
    place = place_make();
    do_sql(&place, "PRAGMA application_id = 99; CREATE TABLE t (x)");
    char path[320];
    snprintf(path, sizeof path, "%s.lock", place.database);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fclose(file);
    assert_refused(place.database, ERROR_IO, "a database of another program");
    cr_assert_eq(access(path, F_OK), 0);
    place_remove(&place);
}

Test(store_files, a_file_that_is_no_database_is_refused)
{
    place = place_make();
    FILE *file = fopen(place.database, "w");
    for (int i = 0; i < 1000; i++)
        fputs("Dear diary, ", file);
    fclose(file);
    assert_refused(place.database, ERROR_IO, "file is not a database (SQLITE_NOTADB)");
    assert_no_lock_file();
    assert_refused(place.directory, ERROR_IO, "unable to open database file (SQLITE_CANTOPEN");
    cr_assert_eq(store_reader_open(place.database, &reader, &error), ERROR_IO);
    place_remove(&place);
}

Test(store_files, a_missing_folder_and_one_that_takes_no_file_are_named)
{
    place = place_make();
    char path[320];
    snprintf(path, sizeof path, "%s/none/x.db", place.directory);
    assert_refused(path, ERROR_IO, "its folder does not exist: make it, or name another one: ");
    assert_refused("/dev/null/x.db", ERROR_IO, "the file cannot be made: Not a directory: ");
    place_remove(&place);
}

Test(store_files, another_programs_database_is_refused_and_left_alone)
{
    place = place_make();
    do_sql(&place, "PRAGMA application_id = 99; CREATE TABLE t (x)");
    assert_refused(place.database, ERROR_IO, "a database of another program");
    do_sql(&place, "PRAGMA application_id = 0");
    assert_refused(place.database, ERROR_IO, "a database of another program");
    cr_assert_eq(ask_int(&place, "SELECT count(*) FROM sqlite_schema"), 1);
    cr_assert_eq(ask_int(&place, "SELECT journal_mode = 'delete' FROM pragma_journal_mode"), 1);
    place_remove(&place);
}

Test(store_files, a_newer_servers_database_is_refused)
{
    begin();
    running_close(&running);
    do_sql(&place, "PRAGMA user_version = 1000");
    assert_refused(place.database, ERROR_IO,
                   "made by a newer server: schema version 1000, and this one");
    cr_assert_eq(store_reader_open(place.database, &reader, &error), ERROR_IO);
    place_remove(&place);
}

static void assert_private(const char *suffix)
{
    char path[320];
    struct stat status;
    snprintf(path, sizeof path, "%s%s", place.database, suffix);
    cr_assert_eq(stat(path, &status), 0, "%s", path);
    cr_assert_eq(status.st_mode & 0777, 0600, "%s: %o", path, (unsigned)status.st_mode);
}

Test(store_files, a_new_database_is_for_its_owner_alone)
{
    mode_t before = umask(0);
    begin();
    umask(before);
    assert_private("");
    assert_private("-wal");
    assert_private("-shm");
    end();
}

Test(store_files, the_permissions_of_a_database_that_is_there_are_left_as_they_are)
{
    begin();
    running_close(&running);
    struct stat status;
    cr_assert_eq(chmod(place.database, 0640), 0);
    running_start(&running, &place);
    cr_assert_eq(stat(place.database, &status), 0);
    cr_assert_eq(status.st_mode & 0777, 0640);
    end();
}

Test(store_files, a_reader_makes_no_database)
{
    place = place_make();
    cr_assert_eq(store_reader_open(place.database, &reader, &error), ERROR_IO);
    cr_assert_neq(access(place.database, F_OK), 0);
    do_sql(&place, "VACUUM"); /* makes the file, empty */
    cr_assert_eq(store_reader_open(place.database, &reader, &error), ERROR_IO);
    cr_assert_not_null(strstr(error.message, "of schema version 0; a server brings it to"), "%s",
                       error.message);
    place_remove(&place);
}
