/* Reads tokens and accounts. */
#include "server/store/database.h"
#include "server/store/reader.h"
#include "server/store/row.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum query {
    QUERY_TOKEN,
    QUERY_ACCOUNT,
    QUERY_PASSWORD,
    QUERY_TOKENS,
    QUERY_COUNT,
};

static const char *const sql[QUERY_COUNT] = {
    [QUERY_TOKEN] = "SELECT player.id, player.name, player.password IS NOT NULL, token.number,"
                    " token.expires_ms, EXISTS (SELECT 1 FROM player AS other"
                    " WHERE other.name_key = player.name_key AND other.password IS NOT NULL"
                    " AND other.id <> player.id)"
                    " FROM token JOIN player ON player.id = token.player"
                    " WHERE token.hash = ? AND token.expires_ms > ?",
    [QUERY_ACCOUNT] = "SELECT player.id, player.name, player.password, code.hash FROM player"
                      " LEFT JOIN code ON code.player = player.id AND code.expires_ms > ?"
                      " WHERE player.name_key = ? AND player.password IS NOT NULL",
    [QUERY_PASSWORD] = "SELECT password FROM player WHERE id = ?",
    [QUERY_TOKENS] = "SELECT number AS token, client AS client, created_ms AS created,"
                     " expires_ms AS expires, number = ? AS current FROM token"
                     " WHERE player = ? AND expires_ms > ? ORDER BY number DESC LIMIT ?",
};

const struct query_set account_queries = {sql, QUERY_COUNT};

enum error_code store_reader_token(struct store_reader *reader,
                                   const unsigned char hash[TOKEN_HASH_BYTES], int64_t now_ms,
                                   struct hall_found *ret_found, struct error *error)
{
    struct statement *query = reader->queries[TOPIC_ACCOUNTS][QUERY_TOKEN];
    bool found;
    statement_bind_blob(query, 1, hash, TOKEN_HASH_BYTES);
    statement_bind_int(query, 2, now_ms);
    enum error_code code = statement_next(query, &found, error);
    if (code)
        return code;
    *ret_found = (struct hall_found){0};
    if (!found)
        return ERROR_NONE;
    *ret_found = (struct hall_found){
        .player = statement_int(query, 0),
        .name = statement_copy_text(query, 1),
        .account = statement_int(query, 2),
        .token = statement_int(query, 3),
        .token_expires_ms = statement_int(query, 4),
        .name_reserved = statement_int(query, 5),
    };
    statement_reset(query);
    return ERROR_NONE;
}

enum error_code store_reader_account(struct store_reader *reader, const char *name_key,
                                     int64_t now_ms, struct hall_found *ret_found,
                                     struct store_secrets *ret_secrets, struct error *error)
{
    struct statement *query = reader->queries[TOPIC_ACCOUNTS][QUERY_ACCOUNT];
    bool found;
    statement_bind_int(query, 1, now_ms);
    statement_bind_text(query, 2, name_key, strlen(name_key));
    enum error_code code = statement_next(query, &found, error);
    if (code)
        return code;
    *ret_found = (struct hall_found){0};
    *ret_secrets = (struct store_secrets){0};
    if (!found)
        return ERROR_NONE;
    ret_secrets->password = statement_copy_text(query, 2);
    if (!*ret_secrets->password) {
        statement_reset(query);
        return ERROR_NONE; /* it is closed */
    }
    *ret_found = (struct hall_found){
        .player = statement_int(query, 0),
        .name = statement_copy_text(query, 1),
        .account = true,
    };
    struct value hash = statement_value(query, 3);
    ret_secrets->has_code = hash.kind == VALUE_BLOB && hash.len == TOKEN_HASH_BYTES;
    if (ret_secrets->has_code)
        memcpy(ret_secrets->code_hash, hash.bytes, TOKEN_HASH_BYTES);
    statement_reset(query);
    return ERROR_NONE;
}

void store_found_finish(struct hall_found *found)
{
    free((void *)(uintptr_t)found->name); /* const for all but its maker */
    *found = (struct hall_found){0};
}

enum error_code store_reader_password(struct store_reader *reader, int64_t player,
                                      char **ret_password, struct error *error)
{
    struct statement *query = reader->queries[TOPIC_ACCOUNTS][QUERY_PASSWORD];
    bool found;
    statement_bind_int(query, 1, player);
    enum error_code code = statement_next(query, &found, error);
    if (code)
        return code;
    bool account = found && !statement_is_null(query, 0);
    *ret_password = account ? statement_copy_text(query, 0) : NULL;
    statement_reset(query);
    return ERROR_NONE;
}

enum error_code store_reader_tokens(struct store_reader *reader, int64_t player, int64_t current,
                                    int64_t now_ms, struct wire_arena *arena,
                                    struct wire_tokens *ret_tokens, struct error *error)
{
    struct statement *query = reader->queries[TOPIC_ACCOUNTS][QUERY_TOKENS];
    struct row_form form = row_form(query, &wire_record_token);
    struct wire_token *list = NULL;
    size_t count = 0;
    bool row;
    enum error_code code;
    statement_bind_int(query, 1, current);
    statement_bind_int(query, 2, player);
    statement_bind_int(query, 3, now_ms);
    statement_bind_int(query, 4, HALL_PAGE_MAX);
    while (!(code = statement_next(query, &row, error)) && row) {
        list = wire_arena_for_next(arena, list, count, sizeof *list);
        row_take(&form, query, arena, &list[count++]);
    }
    assert(count <= HALL_PAGE_MAX);
    *ret_tokens = (struct wire_tokens){.tokens = list, .tokens_count = count};
    return code;
}
