-- The queue by stage in one tree, so that a market moves on at half the cost. A market may be at several stages at once:
-- chosen among because of its partners, and to be read again because it changed.
CREATE TABLE match_stages (
  market_key  INTEGER NOT NULL REFERENCES markets (market_key),
  stage       INTEGER NOT NULL,         -- 0 read it, 1 compare it, 2 choose among its pairs
  PRIMARY KEY (stage, market_key)
) STRICT, WITHOUT ROWID;
INSERT INTO match_stages (market_key, stage) SELECT market_key, stage FROM match_queue ORDER BY stage, market_key;

DROP TRIGGER question_queued_on_insert;
DROP TRIGGER question_queued_on_update;
DROP TRIGGER question_queued_on_event;
DROP TABLE match_queue;
ALTER TABLE match_stages RENAME TO match_queue;

CREATE TRIGGER question_queued_on_insert AFTER INSERT ON markets
BEGIN
  INSERT INTO match_queue (market_key, stage) VALUES (new.market_key, 0) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER question_queued_on_update AFTER UPDATE OF title, outcome_label, event_key, closes_at, status ON markets
WHEN old.title IS NOT new.title OR old.outcome_label IS NOT new.outcome_label OR old.event_key IS NOT new.event_key
  OR old.closes_at IS NOT new.closes_at OR old.status IS NOT new.status
BEGIN
  INSERT INTO match_queue (market_key, stage) VALUES (new.market_key, 0) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER question_queued_on_event AFTER UPDATE OF title ON events
WHEN old.title IS NOT new.title
BEGIN
  INSERT INTO match_queue (market_key, stage) SELECT market_key, 0 FROM markets WHERE event_key = new.event_key
  ON CONFLICT DO NOTHING;
END;
