-- A database of version 2 as its server left it: the schema as it was released, which never changes, and an evening.

CREATE TABLE player (
    id         INTEGER PRIMARY KEY,
    name       TEXT    NOT NULL,
    name_key   TEXT    NOT NULL, -- equal for names that differ in case only
    password   TEXT, -- of an account: its hash, as libsodium writes it; NULL: a guest
    created_ms INTEGER NOT NULL
) STRICT;
-- Guests may share a name, one after the other; a name has one account at most.
CREATE UNIQUE INDEX player_account ON player (name_key) WHERE password IS NOT NULL;

-- What gives players their seats back. AUTOINCREMENT: no number is given twice, though rows are deleted.
CREATE TABLE token (
    number     INTEGER PRIMARY KEY AUTOINCREMENT,
    player     INTEGER NOT NULL REFERENCES player (id),
    hash       BLOB    NOT NULL CHECK (length(hash) = 32), -- the token itself is nowhere
    client     TEXT    NOT NULL, -- the program that it was made for
    created_ms INTEGER NOT NULL,
    expires_ms INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX token_hash ON token (hash);
CREATE INDEX token_player ON token (player);
CREATE INDEX token_expires ON token (expires_ms);
-- Each new one takes away a few that have run out, so that they never pile up and no moment is long. Those that ran out
-- within a day stay: somebody may just have come in with one.
CREATE TRIGGER token_made AFTER INSERT ON token BEGIN
    DELETE FROM token WHERE number IN (SELECT number FROM token WHERE expires_ms < new.created_ms - 86400000
                                       ORDER BY expires_ms LIMIT 4);
END;

-- Whom the operator keeps out. Those that have run out are taken away with the next change.
CREATE TABLE ban (
    kind     TEXT    NOT NULL CHECK (kind IN ('name', 'address')),
    subject  TEXT    NOT NULL, -- a name_key or an address
    shown    TEXT    NOT NULL, -- the name as the operator wrote it, or the address
    reason   TEXT    NOT NULL,
    made_ms  INTEGER NOT NULL,
    until_ms INTEGER, -- NULL: for good
    PRIMARY KEY (kind, subject)
) STRICT, WITHOUT ROWID;

-- A live match has ending NULL and its moves in the journal; an ended one has its whole record here. The moves and their
-- times come last because they can be long: a list of matches then reads none of their overflow pages. Endings
-- have no CHECK of their texts: adding one to a table of millions of rows would rewrite the table.
CREATE TABLE match (
    id           INTEGER PRIMARY KEY,
    rules        TEXT    NOT NULL,
    start        TEXT    NOT NULL,
    first        INTEGER NOT NULL REFERENCES player (id), -- who moves first
    second       INTEGER NOT NULL REFERENCES player (id),
    clock        TEXT, -- '300+3', '30/move'; NULL: none
    created_ms   INTEGER NOT NULL,
    journal_from INTEGER NOT NULL, -- its moves are in the journal after this row
    ending       TEXT, -- 'normal', 'resignation', ...: see ending_text()
    winner       TEXT CHECK (winner IN ('first', 'second', 'nobody')),
    plies        INTEGER,
    ended_ms     INTEGER,
    moves        TEXT, -- a space between two
    times        TEXT, -- of each move the ms taken, as 1234 or with the lag credit as 1234-56; NULL: ended under version 1
    CHECK ((ending IS NULL) = (winner IS NULL) AND (ending IS NULL) = (plies IS NULL)
       AND (ending IS NULL) = (ended_ms IS NULL) AND (ending IS NULL) = (moves IS NULL))
) STRICT;
-- Small whatever the number of ended matches, and its first entry says where the journal is still needed.
CREATE INDEX match_unfinished ON match (journal_from) WHERE ending IS NULL;

-- The ended matches of a name: several players may have had it over time, and a page of them all, the latest
-- first, is one walk along this table.
CREATE TABLE history (
    name_key TEXT    NOT NULL,
    match    INTEGER NOT NULL,
    PRIMARY KEY (name_key, match)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER match_ended AFTER UPDATE OF ending ON match BEGIN
    -- Once only when somebody plays against a bearer of the same name.
    INSERT OR IGNORE INTO history SELECT name_key, new.id FROM player WHERE id IN (new.first, new.second);
END;

-- Every move in the order in which it was made. Append-only, and without an index of its own: an index would
-- halve the speed of play.
CREATE TABLE journal (
    id        INTEGER PRIMARY KEY,
    match     INTEGER NOT NULL,
    ply       INTEGER NOT NULL, -- from 1
    move      TEXT    NOT NULL,
    at_ms     INTEGER NOT NULL, -- when it came
    taken_ms  INTEGER NOT NULL DEFAULT 0, -- since the turn was given, by the monotonic clock, lag included; version 1: 0
    credit_ms INTEGER NOT NULL DEFAULT 0, -- of these given back for lag
    left_ms   INTEGER -- on the mover's clock after the move; NULL: no clock
) STRICT;

-- What came of a request with a key, so that the same key again is the same request again.
CREATE TABLE answer (
    player  INTEGER NOT NULL,
    key     TEXT    NOT NULL,
    kind    INTEGER NOT NULL, -- enum request_kind
    subject INTEGER NOT NULL, -- the offer or match that the request named; 0: none
    result  INTEGER NOT NULL, -- the offer or match that came of it; 0: none
    at_ms   INTEGER NOT NULL,
    PRIMARY KEY (player, key)
) STRICT, WITHOUT ROWID;

PRAGMA application_id = 0x54616B65;
PRAGMA user_version = 2;

-- Two have accounts.
INSERT INTO player VALUES
    (1, 'Ann', 'ann', '$argon2id$1', 1001),
    (2, 'Bob', 'bob', NULL, 1002),
    (3, 'Zoë', 'zoë', '$argon2id$3', 1003);
INSERT INTO token VALUES
    (1, 1, x'0101010101010101010101010101010101010101010101010101010101010101', 'takeaway 0.1.0', 1001, 9000000000001),
    (2, 2, x'0202020202020202020202020202020202020202020202020202020202020202', 'takeaway 0.1.0', 1002, 9000000000002),
    (5, 3, x'0505050505050505050505050505050505050505050505050505050505050505', 'bot', 1005, 9000000000005);
INSERT INTO ban VALUES
    ('name', 'cem', 'Cem', 'rude', 2000, NULL),
    ('address', '10.1.2.3', '10.1.2.3', 'flood', 2001, 9000000000000);

-- Live: 2, with a clock, and 4 without a move. Moves of all are interleaved.
INSERT INTO match (id, rules, start, first, second, clock, created_ms, journal_from) VALUES
    (1, 'nim', '3+5', 1, 2, '300+3', 2001, 0),
    (2, 'take-away:2x', '35', 2, 1, '30/move', 2002, 0),
    (3, 'nim', '3+5', 3, 1, NULL, 2003, 2),
    (4, 'nim,misere', '4+6', 1, 3, NULL, 2004, 4);
INSERT INTO journal (match, ply, move, at_ms, taken_ms, credit_ms, left_ms) VALUES
    (1, 1, '5>3', 3001, 1000, 10, 302010),
    (2, 1, '35>34', 3002, 500, 0, 30000),
    (1, 2, '3>0', 3003, 2, 0, 302998),
    (2, 2, '34@2>32', 3004, 700, 20, 30000);
UPDATE match SET ending = 'resignation', winner = 'first', plies = 2, ended_ms = 4001, moves = '5>3 3>0',
    times = '1000-10 2' WHERE id = 1;
UPDATE match SET ending = 'aborted', winner = 'nobody', plies = 0, ended_ms = 4003, moves = '' WHERE id = 3;

INSERT INTO answer VALUES
    (1, 'a', 12, 0, 0, 3100),
    (2, 'a', 8, 1, 0, 3300);
