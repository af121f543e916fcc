#include "client/tui/home_view.h"

#include "client/cli/wish.h"
#include "client/show/summary.h"
#include "common/base/memory.h"
#include "common/game/time_control.h"
#include "common/wire/wire.h"
#include "common/words/words.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const struct column *home_columns(enum home_panel panel, bool is_everybodys)
{
    static const struct column yours[] = {
        HEAD_RIGHT("No."),   HEAD("Game"),  HEAD("Against"), HEAD("Turn"),
        HEAD_RIGHT("Moves"), HEAD("Clock"), HEAD(""),        {0},
    };
    static const struct column offers[] = {
        HEAD("From"),       HEAD("For"),   HEAD("Game"), HEAD("Start"),
        HEAD("First move"), HEAD("Clock"), {0},
    };
    static const struct column players[] = {
        HEAD(""), HEAD("Name"), HEAD("Kind"), HEAD("Plays"), {0},
    };
    static const struct column live[] = {
        HEAD_RIGHT("No."),   HEAD("Game"),  HEAD("First"), HEAD("Second"),
        HEAD_RIGHT("Moves"), HEAD("Clock"), HEAD("Begun"), {0},
    };
    static const struct column tournaments[] = {
        HEAD_RIGHT("No."), HEAD("Name"),        HEAD("Game"),    HEAD("Format"),
        HEAD("State"),     HEAD_RIGHT("Round"), HEAD("Matches"), {0},
    };
    static const struct column history[] = {
        HEAD_RIGHT("No."), HEAD("Ended"),       HEAD("Game"),   HEAD("First"),
        HEAD("Second"),    HEAD_RIGHT("Moves"), HEAD("Result"), {0},
    };
    static const struct column own_history[] = {
        HEAD_RIGHT("No."),   HEAD("Ended"),  HEAD("Game"), HEAD("Against"),
        HEAD_RIGHT("Moves"), HEAD("Result"), {0},
    };
    static const struct column *const columns[HOME_PANEL_COUNT] = {
        [HOME_YOURS] = yours, [HOME_OFFERS] = offers,   [HOME_PLAYERS] = players,
        [HOME_LIVE] = live,   [HOME_HISTORY] = history, [HOME_TOURNAMENTS] = tournaments,
    };
    return panel == HOME_HISTORY && !is_everybodys ? own_history : columns[panel];
}

/* --- cells --- */

static void put(struct sheet_row *row, struct wire_text text, const char *otherwise)
{
    sheet_put(row, "%.*s", text.bytes ? (int)text.len : (int)strlen(otherwise),
              text.bytes ? text.bytes : otherwise);
}

void home_rows_game(struct wire_text rules, struct wire_text look, struct text *out)
{
    struct text words = {0};
    summary_print_game(rules, look, &words);
    const char *in_brackets = strstr(text_string(&words), " (");
    text_append(out, text_string(&words),
                in_brackets ? (size_t)(in_brackets - text_string(&words)) : words.len);
    text_finish(&words);
}

static void put_game(struct sheet_row *row, struct wire_text rules, struct wire_text look)
{
    struct text game = {0};
    home_rows_game(rules, look, &game);
    sheet_put(row, "%s", text_string(&game));
    text_finish(&game);
}

/* Lengths of the day and of the time at the beginning of the local date and time. */
enum { DAY_LEN = 10, TIME_LEN = 16 };

static void put_time(struct sheet_row *row, int64_t ms, int len)
{
    struct text time = {0};
    summary_print_time(ms, &time);
    sheet_put(row, "%.*s", len, text_string(&time));
    text_finish(&time);
}

/* --- matches --- */

/* The cells of an unfinished match; every move changes the first two. */
enum { CELL_TURN = 3, CELL_PLY = 4, CELL_CLOCK = 5, CELL_CHAT = 6 };
static const char no_clock[] = "none";

static const char *turn_of(struct sheet_row *row, int64_t ply)
{
    bool is_ours = (row->kind == HOME_ROW_FIRST) == (ply % 2 == 0);
    row->style = is_ours ? STYLE_GOOD : STYLE_PLAIN;
    return is_ours ? "yours" : "theirs";
}

static void fill_match(const struct wire_match *match, struct sheet_row *row)
{
    bool is_first = wire_text_equal(match->seat, "first");
    struct wire_text opponent = is_first ? match->second : match->first;
    row->kind = is_first ? HOME_ROW_FIRST : HOME_ROW_SECOND;
    row->key = memory_text(opponent.bytes, opponent.len);
    sheet_put(row, "%" PRId64, match->match);
    put_game(row, match->rules, match->look);
    put(row, opponent, "");
    sheet_put(row, "%s", turn_of(row, match->ply));
    sheet_put(row, "%" PRId64, match->ply);
    put(row, match->clock, no_clock);
}

void home_rows_of_match(const struct wire_match *match, struct sheet *sheet)
{
    struct sheet_row *known = sheet_find(sheet, match->match);
    bool has_chat = known && known->cells[CELL_CHAT];
    struct sheet_row *row = known ? sheet_empty(known) : sheet_add(sheet, match->match);
    fill_match(match, row);
    home_rows_mark_chat(sheet, match->match, has_chat);
}

bool home_rows_mark_chat(struct sheet *sheet, int64_t match, bool is_new)
{
    struct sheet_row *row = sheet_find(sheet, match);
    if (!row || is_new == (row->cells[CELL_CHAT] != NULL))
        return false;
    sheet_set(row, CELL_CHAT, is_new ? "new chat" : NULL);
    return true;
}

size_t home_rows_count(const struct sheet *sheet, int kind)
{
    size_t count = 0;
    for (size_t i = 0; i < sheet->count; i++)
        count += sheet->rows[i].kind == kind;
    return count;
}

bool home_rows_have_chat(const struct sheet *sheet)
{
    for (size_t i = 0; i < sheet->count; i++) {
        if (sheet->rows[i].cells[CELL_CHAT])
            return true;
    }
    return false;
}

void home_rows_moved(struct sheet *sheet, int64_t match, int64_t ply)
{
    struct sheet_row *row = sheet_find(sheet, match);
    struct text number = {0};
    if (!row)
        return;
    text_append_int(&number, ply);
    sheet_set(row, CELL_TURN, turn_of(row, ply));
    sheet_set(row, CELL_PLY, text_string(&number));
    text_finish(&number);
}

bool home_rows_have_clock(const struct sheet *sheet)
{
    for (size_t i = 0; i < sheet->count; i++) {
        if (strcmp(sheet->rows[i].cells[CELL_CLOCK], no_clock) != 0)
            return true;
    }
    return false;
}

bool home_rows_is_patient(const struct sheet_row *row)
{
    return time_control_text_is_patient(row->cells[CELL_CLOCK]);
}

/* --- other matches --- */

static void fill_live(const struct wire_summary *match, struct sheet_row *row)
{
    sheet_put(row, "%" PRId64, match->match);
    put_game(row, match->rules, match->look);
    put(row, match->first, "");
    put(row, match->second, "");
    sheet_put(row, "%" PRId64, match->ply);
    put(row, match->clock, "none");
    put_time(row, match->created, TIME_LEN);
}

/* Puts "lost (time)" for a match of the person's own, "zoe won" for others. */
static void put_ending(struct sheet_row *row, const struct wire_summary *match, const char *name)
{
    bool is_first = wire_text_equal(match->first, name);
    bool is_second = wire_text_equal(match->second, name);
    bool has_first_won = wire_text_equal(match->winner, "first");
    bool has_second_won = wire_text_equal(match->winner, "second");
    bool is_won = (has_first_won && is_first) || (has_second_won && is_second);
    bool is_lost = (has_first_won && is_second) || (has_second_won && is_first);
    struct text ending = {0};
    if (is_won || is_lost) {
        row->style = is_won ? STYLE_GOOD : STYLE_BAD;
        text_append_string(&ending, is_won ? "won" : "lost");
        if (!wire_text_equal(match->ending, "normal"))
            text_printf(&ending, " (%.*s)", (int)match->ending.len, match->ending.bytes);
    } else {
        summary_print_ending(match, &ending);
    }
    sheet_put(row, "%s", text_string(&ending));
    text_finish(&ending);
}

/* The person's own history names only the opponent. */
static void fill_ended(const struct wire_summary *match, const char *name, bool is_everybodys,
                       struct sheet_row *row)
{
    bool is_first = wire_text_equal(match->first, name);
    sheet_put(row, "%" PRId64, match->match);
    put_time(row, match->ended, DAY_LEN);
    put_game(row, match->rules, match->look);
    if (is_everybodys || !is_first)
        put(row, match->first, "");
    if (is_everybodys || is_first)
        put(row, match->second, "");
    sheet_put(row, "%" PRId64, match->ply);
    put_ending(row, match, name);
}

/* --- offers --- */

static int kind_of(const struct wire_offer *offer, const char *name)
{
    if (wire_text_equal(offer->from, name))
        return HOME_ROW_OWN;
    return offer->to.bytes ? HOME_ROW_CHALLENGE : HOME_ROW_SEEK;
}

static void fill_offer(const struct wire_offer *offer, const char *name, struct sheet_row *row)
{
    static const enum style styles[] = {
        [HOME_ROW_OWN] = STYLE_DIM,
        [HOME_ROW_SEEK] = STYLE_PLAIN,
        [HOME_ROW_CHALLENGE] = STYLE_WARN,
    };
    row->kind = kind_of(offer, name);
    row->style = styles[row->kind];
    bool is_own = row->kind == HOME_ROW_OWN, is_makers = wire_text_equal(offer->first, "maker");
    put(row, is_own ? wire_text("you") : offer->from, "");
    struct conditions conditions = seeking_conditions(offer);
    struct text taker = {0};
    if (conditions.only < AUDIENCE_COUNT)
        conditions_print(&conditions, &taker);
    put(row, row->kind == HOME_ROW_CHALLENGE ? wire_text("you") : offer->to,
        taker.len > 0 ? text_string(&taker) : "anyone");
    text_finish(&taker);
    put_game(row, offer->rules, offer->look);
    put(row, offer->start, "");
    sheet_put(row, wire_text_equal(offer->first, "random") ? "drawn"
                   : is_makers == is_own                   ? "you"
                                                           : "they");
    put(row, offer->clock, "none");
}

const struct wire_offer *home_rows_challenge(const struct wire_offers *offers, const char *name,
                                             struct text *out)
{
    const struct wire_offer *oldest = NULL;
    size_t count = 0;
    for (size_t i = 0; i < offers->offers_count; i++) {
        const struct wire_offer *offer = &offers->offers[i];
        if (kind_of(offer, name) != HOME_ROW_CHALLENGE)
            continue;
        count++;
        if (!oldest || offer->offer < oldest->offer)
            oldest = offer;
    }
    if (!oldest)
        return NULL;

    text_append(out, oldest->from.bytes, oldest->from.len);
    text_append_string(out, oldest->rematch_of != WIRE_ABSENT ? " offers you a rematch of "
                                                              : " challenges you to ");
    home_rows_game(oldest->rules, oldest->look, out);
    if (oldest->clock.bytes)
        text_printf(out, " (%.*s)", (int)oldest->clock.len, oldest->clock.bytes);
    if (count > 1)
        text_printf(out, ", and %zu more under Offers", count - 1);
    return oldest;
}

/* --- players --- */

static void fill_player(const struct wire_online *player, const char *name, struct sheet_row *row)
{
    bool is_you = wire_text_equal(player->name, name), is_bot = player->bot;
    row->kind = is_you ? HOME_ROW_OWN : is_bot ? HOME_ROW_OTHER : HOME_ROW_PERSON;
    row->style = is_you ? STYLE_DIM : STYLE_PLAIN;
    row->key = memory_text(player->name.bytes, player->name.len);
    sheet_put(row, is_you ? "you" : "");
    put(row, player->name, "");
    sheet_put(row, is_bot ? "bot" : player->account ? "player" : "guest");
    if (player->matches == 0)
        sheet_put(row, "nothing");
    else
        sheet_put(row, "%" PRId64 " match%s", player->matches, player->matches == 1 ? "" : "es");
}

static int by_name(const void *a, const void *b)
{
    const struct wire_online *left = a, *right = b;
    size_t len = left->name.len < right->name.len ? left->name.len : right->name.len;
    int order = memcmp(left->name.bytes, right->name.bytes, len);
    if (order != 0)
        return order;
    return (left->name.len > right->name.len) - (left->name.len < right->name.len);
}

size_t home_rows_people(const struct sheet *sheet, struct text *out)
{
    enum { NAMED_MAX = 2 };
    const char *named[NAMED_MAX];
    size_t count = 0;
    for (size_t i = 0; i < sheet->count; i++) {
        if (sheet->rows[i].kind != HOME_ROW_PERSON)
            continue;
        if (count < NAMED_MAX)
            named[count] = sheet->rows[i].key;
        count++;
    }
    if (count == 1)
        text_printf(out, "%s is here", named[0]);
    else if (count == 2)
        text_printf(out, "%s and %s are here", named[0], named[1]);
    else if (count > 2)
        text_printf(out, "%s, %s and %zu more are here", named[0], named[1], count - 2);
    return count;
}

void home_rows_choose_other(struct sheet *sheet)
{
    const struct sheet_row *chosen = sheet_chosen(sheet);
    if (!chosen || chosen->kind != HOME_ROW_OWN || sheet->count < 2)
        return;
    sheet->list.chosen = chosen == sheet->rows ? 1 : 0;
}

/* --- tournaments --- */

static void fill_tournament(const struct wire_tournament *tournament, struct sheet_row *row)
{
    bool is_open = wire_text_equal(tournament->state, "open");
    row->kind = is_open ? HOME_ROW_OPEN : HOME_ROW_OTHER;
    row->style = is_open ? STYLE_GOOD : STYLE_PLAIN;
    sheet_put(row, "%" PRId64, tournament->tournament);
    bool is_named = tournament->name.len != tournament->rules.len ||
                    memcmp(tournament->name.bytes, tournament->rules.bytes, tournament->name.len);
    put(row, is_named ? tournament->name : wire_text(""), "");
    put_game(row, tournament->rules, tournament->look);
    put(row, tournament->format, "");
    put(row, tournament->state, "");
    sheet_put(row, "%" PRId64, tournament->round);
    if (is_open)
        sheet_put(row, "%" PRId64 " joined", tournament->entrants);
    else
        sheet_put(row, "%" PRId64 " of %" PRId64, tournament->matches, tournament->total);
}

/* --- answers --- */

bool home_rows_of(enum home_panel panel, const void *answer, const char *name, bool is_everybodys,
                  struct sheet *sheet)
{
    const struct wire_summaries *matches = answer; /* for the panels of ended and live matches */
    if (panel == HOME_OFFERS) {
        const struct wire_offers *offers = answer;
        for (size_t i = 0; i < offers->offers_count; i++)
            fill_offer(&offers->offers[i], name, sheet_add(sheet, offers->offers[i].offer));
        return false;
    }
    if (panel == HOME_PLAYERS) {
        const struct wire_online_list *list = answer;
        struct wire_online *sorted = memory_zeroed(list->players_count, sizeof *sorted);
        if (list->players_count > 0)
            memcpy(sorted, list->players, list->players_count * sizeof *sorted);
        qsort(sorted, list->players_count, sizeof *sorted, by_name);
        for (size_t i = 0; i < list->players_count; i++)
            fill_player(&sorted[i], name, sheet_add(sheet, sorted[i].player));
        free(sorted);
        return false;
    }
    if (panel == HOME_TOURNAMENTS) {
        const struct wire_tournaments *list = answer;
        for (size_t i = 0; i < list->tournaments_count; i++)
            fill_tournament(&list->tournaments[i],
                            sheet_add(sheet, list->tournaments[i].tournament));
        return list->more;
    }

    assert(panel == HOME_LIVE || panel == HOME_HISTORY);
    for (size_t i = 0; i < matches->matches_count; i++) {
        const struct wire_summary *match = &matches->matches[i];
        struct sheet_row *row = sheet_add(sheet, match->match);
        if (panel == HOME_LIVE)
            fill_live(match, row);
        else
            fill_ended(match, name, is_everybodys, row);
    }
    return matches->more;
}
