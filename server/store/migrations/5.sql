-- From version 4 to version 5: one-time codes for lost passwords, accounts that their owners have closed, blocks, invitations,
-- lines of chat, and reports.

CREATE TABLE code (
    player     INTEGER PRIMARY KEY REFERENCES player (id),
    hash       BLOB    NOT NULL CHECK (length(hash) = 32),
    expires_ms INTEGER NOT NULL
) STRICT;
CREATE TRIGGER password_set AFTER UPDATE OF password ON player BEGIN
    DELETE FROM code WHERE player = new.id;
END;

CREATE TABLE block (
    player  INTEGER NOT NULL REFERENCES player (id),
    blocked INTEGER NOT NULL REFERENCES player (id),
    made_ms INTEGER NOT NULL,
    PRIMARY KEY (player, blocked),
    CHECK (player <> blocked)
) STRICT, WITHOUT ROWID;
CREATE INDEX block_blocked ON block (blocked);
CREATE TRIGGER player_dropped AFTER DELETE ON player BEGIN
    DELETE FROM block WHERE player = old.id;
    DELETE FROM block WHERE blocked = old.id;
END;

CREATE TRIGGER account_closed AFTER UPDATE OF password ON player WHEN new.password = '' BEGIN
    DELETE FROM token WHERE player = new.id;
    DELETE FROM rating WHERE player = new.id;
    DELETE FROM block WHERE player = new.id;
    DELETE FROM block WHERE blocked = new.id;
END;

CREATE TABLE invitation (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    code       TEXT    NOT NULL CHECK (length(code) = 22),
    maker      INTEGER NOT NULL REFERENCES player (id),
    addressee  TEXT,
    rules      TEXT    NOT NULL,
    start      TEXT    NOT NULL,
    clock      TEXT,
    first      TEXT    NOT NULL CHECK (first IN ('random', 'maker', 'taker')),
    rated      INTEGER NOT NULL CHECK (rated IN (0, 1)),
    uses       INTEGER NOT NULL CHECK (uses >= 1),
    created_ms INTEGER NOT NULL,
    expires_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX invitation_maker ON invitation (maker);

CREATE TABLE line (
    id     INTEGER PRIMARY KEY,
    match  INTEGER NOT NULL,
    room   TEXT    NOT NULL CHECK (room IN ('players', 'spectators')),
    player INTEGER NOT NULL,
    name   TEXT    NOT NULL,
    text   TEXT    NOT NULL,
    at_ms  INTEGER NOT NULL
) STRICT;
CREATE INDEX line_match ON line (match);

CREATE TABLE report (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    player      INTEGER NOT NULL,
    player_name TEXT    NOT NULL,
    about       INTEGER NOT NULL,
    about_name  TEXT    NOT NULL,
    match       INTEGER,
    words       TEXT    NOT NULL,
    made_ms     INTEGER NOT NULL,
    closed_ms   INTEGER
) STRICT;
CREATE INDEX report_open ON report (id) WHERE closed_ms IS NULL;
CREATE INDEX report_closed ON report (closed_ms) WHERE closed_ms IS NOT NULL;

-- In place: there may be millions of matches.
ALTER TABLE match ADD COLUMN awaited_until_ms INTEGER;
ALTER TABLE match ADD COLUMN code INTEGER;

-- Moves that were taken back.
ALTER TABLE match ADD COLUMN taken_back TEXT;
