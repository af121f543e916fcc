-- From version 1 to version 2: accounts, tokens that can be listed and run out, bans, clocks. Version 1 had one token a
-- player, which never ran out, in the column player.token_hash.

DROP TRIGGER match_ended;
DROP INDEX match_unfinished;
ALTER TABLE match RENAME TO match_1;
ALTER TABLE player RENAME TO player_1;

CREATE TABLE player (
    id         INTEGER PRIMARY KEY,
    name       TEXT    NOT NULL,
    name_key   TEXT    NOT NULL,
    password   TEXT,
    created_ms INTEGER NOT NULL
) STRICT;
INSERT INTO player SELECT id, name, name_key, NULL, created_ms FROM player_1;
CREATE UNIQUE INDEX player_account ON player (name_key) WHERE password IS NOT NULL;

CREATE TABLE token (
    number     INTEGER PRIMARY KEY AUTOINCREMENT,
    player     INTEGER NOT NULL REFERENCES player (id),
    hash       BLOB    NOT NULL CHECK (length(hash) = 32),
    client     TEXT    NOT NULL,
    created_ms INTEGER NOT NULL,
    expires_ms INTEGER NOT NULL
) STRICT;
-- Ninety days from now. The numbers are those of the players, so unique too.
INSERT INTO token
    SELECT id, id, token_hash, 'unknown', created_ms, (strftime('%s', 'now') + 90 * 86400) * 1000 FROM player_1;
CREATE UNIQUE INDEX token_hash ON token (hash);
CREATE INDEX token_player ON token (player);
CREATE INDEX token_expires ON token (expires_ms);
CREATE TRIGGER token_made AFTER INSERT ON token BEGIN
    DELETE FROM token WHERE number IN (SELECT number FROM token WHERE expires_ms < new.created_ms - 86400000
                                       ORDER BY expires_ms LIMIT 4);
END;

CREATE TABLE ban (
    kind     TEXT    NOT NULL CHECK (kind IN ('name', 'address')),
    subject  TEXT    NOT NULL,
    shown    TEXT    NOT NULL,
    reason   TEXT    NOT NULL,
    made_ms  INTEGER NOT NULL,
    until_ms INTEGER,
    PRIMARY KEY (kind, subject)
) STRICT, WITHOUT ROWID;

CREATE TABLE match (
    id           INTEGER PRIMARY KEY,
    rules        TEXT    NOT NULL,
    start        TEXT    NOT NULL,
    first        INTEGER NOT NULL REFERENCES player (id),
    second       INTEGER NOT NULL REFERENCES player (id),
    clock        TEXT,
    created_ms   INTEGER NOT NULL,
    journal_from INTEGER NOT NULL,
    ending       TEXT,
    winner       TEXT CHECK (winner IN ('first', 'second', 'nobody')),
    plies        INTEGER,
    ended_ms     INTEGER,
    moves        TEXT,
    times        TEXT,
    CHECK ((ending IS NULL) = (winner IS NULL) AND (ending IS NULL) = (plies IS NULL)
       AND (ending IS NULL) = (ended_ms IS NULL) AND (ending IS NULL) = (moves IS NULL))
) STRICT;
INSERT INTO match
    SELECT id, rules, start, first, second, NULL, created_ms, journal_from, ending, winner, plies, ended_ms, moves, NULL
    FROM match_1;
DROP TABLE match_1;
DROP TABLE player_1; -- after the table that refers to it
CREATE INDEX match_unfinished ON match (journal_from) WHERE ending IS NULL;
CREATE TRIGGER match_ended AFTER UPDATE OF ending ON match BEGIN
    -- Once only when somebody plays against a bearer of the same name.
    INSERT OR IGNORE INTO history SELECT name_key, new.id FROM player WHERE id IN (new.first, new.second);
END;

-- In place: the journal is the one table without an end.
ALTER TABLE journal ADD COLUMN taken_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE journal ADD COLUMN credit_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE journal ADD COLUMN left_ms INTEGER;
