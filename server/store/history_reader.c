/* Reads the ended matches of names: pages of them, filtered, and how it stands between two. */
#include "server/hall/match_record.h"
#include "server/hall/player_name.h"
#include "server/store/database.h"
#include "server/store/reader.h"
#include "server/store/row.h"

#include <assert.h>
#include <string.h>

enum query {
    QUERY_KEYS,
    QUERY_END,
    QUERY_OF_ALL,
    QUERY_OF_NAME,
    QUERY_VERSUS,
    QUERY_VERSUS_UNDER,
    QUERY_COUNT,
};

/* The name_key of the history that a name finds; NULL: none. A closed account is found by its
 * number alone, and its matches are still listed by the name that it had. */
#define FOUND_KEY(closed, key)                                                                     \
    "CASE WHEN " closed " IS NOT NULL THEN"                                                        \
    " (SELECT name_key FROM player WHERE id = " closed " AND password = '')"                       \
    " WHEN NOT EXISTS (SELECT 1 FROM player WHERE name_key = " key " AND password = '')"           \
    " THEN " key " END"

#define VERSUS                                                                                     \
    "SELECT rules, won, lost, nobody, last FROM versus WHERE name_key = ?1 AND opponent_key = ?2"

#define PLAYERS " JOIN player AS f ON f.id = match.first JOIN player AS s ON s.id = match.second"

static const char *const sql[QUERY_COUNT] = {
    [QUERY_KEYS] = "SELECT " FOUND_KEY("CAST(?1 AS BIGINT)", "CAST(?2 AS TEXT)") ", " FOUND_KEY(
        "CAST(?3 AS BIGINT)", "CAST(?4 AS TEXT)"),
    [QUERY_END] = "SELECT match FROM history WHERE match < ? AND name_key = ?"
                  " ORDER BY match DESC LIMIT 1 OFFSET ?",
    [QUERY_OF_ALL] = "SELECT " SUMMARY_COLUMNS " FROM match" PLAYERS
                     " WHERE match.ending IS NOT NULL AND match.id < ?1"
                     " ORDER BY match.id DESC LIMIT ?2",
    /* Only matches that fit are read. Histories go by names, so that of a closed account also has
     * what guests had played under its name before it was one; ?10 and ?11, the closed accounts,
     * leave that out. The sums of `versus` cannot leave it out. */
    [QUERY_OF_NAME] =
        "SELECT " SUMMARY_COLUMNS
        " FROM history LEFT JOIN match ON match.id = history.match" PLAYERS
        " WHERE history.match < ?1 AND history.name_key = ?2 AND history.match > ?3"
        " AND (history.opponent_key = ?4 OR ?4 IS NULL) AND (history.rules = ?5 OR ?5 IS NULL)"
        " AND (history.result = ?6 OR ?6 IS NULL) AND history.rated >= ?7"
        " AND history.ended_ms >= ?8 AND history.ended_ms < ?9"
        " AND (?10 IN (match.first, match.second) OR ?10 IS NULL)"
        " AND (?11 IN (match.first, match.second) OR ?11 IS NULL)"
        " ORDER BY history.match DESC LIMIT ?12",
    [QUERY_VERSUS] = VERSUS " AND rules > ?3 ORDER BY rules LIMIT ?4",
    [QUERY_VERSUS_UNDER] = VERSUS " AND rules = ?3",
};

const struct query_set history_queries = {sql, QUERY_COUNT};

/* NULL is bound as NULL. */
static void bind_text(struct statement *query, int parameter, const char *text)
{
    if (text)
        statement_bind_text(query, parameter, text, strlen(text));
    else
        statement_bind_null(query, parameter);
}

/* A name of a question, and whose history it finds. */
struct found_name {
    const char *key; /* NULL: none */
    bool is_of_closed;
    int64_t closed; /* the account */
};

static struct found_name name_of(const char *key)
{
    struct found_name name = {.key = key};
    name.is_of_closed = key && name_is_of_closed(key, strlen(key), &name.closed);
    return name;
}

static void bind_name(struct statement *query, int parameter, const struct found_name *name)
{
    if (name->is_of_closed)
        statement_bind_int(query, parameter, name->closed);
    else
        statement_bind_null(query, parameter);
}

/* Finds the keys of two names, which are borrowed from the statement's row until it is reset. */
static enum error_code find_keys(struct statement *query, struct found_name *player,
                                 struct found_name *opponent, struct error *error)
{
    bool row;
    bind_name(query, 1, player);
    bind_text(query, 2, player->key);
    bind_name(query, 3, opponent);
    bind_text(query, 4, opponent->key);
    enum error_code code = statement_next(query, &row, error);
    if (code)
        return code;
    assert(row);
    player->key = statement_text(query, 0);
    opponent->key = statement_text(query, 1);
    return ERROR_NONE;
}

/* The first match that a page with filters does not look at; 0: it may look at all. */
static enum error_code find_end(struct statement *query, int64_t before, const char *key,
                                int64_t *ret_end, struct error *error)
{
    bool row;
    statement_bind_int(query, 1, before);
    bind_text(query, 2, key);
    statement_bind_int(query, 3, HISTORY_WALK_MAX);
    enum error_code code = statement_next(query, &row, error);
    *ret_end = !code && row ? statement_int(query, 0) : 0;
    statement_reset(query);
    return code;
}

static void bind_filters(struct statement *query, const struct history_page *page,
                         const struct found_name *player, const struct found_name *opponent)
{
    bind_text(query, 4, opponent->key);
    bind_text(query, 5, page->rules);
    bind_text(query, 6, page->result);
    statement_bind_int(query, 7, page->rated);
    statement_bind_int(query, 8, page->since_ms);
    statement_bind_int(query, 9, page->until_ms ? page->until_ms : INT64_MAX);
    bind_name(query, 10, player);
    bind_name(query, 11, opponent);
}

/* Takes matches until the page is full and there is one more, or none is left before `end`. */
static enum error_code take_page(struct statement *query, const struct history_page *page,
                                 int64_t end, struct wire_arena *arena, struct wire_summaries *list,
                                 struct error *error)
{
    struct row_form form = row_form(query, &wire_record_summary);
    size_t bytes = 0;
    bool row;
    enum error_code code;
    while (!(code = statement_next(query, &row, error)) && row &&
           list->matches_count < (size_t)page->limit && bytes <= HALL_PAGE_BYTES_MAX) {
        struct wire_summary *match = &list->matches[list->matches_count++];
        row_take(&form, query, arena, match);
        if ((code = reader_check_ending(match->match, match->ending, error)))
            break;
        bytes += match->start.len;
    }
    statement_reset(query);
    list->more = row || end > 0;
    if (list->more)
        list->next = row ? list->matches[list->matches_count - 1].match : end + 1;
    return code;
}

enum error_code store_reader_history(struct store_reader *reader, const struct history_page *page,
                                     struct wire_arena *arena, struct wire_summaries *ret_matches,
                                     struct error *error)
{
    assert(page->limit >= 1 && page->limit <= HALL_PAGE_MAX);
    assert(page->player_key || !page->opponent_key);
    struct statement *const *queries = reader->queries[TOPIC_HISTORY];
    struct statement *query = queries[page->player_key ? QUERY_OF_NAME : QUERY_OF_ALL];
    struct found_name player = name_of(page->player_key), opponent = name_of(page->opponent_key);
    int64_t before = page->before ? page->before : INT64_MAX, end = 0;
    bool is_filtered = page->opponent_key || page->rules || page->result || page->rated ||
                       page->since_ms > 0 || page->until_ms > 0 || player.is_of_closed;
    *ret_matches = (struct wire_summaries){
        .matches = wire_arena_memory(arena, (size_t)page->limit, sizeof(struct wire_summary)),
        .next = WIRE_ABSENT,
    };
    /* No account is closed while its matches are read. */
    enum error_code code = database_hold(reader->db, error);
    if (code)
        return code;
    if (page->player_key)
        code = find_keys(queries[QUERY_KEYS], &player, &opponent, error);
    bool is_there = (player.key || !page->player_key) && (opponent.key || !page->opponent_key);
    if (!code && is_there && is_filtered)
        code = find_end(queries[QUERY_END], before, player.key, &end, error);
    if (!code && is_there) {
        statement_bind_int(query, 1, before);
        statement_bind_int(query, page->player_key ? 12 : 2, page->limit + 1);
        if (page->player_key) {
            bind_text(query, 2, player.key);
            statement_bind_int(query, 3, end);
            bind_filters(query, page, &player, &opponent);
        }
        code = take_page(query, page, end, arena, ret_matches, error);
    }
    statement_reset(queries[QUERY_KEYS]);
    database_release(reader->db);
    return code;
}

enum error_code store_reader_versus(struct store_reader *reader, const struct versus_page *page,
                                    struct wire_arena *arena, struct wire_versus *ret_versus,
                                    struct error *error)
{
    assert(page->limit >= 1 && page->limit <= HALL_PAGE_MAX);
    struct statement *const *queries = reader->queries[TOPIC_HISTORY];
    struct statement *query = queries[page->rules ? QUERY_VERSUS_UNDER : QUERY_VERSUS];
    struct found_name player = name_of(page->player_key), opponent = name_of(page->opponent_key);
    struct wire_score *list = wire_arena_memory(arena, (size_t)page->limit, sizeof *list);
    size_t count = 0;
    bool row = false;
    enum error_code code = database_hold(reader->db, error);
    if (code)
        return code;
    code = find_keys(queries[QUERY_KEYS], &player, &opponent, error);
    if (!code && player.key && opponent.key) {
        struct row_form form = row_form(query, &wire_record_score);
        bind_text(query, 1, player.key);
        bind_text(query, 2, opponent.key);
        bind_text(query, 3, page->rules ? page->rules : page->after ? page->after : "");
        if (!page->rules)
            statement_bind_int(query, 4, page->limit + 1);
        while (!(code = statement_next(query, &row, error)) && row && count < (size_t)page->limit)
            row_take(&form, query, arena, &list[count++]);
        statement_reset(query);
    }
    statement_reset(queries[QUERY_KEYS]);
    database_release(reader->db);
    *ret_versus = (struct wire_versus){.scores = list, .scores_count = count, .more = row};
    return code;
}
