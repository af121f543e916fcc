-- The database of takeaway-server, version 5, as a new one is made; it is embedded into the server at build time. An
-- older one is brought to the same schema by the steps in server/store/sqlite/migrations. Times are milliseconds since 1970
-- UTC; rules, positions, moves and time controls are in the one notation (common/game), so that the records can be
-- read by people.

CREATE TABLE player (
    id         INTEGER PRIMARY KEY,
    name       TEXT    NOT NULL,
    name_key   TEXT    NOT NULL, -- equal for names that differ in case only
    password   TEXT, -- of an account: its hash, as libsodium writes it; '': closed by its owner; NULL: a guest
    created_ms INTEGER NOT NULL,
    is_kept    INTEGER NOT NULL DEFAULT 0 -- 1: a match or a tournament refers to the player, or the account is closed
) STRICT;
-- Guests may share a name, one after the other; a name has one account at most, which keeps it when it is closed: then the
-- account is shown as closed-ID, and nobody else can have the name.
CREATE UNIQUE INDEX player_account ON player (name_key) WHERE password IS NOT NULL;
-- Guests who are dropped once they have no token any more (server/store/dropper.h).
CREATE INDEX player_unused ON player (id) WHERE is_kept = 0 AND password IS NULL;

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

-- One-time codes that operators make for accounts whose owners have lost their passwords; a new one replaces the old one.
CREATE TABLE code (
    player     INTEGER PRIMARY KEY REFERENCES player (id),
    hash       BLOB    NOT NULL CHECK (length(hash) = 32), -- the code itself is nowhere
    expires_ms INTEGER NOT NULL
) STRICT;
-- The code has been used, or is not needed any more.
CREATE TRIGGER password_set AFTER UPDATE OF password ON player BEGIN
    DELETE FROM code WHERE player = new.id;
END;

-- Blocks go with either player.
CREATE TABLE block (
    player  INTEGER NOT NULL REFERENCES player (id), -- hears and meets the other one no more
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
-- times come late because they can be long: what stands before them is read without their overflow pages. The columns behind them
-- came with versions 3 and 5, and so did not rewrite a table of millions of rows; a list of 1,000 matches of the longest records takes
-- some ms more for it. Endings have no CHECK of their texts for the same reason.
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
    tournament   INTEGER REFERENCES tournament (id), -- NULL: none
    rated        INTEGER NOT NULL DEFAULT 0,
    awaited_until_ms INTEGER, -- until then players who are away are awaited for their first moves; NULL: they are not
    code         INTEGER, -- a number made of the code of the invitation that began it; NULL: none did
    taken_back   TEXT, -- for each time that moves were taken back, the ply of the first and the moves: '3 5>4 4>2 / 1 5>3'; NULL: none
    look         TEXT, -- what its positions look like: 'strip', ...; NULL: heaps
    CHECK ((ending IS NULL) = (winner IS NULL) AND (ending IS NULL) = (plies IS NULL)
       AND (ending IS NULL) = (ended_ms IS NULL) AND (ending IS NULL) = (moves IS NULL))
) STRICT;
-- Small whatever the number of ended matches, and its first entry says where the journal is still needed.
CREATE INDEX match_unfinished ON match (journal_from) WHERE ending IS NULL;

-- The ended matches of a name: several players may have had it over time, and a page of them all, the latest
-- first, is one walk along this table. What a page may be filtered by stands beside, so that a walk past matches that
-- do not fit reads nothing else.
CREATE TABLE history (
    name_key     TEXT    NOT NULL,
    match        INTEGER NOT NULL,
    opponent_key TEXT    NOT NULL,
    rules        TEXT    NOT NULL,
    rated        INTEGER NOT NULL,
    result       TEXT    NOT NULL, -- of the name: 'won', 'lost', 'nobody'
    ended_ms     INTEGER NOT NULL,
    PRIMARY KEY (name_key, match)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER match_ended AFTER UPDATE OF ending ON match WHEN old.ending IS NULL BEGIN
    INSERT INTO history
        SELECT f.name_key, new.id, s.name_key, new.rules, new.rated,
               CASE new.winner WHEN 'first' THEN 'won' WHEN 'second' THEN 'lost' ELSE 'nobody' END, new.ended_ms
        FROM player AS f, player AS s WHERE f.id = new.first AND s.id = new.second;
    -- A match between two bearers of one name stands there once, as it ended for the first player.
    INSERT INTO history
        SELECT s.name_key, new.id, f.name_key, new.rules, new.rated,
               CASE new.winner WHEN 'second' THEN 'won' WHEN 'first' THEN 'lost' ELSE 'nobody' END, new.ended_ms
        FROM player AS f, player AS s WHERE f.id = new.first AND s.id = new.second AND f.name_key <> s.name_key;
END;

-- How it stands between two names, for each rules. All of it follows from the history, which may have 100,000 matches of the two.
CREATE TABLE versus (
    name_key     TEXT    NOT NULL,
    opponent_key TEXT    NOT NULL,
    rules        TEXT    NOT NULL,
    won          INTEGER NOT NULL,
    lost         INTEGER NOT NULL,
    nobody       INTEGER NOT NULL, -- won these
    last         INTEGER NOT NULL, -- match
    PRIMARY KEY (name_key, opponent_key, rules)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER history_made AFTER INSERT ON history WHEN new.name_key <> new.opponent_key BEGIN
    INSERT INTO versus VALUES (new.name_key, new.opponent_key, new.rules,
                               CASE new.result WHEN 'won' THEN 1 ELSE 0 END, CASE new.result WHEN 'lost' THEN 1 ELSE 0 END,
                               CASE new.result WHEN 'nobody' THEN 1 ELSE 0 END, new.match)
        ON CONFLICT (name_key, opponent_key, rules) DO UPDATE
            SET won = versus.won + excluded.won, lost = versus.lost + excluded.lost, nobody = versus.nobody + excluded.nobody,
                last = CASE WHEN excluded.last > versus.last THEN excluded.last ELSE versus.last END;
END;

-- Every move of the live matches, in the order in which it was made, and those of ended matches until they are pruned
-- (server/store/pruner.h). Without an index of its own: an index would halve the speed of play. The greatest id stays, because
-- match.journal_from refers to it.
CREATE TABLE journal (
    id        INTEGER PRIMARY KEY,
    match     INTEGER NOT NULL,
    ply       INTEGER NOT NULL, -- from 1
    move      TEXT    NOT NULL, -- '': the moves from this ply on are taken back
    at_ms     INTEGER NOT NULL, -- when it came
    taken_ms  INTEGER NOT NULL DEFAULT 0, -- since the turn was given, by the monotonic clock, lag included; version 1: 0
    credit_ms INTEGER NOT NULL DEFAULT 0, -- of these given back for lag
    left_ms   INTEGER -- on the mover's clock after the move; NULL: no clock
) STRICT;

-- Open invitations; those that are used up, revoked or expired are deleted. AUTOINCREMENT: no number is given twice. A code
-- lets its bearer play one match, as a guest if they like, so that a copy of the database gives away less by it than by what else is in it.
CREATE TABLE invitation (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    code       TEXT    NOT NULL CHECK (length(code) = 22), -- base64url; not hashed, so that its maker can be shown it again
    maker      INTEGER NOT NULL REFERENCES player (id),
    addressee  TEXT, -- the one name that it is for; NULL: it is for anybody
    rules      TEXT    NOT NULL,
    start      TEXT    NOT NULL,
    clock      TEXT, -- NULL: none
    first      TEXT    NOT NULL CHECK (first IN ('random', 'maker', 'taker')),
    rated      INTEGER NOT NULL CHECK (rated IN (0, 1)),
    uses       INTEGER NOT NULL CHECK (uses >= 1), -- that are left
    created_ms INTEGER NOT NULL,
    expires_ms INTEGER NOT NULL,
    look       TEXT -- NULL: heaps
) STRICT;
CREATE INDEX invitation_maker ON invitation (maker);

-- Lines of chat, in the order in which they were said, and closed reports; both are deleted in time (server/store/pruner.h).
CREATE TABLE line (
    id     INTEGER PRIMARY KEY,
    match  INTEGER NOT NULL,
    room   TEXT    NOT NULL CHECK (room IN ('players', 'spectators')),
    player INTEGER NOT NULL, -- the guest may have been dropped since
    name   TEXT    NOT NULL,
    text   TEXT    NOT NULL,
    at_ms  INTEGER NOT NULL
) STRICT;
CREATE INDEX line_match ON line (match);

-- What players tell the operator about each other. AUTOINCREMENT: no number is given twice.
CREATE TABLE report (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    player      INTEGER NOT NULL, -- who makes it
    player_name TEXT    NOT NULL,
    about       INTEGER NOT NULL,
    about_name  TEXT    NOT NULL,
    match       INTEGER, -- whose lines it is about; NULL: none
    words       TEXT    NOT NULL,
    made_ms     INTEGER NOT NULL,
    closed_ms   INTEGER -- NULL: open
) STRICT;
CREATE INDEX report_open ON report (id) WHERE closed_ms IS NULL;
CREATE INDEX report_closed ON report (closed_ms) WHERE closed_ms IS NOT NULL;

-- What came of a request with a key, so that the same key again is the same request again.
CREATE TABLE answer (
    player  INTEGER NOT NULL,
    key     TEXT    NOT NULL,
    kind    INTEGER NOT NULL, -- enum request_kind
    subject INTEGER NOT NULL, -- the offer, match, tournament or invitation that the request named, or a number made of a code; 0: none
    result  INTEGER NOT NULL, -- the offer, match, tournament or invitation that came of it; 0: none
    at_ms   INTEGER NOT NULL,
    PRIMARY KEY (player, key)
) STRICT, WITHOUT ROWID;

-- What the solver says of each move of an ended match, as common/judge/mark.h has it. It can be found out again at any
-- time.
CREATE TABLE judgement (
    match INTEGER PRIMARY KEY REFERENCES match (id),
    marks TEXT    NOT NULL
) STRICT;

-- Glicko-2, for each family of games (common/tournament/glicko.h).
CREATE TABLE rating (
    player     INTEGER NOT NULL REFERENCES player (id),
    family     TEXT    NOT NULL,
    rating     REAL    NOT NULL,
    deviation  REAL    NOT NULL,
    volatility REAL    NOT NULL,
    matches    INTEGER NOT NULL,
    at_ms      INTEGER NOT NULL, -- of the last one
    match      INTEGER, -- the last one; NULL: it was rated under a version before 5
    PRIMARY KEY (player, family)
) STRICT, WITHOUT ROWID;
CREATE INDEX rating_best ON rating (rating);
CREATE INDEX rating_best_of_family ON rating (family, rating);

-- Each rating after each rated match. Rows are only added, until their account is closed. Of a rating from before version 5 the
-- first row is what it was then.
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
CREATE TRIGGER rating_made AFTER INSERT ON rating BEGIN
    INSERT INTO rating_history
        VALUES (new.player, new.family, new.matches, new.rating, new.deviation, new.at_ms, new.match);
END;
CREATE TRIGGER rating_changed AFTER UPDATE OF matches ON rating BEGIN
    INSERT INTO rating_history
        VALUES (new.player, new.family, new.matches, new.rating, new.deviation, new.at_ms, new.match);
END;

-- The plan of a tournament, and how it stands. Who meets whom, and from which start, follows from it and from the results.
CREATE TABLE tournament (
    id           INTEGER PRIMARY KEY,
    owner        INTEGER NOT NULL REFERENCES player (id),
    name         TEXT    NOT NULL,
    rules        TEXT    NOT NULL,
    format       TEXT    NOT NULL, -- 'round-robin', ...: see tournament_format_text()
    rounds       INTEGER NOT NULL,
    starts       TEXT    NOT NULL, -- see common/tournament/starts.h
    seed         INTEGER NOT NULL,
    clock        TEXT    NOT NULL,
    at_once      INTEGER NOT NULL,
    each_at_once INTEGER NOT NULL, -- 0: any number
    rated        INTEGER NOT NULL CHECK (rated IN (0, 1)),
    invited      INTEGER NOT NULL CHECK (invited IN (0, 1)), -- are all entrants named from the beginning?
    forbidden    TEXT    NOT NULL, -- pairs of entrants' numbers: '0-3 1-2'
    state        TEXT    NOT NULL, -- 'open', ...: see tournament_state_text()
    reason       TEXT    NOT NULL, -- of a pause or an end that no owner asked for; else ''
    created_ms   INTEGER NOT NULL,
    active_ms    INTEGER NOT NULL, -- of what happened last while it was open or paused, or changed its state
    started_ms   INTEGER,
    ended_ms     INTEGER,
    look         TEXT, -- NULL: heaps
    CHECK ((ended_ms IS NOT NULL) = (state IN ('finished', 'cancelled')))
) STRICT;
CREATE INDEX tournament_unfinished ON tournament (id) WHERE ended_ms IS NULL;

CREATE TABLE entrant (
    tournament INTEGER NOT NULL REFERENCES tournament (id),
    number     INTEGER NOT NULL CHECK (number >= 0), -- the order of the seeding
    name       TEXT    NOT NULL,
    player     INTEGER REFERENCES player (id), -- NULL: has not joined yet
    withdrawn  INTEGER CHECK (withdrawn >= 0), -- when so many rounds had been paired; NULL: not
    PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;

-- A pair of matches from one start with the sides swapped; or a bye, or a forfeit.
CREATE TABLE pair (
    tournament   INTEGER NOT NULL REFERENCES tournament (id),
    number       INTEGER NOT NULL, -- from 1, in the order in which they were decided on
    round        INTEGER NOT NULL,
    board        INTEGER NOT NULL,
    leg          INTEGER NOT NULL, -- grows when a knockout pair ends level
    attempt      INTEGER NOT NULL, -- grows when the pair before it was void
    kind         TEXT    NOT NULL CHECK (kind IN ('played', 'bye', 'forfeit')),
    first        INTEGER NOT NULL, -- entrant; moves first in the first match
    second       INTEGER, -- NULL: a bye
    winner       INTEGER, -- of a forfeit; else NULL
    start        TEXT    NOT NULL, -- '' of a bye and a forfeit
    is_void      INTEGER NOT NULL DEFAULT 0 CHECK (is_void IN (0, 1)),
    first_match  INTEGER REFERENCES match (id), -- NULL: has not begun
    second_match INTEGER REFERENCES match (id),
    PRIMARY KEY (tournament, number),
    FOREIGN KEY (tournament, first) REFERENCES entrant (tournament, number),
    FOREIGN KEY (tournament, second) REFERENCES entrant (tournament, number),
    CHECK ((second IS NULL) = (kind = 'bye')),
    CHECK ((winner IS NOT NULL) = (kind = 'forfeit') AND (winner IS NULL OR winner IN (first, second))),
    CHECK ((start <> '') = (kind = 'played')),
    CHECK (kind = 'played' OR (first_match IS NULL AND second_match IS NULL))
) STRICT, WITHOUT ROWID;
-- The order in which a record is written (common/export/EXPORT.md).
CREATE INDEX pair_schedule ON pair (tournament, round, board, leg, number);

-- How far each tournament has come. All of it follows from its pairs, of which there can be 100,000: a list of tournaments does
-- not count them.
CREATE TABLE progress (
    tournament INTEGER PRIMARY KEY REFERENCES tournament (id),
    round      INTEGER NOT NULL, -- the last that was paired
    matches    INTEGER NOT NULL CHECK (matches >= 0) -- that are over, those of void pairs left aside
) STRICT;
CREATE TRIGGER pair_made AFTER INSERT ON pair BEGIN
    INSERT INTO progress VALUES (new.tournament, new.round, 0)
        ON CONFLICT (tournament) DO UPDATE
            SET round = CASE WHEN excluded.round > progress.round THEN excluded.round ELSE progress.round END;
END;
CREATE TRIGGER pair_match_ended AFTER UPDATE OF ending ON match WHEN old.ending IS NULL AND new.ending <> 'void' BEGIN
    UPDATE progress SET matches = matches + 1 WHERE tournament = new.tournament;
END;
CREATE TRIGGER pair_voided AFTER UPDATE OF is_void ON pair WHEN new.is_void > old.is_void BEGIN
    UPDATE progress SET matches = matches - (SELECT count(*) FROM match
                                             WHERE id IN (new.first_match, new.second_match) AND ending <> 'void')
        WHERE tournament = new.tournament;
END;

-- The seed of the key with which this server signs what it exports: one row, made by the first start. Whoever reads it can
-- sign in the server's name.
CREATE TABLE server_key (
    id   INTEGER PRIMARY KEY CHECK (id = 1),
    seed BLOB NOT NULL CHECK (length(seed) = 32)
) STRICT;

-- These rows keep their players.
CREATE TRIGGER match_made AFTER INSERT ON match BEGIN
    UPDATE player SET is_kept = 1 WHERE id IN (new.first, new.second) AND is_kept = 0;
END;
CREATE TRIGGER tournament_made AFTER INSERT ON tournament BEGIN
    UPDATE player SET is_kept = 1 WHERE id = new.owner AND is_kept = 0;
END;
CREATE TRIGGER entrant_made AFTER INSERT ON entrant BEGIN
    UPDATE player SET is_kept = 1 WHERE id = new.player AND is_kept = 0;
END;
CREATE TRIGGER entrant_changed AFTER UPDATE OF player ON entrant BEGIN
    UPDATE player SET is_kept = 1 WHERE id = new.player AND is_kept = 0;
END;

-- The practice of an account with puzzles, the puzzles that it has met, and the ratings of puzzles (common/puzzle).
CREATE TABLE practice (
    player     INTEGER PRIMARY KEY REFERENCES player (id),
    rating     REAL    NOT NULL,
    deviation  REAL    NOT NULL,
    volatility REAL    NOT NULL,
    tried      INTEGER NOT NULL, -- first answers
    solved     INTEGER NOT NULL,
    changes    INTEGER NOT NULL  -- of any kind, ever: what was read before a change is told by it from what is there now
) STRICT;

CREATE TABLE practice_item (
    player INTEGER NOT NULL REFERENCES player (id),
    puzzle TEXT    NOT NULL, -- 'RULES POSITION'
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

-- The greatest number of each kind that was ever given, though its row may be deleted.
CREATE VIEW last_number (kind, number) AS SELECT name, seq FROM sqlite_sequence;
