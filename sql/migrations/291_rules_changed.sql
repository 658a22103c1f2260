-- When a market's rules were first read with another text; null where no change is known.
ALTER TABLE market_descriptions ADD COLUMN changed_at INTEGER;
