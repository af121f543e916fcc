/* Copies that are made while the server plays, on disks of all sorts. */
#include "tests/suite.h"
#include "tests/unit/test_store_disk.h"
#include "tests/unit/test_store_fixture.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

SUITE(store_backup, 120);

static struct place place;
static struct running running;
static struct error error;
static char target[320];
static int64_t bytes;

static void begin(void)
{
    place = place_make();
    snprintf(target, sizeof target, "%s/copy.db", place.directory);
    running_start(&running, &place);
    running_commit(&running, batch_of_two_players());
}

static void end(void)
{
    running_close(&running);
    place_remove(&place);
}

/* Moves of a match that ended long ago: 8 MB, which is several parts. */
static void fill(void)
{
    do_sql(&place, "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)"
                   " INSERT INTO journal (match, ply, move, at_ms)"
                   " SELECT 0, i, hex(zeroblob(2000)), 0 FROM n");
}

static bool go_on(void *owner, int64_t pages, int64_t total)
{
    (void)owner, (void)pages, (void)total;
    return true;
}

static char
    removed[600]; /* the left-overs that the last backups have removed, by their file names */

static void note_removed(void *owner, const char *path)
{
    (void)owner;
    size_t len = strlen(removed);
    snprintf(removed + len, sizeof removed - len, "%s;", strrchr(path, '/') + 1);
}

static enum error_code back_up(bool (*progress)(void *, int64_t, int64_t))
{
    struct store_backup_events events = {.progress = progress, .removed = note_removed};
    return store_backup(place.database, target, &events, &bytes, &error);
}

/* How many files the folder has whose names begin so. */
static int count_files(const char *prefix)
{
    int count = 0;
    DIR *folder = opendir(place.directory);
    cr_assert_not_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder));)
        count += strncmp(entry->d_name, prefix, strlen(prefix)) == 0;
    closedir(folder);
    return count;
}

static void assert_failed(enum error_code code, const char *message)
{
    cr_assert_eq(code, ERROR_IO);
    cr_assert_not_null(strstr(error.message, message), "'%s' instead of '%s'", error.message,
                       message);
    cr_assert_not_null(strstr(error.message, target), "'%s' does not name the copy", error.message);
    cr_assert_eq(count_files("copy.db"), 0, "something is left");
}

Test(store_backup, a_copy_is_the_whole_database)
{
    begin();
    fill();
    cr_assert_eq(back_up(go_on), ERROR_NONE, "%s", error.message);
    assert_rows(target, "PRAGMA integrity_check", "ok");
    assert_rows(target, "SELECT count(*), sum(ply), sum(length(move)) FROM journal",
                "2000|2001000|8000000");
    assert_rows(target, "SELECT name, number FROM player JOIN token ON player.id = token.player",
                "Ann|1\nBob|2");
    struct stat status;
    cr_assert_eq(stat(target, &status), 0);
    cr_assert_eq(status.st_size, bytes);
    end();
}

Test(store_backup, only_its_owner_may_read_a_copy)
{
    begin();
    struct stat status;
    cr_assert_eq(back_up(go_on), ERROR_NONE, "%s", error.message);
    cr_assert_eq(stat(target, &status), 0);
    cr_assert_eq(status.st_mode & 0777, 0600);
    cr_assert_eq(status.st_nlink, 1);
    end();
}

Test(store_backup, a_server_starts_from_a_copy)
{
    begin();
    struct batch *batch = batch_create();
    add_match(batch, 7, 1, 2, "3+5");
    add_move(batch, 7, 1, "5>3");
    running_commit(&running, batch);
    cr_assert_eq(back_up(go_on), ERROR_NONE, "%s", error.message);
    struct hall_config config = {.seed = 1, .limits = hall_limits_default};
    struct hall *hall = hall_create(&config);
    struct store *store;
    cr_assert_eq(store_open(target, &store, &error), ERROR_NONE, "%s", error.message);
    cr_assert_eq(store_recover(store, hall, &error), ERROR_NONE, "%s", error.message);
    cr_assert_eq(hall_figures(hall).live_matches, 1);
    store_close(store);
    hall_destroy(hall);
    end();
}

/* One tournament with a match that was played, its marks, a rating, and the key. */
static void write_tournament(const unsigned char seed[EXPORT_SEED_BYTES])
{
    unsigned char kept[EXPORT_SEED_BYTES];
    struct batch *batch = batch_create();
    add_tournament(batch, 5, "Friday");
    add_entrant(batch, 5, 0, "Ann", 1, -1);
    add_entrant(batch, 5, 1, "Bob", 2, -1);
    add_pair(batch, 5, 1, (int[]){1, 1, 1, 1}, (struct meeting){0, 1});
    add_pair_match(batch, 5, 1, 1, 9, (int64_t[]){1, 2});
    add_end(batch, 9, 1, "5>3", ENDING_RESIGNATION, SEAT_FIRST);
    add_marks(batch, 9, "+1");
    add_rating(batch, 1, "nim", 1600, 1);
    running_commit(&running, batch);
    cr_assert(store_stop(running.store)); /* its thread has the connection for itself */
    cr_assert_eq(store_key_seed(running.store, seed, kept, &error), ERROR_NONE);
}

Test(store_backup, a_copy_has_the_tournaments_the_ratings_and_the_servers_key)
{
    static const char *const tables[] = {
        "SELECT * FROM tournament", "SELECT * FROM entrant", "SELECT * FROM pair",
        "SELECT * FROM progress",   "SELECT * FROM rating",  "SELECT * FROM judgement",
    };
    unsigned char seed[EXPORT_SEED_BYTES] = "the key of this server";
    unsigned char other[EXPORT_SEED_BYTES] = "another", kept[EXPORT_SEED_BYTES];
    begin();
    write_tournament(seed);
    cr_assert_eq(back_up(go_on), ERROR_NONE, "%s", error.message);
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        char *rows = test_database_ask(place.database, tables[i]);
        cr_assert_str_neq(rows, "", "%s", tables[i]);
        assert_rows(target, tables[i], rows);
        free(rows);
    }
    struct store *store;
    cr_assert_eq(store_open(target, &store, &error), ERROR_NONE, "%s", error.message);
    cr_assert_eq(store_key_seed(store, other, kept, &error), ERROR_NONE);
    cr_assert_arr_eq(kept, seed, sizeof seed);
    store_close(store);
    end();
}

Test(store_backup, a_name_without_a_folder_is_in_the_present_one)
{
    begin();
    cr_assert_eq(chdir(place.directory), 0);
    snprintf(target, sizeof target, "copy.db");
    cr_assert_eq(back_up(go_on), ERROR_NONE, "%s", error.message);
    cr_assert_eq(count_files("copy.db"), 1);
    cr_assert_eq(chdir("/"), 0);
    end();
}

/* --- under play --- */

enum { MOVES_TO_A_BATCH = 5, BATCHES_TO_A_PART = 200, BATCHES_MAX = 100000 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; /* guards what follows */
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int64_t committed; /* batches */
static int64_t committed_at_first_part;
static bool copied;

static void note_committed(void)
{
    pthread_mutex_lock(&mutex);
    committed++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
}

static bool is_copied(void)
{
    pthread_mutex_lock(&mutex);
    bool is = copied;
    pthread_mutex_unlock(&mutex);
    return is;
}

/* Each part waits for many commits; none of the work is done twice. */
static bool wait_for_batches(void *owner, int64_t pages, int64_t total)
{
    int64_t *pages_before = owner;
    cr_assert_gt(pages, *pages_before, "it began again");
    cr_assert_leq(pages, total);
    *pages_before = pages;
    pthread_mutex_lock(&mutex);
    int64_t until = committed + BATCHES_TO_A_PART;
    if (committed_at_first_part == 0)
        committed_at_first_part = committed;
    while (committed < until)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    return true;
}

static void *copy_in_parts(void *unused)
{
    (void)unused;
    int64_t pages = 0;
    struct store_backup_events events = {
        .owner = &pages,
        .progress = wait_for_batches,
        .removed = note_removed,
    };
    cr_assert_eq(store_backup(place.database, target, &events, &bytes, &error), ERROR_NONE, "%s",
                 error.message);
    pthread_mutex_lock(&mutex);
    copied = true;
    pthread_mutex_unlock(&mutex);
    return NULL;
}

/* Batch `number` holds so many moves of the match of its number. */
static void commit_batch(int64_t number)
{
    struct batch *batch = batch_create();
    for (int ply = 1; ply <= MOVES_TO_A_BATCH; ply++)
        add_move(batch, number, ply, "5>3");
    running_commit(&running, batch);
    note_committed();
}

Test(store_backup,
     a_copy_made_while_thousands_of_batches_are_committed_holds_the_first_of_them_whole)
{
    begin();
    fill();
    pthread_t thread;
    int64_t number = 0;
    commit_batch(++number);
    cr_assert_eq(pthread_create(&thread, NULL, copy_in_parts, NULL), 0);
    while (!is_copied() && number < BATCHES_MAX)
        commit_batch(++number);
    cr_assert_eq(pthread_join(thread, NULL), 0);
    cr_assert_gt(number, 1000);

    char rows[100];
    assert_rows(target, "PRAGMA integrity_check", "ok");
    char *last = test_database_ask(target, "SELECT max(match) FROM journal");
    int64_t held = strtoll(last, NULL, 10);
    cr_assert(held >= 1 && held <= committed_at_first_part + 1, "%lld of %lld", (long long)held,
              (long long)committed_at_first_part);
    snprintf(rows, sizeof rows, "%lld|%d|%d", (long long)held, MOVES_TO_A_BATCH, MOVES_TO_A_BATCH);
    assert_rows(target,
                "SELECT count(*), min(moves), max(moves) FROM"
                " (SELECT count(*) AS moves FROM journal WHERE match > 0 GROUP BY match)",
                rows);
    cr_assert_eq(ask_int(&place, "SELECT max(match) FROM journal"), number);
    free(last);
    end();
}

/* --- the name comes last --- */

static bool look_at_the_folder(void *owner, int64_t pages, int64_t total)
{
    (void)owner, (void)pages, (void)total;
    cr_assert_eq(count_files("copy.db.partial-"), 1);
    cr_assert_eq(count_files("copy.db"), 1, "the name is there before the copy is whole");
    return true;
}

Test(store_backup, a_copy_has_its_name_only_when_it_is_whole)
{
    begin();
    fill();
    cr_assert_eq(back_up(look_at_the_folder), ERROR_NONE, "%s", error.message);
    cr_assert_eq(count_files("copy.db.partial-"), 0);
    cr_assert_eq(count_files("copy.db"), 1);
    end();
}

static void write_diary(void)
{
    FILE *file = fopen(target, "w");
    cr_assert_not_null(file);
    fputs("Dear diary", file);
    fclose(file);
}

static void assert_diary_kept(const char *message)
{
    char line[20] = "";
    cr_assert_not_null(strstr(error.message, message), "%s", error.message);
    FILE *file = fopen(target, "r");
    cr_assert_not_null(fgets(line, sizeof line, file));
    cr_assert_str_eq(line, "Dear diary");
    fclose(file);
    cr_assert_eq(count_files("copy.db"), 1, "something is left");
}

Test(store_backup, a_file_that_is_there_already_is_not_replaced)
{
    begin();
    write_diary();
    cr_assert_eq(back_up(go_on), ERROR_IO);
    assert_diary_kept("there is such a file already");
    end();
}

static bool make_the_file_meanwhile(void *owner, int64_t pages, int64_t total)
{
    (void)owner, (void)pages, (void)total;
    write_diary();
    return true;
}

Test(store_backup, a_file_that_comes_while_the_copy_is_made_is_not_replaced)
{
    begin();
    fill();
    cr_assert_eq(back_up(make_the_file_meanwhile), ERROR_IO);
    assert_diary_kept("naming the copy: File exists");
    end();
}

/* --- what goes wrong --- */

static bool die_in_the_middle(void *owner, int64_t pages, int64_t total)
{
    (void)owner, (void)pages, (void)total;
    _exit(0);
}

/* A backup whose process is killed in the middle of the copy. */
static void back_up_and_die(void)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        back_up(die_in_the_middle);
        _exit(1);
    }
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_assert_eq(status, 0);
    cr_assert_eq(count_files("copy.db.partial-"), 1);
}

Test(store_backup, the_next_backup_removes_what_a_killed_one_has_left)
{
    begin();
    fill();
    back_up_and_die();
    snprintf(target, sizeof target, "%s/other.db", place.directory);
    cr_assert_eq(back_up(go_on), ERROR_NONE, "%s", error.message);
    cr_assert_eq(count_files("copy.db.partial-"), 0);
    cr_assert_eq(strncmp(removed, "copy.db.partial-", 16), 0, "%s", removed);
    cr_assert_eq(strlen(removed), strlen("copy.db.partial-XXXXXX;"), "%s", removed);
    end();
}

/* A file of this mode in the folder. */
static void write_beside(const char *name, const char *content, mode_t mode)
{
    char path[600];
    snprintf(path, sizeof path, "%s/%s", place.directory, name);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs(content, file);
    fclose(file);
    cr_assert_eq(chmod(path, mode), 0);
}

static bool back_up_another(void *owner, int64_t pages, int64_t total)
{
    (void)owner, (void)pages, (void)total;
    char first[sizeof target];
    memcpy(first, target, sizeof first);
    snprintf(target, sizeof target, "%s/second.db", place.directory);
    cr_assert_eq(back_up(go_on), ERROR_NONE, "%s", error.message);
    memcpy(target, first, sizeof first);
    cr_assert_eq(count_files("copy.db.partial-"), 1);
    return false;
}

Test(store_backup, a_file_that_is_no_left_over_stays)
{
    begin();
    fill();
    write_beside("a.partial-Abc123", "Dear diary", 0600);
    write_beside("b.partial-Abc123", "", 0644);
    write_beside("c.partial-Abc12", "", 0600);
    write_beside("d.partial-Abc12.", "", 0600);
    cr_assert_eq(back_up(back_up_another), ERROR_IO);
    cr_assert_str_eq(removed, "");
    cr_assert_eq(count_files("a.") + count_files("b.") + count_files("c.") + count_files("d."), 4);
    end();
}

static bool give_up_at_the_third_part(void *owner, int64_t pages, int64_t total)
{
    (void)owner, (void)pages, (void)total;
    static int parts;
    return ++parts < 3;
}

Test(store_backup, a_copy_that_is_given_up_leaves_nothing)
{
    begin();
    fill();
    assert_failed(back_up(give_up_at_the_third_part), "given up");
    end();
}

Test(store_backup, a_folder_that_is_not_there_is_named)
{
    begin();
    snprintf(target, sizeof target, "%s/no/copy.db", place.directory);
    assert_failed(back_up(go_on), "No such file or directory");
    end();
}

Test(store_backup, only_a_database_of_the_present_version_is_copied)
{
    begin();
    do_sql(&place, "PRAGMA user_version = 1");
    assert_failed(back_up(go_on), "of schema version 1");
    do_sql(&place, "PRAGMA application_id = 1");
    assert_failed(back_up(go_on), "a database of another program");
    snprintf(place.database, sizeof place.database, "%s/other.db", place.directory);
    assert_failed(back_up(go_on), "SQLITE_CANTOPEN");
    end();
}

/* Play goes on while the disk of the copy is broken. */
static bool copy_on_broken_disk(enum disk_fault fault, int nth, const char *reason)
{
    disk_break(fault, nth);
    enum error_code code = back_up(go_on);
    if (code)
        assert_failed(code, reason);
    else
        cr_assert_eq(unlink(target), 0);
    commit_batch(nth);
    disk_repair();
    return code != ERROR_NONE;
}

static void break_at_any_step(enum disk_fault fault, const char *reason, int steps_min)
{
    int nth = 1;
    disk_insert();
    begin();
    while (copy_on_broken_disk(fault, nth, reason))
        nth++;
    cr_assert_gt(nth, steps_min, "only %d steps", nth - 1);
    end();
}

Test(store_backup, a_disk_full_at_any_write_leaves_no_copy_and_play_alone)
{
    break_at_any_step(DISK_FULL_OF_COPIES, "database or disk is full (SQLITE_FULL)", 10);
}

Test(store_backup, a_copy_that_cannot_be_synced_is_none)
{
    break_at_any_step(DISK_COPY_SYNC_FAILS, "disk I/O error (SQLITE_IOERR_FSYNC)", 1);
}

Test(store_backup, a_failing_read_leaves_no_copy)
{
    int nth = 0;
    enum error_code code;
    disk_insert();
    begin();
    fill();
    do {
        disk_break(DISK_READ_FAILS, nth = nth ? 2 * nth : 1);
        code = back_up(go_on);
        disk_repair();
        if (code)
            assert_failed(code, "disk I/O error (SQLITE_IOERR_READ)");
    } while (code);
    cr_assert_gt(nth, 1000, "only %d reads", nth - 1);
    end();
}

/* --- file systems --- */

static bool folders_fail;
int __wrap_fsync(int fd);
int __real_fsync(int fd);

/* The one of the C library that SQLite calls is not this one. */
int __wrap_fsync(int fd)
{
    struct stat status;
    if (folders_fail && fstat(fd, &status) == 0 && S_ISDIR(status.st_mode)) {
        errno = EIO;
        return -1;
    }
    return __real_fsync(fd);
}

Test(store_backup, a_copy_whose_name_cannot_be_synced_is_none)
{
    begin();
    folders_fail = true;
    assert_failed(back_up(go_on), "syncing its folder: Input/output error");
    folders_fail = false;
    cr_assert_eq(back_up(go_on), ERROR_NONE, "%s", error.message);
    end();
}

/* What the file system does not know. */
static bool no_links, no_exclusive_renames;
static int parts_copied;

int __wrap_link(const char *from, const char *to);
int __real_link(const char *from, const char *to);
int __wrap_renameat2(int from_folder, const char *from, int to_folder, const char *to,
                     unsigned flags);
int __real_renameat2(int from_folder, const char *from, int to_folder, const char *to,
                     unsigned flags);

int __wrap_link(const char *from, const char *to)
{
    if (!no_links)
        return __real_link(from, to);
    errno = EPERM;
    return -1;
}

int __wrap_renameat2(int from_folder, const char *from, int to_folder, const char *to,
                     unsigned flags)
{
    if (!no_exclusive_renames)
        return __real_renameat2(from_folder, from, to_folder, to, flags);
    errno = EINVAL;
    return -1;
}

static bool count_part(void *owner, int64_t pages, int64_t total)
{
    (void)owner, (void)pages, (void)total;
    parts_copied++;
    return true;
}

static void expect_one_copy(void)
{
    cr_assert_eq(back_up(go_on), ERROR_NONE, "%s", error.message);
    cr_assert_eq(count_files("copy.db"), 1);
    assert_rows(target, "PRAGMA integrity_check", "ok");
}

Test(store_backup, a_file_system_without_hard_links_takes_a_copy)
{
    begin();
    no_links = true;
    expect_one_copy();
    end();
}

Test(store_backup, a_file_system_with_hard_links_alone_takes_a_copy)
{
    begin();
    no_exclusive_renames = true;
    expect_one_copy();
    end();
}

Test(store_backup, a_file_system_with_neither_is_refused_before_anything_is_copied)
{
    begin();
    fill();
    no_links = no_exclusive_renames = true;
    assert_failed(back_up(count_part), "this file system can give no file a name without");
    cr_assert_eq(parts_copied, 0);
    end();
}
