-- Quotes and volumes change in nearly every row of a pass. With a trigger over them each such statement keeps a journal of
-- its own, which costs more than all the rest of it; so what depends on them is kept by the statements of the writer
-- (sql/queries/catalogue.sql), and triggers see to the rarer changes.
DROP TRIGGER market_counted_on_update;
CREATE TRIGGER market_counted_on_update AFTER UPDATE OF category, status ON markets
WHEN old.category IS NOT new.category OR old.status IS NOT new.status OR old.volume IS NOT new.volume
  OR (old.yes_price IS NULL) IS NOT (new.yes_price IS NULL)
BEGIN
  UPDATE market_counts SET markets = markets - 1, volume = volume - old.volume
  WHERE old.yes_price IS NOT NULL AND platform = old.platform AND category = old.category
    AND status = old.status AND bucket = old.volume_bucket;
  INSERT INTO market_counts
  SELECT new.platform, new.category, new.status, new.volume_bucket, 1, new.volume WHERE new.yes_price IS NOT NULL
  ON CONFLICT DO UPDATE SET markets = markets + 1, volume = volume + excluded.volume;
END;

DROP TRIGGER spreads_follow_quotes;
CREATE TRIGGER spreads_follow_status AFTER UPDATE OF status, category ON markets
WHEN (
    old.status IS NOT new.status OR old.yes_price IS NOT new.yes_price OR old.best_bid IS NOT new.best_bid
    OR old.best_ask IS NOT new.best_ask OR old.volume IS NOT new.volume OR old.category IS NOT new.category
  ) AND EXISTS (SELECT 1 FROM match_groups WHERE market_key = new.market_key)
BEGIN
  DELETE FROM group_spreads
  WHERE group_key = (SELECT group_key FROM match_groups WHERE market_key = new.market_key);
  INSERT INTO group_spreads SELECT * FROM group_pairs
  WHERE group_key = (SELECT group_key FROM match_groups WHERE market_key = new.market_key);
END;
