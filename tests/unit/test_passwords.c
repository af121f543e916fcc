/* Passwords on their thread: right, wrong, in turn, so many and no more, and gone when they are
 * done with. */
#include "server/service/passwords.h"
#include "tests/suite.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

SUITE(passwords, 60);

enum { COUNT_MAX = 3 };

static uv_loop_t loop;
static struct passwords *passwords;

static void start(void)
{
    cr_assert_geq(sodium_init(), 0);
    cr_assert_eq(uv_loop_init(&loop), 0);
    passwords = passwords_create(&loop, COUNT_MAX, NULL, NULL);
}

static void finish(void)
{
    passwords_stop(passwords);
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

PASSWORDS_TEST(it_is_argon2id_with_7_mib_five_times_and_a_salt_of_its_own)
{
    static const char expected[] = "$argon2id$v=19$m=7168,t=5,p=1$";
    struct result one = carry_out(NULL, NULL, "correct horse");
    struct result two = carry_out(NULL, NULL, "correct horse");
    cr_assert_eq(strncmp(one.hash, expected, strlen(expected)), 0, "it is %s", one.hash);
    cr_assert_str_neq(one.hash, two.hash);
}

PASSWORDS_TEST(hashes_are_those_of_libsodium)
{
    char stored[crypto_pwhash_STRBYTES];
    struct result made = carry_out(NULL, NULL, "correct horse");
    cr_assert_eq(crypto_pwhash_str_verify(made.hash, "correct horse", 13), 0);
    cr_assert_eq(crypto_pwhash_str(stored, "correct horse", 13, 2, 65536), 0);
    cr_assert_eq(carry_out("correct horse", stored, NULL).outcome, PASSWORD_DONE);
    cr_assert_eq(carry_out("correct horsf", stored, NULL).outcome, PASSWORD_WRONG);
}

PASSWORDS_TEST(a_stored_text_that_is_no_hash_makes_every_password_wrong)
{
    struct result made = carry_out(NULL, NULL, "correct horse");
    char changed[PASSWORD_HASH_BYTES + 1];
    snprintf(changed, sizeof changed, "%sA", made.hash);
    cr_assert_eq(carry_out("correct horse", changed, NULL).outcome, PASSWORD_WRONG);
    snprintf(changed, sizeof changed, "%.*s", (int)strlen(made.hash) - 1, made.hash);
    cr_assert_eq(carry_out("correct horse", changed, NULL).outcome, PASSWORD_WRONG);
    snprintf(changed, sizeof changed, "%s", made.hash);
    memcpy(strstr(changed, "t=5"), "t=0", 3);
    cr_assert_eq(carry_out("correct horse", changed, NULL).outcome, PASSWORD_WRONG);
    cr_assert_eq(carry_out("correct horse", "", NULL).outcome, PASSWORD_WRONG);
}

PASSWORDS_TEST(without_a_stored_hash_every_password_is_wrong)
{
    cr_assert_eq(carry_out("correct horse", NULL, NULL).outcome, PASSWORD_WRONG);
}

/* What the processors have worked for this process, whatever else they are busy with. */
static uint64_t worked_ns(void)
{
    struct timespec worked;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &worked);
    return (uint64_t)worked.tv_sec * 1000000000 + (uint64_t)worked.tv_nsec;
}

static uint64_t took_of(const char *stored)
{
    uint64_t before_ns = worked_ns();
    cr_assert_eq(carry_out("wrong horse", stored, NULL).outcome, PASSWORD_WRONG);
    return worked_ns() - before_ns;
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

PASSWORDS_TEST(who_has_worked_goes_first_and_who_has_failed_most_goes_last)
{
    struct password_task tasks[] = {
        {.verify = "a", .verify_len = 1}, /* under way before the others come */
        {.verify = "a", .verify_len = 1, .failures = 7},
        {.verify = "a", .verify_len = 1},
        {.verify = "a", .verify_len = 1, .has_worked = true, .failures = 9},
    };
    static const int orders[] = {1, 4, 3, 2};
    struct result results[4] = {0};
    for (int i = 0; i < 4; i++)
        results[i].job = password_job_create(passwords, &tasks[i]);
    cr_assert_not_null(results[3].job, "it has a place apart");
    cr_assert_null(password_job_create(passwords, &tasks[2]));
    for (int i = 0; i < 4; i++)
        password_job_start(results[i].job, NULL, on_done, &results[i]);
    uv_run(&loop, UV_RUN_DEFAULT);
    /* The thread may have taken another of the first ones before the last was queued. */
    for (int i = 2; i < 4; i++)
        cr_assert_leq(results[i].order, orders[i] + 1);
    cr_assert_gt(results[1].order, results[2].order);
}

PASSWORDS_TEST(a_log_in_goes_before_registrations_and_changes)
{
    enum { OTHERS = 4 };
    struct passwords *many = passwords_create(&loop, OTHERS + 1, NULL, NULL);
    struct password_task registration = task_of(NULL, "a"), change = task_of("a", "b");
    struct password_task login = task_of("a", NULL);
    struct result others[OTHERS] = {0}, owner = {0};
    for (int i = 0; i < OTHERS; i++)
        others[i].job = password_job_create(many, i % 2 ? &change : &registration);
    owner.job = password_job_create(many, &login);
    for (int i = 0; i < OTHERS; i++)
        password_job_start(others[i].job, NULL, on_done, &others[i]);
    password_job_start(owner.job, NULL, on_done, &owner);
    uv_run(&loop, UV_RUN_DEFAULT);
    /* One of the others was under way, and the thread may have taken a second one. */
    cr_assert_leq(owner.order, 3);
    passwords_stop(many);
    uv_run(&loop, UV_RUN_DEFAULT);
    passwords_destroy(many);
}

/* Log-ins without an end would keep a registration waiting for ever. */
PASSWORDS_TEST(many_log_ins_of_an_address_go_behind_a_registration_of_another)
{
    enum { LOGINS = 6 };
    struct passwords *many = passwords_create(&loop, 100, NULL, NULL);
    struct password_task registration = task_of(NULL, "a"), login = task_of("a", NULL);
    struct result logins[LOGINS] = {0}, newcomer = {0};
    registration.address = 1;
    login.address = 2;
    newcomer.job = password_job_create(many, &registration);
    for (int i = 0; i < LOGINS; i++)
        logins[i].job = password_job_create(many, &login);
    for (int i = 0; i < LOGINS; i++)
        password_job_start(logins[i].job, NULL, on_done, &logins[i]);
    password_job_start(newcomer.job, NULL, on_done, &newcomer);
    uv_run(&loop, UV_RUN_DEFAULT);
    cr_assert_lt(newcomer.order, logins[LOGINS - 1].order);
    passwords_stop(many);
    uv_run(&loop, UV_RUN_DEFAULT);
    passwords_destroy(many);
}

PASSWORDS_TEST(of_registrations_an_address_has_an_eighth_of_the_queue)
{
    struct passwords *many = passwords_create(&loop, 16, NULL, NULL);
    struct password_task here = task_of(NULL, "a"), elsewhere = here;
    here.address = 1;
    elsewhere.address = 2;
    struct password_job *jobs[] = {
        password_job_create(many, &here),
        password_job_create(many, &here),
        password_job_create(many, &here),
        password_job_create(many, &elsewhere),
    };
    cr_assert(jobs[0] && jobs[1] && !jobs[2] && jobs[3]);
    for (int i = 0; i < 4; i++)
        password_job_destroy(jobs[i]);
    passwords_stop(many);
    uv_run(&loop, UV_RUN_DEFAULT);
    passwords_destroy(many);
}

PASSWORDS_TEST(a_log_in_without_a_proof_needs_a_short_queue)
{
    struct passwords *many = passwords_create(&loop, 100, NULL, NULL);
    struct password_job *jobs[PASSWORD_LOGINS_FREE + 2];
    struct password_task login = task_of("a", NULL), registration = task_of(NULL, "a");
    struct password_task paid = login;
    paid.has_worked = true;
    for (int i = 0; i < PASSWORD_LOGINS_FREE; i++)
        jobs[i] = password_job_create(many, i % 2 ? &login : &registration);
    cr_assert_null(password_job_create(many, &login));
    jobs[PASSWORD_LOGINS_FREE] = password_job_create(many, &registration);
    jobs[PASSWORD_LOGINS_FREE + 1] = password_job_create(many, &paid);
    for (int i = 0; i < PASSWORD_LOGINS_FREE + 2; i++) {
        cr_assert_not_null(jobs[i]);
        password_job_destroy(jobs[i]);
    }
    passwords_stop(many);
    uv_run(&loop, UV_RUN_DEFAULT);
    passwords_destroy(many);
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
    struct result before, waiting[COUNT_MAX - 1], after;
    begin(&before, NULL, NULL, "correct horse");
    for (int i = 0; i < COUNT_MAX - 1; i++)
        begin(&waiting[i], NULL, NULL, "correct horse");
    while (!before.order)
        uv_run(&loop, UV_RUN_ONCE);
    passwords_close(passwords);
    begin(&after, "correct horse", NULL, NULL);
    uv_run(&loop, UV_RUN_DEFAULT);
    cr_assert_eq(before.outcome, PASSWORD_DONE);
    for (int i = 0; i < COUNT_MAX - 1; i++) {
        bool was_under_way = waiting[i].outcome == PASSWORD_DONE;
        cr_assert_eq(waiting[i].outcome, was_under_way ? PASSWORD_DONE : PASSWORD_GIVEN_UP);
        cr_assert_eq(waiting[i].hash[0] != '\0', was_under_way);
    }
    cr_assert_eq(after.outcome, PASSWORD_GIVEN_UP);
}

/* --- passwords that gateways keep --- */

enum { ASKED_MAX = 16 };

/* What gateways were asked to derive, in this order. */
static struct asked {
    uint64_t session;
    uint32_t request;
    bool is_old;
    struct derivation derivation;
} asked[ASKED_MAX];
static size_t asked_count;
static bool is_gateway_gone;

static bool derive(void *owner, uint64_t session, uint32_t request, bool is_old,
                   const struct derivation *derivation)
{
    cr_assert_eq(owner, &asked_count);
    cr_assert_lt(asked_count, ASKED_MAX);
    if (!is_gateway_gone)
        asked[asked_count++] = (struct asked){session, request, is_old, *derivation};
    return !is_gateway_gone;
}

static struct passwords *begin_with_gateways(size_t count_max)
{
    asked_count = 0;
    is_gateway_gone = false;
    return passwords_create(&loop, count_max, derive, &asked_count);
}

static void end_with_gateways(struct passwords *many)
{
    passwords_stop(many);
    uv_run(&loop, UV_RUN_DEFAULT);
    passwords_destroy(many);
}

/* A job of a gateway's client, whose session and request have the same number. */
static void begin_at(struct passwords *many, struct result *result, uint32_t gateway,
                     uint64_t session, struct password_task task, const char *stored)
{
    task.gateway = gateway;
    task.session = session;
    task.request = (uint32_t)session;
    *result = (struct result){.job = password_job_create(many, &task)};
    cr_assert_not_null(result->job);
    password_job_start(result->job, stored, on_done, result);
    cr_assert_eq(result->order, 0, "never from password_job_start()");
}

/* The gateway answers the question of this number. */
static void give_key(struct passwords *many, size_t number, const char *password)
{
    unsigned char key[DERIVED_BYTES];
    cr_assert_lt(number, asked_count);
    cr_assert(derivation_run(&asked[number].derivation, password, strlen(password), key));
    passwords_derived(many, asked[number].session, key);
}

PASSWORDS_TEST(a_gateway_is_asked_for_the_keys_and_its_texts_are_not_looked_at)
{
    struct result made = carry_out(NULL, NULL, "correct horse"), change, login;
    struct passwords *many = begin_with_gateways(100);
    begin_at(many, &change, 1, 7, task_of("***", "*****"), made.hash);
    cr_assert_eq(asked_count, 1);
    cr_assert(asked[0].session == 7 && asked[0].request == 7 && asked[0].is_old);
    give_key(many, 0, "correct horse");
    cr_assert(change.order == 0 && asked_count == 2 && !asked[1].is_old);
    cr_assert_neq(memcmp(asked[0].derivation.salt, asked[1].derivation.salt, 16), 0);
    give_key(many, 1, "battery staple");
    cr_assert_eq(change.outcome, PASSWORD_DONE);
    cr_assert_eq(carry_out("battery staple", change.hash, NULL).outcome, PASSWORD_DONE,
                 "another process can read it");
    begin_at(many, &login, 1, 8, task_of("***", NULL), change.hash);
    cr_assert_not(asked[2].is_old);
    give_key(many, 2, "correct horse");
    cr_assert_eq(login.outcome, PASSWORD_WRONG);
    end_with_gateways(many);
}

PASSWORDS_TEST(a_gateway_cannot_tell_whether_there_is_a_stored_hash)
{
    struct result made = carry_out(NULL, NULL, "correct horse"), login;
    struct passwords *many = begin_with_gateways(100);
    begin_at(many, &login, 1, 7, task_of("***", NULL), NULL);
    struct password_hash stored;
    cr_assert(password_hash_read(made.hash, &stored));
    cr_assert_eq(asked[0].derivation.operations, stored.derivation.operations);
    cr_assert_eq(asked[0].derivation.memory_kib, stored.derivation.memory_kib);
    cr_assert_not(sodium_is_zero(asked[0].derivation.salt, DERIVATION_SALT_BYTES));
    passwords_derived(many, 7, (const unsigned char[DERIVED_BYTES]){0});
    cr_assert_eq(login.outcome, PASSWORD_WRONG, "a key of zeros is not that of no hash");
    end_with_gateways(many);
}

PASSWORDS_TEST(each_gateway_has_a_queue_of_its_own_and_two_jobs_at_once)
{
    struct result here[4], there[1];
    struct passwords *many = begin_with_gateways(4);
    struct password_task paid = task_of("***", NULL);
    for (uint64_t i = 0; i < 3; i++)
        begin_at(many, &here[i], 1, i + 1, task_of("***", NULL), NULL);
    paid.has_worked = true;
    begin_at(many, &here[3], 1, 4, paid, NULL);
    cr_assert_eq(asked_count, DERIVATIONS_MAX);
    struct password_task task = task_of("***", NULL);
    task.gateway = 1;
    cr_assert_null(password_job_create(many, &task), "its queue is full");
    begin_at(many, &there[0], 2, 11, task_of("***", NULL), NULL);
    cr_assert_eq(asked_count, 3, "another gateway does not wait for it");
    give_key(many, 1, "a");
    cr_assert(here[1].order && asked[3].session == 4, "a proof of work goes first");
    give_key(many, 0, "a");
    cr_assert_eq(asked[4].session, 3);
    give_key(many, 2, "a");
    give_key(many, 3, "a");
    give_key(many, 4, "a");
    cr_assert(here[0].order && here[2].order && here[3].order && there[0].order);
    end_with_gateways(many);
}

PASSWORDS_TEST(a_gateway_that_goes_fails_all_its_jobs)
{
    struct result results[3];
    struct passwords *many = begin_with_gateways(100);
    for (uint64_t i = 0; i < 3; i++)
        begin_at(many, &results[i], 1, i + 1, task_of("***", "***"), NULL);
    is_gateway_gone = true;
    passwords_derived(many, 1, NULL);
    passwords_derived(many, 2, NULL);
    uv_run(&loop, UV_RUN_DEFAULT);
    for (int i = 0; i < 3; i++)
        cr_assert(results[i].order && results[i].outcome == PASSWORD_FAILED);
    end_with_gateways(many);
}

PASSWORDS_TEST(after_the_close_no_gateway_is_asked_and_what_it_has_is_ended_by_the_stop)
{
    struct result results[4];
    struct passwords *many = begin_with_gateways(100);
    for (uint64_t i = 0; i < 3; i++)
        begin_at(many, &results[i], 1, i + 1, task_of("***", NULL), NULL);
    passwords_close(many);
    begin_at(many, &results[3], 1, 4, task_of("***", NULL), NULL);
    give_key(many, 0, "a");
    cr_assert_eq(results[0].outcome, PASSWORD_WRONG);
    cr_assert_eq(asked_count, DERIVATIONS_MAX);
    passwords_stop(many);
    for (int i = 1; i < 4; i++)
        cr_assert(results[i].order && results[i].outcome == PASSWORD_GIVEN_UP);
    passwords_derived(many, 2, NULL);
    end_with_gateways(many);
}
