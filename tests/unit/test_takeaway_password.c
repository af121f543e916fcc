/* Passwords as they are typed, at a pseudo-terminal, and as they come through a pipe. */
#include "client/cli/password.h"
#include "tests/suite.h"

#include <errno.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <utmp.h>

SUITE(takeaway_password, 20);

enum { SEEN_MAX = 4096 };

/* A program that reads a password, and the person's end of its terminal. */
struct person {
    int terminal;
    int slave; /* kept open: what the terminal remembers outlives the program */
    int answer;
    pid_t program;
    char seen[SEEN_MAX]; /* on the screen so far */
    size_t seen_len;
};

typedef enum error_code reader(const char *what, struct password *ret_password,
                               struct error *error);

/* Writes the password, or "error: " and what is wrong. */
static void read_and_tell(reader *read_password, int answer)
{
    struct password password;
    struct error error;
    if (read_password("Password", &password, &error))
        dprintf(answer, "error: %s", error.message);
    else
        dprintf(answer, "%s", password.text);
    _exit(0);
}

static struct person sit_down(reader *read_password)
{
    struct person person = {0};
    int answer[2];
    cr_assert_eq(openpty(&person.terminal, &person.slave, NULL, NULL, NULL), 0);
    cr_assert_eq(pipe(answer), 0);
    person.program = fork();
    if (person.program == 0) {
        signal(SIGINT, SIG_DFL);
        login_tty(person.slave);
        read_and_tell(read_password, answer[1]);
    }
    close(answer[1]);
    person.answer = answer[0];
    return person;
}

/* Reads the screen until the text stands there. */
static void wait_for(struct person *person, const char *text)
{
    while (!strstr(person->seen, text)) {
        ssize_t len = read(person->terminal, person->seen + person->seen_len,
                           SEEN_MAX - 1 - person->seen_len);
        cr_assert_gt(len, 0, "'%s' does not come; there is: %s", text, person->seen);
        person->seen_len += (size_t)len;
        person->seen[person->seen_len] = '\0';
    }
}

static void type_in(const struct person *person, const char *text)
{
    ssize_t written = write(person->terminal, text, strlen(text));
    cr_assert_eq(written, (ssize_t)strlen(text));
}

static void expect_answer(struct person *person, const char *expected)
{
    char answer[256];
    size_t len = 0;
    ssize_t count;
    while ((count = read(person->answer, answer + len, sizeof answer - 1 - len)) > 0)
        len += (size_t)count;
    answer[len] = '\0';
    cr_assert_str_eq(answer, expected);
}

static bool shows_what_is_typed(const struct person *person)
{
    struct termios mode;
    cr_assert_eq(tcgetattr(person->terminal, &mode), 0);
    return mode.c_lflag & ECHO;
}

/* Returns how the program ended, as waitpid() tells it. */
static int get_up(struct person *person)
{
    int status;
    cr_assert_eq(waitpid(person->program, &status, 0), person->program);
    cr_assert(shows_what_is_typed(person), "the terminal has to show again what is typed");
    close(person->answer);
    close(person->terminal);
    close(person->slave);
    return status;
}

Test(takeaway_password, is_not_shown_while_it_is_typed)
{
    struct person person = sit_down(password_read);
    wait_for(&person, "Password: ");
    cr_assert_not(shows_what_is_typed(&person));
    type_in(&person, "open sesame\n");
    expect_answer(&person, "open sesame");
    wait_for(&person, "\n");
    cr_assert_null(strstr(person.seen, "sesame"), "%s", person.seen);
    cr_assert_eq(get_up(&person), 0);
}

Test(takeaway_password, is_asked_for_twice_when_it_is_new)
{
    struct person person = sit_down(password_read_new);
    wait_for(&person, "Password: ");
    type_in(&person, "open sesame\n");
    wait_for(&person, "Once more: ");
    type_in(&person, "open sesame\n");
    expect_answer(&person, "open sesame");
    cr_assert_eq(get_up(&person), 0);
}

Test(takeaway_password, is_refused_when_it_is_typed_in_two_ways)
{
    struct person person = sit_down(password_read_new);
    wait_for(&person, "Password: ");
    type_in(&person, "open sesame\n");
    wait_for(&person, "Once more: ");
    type_in(&person, "open sesami\n");
    expect_answer(&person, "error: these are two different passwords");
    get_up(&person);
}

Test(takeaway_password, does_not_leave_a_dark_terminal_behind_after_ctrl_c)
{
    struct person person = sit_down(password_read);
    wait_for(&person, "Password: ");
    type_in(&person, "open se\x03");
    expect_answer(&person, "");
    int status = get_up(&person);
    bool was_interrupted = WIFSIGNALED(status) && WTERMSIG(status) == SIGINT;
    cr_assert(was_interrupted, "it ended with %d", status);
}

/* --- through a pipe --- */

/* `input` stands on standard input from now on. */
static void pipe_in(const char *input, size_t len)
{
    int ends[2];
    cr_assert_eq(pipe(ends), 0);
    ssize_t written = write(ends[1], input, len);
    cr_assert_eq(written, (ssize_t)len);
    close(ends[1]);
    cr_assert_eq(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
    close(ends[0]);
}

static void expect_read(const char *expected)
{
    struct password password;
    struct error error;
    cr_assert_eq(password_read_new("Password", &password, &error), ERROR_NONE, "%s", error.message);
    cr_assert_str_eq(password.text, expected);
    password_forget(&password);
    cr_assert_str_empty(password.text);
}

static void expect_refused(enum error_code code)
{
    struct password password;
    struct error error;
    cr_assert_eq(password_read("Password", &password, &error), code);
}

Test(takeaway_password, is_a_line_each_where_there_is_no_terminal)
{
    static const char input[] = "open sesame\nopen barley\nthe last one";
    pipe_in(input, strlen(input));
    expect_read("open sesame");
    expect_read("open barley");
    expect_read("the last one");
    expect_refused(ERROR_IO);
}

Test(takeaway_password, has_a_length_within_the_limits_and_no_zero)
{
    char input[8 + 130 + 129 + 9 + 9] = "1234567\n";
    char *end = input + 8;
    memset(end, 'x', 129);
    end[129] = '\n';
    end += 130;
    memset(end, 'y', 128);
    end[128] = '\n';
    end += 129;
    memcpy(end,
           "1234\0"
           "678\n12345678\n",
           18);
    pipe_in(input, sizeof input);
    expect_refused(ERROR_BAD_PASSWORD);
    expect_refused(ERROR_BAD_PASSWORD);
    char longest[129];
    memset(longest, 'y', 128);
    longest[128] = '\0';
    expect_read(longest);
    expect_refused(ERROR_BAD_PASSWORD);
    expect_read("12345678");
}
