#include "client/tui/page.h"

#include <assert.h>

static bool is_last(const struct key *key)
{
    return !key->act && !key->act_by && !key->hints && !key->take;
}

size_t page_hints(struct page *page, struct hint *ret_hints)
{
    size_t count = 0;
    for (const struct key *key = page->kind->keys; !is_last(key); key++) {
        if (key->may && !key->may(page))
            continue;
        if (key->hints)
            count += key->hints(page, ret_hints + count);
        else if (key->name)
            ret_hints[count++] =
                (struct hint){key->stroke, key->name, key->say ? key->say(page) : key->label};
        assert(count <= HINTS_MAX);
        if (key->is_modal)
            break;
    }
    return count;
}

/* False: the row does not take the stroke. */
static bool take(const struct key *key, struct page *page, struct stroke stroke)
{
    bool is_its = key->stroke.kind == stroke.kind &&
                  (stroke.kind == STROKE_CHOOSE || key->stroke.code == stroke.code);
    if ((!key->take && !((key->act || key->act_by) && is_its)) || (key->may && !key->may(page)))
        return false;
    if (key->take)
        return key->take(page, stroke);
    if (key->act)
        key->act(page);
    else
        key->act_by(page, stroke);
    return true;
}

bool page_stroke(struct page *page, struct stroke stroke)
{
    for (const struct key *key = page->kind->keys; !is_last(key); key++) {
        if (take(key, page, stroke))
            return true;
        if (key->is_modal && key->may(page))
            break;
    }
    return false;
}
