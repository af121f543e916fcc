/* What a person finds on coming: unfinished matches, one of which is gone on with; a tournament; or
 * an opponent to be looked for. */
#include "client/play/play.h"
#include "common/wire/wire.h"

#include <inttypes.h>

static bool is_listed(const struct wire_welcome *welcome, int64_t match)
{
    for (size_t i = 0; i < welcome->matches_count; i++) {
        if (welcome->matches[i] == match)
            return true;
    }
    return false;
}

/* In a tournament everybody has to do so: then two players never wait for each other in different
 * matches. */
static int64_t oldest(const struct wire_welcome *welcome)
{
    int64_t oldest = INT64_MAX;
    for (size_t i = 0; i < welcome->matches_count; i++) {
        if (welcome->matches[i] < oldest)
            oldest = welcome->matches[i];
    }
    return oldest;
}

int64_t play_newest(const struct wire_welcome *welcome)
{
    int64_t newest = 0;
    for (size_t i = 0; i < welcome->matches_count; i++) {
        if (welcome->matches[i] > newest)
            newest = welcome->matches[i];
    }
    return newest;
}

/* Of a match that is gone on with, these are settled. */
static const uint64_t options_of_new_match = OPTION_BIT(GAME) | OPTION_BIT(START) |
                                             OPTION_BIT(FIRST) | OPTION_BIT(AGAINST) |
                                             OPTION_BIT(CLOCK);

/* Says which options are left aside; false when none is. */
static bool say_left_aside(struct play *play, int64_t chosen)
{
    struct text text = {0};
    int count = options_print_given(play->options, options_of_new_match, &text);
    text_printf(&text, " %s not looked at: you go on with match %" PRId64 "; --new starts another.",
                count == 1 ? "is" : "are", chosen);
    if (count > 0)
        console_say(&play->console, "%s", text_string(&text));
    text_finish(&text);
    return count > 0;
}

static void say_resumed(struct play *play, const struct wire_welcome *welcome, int64_t chosen)
{
    struct text text = {0};
    if (welcome->matches_count == 1) {
        text_printf(&text, "You go on with your unfinished match %" PRId64 ".", chosen);
    } else {
        text_printf(&text, "You have %zu unfinished matches:", welcome->matches_count);
        for (size_t i = 0; i < welcome->matches_count; i++)
            text_printf(&text, "%s %" PRId64, i > 0 ? "," : "", welcome->matches[i]);
        text_printf(&text, ". You go on with %" PRId64 "; choose another with --match.", chosen);
    }
    console_say_text(&play->console, &text);
    if (!say_left_aside(play, chosen))
        console_say(&play->console, "(--new would start a new one.)");
}

/* How it ended, if it was theirs, is in its record. */
static void say_not_listed(const struct play *play, struct error *error)
{
    const char *server = play->options->values[OPTION_SERVER];
    error_set(error, ERROR_NO_SUCH_MATCH,
              "match %" PRId64 " is no unfinished match of yours; if it has ended, `takeaway show "
              "%" PRId64 "%s%s` tells how",
              play->wish.match, play->wish.match, server ? " --server " : "", server ? server : "");
}

void play_arrive(struct play *play, const struct wire_welcome *welcome)
{
    play->newest_known = play_newest(welcome);
    if (play->wish.tournament) {
        play_tournament_begin(play, play->wish.tournament, true);
        play_tournament_reconnected(play, welcome);
        return;
    }
    if (play->wish.match && !is_listed(welcome, play->wish.match)) {
        struct error error;
        say_not_listed(play, &error);
        session_fail(play->session, &error);
    } else if (welcome->matches_count > 0 && !play->wish.is_new) {
        int64_t chosen = play->wish.match ? play->wish.match : oldest(welcome);
        play_tournament_put_off(play, welcome, chosen);
        say_resumed(play, welcome, chosen);
        play_resume(play, chosen);
    } else {
        play_search(play);
    }
}
