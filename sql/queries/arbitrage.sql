-- part: columns
type, group_key AS groupKey, a_market_key AS aMarketKey, b_market_key AS bMarketKey, event_key AS eventKey, spread, net, pays,
  confidence, closes_at AS closesAt, size, books_at AS booksAt, buy_market_key AS buyMarketKey,
  sell_market_key AS sellMarketKey, buy_side AS buySide, sell_side AS sellSide, buy_price AS buyPrice,
  sell_price AS sellPrice, score, has_books AS hasBooks, volume

-- part: written
-- A row as far as it says what can be bought.
type, group_key AS groupKey, a_market_key AS aMarketKey, b_market_key AS bMarketKey, event_key AS eventKey,
  buy_market_key AS buyMarketKey, sell_market_key AS sellMarketKey, buy_price AS buyPrice, sell_price AS sellPrice

-- part: insertPairs
-- Adds what the orders of `pairs` leave after fees and how many contracts both books offer. A book that offers none, but is
-- older than the price, says nothing. Of implied pairs only what earns something is kept.
costs AS MATERIALIZED (
    SELECT pairs.*, sell_price - buy_price AS spread,
      contract_fee(buy_platform, buyer.fee_kind, buyer.fee_rate, buy_price)
        + contract_fee(sell_platform, seller.fee_kind, seller.fee_rate, 1000000 - sell_price) AS fees,
      max(buyer.closes_at, seller.closes_at) AS closes_at,
      min(
        nullif(
          book_depth(bought.bids, bought.asks, buy_side, buy_price),
          iif(bought.fetched_at < buy_quotes.updated_at, 0, NULL)
        ),
        nullif(
          book_depth(sold.bids, sold.asks, sell_side, 1000000 - sell_price),
          iif(sold.fetched_at < sell_quotes.updated_at, 0, NULL)
        )
      ) AS depth,
      min(bought.fetched_at, sold.fetched_at) AS books_at
    FROM pairs
    CROSS JOIN markets AS buyer ON buyer.market_key = buy_market_key
    CROSS JOIN markets AS seller ON seller.market_key = sell_market_key
    CROSS JOIN market_quotes AS buy_quotes ON buy_quotes.market_key = buy_market_key
    CROSS JOIN market_quotes AS sell_quotes ON sell_quotes.market_key = sell_market_key
    LEFT JOIN market_books AS bought ON bought.market_key = buy_market_key
    LEFT JOIN market_books AS sold ON sold.market_key = sell_market_key AND bought.market_key IS NOT NULL
  )
INSERT INTO spreads
SELECT type, group_key, a_market_key, b_market_key, 0,
  row_number() OVER (
    PARTITION BY group_key, a_market_key, b_market_key ORDER BY spread - fees DESC, buy_market_key, sell_market_key
  ) - 1,
  spread_confidence(type, buy_side, score, has_books, spread, buy_price), spread - fees, spread, score, buy_platform,
  sell_platform, buy_category, sell_category, buy_market_key, sell_market_key, volume, closes_at, 1000000,
  CAST(depth AS INTEGER), books_at, buy_side, sell_side, buy_price, sell_price, has_books
FROM costs
WHERE type = 'same' OR spread > fees
RETURNING {arbitrage.written}

-- part: impliedPairs
-- Pairs of these markets where an answer to one market gives an answer to the other.
SELECT a_market_key, b_market_key, relation, score FROM json_each(@marketKeys) CROSS JOIN near_misses ON a_market_key = value
    WHERE relation IS NOT NULL
    UNION
    SELECT a_market_key, b_market_key, relation, score FROM json_each(@marketKeys) CROSS JOIN near_misses ON b_market_key = value
    WHERE relation IS NOT NULL

-- name: groupsOfMarkets
SELECT group_key FROM json_each(?) CROSS JOIN match_groups ON market_key = value

-- name: eventsOfMarkets
SELECT DISTINCT event_key FROM json_each(?) CROSS JOIN markets ON market_key = value

-- name: deleteGroupSpreads
DELETE FROM spreads WHERE type = 'same' AND group_key IN (SELECT value FROM json_each(@groupKeys))
RETURNING {arbitrage.written}

-- name: insertGroupSpreads
-- Not between two that a third one joins while a veto forbids their own match.
WITH pairs AS (
    SELECT 'same' AS type, 0 AS a_market_key, 0 AS b_market_key, group_pairs.*
    FROM json_each(@groupKeys) CROSS JOIN group_pairs ON group_key = value
    WHERE NOT EXISTS (
      SELECT 1 FROM near_misses
      WHERE near_misses.a_market_key = min(buy_market_key, sell_market_key)
        AND near_misses.b_market_key = max(buy_market_key, sell_market_key)
    )
  ),
  {arbitrage.insertPairs}

-- name: deleteImpliedSpreads
DELETE FROM spreads
WHERE type = 'implied' AND group_key = 0
  AND (a_market_key, b_market_key) IN (SELECT a_market_key, b_market_key FROM ({arbitrage.impliedPairs}))
RETURNING {arbitrage.written}

-- name: insertImpliedSpreads
-- A subset is sold and its superset bought. Of a disjoint pair no is bought on both: no is yes of the opposite question.
WITH implied AS ({arbitrage.impliedPairs}),
  orders AS (
    SELECT *, b_market_key AS buy_market_key, relation <> 'subset' AS buys_no, a_market_key AS sell_market_key, 0 AS sells_no
    FROM implied
    WHERE relation <> 'superset'
    UNION ALL
    SELECT *, a_market_key, 0, b_market_key, relation = 'complement' FROM implied
    WHERE relation IN ('superset', 'complement')
  ),
  quoted AS (
    SELECT orders.*, min(buy.volume, sell.volume) AS volume, buyer.platform AS buy_platform,
      seller.platform AS sell_platform, buyer.category AS buy_category, seller.category AS sell_category,
      (buy.best_bid IS NOT NULL OR buy.best_ask IS NOT NULL) AND (sell.best_bid IS NOT NULL OR sell.best_ask IS NOT NULL)
        AS has_books,
      CASE
        WHEN coalesce(buy.best_bid, buy.best_ask) IS NULL THEN iif(buys_no, 1000000 - buy.yes_price, buy.yes_price)
        ELSE iif(buys_no, 1000000 - buy.best_bid, buy.best_ask)
      END AS buy_price,
      CASE
        WHEN coalesce(sell.best_bid, sell.best_ask) IS NULL THEN iif(sells_no, 1000000 - sell.yes_price, sell.yes_price)
        ELSE iif(sells_no, 1000000 - sell.best_ask, sell.best_bid)
      END AS sell_price
    FROM orders
    CROSS JOIN markets AS buyer ON buyer.market_key = buy_market_key
    CROSS JOIN markets AS seller ON seller.market_key = sell_market_key
    CROSS JOIN market_quotes AS buy ON buy.market_key = buy_market_key
    CROSS JOIN market_quotes AS sell ON sell.market_key = sell_market_key
    WHERE buyer.status = 'open' AND buyer.is_tradable = 1 AND buy.yes_price > 10000 AND buy.yes_price < 990000
      AND seller.status = 'open' AND seller.is_tradable = 1 AND sell.yes_price > 10000 AND sell.yes_price < 990000
  ),
  pairs AS (
    SELECT 'implied' AS type, 0 AS group_key, iif(buys_no, 'no', 'yes') AS buy_side, iif(sells_no, 'yes', 'no') AS sell_side,
      quoted.*
    FROM quoted
    WHERE sell_price > buy_price AND buy_price > 0 AND sell_price < 1000000
  ),
  {arbitrage.insertPairs}

-- name: deleteEventSpreads
DELETE FROM spreads
WHERE type = 'event' AND group_key = 0 AND a_market_key = 0 AND b_market_key = 0
  AND event_key IN (SELECT value FROM json_each(@eventKeys))

-- name: insertEventSpreads
-- Yes, or no, of all open outcomes of an event. Such an event lists all its outcomes, and at most one of them can be yes. Yes of
-- all pays nothing once a closed outcome may have won; no of all pays for every outcome but one.
WITH sums AS MATERIALIZED (
    SELECT events.event_key, count(*) AS outcomes, min(volume) AS volume, min(market_key) AS first, max(market_key) AS last,
      iif(count(iif(is_tradable, best_ask, NULL)) = count(*), sum(best_ask), NULL) AS asks,
      iif(count(iif(is_tradable, best_bid, NULL)) = count(*), sum(best_bid), NULL) AS bids,
      events.platform, events.category
    FROM json_each(@eventKeys)
    CROSS JOIN events ON events.event_key = value AND is_exclusive = 1 AND is_partial = 0
    CROSS JOIN markets ON markets.event_key = events.event_key AND status = 'open'
    CROSS JOIN market_quotes USING (market_key)
    GROUP BY events.event_key
    HAVING count(*) > 1
  ),
  sides AS (
    SELECT *, 'yes' AS side, asks AS price, 1000000 AS pays FROM sums
    WHERE asks <= 1000000 AND NOT EXISTS (
      SELECT 1 FROM markets AS ended CROSS JOIN market_quotes USING (market_key)
      WHERE ended.event_key = sums.event_key AND ended.status = 'closed' AND ended.outcome IS NOT 'no' AND has_price
    )
    UNION ALL
    SELECT *, 'no', outcomes * 1000000 - bids, (outcomes - 1) * 1000000 FROM sums
    WHERE bids >= 1000000
  ),
  orders AS (
    SELECT sides.*, iif(side = 'yes', best_ask, 1000000 - best_bid) AS order_price, fee_kind, fee_rate, closes_at, updated_at,
      fetched_at, market_books.bids AS book_bids, market_books.asks AS book_asks
    FROM sides
    CROSS JOIN markets ON markets.event_key = sides.event_key AND status = 'open'
    CROSS JOIN market_quotes USING (market_key)
    LEFT JOIN market_books USING (market_key)
  ),
  costs AS MATERIALIZED (
    SELECT *, pays - price AS spread, sum(contract_fee(platform, fee_kind, fee_rate, order_price)) AS fees,
      iif(count(closes_at) = count(*), max(closes_at), NULL) AS ends_at,
      iif(count(fetched_at) = count(*), min(fetched_at), NULL) AS books_at,
      iif(
        count(fetched_at) = count(*),
        min(iif(
          fetched_at < updated_at AND book_depth(book_bids, book_asks, side, order_price) = 0,
          NULL,
          book_depth(book_bids, book_asks, side, order_price)
        )),
        NULL
      ) AS depth
    FROM orders
    GROUP BY event_key, side
  )
INSERT INTO spreads
SELECT 'event', 0, 0, 0, event_key, row_number() OVER (PARTITION BY event_key ORDER BY spread - fees DESC, side DESC) - 1,
  spread_confidence('event', side, 1000000, 1, spread, price), spread - fees, spread, 1000000, platform, platform, category,
  category, first, last, volume, ends_at, pays, CAST(depth AS INTEGER), books_at, side, side, price, pays, 1
FROM costs

-- name: groupKeys
SELECT DISTINCT group_key FROM match_groups

-- name: impliedKeys
-- The first market of each implied pair.
SELECT DISTINCT a_market_key FROM near_misses
WHERE relation IS NOT NULL

-- name: exclusiveEvents
SELECT event_key FROM events
WHERE is_exclusive = 1 AND is_partial = 0

-- name: outcomes
-- The open ones of events.
SELECT {markets.columns}, event_key AS eventKey
FROM (SELECT value AS asked FROM json_each(@eventKeys)) AS list
CROSS JOIN markets ON event_key = asked AND status = 'open'
CROSS JOIN market_quotes USING (market_key)

-- name: eventsByKeys
SELECT event_key AS eventKey, platform, events.id, title, category
FROM json_each(@eventKeys)
CROSS JOIN events ON event_key = value
