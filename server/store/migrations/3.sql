-- From version 2 to version 3: tournaments, ratings, judgements, and the key that exports are signed with.

-- In place: there may be millions of matches.
ALTER TABLE match ADD COLUMN tournament INTEGER;
ALTER TABLE match ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;

CREATE TABLE judgement (
    match INTEGER PRIMARY KEY,
    marks TEXT    NOT NULL
) STRICT;

CREATE TABLE rating (
    player     INTEGER NOT NULL REFERENCES player (id),
    family     TEXT    NOT NULL,
    rating     REAL    NOT NULL,
    deviation  REAL    NOT NULL,
    volatility REAL    NOT NULL,
    matches    INTEGER NOT NULL,
    at_ms      INTEGER NOT NULL,
    PRIMARY KEY (player, family)
) STRICT, WITHOUT ROWID;
CREATE INDEX rating_best ON rating (rating);
CREATE INDEX rating_best_of_family ON rating (family, rating);

CREATE TABLE tournament (
    id           INTEGER PRIMARY KEY,
    owner        INTEGER NOT NULL REFERENCES player (id),
    name         TEXT    NOT NULL,
    rules        TEXT    NOT NULL,
    format       TEXT    NOT NULL,
    rounds       INTEGER NOT NULL,
    starts       TEXT    NOT NULL,
    seed         INTEGER NOT NULL,
    clock        TEXT    NOT NULL,
    at_once      INTEGER NOT NULL,
    each_at_once INTEGER NOT NULL,
    rated        INTEGER NOT NULL,
    invited      INTEGER NOT NULL,
    forbidden    TEXT    NOT NULL,
    state        TEXT    NOT NULL,
    reason       TEXT    NOT NULL,
    created_ms   INTEGER NOT NULL,
    started_ms   INTEGER,
    ended_ms     INTEGER
) STRICT;
CREATE INDEX tournament_unfinished ON tournament (id) WHERE ended_ms IS NULL;

CREATE TABLE entrant (
    tournament INTEGER NOT NULL REFERENCES tournament (id),
    number     INTEGER NOT NULL,
    name       TEXT    NOT NULL,
    player     INTEGER REFERENCES player (id),
    withdrawn  INTEGER,
    PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE pair (
    tournament   INTEGER NOT NULL REFERENCES tournament (id),
    number       INTEGER NOT NULL,
    round        INTEGER NOT NULL,
    board        INTEGER NOT NULL,
    leg          INTEGER NOT NULL,
    attempt      INTEGER NOT NULL,
    kind         TEXT    NOT NULL,
    first        INTEGER NOT NULL,
    second       INTEGER,
    winner       INTEGER,
    start        TEXT    NOT NULL,
    is_void      INTEGER NOT NULL DEFAULT 0,
    first_match  INTEGER,
    second_match INTEGER,
    PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE server_key (
    seed BLOB NOT NULL CHECK (length(seed) = 32)
) STRICT;
