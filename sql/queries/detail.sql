-- name: byId
-- What follows the columns of a market.
FROM markets
JOIN market_quotes USING (market_key)
WHERE market_key = (SELECT market_key FROM markets WHERE platform = @platform AND id = @id)

-- name: moreColumns
market_key AS marketKey, event_key AS eventKey, last_price AS lastPrice,
  liquidity, open_interest AS openInterest, created_at AS createdAt, settlement_price AS settlementPrice,
  resolved_at AS resolvedAt,
  (SELECT nullif(description, '') FROM market_descriptions WHERE market_key = markets.market_key) AS description,
  (SELECT settlement_source FROM market_descriptions WHERE market_key = markets.market_key) AS settlementSource,
  (SELECT changed_at FROM market_descriptions WHERE market_key = markets.market_key) AS rulesChangedAt

-- name: matches
SELECT b_market_key AS marketKey, score, relation, reasons, 1 AS isFirst FROM matches WHERE a_market_key = @marketKey
UNION ALL
SELECT a_market_key, score, relation, reasons, 0 FROM matches WHERE b_market_key = @marketKey
LIMIT (SELECT @limit)

-- name: related
-- Pairs vetoed for another date, number or way to settle: the same subject with another question.
SELECT b_market_key AS marketKey, score, ifnull(relation, 'related') AS relation, reasons, 1 AS isFirst
FROM near_misses
WHERE a_market_key = @marketKey AND veto IN ('date', 'number', 'mode', 'moment')
UNION ALL
SELECT a_market_key, score, ifnull(relation, 'related'), reasons, 0
FROM near_misses
WHERE b_market_key = @marketKey AND veto IN ('date', 'number', 'mode', 'moment')
LIMIT (SELECT @limit)

-- name: byKey
-- What follows the columns of a market.
FROM markets
JOIN market_quotes USING (market_key)
WHERE market_key = (SELECT @marketKey) AND has_price
