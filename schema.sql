-- The database of takeaway-server, version 1, embedded into the server at build time; later versions are reached
-- by the migrations in server/store. Times are milliseconds since 1970 UTC; rules, positions and moves
-- are in the one notation (common/game/game.h), so that the records can be read by people.

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
