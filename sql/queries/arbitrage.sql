-- name: among
-- What follows the columns, in the order of the table: of a group's spreads the best comes first.
FROM group_spreads
WHERE spread >= @minSpread AND score >= @minScore
  AND buy_platform IN (SELECT value FROM json_each(@platforms))
  AND sell_platform IN (SELECT value FROM json_each(@platforms))
ORDER BY spread DESC, group_key, buy_market_key, sell_market_key

-- name: hasLeg
buy_platform IN (SELECT value FROM json_each(@legPlatforms))
  OR sell_platform IN (SELECT value FROM json_each(@legPlatforms)) AS hasLeg

-- name: spreadColumns
-- What a place in each order depends on.
group_key AS groupKey

-- name: volumeColumns
group_key AS groupKey, volume AS weight

-- name: netColumns
group_key AS groupKey, buy_price AS buyPrice, sell_price AS sellPrice, buy_platform AS buyPlatform,
  sell_platform AS sellPlatform, buy_category AS buyCategory, sell_category AS sellCategory

-- name: confidenceColumns
group_key AS groupKey, buy_price AS buyPrice, sell_price AS sellPrice, score, has_books AS hasBooks,
  buy_platform AS buyPlatform, sell_platform AS sellPlatform,
  (SELECT min(is_inverted) FROM match_groups WHERE market_key IN (buy_market_key, sell_market_key)) AS isTurned

-- name: spreadsOfGroups
-- CROSS keeps the few groups the outer loop.
SELECT group_key AS groupKey, buy_market_key AS buyMarketKey, sell_market_key AS sellMarketKey, buy_price AS buyPrice,
  sell_price AS sellPrice, score, has_books AS hasBooks, volume, buy_platform AS buyPlatform,
  sell_platform AS sellPlatform, buy_category AS buyCategory, sell_category AS sellCategory
FROM (SELECT value AS asked FROM json_each(@groupKeys)) AS list
CROSS JOIN group_spreads ON group_key = asked
WHERE spread >= @minSpread AND score >= @minScore
  AND buy_platform IN (SELECT value FROM json_each(@platforms))
  AND sell_platform IN (SELECT value FROM json_each(@platforms))

-- name: groupsOfMarkets
SELECT group_key FROM json_each(?) CROSS JOIN match_groups ON market_key = value

-- name: deleteSpreads
DELETE FROM group_spreads WHERE group_key = ?

-- name: insertSpreads
INSERT INTO group_spreads SELECT * FROM group_pairs WHERE group_key = (SELECT ?)
