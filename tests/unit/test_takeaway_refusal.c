/* What a server refuses, in words for people. */
#include "client/words/refusal.h"
#include "tests/suite.h"

#include <string.h>

SUITE(takeaway_refusal, 5);

static void expect_words(enum error_code code, const char *message, const char *words)
{
    struct error error;
    error_set(&error, code, "%s", message);
    cr_expect_str_eq(refusal_of(&error).words, words);
}

Test(takeaway_refusal, does_not_speak_of_the_protocol)
{
    expect_words(ERROR_SERVER_STALLED, "the disk takes no writes: ask again after server.resumed",
                 "the server cannot store anything now; try again in a while");
    expect_words(ERROR_NO_SUCH_TOKEN, "there is no token 7: token.list shows yours",
                 "you have no token of this number; `takeaway tokens` lists yours");
    struct error error;
    error_set(&error, ERROR_BAD_ARGUMENTS, "'text' must be a text of 1 to 500 bytes");
    cr_expect_null(strstr(refusal_of(&error).words, "'text'"));
}

Test(takeaway_refusal, commands_no_terminal)
{
    expect_words(ERROR_TOO_EARLY, "\x1b]0;owned\a", "?]0;owned?");
    expect_words(ERROR_NOT_PRIVATE, "use\n  ssh\x1b[2J\nhere", "use\n  ssh?[2J\nhere");
}

Test(takeaway_refusal, leaves_the_servers_words_where_they_are_for_people)
{
    expect_words(ERROR_TOO_EARLY, "'ann' is connected", "'ann' is connected");
    expect_words(ERROR_TOO_EARLY, "it is your move in match 1", "it is your move in match 1");
    expect_words(ERROR_LIMIT_REACHED, "you play 2 matches", "you play 2 matches");
}
