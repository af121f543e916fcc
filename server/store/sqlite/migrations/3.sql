-- From version 2 to version 3: tournaments, ratings, judgements, and the key that exports are signed with.

-- In place: there may be millions of matches.
ALTER TABLE match ADD COLUMN tournament INTEGER REFERENCES tournament (id);
ALTER TABLE match ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;

CREATE TABLE judgement (
    match INTEGER PRIMARY KEY REFERENCES match (id),
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
    rated        INTEGER NOT NULL CHECK (rated IN (0, 1)),
    invited      INTEGER NOT NULL CHECK (invited IN (0, 1)),
    forbidden    TEXT    NOT NULL,
    state        TEXT    NOT NULL,
    reason       TEXT    NOT NULL,
    created_ms   INTEGER NOT NULL,
    active_ms    INTEGER NOT NULL,
    started_ms   INTEGER,
    ended_ms     INTEGER,
    CHECK ((ended_ms IS NOT NULL) = (state IN ('finished', 'cancelled')))
) STRICT;
CREATE INDEX tournament_unfinished ON tournament (id) WHERE ended_ms IS NULL;

CREATE TABLE entrant (
    tournament INTEGER NOT NULL REFERENCES tournament (id),
    number     INTEGER NOT NULL CHECK (number >= 0),
    name       TEXT    NOT NULL,
    player     INTEGER REFERENCES player (id),
    withdrawn  INTEGER CHECK (withdrawn >= 0),
    PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE pair (
    tournament   INTEGER NOT NULL REFERENCES tournament (id),
    number       INTEGER NOT NULL,
    round        INTEGER NOT NULL,
    board        INTEGER NOT NULL,
    leg          INTEGER NOT NULL,
    attempt      INTEGER NOT NULL,
    kind         TEXT    NOT NULL CHECK (kind IN ('played', 'bye', 'forfeit')),
    first        INTEGER NOT NULL,
    second       INTEGER,
    winner       INTEGER,
    start        TEXT    NOT NULL,
    is_void      INTEGER NOT NULL DEFAULT 0 CHECK (is_void IN (0, 1)),
    first_match  INTEGER REFERENCES match (id),
    second_match INTEGER REFERENCES match (id),
    PRIMARY KEY (tournament, number),
    FOREIGN KEY (tournament, first) REFERENCES entrant (tournament, number),
    FOREIGN KEY (tournament, second) REFERENCES entrant (tournament, number),
    CHECK ((second IS NULL) = (kind = 'bye')),
    CHECK ((winner IS NOT NULL) = (kind = 'forfeit') AND (winner IS NULL OR winner IN (first, second))),
    CHECK ((start <> '') = (kind = 'played')),
    CHECK (kind = 'played' OR (first_match IS NULL AND second_match IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX pair_schedule ON pair (tournament, round, board, leg, number);

CREATE TABLE progress (
    tournament INTEGER PRIMARY KEY REFERENCES tournament (id),
    round      INTEGER NOT NULL,
    matches    INTEGER NOT NULL CHECK (matches >= 0)
) STRICT;
CREATE TRIGGER pair_made AFTER INSERT ON pair BEGIN
    INSERT INTO progress VALUES (new.tournament, new.round, 0)
        ON CONFLICT DO UPDATE SET round = max(round, excluded.round);
END;
CREATE TRIGGER pair_match_ended AFTER UPDATE OF ending ON match WHEN old.ending IS NULL AND new.ending <> 'void' BEGIN
    UPDATE progress SET matches = matches + 1 WHERE tournament = new.tournament;
END;
CREATE TRIGGER pair_voided AFTER UPDATE OF is_void ON pair WHEN new.is_void > old.is_void BEGIN
    UPDATE progress SET matches = matches - (SELECT count(*) FROM match
                                             WHERE id IN (new.first_match, new.second_match) AND ending <> 'void')
        WHERE tournament = new.tournament;
END;

CREATE TABLE server_key (
    id   INTEGER PRIMARY KEY CHECK (id = 1),
    seed BLOB NOT NULL CHECK (length(seed) = 32)
) STRICT;
