/* Passwords on the thread pool: right, wrong, in turn, so many and no more, and gone when they are done with. */
#include "server/net/passwords.h"
#include "tests/suite.h"

#include <sodium.h>
#include <string.h>

SUITE(passwords, 60);

enum { COUNT_MAX = 3 };

static uv_loop_t loop;
static struct passwords *passwords;

static void start(void)
{
    cr_assert_geq(sodium_init(), 0);
    cr_assert_eq(uv_loop_init(&loop), 0);
    passwords = passwords_create(&loop, COUNT_MAX);
}

static void finish(void)
{
    uv_run(&loop, UV_RUN_DEFAULT);
    cr_assert_eq(uv_loop_close(&loop), 0);
    passwords_destroy(passwords);
}

#define PASSWORDS_TEST(name) Test(passwords, name, .init = start, .fini = finish)

/* What came of a job. */
struct result {
    struct password_job *job;
    int order; /* which one ended, from 1; 0: none of them yet */
    enum password_outcome outcome;
    char hash[PASSWORD_HASH_BYTES];
};

static int ended;

static void on_done(void *owner, enum password_outcome outcome, const char *hash)
{
    struct result *result = owner;
    cr_assert_eq(result->order, 0);
    result->order = ++ended;
    result->outcome = outcome;
    if (hash)
        memcpy(result->hash, hash, strlen(hash));
    password_job_destroy(result->job);
}

/* NULL: nothing. */
static struct password_task task_of(const char *verify, const char *hash)
{
    return (struct password_task){
        .verify = verify,
        .verify_len = verify ? strlen(verify) : 0,
        .hash = hash,
        .hash_len = hash ? strlen(hash) : 0,
    };
}

static void begin(struct result *result, const char *verify, const char *stored, const char *hash)
{
    struct password_task task = task_of(verify, hash);
    *result = (struct result){.job = password_job_create(passwords, &task)};
    cr_assert_not_null(result->job);
    password_job_start(result->job, stored, on_done, result);
    cr_assert_eq(result->order, 0, "never from password_job_start()");
}

static struct result carry_out(const char *verify, const char *stored, const char *hash)
{
    struct result result;
    begin(&result, verify, stored, hash);
    uv_run(&loop, UV_RUN_DEFAULT);
    return result;
}

PASSWORDS_TEST(a_password_is_right_against_its_own_hash_and_no_other_is)
{
    struct result made = carry_out(NULL, NULL, "correct horse");
    cr_assert_eq(made.outcome, PASSWORD_DONE);
    cr_assert_eq(carry_out("correct horse", made.hash, NULL).outcome, PASSWORD_DONE);
    cr_assert_eq(carry_out("correct horsf", made.hash, NULL).outcome, PASSWORD_WRONG);
    cr_assert_eq(carry_out("correct horse ", made.hash, NULL).outcome, PASSWORD_WRONG);
    cr_assert_eq(carry_out("", made.hash, NULL).outcome, PASSWORD_WRONG);
}

PASSWORDS_TEST(it_is_argon2id_with_19_mib_twice_and_a_salt_of_its_own)
{
    static const char expected[] = "$argon2id$v=19$m=19456,t=2,p=1$";
    struct result one = carry_out(NULL, NULL, "correct horse");
    struct result two = carry_out(NULL, NULL, "correct horse");
    cr_assert_eq(strncmp(one.hash, expected, strlen(expected)), 0, "it is %s", one.hash);
    cr_assert_str_neq(one.hash, two.hash);
}

PASSWORDS_TEST(without_a_stored_hash_every_password_is_wrong)
{
    cr_assert_eq(carry_out("correct horse", NULL, NULL).outcome, PASSWORD_WRONG);
}

static uint64_t took_of(const char *stored)
{
    uint64_t before_ns = uv_hrtime();
    cr_assert_eq(carry_out("wrong horse", stored, NULL).outcome, PASSWORD_WRONG);
    return uv_hrtime() - before_ns;
}

static uint64_t smaller(uint64_t one, uint64_t two)
{
    return one < two ? one : two;
}

PASSWORDS_TEST(without_a_stored_hash_it_takes_as_long)
{
    struct result made = carry_out(NULL, NULL, "correct horse");
    uint64_t with = UINT64_MAX, without = UINT64_MAX;
    for (int i = 0; i < 9; i++) {
        with = smaller(with, took_of(made.hash));
        without = smaller(without, took_of(NULL));
    }
    cr_assert_lt(with, 2 * without, "%lu against %lu", with, without);
    cr_assert_lt(without, 2 * with, "%lu against %lu", without, with);
}

PASSWORDS_TEST(a_new_password_is_hashed_only_when_the_old_one_is_right)
{
    struct result made = carry_out(NULL, NULL, "correct horse");
    struct result right = carry_out("correct horse", made.hash, "battery staple");
    cr_assert_eq(right.outcome, PASSWORD_DONE);
    cr_assert_eq(carry_out("battery staple", right.hash, NULL).outcome, PASSWORD_DONE);
    struct result wrong = carry_out("wrong horse", made.hash, "battery staple");
    cr_assert_eq(wrong.outcome, PASSWORD_WRONG);
    cr_assert_str_empty(wrong.hash);
}

PASSWORDS_TEST(any_bytes_up_to_the_limit_are_a_password)
{
    char longest[PASSWORD_BYTES_MAX + 1];
    memset(longest, '\xFF', PASSWORD_BYTES_MAX);
    longest[PASSWORD_BYTES_MAX] = '\0';
    struct result made = carry_out(NULL, NULL, longest);
    cr_assert_eq(carry_out(longest, made.hash, NULL).outcome, PASSWORD_DONE);
    longest[PASSWORD_BYTES_MAX - 1] = 'a';
    cr_assert_eq(carry_out(longest, made.hash, NULL).outcome, PASSWORD_WRONG);
}

PASSWORDS_TEST(so_many_wait_and_no_more)
{
    struct result results[COUNT_MAX];
    struct password_task task = task_of(NULL, "correct horse");
    for (int i = 0; i < COUNT_MAX; i++)
        begin(&results[i], NULL, NULL, "correct horse");
    cr_assert_null(password_job_create(passwords, &task));
    uv_run(&loop, UV_RUN_DEFAULT);
    for (int i = 0; i < COUNT_MAX; i++) {
        cr_assert_eq(results[i].outcome, PASSWORD_DONE);
        cr_assert_eq(results[i].order, i + 1, "in the order in which they were started");
    }
    cr_assert_eq(carry_out(NULL, NULL, "correct horse").outcome, PASSWORD_DONE);
}

PASSWORDS_TEST(one_that_is_not_started_has_a_place_too)
{
    struct password_job *jobs[COUNT_MAX];
    struct password_task task = task_of("correct horse", NULL);
    for (int i = 0; i < COUNT_MAX; i++)
        jobs[i] = password_job_create(passwords, &task);
    cr_assert_null(password_job_create(passwords, &task));
    for (int i = 0; i < COUNT_MAX; i++)
        password_job_destroy(jobs[i]);
}

PASSWORDS_TEST(after_the_close_none_begins)
{
    struct result results[COUNT_MAX];
    for (int i = 0; i < COUNT_MAX - 1; i++)
        begin(&results[i], NULL, NULL, "correct horse");
    passwords_close(passwords);
    begin(&results[COUNT_MAX - 1], "correct horse", NULL, NULL);
    uv_run(&loop, UV_RUN_DEFAULT);
    cr_assert_eq(results[0].outcome, PASSWORD_DONE, "it was under way");
    for (int i = 1; i < COUNT_MAX; i++) {
        cr_assert_eq(results[i].outcome, PASSWORD_GIVEN_UP);
        cr_assert_str_empty(results[i].hash);
    }
}
