#include "tests/unit/test_store_fixture.h"

#include "common/base/memory.h"
#include "tests/database.h"
#include "tests/suite.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct place place_make(void)
{
    struct place place;
    const char *parent = getenv("TMPDIR");
    snprintf(place.directory, sizeof place.directory, "%s/takeaway-store-XXXXXX",
             parent ? parent : "/tmp");
    cr_assert_not_null(mkdtemp(place.directory), "no directory %s", place.directory);
    char path[sizeof place.directory + 16];
    snprintf(path, sizeof path, "%s/games.db", place.directory);
    test_database_make(path, place.database);
    return place;
}

void place_remove(const struct place *place)
{
    test_database_drop_all();
    DIR *directory = opendir(place->directory);
    cr_assert_not_null(directory);
    for (const struct dirent *entry; (entry = readdir(directory));)
        if (entry->d_name[0] != '.')
            cr_assert_eq(unlinkat(dirfd(directory), entry->d_name, 0), 0, "%s", entry->d_name);
    closedir(directory);
    cr_assert_eq(rmdir(place->directory), 0);
}

static void on_committed(void *owner)
{
    struct running *running = owner;
    pthread_mutex_lock(&running->mutex);
    running->committed++;
    pthread_cond_signal(&running->said);
    pthread_mutex_unlock(&running->mutex);
}

static void on_failed(void *owner, const char *reason)
{
    struct running *running = owner;
    pthread_mutex_lock(&running->mutex);
    running->failed++;
    snprintf(running->reason, sizeof running->reason, "%s", reason);
    pthread_cond_signal(&running->said);
    pthread_mutex_unlock(&running->mutex);
}

static void on_lost(void *owner, const char *reason)
{
    struct running *running = owner;
    (void)reason; /* a batch that fails for it tells it, too */
    pthread_mutex_lock(&running->mutex);
    running->lost++;
    pthread_mutex_unlock(&running->mutex);
}

static void open_store(struct running *running)
{
    struct error error;
    cr_assert_eq(store_open(running->database, &running->store, &error), ERROR_NONE, "%s",
                 error.message);
}

static void start_store(struct running *running)
{
    struct store_events events = {
        .owner = running,
        .committed = on_committed,
        .failed = on_failed,
        .lost = on_lost,
    };
    store_start(running->store, &events, INT64_MAX / 2);
}

void running_start(struct running *running, const struct place *place)
{
    *running = (struct running){.store = NULL};
    strcpy(running->database, place->database);
    pthread_mutex_init(&running->mutex, NULL);
    pthread_cond_init(&running->said, NULL);
    open_store(running);
    start_store(running);
}

void running_submit(struct running *running, const struct batch *batch)
{
    running->submitted++;
    store_submit(running->store, batch);
}

void running_wait_committed(struct running *running)
{
    pthread_mutex_lock(&running->mutex);
    while (running->committed < running->submitted)
        pthread_cond_wait(&running->said, &running->mutex);
    pthread_mutex_unlock(&running->mutex);
}

bool running_wait_failed(struct running *running, char ret_reason[RUNNING_REASON_BYTES])
{
    pthread_mutex_lock(&running->mutex);
    while (running->committed < running->submitted && running->failed == 0)
        pthread_cond_wait(&running->said, &running->mutex);
    bool failed = running->failed > 0;
    memcpy(ret_reason, running->reason, sizeof running->reason);
    running->failed = 0;
    pthread_mutex_unlock(&running->mutex);
    return failed;
}

void running_commit(struct running *running, struct batch *batch)
{
    running_submit(running, batch);
    running_wait_committed(running);
    batch_destroy(batch);
}

enum error_code running_recover(struct running *running, struct hall *hall, struct error *error)
{
    cr_assert(store_stop(running->store));
    store_close(running->store);
    open_store(running);
    enum error_code code = store_recover(running->store, hall, error);
    if (!code)
        start_store(running);
    return code;
}

void running_close(struct running *running)
{
    store_close(running->store);
    pthread_cond_destroy(&running->said);
    pthread_mutex_destroy(&running->mutex);
}

static const char *keep(struct batch *batch, const char *text)
{
    return batch_keep(batch, text, strlen(text));
}

void token_hash_of(int64_t number, unsigned char ret_hash[TOKEN_HASH_BYTES])
{
    memset(ret_hash, 0, TOKEN_HASH_BYTES);
    memcpy(ret_hash, &number, sizeof number);
}

void add_player(struct batch *batch, int64_t id, const char *name)
{
    char key[64];
    size_t len = strlen(name);
    for (size_t i = 0; i <= len; i++)
        key[i] = (char)(name[i] >= 'A' && name[i] <= 'Z' ? name[i] - 'A' + 'a' : name[i]);
    struct record *record = batch_append(batch, RECORD_PLAYER);
    record->player.id = id;
    record->player.name = keep(batch, name);
    record->player.name_key = keep(batch, key);
    record->player.created_ms = 1000 + id;
}

void add_password(struct batch *batch, int64_t player, const char *hash)
{
    struct record *record = batch_append(batch, RECORD_PASSWORD);
    record->password.player = player;
    record->password.hash = keep(batch, hash);
}

void add_token(struct batch *batch, int64_t number, int64_t player, int64_t created_ms,
               int64_t expires_ms)
{
    struct record *record = batch_append(batch, RECORD_TOKEN);
    record->token.number = number;
    record->token.player = player;
    token_hash_of(number, record->token.hash);
    record->token.client = keep(batch, "takeaway 1.0");
    record->token.created_ms = created_ms;
    record->token.expires_ms = expires_ms;
}

void add_token_used(struct batch *batch, int64_t number, int64_t expires_ms)
{
    struct record *record = batch_append(batch, RECORD_TOKEN_USED);
    record->token_used.number = number;
    record->token_used.expires_ms = expires_ms;
}

void add_token_revoked(struct batch *batch, int64_t player, int64_t number, int64_t except)
{
    struct record *record = batch_append(batch, RECORD_TOKEN_REVOKED);
    record->token_revoked.player = player;
    record->token_revoked.number = number;
    record->token_revoked.except = except;
}

void add_closed(struct batch *batch, int64_t player)
{
    batch_append(batch, RECORD_CLOSED)->closed.player = player;
}

void add_code(struct batch *batch, int64_t player, int code, int64_t expires_ms)
{
    struct record *record = batch_append(batch, RECORD_CODE);
    record->code.player = player;
    record->code.hash[0] = (unsigned char)code;
    record->code.expires_ms = expires_ms;
}

void add_ban(struct batch *batch, enum ban_kind kind, const char *subject, int64_t made_ms,
             int64_t until_ms)
{
    struct record *record = batch_append(batch, RECORD_BAN);
    record->ban.kind = kind;
    record->ban.subject = keep(batch, subject);
    record->ban.shown = keep(batch, "as shown");
    record->ban.reason = keep(batch, "as told");
    record->ban.made_ms = made_ms;
    record->ban.until_ms = until_ms;
}

void add_unban(struct batch *batch, enum ban_kind kind, const char *subject)
{
    struct record *record = batch_append(batch, RECORD_UNBAN);
    record->ban.kind = kind;
    record->ban.subject = keep(batch, subject);
}

struct record *add_match(struct batch *batch, int64_t id, int64_t first, int64_t second,
                         const char *start)
{
    struct record *record = batch_append(batch, RECORD_MATCH);
    record->match.id = id;
    record->match.rules = keep(batch, "nim");
    record->match.start = keep(batch, start);
    record->match.first = first;
    record->match.second = second;
    record->match.created_ms = 2000 + id;
    return record;
}

void add_clocked_match(struct batch *batch, int64_t id, int64_t first, int64_t second,
                       const char *clock)
{
    struct record *record = add_match(batch, id, first, second, "3+5");
    record->match.clock = keep(batch, clock);
}

struct record *add_move(struct batch *batch, int64_t match, int64_t ply, const char *move)
{
    struct record *record = batch_append(batch, RECORD_MOVE);
    record->move.match = match;
    record->move.ply = ply;
    record->move.move = keep(batch, move);
    record->move.at_ms = 3000 + ply;
    record->move.left_ms = -1;
    return record;
}

void add_clocked_move(struct batch *batch, int64_t match, int64_t ply, const char *move,
                      struct move_times times)
{
    struct record *record = add_move(batch, match, ply, move);
    record->move.taken_ms = times.taken_ms;
    record->move.credit_ms = times.credit_ms;
    record->move.left_ms = times.left_ms;
}

struct record *add_takeback(struct batch *batch, int64_t match, int64_t ply)
{
    struct record *record = add_move(batch, match, ply, "");
    record->kind = RECORD_TAKEBACK;
    return record;
}

struct record *add_end(struct batch *batch, int64_t match, int64_t plies, const char *moves,
                       enum ending ending, enum seat winner)
{
    struct record *record = batch_append(batch, RECORD_END);
    record->end.match = match;
    record->end.plies = plies;
    record->end.moves = keep(batch, moves);
    record->end.ending = ending;
    record->end.winner = winner;
    record->end.ended_ms = 4000 + match;
    return record;
}

void add_answer(struct batch *batch, int64_t player, const char *key, enum request_kind kind,
                int64_t subject, int64_t result, int64_t at_ms)
{
    struct record *record = batch_append(batch, RECORD_ANSWER);
    record->answer.player = player;
    record->answer.key = keep(batch, key);
    record->answer.kind = kind;
    record->answer.subject = subject;
    record->answer.result = result;
    record->answer.at_ms = at_ms;
}

void add_forget(struct batch *batch, int64_t player, const char *key)
{
    struct record *record = batch_append(batch, RECORD_FORGET);
    record->forget.player = player;
    record->forget.key = keep(batch, key);
}

struct record *add_tournament(struct batch *batch, int64_t id, const char *name)
{
    struct record *record = batch_append(batch, RECORD_TOURNAMENT);
    record->tournament.id = id;
    record->tournament.owner = 1;
    record->tournament.name = keep(batch, name);
    record->tournament.rules = keep(batch, "nim");
    record->tournament.format = FORMAT_SWISS;
    record->tournament.rounds = 2;
    record->tournament.starts = keep(batch, "3+5");
    record->tournament.seed = 12345;
    record->tournament.clock = keep(batch, "60/move");
    record->tournament.at_once = 32;
    record->tournament.created_ms = record->tournament.active_ms = 10000 + id;
    return record;
}

void add_tournament_state(struct batch *batch, int64_t tournament, enum tournament_state state,
                          const char *reason, int64_t at_ms)
{
    struct record *record = batch_append(batch, RECORD_TOURNAMENT_STATE);
    record->tournament_state.id = tournament;
    record->tournament_state.state = state;
    record->tournament_state.reason = keep(batch, reason);
    record->tournament_state.at_ms = at_ms;
}

void add_tournament_active(struct batch *batch, int64_t tournament, int64_t at_ms)
{
    struct record *record = batch_append(batch, RECORD_TOURNAMENT_ACTIVE);
    record->tournament_active.id = tournament;
    record->tournament_active.at_ms = at_ms;
}

void add_entrant(struct batch *batch, int64_t tournament, int64_t number, const char *name,
                 int64_t player, int64_t withdrawn)
{
    struct record *record = batch_append(batch, RECORD_ENTRANT);
    record->entrant.tournament = tournament;
    record->entrant.number = number;
    record->entrant.name = keep(batch, name);
    record->entrant.player = player;
    record->entrant.withdrawn = withdrawn;
}

void add_entrant_gone(struct batch *batch, int64_t tournament, int64_t number)
{
    struct record *record = batch_append(batch, RECORD_ENTRANT_GONE);
    record->entrant.tournament = tournament;
    record->entrant.number = number;
}

struct record *add_pair(struct batch *batch, int64_t tournament, int64_t number, const int place[4],
                        struct meeting meeting)
{
    struct record *record = batch_append(batch, RECORD_PAIR);
    record->pair.tournament = tournament;
    record->pair.number = number;
    record->pair.round = place[0];
    record->pair.board = place[1];
    record->pair.leg = place[2];
    record->pair.attempt = place[3];
    record->pair.kind = MEETING_PLAYED;
    record->pair.first = meeting.first;
    record->pair.second = meeting.second;
    record->pair.winner = ENTRANT_NOBODY;
    record->pair.start = keep(batch, "3+5");
    return record;
}

void add_bye(struct batch *batch, int64_t tournament, int64_t number, const int place[4],
             int entrant)
{
    struct meeting meeting = {.first = entrant, .second = ENTRANT_NOBODY};
    struct record *record = add_pair(batch, tournament, number, place, meeting);
    record->pair.kind = MEETING_BYE;
    record->pair.start = keep(batch, "");
}

void add_forfeit(struct batch *batch, int64_t tournament, int64_t number, const int place[4],
                 struct meeting meeting, int winner)
{
    struct record *record = add_pair(batch, tournament, number, place, meeting);
    record->pair.kind = MEETING_FORFEIT;
    record->pair.winner = winner;
    record->pair.start = keep(batch, "");
}

void add_pair_match(struct batch *batch, int64_t tournament, int64_t number, int64_t game,
                    int64_t match, const int64_t players[2])
{
    struct record *record = add_match(batch, match, players[0], players[1], "3+5");
    record->match.clock = keep(batch, "60/move");
    record->match.tournament = tournament;
    record = batch_append(batch, RECORD_PAIR_MATCH);
    record->pair_match.tournament = tournament;
    record->pair_match.number = number;
    record->pair_match.game = game;
    record->pair_match.match = match;
}

void add_pair_void(struct batch *batch, int64_t tournament, int64_t number)
{
    struct record *record = batch_append(batch, RECORD_PAIR_VOID);
    record->pair_void.tournament = tournament;
    record->pair_void.number = number;
}

void add_marks(struct batch *batch, int64_t match, const char *marks)
{
    struct record *record = batch_append(batch, RECORD_MARKS);
    record->marks.match = match;
    record->marks.marks = keep(batch, marks);
}

struct record *add_rating(struct batch *batch, int64_t player, const char *family, double rating,
                          int64_t matches)
{
    struct record *record = batch_append(batch, RECORD_RATING);
    record->rating.player = player;
    record->rating.family = keep(batch, family);
    record->rating.rating = rating;
    record->rating.deviation = rating / 10;
    record->rating.volatility = rating / 20000;
    record->rating.matches = matches;
    record->rating.at_ms = 20000 + matches;
    return record;
}

struct record *add_invitation(struct batch *batch, int64_t id, int64_t maker, const char *code)
{
    struct record *record = batch_append(batch, RECORD_INVITATION);
    record->invitation.id = id;
    record->invitation.code = keep(batch, code);
    record->invitation.maker = maker;
    record->invitation.rules = keep(batch, "nim");
    record->invitation.start = keep(batch, "3+5");
    record->invitation.uses = 2;
    record->invitation.created_ms = 4000;
    record->invitation.expires_ms = 400000000;
    return record;
}

void add_invitation_used(struct batch *batch, int64_t id)
{
    batch_append(batch, RECORD_INVITATION_USED)->invitation.id = id;
}

void add_invitation_gone(struct batch *batch, int64_t id)
{
    batch_append(batch, RECORD_INVITATION_GONE)->invitation.id = id;
}

void add_block(struct batch *batch, int64_t player, int64_t blocked, int64_t made_ms)
{
    struct record *record = batch_append(batch, RECORD_BLOCK);
    record->block.player = player;
    record->block.blocked = blocked;
    record->block.made_ms = made_ms;
}

void add_unblock(struct batch *batch, int64_t player, int64_t blocked)
{
    struct record *record = batch_append(batch, RECORD_UNBLOCK);
    record->block.player = player;
    record->block.blocked = blocked;
}

void add_line(struct batch *batch, int64_t match, int64_t player, const char *name,
              const char *text, int64_t at_ms)
{
    batch_append(batch, RECORD_LINE)->line = (struct line_record){
        .match = match,
        .room = "players",
        .player = player,
        .name = keep(batch, name),
        .text = keep(batch, text),
        .at_ms = at_ms,
    };
}

void add_report(struct batch *batch, int64_t id, int64_t match, const char *words)
{
    batch_append(batch, RECORD_REPORT)->report = (struct report_record){
        .id = id,
        .player = 1,
        .player_name = "Ann",
        .about = 2,
        .about_name = "Bob",
        .match = match,
        .words = keep(batch, words),
        .made_ms = 4000,
    };
}

void add_report_closed(struct batch *batch, int64_t id, int64_t at_ms)
{
    struct record *record = batch_append(batch, RECORD_REPORT_CLOSED);
    record->report_closed.id = id;
    record->report_closed.at_ms = at_ms;
}

struct batch *batch_of_two_players(void)
{
    struct batch *batch = batch_create();
    add_player(batch, 1, "Ann");
    add_token(batch, 1, 1, 1001, LATER_MS);
    add_player(batch, 2, "Bob");
    add_token(batch, 2, 2, 1002, LATER_MS);
    return batch;
}

int64_t ask_int(const struct place *place, const char *sql)
{
    char *rows = test_database_ask(place->database, sql);
    char *end;
    int64_t value = strtoll(rows, &end, 10);
    cr_assert(end != rows && *end == '\0', "%s: %s", sql, rows);
    free(rows);
    return value;
}

void assert_rows(const char *database, const char *sql, const char *expected)
{
    char *rows = test_database_ask(database, sql);
    cr_assert_str_eq(rows, expected, "%s:\n%s\ninstead of\n%s", sql, rows, expected);
    free(rows);
}

void do_sql(const struct place *place, const char *sql)
{
    sqlite3 *db;
    if (test_database_is_postgres()) {
        free(test_database_ask(place->database, sql));
        return;
    }
    cr_assert_eq(sqlite3_open(place->database, &db), SQLITE_OK);
    sqlite3_exec(db, "PRAGMA ignore_check_constraints = ON", NULL, NULL, NULL);
    cr_assert_eq(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK, "%s: %s", sql,
                 sqlite3_errmsg(db));
    sqlite3_close(db);
}

void assert_text(struct wire_text text, const char *expected)
{
    cr_assert_eq(text.bytes == NULL, expected == NULL);
    cr_assert(expected == NULL || wire_text_equal(text, expected), "'%s' instead of '%s'",
              text.bytes, expected);
}

const char *words_text(const struct wire_text *list, size_t count)
{
    static char text[200];
    size_t len = 0;
    text[0] = '\0';
    for (size_t i = 0; i < count; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, "%s%.*s", i ? " " : "",
                                (int)list[i].len, list[i].bytes);
    return text;
}
