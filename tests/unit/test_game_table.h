/* What the tests of the rules share: a table to play at, and expectations about texts. */
#ifndef TESTS_UNIT_TEST_GAME_TABLE_H
#define TESTS_UNIT_TEST_GAME_TABLE_H

#include "common/base/memory.h"
#include "common/game/game.h"
#include "tests/suite.h"

#include <stdio.h>
#include <string.h>

/* The rules and a position of them. */
struct table {
    struct rules rules;
    struct position position;
};

static inline struct rules rules_of(const char *text)
{
    struct rules rules;
    struct error error;
    cr_assert_eq(rules_parse(&rules, text, strlen(text), &error), ERROR_NONE, "%s: %s", text,
                 error.message);
    return rules;
}

static inline void table_set(struct table *table, const char *position)
{
    struct error error;
    cr_assert_eq(
        position_parse(&table->rules, position, strlen(position), &table->position, &error),
        ERROR_NONE, "%s, %s: %s", table->rules.text, position, error.message);
}

/* Sets up a table; table_clear() it when done. */
static inline struct table table_of(const char *rules, const char *position)
{
    struct table table = {.rules = rules_of(rules)};
    table_set(&table, position);
    return table;
}

static inline void table_clear(struct table *table)
{
    position_finish(&table->position);
}

/* The canonical texts; `text` is the caller's and is overwritten. */
static inline const char *position_text(const struct table *table, struct text *text)
{
    text_clear(text);
    position_print(&table->rules, &table->position, text);
    return text_string(text);
}

static inline const char *move_text(const struct table *table, const struct move *move,
                                    struct text *text)
{
    text_clear(text);
    move_print(&table->rules, &table->position, move, text);
    return text_string(text);
}

static inline void expect_rules(const char *text, const char *canonical)
{
    struct rules rules = rules_of(text);
    cr_assert_str_eq(rules.text, canonical, "%s is %s", text, rules.text);
    cr_assert_eq(rules.text_len, strlen(canonical));
}

static inline void expect_bad_rules(const char *text, const char *message)
{
    struct rules rules;
    struct error error;
    cr_assert_eq(rules_parse(&rules, text, strlen(text), &error), ERROR_BAD_RULES, "%s", text);
    cr_assert_eq(error.code, ERROR_BAD_RULES);
    cr_assert_str_eq(error.message, message, "%s: %s", text, error.message);
}

static inline void expect_position(const char *rules, const char *text, const char *canonical)
{
    struct table table = table_of(rules, text);
    struct text printed = {0};
    cr_assert_str_eq(position_text(&table, &printed), canonical, "%s, %s is %s", rules, text,
                     text_string(&printed));
    text_finish(&printed);
    table_clear(&table);
}

static inline void expect_bad_position(const char *rules, const char *text, const char *message)
{
    struct rules parsed = rules_of(rules);
    struct position position = {0};
    struct error error;
    cr_assert_eq(position_parse(&parsed, text, strlen(text), &position, &error), ERROR_BAD_POSITION,
                 "%s, %s", rules, text);
    cr_assert_eq(error.code, ERROR_BAD_POSITION);
    cr_assert_str_eq(error.message, message, "%s, %s: %s", rules, text, error.message);
    cr_assert_null(position.cells, "%s, %s left something behind", rules, text);
}

/* Plays a move from one position to another. */
static inline void expect_move(const char *rules, const char *from, const char *text,
                               const char *canonical, const char *to)
{
    struct table table = table_of(rules, from);
    struct text printed = {0};
    struct move move;
    struct error error;
    cr_assert_eq(move_parse(&table.rules, &table.position, text, strlen(text), &move, &error),
                 ERROR_NONE, "%s, %s, %s: %s", rules, from, text, error.message);
    cr_assert_str_eq(move_text(&table, &move, &printed), canonical, "%s, %s, %s is %s", rules, from,
                     text, text_string(&printed));
    move_apply(&table.rules, &table.position, &move);
    cr_assert_str_eq(position_text(&table, &printed), to, "%s, %s, %s leaves %s", rules, from, text,
                     text_string(&printed));
    text_finish(&printed);
    table_clear(&table);
}

static inline void expect_bad_move(const char *rules, const char *from, const char *text,
                                   enum error_code code, const char *message)
{
    struct table table = table_of(rules, from);
    struct move move;
    struct error error;
    cr_assert_eq(move_parse(&table.rules, &table.position, text, strlen(text), &move, &error), code,
                 "%s, %s, %s", rules, from, text);
    cr_assert_eq(error.code, code);
    cr_assert_str_eq(error.message, message, "%s, %s, %s: %s", rules, from, text, error.message);
    table_clear(&table);
}

/* Does the text stand for a legal move? If so it has to be this one. */
static inline bool table_allows(const struct table *table, const char *text,
                                const struct move *move)
{
    struct move parsed;
    struct error error;
    enum error_code failed =
        move_parse(&table->rules, &table->position, text, strlen(text), &parsed, &error);
    cr_assert(failed || move_equal(&parsed, move), "%s was read as another move", text);
    return !failed;
}

/* The move with this index has this text, which stands for it; the next index is the next one's. */
static inline struct move expect_next_move(const struct table *table, uint128 *index,
                                           const char *text)
{
    struct text printed = {0};
    struct move move;
    bool has_next = *index < move_count(&table->rules, &table->position);
    cr_assert(has_next, "%s is missing", text);
    move_at(&table->rules, &table->position, (*index)++, &move);
    cr_assert_str_eq(move_text(table, &move, &printed), text);
    cr_assert(table_allows(table, text, &move), "%s is not read", text);
    text_finish(&printed);
    return move;
}

/* A copy of `len` bytes without a zero behind them, so that AddressSanitizer sees who reads on. */
static inline char *bare_copy(const char *bytes, size_t len)
{
    char *copy = memory_zeroed(len, 1);
    if (len)
        memcpy(copy, bytes, len);
    return copy;
}

#endif
