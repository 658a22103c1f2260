-- part: terms
-- What the cost of an order on a market depends on, and when the order ends.
markets.market_key AS marketKey, markets.platform, fee_kind AS feeKind, fee_rate AS feeRate, markets.closes_at AS closesAt

-- part: columns
group_key AS groupKey, buy_market_key AS buyMarketKey, sell_market_key AS sellMarketKey, buy_side AS buySide,
  sell_side AS sellSide, buy_price AS buyPrice, sell_price AS sellPrice, score, has_books AS hasBooks, volume,
  buy_platform AS buyPlatform, sell_platform AS sellPlatform, buy_category AS buyCategory, sell_category AS sellCategory

-- name: legTerms
SELECT {arbitrage.terms}
FROM json_each(@marketKeys)
CROSS JOIN markets ON market_key = value

-- name: groupsOfMarkets
SELECT group_key FROM json_each(?) CROSS JOIN match_groups ON market_key = value

-- name: deleteSpreads
DELETE FROM group_spreads WHERE group_key = ?
RETURNING group_key AS groupKey, buy_market_key AS buyMarketKey, sell_market_key AS sellMarketKey, buy_price AS buyPrice,
  sell_price AS sellPrice

-- name: listPairs
-- types: groupKey: number, buyMarketKey: number, sellMarketKey: number, buySide: "yes" | "no", sellSide: "yes" | "no", buyPrice: number, sellPrice: number, score: number, hasBooks: 0 | 1, volume: number
-- Not between two that a third one joins while a veto forbids their own match.
SELECT {arbitrage.columns} FROM group_pairs
WHERE group_key = (SELECT ?) AND NOT EXISTS (
  SELECT 1 FROM near_misses
  WHERE a_market_key = min(buy_market_key, sell_market_key) AND b_market_key = max(buy_market_key, sell_market_key)
)

-- name: deleteImpliedSpreads
-- The rows of near misses with these markets.
DELETE FROM group_spreads
WHERE group_key IN (
  SELECT a_market_key * @base + b_market_key FROM json_each(@keys) CROSS JOIN near_misses ON a_market_key = value
  WHERE relation IS NOT NULL
  UNION ALL
  SELECT a_market_key * @base + b_market_key FROM json_each(@keys) CROSS JOIN near_misses ON b_market_key = value
  WHERE relation IS NOT NULL
)
RETURNING group_key AS groupKey, buy_market_key AS buyMarketKey, sell_market_key AS sellMarketKey, buy_price AS buyPrice,
  sell_price AS sellPrice

-- name: listImpliedSpreads
-- types: groupKey: number, buySide: "yes" | "no", sellSide: "yes" | "no", buyPrice: number, sellPrice: number, hasBooks: 0 | 1, volume: number
-- A subset is sold and its superset bought. Of a disjoint pair no is bought on both: no is yes of the opposite question.
WITH pairs AS (
    SELECT a_market_key, b_market_key, relation, score
    FROM json_each(@keys) CROSS JOIN near_misses ON a_market_key = value
    WHERE relation IS NOT NULL
    UNION
    SELECT a_market_key, b_market_key, relation, score
    FROM json_each(@keys) CROSS JOIN near_misses ON b_market_key = value
    WHERE relation IS NOT NULL
  ),
  orders AS (
    SELECT *, b_market_key AS buy_key, relation <> 'subset' AS buys_no, a_market_key AS sell_key, 0 AS sells_no
    FROM pairs
    WHERE relation <> 'superset'
    UNION ALL
    SELECT *, a_market_key, 0, b_market_key, relation = 'complement' FROM pairs
    WHERE relation IN ('superset', 'complement')
  ),
  quoted AS (
    SELECT orders.*, min(buy.volume, sell.volume) AS volume, buyer.platform AS buyPlatform,
      seller.platform AS sellPlatform, buyer.category AS buyCategory, seller.category AS sellCategory,
      (buy.best_bid IS NOT NULL OR buy.best_ask IS NOT NULL) AND (sell.best_bid IS NOT NULL OR sell.best_ask IS NOT NULL)
        AS hasBooks,
      CASE
        WHEN coalesce(buy.best_bid, buy.best_ask) IS NULL THEN iif(buys_no, 1000000 - buy.yes_price, buy.yes_price)
        ELSE iif(buys_no, 1000000 - buy.best_bid, buy.best_ask)
      END AS buyPrice,
      CASE
        WHEN coalesce(sell.best_bid, sell.best_ask) IS NULL THEN iif(sells_no, 1000000 - sell.yes_price, sell.yes_price)
        ELSE iif(sells_no, 1000000 - sell.best_ask, sell.best_bid)
      END AS sellPrice
    FROM orders
    CROSS JOIN markets AS buyer ON buyer.market_key = buy_key
    CROSS JOIN markets AS seller ON seller.market_key = sell_key
    CROSS JOIN market_quotes AS buy ON buy.market_key = buy_key
    CROSS JOIN market_quotes AS sell ON sell.market_key = sell_key
    WHERE buyer.status = 'open' AND buyer.is_tradable = 1 AND buy.yes_price > 10000 AND buy.yes_price < 990000
      AND seller.status = 'open' AND seller.is_tradable = 1 AND sell.yes_price > 10000 AND sell.yes_price < 990000
  )
SELECT a_market_key * @base + b_market_key AS groupKey, buy_key AS buyMarketKey, sell_key AS sellMarketKey,
  iif(buys_no, 'no', 'yes') AS buySide, iif(sells_no, 'yes', 'no') AS sellSide, buyPrice, sellPrice, score, hasBooks, volume, buyPlatform, sellPlatform, buyCategory, sellCategory
FROM quoted
WHERE sellPrice > buyPrice AND buyPrice > 0 AND sellPrice < 1000000

-- name: insertSpread
INSERT INTO group_spreads
VALUES (@groupKey, @place, @sellPrice - @buyPrice, @net, @pays, @confidence, @closesAt, @buyMarketKey, @sellMarketKey, @buySide,
  @sellSide, @buyPrice, @sellPrice, @score, @hasBooks, @volume, @buyPlatform, @sellPlatform, @buyCategory, @sellCategory)

-- name: groupKeys
SELECT DISTINCT group_key FROM match_groups

-- name: impliedKeys
-- Of pairs of which one allows a spread, the first market.
SELECT DISTINCT a_market_key FROM near_misses
WHERE relation IS NOT NULL

-- name: exclusiveEvents
SELECT event_key FROM events
WHERE is_exclusive = 1 AND is_partial = 0

-- name: sumOutcomes
-- rows: one
-- types: outcomes: number, asks: number | null, bids: number | null, volume: number, first: number, last: number, mayStillPay: 0 | 1
-- What yes of all open outcomes of an event costs and sells for; null where one is not offered. Empty unless at most one
-- can be yes and all are known. Yes of them pays nothing once another may have won.
SELECT count(*) AS outcomes, iif(count(iif(is_tradable, best_ask, NULL)) = count(*), sum(best_ask), NULL) AS asks,
  iif(count(iif(is_tradable, best_bid, NULL)) = count(*), sum(best_bid), NULL) AS bids, min(volume) AS volume, min(market_key) AS first,
  max(market_key) AS last, events.platform, events.category,
  NOT EXISTS (
    SELECT 1 FROM markets AS ended CROSS JOIN market_quotes AS last USING (market_key)
    WHERE ended.event_key = @eventKey AND ended.status = 'closed' AND ended.outcome IS NOT 'no' AND last.has_price
  ) AS mayStillPay
FROM events
CROSS JOIN markets USING (event_key)
CROSS JOIN market_quotes USING (market_key)
WHERE event_key = @eventKey AND is_exclusive = 1 AND is_partial = 0 AND status = 'open'

-- name: outcomes
SELECT event_key AS eventKey, {arbitrage.terms}, best_bid AS bestBid, best_ask AS bestAsk, volume
FROM json_each(@eventKeys)
CROSS JOIN markets ON event_key = value AND status = 'open'
CROSS JOIN market_quotes USING (market_key)

-- name: eventsByKeys
SELECT event_key AS eventKey, platform, events.id, title, category
FROM json_each(@eventKeys)
CROSS JOIN events ON event_key = value
