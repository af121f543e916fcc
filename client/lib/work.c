#include "client/lib/work.h"

#include "client/lib/loop_uv.h"
#include "common/base/memory.h"

#include <assert.h>
#include <stdlib.h>

struct work {
    uv_work_t request;
    struct loop *loop;
    struct work_steps steps;
    bool is_cancelled;
};

static void on_thread(uv_work_t *request)
{
    struct work *work = request->data;
    work->steps.run(work->steps.owner);
}

static void on_finished(uv_work_t *request, int status)
{
    struct work *work = request->data;
    if (!work->is_cancelled)
        loop_leave(work->loop);
    work->loop->works--;
    work->steps.finish(work->steps.owner, status != UV_ECANCELED);
    free(work);
}

struct work *work_start(struct loop *loop, const struct work_steps *steps)
{
    struct work *work = memory_zeroed(1, sizeof *work);
    work->loop = loop;
    work->steps = *steps;
    work->request.data = work;
    loop->works++;
    loop_join(loop);
    uv_queue_work(&loop->uv, &work->request, on_thread, on_finished);
    return work;
}

bool work_is_under_way(const struct loop *loop)
{
    return loop->works > 0;
}

void work_cancel(struct work *work)
{
    assert(!work->is_cancelled);
    work->is_cancelled = true;
    loop_leave(work->loop);
    uv_cancel((uv_req_t *)&work->request);
}
