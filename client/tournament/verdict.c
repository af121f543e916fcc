#include "client/tournament/verdict.h"

#include "client/show/json.h"
#include "common/base/harmless.h"
#include "common/base/memory.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MAX = 1024 }; /* bytes of a detail or a fault, which is cut there */

__attribute__((format(printf, 1, 0))) static struct text formatted(const char *format,
                                                                   va_list arguments)
{
    char bytes[TEXT_MAX];
    struct text text = {0};
    vsnprintf(bytes, sizeof bytes, format, arguments);
    harmless_make(bytes);
    text_append_string(&text, bytes);
    return text;
}

void verdict_finish(struct verdict *verdict)
{
    for (size_t i = 0; i < verdict->part_count; i++)
        text_finish(&verdict->parts[i].detail);
    for (size_t i = 0; i < verdict->told_count; i++) {
        text_finish(&verdict->told[i].where);
        text_finish(&verdict->told[i].what);
    }
    free(verdict->parts);
    free(verdict->told);
    text_finish(&verdict->signer);
    *verdict = (struct verdict){0};
}

void verdict_begin(struct verdict *verdict, const char *name)
{
    size_t count = verdict->part_count++;
    verdict->parts = memory_resized(verdict->parts, count + 1, sizeof *verdict->parts);
    verdict->parts[count] = (struct verdict_part){.name = name};
}

static struct verdict_part *part_begun(struct verdict *verdict)
{
    assert(verdict->part_count > 0);
    return &verdict->parts[verdict->part_count - 1];
}

__attribute__((format(printf, 2, 0))) static void set_detail(struct verdict *verdict,
                                                             const char *format, va_list arguments)
{
    struct verdict_part *part = part_begun(verdict);
    text_finish(&part->detail);
    part->detail = formatted(format, arguments);
}

void verdict_checked(struct verdict *verdict, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    set_detail(verdict, format, arguments);
    va_end(arguments);
}

void verdict_left_out(struct verdict *verdict, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    set_detail(verdict, format, arguments);
    va_end(arguments);
    part_begun(verdict)->left_out = true;
}

void verdict_fault(struct verdict *verdict, int64_t line, const char *where, const char *format,
                   ...)
{
    struct verdict_part *part = part_begun(verdict);
    part->faults++;
    verdict->faults++;
    if (verdict->told_count == VERDICT_FAULTS_TOLD)
        return;
    size_t count = verdict->told_count++;
    verdict->told = memory_resized(verdict->told, count + 1, sizeof *verdict->told);
    va_list arguments;
    va_start(arguments, format);
    verdict->told[count] = (struct verdict_fault){
        .part = part->name,
        .line = line,
        .what = formatted(format, arguments),
    };
    va_end(arguments);
    if (where)
        harmless_append(where, strlen(where), &verdict->told[count].where);
}

static void print_fault(const struct verdict_fault *fault, struct text *out)
{
    text_append_string(out, "FAULT");
    if (fault->line)
        text_printf(out, " in line %" PRId64, fault->line);
    if (fault->where.len > 0)
        text_printf(out, "%s %s", fault->line ? "," : " in", text_string(&fault->where));
    text_printf(out, ": %s\n", text_string(&fault->what));
}

enum verdict_outcome verdict_outcome(const struct verdict *verdict)
{
    if (verdict->faults > 0 || (verdict->unjudged > 0 && !verdict->takes_unjudged))
        return VERDICT_FAULTY;
    return verdict->signer.len > 0 || verdict->takes_unsigned ? VERDICT_GOOD : VERDICT_UNSIGNED;
}

static void print_unjudged(const struct verdict *verdict, struct text *out)
{
    text_printf(out, "%" PRId64 " match%s not judged%s", verdict->unjudged,
                verdict->unjudged == 1 ? " was" : "es were",
                verdict->takes_unjudged ? "" : "; --unjudged takes such a record");
}

static void print_last_line(const struct verdict *verdict, struct text *out)
{
    if (verdict->faults > 0) {
        text_printf(out, "%" PRId64 " fault%s: this is not the record of what was played.\n",
                    verdict->faults, verdict->faults == 1 ? "" : "s");
        return;
    }
    if (verdict->signer.len == 0) {
        text_printf(out, "Consistent, but not signed: anybody can have made this record%s.",
                    verdict->takes_unsigned ? "" : "; --unsigned takes it");
        if (verdict->unjudged > 0) {
            text_append_string(out, " Besides, ");
            print_unjudged(verdict, out);
            text_append_char(out, '.');
        }
        text_append_char(out, '\n');
        return;
    }
    text_append_string(out, "No fault was found");
    if (verdict->unjudged > 0) {
        text_append_string(out, ", but ");
        print_unjudged(verdict, out);
    }
    text_printf(out, ". Signed by %s\n", text_string(&verdict->signer));
}

void verdict_print(const struct verdict *verdict, struct text *out)
{
    for (size_t i = 0; i < verdict->part_count; i++) {
        const struct verdict_part *part = &verdict->parts[i];
        text_printf(out, "%-5s  %-9s  %s\n",
                    part->faults     ? "FAULT"
                    : part->left_out ? "-"
                                     : "ok",
                    part->name, text_string(&part->detail));
    }
    for (size_t i = 0; i < verdict->told_count; i++)
        print_fault(&verdict->told[i], out);
    int64_t untold = verdict->faults - (int64_t)verdict->told_count;
    if (untold > 0)
        text_printf(out, "... and %" PRId64 " faults more\n", untold);
    print_last_line(verdict, out);
}

json_t *verdict_json(const struct verdict *verdict)
{
    json_t *parts = json_array(), *told = json_array();
    for (size_t i = 0; i < verdict->part_count; i++) {
        const struct verdict_part *part = &verdict->parts[i];
        json_array_append_new(parts,
                              json_pack("{s:s, s:b, s:I, s:o}", "part", part->name, "checked",
                                        !part->left_out, "faults", (json_int_t)part->faults,
                                        "detail", json_of_grown(&part->detail)));
    }
    for (size_t i = 0; i < verdict->told_count; i++) {
        const struct verdict_fault *fault = &verdict->told[i];
        json_array_append_new(
            told, json_pack("{s:s, s:o, s:o, s:o}", "part", fault->part, "line",
                            fault->line ? json_integer(fault->line) : json_null(), "where",
                            fault->where.len ? json_of_grown(&fault->where) : json_null(), "fault",
                            json_of_grown(&fault->what)));
    }
    bool is_signed = verdict->signer.len > 0;
    return json_pack(
        "{s:b, s:I, s:I, s:b, s:o, s:o, s:o}", "good", verdict_outcome(verdict) == VERDICT_GOOD,
        "faults", (json_int_t)verdict->faults, "unjudged", (json_int_t)verdict->unjudged, "signed",
        is_signed, "key", is_signed ? json_of_grown(&verdict->signer) : json_null(), "parts", parts,
        "told", told);
}
