-- Arbitrage: what each pair of a group's markets would earn. Triggers keep it, so that whatever writes quotes or groups
-- need not know of it.

-- What takes part, in the orientation of the group's title: what yes costs there and what it can be sold for. Without a
-- book the price stands for both; an empty side of a book cannot be traded. Nearly decided markets stay out. CROSS keeps
-- the groups the outer loop, since there are far fewer of them than of markets.
CREATE VIEW group_quotes AS
SELECT group_key, market_key, platform, category, volume,
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
FROM match_groups
CROSS JOIN markets USING (market_key)
WHERE status = 'open' AND yes_price > 10000 AND yes_price < 990000;

-- Two markets that no match joins directly are as alike as the weakest match of their group.
CREATE VIEW group_pairs AS
SELECT sell.bid - buy.ask AS spread, buy.group_key, buy.market_key AS buy_market_key,
  sell.market_key AS sell_market_key, buy.ask AS buy_price, sell.bid AS sell_price,
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

-- Buying yes on one market and selling it on the other, where that does not lose before fees.
CREATE TABLE group_spreads (
  spread           INTEGER NOT NULL,        -- millionths, as all prices here
  group_key        INTEGER NOT NULL,
  buy_market_key   INTEGER NOT NULL,
  sell_market_key  INTEGER NOT NULL,
  buy_price        INTEGER NOT NULL,
  sell_price       INTEGER NOT NULL,
  score            INTEGER NOT NULL,
  has_books        INTEGER NOT NULL,
  volume           INTEGER NOT NULL,        -- the smaller of both, cents
  buy_platform     TEXT NOT NULL,
  sell_platform    TEXT NOT NULL,
  buy_category     TEXT NOT NULL,
  sell_category    TEXT NOT NULL,
  PRIMARY KEY (spread DESC, group_key, buy_market_key, sell_market_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX group_spreads_by_group ON group_spreads (group_key);

INSERT INTO group_spreads SELECT * FROM group_pairs;

CREATE TRIGGER spreads_follow_quotes
AFTER UPDATE OF status, yes_price, best_bid, best_ask, volume, category ON markets
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

CREATE TRIGGER spreads_follow_joining AFTER INSERT ON match_groups
BEGIN
  DELETE FROM group_spreads WHERE group_key = new.group_key;
  INSERT INTO group_spreads SELECT * FROM group_pairs WHERE group_key = new.group_key;
END;

CREATE TRIGGER spreads_follow_moving AFTER UPDATE ON match_groups
BEGIN
  DELETE FROM group_spreads WHERE group_key IN (old.group_key, new.group_key);
  INSERT INTO group_spreads SELECT * FROM group_pairs WHERE group_key IN (old.group_key, new.group_key);
END;

CREATE TRIGGER spreads_follow_leaving AFTER DELETE ON match_groups
BEGIN
  DELETE FROM group_spreads WHERE group_key = old.group_key;
  INSERT INTO group_spreads SELECT * FROM group_pairs WHERE group_key = old.group_key;
END;
