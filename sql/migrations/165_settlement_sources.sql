-- What a platform names as deciding a market, as JSON: name and url. Passes fill it in.
ALTER TABLE market_descriptions ADD COLUMN settlement_source TEXT;
