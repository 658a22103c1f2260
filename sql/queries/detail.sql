-- name: byId
-- types: description: string | null
-- What a market's own columns do not tell.
SELECT {markets.columns}, latest_closes_at AS latestClosesAt, fee_source AS feeSource,
  (SELECT nullif(description, '') FROM market_descriptions WHERE market_key = markets.market_key) AS description,
  (SELECT settlement_source FROM market_descriptions WHERE market_key = markets.market_key) AS settlementSource,
  (SELECT changed_at FROM market_descriptions WHERE market_key = markets.market_key) AS rulesChangedAt
FROM markets
JOIN market_quotes USING (market_key)
WHERE market_key = (SELECT market_key FROM markets WHERE platform = @platform AND id = @id)

-- name: matches
-- types: isFirst: 0 | 1, relation: string
SELECT b_market_key AS marketKey, score, relation, reasons, 1 AS isFirst FROM matches WHERE a_market_key = @marketKey
UNION ALL
SELECT a_market_key, score, relation, reasons, 0 FROM matches WHERE b_market_key = @marketKey
LIMIT (SELECT @limit)

-- name: related
-- types: isFirst: 0 | 1, relation: string
-- Pairs vetoed for another date, number or way to settle: the same subject with another question.
SELECT b_market_key AS marketKey, score, ifnull(relation, 'related') AS relation, reasons, 1 AS isFirst
FROM near_misses
WHERE a_market_key = @marketKey AND veto IN ('date', 'number', 'mode')
UNION ALL
SELECT a_market_key, score, ifnull(relation, 'related'), reasons, 0
FROM near_misses
WHERE b_market_key = @marketKey AND veto IN ('date', 'number', 'mode')
LIMIT (SELECT @limit)

-- name: byKey
-- types: yesPrice: number
SELECT {markets.columns}
FROM markets
JOIN market_quotes USING (market_key)
WHERE market_key = (SELECT @marketKey) AND has_price
