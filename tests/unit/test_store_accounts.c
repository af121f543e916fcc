/* Accounts, tokens and bans: written, and read back. */
#include "tests/suite.h"
#include "tests/unit/test_store_fixture.h"

#include <stdio.h>
#include <string.h>

SUITE(store_accounts, 60);

static const int64_t day_ms = 86400000;

static struct place place;
static struct running running;
static struct store_reader *reader;
static struct error error;

/* A store with two guests, Ann and Bob, and their tokens 1 and 2. */
static void begin(void)
{
    place = place_make();
    running_start(&running, &place);
    running_commit(&running, batch_of_two_players());
    cr_assert_eq(store_reader_open(place.database, &reader, &error), ERROR_NONE, "%s",
                 error.message);
}

static void end(void)
{
    store_reader_close(reader);
    running_close(&running);
    place_remove(&place);
}

static struct hall_found look_up(int64_t token, int64_t now_ms)
{
    unsigned char hash[TOKEN_HASH_BYTES];
    struct hall_found found;
    token_hash_of(token, hash);
    cr_assert_eq(store_reader_token(reader, hash, now_ms, &found, &error), ERROR_NONE);
    return found;
}

/* --- tokens --- */

Test(store_accounts, a_token_tells_its_player)
{
    begin();
    struct hall_found found = look_up(2, 0);
    cr_assert_eq(found.player, 2);
    cr_assert_str_eq(found.name, "Bob");
    cr_assert_eq(found.token, 2);
    cr_assert_eq(found.token_expires_ms, LATER_MS);
    cr_assert_not(found.account);
    cr_assert_not(found.name_reserved);
    store_found_finish(&found);
    end();
}

static void assert_nobody(struct hall_found found)
{
    cr_assert_eq(found.player, 0);
    cr_assert_null(found.name);
    store_found_finish(&found);
}

Test(store_accounts, an_unknown_token_is_nobodys)
{
    begin();
    assert_nobody(look_up(3, 0));
    end();
}

Test(store_accounts, a_token_lasts_until_it_runs_out_and_longer_when_it_is_used)
{
    begin();
    struct batch *batch = batch_create();
    add_token(batch, 3, 1, 0, 1000);
    running_commit(&running, batch);
    struct hall_found found = look_up(3, 999);
    cr_assert_eq(found.player, 1);
    store_found_finish(&found);
    assert_nobody(look_up(3, 1000));
    batch = batch_create();
    add_token_used(batch, 3, 2000);
    running_commit(&running, batch);
    found = look_up(3, 1999);
    cr_assert_eq(found.token_expires_ms, 2000);
    store_found_finish(&found);
    assert_nobody(look_up(3, 2000));
    end();
}

/* The numbers of a player's tokens, as a text. */
static const char *tokens_of(int64_t player, int64_t now_ms)
{
    static char numbers[100];
    struct wire_arena *arena = wire_arena_create();
    struct wire_tokens list;
    size_t len = 0;
    numbers[0] = '\0';
    cr_assert_eq(store_reader_tokens(reader, player, 4, now_ms, arena, &list, &error), ERROR_NONE);
    for (size_t i = 0; i < list.tokens_count; i++) {
        len += (size_t)snprintf(numbers + len, sizeof numbers - len, "%s%lld", i ? " " : "",
                                (long long)list.tokens[i].token);
        cr_assert_eq(list.tokens[i].current, list.tokens[i].token == 4);
    }
    wire_arena_destroy(arena);
    return numbers;
}

/* Ann has 1, 3, 4, 5; Bob has 2, 6. */
static void add_more_tokens(void)
{
    struct batch *batch = batch_create();
    add_token(batch, 3, 1, 100, 500);
    add_token(batch, 4, 1, 200, 600);
    add_token(batch, 5, 1, 300, 700);
    add_token(batch, 6, 2, 400, 800);
    running_commit(&running, batch);
}

Test(store_accounts, the_tokens_of_a_player_are_listed_the_latest_first_while_they_last)
{
    begin();
    add_more_tokens();
    cr_assert_str_eq(tokens_of(1, 0), "5 4 3 1");
    cr_assert_str_eq(tokens_of(1, 600), "5 1");
    cr_assert_str_eq(tokens_of(3, 0), "");
    struct wire_arena *arena = wire_arena_create();
    struct wire_tokens list;
    cr_assert_eq(store_reader_tokens(reader, 1, 0, 600, arena, &list, &error), ERROR_NONE);
    assert_text(list.tokens[0].client, "takeaway 1.0");
    cr_assert_eq(list.tokens[0].created, 300);
    cr_assert_eq(list.tokens[0].expires, 700);
    wire_arena_destroy(arena);
    end();
}

Test(store_accounts, a_list_of_tokens_ends_with_a_page)
{
    begin();
    struct batch *batch = batch_create();
    for (int64_t number = 10; number < 10 + 2 * HALL_PAGE_MAX; number++)
        add_token(batch, number, 1, 0, LATER_MS);
    running_commit(&running, batch);
    struct wire_arena *arena = wire_arena_create();
    struct wire_tokens list;
    cr_assert_eq(store_reader_tokens(reader, 1, 0, 0, arena, &list, &error), ERROR_NONE);
    cr_assert_eq(list.tokens_count, HALL_PAGE_MAX);
    cr_assert_eq(list.tokens[0].token, 9 + 2 * HALL_PAGE_MAX);
    wire_arena_destroy(arena);
    end();
}

Test(store_accounts, a_player_revokes_one_token_and_only_their_own)
{
    begin();
    add_more_tokens();
    struct batch *batch = batch_create();
    add_token_revoked(batch, 1, 4, 0);
    add_token_revoked(batch, 1, 6, 0); /* Bob's */
    running_commit(&running, batch);
    cr_assert_str_eq(tokens_of(1, 0), "5 3 1");
    cr_assert_str_eq(tokens_of(2, 0), "6 2");
    end();
}

Test(store_accounts, a_player_revokes_all_tokens_but_one)
{
    begin();
    add_more_tokens();
    struct batch *batch = batch_create();
    add_token_revoked(batch, 1, 0, 4);
    running_commit(&running, batch);
    cr_assert_str_eq(tokens_of(1, 0), "4");
    cr_assert_str_eq(tokens_of(2, 0), "6 2");
    end();
}

Test(store_accounts, tokens_that_ran_out_go_when_new_ones_are_made_a_day_later)
{
    begin();
    add_more_tokens();
    struct batch *batch = batch_create();
    add_token(batch, 7, 2, 500 + day_ms, LATER_MS);
    running_commit(&running, batch);
    cr_assert_str_eq(tokens_of(1, 0), "5 4 3 1", "a day has passed, but not more");
    batch = batch_create();
    add_token(batch, 8, 2, 600 + day_ms, LATER_MS);
    running_commit(&running, batch);
    cr_assert_str_eq(tokens_of(1, 0), "5 4 1");
    batch = batch_create();
    add_token(batch, 9, 2, 900 + day_ms, LATER_MS);
    running_commit(&running, batch);
    cr_assert_str_eq(tokens_of(1, 0), "1");
    cr_assert_str_eq(tokens_of(2, 0), "9 8 7 2");
    end();
}

/* --- accounts --- */

static void register_account(int64_t player, const char *hash)
{
    struct batch *batch = batch_create();
    add_password(batch, player, hash);
    running_commit(&running, batch);
}

static void assert_password(int64_t player, const char *expected)
{
    char *password;
    cr_assert_eq(store_reader_password(reader, player, &password, &error), ERROR_NONE);
    if (expected)
        cr_assert_str_eq(password, expected);
    else
        cr_assert_null(password);
    free(password);
}

Test(store_accounts, an_account_is_found_by_its_name_with_its_password)
{
    begin();
    register_account(1, "hash of Ann's");
    struct hall_found found;
    struct store_secrets secrets;
    cr_assert_eq(store_reader_account(reader, "ann", 0, &found, &secrets, &error), ERROR_NONE);
    cr_assert_eq(found.player, 1);
    cr_assert_str_eq(found.name, "Ann");
    cr_assert(found.account);
    cr_assert_not(found.name_reserved);
    cr_assert_eq(found.token, 0);
    cr_assert_str_eq(secrets.password, "hash of Ann's");
    cr_assert_not(secrets.has_code);
    store_found_finish(&found);
    free(secrets.password);
    end();
}

Test(store_accounts, a_guest_is_no_account)
{
    begin();
    struct hall_found found;
    struct store_secrets secrets;
    cr_assert_eq(store_reader_account(reader, "bob", 0, &found, &secrets, &error), ERROR_NONE);
    cr_assert_null(secrets.password);
    assert_nobody(found);
    assert_password(2, NULL);
    assert_password(99, NULL);
    end();
}

Test(store_accounts, a_password_is_replaced)
{
    begin();
    register_account(1, "old");
    assert_password(1, "old");
    register_account(1, "new");
    assert_password(1, "new");
    assert_password(2, NULL);
    end();
}

Test(store_accounts, a_closed_account_keeps_its_name_and_nothing_else)
{
    begin();
    register_account(1, "hash");
    register_account(2, "hash");
    struct batch *batch = batch_create();
    add_code(batch, 1, 7, LATER_MS);
    add_token(batch, 3, 1, 0, LATER_MS);
    add_rating(batch, 1, "nim", 1600, 1);
    add_rating(batch, 1, "kayles", 1600, 1);
    add_rating(batch, 2, "nim", 1600, 1);
    add_closed(batch, 1);
    add_code(batch, 1, 8, LATER_MS); /* the account was looked up before */
    running_commit(&running, batch);

    struct hall_found found;
    struct store_secrets secrets;
    cr_assert_eq(store_reader_account(reader, "ann", 0, &found, &secrets, &error), ERROR_NONE);
    assert_nobody(found);
    cr_assert_str_eq(secrets.password, "", "the name is taken");
    cr_assert_not(secrets.has_code);
    free(secrets.password);
    assert_nobody(look_up(1, 0));
    assert_nobody(look_up(3, 0));
    assert_rows(place.database, "SELECT id, name, password, is_kept FROM player ORDER BY id",
                "1|Ann||1\n2|Bob|hash|0");
    assert_rows(place.database, "SELECT player FROM token", "2");
    assert_rows(place.database, "SELECT player, family FROM rating", "2|nim");
    assert_rows(place.database, "SELECT * FROM code", "");
    end();
}

Test(store_accounts, nobody_else_has_an_account_with_the_name_of_a_closed_one)
{
    begin();
    register_account(1, "hash");
    struct batch *batch = batch_create();
    add_closed(batch, 1);
    running_commit(&running, batch);
    cr_assert(test_database_refuses(place.database,
                                    "INSERT INTO player (id, name, name_key, password, created_ms)"
                                    " VALUES (9, 'ANN', 'ann', 'hash', 1)"));
    end();
}

/* 0: there is none. Otherwise the first byte of its hash. */
static int code_of(const char *name_key, int64_t now_ms)
{
    struct hall_found found;
    struct store_secrets secrets;
    cr_assert_eq(store_reader_account(reader, name_key, now_ms, &found, &secrets, &error),
                 ERROR_NONE);
    store_found_finish(&found);
    free(secrets.password);
    return secrets.has_code ? secrets.code_hash[0] : 0;
}

Test(store_accounts, a_one_time_code_lasts_until_it_expires_is_replaced_or_the_password_is_set)
{
    begin();
    register_account(1, "hash");
    register_account(2, "hash");
    struct batch *batch = batch_create();
    add_code(batch, 1, 7, 1000);
    running_commit(&running, batch);
    cr_assert_eq(code_of("ann", 999), 7);
    cr_assert_eq(code_of("ann", 1000), 0);
    cr_assert_eq(code_of("bob", 0), 0);
    batch = batch_create();
    add_code(batch, 1, 8, 2000);
    add_code(batch, 2, 9, 2000);
    running_commit(&running, batch);
    cr_assert_eq(code_of("ann", 1000), 8);
    register_account(1, "another hash");
    cr_assert_eq(code_of("ann", 1000), 0);
    cr_assert_eq(code_of("bob", 1000), 9);
    end();
}

Test(store_accounts,
     a_token_tells_whether_its_player_has_an_account_and_whether_somebody_else_has_the_name)
{
    begin();
    struct batch *batch = batch_create();
    add_player(batch, 3, "ANN"); /* when Ann was away */
    add_token(batch, 3, 3, 0, LATER_MS);
    add_password(batch, 3, "hash");
    running_commit(&running, batch);
    struct hall_found guest = look_up(1, 0), account = look_up(3, 0), other = look_up(2, 0);
    cr_assert(guest.name_reserved);
    cr_assert_not(guest.account);
    cr_assert(account.account);
    cr_assert_not(account.name_reserved, "by the player alone");
    cr_assert_not(other.name_reserved);
    store_found_finish(&guest);
    store_found_finish(&account);
    store_found_finish(&other);
    end();
}

Test(store_accounts, a_name_has_one_account_at_most)
{
    begin();
    struct batch *batch = batch_create();
    add_player(batch, 3, "ANN");
    add_password(batch, 3, "hash");
    running_commit(&running, batch);
    char reason[RUNNING_REASON_BYTES];
    batch = batch_create();
    add_password(batch, 1, "hash"); /* which the hall has to prevent */
    running_submit(&running, batch);
    cr_assert(running_wait_failed(&running, reason));
    cr_assert_str_eq(reason, test_database_is_postgres()
                                 ? "duplicate key value violates unique constraint"
                                   " \"player_account\" (SQLSTATE 23505)"
                                 : "UNIQUE constraint failed: player.name_key"
                                   " (SQLITE_CONSTRAINT_UNIQUE)");
    end();
    batch_destroy(batch);
}

/* --- bans --- */

#define BANS                                                                                       \
    "SELECT kind, subject, shown, reason, made_ms, until_ms FROM ban ORDER BY kind, subject"

Test(store_accounts, bans_are_kept_by_kind_and_subject_and_replaced)
{
    begin();
    struct batch *batch = batch_create();
    add_ban(batch, BAN_NAME, "ann", 100, 0);
    add_ban(batch, BAN_ADDRESS, "ann", 200, 1000);
    add_ban(batch, BAN_NAME, "bob", 300, 2000);
    add_ban(batch, BAN_NAME, "bob", 400, 3000);
    running_commit(&running, batch);
    assert_rows(place.database, BANS,
                "address|ann|as shown|as told|200|1000\n"
                "name|ann|as shown|as told|100|NULL\n"
                "name|bob|as shown|as told|400|3000");
    end();
}

Test(store_accounts, a_ban_is_taken_back)
{
    begin();
    struct batch *batch = batch_create();
    add_ban(batch, BAN_NAME, "ann", 100, 0);
    add_ban(batch, BAN_ADDRESS, "ann", 200, 1000);
    add_unban(batch, BAN_NAME, "ann");
    add_unban(batch, BAN_NAME, "nobody");
    running_commit(&running, batch);
    assert_rows(place.database, BANS, "address|ann|as shown|as told|200|1000");
    end();
}
