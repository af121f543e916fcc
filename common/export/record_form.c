#include "common/export/record_form.h"

#include <stdlib.h>
#include <string.h>

#define FIELD(of, name, member, what)                                                              \
    {                                                                                              \
        .key = (name), .kind = (what), .at = offsetof(struct of, member)                           \
    }
#define LIST(of, name, member, counter, what)                                                      \
    {                                                                                              \
        .key = (name), .kind = (what), .at = offsetof(struct of, member),                          \
        .count_at = offsetof(struct of, counter)                                                   \
    }
#define BYTES(of, name, member)                                                                    \
    {                                                                                              \
        .key = (name), .kind = FIELD_BYTES, .at = offsetof(struct of, member),                     \
        .size = sizeof((struct of *)0)->member                                                     \
    }

static const struct field plan_fields[] = {
    {.key = "version", .kind = FIELD_VERSION},
    FIELD(export_plan, "name", name, FIELD_TEXT),
    FIELD(export_plan, "rules", rules, FIELD_TEXT),
    FIELD(export_plan, "format", format, FIELD_TEXT),
    FIELD(export_plan, "rounds", rounds, FIELD_INT),
    FIELD(export_plan, "starts", starts, FIELD_TEXT),
    FIELD(export_plan, "seed", seed, FIELD_INT),
    FIELD(export_plan, "clock", clock, FIELD_TEXT),
    LIST(export_plan, "players", players, player_count, FIELD_TEXTS),
    LIST(export_plan, "forbidden", forbidden, forbidden_count, FIELD_MEETINGS_OR_NONE),
};

#define PLACE(of)                                                                                  \
    FIELD(of, "round", round, FIELD_INT), FIELD(of, "board", board, FIELD_INT),                    \
        FIELD(of, "leg", leg, FIELD_INT)

static const struct field match_fields[] = {
    PLACE(export_match),
    FIELD(export_match, "game", game, FIELD_INT),
    FIELD(export_match, "first", first, FIELD_TEXT),
    FIELD(export_match, "second", second, FIELD_TEXT),
    FIELD(export_match, "rules", rules, FIELD_TEXT_OR_NONE),
    FIELD(export_match, "start", start, FIELD_TEXT),
    FIELD(export_match, "ending", ending, FIELD_TEXT),
    FIELD(export_match, "winner", winner, FIELD_TEXT),
    FIELD(export_match, "moves", moves, FIELD_TEXT),
    FIELD(export_match, "marks", marks, FIELD_TEXT),
};

static const struct field bye_fields[] = {
    PLACE(export_match),
    FIELD(export_match, "first", first, FIELD_TEXT),
};

static const struct field forfeit_fields[] = {
    PLACE(export_match),
    FIELD(export_match, "first", first, FIELD_TEXT),
    FIELD(export_match, "second", second, FIELD_TEXT),
    FIELD(export_match, "winner", winner, FIELD_TEXT),
};

static const struct field end_fields[] = {
    FIELD(export_end, "state", state, FIELD_TEXT),
    LIST(export_end, "standings", standings, count, FIELD_STANDINGS),
};

static const struct field standing_fields[] = {
    FIELD(export_standing, "rank", rank, FIELD_INT),
    FIELD(export_standing, "player", player, FIELD_TEXT),
    FIELD(export_standing, "points", points, FIELD_INT),
    FIELD(export_standing, "won", won, FIELD_INT),
    FIELD(export_standing, "drawn", drawn, FIELD_INT),
    FIELD(export_standing, "lost", lost, FIELD_INT),
    FIELD(export_standing, "pairs", pairs, FIELD_SCORES),
    FIELD(export_standing, "direct", direct, FIELD_INT),
    FIELD(export_standing, "buchholz", buchholz, FIELD_INT),
    FIELD(export_standing, "sonneborn_berger", sonneborn_berger, FIELD_INT),
    FIELD(export_standing, "met", met, FIELD_INT),
    FIELD(export_standing, "kept", kept, FIELD_INT),
    FIELD(export_standing, "thrown", thrown, FIELD_INT),
    FIELD(export_standing, "withdrawn", withdrawn, FIELD_INT_OR_NONE),
};

static const struct field times_fields[] = {
    PLACE(export_times),
    FIELD(export_times, "game", game, FIELD_INT),
    FIELD(export_times, "match", match, FIELD_INT),
    FIELD(export_times, "void", is_void, FIELD_FLAG),
    FIELD(export_times, "began", began_ms, FIELD_INT),
    FIELD(export_times, "ended", ended_ms, FIELD_INT),
    LIST(export_times, "taken", taken_ms, count, FIELD_INTS),
    LIST(export_times, "credit", credit_ms, count, FIELD_AS_MANY_INTS),
};

static const struct field seal_fields[] = {
    BYTES(export_seal, "results", results),
    BYTES(export_seal, "times", times),
    BYTES(export_seal, "key", key),
    BYTES(export_seal, "signature", signature),
};

#define FIELDS(table) .fields = (table), .count = sizeof(table) / sizeof *(table)
#define AT(member) .at = offsetof(struct export_line, member)

static const struct form forms[] = {
    {.type = "plan", .kind = EXPORT_PLAN, AT(plan), FIELDS(plan_fields)},
    {.type = "match",
     .kind = EXPORT_MATCH,
     .meeting = MEETING_PLAYED,
     AT(match),
     FIELDS(match_fields)},
    {.type = "bye", .kind = EXPORT_MATCH, .meeting = MEETING_BYE, AT(match), FIELDS(bye_fields)},
    {.type = "forfeit",
     .kind = EXPORT_MATCH,
     .meeting = MEETING_FORFEIT,
     AT(match),
     FIELDS(forfeit_fields)},
    {.type = "end", .kind = EXPORT_END, AT(end), FIELDS(end_fields)},
    {.type = "times", .kind = EXPORT_TIMES, AT(times), FIELDS(times_fields)},
    {.type = "seal", .kind = EXPORT_SEAL, AT(seal), FIELDS(seal_fields)},
};

enum { FORMS = sizeof forms / sizeof *forms };

const struct form form_standing = {.type = "standing", FIELDS(standing_fields)};

bool field_may_be_absent(const struct field *field)
{
    return field->kind == FIELD_TEXT_OR_NONE || field->kind == FIELD_INT_OR_NONE ||
           field->kind == FIELD_MEETINGS_OR_NONE;
}

static bool is_of(const struct form *form, const struct export_line *line)
{
    return form->kind == line->kind &&
           (line->kind != EXPORT_MATCH || form->meeting == line->match.kind);
}

const struct form *form_of(const struct export_line *line)
{
    const struct form *form = forms;
    while (!is_of(form, line))
        form++;
    return form;
}

const struct form *form_of_type(const char *type)
{
    for (size_t i = 0; i < FORMS; i++)
        if (strcmp(forms[i].type, type) == 0)
            return &forms[i];
    return NULL;
}

static void finish_fields(const struct form *form, void *object);

static void finish_texts(char **list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(list[i]);
}

static void finish_standings(struct export_standing *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        finish_fields(&form_standing, &list[i]);
}

static void finish_field(const struct field *field, void *object)
{
    void *owned; /* a pointer of any type */
    memcpy(&owned, (char *)object + field->at, sizeof owned);
    if (field->kind == FIELD_TEXTS)
        finish_texts(owned, *(size_t *)((char *)object + field->count_at));
    if (field->kind == FIELD_STANDINGS)
        finish_standings(owned, *(size_t *)((char *)object + field->count_at));
    free(owned);
}

static bool is_owned(enum field_kind kind)
{
    return kind == FIELD_TEXT || kind == FIELD_TEXT_OR_NONE || kind >= FIELD_INTS;
}

static void finish_fields(const struct form *form, void *object)
{
    for (size_t i = 0; i < form->count; i++)
        if (is_owned(form->fields[i].kind))
            finish_field(&form->fields[i], object);
}

void export_line_finish(struct export_line *line)
{
    const struct form *form = form_of(line);
    finish_fields(form, (char *)line + form->at);
    *line = (struct export_line){.kind = EXPORT_SEAL}; /* a kind that owns nothing */
}
