#include "tests/unit/home_sample.h"

#include "common/wire/wire.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

struct sheet sample_empty(enum home_panel panel)
{
    return (struct sheet){.columns = home_columns(panel, true)};
}

struct wire_match sample_match(int64_t number, const char *seat, int64_t ply)
{
    struct wire_match match;
    wire_record_clear(&wire_record_match, &match);
    match.match = number;
    match.rules = wire_text("octal:0.77");
    match.first = wire_text(strcmp(seat, "first") == 0 ? "ann" : "level-3-bot");
    match.second = wire_text(strcmp(seat, "first") == 0 ? "level-3-bot" : "ann");
    match.seat = wire_text(seat);
    match.ply = ply;
    return match;
}

static void add_offer(struct wire_offer *offer, int64_t number, const char *from, const char *to,
                      const char *first)
{
    wire_record_clear(&wire_record_offer, offer);
    offer->offer = number;
    offer->from = wire_text(from);
    offer->to = wire_text(to);
    offer->rules = wire_text("nim");
    offer->start = wire_text("3+5+7");
    offer->first = wire_text(first);
    if (number % 2 == 0)
        offer->clock = wire_text("300+3");
}

void sample_of_offers(struct sheet *sheet)
{
    struct wire_offer list[4];
    add_offer(&list[0], 1, "ben", NULL, "maker");
    add_offer(&list[1], 2, "zoe", "ann", "taker");
    add_offer(&list[2], 3, "ann", "ben", "maker");
    add_offer(&list[3], 4, "ann", NULL, "random");
    struct wire_offers offers = {.offers = list, .offers_count = 4};
    home_rows_of(HOME_OFFERS, &offers, "ann", true, sheet);
}

static void tell_players(struct sheet *sheet)
{
    struct wire_online list[] = {
        {7, wire_text("zoe"), true, wire_text("takeaway 0.1.0"), 0, false},
        {5, wire_text("ann"), false, wire_text("takeaway 0.1.0"), 1, false},
        {6, wire_text("ben-bot"), false, wire_text("takeaway-bot 0.1.0"), 2, true},
    };
    struct wire_online_list online = {.players = list, .players_count = 3};
    home_rows_of(HOME_PLAYERS, &online, "ann", true, sheet);
}

enum { HOUR_MS = 3600000 };

static struct wire_summary summary_of(int64_t number, const char *winner, const char *ending)
{
    struct wire_summary match;
    wire_record_clear(&wire_record_summary, &match);
    match.match = number;
    match.rules = wire_text("take-away:2x");
    match.start = wire_text("35");
    match.first = wire_text(number % 2 == 0 ? "ann" : "zoe");
    match.second = wire_text("ben");
    match.ply = number;
    match.created = match.ended = INT64_C(1798000000000) + number * HOUR_MS;
    match.winner = wire_text(winner);
    match.ending = wire_text(ending);
    return match;
}

static void tell_history(struct sheet *sheet)
{
    struct wire_summary list[] = {
        summary_of(12, "first", "normal"),
        summary_of(11, "second", "time"),
        summary_of(10, "second", "resignation"),
        summary_of(9, "nobody", "aborted"),
    };
    struct wire_summaries matches = {.matches = list, .matches_count = 4, .next = WIRE_ABSENT};
    setenv("TZ", "UTC", 1);
    tzset();
    home_rows_of(HOME_HISTORY, &matches, "ann", true, sheet);
}

void sample_of_own_history(struct sheet *ret_sheet)
{
    struct wire_summary list[] = {
        summary_of(12, "first", "resignation"),
        summary_of(11, "second", "normal"),
    };
    for (size_t i = 0; i < 2; i++) {
        list[i].rules = wire_text("green-hackenbush");
        list[i].first = wire_text("level-1-bot-ann");
        list[i].second = wire_text("ann");
        list[i].ply = 7;
    }
    struct wire_summaries matches = {.matches = list, .matches_count = 2, .next = WIRE_ABSENT};
    setenv("TZ", "UTC", 1);
    tzset();
    *ret_sheet = (struct sheet){.columns = home_columns(HOME_HISTORY, false)};
    home_rows_of(HOME_HISTORY, &matches, "ann", false, ret_sheet);
}

static void tell_live(struct sheet *sheet)
{
    struct wire_summary list[] = {summary_of(1, NULL, NULL), summary_of(20, NULL, NULL)};
    list[1].rules = wire_text("take-away:3x,local");
    list[1].clock = wire_text("30/move");
    struct wire_summaries matches = {.matches = list, .matches_count = 2, .next = WIRE_ABSENT};
    setenv("TZ", "UTC", 1);
    tzset();
    home_rows_of(HOME_LIVE, &matches, "ann", true, sheet);
}

static void tell_tournaments(struct sheet *sheet)
{
    struct wire_tournament list[2];
    for (int i = 0; i < 2; i++) {
        wire_record_clear(&wire_record_tournament, &list[i]);
        list[i].tournament = 2 - i;
        list[i].rules = wire_text("octal:0.77");
        list[i].format = wire_text("swiss");
        list[i].round = i * 3;
        list[i].matches = i * 14;
        list[i].total = 24;
        list[i].entrants = 5;
    }
    list[0].name = wire_text("the evening cup");
    list[0].state = wire_text("open");
    list[1].name = wire_text("octal:0.77");
    list[1].state = wire_text("running");
    struct wire_tournaments tournaments = {.tournaments = list, .tournaments_count = 2};
    home_rows_of(HOME_TOURNAMENTS, &tournaments, "ann", true, sheet);
}

static void tell_yours(struct sheet *sheet)
{
    struct wire_match mine = sample_match(8, "first", 4), theirs = sample_match(9, "second", 0);
    theirs.clock = wire_text("60+1");
    home_rows_of_match(&mine, sheet);
    home_rows_of_match(&theirs, sheet);
}

void sample_of(enum home_panel panel, struct sheet *sheet)
{
    *sheet = sample_empty(panel);
    if (panel == HOME_YOURS)
        tell_yours(sheet);
    else if (panel == HOME_OFFERS)
        sample_of_offers(sheet);
    else if (panel == HOME_PLAYERS)
        tell_players(sheet);
    else if (panel == HOME_LIVE)
        tell_live(sheet);
    else if (panel == HOME_TOURNAMENTS)
        tell_tournaments(sheet);
    else if (panel == HOME_HISTORY)
        tell_history(sheet);
}
