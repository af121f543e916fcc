-- From version 4 to version 5: one-time codes for lost passwords, accounts that their owners have closed, blocks, invitations,
-- lines of chat, reports, the history of ratings, what the history of matches is filtered by, moves taken back, what
-- positions look like, and the practice with puzzles.

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
    DELETE FROM rating_history WHERE player = new.id;
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
    expires_ms INTEGER NOT NULL,
    look       TEXT
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
ALTER TABLE match ADD COLUMN look TEXT;
ALTER TABLE tournament ADD COLUMN look TEXT;

ALTER TABLE rating ADD COLUMN match INTEGER;
CREATE TABLE rating_history (
    player    INTEGER NOT NULL REFERENCES player (id),
    family    TEXT    NOT NULL,
    matches   INTEGER NOT NULL,
    rating    REAL    NOT NULL,
    deviation REAL    NOT NULL,
    at_ms     INTEGER NOT NULL,
    match     INTEGER,
    PRIMARY KEY (player, family, matches)
) STRICT, WITHOUT ROWID;
INSERT INTO rating_history SELECT player, family, matches, rating, deviation, at_ms, NULL FROM rating;
CREATE TRIGGER rating_made AFTER INSERT ON rating BEGIN
    INSERT INTO rating_history
        VALUES (new.player, new.family, new.matches, new.rating, new.deviation, new.at_ms, new.match);
END;
CREATE TRIGGER rating_changed AFTER UPDATE OF matches ON rating BEGIN
    INSERT INTO rating_history
        VALUES (new.player, new.family, new.matches, new.rating, new.deviation, new.at_ms, new.match);
END;

CREATE TABLE versus (
    name_key     TEXT    NOT NULL,
    opponent_key TEXT    NOT NULL,
    rules        TEXT    NOT NULL,
    won          INTEGER NOT NULL,
    lost         INTEGER NOT NULL,
    nobody       INTEGER NOT NULL,
    last         INTEGER NOT NULL,
    PRIMARY KEY (name_key, opponent_key, rules)
) STRICT, WITHOUT ROWID;

-- The history is made anew, in the order of its key.
DROP TRIGGER match_ended;
DROP TABLE history;
CREATE TABLE history (
    name_key     TEXT    NOT NULL,
    match        INTEGER NOT NULL,
    opponent_key TEXT    NOT NULL,
    rules        TEXT    NOT NULL,
    rated        INTEGER NOT NULL,
    result       TEXT    NOT NULL,
    ended_ms     INTEGER NOT NULL,
    PRIMARY KEY (name_key, match)
) STRICT, WITHOUT ROWID;
INSERT INTO history
    SELECT f.name_key, match.id, s.name_key, rules, rated,
           CASE winner WHEN 'first' THEN 'won' WHEN 'second' THEN 'lost' ELSE 'nobody' END, ended_ms
    FROM match JOIN player AS f ON f.id = first JOIN player AS s ON s.id = second WHERE ending IS NOT NULL
    UNION ALL
    SELECT s.name_key, match.id, f.name_key, rules, rated,
           CASE winner WHEN 'second' THEN 'won' WHEN 'first' THEN 'lost' ELSE 'nobody' END, ended_ms
    FROM match JOIN player AS f ON f.id = first JOIN player AS s ON s.id = second
    WHERE ending IS NOT NULL AND f.name_key <> s.name_key
    ORDER BY 1, 2;
INSERT INTO versus
    SELECT name_key, opponent_key, rules, sum(result = 'won'), sum(result = 'lost'), sum(result = 'nobody'), max(match)
    FROM history WHERE name_key <> opponent_key GROUP BY name_key, opponent_key, rules;
CREATE TRIGGER match_ended AFTER UPDATE OF ending ON match WHEN old.ending IS NULL BEGIN
    INSERT INTO history
        SELECT f.name_key, new.id, s.name_key, new.rules, new.rated,
               CASE new.winner WHEN 'first' THEN 'won' WHEN 'second' THEN 'lost' ELSE 'nobody' END, new.ended_ms
        FROM player AS f, player AS s WHERE f.id = new.first AND s.id = new.second;
    INSERT INTO history
        SELECT s.name_key, new.id, f.name_key, new.rules, new.rated,
               CASE new.winner WHEN 'second' THEN 'won' WHEN 'first' THEN 'lost' ELSE 'nobody' END, new.ended_ms
        FROM player AS f, player AS s WHERE f.id = new.first AND s.id = new.second AND f.name_key <> s.name_key;
END;
CREATE TRIGGER history_made AFTER INSERT ON history WHEN new.name_key <> new.opponent_key BEGIN
    INSERT INTO versus VALUES (new.name_key, new.opponent_key, new.rules,
                               CASE new.result WHEN 'won' THEN 1 ELSE 0 END, CASE new.result WHEN 'lost' THEN 1 ELSE 0 END,
                               CASE new.result WHEN 'nobody' THEN 1 ELSE 0 END, new.match)
        ON CONFLICT (name_key, opponent_key, rules) DO UPDATE
            SET won = versus.won + excluded.won, lost = versus.lost + excluded.lost, nobody = versus.nobody + excluded.nobody,
                last = CASE WHEN excluded.last > versus.last THEN excluded.last ELSE versus.last END;
END;

CREATE TABLE practice (
    player     INTEGER PRIMARY KEY REFERENCES player (id),
    rating     REAL    NOT NULL,
    deviation  REAL    NOT NULL,
    volatility REAL    NOT NULL,
    tried      INTEGER NOT NULL,
    solved     INTEGER NOT NULL,
    changes    INTEGER NOT NULL
) STRICT;

CREATE TABLE practice_item (
    player INTEGER NOT NULL REFERENCES player (id),
    puzzle TEXT    NOT NULL,
    rung   INTEGER NOT NULL,
    due_ms INTEGER NOT NULL,
    PRIMARY KEY (player, puzzle)
) STRICT, WITHOUT ROWID;

CREATE TABLE puzzle (
    puzzle     TEXT    PRIMARY KEY,
    rating     REAL    NOT NULL,
    deviation  REAL    NOT NULL,
    volatility REAL    NOT NULL,
    attempts   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER practice_closed AFTER UPDATE OF password ON player WHEN new.password = '' BEGIN
    DELETE FROM practice WHERE player = new.id;
    DELETE FROM practice_item WHERE player = new.id;
END;

DROP TRIGGER pair_made;
CREATE TRIGGER pair_made AFTER INSERT ON pair BEGIN
    INSERT INTO progress VALUES (new.tournament, new.round, 0)
        ON CONFLICT (tournament) DO UPDATE
            SET round = CASE WHEN excluded.round > progress.round THEN excluded.round ELSE progress.round END;
END;

CREATE VIEW last_number (kind, number) AS SELECT name, seq FROM sqlite_sequence;
