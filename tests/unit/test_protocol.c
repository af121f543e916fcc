/* PROTOCOL.md says what the code does: its reference tables are those of schema.h and error.h. */
#include "tests/unit/test_protocol_document.h"

#include "common/base/error.h"
#include "common/wire/schema.h"
#include "server/server.h"
#include "tests/suite.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

SUITE(protocol, 20);

static struct document document;
static struct text expected, found;

static void start(void)
{
    document = document_read("PROTOCOL.md");
}

static void finish(void)
{
    document_finish(&document);
    text_finish(&expected);
    text_finish(&found);
}

#define PROTOCOL_TEST(name) Test(protocol, name, .init = start, .fini = finish)

/* Compares `expected` with what the document says in the table below this heading. */
static void check_table(const char *heading)
{
    document_append_rows(&document, heading, &found);
    cr_assert_str_eq(text_string(&found), text_string(&expected),
                     "the table below '%s' should be:\n%sbut it is:\n%s", heading,
                     text_string(&expected), text_string(&found));
    text_clear(&expected);
    text_clear(&found);
}

/* --- records --- */

static void append_number(struct text *out, int64_t number)
{
    if (number == WIRE_INT_MAX)
        text_append_string(out, "2^53-1");
    else
        text_append_int(out, number);
}

static void append_type(struct text *out, const struct wire_field *field)
{
    static const char *const types[] = {
        [WIRE_FIELD_INT] = "integer",          [WIRE_FIELD_TEXT] = "text",
        [WIRE_FIELD_FLAG] = "boolean",         [WIRE_FIELD_INTS] = "list of integers",
        [WIRE_FIELD_TEXTS] = "list of texts",  [WIRE_FIELD_RECORD] = "map ",
        [WIRE_FIELD_RECORDS] = "list of maps "};
    text_append_string(out, types[field->kind]);
    if (field->record)
        text_printf(out, "[%s](#%s)", field->record->name, field->record->name);
}

static void append_limits(struct text *out, const struct wire_field *field)
{
    bool is_text = field->kind == WIRE_FIELD_TEXT || field->kind == WIRE_FIELD_TEXTS;
    if (field->record || field->kind == WIRE_FIELD_FLAG)
        return;
    if (wire_field_is_list(field))
        text_append_string(out, "each ");
    append_number(out, field->min);
    text_append_string(out, " to ");
    append_number(out, field->max);
    text_append_string(out, is_text ? " bytes" : "");
}

static void append_field(struct text *out, const struct wire_field *field)
{
    text_printf(out, "| `%s` | ", field->name);
    append_type(out, field);
    text_printf(out, " | %s | ", field->required ? "required" : "optional");
    append_limits(out, field);
    text_printf(out, " | %s |\n", field->meaning);
}

static void check_record(const struct wire_record *record)
{
    char heading[80];
    for (size_t i = 0; i < record->field_count; i++)
        append_field(&expected, &record->fields[i]);
    snprintf(heading, sizeof heading, "#### %s", record->name);
    check_table(heading);
}

PROTOCOL_TEST(every_record_is_documented_field_by_field)
{
#define R(record, FIELDS) check_record(&wire_record_##record);
    WIRE_RECORDS(R)
#undef R
}

/* Compares `expected` with all lines of the document that begin like this. */
static void check_lines(const char *prefix)
{
    for (size_t i = 0; i < document.count; i++) {
        if (line_has_prefix(document.lines[i], prefix))
            text_printf(&found, "%s\n", document.lines[i]);
    }
    cr_assert_str_eq(text_string(&found), text_string(&expected), "expected:\n%sfound:\n%s",
                     text_string(&expected), text_string(&found));
    text_clear(&expected);
    text_clear(&found);
}

PROTOCOL_TEST(no_other_record_is_documented)
{
#define R(record, FIELDS) text_append_string(&expected, "#### " #record "\n");
    WIRE_RECORDS(R)
#undef R
    check_lines("#### ");
}

/* --- methods and events --- */

static void append_record_cell(struct text *out, const struct wire_record *record)
{
    text_printf(out, "[%s](#%s) | ", record->name, record->name);
}

static const char *const when_texts[] = {
    [WIRE_BEFORE] = "before hello",
    [WIRE_AFTER] = "after hello",
    [WIRE_OPERATOR] = "operator",
    [WIRE_EITHER] = "after hello, operator",
};

PROTOCOL_TEST(every_method_is_documented_with_its_records)
{
    for (int i = 0; i < WIRE_METHOD_COUNT; i++) {
        const struct wire_method_row *row = &wire_methods[i];
        text_printf(&expected, "| `%s` | %s | ", row->name, when_texts[row->when]);
        append_record_cell(&expected, row->parameters);
        append_record_cell(&expected, row->result);
        text_printf(&expected, "%s |\n", row->meaning);
    }
    check_table("### All methods");
}

PROTOCOL_TEST(every_event_is_documented_with_its_record)
{
    for (int i = 0; i < WIRE_EVENT_COUNT; i++) {
        text_printf(&expected, "| `%s` | ", wire_events[i].name);
        append_record_cell(&expected, wire_events[i].record);
        text_printf(&expected, "%s |\n", wire_events[i].meaning);
    }
    check_table("### All events");
}

PROTOCOL_TEST(every_method_and_every_event_has_a_section_and_nothing_else_has)
{
    for (int i = 0; i < WIRE_METHOD_COUNT; i++)
        text_printf(&expected, "### `%s`\n", wire_methods[i].name);
    for (int i = 0; i < WIRE_EVENT_COUNT; i++)
        text_printf(&expected, "### `%s`\n", wire_events[i].name);
    check_lines("### `");
}

/* --- errors and limits --- */

/* What becomes of the connection after an error with this number. */
static const char *consequence(int number)
{
    bool is_fault =
        number == ERROR_BAD_MESSAGE || number == ERROR_TOO_LARGE || number == ERROR_TIMED_OUT;
    bool is_local = number > ERROR_IO; /* the programs' own, for their users */
    return is_fault ? "is closed" : is_local ? "(never sent)" : "stays";
}

PROTOCOL_TEST(every_error_is_documented)
{
#define X(number, name, text, meaning)                                                             \
    text_printf(&expected, "| %d | `%s` | %s | %s |\n", number, text, meaning, consequence(number));
    ERROR_CODES(X)
#undef X
    check_table("## Errors");
}

/* Appends "| `NAME` | NUMBER |" for "#define WIRE_NAME NUMBER" or "... INT64_C(NUMBER)". */
static void append_definition(struct text *out, const char *line)
{
    const char *name = line + strlen("#define WIRE_");
    size_t len = strcspn(name, " ");
    const char *number = name + len + 1;
    if (line_has_prefix(number, "INT64_C("))
        number += strlen("INT64_C(");
    text_printf(out, "| `%.*s` | %.*s |\n", (int)len, name, (int)strspn(number, "0123456789"),
                number);
}

/* Leaves of each row its first two columns. */
static void cut_rows(struct text *rows)
{
    struct text cut = {0};
    char *rest = rows->bytes;
    for (char *row; (row = strsep(&rest, "\n")) && *row;) {
        char *second = strchr(row + 1, '|');
        char *third = second ? strchr(second + 1, '|') : NULL;
        cr_assert_not_null(third, "a row has two columns or more: %s", row);
        text_printf(&cut, "%.*s\n", (int)(third + 1 - row), row);
    }
    text_finish(rows);
    *rows = cut;
}

PROTOCOL_TEST(every_limit_is_documented)
{
    struct document schema = document_read("schema.h");
    for (size_t i = document_find(&schema, "/* The limits, all in one place. */");
         line_has_prefix(schema.lines[i], "#define WIRE_"); i++)
        append_definition(&expected, schema.lines[i]);
    document_finish(&schema);
    document_append_rows(&document, "## The limits", &found);
    cut_rows(&found);
    cr_assert_str_eq(text_string(&found), text_string(&expected), "expected:\n%sfound:\n%s",
                     text_string(&expected), text_string(&found));
}

/* Those of the hall that the table above does not have. */
PROTOCOL_TEST(every_limit_of_the_server_is_as_documented)
{
    struct document hall = document_read("../../server/hall/hall.h");
    struct text definitions = {0};
    for (size_t i = document_find(&hall, "enum {"); line_has_prefix(hall.lines[i], "    HALL_");
         i++) {
        const char *name = hall.lines[i] + strlen("    HALL_");
        size_t len = strcspn(name, " ");
        const char *number = name + len + strlen(" = ");
        text_printf(&definitions, "| `%.*s` | %.*s |\n", (int)len, name,
                    (int)strspn(number, "0123456789"), number);
    }
    document_append_rows(&document, "### Limits of the server", &found);
    cut_rows(&found);
    size_t rows = 0;
    char *rest = found.bytes;
    for (char *row; (row = strsep(&rest, "\n")) && *row; rows++)
        cr_assert_not_null(strstr(text_string(&definitions), row), "%s is not in hall.h:\n%s", row,
                           text_string(&definitions));
    cr_assert_eq(rows, 17);
    text_finish(&definitions);
    document_finish(&hall);
}

/* An option of takeaway-server: its default, and in how many of these the limit is kept. */
struct option {
    const char *name;
    int64_t value;
    int64_t units;
};

static void append_option(struct text *out, const struct option *option)
{
    int64_t parts = option->value % option->units * 10 / option->units;
    text_printf(out, "| `%s` | %" PRId64, option->name, option->value / option->units);
    if (parts)
        text_printf(out, ".%" PRId64, parts);
    text_append_string(out, " |\n");
}

PROTOCOL_TEST(every_limit_that_the_operator_sets_is_as_documented)
{
    enum { ONE = 1, SECONDS = 1000 };
    const struct net_limits *net = &net_limits_default;
    const struct service_limits *service = &service_limits_default;
    const struct hall_limits *hall = &hall_limits_default;
    const struct option options[] = {
        {"connections", net->connections, ONE},
        {"connections-per-address", net->connections_per_address, ONE},
        {"queued-bytes", net->queued_bytes, ONE},
        {"all-queued-bytes", net->all_queued_bytes, ONE},
        {"all-unread-bytes", net->all_unread_bytes, ONE},
        {"requests-per-second", net->requests_per_second, ONE},
        {"requests-burst", net->requests_burst, ONE},
        {"hello-time", net->hello_ms, SECONDS},
        {"message-time", net->message_ms, SECONDS},
        {"idle-time", net->idle_ms, SECONDS},
        {"ping-time", net->ping_ms, SECONDS},
        {"dead-time", net->dead_ms, SECONDS},
        {"logins-per-minute", service->logins_per_minute, ONE},
        {"passwords-waiting", service->passwords_waiting, ONE},
        {"live-matches", hall->live_matches, ONE},
        {"live-matches-per-player", hall->live_matches_per_player, ONE},
        {"guest-live-matches-per-player", hall->guest_live_matches_per_player, ONE},
        {"offers", hall->offers, ONE},
        {"offers-per-player", hall->offers_per_player, ONE},
        {"invitations", hall->invitations, ONE},
        {"invitations-per-player", hall->invitations_per_player, ONE},
        {"start-bytes", hall->start_bytes, ONE},
        {"spectators", hall->spectators, ONE},
        {"watched", hall->watched, ONE},
        {"keys", hall->keys, ONE},
        {"keys-per-player", hall->keys_per_player, ONE},
        {"first-move-time", hall->first_move_ms, SECONDS},
        {"claim-time", hall->claim_ms, SECONDS},
        {"claim-unclocked-time", hall->claim_unclocked_ms, SECONDS},
        {"idle-match-time", hall->idle_match_ms, SECONDS},
        {"left-match-time", hall->left_match_ms, SECONDS},
        {"restart-grace-time", hall->restart_grace_ms, SECONDS},
        {"lag-per-move-time", hall->lag_per_move_ms, SECONDS},
        {"lag-quota-time", hall->lag_quota_ms, SECONDS},
        {"lag-quota-gain-time", hall->lag_quota_gain_ms, SECONDS},
        {"tournaments", hall->tournaments, ONE},
        {"tournaments-per-player", hall->tournaments_per_player, ONE},
        {"idle-tournament-time", hall->idle_tournament_ms, SECONDS},
        {"left-tournament-time", hall->left_tournament_ms, SECONDS},
        {"guest-share", hall->guest_share, ONE},
        {"address-share", hall->address_share, ONE},
        {"guest-idle-time", hall->guest_idle_ms, SECONDS},
        {"illegal-moves", hall->illegal_moves, ONE},
        {"token-time", hall->token_ms, SECONDS},
        {"chat-time", service->chat_kept_ms, SECONDS},
        {"guest-bytes-per-day", hall->guest_bytes_per_day, ONE},
        {"account-bytes-per-day", hall->account_bytes_per_day, ONE},
        {"address-guest-bytes-per-day", hall->address_guest_bytes_per_day, ONE},
        {"address-account-bytes-per-day", hall->address_account_bytes_per_day, ONE},
        {"all-guest-bytes-per-day", hall->all_guest_bytes_per_day, ONE},
        {"all-bytes-per-day", hall->all_bytes_per_day, ONE},
    };
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
        append_option(&expected, &options[i]);
    document_append_rows(&document, "### Limits that the operator sets", &found);
    cut_rows(&found);
    cr_assert_str_eq(text_string(&found), text_string(&expected), "expected:\n%sfound:\n%s",
                     text_string(&expected), text_string(&found));
}
