/* Jobs of the server's threads that a test can hold. The linker sends their calls through here
 * (--wrap). A job JOB is held when the folder that HELD_FOLDER names has the FIFOs JOB.begun and
 * JOB.go, both open in the test: the job writes a byte to the first and waits for a byte from the
 * second. And umask(), which changes something for all threads, ends the program. */
#include "common/judge/judge.h"
#include "server/store/store.h"

#include <fcntl.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static int open_fifo(const char *job, const char *end, int flags)
{
    char path[4096];
    const char *folder = getenv("HELD_FOLDER");
    snprintf(path, sizeof path, "%s/%s.%s", folder ? folder : "/nonexistent", job, end);
    return open(path, flags | O_CLOEXEC);
}

/* Returns at once when the test does not hold this job, or has ended. */
static void hold(const char *job)
{
    char byte = 0;
    int begun = open_fifo(job, "begun", O_WRONLY | O_NONBLOCK);
    if (begun < 0)
        return;
    int go = open_fifo(job, "go", O_RDONLY);
    if (write(begun, &byte, 1) == 1 && read(go, &byte, 1) < 0)
        perror(job);
    close(go);
    close(begun);
}

enum error_code __real_store_reader_ratings(struct store_reader *reader, const char *player_key,
                                            const char *family, int64_t limit,
                                            struct wire_arena *arena,
                                            struct wire_ratings *ret_ratings, struct error *error);
enum error_code __wrap_store_reader_ratings(struct store_reader *reader, const char *player_key,
                                            const char *family, int64_t limit,
                                            struct wire_arena *arena,
                                            struct wire_ratings *ret_ratings, struct error *error);
enum error_code __wrap_store_reader_ratings(struct store_reader *reader, const char *player_key,
                                            const char *family, int64_t limit,
                                            struct wire_arena *arena,
                                            struct wire_ratings *ret_ratings, struct error *error)
{
    hold("ratings");
    return __real_store_reader_ratings(reader, player_key, family, limit, arena, ret_ratings,
                                       error);
}

struct look_up;

void __real_ask_seal(struct look_up *job, struct wire_arena *arena, union wire_body *ret_result);
void __wrap_ask_seal(struct look_up *job, struct wire_arena *arena, union wire_body *ret_result);
void __wrap_ask_seal(struct look_up *job, struct wire_arena *arena, union wire_body *ret_result)
{
    hold("seal");
    __real_ask_seal(job, arena, ret_result);
}

int __real_crypto_pwhash(unsigned char *out, unsigned long long out_len, const char *password,
                         unsigned long long len, const unsigned char *salt,
                         unsigned long long operations, size_t memory, int algorithm);
int __wrap_crypto_pwhash(unsigned char *out, unsigned long long out_len, const char *password,
                         unsigned long long len, const unsigned char *salt,
                         unsigned long long operations, size_t memory, int algorithm);
int __wrap_crypto_pwhash(unsigned char *out, unsigned long long out_len, const char *password,
                         unsigned long long len, const unsigned char *salt,
                         unsigned long long operations, size_t memory, int algorithm)
{
    hold("password");
    return __real_crypto_pwhash(out, out_len, password, len, salt, operations, memory, algorithm);
}

enum error_code __real_judge_match(struct solver *solver, const char *start, const char *moves,
                                   const struct patience *patience, struct text *out,
                                   struct error *error);
enum error_code __wrap_judge_match(struct solver *solver, const char *start, const char *moves,
                                   const struct patience *patience, struct text *out,
                                   struct error *error);
enum error_code __wrap_judge_match(struct solver *solver, const char *start, const char *moves,
                                   const struct patience *patience, struct text *out,
                                   struct error *error)
{
    hold("judge");
    return __real_judge_match(solver, start, moves, patience, out, error);
}

/* On the loop's own thread: nothing else is done meanwhile. */
void __real_hall_chat_list(struct hall *hall, struct hall_caller from, int64_t match);
void __wrap_hall_chat_list(struct hall *hall, struct hall_caller from, int64_t match);
void __wrap_hall_chat_list(struct hall *hall, struct hall_caller from, int64_t match)
{
    hold("loop");
    __real_hall_chat_list(hall, from, match);
}

/* After the first pages: the copy is half done. */
int __real_sqlite3_backup_step(sqlite3_backup *backup, int pages);
int __wrap_sqlite3_backup_step(sqlite3_backup *backup, int pages);
int __wrap_sqlite3_backup_step(sqlite3_backup *backup, int pages)
{
    int result = __real_sqlite3_backup_step(backup, pages);
    hold("backup");
    return result;
}

mode_t __wrap_umask(mode_t mask);
mode_t __wrap_umask(mode_t mask)
{
    fprintf(stderr, "umask(%o) while threads run\n", (unsigned)mask);
    abort();
}
