#include "client/study/genus_list.h"

#include "client/cli/options.h"
#include "common/base/memory.h"
#include "common/words/words.h"

#include <inttypes.h>
#include <stdlib.h>

enum error_code genus_list_plan(struct genus_list *ret_list, const struct rules *rules,
                                const char *upto, struct error *error)
{
    struct genus_list list = {.rules = *rules};
    if (!heap_options_serve(rules))
        return error_set(error, ERROR_USAGE,
                         "%s has no genus here: nim, octal codes, subtraction games and grundy "
                         "have one",
                         rules->text);
    enum error_code failed =
        options_number(upto, "--upto with --genus", HEAP_OPTIONS_UPTO_MAX, &list.upto, error);
    if (!failed)
        *ret_list = list;
    return failed;
}

void genus_list_fill(struct genus_list *list, progress_listener *listener, void *owner)
{
    struct genus_table *table = genus_table_create(&list->rules, list->upto, GENUS_MOVES_MAX);
    list->genera = memory_zeroed((size_t)list->upto + 1, sizeof *list->genera);
    for (int64_t heap = 0; heap <= list->upto; heap++) {
        struct progress_state state = {
            .share_done = (double)(heap + 1) / (double)(list->upto + 1),
        };
        const struct genus *genus = genus_table_heap(table, heap);
        if (!genus)
            break;
        list->genera[list->count++] = *genus;
        if (list->tame_count == heap && genus_table_is_tame(table, heap))
            list->tame_count++;
        if (listener)
            listener(owner, &state);
    }
    genus_table_destroy(table);
}

void genus_list_finish(struct genus_list *list)
{
    free(list->genera);
}

void genus_print(const struct genus *genus, struct text *out)
{
    bool needs_dots = false;
    for (uint32_t i = 0; i < genus->count; i++)
        needs_dots = needs_dots || genus->misere[i] > 9;
    text_printf(out, "%d^", genus->normal);
    for (uint32_t i = 0; i < genus->count; i++)
        text_printf(out, "%s%d", needs_dots && i > 0 ? "." : "", genus->misere[i]);
}

static void print_end(const struct genus_list *list, struct text *out)
{
    if (list->count <= list->upto)
        text_printf(out,
                    "The list ends here: the genus of the heap %" PRId64
                    " needs more than %d moves of sums of heaps, or more than %d misere values.\n",
                    list->count, GENUS_MOVES_MAX, GENUS_DIGITS_MAX);
    if (list->tame_count == list->count)
        text_append_string(out, "All these heaps are tame: in misere play sums of them are as in "
                                "Nim.\n");
    else
        text_printf(out,
                    "Up to the heap %" PRId64
                    " all are tame: in misere play sums of them are as in Nim.\n",
                    list->tame_count - 1);
}

void genus_list_print(const struct genus_list *list, struct text *out)
{
    words_rules(list->rules.text, LOOK_PLAIN, out);
    text_printf(out, ": the genus of single heaps, to %" PRId64 "\n\nheap  genus\n", list->upto);
    for (int64_t heap = 0; heap < list->count; heap++) {
        text_printf(out, "%4" PRId64 "  ", heap);
        genus_print(&list->genera[heap], out);
        text_append_string(out, genus_is_tame(&list->genera[heap]) ? "\n" : "  wild\n");
    }
    text_append_char(out, '\n');
    print_end(list, out);
}

void genus_list_csv(const struct genus_list *list, struct text *out)
{
    text_append_string(out, "heap,value,misere,wild\r\n");
    for (int64_t heap = 0; heap < list->count; heap++) {
        const struct genus *genus = &list->genera[heap];
        text_printf(out, "%" PRId64 ",%d,", heap, genus->normal);
        for (uint32_t i = 0; i < genus->count; i++)
            text_printf(out, "%s%d", i > 0 ? " " : "", genus->misere[i]);
        text_printf(out, ",%d\r\n", !genus_is_tame(genus));
    }
}

json_t *genus_list_json(const struct genus_list *list)
{
    json_t *heaps = json_array(), *values = json_array(), *misere = json_array(),
           *wild = json_array();
    for (int64_t heap = 0; heap < list->count; heap++) {
        const struct genus *genus = &list->genera[heap];
        json_t *digits = json_array();
        for (uint32_t i = 0; i < genus->count; i++)
            json_array_append_new(digits, json_integer(genus->misere[i]));
        json_array_append_new(heaps, json_integer(heap));
        json_array_append_new(values, json_integer(genus->normal));
        json_array_append_new(misere, digits);
        json_array_append_new(wild, json_integer(!genus_is_tame(genus)));
    }
    return json_pack("{s:s, s:I, s:s, s:{s:o, s:o, s:o, s:o}}", "rules", list->rules.text, "upto",
                     (json_int_t)(list->count - 1), "table", "genus", "columns", "heap", heaps,
                     "value", values, "misere", misere, "wild", wild);
}
