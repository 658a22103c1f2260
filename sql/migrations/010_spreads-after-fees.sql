-- Spreads are kept with what fees leave of them, so that lists of them are filtered and sorted in SQL. Fees are those of the
-- markets. The writer makes the rows again at its start.

DROP TABLE group_spreads;
DROP VIEW group_pairs;
DROP VIEW group_quotes;

CREATE VIEW group_quotes AS
SELECT group_key, market_key, is_inverted, platform, category, volume,
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
  sell.platform AS sell_platform, buy.category AS buy_category, sell.category AS sell_category
FROM group_quotes AS buy
JOIN group_quotes AS sell ON sell.group_key = buy.group_key AND sell.platform <> buy.platform
WHERE sell.bid >= buy.ask AND buy.ask > 0 AND sell.bid < 1000000;

CREATE TABLE group_spreads (
  group_key        INTEGER NOT NULL,
  place            INTEGER NOT NULL,          -- among those of the group: 0 is what fees leave most of
  spread           INTEGER NOT NULL,
  net              INTEGER NOT NULL,          -- what fees leave of it, for one contract of each leg
  pays             INTEGER NOT NULL,          -- what these pay together
  confidence       INTEGER NOT NULL,          -- with prices read just now: a position in CONFIDENCES
  closes_at        INTEGER,                   -- when the last leg closes; null where one is unknown
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
  buy_category     TEXT NOT NULL,
  sell_category    TEXT NOT NULL,
  PRIMARY KEY (group_key, place)
) STRICT, WITHOUT ROWID;
