-- When a market's rules were last read with another text, null where no change is known; and by which RULES_TEXT_VERSION.
ALTER TABLE market_descriptions ADD COLUMN changed_at INTEGER;
ALTER TABLE market_descriptions ADD COLUMN text_version INTEGER NOT NULL DEFAULT 1;
