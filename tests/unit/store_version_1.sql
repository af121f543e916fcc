-- A database of version 1 as its server left it: the schema as it was released, which never changes, and an evening.

CREATE TABLE player (
    id         INTEGER PRIMARY KEY,
    name       TEXT    NOT NULL,
    name_key   TEXT    NOT NULL, -- equal for names that differ in case only
    token_hash BLOB    NOT NULL UNIQUE CHECK (length(token_hash) = 32), -- the token itself is nowhere
    created_ms INTEGER NOT NULL
) STRICT;

-- A live match has ending NULL and its moves in the journal; an ended one has its whole record here. The moves
-- come last because they can be long: a list of matches then reads none of their overflow pages. Endings
-- have no CHECK of their texts: adding one to a table of millions of rows would rewrite the table.
CREATE TABLE match (
    id           INTEGER PRIMARY KEY,
    rules        TEXT    NOT NULL,
    start        TEXT    NOT NULL,
    first        INTEGER NOT NULL REFERENCES player (id), -- who moves first
    second       INTEGER NOT NULL REFERENCES player (id),
    created_ms   INTEGER NOT NULL,
    journal_from INTEGER NOT NULL, -- its moves are in the journal after this row
    ending       TEXT, -- 'normal', 'resignation', ...: see ending_text()
    winner       TEXT CHECK (winner IN ('first', 'second', 'nobody')),
    plies        INTEGER,
    ended_ms     INTEGER,
    moves        TEXT, -- a space between two
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
    id    INTEGER PRIMARY KEY,
    match INTEGER NOT NULL,
    ply   INTEGER NOT NULL, -- from 1
    move  TEXT    NOT NULL,
    at_ms INTEGER NOT NULL
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
PRAGMA user_version = 1;

-- Two players have had the name Ann, one after the other.
INSERT INTO player VALUES
    (1, 'Ann', 'ann', x'0101010101010101010101010101010101010101010101010101010101010101', 1001),
    (2, 'Bob', 'bob', x'0202020202020202020202020202020202020202020202020202020202020202', 1002),
    (3, 'ANN', 'ann', x'0303030303030303030303030303030303030303030303030303030303030303', 1003),
    (4, 'Zoë', 'zoë', x'0404040404040404040404040404040404040404040404040404040404040404', 1004);

-- Live: 2 and 4, and 5 without a move. Moves of all are interleaved.
INSERT INTO match (id, rules, start, first, second, created_ms, journal_from) VALUES
    (1, 'nim', '3+5', 1, 2, 2001, 0),
    (2, 'take-away:2x', '35', 2, 1, 2002, 0),
    (3, 'nim', '3+5', 3, 1, 2003, 2),
    (4, 'octal:0.77', '5+8', 4, 3, 2004, 3),
    (5, 'nim,misere', '4+6', 1, 4, 2005, 6);
INSERT INTO journal (match, ply, move, at_ms) VALUES
    (1, 1, '5>3', 3001),
    (2, 1, '35>34', 3002),
    (1, 2, '3>0', 3003),
    (4, 1, '5>3', 3004),
    (1, 3, '3>0', 3005),
    (2, 2, '34@2>32', 3006),
    (4, 2, '8>2+5', 3007);
UPDATE match SET ending = 'normal', winner = 'first', plies = 3, ended_ms = 4001, moves = '5>3 3>0 3>0' WHERE id = 1;
UPDATE match SET ending = 'aborted', winner = 'nobody', plies = 0, ended_ms = 4003, moves = '' WHERE id = 3;

INSERT INTO answer VALUES
    (1, 'a', 1, 0, -7, 3100),
    (1, 'b', 3, 7, 2, 3200),
    (2, 'a', 5, 1, 0, 3300);
