-- From version 3 to version 4: guests to whom nothing refers can be dropped.

-- In place: there may be millions of players.
ALTER TABLE player ADD COLUMN is_kept INTEGER NOT NULL DEFAULT 0;
UPDATE player SET is_kept = 1 WHERE id IN (
    SELECT first FROM match UNION SELECT second FROM match UNION SELECT owner FROM tournament
    UNION SELECT player FROM entrant UNION SELECT player FROM rating);
CREATE INDEX player_unused ON player (id) WHERE is_kept = 0 AND password IS NULL;
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
