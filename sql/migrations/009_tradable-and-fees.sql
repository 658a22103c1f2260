-- Whether markets can be traded, what their fees are and when trading ends at the latest; spreads carry the fees of both legs.

DROP VIEW group_pairs;
DROP VIEW group_quotes;
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

-- What takes part, in the direction of its question: what yes costs there and what it sells for. Without a book the
-- price is both; an empty side of a book cannot be traded. Nearly decided markets stay out. CROSS makes the groups the
-- outer loop, since there are far fewer of them than of markets.
CREATE VIEW group_quotes AS
SELECT group_key, market_key, is_inverted, platform, fee_kind, fee_rate, volume,
  best_bid IS NOT NULL OR best_ask IS NOT NULL AS has_book,
  CASE
    WHEN best_bid IS NULL AND best_ask IS NULL THEN iif(is_inverted, 1000000 - yes_price, yes_price)
    WHEN is_inverted THEN 1000000 - best_bid
    ELSE best_ask
  END AS ask,
  CASE
    WHEN best_bid IS NULL AND best_ask IS NULL THEN iif(is_inverted, 1000000 - yes_price, yes_price)
    WHEN is_inverted THEN 1000000 - best_ask
    ELSE best_bid
  END AS bid
FROM question_members
CROSS JOIN markets USING (market_key)
CROSS JOIN market_quotes USING (market_key)
WHERE status = 'open' AND is_tradable = 1 AND yes_price > 10000 AND yes_price < 990000;

-- Two markets that no match joins directly are as alike as the weakest match of their group.
CREATE VIEW group_pairs AS
SELECT sell.bid - buy.ask AS spread, buy.group_key, buy.market_key AS buy_market_key,
  sell.market_key AS sell_market_key, iif(buy.is_inverted, 'no', 'yes') AS buy_side,
  iif(sell.is_inverted, 'yes', 'no') AS sell_side, buy.ask AS buy_price, sell.bid AS sell_price,
  coalesce(
    (
      SELECT score FROM matches
      WHERE a_market_key = min(buy.market_key, sell.market_key) AND b_market_key = max(buy.market_key, sell.market_key)
    ),
    (
      SELECT min(score) FROM match_groups AS members
      JOIN matches ON a_market_key = members.market_key
      JOIN match_groups AS others ON others.market_key = b_market_key AND others.group_key = members.group_key
      WHERE members.group_key = buy.group_key
    ),
    0
  ) AS score,
  buy.has_book AND sell.has_book AS has_books, min(buy.volume, sell.volume) AS volume, buy.platform AS buy_platform,
  sell.platform AS sell_platform, buy.fee_kind AS buy_fee_kind, buy.fee_rate AS buy_fee_rate,
  sell.fee_kind AS sell_fee_kind, sell.fee_rate AS sell_fee_rate
FROM group_quotes AS buy
JOIN group_quotes AS sell ON sell.group_key = buy.group_key AND sell.platform <> buy.platform
WHERE sell.bid >= buy.ask AND buy.ask > 0 AND sell.bid < 1000000;

ALTER TABLE group_spreads RENAME TO old_spreads;
DROP INDEX group_spreads_by_group;

CREATE TABLE group_spreads (
  spread           INTEGER NOT NULL,
  group_key        INTEGER NOT NULL,
  buy_market_key   INTEGER NOT NULL,
  sell_market_key  INTEGER NOT NULL,
  -- What is bought on each market.
  buy_side         TEXT NOT NULL CHECK (buy_side IN ('yes', 'no')),
  sell_side        TEXT NOT NULL CHECK (sell_side IN ('yes', 'no')),
  buy_price        INTEGER NOT NULL,
  sell_price       INTEGER NOT NULL,
  score            INTEGER NOT NULL,
  has_books        INTEGER NOT NULL,
  volume           INTEGER NOT NULL,          -- the smaller of both
  buy_platform     TEXT NOT NULL,
  sell_platform    TEXT NOT NULL,
  buy_fee_kind     TEXT NOT NULL CHECK (buy_fee_kind IN ('none', 'quadratic', 'price', 'profit')),
  buy_fee_rate     INTEGER NOT NULL,
  sell_fee_kind    TEXT NOT NULL CHECK (sell_fee_kind IN ('none', 'quadratic', 'price', 'profit')),
  sell_fee_rate    INTEGER NOT NULL,
  PRIMARY KEY (spread DESC, group_key, buy_market_key, sell_market_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX group_spreads_by_group ON group_spreads (group_key);

INSERT INTO group_spreads
SELECT spread, group_key, buy_market_key, sell_market_key, buy_side, sell_side, buy_price, sell_price, score, has_books,
  volume, buy_platform, sell_platform, buyer.fee_kind, buyer.fee_rate, seller.fee_kind, seller.fee_rate
FROM old_spreads
JOIN markets AS buyer ON buyer.market_key = buy_market_key
JOIN markets AS seller ON seller.market_key = sell_market_key;

DROP TABLE old_spreads;
