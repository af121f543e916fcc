-- What the database of a server has in PostgreSQL beside the tables of schema.sql.

-- The greatest number of each kind that was ever given, though its row may be deleted.
CREATE TABLE last_number (
    kind   text COLLATE "C" PRIMARY KEY,
    number bigint NOT NULL
);
CREATE FUNCTION number_given() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO last_number VALUES (TG_TABLE_NAME, (to_jsonb(new) ->> TG_ARGV[0])::bigint)
        ON CONFLICT (kind) DO UPDATE SET number = excluded.number;
    RETURN NULL;
END $$;
CREATE TRIGGER token_numbered AFTER INSERT ON token FOR EACH ROW EXECUTE FUNCTION number_given('number');
CREATE TRIGGER invitation_numbered AFTER INSERT ON invitation FOR EACH ROW EXECUTE FUNCTION number_given('id');
CREATE TRIGGER report_numbered AFTER INSERT ON report FOR EACH ROW EXECUTE FUNCTION number_given('id');

-- One row: the version of schema.sql.
CREATE TABLE schema_version (version bigint NOT NULL);

-- Which server is the hall, and how far it has come (server/store/postgres/hall_row.h).
CREATE TABLE hall (
    number  bigint PRIMARY KEY, -- the hall's, not the machine's: the upper bits of the numbers that it gives
    epoch   bigint NOT NULL, -- grows with each server that takes over, to the ms since 1970 at least
    batch   bigint NOT NULL, -- the last that is committed
    node    text   NOT NULL, -- the name of the machine
    pid     int, -- the backend of its writer, ...
    started timestamptz, -- ... and when that was started; NULL: it has handed over
    beat    timestamptz NOT NULL
) WITH (fillfactor = 50);

-- Ends a batch. An UPDATE that finds no row would not keep the rest of the batch from being committed, so this raises. The
-- pid is that of the writer's latest connection: an earlier one may have broken with a batch in it, which its backend still
-- works on, and which is sent again.
CREATE FUNCTION hall_fence(of_hall bigint, of_epoch bigint, next_batch bigint) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
    UPDATE hall SET batch = next_batch, beat = clock_timestamp()
        WHERE number = of_hall AND epoch = of_epoch AND batch = next_batch - 1 AND pid = pg_backend_pid();
    IF NOT FOUND THEN
        RAISE EXCEPTION 'another server has taken over' USING ERRCODE = 'TK001';
    END IF;
END $$;
