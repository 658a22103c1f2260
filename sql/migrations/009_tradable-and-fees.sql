-- Whether markets can be traded, what their fees are and when trading ends at the latest.

DROP INDEX markets_to_close;

ALTER TABLE markets ADD COLUMN is_tradable INTEGER NOT NULL DEFAULT 1;
ALTER TABLE markets ADD COLUMN latest_closes_at INTEGER;
ALTER TABLE markets ADD COLUMN fee_kind TEXT NOT NULL DEFAULT 'none' CHECK (fee_kind IN ('none', 'quadratic', 'price', 'profit'));
ALTER TABLE markets ADD COLUMN fee_rate INTEGER NOT NULL DEFAULT 0;
ALTER TABLE markets ADD COLUMN fee_source TEXT NOT NULL DEFAULT 'platform' CHECK (fee_source IN ('market', 'event', 'series', 'platform'));

-- What the platforms' tables say; the next pass reads what the rows say.
UPDATE markets
SET is_tradable = status = 'open',
  latest_closes_at = iif(platform IN ('kalshi', 'manifold', 'limitless'), closes_at, NULL),
  fee_kind = CASE platform
    WHEN 'kalshi' THEN 'quadratic'
    WHEN 'polymarket' THEN iif(category = 'world', 'none', 'quadratic')
    WHEN 'predictit' THEN 'profit'
    WHEN 'limitless' THEN 'price'
    ELSE 'none'
  END,
  fee_rate = CASE platform
    WHEN 'kalshi' THEN 70000
    WHEN 'polymarket' THEN CASE category
      WHEN 'crypto' THEN 70000
      WHEN 'finance' THEN 40000
      WHEN 'politics' THEN 40000
      WHEN 'technology' THEN 40000
      WHEN 'world' THEN 0
      ELSE 50000
    END
    WHEN 'predictit' THEN 100000
    WHEN 'limitless' THEN 30000
    ELSE 0
  END;

CREATE INDEX markets_to_close ON markets (ifnull(closes_at, latest_closes_at)) WHERE status = 'open';
