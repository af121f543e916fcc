#include "client/account/admin_print.h"

#include "client/record/summary.h"

#include <inttypes.h>

/* --- for a person --- */

static void print_wire(struct wire_text text, struct text *out)
{
    text_append(out, text.bytes, text.len);
}

static void print_player(const struct wire_present *player, struct text *out)
{
    print_wire(player->name, out);
    text_printf(out, "%s  ", player->account ? "" : " (guest)");
    print_wire(player->address, out);
    text_append_string(out, "  ");
    print_wire(player->client, out);
    text_printf(out, "  %" PRId64 " match%s", player->matches, player->matches == 1 ? "" : "es");
    if (player->lag != WIRE_ABSENT)
        text_printf(out, "  lag %" PRId64 " ms", player->lag);
    text_append_string(out, "  since ");
    summary_print_time(player->since, out);
    text_append_char(out, '\n');
}

void admin_print_players(const struct wire_present_list *list, struct text *out)
{
    for (size_t i = 0; i < list->players_count; i++)
        print_player(&list->players[i], out);
}

static void print_ban(const struct wire_ban *ban, struct text *out)
{
    text_append_string(out, ban->address.bytes ? "address " : "name ");
    print_wire(ban->address.bytes ? ban->address : ban->player, out);
    text_append_string(out, "  ");
    if (ban->until == WIRE_ABSENT) {
        text_append_string(out, "for good");
    } else {
        text_append_string(out, "until ");
        summary_print_time(ban->until, out);
    }
    if (ban->reason.bytes) {
        text_append_string(out, "  ");
        print_wire(ban->reason, out);
    }
    text_append_char(out, '\n');
}

void admin_print_bans(const struct wire_bans *bans, struct text *out)
{
    for (size_t i = 0; i < bans->bans_count; i++)
        print_ban(&bans->bans[i], out);
    if (bans->bans_count == 0)
        text_append_string(out, "Nobody is banned.\n");
}

static void print_name(struct wire_text name, struct text *out)
{
    text_printf(out, "%-44.*s", (int)name.len, name.bytes);
}

/* 850 us, 12.5 ms, 3.20 s */
static void print_duration(int64_t us, struct text *out)
{
    struct text shown = {0};
    if (us < 1000)
        text_printf(&shown, "%" PRId64 " us", us);
    else if (us < 1000000)
        text_printf(&shown, "%.1f ms", (double)us / 1000);
    else
        text_printf(&shown, "%.2f s", (double)us / 1000000);
    text_printf(out, " %10s", text_string(&shown));
    text_finish(&shown);
}

static void print_histogram(const struct wire_histogram *histogram, struct text *out)
{
    text_printf(out, "%-10.*s %10" PRId64, (int)histogram->name.len, histogram->name.bytes,
                histogram->count);
    print_duration(histogram->p50, out);
    print_duration(histogram->p99, out);
    print_duration(histogram->p999, out);
    print_duration(histogram->max, out);
    text_append_string(out, "  ");
    print_wire(histogram->meaning, out);
    text_append_char(out, '\n');
}

void admin_print_stats(const struct wire_stats *stats, struct text *out)
{
    print_wire(stats->server, out);
    text_printf(out, ", up %" PRId64 " s\n\n", stats->uptime / 1000);
    for (size_t i = 0; i < stats->counters_count; i++) {
        print_name(stats->counters[i].name, out);
        text_printf(out, " %12" PRId64 "  ", stats->counters[i].value);
        print_wire(stats->counters[i].meaning, out);
        text_append_char(out, '\n');
    }
    text_printf(out, "\n%-10s %10s %10s %10s %10s %10s\n", "", "count", "p50", "p99", "p99.9",
                "max");
    for (size_t i = 0; i < stats->histograms_count; i++)
        print_histogram(&stats->histograms[i], out);
}

/* --- JSON --- */

json_t *admin_json_player(const struct wire_present *player)
{
    return json_pack("{s:I, s:I, s:o, s:b, s:o, s:o, s:o, s:I, s:I}", "session", player->session,
                     "player", player->player, "name", json_of_text(player->name), "account",
                     (int)player->account, "address", json_of_text(player->address), "client",
                     json_of_text(player->client), "lag", json_of_number(player->lag), "matches",
                     player->matches, "since", player->since);
}

static json_t *json_ban(const struct wire_ban *ban)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:o}", "player", json_of_text(ban->player), "address",
                     json_of_text(ban->address), "reason", json_of_text(ban->reason), "until",
                     json_of_number(ban->until), "made", json_of_number(ban->made));
}

json_t *admin_json_bans(const struct wire_bans *bans)
{
    json_t *list = json_array();
    for (size_t i = 0; i < bans->bans_count; i++)
        json_array_append_new(list, json_ban(&bans->bans[i]));
    return json_pack("{s:o}", "bans", list);
}

static json_t *json_histogram(const struct wire_histogram *histogram)
{
    return json_pack("{s:o, s:o, s:I, s:I, s:I, s:I, s:I}", "name", json_of_text(histogram->name),
                     "meaning", json_of_text(histogram->meaning), "count", histogram->count, "p50",
                     histogram->p50, "p99", histogram->p99, "p999", histogram->p999, "max",
                     histogram->max);
}

json_t *admin_json_stats(const struct wire_stats *stats)
{
    json_t *counters = json_array(), *histograms = json_array();
    for (size_t i = 0; i < stats->counters_count; i++) {
        const struct wire_counter *counter = &stats->counters[i];
        json_array_append_new(
            counters, json_pack("{s:o, s:o, s:I}", "name", json_of_text(counter->name), "meaning",
                                json_of_text(counter->meaning), "value", counter->value));
    }
    for (size_t i = 0; i < stats->histograms_count; i++)
        json_array_append_new(histograms, json_histogram(&stats->histograms[i]));
    return json_pack("{s:o, s:I, s:o, s:o}", "server", json_of_text(stats->server), "uptime",
                     stats->uptime, "counters", counters, "histograms", histograms);
}
