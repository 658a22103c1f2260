-- Lists are ordered and filtered in the memory of whoever reads them. Kept as indexes, those orders had to be written to at
-- two places each whenever a volume or a price moved, which was nearly all that a pass wrote.
DROP INDEX markets_by_volume;
DROP INDEX markets_by_platform_volume;
DROP INDEX markets_by_category_volume;
DROP INDEX markets_by_volume_24h;
DROP INDEX markets_by_platform_volume_24h;
DROP INDEX markets_by_price;
DROP INDEX markets_by_updated_at;
DROP INDEX markets_by_closes_at;
DROP INDEX markets_without_price;
DROP INDEX events_by_platform_volume;
DROP INDEX events_by_category_volume;
DROP INDEX events_by_volume;
DROP INDEX events_by_volume_24h;
DROP INDEX events_by_market_count;
DROP INDEX events_by_opened_at;

DROP INDEX markets_by_event;
CREATE INDEX markets_by_event ON markets (event_key);
CREATE INDEX markets_to_close ON markets (closes_at) WHERE status = 'open' AND closes_at IS NOT NULL;

-- Rows that a reader which has seen all before has to read again. Quotes and volumes change in nearly every row of a pass,
-- so the writer's own statements add those; triggers see to the rarer changes.
CREATE TABLE market_changes (
  change_key  INTEGER PRIMARY KEY,
  market_key  INTEGER NOT NULL
) STRICT;

CREATE TRIGGER market_changed_on_insert AFTER INSERT ON markets
BEGIN
  INSERT INTO market_changes (market_key) VALUES (new.market_key);
END;

CREATE TRIGGER market_changed_on_update AFTER UPDATE OF title, category, status, closes_at, is_listed ON markets
BEGIN
  INSERT INTO market_changes (market_key) VALUES (new.market_key);
END;

CREATE TABLE event_changes (
  change_key  INTEGER PRIMARY KEY,
  event_key   INTEGER NOT NULL
) STRICT;

CREATE TRIGGER event_changed_on_insert AFTER INSERT ON events
BEGIN
  INSERT INTO event_changes (event_key) VALUES (new.event_key);
END;

CREATE TRIGGER event_changed_on_update AFTER UPDATE OF title, category, opened_at ON events
BEGIN
  INSERT INTO event_changes (event_key) VALUES (new.event_key);
END;

-- What the reader had in memory as of a change, so that it need not read every row when it starts: the newest age that has
-- a head. It comes last, so that an age is whole or does not count.
CREATE TABLE list_snapshots (
  noun  TEXT NOT NULL CHECK (noun IN ('Market', 'Event')),
  age   INTEGER NOT NULL,
  part  TEXT NOT NULL,              -- 'head', 'places', or the number of a column
  piece INTEGER NOT NULL,           -- of a part, from 0
  data  BLOB NOT NULL,              -- the head is JSON, the others numbers as they are in memory
  PRIMARY KEY (noun, age, part, piece)
) STRICT;
