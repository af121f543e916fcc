#include "server/store/pruner.h"

#include <assert.h>

static const char *const sql[PRUNER_STATEMENTS] = {
    [PRUNER_LAST] = "SELECT coalesce(max(id), 0) FROM journal",
    /* The last row of the slice, and the number of its rows. */
    [PRUNER_SLICE] =
        "SELECT coalesce(max(id), ?2), count(*) FROM"
        " (SELECT id FROM journal WHERE id > ?1 AND id <= ?2 ORDER BY id LIMIT ?3) AS slice",
    [PRUNER_DELETE] = "DELETE FROM journal WHERE id > ?1 AND id <= ?2 AND EXISTS"
                      " (SELECT 1 FROM match WHERE id = journal.match AND ending IS NOT NULL)",
    /* Their times grow with their ids, unless the clock was set back: then some stay longer. */
    [PRUNER_LINES] =
        "DELETE FROM line WHERE id IN (SELECT id FROM"
        " (SELECT id, at_ms FROM line ORDER BY id LIMIT ?2) AS oldest WHERE at_ms < ?1)",
    [PRUNER_REPORTS] = "DELETE FROM report WHERE closed_ms < ?1",
};

/* The greatest id of the journal; 0: it is empty. */
static enum error_code find_last(struct pruner *pruner, int64_t *ret_last, struct error *error)
{
    struct statement *query = pruner->statements[PRUNER_LAST];
    bool row;
    enum error_code code = statement_next(query, &row, error);
    if (code)
        return code;
    assert(row);
    *ret_last = statement_int(query, 0);
    statement_reset(query);
    return ERROR_NONE;
}

enum error_code pruner_init(struct pruner *pruner, struct database *db, struct error *error)
{
    int64_t last = 0;
    pruner->db = db;
    enum error_code code =
        statements_prepare(db, sql, PRUNER_STATEMENTS, pruner->statements, error);
    if (!code)
        code = find_last(pruner, &last, error);
    pruner->has_ended = last > 0; /* matches of earlier runs may have ended unseen */
    return code;
}

void pruner_finish(struct pruner *pruner)
{
    statements_finish(pruner->statements, PRUNER_STATEMENTS);
}

void pruner_match_ended(struct pruner *pruner)
{
    pruner->has_ended = true;
}

/* Begins the next pass, at the end of the last one, if its two conditions hold: see pruner.h. */
static enum error_code begin_pass(struct pruner *pruner, struct error *error)
{
    int64_t last;
    enum error_code code = find_last(pruner, &last, error);
    if (code)
        return code;
    int64_t until = last - PRUNER_SPARED;
    int64_t fresh = until - pruner->until;
    assert(last >= pruner->until); /* the greatest id never decreases */
    bool can_remove = pruner->has_ended || pruner->ended > pruner->until;
    if (fresh > 0 && fresh >= pruner->kept && can_remove) {
        if (pruner->has_ended)
            pruner->ended = last;
        pruner->has_ended = false;
        pruner->reached = pruner->kept = 0;
        pruner->until = until;
    }
    return ERROR_NONE;
}

static enum error_code find_slice(struct pruner *pruner, int64_t rows, int64_t *ret_last,
                                  int64_t *ret_count, struct error *error)
{
    struct statement *query = pruner->statements[PRUNER_SLICE];
    bool row;
    statement_bind_int(query, 1, pruner->reached);
    statement_bind_int(query, 2, pruner->until);
    statement_bind_int(query, 3, rows < PRUNER_SLICE_MAX ? rows : PRUNER_SLICE_MAX);
    enum error_code code = statement_next(query, &row, error);
    if (code)
        return code;
    assert(row);
    *ret_last = statement_int(query, 0);
    *ret_count = statement_int(query, 1);
    statement_reset(query);
    return ERROR_NONE;
}

static enum error_code prune_slice(struct pruner *pruner, int64_t rows, struct error *error)
{
    struct statement *delete = pruner->statements[PRUNER_DELETE];
    int64_t last = 0, count = 0, removed = 0;
    enum error_code code = database_begin_relaxed(pruner->db, error);
    if (!code)
        code = find_slice(pruner, rows, &last, &count, error);
    if (!code) {
        statement_bind_int(delete, 1, pruner->reached);
        statement_bind_int(delete, 2, last);
        code = statement_run(delete, error);
        removed = statement_changes(delete);
    }
    code = database_end(pruner->db, code, error);
    if (!code) {
        assert(last > pruner->reached && last <= pruner->until && removed <= count);
        pruner->reached = last;
        pruner->kept += count - removed;
    }
    return code;
}

enum error_code pruner_step(struct pruner *pruner, int64_t rows, bool *ret_more,
                            struct error *error)
{
    assert(rows > 0);
    enum error_code code = ERROR_NONE;
    if (pruner->reached >= pruner->until)
        code = begin_pass(pruner, error);
    if (!code && pruner->reached < pruner->until)
        code = prune_slice(pruner, rows, error);
    *ret_more = !code && pruner->reached < pruner->until;
    return code;
}

enum error_code pruner_forget(struct pruner *pruner, int64_t before_ms, bool *ret_more,
                              struct error *error)
{
    int64_t deleted = 0;
    struct statement *lines = pruner->statements[PRUNER_LINES];
    struct statement *reports = pruner->statements[PRUNER_REPORTS];
    enum error_code code = database_begin_relaxed(pruner->db, error);
    if (!code) {
        statement_bind_int(lines, 1, before_ms);
        statement_bind_int(lines, 2, PRUNER_SLICE_MAX);
        code = statement_run(lines, error);
        deleted = statement_changes(lines);
    }
    if (!code) {
        statement_bind_int(reports, 1, before_ms);
        code = statement_run(reports, error);
    }
    code = database_end(pruner->db, code, error);
    *ret_more = !code && deleted == PRUNER_SLICE_MAX;
    return code;
}
