-- Which change of a market is its newest, so that a stream that reads old changes sends each market once.

ALTER TABLE market_quotes ADD COLUMN price_seq INTEGER;
ALTER TABLE market_quotes ADD COLUMN status_seq INTEGER;
